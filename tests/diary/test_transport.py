"""What mail, file shares and editors do to an archive, and what is made of it."""

from __future__ import annotations

import base64
import email.policy
import gzip
import quopri
from collections.abc import Callable
from email.message import EmailMessage

import pytest

from tests.diary.toy_match import PACK, ToyMatch
from tests.toy import TOY
from wardiary.domain.diary import transport
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.archive_lines import ArchiveDamaged, ArchiveError, ArchiveTooNew
from wardiary.domain.diary.archive_writing import write_full
from wardiary.domain.diary.transport import compress, restore
from wardiary.projections.adjudication import audit_file


@pytest.fixture(scope="module")
def data() -> bytes:
    match = ToyMatch().play_out()
    return b"".join(write_full(match.line, pack=PACK, salts=match.salts, seeds={}))


def mailed(data: bytes, **how: str) -> bytes:
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"], message["To"], message["Subject"] = "us@a.example", "german@b.example", "Turn"
    message.set_content("Here is my turn.\n")
    message.add_attachment(data, "application", "octet-stream", filename="match.jsonl", **how)
    return message.as_bytes()


def as_text_part(data: bytes) -> bytes:
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = "us@a.example"
    message.set_content(data.decode(), cte="quoted-printable", charset="utf-8")
    return message.as_bytes()


def wrapped(data: bytes, at: int = 998) -> bytes:
    lines = data.splitlines()
    return b"\r\n".join(line[n : n + at] for line in lines for n in range(0, len(line), at))


HARMLESS: dict[str, Callable[[bytes], bytes]] = {
    "CR LF": lambda data: data.replace(b"\n", b"\r\n"),
    "CR alone": lambda data: data.replace(b"\n", b"\r"),
    "the last newline gone": lambda data: data.rstrip(b"\n"),
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "blank lines at the end": lambda data: data + b"\n\n\r\n",
    "every second line blank": lambda data: data.replace(b"\n", b"\n\n"),
    "spaces at the ends": lambda data: data.replace(b"\n", b" \t\n"),
    "an old end of file": lambda data: data + b"\x1a",
    "UTF-16 with a mark": lambda data: data.decode().encode("utf-16"),
    "UTF-16 big end first": lambda data: b"\xfe\xff" + data.decode().encode("utf-16-be"),
    "UTF-16 and CR LF": lambda data: data.decode().replace("\n", "\r\n").encode("utf-16"),
    "UTF-16 without a mark": lambda data: data.decode().encode("utf-16-le"),
    "quoted-printable": quopri.encodestring,
    "base64": base64.encodebytes,
    "base64 and CR LF": lambda data: base64.encodebytes(data).replace(b"\n", b"\r\n"),
    "cut into lines of 998": wrapped,
    "cut into lines of 76": lambda data: wrapped(data, 76),
    "a mail with it in base64": mailed,
    "a mail with it quoted": lambda data: mailed(data, cte="quoted-printable"),
    "a mail with nothing else": as_text_part,
    "a compressed file in a mail": lambda data: mailed(compress(data)),
    "compressed after an editor": lambda data: compress(data.replace(b"\n", b"\r\n")),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_changes_by_mail_programs_and_editors_are_undone_and_reported(data: bytes, name: str):
    """A1"""
    changed = HARMLESS[name](data)
    assert changed != data

    archive = read(changed)

    assert restore(changed).data == data
    assert archive.note.endswith("on the way; the content is complete")
    verdict = audit_file(changed, {"toy": TOY})
    assert ("EXACT", archive.note) == (verdict.verdict, verdict.notes[0])


def test_changed_line_ends_are_reported(data: bytes):
    """A1"""
    note = read(data.replace(b"\n", b"\r\n")).note

    assert "line ends were changed on the way; the content is complete" == note
    assert "" == read(data).note


@pytest.mark.parametrize("name", HARMLESS)
def test_changed_content_is_not_excused_by_harmless_changes_of_form(data: bytes, name: str):
    """A1: a die turned over, and then mailed."""
    forged = data.replace(b'\\"faces\\":[', b'\\"faces\\":[1', 1)
    assert forged != data

    with pytest.raises(ArchiveDamaged):
        read(HARMLESS[name](forged))


def test_a_file_garbled_on_the_way_is_damaged_and_one_garbled_before_its_seal_is_tampered(
    data: bytes,
):
    """A1: the checksum distinguishes a forged file from a damaged one."""
    lines = data.splitlines(keepends=True)
    forged = b"".join([*lines[:5], *lines[6:-1]])
    sealed = forged + b'{"is":"seal","sha256":"' + transport.sha256(forged).hexdigest().encode()

    for damaged in (data[:-100], data[:1000], b"", forged + lines[-1], data.replace(b"a", b"b", 1)):
        with pytest.raises(ArchiveDamaged):
            read(damaged)
    with pytest.raises(ArchiveError, match="row 4 should be here") as error:
        read(sealed + b'"}\n')
    assert not isinstance(error.value, ArchiveDamaged)


def test_a_compressed_archive_is_read_by_its_content_and_always_the_same_bytes(data: bytes):
    made = compress(data)

    assert read(data) == read(made) == read(gzip.compress(data)) == read(compress(made))
    assert made == compress(data)
    assert len(made) < len(data) / 2
    assert b"\0\0\0\0" == made[4:8]


def test_a_compressed_file_that_is_cut_or_garbled_is_damaged(data: bytes):
    made = compress(data)

    with pytest.raises(ArchiveDamaged, match=f"truncated at byte {len(made) - 50}"):
        read(made[:-50])
    with pytest.raises(ArchiveDamaged, match="garbled"):
        read(made[:2000] + bytes(50) + made[2050:])


def test_the_size_of_a_decompressed_file_is_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transport, "MAX_DECOMPRESSED_BYTES", 100_000)
    left = gzip.compress(bytes(60_000))

    with pytest.raises(ArchiveDamaged, match="more than 100,000 bytes"):
        read(gzip.compress(bytes(10_000_000)))
    with pytest.raises(ArchiveDamaged, match="more than 100,000 bytes"):
        read(left + left)


def test_a_file_of_a_newer_format_is_said_to_be_one(data: bytes):
    """A11"""
    body = data[: data.rindex(b'{"is":"seal"')].replace(b'"format":1', b'"format":3,"hue":1', 1)
    sealed = f'{{"is":"seal","sha256":"{transport.sha256(body).hexdigest()}"}}\n'.encode()

    for newer in (body + sealed, body + b'{"is":"signature","by":"us"}\n'):
        with pytest.raises(ArchiveTooNew, match=r"newer wardiary \(format 3; this one reads 2\)"):
            read(newer)
