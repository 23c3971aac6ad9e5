"""How a client may draw the table: the map of hexes, what is beside it, and names for people."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wardiary.domain.games.company_of_heroes.components.pack import (
    CompanyOfHeroesPack,
    mission_of,
    pack_of,
)
from wardiary.domain.games.company_of_heroes.damage.sealed import ASSIGNMENT, SEALED
from wardiary.domain.games.company_of_heroes.faces.hexes import notes
from wardiary.domain.games.company_of_heroes.faces.markers import bonuses
from wardiary.domain.games.company_of_heroes.faces.units import FACINGS
from wardiary.domain.games.company_of_heroes.maneuver.fortifying import SANDBAG_WALLS
from wardiary.domain.games.company_of_heroes.supply.ending import points_to_end
from wardiary.domain.games.company_of_heroes.table.armies import (
    NAMES,
    STARTING_TEAM,
    TEAMS,
    armies_of,
)
from wardiary.domain.games.company_of_heroes.table.zones import (
    BOX,
    COMMANDERS_OUT,
    OPERATION,
    OPERATIONS,
    OPERATIONS_DISCARD,
    chips,
    chips_aside,
    commander,
    commander_deck,
    commander_hand,
    hq,
    lost,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.hexes.grid import place_of
from wardiary.domain.play.game import Layout
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table

COLUMN_WIDTH = 0.866
"""Columns of flat-topped hexes are closer together than rows, whose distance is 1."""


def layout(table: Table) -> Layout:
    """C-2.2: the map, the HQ of each army, and the operations deck."""
    return Layout(
        shape="hex",
        spaces=_spaces(field_of(table).sheet.hexes),
        notes=notes(table),
        rows=tuple(_rows(table)),
        goals=_goals(table),
        phases=tuple(_phases(table)),
    )


PHASES = (
    ("deployment", "Deployment"),
    ("operations", "Operations card"),
    ("maneuver", "Maneuver"),
    ("retreats", "Last retreats"),
    ("damage.start", "Abilities"),
    ("damage.1", "Machine guns"),
    ("damage.2", "Targets"),
    ("damage.3", "Dice"),
    ("damage.4", "Damage"),
    ("damage.5", "Destroyed"),
    ("supply.1", "Capture"),
    ("supply.2", "Income"),
    ("supply.3", "End?"),
    ("supply.4", "Purchases"),
    ("supply.5", "Recovery"),
)
"""C-3.0a, C-5.0a, C-7.0a: the phases and steps of a round."""


def _phases(table: Table) -> Iterator[tuple[str, str]]:
    """C-3.0a: those of this mission; armies deploy once, before the first round."""
    mission = mission_of(table)
    for name, title in PHASES:
        there = {
            "deployment": table.round == 0,
            "operations": mission.operations,
            "retreats": mission.full,
        }
        if there.get(name, True):
            yield name, title


@lru_cache(maxsize=16)
def _spaces(hexes: tuple[Zone, ...]) -> tuple[tuple[Zone, float, float], ...]:
    return tuple((hex_label, *_position(hex_label)) for hex_label in hexes)


def _position(hex_label: Zone) -> tuple[float, float]:
    column, row = place_of(hex_label)
    return COLUMN_WIDTH * (column - 1), row - 1 + (0.5 if column % 2 == 0 else 0.0)


def _rows(table: Table) -> Iterator[tuple[str, tuple[Zone, ...]]]:
    mission = mission_of(table)
    for army in armies_of(table.seats):
        name = NAMES[army]
        if mission.commanders:
            yield f"{name} commander", (commander(army),)
            yield f"{name} commanders to choose from", (commander_hand(army),)
        if table.settings.get(ASSIGNMENT) == SEALED:
            yield f"{name} targets chosen unseen", (chips_aside(army),)
            yield f"{name} chips", (chips(army),)
        yield f"{name} building boards", (hq(army),)
        yield f"{name} destroyed units", (lost(army),)
    if mission.operations:
        yield "Operations deck", (OPERATIONS,)
        yield "Operation of this round", (OPERATION,)
        yield "Discarded operations", (OPERATIONS_DISCARD,)
    if mission.commanders:
        for team in TEAMS:
            yield f"{NAMES[team]} commander deck", (commander_deck(team),)
        yield "Commanders out of the match", (COMMANDERS_OUT,)
    yield "Markers not in use", (BOX,)


def _goals(table: Table) -> tuple[str, ...]:
    """C-7.3a, C-2.2h, C-2.2i: what ends the match, and who wins it."""
    kills = mission_of(table).unit_destroyed_vp
    bonus = pack_of(table).numbers.bonus_vp
    gains = "Victory points come from control points with a star"
    gains += f", and {kills} for each destroyed enemy unit." if kills else " alone."
    return (
        f"The match ends in the supply phase in which a team has {points_to_end(table)} points.",
        gains,
        f"At the end {bonus} more go to who holds most of those points; then most points win.",
    )


# Names


def zone_title(table: Table, zone: Zone) -> str:
    """A zone for people, or another word of a command: a hex by its label, an army by its name.

    Commands also name kinds of units, upgrades and directions, which are called as on their cards.
    """
    if zone in field_of(table).hexes:
        return zone
    if zone in NAMES:
        return NAMES[zone]
    if zone in FACINGS:
        return FACINGS[zone]
    if zone in SANDBAG_WALLS:
        first = zone[-1]
        return f"sandbags {FACINGS[first]} and {FACINGS[str(int(first) % 6 + 1)]}"
    return _printed(table, zone) or next(
        (title for title, zones in _rows(table) if zone in zones), ""
    )


def _printed(table: Table, word: str) -> str:
    pack = table.pack
    if not isinstance(pack, CompanyOfHeroesPack):
        return ""
    return _bonus_titles(pack).get(word) or title_in_pack(pack, word)


@lru_cache(maxsize=16)
def _bonus_titles(pack: CompanyOfHeroesPack) -> dict[str, str]:
    return {bonus_id: bonus.title for bonus_id, bonus in bonuses(pack).items()}


def title_of(kind: str) -> str:
    """A kind for people where the pack is missing: "Riflemen", "Barbed wire"."""
    words = kind.split("-")
    if words[0] in TEAMS:
        return " ".join(word.capitalize() for word in words[1:])
    if words[0] == "operation" and len(words) > 1:
        return f"Operation {' or '.join(words[1:])}"
    return " ".join(words).capitalize()


def title_in_pack(pack: CompanyOfHeroesPack, kind: str) -> str:
    """C-2.3a, C-8.0a: the name that a unit's board or a commander card prints."""
    card = pack.units.get(kind) or pack.commanders.get(kind)
    return card.name if card else ""


RESOURCE_TITLES = {
    "vp": "victory points",
    "vp-income": "victory points each round",
    "manpower": "manpower",
    "munitions": "munitions",
    "fuel": "fuel",
    "xp": "experience",
    "manpower-income": "manpower each round",
    "munitions-income": "munitions each round",
    "fuel-income": "fuel each round",
    "cp": "command points left",
    "commander": "commander tiers unlocked",
    "substitute": "commander tier that pays the next purchase",
}
TRACK_TITLES = {
    STARTING_TEAM: "Team that went first in round 1 (1 US, 2 Wehrmacht)",
    "operation-half": "Half of the operations card (1 top, 2 bottom)",
}


def track_title(table: Table, track: str) -> str:
    """C-2.2e: numbers on HQ boards by the names of their boards."""
    name, _, rest = track.partition("/")
    army, _, what = rest.partition("/")
    if name in RESOURCE_TITLES:
        return f"{NAMES[army]} {RESOURCE_TITLES[name]}"
    if name == "tokens":
        return f"{title_of(rest)} tokens made"
    if name == "used":
        return f"Round in which the {NAMES[army]} used {_ability(what)} last"
    if name == "owed":
        unit = pack_of(table).units.get(what) if table.pack else None
        return f"Free units of the {NAMES[army]} to place: {unit.name if unit else title_of(what)}"
    return TRACK_TITLES.get(track, "")


def _ability(what: str) -> str:
    return {
        "discount": "its discount",
        "substitute": "other resources",
    }.get(what, f"commander {what.replace('-', ' ')}")
