"""Seats that keep a part of the dice themselves: what their pages are asked and have answered."""

from __future__ import annotations

import msgspec

from wardiary.adapters.keepers import KeeperAway, KeeperRefused
from wardiary.adapters.store import DiaryStore

ASKED, ANSWERED = "asked-of-seats", "answered-by-seats"
"""The collections of the last request to each seat's keeper, and of the answers by place."""


class Request(msgspec.Struct, frozen=True):
    """What a keeper is asked: its share at a place, for the request of an order."""

    keeper: str
    place: int
    request: str


class _Answer(msgspec.Struct, frozen=True):
    request: str
    share: str


class SeatKeeper:
    """The keeper of a seat. It is asked by way of the store, and answered by the seat's page."""

    def __init__(self, name: str, store: DiaryStore) -> None:
        """`name` is what it is called in the record."""
        self.name, self._store = name, store

    def commit(self, match: str, lock: str) -> str:
        """A seat commits itself, as it is claimed."""
        raise KeeperRefused(f"{self.name} is named by the claim of its seat")

    def share(self, match: str, place: int, request: str, token: str = "") -> str:
        """What the page has answered; raises KeeperAway until it has, and KeeperRefused.

        What it was asked first for a place stays asked: it may be answering just now.
        """
        kept = self._store.get(ANSWERED, self._key(match, place))
        answer = None if kept is None else msgspec.json.decode(kept, type=_Answer)
        asked = self._last_asked(match)
        if asked is None or asked.place != place:
            asked = Request(self.name, place, answer.request if answer else request)
            self._store.put(ASKED, f"{match}/{self.name}", msgspec.json.encode(asked))
        if (answer or asked).request != request:
            why = f"place {place} was asked for another order already"
            raise KeeperRefused(f"the keeper {self.name} refuses: {why}")
        if answer is None:
            raise KeeperAway(self.name, "its page has not answered yet")
        return answer.share

    def open(self, match: str, token: str = "") -> str:
        """The page tells the seed by itself when the match has ended."""
        raise KeeperAway(self.name, "its page tells the seed by itself")

    def asked(self, match: str) -> Request | None:
        """What the page is asked now, if anything."""
        asked = self._last_asked(match)
        if asked is None or self._store.get(ANSWERED, self._key(match, asked.place)) is not None:
            return None
        return asked

    def answer(self, match: str, place: int, request: str, share: str) -> bool:
        """Note what the page has answered; False where it was not asked for that."""
        asked = self.asked(match)
        if asked is None or (asked.place, asked.request) != (place, request):
            return False
        answer = msgspec.json.encode(_Answer(request, share))
        return self._store.add(ANSWERED, self._key(match, place), answer)

    def _last_asked(self, match: str) -> Request | None:
        kept = self._store.get(ASKED, f"{match}/{self.name}")
        return None if kept is None else msgspec.json.decode(kept, type=Request)

    def _key(self, match: str, place: int) -> str:
        return f"{match}/{self.name}/{place}"
