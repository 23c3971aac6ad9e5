"""Mails on their way out, those that were taken, and those that did not arrive.

A mail goes into the outbox once under its Message-ID, as the bytes that are sent however often it
is tried; that the relay has taken it is noted before it leaves the outbox.
"""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr

import msgspec
from msgspec.structs import replace

from wardiary.adapters.mail.sent import FAILED
from wardiary.adapters.matches.following import EntryNote
from wardiary.adapters.store import DiaryStore
from wardiary.adapters.store.diary_store import PUT_IN
from wardiary.domain.table.pieces import Seat

SENT = "mail-sent"
MOST_FAILURES = 3
"""After so many permanent failures in a row a seat's address is written to no more."""

GIVEN_UP = "4.4.7"
"""The status of a mail that the relay never came to take: no fault of its address."""


class Letter(msgspec.Struct, frozen=True, tag="mail", forbid_unknown_fields=True):
    """A mail as it is sent, to one address; `match` and `seat` are empty where it is of none."""

    message_id: str
    to: str
    raw: bytes
    match: str = ""
    seat: Seat = ""


class NoticeDue(msgspec.Struct, frozen=True, tag="notice", forbid_unknown_fields=True):
    """Write to a seat when its time has come: for seats that want one mail a day."""

    match: str
    seat: Seat


class ReminderDue(msgspec.Struct, frozen=True, tag="reminder", forbid_unknown_fields=True):
    """Remind a seat of a deadline (ms), so long before it, if that is still its deadline."""

    match: str
    seat: Seat
    deadline: int
    before: int


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A parcel of the outbox: tell a seat over one of its channels that a notice has been sent."""

    match: str
    seat: Seat
    channel: str
    title: str


Parcel = EntryNote | Letter | NoticeDue | ReminderDue | Ping
DECODER = msgspec.json.Decoder(Parcel)


class Failure(msgspec.Struct, frozen=True):
    """A mail to a seat did not arrive: when, its status (RFC 3463), and how many in a row."""

    at: datetime
    status: str
    why: str
    in_a_row: int = 1
    message_id: str = ""

    @property
    def is_permanent(self) -> bool:
        """Whether the address is at fault, and not something that passes (RFC 3463)."""
        return self.status.startswith("5")

    @property
    def is_final(self) -> bool:
        """Whether the address is written to no more, until its holder writes or it is set again."""
        return self.in_a_row >= MOST_FAILURES


class Outgoing:
    """The mails of one store on their way out."""

    def __init__(self, store: DiaryStore) -> None:
        self.store = store

    def post(self, message: EmailMessage, match: str = "", seat: Seat = "") -> bool:
        """Have a mail sent; False, and nothing is changed, where that was said before."""
        message_id = str(message["Message-ID"])
        to = parseaddr(str(message["To"]))[1]
        letter = Letter(message_id, to, message.as_bytes(), match, seat)
        return self.store.add_to_outbox(msgspec.json.encode(letter), once=message_id)

    def was_posted(self, message_id: str) -> bool:
        """Whether this mail was put into the outbox, or handed out by hand."""
        return self.store.get(PUT_IN, message_id) is not None

    def handed_out(self, message_id: str) -> None:
        """This mail was written to a file: it needs no sending."""
        self.store.put(PUT_IN, message_id, b"")

    def was_sent(self, message_id: str) -> bool:
        """Whether the relay has taken this mail."""
        return self.store.get(SENT, message_id) is not None

    def sent(self, message_id: str, at: datetime) -> None:
        """The relay has taken this mail: it is not sent again."""
        self.store.put(SENT, message_id, at.isoformat().encode())

    # Failures

    def failure(self, match: str, seat: Seat) -> Failure | None:
        """The last mail to a seat that did not arrive, if none has since."""
        stored = self.store.get(FAILED, f"{match}/{seat}")
        return msgspec.json.decode(stored, type=Failure) if stored else None

    def failed(self, match: str, seat: Seat, failure: Failure) -> Failure:
        """A mail to a seat did not arrive; the same report again counts once."""
        before = self.failure(match, seat)
        if before and before.message_id == failure.message_id and before.status == failure.status:
            return before
        number = (before.in_a_row if before else 0) + failure.is_permanent
        counted = replace(failure, in_a_row=number)
        self.store.put(FAILED, f"{match}/{seat}", msgspec.json.encode(counted))
        return counted

    def works(self, match: str, seat: Seat) -> None:
        """The holder of a seat has written, or its address was set: all is well again."""
        self.store.delete(FAILED, f"{match}/{seat}")
