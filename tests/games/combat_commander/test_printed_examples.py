"""The examples printed in the booklet, event by event with their numbers."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import (
    EXAMPLE,
    light_mg,
    line_squad,
    rifle_squad,
    sergeant,
    sheet,
    smoke,
    table_on,
    unit,
    weapon,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.fire.targets import SightNow
from wardiary.domain.games.combat_commander.table.totals import total
from wardiary.domain.games.combat_commander.terrain.cover import Shot
from wardiary.domain.games.combat_commander.terrain.lines_of_sight import height_items, sight_line
from wardiary.domain.games.combat_commander.units.command import commanded_by
from wardiary.domain.games.combat_commander.units.numbers import (
    firepower,
    morale,
    movement,
    range_of,
)
from wardiary.domain.games.combat_commander.weapons.weapons import may_fire, weapon_firepower_items
from wardiary.domain.table import events as e

MEN = "axis-team,axis-rifle-l8,axis-rifle-k8,axis-rifle-j7,axis-rifle-j6"


def fire_example() -> Battle:
    """Grein in K8 leads a team and four squads; Bolter stands in L8; an American squad in M6."""
    return battle(
        unit("axis-grein", "germany-sergeant-y", "K8"),
        sergeant("L8", "axis-bolter"),
        rifle_squad("L8", "axis-rifle-l8"),
        rifle_squad("K8", "axis-rifle-k8", face="demoralised"),
        rifle_squad("J7", "axis-rifle-j7"),
        rifle_squad("J6", "axis-rifle-j6"),
        unit("axis-team", "germany-weapon-team", "L8"),
        weapon("axis-hmg", "germany-heavy-mg", "L8", "axis-team"),
        light_mg("K8", "axis-rifle-k8", "axis-lmg-k8"),
        light_mg("J6", "axis-rifle-j6", "axis-lmg-j6"),
        weapon("axis-mortar", "germany-light-mortar", "J7", "axis-rifle-j7"),
        line_squad("M6", "allies-squad"),
        on=EXAMPLE,
        axis=("fire", "sustained-fire", "sustained-fire"),
        axis_deck=("4-1", "1-6 event", "event:interdiction"),
        allies_deck=("6-4",),
    )


def test_fire_example_a_a_leader_activates_a_team_and_squads_but_no_leader():
    """Example of Fire, A; 3.3.1.1, O14.1, O20.1, 1.5: Bolter cannot be activated through Grein."""
    table = fire_example().order("fire")

    table.when("axis", f"activate axis-grein {MEN},axis-bolter").then_illegal("3.3.1.1")
    table.say("axis", f"activate axis-grein {MEN}")

    marked = {event.piece for event in table.happened(e.MarkSet) if event.mark == "activated"}
    assert marked == {"axis-grein", *MEN.split(",")}


def fire_order_of_the_example() -> Battle:
    """Grein activates the team and all squads."""
    table = fire_example()
    card = table.card("axis", "fire")
    table.order("fire", "axis-grein", MEN)
    assert table.zone(card) == "discard-axis"
    return table


def test_fire_example_b_the_weapon_of_a_demoralised_unit_cannot_fire():
    """Example of Fire, B; 11.1, 3.2.3, 3.3.1.2: the squad itself reaches 1 + 2 hexes."""
    table = fire_order_of_the_example()
    bases = table.candidates("fire", "base")

    assert "axis-lmg-k8" not in bases
    assert "axis-rifle-k8" in bases


def test_fire_example_c_and_d_a_group_of_four_hexes():
    """Example of Fire, C and D; O20.3.1, O20.3.1.2, T88.2, O20.3.3, O20.3.4, T93: 11 + 5 = 16.

    Grein's range is too short and the mortar fires alone (O20.3.1.1, 11.5).
    """
    table = fire_order_of_the_example()
    table.say("axis", "fire M6 axis-rifle-l8")
    joined = table.candidates("join", "elements")
    assert "axis-grein" not in joined
    assert "axis-mortar" not in joined
    assert "axis-rifle-j7" not in joined  # Only K8 connects it, and K8 has not joined yet.
    table.say("axis", "join axis-rifle-k8")
    table.say("axis", "join axis-rifle-j7")
    table.say("axis", "join axis-rifle-j6,axis-lmg-j6")

    table.say("axis", "shoot")

    assert table.items("firepower M6") == {
        "axis-rifle-l8 firepower": 5,
        "axis-bolter": 1,
        "axis-rifle-k8": 1,
        "axis-rifle-j7": 1,
        "axis-rifle-j6": 1,
        "axis-lmg-j6": 1,
        "downhill": 1,
    }
    assert table.total("firepower M6") == 11
    assert table.total("attack total M6") == 16
    assert table.items("morale allies-squad") == {"allies-squad morale": 6, "open": 0, "road": -1}
    assert table.total("defence total allies-squad") == 15
    assert table.face("allies-squad") == "demoralised"


def test_fire_example_e_and_f_two_sustained_fires_and_an_event():
    """Example of Fire, E and F; A41, A24.1, 1.9.1, 1.9.1.1, E60, 4.1.2: 9 + 4 + 7 = 20.

    The event comes before the defence: the target is suppressed first.
    """
    table = fire_order_of_the_example()
    table.say("axis", "fire M6 axis-rifle-l8")
    table.say("axis", "shoot")  # 6 + 5 against 5 + 10: no effect.
    table.say("axis", "fire M6 axis-hmg")
    for card in table.candidates("play", "card", "A41"):
        table.say("axis", f"play {card} -")
    table.say("axis", "shoot")

    assert table.total("firepower M6") == 13
    assert table.track("attack-total") == 11
    table.asks("axis", "E60")
    table.say("axis", "choose allies-squad")

    assert table.track("attack-total") == 20
    assert table.total("attack total M6") == 20
    marks = [event for event in table.happened(e.MarkSet) if event.mark == "suppressed"]
    assert [(mark.piece, mark.rule) for mark in marks] == [("allies-squad", "E60")]
    assert table.total("morale allies-squad") == 4
    assert table.face("axis-hmg") == "working"


FIRE_EXAMPLE = (
    unit("axis-grein", "germany-sergeant-y", "K8"),
    unit("axis-bolter", "germany-corporal-y", "L8"),
    unit("axis-team", "germany-weapon-team", "L8"),
    rifle_squad("L8", "axis-rifle-1"),
    rifle_squad("K8", "axis-rifle-2", face="demoralised"),
    rifle_squad("J7", "axis-rifle-3"),
    rifle_squad("J6", "axis-rifle-4"),
    weapon("axis-hmg", "germany-heavy-mg", "L8", "axis-team"),
    light_mg("K8", "axis-rifle-2", "axis-lmg-k8"),
    light_mg("J6", "axis-rifle-4", "axis-lmg-j6"),
    weapon("axis-mortar", "germany-light-mortar", "J7", "axis-rifle-3"),
    line_squad("M6", "allies-line"),
)


def test_the_printed_fire_example_adds_up():
    """O20, examples A to E: group 6 + 4 + 1 for height, HMG 9, target morale 5."""
    table = table_on(EXAMPLE, *FIRE_EXAMPLE)
    group = ("axis-rifle-1", "axis-rifle-2", "axis-rifle-3", "axis-rifle-4", "axis-lmg-j6")
    hexes = ("L8", "K8", "J7", "J6")

    assert set(commanded_by(table, "axis-grein")) == {
        "axis-team", "axis-rifle-1", "axis-rifle-2", "axis-rifle-3", "axis-rifle-4",
    }  # fmt: skip
    assert (firepower(table, "axis-rifle-1"), range_of(table, "axis-rifle-2")) == (6, 3)
    assert all(sight_line(table, hex_label, "M6").clear for hex_label in hexes)
    height = total(height_items(table, hexes, "M6"))
    assert firepower(table, "axis-rifle-1") + len(group) - 1 + height == 11
    assert total(weapon_firepower_items(table, "axis-hmg")) == 9
    assert morale(table, "allies-line", Shot(hexes)) == 5
    assert range_of(table, "axis-grein") == 1
    assert not may_fire(table, "axis-lmg-k8")
    assert may_fire(table, "axis-lmg-j6")


def move_example() -> Battle:
    """A German squad climbs past Biermann; an American squad in L5 has a fire card."""
    table = battle(
        rifle_squad("L8", "axis-squad"),
        sergeant("K7", "axis-biermann"),
        line_squad("L5", "allies-squad"),
        on=EXAMPLE,
        axis=("move", "move", "smoke-grenades"),
        allies=("fire", "fire", "hand-grenades", "hand-grenades"),
        axis_deck=("6-2", "1-5", "6-3"),
        allies_deck=("6-5", "1-3"),
    )
    table.order("move", "axis-squad")
    return table.say("axis", "group axis-squad")


def test_move_example_a_to_h_with_opportunity_fire():
    """Example of Move and Opportunity Fire, A to H.

    O21, O21.1, O21.3, O21.5, O21.6, T88.1, T88.3.2, A33, A33.1, A33.2, A33.3, A34, A39, 10.3.4.
    """
    table = move_example()

    table.say("axis", "step K8")
    assert table.total("movement points") == 2
    table.then_does_not_ask("allies")  # B: the crest in K7 blocks, nobody could fire.

    table.play("smoke-grenades", "K7", dice=(7,))
    assert table.zone("smoke-7") == "K7"

    table.say("axis", "step K7")
    assert table.total("movement points") == 3
    table.asks("allies", "O21.6")
    table.watch("allies-squad").shoot("allies-squad", "K7")
    assert table.items("firepower K7") == {
        "allies-squad firepower": 6,
        "hindrance": -4,
        "uphill": -1,
    }
    assert table.total("attack total K7") == 12

    table.asks("axis", "O20.3.4")
    table.commands(("axis", "defend axis-squad"), ("axis", "defend axis-biermann"))
    assert table.total("morale axis-squad") == 8
    assert table.total("defence total axis-squad") == 16
    assert table.total("defence total axis-biermann") == 14
    assert table.face("axis-squad") == table.face("axis-biermann") == "normal"

    table.say("axis", "step K6")
    assert table.total("movement points") == 5

    table.say("allies", "fire K6 allies-squad")  # G: no new card is needed.
    for card in table.candidates("play", "card", "A34"):
        table.say("allies", f"play {card} -")
    table.say("allies", "shoot")
    assert table.total("firepower K6") == 9
    assert table.total("attack total K6") == 13
    table.say("axis", "defend axis-squad")
    assert table.total("morale axis-squad") == 9
    assert table.total("defence total axis-squad") == 18

    table.asks("axis", "O21")
    assert table.offer("step") is None  # H: 4 movement, 5 spent.
    table.commands(("axis", "stop"), ("axis", "done"))
    table.order("move", "axis-biermann").move("axis-biermann", "L7")
    table.then_does_not_ask("allies")  # The squad was activated for opportunity fire already.


LINES = [
    ("A", "J9", "K6", False, 0),
    ("B", "J9", "L6", False, 0),
    ("C", "J9", "N6", True, 0),
    ("D", "J7", "M9", False, 0),
    ("E", "J7", "N9", True, 0),
    ("F", "M9", "M4", True, 0),
    ("G", "M9", "N6", True, 2),
    ("H", "M9", "N7", True, 7),
    ("J", "N9", "N7", True, 7),
]


@pytest.mark.parametrize(("example", "here", "there", "clear", "hindrance"), LINES)
def test_line_of_sight_examples_a_to_j(
    example: str, here: str, there: str, clear: bool, hindrance: int
):
    """Examples of LOS; 10.1, 10.1.1, 10.3.4, T88, T88.3.1, T88.3.2, T88.3.3, T88.4, T88.4.1.

    Units on the way change nothing; the line is the same in both directions.
    """
    table = battle(smoke(13, "N8"), rifle_squad("N8"), on=EXAMPLE)

    for a, b in ((here, there), (there, here)):
        assert (SightNow.at(table.table).hindrance(a, b)) == (hindrance if clear else None), example


def test_a_wall_that_is_not_a_hexside_of_either_end_blocks_the_line():
    """Examples of LOS, H; 10.1, T84: a fence there hinders by 1."""
    fields = {"terrain": {"N7": "o"}}
    wall = battle(on=sheet(hexsides=["M8/N8 wall"], **fields))
    fence = battle(on=sheet(hexsides=["M8/N8 fence"], **fields))

    assert SightNow.at(wall.table).hindrance("M9", "N7") is None
    assert SightNow.at(fence.table).hindrance("M9", "N7") == 1


def test_the_printed_move_example_adds_up():
    """A33, examples D to H."""
    moving = rifle_squad("K7", "axis-squad")
    table = table_on(
        EXAMPLE, moving, sergeant("K7", "axis-biermann"), line_squad("L5", "allies-line")
    )

    assert (morale(table, "axis-squad"), morale(table, "axis-biermann")) == (8, 8)
    assert movement(table, "axis-squad") == 5
    assert firepower(table, "allies-line") + total(height_items(table, ("L5",), "K7")) == 5
