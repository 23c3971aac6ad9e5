"""1-3, 14: armies and their seats, spaces and their zones, and who is where."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

if TYPE_CHECKING:
    from wardiary.domain.games.nuts.components import Pack, TerrainCard, UnitCard

Side = str
Army = str
GERMAN, AMERICAN = "german", "american"
SIDES = (GERMAN, AMERICAN)
NAMES = {GERMAN: "German", AMERICAN: "American"}
HALVES = {"south": "ABC", "north": "DEF"}
COLUMNS = {**HALVES, "tandem": "ABCDEF"}
TANDEM = "tandem"
ARMIES_OF_FOUR = ("german-south", "american-south", "german-north", "american-north")

SPACES: tuple[Zone, ...] = tuple(f"{column}{row}" for column in "ABCDEF" for row in range(6))
PLACE = {space: number for number, space in enumerate(SPACES)}
TOWN: dict[Zone, Zone] = {space: f"{space}-town" for space in SPACES}
TERRAIN: dict[Zone, Zone] = {space: f"{space}-terrain" for space in SPACES}
EVENTS: dict[Zone, Zone] = {space: f"{space}-events" for space in SPACES}
CONTROL: dict[Zone, Zone] = {space: f"{space}-control" for space in SPACES}
MARKER: dict[Zone, PieceId] = {space: f"control-{space.lower()}" for space in SPACES}
ENTRY: dict[str, Zone] = {column: f"{column}-entry" for column in "ABCDEF"}
SPACE_OF: dict[Zone, Zone] = {
    **{space: space for space in SPACES},
    **{zone: space for space, zone in TOWN.items()},
    **{zone: space for space, zone in EVENTS.items()},
}
"""The space that a zone of units or of event cards belongs to."""
TOWNS_AND_SPACES = frozenset((*SPACES, *TOWN.values()))
ASIDE, EXIT, TABLE_EVENTS = "american-aside", "exit", "table-events"
OUR = "our"


# Armies


@cache
def armies_at(scenario: str, seats: tuple[Seat, ...]) -> tuple[Army, ...]:
    """N-1.0a, N-14.4a: the armies of a match in the order of their turns."""
    return ARMIES_OF_FOUR if scenario == TANDEM and len(seats) > 2 else SIDES


def armies(table: Table) -> tuple[Army, ...]:
    """The armies of this match in the order of their turns."""
    return armies_at(table.scenario, table.seats)


def side_of(army: Army) -> Side:
    """The side of an army or a seat."""
    return army.partition("-")[0]


def other_side(side: Side) -> Side:
    """N-3.3a: The enemy's side."""
    return AMERICAN if side == GERMAN else GERMAN


def seat_of(table: Table, army: Army) -> Seat:
    """The seat that plays an army."""
    return army if army in table.seats else side_of(army)


@cache
def _columns(scenario: str, army: Army) -> str:
    half = army.partition("-")[2]
    return HALVES[half] if half else COLUMNS[scenario]


def columns_of(table: Table, army: Army) -> str:
    """14.1: the columns in which an army commands its side's units."""
    return _columns(table.scenario, army)


@cache
def _spaces(columns: str) -> tuple[Zone, ...]:
    return tuple(space for space in SPACES if space[0] in columns)


def spaces_of(table: Table, army: Army) -> tuple[Zone, ...]:
    """The spaces of an army's columns."""
    return _spaces(_columns(table.scenario, army))


def spaces_in_play(table: Table) -> tuple[Zone, ...]:
    """3.0: 18 spaces of one set, 36 of both."""
    return _spaces(COLUMNS[table.scenario])


def army_at(table: Table, side: Side, space: Zone) -> Army:
    """N-14.1a: the army of a side that commands in a space."""
    return next(
        army
        for army in armies(table)
        if side_of(army) == side and space[0] in columns_of(table, army)
    )


def half_of_space(space: Zone) -> str:
    """The set that a space belongs to."""
    return "south" if space[0] in HALVES["south"] else "north"


def hand(army: Army) -> Zone:
    """The hand of an army."""
    return f"{army}-hand"


def deck(army: Army) -> Zone:
    """The deck of an army."""
    return f"{army}-deck"


def pool(army: Army) -> Zone:
    """5.0: what an army may choose its first units from."""
    return f"{army}-pool"


def discards(army: Army) -> Zone:
    """The discard pile of an army."""
    return f"{army}-discard"


# Spaces


@cache
def _near(columns: str) -> dict[Zone, tuple[Zone, ...]]:
    near = {}
    for space in _spaces(columns):
        column, row = space[0], int(space[1])
        sideways = (chr(ord(column) - 1), chr(ord(column) + 1))
        candidates = (f"{column}{row - 1}", f"{column}{row + 1}", *(f"{c}{row}" for c in sideways))
        near[space] = tuple(s for s in candidates if s[0] in columns and s in PLACE)
    return near


def near(table: Table, space: Zone) -> tuple[Zone, ...]:
    """N-3.0b, N-Q8/9: the spaces one step away in the row or the column."""
    return _near(COLUMNS[table.scenario])[space]


def is_behind(side: Side, origin: Zone, target: Zone) -> bool:
    """10.2: whether `origin` is right behind `target` as the side looks at the board."""
    step = 1 if side == GERMAN else -1
    return origin[0] == target[0] and origin in PLACE and int(origin[1]) == int(target[1]) + step


def pack_of(table: Table) -> Pack:
    """The printed content."""
    pack: Pack = table.pack
    return pack


def card_of(table: Table, unit: PieceId) -> UnitCard:
    """4.1: what a unit prints."""
    card: UnitCard = table.pack.units[table.pieces[unit].kind]
    return card


def title_of_piece(table: Table, piece: PieceId) -> str:
    """A card's printed title."""
    pack, kind = pack_of(table), table.pieces[piece].kind
    card = pack.units.get(kind) or pack.terrain.get(kind) or pack.events[kind]
    return card.title


def home(table: Table, piece: PieceId) -> Army:
    """The army whose deck a card belongs to."""
    return table.pieces[piece].back or table.pieces[piece].owner


# Terrain


def terrain_card(table: Table, space: Zone, what: str) -> PieceId:
    """The card of a type of terrain in a space; "" without one."""
    cards: dict[str, TerrainCard] = table.pack.terrain
    for piece in table.zones.get(TERRAIN[space], ()):
        if cards[table.pieces[piece].kind].type == what:
            return piece
    return ""


def has_terrain(table: Table, space: Zone, what: str) -> bool:
    """Whether a space has a type of terrain."""
    return bool(terrain_card(table, space, what))


def has_river(table: Table, space: Zone) -> bool:
    """N-5.1a, N-15.2a, N-Q13/18: Whether a space has a river other than the Our (5.1)."""
    piece = terrain_card(table, space, "river")
    return bool(piece) and not table.pack.terrain[table.pieces[piece].kind].our


# Who is where


def units_of(table: Table, side: Side, space: Zone) -> tuple[PieceId, ...]:
    """N-3.1a, N-3.3i: all units of a side in a space, those outside a town first."""
    zones, pieces, units = table.zones, table.pieces, table.pack.units
    outside, inside = zones.get(space, ()), zones.get(TOWN[space], ())
    if outside and units[pieces[outside[0]].kind].side != side:
        outside = ()
    if inside and units[pieces[inside[0]].kind].side != side:
        inside = ()
    return outside + inside


def enemies_outside(table: Table, side: Side, space: Zone) -> bool:
    """Whether enemies of a side stand in a space outside a town."""
    outside = table.zones.get(space, ())
    return bool(outside) and card_of(table, outside[0]).side != side


def enemies_inside(table: Table, side: Side, space: Zone) -> bool:
    """Whether enemies of a side are inside the town of a space."""
    inside = table.zones.get(TOWN[space], ())
    return bool(inside) and card_of(table, inside[0]).side != side


def has_enemies(table: Table, side: Side, space: Zone) -> bool:
    """Whether any enemy of a side is in a space."""
    return enemies_outside(table, side, space) or enemies_inside(table, side, space)


def is_contested(table: Table, space: Zone) -> bool:
    """3.3: whether the units inside a town are encircled: enemies share their space."""
    outside, inside = table.zones.get(space, ()), table.zones.get(TOWN[space], ())
    return bool(outside and inside) and (
        card_of(table, outside[0]).side != card_of(table, inside[0]).side
    )


def is_encircled(table: Table, unit: PieceId) -> bool:
    """3.3: under a town card while enemies are in the same space."""
    zone = table.pieces[unit].zone
    space = SPACE_OF.get(zone, "")
    return bool(space) and zone == TOWN[space] and is_contested(table, space)


def space_of(table: Table, unit: PieceId) -> Zone:
    """The space of a unit; "" when it is on none."""
    return SPACE_OF.get(table.pieces[unit].zone, "")


def is_inside(table: Table, unit: PieceId) -> bool:
    """3.1: whether a unit is under a town card."""
    return table.pieces[unit].zone.endswith("-town")


def is_occupied(table: Table, space: Zone) -> bool:
    """N-3.3h: whether any unit is in a space; event cards alone do not occupy it."""
    return bool(table.zones.get(space) or table.zones.get(TOWN[space]))


def controller(table: Table, space: Zone) -> Side:
    """3.3: the side that was the last to occupy a space or pass through it."""
    return table.pieces[MARKER[space]].face


def board_units(table: Table, army: Army) -> list[PieceId]:
    """All units of an army on the board and waiting beside it."""
    side = side_of(army)
    units: list[PieceId] = []
    for space in spaces_of(table, army):
        units.extend(units_of(table, side, space))
    if side == GERMAN:
        for column in columns_of(table, army):
            units.extend(table.zones.get(ENTRY[column], ()))
    else:
        columns = columns_of(table, army)
        waiting = table.zones.get(ASIDE, ())
        units.extend(unit for unit in waiting if card_of(table, unit).entry[0][0] in columns)
    return units


def commands_unit(table: Table, army: Army, unit: PieceId) -> bool:
    """14.1: whether an army commands a piece, which then is a unit on the board or beside it."""
    piece = table.pieces.get(unit)
    if piece is None or piece.kind not in table.pack.units:
        return False
    if card_of(table, unit).side != side_of(army):
        return False
    if piece.zone == ASIDE:
        return unit in board_units(table, army)
    on_map = piece.zone in TOWNS_AND_SPACES or piece.zone.endswith("-entry")
    return on_map and piece.zone[0] in columns_of(table, army)


def event_cards(table: Table, zone: Zone, kind: str) -> tuple[PieceId, ...]:
    """The event cards of a kind in a zone."""
    there = table.zones.get(zone)
    return tuple(card for card in there if table.pieces[card].kind == kind) if there else ()


def happened_now(table: Table, space: Zone, what: str) -> bool:
    """Whether something happened to Americans in a space in this turn: `entered`, `forced`, `lost`.

    The marker of the space bears the turn in which it last did.
    """
    return table.round > 0 and table.mark(MARKER[space], what) == table.round


# Effects


def remember(draft: Draft, space: Zone, what: str, *, rule: str) -> None:
    """Mark on a space's marker that something happened there in this turn."""
    draft.mark(MARKER[space], what, draft.table.round, rule=rule)


def take_control(draft: Draft, space: Zone, side: Side) -> None:
    """3.3: a side passes through a space or stays there."""
    draft.turn(MARKER[space], side, rule="N-3.3d")


def relocate(draft: Draft, units: tuple[PieceId, ...], to: Zone, *, rule: str) -> None:
    """Units go to another zone; what is attached to them stays with its space or goes along."""
    table = draft.table
    there = SPACE_OF.get(to, "")
    for unit in units:
        here = SPACE_OF.get(table.pieces[unit].zone, "")
        if here and here != there:
            drop_attached(draft, unit, here, there)
    left = {SPACE_OF.get(table.pieces[unit].zone, "") for unit in units} - {"", there}
    draft.move(units, to, rule=rule)
    for space in sorted(left):
        dismiss_hero(draft, space)


def dismiss_hero(draft: Draft, space: Zone) -> None:
    """16.2: a Truly Famous General is gone when no American is left with him."""
    table = draft.table
    for hero in event_cards(table, EVENTS[space], "truly-famous-general"):
        if not units_of(table, AMERICAN, space):
            draft.move(hero, discards(home(table, hero)), rule="N-4.2a")


def drop_attached(draft: Draft, unit: PieceId, here: Zone, there: Zone) -> None:
    """4.2: a general goes with its unit; other cards attached to a unit end when it leaves."""
    for card in draft.table.zones.get(EVENTS[here], ()):
        piece = draft.table.pieces[card]
        if piece.host == unit:
            if there and piece.kind == "famous-general":
                draft.move(card, EVENTS[there], host=unit, rule="N-4.2a")
            else:
                draft.move(card, discards(home(draft.table, card)), rule="N-4.2a")


def destroy(draft: Draft, units: tuple[PieceId, ...], *, rule: str) -> None:
    """N-3.3e: units go to the discard piles of their armies, without any markers."""
    table = draft.table
    for unit in units:
        space = SPACE_OF.get(table.pieces[unit].zone, "")
        if space:
            hand_on_general(draft, unit, space)
            drop_attached(draft, unit, space, "")
        for mark in tuple(table.pieces[unit].marks):
            draft.mark(unit, mark, 0, rule=rule)
        draft.move(unit, discards(home(table, unit)), rule=rule)
        if space and card_of(table, unit).side == AMERICAN:
            remember(draft, space, "lost", rule=rule)
            dismiss_hero(draft, space)


def hand_on_general(draft: Draft, unit: PieceId, space: Zone) -> None:
    """4.2: a general stays as long as a unit of the division is left in the space."""
    table = draft.table
    division = card_of(table, unit).division
    for general in event_cards(table, EVENTS[space], "famous-general"):
        if table.pieces[general].host == unit and division:
            others = units_of(table, card_of(table, unit).side, space)
            heirs = [u for u in others if u != unit and card_of(table, u).division == division]
            if heirs:
                draft.move(general, EVENTS[space], host=heirs[0], rule="N-4.2a")


def place_terrain(draft: Draft, army: Army) -> None:
    """N-4.3a, N-8.1c, N-Q1: terrain in a hand goes at once to the space printed on it."""
    terrain = pack_of(draft.table).terrain
    for card in draft.table.zone(hand(army)):
        printed = terrain.get(draft.table.pieces[card].kind)
        if printed is not None:
            # Ruling: R-42 units that are there already are outside the town.
            draft.move(card, TERRAIN[printed.space], rule="N-4.3a")
