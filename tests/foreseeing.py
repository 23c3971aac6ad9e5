"""What a command would mean, as the seat that is to give it sees the table."""

from __future__ import annotations

from wardiary.domain.play.game import Game
from wardiary.domain.play.previews import Preview, preview
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view


def foresee(game: Game, table: Table, seat: Seat, text: str) -> Preview:
    """The preview of a command that the seat may give now."""
    prompt = prompt_for(game.prompts(table), seat)
    assert prompt is not None, f"{seat} is not asked"
    return preview(game, view(table, seat), seat, game.command(text), prompt)


def odds(foreseen: Preview) -> dict[str, tuple[int, int]]:
    """The ways of all that are equally likely, by what they bring about."""
    return {one.what: (one.ways, one.of) for one in foreseen.likelihoods}
