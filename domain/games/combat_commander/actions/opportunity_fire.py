"""Opportunity fire: firing at units that enter a hex (A33)."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.actions.entry import Entry
from wardiary.domain.games.combat_commander.cards.cards import (
    could_hold_order,
    orders_in_hand,
    play,
)
from wardiary.domain.games.combat_commander.cards.playing import refuse_card
from wardiary.domain.games.combat_commander.fire.firing import (
    begin_fire,
    fire_offers,
    refuse_weak_fire,
)
from wardiary.domain.games.combat_commander.fire.refusals import refuse_reach
from wardiary.domain.games.combat_commander.fire.targets import (
    elements_of,
    fire_items,
    groups_led_by,
    is_artillery,
    targets_of,
)
from wardiary.domain.games.combat_commander.table.commands import FireAt, Watch
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.totals import total
from wardiary.domain.games.combat_commander.table.zones import COUNTERS
from wardiary.domain.games.combat_commander.units.units import unit_card
from wardiary.domain.games.combat_commander.weapons.weapons import carrier_of, is_weapon
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import (
    Offer,
    choice_slot,
    fixed_slot,
    several_slot,
)
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

WATCHING = "watching"
"""The mark of units that may fire at entries until the order is over."""
OP_FIRE = "op-fire"
"""The mark of units that were activated for opportunity fire this turn."""


def can_watch(table: Table, unit: PieceId) -> bool:
    """A33.3: activated for opportunity fire once a turn; heroes as often as they like."""
    return not table.mark(unit, OP_FIRE) or unit_card(table, unit).type == "hero"


@remembered(COUNTERS)
def watchers(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """A33.2, A33.3, A24.3: the counters that may make opportunity fire during this move order."""
    units = [unit for unit in units_on_map(table, seat) if table.mark(unit, WATCHING)]
    return tuple(
        element for element in elements_of(table, units) if not is_artillery(table, element)
    )


def may_fire(entry: Entry) -> bool:
    """A33.3: whether this expenditure may still be fired at."""
    # Ruling: AMB-17, one fire for each expenditure, by counters activated before and now together.
    return entry.fire and not entry.fired


def in_reach(table: Table, entry: Entry) -> frozenset[PieceId]:
    """A33.2: the units that, or whose weapon, could fire at the hex."""
    if not may_fire(entry):
        return frozenset()
    units = units_on_map(table, entry.seat)
    elements = [
        element for element in elements_of(table, units) if not is_artillery(table, element)
    ]
    shooters = targets_of(table, entry.seat, elements, (entry.hex,)).get(entry.hex, ())
    return frozenset(
        carrier_of(table, element) if is_weapon(table, element) else element for element in shooters
    )


def could_fire(table: Table, seat: Seat, reach: frozenset[PieceId]) -> bool:
    """A33: whether any unit in reach is watching, or some hand could activate it."""
    if any(table.mark(unit, WATCHING) for unit in reach):
        return True
    can_be_activated = any(can_watch(table, unit) for unit in reach)
    return can_be_activated and could_hold_order(table, seat, "fire")


def watch_offers(table: Table, seat: Seat, entry: Entry) -> list[Offer]:
    """A33.2: fire cards, with the units that they may activate."""
    cards = orders_in_hand(table, seat, "fire") if may_fire(entry) else ()
    if not cards:
        return []
    return groups_to_watch(table, seat, cards, in_reach(table, entry), entry.hex)


def refuse_watch(table: Table, seat: Seat, command: Watch, entry: Entry) -> None:
    """A33.1, A33.3, O20.1: no fire card, activated already, or nobody in reach."""
    refuse_card(table, seat, command)
    refuse_second_fire(entry)
    if command.card not in orders_in_hand(table, seat, "fire"):
        raise Illegal("A33.1", "this card is no fire card")
    units = (command.head, *command.others)
    for unit in units:
        if unit in table.pieces and not can_watch(table, unit):
            raise Illegal("A33.3", f"{unit} was activated for opportunity fire this turn")
    if not set(units) & in_reach(table, entry):
        raise Illegal("O20.1", f"none of these units has {entry.hex} in sight and range")


def refuse_second_fire(entry: Entry) -> None:
    """A33.3: fired at already, or not to be fired at."""
    why = "one fire for each expenditure, and none from trench to trench"
    refuse_unless(may_fire(entry), "A33.3", why)


def watch(draft: Draft, seat: Seat, command: Watch) -> None:
    """A33.2: the units may fire until the order is over."""
    play(draft, seat, command.card, rule="A33.2")
    for unit in (command.head, *command.others):
        draft.mark(unit, OP_FIRE, 1, until="turn", rule="A33.2")
        draft.mark(unit, WATCHING, 1, until="order", rule="A33.2")


def opportunity_fire_offers(table: Table, seat: Seat, entry: Entry) -> list[Offer]:
    """A33.2: a fire of the units activated for it, at the hex just entered."""
    if not may_fire(entry):
        return []
    return fire_offers(table, seat, watchers(table, seat), (entry.hex,))


def refuse_opportunity_fire(table: Table, seat: Seat, command: FireAt, entry: Entry) -> None:
    """A33.2, A33.3: at another hex, not activated for it, or out of reach."""
    refuse_second_fire(entry)
    if command.hex != entry.hex:
        raise Illegal("A33.2", f"only {entry.hex} may be fired at")
    elements = watchers(table, seat)
    if command.base not in elements:
        raise Illegal("A33.2", f"{command.base} is not activated for opportunity fire")
    refuse_reach(table, command.base, entry.hex)
    refuse_weak_fire(table, seat, command, elements)


def fire(draft: Draft, seat: Seat, command: FireAt) -> None:
    """A33.2: the fire is prepared."""
    begin_fire(draft, seat, command, watchers(draft.table, seat))


WATCH: Action[Entry] = Action(Watch, watch, watch_offers, refuse_watch)
OPPORTUNITY_FIRE: Action[Entry] = Action(
    FireAt, fire, opportunity_fire_offers, refuse_opportunity_fire
)


def groups_to_watch(
    table: Table,
    seat: Seat,
    cards: tuple[PieceId, ...],
    reach: frozenset[PieceId],
    there: Zone,
) -> list[Offer]:
    """A33.2, O14.1: a fire card activates a unit, or a leader and any of those in his radius.

    The facts of an offer give the firepower of its units at the hex just entered.
    """
    units = tuple(unit for unit in units_on_map(table, seat) if can_watch(table, unit))
    offers = []
    for unit in units:
        if unit in reach and not unit_card(table, unit).is_leader:
            slots = (
                choice_slot("card", cards),
                fixed_slot("head", unit),
                several_slot("others", ()),
            )
            facts = watch_facts(table, seat, (unit,), there)
            offers.append(Offer("watch", slots, "A33.2", f"fire with {unit}", facts=facts))
    for leader in units:
        if not unit_card(table, leader).is_leader:
            continue
        # Units that do not reach this hex may reach the next one of the same order (A33.3).
        for others, least in groups_led_by(table, leader, units, reach):
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
    """For standing answers: how many counters could fire at a hex, and the highest firepower."""
    elements = [
        element for element in elements_of(table, units) if not is_artillery(table, element)
    ]
    shooters = targets_of(table, seat, elements, (there,)).get(there, ())
    strengths = [total(fire_items(table, (element,), (there,))) for element in shooters]
    return {"hex": there, "firepower": max(strengths, default=0), "elements": len(shooters)}
