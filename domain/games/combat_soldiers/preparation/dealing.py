"""2.3, 2.4, 2.6 The dealer, the deck, misdeals, the refill and the last shuffle."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.components.cards import WHITE, card_of, scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import (
    ASIDE,
    BOX,
    DECK,
    hand,
    seat_area,
    seats_after,
)
from wardiary.domain.games.combat_soldiers.groups.forming import is_infantry
from wardiary.domain.games.combat_soldiers.preparation.setting_up import DEALT
from wardiary.domain.games.combat_soldiers.preparation.two_player import (
    EVENTS,
    is_two_player,
    last_events,
    remove_cards,
)
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.games.kit.simultaneous import Simultaneous, seat_is_ready
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Misdeal(Command, frozen=True, tag="misdeal"):
    """2.6: call a misdeal, having no infantry."""

    says = "call a misdeal"


DEALER_BOUND = 200
SET_ASIDE = ("mines", "engineers", "friendly-fire")


def choose_dealer(draft: Draft) -> Seat:
    """2.3: the highest die deals; CS-Q07: tied seats roll again."""
    tied = list(draft.table.seats)
    for _ in range(DEALER_BOUND):
        faces = {seat: draft.roll(seat, "dealer", rule="2.3", high=10)[0] for seat in tied}
        highest = max(faces.values())
        tied = [seat for seat in tied if faces[seat] == highest]
        if len(tied) == 1:
            return tied[0]
    raise AssertionError("the dice never stop tying")


def prepare_deck(draft: Draft) -> None:
    """2.4-a: what is set aside; 17.2.4, 17.2.6, 20.1: what scenario and number of seats remove."""
    table = draft.table
    scenario = scenario_of(table)
    if is_two_player(table):
        remove_cards(draft)
    airborne = [piece for piece in table.zone(DECK) if "airborne" in card_of(table, piece).uses]
    # Ruling: CS-Q38 with two players no Airborne card is left to remove.
    draft.move(airborne[: scenario.airborne_removed], BOX, rule="17.2.6")
    aside = [piece for piece in draft.table.zone(DECK) if table.pieces[piece].kind in SET_ASIDE]
    draft.move(aside, ASIDE, rule="2.4-a")
    # Ruling: CS-Q39 with two players the Weather is also set aside, with the other events.
    if scenario.weather or is_two_player(table):
        draft.move("weather", ASIDE, rule="20.3.2" if is_two_player(table) else "17.2.4")


def deal(draft: Draft) -> None:
    """2.4-b, 20.3: shuffle, and eight cards each."""
    draft.shuffle(DECK, rule="2.4-b")
    for seat in draft.table.seats:
        draft.draw(DECK, hand(seat), DEALT, rule="2.4-b")


class MisdealCall(Simultaneous, frozen=True, tag="misdealing"):
    """2.6: before anything is picked or laid, a seat without infantry may call a misdeal.

    Every seat is asked, whatever it holds.
    """

    def prompt_of(self, table: Table, seat: Seat) -> Prompt:
        """To keep the hand, or call a misdeal."""
        offers = [offer(Pass, "2.6", "Keep the hand")]
        if cannot_call_misdeal(table, seat) is None:
            offers.append(offer(Misdeal, "2.6", "Call a misdeal"))
        return Prompt(seat, tuple(offers), "2.6", "Keep this hand?")

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """2.6: raise Illegal for a misdeal with infantry in hand."""
        if isinstance(command, Misdeal):
            refuse(cannot_call_misdeal(table, seat))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Keep the hand, or have all hands dealt again."""
        if isinstance(command, Misdeal):
            for other in draft.table.seats:
                draft.move(draft.table.zone(hand(other)), DECK, rule="2.6")
            deal(draft)
            draft.change(waiting=draft.table.seats)
        else:
            seat_is_ready(draft, seat)

    def all_ready(self, draft: Draft) -> None:
        """All keep their hands, and the round goes on."""


def cannot_call_misdeal(table: Table, seat: Seat) -> Refusal:
    """2.6: why a seat cannot call a misdeal: it holds infantry."""
    if any(is_infantry(table, card) for card in table.zone(hand(seat))):
        return ("2.6", "you hold infantry")
    return None


def refill(draft: Draft, dealer: Seat) -> None:
    """2.6.3: from the dealer's left; white backs go back to the dealer and are replaced."""
    table = draft.table
    for seat in table.seats:
        # Ruling: CS-Q04 a white back that could not be laid goes back like one that is drawn.
        white = [card for card in table.zone(hand(seat)) if card_of(table, card).back == WHITE]
        draft.move(white, ASIDE, rule="2.6.3-b")
    for seat in (*seats_after(table.seats, dealer), dealer):
        while draft.table.zone(DECK) and room_in_hand(draft.table, seat) > 0:
            card = draft.table.zone(DECK)[0]
            if card_of(draft.table, card).back == WHITE:
                draft.move(card, ASIDE, rule="2.6.3-b")
            else:
                draft.draw(DECK, hand(seat), 1, rule="2.6.3-a")


def finish_deck(draft: Draft, dealer: Seat) -> None:
    """2.6.4-a, 17.2.4, 20.3: what was set aside goes in, and all is shuffled."""
    if is_two_player(draft.table):
        last_events(draft)
    if scenario_of(draft.table).weather:
        draft.move("weather", seat_area(dealer), rule="17.2.4")
    aside = draft.table.zone(ASIDE)
    assert not is_two_player(draft.table) or not set(aside) & set(EVENTS)
    draft.move(aside, DECK, rule="2.6.4-a")
    draft.shuffle(DECK, rule="2.6.4-a")
