"""Packs: the printed content of a game as files, checked and read into types."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.text import escape_controls, with_controls

T = TypeVar("T")
_ENCODER = msgspec.json.Encoder(order="sorted")
_FILES = msgspec.json.Decoder(dict[str, str])


class PackError(WardiaryError):
    """A pack file that is wrong: where, what it says there, and what was expected."""

    def __init__(self, where: str, found: object, expected: str) -> None:
        """`where` is a file and the path in it, such as "values.toml: values.scouts.init"."""
        super().__init__(f"{where}: found {found!r}, expected {expected}")
        self.where = where
        self.found = found
        self.expected = expected


def expect(right: object, where: str, found: object, expected: str) -> None:
    """Raise PackError unless what stands in a place is right."""
    if not right:
        raise PackError(where, found, expected)


def seal_pack(files: Mapping[str, bytes]) -> bytes:
    """A pack as one canonical JSON document: file name to text. Raises PackError on bad text."""
    texts = {}
    for name, content in files.items():
        try:
            texts[name] = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise PackError(name, f"byte {error.start}", "UTF-8 text") from None
    return _ENCODER.encode(texts)


def refuse_controls_in_pack(files: Mapping[str, bytes]) -> None:
    """Raise PackError when a text of a pack's files, or a file's name, holds a control character.

    Titles and ids of a pack are printed wherever its matches are shown.
    """
    for name, content in files.items():
        for place, escaped in with_controls({name: _toml(name, content)}):
            where = place.removeprefix(name).removeprefix(".") or "a name"
            raise PackError(f"{escape_controls(name)}: {where}", escaped, "no control characters")


def unseal_pack(sealed: bytes) -> dict[str, bytes]:
    """The files of a sealed pack."""
    return {name: text.encode("utf-8") for name, text in _FILES.decode(sealed).items()}


def pack_digest(sealed: bytes) -> str:
    """The SHA-256 of a sealed pack, in hex; a match names it in its first event."""
    return sha256(sealed).hexdigest()


def read_toml(files: Mapping[str, bytes], name: str, kind: type[T]) -> T:
    """One TOML file of a pack as a typed value; raises PackError with the exact place."""
    if name not in files:
        raise PackError(name, "no such file", f"a file of {kind.__name__}")
    document = _toml(name, files[name])
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        path, reason = _split_message(str(error))
        path = _full_path(document, kind, path, str(error))
        raise PackError(
            f"{name}: {path or 'top'}", _value_at(document, path), _expected(reason)
        ) from None


def _toml(name: str, content: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PackError(name, str(error), "TOML in UTF-8") from None


def _split_message(message: str) -> tuple[str, str]:
    reason, _, place = message.partition(" - at `")
    return place.rstrip("`").removeprefix("$").removeprefix("."), reason


def _expected(reason: str) -> str:
    """What would be right, from msgspec's message on what was wrong."""
    if reason.startswith("Expected "):
        return reason.removeprefix("Expected ").partition(", got ")[0]
    reason = reason.replace("Object missing required field", "a field")
    return reason.replace("Object contains unknown field", "no unknown field")


def _full_path(document: Any, kind: type[T], path: str, message: str) -> str:
    """The path with a key for each `[...]`: the one that alone causes the same message.

    msgspec does not say in which value of a table it found a fault.
    """
    while "[...]" in path:
        before, _, rest = path.partition("[...]")
        for key in _value_at(document, before):
            copy_with_one_key = deepcopy(document)
            table = _value_at(copy_with_one_key, before)
            for other in [candidate for candidate in table if candidate != key]:
                del table[other]
            if _error_of(copy_with_one_key, kind) == message:
                document, path = copy_with_one_key, f"{before}.{key}{rest}".removeprefix(".")
                break
        else:
            return path
    return path


def _error_of(document: Any, kind: type[T]) -> str:
    try:
        msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _value_at(document: Any, path: str) -> Any:
    for part in re.findall(r"\[(\d+|\.\.\.)\]|([^.\[\]]+)", path):
        index, key = part
        try:
            document = document[int(index)] if index else document[key]
        except (KeyError, IndexError, TypeError, ValueError):
            return "something else"
    return document
