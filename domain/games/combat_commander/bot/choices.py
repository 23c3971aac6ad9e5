"""How the bot chooses one of several public things, by the name of the question."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.bot.evaluation import SeatEvaluation
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.units.units import is_demoralised, units_in

HARM = {"sniper-victim", "interdict", "kia", "shocked", "pinned", "malfunction"}
"""Questions about what is harmed: units of the enemy first."""

HELP = {"medic", "hero-rally", "battle-harden", "arm", "commissar", "wounded"}
"""Questions about what is helped: units of the seat first."""

LOSS = {"give-up", "ambushed", "captured", "scorched"}
"""Questions about what is lost: the least valuable first."""


def choice_score(evaluation: SeatEvaluation, question: str, this: str) -> float:
    """The score of a candidate; to decline scores 0."""
    value = _value(evaluation, this)
    if question in HARM:
        return value if evaluation.owner(this) == evaluation.enemy else -value
    if question in HELP:
        return value if evaluation.owner(this) == evaluation.seat else -value
    if question in LOSS:
        return 10.0 - value
    return _OTHERS.get(question, _place)(evaluation, this)


def _rout_side(evaluation: SeatEvaluation, this: str) -> float:
    return 1.0 if this == evaluation.enemy else -1.0


def _next_space(evaluation: SeatEvaluation, this: str) -> float:
    return -abs(int(this) - evaluation.table.track("time") - 1)


def _never(evaluation: SeatEvaluation, this: str) -> float:
    del evaluation, this
    return -1.0


def _card(evaluation: SeatEvaluation, this: str) -> float:
    return evaluation.card_worth(this) + 1


def _place(evaluation: SeatEvaluation, this: str) -> float:
    """A hex near a goal without enemies; anything else is as good as another."""
    if this not in map_of(evaluation.table).grid:
        return 1.0
    return (
        1.0
        - 0.1 * evaluation.distance(this)
        - 5.0 * bool(units_in(evaluation.table, this, evaluation.enemy))
    )


def _value(evaluation: SeatEvaluation, piece: str) -> float:
    """What a unit is worth, more if it is demoralised; 1 for anything else."""
    if piece not in (*evaluation.own_units, *evaluation.enemy_units):
        return 1.0
    return evaluation.points(piece) + 2.0 * is_demoralised(evaluation.table, piece)


def _balance(evaluation: SeatEvaluation, hex_label: str) -> float:
    foes = units_in(evaluation.table, hex_label, evaluation.enemy)
    friends = units_in(evaluation.table, hex_label, evaluation.seat)
    return sum(_value(evaluation, foe) for foe in foes) - 1.5 * sum(
        _value(evaluation, friend) for friend in friends
    )


_OTHERS: dict[str, Callable[[SeatEvaluation, str], float]] = {
    "rout-side": _rout_side,
    "time-space": _next_space,
    "bomb": _balance,
    "impact": _balance,
    "phosphorus": _balance,
    "deploy": _never,
    "interrogation": _card,
    "rally-next": _value,
    "rout-next": _value,
}
