"""A fire that is being prepared, as the actions played on it see it (O20.3.1)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.fire.targets import Items, fire_items
from wardiary.domain.games.combat_commander.table.totals import total
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

BOOSTS = {
    "A27": "bore-sighting",
    "A30": "crossfire",
    "A34": "hand-grenades",
    "A37": "marksmanship",
    "A41": "sustained-fire",
}
"""The actions that add 2 to a fire before its roll, by their rules."""


class FireGroup(CombatMenu, frozen=True):
    """O20.3.1: the counters that fire together at one hex, or at two (A40); the first is the base.

    `pool` are the counters that may still join; `played` are the rules of the actions played. Once
    an action is played no counter joins any more.
    """

    seat: Seat
    hexes: tuple[Zone, ...]
    group: tuple[PieceId, ...]
    pool: tuple[PieceId, ...]
    played: tuple[str, ...] = ()

    @property
    def firing(self) -> tuple[PieceId, ...]:
        """The counters of the group."""
        return self.group

    def items(self, table: Table) -> Items:
        """O20.3.1.2, O20.3.2: what the firepower consists of."""
        boosts = tuple((BOOSTS[rule], 2, rule) for rule in self.played if rule in BOOSTS)
        return (*fire_items(table, self.group, self.hexes), *boosts)

    def firepower(self, table: Table) -> int:
        """The firepower before the roll."""
        return total(self.items(table))
