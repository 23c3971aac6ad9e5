"""How a client may draw the table: the hex map, and what is beside it."""

from __future__ import annotations

from functools import lru_cache

from wardiary.domain.games.combat_commander.components.printed import (
    CombatCommanderPack,
    map_of,
    pack_of,
)
from wardiary.domain.games.combat_commander.table.zones import (
    OPEN_OBJECTIVES,
    SEATS,
    WEAPONS_BOX,
    artillery_box,
    casualties,
    deck,
    discards,
    hand,
    initiative,
    reserve,
    secret_objectives,
    time_space,
)
from wardiary.domain.hexes.grid import place_of
from wardiary.domain.play.game import Layout
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table

COLUMN_WIDTH = 0.866
"""Columns of flat-topped hexes are closer together than rows, whose distance is 1."""


def layout(table: Table) -> Layout:
    """The map as hexes with their terrain, and rows for hands, piles and tracks."""
    sheet = map_of(table)
    return Layout(
        shape="hex",
        goals=_goals(table),
        spaces=_spaces(sheet.grid.hexes),
        notes=sheet.notes,
        rows=(
            *((seat.capitalize(), _rows_of(seat)) for seat in SEATS),
            ("Objectives", (OPEN_OBJECTIVES,)),
            ("Eliminated weapons", (WEAPONS_BOX,)),
            (
                "Time track",
                tuple(time_space(number) for number in pack_of(table).markers.time_track),
            ),
        ),
        phases=PHASES,
    )


PHASES = (("deployment", "Deploy"), ("turn", "Turns"))
"""Glossary, 5: both sides deploy once; after that turns alternate to the end."""


def _goals(table: Table) -> tuple[str, ...]:
    """4.2, 6.2.2: what ends the match, and who leads by the points (counted for the Axis)."""
    surrenders = (
        f"{seat.capitalize()} surrender at {table.track(f'surrender-{seat}')} losses."
        for seat in SEATS
    )
    return (
        "Victory points above 0 are the Axis's lead, below 0 the Allies'.",
        f"Sudden death is rolled for from time {table.track('sudden-death')} on.",
        *surrenders,
    )


@lru_cache(maxsize=64)
def _spaces(hexes: tuple[Zone, ...]) -> tuple[tuple[Zone, float, float], ...]:
    return tuple((hex_label, *_position(hex_label)) for hex_label in hexes)


def _position(hex_label: Zone) -> tuple[float, float]:
    column, row = place_of(hex_label)
    return COLUMN_WIDTH * (column - 1), row - 1 + (0.5 if column % 2 == 0 else 0.0)


def _rows_of(seat: str) -> tuple[Zone, ...]:
    return (
        hand(seat),
        deck(seat),
        discards(seat),
        reserve(seat),
        artillery_box(seat),
        casualties(seat),
        secret_objectives(seat),
        initiative(seat),
    )


TRACK_TITLES = {
    "vp": "Victory points (Axis above 0, Allies below)",
    "time": "Time",
    "sudden-death": "Sudden death from time",
    "attack-total": "Latest attack total",
}


def track_title(table: Table, track: str) -> str:
    """4.1, 4.2, 6: tracks by the names they have beside the map."""
    name, _, last = track.rpartition("-")
    match name:
        case "surrender":
            return f"{last.capitalize()} surrender level"
        case "control":
            return f"Control of objective {last} (1 Axis, -1 Allies)"
        case "player-activated":
            return f"{last.capitalize()} recovered or routed this turn"
        case _:
            return TRACK_TITLES.get(track, "")


def word_title(table: Table, word: str) -> str:
    """6: spaces of the time track by their numbers."""
    space = word.removeprefix("time-")
    return f"space {space} of the time track" if space.isdigit() and space != word else ""


NATIONALITIES = {
    "germany": "German",
    "italy": "Italian",
    "america": "American",
    "britain": "British",
    "france": "French",
    "russia": "Russian",
}


def title_in_pack(pack: CombatCommanderPack, kind: str) -> str:
    """3, 11: units and weapons by nation, name and, for squads, type: "German rifle squad"; cards
    by their order and action.
    """
    if printed := pack.cards.get(kind):
        return f"{plain_words(printed.order).capitalize()} / {plain_words(printed.action)}"
    unit, weapon = pack.units.get(kind), pack.weapons.get(kind)
    card = unit or weapon
    if card is None:
        return ""
    nation = NATIONALITIES.get(card.nation, card.nation.capitalize())
    squad = " squad" if unit is not None and unit.type == "squad" else ""
    return f"{nation} {_name_in_words(card.name)}{squad}"


def plain_words(name: str) -> str:
    """A printed name without hyphens."""
    return name.replace("-", " ")


def _name_in_words(name: str) -> str:
    """A printed name within a title: "lieutenant X", "SS", "50-cal MG"."""
    if name == "ss":
        return "SS"
    words = title_of(name)
    words = words[0].lower() + words[1:]
    return f"{words[:-1]}{words[-1].upper()}" if words[-2:-1] == " " else words


def title_of(kind: str) -> str:
    """A printed type for people: a card's text in one line, a counter's name."""
    if ":" in kind:
        return _card_title(kind)
    words = kind.replace("-", " ").capitalize()
    return words.replace(" mg", " MG").replace(" cal ", "-cal ").replace("mm", " mm")


def _card_title(kind: str) -> str:
    _, order, action, event, hex_label, dice, trigger = kind.replace("-", " ").split(":")
    last = "" if trigger == "none" else f" {trigger.capitalize()}!"
    white, red = dice.split()
    return f"{order.capitalize()} / {action} / {event} / {hex_label} / {white}-{red}{last}"
