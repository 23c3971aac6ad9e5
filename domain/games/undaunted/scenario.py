"""Scenarios: what `scenarios/*.toml` say, checked against the components, as a field to play on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from wardiary.domain.games.undaunted.components import (
    FARTHEST,
    SEATS,
    Card,
    Count,
    Positive,
    Values,
    read_values,
)
from wardiary.domain.packs import expect, read_toml
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.text import same_id

FOLDER = "scenarios/"
PIN = "pin"
NOWHERE = "none"
SeatName = Literal["us", "german"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of tiles from left to right; the first is at `x`, each next one a tile farther."""

    x: float
    tiles: tuple[str, ...]


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side's goal, counters, spawn markers, control markers, and cards [deck, supply]."""

    win: str
    start: dict[str, str]
    spawn: dict[str, str]
    scouted: tuple[str, ...]
    controlled: tuple[str, ...]
    cards: dict[str, tuple[Count, Count]]


class Radio(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """U-SETUP-4: the tile of the radio, and the points it counts for a side."""

    tile: str
    points: dict[str, Positive]


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of `scenarios/`."""

    id: str
    title: str
    number: int
    about: str
    initiative: SeatName
    rows: tuple[Row, ...]
    objectives: dict[str, Positive]
    us: Side
    german: Side
    radio: Radio | None = None

    def side(self, seat: Seat) -> Side:
        """What the scenario gives to a seat."""
        return self.us if seat == "us" else self.german

    def tiles(self) -> tuple[str, ...]:
        """All tiles, row by row."""
        return tuple(tile for row in self.rows for tile in row.tiles)


class Field(msgspec.Struct, frozen=True):
    """A scenario ready for play: what rules look up, worked out once.

    `near` and `range_tiles` are adjacency and distance, `walks` by tile and length all paths as
    commands have them, `points` what each tile is worth to a seat, `goal` the points a seat needs
    (0: it must pin the enemy), `spawn` the tile where a unit enters.
    """

    file: ScenarioFile
    values: Values
    places: dict[Zone, tuple[float, float]]
    near: dict[Zone, tuple[Zone, ...]]
    range_tiles: dict[Zone, dict[Zone, int]]
    walks: dict[Zone, dict[int, tuple[str, ...]]]
    cover: dict[Zone, int]
    hills: frozenset[Zone]
    cards: dict[str, Card]
    points: dict[Seat, dict[Zone, int]]
    goal: dict[Seat, int]
    spawn: dict[Seat, dict[str, Zone]]


class Pack(msgspec.Struct, frozen=True):
    """A whole pack: the fields of its scenarios by id, in the order of their numbers."""

    values: Values
    fields: dict[str, Field]


def read_pack(files: Mapping[str, bytes]) -> Pack:
    """A pack from its files; raises PackError with the place, what is there, and what is right."""
    values = read_values(files)
    scenarios = [
        (name, read_toml(files, name, ScenarioFile))
        for name in sorted(files)
        if name.startswith(FOLDER) and name.endswith(".toml")
    ]
    expect(scenarios, FOLDER, "no file", "at least one scenario")
    fields: dict[str, Field] = {}
    for name, file in sorted(scenarios, key=lambda scenario: scenario[1].number):
        # File systems decompose letters as they like.
        is_new = file.id not in fields and same_id(name, f"{FOLDER}{file.id}.toml")
        expect(is_new, f"{name}: id", file.id, "an id of its own that names the file")
        fields[file.id] = make_field(name, file, values)
    return Pack(values, fields)


def make_field(name: str, file: ScenarioFile, values: Values) -> Field:
    """A scenario's field; raises PackError when it does not fit the components."""
    _check_tiles(name, file, values)
    places = _places(file)
    near = {tile: tuple(_neighbours(tile, places)) for tile in places}
    range_tiles = {tile: _distances(tile, near) for tile in places}
    for tile in places:
        connected = len(range_tiles[tile]) == len(places)
        expect(connected, f"{name}: rows", f"{tile} apart from others", "tiles that all connect")
    points = {seat: _points(file, seat) for seat in SEATS}
    for seat in SEATS:
        _check_side(f"{name}: {seat}", file, file.side(seat), values)
    return Field(
        file=file,
        values=values,
        places=places,
        near=near,
        range_tiles=range_tiles,
        walks={tile: _walks(tile, near) for tile in places},
        cover={tile: values.covers[tile] for tile in places},
        hills=values.hills & set(places),
        cards=values.cards,
        points=points,
        goal={
            seat: _goal(f"{name}: {seat}.win", file.side(seat).win, points[seat]) for seat in SEATS
        },
        spawn={seat: dict(_spawns(file.side(seat), values.cards)) for seat in SEATS},
    )


def _places(file: ScenarioFile) -> dict[Zone, tuple[float, float]]:
    return {
        tile: (row.x + number, float(y))
        for y, row in enumerate(file.rows)
        for number, tile in enumerate(row.tiles)
    }


def _neighbours(tile: Zone, places: dict[Zone, tuple[float, float]]) -> Iterator[Zone]:
    """Tiles touch side by side in a row, and half a tile shifted in the rows above and below."""
    # Ruling: U-Q04 adjacency is given by the scenario's layout; there is no line of sight.
    x, y = places[tile]
    for other, (there, row) in places.items():
        if (row == y and abs(there - x) == 1) or (abs(row - y) == 1 and abs(there - x) == 0.5):
            yield other


def _distances(tile: Zone, near: dict[Zone, tuple[Zone, ...]]) -> dict[Zone, int]:
    """U-ATK-6: the shortest way in tiles from one tile to all that can be reached."""
    distances, edge = {tile: 0}, [tile]
    while edge:
        here = edge.pop(0)
        for there in near[here]:
            if there not in distances:
                distances[there] = distances[here] + 1
                edge.append(there)
    return distances


def _walks(tile: Zone, near: dict[Zone, tuple[Zone, ...]]) -> dict[int, tuple[str, ...]]:
    """By length, all paths of at most so many tiles as commands have them; staying is empty."""
    # Ruling: U-Q09 "up to" includes none at all.
    paths: list[tuple[Zone, ...]] = [()]
    ends, walks = paths, {}
    for shorter in range(FARTHEST):
        ends = [(*path, there) for path in ends for there in near[path[-1] if path else tile]]
        paths = [*paths, *ends]
        walks[shorter + 1] = tuple(",".join(path) for path in paths)
    return walks


def _points(file: ScenarioFile, seat: Seat) -> dict[Zone, int]:
    """U-OBJ-1: what each tile is worth to a seat; a radio may count for one side only."""
    points = dict(file.objectives)
    if file.radio and seat in file.radio.points:
        tile = file.radio.tile
        points[tile] = points.get(tile, 0) + file.radio.points[seat]
    return points


def _spawns(side: Side, cards: dict[str, Card]) -> Iterator[tuple[str, Zone]]:
    """Where each unit enters: by its own name, else its squad, else where all do."""
    # Ruling: U-Q12 the scenario maps units to tiles; "none" keeps a unit from coming back.
    for kind, card in cards.items():
        for key in (kind, f"squad-{card.squad}", "all"):
            if card.combat and key in side.spawn:
                if side.spawn[key] != NOWHERE:
                    yield kind, side.spawn[key]
                break


def _goal(where: str, win: str, points: dict[Zone, int]) -> int:
    """U-END-1: the points a seat needs, or 0 when it must pin the enemy."""
    word, _, number = win.partition(" ")
    if win == PIN:
        return 0
    well_formed = word == "points" and number.isdecimal() and int(number) > 0
    expect(well_formed, where, win, '"pin" or "points" and a number, such as "points 5"')
    total = sum(points.values())
    expect(int(number) <= total, where, win, f"at most the {total} points on the board")
    return int(number)


def _check_tiles(name: str, file: ScenarioFile, values: Values) -> None:
    """U-TILE-1, U-SETUP-2, U-SETUP-3: tiles that exist, on one side each; enough objectives."""
    tiles = file.tiles()
    for tile in tiles:
        expect(tile in values.covers, f"{name}: rows", tile, "a tile from 1A to 18B")
        once = sum(other[:-1] == tile[:-1] for other in tiles) == 1
        expect(once, f"{name}: rows", tile, f"tile {tile[:-1]} once, on one of its sides")
    for tile in (*file.objectives, *((file.radio.tile,) if file.radio else ())):
        expect(tile in tiles, f"{name}: objectives", tile, "a tile of this scenario")
    for seat in file.radio.points if file.radio else ():
        expect(seat in SEATS, f"{name}: radio.points.{seat}", seat, "us or german")
    for points, used in Counter(file.objectives.values()).items():
        stock = values.markers.objectives.get(str(points), 0)
        expected = f"at most {stock} objectives of it"
        expect(used <= stock, f"{name}: objectives", f"{used} of {points}", expected)


def _check_side(where: str, file: ScenarioFile, side: Side, values: Values) -> None:
    """U-COMP-3, U-UNIT-2, U-SETUP-6, U-SETUP-10: all a side uses is there to be used."""
    tiles = set(file.tiles())
    for part, named in (
        ("start", side.start.values()),
        ("spawn", [tile for tile in side.spawn.values() if tile != NOWHERE]),
        ("scouted", side.scouted),
        ("controlled", side.controlled),
    ):
        for tile in named:
            expect(tile in tiles, f"{where}.{part}", tile, "a tile of this scenario")
    marked = (*side.scouted, *side.controlled)
    once = len(set(marked)) == len(marked)
    expect(once, f"{where}.controlled", marked, "one control marker a tile")
    limit = values.markers.spawn["us" if side is file.us else "german"]
    markers = len([tile for tile in side.spawn.values() if tile != NOWHERE])
    expected = f"at most {limit} spawn markers"
    expect(markers <= limit, f"{where}.spawn", f"{markers} markers", expected)
    _check_units(where, side, values.cards)


def _check_units(where: str, side: Side, cards: dict[str, Card]) -> None:
    """U-CARD-2, U-UNIT-2: cards within the stock, and for each unit a spawn marker or "none"."""
    for kind, (deck, supply) in side.cards.items():
        place = f"{where}.cards.{kind}"
        expect(kind in cards, place, kind, f"one of {', '.join(cards)}")
        card, number = cards[kind], deck + supply
        expect(number <= card.stock, place, number, f"at most {card.stock} cards")
        keys = {kind, f"squad-{card.squad}", "all"}
        enters = not card.combat or keys & set(side.spawn)
        expect(enters, f"{where}.spawn", f"nothing for {kind}", 'a tile, or "none"')
    for kind in side.start:
        is_unit = kind in side.cards and cards[kind].combat
        expect(is_unit, f"{where}.start.{kind}", kind, "a unit with combat cards in this side")
    known = {"all", *cards, *(f"squad-{card.squad}" for card in cards.values())}
    for key in side.spawn:
        expected = "a unit, a squad such as squad-a, or all"
        expect(key in known, f"{where}.spawn.{key}", key, expected)
