"""Piles: shuffling cards back into one, and drawing from one that is renewed when it runs out."""

from __future__ import annotations

from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Zone


def shuffle_back(draft: Draft, *zones: Zone, into: Zone, rule: str) -> None:
    """Put everything in some zones into a pile, zone by zone, and shuffle the pile."""
    for zone in zones:
        draft.move(draft.table.zone(zone), into, rule=rule)
    draft.shuffle(into, rule=rule)


def draw_renewing(
    draft: Draft, pile: Zone, discards: Zone, to: Zone, number: int, *, rule: str, renewed: str
) -> int:
    """Draw cards; when one is missing, the discards are shuffled into the pile, under `renewed`.

    Gives how many cards could be drawn.
    """
    drawn = len(draft.draw(pile, to, number, rule=rule))
    if drawn < number and draft.table.zone(discards):
        shuffle_back(draft, discards, into=pile, rule=renewed)
        drawn += len(draft.draw(pile, to, number - drawn, rule=rule))
    return drawn
