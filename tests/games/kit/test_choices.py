"""Questions with one answer: who is asked what, what is settled unasked, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from tests.games.kit.small_games import cards, match_of
from tests.scenario import Scenario
from wardiary.domain.games.kit.choices import (
    Choice,
    Choose,
    Decline,
    ListedChoice,
    ask,
    named_choices,
)
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table


class Discarded(ListedChoice, frozen=True, tag="discarded"):
    """Which card is discarded?"""

    question = "which card do you discard?"
    rule = "T1"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It goes to the discards."""
        draft.move(chosen, "discard", rule="T1")


class Exchanged(ListedChoice, frozen=True, tag="exchanged"):
    """Which card, if any, is laid aside, and for which one of the deck?"""

    question = "which card do you give back?"
    rule = "T3"
    name = "exchange"
    decline = Decline
    decline_label = "keep all cards"

    place: str

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It goes to the place named."""
        draft.move(chosen, self.place, rule="T3")

    def declined(self, draft: Draft) -> None:
        """A track says so."""
        draft.track("kept", 1, rule="T3")


class Shown(Command, frozen=True, tag="show"):
    """Show a card of your hand."""

    card: str


class Showing(Choice, frozen=True, tag="showing"):
    """Which card does blue show? Its options follow from the table."""

    rule = "T2"
    question = "which card do you show?"
    command = Shown

    def chooser(self, table: Table) -> str:
        """Blue."""
        return "blue"

    def options(self, table: Table) -> Sequence[str]:
        """The hand as it is now."""
        return cards(table, "blue")

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """Both seats see it."""
        draft.show(chosen, ("red", "blue"), rule="T2")

    def skipped(self, draft: Draft) -> None:
        """An empty hand is shown by a track."""
        draft.track("empty-hand", 1, rule="T2")


class Asking(Step, frozen=True, tag="asking"):
    """Asks one question as soon as play begins."""

    of: tuple[str, ...]
    optional: bool = False

    def resume(self, draft: Draft) -> None:
        """Ask it."""
        draft.finish()
        if self.optional:
            ask(draft, Exchanged("red", self.of, "deck"))
        else:
            ask(draft, Discarded("red", self.of))


def asked(*of: str, optional: bool = False) -> Scenario:
    """A match in which red is asked to choose among some cards."""
    return match_of(Asking(of, optional), steps=(Discarded, Exchanged), commands=(Choose, Decline))


def shown(*hand: str) -> Scenario:
    """A match in which blue, who holds no more than some cards, shows one of them."""
    match = match_of(Showing(), commands=(Shown,))
    others = [card for card in cards(match.table, "blue") if card not in hand]
    return match.given(lambda draft: draft.move(others, "discard", rule="T1"))


def test_a_seat_is_asked_the_question_with_every_option():
    prompt = asked("card-0", "card-2").then_asks("red")

    assert prompt.question == "which card do you discard?"
    assert prompt.rule == "T1"
    assert [offer.verb for offer in prompt.offers] == ["choose"]
    assert prompt.offers[0].slots[0].candidates == ("card-0", "card-2")
    assert prompt.facts == {"what": "discarded"}


def test_what_was_chosen_is_carried_out_and_the_question_is_closed():
    match = asked("card-0", "card-2").when("red", "choose card-2")

    match.then(
        e.PiecesMoved(("card-2",), "discard", rule="T1"),
        e.MatchEnded((), "nothing is left to do", {}, rule="T4"),
    )


def test_a_thing_that_is_no_option_is_refused_under_the_rule_of_the_question():
    match = asked("card-0", "card-2").when("red", "choose card-1")

    match.then_illegal("T1")
    assert match.refused is not None
    assert match.refused.why == "card-1 cannot be chosen; these can: card-0, card-2"


def test_a_question_that_must_be_answered_cannot_be_declined():
    asked("card-0", "card-2").when("red", "decline").then_illegal("T1")


def test_a_thing_listed_twice_is_one_option():
    (offer,) = asked("card-0", "card-1", "card-0").then_asks("red").offers

    assert offer.slots[0].candidates == ("card-0", "card-1")


def test_a_forced_choice_is_carried_out_unasked():
    match = asked("card-1", "card-1")

    assert match.table.zone("discard") == ("card-1",)
    assert match.table.result is not None


@pytest.mark.parametrize("optional", [False, True])
def test_a_question_without_options_is_skipped(optional: bool):
    match = asked(optional=optional)

    assert match.table.zone("discard") == ()
    assert match.table.result is not None


def test_a_question_that_may_be_declined_is_asked_about_a_single_thing():
    prompt = asked("card-1", optional=True).then_asks("red")

    assert [offer.verb for offer in prompt.offers] == ["choose", "decline"]
    assert prompt.offers[1].label == "keep all cards"
    assert prompt.facts == {"what": "exchange"}


def test_what_follows_from_declining_is_said_by_the_question():
    match = asked("card-1", optional=True).when("red", "decline")

    assert match.table.track("kept") == 1
    assert match.table.zone_of("card-1") == "red-hand"


def test_what_a_choice_remembers_is_at_hand_when_it_is_carried_out():
    match = asked("card-1", optional=True).when("red", "choose card-1")

    assert match.table.zone_of("card-1") == "deck"


def test_options_that_follow_from_the_table_are_those_of_now():
    match = shown("card-3", "card-5")
    (offer,) = match.then_asks("blue").offers
    assert (offer.verb, offer.slots[0].name) == ("show", "card")
    assert offer.slots[0].candidates == ("card-3", "card-5")

    match.when("blue", "show card-5")

    assert match.happened(e.PiecesShown) == (
        e.PiecesShown(("card-5",), ("red", "blue"), rule="T2"),
    )


def resumed(match: Scenario) -> Draft:
    """A draft on which the top step was resumed, as the kernel does when nobody is asked."""
    draft = Draft(match.table, ScriptedChance(), match.game.open_steps(match.table))
    draft.top.resume(draft)
    return draft


def test_an_open_question_that_came_to_a_single_option_is_carried_out():
    match = shown("card-4")
    match.then_does_not_ask("blue")

    assert resumed(match).events == [e.PiecesShown(("card-4",), ("red", "blue"), rule="T2")]


def test_an_open_question_that_lost_all_options_says_what_follows():
    match = shown()
    match.then_does_not_ask("blue")

    assert resumed(match).table.track("empty-hand") == 1


OLD_STEPS = [
    {
        "step": "choice",
        "seat": "red",
        "what": "discarded",
        "of": ["card-0", "card-1"],
        "optional": False,
        "about": [],
        "rule": "T1",
    },
    {
        "step": "choice",
        "seat": "blue",
        "what": "exchange",
        "of": ["card-4"],
        "optional": True,
        "about": ["discard"],
        "rule": "T3",
    },
]
"""Steps as they were stored when one kind of step asked all questions by their names."""


def test_steps_stored_with_the_name_of_their_question_are_read_as_the_question():
    match = match_of(
        Asking(("card-0", "card-1")),
        steps=(Discarded, Exchanged),
        commands=(Choose, Decline),
        step_upcasts=(named_choices("choice", (Discarded, Exchanged)),),
    )

    steps = match.game.steps_of(msgspec.json.encode(OLD_STEPS))

    assert steps == [
        Discarded("red", ("card-0", "card-1")),
        Exchanged("blue", ("card-4",), "discard"),
    ]


@pytest.mark.parametrize(
    "wrong",
    [{"what": "nobody-knows"}, {"rule": "T4"}, {"about": ["one", "two"]}],
    ids=["name", "rule", "about"],
)
def test_a_stored_question_that_no_class_asks_is_no_step(wrong: dict[str, object]):
    match = match_of(
        Asking(("card-0", "card-1")),
        steps=(Discarded,),
        commands=(Choose,),
        step_upcasts=(named_choices("choice", (Discarded,)),),
    )

    with pytest.raises(msgspec.ValidationError):
        match.game.steps_of(msgspec.json.encode([OLD_STEPS[0] | wrong]))
