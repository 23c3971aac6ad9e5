"""Co-keepers: asked for their shares of the dice, here or over HTTP; the book that one keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.client import HTTPException
from threading import Lock
from typing import Protocol
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec

from wardiary.adapters.store import DiaryStore, StoreError
from wardiary.domain.diary.keeping import keeper_commitment, share_of
from wardiary.domain.table.errors import WardiaryError

TIMEOUT_SECONDS = 10
LARGEST_ANSWER = 10_000_000
"""Bytes of an answer that are read; only a log is longer than a line."""
SEEDS, ANSWERS, LAST = "kept-seeds", "kept-answers", "kept-last"
LOG, CLOSED = "kept-log", "kept-closed"
"""The collections of a keeper's own store."""


class KeeperAway(StoreError):
    """A keeper does not answer now. Nothing is lost; the same can be asked again."""

    def __init__(self, name: str, why: str) -> None:
        """Say which, and why."""
        super().__init__(f"the keeper {name} does not answer ({why}); the order waits for it")
        self.name = name


class KeeperRefused(WardiaryError):
    """A keeper that answers each place of a match once was asked for another order there."""


class Keeper(Protocol):
    """Somebody with a seed of their own for each match."""

    @property
    def name(self) -> str:
        """The name that it has in the record."""
        ...

    def commit(self, match: str) -> str:
        """What it commits to for a match."""
        ...

    def share(self, match: str, place: int, request: str) -> str:
        """Its share at a place of a match; raises KeeperRefused, KeeperAway."""
        ...

    def open(self, match: str) -> str:
        """Its seed; from then on it answers nothing more for the match."""
        ...


class Asked(msgspec.Struct, frozen=True):
    """A request as a keeper has noted it: when (ms), and whether it was answered."""

    time: int
    what: str
    place: int
    request: str
    answered: bool
    why: str = ""


class KeeperBook:
    """A keeper over a store of its own: it answers each place of a match once, for one request."""

    def __init__(
        self,
        name: str,
        store: DiaryStore,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        """`name` is what it is called in the records."""
        self.name = name
        self._store, self._clock, self._entropy = store, clock, entropy
        self._lock = Lock()

    def commit(self, match: str) -> str:
        """Make a seed for a match, once, and give what it is committed to by."""
        with self._lock:
            seed = self._store.get(SEEDS, match)
            if seed is None:
                seed = self._entropy(32)
                self._store.put(SEEDS, match, seed)
            self._note(match, "commit", 0, "")
        return keeper_commitment(match, self.name, seed)

    def share(self, match: str, place: int, request: str) -> str:
        """The share at a place; the same request again gets the same one. Raises KeeperRefused."""
        with self._lock:
            seed = self._seed(match)
            why = self._why_refused(match, place, request)
            self._note(match, "share", place, request, why)
            if why:
                raise KeeperRefused(f"the keeper {self.name} refuses: {why}")
            if self._store.get(ANSWERS, f"{match}/{place}") is None:
                self._store.put(ANSWERS, f"{match}/{place}", request.encode())
                self._store.put(LAST, match, str(place).encode())
        return share_of(seed, match, place, request)

    def open(self, match: str) -> str:
        """The seed in hex; nothing more is answered for the match, asking early gains nothing."""
        with self._lock:
            seed = self._seed(match)
            self._store.put(CLOSED, match, b"1")
            self._note(match, "open", 0, "")
        return seed.hex()

    def log(self, match: str) -> list[Asked]:
        """Every request for a match, in order: also those that were refused."""
        lines = [value for key, value in self._store.items(LOG) if key.startswith(match)]
        return [msgspec.json.decode(line, type=Asked) for line in lines]

    def _why_refused(self, match: str, place: int, request: str) -> str:
        answered = self._store.get(ANSWERS, f"{match}/{place}")
        # A keeper that replaces a lost one begins at the place that the match has come to.
        last = int(self._store.get(LAST, match) or place - 1)
        if self._store.get(CLOSED, match) is not None:
            return "its seed for this match is open"
        if answered is not None and answered.decode() != request:
            return f"place {place} was answered for another order already"
        if answered is None and place != last + 1:
            return f"the next place is {last + 1}, not {place}"
        return ""

    def _seed(self, match: str) -> bytes:
        seed = self._store.get(SEEDS, match)
        if seed is None:
            raise KeeperRefused(f"the keeper {self.name} has committed to nothing for {match}")
        return seed

    def _note(self, match: str, what: str, place: int, request: str, why: str = "") -> None:
        number = len(self.log(match))
        line = Asked(self._clock(), what, place, request, not why, why)
        self._store.put(LOG, f"{match}/{number:08d}", msgspec.json.encode(line))


class HttpKeeper:
    """A keeper at an address, as `wardiary keeper` serves one."""

    def __init__(self, name: str, url: str) -> None:
        """`url` is where it answers, such as http://club.example:8100."""
        self.name, self.url = name, url.rstrip("/")

    def commit(self, match: str) -> str:
        """Ask for its commitment."""
        return self._ask("commit", {"match": match})

    def share(self, match: str, place: int, request: str) -> str:
        """Ask for its share."""
        return self._ask("share", {"match": match, "place": place, "request": request})

    def open(self, match: str) -> str:
        """Ask for its seed."""
        return self._ask("open", {"match": match})

    def log(self, match: str) -> list[Asked]:
        """Ask for its log."""
        return msgspec.json.decode(self._ask("log", {"match": match}), type=list[Asked])

    def _ask(self, what: str, body: dict[str, object]) -> str:
        request = Request(  # noqa: S310  # Only http and https are let in where it is named.
            f"{self.url}/{what}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
                return str(answer.read(LARGEST_ANSWER).decode())
        except HTTPError as error:
            text = error.read(LARGEST_ANSWER).decode(errors="replace")
            if error.code == 409:
                raise KeeperRefused(text) from None
            raise KeeperAway(self.name, f"it says {error.code}") from None
        except (URLError, HTTPException, OSError, ValueError) as error:
            raise KeeperAway(self.name, str(getattr(error, "reason", error))) from None
