"""Compares recorded rows with those that the rules give, by meaning rather than by bytes.

A row of an older schema, or with its keys in another order, means the same as today's.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wardiary.domain.diary.codec import ENCODER, encode
from wardiary.domain.diary.rows import Row
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import decode_table_command, is_table_command
from wardiary.domain.table import events as e
from wardiary.projections.record import event_at
from wardiary.projections.verdicts import IMPOSSIBLE, Fault


def command_of(game: Game, raw: msgspec.Raw) -> Command:
    """The command of the game or of the table that was recorded; raises Illegal."""
    return decode_table_command(raw) if is_table_command(raw) else game.decode_command(raw)


def compare(rows: Sequence[Row], decided_rows: Sequence[Row], game: Game) -> None:
    """Raise Fault at the first row that differs from what was decided again."""
    for recorded, decided in zip(rows, decided_rows, strict=False):
        if recorded.state != decided.state:
            _compare_meaning(recorded, decided, game)
    if len(rows) > len(decided_rows):
        row = rows[len(decided_rows)]
        why = f"the rules end the entry before this {row.tag}"
        raise Fault(row.position, event_at(row).rule, why)
    if len(rows) < len(decided_rows):
        decided = decided_rows[len(rows)]
        why = f"the rules go on with {decided.tag}"
        raise Fault(rows[-1].position, event_at(decided).rule, why)


def _compare_meaning(recorded: Row, decided: Row, game: Game) -> None:
    recorded_event, decided_event = event_at(recorded), event_at(decided)
    # Steps that were carried over from an older row have its form on both sides.
    if encode(recorded_event) != decided.state and encode(_today(recorded_event, game)) != encode(
        _today(decided_event, game)
    ):
        raise Fault(
            recorded.position, decided_event.rule, _difference(recorded_event, decided_event)
        )
    if not is_plain(recorded.state):
        why = f"{recorded.tag} is not written in the canonical form"
        raise Fault(recorded.position, decided_event.rule, why)


def _today(event: e.AnyEvent, game: Game) -> e.AnyEvent:
    """An event whose stored command or open steps have today's names."""
    try:
        match event:
            case e.CommandAccepted():
                words = ENCODER.encode(command_of(game, event.command))
                return msgspec.structs.replace(event, command=msgspec.Raw(words))
            case e.EntryClosed():
                steps = ENCODER.encode(game.steps_of(event.steps))
                return msgspec.structs.replace(event, steps=msgspec.Raw(steps))
            case _:
                return event
    except (Illegal, *IMPOSSIBLE):
        return event


def is_plain(state: bytes) -> bool:
    """Whether bytes are JSON in the only form that any schema was written in.

    The order of keys differs between schemas; spaces, repeated keys, or other spellings of a number
    or a letter occur in none.
    """
    return msgspec.json.encode(msgspec.json.decode(state)) == state


def _difference(recorded: e.AnyEvent, decided: e.AnyEvent) -> str:
    if type(recorded) is not type(decided):
        return f"recorded is {e.tag_of(recorded)}, the rules give {e.tag_of(decided)}"
    for name in recorded.__struct_fields__:
        was, now = getattr(recorded, name), getattr(decided, name)
        if was != now:
            was, now = (
                bytes(value) if isinstance(value, msgspec.Raw) else value for value in (was, now)
            )
            return f"{e.tag_of(recorded)} has {name} {was!r}, the rules give {now!r}"
    return f"{e.tag_of(recorded)} has names that the rules do not know"
