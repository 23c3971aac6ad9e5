"""What components and spaces print, in words: for the terminal, for mails, and for ears."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wardiary.domain.play.faces import Component, CurrentValue, Face, Figure, SpaceFace, Text
from wardiary.domain.play.game import Game
from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import Piece, Zone, is_hidden
from wardiary.domain.table.table import Table
from wardiary.projections.labels import plain, seat_name, sentence


def summary(face: Face, values: Sequence[CurrentValue] = ()) -> str:
    """The figures of a face in one line: "Initiative 3, Move 1" or "Defence 4 (now 5)"."""
    now = {value.name: value.value for value in values}
    return ", ".join(_figure(figure, now.get(figure.name)) for figure in face.figures)


def _figure(figure: Figure, now: int | None) -> str:
    words = f"{figure.name} {figure.value}".rstrip()
    notes = [figure.note] if figure.note else []
    notes += [] if now is None or now == figure.value else [f"now {now}"]
    return f"{words} ({', '.join(notes)})" if notes else words


def component_lines(component: Component) -> Iterator[str]:
    """Everything printed on a component, face by face, with the rule of each part."""
    for number, face in enumerate(component.faces):
        if number:
            yield ""
        yield heading(component, face)
        yield from face_lines(face)
        if number:
            yield from _changes(component, face)


def heading(component: Component, face: Face) -> str:
    """A face in a line: title, whose it is, shape, and which side it is."""
    words = [f"{seat_name(face.family)} {component.shape}" if face.family else component.shape]
    words += [face.subtitle] if face.subtitle else []
    if face.name not in ("", face.family) and plain(face.name) not in face.subtitle:
        words.append(plain(face.name))
    return f"{face.title} ({', '.join(words)})"


def face_lines(face: Face) -> Iterator[str]:
    """The figures of a face with what they mean, then its texts; two spaces before each."""
    wide = max((len(_figure(figure, None)) for figure in face.figures), default=0)
    for figure in face.figures:
        yield f"  {_figure(figure, None):{wide}}  {figure.meaning} [{figure.rule}]"
    yield from map(_text, face.texts)


def _text(text: Text) -> str:
    return f"  {text.text} [{text.rule}]"


def _changes(component: Component, face: Face) -> Iterator[str]:
    """What this face prints otherwise than the usual one."""
    usual = component.faces[0].name
    for change in component.changes(face.name):
        if change.face == usual and "" not in (change.value, change.other):
            yield f"  {change.name} {change.value} instead of {change.other}."


def value_lines(values: Sequence[CurrentValue]) -> Iterator[str]:
    """What printed numbers amount to now, item by item."""
    for value in values:
        yield f"  {value.name} now {value.value}: {'; '.join(map(_item, value.items))}"


def _item(item: Item) -> str:
    return f"{item.name} {item.value:+d} [{item.rule}]"


def space_lines(space: SpaceFace) -> Iterator[str]:
    """Everything printed on a space: its ground, objective, figures, edges and texts."""
    words = [space.terrain]
    words += [f"level {space.level}"] if space.level else []
    words += [space.objective] if space.objective else []
    yield f"{space.title} ({', '.join(words)})"
    for figure in space.figures:
        yield f"  {_figure(figure, None)}  {figure.meaning} [{figure.rule}]"
    for edge in space.edges:
        where = f"towards {edge.to}" if edge.to else "at the border of the map"
        yield f"  {sentence(f'{edge.title} {where}')} [{edge.rule}]"
    yield from map(_text, space.texts)


# Looking up


def matching(components: Mapping[str, Component], words: str) -> list[Component]:
    """The components that are meant: by kind, by title, else all whose title has every word."""
    wanted = words.casefold().strip()
    if wanted in components:
        return [components[wanted]]
    titles = [
        (face.title.casefold(), component)
        for component in components.values()
        for face in component.faces
    ]
    named = [component for title, component in titles if title == wanted]
    if not named:
        parts = wanted.split()
        named = [c for title, c in titles if parts and all(part in title for part in parts)]
    return list({component.kind: component for component in named}.values())


def explain(view: Table, game: Game, words: str) -> list[str]:
    """What is printed on the piece, kind or space that is meant, and what its numbers are now.

    A piece is named by its id, a kind by its title, a space by its name. Nothing is known of it, or
    it is not clear which is meant: no lines, or the titles of what could be meant.
    """
    if words in view.pieces:
        return _piece(view, game, view.pieces[words])
    spaces = {zone.casefold(): zone for zone in game.faces.spaces(view)} if view.pack else {}
    if words.casefold() in spaces:
        return _space(view, game, spaces[words.casefold()])
    meant = matching(game.components(view), words)
    if len(meant) > 1:
        return [f"{len(meant)} are called so:", *(f"  {_title(component)}" for component in meant)]
    return [line for component in meant for line in component_lines(component)]


def _title(component: Component) -> str:
    return f"{component.faces[0].title} ({component.shape}: {component.kind})"


def _piece(view: Table, game: Game, piece: Piece) -> list[str]:
    if is_hidden(piece.id):
        return []
    component = game.component(view, piece.kind)
    values = game.faces.values(view, piece.id) if view.pack else ()
    return [*component_lines(component), *value_lines(values)]


def _space(view: Table, game: Game, zone: Zone) -> list[str]:
    state = game.faces.state(view, zone)
    control = [f"  Controlled by {seat_name(state.control)}."] if state.control else []
    return [*space_lines(game.faces.spaces(view)[zone]), *control, *value_lines(state.values)]
