"""Looking at a match: the table, the log, scores, dice, and how two lines differ."""

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
    look_at,
    position_at,
    print_result,
    role_at,
    screen,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wardiary.projections.board import Board
    from wardiary.projections.scores import Point

BARS = " ▁▂▃▄▅▆▇█"
LEAST, WIDE = 40, 120


def show(
    match: SourceName,
    /,
    *,
    at: At = None,
    seat: Role = SPECTATOR,
    plain: Annotated[
        bool, Parameter(help="Plain sentences instead of the drawing, for ears.")
    ] = False,
    everything: Annotated[
        bool, Parameter(name="--all", help="Also what lies in the box, and printed ground.")
    ] = False,
    json: Json = False,
    store: Store = "",
) -> None:
    """Draw the table as a seat sees it, now or at a past position."""
    from wardiary.projections.board import as_text, board

    desk, named = look_at(match, store)
    line = desk.history(named)
    role = role_at(line.table, seat)
    position = position_at(line.head, at)
    shown = board(desk.view(named, role, position), desk.game_of(named))
    if json:
        document = {"match": named, "seat": seat, "head": line.head, "board": shown}
        print_result(document | {"unproven": desk.unproven(named)})
        return
    if why := desk.unproven(named):
        print(f"UNPROVEN: this match was taken in though not all of it could be proved: {why}")
    if plain:
        print(as_text(shown if everything else uncluttered(shown)), end="")
    else:
        print(f"match {named[:12]}, position {position} of {line.head}, seen by {seat}")
        print_board(shown if everything else uncluttered(shown))


def print_board(shown: Board) -> None:
    """Draw a board as wide as the terminal is."""
    from wardiary.projections.ascii_board import draw

    out = screen()
    head, _, rest = draw(shown, max(LEAST, out.width) if out.is_terminal else WIDE).partition("\n")
    out.print(head, style="bold", markup=False)
    out.print(rest, markup=False, end="")


def uncluttered(shown: Board) -> Board:
    """The board without what goes without saying.

    That is: pieces that are the spaces themselves (one of their kind in every space), empty zones
    beside the board, and whatever the game's layout does not mention, such as the box.
    """
    from msgspec.structs import replace

    from wardiary.projections.board import BESIDE, ZoneRow

    ground = _ground(shown)
    spaces = tuple(
        replace(
            space,
            stack=replace(
                space.stack,
                pieces=tuple(piece for piece in space.stack.pieces if piece.kind not in ground),
            ),
        )
        for space in shown.spaces
    )
    stacks = (stack for row in shown.rows if row.title != BESIDE for stack in row.stacks)
    beside = ZoneRow(BESIDE, tuple(stack for stack in stacks if stack.count != 0))
    return replace(shown, spaces=spaces, rows=(beside,) if beside.stacks else ())


def _ground(shown: Board) -> set[str]:
    """The kinds of which exactly one piece lies in every space."""
    kinds = [[piece.kind for piece in space.stack.pieces] for space in shown.spaces]
    everywhere = set(kinds[0]).intersection(*kinds[1:]) if kinds else set()
    return {kind for kind in everywhere if all(there.count(kind) == 1 for there in kinds)}


def log(
    match: SourceName,
    /,
    *,
    seat: Role = SPECTATOR,
    after: Annotated[int, Parameter(help="Begin after this position.")] = 0,
    upto: Annotated[int | None, Parameter(help="End with this position.")] = None,
    json: Json = False,
    store: Store = "",
) -> None:
    """Tell what happened, in sentences with rule numbers."""
    from wardiary.projections.narrative import narrate

    desk, named = look_at(match, store)
    line = desk.history(named)
    role, last = role_at(line.table, seat), position_at(line.head, upto)
    sentences = narrate(desk.game_of(named), line, role, position_at(line.head, after), last)
    if json:
        print_result({"match": named, "seat": seat, "head": line.head, "log": list(sentences)})
        return
    out = screen()
    for sentence in sentences:
        out.print(f"{sentence.position:>6}  {sentence.as_text()}", markup=False)


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

    desk, named = look_at(match, store)
    line = desk.history(named)
    role = role_at(line.table, seat)
    position = position_at(line.head, at)
    standing = scores(desk.view(named, role, position))
    drawn = tracks_over_time(line, 0, position)
    if json:
        print_result({"match": named, "at": position, "scores": standing, "tracks": drawn})
        return
    for name, points in drawn.items():
        label = track_label(desk.game_of(named), line.table, name)
        print(f"{label:28} {points[-1].value:>5}  {_curve(points, position)}")
    if standing.result:
        from wardiary.projections.board import result_text

        print(result_text(standing.result, line.table.seats))


def _curve(points: Sequence[Point], upto: int, wide: int = 40) -> str:
    """A track over the positions of a match as a row of bars."""
    values = [point.value for point in points]
    low, high = min(0, *values), max(1, *values)
    return "".join(
        BARS[round((value - low) / (high - low) * (len(BARS) - 1))]
        for value in _sampled(points, upto, wide)
    )


def _sampled(points: Sequence[Point], upto: int, wide: int) -> Iterator[int]:
    at, value = 0, 0
    for column in range(1, wide + 1):
        while at < len(points) and points[at].position <= column * upto / wide:
            value = points[at].value
            at += 1
        yield value


def dice(match: SourceName, /, *, at: At = None, json: Json = False, store: Store = "") -> None:
    """Compare the dice rolled with what was to be expected."""
    from wardiary.projections.dice import as_text, luck
    from wardiary.projections.dice import dice as counted

    desk, named = look_at(match, store)
    line = desk.history(named)
    position, odds = position_at(line.head, at), desk.game_of(named).odds
    count, points_of = counted(line, position, odds), luck(line, position, odds)
    if json:
        print_result({"match": named, "dice": count, "luck": points_of})
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

    (desk, one), (beside, other) = look_at(left, store), look_at(right, store)
    if desk.game_of(one) is not beside.game_of(other):
        raise BadInput(f"{left} and {right} are matches of different games")
    lines = desk.history(one), beside.history(other)
    found = diff(desk.game_of(one), *lines, role_at(lines[0].table, seat))
    if json:
        print_result({"left": one, "right": other, "difference": found})
    else:
        seats = [name for line in lines for name in line.table.seats]
        print(as_text(found, seats), end="")


def clock(match: SourceName, /, *, json: Json = False, store: Store = "") -> None:
    """Tell how long each seat took, and who waited for whom."""
    from wardiary.projections.clock import as_text
    from wardiary.projections.clock import clock as read

    desk, named = look_at(match, store)
    line = desk.history(named)
    times = read(line, desk.asked(named))
    if json:
        print_result({"match": named, "clock": times})
    else:
        print(as_text(times), end="")
