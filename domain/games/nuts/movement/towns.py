"""9.4: into towns and out of them."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.games.nuts.board import (
    PLACE,
    SPACE_OF,
    TOWN,
    card_of,
    is_contested,
    is_inside,
    side_of,
    spaces_of,
    terrain_card,
    units_of,
)
from wardiary.domain.games.nuts.commands import (
    EnterTown,
    LeaveTown,
)
from wardiary.domain.games.nuts.movement.ready import refuse_unit
from wardiary.domain.games.nuts.windows import ArmyPhase
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, several_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def shift_offers(table: Table, seat: Seat, phase: ArmyPhase) -> Iterator[Offer]:
    """9.6: units go in or out of a town; costs nothing."""
    side = side_of(phase.army)
    for space in spaces_of(table, phase.army):
        units = units_of(table, side, space)
        if units and can_shift(table, space):
            outside = [u for u in units if not is_inside(table, u) and can_be_shifted(table, u)]
            inside = [u for u in units if is_inside(table, u) and can_be_shifted(table, u)]
            if outside:
                slot = several_slot("units", outside, 1)
                yield offer(EnterTown, "N-9.6a", f"Go into the town in {space}", slot)
            if inside:
                slot = several_slot("units", inside, 1)
                yield offer(LeaveTown, "N-9.6a", f"Come out of the town in {space}", slot)


def can_shift(table: Table, space: Zone) -> bool:
    """9.6, 9.4: whether a space has a town that no enemy besieges or holds."""
    return bool(terrain_card(table, space, "town")) and not is_contested(table, space)


def can_be_shifted(table: Table, unit: PieceId) -> bool:
    """17: cards that never move stay where they were played."""
    return not card_of(table, unit).fixed


def refuse_shift(
    table: Table, seat: Seat, command: EnterTown | LeaveTown, phase: ArmyPhase
) -> None:
    """9.6: units of one space with a town, on the other side of the card."""
    going_in = isinstance(command, EnterTown)
    places = set()
    for unit in command.units:
        here = refuse_unit(table, unit, phase)
        town = here in PLACE and terrain_card(table, here, "town")
        refuse_unless(town, "N-9.6a", f"there is no town in {here}")
        refuse_unless(can_shift(table, here), "N-9.4d", f"the town in {here} is besieged")
        there = is_inside(table, unit) == going_in
        refuse_unless(not there, "N-9.6a", f"{unit} is there already")
        places.add(here)
    refuse_unless(len(places) == 1, "N-9.6a", "name units of one space")


def shift(draft: Draft, seat: Seat, command: EnterTown | LeaveTown) -> None:
    """9.6: under the card, or above it."""
    space = SPACE_OF[draft.table.pieces[command.units[0]].zone]
    zone = TOWN[space] if isinstance(command, EnterTown) else space
    draft.move(command.units, zone, rule="N-9.6a")
