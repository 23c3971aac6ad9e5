from __future__ import annotations

from tests.games.company_of_heroes.situations import (
    GAME,
    altered_pack,
    battle,
    go_on,
    pack_with,
    resolved,
    supplied,
)
from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.table import events as e

GRENADIERS = "wehrmacht-grenadiers-1"


def result(match: Scenario):
    """The winners and the scores."""
    assert match.table.result is not None, "the match goes on"
    scores = match.table.result.scores
    return match.table.result.winners, scores["us"], scores["wehrmacht"]


def test_enough_points_end_the_game_before_purchases():
    """C-7.3a."""
    match = supplied({}, tracks={"vp/us": 17}, flags={"F6": "us", "B6": "wehrmacht"})

    assert result(match) == (("us",), 18, 1)
    assert not [p for p in match.happened(e.PhaseEntered) if p.phase == "supply.4"]


def test_a_game_with_too_few_points_goes_on():
    """C-7.3a."""
    match = supplied({}, tracks={"vp/us": 17}, flags={"B6": "wehrmacht"})

    assert match.table.result is None


def test_three_bonus_points_go_to_the_team_with_more_victory_points_on_the_map():
    """C-2.2h: two against one; none on a tie."""
    flags = {"F6": "us", "B6": "us", "J6": "wehrmacht"}
    match = supplied({}, tracks={"vp/us": 16, "vp/wehrmacht": 19}, flags=flags)
    assert result(match) == (("us",), 16 + 2 + 3, 19 + 1)

    flags = {"F6": "us", "J6": "wehrmacht"}
    match = supplied({}, tracks={"vp/us": 16, "vp/wehrmacht": 19}, flags=flags)
    assert result(match) == (("wehrmacht",), 17, 20)


def test_the_bonus_may_go_by_income():
    """C-R3."""
    flags = {"F6": "us", "B6": "us", "J6": "wehrmacht"}
    tracks = {"vp/us": 16, "vp/wehrmacht": 19}
    match = supplied({}, tracks=tracks | {"vp-income/us": 1}, flags=flags, bonus="income")

    assert result(match) == (("wehrmacht",), 17, 20)


def test_a_tie_goes_to_the_team_that_began_the_game():
    """C-2.2i, C-R4: no matter who is first in this round."""
    for begins, round_ in (("wehrmacht", 1), ("wehrmacht", 2), ("us", 4)):
        match = supplied({}, tracks={"vp/us": 19, "vp/wehrmacht": 19}, begins=begins, round=round_)
        assert result(match) == ((begins,), 19, 19)
        assert match.happened(e.MatchEnded)[0].rule == "C-2.2i"


def test_teammates_win_together():
    """C-2.2k."""
    seats = ("us", "us-2", "wehrmacht", "wehrmacht-2")
    match = supplied({}, tracks={"vp/us": 22}, seats=seats)

    assert match.table.result.winners == ("us", "us-2")
    assert GAME.sides(match.table) == (("us", "us-2"), ("wehrmacht", "wehrmacht-2"))


def test_two_against_two_play_to_three_points_more():
    """C-2.2g."""
    seats = ("us", "us-2", "wehrmacht", "wehrmacht-2")

    assert supplied({}, tracks={"vp/us": 20}, seats=seats).table.result is None
    assert supplied({}, tracks={"vp/us": 21}, seats=seats).table.result is not None


def test_a_kill_by_overwatch_does_not_end_the_game_at_once():
    """C-R41: the points are looked at in Supply 3 only."""
    match = battle({}, Round("turns", 2, 4), tracks={"vp/us": 18})
    match.given(lambda draft: None)

    assert match.table.result is None


# The two end positions of the matrix


def test_end_position_1():
    """P1: A destroys a unit, B captures a neutral point: 17 to 18, two points each: B wins."""
    # Two points each need a fourth one on the map.
    values = altered_pack("map-sorrel-brook.toml", ('F3 = ["munitions"]', 'F3 = ["victory"]'))
    units = {"us-riflemen-1": "A2", GRENADIERS: ("A3", {"damage": 3})}
    units |= {"wehrmacht-grenadiers-2": "J6"}
    flags = {"B6": "us", "F6": "us", "F3": "wehrmacht"}
    tracks = {"vp/us": 14, "vp/wehrmacht": 16}
    match = resolved(
        units, {"us-riflemen-1": GRENADIERS}, tracks=tracks, flags=flags, values=values
    )

    assert match.table.track("vp-income/wehrmacht") == 2
    assert result(match) == (("wehrmacht",), 17, 18)


def second_position(flags: dict[str, str], **given: object):
    """P2: both have 17 and one point; B destroys a unit of A."""
    units = {"us-riflemen-1": ("A3", {"damage": 3}), GRENADIERS: "A2", "us-riflemen-2": "K1"}
    tracks = {"vp/us": 17, "vp/wehrmacht": 17}
    return resolved(units, {GRENADIERS: "us-riflemen-1"}, tracks=tracks, flags=flags, **given)


def test_end_position_2():
    """P2: B 18, then 18 and 19: B wins; A has the XP of its loss."""
    match = second_position({"F6": "us", "J6": "wehrmacht"})

    assert result(match) == (("wehrmacht",), 18, 19)
    assert match.table.track("xp/us") == 1 + 1


def test_end_position_2_with_heroic_sacrifice_is_a_tie_for_who_began():
    """P2: 18 to 18: the start team wins, no matter who is first this round."""
    heroes = pack_with("us-riflemen", also=("heroic-sacrifice",))
    for round_ in (1, 2):
        match = second_position({"F6": "us", "J6": "wehrmacht"}, values=heroes, round=round_)
        assert result(match) == (("us",), 18, 18)


def test_end_position_2_with_two_points_goes_to_their_owner():
    """P2: 19 to 19, and the bonus: 22."""
    match = second_position({"F6": "us", "B6": "us", "J6": "wehrmacht"})

    assert result(match) == (("us",), 22, 19)


def test_the_end_is_looked_at_in_step_3_of_supply():
    """C-7.3a, C-2.2a: points from kills and from points on the map count alike."""
    match = go_on(battle({}, Round("resolution", 0, 1), phase="damage.2", tracks={"vp/us": 30}))

    phases = [event.phase for event in match.happened(e.PhaseEntered)]
    assert phases[-1] == "supply.3"


def test_the_steps_of_damage_and_supply_follow_each_other():
    """C-5.0a, C-7.0a: from the end of Maneuver to the first purchase."""
    match = go_on(battle({}, Round("retreats", 2, 1)))

    phases = [event.phase for event in match.happened(e.PhaseEntered)]
    assert phases == [
        "damage.start", *(f"damage.{step}" for step in range(1, 6)),
        *(f"supply.{step}" for step in range(1, 5)),
    ]  # fmt: skip
