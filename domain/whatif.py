"""What a branch may hold when a seat opens it: nothing that the seat could not know."""

from __future__ import annotations

from collections import defaultdict

from wardiary.domain.play.draft import Draft
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Place = tuple[Zone, int]


def unknown_places(table: Table, seat: Seat) -> dict[tuple[Seat, str], list[Place]]:
    """Every place whose piece a seat cannot tell, by the owner and back of what lies there."""
    places: dict[tuple[Seat, str], list[Place]] = defaultdict(list)
    for zone in sorted(table.looks):
        if table.sees_into(seat, zone):
            continue
        for index, piece in enumerate(table.zone(zone)):
            if seat not in table.knowers(piece):
                held = table.pieces[piece]
                places[held.owner, held.back].append((zone, index))
    return places


def deal_anew(draft: Draft, seat: Seat) -> None:
    """Shuffle all unknown pieces among their unseen places, then each pile's unknown places.

    Pieces change places only with those of the same owner and back, so that the deal stays one
    that could be; the second shuffle hides which backs lie where in a pile. Shuffles start from the
    pieces in the order of their ids, never from how they truly lie: else whoever learnt the
    branch's seed could run them backwards to the real cards.
    """
    table = draft.table
    dealt = {zone: list(table.zone(zone)) for zone in table.looks}
    groups = unknown_places(table, seat)
    for key in sorted(groups):
        _permute(draft, dealt, groups[key])
    for zone in sorted(table.looks):
        look = table.looks[zone]
        if look.who == "nobody" and look.ordered:
            _permute(draft, dealt, _below_what_shows(table, seat, zone, groups))
    changed = {
        zone: tuple(order)
        for zone, order in sorted(dealt.items())
        if tuple(order) != table.zone(zone)
    }
    draft.record(e.Redealt(zones=changed, rule="Table/What-if"))


def _below_what_shows(
    table: Table, seat: Seat, zone: Zone, groups: dict[tuple[Seat, str], list[Place]]
) -> list[Place]:
    shows = table.looks[zone].backs
    if shows == "all":
        return []
    first = 1 if shows == "top" else 0
    return sorted(
        place
        for places in groups.values()
        for place in places
        if place[0] == zone and place[1] >= first
    )


def _permute(draft: Draft, dealt: dict[Zone, list[PieceId]], places: list[Place]) -> None:
    order = draft.chance.shuffle(sorted(dealt[zone][index] for zone, index in places))
    for (zone, index), piece in zip(places, order, strict=True):
        dealt[zone][index] = piece
