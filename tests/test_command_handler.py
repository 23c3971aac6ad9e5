from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.projections.matches import SECRETS, Match
from tests.toy import TOY, Bid
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import digest
from wardiary.domain.diary.history import History
from wardiary.domain.match.command_handler import (
    open_branch,
)
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.table_commands import AgreeRewind, AskRewind, Disclose, MakeRuling, Resign
from wardiary.domain.table import events as e
from wardiary.projections.redaction import redact_entry, view


def test_the_stored_rows_fold_to_the_decided_table():
    match = Match()
    match.bid_both()

    again = History(match.line.rows)

    assert digest(match.line.table) == digest(again.table)
    assert match.head == again.hash_at(again.head, match.secrets.salt)


@given(st.integers(1, 60))
def test_the_table_at_every_position_is_the_fold_of_the_rows_before_it(position: int):
    match = Match()
    match.bid_both()
    at = min(position, match.line.head)

    assert digest(History(match.line.rows[:at]).table) == digest(match.line.table_at(at))


def test_a_seats_own_last_action_is_undone_at_once():
    match = Match()
    before = match.line.head
    red_bids = match.line.table.zone("red-hand")[0]
    match.give("red", Bid(red_bids))

    match.give("red", AskRewind(before))

    assert red_bids in match.line.table.zone("red-hand")
    assert match.line.is_undone(before + 1)


def test_a_rewind_past_dice_needs_every_seat_and_shuffles_hidden_piles():
    match = Match()
    start = match.line.head
    match.bid_both()

    match.give("red", AskRewind(start))
    assert match.line.table.track("points/red") + match.line.table.track("points/blue") == 1
    entry = match.give("blue", AgreeRewind())

    tags = [row.tag for row in entry.rows]
    assert ["command-accepted", "rewound", "pile-shuffled", "entry-closed"] == tags
    assert match.line.table_at(start).tracks == match.line.table.tracks


def test_a_seat_cannot_ask_to_undo_another_seats_action():
    match = Match()
    start = match.line.head
    match.give("red", Bid(match.line.table.zone("red-hand")[0]))

    with pytest.raises(Illegal, match="not yours but red's"):
        match.give("blue", AskRewind(start))


def test_a_rewind_request_expires_when_play_goes_on():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))
    match.give("red", Bid(match.line.table.zone("red-hand")[0]))

    with pytest.raises(Illegal, match="ask again"):
        match.give("blue", AgreeRewind())


def test_the_director_corrects_the_table_with_a_reason():
    match = Match()
    mend = e.TrackSet(track="points/red", value=2, rule="Table/Ruling")

    match.give("director", MakeRuling("misread score", (mend,)))

    assert match.line.table.track("points/red") == 2
    with pytest.raises(Illegal, match="only the director"):
        match.give("red", MakeRuling("mine", (mend,)))


def test_secrets_open_only_after_the_end():
    match = Match()
    with pytest.raises(Illegal, match="still runs"):
        match.give("host", Disclose())

    match.give("red", Resign())
    entry = match.give("host", Disclose())

    assert "seed-revealed" in [row.tag for row in entry.rows]


def test_a_branch_goes_on_from_any_entry_with_its_own_dice():
    match = Match()
    at = match.line.head
    match.bid_both()
    branch_secrets = Secrets(b"s" * 32, b"t" * 32)

    branch = match.branch(at)

    assert at + 1 == branch.line.first_own_position
    assert branch.line.table.zones == match.line.table_at(at).zones
    with pytest.raises(Illegal, match="no entry ends at"):
        open_branch(TOY, match.line, at - 1, b"", match="b" * 32, secrets=branch_secrets, time=5)


def test_a_seats_branch_deals_again_only_what_the_seat_cannot_see():
    match = Match()
    table = match.line.table
    same = 0
    for n in range(50):
        secrets = Secrets(bytes([n]) * 32, bytes(32))
        entry = open_branch(
            TOY, match.line, match.line.head, match.head,
            match="b" * 32, secrets=secrets, time=5, dealt="red",
        )  # fmt: skip
        assert table.zone("red-hand") == entry.table.zone("red-hand")
        assert sorted(table.pieces) == sorted(entry.table.pieces)
        same += table.zone("deck")[0] == entry.table.zone("deck")[0]
    assert same < 20


def test_chance_follows_its_published_vector():
    """domain/play/README.md gives the derivation; these are its test vectors."""
    chance = SeededChance(SECRETS.seed, "a" * 32, bytes(32), b"{}")

    assert [2, 1, 2, 5, 4] == [chance.roll(1, 6) for _ in range(5)]
    assert ("d", "a", "b", "c") == chance.shuffle("abcd")


def test_the_other_seat_sees_neither_the_bid_nor_which_card_it_was():
    match = Match()
    before = match.line.table
    entry = match.give("red", Bid(before.zone("red-hand")[1]))

    redacted = list(redact_entry(before, entry.events, "blue"))

    assert isinstance(redacted[0], e.CommandAccepted)
    assert b'{"do":"sealed"}' == bytes(redacted[0].command)
    assert e.PiecesMoved(pieces=("?",), to="red-bid", rule="T2") == redacted[1]
    assert not any("card" in piece for piece in view(match.line.table, "blue").zone("red-hand"))
