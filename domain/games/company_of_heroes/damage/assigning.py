"""C-5.0.1, C-5.0.2: every unit that fires chooses its target; machine guns first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from wardiary.domain.games.company_of_heroes.commands import Done, Fire, FireGun
from wardiary.domain.games.company_of_heroes.components.names import DAMAGE_TYPES
from wardiary.domain.games.company_of_heroes.components.pack import mission_of, unit_card
from wardiary.domain.games.company_of_heroes.damage.targets import (
    Targets,
    attacks,
    attacks_at,
    cannot_fire,
    is_free,
    range_to,
    targets_of,
)
from wardiary.domain.games.company_of_heroes.maneuver.turn import TeamMenu
from wardiary.domain.games.company_of_heroes.table.armies import Army, team_of
from wardiary.domain.games.company_of_heroes.table.units import (
    army_units,
    is_machine_gun,
    is_unit,
    profile,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Candidate, Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit's dice on a target, a unit or a hex; `damage` is the type when it splits them."""

    unit: PieceId
    target: str
    damage: str = ""


class Battery:
    """Worked out once for a prompt: the units of a seat that may still fire, and at what."""

    def __init__(
        self, table: Table, armies: tuple[Army, ...], aims: tuple[Aim, ...], *, guns: bool
    ) -> None:
        """`guns`: in step 1 only machine guns fire, in step 2 all others."""
        self.table = table
        self.armies = armies
        self.guns = guns
        self.aimed: dict[PieceId, set[str]] = {}
        for aim in aims:
            self.aimed.setdefault(aim.unit, set()).add(aim.damage)
        self.units = [
            unit
            for army in armies
            for unit in army_units(table, army)
            if is_machine_gun(table, unit) == guns and cannot_fire(table, unit) is None
        ]
        self._targets: Targets | None = None

    @property
    def targets(self) -> Targets:
        """What the team sees; looked up when first needed."""
        if self._targets is None:
            self._targets = targets_of(self.table, team_of(self.armies[0]))
        return self._targets

    def of(self, unit: PieceId, damage: str = "") -> list[str]:
        """The targets of a unit, or of its dice of one type."""
        return self.targets.of(unit, damage)

    def ready(self) -> Iterator[tuple[PieceId, list[str]]]:
        """C-5.0.1c: the units that have not chosen and have a target, with all of those."""
        for unit in self.units:
            if unit not in self.aimed and (targets := self.of(unit)):
                yield unit, targets

    def split_types(self, unit: PieceId) -> list[str]:
        """C-5.0.2a: the damage types of a heavy vehicle that have no target yet."""
        if not mission_of(self.table).full:
            return []
        if unit_card(self.table, unit).type != "heavy-vehicle" or "" in self.aimed.get(unit, ()):
            return []
        types = {attack.type for attack in attacks(self.table, unit)}
        if len(types) < 2:
            return []
        return [t for t in DAMAGE_TYPES if t in types and t not in self.aimed.get(unit, ())]


def fire_offers(table: Table, seat: Seat, battery: Battery) -> Iterator[Offer]:
    """C-5.0.1c: every unit that has not chosen, and its targets."""
    for unit, targets in battery.ready():
        yield offer(
            Fire, "C-5.0.1c", f"fire with {unit}", choice_slot("target", targets), unit=unit
        )


def gun_offers(table: Table, seat: Seat, battery: Battery) -> Iterator[Offer]:
    """C-5.0.2a: heavy vehicles may split their damage by type."""
    for unit in battery.units:
        for damage in battery.split_types(unit):
            if targets := battery.of(unit, damage):
                yield offer(
                    FireGun,
                    "C-5.0.2a",
                    f"fire {damage} of {unit}",
                    choice_slot("target", targets),
                    unit=unit,
                    damage=damage,
                )


def refuse_fire(table: Table, seat: Seat, command: Fire, battery: Battery) -> None:
    """C-5.0.1a, C-5.0.1c: one target for each unit, in range, arc and sight."""
    refuse(_cannot_choose(table, command.unit, battery))
    chosen = command.unit in battery.aimed
    refuse_unless(
        not chosen, "C-5.0.1c", f"{command.unit} has chosen: all its dice go on one target"
    )
    refuse(cannot_hit(table, battery.targets, command.unit, command.target))


def refuse_fire_gun(table: Table, seat: Seat, command: FireGun, battery: Battery) -> None:
    """C-5.0.2a: heavy vehicles only, one target for each type."""
    refuse(_cannot_choose(table, command.unit, battery))
    split = command.damage in battery.split_types(command.unit)
    refuse_unless(split, "C-5.0.2a", "only a heavy vehicle with several types of damage splits it")
    targets = battery.targets
    refuse(cannot_hit(table, targets, command.unit, command.target, command.damage))


def _cannot_choose(table: Table, unit: PieceId, battery: Battery) -> Refusal:
    """Why a unit chooses no target in this step."""
    if unit not in table.pieces or not is_unit(table, unit):
        return "C-5.0.1c", f"{unit} is no unit"
    if table.pieces[unit].owner not in battery.armies:
        return "C-5.0.1c", f"{unit} is no unit of an army that you play and that may still fire"
    if refusal := cannot_fire(table, unit):
        return refusal
    if is_machine_gun(table, unit) != battery.guns:
        rule = "C-5.0.1a"
        return rule, "machine guns that are set up choose first, all other units afterwards"
    return None


def cannot_hit(
    table: Table, targets: Targets, unit: PieceId, target: str, damage: str = ""
) -> Refusal:
    """C-5.0.1c, C-5.1: the exact reason why a target is none."""
    if target in targets.of(unit, damage):
        return None
    field = field_of(table)
    if target in field.hexes:
        hex_: Zone = target
    elif target in table.pieces and is_unit(table, target):
        hex_ = table.pieces[target].zone
        if table.pieces[target].host:
            return "C-4.1.2r", f"{target} is in a transport and cannot be targeted"
    else:
        return "C-5.0.1c", f"{target} is neither a unit nor a hex"
    if hex_ not in field.hexes:
        return "C-5.0.1c", f"{target} is not on the map"
    return _cannot_reach(table, targets, unit, hex_, damage) or (
        "C-5.1a" if target in field.hexes else "C-5.1b",
        f"{target} cannot be targeted: your team does not see it, or nothing there can be hit",
    )


def _cannot_reach(
    table: Table, targets: Targets, unit: PieceId, hex_: Zone, damage: str
) -> Refusal:
    apart, now = range_to(table, unit, hex_), profile(table, unit)
    if apart < now.card.least_range:
        own = hex_ == table.pieces[unit].zone
        return (
            "C-6.5" if own else "C-4.1.1f",
            f"{unit} does not fire at less than {now.card.least_range} hexes",
        )
    if apart > now.range:
        return "C-5.1a", f"{hex_} is {apart} hexes away, and {unit} fires {now.range} far"
    if not any(damage in ("", attack.type) for attack in attacks_at(table, unit, hex_)):
        if not is_free(table, table.pieces[unit].zone, hex_):
            return "C-5.6.2b", f"something blocks the line to {hex_}"
        heavy = unit_card(table, unit).type == "heavy-vehicle"
        return "C-4.1.6c" if heavy else "C-4.1.3e", f"{hex_} is not in the arc of {unit}"
    if not targets.sees_hex(unit, hex_):
        return "C-5.1a", f"nobody in your team sees {hex_}"
    return None


def fire(draft: Draft, seat: Seat, command: Fire) -> None:
    """C-5.0.1c: all dice that reach."""
    add_aim(draft, Aim(command.unit, command.target))


def fire_gun(draft: Draft, seat: Seat, command: FireGun) -> None:
    """C-5.0.2a: the dice of one type."""
    add_aim(draft, Aim(command.unit, command.target, command.damage))


def add_aim(draft: Draft, aim: Aim) -> None:
    """Remember a choice until the damage is resolved."""
    draft.change(aims=(*top_step(draft, Assigning).aims, aim))


def done_offers(table: Table, seat: Seat, battery: Battery) -> Iterator[Offer]:
    """C-5.0.1c: units that have not chosen do not fire."""
    yield offer(Done, "C-5.0.1c", "fire no more", choice_slot("army", battery.armies))


def done(draft: Draft, seat: Seat, command: Done) -> None:
    """C-5.0.1c: the army is ready."""
    draft.change(ended=(*top_step(draft, Assigning).ended, command.army))


FIRE = Action(Fire, fire, fire_offers, refuse_fire)
FIRE_GUN = Action(FireGun, fire_gun, gun_offers, refuse_fire_gun)
DONE = Action(Done, done, done_offers)


class Assigning(TeamMenu, frozen=True):
    """All players of a team choose targets; `aims` are those chosen in this phase so far."""

    menu: ClassVar = (FIRE, FIRE_GUN)
    anytime: ClassVar = (DONE,)
    guns: ClassVar[bool]
    rule: ClassVar[str]
    question: ClassVar[str]

    aims: tuple[Aim, ...] = ()

    def context(self, table: Table, seat: Seat) -> Battery:
        """The units that may still fire."""
        return Battery(table, self.active(table, seat), self.aims, guns=self.guns)

    def asks(self, table: Table) -> Prompts:
        """Every player of the team with a unit that may still fire."""
        facts: dict[str, Candidate] = {"what": str(self.__struct_config__.tag)}
        return tuple(
            Prompt(seat, (), self.rule, self.question, facts) for seat in self.asked_seats(table)
        )

    def resume(self, draft: Draft) -> None:
        """The choices of the team are complete; what is open below keeps them."""
        draft.finish()
        draft.change(aims=self.aims)


class MachineGuns(Assigning, frozen=True, tag="machine-guns"):
    """C-5.0.1a: step 1, the machine guns that are set up."""

    guns = True
    rule = "C-5.0.1a"
    question = "At what do your machine guns fire?"


class Assignment(Assigning, frozen=True, tag="assignment"):
    """C-5.0.1c: step 2, every other unit."""

    guns = False
    rule = "C-5.0.1c"
    question = "At what do your units fire?"


STEPS = (MachineGuns, Assignment)
