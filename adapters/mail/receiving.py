"""Where messages come from: a mailbox (IMAP), a port (LMTP or SMTP), a Maildir.

A message is marked as taken only when the inbox has seen to it, so one that a crash has cut short
is handed over once more. One that cannot be seen to is left for later, and keeps back no other.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parseaddr
from imaplib import IMAP4
from mailbox import Maildir
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

import structlog

from wardiary.adapters.mail.answering import Taken
from wardiary.adapters.mail.inbox import Inbox
from wardiary.adapters.mail.message import LARGEST, read_head
from wardiary.adapters.mail.settings import Listen, Mailbox, password
from wardiary.adapters.store import STORE_AWAY, StoreError

if TYPE_CHECKING:
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import Envelope, Session
    from imap_tools import BaseMailBox

LOG = structlog.get_logger("wardiary.mail")
AGAIN_SECONDS = 5.0
MAILDIR_SECONDS = 0.2
IDLE_SECONDS = 60.0
"""After so long a mailbox is looked through even if its server has said nothing."""
LONGEST_WAIT = 6 * 3600.0
"""Seconds until a message that cannot be seen to is tried again: at first `AGAIN_SECONDS`, doubled
each time up to this.
"""
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
_DATE = re.compile(rb'INTERNALDATE "([^"]+)"')


def hand_over(inbox: Inbox, raw: bytes, came: datetime | None = None) -> Taken:
    """Give a message to the inbox. It came when our own server wrote, else `came`, else now."""
    is_traced = read_head(raw, inbox.settings.server).received is not None
    return inbox.receive(raw, None if is_traced else came or _now(inbox))


def _now(inbox: Inbox) -> datetime:
    return datetime.fromtimestamp(inbox.matches.clock() / 1000, UTC)


class Receiving:
    """Hands messages over one by one, and puts aside those that cannot be seen to.

    Each is known by the name that it has where it comes from, and is due again after a while.
    """

    def __init__(self, inbox: Inbox, clock: Callable[[], float] = monotonic) -> None:
        """`clock` gives seconds that only grow."""
        self.inbox, self.clock = inbox, clock
        self._aside: dict[str, tuple[int, float]] = {}
        """How often each was tried, and when it is due again."""

    def is_due(self, name: str) -> bool:
        """Whether a message may be tried now."""
        return name not in self._aside or self.clock() >= self._aside[name][1]

    def take(self, name: str, raw: bytes, came: datetime | None = None) -> bool:
        """Hand a message over; False where it is left for later.

        Raises ReadFailed, WriteFailed: no message can be seen to while the store is away.
        """
        try:
            hand_over(self.inbox, raw, came)
        except STORE_AWAY:
            raise
        except Exception as error:  # noqa: BLE001 (Of this message alone.)
            self.put_aside(name, error)
            return False
        self._aside.pop(name, None)
        return True

    def put_aside(self, name: str, error: Exception) -> None:
        """Leave a message for later; the text of an error may be secret and is not logged."""
        tries = self._aside.get(name, (0, 0.0))[0] + 1
        wait = min(AGAIN_SECONDS * 2.0 ** min(tries - 1, 20), LONGEST_WAIT)
        self._aside[name] = tries, self.clock() + wait
        LOG.warning("left for later", kind=type(error).__name__, attempts=tries, seconds=wait)


# A Maildir


def new_messages(folder: str | Path) -> Iterator[bytes]:
    """The new messages of a Maildir; each is marked as seen when the next one is asked for."""
    for file in new_files(folder):
        yield file.read_bytes()
        mark_seen(file)


def new_files(folder: str | Path) -> Iterator[Path]:
    """The files of a Maildir's new messages, but what is too large, which is marked as seen."""
    for file in sorted((Path(folder) / "new").iterdir()):
        if file.name.startswith("."):
            continue
        try:
            size = file.stat().st_size
        except FileNotFoundError:  # Another has taken it.
            continue
        if size <= LARGEST:
            yield file
        else:
            LOG.warning("left alone: too large", bytes=size)
            mark_seen(file)


def mark_seen(file: Path) -> None:
    """A new message of a Maildir has been seen to."""
    with suppress(FileNotFoundError):
        file.rename(file.parent.parent / "cur" / f"{file.name.partition(':')[0]}:2,S")


def watch_maildir(folder: str, inbox: Inbox, stopping: Event) -> None:
    """Take what is put into a Maildir, until told to stop."""
    Maildir(folder, create=True)
    receiving = Receiving(inbox)
    while not stopping.is_set():
        try:
            take_new(folder, receiving, stopping)
        except (OSError, StoreError) as error:
            LOG.warning("the folder cannot be taken from", kind=type(error).__name__)
            stopping.wait(AGAIN_SECONDS)
        stopping.wait(MAILDIR_SECONDS)


def take_new(folder: str, receiving: Receiving, stopping: Event) -> None:
    """Take what is new and due in a Maildir. Raises OSError, ReadFailed, WriteFailed."""
    for file in new_files(folder):
        if stopping.is_set():
            return
        if not receiving.is_due(file.name):
            continue
        with suppress(FileNotFoundError):  # Another has taken it.
            if receiving.take(file.name, file.read_bytes()):
                mark_seen(file)


# A mailbox


def opened(mailbox: Mailbox) -> BaseMailBox:
    """A mailbox, logged in, its folder open. Raises OSError, IMAP4.error, ImapToolsError."""
    from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted

    kinds: dict[str, Any] = {
        "tls": MailBox,
        "starttls": MailBoxStartTls,
        "none": MailBoxUnencrypted,
    }
    box: BaseMailBox = kinds[mailbox.security](
        mailbox.host, mailbox.port, timeout=mailbox.timeout_seconds
    )
    try:
        box.login(mailbox.user, password(mailbox), initial_folder=mailbox.folder)
    except BaseException:
        box.client.shutdown()
        raise
    return box


def watch_mailbox(mailbox: Mailbox, inbox: Inbox, stopping: Event) -> None:
    """Take what is new in a mailbox, and be woken when more comes (IDLE), until told to stop."""
    from imap_tools import ImapToolsError

    receiving = Receiving(inbox)
    while not stopping.is_set():
        try:
            with opened(mailbox) as box:
                _take_on(box, receiving, stopping)
        except (OSError, IMAP4.error, ImapToolsError, StoreError) as error:
            LOG.warning("the mailbox is away", kind=type(error).__name__)
            stopping.wait(AGAIN_SECONDS)


def _take_on(box: BaseMailBox, receiving: Receiving, stopping: Event) -> None:
    while not stopping.is_set():
        take_unseen(box, receiving, stopping)
        waited = 0.0
        with box.idle as idle:
            while not stopping.is_set() and waited < IDLE_SECONDS:
                if idle.poll(timeout=0.5):
                    break
                waited += 0.5


def take_unseen(box: BaseMailBox, receiving: Receiving, stopping: Event) -> None:
    """Take every unseen message of a mailbox; one that is too large is not even fetched.

    Raises IMAP4.abort, OSError where the server is away, ReadFailed, WriteFailed.
    """
    for uid in box.uids("UNSEEN"):
        if stopping.is_set():
            return
        if not receiving.is_due(uid):
            continue
        try:
            is_done = _take_one(box, uid, receiving)
        except IMAP4.abort:
            raise
        except IMAP4.error as error:
            receiving.put_aside(uid, error)
        else:
            if is_done:
                box.flag(uid, "\\Seen", True)


def _take_one(box: BaseMailBox, uid: str, receiving: Receiving) -> bool:
    """Whether a message is seen to; one that was removed meanwhile is not. Raises IMAP4.error."""
    size, came = _known_of(box, uid)
    if size > LARGEST:
        LOG.warning("left alone: too large", bytes=size)
        return True
    raw = raw_of(box, uid)
    return raw is not None and receiving.take(uid, raw, came)


def _fetched(box: BaseMailBox, uid: str, what: str) -> list[Any]:
    """What the server says of a message. Raises IMAP4.error where it refuses."""
    status, answer = box.client.uid("FETCH", uid, what)
    if status != "OK":
        raise IMAP4.error(f"the mailbox does not give a message: {status}")
    return [part for part in answer if part]


def _known_of(box: BaseMailBox, uid: str) -> tuple[int, datetime | None]:
    """Size of a message, and when the server took it. Raises IMAP4.error."""
    answer = _fetched(box, uid, "(RFC822.SIZE INTERNALDATE)")
    told = b" ".join(part if isinstance(part, bytes) else b" ".join(part) for part in answer)
    size, date = _SIZE.search(told), _DATE.search(told)
    came = None
    with suppress(ValueError):
        came = datetime.strptime(date[1].decode().strip(), "%d-%b-%Y %H:%M:%S %z") if date else None
    return int(size[1]) if size else 0, came


def raw_of(box: BaseMailBox, uid: str) -> bytes | None:
    """A message as it is, which stays unseen; None where it is there no more.

    Raises IMAP4.error.
    """
    answer = _fetched(box, uid, "(BODY.PEEK[])")
    return next((part[1] for part in answer if isinstance(part, tuple)), None)


# A port


class PortHandler:
    """What happens at the port: only our addresses, one at a time, from the mail server alone."""

    def __init__(self, inbox: Inbox, listen: Listen) -> None:
        self.inbox, self.listen = inbox, listen
        self.box, _, self.domain = inbox.settings.address.lower().partition("@")

    async def handle_RCPT(  # noqa: N802 (aiosmtpd calls it so.)
        self, server: object, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take what is for us."""
        peer: object = session.peer
        if not isinstance(peer, tuple) or peer[0] not in self.listen.peers:
            return "550 5.7.1 this port is for the mail server alone"
        box, _, domain = parseaddr(address)[1].lower().partition("@")
        if domain != self.domain or box.partition("+")[0] != self.box:
            return "550 5.1.1 no such address here"
        if envelope.rcpt_tos:
            return "452 4.5.3 one address at a time"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802
        self, server: object, session: Session, envelope: Envelope
    ) -> str:
        """See to a message; it is ours only when that is done."""
        reached = envelope.rcpt_tos[0].encode("ascii", "replace")
        raw = b"Delivered-To: %s\r\n" % reached + _content(envelope)
        try:
            await asyncio.to_thread(hand_over, self.inbox, raw)
        except Exception as error:  # noqa: BLE001 (Its text may be secret: the server hears none.)
            LOG.warning("left for later", kind=type(error).__name__)
            return "451 4.3.0 try again later"
        return "250 2.0.0 OK"


def _content(envelope: Envelope) -> bytes:
    content: object = envelope.original_content
    return content if isinstance(content, bytes) else b""


def listening(listen: Listen, inbox: Inbox) -> Controller:
    """A port in a thread of its own, begun. Raises OSError."""
    from aiosmtpd.controller import Controller
    from aiosmtpd.lmtp import LMTP
    from aiosmtpd.smtp import SMTP

    kind = LMTP if listen.protocol == "lmtp" else SMTP

    class Port(Controller):
        def factory(self) -> SMTP:
            return kind(
                self.handler, hostname="wardiary", ident="wardiary", data_size_limit=LARGEST,
                enable_SMTPUTF8=False,
            )  # fmt: skip

    controller = Port(PortHandler(inbox, listen), hostname=listen.host, port=listen.port)
    controller.start()
    return controller
