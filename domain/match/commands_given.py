"""The table commands of one kind that seats gave in a match, read from its log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.play.commands import Command, verb_of
from wardiary.domain.play.table_commands import decode_table_command
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat

Given = TypeVar("Given", bound=Command)


def commands_given(history: History, kind: type[Given]) -> Iterator[tuple[Seat, Given]]:
    """Who gave each command of a kind, and the command, in order."""
    quoted = f'"{verb_of(kind)}"'.encode()
    for row in history.rows:
        if kind_of(row) == "command-accepted" and quoted in row.state:
            event = history.event(row.position)
            assert isinstance(event, e.CommandAccepted)
            command = decode_table_command(event.command)
            if isinstance(command, kind):
                yield event.seat, command
