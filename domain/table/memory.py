"""Memory: answers to questions about a table, kept until what they depend on has changed.

Rules ask the same of one table many times: what is where, who could reach what, what a unit is
worth. A question that is `remembered` is worked out once. Tables never change, so its answer holds;
and a table that follows takes over all answers that the events between cannot have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
Answers = dict[Any, dict[tuple[Any, ...], Any]]


class Scope:
    """What answers depend on: the pieces in the zones that it `holds`, and what stays as it is.

    Where only their places matter (with their kinds, owners and hosts), not their faces and marks,
    that is `places`.
    """

    def __init__(self, holds: Callable[[str], bool], *, places: bool = False) -> None:
        self.holds, self.places = cache(holds), places

    def depends_on(self, zones: Sequence[str]) -> bool:
        """Whether a change of the pieces in some zones counts."""
        return any(map(self.holds, zones))


class _Everything(Scope):
    """Of whatever has changed, in whatever zones, or in none."""

    def depends_on(self, zones: Sequence[str]) -> bool:
        return True


def _any_zone(zone: str) -> bool:
    return True


PIECES, ANYTHING = Scope(_any_zone), _Everything(_any_zone)
"""All pieces; and what depends on more: known pieces, tracks, holders, the sequence of play."""


class Memory(dict[Scope, Answers]):
    """All answers of a table, by what they depend on. They are no part of what a table is.

    Other threads may ask the table meanwhile: whole dictionaries are copied, never walked through.
    """

    def __eq__(self, other: object) -> bool:
        """Two tables do not differ by what they were asked."""
        return isinstance(other, Memory)

    __hash__ = None

    def after_moves(self, *zones: str) -> Memory:
        """What holds still once pieces have come to these zones, left them, or changed order."""
        return self._without([scope for scope in tuple(self) if scope.depends_on(zones)])

    def after_change(self, zone: str) -> Memory:
        """What holds still once a piece in this zone has another face or other marks."""
        return self._without(
            [scope for scope in tuple(self) if not scope.places and scope.depends_on((zone,))]
        )

    def _without(self, scopes: list[Scope]) -> Memory:
        """A memory of the next table's own: what it is asked first must not answer for this one."""
        kept = Memory(self)
        for scope in scopes:
            del kept[scope]
        return kept


class Remembers(Protocol):
    """A table."""

    @property
    def memory(self) -> Memory:
        """The answers it has given."""


T = TypeVar("T", bound=Remembers)


def remembered(
    scope: Scope = ANYTHING,
) -> Callable[[Callable[Concatenate[T, P], R]], Callable[Concatenate[T, P], R]]:
    """Keeps the answers of a question: a pure function of a table and of further plain values.

    An answer may depend on what is in its scope and on what never changes in a match: seats,
    settings, pack. Without a scope it may depend on anything but position, steps and forced dice.
    Nobody may write to an answer. Values are given by place and not by name: answers are kept by
    them.
    """

    def decorate(question: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
        put: Callable[..., R] = question

        @wraps(question)
        def ask(table: T, /, *words: Any) -> R:
            try:
                answer: R = table.memory[scope][question][words]
            except KeyError:
                # Before it is put there: the question itself may ask others of the same scope.
                answer = put(table, *words)
                table.memory.setdefault(scope, {}).setdefault(question, {})[words] = answer
            return answer

        return cast("Callable[Concatenate[T, P], R]", ask)

    return decorate
