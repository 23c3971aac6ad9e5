"""Events that befall units, as their rows have them: veterans, heroes, commissars, medics."""

from typing import Any

import pytest

from tests.games.combat_commander.battle import Battle, battle, sheet, unit, weapon, work
from tests.games.combat_commander.event_builders import (
    marked,
    moved,
    random_hex,
    tracked,
    turned,
    turned_up,
)
from wardiary.domain.games.combat_commander.units.units import (
    command,
    firepower,
    morale,
    movement,
    range_of,
)
from wardiary.domain.table import events as e


def squad(at: str, name: str = "axis-a", kind: str = "germany-rifle", **more: Any) -> e.Event:
    return unit(name, kind, at, **more)


def called(who: str, at: str, *, face: str = "normal") -> tuple[e.Event, ...]:
    """The hero or the private, out of the box."""
    return (moved(who, at, "E58"), turned(who, face, "E58"))


def numbers(table: Battle, piece: str) -> tuple[int, int, int, int]:
    """Firepower, range, movement and morale as they stand."""
    now = table.table
    return (firepower(now, piece), range_of(now, piece), movement(now, piece), morale(now, piece))


# E44


def test_an_own_unit_without_marker_becomes_veteran():
    """E44, 8.1.1: the veteran squad and the enemy are not offered; it cannot be declined."""
    table = battle(
        squad("E5"), squad("E6", "axis-b", veteran=1), unit("allies-a", "america-line", "F5")
    )
    table.read("battle-harden")

    assert set(table.candidates("choose", "this")) == {"axis-a", "axis-conscript-9"}
    assert table.offer("decline") is None
    table.say("axis", "choose axis-a").then(marked("axis-a", "veteran", 1, "E44"))


def test_a_veteran_has_one_more_of_everything_but_command():
    """E44.1: 5/5/4 m7 becomes 6/6/5 m8; a leader keeps his command of 2."""
    table = battle(squad("E5", veteran=1), unit("axis-sgt", "germany-sergeant-y", "C3", veteran=1))

    assert numbers(table, "axis-a") == (6, 6, 5, 8)
    assert numbers(table, "axis-sgt") == (3, 2, 7, 9)
    assert command(table.table, "axis-sgt") == 2


def test_a_veteran_who_is_demoralised_stays_one():
    """E44.1, 3.2.2: 2/1/1 m7 and one more of each; a suppressed one breaks even."""
    table = battle(
        squad("E5", face="demoralised", veteran=1), squad("E7", "axis-b", veteran=1, suppressed=1)
    )

    assert numbers(table, "axis-a") == (3, 2, 2, 8)
    assert numbers(table, "axis-b") == (5, 5, 4, 7)


# E50


def russians(white_red: str, **more: Any) -> Battle:
    """A demoralised rifle squad (morale 6) in the open; the Germans have read Commissar."""
    table = battle(
        unit("allies-a", "russia-rifle", "E5", face="demoralised", **more),
        unit("allies-b", "russia-rifle", "E6"),
        scenario="cc-h4",
        guards=False,
        allies_deck=(white_red,),
        allies=("move",),
    )
    table.read("commissar", "axis")
    return table.let_stand()


def test_the_commissar_shoots_above_morale():
    """E50: morale 6, roll 7: eliminated, not demoralised again, so no light wounds (A36)."""
    table = russians("6-1")

    assert table.reckoned("morale allies-a") == 6
    assert [each.seat for each in table.happened(e.DiceRolled)] == ["allies"]
    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == 2


@pytest.mark.parametrize("dice", ["5-1", "4-1"])
def test_the_commissar_rallies_up_to_morale(dice: str):
    """E50: morale 6, roll 6 or 5: rallied."""
    table = russians(dice)

    assert table.face("allies-a") == "normal"
    assert table.vp() == 0


def test_the_russian_picks_whom_the_commissar_visits():
    """E50: two candidates: asked is the Russian, whoever reads; he has to name one."""
    table = battle(
        unit("allies-a", "russia-rifle", "E5", face="demoralised"),
        unit("allies-b", "russia-rifle", "E6", face="demoralised"),
        scenario="cc-h4",
        guards=False,
    )
    table.read("commissar", "axis")

    assert table.asks("allies", "E50").facts["what"] == "commissar"
    assert set(table.candidates("choose", "this")) == {"allies-a", "allies-b"}
    assert table.offer("decline") is None


def test_without_russians_there_is_no_commissar():
    """E50, AMB-01: Germans against Americans: nothing."""
    table = battle(unit("allies-a", "america-line", "E5", face="demoralised"))

    table.read("commissar").then()


# E51


def test_squads_out_of_every_leaders_radius_cower():
    """E51: leader of radius 1; a squad two hexes off is suppressed, teams and enemies are not."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        squad("E6", "axis-near"),
        squad("E7", "axis-far"),
        squad("K3", "axis-shaken", face="demoralised"),
        squad("K5", "axis-pinned", suppressed=1),
        unit("axis-team", "germany-line-team", "K7"),
        unit("allies-a", "america-line", "K9"),
        guards=False,
    )

    table.read("cower").then(
        marked("axis-far", "suppressed", 1, "E51"),
        marked("axis-shaken", "suppressed", 1, "E51"),
    )


def test_a_demoralised_leader_covers_his_own_hex_only():
    """E51, AMB-13: command 0 on the demoralised side."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "E5", face="demoralised"),
        squad("E5", "axis-with"),
        squad("E6", "axis-next"),
        guards=False,
    )

    table.read("cower").then(marked("axis-next", "suppressed", 1, "E51"))


# E52


def test_the_active_player_may_deploy_a_squad():
    """E52, E52.1, AMB-28: the Allies read it, but it is the turn of the Axis."""
    table = battle(squad("E5"), unit("allies-a", "america-line", "F5"))
    table.read("deploy", "allies")

    assert table.asks("axis", "E52.1").facts["what"] == "deploy"
    assert set(table.candidates("choose", "this")) == {"axis-a", "axis-conscript-9"}
    table.say("axis", "decline").then()


def test_two_teams_of_the_forces_quality_inherit_everything_between_them():
    """E52.2, AMB-54: face and activation to both; weapon, suppressed and veteran to one."""
    table = battle(
        squad("E5", kind="germany-elite-rifle", face="demoralised", suppressed=1, veteran=1),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a", face="broken"),
        e.MarkSet(piece="axis-a", mark="activated", value=1, until="turn", rule="O14.1"),
    )
    table.read("deploy")
    table.say("axis", "choose axis-a")

    first, second = (table.table.pieces[f"axis-a-{each}"] for each in "ab")
    assert first.kind == second.kind == "germany-line-team"
    assert first.face == second.face == "demoralised"
    assert first.marks == {"activated": 1, "suppressed": 1, "veteran": 1}
    assert second.marks == {"activated": 1}
    assert table.table.pieces["axis-mg"].host == "axis-a-a"
    assert table.zone("axis-a") == "box"
    assert table.vp() == 0


def test_a_result_that_waits_for_the_squad_strikes_both_teams():
    """E52.2, 1.9.1-d, AMB-53: the defence roll says Event! Deploy: 14 against 17, both break."""
    table = battle(
        squad("E5"),
        unit("allies-a", "america-line", "E9"),
        axis=("move",),
        allies=("fire",),
        allies_deck=("6-5",),
        axis_deck=("1-6 event", "event:deploy"),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    (card,) = table.table.zone("hand-allies")
    table.commands(("allies", f"watch {card} allies-a -"), ("allies", "fire E6 allies-a"))
    table.say("allies", "shoot")
    assert table.asks("axis", "E52.1").facts["what"] == "deploy"
    table.say("axis", "choose axis-a")

    assert table.face("axis-a-a") == table.face("axis-a-b") == "demoralised"
    assert table.zone("axis-a") == "box"


# E56, E58


def test_the_private_may_come_where_an_own_unit_is_demoralised():
    """E56: m6, command 2; two hexes to choose from, or none; eliminated later he costs 3."""
    table = battle(
        squad("E5", face="demoralised"),
        squad("F5", "axis-b", face="demoralised"),
        squad("G5", "axis-c"),
    )
    table.read("field-promotion")
    assert set(table.candidates("choose", "this")) == {"E5", "F5"}
    assert table.offer("decline") is not None
    table.say("axis", "choose F5").then(moved("axis-private", "F5", "E56"))

    assert command(table.table, "axis-private") == 2
    # A demoralised rifle squad has morale 7, and 2 more with him.
    assert morale(table.table, "axis-b") == 9
    table.read("kia")
    assert "axis-private" not in table.candidates("choose", "this")


def test_the_private_comes_only_once():
    """E56: he is on the map."""
    table = battle(squad("E5", face="demoralised"), *called("axis-private", "C3"))

    table.read("field-promotion").then()


def test_an_eliminated_private_costs_three_points():
    """E56, 7.1: 1 and his command of 2."""
    table = battle(*called("axis-private", "E5", face="demoralised"))

    table.read("kia")

    assert table.vp() == -3


def test_the_hero_must_come_to_a_friendly_hex():
    """E58, G-friendly: an own unit's hex, or an objective of one's own without enemies in it."""
    middle = sheet(
        terrain={"F5": "b", "F6": "b"},
        objectives={"1": ["E5"], "2": ["F5", "F6"], "3": ["G5"], "4": ["H5"], "5": ["I5"]},
    )
    table = battle(
        squad("K7"),
        squad("F6", "axis-b"),
        unit("allies-a", "america-line", "F5"),
        on=middle,
        control_1=1,
        control_2=1,
        control_3=-1,
    )
    table.read("hero")

    assert set(table.candidates("choose", "this")) == {"K7", "F6", "A10", "E5"}
    assert table.offer("decline") is None
    table.say("axis", "choose E5").then(moved("axis-hero", "E5", "E58"))


def test_the_hero_may_rally_one_unit_where_he_comes():
    """E58, 3.2.5: one of the two demoralised ones, if the reader likes."""
    table = battle(
        squad("E5", face="demoralised"),
        squad("E5", "axis-b", face="demoralised"),
        guards=False,
    )
    table.read("hero")
    assert set(table.candidates("choose", "this")) == {"axis-a", "axis-b"}
    assert table.offer("decline") is not None
    table.say("axis", "choose axis-b").then(turned("axis-b", "normal", "E58"))


def test_a_hero_in_play_does_not_come_again():
    """E58, E42-a: nothing."""
    table = battle(*called("axis-hero", "E5"), squad("E6", face="demoralised"))

    table.read("hero").then()


def test_a_hero_may_act_in_every_order_of_a_turn():
    """E58.1, G-activated: two moves in one turn."""
    table = battle(*called("axis-hero", "E5"), axis=("move", "move"))
    for there in ("E6", "E7"):
        table.order("move", "axis-hero")
        table.commands(
            ("axis", "group axis-hero"),
            ("axis", f"step {there}"),
            ("axis", "stop"),
            ("axis", "done"),
        )

    assert table.zone("axis-hero") == "E7"


def test_an_eliminated_hero_goes_to_the_box_and_pays_nothing():
    """E58.1, 7.1, AMB-44: his gun goes to the weapons box."""
    table = battle(
        *called("axis-hero", "E5", face="demoralised"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-hero"),
    )
    table.read("kia").then(moved("axis-mg", "weapons", "11.3"), moved("axis-hero", "box", "E62"))


def test_a_hero_who_leaves_goes_to_the_box_and_pays_nothing():
    """E58.1, 7.2.1, AMB-44: no time space, no points."""
    table = battle(
        *called("axis-hero", "E1"),
        marked("axis-hero", "veteran", 1, "E44"),
        axis=("advance",),
    )
    table.order("advance", "axis-hero")
    table.say("axis", "leave axis-hero")

    assert table.zone("axis-hero") == "box"
    assert table.table.pieces["axis-hero"].marks.get("veteran", 0) == 0
    assert table.vp() == 0
    table.asks("axis", "5")


# E60


def test_interdiction_pins_somebody_in_poor_cover():
    """E60, T93, T91: open 0 and road -1 qualify, orchard 1, foxholes, and the suppressed do not."""
    table = battle(
        squad("C3"),
        unit("allies-road", "america-line", "E5"),
        squad("G3", "axis-orchard"),
        squad("G5", "axis-dug-in"),
        squad("G7", "axis-pinned", suppressed=1),
        work("foxholes", "G5"),
        on=sheet(terrain={"G3": "o"}, roads=[["D5", "E6"], ["E5", "E6"]]),
        guards=False,
    )
    table.read("interdiction")

    assert set(table.candidates("choose", "this")) == {"axis-a", "allies-road"}
    assert table.offer("decline") is None
    table.say("axis", "choose axis-a").then(marked("axis-a", "suppressed", 1, "E60"))


# E62, E64, E66


def test_one_demoralised_unit_must_be_killed():
    """E62: of any side; the reader has to name one, though both are his own."""
    table = battle(
        squad("E5", face="demoralised"),
        squad("F5", "axis-b", face="demoralised"),
        axis=("light-wounds",),
    )
    table.read("kia")
    assert table.offer("decline") is None
    table.say("axis", "choose axis-b").then(
        moved("axis-b", "casualties-axis", "E62"), tracked("vp", -2, "7.1")
    )
    table.asks("axis", "5")  # No light wounds against it (A36).


def test_one_demoralised_unit_must_be_rallied():
    """E64: the only one is the enemy's: he rallies."""
    table = battle(unit("allies-a", "america-line", "E5", face="demoralised", suppressed=1))

    table.read("medic").then(turned("allies-a", "normal", "E64"))

    assert table.table.mark("allies-a", "suppressed") == 1


def test_a_demoralised_unit_next_to_the_enemy_is_taken_prisoner():
    """E66: in his hex or next to it; those farther off and the enemy's own are not taken."""
    table = battle(
        squad("E5", face="demoralised"),
        squad("G5", "axis-b", face="demoralised"),
        squad("K5", "axis-far", face="demoralised"),
        unit("allies-a", "america-line", "F5", face="demoralised"),
    )
    table.read("prisoners-of-war")

    assert set(table.candidates("choose", "this")) == {"axis-a", "axis-b"}
    assert table.offer("decline") is None
    table.say("axis", "choose axis-b").then(
        moved("axis-b", "casualties-axis", "E66"), tracked("vp", -2, "7.1")
    )


def test_nobody_is_taken_prisoner_at_a_distance():
    """E66, E42-a: two hexes away."""
    table = battle(squad("E5", face="demoralised"), unit("allies-a", "america-line", "E7"))

    table.read("prisoners-of-war").then()


# E72, E75


def test_the_unit_nearest_to_a_random_hex_is_shocked():
    """E72: two at one distance: the reader names either side's; it cannot be declined."""
    table = battle(
        squad("E3"),
        unit("allies-a", "america-line", "E7"),
        squad("E9", "axis-far"),
        axis_deck=("hex:E5",),
    )
    card = table.table.zone("deck-axis")[0]
    table.read("shell-shock").then(
        turned_up(card, "axis", "1.8"), random_hex("axis", "shell-shock", 5, 5)
    )
    assert set(table.candidates("choose", "this")) == {"axis-a", "allies-a"}
    assert table.offer("decline") is None
    table.say("axis", "choose allies-a").then(turned("allies-a", "demoralised", "E72"))


def test_a_machine_gun_pins_an_enemy_in_its_sight():
    """E75: in range and sight, not suppressed; whoever is out of range or sight is not offered."""
    table = battle(
        squad("E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("allies-near", "america-line", "E8"),
        unit("allies-pinned", "america-line", "F5", suppressed=1),
        unit("allies-hidden", "america-line", "E2"),
        unit("allies-far", "america-line", "O5"),
        unit("allies-other", "america-line", "H5"),
        on=sheet(terrain={"E3": "w"}),
        guards=False,
    )
    table.read("suppressing-fire")

    assert set(table.candidates("choose", "this")) == {"allies-near", "allies-other"}
    assert table.offer("decline") is None
    table.say("axis", "choose allies-near").then(marked("allies-near", "suppressed", 1, "E75"))


@pytest.mark.parametrize(
    ("carrier", "face", "kind"),
    [
        ({"face": "demoralised"}, "working", "germany-light-mg"),
        ({"suppressed": 1}, "working", "germany-light-mg"),
        ({}, "broken", "germany-light-mg"),
        ({}, "working", "germany-light-mortar"),
    ],
)
def test_a_gun_that_cannot_fire_pins_nobody(carrier: dict[str, object], face: str, kind: str):
    """E75, 11.1: the crew demoralised or suppressed, the gun broken, or no machine gun at all."""
    table = battle(
        squad("E5", **carrier),
        weapon("axis-mg", kind, "E5", "axis-a", face=face),
        unit("allies-near", "america-line", "E8"),
    )

    table.read("suppressing-fire").then()


def test_a_gun_in_wire_or_water_pins_all_the_same():
    """E75, G-literal: whole, and its crew in order, is all that the event asks of it."""
    for terrain, placed in (({"E5": "m"}, ()), ({}, (work("wire", "E5"),))):
        table = battle(
            squad("E5"),
            weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
            unit("allies-near", "america-line", "E8"),
            *placed,
            on=sheet(terrain=terrain),
        )

        table.read("suppressing-fire").then(marked("allies-near", "suppressed", 1, "E75"))
