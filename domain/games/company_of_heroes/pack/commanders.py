"""Commanders, from commanders.toml: the units that their effects name must exist."""

from collections.abc import Callable, Mapping

import msgspec

from wardiary.domain.games.company_of_heroes.components.commanders import (
    CommanderCard,
    CommanderTier,
)
from wardiary.domain.games.company_of_heroes.components.names import Faction
from wardiary.domain.games.company_of_heroes.components.units import UnitCard
from wardiary.domain.games.company_of_heroes.pack.files import CommanderFile
from wardiary.domain.packs import PackError, expect, read_toml

COMMANDERS = "commanders.toml"
TIERS = 4
GROUPS: Mapping[str, Callable[[UnitCard], bool]] = {
    "infantry": lambda unit: unit.infantry,
    "regular-infantry": lambda unit: unit.regular_infantry,
    "vehicles": lambda unit: unit.vehicle,
    "light-vehicles": lambda unit: unit.type == "light-vehicle",
    "heavy-vehicles": lambda unit: unit.type == "heavy-vehicle",
    "emplacements": lambda unit: unit.type == "emplacement",
}
"""Words for every unit of a type."""

SINGLE = ("unit", "spawns_as", "beside")
SEVERAL = ("units", "of")


def read_commanders(
    files: Mapping[str, bytes], units: Mapping[str, UnitCard]
) -> dict[str, CommanderCard]:
    """All commanders by kind; raises PackError with the place that is wrong."""
    file = read_toml(files, COMMANDERS, dict[Faction, dict[str, CommanderFile]])
    return {
        f"{faction}-{name}": _commander(faction, name, commander, units)
        for faction, rows in file.items()
        for name, commander in rows.items()
    }


def _commander(
    faction: Faction, name: str, file: CommanderFile, units: Mapping[str, UnitCard]
) -> CommanderCard:
    where = f"{COMMANDERS}: {faction}.{name}"
    expect(len(file.tier) == TIERS, f"{where}.tier", f"{len(file.tier)} tiers", f"{TIERS} tiers")
    board = {kind: unit for kind, unit in units.items() if unit.faction == faction}
    tiers = (
        _tier(f"{where}.tier[{index}].effect", faction, tier, board)
        for index, tier in enumerate(file.tier)
    )
    return CommanderCard(f"{faction}-{name}", faction, file.label, file.name, tuple(tiers))


def _tier(
    where: str, faction: Faction, tier: CommanderTier, board: Mapping[str, UnitCard]
) -> CommanderTier:
    """The tier with its units named by kind."""
    changes: dict[str, object] = {}
    for field in tier.effect.__struct_fields__:
        value = getattr(tier.effect, field)
        if field in SINGLE:
            changes[field] = _kind(f"{where}.{field}", faction, value, board)
        elif field in SEVERAL:
            changes[field] = frozenset(
                kind
                for name in sorted(value)
                for kind in _kinds(f"{where}.{field}", faction, name, board)
            )
    return msgspec.structs.replace(tier, effect=msgspec.structs.replace(tier.effect, **changes))


def _kinds(
    where: str, faction: Faction, name: str, board: Mapping[str, UnitCard]
) -> tuple[str, ...]:
    if name in GROUPS:
        return tuple(kind for kind, unit in board.items() if GROUPS[name](unit))
    return (_kind(where, faction, name, board),)


def _kind(where: str, faction: Faction, name: str, board: Mapping[str, UnitCard]) -> str:
    kind = f"{faction}-{name}"
    if kind not in board:
        expected = f"a unit of {faction} in units.toml, or one of {', '.join(GROUPS)}"
        raise PackError(where, name, expected)
    return kind
