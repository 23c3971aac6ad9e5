"""How the bot picks one of several public things, by the name of the choice."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.bot.evaluation import SeatEvaluation
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.units.units import is_demoralised, units_in

HARM = {"sniper-victim", "interdict", "kia", "shocked", "pinned", "malfunction"}
"""Choices that hurt what is chosen: the enemy's first."""

HELP = {"medic", "hero-rally", "battle-harden", "arm", "commissar", "wounded"}
"""Choices that help what is chosen: the own first."""

LOSS = {"give-up", "ambushed", "captured", "scorched"}
"""Choices of what to lose: the least valuable first."""


def choose_one(seen: SeatEvaluation, what: str, this: str) -> float:
    """The weight of one candidate; declining weighs 0."""
    value = _value(seen, this)
    if what in HARM:
        return value if seen.owner(this) == seen.enemy else -value
    if what in HELP:
        return value if seen.owner(this) == seen.seat else -value
    if what in LOSS:
        return 10.0 - value
    return _OTHERS.get(what, _place)(seen, this)


def _rout_side(seen: SeatEvaluation, this: str) -> float:
    return 1.0 if this == seen.enemy else -1.0


def _next_space(seen: SeatEvaluation, this: str) -> float:
    return -abs(int(this) - seen.table.track("time") - 1)


def _never(seen: SeatEvaluation, this: str) -> float:
    del seen, this
    return -1.0


def _card(seen: SeatEvaluation, this: str) -> float:
    return seen.card_worth(this) + 1


def _place(seen: SeatEvaluation, this: str) -> float:
    """A hex near a goal without enemies; anything else is as good as another."""
    if this not in map_of(seen.table).grid:
        return 1.0
    return 1.0 - 0.1 * seen.distance(this) - 5.0 * bool(units_in(seen.table, this, seen.enemy))


def _value(seen: SeatEvaluation, piece: str) -> float:
    """What a unit is worth, more if it is demoralised; 1 for anything else."""
    if piece not in (*seen.own, *seen.foes):
        return 1.0
    return seen.points(piece) + 2.0 * is_demoralised(seen.table, piece)


def _balance(seen: SeatEvaluation, hex_label: str) -> float:
    foes = units_in(seen.table, hex_label, seen.enemy)
    own = units_in(seen.table, hex_label, seen.seat)
    return sum(_value(seen, foe) for foe in foes) - 1.5 * sum(_value(seen, one) for one in own)


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
