"""3.0, 13.0 How a client may draw the grid: row 0 above, the exit below, towns beside spaces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    ASIDE,
    CONTROL,
    ENTRY,
    EVENTS,
    EXIT,
    GERMAN,
    NAMES,
    SPACE_OF,
    TABLE_EVENTS,
    TERRAIN,
    TOWN,
    armies,
    deck,
    discards,
    hand,
    has_terrain,
    pool,
    side_of,
    spaces_in_play,
    terrain_card,
    units_of,
)
from wardiary.domain.games.nuts.faces.faces import (
    GROUND,
    columns_in_play,
    ground_card,
    town_title,
)
from wardiary.domain.games.nuts.supply import supply_line
from wardiary.domain.games.nuts.victory import exits_needed
from wardiary.domain.games.nuts.windows import TABLE_TARGET
from wardiary.domain.play.game import Layout
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table

LINE = tuple[Zone, Zone]
ONE_SET = 3
"""The columns of one set."""
PHASES = (
    ("supply", "Supply"),
    ("draw", "Draw"),
    ("movement", "Movement"),
    ("combat", "Combat"),
)
"""6.0: the phases of an army's turn."""


def layout(table: Table) -> Layout:
    """The grid with its towns, what is beside it, and supply lines as links."""
    spaces = tuple(places(table))
    return Layout(
        shape="square",
        spaces=spaces,
        links=tuple(sorted(supply_lines(table))),
        notes={zone: note(table, zone) for zone, _, _ in spaces},
        rows=tuple(rows(table)),
        goals=goals(table),
        phases=PHASES,
    )


def places(table: Table) -> Iterator[tuple[Zone, float, float]]:
    """3.0: columns from left to right, rows downwards; beside each space its town and terrain.

    With both sets there is room for one of them: the town, else the terrain. Entries are beside
    row 0, where no terrain is.
    """
    columns = columns_in_play(table)
    room = 2 if len(columns) > ONE_SET else 3
    for place, column in enumerate(columns):
        yield ENTRY[column], float(room * place + 1), 0.0
    for space in spaces_in_play(table):
        x, y = float(room * columns.index(space[0])), float(space[1])
        yield space, x, y
        beside = [TOWN[space]] if has_terrain(table, space, "town") else []
        beside += [TERRAIN[space]] if has_ground(table, space) else []
        yield from ((zone, x + n, y) for n, zone in enumerate(beside[: room - 1], start=1))
    yield EXIT, room * len(columns) / 2 - 1, 6.0


def has_ground(table: Table, space: Zone) -> bool:
    """4.31: whether a space has a terrain card that is no town."""
    return any(has_terrain(table, space, kind) for kind in GROUND)


def supply_lines(table: Table) -> set[LINE]:
    """12.0: the steps of a line from every space with units to its side's edge, as it is now."""
    lines: set[LINE] = set()
    for side in (GERMAN, AMERICAN):
        for space in spaces_in_play(table):
            if units_of(table, side, space):
                line = supply_line(table, side, space)
                lines.update((a, b) if a < b else (b, a) for a, b in pairwise(line))
    return lines


def note(table: Table, zone: Zone) -> str:
    """4.31: the terrain of a space, and how its bridge is."""
    space = SPACE_OF.get(zone, "")
    if not space:
        return ""
    if zone == TOWN[space]:
        return town_note(table, space)
    cards = table.pack.terrain
    kinds = (table.pieces[card].kind for card in table.zone(TERRAIN[space]))
    return "; ".join(
        cards[kind].title if cards[kind].type != "town" else f"town {cards[kind].title}"
        for kind in kinds
    )


def town_note(table: Table, space: Zone) -> str:
    """4.31: what a town does for those inside."""
    town = terrain_card(table, space, "town")
    if not town:
        return ""
    card = table.pack.terrain[table.pieces[town].kind]
    words = [f"takes {card.soak - table.mark(town, 'soaked')}"]
    if card.bonus:
        words.append(f"cohesion +{card.bonus}" + (" for leg units" if card.legs_only else ""))
    if card.bridge:
        words.append("bridge blown" if table.mark(town, "blown") else "bridge")
    return ", ".join(words)


def rows(table: Table) -> Iterator[tuple[str, tuple[Zone, ...]]]:
    """Hands and piles of each army, then the cards that act on the board."""
    for army in armies(table):
        name = army_title(army)
        yield f"{name} hand", (hand(army),)
        if table.zone(pool(army)):
            yield f"{name} units to choose from", (pool(army),)
        yield f"{name} deck", (deck(army),)
        yield f"{name} discards", (discards(army),)
    yield "American units that wait", (ASIDE,)
    spaces = spaces_in_play(table)
    yield "events in play", (TABLE_EVENTS, *(EVENTS[s] for s in spaces if table.zone(EVENTS[s])))
    drawn = {zone for zone, _, _ in places(table)}
    yield (
        "terrain",
        tuple(TERRAIN[s] for s in spaces if table.zone(TERRAIN[s]) and TERRAIN[s] not in drawn),
    )
    yield "control", tuple(dict.fromkeys(CONTROL[s] for s in spaces))


def army_title(army: str) -> str:
    """14.4: an army for people: "German", or "German South"."""
    half = army.partition("-")[2].capitalize()
    return f"{NAMES[side_of(army)]} {half}".rstrip()


def goals(table: Table) -> tuple[str, ...]:
    """13.0: how this match is won."""
    needed = exits_needed(table)
    return (
        f"The Germans win when {needed} of their mechanized units have left row 5.",
        "The Americans win when the German deck runs out first.",
    )


# Names


def zone_title(table: Table, zone: Zone) -> str:
    """Where something is, as players say it: "B2", "Ettelbruck in B2", "entry B"."""
    space = SPACE_OF.get(zone, "")
    if space and zone == TOWN[space]:
        return f"{town_title(table, space) or 'the town'} in {space}"
    if space:
        return space
    if zone in ENTRY.values():
        return f"entry {zone[0]}"
    if zone in NAMES_OF:
        return NAMES_OF[zone]
    if zone.endswith("-terrain"):
        card = ground_card(table, zone[:2])
        return f"{card.title} in {zone[:2]}" if card else f"terrain of {zone[:2]}"
    if zone.endswith(BESIDE_UNITS):
        return zone.partition("-")[0]
    return division_title(table, zone)


BESIDE_UNITS = ("-events", "-control")
"""What zones of cards and markers of a space end with."""
NAMES_OF = {
    EXIT: "the exit",
    ASIDE: "the American entry",
    TABLE_EVENTS: "the table",
    TABLE_TARGET: "the table",
}


def division_title(table: Table, word: str) -> str:
    """Q15: what a division is called that a card is played on, by its word; "" for other words."""
    return next(
        (card.division or card.title for card in table.pack.units.values()
         if card.division_slug == word),
        "",
    )  # fmt: skip


def title_of(kind: str) -> str:
    """A kind for people where the pack is missing: "Control", "Sg U18"."""
    return " ".join(word.capitalize() for word in kind.split("-"))


def title_in_pack(pack: object, kind: str) -> str:
    """4.1: what a card prints as its title."""
    for cards in ("units", "terrain", "events"):
        card = getattr(pack, cards).get(kind)
        if card is not None:
            return str(card.title)
    return ""


TRACK_TITLES = {"weather": "Weather (0 foul, 1 fair)", "exited": "German units that left the board"}
ALTERNATE = "alternate"


def track_title(table: Table, track: str) -> str:
    """3.3, 8.2, 13.0: weather, exits, and when an army last used the entry of another column."""
    name, _, army = track.partition("/")
    if name == ALTERNATE:
        return f"Turn of the last entry by another column of {army_title(army)}"
    return TRACK_TITLES.get(track, "")
