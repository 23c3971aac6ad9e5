"""Deadlines in mails: what a notice says of them, by whose clocks, and which orders are late."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from textwrap import wrap

from msgspec.structs import replace

from wardiary.adapters.mail.sent import SentMailBox
from wardiary.adapters.mail.verdict import Notice
from wardiary.adapters.matches import Matches
from wardiary.domain.match.timing import STRICT, brings
from wardiary.domain.table.pieces import Seat
from wardiary.projections.deadlines import LATE_BRINGS, deadline_text

WIDTH = 76


def deadline_lines(matches: Matches, match: str, seat: Seat, zone: str) -> Iterator[str]:
    """What a notice says of time: the deadline in the reader's zone, and what being late brings."""
    clocks = matches.history(match).clocks
    if clocks is None or clocks.over:
        return
    said = deadline_text(clocks, seat, matches.clock(), zone)
    late = f" If it passes: {LATE_BRINGS[clocks.agreement.late]}." if clocks.deadline(seat) else ""
    yield from ("", *wrap(f"Your clock: {said}.{late}", WIDTH))


def deadline_of(matches: Matches, match: str, seat: Seat) -> datetime | None:
    """When a seat has to answer as things stand; None where nothing runs for it."""
    clocks = matches.history(match).clocks
    due = clocks.deadline(seat) if clocks else None
    return None if due is None else datetime.fromtimestamp(due / 1000, UTC)


def order_deadline(matches: Matches, match: str, seat: Seat) -> datetime | None:
    """After what instant an order of a seat is too late; None where it may still come."""
    is_strict = brings(matches.history(match), seat) in STRICT
    return deadline_of(matches, match, seat) if is_strict else None


class OnTheClock:
    """The mails that were sent, each with the deadline that its question has now.

    A pause, a vacation or an opponent's grace may have moved it since the mail was written.
    """

    def __init__(self, matches: Matches, sent: SentMailBox) -> None:
        self.matches, self.sent = matches, sent

    def with_id(self, message_id: str) -> Notice | None:
        """The notice that was sent as this Message-ID."""
        return self._now(self.sent.with_id(message_id))

    def to_address(self, address: str) -> Notice | None:
        """The notice that is answered at this reply address."""
        return self._now(self.sent.to_address(address))

    def titled(self, subject: str) -> Notice | None:
        """The last notice to the seat whose title is in a subject."""
        return self._now(self.sent.titled(subject))

    def first_answer(self, sender: str, message_id: str) -> str | None:
        """What was said to this message of a sender when it first came."""
        return self.sent.first_answer(sender, message_id)

    def _now(self, notice: Notice | None) -> Notice | None:
        if notice is None or notice.answered is not None:
            return notice
        due = order_deadline(self.matches, notice.match, notice.seat)
        return replace(notice, deadline=due)
