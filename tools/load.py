"""Load: many live matches, so many commands a second from another process, and how long each took.

    .venv/bin/python -m wardiary.tools.load --matches 1000 --rate 50 --seconds 60 --feeds 500

It opens the matches in a store of its own, serves them as `wardiary serve` does, and plays them by
their offers over HTTP. It prints figures and judges nothing; a store URL may be given to compare.
With `--rate 0` each caller sends its next command as soon as the last one is answered, and stops
after the given seconds: that is how much one service carries.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

CALLERS = 8
READY_SECONDS = 60
app = App(name="load", help_format="plaintext")


class Seat:
    """A seat that is played: its match, its name and its key."""

    def __init__(self, match: str, seat: str, key: str) -> None:
        self.path = f"/api/v1/matches/{match}"
        self.headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.seat, self.sent = seat, 0


class Figures:
    """What came of the commands, and how long each took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.requests = 0
        self.late = 0.0

    def text(self, wall: float) -> str:
        """The figures in a few lines."""
        ordered = sorted(self.seconds) or [0.0]
        at = [
            (p, ordered[min(len(ordered) - 1, int(len(ordered) * p / 100))]) for p in (50, 95, 99)
        ]
        times = ", ".join(f"p{p} {1000 * value:.1f} ms" for p, value in at)
        number = len(self.seconds)
        return (
            f"{number} commands in {wall:.1f} s ({number / wall:.1f} a second), "
            f"{self.requests} requests\n"
            f"{times}, longest {1000 * ordered[-1]:.1f} ms; "
            f"sent late by at most {self.late:.2f} s\n"
            f"answers: {dict(sorted(self.statuses.items()))}"
        )


def opened(store: str, game: str, number: int) -> list[list[Seat]]:
    """Open matches with a person at every seat; gives the seats of each."""
    from wardiary.adapters.bootstrap import open_store
    from wardiary.adapters.web.auth.keys import MatchSettings
    from wardiary.adapters.web.service import Service
    from wardiary.domain.games import registry

    matches = open_store(store)
    service = Service(matches)
    scenario = service.scenarios(registry.game(game))[0]
    seats = []
    for _ in range(number):
        held = dict.fromkeys(scenario.seats[0], "me")
        match = service.open(game, scenario.id, {}, held, MatchSettings(public=True))
        seats.append(
            [Seat(match, seat, service.keyring.issue(match, "seat", seat)) for seat in held]
        )
    matches.store.close()
    return seats


@contextmanager
def serving(store: str, redis: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """`wardiary serve` in a process of its own; gives it and its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    words = [sys.executable, "-m", "wardiary.tools.cli", "serve", "--store", store]
    words += ["--port", str(port), "--rate", "0", *(["--redis", redis] if redis else [])]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline and not _is_ready(port):
            time.sleep(0.1)
        yield server, port
    finally:
        server.terminate()
        server.wait()


def processor_seconds(pid: int) -> float:
    """How long a process was on a processor; it differs less than clocks do on a busy machine."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _is_ready(port: int) -> bool:
    try:
        return _asked(http.client.HTTPConnection("127.0.0.1", port), "GET", "/readyz", {})[0] == 200
    except OSError:
        return False


def _asked(
    line: http.client.HTTPConnection,
    method: str,
    path: str,
    headers: dict[str, str],
    body: Any = None,
) -> tuple[int, Any]:
    line.request(method, path, None if body is None else json.dumps(body), headers)
    answer = line.getresponse()
    content = answer.read()
    return answer.status, json.loads(content) if content else None


def words_for(prompt: dict[str, Any], rng: random.Random) -> str:
    """A command that takes up one of the offers."""
    offer = rng.choice(prompt["offers"])
    text: str = offer["text"]
    for slot in offer["slots"]:
        number = max(slot["least"], 1) if not slot["many"] else slot["least"]
        chosen = rng.sample(slot["candidates"], min(number, len(slot["candidates"])))
        text = text.replace(f"{{{slot['name']}}}", ",".join(map(str, chosen)) or "-")
    return text


def steadily(
    begin: float, rate: float, seconds: float, caller: int, callers: int
) -> Iterator[float]:
    """When one caller's commands are due: its share of so many a second, from a moment on."""
    for number in range(caller, int(rate * seconds), callers):
        yield begin + number / rate


def one_after_another(begin: float, seconds: float) -> Iterator[float]:
    """A command is due when the last one is answered, until the seconds are over."""
    now = begin
    while now < begin + seconds:
        yield now
        now = time.monotonic()


class Caller(threading.Thread):
    """Sends its share of the commands, each when it is due."""

    def __init__(self, port: int, seats: list[list[Seat]], due: Iterator[float], seed: int) -> None:
        super().__init__(daemon=True)
        self.line = http.client.HTTPConnection("127.0.0.1", port)
        self.seats, self.due, self.rng = seats, due, random.Random(seed)  # noqa: S311
        self.figures = Figures()

    def run(self) -> None:
        """Play until no more commands are due."""
        for due in self.due:
            wait = due - time.monotonic()
            if wait > 0:
                time.sleep(wait)
            self.figures.late = max(self.figures.late, -wait)
            self._play(self.rng.choice(self.seats))

    def _play(self, seats: list[Seat]) -> None:
        """One command for the first seat of a match that is asked."""
        for seat in seats:
            _, asked = _asked(self.line, "GET", f"{seat.path}/prompts", seat.headers)
            self.figures.requests += 1
            if asked["prompts"]:
                self._give(seat, words_for(asked["prompts"][0], self.rng))
                return

    def _give(self, seat: Seat, words: str) -> None:
        seat.sent += 1
        body = {"command": words, "id": f"{seat.seat}-{seat.sent}"}
        began = time.monotonic()
        status, _ = _asked(self.line, "POST", f"{seat.path}/commands", seat.headers, body)
        self.figures.seconds.append(time.monotonic() - began)
        self.figures.statuses[status] += 1
        self.figures.requests += 1


class Feeds(threading.Thread):
    """Keeps live feeds open, each with a key of its own, and counts the entries that come."""

    def __init__(self, port: int, seats: list[list[Seat]], number: int) -> None:
        super().__init__(daemon=True)
        self.entries, self.refused = 0, 0
        self._ends = threading.Event()
        self._open = selectors.DefaultSelector()
        for one in range(number):
            match = seats[one % len(seats)]
            self._follow(port, match[one // len(seats) % len(match)])

    def _follow(self, port: int, seat: Seat) -> None:
        line = socket.create_connection(("127.0.0.1", port))
        head = f"GET {seat.path}/feed?lean=true HTTP/1.1\r\nHost: load\r\n"
        line.sendall(f"{head}Authorization: {seat.headers['Authorization']}\r\n\r\n".encode())
        answer = line.recv(4096)
        self.refused += b" 200 " not in answer
        self._open.register(line, selectors.EVENT_READ)

    def run(self) -> None:
        """Read until it is stopped."""
        while not self._ends.is_set():
            for key, _ in self._open.select(0.2):
                line = key.fileobj
                assert isinstance(line, socket.socket)
                part = line.recv(1 << 16)
                self.entries += part.count(b"event: entry")
                if not part:
                    self._open.unregister(line)

    def end(self) -> None:
        """Close the feeds."""
        self._ends.set()
        self.join()
        for key in list(self._open.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()


@app.default
def load(
    *,
    matches: Annotated[int, Parameter(help="Live matches.")] = 1000,
    rate: Annotated[
        float, Parameter(help="Commands a second; 0: as fast as they are answered.")
    ] = 50,
    callers: Annotated[
        int, Parameter(help="Callers, each with a connection of its own.")
    ] = CALLERS,
    seconds: Annotated[float, Parameter(help="For how long.")] = 60.0,
    game: Annotated[str, Parameter(help="The game played; the first one unless given.")] = "",
    store: Annotated[str, Parameter(help="A store URL; a new SQLite file unless given.")] = "",
    redis: Annotated[str, Parameter(help="A Redis URL for the feeds, if wanted.")] = "",
    feeds: Annotated[int, Parameter(help="Feeds open meanwhile, each of another seat.")] = 0,
) -> None:
    """Play many matches and print how long the commands took."""
    from wardiary.domain.games import registry

    with tempfile.TemporaryDirectory() as folder:
        url = store or str(Path(folder) / "load.db")
        began = time.monotonic()
        seats = opened(url, game or registry.names()[0], matches)
        print(f"{matches} matches opened in {time.monotonic() - began:.1f} s", flush=True)
        with serving(url, redis) as (server, port):
            following = Feeds(port, seats, feeds)
            following.start()
            before = processor_seconds(server.pid)
            figures, wall = _played(port, seats, rate, seconds, callers)
            used = processor_seconds(server.pid) - before
            print(figures.text(wall), flush=True)
            following.end()
            counts = f"{following.entries} entries came, {following.refused} were refused"
            each = 1000 * used / max(len(figures.seconds), 1)
            print(f"{feeds} feeds: {counts}")
            print(
                f"the service used {used:.1f} s of processor, {each:.2f} ms a command", flush=True
            )


def _played(
    port: int, seats: list[list[Seat]], rate: float, seconds: float, number: int
) -> tuple[Figures, float]:
    """Let so many callers play, each its own matches; the figures of all, and how long it took."""
    begin = time.monotonic() + 1
    threads = [
        Caller(
            port,
            seats[caller::number],
            steadily(begin, rate, seconds, caller, number)
            if rate
            else one_after_another(begin, seconds),
            caller,
        )
        for caller in range(min(number, len(seats)))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return _together(threads), time.monotonic() - begin


def _together(callers: list[Caller]) -> Figures:
    figures = Figures()
    for caller in callers:
        figures.seconds += caller.figures.seconds
        figures.statuses += caller.figures.statuses
        figures.requests += caller.figures.requests
        figures.late = max(figures.late, caller.figures.late)
    return figures


if __name__ == "__main__":
    app()
