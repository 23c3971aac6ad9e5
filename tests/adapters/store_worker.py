"""What the other process does in the tests of the store, and how it is started."""

import multiprocessing
import os
import sys
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.store import PositionConflict, WriteFailed, connect
from wardiary.domain.diary.rows import Row

ENTRY = 8
NOBODY = 65534

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.adapters.store_worker"])


def rows(first: int, last: int, says: str = "moved") -> list[Row]:
    """Rows of canonical JSON with these positions."""
    return [
        Row(n, "pieces-moved", b'{"n":%d,"says":"%s"}' % (n, says.encode()))
        for n in range(first, last + 1)
    ]


def append_until_killed(url: str, match: str, acknowledged: Connection) -> None:
    """Append one entry after another, and report the position of each that was acknowledged."""
    store = connect(url)
    head = store.head(match)
    while True:
        entry = rows(head + 1, head + ENTRY)
        store.append(match, entry, expected=head, command_id=f"c{head}", outbox=[b"mail %d" % head])
        head += ENTRY
        acknowledged.send(head)


def race(url: str, match: str, rounds: int, start: Barrier, name: str, won: Connection) -> None:
    """In every round try to append at the same position as the other process."""
    store = connect(url)
    for number in range(rounds):
        head = 1 + number * ENTRY
        start.wait()
        try:
            store.append(match, rows(head + 1, head + ENTRY, name), expected=head)
            won.send(True)
        except PositionConflict:
            won.send(False)
        start.wait()
    store.close()


def append_one(url: str, match: str) -> None:
    """Append an entry of one row after the head."""
    store = connect(url)
    head = store.head(match)
    store.append(match, rows(head + 1, head + 1), expected=head)
    store.close()


def refused_as_nobody(url: str, match: str, answer: Connection) -> None:
    """Try to append without root's privilege to write everywhere."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    store = connect(url)
    head = store.head(match)
    try:
        store.append(match, rows(head + 1, head + 1), expected=head)
        answer.send("recorded")
    except WriteFailed as error:
        answer.send(error.reason)
    store.close()


def answer_commands(url: str, number: int) -> None:
    """Open a match and give commands; print "answered" on a line after each answer."""
    matches = open_store(url)
    match = matches.new_match("undaunted", "la-raye")
    for n in range(number):
        print("answered", flush=True)
        matches.command(match, "host", f"claim us {('human', 'bot')[n % 2]}")
    print("answered", flush=True)
    matches.store.close()


if __name__ == "__main__":
    answer_commands(sys.argv[1], int(sys.argv[2]))
