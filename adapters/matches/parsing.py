"""Commands as they are sent: text, JSON, or a Command."""

from __future__ import annotations

import msgspec

from wardiary.domain.play.commands import Command, Illegal, from_text
from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import TABLE_VERBS, decode_table_command


def parse_command(game: Game, said: Command | str | bytes) -> Command:
    """A command given as text, as JSON, or as itself; raises Illegal when it is none."""
    if isinstance(said, Command):
        return said
    if isinstance(said, str):
        return from_text(said, {**TABLE_VERBS, **game.verbs})
    try:
        verb = msgspec.json.decode(said, type=_Verb).do
    except msgspec.DecodeError as error:
        raise Illegal("Table/Words", f"this is not a command: {error}") from None
    return decode_table_command(said) if verb in TABLE_VERBS else game.decode_command(said)


class _Verb(msgspec.Struct):
    do: str
