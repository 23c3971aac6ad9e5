"""Menus: who is offered which actions, who refuses, and what is carried out."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.kit.small_games import cards, match_of
from tests.scenario import Scenario
from wardiary.domain.games.kit.menus import Action, Menu, close_menu, top_step
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table


class Discard(Command, frozen=True, tag="discard"):
    """Discard a card of your hand."""

    card: str


class Pass(Command, frozen=True, tag="pass"):
    """Be asked no more."""


class Roll(Command, frozen=True, tag="roll"):
    """Roll a die, whenever you are asked anything."""


class Bid(Command, frozen=True, tag="bid"):
    """A command that no menu here has."""

    card: str


def discard_offers(table: Table, seat: str, turn: Turn) -> Iterator[Offer]:
    """Any card but the one held back."""
    if able := [card for card in cards(table, seat) if card != turn.held]:
        yield Offer("discard", (choice_slot("card", able),), "T1", "discard a card")
        yield Offer("pass", (), "T1", "discard no more")


def refuse_discard(table: Table, seat: str, command: Discard, turn: Turn) -> None:
    """A card that is held back."""
    if command.card == turn.held:
        raise Illegal("T4", f"{command.card} is held back")


def discard(draft: Draft, seat: str, command: Discard) -> None:
    """To the discards."""
    draft.move(command.card, "discard", rule="T1")


def end_turn(draft: Draft, seat: str, command: Pass) -> None:
    """The seat is asked no more."""
    waiting = top_step(draft, Turn).waiting
    draft.change(waiting=tuple(name for name in waiting if name != seat))


def roll_offers(table: Table, seat: str, turn: Turn) -> Iterator[Offer]:
    """Once for everybody."""
    if not turn.rolled:
        yield Offer("roll", (), "T3", "roll a die")


def roll(draft: Draft, seat: str, command: Roll) -> None:
    """A die."""
    (face,) = draft.roll(seat, "nothing", rule="T3")
    draft.change(rolled=face)


class Turn(Menu, frozen=True, tag="turn"):
    """The seats discard cards, all but the one that is held back, or pass."""

    menu = (Action(Discard, discard, discard_offers, refuse_discard), Action(Pass, end_turn))
    anytime = (Action(Roll, roll, roll_offers),)

    waiting: tuple[str, ...]
    held: str = ""
    rolled: int = 0

    def asks(self, table: Table) -> Prompts:
        """Everybody who has not passed."""
        return tuple(
            Prompt(seat, (), "T1", "your turn", {"window": "turn"}) for seat in self.waiting
        )

    def resume(self, draft: Draft) -> None:
        """Everybody has passed, or has no card left."""
        draft.finish()


def turn(*waiting: str, held: str = "") -> Scenario:
    """A match that begins with a turn."""
    return match_of(Turn(waiting, held), commands=(Discard, Pass, Roll))


class Pause(Menu, frozen=True, tag="pause"):
    """A seat may discard cards until it passes."""

    menu = (Action(Discard, discard, discard_offers), Action(Pass, close_menu))

    seat: str
    held: str = ""

    def asks(self, table: Table) -> Prompts:
        """The seat."""
        return (Prompt(self.seat, (), "T1", "any card?"),)


def test_every_seat_asked_gets_the_offers_of_all_actions_in_their_order():
    match = turn("red", "blue", held="card-0")
    prompts = [match.then_asks(seat) for seat in ("red", "blue")]

    assert [[offer.verb for offer in prompt.offers] for prompt in prompts] == [
        ["discard", "pass", "roll"],
        ["discard", "pass", "roll"],
    ]
    assert [prompt.offers[0].slots[0].candidates for prompt in prompts] == [
        ("card-1", "card-2"),
        ("card-3", "card-4", "card-5"),
    ]
    assert {(prompt.question, prompt.rule, prompt.facts["window"]) for prompt in prompts} == {
        ("your turn", "T1", "turn")
    }


def test_the_action_of_the_command_is_carried_out():
    turn("red", "blue").when("blue", "discard card-4").then(
        e.PiecesMoved(("card-4",), "discard", rule="T1")
    )


def test_an_action_without_offers_of_its_own_is_offered_by_another_one():
    match = turn("red", "blue").when("red", "pass")

    match.then_does_not_ask("red")
    match.then_asks("blue")


def test_an_action_refuses_under_its_own_rule_and_the_menu_under_that_of_the_question():
    turn("red", held="card-0").when("red", "discard card-0").then_illegal("T4")
    turn("red", held="card-0").when("red", "discard card-5").then_illegal("T1")


def test_an_action_at_any_time_is_offered_along_with_others_and_leaves_the_step_open():
    match = turn("red").when("red", "roll", dice=(4,))

    assert [offer.verb for offer in match.then_asks("red").offers] == ["discard", "pass"]
    match.when("red", "roll").then_illegal("T1")


def test_nobody_is_asked_for_the_sake_of_an_action_at_any_time_alone():
    match = turn("red", held="card-0")
    match.when("red", "discard card-1")

    match.when("red", "discard card-2")

    match.then_does_not_ask("red")
    assert match.table.result is not None


def test_a_command_of_another_step_is_refused_under_the_rule_of_the_question():
    match = match_of(Turn(("red",)), commands=(Discard, Pass, Roll, Bid))

    match.when("red", "bid card-0").then_illegal("T1")


def test_an_action_may_do_nothing_but_end_the_step():
    match = match_of(Pause("red"), commands=(Discard, Pass))
    match.when("red", "discard card-0")

    match.when("red", "pass")

    match.then_does_not_ask("red")
    assert match.table.result is not None
