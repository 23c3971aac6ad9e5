"""12 End of a round: sudden death, and the last objective of a side."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.situations import groups_of_both_sides, three_seats_with_a_unit
from tests.games.combat_soldiers.table import Match
from wardiary.domain.table import events as e

# 12.1 Sudden death.


def test_the_weather_drawn_last_starts_sudden_death():
    """12.1-a, 13.1-a, 11.1-b: it is before its drawer, who rolls in this Turn."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").draw_pile("weather")
    match.when("a", "draw", dice=(9,))

    assert ("a-area", 9) == (match.zone_of("weather"), match.table.track("sudden-death"))
    assert "b" == match.table.seat


def test_an_objective_drawn_last_is_placed_before_the_round_can_end():
    """12.1-a, 1.1.1.5: it is placed before the Turn ends and the die is rolled."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1", "r4-r4-1").draw_pile("barracks")
    match.when("a", "draw").resolve("a", "place us alone", dice=(10,))

    assert match.table.result is not None
    assert 6 == match.table.result.scores["a"]


def test_drawing_the_last_card_puts_the_sudden_death_marker_on_ten():
    """12.1-a, 1.2-b4, Track: there is no more drawing, but retrieving stays possible."""
    match = three_seats_with_a_unit().draw_pile("s3-s3-1").turn("a", "F").when("a", "draw")
    assert 10 == match.table.track("sudden-death")
    match.when("a", "draw").then_illegal("12.1-a")
    match = (
        three_seats_with_a_unit()
        .group("a-g1", "us", "barracks")
        .draw_pile()
        .track("sudden-death", 10)
    )
    match.discard_pile("s3-s3-1", "s3-s3-2").turn("a", "F").when("a", "barracks")

    assert ("s3-s3-1",) == match.pieces_in("a-hand")


def test_the_drawer_of_the_last_card_rolls_at_the_end_of_its_turn():
    """12.1-a, 1.2-b4, Track: CS-Q41, the drawer rolls too."""
    match = groups_of_both_sides().draw_pile("s2-s2-1").turn("a", "F").when("a", "draw")
    assert 10 == match.table.track("sudden-death")
    match.when("a", "draw").then_illegal("12.1-a")
    match.when("a", "end-turn", dice=(9,))

    assert 9 == match.table.track("sudden-death")


@pytest.mark.parametrize(
    ("space", "die", "after"), [(10, 9, 9), (9, 8, 8), (6, 5, 5), (5, 4, 5), (5, 1, 5)]
)
def test_a_die_below_the_space_moves_the_marker_down_to_five_at_least(
    space: int, die: int, after: int
):
    """12.1-b, 3.0-e, Track: and the next seat takes its Turn."""
    match = three_seats_with_a_unit().draw_pile().track("sudden-death", space).turn("a", "F", 1)
    match.resolve("a", "end-turn", dice=(die,))

    assert (after, "b", None) == (
        match.table.track("sudden-death"),
        match.table.seat,
        match.table.result,
    )


@pytest.mark.parametrize(("space", "die"), [(10, 10), (9, 9), (5, 5), (5, 10)])
def test_a_die_at_or_above_the_space_ends_the_round(space: int, die: int):
    """12.1-b, 12.2, 5.1-a"""
    match = three_seats_with_a_unit().draw_pile().track("sudden-death", space).turn("a", "F", 1)
    match.resolve("a", "end-turn", dice=(die,))

    assert match.table.result is not None


# 12.3 The last objective of a side.


@pytest.mark.parametrize(
    ("scenario", "mine", "rule"),
    [("counter-offensive", "german", "17.2.5"), ("offensive", "us", "17.3.4")],
)
def test_the_round_ends_when_the_defenders_lose_their_last_objective(
    scenario: str, mine: str, rule: str
):
    """12.3, 17.2.5, 17.3.4: captured, and before any other step, occupation and Medic! included."""
    other = "us" if mine == "german" else "german"
    match = Match(scenario=scenario).group("a-g1", mine, "l5-l5").group("a-g2", mine, "river")
    match.group("b-g1", other, "forest", "s2-s2-1").mark("forest", "garrison-lost")
    match.resolve("a", "attack l5-l5 b-g1", dice=(10, 1))
    (over,) = [event for event in match.events_of(e.TrackSet) if event.track == "round-over"]

    assert rule == over.rule
    assert match.table.result is not None
    assert 7 + 4 + 2 == match.table.result.scores["a"]


def test_the_round_goes_on_while_the_defenders_have_an_objective():
    """12.3: CS-Q30."""
    match = Match(scenario="counter-offensive").group("a-g1", "german", "l5-l5")
    match.group("b-g1", "us", "forest").mark("forest", "garrison-lost").group("c-g1", "us", "river")
    match.resolve("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert match.table.result is None


def test_a_free_form_round_does_not_end_with_the_last_objective_of_a_side():
    """12.3: nobody defends there."""
    match = Match().group("a-g1", "german", "l5-l5").group("b-g1", "us", "forest")
    match.mark("forest", "garrison-lost").resolve("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert match.table.result is None
