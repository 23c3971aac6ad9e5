"""Undaunted: Normandy as the kernel sees it: setting up, hidden zones, settings and layout."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.undaunted.board import (
    BOX,
    CONTROL_MARKER,
    COUNTER,
    INITIATIVE,
    MARKERS,
    bid_zone,
    deck,
    discards,
    field_of,
    hand,
    play_area,
    removed,
    reserve,
    supply,
    target_marker,
)
from wardiary.domain.games.undaunted.bot import policy
from wardiary.domain.games.undaunted.commands import COMMANDS
from wardiary.domain.games.undaunted.components import CONTROLLED, READY, SCOUTED, SEATS
from wardiary.domain.games.undaunted.faces import FACES
from wardiary.domain.games.undaunted.round import Bidding, Turn, begin_round
from wardiary.domain.games.undaunted.rulebook import RULES
from wardiary.domain.games.undaunted.scenario import NOWHERE, Field, Pack, Side, read_pack
from wardiary.domain.games.undaunted.victory import count_points
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Layout, Opening, ScenarioInfo, Setting
from wardiary.domain.table.pieces import Seat, Visibility, Zone
from wardiary.domain.table.table import Table

COMMANDS_BOUND = 20_000
"""Rounds have no limit in the rules; a simulator may stop a match after so many commands."""

NAMES = {"us": "US", "german": "German"}

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

    U-SETUP-8: decks are nobody's. U-SETUP-9: the supply lies open, as does all the rest.
    """
    # Ruling: U-Q06 the discard pile is its owner's, unless the match is set otherwise.
    hidden: dict[Zone, Visibility] = {}
    for seat in SEATS:
        hidden[deck(seat)] = Visibility("nobody", seat, ordered=True)
        for zone in (hand(seat), bid_zone(seat), removed(seat)):
            hidden[zone] = Visibility("owner", seat)
        if opening.settings["discard_pile"] == "owner":
            hidden[discards(seat)] = Visibility("owner", seat)
    return hidden


def set_up(draft: Draft, opening: Opening) -> None:
    """U-SETUP-2 to U-SETUP-10, then the first round."""
    field = field_of(draft.table)
    place_tiles(draft, field)
    place_objectives(draft, field)
    draft.place(INITIATIVE, "initiative-marker", reserve(field.file.initiative), rule="U-SETUP-7")
    for seat in SEATS:
        place_counters(draft, field, seat)
        place_markers(draft, field, seat)
        place_cards(draft, field, seat)
    count_points(draft)
    begin_round(draft)


def place_tiles(draft: Draft, field: Field) -> None:
    """U-SETUP-2, U-TILE-1: the scenario's tiles on their sides, the others in the box."""
    laid = {tile[:-1] for tile in field.places}
    for tile in field.places:
        draft.place(f"tile-{tile[:-1]}", "tile", tile, face=tile[-1], rule="U-SETUP-2")
    boxed = [f"tile-{number}" for number in range(1, 19) if str(number) not in laid]
    draft.place(boxed, "tile", BOX, rule="U-SETUP-2")


def place_objectives(draft: Draft, field: Field) -> None:
    """U-SETUP-3, U-SETUP-4: objectives and, if there is one, the radio; the others in the box."""
    left = {int(points): stock for points, stock in field.values.markers.objectives.items()}
    for tile, points in field.file.objectives.items():
        name = f"objective-{points}-{left[points]}"
        draft.place(name, f"objective-{points}", tile, rule="U-SETUP-3")
        left[points] -= 1
    for points, stock in left.items():
        boxed = [f"objective-{points}-{number}" for number in range(1, stock + 1)]
        if boxed:
            draft.place(boxed, f"objective-{points}", BOX, rule="U-SETUP-3")
    radio = field.file.radio
    draft.place("radio", "radio", radio.tile if radio else BOX, rule="U-SETUP-4")


def place_counters(draft: Draft, field: Field, seat: Seat) -> None:
    """U-SETUP-6, U-COMP-2, U-CNTR-1: counters on the board, off it, or in the box; all ready."""
    side = field.file.side(seat)
    for kind, card in field.cards.items():
        if card.combat:
            zone = side.start.get(kind, reserve(seat) if kind in side.cards else BOX)
            draft.place(
                f"{seat}-{kind}",
                f"{COUNTER}-{kind}",
                zone,
                owner=seat,
                face=READY,
                rule="U-SETUP-6",
            )


def place_markers(draft: Draft, field: Field, seat: Seat) -> None:
    """U-SETUP-6, U-COMP-2, U-COMP-3: control, target and spawn markers, the right side up."""
    side, aside = field.file.side(seat), reserve(seat)
    used = list(marked(side))
    for piece, (tile, face) in zip(MARKERS[seat], used, strict=False):
        draft.place(piece, CONTROL_MARKER, tile, owner=seat, face=face, rule="U-SETUP-6")
    spare = MARKERS[seat][len(used) :]
    draft.place(spare, CONTROL_MARKER, aside, owner=seat, face=SCOUTED, rule="U-SETUP-5")
    draft.place(target_marker(seat), "target-marker", aside, owner=seat, rule="U-SETUP-5")
    for who, tile in side.spawn.items():
        if tile != NOWHERE:
            draft.place(f"{seat}-spawn-{who}", "spawn-marker", tile, owner=seat, rule="U-SETUP-6")


def marked(side: Side) -> Iterator[tuple[Zone, str]]:
    """The tiles that bear a side's control marker at the start, and its face."""
    yield from ((tile, SCOUTED) for tile in side.scouted)
    yield from ((tile, CONTROLLED) for tile in side.controlled)


def place_cards(draft: Draft, field: Field, seat: Seat) -> None:
    """U-SETUP-8 to U-SETUP-10, U-CARD-2: deck, supply sorted by title, and the rest boxed."""
    side = field.file.side(seat)
    for kind, card in sorted(field.cards.items(), key=lambda one: one[1].title):
        in_deck, in_supply = side.cards.get(kind, (0, 0))
        cards = [f"{seat}-{kind}-{number}" for number in range(1, card.stock + 1)]
        bound = in_deck + in_supply
        if in_deck:
            draft.place(cards[:in_deck], kind, deck(seat), owner=seat, rule="U-SETUP-8")
        if in_supply:
            draft.place(cards[in_deck:bound], kind, supply(seat), owner=seat, rule="U-SETUP-9")
        if cards[bound:]:
            draft.place(cards[bound:], kind, BOX, owner=seat, rule="U-SETUP-10")
    draft.shuffle(deck(seat), rule="U-SETUP-8")


def layout(table: Table) -> Layout:
    """The bricks of the scenario, what each tile counts for, and the zones of both seats."""
    field = field_of(table)
    return Layout(
        shape="brick",
        goals=tuple(f"{NAMES[seat]} wins with {field.goal[seat]} points." for seat in SEATS),
        spaces=tuple((tile, x, y) for tile, (x, y) in field.places.items()),
        links=tuple((one, two) for one in field.near for two in field.near[one] if one < two),
        notes={tile: note(field, tile) for tile in field.places},
        rows=tuple(
            (
                f"{NAMES[seat]} {title}",
                (zone(seat),),
            )
            for seat in SEATS
            for title, zone in (
                ("hand", hand),
                ("play area", play_area),
                ("deck", deck),
                ("discard pile", discards),
                ("supply", supply),
                ("removed", removed),
                ("reserve", reserve),
            )
        ),
    )


def note(field: Field, tile: Zone) -> str:
    """A tile's cover, its worth, and the units that enter there."""
    words = ["hill 3/1" if tile in field.hills else f"cover {field.cover[tile]}"]
    worth = {seat: field.points[seat].get(tile, 0) for seat in SEATS}
    if worth["us"] == worth["german"]:
        words += [f"points {worth['us']}"] if worth["us"] else []
    else:
        words += [f"{NAMES[seat]} points {points}" for seat, points in worth.items() if points]
    for seat in SEATS:
        entering = [who for who, where in field.file.side(seat).spawn.items() if where == tile]
        words += [f"{NAMES[seat]} enter: {', '.join(entering)}"] if entering else []
    return "; ".join(words)


def title_of(kind: str) -> str:
    """A kind as people say it: `counter-riflemen-a` is Riflemen A."""
    words = kind.removeprefix(f"{COUNTER}-").split("-")
    return " ".join(word if word == "of" else word.capitalize() for word in words)


def title_in_pack(pack: Pack, kind: str) -> str:
    """U-CARD-3: the title a card prints, which its counter shares; markers and tiles have none."""
    card = pack.values.cards.get(kind.removeprefix(f"{COUNTER}-"))
    return card.title if card else ""


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
    policy=policy,
    layout=layout,
    title_of=title_of,
    settings=SETTINGS,
    title_in_pack=title_in_pack,
    faces=FACES,
)
