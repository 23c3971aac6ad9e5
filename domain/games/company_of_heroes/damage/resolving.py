"""C-5.0.3, C-5.3, C-5.4, C-10.4a: steps 3 and 4, from the dice on each unit to its damage."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.company_of_heroes.components.pack import pack_of, unit_card
from wardiary.domain.games.company_of_heroes.damage.pool import (
    Dice,
    Pools,
    damage_items,
    defence_items,
)
from wardiary.domain.games.company_of_heroes.maneuver.retreats import player_of
from wardiary.domain.games.company_of_heroes.table.armies import first_team, seat_of
from wardiary.domain.games.company_of_heroes.table.units import DAMAGE, profile
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def all_dice(pools: Pools) -> list[Dice]:
    """Every group of dice once, in the order of their hexes."""
    once = {id(dice): dice for group in pools.hexes.values() for dice in group}
    return list(once.values())


def check_ice(draft: Draft, pools: Pools) -> set[PieceId]:
    """C-10.4a: units on ice roll first; one red sinks them. Gives those that sank."""
    sunk = set()
    for unit, dice in pools.units.items():
        if number := ice_dice(draft.table, unit, dice):
            die = pack_of(draft.table).dice.die
            seat, purpose = player_of(draft.table, unit), f"ice under {unit}"
            faces = draft.roll(seat, purpose, dice=number, high=die.sides, rule="C-10.4a")
            if any(die.colour(face) == "red" for face in faces):
                sunk.add(unit)
    return sunk


def ice_dice(table: Table, unit: PieceId, dice: Iterable[Dice]) -> int:
    """C-10.4a: the highest number of the types of damage; they do not add up."""
    if table.pieces[unit].zone not in field_of(table).ice:
        return 0
    row = pack_of(table).dice.ice[unit_card(table, unit).type]
    return max((row[group.type] for group in dice), default=0)


def roll_he(draft: Draft, pools: Pools) -> None:
    """C-5.3a, C-5.3.1b: all splash dice in one roll, then the other HE dice, source by source."""
    die = pack_of(draft.table).dice.die
    he = [dice for dice in all_dice(pools) if dice.type == "HE"]
    splash = [dice for dice in he if dice.splash]
    # Ruling: C-R22 each die belongs to its own area.
    if number := sum(dice.number for dice in splash):
        first = first_team(draft.table)
        faces = draft.roll(first, "splash", dice=number, high=die.sides, rule="C-5.3.1b")
        for dice in splash:
            own, faces = faces[: dice.number], faces[dice.number :]
            dice.rolled.extend(map(die.he_damage, own))
    for dice in he:
        if not dice.splash:
            seat, purpose = seat_of(draft.table.seats, dice.army), f"HE of {dice.source}"
            faces = draft.roll(seat, purpose, dice=dice.number, high=die.sides, rule="C-5.3a")
            dice.rolled.extend(map(die.he_damage, faces))


def resolve_unit(draft: Draft, unit: PieceId, dice: list[Dice]) -> int:
    """C-5.0.3a, C-5.0.3b, C-5.2a: roll all defence dice together; gives the damage of the unit."""
    table = draft.table
    harm = damage_items(table, unit, dice)
    stoppable = sum(points for damage, points, _ in harm if damage != "Flame")
    stopped = 0
    if (items := defence_items(table, unit, dice)) and harm:
        number = draft.total(f"defence dice of {unit}", items, rule="C-5.0.3a")
        die = pack_of(table).dice.die
        seat, purpose = player_of(table, unit), f"defence of {unit}"
        faces = draft.roll(seat, purpose, dice=number, high=die.sides, rule="C-5.0.3a")
        successes = sum(map(die.defends, faces))
        stopped = min(successes, stoppable)
    if stopped:
        harm.append(("stopped", -stopped, "C-5.4a"))
    return draft.total(f"damage to {unit}", harm, rule="C-5.0.3b") if harm else 0


def apply_damage(draft: Draft, unit: PieceId, damage: int) -> None:
    """C-5.0.3b: lose so much health, down to none."""
    if damage > 0:
        table = draft.table
        lost = min(profile(table, unit).health, table.mark(unit, DAMAGE) + damage)
        draft.mark(unit, DAMAGE, lost, rule="C-5.0.3b")
