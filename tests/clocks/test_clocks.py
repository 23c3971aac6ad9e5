"""The clocks of a match: what runs, what stops it, who is late, and what that brings."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.projections.matches import Match
from tests.toy import SEATS, TOY, Bid, Draw, Nod, Roll, draws, turns
from wardiary.domain.clocks.clocks import Clocks
from wardiary.domain.clocks.durations import DAY, HOUR, MINUTE
from wardiary.domain.diary.history import History
from wardiary.domain.match.timing import brings
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import (
    BOTS,
    DIRECTOR,
    HOST,
    AgreeRewind,
    AskRewind,
    ClaimSeat,
    EndVacation,
    GrantTime,
    MissDeadline,
    Pause,
    Resign,
    Resume,
    TakeVacation,
)
from wardiary.domain.table import events as e

OPENED = int(datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp() * 1000)
"""Monday noon."""


class Timed(Match):
    """A toy match with a clock, its times counted in hours from its opening."""

    def __init__(
        self, clock: str = "5d", *, claimed: bool = True, game: Game = TOY, **settings: str
    ) -> None:
        named = {name.replace("_", "-"): value for name, value in settings.items()}
        super().__init__(target=3, game=game, settings={"clock": clock, **named}, opened=OPENED)
        for seat in SEATS if claimed else ():
            self.at(0, HOST, ClaimSeat(seat, "human"))

    def at(self, hours: float, seat: str, command: Command, by: str = "") -> tuple[e.Event, ...]:
        """Give a command so many hours after the opening."""
        return self.give(seat, command, time=OPENED + round(hours * HOUR), by=by).events

    def bid(self, hours: float, seat: str, by: str = "") -> tuple[e.Event, ...]:
        """Bid the first card of a hand."""
        return self.at(hours, seat, Bid(self.line.table.zone(f"{seat}-hand")[0]), by)

    @property
    def clocks(self) -> Clocks:
        """The clocks now."""
        assert self.line.clocks is not None
        return self.line.clocks

    def due(self, seat: str) -> float | None:
        """The deadline of a seat, in hours from the opening."""
        deadline = self.clocks.deadline(seat)
        return None if deadline is None else (deadline - OPENED) / HOUR

    def left(self, seat: str, hours: float) -> float:
        """The hours that a seat has left at a time."""
        return self.clocks.left(seat, OPENED + round(hours * HOUR)) / HOUR


def runs(events: tuple[e.Event, ...]) -> list[tuple[str, ...]]:
    return [event.seats for event in events if isinstance(event, e.ClocksRun)]


# What runs


def test_clocks_run_from_when_the_last_seat_is_taken():
    match = Timed(claimed=False)
    assert [] == runs(match.at(1, HOST, ClaimSeat("red", "human")))

    assert [SEATS] == runs(match.at(30, HOST, ClaimSeat("blue", "human")))
    assert (150, 150) == (match.due("red"), match.due("blue"))


def test_an_answer_stops_a_clock_and_the_next_question_starts_it():
    match = Timed()
    assert [("blue",)] == runs(match.bid(10, "red"))
    assert (None, 120) == (match.due("red"), match.due("blue"))

    assert [SEATS] == runs(match.bid(20, "blue"))
    assert (140, 140) == (match.due("red"), match.due("blue"))


def test_a_match_without_a_clock_has_no_event_about_time():
    match, timed = Match(target=3), Timed(claimed=False)
    for seat in SEATS:
        match.give(HOST, ClaimSeat(seat, "human"))
    match.bid_both()

    assert match.line.clocks is None
    assert not any(isinstance(event, e.ClocksRun) for _, event in match.line.events())
    assert timed.clocks.begun is False


@pytest.mark.parametrize("bot", BOTS)
def test_bots_have_no_clock(bot: str):
    match = Timed(claimed=False)
    match.at(0, HOST, ClaimSeat("red", "human"))

    assert [("red",)] == runs(match.at(0, HOST, ClaimSeat("blue", bot)))


def test_a_bank_is_spent_over_the_whole_match_and_each_answer_adds_to_it():
    match = Timed("bank 10d + 12h")
    match.bid(24, "red")
    match.bid(48, "blue")

    assert (240 - 24 + 12, 240 - 48 + 12) == (match.left("red", 48), match.left("blue", 48))
    assert 48 + 228 == match.due("red")


def test_fixed_deadlines_follow_the_question():
    """TD-05: the next deadline is at 20:00, whenever the question came."""
    match = Timed("daily 20:00", clock_zone="Europe/Berlin")
    assert 7 == match.due("red")  # 20:00 there is 19:00 UTC.
    match.bid(1, "red")
    match.bid(7, "blue")  # At the very minute of the deadline.

    assert (7 + 24, 7 + 24) == (match.due("red"), match.due("blue"))


def test_the_first_fixed_deadline_leaves_what_was_agreed_on():
    assert 7 + 24 == Timed("daily 20:00 at least 12h", clock_zone="Europe/Berlin").due("red")


def test_a_first_deadline_in_the_past_is_refused():
    """TD-09: past deadlines are refused when the match is opened."""
    with pytest.raises(Illegal, match="has passed"):
        Timed("daily 20:00 from 2026-03-01")
    assert Timed("daily 20:00 from 2026-03-02").due("red") == 8


def test_a_first_deadline_in_another_age_is_refused():
    for day in ("2027-03-04", "9999-12-31"):
        with pytest.raises(Illegal, match="more than a year ahead"):
            Timed(f"daily 20:00 from {day}")
    assert Timed("daily 20:00 from 2027-03-03").due("red") == 366 * 24 + 8


def test_no_deadline_means_that_the_match_waits_for_ever():
    """TD-09: a limit of 0 is none, and no phase goes on by itself."""
    match = Timed("0")
    assert "none" == match.line.table.settings["clock"]
    assert match.line.clocks is None
    with pytest.raises(Illegal, match="no clock was agreed on"):
        match.at(100_000, HOST, MissDeadline("red"))


def test_a_match_that_is_over_has_no_clock():
    """TD-07: 47 hours are left for ever, and nobody misses a deadline."""
    match = Timed("3d")
    match.at(25, "blue", Resign())

    assert None is match.due("red")
    assert (47, 47) == (match.left("red", 25), match.left("red", 25 + 72))
    head = match.line.head
    with pytest.raises(Illegal, match="the match is over"):
        match.at(25 + 72, HOST, MissDeadline("red"))
    assert head == match.line.head


def test_a_branch_has_no_clock():
    match = Timed()
    branch = match.branch(match.line.head)

    assert None is branch.line.clocks
    assert match.line.clocks is not None


def test_time_that_goes_back_moves_no_clock():
    match = Timed()
    match.bid(10, "red")
    match.bid(4, "blue")

    assert 10 + 120 == match.due("blue")


# Pauses


def test_a_pause_stops_every_clock_and_adds_no_time():
    """TD-01: a pause stops the clock; one state is shown."""
    match = Timed()
    match.at(20, HOST, Pause())
    assert (None, 100) == (match.due("red"), match.left("red", 500))
    match.at(500, HOST, Resume())

    assert (600, 100) == (match.due("red"), match.left("red", 500))


def test_all_persons_at_the_table_pause_it_together():
    match = Timed()
    events = match.at(1, "red", Pause())
    assert not any(isinstance(event, e.MatchPaused) for event in events)
    assert 120 == match.due("red")

    assert any(isinstance(event, e.MatchPaused) for event in match.at(2, "blue", Pause()))
    with pytest.raises(Illegal, match="paused"):
        match.bid(3, "red")
    match.at(50, "blue", Resume())
    assert None is match.due("red")
    with pytest.raises(Illegal, match="paused"):
        match.at(51, "blue", Resume())
    match.at(60, "red", Resume())
    assert 120 + 58 == match.due("red")
    match.bid(61, "red")


def test_a_wish_for_a_pause_is_taken_back():
    match = Timed()
    match.at(1, "red", Pause())
    match.at(2, "red", Resume())

    assert not any(isinstance(event, e.MatchPaused) for event in match.at(3, "blue", Pause()))


def test_no_seat_goes_on_with_what_the_host_has_paused():
    match = Timed()
    match.at(1, "red", Pause())
    match.at(2, HOST, Pause())
    for seat in SEATS:
        with pytest.raises(Illegal, match="paused"):
            match.at(3, seat, Resume())


def test_without_a_clock_no_seat_pauses():
    match = Match()
    with pytest.raises(Illegal, match="cannot pause"):
        match.give("red", Pause())


# Vacations


def test_a_vacation_stops_the_seats_own_clock_alone():
    match = Timed(vacation="21d")
    match.at(20, "red", TakeVacation("7d"))

    assert (120 + 7 * 24, 120) == (match.due("red"), match.due("blue"))
    assert 100 == match.left("red", 100)


def test_coming_back_early_keeps_the_rest_of_the_vacation():
    match = Timed(vacation="21d")
    match.at(20, "red", TakeVacation("20d"))
    match.at(44, "red", EndVacation())

    assert 120 + 24 == match.due("red")
    with pytest.raises(Illegal, match="20d of vacation left in 2026, of 21d"):
        match.at(45, "red", TakeVacation("21d"))
    match.at(45, "red", TakeVacation("20d"))


def test_vacations_count_by_the_calendar_year():
    match = Timed("366d", vacation="10d")
    match.at(24, "red", TakeVacation("6d"))
    with pytest.raises(Illegal, match="4d of vacation left in 2026, of 10d"):
        match.at(200, "red", TakeVacation("5d"))
    # From 28 December at noon 4 days less 12 hours are in 2026, and the rest in 2027.
    december = (31 - 2 + 30 + 31 + 30 + 31 + 31 + 30 + 31 + 30 + 28) * 24
    match.at(december, "red", TakeVacation("13d"))

    taken = match.clocks.vacation_taken("red")
    assert {2026: 6 * DAY + 84 * HOUR, 2027: 13 * DAY - 84 * HOUR} == taken


@pytest.mark.parametrize(("length", "why"), [
    ("30min", "write it like"), ("soon", "write it like"), ("22d", "21d of vacation left"),
])  # fmt: skip
def test_a_vacation_that_is_none_is_refused(length: str, why: str):
    match = Timed(vacation="21d")
    with pytest.raises(Illegal, match=why):
        match.at(20, "red", TakeVacation(length))


def test_a_table_without_vacations_has_none():
    """TD-03: what the table did not agree on does not exist."""
    match = Timed()
    with pytest.raises(Illegal, match="opened without vacations"):
        match.at(1, "red", TakeVacation("7d"))


def test_no_vacation_saves_a_seat_that_is_late():
    match = Timed(vacation="21d")
    with pytest.raises(Illegal, match="has passed"):
        match.at(121, "red", TakeVacation("7d"))


# Late


def test_who_is_late_is_recorded_once_and_not_before_the_deadline():
    match = Timed()
    for hours in (1, 120):
        with pytest.raises(Illegal, match="has not passed"):
            match.at(hours, HOST, MissDeadline("red"))
    missed = match.at(120.5, HOST, MissDeadline("red"))

    due = OPENED + 120 * HOUR
    assert missed[1] == e.DeadlineMissed(
        seat="red", deadline=due, brings="nothing", rule="Table/Deadline"
    )
    with pytest.raises(Illegal, match="noted already"):
        match.at(121, HOST, MissDeadline("red"))
    for seat in (*SEATS, DIRECTOR):  # A director only where that decides something.
        with pytest.raises(Illegal, match="only the host"):
            match.at(121, seat, MissDeadline("blue"))


@pytest.mark.parametrize("late", ["nothing", "director"])
def test_where_nothing_else_was_agreed_a_late_answer_is_taken(late: str):
    match = Timed(late=late)
    match.at(121, HOST, MissDeadline("red"))
    match.bid(130, "red")
    match.bid(131, "blue")

    assert 131 + 120 == match.due("red")


@pytest.mark.parametrize("late", ["pass", "bot", "forfeit"])
def test_where_more_was_agreed_an_answer_after_the_deadline_is_too_late(late: str):
    """Also before somebody has looked: what counts is the deadline, not how busy a worker is."""
    match = Timed(late=late)
    with pytest.raises(Illegal, match="deadline of red has passed"):
        match.bid(120.1, "red")
    match.at(121, HOST, MissDeadline("red"))
    with pytest.raises(Illegal, match="deadline of red has passed"):
        match.bid(122, "red")


def test_an_answer_is_given_for_a_seat_that_was_noted_as_late_and_for_no_other():
    match = Timed(late="pass")
    with pytest.raises(Illegal, match="has missed no deadline"):
        match.bid(121, "red", by="late")
    match.at(121, HOST, MissDeadline("red"))
    with pytest.raises(Illegal, match="has missed no deadline"):
        match.bid(121, "blue", by="late")
    with pytest.raises(Illegal, match="brings: pass"):
        match.at(121, "red", Resign(), by="late")
    match.bid(121, "red", by="late")

    assert None is match.due("red")


def test_a_match_is_lost_by_time_where_that_was_agreed():
    match = Timed(late="forfeit")
    match.bid(100, "blue")
    match.at(121, HOST, MissDeadline("red"))
    with pytest.raises(Illegal, match="brings: forfeit"):
        match.bid(121, "red", by="late")
    match.at(121, "red", Resign(), by="late")

    assert match.line.table.result is not None
    assert (("blue",), "red missed its deadline") == (
        match.line.table.result.winners,
        match.line.table.result.reason,
    )


def test_no_host_decides_which_of_two_late_seats_loses():
    tied, later = Timed(late="forfeit"), Timed(late="forfeit")
    later.at(1, "blue", GrantTime("red", "1h"))
    for match, when in ((tied, "at the same instant"), (later, "earlier")):
        for seat in SEATS:
            match.at(130, HOST, MissDeadline(seat))
        with pytest.raises(Illegal, match=when):
            match.at(130, "red", Resign(), by="late")
    later.at(130, DIRECTOR, MissDeadline("red"))
    with pytest.raises(Illegal, match="earlier"):
        later.at(130, "red", Resign(), by="late")
    later.at(130, "blue", Resign(), by="late")
    tied.at(130, DIRECTOR, MissDeadline("red"))
    tied.at(130, "red", Resign(), by="late")

    assert [("red",), ("blue",)] == [
        match.line.table.result.winners for match in (later, tied) if match.line.table.result
    ]


@pytest.mark.parametrize("late", ["pass", "bot", "nothing"])
def test_naming_a_key_lets_nobody_end_the_match(late: str):
    """The seat's own orders are signed, and losing by its deadline was not agreed on."""
    match = Timed(late=late, claimed=False)
    match.at(0, "red", ClaimSeat("red", "human", key="ab" * 32))
    match.at(0, "blue", ClaimSeat("blue", "human"))
    match.at(121, HOST, MissDeadline("red"))
    with pytest.raises(Illegal, match="only the host"):
        match.at(121, DIRECTOR, MissDeadline("red"))
    with pytest.raises(Illegal, match="a missed deadline of red brings"):
        match.at(121, "red", Resign(), by="late")


@pytest.mark.parametrize("late", ["pass", "bot", "forfeit"])
def test_no_seat_that_is_late_saves_itself(late: str):
    match = Timed(late=late, vacation="21d", game=turns())
    start = match.line.head
    match.at(1, "red", Nod())
    match.at(2, "blue", Pause())  # A wish, which changes nothing.
    for command in (
        AskRewind(start),
        AgreeRewind(),
        TakeVacation("7d"),
        ClaimSeat("red", "human"),
        ClaimSeat("red", "bot"),
        ClaimSeat("red", ""),
    ):
        with pytest.raises(Illegal, match="deadline of red has passed"):
            match.at(122, "red", command)
    match.at(122, HOST, MissDeadline("red"))


def test_taking_back_makes_no_late_seat_timely():
    match = Timed(game=turns())
    start = match.line.head
    match.at(1, "red", Nod())
    match.at(122, HOST, MissDeadline("red"))
    match.at(123, "red", AskRewind(start))

    assert 121 == match.due("red")


def test_what_was_given_for_a_late_seat_is_not_taken_back():
    match = Timed("bank 5d + 12h", late="pass", game=turns())
    start = match.line.head
    match.at(121, HOST, MissDeadline("red"))
    match.at(121, "red", Nod(), by="late")
    with pytest.raises(Illegal, match="late at once"):
        match.at(122, "red", AskRewind(start))


def test_nobody_takes_back_more_than_the_bank_has_time_for():
    match = Timed("bank 5d", late="forfeit", game=turns())
    match.at(30, "red", Nod())
    head = match.line.head
    match.at(30, "red", Nod())
    with pytest.raises(Illegal, match="late at once"):
        match.at(30 + 91, "red", AskRewind(head))
    match.at(30 + 89, "red", AskRewind(head))

    assert (1, 120) == (match.left("red", 119), match.left("blue", 119))


def test_without_a_clock_nothing_is_given_by_late():
    match = Match()
    with pytest.raises(Illegal, match="missed no deadline"):
        match.give("red", Resign(), by="late")


def test_nothing_is_ordered_for_a_late_seat_with_a_key():
    """A host who states a false time must not be able to order for it."""
    match = Timed(late="bot", claimed=False)
    match.at(0, "red", ClaimSeat("red", "human", key="ab" * 32))
    match.at(0, "blue", ClaimSeat("blue", "human"))

    assert ("director", "bot") == (brings(match.line, "red"), brings(match.line, "blue"))


# Grace


def test_an_opponent_grants_more_time():
    match = Timed(late="forfeit")
    match.at(100, "blue", GrantTime("red", "24h"))
    assert (144, 120) == (match.due("red"), match.due("blue"))

    match.at(145, HOST, MissDeadline("red"))
    match.at(146, "blue", GrantTime("red", "2d"))
    assert 192 == match.due("red")
    match.bid(150, "red")


def test_nobody_grants_time_to_itself():
    match = Timed()
    for seat in ("red", HOST):
        with pytest.raises(Illegal, match="only opponents"):
            match.at(1, seat, GrantTime("red", "24h"))
    match.at(1, DIRECTOR, GrantTime("red", "24h"))

    assert 144 == match.due("red")


def test_time_is_granted_for_a_question_alone():
    match = Timed()
    match.bid(1, "red")
    with pytest.raises(Illegal, match="is not asked"):
        match.at(2, "blue", GrantTime("red", "24h"))
    with pytest.raises(Illegal, match="write it like"):
        match.at(2, "red", GrantTime("blue", "for ever"))


# No time for nothing


def test_by_consent_every_question_is_a_new_one():
    match = Timed(game=draws())
    head = match.line.head
    match.at(100, "red", Draw())
    match.at(110, "red", AskRewind(head))
    match.at(110, "blue", AgreeRewind())

    assert (230, 230) == (match.due("red"), match.due("blue"))


@pytest.mark.parametrize(("clock", "due"), [
    ("5d", 20 + 110), ("daily 12:00", 24), ("bank 5d + 2d", 120),
])  # fmt: skip
def test_taking_answers_back_and_giving_them_again_brings_no_time(clock: str, due: float):
    """Two answers of one turn are taken back: each question has what it had, none more."""
    match, twice = Timed(clock, game=turns()), Timed(clock, game=turns())
    start = match.line.head
    for hours in (10, 20):
        match.at(hours, "red", Nod())
    match.at(20, "red", AskRewind(start))
    assert (due, None) == (match.due("red"), match.due("blue"))
    for at in (20, 20):
        match.at(at, "red", Nod())
    for at in (10, 20):
        twice.at(at, "red", Nod())
    assert twice.due("blue") == match.due("blue")
    for played in (match, twice):
        for _ in range(2):
            played.at(30, "blue", Nod())

    assert twice.due("red") == match.due("red")


def test_the_second_of_two_answers_taken_back_has_no_new_time():
    match = Timed(game=turns())
    start = match.line.head
    match.at(1, "red", Nod())  # 119 h were left,
    match.at(101, "red", Nod())  # and 20 h here.
    match.at(101, "red", AskRewind(start))
    assert 101 + 119 == match.due("red")
    match.at(102, "red", Nod())

    assert 102 + 20 == match.due("red")


def test_taking_back_drains_no_other_bank():
    """Who waits while the other one thinks, and then takes back, has thought all the time."""
    match = Timed("bank 10d", game=turns())
    match.at(0, "red", Nod())
    head = match.line.head
    for hours in (0, 50, 100):
        match.at(hours, "red", Nod())
        match.at(hours + 50, "red", AskRewind(head))
        head = match.line.head

    assert (240 - 150, 240) == (match.left("red", 150), match.left("blue", 150))
    match.at(150, "red", Nod())
    assert 150 + 240 == match.due("blue")


def test_taking_back_drains_nobody_who_was_asked_all_the_time():
    match = Timed("bank 10d")
    head = match.line.head
    match.bid(10, "red")
    match.at(30, "red", AskRewind(head))

    assert (230, 210) == (match.left("red", 30), match.left("blue", 30))


def test_a_bank_gets_the_time_of_an_answer_once():
    match = Timed("bank 10d + 12h")
    head = match.line.head
    match.bid(10, "red")
    match.at(10, "red", AskRewind(head))
    assert 240 == match.due("red")
    match.bid(11, "red")

    assert 240 + 12 - 11 == match.left("red", 11)


def test_taking_ones_own_answer_back_gives_the_time_that_was_left():
    match = Timed()
    red = match.line.head
    match.bid(100, "red")
    match.at(101, "red", AskRewind(red))

    assert 101 + 20 == match.due("red")
    match.bid(110, "red")
    match.bid(111, "blue")
    assert 111 + 120 == match.due("red")


# Fixed deadlines


def test_a_seat_asked_on_its_vacation_is_not_late_before_it_is_back():
    match = Timed("daily 20:00", vacation="21d", late="forfeit")
    match.bid(1, "red")
    match.at(2, "red", TakeVacation("7d"))
    match.bid(3, "blue")

    assert (8 + 7 * 24, 8) == (match.due("red"), match.due("blue"))
    with pytest.raises(Illegal, match="has not passed"):
        match.at(8.5, HOST, MissDeadline("red"))
    assert 8 + 7 * 24 - 2 - 7 * 24 == match.left("red", 2 + 7 * 24)


def test_what_stops_a_clock_for_a_moment_moves_no_fixed_deadline():
    vacation, pause, again = (Timed("daily 20:00", vacation="21d") for _ in range(3))
    vacation.at(7.9, "red", TakeVacation("1h"))
    assert 32 == vacation.due("red")
    vacation.at(7.901, "red", EndVacation())
    pause.at(7.9, HOST, Pause())
    pause.at(7.95, HOST, Resume())
    head = again.line.head
    again.bid(0.1, "red")
    again.at(7.9, "red", AskRewind(head))

    assert [8, 8, 8] == [match.due("red") for match in (vacation, pause, again)]


def test_a_vacation_over_a_fixed_deadline_costs_as_long_as_it_moves_the_deadline():
    """Else an hour, or two seconds of it, would buy a week, and so on for ever."""
    weekly, long = Timed("mon 20:00", vacation="10d"), Timed("daily 20:00", vacation="10d")
    first = weekly.due("red")
    weekly.at(first - 0.001, "red", TakeVacation("1h"))
    weekly.at(first + 0.001, "red", EndVacation())
    assert first + 168 == weekly.due("red")
    with pytest.raises(Illegal, match="for as long as it moves the deadline"):
        weekly.at(first + 167.999, "red", TakeVacation("1h"))

    long.at(1, "red", TakeVacation("10d"))
    assert long.due("red") == 8 + 240


def test_a_fixed_deadline_in_a_pause_or_vacation_is_the_next_one_after_it():
    vacation, pause = (Timed("daily 20:00 at least 2h", vacation="21d") for _ in range(2))
    vacation.at(7, "red", TakeVacation("24h"))
    pause.at(7, HOST, Pause())
    assert None is pause.due("red")
    pause.at(31, HOST, Resume())

    # One hour before 20:00 of the next day: that would leave less than two.
    assert [56, 56] == [match.due("red") for match in (vacation, pause)]


def test_a_pause_saves_no_seat_that_is_late():
    for clock in ("daily 20:00", "8h"):
        match = Timed(clock, late="forfeit")
        match.at(9, HOST, Pause())
        match.at(20, HOST, Resume())

        assert 8 == match.due("red")
        match.at(20, HOST, MissDeadline("red"))


def test_a_fixed_deadline_in_a_pause_is_gone_also_for_who_takes_back():
    match = Timed("daily 20:00")
    head = match.line.head
    match.bid(1, "red")
    match.at(7, HOST, Pause())
    match.at(9, HOST, Resume())
    match.at(10, "red", AskRewind(head))

    assert 32 == match.due("red")


def test_granted_time_is_added_to_a_fixed_deadline_to_the_hour():
    match = Timed("daily 20:00")
    match.at(1, "blue", GrantTime("red", "90min"))

    assert (9.5, 8) == (match.due("red"), match.due("blue"))


# Seats that change hands


def test_leaving_a_seat_and_coming_back_gives_no_time():
    match = Timed()
    match.at(100, "red", ClaimSeat("red", "bot"))
    assert None is match.due("red")
    match.at(101, "red", ClaimSeat("red", "human"))

    assert 101 + 20 == match.due("red")


def test_leaving_a_seat_open_stops_no_clock():
    match = Timed()
    match.at(100, "red", ClaimSeat("red", ""))

    assert 120 == match.due("red")


def test_who_comes_back_after_a_bot_has_answered_is_asked_something_new():
    match = Timed(late="bot")
    match.bid(100, "blue")
    match.at(121, HOST, MissDeadline("red"))
    match.at(121, HOST, ClaimSeat("red", "bot"))
    match.bid(121, "red")
    match.at(122, "red", ClaimSeat("red", "human"))

    assert 122 + 120 == match.due("red")
    assert 0 == match.clocks.seats["red"].missed


def test_nobody_takes_the_question_back_that_a_bot_was_given_late():
    """It would give a new time for being late; after the bot's answer the player is welcome."""
    match = Timed(late="bot")
    match.bid(100, "blue")
    match.at(121, HOST, MissDeadline("red"))
    match.at(121, HOST, ClaimSeat("red", "bot"))
    with pytest.raises(Illegal, match="take the seat back after that"):
        match.at(121, "red", ClaimSeat("red", "human"))
    match.bid(121, "red")
    match.at(122, "red", ClaimSeat("red", "human"))
    match.bid(123, "red")


# Recomputed from the log


def test_clocks_are_recomputed_from_the_log_alone():
    match = Timed("bank 10d + 12h", vacation="21d", days_off="sat", quiet_hours="22:00-07:00")
    match.at(3, "red", TakeVacation("2d"))
    match.bid(9, "red")
    match.at(11, HOST, Pause())
    match.at(30, HOST, Resume())
    match.bid(33, "blue")
    match.at(40, "blue", GrantTime("red", "90min"))

    line = History(match.line.rows)

    assert match.clocks == line.clocks
    for end in match.line.ends:
        assert History(match.line.rows[:end]).clocks == match.line.upto(end).clocks


def test_what_is_said_about_time_changes_no_die():
    """Time in the log must give nobody dice to choose from."""
    rolled = []
    for noise in (False, True):
        match = Match(game=draws(), target=3, settings={"clock": "5d", "vacation": "9d"})
        for seat in SEATS:
            match.give(HOST, ClaimSeat(seat, "human"), time=2000)
        if noise:
            match.give("red", TakeVacation("2d"), time=3000)
            match.give("blue", GrantTime("red", "2d"), time=4000)
            match.give("red", EndVacation(), time=5000)
            match.give("red", Pause(), time=5500)
            match.give(HOST, MissDeadline("blue"), time=6000 + 5 * DAY + MINUTE)
        dice = [
            event
            for number in range(6)
            for event in match.give(SEATS[number % 2], Roll()).events
            if isinstance(event, e.DiceRolled)
        ]
        rolled.append([event.faces for event in dice])

    assert rolled[0] == rolled[1]
    assert 6 == len(rolled[0])


def test_the_words_of_time_are_refused_by_a_match_without_a_clock():
    match = Match()
    for command in (TakeVacation("7d"), EndVacation(), GrantTime("blue", "1d")):
        with pytest.raises(Illegal, match="no clock was agreed on"):
            match.give("red", command)
    assert TOY.name == match.line.table.game
