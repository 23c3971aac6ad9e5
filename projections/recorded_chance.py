"""Chance taken from the record, to decide a command again where the seed is not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table
from wardiary.domain.table.unknown import without_hidden_order


class RecordedChance:
    """Chance that gives the results recorded in one entry; raises ValueError on impossible ones."""

    def __init__(self, table: Table, events: Iterable[e.AnyEvent]) -> None:
        """`table` is the one that the entry began on."""
        faces: list[int] = []
        orders: list[tuple[PieceId, ...]] = []
        forced = len(table.forced)
        self._deal: RecordedDeal | None = None
        for event in events:
            if isinstance(event, e.DiceRolled):
                fixed = min(forced, len(event.faces))
                faces.extend(event.faces[fixed:])
                forced -= fixed
            elif isinstance(event, e.PileShuffled):
                orders.append(event.order)
            elif isinstance(event, e.Redealt):
                self._deal = RecordedDeal(table, event)
        self._script = ScriptedChance(faces, orders, strict=True)

    def roll(self, low: int, high: int) -> int:
        """The next recorded face that a what-if did not fix."""
        return self._script.roll(low, high)

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """The next recorded order, or a part of the recorded deal."""
        return self._deal.shuffle(pile) if self._deal else self._script.shuffle(pile)


class RecordedDeal:
    """The shuffles of a what-if's deal, derived from where every piece is after it.

    The deal shuffles pieces of equal backs among their places, then the unknown places of each
    pile. The result determines the first shuffles except for the order within a pile, which the
    second ones set.
    """

    def __init__(self, table: Table, redealt: e.Redealt) -> None:
        """`table` is the one before the deal."""
        self._table = table
        self._before = {
            zone: without_hidden_order(table, redealt.seat, zone)
            if redealt.seat
            else table.zone(zone)
            for zone in table.visibility
        }
        self._after = {
            zone: redealt.zones.get(zone, self._before[zone]) for zone in table.visibility
        }
        self._zone_after = {piece: zone for zone, pieces in self._after.items() for piece in pieces}
        self._dealt: set[PieceId] = set()

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """The order that leads to the recorded deal; raises ValueError when none does."""
        pieces = set(pile)
        if pieces & self._dealt:
            zone = self._zone_after[pile[0]]
            order = tuple(piece for piece in self._after[zone] if piece in pieces)
        else:
            self._dealt |= pieces
            order = self._first_order(pieces)
        if sorted(order) != sorted(pile):
            raise ValueError("no shuffle of the unknown pieces leads to this deal")
        return order

    def _first_order(self, pieces: set[str]) -> tuple[str, ...]:
        reshuffled: dict[Zone, list[PieceId]] = {}
        order = []
        zones = ((piece, self._table.zone_of(piece)) for piece in pieces)
        for zone, place in sorted((zone, self._before[zone].index(piece)) for piece, zone in zones):
            start = self._reshuffled_from(zone)
            if start is None or place < start:
                order.append(self._after[zone][place])
                continue
            if zone not in reshuffled:
                reshuffled[zone] = [piece for piece in self._after[zone][start:] if piece in pieces]
            order.append(reshuffled[zone].pop(0) if reshuffled[zone] else "")
        return tuple(order)

    def _reshuffled_from(self, zone: Zone) -> int | None:
        """The first place of a pile whose pieces are shuffled again; None for no pile."""
        visibility = self._table.visibility_of(zone)
        if visibility.who != "nobody" or not visibility.ordered or visibility.backs == "all":
            return None
        return 1 if visibility.backs == "top" else 0
