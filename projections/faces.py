"""What components and spaces print, in words: for the terminal, for mails, and for ears."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wardiary.domain.play.faces import Component, CurrentValue, Face, Figure, SpaceFace, Text
from wardiary.domain.table.events import Item
from wardiary.projections.labels import plain, sentence

USUAL = "usual side"


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
    """A face in a line: title, shape, and which side it is."""
    words = [component.shape]
    words += [face.subtitle] if face.subtitle else []
    if len(component.faces) > 1 and plain(face.name) != face.subtitle:
        words.append(f"{plain(face.name) or USUAL}")
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
