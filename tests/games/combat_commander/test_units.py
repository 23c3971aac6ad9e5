"""Units, leaders and suppression."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    hero,
    light_mg,
    line_squad,
    marked,
    moved,
    rifle_squad,
    sergeant,
    sheet,
    table_on,
    turned,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.games.combat_commander.table.totals import total
from wardiary.domain.games.combat_commander.units.command import command_in, commanded_by
from wardiary.domain.games.combat_commander.units.numbers import (
    firepower,
    morale,
    movement,
    range_of,
)
from wardiary.domain.games.combat_commander.units.stacking import silhouettes
from wardiary.domain.games.combat_commander.weapons.weapons import (
    weapon_firepower_items,
    weapon_range,
)

# Units and leaders, rule 3


def test_a_squad_a_team_and_a_leader_count_as_seven_silhouettes():
    """3-sil, 3, 8.2: squad 4, team 2, leader 1: 7."""
    table = battle(rifle_squad("E5"), unit("axis-team", "germany-line-team", "E5"), sergeant("E5"))

    assert silhouettes(table.table, "E5", "axis") == 7


def test_range_stops_at_0_and_firepower_goes_below_0():
    """3.1.1, 3.1.2, AMB-36: a suppressed corporal in wire."""
    table = table_on(
        sheet(),
        work("wire", "E5"),
        unit("axis-leader", "germany-corporal-x", "E5", face="demoralised", suppressed=1),
    )

    assert (firepower(table, "axis-leader"), range_of(table, "axis-leader")) == (-2, 0)


def test_range_and_movement_stop_at_0_and_firepower_goes_below_0():
    """3.1.2, 3.1.3, O20.3.1.2, AMB-36, AMB-37: a suppressed private in wire."""
    table = battle(
        moved("axis-private", "E5", "E56"),
        turned("axis-private", "demoralised", "E72"),
        marked("axis-private", "suppressed", 1, "E60"),
        work("wire", "E5"),
    )
    now = table.table

    assert firepower(now, "axis-private") == 1 - 1 - 1
    assert range_of(now, "axis-private") == 0
    assert movement(now, "axis-private") == 0


def test_cover_always_modifies_morale():
    """3.1.4, T78.3, T93: a 7 in woods 9, in brush 8, in brush with foxholes 10, on a road 6."""
    land = sheet(terrain={"E5": "w", "G5": "r", "I5": "r"}, roads=[["K5", "K6"]])
    places = ("E5", "G5", "I5", "K5", "K6")
    squads = [rifle_squad(place, f"axis-{place}") for place in places]
    table = table_on(land, work("foxholes", "I5"), work("foxholes", "K6"), *squads)

    assert [morale(table, f"axis-{place}") for place in places] == [9, 8, 10, 6, 9]


def test_a_demoralised_leader_lends_nothing_and_commands_only_the_hex_he_is_in():
    """3.2.1, O20.3.4, AMB-13"""
    table = table_on(
        sheet(),
        unit("axis-leader", "germany-sergeant-y", "E5", face="demoralised"),
        rifle_squad("E5", "axis-squad"),
        rifle_squad("E6", "axis-next"),
    )

    assert firepower(table, "axis-squad") == 5
    assert commanded_by(table, "axis-leader") == ("axis-squad",)


def test_a_unit_that_is_turned_over_keeps_its_weapon_and_markers():
    """3.2.2, 3.2.1: morale 7 to 6, with gun and markers."""
    table = battle(
        unit("axis-a", "germany-volksgrenadier", "E5", suppressed=1, veteran=1), light_mg("E5")
    )
    table.act(lambda draft: demoralise(draft, ("axis-a",), rule="1.9.1.3"))

    assert table.face("axis-a") == "demoralised"
    assert table.table.pieces["axis-a"].marks == {"suppressed": 1, "veteran": 1}
    assert (table.host("axis-mg"), table.face("axis-mg")) == ("axis-a", "working")


def test_a_heavy_weapon_slows_its_carrier_demoralised_or_not():
    """3.2.3, 11.1: rifle 4 - 1 with a heavy gun; demoralised 1 - 1 = 0: it cannot move at all."""
    gun = weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-a")
    fresh = battle(rifle_squad("E5"), gun, axis=("move",)).order("move", "axis-a")
    fresh.say("axis", "group axis-a")
    shaken = battle(rifle_squad("E5", face="demoralised"), gun, axis=("move",)).order(
        "move", "axis-a"
    )
    shaken.say("axis", "group axis-a")

    assert fresh.asks("axis", "O21").facts["left"] == 3
    assert shaken.asks("axis", "O21").facts["left"] == 0
    assert shaken.offer("stop") is not None  # O14.4, AMB-48: nobody can, so it may be closed.


def test_a_leader_activates_no_other_leader_and_command_radii_do_not_chain():
    """AMB-61, 3.3.1.1: sergeant-x in K8, radius 1.

    Another leader beside him, a squad beyond that leader.
    """
    table = battle(
        sergeant("K8", "axis-one"),
        sergeant("K7", "axis-two"),
        rifle_squad("K6"),
        rifle_squad("K7", "axis-b"),
        axis=("move",),
    ).order("move")

    table.when("axis", "activate axis-one axis-two").then_illegal("3.3.1.1")
    table.when("axis", "activate axis-one axis-a").then_illegal("3.3.1.1")
    table.say("axis", "activate axis-one axis-b")
    assert table.refused is None


@pytest.mark.parametrize(
    ("kind", "reached"),
    [("sergeant-y", {"K8", "J7", "J6"}), ("sergeant-x", {"K8", "J7"}), ("hero", {"K8"})],
)
def test_the_command_radius_is_counted_in_hexes(kind: str, reached: set[str]):
    """3.3.1.1"""
    squads = [rifle_squad(each, f"axis-{each}") for each in ("K8", "J7", "J6", "J5")]
    table = table_on(sheet(), unit("axis-leader", f"germany-{kind}", "K8"), *squads)

    assert {table.zone_of(each) for each in commanded_by(table, "axis-leader")} == reached


def test_two_leaders_lend_their_command_although_one_is_suppressed():
    """3.3.1.2, 3.3.1.3, 13.2, E58.1: the squad 8, its gun 8 + 3.

    The gun that the leader carries 4.
    """
    table = battle(
        rifle_squad("E5"),
        sergeant("E5"),
        unit("axis-lt", "germany-lieutenant-y", "E5", suppressed=1),
        rifle_squad("E5", "axis-b"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-b"),
        light_mg("E5", "axis-sgt", "axis-lmg"),
        line_squad("E7"),
        work("bunker", "E7"),
        axis=("fire",),
        axis_deck=("1-2", "1-3", "2-1"),
        allies_deck=("6-5", "6-3", "6-4"),
    ).order("fire", "axis-sgt", "axis-a,axis-b")

    def alone(base: str) -> object:
        table.say("axis", f"fire E7 {base}")
        strength = table.asks("axis", "O20.3.3").facts["firepower"]
        table.say("axis", "shoot")
        return strength

    assert [alone("axis-a"), alone("axis-hmg"), alone("axis-lmg")] == [8, 11, 4]


def test_leaders_lend_command_only_to_squads_and_teams_in_their_hex():
    """3.3.1.2: two leaders add up; leaders and other hexes get nothing."""
    table = table_on(
        sheet(),
        rifle_squad("E5", "axis-squad"),
        sergeant("E5", "axis-a"),
        unit("axis-b", "germany-sergeant-y", "E5"),
        rifle_squad("E6", "axis-far"),
    )

    numbers = (firepower, range_of, movement, morale)
    assert [number(table, "axis-squad") for number in numbers] == [8, 8, 7, 10]
    assert [number(table, "axis-far") for number in numbers] == [5, 5, 4, 7]
    assert [number(table, "axis-a") for number in numbers] == [1, 1, 6, 8]
    assert command_in(table, "E5", "axis") == 3


def test_a_leader_lends_nothing_to_an_enemy_weapon_in_the_same_hex():
    """8.12, 3.3.1.3: before a melee, with a leader of each side in the hex."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        sergeant("E5"),
        unit("allies-lt", "america-lieutenant-x", "E5"),
    ).table

    lenders = [item[0] for item in weapon_firepower_items(table, "axis-mg")]

    assert lenders == ["axis-mg firepower", "axis-sgt"]


def test_a_leader_without_command_is_not_listed_for_a_weapon():
    """3.3.1.3, 3.2.1, E58.1: not the hero, not a demoralised sergeant."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        hero("E5"),
        sergeant("E5", face="demoralised"),
        unit("axis-sgt-2", "germany-sergeant-y", "E5"),
    ).table

    items = [(name, value) for name, value, _ in weapon_firepower_items(table, "axis-mg")]

    assert items == [("axis-mg firepower", 4), ("axis-sgt-2", 2)]


@pytest.mark.parametrize(("gun", "reach"), [("germany-heavy-mg", 17), ("germany-light-mg", 9)])
def test_command_lengthens_a_guns_range(gun: str, reach: int):
    """3.3.1.3, O20.2.2: 16 + 1 and 8 + 1 when a team carries it.

    Nothing when the leader carries it.
    """
    table = battle(
        unit("axis-team", "germany-weapon-team", "E5"),
        weapon("axis-gun", gun, "E5", "axis-team"),
        sergeant("E5"),
        weapon("axis-own", gun, "E5", "axis-sgt"),
    )

    assert weapon_range(table.table, "axis-gun").stop - 1 == reach
    assert weapon_range(table.table, "axis-own").stop - 1 == reach - 1


def test_leaders_lend_command_to_weapons_without_white_bar_that_others_carry():
    """3.3.1.3"""
    table = table_on(
        sheet(),
        sergeant("E5", "axis-leader"),
        unit("axis-team", "germany-weapon-team", "E5"),
        unit("axis-other", "germany-line-team", "E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-team"),
        weapon("axis-mortar", "germany-light-mortar", "E5", "axis-other"),
        light_mg("E5", "axis-leader", "axis-lmg"),
    )
    arms = ("axis-hmg", "axis-mortar", "axis-lmg")

    assert [total(weapon_firepower_items(table, arm)) for arm in arms] == [9, 6, 4]
    ranges = [weapon_range(table, arm) for arm in arms]
    assert ranges == [range(1, 18), range(2, 14), range(1, 9)]


# Suppression, rule 13


def test_veteran_suppressed_wire_terrain_and_two_leaders_add_up_for_a_squad():
    """E44.1, 13.2, F106.1, 3.3.1.2, T99, T93: veteran, suppressed, in wire, with two leaders.

    5/5/4 m7: firepower 5 + 1 - 1 - 1 + 3, range the same, movement without the wire, morale with
    woods 2 and road -1.
    """
    table = battle(
        rifle_squad("E5", veteran=1, suppressed=1),
        unit("axis-lt", "germany-lieutenant-y", "E5", suppressed=1),
        sergeant("E5"),
        work("wire", "E5"),
        on=sheet(terrain={"E5": "w"}, roads=[["E5", "E6"]]),
    )
    now = table.table

    assert (firepower(now, "axis-a"), range_of(now, "axis-a")) == (7, 7)
    assert movement(now, "axis-a") == 7
    assert morale(now, "axis-a") == 7 + 1 - 1 - 1 + 3 + 2 - 1


def test_suppression_lowers_everything_but_command_by_1():
    """13.2"""
    table = table_on(
        sheet(),
        rifle_squad("E5", "axis-squad", suppressed=1),
        unit("axis-leader", "germany-sergeant-y", "E7", suppressed=1),
    )

    numbers = (firepower, range_of, movement, morale)
    assert [number(table, "axis-squad") for number in numbers] == [4, 4, 3, 6]
    assert command_in(table, "E7", "axis") == 2
