"""Disks that are full, files that may not be written, are held by others, or have rotted."""

import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from tests.adapters.store_worker import NOBODY, PROCESSES, refused_as_nobody, rows
from tests.contract.stores import in_new_schema
from wardiary.adapters.store import (
    DiaryStore,
    ReadFailed,
    SchemaTooNew,
    UnknownMatch,
    WriteFailed,
    connect,
    postgres_tables,
    sqlite_tables,
)
from wardiary.adapters.store.sqlite_store import SQLiteDiaryStore

MATCH = "0" * 31 + "1"
SEED, SALT = b"seed" * 8, b"salt" * 8
IS_ROOT = os.geteuid() == 0


def opened(url: str) -> DiaryStore:
    store = connect(url)
    store.open_match(MATCH, rows(1, 1), seed=SEED, salt=SALT)
    return store


def append_until_refused(store: DiaryStore) -> tuple[int, WriteFailed]:
    """The last acknowledged position, and the refusal of the entry after it."""
    head = store.head(MATCH)
    for _ in range(100_000):
        try:
            store.append(
                MATCH, rows(head + 1, head + 8, "x" * 150), expected=head, outbox=[b"%d" % head]
            )
        except WriteFailed as refusal:
            return head, refusal
        head += 8
    raise AssertionError("the disk never filled up")


def say_and_mail(store: DiaryStore) -> tuple[list[str], list[bytes]]:
    """What the match holds and what its outbox would send."""
    return (
        [row.state.decode() for row in store.rows(MATCH)],
        [parcel.payload for parcel in store.lease_outbox("w", 100_000, 1, 0)],
    )


# --- Disk full ---


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MiB. Only root can make one; others get a file that may not grow."""
    if not IS_ROOT:
        yield tmp_path
        return
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path)]
    subprocess.run(mount, check=True)
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


def limit(store: DiaryStore, pages: int) -> None:
    """Let the file have this many pages."""
    assert isinstance(store, SQLiteDiaryStore)
    with store._datastore.get_connection(commit=True) as connection:
        connection._sqlite_conn.execute(f"PRAGMA max_page_count = {pages}")


def test_a_store_on_a_full_disk_refuses_writes_keeps_everything_and_goes_on_when_there_is_space(
    small_disk: Path,
):
    """SC-01"""
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(200_000))
    store = opened(str(small_disk / "diary.db"))
    if not IS_ROOT:
        limit(store, 300)

    head, refusal = append_until_refused(store)

    assert refusal.reason == "disk full"
    assert "not recorded: disk full" in str(refusal)
    assert store.head(MATCH) == head
    assert len(store.rows(MATCH)) == head
    assert store.damaged_positions(MATCH) == []
    again, refusal = append_until_refused(store)
    assert (again, refusal.reason) == (head, "disk full")

    store.close()
    ballast.unlink()
    store = connect(str(small_disk / "diary.db"))
    store.append(MATCH, rows(head + 1, head + 8), expected=head, outbox=[b"%d" % head])

    assert store.head(MATCH) == head + 8
    assert store.damaged_positions(MATCH) == []
    _, mails = say_and_mail(store)
    assert mails == [b"%d" % position for position in range(1, head + 1, 8)]
    store.close()


def test_a_program_that_saw_a_full_disk_goes_on_without_restart(tmp_path: Path):
    """SC-01"""
    store = opened(str(tmp_path / "diary.db"))
    limit(store, 40)
    head, _ = append_until_refused(store)

    limit(store, 4000)
    store.append(MATCH, rows(head + 1, head + 1), expected=head)

    assert store.head(MATCH) == head + 1
    assert store.damaged_positions(MATCH) == []
    store.close()


# --- Read-only ---


def test_a_file_that_turns_read_only_records_nothing_and_says_so(tmp_path: Path):
    """SC-05"""
    store = opened(str(tmp_path / "diary.db"))
    assert isinstance(store, SQLiteDiaryStore)

    def switch(state: str) -> None:
        with store._datastore.get_connection(commit=True) as connection:
            connection._sqlite_conn.execute(f"PRAGMA query_only = {state}")

    switch("on")
    for _ in range(2):
        with pytest.raises(WriteFailed, match="not recorded: read-only"):
            store.append(MATCH, rows(2, 2), expected=1, command_id="k", outbox=[b"mail"])
    with pytest.raises(WriteFailed, match="read-only"):
        store.put("drawer", "key", b"value")
    assert store.rows(MATCH) == rows(1, 1)

    switch("off")
    store.append(MATCH, rows(2, 2), expected=1, command_id="k", outbox=[b"mail"])

    assert store.rows(MATCH) == rows(1, 2)
    assert store.command(MATCH, "k") == (2, 2)
    assert [p.payload for p in store.lease_outbox("w", 9, 1, 0)] == [b"mail"]
    store.close()


def test_a_file_without_write_permission_can_be_read_but_not_written(tmp_path: Path):
    """SC-05"""
    folder = Path(tempfile.mkdtemp())
    try:
        url = str(folder / "diary.db")
        opened(url).close()
        if IS_ROOT:
            os.chown(folder, NOBODY, NOBODY)
            os.chown(url, NOBODY, NOBODY)
        Path(url).chmod(0o444)

        ours, theirs = PROCESSES.Pipe(duplex=False)
        program = PROCESSES.Process(target=refused_as_nobody, args=(url, MATCH, theirs))
        program.start()
        assert ours.recv() == "read-only"
        program.join()

        Path(url).chmod(0o644)
        store = connect(url)
        assert store.rows(MATCH) == rows(1, 1)
        store.append(MATCH, rows(2, 2), expected=1)
        assert store.rows(MATCH) == rows(1, 2)
        store.close()
    finally:
        shutil.rmtree(folder)


def test_a_store_opened_for_reading_refuses_to_write(tmp_path: Path):
    opened(str(tmp_path / "diary.db")).close()
    store = connect(str(tmp_path / "diary.db?mode=ro"))

    assert store.rows(MATCH) == rows(1, 1)
    with pytest.raises(WriteFailed, match="read-only"):
        store.append(MATCH, rows(2, 2), expected=1)
    store.close()


def test_a_store_opened_for_reading_is_not_created(tmp_path: Path):
    with pytest.raises(ReadFailed, match="there is none"):
        connect(str(tmp_path / "nowhere" / "diary.db?mode=ro"))

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "file/diary.db"])
def test_a_place_that_holds_no_file_is_named(tmp_path: Path, name: str):
    (tmp_path / "file").write_bytes(b"")

    with pytest.raises(ReadFailed, match=f"cannot be opened.*{tmp_path}"):
        connect(str(tmp_path / name))


def test_a_store_whose_folder_was_missing_for_a_while_is_written_again(tmp_path: Path):
    store = opened(str(tmp_path / "shelf" / "diary.db?timeout=0.5"))
    assert isinstance(store, SQLiteDiaryStore)
    with store._datastore.get_connection(commit=True) as connection:
        connection.close()
    (tmp_path / "shelf").rename(tmp_path / "away")

    for _ in range(2):
        with pytest.raises(WriteFailed, match="not recorded: cannot be opened"):
            store.append(MATCH, rows(2, 2), expected=1)

    (tmp_path / "away").rename(tmp_path / "shelf")
    store.append(MATCH, rows(2, 2), expected=1)
    assert store.rows(MATCH) == rows(1, 2)
    store.close()


def test_a_closed_store_says_that_it_is_closed(tmp_path: Path, postgres_url: str):
    for url in (str(tmp_path / "diary.db"), in_new_schema(postgres_url)):
        store = opened(url)
        store.close()
        store.close()

        with pytest.raises(WriteFailed, match="not recorded: closed"):
            store.append(MATCH, rows(2, 2), expected=1)
        with pytest.raises(ReadFailed, match="not readable: closed"):
            store.rows(MATCH)


# --- Locked ---


def test_a_locked_file_cannot_be_written_but_can_be_read(tmp_path: Path):
    store = opened(str(tmp_path / "diary.db?timeout=0.1"))
    with closing(sqlite3.connect(tmp_path / "diary.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")

        for _ in range(2):
            with pytest.raises(WriteFailed, match="not recorded: locked"):
                store.append(MATCH, rows(2, 2), expected=1)
        with closing(connect(str(tmp_path / "diary.db?timeout=0.1"))) as second:
            assert second.rows(MATCH) == rows(1, 1)
        assert store.rows(MATCH) == rows(1, 1)

        other.execute("ROLLBACK")
    store.append(MATCH, rows(2, 2), expected=1)

    assert store.rows(MATCH) == rows(1, 2)
    store.close()


def test_a_locked_postgres_table_is_not_written(postgres_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("wardiary.adapters.store.postgres_store.LOCK_SECONDS", "1")
    url = in_new_schema(postgres_url)
    schema = url.partition("schema=")[2]
    store = opened(url)
    with psycopg.connect(postgres_url) as other:
        other.execute(f"LOCK TABLE {schema}.stored_events IN EXCLUSIVE MODE".encode())
        with pytest.raises(WriteFailed, match="not recorded: locked"):
            store.append(MATCH, rows(2, 2), expected=1)
        assert store.rows(MATCH) == rows(1, 1)
    store.append(MATCH, rows(2, 2), expected=1)

    assert store.rows(MATCH) == rows(1, 2)
    store.close()


# --- Corrupted ---


def test_a_file_that_is_not_a_database_is_named(tmp_path: Path):
    path = tmp_path / "diary.db"
    path.write_bytes(b"Dear diary, today nothing happened.\n" * 100)

    with pytest.raises(ReadFailed, match=f"not readable: corrupted .*{path}"):
        connect(str(path))

    assert path.read_bytes().startswith(b"Dear diary")


def test_a_file_cut_short_is_noticed(tmp_path: Path):
    path = tmp_path / "diary.db"
    store = opened(str(path))
    store.append(MATCH, rows(2, 201), expected=1)
    store.close()
    whole = path.read_bytes()

    for size in range(4096, len(whole), 4096):
        path.write_bytes(whole[:size])
        assert _noticed(str(path), 201)


def test_a_flipped_byte_is_never_read_as_if_nothing_were(tmp_path: Path):
    """SC-03"""
    path = tmp_path / "diary.db"
    store = opened(str(path))
    store.append(MATCH, rows(2, 9), expected=1)
    store.append(MATCH, rows(10, 17), expected=9)
    store.close()
    whole = path.read_bytes()
    places = random.Random(3)

    for _ in range(300):
        place, bit = places.randrange(100, len(whole)), 1 << places.randrange(8)
        flipped = bytearray(whole)
        flipped[place] ^= bit
        path.write_bytes(flipped)
        assert _noticed(str(path), 17) or _rows(str(path)) == rows(1, 17), place


def test_every_flipped_byte_of_a_row_is_reported_at_its_position(tmp_path: Path):
    """SC-03"""
    path = tmp_path / "diary.db"
    store = opened(str(path))
    store.append(MATCH, rows(2, 8), expected=1)
    store.close()
    whole = path.read_bytes()

    for row in rows(1, 8):
        start = whole.index(row.tag.encode() + row.state)
        for place in range(start, start + len(row.tag) + len(row.state)):
            flipped = bytearray(whole)
            flipped[place] ^= 1
            path.write_bytes(flipped)
            with closing(connect(str(path))) as again:
                assert again.damaged_positions(MATCH) == [row.position]


def test_a_row_that_vanished_or_was_slipped_in_is_reported(tmp_path: Path):
    path = tmp_path / "diary.db"
    store = opened(str(path))
    store.append(MATCH, rows(2, 4), expected=1)
    store.close()
    with closing(sqlite3.connect(path)) as bare, bare:
        bare.execute("DELETE FROM stored_events WHERE originator_version = 3")
        bare.execute("UPDATE stored_events SET topic = 7 WHERE originator_version = 2")
        bare.execute(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state)"
            " VALUES (?, 5, 'pieces-moved', x'7b7d')",
            (MATCH,),
        )

    with closing(connect(str(path))) as again:
        assert again.damaged_positions(MATCH) == [2, 3, 5]


def _noticed(url: str, head: int) -> bool:
    """Whether opening, reading or checking says that something is wrong."""
    try:
        with closing(connect(url)) as store:
            return store.damaged_positions(MATCH) != [] or store.head(MATCH) != head
    except (ReadFailed, WriteFailed, UnknownMatch):
        return True


def _rows(url: str) -> object:
    with closing(connect(url)) as store:
        return store.rows(MATCH)


# --- Migration ---


@pytest.fixture(params=["sqlite", "postgres"])
def versioned(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, ModuleType]:
    """A store with one match, and the module that holds its migrations."""
    if request.param == "sqlite":
        url, tables = str(tmp_path / "diary.db"), sqlite_tables
    else:
        url = in_new_schema(request.getfixturevalue("postgres_url"))
        tables = postgres_tables
    opened(url).close()
    return url, tables


def _second_sqlite(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE later (n INTEGER)")


def _second_postgres(cursor: psycopg.Cursor[tuple[object, ...]], schema: Identifier) -> None:
    cursor.execute(SQL("CREATE TABLE {s}.later (n integer)").format(s=schema))


SECOND: dict[str, Callable[..., None]] = {
    sqlite_tables.__name__: _second_sqlite,
    postgres_tables.__name__: _second_postgres,
}


def test_an_older_store_is_brought_up_to_date_once(
    versioned: tuple[str, ModuleType], monkeypatch: pytest.MonkeyPatch
):
    url, tables = versioned
    second = SECOND[tables.__name__]
    monkeypatch.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, second))

    for _ in range(2):
        with closing(connect(url)) as store:
            assert store.rows(MATCH) == rows(1, 1)


def test_a_store_of_a_later_release_is_left_alone(
    versioned: tuple[str, ModuleType], monkeypatch: pytest.MonkeyPatch
):
    url, tables = versioned
    with monkeypatch.context() as later:
        later.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, SECOND[tables.__name__]))
        connect(url).close()

    with pytest.raises(SchemaTooNew, match=r"schema 2, this release knows 1") as refused:
        connect(url)

    assert (refused.value.found, refused.value.known) == (2, 1)


def test_a_migration_that_fails_changes_nothing(
    versioned: tuple[str, ModuleType], monkeypatch: pytest.MonkeyPatch
):
    url, tables = versioned
    second = SECOND[tables.__name__]

    def fails_after_half(*args: object) -> None:
        second(*args)
        raise RuntimeError("half done")

    with monkeypatch.context() as later:
        later.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, fails_after_half))
        with pytest.raises(RuntimeError, match="half done"):
            connect(url)

    with closing(connect(url)) as store:
        assert store.rows(MATCH) == rows(1, 1)
    monkeypatch.setattr(tables, "MIGRATIONS", (*tables.MIGRATIONS, second))
    connect(url).close()
