"""What a unit or space sees and can hit from where it is: lines of sight as data."""

from __future__ import annotations

import msgspec

from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table


class InSight(msgspec.Struct, frozen=True):
    """A space that is seen: how far it is, how much is in the way, and whether fire reaches it.

    A space that fire reaches without being seen from there is `seen` by others, or by nobody.
    """

    space: Zone
    distance: int
    hindrance: int = 0
    fire: bool = False
    seen: bool = True


def sees_nothing(table: Table, token: str) -> tuple[InSight, ...]:
    """For games without lines of sight."""
    return ()
