"""The table's own words in the mouths of those who may not say them, and what others hear."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.projections.matches import SECRETS, Match
from tests.toy import SEATS, TOY, Bid
from wardiary.domain.match.command_handler import opening_event
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.game import Opening, ScenarioInfo
from wardiary.domain.play.pausing import is_paused
from wardiary.domain.play.table_commands import (
    AgreeRewind,
    AskRewind,
    ClaimSeat,
    Disclose,
    InspectPiece,
    MakeRuling,
    Pause,
    Resign,
    Resume,
)
from wardiary.domain.table import events as e
from wardiary.projections.narrative import narrate
from wardiary.projections.redaction import DIRECTOR, SPECTATOR, redact_entry


def test_the_director_inspects_a_card_and_no_seat_learns_which():
    """SL-03: the third card of a hand; not even its owner learns which one it was."""
    match = Match()
    table = match.line.table
    entry = match.give(DIRECTOR, InspectPiece("blue-hand", 3))

    inspected = e.PiecesInspected(
        zone="blue-hand", pieces=(table.zone("blue-hand")[2],), rule="Table/Inspection"
    )
    unnamed = e.PiecesInspected(zone="blue-hand", pieces=("?",), rule="Table/Inspection")
    assert inspected in list(redact_entry(table, entry.events, DIRECTOR))
    for role in (*SEATS, SPECTATOR):
        opener, result, _ = redact_entry(table, entry.events, role)
        assert b'{"do":"sealed"}' == bytes(opener.command)
        assert unnamed == result
        sentences = [sentence.text for sentence in narrate(TOY, match.line, role, table.position)]
        assert "The director inspects a card of Blue hand." in sentences
    assert table.zones == match.line.table.zones
    assert table.known == match.line.table.known


@pytest.mark.parametrize(("zone", "place", "why"), [
    ("blue-hand", 0, "holds 3"),
    ("blue-hand", 4, "holds 3"),
    ("discard", 1, "is not hidden"),
])  # fmt: skip
def test_inspecting_an_empty_place_is_refused(zone: str, place: int, why: str):
    match = Match()
    with pytest.raises(Illegal, match=why):
        match.give(DIRECTOR, InspectPiece(zone, place))
    for seat in (*SEATS, "host"):
        with pytest.raises(Illegal, match="only the director"):
            match.give(seat, InspectPiece(zone, place))


@pytest.mark.parametrize("holder", ["Jo <jo@example.org>", "human ", "bot:7d-spades", "Human"])
def test_no_name_and_no_message_is_written_into_a_seat(holder: str):
    match = Match()
    with pytest.raises(Illegal, match="kept outside the log"):
        match.give("red", ClaimSeat("red", holder))


def test_a_seat_is_given_away_by_itself_or_the_host_alone():
    match = Match()
    for seat in ("blue", "mallory", ""):
        with pytest.raises(Illegal, match="cannot give away"):
            match.give(seat, ClaimSeat("red", "bot"))
    match.give("red", ClaimSeat("red", "bot"))

    assert {"red": "bot"} == match.line.table.holders


@pytest.mark.parametrize("name", ["host", "director", "exact", ""])
def test_no_seat_may_have_the_name_of_another_role(name: str):
    opening = Opening("plain", (name, "blue"), TOY.resolve_settings({}))
    game = replace(TOY, scenarios=lambda _: (ScenarioInfo("plain", "Plain", (opening.seats,)),))
    with pytest.raises(Illegal, match="cannot be called"):
        opening_event(game, None, opening, match="a" * 32, digest="", secrets=SECRETS, time=1)


def test_no_seat_opens_what_the_others_have_hidden():
    """SL-05: a disclosure is agreed; the host opens it."""
    match = Match()
    match.give("red", Resign())

    for seat in (*SEATS, "mallory"):
        with pytest.raises(Illegal, match="cannot open"):
            match.give(seat, Disclose())


def test_nothing_is_ruled_once_a_match_is_over():
    match = Match()
    match.give("red", Resign())
    head = match.line.head

    with pytest.raises(Illegal, match="the match is over"):
        match.give(DIRECTOR, MakeRuling("one more point", ()))
    assert head == match.line.head


@pytest.mark.parametrize("correction", [
    e.PiecesMoved(pieces=("card-99",), to="deck", rule="Table/Ruling"),
    e.PiecesMoved(pieces=(), to="deck", rule="Table/Ruling"),
    e.PiecesMoved(pieces=("card-1",), to="dekc", rule="Table/Ruling"),
    e.PieceTurned(piece="card-99", face="up", rule="Table/Ruling"),
    e.MarkSet(piece="card-99", mark="hit", value=1, rule="Table/Ruling"),
    e.PiecesShown(pieces=("card-1",), to=("mallory",), rule="Table/Ruling"),
    e.PiecesShown(pieces=("card-99",), to=("red",), rule="Table/Ruling"),
    e.EntryClosed(steps=b"[]", rule="Table/Ruling"),
])  # fmt: skip
def test_a_ruling_that_no_table_can_follow_is_refused(correction: e.Event):
    match = Match()
    with pytest.raises(Illegal):
        match.give(DIRECTOR, MakeRuling("a slip", (correction,)))


def test_play_goes_on_from_the_table_after_a_ruling():
    match = Match()
    match.give("red", Bid(match.line.table.zone("red-hand")[0]))
    lost = e.PiecesMoved(pieces=match.line.table.zone("blue-hand"), to="deck", rule="Table/Ruling")
    match.give(DIRECTOR, MakeRuling("he has dropped them", (lost,)))

    mended = e.PiecesMoved(
        pieces=match.line.table.zone("deck")[:3], to="blue-hand", rule="Table/Ruling"
    )
    match.give(DIRECTOR, MakeRuling("three new ones", (mended,)))
    match.give("blue", Bid(match.line.table.zone("blue-hand")[0]))


def test_a_ruling_on_a_hidden_piece_names_it_only_to_those_who_know_it():
    match = Match()
    table = match.line.table
    card = table.zone("blue-hand")[0]
    corrections = (
        e.PiecesMoved(pieces=(card,), to="deck", at=0, rule="Table/Ruling"),
        e.MarkSet(piece=card, mark="bent", value=1, rule="Table/Ruling"),
    )
    entry = match.give(DIRECTOR, MakeRuling("dealt one too many", corrections))

    red = repr(list(redact_entry(table, entry.events, "red")))
    assert card not in red
    assert "bent" not in red


# Pauses


def test_a_pause_is_recorded_and_no_seat_acts_in_it():
    """T1."""
    match = Match()
    match.give("host", Pause())

    assert is_paused(match.line.table)
    for command in (Bid("card-1"), ClaimSeat("red", "human"), Resign(), AskRewind(1)):
        with pytest.raises(Illegal, match="paused until the host or the director resumes it"):
            match.give("red", command)
    sentences = [sentence.text for sentence in narrate(TOY, match.line, "red")]
    assert "The match is paused by the host: no seat acts, and no clock runs." in sentences

    match.give(DIRECTOR, Resume())
    assert not is_paused(match.line.table)
    match.bid_both()


@pytest.mark.parametrize(("seat", "command", "why"), [
    ("red", Pause(), "red cannot pause"),
    ("mallory", Pause(), "mallory cannot pause"),
    ("host", Resume(), "the match is not paused"),
])  # fmt: skip
def test_only_host_and_director_can_pause_and_only_a_running_match(
    seat: str, command: object, why: str
):
    """T1."""
    with pytest.raises(Illegal, match=why):
        Match().give(seat, command)


def test_a_pause_cannot_be_repeated_nor_undone_by_a_ruling_a_rewind_or_a_branch():
    """T1: it ends when it is resumed, and a branch of the match goes on by itself."""
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give(DIRECTOR, AskRewind(start))
    match.give("red", AgreeRewind(start))
    match.give("host", Pause())

    with pytest.raises(Illegal, match="paused already"):
        match.give("host", Pause())
    gone = e.TrackSet(track="match/paused", value=0, rule="Table/Ruling")
    with pytest.raises(Illegal, match="a pause has its own command"):
        match.give(DIRECTOR, MakeRuling("go on", (gone,)))
    assert not is_paused(match.branch(match.line.head).line.table)
    match.give("host", Resume())
    match.give("blue", AgreeRewind(start))
    assert not is_paused(match.line.table)


def test_a_rewind_to_a_paused_position_does_not_pause_the_match():
    """T1: what no rewind takes back."""
    match = Match()
    match.give("host", Pause())
    paused = match.line.head
    match.give("host", Resume())
    match.give("red", Bid(match.line.table.zone("red-hand")[0]))
    match.give(DIRECTOR, AskRewind(paused))
    for seat in SEATS:
        match.give(seat, AgreeRewind(paused))

    assert not is_paused(match.line.table)
    match.bid_both()
