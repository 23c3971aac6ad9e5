"""Events that change units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import (
    discarded,
    light_mg,
    line_squad,
    marked,
    moved,
    random_hex,
    rifle_squad,
    sergeant,
    sheet,
    table_on,
    tracked,
    turned,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.units.command import command, out_of_command
from wardiary.domain.games.combat_commander.units.numbers import (
    firepower,
    morale,
    movement,
    range_of,
)
from wardiary.domain.table import events as e

# Battle harden, rule E44


def test_battle_harden_takes_the_only_unit_without_a_veteran_marker():
    """E44, E44.1: of two friendly units a single one has no marker."""
    table = battle(rifle_squad("E5", veteran=1))
    table.read("battle-harden")

    assert table.mark("axis-conscript-9", "veteran") == 1


def test_battle_harden_offers_friendly_units_without_a_veteran_marker():
    """E44, 8.1.1: the veteran squad and the enemy are not offered; it cannot be declined."""
    table = battle(rifle_squad("E5"), rifle_squad("E6", "axis-b", veteran=1), line_squad("F5"))
    table.read("battle-harden")

    assert set(table.choices()) == {"axis-a", "axis-conscript-9"}
    assert table.offer("decline") is None
    table.say("axis", "choose axis-a").then(marked("axis-a", "veteran", 1, "E44"))


def numbers(table: Battle, piece: str) -> tuple[int, int, int, int]:
    """Firepower, range, movement and morale with all modifiers."""
    now = table.table
    return (firepower(now, piece), range_of(now, piece), movement(now, piece), morale(now, piece))


def test_a_veteran_squad_and_leader_have_1_more_of_everything_but_command():
    """E44.1: 5/5/4 m7 becomes 6/6/5 m8; a leader keeps his command of 2."""
    table = battle(
        rifle_squad("E5", veteran=1), unit("axis-sgt", "germany-sergeant-y", "C3", veteran=1)
    )

    assert numbers(table, "axis-a") == (6, 6, 5, 8)
    assert numbers(table, "axis-sgt") == (3, 2, 7, 9)
    assert command(table.table, "axis-sgt") == 2


def test_a_demoralised_veteran_stays_a_veteran():
    """E44.1, 3.2.2: 2/1/1 m7 and 1 more of each; a suppressed veteran has the printed numbers."""
    table = battle(
        rifle_squad("E5", face="demoralised", veteran=1),
        rifle_squad("E7", "axis-b", veteran=1, suppressed=1),
    )

    assert numbers(table, "axis-a") == (3, 2, 2, 8)
    assert numbers(table, "axis-b") == (5, 5, 4, 7)


# Commissar, rule E50


@pytest.mark.parametrize(
    ("faces", "there"), [("3-4 event", "E5"), ("4-4 sniper", "casualties-allies")]
)
def test_a_commissar_rallies_a_unit_at_morale_and_eliminates_it_above_morale(
    faces: str, there: str
):
    """E50, E42, 1.9.1-c: morale 7: 7 rallies, 8 kills; triggers are ignored."""
    table = battle(
        unit("allies-a", "russia-smg", "E5", face="demoralised", veteran=1),
        rifle_squad("A9"),
        unit("allies-far", "russia-rifle", "O1"),
        scenario="cc-h4",
        allies_deck=(faces,),
        guards=False,
    )
    table.read("commissar")
    table.let_stand()

    assert table.zone("allies-a") == there
    assert table.face("allies-a") == ("normal" if there == "E5" else "demoralised")
    none = battle(rifle_squad("E5", face="demoralised"))
    none.read("commissar")
    assert none.face("axis-a") == "demoralised"


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


def test_a_commissar_roll_above_morale_eliminates_the_unit():
    """E50: morale 6, roll 7: eliminated, not demoralised again, so no light wounds (A36)."""
    table = russians("6-1")

    assert table.total("morale allies-a") == 6
    assert [event.seat for event in table.happened(e.DiceRolled)] == ["allies"]
    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == 2


@pytest.mark.parametrize("dice", ["5-1", "4-1"])
def test_a_commissar_roll_up_to_morale_rallies_the_unit(dice: str):
    """E50: morale 6, roll 6 or 5: rallied."""
    table = russians(dice)

    assert table.face("allies-a") == "normal"
    assert table.vp() == 0


def test_the_russian_player_chooses_the_unit_for_the_commissar():
    """E50: two candidates: the Russian player is asked although the Germans read it.

    The answer may not be declined.
    """
    table = battle(
        unit("allies-a", "russia-rifle", "E5", face="demoralised"),
        unit("allies-b", "russia-rifle", "E6", face="demoralised"),
        scenario="cc-h4",
        guards=False,
    )
    table.read("commissar", "axis")

    assert table.asks("allies", "E50").facts["what"] == "commissar"
    assert set(table.choices()) == {"allies-a", "allies-b"}
    assert table.offer("decline") is None


def test_without_russians_there_is_no_commissar():
    """E50, AMB-01: Germans against Americans: nothing."""
    table = battle(line_squad("E5", face="demoralised"))

    table.read("commissar").then()
    table.asks("axis", "5")


# Cower, rule E51


def test_cower_suppresses_squads_outside_a_leaders_command_radius():
    """E51, 13.1: teams do not cower."""
    table = battle(
        sergeant("E5"),
        rifle_squad("E6", "axis-near"),
        rifle_squad("E8", "axis-far"),
        unit("axis-team", "germany-weapon-team", "E8"),
    )
    table.read("cower")

    marked = [event.piece for event in table.happened(e.MarkSet) if event.mark == "suppressed"]
    assert sorted(marked) == ["axis-conscript-9", "axis-far"]


def test_cower_leaves_out_teams_enemies_and_suppressed_squads():
    """E51: leader of radius 1; a squad two hexes off is suppressed, teams and enemies are not."""
    table = battle(
        sergeant("E5"),
        rifle_squad("E6", "axis-near"),
        rifle_squad("E7", "axis-far"),
        rifle_squad("K3", "axis-shaken", face="demoralised"),
        rifle_squad("K5", "axis-pinned", suppressed=1),
        unit("axis-team", "germany-line-team", "K7"),
        line_squad("K9"),
        guards=False,
    )

    table.read("cower").then(
        marked("axis-far", "suppressed", 1, "E51"), marked("axis-shaken", "suppressed", 1, "E51")
    )


def test_a_demoralised_leader_protects_only_his_hex_from_cower():
    """E51, AMB-13: command 0 on the demoralised side."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "E5", face="demoralised"),
        rifle_squad("E5", "axis-with"),
        rifle_squad("E6", "axis-next"),
        guards=False,
    )

    table.read("cower").then(marked("axis-next", "suppressed", 1, "E51"))


def test_only_squads_out_of_every_command_radius_are_out_of_command():
    """E51: teams are left alone."""
    table = table_on(
        sheet(),
        sergeant("E5", "axis-leader"),
        rifle_squad("E6", "axis-near"),
        rifle_squad("E7", "axis-far"),
        unit("axis-team", "germany-line-team", "E8"),
    )

    assert out_of_command(table, "axis") == ("axis-far",)


# Interdiction, rule E60


def test_interdiction_leaves_out_units_in_woods():
    """E60: open ground or road, any side; woods do not qualify."""
    table = battle(
        rifle_squad("E5"), line_squad("E7"), on=sheet(terrain={"E5": "w", "A10": "w", "O1": "w"})
    )
    table.read("interdiction")

    assert table.mark("allies-a", "suppressed") == 1


def test_interdiction_suppresses_a_unit_in_open_ground_or_on_a_road():
    """E60, T93, T91: open 0 and road -1 qualify, orchard 1, foxholes, and the suppressed do not."""
    table = battle(
        rifle_squad("C3"),
        line_squad("E5", "allies-road"),
        rifle_squad("G3", "axis-orchard"),
        rifle_squad("G5", "axis-dug-in"),
        rifle_squad("G7", "axis-pinned", suppressed=1),
        work("foxholes", "G5"),
        on=sheet(terrain={"G3": "o"}, roads=[["D5", "E6"], ["E5", "E6"]]),
        guards=False,
    )
    table.read("interdiction")

    assert set(table.choices()) == {"axis-a", "allies-road"}
    assert table.offer("decline") is None
    table.say("axis", "choose axis-a").then(marked("axis-a", "suppressed", 1, "E60"))


# KIA, rule E62


def test_kia_must_eliminate_a_demoralised_unit():
    """E62: of any side; the reader may not decline, although both units are friendly."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        rifle_squad("F5", "axis-b", face="demoralised"),
        axis=("light-wounds",),
    )
    table.read("kia")
    assert table.offer("decline") is None
    table.say("axis", "choose axis-b").then(
        moved("axis-b", "casualties-axis", "E62"), tracked("vp", -2, "7.1")
    )
    table.asks("axis", "5")  # No light wounds against it (A36).


# Medic, rule E64


def test_medic_offers_demoralised_units_of_both_sides():
    """E64: the reader may not decline."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        rifle_squad("E9", "axis-b", face="demoralised"),
        line_squad("E6", face="demoralised"),
    )
    table.read("medic")
    assert set(table.choices()) == {"axis-a", "axis-b", "allies-a"}
    assert table.offer("decline") is None
    table.say("axis", "choose axis-b").then(turned("axis-b", "normal", "E64"))


def test_medic_must_rally_a_demoralised_unit_even_of_the_enemy():
    """E64: the only demoralised unit is the enemy's: it rallies."""
    table = battle(line_squad("E5", face="demoralised", suppressed=1))

    table.read("medic").then(turned("allies-a", "normal", "E64"))

    assert table.mark("allies-a", "suppressed") == 1


# Prisoners of war, rule E66


def test_prisoners_of_war_eliminates_a_demoralised_unit_next_to_the_enemy():
    """E66: in or next to a hex with an enemy; units farther off and enemy units are not offered."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        rifle_squad("G5", "axis-b", face="demoralised"),
        rifle_squad("K5", "axis-far", face="demoralised"),
        line_squad("F5", face="demoralised"),
    )
    table.read("prisoners-of-war")

    assert set(table.choices()) == {"axis-a", "axis-b"}
    assert table.offer("decline") is None
    table.say("axis", "choose axis-b").then(
        moved("axis-b", "casualties-axis", "E66"), tracked("vp", -2, "7.1")
    )


def test_prisoners_of_war_does_nothing_two_hexes_from_the_enemy():
    """E66, E42-a: two hexes away."""
    table = battle(rifle_squad("E5", face="demoralised"), line_squad("E7"))

    table.read("prisoners-of-war").then()
    table.asks("axis", "5")


# Shell shock, rule E72


def test_shell_shock_demoralises_the_only_nearest_unit_without_a_question():
    """E72: the enemy squad next to the random hex; the others are farther off."""
    table = battle(rifle_squad("E5"), line_squad("E8"), axis_deck=("hex:E7",))
    table.read("shell-shock")

    assert (table.face("allies-a"), table.face("axis-a")) == ("demoralised", "normal")
    table.asks("axis", "5")


def test_shell_shock_offers_the_units_nearest_to_a_random_hex():
    """E72: two units at the same distance: the reader may choose either side's.

    The answer may not be declined.
    """
    table = battle(
        rifle_squad("E3"), line_squad("E7"), rifle_squad("E9", "axis-far"), axis_deck=("hex:E5",)
    )
    card = table.table.zone("deck-axis")[0]
    table.read("shell-shock").then(
        discarded(card, "axis", "1.8"), random_hex("axis", "shell-shock", 5, 5)
    )
    assert set(table.choices()) == {"axis-a", "allies-a"}
    assert table.offer("decline") is None
    table.say("axis", "choose allies-a").then(turned("allies-a", "demoralised", "E72"))


# Suppressing fire, rule E75


def test_suppressing_fire_offers_enemies_in_range_and_sight_of_a_machine_gun():
    """E75: units in range and sight that are not suppressed; no others are offered."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        line_squad("E8", "allies-near"),
        line_squad("F5", "allies-pinned", suppressed=1),
        line_squad("E2", "allies-hidden"),
        line_squad("O5", "allies-far"),
        line_squad("H5", "allies-other"),
        on=sheet(terrain={"E3": "w"}),
        guards=False,
    )
    table.read("suppressing-fire")

    assert set(table.choices()) == {"allies-near", "allies-other"}
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
def test_suppressing_fire_needs_a_working_machine_gun_and_a_steady_crew(
    carrier: dict[str, object], face: str, kind: str
):
    """E75, 11.1: the crew demoralised or suppressed, the gun broken, or no machine gun at all."""
    table = battle(
        rifle_squad("E5", **carrier),
        weapon("axis-mg", kind, "E5", "axis-a", face=face),
        line_squad("E8", "allies-near"),
    )

    table.read("suppressing-fire").then()
    table.asks("axis", "5")


def test_suppressing_fire_needs_a_machine_gun_and_not_a_flamethrower():
    """E75: a working flamethrower of a steady crew, with an enemy in its range of 1."""
    table = battle(
        unit("axis-a", "germany-pionier", "E5"),
        weapon("axis-fire", "germany-flamethrower", "E5", "axis-a"),
        line_squad("E6"),
    )

    table.read("suppressing-fire").then()
    table.asks("axis", "5")


def test_suppressing_fire_works_from_wire_and_water():
    """E75, G-literal: whole, and its crew in order, is all that the event asks of it."""
    for terrain, placed in (({"E5": "m"}, ()), ({}, (work("wire", "E5"),))):
        table = battle(
            rifle_squad("E5"),
            light_mg("E5"),
            line_squad("E8", "allies-near"),
            *placed,
            on=sheet(terrain=terrain),
        )

        table.read("suppressing-fire").then(marked("allies-near", "suppressed", 1, "E75"))
