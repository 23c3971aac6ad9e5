"""Zones that every seat has: how they are called, who may look, and how a client lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from wardiary.domain.table.pieces import Seat, Visibility, Who, Zone


@dataclass(frozen=True)
class SeatZone:
    """A zone of each seat: call it with a seat for its id.

    `pattern` is the id with "{}" for the seat, `title` the zone's name for people, `who` may look
    into it: everyone, the owner, or nobody. `ordered` is for piles.
    """

    pattern: str
    title: str
    who: Who = "everyone"
    ordered: bool = False

    def __call__(self, seat: Seat) -> Zone:
        """The zone of a seat."""
        return _zone_id(self.pattern, seat)


@cache
def _zone_id(pattern: str, seat: Seat) -> Zone:
    return pattern.format(seat)


def hidden_zones(zones: Iterable[SeatZone], seats: Iterable[Seat]) -> dict[Zone, Visibility]:
    """The visibility of those zones that not everyone may look into."""
    hidden = [zone for zone in zones if zone.who != "everyone"]
    return {
        zone(seat): Visibility(zone.who, seat, ordered=zone.ordered)
        for seat in seats
        for zone in hidden
    }


def zone_rows(
    zones: Iterable[SeatZone], names: Mapping[Seat, str]
) -> tuple[tuple[str, tuple[Zone, ...]], ...]:
    """Rows of a layout, one for each zone of each seat: "German hand"."""
    zones = tuple(zones)
    return tuple(
        (f"{name} {zone.title}", (zone(seat),)) for seat, name in names.items() for zone in zones
    )
