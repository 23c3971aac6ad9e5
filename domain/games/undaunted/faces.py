"""What cards, counters, markers and tiles of Undaunted: Normandy show, from the pack."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.undaunted.board import (
    CONTROL_MARKER,
    COUNTER,
    NAMES,
    controls,
    field_of,
    is_counter,
)
from wardiary.domain.games.undaunted.combat import base_defence
from wardiary.domain.games.undaunted.components import (
    CONTROLLED,
    FOG,
    MORTAR,
    PLAIN,
    READY,
    SCOUTED,
    SEATS,
    SUPPRESSED,
    Action,
    Card,
)
from wardiary.domain.games.undaunted.scenario import Field, Pack
from wardiary.domain.play.faces import (
    Component,
    CurrentValue,
    Face,
    Faces,
    Figure,
    SpaceFace,
    SpaceState,
    Text,
    by_kind,
)
from wardiary.domain.table.events import Item
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

HILL = "3/1"

ACTIONS = {
    "move": (
        "U-MOVE-1",
        "Its counter goes up to this many tiles; each must be scouted or controlled by your side.",
    ),
    "guide": (
        "U-GUIDE-1",
        "Any ready counter of yours goes up to this many tiles that your side scouted or controls.",
    ),
    "scout": (
        "U-SCOUT-1",
        "Its counter goes up to this many tiles and scouts each; each new one brings Fog of War.",
    ),
    "stalk": (
        "U-STALK-1",
        "Its counter goes up to this many tiles, scouted or not, and scouts none.",
    ),
    "bolster": ("U-BOLS-1", "Take up to this many cards from your supply into your discards."),
    "command": ("U-CMD-1", "Draw up to this many cards; you may play them this turn."),
    "inspire": (
        "U-INSP-1",
        "Take up to this many cards of your play area back into your hand.",
    ),
    "attack": (
        "U-ATK-1",
        "Roll this many dice at an enemy counter; one that reaches its total defence is a hit.",
    ),
    "suppress": (
        "U-SUPR-1",
        "Roll this many dice at an enemy counter; one that reaches its total defence suppresses.",
    ),
    "blast": (
        "U-ATK-3",
        "Roll this many dice at each counter on your target marker's tile, yours too; no range.",
    ),
    "conceal": ("U-CONC-1", "A Fog of War of the enemy's supply goes into the enemy's discards."),
    "control": ("U-CTRL-1", "Control the tile of its counter if no enemy counter is there."),
    "recon": ("U-RECON-1", "Remove a Fog of War of your hand from the game, then draw a card."),
    "target": ("U-TARG-1", "Put your target marker three or more tiles away from the Mortar."),
}
"""The rule and the meaning of each printed action."""


def components(pack: Pack) -> dict[str, Component]:
    """U-CARD-1, U-CNTR-1, U-COMP-2 to U-COMP-4: every kind of piece, and what it prints."""
    cards = pack.values.cards
    return by_kind(
        *(Component(kind, "card", (card_face(card),), card.stock) for kind, card in cards.items()),
        *(counter(card) for card in cards.values() if card.combat),
        *(objective(*printed) for printed in pack.values.markers.objectives.items()),
        *markers(pack),
    )


def card_face(card: Card) -> Face:
    """U-UNIT-2, U-INIT-2, U-ACT-1: a card's title, squad, initiative and actions."""
    return Face(
        "",
        card.title,
        symbol=card.name,
        subtitle=_subtitle(card),
        figures=(
            Figure("Initiative", card.initiative, "The higher bid acts first.", "U-INIT-2"),
            *(_figure(card, action) for action in card.actions.values()),
        ),
        texts=tuple(_card_texts(card)),
    )


def _subtitle(card: Card) -> str:
    if card.name == FOG:
        return "no action"
    kind = "combat card" if card.combat else "command card"
    return f"{kind}, squad {card.squad.upper()}" if card.squad else kind


def _figure(card: Card, action: Action) -> Figure:
    rule, meaning = ACTIONS[action.verb]
    squad = f"squad {card.squad.upper()} only" if action.squad_only else ""
    value = "" if action.verb in PLAIN else action.value
    return Figure(action.verb.capitalize(), value, meaning, rule, squad)


def _card_texts(card: Card) -> Iterator[Text]:
    if card.name == FOG:
        yield Text("It may be bid for initiative, but never played.", "U-FOGC-2")
        return
    if card.combat:
        yield Text("Each is also a life of its unit: a hit removes one.", "U-CAS-1")
    yield Text("Instead of an action it may go back to the supply (hunker down).", "U-HUNK-1")


def counter(card: Card) -> Component:
    """U-CNTR-1: both sides of a unit's counter."""
    defence = Figure(
        "Defence", card.defence, "What a die must reach before cover and range.", "U-CNTR-2"
    )
    suppressed = Text("No action until a card of the unit is spent to ready it.", "U-SUPP-2")
    return Component(
        f"{COUNTER}-{card.kind}",
        "counter",
        (
            Face(READY, card.title, symbol=card.name, figures=(defence,)),
            Face(
                SUPPRESSED,
                card.title,
                symbol=card.name,
                subtitle="suppressed",
                figures=(defence,),
                texts=(suppressed,),
            ),
        ),
    )


def objective(points: str, number: int) -> Component:
    """U-OBJ-1, U-COMP-4: an objective marker."""
    worth = Figure("Points", int(points), "For the side that controls its tile.", "U-OBJ-1")
    face = Face("", "Objective", symbol="objective", figures=(worth,))
    return Component(f"objective-{points}", "marker", (face,), number)


def markers(pack: Pack) -> Iterator[Component]:
    """U-COMP-2 to U-COMP-4: control, spawn, target and initiative markers, radio and tiles."""
    printed = pack.values.markers
    yield Component(
        CONTROL_MARKER,
        "marker",
        (
            Face(
                SCOUTED,
                "Scouted",
                symbol="scouted",
                texts=(Text("The side's counters may enter this tile.", "U-MOVE-2"),),
            ),
            Face(
                CONTROLLED,
                "Controlled",
                symbol="controlled",
                texts=(
                    Text("The tile's objective counts for this side.", "U-OBJ-1"),
                    Text("The side's counters may enter this tile.", "U-MOVE-2"),
                ),
            ),
        ),
        printed.control,
    )
    enter = Text("Units that are not on the board enter here.", "U-SPAWN-1")
    stock = (
        Text(f"The {NAMES[seat]} have {number} of them.", "U-COMP-3")
        for seat, number in printed.spawn.items()
    )
    yield _marker("spawn-marker", "Spawn marker", "spawn", enter, *stock)
    aim = Text("The Mortar's Blast attacks every counter on this tile.", "U-ATK-3")
    yield _marker("target-marker", "Mortar target", "target", aim)
    first = Text("Its holder acts first and keeps it on a tie.", "U-INIT-3")
    yield _marker("initiative-marker", "Initiative", "initiative", first)
    radio = Text("Its tile counts as an objective where the scenario says so.", "U-SETUP-4")
    yield _marker("radio", "Radio", "radio", radio)
    sides = tuple(Face(side, f"Tile, side {side}", symbol="tile") for side in "AB")
    yield Component("tile", "tile", sides)


def _marker(kind: str, title: str, symbol: str, *texts: Text) -> Component:
    return Component(kind, "marker", (Face("", title, symbol=symbol, texts=texts),))


def values(table: Table, piece: PieceId) -> tuple[CurrentValue, ...]:
    """U-ATK-5: a counter's defence on its tile, before range; a hill counts 3 from below."""
    field, tile = field_of(table), table.zone_of(piece)
    if not is_counter(table, piece) or tile not in field.cover:
        return _card_values(table, piece)
    hill = tile in field.hills
    cover = Item(
        "cover of the hill, 1 from a hill or by Blast" if hill else "cover",
        field.cover[tile],
        "U-HILL-3" if hill else "U-TILE-2",
    )
    items = (Item(*base_defence(table, piece)), cover)
    return (CurrentValue("Defence", sum(item.value for item in items), items),)


def _card_values(table: Table, piece: PieceId) -> tuple[CurrentValue, ...]:
    """U-ATK-8: the dice of the Mortar's Blast, where the match sets them."""
    chosen = int(table.setting("mortar_blast"))
    if not chosen or table.pieces[piece].kind != MORTAR:
        return ()
    return (CurrentValue("Blast", chosen, (Item("set for this match", chosen, "U-ATK-8"),)),)


def spaces(table: Table) -> dict[Zone, SpaceFace]:
    """U-TILE-2, U-OBJ-1, U-SPAWN-1: each tile's cover, what it is worth, and who enters there."""
    field = field_of(table)
    return {tile: _space(field, tile) for tile in field.places}


def _space(field: Field, tile: Zone) -> SpaceFace:
    hill = tile in field.hills
    return SpaceFace(
        tile,
        f"Tile {tile}",
        "hill" if hill else "ground",
        symbol="hill" if hill else f"cover-{field.cover[tile]}",
        level=int(hill),
        objective=_objective(field, tile),
        figures=tuple(_figures(field, tile)),
        texts=tuple(_texts(field, tile)),
    )


def state(table: Table, tile: Zone) -> SpaceState:
    """U-OBJ-2: who controls a tile."""
    return SpaceState(next((seat for seat in SEATS if controls(table, tile, seat)), ""))


def _objective(field: Field, zone: Zone) -> str:
    if field.file.radio and field.file.radio.tile == zone:
        return "Radio"
    return "Objective" if any(field.points[seat].get(zone) for seat in SEATS) else ""


def _figures(field: Field, zone: Zone) -> Iterator[Figure]:
    if zone in field.hills:
        meaning = "Added to the defence of counters here: 1 from a hill or by Blast, else 3."
        yield Figure("Cover", HILL, meaning, "U-HILL-1")
    else:
        meaning = "Added to the defence of counters here."
        yield Figure("Cover", field.cover[zone], meaning, "U-TILE-2")
    worth = {seat: field.points[seat].get(zone, 0) for seat in SEATS}
    if len(set(worth.values())) == 1:
        shown = {"Points": worth["us"]}
    else:
        shown = {f"Points for the {NAMES[seat]}": points for seat, points in worth.items()}
    for name, points in shown.items():
        if points:
            yield Figure(name, points, "For a side that controls this tile.", "U-OBJ-1")


def _texts(field: Field, tile: Zone) -> Iterator[Text]:
    for seat in SEATS:
        entering = [unit for unit, spawn in field.spawn[seat].items() if spawn == tile]
        if entering:
            titles = ", ".join(field.cards[unit].title for unit in entering)
            yield Text(f"{NAMES[seat]} units enter here: {titles}.", "U-SPAWN-1")


FACES = Faces(components, values, spaces, state)
