"""What every game shows of its components and spaces: whole, in its rules' terms, and no secret."""

from __future__ import annotations

import dataclasses
import gzip
import re
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from wardiary.adapters.web.page import assets
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.codec import decode
from wardiary.domain.games import registry
from wardiary.domain.play.faces import Component, Faces, SpaceFace
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import SPECTATOR, view

SYMBOLS = Path(assets.__file__).parent / "symbols.svg"
GAMES = registry.names()
EVERY = 300

PRINTED = {
    "undaunted": ("values.cards", "values.markers.control", "values.markers.spawn",
                  "values.markers.objectives"),
    "combat-commander": ("cards", "units", "weapons", "radios", "chits", "markers.smoke",
                         "markers.fortifications"),
    "combat-soldiers": ("cards", "objectives", "sheet.markers"),
    "nuts": ("units", "terrain", "events"),
    "company-of-heroes": ("units", "commanders", "operations"),
}  # fmt: skip
"""The parts of each game's pack that are printed on components."""
RECORDINGS = sorted(
    path
    for name in PRINTED
    for path in (Path(__file__).parent.parent / "recordings").glob(f"{name}-*.jsonl.gz")
    if "-proved-" not in path.name  # Those have rewinds, which are not folded event by event.
)
IDENTITIES = {"kind", "id", "name", "verb", "label", "letter"}
"""Fields that say which component or action it is; what is printed of them are titles."""
NOT_PRINTED = {
    # These actions have no number.
    "undaunted": r".*\[(conceal|control|recon|target)\]\.value",
    # What these cards print stands with the objectives.
    "combat-soldiers": r"cards\[(river|bridge|forest|hill-205|pherddorf|crossroads|citie|steeple|"
    r"barracks)\].*",
}
CONTAINERS = {
    "undaunted": {"Card.actions"},
    "combat-commander": {"UnitCard.normal", "UnitCard.demoralised"},
    "combat-soldiers": {"Card.ends"},
    "company-of-heroes": {"UnitCard.cost"},
}
"""Fields that hold further types, whose own fields are looked at."""


@cache
def pack_of(name: str) -> Any:
    return registry.game(name).read_pack(registry.packaged(name))


def faces_of(name: str) -> Faces:
    return registry.game(name).faces


@cache
def components(name: str) -> Mapping[str, Component]:
    return faces_of(name).components(pack_of(name))


def tables(path: Path) -> Iterator[Table]:
    """The table of a recorded match after every so many events, and at its end."""
    archive = read(gzip.decompress(path.read_bytes()))
    events = [decode(row.state) for row in archive.rows]
    assert isinstance(events[0], e.MatchOpened)
    table = Table(pack=pack_of(events[0].game))
    for number, event in enumerate(events, start=1):
        table = evolve(table, event)
        if number % EVERY == 0 or number == len(events):
            yield table


def rules_told(component: Component) -> Iterator[str]:
    for face in component.faces:
        yield from (figure.rule for figure in face.figures)
        yield from (text.rule for text in face.texts)


def space_rules(space: SpaceFace) -> Iterator[str]:
    yield from (figure.rule for figure in space.figures)
    yield from (text.rule for text in space.texts)
    yield from (edge.rule for edge in space.edges)


@pytest.mark.parametrize("name", GAMES)
def test_everything_printed_cites_a_rule_of_its_game(name: str):
    rules = registry.game(name).rules

    for kind, component in components(name).items():
        assert kind == component.kind
        assert {rule for rule in rules_told(component) if rule not in rules} == set(), kind


@pytest.mark.parametrize("name", GAMES)
def test_every_face_of_every_component_has_a_title_and_its_figures_have_names(name: str):
    for component in components(name).values():
        names = [face.name for face in component.faces]
        assert len(set(names)) == len(names), component.kind
        for face in component.faces:
            assert face.title, component
            assert face.symbol, component
            figures = [figure.name for figure in face.figures]
            assert len(set(figures)) == len(figures), face
            assert all(figure.meaning.endswith(".") for figure in face.figures), face
            assert all(text.text.endswith(".") for text in face.texts), face


@pytest.mark.parametrize("name", GAMES)
def test_every_symbol_of_a_game_has_a_picture(name: str):
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SYMBOLS.read_text()))
    named = {face.symbol for c in components(name).values() for face in c.faces}

    assert sorted(named - drawn) == []


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_every_piece_and_mark_of_a_recorded_match_has_a_component_with_that_face(path: Path):
    for table in tables(path):
        known = components(table.game)
        for piece in table.pieces.values():
            assert piece.kind in known, piece
            faces = ["", *(face.name for face in known[piece.kind].faces)]
            assert piece.face in faces, piece
            assert set(piece.marks) <= known.keys(), piece


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_current_values_are_those_of_figures_and_add_up(path: Path):
    for table in tables(path):
        rules = registry.game(table.game).rules
        known, faces = components(table.game), faces_of(table.game)
        for piece in table.pieces.values():
            figures = {figure.name for figure in known[piece.kind].face(piece.face).figures}
            for current in faces.values(table, piece.id):
                assert current.name in figures, piece
                assert max(0, sum(item.value for item in current.items)) == max(0, current.value)
                assert all(item.rule in rules for item in current.items), current


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_the_values_of_a_piece_are_the_same_on_a_view_as_on_the_table(path: Path):
    """What a seat may not see has no part in them; a hidden piece has none."""
    for table in tables(path):
        faces = faces_of(table.game)
        for role in (*table.seats, SPECTATOR):
            shown = view(table, role)
            for piece in shown.pieces:
                told = faces.values(shown, piece)
                assert told == (faces.values(table, piece) if piece in table.pieces else ())


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.name)
def test_every_space_of_a_recorded_match_shows_its_ground_and_state_in_terms_of_rules(path: Path):
    for table in tables(path):
        game = registry.game(table.game)
        drawn = [zone for zone, _, _ in game.layout(table).spaces]
        spaces = game.faces.spaces(table)
        assert set(drawn) <= set(spaces)
        for zone in spaces:
            assert set(space_rules(spaces[zone])) <= game.rules.keys()
            for role in (*table.seats, SPECTATOR):
                state = game.faces.state(view(table, role), zone)
                assert state.control in ("", *table.seats)
                figures = {figure.name for figure in spaces[zone].figures}
                assert {value.name for value in state.values} <= figures


# Whatever is printed can be seen


class Leaf(typing.NamedTuple):
    """A printed value: where it stands, the field of a type, and the pack with another value."""

    where: str
    field: str
    pack: Any


def leaves(value: Any, kind: Any, where: str, field: str) -> Iterator[Leaf]:
    """Everything printed in a part of a pack, one value altered at a time.

    What is 0 or empty may stand for what this component does not print at all.
    """
    if isinstance(value, msgspec.Struct):
        kinds = typing.get_type_hints(type(value), include_extras=False)
        for name in printed_fields(type(value)):
            inside, named = f"{where}.{name}", f"{type(value).__name__}.{name}"
            for leaf in leaves(getattr(value, name), kinds[name], inside, named):
                yield leaf._replace(pack=msgspec.structs.replace(value, **{name: leaf.pack}))
    elif isinstance(value, dict):
        for key, held in value.items():
            for leaf in leaves(held, get_args(kind)[1], f"{where}[{key}]", field):
                yield leaf._replace(pack=value | {key: leaf.pack})
    elif value:
        for other in altered(value, kind):
            yield Leaf(where, field, other)


def printed_fields(kind: Any) -> list[str]:
    """The fields of a type that are not there to tell one component from another."""
    return [name for name in kind.__struct_fields__ if name not in IDENTITIES]


def types_in(value: Any) -> Iterator[Any]:
    """The types of a part of a pack."""
    if isinstance(value, msgspec.Struct):
        yield type(value)
        value = {name: getattr(value, name) for name in value.__struct_fields__}
    if isinstance(value, dict):
        for held in value.values():
            yield from types_in(held)


def altered(value: Any, kind: Any) -> Iterator[Any]:
    """Another value of the same kind."""
    if get_origin(kind) is not tuple:
        kind = next((part for part in get_args(kind) if get_origin(part) is Literal), kind)
    if get_origin(kind) is Literal:
        yield next(other for other in get_args(kind) if other != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 100
    elif isinstance(value, str):
        yield f"{value}x"
    elif isinstance(value, range):
        yield range(value.start, value.stop + 1)
    elif isinstance(value, tuple) and value:
        yield value[:-1]


def with_part(pack: Any, path: list[str], part: Any) -> Any:
    """A pack with another part at a path."""
    if not path:
        return part
    inner = with_part(getattr(pack, path[0]), path[1:], part)
    replace = dataclasses.replace if dataclasses.is_dataclass(pack) else msgspec.structs.replace
    return replace(pack, **{path[0]: inner})


def part_of(pack: Any, path: list[str]) -> tuple[Any, Any]:
    """A part of a pack, and its type."""
    kind: Any = None
    for name in path:
        kind = typing.get_type_hints(type(pack))[name]
        pack = getattr(pack, name)
    return pack, kind


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_no_printed_value_is_missing_from_the_faces(name: str):
    """Another value in the pack is another face, for every field of the pack's types."""
    missing, shown_fields, fields = [], set(), set()
    for part in PRINTED[name]:
        path, pack = part.split("."), pack_of(name)
        for other in PRINTED[name]:
            if other != part and isinstance(part_of(pack, other.split("."))[0], dict):
                pack = with_part(pack, other.split("."), {})  # What is not altered costs no time.
        value, kind = part_of(pack, path)
        fields |= {f"{t.__name__}.{f}" for t in types_in(value) for f in printed_fields(t)}
        is_dict = isinstance(value, dict)
        entries = [{key: held} for key, held in value.items()] if is_dict else [value]
        for entry in entries:
            shown = faces_of(name).components(with_part(pack, path, entry))
            for leaf in leaves(entry, kind, part, part):
                changed = faces_of(name).components(with_part(pack, path, leaf.pack)) != shown
                if changed:
                    shown_fields.add(leaf.field)
                elif not re.fullmatch(NOT_PRINTED.get(name, ""), leaf.where):
                    missing.append(leaf.where)

    assert missing == []
    assert fields - shown_fields == CONTAINERS.get(name, set())
