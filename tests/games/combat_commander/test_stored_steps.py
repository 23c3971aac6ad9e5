"""Steps stored by earlier releases are read as the steps that the game has now."""

from __future__ import annotations

import msgspec
import pytest

from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.play.steps import Step

CHOICES = {
    "8.2": ("give-up", "deploy"),
    "E52.1": ("deploy",),
    "1.9.1.3": ("sniper-victim",),
    "6.1.2": ("clear-smoke",),
    "A25": ("ambushed",),
    "A35.4": ("hidden-unit",),
    "A41": ("wear-out",),
    "E43": ("bomb",),
    "E44": ("battle-harden",),
    "E50": ("commissar",),
    "E55": ("entrench",),
    "E56": ("promote",),
    "E58": ("hero", "hero-rally"),
    "E59": ("infiltrator",),
    "E60": ("interdict",),
    "E62": ("kia",),
    "E63": ("malfunction",),
    "E64": ("medic",),
    "E66": ("captured",),
    "E68": ("reinforcement",),
    "E70": ("clear",),
    "E71": ("scrounge",),
    "E72": ("shocked",),
    "E75": ("pinned",),
    "E76": ("wounded",),
    "E77": ("phosphorus", "scorched"),
    "O16.4": ("melee",),
    "O18.2": ("observer",),
    "O18.2.3": ("impact",),
    "O22.2": ("rally-next",),
    "O23.1": ("rout-side",),
    "O23.2": ("rout-next",),
}
"""The questions of 0.1.0 by the rule that they were asked under."""

CHOICES_FOR_A_SUBJECT = {
    "6.1.2": "enter",
    "7.2.1": "time-space",
    "A35.4": "hiding-place",
    "E46": "flee",
    "E59": "infiltrate",
    "E68": "reinforce",
    "E71": "arm",
    "E76": "walk",
    "O23.3": "retreat",
}


def read(**stored: object) -> Step:
    """The step that a stored object is read as."""
    (step,) = GAME.steps_of(msgspec.json.encode([stored]))
    return step


def stored_choice(what: str, rule: str, about: list[str]) -> dict[str, object]:
    """A choice between two hexes as 0.1.0 stored it."""
    return {
        "step": "choice",
        "seat": "axis",
        "what": what,
        "of": ["E5", "E6"],
        "optional": False,
        "about": about,
        "rule": rule,
    }


def fields(step: Step) -> dict[str, object]:
    """The fields of a step by name."""
    return msgspec.structs.asdict(step)


@pytest.mark.parametrize(
    ("rule", "what"), [(rule, what) for rule, names in CHOICES.items() for what in names]
)
def test_a_choice_is_read_as_the_question_of_its_name_and_rule(rule: str, what: str):
    step = read(**stored_choice(what, rule, []))

    assert step.question_name() == what
    assert step.rule == rule
    assert fields(step) == {"seat": "axis", "of": ("E5", "E6")}


@pytest.mark.parametrize(("rule", "what"), CHOICES_FOR_A_SUBJECT.items())
def test_a_choice_for_a_unit_keeps_the_unit(rule: str, what: str):
    step = read(**stored_choice(what, rule, ["axis-rifle-1"]))

    assert step.question_name() == what
    assert fields(step) == {"seat": "axis", "of": ("E5", "E6"), "subject": "axis-rifle-1"}


@pytest.mark.parametrize(
    ("then", "tag"),
    [
        ("", "roll"),
        ("commissar", "commissar-roll"),
        ("hidden-unit", "hidden-unit-roll"),
        ("infiltration", "infiltration-roll"),
        ("reinforcements", "reinforcements-roll"),
    ],
)
def test_a_roll_is_read_as_the_kind_that_says_what_follows(then: str, tag: str):
    step = read(
        step="roll",
        seat="axis",
        purpose="support",
        nested=True,
        weapons=[],
        facts={"unit": "axis-rifle-1"},
        base=0,
        against=7,
        then=then,
        about=["axis-rifle-1", "7"],
        stage="settle-time",
        trigger="time",
        faces=[2, 4],
    )

    assert step.__struct_config__.tag == tag
    assert fields(step) == {
        "seat": "axis",
        "purpose": "support",
        "nested": True,
        "weapons": (),
        "facts": {"unit": "axis-rifle-1"},
        "base": 0,
        "against": 7,
        "stage": "settle-time",
        "trigger": "time",
        "faces": (2, 4),
    }


@pytest.mark.parametrize(
    "purpose",
    [
        "air-support", "blaze", "booby-trap", "dust", "malfunction", "rubble", "shell-shock",
        "shellholes", "sniper",
    ],
)  # fmt: skip
def test_a_random_hex_is_read_as_the_kind_for_its_purpose(purpose: str):
    step = read(step="random-hex", seat="axis", what=purpose, about=[], hex="E5")

    assert step.purpose == purpose
    assert fields(step) == {"seat": "axis", "hex": "E5"}


@pytest.mark.parametrize(
    ("purpose", "field", "subject"),
    [
        ("infiltration", "element", "britain-line+light-mg"),
        ("walking-wounded", "unit", "axis-rifle-1"),
    ],
)
def test_a_random_hex_for_a_unit_keeps_the_unit(purpose: str, field: str, subject: str):
    step = read(step="random-hex", seat="axis", what=purpose, about=[subject], hex="")

    assert step.purpose == purpose
    assert fields(step) == {"seat": "axis", "hex": "", field: subject}


@pytest.mark.parametrize("order", ["fire", "move", "advance"])
def test_an_activation_is_read_as_that_of_its_order(order: str):
    step = read(step="activation", seat="allies", order=order)

    assert step.order == order
    assert fields(step) == {"seat": "allies"}


def test_a_unit_to_be_scorched_is_still_chosen_by_its_owner():
    step = read(step="scorched", seat="allies", units=["allies-line-1", "allies-line-2"])

    assert fields(step) == {"seat": "allies", "of": ("allies-line-1", "allies-line-2")}
