"""Worlds: tables that the real one could be, as far as somebody knows.

What is known is said by `eyes`: a seat sees what it sees, TRUTH everything, and HANDS every hand,
but not the order of the piles, which nobody knew while the match was played.
"""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.match.whatif import redeal_for
from wardiary.domain.play.chance import Chance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table
from wardiary.projections.lab.draws import seeded_draws

TRUTH, HANDS = "exact", "hands"
RULE = "Table/What-if"


def deals(table: Table, seat: Seat, number: int, *, seed: int | str = 0) -> Iterator[Table]:
    """Tables that a seat could be at: what it does not know is dealt again in each of them.

    They depend on nothing that the seat does not know. Raises Illegal for a seat that there is not,
    and where the seat does not even know how many pieces are in two places.
    """
    check_eyes(table, seat)
    for index in range(number):
        yield world(table, seat, seeded_draws(str(seed), index, "deal"))


def check_eyes(table: Table, eyes: str) -> None:
    """Raise Illegal for eyes that nobody at the table has."""
    if eyes not in (TRUTH, HANDS, *table.seats):
        seats = ", ".join(table.seats)
        raise Illegal(RULE, f"no seat {eyes!r} to look for; there are: {seats}, {HANDS}, {TRUTH}")


def world(table: Table, eyes: str, chance: Chance) -> Table:
    """One table that could be the real one; `chance` deals what the eyes do not know."""
    if eyes == TRUTH:
        return table
    draft = Draft(table, chance)
    if eyes == HANDS:
        _shuffle_piles(draft)
    else:
        redeal_for(draft, eyes)
    return draft.table


def _shuffle_piles(draft: Draft) -> None:
    """Shuffle what nobody knows of each pile, among the places that look alike."""
    table = draft.table
    zones = {
        zone: _shuffled(table, zone, draft.chance)
        for zone, visibility in sorted(table.visibility.items())
        if visibility.who == "nobody" and visibility.ordered and table.zone(zone)
    }
    if zones:
        draft.record(e.Redealt(zones=zones, rule=RULE))


def _shuffled(table: Table, zone: Zone, chance: Chance) -> tuple[PieceId, ...]:
    order = list(table.zone(zone))
    backs = table.visibility_of(zone).backs
    groups: dict[str, list[int]] = {}
    for place, piece in enumerate(order):
        shows_back = backs == "all" or (backs == "top" and place == 0)
        if not table.viewers(piece):
            groups.setdefault(table.pieces[piece].back if shows_back else "", []).append(place)
    for _, places in sorted(groups.items()):
        dealt = chance.shuffle(sorted(order[place] for place in places))
        for place, piece in zip(places, dealt, strict=True):
            order[place] = piece
    return tuple(order)
