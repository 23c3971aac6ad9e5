"""How a mail leaves: to a relay by SMTP, or into a Maildir."""

from __future__ import annotations

import smtplib
from contextlib import suppress
from mailbox import Maildir
from pathlib import Path
from ssl import create_default_context
from typing import Protocol

from wardiary.adapters.mail.outgoing import Letter
from wardiary.adapters.mail.settings import MailSettings, MailSettingsError, Relay, password
from wardiary.domain.table.errors import WardiaryError

SIGNED = (
    "from to reply-to subject date message-id in-reply-to references list-id auto-submitted "
    "mime-version content-type"
)
"""The header fields that a DKIM signature covers."""
REFUSES_US = {503, 521, 530, 534, 535, 538}
POLICY = "5.7."
"""What a relay answers to a recipient if it does not know us, or sends nothing for us."""


class NotSent(WardiaryError):
    """A mail that could not be handed over now; it is tried again."""


class RelayAway(NotSent):
    """The relay cannot be reached or refuses us: that says nothing of the address of a mail."""


class Refused(WardiaryError):
    """A mail that the relay refuses for good: `status` as in RFC 3463."""

    def __init__(self, status: str, why: str) -> None:
        super().__init__(f"{status} {why}")
        self.status, self.why = status, why


class Sender(Protocol):
    """Takes mails that are to leave."""

    def send(self, letter: Letter) -> None:
        """Hand a mail over. Raises NotSent (RelayAway), Refused."""

    def close(self) -> None:
        """Let go of what is open."""


class MaildirSender:
    """Puts mails into a Maildir, from where somebody else sends them."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def send(self, letter: Letter) -> None:
        """See Sender."""
        try:
            Maildir(self.folder, create=True).add(letter.raw)
        except OSError as error:
            raise NotSent(f"cannot write to {self.folder}: {error.strerror}") from None

    def close(self) -> None:
        """See Sender."""


class RelaySender:
    """Hands mails to a relay, over one connection as long as that lasts."""

    def __init__(self, settings: MailSettings, relay: Relay) -> None:
        self.settings, self.relay = settings, relay
        self._server: smtplib.SMTP | None = None

    def send(self, letter: Letter) -> None:
        """See Sender."""
        raw = signed(letter.raw, self.settings)
        try:
            server = self._connected()
            server.sendmail(self.settings.address, [letter.to], raw)
        except smtplib.SMTPRecipientsRefused as refused:
            code, why = next(iter(refused.recipients.values()))
            self._refused(code, why, may_be_us=True)
        except smtplib.SMTPDataError as error:
            self._refused(error.smtp_code, error.smtp_error)
        except smtplib.SMTPResponseException as error:  # Our greeting, password, or address.
            self.close()
            raise RelayAway(f"the relay refuses us ({error.smtp_code})") from None
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise RelayAway(f"the relay cannot be reached ({type(error).__name__})") from None

    def _refused(self, code: int, said: bytes | str, *, may_be_us: bool = False) -> None:
        """Raises NotSent or Refused for what the relay said of an address, or of a mail."""
        text = said.decode("ascii", "replace") if isinstance(said, bytes) else said
        first = text.split()[0] if text.split() else ""
        status = first if first.count(".") == 2 and first[:1] in "245" else f"{str(code)[:1]}.0.0"
        self._reset()
        if code < 500:
            raise NotSent(f"the relay takes it later ({code})")
        if may_be_us and (code in REFUSES_US or status.startswith(POLICY)):
            raise RelayAway(f"the relay refuses to send for us ({code})")
        raise Refused(status, f"the relay refuses it ({code})")

    def _reset(self) -> None:
        """Have the open connection ready for the next mail, if it still is one."""
        try:
            if self._server is not None:
                self._server.rset()
        except (smtplib.SMTPException, OSError):
            self.close()

    def _connected(self) -> smtplib.SMTP:
        """The open connection, or a new one. Raises SMTPException, OSError."""
        if self._server is not None:
            with suppress(smtplib.SMTPException, OSError):
                if self._server.noop()[0] == 250:
                    return self._server
            self.close()
        self._server = connected(self.relay)
        return self._server

    def close(self) -> None:
        """See Sender."""
        if self._server is not None:
            with suppress(smtplib.SMTPException, OSError):
                self._server.quit()
            self._server = None


def connected(relay: Relay) -> smtplib.SMTP:
    """A connection to a relay on which it knows us. Raises SMTPException, OSError."""
    tls, place = create_default_context(), (relay.host, relay.port)
    if relay.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(*place, timeout=relay.timeout_seconds, context=tls)
    else:
        server = smtplib.SMTP(*place, timeout=relay.timeout_seconds)
    try:
        if relay.security == "starttls":
            server.starttls(context=tls)
        if relay.user:
            server.login(relay.user, password(relay))
    except BaseException:
        server.close()
        raise
    return server


def signed(raw: bytes, settings: MailSettings) -> bytes:
    """The mail with our DKIM signature above it, where signing is set. Raises MailSettingsError."""
    signing = settings.dkim
    if signing is None:
        return raw
    import dkim  # type: ignore[import-untyped]

    try:
        key = Path(signing.key_file).read_bytes()
    except OSError as error:
        raise MailSettingsError(f"cannot read {signing.key_file}: {error.strerror}") from None
    domain = signing.domain or settings.domain
    fields = [name.encode() for name in SIGNED.split()]
    try:
        signature: bytes = dkim.sign(
            raw, signing.selector.encode(), domain.encode(), key, include_headers=fields
        )
    except dkim.DKIMException as error:
        raise MailSettingsError(f"cannot sign with {signing.key_file}: {error}") from None
    return signature + raw


def sender_of(settings: MailSettings) -> Sender:
    """How mails leave by these settings. Raises MailSettingsError."""
    if settings.relay is not None:
        return RelaySender(settings, settings.relay)
    if settings.outgoing:
        return MaildirSender(settings.outgoing)
    raise MailSettingsError("neither [relay] nor outgoing says how mails leave")
