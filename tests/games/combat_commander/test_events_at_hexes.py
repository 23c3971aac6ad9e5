"""Events at hexes: bombs, fires, smoke, fortifications."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import (
    OPEN,
    discarded,
    light_mg,
    line_squad,
    marked,
    moved,
    picked,
    random_hex,
    rifle_squad,
    sheet,
    smoke,
    table_on,
    tracked,
    turned,
    unit,
    work,
)
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.terrain.smoke import downwind
from wardiary.domain.table import events as e

# Air support, rule E43


def test_air_support_demoralises_all_units_of_the_nearest_occupied_hex():
    """E43: the random hex is empty; the reader may decline."""
    table = battle(line_squad("E7"), unit("allies-b", "america-green", "E7"), axis_deck=("hex:C7",))
    table.read("air-support")
    assert table.choices() == ("E7",)
    assert table.offer("decline") is not None
    table.say("axis", "choose E7")

    assert table.face("allies-a") == table.face("allies-b") == "demoralised"


def test_air_support_demoralises_all_units_of_the_random_hex_and_eliminates_the_demoralised():
    """E43: all units in the hex; a demoralised unit is eliminated."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("E5", "axis-b", face="demoralised"),
        rifle_squad("E6", "axis-c"),
        axis=("move",),
        axis_deck=("hex:E5",),
    )
    table.read("air-support")
    assert table.asks("axis", "E43").facts["what"] == "bomb"
    table.say("axis", "choose E5")
    # Both squads could be lightly wounded (A36): the owner is asked for each.
    table.commands(("axis", "pass"), ("axis", "pass"))

    assert table.face("axis-a") == "demoralised"
    assert table.zone("axis-b") == "casualties-axis"
    assert table.face("axis-c") == "normal"
    assert table.vp() == -2


def test_air_support_offers_the_nearest_occupied_hexes_and_may_be_declined():
    """E43: the hex is empty, two hexes are equally near: the reader chooses either, or none."""
    table = battle(
        rifle_squad("E3"), line_squad("E7"), rifle_squad("E9", "axis-c"), axis_deck=("hex:E5",)
    )
    table.read("air-support")

    assert set(table.choices()) == {"E3", "E7"}
    table.say("axis", "decline")
    assert table.face("axis-a") == table.face("allies-a") == "normal"
    table.asks("axis", "5")


def test_air_support_removes_the_marker_of_a_unit_that_it_eliminates():
    """E43, 3.2.4, 7.1: a team bombed twice: turned, then lost for a point."""
    table = battle(
        unit("axis-team", "germany-line-team", "E5", suppressed=1), axis_deck=("hex:E5", "hex:E7")
    )
    table.read("air-support")
    table.say("axis", "choose E5").then(turned("axis-team", "demoralised", "E43"))
    table.read("air-support")
    table.say("axis", "choose E5").then(
        marked("axis-team", "suppressed", 0, "13.3"),
        moved("axis-team", "casualties-axis", "3.2.4"),
        tracked("vp", -1, "7.1"),
    )


# Blaze, rule E46


def test_a_blaze_removes_smoke_and_fortifications_and_units_must_flee():
    """E46, 8.1, T79, AMB-62: the unit may flee into an enemy hex."""
    table = battle(
        rifle_squad("C3"),
        line_squad("C4"),
        smoke(5, "C3"),
        work("foxholes", "C3"),
        axis_deck=("hex:C3",),
    )
    table.read("blaze", dice=(1,))

    assert table.zone("smoke-1") == "C3"
    assert table.face("smoke-1") == "blaze"
    assert (table.zone("smoke-5"), table.zone("foxholes-C3")) == ("smoke-cup", "box")
    assert "C4" in table.choices()
    table.say("axis", "choose C2")
    assert table.zone("axis-a") == "C2"


def test_a_blaze_starts_in_a_random_hex_event_by_event():
    """E46, 8.1.5, F100.2: smoke and fortification are removed, and then the unit must flee."""
    table = battle(
        smoke(5, "E5"),
        work("wire", "E5"),
        unit("axis-conscript-8", "germany-conscript", "E5"),
        axis_deck=("hex:E5",),
    )
    card = table.top_card()
    table.read("blaze", dice=(20,))

    table.then(
        discarded(card, "axis", "1.8"),
        random_hex("axis", "blaze", 5, 5),
        moved("smoke-5", "smoke-cup", "8.1.5"),
        picked("axis", "blaze", 20, 20, "T94"),
        moved("smoke-5", "E5", "E46"),
        turned("smoke-5", "blaze", "E46"),
        moved("wire-E5", "box", "8.1.5"),
    )
    assert set(table.choices()) == {"E4", "E6", "D4", "D5", "F4", "F5"}
    table.say("axis", "choose E6")
    assert table.zone("axis-conscript-8") == "E6"


def test_units_of_the_inactive_player_are_the_first_to_flee_a_blaze():
    """E46, G-simul: although the active player reads the event; water on all sides but one."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E5"),
        on=sheet(terrain={"E4": "~", "E6": "~", "D4": "~", "D5": "~", "F4": "~"}),
        allies=("move",),
        axis_deck=("hex:E5",),
    )
    table.read("blaze", dice=(1,))

    # There is only a single way out, so nobody is asked; the American goes first.
    order = [event.pieces for event in table.happened(e.PiecesMoved) if event.rule == "E46"]
    assert order == [("smoke-1",), ("allies-a",), ("axis-a",)]
    # Both are in F5 now: a melee at the end of the trigger (O16.4, AMB-62).
    assert table.asks("allies", "A25").facts["hex"] == "F5"


def test_a_unit_that_cannot_flee_a_blaze_is_eliminated():
    """E46, 7.1: eliminated, two points."""
    island = dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")
    table = battle(rifle_squad("E5"), on=sheet(terrain=island), axis_deck=("hex:E5",))
    table.read("blaze", dice=(1,))

    assert table.zone("axis-a") == "casualties-axis"
    assert table.vp() == -2


@pytest.mark.parametrize(
    ("terrain", "placed"), [({"E5": "m"}, ()), ({}, (smoke(1, "E5", "blaze"),))]
)
def test_a_blaze_does_not_start_on_water_or_in_a_burning_hex(
    terrain: dict[str, str], placed: tuple[e.Event, ...]
):
    """E46: wet or burning already: nothing happens."""
    table = battle(*placed, on=sheet(terrain=terrain), axis_deck=("hex:E5",))
    card = table.top_card()
    table.read("blaze").then(discarded(card, "axis", "1.8"), random_hex("axis", "blaze", 5, 5))


def test_a_weapon_flees_a_blaze_with_its_unit():
    """E46, 11.3: the machine gun flees with its squad."""
    table = battle(rifle_squad("E5"), light_mg("E5"), axis_deck=("hex:E5",))
    table.read("blaze", dice=(1,))
    table.say("axis", "choose E4").then(
        moved("axis-a", "E4", "E46"), moved("axis-mg", "E4", "11.3", host="axis-a")
    )


# Booby trap, rule E47


def test_a_booby_trap_does_not_attack_units_in_the_hex():
    """E47, F103.1."""
    table = battle(rifle_squad("C3"), axis_deck=("hex:C3",))
    table.read("booby-trap")

    assert table.zone("mines-1") == "C3"
    assert table.face("axis-a") == "normal"


def test_the_mines_of_a_booby_trap_attack_a_unit_only_when_it_leaves():
    """E47, F103.1: no roll now; on leaving 6 + 8 against 7 + 6 without cover."""
    table = battle(
        unit("axis-a", "germany-volksgrenadier", "E5"),
        on=sheet(terrain={"E5": "w"}),
        axis=("move",),
        axis_deck=("hex:E5", "5-1"),
        allies_deck=("6-2",),
    )
    card = table.top_card()
    table.read("booby-trap").then(
        discarded(card, "axis", "1.8"),
        random_hex("axis", "booby-trap", 5, 5),
        moved("mines-1", "E5", "E47"),
    )
    table.order("move", "axis-a").move("axis-a", "E6")

    assert (table.total("attack total E5"), table.total("defence total axis-a")) == (14, 13)
    assert (table.zone("axis-a"), table.face("axis-a")) == ("E6", "demoralised")


@pytest.mark.parametrize("event", ["booby-trap", "shellholes", "rubble"])
@pytest.mark.parametrize(
    ("terrain", "placed"),
    [({"E5": "s"}, ()), ({}, (smoke(1, "E5", "blaze"),)), ({}, (work("wire", "E5"),))],
)
def test_no_fortification_is_placed_in_a_wet_burning_or_fortified_hex(
    event: str, terrain: dict[str, str], placed: tuple[e.Event, ...]
):
    """E47, E69, E73, 8.1.3, F100.3: the first fortification stays; shellholes on wire are none."""
    table = battle(*placed, on=sheet(terrain=terrain), axis_deck=("hex:E5",))
    card = table.top_card()
    table.read(event).then(discarded(card, "axis", "1.8"), random_hex("axis", event, 5, 5))


# Breeze, rule E48


def test_a_breeze_removes_smoke_and_spreads_a_blaze_a_single_hex():
    """E48: wind 4; E5 burns, so does E6, E7 not."""
    table = battle(smoke(5, "C3"), smoke(1, "E5", face="blaze"), line_squad("E6"))
    table.read("breeze", dice=(2,))

    assert table.zone("smoke-5") == "smoke-cup"
    assert [piece for piece in table.table.zone("E6") if piece.startswith("smoke")] != []
    assert table.table.zone("E7") == ()
    assert table.asks("allies", "E46").facts["what"] == "flee"


def test_a_breeze_removes_all_smoke_and_then_spreads_each_blaze_event_by_event():
    """E48: blaze in E5, wind 4: E6 burns, E7 does not in the same event; all smoke goes."""
    table = battle(smoke(1, "E5", "blaze"), smoke(4, "C3"), smoke(20, "K9"))
    table.read("breeze", dice=(18,))

    table.then(
        moved("smoke-4", "smoke-cup", "E48"),
        moved("smoke-20", "smoke-cup", "E48"),
        picked("axis", "blaze", 18, 19, "T94"),
        moved("smoke-4", "E6", "E48"),
        turned("smoke-4", "blaze", "E48"),
    )


def test_a_blaze_does_not_spread_onto_water_or_off_the_map():
    """E48: the hex downwind is wet, that of another fire is off the map, a third burns already."""
    table = battle(
        smoke(1, "E5", "blaze"),
        smoke(2, "K10", "blaze"),
        smoke(3, "C3", "blaze"),
        smoke(4, "C4", "blaze"),
        on=sheet(terrain={"E6": "s", "C5": "m"}),
    )

    table.read("breeze").then()
    table.asks("axis", "5")


def test_units_flee_a_spreading_blaze():
    """E48, E46: E6 catches fire and the squad there must leave.

    It may not flee to the other burning hex.
    """
    table = battle(smoke(1, "E5", "blaze"), rifle_squad("E6"))
    table.read("breeze", dice=(1,))
    assert table.asks("axis", "E46").facts["what"] == "flee"
    assert "E5" not in table.choices()  # It burns as well.
    table.say("axis", "choose F6")

    assert table.zone("axis-a") == "F6"


def test_a_blaze_spreads_downwind():
    """E48: wind 4"""
    assert downwind(table_on(OPEN), "E5") == "E6"


# Dust, rule E53


def test_dust_puts_random_smoke_into_a_random_hex():
    """E53, T94: the seventh counter of the cup, which shows 4."""
    table = battle(axis_deck=("hex:E5",))
    card = table.top_card()
    table.read("dust", dice=(7,)).then(
        discarded(card, "axis", "1.8"),
        random_hex("axis", "dust", 5, 5),
        picked("axis", "smoke", 7, 20, "T94"),
        moved("smoke-7", "E5", "E53"),
    )


@pytest.mark.parametrize(
    ("terrain", "placed"), [({"E5": "m"}, ()), ({}, (smoke(1, "E5", "blaze"),))]
)
def test_no_dust_over_water_or_fire(terrain: dict[str, str], placed: tuple[e.Event, ...]):
    """E53, T89: nothing is drawn from the cup."""
    table = battle(*placed, on=sheet(terrain=terrain), axis_deck=("hex:E5",))
    card = table.top_card()
    table.read("dust").then(discarded(card, "axis", "1.8"), random_hex("axis", "dust", 5, 5))


# Entrench, rule E55


def test_entrench_offers_dry_hexes_of_friendly_units_without_fortification():
    """E55: not in the wet hex, nor on the wire, nor at the enemy's; it may be declined."""
    table = battle(
        rifle_squad("E5"),
        rifle_squad("F5", "axis-b"),
        rifle_squad("G5", "axis-c"),
        line_squad("H5"),
        work("wire", "G5"),
        on=sheet(terrain={"F5": "s"}),
    )
    table.read("entrench")

    assert set(table.choices()) == {"E5", "A10"}
    assert table.offer("decline") is not None
    table.say("axis", "choose E5").then(moved("foxholes-1", "E5", "E55"))


# Rubble, rule E69


def test_rubble_puts_the_fortification_of_the_pack_into_a_random_hex():
    """E69, AMB-30: the booklet has no text; the shipped pack says wire."""
    table = battle(axis_deck=("hex:E5",))
    card = table.top_card()
    table.read("rubble").then(
        discarded(card, "axis", "1.8"),
        random_hex("axis", "rubble", 5, 5),
        moved("wire-1", "E5", "E69"),
    )


# Sappers, rule E70


def test_sappers_may_remove_mines_or_wire_but_not_foxholes():
    """E70, F100.2: foxholes are not offered; declining is allowed."""
    table = battle(work("mines", "E5"), work("wire", "F5"), work("foxholes", "G5"))
    table.read("sappers")

    assert set(table.choices()) == {"E5", "F5"}
    assert table.offer("decline") is not None
    table.say("axis", "choose F5").then(moved("wire-F5", "box", "E70"))


def test_sappers_do_nothing_without_mines_and_wire():
    """E70, E42, E42-a: nothing to remove."""
    table = battle(work("foxholes", "G5"))
    table.read("sappers").then()
    table.asks("axis", "5")


# Shellholes, rule E73


def test_shellholes_put_foxholes_into_a_random_hex():
    """E73, AMB-31: the booklet has no text; by 8.1.3 it is foxholes."""
    table = battle(axis_deck=("hex:E5",))
    card = table.top_card()
    table.read("shellholes").then(
        discarded(card, "axis", "1.8"),
        random_hex("axis", "shellholes", 5, 5),
        moved("foxholes-1", "E5", "E73"),
    )


# White phosphorus, rule E77


def test_white_phosphorus_demoralises_a_unit_of_the_inactive_players_choice():
    """E77: next to a friendly squad that is not demoralised; the inactive player chooses first."""
    table = battle(
        rifle_squad("E5"),
        line_squad("E6"),
        unit("allies-b", "america-green", "E6"),
        on=sheet(terrain={"A9": "m"}),
    )
    table.read("white-phosphorus")
    table.when("axis", "choose E6", dice=(3,))
    assert table.refused is None
    table.asks("allies", "E77")
    table.say("allies", "choose allies-b")

    assert table.face("allies-b") == "demoralised"
    assert table.zone("smoke-3") == "E6"


def test_white_phosphorus_demoralises_a_unit_of_each_side():
    """E77, G-simul: smoke next to a friendly squad; the inactive player chooses his unit first."""
    table = battle(
        line_squad("E5"),
        rifle_squad("E6"),
        unit("axis-team", "germany-line-team", "E6"),
        unit("allies-team", "america-line-team", "E6"),
        active="axis",
    )
    table.read("white-phosphorus", "allies")
    assert table.asks("allies", "E77").facts["what"] == "phosphorus"
    assert set(table.choices()) >= {"E4", "E6", "D4", "D5", "F4", "F5"}
    table.say("allies", "choose E6", dice=(8,))

    # The Americans are inactive and have a single unit there; the Germans choose between two.
    assert table.face("allies-team") == "demoralised"
    assert table.zone("smoke-8") == "E6"
    assert table.asks("axis", "E77").facts["what"] == "scorched"
    table.say("axis", "choose axis-team")
    assert table.face("axis-team") == "demoralised"
    assert table.face("axis-a") == "normal"


def test_white_phosphorus_needs_a_squad_that_is_not_demoralised():
    """E77, E42-a: a team and a demoralised squad throw nothing."""
    table = battle(
        line_squad("E5", face="demoralised"),
        unit("allies-team", "america-line-team", "E6"),
        guards=False,
    )

    table.read("white-phosphorus", "allies").then()
    table.asks("axis", "5")


def test_white_phosphorus_may_be_declined_and_avoids_wet_and_burning_hexes():
    """E77: offered are the hexes next to the squad that take smoke."""
    table = battle(
        line_squad("E5"),
        smoke(1, "D4", "blaze"),
        on=sheet(terrain={"E4": "s", "F5": "m"}),
        guards=False,
    )
    table.read("white-phosphorus", "allies")

    assert set(table.choices()) == {"E6", "D5", "F4"}
    table.say("allies", "decline").then()
