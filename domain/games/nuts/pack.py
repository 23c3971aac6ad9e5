"""4 The files of a pack as typed cards, with every mistake told by its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict

from wardiary.domain.games.nuts.components import (
    CARDS_OF_A_SET,
    COLUMNS,
    SIDES,
    CardSet,
    EventCard,
    Gun,
    Half,
    Pack,
    Phase,
    Scenario,
    Side,
    TerrainCard,
    TerrainType,
    UnitCard,
)
from wardiary.domain.packs import PackError, expect, read_toml

EVENTS = "events.toml"
SCENARIOS = "scenarios.toml"
Id = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$")]
Name = Annotated[str, msgspec.Meta(min_length=1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=12)]
DieRoll = Annotated[int, msgspec.Meta(ge=0, le=6)]
SETS_PLAYED: dict[str, tuple[Half, ...]] = {
    "south": ("south",),
    "north": ("north",),
    "tandem": ("south", "north"),
}
PICKS = 5
"""5.0: the units that the Germans pick for each column."""


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something printed in a pack file."""


class PrintedUnit(Printed, frozen=True):
    """4.1: a row of a unit card."""

    id: Id
    unit: Name
    entry: tuple[str, ...]
    division: str = ""
    mech: bool = False
    gun: Gun = ""
    infantry: Count = 0
    armor: Count = 0
    artillery: Count = 0
    cohesion: Count = 0
    independent: bool = False
    kills: Count = 0
    at_start: bool = False
    reserve: bool = False


class PrintedTerrain(Printed, frozen=True):
    """4.3: a row of a terrain card."""

    id: Id
    name: Name
    type: TerrainType
    space: str
    soak: Count = 0
    bonus: Count = 0
    legs_only: bool = False
    bridge: bool = False
    our: bool = False


class PrintedEventUnit(Printed, frozen=True):
    """17: what an event card prints of the unit that it becomes."""

    infantry: Count = 0
    cohesion: Count = 0
    kills: Count = 0
    entry: tuple[str, ...] = ()
    fixed: bool = False


class PrintedEvent(Printed, frozen=True):
    """4.2: an event card; its text names its numbers in braces."""

    title: Name
    sides: tuple[Side, ...]
    when: tuple[Phase, ...]
    text: Name
    must: bool = False
    infantry: Count = 0
    armor: Count = 0
    cohesion: Count = 0
    loss: Count = 0
    dice: Count = 0
    hits_on: DieRoll = 0
    up_to: DieRoll = 0
    least: Count = 0
    most: Count = 0
    spaces: Count = 0
    steps: Count = 0
    times: Count = 0
    unit: PrintedEventUnit | None = None


class PrintedDeck(Printed, frozen=True):
    """The cards of one side in a set; events by kind, each with the ids of its copies."""

    units: tuple[PrintedUnit, ...]
    terrain: tuple[PrintedTerrain, ...]
    events: dict[str, tuple[Id, ...]]


class PrintedSet(Printed, frozen=True):
    """The file of a set, such as `south.toml`."""

    german: PrintedDeck
    american: PrintedDeck


class PrintedScenarios(Printed, frozen=True):
    """The file `scenarios.toml`."""

    scenario: tuple[Scenario, ...]


def read_pack(files: Mapping[str, bytes]) -> Pack:
    """The pack's files as typed content; raises PackError with the place of the first mistake."""
    printed = read_toml(files, EVENTS, dict[Id, PrintedEvent])
    events = {kind: _event(kind, row) for kind, row in printed.items()}
    scenarios = read_toml(files, SCENARIOS, PrintedScenarios).scenario
    units = {kind: _event_unit(events[kind], row.unit) for kind, row in printed.items() if row.unit}
    terrain: dict[str, TerrainCard] = {}
    sets: dict[str, CardSet] = {}
    for half in COLUMNS:
        deck = read_toml(files, f"{half}.toml", PrintedSet)
        own_units, own_terrain = _units(half, deck), _terrain(half, deck)
        sets[half] = _card_set(half, deck, own_units, own_terrain, events)
        units |= {card.kind: card for card in own_units}
        terrain |= {card.kind: card for card in own_terrain}
    _check_ids(sets.values(), events)
    half_of = {card: half for half in sets for card in sets[half].events}
    copies = {
        kind: tuple(card for cards in sets.values() for card in cards.events
                    if cards.events[card] == kind)
        for kind in events
    }  # fmt: skip
    return Pack(units, terrain, events, sets, _scenarios(scenarios), half_of, copies)


def _scenarios(scenarios: Iterable[Scenario]) -> dict[str, Scenario]:
    """2.0: a scenario is played with one set or with both; its id says which."""
    by_id = {scenario.id: scenario for scenario in scenarios}
    for scenario in by_id.values():
        where = f"{SCENARIOS}: scenario.{scenario.id}"
        known = ", ".join(SETS_PLAYED)
        expect(scenario.id in SETS_PLAYED, f"{where}.id", scenario.id, f"one of {known}")
        sets = SETS_PLAYED[scenario.id]
        expect(scenario.sets == sets, f"{where}.sets", scenario.sets, ", then ".join(sets))
    return by_id


# Events


def _event(kind: str, row: PrintedEvent) -> EventCard:
    fields = {name: value for name, value in _fields(row).items() if name != "unit"}
    where = f"{EVENTS}: {kind}"
    expect(row.sides, f"{where}.sides", (), "a side that has the card")
    expect(row.when, f"{where}.when", (), "a phase to play it in")
    try:
        text = row.text.format_map(fields)
    except (KeyError, ValueError, IndexError, AttributeError):
        raise PackError(f"{where}.text", row.text, "braces around names of numbers only") from None
    return EventCard(kind, **fields | {"text": text})


def _event_unit(event: EventCard, unit: PrintedEventUnit) -> UnitCard:
    """17: engineers and the like fight as units; those that check no cohesion say their hits."""
    _check_strength(f"{EVENTS}: {event.kind}.unit", unit.cohesion, unit.kills)
    return UnitCard(event.kind, event.title, event.sides[0], "", **_fields(unit))


def _fields(row: Printed) -> dict[str, Any]:
    return asdict(row)


# Cards of a set


def _units(half: Half, printed: PrintedSet) -> list[UnitCard]:
    return [
        _unit(half, side, row, f"{half}.toml: {side}.units[{number}]")
        for side, deck in _decks(printed)
        for number, row in enumerate(deck.units)
    ]


def _unit(half: Half, side: Side, row: PrintedUnit, where: str) -> UnitCard:
    _check_strength(where, row.cohesion, row.kills)
    expect(row.entry, f"{where}.entry", (), "a place of entry")
    entries = r"[{}]" if side == "german" else r"[{}][0-5]"
    for place in row.entry:
        right = re.fullmatch(entries.format(COLUMNS[half]), place)
        expect(right, f"{where}.entry", place, _entry_expected(half, side))
    american = not row.at_start or (side == "american" and len(row.entry) == 1)
    expect(american, f"{where}.at_start", True, "a unit of the Americans with one space of entry")
    fires = row.gun == "" or (row.artillery > 0 and not row.mech)
    expect(fires, f"{where}.gun", row.gun, "a leg unit with artillery")
    title = f"{row.unit}/{row.division}" if row.division else row.unit
    fields = {name: value for name, value in _fields(row).items() if name not in ("id", "unit")}
    return UnitCard(row.id, title, side, half, **fields)


def _entry_expected(half: Half, side: Side) -> str:
    columns = COLUMNS[half]
    if side == "german":
        return f"a column from {columns[0]} to {columns[-1]}"
    return f"a space from {columns[0]}0 to {columns[-1]}5"


def _check_strength(where: str, cohesion: int, kills: int) -> None:
    """4.1: a unit has a cohesion, or says how many hits destroy it."""
    expect(
        cohesion or kills, f"{where}.cohesion", 0, "a cohesion, or kills: the hits to destroy it"
    )


def _terrain(half: Half, printed: PrintedSet) -> list[TerrainCard]:
    return [
        _terrain_card(half, side, row, f"{half}.toml: {side}.terrain[{number}]")
        for side, deck in _decks(printed)
        for number, row in enumerate(deck.terrain)
    ]


def _terrain_card(half: Half, side: Side, row: PrintedTerrain, where: str) -> TerrainCard:
    columns = COLUMNS[half]
    inside = re.fullmatch(rf"[{columns}][1-5]", row.space)
    expect(inside, f"{where}.space", row.space, f"a space from {columns[0]}1 to {columns[-1]}5")
    plain = not (row.soak or row.bonus or row.bridge) or row.type == "town"
    expect(plain, where, f"soak, bonus or bridge of a {row.type}", "them on towns only")
    expect(not row.our or row.type == "river", f"{where}.our", True, "a river")
    fields = {name: value for name, value in _fields(row).items() if name not in ("id", "name")}
    return TerrainCard(row.id, row.name, side, half, **fields)


def _card_set(
    half: Half,
    printed: PrintedSet,
    units: list[UnitCard],
    terrain: list[TerrainCard],
    events: Mapping[str, EventCard],
) -> CardSet:
    places = [(card.space, card.type) for card in terrain]
    twice = [place for place, number in Counter(places).items() if number > 1]
    expect(not twice, f"{half}.toml: terrain", twice, "one card of a type in a space")
    _check_picks(half, units)
    copies = list(_event_copies(half, printed, events))
    ids = [card for card, _, _ in copies]
    expect(len(ids) == len(set(ids)), f"{half}.toml: events", ids, "an id for each card")
    total = len(units) + len(terrain) + len(copies)
    expect(total == CARDS_OF_A_SET, f"{half}.toml", f"{total} cards", f"{CARDS_OF_A_SET} cards")
    return CardSet(
        half,
        tuple(card.kind for card in units),
        tuple(card.kind for card in terrain),
        {card: kind for card, kind, _ in copies},
        {card: side for card, _, side in copies},
    )


def _event_copies(
    half: Half, printed: PrintedSet, events: Mapping[str, EventCard]
) -> Iterator[tuple[str, str, Side]]:
    for side, deck in _decks(printed):
        for kind, ids in deck.events.items():
            known = kind in events and side in events[kind].sides
            where = f"{half}.toml: {side}.events.{kind}"
            expect(known, where, kind, f"an event of {EVENTS} that this side may have")
            yield from ((card, kind, side) for card in ids)


def _check_picks(half: Half, units: Iterable[UnitCard]) -> None:
    """5.0: each column has enough units to pick from, with a gun among them."""
    for column in COLUMNS[half]:
        pool = [
            card
            for card in units
            if card.side == "german" and column in card.entry and not card.reserve
        ]
        enough = len(pool) >= PICKS and any(card.gun for card in pool)
        where = f"{half}.toml: german.units of column {column}"
        expect(enough, where, f"{len(pool)} units to pick", f"{PICKS} or more, one of them a gun")


def _check_ids(sets: Iterable[CardSet], events: Mapping[str, EventCard]) -> None:
    """Every card is a piece: no two have one id, nor that of a kind of event."""
    ids = [*events]
    for cards in sets:
        ids += [*cards.units, *cards.terrain, *cards.events]
    twice = [card for card, number in Counter(ids).items() if number > 1]
    expect(not twice, "south.toml and north.toml", twice[:1], "an id for each card")


def _decks(printed: PrintedSet) -> Iterator[tuple[Side, PrintedDeck]]:
    for side in SIDES:
        yield side, printed.german if side == "german" else printed.american
