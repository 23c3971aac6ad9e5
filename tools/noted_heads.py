"""Heads as they were noted anywhere: typed, in a file, quoted in a mail, in a list or a proof."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from wardiary.tools.archive_files import read_bytes
from wardiary.tools.context import BadInput, require_file

HASH_DIGITS = 64
_QUOTED = re.compile(r"[>\s]*(?:head:?\s+)?([0-9a-f]{64})\b", re.IGNORECASE)
_MAIL = re.compile(r"(From |[!-9;-~]+:\s)")


class Noted(msgspec.Struct, frozen=True):
    """A head, and the match that it was noted of; "" where that is not said."""

    head: bytes
    match: str = ""


class _Line(msgspec.Struct):
    """A line of a list of heads."""

    head: str
    match: str


class _Proof(msgspec.Struct):
    noted: _Line


_LINE = msgspec.json.Decoder(_Line)
_PROOF = msgspec.json.Decoder(_Proof)


def parse_heads(values: Sequence[str]) -> list[Noted]:
    """The heads that were given, and those in the files that were named; raises BadInput."""
    noted = []
    for value in values:
        file = None if len(value) == HASH_DIGITS else require_file(value)
        noted += [_parse_hash(value, "--head")] if file is None else _heads_in(file)
    return noted


def heads_of(noted: Iterable[Noted], matches: Iterable[str]) -> list[bytes]:
    """The heads that were noted of some matches, or without saying of which."""
    known = {"", *matches}
    return [one.head for one in noted if one.match in known]


def _heads_in(file: Path) -> list[Noted]:
    """The heads in a file: a list of them, a public list, a proof from one, or a mail."""
    text = read_bytes(file).decode(errors="replace")
    lines = [line for line in text.splitlines() if line.strip()]
    strict = bool(lines) and not _MAIL.match(lines[0])
    noted = list(_read_lines(lines, f"--head {file}:", strict=strict))
    if not noted:
        raise BadInput(f"--head {file}: it holds no head: {HASH_DIGITS} hex digits in a line")
    return noted


def _read_lines(lines: Sequence[str], where: str, *, strict: bool) -> Iterator[Noted]:
    for line in lines:
        if line.startswith("{"):
            yield _read_json(line, where)
        elif quoted := _QUOTED.match(line):
            yield Noted(bytes.fromhex(quoted[1]))
        elif strict:
            yield _parse_hash(line.split()[0], where)


def _read_json(line: str, where: str) -> Noted:
    try:
        found = _PROOF.decode(line).noted if '"noted"' in line else _LINE.decode(line)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{where} {line[:HASH_DIGITS]!r} is no line of a list: {error}") from None
    return Noted(_parse_hash(found.head, where).head, found.match)


def _parse_hash(text: str, where: str) -> Noted:
    try:
        noted = bytes.fromhex(text)
    except ValueError:
        noted = b""
    if len(noted) * 2 != HASH_DIGITS:
        raise BadInput(
            f"{where} {text[:HASH_DIGITS]!r} must be {HASH_DIGITS} hex digits: an entry's hash"
        )
    return Noted(noted)
