"""Reading a SQLite file: single SELECTs, each on a connection that no other thread uses meanwhile.

The stock pool, with its conditions and a transaction around each statement, costs ten times as much
as the statement itself.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from eventsourcing.persistence import ConnectionPoolClosedError

T = TypeVar("T")
IDLE = 8
"""So many connections are kept for the next reads; each holds three files open."""


class Readers:
    """Connections to read with, safe to use from any thread."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """`connect` opens another connection."""
        self._connect = connect
        self._idle: deque[sqlite3.Connection] = deque()
        self._closed = False

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Give a connection to some work, which sends one statement and fetches all its rows."""
        connection = self._borrow()
        try:
            result = work(connection)
        except BaseException:
            connection.close()
            raise
        self._give_back(connection)
        return result

    def _borrow(self) -> sqlite3.Connection:
        if self._closed:
            raise ConnectionPoolClosedError
        try:
            return self._idle.pop()
        except IndexError:
            return self._connect()

    def _give_back(self, connection: sqlite3.Connection) -> None:
        if len(self._idle) < IDLE:
            self._idle.append(connection)
        else:
            connection.close()
        if self._closed:
            self._close_idle()

    def close(self) -> None:
        """Close all; a connection in use is closed by its user, as soon as the rows are read."""
        self._closed = True
        self._close_idle()

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()
