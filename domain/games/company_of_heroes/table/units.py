"""Units: where they are, what state they are in, and what they amount to now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, wraps
from typing import Any, TypeVar

from msgspec.structs import replace

from wardiary.domain.games.company_of_heroes.components.effects import UnitUpgrade
from wardiary.domain.games.company_of_heroes.components.names import Ability
from wardiary.domain.games.company_of_heroes.components.pack import (
    CompanyOfHeroesPack,
    mission_of,
    pack_of,
    unit_card,
)
from wardiary.domain.games.company_of_heroes.components.units import Attack, Bonus, UnitCard
from wardiary.domain.games.company_of_heroes.table.armies import (
    ARMIES,
    COMMANDER_TRACKS,
    Army,
    Team,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.zones import commander
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.table.memory import Scope, remembered
from wardiary.domain.table.pieces import Piece, PieceId, Zone
from wardiary.domain.table.table import Table

R = TypeVar("R")
UPGRADE = "upgrade-"
DAMAGE, CP, SPEED_SPENT = "damage", "cp", "speed-spent"
PACKED, TOGGLED, PINNED = "packed", "toggled", "pinned"
RETREATING, RETREATED, ASSAULT, SPAWNED = "retreating", "retreated", "assault", "spawned"
FORCED = 2
"""The value of the mark of a retreat that ends with this round wherever the unit is."""
ROUND, MANEUVER = "round", "maneuver"
"""When marks lapse: at the end of the round, and at the end of Maneuver."""


def _is_hex(zone: Zone) -> bool:
    """Whether a zone is a hex: those are labelled with letters and numbers, as "B6"."""
    return zone[:1].isupper()


PLACES = Scope(_is_hex, places=True)
"""What is where on the map, whatever state it is in."""


@dataclass(frozen=True, eq=False)
class Profile:
    """A unit with its upgrades, but for what commanders add."""

    card: UnitCard
    health: int
    range: int
    sight: int
    defense: int
    attacks: tuple[Attack, ...]
    abilities: tuple[Ability, ...]

    @cached_property
    def counts(self) -> Mapping[Ability, int]:
        """How often the unit has each ability."""
        return Counter(self.abilities)


@lru_cache(maxsize=1024)
def _profile(pack: CompanyOfHeroesPack, kind: str, upgrades: tuple[str, ...]) -> Profile:
    card = pack.units[kind]
    now = Profile(card, card.health, card.range, card.sight, 0, card.damage, card.abilities)
    for upgrade in upgrades:
        now = _with_bonus(now, bonus_of(pack, card, upgrade))
    return now


def bonus_of(pack: CompanyOfHeroesPack, card: UnitCard, bonus: str) -> Bonus:
    """An upgrade of a unit by the id of its bonus: one of its board, or of a commander."""
    options = [option for upgrade in card.upgrades for option in upgrade.options]
    tiers = (tier for commander in pack.commanders.values() for tier in commander.tiers)
    options += [
        tier.effect.bonus
        for tier in tiers
        if isinstance(tier.effect, UnitUpgrade) and tier.effect.unit == card.kind
    ]
    return next(option for option in options if option.id == bonus)


def _with_bonus(now: Profile, bonus: Bonus) -> Profile:
    attacks = list(now.attacks)
    for attack in bonus.damage:
        _add_attack(attacks, attack)
    abilities = [*now.abilities, *bonus.abilities]
    for ability in bonus.loses:
        if ability in abilities:
            abilities.remove(ability)
    return Profile(
        now.card,
        now.health + bonus.health,
        now.range + bonus.range,
        now.sight + bonus.sight,
        now.defense + bonus.defense,
        tuple(attacks),
        tuple(abilities),
    )


def _add_attack(attacks: list[Attack], added: Attack) -> None:
    """C-4.1.6c: dice of a type that a unit has are fired as those are, from turret or body."""
    for i, attack in enumerate(attacks):
        if attack.type == added.type and attack.reach == added.reach:
            attacks[i] = replace(attack, dice=attack.dice + added.dice)
            return
    attacks.append(added)


COMMANDER_ZONES = {army: commander(army) for army in ARMIES}
PIECES_KEPT = 4096
_KEPT: dict[int, tuple[Piece, CompanyOfHeroesPack, dict[object, Any]]] = {}
"""What was asked of a piece, by the very piece, which never changes itself."""


def of_piece(question: Callable[[Table, PieceId], R]) -> Callable[[Table, PieceId], R]:
    """Keeps the answers of a question that depends on a piece alone, and on its commander.

    On its commander means on the tiers that its army has unlocked. Nobody may write to an answer.
    """

    @wraps(question)
    def ask(table: Table, unit: PieceId) -> R:
        piece = table.pieces[unit]
        kept = _KEPT.get(id(piece))
        if kept is None or kept[0] is not piece or kept[1] is not table.pack:
            if len(_KEPT) > PIECES_KEPT:
                _KEPT.clear()
            kept = _KEPT[id(piece)] = (piece, table.pack, {})
        key: object = question
        if tiers := table.tracks.get(COMMANDER_TRACKS.get(piece.owner, "")):
            key = (question, tiers, table.zone(COMMANDER_ZONES[piece.owner]))
        try:
            answer: R = kept[2][key]
        except KeyError:
            answer = kept[2][key] = question(table, unit)
        return answer

    return ask


@of_piece
def profile(table: Table, unit: PieceId) -> Profile:
    """A unit with its upgrades, but for what commanders add."""
    piece = table.pieces[unit]
    marks = [mark for mark in piece.marks if mark.startswith(UPGRADE)]
    bought = [mark.removeprefix(UPGRADE) for mark in marks for _ in range(piece.marks[mark])]
    return _profile(table.pack, piece.kind, tuple(bought))


# Where units are


def is_unit(table: Table, piece: PieceId) -> bool:
    """Whether a piece is a unit."""
    return table.pieces[piece].kind in pack_of(table).units


@remembered(PLACES)
def army_units(table: Table, army: Army) -> tuple[PieceId, ...]:
    """The units of an army on the map, passengers included, in the order of their arrival."""
    pieces = table.pieces
    return tuple([unit for unit in all_units(table) if pieces[unit].owner == army])


@remembered(PLACES)
def team_units(table: Table, team: Team) -> tuple[PieceId, ...]:
    """The units of a team on the map, passengers included."""
    pieces = table.pieces
    return tuple([unit for unit in all_units(table) if team_of(pieces[unit].owner) == team])


@remembered(PLACES)
def team_hexes(table: Table, team: Team) -> frozenset[Zone]:
    """The hexes with units of a team."""
    return frozenset([table.pieces[unit].zone for unit in team_units(table, team)])


@remembered(PLACES)
def all_units(table: Table) -> tuple[PieceId, ...]:
    """Every unit on the map, passengers included."""
    kinds, hexes = pack_of(table).units, field_of(table).hexes
    return tuple(
        [piece.id for piece in table.pieces.values() if piece.kind in kinds and piece.zone in hexes]
    )


@remembered(PLACES)
def units_by_hex(table: Table) -> Mapping[Zone, tuple[PieceId, ...]]:
    """C-4.1g: the hexes with units, and those there, without passengers."""
    pieces = table.pieces
    places: dict[Zone, list[PieceId]] = {}
    for unit in all_units(table):
        if not pieces[unit].host:
            places.setdefault(pieces[unit].zone, []).append(unit)
    for hex_, units in places.items():
        if len(units) > 1:
            units.sort(key=table.zones[hex_].index)
    return {hex_: tuple(units) for hex_, units in places.items()}


def units_at(table: Table, hex_: Zone) -> tuple[PieceId, ...]:
    """The units in a hex without those in transports: one, or two in an assault."""
    return units_by_hex(table).get(hex_, ())


def is_occupied(table: Table, hex_: Zone) -> bool:
    """C-4.1g: whether a unit is in a hex."""
    return hex_ in units_by_hex(table)


def passengers(table: Table, transport: PieceId) -> list[PieceId]:
    """The units in a transport."""
    pieces = table.pieces
    return [
        piece
        for piece in table.zones.get(pieces[transport].zone, ())
        if pieces[piece].host == transport
    ]


def pieces_at(table: Table, hex_: Zone, kind: str) -> Iterator[Piece]:
    """The pieces of one kind in a hex."""
    pieces = table.pieces
    return (pieces[piece] for piece in table.zones.get(hex_, ()) if pieces[piece].kind == kind)


# What state they are in


def health(table: Table, unit: PieceId) -> int:
    """C-13a: the health that a unit has left."""
    return profile(table, unit).health - table.pieces[unit].marks.get(DAMAGE, 0)


def is_marked(table: Table, unit: PieceId, mark: str) -> bool:
    """Whether a unit is packed, pinned, retreating and the like."""
    return bool(table.pieces[unit].marks.get(mark))


def must_set_up(card: UnitCard) -> bool:
    """C-4.1.2o: whether a unit only fires once it is set up."""
    return "packed" in card.abilities


def is_set_up(table: Table, unit: PieceId) -> bool:
    """C-4.1.2o: whether a unit that must be set up is so now."""
    return must_set_up(unit_card(table, unit)) and not is_marked(table, unit, PACKED)


def is_machine_gun(table: Table, unit: PieceId) -> bool:
    """C-4.1.3a: whether a unit is a machine gun that is set up."""
    # Ruling: C-R46 bunkers and nests pin and watch as machine gun teams do.
    return unit_card(table, unit).has("machine-gun") and is_set_up(table, unit)


def has_arc(table: Table, unit: PieceId) -> bool:
    """C-4.1.3d, C-4.1.3e: whether all of a unit's fire is bound to its arc."""
    card = unit_card(table, unit)
    bound = card.type == "emplacement" or card.has("weapon-team")
    return bound and mission_of(table).full


def drives(table: Table, unit: PieceId) -> bool:
    """C-4.1.6a, C-4.1.7a: whether a unit moves as heavy vehicles do in the full game."""
    return unit_card(table, unit).type == "heavy-vehicle" and mission_of(table).full


def in_building(table: Table, unit: PieceId) -> bool:
    """C-4.1.1b: whether a unit is in a building, destroyed or not."""
    # Ruling: C-R9 a destroyed building is a building for all rules.
    return table.pieces[unit].zone in field_of(table).buildings
