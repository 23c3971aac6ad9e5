"""What a fire or roll amounts to before its cards are turned up, for the seat that looks ahead.

Dice are read off the cards of a deck, so the cards that the seat has not seen say how likely each
number is: those not on the discards, and not in its own hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from wardiary.domain.games.combat_commander.cards.rolls import PRODUCTS, Roll
from wardiary.domain.games.combat_commander.components.printed import (
    map_of,
    pack_of,
    scenario_of,
)
from wardiary.domain.games.combat_commander.fire.aim import Aim, attack_of
from wardiary.domain.games.combat_commander.fire.attack import MOVING
from wardiary.domain.games.combat_commander.fire.defence import Attack
from wardiary.domain.games.combat_commander.fire.firing import Targeting
from wardiary.domain.games.combat_commander.fire.targets import worst_hindrance
from wardiary.domain.games.combat_commander.table.zones import discards, hand
from wardiary.domain.games.combat_commander.units.numbers import morale_items
from wardiary.domain.play.forecast import (
    Forecast,
    Foreseen,
    Likelihood,
    contest,
    of_weights,
    total_of,
)
from wardiary.domain.play.steps import Step
from wardiary.domain.table.events import TotalComputed
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

Weights = Mapping[int, int]


def rolls_ahead(table: Table, seat: Seat, value: Callable[[int, int], int]) -> Weights:
    """1.9: how often each result is on the cards of a seat's deck that have not been seen."""
    cards = pack_of(table).decks[scenario_of(table).force(seat).nation]
    left = Counter(card.kind for card in cards)
    left.subtract(
        table.pieces[piece].kind
        for zone in (discards(seat), hand(seat))
        for piece in table.zone(zone)
        if table.pieces[piece].kind in left
    )
    weights: Counter[int] = Counter()
    for card in cards:
        weights[value(card.white, card.red)] += max(0, left[card.kind])
    return weights


def sums(table: Table, seat: Seat) -> Weights:
    """1.9: the two dice of a seat's unseen cards, added."""
    return rolls_ahead(table, seat, lambda white, red: white + red)


def expected(foreseen: Foreseen) -> Forecast:
    """O20.3.3, O20.3.4: the totals of a fire, and how likely each unit at the target suffers.

    Of any other roll against a number: how likely it is higher.
    """
    table, steps = foreseen.after, foreseen.steps
    top = steps[-1] if steps else None
    if isinstance(top, Aim):
        items = top.items(table)
        firepower = total_of(f"firepower {top.hexes[0]}", items, "O20.3.1.2")
        return _fire(table, attack_of(table, top, firepower.total), (firepower,))
    if isinstance(top, Roll) and len(steps) > 1:
        return _roll(table, top, steps[-2])
    return Forecast()


def _roll(table: Table, roll: Roll, below: Step) -> Forecast:
    if isinstance(below, Attack) and not below.unit:
        return _fire(table, below, ())
    if isinstance(below, Targeting):
        return Forecast((), (_targeting(table, roll, below),))
    if roll.against is None or roll.purpose in PRODUCTS:
        return Forecast()
    return Forecast((), (_higher(table, roll, roll.against - roll.base, below),))


def _higher(table: Table, roll: Roll, number: int, below: Step) -> Likelihood:
    """1.9: how likely the dice are higher than a number."""
    rule = "O20.3.4" if isinstance(below, Attack) else "1.9"
    weights = sums(table, roll.seat)
    return of_weights(f"more than {number} is rolled", rule, weights, lambda n: n > number)


def _targeting(table: Table, roll: Roll, aim: Targeting) -> Likelihood:
    """O20.2.3: the product of the dice, less the hindrance, against the range."""
    distance = map_of(table).grid.distance(aim.start, aim.hex)
    needed = distance + worst_hindrance(table, (aim.start,), (aim.hex,))
    products = rolls_ahead(table, roll.seat, lambda white, red: white * red)
    return of_weights(f"{aim.hex} is hit", "O20.2.3", products, lambda result: result > needed)


def _fire(table: Table, attack: Attack, totals: tuple[TotalComputed, ...]) -> Forecast:
    """O20.3.3, O20.3.4: each unit at the target, with its morale as it is now."""
    defences = tuple(
        total_of(f"morale {unit}", morale_items(table, unit, attack.shot), "O20.3.4")
        for unit in attack.waiting(table)
    )
    likelihoods = tuple(
        likelihood
        for unit, defence in zip(attack.waiting(table), defences, strict=True)
        for likelihood in _suffers(table, attack, unit, defence.total)
    )
    return Forecast((*totals, *defences), likelihoods)


def _suffers(table: Table, attack: Attack, unit: str, morale: int) -> Iterator[Likelihood]:
    """O20.3.4: demoralised by more, and by as much where it moves; else suppressed by as much."""
    ours, theirs = sums(table, attack.seat), sums(table, table.pieces[unit].owner)
    woods = map_of(table).terrain[attack.hexes[0]].name == "woods"
    lead = attack.firepower + (2 if attack.shells and woods else 0) - morale
    more = contest(f"{unit} is demoralised", "O20.3.4", ours, theirs, lead)
    as_much = contest("", "O20.3.4", ours, theirs, lead + 1).ways - more.ways
    if table.mark(unit, MOVING):
        yield Likelihood(more.what, more.ways + as_much, more.of, more.rule)
        return
    yield more
    yield Likelihood(f"{unit} is suppressed", as_much, more.of, more.rule)
