"""The strong bot: it wins where it can, and is blind to what its seat cannot know."""

from __future__ import annotations

from dataclasses import replace as replace_game
from random import Random

import pytest
from msgspec.structs import replace

from tests.projections.lab.toy_tables import one_card_each, toy_table
from tests.projections.noninterference import elsewhere, openings, play
from tests.toy import TOY, Bid
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Rng
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.table import Table
from wardiary.projections.lab.strong import Thinking, likely_orders, strong_command


def choice(table: Table, thinking: Thinking | None = None, seed: int = 1) -> Command:
    prompt = TOY.prompts(table)[0]
    return strong_command(TOY, table, prompt, Random(seed).randrange, thinking or Thinking(200, 3))


def two_cards(red: str, other: str, blue: str) -> Table:
    """Each seat may win with its next bid; red has two cards to choose from."""
    table = one_card_each(red, blue)
    deck = tuple(piece for piece in table.zone("deck") if piece != other)
    pieces = {**table.pieces, other: replace(table.pieces[other], zone="red-hand")}
    zones = {**table.zones, "red-hand": (other, red), "deck": deck}
    return replace(table, pieces=pieces, zones=zones)


def test_the_order_that_wins_is_found():
    assert Bid("card-9") == choice(two_cards("card-9", "card-0", "card-5"))


def test_an_order_that_the_sensible_bot_misjudges_is_put_right():
    """A bot that always bids low is corrected by what the rollouts show."""
    lowest = replace_game(TOY.policy, scorers={Bid: lowest_first})
    game = replace_game(TOY, policy=lowest)
    table = two_cards("card-9", "card-0", "card-5")
    prompt = game.prompts(table)[0]

    assert Bid("card-0") == lowest(table, prompt, Random(1).randrange)
    assert Bid("card-9") == strong_command(
        game, table, prompt, Random(1).randrange, Thinking(100, 2)
    )


class Proposing:
    """A bot that bids its lowest card, and thinks these orders best."""

    def __init__(self, *orders: Command) -> None:
        self.orders, self.asked = orders, 0
        self.chosen = ""

    def __call__(self, view: Table, prompt: Prompt, rng: Rng) -> Command:
        self.asked += 1
        return Bid(self.chosen or min(prompt.offers[0].slots[0].candidates))

    def best(self, view: Table, prompt: Prompt, most: int) -> list[Command]:
        return list(self.orders[:most])


def strong_choice(policy: Proposing, table: Table, thinking: Thinking, seed: int = 1) -> Command:
    game = replace_game(TOY, policy=policy)
    return strong_command(game, table, game.prompts(table)[0], Random(seed).randrange, thinking)


def test_an_order_that_is_refused_in_a_world_is_dropped_and_the_others_are_tried_on():
    """8.4c: what was thought about the others is not dropped."""
    policy = Proposing(Bid("card-5"), Bid("card-9"))
    table = two_cards("card-9", "card-0", "card-5")

    assert Bid("card-9") == strong_choice(policy, table, Thinking(100, 3))


def test_a_preferred_order_that_is_refused_in_a_world_is_compared_with_nothing():
    policy = Proposing(Bid("card-9"))
    policy.chosen = "card-5"
    table = two_cards("card-9", "card-0", "card-5")

    assert Bid("card-5") == strong_choice(policy, table, Thinking(100, 2))


def test_few_rollouts_an_order_are_no_evidence():
    """8.4c: the best of few is picked nearly at random, so the preferred one is given."""
    table = two_cards("card-9", "card-8", "card-7")

    choices = {
        strong_choice(Proposing(Bid("card-9")), table, Thinking(samples, 2), seed)
        for seed in range(40)
        for samples in (2, 4)
    }

    assert {Bid("card-8")} == choices


def test_when_the_time_is_over_a_rollout_is_not_played_to_its_end():
    """8.4c: the time is asked for after every command."""
    policy = Proposing(*map(Bid, toy_table(3).zone("red-hand")))

    strong_choice(policy, toy_table(3), Thinking(100, 3, lambda: policy.asked >= 3))

    assert 3 == policy.asked


def lowest_first(view: object, prompt: object, offer: object) -> object:
    for card in offer.slots[0].candidates:
        yield -int(card.split("-")[1]), Bid(card)


def test_with_a_number_of_samples_the_same_seed_gives_the_same_order():
    table = toy_table(3)

    assert {choice(table, Thinking(24, 3), seed=5)} == {
        choice(table, Thinking(24, 3), seed=5) for _ in range(3)
    }


def test_without_any_time_it_does_what_the_sensible_bot_does():
    table = toy_table(3)
    prompt = TOY.prompts(table)[0]
    (first, *_) = likely_orders(TOY, table, prompt, Random(1).randrange, 3)

    assert first == choice(table, Thinking(24, 3, lambda: True))


@pytest.mark.parametrize("name", registry.names())
def test_the_strong_bot_depends_on_nothing_that_its_seat_does_not_know(name: str):
    game, rng = registry.game(name), Random(6)
    pack, opening = openings(game)[0]
    tables = [table for table, _, _ in play(game, pack, opening, rng, 60)]
    table = next(
        table for table in reversed(tables)
        if game.prompts(table) and sum(len(p.offers) for p in game.prompts(table)) > 1
    )  # fmt: skip
    prompt = game.prompts(table)[0]
    other = elsewhere(table, prompt.seat, rng)

    left, right = (
        strong_command(game, place, prompt, Random(2).randrange, Thinking(4, 2))
        for place in (table, other)
    )

    assert left == right
