"""What is printed on components and spaces, as data that any client can draw or read out.

A game gives one `Faces`: its components from its pack, what printed numbers amount to now, and
what its board shows of a space. Nothing else describes a component, so that the page, the terminal
and mails agree and know no game. All texts are in our own words, each with its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Shape = Literal["card", "counter", "marker", "tile", "vehicle"]


class Figure(msgspec.Struct, frozen=True):
    """A printed number or word: what it is called, its value, what it means, and the rule.

    `note` says how it is printed where that matters to the rules, such as "boxed".
    """

    name: str
    value: int | str
    meaning: str
    rule: str
    note: str = ""


class Text(msgspec.Struct, frozen=True):
    """A sentence that tells what a component does, and the rule that says so."""

    text: str
    rule: str


class Face(msgspec.Struct, frozen=True):
    """One side of a component. `name` is the face of the pieces that show it, "" for the usual one.

    `family` is the seat or group whose colours it wears, `symbol` the name of its picture (the
    pictures are those of `tools/symbols.toml`).
    """

    name: str
    title: str
    family: str = ""
    symbol: str = ""
    subtitle: str = ""
    figures: tuple[Figure, ...] = ()
    texts: tuple[Text, ...] = ()


class Change(msgspec.Struct, frozen=True):
    """A figure that another face prints otherwise; "" where a face does not print it."""

    face: str
    name: str
    value: int | str
    other: int | str


class Component(msgspec.Struct, frozen=True):
    """A kind of piece as printed: its shape and its faces, the usual one first.

    `number` says how many there are for each side that has them, 0 if that is not said; `back`
    names its back where a game has several.
    """

    kind: str
    shape: Shape
    faces: tuple[Face, ...]
    number: int = 0
    back: str = ""

    def face(self, name: str) -> Face:
        """The face of this name, else the usual one."""
        return next((face for face in self.faces if face.name == name), self.faces[0])

    def changes(self, name: str) -> tuple[Change, ...]:
        """What the other faces print otherwise than this one."""
        here = _values(self.face(name))
        return tuple(
            Change(face.name, figure, here.get(figure, ""), there.get(figure, ""))
            for face in self.faces
            if face is not self.face(name)
            for there in (_values(face),)
            for figure in dict.fromkeys((*here, *there))
            if here.get(figure, "") != there.get(figure, "")
        )


def _values(face: Face) -> dict[str, int | str]:
    return {figure.name: figure.value for figure in face.figures}


class CurrentValue(msgspec.Struct, frozen=True):
    """What a figure amounts to now, and the items that make it up; `name` is that of the figure."""

    name: str
    value: int
    items: tuple[Item, ...]


class Edge(msgspec.Struct, frozen=True):
    """Something printed between a space and its neighbour, or that runs through their common side.

    `to` is the neighbour, or "" at the border of the map; `side` counts the sides clockwise from
    the top, or is -1 where spaces have none.
    """

    to: Zone
    side: int
    kind: str
    title: str
    rule: str


class SpaceFace(msgspec.Struct, frozen=True):
    """What is printed on a space of the board, the same for a whole match.

    `terrain` names its ground and `symbol` its picture; `level` is its elevation, and `objective`
    the name of the objective there, "" for none.
    """

    zone: Zone
    title: str
    terrain: str
    symbol: str = ""
    level: int = 0
    objective: str = ""
    figures: tuple[Figure, ...] = ()
    edges: tuple[Edge, ...] = ()
    texts: tuple[Text, ...] = ()


class SpaceState(msgspec.Struct, frozen=True):
    """A space as it is now: the seat that controls it ("" for none), and its current values."""

    control: Seat = ""
    values: tuple[CurrentValue, ...] = ()


def no_values(table: Table, piece: PieceId) -> tuple[CurrentValue, ...]:
    """For games in which a printed number never changes."""
    return ()


def no_spaces(table: Table) -> Mapping[Zone, SpaceFace]:
    """For games without a board."""
    return {}


def no_state(table: Table, zone: Zone) -> SpaceState:
    """For games in which nobody controls a space."""
    return SpaceState()


@dataclass(frozen=True)
class Faces:
    """How a game's components and spaces look.

    `components` gives every kind that the game places, from the match's pack, and `spaces` what
    the match's board prints. `values` and `state` say what printed numbers amount to now, for
    pieces and spaces that a seat's view shows; only numbers that the rules change are listed.
    """

    components: Callable[[Any], Mapping[str, Component]]
    values: Callable[[Table, PieceId], tuple[CurrentValue, ...]] = no_values
    spaces: Callable[[Table], Mapping[Zone, SpaceFace]] = no_spaces
    state: Callable[[Table, Zone], SpaceState] = no_state


def by_kind(*components: Component) -> dict[str, Component]:
    """Components by their kinds; two of one kind are a mistake."""
    kinds = {component.kind: component for component in components}
    assert len(kinds) == len(components), "two components of one kind"
    return kinds
