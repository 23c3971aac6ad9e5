"""Fires break out and spread, and units flee from them (E46, E48)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import RandomHex
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fortifications.construction import (
    remove_fortification,
)
from wardiary.domain.games.combat_commander.movement.placing import relocate
from wardiary.domain.games.combat_commander.table.choices import ChoiceFor
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.smoke import (
    clear_smoke,
    downwind,
    light_fire,
    smoke_and_blazes,
    smoke_hexes,
    takes_blaze,
)
from wardiary.domain.games.combat_commander.terrain.steps import is_impassable
from wardiary.domain.games.combat_commander.units.units import units_in
from wardiary.domain.games.combat_commander.victory.casualties import eliminate
from wardiary.domain.games.kit.choices import ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone


def blaze(draft: Draft, seat: Seat) -> None:
    """E46: a random hex."""
    draft.begin(BlazeHex(seat))


class BlazeHex(RandomHex, frozen=True, tag="blaze-hex"):
    """E46: the random hex of a blaze."""

    purpose = "blaze"

    def take_effect(self, draft: Draft) -> None:
        """It catches fire if it is neither wet nor burning."""
        if takes_blaze(draft.table, self.hex):
            burn(draft, self.seat, self.hex, rule="E46")


def burn(draft: Draft, seat: Seat, hex_label: Zone, *, rule: str) -> None:
    """E46, E48, 8.1.5: smoke and fortifications are removed, and all units have to leave."""
    clear_smoke(draft, hex_label, rule="8.1.5")
    if not light_fire(draft, seat, hex_label, rule=rule):
        return
    remove_fortification(draft, hex_label, rule="8.1.5")
    draft.begin(Fleeing(hex_label))


class Fleeing(Step, frozen=True, tag="fleeing"):
    """E46, E48: owners move their units out of a burning hex, the inactive player first."""

    hex: Zone

    def resume(self, draft: Draft) -> None:
        """The next unit; it is eliminated where there is no hex to go to."""
        table = draft.table
        inactive = enemy_of(table.seat)
        units = units_in(table, self.hex, inactive) or units_in(table, self.hex)
        if not units:
            draft.finish()
            return
        # Ruling: AMB-62, also onto the enemy; only impassable hexes are closed.
        around = map_of(table).grid.neighbours(self.hex)
        hexes = [neighbour for neighbour in around if not is_impassable(table, neighbour)]
        if hexes:
            owner = table.pieces[units[0]].owner
            ask(draft, Flee(owner, tuple(hexes), units[0]))
        else:
            eliminate(draft, units[:1], rule="E46")


class Flee(ChoiceFor, frozen=True, tag="flee"):
    """E46: into which hex a unit flees from the fire."""

    question = "where does the unit flee from the fire?"
    rule = "E46"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The unit goes there."""
        relocate(draft, (self.subject,), chosen, rule="E46")


def breeze(draft: Draft, seat: Seat) -> None:
    """E48: smoke is removed, and blazes spread one hex with the wind."""
    for hex_label in smoke_hexes(draft.table):
        clear_smoke(draft, hex_label, rule="E48")
    burning = sorted(smoke_and_blazes(draft.table)[1])
    next_hexes = [downwind(draft.table, hex_label) for hex_label in burning]
    for there in dict.fromkeys(hex_label for hex_label in next_hexes if hex_label):
        if takes_blaze(draft.table, there):
            burn(draft, seat, there, rule="E48")


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {"blaze": blaze, "breeze": breeze}

STEPS: tuple[type[Step], ...] = (BlazeHex, Fleeing, Flee)
