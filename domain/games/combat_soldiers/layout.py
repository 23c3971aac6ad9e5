"""How a client may draw the table: a row of groups for each seat, piles beside them."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import printed_objective
from wardiary.domain.games.combat_soldiers.components.titles import (
    ADJECTIVES,
    title_in_pack,
    title_of,
)
from wardiary.domain.games.combat_soldiers.components.zones import (
    BATTLE,
    DECK,
    DISCARD,
    DISCARD_TOP,
    FALLEN,
    MARKERS,
    casualty_pile,
    hand,
    is_group,
    owner_of,
    seat_area,
    selection_sheet,
)
from wardiary.domain.games.combat_soldiers.groups.group import group_at, group_title, group_zones
from wardiary.domain.games.combat_soldiers.groups.objectives import defence_factor
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation
from wardiary.domain.games.combat_soldiers.sequence.menus import PHASE_TITLES
from wardiary.domain.play.game import Layout
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def layout(table: Table) -> Layout:
    """A row of groups for each seat; notes say side, objective, defence, siege and isolation."""
    rows: list[tuple[str, tuple[Zone, ...]]] = []
    notes: dict[Zone, str] = {}
    for seat in table.seats:
        zones = tuple(sorted(group_zones(table, seat), key=_number))
        rows.append((f"groups of {seat.upper()}", zones))
        rows.append(
            (f"{seat}", (hand(seat), selection_sheet(seat), casualty_pile(seat), seat_area(seat)))
        )
        for zone in zones:
            notes[zone] = note(table, zone)
    rows.append(("piles", (DECK, DISCARD_TOP, DISCARD)))
    rows.append(("battle", (BATTLE, FALLEN)))
    rows.append(("markers", (MARKERS,)))
    return Layout(shape="tableau", notes=notes, rows=tuple(rows), phases=PHASES)


PHASES = (
    ("A", "Reorganize and withdraw"),
    ("B", "Attack"),
    ("C", "Deploy"),
    ("D", "Rest and refit"),
    ("E", "Discard and repair"),
    ("F", "Draw"),
)
"""3.0-c: the phases of a Turn."""

TRACK_TITLES = {
    "actions/us": "Actions spent for the US",
    "actions/german": "Actions spent for the Germans",
    "actions/other": "Other actions spent",
    "drawn": "Turn of the last draw",
    "round-over": "Round over (1 when it is)",
    "sudden-death": "Sudden death",
}

TURNS_OF = {
    "acted": "last action of",
    "attacked": "last attack by",
    "barred": "attack cancelled of",
    "besieging": "siege begun by",
    "dropped": "airdrop of",
    "exploded": "last explosion of",
    "last-turn": "latest play of",
    "paid": "last upkeep of",
    "stopped": "attack stopped of",
    "used": "last use of",
}


WORDS = {
    "new": "a new group",
    "alone": "no group",
    "none": "no unit",
    **ADJECTIVES,
    **PHASE_TITLES,
}


def word_title(table: Table, word: str) -> str:
    """4.2: groups by side, number and owner; the words in commands that are no ids."""
    zone, _, part = word.partition(":")
    if part:
        return f"the {part} units of {word_title(table, zone)}"
    if is_group(zone) and zone[3:].isdigit():
        return group_title(table, zone)
    if "-laid-" in zone:
        return f"laid group {zone.rpartition('-')[2]} of {owner_of(zone).upper()}"
    return WORDS.get(word, "")


def title_of_piece(table: Table, piece: PieceId) -> str:
    """The title of a card that everybody sees, with its number where there are several."""
    kind = table.pieces[piece].kind
    printed = title_in_pack(table.pack, kind) if table.pack is not None else ""
    number = piece.removeprefix(kind).replace("-", " ")
    return f"{printed or title_of(kind)}{number}"


def track_title(table: Table, track: str) -> str:
    """5.2, 12.2, 3.0-a: points and actions; else in which Turn something last happened to what."""
    name, _, last = track.rpartition("/")
    if last in table.pieces:
        last = title_of_piece(table, last)
    elif is_group(last) and table.pack is not None:
        last = word_title(table, last)
    match name:
        case "score":
            return f"Victory points of {last.capitalize()} so far"
        case "vp":
            return f"Tally of eliminations by {last.capitalize()}"
        case "placed":
            return f"Place at the table of who played {last}"
        case _ if name in TURNS_OF:
            return f"Turn of the {TURNS_OF[name]} {last}"
        case _:
            return TRACK_TITLES.get(track, "")


def _number(zone: Zone) -> int:
    return int(zone.rpartition("g")[2])


def note(table: Table, zone: Zone) -> str:
    """4.4.1: a group in a few words."""
    group = group_at(table, zone)
    words = [ADJECTIVES.get(group.side, group.side)]
    if group.objective:
        name = printed_objective(table, group.objective).name
        words.append(f"{name} (defence {defence_factor(table, group)})")
    if group.siege:
        words.append(f"surrounded {group.siege.upper()}, isolation {-isolation(table, group)}")
    if group.besieging:
        words.append(f"surrounding {group.besieging.upper()}")
    if group.mines:
        words.append("mined")
    return ", ".join(words)
