"""Clocks at the table: who is late, who may have more time, and which clocks run after an entry.

All of it follows from the log and the time of the entry at hand, so that an audit judges it again.
What a missed deadline brings is a command like any other, given by "late" for the seat, after the
deadline was recorded as missed. For a seat with a key nothing is ordered without its signature, so
there the director decides instead of a bot.
"""

from __future__ import annotations

import msgspec

from wardiary.domain.clocks.agreement import (
    LONGEST,
    Agreement,
    NoSuchTime,
    agreement_of,
    written,
)
from wardiary.domain.clocks.calendar import local
from wardiary.domain.clocks.clocks import Clocks
from wardiary.domain.clocks.durations import DAY, HOUR, MINUTE, duration_text, read_duration
from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import rewind_option
from wardiary.domain.play import pausing
from wardiary.domain.play import table_commands as c
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, check_seat
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Prompts
from wardiary.domain.play.resigning import playing, stand_in
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

STRICT = ("pass", "bot", "forfeit")
"""After these a seat cannot answer any more once its deadline has passed."""
ESCAPES = (c.AskRewind, c.AgreeRewind, c.TakeVacation)
"""Commands of the table that a seat which is late could win time with."""


class Given(msgspec.Struct, frozen=True):
    """How a command was given: when (ms), and by whom for its seat."""

    time: int
    by: str = ""


def check_agreement(opening: Opening, time: int) -> None:
    """Raise Illegal for a clock that this match cannot have, opened at a time."""
    try:
        written(opening.settings, opening.seats)
        agreed = agreement_of(opening.settings)
    except NoSuchTime as error:
        raise Illegal("Table/Clock", str(error)) from None
    if agreed is None or agreed.first is None:
        return
    ahead = (agreed.first - local(agreed.zone, time).date()).days
    if ahead < 0:
        why = f"the first deadline cannot be on {agreed.first}, which has passed"
        raise Illegal("Table/Clock", why)
    if ahead > LONGEST // DAY:
        why = f"the first deadline cannot be on {agreed.first}, which is more than a year ahead"
        raise Illegal("Table/Clock", why)


def brings(history: History, seat: Seat) -> str:
    """What a missed deadline of a seat brings; "" where no clock was agreed on."""
    if history.clocks is None:
        return ""
    agreed = history.clocks.agreement.late
    return "director" if agreed in ("pass", "bot") and seat in history.said.keys else agreed


def now_of(history: History, time: int) -> int:
    """The time that an entry counts as given at: never before the last one."""
    return max(history.clock_line.now, time)


def check_in_time(game: Game, history: History, seat: Seat, command: Command, given: Given) -> None:
    """Raise Illegal for what a seat is too late for, and for a command by "late" without reason."""
    clocks, now = history.clocks, now_of(history, given.time)
    if given.by == c.LATE:
        _check_late_command(game, history, seat, command)
    elif clocks is None or seat not in clocks.seats or brings(history, seat) not in STRICT:
        return
    elif isinstance(command, c.ClaimSeat) and clocks.seats[seat].is_overdue:
        why = f"a bot answers for {seat}, whose deadline has passed; take the seat back after that"
        raise Illegal("Table/Deadline", why)
    elif clocks.is_late(seat, now) and _needs_time(seat, command):
        why = f"the deadline of {seat} has passed, and what was agreed on follows: "
        raise Illegal("Table/Deadline", why + clocks.agreement.late)
    elif isinstance(command, c.AskRewind):
        _check_time_to_take_back(history, clocks, seat, command, now)


def _needs_time(seat: Seat, command: Command) -> bool:
    """Whether a command is an answer, or one that could save a seat that is late."""
    if isinstance(command, c.ClaimSeat):
        return command.seat == seat
    return isinstance(command, ESCAPES) or not isinstance(command, c.TABLE_COMMANDS)


def _check_time_to_take_back(
    history: History, clocks: Clocks, seat: Seat, command: c.AskRewind, now: int
) -> None:
    """Refuse to take an answer back alone that would make the seat late at once."""
    if rewind_option(history, seat, command.to).consent:
        return
    back = history.clock_line.taken_back(clocks, seat, command.to, now).run((seat,), now)
    if back.is_late(seat, now):
        why = (
            f"{seat} would be late at once: there is no time left for the question it goes back to"
        )
        raise Illegal("Table/Deadline", why)


def _check_late_command(game: Game, history: History, seat: Seat, command: Command) -> None:
    clocks = history.clocks
    due = clocks.deadline(seat) if clocks else None
    if clocks is None or due is None or not clocks.seats[seat].missed:
        raise Illegal("Table/Deadline", f"{seat} has missed no deadline")
    what = brings(history, seat)
    if isinstance(command, c.Resign):
        why = why_not_lost(game, history, seat)
    else:
        gives = what == "pass" and not isinstance(command, c.TABLE_COMMANDS)
        why = "" if gives else f"a missed deadline of {seat} brings: {what}"
    if why:
        raise Illegal("Table/Deadline", why)


def why_not_lost(game: Game, history: History, seat: Seat) -> str:
    """Why a seat that has missed its deadline does not lose the match by that; "" if it does.

    It does where forfeit was agreed on, unless an opponent was late before, or at the same instant:
    then the director decides, who notes it, as where that was agreed on.
    """
    clocks = history.clocks
    assert clocks is not None
    if clocks.agreement.late not in ("forfeit", "director"):
        return f"a missed deadline of {seat} brings: {brings(history, seat)}"
    by_director = _noted_by_director(history, clocks, seat)
    if clocks.agreement.late == "director":
        return "" if by_director else f"whether {seat} loses is for the director to decide"
    dues = [clocks.deadline(other) for other in opponents(game, history.table, seat)]
    own, others = clocks.deadline(seat), [due for due in dues if due is not None]
    if own is None or own < min(others, default=own + 1) or (own == min(others) and by_director):
        return ""
    when = "at the same instant" if own == min(others) else "earlier"
    return f"an opponent of {seat} has missed its deadline {when}, so {seat} does not lose by it"


def _noted_by_director(history: History, clocks: Clocks, seat: Seat) -> bool:
    missed = clocks.seats[seat].missed
    opener = history.event(history.entry_of(missed).first)
    return isinstance(opener, e.CommandAccepted) and opener.seat == c.DIRECTOR


def with_clocks(
    history: History, outcome: Outcome, running: tuple[Seat, ...] | None = None
) -> Outcome:
    """The outcome of a command, with the event that says which clocks run, where that changes.

    `running` are those that do, where the rules that would say it are not here.
    """
    clocks, closer = history.clocks, outcome.events[-1]
    if clocks is None or not isinstance(closer, e.EntryClosed):
        return outcome
    asked = _on_the_clock(outcome.table, outcome.prompts) if running is None else running
    if not clocks.begun and not all(outcome.table.holders.get(s) for s in outcome.table.seats):
        asked = ()
    if asked == clocks.running:
        return outcome
    run = e.ClocksRun(seats=asked, rule="Table/Clock")
    # Nothing but the position of the table changes.
    return Outcome((*outcome.events[:-1], run, closer), evolve(outcome.table, run), outcome.prompts)


def _on_the_clock(table: Table, prompts: Prompts) -> tuple[Seat, ...]:
    """The seats that are asked and not played by the service."""
    asked = {prompt.seat for prompt in prompts}
    return tuple(
        seat
        for seat in table.seats
        if seat in asked and table.holders.get(seat) not in c.BOTS and not stand_in(table, seat)
    )


def handle_time(
    game: Game, history: History, draft: Draft, seat: Seat, command: Command, given: Given
) -> None:
    """Record what a command about time brings; raises Illegal."""
    clocks, now = history.clocks, now_of(history, given.time)
    if isinstance(command, (c.Pause, c.Resume)):
        act = pausing.pause if isinstance(command, c.Pause) else pausing.resume
        act(draft, seat, persons(draft.table) if clocks else ())
        return
    if clocks is None:
        raise Illegal("Table/Clock", "no clock was agreed on in this match, so nobody is late")
    if draft.table.result is not None:
        raise Illegal("Table/Ended", "the match is over; no clock runs any more")
    match command:
        case c.MissDeadline():
            _miss(history, clocks, draft, seat, command.seat, now)
        case c.GrantTime():
            _grant(game, clocks, draft, seat, command)
        case c.TakeVacation():
            _leave(clocks, draft, seat, command, now)
        case c.EndVacation():
            _come_back(clocks, draft, seat, now)
        case _:
            raise Illegal("Table/Words", "this is not a command of the table")


def persons(table: Table) -> tuple[Seat, ...]:
    """The seats of persons who play, who pause the match together."""
    return tuple(seat for seat in playing(table) if table.holders.get(seat) not in c.BOTS)


def _miss(history: History, clocks: Clocks, draft: Draft, by: Seat, seat: Seat, now: int) -> None:
    decides = by == c.DIRECTOR and clocks.agreement.late in ("forfeit", "director")
    if by != c.HOST and not decides:
        raise Illegal("Table/Deadline", "only the host, who keeps the clocks, notes who is late")
    check_seat(draft.table, seat)
    due = clocks.deadline(seat)
    if due is None:
        raise Illegal("Table/Deadline", f"no clock runs for {seat}, so it cannot be late")
    if clocks.seats[seat].missed and (by == c.HOST or _noted_by_director(history, clocks, seat)):
        raise Illegal("Table/Deadline", f"it is noted already that {seat} has missed its deadline")
    if now <= due:
        left = duration_text(due - now)
        raise Illegal("Table/Deadline", f"the deadline of {seat} has not passed; it is in {left}")
    draft.record(
        e.DeadlineMissed(
            seat=seat, deadline=due, brings=brings(history, seat), rule="Table/Deadline"
        )
    )


def _grant(game: Game, clocks: Clocks, draft: Draft, by: Seat, command: c.GrantTime) -> None:
    """Grant at once as director, else when every opponent has granted the same."""
    seat, rule = command.seat, "Table/Grace"
    check_seat(draft.table, seat)
    length = _length(rule, command.length, MINUTE, LONGEST)
    if not clocks.seats[seat].asked:
        raise Illegal(rule, f"{seat} is not asked anything, so it needs no more time")
    if by == c.DIRECTOR:
        draft.record(e.TimeGranted(seat=seat, length=length, by=(by,), rule=rule))
        return
    others = opponents(game, draft.table, seat)
    if by not in others:
        raise Illegal(rule, f"only opponents of {seat}, or the director, can grant it time")
    tracks = {other: grant_track(clocks, seat, length, other) for other in others}
    if len(others) > 1:
        draft.track(tracks[by], 1, rule=rule)
    if not all(other == by or draft.table.track(tracks[other]) for other in others):
        return
    for track in tracks.values():
        if draft.table.track(track):
            draft.track(track, 0, rule=rule)
    draft.record(e.TimeGranted(seat=seat, length=length, by=others, rule=rule))


def grant_track(clocks: Clocks, seat: Seat, length: int, by: Seat) -> str:
    """The track of a wish to grant a seat time.

    It counts for the question that it was said at, and for no later one.
    """
    return f"match/grant/{seat}/{clocks.seats[seat].asked}/{length}/{by}"


def opponents(game: Game, table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The persons who play on other sides, and can grant a seat time together."""
    allies = {ally for side in game.sides(table) if seat in side for ally in side}
    return tuple(other for other in persons(table) if other not in allies)


def _leave(clocks: Clocks, draft: Draft, seat: Seat, command: c.TakeVacation, now: int) -> None:
    rule, agreed = "Table/Vacation", clocks.agreement
    check_seat(draft.table, seat)
    if not agreed.vacation:
        raise Illegal(rule, "the match was opened without vacations")
    length = _length(rule, command.length, HOUR, LONGEST)
    if clocks.is_late(seat, now):
        raise Illegal(rule, f"the deadline of {seat} has passed; no vacation brings it back")
    if clocks.on_vacation(seat, now):
        raise Illegal(rule, f"{seat} is on vacation already")
    _check_budget(clocks, agreed, seat, now, length)
    draft.record(e.VacationTaken(seat=seat, until=now + length, rule=rule))


def _check_budget(clocks: Clocks, agreed: Agreement, seat: Seat, now: int, length: int) -> None:
    taken = clocks.vacation_taken(seat)
    for year, whole in clocks.vacation_taken(seat, ((now, now + length),)).items():
        if whole > agreed.vacation:
            left = duration_text(max(0, agreed.vacation - taken.get(year, 0)))
            why = (
                f"{seat} has {left} of vacation left in {year}, of {duration_text(agreed.vacation)}"
            )
            if agreed.kind == "fixed":
                why += "; one over a deadline counts for as long as it moves the deadline"
            raise Illegal("Table/Vacation", why)


def _come_back(clocks: Clocks, draft: Draft, seat: Seat, now: int) -> None:
    check_seat(draft.table, seat)
    if not clocks.on_vacation(seat, now):
        raise Illegal("Table/Vacation", f"{seat} is not on vacation")
    draft.record(e.VacationEnded(seat=seat, rule="Table/Vacation"))


def _length(rule: str, text: str, least: int, most: int) -> int:
    length = read_duration(text)
    if length is None or not least <= length <= most:
        between = f"{duration_text(least)} to {duration_text(most)}"
        raise Illegal(rule, f"{text!r} is no time to take; write it like 24h or 7d ({between})")
    return length
