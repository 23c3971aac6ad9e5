import pytest

from tests.games.combat_commander.builders import sheet, smoke, table_on, unit, work
from wardiary.domain.games.combat_commander.terrain.fortifications import (
    fortification_in,
    holds_the_works,
    in_the_box,
    is_trench_step,
    mines_firepower,
)
from wardiary.domain.games.combat_commander.terrain.terrain import (
    Shot,
    advance_steps,
    cover,
    cover_items,
    downwind,
    drift,
    height_items,
    impact_zone,
    is_impassable,
    may_exit,
    move_cost,
    move_steps,
    retreat_hexes,
    sight_line,
    sight_lines_to,
    takes_blaze,
    takes_fortification,
    takes_smoke,
)

OPEN = sheet()
COUNTRY = sheet(
    terrain={
        "E5": "b", "G5": "w", "I5": "r", "K5": "o", "M5": "f", "C5": "g",
        "E8": "s", "G8": "m", "I8": "~", "K8": "=", "M8": "-", "C8": "w",
    },
    under={"M8": "gully"},
    roads=[["E4", "E5"], ["K7", "K8", "K9"], ["M7", "M8"], ["C7", "C8", "C9"], ["A8", "A9"]],
    trails=[["G4", "G5"]],
    railways=[["I4", "I5"]],
    hills={"1": ["E2", "F2"], "2": ["G2"]},
    hexsides=["L2/M2 wall", "M2/N2 hedge", "K2/L2 fence", "I2/J2 cliff"],
)  # fmt: skip


@pytest.mark.parametrize(
    ("hex_label", "value", "rule"),
    [
        ("A1", 0, "T90"), ("G5", 2, "T99"), ("I5", 1, "T81"), ("K5", 1, "T91"), ("M5", 0, "T85"),
        ("C5", 1, "T86"), ("E8", -1, "T95"), ("G8", 0, "T89"),
    ],
)  # fmt: skip
def test_every_terrain_offers_the_cover_of_the_chart(hex_label: str, value: int, rule: str):
    """T78.3, T79-T99"""
    items = cover_items(table_on(COUNTRY), hex_label)

    assert [(item[1], item[2]) for item in items] == [(value, rule)]


def test_a_road_lowers_the_cover_of_terrain_and_works_by_one():
    """T93, T80: building 2, bridge 1, open -1, foxholes in the open 2."""
    table = table_on(COUNTRY, work("foxholes", "A9"))

    assert [cover(table, each) for each in ("E5", "M8", "A8", "A9")] == [2, 1, -1, 2]


def test_the_best_cover_counts_and_none_adds_up():
    """T78.3: foxholes beat brush, a building beats nothing it stands in."""
    table = table_on(COUNTRY, work("foxholes", "I5"), work("foxholes", "E5"), work("wire", "K5"))

    assert [cover(table, each) for each in ("I5", "E5", "K5")] == [3, 2, 1]


@pytest.mark.parametrize(
    ("kind", "plain", "shells"),
    [("foxholes", 3, 4), ("trench", 4, 5), ("pillbox", 5, 6), ("bunker", 6, 7)],
)
def test_works_protect_better_against_shells(kind: str, plain: int, shells: int):
    """F101, F102, F104, F105.1"""
    table = table_on(OPEN, work(kind, "E5"))

    assert (cover(table, "E5"), cover(table, "E5", Shot(shells=True))) == (plain, shells)


def test_mines_flames_and_molotovs_leave_no_cover():
    """F103.2, 11.6"""
    table = table_on(OPEN, work("bunker", "E5"))

    assert cover_items(table, "E5", Shot(no_cover="F103.2")) == (("no cover", 0, "F103.2"),)


def test_walls_and_hedges_cover_against_fire_across_them():
    """T97, T87: not against shells, not from another side, and fences never."""
    table = table_on(COUNTRY)
    shots = {
        "wall": Shot(("K3",)), "shells": Shot(("K3",), shells=True), "hedge": Shot(("O3",)),
        "below": Shot(("M5",)), "both": Shot(("M5", "K3")),
    }  # fmt: skip

    found = {name: cover(table, "M2", shot) for name, shot in shots.items()}

    assert found == {"wall": 2, "shells": 0, "hedge": 1, "below": 0, "both": 2}
    assert cover(table, "L2", Shot(("J3",))) == 0


@pytest.mark.parametrize(
    ("here", "there", "cost"),
    [
        ("A2", "A3", 1), ("F5", "E5", 2), ("E4", "E5", 1), ("F5", "G5", 2), ("G4", "G5", 1),
        ("I4", "I5", 1), ("J5", "I5", 2), ("J5", "K5", 1), ("L5", "M5", 1), ("B5", "C5", 2),
        ("E7", "E8", 3), ("F8", "G8", 3), ("H8", "I8", None), ("K7", "K8", 1), ("J8", "K8", None),
        ("K8", "L8", None), ("K8", "K9", 1), ("M7", "M8", 1), ("L8", "M8", 2), ("B8", "C8", 2),
        ("C7", "C8", 1), ("E1", "E2", 2), ("E2", "E1", 1), ("F2", "G2", 2), ("G2", "F2", 1),
        ("E3", "F2", 2), ("L2", "M2", 2), ("N2", "M2", 2), ("K2", "L2", 2), ("I2", "J2", None),
    ],
)  # fmt: skip
def test_a_step_costs_terrain_hexside_and_climb(here: str, there: str, cost: int | None):
    """O21.1, T79-T99, T80.1, T80.2, T83, T88.1, T93"""
    assert move_cost(table_on(COUNTRY), here, there) == cost


def test_from_woods_to_higher_woods_costs_3_and_back_2():
    """T88.1"""
    hill = sheet(terrain={"E4": "w", "E5": "w"}, hills={"1": ["E5"], "2": ["E4"]})
    table = table_on(hill)

    assert (move_cost(table, "E5", "E4"), move_cost(table, "E4", "E5")) == (3, 2)


def test_from_trench_to_trench_all_costs_1_but_a_cliff():
    """F105.2"""
    climb = sheet(
        terrain={"E4": "w", "F4": "w"}, hills={"1": ["E4"]}, hexsides=["E4/E5 wall", "E5/F5 cliff"]
    )
    table = table_on(climb, work("trench", "E5"), work("pillbox", "E4"), work("trench", "F5"))

    assert (move_cost(table, "E5", "E4"), move_cost(table, "E5", "F5")) == (1, None)
    assert (is_trench_step(table, "E4", "E5"), is_trench_step(table, "E5", "E6")) == (True, False)


def test_a_fire_is_impassable_and_stops_every_line():
    """T79"""
    table = table_on(sheet(hills={"4": ["E2", "E5"]}), smoke(1, "E3", "blaze"))

    assert is_impassable(table, "E3")
    assert move_cost(table, "E2", "E3") is None
    assert sight_line(table, "E2", "E5").why == "fire in E3"


def test_smoke_hinders_with_its_value_wherever_it_touches_the_line():
    """10.3.4, T94: counter 7 of the box is a 4."""
    table = table_on(OPEN, smoke(7, "E4"))

    found = {
        each: seen.hindrance
        for each, seen in sight_lines_to(table, "E2", ("E4", "E6", "G2")).items()
    }

    assert found == {"E4": 4, "E6": 4, "G2": 0}


def test_moves_do_not_enter_the_enemy_and_advances_do():
    """O16.2, O16.3, O21.4"""
    table = table_on(COUNTRY, unit("allies-line-1", "america-line", "E7"))

    assert "E7" not in dict(move_steps(table, "axis", "E6"))
    assert "E7" in dict(move_steps(table, "allies", "E6"))
    assert "E7" in advance_steps(table, "E6", with_weapon=True)


def test_a_cliff_is_climbed_only_without_weapon_and_a_bridge_entered_by_its_ends():
    """O16.2, O16.3, T80.1, T83"""
    table = table_on(COUNTRY)

    assert "J2" in advance_steps(table, "I2", with_weapon=False)
    assert "J2" not in advance_steps(table, "I2", with_weapon=True)
    assert "K8" not in advance_steps(table, "J8", with_weapon=False)
    assert set(advance_steps(table, "K8", with_weapon=False)) == {"K7", "K9"}
    assert "I8" not in advance_steps(table, "I7", with_weapon=False)


def test_height_counts_once_up_and_once_down():
    """T88.2, AMB-38"""
    table = table_on(COUNTRY)
    found = {
        origins: sum(value for _, value, _ in height_items(table, origins, "E2"))
        for origins in (("A1",), ("G2",), ("E2",), ("A1", "G2"), ("A1", "A2"))
    }

    assert list(found.values()) == [-1, 1, 0, 0, -1]


@pytest.mark.parametrize(
    ("kind", "value"), [("s", False), ("m", False), ("~", False), (".", True), ("=", True)]
)
def test_wet_hexes_take_no_smoke_fire_or_works(kind: str, value: bool):
    """T89, T95, T98, F100.3, T78.1"""
    table = table_on(sheet(terrain={"E5": kind}))
    asked = (takes_smoke, takes_blaze, takes_fortification)

    assert [prompt(table, "E5") for prompt in asked] == [value] * 3


def test_a_hex_takes_one_fortification_and_none_with_a_fire():
    """8.1.3, 8.1.5"""
    table = table_on(OPEN, work("wire", "E5"), smoke(1, "E6", "blaze"))

    assert [takes_fortification(table, each) for each in ("E5", "E6", "E7")] == [False, False, True]
    assert fortification_in(table, "E5") == "wire-E5"
    assert not takes_smoke(table, "E6")


def test_the_way_back_avoids_the_enemy_the_impassable_and_cliffs():
    """O23.3, O23.3.5: the Axis edge is the bottom, the Allied one the top."""
    front = sheet(terrain={"J7": "~"}, hexsides=["K7/K8 cliff"])
    table = table_on(front, unit("axis-rifle-1", "germany-rifle", "L7"))

    assert retreat_hexes(table, "allies", "K8") == ()
    assert retreat_hexes(table, "axis", "K8") == ("K9",)
    assert retreat_hexes(table, "allies", "K1") == ()
    assert retreat_hexes(table_on(OPEN), "allies", "K8") == ("K7", "L7", "J7")


def test_units_leave_over_the_enemys_edge_only():
    """7.2"""
    table = table_on(OPEN)

    assert [may_exit(table, "axis", each) for each in ("E1", "E10", "A5")] == [True, False, False]
    assert may_exit(table, "allies", "E10")


def test_shells_drift_by_both_dice_when_they_hit_and_by_one_when_they_miss():
    """O18.2.2.1, O18.2.2.2, O18.2.2.3"""
    table = table_on(OPEN)

    assert drift(table, "E6", 1, 2, hit=True) == "F4"
    assert drift(table, "E6", 2, 3, hit=False) == "H4"
    assert drift(table, "B1", 1, 4, hit=True) is None


def test_the_impact_zone_is_the_hex_and_its_neighbours_on_the_map():
    """O18.2.3"""
    table = table_on(OPEN)

    assert impact_zone(table, "E5") == ("E5", "E4", "F4", "F5", "E6", "D5", "D4")
    assert impact_zone(table, "A1") == ("A1", "B1", "A2")


def test_fire_spreads_downwind():
    """E48: wind 4"""
    assert downwind(table_on(OPEN), "E5") == "E6"


def test_works_are_held_by_who_was_last_alone_in_them():
    """F101, F104"""
    table = table_on(OPEN, work("bunker", "E5", holder=1), work("foxholes", "E6", holder=1))

    assert holds_the_works(table, "E5", "axis")
    assert not holds_the_works(table, "E5", "allies")
    assert not holds_the_works(table, "E6", "axis")


def test_mines_have_6_firepower_and_the_box_may_be_empty():
    """F103.2, A35.3"""
    table = table_on(OPEN, work("pillbox", "E5"))

    assert mines_firepower(table) == 6
    assert in_the_box(table, "pillbox") is None
