"""11 Draw Phase (F): retrievals, then card by card until the hand is full or a white back."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, pay
from wardiary.domain.games.combat_soldiers.components.cards import GREEN, card_of, printed_objective
from wardiary.domain.games.combat_soldiers.components.zones import (
    DECK,
    DISCARD,
    DISCARD_TOP,
    hand,
    seat_area,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard
from wardiary.domain.games.combat_soldiers.groups.objectives import controls, side_of
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.games.combat_soldiers.victory.ending import check_draw_pile
from wardiary.domain.games.combat_soldiers.white_backs.objectives import (
    Placing,
    Stacking,
    companions,
)
from wardiary.domain.games.combat_soldiers.white_backs.random_events import play_event
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class UseBarracks(Command, frozen=True, tag="barracks"):
    """13.5.2.9: take the top green card of the discard pile."""


class UseCitie(Command, frozen=True, tag="citie"):
    """13.5.2.4: search the discard pile."""


class Draw(Command, frozen=True, tag="draw"):
    """11.1: draw up to capacity."""


DRAWS_BOUND = 400


def draw_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """11.2-a: Barracks and Citie' Du Cheval, then the paid draw."""
    if cannot_use_barracks(table, seat) is None:
        yield offer(UseBarracks, "13.5.2.9", "Take the top green card of the discard pile")
    if cannot_use_citie(table, seat) is None:
        yield offer(UseCitie, "13.5.2.4-a", "Search the discard pile")
    if cannot_draw(table, seat) is None:
        yield offer(Draw, "11.1-a", "Draw")


def cannot_draw(table: Table, seat: Seat) -> tuple[str, str] | None:
    """11.1-a, 12.1-a: why there is no draw."""
    if not table.zone(DECK):
        return ("12.1-a", "the draw pile is empty")
    if room_in_hand(table, seat) < 1:
        return ("11.1-a", "the hand is full")
    return cannot_afford(table, seat, 1)


def cannot_use(table: Table, seat: Seat, objective: PieceId) -> tuple[str, str] | None:
    """7.3.8.1-b, 11.2-a: why a capability of the draw phase does not work now."""
    if not controls(table, seat, objective):
        is_held = side_of(table, objective) and table.zone_of(objective)[0] == seat
        rule = "13.5.1-b" if is_held else "7.3.8.1-b"
        return (rule, "its capability is not yours to use now")
    if used_this_turn(table, f"used/{objective}"):
        return ("7.3.8.1-b", "a capability works once a Turn")
    if used_this_turn(table, "drawn"):
        return ("11.2-a", "retrievals come before the draw")
    if room_in_hand(table, seat) < 1:
        # Ruling: CS-Q42 capacity binds here as well.
        return ("11.1-a", "the hand is full")
    return cannot_afford(
        table, seat, printed_objective(table, objective).cost(side_of(table, objective))
    )


def cannot_use_barracks(table: Table, seat: Seat) -> tuple[str, str] | None:
    """13.5.2.9: why Barracks gives nothing."""
    if not table.zone(DISCARD_TOP):
        return ("13.5.2.9", "the discard pile is empty")
    return cannot_use(table, seat, "barracks")


def cannot_use_citie(table: Table, seat: Seat) -> tuple[str, str] | None:
    """13.5.2.4: why Citie' Du Cheval does not search."""
    return cannot_use(table, seat, "citie")


def check_draw(table: Table, seat: Seat, command: Draw) -> None:
    """Why a draw is refused."""
    refuse(cannot_draw(table, seat))


def check_barracks(table: Table, seat: Seat, command: UseBarracks) -> None:
    """Why Barracks are refused."""
    refuse(cannot_use_barracks(table, seat))


def check_citie(table: Table, seat: Seat, command: UseCitie) -> None:
    """Why Citie' Du Cheval is refused."""
    refuse(cannot_use_citie(table, seat))


def discard_pile(table: Table) -> tuple[PieceId, ...]:
    """The discard pile from the top."""
    return (*table.zone(DISCARD_TOP), *table.zone(DISCARD))


def use_barracks(draft: Draft, seat: Seat, command: UseBarracks) -> None:
    """13.5.2.9: the top green-backed card of the discard pile comes to hand."""
    draft.track("used/barracks", draft.table.turn, rule="7.3.8.1-b")
    taken = next(
        (card for card in discard_pile(draft.table) if card_of(draft.table, card).back == GREEN), ""
    )
    if taken:
        take_from_pile(draft, seat, taken, rule="13.5.2.9")


def use_citie(draft: Draft, seat: Seat, command: UseCitie) -> None:
    """13.5.2.4: the topmost major offensive, armor or airborne card, or an action for nothing."""
    draft.track("used/citie", draft.table.turn, rule="7.3.8.1-b")
    cost = printed_objective(draft.table, "citie").cost(side_of(draft.table, "citie"))
    pay(draft, cost, "", rule="13.5.2.4-b")
    taken = next((card for card in discard_pile(draft.table) if is_wanted(draft.table, card)), "")
    if taken:
        take_from_pile(draft, seat, taken, rule="13.5.2.4-a")


def is_wanted(table: Table, piece: PieceId) -> bool:
    """13.5.2.4-a: what the city's stores hold."""
    card = card_of(table, piece)
    return card.family == "armor" or bool({"major-offensive", "airborne"} & set(card.uses))


def take_from_pile(draft: Draft, seat: Seat, card: PieceId, *, rule: str) -> None:
    """CS-Q55: the pile is searched unseen; the card taken is shown to all, then the top turned."""
    if draft.table.zone_of(card) == DISCARD:
        draft.show(card, draft.table.seats, rule=rule)
    draft.move(card, hand(seat), rule=rule)
    if not draft.table.zone(DISCARD_TOP) and draft.table.zone(DISCARD):
        draft.move(draft.table.zone(DISCARD)[0], DISCARD_TOP, rule="10.1")


def draw(draft: Draft, seat: Seat, command: Draw) -> None:
    """11.1: one action, one card at a time; a white back is played and ends the Turn."""
    pay(draft, 1, "", rule="11.1-a")
    draft.track("drawn", draft.table.turn, rule="11.2-a")
    for _ in range(DRAWS_BOUND):
        if room_in_hand(draft.table, seat) < 1 or not draft.table.zone(DECK):
            check_draw_pile(draft)
            return
        card = draft.table.zone(DECK)[0]
        if card_of(draft.table, card).back == GREEN:
            draft.draw(DECK, hand(seat), 1, rule="3.6-a")
        elif card == "steeple" and not companions(draft.table, seat):
            return_steeple(draft, seat)
        else:
            draft.change(phase="end")
            play_white(draft, seat, card)
            return
    raise AssertionError("a draw found no end")


def return_steeple(draft: Draft, seat: Seat) -> None:
    """13.5.2.5-b: shown, shuffled back, and the draw goes on."""
    draft.move("steeple", seat_area(seat), rule="13.5.2.5-b")
    if draft.table.zone(DECK):
        draft.move("steeple", DECK, rule="13.5.2.5-b")
        draft.shuffle(DECK, rule="13.5.2.5-b")
    else:
        # Ruling: no other card could replace the last one, so it leaves an empty pile behind.
        discard(draft, ("steeple",), rule="13.5.2.5-b")


def play_white(draft: Draft, seat: Seat, card: PieceId) -> None:
    """1.1.2.1, 3.6-b, 11.1-b: a white back is played at once."""
    family = card_of(draft.table, card).family
    if family == "event":
        play_event(draft, seat, card)
        check_draw_pile(draft)
        return
    draft.move(card, seat_area(seat), rule="11.1-b")
    check_draw_pile(draft)
    draft.begin(Stacking(seat) if card == "steeple" else Placing(seat, card))
