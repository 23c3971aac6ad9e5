from __future__ import annotations

from itertools import product
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.projections.noninterference import (
    HistoryFromTable,
    WhatIf,
    any_words,
    assert_blind,
    assert_blind_next,
    assert_blind_refusal,
    assert_blind_what_if,
    blank_table,
    channels,
    elsewhere,
    mixed_words,
    openings,
    permuted,
    play,
    roles,
    told_next,
)
from tests.toy import SEATS, TOY, Bid
from wardiary.domain.diary.codec import decode, encode
from wardiary.domain.games import registry
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Piece, Visibility
from wardiary.domain.table.table import Table
from wardiary.tools.hidden_swaps import (
    choose_swaps,
    events_before_learning,
    outcome_of,
    swap_in_command,
    swap_pieces,
    unknown_groups,
)

POSITIONS = 2_000
"""How many positions are looked at for each game, over all its scenarios."""

REFUSALS = 600
"""How many positions see words that no offer made, for each game."""

OPENING = Opening("plain", SEATS, TOY.resolve_settings({"target": 3}))


@given(st.randoms(use_true_random=False), st.integers(1, 20))
@settings(max_examples=50)
def test_the_toy_game_reveals_nothing_hidden_to_any_role(rng: Random, commands: int):
    for table, seat, command in play(TOY, None, OPENING, rng, commands):
        for role in roles(table):
            swaps = choose_swaps(table, role, rng)
            other = swap_pieces(table, swaps)
            assert_blind(TOY, table, other, role)
            assert_blind_next(TOY, table, swaps, seat, command, role)
            if role in table.seats:
                assert_blind_what_if(TOY, table, elsewhere(table, role, rng), role, rng)


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
            swaps = choose_swaps(table, role, rng)
            other = swap_pieces(table, swaps)
            assert_blind(game, table, other, role, drawn=looked % 50 == 0)
            assert_blind_next(game, table, swaps, seat, command, role)
            if role in table.seats and looked % 3 == 0:
                assert_blind_what_if(game, table, elsewhere(table, role, rng), role, rng)
            looked += 1
        if looked >= POSITIONS and number + 1 >= len(ways):
            return
    raise AssertionError(f"only {looked} positions were reached")


@pytest.mark.parametrize("name", registry.names())
def test_no_refusal_reveals_to_a_seat_where_a_hidden_piece_is(name: str):
    """SL-01: whatever a seat says of pieces it cannot see; and no words make a game stumble."""
    game = registry.game(name)
    ways = openings(game)
    share = max(20, REFUSALS // len(ways))
    for number, (pack, opening) in enumerate(ways):
        rng = Random(number)
        for table, seat, _ in play(game, pack, opening, rng, share):
            other = swap_pieces(table, choose_swaps(table, seat, rng))
            prompt = prompt_for(game.prompts(table), seat)
            assert prompt is not None
            for _ in range(4):
                assert_blind_refusal(game, table, other, seat, any_words(game, table, rng))
                words = mixed_words(game, table, prompt, rng)
                assert_blind_refusal(game, table, other, seat, words)


def test_a_swap_changes_only_what_is_unknown():
    table = set_up_table(TOY, blank_table(TOY, None, OPENING), OPENING, ScriptedChance()).table
    other = permuted(table, "red", Random(1))

    assert table.zone("red-hand") == other.zone("red-hand")
    assert table.zone("blue-hand") != other.zone("blue-hand")
    assert sorted(table.pieces) == sorted(other.pieces)
    assert all(
        other.piece(piece).zone == zone
        for zone, pieces_in_zone in other.zones.items()
        for piece in pieces_in_zone
    )


def test_the_tool_finds_a_leak():
    """A board that shows the top of the deck is found out."""
    table = set_up_table(TOY, blank_table(TOY, None, OPENING), OPENING, ScriptedChance()).table
    leaky = replace(
        table,
        visibility={**table.visibility, "deck": replace(table.visibility["deck"], who="everyone")},
    )
    swaps = choose_swaps(table, "red", Random(1))

    with pytest.raises(AssertionError, match="view of red"):
        assert_blind(TOY, leaky, swap_pieces(leaky, swaps), "red")


def test_no_secret_marker_leaves_by_any_channel():
    """SL-01: hidden cards bear names that nothing else has."""
    for seed in range(5):
        rng = Random(seed)
        for table, seat, command in play(TOY, None, OPENING, rng, 12):
            for role in roles(table):
                hidden = {p for group in unknown_groups(table, role).values() for p in group}
                names = {piece: f"ZZQ-{number}" for number, piece in enumerate(sorted(hidden))}
                marked = canaries(table, names)
                given_values = channels(TOY, marked, role)
                outcome = outcome_of(TOY, marked, seat, swap_in_command(command, names))
                result = told_next(TOY, marked, events_before_learning(outcome, marked, role), role)
                assert not any(b"ZZQ" in item for item in given_values.values()), (role, seat)
                assert "ZZQ" not in repr(result), (role, seat)


def canaries(table: Table, names: dict[str, str]) -> Table:
    """The table with some pieces renamed, in id, kind, face and marks."""

    def marked(held: Piece) -> Piece:
        if held.id not in names:
            return held
        name = names[held.id]
        return replace(held, id=name, kind="ZZQ-kind", face="ZZQ-face", marks={"ZZQ-mark": 1})

    pieces = {one.id: one for one in map(marked, table.pieces.values())}
    zones = {
        zone: tuple(names.get(piece, piece) for piece in pieces_in_zone)
        for zone, pieces_in_zone in table.zones.items()
    }
    known = {
        zone: {names.get(one, one): seats for one, seats in own_part.items()}
        for zone, own_part in table.known.items()
    }
    return replace(table, pieces=pieces, zones=zones, known=known)


# What-ifs as an attacker opens them: resigned at once, so that seed and salt are open


def lone_bid() -> Table:
    """The toy with blue's bid made: a hidden zone of one card."""
    table = set_up_table(TOY, blank_table(TOY, None, OPENING), OPENING, ScriptedChance()).table
    bid = Bid(table.zone("blue-hand")[0])
    return outcome_of(TOY, table, "blue", bid).table


def test_resigned_what_ifs_do_not_reveal_the_only_card_of_a_zone():
    """8.4: every card that may be there gives the very `redealt` row that is stored."""
    table = lone_bid()
    (real,) = table.zone("blue-bid")
    unknown = sorted(p for group in unknown_groups(table, "red").values() for p in group)
    stayed = 0
    for number in range(60):
        stored = WhatIf(TOY, HistoryFromTable(table), "red", number=number)
        stayed += stored.line.table.zone("blue-bid") == (real,)
        fitting = [
            card
            for card in unknown
            if WhatIf(
                TOY,
                HistoryFromTable(swap_pieces(table, {real: card, card: real})),
                "red",
                number=number,
            ).rows
            == stored.rows
        ]
        assert unknown == fitting
    assert stayed  # The deals that could have revealed it are among them.


def laid_cards() -> Table:
    """A match in which a seat has put cards face down, each with a side up."""
    game = registry.game("combat-soldiers")
    ways = [(pack, entry) for pack, entry in openings(game) if len(entry.seats) == 2]
    for (pack, opening), number in product(ways, range(10)):
        for table, _, _ in play(game, pack, opening, Random(number), 60):
            if len(hidden_with_a_face(table, "a")) >= 6:
                return table
    raise AssertionError("nobody has laid six cards")


def hidden_with_a_face(table: Table, seat: str) -> set[str]:
    """The hidden cards that have a face, as the director sees them."""
    unknown = {piece for group in unknown_groups(table, seat).values() for piece in group}
    return {piece for piece in unknown if table.piece(piece).face}


def test_many_what_ifs_do_not_name_the_cards_that_are_laid_face_down():
    """8.4b: 21 what-ifs, and what has a face in each of them: the side stays with the place."""
    table = laid_cards()
    game = registry.game("combat-soldiers")
    really = hidden_with_a_face(table, "a")
    places = {piece.zone for piece in table.pieces.values() if piece.id in really}
    seen = []
    for number in range(21):
        dealt = WhatIf(game, HistoryFromTable(table), "a", number=number).line.table
        seen.append(hidden_with_a_face(dealt, "a"))
        assert {dealt.piece(piece).zone for piece in seen[-1]} == places
        assert len(seen[-1]) == len(really)

    assert not set.intersection(*seen)
    assert len(set.union(*seen)) > 2 * len(really)


def test_a_deal_keeps_what_is_visible_of_a_place_and_forgets_what_others_knew():
    """8.4b: face, marks with their ends, and what is attached, whichever card is dealt there."""
    table = lone_bid()
    (bid,) = table.zone("blue-bid")
    for event in (
        e.PieceTurned(piece=bid, face="up", rule="T1"),
        e.MarkSet(piece=bid, mark="hit", value=2, until="round", rule="T1"),
        e.PiecesPlaced(pieces=("flag",), kind="flag", zone="A1", host=bid, rule="T1"),
        e.PiecesShown(pieces=(table.zone("red-hand")[0],), to=("blue",), rule="T1"),
        e.PiecesShown(pieces=(table.zone("deck")[0],), to=("red",), rule="T1"),
    ):
        table = evolve(table, event)
    for number in range(20):
        dealt = WhatIf(TOY, HistoryFromTable(table), "red", number=number).line.table
        (card,) = dealt.zone("blue-bid")
        there = dealt.piece(card)
        assert ("up", {"hit": 2}, {"hit": "round"}) == (there.face, there.marks, there.until)
        assert card == dealt.piece("flag").host
        assert [card] == [piece.id for piece in dealt.pieces.values() if piece.face or piece.marks]
        assert {"deck": {table.zone("deck")[0]: ("red",)}} == dealt.known


def test_a_deal_recorded_by_0_1_0_is_folded_as_it_was():
    """8.4b: it names no seat; what shows of a piece went with the piece, in bytes as they were."""
    table = lone_bid()
    (top, *deck), (bid,) = table.zone("deck"), table.zone("blue-bid")
    table = evolve(table, e.PieceTurned(piece=top, face="up", rule="T1"))
    zones = {"blue-bid": [top], "deck": [bid, *deck]}
    fact = {"event": "redealt", "rule": "Table/What-if", "zones": zones}
    state = msgspec.json.encode(fact, order="sorted")

    old = decode(state)

    assert state == encode(old)
    dealt = evolve(table, old).piece(top)
    assert ("up", "blue-bid") == (dealt.face, dealt.zone)


def test_no_what_if_is_dealt_where_two_zones_have_unknown_numbers_of_pieces():
    """8.4: how many pieces each of them holds is not known, so it may not come from the record."""
    table = lone_bid()
    for number in (1, 2):
        dens = {f"den-{n}": Visibility("owner", "blue", count=False) for n in range(number)}
        hidden = replace(table, visibility={**table.visibility, **dens})
        if number == 1:
            WhatIf(TOY, HistoryFromTable(hidden), "red")
        else:
            with pytest.raises(Illegal, match="does not know how many pieces are in den-0 and"):
                WhatIf(TOY, HistoryFromTable(hidden), "red")
