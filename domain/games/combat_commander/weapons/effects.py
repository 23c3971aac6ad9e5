"""Deeds on weapons and radios: broken, repaired, lost, handed over, given up (11, O17)."""

from __future__ import annotations

from typing import TypeVar

from msgspec import structs

from wardiary.domain.games.combat_commander.table.commands import DropWeapon
from wardiary.domain.games.combat_commander.table.zones import BOX, WEAPONS_BOX
from wardiary.domain.games.combat_commander.weapons.weapons import (
    BROKEN,
    WORKING,
    is_broken,
    lost_by,
    repaired_by,
    weapons_in_play,
)
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

AnyStep = TypeVar("AnyStep", bound=Step)


def break_weapon(draft: Draft, weapon: PieceId, *, rule: str) -> None:
    """11.4, G-broken: a weapon breaks; a broken one is lost, and one already gone stays gone."""
    if draft.table.zone_of(weapon) == WEAPONS_BOX:
        return
    if is_broken(draft.table, weapon):
        lose_weapon(draft, weapon, rule="11.4")
    else:
        draft.turn(weapon, BROKEN, rule=rule)


def lose_weapon(draft: Draft, weapon: PieceId, *, rule: str) -> None:
    """4.2: an eliminated weapon goes to the box in the middle of the casualty track."""
    # Ruling: AMB-49, it stays broken or whole as it was.
    draft.move(weapon, WEAPONS_BOX, rule=rule)


def repair(draft: Draft, piece: PieceId, *, rule: str) -> None:
    """A weapon or radio works again."""
    draft.turn(piece, WORKING, rule=rule)


def break_radio(draft: Draft, radio: PieceId) -> None:
    """O17: a radio breaks; a broken one is set aside for good."""
    if is_broken(draft.table, radio):
        draft.move(radio, BOX, rule="O17")
    else:
        draft.turn(radio, BROKEN, rule="O17")


def look_after_weapons(draft: Draft, row: int) -> None:
    """11.4: the row of a random hex repairs broken weapons or does away with them."""
    fixed, lost = repaired_by(draft.table, row), lost_by(draft.table, row)
    for weapon in fixed:
        repair(draft, weapon, rule="11.4")
    for weapon in lost:
        lose_weapon(draft, weapon, rule="11.4")


def hand_weapon(draft: Draft, weapon: PieceId, to: PieceId, *, rule: str) -> None:
    """11.2: a weapon is now carried by another unit."""
    draft.move(weapon, draft.table.zone_of(to), host=to, rule=rule)


# Giving a weapon up


def weapons_may_go(step: type[AnyStep]) -> type[AnyStep]:
    """11.3: whoever is asked by this kind of step may first give a weapon up, in either turn.

    Put above a class of steps. What the step itself asks, refuses and does stays as it is.
    """
    # Ruling: "at any time" is whenever the owner is asked; what fires just now is fired first.
    ask, refuse, answer = step.prompts, step.refuse, step.answer

    def prompts(self: Step, table: Table) -> Prompts:
        """What the step asks, and which weapons may be given up."""
        return tuple(
            structs.replace(
                prompt, offers=(*prompt.offers, *_drop_offers(self, table, prompt.seat))
            )
            for prompt in ask(self, table)
        )

    def refuse_drop(self: Step, table: Table, seat: Seat, command: Command) -> None:
        """11.3: no weapon of his, or one that fires just now."""
        if not isinstance(command, DropWeapon):
            refuse(self, table, seat, command)
        elif command.weapon not in weapons_in_play(table, seat):
            raise Illegal("11.3", f"{command.weapon} is none of your weapons in play")
        elif command.weapon in _firing(self):
            raise Illegal("11.3", f"{command.weapon} is firing; it can be given up afterwards")

    def answer_drop(self: Step, draft: Draft, seat: Seat, command: Command) -> None:
        """The weapon goes, or what the step does."""
        if isinstance(command, DropWeapon):
            lose_weapon(draft, command.weapon, rule="11.3")
        else:
            answer(self, draft, seat, command)

    step.prompts = prompts  # type: ignore[method-assign]
    step.refuse = refuse_drop  # type: ignore[method-assign]
    step.answer = answer_drop  # type: ignore[method-assign]
    return step


def _drop_offers(step: Step, table: Table, seat: Seat) -> list[Offer]:
    firing = _firing(step)
    weapons = [weapon for weapon in weapons_in_play(table, seat) if weapon not in firing]
    if not weapons:
        return []
    return [Offer("drop-weapon", (choice_slot("weapon", weapons),), "11.3", "give a weapon up")]


def _firing(step: Step) -> tuple[PieceId, ...]:
    """The counters of a fire that is being made up or rolled for."""
    firing: tuple[PieceId, ...] = getattr(step, "group", ()) or getattr(step, "weapons", ())
    return firing
