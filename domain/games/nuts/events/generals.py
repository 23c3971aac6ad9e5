"""10.1, 16.2: Famous General and Truly Famous General, who stay with their units."""

from __future__ import annotations

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    EVENTS,
    card_of,
    side_of,
    space_of,
)
from wardiary.domain.games.nuts.events.common import lay_on_space, spaces_with, units_in_area
from wardiary.domain.games.nuts.values import has_general
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

GENERAL, HERO = "famous-general", "truly-famous-general"


def commands_for(table: Table, moment: Moment) -> tuple[str, ...]:
    """4.2: own units in the card's area, one of each division in a space, without a general."""
    units: dict[tuple[Zone, str], PieceId] = {}
    for unit in units_in_area(table, moment, side_of(moment.player)):
        if not has_general(table, unit):
            units.setdefault((space_of(table, unit), card_of(table, unit).division or unit), unit)
    return tuple(units.values())


def take_command(draft: Draft, played: Played) -> None:
    """4.2: the card stays with the unit's division in its space."""
    space = space_of(draft.table, played.on)
    lay_on_space(draft, played.card, space, rule="N-4.2a", host=played.on)


def posts(table: Table, moment: Moment) -> tuple[str, ...]:
    """16.2: the spaces with Americans in the card's area."""
    return tuple(spaces_with(table, moment, AMERICAN))


def take_over(draft: Draft, played: Played) -> None:
    """16.2: the card stays in the space, for all Americans there."""
    draft.move(played.card, EVENTS[played.on], rule="N-4.2a")


RULES = (
    EventRule(GENERAL, "N-4.2a", ("draw",), commands_for, take_command),
    EventRule(HERO, "N-4.2a", ("draw",), posts, take_over),
)
