"""The five hidden actions of the defender (A35)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.combat_commander.builders import (
    OBJECTIVE_BUILDING_IN_E7,
    line_squad,
    rifle_squad,
    sheet,
    work,
)
from tests.games.combat_commander.openings import battle, squad_in_e7_defends


def test_hidden_entrenchments_need_a_defender_and_a_hex_without_building():
    """A35, A35.1, F100: cover 0 becomes 3 for the rolls to come."""
    table = squad_in_e7_defends(
        "hidden-entrenchments", on=sheet(), attitudes={"allies": "defender"}, allies_deck=("6-3",)
    )
    table.play("hidden-entrenchments", "E7")
    assert table.items("morale allies-a")["foxholes"] == 3

    built = squad_in_e7_defends(
        "hidden-entrenchments", on=OBJECTIVE_BUILDING_IN_E7, attitudes={"allies": "defender"}
    )
    built.play("hidden-entrenchments", "E7").then_illegal("A35.1")
    recon = squad_in_e7_defends("hidden-entrenchments", "concealment", on=sheet())
    recon.play("hidden-entrenchments", "E7").then_illegal("A35.1")


def test_concealment_counts_the_foxholes_of_hidden_entrenchments():
    """A35.1, A29, A24.1: 5 + 7 = 12; foxholes 3; concealment takes 3: 9 against 6 + 3 + 3."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E7"),
        axis=("fire",),
        axis_deck=("6-2",),
        allies=("hidden-entrenchments", "concealment"),
        allies_deck=("2-1",),
        attitudes={"allies": "defender"},
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E7")
    table.play("hidden-entrenchments", "E7")
    table.play("concealment", "E7")

    assert table.zone("foxholes-1") == "E7"
    assert table.track("attack-total") == 13 - 3
    assert table.total("defence total allies-a") == 12
    assert table.face("allies-a") == "normal"


def test_hidden_mines_attack_only_units_that_just_entered():
    """A35.2, F103.2: in the hex that a unit has just entered."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("E6", "axis-b"),
        attitudes={"allies": "defender"},
        axis=("move",),
        allies=("hidden-mines",),
        axis_deck=("1-2",),
        allies_deck=("6-2",),
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.play("hidden-mines", "E6")

    assert table.zone("mines-1") == "E6"
    assert (table.face("axis-a"), table.face("axis-b")) == ("demoralised", "normal")


def test_hidden_mines_under_an_advance_come_before_the_melee():
    """A35.2, AMB-42, AMB-47, O16.4: 6 + 8 against 7 + 4: demoralised, and 2 in the melee.

    The American who was there is not attacked. 2 + 5 against 6 + 1 + 3: the Germans are lost.
    """
    table = battle(
        rifle_squad("E5"),
        line_squad("E6"),
        axis=("advance",),
        axis_deck=("3-1", "3-2"),
        allies=("hidden-mines",),
        allies_deck=("6-2", "2-1"),
        attitudes={"allies": "defender"},
    ).order("advance", "axis-a")
    table.say("axis", "advance axis-a E6")
    table.play("hidden-mines", "E6")

    assert table.face("axis-a") == "demoralised"
    assert table.total("melee E6 axis") == 2
    assert table.total("melee total E6 allies") == 10
    assert table.zone("axis-a") == "casualties-axis"


def test_hidden_mines_may_be_played_when_no_wire_is_left():
    """A35.2, A35.5, F100.1: all twenty wire counters are on the map; there are still mines."""
    wires = [work("wire", f"{c}{n}") for c in "FGHIJKLMNO" for n in (2, 3)]
    table = battle(
        rifle_squad("C5"),
        line_squad("O9"),
        *wires,
        axis=("move",),
        axis_deck=("6-5",),
        allies=("hidden-mines",),
        allies_deck=("1-2",),
        attitudes={"allies": "defender"},
    ).order("move", "axis-a")
    table.move("axis-a", "C6")
    table.play("hidden-mines", "C6")

    assert table.total("attack total C6") == 9
    assert table.zone("mines-1") == "C6"


def test_a_hidden_pillbox_is_placed_on_an_objective_under_attack():
    """A35.3, F104: cover 5 - 1 on the road."""
    table = squad_in_e7_defends(
        "hidden-pillbox",
        on=OBJECTIVE_BUILDING_IN_E7,
        attitudes={"allies": "defender"},
        allies_deck=("6-3",),
    )
    table.play("hidden-pillbox", "E7")

    assert table.items("morale allies-a") == {"allies-a morale": 6, "pillbox": 5, "road": -1}
    assert table.table.zone("box").count("pillbox-1") == 0


def test_a_hidden_pillbox_is_held_by_its_occupant_in_a_tied_melee():
    """A35.3, F104, O16.4.3: revealed in a fire; its holder wins the tie."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("D6", "axis-b"),
        line_squad("E6"),
        on=sheet(objectives={"1": ["E6"], "2": ["F5"], "3": ["G5"], "4": ["H5"], "5": ["I5"]}),
        axis=("fire", "advance"),
        axis_deck=("1-2", "6-1"),
        allies=("hidden-pillbox",),
        allies_deck=("6-3", "3-2"),
        attitudes={"allies": "defender"},
        control_1=-1,
    ).order("fire", "axis-a")
    table.shoot("axis-a", "E6")
    table.play("hidden-pillbox", "E6")
    table.order("advance", "axis-b")
    table.say("axis", "advance axis-b E6")

    # 5 + 7 against 6 + 1 + 5.
    assert table.total("melee total E6 axis") == table.total("melee total E6 allies") == 12
    assert table.zone("axis-b") == "casualties-axis"
    assert table.zone("allies-a") == "E6"


def test_a_hidden_unit_is_placed_in_cover_in_the_defenders_set_up_zone():
    """A35.4, 4.3, 4.3.2: a support roll, no radio, a hex without units and cover of at least 1."""
    table = battle(
        rifle_squad("A9"),
        on=sheet(terrain={"C1": "w", "D9": "w"}),
        attitudes={"allies": "defender"},
        axis=("move",),
        allies=("hidden-unit",),
        allies_deck=("3-2",),
    )
    (card,) = table.table.zone("hand-axis")
    table.say("axis", f"discard {card}")
    table.play("hidden-unit")
    assert set(table.choices()) == {
        "america-corporal-y",
        "america-weapon-team+america-medium-mg",
        "america-line",
    }
    table.say("allies", "choose america-weapon-team+america-medium-mg")

    assert table.zone("allies-weapon-team-1") == table.zone("allies-medium-mg-1") == "C1"


@pytest.mark.parametrize(
    ("attitudes", "terrain"),
    [({}, {"C1": "w"}), ({"allies": "defender"}, {})],
    ids=["no defender", "no cover"],
)
def test_a_hidden_unit_needs_a_defender_and_a_hex_with_cover(
    attitudes: Mapping[str, str], terrain: Mapping[str, str]
):
    """8.12, A35.4: asked because of the wire, which could be demolished."""
    table = battle(
        line_squad("E7"),
        work("wire", "E7"),
        on=sheet(terrain=terrain),
        attitudes=dict(attitudes),
        axis=("move",),
        allies=("hidden-unit", "command-confusion"),
    )
    table.say("axis", f"discard {table.table.zone('hand-axis')[0]}")

    assert table.offer("play") is None
    table.play("hidden-unit").then_illegal("A35.4")


def test_hidden_wire_takes_the_rest_of_the_movement():
    """A35.5, F106.2: in the hex that a unit has just entered."""
    table = battle(
        rifle_squad("E5"), attitudes={"allies": "defender"}, axis=("move",), allies=("hidden-wire",)
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.play("hidden-wire", "E6")

    assert table.zone("wire-1") == "E6"
    assert table.offer("step") is None


def test_hidden_wire_lowers_morale_and_opportunity_fire_may_follow():
    """A35.5, F106.1, F106.2, A33.2, O20.3.4-b: 7 - 1 + 6 = 12 ties 6 + 6: moving, demoralised."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        axis=("move",),
        axis_deck=("5-1",),
        allies=("hidden-wire", "fire"),
        allies_deck=("4-2",),
        attitudes={"allies": "defender"},
    ).order("move", "axis-a")
    table.move("axis-a", "E6")
    table.play("hidden-wire", "E6")
    table.watch("allies-a").shoot("allies-a", "E6")

    assert table.items("morale axis-a") == {"axis-a morale": 7, "wire": -1, "open": 0}
    assert table.total("defence total axis-a") == 12
    assert table.face("axis-a") == "demoralised"


def test_hidden_wire_cannot_be_placed_in_a_hex_with_mines():
    """8.1.3, A35.5: the first fortification stays: refused under the rule of the card."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E9"),
        work("mines", "E6"),
        axis=("move",),
        axis_deck=("6-3",),
        allies=("hidden-wire", "fire"),
        allies_deck=("2-1",),
        attitudes={"allies": "defender"},
    ).order("move", "axis-a")
    table.move("axis-a", "E6")

    wire = table.card("allies", "hidden-wire")
    table.when("allies", f"play {wire} E6").then_illegal("A35.5")
