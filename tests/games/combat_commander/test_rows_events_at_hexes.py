"""Events at hexes, as their rows have them: bombs, fires, dust, works, units that turn up."""

from typing import Any

import pytest

from tests.games.combat_commander.battle import (
    Battle,
    battle,
    radio,
    sheet,
    smoke,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.event_builders import (
    marked,
    moved,
    picked,
    random_hex,
    rolled,
    tracked,
    turned,
    turned_up,
)
from wardiary.domain.table import events as e

FIRST = "axis-a"
"""A German rifle squad in most of these tables."""


def top(table: Battle, seat: str = "axis") -> str:
    """The card that is turned up next."""
    return table.table.zone(f"deck-{seat}")[0]


def squad(at: str, name: str = FIRST, kind: str = "germany-rifle", **more: Any) -> e.Event:
    return unit(name, kind, at, **more)


# E43


def test_air_support_may_demoralise_everybody_in_the_random_hex():
    """E43: all units there, of both sides; a demoralised one is eliminated by it."""
    table = battle(
        squad("E5"),
        squad("E5", "axis-b", face="demoralised"),
        squad("E6", "axis-c"),
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


def test_air_support_goes_to_the_nearest_occupied_hex_and_may_be_declined():
    """E43: the hex is empty, two hexes are equally near: the reader picks one, or none."""
    table = battle(
        squad("E3"),
        unit("allies-a", "america-line", "E7"),
        squad("E9", "axis-c"),
        axis_deck=("hex:E5",),
    )
    table.read("air-support")

    assert set(table.candidates("choose", "this")) == {"E3", "E7"}
    table.say("axis", "decline")
    assert table.face("axis-a") == table.face("allies-a") == "normal"
    table.asks("axis", "5")


# E46, E48


def test_blaze_burns_a_random_hex_and_everything_in_it_has_to_go():
    """E46, 8.1.5, F100.2: smoke and work removed, and then the unit has to flee."""
    table = battle(
        smoke(5, "E5"),
        work("wire", "E5"),
        unit("axis-conscript-8", "germany-conscript", "E5"),
        axis_deck=("hex:E5",),
    )
    card = top(table)
    table.read("blaze", dice=(20,))

    table.then(
        turned_up(card, "axis", "1.8"),
        random_hex("axis", "blaze", 5, 5),
        moved("smoke-5", "smoke-cup", "8.1.5"),
        picked("axis", "blaze", 20, 20, "T94"),
        moved("smoke-5", "E5", "E46"),
        turned("smoke-5", "blaze", "E46"),
        moved("wire-E5", "box", "8.1.5"),
    )
    assert set(table.candidates("choose", "this")) == {"E4", "E6", "D4", "D5", "F4", "F5"}
    table.say("axis", "choose E6")
    assert table.zone("axis-conscript-8") == "E6"


def test_units_flee_a_blaze_in_order_and_are_lost_where_there_is_no_way_out():
    """E46, G-simul: the inactive player first, though the active one reads; water all around."""
    table = battle(
        squad("E5"),
        unit("allies-a", "america-line", "E5"),
        on=sheet(terrain={"E4": "~", "E6": "~", "D4": "~", "D5": "~", "F4": "~"}),
        allies=("move",),
        axis_deck=("hex:E5",),
    )
    table.read("blaze", dice=(1,))

    # One way is left, so nobody is asked; the American goes first.
    order = [each.pieces for each in table.happened(e.PiecesMoved) if each.rule == "E46"]
    assert order == [("smoke-1",), ("allies-a",), ("axis-a",)]
    # Both are in F5 now: a melee at the end of the trigger (O16.4, AMB-62).
    assert table.asks("allies", "A25").facts["hex"] == "F5"


def test_nobody_gets_out_of_a_burning_island():
    """E46, 7.1: eliminated, two points."""
    island = dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")
    table = battle(squad("E5"), on=sheet(terrain=island), axis_deck=("hex:E5",))
    table.read("blaze", dice=(1,))

    assert table.zone("axis-a") == "casualties-axis"
    assert table.vp() == -2


@pytest.mark.parametrize(
    ("terrain", "placed"), [({"E5": "m"}, ()), ({}, (smoke(1, "E5", "blaze"),))]
)
def test_no_second_blaze_and_none_on_the_water(
    terrain: dict[str, str], placed: tuple[e.Event, ...]
):
    """E46: wet or burning already: nothing happens."""
    table = battle(*placed, on=sheet(terrain=terrain), axis_deck=("hex:E5",))
    card = top(table)
    table.read("blaze").then(turned_up(card, "axis", "1.8"), random_hex("axis", "blaze", 5, 5))


def test_a_breeze_clears_the_smoke_and_carries_fires_one_hex():
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


def test_a_fire_does_not_spread_onto_water_or_over_the_edge():
    """E48: the hex downwind is wet, that of another fire is off the map, a third burns already."""
    table = battle(
        smoke(1, "E5", "blaze"),
        smoke(2, "K10", "blaze"),
        smoke(3, "C3", "blaze"),
        smoke(4, "C4", "blaze"),
        on=sheet(terrain={"E6": "s", "C5": "m"}),
    )

    table.read("breeze").then()


def test_units_flee_the_spreading_fire_as_they_do_a_blaze():
    """E48, E46: E6 catches fire and the squad there gets out; its objective stays its own."""
    table = battle(smoke(1, "E5", "blaze"), squad("E6"))
    table.read("breeze", dice=(1,))
    assert table.asks("axis", "E46").facts["what"] == "flee"
    assert "E5" not in table.candidates("choose", "this")  # It burns as well.
    table.say("axis", "choose F6")

    assert table.zone("axis-a") == "F6"


# E47, E53, E55, E69, E70, E73


def test_a_booby_trap_lays_mines_and_those_in_the_hex_are_safe_until_they_leave():
    """E47, F103.1: no roll now; leaving, 6 + 8 against 6 without cover: 13, demoralised."""
    table = battle(
        squad("E5", kind="germany-volksgrenadier"),
        on=sheet(terrain={"E5": "w"}),
        axis=("move",),
        axis_deck=("hex:E5", "4-3 event"),
        allies_deck=("6-2",),
    )
    card = top(table)
    table.read("booby-trap").then(
        turned_up(card, "axis", "1.8"),
        random_hex("axis", "booby-trap", 5, 5),
        moved("mines-1", "E5", "E47"),
    )


@pytest.mark.parametrize("event", ["booby-trap", "shellholes", "rubble"])
@pytest.mark.parametrize(
    ("terrain", "placed"),
    [
        ({"E5": "s"}, ()),
        ({}, (smoke(1, "E5", "blaze"),)),
        ({}, (work("wire", "E5"),)),
    ],
)
def test_no_work_comes_into_a_wet_burning_or_fortified_hex(
    event: str, terrain: dict[str, str], placed: tuple[e.Event, ...]
):
    """E47, E69, E73, 8.1.3, F100.3: the first fortification stays; shellholes on wire are none."""
    table = battle(*placed, on=sheet(terrain=terrain), axis_deck=("hex:E5",))
    card = top(table)
    table.read(event).then(turned_up(card, "axis", "1.8"), random_hex("axis", event, 5, 5))


def test_shellholes_put_foxholes_into_a_random_hex():
    """E73, AMB-31: the booklet has no text; 8.1.3 tells that it is foxholes."""
    table = battle(axis_deck=("hex:E5",))
    card = top(table)
    table.read("shellholes").then(
        turned_up(card, "axis", "1.8"),
        random_hex("axis", "shellholes", 5, 5),
        moved("foxholes-1", "E5", "E73"),
    )


def test_rubble_puts_what_the_pack_says_into_a_random_hex():
    """E69, AMB-30: the booklet has no text; the shipped pack says wire."""
    table = battle(axis_deck=("hex:E5",))
    card = top(table)
    table.read("rubble").then(
        turned_up(card, "axis", "1.8"),
        random_hex("axis", "rubble", 5, 5),
        moved("wire-1", "E5", "E69"),
    )


def test_dust_puts_random_smoke_into_a_random_hex():
    """E53, T94: the seventh counter of the cup, which shows 4."""
    table = battle(axis_deck=("hex:E5",))
    card = top(table)
    table.read("dust", dice=(7,)).then(
        turned_up(card, "axis", "1.8"),
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
    card = top(table)
    table.read("dust").then(turned_up(card, "axis", "1.8"), random_hex("axis", "dust", 5, 5))


@pytest.mark.parametrize(("before", "place", "stays"), [(6, 19, "smoke-6"), (19, 5, "smoke-19")])
def test_of_two_smokes_the_thicker_stays(before: int, place: int, stays: str):
    """8.1.4, E53: 10 on 3 and 3 on 10; the other returns to the cup."""
    table = battle(smoke(before, "E5"), axis_deck=("hex:E5",))
    table.read("dust", dice=(place,))

    expected = "smoke-20" if before == 6 else stays
    assert [piece for piece in table.table.zone("E5") if piece.startswith("smoke")] == [expected]
    assert len(table.table.zone("smoke-cup")) == 19


def test_entrench_may_dig_foxholes_where_an_own_unit_is():
    """E55: not in the wet hex, nor on the wire, nor at the enemy's; it may be declined."""
    table = battle(
        squad("E5"),
        squad("F5", "axis-b"),
        squad("G5", "axis-c"),
        unit("allies-a", "america-line", "H5"),
        work("wire", "G5"),
        on=sheet(terrain={"F5": "s"}),
    )
    table.read("entrench")

    assert set(table.candidates("choose", "this")) == {"E5", "A10"}
    assert table.offer("decline") is not None
    table.say("axis", "choose E5").then(moved("foxholes-1", "E5", "E55"))


def test_sappers_may_lift_one_mines_or_wire():
    """E70, F100.2: foxholes are not offered; declining is allowed."""
    table = battle(work("mines", "E5"), work("wire", "F5"), work("foxholes", "G5"))
    table.read("sappers")

    assert set(table.candidates("choose", "this")) == {"E5", "F5"}
    assert table.offer("decline") is not None
    table.say("axis", "choose F5").then(moved("wire-F5", "box", "E70"))


def test_without_mines_and_wire_sappers_do_nothing():
    """E70, E42, E42-a: nothing to remove."""
    battle(work("foxholes", "G5")).read("sappers").then()


# E59, E68


def test_infiltration_brings_an_element_of_the_column_to_a_random_hex():
    """E59, 4.3.2, AMB-52: roll 8, no radio, the random hex or one next to it, weapon and all."""
    table = battle(
        squad("E4"),
        squad("D4", "axis-b"),
        squad("D4", "axis-c"),
        on=sheet(terrain={"F4": "~"}),
        axis_deck=("6-2", "hex:E5"),
    )
    table.read("infiltration").let_stand()

    assert table.happened(e.DiceRolled) == (rolled("axis", "support", 6, 2),)
    assert set(table.candidates("choose", "this")) == {
        "germany-sergeant-y",
        "germany-weapon-team+germany-light-mortar",
        "germany-rifle",
    }
    table.say("axis", "choose germany-weapon-team+germany-light-mortar")
    # E4 has room for a team beside its squad (4 + 2), D4 has none, F4 is water.
    assert set(table.candidates("choose", "this")) == {"E5", "E4", "E6", "D5", "F5"}
    table.say("axis", "choose E5")

    assert table.zone("axis-weapon-team-1") == "E5"
    assert table.table.pieces["axis-light-mortar-1"].host == "axis-weapon-team-1"
    assert table.face("axis-light-mortar-1") == "working"


def test_an_infiltrator_among_enemies_fights_at_once():
    """E59, O16.4, 1.9.1-c: 5 + 7 against 6 + 1 boxed + 3; the Event! of the melee is ignored."""
    table = battle(
        unit("allies-a", "america-line", "E5"),
        axis=("move",),
        allies=("move",),
        on=sheet(terrain=dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")),
        axis_deck=("6-2", "hex:E5", "2-5 event"),
        allies_deck=("1-2",),
    )
    table.read("infiltration").let_stand()
    table.say("axis", "choose germany-rifle")
    table.commands(("allies", "pass"), ("axis", "pass"))
    table.let_stand()

    assert table.reckoned("melee total E5 allies") == 10
    assert table.reckoned("melee total E5 axis") == 12
    assert table.zone("allies-a") == "casualties-allies"
    table.asks("axis", "5")


def test_reinforcements_come_in_on_the_friendly_edge():
    """E68: roll 5 of the Americans: four elements, the radio among them; a unit at the top."""
    table = battle(allies_deck=("4-1",))
    table.read("reinforcements", "allies").let_stand()

    assert set(table.candidates("choose", "this")) == {
        "america-corporal-y",
        "america-weapon-team+america-medium-mg",
        "america-line",
        "radio-75mm",
    }
    table.say("allies", "choose america-line")
    # O1 holds four men already.
    assert set(table.candidates("choose", "this")) == {f"{c}1" for c in "ABCDEFGHIJKLMN"}
    table.say("allies", "choose C1").then(
        e.PiecesPlaced(
            pieces=("allies-line-1",),
            kind="america-line",
            zone="C1",
            owner="allies",
            face="normal",
            rule="E68",
        )
    )


def test_a_radio_comes_into_the_empty_box():
    """E68, 8.1.2, 12: it lies in the own artillery box and works."""
    table = battle(allies_deck=("4-1",))
    table.read("reinforcements", "allies").let_stand()
    table.say("allies", "choose radio-75mm").then(
        e.PiecesPlaced(
            pieces=("allies-radio-1",),
            kind="radio-75mm",
            zone="artillery-allies",
            owner="allies",
            face="working",
            rule="E68",
        )
    )


def test_no_second_radio_is_offered():
    """8.1.2, E68: the first stays."""
    table = battle(radio("allies", face="broken"), allies_deck=("4-1",))
    table.read("reinforcements", "allies").let_stand()

    assert "radio-75mm" not in table.candidates("choose", "this")


def test_an_element_of_a_later_year_is_not_offered():
    """4.3.2, E59: paratroops come from 1943 on; in 1944 they do, in the year 1941 they do not."""
    table = battle(allies_deck=("6-6 time",))
    table.read("infiltration", "allies").let_stand()
    assert "america-paratroop" in table.candidates("choose", "this")

    early = battle(allies_deck=("6-6 time",), scenario="cc-h2")
    early.read("infiltration", "allies").let_stand()
    # Airborne and flamethrowers come later: the captain is all there is, and is chosen unasked.
    assert early.asks("allies", "E59").facts["about-1"] == "britain-captain"


# E76, E77


def test_walking_wounded_bring_an_eliminated_unit_back_demoralised():
    """E76: of any side, to the random hex or one next to it; the points stay as they are."""
    table = battle(
        squad("casualties-axis", face="normal"),
        unit("allies-a", "america-line", "casualties-allies"),
        axis_deck=("hex:E5",),
        vp=-2,
    )
    card = top(table)
    table.read("walking-wounded")
    assert set(table.candidates("choose", "this")) == {"axis-a", "allies-a"}
    table.say("axis", "choose axis-a").then(
        turned_up(card, "axis", "1.8"), random_hex("axis", "walking-wounded", 5, 5)
    )
    assert set(table.candidates("choose", "this")) == {"E5", "E4", "E6", "D4", "D5", "F4", "F5"}
    table.say("axis", "choose D5").then(
        turned("axis-a", "demoralised", "E76"), moved("axis-a", "D5", "E76")
    )
    assert table.vp() == -2
    assert table.table.zone("casualties-axis") == ()


def test_if_only_the_enemy_has_losses_one_of_them_must_be_chosen():
    """G-WW, E76: no declining; with one candidate nobody is even asked."""
    table = battle(
        unit("allies-a", "america-line", "casualties-allies"),
        unit("allies-b", "america-line", "casualties-allies"),
        axis_deck=("hex:E5",),
    )
    table.read("walking-wounded")

    assert set(table.candidates("choose", "this")) == {"allies-a", "allies-b"}
    assert table.offer("decline") is None


def test_wounded_who_find_no_room_stay_where_they_are():
    """E76, 8.2, E42-a: everything around is full or water."""
    water = dict.fromkeys(("E4", "E6", "D4", "D5", "F4", "F5"), "~")
    table = battle(
        squad("E5", "axis-b"),
        squad("casualties-axis"),
        on=sheet(terrain=water),
        axis_deck=("hex:E5",),
    )
    table.read("walking-wounded")

    assert table.zone("axis-a") == "casualties-axis"
    assert table.face("axis-a") == "normal"


def test_white_phosphorus_burns_one_unit_of_each_side():
    """E77, G-simul: smoke next to an own squad; the inactive player picks his victim first."""
    table = battle(
        unit("allies-a", "america-line", "E5"),
        squad("E6"),
        unit("axis-team", "germany-line-team", "E6"),
        unit("allies-team", "america-line-team", "E6"),
        active="axis",
    )
    table.read("white-phosphorus", "allies")
    assert table.asks("allies", "E77").facts["what"] == "phosphorus"
    assert set(table.candidates("choose", "this")) >= {"E4", "E6", "D4", "D5", "F4", "F5"}
    table.say("allies", "choose E6", dice=(8,))

    # The Americans are inactive and have one unit there; the Germans choose between two.
    assert table.face("allies-team") == "demoralised"
    assert table.zone("smoke-8") == "E6"
    assert table.asks("axis", "E77").facts["what"] == "scorched"
    table.say("axis", "choose axis-team")
    assert table.face("axis-team") == "demoralised"
    assert table.face("axis-a") == "normal"


def test_white_phosphorus_needs_a_squad_that_is_not_demoralised():
    """E77, E42-a: a team and a demoralised squad throw nothing."""
    table = battle(
        unit("allies-a", "america-line", "E5", face="demoralised"),
        unit("allies-team", "america-line-team", "E6"),
        guards=False,
    )

    table.read("white-phosphorus", "allies").then()


def test_white_phosphorus_may_be_declined_and_avoids_wet_and_burning_hexes():
    """E77: offered are the hexes next to the squad that take smoke."""
    table = battle(
        unit("allies-a", "america-line", "E5"),
        smoke(1, "D4", "blaze"),
        on=sheet(terrain={"E4": "s", "F5": "m"}),
        guards=False,
    )
    table.read("white-phosphorus", "allies")

    assert set(table.candidates("choose", "this")) == {"E6", "D5", "F4"}
    table.say("allies", "decline").then()


def test_marks_and_tracks_of_an_event_are_told_by_rule():
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


def test_a_weapon_in_a_burning_hex_goes_with_its_unit():
    """E46, 11.3: the machine gun flees with its squad."""
    table = battle(
        squad("E5"), weapon("axis-mg", "germany-light-mg", "E5", "axis-a"), axis_deck=("hex:E5",)
    )
    table.read("blaze", dice=(1,))
    table.say("axis", "choose E4").then(
        moved("axis-a", "E4", "E46"), moved("axis-mg", "E4", "11.3", host="axis-a")
    )
