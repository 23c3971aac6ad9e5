"""An attack as the actions of the defender see it (O20.3.3)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.rolls import Faces
from wardiary.domain.games.combat_commander.terrain.cover import Shot
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.table.pieces import PieceId, Seat, Zone

MOVING = "moving"
"""The mark of units that are activated for the open move order."""


class OpenAttack(CombatMenu, frozen=True):
    """Fire, artillery impact or mines (`kind`) against the units in some hexes.

    `units` are those in the hexes when the attack was made; `total` is the attack total for the
    defence rolls that are still to be made.
    """

    seat: Seat
    kind: str
    hexes: tuple[Zone, ...]
    firepower: int
    units: tuple[PieceId, ...]
    origins: tuple[Zone, ...] = ()
    shells: bool = False
    no_cover: str = ""
    weapons: tuple[PieceId, ...] = ()
    sustained: int = 0
    destroys: tuple[int, ...] = ()
    stage: str = "roll"
    rolled: Faces = ()
    total: int = 0
    unit: PieceId = ""
    morale: int = 0

    @property
    def shot(self) -> Shot:
        """How the hex is attacked, as far as cover asks."""
        return Shot(self.origins, self.shells, self.no_cover)

    @property
    def firing(self) -> tuple[PieceId, ...]:
        """The weapons that fire."""
        return self.weapons
