"""The cover of a hex against an attack (T78.3, T87, T93, T97)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.table.totals import Items
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.terrain.fortifications import (
    fortification_cover,
)
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.table import Table


@dataclass(frozen=True)
class Shot:
    """What matters for cover about an attack on a hex.

    `origins` are the hexes fired from; `shells` says that mortars or artillery fire; `no_cover` is
    the rule by which mines, flamethrowers or Molotovs void cover.
    """

    origins: tuple[str, ...] = ()
    shells: bool = False
    no_cover: str = ""


@remembered(COUNTERS)
def cover_items(table: Table, hex_label: str, shot: Shot | None = None) -> Items:
    """T78.3: the parts of the best cover of a hex; without a shot, that for rally and rout."""
    shot = shot or Shot()
    if shot.no_cover:
        return (("no cover", 0, shot.no_cover),)
    sheet = map_of(table)
    terrain = sheet.terrain[hex_label]
    best = (terrain.name, terrain.cover, terrain.rule)
    for offer in (
        *fortification_cover(table, hex_label, shells=shot.shells),
        *_hexside_cover(table, hex_label, shot),
    ):
        best = max(best, offer, key=lambda item: item[1])
    if hex_label in sheet.road_hexes:
        # Ruling: AMB-39 a hexside's cover belongs to the hex, so the road lowers it too.
        return (best, ("road", -1, "T93"))
    return (best,)


def cover(table: Table, hex_label: str, shot: Shot | None = None) -> int:
    """T78.3: the cover of a hex as a number."""
    return sum(value for _, value, _ in cover_items(table, hex_label, shot))


def _hexside_cover(table: Table, hex_label: str, shot: Shot) -> Iterable[tuple[str, int, str]]:
    """T87, T97: a hedge or wall that the fire crosses on its way in; shells come from above."""
    if shot.shells:
        return
    sheet = map_of(table)
    for origin in shot.origins:
        if origin == hex_label:
            continue
        for side in sheet.sight.entered_by(origin, hex_label):
            hexside = sheet.hexsides.get(side)
            if hexside is not None and hexside.cover:
                yield hexside.name, hexside.cover, hexside.rule
