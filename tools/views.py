"""Looking at a match: the table, the log, scores, dice, clocks, and how two matches differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.tools.context import (
    SPECTATOR,
    At,
    BadInput,
    Json,
    Role,
    SourceName,
    Store,
    open_source,
    position_at,
    print_result,
    role_at,
    screen,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wardiary.domain.clocks.clocks import Clocks
    from wardiary.domain.diary.history import History
    from wardiary.domain.play.game import Game
    from wardiary.domain.table.pieces import Seat
    from wardiary.projections.board import Board
    from wardiary.projections.scores import Point

BARS = " ▁▂▃▄▅▆▇█"
NARROWEST, DEFAULT_WIDTH = 40, 120


def show(
    match: SourceName,
    /,
    *,
    at: At = None,
    seat: Role = SPECTATOR,
    plain: Annotated[
        bool, Parameter(help="Plain sentences instead of the drawing, for screen readers.")
    ] = False,
    everything: Annotated[
        bool, Parameter(name="--all", help="Also pieces in the box, and printed terrain.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Draw the table as a seat sees it, now or at a past position."""
    from wardiary.projections.board import as_text, board
    from wardiary.projections.clutter import without_clutter

    matches, match_id = open_source(match, store)
    history = matches.history(match_id)
    role = role_at(history.table, seat)
    position = position_at(history.head, at)
    position_board = board(matches.view(match_id, role, position), matches.game_of(match_id))
    if json:
        document = {"match": match_id, "seat": seat, "head": history.head, "board": position_board}
        print_result(document | {"unproven": matches.unproven(match_id)})
        return
    if why := matches.unproven(match_id):
        print(f"UNPROVEN: this match was imported though not all of it could be proved: {why}")
    if history.clocks is not None and at is None:
        _print_deadlines(history.clocks, matches.clock())
    if plain:
        print(as_text(position_board if everything else without_clutter(position_board)), end="")
    else:
        print(f"match {match_id[:12]}, position {position} of {history.head}, seen by {seat}")
        print_board(position_board if everything else without_clutter(position_board))


def _print_deadlines(clocks: Clocks, now: int) -> None:
    """A line for each seat that is asked."""
    from wardiary.projections.deadlines import deadline_text
    from wardiary.projections.labels import seat_name

    for seat in clocks.running:
        print(f"{seat_name(seat)}: {deadline_text(clocks, seat, now)}")


def print_board(position: Board) -> None:
    """Draw a board as wide as the terminal."""
    from wardiary.projections.ascii_board import draw

    out = screen()
    head, _, rest = draw(
        position, max(NARROWEST, out.width) if out.is_terminal else DEFAULT_WIDTH
    ).partition("\n")
    out.print(head, style="bold", markup=False)
    out.print(rest, markup=False, end="")


def log(
    match: SourceName,
    /,
    *,
    seat: Role = SPECTATOR,
    after: Annotated[int, Parameter(help="Begin after this position.")] = 0,
    upto: Annotated[int | None, Parameter(help="End with this position.")] = None,
    in_name: Annotated[
        bool, Parameter(negative="", help="Only what others did in the name of the seat.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Print what happened, in sentences with rule numbers."""
    from wardiary.projections.narrative import narrate

    matches, match_id = open_source(match, store)
    history = matches.history(match_id)
    if in_name:
        _print_in_name(matches.game_of(match_id), history, role_at(history.table, seat), json=json)
        return
    role, last = role_at(history.table, seat), position_at(history.head, upto)
    sentences = narrate(
        matches.game_of(match_id), history, role, position_at(history.head, after), last
    )
    if json:
        print_result(
            {"match": match_id, "seat": seat, "head": history.head, "log": list(sentences)}
        )
        return
    out = screen()
    for sentence in sentences:
        out.print(f"{sentence.position:>6}  {sentence.as_text()}", markup=False)


def _print_in_name(game: Game, history: History, seat: Seat, *, json: bool) -> None:
    from wardiary.projections.in_name import done_in_name

    if seat not in history.table.seats:
        raise BadInput("this is a seat's own log; name yours with --seat")
    done = done_in_name(game, history, seat)
    if json:
        print_result({"seat": seat, "done": list(done)})
        return
    out = screen()
    for one in done:
        undone = "(undone) " if one.undone else ""
        out.print(f"{one.position:>6}  {undone}{one.text}, {one.by}", markup=False)


def score(
    match: SourceName,
    /,
    *,
    at: At = None,
    seat: Role = SPECTATOR,
    json: Json = False,
    store: Store = "",
) -> None:
    """Show scores and tracks over time."""
    from wardiary.projections.labels import track_label
    from wardiary.projections.scores import scores, tracks_over_time

    matches, match_id = open_source(match, store)
    history = matches.history(match_id)
    role = role_at(history.table, seat)
    position = position_at(history.head, at)
    standing = scores(matches.view(match_id, role, position))
    track_points = tracks_over_time(history, 0, position)
    if json:
        print_result(
            {"match": match_id, "at": position, "scores": standing, "tracks": track_points}
        )
        return
    for name, points in track_points.items():
        label = track_label(matches.game_of(match_id), history.table, name)
        print(f"{label:28} {points[-1].value:>5}  {_bars(points, position)}")
    if standing.result:
        from wardiary.projections.board import result_text

        print(result_text(standing.result, history.table.seats))


def _bars(points: Sequence[Point], upto: int, width: int = 40) -> str:
    """A track over the positions of a match as a row of bars."""
    values = [point.value for point in points]
    low, high = min(0, *values), max(1, *values)
    return "".join(
        BARS[round((value - low) / (high - low) * (len(BARS) - 1))]
        for value in _values_at(points, upto, width)
    )


def _values_at(points: Sequence[Point], upto: int, width: int) -> Iterator[int]:
    at, value = 0, 0
    for column in range(1, width + 1):
        while at < len(points) and points[at].position <= column * upto / width:
            value = points[at].value
            at += 1
        yield value


def dice(match: SourceName, /, *, at: At = None, json: Json = False, store: Store = "") -> None:
    """Compare the dice rolled with the expected results."""
    from wardiary.projections.dice import as_text, luck
    from wardiary.projections.dice import dice as counted

    matches, match_id = open_source(match, store)
    history = matches.history(match_id)
    position, odds = position_at(history.head, at), matches.game_of(match_id).odds
    count, points_of = counted(history, position, odds), luck(history, position, odds)
    if json:
        print_result({"match": match_id, "dice": count, "luck": points_of})
        return
    print(as_text(count), end="")
    for seat, points in points_of.items():
        print(f"luck of {seat}: {points[-1].luck:+g}")


def diff(
    left: SourceName,
    right: SourceName,
    /,
    *,
    seat: Role = SPECTATOR,
    json: Json = False,
    store: Store = "",
) -> None:
    """Compare two matches or branches: pieces, tracks, score, luck."""
    from wardiary.projections.diff import as_text, diff

    (matches, left_id), (right_matches, right_id) = (
        open_source(left, store),
        open_source(right, store),
    )
    if matches.game_of(left_id) is not right_matches.game_of(right_id):
        raise BadInput(f"{left} and {right} are matches of different games")
    histories = matches.history(left_id), right_matches.history(right_id)
    difference = diff(matches.game_of(left_id), *histories, role_at(histories[0].table, seat))
    if json:
        print_result({"left": left_id, "right": right_id, "difference": difference})
    else:
        seats = [name for history in histories for name in history.table.seats]
        print(as_text(difference, seats), end="")


def clock(match: SourceName, /, *, json: Json = False, store: Store = "") -> None:
    """Print how long each seat took, and who waited for whom."""
    from wardiary.projections.clock import as_text
    from wardiary.projections.clock import clock as read

    matches, match_id = open_source(match, store)
    history = matches.history(match_id)
    times = read(history, matches.asked(match_id))
    if json:
        print_result({"match": match_id, "clock": times})
    else:
        print(as_text(times), end="")
