"""Our errors go from one process to another: the same class, text and fields there."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib import import_module
from inspect import Parameter, signature
from pkgutil import walk_packages

from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.errors import WardiaryError
from wardiary.projections.lab.measures import UnknownMeasure
from wardiary.projections.lab.playing import NotPlayable

LAYERS = ("domain", "projections", "adapters")
PLAIN = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def kinds_of(kind: type[WardiaryError]) -> Iterator[type[WardiaryError]]:
    """A class of errors and all that are made from it."""
    yield kind
    for narrower in kind.__subclasses__():
        yield from kinds_of(narrower)


def all_kinds() -> list[type[WardiaryError]]:
    """Every class of errors below the tools."""
    for layer in LAYERS:
        package = import_module(f"wardiary.{layer}")
        for module in walk_packages(package.__path__, f"wardiary.{layer}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    found = set(kinds_of(WardiaryError))
    ours = [kind for kind in found if kind.__module__.split(".")[1] in LAYERS]
    return sorted(ours, key=lambda kind: (kind.__module__, kind.__qualname__))


def built(kind: type[WardiaryError]) -> WardiaryError:
    """An error of this class, from as many values as its class wants."""
    named = [one for one in signature(kind.__init__).parameters.values() if one.name != "self"]
    if Parameter.VAR_POSITIONAL in [one.kind for one in named]:
        return kind("words")
    return kind(*[_value(str(one.annotation)) for one in named if one.kind in PLAIN])


def _value(annotation: str) -> object:
    if annotation.startswith(("tuple", "list")):
        return ("one", "two")
    return 404 if "int" in annotation else "words"


def test_every_error_is_the_same_in_another_process():
    """8.4c: rollouts are played in other processes, where they may be refused."""
    kinds = all_kinds()
    assert {Illegal, NotPlayable, UnknownMeasure} < set(kinds)

    for kind in kinds:
        error = built(kind)
        there = pickle.loads(pickle.dumps(error))

        assert kind is type(there)
        assert str(error) == str(there)
        assert vars(error) == vars(there)


def test_what_was_noted_on_an_error_goes_with_it():
    error = Illegal("T1", "not now")
    error.add_note("in the third rollout")

    there = pickle.loads(pickle.dumps(error))

    assert ("T1", "not now", ["in the third rollout"]) == (
        there.rule, there.why, there.__notes__,
    )  # fmt: skip
