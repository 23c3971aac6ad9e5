"""What a player wants to know before an order: how likely hits are, and why a unit cannot act."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb

import msgspec

from wardiary.domain.games.kit.choices import Choose
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.games.nuts.board import SPACE_OF, card_of, other_side, side_of, units_of
from wardiary.domain.games.nuts.combat.battle import ASSAULT, BOMBARDMENT, COMMIT, Battle
from wardiary.domain.games.nuts.combat.declaration import cannot_attack
from wardiary.domain.games.nuts.combat.fire import RULES_OF_FIRE, attack_items, lowest_hit
from wardiary.domain.games.nuts.combat.hits import defenders_of
from wardiary.domain.games.nuts.commands import Attack, AttackTogether, Force
from wardiary.domain.games.nuts.movement.ready import cannot_move
from wardiary.domain.games.nuts.values import Arm, total
from wardiary.domain.play.commands import Command
from wardiary.domain.play.forecast import Forecast, Foreseen, Likelihood
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

ARMS: tuple[Arm, ...] = ("artillery", "armor", "infantry")
MOST_HITS = 3
"""Up to so many hits are worth a line of their own."""


# How likely hits are


def expected(foreseen: Foreseen) -> Forecast:
    """10.3: how likely hits are, as things are before the command."""
    before, seat, command = foreseen.before, foreseen.seat, foreseen.command
    return Forecast((), likelihoods(before, seat, command))


def likelihoods(table: Table, seat: Seat, command: Command) -> tuple[Likelihood, ...]:
    """10.3: for an attack, whether each arm hits at all; for the next fire, how many hits."""
    if isinstance(command, (Attack, AttackTogether, Force)):
        units = [unit for part in _units(command) for unit in part]
        origin_of = {unit: _place(table, unit) for unit in units}
        fires = (_fire(table, side_of(seat), command.to, arm, origin_of) for arm in ARMS)
        return tuple(one for fire in fires for one in at_least(*fire, most=1))
    battle = open_battle(table)
    if isinstance(command, Choose) and battle is not None:
        if command.this in (ASSAULT, BOMBARDMENT):
            return _of_battle(table, battle, "artillery")
        if command.this == COMMIT:
            return _of_battle(table, battle, "armor")
    return ()


def _units(command: Attack | AttackTogether | Force) -> Iterable[tuple[PieceId, ...]]:
    if isinstance(command, Attack):
        return command.units, command.extra
    if isinstance(command, AttackTogether):
        return command.units, command.second, command.third
    return (command.units,)


def _place(table: Table, unit: PieceId) -> Zone:
    zone = table.zone_of(unit)
    return SPACE_OF.get(zone, zone)


def _of_battle(table: Table, battle: Battle, arm: Arm) -> tuple[Likelihood, ...]:
    fire = _fire(table, battle.side, battle.target, arm, battle.origin_of(table))
    return tuple(at_least(*fire, most=MOST_HITS))


def _fire(
    table: Table, side: str, target: Zone, arm: Arm, origin_of: dict[PieceId, Zone]
) -> tuple[Arm, int, int]:
    """The arm, the dice it rolls as things are now, and the lowest face that hits."""
    defenders = defenders_of(table, other_side(side), target)
    items = attack_items(table, side, target, arm, origin_of, defenders)
    return arm, max(0, total(items)), lowest_hit(table, side, target, arm, defenders)


def at_least(arm: Arm, dice: int, needs: int, *, most: int) -> Iterator[Likelihood]:
    """10.3: how many of all results of so many dice have at least one hit, two, and so on."""
    for hits in range(1, min(most, dice) + 1):
        ways = sum(
            comb(dice, number) * (7 - needs) ** number * (needs - 1) ** (dice - number)
            for number in range(hits, dice + 1)
        )
        rolled = "1 die" if dice == 1 else f"{dice} dice"
        what = f"{arm}, {hits} hit{'s' if hits > 1 else ''} or more of {rolled}"
        yield Likelihood(what, ways, 6**dice, RULES_OF_FIRE[arm, True])


class _AnyStep(msgspec.Struct):
    step: str


def open_battle(table: Table) -> Battle | None:
    """The battle that is being fought; None when there is none."""
    for raw in reversed(msgspec.json.decode(table.steps, type=list[msgspec.Raw])):
        if msgspec.json.decode(raw, type=_AnyStep).step == "battle":
            return msgspec.json.decode(raw, type=Battle)
    return None


# Why not


def why_not(table: Table, seat: Seat, what: str) -> tuple[WhyNot, ...]:
    """9.0, 10.1: why a unit of the seat's side cannot move, or attack, in this phase of its own."""
    piece = table.pieces.get(what)
    if piece is None or piece.kind not in table.pack.units or table.seat != seat:
        return ()
    space = SPACE_OF.get(piece.zone, "")
    side = side_of(seat)
    if not space or what not in units_of(table, side, space) or card_of(table, what).side != side:
        return ()
    refusal: Refusal = None
    if table.phase == "movement":
        refusal = cannot_move(table, what)
    elif table.phase == "combat":
        refusal = cannot_attack(table, what)
    verb = "move" if table.phase == "movement" else "attack"
    return (WhyNot(verb, *refusal),) if refusal else ()
