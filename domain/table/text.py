"""Text that people write: which characters it may not contain, and how those are shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

# Control characters, line and paragraph separators, halves of letters, and what turns the direction
# of writing: all that can forge a line of a log or speak to a terminal.
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def escape_controls(text: str) -> str:
    r"""The text with each control character written out, such as "\x1b" for escape."""
    return _CONTROLS.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")


def with_controls(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text with a control character in a value made of lists and dictionaries.

    Gives the place, such as "corrections[0].mark", and the text with those characters written
    out. Keys are texts as well.
    """
    if isinstance(value, str):
        if _CONTROLS.search(value):
            yield place, escape_controls(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from with_controls(key, place)
            yield from with_controls(item, f"{place}.{key}" if place else str(key))
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            yield from with_controls(item, f"{place}[{number}]")


def same_id(left: str, right: str) -> bool:
    """Whether two ids are the same letters, however a keyboard or file system composed them."""
    return unicodedata.normalize("NFC", left) == unicodedata.normalize("NFC", right)
