"""Archives on their way: compressed, and read again after mail, file shares and editors.

What these do to a text file without changing its content is undone and named; whether anything
else was changed is told by the seal, the checksum in the last line.
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
"""What a compressed file may unfold to: some 250 whole matches."""
MAX_LAYERS = 4
"""A compressed file in a mail in a mail; deeper is nothing that anybody sends."""
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
MARK = b"\xef\xbb\xbf"
_MAIL = re.compile(rb"(From |[!-9;-~]+:[ \t])")
_BASE64 = re.compile(rb"[A-Za-z0-9+/\s]+=*\s*")
_QUOTED = re.compile(rb"=(\r?\n|3D|22|7B)")


class Received(msgspec.Struct, frozen=True):
    """The bytes of a file as they were written, and what had been done to them on the way."""

    data: bytes
    changes: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """What happened on the way in one sentence; empty when nothing did."""
        return f"{', '.join(self.changes)} on the way; content is whole" if self.changes else ""


def compress(data: bytes) -> bytes:
    """An archive in gzip's form: the same bytes for the same archive, whenever and wherever."""
    made = gzip.compress(data, mtime=0)
    return made[:9] + UNKNOWN_SYSTEM + made[10:]


def restore(data: bytes) -> Received:
    """The archive in whatever form a file comes: compressed, in a mail, with other line ends.

    Where no seal fits, it is the file with its lines in order, to look for the place. Raises
    ArchiveDamaged when a compressed file is cut, garbled, or unfolds to more than can be.
    """
    found = _sealed_form(data, MAX_LAYERS)
    if found is not None:
        return found
    plain = decompressed(data) if data.startswith(COMPRESSED) else data
    return Received(_in_order(_as_utf8(plain)[0]))


def is_sealed(data: bytes) -> bool:
    """Whether the last line is a seal that fits everything before it."""
    start = data.rfind(b"\n", 0, -1) + 1
    seal = seal_of(data)
    return seal is not None and sha256(memoryview(data)[:start]).hexdigest() == seal


def seal_of(data: bytes) -> str | None:
    """The checksum that the last line states, None when that line is no seal."""
    if not data.endswith(b"\n"):
        return None
    try:
        line = LINES.decode(data[data.rfind(b"\n", 0, -1) + 1 :])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return line.sha256 if isinstance(line, SealLine) else None


def decompressed(data: bytes) -> bytes:
    """What a compressed file holds; raises ArchiveDamaged."""
    made, rest = bytearray(), data
    while rest.startswith(COMPRESSED):
        folder = zlib.decompressobj(wbits=31)
        try:
            made += folder.decompress(rest, MAX_DECOMPRESSED_BYTES + 1 - len(made))
        except zlib.error as error:
            raise ArchiveDamaged("the compressed file", f"it was garbled: {error}") from None
        if len(made) > MAX_DECOMPRESSED_BYTES:
            why = f"it unfolds to more than {MAX_DECOMPRESSED_BYTES:,} bytes, which no archive does"
            raise ArchiveDamaged("the compressed file", why)
        if not folder.eof:
            raise ArchiveDamaged("the compressed file", f"truncated at byte {len(data)}")
        rest = folder.unused_data
    return bytes(made)


def _sealed_form(data: bytes, layers: int) -> Received | None:
    """The form of a file in which its seal fits, None when there is none."""
    if is_sealed(data):
        return Received(data)
    if not layers:
        return None
    if data.startswith(COMPRESSED):
        return _sealed_form(decompressed(data), layers - 1)
    plain, changes = _as_utf8(data)
    ordered = _in_order(plain)
    if is_sealed(ordered):
        return Received(ordered, (*changes, *_on_lines(plain, ordered)))
    for how, within in _from_mail(plain):
        found = _sealed_form(within, layers - 1)
        if found is not None:
            return Received(found.data, tuple(dict.fromkeys((how, *changes, *found.changes))))
    return None


def _as_utf8(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """A text in UTF-8 without a mark before it, from whatever an editor has saved it as."""
    if data.startswith(MARK):
        return data.removeprefix(MARK), ("a byte order mark was added",)
    for start, encoding in ENCODINGS:
        if data.startswith(start):
            text = data.decode(encoding, "replace").removeprefix("\ufeff")
            return text.encode(), (f"it was saved as {encoding[:6].upper()}",)
    try:
        data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace").encode(), ("it was saved as Windows-1252",)
    return data, ()


def _in_order(data: bytes) -> bytes:
    """The lines without what stands around them, each ended by one newline."""
    pieces = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").rstrip(b"\x00\x1a \t\n")
    return b"".join(line + b"\n" for line in _joined(pieces.split(b"\n")))


def _joined(pieces: list[bytes]) -> Iterator[bytes]:
    """The lines of a file, those put together that a mail program has cut in two or more."""
    held = b""
    for piece in pieces:
        if held and is_object(piece.strip()):
            yield held.strip()  # What came before is no whole line, and will not become one.
            held = b""
        held += piece
        if is_object(held.strip()) or not held.strip():
            if held.strip():
                yield held.strip()
            held = b""
    if held:
        yield held.strip()


def is_object(line: bytes) -> bool:
    """Whether a line is one whole JSON object."""
    if not (line.startswith(b"{") and line.endswith(b"}")):
        return False
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


def _on_lines(was: bytes, now: bytes) -> tuple[str, ...]:
    """What had been done to the lines of a file."""
    if was.rstrip().count(b"\n") >= now.count(b"\n") and b"\r" not in was:
        done = "blanks or line ends were changed"
    elif was.replace(b"\r\n", b"\n").replace(b"\r", b"\n") == now:
        done = "line ends were changed"
    elif was + b"\n" == now:
        done = "the last line end was lost"
    else:
        done = "line ends were changed"
    return (done,) if was != now else ()


def _from_mail(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What a file may hold that a mail program has saved, with how it was wrapped."""
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
