"""The same rules as ever, the same numbers from the same seed, and nothing that is not known."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.projections.lab.toy_tables import one_card_each, toy_table
from tests.projections.noninterference import elsewhere, openings, play
from tests.toy import TOY
from wardiary.domain.diary.codec import digest
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table.table import Table
from wardiary.projections.lab import exact
from wardiary.projections.lab.draws import EveryDraw, seeded_draws
from wardiary.projections.lab.measures import UnknownMeasure
from wardiary.projections.lab.playing import NotPlayable, Playout
from wardiary.projections.lab.rollouts import Rollout, plan_for, play_share, rollout
from wardiary.projections.lab.worlds import HANDS, TRUTH, deals, world


def begun(game: Game, commands: int = 0, seed: int = 3) -> Table:
    """A table of a game after some random commands."""
    pack, opening = openings(game)[0]
    tables = [table for table, _, _ in play(game, pack, opening, Random(seed), commands + 1)]
    return tables[-1]


def bare(table: Table) -> str:
    """The digest of a table but for its place in a diary."""
    return digest(replace(table, position=0, steps=msgspec.Raw(b"[]")))


@pytest.mark.parametrize("name", registry.names())
def test_playing_in_memory_gives_the_tables_that_the_kernel_gives(name: str):
    game = registry.game(name)
    table = begun(game)
    fast = Playout(game, table, seeded_draws("1", 0, "dice"))
    chance, rng = seeded_draws("1", 0, "dice"), Random(5)
    for _ in range(250):
        prompts = game.prompts(table)
        assert prompts == fast.prompts
        if not prompts:
            break
        command = random_command(prompts[0], game.verbs, rng.randrange)
        seat = prompts[0].seat
        outcome = attempt(partial(decide, game, table, seat, command, chance))
        refused = attempt(partial(fast.play, seat, command))
        if not isinstance(outcome, Outcome):
            assert outcome == refused
            continue
        table = outcome.table

        assert bare(table) == bare(fast.table)


def attempt(work: Callable[[], object]) -> object:
    """What a work gives, or why it is refused."""
    try:
        return work()
    except Illegal as refused:
        return str(refused)


def test_a_rollout_leaves_its_table_as_it_was():
    table = toy_table()
    before = digest(table)

    rollout(table, 4, game=TOY)

    assert before == digest(table)


def test_the_same_seed_gives_the_same_rollouts_and_another_seed_others():
    table = toy_table()

    first, second = (rollout(table, 30, game=TOY, players="random", seed=7) for _ in range(2))
    other = rollout(table, 30, game=TOY, players="random", seed=8)

    assert first == second
    assert first != other


def test_a_rollout_depends_on_its_number_and_not_on_those_before_it():
    table = toy_table()

    result = rollout(table, 20, game=TOY, seed=7).all
    longer = rollout(table, 40, game=TOY, seed=7).all

    assert result == longer[:20]
    assert list(range(40)) == [one.number for one in longer]


def test_the_command_is_given_before_anybody_else_acts():
    table = toy_table()
    given: list[str] = []

    def watching(view: Table, prompt: Prompt, rng: object) -> Command:
        given.append(prompt.seat)
        return TOY.command(f"bid {prompt.offers[0].slots[0].candidates[0]}")

    card = table.zone("red-hand")[0]
    result = rollout(
        table, 1, game=TOY, seat="red", command=f"bid {card}",
        players={"red": watching, "blue": watching}, stop=lambda now: bool(given),
    )  # fmt: skip

    assert ["blue"] == given[:1]
    assert "stopped" == result.all[0].ended


def test_a_player_of_ones_own_sees_only_what_its_seat_sees():
    table = toy_table()
    seen: list[Table] = []

    def spying(view: Table, prompt: Prompt, rng: object) -> Command:
        seen.append(view)
        return TOY.command(f"bid {prompt.offers[0].slots[0].candidates[0]}")

    rollout(table, 1, game=TOY, players={"red": spying})

    assert seen
    assert all(card.startswith("?") for view in seen for card in view.zone("blue-hand"))


def test_an_answer_of_ones_own_that_is_not_on_offer_is_refused():
    with pytest.raises(Illegal, match="card-99 is not among the cards you can choose"):
        rollout(toy_table(), 1, game=TOY, players=lambda *_: TOY.command("bid card-99"))


def test_dice_that_are_set_fall_first():
    table = toy_table()
    high, low = table.zone("red-hand")[0], table.zone("red-hand")[1]
    plans = [
        rollout(
            table, 8, game=TOY, seat="red", command=f"bid {card}", dice=dice, measure=points_of_red,
            players="random", stop=lambda now: any(now.tracks.values()),
        )
        for card in (high, low)
        for dice in ((6, 1), (1, 6))
    ]  # fmt: skip

    assert plans[0].mean >= plans[1].mean
    assert plans[2].mean >= plans[3].mean
    assert plans[0] != plans[1]


def points_of_red(table: Table) -> float:
    return table.track("points/red")


def test_dice_that_cannot_fall_are_refused():
    with pytest.raises(Illegal, match="9 was set for the branch's next roll"):
        rollout(
            toy_table(), 1, game=TOY, dice=(9,),
            players=lambda view, prompt, rng: TOY.command(
                f"bid {prompt.offers[0].slots[0].candidates[0]}"
            ),
        )  # fmt: skip


def test_a_rollout_that_does_not_end_is_given_up():
    (result,) = rollout(toy_table(), 1, game=TOY, bound=1).all

    assert Rollout(0, 0.0, (), "bounded", 1) == result


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": "clever"}, "no player 'clever'; there are bot, random, or a function"),
        ({"players": {"green": "bot"}}, "no seat 'green' at this table; there are: red, blue"),
        ({"seat": "green"}, "no seat 'green' at this table; there are: red, blue"),
        ({"measure": "luck"}, "no measure 'luck'; there are win, score, losses, or a function"),
        ({"measure": "losses"}, "toy does not count losses; give a function of the table"),
        ({"eyes": "green"}, "no seat 'green' to look for; there are: red, blue, hands, exact"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(options: dict[str, object], sentence: str):
    with pytest.raises((NotPlayable, UnknownMeasure, Illegal)) as result:
        rollout(toy_table(), 1, game=TOY, **options)

    assert sentence in str(result.value)


@pytest.mark.parametrize("name", registry.names())
def test_losses_are_counted_by_games_that_tell_them(name: str):
    game = registry.game(name)
    table = begun(game, 20)
    if game.losses is None:
        with pytest.raises(UnknownMeasure, match="does not count losses"):
            rollout(table, 2, measure="losses")
        return

    result = rollout(table, 2, measure="losses", players="random", seed=2)

    assert max(result.values) > 0


# What is known


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("seed", range(3))
def test_rollouts_for_a_seat_depend_on_nothing_that_it_does_not_know(name: str, seed: int):
    """Two worlds that look alike to the seat give the very same rollouts."""
    game, rng = registry.game(name), Random(seed)
    table = begun(game, 30 + 40 * seed, seed)
    seat = rng.choice(table.seats)
    other = elsewhere(table, seat, rng)

    result = [
        rollout(place, 2, seat=seat, eyes=seat, players="random", seed=seed, bound=60,
                measure=lambda end: float(int(bare(end)[:12], 16)))
        for place in (table, other)
    ]  # fmt: skip

    assert result[0] == result[1]


def test_a_deal_keeps_what_the_seat_sees_and_changes_what_it_does_not():
    table = toy_table()
    dealt = list(deals(table, "red", 20, seed=1))

    assert {table.zone("red-hand")} == {world.zone("red-hand") for world in dealt}
    assert len({world.zone("blue-hand") for world in dealt}) > 5
    assert dealt == list(deals(table, "red", 20, seed=1))


def test_hands_are_as_they_were_where_only_the_piles_are_unknown():
    table = toy_table()
    seen: list[tuple[str, ...]] = []

    def watch(now: Table) -> bool:
        seen.append(now.zone("deck"))
        assert table.zone("red-hand") == now.zone("red-hand")
        assert table.zone("blue-hand") == now.zone("blue-hand")
        return True

    rollout(table, 20, game=TOY, eyes=HANDS, stop=watch)
    decks = set(seen)
    seen.clear()
    rollout(table, 20, game=TOY, eyes=TRUTH, stop=watch)

    assert len(decks) > 5
    assert {table.zone("deck")} == set(seen)


@pytest.mark.parametrize("name", registry.names())
def test_a_plan_for_the_eyes_of_a_seat_holds_nothing_that_it_does_not_know(name: str):
    """8.4c: it is sent to workers on other machines, and is the same wherever the cards are."""
    game, rng = registry.game(name), Random(4)
    table = begun(game, 40)
    for seat in table.seats:
        other = elsewhere(table, seat, rng)
        here, there = (plan_for(place, seat, eyes=seat, seed=3).table for place in (table, other))

        assert here.pack is there.pack
        assert sent_bytes(here) == sent_bytes(there)


def sent_bytes(table: Table) -> bytes:
    """All of a table but its printed values, in the order in which it is sent."""
    return msgspec.json.encode(replace(table, pack={}))


def test_the_hands_of_others_are_not_in_a_plan_for_the_eyes_of_a_seat():
    table = toy_table()

    hands = {
        plan_for(table, "red", game=TOY, eyes="red", seed=seed).table.zone("blue-hand")
        for seed in range(20)
    }

    assert len(hands) > 5


@pytest.mark.parametrize("name", registry.names())
def test_the_rollouts_of_a_plan_are_those_of_the_table_that_it_was_made_from(name: str):
    """8.4c: to deal it beforehand changes nothing of what is dealt for each rollout."""
    table = begun(registry.game(name), 40)
    plan = plan_for(table, table.seats[0], eyes=table.seats[0], players="random", bound=40)
    true = plan_for(table, table.seats[0], eyes=table.seats[0], players="random", bound=40)
    object.__setattr__(true, "table", table)

    worlds = [
        [
            bare(world(one.table, one.eyes, seeded_draws(one.seed, number, "deal")))
            for number in range(4)
        ]
        for one in (plan, true)
    ]

    assert worlds[0] == worlds[1]
    assert play_share(plan, range(4)) == play_share(true, range(4))


# Exact chances


def test_every_draw_is_taken_once_and_all_together_are_certain():
    draws, orders = EveryDraw(), []
    while True:
        draws.begin()
        orders.append((draws.shuffle("abc"), draws.roll(1, 2), draws.weight))
        if not draws.advance():
            break

    assert 12 == len(set(orders)) == len(orders)
    assert 1 == sum(weight for _, _, weight in orders)


def test_the_chance_of_one_bid_is_counted_over_both_dice():
    """Red bids 9 against 5: it loses only where its die is lower by 4 or more, or even at 4."""
    table = one_card_each("card-9", "card-5")
    plan = plan_for(table, "red", game=TOY, players="random")

    result = exact.chances(plan)

    losing = sum(red + 9 < blue + 5 for red in range(1, 7) for blue in range(1, 7))
    assert Fraction(36 - losing, 36) == result["red"]
    assert 1 == sum(result.values())


def test_more_courses_than_may_be_taken_are_refused():
    with pytest.raises(exact.TooManyCourses, match="more than 10 ways; begin nearer to its end"):
        exact.chances(plan_for(toy_table(), game=TOY, players="random"), 10)


def test_rollouts_come_near_the_exact_chance():
    table = one_card_each("card-6", "card-5")
    truth = float(exact.chances(plan_for(table, "red", game=TOY))["red"])

    result = rollout(table, 600, seat="red", game=TOY, players="random", seed=1).mean

    assert truth == pytest.approx(result, abs=0.06)


@pytest.mark.parametrize("name", registry.names())
def test_a_plan_goes_to_another_process_and_gives_the_same_there(name: str):
    game = registry.game(name)
    table = begun(game, 10)
    game.prompts(table)
    plan = plan_for(table, players="random", bound=30)

    sent = pickle.loads(pickle.dumps(plan))

    assert bare(plan.table) == bare(sent.table)
    assert game is sent.game
