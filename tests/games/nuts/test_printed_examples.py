"""16: both long examples of the book, event by event."""

from __future__ import annotations

from tests.games.nuts.table import Run, hits, position

# 16.1: 2nd Panzer and the 18th Nebelwerfer attack Mersch from A1.
TWO_PZ, THREE_PZ, PZ_304, NEB_18, FJ_15 = "sg-u18", "sg-u19", "sg-u20", "sg-u15", "sg-u11"
ID_8, ID_22, FA_402 = "sa-u06", "sa-u07", "sa-u08"


def test_the_attack_on_mersch_of_16_1() -> None:
    match = position(
        {
            "A1": f"{TWO_PZ} {THREE_PZ} {PZ_304} {NEB_18} {FJ_15}",
            "A2": f"{ID_22} {FA_402}",
            "A2-town": ID_8,
        },
        terrain="sg-t1",
        hands={"german": "sg-e03", "american": "sa-e16"},
    )
    run = Run(
        match,
        (1, 3, 4, 4, 6),
        (1, 5, 6),
        (2, 2, 3, 3, 5, 5, 6),
        (1, 3, 4, 6),
        # The book lists six results of seven dice; a miss is added.
        (6, 1, 1, 4, 2, 3, 2),
        (6, 6, 6, 1),
    )
    run.do(f"attack A2 {TWO_PZ},{THREE_PZ},{PZ_304},{NEB_18} -")
    # 2 and 3: Ammo Shortage, and an assault; 4: the town takes the only hit.
    run.do("play sg-e03 A2", "choose assault")
    assert run.table.mark("sg-t1", "soaked") == 1
    assert hits(run.table, ID_8, ID_22, FA_402) == [0, 0, 0]
    # 5 and 6: Rearguard Forces on the 8th; each attacker takes a hit before any takes two.
    run.do(f"play sa-e16 {ID_8}", f"choose {TWO_PZ}", f"choose {THREE_PZ}")
    # 7 and 8: the armor, and one hit for each of the three; nobody has a choice.
    run.do("choose commit")
    assert hits(run.table, ID_8, ID_22, FA_402) == [1, 1, 1]
    # 9: a six, but only A3 and B2 are beside the defenders (the book prints others).
    units, spaces = run.prompt().offers[0].slots
    assert set(spaces.candidates) == {"A3", "B2"}
    assert set(units.candidates) == {TWO_PZ, THREE_PZ, PZ_304}
    # 10 to 12: the replies and the infantry.
    run.do("decline", f"choose {PZ_304}")
    run.do(f"choose {ID_8}")
    run.do(f"choose {TWO_PZ}", f"choose {THREE_PZ}")
    run.pass_cards().over()
    assert run.totals() == [5, 3, 7, 4, 7, 4]
    # 13: nobody advances, since defenders outside the town are left.
    assert hits(run.table, ID_8, ID_22, FA_402) == [2, 1, 1]
    assert hits(run.table, TWO_PZ, THREE_PZ, PZ_304, NEB_18, FJ_15) == [2, 2, 1, 1, 0]
    assert run.prompt().question.startswith("Combat phase")
    # Rearguard stays with its unit, Ammo Shortage and the hit on the town were for this combat.
    assert run.table.zone_of("sa-e16") == "A2-events"
    assert run.table.zone_of("sg-e03") == "german-discard"
    assert run.table.mark("sg-t1", "soaked") == 0


# 16.2: 26th Volksgrenadiers and Panzer Lehr from C2, then 2nd Panzer from B1, against Ettelbruck.
ID_318, ID_10, AD_9, TANKS_737 = "sa-u25", "sa-u28", "sa-u10", "sa-u44"
VG_39, VG_77, VG_78 = "sg-u21", "sg-u22", "sg-u23"
PZ_130, RECON_130, PZ_901, PZ_902 = "sg-u24", "sg-u25", "sg-u26", "sg-u27"
LEHR = f"{PZ_130},{RECON_130},{PZ_901},{PZ_902}"


def ettelbruck() -> Run:
    match = position(
        {
            "C2": f"{VG_39} {VG_77} {VG_78} {LEHR.replace(',', ' ')}",
            "B1": f"{TWO_PZ} {THREE_PZ} {PZ_304} {NEB_18}",
            "B2": f"{ID_10} {AD_9} {TANKS_737}",
            "B2-town": ID_318,
            "B3": ID_22,
            "A1": FA_402,
            "B2-events": "sa-e18 sg-e11",
        },
        terrain="sg-t2 sa-t04",
        hands={"german": "sg-e04 sg-e05", "american": "sa-e17"},
        german="A0 A2",
        marks={"sg-t2": {"blown": 1}, "sg-e11": {"attached": 14}},
        # The values that the example implies, where the cards of this pack differ.
        values={
            ID_318: {"infantry": 2, "armor": 1, "cohesion": 3},
            ID_10: {"infantry": 1, "armor": 1, "cohesion": 3},
            AD_9: {"infantry": 2, "armor": 2, "cohesion": 4},
            TANKS_737: {"infantry": 2, "armor": 1},
        },
    )
    return Run(
        match,
        (3,),
        (1, 1, 2, 2, 3, 4, 6, 6),
        (1, 2, 2, 5, 5, 6),
        (1, 2, 6, 6, 6),
        (1, 2, 3, 3, 6),
        (6,),
        (1, 2, 4, 5, 6),
        (2, 2, 3, 3, 5, 5, 6),
        (5, 5),
        (1, 1, 6),
        (1,),
    )


def test_the_two_attacks_on_ettelbruck_of_16_2() -> None:
    run = ettelbruck()
    run.do(f"attack B2 {VG_39},{VG_77},{VG_78},{LEHR} -")
    # 3: Boundary Confusion silences the 9th Armored.
    run.do(f"play sg-e04 {run.table.pack.units[AD_9].division_slug}", "choose assault")
    # 5 to 7: the gun misses; eight dice of armor: one hit for the town, one for the 9th.
    run.do("choose commit", f"choose {AD_9}")
    assert run.totals()[:3] == [1, 0, 8]
    assert run.table.mark("sg-t2", "soaked") == 1
    # 8: both sixes are used; B3 is held by the enemy.
    _, spaces = run.prompt().offers[0].slots
    assert set(spaces.candidates) == {"A2", "B1"}
    run.do(f"blitz {PZ_130} A2", f"blitz {RECON_130} A2")
    # 9: six dice, three hits.
    for unit in (VG_39, VG_77, VG_78):
        run.do(f"choose {unit}")
    run.pass_cards()
    # 10: Lehr has lost its integrity, and the river halves 11 to 5: the 737th is hit last.
    assert run.totals()[3:5] == [6, 5]
    assert hits(run.table, ID_10, ID_318, TANKS_737, AD_9) == [1, 1, 1, 1]
    # 11: destroyed, it still fires before it leaves; one hit.
    run.do(f"choose {PZ_901}")
    assert run.totals()[5] == 5
    assert hits(run.table, TANKS_737, PZ_901, PZ_902) == [-1, 1, 0]
    # 12: Mass Surrender, one harder by the blitz moves: 3 + 1 + 1 - 1, and a 6 fails anyway.
    run.do("play sg-e05 B2", f"choose {ID_318}")
    assert run.totals()[6] == 4
    assert hits(run.table, ID_318) == [-1]
    # 13 to 15: a second attack; the town is empty and takes nothing.
    run.do(f"attack B2 {TWO_PZ},{THREE_PZ},{PZ_304},{NEB_18} -")
    run.do(f"play sa-e17 {AD_9}", "choose assault", f"choose {ID_10}", f"choose {AD_9}")
    # 16: three hits of seven dice; the 10th lives with three by the general's cohesion.
    run.do("choose commit", f"choose {AD_9}", f"choose {AD_9}", f"choose {ID_10}", "decline")
    assert hits(run.table, ID_10, AD_9) == [3, 4]
    # 17 to 19: two dice, then three of infantry, then one.
    run.do(f"choose {NEB_18}", f"choose {THREE_PZ}", f"choose {AD_9}")
    run.pass_cards().over()
    assert run.totals()[7:] == [5, 0, 7, 2, 3, 1]
    assert hits(run.table, ID_10, AD_9, NEB_18, THREE_PZ, "sg-e11") == [3, 5, 1, 1, 0]
    # 20: Boundary Confusion ends with the phase.
    assert run.table.mark(AD_9, "silent") == 1
    run.do("done")
    assert run.table.zone_of("sg-e04") == "german-discard"
    assert run.table.mark(AD_9, "silent") == 0


def test_the_american_checks_that_follow_16_2() -> None:
    """7.0, 12.0: the 10th needs 2, the 9th 2, and the unit in A1 is out of supply only now."""
    match = position(
        {"A1": FA_402, "B2": f"{ID_10} {AD_9}", "B2-events": "sa-e18 sa-e17", "B1": TWO_PZ},
        army="american",
        phase="supply",
        terrain="sg-t2 sa-t04",
        german="A0 A2 C2",
        marks={ID_10: {"hit": 3}, AD_9: {"hit": 5}},
        values={ID_10: {"cohesion": 3}, AD_9: {"cohesion": 4}},
    )
    match.given(lambda draft: draft.move("sa-e17", "B2-events", host=AD_9, rule="N-4.2a"))
    run = Run(match, (1,), (2,), (3,))
    assert hits(run.table, FA_402) == [1]
    run.do("decline")
    assert run.totals() == [3, 2, 2]
    assert hits(run.table, FA_402, ID_10, AD_9) == [0, 0, -1]
