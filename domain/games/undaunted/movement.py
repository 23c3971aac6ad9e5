"""Movement: Move, Guide, Scout and Stalk."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.games.undaunted.board import (
    MARKERS,
    counter_of,
    counters_on_board,
    discards,
    field_of,
    fog_in,
    is_suppressed,
    marked_tiles,
    marker_on,
    reserve,
    supply,
    target_marker,
)
from wardiary.domain.games.undaunted.card_use import CardUse, SlotFilling, card_action
from wardiary.domain.games.undaunted.commands import Guide, Move, Scout, Stalk
from wardiary.domain.games.undaunted.components import MORTAR
from wardiary.domain.games.undaunted.scenario import Field
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Slot, choice_slot, fixed_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Path = tuple[Zone, ...]


def tiles_of(path: str) -> Path:
    """The tiles of a path as a command has it."""
    return tuple(path.split(",")) if path else ()


def marked_paths(table: Table, seat: Seat, tile: Zone, length: int) -> SlotFilling:
    """U-MOVE-2: the paths that enter only tiles with a marker of this seat."""
    # Ruling: U-Q03 every tile entered counts; the one left does not.
    field, marked = field_of(table), marked_tiles(table, seat)
    if length == 1:
        near = [there for there in field.near[tile] if there in marked]
        return (Slot("path", ("", *near)),)
    walks = field.walks[tile][length]
    return (choice_slot("path", [path for path in walks if marked.issuperset(tiles_of(path))]),)


def any_paths(field: Field, tile: Zone, length: int) -> SlotFilling:
    """U-SCOUT-1, U-STALK-1: all paths, whatever is on the tiles."""
    return (Slot("path", field.walks[tile][length]),)


def refuse_far(use: CardUse, tile: Zone, path: str, rule: str) -> None:
    """A path goes from tile to adjacent tile, and no farther than the action says."""
    tiles, limit = tiles_of(path), use.action.value
    refuse_unless(len(tiles) <= limit, rule, f"{path} is more than {limit} tiles")
    for here, there in zip((tile, *tiles), tiles, strict=False):
        adjacent = there in use.field.near[here]
        refuse_unless(adjacent, rule, f"{there!r} is no tile adjacent to {here}")


def refuse_unmarked(use: CardUse, path: str, rule: str) -> None:
    """U-MOVE-2, U-GUIDE-2: each tile entered is scouted or controlled."""
    marked = marked_tiles(use.table, use.seat)
    for tile in tiles_of(path):
        refuse_unless(tile in marked, rule, f"{tile} is neither scouted nor controlled by you")


def march(draft: Draft, counter: PieceId, path: str) -> None:
    """U-MOVE-1, tile by tile."""
    for tile in tiles_of(path):
        draft.move(counter, tile, rule="U-MOVE-1")


def lift_target(draft: Draft, seat: Seat) -> None:
    """U-MOVE-3, U-TARG-3: the mortar moved, so its target marker leaves the board."""
    if draft.table.zone_of(target_marker(seat)) != reserve(seat):
        draft.move(target_marker(seat), reserve(seat), rule="U-MOVE-3")


# Move


def move_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-MOVE-1, U-MOVE-2: up to so many tiles, all scouted or controlled."""
    yield marked_paths(use.table, use.seat, use.tile, use.action.value)


def refuse_move(use: CardUse, command: Move) -> None:
    """U-MOVE-1, U-MOVE-2: as far as printed, over marked tiles."""
    refuse_far(use, use.tile, command.path, "U-MOVE-1")
    refuse_unmarked(use, command.path, "U-MOVE-2")


def move(draft: Draft, use: CardUse, command: Move) -> None:
    """U-MOVE-1, U-MOVE-3: the unit goes; a Mortar loses its target."""
    march(draft, counter_of(use.seat, use.card.kind), command.path)
    if command.path and use.card.name == MORTAR:
        lift_target(draft, use.seat)


# Guide


def guide_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-GUIDE-1, U-GUIDE-2, U-GUIDE-4: each ready counter of this seat."""
    # Ruling: U-Q18 "any combat counter" means one of the same side.
    for counter in counters_on_board(use.table, use.seat):
        if not is_suppressed(use.table, counter):
            tile = use.table.pieces[counter].zone
            yield (
                fixed_slot("counter", counter),
                *marked_paths(use.table, use.seat, tile, use.action.value),
            )


def refuse_guide(use: CardUse, command: Guide) -> None:
    """U-GUIDE-1, U-GUIDE-2, U-GUIDE-4: a ready counter of this seat, over marked tiles."""
    counter = command.counter
    on_board = counter in counters_on_board(use.table, use.seat)
    refuse_unless(on_board, "U-GUIDE-1", f"{counter} is no counter of yours on the board")
    ready = not is_suppressed(use.table, counter)
    refuse_unless(ready, "U-GUIDE-4", f"{counter} is suppressed and cannot be guided")
    refuse_far(use, use.table.zone_of(counter), command.path, "U-GUIDE-1")
    refuse_unmarked(use, command.path, "U-GUIDE-2")


def guide(draft: Draft, use: CardUse, command: Guide) -> None:
    """U-GUIDE-1, U-GUIDE-3: the counter goes; a Mortar loses its target."""
    for tile in tiles_of(command.path):
        draft.move(command.counter, tile, rule="U-GUIDE-1")
    target = target_marker(use.seat)
    if command.path and command.counter == counter_of(use.seat, MORTAR):
        if draft.table.zone_of(target) != reserve(use.seat):
            draft.move(target, reserve(use.seat), rule="U-GUIDE-3")


# Scout


def scout_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-SCOUT-1: every path up to the printed length."""
    yield any_paths(use.field, use.tile, use.action.value)


def refuse_scout(use: CardUse, command: Scout) -> None:
    """U-SCOUT-1: as far as printed."""
    refuse_far(use, use.tile, command.path, "U-SCOUT-1")


def scout(draft: Draft, use: CardUse, command: Scout) -> None:
    """U-SCOUT-1 to U-SCOUT-4: go, mark each new tile, then take a Fog of War for each marker."""
    # Ruling: U-Q02 "either tile" means every tile entered.
    placed = 0
    for tile in tiles_of(command.path):
        draft.move(counter_of(use.seat, use.card.kind), tile, rule="U-SCOUT-1")
        if marker_on(draft.table, tile, use.seat) is None:
            draft.move(spare_marker(draft.table, use.seat), tile, rule="U-SCOUT-2")
            placed += 1
    fog = fog_in(draft.table, supply(use.seat))
    if placed > len(fog):
        draft.move(fog, discards(use.seat), rule="U-SCOUT-4")
    else:
        draft.move(fog[:placed], discards(use.seat), rule="U-SCOUT-3")
    if command.path and use.card.name == MORTAR:
        lift_target(draft, use.seat)


def spare_marker(table: Table, seat: Seat) -> PieceId:
    """U-COMP-2: a control marker not in use; 18 a side are enough for 18 tiles."""
    for marker in MARKERS[seat]:
        if table.pieces[marker].zone == reserve(seat):
            return marker
    raise AssertionError(f"all 18 control markers of {seat} are in use")


# Stalk


def stalk_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-STALK-1: every path up to the printed length."""
    yield any_paths(use.field, use.tile, use.action.value)


def refuse_stalk(use: CardUse, command: Stalk) -> None:
    """U-STALK-1: as far as printed."""
    refuse_far(use, use.tile, command.path, "U-STALK-1")


def stalk(draft: Draft, use: CardUse, command: Stalk) -> None:
    """U-STALK-1: no marker is placed, and no Fog of War comes."""
    for tile in tiles_of(command.path):
        draft.move(counter_of(use.seat, use.card.kind), tile, rule="U-STALK-1")
    if command.path and use.card.name == MORTAR:
        lift_target(draft, use.seat)


MOVEMENT = (
    card_action(Move, "U-MOVE-1", move_options, refuse_move, move),
    card_action(Guide, "U-GUIDE-1", guide_options, refuse_guide, guide),
    card_action(Scout, "U-SCOUT-1", scout_options, refuse_scout, scout),
    card_action(Stalk, "U-STALK-1", stalk_options, refuse_stalk, stalk),
)
