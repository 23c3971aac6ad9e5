"""Mails to the host: what does not arrive."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from textwrap import fill

from wardiary.adapters.mail.outgoing import GIVEN_UP, MOST_FAILURES, Failure
from wardiary.adapters.mail.settings import MailSettings
from wardiary.domain.table.pieces import Seat
from wardiary.projections.labels import seat_name


def failure_report(
    settings: MailSettings, match: str, seat: Seat, failure: Failure
) -> EmailMessage | None:
    """The mail to the director about a mail that did not arrive; None where nobody is to be told.

    It names the seat, never its address. That a mail is only late is no reason to write; that we
    have given it up is.
    """
    if not settings.director or not (failure.is_permanent or failure.status == GIVEN_UP):
        return None
    message = EmailMessage(policy=SMTP)
    key = sha256(f"{failure.message_id} {failure.status}".encode()).hexdigest()[:32]
    message["From"], message["To"] = settings.address, settings.director
    message["Subject"] = f"[{match[:8]}] A mail to {seat_name(seat)} did not arrive"
    message["Message-ID"] = f"<failure.{key}@{settings.domain}>"
    message["Date"] = format_datetime(failure.at)
    message["Auto-Submitted"] = "auto-generated"
    ends = (
        f"It was the {MOST_FAILURES}rd in a row, so nothing more is sent there until the seat's "
        "holder writes, or its address is set again."
        if failure.is_final
        else "The next notice is tried again."
    )
    text = f"A mail to {seat_name(seat)} in match {match} did not arrive ({failure.status}). {ends}"
    message.set_content(fill(text, 76) + "\n", cte="quoted-printable")
    return message
