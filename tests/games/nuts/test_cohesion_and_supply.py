"""7, 12 Cohesion checks and supply."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nuts.table import Run, hits, position
from wardiary.domain.games.nuts.supply import is_friendly, supplied_spaces, supply_line
from wardiary.domain.table import events as e

ID_12, AIB_60, ID_109, ID_110 = "sa-u01", "sa-u02", "sa-u03", "sa-u04"
ID_8, ID_22, FA_402 = "sa-u06", "sa-u07", "sa-u08"
VG_986, VG_987 = "sg-u01", "sg-u02"
TWO_PZ = "sg-u18"


def american_check(place: str, unit: str, taken: int, die: int, **more: Any) -> int:
    """The value that a unit checks against, alone in a place with some hits."""
    match = position(
        {place: unit},
        army="american",
        phase="supply",
        marks={unit: {"hit": taken}},
        dice=(die,),
        **more,
    )
    (total,) = (event for event in match.events if isinstance(event, e.TotalComputed))
    return total.total


# 7 Cohesion


def test_only_units_with_hits_check() -> None:
    """N-7.0a, N-3.3e: one roll for one unit; the other is left alone."""
    match = position(
        {"A0": f"{VG_986} {VG_987}"}, phase="supply", marks={VG_986: {"hit": 1}}, dice=(4,)
    )

    assert hits(match.table, VG_986, VG_987) == [-1, 0]
    assert match.table.zone_of(VG_986) == "german-discard"


@pytest.mark.parametrize(
    ("die", "stays"),
    [(1, True), (3, True), (4, False), (6, False)],
)
def test_a_roll_up_to_the_value_takes_off_all_hits(die: int, stays: bool) -> None:
    """N-7.0b, N-7.0c, N-7.0d: cohesion 4 with two hits is 3."""
    match = position(
        {"A2": ID_8},
        army="american",
        phase="supply",
        marks={ID_8: {"hit": 2}},
        dice=(die,),
    )

    assert hits(match.table, ID_8) == [0 if stays else -1]


@pytest.mark.parametrize(("cohesion", "die", "stays"), [(9, 6, False), (1, 1, True)])
def test_a_six_fails_and_a_one_passes(cohesion: int, die: int, stays: bool) -> None:
    """N-7.0e: whatever the value."""
    match = position(
        {"A2": ID_8},
        army="american",
        phase="supply",
        marks={ID_8: {"hit": 3}},
        values={ID_8: {"cohesion": cohesion}},
        dice=(die,),
    )

    assert hits(match.table, ID_8) == [0 if stays else -1]


def test_the_example_of_a_check_with_four_hits_in_a_town_under_a_general() -> None:
    """N-7.0g: 5 - 3 + 1 + 1 is 4; the penalty for hits belongs to the check alone (N-11d)."""
    match = position(
        {"A2-town": VG_986},
        phase="supply",
        terrain="sg-t1",
        german="A1",
        values={VG_986: {"cohesion": 5}},
        marks={VG_986: {"hit": 4}},
        attached={"sg-e10": VG_986},
        dice=(4,),
    )

    (total,) = (event for event in match.events if isinstance(event, e.TotalComputed))
    assert total.total == 4
    assert hits(match.table, VG_986) == [0]


@pytest.mark.parametrize(
    ("place", "unit", "terrain", "value"),
    [
        ("A2-town", ID_8, "sg-t1", 5),
        ("A2-town", AIB_60, "sg-t1", 4),
        ("A2", ID_8, "sg-t1", 4),
        ("A3-town", AIB_60, "sg-t4", 5),
        ("C3", ID_8, "sa-t07", 5),
        ("C3-town", ID_8, "sa-t07 sg-t6", 5),
        ("A2", ID_8, "", 4),
    ],
)
def test_town_or_ridge_helps_once(place: str, unit: str, terrain: str, value: int) -> None:
    """N-4.31h, N-4.31i, N-Q20/25/35: leg units only in Mersch, all in Arlon; one bonus a unit."""
    assert american_check(place, unit, 1, 1, terrain=terrain) == value


def test_the_owner_chooses_the_order_of_checks() -> None:
    """N-7.0a: one by one, or all that are left in the order shown."""
    units = f"{ID_8} {ID_22} {FA_402}"
    match = position(
        {"A2": units},
        army="american",
        phase="supply",
        marks={unit: {"hit": 1} for unit in units.split()},
    )
    match.when("american", f"choose {FA_402}", dice=(1,))
    assert hits(match.table, ID_8, ID_22, FA_402) == [1, 1, 0]
    match.when("american", "decline", dice=(1, 6))
    assert hits(match.table, ID_8, ID_22, FA_402) == [0, -1, 0]


def test_units_waiting_behind_row_zero_check_as_well() -> None:
    """N-8.2g, N-8.2f: they are in supply."""
    match = position({"A-entry": VG_986}, phase="supply", marks={VG_986: {"hit": 1}}, dice=(3,))

    assert hits(match.table, VG_986) == [0]
    assert match.table.mark(VG_986, "out-of-supply") == 0


# 12 Supply


def test_a_line_of_friendly_spaces_supplies() -> None:
    """N-12.0a: from A3 to row 0."""
    match = position({"A3": TWO_PZ}, german="A1 A2", phase="supply")

    assert match.table.mark(TWO_PZ, "out-of-supply") == 0
    assert supply_line(match.table, "german", "A3") == ("A3", "A2", "A1", "A0")


def test_a_unit_that_is_cut_off_takes_a_hit_before_the_checks() -> None:
    """N-6.0e, N-12.3c, N-12.3d: cohesion 4, no hits: one hit, and a roll against 4."""
    match = position({"A3": TWO_PZ}, phase="supply", dice=(5,))

    events = [event for event in match.events if not isinstance(event, e.EntryClosed)]
    assert [event.mark for event in events if isinstance(event, e.MarkSet)][:2] == [
        "out-of-supply",
        "hit",
    ]
    assert isinstance(events[2], e.TotalComputed)
    assert hits(match.table, TWO_PZ) == [-1]


@pytest.mark.parametrize(("taken", "value"), [(1, 2), (2, 2)])
def test_the_hit_is_spared_where_it_would_destroy(taken: int, value: int) -> None:
    """N-12.3c: cohesion 3: one hit becomes two, two stay two."""
    match = position({"A3": VG_986}, phase="supply", marks={VG_986: {"hit": taken}}, dice=(2,))

    (total,) = (event for event in match.events if isinstance(event, e.TotalComputed))
    assert total.total == value
    assert hits(match.table, VG_986) == [0]


def test_supply_is_found_in_the_own_supply_phase_only() -> None:
    """NU-07, N-12.0b, N-12.3a, N-12.3b: a line that is opened later does not help in this turn."""
    match = position(
        {"A3": TWO_PZ, "A4": ID_8},
        phase="movement",
        german="A1 A2",
        marks={TWO_PZ: {"out-of-supply": 1}},
    )
    match.when("german", f"move B3 {TWO_PZ}")
    match.when("german", f"move B2 {TWO_PZ}").then_illegal("N-12.3b")

    fighting = position(
        {"A3": TWO_PZ, "A4": ID_8}, german="A1 A2", marks={TWO_PZ: {"out-of-supply": 1}}
    )
    fighting.when("german", f"attack A4 {TWO_PZ} -").then_illegal("N-12.3a")


def test_nu_07_the_extra_hit_and_the_check_of_two_units_out_of_supply() -> None:
    """NU-07: cohesion 3 with two hits: no third, value 2; cohesion 4 without: one, value 4."""
    match = position(
        {"A3": VG_986, "C3": TWO_PZ},
        phase="supply",
        marks={VG_986: {"hit": 2}},
    )
    run = Run(match, (3, 5))
    run.do("decline")

    assert run.totals() == [2, 4]
    assert hits(run.table, VG_986, TWO_PZ) == [-1, -1]


@pytest.mark.parametrize(
    ("places", "terrain", "marks", "supplied"),
    [
        ({"A3": TWO_PZ, "A2": ID_8}, "", {}, False),
        ({"A3": TWO_PZ, "A2-town": ID_8, "A2": VG_986}, "sg-t1", {}, False),
        ({"B3": TWO_PZ}, "sa-t04 sg-t2", {"sg-t2": {"blown": 1}}, False),
        ({"B3": TWO_PZ}, "sa-t04 sg-t2", {}, True),
        ({"B3": TWO_PZ}, "sa-t04", {}, True),
        ({"B3": TWO_PZ, "B2-events": "sg-e11"}, "sa-t04 sg-t2", {"sg-t2": {"blown": 1}}, True),
        ({"B3": TWO_PZ}, "sg-t2", {"sg-t2": {"blown": 1}}, True),
    ],
)
def test_what_cuts_a_line(
    places: dict[str, str], terrain: str, marks: dict[str, dict[str, int]], supplied: bool
) -> None:
    """N-12.2a, N-12.2b, N-12.1b: enemies, besieged ones too, and a river with a blown bridge."""
    match = position(places, terrain=terrain, marks=marks, german="A1 A2 B1 B2")
    match.given(lambda draft: draft.turn("control-a2", "german", rule="N-3.3d"))
    space = match.table.zone_of(TWO_PZ)

    assert (space in supplied_spaces(match.table, "german")) == supplied


def test_enemy_control_cuts_a_line_and_own_units_restore_it() -> None:
    """N-12.1a, N-12.2a: an empty space belongs to who was there last."""
    match = position({"A3": TWO_PZ}, german="A1")
    assert "A3" not in supplied_spaces(match.table, "german")

    match = position({"A3": TWO_PZ, "A2": VG_986}, german="A1")
    assert "A3" in supplied_spaces(match.table, "german")
    assert is_friendly(match.table, "american", "B4")
    assert not is_friendly(match.table, "german", "B4")


def test_encircled_units_trace_from_a_shared_space() -> None:
    """N-12.1b: besieged in B4 with B5 friendly: in supply; so are besiegers with a line."""
    match = position({"B4-town": ID_8, "B4": TWO_PZ}, terrain="sg-t7", german="B1 B2 B3")

    assert "B4" in supplied_spaces(match.table, "american")
    assert "B4" in supplied_spaces(match.table, "german")


@pytest.mark.parametrize(
    ("side", "unit", "space"), [("german", VG_986, "A0"), ("american", ID_8, "A5")]
)
def test_the_row_at_ones_own_edge_is_always_in_supply(side: str, unit: str, space: str) -> None:
    """N-8.2f: whatever stands around it."""
    match = position({space: unit}, american="A0 B0 A1", german="A5 B5 A4")

    assert space in supplied_spaces(match.table, side)


def test_air_dropped_supplies_cancel_the_lack_for_the_turn() -> None:
    """N-12.3e: no hit for it; the hits of battles still call for a check; the unit may attack."""
    match = position(
        {"A3": TWO_PZ, "A4": ID_8},
        phase="supply",
        hands={"german": "sg-e14"},
        marks={TWO_PZ: {"hit": 2}},
    )
    match.when("german", "play sg-e14 A3", dice=(3,))

    assert hits(match.table, TWO_PZ) == [0]
    assert match.table.mark(TWO_PZ, "out-of-supply") == 0
