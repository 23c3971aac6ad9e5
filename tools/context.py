"""What all commands of the command line share: stores, matches, files, output, bad input."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from stat import S_IMODE
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from wardiary.domain.table.errors import WardiaryError
from wardiary.tools.kept_listing import default_store

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from wardiary.adapters.matches import Matches
    from wardiary.domain.diary.archive_lines import Archive
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
    str, Parameter(help="The match: its id, the beginning of it, or `last` (no branch).")
]
SourceName = Annotated[str, Parameter(help="A match, as in other commands, or an archive file.")]
Role = Annotated[
    str,
    Parameter(
        name="--seat",
        help="Who looks: a seat, `spectator` (what everybody sees) or `director` (everything).",
    ),
]
At = Annotated[
    int | None, Parameter(name="--at", help="As it was after this position.", show_default=False)
]


def command_group(name: str, about: str) -> App:
    """Commands under one name, which read their words as all of ours do."""
    defaults = Parameter(negative=(), consume_multiple=True, show_default=False)
    return App(name=name, help=about, help_format="plaintext", default_parameter=defaults)


class BadInput(WardiaryError):
    """Bad input; the text says what is wrong, and what would be right."""


OPEN_STORES = ExitStack()
"""The stores opened by the command that runs; `main` closes them when it is done."""


def open_matches(store: str, *, create: bool = False) -> Matches:
    """The matches of the named store, or of the default one.

    With `create` a missing file is made, with a message; otherwise it is refused, so that a
    mistyped path does not make an empty store. Warns of a file that other logins can read.
    """
    from wardiary.adapters.bootstrap import open_store

    matches = open_store(store or default_store(), create=create)
    OPEN_STORES.callback(matches.store.close)
    if matches.store.is_new:
        print(f"made a new store at {matches.store.where}", file=sys.stderr)
    elif mode := matches.store.open_to_others():
        warn_once(
            f"the store {matches.store.where} holds seeds and hands, and other logins of this "
            f"machine can reach it (mode {mode:o}); close it with: chmod 600 {matches.store.where}*"
        )
    return matches


WARNINGS_GIVEN: set[str] = set()


def warn_once(sentence: str) -> None:
    """Print a warning on stderr, once in a process."""
    if sentence not in WARNINGS_GIVEN:
        WARNINGS_GIVEN.add(sentence)
        warn(sentence)


def warn(sentence: str) -> None:
    """Print a warning on stderr, on one line."""
    from wardiary.adapters.sentences import one_line

    print(f"wardiary: {one_line(sentence, paths=True)}", file=sys.stderr)


def find_match(matches: Matches, name: str) -> str:
    """The id of the named match; raises BadInput unless there is exactly one.

    A match is named by its id, by the beginning of its id, or as `last`, the one opened last. That
    is never a branch, so that trying something else does not change which match is `last`.
    """
    known = matches.store.matches()
    if name == LAST and known:
        return next(
            (match_id for match_id in reversed(known) if not branch_opener(matches, match_id)),
            known[-1],
        )
    matching = [match for match in known if match.startswith(name.lower())]
    where = matches.store.where
    if not name or not matching:
        raise BadInput(f"no match {name!r} in {where}; `wardiary matches` lists its {len(known)}")
    if len(matching) > 1:
        several = ", ".join(match[: len(name) + 4] for match in matching[:4])
        raise BadInput(
            f"{len(matching)} matches begin with {name!r}: {several}...; give more of it"
        )
    return matching[0]


def branch_opener(matches: Matches, match: str) -> BranchOpened | None:
    """The first event of a branch; None for a match that is not one, or has a damaged beginning."""
    from wardiary.domain.table.events import BranchOpened

    opened = matches.opener(match)
    return opened if isinstance(opened, BranchOpened) else None


def open_source(source: str, store: str) -> tuple[Matches, str]:
    """A match of the store, or the match of a full archive file, with its id.

    A damaged match is opened up to its last whole entry, with a warning on stderr.
    """
    file = require_file(source)
    if file is not None:
        return _open_archive(file)
    matches = open_matches(store)
    match_id = find_match(matches, source)
    if damage := matches.damage(match_id):
        warn(str(damage))
    return matches, match_id


def _open_archive(file: Path) -> tuple[Matches, str]:
    """The match of an archive in a store in memory; it is not audited here.

    It ends before the first event that only a later release knows, with a warning on stderr.
    """
    from wardiary.adapters.archives import laid_out
    from wardiary.adapters.bootstrap import open_store
    from wardiary.domain.diary.archive import read

    try:
        archive = read(file.read_bytes())
    except OSError as error:
        raise BadInput(f"cannot read {file}: {error.strerror}") from None
    archive = part_to_read(archive, file)
    if archive.kind != "full":
        raise BadInput(f"{file} holds only what one seat may know; `wardiary audit` reads it")
    matches = open_store("memory:")
    OPEN_STORES.callback(matches.store.close)
    laid_out(matches.store, archive)
    return matches, archive.match


def part_to_read(archive: Archive, file: Path) -> Archive:
    """What this release can read of an archive, with a warning on stderr if it is not all."""
    from wardiary.domain.diary.archive_parts import known_part

    part, sentence = known_part(archive)
    if sentence:
        warn(f"{file}: {sentence}")
    return part


def role_at(table: Table, name: str) -> str:
    """The role of this name; raises BadInput when the match has no such seat."""
    if name == SPECTATOR:
        return ""
    if name != DIRECTOR and name not in table.seats:
        seats = ", ".join(table.seats)
        raise BadInput(f"no seat {name!r} here; there are: {seats}, {SPECTATOR}, {DIRECTOR}")
    return name


def position_at(head: int, at: int | None) -> int:
    """The given position, or the head; raises BadInput when there is no such position."""
    if at is None:
        return head
    if not 0 <= at <= head:
        raise BadInput(f"there is no position {at}; the match goes from 0 to {head}")
    return at


def pairs(options: tuple[str, ...], option: str) -> dict[str, str]:
    """`name=value` options as a dictionary; raises BadInput on one without `=`."""
    values = {}
    for option_text in options:
        name, sign, value = option_text.partition("=")
        if not sign or not name or not value:
            raise BadInput(f"{option} {option_text!r} must be written NAME=VALUE")
        values[name] = value
    return values


def require_file(path: str) -> Path | None:
    """The file of this name, if there is one."""
    file = Path(path).expanduser()
    return file if file.exists() and not file.is_dir() else None


STDOUT = "-"


def write_file(output: str, content: bytes, *, private: bool = False) -> None:
    """Write a whole file or nothing; raises BadInput when it cannot be written.

    `-` is standard output. Symbolic links are followed; pipes and devices are written to. Only its
    owner can read a `private` file.
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
            _replace_file(path.resolve(), content, private=private)
    except (OSError, RuntimeError) as error:
        raise BadInput(f"cannot write {path}: {getattr(error, 'strerror', error)}") from None


def _replace_file(path: Path, content: bytes, *, private: bool) -> None:
    """Write a new file and then replace the old one, if there is one."""
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
    print(result_text(document), file=sys.stderr if aside else sys.stdout)


def result_text(document: Any) -> str:
    """A JSON document on one line."""
    import msgspec

    return msgspec.json.encode(document).decode()


def screen(width: int | None = None) -> Console:
    """The console for output, as wide as the terminal or with the given number of columns.

    Text between colons is never replaced by a picture: kinds and ids have colons.
    """
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, width=width, emoji=False)


def progress() -> Progress:
    """A progress bar on stderr, which disappears when the work is done."""
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
