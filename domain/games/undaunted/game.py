"""Undaunted: Normandy as the kernel sees it: scenarios, hidden zones, settings and layout."""

from __future__ import annotations

from wardiary.domain.games.kit.zones import hidden_zones, zone_rows
from wardiary.domain.games.undaunted.board import (
    COUNTER,
    NAMES,
    bid_zone,
    deck,
    discards,
    field_of,
    hand,
    play_area,
    removed,
    reserve,
    supply,
)
from wardiary.domain.games.undaunted.bot import policy
from wardiary.domain.games.undaunted.combat import expected
from wardiary.domain.games.undaunted.commands import COMMANDS
from wardiary.domain.games.undaunted.components import SEATS
from wardiary.domain.games.undaunted.faces import FACES
from wardiary.domain.games.undaunted.guide import GUIDE
from wardiary.domain.games.undaunted.round import Bidding, Turn
from wardiary.domain.games.undaunted.rulebook import RULES
from wardiary.domain.games.undaunted.scenario import Field, Pack, read_pack
from wardiary.domain.games.undaunted.setup import set_up
from wardiary.domain.games.undaunted.victory import points_track, scores
from wardiary.domain.games.undaunted.why_not import why_not
from wardiary.domain.play.game import Game, Layout, Opening, ScenarioInfo, Setting
from wardiary.domain.table.pieces import Seat, Visibility, Zone
from wardiary.domain.table.table import Table

ZONES = (hand, play_area, deck, discards, supply, removed, reserve)
"""The zones of each seat in the order of the layout; bids come and go."""

COMMANDS_BOUND = 20_000
"""Rounds have no limit in the rules; a simulator may stop a match after so many commands."""

SETTINGS = (
    Setting(
        "discard_pile",
        "owner",
        ("owner", "open"),
        "who may look through a discard pile: its owner, or everyone",
        "U-TURN-3",
    ),
    Setting(
        "target_marker",
        "stays",
        ("stays", "lifted"),
        "what becomes of the target marker when its mortar falls",
        "U-TARG-3",
    ),
    Setting(
        "mortar_blast",
        0,
        (0, 1, 2),
        "dice of the mortar's Blast; 0: as printed in the pack",
        "U-ATK-8",
    ),
)


def scenarios(pack: Pack) -> tuple[ScenarioInfo, ...]:
    """U-SETUP-1, U-SETUP-5: any scenario may be chosen; its two sides are the seats."""
    return tuple(
        ScenarioInfo(field.file.id, field.file.title, (SEATS,), field.file.about)
        for field in pack.fields.values()
    )


def visibility(_: Pack, opening: Opening) -> dict[Zone, Visibility]:
    """U-INIT-1, U-CAS-7: hands, bids and removed cards are their owner's.

    U-SETUP-8: decks are nobody's. U-SETUP-9: the supply is open, as all the rest is.
    """
    # Ruling: U-Q06 only its owner looks through a discard pile, unless the match is set otherwise.
    all_open = opening.settings["discard_pile"] == "open"
    zones = (zone for zone in (*ZONES, bid_zone) if zone is not discards or not all_open)
    return hidden_zones(zones, SEATS)


def layout(table: Table) -> Layout:
    """The tiles of the scenario, what each one is worth, and the zones of both seats."""
    field = field_of(table)
    return Layout(
        shape="brick",
        goals=tuple(f"{NAMES[seat]} wins with {field.goal[seat]} points." for seat in SEATS),
        spaces=tuple((tile, x, y) for tile, (x, y) in field.places.items()),
        links=tuple((a, b) for a in field.near for b in field.near[a] if a < b),
        notes={tile: tile_note(field, tile) for tile in field.places},
        rows=zone_rows(ZONES, NAMES),
        phases=PHASES,
    )


PHASES = (("draw", "Draw cards"), ("initiative", "Initiative"), ("turn", "Player turns"))
"""U-ROUND-1: what a round consists of."""


def tile_note(field: Field, tile: Zone) -> str:
    """A tile's cover, its worth, and the units that enter there."""
    words = ["hill 3/1" if tile in field.hills else f"cover {field.cover[tile]}"]
    worth = {seat: field.points[seat].get(tile, 0) for seat in SEATS}
    if worth["us"] == worth["german"]:
        words += [number_of_points(worth["us"])] if worth["us"] else []
    else:
        words += [
            f"{number_of_points(points)} for the {NAMES[seat]}"
            for seat, points in worth.items()
            if points
        ]
    for seat in SEATS:
        spawn = field.file.side(seat).spawn
        entering = [
            units_title(field, key) for key, spawn_tile in spawn.items() if spawn_tile == tile
        ]
        words += [f"{NAMES[seat]} enter: {', '.join(entering)}"] if entering else []
    return "; ".join(words)


def number_of_points(points: int) -> str:
    """Objective points for people: "1 point", "2 points"."""
    return "1 point" if points == 1 else f"{points} points"


def units_title(field: Field, key: str) -> str:
    """The units that a spawn marker is for: "all units", "squad A" or "Mortar"."""
    if key in field.cards:
        return field.cards[key].title
    squad = key.removeprefix("squad-")
    return "all units" if key == "all" else f"squad {squad.upper()}"


OBJECTIVE = "objective-"


def title_of(kind: str) -> str:
    """A kind for people: `counter-riflemen-a` is Riflemen A, `objective-2` Objective, 2 points."""
    if kind.startswith(OBJECTIVE):
        return f"Objective, {number_of_points(int(kind.removeprefix(OBJECTIVE)))}"
    words = kind.removeprefix(f"{COUNTER}-").split("-")
    return " ".join(word if word == "of" else word.capitalize() for word in words)


def title_in_pack(pack: Pack, kind: str) -> str:
    """U-CARD-3: the title a card prints, which its counter shares; markers and tiles have none."""
    card = pack.values.cards.get(kind.removeprefix(f"{COUNTER}-"))
    return card.title if card else ""


def track_title(table: Table, track: str) -> str:
    """U-OBJ-1: the only tracks are the objective points of the sides."""
    return TRACK_TITLES.get(track, "")


TRACK_TITLES = {points_track(seat): f"{name} objective points" for seat, name in NAMES.items()}


def losses(table: Table, seat: Seat) -> int:
    """How many pieces a seat has lost."""
    return len(table.zone(removed(seat)))


GAME = Game(
    name="undaunted",
    title="Undaunted: Normandy",
    version="1",
    rules=RULES,
    commands=COMMANDS,
    steps=(Bidding, Turn),
    read_pack=read_pack,
    scenarios=scenarios,
    visibility=visibility,
    set_up=set_up,
    losses=losses,
    standing=scores,
    standing_title="Objective points",
    policy=policy,
    layout=layout,
    title_of=title_of,
    settings=SETTINGS,
    title_in_pack=title_in_pack,
    track_title=track_title,
    faces=FACES,
    guide=GUIDE,
    forecast=expected,
    why_not=why_not,
)
