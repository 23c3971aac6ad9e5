"""The tool that asks whether tests would notice a wrong rule, tried on a toy game."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from wardiary.domain.games import registry
from wardiary.tools.changes import Change, changes
from wardiary.tools.mutants import ROOT, Copy, main, sample, survey

RULES = b'"""Morale."""\n\n\ndef breaks(roll: int, morale: int) -> bool:\n    """T-1."""\n'
BREAKS = b"    return roll > morale\n"
SETTLED = b'\n\ndef settled() -> int:\n    """T-2."""\n    return 7\n'
TESTS = b"""from wardiary.domain.games.toy.morale import breaks


def test_a_roll_above_morale_breaks():
    assert breaks(9, 8)
    assert not breaks(7, 8)
"""
LIST = """[[equivalent]]
file = "morale.py"
where = "breaks"
old = "roll > morale"
new = "(roll >= morale)"
reason = "in this toy nobody rolls their morale"
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A tree with one game of two rules; neither an equal roll nor the second rule is tested."""
    root = tmp_path / "house"
    home, tests = root / "domain/games/toy", root / "tests/games/toy"
    for folder in (home, tests, root / "adapters/package"):
        folder.mkdir(parents=True)
    for package in (root / "adapters/package", root / "domain", root / "domain/games", home):
        (package / "__init__.py").touch()
    (home / "rulebook.py").write_text('RULES = {"T-1": "Morale.", "T-2": "Seven."}\n')
    (home / "morale.py").write_bytes(RULES + BREAKS + SETTLED)
    (tests / "test_morale.py").write_bytes(TESTS)
    copyfile(ROOT / "pyproject.toml", root / "pyproject.toml")
    return root


def told(line: str) -> list[tuple[str, str]]:
    return [(change.old, change.new) for change in changes("x.py", line.encode())]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x = a < b", [("a < b", "(a <= b)")]),
        ("x = a and b", [("a and b", "(a or b)"), ("a and b", "a"), ("a and b", "b")]),
        ("if ready:\n    go()", [("ready", "False"), ("ready", "True"), ("go()", "pass")]),
        ("if a:\n    raise Illegal('1', 'no')", [("a", "False"), ("a", "True")]),
        ("x = not a", [("not a", "a")]),
        ("x = a + 3", [("3", "4"), ("a + 3", "(a - 3)")]),
        ("x = [y for y in z if y]", [("y", "True")]),
        ("x = a in ('p', 'q')", [("('p', 'q')", "('p',)"), ("('p', 'q')", "('q',)")]),
        ("KINDS = {'p', 'q'}", [("{'p', 'q'}", "{'p'}"), ("{'p', 'q'}", "{'q'}")]),
        ("x = min(a)", [("min", "max")]),
    ],
)
def test_a_line_of_code_is_changed_in_every_plausible_way(
    line: str, expected: list[tuple[str, str]]
):
    assert set(expected) <= set(told(line))


@pytest.mark.parametrize(
    "line",
    [
        "assert a < b",
        "if TYPE_CHECKING:\n    from a import b",
        "x = f'{a + 1} hexes'",
        "x: int | None = y",
        "@lru_cache(maxsize=64)\ndef f() -> None:\n    '''1 + 1'''",
        "class A(B, frozen=True):\n    '''A.'''",
        "x = (*a, 'b') + c",
    ],
)
def test_code_that_no_test_could_notice_is_not_changed(line: str):
    assert told(line) == []


def test_a_change_replaces_its_own_bytes_only():
    source = "word = 'é'; x = a <\\\n  b  # T-1\n".encode()

    (change,) = changes("x.py", source, [(2, "T-1")])

    assert change.apply(source) == "word = 'é'; x = (a <= b)  # T-1\n".encode()
    assert str(change) == "x.py:1  no rule  a <\\ b  ->  (a <= b)"


def test_a_change_names_the_first_rule_cited_around_it(toy: Path):
    places = {(change.where, change.rule) for change in survey(toy, "toy")}

    assert places == {("breaks", "T-1"), ("settled", "T-2")}


def test_survivors_are_printed_and_the_tree_is_left_as_it_was(
    toy: Path, capsys: pytest.CaptureFixture[str]
):
    before = {path: path.read_bytes() for path in toy.rglob("*") if path.is_file()}

    code = main(["toy", "-n", "50"], toy)

    assert code == 1
    assert capsys.readouterr().out.splitlines() == [
        "not noticed: domain/games/toy/morale.py:6  T-1  roll > morale  ->  (roll >= morale)",
        "not noticed: domain/games/toy/morale.py:11  T-2  7  ->  8",
        "toy, seed 1: 0 of 2 changes noticed (0.0%)",
    ]
    assert before == {path: path.read_bytes() for path in toy.rglob("*") if path.is_file()}


def test_a_noticed_change_is_not_a_survivor_and_the_copy_is_restored(toy: Path, tmp_path: Path):
    morale = toy / "domain/games/toy/morale.py"
    whole = morale.read_bytes()
    start = whole.index(b"> morale")
    change = Change("domain/games/toy/morale.py", 6, "breaks", "T-1", ">", "<", start, start + 1)
    broken = Change("domain/games/toy/morale.py", 6, "breaks", "T-1", ">", "(", start, start + 1)

    nothing = Change("domain/games/toy/morale.py", 6, "breaks", "T-1", "", " ", start, start)

    with closing(Copy(toy, tmp_path / "aside", "toy")) as copy:
        copy.record()

        assert copy.notices(change)
        assert copy.notices(broken)
        assert (copy.root / change.file).read_bytes() == whole
        assert not copy.notices(nothing)


def test_a_change_listed_as_equivalent_is_not_tried(toy: Path):
    (toy / "tests/games/toy/mutants.toml").write_text(LIST)

    assert [change.where for change in survey(toy, "toy")] == ["settled"]


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (
            ("tests/games/toy/mutants.toml", LIST.replace("> m", "< m")),
            "a change that does not exist any more",
        ),
        (("tests/games/toy/test_morale.py", "def test_x():\n    assert 0\n"), "fail unchanged"),
        (("tests/games/toy/test_morale.py", "def test_x():\n    pass\n"), "call none of its rules"),
    ],
)
def test_a_tree_that_cannot_be_tested_is_reported(
    toy: Path, spoil: tuple[str, str], expected: str, capsys: pytest.CaptureFixture[str]
):
    (toy / spoil[0]).write_text(spoil[1])

    assert main(["toy"], toy) == 2
    assert expected in capsys.readouterr().err


def test_a_game_that_does_not_exist_is_refused(toy: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["chess"], toy) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


def test_the_same_seed_takes_the_same_changes(toy: Path):
    every = survey(toy, "toy") * 40

    assert sample(every, 10, 3) == sample(every, 10, 3) != sample(every, 10, 4)
    assert len(sample(every, 1000, 1)) == len(every)


@pytest.mark.parametrize("game", registry.names())
def test_every_change_of_a_game_is_python_and_its_equivalents_still_fit(game: str):
    changes = survey(ROOT, game)
    sources = {change.file: (ROOT / change.file).read_bytes() for change in changes}

    assert len(changes) > 500
    for change in sample(changes, 60, 1):
        compile(change.apply(sources[change.file]), change.file, "exec")
