"""Bots that score offers: the highest score is taken, and luck decides among equals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from wardiary.domain.games.kit.bots import ScoringBot, fillings
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Offer, Prompt, Slot, choice_slot, several_slot
from wardiary.domain.table.table import Table


class Play(Command, frozen=True, tag="play"):
    """Play a card somewhere."""

    card: str
    at: str


class Discard(Command, frozen=True, tag="discard"):
    """Discard cards."""

    cards: tuple[str, ...]


class Pass(Command, frozen=True, tag="pass"):
    """Do nothing."""


PLAY = Offer("play", (choice_slot("card", ("a", "b")), choice_slot("at", ("x", "y"))))
DISCARD = Offer("discard", (several_slot("cards", ("a", "b", "c"), 2),))
PASS = Offer("pass")
WORTH = {"ax": 3.0, "ay": 1.0, "bx": 1.0, "by": 3.0}


def play_scores(worth: dict[str, float], prompt: Prompt, offer: Offer) -> Iterator:
    for command in fillings(offer, Play):
        yield worth[command.card + command.at], command


def pass_scores(worth: dict[str, float], prompt: Prompt, offer: Offer) -> Iterator:
    yield 2.0, Pass()


def evaluate(view: Table, seat: str) -> dict[str, float]:
    """What the bot of these tests goes by."""
    return WORTH if seat == "red" else dict.fromkeys(WORTH, 0.0)


BOT = ScoringBot(evaluate, {Play: play_scores, Pass: pass_scores}, (Play, Discard, Pass))


def chosen(seat: str, *offers: Offer, rng: int = 0) -> Command:
    """What the bot does with some offers."""
    return BOT(Table(), Prompt(seat, offers, "T1"), lambda below: rng % below)


def test_the_command_with_the_highest_score_is_taken():
    assert chosen("blue", PLAY, PASS) == Pass()


def test_luck_decides_among_commands_of_the_same_score():
    assert [chosen("red", PLAY, PASS, rng=rng) for rng in (0, 1, 2)] == [
        Play("a", "x"),
        Play("b", "y"),
        Play("a", "x"),
    ]


def test_an_offer_without_a_scorer_is_taken_only_when_there_is_nothing_else():
    assert chosen("red", DISCARD, PASS) == Pass()
    assert chosen("red", DISCARD) == Discard(("a", "b"))


def test_an_offer_is_filled_in_every_way():
    assert list(fillings(PLAY, Play)) == [
        Play("a", "x"),
        Play("a", "y"),
        Play("b", "x"),
        Play("b", "y"),
    ]
    assert list(fillings(PLAY, Play, most=3))[-1] == Play("b", "x")


def test_a_slot_for_several_things_is_filled_as_told():
    def pairs(slot: Slot) -> Iterator[tuple[str, ...]]:
        return permutations(slot.candidates, 2)

    assert list(fillings(DISCARD, Discard)) == [Discard(("a", "b"))]
    assert len(list(fillings(DISCARD, Discard, pairs))) == 6
