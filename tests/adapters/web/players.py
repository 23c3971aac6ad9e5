"""The service under test: the real application, in this process or served on a port."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

import httpx
import msgspec
from litestar import Litestar

from tests.servers import free_port
from tests.toy import SEATS, TOY, Bidding, set_up
from wardiary.adapters.web.serving import server_of
from wardiary.domain.games.registry import UnknownGame
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening

PAGE = {"X-Wardiary": "1"}
WITHIN_SECONDS = 30


class Marked(Bidding, frozen=True, tag="bidding"):
    """As in the toy game, but the cards in the hands bear words that only their owner may read."""

    def resume(self, draft: Draft) -> None:
        """Score, then write a new word on every card that was dealt."""
        super().resume(draft)
        mark_hands(draft)


def mark_hands(draft: Draft) -> None:
    """A card's word names the round it was dealt in, so that every deal has words of its own."""
    for seat in SEATS:
        for card in draft.table.zone(f"{seat}-hand"):
            draft.turn(card, canary(draft.table.round, card), rule="T1")


def canary(round_: int, card: str) -> str:
    """A word that occurs nowhere else."""
    return f"zzq-{round_}-{card.removeprefix('card-')}-qzz"


def set_up_marked(draft: Draft, opening: Opening) -> None:
    """Set up the toy, then write on the cards."""
    set_up(draft, opening)
    mark_hands(draft)


CANARY: Game = replace(TOY, name="canary", set_up=set_up_marked, steps=(Marked,))
GAMES = {"toy": TOY, "canary": CANARY}


def toy_game(name: str) -> Game:
    """One of the toy games; raises UnknownGame as the register does."""
    if name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}")
    return GAMES[name]


class Caller:
    """Somebody with a client and perhaps a key."""

    def __init__(self, client: Any, key: str = "", **headers: str) -> None:
        self.client, self.key = client, key
        self.headers = {**({"Authorization": f"Bearer {key}"} if key else {}), **headers}

    def get(self, path: str, **query: Any) -> httpx.Response:
        """Ask."""
        return self.client.get(path, params=query, headers=self.headers)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Do."""
        text = {} if body is None else body
        return self.client.post(path, json=text, headers={**self.headers, **headers})


class Player(Caller):
    """The holder of a seat, who plays by the offers alone."""

    def __init__(self, client: Any, match: str, key: str) -> None:
        super().__init__(client, key)
        self.match, self.sent = match, 0
        self.path = f"/api/v1/matches/{match}"

    def prompts(self) -> dict[str, Any]:
        """What is asked of this player now."""
        return self.get(f"{self.path}/prompts").json()

    def words(self) -> str:
        """A command that takes up the first offer with its first candidates."""
        offer = self.prompts()["prompts"][0]["offers"][0]
        text = offer["text"]
        for slot in offer["slots"]:
            chosen = ",".join(map(str, slot["candidates"][: max(1, slot["least"])]))
            text = text.replace(f"{{{slot['name']}}}", chosen)
        return text

    def command(self, words: Any, id_: str = "", **more: Any) -> httpx.Response:
        """Give a command; under an id of its own unless one is given."""
        self.sent += 1
        named = id_ or f"{self.key[:6]}-{self.sent}"
        return self.post(f"{self.path}/commands", {"command": words, "id": named, **more})

    def play(self) -> httpx.Response:
        """Take up the first offer."""
        return self.command(self.words())


def new_match(client: Any, seats: dict[str, str], game: str = "toy", **more: Any) -> dict[str, Any]:
    """Open a match as a program does."""
    body = {"game": game, "scenario": "plain", "seats": seats, **more}
    opened = client.post("/api/v1/matches", json=body)
    assert opened.status_code == 201, opened.text
    return opened.json()


def seated(client: Any, seats: Sequence[str] = SEATS, **more: Any) -> tuple[str, list[Player]]:
    """A match with a player for each seat, all invited."""
    opened = new_match(client, dict.fromkeys(seats, "open"), **more)
    match = opened["match"]
    return match, [
        Player(client, match, claim(client, opened["invitations"][seat])) for seat in seats
    ]


def claim(client: Any, token: str) -> str:
    """Change an invitation for a key."""
    claimed = client.post("/api/v1/invitations/claim", json={"token": token})
    assert claimed.status_code == 200, claimed.text
    return claimed.json()["key"]


@contextlib.contextmanager
def served(app: Litestar) -> Iterator[str]:
    """The application on a port of its own, in a thread of this process; gives its address."""
    port = free_port()
    server = server_of(app, "127.0.0.1", port, 5)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.handle_exit(15, None)
        thread.join(WITHIN_SECONDS)
        assert not thread.is_alive()


def wait_until(holds: Any, seconds: float = WITHIN_SECONDS) -> None:
    """Wait for something to hold; fail when it does not."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


class Watcher:
    """Reads a live feed in a thread of its own, going on after the last id when it breaks off."""

    def __init__(self, base: str, match: str, key: str = "", **query: Any) -> None:
        self.url = f"{base}/api/v1/matches/{match}/feed"
        self.key, self.query = key, query
        self.heard: queue.Queue[tuple[int, dict[str, Any]]] = queue.Queue()
        self.ids: list[int] = []
        self.raw: list[str] = []
        self.sources: list[str] = []
        self.opened, self.closed = threading.Event(), threading.Event()
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self.opened.wait(WITHIN_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving.set()

    def upto(self, position: int) -> list[dict[str, Any]]:
        """The entries heard until one ends at a position."""
        entries = []
        while not entries or entries[-1]["position"] < position:
            _, entry = self.heard.get(timeout=WITHIN_SECONDS)
            entries.append(entry)
        return entries

    def _run(self) -> None:
        while not (self._leaving.is_set() or self.closed.is_set()):
            with contextlib.suppress(httpx.TransportError):
                self._read()
            time.sleep(0.1)

    def _read(self) -> None:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        query = dict(self.query)
        if self.ids:
            headers["Last-Event-ID"] = str(self.ids[-1])
        timeout = httpx.Timeout(10, read=20)
        with httpx.stream("GET", self.url, params=query, headers=headers, timeout=timeout) as feed:
            if feed.status_code != 200:
                return
            self.opened.set()
            message: dict[str, str] = {}
            for line in feed.iter_lines():
                self.raw.append(line)
                if self._leaving.is_set():
                    return
                if line:
                    name, _, value = line.partition(": ")
                    message[name] = value
                    continue
                self._take(message)
                message = {}

    def _take(self, message: dict[str, str]) -> None:
        match message.get("event"):
            case "entry":
                entry = msgspec.json.decode(message["data"])
                self.ids.append(int(message["id"]))
                self.heard.put((int(message["id"]), entry))
            case "source":
                self.sources.append(msgspec.json.decode(message["data"])["source"])
            case "closed":
                self.closed.set()
