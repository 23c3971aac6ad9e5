from tests.games.combat_commander.builders import sheet, table_on, unit
from wardiary.domain.games.combat_commander.victory.objectives import (
    award,
    chit_of,
    controlled_by,
    controller,
    has_special,
    is_friendly,
    open_value,
    swing,
    taken_by,
)
from wardiary.domain.table.events import PiecesPlaced

TOWN = sheet(
    terrain={"C4": "b", "C5": "b"},
    objectives={"1": ["C4", "C5"], "2": ["E5"], "3": ["G5"], "4": ["I5"], "5": ["K5"]},
)


def chit(letter: str) -> PiecesPlaced:
    return PiecesPlaced(
        pieces=(f"chit-{letter}",), kind="chit", zone="objectives-open", rule="7.3.3"
    )


def test_an_objective_goes_to_who_is_alone_on_it():
    """7.3.1"""
    alone = table_on(TOWN, unit("axis-a", "germany-rifle", "E5"))
    both = table_on(
        TOWN, unit("axis-a", "germany-rifle", "E5"), unit("allies-a", "america-line", "E5")
    )

    assert (taken_by(alone, 2), taken_by(both, 2), taken_by(alone, 3)) == ("axis", "", "")


def test_a_building_of_several_hexes_is_one_objective():
    """7.3.1.1"""
    table = table_on(
        TOWN, unit("axis-a", "germany-rifle", "C4"), unit("allies-a", "america-line", "C5")
    )

    assert taken_by(table, 1) == ""


def test_an_empty_objective_of_ones_own_is_friendly_until_the_enemy_is_there():
    """Glossary"""
    empty = table_on(TOWN, **{"control-2": 1})
    entered = table_on(TOWN, unit("allies-a", "america-line", "E5"), **{"control-2": 1})

    assert (is_friendly(empty, "E5", "axis"), is_friendly(empty, "E5", "allies")) == (True, False)
    assert (is_friendly(entered, "E5", "axis"), is_friendly(entered, "E5", "allies")) == (
        False,
        True,
    )
    assert not is_friendly(empty, "A9", "axis")


def test_the_markers_of_an_objective_add_up():
    """7.3.2: C, G and K make objective 3 worth 6; T makes every one worth 2 more."""
    table = table_on(TOWN, chit("c"), chit("g"), chit("k"), chit("t"))

    assert [open_value(table, number) for number in (1, 3)] == [2, 8]


def test_an_objective_worth_4_swings_by_8():
    """7.3.3"""
    table = table_on(TOWN, chit("n"), **{"control-4": -1})

    assert (swing(table, 4, "axis"), swing(table, 3, "axis")) == (8, 0)
    free = table_on(TOWN, chit("n"))
    assert swing(free, 4, "allies") == -4


def test_a_marker_pays_who_controls_its_objectives_when_it_is_opened():
    """7.3.3: all five worth 1, three for the Axis and two for the Allies."""
    control = {"control-1": 1, "control-2": 1, "control-5": 1, "control-3": -1, "control-4": -1}
    table = table_on(TOWN, chit("s"), **control)

    items = award(table, chit_of(table, "chit-s"))

    assert sum(value for _, value, _ in items) == 1
    assert controlled_by(table, "axis") == (1, 2, 5)
    assert controller(table, 3) == "allies"


def test_special_markers_lie_open_or_do_nothing():
    """7.3.2"""
    table = table_on(TOWN, chit("w"))

    assert (has_special(table, "exit-doubled"), has_special(table, "all-five")) == (True, False)
