"""Situations of fire in which several rules meet, with the numbers the rows lead to."""

from typing import Any

import pytest

from tests.games.combat_commander.battle import (
    Battle,
    battle,
    radio,
    sheet,
    smoke,
    unit,
    weapon,
    work,
)
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_range
from wardiary.domain.table import events as e


def rifle(at: str, name: str = "axis-a", **more: Any) -> e.Event:
    return unit(name, "germany-rifle", at, **more)


def line(at: str, name: str = "allies-a", **more: Any) -> e.Event:
    return unit(name, "america-line", at, **more)


def sergeant(at: str, name: str = "axis-sgt", **more: Any) -> e.Event:
    """A leader of command 1."""
    return unit(name, "germany-sergeant-x", at, **more)


def mg(at: str, carrier: str = "axis-a", name: str = "axis-mg", **more: Any) -> e.Event:
    return weapon(name, "germany-light-mg", at, carrier, **more)


def defended(table: Battle) -> list[str]:
    """Whose defence totals were reckoned, in order."""
    return [
        one.what.removeprefix("defence total ")
        for one in table.happened(e.TotalComputed)
        if one.what.startswith("defence total")
    ]


def test_a_group_on_two_levels_behind_brush_with_its_leader():
    """O20.3.1.2, O20.3.2, T88.2, T88.5, 3.3.1.2: 5 + 1 + 1 + 1 - 3 + 1 = 6, and 5: 11.

    From the hill the brush does not hinder, from the plain it does; the greatest hindrance counts
    for all, and the height of one element is enough.
    """
    table = battle(
        rifle("E5"),
        sergeant("E5"),
        rifle("E4", "axis-b"),
        mg("E4", "axis-b"),
        line("E9"),
        on=sheet(terrain={"E7": "r"}, hills={"1": ["E4"]}),
        axis=("fire",),
        axis_deck=("3-2",),
        allies_deck=("4-1",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "fire E9 axis-a"), ("axis", "join axis-b,axis-mg"), ("axis", "shoot"))

    assert table.items("firepower E9") == {
        "axis-a firepower": 5,
        "axis-sgt": 1,
        "axis-b": 1,
        "axis-mg": 1,
        "hindrance": -3,
        "downhill": 1,
    }
    assert table.reckoned("attack total E9") == 11
    assert table.reckoned("defence total allies-a") == 11
    assert table.table.mark("allies-a", "suppressed") == 1


def test_smoke_in_the_firers_own_hex_outweighs_the_brush_between():
    """10.3.3, 10.3.4, T94: smoke 5 at home, brush 3 on the way: -5; nothing is left of the squad.

    With its gun as the base it is 4 + 1 - 5 = 0 as well; a leader makes it 1.
    """
    placed = (rifle("E5"), mg("E5"), smoke(9, "E5"), line("E8"))
    brush = sheet(terrain={"E6": "r", "E7": "r"})
    table = battle(*placed, on=brush, axis=("fire",)).order("fire", "axis-a")
    table.say("axis", "fire E8 axis-a")
    assert table.asks("axis", "O20.3.3").facts["firepower"] == 0
    table.say("axis", "join axis-mg")
    assert table.asks("axis", "O20.3.3").facts["firepower"] == 1

    led = battle(*placed, sergeant("E5"), on=brush, axis=("fire",)).order("fire", "axis-a")
    led.say("axis", "fire E8 axis-a")
    assert led.asks("axis", "O20.3.3").facts["firepower"] == 1


def test_a_jam_and_sustained_fire_on_the_same_double_cost_the_gun():
    """A41, 1.9.1.2, 11.4: 1-1 Jammed! breaks it, the double breaks it again: gone; 8 + 2."""
    table = battle(
        rifle("E5"),
        mg("E5"),
        line("E7"),
        axis=("fire", "sustained-fire"),
        axis_deck=("1-1 jammed",),
        allies_deck=("3-1",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "join axis-mg"))
    table.play("sustained-fire")
    table.say("axis", "shoot")

    assert table.reckoned("attack total E7") == 10
    assert table.zone("axis-mg") == "weapons"
    assert table.vp() == 0


def test_each_sustained_fire_card_wears_a_gun_of_the_firers_choice():
    """A41: two cards and a double: +4, and one gun after the other, or one of them twice."""
    table = battle(
        rifle("E5"),
        mg("E5"),
        rifle("E5", "axis-b"),
        mg("E5", "axis-b", "axis-mg-b"),
        sergeant("E5"),
        line("E7"),
        axis=("fire", "sustained-fire", "sustained-fire"),
        axis_deck=("2-2",),
        allies_deck=("3-1",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "fire E7 axis-mg"), ("axis", "join axis-mg-b"))
    table.play("sustained-fire")
    table.play("sustained-fire")
    table.say("axis", "shoot")
    assert table.reckoned("attack total E7") == (4 + 1 + 1 + 4) + 4
    assert table.asks("axis", "A41").facts["what"] == "wear-out"
    table.say("axis", "choose axis-mg")
    table.say("axis", "choose axis-mg")

    assert table.zone("axis-mg") == "weapons"
    assert table.face("axis-mg-b") == "working"


def test_a_jammed_double_voided_by_the_initiative_wears_nothing():
    """9.1, A41, 1.9.1.2: the second roll of 3 and 2 stands: 8 + 5 = 13, the gun is whole."""
    table = battle(
        rifle("E5"),
        mg("E5"),
        line("E7"),
        axis=("fire", "sustained-fire"),
        initiative="axis",
        axis_deck=("1-1 jammed", "3-2"),
        allies_deck=("6-1 event", "event:elan"),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "join axis-mg"))
    table.play("sustained-fire")
    table.say("axis", "shoot", stand=False)
    table.say("axis", "void")

    assert table.reckoned("attack total E7") == 13
    assert table.face("axis-mg") == "working"
    assert table.zone("initiative") == "initiative-allies"
    assert table.reckoned("defence total allies-a") == 13
    assert table.table.mark("allies-a", "suppressed") == 1


def test_spray_fire_at_two_hexes_and_concealment_in_the_better_one():
    """A40, A29, AMB-57: hindrance 0 and 2: -2 for both; the woods' 2 off the total for all to come.

    5 + 1 - 2 + 8 = 12; the squad in the orchard rolls against 10.
    """
    table = battle(
        rifle("E5"),
        rifle("E5", "axis-b"),
        sergeant("E5"),
        line("E8"),
        line("F7", "allies-b"),
        on=sheet(terrain={"E8": "w", "E7": "o"}),
        axis=("fire", "spray-fire"),
        axis_deck=("6-2",),
        allies=("concealment",),
        allies_deck=("2-1", "3-1"),
    ).order("fire", "axis-a")
    table.say("axis", "fire F7 axis-a")
    table.play("spray-fire", "E8")
    table.say("axis", "shoot")
    assert table.items("firepower F7") == {
        "axis-a firepower": 5,
        "axis-sgt": 1,
        "hindrance": -2,
    }
    assert table.table.track("attack-total") == 12
    table.say("allies", "defend allies-a")  # 6 + 2 + 3 = 11 against 12.
    assert table.reckoned("defence total allies-a") == 11
    while table.asked() is not None and table.asked().rule == "A36":
        table.say("allies", "pass")
    assert table.face("allies-a") == "demoralised"
    table.play("concealment", "E8")  # The last to roll, without another card, is not asked.
    assert table.table.track("attack-total") == 10

    assert table.reckoned("defence total allies-b") == 10
    assert table.table.mark("allies-b", "suppressed") == 1


def test_shells_through_smoke_burst_in_the_trees_over_foxholes():
    """O20.2.3, 10.3.1, T99, F102, T78.3: 12 - 3 = 9 > 5; 6 + 5 + 2 = 13 against 6 + 4 + 3."""
    table = battle(
        rifle("E3"),
        weapon("axis-mortar", "germany-light-mortar", "E3", "axis-a"),
        line("E8"),
        work("foxholes", "E8"),
        smoke(5, "E6"),
        on=sheet(terrain={"E8": "w"}),
        axis=("fire",),
        axis_deck=("6-2", "3-2"),
        allies_deck=("2-1",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E8 axis-mortar"), ("axis", "shoot"))

    assert table.items("attack total E8") == {"firepower": 6, "roll": 5, "airburst": 2}
    assert table.items("morale allies-a") == {"allies-a morale": 6, "foxholes": 4}
    assert table.reckoned("defence total allies-a") == 13
    assert table.table.mark("allies-a", "suppressed") == 1


def test_a_mortar_misses_when_smoke_eats_the_product():
    """O20.2.3, 10.3.1: 2 x 4 = 8, less 3 is 5, which does not beat the range of 5: no fire roll."""
    table = battle(
        rifle("E3"),
        weapon("axis-mortar", "germany-light-mortar", "E3", "axis-a"),
        line("E8"),
        smoke(5, "E6"),
        axis=("fire",),
        axis_deck=("4-2",),
    ).order("fire", "axis-a")
    table.say("axis", "fire E8 axis-mortar")

    assert table.reckoned("targeting E8") == 5
    assert [one.purpose for one in table.happened(e.DiceRolled)] == ["targeting"]


def test_a_flamethrower_burns_through_the_bunker_and_concealment_is_worth_nothing():
    """11.6-a, F101, A29: cover 0 in a bunker; 11 + 4 = 15 stays 15 under concealment."""
    table = battle(
        unit("axis-p", "germany-pionier", "E5"),
        weapon("axis-fire", "germany-flamethrower", "E5", "axis-p"),
        line("E6"),
        work("bunker", "E6"),
        axis=("fire",),
        axis_deck=("3-1",),
        allies=("concealment",),
        allies_deck=("6-2",),
    ).order("fire", "axis-p")
    table.commands(("axis", "fire E6 axis-fire"), ("axis", "shoot"))
    table.play("concealment", "E6")
    assert table.table.track("attack-total") == 15

    assert table.reckoned("morale allies-a") == 6
    assert table.reckoned("defence total allies-a") == 14


@pytest.mark.parametrize("card", ["1-1 jammed", "2-1"])
def test_a_satchel_charge_is_used_up_by_its_attack_roll(card: str):
    """11.6-b, 1.9.1.2: also when it jammed or did no harm; cover counts against it."""
    table = battle(
        unit("axis-p", "germany-pionier", "E5"),
        weapon("axis-charge", "germany-satchel-charge", "E5", "axis-p"),
        line("E6"),
        work("bunker", "E6"),
        axis=("fire",),
        axis_deck=(card,),
        allies_deck=("6-5",),
    ).order("fire", "axis-p")
    table.commands(("axis", "fire E6 axis-charge"), ("axis", "shoot"))

    assert table.zone("axis-charge") == "weapons"
    assert table.reckoned("firepower E6") == 12
    assert table.reckoned("morale allies-a") == 12
    assert table.face("allies-a") == "normal"


def test_a_wall_in_the_way_of_one_of_the_group_shelters_everybody():
    """T97, AMB-39, T93: one line crosses the wall, cover 2; with the road in the hex it is 1."""
    table = battle(
        rifle("E5"),
        rifle("D6", "axis-b"),
        sergeant("E5"),
        line("E7"),
        on=sheet(hexsides=["E6/E7 wall"], roads=[["E7", "F7"]]),
        axis=("fire",),
        axis_deck=("5-1",),
        allies_deck=("4-1",),
    )
    table.order("fire", "axis-sgt", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))

    assert table.items("morale allies-a") == {"allies-a morale": 6, "wall": 2, "road": -1}


def test_a_machine_gun_repaired_by_the_snipers_hex_fires_in_the_same_order():
    """11.4-b, AMB-64: the first fire's Sniper! shows C1; the broken gun works and may fire."""
    table = battle(
        rifle("E5"),
        rifle("E5", "axis-b"),
        mg("E5", "axis-b", face="broken"),
        sergeant("E5"),
        line("E7"),
        axis=("fire",),
        axis_deck=("3-3 sniper", "hex:C1", "3-1"),
        allies_deck=("6-5", "6-3"),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.when("axis", "fire E7 axis-mg").then_illegal("11.1")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))

    assert table.face("axis-mg") == "working"
    table.commands(("axis", "fire E7 axis-mg"), ("axis", "shoot"))
    assert table.reckoned("attack total E7") == (4 + 1) + 4


def test_the_sniper_of_the_attack_roll_strikes_before_the_defence():
    """1.9.1-d, 1.9.1.3, 3.2.1: the target is turned first and defends with 8, not 6."""
    table = battle(
        rifle("E5"),
        line("E7"),
        axis=("fire",),
        axis_deck=("3-3 sniper", "hex:E7"),
        allies_deck=("2-1",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))
    table.say("axis", "choose allies-a")

    # 5 + 6 = 11 against 8 + 3: a tie.
    assert table.reckoned("defence total allies-a") == 11
    assert table.face("allies-a") == "demoralised"
    assert table.table.mark("allies-a", "suppressed") == 1


def test_whoever_fled_a_blaze_before_the_defence_does_not_roll():
    """AMB-53, E46, O20.3.4-a: the event of the attack roll drives the target out of the hex."""
    table = battle(
        rifle("E3"),
        line("E5"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:blaze", "hex:E5"),
    ).order("fire", "axis-a")
    table.say("axis", "fire E5 axis-a")
    table.say("axis", "shoot", stand=False)
    table.say("allies", "pass", dice=(1,))
    table.say("allies", "choose E6")

    assert defended(table) == []
    assert table.zone("allies-a") == "E6"
    assert table.face("allies-a") == "normal"


def test_whoever_comes_in_during_the_attack_roll_does_not_roll_in_defence():
    """AMB-53, 6.1.2-f, 1.9.1.4: time brings a squad into the hex under fire; the old one rolls."""
    table = battle(
        rifle("E4"),
        line("E1"),
        line("time-1", "allies-late"),
        axis=("fire",),
        axis_deck=("6-6 time",),
        allies_deck=("6-3",),
        guards=True,
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E1 axis-a"), ("axis", "shoot"))
    # The seven men of a hex: a squad of four leaves no room in E1 for another, so it comes beside.
    assert "E1" not in table.candidates("choose", "this")
    table.say("allies", "choose D1")

    assert defended(table) == ["allies-a"]
    assert table.reckoned("attack total E1") == 17


def test_a_team_that_came_in_is_not_under_that_fire():
    """AMB-53, 6.1.2-f: a team fits beside the squad, and does not roll."""
    table = battle(
        rifle("E4"),
        line("E1"),
        unit("allies-late", "america-line-team", "time-1"),
        axis=("fire",),
        axis_deck=("6-6 time",),
        allies_deck=("6-3",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E1 axis-a"), ("axis", "shoot"))
    table.say("allies", "choose E1")

    assert defended(table) == ["allies-a"]
    assert table.face("allies-late") == "normal"


def test_the_last_card_of_a_deck_in_a_defence_roll():
    """1.9.1-b, 6.1.2, AMB-05: 2-5 Event! on the last card: time and the defender's point first.

    Then the event is read from the new deck, then 7 + 7 against 11 holds.
    """
    table = battle(
        rifle("E5"),
        line("E7"),
        active="allies",
        attitudes={"axis": "defender"},
        allies=("fire",),
        allies_deck=("4-1",),
        axis_deck=("2-5 event",),
        short=("axis",),
    ).order("fire", "allies-a")
    table.commands(("allies", "fire E5 allies-a"))
    table.say("allies", "shoot", stand=False)
    table.say("allies", "pass", stand=False)
    pile = table.table.zone("discard-axis")
    elan = next(one for one in pile if "elan" in table.table.pieces[one].kind)
    table.when("allies", "pass", orders=[(elan, *(one for one in pile if one != elan))])

    steps = [
        event.track if isinstance(event, e.TrackSet) else event.what
        for event in table.events
        if isinstance(event, e.TrackSet | e.TotalComputed)
    ]
    assert steps == ["time", "vp", "surrender-axis", "defence total axis-a"]
    assert table.reckoned("defence total axis-a") == 14
    assert table.vp() == 1
    assert table.table.zone("discard-axis") == (elan,)


def test_a_suppressed_squad_fires_with_one_less_and_leaves_its_gun_alone():
    """11.1, 13.2: 5 - 1 = 4; as a veteran 5; the gun is refused."""
    table = battle(
        rifle("E5", suppressed=1, veteran=1), mg("E5"), line("E7"), axis=("fire",)
    ).order("fire", "axis-a")
    table.when("axis", "fire E7 axis-mg").then_illegal("11.1")
    table.say("axis", "fire E7 axis-a")

    assert table.asks("axis", "O20.3.3").facts["firepower"] == 5


def test_the_command_of_two_leaders_one_of_them_suppressed_and_a_hero():
    """3.3.1.2, 3.3.1.3, 13.2, E58.1: 8, the gun 8 + 3, the leader's own gun 4."""
    table = battle(
        rifle("E5"),
        sergeant("E5"),
        unit("axis-lt", "germany-lieutenant-y", "E5", suppressed=1),
        rifle("E5", "axis-b"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-b"),
        mg("E5", "axis-sgt", "axis-lmg"),
        line("E7"),
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


def test_impact_strikes_friend_and_foe_in_the_woods_and_the_inactive_side_rolls_first():
    """O18.2.3.2, T99, G-simul: 10 + 5 + 2 = 17 against both; suppressed by a tie, not moving."""
    table = battle(
        radio("axis"),
        sergeant("E3"),
        rifle("E9", "axis-b"),
        line("E9"),
        on=sheet(terrain={"E9": "w"}),
        axis=("artillery-request",),
        axis_deck=("6-4", "1-4", "3-2", "5-3"),
        allies_deck=("6-3",),
    )
    table.order("artillery-request")
    table.say("axis", "spot E9 shells")

    # The only occupied hex of the zone is struck unasked.
    assert table.items("attack total E9") == {"firepower": 10, "roll": 5, "airburst": 2}
    assert defended(table) == ["allies-a", "axis-b"]
    assert table.reckoned("defence total allies-a") == 6 + 2 + 9
    assert table.reckoned("defence total axis-b") == 7 + 2 + 8
    assert (
        table.table.mark("allies-a", "suppressed") == table.table.mark("axis-b", "suppressed") == 1
    )


def test_a_round_that_leaves_the_map_by_the_second_die_is_gone():
    """O18.2.2.1, O18.2.2.3: a hit on O2 goes up to O1 and off; nobody in O1 is struck."""
    table = battle(
        radio("axis"),
        sergeant("O6"),
        unit("allies-a", "america-line-team", "O1"),
        axis=("artillery-request",),
        axis_deck=("6-4", "1-1 jammed"),
    )
    table.order("artillery-request")
    table.say("axis", "spot O2 shells")

    moved = [one.to for one in table.happened(e.PiecesMoved) if "spotting-round" in one.pieces]
    assert moved == ["O2", "box"]
    assert defended(table) == []


def test_a_smoke_barrage_passes_over_water_and_fire():
    """O18.2.3.1, AMB-46: down and up again by the dice; a stream and a blaze take none: five."""
    table = battle(
        radio("axis"),
        sergeant("E4"),
        smoke(20, "F9", "blaze"),
        on=sheet(terrain={"D9": "s"}),
        axis=("artillery-request",),
        axis_deck=("6-4", "4-1"),
    )
    table.order("artillery-request")
    table.say("axis", "spot E9 smoke", stand=False)
    table.say("allies", "pass", dice=(1, 1, 1, 1, 1))

    rounds = [one.to for one in table.happened(e.PiecesMoved) if "spotting-round" in one.pieces]
    assert rounds == ["E9", "box"]
    clouded = {
        table.zone(f"smoke-{number}")
        for number in range(1, 21)
        if table.face(f"smoke-{number}") == "smoke"
    }
    assert clouded - {"smoke-cup"} == {"E8", "E9", "E10", "D8", "F8"}


def test_the_spotting_round_may_go_into_water_fire_and_empty_hexes_in_sight():
    """O18.2.1, 10.2.1, T79: a blaze is seen, but not seen through."""
    table = battle(
        radio("axis"),
        sergeant("E4"),
        smoke(3, "E6", "blaze"),
        on=sheet(terrain={"F5": "~"}),
        axis=("artillery-request",),
    )
    table.order("artillery-request")
    hexes = table.candidates("spot", "hex")

    assert {"E5", "E6", "F5", "G5"} <= set(hexes)
    assert "E7" not in hexes
    assert "E8" not in hexes


def test_foxholes_dug_when_time_breaks_in_on_the_shot_shelter_at_once():
    """1.9.1-d, A32, F102: 6-6 Time!; dug in before the defence: 5 + 12 against 6 + 3 + 9."""
    table = battle(
        rifle("E5"),
        line("E7"),
        axis=("fire",),
        axis_deck=("6-6 time",),
        allies=("dig-in",),
        allies_deck=("6-3",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))
    table.play("dig-in", "E7")

    assert table.items("morale allies-a") == {"allies-a morale": 6, "foxholes": 3}
    assert table.reckoned("defence total allies-a") == 18
    assert table.face("allies-a") == "normal"


def test_fire_through_a_hedge_and_into_brush_with_a_road():
    """T87, T81, T93, AMB-39, 10.1-own: hedge 1 or brush 1, less the road: 0; no hindrance.

    5 + 6 = 11 against 6 + 0 + 5: suppressed.
    """
    table = battle(
        rifle("E5"),
        line("E7"),
        on=sheet(terrain={"E7": "r"}, hexsides=["E6/E7 hedge"], roads=[["E7", "F7"]]),
        axis=("fire",),
        axis_deck=("4-2",),
        allies_deck=("4-1",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))

    assert table.reckoned("attack total E7") == 11
    assert table.reckoned("morale allies-a") == 6
    assert table.table.mark("allies-a", "suppressed") == 1


def test_a_fence_between_hinders_and_one_at_the_target_does_not():
    """T84, 10.1-own: E6/E7 is foreign for E5 to E8: -1; E7/E8 is the target's own."""
    between = battle(
        rifle("E5"), line("E8"), on=sheet(hexsides=["E6/E7 fence"]), axis=("fire",)
    ).order("fire", "axis-a")
    between.say("axis", "fire E8 axis-a")
    own = battle(rifle("E5"), line("E8"), on=sheet(hexsides=["E7/E8 fence"]), axis=("fire",)).order(
        "fire", "axis-a"
    )
    own.say("axis", "fire E8 axis-a")

    assert between.asks("axis", "O20.3.3").facts["firepower"] == 4
    assert own.asks("axis", "O20.3.3").facts["firepower"] == 5


def test_a_group_up_and_down_a_slope_nets_nothing():
    """T88.2, AMB-38: one element above the target, one below: +1 and -1."""
    table = battle(
        rifle("D5"),
        rifle("E5", "axis-b"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        line("E6"),
        on=sheet(hills={"1": ["E6"], "2": ["D5"]}),
        axis=("fire",),
        axis_deck=("2-1",),
        allies_deck=("6-3",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "fire E6 axis-a"), ("axis", "join axis-b"), ("axis", "shoot"))

    assert table.items("firepower E6") == {
        "axis-a firepower": 5,
        "axis-b": 1,
        "uphill": -1,
        "downhill": 1,
    }


@pytest.mark.parametrize(("gun", "reach"), [("germany-heavy-mg", 17), ("germany-light-mg", 9)])
def test_command_lengthens_a_guns_range(gun: str, reach: int):
    """3.3.1.3, O20.2.2: 16 + 1 and 8 + 1 with a team; with a leader's own gun nothing."""
    table = battle(
        unit("axis-team", "germany-weapon-team", "E5"),
        weapon("axis-gun", gun, "E5", "axis-team"),
        sergeant("E5"),
        weapon("axis-own", gun, "E5", "axis-sgt"),
    )

    assert weapon_range(table.table, "axis-gun").stop - 1 == reach
    assert weapon_range(table.table, "axis-own").stop - 1 == reach - 1
