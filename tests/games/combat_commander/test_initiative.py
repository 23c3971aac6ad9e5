"""The initiative: rolls voided and ties won (9)."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    PACK,
    before_deployment,
    light_mg,
    line_squad,
    rifle_squad,
)
from tests.games.combat_commander.openings import battle, squad_and_mg_fire
from wardiary.domain.games.combat_commander.cards.cards import hand_size
from wardiary.domain.games.combat_commander.table.zones import enemy_of


def test_the_initiative_card_does_not_count_as_a_card_of_the_hand():
    """G-card, 9: a hand of five beside the initiative is full; nothing is drawn."""
    table = battle(initiative="axis", axis=("move", "fire", "fire", "rout", "recover"))
    assert hand_size(table.table, "axis") == 5
    table.say("axis", "discard -")

    assert len(table.table.zone("hand-axis")) == 5
    assert table.zone("initiative") == "initiative-axis"
    assert table.table.seat == "allies"


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
def test_the_scenario_says_who_holds_the_initiative_first(scenario: str):
    """8.12, 9: the card is with that side only."""
    holder = PACK.scenarios[scenario].initiative
    table = before_deployment(scenario).table

    assert table.zone(f"initiative-{holder}") == ("initiative",)
    assert table.zone(f"initiative-{enemy_of(holder)}") == ()
    assert {sheet.initiative for sheet in PACK.scenarios.values()} == {"axis", "allies"}


def test_a_voided_roll_and_its_trigger_have_no_effect():
    """9.1, CC-05: 1-1 Jammed! voided, 3-3 Sniper! voided, the third counts.

    The Axis have the card again.
    """
    table = squad_and_mg_fire(
        axis_deck=("1-1 jammed", "3-3 sniper", "4-2"), allies_deck=("3-1",), initiative="axis"
    )
    table.say("axis", "shoot", stand=False)
    assert table.asks("axis", "9.1").facts["trigger"] == "jammed"

    table.say("axis", "void", stand=False)
    assert table.table.zone("initiative-allies") == ("initiative",)
    assert table.asks("allies", "9.1").facts["trigger"] == "sniper"
    table.say("allies", "void", stand=False)
    table.say("axis", "pass")

    assert table.table.zone("initiative-axis") == ("initiative",)
    assert table.face("axis-lmg") == "working"
    assert table.total("attack total E7") == 6 + 6
    assert len(table.table.zone("discard-axis")) == 1 + 3
    table.when("axis", "void").then_illegal("5")  # The window has closed.


def test_a_voided_roll_stays_in_the_log():
    """9.1: the events contain both rolls in order."""
    table = squad_and_mg_fire(axis_deck=("1-1 jammed", "4-2"), initiative="axis")
    table.say("axis", "shoot", stand=False)
    first = table.dice()
    table.say("axis", "void", stand=False)

    assert first == [("fire", (1, 1))]
    assert table.dice() == [("fire", (4, 2))]


def test_the_holder_of_the_initiative_sees_the_margin_of_a_roll():
    """9.1: facts for standing answers: total, what it is compared with, and the margin."""
    table = squad_and_mg_fire(axis_deck=("4-2",), allies_deck=("3-1",))
    table.say("axis", "shoot", stand=False)
    table.say("allies", "pass", stand=False)

    facts = table.asks("allies", "9.1").facts

    assert (facts["purpose"], facts["roller"], facts["own"]) == ("defence", "allies", 1)
    assert (facts["total"], facts["against"], facts["margin"]) == (10, 12, -2)


def test_a_voided_roll_on_the_last_card_advances_time_before_it_is_repeated():
    """9.1, AMB-04: time moves once, and the second card comes from the new deck."""
    table = squad_and_mg_fire(axis_deck=("6-6 time",), short=("axis",), initiative="axis")
    table.say("axis", "shoot", stand=False)
    table.say("axis", "void", stand=False)

    times = table.values("time")
    assert times == [1]
    assert len(table.table.zone("deck-axis")) == 71
    assert [purpose for purpose, _ in table.dice()] == ["fire"]


def test_a_player_who_voids_a_sudden_death_roll_gives_the_tie_to_the_opponent():
    """9.1, 9.2, 6.2.2, AMB-52: 7 voided, 3 ends it at 0: the card is the enemy's now."""
    table = battle(initiative="axis", axis_deck=("3-4 event", "2-1"), time=6, sudden_death=6)
    table.time_passes()
    assert table.asks("axis", "9.1").facts["purpose"] == "sudden-death"
    table.say("axis", "void", stand=False)
    table.say("allies", "pass")

    result = table.result
    assert result is not None
    assert result.winners == ("allies",)
    assert result.scores == {"axis": 0, "allies": 0}


def test_a_voided_roll_does_not_advance_time():
    """9.1, 1.9.1.4: 6-6 Time! voided: time does not move; the second roll counts."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        initiative="allies",
        axis=("fire",),
        axis_deck=("6-6 time", "2-1"),
        allies_deck=("6-3",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"))
    table.say("axis", "shoot", stand=False)
    table.say("allies", "void", stand=False)
    table.say("axis", "pass")

    assert table.track("time") == 0
    assert table.total("attack total E7") == 8


def test_a_voided_double_with_a_jam_breaks_no_weapon():
    """9.1, A41, 1.9.1.2: the second roll of 3 and 2 counts: 8 + 5 = 13, the gun still works."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        line_squad("E7"),
        axis=("fire", "sustained-fire"),
        initiative="axis",
        axis_deck=("1-1 jammed", "3-2"),
        allies_deck=("6-1 event", "event:elan"),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "join axis-mg"))
    table.play("sustained-fire")
    table.say("axis", "shoot", stand=False)
    table.say("axis", "void")

    assert table.total("attack total E7") == 13
    assert table.face("axis-mg") == "working"
    assert table.zone("initiative") == "initiative-allies"
    assert table.total("defence total allies-a") == 13
    assert table.mark("allies-a", "suppressed") == 1
