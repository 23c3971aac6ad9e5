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
    unpicked_objectives,
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
        entries = draft.table.zone(selection_sheet(seat))
        picks = {pick_of(draft.table, entry) for entry in entries}
        dealt = draft.table.zone(offered_objectives(seat))
        unpicked = [objective for objective in dealt if objective not in picks]
        draft.move([objective for objective in dealt if objective in picks], DECK, rule="20.2.2")
        draft.move(unpicked, unpicked_objectives(seat), rule="20.2.2")


def pick_of(table: Table, entry: PieceId) -> PieceId:
    """The objective that an entry of a sheet names; "" for an empty line."""
    kind = table.pieces[entry].kind
    return kind.removeprefix("pick-").rpartition("-")[0] if kind.startswith("pick-") else ""


def dealt_entries(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """20.2.1: only objectives dealt to the seat can be picked."""
    dealt = table.zone(offered_objectives(seat))
    entries = table.zone(unused_entries(seat))
    return tuple(entry for entry in entries if pick_of(table, entry) in dealt)


def last_events(draft: Draft) -> None:
    """20.3.1, 20.3.2: the mines go into the deck, and one of the other three events, unseen."""
    aside = draft.table.zone(ASIDE)
    mines = [piece for piece in aside if card_of(draft.table, piece).kind == "mines"]
    draft.move(mines, DECK, rule="20.3.1")
    events = [piece for piece in draft.table.zone(ASIDE) if piece in EVENTS]
    # Ruling: CS-Q39 where the scenario wants the Weather, it is the one in play.
    if scenario_of(draft.table).weather:
        draft.move([event for event in events if event != "weather"], BOX, rule="17.2.4")
        return
    draft.move(events, HIDDEN_BOX, rule="20.3.2")
    draft.shuffle(HIDDEN_BOX, rule="20.3.2")
    draft.draw(HIDDEN_BOX, DECK, 1, rule="20.3.2")
