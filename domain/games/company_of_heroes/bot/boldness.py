"""The bot's scores for what pays only in the right place: assaults, rides and field defences."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.company_of_heroes.bot.evaluation import Evaluation
from wardiary.domain.games.company_of_heroes.commands import Assault, Board, Fortify, TakeCover
from wardiary.domain.games.company_of_heroes.components.units import Attack
from wardiary.domain.games.company_of_heroes.damage.targets import attacks, cannot_fire
from wardiary.domain.games.company_of_heroes.maneuver.fortifying import FACING
from wardiary.domain.games.company_of_heroes.table.armies import enemy_of, team_of
from wardiary.domain.games.company_of_heroes.table.ground import cover_on_side
from wardiary.domain.games.company_of_heroes.table.units import (
    CP,
    health,
    is_machine_gun,
    units_at,
)
from wardiary.domain.games.company_of_heroes.terrain.lines import sides_touched
from wardiary.domain.play.prompts import Slot
from wardiary.domain.table.pieces import PieceId, Zone

NEVER = -5.0
LONG_WAY = 5
"""From so many hexes on a ride is worth the two CP for getting in and out."""
NEAR = 4
"""Enemies so near are worth sandbags against them."""


def close_attacks(evaluation: Evaluation, unit: PieceId) -> list[Attack]:
    """C-6.5: the dice that a unit has in an assault, if it may fire at all."""
    view, card = evaluation.view, evaluation.card(unit)
    if cannot_fire(view, unit) or card.least_range > 1:
        return []
    return list(attacks(view, unit))


def assault(evaluation: Evaluation, command: Assault) -> float:
    """On an enemy that will hardly survive it; and to keep one from taking a point of the team."""
    # Who is still there afterwards must leave the hex (C-6.0d), so a weak assault only loses time.
    unit, hex_ = command.unit, command.hex
    team = enemy_of(evaluation.team)
    there = [u for u in units_at(evaluation.view, hex_) if team_of_owner(evaluation, u) == team]
    if not there or not _dares(evaluation, unit, there[0]):
        return NEVER
    target = there[0]
    dealt = evaluation.dealt_in_the_open(close_attacks(evaluation, unit), target)
    left = health(evaluation.view, target) - evaluation.supported(unit, target)
    if dealt < left:
        return NEVER
    return 3.0 + dealt + evaluation.progress(unit, evaluation.hex(unit), hex_)


def team_of_owner(evaluation: Evaluation, unit: PieceId) -> str:
    """The team whose unit it is."""
    return team_of(evaluation.view.pieces[unit].owner)


def _dares(evaluation: Evaluation, unit: PieceId, target: PieceId) -> bool:
    """C-4.1.4e, C-6.3: not onto a machine gun that is set up, nor where it would hardly survive."""
    if evaluation.card(unit).infantry and is_machine_gun(evaluation.view, target):
        return False
    here = evaluation.hex(unit)
    if here in evaluation.wanted and evaluation.progress(unit, here, evaluation.hex(target)) < 0:
        return False
    back = evaluation.dealt_in_the_open(close_attacks(evaluation, target), unit)
    return back < health(evaluation.view, unit)


def board(evaluation: Evaluation, command: Board) -> float:
    """For a long way, in a transport that has not moved yet and does not wait for a point."""
    unit, transport = command.unit, command.transport
    aim, here = evaluation.aims.get(unit), evaluation.hex(transport)
    if aim is None or evaluation.view.pieces[transport].marks.get(CP) or here in evaluation.wanted:
        return NEVER
    way = evaluation.way(here, aim)
    nearer = evaluation.way(evaluation.hex(unit), aim) - way
    return 4.5 + nearer if way >= LONG_WAY else NEVER


def walls(slot: Slot) -> Iterable[tuple[str, ...]]:
    """C-4.1.2f: each wall of sandbags alone."""
    return ((what,) for what in map(str, slot.candidates) if what.startswith(FACING))


def fortify(evaluation: Evaluation, command: Fortify) -> float:
    """Where infantry stands on a point and has no cover towards enemies that are near."""
    unit, (what,) = command.unit, command.what
    here = evaluation.hex(unit)
    stays = here in evaluation.field.sheet.points and evaluation.card(unit).infantry
    if not stays or not what.startswith(FACING):
        return NEVER
    first = int(what.removeprefix(FACING))
    covered = exposed(evaluation, here, (first, first % 6 + 1))
    return 0.2 * covered if covered else NEVER


def take_cover(evaluation: Evaluation, command: TakeCover) -> float:
    """Whenever it is possible: it costs nothing."""
    return 0.3


def exposed(evaluation: Evaluation, here: Zone, sides: tuple[int, ...]) -> int:
    """How many near enemies fire across some sides of a hex, and across no cover yet."""
    field, view = evaluation.field, evaluation.view
    near = [hex_ for hex_ in evaluation.enemy_hexes if 0 < field.distance(here, hex_) <= NEAR]
    number = 0
    for hex_ in near:
        crossed = sides_touched(field, hex_, here)
        bare = not any(cover_on_side(view, here, side) for side in crossed)
        number += bare and not crossed.isdisjoint(sides)
    return number
