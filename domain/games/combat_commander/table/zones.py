"""Where things lie: hexes by their printed label, and the places beside the map."""

from __future__ import annotations

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


def deck(seat: Seat) -> Zone:
    """The draw pile of a seat; nobody may look."""
    return f"deck-{seat}"


def hand(seat: Seat) -> Zone:
    """The hand of a seat; only its owner may look."""
    return f"hand-{seat}"


def discards(seat: Seat) -> Zone:
    """The discard pile of a seat, latest card on top; everyone may look."""
    return f"discard-{seat}"


def casualties(seat: Seat) -> Zone:
    """The row of the casualty track on which a seat's eliminated units lie."""
    return f"casualties-{seat}"


def artillery_box(seat: Seat) -> Zone:
    """2.2.3: the map corner where a seat's radio lies."""
    return f"artillery-{seat}"


def secret_objectives(seat: Seat) -> Zone:
    """4.3.3: the objective markers that only their owner knows."""
    return f"objectives-{seat}"


def initiative(seat: Seat) -> Zone:
    """Where the initiative card lies when this seat holds it."""
    return f"initiative-{seat}"


def time_space(number: int) -> Zone:
    """A space of the time track, on which units wait to come back."""
    return f"time-{number}"


def reserve(seat: Seat) -> Zone:
    """Where a seat's force waits until it is deployed."""
    return f"reserve-{seat}"
