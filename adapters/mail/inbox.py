"""The inbox: every message that comes in, by whichever way, is seen to here, one by one."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from threading import Lock

import structlog

from wardiary.adapters.mail.answering import MailTaker, Taken
from wardiary.adapters.mail.message import LARGEST, Head, read_head
from wardiary.adapters.mail.metrics import MailMetrics
from wardiary.adapters.mail.outgoing import Failure, Outgoing
from wardiary.adapters.mail.reports import failure_report
from wardiary.adapters.mail.sent import SentMailBox
from wardiary.adapters.mail.settings import MailSettings, masked
from wardiary.adapters.mail.verdict import Notice, Verdict, named_in
from wardiary.adapters.matches import Matches

LOG = structlog.get_logger("wardiary.mail")
COUNTS = "mail-counts"
"""The drawer that counts by day, what, and whose; names of senders are hashed."""

TOO_MANY_STRANGERS = Taken(
    Verdict(
        kind="IGNORE",
        why="Too many messages to this seat came from other addresses today; none is read.",
        tell="nobody",
    )
)


class Inbox:
    """Takes messages and puts the answers into the outbox.

    When `receive` returns, all that a message brings about is on the disk. A message that is
    received again, as after a crash, brings about nothing new and gets the same answer.
    """

    def __init__(
        self,
        matches: Matches,
        settings: MailSettings,
        metrics: MailMetrics | None = None,
        *,
        posts: bool = True,
    ) -> None:
        """Without `posts` the caller sends the answers itself."""
        self.matches, self.settings, self.posts = matches, settings, posts
        self.metrics = metrics or MailMetrics()
        self.box, self.outgoing = SentMailBox(matches.store), Outgoing(matches.store)
        self.taker = MailTaker(matches, self.box, settings)
        self._one_at_a_time = Lock()
        self._day = ""

    def receive(self, raw: bytes, received: datetime | None = None) -> Taken:
        """See to a message; `received` is when it came, by our own clock or our server's."""
        with self._one_at_a_time:
            head = read_head(raw, self.settings.server)
            if len(raw) <= LARGEST and not self._is_within("messages", _counted_as(head)):
                taken = self._beyond_limit(head)
            elif not self._may_be_read(head):
                taken = TOO_MANY_STRANGERS
            else:
                taken = self.taker.take(raw, received)
            self._see_to(taken)
        verdict = taken.verdict
        self.metrics.messages.labels(verdict.kind).inc()
        title = verdict.notice.title if verdict.notice else ""
        LOG.info(
            "taken",
            verdict=verdict.kind,
            sender=masked(head.sender),
            done=taken.done,
            question=title,
        )
        return taken

    def _beyond_limit(self, head: Head) -> Taken:
        """A message beyond the limit of its sender. The holder of a seat is told once a day."""
        why = "There are too many messages of this sender today."
        silent = Taken(Verdict(kind="REJECT", why=why, tell="nobody"))
        if head.trust != "pass" or head.automatic or not self._is_holder(head.sender):
            return silent
        told = Verdict(
            kind="REJECT",
            why=(
                f"More than {self.settings.limits.messages_a_day} messages came from your address "
                "today, so this one was not read, and nothing was done. What you send from "
                "tomorrow on (UTC) is read again."
            ),
            tell="sender",
            sender=head.sender,
            message_id=f"<{self._today()}.limit@{self.settings.domain}>",
        )
        answer = self.taker.answer(told)
        if answer is None or self.outgoing.was_posted(str(answer["Message-ID"])):
            return silent
        return Taken(told, message=answer)

    def _may_be_read(self, head: Head) -> bool:
        """Whether to read a message to a seat from elsewhere than its address: of those, only
        some are read a day.
        """
        seats = {(each.match, each.seat): each for each in named_in(head, self.box).values()}
        if not seats or any(notice.holder.lower() == head.sender for notice in seats.values()):
            return True
        whose = " ".join(f"{match}/{seat}" for match, seat in sorted(seats))
        return self._is_within("strangers", whose)

    def _is_holder(self, address: str) -> bool:
        return any(known == address for _, _, known in self.box.addresses())

    def _see_to(self, taken: Taken) -> None:
        verdict, notice = taken.verdict, taken.verdict.notice
        if verdict.bounce is not None:
            self._bounced(verdict)
        if notice and verdict.tell == "sender":
            self.outgoing.works(notice.match, notice.seat)
        if taken.message is None or not self.posts:
            return
        if notice and verdict.tell == "seat":
            whose = f"{notice.match}/{notice.seat}"
            if not self._is_within("warnings", whose):
                return  # Strangers must not fill the mailbox of a seat.
        match, seat = (notice.match, notice.seat) if notice else ("", "")
        self.outgoing.post(taken.message, match, seat)

    def _bounced(self, verdict: Verdict) -> None:
        """Note that a notice did not arrive, and tell the director; never the diary."""
        bounce = verdict.bounce
        notice: Notice | None = self.box.with_id(bounce.message_id) if bounce else None
        if bounce is None or notice is None:
            return
        why = "the mail came back"
        failure = Failure(self._now(), bounce.status, why, message_id=notice.message_id)
        failure = self.outgoing.failed(notice.match, notice.seat, failure)
        LOG.warning("came back", match=notice.match, seat=notice.seat, status=bounce.status)
        report = failure_report(self.settings, notice.match, notice.seat, failure)
        if report is not None:
            self.outgoing.post(report)

    def _is_within(self, what: str, whose: str) -> bool:
        """Count something of today; False beyond its limit, said once a day in the log."""
        limit = getattr(self.settings.limits, f"{what}_a_day")
        name = sha256(whose.encode()).hexdigest()[:24]
        if (today := self._today()) != self._day:
            self.forget_counts()
            self._day = today
        key = f"{today} {what} {name}"
        count = int(self.matches.store.get(COUNTS, key) or b"0") + 1
        if count > limit:
            self.metrics.limited.labels(what).inc()
            return False
        self.matches.store.put(COUNTS, key, str(count).encode())
        return True

    def forget_counts(self) -> None:
        """Forget what was counted on other days."""
        today = self._today()
        for key, _ in self.matches.store.items(COUNTS):
            if not key.startswith(today):
                self.matches.store.delete(COUNTS, key)

    def _today(self) -> str:
        return f"{self._now():%Y-%m-%d}"

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.matches.clock() / 1000, UTC)


def _counted_as(head: Head) -> str:
    """Whose messages a message is counted with: what is forged costs its victim nothing."""
    return head.sender if head.trust == "pass" else f"{head.trust} {head.sender}"
