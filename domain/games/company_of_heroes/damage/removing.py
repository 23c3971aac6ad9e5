"""C-5.0.3c, C-4.1.2d, C-5.6.1: step 5, what is destroyed leaves the map."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.company_of_heroes.components.pack import mission_of, pack_of, unit_card
from wardiary.domain.games.company_of_heroes.damage.pool import Pools
from wardiary.domain.games.company_of_heroes.maneuver.retreats import (
    nearest_retreat,
    player_of,
    retreat_onto,
)
from wardiary.domain.games.company_of_heroes.maneuver.stepping import cannot_enter
from wardiary.domain.games.company_of_heroes.supply.control import RUINED, drop_flag
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.abilities import has
from wardiary.domain.games.company_of_heroes.table.armies import (
    add,
    stock_track,
    team_of,
    vp_track,
)
from wardiary.domain.games.company_of_heroes.table.ground import (
    DESTROYED,
    SANDBAGS,
    building_at,
    building_health,
    defences,
    is_intact,
    lose_defence,
    point_at,
    strikes,
    take_token,
)
from wardiary.domain.games.company_of_heroes.table.losing import end_assault, lose_unit
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    DAMAGE,
    FORCED,
    RETREATED,
    RETREATING,
    ROUND,
    all_units,
    health,
    is_marked,
    passengers,
    units_at,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def remove_destroyed(draft: Draft, pools: Pools, sunk: set[PieceId]) -> None:
    """C-5.0.3c: all units without health at once, passengers with them (C-4.1.2r)."""
    dead = [unit for unit in pools.units if unit in sunk or health(draft.table, unit) <= 0]
    for unit in dead:
        teams = {team_of(dice.army) for dice in pools.units[unit]}
        for lost in (*passengers(draft.table, unit), unit):
            _score_loss(draft, lost, teams)
            lose_unit(draft, lost, rule="C-10.4a" if unit in sunk else "C-5.0.3c")


def _score_loss(draft: Draft, unit: PieceId, attackers: set[str]) -> None:
    """C-5.0.3c, C-7.5a, C-11.0a: a point for every enemy team that attacked; XP for the owner."""
    # Ruling: C-R27 none for friendly fire alone; C-R28 one a team; C-R29 XP for each unit.
    mission, owner = mission_of(draft.table), draft.table.pieces[unit].owner
    heroic = has(draft.table, unit, "heroic-sacrifice")
    for team in sorted(attackers - {team_of(owner)}):
        if not heroic:
            add(draft, vp_track(team), mission.unit_destroyed_vp, rule="C-5.0.3c")
    add(
        draft, stock_track("xp", owner), mission.heroic_sacrifice_xp if heroic else 1, rule="C-7.5a"
    )


def remove_defences(draft: Draft, pools: Pools) -> None:
    """C-4.1.2d: two dice on a hex, whatever they do, remove the field defences there."""
    # Ruling: C-R21 dice count, not their damage; C-R53 those of any side.
    least = pack_of(draft.table).dice.health.field_defense
    for hex_, dice in pools.hexes.items():
        number = sum(group.number for group in dice)
        for piece in defences(draft.table, hex_):
            owner = draft.table.pieces[piece].owner
            needed = least
            if draft.table.pieces[piece].kind == SANDBAGS:
                needed = passives.sandbag_health(draft.table, owner, least)
            if number >= needed:
                lose_defence(draft, piece, rule="C-4.1.2d")


def damage_buildings(draft: Draft, pools: Pools) -> list[Zone]:
    """C-5.6.1c: HE and flame on a hex damage its building; gives those that are destroyed."""
    fallen = []
    for hex_, dice in pools.hexes.items():
        full = building_health(draft.table, hex_) if is_intact(draft.table, hex_) else 0
        harm = sum(group.damage() for group in dice if group.type in ("HE", "Flame"))
        if not full or not harm:
            continue
        building = building_at(hex_)
        total = min(full, draft.table.mark(building, DAMAGE) + harm)
        draft.mark(building, DAMAGE, total, rule="C-5.6.1c")
        if total >= full:
            fallen.append(hex_)
    return fallen


def destroy_buildings(draft: Draft, fallen: Iterable[Zone]) -> None:
    """C-5.6.1d, C-7.2b: they are destroyed buildings from now on, and their points nobody's."""
    for hex_ in fallen:
        draft.mark(building_at(hex_), DAMAGE, 0, rule="C-5.6.1d")
        draft.turn(building_at(hex_), DESTROYED, rule="C-5.6.1d")
        if (point := point_at(hex_)) in draft.table.pieces:
            drop_flag(draft, point, rule="C-7.2b")
            draft.mark(point, RUINED, 1, until=ROUND, rule="C-7.2b")


def clear_strikes(draft: Draft) -> None:
    """C-8.1b: what commanders' abilities have hit is off the map."""
    for strike in strikes(draft.table):
        take_token(draft, strike, rule="C-8.1b")


# Forced retreats


class ForcedRetreat(ListedChoice, frozen=True, tag="forced-retreat"):
    """C-5.6.1d, C-6.0d: where a unit that must leave its hex goes."""

    question = "Where does the unit go that must leave its hex?"
    rule = "C-6.0d"

    unit: PieceId

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """C-6.0d: there; its assault is over."""
        retreat_onto(draft, self.unit, chosen, rule="C-6.0d")
        draft.mark(self.unit, ASSAULT, 0, rule="C-6.0d")

    def skipped(self, draft: Draft) -> None:
        """C-6.0d: where no hex is free it stays, and its assault is over all the same."""
        # Ruling: C-R16 with every hex of the map taken there is nowhere to go.
        draft.mark(self.unit, ASSAULT, 0, rule="C-6.0d")


def force_retreat(draft: Draft, unit: PieceId) -> None:
    """C-5.6.1d, C-6.0d: to the nearest empty hex towards a retreat point, until Supply 5."""
    # Ruling: C-R15 the nearest empty hex, not six hexes; C-R47 vehicles carry the status too.
    draft.mark(unit, RETREATING, FORCED, rule="C-6.0d")
    draft.mark(unit, RETREATED, 1, until=ROUND, rule="C-6.0d")
    hexes = tuple(nearest_retreat(draft.table, unit))
    ask(draft, ForcedRetreat(player_of(draft.table, unit), hexes, unit))


def losers_of_assaults(table: Table) -> list[PieceId]:
    """C-6.0d: units whose assault has not cleared the hex: the enemy or the defence is there."""
    return [
        unit
        for unit in all_units(table)
        if is_marked(table, unit, ASSAULT) and not _has_won(table, unit)
    ]


def _has_won(table: Table, unit: PieceId) -> bool:
    hex_ = table.pieces[unit].zone
    if len(units_at(table, hex_)) > 1:
        return False
    # Ruling: C-R19 an assault on a defence is won when it is removed.
    return cannot_enter(table, field_of(table), unit_card(table, unit), hex_) is None


def win_assaults(draft: Draft) -> None:
    """C-6.0c: who has cleared the hex holds it; a heavy vehicle crushes what is left there."""
    for unit in all_units(draft.table):
        if is_marked(draft.table, unit, ASSAULT) and _has_won(draft.table, unit):
            end_assault(draft, draft.table.pieces[unit].zone, rule="C-6.0c")


STEPS = (ForcedRetreat,)
