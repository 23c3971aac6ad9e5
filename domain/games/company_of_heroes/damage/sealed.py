"""C-5.0a, the setting "sealed": both teams choose their targets unseen, and open them together.

A choice is a numbered chip that its player puts aside. The chips count the possible choices of an
army, which everybody can work out; which chip is aside is known to its team alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from wardiary.domain.games.company_of_heroes.commands import Aimed, AimedGun, Done
from wardiary.domain.games.company_of_heroes.damage.assigning import (
    Aim,
    Battery,
    refuse_fire,
    refuse_fire_gun,
)
from wardiary.domain.games.company_of_heroes.table.armies import (
    Army,
    armies_of,
    armies_of_seat,
    seats_of_team,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.zones import chips, chips_aside, chips_shown
from wardiary.domain.games.kit.menus import Action, Menu, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, is_hidden
from wardiary.domain.table.table import Table

ASSIGNMENT, SEALED = "assignment", "sealed"
"""The setting by which targets are chosen unseen."""


def is_sealed(table: Table) -> bool:
    """C-5.0a: whether both teams choose their targets at once, unseen."""
    return table.settings.get(ASSIGNMENT) == SEALED


def choices(table: Table, army: Army, *, guns: bool) -> list[Aim]:
    """C-5.0.1a, C-5.0.1c: all targets of all units of an army, in an order that everybody knows."""
    battery = Battery(table, (army,), (), guns=guns)
    listed = []
    for unit in battery.units:
        listed += [Aim(unit, target) for target in battery.of(unit)]
        for damage in battery.split_types(unit):
            listed += [Aim(unit, target, damage) for target in battery.of(unit, damage)]
    return listed


def chip(army: Army, number: int) -> PieceId:
    """The chip for a choice, by its place in the list."""
    return f"{army}-chip-{number}"


def put_aside(table: Table, army: Army, *, guns: bool) -> tuple[Aim, ...]:
    """The choices for which an army has put chips aside; all of them must be known."""
    aside = table.zone(chips_aside(army))
    if not aside:
        return ()
    listed = choices(table, army, guns=guns)
    return tuple(listed[int(piece.rpartition("-")[2])] for piece in aside)


def known_choices(table: Table, army: Army, *, guns: bool) -> tuple[Aim, ...]:
    """The choices of an army, as far as its chips can be looked at: all of them or none."""
    if any(map(is_hidden, table.zone(chips_aside(army)))):
        return ()
    return put_aside(table, army, guns=guns)


def begin_sealed(draft: Draft, *, guns: bool) -> None:
    """C-5.0a: enough chips for every choice, shuffled so that nobody can follow them."""
    for army in armies_of(draft.table.seats):
        needed = len(choices(draft.table, army, guns=guns))
        made = len(draft.table.zone(chips(army)))
        new = [chip(army, number) for number in range(made, needed)]
        if new:
            draft.place(new, "chip", chips(army), owner=army, rule="C-5.0a")
        if needed:
            draft.shuffle(chips(army), rule="C-5.0a")
    draft.begin(SealedAims(guns))


class Sights(Battery):
    """What a seat may still choose, given the chips it has put aside."""

    def __init__(self, table: Table, armies: tuple[Army, ...], *, guns: bool) -> None:
        """Look at the chips of the seat's own armies, where one may."""
        known = [army for army in armies if not any(map(is_hidden, table.zone(chips_aside(army))))]
        aims = tuple(aim for army in known for aim in put_aside(table, army, guns=guns))
        super().__init__(table, armies, aims, guns=guns)


def aim_offers(table: Table, seat: Seat, sights: Sights) -> Iterator[Offer]:
    """C-5.0.1c: every unit that has not chosen, and its targets."""
    for unit, targets in sights.ready():
        yield offer(Aimed, "C-5.0.1c", f"aim {unit}", choice_slot("target", targets), unit=unit)


def aim_gun_offers(table: Table, seat: Seat, sights: Sights) -> Iterator[Offer]:
    """C-5.0.2a: heavy vehicles may split their damage by type."""
    for unit in sights.units:
        for damage in sights.split_types(unit):
            if targets := sights.of(unit, damage):
                slot = choice_slot("target", targets)
                yield offer(
                    AimedGun, "C-5.0.2a", f"aim {damage} of {unit}", slot, unit=unit, damage=damage
                )


def choose_aim(draft: Draft, seat: Seat, command: Command) -> None:
    """C-5.0a: the chip for this choice goes aside; teammates may look at it."""
    assert isinstance(command, Aimed | AimedGun)
    army = draft.table.pieces[command.unit].owner
    damage = command.damage if isinstance(command, AimedGun) else ""
    guns = top_step(draft, SealedAims).guns
    number = choices(draft.table, army, guns=guns).index(Aim(command.unit, command.target, damage))
    put = chip(army, number)
    draft.move(put, chips_aside(army), rule="C-5.0a")
    team = seats_of_team(draft.table.seats, team_of(army))
    if others := [other for other in team if other != seat]:
        draft.show(put, others, rule="C-5.0a")


def ready_offers(table: Table, seat: Seat, sights: Sights) -> Iterator[Offer]:
    """C-5.0.1c: units that have not chosen do not fire."""
    yield offer(Done, "C-5.0.1c", "fire no more", choice_slot("army", sights.armies))


def army_is_ready(draft: Draft, seat: Seat, command: Done) -> None:
    """C-5.0a: the army waits for the others."""
    draft.change(ready=(*top_step(draft, SealedAims).ready, command.army))


class SealedAims(Menu, frozen=True, tag="sealed-aims"):
    """C-5.0a: all players choose at once, until every army is ready; then all is opened.

    A player is asked until he says that he is ready, so that nobody learns what he can fire at.
    """

    menu: ClassVar = (
        Action(Aimed, choose_aim, aim_offers, refuse_fire),
        Action(AimedGun, choose_aim, aim_gun_offers, refuse_fire_gun),
        Action(Done, army_is_ready, ready_offers),
    )

    guns: bool
    ready: tuple[Army, ...] = ()

    def active(self, table: Table, seat: Seat) -> tuple[Army, ...]:
        """The armies of a seat that are not ready."""
        return tuple(army for army in armies_of_seat(table.seats, seat) if army not in self.ready)

    def context(self, table: Table, seat: Seat) -> Sights:
        """What the seat may still choose."""
        return Sights(table, self.active(table, seat), guns=self.guns)

    def asks(self, table: Table) -> Prompts:
        """Every player with an army that can fire and is not ready."""
        rule = "C-5.0.1a" if self.guns else "C-5.0.1c"
        return tuple(
            Prompt(seat, (), rule, "At what do your units fire, unseen?", {"what": "sealed-aims"})
            for seat in table.seats
            if any(choices(table, army, guns=self.guns) for army in self.active(table, seat))
        )

    def resume(self, draft: Draft) -> None:
        """C-5.0a: all choices are opened, and count together."""
        draft.finish()
        table = draft.table
        opened = [
            aim for army in armies_of(table.seats) for aim in put_aside(table, army, guns=self.guns)
        ]
        for army in armies_of(table.seats):
            aside = draft.table.zone(chips_aside(army))
            draft.move(aside, chips_shown(army), rule="C-5.0a")
            draft.move(aside, chips(army), rule="C-5.0a")
        top = draft.top
        before: tuple[Aim, ...] = getattr(top, "aims", ())
        draft.change(aims=(*before, *opened))


STEPS = (SealedAims,)
