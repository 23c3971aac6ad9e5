import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hexes.reference_los import Picture, second_sight
from wardiary.domain.hexes import sight as sight_module
from wardiary.domain.hexes.grid import HexGrid, Point, direction_to, place_of, side_between
from wardiary.domain.hexes.sight import Barrier, Ground, SightLine, SightLines, trace

MAP = HexGrid(15, 10)
WALL = Barrier(obstacle=True)
UP_AND_DOWN = frozenset((1, 4))

DIAGRAM = {
    "J6": Ground(level=2),
    "J7": Ground(level=2),
    "K6": Ground(level=1, obstacle=True),
    "K7": Ground(level=1),
    "K8": Ground(level=1),
    "J8": Ground(level=1, obstacle=True),
    "J9": Ground(level=1),
    "L8": Ground(obstacle=True),
    "M5": Ground(obstacle=True, lanes=(UP_AND_DOWN,)),
    "N7": Ground(hindrance=2),
    "N8": Ground(hindrance=2),
    **{f"M{row}": Ground(lanes=(UP_AND_DOWN,)) for row in (4, 6, 7, 8, 9)},
}
"""One map on which every printed example of a line of sight holds."""

SMOKE = {"N8": 7}


def contacts(here: str, there: str) -> dict[str, set[str]]:
    start, end = MAP.centre(here), MAP.centre(there)
    traced = trace(type(start)(end.x - start.x, end.y - start.y))
    at = lambda hex_label: MAP.hex_at(start.x + hex_label.x, start.y + hex_label.y)
    return {
        "in": {at(hex_label) for hex_label in traced.inside},
        "edge": {at(hex_label) for pair in traced.along for hex_label in pair},
        "vertex": {at(corner) for corner in traced.corners},
    }


@pytest.mark.parametrize(
    ("here", "there", "inside", "along", "vertex"),
    [
        ("A1", "A5", "A2 A3 A4", "", ""),
        ("C3", "E2", "D2", "", ""),
        ("B2", "D3", "C3", "", ""),
        ("B5", "F5", "D5", "C5 C6 E5 E6", ""),
        ("D4", "F7", "E6", "D5 E5 E7 F6", ""),
        ("C2", "D6", "C3 C4 D4 D5", "", "D3 C5"),
        ("C3", "D7", "C4 C5 D5 D6", "", "D4 C6"),
        ("H3", "O7", "I4 J4 K5 L5 M6 N6", "", ""),
        ("J9", "N6", "K9 L8 L7 M7", "", "K8 M8"),
    ],
)
def test_a_line_of_sight_touches_exactly_these_hexes(
    here: str, there: str, inside: str, along: str, vertex: str
):
    """10.1"""
    assert contacts(here, there) == {
        "in": set(inside.split()), "edge": set(along.split()), "vertex": set(vertex.split())
    }  # fmt: skip
    assert contacts(there, here) == contacts(here, there)


@pytest.mark.parametrize(
    ("here", "there", "clear", "hindrance", "why"),
    [
        ("J9", "K6", False, 0, "obstacle J8"),
        ("J9", "L6", False, 0, "hill K8"),
        ("J9", "N6", True, 0, ""),
        ("J7", "M9", False, 0, "blind hex behind L8"),
        ("J7", "N9", True, 0, ""),
        ("M9", "M4", True, 0, ""),
        ("M9", "N6", True, 2, ""),
        ("M9", "N7", True, 7, ""),
        ("N9", "N7", True, 7, ""),
    ],
)
def test_the_printed_examples_of_lines_of_sight(
    here: str, there: str, clear: bool, hindrance: int, why: str
):
    """10.1, 10.3, T88: examples A to J, I left out as in the rulebook."""
    sight = SightLines(MAP, DIAGRAM, {})

    line = sight.through(here, there, smoke=SMOKE, fires=())

    assert (line.clear, line.hindrance, line.why) == (clear, hindrance, why)
    assert sight.through(there, here, smoke=SMOKE, fires=()) == line


def test_from_a_higher_hill_one_sees_over_a_lower_one():
    """T88.3.2, example B with J9 on level 2."""
    sight = SightLines(MAP, {**DIAGRAM, "J9": Ground(level=2)}, {})

    assert sight.between("J9", "L6").clear


def test_a_wall_blocks_a_line_that_runs_along_it():
    """10.1, example H with a wall on M8/N8."""
    sight = SightLines(MAP, DIAGRAM, {"M8/N8": WALL})

    assert sight.between("M9", "N7") == SightLine(
        clear=False, why="hexside M8/N8", touched=("M8", "N8")
    )


def test_a_wall_that_is_a_side_of_either_end_does_not_block():
    """10.1: the twelve sides of the two ends never count."""
    sight = SightLines(MAP, {}, {"E4/E5": WALL, "E2/E3": Barrier(hindrance=1)})

    assert sight.between("E5", "E1") == SightLine(
        clear=True, hindrance=1, touched=("E2", "E3", "E4")
    )
    assert sight.between("E6", "E3").clear is False


def test_of_several_hindrances_the_highest_counts_once():
    """10.3.3: brush and brush 3, brush and smoke 4, smoke 4 and smoke 4."""
    sight = SightLines(MAP, {"E3": Ground(hindrance=3), "E4": Ground(hindrance=3)}, {})

    seen = [sight.through("E2", "E5", smoke=s, fires=()).hindrance
            for s in ({}, {"E3": 4}, {"E3": 4, "E4": 4}, {"E2": 5}, {"E5": 5})]  # fmt: skip

    assert seen == [3, 4, 4, 5, 5]


def test_a_fire_stops_lines_at_every_level_even_along_its_side():
    """10.2.1, T79"""
    sight = SightLines(MAP, {"E5": Ground(level=4), "E2": Ground(level=4)}, {})

    assert not sight.through("E2", "E5", smoke={}, fires={"E4"}).clear
    assert not sight.through("M9", "N7", smoke={}, fires={"N8"}).clear
    assert sight.through("E2", "E5", smoke={}, fires={"E5"}).clear


def test_a_sunken_hex_is_seen_from_beside_and_from_above():
    """T86"""
    sight = SightLines(MAP, {"E5": Ground(sunken=True), "E8": Ground(level=1)}, {})

    seen = {hex_label: sight.between(hex_label, "E5").clear for hex_label in ("E3", "E4", "E8")}

    assert seen == {"E3": False, "E4": True, "E8": True}


@pytest.mark.parametrize(
    ("ends", "between", "clear"),
    [
        ((2, 2), 2, True), ((2, 3), 2, True), ((2, 4), 2, True), ((2, 1), 2, False),
        ((2, 3), 3, False), ((2, 4), 3, True), ((0, 0), 1, False), ((1, 1), 0, True),
    ],
)  # fmt: skip
def test_hills_between(ends: tuple[int, int], between: int, clear: bool):
    """T88.3.2, T88.3.3"""
    ground = {"E2": Ground(ends[0]), "E3": Ground(between), "E4": Ground(ends[1])}

    assert SightLines(MAP, ground, {}).between("E2", "E4").clear == clear


@pytest.mark.parametrize(
    ("ends", "building", "at", "clear"),
    [
        ((1, 1), 0, "E4", True), ((1, 1), 1, "E4", False),
        ((1, 2), 1, "E4", True), ((1, 2), 1, "E3", False),
        ((1, 0), 0, "E5", False), ((1, 0), 0, "E4", True), ((1, 0), 0, "E3", True),
        ((0, 0), 0, "E4", False),
    ],
)  # fmt: skip
def test_buildings_between_hills(ends: tuple[int, int], building: int, at: str, clear: bool):
    """T88.4"""
    ground = {
        "E2": Ground(ends[0]), "E6": Ground(ends[1]), at: Ground(building, obstacle=True)
    }  # fmt: skip

    assert SightLines(MAP, ground, {}).between("E2", "E6").clear == clear


def test_a_hindrance_below_does_not_count_and_one_on_the_hill_does():
    """T88.5"""
    hills = {"E2": Ground(1), "E4": Ground(1)}

    low = SightLines(MAP, {**hills, "E3": Ground(hindrance=3)}, {})
    high = SightLines(MAP, {**hills, "E3": Ground(1, hindrance=3)}, {})

    assert (low.between("E2", "E4").hindrance, high.between("E2", "E4").hindrance) == (0, 3)


def test_along_a_side_only_what_both_hexes_have_counts():
    """10.1: printed terrain is drawn inside its hex."""
    woods, brush = Ground(obstacle=True), Ground(hindrance=3)

    left = SightLines(MAP, {"M8": woods}, {}).between("M9", "N7")
    both = SightLines(MAP, {"M8": woods, "N8": woods}, {}).between("M9", "N7")
    thin = SightLines(MAP, {"M8": brush, "N8": Ground(hindrance=1)}, {}).between("M9", "N7")

    assert (left.clear, both.clear, thin.hindrance) == (True, False, 1)


def test_a_line_of_sight_that_the_artwork_draws_differently_is_taken_from_the_map():
    sight = SightLines(MAP, {"E3": Ground(obstacle=True)}, {}, {("E4", "E2"): (True, 1)})

    assert sight.between("E2", "E4") == SightLine(True, 1, "as this map is drawn", ("E3",))
    assert sight.through("E4", "E2", smoke={"E3": 6}, fires=()).hindrance == 6


def test_a_line_of_sight_enters_by_one_side_or_by_the_corner_of_two():
    sight = SightLines(MAP, {}, {})

    assert sight.entered_by("E8", "E5") == ("E5/E6",)
    assert sight.entered_by("B5", "F5") == ("E6/F5", "E5/F5")


def test_hexes_see_each_other_or_not():
    sight = SightLines(MAP, DIAGRAM, {})

    assert ("N9" in sight.visible_from("J7"), "M9" in sight.visible_from("J7")) == (True, False)
    assert all(a in sight.visible_from(b) for a in MAP for b in sight.visible_from(a))


def random_picture(seed: int, columns: int = 15, rows: int = 10) -> Picture:
    dice = random.Random(seed)
    picture = Picture(columns, rows)
    hexes = picture.hexes()
    picture.solid = set(dice.sample(hexes, len(hexes) // 10))
    picture.level.update(dict.fromkeys(dice.sample(hexes, len(hexes) // 5), 1))
    picture.level.update({hex_label: dice.randint(2, 4) for hex_label in dice.sample(hexes, 8)})
    thin = set(dice.sample(hexes, len(hexes) // 5)) - picture.solid
    picture.thin.update({hex_label: dice.randint(1, 3) for hex_label in thin})
    picture.pits = set(dice.sample(hexes, 4))
    grid = HexGrid(columns, rows)
    sides = sorted(
        {frozenset((place_of(a), place_of(b))) for a in grid for b in grid.neighbours(a)},
        key=sorted,
    )
    picture.walls = set(dice.sample(sides, 6))
    picture.fences = set(dice.sample(sides, 6)) - picture.walls
    picture.roads = set(dice.sample(sides, len(sides) // 3))
    if seed % 3 == 0:
        picture.smoke = {hex_label: dice.randint(1, 10) for hex_label in dice.sample(hexes, 4)}
        picture.fires = set(dice.sample(hexes, 2))
    return picture


def sight_of(picture: Picture) -> SightLines:
    """The same map for the model under test."""
    grid = HexGrid(picture.columns, picture.rows)
    named = {place_of(hex_label): hex_label for hex_label in grid}
    roads = {hex_label: set() for hex_label in grid}
    for side in picture.roads:
        first, second = (named[hex_label] for hex_label in side)
        roads[first].add(direction_to(first, second))
        roads[second].add(direction_to(second, first))
    ground = {
        name: Ground(
            picture.level[place],
            place in picture.solid,
            picture.thin[place],
            place in picture.pits,
            (frozenset(roads[name]),),
        )
        for place, name in named.items()
    }
    barriers = {side_between(*(named[e] for e in s)): WALL for s in picture.walls}
    barriers |= {side_between(*(named[e] for e in s)): Barrier(False, 1) for s in picture.fences}
    return SightLines(grid, ground, barriers)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.data())
def test_lines_are_the_same_in_both_directions(seed: int, data: st.DataObject):
    """10.1: sight is symmetric, on any map, worked out separately each way."""
    sight = sight_of(random_picture(seed, 9, 8))
    hexes = st.sampled_from(sight.grid.hexes)
    for _ in range(8):
        a, b = data.draw(hexes), data.draw(hexes)
        there, back = sight.compute(a, b), sight.compute(b, a)
        assert (there.clear, there.hindrance) == (back.clear, back.hindrance)
        assert set(there.touched) == set(back.touched)


def test_two_models_agree_on_twenty_thousand_lines():
    """Another method, other coordinates, the same answers."""
    dice = random.Random(2026)
    differing = []
    for seed in range(20):
        picture = random_picture(seed)
        sight = sight_of(picture)
        smoke = {sight_label(hex_label): value for hex_label, value in picture.smoke.items()}
        fires = {sight_label(fire) for fire in picture.fires}
        for _ in range(1000):
            a, b = dice.sample(picture.hexes(), 2)
            line = sight.through(sight_label(a), sight_label(b), smoke=smoke, fires=fires)
            result = (line.clear, line.hindrance if line.clear else 0)
            if result != second_sight(picture, a, b):
                differing.append((seed, a, b, line, second_sight(picture, a, b)))

    assert differing == []


def sight_label(place: tuple[int, int]) -> str:
    column, row = place
    return f"{chr(ord('A') + column - 1)}{row}"


def test_all_maps_share_the_cache_of_straight_lines():
    """8.11b: the costly part of a line is worked out once, not for every map again."""
    assert trace(Point(9, 3)) is trace(Point(9, 3))


def test_hexsides_are_not_looked_at_where_a_hex_stops_the_line(monkeypatch: pytest.MonkeyPatch):
    """8.11b: the first fire on a map pays for no more than what decides its lines."""
    looked: list[Point] = []
    touched = sight_module.side_touched

    def counting(way: Point, hex_centre: Point, direction: int) -> bool:
        looked.append(hex_centre)
        return touched(way, hex_centre, direction)

    monkeypatch.setattr(sight_module, "side_touched", counting)
    trace.cache_clear()
    lines = SightLines(MAP, {"C3": Ground(obstacle=True)}, {"F4/F5": WALL})

    assert not lines.between("C1", "C6").clear
    assert looked == []
    assert not lines.between("F1", "F8").clear
    assert looked
