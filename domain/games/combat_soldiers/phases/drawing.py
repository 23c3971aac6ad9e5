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
    ObjectivePlacement,
    SteeplePlacement,
    companions,
)
from wardiary.domain.games.combat_soldiers.white_backs.random_events import play_event
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class UseBarracks(Command, frozen=True, tag="barracks"):
    """13.5.2.9: take the top green card of the discard pile."""

    says = "take the top green card of the discard pile"


class UseCitie(Command, frozen=True, tag="citie"):
    """13.5.2.4: search the discard pile."""

    says = "search the discard pile"


class Draw(Command, frozen=True, tag="draw"):
    """11.1: draw up to capacity."""

    says = "draw"


DRAWS_BOUND = 400


# 11.2-a Barracks and Citie' Du Cheval, before the draw.


def cannot_retrieve(table: Table, seat: Seat, objective: PieceId) -> Refusal:
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
    return cannot_afford(table, seat, capability_cost(table, objective))


def capability_cost(table: Table, objective: PieceId) -> int:
    """3.0-d: the actions that a capability costs the side that holds the objective."""
    return printed_objective(table, objective).cost(side_of(table, objective))


def cannot_use_barracks(table: Table, seat: Seat) -> Refusal:
    """13.5.2.9: why the Barracks give nothing."""
    if not table.zone(DISCARD_TOP):
        return ("13.5.2.9", "the discard pile is empty")
    return cannot_retrieve(table, seat, "barracks")


def barracks_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """13.5.2.9: free, while there is a discard pile."""
    if cannot_use_barracks(table, seat) is None:
        yield offer(UseBarracks, "13.5.2.9", "Take the top green card of the discard pile")


def refuse_barracks(table: Table, seat: Seat, command: UseBarracks, board: SeatBoard) -> None:
    """Raise Illegal with the rule by which the Barracks give nothing."""
    refuse(cannot_use_barracks(table, seat))


def discard_pile(table: Table) -> tuple[PieceId, ...]:
    """The discard pile from the top."""
    return (*table.zone(DISCARD_TOP), *table.zone(DISCARD))


def use_barracks(draft: Draft, seat: Seat, command: UseBarracks) -> None:
    """13.5.2.9: the top green-backed card of the discard pile comes to hand."""
    draft.track("used/barracks", draft.table.turn, rule="7.3.8.1-b")
    cards = discard_pile(draft.table)
    taken = next((card for card in cards if card_of(draft.table, card).back == GREEN), "")
    if taken:
        take_from_pile(draft, seat, taken, rule="13.5.2.9")


USE_BARRACKS = Action[SeatBoard](UseBarracks, use_barracks, barracks_offers, refuse_barracks)


def citie_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """13.5.2.4: once a Turn, for its cost in actions."""
    if cannot_retrieve(table, seat, "citie") is None:
        yield offer(UseCitie, "13.5.2.4-a", "Search the discard pile")


def refuse_citie(table: Table, seat: Seat, command: UseCitie, board: SeatBoard) -> None:
    """Raise Illegal with the rule by which Citie' Du Cheval does not search."""
    refuse(cannot_retrieve(table, seat, "citie"))


def use_citie(draft: Draft, seat: Seat, command: UseCitie) -> None:
    """13.5.2.4: the topmost Major Offensive, armor or Airborne card, if there is one."""
    draft.track("used/citie", draft.table.turn, rule="7.3.8.1-b")
    pay(draft, capability_cost(draft.table, "citie"), "", rule="13.5.2.4-b")
    taken = next((card for card in discard_pile(draft.table) if citie_takes(draft.table, card)), "")
    if taken:
        take_from_pile(draft, seat, taken, rule="13.5.2.4-a")


USE_CITIE = Action[SeatBoard](UseCitie, use_citie, citie_offers, refuse_citie)


def citie_takes(table: Table, piece: PieceId) -> bool:
    """13.5.2.4-a: whether the search takes a card."""
    card = card_of(table, piece)
    return card.family == "armor" or bool({"major-offensive", "airborne"} & set(card.uses))


def take_from_pile(draft: Draft, seat: Seat, card: PieceId, *, rule: str) -> None:
    """CS-Q55: the pile is searched unseen; the card taken is shown to all, then the top turned."""
    if draft.table.zone_of(card) == DISCARD:
        draft.show(card, draft.table.seats, rule=rule)
    draft.move(card, hand(seat), rule=rule)
    if not draft.table.zone(DISCARD_TOP) and draft.table.zone(DISCARD):
        draft.move(draft.table.zone(DISCARD)[0], DISCARD_TOP, rule="10.1")


# 11.1 The draw.


def cannot_draw(table: Table, seat: Seat) -> Refusal:
    """11.1-a, 12.1-a: why there is no draw."""
    if not table.zone(DECK):
        return ("12.1-a", "the draw pile is empty")
    if room_in_hand(table, seat) < 1:
        return ("11.1-a", "the hand is full")
    return cannot_afford(table, seat, 1)


def draw_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """11.1-a: for an action, while there is a draw pile and room in hand."""
    if cannot_draw(table, seat) is None:
        yield offer(Draw, "11.1-a", "Draw")


def refuse_draw(table: Table, seat: Seat, command: Draw, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the draw."""
    refuse(cannot_draw(table, seat))


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
    raise AssertionError("a draw does not end")


DRAW = Action[SeatBoard](Draw, draw, draw_offers, refuse_draw)


def return_steeple(draft: Draft, seat: Seat) -> None:
    """13.5.2.5-b: shown, shuffled back, and the draw goes on."""
    draft.move("steeple", seat_area(seat), rule="13.5.2.5-b")
    if draft.table.zone(DECK):
        draft.move("steeple", DECK, rule="13.5.2.5-b")
        draft.shuffle(DECK, rule="13.5.2.5-b")
    else:
        # Ruling: no other card could replace the last one, so it leaves an empty pile.
        discard(draft, ("steeple",), rule="13.5.2.5-b")


def play_white(draft: Draft, seat: Seat, card: PieceId) -> None:
    """1.1.2.1, 3.6-b, 11.1-b: a white back is played at once."""
    if card_of(draft.table, card).family == "event":
        play_event(draft, seat, card)
        check_draw_pile(draft)
        return
    draft.move(card, seat_area(seat), rule="11.1-b")
    check_draw_pile(draft)
    draft.begin(SteeplePlacement(seat) if card == "steeple" else ObjectivePlacement(seat, card))
