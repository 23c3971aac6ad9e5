"""Opportunity fire (A33)."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    light_mg,
    line_squad,
    rifle_squad,
    sheet,
    unit,
    weapon,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.actions.opportunity_fire import WATCHING


def test_opportunity_fire_needs_a_fire_card_and_excludes_artillery():
    """A33, A33.1, A33.3, 11.5: its carrier may fire."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        weapon("allies-mortar", "america-light-mortar", "E9", "allies-a"),
        axis=("move",),
        allies=("fire", "rout"),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    fire, other = table.table.zone("hand-allies")
    table.when("allies", f"watch {other} allies-a -").then_illegal("A33.1")
    table.say("allies", f"watch {fire} allies-a -")

    assert table.candidates("fire", "base") == ("allies-a",)


@pytest.mark.parametrize(("card", "asked"), [("fire", True), ("move", False)])
def test_a_player_is_asked_for_opportunity_fire_only_if_his_hand_could_have_a_fire_card(
    card: str, asked: bool
):
    """A33.1, G-window, 1.2: his deck is empty, and all his other cards are among the discards."""
    table = battle(
        rifle_squad("E5"), line_squad("E9"), axis=("move",), allies=(card,), short=("allies",)
    ).order("move", "axis-a")
    table.move("axis-a", "E6")

    table.asks(*(("allies", "O21.6") if asked else ("axis", "O21")))


def test_handing_over_a_weapon_does_not_allow_opportunity_fire():
    """AMB-16, A33.1: in full view of the enemy; he is not asked."""
    table = battle(
        rifle_squad("E5"),
        light_mg("E5"),
        rifle_squad("E5", "axis-b"),
        line_squad("E7"),
        axis=("move",),
        allies=("fire",),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "hand-over axis-mg axis-b"))

    table.asks("axis", "O21")


def test_opportunity_fire_beyond_range_is_refused_under_the_range_rule():
    """8.11b, A33.1, O20.2.2: a unit activated ten hexes away is out of range, not too weak."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E8"),
        line_squad("O10", "allies-b", **{WATCHING: 1}),
        axis=("move",),
        allies=("fire",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")

    table.when("allies", "fire E6 allies-b").then_illegal("O20.2.2")


def test_each_squad_is_offered_once_for_opportunity_fire_and_activates_no_other_unit():
    """A33.2, 3.3.1.1: two squads in a hex, without a leader."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        line_squad("E9", "allies-b"),
        axis=("move",),
        allies=("fire",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")

    assert table.candidates("watch", "head") == ("allies-a", "allies-b")
    assert table.candidates("watch", "others") == ()


def test_a_leader_may_activate_for_opportunity_fire_a_team_that_is_still_out_of_range():
    """A33.2, A33.3-b, 3.3.1.1, O20.1: six hexes for the squad, five for the team, none for him."""
    table = battle(
        rifle_squad("E4"),
        unit("allies-sgt", "america-sergeant-x", "E10"),
        line_squad("E10"),
        unit("allies-team", "america-line-team", "E10"),
        axis=("move",),
        axis_deck=("6-5", "6-4"),
        allies=("fire",),
        allies_deck=("1-2", "2-1"),
    ).order("move", "axis-a")
    table.move("axis-a", "F4")
    card = table.candidates("watch", "card")[0]
    table.when("allies", f"watch {card} allies-sgt allies-team").then_illegal("O20.1")
    table.say("allies", f"watch {card} allies-sgt allies-a,allies-team")
    assert set(table.candidates("fire", "base")) == {"allies-a"}
    table.say("allies", "pass")
    table.say("axis", "step F5")

    assert set(table.candidates("fire", "base")) == {"allies-a", "allies-team"}


def test_units_activated_earlier_and_now_fire_together_in_a_single_group():
    """AMB-17, A33.2, A33.3-b: 6, then 6 + 1 with a second card; a single fire for each entry."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        line_squad("E10", "allies-b"),
        axis=("move",),
        axis_deck=("6-5", "6-4"),
        allies=("fire", "fire"),
        allies_deck=("1-2", "2-1"),
        guards=True,
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.say("allies", f"watch {table.card('allies', 'fire')} allies-a -")
    table.shoot("allies-a", "E6")
    assert table.total("firepower E6") == 6
    card = table.card("allies", "fire")
    table.when("allies", f"watch {card} allies-b -").then_illegal("Table/Turn")
    table.say("axis", "step E7")
    table.commands(
        ("allies", f"watch {card} allies-b -"),
        ("allies", "fire E7 allies-a"),
        ("allies", "join allies-b"),
        ("allies", "shoot"),
    )

    assert table.total("firepower E7") == 7
    table.asks("axis", "O21")


def test_entering_a_stream_is_a_single_expenditure_and_draws_a_single_fire():
    """A33.3, O21.5, T95: three points, a single fire; the unit may fire again at the next entry."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        on=sheet(terrain={"E6": "s"}),
        axis=("move",),
        allies=("fire", "fire"),
        allies_deck=("1-2",),
        axis_deck=("6-5",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.asks("allies", "O21.6")
    table.watch("allies-a")
    table.when("allies", "fire E5 allies-a").then_illegal("A33.2")
    table.shoot("allies-a", "E6")

    assert table.mark("allies-a", "watching") == 1
    table.asks("axis", "O21")


def test_a_hex_entry_may_be_fired_at_only_once():
    """A33.3-c: of two activated squads only the first fires at this entry; both may at the next."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        line_squad("F9", "allies-b"),
        unit("allies-sgt", "america-sergeant-x", "E9"),
        axis=("move",),
        axis_deck=("6-5",),
        allies=("fire",),
        allies_deck=("1-2",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.watch("allies-sgt", "allies-a,allies-b").shoot("allies-a", "E6")

    table.asks("axis", "O21")
    table.say("axis", "step E7")
    assert set(table.candidates("fire", "base")) == {"allies-a", "allies-b"}
