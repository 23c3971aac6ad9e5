"""Branches: lines of play that leave a match at a past position, and what grew where."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cyclopts import Parameter

from wardiary.tools.context import (
    BadInput,
    Json,
    MatchName,
    Store,
    branch_opener,
    find,
    open_matches,
    print_result,
    screen,
)

if TYPE_CHECKING:
    from rich.tree import Tree

    from wardiary.adapters.matches import Matches
    from wardiary.domain.diary.history import History
    from wardiary.domain.table.events import BranchOpened


UNCUT = 10_000
"""Columns to draw a tree on: a line of it is never cut, however narrow the terminal is."""


def branch(
    match: MatchName,
    /,
    *,
    at: Annotated[
        int | None, Parameter(help="Leave after this position, where an entry closes.")
    ] = None,
    turn: Annotated[
        int | None, Parameter(help="Leave at the start of this turn, or round without turns.")
    ] = None,
    time: Annotated[
        str, Parameter(help="Leave after what had happened by then, as 2026-05-01T12:00+02:00.")
    ] = "",
    zone: Annotated[
        str, Parameter(help="The zone of a --time that names none, such as Europe/Berlin.")
    ] = "UTC",
    die: Annotated[
        tuple[int, ...], Parameter(help="Lay down the first die results; marked so for ever.")
    ] = (),
    seat: Annotated[
        str, Parameter(help="Deal what this seat cannot know anew, as it must while play goes on.")
    ] = "",
    json: Json = False,
    store: Store = "",
) -> None:
    """Open a branch from a past position, turn or time."""
    desk = open_matches(store)
    parent = find(desk, match)
    moment = _moment(time, zone) if time else None
    leaving = _leaving(desk.history(parent), at, turn, moment)
    child = desk.branch(parent, leaving, seat=seat or None, forced=die)
    if json:
        by = {"time": moment.isoformat()} if moment else {}
        print_result({"match": child, "parent": parent, "at": leaving, **by})
        return
    when = f", as it stood at {_said(moment)}" if moment else ""
    screen().print(f"[bold]{child}[/]  leaves {parent[:12]} after position {leaving}{when}")
    print(f"play it with: wardiary play {child[:8]}")


def _leaving(history: History, at: int | None, turn: int | None, time: datetime | None) -> int:
    """The position that exactly one of the three options names."""
    if sum(one is not None for one in (at, turn, time)) != 1:
        raise BadInput("say where to branch by exactly one of --at, --turn and --time")
    if at is not None:
        return at
    try:
        if turn is not None:
            return history.end_at_turn(turn)
        assert time is not None
        return history.end_at_time(int(time.timestamp() * 1000))
    except IndexError as error:
        raise BadInput(str(error)) from None


def _moment(time: str, zone: str) -> datetime:
    """A time as typed, in its own zone or else in the one that is named; raises BadInput."""
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        raise BadInput(
            f"time {time!r} must be written like 2026-05-01, 2026-05-01T12:00 or "
            "2026-05-01T12:00+02:00"
        ) from None
    if moment.tzinfo is not None:
        return moment
    try:
        return moment.replace(tzinfo=ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(f"there is no time zone {zone!r}; write one like Europe/Berlin") from None


def _said(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%S %Z")


def branches(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Show the tree of branches around a match."""
    desk = open_matches(store)
    here = find(desk, match)
    openers = {one: branch_opener(desk, one) for one in desk.store.matches()}
    grown = {one: opened for one, opened in openers.items() if opened is not None}
    if json:
        print_result({"match": here, "branches": [_document(one) for one in _below(here, grown)]})
        return
    root = here
    while root in grown:
        root = grown[root].parent
    tree = _tree(desk, root, grown, here)
    screen(UNCUT).print(tree)


def discard(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Throw away a branch on which no other branch rests, for good."""
    matches = open_matches(store)
    branch = find(matches, match)
    parent = matches.discard(branch)
    if json:
        print_result({"match": branch, "parent": parent})
        return
    print(f"{branch[:12]} is thrown away; {parent[:12]}, which it branched from, is as it was")


def _below(match: str, grown: dict[str, BranchOpened]) -> list[BranchOpened]:
    """The branches of a match and of its branches, in the order in which they were opened."""
    found, roots = [], {match}
    for child, opened in grown.items():
        if opened.parent in roots:
            roots.add(child)
            found.append(opened)
    return found


def _document(opened: BranchOpened) -> dict[str, Any]:
    return {
        "match": opened.match,
        "parent": opened.parent,
        "at": opened.at,
        "dealt": opened.dealt,
        "forced": opened.forced,
    }


def _tree(desk: Matches, match: str, grown: dict[str, BranchOpened], here: str) -> Tree:
    from rich.tree import Tree

    tree = Tree(_label(desk, match, grown.get(match), here))
    for child, opened in grown.items():
        if opened.parent == match:
            tree.add(_tree(desk, child, grown, here))
    return tree


def _label(desk: Matches, match: str, opened: BranchOpened | None, here: str) -> str:
    from wardiary.adapters.store import MatchDamaged

    words = [f"[bold]{match[:12]}[/]" if match == here else match[:12]]
    try:
        table, damage = desk.history(match).table, desk.damage(match)
    except MatchDamaged as error:
        return f"{words[0]}, damaged at #{error.position}"
    if opened:
        words.append(f"leaves after #{opened.at}")
        words += [f"dealt anew for {opened.dealt}"] if opened.dealt != "exact" else []
        words += [f"dice set to {', '.join(map(str, opened.forced))}"] if opened.forced else []
    words.append(f"at #{table.position}")
    if table.result:
        words.append(f"won by {', '.join(table.result.winners) or 'nobody'}")
    if damage is not None:
        words.append(damage.short)
    return ", ".join(words)
