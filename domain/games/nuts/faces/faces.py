"""All components of NUTS!, what their numbers are now, and what units in a space add up to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wardiary.domain.games.nuts.board import (
    ASIDE,
    ENTRY,
    EXIT,
    MARKER,
    SPACE_OF,
    TERRAIN,
    TOWN,
    card_of,
    side_of,
    spaces_in_play,
)
from wardiary.domain.games.nuts.components import Pack, TerrainCard
from wardiary.domain.games.nuts.faces import cards, markers
from wardiary.domain.games.nuts.values import Arm, Items, cohesion_items, combat_value
from wardiary.domain.games.nuts.victory import exits_needed
from wardiary.domain.play.faces import (
    Component,
    CurrentValue,
    Faces,
    Figure,
    SpaceFace,
    SpaceState,
    Text,
    by_kind,
)
from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import PieceId, Zone, is_hidden
from wardiary.domain.table.table import Table

ARMS: dict[str, Arm] = {"Infantry": "infantry", "Armor": "armor", "Artillery": "artillery"}
SUMS = tuple(
    Figure(name, "sum", f"What the units there have in {arm} with all cards in play.", "N-10.3a")
    for name, arm in ARMS.items()
)


def components(pack: Pack) -> dict[str, Component]:
    """4, 3.3: every card and marker."""
    return by_kind(*cards.components_of(pack), *markers.components_of())


# Values


def values(table: Table, piece: PieceId) -> tuple[CurrentValue, ...]:
    """4.31, 7.0, 10.3: cohesion with terrain and cards, and values that cards change."""
    if is_hidden(piece):
        return ()
    zone = table.pieces[piece].zone
    space = SPACE_OF.get(zone, "")
    # Engineers stand among the cards of a space, and have no values that change.
    if not space or zone not in (space, TOWN[space]):
        return ()
    return tuple(_changed(table, piece, space))


def _changed(table: Table, unit: PieceId, space: Zone) -> Iterator[CurrentValue]:
    card = card_of(table, unit)
    items = cohesion_items(table, unit)
    if card.cohesion and len(items) > 1:
        yield _value("Cohesion", items)
    for name, arm in ARMS.items():
        printed = getattr(card, arm)
        now = combat_value(table, unit, arm, space)
        if now != printed:
            changes: Items = [("printed", printed, "N-4.1a"), ("cards", now - printed, "N-4.2a")]
            yield _value(name, changes)


def _value(name: str, items: Items) -> CurrentValue:
    listed = tuple(Item(*item) for item in items)
    return CurrentValue(name, sum(item.value for item in listed), listed)


# Spaces


def spaces(table: Table) -> Mapping[Zone, SpaceFace]:
    """N-3.0a: the grid with its towns, where Germans enter, and where they leave the board."""
    faces = [
        face
        for space in spaces_in_play(table)
        for face in (_space(table, space), _town(table, space), _terrain(table, space))
    ]
    faces += [_entry(ENTRY[column]) for column in columns_in_play(table)]
    faces += [_exit(table), SpaceFace(ASIDE, "American reinforcements", "reserve")]
    return {face.zone: face for face in faces}


def columns_in_play(table: Table) -> str:
    """The letters of the columns."""
    return "".join(dict.fromkeys(space[0] for space in spaces_in_play(table)))


def _space(table: Table, space: Zone) -> SpaceFace:
    texts = [
        Text(f"{card.title} ({card.type}) comes here when it is drawn.", "N-4.3a")
        for card in table.pack.terrain.values()
        if card.space == space
    ]
    if space[1] == "0":
        texts.append(Text("Germans here are always in supply.", "N-8.2f"))
    elif space[1] == "5":
        texts.append(Text("American supply lines end here; German tanks leave here.", "N-12.0a"))
    return SpaceFace(space, space, "open", "open", figures=SUMS, texts=tuple(texts))


def _town(table: Table, space: Zone) -> SpaceFace:
    inside = Text("Units in the town of this space, under its card.", "N-3.1b")
    title = town_title(table, space) or "town"
    return SpaceFace(
        TOWN[space], f"{title} in {space}", "town", "building", figures=SUMS, texts=(inside,)
    )


GROUND = {"forest": "woods", "river": "water", "ridge": "hill"}
"""The pictures of terrain cards."""


def _terrain(table: Table, space: Zone) -> SpaceFace:
    """4.3: the place of a space's terrain card; it is drawn once the card is there."""
    card = ground_card(table, space)
    if card is None:
        return SpaceFace(TERRAIN[space], f"terrain of {space}", "open", "open")
    texts = cards.TERRAIN[card.type] if not card.our else (cards.OUR,)
    title = f"{card.title} in {space}"
    return SpaceFace(TERRAIN[space], title, card.type, GROUND[card.type], texts=texts)


def ground_card(table: Table, space: Zone) -> TerrainCard | None:
    """The card of a space that is no town, in this match's pack; None when there is none."""
    terrain: Iterable[TerrainCard] = table.pack.terrain.values()
    found = (card for card in terrain if card.space == space and card.type != "town")
    return next(found, None)


def town_title(table: Table, space: Zone) -> str:
    """The name of the town that a space has in this match, now or later; "" for none."""
    return next(
        (
            card.title
            for card in table.pack.terrain.values()
            if card.space == space and card.type == "town"
        ),
        "",
    )


def _entry(zone: Zone) -> SpaceFace:
    text = Text("German reinforcements wait here; entering the board is a space moved.", "N-8.2a")
    return SpaceFace(zone, f"entry {zone[0]}", "reserve", "entry", texts=(text,))


def _exit(table: Table) -> SpaceFace:
    """13.0, 14.3: how many German mechanized units must leave the board."""
    needed = exits_needed(table)
    goal = f"The Germans win when {needed} mechanized units have left the board."
    return SpaceFace(
        EXIT,
        "exit",
        "exit",
        "objective",
        objective="Exit",
        figures=(Figure("Exits needed", needed, goal, "N-13.0a"),),
        texts=(Text("Only German mechanized units may leave, and none comes back.", "N-13.0b"),),
    )


def state(table: Table, zone: Zone) -> SpaceState:
    """3.3, 10.3: who controls a space, and what its units add up to."""
    space = SPACE_OF.get(zone, "")
    if not space or zone not in (space, TOWN[space]):
        return SpaceState()
    return SpaceState(_controller(table, zone, space), tuple(_sums(table, zone, space)))


def _controller(table: Table, zone: Zone, space: Zone) -> str:
    """The first seat of the side that controls a space; a town belongs to its space."""
    marker = table.pieces.get(MARKER[space])
    if marker is None or zone != space:
        return ""
    return next((seat for seat in table.seats if side_of(seat) == marker.face), "")


def _sums(table: Table, zone: Zone, space: Zone) -> Iterator[CurrentValue]:
    units = table.zone(zone)
    for name, arm in ARMS.items():
        items = [
            (card_of(table, unit).title, combat_value(table, unit, arm, space), "N-10.3a")
            for unit in units
        ]
        if any(value for _, value, _ in items):
            yield _value(name, [item for item in items if item[1]])


FACES = Faces(components, values, spaces, state)
