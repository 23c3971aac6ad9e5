"""Fire: what can be fired at, how a fire begins, targeting rolls (O20)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.rolls import Faces, roll
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.aim import Aim, remember_fired
from wardiary.domain.games.combat_commander.fire.boosts import boosting_cards
from wardiary.domain.games.combat_commander.fire.targets import (
    SightNow,
    can_reach,
    fire_items,
    is_artillery,
    targets_of,
    worst_hindrance,
)
from wardiary.domain.games.combat_commander.morale.demoralise import is_on_map
from wardiary.domain.games.combat_commander.table.commands import FireAt, ShellSmoke
from wardiary.domain.games.combat_commander.table.totals import total
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.smoke import lay_smoke, takes_smoke
from wardiary.domain.games.combat_commander.units.units import units_in
from wardiary.domain.games.combat_commander.weapons.weapons import is_weapon, may_fire, weapon_card
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def fire_offers(
    table: Table, seat: Seat, elements: tuple[PieceId, ...], among: tuple[Zone, ...] | None = None
) -> list[Offer]:
    """O20.3: an offer for each target, with the facts for standing answers.

    A fire that starts below 1 is offered only while the hand could still raise it (10.3.2.1).
    """
    offers = []
    for target, shooters in targets_of(table, seat, elements, among).items():
        strengths = {
            element: total(fire_items(table, (element,), (target,))) for element in shooters
        }
        cards = boosting_cards(table, seat)
        # All other elements may join a unit and add 1 each.
        bases = [
            element
            for element in shooters
            if strengths[element] + 2 * cards + len(shooters) - 1 >= 1
        ]
        if bases:
            best = max(strengths[element] for element in bases)
            facts: dict[str, str | int] = {
                "hex": target,
                "firepower": best,
                "elements": len(bases),
                "units": len(units_in(table, target, enemy_of(seat))),
            }
            slots = (fixed_slot("hex", target), choice_slot("base", bases))
            offers.append(Offer("fire", slots, "O20.3", f"fire at {target}", facts=facts))
    return offers


def refuse_weak_fire(
    table: Table, seat: Seat, command: Command, elements: tuple[PieceId, ...]
) -> None:
    """10.3.2.1: a fire below 1 that neither others nor cards in hand could raise."""
    if not isinstance(command, FireAt):
        return
    offers = fire_offers(table, seat, elements, (command.hex,))
    bases = [base for offer in offers for slot in offer.slots[1:] for base in slot.candidates]
    if command.base not in bases:
        raise Illegal("10.3.2.1", f"{command.base} has less than 1 firepower at {command.hex}")


def smoke_offers(table: Table, elements: tuple[PieceId, ...]) -> list[Offer]:
    """O20.2.1: weapons that can fire smoke, at any hex in range and sight."""
    # Ruling: AMB-58, the line of sight is needed, an enemy is not.
    offers, sight_now = [], SightNow.at(table)
    for element in elements:
        if not is_weapon(table, element) or not weapon_card(table, element).smoke:
            continue
        hexes = [
            hex_label
            for hex_label in map_of(table).grid
            if takes_smoke(table, hex_label) and can_reach(table, sight_now, element, hex_label)
        ]
        if hexes:
            slots = (fixed_slot("weapon", element), choice_slot("hex", hexes))
            offers.append(Offer("shell-smoke", slots, "O20.2.1", f"{element} fires smoke"))
    return offers


def begin_fire(draft: Draft, seat: Seat, command: Command, pool: tuple[PieceId, ...]) -> None:
    """O20.2, O20.3: artillery aims first, everything else goes on to form its group."""
    if isinstance(command, ShellSmoke):
        start = draft.table.zone_of(command.weapon)
        draft.begin(Targeting(seat, command.weapon, start, command.hex, smoke=True))
    elif isinstance(command, FireAt):
        if is_artillery(draft.table, command.base):
            start = draft.table.zone_of(command.base)
            draft.begin(Targeting(seat, command.base, start, command.hex, smoke=False))
        else:
            draft.begin(Aim(seat, (command.hex,), (command.base,), pool))


class Targeting(Step, frozen=True, tag="targeting"):
    """O20.2.3: the product of the dice, less the hindrance, must beat the range."""

    seat: Seat
    weapon: PieceId
    start: Zone
    hex: Zone
    smoke: bool
    rolled: Faces = ()

    def resume(self, draft: Draft) -> None:
        """Roll; then fire, lay smoke, or miss."""
        here = self.start
        distance = map_of(draft.table).grid.distance(here, self.hex)
        if not self.rolled:
            hindrance = worst_hindrance(draft.table, (here,), (self.hex,))
            facts: dict[str, str | int] = {"weapon": self.weapon, "hex": self.hex}
            roll(draft, self.seat, "targeting", facts=facts, base=-hindrance, against=distance)
            return
        hit = targeting_total(draft, self.rolled, here, self.hex) > distance
        # A trigger of the roll may have taken the weapon or its crew out.
        hit = hit and is_on_map(draft.table, self.weapon) and may_fire(draft.table, self.weapon)
        draft.finish()
        if hit and not self.smoke:
            draft.begin(Aim(self.seat, (self.hex,), (self.weapon,), ()))
            return
        remember_fired(draft, (self.weapon,))
        if hit:
            lay_smoke(draft, self.seat, self.hex, rule="O20.2.1")


def targeting_total(draft: Draft, faces: Faces, here: Zone, there: Zone) -> int:
    """O20.2.3, 10.3.1: the product of the dice, less the hindrance."""
    hindrance = worst_hindrance(draft.table, (here,), (there,))
    items = [("product of the dice", faces[0] * faces[1], "O20.2.3")]
    if hindrance:
        items.append(("hindrance", -hindrance, "10.3.1"))
    return draft.total(f"targeting {there}", items, rule="O20.2.3")


STEPS: tuple[type[Step], ...] = (Targeting,)
