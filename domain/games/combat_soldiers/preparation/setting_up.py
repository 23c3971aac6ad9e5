"""1, 2.2 Scenarios on offer, who may look where, and everything laid out."""

from __future__ import annotations

from typing import Any

from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES, Pack
from wardiary.domain.games.combat_soldiers.components.pack_files import SIDES
from wardiary.domain.games.combat_soldiers.components.zones import (
    DECK,
    DISCARD,
    HIDDEN_BOX,
    MARKERS,
    STOCK,
    casualty_pile,
    hand,
    laid_zone,
    offered_objectives,
    selection_sheet,
    unused_entries,
)
from wardiary.domain.games.combat_soldiers.groups.sieges import marker
from wardiary.domain.games.combat_soldiers.preparation.two_player import (
    OBJECTIVE_PILE,
    unpicked_objectives,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening, ScenarioInfo
from wardiary.domain.table.pieces import Visibility, Zone

SEATS = ("a", "b", "c", "d", "e", "f")


DEALT = 8


LINES = 5


LAID = tuple(range(1, DEALT + 1))


def scenarios(pack: Pack) -> tuple[ScenarioInfo, ...]:
    """2.2, 17.0: the scenarios on offer, each for two to six seats."""
    seats = tuple(SEATS[:number] for number in range(2, len(SEATS) + 1))
    return tuple(
        ScenarioInfo(scenario.id, scenario.name, seats, scenario.about)
        for scenario in pack.scenarios.values()
    )


def visibility(pack: Any, opening: Opening) -> dict[Zone, Visibility]:
    """Part 2 of the rules: who may look where."""
    # Ruling: CS-Q58 the colour of the top back shows, unless the table hides it.
    backs: Any = "top" if opening.settings["show-backs"] else "none"
    pile = Visibility("nobody", ordered=True)
    hidden = {
        DECK: Visibility("nobody", ordered=True, backs=backs),
        DISCARD: pile,
        HIDDEN_BOX: pile,
        OBJECTIVE_PILE: pile,
        STOCK: Visibility("nobody"),
    }
    for seat in opening.seats:
        seen_by_owner = Visibility("owner", seat)
        for zone in (
            hand,
            casualty_pile,
            unused_entries,
            selection_sheet,
            offered_objectives,
            unpicked_objectives,
        ):
            hidden[zone(seat)] = seen_by_owner
        for number in LAID:
            hidden[laid_zone(seat, number)] = seen_by_owner
    return hidden


def place_everything(draft: Draft, opening: Opening) -> None:
    """1.0: all cards, the markers that are drawn or paired, and the entries for the sheets."""
    pack: Pack = draft.table.pack
    for card in pack.cards.values():
        draft.place(card.pieces(), card.kind, DECK, rule="1.1", back=card.back)
    for number, count in pack.sheet.markers.antitank.items():
        kind = f"antitank-{number}"
        draft.place([f"{kind}-{n}" for n in range(1, count + 1)], kind, STOCK, rule="1.2-b1")
    draft.shuffle(STOCK, rule="15.1-a")
    for letter in pack.sheet.markers.sieges:
        draft.place(marker("besieged", letter), "besieged", MARKERS, rule="1.2-b8", face=letter)
        draft.place(marker("besieging", letter), "besieging", MARKERS, rule="1.2-b9", face=letter)
    for seat in opening.seats:
        for objective in OBJECTIVES:
            for side in SIDES:
                draft.place(
                    f"{seat}-{objective}-{side}",
                    f"pick-{objective}-{side}",
                    unused_entries(seat),
                    rule="1.4",
                    owner=seat,
                )
        blanks = [f"{seat}-blank-{n}" for n in range(1, LINES - 1)]
        draft.place(blanks, "blank", unused_entries(seat), rule="1.4", owner=seat)
