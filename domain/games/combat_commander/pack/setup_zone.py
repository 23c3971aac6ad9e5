"""Set-up zones as a scenario writes them: "rows 1-2", "columns A-C", or single hexes."""

import re

from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.hexes.grid import column_number, place_of
from wardiary.domain.packs import PackError


def setup_hexes(sheet: MapSheet, zone: tuple[str, ...], where: str = "zone") -> frozenset[str]:
    """The hexes of a set-up zone; raises PackError for a part that is no hex of this map."""
    return frozenset(hex_label for part in zone for hex_label in _part(sheet, part, where))


def _part(sheet: MapSheet, part: str, where: str) -> list[str]:
    if part in sheet.grid:
        return [part]
    if match := re.fullmatch(r"rows (\d+)-(\d+)", part):
        first, last = int(match[1]), int(match[2])
        hexes = [hex_label for hex_label in sheet.grid if first <= place_of(hex_label)[1] <= last]
    elif match := re.fullmatch(r"columns ([A-Z]+)-([A-Z]+)", part):
        first, last = column_number(match[1]), column_number(match[2])
        hexes = [hex_label for hex_label in sheet.grid if first <= place_of(hex_label)[0] <= last]
    else:
        hexes = []
    if not hexes:
        raise PackError(where, part, '"rows 1-2", "columns A-C" or a hex of the map')
    return hexes
