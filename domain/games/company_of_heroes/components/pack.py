"""Everything printed, and what of it a table uses."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from wardiary.domain.games.company_of_heroes.components.commanders import CommanderCard
from wardiary.domain.games.company_of_heroes.components.dice import DiceSheet
from wardiary.domain.games.company_of_heroes.components.map_sheet import MapSheet
from wardiary.domain.games.company_of_heroes.components.missions import (
    CommonNumbers,
    Mission,
    OperationCard,
)
from wardiary.domain.games.company_of_heroes.components.names import ABILITIES, Ability
from wardiary.domain.games.company_of_heroes.components.units import UnitCard
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


@dataclass(frozen=True, eq=False)
class CompanyOfHeroesPack:
    """The content of a pack: units, commanders and operations by kind, maps and missions by id."""

    dice: DiceSheet
    units: Mapping[str, UnitCard]
    commanders: Mapping[str, CommanderCard]
    operations: Mapping[str, OperationCard]
    maps: Mapping[str, MapSheet]
    missions: Mapping[str, Mission]
    numbers: CommonNumbers

    def board(self, faction: str, tier: int) -> tuple[UnitCard, ...]:
        """The units of a building board, or with tier 0 those of commanders."""
        return self._boards.get((faction, tier), ())

    @cached_property
    def _boards(self) -> Mapping[tuple[str, int], tuple[UnitCard, ...]]:
        boards: dict[tuple[str, int], tuple[UnitCard, ...]] = {}
        for unit in self.units.values():
            board = (unit.faction, unit.tier)
            boards[board] = (*boards.get(board, ()), unit)
        return boards

    @cached_property
    def kinds_with(self) -> Mapping[Ability, frozenset[str]]:
        """8.1: for each ability the kinds of units that can ever have it, or some of it."""
        able: dict[Ability, set[str]] = {ability: set() for ability in ABILITIES}
        for unit in self.units.values():
            bonuses = [bonus for upgrade in unit.upgrades for bonus in upgrade.options]
            for ability in (*unit.abilities, *(a for bonus in bonuses for a in bonus.abilities)):
                able[ability].add(unit.kind)
        for commander in self.commanders.values():
            for tier in commander.tiers:
                for ability, kinds in tier.effect.gives().items():
                    able[ability] |= kinds
        return {ability: frozenset(kinds) for ability, kinds in able.items()}

    def commanders_of(self, faction: str) -> tuple[CommanderCard, ...]:
        """The commanders of a faction."""
        return tuple(card for card in self.commanders.values() if card.faction == faction)

    def limit(self, unit: UnitCard) -> int:
        """7.4: how many vehicles of its chassis a player may have; 0 for no limit."""
        if not unit.vehicle:
            return 0
        same = (other for other in self.units.values() if other.chassis == unit.chassis)
        return min(self.numbers.limits.get(other.tier, 0) for other in same)


def pack_of(table: Table) -> CompanyOfHeroesPack:
    """The content of the pack that the match is played with."""
    pack: CompanyOfHeroesPack = table.pack
    return pack


def mission_of(table: Table) -> Mission:
    """The mission being played."""
    pack: CompanyOfHeroesPack = table.pack
    return pack.missions[table.scenario]


def map_of(table: Table) -> MapSheet:
    """The map being played on."""
    pack: CompanyOfHeroesPack = table.pack
    return pack.maps[pack.missions[table.scenario].map]


def unit_card(table: Table, piece: PieceId) -> UnitCard:
    """What a unit's board prints; raises KeyError for a piece that is no unit."""
    pack: CompanyOfHeroesPack = table.pack
    return pack.units[table.pieces[piece].kind]
