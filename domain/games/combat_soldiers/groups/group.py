"""2.1.2, 4.2 Groups: the cards in them, and what everyone sees of them."""

from __future__ import annotations

from typing import NamedTuple

from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES, Card, card_of, end_of
from wardiary.domain.games.combat_soldiers.components.titles import ADJECTIVES
from wardiary.domain.games.combat_soldiers.components.zones import (
    GROUPS,
    SIDEWAYS,
    is_group,
    owner_of,
)
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import Piece, PieceId, Seat, Zone
from wardiary.domain.table.table import Table

TARGETS = frozenset(OBJECTIVES) - {"steeple"}
"""13.5.2.5-e: the Steeple is no target by itself; it goes with its companion."""


class Group(NamedTuple):
    """The cards of a group; an objective with its units is a group as well (2.1.2-a).

    `troops` are infantry and armor, `commanded` those of them in command; `siege` and `besieging`
    are the letters of a siege that the group suffers or keeps up; `no_retreat` and `partisan` are
    cards on it, and `markers` its antitank markers. Ids are "" where there is none.
    """

    zone: Zone
    owner: Seat
    side: str
    troops: tuple[PieceId, ...]
    commanded: tuple[PieceId, ...]
    leader: PieceId
    armor: PieceId
    objective: PieceId
    steeple: bool
    mines: tuple[PieceId, ...]
    siege: str
    besieging: str
    no_retreat: PieceId
    partisan: PieceId
    markers: tuple[PieceId, ...]

    def upright(self, table: Table) -> tuple[PieceId, ...]:
        """7.2.2.5: the troops not turned sideways, with or without a leader."""
        return tuple(unit for unit in self.troops if not table.mark(unit, SIDEWAYS))

    @property
    def out_of_command(self) -> tuple[PieceId, ...]:
        """The troops out of command."""
        return tuple(unit for unit in self.troops if unit not in self.commanded)

    @property
    def units(self) -> tuple[PieceId, ...]:
        """Troops and leader."""
        return (*self.troops, self.leader) if self.leader else self.troops

    @property
    def is_maneuver(self) -> bool:
        """4.2.1, 4.2.2: a maneuver group, armored or not."""
        return bool(self.troops) and not self.objective

    @property
    def cards(self) -> tuple[PieceId, ...]:
        """Units and objectives."""
        stack = ("steeple",) if self.steeple else ()
        return (*self.units, *((self.objective,) if self.objective else ()), *stack)


def group_at(table: Table, zone: Zone) -> Group:
    """The group in a zone, perhaps an empty one."""
    return _group_on_table(table, zone) if is_group(zone) else _read_group(table, zone)


@remembered(GROUPS)
def _group_on_table(table: Table, zone: Zone) -> Group:
    return _read_group(table, zone)


def _read_group(table: Table, zone: Zone) -> Group:
    cards: dict[str, Card] = table.pack.cards
    troops, upright, rest = [], [], []
    leader = armor = side = ""
    for unit in table.zones.get(zone, ()):
        piece = table.pieces[unit]
        card = cards.get(piece.kind)
        end = card.ends.get(piece.face) if card is not None else None
        if end is None:
            rest.append(piece)
            continue
        side = end.side
        if end.role == "leader":
            leader = unit
            continue
        troops.append(unit)
        if SIDEWAYS not in piece.marks:
            upright.append(unit)
        if end.role == "armor":
            armor = unit
    others = {piece.kind: piece for piece in rest}
    objective = next((kind for kind in others if kind in TARGETS), "") if rest else ""
    if objective:
        side = side or others[objective].face
    commanded = tuple(upright) if leader else ()
    basics = (zone, owner_of(zone), side, tuple(troops), commanded, leader, armor, objective)
    return Group(*basics, *(_extras(cards, rest, others) if rest else NOTHING_ELSE))


Extras = tuple[bool, tuple[PieceId, ...], str, str, PieceId, PieceId, tuple[PieceId, ...]]
NOTHING_ELSE: Extras = (False, (), "", "", "", "", ())


def _extras(cards: dict[str, Card], rest: list[Piece], others: dict[str, Piece]) -> Extras:
    """What a group has besides its units: Steeple, mines, siege markers, cards, markers."""
    mines, markers, no_retreat = [], [], ""
    for piece in rest:
        if piece.kind == "mines":
            mines.append(piece.id)
        elif piece.kind.startswith("antitank-"):
            markers.append(piece.id)
        elif piece.kind in cards and "no-retreat" in cards[piece.kind].uses:
            no_retreat = piece.id
    return (
        "steeple" in others,
        tuple(mines),
        others["besieged"].face if "besieged" in others else "",
        others["besieging"].face if "besieging" in others else "",
        no_retreat,
        others["partisan"].id if "partisan" in others else "",
        tuple(markers),
    )


@remembered(GROUPS)
def group_zones(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """The zones of a seat's groups."""
    start = f"{seat}-g"
    return tuple(
        [zone for zone, pieces in table.zones.items() if pieces and zone.startswith(start)]
    )


def groups_of(table: Table, seat: Seat) -> list[Group]:
    """The groups of a seat."""
    return [group_at(table, zone) for zone in group_zones(table, seat)]


@remembered(GROUPS)
def all_groups(table: Table) -> list[Group]:
    """Every group on the table."""
    zones = [zone for zone, pieces in table.zones.items() if pieces and is_group(zone)]
    return [group_at(table, zone) for zone in zones]


def groups_of_others(table: Table, seat: Seat) -> list[Group]:
    """The groups of all other seats."""
    return [group for group in all_groups(table) if group.owner != seat]


class SeatBoard(NamedTuple):
    """All groups, from the point of view of one seat; read once for a whole menu."""

    mine: list[Group]
    others: list[Group]

    @property
    def all(self) -> list[Group]:
        """Every group on the table."""
        return self.mine + self.others


@remembered(GROUPS)
def board_of(table: Table, seat: Seat) -> SeatBoard:
    """The groups of a seat, and those of all others."""
    groups = all_groups(table)
    return SeatBoard(
        [group for group in groups if group.owner == seat],
        [group for group in groups if group.owner != seat],
    )


def group_with(table: Table, piece: PieceId) -> Group:
    """The group that a piece is in."""
    return group_at(table, table.zone_of(piece))


def group_title(table: Table, zone: Zone) -> str:
    """A group for people, such as "US group 2 of A"."""
    group, number = group_at(table, zone), zone.rpartition("g")[2]
    return f"{ADJECTIVES.get(group.side, '')} group {number} of {group.owner.upper()}".strip()


def rating_of(table: Table, leader: PieceId) -> int:
    """A leader's command rating; 0 without a leader."""
    return end_of(table, leader).rating if leader else 0


def strength(table: Table, unit: PieceId) -> int:
    """7.2.2.4.3, 7.2.2.4.4: printed strength, or an armor's defence factor; 1 for a leader."""
    end = end_of(table, unit)
    return 1 if end.role == "leader" else end.strength


def victory_points(table: Table, unit: PieceId) -> int:
    """5.2.2: the printed victory points of the end that is up."""
    return end_of(table, unit).vp


def card_title(table: Table, piece: PieceId) -> str:
    """A card's printed name, of the end that is up if it is on the table."""
    card = card_of(table, piece)
    end = card.ends.get(table.pieces[piece].face)
    return end.name if end is not None else card.title
