"""5 How to win and 12 End of a round, row by row, counted at a real end of the match."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.table import events as e


def ended(field: Field, *, seat: str = "a", turn: int = 7) -> Field:
    """The match ends with a seat's Turn, by the die of sudden death; nobody plays anything."""
    field.pile().track("sudden-death", 10).turn(seat, "F", turn)
    return field.fight(seat, "end-turn", dice=(10,))


def scores(field: Field) -> dict[str, int]:
    """The points of the seats after such an end."""
    result = ended(field).table.result
    assert result is not None
    return dict(result.scores)


def calm() -> Field:
    """Three seats with an infantry unit each, which stays where it is."""
    field = Field()
    for number, seat in enumerate("abc", 1):
        field.group(f"{seat}-g9", "us", f"s2-s2-{number}")
    return field


# 5.2.1 Objectives.


@pytest.mark.parametrize(
    ("noted", "held", "points"),
    [("us", "us", 20), ("us", "german", 10), ("", "us", 5)],
    ids=["as-noted", "other-side", "not-noted"],
)
def test_an_objective_scores_by_the_sheet(noted: str, held: str, points: int):
    """5.2.1, 5.2.1.1-b1, 5.2.1.1-b2, 5.2.1.1-b3: Hill 205, five points."""
    field = calm().group("a-g1", held, "hill-205", "s4-s4-1")
    if noted:
        field.pick("a", hill_205=noted)

    assert points == scores(field)["a"]


@pytest.mark.parametrize(("holder", "points"), [("b", -5), ("", 0)], ids=["another", "nobody"])
def test_a_pick_that_another_holds_costs_its_points_once(holder: str, points: int):
    """5.2.1.1-b4: on whichever side; in nobody's hands it costs nothing."""
    field = calm().pick("a", hill_205="us")
    if holder:
        field.group(f"{holder}-g1", "german", "hill-205", "s4-s4-1")

    assert points == scores(field)["a"]


@pytest.mark.parametrize(("damage", "points"), [(2, (5 - 3) * 4), (5, 0)])
def test_damage_and_isolation_lower_the_points_never_below_none(damage: int, points: int):
    """5.2.1.2, 7.3.1.3-b2: Hill 205 noted and held rightly, isolation one at the end."""
    field = calm().group("a-g1", "us", "hill-205", "s4-s4-1").mark("hill-205", "damage", damage)
    field.group("b-g1", "german", "l5-l5").siege("b-g1", "a-g1").pick("a", hill_205="us")

    assert points == scores(field)["a"]


def test_a_penalty_is_lowered_too_and_has_no_link():
    """5.2.1.1-b4, 5.2.1.2: CS-Q28; Bob's River and Bridge, the River damaged by three."""
    field = calm().group("b-g1", "us", "river", "s4-s4-1").group("b-g2", "us", "bridge", "s4-s4-2")
    field.mark("river", "damage", 3).pick("a", river="us")

    assert -4 == scores(field)["a"]


def test_three_tan_objectives_of_one_side_add_three_each():
    """5.2.1.3, 5.2.1.3-b1: Citie six, Crossroads four, Steeple two: 9+7+5 = 21."""
    field = calm().group("a-g1", "us", "citie", "s4-s4-1")
    field.group("a-g2", "us", "crossroads", "steeple", "s4-s4-2")

    assert 21 == scores(field)["a"]


def test_tan_objectives_of_different_sides_do_not_link():
    """5.2.1.3: CS-Q26."""
    field = calm().group("a-g1", "us", "citie", "s4-s4-1")
    field.group("a-g2", "german", "crossroads", "s4-s4-2")

    assert 6 + 4 == scores(field)["a"]


def test_four_tan_objectives_add_four_each_and_double():
    """5.2.1.3-b1, 5.2.1.3-c: (5+4)+(4+4)+(6+4)+(2+4) = 33, twice."""
    field = calm().group("a-g1", "us", "citie", "s4-s4-1")
    field.group("a-g2", "us", "crossroads", "steeple", "s4-s4-2")
    field.group("a-g3", "us", "pherddorf", "s4-s4-3")

    assert 66 == scores(field)["a"]


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [("river", "bridge", (9 + 7) * 2), ("forest", "hill-205", (6 + 7) * 2)],
)
def test_the_blue_and_the_white_pair_add_two_each_and_double(first: str, second: str, points: int):
    """5.2.1.3-b2, 5.2.1.3-b3, 5.2.1.3-c"""
    field = calm().group("a-g1", "us", first, "s4-s4-1").group("a-g2", "us", second, "s4-s4-2")

    assert points == scores(field)["a"]


def test_a_pair_of_both_sides_neither_links_nor_doubles():
    """5.2.1.3-b2, 5.2.1.3-c"""
    field = (
        calm().group("a-g1", "us", "river", "s4-s4-1").group("a-g2", "german", "bridge", "s4-s4-2")
    )

    assert 7 + 5 == scores(field)["a"]


def test_the_barracks_stand_alone():
    """5.2.1.3-b4: six, never linked, never doubled."""
    assert 6 == scores(calm().group("a-g1", "us", "barracks", "s4-s4-1"))["a"]


def test_the_casualty_pile_scores_its_printed_points():
    """5.2.2, 1.1.3-b4: S3 (3), S2 (2) and a Sergeant (1) beaten in one battle: six."""
    field = calm().group("a-g1", "us", "l5-l5", "s4-s4-1", "dunne-rathke")
    field.group("b-g1", "german", "s3-s3-1", "r2-r2-1", "novak-thoma")
    field.fight("a", "attack a-g1 b-g1", dice=(10, 1)).when("a", "rest l5-l5")
    field.when("a", "arrange s4-s4-1")
    assert 3 == len(field.zone("a-casualties"))

    assert 6 == scores(field)["a"]


def test_at_the_end_every_sheet_is_opened():
    """5.2, 2.5-d, 1.4"""
    field = ended(calm().pick("a", hill_205="us").pick("b", river="german"))
    shown = [one for one in field.happened(e.PiecesShown) if one.rule == "5.2"]

    assert {"a-hill-205-us", "b-river-german"} <= {piece for one in shown for piece in one.pieces}
    assert {("a", "b", "c")} == {one.to for one in shown}


# 5.1, 5.3 Winning.


def result(field: Field) -> tuple[tuple[str, ...], str]:
    """Who won the match, and the rule of its last event."""
    assert field.table.result is not None
    (event,) = field.happened(e.MatchEnded)
    return field.table.result.winners, event.rule


def test_the_most_points_win():
    """5.1-a"""
    field = calm().group("b-g1", "us", "river", "s4-s4-1").group("c-g1", "us", "bridge", "s4-s4-2")

    assert (("b",), "5.1-a") == result(ended(field))


@pytest.mark.parametrize(("last", "winner"), [("c", "c"), ("b", "a")])
def test_the_latest_turn_breaks_a_tie(last: str, winner: str):
    """5.3: CS-Q59; Ann and Cy tie; Turns went ... A, B, C, and the round ends with C's or B's."""
    field = (
        calm().group("a-g1", "us", "barracks", "s4-s4-1").group("c-g1", "us", "citie", "s4-s4-2")
    )
    turns = {"c": (5, 6, 7), "b": (5, 6, 4)}[last]
    for seat, turn in zip("abc", turns, strict=True):
        field.track(f"last-turn/{seat}", turn)

    assert ((winner,), "5.3") == result(ended(field, seat=last, turn=max(turns)))


def test_two_rounds_are_added_up_and_nothing_is_kept_between():
    """5.1-b, 12.2: scores stand, hands, tables and piles are empty, the deck is whole again."""
    field = Field(rounds=2)
    for number, seat in enumerate("abc", 1):
        field.group(f"{seat}-g9", "us", f"s2-s2-{number}")
    field.group("a-g1", "us", "barracks", "s4-s4-1").hold("b", "pike-harms")
    field.group("b-g8", "german", "m10-stug-iii-g").put("a-casualties", "m10-stug-iii-g")
    field.pile().track("sudden-death", 10).turn("a", "F", 7)
    before = field.when("a", "end-turn", dice=(10, 9, 5, 4)).table

    assert (6 + 5, 0, 0, 2) == (*(before.track(f"score/{seat}") for seat in "abc"), before.round)
    assert 0 == before.track("sudden-death")
    assert not [zone for zone in before.zones if zone[1:3] == "-g" and before.zones[zone]]
    assert () == before.zone("a-casualties")
    assert [8, 8, 8] == [len(before.zone(f"{seat}-hand")) for seat in "abc"]


# 12 End of a round.


def test_the_marker_starts_on_ten_when_the_last_card_is_drawn():
    """12.1-a, 1.2-b4, Track: there is no more drawing, but retrieving stays possible."""
    field = calm().pile("s3-s3-1").turn("a", "F").when("a", "draw")
    assert 10 == field.table.track("sudden-death")
    field.when("a", "draw").then_illegal("12.1-a")
    field = calm().group("a-g1", "us", "barracks").pile().track("sudden-death", 10)
    field.discards("s3-s3-1", "s3-s3-2").turn("a", "F").when("a", "barracks")

    assert ("s3-s3-1",) == field.zone("a-hand")


@pytest.mark.parametrize(
    ("space", "die", "after"), [(10, 9, 9), (9, 8, 8), (6, 5, 5), (5, 4, 5), (5, 1, 5)]
)
def test_below_the_space_the_marker_goes_down_one_never_below_five(
    space: int, die: int, after: int
):
    """12.1-b, 3.0-e, Track: and the next seat takes its Turn."""
    field = calm().pile().track("sudden-death", space).turn("a", "F", 1)
    field.fight("a", "end-turn", dice=(die,))

    assert (after, "b", None) == (
        field.table.track("sudden-death"),
        field.table.seat,
        field.table.result,
    )


@pytest.mark.parametrize(("space", "die"), [(10, 10), (9, 9), (5, 5), (5, 10)])
def test_at_the_space_or_above_the_round_is_over(space: int, die: int):
    """12.1-b, 12.2"""
    field = calm().pile().track("sudden-death", space).turn("a", "F", 1)
    field.fight("a", "end-turn", dice=(die,))

    assert field.table.result is not None


@pytest.mark.parametrize(
    ("scenario", "mine", "rule"),
    [("counter-offensive", "german", "17.2.5"), ("offensive", "us", "17.3.4")],
)
def test_the_round_ends_with_the_defenders_last_objective(scenario: str, mine: str, rule: str):
    """12.3, 17.2.5, 17.3.4: captured, and before any other step, occupation and Medic! included."""
    other = "us" if mine == "german" else "german"
    field = Field(scenario=scenario).group("a-g1", mine, "l5-l5").group("a-g2", mine, "river")
    field.group("b-g1", other, "forest", "s2-s2-1").mark("forest", "garrison-lost")
    field.fight("a", "attack l5-l5 b-g1", dice=(10, 1))
    (over,) = [one for one in field.happened(e.TrackSet) if one.track == "round-over"]

    assert rule == over.rule
    assert field.table.result is not None
    assert 7 + 4 + 2 == field.table.result.scores["a"]


def test_another_objective_of_the_defenders_keeps_the_round_going():
    """12.3: CS-Q30."""
    field = Field(scenario="counter-offensive").group("a-g1", "german", "l5-l5")
    field.group("b-g1", "us", "forest").mark("forest", "garrison-lost").group("c-g1", "us", "river")
    field.fight("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert field.table.result is None


def test_a_free_form_round_does_not_end_so():
    """12.3: nobody defends there."""
    field = Field().group("a-g1", "german", "l5-l5").group("b-g1", "us", "forest")
    field.mark("forest", "garrison-lost").fight("a", "attack l5-l5 b-g1", dice=(10, 1))

    assert field.table.result is None
