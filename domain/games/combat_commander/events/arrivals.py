"""Events that bring units in: infiltrators, reinforcements, walking wounded (E59, E68, E76)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import (
    RandomHex,
    Roll,
    roll,
)
from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of
from wardiary.domain.games.combat_commander.movement.placing import (
    bring_in,
    has_room_for,
    place_unit,
    room_on_edge,
)
from wardiary.domain.games.combat_commander.setup.support import support_column, unit_and_weapon
from wardiary.domain.games.combat_commander.table.choices import ChoiceFor
from wardiary.domain.games.combat_commander.table.zones import SEATS, artillery_box, casualties
from wardiary.domain.games.combat_commander.units.units import DEMORALISED
from wardiary.domain.games.combat_commander.weapons.weapons import radio_of
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def infiltration(draft: Draft, seat: Seat) -> None:
    """E59: first a roll on the support table."""
    roll(draft, seat, "support", kind=InfiltrationRoll)


class InfiltrationRoll(Roll, frozen=True, tag="infiltration-roll"):
    """E59: the roll on the support table."""

    def take_effect(self, draft: Draft) -> None:
        """An element of the column follows, but no radio."""
        names = support_column(draft.table, self.seat, self.faces, radios=False)
        ask(draft, Infiltrator(self.seat, tuple(names)))


class Infiltrator(ListedChoice, frozen=True, tag="infiltrator"):
    """E59: which element of the support table infiltrates."""

    question = "which unit infiltrates?"
    rule = "E59"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """A random hex follows."""
        draft.begin(InfiltrationHex(self.seat, element=chosen))


class InfiltrationHex(RandomHex, frozen=True, tag="infiltration-hex", kw_only=True):
    """E59: the random hex of an infiltration."""

    purpose = "infiltration"

    element: str

    def take_effect(self, draft: Draft) -> None:
        """The unit appears in that hex or next to it, where there is room."""
        unit, _ = unit_and_weapon(self.element)
        hexes = [
            neighbour
            for neighbour in hex_and_neighbours(draft.table, self.hex)
            if has_room_for(draft.table, unit, self.seat, neighbour)
        ]
        ask(draft, Infiltrate(self.seat, tuple(hexes), self.element))


class Infiltrate(ChoiceFor, frozen=True, tag="infiltrate"):
    """E59: in which hex the infiltrators appear."""

    question = "where do the infiltrators appear?"
    rule = "E59"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The unit appears there, with its weapon."""
        unit, weapon = unit_and_weapon(self.subject)
        place_unit(draft, self.seat, unit, weapon, chosen, rule="E59")


def reinforcements(draft: Draft, seat: Seat) -> None:
    """E68: first a roll on the support table."""
    roll(draft, seat, "support", kind=ReinforcementsRoll)


class ReinforcementsRoll(Roll, frozen=True, tag="reinforcements-roll"):
    """E68, 8.1.2: the roll on the support table."""

    def take_effect(self, draft: Draft) -> None:
        """Any element of the column; a radio only if its box is empty."""
        radios = radio_of(draft.table, self.seat) is None
        names = support_column(draft.table, self.seat, self.faces, radios=radios)
        ask(draft, Reinforcement(self.seat, tuple(names)))


class Reinforcement(ListedChoice, frozen=True, tag="reinforcement"):
    """E68: which element of the support table comes as a reinforcement."""

    question = "which reinforcement comes?"
    rule = "E68"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """A radio goes to its box; a unit to a hex of the friendly edge."""
        if chosen in pack_of(draft.table).radios:
            number = 1
            while f"{self.seat}-radio-{number}" in draft.table.pieces:
                number += 1
            piece, box = f"{self.seat}-radio-{number}", artillery_box(self.seat)
            draft.place(piece, chosen, box, owner=self.seat, face="working", rule="E68")
            return
        unit, _ = unit_and_weapon(chosen)
        hexes = room_on_edge(draft.table, unit, self.seat)
        ask(draft, Reinforce(self.seat, hexes, chosen))


class Reinforce(ChoiceFor, frozen=True, tag="reinforce"):
    """E68: on which hex of the friendly edge the reinforcement comes in."""

    question = "where does the reinforcement come in?"
    rule = "E68"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The unit comes in there, with its weapon."""
        unit, weapon = unit_and_weapon(self.subject)
        place_unit(draft, self.seat, unit, weapon, chosen, rule="E68")


def walking_wounded(draft: Draft, seat: Seat) -> None:
    """E76, G-WW: an eliminated unit of any side must be chosen."""
    eliminated = [piece for side in SEATS for piece in draft.table.zone(casualties(side))]
    ask(draft, Wounded(seat, tuple(eliminated)))


class Wounded(ListedChoice, frozen=True, tag="wounded"):
    """E76: which eliminated unit comes back."""

    question = "which eliminated unit comes back?"
    rule = "E76"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """A random hex follows."""
        draft.begin(WalkingWoundedHex(self.seat, unit=chosen))


class WalkingWoundedHex(RandomHex, frozen=True, tag="walking-wounded-hex", kw_only=True):
    """E76: the random hex of walking wounded."""

    purpose = "walking-wounded"

    unit: str

    def take_effect(self, draft: Draft) -> None:
        """The unit comes back in that hex or next to it, where there is room."""
        piece = draft.table.pieces[self.unit]
        hexes = [
            neighbour
            for neighbour in hex_and_neighbours(draft.table, self.hex)
            if has_room_for(draft.table, piece.kind, piece.owner, neighbour)
        ]
        ask(draft, WalkingWounded(self.seat, tuple(hexes), self.unit))


class WalkingWounded(ChoiceFor, frozen=True, tag="walk"):
    """E76: in which hex the wounded unit comes back."""

    question = "where does the wounded unit come back?"
    rule = "E76"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It comes back demoralised; the points it cost stay."""
        draft.turn(self.subject, DEMORALISED, rule="E76")
        bring_in(draft, self.subject, chosen, rule="E76")


def hex_and_neighbours(table: Table, hex_label: Zone) -> tuple[Zone, ...]:
    """A hex and the hexes next to it."""
    return (hex_label, *map_of(table).grid.neighbours(hex_label))


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    "infiltration": infiltration,
    "reinforcements": reinforcements,
    "walking-wounded": walking_wounded,
}

STEPS: tuple[type[Step], ...] = (
    Infiltrator,
    Infiltrate,
    Reinforcement,
    Reinforce,
    Wounded,
    WalkingWounded,
    InfiltrationRoll,
    InfiltrationHex,
    ReinforcementsRoll,
    WalkingWoundedHex,
)
