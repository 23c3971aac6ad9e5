"""10.1, 15.3, 16.3 Cards that leave the table: the discard pile, and the markers they lose."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.games.combat_soldiers.components.zones import (
    BATTLE,
    DISCARD,
    DISCARD_TOP,
    ENTRENCHED,
    SIDEWAYS,
    STOCK,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId


def discard(draft: Draft, cards: Sequence[PieceId], *, rule: str) -> None:
    """10.1: put cards on the discard pile in this order; only the last one shows."""
    if not cards:
        return
    draft.move(draft.table.zone(DISCARD_TOP), DISCARD, at=0, rule=rule)
    draft.move(tuple(reversed(cards[:-1])), DISCARD, at=0, rule=rule)
    draft.move(cards[-1], DISCARD_TOP, rule=rule)


def discard_supports(draft: Draft) -> None:
    """1.1.1.6-c: cards played for a battle are discarded when it is over."""
    discard(draft, draft.table.zone(BATTLE), rule="1.1.1.6-c")


def discard_played(draft: Draft, card: PieceId, *, rule: str) -> None:
    """1.1.1.6-c: a card played for its effect goes to the discard pile."""
    discard(draft, (card,), rule=rule)


def remove_markers(draft: Draft, units: Sequence[PieceId]) -> None:
    """15.3, 16.3: units that are about to leave their group lose their markers."""
    for unit in units:
        return_antitank_marker(draft, unit)
        draft.mark(unit, ENTRENCHED, 0, rule="16.3")


def clear_units(draft: Draft, units: Sequence[PieceId]) -> None:
    """4.1: units that leave the table have no end up and are not sideways."""
    remove_markers(draft, units)
    for unit in units:
        draft.mark(unit, SIDEWAYS, 0, rule="4.1")
        draft.turn(unit, "", rule="4.1")


def return_antitank_marker(draft: Draft, unit: PieceId) -> None:
    """15.3: the antitank marker of a unit goes back face down, and the stock is shuffled."""
    zone = draft.table.zone_of(unit)
    for piece in draft.table.zone(zone):
        if draft.table.pieces[piece].host == unit:
            draft.move(piece, STOCK, rule="15.3")
            draft.shuffle(STOCK, rule="15.3")
