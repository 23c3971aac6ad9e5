"""What the bot goes by: where the enemy bars the way, and what a fight would bring."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    EXIT,
    GERMAN,
    PLACE,
    SPACE_OF,
    card_of,
    enemies_outside,
    near,
    other_side,
    side_of,
    spaces_in_play,
    terrain_card,
    units_of,
)
from wardiary.domain.games.nuts.combat.fire import attack_items, defence_items, lowest_hit
from wardiary.domain.games.nuts.crossing import can_cross
from wardiary.domain.games.nuts.values import Arm, threshold, total
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

ARMS: tuple[Arm, ...] = ("artillery", "armor", "infantry")
BARRED, NO_CROSSING = 4.0, 3.0
"""What a space held by the enemy, or a river without a bridge, adds to the way of a tank."""


class Fight:
    """What an attack is likely to bring, in hits: those of both sides, and what would clear it."""

    def __init__(self, view: Table, side: str, target: Zone, units: Iterable[PieceId]) -> None:
        """An attack by some units, each from where it is."""
        enemy = other_side(side)
        defenders = units_of(view, enemy, target)
        origin_of = {unit: _origin(view, unit) for unit in units}
        self.attack = sum(
            max(0, total(attack_items(view, side, target, arm, origin_of, defenders)))
            * (7 - lowest_hit(view, side, target, arm, defenders))
            / 6
            for arm in ARMS
        )
        self.defence = sum(
            max(0, total(defence_items(view, enemy, target, arm, defenders)))
            * (1 if arm == "infantry" else 2)
            / 6
            for arm in ARMS
        )
        town = terrain_card(view, target, "town")
        inside = any(view.zone_of(unit) != target for unit in defenders)
        soaked = view.pack.terrain[view.pieces[town].kind].soak if town and inside else 0
        self.needed = soaked + sum(left(view, unit) for unit in defenders)
        self.worth = float(len(defenders))

    @property
    def share(self) -> float:
        """How much of what is needed the attack is likely to do."""
        return self.attack / max(1.0, self.needed)


def _origin(view: Table, unit: PieceId) -> Zone:
    zone = view.zone_of(unit)
    return SPACE_OF.get(zone, zone)


def left(view: Table, unit: PieceId) -> int:
    """The hits that a unit still takes before it is destroyed."""
    return max(1, threshold(view, unit) - view.mark(unit, "hit"))


class Evaluation:
    """A view as its seat weighs it, worked out once for a prompt."""

    def __init__(self, view: Table, seat: Seat) -> None:
        """Take a seat's own view."""
        self.view, self.seat = view, seat
        self.side = side_of(seat)
        self.enemy = other_side(self.side)

    @cached_property
    def way(self) -> dict[Zone, float]:
        """How far each space is from the exit for German tanks; the enemy and rivers cost more."""
        view = self.view
        spaces = spaces_in_play(view)
        far = {space: (1.0 if space[1] == "5" else 99.0) for space in spaces}
        queue = [space for space in spaces if space[1] == "5"]
        while queue:
            here = queue.pop(0)
            through = far[here] + self._toll(here)
            for there in near(view, here):
                if through + 1 < far[there]:
                    far[there] = through + 1
                    queue.append(there)
        return far

    def _toll(self, space: Zone) -> float:
        """What it costs to enter a space, beyond the step."""
        toll = BARRED * min(2.0, len(units_of(self.view, AMERICAN, space)) / 2)
        if enemies_outside(self.view, GERMAN, space):
            toll += BARRED
        if not can_cross(self.view, GERMAN, space):
            toll += NO_CROSSING
        return toll

    def distance(self, zone: Zone) -> float:
        """How far a place is from the exit."""
        if zone == EXIT:
            return -3.0
        space = SPACE_OF.get(zone, zone)
        if space not in PLACE:
            space = f"{space[0]}0"
            return self.way[space] + 1
        return self.way[space]

    @cached_property
    def front(self) -> frozenset[Zone]:
        """The spaces next to enemies."""
        view = self.view
        return frozenset(
            there
            for space in spaces_in_play(view)
            if units_of(view, self.enemy, space)
            for there in near(view, space)
        )

    @cached_property
    def threat(self) -> dict[Zone, float]:
        """For Americans: how strong the Germans are who could come to each space soon."""
        view = self.view
        threat = dict.fromkeys(spaces_in_play(view), 0.0)
        for space in threat:
            strength = sum(self.strength(unit) for unit in units_of(view, GERMAN, space))
            if strength:
                threat[space] += strength
                for there in near(view, space):
                    threat[there] += strength
        return threat

    @cached_property
    def hold(self) -> dict[Zone, float]:
        """For Americans: how strong they are in each space."""
        view = self.view
        return {
            space: sum(self.strength(unit) for unit in units_of(view, AMERICAN, space))
            for space in spaces_in_play(view)
        }

    def strength(self, unit: PieceId) -> float:
        """What a unit is worth in a fight, with what it still takes."""
        card = card_of(self.view, unit)
        return card.infantry / 2 + card.armor + card.artillery + card.cohesion / 2

    @cached_property
    def deepest(self) -> dict[str, int]:
        """The row that Germans have reached in each column; -1 where there are none."""
        view = self.view
        deepest = {space[0]: -1 for space in spaces_in_play(view)}
        for space in spaces_in_play(view):
            if units_of(view, GERMAN, space):
                deepest[space[0]] = max(deepest[space[0]], int(space[1]))
        return deepest

    def fight(self, target: Zone, units: Iterable[PieceId]) -> Fight:
        """What an attack of this seat's side would bring."""
        return Fight(self.view, self.side, target, units)
