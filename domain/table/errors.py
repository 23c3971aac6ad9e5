"""The base class of all our errors, so that a program can catch whatever wardiary refuses."""

from __future__ import annotations

from typing import Any


class WardiaryError(Exception):
    """Something wardiary refuses or cannot do; its text is one sentence that says what and why."""

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: the same text and fields, whatever its class is made from."""
        return _without_init, (type(self), *self.args), self.__dict__


class ImpossibleEvent(WardiaryError):
    """An event that cannot happen at this table: the log or the code is broken."""


def _without_init(kind: type[WardiaryError], *args: object) -> WardiaryError:
    return kind.__new__(kind, *args)
