"""Sentences for people: one line, and no more of what a stranger sent than is needed."""

from __future__ import annotations

import re

from wardiary.domain.table.text import escape_controls

LONGEST = 80
"""Characters of a word or of a quotation; what is longer was sent by somebody."""
LONGEST_SENTENCE = 600
"""Characters of a sentence; our own are shorter, but for a few lists of what there is."""
LONGEST_VERDICT = 2_400
"""Characters of a verdict or a note to it, which list differences and matches."""
_QUOTED = re.compile(
    r"""(?<!\w)(?P<mark>['"`])(?P<said>(?:(?!(?P=mark)(?!\w)).){81,}?)(?P=mark)(?!\w)"""
)
_WORD = re.compile(r"\S{81,}")
_WORD_OR_PATH = re.compile(r"(?<!\S)(?!\(?/)\S{81,}|\S{256,}")


def one_line(text: str, *, paths: bool = False, longest: int = LONGEST_SENTENCE) -> str:
    """A sentence on one line without control characters, with long words and quotations cut short.

    Of a sentence that is still too long the middle is left out: its beginning says what is wrong,
    its end what would be right. `paths` keeps the paths of files, for output that only their owner
    sees.
    """
    line = escape_controls(" ".join(_bounded(text).split()))
    line = _QUOTED.sub(lambda match: f"{match['mark']}{_cut(match['said'])}{match['mark']}", line)
    line = (_WORD_OR_PATH if paths else _WORD).sub(lambda match: _cut(match[0]), line)
    if len(line) <= longest:
        return line
    gap = f" ... ({len(text)} characters) ... "
    ends = longest - len(gap)
    return f"{line[: ends // 2]}{gap}{line[-(ends - ends // 2) :]}"


def _bounded(text: str) -> str:
    """A text that is quickly searched: of a very long one only both ends count."""
    most = 1_000_000
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def _cut(text: str) -> str:
    return f"{text[: LONGEST - 20]}... ({len(text)} characters)"
