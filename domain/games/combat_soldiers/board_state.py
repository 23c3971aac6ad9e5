"""How things lie on the table: the names of zones, and what a group consists of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wardiary.domain.games.combat_soldiers.components import OBJECTIVES, Card, card_of, end_of
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.prompts import Offer, Slot, fixed_slot
from wardiary.domain.table.pieces import Piece, PieceId, Seat, Zone
from wardiary.domain.table.table import Table

DECK = "deck"
DISCARD = "discard"
DISCARD_TOP = "discard-top"
ASIDE = "aside"
BOX = "box"
HIDDEN_BOX = "box-unseen"
MARKERS = "markers"
STOCK = "antitank-stock"
BATTLE = "battle"
FALLEN = "fallen"
TALLIED = "tallied"

SIDEWAYS = "sideways"
ENTRENCHED = "entrenched"
# 1.2-b3, 1.2-b6, 1.2-b7: what the markers on objectives and besieged groups say.
ISOLATION = "isolation"
DAMAGE = "damage"
GARRISON_LOST = "garrison-lost"
INTERDICTED = "interdicted"

TARGETS = frozenset(OBJECTIVES) - {"steeple"}

FIRST = "1"

Refusal = tuple[str, str] | None


def first_rules(table: Table) -> bool:
    """Whether the match is played under version 1 of these rules (the README says what differs)."""
    return table.version == FIRST


def hand(seat: Seat) -> Zone:
    """The hand, seen by its owner."""
    return f"{seat}-hand"


def casualties(seat: Seat) -> Zone:
    """The cards a seat has eliminated, face down."""
    return f"{seat}-casualties"


def area(seat: Seat) -> Zone:
    """Where the Weather card lies before a seat."""
    return f"{seat}-area"


def chips(seat: Seat) -> Zone:
    """The entries that a selection sheet can be filled with."""
    return f"{seat}-chips"


def sheet(seat: Seat) -> Zone:
    """The selection sheet, turned over."""
    return f"{seat}-sheet"


def offered_objectives(seat: Seat) -> Zone:
    """The objectives dealt to a seat in a two-player game."""
    return f"{seat}-objectives"


def laid(seat: Seat, number: int) -> Zone:
    """A group of the initial deployment, face down."""
    return f"{seat}-laid-{number}"


def group_zone(seat: Seat, number: int) -> Zone:
    """A group on the table."""
    return f"{seat}-g{number}"


def is_group(zone: Zone) -> bool:
    """Whether a zone is a group's place; seats are single letters."""
    return zone[1:3] == "-g"


def owner_of(zone: Zone) -> Seat:
    """The seat before which a zone lies."""
    return zone[:1]


def after(seats: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """The other seats, clockwise from the left of one."""
    place = seats.index(seat)
    return tuple(seats[place + 1 :]) + tuple(seats[:place])


def everyone(table: Table) -> tuple[Seat, ...]:
    """All seats, clockwise from the left of the active one."""
    return (*after(table.seats, table.seat), table.seat)


def right_of(seats: Sequence[Seat], seat: Seat) -> Seat:
    """The right-hand neighbour."""
    return seats[seats.index(seat) - 1]


def other_side(side: str) -> str:
    """The opposite nationality."""
    return "german" if side == "us" else "us"


def joined(units: Iterable[PieceId]) -> str:
    """A part of a group in words."""
    return "+".join(units) or "none"


def parted(words: str) -> tuple[PieceId, ...]:
    """The units that such words name."""
    return () if words == "none" else tuple(words.split("+"))


class Group(NamedTuple):
    """What lies together in a group's zone; an objective with its units is a group (2.1.2-a).

    `troops` are infantry and armor, `commanded` those of them in command; `siege` and `besieging`
    are the letters of a siege that the group suffers or keeps up.
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
        """7.2.2.5: the troops not turned sideways, whether or not there is a leader to command."""
        return tuple(unit for unit in self.troops if not table.mark(unit, SIDEWAYS))

    @property
    def idle(self) -> tuple[PieceId, ...]:
        """The troops out of command."""
        return tuple(unit for unit in self.troops if unit not in self.commanded)

    @property
    def units(self) -> tuple[PieceId, ...]:
        """Troops and leader."""
        return (*self.troops, self.leader) if self.leader else self.troops

    @property
    def maneuver(self) -> bool:
        """4.2.1, 4.2.2: a maneuver group, armored or not."""
        return bool(self.troops) and not self.objective

    @property
    def cards(self) -> tuple[PieceId, ...]:
        """Units and objectives."""
        stack = ("steeple",) if self.steeple and self.objective != "steeple" else ()
        return (*self.units, *((self.objective,) if self.objective else ()), *stack)


def group(table: Table, zone: Zone) -> Group:
    """The group that lies in a zone, perhaps an empty one."""
    cards: dict[str, Card] = table.pack.cards
    troops, upright, rest = [], [], []
    leader = armor = side = ""
    for piece in table.zones.get(zone, ()):
        held = table.pieces[piece]
        card = cards.get(held.kind)
        end = card.ends.get(held.face) if card is not None else None
        if end is None:
            rest.append(held)
            continue
        side = end.side
        if end.role == "leader":
            leader = piece
            continue
        troops.append(piece)
        if SIDEWAYS not in held.marks:
            upright.append(piece)
        if end.role == "armor":
            armor = piece
    others = {held.kind: held for held in rest}
    objective = next((kind for kind in others if kind in TARGETS), "") if rest else ""
    if objective:
        side = side or others[objective].face
    commanded = tuple(upright) if leader else ()
    found = (zone, owner_of(zone), side, tuple(troops), commanded, leader, armor, objective)
    return Group(*found, *(_extras(cards, rest, others) if rest else NOTHING_ELSE))


Extras = tuple[bool, tuple[PieceId, ...], str, str, PieceId, PieceId, tuple[PieceId, ...]]
NOTHING_ELSE: Extras = (False, (), "", "", "", "", ())


def _extras(cards: dict[str, Card], rest: list[Piece], others: dict[str, Piece]) -> Extras:
    """What lies with a group besides its units: Steeple, mines, siege markers, cards, markers."""
    mines, markers, no_retreat = [], [], ""
    for held in rest:
        if held.kind == "mines":
            mines.append(held.id)
        elif held.kind.startswith("antitank-"):
            markers.append(held.id)
        elif held.kind in cards and "no-retreat" in cards[held.kind].uses:
            no_retreat = held.id
    return (
        "steeple" in others,
        tuple(mines),
        others["besieged"].face if "besieged" in others else "",
        others["besieging"].face if "besieging" in others else "",
        no_retreat,
        others["partisan"].id if "partisan" in others else "",
        tuple(markers),
    )


def zones_of(table: Table, seat: Seat) -> Iterator[Zone]:
    """The zones of a seat's groups."""
    start = f"{seat}-g"
    return (zone for zone, lying in table.zones.items() if lying and zone.startswith(start))


def groups_of(table: Table, seat: Seat) -> list[Group]:
    """The groups before a seat."""
    return [group(table, zone) for zone in zones_of(table, seat)]


def all_groups(table: Table) -> list[Group]:
    """Every group on the table."""
    return [
        group(table, zone) for zone, lying in table.zones.items() if lying and zone[1:3] == "-g"
    ]


def others_groups(table: Table, seat: Seat) -> list[Group]:
    """The groups of all other seats."""
    return [found for found in all_groups(table) if found.owner != seat]


class SeatBoard(NamedTuple):
    """All groups as one seat looks at them; read once for a whole menu."""

    mine: list[Group]
    others: list[Group]

    @property
    def everyone(self) -> list[Group]:
        """Every group on the table."""
        return self.mine + self.others


def board_of(table: Table, seat: Seat) -> SeatBoard:
    """The groups of a seat, and those of all others."""
    found = all_groups(table)
    return SeatBoard(
        [one for one in found if one.owner == seat], [one for one in found if one.owner != seat]
    )


def group_with(table: Table, piece: PieceId) -> Group:
    """The group that a piece lies in."""
    return group(table, table.zone_of(piece))


def rating_of(table: Table, leader: PieceId) -> int:
    """A leader's command rating; 0 without a leader."""
    return end_of(table, leader).rating if leader else 0


def marker(kind: str, letter: str) -> PieceId:
    """A siege marker by its kind ("besieged" or "besieging") and letter."""
    return f"{kind}-{letter}"


def isolation(table: Table, found: Group) -> int:
    """7.3.1.2: the isolation number of a besieged group."""
    return table.mark(marker("besieged", found.siege), ISOLATION) if found.siege else 0


def besieger_zone(table: Table, letter: str) -> Zone:
    """Where the group lies that keeps up a siege."""
    return table.zone_of(marker("besieging", letter))


def besieged_zone(table: Table, letter: str) -> Zone:
    """Where the group lies that suffers a siege."""
    return table.zone_of(marker("besieged", letter))


def weather_out(table: Table) -> bool:
    """13.1: whether the Weather card lies on the table."""
    held = table.pieces.get("weather")
    return held is not None and held.zone.endswith("-area")


def holding(table: Table, seat: Seat, use: str) -> tuple[PieceId, ...]:
    """The cards in hand that have a use; hidden ones have none."""
    cards: dict[str, Card] = table.pack.cards
    pieces = table.pieces
    return tuple(
        card
        for card in table.zone(hand(seat))
        if (found := cards.get(pieces[card].kind)) is not None and use in found.uses
    )


def used_this_turn(table: Table, what: str) -> bool:
    """Whether a group or capability has been used for something this Turn."""
    return table.tracks.get(what, 0) == table.turn


def usable(table: Table, objective: PieceId) -> bool:
    """13.5.1-b, 7.3.1.3-b1: neither besieged, damaged, infiltrated nor interdicted.

    A Steeple needs a sound companion (13.5.2.5-e).
    """
    held = table.pieces.get(objective)
    if held is None or not is_group(held.zone):
        return False
    if DAMAGE in held.marks or INTERDICTED in held.marks:
        return False
    for piece in table.zones[held.zone]:
        other = table.pieces[piece]
        if other.kind == "besieged" or (other.kind == "partisan" and other.host == objective):
            return False
        if objective == "steeple" and DAMAGE in other.marks:
            return False
    return True


def controls(table: Table, seat: Seat, objective: PieceId) -> bool:
    """Whether an objective lies before a seat and its capability works."""
    held = table.pieces.get(objective)
    return (
        held is not None
        and is_group(held.zone)
        and owner_of(held.zone) == seat
        and usable(table, objective)
    )


def side_of(table: Table, objective: PieceId) -> str:
    """4.3, 1.2-b2: the side that a control marker shows."""
    held = table.pieces.get(objective)
    return "" if held is None else held.face


def bare(found: Group) -> bool:
    """7.3.11: an objective with neither infantry nor leader."""
    return bool(found.objective) and not found.troops and not found.leader


def strength(table: Table, unit: PieceId) -> int:
    """7.2.2.4.3, 7.2.2.4.4: printed strength, or an armor's defence factor; 1 for a leader."""
    end = end_of(table, unit)
    return 1 if end.role == "leader" else end.strength


def points(table: Table, unit: PieceId) -> int:
    """5.2.2: the printed victory points of the end that is up."""
    return end_of(table, unit).vp


def defence_factor(table: Table, found: Group) -> int:
    """13.5.2.5, 7.3.10.2: printed factor less damage, and the Steeple's on top."""
    printed = table.pack.objectives[found.objective].defence
    left = max(0, printed - table.mark(found.objective, DAMAGE))
    return int(left + (table.pack.objectives["steeple"].defence if found.steeple else 0))


def refuse(refusal: Refusal) -> None:
    """Raise Illegal for a refusal; nothing for none."""
    if refusal is not None:
        raise Illegal(*refusal)


def offer(verb: str, rule: str, label: str, *slots: Slot) -> Offer:
    """An offer with its slots."""
    return Offer(verb, slots, rule, label)


def single(verb: str, rule: str, label: str, **values: str | int) -> Offer:
    """An offer with every slot fixed."""
    return Offer(
        verb, tuple(fixed_slot(name, value) for name, value in values.items()), rule, label
    )


def title(table: Table, piece: PieceId) -> str:
    """A card's printed name, of the end that is up if it is on the table."""
    card = card_of(table, piece)
    end = card.ends.get(table.pieces[piece].face)
    return end.name if end is not None else card.title
