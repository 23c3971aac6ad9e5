"""10.3 Advance after combat, and stepping out of a town when its besiegers are gone (9.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wardiary.domain.games.kit.menus import Action, Menu, close_menu, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.games.nuts.board import (
    PLACE,
    TOWN,
    Army,
    Side,
    army_at,
    card_of,
    enemies_inside,
    enemies_outside,
    has_enemies,
    is_contested,
    is_inside,
    other_side,
    relocate,
    seat_of,
    side_of,
    take_control,
    terrain_card,
    units_of,
)
from wardiary.domain.games.nuts.commands import Advance, Done, LeaveTown
from wardiary.domain.games.nuts.crossing import can_cross
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, several_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

OUTSIDE, INSIDE = "outside", "inside"
SPENT = 2
"""8.2, 8.3: the steps of a unit that has fought its way in."""


class AfterCombat(Menu, frozen=True, tag="after-combat"):
    """N-10.3n, N-10.3o, N-10.3q, N-Q12.

    Which units go into the space attacked, and whether under its town.
    """

    army: Army
    target: Zone
    units: tuple[PieceId, ...]
    origins: tuple[Zone, ...]
    forced: bool

    def asks(self, table: Table) -> Prompts:
        """The attacker."""
        question = f"Which units advance into {self.target}?"
        return (Prompt(seat_of(table, self.army), (), "N-10.3n", question),)

    def offers(self, table: Table, seat: Seat) -> tuple[Offer, ...]:
        """Nothing to ask when nobody can advance."""
        moves = tuple(advance_offers(table, seat, self))
        return (*moves, offer(Done, "N-10.3n", "No more advances")) if moves else ()

    def resume(self, draft: Draft) -> None:
        """Nobody can, or nobody is left to."""
        draft.finish()


def advance_offers(table: Table, seat: Seat, step: AfterCombat) -> Iterator[Offer]:
    """10.3: those that may, outside the town or inside."""
    for layer in (OUTSIDE, INSIDE):
        units = [u for u in advancing(table, step) if why_not(table, step, u, layer) is None]
        if units:
            label = f"Advance into {step.target}, {layer} the town"
            slot = several_slot("units", units, 1)
            if layer == OUTSIDE and not terrain_card(table, step.target, "town"):
                label = f"Advance into {step.target}"
            yield offer(Advance, "N-10.3n", label, slot, layer=layer)


def advancing(table: Table, step: AfterCombat) -> list[PieceId]:
    """10.3: units of the places that attacked, but for those of another attack."""
    side = side_of(step.army)
    units: list[PieceId] = []
    for origin in dict.fromkeys(step.origins):
        if origin in PLACE:
            there: Iterable[PieceId] = units_of(table, side, origin)
        else:
            there = (u for u in step.units if table.pieces[u].zone == origin)
        units += [u for u in there if u in step.units or not table.mark(u, "sideways")]
    return [unit for unit in units if not card_of(table, unit).fixed]


def why_not(table: Table, step: AfterCombat, unit: PieceId, layer: str) -> Refusal:
    """Why a unit may not advance; None when it may."""
    side, target = side_of(step.army), step.target
    if unit not in advancing(table, step):
        return "N-10.3n", f"{unit} is not of a space that made this attack"
    here = table.pieces[unit].zone
    if layer == INSIDE:
        free = terrain_card(table, target, "town") and not has_enemies(table, side, target)
        if not free:
            return "N-10.2b", f"there is no free town in {target} to go into"
    elif layer != OUTSIDE:
        return "N-10.3n", "units advance outside or inside"
    if here.removesuffix("-town") == target:
        # 9.4: besiegers go in, the besieged come out.
        fits = is_inside(table, unit) == (layer == OUTSIDE)
        if not fits or has_enemies(table, side, target):
            return "N-9.4d", f"{unit} stays where it is"
        return None
    if here in PLACE or here.endswith("-town"):
        if is_inside(table, unit) and is_contested(table, here.removesuffix("-town")):
            return "N-9.4d", "encircled units cannot leave their space"
    if card_of(table, unit).mech and not can_cross(table, side, target):
        return "N-10.3p", f"the river in {target} cannot be crossed"
    return None


def refuse_advance(table: Table, seat: Seat, command: Advance, step: AfterCombat) -> None:
    """10.3: each unit."""
    for unit in command.units:
        refuse(why_not(table, step, unit, command.layer))


def advance(draft: Draft, seat: Seat, command: Advance) -> None:
    """10.3: they go in, and take control."""
    step = top_step(draft, AfterCombat)
    zone = TOWN[step.target] if command.layer == INSIDE else step.target
    relocate(draft, command.units, zone, rule="N-10.3n")
    take_control(draft, step.target, side_of(step.army))
    if step.forced:
        rule = "N-8.2d" if side_of(step.army) == "german" else "N-8.3d"
        for unit in command.units:
            draft.mark(unit, "moved", SPENT, rule=rule)


AfterCombat.menu = (
    Action(Advance, advance, advance_offers, refuse_advance),
    Action(Done, close_menu),
)


def open_advance(
    draft: Draft,
    army: Army,
    target: Zone,
    units: tuple[PieceId, ...],
    origins: tuple[Zone, ...],
    forced: bool,
) -> None:
    """10.3: all defenders are gone, or all that are left are under the town."""
    if not enemies_outside(draft.table, side_of(army), target):
        draft.begin(AfterCombat(army, target, units, origins, forced))


# Stepping out


class StepOut(Menu, frozen=True, tag="step-out"):
    """9.4: besieged who have won may come out from under the town."""

    side: Side
    space: Zone

    def asks(self, table: Table) -> Prompts:
        """The besieged."""
        seat = seat_of(table, army_at(table, self.side, self.space))
        return (Prompt(seat, (), "N-9.4d", f"Who comes out of the town in {self.space}?"),)

    def offers(self, table: Table, seat: Seat) -> tuple[Offer, ...]:
        """Any of them."""
        inside = table.zone(TOWN[self.space])
        if not inside:
            return ()
        slot = several_slot("units", inside, 1)
        come_out = offer(LeaveTown, "N-9.4d", "Come out of the town", slot)
        return (come_out, offer(Done, "N-9.4d", "All others stay inside"))

    def resume(self, draft: Draft) -> None:
        """Nobody is left inside."""
        draft.finish()


def come_out(draft: Draft, seat: Seat, command: LeaveTown) -> None:
    """9.4: above the card, in the same space."""
    space = top_step(draft, StepOut).space
    draft.move(command.units, space, rule="N-9.4d")
    take_control(draft, space, card_of(draft.table, command.units[0]).side)


StepOut.menu = (Action(LeaveTown, come_out), Action(Done, close_menu))


def open_step_out(draft: Draft, attacker: Side, space: Zone, origins: tuple[Zone, ...]) -> None:
    """9.4: the besiegers attacked the town and are all gone."""
    # Ruling: R-52 it takes that no enemy is left in the space.
    table = draft.table
    besieged = other_side(attacker)
    won = space in origins and enemies_inside(table, attacker, space)
    if won and not has_enemies(table, besieged, space):
        draft.begin(StepOut(besieged, space))
