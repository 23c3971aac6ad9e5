"""What is refused, and under which rule: words that name the wrong unit, space or card."""

from __future__ import annotations

import pytest

from tests.games.nuts.table import Run, hits, offered, position

VG_986, VG_987, TWO_PZ, THREE_PZ = "sg-u01", "sg-u02", "sg-u18", "sg-u19"
ID_8, ID_22, ID_109, CCR_9, ID_134 = "sa-u06", "sa-u07", "sa-u03", "sa-u10", "sa-u30"
FG_99, VG_208 = "sg-u30", "sg-u32"


@pytest.mark.parametrize("unit", ["nobody", "sg-e11", ID_8, "sg-u40", "control-b2"])
def test_only_own_units_on_the_board_move_and_attack(unit: str) -> None:
    """N-9.0a, N-10.1a: no card, no enemy, nobody who is discarded."""
    places = {"B1": VG_986, "B2": ID_8, "B1-events": "sg-e11"}
    position(places, phase="movement").when("german", f"move A1 {unit}").then_illegal("N-9.0a")
    position(places).when("german", f"attack B2 {unit} -").then_illegal("N-10.1a")


def test_a_unit_is_named_once() -> None:
    """N-10.1d."""
    match = position({"B1": f"{VG_986} {VG_987}", "B2": ID_8})
    match.when("german", f"attack B2 {VG_986},{VG_986} -").then_illegal("N-10.1d")


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        (f"place {FG_99} B2", "N-8.2a"),
        (f"place {FG_99} D-entry", "N-8.2a"),
        (f"place {FG_99} B-entry", "N-8.2c"),
        (f"force A0 {FG_99}", "N-8.2d"),
        (f"force C0 {VG_208}", "N-8.2d"),
    ],
)
def test_german_reinforcements_enter_where_they_may(said: str, rule: str) -> None:
    """N-8.2a, N-8.2c, N-8.2d: with the enemy in B0 as well nobody enters there."""
    match = position(
        {"A0": ID_8, "B0": ID_22, "A-entry": VG_208}, phase="drawn", hands={"german": FG_99}
    )
    match.when("german", said).then_illegal(rule)


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        (f"place {ID_134} A4", "N-8.3a"),
        (f"place {ID_134} B4", "N-8.3a"),
        (f"force A4 {ID_134}", "N-8.3d"),
        (f"force C4 {ID_134}", "N-8.3d"),
        ("force nowhere sa-u30", "N-8.3d"),
    ],
)
def test_american_reinforcements_enter_where_they_may(said: str, rule: str) -> None:
    """N-8.3a, N-8.3d: Germans hold B4; C4 is free, so nobody has to fight."""
    match = position(
        {"B4": VG_986, "A4": TWO_PZ, "A5": ID_8},
        army="american",
        phase="drawn",
        hands={"american": ID_134},
    )
    match.when("american", said).then_illegal(rule)


def test_nobody_forces_the_way_into_a_space_without_supply() -> None:
    """N-8.3d: B4 and C4 are held, and all around them is German."""
    match = position(
        {"B4": VG_986, "C4": VG_987, "A0": TWO_PZ},
        army="american",
        phase="drawn",
        hands={"american": ID_134},
        german="A4 B3 B5 C3 C5",
    )
    match.when("american", f"force B4 {ID_134}").then_illegal("N-8.3d")


def test_a_unit_that_entered_a_space_keeps_others_from_forcing_it() -> None:
    """N-8.3f."""
    match = position(
        {"B4": VG_986, "C4": VG_987, "A5": ID_8},
        army="american",
        phase="drawn",
        hands={"american": ID_134},
        marks={"control-b4": {"entered": 3}},
    )
    match.when("american", f"force B4 {ID_134}").then_illegal("N-8.3f")


def test_cards_that_are_no_events_or_have_no_target_are_not_played() -> None:
    """N-4.2a."""
    match = position({"B1": VG_986, "B2": ID_8}, phase="drawn", hands={"german": f"{FG_99} sg-e01"})
    match.when("german", f"play {FG_99} B1").then_illegal("N-4.2a")
    match.when("german", "play sg-e01 table").then_illegal("N-4.2b")
    match.when("german", "play sg-e02 table").then_illegal("N-4.2a")


def test_who_may_not_advance() -> None:
    """N-10.3n, N-9.4d: units from elsewhere, and layers that are not there."""
    match = position(
        {"A1": TWO_PZ, "A2": ID_8, "B2": VG_986},
        values={ID_8: {"cohesion": 1, "infantry": 0, "armor": 0}},
    )
    run = Run(match, (5,)).do(f"attack A2 {TWO_PZ} -", "choose assault", "choose commit")
    match.when("german", f"advance outside {VG_986}").then_illegal("N-10.3n")
    match.when("german", f"advance inside {TWO_PZ}").then_illegal("N-10.2b")
    match.when("german", f"advance above {TWO_PZ}").then_illegal("N-10.3n")
    assert run.offers("advance")


def test_who_may_not_go_through() -> None:
    """N-9.3a to N-9.3c: units outside the attack, leg units, and spaces that are not beside."""
    match = position(
        {"A1": f"{TWO_PZ} {THREE_PZ} {VG_986}", "A2": ID_8},
        terrain="sg-t1 sa-t04",
        values={ID_8: {"cohesion": 9}, TWO_PZ: {"armor": 1}},
    )
    Run(match, (6,)).do(f"attack A2 {TWO_PZ},{VG_986} -", "choose assault", "choose commit")
    match.when("german", f"blitz {THREE_PZ} A3").then_illegal("N-9.3a")
    match.when("german", f"blitz {VG_986} A3").then_illegal("N-9.3c")
    match.when("german", f"blitz {TWO_PZ} A1").then_illegal("N-9.3b")
    match.when("german", f"blitz {TWO_PZ} B2").then_illegal("N-9.3d")
    match.when("german", f"blitz {TWO_PZ} exit").then_illegal("N-9.3b")


def test_encircled_tanks_make_no_blitz_move() -> None:
    """N-9.4d: they attack around them, and stay."""
    match = position(
        {"B2-town": CCR_9, "B2": f"{VG_986} {VG_987}"},
        army="american",
        terrain="sg-t2",
        values={CCR_9: {"armor": 1}, VG_986: {"cohesion": 9}, VG_987: {"cohesion": 9}},
    )
    run = Run(match, (6,), (1, 1), (1,) * 5)
    run.do(f"attack B2 {CCR_9} -", "choose assault", "choose commit", f"choose {VG_986}")

    assert not run.pass_cards().offers("blitz")


def test_besiegers_join_no_attack_on_their_town() -> None:
    """N-9.4f, N-9.4c: outward they may, by a card; the besieged may join friends next door."""
    places = {"B2-town": ID_8, "B2": VG_986, "B1": VG_987, "B3": ID_22}
    match = position(places, terrain="sg-t2", attached={"sg-e10": VG_986})
    match.when("german", f"attack-together B2 {VG_987} {VG_986} -").then_illegal("N-9.4b")
    assert offered(match, "german", "attack-together", "to") == set()

    places = {"B2-town": ID_8, "B2": VG_986, "B3": ID_22}
    match = position(places, scenario="south", army="american", terrain="sg-t2")
    match.when("american", f"attack-together B2 {ID_8} {ID_22} -").then_illegal("N-10.1e")


def test_infantry_lost_in_the_first_german_attack_is_remembered() -> None:
    """N-15.4a: leg units without guns; and it comes back in the first draw phase."""
    match = position(
        {"B0": "sg-u08", "B1": f"{ID_109} {CCR_9}", "A5": ID_8},
        turn=1,
        values={"sg-u08": {"artillery": 5}, ID_109: {"cohesion": 1}, CCR_9: {"cohesion": 1}},
    )
    run = Run(match, (5, 5, 5, 1, 1), (1,))
    run.do("attack B1 sg-u08 -", "choose bombardment")
    assert hits(run.table, ID_109, CCR_9) == [-1, -1]
    assert run.table.mark(ID_109, "reforming") == 1
    assert run.table.mark(CCR_9, "reforming") == 0
    run.do("done", "done").over()
    assert run.table.zone_of(ID_109) == "B2"


def test_a_general_stays_with_his_division_when_his_unit_leaves_the_board() -> None:
    """N-4.2a, N-13.0b: and goes along when it only moves."""
    match = position(
        {"B5": f"{TWO_PZ} {THREE_PZ}", "A5": ID_8},
        phase="movement",
        attached={"sg-e10": TWO_PZ},
    )
    match.when("german", f"move exit {TWO_PZ}")
    assert match.table.pieces["sg-e10"].host == THREE_PZ
    match.when("german", f"move B4 {THREE_PZ}")
    assert match.table.zone_of("sg-e10") == "B4-events"
    match.when("german", "done")


def test_the_truly_famous_general_goes_with_the_last_unit() -> None:
    """N-4.2a: without being asked, once a phase."""
    match = position(
        {"B2": CCR_9, "B2-events": "sa-e18", "A1": VG_986}, army="american", phase="movement"
    )
    match.when("american", f"move B3 {CCR_9}")

    assert match.table.zone_of("sa-e18") == "B3-events"
