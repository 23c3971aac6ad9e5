"""What a store keeps beside the log: drawers, things taken out once, where its rows end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from wardiary.adapters.store import DiaryStore, connect
from wardiary.domain.diary.rows import Row


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DiaryStore]:
    """Each kind of store, empty."""
    match request.param:
        case "memory":
            url = "memory:"
        case "sqlite":
            url = str(tmp_path / "m.db")
        case _:
            url = request.getfixturevalue("empty_postgres")
    opened = connect(url)
    yield opened
    opened.close()


def test_of_many_that_take_an_outbox_message_one_gets_it(store: DiaryStore):
    store.put("drawer", "key", b"treasure")
    taken: list[bytes | None] = []

    threads = [
        threading.Thread(target=lambda: taken.append(store.pop("drawer", "key"))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert 1 == taken.count(b"treasure")
    assert 5 == taken.count(None)
    assert store.get("drawer", "key") is None


def test_of_many_that_add_under_the_same_key_one_succeeds(store: DiaryStore):
    done: list[bool] = []

    def add(value: bytes) -> None:
        done.append(store.add("drawer", "key", value))

    threads = [threading.Thread(target=add, args=(b"%d" % n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [True] == [one for one in done if one]
    kept = store.get("drawer", "key")
    assert not store.add("drawer", "key", b"other")
    assert store.get("drawer", "key") == kept
    store.delete("drawer", "key")
    assert store.add("drawer", "key", b"")
    assert not store.add("drawer", "key", b"")


def test_collections_with_entries_are_listed_in_order(store: DiaryStore):
    store.put("b", "one", b"")
    store.put("a", "two", b"")
    store.put("a", "three", b"")
    store.put("c", "gone", b"")
    store.delete("c", "gone")

    assert ["a", "b"] == store.collections()


def test_the_last_id_grows_with_every_row(store: DiaryStore):
    empty = store.last_id()
    rows = [Row(1, "match-opened", b"{}"), Row(2, "entry-closed", b"{}")]
    store.open_match("0" * 32, rows, seed=bytes(32), salt=bytes(32))
    two = store.last_id()
    store.append("0" * 32, [Row(3, "entry-closed", b"{}")], expected=2)

    assert 0 == empty < two < store.last_id()
