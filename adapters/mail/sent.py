"""The mails that were sent, the messages that were answered, and where the seats' mails go.

All of it is kept in drawers of the store, outside the diary, so that it can be erased.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

import msgspec

from wardiary.adapters.mail.verdict import Notice
from wardiary.adapters.matches.following import follow, unfollow
from wardiary.adapters.store.diary_store import DiaryStore
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat

ADDRESSES, NOTICES, REPLIES, LATEST, TITLES, ANSWERS = (
    "mail-addresses",
    "mail-notices",
    "mail-replies",
    "mail-latest",
    "mail-titles",
    "mail-answers",
)
BEGUN, WISHES, FAILED = "mail-orders-begun", "mail-wishes", "mail-failed"
"""The orders of a message that were begun; how a seat wants its mails; mails that did not arrive.
"""
_ADDRESS = re.compile(r"[^\s@<>,;:\"']+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
_TITLE = re.compile(r"\[([0-9a-f]{8} \S+ \d+)\]")


class Said(msgspec.Struct, frozen=True):
    """What was said to a message: its verdict, the text, how often it was said, and the time and
    orders of the answer that it gave to a notice, if it did.
    """

    kind: str
    text: str
    times: int = 1
    at: datetime | None = None
    orders: tuple[str, ...] = ()


class Begun(msgspec.Struct, frozen=True):
    """The orders of a message that were begun: when, the lines, the remark on them, and what the
    first of them was understood as, each noted before it ran.

    What a line means depends on the table; this does not change once an order has run.
    """

    at: datetime
    orders: tuple[str, ...]
    why: str = ""
    understood: tuple[str, ...] = ()


class MailRefused(WardiaryError):
    """A mail that cannot be written, or an address that is none."""


class SentMailBox:
    """What one store knows of its mails; an implementation of `verdict.SentMail`."""

    def __init__(self, store: DiaryStore) -> None:
        self.store = store

    # Addresses

    def set_address(self, match: str, seat: Seat, address: str) -> None:
        """Where the mails of a seat go; "" erases it. Raises MailRefused."""
        if not address:
            for drawer in (ADDRESSES, WISHES, FAILED):
                self.store.delete(drawer, f"{match}/{seat}")
            if not any(known == match for known, _, _ in self.addresses()):
                unfollow(self.store, match)
            return
        if len(address) > 254 or not _ADDRESS.fullmatch(address):
            raise MailRefused(f"{address!r} is no mail address, such as mira@example.net")
        self.store.put(ADDRESSES, f"{match}/{seat}", address.lower().encode())
        self.store.delete(FAILED, f"{match}/{seat}")
        follow(self.store, match)

    def address(self, match: str, seat: Seat) -> str:
        """Where the mails of a seat go; "" where that is not known."""
        return (self.store.get(ADDRESSES, f"{match}/{seat}") or b"").decode()

    def addresses(self) -> Iterator[tuple[str, Seat, str]]:
        """Every match and seat with an address."""
        for key, address in self.store.items(ADDRESSES):
            match, _, seat = key.partition("/")
            yield match, seat, address.decode()

    # Notices

    def keep(self, notice: Notice) -> None:
        """Keep a new notice, from now on the last one to its seat."""
        self.store.put(NOTICES, notice.message_id, msgspec.json.encode(notice))
        self.store.put(TITLES, notice.title, notice.message_id.encode())
        self.store.put(REPLIES, notice.reply_address.lower(), notice.message_id.encode())
        self.store.put(LATEST, f"{notice.match}/{notice.seat}", notice.message_id.encode())

    def keep_answered(self, notice: Notice) -> None:
        """Keep that a notice has its answer; it need not be the last one any more."""
        self.store.put(NOTICES, notice.message_id, msgspec.json.encode(notice))

    def latest(self, match: str, seat: Seat) -> Notice | None:
        """The last notice to a seat."""
        return self._named(self.store.get(LATEST, f"{match}/{seat}"))

    def with_id(self, message_id: str) -> Notice | None:
        """The notice that was sent as this Message-ID."""
        return self._named(message_id.encode())

    def to_address(self, address: str) -> Notice | None:
        """The notice that is answered at this reply address."""
        return self._named(self.store.get(REPLIES, address.lower()))

    def titled(self, subject: str) -> Notice | None:
        """The notice whose title is in a subject."""
        title = _TITLE.search(subject)
        return self._named(self.store.get(TITLES, title[1])) if title else None

    def _named(self, message_id: bytes | None) -> Notice | None:
        stored = self.store.get(NOTICES, message_id.decode()) if message_id else None
        notice = msgspec.json.decode(stored, type=Notice) if stored else None
        # What was sent to the player before opens nothing once somebody else has the seat.
        is_current = notice and self.address(notice.match, notice.seat) == notice.holder
        return notice if is_current else None

    # Answers

    def first_answer(self, sender: str, message_id: str) -> str | None:
        """What was said to this message of a sender when it first came."""
        said = self.said(sender, message_id)
        return None if said is None else said.text

    def said(self, sender: str, message_id: str) -> Said | None:
        """What was said to this message of a sender, if it came before."""
        stored = self.store.get(ANSWERS, f"{sender} {message_id}") if message_id else None
        return msgspec.json.decode(stored, type=Said) if stored else None

    def say(self, sender: str, message_id: str, said: Said) -> None:
        """Remember what is said to a message of a sender."""
        if message_id:
            self.store.put(ANSWERS, f"{sender} {message_id}", msgspec.json.encode(said))

    def begun(self, notice: Notice, message_id: str) -> Begun | None:
        """The orders of a message, if they were begun before."""
        stored = self.store.get(BEGUN, _begun_key(notice, message_id))
        return msgspec.json.decode(stored, type=Begun) if stored else None

    def begin(self, notice: Notice, message_id: str, begun: Begun) -> None:
        """Keep how far the orders of a message were begun."""
        self.store.put(BEGUN, _begun_key(notice, message_id), msgspec.json.encode(begun))


def _begun_key(notice: Notice, message_id: str) -> str:
    return f"{notice.match}/{notice.seat} {message_id}"
