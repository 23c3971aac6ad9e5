"""Dealing the cards of a what-if: a branch that a seat opens holds nothing the seat cannot know.

Every event here, every draw from chance and the table after it depend only on what the seat knows
and on the branch's own secrets. See "What-ifs" in domain/README.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table
from wardiary.domain.table.unknown import unseen_zones, without_hidden_order

Place = tuple[Zone, int]
Content = Mapping[Zone, Iterable[PieceId]]


def redeal_for(draft: Draft, seat: Seat) -> None:
    """Shuffle all pieces unknown to a seat among their places, then each pile's unknown places.

    Pieces change places only with those of the same owner and back, so that the deal is a possible
    one; the second shuffle hides where in a pile which back is. Shuffles start from the pieces
    sorted by id, and every unseen zone is recorded, whether it changed or not: otherwise somebody
    who learnt the branch's seed could run the shuffles backwards to the real cards.
    Raises Illegal where not even the numbers of pieces in their zones are known.
    """
    _refuse_uncounted(draft.table, seat)
    before = {
        zone: without_hidden_order(draft.table, seat, zone)
        for zone in unseen_zones(draft.table, seat)
    }
    dealt = _shuffled_zones(draft, seat, before)
    zones = {zone: tuple(order) for zone, order in dealt.items()}
    draft.record(e.Redealt(zones=zones, seat=seat, rule="Table/What-if"))


def redeal_as_0_1_0(draft: Draft, seat: Seat) -> None:
    """The deal of 0.1.0, only to judge branches that were recorded with it."""
    table = draft.table
    dealt = _shuffled_zones(
        draft, seat, {zone: table.zone(zone) for zone in unseen_zones(table, seat)}
    )
    changed = {
        zone: tuple(order)
        for zone, order in sorted(dealt.items())
        if tuple(order) != table.zone(zone)
    }
    draft.record(e.Redealt(zones=changed, rule="Table/What-if"))


def _refuse_uncounted(table: Table, seat: Seat) -> None:
    """Raise Illegal for two uncounted zones: the seat knows only the sum of their pieces."""
    uncounted = [
        zone
        for zone, visibility in sorted(table.visibility.items())
        if not visibility.count and not table.can_see(seat, zone)
    ]
    if len(uncounted) > 1:
        places = " and ".join(uncounted)
        why = f"{seat} does not know how many pieces are in {places}, so they cannot be dealt"
        raise Illegal("Table/What-if", why)


def _shuffled_zones(draft: Draft, seat: Seat, before: Content) -> dict[Zone, list[PieceId]]:
    """The pieces of every zone after both shuffles, from its pieces before."""
    table = draft.table
    dealt = {zone: list(content) for zone, content in before.items()}
    groups: dict[tuple[Seat, str], list[Place]] = defaultdict(list)
    for zone, content in dealt.items():
        for index, piece in enumerate(content):
            if not table.knows(seat, piece):
                hidden_piece = table.pieces[piece]
                groups[hidden_piece.owner, hidden_piece.back].append((zone, index))
    for key in sorted(groups):
        _shuffle_places(draft, dealt, groups[key])
    unknown = sorted(place for places in groups.values() for place in places)
    for zone in sorted(table.visibility):
        visibility = table.visibility[zone]
        if visibility.who == "nobody" and visibility.ordered:
            _shuffle_places(draft, dealt, _places_below_top(visibility.backs, zone, unknown))
    return dealt


def _places_below_top(backs: str, zone: Zone, unknown: Iterable[Place]) -> list[Place]:
    """The unknown places of a pile whose backs cannot be seen."""
    if backs == "all":
        return []
    first = 1 if backs == "top" else 0
    return [place for place in unknown if place[0] == zone and place[1] >= first]


def _shuffle_places(draft: Draft, dealt: dict[Zone, list[PieceId]], places: list[Place]) -> None:
    order = draft.chance.shuffle(sorted(dealt[zone][index] for zone, index in places))
    for (zone, index), piece in zip(places, order, strict=True):
        dealt[zone][index] = piece
