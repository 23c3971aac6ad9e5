"""Events for points, cards, weapons and objectives."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    chit,
    discarded,
    light_mg,
    line_squad,
    moved,
    picked,
    random_hex,
    rifle_squad,
    rolled,
    sheet,
    tracked,
    turned,
    unit,
    weapon,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

# Events in general, rule E42


def test_an_event_that_cannot_be_carried_out_does_nothing():
    """E42, AMB-51: nobody is demoralised, so nobody is rallied."""
    table = battle()
    table.read("medic")

    table.asks("axis", "5")


def test_the_possible_parts_of_an_event_are_carried_out_and_the_rest_skipped():
    """E42, E42-a: the hero comes though nobody can be rallied."""
    table = battle(rifle_squad("E5"), guards=False, on=sheet())

    table.read("hero").then(moved("axis-hero", "E5", "E58"))


def test_a_support_roll_that_shows_time_does_not_advance_time():
    """E42-b, 1.9.1-c: the support roll is 12, and time stays."""
    table = battle(axis_deck=("6-6 time",))
    card = table.table.zone("deck-axis")[0]
    table.read("reinforcements")
    table.then(discarded(card, "axis", "1.9"), rolled("axis", "support", 6, 6))
    table.let_stand()

    assert table.track("time") == 0
    assert "germany-captain" in table.choices()


# Battlefield integrity, rule E45


def lost(seat: str, number: int) -> tuple[e.Event, ...]:
    """Squads on a side's casualty track."""
    kind = {"axis": "germany-rifle", "allies": "america-line"}[seat]
    return tuple(unit(f"{seat}-lost-{n}", kind, f"casualties-{seat}") for n in range(1, number + 1))


def test_battlefield_integrity_scores_a_point_for_each_eliminated_enemy():
    """E45: three casualties 3 points, whatever they are; not doubled by the marker (7.3.2-e)."""
    table = battle(*lost("allies", 3), *lost("axis", 1), chit("X", "objectives-open"))

    table.read("battlefield-integrity").then(tracked("vp", 3, "E45"))
    table.read("battlefield-integrity", "allies").then(tracked("vp", 2, "E45"))


# Command and control, rule E49


def test_command_and_control_scores_a_point_for_each_controlled_objective():
    """E49."""
    table = battle(control_1=1, control_2=1, control_5=1, control_3=-1)
    table.read("command-control")

    assert table.vp() == 3


def test_command_and_control_scores_for_the_player_who_reads_it():
    """E49: three objectives of the Axis score 3.

    The single objective of the Allies scores 1 for them.
    """
    table = battle(control_1=1, control_2=1, control_3=1, control_4=-1)

    table.read("command-control").then(tracked("vp", 3, "E49"))
    table.read("command-control", "allies").then(tracked("vp", 2, "E49"))


# Elan, rule E54


def test_after_elan_the_loss_at_the_old_surrender_level_is_no_surrender():
    """E54: 5 to 6, so that the fifth loss is no surrender any more (4.2)."""
    table = battle(*lost("axis", 4), rifle_squad("E5", face="demoralised"), surrender_axis=5)
    table.read("elan").then(tracked("surrender-axis", 6, "E54"))
    table.read("kia")

    assert table.result is None
    assert len(table.table.zone("casualties-axis")) == 5


# Fog of war, rule E57


def test_in_fog_of_war_the_inactive_player_picks_before_the_active_player():
    """E57, AMB-29: the inactive player picks first; both go to their owners' discards."""
    table = battle(axis=("fire", "move"), allies=("fire", "move", "rout"))
    axis, allies = table.table.zone("hand-axis"), table.table.zone("hand-allies")
    table.read("fog-of-war", "axis", dice=(2, 3))

    table.then(
        picked("allies", "fog of war", 2, 2, "E57"),
        discarded(axis[1], "axis", "E57"),
        picked("axis", "fog of war", 3, 3, "E57"),
        discarded(allies[2], "allies", "E57"),
    )
    assert table.table.zone("hand-axis") == axis[:1]
    assert table.table.zone("hand-allies") == allies[:2]


def test_fog_of_war_takes_nothing_from_an_empty_hand():
    """E57, E42-a, AMB-29."""
    table = battle(allies=("fire",))

    table.read("fog-of-war", dice=(1,))

    assert table.table.zone("hand-allies") == ()


# Interrogation, rule E61


def test_an_interrogation_shows_the_whole_hand_to_the_reader():
    """E61, 1.0, 1.2: shown only to the reader, who may have a card discarded."""
    table = battle(axis=("fire",), allies=("fire", "move", "rout"))
    cards = table.table.zone("hand-allies")
    table.read("interrogation")

    table.then(e.PiecesShown(pieces=cards, to=("axis",), rule="E61"))
    assert table.choices() == cards
    table.say("axis", "choose " + cards[1]).then(discarded(cards[1], "allies", "E61"))
    assert table.table.zone("hand-allies") == (cards[0], cards[2])


def test_the_reader_of_interrogation_may_leave_the_hand_as_it_is():
    """E61: the reader may decline."""
    table = battle(allies=("fire", "move"))
    table.read("interrogation")

    table.say("axis", "decline").then()


def test_interrogation_does_nothing_to_an_empty_hand():
    """E61, E42-a."""
    table = battle()
    table.read("interrogation").then()
    table.asks("axis", "5")


# Malfunction, rule E63


def test_a_malfunction_breaks_the_working_weapon_nearest_to_a_random_hex():
    """E63, 11.4: the reader chooses between two weapons at the same distance.

    A broken weapon is not offered.
    """
    table = battle(
        rifle_squad("E3"),
        light_mg("E3"),
        line_squad("E7"),
        weapon("allies-mg", "america-medium-mg", "E7", "allies-a"),
        rifle_squad("E5", "axis-b"),
        light_mg("E5", "axis-b", "axis-broken", face="broken"),
        axis_deck=("hex:E5",),
    )
    card = table.table.zone("deck-axis")[0]
    table.read("malfunction").then(
        discarded(card, "axis", "1.8"), random_hex("axis", "malfunction", 5, 5)
    )
    assert set(table.choices()) == {"axis-mg", "allies-mg"}
    assert table.offer("decline") is None
    table.say("axis", "choose allies-mg").then(turned("allies-mg", "broken", "E63"))


def test_a_malfunction_repairs_by_its_row_before_it_breaks_a_weapon():
    """E63, 11.4-b: the random hex C1 repairs it first, and it is the nearest."""
    table = battle(
        rifle_squad("C3"),
        light_mg("C3", face="broken"),
        line_squad("K7"),
        weapon("allies-mg", "america-medium-mg", "K7", "allies-a"),
        axis_deck=("hex:C1",),
    )
    card = table.table.zone("deck-axis")[0]
    table.read("malfunction").then(
        discarded(card, "axis", "1.8"),
        random_hex("axis", "malfunction", 3, 1),
        turned("axis-mg", "working", "11.4"),
        turned("axis-mg", "broken", "E63"),
    )


def test_a_malfunction_without_weapons_does_nothing():
    """E63, E42-a: the random hex is still read."""
    table = battle(axis_deck=("hex:E5",))
    card = table.table.zone("deck-axis")[0]
    table.read("malfunction").then(
        discarded(card, "axis", "1.8"), random_hex("axis", "malfunction", 5, 5)
    )


# Mission objective, rule E65


LETTERS = "abcdefghjklmnpqrstuvwx"
"""The objective markers in the order of the cup."""


def place_of(letter: str) -> int:
    """The place of a marker in the full cup, counted from 1."""
    return LETTERS.index(letter) + 1


def test_a_mission_objective_is_seen_only_by_the_player_who_draws_it():
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


def test_a_mission_objective_without_secret_side_is_open_at_once():
    """E65, 7.3.3-a: R, 10 for objective 5, scores now."""
    table = battle(control_5=-1)
    table.read("mission-objective", dice=(place_of("r"),))

    assert table.zone("chit-r") == "objectives-open"
    assert table.vp() == -10


def test_objective_events_do_nothing_when_the_cup_is_empty():
    """E65, E74, E42-a."""
    gone = [chit(letter.upper(), "objectives-open") for letter in LETTERS]
    table = battle(*gone)

    table.read("mission-objective").then()
    table.asks("axis", "5")
    table.read("strategic-objective").then()
    table.asks("axis", "5")


@pytest.mark.parametrize(("space", "over"), [(5, False), (6, True)])
def test_the_marker_for_all_five_objectives_decides_the_next_sudden_death(space: int, over: bool):
    """E65, 7.3.3-a, 7.3.2-c, 6.2.2: V has no secret side; all five are the Allies': they win.

    Before the space of the marker is reached nothing happens.
    """
    fields = {f"control_{n}": -1 for n in range(1, 6)}
    table = battle(time=space - 1, sudden_death=6, vp=12, **fields)
    table.read("mission-objective", dice=(20,))
    assert table.zone("chit-v") == "objectives-open"
    assert table.result is None
    table.time_passes()

    assert (table.result is not None) == over
    if over:
        assert table.result is not None
        assert table.result.winners == ("allies",)
        assert table.rolls() == []


# Reconnaissance, rule E67


def test_an_objective_opened_by_reconnaissance_scores_at_once():
    """E67, 7.3.3-b: he chooses which; it becomes open and scores."""
    table = battle(
        chit("K", "objectives-allies"),
        chit("N", "objectives-allies"),
        chit("P", "objectives-axis"),
        control_3=1,
        control_4=-1,
    )
    table.read("reconnaissance")
    assert table.asks("allies", "E67").facts["what"] == "reconnaissance"
    assert set(table.choices()) == {"chit-k", "chit-n"}
    assert table.offer("decline") is None
    table.say("allies", "choose chit-n").then(
        moved("chit-n", "objectives-open", "E67"), tracked("vp", -4, "7.3.3")
    )


def test_reconnaissance_does_nothing_when_the_opponent_has_no_secret_objective():
    """E67, E42-a: the secret objectives of the reader do not count."""
    table = battle(chit("P", "objectives-axis"))
    table.read("reconnaissance").then()
    table.asks("axis", "5")


# Scrounge, rule E71


def test_scrounge_gives_an_eliminated_weapon_to_a_friendly_unit():
    """E71, 4.2: a weapon of any side, for a unit without a weapon."""
    table = battle(rifle_squad("E5"), weapon("allies-mg", "america-medium-mg", "weapons", ""))
    table.read("scrounge")
    table.say("axis", "choose allies-mg")
    table.say("axis", "choose axis-a")

    assert (table.zone("allies-mg"), table.host("allies-mg")) == ("E5", "axis-a")


def test_scrounge_offers_eliminated_weapons_of_both_sides():
    """E71: of any side, for a friendly unit without a weapon; it may be declined."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("F5", "axis-b"),
        light_mg("F5", "axis-b"),
        weapon("allies-gone", "america-medium-mg", "weapons", ""),
        weapon("axis-gone", "germany-heavy-mg", "weapons", "", face="broken"),
        guards=False,
    )
    table.read("scrounge")
    assert set(table.choices()) == {"allies-gone", "axis-gone"}
    assert table.offer("decline") is not None
    # axis-a is the only one without a weapon.
    table.say("axis", "choose allies-gone").then(moved("allies-gone", "E5", "E71", host="axis-a"))


def test_scrounge_does_nothing_when_every_unit_carries_a_weapon():
    """E71, 11.2, E42-a: everybody carries a weapon."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        weapon("axis-gone", "germany-heavy-mg", "weapons", ""),
        guards=False,
    )

    table.read("scrounge").then()
    table.asks("axis", "5")


# Strategic objective, rule E74


@pytest.mark.parametrize(
    ("letter", "control", "points"),
    [
        ("k", {"control_3": 1}, 3),
        ("k", {"control_3": -1}, -3),
        ("k", {}, 0),
        ("t", {"control_1": 1, "control_2": 1, "control_3": -1}, 2),
    ],
)
def test_a_strategic_objective_is_open_and_scores_at_once(
    letter: str, control: dict[str, int], points: int
):
    """E74, 7.3.2-a, 7.3.2-b, 7.3.3-b: for the player who controls the objectives it names."""
    table = battle(**control)
    table.read("strategic-objective", "allies", dice=(place_of(letter),))

    assert table.zone(f"chit-{letter}") == "objectives-open"
    assert table.vp() == points
