"""X1, X3: what texts may not hold, how it is shown, and which ids are the same."""

from __future__ import annotations

import pytest

from wardiary.domain.table.text import escape_controls, same_id, with_controls


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a\nb", r"a\nb"),
        ("\x1b[2J", r"\x1b[2J"),
        ("\x7f\x9b", r"\x7f\x9b"),
        ("a\u2028b", r"a\u2028b"),
        ("\u202egpj", r"\u202egpj"),
        ("\ud800", r"\ud800"),
    ],
)
def test_a_control_character_is_shown_escaped(text: str, escaped: str):
    assert escaped == escape_controls(text)
    assert [("", escaped)] == list(with_controls(text))


@pytest.mark.parametrize("text", ["", "La Rayé", "Разведчики", "斥候", "क्\u200dष", "a\u00a0b"])
def test_letters_of_any_script_stay_as_they_are(text: str):
    assert text == escape_controls(text)
    assert [] == list(with_controls(text))


def test_the_place_of_a_control_character_is_named():
    text = {"reason": "fine", "corrections": [{"mark": "a\x00"}, {"b\n": 1}]}

    assert [("corrections[0].mark", r"a\x00"), ("corrections[1]", r"b\n")] == list(
        with_controls(text)
    )


def test_ids_are_the_same_however_their_letters_are_composed():
    assert same_id("ray\u00e9", "raye\u0301")
    assert not same_id("raye", "ray\u00e9")
