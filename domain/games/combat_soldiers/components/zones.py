"""1.2 Zones, marks and seats: where cards and markers are, who sits where, and what hands hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wardiary.domain.games.combat_soldiers.components.cards import Card
from wardiary.domain.games.kit.zones import SeatZone
from wardiary.domain.table.memory import Scope
from wardiary.domain.table.pieces import PieceId, Seat, Zone
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

# 1.2-b3, 1.2-b6, 1.2-b7: markers on objectives and besieged groups.
ISOLATION = "isolation"
DAMAGE = "damage"
GARRISON_LOST = "garrison-lost"
INTERDICTED = "interdicted"

hand = SeatZone("{}-hand", "hand", "owner")
casualty_pile = SeatZone("{}-casualties", "casualty pile", "owner")
"""What a seat has eliminated, face down."""
seat_area = SeatZone("{}-area", "area")
"""Where the Weather and cards that are being drawn are put."""
unused_entries = SeatZone("{}-chips", "entries", "owner")
"""What a selection sheet can be filled with."""
selection_sheet = SeatZone("{}-sheet", "selection sheet", "owner")
offered_objectives = SeatZone("{}-objectives", "objectives dealt", "owner")
unpicked_objectives = SeatZone("{}-unused", "objectives not picked", "owner")
"""20.2: with two players; out of play once the picks are made."""
SEAT_ZONES = (
    hand,
    casualty_pile,
    seat_area,
    unused_entries,
    selection_sheet,
    offered_objectives,
    unpicked_objectives,
)


def laid_zone(seat: Seat, number: int) -> Zone:
    """A group of the initial deployment, face down."""
    return f"{seat}-laid-{number}"


def group_zone(seat: Seat, number: int) -> Zone:
    """A group on the table."""
    return f"{seat}-g{number}"


def is_group(zone: Zone) -> bool:
    """Whether a zone holds a group; seats are single letters."""
    return zone[1:3] == "-g"


GROUPS = Scope(is_group)
"""What answers depend on that depend on the groups alone."""


def owner_of(zone: Zone) -> Seat:
    """The seat that a zone belongs to."""
    return zone[:1]


def seats_after(seats: Sequence[Seat], seat: Seat) -> tuple[Seat, ...]:
    """The other seats, clockwise from the left of this seat."""
    place = seats.index(seat)
    return tuple(seats[place + 1 :]) + tuple(seats[:place])


def all_seats_clockwise(table: Table) -> tuple[Seat, ...]:
    """All seats, clockwise from the left of the active seat, which is last."""
    return (*seats_after(table.seats, table.seat), table.seat)


def right_neighbour(seats: Sequence[Seat], seat: Seat) -> Seat:
    """The seat to the right of this one."""
    return seats[seats.index(seat) - 1]


def other_side(side: str) -> str:
    """The opposite nationality."""
    return "german" if side == "us" else "us"


def join_units(units: Iterable[PieceId]) -> str:
    """Some units as a command names them; "none" for no unit."""
    return "+".join(units) or "none"


def split_units(words: str) -> tuple[PieceId, ...]:
    """The units that a command names."""
    return () if words == "none" else tuple(words.split("+"))


def weather_is_out(table: Table) -> bool:
    """13.1: whether the Weather card is on the table."""
    weather = table.pieces.get("weather")
    return weather is not None and weather.zone.endswith("-area")


def hand_cards_with(table: Table, seat: Seat, use: str) -> tuple[PieceId, ...]:
    """The cards in a hand that have a use; a card that is hidden from view has none."""
    cards: dict[str, Card] = table.pack.cards
    pieces = table.pieces
    return tuple(
        card
        for card in table.zone(hand(seat))
        if (printed := cards.get(pieces[card].kind)) is not None and use in printed.uses
    )


def used_this_turn(table: Table, what: str) -> bool:
    """Whether a group or capability has been used for something this Turn."""
    return table.tracks.get(what, 0) == table.turn
