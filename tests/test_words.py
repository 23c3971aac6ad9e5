"""Words that must not come back: the glossary (docs/glossary.md) has what is said instead.

A name that older records hold is quoted whole, and does not count.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent
KINDS = ("*.py", "*.md", "*.js", "*.html")
PLACES = (
    "domain", "projections", "adapters", "tools", "tests", "docs",
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
)  # fmt: skip
OF_OTHERS = ("uplot", "symbols-licences")
"""Files of the page that come from elsewhere, unchanged."""
WORDS = (
    "anew",
    "befell|befall|befalls",
    "custody|custodian|judge_custody",
    "deed|deeds",
    "desk|desks",
    "happening|happenings",
    "heap|heaps",
    "heeds?|heeded",
    "hurry",
    "knowers",
    "laid down|lay down",
    "lies|lying",
    "luck: Rng",
    "reckon|reckons|reckoned|reckoning",
    "sees to it",
    "shall",
    "struck out",
    "(?:an|the) own",
    "thrown away",
    "whoever",
)
"""Words that do not occur in names or sentences any more (alternatives, in any case)."""


def occurrences(words: str, text: str) -> list[str]:
    """The lines in which one of some words occurs, other than as a whole string in quotes."""
    pattern = re.compile(rf'(?<!")(?<![a-z])(?:{words})(?![a-z])(?!")', re.IGNORECASE)
    return [line.strip() for line in text.splitlines() if pattern.search(line)]


def files_in(place: Path) -> list[Path]:
    """A file, or all sources and documents in a folder."""
    return [place] if place.is_file() else [path for kind in KINDS for path in place.rglob(kind)]


@pytest.mark.parametrize("words", WORDS)
def test_a_word_does_not_come_back(words: str):
    files = [path for place in PLACES for path in files_in(ROOT / place) if path != HERE]

    back = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in files
        if not path.name.startswith(OF_OTHERS)
        for line in occurrences(words, path.read_text("utf-8"))
    ]
    assert len(files) > 500
    assert back == []


def test_a_word_is_found_in_names_and_sentences_but_not_in_older_stored_names():
    assert occurrences("deed", 'def _deed_of(): ...\n# A deed.\n{"deed": 1}\nindeed') == [
        "def _deed_of(): ...",
        "# A deed.",
    ]
