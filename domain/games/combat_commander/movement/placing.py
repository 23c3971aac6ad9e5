"""Units go from one place to another, with what they carry (7.2.1, 11.3)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of
from wardiary.domain.games.combat_commander.table.choices import ChoiceFor
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import BOX, time_space
from wardiary.domain.games.combat_commander.terrain.edges import friendly_edge
from wardiary.domain.games.combat_commander.terrain.steps import is_impassable
from wardiary.domain.games.combat_commander.units.stacking import has_room
from wardiary.domain.games.combat_commander.units.units import NORMAL, unit_card
from wardiary.domain.games.combat_commander.victory.end_of_game import finish_by_points
from wardiary.domain.games.combat_commander.victory.objectives import has_special
from wardiary.domain.games.combat_commander.victory.scoring import score, update_control
from wardiary.domain.games.combat_commander.weapons.effects import lose_weapon, repair
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.games.kit.choices import ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def relocate(draft: Draft, units: Iterable[PieceId], to: Zone, *, rule: str) -> None:
    """Units enter a hex together, with their weapons; objectives may change hands (7.3.1)."""
    movers = tuple(units)
    weapons = [(unit, weapon_of(draft.table, unit)) for unit in movers]
    draft.move(movers, to, rule=rule)
    for unit, weapon in weapons:
        if weapon:
            draft.move(weapon, to, host=unit, rule="11.3")
    update_control(draft)


def bring_in(draft: Draft, unit: PieceId, to: Zone, *, rule: str) -> None:
    """A unit that waited beside the map comes in."""
    relocate(draft, (unit,), to, rule=rule)


def has_room_for(table: Table, unit_kind: str, seat: Seat, hex_label: Zone) -> bool:
    """8.2, T79, T98: whether a unit of this kind may be placed in a hex."""
    silhouettes = pack_of(table).units[unit_kind].silhouettes
    return not is_impassable(table, hex_label) and has_room(table, hex_label, seat, silhouettes)


def room_on_edge(table: Table, kind: str, seat: Seat) -> tuple[Zone, ...]:
    """6.1.2, E68: the hexes of the friendly edge with room for a unit of this kind."""
    edge = map_of(table).grid.edge_hexes(friendly_edge(table, seat))
    return tuple(hex_label for hex_label in edge if has_room_for(table, kind, seat, hex_label))


def new_id(table: Table, seat: Seat, name: str) -> PieceId:
    """An id for a counter that comes from the box."""
    number = 1
    while f"{seat}-{name}-{number}" in table.pieces:
        number += 1
    return f"{seat}-{name}-{number}"


def place_unit(
    draft: Draft, seat: Seat, kind: str, weapon: str, to: Zone, *, rule: str, face: str = NORMAL
) -> PieceId:
    """A unit from the box, with a weapon or without ("")."""
    card = pack_of(draft.table).units[kind]
    unit = new_id(draft.table, seat, card.name)
    draft.place(unit, kind, to, owner=seat, face=face, rule=rule)
    if weapon:
        name = pack_of(draft.table).weapons[weapon].name
        piece = new_id(draft.table, seat, name)
        draft.place(piece, weapon, to, owner=seat, face="working", host=unit, rule="11.2")
    update_control(draft)
    return unit


def leave_map(draft: Draft, unit: PieceId) -> None:
    """7.2.1: a unit leaves over the enemy's edge; its owner scores and chooses a time space."""
    card = unit_card(draft.table, unit)
    owner = draft.table.pieces[unit].owner
    factor = 2 if has_special(draft.table, "exit-doubled") else 1
    score(draft, owner, card.points * factor, rule="7.2.1")
    if card.type == "hero":
        # Ruling: AMB-44, a hero goes to the box and leaves his weapon in the weapons box.
        _hero_leaves(draft, unit)
        return
    # Ruling: AMB-45, any space, even one that time has passed.
    spaces = [str(number) for number in pack_of(draft.table).markers.time_track]
    ask(draft, TimeSpace(owner, tuple(spaces), unit))


def _hero_leaves(draft: Draft, unit: PieceId) -> None:
    owner = draft.table.pieces[unit].owner
    if weapon := weapon_of(draft.table, unit):
        lose_weapon(draft, weapon, rule="E58.1")
    _remove_marks(draft, unit)
    draft.move(unit, BOX, rule="E58.1")
    _after_leaving(draft, owner)


class TimeSpace(ChoiceFor, frozen=True, tag="time-space"):
    """7.2.1: on which space of the time track a unit that left the map waits."""

    question = "on which space of the time track does the unit wait?"
    rule = "7.2.1"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It waits on its normal side, without markers, with its weapon repaired."""
        unit = self.subject
        space = time_space(int(chosen))
        weapon = weapon_of(draft.table, unit)
        draft.move(unit, space, rule="7.2.1")
        draft.turn(unit, NORMAL, rule="7.2.1")
        _remove_marks(draft, unit)
        if weapon:
            draft.move(weapon, space, host=unit, rule="7.2.1")
            repair(draft, weapon, rule="7.2.1")
        _after_leaving(draft, self.seat)


def _remove_marks(draft: Draft, unit: PieceId) -> None:
    """7.2.1: a unit that comes back later counts as another one: without marks, not activated."""
    for mark in sorted(draft.table.pieces[unit].marks):
        draft.mark(unit, mark, 0, rule="7.2.1")


def _after_leaving(draft: Draft, seat: Seat) -> None:
    update_control(draft)
    if not units_on_map(draft.table, seat):
        finish_by_points(draft, f"the last unit of {seat} has left the map")


STEPS: tuple[type[Step], ...] = (TimeSpace,)
