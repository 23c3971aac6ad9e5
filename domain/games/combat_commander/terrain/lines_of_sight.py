"""Lines of sight with smoke and blazes, and firing up or down (10, T88.2)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.table.totals import Items
from wardiary.domain.games.combat_commander.terrain.smoke import smoke_and_blazes
from wardiary.domain.hexes.sight import SightLine
from wardiary.domain.table.table import Table


def sight_line(table: Table, here: str, there: str) -> SightLine:
    """10: the line of sight between two hexes now, with smoke and blazes."""
    smoke, blazes = smoke_and_blazes(table)
    return map_of(table).sight.through(here, there, smoke=smoke, fires=blazes)


def sight_lines_to(table: Table, target: str, origins: Iterable[str]) -> dict[str, SightLine]:
    """10: the lines of sight from several hexes to one; smoke is looked up once."""
    smoke, blazes = smoke_and_blazes(table)
    sight = map_of(table).sight
    return {origin: sight.through(origin, target, smoke=smoke, fires=blazes) for origin in origins}


def height_items(table: Table, origins: Iterable[str], target: str) -> Items:
    """T88.2: -1 if any firer fires uphill, +1 if any fires downhill; both may apply."""
    # Ruling: AMB-38 both, once each, so that a group above and below the target nets 0.
    levels = map_of(table).levels
    heights = {levels[origin] for origin in origins}
    items = []
    if min(heights) < levels[target]:
        items.append(("uphill", -1, "T88.2"))
    if max(heights) > levels[target]:
        items.append(("downhill", 1, "T88.2"))
    return tuple(items)
