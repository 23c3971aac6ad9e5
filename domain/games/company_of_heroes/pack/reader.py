"""From the files of a pack to typed content; every error names its place."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

from wardiary.domain.games.company_of_heroes.components.dice import (
    DamageDie,
    DiceSheet,
    DieFace,
    PrintedHealth,
    StaticDefenses,
)
from wardiary.domain.games.company_of_heroes.components.map_sheet import MapSheet
from wardiary.domain.games.company_of_heroes.components.missions import (
    CommonNumbers,
    Mission,
    OperationCard,
)
from wardiary.domain.games.company_of_heroes.components.names import (
    DAMAGE_TYPES,
    FACTIONS,
    Colour,
    DamageType,
    GameLength,
    Symbol,
    Target,
    UnitType,
)
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.games.company_of_heroes.pack.commanders import read_commanders
from wardiary.domain.games.company_of_heroes.pack.files import (
    DiceFile,
    DieFile,
    MissionFile,
    MissionsFile,
)
from wardiary.domain.games.company_of_heroes.pack.maps import read_maps
from wardiary.domain.games.company_of_heroes.pack.units import read_units
from wardiary.domain.packs import PackError, expect, read_toml

DICE = "dice.toml"
MISSIONS = "missions.toml"
COLOURS: Mapping[str, Colour] = {"green": "green", "black": "black", "red": "red"}
SYMBOLS: Mapping[str, Symbol] = {
    "AI": "AI",
    "AP": "AP",
    "HE": "HE",
    "Flame": "Flame",
    "speed": "speed",
    "spent-speed": "spent-speed",
}
TARGETS: tuple[Target, ...] = (
    "infantry",
    "light-vehicle",
    "heavy-vehicle",
    "emplacement",
    "building",
)
UNIT_TYPES: tuple[UnitType, ...] = ("infantry", "light-vehicle", "heavy-vehicle", "emplacement")
ID = r"[a-z][a-z0-9-]*"
ARMIES_A_TEAM = 2
LENGTHS: tuple[GameLength, ...] = ("short", "medium", "long")
TURNS = {"top": range(2, 5), "bottom": range(3, 6)}
"""4.0.1: how many turns the half of an operations card may have."""

V = TypeVar("V")


def read_pack(files: Mapping[str, bytes]) -> CompanyOfHeroesPack:
    """The content of a pack.

    `files` are dice.toml, units.toml, commanders.toml, missions.toml and any number of maps named
    map-*.toml. Raises PackError naming file, place and what was expected.
    """
    units = read_units(files)
    maps = read_maps(files)
    missions = read_toml(files, MISSIONS, MissionsFile)
    return CompanyOfHeroesPack(
        dice=_dice(read_toml(files, DICE, DiceFile)),
        units=units,
        commanders=read_commanders(files, units),
        operations=_operations(missions.operations),
        maps=maps,
        missions=_missions(missions.mission, maps),
        numbers=_numbers(missions),
    )


def _dice(file: DiceFile) -> DiceSheet:
    return DiceSheet(
        die=_die(file.damage_die),
        resistance={
            target: _by_damage(f"{DICE}: resistance.{target}", file.resistance.get(target, []))
            for target in TARGETS
        },
        ice={
            unit_type: _by_damage(f"{DICE}: ice.{unit_type}", file.ice.get(unit_type, []))
            for unit_type in UNIT_TYPES
        },
        static=StaticDefenses(
            building=file.static.building,
            destroyed_building=file.static.destroyed_building,
            heavy_cover=file.static.heavy_cover,
            light_cover=file.static.light_cover,
            frontal_armor=file.static.frontal_armor,
        ),
        health=PrintedHealth(
            building=file.health.building,
            bunker=file.health.bunker,
            tower=file.health.tower,
            field_defense=file.health.field_defense,
            sturdy_building=file.health.sturdy_building,
            sturdy_bunker=file.health.sturdy_bunker,
        ),
    )


def _die(file: DieFile) -> DamageDie:
    """13.0: six faces."""
    where = f"{DICE}: damage_die"
    expect(len(file.faces) == 6, f"{where}.faces", f"{len(file.faces)} faces", "six faces")
    for colour in COLOURS:
        expect(colour in file.he, f"{where}.he", sorted(file.he), f"a number for {colour}")
    faces = (_face(f"{where}.faces[{index}]", text) for index, text in enumerate(file.faces))
    return DamageDie(tuple(faces), tuple(file.defense), file.he)


def _face(where: str, text: str) -> DieFace:
    symbol, _, colour = text.partition(" ")
    right = symbol in SYMBOLS and colour in COLOURS
    expect(right, where, text, f"one of {', '.join(SYMBOLS)}, and a colour")
    return DieFace(SYMBOLS[symbol], COLOURS[colour])


def _by_damage(where: str, values: list[V]) -> dict[DamageType, V]:
    expect(len(values) == 4, where, values, "four entries: AI, AP, HE and Flame")
    return dict(zip(DAMAGE_TYPES, values, strict=True))


def _operations(rows: list[str]) -> dict[str, OperationCard]:
    """4.0.1: cards with the same numbers are one kind."""
    cards = {}
    for row, stock in Counter(rows).items():
        where = f"{MISSIONS}: operations"
        match = re.fullmatch(r"(\d)-(\d)", row)
        if match is None:
            raise PackError(where, row, 'turns such as "2-4"')
        top, bottom = int(match[1]), int(match[2])
        right = top in TURNS["top"] and bottom in TURNS["bottom"]
        expect(right, where, row, "2 to 4 turns at the top, 3 to 5 at the bottom")
        card = OperationCard(f"operation-{top}-{bottom}", top, bottom, stock)
        cards[card.kind] = card
    return cards


def _missions(rows: list[MissionFile], maps: Mapping[str, MapSheet]) -> dict[str, Mission]:
    missions: dict[str, Mission] = {}
    for index, file in enumerate(rows):
        where = f"{MISSIONS}: mission[{index}]"
        expect(re.fullmatch(ID, file.id), f"{where}.id", file.id, "small letters, digits and -")
        expect(file.id not in missions, f"{where}.id", file.id, "an id that no other mission has")
        expect(file.map in maps, f"{where}.map", file.map, f"one of {', '.join(maps)}")
        room = file.start_units * ARMIES_A_TEAM
        fits = all(room <= len(spawn) for spawn in maps[file.map].spawn)
        expect(fits, f"{where}.start_units", file.start_units, "no more than the spawn areas hold")
        lengths = sorted(file.end_vp) == sorted(LENGTHS)
        expect(lengths, f"{where}.end_vp", sorted(file.end_vp), "short, medium and long")
        draw = file.commanders
        expect(draw is None or 1 == draw.keep <= draw.draw, f"{where}.commanders", draw, "one kept")
        missions[file.id] = Mission(
            id=file.id,
            name=file.name,
            about=file.about,
            map=file.map,
            rules=file.rules,
            end_vp=file.end_vp,
            start_units=file.start_units,
            operations=file.operations,
            commanders=file.commanders,
            unit_destroyed_vp=file.unit_destroyed_vp,
            heroic_sacrifice_xp=file.heroic_sacrifice_xp,
        )
    expect(missions, f"{MISSIONS}: mission", "none", "at least one mission")
    return missions


def _numbers(file: MissionsFile) -> CommonNumbers:
    where = f"{MISSIONS}: limits"
    expect(sorted(file.limits) == list("0123"), where, sorted(file.limits), "0, 1, 2 and 3")
    lengths = sorted(file.advancing_spawn)
    place = f"{MISSIONS}: advancing_spawn"
    expect(lengths == sorted(LENGTHS), place, lengths, "short, medium and long")
    for faction in FACTIONS:
        tiers = file.tiers.get(faction, {})
        place = f"{MISSIONS}: tiers.{faction}"
        expect(sorted(tiers) == ["2", "3"], place, sorted(tiers), "the cost of 2 and 3")
    return CommonNumbers(
        turns=file.turns,
        command_points=file.command_points,
        unit_command_points=file.unit_command_points,
        retreat_hexes=file.retreat_hexes,
        bonus_vp=file.bonus_vp,
        team_end_vp=file.team_end_vp,
        xp_for_resource=file.xp_for_resource,
        advancing_spawn={name: tuple(file.advancing_spawn[name]) for name in LENGTHS},
        limits={int(tier): number for tier, number in file.limits.items()},
        tiers={
            faction: {int(tier): cost for tier, cost in tiers.items()}
            for faction, tiers in file.tiers.items()
        },
    )
