"""C-4.1: command points: how many a unit may still use, and paying them."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes.components.pack import pack_of
from wardiary.domain.games.company_of_heroes.table.abilities import count, has
from wardiary.domain.games.company_of_heroes.table.armies import Army, add
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    CP,
    MANEUVER,
    RETREATING,
    ROUND,
    SPEED_SPENT,
    is_marked,
    is_unit,
    of_piece,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def cp_track(army: Army) -> str:
    """The track of the CP that an army has left in this turn."""
    return f"cp/{army}"


@of_piece
def most_on_unit(table: Table, unit: PieceId) -> int:
    """C-4.1.1c, C-4.1.2n: how many CP a unit takes in a round; each Slow is one less."""
    return max(0, pack_of(table).numbers.unit_command_points - count(table, unit, "slow"))


@of_piece
def speed_ready(table: Table, unit: PieceId) -> bool:
    """C-4.1.5a: whether a unit has its speed die left, which goes before any CP."""
    # Ruling: C-R40 the speed die comes back at the start of the round.
    marks = table.pieces[unit].marks
    return not marks.get(CP) and not marks.get(SPEED_SPENT) and has(table, unit, "speed")


def cp_for(table: Table, unit: PieceId) -> int:
    """C-4.1a, C-4.1.1c: how many CP may still be spent on a unit in this turn."""
    piece = table.pieces[unit]
    left = table.tracks.get(f"cp/{piece.owner}", 0)
    most = most_on_unit(table, unit) - piece.marks.get(CP, 0) if left else 0
    return 0 if most <= 0 else min(left, most)


def actions_left(table: Table, unit: PieceId) -> int:
    """C-4.1.5a: the actions a unit may take in this turn: a speed die, then CP."""
    return speed_ready(table, unit) + cp_for(table, unit)


def cannot_act(table: Table, unit: PieceId, armies: tuple[Army, ...], needed: int = 1) -> Refusal:
    """Why a player may not spend so many actions on a unit now."""
    if unit not in table.pieces or not is_unit(table, unit):
        return "C-4.1a", f"{unit} is no unit"
    piece = table.pieces[unit]
    if piece.owner not in armies:
        return "C-4.1a", f"{unit} is no unit of an army that you play and whose turn it is"
    if piece.zone not in field_of(table).hexes:
        return "C-4.1a", f"{unit} is not on the map"
    if is_marked(table, unit, RETREATING):
        return "C-4.2e", f"{unit} is in retreat and does nothing else"
    if is_marked(table, unit, ASSAULT):
        return "C-6.0b", f"{unit} is in an assault and spends no CP"
    if actions_left(table, unit) < needed:
        return _cannot_pay(table, unit, needed)
    return None


def _cannot_pay(table: Table, unit: PieceId, needed: int) -> Refusal:
    piece = table.pieces[unit]
    if piece.marks.get(CP, 0) + needed > most_on_unit(table, unit):
        slow = count(table, unit, "slow") > 0
        return "C-4.1.2n" if slow else "C-4.1.1c", f"{unit} can take no {needed} CP more this round"
    return "C-4.1a", f"{piece.owner} has not {needed} CP left in this turn"


def pay(draft: Draft, unit: PieceId, actions: int, *, rule: str) -> None:
    """C-4.1a, C-4.1.5a: spend actions on a unit: its speed die first, then CP."""
    if speed_ready(draft.table, unit):
        draft.mark(unit, SPEED_SPENT, 1, until=ROUND, rule="C-4.1.5a")
        actions -= 1
    if actions:
        piece = draft.table.pieces[unit]
        add(draft, cp_track(piece.owner), -actions, rule=rule)
        draft.mark(unit, CP, piece.marks.get(CP, 0) + actions, until=MANEUVER, rule=rule)
