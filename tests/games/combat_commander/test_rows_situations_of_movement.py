"""Situations of moves, advances, retreats and melees in which several rules meet."""

from typing import Any

import pytest

from tests.games.combat_commander.battle import Battle, battle, chit, sheet, unit, weapon, work
from tests.games.combat_commander.event_builders import marked, moved, tracked
from wardiary.domain.table import events as e


def rifle(at: str, name: str = "axis-a", **more: Any) -> e.Event:
    return unit(name, "germany-rifle", at, **more)


def line(at: str, name: str = "allies-a", **more: Any) -> e.Event:
    return unit(name, "america-line", at, **more)


def sergeant(at: str, name: str = "axis-sgt", **more: Any) -> e.Event:
    """A leader of command 1."""
    return unit(name, "germany-sergeant-x", at, **more)


def card_in(table: Battle, seat: str, name: str) -> str:
    """The card of a hand with this order or action."""
    return next(
        piece
        for piece in table.table.zone(f"hand-{seat}")
        if f":{name}:" in table.table.pieces[piece].kind
    )


def rolls(table: Battle) -> list[tuple[str, str]]:
    return [(one.seat, one.purpose) for one in table.happened(e.DiceRolled)]


# Moves


def test_a_group_enters_mines_with_one_roll_and_stops_with_its_first_loss():
    """F103.1, F103.2, O21.2, AMB-42: 13; the squad's 8 + 5 ties and is moving; the leader holds."""
    table = battle(
        rifle("E5"),
        sergeant("E5"),
        work("mines", "E6"),
        on=sheet(terrain={"E6": "w"}),
        axis=("move",),
        axis_deck=("4-1", "5-1"),
        allies_deck=("6-1 event", "event:elan"),
    )
    table.order("move", "axis-sgt", "axis-a")
    table.commands(
        ("axis", "group axis-a,axis-sgt"), ("axis", "step E6"), ("axis", "defend axis-a")
    )

    assert table.reckoned("attack total E6") == 13
    assert table.reckoned("defence total axis-a") == 13
    assert table.reckoned("defence total axis-sgt") == 14
    assert rolls(table).count(("allies", "mines")) == 1
    assert table.face("axis-a") == "demoralised"
    assert table.face("axis-sgt") == "normal"
    assert table.offer("step") is None  # The whole group has stopped.
    table.when("axis", "group axis-sgt").then_illegal("O21.2")


def test_in_and_out_of_mines_are_two_attacks():
    """F103.1: 6 + 3 against 7 + 5 each time."""
    table = battle(
        rifle("E5"),
        work("mines", "E6"),
        axis=("move",),
        axis_deck=("4-1", "3-2"),
        allies_deck=("2-1", "1-2"),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"), ("axis", "step E7"))

    assert rolls(table).count(("allies", "mines")) == 2
    assert table.zone("axis-a") == "E7"
    assert table.face("axis-a") == "normal"


def test_hidden_wire_weakens_and_stops_and_the_fire_follows():
    """A35.5, F106.1, F106.2, A33.2, O20.3.4-b: 7 - 1 + 6 = 12 ties 6 + 6: moving, demoralised."""
    table = battle(
        rifle("E5"),
        line("E9"),
        axis=("move",),
        axis_deck=("5-1",),
        allies=("hidden-wire", "fire"),
        allies_deck=("4-2",),
        attitudes={"allies": "defender"},
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    table.play("hidden-wire", "E6")
    fire = table.candidates("watch", "card")[0]
    table.commands(
        ("allies", f"watch {fire} allies-a -"),
        ("allies", "fire E6 allies-a"),
        ("allies", "shoot"),
    )

    assert table.items("morale axis-a") == {"axis-a morale": 7, "wire": -1, "open": 0}
    assert table.reckoned("defence total axis-a") == 12
    assert table.face("axis-a") == "demoralised"


def test_no_hidden_wire_where_mines_lie():
    """8.1.3, A35.5: the first fortification stays: refused under the rule of the card."""
    table = battle(
        rifle("E5"),
        line("E9"),
        work("mines", "E6"),
        axis=("move",),
        axis_deck=("6-3",),
        allies=("hidden-wire", "fire"),
        allies_deck=("2-1",),
        attitudes={"allies": "defender"},
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))

    wire = card_in(table, "allies", "hidden-wire")
    table.when("allies", f"play {wire} E6").then_illegal("A35.5")


def test_light_wounds_on_the_way_and_the_team_goes_on():
    """A36, O21.2, E52.2: 12 against 17: a team, a point lost, and not demoralised: it moves on."""
    table = battle(
        rifle("E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        line("E9"),
        axis=("move", "light-wounds"),
        axis_deck=("4-1",),
        allies=("fire",),
        allies_deck=("6-5",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    fire = card_in(table, "allies", "fire")
    table.commands(
        ("allies", f"watch {fire} allies-a -"),
        ("allies", "fire E6 allies-a"),
        ("allies", "shoot"),
        ("axis", "defend axis-a"),
    )
    assert table.asks("axis", "A36").facts["unit"] == "axis-a"
    table.say("axis", f"play {card_in(table, 'axis', 'light-wounds')} axis-a")

    assert table.vp() == -1
    assert table.table.pieces["axis-a-a"].kind == "germany-line-team"
    assert table.table.pieces["axis-mg"].host == "axis-a-a"
    assert table.asks("axis", "O21").facts["left"] == 3
    table.say("axis", "step E7")
    assert table.zone("axis-a-a") == "E7"


def test_old_and_new_watchers_fire_as_one_group():
    """AMB-17, A33.2, A33.3-b: 6, then 6 + 1 with a second card; one fire for each entry."""
    table = battle(
        rifle("E5"),
        line("E9"),
        line("E10", "allies-b"),
        axis=("move",),
        axis_deck=("6-5", "6-4"),
        allies=("fire", "fire"),
        allies_deck=("1-2", "2-1"),
        guards=True,
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    table.say("allies", f"watch {card_in(table, 'allies', 'fire')} allies-a -")
    table.commands(("allies", "fire E6 allies-a"), ("allies", "shoot"))
    assert table.reckoned("firepower E6") == 6
    card = card_in(table, "allies", "fire")
    table.when("allies", f"watch {card} allies-b -").then_illegal("Table/Turn")
    table.say("axis", "step E7")
    table.commands(
        ("allies", f"watch {card} allies-b -"),
        ("allies", "fire E7 allies-a"),
        ("allies", "join allies-b"),
        ("allies", "shoot"),
    )

    assert table.reckoned("firepower E7") == 7
    table.asks("axis", "O21")


def test_grenades_and_crossfire_at_a_neighbour_who_moved_into_a_stream():
    """A30, A34, T95: 6 + 2 + 2 = 10, roll 3: 13; 7 - 1 + 7 ties: demoralised."""
    table = battle(
        rifle("E5"),
        line("E7"),
        on=sheet(terrain={"E6": "s"}),
        axis=("move",),
        axis_deck=("6-1",),
        allies=("fire", "crossfire", "hand-grenades"),
        allies_deck=("1-2",),
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    fire = table.candidates("watch", "card")[0]
    table.commands(("allies", f"watch {fire} allies-a -"), ("allies", "fire E6 allies-a"))
    table.play("crossfire")
    table.play("hand-grenades")
    table.say("allies", "shoot")

    assert table.reckoned("firepower E6") == 10
    assert table.items("morale axis-a") == {"axis-a morale": 7, "stream": -1}
    assert table.face("axis-a") == "demoralised"


def test_a_gun_weighs_on_whoever_carries_it_demoralised_too():
    """3.2.3, 11.1: rifle 4 - 1 with a heavy gun; demoralised 1 - 1 = 0: it cannot move at all."""
    gun = weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-a")
    fresh = battle(rifle("E5"), gun, axis=("move",)).order("move", "axis-a")
    fresh.say("axis", "group axis-a")
    shaken = battle(rifle("E5", face="demoralised"), gun, axis=("move",)).order("move", "axis-a")
    shaken.say("axis", "group axis-a")

    assert fresh.asks("axis", "O21").facts["left"] == 3
    assert shaken.asks("axis", "O21").facts["left"] == 0
    assert shaken.offer("stop") is not None  # O14.4, AMB-48: nobody can, so it may be closed.


def test_assault_fire_with_the_boxed_gun_of_an_unboxed_squad():
    """A26, 3.1.6, O20.3.4-b: the light gun 4 + 1 is boxed, the rifles are not; a tie suppresses."""
    table = battle(
        rifle("E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        sergeant("E5"),
        line("E7"),
        axis=("move", "assault-fire"),
        axis_deck=("5-1",),
        allies_deck=("4-1",),
    )
    table.order("move", "axis-sgt", "axis-a")
    table.play("assault-fire")
    assert table.candidates("fire", "base") == ("axis-mg",)
    table.commands(("axis", "fire E7 axis-mg"), ("axis", "shoot"))

    assert table.reckoned("attack total E7") == 4 + 1 + 6
    assert table.table.mark("allies-a", "suppressed") == 1
    assert table.face("allies-a") == "normal"
    assert table.offer("group") is not None  # The move goes on (A26: before, during or after).


# Leaving the map


def test_a_group_leaves_with_doubled_points_and_the_last_one_ends_the_game():
    """7.2.1, 7.3.2-d, 6.3-3, 6.3.2: squad 2 x 2, leader (1 + 1) x 2: 8; then the points decide."""
    table = battle(
        rifle("E1", face="demoralised"),
        sergeant("E1"),
        line("K5"),
        chit("W", "objectives-open"),
        chit("Q", "objectives-allies"),
        axis=("move",),
        guards=False,
        control_5=-1,
        vp=-2,
    )
    table.order("move", "axis-sgt", "axis-a")
    table.commands(("axis", "group axis-a,axis-sgt"), ("axis", "leave axis-a"))
    assert table.vp() == 2
    table.say("axis", "choose 3")
    assert table.table.result is None
    table.say("axis", "choose 13")

    assert table.vp() == 6 - 5
    result = table.table.result
    assert result is not None
    assert (result.winners, result.scores["axis"]) == (("axis",), 1)
    assert table.zone("chit-q") == "objectives-open"


def test_leaving_costs_a_point_of_movement():
    """7.2.1: with nothing left nobody leaves; wire in the hex took it."""
    table = battle(rifle("E2"), work("wire", "E1"), axis=("move",)).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E1"))

    assert table.offer("leave") is None


def test_mines_attack_who_leaves_the_map_and_he_is_gone_nevertheless():
    """F103.1, F103.2, 7.2.1: 6 + 7 against 7 + 3: demoralised, out, normal again in space 2."""
    table = battle(
        rifle("E1"),
        work("mines", "E1"),
        axis=("advance",),
        axis_deck=("2-1",),
        allies_deck=("5-2 event", "event:elan"),
    )
    table.order("advance", "axis-a")
    table.say("axis", "leave axis-a")
    assert table.face("axis-a") == "demoralised"
    table.say("axis", "choose 2")

    assert (table.zone("axis-a"), table.face("axis-a")) == ("time-2", "normal")
    assert table.vp() == 2


# Melee


def into(*placed: e.Event, **kinds: Any) -> Battle:
    """The rifle squad of E5 advances into E6."""
    table = battle(
        rifle("E5"),
        *placed,
        axis=("advance", *kinds.pop("axis", ())),
        **kinds,
    )
    table.order("advance", "axis-a")
    return table.say("axis", "advance axis-a E6")


def test_an_ambush_then_a_tie_in_the_bunker():
    """A25, AMB-13, O16.4.3, F101, 7.1: the leader is ambushed and lends nothing: 5 + 5 and 7 + 3.

    The holder of the bunker survives: -2 for the squad, -2 for the leader.
    """
    table = battle(
        rifle("E5"),
        sergeant("E5"),
        line("E6"),
        work("bunker", "E6", holder=2),
        axis=("advance",),
        axis_deck=("3-2",),
        allies=("ambush",),
        allies_deck=("1-2",),
    )
    table.order("advance", "axis-sgt", "axis-a")
    table.commands(
        ("axis", "advance axis-sgt E6"),
        ("axis", "advance axis-a E6"),
    )
    table.play("ambush", "E6")
    assert table.asks("axis", "A25").facts["what"] == "ambushed"
    table.say("axis", "choose axis-sgt")

    assert table.reckoned("melee E6 axis") == 5 + 0
    assert table.reckoned("melee E6 allies") == 6 + 1
    assert table.reckoned("melee total E6 axis") == table.reckoned("melee total E6 allies") == 10
    assert table.zone("axis-a") == table.zone("axis-sgt") == "casualties-axis"
    assert table.zone("allies-a") == "E6"
    assert table.vp() == -4


def test_the_last_to_be_alone_in_a_bunker_holds_it():
    """F101, F104, 7.3.1: the Germans built it, but the Americans were alone in it last."""
    table = battle(
        rifle("E5"),
        line("E7"),
        work("pillbox", "E6", holder=1),
        active="allies",
        allies=("move",),
        axis=("advance",),
        axis_deck=("4-1",),
        allies_deck=("2-1",),
    )
    table.order("move", "allies-a")
    table.commands(("allies", "group allies-a"), ("allies", "step E6"))
    assert table.table.mark("pillbox-E6", "holder") == 2


def test_wire_veterans_and_boxes_in_a_melee():
    """O16.4.1, F106.1, E44.1, 13.2: 5 - 1 + 1 = 5 against 6 - 1 - 1 + 1 boxed = 5."""
    table = into(
        line("E6", suppressed=1),
        work("wire", "E6"),
        marked("axis-a", "veteran", 1, "E44"),
        axis_deck=("4-2",),
        allies_deck=("4-1",),
    )

    assert table.reckoned("melee E6 axis") == 5
    assert table.reckoned("melee E6 allies") == 5
    assert table.zone("allies-a") == "casualties-allies"


def test_a_melee_won_on_an_objective_pays_twice():
    """7.1, 7.3.1, 7.3.2-e, 7.3.3-b: 2 x 2 for the squad, and the objective of 2 swings by 4."""
    table = into(
        line("E6"),
        chit("T", "objectives-open"),
        chit("X", "objectives-open"),
        on=sheet(objectives={"1": ["E6"], "2": ["F5"], "3": ["G5"], "4": ["H5"], "5": ["I5"]}),
        control_1=-1,
        vp=-2,
        axis_deck=("6-4",),
        allies_deck=("1-2",),
    )

    assert [one.value for one in table.happened(e.TrackSet) if one.track == "vp"] == [2, 6]
    assert table.table.track("control-1") == 1


def test_a_sniper_in_the_first_melee_roll_spares_the_second():
    """O16.4.2, 1.9.1.3: the inactive roll removes the last enemy: the other side never rolls."""
    table = into(
        line("E6"),
        marked("axis-a", "veteran", 1, "E44"),
        e.PieceTurned(piece="axis-a", face="demoralised", rule="E72"),
        allies_deck=("4-4 sniper", "hex:E6"),
    )
    table.say("allies", "choose axis-a")

    assert [purpose for _, purpose in rolls(table)] == []
    assert table.zone("axis-a") == "casualties-axis"
    assert table.zone("allies-a") == "E6"
    assert table.vp() == -2


def test_an_ambush_on_a_lone_demoralised_enemy_ends_the_melee():
    """A25, A36, O16.4.1: eliminated, unless he takes light wounds; nobody rolls."""
    table = into(
        line("E6", face="demoralised"),
        axis=("ambush",),
        allies=("move",),
    )
    table.say("allies", "pass")
    table.play("ambush", "E6")

    assert table.asks("allies", "A36").facts["eliminated"] == 1
    table.say("allies", "pass")
    assert table.zone("allies-a") == "casualties-allies"
    assert rolls(table) == []
    assert table.vp() == 2


# Retreats


def test_a_retreat_over_wire_and_through_mines():
    """O23.2, O23.3, O23.3.3, O23.3.4, AMB-15: 11 - 8 = 3 hexes; mines in and out; a tie suppresses.

    The active Germans roll for the American squad, for the rout and for the mines.
    """
    closed = dict.fromkeys(("D4", "F4", "D3", "F3", "D2", "F2"), "~")
    table = battle(
        line("E5", face="demoralised"),
        work("wire", "E4"),
        work("mines", "E3"),
        on=sheet(terrain=closed),
        axis=("rout",),
        axis_deck=("6-5", "4-1", "2-1"),
        allies_deck=("2-1", "6-5"),
    )
    table.order("rout")

    assert rolls(table) == [
        ("axis", "rout"),
        ("axis", "mines"),
        ("allies", "defence"),
        ("axis", "mines"),
        ("allies", "defence"),
    ]
    # 6 + 5 = 11 against 8 + 3: a tie; the marker makes it 7 on the way out: 7 + 11 against 9.
    assert table.reckoned("morale allies-a") == 7
    assert table.zone("allies-a") == "E2"
    assert table.table.mark("allies-a", "suppressed") == 1


def test_forced_into_the_enemy_a_leader_is_lost():
    """O23.3.5, 7.1: all nearer hexes are held or closed; demoralised sergeant-y: 3 points."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "E5", face="demoralised"),
        line("E6"),
        on=sheet(terrain={"D5": "~", "F5": "~"}),
        axis=("rout",),
        axis_deck=("6-4",),
    )
    table.order("rout")

    assert table.reckoned("morale axis-sgt") == 9
    assert table.zone("axis-sgt") == "casualties-axis"
    assert table.vp() == -3


def test_a_retreat_turns_an_objective_on_its_way():
    """7.3.1, O23.3: the objective of 4 in E6 was the enemy's: 8."""
    table = battle(
        rifle("E5", face="demoralised"),
        chit("N", "objectives-open"),
        on=sheet(
            terrain=dict.fromkeys(("D5", "F5", "D6", "F6"), "~"),
            objectives={"1": ["C5"], "2": ["G5"], "3": ["H5"], "4": ["E6"], "5": ["I5"]},
        ),
        axis=("rout",),
        axis_deck=("5-4",),
        control_4=-1,
    )
    table.order("rout")

    assert table.zone("axis-a") == "E7"
    assert table.vp() == 8


# Recover


def test_a_leader_who_rallies_first_lends_his_command_to_the_others():
    """O22.2, O22.3, 3.3.1.2, T99: 9 + 2 against 10; then 7 + 2 + 2 against 11: suppressed only."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-y", "E5", face="demoralised"),
        rifle("E5", face="demoralised"),
        on=sheet(terrain={"E5": "w"}),
        axis=("recover",),
        axis_deck=("6-4", "6-5"),
    )
    table.order("recover")
    table.say("axis", "choose axis-sgt")

    assert table.face("axis-sgt") == "normal"
    assert table.reckoned("morale axis-a") == 11
    assert table.face("axis-a") == "demoralised"
    assert table.table.mark("axis-a", "suppressed") == 1


def test_suppression_goes_before_the_rally_and_a_rallied_unit_may_fire():
    """O22.1, O22.2, 13.3: morale 7 again, roll 6: rallied; the same turn it fires with its gun."""
    table = battle(
        rifle("E5", face="demoralised", suppressed=1),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        line("E7"),
        axis=("recover", "fire"),
        axis_deck=("5-1", "2-1"),
        allies_deck=("6-3",),
    )
    table.order("recover")
    assert table.reckoned("morale axis-a") == 7
    table.order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-mg"), ("axis", "join axis-a"), ("axis", "shoot"))

    assert table.reckoned("attack total E7") == 4 + 1 + 3


# The end of a turn, and of the game


def test_crowded_hexes_of_the_inactive_side_come_first_and_may_end_the_game():
    """8.2, 6.3-1, AMB-43, 7.3.2-e: the loss is the fourth: surrender before any card is drawn."""
    table = battle(
        line("E5"),
        line("E5", "allies-b"),
        rifle("K5"),
        rifle("K5", "axis-b"),
        unit("allies-lost-1", "america-line", "casualties-allies"),
        unit("allies-lost-2", "america-line", "casualties-allies"),
        chit("X", "objectives-open"),
        axis=("move",),
        surrender_allies=3,
    )
    before = table.table.zone("hand-axis")
    table.say("axis", "discard -")
    assert table.asks("allies", "8.2").facts["what"] == "deploy"
    table.say("allies", "decline")
    table.say("allies", "choose allies-b").then(
        moved("allies-b", "casualties-allies", "8.2"),
        tracked("vp", 4, "7.1"),
        e.MatchEnded(
            winners=("axis",),
            reason="allies surrendered",
            scores={"axis": 4, "allies": -4},
            rule="6.3.1",
        ),
    )
    assert table.table.zone("hand-axis") == before


@pytest.mark.parametrize(("space", "over"), [(5, False), (6, True)])
def test_a_marker_drawn_for_all_five_decides_the_next_sudden_death(space: int, over: bool):
    """E65, 7.3.3-a, 7.3.2-c, 6.2.2: V has no secret side; all five are the Allies': they win.

    Before the space of the marker is reached nothing happens.
    """
    fields = {f"control_{n}": -1 for n in range(1, 6)}
    table = battle(time=space - 1, sudden_death=6, vp=12, **fields)
    table.read("mission-objective", dice=(20,))
    assert table.zone("chit-v") == "objectives-open"
    assert table.table.result is None
    table.time_passes()

    assert (table.table.result is not None) == over
    if over:
        assert table.table.result is not None
        assert table.table.result.winners == ("allies",)
        assert rolls(table) == []


def test_two_defenders_gain_a_point_each():
    """AMB-09, 6.1.2-d: -3, then -2 or -4, then -3: two steps of the marker."""
    table = battle(attitudes={"axis": "defender", "allies": "defender"}, vp=-3)
    table.time_passes()

    assert [one.value for one in table.happened(e.TrackSet) if one.track == "vp"] == [-2, -3]


def test_reinforcements_on_top_of_the_enemy_fight_before_anybody_digs_in():
    """6.1.2-f, O16.4, 1.9.1-c: every edge hex but one is full or wet: 5 + 6 against 6 + 1 + 2."""
    water = {f"{c}10": "~" for c in "BCDEFGHIJKLMNO"}
    table = battle(
        rifle("time-1"),
        line("A10"),
        line("E5", "allies-b"),
        rifle("E3", "axis-b"),
        on=sheet(terrain=water),
        axis=("dig-in",),
        allies=("move",),
        axis_deck=("4-2",),
        allies_deck=("1-1 jammed",),
        guards=False,
    )
    table.time_passes("allies")
    table.commands(("allies", "pass"), ("axis", "pass"))

    assert table.reckoned("melee total A10 axis") == 11
    assert table.reckoned("melee total A10 allies") == 9
    assert table.zone("allies-a") == "casualties-allies"
    assert table.asks("allies", "A32").facts["window"] == "dig-in"


def test_mines_may_be_revealed_when_the_box_has_no_wire_left():
    """A35.2, A35.5, F100.1: all twenty wires lie on the map; the mines are another matter."""
    wires = [work("wire", f"{c}{n}") for c in "FGHIJKLMNO" for n in (2, 3)]
    table = battle(
        rifle("C5"),
        line("O9"),
        *wires,
        axis=("move",),
        axis_deck=("6-5",),
        allies=("hidden-mines",),
        allies_deck=("1-2",),
        attitudes={"allies": "defender"},
    )
    table.order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step C6"))
    table.play("hidden-mines", "C6")

    assert table.reckoned("attack total C6") == 9
    assert table.zone("mines-1") == "C6"
