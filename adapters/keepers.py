"""Co-keepers: asked for their shares of the dice, here or over HTTP; the book that one keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.client import HTTPException
from typing import Protocol
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec

from wardiary.adapters.store import DiaryStore, StoreError
from wardiary.domain.diary.keeping import keeper_commitment, lock_of, share_of
from wardiary.domain.table.errors import WardiaryError
from wardiary.projections.keeper_log import AskedLine

TIMEOUT_SECONDS = 10
LARGEST_ANSWER = 10_000_000
"""Bytes of an answer that are read; only a log is longer than a line."""
SEEDS, ANSWERS, FIRST = "kept-seeds", "kept-answers", "kept-first"
LOG, CLOSED, LOCKS = "kept-log", "kept-closed", "kept-locks"
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

    def commit(self, match: str, lock: str = "") -> str:
        """What it commits to for a match; only who has the token of the lock may ask it then."""
        ...

    def share(self, match: str, place: int, request: str, token: str = "") -> str:
        """Its share at a place of a match; raises KeeperRefused, KeeperAway."""
        ...

    def open(self, match: str, token: str = "") -> str:
        """Its seed; from then on it answers nothing more for the match."""
        ...


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

    def commit(self, match: str, lock: str = "") -> str:
        """Make a seed for a match, once, and give what it is committed to by."""
        self._store.add(SEEDS, match, self._entropy(32))
        if lock:
            self._store.add(LOCKS, match, lock.encode())
        self._note(match, "commit")
        return keeper_commitment(match, self.name, self._seed(match))

    def share(self, match: str, place: int, request: str, token: str = "") -> str:
        """The share at a place; the same request again gets the same one. Raises KeeperRefused.

        Other processes may keep the same book: what is answered at a place is decided once.
        """
        seed = self._seed(match)
        why = self._why_not_host(match, token) or self._why_refused(match, place, request)
        if not why and not self._store.add(ANSWERS, f"{match}/{place}", request.encode()):
            why = self._why_refused(match, place, request)
        self._note(match, "share", place, request, why)
        if why:
            raise KeeperRefused(f"the keeper {self.name} refuses: {why}")
        return share_of(seed, match, place, request)

    def open(self, match: str, token: str = "") -> str:
        """The seed in hex; nothing more is answered for the match, asking early gains nothing."""
        seed, why = self._seed(match), self._why_not_host(match, token)
        self._note(match, "open", why=why)
        if why:
            raise KeeperRefused(f"the keeper {self.name} refuses: {why}")
        self._store.put(CLOSED, match, b"1")
        return seed.hex()

    def log(self, match: str) -> list[AskedLine]:
        """Every request for a match, in order: also those that were refused."""
        lines = self._store.items(f"{LOG}/{match}")
        return [msgspec.json.decode(line, type=AskedLine) for _, line in lines]

    def _why_not_host(self, match: str, token: str) -> str:
        """Why somebody may not ask: the first who shows a token is the host of the match."""
        if token:
            self._store.add(LOCKS, match, lock_of(token).encode())
        lock = self._store.get(LOCKS, match)
        if lock is None or lock.decode() == lock_of(token):
            return ""
        return "only who hosts this match may ask it"

    def _why_refused(self, match: str, place: int, request: str) -> str:
        if self._store.get(CLOSED, match) is not None:
            return "its seed for this match is open"
        # A keeper that replaces a lost one begins at the place that the match has come to.
        self._store.add(FIRST, match, str(place).encode())
        following = int(self._store.get(FIRST, match) or place)
        while self._store.get(ANSWERS, f"{match}/{following}") is not None:
            following += 1
        answered = self._store.get(ANSWERS, f"{match}/{place}")
        if answered is not None:
            same = answered.decode() == request
            return "" if same else f"place {place} was answered for another order already"
        return "" if place == following else f"the next place is {following}, not {place}"

    def _seed(self, match: str) -> bytes:
        seed = self._store.get(SEEDS, match)
        if seed is None:
            raise KeeperRefused(f"the keeper {self.name} has committed to nothing for {match}")
        return seed

    def _note(
        self, match: str, what: str, place: int = 0, request: str = "", why: str = ""
    ) -> None:
        line = AskedLine(what, place, request, not why, why, self._clock())
        raw, number = msgspec.json.encode(line), len(self._store.items(f"{LOG}/{match}"))
        while not self._store.add(f"{LOG}/{match}", f"{number:08d}", raw):
            number += 1


class HttpKeeper:
    """A keeper at an address, as `wardiary keeper` serves one."""

    def __init__(self, name: str, url: str) -> None:
        """`url` is where it answers, such as http://club.example:8100."""
        self.name, self.url = name, url.rstrip("/")

    def commit(self, match: str, lock: str = "") -> str:
        """Ask for its commitment."""
        return self._ask("commit", {"match": match, "lock": lock})

    def share(self, match: str, place: int, request: str, token: str = "") -> str:
        """Ask for its share."""
        asked = {"match": match, "place": place, "request": request, "token": token}
        return self._ask("share", asked)

    def open(self, match: str, token: str = "") -> str:
        """Ask for its seed."""
        return self._ask("open", {"match": match, "token": token})

    def log(self, match: str) -> list[AskedLine]:
        """Ask for its log."""
        return msgspec.json.decode(self._ask("log", {"match": match}), type=list[AskedLine])

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
