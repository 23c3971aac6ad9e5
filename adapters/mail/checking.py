"""What is missing in a configuration, and whether a mail to oneself leaves and comes back."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from imaplib import IMAP4
from time import monotonic, sleep
from typing import NamedTuple

from wardiary.adapters.mail.message import UnreadableMail, read_message, signer
from wardiary.adapters.mail.outgoing import Letter
from wardiary.adapters.mail.receiving import opened, raw_of
from wardiary.adapters.mail.sending import (
    NotSent,
    Refused,
    connected,
    sender_of,
    signed,
)
from wardiary.adapters.mail.settings import MailSettings, MailSettingsError, password

LOCAL = ("127.0.0.1", "::1", "localhost")


class Finding(NamedTuple):
    """One thing that was looked at: whether it is well, and a sentence."""

    is_well: bool
    text: str


def check_settings(settings: MailSettings) -> Iterator[Finding]:
    """What can be said without a connection."""
    yield _said(
        settings.relay or settings.outgoing,
        "mails leave by [relay] or outgoing",
        "set [relay] or outgoing: no mail can leave",
    )
    yield _said(
        settings.mailbox or settings.listen or settings.incoming,
        "messages come from [mailbox], [listen] or incoming",
        "set [mailbox], [listen] or incoming: no message can come in",
    )
    if not settings.must_be_authentic:
        why = "must_be_authentic is false: who forges an address and knows a reply address orders"
        yield Finding(not (settings.mailbox or settings.listen), why)
    for name, server in (("relay", settings.relay), ("mailbox", settings.mailbox)):
        if server is None:
            continue
        if server.user:
            yield _password(name, server)
        if server.security == "none" and server.host not in LOCAL:
            yield Finding(False, f"[{name}] security is none: everybody on the way can read mails")
    if settings.listen and settings.listen.host not in LOCAL:
        yield Finding(
            False, "[listen] host is open to others; only your mail server should reach it"
        )
    if settings.dkim is not None:
        yield _key(settings)
    if not settings.director:
        yield Finding(True, "director is not set: nobody is told of mails that do not arrive")


def _said(thing: object, well: str, missing: str) -> Finding:
    return Finding(True, well) if thing else Finding(False, missing)


def _password(name: str, server: object) -> Finding:
    variable = "WARDIARY_SMTP_PASSWORD" if name == "relay" else "WARDIARY_IMAP_PASSWORD"
    try:
        known = password(server)  # type: ignore[arg-type]
    except MailSettingsError as error:
        return Finding(False, str(error))
    missing = f"[{name}] has a user and no password: set {variable} or password_file"
    return _said(known, f"[{name}] has its password", missing)


def _key(settings: MailSettings) -> Finding:
    try:
        signed(b"From: a@b\r\nTo: c@d\r\nSubject: e\r\n\r\nf\r\n", settings)
    except MailSettingsError as error:
        return Finding(False, str(error))
    assert settings.dkim is not None
    domain = settings.dkim.domain or settings.domain
    record = f"{settings.dkim.selector}._domainkey.{domain}"
    return Finding(
        True, f"mails are signed; the public key belongs into the TXT record of {record}"
    )


def check_servers(settings: MailSettings) -> Iterator[Finding]:
    """Whether the relay and the mailbox let us in."""
    if settings.relay is not None:
        try:
            connected(settings.relay).quit()
            yield Finding(True, f"the relay {settings.relay.host} lets us in")
        except (smtplib.SMTPException, OSError) as error:
            why = f"the relay {settings.relay.host}:{settings.relay.port}: {_kind(error)}"
            yield Finding(False, why)
    if settings.mailbox is not None:
        from imap_tools import ImapToolsError

        try:
            with opened(settings.mailbox):
                yield Finding(True, f"the mailbox {settings.mailbox.host} lets us in")
        except (OSError, IMAP4.error, ImapToolsError) as error:
            why = f"the mailbox {settings.mailbox.host}:{settings.mailbox.port}: {_kind(error)}"
            yield Finding(False, why)


def _kind(error: Exception) -> str:
    """An error without its words, which may repeat what we sent."""
    names = {
        "SMTPAuthenticationError": "user or password is wrong",
        "MailboxLoginError": "user or password is wrong",
        "ConnectionRefusedError": "nobody listens there",
        "gaierror": "there is no such host",
        "TimeoutError": "it does not answer",
        "SSLCertVerificationError": "its certificate is not valid",
    }
    return names.get(type(error).__name__, type(error).__name__)


def send_to_oneself(
    settings: MailSettings, to: str, now: datetime, secret: str, wait_seconds: float
) -> Iterator[Finding]:
    """Send a test mail to an address; where it is our own mailbox, see what arrives.

    What the mail server writes about it says what `server` must be.
    """
    message = _test_mail(settings, to, now, secret)
    message_id = str(message["Message-ID"])
    sender = sender_of(settings)
    try:
        sender.send(Letter(message_id, to, message.as_bytes()))
    except (NotSent, Refused) as error:
        yield Finding(False, f"the test mail did not leave: {error}")
        return
    finally:
        sender.close()
    yield Finding(True, f"a test mail has left for {to}")
    ours = settings.address.partition("@")[0]
    if settings.mailbox is None or to.partition("+")[0].partition("@")[0] != ours:
        return
    raw = _arrived(settings, message_id, wait_seconds)
    if raw is None:
        yield Finding(False, f"it has not come back within {wait_seconds:.0f} seconds")
        return
    yield Finding(True, "it has come back into the mailbox")
    yield from _found_by_server(settings, raw)


def _found_by_server(settings: MailSettings, raw: bytes) -> Iterator[Finding]:
    name = signer(raw)
    if not name:
        why = "your mail server says nothing of who sent it (no Authentication-Results)"
        yield Finding(not settings.must_be_authentic, why)
    elif name != settings.server:
        why = f"your mail server signs what it finds as {name}; server says {settings.server}"
        yield Finding(False, why)
    else:
        try:
            trust = read_message(raw, settings.server).trust
        except UnreadableMail as error:
            yield Finding(False, str(error))
            return
        yield Finding(trust == "pass", f"it finds your own address authentic: {trust}")


def _test_mail(settings: MailSettings, to: str, now: datetime, secret: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = settings.address, to
    message["Subject"] = "A test mail of wardiary"
    message["Message-ID"] = f"<check.{secret}@{settings.domain}>"
    message["Date"] = format_datetime(now)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("If you can read this, mails of this host arrive.\n")
    return message


def _arrived(settings: MailSettings, message_id: str, wait_seconds: float) -> bytes | None:
    assert settings.mailbox is not None
    until = monotonic() + wait_seconds
    while True:
        with opened(settings.mailbox) as box:
            for uid in reversed(box.uids("ALL")[-20:]):
                raw = raw_of(box, uid)
                if raw and message_id.encode() in raw:
                    box.flag(uid, "\\Seen", True)
                    return raw
        if monotonic() > until:
            return None
        sleep(0.5)
