"""Characters that mail programs put in place of what was typed, and back."""

from __future__ import annotations

import re
import unicodedata

_PLAIN = {
    "\N{EM DASH}": "--",
    "\N{HORIZONTAL BAR}": "--",
    "\N{EN DASH}": "-",
    "\N{FIGURE DASH}": "-",
    "\N{HYPHEN}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{SINGLE LOW-9 QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{HORIZONTAL ELLIPSIS}": "...",
}
_UNSEEN = ("Cf", "Cc")
"""Categories of characters that show nothing: soft hyphens, zero-width ones, controls."""
_TABLE = str.maketrans(_PLAIN)
_SPACES = re.compile(r"[^\S\n]+")


def plain(text: str) -> str:
    """The text with plain dashes, quotation marks and spaces; letters keep their accents.

    Lines stay lines. Characters that show nothing are left out.
    """
    lines = (_plain_line(line) for line in text.splitlines())
    return "\n".join(lines)


def _plain_line(line: str) -> str:
    typed = unicodedata.normalize("NFC", line).translate(_TABLE).replace("\t", " ")
    seen = "".join(each for each in typed if unicodedata.category(each) not in _UNSEEN)
    return _SPACES.sub(" ", seen).rstrip()
