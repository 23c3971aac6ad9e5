"""The printed words of the glossary."""

from __future__ import annotations

from tests.games.combat_commander.builders import (
    light_mg,
    line_squad,
    radio,
    rifle_squad,
    sheet,
    table_on,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.games.combat_commander.terrain.fortifications import fortification_in
from wardiary.domain.games.combat_commander.victory.objectives import is_friendly
from wardiary.domain.games.combat_commander.weapons.effects import break_radio, break_weapon
from wardiary.domain.games.combat_commander.weapons.weapons import is_weapon
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e


def test_a_seat_that_holds_any_card_is_asked_for_an_action():
    """G-window: a player with cards is asked, whatever they are; with an empty hand he is not."""
    asked = battle(line_squad("E7"), allies=("move",))
    asked.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))
    empty = battle(line_squad("E7"))
    empty.act(lambda draft: demoralise(draft, ("allies-a",), rule="1.9.1.3"))

    assert [offer.verb for offer in asked.asks("allies", "A36").offers] == ["pass"]
    assert empty.face("allies-a") == "demoralised"


def test_two_hexes_are_adjacent_when_they_share_a_side():
    """G-adjacent, 2.2.2: K8 has exactly six neighbours."""
    grid = map_of(battle().table).grid

    assert set(grid.neighbours("K8")) == {"K7", "K9", "J7", "J8", "L7", "L8"}


def test_radios_and_fortifications_are_pieces_but_not_weapons():
    """G-piece, 1.9.1.2: neither jams, nor does 11.4 look at them; wire is a fortification."""
    table = battle(
        radio("axis"), e.PiecesPlaced(pieces=("wire-x",), kind="wire", zone="E5", rule="F106")
    )

    assert not is_weapon(table.table, "axis-radio-1")
    assert not is_weapon(table.table, "wire-x")
    assert fortification_in(table.table, "E5") == "wire-x"


def test_a_unit_weapon_or_radio_that_breaks_twice_is_removed():
    """G-broken twice, 3.2.4, 11.4-a, O17: a unit, a weapon, a radio."""
    table = battle(
        rifle_squad("E5", face="demoralised"),
        rifle_squad("K5", "axis-b"),
        light_mg("K5", "axis-b", face="broken"),
        radio("axis", face="broken"),
    )

    def again(draft: Draft) -> None:
        demoralise(draft, ("axis-a",), rule="E43")
        break_weapon(draft, "axis-mg", rule="E63")
        break_radio(draft, "axis-radio-1")

    table.act(again)

    assert table.zone("axis-a") == "casualties-axis"
    assert table.zone("axis-mg") == "weapons"
    assert table.zone("axis-radio-1") == "box"


TOWN = sheet(
    terrain={"C4": "b", "C5": "b"},
    objectives={"1": ["C4", "C5"], "2": ["E5"], "3": ["G5"], "4": ["I5"], "5": ["K5"]},
)


def test_a_controlled_objective_is_friendly_until_the_enemy_enters_it():
    """Glossary"""
    empty = table_on(TOWN, **{"control-2": 1})
    entered = table_on(TOWN, line_squad("E5"), **{"control-2": 1})

    assert (is_friendly(empty, "E5", "axis"), is_friendly(empty, "E5", "allies")) == (True, False)
    assert (is_friendly(entered, "E5", "axis"), is_friendly(entered, "E5", "allies")) == (
        False,
        True,
    )
    assert not is_friendly(empty, "A9", "axis")
