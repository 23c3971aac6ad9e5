"""Archives on their way: compressed, sent by mail, copied between systems, saved by editors.

What these do to a text file without changing its content is undone and reported; the seal, a
checksum in the last line, shows whether anything else was changed.
"""

from __future__ import annotations

import binascii
import email
import email.policy
import gzip
import quopri
import re
import zlib
from collections.abc import Iterator
from email.message import EmailMessage
from hashlib import sha256

import msgspec

from wardiary.domain.diary.archive_lines import LINES, ArchiveDamaged, SealLine

MAX_DECOMPRESSED_BYTES = 128 * 1024 * 1024
"""The most that a compressed file may hold: some 250 whole matches."""
MAX_LAYERS = 4
"""How deep files may be wrapped, such as a compressed file in a mail in a mail."""
COMPRESSED = b"\x1f\x8b"
UNKNOWN_SYSTEM = b"\xff"

ENCODINGS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
    (b"{\x00", "utf-16-le"),
    (b"\x00{", "utf-16-be"),
)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MAIL = re.compile(rb"(From |[!-9;-~]+:[ \t])")
_BASE64 = re.compile(rb"[A-Za-z0-9+/\s]+=*\s*")
_QUOTED = re.compile(rb"=(\r?\n|3D|22|7B)")


class Received(msgspec.Struct, frozen=True):
    """The bytes of a file as they were written, and what was done to them on the way."""

    data: bytes
    changes: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """One sentence on what happened on the way; empty when nothing did."""
        return (
            f"{', '.join(self.changes)} on the way; the content is complete" if self.changes else ""
        )


def compress(data: bytes) -> bytes:
    """An archive compressed by gzip: always the same bytes for the same archive."""
    packed = gzip.compress(data, mtime=0)
    return packed[:9] + UNKNOWN_SYSTEM + packed[10:]


def restore(data: bytes) -> Received:
    """The archive in a received file, be it compressed, in a mail or with other line ends.

    Where no seal fits, it is the file with clean lines, so that the fault can be located. Raises
    ArchiveDamaged when a compressed file is cut off, garbled, or holds too much.
    """
    received = _sealed_form(data, MAX_LAYERS)
    if received is not None:
        return received
    plain = decompressed(data) if data.startswith(COMPRESSED) else data
    return Received(_clean_lines(_to_utf8(plain)[0]))


def is_sealed(data: bytes) -> bool:
    """Whether the last line is a seal that fits everything before it."""
    start = data.rfind(b"\n", 0, -1) + 1
    seal = seal_of(data)
    return seal is not None and sha256(memoryview(data)[:start]).hexdigest() == seal


def seal_of(data: bytes) -> str | None:
    """The checksum in the last line, None when that line is not a seal."""
    if not data.endswith(b"\n"):
        return None
    try:
        line = LINES.decode(data[data.rfind(b"\n", 0, -1) + 1 :])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return line.sha256 if isinstance(line, SealLine) else None


def decompressed(data: bytes) -> bytes:
    """The content of a compressed file; raises ArchiveDamaged."""
    content, rest = bytearray(), data
    while rest.startswith(COMPRESSED):
        decompressor = zlib.decompressobj(wbits=31)
        try:
            content += decompressor.decompress(rest, MAX_DECOMPRESSED_BYTES + 1 - len(content))
        except zlib.error as error:
            raise ArchiveDamaged("the compressed file", f"it was garbled: {error}") from None
        if len(content) > MAX_DECOMPRESSED_BYTES:
            why = f"it holds more than {MAX_DECOMPRESSED_BYTES:,} bytes; no archive is that large"
            raise ArchiveDamaged("the compressed file", why)
        if not decompressor.eof:
            raise ArchiveDamaged("the compressed file", f"truncated at byte {len(data)}")
        rest = decompressor.unused_data
    return bytes(content)


def _sealed_form(data: bytes, layers: int) -> Received | None:
    """The content of a file in the form that fits its seal, None when there is none."""
    if is_sealed(data):
        return Received(data)
    if not layers:
        return None
    if data.startswith(COMPRESSED):
        return _sealed_form(decompressed(data), layers - 1)
    plain, changes = _to_utf8(data)
    ordered = _clean_lines(plain)
    if is_sealed(ordered):
        return Received(ordered, (*changes, *_line_changes(plain, ordered)))
    for change, content in _mail_contents(plain):
        received = _sealed_form(content, layers - 1)
        if received is not None:
            return Received(
                received.data, tuple(dict.fromkeys((change, *changes, *received.changes)))
            )
    return None


def _to_utf8(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """A text in UTF-8 without a byte order mark, from whatever an editor saved it as."""
    if data.startswith(BYTE_ORDER_MARK):
        return data.removeprefix(BYTE_ORDER_MARK), ("a byte order mark was added",)
    for start, encoding in ENCODINGS:
        if data.startswith(start):
            text = data.decode(encoding, "replace").removeprefix("\ufeff")
            return text.encode(), (f"it was saved as {encoding[:6].upper()}",)
    try:
        data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace").encode(), ("it was saved as Windows-1252",)
    return data, ()


def _clean_lines(data: bytes) -> bytes:
    """The lines without surrounding blanks and fillers, each ended by one newline."""
    pieces = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\x00\x1a \t\n")
    return b"".join(line + b"\n" for line in _rejoin_lines(pieces.split(b"\n")))


def _rejoin_lines(pieces: list[bytes]) -> Iterator[bytes]:
    """The lines of a file; lines that a mail program has broken are put together again."""
    line = b""
    for piece in pieces:
        if line and is_object(piece.strip()):
            yield line.strip()  # The lines before it do not make a whole one.
            line = b""
        line += piece
        if is_object(line.strip()) or not line.strip():
            if line.strip():
                yield line.strip()
            line = b""
    if line:
        yield line.strip()


def is_object(line: bytes) -> bool:
    """Whether a line is one whole JSON object."""
    if not (line.startswith(b"{") and line.endswith(b"}")):
        return False
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


def _line_changes(before: bytes, after: bytes) -> tuple[str, ...]:
    """What was done to the lines of a file on the way."""
    if before.rstrip().count(b"\n") >= after.count(b"\n") and b"\r" not in before:
        change = "blanks or line ends were changed"
    elif before.replace(b"\r\n", b"\n").replace(b"\r", b"\n") == after:
        change = "line ends were changed"
    elif before + b"\n" == after:
        change = "the last line end was lost"
    else:
        change = "line ends were changed"
    return (change,) if before != after else ()


def _mail_contents(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The possible contents of a file that a mail program saved, and how each was wrapped."""
    if _MAIL.match(data):
        message = email.message_from_bytes(data, _class=EmailMessage, policy=email.policy.default)
        for part in message.walk():
            payload = part.get_payload(decode=True)
            if isinstance(payload, bytes) and payload:
                yield "it was wrapped in a mail", payload
    if _QUOTED.search(data):
        yield "it was written as quoted-printable", quopri.decodestring(data)
    if _BASE64.fullmatch(data):
        try:
            yield "it was written as base64", binascii.a2b_base64(data)
        except binascii.Error:
            return
