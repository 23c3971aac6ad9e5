"""Move: hex by hex, unit by unit or group by group (O21)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.playing import play_cards
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.attack import MOVING
from wardiary.domain.games.combat_commander.morale.demoralise import remaining_units
from wardiary.domain.games.combat_commander.movement.leaving import Leaving
from wardiary.domain.games.combat_commander.orders.activation import (
    Activation,
    has_units_to_activate,
)
from wardiary.domain.games.combat_commander.orders.assault_fire import ASSAULT_FIRE
from wardiary.domain.games.combat_commander.orders.moving import Moving
from wardiary.domain.games.combat_commander.orders.order import Order
from wardiary.domain.games.combat_commander.orders.smoke_grenades import SMOKE_GRENADES
from wardiary.domain.games.combat_commander.table.commands import (
    Done,
    Group,
    HandOver,
    Leave,
    StepTo,
    Stop,
)
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.edges import may_exit
from wardiary.domain.games.combat_commander.terrain.fortifications import wire_in
from wardiary.domain.games.combat_commander.terrain.steps import (
    has_units_of,
    is_hex,
    move_cost,
    move_steps,
)
from wardiary.domain.games.combat_commander.units.units import (
    is_demoralised,
    units_in,
)
from wardiary.domain.games.combat_commander.weapons.effects import hand_weapon
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.games.kit.menus import Action, close_menu, top_step
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import (
    Offer,
    Prompt,
    Prompts,
    choice_slot,
    fixed_slot,
    several_slot,
)
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class MoveActivation(Activation, frozen=True, tag="move-activation"):
    """O21: the units activated to move."""

    order = "move"

    def begin_order(self, draft: Draft, units: tuple[PieceId, ...]) -> None:
        """They are moving until the order is over."""
        for unit in units:
            draft.mark(unit, MOVING, 1, until="order", rule="O21")
        draft.begin(MoveOrder(self.seat))


MOVE = Order(
    "move",
    has_units_to_activate,
    lambda draft, seat: draft.begin(MoveActivation(seat)),
    ("O14.1", "every unit has been activated this turn"),
)


# O21.2: the movers


def group_offers(table: Table, seat: Seat, order: Moving) -> Iterator[Offer]:
    """O21.2: units of one hex that have not moved yet."""
    del seat
    if order.movers:
        return
    stacks: dict[Zone, list[PieceId]] = {}
    for unit in order.waiting(table):
        stacks.setdefault(table.pieces[unit].zone, []).append(unit)
    for hex_label, units in stacks.items():
        yield Offer("group", (several_slot("units", units, 1),), "O21.2", f"move from {hex_label}")


def refuse_group(table: Table, seat: Seat, command: Group, order: Moving) -> None:
    """O21.2: others are moving, or the units are not in one hex."""
    del seat
    free = not order.movers and set(command.units) <= set(order.waiting(table))
    refuse_unless(free, "O21.2", "one unit or group finishes before others of the order start")
    hexes = {table.zone_of(unit) for unit in command.units}
    refuse_unless(len(hexes) <= 1, "O21.2", "a group begins in one hex")


def set_out(draft: Draft, seat: Seat, command: Group) -> None:
    """O21.2: these units move now."""
    del seat
    steady = tuple(unit for unit in command.units if not is_demoralised(draft.table, unit))
    draft.change(movers=command.units, steady=steady, spent=0, road=False, halted=False)


def stop_offers(table: Table, seat: Seat, order: Moving) -> Iterator[Offer]:
    """O14.4, O21.2: the end of the order, or of the movement of the movers."""
    del seat
    if not order.may_end(table):
        return
    if order.movers:
        yield Offer("stop", (), "O21.2", "they have finished")
    else:
        yield Offer("done", (), "O14.4", "the move order is over")


def refuse_stop(table: Table, seat: Seat, command: Stop | Done, order: Moving) -> None:
    """O14.4: too early."""
    del seat, command
    refuse_unless(order.may_end(table), "O14.4", "nobody has moved yet, and somebody still can")


def stop(draft: Draft, seat: Seat, command: Stop) -> None:
    """O21.2: the movers have finished."""
    del seat, command
    top_step(draft, Moving).stop(draft)


# O21.1: from hex to hex


def step_offers(table: Table, seat: Seat, order: Moving) -> Iterator[Offer]:
    """O21.1: the hexes for which there are enough movement points."""
    if order.movers:
        left = order.left(table)
        steps = move_steps(table, seat, order.here(table))
        hexes = [there for there, cost in steps if cost <= left]
        if hexes:
            yield Offer("step", (choice_slot("hex", hexes),), "O21.1", "enter a hex")


def refuse_step(table: Table, seat: Seat, command: StepTo, order: Moving) -> None:
    """O21.1, O21.4: why the movers cannot enter a hex."""
    if not order.movers:
        return
    here, there = order.here(table), command.hex
    if not is_hex(table, there) or not map_of(table).grid.adjacent(here, there):
        raise Illegal("O21.1", f"{there} is not next to {here}")
    if has_units_of(table, there, enemy_of(seat)):
        raise Illegal("O21.4", f"the enemy is in {there}")
    cost, left = move_cost(table, here, there), order.left(table)
    if cost is None:
        raise Illegal("O21.4", f"nobody can move from {here} to {there}")
    if cost > left:
        raise Illegal("O21.1", f"{there} costs {cost}, {left} are left")


def enter(draft: Draft, seat: Seat, command: StepTo) -> None:
    """O21.1, O21.3: the movers enter the hex; the opponent may fire at them."""
    del seat
    top_step(draft, Moving).step(draft, command.hex)


def leave_offers(table: Table, seat: Seat, order: Moving) -> Iterator[Offer]:
    """7.2.1: over the enemy's edge, for 1 movement point."""
    if order.movers and order.left(table) >= 1 and may_exit(table, seat, order.here(table)):
        unit = fixed_slot("unit", order.movers[0])
        yield Offer("leave", (unit,), "7.2.1", "leave over the enemy's edge")


def refuse_leave(table: Table, seat: Seat, command: Leave, order: Moving) -> None:
    """7.2: not over this edge."""
    del command
    at_the_edge = not order.movers or may_exit(table, seat, order.here(table))
    refuse_unless(at_the_edge, "7.2", "units leave over the enemy's edge only")


def leave(draft: Draft, seat: Seat, command: Leave) -> None:
    """7.2.1: the movers leave the map."""
    del seat, command
    order = top_step(draft, Moving)
    draft.change(settled=False, carried_out=True, spent=order.spent + 1)
    draft.begin(Leaving(order.movers))


def hand_over_offers(table: Table, seat: Seat, order: Moving) -> Iterator[Offer]:
    """O21.1.1: each weapon of the movers, to a unit without weapon in the hex."""
    if not order.movers or order.left(table) < 1:
        return
    units = units_in(table, order.here(table), seat)
    free = [unit for unit in units if not weapon_of(table, unit)]
    for mover in order.movers:
        if free and (weapon := weapon_of(table, mover)):
            slots = (fixed_slot("weapon", weapon), choice_slot("to", free))
            yield Offer("hand-over", slots, "O21.1.1")


def hand_over(draft: Draft, seat: Seat, command: HandOver) -> None:
    """O21.1.1: another unit carries the weapon."""
    del seat
    # Ruling: AMB-16, only the entry of a hex may be shot at, no other expenditure.
    draft.change(spent=top_step(draft, Moving).spent + 1)
    hand_weapon(draft, command.weapon, command.to, rule="O21.1.1")


class MoveOrder(Moving, frozen=True, tag="move-order"):
    """O21: units move one by one or in groups, hex by hex."""

    menu = (
        Action(Group, set_out, group_offers, refuse_group),
        Action(StepTo, enter, step_offers, refuse_step),
        Action(Leave, leave, leave_offers, refuse_leave),
        Action(Stop, stop, stop_offers, refuse_stop),
        Action(Done, close_menu, refuse=refuse_stop),
        Action(HandOver, hand_over, hand_over_offers),
        play_cards(SMOKE_GRENADES, ASSAULT_FIRE),
    )

    def asks(self, table: Table) -> Prompts:
        """The player, unless the last step has to be dealt with."""
        if not self.settled:
            return ()
        facts: dict[str, str | int] = {"window": "move", "spent": self.spent}
        if self.movers:
            facts["hex"] = self.here(table)
            facts["left"] = self.left(table)
        return (Prompt(self.seat, (), "O21", self._question(table), facts),)

    def _question(self, table: Table) -> str:
        if not self.movers:
            return "which units move next?"
        names = ", ".join(self.movers)
        return f"{names}: {self.spent} spent, {self.left(table)} left; where to?"

    def resume(self, draft: Draft) -> None:
        """O21.2: after a step: a unit shaken or lost stops its whole group; wire halts it."""
        # Ruling: AMB-18, a lone unit that is demoralised on the way stops as a group would.
        table = draft.table
        if not self.movers:
            draft.change(settled=True)
            return
        lost = [mover for mover in self.movers if not remaining_units(table, (mover,))]
        movers = remaining_units(table, self.movers)
        steady = remaining_units(table, self.steady)
        shaken = any(is_demoralised(table, unit) for unit in steady)
        # O21.2: a group stays together; a blaze may have driven it apart (E46).
        is_apart = len({table.zone_of(mover) for mover in movers}) > 1
        if lost or shaken or is_apart or not movers:
            self.stop(draft)
            return
        here = table.pieces[movers[0]].zone
        halted = self.halted or wire_in(table, here)
        draft.change(movers=movers, halted=halted, settled=True)


STEPS: tuple[type[Step], ...] = (MoveActivation, MoveOrder)
