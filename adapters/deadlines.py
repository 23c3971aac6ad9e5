"""Who keeps the deadlines: notes who is late, and does what was agreed on for that.

One function for all who run matches, the web service, the mail worker and a terminal. It may be
called at any time, by several at once, and again after a crash: what was done is in the log.
"""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.matches import Matches, MatchIsPaused, StalePosition, StandingDamaged
from wardiary.adapters.whole import opener_of
from wardiary.domain.clocks.agreement import CLOCK, NO_CLOCK
from wardiary.domain.diary.history import History
from wardiary.domain.match.timing import brings, why_not_lost
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.prompts import Prompt, prompt_for
from wardiary.domain.play.standing import answer_for
from wardiary.domain.play.table_commands import (
    BOT,
    DIRECTOR,
    HOST,
    LATE,
    ClaimSeat,
    MissDeadline,
    Resign,
)
from wardiary.domain.table.events import MatchOpened
from wardiary.domain.table.pieces import Seat
from wardiary.projections.deadlines import next_instant
from wardiary.projections.redaction import view

PASSES = ("pass", "decline", "done", "end-turn")
"""The verbs of a pass, the likeliest first."""


def act_on_deadlines(matches: Matches, match: str, patience: int = 0) -> bool:
    """Do everything that deadlines of a match bring by now; gives whether anything was done.

    Orders that came in before a deadline must have been given before this is called; with
    `patience` (ms) they have so much longer.
    """
    done, waits = False, held_back(matches, match)
    for seat in _late(matches.history(match), now_for_clocks(matches, match, patience)):
        if waits == seat:
            continue  # It has ordered, and others hold its dice back.
        try:
            done = _act(matches, match, seat) or done
        except (Illegal, StalePosition, MatchIsPaused):
            continue  # It answered just now, or another one has seen to it.
    if done or _waits_for_bot(matches.history(match)):
        BotPlayers(matches).play_on(match)
    return done


def held_back(matches: Matches, match: str) -> Seat | None:
    """The seat whose order waits for dice that others hold back, if one does: time stands then."""
    order = matches.waiting(match)
    if order is None or order.holds_itself_back(matches.history(match).table.seats):
        return None
    return order.seat


def now_for_clocks(matches: Matches, match: str, patience: int = 0) -> int:
    """By when seats of a match are late: now (ms), or when an order was given that waits."""
    now, order = matches.clock() - patience, matches.waiting(match)
    return min(now, order.time) if order and held_back(matches, match) else now


def _waits_for_bot(history: History) -> bool:
    """Whether a bot that was put in for a late seat has not answered yet, as after a crash."""
    clocks = history.clocks
    if clocks is None or clocks.paused:
        return False
    return any(clock.is_overdue for clock in clocks.seats.values())


def forfeit(matches: Matches, match: str, seat: Seat) -> None:
    """As the director: note that a seat is late, so that it loses the match. Raises Illegal."""
    history = matches.history(match)
    clocks = history.clocks
    noted = clocks and seat in clocks.seats and clocks.seats[seat].missed
    if not noted or why_not_lost(matches.game_of(match), history, seat):
        matches.command(match, DIRECTOR, MissDeadline(seat))
    matches.command(match, seat, Resign(), by=LATE)


def give_to_bot(matches: Matches, match: str, seat: Seat) -> None:
    """As the director: a bot plays on for a seat that is late. Raises Illegal."""
    clocks = matches.history(match).clocks
    if clocks is None or not clocks.is_late(seat, now_for_clocks(matches, match)):
        raise Illegal("Table/Deadline", f"the deadline of {seat} has not passed")
    matches.command(match, DIRECTOR, ClaimSeat(seat, BOT))


def next_due(matches: Matches, match: str, patience: int = 0) -> int | None:
    """When a match has to be looked at next (ms), for a deadline or a reminder; None: never."""
    clocks = matches.history(match).clocks
    due = next_instant(clocks, matches.clock() - patience) if clocks else None
    return None if due is None else due + patience


def timed_matches(matches: Matches) -> Iterator[str]:
    """The matches of a store in which a clock was agreed on."""
    for match in matches.store.matches():
        opener = opener_of(matches.store, match)
        if isinstance(opener, MatchOpened) and opener.settings.get(CLOCK, NO_CLOCK) != NO_CLOCK:
            yield match


def _late(history: History, now: int) -> tuple[Seat, ...]:
    """The seats that are late, the one whose deadline was first before the others."""
    clocks = history.clocks
    if clocks is None:
        return ()
    late = [seat for seat in clocks.running if clocks.is_late(seat, now)]
    return tuple(sorted(late, key=lambda seat: clocks.deadline(seat) or 0))


def _act(matches: Matches, match: str, seat: Seat) -> bool:
    """Note that a seat is late, unless that was done, and do what follows."""
    clocks = matches.history(match).clocks
    assert clocks is not None
    noted = bool(clocks.seats[seat].missed)
    if not noted:
        matches.command(match, HOST, MissDeadline(seat))
    line = matches.history(match)
    match brings(line, seat):
        case "forfeit" if not why_not_lost(matches.game_of(match), line, seat):
            matches.command(match, seat, Resign(), by=LATE)
        case "bot":
            matches.command(match, HOST, ClaimSeat(seat, BOT))
        case "pass":
            _give_pass(matches, match, seat)
        case _:
            return not noted
    return True


def _give_pass(matches: Matches, match: str, seat: Seat) -> None:
    now = matches.current(match)
    prompt = prompt_for(now.prompts, seat)
    if prompt is not None:
        command = late_answer(matches, match, prompt)
        matches.command(match, seat, command, by=LATE, expected=now.table.position)


def late_answer(matches: Matches, match: str, prompt: Prompt) -> Command:
    """The answer for a seat that is late: what it left for that, a pass, or what a bot would do."""
    game, table = matches.game_of(match), matches.history(match).table
    try:
        left = matches.standing_answers(match, prompt.seat)
    except StandingDamaged:
        left = []
    seen = view(table, prompt.seat)
    answer = answer_for(left, prompt, seen, game.verbs, late=True)
    if answer is not None:
        return answer
    for verb in PASSES:
        offer = next((one for one in prompt.offers if one.verb == verb and not one.slots), None)
        if offer is not None:
            return game.command(verb)
    return BotPlayers(matches).choose(game, table, prompt, BOT)
