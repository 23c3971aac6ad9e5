"""What every store promises, asked of all three."""

import sqlite3
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from threading import Barrier, Thread

import pytest

from tests.adapters.store_worker import PROCESSES, append_one, rows
from tests.contract.stores import in_new_schema
from wardiary.adapters.store import (
    DiaryStore,
    DuplicateCommand,
    PositionConflict,
    PositionGap,
    ReadFailed,
    StoreError,
    UnknownMatch,
    UnknownPack,
    connect,
)
from wardiary.domain.diary.rows import Row

MATCH = "0" * 31 + "1"
BRANCH = "0" * 31 + "2"
NOBODY = "f" * 32
SEED, SALT = b"seed" * 8, b"salt" * 8


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/diary.db"
    return in_new_schema(request.getfixturevalue("postgres_url"))


@pytest.fixture
def store(url: str) -> Iterator[DiaryStore]:
    store = connect(url)
    store.open_match(MATCH, rows(1, 3), seed=SEED, salt=SALT, packs={"d1": b"pack"})
    yield store
    store.close()


def test_rows_come_back_in_order_as_they_were_stored(store: DiaryStore):
    store.append(MATCH, rows(4, 11), expected=3)

    assert store.rows(MATCH) == rows(1, 11)
    assert store.rows(MATCH, after=3, upto=5) == rows(4, 5)
    assert store.rows(MATCH, after=11) == []
    assert list(store.states(MATCH, after=9)) == [(r.position, r.state) for r in rows(10, 11)]
    assert store.head(MATCH) == 11


@pytest.mark.parametrize(
    "state",
    [b"", b"\x00\xff\xfe", b'{"b":1,"a":2}', b'{"a": 1.0}', '{"a":"é"}'.encode(), b"x" * 200_000],
)
def test_stored_bytes_are_never_encoded_again(store: DiaryStore, state: bytes):
    """VM-07"""
    row = Row(4, "pieces-moved/2", state)
    store.append(MATCH, [row], expected=3)

    assert store.rows(MATCH, after=3) == [row]
    assert list(store.states(MATCH, after=3)) == [(4, state)]


def test_an_entry_needs_the_position_it_follows(store: DiaryStore):
    """CD-03"""
    store.append(MATCH, rows(4, 5), expected=3)

    with pytest.raises(PositionConflict) as refused:
        store.append(MATCH, rows(4, 9, "late"), expected=3, command_id="k", outbox=[b"mail"])

    assert (refused.value.match, refused.value.expected, refused.value.actual) == (MATCH, 3, 5)
    assert store.rows(MATCH) == rows(1, 5)
    assert store.command(MATCH, "k") is None
    assert store.lease_outbox("w", 9, 1000, 0) == []


def test_an_entry_may_not_run_ahead_of_the_match(store: DiaryStore):
    with pytest.raises(PositionConflict):
        store.append(MATCH, rows(6, 7), expected=5)

    assert store.head(MATCH) == 3


@pytest.mark.parametrize("numbers", [[], [5], [4, 6], [4, 4], [5, 4], [3, 4]])
def test_rows_with_a_gap_are_refused(store: DiaryStore, numbers: list[int]):
    entry = [Row(number, "pieces-moved", b"{}") for number in numbers]

    with pytest.raises(PositionGap):
        store.append(MATCH, entry, expected=3)

    assert store.rows(MATCH) == rows(1, 3)


def test_doing_a_command_twice_is_doing_it_once(store: DiaryStore):
    """CD-01"""
    store.append(MATCH, rows(4, 11), expected=3, command_id="k1", outbox=[b"mail"])

    for expected in (3, 11):
        entry = rows(expected + 1, expected + 2, "again")
        with pytest.raises(DuplicateCommand) as refused:
            store.append(MATCH, entry, expected=expected, command_id="k1", outbox=[b"again"])
        assert (refused.value.first, refused.value.last) == (4, 11)

    assert store.command(MATCH, "k1") == (4, 11)
    assert store.rows(MATCH) == rows(1, 11)
    assert [parcel.payload for parcel in store.lease_outbox("w", 9, 1000, 0)] == [b"mail"]


def test_command_ids_belong_to_their_match(store: DiaryStore):
    store.open_match(BRANCH, rows(3, 3, "branch"), seed=SEED, salt=SALT)
    store.append(MATCH, rows(4, 4), expected=3, command_id="k1")
    store.append(BRANCH, rows(4, 6), expected=3, command_id="k1")

    assert store.command(MATCH, "k1") == (4, 4)
    assert store.command(BRANCH, "k1") == (4, 6)
    assert store.command(MATCH, "") is None


def test_entries_without_command_id_are_never_duplicates(store: DiaryStore):
    store.append(MATCH, rows(4, 4), expected=3)
    store.append(MATCH, rows(5, 5), expected=4)

    assert store.head(MATCH) == 5


def test_a_branch_begins_after_its_position_in_the_parent(store: DiaryStore):
    store.open_match(BRANCH, rows(3, 4, "branch"), seed=b"other", salt=b"salts")

    assert store.rows(BRANCH) == rows(3, 4, "branch")
    assert store.rows(BRANCH, after=3, upto=3) == []
    assert store.rows(BRANCH, upto=2) == []
    assert store.rows(BRANCH, upto=3) == rows(3, 3, "branch")
    assert store.head(BRANCH) == 4
    assert store.secrets(BRANCH) == (b"other", b"salts")
    assert store.matches() == [MATCH, BRANCH]


def test_a_match_is_opened_once(store: DiaryStore):
    with pytest.raises(PositionConflict):
        store.open_match(MATCH, rows(1, 1), seed=b"x", salt=b"y", packs={"d2": b"z"}, outbox=[b"m"])

    assert store.secrets(MATCH) == (SEED, SALT)
    assert store.lease_outbox("w", 9, 1000, 0) == []
    with pytest.raises(UnknownPack):
        store.pack("d2")


def test_a_match_keeps_the_pack_it_was_opened_with(store: DiaryStore):
    store.open_match(BRANCH, rows(3, 3), seed=SEED, salt=SALT, packs={"d1": b"other"})

    assert store.pack("d1") == b"pack"


@pytest.mark.parametrize("match", [NOBODY, "", "no-id", MATCH.replace("1", "A"), MATCH + " "])
def test_an_unknown_match_is_named(store: DiaryStore, match: str):
    for ask in (
        lambda: store.rows(match),
        lambda: store.states(match),
        lambda: store.head(match),
        lambda: store.secrets(match),
        lambda: store.append(match, rows(2, 2), expected=1),
    ):
        with pytest.raises(UnknownMatch, match="32 hexadecimal digits"):
            ask()
    assert store.command(match, "k") is None


def test_of_many_at_the_same_position_exactly_one_is_stored(store: DiaryStore):
    """CD-03"""
    start, answers = Barrier(8), []

    def try_it(name: str) -> None:
        start.wait()
        try:
            store.append(MATCH, rows(4, 11, name), expected=3, command_id=name, outbox=[b"m"])
            answers.append("stored")
        except PositionConflict as conflict:
            answers.append(f"conflict at {conflict.actual}")

    threads = [Thread(target=try_it, args=(f"t{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == ["conflict at 11"] * 7 + ["stored"]
    assert store.head(MATCH) == 11
    assert len(store.lease_outbox("w", 99, 1000, 0)) == 1


def test_stored_values_are_outside_the_log(store: DiaryStore):
    store.put("tokens", "b", b"2")
    store.put("tokens", "B", b"1")
    store.put("tokens", "b", b"3")
    store.put("answers", "b", b"4")

    assert store.get("tokens", "b") == b"3"
    assert store.items("tokens") == [("B", b"1"), ("b", b"3")]
    assert store.rows(MATCH) == rows(1, 3)

    store.delete("tokens", "b")
    store.delete("tokens", "never kept")

    assert store.get("tokens", "b") is None
    assert store.get("answers", "b") == b"4"


def test_of_many_that_pop_a_stored_value_exactly_one_gets_it(store: DiaryStore):
    store.put("tokens", "t", b"once")
    start, given_values = Barrier(8), []

    def take() -> None:
        start.wait()
        given_values.append(store.pop("tokens", "t"))

    threads = [Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [value for value in given_values if value is not None] == [b"once"]
    assert store.get("tokens", "t") is None


def test_a_feed_from_the_last_id_gives_only_what_is_new(store: DiaryStore):
    with store.subscribe(after=store.last_id()) as feed:
        store.append(MATCH, rows(4, 5), expected=3)

        assert [next(feed)[1:] for _ in range(2)] == [(MATCH, 4), (MATCH, 5)]


def test_an_empty_store_has_no_last_id(url: str):
    store = connect(url)

    assert store.last_id() == 0

    store.close()


def test_the_outbox_is_leased_and_taken_over(store: DiaryStore):
    """CD-09"""
    store.append(MATCH, rows(4, 4), expected=3, outbox=[b"a", b"b", b"c"])

    first = store.lease_outbox("w1", 2, 1000, now_ms=0)
    others = store.lease_outbox("w2", 9, 1000, now_ms=0)
    assert [p.payload for p in first] == [b"a", b"b"]
    assert [p.payload for p in others] == [b"c"]

    # w1 was killed; when it starts again it is given what it held, before any lease runs out.
    again = store.lease_outbox("w1", 2, 1000, now_ms=1)
    assert [(p.payload, p.attempts) for p in again] == [(b"a", 2), (b"b", 2)]

    # It is killed for good: the other takes over when the lease has run out, not before.
    store.ack_outbox(others[0].id)
    assert store.lease_outbox("w2", 9, 1000, now_ms=1000) == []
    assert [p.payload for p in store.lease_outbox("w2", 9, 1000, now_ms=1001)] == [b"a", b"b"]

    for parcel in first:
        store.ack_outbox(parcel.id)
    assert store.lease_outbox("w2", 9, 1000, now_ms=9000) == []


def test_mail_that_cannot_be_sent_waits_in_the_outbox(store: DiaryStore):
    """CD-07"""
    store.append(MATCH, rows(4, 4), expected=3, outbox=[b"a"])
    (parcel,) = store.lease_outbox("w", 9, 1000, now_ms=0)
    store.postpone_outbox(parcel.id, until_ms=5000)

    assert store.lease_outbox("w", 9, 1000, now_ms=4999) == []
    assert [p.id for p in store.lease_outbox("v", 9, 1000, now_ms=5000)] == [parcel.id]


def test_what_is_put_into_the_outbox_under_a_name_is_put_in_once(store: DiaryStore):
    """Issue 13.1: a mail is never sent twice under one Message-ID."""
    put_in = [store.add_to_outbox(b"a", once="<1>") for _ in range(2)]
    put_in += [store.add_to_outbox(b"b") for _ in range(2)]

    assert put_in == [True, False, True, True]
    assert [p.payload for p in store.lease_outbox("w", 9, 1000, now_ms=0)] == [b"a", b"b", b"b"]


def test_a_feed_gives_what_was_stored_and_then_what_is_stored(store: DiaryStore):
    with store.subscribe() as feed:
        old = list(islice(feed, 3))
        store.append(MATCH, rows(4, 5), expected=3)
        new = list(islice(feed, 2))

    assert [(match, position) for _, match, position in old + new] == [
        (MATCH, position) for position in range(1, 6)
    ]
    ids = [notification for notification, _, _ in old + new]
    assert ids == sorted(set(ids))

    with store.subscribe(after=ids[2]) as feed:
        assert list(islice(feed, 2)) == new


def test_a_stopped_feed_ends_for_all_that_wait_for_it(store: DiaryStore):
    seen: list[int] = []
    with store.subscribe() as feed:
        reader = Thread(target=lambda: seen.extend(position for _, _, position in feed))
        reader.start()
        while len(seen) < 3:
            pass
        feed.stop()
        reader.join()

    assert seen == [1, 2, 3]


def test_a_feed_sees_what_other_processes_store(tmp_path: Path, postgres_url: str):
    for url in (str(tmp_path / "diary.db"), in_new_schema(postgres_url)):
        store = connect(url)
        store.open_match(MATCH, rows(1, 1), seed=SEED, salt=SALT)
        with store.subscribe(after=1) as feed:
            other = PROCESSES.Process(target=append_one, args=(url, MATCH))
            other.start()
            assert next(feed)[1:] == (MATCH, 2)
            other.join()
        store.close()


def test_an_intact_store_has_no_damage(store: DiaryStore):
    store.append(MATCH, rows(4, 11), expected=3)

    assert store.damaged_positions(MATCH) == []


def test_a_store_is_opened_again_by_its_url(url: str, store: DiaryStore):
    if url == "memory:":
        return  # Memory is forgotten, that is its purpose.
    store.append(MATCH, rows(4, 11), expected=3, command_id="k", outbox=[b"mail"])
    store.put("drawer", "key", b"value")
    store.close()

    again = connect(url)
    assert again.rows(MATCH) == rows(1, 11)
    assert again.command(MATCH, "k") == (4, 11)
    assert again.secrets(MATCH) == (SEED, SALT)
    assert again.pack("d1") == b"pack"
    assert again.get("drawer", "key") == b"value"
    assert [parcel.payload for parcel in again.lease_outbox("w", 1, 1, 0)] == [b"mail"]
    again.close()


@pytest.mark.parametrize(
    "url",
    [
        "mysql://host/name",
        "sqlite://",
        "",
        "a.db?synchronous=off",
        "a.db?durable=yes",
        "a.db?timeout=ever",
    ],
)
def test_a_url_that_is_not_understood_is_refused(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(StoreError):
        connect(url)


def test_paths_and_sqlite_urls_name_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    store = connect("new folder/dia ry#1%41.db")
    store.open_match(MATCH, rows(1, 1), seed=SEED, salt=SALT)
    store.close()

    for url in (
        "sqlite:///new folder/dia ry#1%41.db",
        f"sqlite:///{tmp_path}/new folder/dia ry#1%41.db?synchronous=normal",
    ):
        again = connect(url)
        assert again.matches() == [MATCH]
        again.close()
    assert (tmp_path / "new folder" / "dia ry#1%41.db").is_file()


def test_the_events_table_has_one_row_for_each_event(tmp_path: Path):
    store = connect(str(tmp_path / "diary.db"))
    store.open_match(MATCH, rows(1, 3), seed=SEED, salt=SALT)
    store.close()

    with sqlite3.connect(tmp_path / "diary.db") as bare:
        result = bare.execute(
            "SELECT originator_id, originator_version, topic, state FROM stored_events"
        ).fetchall()
    bare.close()

    assert result == [(MATCH, r.position, r.tag, r.state) for r in rows(1, 3)]


def test_no_password_is_printed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("wardiary.adapters.store.postgres_store.CONNECT_SECONDS", "1")
    with pytest.raises(ReadFailed) as refused:
        connect("postgresql://someone:geheim@127.0.0.1:1/nowhere")

    assert "geheim" not in str(refused.value)
    assert "127.0.0.1:1/nowhere" in str(refused.value)
