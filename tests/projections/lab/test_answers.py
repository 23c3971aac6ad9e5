"""Odds, comparisons and reviews: true numbers, plain words, and nothing that is not known."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.diary.toy_match import ToyMatch
from tests.projections.lab.toy_tables import one_card_each, toy_table
from tests.projections.noninterference import elsewhere, openings, play
from tests.toy import TOY, Bid
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.games import registry
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table.table import Table
from wardiary.projections.lab import exact
from wardiary.projections.lab.comparison import Comparison, compared_orders, orders_on_offer
from wardiary.projections.lab.odds import Odds, basis, sampled_odds
from wardiary.projections.lab.playing import NotPlayable
from wardiary.projections.lab.review import Review, Reviewer
from wardiary.projections.lab.rollouts import plan_for


def last_odds(table: Table, seat: str = "red", **options: object) -> Odds:
    *_, result = sampled_odds(plan_for(table, seat, game=TOY, players="random"), **options)
    return result


def test_sampling_goes_on_until_the_range_is_as_narrow_as_asked():
    table = one_card_each("card-6", "card-5")
    wide, narrow = last_odds(table, width=0.2), last_odds(table, width=0.1)

    assert wide.chance.interval.width <= 0.2
    assert narrow.chance.interval.width <= 0.1
    assert wide.number < narrow.number
    assert wide.reached


def test_sampling_stops_at_the_most_that_is_allowed():
    result = last_odds(one_card_each("card-6", "card-5"), width=0.001, most=60)

    assert 60 == result.number
    assert not result.reached


def test_the_chances_of_all_seats_come_from_the_same_games():
    result = last_odds(one_card_each("card-6", "card-5"))

    assert result.number == sum(chance.times for chance in result.seats.values())


def test_ranges_hold_the_exact_chance_as_often_as_they_say():
    """Calibration: of some 100 endings, whose chances are counted over every course."""
    rng, held, number = Random(1), 0, 100
    for seed in range(number):
        red, blue = rng.sample([f"card-{n}" for n in range(10)], 2)
        table = one_card_each(red, blue)
        plan = plan_for(table, "red", game=TOY, players="random", seed=seed)
        *_, result = sampled_odds(plan, width=0.2, most=400)
        held += result.chance.interval.holds(float(exact.chances(plan)["red"]))

    assert held >= 90


def test_what_is_certain_is_within_its_range():
    assert last_odds(one_card_each("card-9", "card-0")).chance.interval.holds(1)


def test_of_positions_said_to_be_seventy_per_cent_about_seventy_are_won():
    """Calibration: what is said of a position against one game that is then played from it."""
    said, won = [], 0
    for seed in range(400):
        table = toy_table(seed % 250 + 1)
        plan = plan_for(table, "red", game=TOY, players="random", seed=f"said {seed}")
        *_, odds = sampled_odds(plan, width=1, least=24, most=24)
        if 0.55 <= odds.chance.share <= 0.85:
            said.append(odds.chance.share)
            play_on = plan_for(table, "red", game=TOY, players="random", seed=f"played {seed}")
            *_, played = sampled_odds(play_on, width=1, least=1, most=1)
            won += played.chance.times

    assert len(said) > 60
    assert sum(said) / len(said) == pytest.approx(won / len(said), abs=0.13)


def test_every_number_says_what_it_rests_on():
    plan = plan_for(toy_table(), "red", game=TOY, players={"red": "random"}, eyes="red")

    result = basis(plan, 2)

    assert "Red by a player that takes any offer at random" in result
    assert "Blue by the sensible bot" in result
    assert "What Red does not know is dealt again in every game." in result
    assert "2 games were given up" in result
    assert "95% of such ranges hold the true one" in result


# Comparing orders


def compared(table: Table, number: int = 160, **options: object) -> Comparison:
    plan = plan_for(table, "red", game=TOY, players="random", **options)
    prompt = prompt_for(TOY.prompts(table), "red")
    assert prompt is not None
    *_, result = compared_orders(plan, prompt, number=number)
    return result


def test_the_better_card_is_found_and_the_worse_one_is_behind():
    table = one_card_each("card-9", "card-5")
    table = with_second_card(table, "card-0")

    best, worst = compared(table).orders

    assert "bid card-9" == best.command
    assert "Bid card" == best.text
    assert worst.behind > 0
    assert not worst.tied
    assert best.tied


def with_second_card(table: Table, card: str) -> Table:
    hand = (*table.zone("red-hand"), card)
    deck = tuple(piece for piece in table.zone("deck") if piece != card)
    pieces = {**table.pieces, card: replace(table.pieces[card], zone="red-hand")}
    return replace(table, pieces=pieces, zones={**table.zones, "red-hand": hand, "deck": deck})


def test_orders_that_bring_the_same_cannot_be_told_apart():
    table = with_second_card(one_card_each("card-9", "card-1"), "card-8")

    result = compared(table)

    assert all(order.tied for order in result.orders)


def test_an_order_that_is_refused_in_a_world_is_left_out_and_the_others_are_compared():
    """8.4c: what its seat does not know may decide whether an order is possible."""
    table = with_second_card(one_card_each("card-9", "card-5"), "card-0")
    plan = plan_for(table, "red", game=TOY)
    orders = [Bid("card-9"), Bid("card-5"), Bid("card-0")]

    *_, last = compared_orders(plan, TOY.prompts(table)[0], number=8, commands=orders)

    assert {"bid card-9", "bid card-0"} == {order.command for order in last.orders}


def test_where_every_order_is_refused_that_is_said():
    table = one_card_each("card-9", "card-5")
    plan = plan_for(table, "red", game=TOY)

    with pytest.raises(NotPlayable, match="accepted in every world"):
        list(compared_orders(plan, TOY.prompts(table)[0], commands=[Bid("card-5")]))


def test_an_order_that_is_clearly_worse_is_dropped_on_the_way():
    table = with_second_card(one_card_each("card-9", "card-3"), "card-0")

    best, worst = compared(table, 400).orders

    assert worst.number == best.number < 400


def test_orders_beyond_the_most_are_counted_and_every_offer_keeps_some():
    table = toy_table()
    (red, _) = TOY.prompts(table)

    orders, left_out = orders_on_offer(TOY, table, red, 2)

    assert (2, 1) == (len(orders), left_out)


@pytest.mark.parametrize("name", registry.names())
def test_what_a_running_seat_is_told_depends_on_nothing_that_it_does_not_know(name: str):
    """Odds and compared orders are the same bytes in two worlds that look alike to the seat."""
    game, rng = registry.game(name), Random(4)
    pack, opening = openings(game)[0]
    tables = [table for table, _, _ in play(game, pack, opening, rng, 40)]
    table = next(table for table in reversed(tables) if game.prompts(table))
    prompt = game.prompts(table)[0]
    other = elsewhere(table, prompt.seat, rng)

    results = [told(game.name, place, prompt.seat) for place in (table, other)]

    assert results[0] == results[1]


def told(name: str, table: Table, seat: str) -> bytes:
    game = registry.game(name)
    plan = plan_for(table, seat, eyes=seat, players="random", bound=30)
    prompt = prompt_for(game.prompts(table), seat)
    assert prompt is not None
    *_, odds = sampled_odds(plan, most=8)
    *_, orders = compared_orders(plan, prompt, number=2, most=3)
    return msgspec.json.encode((odds, orders))


# Reviews


@pytest.fixture(scope="module")
def match() -> ToyMatch:
    """A finished match of the toy game."""
    toy, rng = ToyMatch(target=3), Random(2)
    while prompts := TOY.prompts(toy.line.table):
        cards = prompts[0].offers[0].slots[0].candidates
        toy.give(prompts[0].seat, Bid(rng.choice(cards)))
    return toy


def reviewed(match: ToyMatch, **options: object) -> Review:
    options = {"sample": 40, "points": 40, **options}
    *_, result = Reviewer(TOY, match.line, match.line.table.result.winners[0], **options).work()
    return result


def test_a_review_has_the_curve_of_the_match_up_to_its_certain_end(match: ToyMatch):
    result = reviewed(match)
    winner, last = result.seat, result.curve[-1]

    assert match.line.head == last.position
    assert (1.0, 1.0) == (last.seats[winner].share, last.seats[winner].low)
    assert 0.1 < result.curve[0].seats[winner].share < 1
    assert result.whole


def test_luck_and_decision_make_up_the_change_of_a_turning_point(match: ToyMatch):
    turns = reviewed(match).turns

    assert turns
    for turn in turns:
        assert turn.change == pytest.approx((turn.luck or 0) + (turn.decision or 0))
        assert not turn.low <= 0 <= turn.high
        assert f"{100 * abs(turn.change):.0f} points" in turn.says


def test_an_order_without_dice_has_no_luck_in_it(match: ToyMatch):
    """The first of two bids rolls nothing, the second one does."""
    for turn in reviewed(match).turns:
        rolls = any("rolls" in text for text in turn.texts)
        assert rolls or turn.luck == 0
        assert rolls != ("no die and no card had a say" in turn.says)


def test_an_order_whose_dice_could_change_nothing_is_not_called_one_without_dice():
    """Blue bids its 1 against the 8 of Red, which wins whatever the dice show."""
    toy = ToyMatch(target=1, secrets=Secrets(bytes(32), bytes([1]) * 32))
    toy.give("red", Bid("card-8"))
    toy.give("blue", Bid("card-1"))

    (turn,) = reviewed(toy).turns

    assert 0 == turn.luck
    assert any("rolls" in text for text in turn.texts)
    assert "+0 points by how dice and cards fell" in turn.says


def test_a_review_that_is_stopped_has_what_there_is_and_says_so(match: ToyMatch):
    steps = Reviewer(TOY, match.line, "red", sample=8).work()
    next(steps)
    result = next(steps)

    assert 2 == len(result.curve)
    assert not result.whole
    assert 16 == result.rollouts


def test_the_same_seed_gives_the_same_review(match: ToyMatch):
    assert reviewed(match, seed="5") == reviewed(match, seed="5")
    assert reviewed(match, seed="5") != reviewed(match, seed="6")


def test_through_the_eyes_of_a_seat_the_orders_of_others_are_not_split(match: ToyMatch):
    seat = match.line.table.result.winners[0]

    for turn in reviewed(match, eyes=seat).turns:
        assert (turn.luck is None) == (turn.by != seat)


def test_a_review_of_a_running_match_depends_on_nothing_that_its_seat_does_not_know():
    """The same bytes whichever cards the other seat holds and the deck has."""
    reviews = []
    for swapped in (False, True):
        match = ToyMatch(target=3)
        if swapped:
            match.rename(match.unseen_swap("red"))
        match.give("red", Bid(match.line.table.zone("red-hand")[0]))
        *_, result = Reviewer(TOY, match.line, "red", "red", sample=16, turns=2).work()
        reviews.append(msgspec.json.encode(result))

    assert b'"winners":null' in reviews[0]
    assert reviews[0] == reviews[1]


def test_a_review_without_a_match_is_refused_in_a_sentence():
    with pytest.raises(NotPlayable, match="nothing has been played yet"):
        Reviewer(TOY, ToyMatch().line.upto(0), "red")
