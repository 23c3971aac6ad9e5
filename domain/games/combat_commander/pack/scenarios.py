"""Scenarios of a pack: read, and checked against everything else in it."""

from collections.abc import Mapping

from wardiary.domain.games.combat_commander.components.printed import (
    CombatCommanderPack,
    Element,
    Force,
    ScenarioSheet,
)
from wardiary.domain.games.combat_commander.components.terrain_chart import Side
from wardiary.domain.games.combat_commander.pack.files import ForceFile, ScenarioFile
from wardiary.domain.games.combat_commander.pack.parts import Calibres, element, known_name
from wardiary.domain.games.combat_commander.pack.setup_zone import setup_hexes
from wardiary.domain.packs import PackError


class ScenarioReader:
    """One scenario being read and checked against the rest of the pack."""

    def __init__(
        self, pack: CombatCommanderPack, calibres: Calibres, file: ScenarioFile, index: int
    ) -> None:
        self.pack = pack
        self.calibres = calibres
        self.file = file
        self.where = f"scenarios.toml: scenario[{index}]"

    def read(self) -> ScenarioSheet:
        """The scenario; raises PackError with the place of the first thing that is wrong."""
        file = self.file
        if file.map not in self.pack.maps:
            expected = f"one of {', '.join(self.pack.maps) or 'no map'}"
            raise PackError(f"{self.where}.map", file.map, expected)
        self._check_tracks()
        for index, letter in enumerate(file.general):
            known_name(f"{self.where}.general[{index}]", letter, self.pack.chits)
        if file.general_random + len(file.general) + 2 * file.secret > len(self.pack.chits):
            raise PackError(f"{self.where}.secret", file.secret, "no more markers than there are")
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
            raise PackError(
                f"{self.where}.allies.zone", both, "hexes outside the other side's zone"
            )
        for side, force in (("axis", axis), ("allies", allies)):
            hexes = [hex_label for hex_label in force.zone if not sheet.is_impassable(hex_label)]
            silhouettes = sum(
                number * self.pack.units[kind].silhouettes for kind, number in force.units.items()
            )
            if silhouettes > 4 * len(hexes):
                expected = (
                    f"at least {-(-silhouettes // 4)} passable hexes for {silhouettes} silhouettes"
                )
                raise PackError(f"{self.where}.{side}.zone", len(hexes), expected)
            fortifications = sum(force.fortifications.values())
            if fortifications > sum(not sheet.is_wet(hex_label) for hex_label in force.zone):
                raise PackError(
                    f"{self.where}.{side}.fortifications",
                    fortifications,
                    "at most one for each dry hex",
                )

    def _check_tracks(self) -> None:
        """AMB-11: a roll is below 13 at the latest, so the track must reach space 13."""
        track = self.pack.markers.time_track
        if track[-1] < 13:
            raise PackError("markers.toml: time_track", track[-1], "a last space of at least 13")
        for name in ("time", "sudden_death"):
            if getattr(self.file, name) not in track:
                expected = f"a space from {track[0]} to {track[-1]}"
                raise PackError(f"{self.where}.{name}", getattr(self.file, name), expected)

    def _control(self) -> dict[int, Side]:
        for number in self.file.control:
            if number not in ("1", "2", "3", "4", "5"):
                raise PackError(
                    f"{self.where}.control.{number}", number, "an objective from 1 to 5"
                )
        return {int(number): side for number, side in self.file.control.items()}

    def _force(self, side: Side, file: ForceFile) -> Force:
        where = f"{self.where}.{side}"
        nation = known_name(f"{where}.nation", file.nation, self.pack.nations)
        if self.pack.nations[nation].side != side:
            raise PackError(f"{where}.nation", nation, f"a nation of the {side}")
        sheet = self.pack.maps[self.file.map]
        zone = setup_hexes(sheet, tuple(file.zone), f"{where}.zone")
        units = self._named(f"{where}.units", nation, file.units, self.pack.units)
        weapons = self._named(f"{where}.weapons", nation, file.weapons, self.pack.weapons)
        if sum(weapons.values()) > sum(units.values()):
            raise PackError(f"{where}.weapons", sum(weapons.values()), "no more weapons than units")
        if file.surrender > self.pack.markers.casualty_track:
            raise PackError(f"{where}.surrender", file.surrender, "a space of the casualty track")
        return Force(
            nation,
            file.edge,
            file.attitude,
            file.quality,
            tuple(hex_label for hex_label in sheet.grid if hex_label in zone),
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
        track = [str(space) for space in self.pack.markers.time_track if space > self.file.time]
        for space in spaces:
            if space not in track:
                raise PackError(where, space, f"a space from {track[0]} to {track[-1]}")
        return {
            int(space): tuple(
                element(self.pack, self.calibres, f"{where}.{space}[{index}]", nation, f"{name} 0")
                for index, name in enumerate(names)
            )
            for space, names in spaces.items()
        }

    def _named(
        self, where: str, nation: str, counts: dict[str, int], among: Mapping[str, object]
    ) -> dict[str, int]:
        return {
            known_name(f"{where}.{name}", f"{nation}-{name}", among): number
            for name, number in counts.items()
        }

    def _radio(self, where: str, name: str) -> str:
        if not name:
            return ""
        radio = self.calibres.radio(where, name)
        self.pack.radios[radio.id] = radio
        return radio.id
