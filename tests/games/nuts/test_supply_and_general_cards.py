"""7, 10.1, 12.3, 17: supplies from the air, Malmedy, Reconstitution, generals, and the drop."""

from __future__ import annotations

import pytest

from tests.games.nuts.playing import Play, is_asked, targets
from tests.games.nuts.table import hits, position
from tests.scenario import Scenario
from wardiary.domain.games.nuts.board import controller
from wardiary.domain.games.nuts.combat.fire import attack_items
from wardiary.domain.games.nuts.values import cohesion, combat_value, total

DROP_GERMAN, DROP_AMERICAN, MALMEDY, RECONSTITUTION = "sg-e14", "sa-e10", "na-e14", "sa-e19"
STUG, NEB = "sg-u17", "sg-u28"
GENERAL, AMERICAN_GENERAL, HERO, VDH = "sg-e10", "na-e17", "sa-e18", "ng-e15"
PZ_2, PZ_3, PZ_304, VG_39 = "sg-u18", "sg-u19", "sg-u20", "sg-u21"
ID_8, ID_22, ID_12, ID_318, FA_402 = "sa-u06", "sa-u07", "sa-u01", "sa-u25", "sa-u08"
BIG_RED_16, BIG_RED_18, CAV_38, SS_1, SS_2, SS_3 = (
    "na-u21", "na-u22", "na-u07", "ng-u12", "ng-u13", "ng-u14",
)  # fmt: skip


# Air-Dropped Supplies


def cut_off_germans(german: str = DROP_GERMAN) -> Scenario:
    """Germans in B3 without a line to row 0, in their supply phase."""
    return position(
        {"B3": PZ_2, "C0": VG_39},
        phase="supply",
        hands={"german": german},
        marks={PZ_2: {"hit": 2}},
    )


def test_supplies_from_the_air_save_a_unit_from_the_hit_for_want_of_supply():
    """N-12.3e: hits of battles stay, and need a check."""
    run = Play(cut_off_germans(), (1,))
    assert run.table.mark(PZ_2, "out-of-supply") == 1
    assert targets(run, DROP_GERMAN) == ("B3",)

    run.do(f"play {DROP_GERMAN} B3")

    assert run.totals() == [4 - 1]
    assert run.table.mark(PZ_2, "out-of-supply") == 0
    assert run.table.zone_of(DROP_GERMAN) == "german-discard"


def test_without_supplies_the_unit_takes_a_hit_before_its_check():
    """N-12.3c, N-6.0e."""
    run = Play(cut_off_germans(), (1,)).do("pass")

    assert run.totals() == [4 - 2]


def test_a_unit_that_was_supplied_from_the_air_attacks_and_moves_as_usual():
    """N-12.3e."""
    match = position(
        {"B3": PZ_2, "C0": VG_39, "B4": ID_8}, phase="supply", hands={"german": DROP_GERMAN}
    )
    run = Play(match).do(f"play {DROP_GERMAN} B3", "done", "done", f"attack B4 {PZ_2} -")

    assert run.table.mark(PZ_2, "sideways") == 1


def test_supplies_are_for_units_that_are_out_of_supply_only():
    """N-12.3e."""
    match = position({"A0": PZ_2, "B3": ID_8}, phase="supply", hands={"german": DROP_GERMAN})

    assert targets(match, DROP_GERMAN) == ()


@pytest.mark.parametrize(("weather", "expected"), [(1, ("B3",)), (0, ())])
def test_american_planes_need_fair_weather_for_it(weather: int, expected: tuple[str, ...]):
    """N-12.3e."""
    match = position(
        {"B3": ID_8, "B4": PZ_2, "A3": PZ_3, "C3": PZ_304},
        army="american",
        phase="supply",
        hands={"american": DROP_AMERICAN},
        tracks={"weather": weather},
        dice=() if weather else (1,),
    )

    assert targets(match, DROP_AMERICAN) == expected


# Malmedy Massacre


def test_malmedy_adds_one_to_every_american_check_of_the_phase():
    """N-17.MalmedyMassacre, N-Q7: and makes nobody check who has no hits."""
    match = position(
        {"E3": f"{BIG_RED_16} {BIG_RED_18}", "F3": CAV_38},
        army="american",
        phase="supply",
        scenario="north",
        hands={"american": MALMEDY},
        marks={BIG_RED_16: {"hit": 1}, CAV_38: {"hit": 2}},
    )
    run = Play(match, (5,), (5,))
    assert targets(run, MALMEDY) == ("table",)

    run.do(f"play {MALMEDY} table", "decline")

    assert run.totals() == [5, 4]
    assert hits(run.table, BIG_RED_16, BIG_RED_18, CAV_38) == [0, 0, -1]
    assert run.table.zone_of(MALMEDY) == "american-discard"


def test_malmedy_needs_somebody_who_will_check():
    """N-17.MalmedyMassacre."""
    match = position(
        {"E3": BIG_RED_16},
        army="american",
        phase="supply",
        scenario="north",
        hands={"american": MALMEDY},
    )

    assert targets(match, MALMEDY) == ()


def test_malmedy_is_not_for_german_checks():
    """N-17.MalmedyMassacre."""
    match = position(
        {"E1": SS_1, "E3": BIG_RED_16},
        phase="supply",
        scenario="north",
        hands={"american": MALMEDY},
        marks={BIG_RED_16: {"hit": 1}},
    )

    assert targets(match, MALMEDY) == ()


# Reconstitution


def checks_fail(units: str, *dice: int, space: str = "B3", **more: dict[str, str]) -> Play:
    """All units of a space have a hit and check, with these rolls; then it is the draw phase."""
    match = position(
        {space: units, **more.get("places", {})},
        army="american",
        phase="supply",
        hands={"american": RECONSTITUTION},
        marks={unit: {"hit": 1} for unit in units.split()},
    )
    run = Play(match, dice)
    return run.do("decline")


def test_of_two_of_three_units_that_failed_together_one_comes_back_without_hits():
    """N-17.Reconstitution."""
    run = checks_fail(f"{ID_8} {ID_22} {ID_318}", 6, 6, 1)
    assert set(targets(run, RECONSTITUTION)) == {ID_8, ID_22}

    run.do(f"play {RECONSTITUTION} {ID_22}")

    assert run.table.zone_of(ID_22) == "B3"
    assert run.table.pieces[ID_22].marks == {}
    assert run.table.zone_of(RECONSTITUTION) == "american-discard"


@pytest.mark.parametrize(
    ("units", "dice"),
    [
        (f"{ID_8} {ID_22} {ID_318}", (6, 1, 1)),  # One is not enough.
        (f"{ID_8} {ID_22}", (6, 6)),  # They were only two.
    ],
)
def test_reconstitution_needs_two_losses_of_three_or_more_units(units: str, dice: tuple[int, ...]):
    """N-17.Reconstitution."""
    run = checks_fail(units, *dice)

    assert targets(run, RECONSTITUTION) == ()


def test_losses_of_different_spaces_do_not_count_together():
    """N-17.Reconstitution."""
    match = position(
        {"B3": f"{ID_8} {ID_22}", "C3": f"{ID_318} {ID_12}"},
        army="american",
        phase="supply",
        hands={"american": RECONSTITUTION},
        marks={unit: {"hit": 1} for unit in (ID_8, ID_22, ID_318, ID_12)},
    )
    run = Play(match, (6, 1, 6, 1)).do("decline")

    assert targets(run, RECONSTITUTION) == ()


def test_a_reinforcement_of_this_turn_is_not_one_of_the_three():
    """N-17.Reconstitution: two units failed; a third has entered since."""
    match = position(
        {"B3": f"{ID_8} {ID_22}"},
        army="american",
        phase="supply",
        hands={"american": f"{RECONSTITUTION} sa-u26"},
        marks={unit: {"hit": 1} for unit in (ID_8, ID_22)},
    )
    run = Play(match, (6, 6)).do("decline", "place sa-u26 B3")

    assert targets(run, RECONSTITUTION) == ()


def test_who_cannot_return_to_the_space_goes_to_the_nearest_one_in_supply():
    """N-17.Reconstitution: the American chooses among equally near ones."""
    run = checks_fail(
        f"{ID_8} {ID_22} {ID_318}", 6, 6, 6, places={"B4": PZ_2, "A3": PZ_3, "C3": PZ_304}
    )
    run.match.given(lambda draft: draft.move(VG_39, "B3", rule="N-9.0a"))
    run.do(f"play {RECONSTITUTION} {ID_8}")

    (offer,) = run.prompt().offers
    assert set(offer.slots[0].candidates) == {"A4", "C4", "B5"}
    run.do("choose A4")
    assert run.table.zone_of(ID_8) == "A4"


def test_losses_of_a_turn_are_forgotten_after_its_draw_phase():
    """N-17.Reconstitution."""
    run = checks_fail(f"{ID_8} {ID_22} {ID_318}", 6, 6, 1).do("done")

    assert run.table.mark(ID_8, "failed") == 0


# Famous General


def test_a_famous_general_gives_his_division_cohesion():
    """N-4.2a: all units of it; not others in the space."""
    match = position(
        {"A1": f"{PZ_2} {PZ_3} {VG_39}", "B3": ID_8}, phase="drawn", hands={"german": GENERAL}
    )
    run = Play(match)
    assert set(targets(run, GENERAL)) == {PZ_2, VG_39}

    run.do(f"play {GENERAL} {PZ_2}")

    assert [cohesion(run.table, unit) for unit in (PZ_2, PZ_3, VG_39)] == [5, 6, 4]
    assert (run.table.zone_of(GENERAL), run.table.pieces[GENERAL].host) == ("A1-events", PZ_2)


def test_a_famous_general_with_a_unit_of_no_division_commands_that_unit_alone():
    """N-4.2a, N-3.3f."""
    match = position({"A1": f"{STUG} {NEB}", "B3": ID_8}, phase="drawn", hands={"german": GENERAL})
    before = [cohesion(match.table, unit) for unit in (STUG, NEB)]

    run = Play(match).do(f"play {GENERAL} {STUG}")

    after = [cohesion(run.table, unit) for unit in (STUG, NEB)]
    assert after == [before[0] + 1, before[1]]


def test_an_american_general_is_for_americans():
    """N-4.2a."""
    match = position(
        {"E3": BIG_RED_16, "E1": SS_1},
        army="american",
        phase="drawn",
        scenario="north",
        hands={"american": AMERICAN_GENERAL},
    )

    assert targets(match, AMERICAN_GENERAL) == (BIG_RED_16,)


def test_a_famous_general_stays_until_the_last_unit_of_his_division_is_gone():
    """N-4.2a: he passes to another of the division in the space."""
    match = position(
        {"A1": f"{PZ_2} {PZ_3}", "A2": ID_8},
        army="american",
        marks={PZ_2: {"hit": 4}, PZ_3: {"hit": 5}},
    )
    match.given(lambda draft: draft.move(GENERAL, "A1-events", host=PZ_2, rule="N-4.2a"))
    run = Play(match, (1,), (5,)).do(f"attack A1 {ID_8} -", "choose assault", "choose commit")
    run.do(f"choose {PZ_2}").pass_cards()

    assert hits(run.table, PZ_2)[0] == -1
    assert run.table.pieces[GENERAL].host == PZ_3


# Truly Famous General


def test_a_truly_famous_general_helps_all_americans_of_a_space():
    """N-16.2: armor only where there is some."""
    match = position(
        {"B3": f"{ID_8} {ID_318}", "C3": FA_402, "A0": PZ_2},
        army="american",
        phase="drawn",
        hands={"american": HERO},
        values={ID_318: {"armor": 0}},
    )
    run = Play(match)
    assert set(targets(run, HERO)) == {"B3", "C3"}

    run.do(f"play {HERO} B3")

    assert [cohesion(run.table, unit) for unit in (ID_8, ID_318, FA_402)] == [5, 4, 3]
    assert [combat_value(run.table, unit, "armor", "B3") for unit in (ID_8, ID_318)] == [2, 0]
    items = attack_items(run.table, "american", "B2", "infantry", {ID_8: "B3"}, ())
    assert total(items) == 2


def test_he_may_go_along_with_units_that_leave_his_space():
    """N-4.2a."""
    match = position(
        {"B3": f"{ID_8} {ID_318}", "B3-events": HERO, "A0": PZ_2},
        army="american",
        phase="movement",
    )
    run = Play(match).do(f"move B4 {ID_8}", "choose B4")

    assert run.table.zone_of(HERO) == "B4-events"
    assert (cohesion(run.table, ID_8), cohesion(run.table, ID_318)) == (5, 3)


def test_he_is_gone_when_no_american_is_left_with_him():
    """N-16.2."""
    match = position({"A1": PZ_3, "A2": FA_402, "A2-events": HERO}, marks={FA_402: {"hit": 2}})
    run = Play(match, (1,), (1,) * 4, (6, 6, 6, 6))
    run.do(f"attack A2 {PZ_3} -", "choose assault", "choose commit").pass_cards()

    assert hits(run.table, FA_402) == [-1]
    assert run.table.zone_of(HERO) == "american-discard"


# Van der Heydte Drop


def north(
    places: dict[str, str], *dice: int, phase: str = "movement", army: str = "german"
) -> Play:
    match = position(places, army=army, phase=phase, scenario="north", hands={"german": VDH})
    return Play(match, dice)


@pytest.mark.parametrize(("roll", "zone"), [(3, "F2"), (4, "german-discard")])
def test_paratroopers_land_in_f2_on_one_to_three(roll: int, zone: str):
    """N-17.VanDerHeydte."""
    run = north({"F1": SS_1, "E3": BIG_RED_16}, roll)
    assert targets(run, VDH) == ("F2",)

    run.do(f"play {VDH} F2")

    assert run.table.zone_of(VDH) == zone
    assert controller(run.table, "F2") == ("german" if zone == "F2" else "american")


def test_paratroopers_land_among_germans_who_are_encircled_in_the_town():
    """N-17.VanDerHeydte, N-9.4e: never among the Americans around it, who keep the space."""
    run = north({"F2-town": SS_1, "F2": BIG_RED_16, "F2-terrain": "ng-t05"}, 1)
    assert controller(run.table, "F2") == "american"
    run.do(f"play {VDH} F2")

    assert run.table.zone_of(VDH) == "F2-town"
    assert controller(run.table, "F2") == "american"


def test_those_who_landed_move_and_attack_as_any_leg_unit():
    """N-17.VanDerHeydte: infantry 2, cohesion 3."""
    run = north({"F1": SS_1, "F3": BIG_RED_16}, 1).do(f"play {VDH} F2", "done")
    run.do(f"attack F3 {VDH} -", "choose assault")

    assert cohesion(run.table, VDH) == 3
    assert 2 in run.totals()


@pytest.mark.parametrize(
    ("army", "phase"),
    [
        ("german", "supply"), ("german", "drawn"), ("german", "movement"), ("german", "combat"),
        ("american", "supply"),
    ],
)  # fmt: skip
def test_the_drop_may_come_at_any_time(army: str, phase: str):
    """N-17.VanDerHeydte: in the phases of both sides."""
    run = north({"F1": SS_1, "E3": BIG_RED_16}, 1, phase=phase, army=army)

    assert is_asked(run) == "german"
    assert targets(run, VDH) == ("F2",)


def test_the_drop_may_come_as_the_american_movement_phase_begins_and_before_a_battle():
    """N-17.VanDerHeydte."""
    run = north({"F1": SS_1, "E3": BIG_RED_16}, phase="drawn", army="american").do("done")
    assert (is_asked(run), targets(run, VDH)) == ("german", ("F2",))

    run = north({"E1": SS_1, "E2": BIG_RED_16}, phase="combat", army="american")
    run.do(f"attack E1 {BIG_RED_16} -")
    assert (is_asked(run), targets(run, VDH)) == ("german", ("F2",))


def test_while_americans_hold_f2_the_drop_comes_only_with_an_attack_on_it():
    """N-Q29/30."""
    run = north({"F1": f"{SS_1} {SS_2} {SS_3}", "F2": BIG_RED_16}, phase="combat")
    assert targets(run, VDH) == ()

    run.do(f"attack F2 {SS_1},{SS_2},{SS_3} -")

    assert targets(run, VDH) == ("F2",)


def attack_on_f2(*dice: int) -> Play:
    """Four units attack F2, and paratroopers jump; the first face is theirs."""
    run = north({"F1": f"{SS_1} {SS_2} {SS_3} ng-u24", "F2": BIG_RED_16}, *dice, phase="combat")
    return run.do(f"attack F2 {SS_1},{SS_2},{SS_3},ng-u24 -", f"play {VDH} F2")


def test_paratroopers_are_a_fifth_attacker_of_an_enemy_in_f2():
    """N-17.VanDerHeydte, N-Q29/30."""
    run = attack_on_f2(1).do("choose assault", "choose hold")

    infantry = 1 + 2 + 2 + 2 + 2
    assert infantry + 1 in run.totals()


def test_they_go_into_f2_when_it_is_cleared():
    """N-Q29/30: they have no choice."""
    run = attack_on_f2(1, 1, *(6,) * 8).do("choose assault", "choose commit")
    while run.offers("decline"):
        run.do("decline")
    run.pass_cards()

    assert hits(run.table, BIG_RED_16) == [-1]
    assert run.table.zone_of(VDH) == "F2"
    assert controller(run.table, "F2") == "german"


def test_they_stay_with_the_attackers_when_it_is_not():
    """N-Q29/30."""
    run = attack_on_f2(1).do("choose assault", "choose hold").pass_cards()

    assert run.table.zone_of(VDH) == "F1"
    assert run.table.mark(VDH, "joined") == 0


def test_those_who_missed_f2_join_no_attack():
    """N-17.VanDerHeydte."""
    run = attack_on_f2(4).do("choose assault", "choose hold")

    assert run.table.zone_of(VDH) == "german-discard"
    assert 1 + 2 + 2 + 2 + 1 in run.totals()


def test_the_drop_is_no_card_of_the_south():
    """N-2.0a."""
    assert VDH not in position({"B1": PZ_2}).table.pieces
