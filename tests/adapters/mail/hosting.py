"""A host whose mails go through real servers, and players who answer them."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import msgspec
import pytest
import structlog
from msgspec.structs import replace

from tests.mail_servers import PROVIDER, SECRET, USER, MailboxServer, Relay, answer, text_of
from tests.servers import free_port
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.mail.sent import SentMailBox
from wardiary.adapters.mail.service import MailService
from wardiary.adapters.mail.settings import Limits, Listen, Mailbox, MailSettings
from wardiary.adapters.mail.settings import Relay as RelaySettings
from wardiary.adapters.matches import Matches

ADDRESS = "wardiary@play.example"
NUMBERS = count(1)
ANSWER = "auto-replied"


def settings_for(relay: Relay, mailbox: MailboxServer | None = None) -> MailSettings:
    """A host that sends by a relay, and receives at a port or from a mailbox."""
    return MailSettings(
        address=ADDRESS,
        server=PROVIDER,
        director="host@play.example",
        relay=RelaySettings(host="127.0.0.1", port=relay.port, security="none"),
        listen=None if mailbox else Listen(port=free_port()),
        mailbox=mailbox
        and Mailbox(host="127.0.0.1", port=mailbox.port, security="none", user=USER),
        limits=Limits(lease_seconds=5),
    )


class Host:
    """A store with matches, its mail service, and what players send to it."""

    def __init__(
        self, matches: Matches, settings: MailSettings, relay: Relay, mailbox: MailboxServer | None
    ) -> None:
        self.matches, self.settings, self.relay, self.mailbox = matches, settings, relay, mailbox
        self.box = SentMailBox(matches.store)
        self.service = MailService(matches, settings)

    def open(self, game: str, scenario: str, **addresses: str) -> str:
        """A match whose seats are played by mail."""
        holders = dict.fromkeys(addresses, "human")
        match = self.matches.new_match(game, scenario, holders=holders)
        for seat, address in addresses.items():
            self.box.set_address(match, seat, address)
        return match

    def deliver(self, raw: bytes, to: str) -> None:
        """Hand a message over as the host's mail server does, by LMTP or into the mailbox."""
        if self.mailbox is not None:
            self.mailbox.deliver(raw)
            return
        assert self.settings.listen is not None
        with smtplib.LMTP("127.0.0.1", self.settings.listen.port, timeout=60) as server:
            server.sendmail("mx@play.example", [to], raw)

    def answer(self, mail: EmailMessage, *lines: str, **headers: str) -> EmailMessage:
        """Answer a mail of ours, and wait for what the service says to that."""
        number = next(NUMBERS)
        raw = answer(mail, *lines, number=number, **headers)
        self.deliver(raw, str(mail["Reply-To"]))
        message_id = f"<{number}.{mail['To']}>"
        return self.relay.wait_for(lambda said: said["In-Reply-To"] == message_id)

    def notice(self, match: str, seat: str) -> EmailMessage:
        """The notice for what a seat is asked now, once it was sent."""
        window = self.matches.window(match, seat)

        def is_of_now(mail: EmailMessage) -> bool:
            notice = self.box.with_id(str(mail["Message-ID"]).strip())
            asked = notice and (notice.match, notice.seat, notice.window) == (match, seat, window)
            return bool(asked and notice and notice.position <= self.matches.history(match).head)

        address = self.box.address(match, seat)
        return self.relay.wait_for(is_of_now, address)


@contextmanager
def hosting(
    relay: Relay,
    mailbox: MailboxServer | None = None,
    store: str = "memory:",
    change: Callable[[MailSettings], MailSettings] = lambda settings: settings,
) -> Iterator[Host]:
    """A mail service that runs, with everything around it."""
    settings = change(settings_for(relay, mailbox))
    structlog.reset_defaults()  # A command of the command line may have changed what is logged.
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("WARDIARY_IMAP_PASSWORD", SECRET)
        host = Host(open_store(store), settings, relay, mailbox)
        host.service.start()
        try:
            yield host
        finally:
            host.service.stop()
            host.matches.store.close()


def until(true: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until something is true; fails when it does not become so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not become true"
        time.sleep(0.05)


def toml(settings: MailSettings, file: Path) -> Path:
    """The settings as a file."""
    values = {name: value for name, value in msgspec.to_builtins(settings).items() if value}
    lines = [f"{name} = {_word(each)}" for name, each in values.items() if type(each) is not dict]
    for section, fields in values.items():
        if type(fields) is dict:
            lines += ["", f"[{section}]"]
            lines += [f"{name} = {_word(value)}" for name, value in fields.items()]
    file.write_text("\n".join(lines) + "\n")
    return file


def _word(value: object) -> str:
    return msgspec.json.encode(value).decode()


def with_limits(**limits: int) -> Callable[[MailSettings], MailSettings]:
    """The same settings with other limits."""
    return lambda settings: replace(settings, limits=Limits(**{"lease_seconds": 5, **limits}))


__all__ = ["ADDRESS", "ANSWER", "Host", "hosting", "text_of", "toml", "until", "with_limits"]
