"""What becomes of a message: from its bytes and what we sent, by one pure function.

Nothing is guessed. An order runs when it was written by the holder of the seat, as an answer to
the very question we asked, in time, and when every line that looks like an order is one. What is
doubtful waits and is asked about; what is not from the seat's address never runs.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal, Protocol

import msgspec

from wardiary.adapters.mail.answers import written_lines
from wardiary.adapters.mail.message import (
    Bounce,
    Head,
    Message,
    UnreadableMail,
    read_head,
    read_message,
    refuse_large,
)
from wardiary.adapters.mail.orders import OrderLines, read_orders
from wardiary.adapters.sentences import one_line

Kind = Literal["EXECUTE", "HOLD", "REJECT", "IGNORE", "DUPLICATE", "LATE", "BOUNCE"]
Reader = Literal["sender", "seat", "nobody"]


class Answered(msgspec.Struct, frozen=True):
    """A notice was answered: when, by which orders, and with what we said to it."""

    at: datetime
    orders: tuple[str, ...]
    answer: str


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A mail that we sent: what a seat was asked, and from where to where an answer may go.

    `reply_address` is secret and stands for this seat and this question alone; `holder` is the
    address of who holds the seat; `title` is how the subject names match, seat and turn. It shows
    the table at `position`, and asks the question of number `window`.
    """

    message_id: str
    reply_address: str
    match: str
    seat: str
    title: str
    holder: str
    text: str
    position: int = 0
    window: int = 0
    deadline: datetime | None = None
    answered: Answered | None = None
    written: datetime | None = None


class SentMail(Protocol):
    """The mails that we sent, and the messages that we have answered."""

    def to_address(self, address: str) -> Notice | None:
        """The notice that is answered at this reply address."""

    def with_id(self, message_id: str) -> Notice | None:
        """The notice that was sent as this Message-ID."""

    def titled(self, subject: str) -> Notice | None:
        """The latest notice whose title stands in this subject."""

    def first_answer(self, sender: str, message_id: str) -> str | None:
        """What we said to this very message of a sender before, if it came before.

        Another sender may have read the message's id; what was said to it is not his to know.
        """


WhyNoOrder = Callable[[Notice, str], str | None]
"""What a line is as an answer to a notice: "" for an order, why it is none for what begins like
one, None for any other line. Case does not matter.
"""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a message, and the sentence that says why.

    `orders` run in sequence where the kind is EXECUTE; otherwise they are what would have run.
    `tell` is who gets an answer: the sender, the seat at its own address, or nobody. `sender` is
    named only where it is the address of a seat.
    """

    kind: Kind
    why: str
    tell: Reader
    message_id: str = ""
    sender: str = ""
    notice: Notice | None = None
    orders: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    received: datetime | None = None
    bounce: Bounce | None = None


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How a club takes messages.

    `server` is the name by which its mail server signs what it found about a sender. With
    `must_be_authentic`, an order needs its finding that the message comes from the sender's
    domain; without, the seat's address and the secret reply address have to do.
    """

    server: str
    must_be_authentic: bool = True
    grace: timedelta = timedelta(0)


NO_ANSWER = "This message answers nothing that we sent."


def named_in(message: Head | Message, sent: SentMail) -> dict[str, Notice]:
    """The notices that a message names, by what names them."""
    named = {
        "the address it was sent to": _first_of(sent.to_address, message.recipients),
        "the mail it answers": _first_of(sent.with_id, message.thread),
        "its subject": sent.titled(message.subject),
    }
    return {by: notice for by, notice in named.items() if notice is not None}


def judge(
    raw: bytes,
    sent: SentMail,
    why_no_order: WhyNoOrder,
    rules: Rules,
    received: datetime | None = None,
) -> Verdict:
    """What becomes of this message; `received` is when it came, else what our server wrote.

    A message that answers nothing of ours is not taken apart: anybody may send us one.
    """
    try:
        refuse_large(raw)
        head = read_head(raw, rules.server)
        if head.is_readable and not (head.is_report or named_in(head, sent)):
            return Verdict(kind="IGNORE", why=NO_ANSWER, tell="nobody", received=received)
        message = read_message(raw, rules.server)
    except UnreadableMail as error:
        return Verdict(kind="REJECT", why=str(error), tell="nobody", received=received)
    return _Case(message, sent, why_no_order, rules, received or message.received).verdict()


class _Case:
    """One message on its way to a verdict."""

    def __init__(
        self,
        message: Message,
        sent: SentMail,
        why_no_order: WhyNoOrder,
        rules: Rules,
        received: datetime | None,
    ) -> None:
        self.message, self.sent, self.rules, self.received = message, sent, rules, received
        self.named = named_in(message, sent)
        notices = {notice.reply_address: notice for notice in self.named.values()}
        self.notices = tuple(notices.values())
        self.orders = self._read_orders(why_no_order)

    def _read_orders(self, why_no_order: WhyNoOrder) -> OrderLines:
        """From the plain text, or from the HTML where the plain text holds no order."""

        def is_order(line: str) -> str | None:
            return why_no_order(self.notices[0], line) if self.notices else None

        notice = "\n".join(notice.text for notice in self.notices)
        orders = OrderLines()
        for lines in (self.message.plain, self.message.html):
            written = written_lines(lines, notice, lambda line: is_order(line) == "")
            orders = read_orders(written, is_order)
            if orders.orders or orders.unclear:
                break
        return orders

    def verdict(self) -> Verdict:
        if self.message.bounce:
            return self._give("BOUNCE", "A mail of ours did not arrive.", "nobody")
        if self.message.automatic:
            why = f"A machine wrote this message ({self.message.automatic})."
            return self._give("IGNORE", why, "nobody")
        return self._of_who_wrote_it() or self._again() or self._of_question() or self._of_orders()

    def _again(self) -> Verdict | None:
        """The very same message once more: what was said to it before."""
        first = self.sent.first_answer(self.message.sender, self.message.message_id)
        return None if first is None else self._give("DUPLICATE", first, "sender")

    def _of_who_wrote_it(self) -> Verdict | None:
        """Only the holder's own address may order, and only where it is not forged."""
        holders = {notice.holder.lower() for notice in self.notices}
        if not self.notices:
            return self._give("IGNORE", NO_ANSWER, "nobody")
        if self.message.sender not in holders:
            if not self.orders.orders:
                why = "This message is not from the seat's address and orders nothing."
                return self._give("IGNORE", why, "nobody")
            why = (
                "Orders for you came from an address that is not yours. Nothing was done. "
                "If they are yours, send them from your own address; if not, ignore this."
            )
            return self._give("HOLD", why, "seat")
        trust = self.message.trust
        if trust == "fail" or (trust == "unknown" and self.rules.must_be_authentic):
            why = (
                "A message bears your address but does not come from where your mails come from. "
                "Nothing was done."
            )
            return self._give("REJECT", why, "seat")
        return None

    def _of_question(self) -> Verdict | None:
        """The reply address, or the mail that is answered; both name one question, or none runs."""
        if len(self.notices) > 1:
            names = ", ".join(f"{by} names {notice.title}" for by, notice in self.named.items())
            why = f"This message could be for more than one match: {names}. Nothing was done."
            return self._give("HOLD", why, "sender")
        if set(self.named) == {"its subject"}:
            why = (
                "This message has neither the reply address nor the thread of a mail of ours, so "
                "nothing was done. Answer the mail itself, please."
            )
            return self._give("HOLD", why, "sender")
        return None

    def _of_orders(self) -> Verdict:
        orders, notice = self.orders, self.notices[0]
        if orders.unclear:
            first = "; ".join(one_line(line) for line in orders.unclear)
            why = f"Nothing was done, because this could not be understood: {first}."
            return self._give("HOLD", why, "sender")
        if not orders.orders:
            return self._give("HOLD", _no_order(orders), "sender")
        if notice.answered:
            return self._of_answered(notice.answered)
        return self._late() or self._give("EXECUTE", _remark(orders), "sender")

    def _of_answered(self, answered: Answered) -> Verdict:
        at = _shown(answered.at)
        if _same(self.orders.orders, answered.orders):
            return self._give("DUPLICATE", f"Already done {at}. {answered.answer}", "sender")
        why = f"This question was answered {at} by other orders. Nothing was done."
        return self._give("HOLD", why, "sender")

    def _late(self) -> Verdict | None:
        deadline = self.notices[0].deadline
        if deadline is None:
            return None
        if self.received is None:
            why = "It is not known when this message came, and the question has a deadline."
            return self._give("HOLD", why, "sender")
        if self.received <= deadline + self.rules.grace:
            return None
        why = (
            f"The deadline was {_shown(deadline)}; this message came {_shown(self.received)} "
            "by our clock. Nothing was done."
        )
        return self._give("LATE", why, "sender")

    def _give(self, kind: Kind, why: str, tell: Reader) -> Verdict:
        return Verdict(
            kind=kind,
            why=why,
            tell=tell,
            message_id=self.message.message_id,
            sender=self.message.sender if tell == "sender" else "",
            notice=self.notices[0] if len(self.notices) == 1 else None,
            orders=self.orders.orders,
            unclear=self.orders.unclear,
            received=self.received,
            bounce=self.message.bounce,
        )


def _first_of(find: Callable[[str], Notice | None], names: tuple[str, ...]) -> Notice | None:
    return next((notice for name in names if (notice := find(name)) is not None), None)


def _same(orders: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return [order.casefold() for order in orders] == [order.casefold() for order in others]


def _no_order(orders: OrderLines) -> str:
    """What to say to an answer that orders nothing, to a wish to take back among them."""
    unseen = f" {_remark(orders)}" if orders.hidden else ""
    return (
        "No order was found in the text of this message, so nothing was done and what was ordered "
        f"before stands.{unseen} An order stands on a line of its own, as in the list of the mail "
        "that you answer. A mail program cannot recall an order: to undo one, write ask-rewind and "
        "the position to go back to."
    )


def _remark(orders: OrderLines) -> str:
    """A word on text that is in the message but that its sender does not see."""
    if not orders.hidden:
        return ""
    lines = "; ".join(f'"{one_line(line)}"' for line in orders.hidden)
    return f"Text that cannot be seen in your message was left out: {lines}."


def _shown(at: datetime) -> str:
    return f"{at:%a %-d %b %Y %H:%M} UTC"
