"""The ground as it is now: buildings, field defences, smoke and cover."""

from __future__ import annotations

from collections.abc import Mapping

from wardiary.domain.games.company_of_heroes.components.pack import map_of, mission_of, pack_of
from wardiary.domain.games.company_of_heroes.components.units import UnitCard
from wardiary.domain.games.company_of_heroes.table.armies import Army
from wardiary.domain.games.company_of_heroes.table.units import PLACES, pieces_at
from wardiary.domain.games.company_of_heroes.table.zones import BOX
from wardiary.domain.games.company_of_heroes.terrain.field import Field, field_of
from wardiary.domain.games.company_of_heroes.terrain.lines import NO_HEXES, buildings
from wardiary.domain.hexes.grid import Direction, side_between
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import Piece, PieceId, Zone
from wardiary.domain.table.table import Table, of_kind

BUILDING, POINT = "building-", "point-"
NO_FLAG = ""
"""The face of a control point that is nobody's."""
INTACT, DESTROYED = "intact", "destroyed"
SANDBAGS, WIRE, TANK_TRAP = "sandbags", "barbed-wire", "tank-trap"
WALL, COVER_GONE = "wall", "cover-gone"
"""C-10.3a: printed cover that was built, and a hex whose cover is destroyed for good."""
DEFENCES = (SANDBAGS, WIRE, TANK_TRAP, WALL)
COVER, BUILT = "cover", "built"
"""The setting by which printed cover counts only once infantry has taken it."""
SMOKE, RECON, SHELTER, STRIKE = "smoke", "recon", "shelter", "strike"


def building_at(hex_: Zone) -> PieceId:
    """The piece that stands for a building hex."""
    return f"{BUILDING}{hex_}"


def point_at(hex_: Zone) -> PieceId:
    """The piece that stands for a control point."""
    return f"{POINT}{hex_}"


def is_intact(table: Table, hex_: Zone) -> bool:
    """Whether a hex holds a building that is not destroyed."""
    piece = table.pieces.get(building_at(hex_))
    return piece is not None and piece.face == INTACT


def is_bunker(table: Table, hex_: Zone) -> bool:
    """C-10.1a: whether a hex holds a bunker that is not destroyed."""
    return hex_ in map_of(table).bunkers and is_intact(table, hex_)


def destroyed(table: Table) -> frozenset[Zone]:
    """The building hexes destroyed in play, where that matters to sight."""
    field = field_of(table)
    if not field.joined_buildings:
        return NO_HEXES
    return frozenset(hex_ for hex_ in field.buildings if not is_intact(table, hex_))


def same_building(table: Table, here: Zone, there: Zone) -> bool:
    """C-10.2a: whether two hexes belong to one building."""
    numbers = buildings(field_of(table), destroyed(table))
    return here in numbers and numbers[here] == numbers.get(there)


def building_health(table: Table, hex_: Zone) -> int:
    """C-5.6.1c, C-10.1a, C-12c: the full health of a building; 0 for one that is indestructible."""
    sheet, printed = map_of(table), pack_of(table).dice.health
    sturdy = table.settings.get("buildings") == "sturdy"
    if not mission_of(table).full or hex_ in sheet.cathedral:
        return 0
    if hex_ in sheet.tower:
        return printed.tower
    if hex_ in sheet.bunkers:
        return printed.sturdy_bunker if sturdy else printed.bunker
    return printed.sturdy_building if sturdy else printed.building


@remembered(PLACES)
def hexes_with(table: Table, kind: str) -> frozenset[Zone]:
    """The hexes that hold a token of a kind."""
    return frozenset(piece.zone for piece in active_tokens(table, kind))


def smoked(table: Table) -> frozenset[Zone]:
    """C-5.1c: the hexes with smoke."""
    return hexes_with(table, SMOKE)


def planes(table: Table) -> list[PieceId]:
    """C-5.1b: the recon planes over the map."""
    return [piece.id for piece in active_tokens(table, RECON)]


def shelters(table: Table) -> list[PieceId]:
    """C-8.1c: hexes with cover that a commander gave for the phase."""
    return [piece.id for piece in active_tokens(table, SHELTER)]


def strikes(table: Table) -> list[PieceId]:
    """C-8.1b: the hexes that commanders' abilities are about to hit."""
    return [piece.id for piece in active_tokens(table, STRIKE)]


def active_tokens(table: Table, kind: str) -> list[Piece]:
    """The tokens of a kind that are on the map."""
    made = table.tracks.get(f"tokens/{kind}", 0)
    pieces = (table.pieces[f"{kind}-{number}"] for number in range(1, made + 1))
    return [piece for piece in pieces if piece.zone != BOX]


def put_token(
    draft: Draft,
    kind: str,
    hex_: Zone,
    army: Army,
    *,
    rule: str,
    face: str = "",
    marks: Mapping[str, int] | None = None,
) -> PieceId:
    """Put a token of an army on a hex, such as sandbags, smoke or a strike; gives its id.

    One that was used before is taken from the box.
    """
    table = draft.table
    for piece in of_kind(table, BOX, kind):
        if table.pieces[piece].owner == army:
            draft.move(piece, hex_, rule=rule)
            draft.turn(piece, face, rule=rule)
            for mark, value in (marks or {}).items():
                draft.mark(piece, mark, value, rule=rule)
            return piece
    number = table.track(f"tokens/{kind}") + 1
    draft.track(f"tokens/{kind}", number, rule=rule)
    piece = f"{kind}-{number}"
    draft.place(piece, kind, hex_, rule=rule, owner=army, face=face, marks=dict(marks or {}))
    return piece


def take_token(draft: Draft, piece: PieceId, *, rule: str) -> None:
    """Put a token back into the box, without its marks."""
    for mark in sorted(draft.table.pieces[piece].marks):
        draft.mark(piece, mark, 0, rule=rule)
    draft.move(piece, BOX, rule=rule)


def lose_defence(draft: Draft, piece: PieceId, *, rule: str) -> None:
    """C-4.1.2d, C-10.3a: a field defence is gone; printed cover is so for good."""
    lost = draft.table.pieces[piece]
    take_token(draft, piece, rule=rule)
    if lost.kind == WALL:
        put_token(draft, COVER_GONE, lost.zone, lost.owner, rule="C-10.3a")


def defences(table: Table, hex_: Zone) -> list[PieceId]:
    """C-4.1.2d: the field defences in a hex; printed tank traps are none."""
    pieces = table.pieces
    return [piece for piece in table.zones.get(hex_, ()) if pieces[piece].kind in DEFENCES]


def has_wire(table: Table, hex_: Zone) -> bool:
    """C-4.1.2h: whether barbed wire keeps infantry out of a hex."""
    return hex_ in hexes_with(table, WIRE)


def has_tank_trap(table: Table, field: Field, hex_: Zone) -> bool:
    """C-4.1.2i: whether a tank trap, built or printed, keeps vehicles out of a hex."""
    return hex_ in field.tank_traps or hex_ in hexes_with(table, TANK_TRAP)


@remembered(PLACES)
def closed_on_wheels(table: Table) -> frozenset[Zone]:
    """C-4.1.1b, C-4.1.2i: the hexes that vehicles do not enter."""
    return field_of(table).no_wheels | hexes_with(table, TANK_TRAP)


def fallen_towers(table: Table) -> frozenset[Zone]:
    """C-12e: the hexes of towers that are destroyed, which no unit enters any more."""
    towers = map_of(table).tower
    return frozenset(h for h in towers if not is_intact(table, h)) if towers else NO_HEXES


def closed_to(table: Table, card: UnitCard) -> frozenset[Zone]:
    """C-4.1.1b, C-4.1.2h, C-4.1.2i, C-12e: the hexes a type of unit does not enter; water aside."""
    if not card.infantry:
        return closed_on_wheels(table)
    return hexes_with(table, WIRE) | fallen_towers(table)


def cover_is_built(table: Table) -> bool:
    """C-10.3a: whether printed cover counts only where infantry has taken it."""
    return table.settings.get(COVER) == BUILT and mission_of(table).full


def printed_cover(table: Table, hex_: Zone, side: Direction) -> str:
    """C-5.6.2a: the cover that is printed on a side of a hex: "heavy", "light" or ""."""
    sheet = map_of(table)
    there = sheet.around[hex_].get(side)
    # Ruling: C-R25 a line between two hexes covers both.
    return sheet.cover.get(side_between(hex_, there), "") if there else ""


def cover_on_side(table: Table, hex_: Zone, side: Direction) -> int:
    """C-5.6.2a, C-4.1.2f, C-10.3a: the cover dice of a side of a hex: of its line, or sandbags."""
    static, printed = pack_of(table).dice.static, printed_cover(table, hex_, side)
    # Ruling: C-10.3a what infantry builds covers its own hex, not the one beyond the line.
    if printed and cover_is_built(table) and hex_ not in hexes_with(table, WALL):
        printed = ""
    if printed == "heavy" or any(
        side in (int(bags.face), int(bags.face) % 6 + 1)
        for bags in pieces_at(table, hex_, SANDBAGS)
    ):
        return static.heavy_cover
    return static.light_cover if printed == "light" else 0
