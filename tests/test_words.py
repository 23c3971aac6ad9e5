"""Words that must not come back: the glossary (docs/glossary.md) has what is said instead.

Each word is listed with the folders and files that are free of it already; add to a word's list
what becomes free of it. A name that older records hold is quoted whole, and does not count.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("*.py", "*.md", "*.js", "*.html")
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "domain/README.md", "docs")
BESIDE = tuple(f"domain/{path.name}" for path in (ROOT / "domain").glob("*.py"))
DOMAIN = ("domain/table", "domain/play", "domain/diary", "domain/match", *BESIDE)
KERNEL = (*DOMAIN, "projections", *DOCUMENTS)
OUTSIDE = ("domain/hexes", "adapters", "tools")
EVERYWHERE = (*KERNEL, *OUTSIDE, "domain/games")
TESTS = ("tests/games/combat_commander", "tests/games/undaunted", "tests/games/kit", "tests/toy.py")
PLAIN_GAMES = ("domain/games",)

FREE_OF = {
    "anew": (*KERNEL, *PLAIN_GAMES, *TESTS),
    "befell|befall|befalls": (*KERNEL, "domain/hexes", "tools", *PLAIN_GAMES, *TESTS),
    "custody|custodian|judge_custody": EVERYWHERE,
    "deed|deeds": (*KERNEL, "domain/hexes", "tools", *PLAIN_GAMES, *TESTS),
    "happenings": EVERYWHERE,
    "heap|heaps": (*KERNEL, *OUTSIDE, *PLAIN_GAMES, *TESTS),
    "hurry": EVERYWHERE,
    "knowers": EVERYWHERE,
    "referee": EVERYWHERE,
    "reckon|reckons|reckoned|reckoning": (*KERNEL, "adapters", "tools", *PLAIN_GAMES, *TESTS),
    "sees to it": (*KERNEL, "domain/hexes", "domain/games", "tools", *TESTS),
    "shall": (*KERNEL, "domain/hexes", "domain/games", "tools", *TESTS),
    "the own": (*KERNEL, "domain/hexes", "tools", *PLAIN_GAMES, *TESTS),
    "whoever": (*KERNEL, *PLAIN_GAMES, *TESTS),
    "luck: Rng": (*KERNEL, "domain/hexes", *PLAIN_GAMES),
    "lies|lying": (*PLAIN_GAMES, "tests/games/undaunted", "tests/games/kit"),
}
"""What is looked for (alternatives, in any case), and where it does not occur any more."""


def occurrences(words: str, text: str) -> list[str]:
    """The lines in which one of some words occurs, other than as a whole string in quotes."""
    pattern = re.compile(rf'(?<!")(?<![a-z])(?:{words})(?![a-z])(?!")', re.IGNORECASE)
    return [line.strip() for line in text.splitlines() if pattern.search(line)]


def files_in(place: Path) -> list[Path]:
    """A file, or all sources and documents in a folder."""
    return [place] if place.is_file() else [path for kind in KINDS for path in place.rglob(kind)]


@pytest.mark.parametrize("words", FREE_OF)
def test_a_word_does_not_come_back_where_it_is_gone(words: str):
    files = [path for place in FREE_OF[words] for path in files_in(ROOT / place)]

    results = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in files
        if not path.name.startswith("uplot")
        for line in occurrences(words, path.read_text("utf-8"))
    ]
    assert len(files) >= len(FREE_OF[words])
    assert results == []


def test_a_word_is_found_in_names_and_sentences_but_not_in_older_stored_names():
    assert occurrences("deed", 'def _deed_of(): ...\n# A deed.\n{"deed": 1}\nindeed') == [
        "def _deed_of(): ...",
        "# A deed.",
    ]
