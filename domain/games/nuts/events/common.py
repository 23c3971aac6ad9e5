"""4.2, 14.2: what event cards have in common: their numbers, their area, where they go."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.nuts.board import (
    EVENTS,
    HALVES,
    SPACES,
    TABLE_EVENTS,
    card_of,
    discards,
    event_cards,
    home,
    pack_of,
    units_of,
)
from wardiary.domain.games.nuts.components import EventCard
from wardiary.domain.games.nuts.windows import TABLE_TARGET, Moment
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

ANYWHERE = (TABLE_TARGET,)
NOWHERE: tuple[str, ...] = ()
AREA: dict[str, tuple[Zone, ...]] = {
    half: tuple(space for space in SPACES if space[0] in columns)
    for half, columns in HALVES.items()
}
"""14.2: the spaces that a card of each half acts on."""


def numbers_of(table: Table, kind: str) -> EventCard:
    """4.2: the numbers that a kind of event card prints."""
    return pack_of(table).events[kind]


def in_area(moment: Moment, space: Zone) -> bool:
    """N-14.2a: whether a space is in the area of the card's set."""
    return space in AREA[moment.half]


def discard(draft: Draft, card: PieceId, *, rule: str) -> None:
    """3.3: an event card that is done goes to the discard pile of its army."""
    draft.move(card, discards(home(draft.table, card)), rule=rule)


def lay_on_table(draft: Draft, card: PieceId, *, rule: str) -> None:
    """4.2: a card that acts on the whole table stays beside the board."""
    draft.move(card, TABLE_EVENTS, rule=rule)


def lay_on_space(draft: Draft, card: PieceId, space: Zone, *, rule: str, host: str = "") -> None:
    """4.2: a card stays on its space, maybe attached to a unit."""
    draft.move(card, EVENTS[space], host=host, rule=rule)


def spaces_with(table: Table, moment: Moment, side: str) -> list[Zone]:
    """The spaces of the card's area that hold units of a side."""
    return [space for space in AREA[moment.half] if units_of(table, side, space)]


def units_in_area(table: Table, moment: Moment, side: str) -> Iterable[PieceId]:
    """The units of a side on the spaces of the card's area."""
    for space in AREA[moment.half]:
        yield from units_of(table, side, space)


def divisions(table: Table, units: Iterable[PieceId]) -> tuple[str, ...]:
    """Q15: the divisions of units as words; a unit without one counts as one."""
    return tuple(dict.fromkeys(card_of(table, unit).division_slug for unit in units))


def on_table(table: Table, moment: Moment, kind: str) -> bool:
    """Whether a card of this kind and area acts on the whole table already."""
    half_of = pack_of(table).half_of
    return any(half_of[card] == moment.half for card in event_cards(table, TABLE_EVENTS, kind))
