"""9.5: around a town, along a bypass route."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.games.nuts.board import (
    EXIT,
    GERMAN,
    SPACE_OF,
    card_of,
    discards,
    enemies_outside,
    has_enemies,
    near,
    pack_of,
    relocate,
    side_of,
    take_control,
    units_of,
)
from wardiary.domain.games.nuts.commands import (
    Bypass,
)
from wardiary.domain.games.nuts.crossing import can_cross
from wardiary.domain.games.nuts.movement.ready import (
    MECH_STEPS,
    cannot_move,
    refuse_unit,
    steps_allowed,
)
from wardiary.domain.games.nuts.victory import exit_board
from wardiary.domain.games.nuts.windows import ArmyPhase
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, several_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

BYPASSERS = 4


def bypass_cards(table: Table, side: str) -> list[tuple[Zone, PieceId]]:
    """9.5: the spaces with a Bypass Route, and the cards."""
    cards = []
    for card in pack_of(table).cards_of.get("bypass-route", ()):
        piece = table.pieces.get(card)
        if piece and piece.zone.endswith("-events") and side_of(piece.owner) == side:
            cards.append((piece.zone.removesuffix("-events"), card))
    return cards


def bypassers(table: Table, side: str, space: Zone) -> list[PieceId]:
    """9.5: mechanized units of a space that can still move two spaces."""
    return [unit for unit in units_of(table, side, space) if cannot_bypass(table, unit) is None]


def cannot_bypass(table: Table, unit: PieceId) -> Refusal:
    """9.5: why a unit cannot bypass; None when it can."""
    if not card_of(table, unit).mech:
        return "N-9.5a", "only mechanized units bypass"
    blocked = cannot_move(table, unit)
    if blocked is None and steps_allowed(table, unit) - table.mark(unit, "moved") < MECH_STEPS:
        return "N-9.5a", "a bypass takes two spaces"
    return blocked


def bypass_ways(table: Table, side: str, here: Zone) -> list[tuple[Zone, Zone]]:
    """9.5: over which space and to which one a bypass may lead."""
    ways = []
    for over in near(table, here):
        ends = (*near(table, over), *((EXIT,) if side == GERMAN and over[1] == "5" else ()))
        ways += [(over, to) for to in ends if cannot_go_around(table, side, here, over, to) is None]
    return ways


def cannot_go_around(table: Table, side: str, here: Zone, over: Zone, to: Zone) -> Refusal:
    """9.5: why a bypass cannot lead there; None when it can."""
    # Ruling: R-32 the end is beside the space that is gone around, and not the start.
    if over not in near(table, here) or not has_enemies(table, side, over):
        return "N-9.5a", f"there is no enemy to go around in {over}"
    if not can_cross(table, side, over):
        return "N-9.5b", f"the river in {over} cannot be crossed"
    if to == EXIT:
        return None if side == GERMAN and over[1] == "5" else ("N-3.0c", "the exit is not there")
    if to == here or to not in near(table, over):
        return "N-9.5c", f"{to} is not beyond {over}"
    if enemies_outside(table, side, to):
        return "N-9.5c", f"the enemy is in {to}"
    if not can_cross(table, side, to):
        return "N-9.2b", f"the river in {to} cannot be crossed"
    return None


def bypass_offers(table: Table, seat: Seat, phase: ArmyPhase) -> Iterator[Offer]:
    """9.5: from a space with a Bypass Route."""
    side = side_of(phase.army)
    for space, _ in bypass_cards(table, side):
        units = bypassers(table, side, space)
        for over, to in bypass_ways(table, side, space) if units else ():
            slot = several_slot("units", units, 1, min(BYPASSERS, len(units)))
            yield offer(Bypass, "N-9.5a", f"Bypass {over}", slot, over=over, to=to)


def refuse_bypass(table: Table, seat: Seat, command: Bypass, phase: ArmyPhase) -> None:
    """9.5: a card, mechanized units, and a way."""
    side = side_of(phase.army)
    spaces = [space for space, _ in bypass_cards(table, side)]
    for unit in command.units:
        here = refuse_unit(table, unit, phase)
        refuse(cannot_bypass(table, unit))
        refuse_unless(here in spaces, "N-9.5a", f"there is no Bypass Route in {here}")
        refuse(cannot_go_around(table, side, here, command.over, command.to))
    few = len(command.units) <= BYPASSERS
    refuse_unless(few, "N-9.5a", f"at most {BYPASSERS} units bypass together")


def bypass(draft: Draft, seat: Seat, command: Bypass) -> None:
    """9.5: they go around; the card is used up."""
    table, units, to = draft.table, command.units, command.to
    side, here = card_of(table, units[0]).side, SPACE_OF[table.pieces[units[0]].zone]
    card = next(card for space, card in bypass_cards(table, side) if space == here)
    draft.move(card, discards(table.pieces[card].back), rule="N-9.5a")
    if to == EXIT:
        exit_board(draft, units)
        return
    for unit in units:
        draft.mark(unit, "moved", MECH_STEPS, rule="N-9.5a")
    relocate(draft, units, to, rule="N-9.5c")
    take_control(draft, to, side)
