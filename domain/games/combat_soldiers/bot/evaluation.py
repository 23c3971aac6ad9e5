"""How the bot values a table: how much an attack, an objective or a card is worth to its seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from wardiary.domain.games.combat_soldiers.attacks.announcing import with_announced_card
from wardiary.domain.games.combat_soldiers.attacks.armor import series_clash
from wardiary.domain.games.combat_soldiers.attacks.targets import clash_of, find_force, find_part
from wardiary.domain.games.combat_soldiers.battles.battle import Battle
from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.battles.losses import garrison_strength, units_at_risk
from wardiary.domain.games.combat_soldiers.battles.totals import attack_items, defence_items, sum_of
from wardiary.domain.games.combat_soldiers.components.cards import Card, End, printed_objective
from wardiary.domain.games.combat_soldiers.components.zones import hand, is_group, owner_of
from wardiary.domain.games.combat_soldiers.groups.group import (
    Group,
    group_at,
    group_with,
    groups_of,
    strength,
    victory_points,
)
from wardiary.domain.games.combat_soldiers.victory.scoring import picks
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

DIFFERENCES = tuple((difference, 10 - abs(difference)) for difference in range(-9, 10))
"""How often, in a hundred, one die of ten is ahead of another by so much."""
_STEPS: msgspec.json.Decoder[list[dict[str, Any]]] = msgspec.json.Decoder(list[dict[str, Any]])


@dataclass(frozen=True)
class Evaluation:
    """A table as one seat sees it, with what the bot makes of it; for one prompt."""

    view: Table
    seat: Seat

    @cached_property
    def groups(self) -> list[Group]:
        """The groups of the seat."""
        return groups_of(self.view, self.seat)

    @cached_property
    def battle(self) -> Battle | None:
        """The battle that is going on, as everybody sees it."""
        steps = _STEPS.decode(self.view.steps)
        stored = next((step for step in reversed(steps) if step["step"] == "battle"), None)
        return None if stored is None else msgspec.convert(stored, Battle)

    def is_mine(self, zone: Zone) -> bool:
        """Whether a zone is a group of the seat."""
        return is_group(zone) and owner_of(zone) == self.seat

    # Battles.

    def margin(self, clash: Clash) -> int:
        """How far the attack is ahead of the defence before the dice."""
        return sum_of(attack_items(self.view, clash)) - sum_of(defence_items(self.view, clash))

    def expected(self, clash: Clash) -> float:
        """Points won less points lost, on average, with a captured objective counted in."""
        margin = self.margin(clash)
        target = group_at(self.view, clash.target)
        garrison = garrison_strength(self.view, target.objective) if target.objective else 0
        to_win = self.strength_of(units_at_risk(self.view, clash, "defender"))
        to_lose = self.strength_of(units_at_risk(self.view, clash, "attacker"))
        prize = 2.5 * self.worth(target.objective, clash.attacker) if target.objective else 0.0
        total = 0.0
        for difference, times in DIFFERENCES:
            result = margin + difference
            if result > 0:
                captured = target.objective and result > garrison + to_win
                total += times * min(max(0, result - garrison), to_win)
                total += times * prize if captured else 0
            else:
                total -= times * min(-result, to_lose)
        return total / 100

    def strength_of(self, units: tuple[PieceId, ...]) -> int:
        """The strength of some units together."""
        return sum(strength(self.view, unit) for unit in units)

    def attack_worth(self, force_name: str, target_name: str, card: PieceId) -> float:
        """The worth of an attack as it would be declared."""
        group, force = find_force(self.view, force_name)
        target, part = find_part(self.view, target_name)
        if force is None or part is None:
            return 0.0
        clash = clash_of(group, force, target, part)
        clash = with_announced_card(self.view, clash, card, target)
        return self.expected(clash) - (0.5 if card else 0.0)

    def pick_off_worth(self, group: Group, victim: PieceId) -> float:
        """The worth of an attack of armor on a single unit."""
        return self.expected(series_clash(group, group_with(self.view, victim), victim))

    # Objectives.

    def worth(self, objective: PieceId, seat: Seat = "") -> float:
        """Points that an objective can bring to a seat that holds it; to its own unless given."""
        picked = picks(self.view, seat or self.seat)
        return printed_objective(self.view, objective).vp * (3.0 if objective in picked else 1.2)

    def wanted_side(self, objective: PieceId) -> str:
        """The side picked for an objective, else that of one of its colour, else the rarer one."""
        picked = picks(self.view, self.seat).get(objective, "")
        if picked:
            return picked
        colour = printed_objective(self.view, objective).colour
        for group in self.groups:
            if group.objective and printed_objective(self.view, group.objective).colour == colour:
                return group.side
        american = sum(group.side == "us" for group in self.groups)
        return "german" if 2 * american > len(self.groups) else "us"

    # Cards and units.

    def end(self, card: PieceId, face: str) -> End:
        """The end of a card that a command names."""
        ends: dict[str, End] = self.view.pack.cards[self.view.pieces[card].kind].ends
        return ends[face]

    def card_worth(self, card: PieceId) -> float:
        """How much a card in hand is worth keeping."""
        cards: dict[str, Card] = self.view.pack.cards
        printed = cards.get(self.view.pieces[card].kind)
        if printed is None:
            return 0.0
        if printed.ends:
            ends = printed.ends.values()
            return max(end.strength + 2 * end.modifier + end.rating for end in ends)
        return 5.0 if "recon" in printed.uses or "counterattack" in printed.uses else 2.5

    def unit_cards_in_hand(self) -> int:
        """How many unit cards the seat holds."""
        cards: dict[str, Card] = self.view.pack.cards
        kinds = [self.view.pieces[card].kind for card in self.view.zone(hand(self.seat))]
        return sum(kind in cards and bool(cards[kind].ends) for kind in kinds)

    def deployment_worth(self, end: End, place: str) -> float:
        """The worth of a unit in a place: guards on bare objectives, leaders with many units."""
        group = group_at(self.view, place) if place in self.view.zones else None
        if group is None or not group.cards:
            return 0.2 * end.strength
        if end.role == "leader":
            commanded = self.strength_of(group.troops) if len(group.troops) > 1 else 0
            return 0.5 + end.modifier + 0.3 * commanded
        if needs_units(group):
            return 5.0 + end.strength
        return (1.5 if group.leader else 0.4) + 0.2 * end.strength

    def points_of(self, units: tuple[PieceId, ...]) -> int:
        """The points that eliminating some units brings."""
        return sum(victory_points(self.view, unit) for unit in units)


def needs_units(group: Group) -> bool:
    """Whether an objective has no infantry with it."""
    return bool(group.objective) and not group.troops
