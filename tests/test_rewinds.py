"""Rewinds, as those would use them who want to gain by it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.projections.matches import Match
from tests.toy import SEATS, TOY, Bid, Draw, Roll, draws
from wardiary.domain.diary.codec import digest
from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import (
    RewindOption,
    RewindRequest,
    pending_request,
    rewind_options,
)
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.table_commands import (
    AdoptRules,
    AgreeRewind,
    AskRewind,
    ClaimSeat,
    Disclose,
    MakeRuling,
    RefuseRewind,
    Resign,
)
from wardiary.domain.table import events as e
from wardiary.projections.consent import between
from wardiary.projections.narrative import narrate

MEND = e.TrackSet(track="points/red", value=2, rule="Table/Ruling")


def bids(match: Match, seat: str) -> None:
    match.give(seat, Bid(match.line.table.zone(f"{seat}-hand")[0]))


def test_undoing_and_playing_again_takes_equally_long_however_often():
    """Folding through each rewind once more for every one after it would never come to an end."""
    match = Match()
    for _ in range(80):
        start = match.line.head
        bids(match, "red")
        match.give("red", AskRewind(start))

    again = History(match.line.rows)
    assert digest(match.line.table) == digest(again.table)
    for position in range(again.head + 1):
        assert position == again.table_at(position).position


def test_every_table_of_a_match_with_rewinds_is_the_fold_of_the_rows_before_it():
    match = Match()
    for _ in range(3):
        start = match.line.head
        bids(match, "red")
        match.give("red", AskRewind(start))
        bids(match, "blue")

        match.give("blue", AskRewind(match.line.ends[-2]))
        match.bid_both()

    for end in match.line.ends:
        prefix = History(match.line.rows[:end])
        assert digest(prefix.table) == digest(match.line.table_at(end))
        assert digest(prefix.table) == digest(match.line.upto(end).table)


def test_a_match_that_is_over_cannot_be_rewound():
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

    with pytest.raises(Illegal, match="play has gone on"):
        match.give("blue", AgreeRewind())


def test_consent_to_one_rewind_does_not_count_for_another_that_replaced_it():
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
    assert match.line.is_undone(further)


def test_no_seat_takes_a_ruling_back():
    match = Match()
    start = match.line.head
    bids(match, "red")
    match.give("director", MakeRuling("misread score", (MEND,)))

    with pytest.raises(Illegal, match="only the director may"):
        match.give("red", AskRewind(start))

    match.give("director", AskRewind(start))
    for seat in SEATS:
        match.give(seat, AgreeRewind())
    assert 0 == match.line.table.track("points/red")


def test_a_ruling_ends_a_pending_rewind_request():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))
    assert RewindRequest(start, "red", ("red",), ("blue",)) == pending_request(match.line)

    match.give("director", MakeRuling("misread score", (MEND,)))

    assert pending_request(match.line) is None
    with pytest.raises(Illegal, match="play has gone on"):
        match.give("blue", AgreeRewind())


@pytest.mark.parametrize("dealt", ["red", "exact"])
def test_a_branch_cannot_be_rewound_to_before_it_began(dealt: str):
    """The real cards are there, which a what-if must not reveal."""
    match = Match()
    match.bid_both()
    branch = match.branch(match.line.head, dealt=dealt)
    bids(branch, "red")

    for before in match.line.ends:
        for seat in ("red", "director"):
            with pytest.raises(Illegal, match="this match began at"):
                branch.give(seat, AskRewind(before))
    branch.give("red", AskRewind(branch.line.ends[-2]))
    assert "b" * 32 == branch.line.table.match


def test_who_holds_a_seat_and_adopted_rules_stay_through_a_rewind():
    match = Match()
    start = match.line.head
    bids(match, "red")
    match.give("host", ClaimSeat("red", "human"))
    match.game = replace(TOY, version="2")
    for seat in SEATS:
        match.give(seat, AdoptRules("2"))

    match.give("red", AskRewind(start))

    table = match.line.table
    assert ({"red": "human"}, "2", ()) == (table.holders, table.version, table.zone("red-bid"))


def test_nobody_else_can_agree_for_a_seat():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("director", AskRewind(start))

    for track in ("rewind/agreed/blue", "adopt/2/blue"):
        forged = e.TrackSet(track=track, value=1, rule="Table/Ruling")
        with pytest.raises(Illegal, match="only the seats can agree"):
            match.give("director", MakeRuling("he said yes", (forged,)))
    with pytest.raises(Illegal, match="has no seat"):
        match.give("director", AgreeRewind())
    with pytest.raises(Illegal, match="has no seat"):
        match.give("mallory", RefuseRewind())


def test_a_new_holder_of_a_seat_has_not_agreed_to_a_rewind():
    """Consent is a person's, not a seat's."""
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))

    match.give("host", ClaimSeat("red", "human"))

    asked = pending_request(match.line)
    assert asked == RewindRequest(start, "red", (), SEATS)
    match.give("blue", AgreeRewind(start))
    assert not match.line.is_undone(start + 1)
    match.give("red", AgreeRewind(start))
    assert match.line.is_undone(start + 1)


# Saying beforehand


def test_the_options_say_whether_an_action_is_undone_at_once_and_why_not():
    """W6: for each entry: at once, or who must agree and why."""
    match = Match()
    first = match.line.head
    bids(match, "red")
    assert [RewindOption(first)] == rewind_options(match.line, "red")
    assert [] == rewind_options(match.line, "blue")

    bids(match, "blue")

    second = match.line.ends[-2]
    assert [RewindOption(first, ("blue",), "blue acted after it")] == rewind_options(
        match.line, "red"
    )
    (option,) = rewind_options(match.line, "blue")
    assert (second, ("red",)) == (option.to, option.consent)
    assert re.fullmatch(r"a card was seen at \d+", option.why)


def test_a_rewind_does_what_its_option_said():
    """W6: at once exactly where no consent was announced."""
    for number in range(3):
        match = Match(seed=number)
        match.bid_both()
        bids(match, "red")
        for seat in SEATS:
            for option in rewind_options(match.line, seat):
                trial = match.copy()
                trial.give(seat, AskRewind(option.to))
                assert bool(option.consent) == (pending_request(trial.line) is not None)
                assert option.consent == (
                    pending_request(trial.line).waiting if option.consent else ()
                )


def drawn(take_back: str) -> Match:
    """Red has taken the top card of the deck, and nobody has acted since."""
    match = Match(game=draws(), settings={"take-back": take_back} if take_back else {})
    match.give("red", Draw())
    return match


def test_a_card_that_was_seen_needs_consent_unless_the_match_is_friendly():
    """W6: friendly: one's own acts until another seat acts or a die falls."""
    for setting in ("", "strict"):
        match = drawn(setting)
        (option,) = rewind_options(match.line, "red")
        assert ("blue",) == option.consent
        assert option.why.startswith("a card was seen")

    match = drawn("friendly")
    start = match.line.ends[-2]
    deck = match.line.table_at(start).zone("deck")
    assert [RewindOption(start)] == rewind_options(match.line, "red")
    match.give("red", AskRewind(start))
    assert deck == match.line.table.zone("deck")

    match.give("red", Draw())
    match.give("blue", Draw())
    (option, *_) = rewind_options(match.line, "red")
    assert "blue acted after it" == option.why


def test_in_a_friendly_match_a_rewind_past_a_die_needs_consent():
    """W6."""
    match = drawn("friendly")
    match.give("red", Roll())

    options = rewind_options(match.line, "red")

    assert ["dice", "dice"] == [option.why.split()[0] for option in options]
    match.give("red", AskRewind(options[0].to))
    assert ("blue",) == pending_request(match.line).waiting


# Returning to what was taken back


def undone() -> tuple[Match, int, int]:
    """Both have bid and agreed to go back: the match, where it went back to, and from where."""
    match = Match()
    start = match.line.head
    match.bid_both()
    end = match.line.head
    match.give("red", AskRewind(start))
    match.give("blue", AgreeRewind(start))
    return match, start, end


def test_undone_rows_can_be_returned_to_by_consent_while_nothing_is_played():
    """W4."""
    match, _, end = undone()
    assert match.line.is_undone(end)
    before = match.line.table_at(end)

    match.give("blue", AskRewind(end))
    assert RewindRequest(end, "blue", ("blue",), ("red",)) == pending_request(match.line)
    match.give("red", AgreeRewind(end))

    table = match.line.table
    assert (before.zones, before.tracks) == (table.zones, table.tracks)
    assert not match.line.is_undone(end)
    assert match.line.is_undone(end + 1)
    assert not pending_request(match.line)
    bids(match, "red")
    again = History(match.line.rows)
    assert digest(match.line.table) == digest(again.table)
    assert match.line.undone_spans == again.undone_spans
    for place in match.line.ends:
        assert digest(again.table_at(place)) == digest(History(match.line.rows[:place]).table)
        assert again.upto(place).undone_spans == History(match.line.rows[:place]).undone_spans


def test_a_return_to_a_part_of_what_was_undone_shuffles_unseen_cards():
    """W4: what was learnt after that point is made worthless, as by any rewind."""
    match, start, _ = undone()
    part = next(end for end in match.line.ends if end > start)

    match.give("red", AskRewind(part))
    entry = match.give("blue", AgreeRewind(part))

    assert "pile-shuffled" in [row.tag for row in entry.rows]
    assert match.line.table_at(part).zone("red-bid") == match.line.table.zone("red-bid")


def test_after_more_play_a_branch_is_suggested_instead_of_a_return_to_undone_rows():
    """W4."""
    match, _, end = undone()
    bids(match, "red")

    offer = f"wardiary branch {match.line.table.match} --at {end}"
    with pytest.raises(Illegal, match=f"play has gone on since.*{offer}"):
        match.give("red", AskRewind(end))
    assert end + 1 == match.branch(end).line.first_own_position


def test_only_the_director_returns_to_what_the_director_undid():
    """W4: else a ruling could be voted away, or back."""
    match = Match()
    start = match.line.head
    match.bid_both()
    end = match.line.head
    match.give("director", AskRewind(start))
    for seat in SEATS:
        match.give(seat, AgreeRewind(start))

    with pytest.raises(Illegal, match="only the director may return"):
        match.give("red", AskRewind(end))
    match.give("director", AskRewind(end))
    assert SEATS == pending_request(match.line).waiting


def test_a_return_to_undone_rows_can_itself_be_undone_and_returned_to():
    """W4: what is taken back is always that of the table gone back to, and what came after it."""
    match, start, end = undone()
    went_back = match.line.head
    match.give("blue", AskRewind(end))
    match.give("red", AgreeRewind(end))
    came_back = match.line.head
    match.give("red", AskRewind(went_back))
    match.give("blue", AgreeRewind(went_back))
    assert match.line.is_undone(end)
    assert match.line.is_undone(came_back)
    assert not match.line.is_undone(went_back)
    assert not match.line.is_undone(start)


def test_a_rewind_does_not_open_an_earlier_rewind_request_again():
    """W4: a request ends with the table it was made at."""
    match, start, _ = undone()
    asked = next(
        entry.last for entry in match.line.entries(start) if entry.last == match.line.ends[-2]
    )
    match.give("red", AskRewind(asked))
    match.give("blue", AgreeRewind(asked))

    assert pending_request(match.line) is None


# Two requests


def test_a_second_rewind_request_tells_both_seats_that_it_replaces_the_first():
    """W5."""
    match = Match()
    start = match.line.head
    match.bid_both()
    match.bid_both()
    match.give("red", AskRewind(start))
    before = match.line.head
    match.give("blue", RefuseRewind())
    match.give("red", AskRewind(start))
    at = match.line.head
    match.give("blue", AskRewind(ends_of(match, "blue")))

    for role in (*SEATS, ""):
        texts = [sentence.text for sentence in narrate(TOY, match.line, role, at)]
        assert any(
            f"in place of the request of Red to go back to {start}" in text for text in texts
        )
        quiet = [sentence.text for sentence in narrate(TOY, match.line, role, before, at)]
        assert not any("in place of" in text for text in quiet)
    assert "blue" == pending_request(match.line).asker


def ends_of(match: Match, seat: str) -> int:
    """A position that a seat may ask to go back to."""
    return rewind_options(match.line, seat)[0].to


def test_a_rewind_request_says_in_words_what_it_would_undo():
    """W3."""
    match = Match()
    start = match.line.head
    match.bid_both()

    crossed = between(match.line, start, "red")

    assert {"red": 1, "blue": 1} == crossed.acts
    assert (
        "1 action of Red, 1 action of Blue, 2 rolls and 1 card that became known"
        == crossed.as_text()
    )
    assert between(match.line, start, "").cards >= 1
