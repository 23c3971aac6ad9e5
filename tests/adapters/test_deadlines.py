"""Deadlines over a store and the real clock: what is told, and what is done when one is missed."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import count

import pytest
from freezegun import freeze_time
from msgspec.structs import replace

from tests.toy import SEATS, TOY, Bid
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.clock_worker import ClockWorker
from wardiary.adapters.deadlines import act_on_deadlines, forfeit, next_due, timed_matches
from wardiary.adapters.matches import Matches
from wardiary.domain.clocks.durations import HOUR
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import row_of
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.standing import StandingAnswer
from wardiary.domain.play.table_commands import LATE
from wardiary.domain.table import events as e
from wardiary.projections.adjudication import adjudicate
from wardiary.projections.deadlines import as_text, deadline_text, deadlines, reminders
from wardiary.projections.record import Record

HUMANS = dict.fromkeys(SEATS, "human")


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> Matches:
    monkeypatch.setattr(registry, "game", lambda name: TOY)
    monkeypatch.setattr(registry, "packaged", lambda name: {})
    return open_store("memory:")


def opened(matches: Matches, clock: str = "5d", **settings: str | int) -> str:
    named = {name.replace("_", "-"): value for name, value in settings.items()}
    wanted = {"clock": clock, **named}
    return matches.new_match("toy", "plain", settings=wanted, holders=HUMANS)


def bid(matches: Matches, match: str, seat: str, **more: int) -> None:
    card = matches.view(match, seat).zone(f"{seat}-hand")[0]
    matches.command(match, seat, Bid(card), **more)


def tags(matches: Matches, match: str) -> list[str]:
    return [e.tag_of(event) for _, event in matches.history(match).events()]


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_a_weekend_is_neither_counted_nor_given_back(matches: Matches):
    """TD-01: Thursday 12:00 and 5 days with weekends off is Thursday 12:00; one state is shown."""
    with freeze_time("2026-03-05 12:00:00"):
        match = opened(matches, days_off="sat, sun")
    with freeze_time("2026-03-07 18:00:00"):
        clocks = matches.history(match).clocks
        assert clocks is not None
        shown = deadlines(clocks, matches.clock()).seats["red"]
        assert ("runs", at("2026-03-12 12:00"), 84 * HOUR) == (
            shown.state,
            shown.deadline,
            shown.left,
        )
    with freeze_time("2026-03-12 12:00:00"):
        assert not act_on_deadlines(matches, match)
    with freeze_time("2026-03-12 12:00:01"):
        assert act_on_deadlines(matches, match)
        assert 2 == tags(matches, match).count("deadline-missed")


def test_nothing_is_switched_on_for_a_player_who_is_away(matches: Matches):
    """TD-03: no vacation without the player; reminders 24 h and 2 h before; then the table rule."""
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="forfeit")
        bid(matches, match, "red")
    clocks = matches.history(match).clocks
    assert clocks is not None
    due = at("2026-03-07 12:00")
    told = reminders(clocks, at("2026-03-02 12:00"), due)
    assert [("blue", due - 24 * HOUR), ("blue", due - 2 * HOUR)] == [
        (one.seat, one.at) for one in told
    ]
    assert told[1:] == reminders(clocks, due - 24 * HOUR, due)
    with freeze_time("2026-03-07 12:00:01"):
        act_on_deadlines(matches, match)
        table = matches.history(match).table

    assert table.result is not None
    assert (("red",), "blue missed its deadline") == (table.result.winners, table.result.reason)
    assert "vacation-taken" not in tags(matches, match)


def test_a_match_that_is_over_is_left_alone(matches: Matches):
    """TD-07: closed at 15:00 with 47 hours left; three days later 47 hours are shown."""
    with freeze_time("2026-03-02 14:00:00"):
        match = opened(matches, "2d", late="forfeit")
    with freeze_time("2026-03-02 15:00:00"):
        matches.command(match, "red", "resign")
    head = matches.history(match).head
    with freeze_time("2026-03-05 15:00:00"):
        clocks = matches.history(match).clocks
        assert clocks is not None
        assert "the match is over; 1d 23h were left" == deadline_text(
            clocks, "blue", matches.clock()
        )
        assert not act_on_deadlines(matches, match)
        assert next_due(matches, match) is None

    assert head == matches.history(match).head


def test_without_a_limit_nothing_goes_on_by_itself(matches: Matches):
    """TD-09: 0 is no limit, and a first deadline in the past is refused."""
    with freeze_time("2026-03-02 14:00:00"):
        match = opened(matches, "0")
        with pytest.raises(Illegal, match="has passed"):
            opened(matches, "daily 20:00 from 2026-02-01")
    head = matches.history(match).head
    with freeze_time("2036-03-02 14:00:00"):
        assert not act_on_deadlines(matches, match)

    assert head == matches.history(match).head
    assert [] == list(timed_matches(matches))


def test_fixed_deadlines_and_their_changes_of_the_clocks(matches: Matches):
    """TD-05: asked at 23:10 in Berlin, due at 20:00 there, on both sides of the change."""
    with freeze_time("2026-03-27 22:10:00"):
        match = opened(matches, "daily 20:00", clock_zone="Europe/Berlin")
        shown = matches.history(match).clocks
        assert shown is not None
        assert at("2026-03-28 19:00") == shown.deadline("red")
    with freeze_time("2026-03-28 20:00:00"):
        bid(matches, match, "red")
        bid(matches, match, "blue")
        shown = matches.history(match).clocks
        assert shown is not None
        assert at("2026-03-29 18:00") == shown.deadline("red")
        text = as_text(shown, matches.clock(), "America/New_York")
    assert "Red: answer by Sun 29 Mar 2026 14:00 EDT (22h left)" in text


def test_a_late_seat_passes_or_gives_what_it_left_for_that(matches: Matches):
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="pass")
        third = matches.view(match, "red").zone("red-hand")[2]
        left = StandingAnswer("bid", slots={"card": (third,)}, late=True)
        matches.leave_standing_answers(match, "red", [left])
        assert matches.give_standing_answer(match) is None
    with freeze_time("2026-03-07 12:00:01"):
        act_on_deadlines(matches, match)

    givers = [
        (event.seat, event.by)
        for _, event in matches.history(match).events()
        if isinstance(event, e.CommandAccepted) and event.by
    ]
    # The other seat had left nothing and there is no pass in this game: one answer of a bot.
    assert [("red", LATE), ("blue", LATE)] == givers
    assert third in matches.history(match).table.zone("discard")
    assert "EXACT" == matches.audit(match).verdict


def test_a_bot_plays_on_until_the_player_is_back(matches: Matches):
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="bot", target=3)
        bid(matches, match, "blue")
    with freeze_time("2026-03-07 12:00:01"):
        act_on_deadlines(matches, match)
        assert "bot" == matches.history(match).table.holders["red"]
        clocks = matches.history(match).clocks
        assert clocks is not None
        assert ("blue",) == clocks.running
        matches.command(match, "red", "claim red human")
        bid(matches, match, "blue")
        assert not act_on_deadlines(matches, match)
        bid(matches, match, "red")
        assert not act_on_deadlines(matches, match)
        assert "human" == matches.history(match).table.holders["red"]
    assert "EXACT" == matches.audit(match).verdict


def test_what_a_missed_deadline_brings_is_done_once_however_many_look(matches: Matches):
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="director")
    with freeze_time("2026-03-09 12:00:00"):
        assert act_on_deadlines(matches, match)
        head = matches.history(match).head
        for _ in range(3):
            assert not act_on_deadlines(matches, match)
        assert head == matches.history(match).head
        bid(matches, match, "red")


def test_what_was_cut_short_after_the_note_is_done_later(matches: Matches):
    """A process that was killed between the note and what follows it: another one goes on."""
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="forfeit")
        bid(matches, match, "blue")
    with freeze_time("2026-03-09 12:00:00"):
        matches.command(match, "host", "miss-deadline red")
        assert act_on_deadlines(matches, match)

    assert matches.history(match).table.result is not None


def test_a_bot_that_was_put_in_before_a_crash_plays_later(matches: Matches):
    """A process that was killed before the bot's answer: another one lets the bot play."""
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="bot")
        bid(matches, match, "blue")
    with freeze_time("2026-03-09 12:00:00"):
        matches.command(match, "host", "miss-deadline red")
        matches.command(match, "host", "claim red bot")
        assert "dice-rolled" not in tags(matches, match)
        assert not act_on_deadlines(matches, match)
        assert "dice-rolled" in tags(matches, match)  # Both have bid.
        matches.command(match, "red", "claim red human")  # Its bot has answered.


def test_an_order_counts_when_it_was_received(matches: Matches):
    """A mail that came in time and was read later is in time."""
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="forfeit")
    with freeze_time("2026-03-07 12:05:00"):
        with pytest.raises(Illegal, match="deadline of red has passed"):
            bid(matches, match, "red")
        bid(matches, match, "red", received=at("2026-03-07 11:59"))
        # Never before the last entry, and never in the future.
        bid(matches, match, "blue", received=at("2026-03-07 11:00"))
        history = matches.history(match)
        times = [history.time_of(entry) for entry in history.entries()]

    assert at("2026-03-07 11:59") == times[-1] == times[-2]
    assert "EXACT" == matches.audit(match).verdict


def test_an_audit_finds_a_deadline_that_was_not_missed(matches: Matches):
    """Every clock is recomputed from the log: who is called late too early is found."""
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="director")
    with freeze_time("2026-03-07 12:00:01"):
        matches.command(match, "host", "miss-deadline red")
    history = matches.history(match)
    first = history.ends[-2] + 1
    noted = history.event(first)
    assert isinstance(noted, e.CommandAccepted)
    early = row_of(first, replace(noted, time=at("2026-03-07 11:59")))
    rows = [*history.rows[: first - 1], early, *history.rows[first:]]
    secrets = {match: Secrets(*matches.store.secrets(match))}
    sealed = matches.store.pack(str(getattr(history.event(1), "pack")))  # noqa: B009

    assert "EXACT" == adjudicate(Record(history.rows, sealed, secrets), TOY).verdict
    found = adjudicate(Record(rows, sealed, secrets), TOY)
    assert ("DIFFERS", first, "Table/Deadline") == (found.verdict, found.position, found.rule)


def test_the_worker_acts_when_a_deadline_has_come(matches: Matches):
    with freeze_time("2026-03-02 12:00:00") as time:
        match = opened(matches, late="forfeit")
        bid(matches, match, "blue")
        acted: list[str] = []
        worker = ClockWorker(matches, acted.append)
        worker.visit(match)
        assert [] == acted
        time.move_to("2026-03-06 12:00:01")  # A reminder is due; nobody is late.
        worker.visit(match)
        assert [] == acted
        time.move_to("2026-03-07 12:00:01")
        worker.visit(match)

    assert [match] == acted
    assert matches.history(match).table.result is not None


def test_where_both_are_late_at_the_same_instant_nobody_loses_by_it(matches: Matches):
    """Else the order of the seats would decide the match."""
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="forfeit")
    with freeze_time("2026-03-07 12:00:01"):
        assert act_on_deadlines(matches, match)
        assert not act_on_deadlines(matches, match)
        assert ["deadline-missed"] * 2 == [
            tag for tag in tags(matches, match) if tag in ("deadline-missed", "match-ended")
        ]
        forfeit(matches, match, "blue")
        table = matches.history(match).table

    assert table.result is not None
    assert ("red",) == table.result.winners
    assert "EXACT" == matches.audit(match).verdict


def test_whose_deadline_was_first_loses_however_late_the_host_looks(matches: Matches):
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="forfeit")
        matches.command(match, "blue", "grant-time red 1h")
    with freeze_time("2026-03-09 12:00:00"):
        assert act_on_deadlines(matches, match)
        table = matches.history(match).table

    assert table.result is not None
    assert ("red",) == table.result.winners


def test_a_host_ends_no_match_that_the_director_decides(matches: Matches):
    with freeze_time("2026-03-02 12:00:00"):
        match = opened(matches, late="director")
    with freeze_time("2026-03-09 12:00:00"):
        act_on_deadlines(matches, match)
        with pytest.raises(Illegal, match="for the director to decide"):
            matches.command(match, "red", "resign", by=LATE)
        forfeit(matches, match, "red")

    opener = [
        event.seat
        for _, event in matches.history(match).events()
        if isinstance(event, e.CommandAccepted)
    ]
    assert ["director", "red"] == opener[-2:]
    assert matches.history(match).table.result is not None


@pytest.mark.parametrize("late", ["nothing", "bot", "director", "forfeit"])
def test_an_answer_for_after_the_deadline_that_is_never_given_is_refused(
    matches: Matches, late: str
):
    match = opened(matches, late=late)
    answers = [StandingAnswer("bid", late=True)]
    with pytest.raises(Illegal, match=f"never given: what that brings is {late}"):
        matches.leave_standing_answers(match, "red", answers)
    matches.leave_standing_answers(opened(matches, late="pass"), "red", answers)


def test_a_wish_to_grant_time_counts_for_its_question_alone():
    number, now = count(1), [1_700_000_000_000]
    entropy = lambda size: b"".join(next(number).to_bytes(2, "big") for _ in range(size))[:size]
    matches = open_store("memory:", clock=lambda: now[0], entropy=entropy)
    holders = dict.fromkeys("abc", "human")
    match = matches.new_match(
        "combat-soldiers",
        "free-form",
        seats=tuple(holders),
        holders=holders,
        settings={"clock": "5d"},
    )
    matches.command(match, "b", "grant-time a 24h")
    now[0] += HOUR
    for holder in ("bot", "human"):
        matches.command(match, "a", f"claim a {holder}")
        now[0] += HOUR
    matches.command(match, "c", "grant-time a 24h")

    assert "time-granted" not in tags(matches, match)
    matches.command(match, "b", "grant-time a 24h")
    assert "time-granted" in tags(matches, match)
