"""C-4.2: infantry retreats towards a retreat point, in its turn or at the end of Maneuver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wardiary.domain.games.company_of_heroes.commands import Retreat
from wardiary.domain.games.company_of_heroes.components.pack import (
    mission_of,
    pack_of,
    unit_card,
)
from wardiary.domain.games.company_of_heroes.maneuver.weapon_teams import pack_up
from wardiary.domain.games.company_of_heroes.setup.spawning import spawn_area
from wardiary.domain.games.company_of_heroes.table.abilities import units_with
from wardiary.domain.games.company_of_heroes.table.armies import (
    Army,
    Team,
    armies_of_team,
    seat_of,
    team_of_piece,
)
from wardiary.domain.games.company_of_heroes.table.ground import closed_to
from wardiary.domain.games.company_of_heroes.table.losing import (
    assaulter_in,
    crush_defences,
    end_assault,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    ASSAULT,
    PACKED,
    PLACES,
    RETREATED,
    RETREATING,
    ROUND,
    army_units,
    is_marked,
    is_unit,
    passengers,
    units_by_hex,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

FAR = 10_000


def retreat_points(table: Table, unit: PieceId) -> list[Zone]:
    """C-4.2a: its spawn area, and hexes without building beside allies with the ability."""
    # Ruling: C-R39 the hexes beside such a unit need not be empty.
    team, field = team_of_piece(table, unit), field_of(table)
    points = list(spawn_area(table, team))
    for ally in rallying(table, team):
        if ally != unit:
            beside = field.neighbours(table.pieces[ally].zone)
            points += [hex_ for hex_ in beside if hex_ not in field.buildings]
    return list(dict.fromkeys(points))


def rallying(table: Table, team: Team) -> list[PieceId]:
    """C-4.2a, C-4.2e: the units of a team to which others retreat."""
    armies = armies_of_team(table.seats, team)
    return [
        ally
        for ally in units_with(table, armies, "retreat-point")
        if not is_marked(table, ally, RETREATING)
    ]


def is_on_retreat_point(table: Table, unit: PieceId) -> bool:
    """C-4.2g: whether a retreat has come to its end."""
    here = table.pieces[unit].zone
    area = spawn_area(table, team_of_piece(table, unit))
    return here in area or here in retreat_points(table, unit)


def open_hexes(table: Table, unit: PieceId, hexes: Iterable[Zone]) -> list[Zone]:
    """C-4.2d: the hexes on which a retreat may end: empty, and barred by nothing."""
    here, taken = table.pieces[unit].zone, units_by_hex(table)
    closed = closed_to(table, unit_card(table, unit))
    return [hex_ for hex_ in hexes if hex_ == here or (hex_ not in taken and hex_ not in closed)]


def retreat_ends(table: Table, unit: PieceId) -> list[Zone]:
    """C-4.2c: where a unit may end its six hexes: as near as it gets to a point of its choice."""
    # Ruling: C-R13 as few hexes as possible from the point, on foot and through units.
    field, here = field_of(table), table.pieces[unit].zone
    most = pack_of(table).numbers.retreat_hexes
    reached = frozenset(open_hexes(table, unit, field.within_walk(here, most)))
    ends: set[Zone] = set()
    for point in retreat_points(table, unit):
        ends |= field.nearest(point, reached)
    return sorted(ends)


def cannot_retreat(table: Table, unit: PieceId, armies: tuple[Army, ...]) -> Refusal:
    """C-4.2b, C-6.3: why a unit may not retreat now."""
    if not mission_of(table).full:
        return "C-2.1a", "retreats belong to the full game"
    if unit not in table.pieces or not is_unit(table, unit):
        return "C-4.2b", f"{unit} is no unit"
    if table.pieces[unit].owner not in armies:
        return "C-4.2b", f"{unit} is no unit of an army that you play and whose turn it is"
    if table.pieces[unit].zone not in field_of(table).hexes:
        return "C-4.2b", f"{unit} is not on the map"
    if not unit_card(table, unit).infantry:
        return "C-4.2b", "only infantry retreats"
    if table.pieces[unit].host:
        return "C-4.2b", f"{unit} is in a transport"
    return _stays(table, unit)


def _stays(table: Table, unit: PieceId) -> Refusal:
    """C-4.2c, C-6.3: why infantry on foot may not retreat now."""
    marks = table.pieces[unit].marks
    if marks.get(ASSAULT):
        return "C-6.3", f"{unit} assaults and does not retreat"
    if marks.get(RETREATED):
        # Ruling: C-R12 a unit makes one such move a round.
        return "C-4.2c", f"{unit} has retreated this round"
    return None


def able_to_retreat(table: Table, armies: tuple[Army, ...]) -> list[PieceId]:
    """C-4.2b: the units of some armies that may retreat."""
    if not mission_of(table).full:
        return []
    return [
        unit
        for army in armies
        for unit in infantry_on_foot(table, army)
        if _stays(table, unit) is None
    ]


@remembered(PLACES)
def infantry_on_foot(table: Table, army: Army) -> tuple[PieceId, ...]:
    """C-4.2b: the infantry of an army on the map, without passengers."""
    units = army_units(table, army)
    return tuple(
        [unit for unit in units if unit_card(table, unit).infantry and not table.pieces[unit].host]
    )


def retreat_offers(table: Table, armies: tuple[Army, ...]) -> Iterator[Offer]:
    """C-4.2b: every unit that may retreat."""
    if units := able_to_retreat(table, armies):
        yield offer(Retreat, "C-4.2b", "retreat", choice_slot("unit", units))


def refuse_retreat(table: Table, command: Retreat, armies: tuple[Army, ...]) -> None:
    """C-4.2b, C-6.3: infantry on the map, once a round."""
    refuse(cannot_retreat(table, command.unit, armies))


class RetreatTo(ListedChoice, frozen=True, tag="retreat-to"):
    """C-4.2c: where a retreat goes."""

    question = "Where does the unit retreat to?"
    rule = "C-4.2c"

    unit: PieceId

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """C-4.2c: over the hexes of the owner's choice."""
        retreat_onto(draft, self.unit, chosen, rule="C-4.2c")


def retreat(draft: Draft, seat: Seat, unit: PieceId) -> None:
    """C-4.2b to C-4.2d: the status, packing up, and then the way back."""
    draft.mark(unit, RETREATING, 1, rule="C-4.2b")
    draft.mark(unit, RETREATED, 1, until=ROUND, rule="C-4.2b")
    if unit_card(draft.table, unit).has("packed") and not is_marked(draft.table, unit, PACKED):
        pack_up(draft, unit, rule="C-4.2d")
    ask(draft, RetreatTo(seat, tuple(retreat_ends(draft.table, unit)), unit))


def retreat_onto(draft: Draft, unit: PieceId, hex_: Zone, *, rule: str) -> None:
    """C-4.2d: straight there, passengers too; an assault on the hex that it leaves is over.

    C-4.1.2g: a heavy vehicle whose assault has failed crushes what is where it goes.
    """
    here = draft.table.pieces[unit].zone
    if here == hex_:
        return
    carried = passengers(draft.table, unit)
    draft.move(unit, hex_, rule=rule)
    draft.move(carried, hex_, rule=rule, host=unit)
    if assaulter_in(draft.table, here):
        end_assault(draft, here, rule="C-6.0c")
    crush_defences(draft, unit)


def nearest_retreat(table: Table, unit: PieceId) -> list[Zone]:
    """C-5.6.1d, C-6.0d: the nearest empty hexes towards a retreat point, for a forced retreat."""
    # Ruling: C-R16 however far; of those as near, the ones on the way to a point.
    field, here = field_of(table), table.pieces[unit].zone
    walk = field.walk_from(here)
    free = [hex_ for hex_ in open_hexes(table, unit, walk) if hex_ != here]
    points = retreat_points(table, unit)
    for towards in (True, False):
        fitting = [hex_ for hex_ in free if not towards or _nears(table, here, hex_, points)]
        if fitting:
            least = min(walk[hex_] for hex_ in fitting)
            return sorted(hex_ for hex_ in fitting if walk[hex_] == least)
    return []


def _nears(table: Table, here: Zone, there: Zone, points: list[Zone]) -> bool:
    """Whether a hex is nearer to some retreat point than another."""
    field = field_of(table)
    for point in points:
        walk = field.walk_from(point)
        if walk.get(there, FAR) < walk.get(here, FAR):
            return True
    return False


def player_of(table: Table, unit: PieceId) -> Seat:
    """The seat that plays a unit."""
    return seat_of(table.seats, table.pieces[unit].owner)


STEPS = (RetreatTo,)
