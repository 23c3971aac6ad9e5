"""Other ways to tell a seat that a mail has come: chat, push, web hooks, by apprise.

They say that there is a question and where, and nothing of the table: others may read a channel.
"""

from __future__ import annotations

import logging

from wardiary.adapters.mail.outgoing import Ping
from wardiary.adapters.mail.sending import NotSent
from wardiary.adapters.mail.settings import MailSettings, MailSettingsError
from wardiary.projections.labels import seat_name


def ping_text(settings: MailSettings, ping: Ping) -> str:
    """What is said over a channel."""
    link = f" {settings.page.rstrip('/')}/m/{ping.match}" if settings.page else ""
    return f"[{ping.title}] {seat_name(ping.seat)} has a mail from wardiary.{link}"


def send_ping(settings: MailSettings, ping: Ping) -> None:
    """Say it. A channel's address may hold a password, and is in no error of ours.

    Raises NotSent, MailSettingsError.
    """
    try:
        import apprise
    except ImportError:
        raise MailSettingsError(
            "other channels need the extra: pip install wardiary[mail]"
        ) from None
    logging.getLogger("apprise").disabled = True  # It would log addresses that it cannot read.
    teller = apprise.Apprise()
    if not teller.add(ping.channel):
        raise MailSettingsError(f"a channel of {seat_name(ping.seat)} is no address of apprise")
    if not teller.notify(body=ping_text(settings, ping)):
        raise NotSent(f"a channel of {seat_name(ping.seat)} does not take it")
