"""Checks at one position that nothing a seat gets depends on what it may not see."""

from __future__ import annotations

from random import Random

from wardiary.domain.play.commands import Command, Illegal, to_text
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view
from wardiary.tools import hidden_swaps as swaps


def leaks(
    game: Game,
    table: Table,
    role: Seat,
    seat: Seat,
    command: Command | None,
    rng: Random,
) -> list[str]:
    """How a role could tell this table from one where hidden pieces have changed places.

    `command` is one that `seat` gives next, if there is one.
    """
    names = swaps.choose_swaps(table, role, rng)
    other = swaps.swap_pieces(table, names)
    who = role or "a spectator"
    try:
        if swaps.visible_facts(view(table, role)) != swaps.visible_facts(view(other, role)):
            return [f"the view of {who} depends on hidden pieces"]
        if _prompt_bytes(game, table, role) != _prompt_bytes(game, other, role):
            return [f"the prompt of {who} depends on hidden pieces"]
        if command and not _same_events_seen(game, (table, other), role, (seat, command), names):
            return [f"events after {to_text(command).split()[0]!r} tell {who} of hidden pieces"]
    except Exception as error:  # noqa: BLE001 (Rules that stumble over a swap are at fault, too.)
        return [f"rules fail when hidden pieces change places: {type(error).__name__}: {error}"]
    return []


def _prompt_bytes(game: Game, table: Table, role: Seat) -> bytes:
    return swaps.ENCODER.encode(prompt_for(game.prompts(table), role))


def _same_events_seen(
    game: Game,
    tables: tuple[Table, Table],
    role: Seat,
    played: tuple[Seat, Command],
    names: dict[PieceId, PieceId],
) -> bool:
    """Whether a role sees the same of a command at both tables, until it learns something."""
    (seat, command), (table, other) = played, tables
    left = swaps.outcome_of(game, table, seat, command)
    try:
        translated = command if seat == role else swaps.swap_in_command(command, names)
        right = swaps.outcome_of(game, other, seat, translated)
    except Illegal:
        return seat != role  # Another seat's command may be legal at one of the tables only.
    before = (
        swaps.events_before_learning(left, table, role),
        swaps.events_before_learning(right, other, role),
    )
    try:
        number = swaps.common_length(*before, table, other, role, seat)
    except swaps.Leak:
        return False
    left_bytes = swaps.redacted_bytes(table, left.events[:number], role)
    return left_bytes == swaps.redacted_bytes(other, right.events[:number], role)
