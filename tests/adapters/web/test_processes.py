"""Two processes of the service over one Postgres and one Valkey, and each of the four killed."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.adapters.web.players import (
    WITHIN_SECONDS,
    Player,
    Watcher,
    new_match,
    seated,
    wait_until,
)
from tests.servers import PostgresServer, ValkeyServer, free_port, running

ROOT = Path(__file__).parents[3]
MATCHES, PLAYED = 4, 12


class Process:
    """One process of the service, at one address however often it is started."""

    def __init__(self, store: str, redis: str, folder: Path) -> None:
        self.port, self.log = free_port(), folder
        self.words = [sys.executable, str(Path(__file__).with_name("toy_service.py"))]
        self.words += [store, str(self.port), *([redis] if redis else [])]
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return once it is ready."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.words, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=log, stderr=log
            )
        wait_until(lambda: self.ready().get("ready"))

    def ready(self) -> dict[str, Any]:
        """What /readyz says; nothing when it does not answer."""
        with contextlib.suppress(httpx.HTTPError):
            results: dict[str, Any] = httpx.get(f"{self.base}/readyz", timeout=10).json()
            return results
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()[-3000:]
        return {}

    def runs(self) -> bool:
        """Whether the process lives."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(WITHIN_SECONDS)

    def stop(self) -> int:
        """Let it finish in good order; gives its exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(WITHIN_SECONDS)


class Fleet:
    """Two processes over the servers of one test."""

    def __init__(self, postgres: PostgresServer, valkey: ValkeyServer, folder: Path) -> None:
        self.postgres, self.valkey = postgres, valkey
        self.processes = [
            Process(postgres.url, valkey.url, folder / f"log-{number}") for number in (0, 1)
        ]

    def faults(self) -> list[str]:
        """What the processes logged beside the requests."""
        lines = [
            line for process in self.processes for line in process.log.read_text().splitlines()
        ]
        return [line for line in lines if '"event": "request"' not in line]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """The servers and both processes of this file."""
    with running(PostgresServer) as postgres, running(ValkeyServer) as valkey:
        fleet = Fleet(postgres, valkey, tmp_path_factory.mktemp("fleet"))
        try:
            for process in fleet.processes:
                process.start()
            yield fleet
        finally:
            for process in fleet.processes:
                process.kill()


@pytest.fixture
def fleet(started: Fleet) -> Fleet:
    """Everything running, whatever the test before has killed; feeds come from Valkey."""
    for process in started.processes:
        if not process.runs():
            process.start()
    wait_until(lambda: all(one.ready().get("feed") == "redis" for one in started.processes))
    return started


@contextlib.contextmanager
def clients(fleet: Fleet) -> Iterator[list[httpx.Client]]:
    """A client of each process."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(httpx.Client(base_url=process.base, timeout=20))
            for process in fleet.processes
        ]


class Insistent:
    """Plays one seat through either process, and sends a command again until it is answered."""

    def __init__(self, http: list[httpx.Client], match: str, key: str, first: int) -> None:
        self.http, self.match, self.key, self.turn = http, match, key, first
        self.acknowledged: list[tuple[int, int]] = []
        self.said: dict[int, str] = {}

    def player(self) -> Player:
        """The seat at the process whose turn it is."""
        self.turn += 1
        return Player(self.http[self.turn % len(self.http)], self.match, self.key)

    def play(self, number: int) -> bool:
        """Give one command for sure; False once nothing is asked any more."""
        deadline = time.monotonic() + WITHIN_SECONDS
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError, KeyError):
                player = self.player()
                prompts = player.prompts()
                if not prompts["waiting_for"]:
                    return False
                if (number in self.said or prompts["prompts"]) and self._give(player, number):
                    return True
            time.sleep(0.05)
        raise AssertionError("nobody answered")

    def _give(self, player: Player, number: int) -> bool:
        # What is sent again is the very command, also if it was recorded without an answer.
        words = self.said.get(number) or player.words()
        self.said[number] = words
        answer = player.command(words, f"{self.key[:8]}-{number}")
        if answer.status_code == 200:
            self.acknowledged.append((answer.json()["first"], answer.json()["last"]))
        assert answer.status_code in (200, 503), answer.text
        return answer.status_code == 200


def run_all(actions: list[Callable[[], None]]) -> None:
    """Do several things at once; fail if one of them fails."""
    failed: list[BaseException] = []

    def guarded(action: Callable[[], None]) -> None:
        try:
            action()
        except BaseException as error:  # noqa: BLE001 (Raised again where it is seen.)
            failed.append(error)

    threads = [threading.Thread(target=guarded, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [] == failed


def play_through(insistent: Insistent, between: Callable[[int], None]) -> None:
    """Play a seat until its match is over or enough was played."""
    for number in range(PLAYED):
        between(number)
        if not insistent.play(number):
            return


def check(http: httpx.Client, seats: list[Insistent], watchers: list[Watcher]) -> None:
    """Nothing acknowledged is lost, nothing is doubled or reordered, and every feed is complete."""
    path = f"/api/v1/matches/{seats[0].match}"
    audit = http.get(f"{path}/audit", headers=headers(seats[0])).json()
    timeline = http.get(f"{path}/timeline", headers=headers(seats[0])).json()
    ends = [entry[0] for entry in timeline["entries"]]
    assert "EXACT" == audit["verdict"]
    assert sorted(set(ends)) == ends
    assert timeline["head"] == ends[-1]
    given_values = [command_id for seat in seats for command_id in seat.acknowledged]
    assert len(given_values) == len(set(given_values))
    assert {last for _, last in given_values} <= set(ends)
    for watcher in watchers:
        wait_until(lambda watcher=watcher: watcher.ids[-1:] == ends[-1:])
        assert ends == watcher.ids


def headers(seat: Insistent) -> dict[str, str]:
    """The key of a seat."""
    return {"Authorization": f"Bearer {seat.key}"}


def play_all(
    fleet: Fleet,
    http: list[httpx.Client],
    strike: Callable[[], None] = lambda: None,
    repair: Callable[[], None] = lambda: None,
) -> None:
    """Several matches played at once through both processes, watched through both, then checked.

    `strike` comes between the first commands and the others, `repair` while those are being given.
    """
    matches = [
        seated(http[number % 2], public=True, settings={"target": 3}) for number in range(MATCHES)
    ]
    seats = [
        [Insistent(http, match, player.key, number) for number, player in enumerate(players)]
        for match, players in matches
    ]
    begun, struck = threading.Event(), threading.Event()

    def between(number: int) -> None:
        if number == 1:
            begun.set()
            assert struck.wait(WITHIN_SECONDS)

    def disturb() -> None:
        assert begun.wait(WITHIN_SECONDS)
        try:
            strike()
        finally:
            struck.set()
        repair()

    with contextlib.ExitStack() as stack:
        watchers = [
            [
                stack.enter_context(Watcher(process.base, match, key, after=0))
                for process, key in zip(fleet.processes, (players[0].key, ""), strict=True)
            ]
            for match, players in matches
        ]
        playing = [lambda seat=seat: play_through(seat, between) for both in seats for seat in both]
        run_all([*playing, disturb])
        for both, watching in zip(seats, watchers, strict=True):
            check(http[0], both, watching)


def test_commands_through_two_processes_at_once_are_stored_in_one_order(fleet: Fleet):
    with clients(fleet) as http:
        play_all(fleet, http)

        assert {"redis"} == {process.ready()["feed"] for process in fleet.processes}


def test_the_same_command_through_two_processes_at_once_is_one_command(fleet: Fleet):
    """CD-01."""
    with clients(fleet) as http:
        match, (red, _) = seated(http[0])
        words, answers = red.words(), []
        players = [Player(client, match, red.key) for client in http for _ in range(3)]

        run_all(
            [
                lambda player=player: answers.append(player.command(words, "k1"))
                for player in players
            ]
        )

    assert {200} == {answer.status_code for answer in answers}, fleet.faults()
    assert 1 == len({(one.json()["first"], one.json()["last"]) for one in answers})


def test_valkey_goes_and_comes_back(fleet: Fleet):
    def repair() -> None:
        wait_until(lambda: all(process.ready()["redis"] == "away" for process in fleet.processes))
        assert all(process.ready()["ready"] for process in fleet.processes)
        fleet.valkey.start()

    with clients(fleet) as http:
        play_all(fleet, http, fleet.valkey.kill, repair)

    wait_until(lambda: all(process.ready()["feed"] == "redis" for process in fleet.processes))


def test_postgres_goes_and_comes_back(fleet: Fleet):
    def repair() -> None:
        wait_until(lambda: not any(process.ready()["ready"] for process in fleet.processes))
        fleet.postgres.start()

    with clients(fleet) as http:
        play_all(fleet, http, fleet.postgres.kill, repair)


def test_a_process_is_killed_and_started_again(fleet: Fleet):
    with clients(fleet) as http:
        play_all(fleet, http, fleet.processes[1].kill, fleet.processes[1].start)


def test_a_bot_left_by_a_killed_process_is_played_on_by_the_other(fleet: Fleet):
    with clients(fleet) as http:
        opened = new_match(http[1], {"red": "bot", "blue": "bot"}, public=True)
        fleet.processes[1].kill()
        path = f"/api/v1/matches/{opened['match']}"

        wait_until(lambda: http[0].get(path).json()["open"])


def test_the_command_line_serves_and_stops_on_request(tmp_path: Path):
    """`wardiary serve` on a SQLite file, with nothing else."""
    process = Process("", "", tmp_path / "log")
    process.words = [sys.executable, "-m", "wardiary.tools.cli", "serve"]
    process.words += ["--store", str(tmp_path / "m.db"), "--port", str(process.port)]
    process.start()

    assert 200 == httpx.get(f"{process.base}/").status_code
    assert 0 == process.stop()


def test_a_process_told_to_stop_ends_in_good_order(fleet: Fleet):
    with clients(fleet) as http:
        match, (red, _) = seated(http[0])
        with Watcher(fleet.processes[0].base, match, red.key) as watcher:
            position = red.play().json()["position"]
            watcher.upto(position)

            assert 0 == fleet.processes[0].stop()
        again = Player(http[1], match, red.key)
        assert position == again.prompts()["position"]
