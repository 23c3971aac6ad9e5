"""What tests of Combat Commander are made of: content, maps, pieces, expected events, set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import wardiary.domain.games.combat_commander as game
from tests.scenario import Scenario, opened
from wardiary.domain.games.combat_commander.components.map_file import MapFile
from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.games.combat_commander.components.printed import CombatCommanderPack
from wardiary.domain.games.combat_commander.pack.reader import read_pack
from wardiary.domain.games.combat_commander.rulebook import RULES
from wardiary.domain.games.combat_commander.setup import scenario
from wardiary.domain.games.combat_commander.table.layout import layout, title_of
from wardiary.domain.packs import read_toml
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening, Rng
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.table import Table

# The shipped content


def content_files() -> dict[str, bytes]:
    """The files of the shipped content by name."""
    folder = Path(str(game.__file__)).parent / "content"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.toml"))}


def content_with(name: str, old: str, new: str) -> Mapping[str, bytes]:
    """The shipped files with the first occurrence of a text replaced in the named file."""
    content = content_files()
    text = content[name].decode()
    assert text.count(old) >= 1
    return {**content, name: text.replace(old, new, 1).encode()}


PACK = read_pack(content_files())

# Maps


def sheet(**changes: object) -> MapSheet:
    """A blank map of 15 by 10 hexes with some things drawn on it; `terrain` by hex and letter."""
    rows = [list("." * 15) for _ in range(10)]
    drawn = changes.pop("terrain", {})
    assert isinstance(drawn, Mapping)
    for hex_label, letter in drawn.items():
        rows[int(hex_label[1:]) - 1][ord(hex_label[0]) - ord("A")] = letter
    fields: dict[str, object] = {
        "id": "CC-MAP-1",
        "name": "Test",
        "terrain": ["".join(row) for row in rows],
        "wind": 4,
        "objectives": {str(number): [f"A{number}"] for number in range(1, 6)},
        "artillery_boxes": {"axis": "bottom right", "allies": "top left"},
        **changes,
    }
    return MapSheet(MapFile(**fields), "test map")  # type: ignore[arg-type]  # Fields of a file.


OPEN = sheet()
"""Open ground everywhere; objectives 1 to 5 in A1 to A5."""

EXAMPLE = sheet(
    terrain={"K6": "w", "J8": "w", "L8": "w", "M5": "w", "N7": "o", "N8": "o"},
    hills={"1": ["K6", "K7", "K8", "J8", "J9"], "2": ["J6", "J7"]},
    roads=[["M4", "M5", "M6", "M7", "M8", "M9"]],
)
"""The map on which all printed diagrams hold."""

COUNTRY = sheet(
    terrain={
        "E5": "b", "G5": "w", "I5": "r", "K5": "o", "M5": "f", "C5": "g",
        "E8": "s", "G8": "m", "I8": "~", "K8": "=", "M8": "-", "C8": "w",
    },
    under={"M8": "gully"},
    roads=[["E4", "E5"], ["K7", "K8", "K9"], ["M7", "M8"], ["C7", "C8", "C9"], ["A8", "A9"]],
    trails=[["G4", "G5"]],
    railways=[["I4", "I5"]],
    hills={"1": ["E2", "F2"], "2": ["G2"]},
    hexsides=["L2/M2 wall", "M2/N2 hedge", "K2/L2 fence", "I2/J2 cliff"],
)  # fmt: skip
"""A hex or hexside of every terrain."""

WOODS_IN_E7 = sheet(terrain={"E7": "w"})
OBJECTIVE_BUILDING_IN_E7 = sheet(
    terrain={"E7": "b"},
    roads=[["E6", "E7", "E8"]],
    objectives={"1": ["E7"], "2": ["A2"], "3": ["A3"], "4": ["A4"], "5": ["A5"]},
)

FORD = b"""
id = "CC-SMALL"
name = "Ford"
terrain = ["w.b", ".-s", "r~="]
hills = { 2 = ["A1", "B1"] }
roads = [["B1", "B2", "B3"], ["C2", "C3"]]
railways = [["A3", "A2"]]
trails = [["A1", "B1"]]
hexsides = ["A1/A2 wall", "C1/C2 hedge"]
under = { B2 = "marsh" }
wind = 2
objectives = { 1 = ["A1"], 2 = ["A2"], 3 = ["A3"], 4 = ["B1"], 5 = ["C1"] }
artillery_boxes = { axis = "bottom left", allies = "top right" }
sight = [{ from = "A1", to = "C3", clear = true, hindrance = 2 }]
"""


def ford() -> MapSheet:
    """A map of 3 by 3 hexes, read from a file."""
    return MapSheet(read_toml({"map-small.toml": FORD}, "map-small.toml", MapFile), "map-small")


# Pieces


def unit(name: str, kind: str, at: str, *, face: str = "normal", **marks: int) -> e.PiecesPlaced:
    """A unit in a hex; its owner is the beginning of its name."""
    owner = name.split("-", maxsplit=1)[0]
    return e.PiecesPlaced(
        pieces=(name,), kind=kind, zone=at, owner=owner, face=face, marks=marks, rule="Glossary"
    )


def rifle_squad(at: str, name: str = "axis-a", **more: Any) -> e.PiecesPlaced:
    """A German rifle squad: firepower 5, range 5, movement 4, morale 7."""
    return unit(name, "germany-rifle", at, **more)


def line_squad(at: str, name: str = "allies-a", **more: Any) -> e.PiecesPlaced:
    """An American line squad: boxed firepower 6, range 6, movement 4, morale 6."""
    return unit(name, "america-line", at, **more)


def sergeant(at: str, name: str = "axis-sgt", **more: Any) -> e.PiecesPlaced:
    """A German leader of command 1."""
    return unit(name, "germany-sergeant-x", at, **more)


def hero(at: str, seat: str = "axis") -> e.PiecesMoved:
    """The hero of a side, out of the box."""
    return moved(f"{seat}-hero", at, "E58")


def weapon(name: str, kind: str, at: str, carrier: str, *, face: str = "working") -> e.PiecesPlaced:
    """A weapon with its carrier."""
    return e.PiecesPlaced(
        pieces=(name,),
        kind=kind,
        zone=at,
        owner=name.split("-", maxsplit=1)[0],
        face=face,
        host=carrier,
        rule="11.2",
    )


def light_mg(
    at: str, carrier: str = "axis-a", name: str = "axis-mg", **more: Any
) -> e.PiecesPlaced:
    """A German light machine gun: boxed firepower 4, range 8."""
    return weapon(name, "germany-light-mg", at, carrier, **more)


def radio(seat: str, kind: str = "radio-105mm", face: str = "working") -> e.PiecesPlaced:
    """A radio in its owner's artillery box."""
    return e.PiecesPlaced(
        pieces=(f"{seat}-radio-1",),
        kind=kind,
        zone=f"artillery-{seat}",
        owner=seat,
        face=face,
        rule="12",
    )


def work(kind: str, at: str, **marks: int) -> e.PiecesPlaced:
    """A fortification in a hex."""
    return e.PiecesPlaced(pieces=(f"{kind}-{at}",), kind=kind, zone=at, marks=marks, rule="F100.1")


def smoke(number: int, at: str, face: str = "smoke") -> e.PiecesPlaced:
    """A smoke counter, 1 to 20, in a hex; its value is that of the box."""
    value = PACK.markers.smoke[number - 1]
    return e.PiecesPlaced(
        pieces=(f"smoke-{number}",), kind=f"smoke-{value}", zone=at, face=face, rule="T94"
    )


def chit(letter: str, zone: str = "objectives-open") -> e.PiecesPlaced:
    """An objective marker in a zone."""
    return e.PiecesPlaced(
        pieces=(f"chit-{letter.lower()}",), kind=PACK.chits[letter].kind, zone=zone, rule="7.3.2"
    )


def table_on(drawn: MapSheet, *placed: e.PiecesPlaced | e.MarkSet, **tracks: int) -> Table:
    """A table of the first scenario (Germans against Americans) on a map, with pieces on it."""
    pack: CombatCommanderPack = replace(PACK, maps={drawn.id: drawn})
    table = Table(pack=pack, scenario="cc-h1", seats=("axis", "allies"), tracks=dict(tracks))
    return fold(table, placed)


# Expected events


def moved(pieces: str, to: str, rule: str, *, at: int = -1, host: str = "") -> e.PiecesMoved:
    """Pieces, joined by commas, that went to a zone."""
    return e.PiecesMoved(pieces=tuple(pieces.split(",")), to=to, at=at, host=host, rule=rule)


def discarded(card: str, seat: str, rule: str) -> e.PiecesMoved:
    """A card that was revealed or played: on top of the discards."""
    return e.PiecesMoved(pieces=(card,), to=f"discard-{seat}", at=0, rule=rule)


def turned(piece: str, face: str, rule: str) -> e.PieceTurned:
    """A piece that shows another side now."""
    return e.PieceTurned(piece=piece, face=face, rule=rule)


def marked(piece: str, mark: str, value: int, rule: str, *, until: str = "") -> e.MarkSet:
    """A piece with a mark, or without it (0)."""
    return e.MarkSet(piece=piece, mark=mark, value=value, until=until, rule=rule)


def tracked(track: str, value: int, rule: str) -> e.TrackSet:
    """A track with a new value."""
    return e.TrackSet(track=track, value=value, rule=rule)


def random_hex(seat: str, purpose: str, *faces: int) -> e.DiceRolled:
    """A random hex: its column and row."""
    return e.DiceRolled(seat=seat, purpose=purpose, pool="random hex", faces=faces, rule="1.8")


def picked(seat: str, purpose: str, place: int, of: int, rule: str) -> e.DiceRolled:
    """A marker or card picked at random out of a cup or a hand."""
    return e.DiceRolled(seat=seat, purpose=purpose, pool=f"1 of {of}", faces=(place,), rule=rule)


def rolled(seat: str, purpose: str, white: int, red: int) -> e.DiceRolled:
    """A roll read off a card."""
    return e.DiceRolled(seat=seat, purpose=purpose, pool="card", faces=(white, red), rule="1.9")


# Set-up alone


class Nod(Command, frozen=True, tag="nod"):
    """The only command there is once both sides are deployed."""


class Afterwards(Step, frozen=True, tag="afterwards"):
    """A step in place of the first turn."""

    def prompts(self, table: Table) -> Prompts:
        return (Prompt("axis", (Offer("nod", (), "5"),), "5"),)


def deploy_only(draft: Draft, opening: Opening) -> None:
    draft.begin(Afterwards())
    scenario.set_up_scenario(draft, opening)


def no_policy(table: Table, prompt: Prompt, rng: Rng) -> Command:
    raise AssertionError((table, prompt, rng))


DEPLOYMENT = Game(
    name="combat-commander",
    title="Combat Commander",
    version="1",
    rules=RULES,
    commands=(*scenario.COMMANDS, Nod),
    steps=(*scenario.STEPS, Afterwards),
    read_pack=lambda _: PACK,
    scenarios=scenario.scenarios,
    visibility=scenario.visibility,
    set_up=deploy_only,
    policy=no_policy,
    layout=layout,
    title_of=title_of,
)


def before_deployment(name: str) -> Scenario:
    """A scenario with its decks as listed, ready for the first seat to deploy."""
    return opened(DEPLOYMENT, PACK, name, ("axis", "allies"))
