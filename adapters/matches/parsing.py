"""Commands as they are sent: text, JSON, or a Command."""

from __future__ import annotations

from collections import ChainMap

import msgspec

from wardiary.domain.play.commands import Command, Illegal, from_text
from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import TABLE_VERBS, decode_table_command


def parse_command(game: Game, text: Command | str | bytes) -> Command:
    """A command given as text, as JSON, or as itself; raises Illegal when it is none."""
    if isinstance(text, Command):
        return text
    if isinstance(text, str):
        return from_text(text, ChainMap(game.verbs, TABLE_VERBS))
    try:
        verb = msgspec.json.decode(text, type=_Verb).do
    except msgspec.DecodeError as error:
        raise Illegal("Table/Words", f"this is not a command: {error}") from None
    return decode_table_command(text) if verb in TABLE_VERBS else game.decode_command(text)


class _Verb(msgspec.Struct):
    do: str
