"""11.3: a weapon may be given up at any time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from wardiary.domain.games.combat_commander.table.commands import DropWeapon
from wardiary.domain.games.combat_commander.weapons.effects import lose_weapon
from wardiary.domain.games.combat_commander.weapons.weapons import weapons_in_play
from wardiary.domain.games.kit.menus import Action, Menu
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def give_up_offers(table: Table, seat: Seat, menu: CombatMenu) -> Iterator[Offer]:
    """All weapons of the seat, except those of a fire that is being carried out."""
    weapons = [weapon for weapon in weapons_in_play(table, seat) if weapon not in menu.firing]
    if weapons:
        slots = (choice_slot("weapon", weapons),)
        yield Offer("drop-weapon", slots, "11.3", "give a weapon up")


def refuse_giving_up(table: Table, seat: Seat, command: DropWeapon, menu: CombatMenu) -> None:
    """11.3: not a weapon of this seat, or a weapon that is firing."""
    if command.weapon not in weapons_in_play(table, seat):
        raise Illegal("11.3", f"{command.weapon} is none of your weapons in play")
    if command.weapon in menu.firing:
        raise Illegal("11.3", f"{command.weapon} is firing; it can be given up afterwards")


def give_up(draft: Draft, seat: Seat, command: DropWeapon) -> None:
    """11.3: the weapon is lost."""
    del seat
    lose_weapon(draft, command.weapon, rule="11.3")


GIVE_UP_WEAPON: Action[CombatMenu] = Action(DropWeapon, give_up, give_up_offers, refuse_giving_up)


class CombatMenu(Menu, frozen=True):
    """A menu of this game: its owner may also give a weapon up (11.3)."""

    # Ruling: "at any time" is whenever the owner is asked; weapons that are firing fire first.
    anytime: ClassVar[tuple[Action[CombatMenu], ...]] = (GIVE_UP_WEAPON,)

    @property
    def firing(self) -> tuple[PieceId, ...]:
        """The units and weapons of a fire that is being prepared or rolled for."""
        return ()
