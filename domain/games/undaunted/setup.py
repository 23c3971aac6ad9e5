"""Setting up a scenario: tiles, objectives, counters, markers and cards; then the first round."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.undaunted.board import (
    BOX,
    CONTROL_MARKER,
    COUNTER,
    INITIATIVE,
    MARKERS,
    counter_of,
    deck,
    field_of,
    reserve,
    supply,
    target_marker,
)
from wardiary.domain.games.undaunted.components import CONTROLLED, READY, SCOUTED, SEATS
from wardiary.domain.games.undaunted.round import begin_round
from wardiary.domain.games.undaunted.scenario import NOWHERE, Field, Side
from wardiary.domain.games.undaunted.victory import count_points
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening
from wardiary.domain.table.pieces import Seat, Zone


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
    in_use = {tile[:-1] for tile in field.places}
    for tile in field.places:
        draft.place(f"tile-{tile[:-1]}", "tile", tile, face=tile[-1], rule="U-SETUP-2")
    spare = [f"tile-{number}" for number in range(1, 19) if str(number) not in in_use]
    draft.place(spare, "tile", BOX, rule="U-SETUP-2")


def place_objectives(draft: Draft, field: Field) -> None:
    """U-SETUP-3, U-SETUP-4: objectives and, if there is one, the radio; the others in the box."""
    left = {int(points): stock for points, stock in field.values.markers.objectives.items()}
    for tile, points in field.file.objectives.items():
        objective = f"objective-{points}-{left[points]}"
        draft.place(objective, f"objective-{points}", tile, rule="U-SETUP-3")
        left[points] -= 1
    for points, stock in left.items():
        spare = [f"objective-{points}-{number}" for number in range(1, stock + 1)]
        if spare:
            draft.place(spare, f"objective-{points}", BOX, rule="U-SETUP-3")
    radio = field.file.radio
    draft.place("radio", "radio", radio.tile if radio else BOX, rule="U-SETUP-4")


def place_counters(draft: Draft, field: Field, seat: Seat) -> None:
    """U-SETUP-6, U-COMP-2, U-CNTR-1: counters on the board, off it, or in the box; all ready."""
    side = field.file.side(seat)
    for kind, card in field.cards.items():
        if card.combat:
            zone = side.start.get(kind, reserve(seat) if kind in side.cards else BOX)
            counter, printed = counter_of(seat, kind), f"{COUNTER}-{kind}"
            draft.place(counter, printed, zone, owner=seat, face=READY, rule="U-SETUP-6")


def place_markers(draft: Draft, field: Field, seat: Seat) -> None:
    """U-SETUP-6, U-COMP-2, U-COMP-3: control, target and spawn markers, the right side up."""
    side, beside = field.file.side(seat), reserve(seat)
    marked = list(marked_tiles_of(side))
    for marker, (tile, face) in zip(MARKERS[seat], marked, strict=False):
        draft.place(marker, CONTROL_MARKER, tile, owner=seat, face=face, rule="U-SETUP-6")
    spare = MARKERS[seat][len(marked) :]
    draft.place(spare, CONTROL_MARKER, beside, owner=seat, face=SCOUTED, rule="U-SETUP-5")
    draft.place(target_marker(seat), "target-marker", beside, owner=seat, rule="U-SETUP-5")
    for unit, tile in side.spawn.items():
        if tile != NOWHERE:
            draft.place(f"{seat}-spawn-{unit}", "spawn-marker", tile, owner=seat, rule="U-SETUP-6")


def marked_tiles_of(side: Side) -> Iterator[tuple[Zone, str]]:
    """The tiles that bear a side's control marker at the start, and its face."""
    yield from ((tile, SCOUTED) for tile in side.scouted)
    yield from ((tile, CONTROLLED) for tile in side.controlled)


def place_cards(draft: Draft, field: Field, seat: Seat) -> None:
    """U-SETUP-8 to U-SETUP-10, U-CARD-2: deck, supply sorted by title, the rest in the box."""
    side = field.file.side(seat)
    for kind, card in sorted(field.cards.items(), key=lambda entry: entry[1].title):
        in_deck, in_supply = side.cards.get(kind, (0, 0))
        cards = [f"{seat}-{kind}-{number}" for number in range(1, card.stock + 1)]
        in_play = in_deck + in_supply
        if in_deck:
            draft.place(cards[:in_deck], kind, deck(seat), owner=seat, rule="U-SETUP-8")
        if in_supply:
            draft.place(cards[in_deck:in_play], kind, supply(seat), owner=seat, rule="U-SETUP-9")
        if cards[in_play:]:
            draft.place(cards[in_play:], kind, BOX, owner=seat, rule="U-SETUP-10")
    draft.shuffle(deck(seat), rule="U-SETUP-8")
