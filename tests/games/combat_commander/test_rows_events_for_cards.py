"""Events for cards, points, weapons and objective markers, as their rows have them (E45 to E74)."""

import pytest

from tests.games.combat_commander.battle import battle, chit, sheet, unit, weapon
from tests.games.combat_commander.event_builders import (
    moved,
    picked,
    random_hex,
    tracked,
    turned,
    turned_up,
)
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

LETTERS = "abcdefghjklmnpqrstuvwx"
"""The objective markers in the order of the cup."""


def place_of(letter: str) -> int:
    """Where a marker lies in the full cup, counted from 1."""
    return LETTERS.index(letter) + 1


def lost(seat: str, number: int) -> tuple[e.Event, ...]:
    """Squads on a side's casualty track."""
    kind = {"axis": "germany-rifle", "allies": "america-line"}[seat]
    return tuple(unit(f"{seat}-lost-{n}", kind, f"casualties-{seat}") for n in range(1, number + 1))


# Points


def test_battlefield_integrity_pays_for_each_enemy_unit_lost():
    """E45: three casualties 3 points, whatever they are; not doubled by the marker (7.3.2-e)."""
    table = battle(*lost("allies", 3), *lost("axis", 1), chit("X", "objectives-open"))

    table.read("battlefield-integrity").then(tracked("vp", 3, "E45"))
    table.read("battlefield-integrity", "allies").then(tracked("vp", 2, "E45"))


def test_command_and_control_pays_for_each_objective_held():
    """E49: three of the Axis 3 points, one of the Allies takes 1 back."""
    table = battle(control_1=1, control_2=1, control_3=1, control_4=-1)

    table.read("command-control").then(tracked("vp", 3, "E49"))
    table.read("command-control", "allies").then(tracked("vp", 2, "E49"))


def test_elan_moves_the_own_surrender_marker_up():
    """E54: 5 to 6, so that the fifth loss is no surrender any more (4.2)."""
    table = battle(
        *lost("axis", 4),
        unit("axis-a", "germany-rifle", "E5", face="demoralised"),
        surrender_axis=5,
    )
    table.read("elan").then(tracked("surrender-axis", 6, "E54"))
    table.read("kia")

    assert table.table.result is None
    assert len(table.table.zone("casualties-axis")) == 5


# Cards


def test_fog_of_war_takes_a_random_card_of_each_hand():
    """E57, AMB-29: the inactive player picks first; both go to their owners' discards."""
    table = battle(axis=("fire", "move"), allies=("fire", "move", "rout"))
    axis, allies = table.table.zone("hand-axis"), table.table.zone("hand-allies")
    table.read("fog-of-war", "axis", dice=(2, 3))

    table.then(
        picked("allies", "fog of war", 2, 2, "E57"),
        turned_up(axis[1], "axis", "E57"),
        picked("axis", "fog of war", 3, 3, "E57"),
        turned_up(allies[2], "allies", "E57"),
    )
    assert table.table.zone("hand-axis") == axis[:1]
    assert table.table.zone("hand-allies") == allies[:2]


def test_an_empty_hand_loses_nothing_to_the_fog():
    """E57, E42-a, AMB-29."""
    table = battle(allies=("fire",))

    table.read("fog-of-war", dice=(1,))

    assert table.table.zone("hand-allies") == ()


def test_an_interrogation_shows_the_whole_hand_to_the_reader():
    """E61, 1.0, 1.2: shown to the reader alone, who may have one card discarded."""
    table = battle(axis=("fire",), allies=("fire", "move", "rout"))
    cards = table.table.zone("hand-allies")
    table.read("interrogation")

    table.then(e.PiecesShown(pieces=cards, to=("axis",), rule="E61"))
    assert table.candidates("choose", "this") == cards
    table.say("axis", "choose " + cards[1]).then(turned_up(cards[1], "allies", "E61"))
    assert table.table.zone("hand-allies") == (cards[0], cards[2])


def test_the_reader_may_let_the_prisoner_keep_his_cards():
    """E61: may."""
    table = battle(allies=("fire", "move"))
    table.read("interrogation")

    table.say("axis", "decline").then()


def test_an_empty_hand_has_nothing_to_tell():
    """E61, E42-a."""
    battle().read("interrogation").then()


# Weapons


def test_the_weapon_nearest_to_a_random_hex_fails():
    """E63, 11.4: of two equally near the reader names one; the broken one is left out."""
    table = battle(
        unit("axis-a", "germany-rifle", "E3"),
        weapon("axis-mg", "germany-light-mg", "E3", "axis-a"),
        unit("allies-a", "america-line", "E7"),
        weapon("allies-mg", "america-medium-mg", "E7", "allies-a"),
        unit("axis-b", "germany-rifle", "E5"),
        weapon("axis-broken", "germany-light-mg", "E5", "axis-b", face="broken"),
        axis_deck=("hex:E5",),
    )
    card = table.table.zone("deck-axis")[0]
    table.read("malfunction").then(
        turned_up(card, "axis", "1.8"), random_hex("axis", "malfunction", 5, 5)
    )
    assert set(table.candidates("choose", "this")) == {"axis-mg", "allies-mg"}
    assert table.offer("decline") is None
    table.say("axis", "choose allies-mg").then(turned("allies-mg", "broken", "E63"))


def test_a_weapon_just_repaired_may_be_the_one_that_fails():
    """E63, 11.4-b: the random hex C1 repairs it first, and it is the nearest."""
    table = battle(
        unit("axis-a", "germany-rifle", "C3"),
        weapon("axis-mg", "germany-light-mg", "C3", "axis-a", face="broken"),
        unit("allies-a", "america-line", "K7"),
        weapon("allies-mg", "america-medium-mg", "K7", "allies-a"),
        axis_deck=("hex:C1",),
    )
    card = table.table.zone("deck-axis")[0]
    table.read("malfunction").then(
        turned_up(card, "axis", "1.8"),
        random_hex("axis", "malfunction", 3, 1),
        turned("axis-mg", "working", "11.4"),
        turned("axis-mg", "broken", "E63"),
    )


def test_without_weapons_nothing_fails():
    """E63, E42-a: the hex is turned up nevertheless."""
    table = battle(axis_deck=("hex:E5",))
    card = table.table.zone("deck-axis")[0]
    table.read("malfunction").then(
        turned_up(card, "axis", "1.8"), random_hex("axis", "malfunction", 5, 5)
    )


def test_an_eliminated_weapon_may_be_scrounged():
    """E71: of any side, for an own unit without a weapon; it may be declined."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        unit("axis-b", "germany-rifle", "F5"),
        weapon("axis-mg", "germany-light-mg", "F5", "axis-b"),
        weapon("allies-gone", "america-medium-mg", "weapons", ""),
        weapon("axis-gone", "germany-heavy-mg", "weapons", "", face="broken"),
        guards=False,
    )
    table.read("scrounge")
    assert set(table.candidates("choose", "this")) == {"allies-gone", "axis-gone"}
    assert table.offer("decline") is not None
    # axis-a is the only one without a weapon.
    table.say("axis", "choose allies-gone").then(moved("allies-gone", "E5", "E71", host="axis-a"))


def test_nothing_is_scrounged_without_an_empty_handed_unit():
    """E71, 11.2, E42-a: everybody carries a weapon."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        weapon("axis-gone", "germany-heavy-mg", "weapons", ""),
        guards=False,
    )

    table.read("scrounge").then()


# Objective markers


def test_a_mission_objective_is_secret():
    """E65, 7.3.3-a, 4.3.3: drawn by the reader, seen by him alone; no points yet."""
    table = battle(control_3=1)
    table.read("mission-objective", dice=(place_of("k"),)).then(
        picked("axis", "mission objective", place_of("k"), 22, "E65"),
        moved("chit-k", "objectives-axis", "E65"),
    )
    assert table.vp() == 0
    assert "chit-k" in view(table.table, "axis").zone("objectives-axis")
    hidden = view(table.table, "allies").zone("objectives-axis")
    assert len(hidden) == 1
    assert "chit-k" not in hidden


def test_a_marker_without_secret_side_is_general_at_once():
    """E65, 7.3.3-a: R, 10 for objective 5, is paid now."""
    table = battle(control_5=-1)
    table.read("mission-objective", dice=(place_of("r"),))

    assert table.zone("chit-r") == "objectives-open"
    assert table.vp() == -10


def test_the_opponent_reveals_one_of_his_secret_markers():
    """E67, 7.3.3-b: he chooses which; it becomes general and pays."""
    table = battle(
        chit("K", "objectives-allies"),
        chit("N", "objectives-allies"),
        chit("P", "objectives-axis"),
        control_3=1,
        control_4=-1,
    )
    table.read("reconnaissance")
    assert table.asks("allies", "E67").facts["what"] == "reconnaissance"
    assert set(table.candidates("choose", "this")) == {"chit-k", "chit-n"}
    assert table.offer("decline") is None
    table.say("allies", "choose chit-n").then(
        moved("chit-n", "objectives-open", "E67"), tracked("vp", -4, "7.3.3")
    )


def test_without_secret_markers_there_is_nothing_to_reconnoitre():
    """E67, E42-a: the reader's own do not count."""
    battle(chit("P", "objectives-axis")).read("reconnaissance").then()


@pytest.mark.parametrize(
    ("letter", "control", "points"),
    [
        ("k", {"control_3": 1}, 3),
        ("k", {"control_3": -1}, -3),
        ("k", {}, 0),
        ("t", {"control_1": 1, "control_2": 1, "control_3": -1}, 2),
    ],
)
def test_a_strategic_objective_is_open_and_pays_at_once(
    letter: str, control: dict[str, int], points: int
):
    """E74, 7.3.2-a, 7.3.2-b, 7.3.3-b: to whoever controls what it names."""
    table = battle(**control)
    table.read("strategic-objective", "allies", dice=(place_of(letter),))

    assert table.zone(f"chit-{letter}") == "objectives-open"
    assert table.vp() == points


def test_a_cup_without_markers_gives_none():
    """E65, E74, E42-a."""
    gone = [chit(letter.upper(), "objectives-open") for letter in LETTERS]
    table = battle(*gone)

    table.read("mission-objective").then()
    table.read("strategic-objective").then()


def test_every_possible_part_is_carried_out_and_the_rest_skipped():
    """E42, E42-a: the hero comes though nobody can be rallied."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        guards=False,
        on=sheet(),
    )

    table.read("hero").then(moved("axis-hero", "E5", "E58"))
