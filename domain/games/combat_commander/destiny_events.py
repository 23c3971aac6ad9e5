"""E42: the events by the names on the cards; each is carried out for the player who reads it."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander import (
    destiny_events_arrivals,
    destiny_events_cards,
    destiny_events_people,
    destiny_events_places,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat

EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    **destiny_events_arrivals.EVENTS,
    **destiny_events_cards.EVENTS,
    **destiny_events_people.EVENTS,
    **destiny_events_places.EVENTS,
}

STEPS: tuple[type[Step], ...] = (*destiny_events_cards.STEPS, *destiny_events_places.STEPS)
