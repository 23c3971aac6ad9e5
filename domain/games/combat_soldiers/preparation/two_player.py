"""20 Two player game: cards left out, objectives dealt and picked, one random event."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES, card_of, scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import (
    ASIDE,
    BOX,
    DECK,
    HIDDEN_BOX,
    offered_objectives,
    selection_sheet,
    unused_entries,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

OBJECTIVE_PILE = "objective-pile"


EVENTS = ("engineers", "weather", "friendly-fire")


def is_two_player(table: Table) -> bool:
    """20.0: whether two play."""
    return len(table.seats) == 2


def remove_cards(draft: Draft) -> None:
    """20.1: sixteen cards are not used; 20.2: the other objectives are dealt, four to each."""
    for kind, number in draft.table.pack.two_player.remove.items():
        card = draft.table.pack.cards[kind]
        draft.move(card.pieces()[:number], BOX, rule="20.1")
    objectives = [objective for objective in OBJECTIVES if draft.table.zone_of(objective) == DECK]
    draft.move(objectives, OBJECTIVE_PILE, rule="20.2")
    draft.shuffle(OBJECTIVE_PILE, rule="20.2")
    dealt = draft.table.pack.two_player.objectives_dealt
    for seat in draft.table.seats:
        draft.draw(OBJECTIVE_PILE, offered_objectives(seat), dealt, rule="20.2")


def take_picks(draft: Draft) -> None:
    """20.2.2: the picked objectives go into the deck, the others out of play, all unseen."""
    for seat in draft.table.seats:
        noted = {pick_of(draft.table, chip) for chip in draft.table.zone(selection_sheet(seat))}
        dealt = draft.table.zone(offered_objectives(seat))
        draft.move([objective for objective in dealt if objective in noted], DECK, rule="20.2.2")
        draft.move(
            [objective for objective in dealt if objective not in noted],
            unpicked_objectives(seat),
            rule="20.2.2",
        )


def unpicked_objectives(seat: Seat) -> str:
    """Where the objectives lie that a seat did not pick, seen by that seat alone."""
    return f"{seat}-unused"


def pick_of(table: Table, chip: PieceId) -> PieceId:
    """The objective that a chip names; "" for an empty line."""
    kind = table.pieces[chip].kind
    return kind.removeprefix("pick-").rpartition("-")[0] if kind.startswith("pick-") else ""


def dealt_entries(table: Table, seat: Seat) -> list[PieceId]:
    """20.2.1: only objectives dealt to the seat can be picked."""
    dealt = table.zone(offered_objectives(seat))
    return [chip for chip in table.zone(unused_entries(seat)) if pick_of(table, chip) in dealt]


def last_events(draft: Draft) -> None:
    """20.3.1, 20.3.2: the mines go in, and one of the other three events, which nobody sees."""
    mines = [
        piece for piece in draft.table.zone(ASIDE) if card_of(draft.table, piece).kind == "mines"
    ]
    draft.move(mines, DECK, rule="20.3.1")
    events = [piece for piece in draft.table.zone(ASIDE) if piece in EVENTS]
    # Ruling: CS-Q39 where the scenario wants the Weather, it is the one in play.
    if scenario_of(draft.table).weather:
        draft.move([event for event in events if event != "weather"], BOX, rule="17.2.4")
        return
    draft.move(events, HIDDEN_BOX, rule="20.3.2")
    draft.shuffle(HIDDEN_BOX, rule="20.3.2")
    draft.draw(HIDDEN_BOX, DECK, 1, rule="20.3.2")
