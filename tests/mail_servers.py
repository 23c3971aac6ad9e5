"""Real mail servers for the tests: a relay that takes our mails, and a mailbox at a provider.

Both come with the locked packages (aiosmtpd, pymap). What the relay took can be looked at; what a
player writes is delivered as a provider does: with what the provider found about the sender on top.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from imaplib import IMAP4
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from imap_tools import BaseMailBox, MailBoxUnencrypted

from tests.servers import Server, free_port, running

WITHIN_SECONDS = 60
USER, SECRET = "wardiary", "open-sesame"
PROVIDER = "mx1.play.example"


class Relay:
    """A relay on a loopback port: what it took, and what it refuses."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, EmailMessage]] = []
        self.refuses: Callable[[str], str] = lambda address: ""
        self.port = free_port()
        self.changed = threading.Condition()
        self._controller: Controller | None = None

    async def handle_RCPT(self, server, session, envelope, address: str, options) -> str:  # noqa: ANN001, N802
        """Take a recipient, or refuse it as set."""
        if answer := self.refuses(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: ANN001, N802
        """Take a mail."""
        with self.changed:
            mail = message_from_bytes(envelope.original_content, policy=default)
            self.taken += [(to, mail) for to in envelope.rcpt_tos]
            self.changed.notify_all()
        return "250 OK"

    def start(self) -> None:
        """Listen."""
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def stop(self) -> None:
        """Listen no more."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def mails(self, to: str = "") -> list[EmailMessage]:
        """What it took so far, for one address or for all."""
        with self.changed:
            return [mail for address, mail in self.taken if to in ("", address)]

    def wait_for(self, wanted: Callable[[EmailMessage], bool], to: str = "") -> EmailMessage:
        """The last mail that is wanted, once it was taken; fails when it does not come."""
        until = time.monotonic() + WITHIN_SECONDS
        with self.changed:
            while True:
                for mail in reversed(self.mails(to)):
                    if wanted(mail):
                        return mail
                if not self.changed.wait(max(0.0, until - time.monotonic())):
                    subjects = [mail["Subject"] for mail in self.mails(to)]
                    pytest.fail(f"the mail did not come; these did: {subjects}")


class MailboxServer(Server):
    """An IMAP server with one mailbox, which is empty whenever it is started."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.port = free_port()

    def command(self) -> list[str]:
        """Pymap, with a mailbox in memory."""
        pymap = [sys.executable, "-c", "from pymap.main import main; main()"]
        user = ["--demo-user", USER, "--demo-password", SECRET]
        place = ["--no-tls", "--host", "127.0.0.1", "--port", str(self.port)]
        return [*pymap, *place, "dict", *user]

    def account(self) -> dict[str, object]:
        """Whose process it is: that of the tests, for it is of their Python."""
        return {}

    def answers(self) -> bool:
        """Whether it lets the user in."""
        with contextlib.suppress(OSError, IMAP4.error), self.box():
            return True
        return False

    @contextlib.contextmanager
    def box(self) -> Iterator[BaseMailBox]:
        """The mailbox, opened."""
        box = MailBoxUnencrypted("127.0.0.1", self.port, timeout=10)
        try:
            box.login(USER, SECRET, initial_folder="INBOX")
            yield box
        finally:
            with contextlib.suppress(OSError, IMAP4.error):
                box.logout()

    def deliver(self, raw: bytes) -> None:
        """Put a message into the mailbox, as the provider's delivery does."""
        with self.box() as box:
            box.append(raw, "INBOX")

    def unseen(self) -> int:
        """How many messages wait."""
        with self.box() as box:
            return len(box.uids("UNSEEN"))


def answer(
    mail: EmailMessage, *lines: str, number: int, quoted: bool = True, **headers: Any
) -> bytes:
    """What a player's mail program and provider make of an answer to a mail of ours."""
    sender = str(mail["To"])
    message = EmailMessage(policy=SMTP)
    fields = {
        "Received": f"from a.example by {PROVIDER} with ESMTP; Tue, 3 Mar 2026 21:40:12 +0000",
        "Authentication-Results": f"{PROVIDER}; dmarc=pass header.from={sender.partition('@')[2]}",
        "From": sender,
        "To": str(mail["Reply-To"]),
        "Subject": f"Re: {mail['Subject']}",
        "Message-ID": f"<{number}.{sender}>",
        "In-Reply-To": str(mail["Message-ID"]),
        "References": str(mail["Message-ID"]),
    }
    changed = {name.replace("_", "-"): value for name, value in headers.items()}
    for name, value in {**fields, **changed}.items():
        message[name] = value
    text = text_of(mail) if quoted else ""
    quotation = [f"> {line}" for line in text.splitlines()]
    message.set_content("\n".join([*lines, "", "On Tue, wardiary wrote:", *quotation]))
    return message.as_bytes()


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


@pytest.fixture
def relay() -> Iterator[Relay]:
    """A relay of this test's own."""
    server = Relay()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def mailbox() -> Iterator[MailboxServer]:
    """A mailbox of this test's own."""
    with running(MailboxServer) as server:
        yield server
