from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.projections.noninterference import (
    any_words,
    assert_blind,
    assert_blind_next,
    assert_blind_refusal,
    assert_blind_what_if,
    blank,
    channels,
    mixed_words,
    openings,
    outcome_of,
    permuted,
    play,
    renamed,
    renaming,
    roles,
    told_next,
    translated,
    unknown_groups,
    unlearnt,
)
from tests.toy import SEATS, TOY
from wardiary.domain.games import registry
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.decide import open_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table.pieces import Piece
from wardiary.domain.table.table import Table

POSITIONS = 2_000
"""How many positions are looked at for each game, over all its scenarios."""

REFUSALS = 600
"""How many positions see words that no offer made, for each game."""

OPENING = Opening("plain", SEATS, TOY.settled({"target": 3}))


@given(st.randoms(use_true_random=False), st.integers(1, 20))
@settings(max_examples=50)
def test_the_toy_tells_no_role_what_it_may_not_know(rng: Random, commands: int):
    for table, seat, command in play(TOY, None, OPENING, rng, commands):
        for role in roles(table):
            swaps = renaming(table, role, rng)
            other = renamed(table, swaps)
            assert_blind(TOY, table, other, role)
            assert_blind_next(TOY, table, swaps, seat, command, role)
            if role in table.seats:
                assert_blind_what_if(table, other, role)


@pytest.mark.parametrize("name", registry.names())
def test_no_game_tells_a_role_what_it_may_not_know(name: str):
    """SL-01, UB-07: over random play of every scenario and seating."""
    game = registry.game(name)
    ways = openings(game)
    looked = 0
    for number in range(40 * len(ways)):
        rng = Random(number)
        pack, opening = ways[number % len(ways)]
        share = max(40, POSITIONS // len(ways))
        for table, seat, command in play(game, pack, opening, rng, share):
            role = rng.choice(roles(table))
            swaps = renaming(table, role, rng)
            other = renamed(table, swaps)
            assert_blind(game, table, other, role, drawn=looked % 50 == 0)
            assert_blind_next(game, table, swaps, seat, command, role)
            if role in table.seats:
                assert_blind_what_if(table, other, role)
            looked += 1
        if looked >= POSITIONS and number + 1 >= len(ways):
            return
    raise AssertionError(f"only {looked} positions were reached")


@pytest.mark.parametrize("name", registry.names())
def test_no_refusal_tells_a_seat_where_a_hidden_piece_lies(name: str):
    """SL-01: whatever a seat says of pieces it cannot see; and no words make a game stumble."""
    game = registry.game(name)
    ways = openings(game)
    share = max(20, REFUSALS // len(ways))
    for number, (pack, opening) in enumerate(ways):
        rng = Random(number)
        for table, seat, _ in play(game, pack, opening, rng, share):
            other = renamed(table, renaming(table, seat, rng))
            prompt = prompt_for(game.prompts(table), seat)
            assert prompt is not None
            for _ in range(4):
                assert_blind_refusal(game, table, other, seat, any_words(game, table, rng))
                words = mixed_words(game, table, prompt, rng)
                assert_blind_refusal(game, table, other, seat, words)


def test_a_swap_changes_only_what_is_unknown():
    table = open_table(TOY, blank(TOY, None, OPENING), OPENING, ScriptedChance()).table
    other = permuted(table, "red", Random(1))

    assert table.zone("red-hand") == other.zone("red-hand")
    assert table.zone("blue-hand") != other.zone("blue-hand")
    assert sorted(table.pieces) == sorted(other.pieces)
    assert all(
        other.piece(piece).zone == zone for zone, lying in other.zones.items() for piece in lying
    )


def test_the_tool_finds_a_leak():
    """A board that shows the top of the deck is found out."""
    table = open_table(TOY, blank(TOY, None, OPENING), OPENING, ScriptedChance()).table
    leaky = replace(
        table, looks={**table.looks, "deck": replace(table.looks["deck"], who="everyone")}
    )
    swaps = renaming(table, "red", Random(1))

    with pytest.raises(AssertionError, match="view of red"):
        assert_blind(TOY, leaky, renamed(leaky, swaps), "red")


def test_no_canary_comes_out_of_any_channel():
    """SL-01: hidden cards bear names that nothing else has."""
    for seed in range(5):
        rng = Random(seed)
        for table, seat, command in play(TOY, None, OPENING, rng, 12):
            for role in roles(table):
                hidden = {p for group in unknown_groups(table, role).values() for p in group}
                names = {piece: f"ZZQ-{number}" for number, piece in enumerate(sorted(hidden))}
                marked = canaries(table, names)
                given = channels(TOY, marked, role)
                outcome = outcome_of(TOY, marked, seat, translated(command, names))
                told = told_next(TOY, marked, unlearnt(outcome, marked, role), role)
                assert not any(b"ZZQ" in one for one in given.values()), (role, seat)
                assert "ZZQ" not in repr(told), (role, seat)


def canaries(table: Table, names: dict[str, str]) -> Table:
    """The table with some pieces renamed, in id, kind, face and marks."""

    def marked(held: Piece) -> Piece:
        if held.id not in names:
            return held
        name = names[held.id]
        return replace(held, id=name, kind="ZZQ-kind", face="ZZQ-face", marks={"ZZQ-mark": 1})

    pieces = {one.id: one for one in map(marked, table.pieces.values())}
    zones = {
        zone: tuple(names.get(one, one) for one in lying) for zone, lying in table.zones.items()
    }
    known = {
        zone: {names.get(one, one): seats for one, seats in own.items()}
        for zone, own in table.known.items()
    }
    return replace(table, pieces=pieces, zones=zones, known=known)
