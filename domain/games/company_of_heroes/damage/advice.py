"""What fire would do, before it is ordered, and why a unit cannot act (C-5.4, C-5.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from wardiary.domain.games.company_of_heroes.commands import Aimed, AimedGun, Fire, FireGun
from wardiary.domain.games.company_of_heroes.components.dice import DamageDie
from wardiary.domain.games.company_of_heroes.components.pack import pack_of, unit_card
from wardiary.domain.games.company_of_heroes.damage.assigning import Aim
from wardiary.domain.games.company_of_heroes.damage.pool import (
    Dice,
    assigned,
    damage_items,
    defence_items,
)
from wardiary.domain.games.company_of_heroes.damage.sealed import known_choices
from wardiary.domain.games.company_of_heroes.damage.targets import Targets, cannot_fire
from wardiary.domain.games.company_of_heroes.maneuver.stepping import cannot_move_at_all
from wardiary.domain.games.company_of_heroes.table.armies import armies_of, armies_of_seat, team_of
from wardiary.domain.games.company_of_heroes.table.command_points import cannot_act
from wardiary.domain.games.company_of_heroes.table.units import health, is_unit
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.commands import Command
from wardiary.domain.play.forecast import Forecast, Foreseen, Likelihood, total_of
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

Ways = Counter[int]
"""How many results of the dice lead to each number of damage."""


def chosen_aims(table: Table) -> tuple[Aim, ...]:
    """C-5.0.1c: the targets that were chosen so far in the open step, if it is one of fire.

    C-5.0a: of targets chosen unseen, those that this view of the table shows.
    """
    steps = msgspec.json.decode(table.steps)
    if not steps:
        return ()
    top = steps[-1]
    if "guns" in top:
        armies = armies_of(table.seats)
        return tuple(aim for army in armies for aim in known_choices(table, army, guns=top["guns"]))
    return tuple(msgspec.convert(aim, Aim) for aim in top.get("aims", ()))


# How likely damage is


def forecast(foreseen: Foreseen) -> Forecast:
    """C-5.0.3: what fire does to its target by the matrix, with all aims chosen so far.

    The totals are the damage and the defence dice, with every HE die a hit.
    """
    aim = aim_of(foreseen.command)
    table = foreseen.before
    if aim is None or aim.target not in table.pieces or not is_unit(table, aim.target):
        return Forecast()
    dice = assigned(table, (*chosen_aims(table), aim)).units.get(aim.target, [])
    hits = [1] * sum(group.number for group in dice if group.type == "HE")
    thrown = list(_with_rolls(dice, hits))
    harm, defences = damage_items(table, aim.target, thrown), []
    if harm:
        defences = defence_items(table, aim.target, thrown)
    totals = [total_of(f"damage to {aim.target}", harm, "C-5.0.3b")]
    if defences:
        totals.append(total_of(f"defence dice of {aim.target}", defences, "C-5.0.3a"))
    return Forecast(tuple(totals), tuple(_outcomes(table, aim.target, dice)))


def aim_of(command: Command) -> Aim | None:
    """C-5.0.1c, C-5.0.2a: what a command of fire aims at; None for other commands."""
    if isinstance(command, Fire | Aimed):
        return Aim(command.unit, command.target)
    if isinstance(command, FireGun | AimedGun):
        return Aim(command.unit, command.target, command.damage)
    return None


def _outcomes(table: Table, target: PieceId, dice: list[Dice]) -> Iterator[Likelihood]:
    name, left = unit_card(table, target).name, health(table, target)
    ways = damage_ways(table, target, dice)
    total = sum(ways.values())
    most = max(ways, default=0)
    for damage in range(1, min(left - 1, most) + 1):
        enough = sum(number for points, number in ways.items() if points >= damage)
        what = f"{name}: at least {damage} damage"
        yield Likelihood(what, enough, total, "C-5.0.3b")
    if left > 0:
        destroys = sum(number for points, number in ways.items() if points >= left)
        yield Likelihood(f"{name}: destroyed", destroys, total, "C-5.0.3c")


def damage_ways(table: Table, target: PieceId, dice: list[Dice]) -> Ways:
    """C-5.3a, C-5.4a, C-5.5b: how many results of all HE and defence dice do how much damage."""
    die = pack_of(table).dice.die
    he = sum(group.number for group in dice if group.type == "HE")
    results = {
        rolled: (times, *_after_he(table, target, dice, rolled))
        for rolled, times in _he_results(die, he).items()
    }
    most = max(defences for _, _, _, defences in results.values())
    ways: Ways = Counter()
    for times, through, stoppable, defences in results.values():
        rest = die.sides ** (most - defences)
        for stopped, number in _stopping_ways(die, defences).items():
            damage = through + stoppable - min(stopped, stoppable)
            ways[damage] += times * number * rest
    return ways


def _he_results(die: DamageDie, dice: int) -> dict[tuple[int, ...], int]:
    """Every combination of HE results, sorted, with how many rolls give it."""
    faces = Counter(die.he_damage(face) for face in range(1, die.sides + 1))
    results: dict[tuple[int, ...], int] = {(): 1}
    for _ in range(dice):
        longer: Counter[tuple[int, ...]] = Counter()
        for rolled, times in results.items():
            for damage, number in faces.items():
                longer[tuple(sorted((*rolled, damage)))] += times * number
        results = dict(longer)
    return results


def _after_he(
    table: Table, target: PieceId, dice: list[Dice], rolled: tuple[int, ...]
) -> tuple[int, int, int]:
    """With these HE results: damage that passes, damage that can be stopped, and defence dice."""
    thrown = list(_with_rolls(dice, list(rolled)))
    harm = damage_items(table, target, thrown)
    through = sum(points for damage, points, _ in harm if damage == "Flame")
    stoppable = sum(points for damage, points, _ in harm if damage != "Flame")
    items = defence_items(table, target, thrown) if harm else []
    return through, stoppable, sum(number for _, number, _ in items)


def _with_rolls(dice: Iterable[Dice], rolled: list[int]) -> Iterator[Dice]:
    for group in dice:
        own = [rolled.pop() for _ in range(group.number)] if group.type == "HE" else []
        yield Dice(
            group.type,
            group.number,
            group.source,
            group.army,
            group.hex,
            group.splash,
            group.strike,
            own,
        )


def _stopping_ways(die: DamageDie, dice: int) -> Ways:
    """How many rolls of so many defence dice stop how much."""
    good = sum(die.defends(face) for face in range(1, die.sides + 1))
    ways: Ways = Counter({0: 1})
    for _ in range(dice):
        longer: Ways = Counter()
        for stopped, number in ways.items():
            longer[stopped + 1] += number * good
            longer[stopped] += number * (die.sides - good)
        ways = longer
    return ways


# Why a unit cannot act


def why_not(table: Table, seat: Seat, token: str) -> tuple[WhyNot, ...]:
    """C-4.1, C-5.0.1: why a unit of the seat's cannot move now, or does not fire."""
    armies = armies_of_seat(table.seats, seat)
    if token not in table.pieces or not is_unit(table, token):
        return ()
    if table.pieces[token].owner not in armies:
        return ()
    if table.pieces[token].zone not in field_of(table).hexes:
        return ()
    if table.phase == "maneuver":
        if refusal := cannot_act(table, token, armies):
            return _told("It cannot act", refusal)
        return _told("It cannot move", cannot_move_at_all(table, token))
    if table.phase in ("damage.1", "damage.2"):
        return _told("It does not fire", cannot_fire(table, token) or _no_target(table, token))
    return ()


def _told(what: str, refusal: Refusal) -> tuple[WhyNot, ...]:
    return (WhyNot(what, *refusal),) if refusal else ()


def _no_target(table: Table, unit: PieceId) -> Refusal:
    team = team_of(table.pieces[unit].owner)
    if Targets(table, team).of(unit):
        return None
    return "C-5.1a", "no enemy is in its range and arc, in sight of your team"
