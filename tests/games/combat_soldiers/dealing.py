"""Matches before their first Turn: dealt hands, picks and the initial deployment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.combat_soldiers.random_play import SeededRng, take_up
from tests.games.combat_soldiers.table import open_match
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.forming import is_infantry
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import lay_offers
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table.table import Table

INFANTRY = tuple(f"s3-s3-{number}" for number in (1, 2, 3, 4))

TACTICS = tuple(f"counterattack-intelligence-{number}" for number in (1, 2, 3, 4))


class Dealt:
    """A match whose first shuffle the test sets: the first hands, then the draw pile."""

    def __init__(
        self,
        *hands: Sequence[str],
        scenario: str = "free-form",
        dice: Sequence[int] = (),
        pile: Sequence[str] = (),
    ) -> None:
        """Hands of eight, filled up with infantry, and the top cards of the draw pile."""
        self.seats = len(hands)
        faces = dice or (9, *range(1, self.seats))
        blank = open_match(self.seats, scenario, ScriptedChance(faces)).table
        named = (pile, *hands)
        spare = [card for card in deck_of(blank) if not any(card in cards for cards in named)]
        green = [card for card in spare if is_infantry(blank, card)]
        order = []
        for hand in hands:
            order += [*hand, *(green.pop(0) for _ in range(8 - len(hand)))]
        order += [*pile, *(card for card in spare if card not in order)]
        stock = blank.zone("antitank-stock")
        opened = open_match(self.seats, scenario, ScriptedChance(faces, [stock, order]))
        self.outcome: Outcome = opened
        self.refused: Illegal | None = None

    @property
    def table(self) -> Table:
        return self.outcome.table

    def say(self, seat: str, words: str, dice: Sequence[int] = (), orders: Any = ()) -> Dealt:
        """One command; refusals are kept."""
        self.refused = None
        chance = ScriptedChance(dice, orders)
        try:
            self.outcome = decide(GAME, self.table, seat, GAME.command(words), chance)
        except Illegal as illegal:
            self.refused = illegal
        return self

    def all_say(self, *words: str) -> Dealt:
        """Every seat gives the same commands, seat by seat; `S-` stands for its name."""
        for seat in self.table.seats:
            for word in words:
                self.say(seat, word.replace("S-", f"{seat}-"))
                assert self.refused is None, self.refused
        return self

    def kept(self) -> Dealt:
        """All keep their hands and pick River-US and Bridge-German; laying cards is next."""
        blanks = [f"note S-blank-{number}" for number in (1, 2, 3)]
        self.all_say("pass")
        return self.all_say("note S-river-us", "note S-bridge-german", *blanks)

    def verbs(self, seat: str) -> set[str]:
        """The verbs that a seat is offered."""
        prompt = prompt_for(self.outcome.prompts, seat)
        assert prompt is not None
        return {offer.verb for offer in prompt.offers}


def deck_of(table: Table) -> list[str]:
    """All cards that are dealt from: pile and hands."""
    cards = list(table.zone("deck"))
    for seat in table.seats:
        cards += table.zone(f"{seat}-hand")
    return cards


def say(outcome: Outcome, seat: str, words: str, chance: Any = None) -> Outcome:
    command = GAME.command(words)
    return decide(GAME, outcome.table, seat, command, chance or ScriptedChance(), outcome.prompts)


def dealt(seats: int = 3, scenario: str = "free-form", seed: int = 1, **settings: Any) -> Outcome:
    return open_match(seats, scenario, SeededRng(seed), **settings)


def keep_all(outcome: Outcome) -> Outcome:
    for seat in outcome.table.seats:
        outcome = say(outcome, seat, "pass")
    return outcome


def note_all(outcome: Outcome) -> Outcome:
    rng = SeededRng(3)
    while outcome.prompts[0].offers[0].verb == "note":
        prompt = outcome.prompts[0]
        command = take_up(prompt.offers[0], rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, rng, outcome.prompts)
    return outcome


def laid(outcome: Outcome, seat: str, words: str) -> Outcome:
    return say(outcome, seat, f"lay {words}")


def with_hand(outcome: Outcome, seat: str, *cards: str) -> Outcome:
    """The same table with another hand for a seat."""
    draft = Draft(outcome.table, ScriptedChance(), GAME.open_steps(outcome.table))
    draft.move(draft.table.zone(f"{seat}-hand"), "deck", rule="2.4-b")
    draft.move(cards, f"{seat}-hand", rule="2.4-b")
    return Outcome((), draft.table, GAME.prompts(draft.table))


def finish_laying(outcome: Outcome, seat: str) -> Outcome:
    """Lay the objectives that must be laid, then be ready."""
    for _ in range(9):
        offers = lay_offers(outcome.table, seat)
        if offers[0].verb == "ready":
            return say(outcome, seat, "ready", SeededRng(9))
        objective = next(
            offer
            for offer in offers
            if outcome.table.pieces[str(offer.slots[0].candidates[0])].kind
            in outcome.table.pack.objectives
        )
        outcome = decide(
            GAME,
            outcome.table,
            seat,
            take_up(objective, lambda _: 0),
            SeededRng(9),
            outcome.prompts,
        )
    raise AssertionError("laying does not end")


def play_to_turns(outcome: Outcome) -> Outcome:
    rng = SeededRng(11)
    while not outcome.table.turn:
        prompt = outcome.prompts[0]
        offers = [
            offer for offer in prompt.offers if offer.verb in {"ready", "pass"}
        ] or prompt.offers
        command = take_up(offers[0], rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, rng, outcome.prompts)
    return outcome
