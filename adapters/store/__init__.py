"""Where matches are kept: a SQLite file, a Postgres database, or memory, by one URL."""

from pathlib import Path
from urllib.parse import parse_qsl

from wardiary.adapters.store.diary_store import DiaryStore, Feed, OutboxMessage
from wardiary.adapters.store.errors import (
    DuplicateCommand,
    MatchDamaged,
    MatchInPart,
    NoStore,
    PositionConflict,
    PositionGap,
    ReadFailed,
    SchemaTooNew,
    StoreError,
    UnknownMatch,
    UnknownPack,
    WriteFailed,
)
from wardiary.adapters.store.log import DiaryLog, Recorded
from wardiary.adapters.store.memory import MemoryDiaryStore
from wardiary.adapters.store.sqlite_store import SQLiteDiaryStore

__all__ = [
    "OWNERS_ALONE",
    "STORE_AWAY",
    "DiaryLog",
    "DiaryStore",
    "DuplicateCommand",
    "Feed",
    "MatchDamaged",
    "MatchInPart",
    "NoStore",
    "OutboxMessage",
    "PositionConflict",
    "PositionGap",
    "ReadFailed",
    "Recorded",
    "SQLiteDiaryStore",
    "SchemaTooNew",
    "StoreError",
    "UnknownMatch",
    "UnknownPack",
    "WriteFailed",
    "connect",
]

OWNERS_ALONE = 0o600
STORE_AWAY = (ReadFailed, WriteFailed)
"""Errors of the store as a whole; all others are of one match."""
OPTIONS = {"synchronous", "timeout", "mode"}


def connect(url: str, *, create: bool = True) -> DiaryStore:
    """Open a store, creating its tables if it is new. A new file is its owner's alone (mode 600).

    Args:
        url: `memory:`; or a path, or `sqlite:///` and a path (an absolute one has four slashes),
            either with options as in `games.db?synchronous=normal`; or
            `postgresql://user:password@host:port/database`, with `?schema=name` if not public.
        create: whether a file that is not there is made.

    Raises:
        NotReadable: it cannot be opened, is no store of ours, or a later release wrote it.
        NoStore: there is no such file, and none is to be made.
        StoreError: the URL itself makes no sense.
    """
    if url == "memory:":
        return MemoryDiaryStore()
    scheme, separator, rest = url.partition("://")
    if not separator:
        return _sqlite(url, create=create)
    if scheme == "sqlite":
        return _sqlite(rest.removeprefix("/"), create=create)
    if scheme in {"postgresql", "postgres"}:
        # Its driver alone takes longer to load than a command at the terminal takes without it.
        from wardiary.adapters.store.postgres_store import PostgresDiaryStore

        return PostgresDiaryStore(url)
    raise StoreError(
        f"no store at {scheme}://...: a path, sqlite:///path, postgresql://... or memory:"
    )


def _sqlite(location: str, *, create: bool) -> DiaryStore:
    name, _, query = location.partition("?")
    options = dict(parse_qsl(query))
    if not name or not options.keys() <= OPTIONS:
        raise StoreError(f"no store {location!r}: a path and the options {sorted(OPTIONS)}")
    path = Path(name).expanduser().absolute()
    if not path.exists():
        if not create or options.get("mode") == "ro":
            raise NoStore(str(path))
        _make(path)
        return SQLiteDiaryStore(path, options, is_new=True)
    return SQLiteDiaryStore(path, options)


def _make(path: Path) -> None:
    """An empty file for its owner alone; SQLite gives the files beside it the same mode."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(OWNERS_ALONE, exist_ok=True)
    except OSError as error:
        raise ReadFailed("cannot be opened", str(path)) from error
