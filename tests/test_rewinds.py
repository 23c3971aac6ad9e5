"""Rewinds, as those would use them who want to gain by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.projections.matches import Match
from tests.toy import SEATS, TOY, Bid
from wardiary.domain.diary.codec import digest
from wardiary.domain.diary.line import Line
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.custody import (
    Adopt,
    AgreeRewind,
    AskRewind,
    Claim,
    Disclose,
    RefuseRewind,
    Resign,
    Rule,
)
from wardiary.domain.rewinds import Request, request
from wardiary.domain.table import events as e

MEND = e.TrackSet(track="points/red", value=2, rule="Table/Ruling")


def bids(match: Match, seat: str) -> None:
    match.give(seat, Bid(match.line.table.zone(f"{seat}-hand")[0]))


def test_taking_back_and_doing_again_costs_the_same_however_often():
    """Folding through each rewind once more for every one after it would never come to an end."""
    match = Match()
    for _ in range(80):
        start = match.line.head
        bids(match, "red")
        match.give("red", AskRewind(start))

    again = Line(match.line.rows)
    assert digest(match.line.table) == digest(again.table)
    for position in range(again.head + 1):
        assert position == again.table_at(position).position


def test_every_table_of_a_line_with_rewinds_is_the_same_from_its_prefix():
    match = Match()
    for _ in range(3):
        start = match.line.head
        bids(match, "red")
        match.give("red", AskRewind(start))
        bids(match, "blue")

        match.give("blue", AskRewind(match.line.ends[-2]))
        match.bid_both()

    for end in match.line.ends:
        prefix = Line(match.line.rows[:end])
        assert digest(prefix.table) == digest(match.line.table_at(end))
        assert digest(prefix.table) == digest(match.line.upto(end).table)


def test_a_match_that_is_over_is_not_taken_back():
    """Its seed may be open by then, so every card and die after it would be known beforehand."""
    match = Match()
    start = match.line.head
    bids(match, "red")
    match.give("blue", Resign())
    match.give("host", Disclose())

    for seat in ("red", "director"):
        with pytest.raises(Illegal, match="the match is over"):
            match.give(seat, AskRewind(start))


def test_consent_that_comes_after_the_end_does_nothing():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))
    match.give("red", Resign())

    with pytest.raises(Illegal, match="play went on"):
        match.give("blue", AgreeRewind())


def test_consent_to_one_rewind_is_none_to_another_that_took_its_place():
    match = Match()
    start = match.line.head
    match.bid_both()
    further = match.line.head
    match.bid_both()
    match.give("red", AskRewind(further))
    match.give("red", RefuseRewind())
    match.give("red", AskRewind(start))

    with pytest.raises(Illegal, match=f"goes to {start}, not to {further}"):
        match.give("blue", AgreeRewind(further))
    match.give("blue", AgreeRewind(start))

    assert match.line.table.zones.keys() == match.line.table_at(start).zones.keys()
    assert match.line.undone(further)


def test_no_seat_takes_a_ruling_back():
    match = Match()
    start = match.line.head
    bids(match, "red")
    match.give("director", Rule("misread score", (MEND,)))

    with pytest.raises(Illegal, match="only the director may"):
        match.give("red", AskRewind(start))

    match.give("director", AskRewind(start))
    for seat in SEATS:
        match.give(seat, AgreeRewind())
    assert 0 == match.line.table.track("points/red")


def test_a_ruling_after_the_request_lets_it_lapse():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))
    assert Request(start, "red", ("red",)) == request(match.line)

    match.give("director", Rule("misread score", (MEND,)))

    assert request(match.line) is None
    with pytest.raises(Illegal, match="play went on"):
        match.give("blue", AgreeRewind())


@pytest.mark.parametrize("dealt", ["red", "exact"])
def test_a_branch_is_not_put_back_to_before_it_began(dealt: str):
    """There the real cards lie, which a what-if must not tell."""
    match = Match()
    match.bid_both()
    branch = match.branch(match.line.head, dealt=dealt)
    bids(branch, "red")

    for before in match.line.ends:
        for seat in ("red", "director"):
            with pytest.raises(Illegal, match="begins only at"):
                branch.give(seat, AskRewind(before))
    branch.give("red", AskRewind(branch.line.ends[-2]))
    assert "b" * 32 == branch.line.table.match


def test_who_holds_a_seat_and_adopted_rules_stay_through_a_rewind():
    match = Match()
    start = match.line.head
    bids(match, "red")
    match.give("host", Claim("red", "human"))
    match.game = replace(TOY, version="2")
    for seat in SEATS:
        match.give(seat, Adopt("2"))

    match.give("red", AskRewind(start))

    table = match.line.table
    assert ({"red": "human"}, "2", ()) == (table.holders, table.version, table.zone("red-bid"))


def test_nobody_agrees_in_the_name_of_a_seat():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("director", AskRewind(start))

    for track in ("rewind/agreed/blue", "adopt/2/blue"):
        forged = e.TrackSet(track=track, value=1, rule="Table/Ruling")
        with pytest.raises(Illegal, match="theirs to say"):
            match.give("director", Rule("he said yes", (forged,)))
    with pytest.raises(Illegal, match="has no seat"):
        match.give("director", AgreeRewind())
    with pytest.raises(Illegal, match="has no seat"):
        match.give("mallory", RefuseRewind())


def test_who_takes_a_seat_over_has_agreed_to_nothing_yet():
    """Consent is a person's, not a seat's."""
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))

    match.give("host", Claim("red", "human"))

    asked = request(match.line)
    assert asked == Request(start, "red", ())
    match.give("blue", AgreeRewind(start))
    assert not match.line.undone(start + 1)
    match.give("red", AgreeRewind(start))
    assert match.line.undone(start + 1)
