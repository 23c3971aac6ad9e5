"""10.1, 15.3: who may attack together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.games.nuts.board import card_of
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

MOST_UNITS, MOST_DIVISIONS = 4, 2
Form = tuple[tuple[PieceId, ...], int, int]
"""Units of which any number from `least` to `most` may attack together."""


def attack_forms(table: Table, units: Sequence[PieceId]) -> list[Form]:
    """N-10.1c, N-3.3l, N-Q14/15, N-Q36.

    Up to four units of any kind, or more that belong to two divisions.
    """
    if not units:
        return []
    if cannot_join(table, units) is None:
        return [(tuple(units), 1, len(units))]
    forms: list[Form] = [(tuple(units), 1, MOST_UNITS)]
    divisions: defaultdict[str, list[PieceId]] = defaultdict(list)
    for unit in units:
        if division := card_of(table, unit).division:
            divisions[division].append(unit)
    for pair in combinations(divisions.values(), MOST_DIVISIONS):
        both = tuple(unit for unit in units if any(unit in division for division in pair))
        if len(both) > MOST_UNITS:
            forms.append((both, MOST_UNITS + 1, len(both)))
    return forms


def cannot_join(table: Table, units: Sequence[PieceId]) -> Refusal:
    """10.1: why these may not attack together from one space; None when they may."""
    # Ruling: R-21, Q15: a unit without a division never counts as one here.
    if len(set(units)) < len(units):
        return "N-10.1d", "a unit is named twice"
    if len(units) <= MOST_UNITS:
        return None
    divisions = {card_of(table, unit).division for unit in units}
    if "" not in divisions and len(divisions) <= MOST_DIVISIONS:
        return None
    return "N-10.1c", "more than four units must belong to one or two divisions"
