"""Advances and melees (O16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.foreseeing import foresee, odds
from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import (
    COUNTRY,
    light_mg,
    line_squad,
    marked,
    rifle_squad,
    sergeant,
    sheet,
    table_on,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.openings import advance_into_e6, battle
from wardiary.domain.games.combat_commander.fire.forecast import sums
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.table.totals import total
from wardiary.domain.games.combat_commander.terrain.steps import advance_steps, move_steps
from wardiary.domain.games.combat_commander.units.numbers import melee_items
from wardiary.domain.games.combat_commander.units.units import contested_hexes
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def test_an_advance_costs_nothing_and_nobody_shoots():
    """O16, O16.1: into woods and uphill with a heavy gun; the inactive player is not asked."""
    table = battle(
        unit("axis-team", "germany-weapon-team", "E5"),
        weapon("axis-mortar", "germany-medium-mortar", "E5", "axis-team"),
        line_squad("E8"),
        on=sheet(terrain={"E6": "w"}, hills={"1": ["E6"]}),
        axis=("advance",),
        allies=("fire",),
    ).order("advance", "axis-team")
    table.say("axis", "advance axis-team E6")

    assert table.zone("axis-team") == table.zone("axis-mortar") == "E6"
    table.asks("axis", "5")


def test_an_advance_over_a_cliff_is_refused_to_a_unit_with_a_weapon():
    """O16.2, O16.3, T83."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        on=sheet(hexsides=["E5/E6 cliff"], terrain={"E4": "~"}),
        axis=("advance",),
    ).order("advance", "axis-a")

    table.when("axis", "advance axis-a E6").then_illegal("O16.2")
    table.when("axis", "advance axis-a E4").then_illegal("O16.3")


def test_a_unit_without_a_weapon_advances_up_a_cliff():
    """O16.2, T83."""
    table = battle(rifle_squad("E5"), on=sheet(hexsides=["E5/E6 cliff"]), axis=("advance",)).order(
        "advance", "axis-a"
    )
    table.say("axis", "advance axis-a E6")

    assert table.zone("axis-a") == "E6"


def test_an_advance_order_does_not_end_before_somebody_has_advanced():
    """O14.4, O16.1."""
    table = battle(rifle_squad("E5"), line_squad("E8"), axis=("advance",)).order(
        "advance", "axis-a"
    )

    assert table.offer("done") is None
    table.when("axis", "done").then_illegal("O14.4")


def test_moves_do_not_enter_enemy_hexes_and_advances_do():
    """O16.2, O16.3, O21.4"""
    table = table_on(COUNTRY, line_squad("E7", "allies-line-1"))

    assert "E7" not in dict(move_steps(table, "axis", "E6"))
    assert "E7" in dict(move_steps(table, "allies", "E6"))
    assert "E7" in advance_steps(table, "E6", with_weapon=True)


def test_an_advance_climbs_a_cliff_only_without_weapon_and_enters_a_bridge_by_its_ends():
    """O16.2, O16.3, T80.1, T83"""
    table = table_on(COUNTRY)

    assert "J2" in advance_steps(table, "I2", with_weapon=False)
    assert "J2" not in advance_steps(table, "I2", with_weapon=True)
    assert "K8" not in advance_steps(table, "J8", with_weapon=False)
    assert set(advance_steps(table, "K8", with_weapon=False)) == {"K7", "K9"}
    assert "I8" not in advance_steps(table, "I7", with_weapon=False)


def melee(*placed: e.Event, **more: Any) -> Battle:
    """A rifle squad advances from E5 to a line squad in E6."""
    return advance_into_e6(line_squad("E6"), *placed, **more)


def test_melee_strength_counts_units_without_weapons_and_boxed_firepower():
    """O16.4, O16.4.1, O16.4.2, O16.4.3, 3.1, 3.1.1, 3.1.6, CC-03: boxed +1, inactive rolls first.

    The squad's command counts: 6 + 2 + 1 boxed, leader 2, against 5.
    """
    table = melee(
        unit("allies-sgt", "america-sergeant-y", "E6"),
        axis_deck=("2-1",),
        allies_deck=("1-1 jammed",),
    )

    assert table.total("melee E6 allies") == 6 + 2 + 1 + 2
    assert table.total("melee E6 axis") == 5
    rolls = [event.seat for event in table.happened(e.DiceRolled)]
    assert rolls == ["allies", "axis"]
    assert table.zone("axis-a") == "casualties-axis"
    assert table.vp() == -2


def test_a_trigger_in_a_melee_does_not_start_the_melee_again():
    """O16.4, O16.4.2, 1.9.1: only what the trigger itself brings together is fought at its end."""
    table = melee(axis_deck=("2-1",), allies_deck=("1-6 event", "event:elan"))

    strengths = [
        event.what for event in table.happened(e.TotalComputed) if event.what.startswith("melee E6")
    ]
    assert strengths == ["melee E6 allies", "melee E6 axis"]
    assert table.track("surrender-allies") == 10
    assert table.zone("axis-a") == "casualties-axis"


def test_a_melee_waits_for_the_end_of_the_order_when_a_trigger_interrupts():
    """O16.4: the first unit is in the enemy's hex while the second meets mines and an event."""
    table = battle(
        sergeant("D5"),
        rifle_squad("D5"),
        rifle_squad("E6", "axis-b"),
        line_squad("D6"),
        work("mines", "E7"),
        axis=("advance",),
        allies_deck=("1-6 event", "event:elan"),
        axis_deck=("6-3",),
    ).order("advance", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "advance axis-a D6"), ("axis", "advance axis-b E7"))

    assert not [
        event for event in table.happened(e.TotalComputed) if event.what.startswith("melee")
    ]
    table.say("axis", "done")
    assert table.total("melee D6 axis") == 5


def test_the_active_player_chooses_the_order_of_several_melees():
    """O16.4: after an order."""
    table = battle(
        sergeant("D5"),
        rifle_squad("D5"),
        rifle_squad("E6", "axis-b"),
        line_squad("D6"),
        line_squad("E7", "allies-b"),
        axis=("advance",),
    ).order("advance", "axis-sgt", "axis-a,axis-b")
    table.commands(("axis", "advance axis-a D6"), ("axis", "advance axis-b E7"), ("axis", "done"))

    assert table.asks("axis", "O16.4").facts["what"] == "melee"
    assert set(table.choices()) == {"D6", "E7"}


def test_a_setting_leaves_command_out_of_melee_strength():
    """CC-03, O16.4.1: 6 + 1 boxed, leader 2."""
    table = melee(
        unit("allies-sgt", "america-sergeant-y", "E6"), settings={"melee_command": "ignored"}
    )

    assert table.total("melee E6 allies") == 6 + 1 + 2


def test_wire_veteran_suppression_and_boxed_firepower_count_in_a_melee():
    """O16.4.1, F106.1, E44.1, 13.2: 5 - 1 + 1 = 5 against 6 - 1 - 1 + 1 boxed = 5."""
    table = advance_into_e6(
        line_squad("E6", suppressed=1),
        work("wire", "E6"),
        marked("axis-a", "veteran", 1, "E44"),
        axis_deck=("4-2",),
        allies_deck=("4-1",),
    )

    assert table.total("melee E6 axis") == 5
    assert table.total("melee E6 allies") == 5
    assert table.zone("allies-a") == "casualties-allies"


def test_boxed_firepower_adds_1_in_melee():
    """O16.4.1: paratroopers 6 boxed, and a leader lending 1."""
    table = table_on(
        sheet(),
        unit("allies-squad", "america-paratroop", "E5"),
        unit("allies-leader", "america-sergeant-x", "E5"),
        rifle_squad("E5", "axis-squad"),
    )

    assert total(melee_items(table, "allies-squad")) == 8
    assert total(melee_items(table, "axis-squad")) == 5
    assert contested_hexes(table) == ("E5",)


def test_a_sniper_that_removes_the_last_enemy_ends_the_melee_without_a_second_roll():
    """O16.4.2, 1.9.1.3: the inactive roll removes the last enemy: the other side never rolls."""
    table = advance_into_e6(
        line_squad("E6"),
        marked("axis-a", "veteran", 1, "E44"),
        e.PieceTurned(piece="axis-a", face="demoralised", rule="E72"),
        allies_deck=("4-4 sniper", "hex:E6"),
    )
    table.say("allies", "choose axis-a")

    assert [purpose for _, purpose in table.rolls()] == []
    assert table.zone("axis-a") == "casualties-axis"
    assert table.zone("allies-a") == "E6"
    assert table.vp() == -2


@pytest.mark.parametrize(("holder", "lost"), [(0, {"axis-a", "allies-a"}), (2, {"axis-a"})])
def test_a_tied_melee_eliminates_both_sides_except_the_holder_of_a_bunker(
    holder: int, lost: set[str]
):
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


def test_the_odds_of_a_melee_are_known_before_it_is_fought():
    """O16.4.1, O16.4.2, 10.3: 11 against 5, by the cards that the seat has not seen."""
    table = battle(
        rifle_squad("E5"), line_squad("E6"), unit("allies-sgt", "america-sergeant-y", "E6"),
        axis=("advance",),
    ).order("advance", "axis-a")  # fmt: skip

    foreseen = foresee(GAME, table.table, "axis", "advance axis-a E6")

    assert [6 + 2 + 1 + 2, 5] == [total.total for total in foreseen.totals]
    chances = odds(foreseen)
    assert list(chances) == ["axis win the melee", "allies win the melee", "both sides are lost"]
    ours, theirs = (
        sums(view(table.table, "axis"), "axis"),
        sums(view(table.table, "axis"), "allies"),
    )
    results = [
        (5 + mine - 11 - other, weight * opposed)
        for mine, weight in ours.items()
        for other, opposed in theirs.items()
    ]
    every = sum(weight for _, weight in results)
    assert chances["axis win the melee"] == (sum(n for lead, n in results if lead > 0), every)
    assert chances["allies win the melee"] == (sum(n for lead, n in results if lead < 0), every)
    assert chances["both sides are lost"] == (sum(n for lead, n in results if not lead), every)
