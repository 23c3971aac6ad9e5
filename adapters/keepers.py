"""Co-keepers: asked for their shares of the dice, here or over HTTP; the book that one keeps."""

from __future__ import annotations

import json
from collections import Counter
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
LOG, CLOSED, LOCKS, TAKEN_ON = "kept-log", "kept-closed", "kept-locks", "kept-days"
"""The collections of a keeper's own store."""
COMMITS_A_DAY, DAY_MS = 1000, 86_400_000
"""How many matches a keeper takes on in a day; strangers cannot fill its store."""
ANSWERED, STRANGER = "answered", "only who hosts this match may ask it"
REFUSED = "refused"
MOST_NOTED = {REFUSED: 1000, STRANGER: 20}
"""How many refused requests of a match are noted: of its host, and of all others."""


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

    def commit(self, match: str, lock: str) -> str:
        """What it commits to for a match; only who has the token of the lock may ask it then.

        Raises KeeperRefused, KeeperAway.
        """
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
        self._log = _RequestLog(store)

    def commit(self, match: str, lock: str) -> str:
        """Make a seed for a match, once, and give what it is committed to by. Raises KeeperRefused.

        The first who asks with a lock is its host; nobody else asks for anything of the match.
        """
        now = self._clock()
        if self._store.get(LOCKS, match) is None:
            self._take_on(match, now)
            self._store.add(SEEDS, match, self._entropy(32))
            self._store.add(LOCKS, match, lock.encode())
        if self._store.get(LOCKS, match) != lock.encode():
            raise KeeperRefused(f"the keeper {self.name} refuses: another host has engaged it")
        self._log.note(match, AskedLine("commit", time=now))
        return keeper_commitment(match, self.name, self._seed(match))

    def share(self, match: str, place: int, request: str, token: str = "") -> str:
        """The share at a place; the same request again gets the same one. Raises KeeperRefused.

        Other processes may keep the same book: what is answered at a place is decided once.
        """
        seed = self._seed(match)
        why = self._why_not_host(match, token) or self._why_refused(match, place, request)
        if not why and not self._store.add(ANSWERS, f"{match}/{place}", request.encode()):
            why = self._why_refused(match, place, request)
        line = AskedLine("share", place, request, not why, why, self._clock())
        self._log.note(match, line)
        if why:
            raise KeeperRefused(f"the keeper {self.name} refuses: {why}")
        return share_of(seed, match, place, request)

    def open(self, match: str, token: str = "") -> str:
        """The seed in hex; nothing more is answered for the match, asking early gains nothing."""
        seed, why = self._seed(match), self._why_not_host(match, token)
        line = AskedLine("open", answered=not why, why=why, time=self._clock())
        self._log.note(match, line)
        if why:
            raise KeeperRefused(f"the keeper {self.name} refuses: {why}")
        self._store.put(CLOSED, match, b"1")
        return seed.hex()

    def log(self, match: str) -> list[AskedLine]:
        """Every request for a match, in order: also those that were refused."""
        return self._log.lines(match)

    def _take_on(self, match: str, now: int) -> None:
        today = f"{TAKEN_ON}/{now // DAY_MS}"
        if len(self._store.items(today)) >= COMMITS_A_DAY:
            why = f"it has taken on {COMMITS_A_DAY} matches today; ask again tomorrow"
            raise KeeperRefused(f"the keeper {self.name} refuses: {why}")
        self._store.add(today, match, b"1")

    def _why_not_host(self, match: str, token: str) -> str:
        """Why somebody may not ask: only who has the token of the lock is the host."""
        lock = self._store.get(LOCKS, match)
        if lock is not None and lock.decode() == lock_of(token):
            return ""
        return STRANGER

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


class _RequestLog:
    """What was asked, in order. Answers are all noted, refusals up to a number a match."""

    def __init__(self, store: DiaryStore) -> None:
        self._store = store
        self._counts: dict[str, Counter[str]] = {}

    def lines(self, match: str) -> list[AskedLine]:
        lines = self._store.items(f"{LOG}/{match}")
        return [msgspec.json.decode(line, type=AskedLine) for _, line in lines]

    def note(self, match: str, line: AskedLine) -> None:
        counts = self._counts.get(match)
        if counts is None:
            counts = self._counts[match] = Counter(map(_kind, self.lines(match)))
        kind = _kind(line)
        if counts[kind] >= MOST_NOTED.get(kind, counts[kind] + 1):
            return
        # Another process of the same book may have taken the next number.
        raw, number = msgspec.json.encode(line), counts.total()
        while not self._store.add(f"{LOG}/{match}", f"{number:08d}", raw):
            counts[ANSWERED] += 1
            number += 1
        counts[kind] += 1


def _kind(line: AskedLine) -> str:
    """What a line is counted as: answered, asked by a stranger, or refused to the host."""
    return ANSWERED if line.answered else STRANGER if line.why == STRANGER else REFUSED


class HttpKeeper:
    """A keeper at an address, as `wardiary keeper` serves one."""

    def __init__(self, name: str, url: str) -> None:
        """`url` is where it answers, such as http://club.example:8100."""
        self.name, self.url = name, url.rstrip("/")

    def commit(self, match: str, lock: str) -> str:
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
