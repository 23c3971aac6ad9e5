"""14 Both sets side by side: who commands where, partners' hands, the order, the target."""

from __future__ import annotations

import pytest

from tests.games.nuts.table import FOUR, TWO, offered, position, start
from wardiary.domain.games.nuts.board import army_at, board_units, seat_of
from wardiary.domain.games.nuts.game import GAME
from wardiary.domain.games.nuts.victory import exits_needed
from wardiary.domain.table import events as e

TWO_PZ, VG_986, PZ_16, VG_1128 = "sg-u18", "sg-u01", "ng-u04", "ng-u01"
ID_8, ID_422 = "sa-u06", "na-u01"
THREE = ("german", "american-south", "american-north")


def test_a_unit_on_the_other_area_is_commanded_there() -> None:
    """N-14.1a: a South unit in D2 belongs to German North until it returns."""
    match = position(
        {"C2": TWO_PZ, "D3": PZ_16, "A5": ID_8, "E5": ID_422},
        army="german-south",
        phase="movement",
        scenario="tandem",
        seats=FOUR,
    )
    match.when("german-south", f"move D2 {TWO_PZ}")
    match.when("german-south", f"move D1 {TWO_PZ}").then_illegal("N-9.0a")
    assert army_at(match.table, "german", "D2") == "german-north"

    north = position(
        {"D2": TWO_PZ, "D3": PZ_16, "A5": ID_8, "E5": ID_422},
        army="german-north",
        phase="movement",
        scenario="tandem",
        seats=FOUR,
    )
    assert offered(north, "german-north", "move", "units") == {TWO_PZ, PZ_16}
    north.when("german-north", f"move C2 {TWO_PZ}")
    assert north.table.zone_of(TWO_PZ) == "C2"


def test_event_cards_act_in_their_own_area_and_weather_on_the_whole_table() -> None:
    """N-14.2a: a South general commands no unit in D3."""
    match = position(
        {"C2": TWO_PZ, "D3": PZ_16, "A5": ID_8},
        army="german-south",
        phase="drawn",
        scenario="tandem",
        seats=FOUR,
        hands={"german-south": "sg-e10"},
    )
    assert offered(match, "german-south", "play", "on") == {TWO_PZ}

    clear = position(
        {"A5": ID_8, "A0": VG_986},
        army="american-north",
        phase="drawn",
        scenario="tandem",
        seats=FOUR,
        hands={"american-north": "na-e01"},
    )
    clear.when("american-north", "play na-e01 table")
    assert clear.table.track("weather") == 1


@pytest.mark.parametrize(("seats", "scenario", "target"), [(TWO, "south", 3), (FOUR, "tandem", 6)])
def test_six_units_must_leave_in_tandem(seats: tuple[str, ...], scenario: str, target: int) -> None:
    """N-14.3a."""
    assert exits_needed(start(scenario, seats)) == target


@pytest.mark.parametrize(("exited", "winners"), [(6, ("german-south", "german-north")), (5, None)])
def test_exits_of_both_areas_add_up(exited: int, winners: tuple[str, ...] | None) -> None:
    """N-14.3a, N-13.0a: both partners win together."""
    match = position(
        {"A0": VG_986, "D0": VG_1128, "A5": ID_8},
        army="american-north",
        scenario="tandem",
        seats=FOUR,
        tracks={"exited": exited},
        decks={"german-south": "sg-u30", "german-north": ""},
    )
    match.when("american-north", "done")

    result = match.table.result
    assert (result.winners if result else None) == winners


def test_the_last_of_two_german_decks_ends_the_game() -> None:
    """N-14.5a, R-55: with both out the Americans win."""
    match = position(
        {"A0": VG_986, "A5": ID_8}, army="american-north", scenario="tandem", seats=FOUR
    )
    match.when("american-north", "done")

    assert match.table.result is not None
    assert match.table.result.winners == ("american-south", "american-north")


def test_partners_do_not_see_each_others_hands() -> None:
    """N-14.4a, N-1.0a."""
    table = start("tandem", FOUR)

    assert not table.can_see("german-south", "german-north-hand")
    assert table.can_see("german-north", "german-north-hand")
    assert GAME.sides(table) == (
        ("german-south", "german-north"),
        ("american-south", "american-north"),
    )


def test_one_seat_may_play_both_armies_of_a_side() -> None:
    """N-1.0a, N-14.4a: with three seats; it has two hands."""
    table = start("tandem", THREE)

    assert table.can_see("german", "german-south-hand")
    assert table.can_see("german", "german-north-hand")
    assert seat_of(table, "german-north") == "german"


def test_the_armies_take_turns_in_their_order() -> None:
    """N-14.4a: Axis, US, Axis, US."""
    match = position(
        {"A0": VG_986, "D0": VG_1128, "A5": ID_8},
        army="german-south",
        scenario="tandem",
        seats=FOUR,
        decks={"german-south": "sg-u30 sg-u31 sg-u32 sg-u33", "german-north": ""},
    )
    seats = []
    while match.table.round == 3:
        (prompt,) = match.game.prompts(match.table)
        match.when(prompt.seat, "done")
        seats += [p.seat for p in match.happened(e.PhaseEntered) if p.phase == "combat"]

    assert seats == ["american-south", "german-north", "american-north"]


def test_columns_c_and_d_are_side_by_side() -> None:
    """N-14.1a, N-12.0a: an attack goes across, and so does supply."""
    match = position(
        {"C2": TWO_PZ, "D2": ID_422},
        army="german-south",
        scenario="tandem",
        seats=FOUR,
        german="C1",
    )
    match.when("german-south", f"attack D2 {TWO_PZ} -")

    assert match.refused is None


def test_americans_that_wait_beside_the_board_are_commanded_by_the_army_of_their_column() -> None:
    """N-14.1a, N-8.3d: they entered by force, and did not get in."""
    match = position(
        {"american-aside": f"{ID_8} {ID_422}", "A5": "sa-u07", "E5": "na-u02"},
        army="german-south",
        scenario="tandem",
        seats=FOUR,
    )

    assert set(board_units(match.table, "american-south")) == {"sa-u07", ID_8}
    assert set(board_units(match.table, "american-north")) == {"na-u02", ID_422}
