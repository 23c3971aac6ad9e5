"""Sentences for people: one line, and no more of what a stranger sent than is needed."""

from __future__ import annotations

import re

LONGEST = 80
"""Characters of a word or of a quotation; what is longer was sent by somebody."""
LONGEST_SENTENCE = 1_200
_QUOTED = re.compile(
    r"""(?<!\w)(?P<mark>['"`])(?P<said>(?:(?!(?P=mark)(?!\w)).){81,}?)(?P=mark)(?!\w)"""
)
_WORD = re.compile(r"\S{81,}")
_WORD_OR_PATH = re.compile(r"(?<!\S)(?!/)\S{81,}|\S{256,}")


def one_line(text: str, *, paths: bool = False) -> str:
    """A sentence on one line, with long words and quotations cut short.

    `paths` keeps the paths of files, for output that only their owner sees.
    """
    line = " ".join(text.split())
    line = _QUOTED.sub(lambda match: f"{match['mark']}{_cut(match['said'])}{match['mark']}", line)
    line = (_WORD_OR_PATH if paths else _WORD).sub(lambda match: _cut(match[0]), line)
    return line if len(line) <= LONGEST_SENTENCE else f"{line[:LONGEST_SENTENCE]}..."


def _cut(text: str) -> str:
    return f"{text[: LONGEST - 20]}... ({len(text)} characters)"
