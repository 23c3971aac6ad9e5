from __future__ import annotations

import pytest

from tests.games.company_of_heroes.content import PACK
from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    FULL_GAME,
    GAME,
    ONE_EACH,
    PURIST,
    TWO_EACH,
    altered_pack,
    candidates,
    dice,
    laid_out,
    marks,
    on_map,
    turn,
    verbs,
)
from tests.scenario import Scenario, opened
from wardiary.domain.games.company_of_heroes.supply.ending import points_to_end
from wardiary.domain.table import events as e

TWO_AGAINST_ONE = ("us", "us-2", "wehrmacht")
ONE_AGAINST_TWO = ("us", "wehrmacht", "wehrmacht-2")


def rolled(faces: str):
    """A match set up with these colours in the rolls for turn order, three a team."""
    return opened(GAME, PACK, FULL_GAME, ONE_EACH, faces=dice(faces))


def deployed(match: Scenario, seat: str, army: str, *places: str):
    """Riflemen or Grenadiers of an army on these hexes."""
    kind = "us-riflemen" if army.startswith("us") else "wehrmacht-grenadiers"
    for place in places:
        match.when(seat, f"deploy {army} {kind} {place}")
        assert match.refused is None, match.refused
    return match


def test_the_first_game_knows_no_assault():
    """C-2.1a."""
    units = {"us-riflemen-1": "F3", "wehrmacht-grenadiers-1": "F4"}
    match = turn(units, mission=FIRST_GAME)

    match.when("us", "assault us-riflemen-1 F4 -").then_illegal("C-2.1a")
    match.when("us", "retreat us-riflemen-1").then_illegal("C-2.1a")
    assert "assault" in verbs(turn(units).then_asks("us"))


@pytest.mark.parametrize(
    ("mission", "seats", "length", "points"),
    [
        (FIRST_GAME, ONE_EACH, "short", 18),
        (FULL_GAME, ONE_EACH, "medium", 21),
        (FULL_GAME, ONE_EACH, "long", 24),
        (FULL_GAME, TWO_EACH, "short", 21),
        (FULL_GAME, TWO_EACH, "long", 27),
        (PURIST, ONE_EACH, "short", 15),
        (PURIST, TWO_AGAINST_ONE, "medium", 21),
    ],
)
def test_the_length_and_the_seating_set_the_points_that_end_the_game(
    mission: str, seats: tuple[str, ...], length: str, points: int
):
    """C-2.2g, C-12c."""
    assert points_to_end(laid_out(mission, seats, length=length).table) == points


def test_incomes_and_stockpiles_are_those_of_the_map():
    """C-2.2e, C-2.2k: every army has its own; a team shares its victory points."""
    table = laid_out(FIRST_GAME, TWO_EACH).table

    for army in TWO_EACH:
        assert [table.track(f"{name}/{army}") for name in ("manpower", "munitions", "fuel")] == [
            4, 2, 3,
        ]  # fmt: skip
        incomes = (f"{name}-income/{army}" for name in ("manpower", "munitions", "fuel"))
        assert [table.track(income) for income in incomes] == [1, 1, 1]
        assert table.track(f"xp/{army}") == 0
    assert [table.track(f"{name}/{team}") for name in ("vp", "vp-income") for team in ONE_EACH] == [
        0, 0, 0, 0,
    ]  # fmt: skip


def test_only_the_first_building_board_is_face_up():
    """C-2.2c, C-2.2d."""
    table = laid_out().table

    for army in ONE_EACH:
        boards = [table.pieces[f"{army}-tier-{tier}"] for tier in (1, 2, 3)]
        assert [board.face for board in boards] == ["up", "down", "down"]
        assert {board.zone for board in boards} == {f"{army}-hq"}


def test_base_tokens_mark_the_ends_of_the_spawn_areas():
    """C-2.2j."""
    pieces = laid_out().table.pieces
    bases = {piece.zone: piece.owner for piece in pieces.values() if piece.kind == "base"}

    assert bases == {"A1": "us", "K1": "us", "A12": "wehrmacht", "K12": "wehrmacht"}


def test_points_and_buildings_are_on_their_hexes():
    """C-2.2f."""
    pieces = laid_out().table.pieces
    points = {piece.zone for piece in pieces.values() if piece.kind == "point"}

    assert points == {"B6", "C10", "C3", "D8", "F3", "F6", "F9", "H4", "I10", "I3", "J6"}
    assert pieces["building-E4"].face == "intact"
    assert pieces["building-G5"].face == "destroyed"


def test_printed_tank_traps_stop_vehicles_in_the_full_game_only():
    """C-2.2l, C-4.1.2i."""
    jeep = {"us-jeep-1": "A5"}

    turn(jeep, mission=FIRST_GAME).when("us", "move us-jeep-1 A6").then(
        e.MarkSet(piece="us-jeep-1", mark="speed-spent", value=1, until="round", rule="C-4.1.5a"),
        e.PiecesMoved(pieces=("us-jeep-1",), to="A6", rule="C-4.1.1d"),
    )
    turn(jeep).when("us", "move us-jeep-1 A6").then_illegal("C-4.1.2i")


# Who goes first


@pytest.mark.parametrize(
    ("faces", "first"),
    [
        ("GGRGBB", "us"),  # Two green against one.
        ("GRRGBR", "wehrmacht"),  # One green each: one black more.
        ("GBRGBRRRRRRB", "wehrmacht"),  # A full tie is rolled again.
    ],
)
def test_the_most_green_and_then_the_most_black_goes_first(faces: str, first: str):
    """C-4.0a, worked example 1."""
    match = rolled(faces)

    assert match.table.track("starting-team") == ONE_EACH.index(first) + 1


def test_the_team_that_goes_second_places_all_of_its_units_first():
    """C-4.0b, C-2.3b."""
    match = laid_out(begins="us")
    match.then_does_not_ask("us")

    deployed(match, "wehrmacht", "wehrmacht", "A12", "B11", "C12")
    match.then_does_not_ask("wehrmacht")
    deployed(match, "us", "us", "A1", "B1", "C1")

    assert match.table.round == 1
    assert len(on_map(match, "us")) == len(on_map(match, "wehrmacht")) == 3


def test_starting_units_are_infantry_of_the_first_building():
    """C-2.3b, C-2.3a."""
    match = laid_out(begins="wehrmacht")

    assert candidates(match.then_asks("us"), "deploy", "kind") == {"us-riflemen", "us-mortar-team"}
    match.when("us", "deploy us us-jeep A1").then_illegal("C-2.3b")
    match.when("us", "deploy us us-mg-team A1").then_illegal("C-2.3b")


def test_units_are_deployed_on_empty_hexes_of_their_own_area():
    """C-2.4a, C-4.1g."""
    match = laid_out(begins="wehrmacht")
    match.when("us", "deploy us us-riflemen A12").then_illegal("C-2.4a")
    match.when("us", "deploy us us-riflemen F4").then_illegal("C-2.4a")

    match.when("us", "deploy us us-riflemen A1")
    match.when("us", "deploy us us-mortar-team A1").then_illegal("C-2.4a")


def test_a_weapon_team_is_deployed_packed_up_and_health_is_its_figures():
    """C-2.4b, C-4.1.1e."""
    match = laid_out(begins="wehrmacht").when("us", "deploy us us-mortar-team A1")

    placed = match.happened(e.PiecesPlaced)
    assert placed[0].marks == {"packed": 1}
    assert "damage" not in marks(match, "us-mortar-team-1")


@pytest.mark.parametrize("seats", [TWO_EACH, TWO_AGAINST_ONE, ONE_AGAINST_TWO])
def test_four_armies_on_a_map_of_two_panels_start_with_two_units_each(seats: tuple[str, ...]):
    """C-2.3b, C-2.2b, C-11.0a: also those of a player who fields two armies."""
    match = laid_out(FULL_GAME, seats, begins="us")
    for army, hexes in {"wehrmacht": ("A12", "B11"), "wehrmacht-2": ("C12", "D11")}.items():
        seat = army if army in seats else "wehrmacht"
        deployed(match, seat, army, *hexes)
    for army, hexes in {"us": ("A1", "B1"), "us-2": ("C1", "D1")}.items():
        deployed(match, army if army in seats else "us", army, *hexes)

    assert match.table.round == 1
    assert on_map(match, "us-2") == {"us-2-riflemen-1", "us-2-riflemen-2"}


def test_teammates_deploy_at_the_same_time():
    """C-4.0b, C-4.1b."""
    match = laid_out(FULL_GAME, TWO_EACH, begins="us")

    assert candidates(match.then_asks("wehrmacht"), "deploy", "army") == {"wehrmacht"}
    assert candidates(match.then_asks("wehrmacht-2"), "deploy", "army") == {"wehrmacht-2"}
    match.then_does_not_ask("us")


def test_a_match_has_two_to_four_seats():
    """C-2.2b: boards of one to four panels; the missions here are for two panels."""
    seatings = GAME.scenarios(altered_pack("missions.toml"))[0].seats

    assert seatings == (ONE_EACH, TWO_AGAINST_ONE, ONE_AGAINST_TWO, TWO_EACH)


# Commanders and operations


def test_every_player_draws_three_commanders_unseen_by_others():
    """C-8.2a."""
    table = laid_out().table

    for army in ONE_EACH:
        assert len(table.zone(f"{army}-commanders")) == 3
        assert len(table.zone(f"{army}-commander-deck")) == 3
    assert table.can_see("us", "us-commanders")
    assert not table.can_see("wehrmacht", "us-commanders")


def test_teammates_draw_from_the_same_commander_deck():
    """C-8.2a, C-11.0a: a second army that a player fields has its own hand, which he sees."""
    table = laid_out(FULL_GAME, ONE_AGAINST_TWO).table
    hands = [table.zone(f"{army}-commanders") for army in ("us", "us-2")]

    assert len({card for hand in hands for card in hand}) == 6
    assert table.zone("us-commander-deck") == ()
    assert table.can_see("us", "us-2-commanders")
    assert not table.can_see("wehrmacht-2", "wehrmacht-commanders")


def test_the_first_game_has_neither_commanders_nor_operations():
    """C-2.1a, C-4.0d."""
    table = laid_out(FIRST_GAME).table

    assert table.zone("us-commanders") == table.zone("operations") == ()


def test_the_operations_deck_of_fourteen_is_shuffled():
    """C-4.0.1a."""
    match = laid_out()

    assert len(match.table.zone("operations")) == 14
    assert match.table.visibility_of("operations").who == "nobody"


def test_the_box_holds_what_the_book_lists():
    """C-1.1a: fourteen operations cards, twelve commanders, six of each faction."""
    assert sum(card.stock for card in PACK.operations.values()) == 14
    assert [len(PACK.commanders_of(faction)) for faction in ONE_EACH] == [6, 6]
