"""What a bot makes of the open table: the worth of an attack, of an objective, of a card."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.attacks.announcing import with_announced_card
from wardiary.domain.games.combat_soldiers.attacks.targets import clash_of, find_force, find_part
from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.battles.losses import garrison_strength, units_at_risk
from wardiary.domain.games.combat_soldiers.battles.totals import attack_items, defence_items, sum_of
from wardiary.domain.games.combat_soldiers.components.cards import Card, printed_objective
from wardiary.domain.games.combat_soldiers.components.zones import hand
from wardiary.domain.games.combat_soldiers.groups.group import (
    Group,
    group_at,
    groups_of,
    strength,
    victory_points,
)
from wardiary.domain.games.combat_soldiers.victory.scoring import picks
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

# How often one die of ten beats another by so much, in a hundred.
DIFFERENCES = tuple((by, 10 - abs(by)) for by in range(-9, 10))


def margin(view: Table, clash: Clash) -> int:
    """What the attack is ahead of the defence before the dice."""
    return sum_of(attack_items(view, clash)) - sum_of(defence_items(view, clash))


def expected(view: Table, clash: Clash) -> float:
    """Points won less points lost, on average, with a captured objective counted in."""
    ahead = margin(view, clash)
    defending_units, attacking_units = (
        units_at_risk(view, clash, "defender"),
        units_at_risk(view, clash, "attacker"),
    )
    target = group_at(view, clash.target)
    shield = garrison_strength(view, target.objective) if target.objective else 0
    most_losses = sum(strength(view, unit) for unit in defending_units)
    risk = sum(strength(view, unit) for unit in attacking_units)
    prize = 2.5 * worth(view, clash.attacker, target.objective) if target.objective else 0.0
    total = 0.0
    for by, weight in DIFFERENCES:
        result = ahead + by
        if result > 0:
            total += weight * min(max(0, result - shield), most_losses)
            total += weight * prize if target.objective and result > shield + most_losses else 0
        else:
            total -= weight * min(-result, risk)
    return total / 100


def attack_worth(view: Table, force_name: str, target_name: str, card: PieceId) -> float:
    """The worth of an attack as it would be declared."""
    group, force = find_force(view, force_name)
    target, part = find_part(view, target_name)
    if force is None or part is None:
        return 0.0
    clash = with_announced_card(view, clash_of(group, force, target, part), card, target)
    return expected(view, clash) - (0.5 if card else 0.0)


def worth(view: Table, seat: Seat, objective: PieceId) -> float:
    """Points that an objective can bring to a seat that holds it."""
    noted = picks(view, seat)
    return printed_objective(view, objective).vp * (3.0 if objective in noted else 1.2)


def wanted_side(view: Table, seat: Seat, objective: PieceId) -> str:
    """The side noted for an objective, else that of linked ones held, else the rarer one."""
    noted = picks(view, seat).get(objective, "")
    if noted:
        return noted
    groups = groups_of(view, seat)
    colour = printed_objective(view, objective).colour
    for group in groups:
        if group.objective and printed_objective(view, group.objective).colour == colour:
            return group.side
    american = sum(group.side == "us" for group in groups)
    return "german" if 2 * american > len(groups) else "us"


def card_worth(view: Table, card: PieceId) -> float:
    """How much a card in hand is worth keeping."""
    cards: dict[str, Card] = view.pack.cards
    printed = cards.get(view.pieces[card].kind)
    if printed is None:
        return 0.0
    if printed.ends:
        return max(end.strength + 2 * end.modifier + end.rating for end in printed.ends.values())
    return 5.0 if "recon" in printed.uses or "counterattack" in printed.uses else 2.5


def fresh_units(view: Table, seat: Seat) -> int:
    """How many unit cards a hand holds."""
    cards: dict[str, Card] = view.pack.cards
    kinds = [view.pieces[card].kind for card in view.zone(hand(seat))]
    return sum(kind in cards and bool(cards[kind].ends) for kind in kinds)


def needs_units(group: Group) -> bool:
    """Whether an objective stands without infantry."""
    return bool(group.objective) and not group.troops


def lost_points(view: Table, units: tuple[PieceId, ...]) -> int:
    """The points that the enemy gets for some units."""
    return sum(victory_points(view, unit) for unit in units)
