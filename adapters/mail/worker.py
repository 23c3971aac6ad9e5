"""The mail worker: writes the notices that entries ask for, and sends what waits in the outbox.

Any number of workers may run. Each leases parcels for a while; what it could not finish, another
takes over when the lease has run out. Writing a notice again gives the same notice, which goes into
the outbox once; so a worker may be killed at any moment.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Event
from time import monotonic
from zoneinfo import ZoneInfo

import msgspec
import structlog

from wardiary.adapters.mail.channels import send_ping
from wardiary.adapters.mail.freshness import still_stands
from wardiary.adapters.mail.metrics import MailMetrics
from wardiary.adapters.mail.notices import NoticeWriter
from wardiary.adapters.mail.outgoing import (
    DECODER,
    GIVEN_UP,
    Failure,
    Letter,
    NoticeDue,
    Outgoing,
    Ping,
    ReminderDue,
)
from wardiary.adapters.mail.preferences import Preferences, Wishes
from wardiary.adapters.mail.reports import failure_report
from wardiary.adapters.mail.sending import NotSent, Refused, RelayAway, Sender
from wardiary.adapters.mail.sent import MailRefused, SentMailBox
from wardiary.adapters.mail.settings import MailSettings, MailSettingsError, masked
from wardiary.adapters.matches import Matches
from wardiary.adapters.matches.following import AS_IT_STANDS, ONCE_MORE, EntryNote
from wardiary.adapters.store import STORE_AWAY, OutboxMessage, StoreError, UnknownMatch
from wardiary.domain.clocks.calendar import FOR_EVER
from wardiary.domain.table.pieces import Seat
from wardiary.projections.deadlines import reminders

LOG = structlog.get_logger("wardiary.mail")
AT_ONCE = 8
"""So many parcels are leased together."""
FIRST_WAIT, LONGEST_WAIT = 30, 6 * 3600
"""Seconds until a mail is tried again, doubled each time."""
IDLE_SECONDS = 0.1
AGAIN_SECONDS = 2.0
SETTLED_SECONDS = 10
"""No entry takes so long to be stored."""


class MailWorker:
    """Sends what is due. One thread; see `run`."""

    def __init__(
        self,
        matches: Matches,
        settings: MailSettings,
        sender: Sender,
        metrics: MailMetrics | None = None,
        name: str = "",
        noted: Callable[[str], None] = lambda match: None,
    ) -> None:
        """`name` must differ from that of every other worker, so it is made up unless given: two
        hosts may have one name and give their processes the same number. `noted` is called with a
        match in which something was stored.
        """
        self.noted = noted
        self.matches, self.settings, self.sender = matches, settings, sender
        self.metrics = metrics or MailMetrics()
        self.name = name or f"{socket.gethostname()}-{os.getpid()}-{os.urandom(8).hex()}"
        self.box, self.outgoing = SentMailBox(matches.store), Outgoing(matches.store)
        self.wishes = Wishes(matches.store)
        self.writer = NoticeWriter(matches, self.box, settings)

    def run(self, stopping: Event) -> None:
        """Send until told to stop; what fails is tried again later."""
        while not stopping.is_set():
            try:
                done = self.run_once()
            except StoreError as error:
                LOG.warning("the store is away", kind=type(error).__name__)
                stopping.wait(AGAIN_SECONDS)
            else:
                if not done:
                    stopping.wait(IDLE_SECONDS)
        self.sender.close()

    def run_until_empty(self) -> int:
        """Do everything that is due now; gives how many parcels that were."""
        total = 0
        while done := self.run_once():
            total += done
        return total

    def run_once(self) -> int:
        """Lease a few parcels and see to each; gives how many there were."""
        lease = self.settings.limits.lease_seconds
        began = monotonic()
        parcels = self.matches.store.lease_outbox(
            self.name, AT_ONCE, lease * 1000, self.matches.clock()
        )
        for parcel in parcels:
            if monotonic() - began > lease / 2:
                break  # What is left may soon be another worker's.
            self._see_to(parcel)
        return len(parcels)

    def _see_to(self, parcel: OutboxMessage) -> None:
        """Do what a parcel asks for; afterwards it is done, or postponed."""
        try:
            self._do(parcel)
        except NotSent as error:
            self._postpone(parcel, str(error))
        except UnknownMatch as error:
            LOG.warning("a parcel is of nothing that is there", kind=type(error).__name__)
            self.matches.store.ack_outbox(parcel.id)
        except msgspec.MsgspecError:  # A later release may have put it there, and will take it.
            self._postpone(parcel, "this release cannot read it")
        except MailSettingsError as error:
            self._postpone(parcel, str(error))
        except STORE_AWAY:
            raise
        except Exception as error:  # noqa: BLE001 (Of one match; its text may be secret.)
            self._postpone(parcel, type(error).__name__)

    def _do(self, parcel: OutboxMessage) -> None:
        match DECODER.decode(parcel.payload):
            case EntryNote() as note:
                self._write_notices(note)
            case NoticeDue(match, seat):
                self._write(match, seat)
            case ReminderDue() as due:
                self._remind(due)
            case Ping() as ping if parcel.attempts <= self.settings.limits.tries:
                send_ping(self.settings, ping)
            case Letter() as letter if not self.outgoing.was_sent(letter.message_id):
                self._send(parcel, letter)
            case _:  # It was sent before, or tried too often.
                pass
        self.matches.store.ack_outbox(parcel.id)

    def _postpone(self, parcel: OutboxMessage, why: str) -> None:
        seconds = min(FIRST_WAIT * 2 ** min(parcel.attempts - 1, 12), LONGEST_WAIT)
        LOG.warning("tried again later", seconds=seconds, attempts=parcel.attempts, why=why)
        self.metrics.unsent.labels("later").inc()
        until = self.matches.clock() + seconds * 1000
        self.matches.store.postpone_outbox(parcel.id, until)

    # Notices

    def _write_notices(self, note: EntryNote) -> None:
        """Write to the seats that are asked since this entry. Later entries have notes of their
        own, so where the match has gone on nothing is to be done for this one.
        """
        now = self.matches.current(note.match)
        if now.history.head > note.position >= 0:
            return
        if note.position == AS_IT_STANDS:
            self._look_again(note.match)
        self.noted(note.match)
        self._remind_later(note.match)
        over = now.table.result is not None
        for seat in now.table.seats if over else now.waiting_for:
            if self.box.address(note.match, seat) and not self._knows(note, seat):
                self._write_or_wait(note.match, seat, at_once=over)
        if note.time:
            self.metrics.seconds.observe(max(0, self.matches.clock() - note.time) / 1000)

    def _look_again(self, match: str) -> None:
        """An entry that was being stored when somebody began to follow has left no note of its own:
        see how the match stands when that is surely done.
        """
        note = msgspec.json.encode(EntryNote(match, ONCE_MORE))
        due = self.matches.clock() + SETTLED_SECONDS * 1000
        self.matches.store.add_to_outbox(note, not_before_ms=due)

    def _knows(self, note: EntryNote, seat: Seat) -> bool:
        """Whether a seat has been told, or has itself just acted where it sees what it is asked.

        A worker may have been killed between writing a notice and putting it into the outbox.
        """
        last = self.box.latest(note.match, seat)
        if last is None or not self.outgoing.was_posted(last.message_id):
            return False
        at_the_page = seat == note.by and not note.by_mail
        return at_the_page or still_stands(self.matches, last) is not None

    def _write_or_wait(self, match: str, seat: Seat, *, at_once: bool) -> None:
        wish = self.wishes.of(match, seat)
        if at_once or wish.digest is None:
            self._write(match, seat)
            return
        due = next_digest(wish, self._now(), self.settings.zone)
        payload = msgspec.json.encode(NoticeDue(match, seat))
        once = f"digest {match}/{seat} {due:%Y-%m-%d}"
        self.matches.store.add_to_outbox(
            payload, once=once, not_before_ms=int(due.timestamp() * 1000)
        )

    def _write(self, match: str, seat: Seat) -> None:
        if self._is_given_up(match, seat):
            return
        try:
            mail = self.writer.write(match, seat)
        except MailRefused:  # The address was erased meanwhile.
            return
        if self.outgoing.post(mail.message, match, seat):
            for number, channel in enumerate(self.wishes.of(match, seat).channels):
                ping = Ping(match, seat, channel, mail.notice.title)
                once = f"ping {number} {mail.notice.message_id}"
                self.matches.store.add_to_outbox(msgspec.json.encode(ping), once=once)

    def _is_given_up(self, match: str, seat: Seat) -> bool:
        """Whether nothing is written to a seat, as its address does not work."""
        failure = self.outgoing.failure(match, seat)
        if failure is None or not failure.is_final:
            return False
        LOG.info("nothing is written to an address that does not work", match=match, seat=seat)
        return True

    def _remind_later(self, match: str) -> None:
        """Have every reminder sent that falls due as the clocks stand now; each is sent once."""
        clocks = self.matches.history(match).clocks
        for one in reminders(clocks, self.matches.clock(), FOR_EVER) if clocks else ():
            due = ReminderDue(match, one.seat, one.deadline, one.before)
            self.matches.store.add_to_outbox(
                msgspec.json.encode(due), once=f"reminder {match}/{one.id}", not_before_ms=one.at
            )

    def _remind(self, due: ReminderDue) -> None:
        """Remind a seat, unless it has answered or its deadline was moved meanwhile."""
        clocks = self.matches.history(due.match).clocks
        if clocks is None or clocks.deadline(due.seat) != due.deadline:
            return
        if self._is_given_up(due.match, due.seat):
            return
        try:
            message = self.writer.reminder(due.match, due.seat, due.deadline, due.before)
        except MailRefused:
            return
        self.outgoing.post(message, due.match, due.seat)

    # Sending

    def _send(self, parcel: OutboxMessage, letter: Letter) -> None:
        """Hand a mail over. Raises NotSent where it is to be tried again."""
        try:
            self.sender.send(letter)
        except Refused as refused:
            self._failed(letter, refused.status, refused.why)
        except NotSent as error:
            if parcel.attempts < self.settings.limits.tries:
                raise
            status = GIVEN_UP if isinstance(error, RelayAway) else "5.4.7"
            self._failed(letter, status, f"it was tried {parcel.attempts} times: {error}")
        else:
            self.outgoing.sent(letter.message_id, self._now())
            self.metrics.sent.inc()
            LOG.info("sent", to=masked(letter.to), match=letter.match, seat=letter.seat)

    def _failed(self, letter: Letter, status: str, why: str) -> None:
        self.metrics.unsent.labels("given up").inc()
        LOG.warning("not delivered", to=masked(letter.to), status=status, why=why)
        if not letter.match:
            return
        failure = Failure(self._now(), status, why, message_id=letter.message_id)
        failure = self.outgoing.failed(letter.match, letter.seat, failure)
        report = failure_report(self.settings, letter.match, letter.seat, failure)
        if report is not None:
            self.outgoing.post(report)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.matches.clock() / 1000, UTC)


def next_digest(wish: Preferences, now: datetime, zone: str) -> datetime:
    """When a seat that wants one mail a day is written to next."""
    assert wish.digest is not None
    local = now.astimezone(ZoneInfo(wish.zone or zone))
    at = local.replace(hour=wish.digest, minute=0, second=0, microsecond=0)
    return (at if at > local else at + timedelta(days=1)).astimezone(UTC)
