"""What several threads write to a SQLite file at the same time."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from wardiary.adapters.store import DiaryStore, PositionConflict, WriteFailed, connect
from wardiary.adapters.store.sqlite_connections import Datastore
from wardiary.adapters.store.sqlite_writes import GroupCommit
from wardiary.domain.diary.rows import Row

SECONDS = 20


class Commits:
    """A database in memory, whose first transaction waits until all others are brought."""

    def __init__(self, waiting: int) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.connection.execute("CREATE TABLE t (word TEXT UNIQUE)")
        self.committed: list[int] = []
        self.fails = False
        self.group = GroupCommit(self.transaction)
        self._waiting = waiting

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN")
        if not self.committed and self._waiting:
            wait_for(lambda: len(self.group._waiting) == self._waiting)
        before = self.connection.total_changes
        try:
            yield cursor
            if self.fails and self.committed:
                cursor.execute("BEGIN")  # Fails, as a commit would for want of space.
        except BaseException:
            cursor.execute("ROLLBACK")
            raise
        cursor.execute("COMMIT")
        self.committed.append(self.connection.total_changes - before)

    def words(self) -> set[str]:
        return {word for (word,) in self.connection.execute("SELECT word FROM t")}


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(SECONDS * 200):
        if condition():
            return
        threading.Event().wait(0.005)
    raise AssertionError("it never came so far")


def write_together(commits: Commits, words: list[str]) -> list[Any]:
    """Write words, each from a thread of its own: the first alone, all others while it commits."""
    results: list[Any] = [None] * len(words)

    def write(place: int) -> None:
        try:
            results[place] = commits.group.write(
                lambda cursor: cursor.execute("INSERT INTO t VALUES (?)", (words[place],)).rowcount
            )
        except sqlite3.Error as error:
            results[place] = error

    threads = [threading.Thread(target=write, args=(place,)) for place in range(len(words))]
    threads[0].start()
    wait_for(lambda: commits.group._writing or bool(commits.committed))
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert not any(thread.is_alive() for thread in threads)
    return results


def test_what_comes_while_one_commits_is_committed_together():
    """9.6: seven who waited share one commit, and each has its own result."""
    commits = Commits(waiting=7)

    results = write_together(commits, list("abcdefgh"))

    assert [1] * 8 == results
    assert [1, 7] == commits.committed


def test_work_that_fails_harms_no_other():
    """9.6: the transaction they shared is undone, and each is carried out by itself."""
    commits = Commits(waiting=4)

    results = write_together(commits, ["a", "b", "a", "c", "d"])

    assert 1 == sum(isinstance(result, sqlite3.IntegrityError) for result in results)
    assert set("abcd") == commits.words()


def test_a_commit_that_fails_fails_for_all_and_stores_nothing():
    """9.6: nobody is told that something is on the disk which is not."""
    commits = Commits(waiting=3)
    commits.fails = True

    first, *others = write_together(commits, list("abcd"))

    assert 1 == first
    assert all(isinstance(result, sqlite3.OperationalError) for result in others)
    assert {"a"} == commits.words()


@pytest.fixture
def store(tmp_path: Path) -> DiaryStore:
    """A store with one match of one row."""
    opened = connect(str(tmp_path / "a.db"))
    opened.open_match("0" * 32, [Row(1, "entry-closed", b"{}")], seed=bytes(32), salt=bytes(32))
    return opened


def test_of_many_who_append_at_the_same_position_one_wins(store: DiaryStore):
    """9.6: though they may share a transaction."""
    results: list[Any] = []
    together = threading.Barrier(8)

    def append() -> None:
        together.wait(SECONDS)
        try:
            store.append("0" * 32, [Row(2, "entry-closed", b"{}")], expected=1)
            results.append(2)
        except PositionConflict as conflict:
            results.append(conflict.actual)

    threads = [threading.Thread(target=append) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)

    assert [2] * 8 == results
    assert 2 == store.head("0" * 32)
    assert 2 == len(store.entries("0" * 32))


def test_a_closed_store_refuses_to_write_and_to_read(store: DiaryStore):
    """9.6: in a sentence, not with an error of the database."""
    store.close()

    with pytest.raises(WriteFailed, match="closed"):
        store.put("a", "b", b"c")


def test_a_reader_gives_its_connection_back(store: DiaryStore):
    """9.6: a thousand reads in one thread use one connection."""
    readers = store._datastore.readers  # type: ignore[attr-defined]
    for _ in range(1000):
        store.head("0" * 32)

    assert isinstance(store._datastore, Datastore)  # type: ignore[attr-defined]
    assert 1 == len(readers._idle)
