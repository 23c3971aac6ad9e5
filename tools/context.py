"""What every command of the command line shares: its store, its matches, and how it says no."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from stat import S_IMODE
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from wardiary.domain.errors import WardiaryError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from wardiary.adapters.matches import Matches
    from wardiary.domain.table.events import BranchOpened
    from wardiary.domain.table.table import Table

SPECTATOR, DIRECTOR = "spectator", "director"
LAST = "last"

Store = Annotated[
    str,
    Parameter(
        name="--store",
        env_var="WARDIARY_STORE",
        help="Path or URL of the store; a file in your data folder unless given.",
        show_default=False,
    ),
]
Json = Annotated[bool, Parameter(name="--json", help="Print one JSON document, for scripts.")]
MatchName = Annotated[
    str, Parameter(help="The match: its id, how it begins, or `last` (no branch).")
]
SourceName = Annotated[str, Parameter(help="A match as everywhere, or an archive file.")]
Role = Annotated[
    str,
    Parameter(
        name="--seat",
        help="Whose eyes: a seat, `spectator` (what everybody sees) or `director` (everything).",
    ),
]
At = Annotated[
    int | None, Parameter(name="--at", help="As it stood after this position.", show_default=False)
]


class BadInput(WardiaryError):
    """Something the user gave cannot be used; the text says what, and what would be right."""


def default_store() -> str:
    """The store used when none is named: a SQLite file in the user's data folder."""
    from platformdirs import user_data_path

    return str(user_data_path("wardiary", appauthor=False) / "matches.db")


OPENED = ExitStack()
"""The stores opened by the command that runs; `main` closes them when it is done."""


def open_matches(store: str, *, create: bool = False) -> Matches:
    """The application over the store that was named, or over the default one.

    With `create` a file that is not there is made, and that is said; else it is refused, so that a
    mistyped path is no empty store. A file that other logins of the machine can read is said, too.
    """
    from wardiary.adapters.bootstrap import open_store

    desk = open_store(store or default_store(), create=create)
    OPENED.callback(desk.store.close)
    if desk.store.is_new:
        print(f"made a new store at {desk.store.where}", file=sys.stderr)
    elif mode := desk.store.open_to_others():
        warn_once(
            f"the store {desk.store.where} holds seeds and hands, and other logins of this machine "
            f"can reach it (mode {mode:o}); close it with: chmod 600 {desk.store.where}*"
        )
    return desk


WARNED: set[str] = set()


def warn_once(sentence: str) -> None:
    """Say something on stderr that is no error, once a process."""
    if sentence not in WARNED:
        WARNED.add(sentence)
        print(f"wardiary: {sentence}", file=sys.stderr)


def find(matches: Matches, named: str) -> str:
    """The id of the match that is named; raises BadInput unless there is exactly one.

    A match is named by its id, by how its id begins, or as `last`, the one opened last. A branch is
    named by its id: whoever looks into what might have been stays with the match that is played.
    """
    known = matches.store.matches()
    if named == LAST and known:
        return next((one for one in reversed(known) if not branch_opener(matches, one)), known[-1])
    found = [match for match in known if match.startswith(named.lower())]
    where = matches.store.where
    if not named or not found:
        raise BadInput(f"no match {named!r} in {where}; `wardiary matches` lists its {len(known)}")
    if len(found) > 1:
        several = ", ".join(match[: len(named) + 4] for match in found[:4])
        raise BadInput(f"{len(found)} matches begin with {named!r}: {several}...; give more of it")
    return found[0]


def branch_opener(desk: Matches, match: str) -> BranchOpened | None:
    """How a branch was opened; None for a match that is no branch, or whose opening is damaged."""
    from wardiary.domain.table.events import BranchOpened

    opened = desk.opener(match)
    return opened if isinstance(opened, BranchOpened) else None


def look_at(source: str, store: str) -> tuple[Matches, str]:
    """What is looked at: a match of the store, or the match of a full archive file.

    A damaged match is looked at up to its last whole entry, which is said on stderr.
    """
    file = require_file(source)
    if file is not None:
        return _of_file(file)
    desk = open_matches(store)
    named = find(desk, source)
    if damage := desk.damage(named):
        print(f"wardiary: {damage}", file=sys.stderr)
    return desk, named


def _of_file(file: Path) -> tuple[Matches, str]:
    """The match of an archive, put into a store in memory; nothing of it is judged here."""
    from wardiary.adapters.archives import laid_out
    from wardiary.adapters.bootstrap import open_store
    from wardiary.domain.diary.archive import read

    try:
        archive = read(file.read_bytes())
    except OSError as error:
        raise BadInput(f"cannot read {file}: {error.strerror}") from None
    if archive.kind != "full":
        raise BadInput(f"{file} holds only what one seat may know; `wardiary audit` reads it")
    desk = open_store("memory:")
    OPENED.callback(desk.store.close)
    laid_out(desk.store, archive)
    return desk, archive.match


def role_at(table: Table, named: str) -> str:
    """The role for looking that a name means; raises BadInput when the match has no such seat."""
    if named == SPECTATOR:
        return ""
    if named != DIRECTOR and named not in table.seats:
        seats = ", ".join(table.seats)
        raise BadInput(f"no seat {named!r} here; there are: {seats}, {SPECTATOR}, {DIRECTOR}")
    return named


def position_at(head: int, at: int | None) -> int:
    """The position to look at, the head unless given; raises BadInput when none is there."""
    if at is None:
        return head
    if not 0 <= at <= head:
        raise BadInput(f"there is no position {at}; the match goes from 0 to {head}")
    return at


def pairs(given: tuple[str, ...], option: str) -> dict[str, str]:
    """`name=value` options as a dictionary; raises BadInput on one without `=`."""
    parted = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not name or not value:
            raise BadInput(f"{option} {one!r} must be written NAME=VALUE")
        parted[name] = value
    return parted


def require_file(path: str) -> Path | None:
    """The file of this name, if there is one."""
    file = Path(path).expanduser()
    return file if file.exists() and not file.is_dir() else None


STDOUT = "-"


def written(output: str, content: bytes, *, private: bool = False) -> None:
    """Write a whole file or nothing; raises BadInput saying why it cannot be written.

    `-` is standard output. A symbolic link is followed, a pipe or a device written to. A `private`
    file is its owner's alone.
    """
    if output == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    path = Path(output).expanduser()
    if path.is_dir():
        raise BadInput(f"cannot write {path}: it is a folder")
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                stream.write(content)
        else:
            _replaced(path.resolve(), content, private=private)
    except (OSError, RuntimeError) as error:
        raise BadInput(f"cannot write {path}: {getattr(error, 'strerror', error)}") from None


def _replaced(path: Path, content: bytes, *, private: bool) -> None:
    """Put a new file in the place of an old one, if there is any, once it is whole."""
    beside = path.with_name(f".{path.name}.part")
    beside.unlink(missing_ok=True)
    try:
        beside.touch(0o600 if private else 0o666, exist_ok=False)
        if path.exists() and not private:
            beside.chmod(S_IMODE(path.stat().st_mode))
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def print_result(document: Any, *, aside: bool = False) -> None:
    """Print a JSON document on one line; `aside` on stderr, where stdout is used otherwise."""
    import msgspec

    print(msgspec.json.encode(document).decode(), file=sys.stderr if aside else sys.stdout)


def screen(width: int | None = None) -> Console:
    """Where people read: as wide as the terminal, or as many columns as are given.

    What stands between colons is never drawn as a picture: kinds and ids have colons.
    """
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, width=width, emoji=False)


def progress() -> Progress:
    """A bar for long work, on stderr so that it never mixes with the output, gone when done."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(file=sys.stderr)
    quiet = not console.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=quiet)
