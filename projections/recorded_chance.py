"""Chance read back from the record, to decide a command again where the seed is not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table
from wardiary.domain.table.unknown import without_hidden_order


class RecordedChance:
    """Chance that gives what was recorded in one entry; raises ValueError where that cannot be."""

    def __init__(self, table: Table, events: Iterable[e.AnyEvent]) -> None:
        """`table` is the one that the entry began on."""
        faces: list[int] = []
        orders: list[tuple[PieceId, ...]] = []
        forced = len(table.forced)
        self._deal: RecordedDeal | None = None
        for event in events:
            if isinstance(event, e.DiceRolled):
                laid_down = min(forced, len(event.faces))
                faces.extend(event.faces[laid_down:])
                forced -= laid_down
            elif isinstance(event, e.PileShuffled):
                orders.append(event.order)
            elif isinstance(event, e.Redealt):
                self._deal = RecordedDeal(table, event)
        self._script = ScriptedChance(faces, orders, strict=True)

    def roll(self, low: int, high: int) -> int:
        """The next recorded face that was not laid down."""
        return self._script.roll(low, high)

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """The next recorded order, or a part of the recorded deal."""
        return self._deal.shuffle(pile) if self._deal else self._script.shuffle(pile)


class RecordedDeal:
    """The shuffles of a what-if's deal, found from where every piece came to lie.

    The deal shuffles alike pieces among their places, then the unknown places of each pile. From
    its result the first shuffles are found up to the order within a pile, which the second set.
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
        self._lying = {
            zone: redealt.zones.get(zone, self._before[zone]) for zone in table.visibility
        }
        self._zone = {piece: zone for zone, lying in self._lying.items() for piece in lying}
        self._dealt: set[PieceId] = set()

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """The order that leads to the recorded deal; raises ValueError when none does."""
        pieces = set(pile)
        if pieces & self._dealt:
            zone = self._zone[pile[0]]
            order = tuple(piece for piece in self._lying[zone] if piece in pieces)
        else:
            self._dealt |= pieces
            order = self._alike(pieces)
        if sorted(order) != sorted(pile):
            raise ValueError("no shuffle of the unknown pieces leads to this deal")
        return order

    def _alike(self, pieces: set[str]) -> tuple[str, ...]:
        loose: dict[Zone, list[PieceId]] = {}
        order = []
        zones = ((piece, self._table.zone_of(piece)) for piece in pieces)
        for zone, place in sorted((zone, self._before[zone].index(one)) for one, zone in zones):
            start = self._loose_from(zone)
            if start is None or place < start:
                order.append(self._lying[zone][place])
                continue
            if zone not in loose:
                loose[zone] = [one for one in self._lying[zone][start:] if one in pieces]
            order.append(loose[zone].pop(0) if loose[zone] else "")
        return tuple(order)

    def _loose_from(self, zone: Zone) -> int | None:
        """From which place on the pieces of a pile change places once more; None in no pile."""
        look = self._table.visibility_of(zone)
        if look.who != "nobody" or not look.ordered or look.backs == "all":
            return None
        return 1 if look.backs == "top" else 0
