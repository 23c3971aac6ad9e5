"""Orders one by one (O14 to O23), with mines, wire and trenches on the way (F103 to F106)."""

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
from wardiary.domain.table import events as e

TWO_ROADS = sheet(roads=[["C5", "D5", "E6"]], terrain={"D5": "w"})


def moving(*placed: e.Event, on: object = None, **kinds: object) -> Battle:
    """A rifle squad in E5 sets out."""
    settings = {"on": on} if on is not None else {}
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        *placed,
        axis=("move", *kinds.pop("hand", ())),  # type: ignore[misc]
        **settings,  # type: ignore[arg-type]
        **kinds,  # type: ignore[arg-type]
    )
    table.order("move", "axis-a")
    return table.say("axis", "group axis-a")


# O14


def test_a_unit_is_activated_once_a_turn():
    """O14, O14.1, G-activated: moved, so it cannot fire any more; units of others neither."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-b", "germany-rifle", "E3"),
        unit("allies-a", "america-line", "E8"),
        axis=("move", "fire"),
    )
    table.order("move", "axis-a")
    table.when("axis", f"order {table.table.zone('hand-axis')[0]}").then_illegal("O14.2")
    table.commands(
        ("axis", "group axis-a"), ("axis", "step E6"), ("axis", "stop"), ("axis", "done")
    )
    table.order("fire")

    table.when("axis", "activate axis-a -").then_illegal("O14.1")
    table.when("axis", "activate allies-a -").then_illegal("O14.1")


def test_somebody_has_to_carry_the_order_out():
    """O14.4: nobody may stop while a step is possible."""
    table = moving()

    table.when("axis", "stop").then_illegal("O14.4")
    table.when("axis", "done").then_illegal("O14.4")


def test_command_confusion_is_neither_order_nor_action():
    """O19, A28."""
    table = battle(unit("axis-a", "germany-rifle", "E5"), axis=("command-confusion",))

    table.order("command-confusion").then_illegal("O19")


def test_actions_come_in_between_and_in_any_number():
    """O14.3, 5.2, A24, A24.1, A24.3, A39: two smokes while one squad has moved, the other not."""
    table = moving(hand=("smoke-grenades", "smoke-grenades"))
    table.say("axis", "step E6")
    table.play("smoke-grenades", "E7", dice=(1,))
    table.play("smoke-grenades", "E7", dice=(5,))

    assert table.zone("smoke-1") == "smoke-cup"  # 8.1.4: of two the thicker stays.
    assert len([piece for piece in table.table.zone("E7") if piece.startswith("smoke")]) == 1


# O16


def test_an_advance_costs_nothing_and_nobody_shoots():
    """O16, O16.1: into woods and uphill with a heavy gun; the inactive player is not asked."""
    table = battle(
        unit("axis-team", "germany-weapon-team", "E5"),
        weapon("axis-mortar", "germany-medium-mortar", "E5", "axis-team"),
        unit("allies-a", "america-line", "E8"),
        on=sheet(terrain={"E6": "w"}, hills={"1": ["E6"]}),
        axis=("advance",),
        allies=("fire",),
    )
    table.order("advance", "axis-team")
    table.say("axis", "advance axis-team E6")

    assert table.zone("axis-team") == table.zone("axis-mortar") == "E6"
    table.asks("axis", "5")


def test_a_cliff_is_climbed_without_a_weapon_only():
    """O16.2, O16.3, T83."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        on=sheet(hexsides=["E5/E6 cliff"], terrain={"E4": "~"}),
        axis=("advance",),
    )
    table.order("advance", "axis-a")

    table.when("axis", "advance axis-a E6").then_illegal("O16.2")
    table.when("axis", "advance axis-a E4").then_illegal("O16.3")


def melee(*placed: e.Event, **kinds: object) -> Battle:
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E6"),
        *placed,
        axis=("advance", *kinds.pop("axis", ())),  # type: ignore[misc]
        **kinds,  # type: ignore[arg-type]
    )
    table.order("advance", "axis-a")
    return table.say("axis", "advance axis-a E6")


def test_a_melee_of_units_without_weapons():
    """O16.4, O16.4.1, O16.4.2, O16.4.3, 3.1, 3.1.1, 3.1.6, CC-03: boxed +1, inactive rolls first.

    The squad's command counts: 6 + 2 + 1 boxed, leader 2, against 5.
    """
    table = melee(
        unit("allies-sgt", "america-sergeant-y", "E6"),
        axis_deck=("2-1",),
        allies_deck=("1-1 jammed",),
    )

    assert table.reckoned("melee E6 allies") == 6 + 2 + 1 + 2
    assert table.reckoned("melee E6 axis") == 5
    rolls = [each.seat for each in table.happened(e.DiceRolled)]
    assert rolls == ["allies", "axis"]
    assert table.zone("axis-a") == "casualties-axis"
    assert table.vp() == -2


def test_a_table_may_agree_before_play_that_command_is_no_help_in_melee():
    """CC-03, O16.4.1: 6 + 1 boxed, leader 2."""
    table = melee(
        unit("allies-sgt", "america-sergeant-y", "E6"), settings={"melee_command": "ignored"}
    )

    assert table.reckoned("melee E6 allies") == 6 + 1 + 2


@pytest.mark.parametrize(("holder", "lost"), [(0, {"axis-a", "allies-a"}), (2, {"axis-a"})])
def test_a_tied_melee_kills_both_unless_one_held_a_bunker(holder: int, lost: set[str]):
    """O16.4.3, F101, F104: 5 + 7 against 7 + 5."""
    table = melee(
        *([work("bunker", "E6", holder=holder)] if holder else []),
        axis_deck=("6-1",),
        allies_deck=("3-2",),
    )

    gone = {"axis-a", "allies-a"} & {
        *table.table.zone("casualties-axis"),
        *table.table.zone("casualties-allies"),
    }
    assert gone == lost


def test_a_trigger_in_a_melee_does_not_begin_it_anew():
    """O16.4, O16.4.2, 1.9.1: only what the trigger itself brings together is fought at its end."""
    table = melee(axis_deck=("2-1",), allies_deck=("1-6 event", "event:elan"))

    strengths = [
        one.what for one in table.happened(e.TotalComputed) if one.what.startswith("melee E6")
    ]
    assert strengths == ["melee E6 allies", "melee E6 axis"]
    assert table.table.track("surrender-allies") == 10
    assert table.zone("axis-a") == "casualties-axis"


def test_a_melee_of_an_order_waits_for_its_end_although_a_trigger_breaks_in():
    """O16.4: the first unit stands beside the enemy while the second meets mines and an event."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-x", "D5"),
        unit("axis-a", "germany-rifle", "D5"),
        unit("axis-b", "germany-rifle", "E6"),
        unit("allies-a", "america-line", "D6"),
        work("mines", "E7"),
        axis=("advance",),
        allies_deck=("1-6 event", "event:elan"),
        axis_deck=("6-3",),
    )
    table.order("advance", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "advance axis-a D6"), ("axis", "advance axis-b E7"))

    assert not [one for one in table.happened(e.TotalComputed) if one.what.startswith("melee")]
    table.say("axis", "done")
    assert table.reckoned("melee D6 axis") == 5


def test_the_active_player_orders_several_melees():
    """O16.4: after an order."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-x", "D5"),
        unit("axis-a", "germany-rifle", "D5"),
        unit("axis-b", "germany-rifle", "E6"),
        unit("allies-a", "america-line", "D6"),
        unit("allies-b", "america-line", "E7"),
        axis=("advance",),
    )
    table.order("advance", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "advance axis-a D6"), ("axis", "advance axis-b E7"), ("axis", "done"))

    assert table.asks("axis", "O16.4").facts["what"] == "melee"
    assert set(table.candidates("choose", "this")) == {"D6", "E7"}


# O17, O18


def test_artillery_is_denied_in_two_steps():
    """O17, 8.1.2: working, broken, gone; without a radio the card cannot be given."""
    table = battle(radio("allies"), axis=("artillery-denied", "artillery-denied"))
    table.order("artillery-denied")
    assert table.face("allies-radio-1") == "broken"
    table.order("artillery-denied")

    assert table.zone("allies-radio-1") == "box"
    assert table.vp() == 0
    battle(axis=("artillery-denied",)).order("artillery-denied").then_illegal("O17")


def test_battery_access_mends_the_radio_and_activates_nobody():
    """O18, O18.1: a second card may then call fire down."""
    table = battle(
        radio("axis", face="broken"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        axis=("artillery-request", "artillery-request"),
    )
    table.order("artillery-request")
    assert table.face("axis-radio-1") == "working"
    table.order("artillery-request")

    assert table.asks("axis", "O18.2.1").question == "where does the spotting round go?"
    assert table.table.mark("axis-sgt", "activated") == 1


def spotted(*cards: str, shells: str = "shells", at: str = "E9", **kinds: object) -> Battle:
    table = battle(
        radio("axis"),
        unit("axis-sgt", "germany-sergeant-x", "E3"),
        *kinds.pop("placed", ()),  # type: ignore[misc]
        axis=("artillery-request",),
        axis_deck=cards,
        **kinds,  # type: ignore[arg-type]
    )
    table.order("artillery-request")
    return table.say("axis", f"spot {at} {shells}")


def test_a_hit_drifts_a_hex_by_each_die():
    """O18.2, O18.2.1, O18.2.2, O18.2.2.1, 10.3.1: range 6, 2 x 4 = 8; then 1 and 2: E8, F7."""
    table = spotted("2-4", "1-2", placed=(unit("allies-a", "america-line", "G8"),))

    assert table.reckoned("targeting E9") == 8
    moved = [each.to for each in table.happened(e.PiecesMoved) if "spotting-round" in each.pieces]
    assert moved[-1] in ("F7", "box")
    assert "F7" in moved


def test_a_miss_drifts_as_far_as_the_red_die():
    """O18.2.2.2: 2 x 3 = 6 is no hit at range 6; 2 and 3: F8, G8, H7."""
    table = spotted("2-3", "2-3")

    moved = [each.to for each in table.happened(e.PiecesMoved) if "spotting-round" in each.pieces]
    assert moved == ["E9", "H7", "box"]


def test_a_round_that_leaves_the_map_ends_the_order():
    """O18.2.2.3."""
    table = spotted("1-2", "4-6", at="E9")

    moved = [(each.to, each.rule) for each in table.happened(e.PiecesMoved)][-1]
    assert moved == ("box", "O18.2.2.3")


def test_every_unit_in_the_zone_is_attacked_hex_by_hex():
    """O18.2.3, O18.2.3.2, 12: 10 + 7 against everybody; both sides; jams are ignored."""
    table = spotted(
        "5-2 event",
        "event:elan",
        "1-4",
        "1-1 jammed",
        "6-1",
        allies_deck=("6-3",),
        placed=(
            unit("allies-a", "america-line", "E9"),
            unit("axis-b", "germany-rifle", "E10"),
            unit("allies-b", "america-line", "E8"),
        ),
    )

    assert set(table.candidates("choose", "this")) == {"E8", "E9", "E10"}
    table.say("axis", "choose E9")
    assert table.reckoned("attack total E9") == 12
    assert table.face("axis-radio-1") == "working"
    defended = [one.what for one in table.happened(e.TotalComputed) if "defence" in one.what]
    assert defended == ["defence total allies-a"]
    table.say("axis", "choose E10")
    assert table.reckoned("defence total axis-b") > 7


def test_an_impact_equal_to_the_radios_number_wrecks_the_works_first():
    """O18.2.3.3, F100.2, AMB-25: a radio of 10 wrecks with a 10; the cover is gone."""
    table = spotted(
        "5-2 event",
        "event:elan",
        "1-4",
        "5-5 sniper",
        "hex:O9",
        placed=(unit("allies-a", "america-line", "E9"), work("trench", "E9")),
    )

    assert table.reckoned("attack total E9") == 20
    assert table.zone("trench-E9") == "box"
    assert table.items("morale allies-a") == {"allies-a morale": 6, "open": 0}


def test_smoke_is_announced_before_the_roll_and_fills_the_zone():
    """O18.2.1.1, O18.2.3.1: only radios that can; seven random markers."""
    table = battle(
        radio("axis"),
        unit("axis-sgt", "germany-sergeant-x", "E3"),
        axis=("artillery-request",),
        axis_deck=("5-2 event", "event:elan", "1-4"),
    )
    table.order("artillery-request")
    assert table.candidates("spot", "shells") == ("shells", "smoke")
    table.when("axis", "spot E8 smoke")
    assert table.refused is None
    table.say("allies", "pass", dice=(1, 1, 1, 1, 1, 1, 1), stand=False)

    zone = ("E8", "E7", "F7", "F8", "E9", "D8", "D7")
    assert all(any(one.startswith("smoke") for one in table.table.zone(piece)) for piece in zone)
    assert table.zone("spotting-round") == "box"


# O20


def firing(*placed: e.Event, head: str = "axis-a", **kinds: object) -> Battle:
    table = battle(
        *placed,
        axis=("fire", *kinds.pop("axis", ())),  # type: ignore[misc]
        **kinds,  # type: ignore[arg-type]
    )
    return table.order("fire", head)


def test_nobody_in_range_no_fire_order():
    """O20.1, 3.1.2, O20.2.2: range 5, target at 6."""
    table = battle(
        unit("axis-a", "germany-rifle", "E3"),
        unit("allies-a", "america-line", "E9"),
        axis=("fire",),
    )

    table.order("fire").then_illegal("O20.1")


def test_a_team_may_be_activated_for_the_range_of_its_gun():
    """O20.1: team range 2, gun 16."""
    table = firing(
        unit("axis-a", "germany-weapon-team", "E1"),
        weapon("axis-hmg", "germany-heavy-mg", "E1", "axis-a"),
        unit("allies-a", "america-line", "E9"),
    )

    assert set(table.candidates("fire", "base")) == {"axis-hmg"}
    table.when("axis", "fire E9 axis-a").then_illegal("O20.2.2")


def test_a_target_out_of_sight_is_refused():
    """10.2, O20.3: woods in between; and a hex without an enemy is no target."""
    table = firing(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E7"),
        unit("allies-b", "america-line", "G5"),
        on=sheet(terrain={"F4": "w", "F5": "w"}),
    )

    table.when("axis", "fire G5 axis-a").then_illegal("10.2")
    table.when("axis", "fire E8 axis-a").then_illegal("O20.3")


def test_each_counter_fires_once_and_may_go_its_own_way():
    """O20.3, O20.3.1.1: the squad and its gun at different hexes."""
    table = firing(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("allies-a", "america-line", "E7"),
        unit("allies-b", "america-line", "G5"),
        axis_deck=("1-2", "1-3"),
        allies_deck=("6-5", "6-3"),
    )
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))
    table.when("axis", "fire G5 axis-a").then_illegal("O20.3")
    table.commands(("axis", "fire G5 axis-mg"), ("axis", "shoot"))

    assert table.reckoned("firepower G5") == 4
    table.asks("axis", "5")


def test_hindrance_counts_once_and_may_forbid_a_fire():
    """10.3, 10.3.2, 10.3.2.1, 10.3.3, O20.3.2, CC-11: brush and brush -3; with smoke 4 it is -4."""
    brush = sheet(terrain={"E6": "r", "E7": "r"})
    weak = firing(
        unit("axis-a", "germany-line-team", "E5"),
        unit("allies-a", "america-line", "E8"),
        on=brush,
        axis=("marksmanship",),
        axis_deck=("1-2",),
    )
    weak.say("axis", "fire E8 axis-a")
    assert weak.asks("axis", "O20.3.3").facts["firepower"] == 0
    weak.when("axis", "shoot").then_illegal("10.3.2.1")
    weak.play("marksmanship")
    assert weak.asks("axis", "O20.3.3").facts["firepower"] == 2

    smoky = firing(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E8"),
        smoke(7, "E7"),
        on=brush,
    )
    smoky.say("axis", "fire E8 axis-a")
    assert smoky.asks("axis", "O20.3.3").facts["firepower"] == 5 - 4


@pytest.mark.parametrize(("faces", "hit"), [("1-6 event", True), ("1-5", False)])
def test_artillery_aims_before_it_fires(faces: str, hit: bool):
    """O20.2, O20.2.3, 11.5: product against the range of 5; its own firepower, no command."""
    table = firing(
        unit("axis-a", "germany-weapon-team", "E3"),
        unit("axis-sgt", "germany-sergeant-x", "E3"),
        weapon("axis-mortar", "germany-light-mortar", "E3", "axis-a"),
        unit("allies-a", "america-line", "E8"),
        axis_deck=(faces, "event:elan", "4-2") if hit else (faces, "4-2"),
    )
    table.say("axis", "fire E8 axis-mortar")

    if hit:
        assert table.asks("axis", "O20.3.3").facts["firepower"] == 6
    else:
        table.asks("axis", "5")


def test_a_mortar_cannot_fire_next_to_itself():
    """O20.2.2: range 2-13."""
    table = firing(
        unit("axis-a", "germany-rifle", "E3"),
        weapon("axis-mortar", "germany-light-mortar", "E3", "axis-a"),
        unit("allies-a", "america-line", "E4"),
    )

    table.when("axis", "fire E4 axis-mortar").then_illegal("O20.2.2")


def test_smoke_shells_go_to_any_hex_in_sight():
    """O20.2.1, T94, AMB-58: a hit lays random smoke and there is no fire roll."""
    table = firing(
        unit("axis-a", "germany-rifle", "E3"),
        weapon("axis-mortar", "germany-medium-mortar", "E3", "axis-a"),
        unit("allies-a", "america-line", "E8"),
        axis_deck=("6-2",),
    )
    table.when("axis", "shell-smoke axis-mortar E7")
    table.when("allies", "pass", dice=(11,))

    assert table.refused is None
    assert table.zone("smoke-11") == "E7"


def test_a_tie_suppresses_or_demoralises_who_moves():
    """O20.3.4, 13, 13.1, CC-01: 14 against woods: squad 7 + 2 + 1 + 4, leader 8 + 2 + 5."""
    woods = sheet(terrain={"E7": "w"})
    table = battle(
        unit("axis-a", "germany-rifle", "E7"),
        unit("axis-sgt", "germany-sergeant-x", "E7"),
        unit("allies-a", "america-engineer", "E6"),
        on=woods,
        active="allies",
        allies=("fire",),
        allies_deck=("5-2 event", "event:elan"),
        axis_deck=("3-1", "4-1"),
    )
    table.order("fire", "allies-a")
    table.commands(("allies", "fire E7 allies-a"), ("allies", "shoot"))
    assert table.table.track("attack-total") == 14
    table.commands(("axis", "defend axis-a"))

    assert table.reckoned("defence total axis-a") == 14
    assert table.reckoned("defence total axis-sgt") == 15
    assert table.table.mark("axis-a", "suppressed") == 1
    assert table.face("axis-sgt") == "normal"


def test_a_tie_demoralises_a_squad_that_moves_beside_its_leader():
    """V4, CC-01, O20.3.4-b: as above, but the two are moving: the tied squad is demoralised."""
    table = battle(
        unit("axis-a", "germany-rifle", "E8"),
        unit("axis-sgt", "germany-sergeant-x", "E8"),
        unit("allies-a", "america-engineer", "E6"),
        on=sheet(terrain={"E7": "w"}),
        axis=("move",),
        axis_deck=("3-1", "4-1"),
        allies=("fire",),
        allies_deck=("5-2 event", "event:elan"),
    )
    table.order("move", "axis-sgt", "axis-a")
    table.commands(("axis", "group axis-a,axis-sgt"), ("axis", "step E7"))
    card = table.candidates("watch", "card")[0]
    table.commands(("allies", f"watch {card} allies-a -"), ("allies", "fire E7 allies-a"))
    table.say("allies", "shoot")
    assert table.table.track("attack-total") == 14
    table.say("axis", "defend axis-a")

    assert table.reckoned("defence total axis-a") == 14
    assert table.reckoned("defence total axis-sgt") == 15
    assert table.face("axis-a") == "demoralised"
    assert table.table.mark("axis-a", "suppressed") == 0
    assert table.face("axis-sgt") == "normal"
    assert table.table.mark("axis-sgt", "suppressed") == 0


def test_a_leader_demoralised_first_lends_nothing_any_more():
    """O20.3.4-c, 3.3, 3.3.1: the squad beside him counts 7, not 9."""
    table = battle(
        unit("axis-a", "germany-rifle", "E7"),
        unit("axis-lt", "germany-sergeant-y", "E7"),
        unit("allies-a", "america-engineer", "E6"),
        active="allies",
        allies=("fire",),
        allies_deck=("6-5",),
        axis_deck=("1-2", "6-2"),
    )
    table.order("fire", "allies-a")
    table.commands(("allies", "fire E7 allies-a"), ("allies", "shoot"))
    table.commands(("axis", "defend axis-lt"))

    assert table.face("axis-lt") == "demoralised"
    assert table.reckoned("morale axis-a") == 7


def test_units_in_wire_do_not_join_others():
    """F106, F106.1, F106.3: and no weapon fires from there."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-b", "germany-rifle", "E6"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        weapon("axis-mg", "germany-light-mg", "E6", "axis-b"),
        unit("allies-a", "america-line", "E8"),
        work("wire", "E6"),
        axis=("fire",),
    ).order("fire", "axis-sgt", "axis-a,axis-b")

    table.when("axis", "fire E8 axis-mg").then_illegal("11.1")
    table.say("axis", "fire E8 axis-a")
    table.when("axis", "join axis-b").then_illegal("F106.3")


# O21


def test_a_step_must_be_paid_in_full():
    """O21, O21.1, T78.2, 3.1.3: four open hexes, or three and no woods."""
    table = moving(on=sheet(terrain={"E8": "w"}))
    table.commands(("axis", "step E6"), ("axis", "step F6"), ("axis", "step E7"))

    table.when("axis", "step E8").then_illegal("O21.1")
    table.when("axis", "step E9").then_illegal("O21.1")


def test_enemy_hexes_water_and_cliffs_are_closed_to_a_move():
    """O21.4, T98, T83."""
    table = moving(
        unit("allies-a", "america-line", "E6"),
        on=sheet(terrain={"E4": "~"}, hexsides=["E5/F5 cliff"]),
    )

    for there in ("E6", "E4", "F5"):
        table.when("axis", f"step {there}").then_illegal("O21.4")


def test_a_group_goes_with_its_slowest_and_stops_with_its_first_loss():
    """O21.2, 3.3.1.2: rifle 4 + 1 with a leader of 6: five hexes; a third unit waits its turn."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        unit("axis-b", "germany-rifle", "F5"),
        axis=("move",),
    )
    table.order("move", "axis-sgt", "axis-a,axis-b")
    table.when("axis", "group axis-a,axis-b").then_illegal("O21.2")
    table.say("axis", "group axis-a,axis-sgt")
    table.when("axis", "group axis-b").then_illegal("O21.2")
    for there in ("E6", "E7", "E8", "E9", "E10"):
        table.say("axis", f"step {there}")
        assert table.refused is None

    assert table.offer("step") is None
    assert table.zone("axis-a") == table.zone("axis-sgt") == "E10"


def test_a_road_gives_one_more_hex_and_costs_one():
    """T93, T96, T92: woods entered along the road cost 1, and 5 MP in all."""
    table = battle(unit("axis-a", "germany-rifle", "C5"), on=TWO_ROADS, axis=("move",))
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step D5"))

    assert table.asks("axis", "O21").facts["left"] == 4


def test_a_weapon_is_handed_over_for_one_point():
    """O21.1.1, 11, 11.2, 11.3: the receiver need not be activated, but must be free-handed."""
    table = moving(
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("axis-b", "germany-rifle", "E5"),
    )
    table.say("axis", "hand-over axis-mg axis-b")

    assert table.table.pieces["axis-mg"].host == "axis-b"
    assert table.asks("axis", "O21").facts["left"] == 3


def test_a_weapon_may_be_given_up():
    """11.3: no points for it."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
    )
    table.say("axis", "drop-weapon axis-mg")

    assert table.zone("axis-mg") == "weapons"
    assert table.vp() == 0


def test_a_heavy_weapon_may_be_given_up_to_move_on():
    """11.3, 3.1.3, 11.1: 4 - 3 leaves one hex; without it there are three more."""
    table = moving(weapon("axis-mortar", "germany-medium-mortar", "E5", "axis-a"))
    table.say("axis", "step E6")
    assert table.offer("step") is None
    table.say("axis", "drop-weapon axis-mortar")

    assert table.asks("axis", "O21").facts["left"] == 3
    assert table.offer("step") is not None


def test_wire_takes_the_rest_of_the_movement():
    """F106.2: entering, and one hex only when starting in it."""
    entering = moving(work("wire", "E6"))
    entering.say("axis", "step E6")
    leaving = moving(work("wire", "E5"))
    leaving.say("axis", "step E6")

    assert entering.offer("step") is None
    assert leaving.offer("step") is None


def test_mines_attack_who_comes_and_who_goes_but_nobody_else():
    """F103, F103.1, F103.2: 6 + 8 = 14; morale 7 in woods without cover ties: moving."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-b", "germany-rifle", "E6"),
        work("mines", "E6"),
        on=sheet(terrain={"E6": "w"}),
        axis=("move",),
        axis_deck=("6-1",),
        allies_deck=("6-2",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))

    assert table.reckoned("attack total E6") == 14
    assert table.reckoned("morale axis-a") == 7
    assert table.reckoned("defence total axis-a") == 14
    assert table.face("axis-a") == "demoralised"
    assert table.face("axis-b") == "normal"
    assert table.offer("step") is None


def test_a_unit_demoralised_on_its_way_out_arrives():
    """F103.2: where it was going."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        work("mines", "E5"),
        axis=("move",),
        axis_deck=("1-2",),
        allies_deck=("6-2",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))

    assert (table.zone("axis-a"), table.face("axis-a")) == ("E6", "demoralised")


def test_from_trench_to_trench_nobody_shoots():
    """F105, F105.1, F105.2: 1 MP uphill into woods, and no window for opportunity fire."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E8"),
        work("trench", "E5"),
        work("bunker", "E6"),
        on=sheet(hills={"1": ["E6"]}),
        axis=("move",),
        allies=("fire",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))

    assert table.reckoned("movement points") == 1
    table.asks("axis", "O21")


def test_a_stream_entered_is_one_expenditure_and_one_fire():
    """A33.3, O21.5, T95: three points, one fire; watchers stay for the next entry."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E9"),
        on=sheet(terrain={"E6": "s"}),
        axis=("move",),
        allies=("fire", "fire"),
        allies_deck=("1-2",),
        axis_deck=("6-5",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    table.asks("allies", "O21.6")
    card = table.candidates("watch", "card")[0]
    table.say("allies", f"watch {card} allies-a -")
    table.when("allies", "fire E5 allies-a").then_illegal("A33.2")
    table.commands(("allies", "fire E6 allies-a"), ("allies", "shoot"))

    assert table.table.mark("allies-a", "watching") == 1
    table.asks("axis", "O21")


def test_no_artillery_in_opportunity_fire_and_fire_cards_only():
    """A33, A33.1, A33.3, 11.5: its carrier may fire."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E9"),
        weapon("allies-mortar", "america-light-mortar", "E9", "allies-a"),
        axis=("move",),
        allies=("fire", "rout"),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    fire, other = table.table.zone("hand-allies")
    table.when("allies", f"watch {other} allies-a -").then_illegal("A33.1")
    table.say("allies", f"watch {fire} allies-a -")

    assert table.candidates("fire", "base") == ("allies-a",)


def test_the_inactive_player_finishes_before_smoke_is_thrown():
    """O21.6, A24.2, O21.3, CC-07."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("allies-a", "america-line", "E9"),
        axis=("move", "smoke-grenades"),
        allies=("fire",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    (card,) = table.table.zone("hand-axis")

    table.when("axis", f"play {card} E7").then_illegal("Table/Turn")
    table.say("allies", "pass")
    table.play("smoke-grenades", "E7", dice=(3,))

    assert table.zone("smoke-3") == "E7"


# O22, O23


@pytest.mark.parametrize(
    ("faces", "face", "suppressed"),
    [("3-2", "normal", 0), ("4-2", "demoralised", 1), ("4-5", "demoralised", 0)],
)
def test_a_rally_roll_below_equal_and_above(faces: str, face: str, suppressed: int):
    """O22, O22.2, O22.3, 3.2, 3.2.1, 3.2.5, 13.3: morale 6; suppression goes first."""
    table = battle(
        unit("axis-a", "germany-volksgrenadier", "E5", face="demoralised", suppressed=1),
        axis=("recover", "recover"),
        axis_deck=(faces,),
    )
    table.order("recover")

    assert (table.face("axis-a"), table.table.mark("axis-a", "suppressed")) == (face, suppressed)
    table.order("recover").then_illegal("O22.1")


@pytest.mark.parametrize(("faces", "hexes"), [("3-2", 0), ("4-2", 0), ("5-3", 2)])
def test_a_rout_roll_below_equal_and_above(faces: str, hexes: int):
    """O23, O23.1, O23.2, O23.3: the active player's deck also for the other's units."""
    table = battle(
        unit("allies-a", "germany-volksgrenadier", "E5", face="demoralised"),
        axis=("rout", "rout"),
        axis_deck=(faces,),
    )
    table.order("rout")

    assert [each.seat for each in table.happened(e.DiceRolled)] == ["axis"]
    assert table.table.mark("allies-a", "suppressed") == int(faces == "4-2")
    if hexes:
        table.asks("allies", "O23.3")
        assert set(table.candidates("choose", "this")) == {"D4", "E4", "F4"}
        table.say("allies", "choose E4")
        table.when("allies", "choose E5").then_illegal("O23.3")
        table.say("allies", "choose E3")
        assert table.zone("allies-a") == "E3"
    table.order("rout").then_illegal("O23.1")


def test_a_retreat_pays_nothing_stops_for_no_wire_and_meets_mines():
    """O23.3.1, O23.3.2, O23.3.3, O23.3.4: through marsh and wire; nobody is asked to shoot."""
    table = battle(
        unit("axis-a", "germany-rifle", "E8", face="demoralised"),
        unit("allies-a", "america-line", "E6"),
        work("wire", "E9"),
        work("mines", "E10"),
        on=sheet(terrain={"E9": "m"}),
        axis=("rout",),
        allies=("fire",),
        axis_deck=("5-4", "6-5"),
        allies_deck=("1-2",),
    )
    table.order("rout")

    assert table.zone("axis-a") == "E10"
    assert table.reckoned("attack total E10") == 9


def test_who_can_only_retreat_into_the_enemy_is_lost():
    """O23.3.5: E9 is the only nearer hex of E8."""
    table = battle(
        unit("axis-a", "germany-rifle", "E8", face="demoralised"),
        unit("allies-a", "america-line", "E9"),
        axis=("rout",),
        axis_deck=("6-5",),
    )
    table.order("rout")

    assert table.zone("axis-a") == "casualties-axis"
