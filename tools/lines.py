"""Branches: lines of play that leave a match at a past position, and what grew where."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from wardiary.tools.desk import (
    BadInput,
    Json,
    MatchName,
    Store,
    branch_opener,
    find,
    open_desk,
    screen,
    tell,
)

if TYPE_CHECKING:
    from rich.tree import Tree

    from wardiary.adapters.matches import Matches
    from wardiary.domain.diary.line import Line
    from wardiary.domain.table.events import BranchOpened


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
        str, Parameter(help="Leave after what had happened by then, as 2026-05-01T12:00Z.")
    ] = "",
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
    desk = open_desk(store)
    parent = find(desk, match)
    leaving = _leaving(desk.line(parent), at, turn, time)
    child = desk.branch(parent, leaving, seat=seat or None, forced=die)
    if json:
        tell({"match": child, "parent": parent, "at": leaving})
        return
    screen().print(f"[bold]{child}[/]  leaves {parent[:12]} after position {leaving}")
    print(f"play it with: wardiary play {child[:8]}")


def _leaving(line: Line, at: int | None, turn: int | None, time: str) -> int:
    """The position that exactly one of the three options names."""
    if sum((at is not None, turn is not None, bool(time))) != 1:
        raise BadInput("say where to branch by exactly one of --at, --turn and --time")
    if at is not None:
        return at
    try:
        return line.end_at_time(_milliseconds(time)) if turn is None else line.end_at_turn(turn)
    except IndexError as error:
        raise BadInput(str(error)) from None


def _milliseconds(time: str) -> int:
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        raise BadInput(f"time {time!r} must be written like 2026-05-01T12:00Z") from None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp() * 1000)


def branches(match: MatchName, /, *, json: Json = False, store: Store = "") -> None:
    """Show the tree of branches around a match."""
    desk = open_desk(store)
    here = find(desk, match)
    openers = {one: branch_opener(desk, one) for one in desk.store.matches()}
    grown = {one: opened for one, opened in openers.items() if opened is not None}
    if json:
        tell({"match": here, "branches": [_document(one) for one in _below(here, grown)]})
        return
    root = here
    while root in grown:
        root = grown[root].parent
    tree = _tree(desk, root, grown, here)
    screen().print(tree, no_wrap=True, overflow="ignore", crop=False)


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
        table, damage = desk.line(match).table, desk.damage(match)
    except MatchDamaged as error:
        return f"{words[0]}, damaged at #{error.position}"
    if opened:
        words.append(f"leaves after #{opened.at}")
        words += [f"dealt anew for {opened.dealt}"] if opened.dealt != "exact" else []
        words += [f"dice laid down: {', '.join(map(str, opened.forced))}"] if opened.forced else []
    words.append(f"stands at #{table.position}")
    if table.result:
        words.append(f"won by {', '.join(table.result.winners) or 'nobody'}")
    if damage is not None:
        words.append(damage.short)
    return ", ".join(words)
