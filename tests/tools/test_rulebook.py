from __future__ import annotations

import json

import pytest

from wardiary.domain.games import registry
from wardiary.tools.rulebook import Finder, cover, coverage, main

RULES = {
    "1.0": "General.",
    "1.1": "Draw.",
    "1.1.1": "Draw again.",
    "1.2": "Shuffle.",
    "1.3": "Play.",
    "Track": "The track.",
}
CODE = {
    "play.py": b'''"""1.1 to 1.2: what is drawn."""

draw(rule="1.1.1")  # Track moves on, see 1.30.
''',
    "track.py": b"""x = f"{y}"
move(rule="Track")
""",
}
TESTS = {
    "test_play.py": b'def test_x():\n    """1.1, 1.1.1; 1.2: all of it.\n\n    Track.\n    """\n'
}
README = """
# A game

| 1.0 | not below a heading that counts |

## Not done

| id | reason |
|---|---|
| 1.3 | needs a second table |

## Nothing to test

| rule | why |
|---|---|
| `1.0` | a heading |
"""


def states(readme: str = README) -> dict[str, str]:
    return {row.rule: row.state for row in cover("x", RULES, CODE, TESTS, readme).rows}


def test_a_row_is_covered_when_code_and_test_cite_it():
    result = cover("x", RULES, CODE, TESTS, README)

    by_rule = {row.rule: row for row in result.rows}
    assert by_rule["1.1.1"].code == ("play.py:1", "play.py:3")
    assert by_rule["1.2"].code == ("play.py:1",)
    assert by_rule["1.1"].tests == ("test_play.py:2",)
    assert by_rule["Track"].code == ("track.py:2",)
    assert by_rule["Track"].tests == ("test_play.py:4",)
    assert result.complete


def test_rules_that_are_left_out_are_in_the_readme_with_the_reason():
    assert states() == {
        "1.0": "nothing to test",
        "1.1": "covered",
        "1.1.1": "covered",
        "1.2": "covered",
        "1.3": "not done",
        "Track": "covered",
    }
    assert states("")["1.3"] == "missing"
    assert not cover("x", RULES, CODE, TESTS, "").complete


@pytest.mark.parametrize("row", ["| 9.9 | no such rule |", "| 1.3 | |"])
def test_a_list_that_names_no_rule_or_gives_no_reason_is_a_problem(row: str):
    result = cover("x", RULES, CODE, TESTS, f"{README}\n{row}\n")

    assert not result.complete
    assert len(result.problems) == 1


def test_each_row_of_a_number_needs_a_test_of_its_own():
    """8.12: code that carries 1.1 out carries out its rows; a test of 1.1 is no test of them."""
    rules = {"1.1": "Draw.", "1.1-a": "A card.", "1.1-b": "From the top.", "G-any": "Words."}
    code = {"play.py": b'"""1.1: what is drawn; G-any."""\n'}
    tests = {"test_play.py": b'"""1.1, 1.1-a, G-any."""\n'}

    rows = {row.rule: row for row in cover("x", rules, code, tests, "").rows}
    assert rows["1.1-a"].code == rows["1.1"].code == ("play.py:1",)
    assert rows["1.1"].tests == rows["1.1-a"].tests == ("test_play.py:1",)
    assert [row.state for row in rows.values()] == ["covered", "covered", "missing", "covered"]


def test_an_id_is_not_found_inside_a_longer_one():
    finder = Finder([*RULES, "1.1.1-b1", "U-DRAW-1", "U-DRAW-10"])

    assert finder.find("1.1.1-b1, 11.1, 1.1.12 and U-DRAW-10.") == ["1.1.1-b1", "U-DRAW-10"]
    assert finder.find("See 1.1.") == ["1.1"]
    assert finder.find("Off the Track again") == []


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_of_a_game_has_code_and_test_or_a_reason(name: str):
    result = coverage(name)

    assert [row.rule for row in result.missing] == []
    assert result.problems == ()


def test_the_tool_prints_a_table_or_json_and_says_by_its_exit_code(
    capsys: pytest.CaptureFixture[str],
):
    name = registry.names()[0]
    code = main([name])
    table = capsys.readouterr().out
    assert code == main([name, "--json"])
    answer = json.loads(capsys.readouterr().out)

    assert answer["complete"] is (code == 0)
    assert {"rule", "heading", "code", "tests", "state", "reason"} == set(answer["rows"][0])
    assert f"{name}: {len(answer['rows'])} rules" in table
    assert main(["chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err
