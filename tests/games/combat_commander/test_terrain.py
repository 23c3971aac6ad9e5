"""Terrain, hexsides, roads and hills."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    COUNTRY,
    EXAMPLE,
    ford,
    line_squad,
    radio,
    rifle_squad,
    sergeant,
    sheet,
    smoke,
    table_on,
    weapon,
    work,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.fire.targets import SightNow
from wardiary.domain.games.combat_commander.fortifications.construction import takes_fortification
from wardiary.domain.games.combat_commander.terrain.cover import Shot, cover, cover_items
from wardiary.domain.games.combat_commander.terrain.lines_of_sight import height_items, sight_line
from wardiary.domain.games.combat_commander.terrain.smoke import takes_blaze, takes_smoke
from wardiary.domain.games.combat_commander.terrain.steps import (
    is_impassable,
    move_cost,
    retreat_hexes,
)

# Terrain in general, rule T78


def test_a_bridge_is_never_wet_and_costs_what_is_under_it():
    """T78.1, T80.2"""
    crossing = ford()

    assert [crossing.is_wet(label) for label in ("B2", "C3", "C2", "B3")] == [
        False,
        False,
        True,
        True,
    ]
    assert (crossing.step_cost("B1", "B2"), crossing.step_cost("A2", "B2")) == (1, 3)


@pytest.mark.parametrize(
    ("hex_label", "value", "rule"),
    [
        ("A1", 0, "T90"), ("G5", 2, "T99"), ("I5", 1, "T81"), ("K5", 1, "T91"), ("M5", 0, "T85"),
        ("C5", 1, "T86"), ("E8", -1, "T95"), ("G8", 0, "T89"),
    ],
)  # fmt: skip
def test_every_terrain_has_the_cover_of_the_chart(hex_label: str, value: int, rule: str):
    """T78.3, T81, T85, T86, T89, T90, T91, T95, T99"""
    items = cover_items(table_on(COUNTRY), hex_label)

    assert [(item[1], item[2]) for item in items] == [(value, rule)]


def test_only_the_best_cover_counts():
    """T78.3: foxholes count more than brush, and less than a building."""
    table = table_on(COUNTRY, work("foxholes", "I5"), work("foxholes", "E5"), work("wire", "K5"))

    assert [cover(table, label) for label in ("I5", "E5", "K5")] == [3, 2, 1]


# Blaze, rule T79


def test_a_blaze_is_impassable_and_blocks_every_line_of_sight():
    """T79"""
    table = table_on(sheet(hills={"4": ["E2", "E5"]}), smoke(1, "E3", "blaze"))

    assert is_impassable(table, "E3")
    assert move_cost(table, "E2", "E3") is None
    assert sight_line(table, "E2", "E5").why == "fire in E3"


# Bridge, rule T80


def test_a_retreat_enters_a_main_bridge_only_by_its_ends():
    """AMB-56, T80.1: along the road on to it, and not from beside it."""
    bridge = sheet(
        terrain={"E6": "=", "D5": "~", "F5": "~", "D6": "~", "F6": "~"}, roads=[["E5", "E6", "E7"]]
    )
    along = battle(rifle_squad("E5", face="demoralised"), on=bridge)
    aside = battle(
        rifle_squad("D5", face="demoralised"),
        on=sheet(terrain={"E6": "=", "D6": "~", "C6": "~"}, roads=[["E5", "E6", "E7"]]),
    )

    assert retreat_hexes(along.table, "axis", "E5") == ("E6",)
    assert "E6" not in retreat_hexes(aside.table, "axis", "D5")


def test_a_main_bridge_costs_one_and_hinders_by_one():
    """T80, T80.1: a railway leads over it, which helps nobody to move."""
    bridge = sheet(terrain={"E6": "="}, railways=[["E5", "E6", "E7"]])
    table = battle(on=bridge).table

    assert move_cost(table, "E5", "E6") == 1
    assert (cover(table, "E6", Shot(("E9",))), sight_line(table, "E4", "E8").hindrance) == (2, 1)


# Cliff, rule T83


def test_a_cliff_does_not_hinder_a_line_of_sight():
    """T83, 10.3: from E5 to E8 across the cliff between E6 and E7."""
    line = sight_line(table_on(sheet(hexsides=["E6/E7 cliff"])), "E5", "E8")

    assert (line.clear, line.hindrance) == (True, 0)


# Fence, rule T84


@pytest.mark.parametrize(
    ("hexside", "expected"),
    [("fence", ("open", 0, "T90")), ("hedge", ("hedge", 1, "T87")), ("wall", ("wall", 2, "T97"))],
)
def test_a_fence_gives_no_cover(hexside: str, expected: tuple[str, int, str]):
    """8.12, T84, T87, T97: fire across it into open ground; hedge and wall are worth 1 and 2."""
    table = battle(on=sheet(hexsides=[f"E5/E6 {hexside}"])).table

    assert cover_items(table, "E6", Shot(origins=("E5",))) == (expected,)


def test_a_fence_between_hinders_and_a_fence_at_the_target_does_not():
    """T84, 10.1-own: E6/E7 is no hexside of E5 or E8: -1; E7/E8 is a hexside of the target."""
    between = battle(
        rifle_squad("E5"), line_squad("E8"), on=sheet(hexsides=["E6/E7 fence"]), axis=("fire",)
    ).order("fire", "axis-a")
    between.say("axis", "fire E8 axis-a")
    at_target = battle(
        rifle_squad("E5"), line_squad("E8"), on=sheet(hexsides=["E7/E8 fence"]), axis=("fire",)
    ).order("fire", "axis-a")
    at_target.say("axis", "fire E8 axis-a")

    assert between.asks("axis", "O20.3.3").facts["firepower"] == 4
    assert at_target.asks("axis", "O20.3.3").facts["firepower"] == 5


# Hedge, rule T87


def test_fire_through_a_hedge_into_brush_with_a_road_meets_cover_0():
    """T87, T81, T93, AMB-39, 10.1-own: hedge 1 or brush 1, less the road: 0; no hindrance.

    5 + 6 = 11 against 6 + 0 + 5: suppressed.
    """
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        on=sheet(terrain={"E7": "r"}, hexsides=["E6/E7 hedge"], roads=[["E7", "F7"]]),
        axis=("fire",),
        axis_deck=("4-2",),
        allies_deck=("4-1",),
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E7")

    assert table.total("attack total E7") == 11
    assert table.total("morale allies-a") == 6
    assert table.mark("allies-a", "suppressed") == 1


# Hills, rule T88


def test_from_woods_to_higher_woods_costs_3_and_back_2():
    """T88.1"""
    hill = sheet(terrain={"E4": "w", "E5": "w"}, hills={"1": ["E5"], "2": ["E4"]})
    table = table_on(hill)

    assert (move_cost(table, "E5", "E4"), move_cost(table, "E4", "E5")) == (3, 2)


def test_height_counts_for_mortars_but_not_for_batteries_and_mines():
    """AMB-27, T88.2: a mortar downhill 6 + 1; a battery at the same hex 10; mines uphill 6."""
    hill = sheet(hills={"1": ["E3"]})
    mortar = battle(
        rifle_squad("E3"),
        weapon("axis-gun", "germany-light-mortar", "E3", "axis-a"),
        line_squad("E8"),
        on=hill,
        axis=("fire",),
        axis_deck=("6-4",),
    ).order("fire", "axis-a")
    mortar.say("axis", "fire E8 axis-gun")
    battery = battle(
        radio("axis"),
        sergeant("E3"),
        line_squad("E8"),
        on=hill,
        axis=("artillery-request",),
        axis_deck=("6-4", "4-1", "2-1"),
        allies_deck=("6-5",),
    ).order("artillery-request")
    battery.say("axis", "spot E8 shells")
    mined = battle(
        rifle_squad("E4"),
        work("mines", "E3"),
        on=hill,
        axis=("move",),
        axis_deck=("6-5",),
        allies_deck=("1-2",),
    ).order("move", "axis-a")
    mined.move("axis-a", "E3")

    assert mortar.asks("axis", "O20.3.3").facts["firepower"] == 7
    assert battery.total("impact E8") == 10
    assert mined.total("attack total E3") == 6 + 3


def test_a_fire_group_above_and_below_its_target_gains_nothing():
    """T88.2, AMB-38: one element above the target, one below: +1 and -1."""
    table = battle(
        rifle_squad("D5"),
        rifle_squad("E5", "axis-b"),
        sergeant("E5"),
        line_squad("E6"),
        on=sheet(hills={"1": ["E6"], "2": ["D5"]}),
        axis=("fire",),
        axis_deck=("2-1",),
        allies_deck=("6-3",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.shoot("axis-a", "E6", "axis-b")

    assert table.items("firepower E6") == {
        "axis-a firepower": 5,
        "axis-b": 1,
        "uphill": -1,
        "downhill": 1,
    }


def test_height_counts_once_up_and_once_down():
    """T88.2, AMB-38"""
    table = table_on(COUNTRY)
    levels = {
        origins: sum(value for _, value, _ in height_items(table, origins, "E2"))
        for origins in (("A1",), ("G2",), ("E2",), ("A1", "G2"), ("A1", "A2"))
    }

    assert list(levels.values()) == [-1, 1, 0, 0, -1]


def test_a_hill_crest_blocks_a_view_from_the_level_of_the_hill():
    """AMB-22, AMB-23, T88.3: B and B' of the printed examples: seen from level 2, not from 1."""
    from_one = battle(on=EXAMPLE).table
    higher = sheet(
        terrain={"K6": "w", "J8": "w", "L8": "w", "M5": "w"},
        hills={"1": ["K6", "K7", "K8", "J8"], "2": ["J6", "J7", "J9"]},
    )

    assert not sight_line(from_one, "J9", "L6").clear
    assert sight_line(battle(on=higher).table, "J9", "L6").clear


@pytest.mark.parametrize(
    ("behind", "clear"), [({}, False), ({"1": ["E5"]}, True), ({"1": ["E4", "E5"]}, False)]
)
def test_an_obstacle_hides_the_hex_behind_it_unless_that_hex_is_higher(
    behind: dict[str, list[str]], clear: bool
):
    """8.12, T88.4.1: from level 3 over woods, into a hex as low as the woods or a level above."""
    hills = {**behind, "3": ["E1"]}
    table = battle(on=sheet(terrain={"E4": "w"}, hills=hills)).table

    assert sight_line(table, "E1", "E5").clear is clear
    assert sight_line(table, "E5", "E1").clear is clear


def test_hindrances_below_a_hill_do_not_hinder_fire_from_it():
    """T88.5: from level 1 over brush at level 0; between two hexes of level 1 it counts."""
    low = battle(on=sheet(terrain={"E6": "r"}, hills={"1": ["E5"]}))
    high = battle(on=sheet(terrain={"E6": "r"}, hills={"1": ["E5", "E6", "E7"]}))

    assert SightNow.at(low.table).hindrance("E5", "E7") == 0
    assert SightNow.at(high.table).hindrance("E5", "E7") == 3


# Marsh, rule T89


@pytest.mark.parametrize(
    ("kind", "value"), [("s", False), ("m", False), ("~", False), (".", True), ("=", True)]
)
def test_wet_hexes_take_no_smoke_blaze_or_fortification(kind: str, value: bool):
    """T89, T95, T98, F100.3, T78.1"""
    table = table_on(sheet(terrain={"E5": kind}))
    questions = (takes_smoke, takes_blaze, takes_fortification)

    assert [takes(table, "E5") for takes in questions] == [value] * 3


# Railway, rule T92


def test_a_railway_hinders_a_line_that_does_not_follow_it():
    """T92"""
    rails = sheet(railways=[["E2", "E3", "E4"]])

    hindrance = [rails.sight.between(*ends).hindrance for ends in (("E2", "E4"), ("D2", "F3"))]

    assert hindrance == [0, 1]


# Road, rule T93


def test_woods_do_not_block_a_line_that_follows_a_road():
    """T93, 10.2"""
    road = sheet(terrain={"E3": "w"}, roads=[["E2", "E3", "E4"]])
    bend = sheet(terrain={"E3": "w"}, roads=[["E2", "E3", "F3"]])

    assert [drawn.sight.between("E2", "E4").clear for drawn in (road, bend)] == [True, False]


TWO_ROADS = sheet(roads=[["C5", "D5", "E6"]], terrain={"D5": "w"})


def test_a_road_through_woods_costs_1_and_adds_a_movement_point():
    """T93, T96, T92: woods entered along the road cost 1, and 5 MP in all."""
    table = battle(rifle_squad("C5"), on=TWO_ROADS, axis=("move",)).order("move", "axis-a")
    table.move("axis-a", "D5")

    assert table.asks("axis", "O21").facts["left"] == 4


def test_a_road_lowers_the_cover_of_terrain_and_fortifications_by_1():
    """T93, T80: building 2, bridge 1, open -1, foxholes in the open 2."""
    table = table_on(COUNTRY, work("foxholes", "A9"))

    assert [cover(table, label) for label in ("E5", "M8", "A8", "A9")] == [2, 1, -1, 2]


def test_a_road_affects_movement_cost_movement_cover_and_sight():
    """T93-a, T93-b, T93-c, T93-d: cost 1 along it, a fifth MP, 1 cover less.

    No woods in the line.
    """
    wooded = sheet(terrain=dict.fromkeys(("E6", "E7"), "w"), roads=[["E5", "E6", "E7", "E8"]])
    table = battle(rifle_squad("E5"), on=wooded, axis=("move",)).order("move", "axis-a")
    table.say("axis", "group axis-a")
    assert table.asks("axis", "O21").facts["left"] == 4
    table.say("axis", "step E6")

    assert table.total("movement points") == 1
    assert table.asks("axis", "O21").facts["left"] == 4 + 1 - 1
    assert cover(table.table, "E6") == 1
    assert cover(table.table, "E8") == -1
    assert sight_line(table.table, "E5", "E8").clear


def test_a_road_entered_from_the_side_still_adds_a_movement_point():
    """T93-b: woods by another side cost 2, and the fifth point is there."""
    wooded = sheet(terrain={"E6": "w"}, roads=[["E5", "E6", "E7"]])
    table = battle(rifle_squad("D6"), on=wooded, axis=("move",)).order("move", "axis-a")
    table.move("axis-a", "E6")

    assert table.total("movement points") == 2
    assert table.asks("axis", "O21").facts["left"] == 4 + 1 - 2


# Wall, rule T97


def test_a_wall_crossed_by_any_line_of_a_fire_group_gives_cover():
    """T97, AMB-39, T93: a single line crosses the wall, cover 2.

    With the road in the hex it is 1.
    """
    table = battle(
        rifle_squad("E5"),
        rifle_squad("D6", "axis-b"),
        sergeant("E5"),
        line_squad("E7"),
        on=sheet(hexsides=["E6/E7 wall"], roads=[["E7", "F7"]]),
        axis=("fire",),
        axis_deck=("5-1",),
        allies_deck=("4-1",),
    ).order("fire", "axis-sgt", "axis-a")
    table.shoot("axis-a", "E7")

    assert table.items("morale allies-a") == {"allies-a morale": 6, "wall": 2, "road": -1}


def test_walls_and_hedges_cover_against_fire_across_them():
    """T97, T87: not against shells, not from another side, and fences never."""
    table = table_on(COUNTRY)
    shots = {
        "wall": Shot(("K3",)), "shells": Shot(("K3",), shells=True), "hedge": Shot(("O3",)),
        "below": Shot(("M5",)), "both": Shot(("M5", "K3")),
    }  # fmt: skip

    covers = {name: cover(table, "M2", shot) for name, shot in shots.items()}

    assert covers == {"wall": 2, "shells": 0, "hedge": 1, "below": 0, "both": 2}
    assert cover(table, "L2", Shot(("J3",))) == 0


# Water barrier, rule T98


def test_water_hinders_no_line_of_sight():
    """8.12, T98: water is open to a line of sight."""
    seen = sight_line(battle(on=sheet(terrain={"E6": "~", "E7": "~"})).table, "E5", "E8")

    assert (seen.clear, seen.hindrance) == (True, 0)


# Woods, rule T99


@pytest.mark.parametrize(
    ("kind", "fire", "airburst"), [("germany-light-mortar", 6, 2), ("germany-ig-18-gun", 10, 2)]
)
def test_guns_with_a_white_bar_add_the_airburst_of_woods_as_mortars_do(
    kind: str, fire: int, airburst: int
):
    """AMB-26, T99: 10 or 6, a roll of 3, and 2."""
    table = battle(
        rifle_squad("E3"),
        weapon("axis-gun", kind, "E3", "axis-a"),
        line_squad("E8"),
        on=sheet(terrain={"E8": "w"}),
        axis=("fire",),
        axis_deck=("6-4", "2-1"),
        allies_deck=("6-5",),
    ).order("fire", "axis-a")
    table.shoot("axis-gun", "E8")

    assert table.total("attack total E8") == fire + 3 + airburst
