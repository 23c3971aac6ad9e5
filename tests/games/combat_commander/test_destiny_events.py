"""Events one by one (E42 to E77), read inside a trigger."""

import pytest

from tests.games.combat_commander.battle import (
    Battle,
    battle,
    chit,
    radio,
    sheet,
    smoke,
    unit,
    weapon,
    work,
)
from wardiary.domain.table import events as e


def moved_to(table: Battle, zone: str) -> list[str]:
    return [
        piece for one in table.happened(e.PiecesMoved) if one.to == zone for piece in one.pieces
    ]


def test_air_support_hits_everybody_in_the_nearest_occupied_hex_or_nobody():
    """E43: the random hex is empty; the reader may decline."""
    table = battle(
        unit("allies-a", "america-line", "E7"),
        unit("allies-b", "america-green", "E7"),
        axis_deck=("hex:C7",),
    )
    table.read("air-support")
    assert table.candidates("choose", "this") == ("E7",)
    assert table.offer("decline") is not None
    table.say("axis", "choose E7")

    assert table.face("allies-a") == table.face("allies-b") == "demoralised"


def test_battle_harden_and_what_a_veteran_is_worth():
    """E44, E44.1: one own unit without the marker."""
    table = battle(unit("axis-a", "germany-rifle", "E5", veteran=1))
    table.read("battle-harden")

    assert table.table.mark("axis-conscript-9", "veteran") == 1


def test_battlefield_integrity_counts_enemy_losses():
    """E45: three casualties, 3 points, never doubled."""
    lost = [unit(f"allies-{n}", "america-line", "casualties-allies") for n in range(3)]
    table = battle(*lost, chit("X", "objectives-open"))
    table.read("battlefield-integrity")

    assert table.vp() == 3


def test_a_blaze_drives_everybody_out():
    """E46, 8.1, T79, AMB-62: smoke and works go; the inactive player's units leave first."""
    table = battle(
        unit("axis-a", "germany-rifle", "C3"),
        unit("allies-a", "america-line", "C4"),
        smoke(5, "C3"),
        work("foxholes", "C3"),
        axis_deck=("hex:C3",),
    )
    table.read("blaze", dice=(1,))

    assert table.zone("smoke-1") == "C3"
    assert table.face("smoke-1") == "blaze"
    assert (table.zone("smoke-5"), table.zone("foxholes-C3")) == ("smoke-cup", "box")
    assert "C4" in table.candidates("choose", "this")
    table.say("axis", "choose C2")
    assert table.zone("axis-a") == "C2"


def test_nothing_burns_over_water():
    """E46."""
    table = battle(on=sheet(terrain={"C3": "m"}), axis_deck=("hex:C3",))
    table.read("blaze")

    assert moved_to(table, "C3") == []


def test_a_booby_trap_spares_who_is_there():
    """E47, F103.1."""
    table = battle(unit("axis-a", "germany-rifle", "C3"), axis_deck=("hex:C3",))
    table.read("booby-trap")

    assert table.zone("mines-1") == "C3"
    assert table.face("axis-a") == "normal"


def test_a_breeze_clears_smoke_and_spreads_fire_one_hex():
    """E48: wind 4; E5 burns, so does E6, E7 not."""
    table = battle(
        smoke(5, "C3"), smoke(1, "E5", face="blaze"), unit("allies-a", "america-line", "E6")
    )
    table.read("breeze", dice=(2,))

    assert table.zone("smoke-5") == "smoke-cup"
    assert [piece for piece in table.table.zone("E6") if piece.startswith("smoke")] != []
    assert table.table.zone("E7") == ()
    assert table.asks("allies", "E46").facts["what"] == "flee"


def test_command_and_control_pays_for_objectives():
    """E49."""
    table = battle(control_1=1, control_2=1, control_5=1, control_3=-1)
    table.read("command-control")

    assert table.vp() == 3


@pytest.mark.parametrize(
    ("faces", "there"), [("3-4 event", "E5"), ("4-4 sniper", "casualties-allies")]
)
def test_a_commissar_rallies_or_shoots(faces: str, there: str):
    """E50, E42, 1.9.1-c: morale 7: 7 rallies, 8 kills; triggers are ignored."""
    table = battle(
        unit("allies-a", "russia-smg", "E5", face="demoralised", veteran=1),
        unit("axis-a", "germany-rifle", "A9"),
        unit("allies-far", "russia-rifle", "O1"),
        scenario="cc-h4",
        allies_deck=(faces,),
        guards=False,
    )
    table.read("commissar")
    table.let_stand()

    assert table.zone("allies-a") == there
    assert table.face("allies-a") == ("normal" if there == "E5" else "demoralised")
    none = battle(unit("axis-a", "germany-rifle", "E5", face="demoralised"))
    none.read("commissar")
    assert none.face("axis-a") == "demoralised"


def test_cowering_squads_outside_a_leaders_radius():
    """E51, 13.1: teams do not cower."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        unit("axis-near", "germany-rifle", "E6"),
        unit("axis-far", "germany-rifle", "E8"),
        unit("axis-team", "germany-weapon-team", "E8"),
    )
    table.read("cower")

    marked = [one.piece for one in table.happened(e.MarkSet) if one.mark == "suppressed"]
    assert sorted(marked) == ["axis-conscript-9", "axis-far"]


def test_the_active_player_may_deploy_a_squad():
    """E52, E52.1, E52.2, AMB-28: activation for both teams, weapon and markers for one."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5", face="demoralised", suppressed=1, activated=1),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
    )
    table.read("deploy", "allies")
    table.asks("axis", "E52.1")
    table.say("axis", "choose axis-a")

    teams = [table.table.pieces[one] for one in ("axis-a-a", "axis-a-b")]
    assert [team.kind for team in teams] == ["germany-line-team"] * 2
    assert [team.face for team in teams] == ["demoralised"] * 2
    assert [team.marks for team in teams] == [{"suppressed": 1, "activated": 1}, {"activated": 1}]
    assert table.table.pieces["axis-mg"].host == "axis-a-a"


def test_a_table_may_agree_that_the_reader_deploys():
    """E52.1, AMB-28."""
    table = battle(unit("allies-a", "america-line", "E5"), settings={"deploy_event": "reader"})
    table.read("deploy", "allies")

    assert set(table.candidates("choose", "this")) == {"allies-a", "allies-green-9"}
    table.asks("allies", "E52.1")


def test_dust_entrench_sappers():
    """E53, E55, E70: smoke at a random hex; foxholes; mines or wire away, never foxholes."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        work("wire", "C5"),
        work("foxholes", "C6"),
        axis_deck=("hex:C3",),
    )
    table.read("dust", dice=(4,))
    assert table.zone("smoke-4") == "C3"
    table.read("entrench")
    table.say("axis", "choose E5")
    assert table.zone("foxholes-1") == "E5"
    table.read("sappers")
    assert table.candidates("choose", "this") == ("C5",)
    table.say("axis", "choose C5")

    assert table.zone("wire-C5") == "box"


def test_elan():
    """E54: 5 to 6."""
    table = battle(surrender_axis=5)
    table.read("elan")

    assert table.table.track("surrender-axis") == 6


def test_the_private_comes_to_a_demoralised_unit():
    """E56: he is worth 3 when he is lost."""
    table = battle(unit("axis-a", "germany-rifle", "E5", face="demoralised"))
    table.read("field-promotion")
    table.say("axis", "choose E5")

    assert table.zone("axis-private") == "E5"
    table.read("field-promotion")
    assert table.asked() is not None
    table.asks("axis", "5")


def test_fog_of_war_takes_a_random_card_of_each():
    """E57, AMB-29: the inactive player picks first; an empty hand loses nothing."""
    table = battle(axis=("move", "fire"), allies=("rout", "recover", "advance"))
    table.read("fog-of-war", dice=(2, 3))

    assert [one.faces for one in table.happened(e.DiceRolled)] == [(2,), (3,)]
    assert len(table.table.zone("hand-axis")) == 1
    assert len(table.table.zone("hand-allies")) == 2
    assert len(table.table.zone("discard-allies")) == 1


def test_a_hero_comes_to_a_friendly_hex_and_may_rally():
    """E58, E58.1: an empty objective of one's own is friendly; in play already: nothing."""
    table = battle(unit("axis-a", "germany-rifle", "E5", face="demoralised"), control_2=1)
    table.read("hero")
    assert {"A2", "E5"} <= set(table.candidates("choose", "this"))
    table.say("axis", "choose E5")
    table.say("axis", "choose axis-a")

    assert (table.zone("axis-hero"), table.face("axis-a")) == ("E5", "normal")
    table.read("hero")
    table.asks("axis", "5")


def test_a_hero_acts_as_often_as_he_likes():
    """E58.1: two moves in one turn."""
    table = battle(unit("axis-x", "germany-hero", "E5"), axis=("move", "move"))
    for text in ("group axis-x", "step E6", "stop", "done"):
        if text.startswith("group"):
            table.order("move", "axis-x")
        table.say("axis", text)
    table.order("move", "axis-x")

    assert table.refused is None


def test_infiltrators_come_near_a_random_hex():
    """E59, 8.2: no radio; where there is room; it may bring a melee."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "C3"),
        axis_deck=("3-2", "hex:C3"),
    )
    table.read("infiltration")
    table.let_stand()
    assert "germany-rifle" in table.candidates("choose", "this")
    assert not any("radio" in candidate for candidate in table.candidates("choose", "this"))
    table.say("axis", "choose germany-rifle")
    assert set(table.candidates("choose", "this")) == {"C3", "C2", "C4", "B2", "B3", "D2", "D3"}
    table.say("axis", "choose D3")

    assert table.zone("axis-rifle-1") == "D3"


def test_interdiction_needs_poor_cover():
    """E60: open ground or road, any side; woods do not qualify."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E7"),
        on=sheet(terrain={"E5": "w", "A10": "w", "O1": "w"}),
    )
    table.read("interdiction")

    assert table.table.mark("allies-a", "suppressed") == 1


def test_an_interrogated_hand_is_shown_to_the_reader_only():
    """E61, 1.0, 1.2: he may discard a card of it."""
    table = battle(allies=("rout", "recover"))
    hand = table.table.zone("hand-allies")
    table.read("interrogation")
    (shown,) = table.happened(e.PiecesShown)
    assert (shown.pieces, shown.to) == (hand, ("axis",))
    table.say("axis", f"choose {hand[1]}")

    assert table.table.zone("hand-allies") == hand[:1]
    assert table.table.zone("discard-allies") == hand[1:]


def test_kia_medic_and_prisoners():
    """E62, E64, E66: any demoralised unit; own ones next to the enemy."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5", face="demoralised"),
        unit("allies-a", "america-line", "E6", face="demoralised"),
        unit("axis-b", "germany-rifle", "E9", face="demoralised"),
        axis=("light-wounds",),
    )
    table.read("medic")
    assert set(table.candidates("choose", "this")) == {"axis-a", "allies-a", "axis-b"}
    table.say("axis", "choose axis-b")
    table.read("prisoners-of-war")
    assert table.zone("axis-a") == "casualties-axis"
    table.read("kia")

    assert table.zone("allies-a") == "casualties-allies"
    assert table.vp() == 0


def test_a_malfunction_finds_the_nearest_weapon_that_works():
    """E63, 11.4: the row repairs first, so a weapon just repaired may break again."""
    table = battle(
        unit("axis-a", "germany-rifle", "C3"),
        weapon("axis-mg", "germany-light-mg", "C3", "axis-a", face="broken"),
        unit("allies-a", "america-line", "E7"),
        weapon("allies-mg", "america-medium-mg", "E7", "allies-a"),
        axis_deck=("hex:C1",),
    )
    table.read("malfunction")

    turned = [(one.piece, one.face) for one in table.happened(e.PieceTurned)]
    assert turned == [("axis-mg", "working"), ("axis-mg", "broken")]


def test_mission_and_strategic_objectives():
    """E65, E74, 7.3.3, 4.3.3: secret unless it has no secret side; an open one pays at once."""
    table = battle(control_5=1)
    cup = table.table.zone("chit-cup")
    table.read("mission-objective", dice=(cup.index("chit-e") + 1,))
    assert table.zone("chit-e") == "objectives-axis"
    assert table.vp() == 0
    cup = table.table.zone("chit-cup")
    table.read("mission-objective", dice=(cup.index("chit-r") + 1,))
    assert table.zone("chit-r") == "objectives-open"
    assert table.vp() == 10
    cup = table.table.zone("chit-cup")
    table.read("strategic-objective", dice=(cup.index("chit-s") + 1,))

    assert table.vp() == 11


def test_reconnaissance_reveals_a_secret_objective_of_the_opponents_choice():
    """E67."""
    table = battle(chit("E", "objectives-allies"), chit("A", "objectives-allies"), control_5=-1)
    table.read("reconnaissance")
    assert set(table.asks("allies", "E67").offers[0].slots[0].candidates) == {"chit-e", "chit-a"}
    table.say("allies", "choose chit-e")

    assert table.zone("chit-e") == "objectives-open"
    assert table.vp() == -1


def test_reinforcements_may_be_a_radio_for_an_empty_box():
    """E68, 8.1.2, 2.2.3: with a radio there none is offered; units come on the own edge."""
    table = battle(axis_deck=("2-3",))
    table.read("reinforcements")
    table.let_stand()
    table.say("axis", "choose radio-75mm")
    assert table.zone("axis-radio-1") == "artillery-axis"
    full = battle(radio("axis"), axis_deck=("2-3",))
    full.read("reinforcements")
    full.let_stand()
    assert "radio-75mm" not in full.candidates("choose", "this")
    full.say("axis", "choose germany-rifle")
    assert all(candidate.endswith("10") for candidate in full.candidates("choose", "this"))


def test_rubble_and_shellholes_place_what_the_pack_says():
    """E69, E73, AMB-30, AMB-31, 8.1: wire and foxholes; on a fortified hex nothing."""
    table = battle(axis_deck=("hex:C3", "hex:C5", "hex:B4"))
    table.read("rubble")
    table.read("shellholes")

    assert table.zone("wire-1") == "C3"
    assert table.zone("foxholes-1") == "C5"
    taken = battle(work("wire", "C3"), axis_deck=("hex:C3",))
    taken.read("shellholes")
    assert moved_to(taken, "C3") == []


def test_scrounge_brings_an_eliminated_weapon_back():
    """E71, 4.2: of any side, to a unit without one."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("allies-mg", "america-medium-mg", "weapons", ""),
    )
    table.read("scrounge")
    table.say("axis", "choose allies-mg")
    table.say("axis", "choose axis-a")

    assert (table.zone("allies-mg"), table.table.pieces["allies-mg"].host) == ("E5", "axis-a")


def test_shell_shock_takes_the_nearest_and_suppressing_fire_who_is_in_sight():
    """E72, E75: a working gun of a steady crew."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("allies-a", "america-line", "E8"),
        axis_deck=("hex:E7",),
    )
    table.read("suppressing-fire")
    assert table.table.mark("allies-a", "suppressed") == 1
    table.read("shell-shock")

    assert table.face("allies-a") == "demoralised"


def test_walking_wounded_must_take_the_enemys_when_there_are_no_others():
    """E76, G-WW: demoralised, in or next to a random hex; points stay."""
    table = battle(
        unit("allies-a", "america-line", "casualties-allies"), axis_deck=("hex:C3",), vp=2
    )
    table.read("walking-wounded")
    table.say("axis", "choose C2")

    assert (table.zone("allies-a"), table.face("allies-a")) == ("C2", "demoralised")
    assert table.vp() == 2


def test_white_phosphorus_demoralises_one_of_each_side():
    """E77: next to an own steady squad; the inactive player picks first."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E6"),
        unit("allies-b", "america-green", "E6"),
        on=sheet(terrain={"A9": "m"}),
    )
    table.read("white-phosphorus")
    table.when("axis", "choose E6", dice=(3,))
    assert table.refused is None
    table.asks("allies", "E77")
    table.say("allies", "choose allies-b")

    assert table.face("allies-b") == "demoralised"
    assert table.zone("smoke-3") == "E6"


def test_what_is_impossible_is_left_out():
    """E42, AMB-51: nobody is demoralised, so nobody is healed."""
    table = battle()
    table.read("medic")

    table.asks("axis", "5")
