"""4.31, 9.2, 9.3, 9.5: what mechanized units need to get across a river."""

from __future__ import annotations

from wardiary.domain.games.nuts.board import (
    EVENTS,
    PLACE,
    card_of,
    enemies_inside,
    has_river,
    near,
    side_of,
    terrain_card,
    units_of,
)
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

ENGINEERS = ("armored-engineers", "ss-armored-engineers")


def engineers_at(table: Table, space: Zone) -> tuple[PieceId, ...]:
    """17: the engineers that bridge a river."""
    there = table.zones.get(EVENTS[space])
    if not there:
        return ()
    return tuple(card for card in there if table.pieces[card].kind in ENGINEERS)


def has_engineers(table: Table, side: str, space: Zone) -> bool:
    """17: whether a side's engineers bridge the river of a space."""
    cards = engineers_at(table, space)
    return any(card_of(table, card).side == side for card in cards)


def has_bridge(table: Table, side: str, space: Zone) -> bool:
    """N-4.31c, N-9.2b.

    Whether a town has a bridge that is not blown and not held by an enemy in the town.
    """
    # Ruling: R-30 friends inside do not close their own bridge.
    town = terrain_card(table, space, "town")
    if not town or not table.pack.terrain[table.pieces[town].kind].bridge:
        return False
    return not table.mark(town, "blown") and not enemies_inside(table, side, space)


def can_cross(table: Table, side: str, space: Zone) -> bool:
    """N-4.31b, N-4.31n, N-9.2b, N-9.2c, N-Q34.

    Whether mechanized units of a side may go into, or through, the river of a space.
    """
    return (
        not has_river(table, space)
        or has_bridge(table, side, space)
        or has_engineers(table, side, space)
    )


def is_line_cut(table: Table, side: str, space: Zone) -> bool:
    """N-12.2a, N-12.2b.

    A river with a blown bridge in its town cuts a supply line, unless engineers help.
    """
    if not has_river(table, space):
        return False
    town = terrain_card(table, space, "town")
    return bool(town and table.mark(town, "blown")) and not has_engineers(table, side, space)


def formation_of(table: Table, engineers: PieceId) -> Zone:
    """17: the space of the friendly formation that engineers are attached to; "" for none.

    The one that was named when they were played; when it has left, one beside them.
    """
    # Ruling: R-53 without a formation beside them they stand alone.
    piece = table.pieces[engineers]
    space, side = piece.zone.removesuffix("-events"), side_of(piece.owner)
    if space not in PLACE:
        return ""
    named = table.mark(engineers, "attached")
    candidates = (*((SPACE_NAMES[named - 1],) if named else ()), space, *near(table, space))
    return next((s for s in candidates if units_of(table, side, s)), "")


SPACE_NAMES = tuple(PLACE)


def attached_engineers(table: Table, side: str, space: Zone) -> tuple[PieceId, ...]:
    """17: the engineers that are hit along with the formation of a side in a space."""
    attached = []
    for kind in ENGINEERS:
        for card in table.pack.cards_of.get(kind, ()):
            piece = table.pieces.get(card)
            if piece and piece.zone.endswith("-events") and side_of(piece.owner) == side:
                if formation_of(table, card) == space:
                    attached.append(card)
    return tuple(attached)
