"""How a client may lay the table out: a tableau of groups for each seat, piles beside it."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.zones import (
    BATTLE,
    DECK,
    DISCARD,
    DISCARD_TOP,
    FALLEN,
    MARKERS,
    casualty_pile,
    hand,
    seat_area,
    selection_sheet,
)
from wardiary.domain.games.combat_soldiers.groups.group import group_at, group_zones
from wardiary.domain.games.combat_soldiers.groups.objectives import defence_factor
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.play.game import Layout
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table


def layout(table: Table) -> Layout:
    """A row of groups for each seat; notes say side, objective, defence, siege and isolation."""
    rows: list[tuple[str, tuple[Zone, ...]]] = []
    notes: dict[Zone, str] = {}
    for seat in table.seats:
        zones = tuple(sorted(group_zones(table, seat), key=_number))
        rows.append((f"groups of {seat}", zones))
        rows.append(
            (f"{seat}", (hand(seat), selection_sheet(seat), casualty_pile(seat), seat_area(seat)))
        )
        for zone in zones:
            notes[zone] = note(table, zone)
    rows.append(("piles", (DECK, DISCARD_TOP, DISCARD)))
    rows.append(("battle", (BATTLE, FALLEN)))
    rows.append(("markers", (MARKERS,)))
    return Layout(shape="tableau", notes=notes, rows=tuple(rows))


def _number(zone: Zone) -> int:
    return int(zone.rpartition("g")[2])


def note(table: Table, zone: Zone) -> str:
    """4.4.1: a group in a few words, whatever lies on top of what."""
    group = group_at(table, zone)
    words = [group.side]
    if group.objective:
        words.append(f"{group.objective} (defence {defence_factor(table, group)})")
    if group.siege:
        words.append(f"surrounded {group.siege.upper()}, isolation -{isolation(table, group)}")
    if group.besieging:
        words.append(f"surrounding {group.besieging.upper()}")
    if group.mines:
        words.append("mined")
    return ", ".join(words)
