"""4.2, 9, 17: event cards of the movement phases."""

from __future__ import annotations

import pytest

from tests.games.nuts.playing import Play, is_asked, targets
from tests.games.nuts.table import hits, position
from wardiary.domain.games.nuts.board import controller
from wardiary.domain.games.nuts.values import cohesion
from wardiary.domain.play.commands import Illegal

MUD, FUEL, COMMANDOS, BLOW, BLOCK = "sa-e15", "sa-e13", "sg-e15", "sa-e08", "sa-e11"
BYPASS, ENGINEERS, BUGOUT = "sg-e07", "sg-e11", "sg-e06"
PZ_2, PZ_3, PZ_304, LEHR, VG_39, FJ_13 = (
    "sg-u18", "sg-u19", "sg-u20", "sg-u24", "sg-u21", "sg-u09",
)  # fmt: skip
ID_8, ID_22, ID_318, CCR, FA_402 = "sa-u06", "sa-u07", "sa-u25", "sa-u10", "sa-u08"
ETTELBRUCK, CLERF, MERSCH, WILTZ = "sg-t2", "sa-t04", "sg-t1", "sg-t3"


def german_movement_begins(american: str, **more: object) -> Play:
    """The German draw phase is over; the Americans are asked before the first move."""
    places = more.pop("places", {"B1": f"{PZ_2} {LEHR}", "C2": ID_8})
    match = position(places, phase="drawn", hands={"american": american}, **more)  # type: ignore[arg-type]
    return Play(match).do("done")


def american_movement_begins(german: str, *dice: tuple[int, ...]) -> Play:
    match = position(
        {"B3": f"{ID_8} {ID_22}", "C3": ID_318, "A0": VG_39},
        army="american",
        phase="drawn",
        hands={"german": german},
    )
    return Play(match, *dice).do("done")


def german_moves(
    places: dict[str, str], german: str = "", american: str = "", **more: object
) -> Play:
    hands = {"german": german, "american": american}
    return Play(position(places, phase="movement", hands=hands, **more))  # type: ignore[arg-type]


def steps(run: Play, unit: str) -> set[str]:
    """Where a unit may be moved to now."""
    return {
        str(to)
        for offer in run.prompt().offers
        if offer.verb == "move"
        for slots in [{slot.name: slot.candidates for slot in offer.slots}]
        if unit in slots["units"]
        for to in slots["to"]
    }


# Mud


def test_in_mud_german_tanks_move_one_space():
    """N-17.Mud."""
    run = german_movement_begins(MUD)
    assert targets(run, MUD) == ("table",)

    run.do(f"play {MUD} table", f"move B2 {PZ_2}")

    assert steps(run, PZ_2) == set()
    assert run.table.zone_of(MUD) == "table-events"


def test_mud_slows_tanks_that_enter():
    """N-17.Mud: entering row 0 is the one space."""
    run = german_movement_begins(MUD, places={"B-entry": PZ_2, "C2": ID_8})

    run.do(f"play {MUD} table", f"move B0 {PZ_2}")

    assert steps(run, PZ_2) == set()


def test_mud_is_over_when_the_german_turn_is():
    """N-17.Mud."""
    run = german_movement_begins(MUD).do(f"play {MUD} table", "done")
    assert run.table.zone_of(MUD) == "table-events"

    run.do("done")

    assert run.table.zone_of(MUD) == "american-discard"


def test_mud_is_not_for_the_american_phase():
    """N-17.Mud: the Germans have no such card, and the Americans no use for it then."""
    match = position(
        {"B3": ID_8, "B1": PZ_2}, army="american", phase="movement", hands={"american": MUD}
    )

    assert targets(match, MUD) == ()


# Fuel Shortage


def test_a_fuel_shortage_holds_back_the_tanks_of_one_division_wherever_they_are():
    """N-17.FuelShortage."""
    places = {"B1": f"{PZ_2} {LEHR}", "A1": PZ_3, "C2": ID_8}
    run = german_movement_begins(FUEL, places=places)
    assert set(targets(run, FUEL)) == {"2-pz", "pz-lehr"}

    run.do(f"play {FUEL} 2-pz", f"move B2 {PZ_2},{LEHR}", f"move A2 {PZ_3}")

    assert steps(run, PZ_2) == set()
    assert steps(run, PZ_3) == set()
    assert steps(run, LEHR) != set()
    assert run.table.pieces[FUEL].face == "2-pz"


def test_units_without_fuel_make_no_blitz():
    """N-17.FuelShortage."""
    match = position(
        {"A1": f"{PZ_2} {LEHR}", "A2-town": ID_8, "table-events": FUEL}, terrain=MERSCH
    )
    match.given(lambda draft: draft.turn(FUEL, "2-pz", rule="N-17.FuelShortage"))
    run = Play(match, (1,), (6, 6, 6))
    run.do(f"attack A2 {PZ_2},{LEHR} -", "choose assault", "choose commit")

    units, _ = run.prompt().offers[0].slots
    assert units.candidates == (LEHR,)


def test_a_fuel_shortage_is_over_with_the_german_turn():
    """N-17.FuelShortage."""
    run = german_movement_begins(FUEL).do(f"play {FUEL} 2-pz", "done", "done")

    assert run.table.zone_of(FUEL) == "american-discard"
    assert run.table.pieces[FUEL].face == ""


# Commandos


def test_commandos_keep_units_of_a_space_from_moving_unless_they_roll_five_or_six():
    """N-4.2a: one die for each unit."""
    run = american_movement_begins(COMMANDOS, (4, 5))
    assert is_asked(run) == "german"
    assert set(targets(run, COMMANDOS)) == {"B3", "C3"}

    run.do(f"play {COMMANDOS} B3")

    assert run.rolls() == [(4,), (5,)]
    assert steps(run, ID_8) == set()
    assert steps(run, ID_22) == {"A3", "B2", "B4", "C3"}
    assert run.table.zone_of(COMMANDOS) == "german-discard"


def test_units_that_commandos_misled_may_still_attack_and_move_in_the_next_turn():
    """N-4.2a: the mark is gone with the phase."""
    run = american_movement_begins(COMMANDOS, (1, 1)).do(f"play {COMMANDOS} B3", "done")

    assert run.table.mark(ID_8, "halted") == 0
    assert run.table.mark(ID_8, "moved") == 0


# Bridge Demolition


def test_a_bridge_is_blown_on_one_to_four():
    """N-17.BridgeDemolition, N-16.2."""
    places = {"B1": PZ_2, "C2": ID_8}
    for roll, blown in ((4, 1), (5, 0)):
        match = position(
            places, phase="drawn", terrain=f"{ETTELBRUCK} {CLERF}", hands={"american": BLOW}
        )
        run = Play(match, (roll,)).do("done")
        assert targets(run, BLOW) == ("B2",)
        run.do(f"play {BLOW} B2")
        assert run.table.mark(ETTELBRUCK, "blown") == blown
        assert run.table.zone_of(BLOW) == "american-discard"


def test_a_bridge_can_be_blown_before_its_river_is_drawn():
    """N-17.BridgeDemolition: the river closes the way when it comes."""
    run = german_movement_begins(BLOW, terrain=ETTELBRUCK)
    run.do(f"play {BLOW} B2")
    assert "B2" in steps(run, PZ_2)

    run.match.given(lambda draft: draft.move(CLERF, "B2-terrain", rule="N-4.3a"))

    assert "B2" not in steps(run, PZ_2)


@pytest.mark.parametrize(
    ("places", "terrain"),
    [
        ({"B2": PZ_2, "C2": ID_8}, ETTELBRUCK),  # Germans are there.
        ({"B1": PZ_2, "C2": ID_8}, "sg-t8"),  # St Hubert has no bridge.
        ({"B1": PZ_2, "C2": ID_8}, ""),  # The Our is no town, and never blown.
    ],
)
def test_what_cannot_be_blown(places: dict[str, str], terrain: str):
    """N-17.BridgeDemolition, N-5.1a."""
    run = german_movement_begins(BLOW, places=places, terrain=terrain)

    assert targets(run, BLOW) == ()


def test_no_bridge_of_row_1_is_blown():
    """N-5.1a: Monschau in F1 has one."""
    match = position(
        {"F0": "ng-u23", "E2": "na-u06"},
        phase="drawn",
        scenario="north",
        hands={"american": "na-e07"},
    )

    assert targets(Play(match).do("done"), "na-e07") == ()


def test_americans_blow_bridges_in_their_own_draw_phase_too():
    """N-17.BridgeDemolition."""
    match = position(
        {"B3": ID_8}, army="american", phase="drawn", terrain=WILTZ, hands={"american": BLOW}
    )

    assert Play(match).do(f"play {BLOW} C2").table.mark(WILTZ, "blown") == 1


def test_a_bridge_before_moving_tanks_can_be_blown_in_their_face():
    """N-17.BridgeDemolition: they stay where they are, and may go elsewhere."""
    run = german_moves(
        {"B1": PZ_2, "C3": ID_8}, american=BLOW, terrain=f"{ETTELBRUCK} {CLERF} {WILTZ}"
    )
    run.do(f"move B2 {PZ_2}")
    assert targets(run, BLOW) == ("B2",)

    run.do(f"play {BLOW} B2").pass_cards()

    assert run.table.zone_of(PZ_2) == "B1"
    assert "A1" in steps(run, PZ_2)


# Engineer Combat Group


def test_an_engineer_combat_group_stops_those_who_were_about_to_enter():
    """N-17.EngineerCombatGroup, N-Q11: tanks may attack it; legs have spent their move."""
    run = german_moves({"B1": f"{PZ_2} {FJ_13}", "C3": ID_8}, american=BLOCK)
    run.do(f"move B2 {PZ_2},{FJ_13}")
    assert targets(run, BLOCK) == ("B2",)

    run.do(f"play {BLOCK} B2")
    run.pass_cards()

    assert run.table.zone_of(BLOCK) == "B2"
    assert controller(run.table, "B2") == "american"
    assert [run.table.zone_of(unit) for unit in (PZ_2, FJ_13)] == ["B1", "B1"]
    assert steps(run, PZ_2) == steps(run, FJ_13) == set()
    run.do("done", f"attack B2 {PZ_2} -")
    with pytest.raises(Illegal):
        Play(run.match).do(f"attack B2 {FJ_13} -")


def test_an_engineer_combat_group_fights_as_infantry_with_cohesion_three():
    """N-17.EngineerCombatGroup: and never moves."""
    match = position({"B2": BLOCK, "A0": VG_39, "B1": PZ_2}, army="american", phase="movement")
    run = Play(match)

    assert cohesion(run.table, BLOCK) == 3
    assert steps(run, BLOCK) == set()
    run.do("done", f"attack B1 {BLOCK} -", "choose assault")
    assert 1 in run.totals()


def test_an_engineer_combat_group_is_not_put_where_germans_are():
    """N-17.EngineerCombatGroup."""
    run = german_moves({"B1": PZ_2, "B2": PZ_3, "C3": ID_8}, american=BLOCK)
    run.do(f"move B2 {PZ_2}")

    assert run.table.zone_of(PZ_2) == "B2"


# Bypass Route


def test_a_bypass_route_lets_up_to_four_tanks_of_a_space_go_around_an_enemy():
    """N-9.5a, N-9.5c."""
    run = german_moves({"B1": f"{PZ_2} {PZ_3}", "B2": ID_8}, german=BYPASS)
    assert targets(run, BYPASS) == ("B1",)
    assert not run.offers("bypass")

    run.do(f"play {BYPASS} B1", f"bypass B2 B3 {PZ_2},{PZ_3}")

    assert [run.table.zone_of(unit) for unit in (PZ_2, PZ_3)] == ["B3", "B3"]
    assert run.table.zone_of(BYPASS) == "german-discard"
    assert steps(run, PZ_2) == set()


def test_a_bypass_route_is_for_tanks_next_to_an_enemy():
    """N-9.5a, N-Q31: legs cannot use it."""
    legs = german_moves({"B1": VG_39, "B2": ID_8}, german=BYPASS)
    far = german_moves({"B0": PZ_2, "B3": ID_8}, german=BYPASS)

    assert targets(legs, BYPASS) == targets(far, BYPASS) == ()


def test_an_unused_bypass_route_is_gone_when_the_phase_ends():
    """N-9.5a."""
    run = german_moves({"B1": PZ_2, "B2": ID_8}, german=BYPASS)
    run.do(f"play {BYPASS} B1", "done")

    assert run.table.zone_of(BYPASS) == "german-discard"


# Armored Engineers


def test_armored_engineers_bridge_a_river_for_tanks():
    """N-17.ArmoredEngineers, N-9.2b."""
    run = german_moves({"B1": PZ_2, "C3": ID_8}, german=ENGINEERS, terrain=CLERF)
    assert "B2" not in steps(run, PZ_2)
    assert targets(run, ENGINEERS) == ("B2",)

    run.do(f"play {ENGINEERS} B2")

    assert "B2" in steps(run, PZ_2)
    assert run.table.zone_of(ENGINEERS) == "B2-events"


def test_the_german_says_to_which_formation_engineers_belong():
    """N-17.ArmoredEngineers: where there are several."""
    run = german_moves({"B1": PZ_2, "A2": PZ_3, "C3": ID_8}, german=ENGINEERS, terrain=CLERF)
    run.do(f"play {ENGINEERS} B2")

    (offer,) = run.prompt().offers
    assert set(offer.slots[0].candidates) == {"B1", "A2"}
    run.do("choose A2")
    assert run.table.mark(ENGINEERS, "attached") > 0


def test_engineers_may_be_put_on_a_river_that_the_enemy_holds():
    """N-17.ArmoredEngineers, N-16.2."""
    run = german_moves({"B1": PZ_2, "B2": ID_8}, german=ENGINEERS, terrain=CLERF)

    assert targets(run, ENGINEERS) == ("B2",)


def test_engineers_need_a_river_beside_germans_and_never_the_our():
    """N-17.ArmoredEngineers, N-5.1a."""
    far = german_moves({"B0": PZ_2, "C3": ID_8}, german=ENGINEERS, terrain=CLERF)
    our = german_moves({"B0": PZ_2, "C3": ID_8}, german=ENGINEERS)

    assert targets(far, ENGINEERS) == targets(our, ENGINEERS) == ()


@pytest.mark.parametrize(("card", "hits_taken"), [("ng-e12", 1), ("ng-e11", 2)])
def test_engineers_take_one_hit_and_those_of_the_ss_two(card: str, hits_taken: int):
    """N-17.ArmoredEngineers, N-11e: with the formation, from an attack on it."""
    match = position(
        {"E2": "ng-u12", "E3": "na-u33", "E3-events": ""},
        army="american",
        scenario="north",
        terrain="na-t08",
    )
    match.given(lambda draft: draft.move(card, "E3-events", rule="N-17.ArmoredEngineers"))
    run = Play(match, (5,) * 4)
    run.do("attack E2 na-u33 -", "choose assault", "choose commit")
    for _ in range(9):
        if run.table.zone_of(card) != "E3-events" or not run.offers("choose"):
            break
        mine = [o for o in run.prompt().offers[0].slots[0].candidates if o == card]
        run.do(f"choose {(mine or run.prompt().offers[0].slots[0].candidates)[0]}")

    assert run.table.zone_of(card) == "german-discard"
    taken = [e for e in run.events if getattr(e, "piece", "") == card and e.mark == "hit"]
    assert max(e.value for e in taken) == hits_taken


# Bugout Confusion


def bugout(roll: int, places: dict[str, str], **more: object) -> Play:
    match = position(
        places, phase="movement", hands={"german": BUGOUT}, marks={ID_8: {"hit": 1}}, **more
    )  # type: ignore[arg-type]
    return Play(match, (roll,))


def test_a_unit_with_a_hit_runs_when_it_rolls_above_its_cohesion():
    """N-17.BugoutConfusion: one space towards row 5."""
    run = bugout(5, {"B1": PZ_2, "B2": f"{ID_8} {ID_22}"})
    assert targets(run, BUGOUT) == (ID_8,)

    run.do(f"play {BUGOUT} {ID_8}")

    assert run.table.zone_of(ID_8) == "B3"
    assert run.table.zone_of(BUGOUT) == "german-discard"
    assert not run.offers("choose")


def test_a_unit_that_rolls_its_cohesion_stays():
    """N-17.BugoutConfusion."""
    run = bugout(4, {"B1": PZ_2, "B2": ID_8}).do(f"play {BUGOUT} {ID_8}")

    assert run.table.zone_of(ID_8) == "B2"


def test_tanks_next_door_follow_into_the_space_left_without_counting_it():
    """N-17.BugoutConfusion."""
    run = bugout(6, {"B1": f"{PZ_2} {FJ_13}", "A2": PZ_3, "B2": ID_8})
    run.do(f"play {BUGOUT} {ID_8}")
    assert set(run.prompt().offers[0].slots[0].candidates) == {PZ_2, PZ_3}

    run.do(f"choose {PZ_3}", "decline")

    assert run.table.zone_of(PZ_3) == "B2"
    assert controller(run.table, "B2") == "german"
    assert run.table.mark(PZ_3, "moved") == 0


def test_tanks_that_follow_need_a_bridge_or_engineers():
    """N-17.BugoutConfusion."""
    run = bugout(6, {"B1": PZ_2, "B2": ID_8}, terrain=CLERF).do(f"play {BUGOUT} {ID_8}")

    assert not run.offers("choose")


@pytest.mark.parametrize(
    "places",
    [
        {"B1": PZ_2, "B2": ID_8, "B3": PZ_3},  # Germans are behind it.
        {"B4": PZ_2, "B5": ID_8},  # The board ends there.
    ],
)
def test_a_unit_that_cannot_run_is_lost(places: dict[str, str]):
    """N-17.BugoutConfusion."""
    run = bugout(6, places).do(f"play {BUGOUT} {ID_8}")

    assert hits(run.table, ID_8) == [-1]


def test_a_unit_that_never_moves_is_lost_when_it_panics():
    """N-17.BugoutConfusion, N-17.EngineerCombatGroup."""
    run = bugout(6, {"B1": PZ_2, "B2": ID_8}, values={ID_8: {"fixed": True}})

    run.do(f"play {BUGOUT} {ID_8}")

    assert hits(run.table, ID_8) == [-1]


def test_encircled_units_cannot_run():
    """N-17.BugoutConfusion, N-9.4d."""
    run = bugout(6, {"A2": PZ_2, "A2-town": ID_8}, terrain=MERSCH).do(f"play {BUGOUT} {ID_8}")

    assert hits(run.table, ID_8) == [-1]


def test_units_in_whose_space_one_was_lost_in_this_turn_may_run_without_a_hit():
    """N-17.BugoutConfusion."""
    for turn, expected in ((3, (ID_22,)), (2, ())):
        match = position(
            {"B1": PZ_2, "B2": ID_22, "C2": ID_318},
            phase="movement",
            hands={"german": BUGOUT},
            marks={"control-b2": {"lost": turn}},
        )
        assert targets(match, BUGOUT) == expected


def test_the_loss_of_an_american_unit_is_remembered_for_its_space():
    """N-17.BugoutConfusion."""
    match = position({"A1": PZ_3, "A2": FA_402})
    run = Play(match, (6,), (1,) * 4, (6, 6, 6, 6))
    run.do(f"attack A2 {PZ_3} -", "choose assault", "choose commit")

    assert run.table.mark("control-a2", "lost") == run.table.round == 3
