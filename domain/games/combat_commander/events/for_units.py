"""Events that harm or help units (E50, E51, E60, E62, E64, E66, E72, E75)."""

from __future__ import annotations

from collections.abc import Callable

from wardiary.domain.games.combat_commander.cards.rolls import (
    RandomHex,
    Roll,
    roll,
)
from wardiary.domain.games.combat_commander.components.printed import map_of, scenario_of
from wardiary.domain.games.combat_commander.fire.targets import targets_of
from wardiary.domain.games.combat_commander.morale.demoralise import (
    demoralise,
    is_on_map,
    rally,
    suppress,
)
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import SEATS, enemy_of
from wardiary.domain.games.combat_commander.terrain.cover import cover
from wardiary.domain.games.combat_commander.units.command import out_of_command
from wardiary.domain.games.combat_commander.units.numbers import morale_items
from wardiary.domain.games.combat_commander.units.units import (
    demoralised,
    is_demoralised,
    is_suppressed,
    units_in,
)
from wardiary.domain.games.combat_commander.victory.casualties import eliminate
from wardiary.domain.games.combat_commander.weapons.weapons import (
    carrier_of,
    is_broken,
    weapon_card,
    weapons_in_play,
)
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def commissar(draft: Draft, seat: Seat) -> None:
    """E50: the Russian player chooses one of his demoralised units."""
    # Ruling: AMB-01, without Russians nothing happens.
    del seat
    sheet = scenario_of(draft.table)
    for russian in SEATS:
        if sheet.force(russian).nation == "russia":
            units = demoralised(draft.table, russian)
            ask(draft, Commissar(russian, units))


class Commissar(ListedChoice, frozen=True, tag="commissar"):
    """E50: which demoralised unit the commissar judges."""

    question = "which unit does the commissar judge?"
    rule = "E50"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """A roll against its morale follows."""
        items = morale_items(draft.table, chosen)
        morale = draft.total(f"morale {chosen}", items, rule="E50")
        facts: dict[str, str | int] = {"unit": chosen}
        roll(draft, self.seat, "commissar", facts=facts, against=morale, kind=CommissarRoll)


class CommissarRoll(Roll, frozen=True, tag="commissar-roll"):
    """E50: the roll for the unit that is judged."""

    def take_effect(self, draft: Draft) -> None:
        """It is eliminated above its morale, else rallied."""
        unit = str(self.facts["unit"])
        if not is_on_map(draft.table, unit):
            return
        if self.against is not None and sum(self.faces) > self.against:
            eliminate(draft, (unit,), rule="E50")
        else:
            rally(draft, unit, rule="E50")


def cower(draft: Draft, seat: Seat) -> None:
    """E51: squads outside the command radius of all their leaders are suppressed."""
    for unit in out_of_command(draft.table, seat):
        suppress(draft, unit, rule="E51")


def interdiction(draft: Draft, seat: Seat) -> None:
    """E60: a unit of any side, not suppressed, in a hex with cover below 1."""
    table = draft.table
    units = [
        unit
        for unit in units_on_map(table)
        if not is_suppressed(table, unit) and cover(table, table.zone_of(unit)) < 1
    ]
    ask(draft, Interdicted(seat, tuple(units)))


class Interdicted(ListedChoice, frozen=True, tag="interdict"):
    """E60: which unit is suppressed by interdiction."""

    question = "which unit is suppressed by interdiction?"
    rule = "E60"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is suppressed."""
        suppress(draft, chosen, rule="E60")


def killed_in_action(draft: Draft, seat: Seat) -> None:
    """E62: a demoralised unit of any side must be eliminated."""
    ask(draft, KilledInAction(seat, demoralised(draft.table)))


class KilledInAction(ListedChoice, frozen=True, tag="kia"):
    """E62: which demoralised unit is eliminated; no light wounds against this (A36)."""

    question = "which demoralised unit is killed in action?"
    rule = "E62"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is eliminated."""
        eliminate(draft, (chosen,), rule="E62")


def medic(draft: Draft, seat: Seat) -> None:
    """E64: a demoralised unit of any side must be rallied."""
    ask(draft, Medic(seat, demoralised(draft.table)))


class Medic(ListedChoice, frozen=True, tag="medic"):
    """E64: which demoralised unit the medic helps."""

    question = "which demoralised unit does the medic help?"
    rule = "E64"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is rallied."""
        rally(draft, chosen, rule="E64")


def prisoners_of_war(draft: Draft, seat: Seat) -> None:
    """E66: a demoralised unit of the player with or next to an enemy must be eliminated."""
    table, grid = draft.table, map_of(draft.table).grid
    units = [
        unit
        for unit in demoralised(table, seat)
        if any(
            units_in(table, hex_label, enemy_of(seat))
            for hex_label in (table.zone_of(unit), *grid.neighbours(table.zone_of(unit)))
        )
    ]
    ask(draft, Captured(seat, tuple(units)))


class Captured(ListedChoice, frozen=True, tag="captured"):
    """E66: which demoralised unit is taken prisoner."""

    question = "which of your units is captured?"
    rule = "E66"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is eliminated."""
        eliminate(draft, (chosen,), rule="E66")


def shell_shock(draft: Draft, seat: Seat) -> None:
    """E72: a random hex."""
    draft.begin(ShellShockHex(seat))


class ShellShockHex(RandomHex, frozen=True, tag="shell-shock-hex"):
    """E72: the random hex of a shell shock."""

    purpose = "shell-shock"

    def take_effect(self, draft: Draft) -> None:
        """The unit nearest to it; of several, the reader chooses."""
        units = nearest_units(draft.table, self.hex)
        ask(draft, ShellShock(self.seat, units))


class ShellShock(ListedChoice, frozen=True, tag="shocked"):
    """E72: which of the units nearest to the random hex is shocked."""

    question = "which unit is demoralised by shell shock?"
    rule = "E72"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is demoralised."""
        demoralise(draft, (chosen,), rule="E72")


def suppressing_fire(draft: Draft, seat: Seat) -> None:
    """E75: an enemy in range and sight of a working machine gun may be suppressed."""
    table = draft.table
    guns = [weapon for weapon in weapons_in_play(table, seat) if _may_suppress(table, weapon)]
    units = [
        unit
        for target in targets_of(table, seat, guns)
        for unit in units_in(table, target, enemy_of(seat))
        if not is_suppressed(table, unit)
    ]
    ask(draft, Pinned(seat, tuple(units)))


def _may_suppress(table: Table, gun: PieceId) -> bool:
    """E75: a working machine gun, its crew neither demoralised nor suppressed; that is enough.

    It does not fire, so that water and wire around it do not matter (T89, F106.3).
    """
    crew = carrier_of(table, gun)
    return (
        weapon_card(table, gun).is_mg
        and not is_broken(table, gun)
        and not is_demoralised(table, crew)
        and not is_suppressed(table, crew)
    )


class Pinned(ListedChoice, frozen=True, tag="pinned"):
    """E75: which enemy unit the machine guns suppress."""

    question = "which unit is suppressed?"
    rule = "E75"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is suppressed."""
        suppress(draft, chosen, rule="E75")


def nearest_units(table: Table, hex_label: Zone) -> tuple[PieceId, ...]:
    """The units nearest to a hex, several when they tie."""
    units = units_on_map(table)
    hexes = {table.zone_of(unit) for unit in units}
    near = map_of(table).grid.nearest(hex_label, sorted(hexes))
    return tuple(unit for unit in units if table.zone_of(unit) in near)


EVENTS: dict[str, Callable[[Draft, Seat], None]] = {
    "commissar": commissar,
    "cower": cower,
    "interdiction": interdiction,
    "kia": killed_in_action,
    "medic": medic,
    "prisoners-of-war": prisoners_of_war,
    "shell-shock": shell_shock,
    "suppressing-fire": suppressing_fire,
}

STEPS: tuple[type[Step], ...] = (
    Commissar,
    Interdicted,
    KilledInAction,
    Medic,
    Captured,
    ShellShock,
    Pinned,
    CommissarRoll,
    ShellShockHex,
)
