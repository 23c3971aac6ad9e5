"""Rule coverage: which code carries out a rule, and which tests check it.

`python -m wardiary.tools.rulebook GAME [--json] [--gaps]` lists every row of the game's rulebook
with the places in its code and in its tests that cite it. A row without either must be in the
game's README.md, with the reason, in the table under "Not done" (rules not carried out) or under
"Nothing to test" (such as a list of components). Where a printed number holds several facts, the
rulebook may list them in ROWS ("11.3-b"): each needs a test that names it, and code that names it
or its number. Exit code 1 when a row is nowhere, when the README names a rule that does not exist,
or when a row of its table gives no reason.
"""

from __future__ import annotations

import argparse
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Literal

import msgspec

ROOT = Path(__file__).resolve().parent.parent
TEXTS = {"STRING", "COMMENT", "FSTRING_MIDDLE"}

State = Literal["covered", "not done", "nothing to test", "missing"]


class Row(msgspec.Struct, frozen=True):
    """One rule: its heading, where code and tests cite it ("file:line"), and its state."""

    rule: str
    heading: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    state: State
    reason: str = ""


class Coverage(msgspec.Struct, frozen=True):
    """All rows of a rulebook in order, and what is wrong with the README's list."""

    game: str
    rows: tuple[Row, ...]
    problems: tuple[str, ...]

    @property
    def missing(self) -> tuple[Row, ...]:
        """The rows that are cited and listed nowhere."""
        return tuple(row for row in self.rows if row.state == "missing")

    @property
    def complete(self) -> bool:
        """Whether every row is covered or listed with its reason."""
        return not self.missing and not self.problems


class Excuse(msgspec.Struct, frozen=True):
    """A row of the README's list."""

    state: State
    reason: str


def coverage(game: str, root: Path = ROOT) -> Coverage:
    """The coverage of a game by its name, from the files below a checkout.

    Raises LookupError when there is no such game.
    """
    folder = game.replace("-", "_")
    home = root / "domain" / "games" / folder
    if not (home / "rulebook.py").is_file():
        raise LookupError(f"there is no game {game!r} in {home.parent}")
    book = import_module(f"wardiary.domain.games.{folder}.rulebook")
    rules: Mapping[str, str] = {**book.RULES, **getattr(book, "ROWS", {})}
    code = [path for path in sorted(home.rglob("*.py")) if path.name != "rulebook.py"]
    tests = sorted((root / "tests" / "games" / folder).rglob("*.py"))
    readme = home / "README.md"
    text = readme.read_text("utf-8") if readme.is_file() else ""
    return cover(game, rules, _read(code, root), _read(tests, root), text)


def _read(paths: Iterable[Path], root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def cover(
    game: str,
    rules: Mapping[str, str],
    code: Mapping[str, bytes],
    tests: Mapping[str, bytes],
    readme: str,
) -> Coverage:
    """The coverage of rules (id to heading) by the sources given as name to content.

    Code that cites a number carries out its rows; each row has tests of its own.
    """
    coded, tested = cited(rules, code), cited(rules, tests)
    excused, problems = excuses(rules, readme)
    rows = []
    for rule, heading in rules.items():
        carried_out = coded.get(rule) or coded.get(_number(rule, rules)) or []
        places = (tuple(carried_out), tuple(tested.get(rule, ())))
        excuse = excused.get(rule)
        if all(places):
            rows.append(Row(rule, heading, *places, "covered"))
        elif excuse:
            rows.append(Row(rule, heading, *places, excuse.state, excuse.reason))
        else:
            rows.append(Row(rule, heading, *places, "missing"))
    return Coverage(game, tuple(rows), tuple(problems))


def _number(row: str, rules: Mapping[str, str]) -> str:
    """The printed number that a row belongs to: "11.3" for "11.3-b"; a row without one itself."""
    number = row.rpartition("-")[0]
    return number if number in rules else row


# Citations


def cited(rules: Mapping[str, str], sources: Mapping[str, bytes]) -> dict[str, list[str]]:
    """For each rule the places whose strings, docstrings or comments cite it literally.

    "U-DRAW-1 to U-DRAW-3" cites every rule between the two in the order of the rulebook.
    """
    finder = Finder(rules)
    places: dict[str, list[str]] = {}
    for name, source in sources.items():
        for line, text in texts(source):
            for offset, part in enumerate(text.split("\n")):
                for rule in finder.find(part):
                    place = f"{name}:{line + offset}"
                    if place not in places.setdefault(rule, []):
                        places[rule].append(place)
    return places


def texts(source: bytes) -> Iterator[tuple[int, str]]:
    """The strings, docstrings and comments of a module with their first lines."""
    for token in tokenize.tokenize(BytesIO(source).readline):
        if tokenize.tok_name[token.type] in TEXTS:
            yield token.start[0], token.string


class Finder:
    """Finds the rules that a text cites."""

    def __init__(self, rules: Iterable[str]) -> None:
        """Longest ids come first, so that 5.2.1 is not found in 5.2.1.3."""
        self._order = {rule: place for place, rule in enumerate(rules)}
        self._ids = list(self._order)
        self._plain = {rule for rule in self._ids if rule.isalpha()}
        longest = sorted((r for r in self._ids if r not in self._plain), key=len, reverse=True)
        any_id = "|".join(map(re.escape, longest)) or r"(?!)"
        rule = rf"(?<![\w.-])(?:{any_id})(?![\w])(?!\.\w)(?!-\w)"
        self._pattern = re.compile(rf"({rule})(?: to ({rule}))?")

    def find(self, text: str) -> list[str]:
        """The ids in a text. An id that is a plain word counts only between punctuation."""
        ids: list[str] = []
        for first, last in self._pattern.findall(text):
            ids += self._between(first, last) if last else [first]
        words = {word.strip(" \"'#.()") for word in re.split(r"[,;:]|\. ", text)}
        return ids + sorted(self._plain & words)

    def _between(self, first: str, last: str) -> list[str]:
        start, end = self._order[first], self._order[last]
        return self._ids[start : end + 1] if start <= end else [first, last]


# The list of what is left out


def excuses(rules: Mapping[str, str], readme: str) -> tuple[dict[str, Excuse], list[str]]:
    """The README's tables of rules left out with their reasons, and what is wrong in them."""
    finder = Finder(rules)
    excused: dict[str, Excuse] = {}
    problems: list[str] = []
    for state, ids, reason in _listed(readme):
        rules_listed = finder.find(ids)
        if not rules_listed:
            problems.append(f"README.md lists {ids!r}, which is not a rule of the rulebook")
        if not reason:
            problems.append(f"README.md gives no reason for {ids!r}")
            continue
        for rule in rules_listed:
            excused[rule] = Excuse(state, reason)
    return excused, problems


def _listed(readme: str) -> Iterator[tuple[State, str, str]]:
    """Table rows below the two headings: the state, the cell of ids, and the cell of the reason."""
    state: State | None = None
    for line in readme.splitlines():
        heading = re.match(r"#+\s*(.+?)\s*$", line)
        if heading:
            state = _state(heading[1])
        elif state and line.startswith("|"):
            cells = [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]
            head = cells[0].lower() in ("id", "ids", "rule", "rules")
            if not head and cells[0].strip("-: "):
                yield state, cells[0], cells[1] if len(cells) > 1 else ""


def _state(heading: str) -> State | None:
    match heading.lower():
        case "not done":
            return "not done"
        case "nothing to test":
            return "nothing to test"
        case _:
            return None


# Output


def as_text(result: Coverage, *, gaps: bool = False) -> str:
    """The table for people: rule, heading, code, tests, state; with `gaps` only what is missing."""
    lines = [
        f"{row.rule}  {row.heading}\n"
        f"    code: {_places(row.code)}\n"
        f"    tests: {_places(row.tests)}\n"
        f"    {row.state}{f': {row.reason}' if row.reason else ''}"
        for row in (result.missing if gaps else result.rows)
    ]
    counts = dict.fromkeys(("covered", "nothing to test", "not done", "missing"), 0)
    for row in result.rows:
        counts[row.state] += 1
    totals = ", ".join(f"{number} {state}" for state, number in counts.items())
    return "\n".join(
        [*lines, *result.problems, f"{result.game}: {len(result.rows)} rules: {totals}"]
    )


def _places(places: Sequence[str]) -> str:
    names = [place.rpartition("/")[2] for place in places[:4]]
    more = [f"and {len(places) - 4} more"] if len(places) > 4 else []
    return ", ".join([*names, *more]) or "nowhere"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a game's coverage; 0 when it is complete, 1 when not, 2 when there is no such game."""
    parser = argparse.ArgumentParser(prog="wardiary.tools.rulebook", description="Rule coverage.")
    parser.add_argument("game", help='such as "undaunted"')
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--gaps", action="store_true", help="print only the rows that miss")
    parsed = parser.parse_args(arguments)
    try:
        result = coverage(parsed.game)
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 2
    if parsed.json:
        document = {"complete": result.complete, **msgspec.structs.asdict(result)}
        print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    else:
        print(as_text(result, gaps=parsed.gaps))
    return 0 if result.complete else 1


if __name__ == "__main__":
    sys.exit(main())
