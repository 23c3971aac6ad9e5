"""Tables for tests: a scenario just laid out, or the printed diagram with whatever a test needs."""

from collections.abc import Mapping
from dataclasses import replace

from tests.games.combat_commander.shipped import PACK
from tests.scenario import Scenario, opened
from wardiary.domain.games.combat_commander.components.map_sheet import MapFile, MapSheet
from wardiary.domain.games.combat_commander.components.printed import CombatCommanderPack
from wardiary.domain.games.combat_commander.rulebook import RULES
from wardiary.domain.games.combat_commander.setup import scenario
from wardiary.domain.games.combat_commander.table.layout import layout, title_of
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening, Rng
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.events import MarkSet, PiecesPlaced
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.table import Table


class Nod(Command, frozen=True, tag="nod"):
    """All that can be said once everybody is deployed."""


class Afterwards(Step, frozen=True, tag="afterwards"):
    """Stands where the first turn would begin."""

    def prompts(self, table: Table) -> Prompts:
        return (Prompt("axis", (Offer("nod", (), "5"),), "5"),)


def deploy_only(draft: Draft, opening: Opening) -> None:
    draft.begin(Afterwards())
    scenario.lay_out(draft, opening)


def no_policy(table: Table, prompt: Prompt, luck: Rng) -> Command:
    raise AssertionError((table, prompt, luck))


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


def laid_out(name: str) -> Scenario:
    """A scenario with its decks as listed, ready for the first to deploy."""
    return opened(DEPLOYMENT, PACK, name, ("axis", "allies"))


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


def table_on(drawn: MapSheet, *placed: PiecesPlaced | MarkSet, **tracks: int) -> Table:
    """A table of the first scenario (Germans against Americans) on a map, with pieces on it."""
    pack: CombatCommanderPack = replace(PACK, maps={drawn.id: drawn})
    table = Table(pack=pack, scenario="cc-h1", seats=("axis", "allies"), tracks=dict(tracks))
    return fold(table, placed)


def unit(name: str, kind: str, at: str, *, face: str = "normal", **marks: int) -> PiecesPlaced:
    """A unit in a hex; its owner is the beginning of its name."""
    owner = name.split("-", maxsplit=1)[0]
    return PiecesPlaced(
        pieces=(name,), kind=kind, zone=at, owner=owner, face=face, marks=marks, rule="Glossary"
    )


def weapon(name: str, kind: str, at: str, carrier: str, *, face: str = "working") -> PiecesPlaced:
    """A weapon with its carrier."""
    return PiecesPlaced(
        pieces=(name,),
        kind=kind,
        zone=at,
        owner=name.split("-", maxsplit=1)[0],
        face=face,
        host=carrier,
        rule="11.2",
    )


def work(kind: str, at: str, **marks: int) -> PiecesPlaced:
    """A fortification in a hex."""
    return PiecesPlaced(pieces=(f"{kind}-{at}",), kind=kind, zone=at, marks=marks, rule="F100.1")


def smoke(number: int, at: str, face: str = "smoke") -> PiecesPlaced:
    """One of the twenty smoke counters in a hex; its value is that of the box."""
    value = PACK.markers.smoke[number - 1]
    return PiecesPlaced(
        pieces=(f"smoke-{number}",), kind=f"smoke-{value}", zone=at, face=face, rule="T94"
    )
