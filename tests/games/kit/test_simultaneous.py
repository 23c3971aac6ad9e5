"""Several seats at once: who is still asked, what is secret, and when play goes on."""

from __future__ import annotations

from tests.games.kit.small_games import match_of
from tests.scenario import Scenario
from wardiary.domain.games.kit.simultaneous import SecretChoice, Simultaneous, seat_is_ready
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table

SEATS = ("red", "blue")


class Note(Command, frozen=True, tag="note"):
    """Count one more."""


class Ready(Command, frozen=True, tag="ready"):
    """Be asked no more."""


class Noting(Simultaneous, frozen=True, tag="noting"):
    """Every seat counts as often as it likes."""

    def prompt_of(self, table: Table, seat: str) -> Prompt:
        """Once more, or enough."""
        offers = (Offer("note", (), "T1"), Offer("ready", (), "T1"))
        return Prompt(seat, offers, "T1", f"{seat}, once more?")

    def answer(self, draft: Draft, seat: str, command: Command) -> None:
        """Count, or be ready."""
        if isinstance(command, Ready):
            seat_is_ready(draft, seat)
        else:
            draft.track("notes", draft.table.track("notes") + 1, rule="T1")

    def all_ready(self, draft: Draft) -> None:
        """The match goes on."""
        draft.track("all-ready", 1, rule="T1")


class Pick(Command, frozen=True, tag="pick"):
    """Put a card aside."""

    sealed = True
    card: str


class Picking(SecretChoice, frozen=True, tag="picking"):
    """Each seat puts a card aside."""

    question = "Which card do you pick?"
    rule = "T2"
    command = Pick

    def options(self, table: Table, seat: str) -> tuple[str, ...]:
        """The hand."""
        return table.zone(f"{seat}-hand")

    def zone_for(self, seat: str) -> str:
        """A zone that only the seat sees."""
        return f"{seat}-bid"

    def all_ready(self, draft: Draft) -> None:
        """Both are shown."""
        for seat in SEATS:
            draft.show(draft.table.zone(f"{seat}-bid"), SEATS, rule="T3")


def noting() -> Scenario:
    """A match in which both seats are asked whether they count once more."""
    return match_of(Noting(SEATS), commands=(Note, Ready))


def picking() -> Scenario:
    """A match in which both seats put a card aside."""
    return match_of(Picking(SEATS), commands=(Pick,))


def test_all_seats_are_asked_at_once_each_for_itself():
    match = noting()

    assert [match.then_asks(seat).question for seat in SEATS] == [
        "red, once more?",
        "blue, once more?",
    ]


def test_a_seat_is_asked_until_it_is_ready():
    match = noting().when("blue", "note").when("blue", "note")
    match.then_asks("blue")

    match.when("blue", "ready")

    assert match.table.track("notes") == 2
    match.then_does_not_ask("blue")
    match.then_asks("red")


def test_play_goes_on_when_the_last_seat_is_ready():
    match = noting().when("blue", "ready")
    assert match.table.track("all-ready") == 0

    match.when("red", "ready")

    assert match.table.track("all-ready") == 1


def test_a_secret_choice_offers_the_cards_of_each_seat():
    prompt = picking().then_asks("blue")

    (offer,) = prompt.offers
    assert (prompt.question, prompt.rule) == ("Which card do you pick?", "T2")
    assert (offer.verb, offer.slots[0].candidates) == ("pick", ("card-3", "card-4", "card-5"))


def test_the_card_is_put_aside_unseen_and_its_seat_is_asked_no_more():
    match = picking().when("red", "pick card-1")

    match.then(e.PiecesMoved(("card-1",), "red-bid", rule="T2"))
    match.then_does_not_ask("red")
    assert not match.table.knows("blue", "card-1")


def test_a_card_of_another_seat_is_refused_under_the_rule_of_the_question():
    picking().when("red", "pick card-4").then_illegal("T2")


def test_the_cards_are_revealed_when_all_have_chosen():
    match = picking().when("red", "pick card-1")

    match.when("blue", "pick card-5")

    shown = [event.pieces for event in match.happened(e.PiecesShown)]
    assert shown == [("card-1",), ("card-5",)]
    assert match.table.knows("blue", "card-1")
