"""Variants: tournaments with a ban (C-8.2a), and spawn areas that advance (C-12c)."""

from __future__ import annotations

import pytest

from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    TWO_EACH,
    Placed,
    battle,
    buying,
    candidates,
    go_on,
    laid_out,
    marks,
    verbs,
)
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.games.company_of_heroes.setup.spawning import spawn_area
from wardiary.projections.redaction import view

# Tournaments


def test_in_a_tournament_four_commanders_are_drawn_and_the_opponent_bans_one():
    """C-8.2a: both players at once, before anything is deployed."""
    match = laid_out(commanders="tournament")
    ours, theirs = match.table.zone("us-commanders"), match.table.zone("wehrmacht-commanders")
    assert (len(ours), len(theirs)) == (4, 4)
    assert verbs(match.then_asks("us")) == verbs(match.then_asks("wehrmacht")) == {"ban"}

    match.when("us", f"ban us {ours[0]}").then_illegal("C-8.2a")
    match.when("us", f"ban wehrmacht {ours[0]}").then_illegal("C-8.2a")
    match.when("us", f"ban wehrmacht {theirs[1]}")
    assert match.table.zone("commanders-out") == (theirs[1],)
    match.when("wehrmacht", f"ban us {ours[2]}")
    assert len(match.table.zone("us-commanders")) == len(match.table.zone("wehrmacht-commanders"))
    assert len(match.table.zone("us-commanders")) == 3
    assert verbs(match.then_asks("wehrmacht")) == {"deploy"}


def test_who_bans_sees_what_was_drawn_and_nobody_else_does():
    """C-8.2a: a teammate's opponent does not."""
    match = laid_out(seats=TWO_EACH, commanders="tournament")
    hand = match.table.zone("us-2-commanders")

    assert set(hand) <= view(match.table, "wehrmacht-2").pieces.keys()
    assert not set(hand) & view(match.table, "wehrmacht").pieces.keys()


def test_teammates_draw_as_many_as_their_deck_allows():
    """C-8.2a: six commanders for two players: three each, of which one is banned."""
    match = laid_out(seats=TWO_EACH, commanders="tournament")

    assert len(match.table.zone("us-commanders")) == 3
    for seat, army in zip(TWO_EACH, ("wehrmacht", "wehrmacht-2", "us", "us-2"), strict=True):
        match.when(seat, f"ban {army} {match.table.zone(f'{army}-commanders')[0]}")
        assert match.refused is None
    assert len(match.table.zone("us-2-commanders")) == 2


def test_one_player_bans_for_both_of_the_armies_that_he_fields():
    """C-8.2a, C-11.0a."""
    match = laid_out(seats=("us", "us-2", "wehrmacht"), commanders="tournament")

    banned = candidates(match.then_asks("wehrmacht"), "ban", "army")
    assert banned == {"us", "us-2"}


def test_the_first_game_has_nothing_to_ban():
    """C-8.2a."""
    match = laid_out(mission=FIRST_GAME, commanders="tournament")

    assert verbs(match.then_asks("wehrmacht")) == {"deploy"}


# Advancing spawn areas


@pytest.mark.parametrize(
    ("length", "round_", "hexes"),
    [
        ("short", 1, 11),
        ("short", 2, 22),
        ("short", 3, 22),
        ("short", 4, 33),
        ("medium", 2, 11),
        ("medium", 3, 22),
        ("medium", 5, 33),
        ("long", 5, 22),
        ("long", 6, 33),
    ],
)
def test_spawn_areas_grow_by_a_hex_in_two_rounds_of_the_length(
    length: str, round_: int, hexes: int
):
    """C-12c: from the purchases of that round on."""
    given = {"spawn": "advancing", "length": length, "round": round_}
    match = battle({}, phase="supply.4", **given)
    earlier = battle({}, phase="supply.3", **given)

    assert len(spawn_area(match.table, "us")) == hexes
    assert len(spawn_area(match.table, "wehrmacht")) == hexes
    assert len(spawn_area(earlier.table, "us")) <= hexes


def test_spawn_areas_do_not_grow_unless_the_match_is_set_so():
    """C-2.4a."""
    match = battle({}, phase="supply.4", round=6)

    assert len(spawn_area(match.table, "us")) == 11


def test_units_are_bought_in_the_grown_area():
    """C-12c, C-7.4e."""
    match = buying({}, spawn="advancing", round=2)

    places = candidates(match.then_asks("us"), "buy", "place", kind="us-riflemen")
    assert {"A1", "A2", "F2"} <= places
    assert "F3" not in places


def test_the_grown_area_reinforces():
    """C-12c, C-7.6b."""
    units: dict[str, Placed] = {"us-riflemen-1": ("F2", {"damage": 2})}

    def healed(spawn: str) -> int:
        step = Round("recovery", 0, 1)
        match = go_on(battle(units, step, phase="supply.4", round=2, spawn=spawn))
        return marks(match, "us-riflemen-1")["damage"]

    assert (healed("fixed"), healed("advancing")) == (2, 1)
