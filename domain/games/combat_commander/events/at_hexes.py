"""Events at hexes: bombs, dust, fortifications, phosphorus (E43 to E77)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import RandomHex
from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of
from wardiary.domain.games.combat_commander.events.for_units import nearest_units
from wardiary.domain.games.combat_commander.fortifications.construction import (
    fortified_hexes,
    may_fortify,
    place_fortification,
    remove_fortification,
)
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise
from wardiary.domain.games.combat_commander.table.places import occupied_hexes, units_on_map
from wardiary.domain.games.combat_commander.table.zones import SMOKE_CUP, enemy_of
from wardiary.domain.games.combat_commander.terrain.smoke import (
    lay_smoke,
    takes_smoke,
)
from wardiary.domain.games.combat_commander.units.units import is_demoralised, unit_card, units_in
from wardiary.domain.games.kit.choices import Decline, ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat

# Air support


def air_support(draft: Draft, seat: Seat) -> None:
    """E43: a random hex."""
    draft.begin(AirSupportHex(seat))


class AirSupportHex(RandomHex, frozen=True, tag="air-support-hex"):
    """E43: the random hex of an air attack."""

    purpose = "air-support"

    def take_effect(self, draft: Draft) -> None:
        """That hex, or the nearest with units; the reader may decline."""
        units = nearest_units(draft.table, self.hex)
        hexes = [draft.table.zone_of(unit) for unit in units]
        ask(draft, Bombed(self.seat, tuple(hexes)))


class Bombed(ListedChoice, frozen=True, tag="bomb"):
    """E43: the hex that is bombed."""

    question = "demoralise everybody in which hex?"
    rule = "E43"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """All units there are demoralised."""
        demoralise(draft, units_in(draft.table, chosen), rule="E43")


# Fortifications and smoke


def booby_trap(draft: Draft, seat: Seat) -> None:
    """E47: a random hex."""
    draft.begin(BoobyTrapHex(seat))


class BoobyTrapHex(RandomHex, frozen=True, tag="booby-trap-hex"):
    """E47: the random hex of a booby trap."""

    purpose = "booby-trap"

    def take_effect(self, draft: Draft) -> None:
        """Mines; units in the hex are safe until they leave."""
        if may_fortify(draft.table, self.hex, "mines"):
            place_fortification(draft, "mines", self.hex, rule="E47")


def dust(draft: Draft, seat: Seat) -> None:
    """E53: a random hex."""
    draft.begin(DustHex(seat))


class DustHex(RandomHex, frozen=True, tag="dust-hex"):
    """E53: the random hex of a dust cloud."""

    purpose = "dust"

    def take_effect(self, draft: Draft) -> None:
        """Smoke is placed there."""
        lay_smoke(draft, self.seat, self.hex, rule="E53")


def entrench(draft: Draft, seat: Seat) -> None:
    """E55: the player may place foxholes in a hex with his units."""
    occupied = occupied_hexes(draft.table, seat)
    hexes = [hex_label for hex_label in occupied if may_fortify(draft.table, hex_label, "foxholes")]
    ask(draft, Entrench(seat, tuple(hexes)))


class Entrench(ListedChoice, frozen=True, tag="entrench"):
    """E55: in which hex foxholes are dug."""

    question = "in which hex are foxholes dug?"
    rule = "E55"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """The foxholes are placed."""
        place_fortification(draft, "foxholes", chosen, rule="E55")


def rubble(draft: Draft, seat: Seat) -> None:
    """E69: the booklet has no text; the pack names the fortification that a random hex gets."""
    # Ruling: AMB-30, content decides; "nothing" is the strict reading.
    if pack_of(draft.table).markers.rubble != "nothing":
        draft.begin(RubbleHex(seat))


class RubbleHex(RandomHex, frozen=True, tag="rubble-hex"):
    """E69: the random hex of rubble."""

    purpose = "rubble"

    def take_effect(self, draft: Draft) -> None:
        """The fortification that the pack names is placed, if the hex takes it."""
        kind = pack_of(draft.table).markers.rubble
        if kind != "nothing" and may_fortify(draft.table, self.hex, kind):
            place_fortification(draft, kind, self.hex, rule="E69")


def shellholes(draft: Draft, seat: Seat) -> None:
    """E73: the booklet has no text except in 8.1.3; the pack says which fortification it is."""
    # Ruling: AMB-31, foxholes in a random hex under the conditions of E47.
    if pack_of(draft.table).markers.shellholes != "nothing":
        draft.begin(ShellholesHex(seat))


class ShellholesHex(RandomHex, frozen=True, tag="shellholes-hex"):
    """E73: the random hex of shellholes."""

    purpose = "shellholes"

    def take_effect(self, draft: Draft) -> None:
        """The fortification that the pack names is placed, if the hex takes it."""
        kind = pack_of(draft.table).markers.shellholes
        if kind != "nothing" and may_fortify(draft.table, self.hex, kind):
            place_fortification(draft, kind, self.hex, rule="E73")


def sappers(draft: Draft, seat: Seat) -> None:
    """E70: mines or wire may be removed."""
    hexes = fortified_hexes(draft.table, "mines", "wire")
    ask(draft, Sappers(seat, hexes))


class Sappers(ListedChoice, frozen=True, tag="clear"):
    """E70: from which hex mines or wire are removed."""

    question = "from which hex do the sappers clear mines or wire?"
    rule = "E70"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """They are removed."""
        remove_fortification(draft, chosen, rule="E70")


def white_phosphorus(draft: Draft, seat: Seat) -> None:
    """E77: smoke may be placed next to a squad of the player that is not demoralised."""
    table, grid = draft.table, map_of(draft.table).grid
    if not table.zone(SMOKE_CUP):
        return
    squads = [
        unit
        for unit in units_on_map(table, seat)
        if unit_card(table, unit).type == "squad" and not is_demoralised(table, unit)
    ]
    hexes = [
        neighbour
        for squad in squads
        for neighbour in grid.neighbours(table.zone_of(squad))
        if takes_smoke(table, neighbour)
    ]
    ask(draft, WhitePhosphorus(seat, tuple(hexes)))


class WhitePhosphorus(ListedChoice, frozen=True, tag="phosphorus"):
    """E77: into which hex the smoke goes."""

    question = "into which hex does the white phosphorus go?"
    rule = "E77"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """Each player with units there picks one to be demoralised, the inactive player first."""
        lay_smoke(draft, self.seat, chosen, rule="E77")
        active = draft.table.seat
        # The question opened last is asked first.
        for owner in (active, enemy_of(active)):
            victims = units_in(draft.table, chosen, owner)
            draft.begin(ScorchedUnit(owner, victims))


class ScorchedUnit(ListedChoice, frozen=True, tag="scorched"):
    """E77: which of the units in the hex is demoralised; their owner chooses."""

    question = "which of your units is demoralised by the phosphorus?"
    rule = "E77"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is demoralised."""
        demoralise(draft, (chosen,), rule="E77")


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    "air-support": air_support,
    "booby-trap": booby_trap,
    "dust": dust,
    "entrench": entrench,
    "rubble": rubble,
    "sappers": sappers,
    "shellholes": shellholes,
    "white-phosphorus": white_phosphorus,
}

STEPS: tuple[type[Step], ...] = (
    Bombed,
    Entrench,
    Sappers,
    WhitePhosphorus,
    ScorchedUnit,
    AirSupportHex,
    BoobyTrapHex,
    DustHex,
    RubbleHex,
    ShellholesHex,
)
