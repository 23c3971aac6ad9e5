import pytest

from tests.games.combat_commander.builders import sheet, table_on, unit, weapon, work
from wardiary.domain.games.combat_commander.terrain.terrain import Shot, height_items, sight_line
from wardiary.domain.games.combat_commander.units.units import (
    command_in,
    commanded_by,
    contested_hexes,
    firepower,
    has_room,
    is_activated,
    melee_items,
    morale,
    movement,
    out_of_command,
    overstacked_hexes,
    range_of,
    silhouettes,
    total,
    unit_card,
)
from wardiary.domain.games.combat_commander.weapons.weapons import (
    lost_by,
    may_fire,
    repaired_by,
    weapon_firepower_items,
    weapon_of,
    weapon_range,
)

ROAD = [f"M{row}" for row in range(4, 10)]
DIAGRAM = sheet(
    terrain={"K6": "w", "J8": "w", "L8": "w", "M5": "w", "N7": "o", "N8": "o"},
    roads=[ROAD],
    hills={"1": ["K6", "K7", "K8", "J8", "J9"], "2": ["J6", "J7"]},
)

FIRE = (
    unit("axis-grein", "germany-sergeant-y", "K8"),
    unit("axis-bolter", "germany-corporal-y", "L8"),
    unit("axis-team", "germany-weapon-team", "L8"),
    unit("axis-one", "germany-rifle", "L8"),
    unit("axis-two", "germany-rifle", "K8", face="demoralised"),
    unit("axis-three", "germany-rifle", "J7"),
    unit("axis-four", "germany-rifle", "J6"),
    weapon("axis-hmg", "germany-heavy-mg", "L8", "axis-team"),
    weapon("axis-lmg-k8", "germany-light-mg", "K8", "axis-two"),
    weapon("axis-lmg-j6", "germany-light-mg", "J6", "axis-four"),
    weapon("axis-mortar", "germany-light-mortar", "J7", "axis-three"),
    unit("allies-line", "america-line", "M6"),
)


def test_the_printed_fire_example_adds_up():
    """O20, examples A to E: group 6 + 4 + 1 for height, HMG 9, target morale 5."""
    table = table_on(DIAGRAM, *FIRE)
    group = ("axis-one", "axis-two", "axis-three", "axis-four", "axis-lmg-j6")
    hexes = ("L8", "K8", "J7", "J6")

    assert set(commanded_by(table, "axis-grein")) == {
        "axis-team", "axis-one", "axis-two", "axis-three", "axis-four",
    }  # fmt: skip
    assert (firepower(table, "axis-one"), range_of(table, "axis-two")) == (6, 3)
    assert all(sight_line(table, hex_label, "M6").clear for hex_label in hexes)
    height = total(height_items(table, hexes, "M6"))
    assert firepower(table, "axis-one") + len(group) - 1 + height == 11
    assert total(weapon_firepower_items(table, "axis-hmg")) == 9
    assert morale(table, "allies-line", Shot(hexes)) == 5
    assert range_of(table, "axis-grein") == 1
    assert not may_fire(table, "axis-lmg-k8")
    assert may_fire(table, "axis-lmg-j6")


def test_the_printed_move_example_adds_up():
    """A33, examples D to H."""
    moving = unit("axis-squad", "germany-rifle", "K7")
    table = table_on(
        DIAGRAM,
        moving,
        unit("axis-biermann", "germany-sergeant-x", "K7"),
        unit("allies-line", "america-line", "L5"),
    )

    assert (morale(table, "axis-squad"), morale(table, "axis-biermann")) == (8, 8)
    assert movement(table, "axis-squad") == 5
    assert firepower(table, "allies-line") + total(height_items(table, ("L5",), "K7")) == 5


def test_leaders_lend_to_squads_and_teams_in_their_hex_and_to_nobody_else():
    """3.3.1.2: two leaders add up; leaders and other hexes get nothing."""
    table = table_on(
        sheet(),
        unit("axis-squad", "germany-rifle", "E5"),
        unit("axis-a", "germany-sergeant-x", "E5"),
        unit("axis-b", "germany-sergeant-y", "E5"),
        unit("axis-far", "germany-rifle", "E6"),
    )

    numbers = (firepower, range_of, movement, morale)
    assert [number(table, "axis-squad") for number in numbers] == [8, 8, 7, 10]
    assert [number(table, "axis-far") for number in numbers] == [5, 5, 4, 7]
    assert [number(table, "axis-a") for number in numbers] == [1, 1, 6, 8]
    assert command_in(table, "E5", "axis") == 3


def test_a_demoralised_leader_lends_nothing_and_leads_his_own_hex():
    """3.2.1, O20.3.4, AMB-13"""
    table = table_on(
        sheet(),
        unit("axis-leader", "germany-sergeant-y", "E5", face="demoralised"),
        unit("axis-squad", "germany-rifle", "E5"),
        unit("axis-next", "germany-rifle", "E6"),
    )

    assert firepower(table, "axis-squad") == 5
    assert commanded_by(table, "axis-leader") == ("axis-squad",)


@pytest.mark.parametrize(
    ("kind", "reached"),
    [("sergeant-y", {"K8", "J7", "J6"}), ("sergeant-x", {"K8", "J7"}), ("hero", {"K8"})],
)
def test_the_command_radius_is_counted_in_hexes(kind: str, reached: set[str]):
    """3.3.1.1"""
    squads = [unit(f"axis-{each}", "germany-rifle", each) for each in ("K8", "J7", "J6", "J5")]
    table = table_on(sheet(), unit("axis-leader", f"germany-{kind}", "K8"), *squads)

    assert {table.zone_of(each) for each in commanded_by(table, "axis-leader")} == reached


def test_suppression_takes_one_from_everything_but_command():
    """13.2"""
    table = table_on(
        sheet(),
        unit("axis-squad", "germany-rifle", "E5", suppressed=1),
        unit("axis-leader", "germany-sergeant-y", "E7", suppressed=1),
    )

    numbers = (firepower, range_of, movement, morale)
    assert [number(table, "axis-squad") for number in numbers] == [4, 4, 3, 6]
    assert command_in(table, "E7", "axis") == 2


def test_a_veteran_has_one_more_of_everything():
    """E44.1"""
    table = table_on(sheet(), unit("axis-squad", "germany-rifle", "E5", veteran=1))

    numbers = (firepower, range_of, movement, morale)
    assert [number(table, "axis-squad") for number in numbers] == [6, 6, 5, 8]


def test_wire_takes_one_from_firepower_range_and_morale():
    """F106.1: and no weapon fires from it (F106.3)."""
    table = table_on(
        sheet(),
        work("wire", "E5"),
        unit("axis-squad", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-squad"),
    )

    numbers = (firepower, range_of, movement, morale)
    assert [number(table, "axis-squad") for number in numbers] == [4, 4, 4, 6]
    assert not may_fire(table, "axis-mg")


def test_range_and_movement_stop_at_nothing_and_firepower_does_not():
    """AMB-36"""
    table = table_on(
        sheet(),
        work("wire", "E5"),
        unit("axis-leader", "germany-corporal-x", "E5", face="demoralised", suppressed=1),
    )

    assert (firepower(table, "axis-leader"), range_of(table, "axis-leader")) == (-2, 0)


def test_cover_always_counts_with_morale():
    """3.1.4, T78.3, T93: a 7 in woods 9, in brush 8, in brush with foxholes 10, on a road 6."""
    land = sheet(terrain={"E5": "w", "G5": "r", "I5": "r"}, roads=[["K5", "K6"]])
    places = ("E5", "G5", "I5", "K5", "K6")
    squads = [unit(f"axis-{place}", "germany-rifle", place) for place in places]
    table = table_on(land, work("foxholes", "I5"), work("foxholes", "K6"), *squads)

    assert [morale(table, f"axis-{place}") for place in places] == [9, 8, 10, 6, 9]


def test_a_weapon_slows_its_carrier():
    """11.1"""
    table = table_on(
        sheet(),
        unit("axis-squad", "germany-rifle", "E5"),
        weapon("axis-mortar", "germany-light-mortar", "E5", "axis-squad"),
    )

    assert (movement(table, "axis-squad"), weapon_of(table, "axis-squad")) == (2, "axis-mortar")


def test_leaders_lend_to_weapons_without_white_bar_that_others_carry():
    """3.3.1.3"""
    table = table_on(
        sheet(),
        unit("axis-leader", "germany-sergeant-x", "E5"),
        unit("axis-team", "germany-weapon-team", "E5"),
        unit("axis-other", "germany-line-team", "E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-team"),
        weapon("axis-mortar", "germany-light-mortar", "E5", "axis-other"),
        weapon("axis-lmg", "germany-light-mg", "E5", "axis-leader"),
    )
    arms = ("axis-hmg", "axis-mortar", "axis-lmg")

    assert [total(weapon_firepower_items(table, arm)) for arm in arms] == [9, 6, 4]
    ranges = [weapon_range(table, arm) for arm in arms]
    assert ranges == [range(1, 18), range(2, 14), range(1, 9)]


@pytest.mark.parametrize(
    ("face", "marks", "state", "ground", "fires"),
    [
        ("normal", {}, "working", ".", True), ("normal", {}, "broken", ".", False),
        ("demoralised", {}, "working", ".", False),
        ("normal", {"suppressed": 1}, "working", ".", False),
        ("normal", {}, "working", "s", False), ("normal", {}, "working", "m", False),
    ],
)  # fmt: skip
def test_who_may_use_a_weapon(
    face: str, marks: dict[str, int], state: str, ground: str, fires: bool
):
    """11.1, 3.2.3, 13.2, T89, T95"""
    table = table_on(
        sheet(terrain={"E5": ground}),
        unit("axis-squad", "germany-rifle", "E5", face=face, **marks),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-squad", face=state),
    )

    assert may_fire(table, "axis-mg") == fires


@pytest.mark.parametrize(("row", "fixed", "lost"), [(2, 1, 0), (9, 0, 1), (5, 0, 0)])
def test_the_row_of_a_random_hex_repairs_or_eliminates_broken_weapons(
    row: int, fixed: int, lost: int
):
    """11.4: light machine gun, fix 1-2, eliminate 9-10; a working one is left alone."""
    table = table_on(
        sheet(),
        unit("axis-squad", "germany-rifle", "E5"),
        weapon("axis-broken", "germany-light-mg", "E5", "axis-squad", face="broken"),
        unit("axis-other", "germany-rifle", "E6"),
        weapon("axis-working", "germany-light-mg", "E6", "axis-other"),
    )

    assert (len(repaired_by(table, row)), len(lost_by(table, row))) == (fixed, lost)


def test_boxed_firepower_counts_one_more_in_melee():
    """O16.4.1: paratroopers 6 boxed, and a leader lending 1."""
    table = table_on(
        sheet(),
        unit("allies-squad", "america-paratroop", "E5"),
        unit("allies-leader", "america-sergeant-x", "E5"),
        unit("axis-squad", "germany-rifle", "E5"),
    )

    assert total(melee_items(table, "allies-squad")) == 8
    assert total(melee_items(table, "axis-squad")) == 5
    assert contested_hexes(table) == ("E5",)


def test_seven_silhouettes_are_legal_and_eight_are_not():
    """8.2, 3: squad 4, team 2, leader 1."""
    table = table_on(
        sheet(),
        unit("axis-squad", "germany-rifle", "E5"),
        unit("axis-team", "germany-line-team", "E5"),
        unit("axis-leader", "germany-sergeant-x", "E5"),
        unit("axis-a", "germany-rifle", "E6"),
        unit("axis-b", "germany-rifle", "E6"),
    )

    assert (silhouettes(table, "E5", "axis"), overstacked_hexes(table, "axis")) == (7, ("E6",))
    assert not has_room(table, "E5", "axis", 1)
    assert has_room(table, "E7", "axis", 7)


def test_squads_out_of_every_radius_cower():
    """E51: teams are left alone."""
    table = table_on(
        sheet(),
        unit("axis-leader", "germany-sergeant-x", "E5"),
        unit("axis-near", "germany-rifle", "E6"),
        unit("axis-far", "germany-rifle", "E7"),
        unit("axis-team", "germany-line-team", "E8"),
    )

    assert out_of_command(table, "axis") == ("axis-far",)


def test_a_hero_never_counts_as_activated():
    """E58.1"""
    table = table_on(
        sheet(),
        unit("axis-hero", "germany-hero", "E5", activated=1),
        unit("axis-squad", "germany-rifle", "E5", activated=1),
    )

    assert (is_activated(table, "axis-hero"), is_activated(table, "axis-squad")) == (False, True)
    assert unit_card(table, "axis-hero").points == 0
