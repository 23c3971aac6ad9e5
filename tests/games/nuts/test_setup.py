"""1 to 3, 5 Table and set-up: zones, the grid, first units, the Germans' choice, hands."""

from __future__ import annotations

import pytest

from tests.games.nuts.table import FOUR, TWO, Run, offered, start
from tests.games.nuts.test_components import pack
from tests.scenario import Scenario, opened
from wardiary.domain.games.nuts.board import controller, near, spaces_in_play
from wardiary.domain.games.nuts.game import GAME
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table

PICKS = (
    "pick sg-u07 sg-u01,sg-u02,sg-u03,sg-u04",
    "pick sg-u15 sg-u09,sg-u10,sg-u11,sg-u12",
    "pick sg-u28 sg-u18,sg-u19,sg-u20,sg-u21",
)


def new_match(scenario: str = "south", seats: tuple[str, ...] = TWO) -> Scenario:
    return Scenario(GAME, start(scenario, seats))


def ready(*, german: tuple[str, ...] = (), american: tuple[str, ...] = ()) -> Scenario:
    """A South match after set-up, with these cards on top of the decks."""
    match = new_match()
    for picked in PICKS[:2]:
        match.when("german", picked)
    table = match.table
    chosen = {unit for text in PICKS for unit in text.replace(",", " ").split()[1:]}
    germans = [
        card
        for card in (*table.zone("german-deck"), *table.zone("german-pool"))
        if card not in chosen
    ]
    orders = [
        (*top, *(card for card in deck if card not in top))
        for top, deck in ((german, germans), (american, table.zone("american-deck")))
    ]
    return match.when("german", PICKS[2], orders=orders)


def in_play(table: Table, side: str) -> int:
    return len(table.zone(f"{side}-deck")) + len(table.zone(f"{side}-hand"))


def test_every_army_has_a_hand_a_deck_and_a_pile_that_are_hidden_as_they_should_be() -> None:
    """N-1.0a: hands are their owner's, decks nobody's, discards open."""
    match = ready()

    assert match.table.can_see("german", "german-hand")
    assert not match.table.can_see("american", "german-hand")
    assert not match.table.can_see("german", "german-deck")
    assert match.table.can_see("american", "german-discard")


@pytest.mark.parametrize(("scenario", "number"), [("south", 18), ("north", 18), ("tandem", 36)])
def test_the_grid_has_eighteen_spaces_a_set(scenario: str, number: int) -> None:
    """N-2.0a, N-3.0a: rows 0 to 5, columns A to C and D to F."""
    table = start(scenario)

    assert len(spaces_in_play(table)) == number
    assert ("D1" in spaces_in_play(table)) == (scenario != "south")


@pytest.mark.parametrize(
    ("scenario", "space", "neighbours"),
    [
        ("south", "B2", {"B1", "B3", "A2", "C2"}),
        ("south", "A0", {"A1", "B0"}),
        ("south", "A5", {"A4", "B5"}),
        ("south", "C1", {"C0", "C2", "B1"}),
        ("tandem", "C1", {"C0", "C2", "B1", "D1"}),
    ],
)
def test_spaces_are_adjacent_in_row_and_column(
    scenario: str, space: str, neighbours: set[str]
) -> None:
    """N-3.0b, N-Q8/9, N-14.1a: never diagonally; in tandem C and D are side by side."""
    assert set(near(start(scenario), space)) == neighbours


def test_terrain_of_row_one_and_american_first_units_are_on_the_table() -> None:
    """N-4.3b, N-5.0a, N-5.0b, N-Q13/18: also where no dot is printed."""
    table = start()

    assert table.zone("A1-terrain") == ("sa-t01",)
    assert table.zone("B1-terrain") == ("sa-t02",)
    assert table.zone("C1-terrain") == ("sa-t03",)
    assert set(table.zone("A2")) == {"sa-u06", "sa-u07", "sa-u08"}
    assert controller(table, "A0") == "german"
    assert controller(table, "A1") == "american"


def test_americans_choose_who_starts_in_a_town() -> None:
    """N-5.0b, N-3.1b: only where a town is on the table; everybody sees it."""
    match = new_match("north")

    assert offered(match, "american", "enter-town", "units") == {
        "na-u04", "na-u05", "na-u07", "na-u08",
    }  # fmt: skip
    match.when("american", "enter-town na-u05")
    match.then(e.PiecesMoved(("na-u05",), "E1-town", rule="N-5.0b"))
    match.when("american", "leave-town na-u05").when("american", "done")
    assert match.table.zone_of("na-u05") == "E1"
    assert match.then_asks("german").facts["column"] == "D"


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("pick sg-u07 sg-u01,sg-u02,sg-u03", "N-5.0c"),
        ("pick sg-u01 sg-u02,sg-u03,sg-u04,sg-u05", "N-5.0c"),
        ("pick sg-u07 sg-u01,sg-u02,sg-u03,sg-u09", "N-5.0c"),
        ("pick sg-u07 sg-u01,sg-u02,sg-u03,sg-u30", "N-5.0d"),
    ],
)
def test_germans_pick_five_of_the_column_one_a_gun_and_no_reserve(said: str, rule: str) -> None:
    """N-5.0c, N-5.0d."""
    new_match().when("german", said).then_illegal(rule)


def test_picked_units_stand_in_row_zero_and_all_others_are_shuffled() -> None:
    """N-5.0c, N-5.0e, N-Q2: they have paid no step to get there."""
    match = new_match()
    match.when("german", PICKS[0])
    match.then(
        e.PiecesMoved(("sg-u07", "sg-u01", "sg-u02", "sg-u03", "sg-u04"), "A0", rule="N-5.0c")
    )

    table = ready().table
    assert len(table.zone("A0")) == len(table.zone("B0")) == len(table.zone("C0")) == 5
    assert table.zone("german-pool") == ()
    assert not any(table.mark(unit, "moved") for unit in table.zone("A0"))


def test_americans_draw_until_seven_cards_without_terrain_are_left() -> None:
    """N-5.0f: terrain is placed at once and replaced."""
    top = ("sa-t04", "sa-u11", "sa-u12", "sa-t05", "sa-u13", "sa-u14", "sa-u15", "sa-u16", "sa-u17")
    match = ready(american=top)

    assert len(match.table.zone("american-hand")) == 7
    assert "sa-t04" in match.table.zone("B2-terrain")
    assert "sa-t05" in match.table.zone("C2-terrain")
    assert len(match.table.zone("american-deck")) == 66 - 9


def test_germans_draw_thirteen_and_do_not_replace_terrain() -> None:
    """N-5.0g, N-5.0h: the deck of 43 is fourteen turns of three cards and one of one."""
    units = tuple(f"sg-u{number}" for number in range(30, 43))
    match = ready(german=("sg-t1", "sg-t2", "sg-t3", *units))

    drawn = [event for event in match.happened(e.PiecesMoved) if event.to == "german-hand"]
    assert len(drawn[0].pieces) == 13
    # Three more come with the first draw phase.
    assert len(match.table.zone("german-hand")) == 10 + 3
    assert len(match.table.zone("german-deck")) == 43 - 3


def test_the_match_begins_foul_with_the_german_turn() -> None:
    """N-5.0i, N-5.0k, N-Q1: terrain drawn in the first turn is placed at once, too."""
    units = tuple(f"sg-u{number}" for number in range(30, 43))
    match = ready(german=(*units, "sg-t4", "sg-u43", "sg-u44"))

    assert (match.table.round, match.table.phase, match.table.seat) == (1, "draw", "german")
    assert match.table.track("weather") == 0
    assert match.table.zone("A3-terrain") == ("sg-t4",)


@pytest.mark.parametrize(
    ("scenario", "seats", "armies"),
    [
        ("tandem", TWO, {"german", "american"}),
        ("tandem", FOUR, set(FOUR)),
        ("tandem", ("german", "american-south", "american-north"), set(FOUR)),
    ],
)
def test_each_seating_has_its_decks(
    scenario: str, seats: tuple[str, ...], armies: set[str]
) -> None:
    """N-14.5a: two seats shuffle both sets together; more than two play them apart."""
    match = opened(GAME, pack(), scenario, seats)

    assert {zone.removesuffix("-deck") for zone in match.table.zones if "deck" in zone} == armies
    assert len(match.table.pieces) == 300 + 36


def test_three_hundred_cards_are_dealt_in_tandem_for_two() -> None:
    """N-14.5a: thirty units are picked, then hands as with one set."""
    run = Run(Scenario(GAME, start("tandem")))
    run.do("done")
    while run.prompt().facts.get("column"):
        offer = run.prompt().offers[0]
        gun, others = offer.slots
        run.do(f"pick {gun.candidates[0]} {','.join(map(str, others.candidates[:4]))}")
    assert (
        in_play(run.table, "american")
        + sum(len(run.table.zone(f"{space}-terrain")) for space in spaces_in_play(run.table))
        >= 66 + 64
    )
    assert run.table.phase == "draw"
