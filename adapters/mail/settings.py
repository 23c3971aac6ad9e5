"""How a host's mails are written, sent and received: a TOML file or the environment.

Passwords come from the environment or from a file of their own, never from a command line, and no
text of ours shows them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from wardiary.adapters.sentences import one_line
from wardiary.domain.table.errors import WardiaryError

PREFIX = "WARDIARY_MAIL_"
Security = Literal["tls", "starttls", "none"]
Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
AtLeastOne = Annotated[int, msgspec.Meta(ge=1)]


class MailSettingsError(WardiaryError):
    """Settings that cannot be read, or that contradict one another."""


class Relay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The server that our mails are handed to; its password is in WARDIARY_SMTP_PASSWORD or in
    `password_file`.
    """

    host: str
    port: Port = 587
    security: Security = "starttls"
    user: str = ""
    password_file: str = ""
    timeout_seconds: AtLeastOne = 20


class Mailbox(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mailbox at a provider; its password is in WARDIARY_IMAP_PASSWORD or in `password_file`."""

    host: str
    port: Port = 993
    security: Security = "tls"
    user: str = ""
    password_file: str = ""
    folder: str = "INBOX"
    timeout_seconds: AtLeastOne = 20


class Listen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A port at which a mail server of the same host hands messages over.

    Only `peers` may connect: who can write to this port can write what the mail server finds
    about a sender.
    """

    host: str = "127.0.0.1"
    port: Port = 2525
    protocol: Literal["lmtp", "smtp"] = "lmtp"
    peers: tuple[str, ...] = ("127.0.0.1", "::1")


class Signing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """DKIM: the selector of the DNS record, and the file with the private key."""

    selector: str
    key_file: str
    domain: str = ""


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one sender may bring about in a day, how many messages to a seat from other addresses
    than its own are read, and how long a mail is tried.
    """

    messages_a_day: AtLeastOne = 200
    strangers_a_day: AtLeastOne = 30
    warnings_a_day: AtLeastOne = 3
    tries: AtLeastOne = 20
    lease_seconds: AtLeastOne = 60


class MailSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a host's mails are written, sent and received.

    `address` is where answers arrive: what is before the @ gets a secret suffix for each notice.
    `server` is the name by which the host's mail server signs what it found about a sender. `page`
    is where the page of the service is, if it is, and `director` who is told of mails that do not
    arrive; figures are at `metrics_port` of this machine. Mails leave through a `relay` or into the
    Maildir `outgoing`; messages come from a `mailbox`, at a port (`listen`), or in the Maildir
    `incoming`.
    """

    address: str = "wardiary@localhost"
    server: str = "localhost"
    must_be_authentic: bool = True
    grace_minutes: int = 0
    page: str = ""
    director: str = ""
    zone: str = "UTC"
    relay: Relay | None = None
    outgoing: str = ""
    mailbox: Mailbox | None = None
    listen: Listen | None = None
    incoming: str = ""
    dkim: Signing | None = None
    limits: Limits = Limits()
    metrics_port: Port = 0

    @property
    def domain(self) -> str:
        """What is behind the @ of our address."""
        return self.address.partition("@")[2]


FILES_ALONE = MailSettings(must_be_authentic=False)
"""The settings of two people with only files."""


def read_settings(file: str, environment: Mapping[str, str] = os.environ) -> MailSettings:
    """The settings of a TOML file, with what the environment says over it.

    WARDIARY_MAIL_ADDRESS stands for `address`, WARDIARY_MAIL_RELAY_HOST for `host` of `[relay]`,
    and so on. Raises MailSettingsError.
    """
    where = file or "the environment"
    raw: dict[str, Any] = {}
    try:
        if file:
            raw = msgspec.toml.decode(Path(file).read_bytes())
    except OSError as error:
        raise MailSettingsError(f"cannot read {file}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MailSettingsError(f"{file} is not TOML: {one_line(str(error))}") from None
    said = dict(_from_environment(environment))
    if not file and not said:
        return FILES_ALONE
    for (section, name), value in said.items():
        place = raw.setdefault(section, {}) if section else raw
        place[name] = value
    try:
        settings = msgspec.convert(raw, MailSettings, strict=False)
    except msgspec.ValidationError as error:
        raise MailSettingsError(f"{where}: {one_line(str(error))}") from None
    if "@" not in settings.address:
        raise MailSettingsError(f"{where}: address {settings.address!r} is no mail address")
    return settings


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[tuple[str, str], str]]:
    """Section and name of each setting that the environment has."""
    sections = {"relay": Relay, "mailbox": Mailbox, "listen": Listen, "dkim": Signing}
    places = {(PREFIX + name).upper(): ("", name) for name in MailSettings.__struct_fields__}
    for section, kind in {**sections, "limits": Limits}.items():
        for name in kind.__struct_fields__:
            places[f"{PREFIX}{section}_{name}".upper()] = (section, name)
    for variable, value in environment.items():
        if variable in places and value:
            yield places[variable], value


def password(which: Relay | Mailbox, environment: Mapping[str, str] = os.environ) -> str:
    """The password for a server, "" where none is set. Raises MailSettingsError."""
    variable = "WARDIARY_SMTP_PASSWORD" if isinstance(which, Relay) else "WARDIARY_IMAP_PASSWORD"
    if which.password_file:
        try:
            return Path(which.password_file).read_text().strip()
        except (OSError, UnicodeDecodeError):
            raise MailSettingsError(f"cannot read password_file {which.password_file}") from None
    return environment.get(variable, "")


def masked(address: str) -> str:
    """An address as logs show it: "m***@e***.net"."""
    box, _, domain = address.partition("@")
    name, dot, top = domain.rpartition(".")
    return f"{box[:1]}***@{name[:1]}***{dot}{top}" if domain else "***"
