"""Maps, from files named map-*.toml, checked part by part."""

from collections.abc import Iterable, Mapping
from typing import get_args

from wardiary.domain.games.company_of_heroes.components.map_sheet import MapSheet
from wardiary.domain.games.company_of_heroes.components.names import CoverKind, PointKind
from wardiary.domain.games.company_of_heroes.pack.files import MapFile
from wardiary.domain.hexes.grid import HexGrid, place_of, side_between
from wardiary.domain.packs import expect, read_toml


def read_maps(files: Mapping[str, bytes]) -> dict[str, MapSheet]:
    """All maps by id; raises PackError with the place that is wrong."""
    names = [name for name in files if name.startswith("map-") and name.endswith(".toml")]
    expect(names, "map-*.toml", "no such file", "at least one map")
    sheets = [MapReader(name, read_toml(files, name, MapFile)).read() for name in sorted(names)]
    for sheet in sheets:
        once = sum(other.id == sheet.id for other in sheets) == 1
        expect(once, "map-*.toml: id", sheet.id, "an id that no other map has")
    return {sheet.id: sheet for sheet in sheets}


class MapReader:
    """Reads the parts of a map file; each raises PackError with the place that is wrong."""

    def __init__(self, where: str, file: MapFile) -> None:
        """Take a file and its name; columns and rows give the grid."""
        self.where = where
        self.file = file
        self.grid = HexGrid(file.columns, file.rows)
        low_rows_fit = file.low_rows in (file.rows, file.rows - 1)
        expect(low_rows_fit, f"{where}: low_rows", file.low_rows, "rows, or one less")
        self.hexes = tuple(hex_label for hex_label in self.grid if self._on_map(hex_label))
        self._known = frozenset(self.hexes)

    def _on_map(self, hex_label: str) -> bool:
        column, row = place_of(hex_label)
        return column % 2 == 1 or row <= self.file.low_rows

    def read(self) -> MapSheet:
        """The whole map."""
        file = self.file
        spawn_1, spawn_2 = (self._hexes(f"spawn[{team}]", file.spawn[team]) for team in (0, 1))
        expect(spawn_1 and spawn_2, f"{self.where}: spawn", file.spawn, "hexes for both teams")
        return MapSheet(
            id=file.id,
            name=file.name,
            panels=file.panels,
            grid=self.grid,
            hexes=self.hexes,
            around=self._around(),
            spawn=(spawn_1, spawn_2),
            water=self._set("water", file.water),
            ice=self._set("ice", file.ice),
            buildings=self._set("buildings", file.buildings),
            destroyed_buildings=self._set("destroyed_buildings", file.destroyed_buildings),
            bunkers=self._set("bunkers", file.bunkers),
            cathedral=self._set("cathedral", file.cathedral),
            tower=self._tower(),
            tower_sight=file.tower_sight,
            tank_traps=self._set("tank_traps", file.tank_traps),
            cover=self._cover(),
            impassable=frozenset(
                self._side(f"impassable[{index}]", text)
                for index, text in enumerate(file.impassable)
            ),
            points=self._points(),
            income=file.start.income,
            stockpile=file.start.stockpile,
        )

    def _around(self) -> dict[str, dict[int, str]]:
        return {
            here: {
                direction: there
                for direction, there in self.grid.around(here).items()
                if there in self._known
            }
            for here in self.hexes
        }

    def _hexes(self, path: str, labels: Iterable[str]) -> tuple[str, ...]:
        labels = tuple(labels)
        for index, hex_label in enumerate(labels):
            known = hex_label in self._known
            expect(known, f"{self.where}: {path}[{index}]", hex_label, "a hex of this map")
            once = hex_label not in labels[:index]
            expect(once, f"{self.where}: {path}[{index}]", hex_label, "each hex once")
        return labels

    def _set(self, path: str, labels: Iterable[str]) -> frozenset[str]:
        return frozenset(self._hexes(path, labels))

    def _tower(self) -> frozenset[str]:
        """C-12e: a tower stands over four hexes of a cathedral, which are beside its own hex."""
        tower, cathedral = self._set("tower", self.file.tower), frozenset(self.file.cathedral)
        for index, hex_label in enumerate(self.file.tower):
            below = cathedral.intersection(self.grid.around(hex_label).values())
            where = f"{self.where}: tower[{index}]"
            expect(len(below) == 4, where, hex_label, "a hex beside four hexes of the cathedral")
        return tower

    def _side(self, path: str, text: str) -> str:
        hexes = text.split("/")
        neighbours = (
            len(hexes) == 2
            and self._known.issuperset(hexes)
            and self.grid.adjacent(hexes[0], hexes[1])
        )
        expect(neighbours, f"{self.where}: {path}", text, 'two neighbours such as "F5/F6"')
        return side_between(*hexes)

    def _cover(self) -> dict[str, CoverKind]:
        cover: dict[str, CoverKind] = {}
        for index, text in enumerate(self.file.cover):
            side, _, word = text.partition(" ")
            kinds: tuple[CoverKind, ...] = get_args(CoverKind)
            kind = next((kind for kind in kinds if kind == word), None)
            path = f"cover[{index}]"
            expect(kind, f"{self.where}: {path}", text, '"F5/F6 light" or "F5/F6 heavy"')
            if kind is not None:
                cover[self._side(path, side)] = kind
        return cover

    def _points(self) -> dict[str, tuple[PointKind, ...]]:
        points = {}
        for hex_label, kinds in self.file.points.items():
            self._hexes(f"points.{hex_label}", (hex_label,))
            dry = hex_label not in self.file.water
            expect(dry, f"{self.where}: points.{hex_label}", "water", "a hex that can be entered")
            expect(kinds, f"{self.where}: points.{hex_label}", kinds, "what the point gives")
            points[hex_label] = tuple(kinds)
        return points
