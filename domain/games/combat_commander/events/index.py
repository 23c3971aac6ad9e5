"""E42: the events by the names on the cards; each is carried out for the player who reads it."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.events import (
    arrivals,
    at_hexes,
    fires,
    for_cards,
    for_units,
    promotions,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Seat

EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    **arrivals.EVENTS,
    **fires.EVENTS,
    **for_cards.EVENTS,
    **for_units.EVENTS,
    **promotions.EVENTS,
    **at_hexes.EVENTS,
}
