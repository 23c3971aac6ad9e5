"""Programs that are killed, that race, and that get no answer until it is on the disk."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.adapters.store_worker import ENTRY, PROCESSES, append_until_killed, race, rows
from tests.contract.stores import in_new_schema
from tests.servers import PostgresServer
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.store import DiaryStore, ReadFailed, WriteFailed, connect
from wardiary.adapters.store.sqlite_store import SQLiteDiaryStore

MATCH = "0" * 31 + "1"
SEED, SALT = b"seed" * 8, b"salt" * 8
KILLS = {"sqlite": 60, "postgres": 12}
ROUNDS = 25


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/diary.db"
    return in_new_schema(request.getfixturevalue("postgres_url"))


def opened(url: str) -> DiaryStore:
    store = connect(url)
    store.open_match(MATCH, rows(1, 1), seed=SEED, salt=SALT)
    return store


def test_a_killed_program_loses_nothing_it_acknowledged_and_leaves_no_half_entry(url: str):
    """SC-09"""
    moments = random.Random(9)
    opened(url).close()
    last = 1
    for _ in range(KILLS[url.partition(":")[0].removesuffix("ql")]):
        last = _killed_after(moments.random() * 0.04, url, last)

    store = connect(url)
    head = store.head(MATCH)
    assert store.rows(MATCH) == rows(1, head)
    entries = [first for first, _, _ in store.entries(MATCH)]
    assert entries == [1, *range(2, head, ENTRY)]
    assert store.damaged_positions(MATCH) == []
    parcels = store.lease_outbox("w", head, 1000, 0)
    assert [p.payload for p in parcels] == [b"mail %d" % n for n in range(1, head, ENTRY)]
    store.close()


def _killed_after(seconds: float, url: str, last: int) -> int:
    """Let a program append, kill it, and look at once whether all it acknowledged is there."""
    ours, theirs = PROCESSES.Pipe(duplex=False)
    program = PROCESSES.Process(target=append_until_killed, args=(url, MATCH, theirs))
    program.start()
    theirs.close()
    acknowledged = last
    with suppress(EOFError):
        acknowledged = ours.recv()
    program.join(seconds)
    program.kill()
    program.join()
    with suppress(EOFError):
        while True:
            acknowledged = ours.recv()
    ours.close()

    store = connect(url)
    head = store.head(MATCH)
    store.close()
    assert acknowledged <= head <= acknowledged + ENTRY
    assert (head - 1) % ENTRY == 0
    return head


def test_of_two_racing_programs_exactly_one_wins_each_round(url: str):
    """CD-03"""
    store = opened(url)
    start = PROCESSES.Barrier(2)
    pipes = [PROCESSES.Pipe(duplex=False) for _ in range(2)]
    programs = [
        PROCESSES.Process(target=race, args=(url, MATCH, ROUNDS, start, name, pipe[1]))
        for name, pipe in zip(("one", "two"), pipes, strict=True)
    ]
    for program in programs:
        program.start()
    results = [[pipe[0].recv() for _ in range(ROUNDS)] for pipe in pipes]
    for program in programs:
        program.join()

    assert [result != two for result, two in zip(*results, strict=True)] == [True] * ROUNDS
    for number, first_won in enumerate(results[0]):
        head = 1 + number * ENTRY
        entry = store.rows(MATCH, after=head, upto=head + ENTRY)
        assert entry == rows(head + 1, head + ENTRY, "one" if first_won else "two")
    store.close()


def test_an_answer_means_that_the_entry_is_on_the_disk(tmp_path: Path):
    """SC-09"""
    settings = {}
    for name in ("diary.db", "diary.db?synchronous=full", "diary.db?synchronous=normal"):
        store = connect(str(tmp_path / name))
        assert isinstance(store, SQLiteDiaryStore)
        for commit in (True, False):
            with store._datastore.get_connection(commit=commit) as connection:
                bare = connection._sqlite_conn
                settings[name, commit] = (
                    *bare.execute("PRAGMA journal_mode").fetchone(),
                    *bare.execute("PRAGMA synchronous").fetchone(),
                )
        store.close()

    durable, relaxed = ("wal", 2), ("wal", 1)
    assert settings == {
        ("diary.db", True): durable,
        ("diary.db", False): durable,
        ("diary.db?synchronous=full", True): durable,
        ("diary.db?synchronous=full", False): durable,
        ("diary.db?synchronous=normal", True): relaxed,
        ("diary.db?synchronous=normal", False): relaxed,
    }


def test_every_answer_comes_after_a_commit_on_a_connection_that_syncs_each_commit(tmp_path: Path):
    """SC-09: here SQLite's word is taken that it syncs; the next test sees the syncs themselves."""
    matches = open_store(str(tmp_path / "diary.db"))
    match = matches.new_match("undaunted", "la-raye")
    assert isinstance(matches.store, SQLiteDiaryStore)
    writer = matches.store._datastore._writer
    assert writer is not None
    connection = writer._sqlite_conn
    statements: list[str] = []
    connection.set_trace_callback(statements.append)

    commits = []
    for holder in ("human", "bot", "human"):
        matches.command(match, "host", f"claim us {holder}")
        commits.append(statements.count("COMMIT"))

    connection.set_trace_callback(None)
    assert commits == [1, 2, 3]
    assert not connection.in_transaction
    assert ("wal", 2) == (
        *connection.execute("PRAGMA journal_mode").fetchone(),
        *connection.execute("PRAGMA synchronous").fetchone(),
    )
    matches.store.close()


STRACE = ("strace", "-f", "-qq", "-y", "-e", "trace=fsync,fdatasync,write")


def can_trace() -> bool:
    """Whether this machine lets a program's system calls be watched (Linux with strace)."""
    if shutil.which("strace") is None:
        return False
    return not subprocess.run((*STRACE, "-o", os.devnull, "true"), check=False).returncode


def syncs_before_answers(url: str, number: int, trace: Path) -> list[int]:
    """How often the kernel synced the write-ahead log before each answer, by strace."""
    program = (sys.executable, "-m", "tests.adapters.store_worker", url, str(number))
    subprocess.run((*STRACE, "-o", str(trace), *program), check=True, stdout=subprocess.DEVNULL)
    syncs, answers = 0, []
    for line in trace.read_text().splitlines():
        if "sync(" in line and "-wal>" in line and line.endswith("= 0"):
            syncs += 1
        elif "write(1<" in line and '"answered' in line:
            answers.append(syncs)
            syncs = 0
    return answers[1:]


@pytest.mark.parametrize(
    ("options", "synced"),
    [("", True), ("?synchronous=normal", False)] if can_trace() else [],
    ids=str,
)
def test_the_kernel_has_synced_the_log_before_each_answer(
    tmp_path: Path, options: str, *, synced: bool
):
    """SC-09: seen by strace, where there is one; the relaxed setting shows that it can fail."""
    answers = syncs_before_answers(f"{tmp_path}/diary.db{options}", 5, tmp_path / "trace")

    assert len(answers) == 5
    assert [count > 0 for count in answers] == [synced] * 5


def test_many_programs_may_create_the_same_store_at_once(tmp_path: Path, postgres_url: str):
    for url in (str(tmp_path / "diary.db"), in_new_schema(postgres_url)):
        programs = [PROCESSES.Process(target=_open_and_close, args=(url,)) for _ in range(4)]
        for program in programs:
            program.start()
        for program in programs:
            program.join()

        assert [program.exitcode for program in programs] == [0] * 4


def _open_and_close(url: str) -> None:
    connect(url).close()


def test_a_postgres_that_comes_back_is_written_again(
    restartable_postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("wardiary.adapters.store.postgres_store.CONNECT_SECONDS", "1")
    store = opened(restartable_postgres.url)
    store.append(MATCH, rows(2, 2), expected=1, command_id="k1")
    with store.subscribe() as feed:
        assert [next(feed)[1:] for _ in range(2)] == [(MATCH, 1), (MATCH, 2)]
        restartable_postgres.kill()
        with pytest.raises(ReadFailed, match="connection lost"):
            next(feed)

    with pytest.raises(WriteFailed, match="connection lost"):
        store.append(MATCH, rows(3, 3), expected=2, command_id="k2")
    with pytest.raises(ReadFailed, match="connection lost"):
        store.rows(MATCH)

    restartable_postgres.start()
    for _ in range(20):  # The pool reconnects in its own time.
        with suppress(WriteFailed):
            store.append(MATCH, rows(3, 3), expected=2, command_id="k2")
            break
    assert store.rows(MATCH) == rows(1, 3)
    store.close()


def test_the_write_ahead_log_is_folded_in_when_the_last_one_closes(tmp_path: Path):
    opened(str(tmp_path / "diary.db")).close()

    assert [path.name for path in tmp_path.iterdir()] == ["diary.db"]
    with sqlite3.connect(tmp_path / "diary.db") as bare:
        assert bare.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    bare.close()
