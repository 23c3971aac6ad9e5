"""Clauses of orders, actions and scenarios that single changes of the rules once passed by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from tests.games.combat_commander.battle import Battle, battle, sheet, smoke, unit, weapon, work
from tests.games.combat_commander.shipped import changed
from wardiary.domain.games.combat_commander.pack.reader import read_pack
from wardiary.domain.games.combat_commander.terrain.fortifications import mines_firepower
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_firepower_items
from wardiary.domain.packs import PackError
from wardiary.domain.table import events as e

# Scenarios


def test_a_force_has_at_most_as_many_weapons_as_units():
    """8.12, 11.2: the nine units of the Axis in cc-h1 may carry nine weapons, and not ten."""
    nine = read_pack(changed("scenarios.toml", "light-mg = 3", "light-mg = 8"))
    axis = nine.scenarios["cc-h1"].axis

    assert sum(axis.weapons.values()) == sum(axis.units.values()) == 9
    with pytest.raises(PackError, match="weapons"):
        read_pack(changed("scenarios.toml", "light-mg = 3", "light-mg = 9"))


@pytest.mark.parametrize(("attitude", "expected"), [("defender", 8), ("attacker", 6)])
def test_only_the_defender_has_bought_better_mines(attitude: str, expected: int):
    """8.12, F103.2."""
    table = battle().table
    scenario = table.pack.scenarios["cc-h1"]
    axis = structs.replace(scenario.axis, attitude=attitude, mines=8)
    scenarios = {**table.pack.scenarios, "cc-h1": structs.replace(scenario, axis=axis)}

    pack = replace(table.pack, scenarios=scenarios)

    assert mines_firepower(structs.replace(table, pack=pack)) == expected


# Orders


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ("axis-mg", "is no unit"),
        ("allies-a", "is none of your units"),
        ("axis-far", "is none of your units"),
    ],
)
def test_everybody_who_is_activated_with_a_leader_must_be_a_unit_of_the_seat_on_the_map(
    others: str, why: str
):
    """8.12, O14.1: not only the first unit that is named."""
    table = battle(
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("axis-far", "germany-rifle", "casualties-axis"),
        unit("allies-a", "america-line", "E8"),
        axis=("move",),
    ).order("move")

    table.when("axis", f"activate axis-sgt {others}").then_illegal("O14.1")

    assert why in str(table.refused)


def test_smoke_shells_are_not_offered_where_no_smoke_can_be():
    """8.12, O20.2.1, T94: not in marsh, water or a burning hex, nor beyond range or sight."""
    table = battle(
        unit("axis-a", "germany-rifle", "E3"),
        weapon("axis-mortar", "germany-medium-mortar", "E3", "axis-a"),
        unit("allies-a", "america-line", "E8"),
        smoke(5, "G6", face="blaze"),
        on=sheet(terrain={"D6": "m", "F6": "~"}),
        axis=("fire",),
    ).order("fire", "axis-a")
    offered = table.candidates("shell-smoke", "hex")

    assert {"E6", "E7", "E8"} <= set(offered)
    assert {"D6", "F6", "G6"}.isdisjoint(offered)


def test_a_leader_lends_nothing_to_the_weapon_of_an_enemy_in_the_same_hex():
    """8.12, 3.3.1.3: a melee is not over yet, and each side has its own leader."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        unit("axis-sgt", "germany-sergeant-x", "E5"),
        unit("allies-lt", "america-lieutenant-x", "E5"),
    ).table

    lenders = [item[0] for item in weapon_firepower_items(table, "axis-mg")]

    assert lenders == ["axis-mg firepower", "axis-sgt"]


@pytest.mark.parametrize(
    ("here", "beyond", "rule", "face"),
    [("E8", "E9", "O23.3.5", "broken"), ("E10", "E5", "7.2.2", "working")],
)
def test_a_weapon_is_repaired_only_where_its_carrier_left_over_the_friendly_edge(
    here: str, beyond: str, rule: str, face: str
):
    """8.12, 7.2.2, O23.3.5: who has nowhere to retreat to is lost with the weapon as it was."""
    table = battle(
        unit("axis-a", "germany-rifle", here, face="demoralised"),
        weapon("axis-mg", "germany-light-mg", here, "axis-a", face="broken"),
        unit("allies-a", "america-line", beyond),
        axis=("rout",),
        axis_deck=("6-5",),
    ).order("rout")
    lost = [move for move in table.happened(e.PiecesMoved) if move.pieces == ("axis-a",)]

    assert [(move.to, move.rule) for move in lost] == [("casualties-axis", rule)]
    assert (table.zone("axis-mg"), table.face("axis-mg")) == ("weapons", face)


# Actions


@pytest.mark.parametrize(
    ("attitudes", "terrain"),
    [({}, {"C1": "w"}), ({"allies": "defender"}, {})],
    ids=["no defender", "no cover"],
)
def test_a_hidden_unit_is_refused_to_all_but_a_defender_with_a_place_for_it(
    attitudes: Mapping[str, str], terrain: Mapping[str, str]
):
    """8.12, A35.4: asked because of the wire, which could be demolished."""
    table = battle(
        unit("allies-a", "america-line", "E7"),
        work("wire", "E7"),
        on=sheet(terrain=terrain),
        attitudes=dict(attitudes),
        axis=("move",),
        allies=("hidden-unit", "command-confusion"),
    )
    table.say("axis", f"discard {table.table.zone('hand-axis')[0]}")

    assert table.offer("play") is None
    table.play("hidden-unit").then_illegal("A35.4")


def bore_sighting(base: str, **more: Any) -> Battle:
    """A squad with a heavy gun fires; the owner holds Bore Sighting."""
    table = battle(
        unit("axis-a", "germany-rifle", "E5"),
        weapon("axis-hmg", "germany-heavy-mg", "E5", "axis-a"),
        unit("allies-a", "america-line", "E7"),
        axis=("fire", "bore-sighting"),
        **more,
    ).order("fire", "axis-a")
    return table.say("axis", f"fire E7 {base}")


@pytest.mark.parametrize("attitude", ["attacker", "reconnaissance"])
def test_bore_sighting_is_refused_to_who_does_not_defend(attitude: str):
    """8.12, A27: however heavy the weapon is."""
    table = bore_sighting("axis-hmg", attitudes={"axis": attitude})

    assert table.offer("play") is None
    table.play("bore-sighting").then_illegal("A27")


def test_bore_sighting_is_refused_to_the_defenders_squad_that_fires_without_its_weapon():
    """8.12, A27: it is the weapon in the fire group that counts."""
    table = bore_sighting("axis-a", attitudes={"axis": "defender"})

    table.play("bore-sighting").then_illegal("A27")


def test_nobody_is_asked_after_a_discard_where_nothing_can_be_demolished_or_hidden():
    """8.12, A31, A35.4: whatever the hand holds, the turn goes on."""
    table = battle(
        unit("allies-a", "america-line", "E7"), axis=("move",), allies=("demolition", "fire")
    )
    table.say("axis", f"discard {table.table.zone('hand-axis')[0]}")

    table.asks("allies", "5")


def test_a_group_on_its_way_is_told_what_it_has_spent_and_what_is_left():
    """8.12, O21.1: a rifle squad has 4."""
    table = battle(unit("axis-a", "germany-rifle", "E5"), axis=("move",)).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    prompt = table.asked()

    assert prompt is not None
    assert prompt.question.startswith("axis-a: 1 spent, 3 left")
