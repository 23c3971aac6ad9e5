import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.domain.hexes.grid import (
    Edge,
    HexGrid,
    centre,
    cheapest_costs,
    column_letters,
    column_number,
    direction_to,
    distance,
    hex_at,
    opposite,
    place_of,
    shortest_path,
    side_between,
)

MAP = HexGrid(15, 10)
HEXES = st.sampled_from(MAP.hexes)


def test_a_hex_has_the_neighbours_the_stagger_gives_it():
    """K8 of an odd column, J7 of an even one, and a corner."""
    assert MAP.around("K8") == {1: "K7", 2: "L7", 3: "L8", 4: "K9", 5: "J8", 6: "J7"}
    assert MAP.around("J7") == {1: "J6", 2: "K7", 3: "K8", 4: "J8", 5: "I8", 6: "I7"}
    assert MAP.around("A1") == {3: "B1", 4: "A2"}
    assert MAP.neighbours("O10") == ("O9", "N10", "N9")


@pytest.mark.parametrize(
    ("here", "there", "away"),
    [
        ("K8", "J6", 2), ("K8", "M6", 3), ("L8", "M6", 3), ("J7", "M6", 3), ("J6", "M6", 3),
        ("L5", "K7", 2), ("J7", "M9", 3), ("J7", "N9", 4), ("M9", "M4", 5), ("J9", "N6", 5),
        ("G7", "C1", 8), ("H3", "O7", 7), ("K8", "K8", 0),
    ],
)  # fmt: skip
def test_distance_counts_the_end_and_not_the_start(here: str, there: str, away: int):
    assert (distance(here, there), MAP.distance(there, here)) == (away, away)


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_distance(a: str, b: str, c: str):
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 1) == MAP.adjacent(a, b)


@given(HEXES, HEXES)
def test_distance_is_the_length_of_a_shortest_path(a: str, b: str):
    path = shortest_path(a, b, lambda here: [(neighbour, 1) for neighbour in MAP.neighbours(here)])

    assert len(path) - 1 == distance(a, b)
    assert (path[0], path[-1]) == (a, b)


@given(st.integers(1, 80), st.integers(1, 40))
def test_labels_and_coordinates_of_a_hex_convert_into_each_other(column: int, row: int):
    name = f"{column_letters(column)}{row}"

    assert place_of(name) == (column, row)
    assert column_number(column_letters(column)) == column
    assert hex_at(centre(name)) == name


@pytest.mark.parametrize("text", ["", "K", "8", "k8", "K08", "K0", "8K", "K-1", "Ä1", "K8 "])
def test_a_text_that_is_not_a_hex_label_is_refused(text: str):
    with pytest.raises(ValueError, match="not a hex label"):
        place_of(text)


@given(HEXES)
def test_every_direction_leads_back(here: str):
    for direction, there in MAP.around(here).items():
        assert MAP.step(there, opposite(direction)) == here
        assert direction_to(here, there) == direction


def test_a_marker_drifts_hex_by_hex_and_is_lost_at_the_edge():
    """O18.2.2.1: E6 with 1 and 2 ends in F4; O18.2.2.2: three hexes in direction 2 end in H4."""
    assert MAP.drift("E6", (1, 2)) == "F4"
    assert MAP.drift("E6", (2, 2, 2)) == "H4"
    assert MAP.drift("A1", (1, 4)) is None


def test_a_hexside_has_one_name_from_both_its_hexes():
    assert side_between("N8", "M8") == side_between("M8", "N8") == "M8/N8"
    assert side_between("N10", "N9") == "N9/N10"


@pytest.mark.parametrize(
    ("here", "edge", "nearer"),
    [
        ("K8", "top", {"J7", "K7", "L7"}), ("K8", "bottom", {"K9"}),
        ("K8", "left", {"J7", "J8"}), ("K8", "right", {"L7", "L8"}),
        ("J7", "top", {"J6"}), ("J7", "bottom", {"I8", "J8", "K8"}),
        ("J7", "left", {"I7", "I8"}), ("J7", "right", {"K7", "K8"}),
        ("K1", "top", set()), ("K1", "bottom", {"K2"}), ("K1", "left", {"J1"}),
        ("A5", "top", {"A4", "B4"}), ("A5", "bottom", {"A6"}), ("A5", "left", set()),
    ],
)  # fmt: skip
def test_hexes_nearer_to_an_edge_have_fewer_hexes_between(here: str, edge: Edge, nearer: set[str]):
    """O23.3: nearer is counted in hexes between here and the edge."""
    assert set(MAP.nearer_to_edge(here, edge)) == nearer


def test_the_edges_of_the_map_are_its_outer_rows_and_columns():
    assert MAP.edge_hexes("left") == tuple(f"A{row}" for row in range(1, 11))
    assert len(MAP.edge_hexes("bottom")) == 15
    assert MAP.edge_distance("K8", "right") == 4


def test_hexes_are_one_group_when_shared_sides_connect_them():
    """O20.3.1: K8, J7, J6 and L8 form a chain; D4 and F4 do not."""
    assert MAP.joined(["K8", "J6", "L8", "J7"])
    assert not MAP.joined(["D4", "F4"])
    assert MAP.joined([])


def test_the_nearest_of_several_may_be_several():
    assert MAP.nearest("E5", ["E7", "G5", "A1"]) == ("E7", "G5")
    assert MAP.nearest("E5", []) == ()


def test_costs_are_those_of_the_cheapest_way_and_stop_at_the_limit():
    ways = {"a": [("b", 1), ("c", 5)], "b": [("c", 2), ("d", 9)], "c": [], "d": []}

    assert cheapest_costs("a", lambda here: ways[here]) == {"a": 0, "b": 1, "c": 3, "d": 10}
    assert cheapest_costs("a", lambda here: ways[here], limit=3) == {"a": 0, "b": 1, "c": 3}
    assert shortest_path("c", "a", lambda here: ways[here]) == ()
