"""Where things are: hexes by their printed label, and the places beside the map."""

from __future__ import annotations

from wardiary.domain.games.kit.zones import SeatZone
from wardiary.domain.table.memory import Scope
from wardiary.domain.table.pieces import Seat, Zone

SEATS: tuple[Seat, Seat] = ("axis", "allies")

OPEN_OBJECTIVES: Zone = "objectives-open"
OBJECTIVE_CUP: Zone = "chit-cup"
SMOKE_CUP: Zone = "smoke-cup"
WEAPONS_BOX: Zone = "weapons"
BOX: Zone = "box"


def enemy_of(seat: Seat) -> Seat:
    """The other seat."""
    return "allies" if seat == "axis" else "axis"


deck = SeatZone("deck-{}", "deck", "nobody", ordered=True)
hand = SeatZone("hand-{}", "hand", "owner")
discards = SeatZone("discard-{}", "discard pile")
"""The latest card is on top."""
casualties = SeatZone("casualties-{}", "casualties")
"""The row of the casualty track where a seat's eliminated units are."""
artillery_box = SeatZone("artillery-{}", "artillery box")
"""2.2.3: the map corner where a seat's radio is."""
secret_objectives = SeatZone("objectives-{}", "secret objectives", "owner")
"""4.3.3: the objective markers that only their owner knows."""
initiative = SeatZone("initiative-{}", "initiative")
"""Where the initiative card is when this seat holds it."""
reserve = SeatZone("reserve-{}", "reserve")
"""Where a seat's force is until it is deployed."""

CARD_ZONES = frozenset(zone(seat) for zone in (deck, hand, discards) for seat in SEATS)


def holds_counters(zone: Zone) -> bool:
    """Whether there are counters in a zone, and no cards."""
    return zone not in CARD_ZONES


COUNTERS, PLACES = Scope(holds_counters), Scope(holds_counters, places=True)
"""What answers depend on: the counters, or only their places."""


def time_space(number: int) -> Zone:
    """A space of the time track, on which units wait to come back."""
    return f"time-{number}"
