"""Artillery request: battery access, or fire for effect (O18)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import card_of, deck_ran_out, turn_up
from wardiary.domain.games.combat_commander.cards.rolls import INTERRUPTIONS, Faces, roll
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.defence import Attack
from wardiary.domain.games.combat_commander.fire.firing import targeting_total
from wardiary.domain.games.combat_commander.fire.targets import SightNow, worst_hindrance
from wardiary.domain.games.combat_commander.orders.order import Order
from wardiary.domain.games.combat_commander.table.commands import Spot
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.table.zones import BOX
from wardiary.domain.games.combat_commander.terrain.fortifications import (
    fortification_in,
)
from wardiary.domain.games.combat_commander.terrain.smoke import lay_smoke
from wardiary.domain.games.combat_commander.units.units import (
    is_activated,
    is_demoralised,
    unit_card,
    units_in,
)
from wardiary.domain.games.combat_commander.weapons.effects import (
    repair,
)
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.games.combat_commander.weapons.weapons import is_broken, radio_card, radio_of
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

SPOTTING_ROUND: PieceId = "spotting-round"


def observers(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """O18: leaders neither demoralised nor activated this turn."""
    # Ruling: AMB-14, "during the game" is read as "during the turn".
    return tuple(
        unit
        for unit in units_on_map(table, seat)
        if unit_card(table, unit).is_leader
        and not is_demoralised(table, unit)
        and not is_activated(table, unit)
    )


def may_request(table: Table, seat: Seat) -> bool:
    """O18: a broken radio, or a working radio and an observer."""
    radio = radio_of(table, seat)
    if radio is None:
        return False
    return is_broken(table, radio) or bool(observers(table, seat))


def begin_request(draft: Draft, seat: Seat) -> None:
    """O18: battery access for a broken radio, fire for effect with a working one."""
    radio = radio_of(draft.table, seat)
    assert radio is not None
    if is_broken(draft.table, radio):
        repair(draft, radio, rule="O18.1")
    else:
        ask(draft, Observer(seat, observers(draft.table, seat)))


class Observer(ListedChoice, frozen=True, tag="observer"):
    """O18.2: which leader observes; only he is activated."""

    question = "which leader observes for the artillery?"
    rule = "O18.2"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """He is activated and spots."""
        draft.mark(chosen, "activated", 1, until="turn", rule="O18.2")
        draft.begin(Spotting(self.seat, chosen))


ARTILLERY_REQUEST = Order(
    "artillery-request",
    may_request,
    begin_request,
    ("O18", "you have no radio, or nobody to observe"),
)


def spot_offers(table: Table, seat: Seat, spotting: Spotting) -> Iterator[Offer]:
    """O18.2.1: any hex the observer sees; smoke is announced now (O18.2.1.1)."""
    here, sight_now = table.zone_of(spotting.observer), SightNow.at(table)
    hexes = [
        hex_label
        for hex_label in map_of(table).grid
        if sight_now.hindrance(here, hex_label) is not None
    ]
    radio = radio_of(table, seat)
    shells = ["shells"]
    if radio is not None and radio_card(table, radio).smoke:
        shells.append("smoke")
    slots = (choice_slot("hex", hexes), choice_slot("shells", shells))
    yield Offer("spot", slots, "O18.2.1", "spot")


def spot(draft: Draft, seat: Seat, command: Spot) -> None:
    """O18.2.1, O18.2.2: the spotting round is placed; its accuracy roll follows."""
    spotting = top_step(draft, Spotting)
    here = draft.table.zone_of(spotting.observer)
    draft.move(SPOTTING_ROUND, command.hex, rule="O18.2.1")
    draft.change(hex=command.hex, smoke=command.shells == "smoke", start=here)
    hindrance = worst_hindrance(draft.table, (here,), (command.hex,))
    distance = map_of(draft.table).grid.distance(here, command.hex)
    facts: dict[str, str | int] = {"hex": command.hex}
    roll(draft, seat, "accuracy", facts=facts, base=-hindrance, against=distance)


class Spotting(CombatMenu, frozen=True, tag="spotting"):
    """O18.2.1, O18.2.2: the spotting round, the accuracy roll, the drift."""

    menu = (Action(Spot, spot, spot_offers),)

    seat: Seat
    observer: PieceId
    hex: Zone = ""
    smoke: bool = False
    hit: bool = False
    drifts: Faces = ()
    rolled: Faces = ()
    start: Zone = ""

    def asks(self, table: Table) -> Prompts:
        """The player, until the spotting round is placed."""
        del table
        if self.hex:
            return ()
        return (Prompt(self.seat, (), "O18.2.1", "where does the spotting round go?"),)

    def resume(self, draft: Draft) -> None:
        """Hit or miss; a card shows how the round drifts; then the impact."""
        if self.rolled:
            distance = map_of(draft.table).grid.distance(self.start, self.hex)
            total = targeting_total(draft, self.rolled, self.start, self.hex)
            draft.change(rolled=(), hit=total > distance)
        elif not self.drifts:
            card = card_of(draft.table, turn_up(draft, self.seat, rule="O18.2.2"))
            draft.change(drifts=(card.white, card.red))
            # Ruling: AMB-06, the last card brings time on before it is used.
            if deck_ran_out(draft.table, self.seat):
                INTERRUPTIONS["time"](draft, self.seat)
        else:
            self._drift(draft)

    def _drift(self, draft: Draft) -> None:
        rule = "O18.2.2.1" if self.hit else "O18.2.2.2"
        drifted = e.DiceRolled(
            seat=self.seat, purpose="drift", pool="directions", faces=self.drifts, rule=rule
        )
        draft.record(drifted)
        white, red = self.drifts
        there = drift(draft.table, self.hex, white, red, hit=self.hit)
        draft.finish()
        if there is None:
            draft.move(SPOTTING_ROUND, BOX, rule="O18.2.2.3")
            return
        draft.move(SPOTTING_ROUND, there, rule="O18.2.3")
        zone = impact_zone(draft.table, there)
        if self.smoke:
            for hex_label in zone:
                lay_smoke(draft, self.seat, hex_label, rule="O18.2.3.1")
            draft.move(SPOTTING_ROUND, BOX, rule="O18.2.3.1")
        else:
            draft.begin(Barrage(self.seat, zone))


class Barrage(Step, frozen=True, tag="barrage"):
    """O18.2.3: the hexes of the impact zone in the order that the active player chooses."""

    seat: Seat
    waiting: tuple[Zone, ...]

    def resume(self, draft: Draft) -> None:
        """The next hex that can be attacked, or the end."""
        table = draft.table
        hexes = [
            hex_label
            for hex_label in self.waiting
            if units_in(table, hex_label) or fortification_in(table, hex_label)
        ]
        radio = radio_of(table, self.seat)
        if hexes and radio is not None:
            ask(draft, NextImpact(self.seat, tuple(hexes)))
        else:
            draft.finish()
            draft.move(SPOTTING_ROUND, BOX, rule="O18.2.3.2")


class NextImpact(ListedChoice, frozen=True, tag="impact"):
    """O18.2.3: which hex of the impact zone is attacked next."""

    question = "which hex is shelled next?"
    rule = "O18.2.3"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """O18.2.3.2: an impact roll against every unit in the hex, whichever side it is on."""
        step = top_step(draft, Barrage)
        draft.change(waiting=tuple(hex_label for hex_label in step.waiting if hex_label != chosen))
        radio = radio_of(draft.table, self.seat)
        assert radio is not None
        card = radio_card(draft.table, radio)
        items = ((radio, card.firepower, "12"),)
        firepower = draft.total(f"impact {chosen}", items, rule="O18.2.3.2")
        draft.begin(
            Attack(
                seat=self.seat,
                kind="impact",
                hexes=(chosen,),
                firepower=firepower,
                units=units_in(draft.table, chosen),
                shells=True,
                destroys=card.destroys,
            )
        )


def drift(table: Table, hex_label: str, white: int, red: int, *, hit: bool) -> str | None:
    """O18.2.2.1, O18.2.2.2, 2.2.2: where a spotting round ends; None if it leaves the map."""
    directions = (white, red) if hit else (white,) * red
    return map_of(table).grid.drift(hex_label, directions)


def impact_zone(table: Table, hex_label: str) -> tuple[str, ...]:
    """O18.2.3: the hex of the spotting round and its neighbours on the map."""
    return (hex_label, *map_of(table).grid.neighbours(hex_label))


STEPS: tuple[type[Step], ...] = (Spotting, Barrage, Observer, NextImpact)
