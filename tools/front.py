"""The command `wardiary`: what was listed before is printed again at once, all else is loaded.

To list games or matches every rulebook and the store must be loaded, which takes many times as long
as Python itself. So the listing is remembered with all that it was made of: the program, and the
store's files by size and time. While these are the same, it is printed as it was. Nothing heavy is
imported for that, and whatever is in doubt is listed afresh.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from io import StringIO
from typing import TextIO
from zlib import crc32

LISTINGS = ("games", "matches")
SOURCES = (".py", ".toml")
SHAPED_BY = ("TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "TZ", "LANG", "LC_ALL")
"""What of the environment changes how a listing looks."""
PLACED_BY = ("WARDIARY_STORE", "XDG_DATA_HOME", "HOME", "PWD")
"""What of the environment says which store is meant."""


def main() -> int:
    """Run one command and give its exit code, as `wardiary.tools.cli.main` does."""
    words = sys.argv[1:]
    if not words or words[0] not in LISTINGS:
        return _run(words)
    key = _key(words)
    file = _file_of(key)
    remembered = _read(file, key)
    if remembered is not None:
        store, state, output = remembered
        if state == state_of(store):
            return _print(output)
    return _list(words, key, file)


def _run(words: list[str]) -> int:
    from wardiary.tools.cli import main as run

    return run(words)


def _print(output: str) -> int:
    try:
        sys.stdout.write(output)
        sys.stdout.flush()
    except BrokenPipeError:  # The reader of a pipe has left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _list(words: list[str], key: str, file: str) -> int:
    """Load everything, list, and remember the listing if it is sure to be the same next time."""
    store = _store_of(words)
    before = None if store is None else state_of(store)
    out, err = _Copied(sys.stdout), _Copied(sys.stderr)
    sys.stdout, sys.stderr = out, err
    try:
        code = _run(words)
    finally:
        sys.stdout, sys.stderr = out.stream, err.stream
    # A warning is said each time; and what was changed meanwhile may be missing in the listing.
    sure = code == 0 and not err.copy.getvalue() and not _has_games_of_others()
    if store is not None and sure and state_of(store) == before:
        _write(file, "\n".join((key, repr(store), state_of(store), out.copy.getvalue())))
    return code


def _has_games_of_others() -> bool:
    """Whether games are installed whose files are elsewhere, and may change unnoticed."""
    from wardiary.domain.games import registry

    return len(registry.names()) > len(registry.ENTRIES)


class _Copied:
    """A stream that keeps a copy of what is written to it, and else is as it was."""

    def __init__(self, stream: TextIO) -> None:
        self.stream, self.copy = stream, StringIO()

    def write(self, text: str) -> int:
        self.copy.write(text)
        return self.stream.write(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.stream, name)


def state_of(store: str) -> str:
    """What a listing is made of: the program's files, the installed packages, and a store's files.

    "" stands for no store. Two states are the same only if every listing is.
    """
    newest, number = 0, 0
    for status in _sources():
        newest, number = max(newest, status.st_mtime_ns), number + 1
    folders = [_stamp(folder) for folder in sys.path if folder]
    files = [_stamp(store), _stamp(f"{store}-wal")] if store else []
    return repr((sys.version, newest, number, folders, files))


def _sources() -> Iterator[os.stat_result]:
    folders = list(sys.modules["wardiary"].__path__)
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    if not entry.name.startswith(("__", ".")):
                        folders.append(entry.path)
                elif entry.name.endswith(SOURCES):
                    yield entry.stat()


def _stamp(path: str) -> tuple[int, int, int]:
    """Size, time and mode of a file; all 0 where there is none, or an empty one."""
    try:
        status = os.stat(path)  # noqa: PTH116 (pathlib takes longer to load than all of this.)
    except OSError:
        return 0, 0, 0
    return (status.st_size, status.st_mtime_ns, status.st_mode) if status.st_size else (0, 0, 0)


def _key(words: list[str]) -> str:
    """What is listed, where, and for what kind of terminal."""
    columns = os.get_terminal_size(1).columns if sys.stdout.isatty() else 0
    settings = [os.environ.get(name) for name in SHAPED_BY + PLACED_BY]
    return repr((words, settings, os.getcwd(), columns, sys.stdout.encoding, time.tzname))  # noqa: PTH109


def _file_of(key: str) -> str:
    """Where the listing of a key is remembered: in the user's folder for what can be lost."""
    home = os.path.expanduser("~")  # noqa: PTH111
    cache = os.environ.get("XDG_CACHE_HOME") or f"{home}/.cache"
    return f"{cache}/wardiary/{crc32(key.encode()):08x}.listing"


def _store_of(words: list[str]) -> str | None:
    """The file of the store that is listed, "" for games; None where it is no file."""
    if words[0] == "games":
        return ""
    from wardiary.tools.context import default_store

    store = os.environ.get("WARDIARY_STORE") or default_store()
    for word, value in zip(words, [*words[1:], ""], strict=True):
        if word == "--store":
            store = value
        elif word.startswith("--store="):
            store = word.removeprefix("--store=")
    if ":" in store or "?" in store:
        return None
    return os.path.abspath(os.path.expanduser(store))  # noqa: PTH100, PTH111


def _read(file: str, key: str) -> tuple[str, str, str] | None:
    """The store, the state and the output that were remembered under a key, if they were."""
    try:
        with open(file, encoding="utf-8", newline="") as stream:  # noqa: PTH123
            remembered, store, state, output = stream.read().split("\n", 3)
    except (OSError, ValueError):
        return None
    return (
        (store[1:-1], state, output) if remembered == key and store == repr(store[1:-1]) else None
    )


def _write(file: str, content: str) -> None:
    """Remember, for the user alone; where that cannot be written, nothing is remembered."""
    beside = f"{file}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)  # noqa: PTH103, PTH120
        with os.fdopen(
            os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb"
        ) as stream:
            stream.write(content.encode())
        os.replace(beside, file)  # noqa: PTH105
    except OSError:
        return


if __name__ == "__main__":
    sys.exit(main())
