"""Weapons: use, repair, handing over and giving up (11)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import (
    PACK,
    light_mg,
    line_squad,
    moved,
    rifle_squad,
    sergeant,
    sheet,
    table_on,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.openings import battle, move_order
from wardiary.domain.games.combat_commander.units.numbers import movement
from wardiary.domain.games.combat_commander.victory.casualties import eliminate
from wardiary.domain.games.combat_commander.weapons.effects import break_weapon
from wardiary.domain.games.combat_commander.weapons.weapons import (
    lost_by,
    may_fire,
    repaired_by,
    weapon_of,
)
from wardiary.domain.play.draft import Draft


def test_a_suppressed_squad_has_1_less_firepower_and_cannot_use_its_weapon():
    """11.1, 13.2: 5 - 1 = 4; as a veteran 5; the gun is refused."""
    table = battle(
        rifle_squad("E5", suppressed=1, veteran=1), light_mg("E5"), line_squad("E7"), axis=("fire",)
    ).order("fire", "axis-a")
    table.when("axis", "fire E7 axis-mg").then_illegal("11.1")
    table.say("axis", "fire E7 axis-a")

    assert table.asks("axis", "O20.3.3").facts["firepower"] == 5


def test_a_weapon_reduces_the_movement_of_its_carrier():
    """11.1"""
    table = table_on(
        sheet(),
        rifle_squad("E5", "axis-squad"),
        weapon("axis-mortar", "germany-light-mortar", "E5", "axis-squad"),
    )

    assert (movement(table, "axis-squad"), weapon_of(table, "axis-squad")) == (2, "axis-mortar")


@pytest.mark.parametrize(
    ("face", "marks", "state", "ground", "fires"),
    [
        ("normal", {}, "working", ".", True), ("normal", {}, "broken", ".", False),
        ("demoralised", {}, "working", ".", False),
        ("normal", {"suppressed": 1}, "working", ".", False),
        ("normal", {}, "working", "s", False), ("normal", {}, "working", "m", False),
    ],
)  # fmt: skip
def test_only_a_normal_unsuppressed_unit_on_dry_ground_may_use_a_working_weapon(
    face: str, marks: dict[str, int], state: str, ground: str, fires: bool
):
    """11.1, 3.2.3, 13.2, T89, T95"""
    table = table_on(
        sheet(terrain={"E5": ground}),
        rifle_squad("E5", "axis-squad", face=face, **marks),
        light_mg("E5", "axis-squad", face=state),
    )

    assert may_fire(table, "axis-mg") == fires


def test_a_weapon_may_be_given_up_at_no_cost_in_points():
    """11.3: no points for it."""
    table = battle(rifle_squad("E5"), light_mg("E5"))
    table.say("axis", "drop-weapon axis-mg")

    assert table.zone("axis-mg") == "weapons"
    assert table.vp() == 0


def test_a_heavy_weapon_may_be_given_up_to_move_on():
    """11.3, 3.1.3, 11.1: 4 - 3 leaves one hex; without it there are three more."""
    table = move_order(weapon("axis-mortar", "germany-medium-mortar", "E5", "axis-a"))
    table.say("axis", "step E6")
    assert table.offer("step") is None
    table.say("axis", "drop-weapon axis-mortar")

    assert table.asks("axis", "O21").facts["left"] == 3
    assert table.offer("step") is not None


def test_an_eliminated_unit_loses_its_weapon_and_markers():
    """11.3, 13.3, E44.1, AMB-49: weapon to the box as it was, markers gone."""
    table = battle(
        line_squad("E5", suppressed=1, veteran=1),
        weapon("allies-mg", "america-medium-mg", "E5", "allies-a", face="broken"),
    )

    table.act(lambda draft: eliminate(draft, ("allies-a",), rule="E62"))

    assert (table.zone("allies-mg"), table.face("allies-mg")) == ("weapons", "broken")
    assert table.table.pieces["allies-a"].marks == {}


def test_a_weapon_can_be_handed_over_kept_by_a_team_and_given_up():
    """11.3-a, 11.3-b, 11.3-c: handed over for 1 MP, kept by the first team.

    Given up for nothing.
    """
    table = battle(
        rifle_squad("E5"), light_mg("E5"), rifle_squad("E5", "axis-b"), axis=("move",)
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "hand-over axis-mg axis-b"))
    assert table.asks("axis", "O21").facts["left"] == 4 - 1
    table.commands(("axis", "step E6"), ("axis", "stop"), ("axis", "done"))
    table.read("deploy")
    table.say("axis", "choose axis-b")
    assert table.host("axis-mg") == "axis-b-a"
    table.say("axis", "drop-weapon axis-mg").then(moved("axis-mg", "weapons", "11.3"))


GONE = moved("axis-mg", "weapons", "11.3")


def armed(*hand: str, **more: Any) -> Battle:
    """A squad of the Axis with a machine gun, within reach of a squad of the Allies."""
    return battle(
        rifle_squad("E5"),
        light_mg("E5"),
        line_squad("E8"),
        axis=hand,
        **more,
    )


def test_a_weapon_may_be_given_up_while_units_are_activated():
    """11.3-b, O14.1: before the order goes on; no victory points."""
    table = armed("fire")
    card = table.table.zone("hand-axis")[0]
    table.say("axis", f"order {card}")
    table.asks("axis", "O14.1")

    table.say("axis", "drop-weapon axis-mg").then(GONE)
    table.asks("axis", "O14.1")
    assert table.vp() == 0


def test_an_order_ends_when_the_only_weapon_that_could_carry_it_out_is_given_up():
    """11.3-b, AMB-48: the gun alone reached that far; the card stays played."""
    table = battle(
        rifle_squad("E1"), light_mg("E1"), line_squad("E9"), axis=("fire",), guards=False
    )
    card = table.table.zone("hand-axis")[0]
    table.say("axis", f"order {card}")
    assert table.candidates("activate", "head") == ("axis-a",)
    table.say("axis", "drop-weapon axis-mg").then(GONE)

    assert table.table.zone("discard-axis")[0] == card
    table.asks("axis", "5")


def test_a_weapon_may_be_given_up_in_a_fire_order_but_not_while_it_fires():
    """11.3-b, O20.3: before a target is named, or when only other elements fire."""
    table = armed("fire").order("fire", "axis-a")
    table.say("axis", "drop-weapon axis-mg").then(GONE)
    assert table.candidates("fire", "base") == ("axis-a",)

    aiming = armed("fire").order("fire", "axis-a")
    aiming.say("axis", "fire E8 axis-mg")
    aiming.when("axis", "drop-weapon axis-mg").then_illegal("11.3")

    joining = armed("fire").order("fire", "axis-a")
    joining.say("axis", "fire E8 axis-a")
    assert joining.candidates("join", "elements") == ("axis-mg",)
    joining.say("axis", "drop-weapon axis-mg").then(GONE)
    assert joining.offer("join") is None


def test_a_weapon_may_be_given_up_in_the_opponents_turn():
    """11.3-b: when an enemy comes into view, before opportunity fire."""
    table = armed("fire", active="allies", allies=("move",))
    table.order("move", "allies-a").move("allies-a", "E7")
    table.asks("axis", "O21.6")

    table.say("axis", "drop-weapon axis-mg").then(GONE)
    assert table.asks("axis", "O21.6").facts["firers"] == 1


def test_a_weapon_may_be_given_up_after_a_roll_of_the_opponent():
    """11.3-b, 9.1: the holder of the initiative is asked, and the roll still waits."""
    table = armed(active="allies", allies=("fire",), initiative="axis").order("fire", "allies-a")
    table.say("allies", "fire E5 allies-a")
    table.when("allies", "shoot")
    table.asks("axis", "9.1")

    table.when("axis", "drop-weapon axis-mg").then(GONE)
    table.asks("axis", "9.1")


def test_a_player_cannot_give_up_an_enemy_weapon_or_a_unit():
    """11.3-b: only a friendly weapon."""
    table = armed(active="allies", allies=("move",))

    table.when("allies", "drop-weapon axis-mg").then_illegal("11.3")
    table.when("allies", "drop-weapon axis-a").then_illegal("11.3")


@pytest.mark.parametrize(
    ("row", "where", "face"),
    [("C1", "E5", "working"), ("C9", "weapons", "broken"), ("C5", "E5", "broken")],
)
def test_the_row_of_a_random_hex_repairs_or_removes_a_broken_weapon_in_play(
    row: str, where: str, face: str
):
    """11.4: fix 1-2, eliminate 9-10, else nothing; before anything else happens."""
    table = battle(
        rifle_squad("E5", "axis-rifle"),
        light_mg("E5", "axis-rifle", "axis-lmg", face="broken"),
        line_squad("E7", "allies-squad"),
        axis=("fire",),
        axis_deck=("3-3 sniper", f"hex:{row}"),
        allies_deck=("6-3",),
    )
    (card,) = table.candidates("order", "card")
    table.commands(
        ("axis", f"order {card}"),
        ("axis", "activate axis-rifle -"),
        ("axis", "fire E7 axis-rifle"),
        ("axis", "shoot"),
    )

    assert (table.zone("axis-lmg"), table.face("axis-lmg")) == (where, face)


def test_a_weapon_that_breaks_twice_is_eliminated():
    """11.4, 3.2.4, 8.1.1: broken twice."""
    table = battle(rifle_squad("E5", "axis-rifle"), light_mg("E5", "axis-rifle", "axis-lmg"))

    def twice(draft: Draft) -> None:
        break_weapon(draft, "axis-lmg", rule="1.9.1.2")
        break_weapon(draft, "axis-lmg", rule="1.9.1.2")

    table.act(twice)

    assert table.zone("axis-lmg") == "weapons"


@pytest.mark.parametrize(("row", "fixed", "lost"), [(2, 1, 0), (9, 0, 1), (5, 0, 0)])
def test_the_row_of_a_random_hex_names_the_broken_weapons_that_are_repaired_or_eliminated(
    row: int, fixed: int, lost: int
):
    """11.4: light machine gun, fix 1-2, eliminate 9-10; a working gun stays as it is."""
    table = table_on(
        sheet(),
        rifle_squad("E5", "axis-squad"),
        light_mg("E5", "axis-squad", "axis-broken", face="broken"),
        rifle_squad("E6", "axis-other"),
        light_mg("E6", "axis-other", "axis-working"),
    )

    assert (len(repaired_by(table, row)), len(lost_by(table, row))) == (fixed, lost)


def test_a_machine_gun_repaired_by_a_random_hex_may_fire_in_the_same_order():
    """11.4-b, AMB-64: the first fire's Sniper! shows C1; the broken gun works and may fire."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("E5", "axis-b"),
        light_mg("E5", "axis-b", face="broken"),
        sergeant("E5"),
        line_squad("E7"),
        axis=("fire",),
        axis_deck=("3-3 sniper", "hex:C1", "3-1"),
        allies_deck=("6-5", "6-3"),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.when("axis", "fire E7 axis-mg").then_illegal("11.1")
    table.shoot("axis-a", "E7")

    assert table.face("axis-mg") == "working"
    table.shoot("axis-mg", "E7")
    assert table.total("attack total E7") == (4 + 1) + 4


def test_only_flamethrowers_and_molotovs_void_cover():
    """8.12, 11.6-a: by the kind of weapon."""
    some = next(iter(PACK.weapons.values()))
    for kind in ("flamethrower", "molotov"):
        assert structs.replace(some, type=kind).voids_cover
    for kind in ("mg", "mortar", "gun", "charge"):
        assert not structs.replace(some, type=kind).voids_cover


def test_a_flamethrower_voids_the_cover_of_a_bunker_and_concealment():
    """11.6-a, F101, A29: cover 0 in a bunker; 11 + 4 = 15 stays 15 under concealment."""
    table = battle(
        unit("axis-p", "germany-pionier", "E5"),
        weapon("axis-fire", "germany-flamethrower", "E5", "axis-p"),
        line_squad("E6"),
        work("bunker", "E6"),
        axis=("fire",),
        axis_deck=("3-1",),
        allies=("concealment",),
        allies_deck=("6-2",),
    ).order("fire", "axis-p")
    table.shoot("axis-fire", "E6")
    table.play("concealment", "E6")
    assert table.track("attack-total") == 15

    assert table.total("morale allies-a") == 6
    assert table.total("defence total allies-a") == 14


@pytest.mark.parametrize("card", ["1-1 jammed", "2-1"])
def test_a_satchel_charge_is_used_up_by_its_attack_roll(card: str):
    """11.6-b, 1.9.1.2: also when it jammed or did no harm; cover counts against it."""
    table = battle(
        unit("axis-p", "germany-pionier", "E5"),
        weapon("axis-charge", "germany-satchel-charge", "E5", "axis-p"),
        line_squad("E6"),
        work("bunker", "E6"),
        axis=("fire",),
        axis_deck=(card,),
        allies_deck=("6-5",),
    ).order("fire", "axis-p")
    table.shoot("axis-charge", "E6")

    assert table.zone("axis-charge") == "weapons"
    assert table.total("firepower E6") == 12
    assert table.total("morale allies-a") == 12
    assert table.face("allies-a") == "normal"
