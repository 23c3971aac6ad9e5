"""How everything of one match is taken out of the tables, in one transaction."""

from collections.abc import Iterable

from wardiary.adapters.store.diary_store import LAST_ID, REMOVED
from wardiary.adapters.store.errors import UnknownMatch
from wardiary.adapters.store.sql import DROP, HEAD, KEEP, LAST_OPENED, Cursor, Dialect

_TABLES = (
    "DELETE FROM {s}stored_events WHERE originator_id = ?",
    "DELETE FROM {s}entries WHERE match_id = ?",
    "DELETE FROM {s}secrets WHERE match_id = ?",
)


def remove(
    cursor: Cursor,
    dialect: Dialect,
    match: str,
    where: str,
    kept: Iterable[tuple[str, str]],
    *,
    opened: int,
    last_id: int,
) -> bool:
    """Delete a match's rows, entries and secrets, and what is kept under some keys.

    Asked inside the transaction that deletes, when no other writer can come between. Nothing is
    deleted, and False given, when matches were opened since `opened` was read: one of them may be a
    branch of this one. `last_id` is kept, since ids of notifications never go back.
    """
    cursor.execute(dialect(HEAD), (match,))
    if cursor.fetchone()[0] is None:
        raise UnknownMatch(match, where)
    cursor.execute(dialect(LAST_OPENED), ())
    if (cursor.fetchone()[0] or 0) != opened:
        return False
    for statement in _TABLES:
        cursor.execute(dialect(statement), (match,))
    cursor.executemany(dialect(DROP), list(kept))
    cursor.execute(dialect(KEEP), (REMOVED, LAST_ID, str(last_id).encode()))
    return True
