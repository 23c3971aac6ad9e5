from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

import pytest

from tests.projections.noninterference import elsewhere
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.history import History
from wardiary.domain.games import registry
from wardiary.domain.games.combat_commander.fire.targets import elements_of, targets_of
from wardiary.domain.games.combat_commander.units.units import is_unit
from wardiary.domain.games.company_of_heroes.damage.targets import Targets
from wardiary.domain.games.company_of_heroes.table.armies import team_of
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table
from wardiary.projections.record import record_of
from wardiary.projections.redaction import SPECTATOR, view

RECORDINGS = Path(__file__).parent.parent / "recordings"
HEX_GAMES = ("combat-commander", "company-of-heroes")
LOOKS = 12
"""How many positions of a recording are looked at."""


def recorded(name: str) -> History:
    """The longest recording of a game."""
    path = max(RECORDINGS.glob(f"{name}-*.gz"), key=lambda one: one.stat().st_size)
    record = record_of(read(gzip.decompress(path.read_bytes())))
    return History(record.rows, pack=registry.game(name).read_pack(registry.packaged(name)))


@pytest.mark.parametrize("name", HEX_GAMES)
def test_lines_of_sight_do_not_depend_on_what_a_role_does_not_know(name: str):
    """Issue 10.8: targets are non-interfering, for every piece and hex that a role may point at."""
    game, history, rng = registry.game(name), recorded(name), Random(5)
    lines = 0
    for end in history.ends[:: max(1, len(history.ends) // LOOKS)]:
        table = history.table_at(end)
        for role in (*table.seats, SPECTATOR):
            left, right = view(table, role), view(elsewhere(table, role, rng), role)
            for token in (*left.pieces, *(zone for zone, _, _ in game.layout(left).spaces[::7])):
                result = game.in_sight(left, token)

                assert result == game.in_sight(right, token), (end, role, token)
                lines += len(result)
    assert lines > 10_000


def test_what_fire_reaches_is_what_the_rules_of_fire_allow():
    """O20.3: of the hexes with enemies, those in range and sight of a unit or its weapon."""
    history = recorded("combat-commander")
    shots = 0
    for end in history.ends[:: len(history.ends) // 40]:
        table = history.table_at(end)
        for seat in table.seats:
            for unit in (piece.id for piece in table.pieces.values() if piece.owner == seat):
                lines = registry.game(table.game).in_sight(table, unit)
                reached = {line.space for line in lines if line.fire}
                if reached:
                    allowed = targets_of(table, seat, elements(table, unit))
                    assert allowed.keys() <= reached
                    shots += len(allowed)
    assert shots > 50


def elements(table: Table, piece: PieceId) -> tuple[PieceId, ...]:
    """A unit with the weapon that it can use, or a weapon."""
    return elements_of(table, (piece,)) if is_unit(table, piece) else (piece,)


def test_targets_of_a_unit_are_in_hexes_that_its_dice_reach():
    """C-5.0.1c"""
    history = recorded("company-of-heroes")
    shots = 0
    for end in history.ends[:: len(history.ends) // 40]:
        table = history.table_at(end)
        for piece in table.pieces.values():
            lines = registry.game(table.game).in_sight(table, piece.id)
            reached = {line.space for line in lines if line.fire}
            if not reached:
                continue
            for target in Targets(table, team_of(piece.owner)).of(piece.id):
                place = table.pieces[target].zone if target in table.pieces else target
                assert place in reached | {piece.zone}
                shots += 1
    assert shots > 20
