"""When a unit has entered a hex: opportunity fire, hidden mines and hidden wire (A33, A35)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.cards.cards import (
    card_of,
    cards_for,
    could_hold,
    could_hold_order,
    is_defender,
    orders_in_hand,
    play,
)
from wardiary.domain.games.combat_commander.cards.refusals import refuse_card, refuse_play
from wardiary.domain.games.combat_commander.components.printed import ActionName, map_of
from wardiary.domain.games.combat_commander.fire.fire_order import (
    begin_fire,
    fire_offers,
    refuse_weak_fire,
)
from wardiary.domain.games.combat_commander.fire.refusals import refuse_reach
from wardiary.domain.games.combat_commander.fire.targets import (
    elements_of,
    fire_items,
    is_artillery,
    targets_of,
    volleys,
)
from wardiary.domain.games.combat_commander.fortifications.construction import (
    may_fortify,
    place_fortification,
)
from wardiary.domain.games.combat_commander.morale.demoralise import standing_for
from wardiary.domain.games.combat_commander.movement.entering import mines_attack
from wardiary.domain.games.combat_commander.table.commands import FireAt, Pass, Play, Watch
from wardiary.domain.games.combat_commander.units.units import (
    commanded_by,
    hexes_held,
    total,
    unit_card,
    units_on_map,
)
from wardiary.domain.games.combat_commander.weapons.effects import weapons_may_go
from wardiary.domain.games.combat_commander.weapons.weapons import carrier, is_weapon
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

WATCHING = "watching"
OP_FIRE = "op-fire"


@weapons_may_go
class AfterEntry(Step, frozen=True, tag="after-entry"):
    """O21.3, O21.6, A24.2: after an entry the inactive player acts first, as long as he likes.

    `fire` says whether opportunity fire is still allowed for this one expenditure (A33.3).
    """

    seat: Seat
    hex: Zone
    movers: tuple[PieceId, ...]
    fire: bool
    fired: tuple[PieceId, ...] = ()

    def _there(self, table: Table) -> tuple[PieceId, ...]:
        units = standing_for(table, self.movers)
        return tuple(unit for unit in units if table.pieces[unit].zone == self.hex)

    def _may_fire(self) -> bool:
        # Ruling: AMB-17, one fire for each expenditure, by old and new firers together.
        return self.fire and not self.fired

    def prompts(self, table: Table) -> Prompts:
        """Asked whenever some hand could hold something for this moment."""
        there = self._there(table)
        if not there:
            return ()
        reach = self._in_reach(table) if self._may_fire() else frozenset()
        if not self._is_open(table, reach):
            return ()
        offers = [Offer("pass", (), "O21.6", "let them go on")]
        offers += self._watch_offers(table, reach)
        if self._may_fire():
            offers += fire_offers(table, self.seat, watchers(table, self.seat), (self.hex,))
        offers += self._hidden_offers(table)
        facts: dict[str, str | int] = {
            "window": "after-entry",
            "hex": self.hex,
            "units": len(there),
            "firers": len(reach),
            "distance": self._distance(table),
        }
        question = f"{', '.join(there)} entered {self.hex}"
        return (Prompt(self.seat, tuple(offers), "O21.6", question, facts),)

    def _distance(self, table: Table) -> int:
        """How far the nearest own unit is, for answers such as "only when they come next to us"."""
        grid, occupied = map_of(table).grid, hexes_held(table, self.seat)
        return min((grid.distance(hex_label, self.hex) for hex_label in occupied), default=0)

    def _in_reach(self, table: Table) -> frozenset[PieceId]:
        """A33.2: the units that, or whose weapon, could fire at the hex."""
        units = units_on_map(table, self.seat)
        elements = [
            element for element in elements_of(table, units) if not is_artillery(table, element)
        ]
        shooters = targets_of(table, self.seat, elements, (self.hex,)).get(self.hex, ())
        return frozenset(
            carrier(table, element) if is_weapon(table, element) else element
            for element in shooters
        )

    def _is_open(self, table: Table, reach: frozenset[PieceId]) -> bool:
        watching = any(table.mark(unit, WATCHING) for unit in reach)
        fresh = any(can_watch(table, unit) for unit in reach)
        if watching or (fresh and could_hold_order(table, self.seat, "fire")):
            return True
        return is_defender(table, self.seat) and (
            (may_fortify(table, self.hex, "mines") and could_hold(table, self.seat, "hidden-mines"))
            or (
                may_fortify(table, self.hex, "wire") and could_hold(table, self.seat, "hidden-wire")
            )
        )

    def _watch_offers(self, table: Table, reach: frozenset[PieceId]) -> list[Offer]:
        cards = orders_in_hand(table, self.seat, "fire") if self._may_fire() else ()
        if not cards:
            return []
        return watch_offers(table, self.seat, cards, reach, self.hex)

    def _hidden_offers(self, table: Table) -> list[Offer]:
        if not is_defender(table, self.seat):
            return []
        offers = []
        if may_fortify(table, self.hex, "mines"):
            offers += [
                self._hidden_offer(card, "A35.2", "hidden-mines")
                for card in cards_for(table, self.seat, "hidden-mines")
            ]
        if may_fortify(table, self.hex, "wire"):
            offers += [
                self._hidden_offer(card, "A35.5", "hidden-wire")
                for card in cards_for(table, self.seat, "hidden-wire")
            ]
        return offers

    def _hidden_offer(self, card: PieceId, rule: str, action: ActionName) -> Offer:
        slots = (fixed_slot("card", card), fixed_slot("at", self.hex))
        return Offer("play", slots, rule, action.replace("-", " "), facts={"action": action})

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """A33, A35.2, A35.5: why that cannot be done to those who came."""
        refuse_card(table, seat, command)
        if isinstance(command, Watch | FireAt) and not self._may_fire():
            raise Illegal("A33.3", "one fire for each expenditure, and none from trench to trench")
        if isinstance(command, Watch):
            if command.card not in orders_in_hand(table, seat, "fire"):
                raise Illegal("A33.1", "this card is no fire card")
            for unit in (command.head, *command.others):
                if unit in table.pieces and not can_watch(table, unit):
                    raise Illegal("A33.3", f"{unit} was activated for opportunity fire this turn")
        if isinstance(command, Watch):
            named = {command.head, *command.others}
            if not named & self._in_reach(table):
                raise Illegal("O20.1", f"nobody of these has {self.hex} in sight and range")
        if isinstance(command, FireAt):
            self._refuse_fire(table, seat, command)
        allowed = [offer.label.replace(" ", "-") for offer in self._hidden_offers(table)]
        refuse_play(table, seat, command, allowed)

    def _refuse_fire(self, table: Table, seat: Seat, command: FireAt) -> None:
        if command.hex != self.hex:
            raise Illegal("A33.2", f"only {self.hex} may be fired at")
        if command.base not in watchers(table, seat):
            raise Illegal("A33.2", f"{command.base} is not activated for opportunity fire")
        refuse_reach(table, command.base, self.hex)
        refuse_weak_fire(table, seat, command, watchers(table, seat))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Activate, fire, hide something, or let them go on."""
        if isinstance(command, Pass):
            draft.finish()
        elif isinstance(command, Watch):
            play(draft, seat, command.card, rule="A33.2")
            for unit in (command.head, *command.others):
                draft.mark(unit, OP_FIRE, 1, until="turn", rule="A33.2")
                draft.mark(unit, WATCHING, 1, until="order", rule="A33.2")
        elif isinstance(command, Play):
            self._hide(draft, seat, command)
        else:
            begin_fire(draft, seat, command, watchers(draft.table, seat))

    def _hide(self, draft: Draft, seat: Seat, command: Play) -> None:
        if card_of(draft.table, command.card).action == "hidden-mines":
            play(draft, seat, command.card, rule="A35.2")
            place_fortification(draft, "mines", self.hex, rule="A35.2")
            mines_attack(draft, self._there(draft.table))
        else:
            play(draft, seat, command.card, rule="A35.5")
            place_fortification(draft, "wire", self.hex, rule="A35.5")

    def resume(self, draft: Draft) -> None:
        """Nothing could be done here."""
        draft.finish()


def can_watch(table: Table, unit: PieceId) -> bool:
    """A33.3: activated for opportunity fire once a turn; heroes as often as they like."""
    return not table.mark(unit, OP_FIRE) or unit_card(table, unit).type == "hero"


def watchers(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """A33.2, A33.3, A24.3: what may fire as opportunity fire during this move order."""
    units = [unit for unit in units_on_map(table, seat) if table.mark(unit, WATCHING)]
    return tuple(
        element for element in elements_of(table, units) if not is_artillery(table, element)
    )


def watch_offers(
    table: Table,
    seat: Seat,
    cards: tuple[PieceId, ...],
    reach: frozenset[PieceId],
    there: Zone,
) -> list[Offer]:
    """A33.2, O14.1: a fire card activates a unit, or a leader and any of those in his radius.

    Each offer tells with what firepower those it activates could fire at the hex just entered.
    """
    able = tuple(unit for unit in units_on_map(table, seat) if can_watch(table, unit))
    offers = []
    for unit in able:
        if unit in reach and not unit_card(table, unit).is_leader:
            slots = (
                choice_slot("card", cards),
                fixed_slot("head", unit),
                several_slot("others", ()),
            )
            facts = watch_facts(table, seat, (unit,), there)
            offers.append(Offer("watch", slots, "A33.2", f"fire with {unit}", facts=facts))
    for leader in able:
        if not unit_card(table, leader).is_leader:
            continue
        led = tuple(unit for unit in commanded_by(table, leader) if unit in able)
        ready = tuple(unit for unit in led if unit in reach)
        # Whoever does not reach this hex may reach the next one of the same order (A33.3).
        idle = tuple(unit for unit in led if unit not in reach)
        groups = [(led, 0)] if leader in reach else volleys(ready, idle) if ready else []
        for others, least in groups:
            slots = (
                choice_slot("card", cards),
                fixed_slot("head", leader),
                several_slot("others", others, least),
            )
            facts = watch_facts(table, seat, (leader, *others), there)
            label = f"fire with {leader} and others"
            offers.append(Offer("watch", slots, "A33.2", label, facts=facts))
    return offers


def watch_facts(
    table: Table, seat: Seat, units: Iterable[PieceId], there: Zone
) -> dict[str, str | int]:
    """For standing answers: how many of these could fire at a hex, and the strongest of them."""
    elements = [
        element for element in elements_of(table, units) if not is_artillery(table, element)
    ]
    shooters = targets_of(table, seat, elements, (there,)).get(there, ())
    strengths = [total(fire_items(table, (element,), (there,))) for element in shooters]
    return {"hex": there, "firepower": max(strengths, default=0), "elements": len(shooters)}


STEPS: tuple[type[Step], ...] = (AfterEntry,)
