"""Steps as earlier releases stored them, read as the steps that the game has now."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Raw, json

from wardiary.domain.games.kit.choices import ListedChoice, named_choices
from wardiary.domain.play.steps import Step
from wardiary.domain.table.upcasts import Shape, Upcast

SUBJECT_OF = {"infiltration": "element", "walking-wounded": "unit"}
"""Random hexes for something: the field that names it now."""


def step_upcasts(steps: Iterable[type[Step]]) -> tuple[Upcast, ...]:
    """Questions, rolls, random hexes and activations were named in a field, and have types now."""
    choices = [step for step in steps if issubclass(step, ListedChoice)]
    typed = Upcast(
        fields={"scorched": {"units": "of"}},
        reshape={"roll": typed_roll, "random-hex": typed_hex, "activation": typed_activation},
    )
    return (named_choices("choice", choices), typed)


def typed_roll(shape: Shape) -> Shape:
    """A roll named in `then` what follows it, and in `about` what its facts say too."""
    if "then" not in shape:
        return shape
    follows = json.decode(shape["then"], type=str)
    kept = {name: value for name, value in shape.items() if name not in ("then", "about")}
    return {**kept, "step": tag(f"{follows}-roll" if follows else "roll")}


def typed_hex(shape: Shape) -> Shape:
    """A random hex named in `what` what it is for, and in `about` the piece or element."""
    purpose = json.decode(shape["what"], type=str)
    about = json.decode(shape["about"], type=tuple[Raw, ...])
    typed = {"step": tag(f"{purpose}-hex"), "seat": shape["seat"]}
    if "hex" in shape:
        typed["hex"] = shape["hex"]
    if about:
        typed[SUBJECT_OF[purpose]] = about[0]
    return typed


def typed_activation(shape: Shape) -> Shape:
    """An activation named its order."""
    order = json.decode(shape["order"], type=str)
    return {"step": tag(f"{order}-activation"), "seat": shape["seat"]}


def tag(name: str) -> Raw:
    """The stored tag of a step."""
    return Raw(json.encode(name))
