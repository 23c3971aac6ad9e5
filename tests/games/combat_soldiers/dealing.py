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


class DealtMatch:
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

    def submit(
        self, seat: str, words: str, dice: Sequence[int] = (), orders: Any = ()
    ) -> DealtMatch:
        """One command; refusals are kept."""
        self.refused = None
        chance = ScriptedChance(dice, orders)
        try:
            self.outcome = decide(GAME, self.table, seat, GAME.command(words), chance)
        except Illegal as illegal:
            self.refused = illegal
        return self

    def all_submit(self, *words: str) -> DealtMatch:
        """Every seat gives the same commands, seat by seat; `S-` stands for its name."""
        for seat in self.table.seats:
            for word in words:
                self.submit(seat, word.replace("S-", f"{seat}-"))
                assert self.refused is None, self.refused
        return self

    def with_picks_noted(self) -> DealtMatch:
        """All keep their hands and pick River-US and Bridge-German; laying cards is next."""
        blanks = [f"note S-blank-{number}" for number in (1, 2, 3)]
        self.all_submit("pass")
        return self.all_submit("note S-river-us", "note S-bridge-german", *blanks)

    def offered_verbs(self, seat: str) -> set[str]:
        """The verbs that a seat is offered."""
        prompt = prompt_for(self.outcome.prompts, seat)
        assert prompt is not None
        return {offer.verb for offer in prompt.offers}


def ready_to_lay(*hand: str, **dealt: Any) -> DealtMatch:
    """A match of three seats in which Ann has these cards, and laying objectives is next."""
    return DealtMatch(hand, (), (), **dealt).with_picks_noted()


def deck_of(table: Table) -> list[str]:
    """All cards that are dealt from: pile and hands."""
    cards = list(table.zone("deck"))
    for seat in table.seats:
        cards += table.zone(f"{seat}-hand")
    return cards


def submit(outcome: Outcome, seat: str, words: str, chance: Any = None) -> Outcome:
    """A seat's command; raises Illegal when it is refused."""
    command = GAME.command(words)
    return decide(GAME, outcome.table, seat, command, chance or ScriptedChance(), outcome.prompts)


def deal_match(
    seats: int = 3, scenario: str = "free-form", seed: int = 1, **settings: Any
) -> Outcome:
    return open_match(seats, scenario, SeededRng(seed), **settings)


def keep_all_hands(outcome: Outcome) -> Outcome:
    """No seat calls a misdeal."""
    for seat in outcome.table.seats:
        outcome = submit(outcome, seat, "pass")
    return outcome


def note_all_picks(outcome: Outcome) -> Outcome:
    """Every seat picks its objectives at random."""
    rng = SeededRng(3)
    while outcome.prompts[0].offers[0].verb == "note":
        prompt = outcome.prompts[0]
        command = take_up(prompt.offers[0], rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, rng, outcome.prompts)
    return outcome


def lay(outcome: Outcome, seat: str, words: str) -> Outcome:
    """A seat lays a card: its id, the end that is up, and the place."""
    return submit(outcome, seat, f"lay {words}")


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
            return submit(outcome, seat, "ready", SeededRng(9))
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
    """Go on to the first Turn, taking the first offer that ends a question."""
    rng = SeededRng(11)
    while not outcome.table.turn:
        prompt = outcome.prompts[0]
        offers = [
            offer for offer in prompt.offers if offer.verb in {"ready", "pass"}
        ] or prompt.offers
        command = take_up(offers[0], rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, rng, outcome.prompts)
    return outcome
