from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tests.projections.matches import Match
from tests.toy import TOY, Bid
from wardiary.domain.diary.codec import encode
from wardiary.domain.play.table_commands import AgreeRewind, AskRewind, MakeRuling
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, fold
from wardiary.domain.table.pieces import Visibility
from wardiary.domain.table.table import Table
from wardiary.projections.narrative import narrate
from wardiary.projections.redaction import DIRECTOR, SPECTATOR, redact, redact_entry, view

OPENED = e.MatchOpened(
    match="",
    game="toy",
    version="1",
    scenario="",
    settings={},
    seats=("red", "blue"),
    visibility={"den": Visibility("owner", "red"), "deck": Visibility("nobody", ordered=True)},
    pack="",
    commitment="",
    time=0,
    rule="Table/Open",
)


def test_a_ruling_on_hidden_cards_names_them_to_nobody_who_may_not_know():
    match = Match()
    before = match.line.table
    hidden = before.zone("deck")[1]
    correction = e.PiecesMoved(pieces=(hidden,), to="red-hand", rule="x")
    entry = match.give("director", MakeRuling("a card was missing", (correction,)))

    for role in ("blue", SPECTATOR):
        redacted = b"".join(encode(event) for event in redact_entry(before, entry.events, role))

        assert b"a card was missing" in redacted
        assert hidden.encode() not in redacted
    assert hidden.encode() in b"".join(
        encode(event) for event in redact_entry(before, entry.events, "red")
    )


def test_an_entry_that_rewinds_and_shuffles_can_be_shown():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.bid_both()
    match.give("red", AskRewind(start))
    before = match.line.table
    entry = match.give("blue", AgreeRewind())

    redacted = list(redact_entry(before, entry.events, "red"))

    assert ["command-accepted", "rewound", "pile-shuffled", "entry-closed"] == [
        e.tag_of(event) for event in redacted
    ]
    assert redacted[2] == e.PileShuffled(zone="deck", order=(), rule="Table/Rewind")


def test_a_visible_piece_does_not_name_the_hidden_one_it_belongs_to():
    table = fold(
        Table(),
        [
            OPENED,
            e.PiecesPlaced(pieces=("tank-7",), kind="tank", zone="den", rule="x"),
            e.PiecesPlaced(pieces=("flag-1",), kind="flag", zone="hill", host="tank-7", rule="x"),
        ],
    )
    moved = e.PiecesMoved(pieces=("flag-1",), to="mill", host="tank-7", rule="x")

    redacted = redact(table, moved, evolve(table, moved), "blue")

    assert view(table, "blue").piece("flag-1").host == "?"
    assert redacted == replace(moved, host="?")
    assert view(table, "red").piece("flag-1").host == "tank-7"


@pytest.mark.parametrize("role", ["blue", SPECTATOR])
def test_a_new_deal_does_not_reveal_which_hidden_places_changed(role: str):
    cards = e.PiecesPlaced(pieces=("c-1", "c-2", "c-3"), kind="card", zone="deck", rule="x")
    dealt = e.PiecesMoved(pieces=("c-1",), to="den", rule="x")
    shuffled = e.PileShuffled(zone="deck", order=("c-1", "c-2", "c-3"), rule="x")
    table = fold(Table(), [OPENED, cards, shuffled, dealt])
    stored = e.Redealt(zones={"deck": ("c-3", "c-2")}, rule="Table/What-if")
    other = e.Redealt(zones={"deck": ("c-1", "c-2"), "den": ("c-3",)}, rule="Table/What-if")

    seen = [encode(redact(table, item, evolve(table, item), role)) for item in (stored, other)]

    assert seen[0] == seen[1]


def test_a_seats_past_view_is_what_it_was_then():
    """RD-03."""
    match = Match()
    served = {}
    for _ in range(4):
        served[match.line.head] = encode_view(match, match.line.head)
        if match.line.table.result is None:
            match.bid_both()

    again = {position: encode_view(match, position) for position in served}

    assert served == again


def encode_view(match: Match, position: int) -> bytes:
    return msgspec.json.Encoder(order="sorted").encode(view(match.line.table_at(position), "red"))


def test_a_replay_from_one_side_never_shows_the_other_hand():
    """SL-05."""
    match = Match(seed=5)
    match.give("blue", Bid(match.line.table.zone("blue-hand")[0]))
    hidden = {*match.line.table.zone("blue-hand"), *match.line.table.zone("blue-bid")}

    log = " ".join(sentence.text for sentence in narrate(TOY, match.line, "red"))
    tables = [view(match.line.table_at(n), "red") for n in range(4, match.line.head + 1)]

    assert not any(card in log for card in hidden)
    assert not any(card in table.pieces for card in hidden for table in tables)
    assert hidden <= set(view(match.line.table, DIRECTOR).pieces)


def test_an_open_step_names_no_piece_that_a_role_no_longer_knows():
    """A step may go on naming a unit that is face down by now; all its other words stay."""
    steps = msgspec.Raw(b'[{"card-3":1,"seat":"","units":["card-1","card-2"],"step":"card-3"}]')
    placed = [
        e.PiecesPlaced(pieces=("card-1", "card-3"), kind="two", zone="den", rule="x"),
        e.PiecesPlaced(pieces=("card-2",), kind="two", zone="board", rule="x"),
    ]
    closed = e.EntryClosed(steps=steps, rule="Table/Pause")
    before = fold(Table(), [OPENED, *placed])
    after = evolve(before, closed)

    for role in ("blue", SPECTATOR):
        told = b'[{"card-3":1,"seat":"","step":"card-3","units":["?","card-2"]}]'
        assert told == bytes(view(after, role).steps)
        (event,) = redact_entry(before, [closed], role)
        assert told == bytes(event.steps)
    assert bytes(steps) == bytes(view(after, "red").steps)
    (unchanged,) = redact_entry(before, [closed], "red")
    assert closed == unchanged


def test_what_an_open_step_keeps_by_piece_is_not_told_by_the_order_of_hidden_ids():
    """The same numbers by other hidden pieces give the same bytes."""
    placed = e.PiecesPlaced(pieces=("card-1", "card-2"), kind="two", zone="den", rule="x")
    before = fold(Table(), [OPENED, placed])

    shown = {
        bytes(view(evolve(before, e.EntryClosed(steps=steps, rule="Table/Pause")), "blue").steps)
        for steps in (
            msgspec.Raw(b'[{"left":{"card-1":7,"card-2":3},"step":"turn"}]'),
            msgspec.Raw(b'[{"left":{"card-1":3,"card-2":7},"step":"turn"}]'),
        )
    }

    assert {b'[{"left":{"?0":3,"?1":7},"step":"turn"}]'} == shown
