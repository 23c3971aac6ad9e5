"""Which event card the bot plays, and on what."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.kit.bots import Scores
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    GERMAN,
    PLACE,
    card_of,
    has_river,
    near,
    units_of,
)
from wardiary.domain.games.nuts.bot.evaluation import Evaluation, left
from wardiary.domain.games.nuts.combat.declaration import cannot_attack
from wardiary.domain.games.nuts.commands import PlayCard
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table.table import Table

Judge = Callable[[Evaluation, str], float]


def play_card(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Most cards are good whenever they can be played; the best target is taken."""
    slots = {slot.name: slot for slot in offer.slots}
    card = str(slots["card"].candidates[0])
    judge = JUDGES.get(evaluation.view.pieces[card].kind, _good)
    for on in map(str, slots["on"].candidates):
        yield judge(evaluation, on), PlayCard(card, on)


def _good(evaluation: Evaluation, on: str) -> float:
    return 60.0


def _needed(evaluation: Evaluation, on: str) -> float:
    """Weather has to be played anyway."""
    return 90.0


def _strongest(evaluation: Evaluation, unit: str) -> float:
    """A unit that is worth it, and can stand some more."""
    return 60.0 + evaluation.strength(unit) + 0.1 * left(evaluation.view, unit)


def _weakest(evaluation: Evaluation, unit: str) -> float:
    return 60.0 - card_of(evaluation.view, unit).cohesion


def _crowd(evaluation: Evaluation, space: str) -> float:
    """The space with most on it."""
    view = evaluation.view
    return 60.0 + sum(map(evaluation.strength, _all(view, space)))


def _all(view: Table, space: str) -> tuple[str, ...]:
    return units_of(view, AMERICAN, space) + units_of(view, GERMAN, space)


def _division(evaluation: Evaluation, division: str) -> float:
    """The strongest division on the board."""
    view = evaluation.view
    there = (unit for space in evaluation.way for unit in _all(view, space))
    return 60.0 + sum(
        evaluation.strength(unit) for unit in there if card_of(view, unit).division_slug == division
    )


def _bridge(evaluation: Evaluation, space: str) -> float:
    """Where a river is, close to the Germans; elsewhere the card is kept."""
    if not has_river(evaluation.view, space):
        return -1.0
    ahead = int(space[1]) - evaluation.deepest[space[0]]
    return 60.0 - ahead if 0 < ahead <= 2 else -1.0


def _pontoon(evaluation: Evaluation, space: str) -> float:
    """On the way of tanks that have reached it."""
    near_front = int(space[1]) - evaluation.deepest[space[0]] in (-1, 0, 1)
    return 60.0 - evaluation.distance(space) if near_front else -1.0


def _join(evaluation: Evaluation, on: str) -> float:
    """Where units of two spaces are ready to attack one."""
    view, side = evaluation.view, evaluation.side
    for target in evaluation.way:
        if units_of(view, evaluation.enemy, target):
            ready = sum(
                any(cannot_attack(view, unit) is None for unit in units_of(view, side, space))
                for space in near(view, target)
            )
            if ready > 1:
                return 60.0
    return -1.0


def _block(evaluation: Evaluation, space: str) -> float:
    """In the way, where nobody else is, and late rather than early."""
    return 60.0 if space in PLACE and int(space[1]) >= 2 else -1.0


JUDGES: dict[str, Judge] = {
    "foul-weather": _needed,
    "weather-clears": _needed,
    "rearguard-forces": _strongest,
    "famous-general": _strongest,
    "bugout-confusion": _weakest,
    "truly-famous-general": _crowd,
    "commandos": _crowd,
    "air-dropped-supplies": _crowd,
    "bypass-route": _crowd,
    "boundary-confusion": _division,
    "fuel-shortage": _division,
    "bridge-demolition": _bridge,
    "armored-engineers": _pontoon,
    "ss-armored-engineers": _pontoon,
    "engineer-combat-group": _block,
    "coordinated-attack": _join,
}
"""How a card's target is judged; all others are good anywhere."""
