"""1, 2.2 Scenarios on offer, who may look into which zones, and everything put in place."""

from __future__ import annotations

from typing import Any

from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES, Pack
from wardiary.domain.games.combat_soldiers.components.pack_files import SIDES, Markers
from wardiary.domain.games.combat_soldiers.components.zones import (
    DECK,
    DISCARD,
    HIDDEN_BOX,
    MARKERS,
    SEAT_ZONES,
    STOCK,
    laid_zone,
    unused_entries,
)
from wardiary.domain.games.combat_soldiers.groups.sieges import marker
from wardiary.domain.games.combat_soldiers.preparation.two_player import (
    OBJECTIVE_PILE,
)
from wardiary.domain.games.kit.zones import hidden_zones
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening, ScenarioInfo
from wardiary.domain.table.pieces import Seat, Visibility, Zone

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
    """Who may look into which zones."""
    # Ruling: CS-Q58 the colour of the top back shows, unless a setting hides it.
    backs: Any = "top" if opening.settings["show-backs"] else "none"
    pile = Visibility("nobody", ordered=True)
    piles = {
        DECK: Visibility("nobody", ordered=True, backs=backs),
        DISCARD: pile,
        HIDDEN_BOX: pile,
        OBJECTIVE_PILE: pile,
        STOCK: Visibility("nobody"),
    }
    laid_groups = {
        laid_zone(seat, number): Visibility("owner", seat)
        for seat in opening.seats
        for number in LAID
    }
    return piles | hidden_zones(SEAT_ZONES, opening.seats) | laid_groups


def place_everything(draft: Draft, opening: Opening) -> None:
    """1.0: all cards, the markers that are drawn or paired, and the entries for the sheets."""
    pack: Pack = draft.table.pack
    for card in pack.cards.values():
        draft.place(card.pieces(), card.kind, DECK, rule="1.1", back=card.back)
    place_markers(draft, pack.sheet.markers)
    for seat in opening.seats:
        place_entries(draft, seat)


def place_markers(draft: Draft, markers: Markers) -> None:
    """1.2-b1, 1.2-b8, 1.2-b9: antitank markers face down, and the pairs of siege markers."""
    for number, count in markers.antitank.items():
        kind = f"antitank-{number}"
        draft.place([f"{kind}-{n}" for n in range(1, count + 1)], kind, STOCK, rule="1.2-b1")
    draft.shuffle(STOCK, rule="15.1-a")
    for letter in markers.sieges:
        draft.place(marker("besieged", letter), "besieged", MARKERS, rule="1.2-b8", face=letter)
        draft.place(marker("besieging", letter), "besieging", MARKERS, rule="1.2-b9", face=letter)


def place_entries(draft: Draft, seat: Seat) -> None:
    """1.4: what a seat can note on its sheet: each objective for each side, and empty lines."""
    zone = unused_entries(seat)
    for objective in OBJECTIVES:
        for side in SIDES:
            entry, kind = f"{seat}-{objective}-{side}", f"pick-{objective}-{side}"
            draft.place(entry, kind, zone, rule="1.4", owner=seat)
    blanks = [f"{seat}-blank-{number}" for number in range(1, LINES - 1)]
    draft.place(blanks, "blank", zone, rule="1.4", owner=seat)
