"""From the files of a pack to typed content; every mistake is named with its place."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, get_args

import msgspec

from wardiary.domain.diary.packs import PackError, read_toml
from wardiary.domain.games.combat_commander.chart import FortificationName, Side
from wardiary.domain.games.combat_commander.components import (
    ActionName,
    Attitude,
    Card,
    Chit,
    CombatCommanderPack,
    Element,
    EventName,
    Force,
    Markers,
    Nation,
    Numbers,
    OrderName,
    Quality,
    RadioCard,
    ScenarioSheet,
    Special,
    Trigger,
    UnitCard,
    UnitType,
    WeaponCard,
    WeaponClass,
)
from wardiary.domain.games.combat_commander.map_sheet import MapFile, MapSheet
from wardiary.domain.games.combat_commander.setup_zone import setup_hexes
from wardiary.domain.table.maps import Edge

CARDS_A_DECK = 72
CHITS = 22
EVERY_NATION = "all"
YEARS = (1939, 1945)

Count = Annotated[int, msgspec.Meta(ge=1)]


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What files hold: a misspelt key is a mistake, not a silence."""


class _DeckFile(_Strict, frozen=True):
    cards: list[str]


class _WeaponsFile(_Strict, frozen=True):
    weapons: dict[str, dict[str, str]]
    radios: dict[str, "_RadioFile"]


class _RadioFile(_Strict, frozen=True):
    firepower: Annotated[int, msgspec.Meta(ge=1)]
    destroys: list[Annotated[int, msgspec.Meta(ge=2, le=12)]]
    smoke: bool


class _NationFile(_Strict, frozen=True):
    side: Side
    discard: Annotated[int, msgspec.Meta(ge=0)]
    support: dict[str, list[str]]


class _ChitFile(_Strict, frozen=True):
    objective: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    value: Annotated[int, msgspec.Meta(ge=0)] = 0
    special: Special | None = None
    secret: bool = True


class _EventsFile(_Strict, frozen=True):
    rubble: FortificationName | str = "nothing"
    shellholes: FortificationName | str = "nothing"


class _MarkersFile(_Strict, frozen=True):
    smoke: list[Annotated[int, msgspec.Meta(ge=1, le=10)]]
    time_track: list[int]
    casualty_track: Count
    fortifications: dict[FortificationName, Count]
    objectives: dict[str, _ChitFile]
    events: _EventsFile = _EventsFile()


class _ForceFile(_Strict, frozen=True):
    nation: str
    edge: Edge
    attitude: Attitude
    quality: Quality
    zone: list[str]
    orders: Annotated[int, msgspec.Meta(ge=1, le=6)]
    surrender: Count
    units: dict[str, Count]
    weapons: dict[str, Count] = {}
    fortifications: dict[FortificationName, Count] = {}
    radio: str = ""
    reinforcements: dict[str, list[str]] = {}
    mines: Annotated[int, msgspec.Meta(ge=6, le=8)] = 6


class _ScenarioFile(_Strict, frozen=True):
    id: str
    name: str
    map: str
    date: str
    year: Annotated[int, msgspec.Meta(ge=1939, le=1945)]
    initiative: Side
    setup_first: Side
    first_turn: Side
    sudden_death: int
    axis: _ForceFile
    allies: _ForceFile
    time: int = 0
    vp: int = 0
    general_random: Annotated[int, msgspec.Meta(ge=0)] = 0
    general: list[str] = []
    secret: Annotated[int, msgspec.Meta(ge=0)] = 0
    control: dict[str, Side] = {}


class _ScenariosFile(_Strict, frozen=True):
    scenario: list[_ScenarioFile]


def read_pack(files: Mapping[str, bytes]) -> CombatCommanderPack:
    """The content of a pack.

    `files` are decks.toml, units.toml, weapons.toml, nations.toml, markers.toml, scenarios.toml and
    any number of maps named map-*.toml. Raises PackError naming file, place and what was expected.
    """
    decks = _decks(read_toml(files, "decks.toml", dict[str, _DeckFile]))
    nations_file = read_toml(files, "nations.toml", dict[str, _NationFile])
    units = _units(read_toml(files, "units.toml", dict[str, dict[str, str]]), tuple(nations_file))
    weapons_file = read_toml(files, "weapons.toml", _WeaponsFile)
    markers_file = read_toml(files, "markers.toml", _MarkersFile)
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
    calibres = _Calibres(weapons_file.radios)
    for name, nation in nations_file.items():
        pack.nations[name] = _nation(pack, calibres, name, nation)
    for index, each in enumerate(read_toml(files, "scenarios.toml", _ScenariosFile).scenario):
        pack.scenarios[each.id] = _Scenario(pack, calibres, each, index).read()
    return pack


def _wrong(where: str, found: object, expected: str) -> PackError:
    return PackError(where, found, expected)


def _number(where: str, text: str, least: int, most: int) -> int:
    if not re.fullmatch(r"-?\d+", text) or not least <= int(text) <= most:
        raise _wrong(where, text, f"a number from {least} to {most}")
    return int(text)


def _one_of(where: str, text: str, kind: Any) -> Any:
    choices = get_args(kind)
    if text not in choices:
        raise _wrong(where, text, f"one of {', '.join(map(str, choices))}")
    return text


# Cards


def _decks(file: dict[str, _DeckFile]) -> dict[str, tuple[Card, ...]]:
    decks = {nation: _deck(nation, deck.cards) for nation, deck in file.items()}
    ids = Counter(card.id for deck in decks.values() for card in deck)
    for card_id, number in ids.items():
        if number > 1:
            raise _wrong("decks.toml", card_id, "a card id that no other card has")
    return decks


def _deck(nation: str, rows: list[str]) -> tuple[Card, ...]:
    if len(rows) != CARDS_A_DECK:
        raise _wrong(f"decks.toml: {nation}.cards", len(rows), f"{CARDS_A_DECK} cards")
    return tuple(
        _card(f"decks.toml: {nation}.cards[{index}]", nation, row) for index, row in enumerate(rows)
    )


def _card(where: str, nation: str, row: str) -> Card:
    words = row.split()
    if len(words) != 8 or not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", words[0]):
        raise _wrong(where, row, "id, order, action, event, hex, white die, red die, trigger")
    card_id, order, action, event, hex_label, white, red, trigger = words
    if not re.fullmatch(r"[A-Z]+[1-9]\d*", hex_label):
        raise _wrong(where, hex_label, "a hex label")
    return Card(
        card_id.lower(),
        nation,
        _one_of(where, order, OrderName),
        _one_of(where, action, ActionName),
        _one_of(where, event, EventName),
        hex_label,
        _number(where, white, 1, 6),
        _number(where, red, 1, 6),
        _one_of(where, "" if trigger == "-" else trigger, Trigger),
    )


# Units and weapons


def _units(file: dict[str, dict[str, str]], nations: tuple[str, ...]) -> dict[str, UnitCard]:
    units = {}
    for nation, name, where, text in _each_nation("units.toml", "", file, nations):
        unit = _unit(where, nation, name, text)
        units[unit.id] = unit
    return units


def _each_nation(
    file: str, under: str, table: dict[str, dict[str, str]], nations: tuple[str, ...]
) -> Iterable[tuple[str, str, str, str]]:
    for group, rows in table.items():
        if group != EVERY_NATION and group not in nations:
            expected = f'"{EVERY_NATION}" or one of {", ".join(nations)}'
            raise _wrong(f"{file}: {under}{group}", group, expected)
        for name, text in rows.items():
            for nation in nations if group == EVERY_NATION else (group,):
                yield nation, name, f"{file}: {under}{group}.{name}", text


def _unit(where: str, nation: str, name: str, text: str) -> UnitCard:
    front, slash, back = text.partition(" / ")
    words = front.split()
    if not slash or not words:
        raise _wrong(where, text, '"type FP range movement morale / FP range movement morale"')
    unit_type: UnitType = _one_of(where, words[0], UnitType)
    commands = unit_type in ("leader", "hero")
    normal = _numbers(where, words[1:], command=commands)
    return UnitCard(
        f"{nation}-{name}", nation, name, unit_type, normal, _numbers(where, back.split(), False)
    )


def _numbers(where: str, words: list[str], command: bool) -> Numbers:
    named = dict(zip(("firepower", "range", "movement", "morale"), words, strict=False))
    led = words[4:]
    if len(named) != 4 or len(led) != int(command) or not all(w[0] == "c" for w in led):
        expected = "FP range movement morale" + (" and a command such as c1" if command else "")
        raise _wrong(where, " ".join(words), expected)
    values = {key: _number(where, word.strip("[]"), 0, 30) for key, word in named.items()}
    boxed = tuple(key for key, word in named.items() if word.startswith("["))
    return Numbers(
        values["firepower"],
        values["range"],
        values["movement"],
        values["morale"],
        _number(where, led[0][1:], 0, 9) if led else 0,
        boxed,
    )


WEAPON = re.compile(
    r"(?P<type>\w+) (?P<fp>\[?\d+\]?) (?P<range>\[?(?:\d+-)?\d+\]?) (?P<move>-?\d+)"
    r"(?P<artillery> artillery)?(?P<smoke> smoke)?"
    r" fix (?P<fix>\d+-\d+) eliminate (?P<lost>\d+-\d+)"
)


def _weapons(file: _WeaponsFile, nations: tuple[str, ...]) -> dict[str, WeaponCard]:
    weapons = {}
    for nation, name, where, text in _each_nation(
        "weapons.toml", "weapons.", file.weapons, nations
    ):
        weapon = _weapon(where, nation, name, text)
        weapons[weapon.id] = weapon
    return weapons


def _weapon(where: str, nation: str, name: str, text: str) -> WeaponCard:
    match = WEAPON.fullmatch(text)
    if match is None:
        expected = '"class FP range movement [artillery] [smoke] fix 1-2 eliminate 9-10"'
        raise _wrong(where, text, expected)
    weapon_type: WeaponClass = _one_of(where, match["type"], WeaponClass)
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
        _rows(match["fix"]),
        _rows(match["lost"]),
        tuple(
            key
            for key, group in (("firepower", "fp"), ("range", "range"))
            if match[group].startswith("[")
        ),
    )


def _rows(text: str) -> range:
    first, last = text.split("-")
    return range(int(first), int(last) + 1)


class _Calibres:
    """Radios are made by calibre: "radio-105mm" takes the numbers of its band, "105-114"."""

    def __init__(self, file: dict[str, _RadioFile]) -> None:
        self.bands = [(self._band(text), radio) for text, radio in file.items()]

    def _band(self, text: str) -> range:
        if not re.fullmatch(r"\d+-\d+", text):
            raise _wrong(f"weapons.toml: radios.{text}", text, 'calibres such as "105-114"')
        return _rows(text)

    def radio(self, where: str, name: str) -> RadioCard:
        match = re.fullmatch(r"radio-(\d+)mm", name)
        calibre = int(match[1]) if match else 0
        for band, file in self.bands:
            if calibre in band:
                return RadioCard(name, calibre, file.firepower, tuple(file.destroys), file.smoke)
        raise _wrong(where, name, 'a radio such as "radio-105mm", of a calibre in weapons.toml')


# Nations and markers


def _nation(pack: CombatCommanderPack, calibres: _Calibres, name: str, file: _NationFile) -> Nation:
    where = f"nations.toml: {name}.support"
    if set(file.support) != {str(roll) for roll in range(2, 13)}:
        raise _wrong(where, sorted(file.support), "the rolls 2 to 12")
    support = {
        int(roll): tuple(
            _element(pack, calibres, f"{where}.{roll}[{index}]", name, text)
            for index, text in enumerate(elements)
        )
        for roll, elements in file.support.items()
    }
    for quality in get_args(Quality):
        _known(f"units.toml: {name}", f"{name}-{quality}-team", pack.units)
    if name not in pack.decks:
        raise _wrong("decks.toml", name, "a deck for every nation of nations.toml")
    return Nation(name, file.side, file.discard, support)


def _element(
    pack: CombatCommanderPack, calibres: _Calibres, where: str, nation: str, text: str
) -> Element:
    match = re.fullmatch(r"(\S+) (\d+)(?: (\d{4})-(\d{4}))?", text)
    if match is None:
        raise _wrong(where, text, '"unit+weapon cost" or "unit+weapon cost 1942-1945"')
    first, last = int(match[3] or YEARS[0]), int(match[4] or YEARS[1])
    if match[1].startswith("radio-"):
        radio = calibres.radio(where, match[1])
        pack.radios[radio.id] = radio
        return Element("", "", radio.id, int(match[2]), first, last)
    unit, _, weapon = match[1].partition("+")
    return Element(
        _known(where, f"{nation}-{unit}", pack.units),
        _known(where, f"{nation}-{weapon}", pack.weapons) if weapon else "",
        "",
        int(match[2]),
        first,
        last,
    )


def _known(where: str, name: str, among: Mapping[str, object]) -> str:
    if name not in among:
        raise _wrong(where, name, "a name that the pack knows")
    return name


def _chits(file: _MarkersFile) -> dict[str, Chit]:
    if len(file.objectives) != CHITS:
        raise _wrong("markers.toml: objectives", len(file.objectives), f"{CHITS} markers")
    for letter, each in file.objectives.items():
        if (each.special is None) == (each.value == 0):
            raise _wrong(f"markers.toml: objectives.{letter}", each, "a value or a special effect")
    return {
        letter: Chit(letter, each.objective, each.value, each.special, each.secret)
        for letter, each in file.objectives.items()
    }


def _markers(file: _MarkersFile) -> Markers:
    track = tuple(file.time_track)
    if track != tuple(range(len(track))) or not track:
        raise _wrong("markers.toml: time_track", list(track), "spaces numbered from 0, one by one")
    places = (*get_args(FortificationName), "nothing")
    for name in ("rubble", "shellholes"):
        if getattr(file.events, name) not in places:
            found = getattr(file.events, name)
            raise _wrong(f"markers.toml: events.{name}", found, f"one of {', '.join(places)}")
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
                raise _wrong(f"{name}: id", sheet.id, "an id that no other map has")
            sheets[sheet.id] = sheet
    return sheets


class _Scenario:
    """One scenario being read and checked against the rest of the pack."""

    def __init__(
        self, pack: CombatCommanderPack, calibres: _Calibres, file: _ScenarioFile, index: int
    ) -> None:
        self.pack = pack
        self.calibres = calibres
        self.file = file
        self.where = f"scenarios.toml: scenario[{index}]"

    def read(self) -> ScenarioSheet:
        file = self.file
        if file.map not in self.pack.maps:
            expected = f"one of {', '.join(self.pack.maps) or 'no map at all'}"
            raise _wrong(f"{self.where}.map", file.map, expected)
        self._check_tracks()
        for index, letter in enumerate(file.general):
            _known(f"{self.where}.general[{index}]", letter, self.pack.chits)
        if file.general_random + len(file.general) + 2 * file.secret > len(self.pack.chits):
            raise _wrong(f"{self.where}.secret", file.secret, "no more markers than there are")
        forces = self._force("axis", file.axis), self._force("allies", file.allies)
        self._check_zones(*forces)
        return ScenarioSheet(
            id=file.id,
            name=file.name,
            map=file.map,
            date=file.date,
            year=file.year,
            initiative=file.initiative,
            setup_first=file.setup_first,
            first_turn=file.first_turn,
            time=file.time,
            sudden_death=file.sudden_death,
            vp=file.vp,
            general_random=file.general_random,
            general=tuple(file.general),
            secret=file.secret,
            control=self._control(),
            axis=forces[0],
            allies=forces[1],
        )

    def _check_zones(self, axis: Force, allies: Force) -> None:
        """The set-up zones are apart, and any way of deploying leaves room for the rest."""
        sheet = self.pack.maps[self.file.map]
        if both := sorted(set(axis.zone) & set(allies.zone)):
            raise _wrong(f"{self.where}.allies.zone", both, "hexes outside the other side's zone")
        for side, force in (("axis", axis), ("allies", allies)):
            hexes = [each for each in force.zone if not sheet.is_impassable(each)]
            men = sum(n * self.pack.units[kind].silhouettes for kind, n in force.units.items())
            if men > 4 * len(hexes):
                expected = f"at least {-(-men // 4)} passable hexes for {men} silhouettes"
                raise _wrong(f"{self.where}.{side}.zone", len(hexes), expected)
            works = sum(force.fortifications.values())
            if works > sum(not sheet.is_wet(each) for each in force.zone):
                raise _wrong(f"{self.where}.{side}.fortifications", works, "one a dry hex at most")

    def _check_tracks(self) -> None:
        """AMB-11: a roll is below 13 at the latest, so the track must reach space 13."""
        track = self.pack.markers.time_track
        if track[-1] < 13:
            raise _wrong("markers.toml: time_track", track[-1], "a last space of at least 13")
        for name in ("time", "sudden_death"):
            if getattr(self.file, name) not in track:
                expected = f"a space from {track[0]} to {track[-1]}"
                raise _wrong(f"{self.where}.{name}", getattr(self.file, name), expected)

    def _control(self) -> dict[int, Side]:
        for number in self.file.control:
            if number not in ("1", "2", "3", "4", "5"):
                raise _wrong(f"{self.where}.control.{number}", number, "an objective from 1 to 5")
        return {int(number): side for number, side in self.file.control.items()}

    def _force(self, side: Side, file: _ForceFile) -> Force:
        where = f"{self.where}.{side}"
        nation = _known(f"{where}.nation", file.nation, self.pack.nations)
        if self.pack.nations[nation].side != side:
            raise _wrong(f"{where}.nation", nation, f"a nation of the {side}")
        sheet = self.pack.maps[self.file.map]
        zone = setup_hexes(sheet, tuple(file.zone), f"{where}.zone")
        units = self._named(f"{where}.units", nation, file.units, self.pack.units)
        weapons = self._named(f"{where}.weapons", nation, file.weapons, self.pack.weapons)
        if sum(weapons.values()) > sum(units.values()):
            raise _wrong(f"{where}.weapons", sum(weapons.values()), "no more weapons than units")
        if file.surrender > self.pack.markers.casualty_track:
            raise _wrong(f"{where}.surrender", file.surrender, "a space of the casualty track")
        return Force(
            nation,
            file.edge,
            file.attitude,
            file.quality,
            tuple(each for each in sheet.grid if each in zone),
            file.orders,
            file.surrender,
            file.mines,
            units,
            weapons,
            dict(file.fortifications),
            self._radio(f"{where}.radio", file.radio),
            self._reinforcements(f"{where}.reinforcements", nation, file.reinforcements),
        )

    def _reinforcements(
        self, where: str, nation: str, spaces: dict[str, list[str]]
    ) -> dict[int, tuple[Element, ...]]:
        """6.1.2: what waits on which space of the time track, from the one after the start on."""
        track = [str(each) for each in self.pack.markers.time_track if each > self.file.time]
        for space in spaces:
            if space not in track:
                raise _wrong(where, space, f"a space from {track[0]} to {track[-1]}")
        return {
            int(space): tuple(
                _element(self.pack, self.calibres, f"{where}.{space}[{index}]", nation, f"{name} 0")
                for index, name in enumerate(names)
            )
            for space, names in spaces.items()
        }

    def _named(
        self, where: str, nation: str, counts: dict[str, int], among: Mapping[str, object]
    ) -> dict[str, int]:
        return {
            _known(f"{where}.{name}", f"{nation}-{name}", among): number
            for name, number in counts.items()
        }

    def _radio(self, where: str, name: str) -> str:
        if not name:
            return ""
        radio = self.calibres.radio(where, name)
        self.pack.radios[radio.id] = radio
        return radio.id
