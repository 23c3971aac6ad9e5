"""What `wardiary matches` printed last, printed again for as long as nothing has changed.

To say who is waited for, every match must be folded and its game's rules asked. All that goes into
the listing makes up its key: each byte of the store's file, our own files, the terminal and the
time zone. Nothing but the standard library is imported before the key is known.
"""

from __future__ import annotations

import os
import sys
import time

from wardiary.tools.other_games import has_games_of_others

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_STORE = 2**28
"""Bytes of a store whose listing is kept; to read more takes longer than it saves."""
OTHERS = 0o077
"""With such rights of other logins the command warns of the store."""
TERMINAL = ("COLORTERM", "FORCE_COLOR", "NO_COLOR", "TERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE")


def listing_key(store: str, *, json: bool) -> str:
    """What the listing of a store's matches depends on, "" where it cannot be kept.

    Games of others may come and go, so nothing is kept beside them.
    """
    if "://" in store or has_games_of_others():
        return ""
    from hashlib import sha256

    content = sha256()
    try:
        for path in (store, f"{store}-wal"):
            size, mode = _size_and_mode(path)
            if size > LARGEST_STORE or mode & OTHERS:
                return ""
            content.update(f"{path} {size} ".encode())
            if size:
                with open(path, "rb") as file:  # noqa: PTH123 (pathlib takes longer to load.)
                    content.update(file.read())
        for line in _program():
            content.update(line.encode("utf-8", "surrogateescape"))
    except OSError:
        return ""
    content.update(repr((json, _terminal())).encode())
    return content.hexdigest()


def _size_and_mode(path: str) -> tuple[int, int]:
    """Both are 0 for what is not there: a store has no -wal while nobody uses it."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        if path.endswith("-wal"):
            return 0, 0
        raise
    return found.st_size, found.st_mode


def _program() -> Iterator[str]:
    """Every file of ours, with its size and when it was changed."""
    folders = [sys.modules["wardiary"].__path__[0]]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in sorted(entries, key=_name):
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        folders.append(entry.path)
                else:
                    about = entry.stat()
                    yield f"{entry.path} {about.st_size} {about.st_mtime_ns}\n"


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _terminal() -> tuple[object, ...]:
    """How the listing is shown, and in which zone its times are."""
    shown = tuple(os.environ.get(name, "") for name in TERMINAL)
    zone = os.environ.get("TZ", ""), os.path.realpath("/etc/localtime"), time.tzname, time.timezone
    return sys.stdout.isatty(), shown, zone


def default_store() -> str:
    """The store used when none is named: a SQLite file in the user's data folder."""
    system: str = sys.platform
    if system == "linux":  # As platformdirs finds it, without the time that takes to load.
        given = os.environ.get("XDG_DATA_HOME", "")
        base = given if given.strip() else os.path.expanduser("~/.local/share")  # noqa: PTH111
        return f"{base}/wardiary/matches.db"
    from platformdirs import user_data_path

    return str(user_data_path("wardiary", appauthor=False) / "matches.db")


def _beside(store: str) -> str:
    return f"{store}.listing"


def kept_listing(store: str, key: str) -> str | None:
    """What was printed of a store under this key, None where that is not known."""
    if not key:
        return None
    try:
        with open(_beside(store), encoding="utf-8", newline="") as file:  # noqa: PTH123
            return file.read() if file.readline() == f"{key}\n" else None
    except (OSError, UnicodeDecodeError):
        return None


def keep_listing(store: str, key: str, listing: str) -> None:
    """Keep what is printed of a store, in place of what was kept; nothing where that fails."""
    if not key:
        return
    new = f"{_beside(store)}.{os.getpid()}"
    try:
        opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(opened, "w", encoding="utf-8", newline="") as file:
            file.write(f"{key}\n{listing}")
        os.replace(new, _beside(store))  # noqa: PTH105
    except OSError:
        return
