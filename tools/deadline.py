"""Deadlines at the terminal: how clocks stand, vacations, pauses, grace, and who is late."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from wardiary.tools.context import (
    BadInput,
    Json,
    MatchName,
    Store,
    command_group,
    find_match,
    open_matches,
    print_result,
    role_at,
)

SeatName = Annotated[str, Parameter(help="Your seat.")]

deadline = command_group(
    "deadline", "See and move the clocks of a match: deadlines, vacations, pauses, grace."
)


@deadline.command
def show(
    match: MatchName,
    /,
    *,
    zone: Annotated[str, Parameter(help="The time zone to print times in.")] = "",
    json: Json = False,
    store: Store = "",
) -> None:
    """Print how every clock of a match stands, in the zone of the match or another."""
    from wardiary.domain.clocks.agreement import zone_named
    from wardiary.projections.deadlines import as_text, deadlines

    matches = open_matches(store)
    match_id = find_match(matches, match)
    clocks, now = matches.history(match_id).clocks, matches.clock()
    if json:
        standing = deadlines(clocks, now) if clocks else None
        print_result({"match": match_id, "now": now, "deadlines": standing})
    elif clocks is None:
        print("no clock was agreed on: the match waits for every answer without a limit")
    else:
        print(as_text(clocks, now, zone_named(zone).key if zone else ""), end="")


@deadline.command
def vacation(match: MatchName, length: str, /, *, seat: SeatName, store: Store = "") -> None:
    """Go on vacation for a time such as 7d: your clock stands meanwhile."""
    _say(match, seat, f"vacation {_word(length)}", store)


@deadline.command
def back(match: MatchName, /, *, seat: SeatName, store: Store = "") -> None:
    """Come back from vacation."""
    _say(match, seat, "end-vacation", store)


@deadline.command
def pause(match: MatchName, /, *, seat: SeatName, store: Store = "") -> None:
    """Agree to a pause; the match is paused when every person at the table has."""
    _say(match, seat, "pause", store)


@deadline.command
def resume(match: MatchName, /, *, seat: SeatName, store: Store = "") -> None:
    """Agree to go on after such a pause, or take your wish for one back."""
    _say(match, seat, "resume", store)


@deadline.command
def grant(match: MatchName, to: str, length: str, /, *, seat: SeatName, store: Store = "") -> None:
    """Grant an opponent more time for its question, such as 24h."""
    _say(match, seat, f"grant-time {to} {_word(length)}", store)


@deadline.command
def act(match: str = "", /, *, store: Store = "") -> None:
    """Do what missed deadlines bring, in one match or in all; the service does it by itself."""
    from wardiary.adapters.deadlines import act_on_deadlines, timed_matches

    matches = open_matches(store)
    found = [find_match(matches, match)] if match else list(timed_matches(matches))
    for match_id in found:
        if act_on_deadlines(matches, match_id):
            print(f"{match_id[:8]}  a deadline was missed")


@deadline.command
def forfeit(match: MatchName, of: str, /, *, store: Store = "") -> None:
    """As director: a seat that has missed its deadline loses the match, where you decide."""
    from wardiary.adapters.deadlines import forfeit as decide

    matches = open_matches(store)
    match_id = find_match(matches, match)
    seat = role_at(matches.history(match_id).table, of)
    decide(matches, match_id, seat)
    print(f"{seat} has lost by its deadline")


def _say(match: str, seat: str, words: str, store: str) -> None:
    from wardiary.projections.narrative import narrate

    matches = open_matches(store)
    match_id = find_match(matches, match)
    role = role_at(matches.history(match_id).table, seat)
    if not role:
        raise BadInput("this is said by a seat; name yours with --seat")
    result = matches.command(match_id, role, words)
    game, history = matches.game_of(match_id), matches.history(match_id)
    for sentence in narrate(game, history, role, result.first - 1, result.last):
        print(sentence.as_text())


def _word(length: str) -> str:
    """A span of time as one word, "1d 12h" as "1d12h"."""
    return "".join(length.split())
