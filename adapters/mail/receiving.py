"""Where messages come from: a mailbox (IMAP), a port (LMTP or SMTP), a Maildir.

A message is marked as taken only when the inbox has seen to it, so one that a crash has cut short
is handed over once more.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parseaddr
from imaplib import IMAP4
from mailbox import Maildir
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import structlog

from wardiary.adapters.mail.answering import Taken
from wardiary.adapters.mail.inbox import Inbox
from wardiary.adapters.mail.message import LARGEST, UnreadableMail, read_message
from wardiary.adapters.mail.settings import Listen, Mailbox, MailSettings, password
from wardiary.adapters.store import StoreError

if TYPE_CHECKING:
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import Envelope, Session
    from imap_tools import BaseMailBox

LOG = structlog.get_logger("wardiary.mail")
AGAIN_SECONDS = 5.0
MAILDIR_SECONDS = 0.2
IDLE_SECONDS = 60.0
"""After so long a mailbox is looked through even if its server has said nothing."""
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
_DATE = re.compile(rb'INTERNALDATE "([^"]+)"')


def hand_over(inbox: Inbox, raw: bytes, came: datetime | None = None) -> Taken:
    """Give a message to the inbox. It came when our own server wrote, else `came`, else now."""
    received = None if _is_traced(raw, inbox.settings) else came or _now(inbox)
    return inbox.receive(raw, received)


def _is_traced(raw: bytes, settings: MailSettings) -> bool:
    try:
        return read_message(raw, settings.server).received is not None
    except UnreadableMail:
        return False


def _now(inbox: Inbox) -> datetime:
    return datetime.fromtimestamp(inbox.matches.clock() / 1000, UTC)


# A Maildir


def new_messages(folder: str | Path) -> Iterator[bytes]:
    """The new messages of a Maildir; each is marked as seen when the next one is asked for."""
    new, seen = Path(folder) / "new", Path(folder) / "cur"
    for file in sorted(new.iterdir()):
        if file.name.startswith("."):
            continue
        if (size := file.stat().st_size) <= LARGEST:
            yield file.read_bytes()
        else:
            LOG.warning("left alone: too large", bytes=size)
        file.rename(seen / f"{file.name.partition(':')[0]}:2,S")


def watch_maildir(folder: str, inbox: Inbox, stopping: Event) -> None:
    """Take what is put into a Maildir, until told to stop."""
    Maildir(folder, create=True)
    while not stopping.is_set():
        try:
            for raw in new_messages(folder):
                hand_over(inbox, raw)
                if stopping.is_set():
                    break
        except (OSError, StoreError) as error:
            LOG.warning("the folder cannot be taken from", kind=type(error).__name__)
            stopping.wait(AGAIN_SECONDS)
        stopping.wait(MAILDIR_SECONDS)


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

    while not stopping.is_set():
        try:
            with opened(mailbox) as box:
                _take_on(box, inbox, stopping)
        except (OSError, IMAP4.error, ImapToolsError, StoreError) as error:
            LOG.warning("the mailbox is away", kind=type(error).__name__)
            stopping.wait(AGAIN_SECONDS)


def _take_on(box: BaseMailBox, inbox: Inbox, stopping: Event) -> None:
    while not stopping.is_set():
        take_unseen(box, inbox)
        waited = 0.0
        with box.idle as idle:
            while not stopping.is_set() and waited < IDLE_SECONDS:
                if idle.poll(timeout=0.5):
                    break
                waited += 0.5


def take_unseen(box: BaseMailBox, inbox: Inbox) -> int:
    """Take every unseen message of a mailbox; one that is too large is not even fetched."""
    uids = box.uids("UNSEEN")
    for uid in uids:
        size, came = _known_of(box, uid)
        if size <= LARGEST:
            raw = raw_of(box, uid)
            if raw is not None:
                hand_over(inbox, raw, came)
        else:
            LOG.warning("left alone: too large", bytes=size)
        box.flag(uid, "\\Seen", True)
    return len(uids)


def _known_of(box: BaseMailBox, uid: str) -> tuple[int, datetime | None]:
    """Size of a message, and when the server took it."""
    _, answer = box.client.uid("FETCH", uid, "(RFC822.SIZE INTERNALDATE)")
    told = b" ".join(
        part if isinstance(part, bytes) else b" ".join(part) for part in answer if part
    )
    size, date = _SIZE.search(told), _DATE.search(told)
    came = None
    with suppress(ValueError):
        came = datetime.strptime(date[1].decode().strip(), "%d-%b-%Y %H:%M:%S %z") if date else None
    return int(size[1]) if size else 0, came


def raw_of(box: BaseMailBox, uid: str) -> bytes | None:
    """A message as it is, which stays unseen."""
    _, answer = box.client.uid("FETCH", uid, "(BODY.PEEK[])")
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
        except StoreError:
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
