"""A seat's share in the dice of a match: made and sealed, and opened once all are sealed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.tools.context import (
    BadInput,
    MatchName,
    Store,
    find_match,
    open_matches,
    role_at,
    write_file,
)

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches


def share(
    match: MatchName,
    seat: Annotated[str, Parameter(help="Your seat.")],
    /,
    *,
    file: Annotated[
        str, Parameter(help="Where your share is kept until it is opened; in your data folder.")
    ] = "",
    store: Store = "",
) -> None:
    """Add your share to the dice of a match that waits for it.

    It was opened with `--set seed=seats`. The first time a share is made, kept in a file of yours,
    and sealed as you take your seat. Once every seat has sealed one, the same command opens it.
    With the last share the table is set up.
    """
    matches = open_matches(store)
    match_id = find_match(matches, match)
    role_at(matches.history(match_id).table, seat)
    path = Path(file).expanduser() if file else _kept_at(match_id, seat)
    if seat not in matches.history(match_id).said.seals:
        _seal(matches, match_id, seat, path)
    else:
        _open(matches, match_id, seat, path)


def _kept_at(match: str, seat: str) -> Path:
    from platformdirs import user_data_path

    return user_data_path("wardiary", appauthor=False) / "shares" / f"{match}-{seat}"


def _seal(matches: Matches, match: str, seat: str, path: Path) -> None:
    from wardiary.domain.diary.said import seal_of_share
    from wardiary.domain.play.table_commands import HUMAN, ClaimSeat

    made = matches.entropy(32).hex()
    seal = seal_of_share(match, seat, made)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        raise BadInput(f"{path} is there already; it may be the share of another match")
    write_file(str(path), f"{made}\n".encode(), private=True)
    try:
        matches.command(match, seat, ClaimSeat(seat, HUMAN, seal))
    except BaseException:
        path.unlink()
        raise
    print(f"sealed as {seal}; the share itself is in {path}")
    print("once every seat has sealed one, say this command again to open it")


def _open(matches: Matches, match: str, seat: str, path: Path) -> None:
    from wardiary.domain.play.table_commands import OpenShare

    try:
        kept = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        raise BadInput(f"your share is not in {path}; say where it is with --file") from None
    matches.command(match, seat, OpenShare(kept))
    missing = [
        other
        for other in matches.history(match).table.seats
        if other not in matches.history(match).said.shares
    ]
    dealt = matches.history(match).said.dealt
    print("the table is set up" if dealt else f"opened; now {' and '.join(missing)} must")
