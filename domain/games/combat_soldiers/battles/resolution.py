"""7.2.2 Battle procedure: the dice, the totals compared, and the losses.

The step on top is the battle; its `stage`, `loser` and `owed` say what the dice decided.
"""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.battles.capture import begin_capture
from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.battles.losses import (
    loss_choices,
    take_losses,
    units_at_risk,
    use_garrison,
)
from wardiary.domain.games.combat_soldiers.battles.overrun import overrun
from wardiary.domain.games.combat_soldiers.battles.totals import (
    Items,
    attack_items,
    defence_items,
)
from wardiary.domain.games.combat_soldiers.groups.group import group_at, strength
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def roll_dice(draft: Draft, clash: Clash) -> None:
    """7.2.2, 7.2.2.3: both totals are rolled for and compared.

    Equal totals cost nothing (7.2.2.3.1), else the lower side owes the difference (7.2.2.3.2).
    """
    attack = roll_attack(draft, clash, attack_items(draft.table, clash))
    defence = roll_defence(draft, clash, defence_items(draft.table, clash))
    if attack == defence:
        draft.change(stage="over")
    elif attack < defence:
        draft.change(stage="losses", loser="attacker", owed=defence - attack)
    else:
        draft.change(stage="losses", loser="defender", owed=attack - defence)
        objective = group_at(draft.table, clash.target).objective
        if objective and not clash.counter:
            occupation_loses(draft, clash, objective, attack - defence)


def roll_attack(draft: Draft, clash: Clash, items: Items) -> int:
    """7.2.2.1.4: one die, and the total recorded item by item."""
    (face,) = draft.roll(clash.attacker, "attack", rule="7.2.2.1.4", high=10)
    return draft.total("attack", [*items, ("die", face, "7.2.2.1.4")], rule="7.2.2.1")


def roll_defence(draft: Draft, clash: Clash, items: Items) -> int:
    """7.2.2.2.5: one die, and the total recorded item by item."""
    (face,) = draft.roll(clash.defender, "defence", rule="7.2.2.2.5", high=10)
    return draft.total("defence", [*items, ("die", face, "7.2.2.2.5")], rule="7.2.2.2")


def occupation_loses(draft: Draft, clash: Clash, objective: PieceId, owed: int) -> None:
    """7.2.2.4.1-a, 7.3.8.2-a: garrison first, then units; captured when they cannot pay."""
    beaten = group_at(draft.table, clash.target)
    still_owed = use_garrison(draft, objective, owed)
    units = units_at_risk(draft.table, clash, "defender")
    if still_owed == 0:
        draft.change(stage="over")
    elif still_owed <= sum(strength(draft.table, unit) for unit in units):
        draft.change(owed=still_owed)
    else:
        draft.change(stage="spoils")
        overrun(draft, beaten)
        if units:
            take_losses(draft, units, rule="7.2.2.4.1-c")
        begin_capture(draft, clash)


def take_forced_losses(draft: Draft, clash: Clash, loser: str, owed: int) -> None:
    """7.2.2.4: the only losses that there are to choose."""
    (units,) = loss_choices(draft.table, units_at_risk(draft.table, clash, loser), owed)
    beaten = group_at(draft.table, clash.target)
    strength_lost = sum(strength(draft.table, unit) for unit in units)
    # Ruling: CS-Q70 strictly more than they can pay; an exact payment is no overrun.
    if loser == "defender" and owed > strength_lost and set(beaten.troops) <= set(units):
        overrun(draft, beaten)
    take_losses(draft, units, rule="7.2.2.4")


def cannot_lose(
    table: Table, clash: Clash, loser: str, owed: int, units: tuple[PieceId, ...]
) -> Refusal:
    """7.2.2.4: why these losses are not possible."""
    at_risk = units_at_risk(table, clash, loser)
    if any(unit not in at_risk for unit in units):
        return ("7.1.3-c", "only units in the battle can be lost")
    paid = sum(strength(table, unit) for unit in units)
    if paid < owed:
        return ("7.2.2.4", f"that pays {paid} of {owed}")
    if units not in loss_choices(table, at_risk, owed):
        return ("7.1.2-b", "no unit is given up without need")
    return None
