"""Steps: the points where play stops for an answer, or where something may interrupt it."""

from __future__ import annotations

import msgspec

from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompts
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="step"):
    """A point in the rules that may ask a seat. Its fields are what must be remembered there.

    Open steps are a stack; the top one asks. A step that asks nothing is resumed, and must then
    finish, change or begin another. Fields hold ids and numbers, never a secret: a secret choice is
    a piece in a zone that only its owner sees.
    """

    def prompts(self, table: Table) -> Prompts:
        """A prompt for each seat that is asked now; empty when nobody is."""
        return ()

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Raise Illegal with the exact rule, where the offers alone do not say why."""

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Carry out a command that is among the offers."""
        raise NotImplementedError

    def resume(self, draft: Draft) -> None:
        """Go on when nobody is asked, or when a step above has ended."""
        raise NotImplementedError
