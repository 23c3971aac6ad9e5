"""A message that came in, as far as it matters: sender, time, thread, and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import default
from email.utils import getaddresses, parsedate_to_datetime
from typing import Literal

import msgspec

from wardiary.adapters.mail.lines import Line, html_lines, text_lines
from wardiary.domain.table.errors import WardiaryError

LARGEST = 5_000_000
"""Bytes of a message; answers repeat our pictures, but bring none of their own."""
MOST_PARTS = 100
MOST_LAYERS = 40
LONGEST_HEAD = 200_000
LONGEST_TEXT = 200_000
"""Characters of a message's text that are looked at."""

Trust = Literal["pass", "fail", "unknown"]
_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"\b(dmarc|spf|dkim)\s*=\s*(\w+)([^;]*)")
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_IDENTIFIER = re.compile(r"<[^<>\s\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,900}>")
"""Controls and halves of characters are in no id or address: no store keeps them as they are."""
LONGEST_ADDRESS = 254
LONGEST_FIELD, MOST_FIELDS = 4_000, 10
"""How much is read of a field of the header, and of how many with one name: it takes minutes to
take apart what fills a header to its limit.
"""
MOST_NAMES = 100
"""So many ids and addresses of a message are looked up."""
UNREADABLE = (
    *(MessageError, RecursionError, LookupError, ValueError),
    *(AttributeError, TypeError, AssertionError),
)
"""What taking a message apart that no program has written may end in."""


class UnreadableMail(WardiaryError):
    """A message that is too large, too deeply nested, or no message."""


class Bounce(msgspec.Struct, frozen=True):
    """A report that a mail of ours did not arrive (RFC 3464): whose, which mail, why."""

    address: str
    message_id: str
    status: str


class Message(msgspec.Struct, frozen=True):
    """A message that came in. Addresses are in lower case, `received` is by our own clock.

    `trust` says whether our own server found that it comes from where its sender's address says.
    `automatic` names the mark of a machine that wrote it, if one did.
    """

    message_id: str
    sender: str
    recipients: tuple[str, ...]
    thread: tuple[str, ...]
    subject: str
    received: datetime | None
    dated: datetime | None
    trust: Trust
    automatic: str
    bounce: Bounce | None
    plain: tuple[Line, ...]
    html: tuple[Line, ...]


class Head(msgspec.Struct, frozen=True):
    """The head of a message, which is cheap to read: who it says it is from, what our own server
    found about that, and what it answers. The fields are those of `Message`.
    """

    message_id: str = ""
    sender: str = ""
    recipients: tuple[str, ...] = ()
    thread: tuple[str, ...] = ()
    subject: str = ""
    received: datetime | None = None
    trust: Trust = "unknown"
    automatic: str = ""
    is_report: bool = False
    is_readable: bool = True


def read_head(raw: bytes, server: str) -> Head:
    """The head of a message, read without the rest; empty where it cannot be read."""
    head, _, _ = raw[:LONGEST_HEAD].replace(b"\r\n", b"\n").partition(b"\n\n")
    try:
        return _head(message_from_bytes(head + b"\n\n", policy=default), server)
    except UNREADABLE:
        return Head(is_readable=False)


def _head(mail: EmailMessage, server: str) -> Head:
    sender = _sender(mail)
    return Head(
        message_id=_first(_identifiers(mail, "Message-ID")),
        sender=sender,
        recipients=_addresses(mail, "Delivered-To", "X-Original-To", "To", "Cc"),
        thread=_identifiers(mail, "In-Reply-To", "References"),
        subject=_printed(" ".join(_field(mail, "Subject").split())),
        received=_received(mail, server),
        trust=_trust(mail, server, _domain(sender)),
        automatic=_automatic(mail),
        is_report=_field(mail, "Content-Type").strip().lower().startswith("multipart/report"),
    )


def read_message(raw: bytes, server: str) -> Message:
    """The message in these bytes; `server` is the name by which our own mail server signs results.

    Raises UnreadableMail.
    """
    refuse_large(raw)
    try:
        mail = message_from_bytes(raw, policy=default)
        return _read(mail, server)
    except UNREADABLE as error:
        raise UnreadableMail(f"the message cannot be read ({type(error).__name__})") from error


def refuse_large(raw: bytes) -> None:
    """Refuse a message that is too large, or of too many parts or layers, before it is taken apart.

    To take apart thousands of layers costs more than any answer is worth. Raises UnreadableMail.
    """
    if len(raw) > LARGEST:
        raise UnreadableMail(f"the message has {len(raw)} bytes; at most {LARGEST} are read")
    low = raw.lower()
    for word, most in ((b"content-type:", MOST_PARTS), (b"multipart/", MOST_LAYERS)):
        if low.count(word) > most:
            raise UnreadableMail(f"the message has more than {most} parts or layers")
    head = low.partition(b"\r\n\r\n")[0] if b"\r\n\r\n" in low else low.partition(b"\n\n")[0]
    if len(head) > LONGEST_HEAD:
        raise UnreadableMail(f"the message's header has more than {LONGEST_HEAD} bytes")


def _read(mail: EmailMessage, server: str) -> Message:
    plain_text, html = _texts(mail)
    head = _head(mail, server)
    return Message(
        message_id=head.message_id,
        sender=head.sender,
        recipients=head.recipients,
        thread=head.thread,
        subject=head.subject,
        received=head.received,
        dated=_date(_field(mail, "Date")),
        trust=head.trust,
        automatic=head.automatic,
        bounce=_bounce(mail),
        plain=plain_text,
        html=html,
    )


def _topmost(mail: EmailMessage, name: str) -> str:
    """The first field of a name on one line: who handles a message later writes above."""
    return " ".join(_field(mail, name).split())


def _first(values: Sequence[str]) -> str:
    return values[0] if values else ""


def _fields(mail: EmailMessage, name: str) -> Iterator[str]:
    """The fields of a name, decoded."""
    raw = [str(value) for field, value in mail.raw_items() if field.lower() == name.lower()]
    for value in raw[:MOST_FIELDS]:
        yield str(mail.policy.header_fetch_parse(name, value[:LONGEST_FIELD]))


def _field(mail: EmailMessage, name: str) -> str:
    """The first field of a name, decoded; "" where there is none."""
    return next(_fields(mail, name), "")


def _addresses(mail: EmailMessage, *names: str) -> tuple[str, ...]:
    fields = [field for name in names for field in _fields(mail, name)]
    found = (address.strip().lower() for _, address in getaddresses(fields))
    return tuple(dict.fromkeys(address for address in found if _is_address(address)))[:MOST_NAMES]


def _is_address(text: str) -> bool:
    return "@" in text and len(text) <= LONGEST_ADDRESS and not _UNPRINTED.search(text)


def _sender(mail: EmailMessage) -> str:
    """The one address that it is from; "" where there are none or several."""
    found = _addresses(mail, "From")
    return found[0] if len(found) == 1 else ""


def _printed(text: str) -> str:
    return _UNPRINTED.sub("", text)


def _identifiers(mail: EmailMessage, *names: str) -> tuple[str, ...]:
    fields = " ".join(field for name in names for field in _fields(mail, name))
    return tuple(dict.fromkeys(_IDENTIFIER.findall(fields)))[:MOST_NAMES]


def _received(mail: EmailMessage, server: str) -> datetime | None:
    """When our own server took it: the topmost line that says so; what is below came with it."""
    topmost = _topmost(mail, "Received")
    by, _, date = topmost.rpartition(";")
    return _date(date) if f" by {server} " in f" {by} " else None


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text.strip())
    except (TypeError, ValueError):
        return None
    return date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)


def _domain(address: str) -> str:
    return address.rpartition("@")[2]


def _trust(mail: EmailMessage, server: str, domain: str) -> Trust:
    """What our own server found. Only the topmost result counts: others came with the message."""
    results = _topmost(mail, "Authentication-Results")
    signer, _, found = _COMMENT.sub("", results).partition(";")
    if signer.split()[:1] != [server]:
        return "unknown"
    verdicts = {method: (verdict, rest) for method, verdict, rest in _RESULT.findall(found)}
    dmarc = verdicts.get("dmarc", ("none", ""))[0]
    if dmarc in {"pass", "fail"}:
        return "pass" if dmarc == "pass" else "fail"
    aligned = any(
        verdict == "pass" and _names(rest, domain)
        for method, (verdict, rest) in verdicts.items()
        if method != "dmarc"
    )
    return "pass" if aligned else "fail"


def signer(raw: bytes) -> str:
    """The name by which the last mail server signed what it found; "" where it said nothing."""
    head = message_from_bytes(raw[:LONGEST_HEAD], policy=default)
    return next(iter(_COMMENT.sub("", _topmost(head, "Authentication-Results")).split()), "").strip(
        ";"
    )


def _names(rest: str, domain: str) -> bool:
    """Whether a result is about the sender's domain or a part of it."""
    named = re.findall(r"(?:smtp\.mailfrom|header\.(?:d|from|i))\s*=\s*\S*?([\w.-]+)(?=\s|$)", rest)
    return any(name == domain or name.endswith(f".{domain}") for name in named if domain)


def _automatic(mail: EmailMessage) -> str:
    """The mark of a machine's message (RFC 3834 and what programs do instead), or ""."""
    submitted = (_field(mail, "Auto-Submitted") or "no").partition(";")[0].strip().lower()
    if submitted != "no":
        return f"Auto-Submitted: {submitted}"
    precedence = _field(mail, "Precedence").strip().lower()
    if precedence in {"bulk", "junk", "auto_reply", "list"}:
        return f"Precedence: {precedence}"
    for name in ("X-Autoreply", "X-Autorespond", "X-Auto-Response-Suppress", "List-Id"):
        if _field(mail, name) and not (name == "X-Auto-Response-Suppress" and _written(mail)):
            return name
    return "Return-Path: <>" if _field(mail, "Return-Path").strip() == "<>" else ""


def _written(mail: EmailMessage) -> bool:
    """Outlook asks not to be answered by machines in messages that people wrote, too."""
    return bool(_field(mail, "In-Reply-To") or _field(mail, "Thread-Index"))


def _bounce(mail: EmailMessage) -> Bounce | None:
    """The report, where the message as a whole is one; a person may forward one."""
    if mail.get_content_type() != "multipart/report":
        return None
    parts = list(_parts(mail))
    status = [part for part in parts if part.get_content_type() == "message/delivery-status"]
    if not status:
        return None
    fields = {
        name.lower(): str(value)
        for block in status[0].get_payload()
        if isinstance(block, EmailMessage)
        for name, value in block.items()
    }
    about = next(
        (
            part
            for part in parts
            if part.get_content_type() in {"message/rfc822", "text/rfc822-headers"}
        ),
        None,
    )
    headers = _IDENTIFIER.search(_message_id_line(about)) if about else None
    return Bounce(
        address=_printed(fields.get("final-recipient", "").rpartition(";")[2].strip().lower()),
        message_id=headers[0] if headers else "",
        status=_printed(fields.get("status", ""))[:20],
    )


def _message_id_line(part: EmailMessage) -> str:
    text = part.as_string()
    found = re.search(r"^message-id:\s*(\S+)", text, re.IGNORECASE | re.MULTILINE)
    return found[1] if found else ""


def _parts(mail: EmailMessage) -> Iterator[EmailMessage]:
    """The message and its parts, without what is in attached messages."""
    todo, number = [mail], 0
    while todo:
        part = todo.pop(0)
        number += 1
        if number > MOST_PARTS:
            raise UnreadableMail(f"the message has more than {MOST_PARTS} parts")
        yield part
        if part.get_content_maintype() == "multipart":
            todo += [inner for inner in part.get_payload() if isinstance(inner, EmailMessage)]


def _texts(mail: EmailMessage) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines of the first plain text, and of the first HTML; attachments do not count."""
    plain_text: list[Line] = []
    html: list[Line] = []
    for part in _parts(mail):
        if part.is_attachment() or part.get_content_maintype() != "text":
            continue
        if part.get_content_type() == "text/plain" and not plain_text:
            flowed = str(part.get_param("format") or "").lower() == "flowed"
            delete_space = str(part.get_param("delsp") or "").lower() == "yes"
            plain_text = text_lines(_text(part), flowed=flowed, delete_space=delete_space)
        elif part.get_content_type() == "text/html" and not html:
            html = html_lines(_text(part))
    return tuple(plain_text), tuple(html)


def _text(part: EmailMessage) -> str:
    """The text of a part; what its charset cannot be is told by the character for that."""
    raw = part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    charset = str(part.get_content_charset() or "utf-8")
    try:
        text = data.decode(charset, "replace")
    except LookupError:
        text = data.decode("utf-8", "replace")
    whole = text.encode("utf-8", "replace").decode()  # Some charsets give halves of characters.
    return whole.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")[:LONGEST_TEXT]
