"""What the bot knows of the table: targets, goals, and what cards and orders are worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from wardiary.domain.games.combat_commander.cards.cards import card_of, is_defender
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.targets import elements_of, fire_items, targets_of
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.totals import total
from wardiary.domain.games.combat_commander.table.zones import enemy_of, secret_objectives
from wardiary.domain.games.combat_commander.terrain.cover import Shot, cover
from wardiary.domain.games.combat_commander.units.numbers import melee_items, morale
from wardiary.domain.games.combat_commander.units.stacking import STACK_LIMIT, silhouettes
from wardiary.domain.games.combat_commander.units.units import (
    is_activated,
    is_demoralised,
    is_suppressed,
    unit_card,
    units_in,
)
from wardiary.domain.games.combat_commander.victory.objectives import (
    NUMBERS,
    chit_of,
    controller,
    open_value,
    value_of,
)
from wardiary.domain.games.combat_commander.weapons.weapons import carrier_of, is_weapon
from wardiary.domain.table.pieces import PieceId, Seat, Zone, is_hidden
from wardiary.domain.table.table import Table

SQUAD = 4
"""Silhouettes of a squad."""

CARD_WORTH = {
    "fire": 5.0,
    "recover": 3.0,
    "move": 3.0,
    "rout": 2.5,
    "advance": 2.5,
    "artillery-request": 1.0,
    "artillery-denied": 0.5,
    "command-confusion": 0.0,
}
"""What a card is worth in hand, by its order."""

ACTION_BONUS = {"ambush", "concealment", "light-wounds", "hidden-pillbox", "hidden-mines"}
"""Actions for which a card is worth keeping."""


class SeatEvaluation:
    """The table from the view of a seat."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.enemy = enemy_of(seat)

    @cached_property
    def own_units(self) -> tuple[PieceId, ...]:
        """The units of the seat on the map."""
        return units_on_map(self.table, self.seat)

    @cached_property
    def enemy_units(self) -> tuple[PieceId, ...]:
        """The enemy's units on the map."""
        return units_on_map(self.table, self.enemy)

    @cached_property
    def ahead(self) -> bool:
        """Whether the points favour this seat."""
        points = self.table.track("vp")
        return points > 0 if self.seat == "axis" else points < 0

    def is_leader(self, unit: PieceId) -> bool:
        """Whether a unit is a leader."""
        return unit_card(self.table, unit).is_leader

    def points(self, unit: PieceId) -> int:
        """7.1: what a unit is worth."""
        return unit_card(self.table, unit).points

    # Fire

    def firepower(self, base: PieceId, target: Zone) -> int:
        """The firepower of one counter at a target."""
        return total(fire_items(self.table, (base,), (target,)))

    def fire_worth(self, firepower: int, target: Zone) -> float:
        """What a fire may do to the enemies in a hex."""
        worth = 0.0
        shot = Shot()
        for unit in units_in(self.table, target, self.enemy):
            edge = firepower - morale(self.table, unit, shot)
            gain = self.points(unit) + 1.5 * is_demoralised(self.table, unit)
            worth += gain * max(0.0, min(1.0, 0.5 + edge / 8))
        return worth

    @cached_property
    def targets(self) -> dict[Zone, tuple[PieceId, ...]]:
        """What the counters not yet activated could fire at."""
        ready = [unit for unit in self.own_units if not is_activated(self.table, unit)]
        return targets_of(self.table, self.seat, elements_of(self.table, ready))

    def best_fire_worth(self, units: Iterable[PieceId], target: Zone = "") -> float:
        """The best fire some units could make together, at a hex or anywhere."""
        elements = elements_of(self.table, units)
        among = (target,) if target else None
        shooters = targets_of(self.table, self.seat, elements, among)
        worths = [
            self.fire_worth(
                max(self.firepower(element, hex_label) for element in elements) + len(elements) - 1,
                hex_label,
            )
            for hex_label, elements in shooters.items()
        ]
        return 2 + 2 * max(worths, default=-1.0)

    # Orders

    def order_worth_of(self, card: PieceId) -> float:
        """What it is worth to play a card for its order."""
        return self.order_worth(card_of(self.table, card).order)

    def order_worth(self, order: str) -> float:
        """What it is worth to give an order now."""
        if order == "fire":
            worths = [
                self.fire_worth(
                    max(self.firepower(element, hex_label) for element in elements)
                    + len(elements)
                    - 1,
                    hex_label,
                )
                for hex_label, elements in self.targets.items()
            ]
            return 1.5 * max(worths, default=0.0)
        if order == "recover":
            shaken = sum(is_demoralised(self.table, unit) for unit in self.own_units)
            tired = sum(is_suppressed(self.table, unit) for unit in self.own_units)
            return 1.6 * shaken + 0.3 * tired
        if order == "rout":
            return 1.2 * sum(is_demoralised(self.table, foe) for foe in self.enemy_units)
        if order == "move":
            return self._move_worth()
        if order == "advance":
            return self._advance_order_worth()
        return 1.5 if order == "artillery-denied" else 2.0

    def _move_worth(self) -> float:
        ready = [unit for unit in self.own_units if not is_activated(self.table, unit)]
        steady = [unit for unit in ready if not is_demoralised(self.table, unit)]
        if not steady or not self.goals:
            return 0.0
        near = min(self.distance_to_goal(unit) for unit in steady)
        return 2.5 if near > 0 and not self._is_holding() else 0.4

    def _is_holding(self) -> bool:
        return is_defender(self.table, self.seat) and self.ahead

    def _advance_order_worth(self) -> float:
        best = 0.4
        for unit in self.own_units:
            if is_activated(self.table, unit):
                continue
            here = self.table.zone_of(unit)
            for there in map_of(self.table).grid.neighbours(here):
                if units_in(self.table, there, self.enemy):
                    best = max(best, self.assault_worth((unit,), there))
                elif there in self.goals:
                    best = max(best, 2.5)
        return best

    def activation_worth(self, order: str, units: tuple[PieceId, ...]) -> float:
        """What it is worth to activate some units for an order."""
        if order == "fire":
            return self.best_fire_worth(units)
        steady = [unit for unit in units if not is_demoralised(self.table, unit)]
        return float(len(steady)) + sum(1 / (2 + self.distance_to_goal(unit)) for unit in steady)

    # Goals and movement

    @cached_property
    def goals(self) -> frozenset[Zone]:
        """The hexes of objectives that are worth taking."""
        secrets = [chit_of(self.table, secret) for secret in self._secrets()]
        goals: set[Zone] = set()
        for number in NUMBERS:
            value = open_value(self.table, number) + sum(value_of(chit, number) for chit in secrets)
            if value > 0 and controller(self.table, number) != self.seat:
                goals.update(map_of(self.table).objectives[number])
        return frozenset(goals)

    def _secrets(self) -> tuple[PieceId, ...]:
        pieces = self.table.zone(secret_objectives(self.seat))
        return tuple(piece for piece in pieces if not is_hidden(piece))

    def distance_to_goal(self, unit: PieceId) -> int:
        """Hexes from a unit to the nearest goal."""
        return self.distance(self.table.zone_of(unit))

    def distance(self, hex_label: Zone) -> int:
        """Hexes to the nearest goal; 0 without any."""
        grid = map_of(self.table).grid
        return min((grid.distance(hex_label, goal) for goal in self.goals), default=0)

    def step_worth(self, here: Zone, there: Zone) -> float:
        """Nearer to a goal, into cover rather than the open, and not into a crowd (8.2)."""
        nearer = self.distance(here) - self.distance(there)
        crowd = silhouettes(self.table, there, self.seat) + SQUAD > STACK_LIMIT
        staying = 0.3 if nearer == 0 else 0.0
        return nearer + 0.1 * cover(self.table, there) - staying - 2.0 * crowd

    def may_spare(self, unit: PieceId) -> bool:
        """Whether a unit may leave the map for its points."""
        return len(self.own_units) > 3 and (self.points(unit) >= 2 or not self.goals)

    def assault_worth(self, units: Iterable[PieceId], there: Zone) -> float:
        """What a melee in a hex is worth."""
        friends = units_in(self.table, there, self.seat)
        ours = sum(total(melee_items(self.table, unit)) for unit in (*units, *friends))
        foes = units_in(self.table, there, self.enemy)
        theirs = sum(total(melee_items(self.table, foe)) for foe in foes)
        stake = sum(self.points(foe) for foe in foes)
        return stake * (ours - theirs) / 3 if ours > theirs else -2.0

    def advance_worth(self, unit: PieceId, there: Zone) -> float:
        """Into a melee that can be won, onto a goal, or a hex nearer."""
        if units_in(self.table, there, self.enemy):
            return self.assault_worth((unit,), there)
        if is_demoralised(self.table, unit):
            return -1.0
        return self.step_worth(self.table.zone_of(unit), there)

    def barrage_worth(self, there: Zone) -> float:
        """By the enemies in the impact zone, less the friends."""
        zone = (there, *map_of(self.table).grid.neighbours(there))
        foes = sum(len(units_in(self.table, hex_label, self.enemy)) for hex_label in zone)
        friends = sum(len(units_in(self.table, hex_label, self.seat)) for hex_label in zone)
        return foes - 2.0 * friends

    # Cards

    def least_useful(self, cards: tuple[PieceId, ...], most: int) -> tuple[PieceId, ...]:
        """Cards to discard: those worth little, at least one, no more than allowed."""
        ranked = sorted(cards, key=lambda card: (self.card_worth(card), card))
        return tuple(card for card in ranked[:most] if self.card_worth(card) < 3.0) or tuple(
            ranked[:1]
        )

    def card_worth(self, card: PieceId) -> float:
        """What a card in hand is worth."""
        printed = card_of(self.table, card)
        bonus = 0.8 if printed.action in ACTION_BONUS else 0.0
        return CARD_WORTH[printed.order] + bonus

    def would_void(self, facts: Mapping[str, str | int]) -> bool:
        """9.1: when its unit would be demoralised, or the game would end while it is behind."""
        if "margin" not in facts:
            return False
        margin = int(facts["margin"])
        if facts["purpose"] == "defence":
            return bool(facts["own"]) and margin < -1
        if facts["purpose"] == "sudden-death":
            return margin < 0 and not self.ahead
        return False

    def action_worth(self, card: PieceId, at: str, facts: Mapping[str, str | int]) -> float:
        """What it is worth to play a card for its action; passing weighs 4, shooting 10."""
        action = card_of(self.table, card).action
        if facts.get("window") == "before-fire":
            return 20.0 if self._worth_boosting(action, facts) else 0.0
        if action == "light-wounds":
            return 6.0 if facts.get("eliminated") else 0.0
        if action == "concealment":
            return 6.0 if int(facts.get("cover", 0)) >= 2 else 0.0
        if action == "dig-in":
            return 5.0 if cover(self.table, at) < 3 else 0.0
        if action in ("smoke-grenades", "demolition"):
            return 0.0
        if action == "assault-fire":
            return 0.0
        return 6.0

    def _worth_boosting(self, action: str, facts: Mapping[str, str | int]) -> bool:
        if action == "spray-fire":
            return True
        target, firepower = str(facts.get("hex", "")), int(facts.get("firepower", 0))
        foes = units_in(self.table, target, self.enemy)
        hardest = max((morale(self.table, foe, Shot()) for foe in foes), default=0)
        return firepower <= hardest

    def owner(self, piece: PieceId) -> Seat:
        """The owner of a piece; a weapon belongs to the owner of its carrier."""
        if is_weapon(self.table, piece) and carrier_of(self.table, piece):
            return self.table.pieces[carrier_of(self.table, piece)].owner
        return self.table.pieces[piece].owner
