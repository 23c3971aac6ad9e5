"""4.2, 10, 17: event cards that are played on battles."""

from __future__ import annotations

import pytest

from tests.games.nuts.playing import Play, is_asked, targets
from tests.games.nuts.table import hits, position
from wardiary.domain.games.nuts.combat.fire import defence_items
from wardiary.domain.games.nuts.values import cohesion, combat_value, total
from wardiary.domain.play.commands import Illegal

STRIKE, SHORTAGE, REARGUARD, CONFUSION = "sa-e05", "sg-e03", "sa-e16", "sg-e04"
COORDINATED, MEEMIES, SURRENDER, GENERAL = "sg-e09", "sg-e13", "sg-e05", "sg-e10"
PZ_2, PZ_3, PZ_304, NEB_18, VAK = "sg-u18", "sg-u19", "sg-u20", "sg-u15", "sg-u16"
ID_8, ID_22, FA_402, ID_318, ID_10 = "sa-u06", "sa-u07", "sa-u08", "sa-u25", "sa-u28"
FAIR = {"weather": 1}


def german_attack(
    attackers: str = f"{PZ_2} {PZ_3} {PZ_304}",
    defenders: str = f"{ID_8} {ID_22}",
    *dice: tuple[int, ...],
    german: str = "",
    american: str = "",
    weather: int = 0,
    **more: dict[str, str],
) -> Play:
    """Germans in A1 attack A2, where nothing but units is; the cards are asked for."""
    match = position(
        {"A1": attackers, "A2": defenders, **more.get("places", {})},
        hands={"german": german, "american": american},
        tracks={"weather": weather},
    )
    return Play(match, *dice).do(f"attack A2 {attackers.replace(' ', ',')} -")


# Air Strike


def test_an_air_strike_on_those_who_attack_hits_with_five_and_six_before_the_artillery():
    """N-Q7."""
    run = german_attack(f"{PZ_2} {VAK}", ID_8, (4, 5, 6, 1), american=STRIKE, weather=1)
    assert targets(run, STRIKE) == ("A1",)

    run.do(f"play {STRIKE} A1")

    assert hits(run.table, PZ_2, VAK) == [1, 1]
    assert run.table.zone_of(STRIKE) == "american-discard"


def test_an_air_strike_hits_all_germans_in_the_space_and_not_only_those_who_attack():
    """N-Q7: dice are for a space."""
    match = position({"A1": f"{PZ_2} {VAK}", "A2": ID_8}, hands={"american": STRIKE}, tracks=FAIR)
    run = Play(match, (5, 5, 1, 1)).do(f"attack A2 {PZ_2} -", f"play {STRIKE} A1")

    assert hits(run.table, PZ_2, VAK) == [1, 1]


def test_an_air_strike_in_an_american_attack_hits_the_space_attacked():
    """N-Q7: and its owner distributes the hits."""
    match = position(
        {"A2": ID_8, "A1": f"{PZ_2} {PZ_3}"},
        army="american",
        hands={"american": STRIKE},
        tracks=FAIR,
    )
    run = Play(match, (5, 1, 1, 1)).do(f"attack A1 {ID_8} -")
    assert targets(run, STRIKE) == ("A1",)
    run.do(f"play {STRIKE} A1")

    assert is_asked(run) == "german"
    run.do(f"choose {PZ_2}")
    assert hits(run.table, PZ_2, PZ_3) == [1, 0]


def test_planes_stay_on_the_ground_in_foul_weather():
    """N-4.2a."""
    run = german_attack(american=STRIKE, weather=0)

    assert targets(run, STRIKE) == ()


def test_an_air_strike_that_destroys_all_attackers_ends_the_battle():
    """N-11d."""
    run = german_attack(VAK, ID_8, (5, 5, 6, 5), american=STRIKE, weather=1)

    run.do(f"play {STRIKE} A1")

    assert hits(run.table, VAK) == [-1]
    assert run.pass_cards().prompt().question.startswith("Combat phase")


# Ammo Shortage


def test_an_ammo_shortage_lowers_all_values_but_none_below_one():
    """N-16.1."""
    run = german_attack(defenders=f"{ID_8} {FA_402}", german=SHORTAGE)
    run.do(f"play {SHORTAGE} A2")

    values = {
        unit: [
            combat_value(run.table, unit, arm, "A2") for arm in ("infantry", "armor", "artillery")
        ]
        for unit in (ID_8, FA_402)
    }
    assert values == {ID_8: [1, 1, 0], FA_402: [0, 1, 3]}
    assert cohesion(run.table, ID_8) == 4


def test_an_ammo_shortage_is_over_with_the_battle():
    """N-4.2a."""
    run = german_attack(PZ_2, ID_8, german=SHORTAGE)
    run.do(f"play {SHORTAGE} A2", "choose assault", "choose hold")

    run.pass_cards()

    assert run.table.zone_of(SHORTAGE) == "german-discard"
    assert combat_value(run.table, ID_8, "infantry", "A2") == 2


def test_an_ammo_shortage_is_for_german_attacks_only():
    """N-4.2a."""
    match = position({"A2": ID_8, "A1": PZ_2}, army="american", hands={"german": SHORTAGE})
    run = Play(match).do(f"attack A1 {ID_8} -")

    assert targets(run, SHORTAGE) == ()


# Rearguard Forces


def test_rearguard_forces_raise_infantry_armor_and_cohesion_of_a_unit():
    """N-16.1, N-16.2."""
    run = german_attack(american=REARGUARD)
    assert set(targets(run, REARGUARD)) == {ID_8, ID_22}

    run.do(f"play {REARGUARD} {ID_8}")

    assert [combat_value(run.table, ID_8, arm, "A2") for arm in ("infantry", "armor")] == [3, 2]
    assert combat_value(run.table, ID_8, "artillery", "A2") == 0
    assert [cohesion(run.table, unit) for unit in (ID_8, ID_22)] == [5, 4]
    assert run.table.pieces[REARGUARD].host == ID_8


def test_rearguard_forces_go_with_their_unit():
    """N-16.2: they are gone when it leaves the space."""
    match = position({"A2": ID_8, "A2-events": REARGUARD}, army="american", phase="movement")
    match.given(lambda draft: draft.move(REARGUARD, "A2-events", host=ID_8, rule="N-4.2a"))
    run = Play(match).do(f"move A3 {ID_8}")

    assert run.table.zone_of(REARGUARD) == "american-discard"


def test_rearguard_forces_may_come_between_two_fires():
    """N-16.1: after the German artillery."""
    run = german_attack(PZ_3, ID_8, (1,), american=REARGUARD)
    run.do("pass", "choose assault")

    assert targets(run, REARGUARD) == (ID_8,)


# Boundary Confusion


def test_boundary_confusion_silences_one_of_two_divisions_for_the_phase():
    """N-17.BoundaryConfusion, N-16.2."""
    run = german_attack(defenders=f"{ID_8} {ID_22} {ID_318}", german=CONFUSION)
    assert set(targets(run, CONFUSION)) == {"4-id", "80-id"}

    run.do(f"play {CONFUSION} 4-id")

    assert [run.table.mark(unit, "silent") for unit in (ID_8, ID_22, ID_318)] == [1, 1, 0]
    items = defence_items(run.table, "american", "A2", "infantry", (ID_8, ID_22, ID_318))
    assert total(items) == 2
    assert run.table.zone_of(CONFUSION) == "table-events"


def test_boundary_confusion_needs_two_divisions():
    """N-17.BoundaryConfusion."""
    assert targets(german_attack(german=CONFUSION), CONFUSION) == ()


def test_a_unit_without_a_division_counts_as_one_for_boundary_confusion():
    """N-Q15."""
    run = german_attack(defenders=f"{ID_8} {FA_402}", german=CONFUSION)

    assert set(targets(run, CONFUSION)) == {"4-id", "402-fa"}


def test_boundary_confusion_ends_with_the_combat_phase():
    """N-17.BoundaryConfusion."""
    run = german_attack(PZ_2, f"{ID_8} {ID_318}", german=CONFUSION)
    run.do(f"play {CONFUSION} 4-id", "choose assault", "choose hold")
    run.pass_cards()
    assert run.table.mark(ID_8, "silent") == 1

    run.do("done")

    assert run.table.mark(ID_8, "silent") == 0
    assert run.table.zone_of(CONFUSION) == "german-discard"


# Coordinated Attack and generals


def test_without_a_card_units_of_two_spaces_attack_separately():
    """N-10.1e."""
    run = Play(position({"A1": PZ_2, "B2": PZ_3, "A2": ID_8}))

    assert not run.offers("attack-together")
    with pytest.raises(Illegal) as refused:
        run.do(f"attack-together A2 {PZ_2} {PZ_3} -")
    assert refused.value.rule == "N-10.1e"


def test_a_coordinated_attack_joins_spaces_for_one_attack():
    """N-10.1e, N-9.4c."""
    match = position({"A1": PZ_2, "B2": PZ_3, "A2": ID_8}, hands={"german": COORDINATED})
    run = Play(match)
    assert targets(run, COORDINATED) == ("table",)
    run.do(f"play {COORDINATED} table")
    assert run.table.zone_of(COORDINATED) == "table-events"

    run.do(f"attack-together A2 {PZ_2} {PZ_3} -")

    assert run.table.zone_of(COORDINATED) == "german-discard"
    assert [run.table.mark(unit, "sideways") for unit in (PZ_2, PZ_3)] == [1, 1]


def test_a_coordinated_attack_needs_a_space_between_two_of_germans():
    """N-10.1e."""
    match = position({"A1": f"{PZ_2} {PZ_3}", "A2": ID_8}, hands={"german": COORDINATED})

    assert targets(match, COORDINATED) == ()


def test_a_famous_general_lets_attacks_from_his_space_be_joined():
    """N-10.1e."""
    match = position({"A1": PZ_2, "B2": PZ_3, "A2": ID_8, "A1-events": GENERAL})
    match.given(lambda draft: draft.move(GENERAL, "A1-events", host=PZ_2, rule="N-4.2a"))

    assert Play(match).offers("attack-together")


def test_a_famous_general_commands_from_his_space_and_not_from_where_his_division_is():
    """N-10.1e: he is with the 2nd Panzer in B1; another of its units is in A1."""
    places = {"A1": PZ_2, "B2": "sg-u24", "A2": ID_8, "B1": PZ_3, "B1-events": GENERAL}
    match = position(places)
    match.given(lambda draft: draft.move(GENERAL, "B1-events", host=PZ_3, rule="N-4.2a"))

    assert not Play(match).offers("attack-together")


def test_a_joint_attack_from_the_space_of_a_general_leaves_a_coordinated_attack_in_play():
    """N-10.1e."""
    places = {"A1": PZ_2, "B2": PZ_3, "A2": ID_8, "A1-events": GENERAL, "table-events": COORDINATED}
    match = position(places)
    match.given(lambda draft: draft.move(GENERAL, "A1-events", host=PZ_2, rule="N-4.2a"))
    run = Play(match).do(f"attack-together A2 {PZ_2} {PZ_3} -")

    assert run.table.zone_of(COORDINATED) == "table-events"


# Screamin' Meemies


def test_nebelwerfers_roll_their_artillery_twice():
    """N-17.ScreaminMeemies: other guns of the attack do not."""
    run = german_attack(f"{NEB_18} {VAK}", ID_8, german=MEEMIES)

    run.do(f"play {MEEMIES} A2", "choose bombardment")

    assert run.totals()[0] == 2 * 4 + 3
    run.pass_cards()
    assert run.table.mark(NEB_18, "doubled") == 0
    assert run.table.zone_of(MEEMIES) == "german-discard"


def test_screamin_meemies_need_a_nebelwerfer_in_the_attack():
    """N-17.ScreaminMeemies: refused on artillery without the rocket."""
    run = german_attack(f"{PZ_3} {VAK}", ID_8, german=MEEMIES)

    assert targets(run, MEEMIES) == ()


# Mass Surrender


def surrender(roll: int, *, blitzed: bool = False) -> Play:
    """A battle that leaves the 318th unharmed in Mersch; then Mass Surrender is played on A2."""
    sixes = (6,) if blitzed else (1,)
    match = position(
        {"A1": PZ_2, "A2-town": ID_318},
        terrain="sg-t1",
        hands={"german": SURRENDER},
        values={PZ_2: {"infantry": 0}},
    )
    run = Play(match, sixes, (1,), (1, 1), (roll,))
    run.do(f"attack A2 {PZ_2} -", "choose assault", "choose commit")
    if blitzed:
        run.do(f"blitz {PZ_2} B2")
    return run


def test_mass_surrender_makes_a_unit_check_its_cohesion_after_the_battle():
    """N-7.0f: cohesion 3, 1 for the town."""
    run = surrender(4).do("done")
    assert targets(run, SURRENDER) == ("A2",)
    run.do(f"play {SURRENDER} A2").over()
    assert hits(run.table, ID_318) == [0]
    assert run.table.zone_of(SURRENDER) == "german-discard"

    failed = surrender(5).do("done", f"play {SURRENDER} A2")
    assert hits(failed.table, ID_318) == [-1]


def test_a_blitz_makes_mass_surrender_harder_by_one():
    """N-7.0f, N-16.2: a four is one too many."""
    run = surrender(4, blitzed=True)

    run.do(f"play {SURRENDER} A2")

    assert run.totals()[-1] == 3 + 1 - 1
    assert hits(run.table, ID_318) == [-1]


def test_the_american_says_who_checks():
    """N-16.2."""
    run = german_attack(PZ_2, f"{ID_8} {ID_22}", german=SURRENDER)
    run.do("choose assault", "choose hold", f"play {SURRENDER} A2")

    assert is_asked(run) == "american"
    run.do(f"choose {ID_22}")
    assert run.totals()[-1] == 4


def test_nobody_surrenders_where_nobody_is_left():
    """N-7.0f."""
    run = german_attack(PZ_3, FA_402, (6,), (1,) * 4, (6, 6, 6, 6), (1,), german=SURRENDER)
    run.do("choose assault", "choose commit")

    assert hits(run.table, FA_402) == [-1]
    assert targets(run, SURRENDER) == ()
