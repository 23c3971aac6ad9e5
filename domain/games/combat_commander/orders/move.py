"""Move: hex by hex, unit by unit or group by group, with what may break in (O21, A26, A39)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.actions.opportunity_fire import AfterEntry
from wardiary.domain.games.combat_commander.cards.cards import card_of, cards_for, play
from wardiary.domain.games.combat_commander.cards.refusals import refuse_another_order, refuse_play
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.defence import MOVING
from wardiary.domain.games.combat_commander.fire.fire_order import (
    begin_fire,
    fire_offers,
    refuse_weak_fire,
)
from wardiary.domain.games.combat_commander.fire.refusals import refuse_fire
from wardiary.domain.games.combat_commander.fire.targets import elements_of, has_boxed, targets_of
from wardiary.domain.games.combat_commander.morale.demoralise import standing_for
from wardiary.domain.games.combat_commander.movement.entering import Entering
from wardiary.domain.games.combat_commander.movement.leaving import Leaving
from wardiary.domain.games.combat_commander.orders.refusals import refuse_step
from wardiary.domain.games.combat_commander.table.commands import (
    Done,
    Group,
    HandOver,
    Leave,
    Pass,
    Play,
    StepTo,
    Stop,
)
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.fortifications import is_trench_step, wire_in
from wardiary.domain.games.combat_commander.terrain.smoke import lay_smoke
from wardiary.domain.games.combat_commander.terrain.terrain import (
    enters_a_road,
    may_exit,
    move_cost,
    move_steps,
    takes_smoke,
)
from wardiary.domain.games.combat_commander.units.units import (
    is_boxed,
    is_demoralised,
    movement,
    units_in,
    units_on_map,
)
from wardiary.domain.games.combat_commander.weapons.effects import hand_weapon, weapons_may_go
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.play.commands import Command, Illegal
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

_ACTIONS = {"A26": "assault-fire", "A39": "smoke-grenades"}


@weapons_may_go
class MoveOrder(Step, frozen=True, tag="move-order"):
    """O21: who of the activated moves now, what it has spent, and who has finished.

    `steady` are the movers that were not demoralised when they set out; `halted` that wire has
    taken the rest of their movement; `settled` that the last step has been looked at.
    """

    seat: Seat
    movers: tuple[PieceId, ...] = ()
    steady: tuple[PieceId, ...] = ()
    spent: int = 0
    road: bool = False
    halted: bool = False
    finished: tuple[PieceId, ...] = ()
    carried_out: bool = False
    settled: bool = True

    # What may be done

    def prompts(self, table: Table) -> Prompts:
        """Who moves, or where to, and the actions of the mover (A26, A39)."""
        if not self.settled:
            return ()
        offers = self._step_offers(table) if self.movers else self._group_offers(table)
        offers += action_offers(table, self.seat)
        facts: dict[str, str | int] = {"window": "move", "spent": self.spent}
        if self.movers:
            facts["hex"] = table.pieces[self.movers[0]].zone
            facts["left"] = self._left(table)
        return (Prompt(self.seat, tuple(offers), "O21", self._question(table), facts),)

    def _question(self, table: Table) -> str:
        if not self.movers:
            return "who moves next?"
        names = ", ".join(self.movers)
        return f"{names}: {self.spent} spent, {self._left(table)} left; where to?"

    def _waiting(self, table: Table) -> tuple[PieceId, ...]:
        finished = standing_for(table, self.finished)
        return tuple(
            unit
            for unit in units_on_map(table, self.seat)
            if table.mark(unit, MOVING) and unit not in finished
        )

    def _group_offers(self, table: Table) -> list[Offer]:
        stacks: dict[Zone, list[PieceId]] = {}
        waiting = self._waiting(table)
        for unit in waiting:
            stacks.setdefault(table.pieces[unit].zone, []).append(unit)
        offers = [
            Offer("group", (several_slot("units", units, 1),), "O21.2", f"move from {hex_label}")
            for hex_label, units in stacks.items()
        ]
        if self._may_end(table):
            offers.append(Offer("done", (), "O14.4", "the move order is over"))
        return offers

    def _may_end(self, table: Table) -> bool:
        """O14.4: somebody has moved, or nobody can."""
        # Ruling: AMB-48, an order nobody can carry out any more may be closed.
        if self.carried_out:
            return True
        if self.movers:
            return not self._can_go(table, self.movers, self._left(table))
        waiting = self._waiting(table)
        return not any(self._can_go(table, (unit,), movement(table, unit)) for unit in waiting)

    def _can_go(self, table: Table, units: tuple[PieceId, ...], left: int) -> bool:
        here = table.pieces[units[0]].zone
        if left >= 1 and may_exit(table, self.seat, here):
            return True
        return any(cost <= left for _, cost in move_steps(table, self.seat, here))

    def _left(self, table: Table) -> int:
        """3.1.3, T93, F106.2: what the slowest mover has left."""
        if self.halted:
            return 0
        slowest = min(movement(table, mover) for mover in self.movers)
        # Who loses the leader he set out with may have spent more than is left to him.
        return max(slowest + int(self.road) - self.spent, 0)

    def _step_offers(self, table: Table) -> list[Offer]:
        here, left = table.pieces[self.movers[0]].zone, self._left(table)
        offers: list[Offer] = []
        hexes = [there for there, cost in move_steps(table, self.seat, here) if cost <= left]
        if hexes:
            offers.append(Offer("step", (choice_slot("hex", hexes),), "O21.1", "enter a hex"))
        if left >= 1 and may_exit(table, self.seat, here):
            unit = fixed_slot("unit", self.movers[0])
            offers.append(Offer("leave", (unit,), "7.2.1", "leave over the enemy's edge"))
        if self._may_end(table):
            offers.append(Offer("stop", (), "O21.2", "they have finished"))
        if left >= 1:
            offers += self._hand_over_offers(table, here)
        return offers

    def _hand_over_offers(self, table: Table, here: Zone) -> list[Offer]:
        free = [unit for unit in units_in(table, here, self.seat) if not weapon_of(table, unit)]
        armed = [(mover, weapon_of(table, mover)) for mover in self.movers]
        return [
            Offer("hand-over", (fixed_slot("weapon", weapon), choice_slot("to", free)), "O21.1.1")
            for _, weapon in armed
            if weapon and free
        ]

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """O14.2, O14.4, O21, A26, A39: why the mover cannot do that."""
        refuse_another_order(command)
        allowed = [_ACTIONS[offer.rule] for offer in action_offers(table, seat)]
        refuse_play(table, seat, command, allowed)
        if isinstance(command, Group) and (
            self.movers or not set(command.units) <= set(self._waiting(table))
        ):
            raise Illegal("O21.2", "one unit or group finishes before others of the order start")
        if isinstance(command, Group) and len({table.zone_of(unit) for unit in command.units}) > 1:
            raise Illegal("O21.2", "a group begins in one hex")
        if self.movers and isinstance(command, Leave):
            if not may_exit(table, seat, table.zone_of(self.movers[0])):
                raise Illegal("7.2", "units leave over the enemy's edge only")
        if self.movers:
            here = table.zone_of(self.movers[0])
            refuse_step(table, seat, command, here, self._left(table))
        if isinstance(command, Stop | Done) and not self._may_end(table):
            raise Illegal("O14.4", "nobody has moved yet, and somebody still can")

    # What is done

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """One step, one change of movers, one action, or the end."""
        match command:
            case Group():
                self._set_out(draft, command.units)
            case StepTo():
                self._step(draft, command.hex)
            case Leave():
                draft.change(settled=False, carried_out=True, spent=self.spent + 1)
                draft.begin(Leaving(self.movers))
            case Stop():
                self._stop(draft)
            case HandOver():
                # Ruling: AMB-16, only the entry of a hex may be shot at, no other expenditure.
                draft.change(spent=self.spent + 1)
                hand_weapon(draft, command.weapon, command.to, rule="O21.1.1")
            case Play():
                draft.change(settled=False)
                play_in_move(draft, seat, command)
            case _:
                assert isinstance(command, Done)
                draft.finish()

    def _set_out(self, draft: Draft, units: tuple[PieceId, ...]) -> None:
        steady = tuple(unit for unit in units if not is_demoralised(draft.table, unit))
        draft.change(movers=units, steady=steady, spent=0, road=False, halted=False)

    def _step(self, draft: Draft, there: Zone) -> None:
        table = draft.table
        here = table.pieces[self.movers[0]].zone
        cost = move_cost(table, here, there)
        assert cost is not None
        items = (("spent before", self.spent, "O21.5"), (f"into {there}", cost, "O21.1"))
        spent = draft.total("movement points", items, rule="O21.5")
        draft.change(
            spent=spent,
            # Ruling: AMB-56, the road's bonus comes with entering it.
            road=self.road or enters_a_road(table, there),
            halted=self.halted or wire_in(table, here),
            carried_out=True,
            settled=False,
        )
        fire = not is_trench_step(table, here, there)
        draft.begin(AfterEntry(enemy_of(self.seat), there, self.movers, fire=fire))
        draft.begin(Entering(self.movers, here, there, "move"))

    def _stop(self, draft: Draft) -> None:
        draft.change(
            finished=(*self.finished, *self.movers), movers=(), steady=(), spent=0, settled=True
        )

    def resume(self, draft: Draft) -> None:
        """O21.2: after a step: whoever was shaken or lost stops his whole group; wire halts it."""
        # Ruling: AMB-18, a lone unit that is demoralised on the way stops as a group would.
        table = draft.table
        if not self.movers:
            draft.change(settled=True)
            return
        lost = [mover for mover in self.movers if not standing_for(table, (mover,))]
        movers = standing_for(table, self.movers)
        shaken = [unit for unit in standing_for(table, self.steady) if is_demoralised(table, unit)]
        # O21.2: a group stays together; a fire may have driven it apart (E46).
        apart = len({table.zone_of(mover) for mover in movers}) > 1
        if lost or shaken or apart or not movers:
            self._stop(draft)
            return
        here = table.pieces[movers[0]].zone
        halted = self.halted or wire_in(table, here)
        draft.change(movers=movers, halted=halted, settled=True)


def action_offers(table: Table, seat: Seat) -> list[Offer]:
    """O14.3, A24, A26, A39: what the player of a move order may play at any moment of it."""
    offers = []
    cards = cards_for(table, seat, "smoke-grenades")
    if cards and (hexes := smoke_places(table, seat)):
        slots = (choice_slot("card", cards), choice_slot("at", hexes))
        facts: dict[str, str | int] = {"action": "smoke-grenades"}
        offers.append(Offer("play", slots, "A39", "smoke grenades", facts=facts))
    cards = cards_for(table, seat, "assault-fire")
    if cards and targets_of(table, seat, assault_elements(table, seat)):
        slots = (choice_slot("card", cards), fixed_slot("at", ""))
        facts = {"action": "assault-fire"}
        offers.append(Offer("play", slots, "A26", "assault fire", facts=facts))
    return offers


def smoke_places(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A39: in or next to the hex of a unit with boxed movement that is activated for the move."""
    grid, hexes = map_of(table).grid, {}
    for unit in units_on_map(table, seat):
        if table.mark(unit, MOVING) and is_boxed(table, unit, "movement"):
            here = table.pieces[unit].zone
            hexes.update(dict.fromkeys((here, *grid.neighbours(here))))
    return tuple(hex_label for hex_label in hexes if takes_smoke(table, hex_label))


def assault_elements(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """A26: units activated for the move, and their weapons, that have boxed firepower."""
    moving = [unit for unit in units_on_map(table, seat) if table.mark(unit, MOVING)]
    return tuple(
        element for element in elements_of(table, moving) if has_boxed(table, element, "firepower")
    )


def play_in_move(draft: Draft, seat: Seat, command: Play) -> None:
    """A26, A39: smoke, or one fire."""
    if card_of(draft.table, command.card).action == "smoke-grenades":
        play(draft, seat, command.card, rule="A39")
        lay_smoke(draft, seat, command.at, rule="A39")
    else:
        play(draft, seat, command.card, rule="A26")
        draft.begin(AssaultFire(seat))


@weapons_may_go
class AssaultFire(Step, frozen=True, tag="assault-fire"):
    """A26: one fire by those with boxed firepower, as in a fire order."""

    seat: Seat
    fired: tuple[PieceId, ...] = ()

    def prompts(self, table: Table) -> Prompts:
        """At what; the player may also let it be."""
        if self.fired:
            return ()
        offers = fire_offers(table, self.seat, assault_elements(table, self.seat))
        offers.append(Offer("pass", (), "A26", "do not fire"))
        return (Prompt(self.seat, tuple(offers), "A26", "assault fire at what?"),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """A26: only elements with boxed firepower, at what they can reach."""
        refuse_another_order(command)
        refuse_fire(table, seat, command, assault_elements(table, seat), ())
        refuse_weak_fire(table, seat, command, assault_elements(table, seat))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """The fire, or none."""
        if isinstance(command, Pass):
            draft.finish()
        else:
            begin_fire(draft, seat, command, assault_elements(draft.table, seat))

    def resume(self, draft: Draft) -> None:
        """It has been made."""
        draft.finish()


STEPS: tuple[type[Step], ...] = (MoveOrder, AssaultFire)
