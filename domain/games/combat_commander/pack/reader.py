"""From the files of a pack to typed content; every error names its place."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import get_args

import msgspec

from wardiary.domain.games.combat_commander.components.map_file import MapFile
from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.games.combat_commander.components.names import (
    ActionName,
    EventName,
    OrderName,
    Quality,
    Trigger,
    UnitType,
    WeaponClass,
)
from wardiary.domain.games.combat_commander.components.printed import (
    Card,
    Chit,
    CombatCommanderPack,
    Markers,
    Nation,
    Numbers,
    UnitCard,
    WeaponCard,
)
from wardiary.domain.games.combat_commander.components.terrain_chart import FortificationName
from wardiary.domain.games.combat_commander.pack.files import (
    DeckFile,
    MarkersFile,
    NationFile,
    ScenariosFile,
    WeaponsFile,
)
from wardiary.domain.games.combat_commander.pack.parts import (
    Calibres,
    element,
    known_name,
    number_in,
    one_of,
    rows_between,
)
from wardiary.domain.games.combat_commander.pack.scenarios import ScenarioReader
from wardiary.domain.packs import PackError, read_toml

CARDS_A_DECK = 72
CHITS = 22
EVERY_NATION = "all"


def read_pack(files: Mapping[str, bytes]) -> CombatCommanderPack:
    """The content of a pack.

    `files` are decks.toml, units.toml, weapons.toml, nations.toml, markers.toml, scenarios.toml and
    any number of maps named map-*.toml. Raises PackError naming file, place and what was expected.
    """
    decks = _decks(read_toml(files, "decks.toml", dict[str, DeckFile]))
    nations_file = read_toml(files, "nations.toml", dict[str, NationFile])
    units = _units(read_toml(files, "units.toml", dict[str, dict[str, str]]), tuple(nations_file))
    weapons_file = read_toml(files, "weapons.toml", WeaponsFile)
    markers_file = read_toml(files, "markers.toml", MarkersFile)
    pack = CombatCommanderPack(
        decks=decks,
        cards={card.kind: card for deck in decks.values() for card in deck},
        units=units,
        weapons=_weapons(weapons_file, tuple(nations_file)),
        radios={},
        nations={},
        chits=_chits(markers_file),
        markers=_markers(markers_file),
        maps=_maps(files),
        scenarios={},
    )
    calibres = Calibres(weapons_file.radios)
    for name, nation in nations_file.items():
        pack.nations[name] = _nation(pack, calibres, name, nation)
    for index, scenario in enumerate(read_toml(files, "scenarios.toml", ScenariosFile).scenario):
        pack.scenarios[scenario.id] = ScenarioReader(pack, calibres, scenario, index).read()
    return pack


# Cards


def _decks(file: dict[str, DeckFile]) -> dict[str, tuple[Card, ...]]:
    decks = {nation: _deck(nation, deck.cards) for nation, deck in file.items()}
    ids = Counter(card.id for deck in decks.values() for card in deck)
    for card_id, number in ids.items():
        if number > 1:
            raise PackError("decks.toml", card_id, "a card id that no other card has")
    return decks


def _deck(nation: str, rows: list[str]) -> tuple[Card, ...]:
    if len(rows) != CARDS_A_DECK:
        raise PackError(f"decks.toml: {nation}.cards", len(rows), f"{CARDS_A_DECK} cards")
    return tuple(
        _card(f"decks.toml: {nation}.cards[{index}]", nation, row) for index, row in enumerate(rows)
    )


def _card(where: str, nation: str, row: str) -> Card:
    words = row.split()
    if len(words) != 8 or not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", words[0]):
        raise PackError(where, row, "id, order, action, event, hex, white die, red die, trigger")
    card_id, order, action, event, hex_label, white, red, trigger = words
    if not re.fullmatch(r"[A-Z]+[1-9]\d*", hex_label):
        raise PackError(where, hex_label, "a hex label")
    return Card(
        card_id.lower(),
        nation,
        one_of(where, order, OrderName),
        one_of(where, action, ActionName),
        one_of(where, event, EventName),
        hex_label,
        number_in(where, white, 1, 6),
        number_in(where, red, 1, 6),
        one_of(where, "" if trigger == "-" else trigger, Trigger),
    )


# Units and weapons


def _units(file: dict[str, dict[str, str]], nations: tuple[str, ...]) -> dict[str, UnitCard]:
    units = {}
    for nation, name, where, text in _rows_by_nation("units.toml", "", file, nations):
        unit = _unit(where, nation, name, text)
        units[unit.id] = unit
    return units


def _rows_by_nation(
    file: str, under: str, table: dict[str, dict[str, str]], nations: tuple[str, ...]
) -> Iterable[tuple[str, str, str, str]]:
    for group, rows in table.items():
        if group != EVERY_NATION and group not in nations:
            expected = f'"{EVERY_NATION}" or one of {", ".join(nations)}'
            raise PackError(f"{file}: {under}{group}", group, expected)
        for name, text in rows.items():
            for nation in nations if group == EVERY_NATION else (group,):
                yield nation, name, f"{file}: {under}{group}.{name}", text


def _unit(where: str, nation: str, name: str, text: str) -> UnitCard:
    front, slash, back = text.partition(" / ")
    words = front.split()
    if not slash or not words:
        raise PackError(where, text, '"type FP range movement morale / FP range movement morale"')
    unit_type: UnitType = one_of(where, words[0], UnitType)
    commands = unit_type in ("leader", "hero")
    normal = _numbers(where, words[1:], command=commands)
    return UnitCard(
        f"{nation}-{name}", nation, name, unit_type, normal, _numbers(where, back.split(), False)
    )


def _numbers(where: str, words: list[str], command: bool) -> Numbers:
    words_by_name = dict(zip(("firepower", "range", "movement", "morale"), words, strict=False))
    command_words = words[4:]
    if (
        len(words_by_name) != 4
        or len(command_words) != int(command)
        or not all(word[0] == "c" for word in command_words)
    ):
        expected = "FP range movement morale" + (" and a command such as c1" if command else "")
        raise PackError(where, " ".join(words), expected)
    values = {key: number_in(where, word.strip("[]"), 0, 30) for key, word in words_by_name.items()}
    boxed_names = tuple(key for key, word in words_by_name.items() if word.startswith("["))
    return Numbers(
        values["firepower"],
        values["range"],
        values["movement"],
        values["morale"],
        number_in(where, command_words[0][1:], 0, 9) if command_words else 0,
        boxed_names,
    )


WEAPON = re.compile(
    r"(?P<type>\w+) (?P<fp>\[?\d+\]?) (?P<range>\[?(?:\d+-)?\d+\]?) (?P<move>-?\d+)"
    r"(?P<artillery> artillery)?(?P<smoke> smoke)?"
    r" fix (?P<fix>\d+-\d+) eliminate (?P<lost>\d+-\d+)"
)


def _weapons(file: WeaponsFile, nations: tuple[str, ...]) -> dict[str, WeaponCard]:
    weapons = {}
    for nation, name, where, text in _rows_by_nation(
        "weapons.toml", "weapons.", file.weapons, nations
    ):
        weapon = _weapon(where, nation, name, text)
        weapons[weapon.id] = weapon
    return weapons


def _weapon(where: str, nation: str, name: str, text: str) -> WeaponCard:
    match = WEAPON.fullmatch(text)
    if match is None:
        expected = '"class FP range movement [artillery] [smoke] fix 1-2 eliminate 9-10"'
        raise PackError(where, text, expected)
    weapon_type: WeaponClass = one_of(where, match["type"], WeaponClass)
    least, _, most = match["range"].strip("[]").rpartition("-")
    return WeaponCard(
        f"{nation}-{name}",
        nation,
        name,
        weapon_type,
        int(match["fp"].strip("[]")),
        int(least or 1),
        int(most),
        int(match["move"]),
        match["artillery"] is not None,
        match["smoke"] is not None,
        rows_between(match["fix"]),
        rows_between(match["lost"]),
        tuple(
            key
            for key, group in (("firepower", "fp"), ("range", "range"))
            if match[group].startswith("[")
        ),
    )


# Nations and markers


def _nation(pack: CombatCommanderPack, calibres: Calibres, name: str, file: NationFile) -> Nation:
    where = f"nations.toml: {name}.support"
    if set(file.support) != {str(roll) for roll in range(2, 13)}:
        raise PackError(where, sorted(file.support), "the rolls 2 to 12")
    support = {
        int(roll): tuple(
            element(pack, calibres, f"{where}.{roll}[{index}]", name, text)
            for index, text in enumerate(elements)
        )
        for roll, elements in file.support.items()
    }
    for quality in get_args(Quality):
        known_name(f"units.toml: {name}", f"{name}-{quality}-team", pack.units)
    if name not in pack.decks:
        raise PackError("decks.toml", name, "a deck for every nation of nations.toml")
    return Nation(name, file.side, file.discard, support)


def _chits(file: MarkersFile) -> dict[str, Chit]:
    if len(file.objectives) != CHITS:
        raise PackError("markers.toml: objectives", len(file.objectives), f"{CHITS} markers")
    for letter, objective in file.objectives.items():
        if (objective.special is None) == (objective.value == 0):
            raise PackError(
                f"markers.toml: objectives.{letter}", objective, "a value or a special effect"
            )
    return {
        letter: Chit(
            letter, objective.objective, objective.value, objective.special, objective.secret
        )
        for letter, objective in file.objectives.items()
    }


def _markers(file: MarkersFile) -> Markers:
    track = tuple(file.time_track)
    if track != tuple(range(len(track))) or not track:
        raise PackError(
            "markers.toml: time_track", list(track), "spaces numbered from 0 without gaps"
        )
    allowed = (*get_args(FortificationName), "nothing")
    for name in ("rubble", "shellholes"):
        if getattr(file.events, name) not in allowed:
            value = getattr(file.events, name)
            raise PackError(f"markers.toml: events.{name}", value, f"one of {', '.join(allowed)}")
    return msgspec.convert(
        {
            "smoke": tuple(file.smoke),
            "time_track": track,
            "casualty_track": file.casualty_track,
            "rubble": file.events.rubble,
            "shellholes": file.events.shellholes,
            "fortifications": dict(file.fortifications),
        },
        Markers,
    )


# Maps and scenarios


def _maps(files: Mapping[str, bytes]) -> dict[str, MapSheet]:
    sheets: dict[str, MapSheet] = {}
    for name in sorted(files):
        if name.startswith("map-") and name.endswith(".toml"):
            sheet = MapSheet(read_toml(files, name, MapFile), name)
            if sheet.id in sheets:
                raise PackError(f"{name}: id", sheet.id, "an id that no other map has")
            sheets[sheet.id] = sheet
    return sheets
