"""Branches: opening them from a past position, listing and discarding them."""

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
    find_match,
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
"""Columns to draw a tree on: its lines are never cut, however narrow the terminal is."""


def branch(
    match: MatchName,
    /,
    *,
    at: Annotated[
        int | None, Parameter(help="Branch after this position, where an entry closes.")
    ] = None,
    turn: Annotated[
        int | None,
        Parameter(help="Branch at the start of this turn, or of this round if there are no turns."),
    ] = None,
    time: Annotated[
        str, Parameter(help="Branch after the last entry by then, as 2026-05-01T12:00+02:00.")
    ] = "",
    zone: Annotated[
        str, Parameter(help="The zone of a --time that names none, such as Europe/Berlin.")
    ] = "UTC",
    die: Annotated[
        tuple[int, ...], Parameter(help="Set the first die results; they stay marked as set.")
    ] = (),
    seat: Annotated[
        str, Parameter(help="Deal again what this seat cannot know; required while play goes on.")
    ] = "",
    json: Json = False,
    store: Store = "",
) -> None:
    """Open a branch from a past position, turn or time."""
    matches = open_matches(store)
    parent = find_match(matches, match)
    moment = _parse_time(time, zone) if time else None
    leaving = _branch_position(matches.history(parent), at, turn, moment)
    child = matches.branch(parent, leaving, seat=seat or None, forced=die)
    if json:
        by = {"time": moment.isoformat()} if moment else {}
        print_result({"match": child, "parent": parent, "at": leaving, **by})
        return
    when = f", as it was at {_time_text(moment)}" if moment else ""
    screen().print(f"[bold]{child}[/]  branches from {parent[:12]} after position {leaving}{when}")
    print(f"play it with: wardiary play {child[:8]}")


def _branch_position(
    history: History, at: int | None, turn: int | None, time: datetime | None
) -> int:
    """The position that exactly one of the three options names."""
    if sum(option is not None for option in (at, turn, time)) != 1:
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


def _parse_time(time: str, zone: str) -> datetime:
    """A typed time, in its own time zone or else in the named one; raises BadInput."""
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


def _time_text(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M:%S %Z")


def branches(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Show the tree of branches around a match."""
    matches = open_matches(store)
    here = find_match(matches, match)
    openers = {
        branch_id: branch_opener(matches, branch_id) for branch_id in matches.store.matches()
    }
    opener_of = {branch_id: opened for branch_id, opened in openers.items() if opened is not None}
    if json:
        print_result(
            {
                "match": here,
                "branches": [
                    _branch_document(branch_id) for branch_id in _descendants(here, opener_of)
                ],
            }
        )
        return
    root = here
    while root in opener_of:
        root = opener_of[root].parent
    tree = _tree(matches, root, opener_of, here)
    screen(UNCUT).print(tree)


def discard(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Discard a branch that no other branch starts from, for good."""
    matches = open_matches(store)
    branch = find_match(matches, match)
    parent = matches.discard(branch)
    if json:
        print_result({"match": branch, "parent": parent})
        return
    print(f"{branch[:12]} is discarded; its parent {parent[:12]} is unchanged")


def _descendants(match: str, opener_of: dict[str, BranchOpened]) -> list[BranchOpened]:
    """All branches below a match, in the order in which they were opened."""
    below, roots = [], {match}
    for child, opened in opener_of.items():
        if opened.parent in roots:
            roots.add(child)
            below.append(opened)
    return below


def _branch_document(opened: BranchOpened) -> dict[str, Any]:
    return {
        "match": opened.match,
        "parent": opened.parent,
        "at": opened.at,
        "dealt": opened.dealt,
        "forced": opened.forced,
    }


def _tree(matches: Matches, match: str, opener_of: dict[str, BranchOpened], here: str) -> Tree:
    from rich.tree import Tree

    tree = Tree(_label(matches, match, opener_of.get(match), here))
    for child, opened in opener_of.items():
        if opened.parent == match:
            tree.add(_tree(matches, child, opener_of, here))
    return tree


def _label(matches: Matches, match: str, opened: BranchOpened | None, here: str) -> str:
    from wardiary.adapters.store import MatchDamaged

    words = [f"[bold]{match[:12]}[/]" if match == here else match[:12]]
    try:
        table, damage = matches.history(match).table, matches.damage(match)
    except MatchDamaged as error:
        return f"{words[0]}, damaged at #{error.position}"
    if opened:
        words.append(f"from #{opened.at}")
        words += [f"dealt for {opened.dealt}"] if opened.dealt != "exact" else []
        words += [f"dice set to {', '.join(map(str, opened.forced))}"] if opened.forced else []
    words.append(f"at #{table.position}")
    if table.result:
        words.append(f"won by {', '.join(table.result.winners) or 'nobody'}")
    if damage is not None:
        words.append(damage.short)
    return ", ".join(words)
