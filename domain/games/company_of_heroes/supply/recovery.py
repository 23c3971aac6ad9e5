"""C-7.6: the end of the round: retreats, pins, reinforcement, repairs, smoke."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from wardiary.domain.games.company_of_heroes.commands import Done, Repair
from wardiary.domain.games.company_of_heroes.components.pack import unit_card
from wardiary.domain.games.company_of_heroes.maneuver.retreats import is_on_retreat_point
from wardiary.domain.games.company_of_heroes.maneuver.turn import TeamMenu
from wardiary.domain.games.company_of_heroes.setup.spawning import spawn_area
from wardiary.domain.games.company_of_heroes.table import passives
from wardiary.domain.games.company_of_heroes.table.abilities import count
from wardiary.domain.games.company_of_heroes.table.armies import (
    Army,
    team_of,
    team_of_piece,
)
from wardiary.domain.games.company_of_heroes.table.ground import (
    planes,
    shelters,
    smoked,
    take_token,
)
from wardiary.domain.games.company_of_heroes.table.units import (
    DAMAGE,
    FORCED,
    PINNED,
    RETREATING,
    all_units,
    army_units,
    is_marked,
    pieces_at,
    team_units,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

REPAIRS = "repairs"
"""The mark of a unit with a wrench: how often it has repaired this round."""


def finish_retreats(draft: Draft) -> None:
    """C-4.2g, C-7.6a: the status comes off on a retreat point, and after a forced retreat."""
    # Ruling: C-R14 before anything else in this step.
    done = [
        unit
        for unit in all_units(draft.table)
        if is_marked(draft.table, unit, RETREATING)
        and (draft.table.mark(unit, RETREATING) == FORCED or is_on_retreat_point(draft.table, unit))
    ]
    for unit in done:
        draft.mark(unit, RETREATING, 0, rule="C-4.2g")


def remove_pins(draft: Draft) -> None:
    """C-7.6a: all of them."""
    for unit in all_units(draft.table):
        draft.mark(unit, PINNED, 0, rule="C-7.6a")


def reinforcements(table: Table, unit: PieceId) -> int:
    """C-7.6b: the health that units beside it and the spawn area give back."""
    # Ruling: C-R45 a retreat point alone does not reinforce.
    field, piece, team = field_of(table), table.pieces[unit], team_of_piece(table, unit)
    near = field.next_to[piece.zone]
    sources = sum(
        count(table, ally, "reinforce")
        for ally in team_units(table, team)
        if ally != unit
        and not is_marked(table, ally, RETREATING)
        and (table.pieces[ally].zone in near or ally == piece.host)
    )
    in_area = piece.zone in spawn_area(table, team)
    return sources + (passives.spawn_reinforcement(table, piece.owner) if in_area else 0)


def reinforce(draft: Draft) -> None:
    """C-7.6b: damaged infantry that is not in retreat regains health, never more than it had."""
    for unit in all_units(draft.table):
        hurt = draft.table.mark(unit, DAMAGE)
        if not hurt or not unit_card(draft.table, unit).infantry:
            continue
        if not is_marked(draft.table, unit, RETREATING):
            regained = min(hurt, reinforcements(draft.table, unit))
            draft.mark(unit, DAMAGE, hurt - regained, rule="C-7.6b")


# Repairs


def cannot_repair(table: Table, unit: PieceId, target: PieceId) -> Refusal:
    """C-7.6c, C-4.2e: why a unit does not repair another."""
    card, field = unit_card(table, target), field_of(table)
    here, there = table.pieces[unit].zone, table.pieces[target].zone
    if not card.vehicle and card.type != "emplacement":
        return "C-7.6c", "vehicles and emplacements are repaired"
    if team_of_piece(table, unit) != team_of_piece(table, target) or unit == target:
        return "C-7.6c", f"{target} is no ally of {unit}"
    if table.pieces[unit].host == target:
        return "C-7.6c", f"{unit} is in {target} and cannot repair it"
    if there not in field.next_to[here]:
        rule = "C-4.1d" if there in field.neighbours(here) else "C-7.6c"
        return rule, f"{target} is not beside {unit}"
    if not table.mark(target, DAMAGE):
        return "C-7.6c", f"{target} is not damaged"
    return None


def repairs_left(table: Table, unit: PieceId) -> int:
    """C-7.6c: how often a unit may still repair: once for each wrench."""
    if is_marked(table, unit, RETREATING):
        return 0
    return count(table, unit, "wrench") - table.mark(unit, REPAIRS)


def repair_offers(table: Table, seat: Seat, armies: tuple[Army, ...]) -> Iterator[Offer]:
    """C-7.6c: every unit with a wrench left, and what is damaged beside it."""
    damaged = [
        target
        for target in (team_units(table, team_of(armies[0])) if armies else ())
        if table.mark(target, DAMAGE) and not unit_card(table, target).infantry
    ]
    if not damaged:
        return
    for army in armies:
        for unit in army_units(table, army):
            if repairs_left(table, unit) > 0:
                targets = [t for t in damaged if cannot_repair(table, unit, t) is None]
                if targets:
                    yield offer(
                        Repair,
                        "C-7.6c",
                        f"repair with {unit}",
                        choice_slot("target", targets),
                        unit=unit,
                    )


def refuse_repair(table: Table, seat: Seat, command: Repair, armies: tuple[Army, ...]) -> None:
    """C-7.6c: a wrench, and a damaged vehicle or emplacement beside it."""
    own = [unit for army in armies for unit in army_units(table, army)]
    refuse_unless(command.unit in own, "C-7.6c", f"{command.unit} is no unit of yours on the map")
    left = repairs_left(table, command.unit) > 0
    refuse_unless(left, "C-7.6c", f"{command.unit} has no wrench left")
    known = command.target in all_units(table)
    refuse_unless(known, "C-7.6c", f"{command.target} is no unit on the map")
    refuse(cannot_repair(table, command.unit, command.target))


def repair(draft: Draft, seat: Seat, command: Repair) -> None:
    """C-7.6c: one health, up to full."""
    unit, target = command.unit, command.target
    draft.mark(unit, REPAIRS, draft.table.mark(unit, REPAIRS) + 1, until="round", rule="C-7.6c")
    hurt = draft.table.mark(target, DAMAGE)
    restored = passives.repair_health(draft.table, draft.table.pieces[unit].owner, target)
    draft.mark(target, DAMAGE, max(0, hurt - restored), rule="C-7.6c")


def no_repair_offers(table: Table, seat: Seat, armies: tuple[Army, ...]) -> Iterator[Offer]:
    """C-7.6c: to repair nothing more."""
    if armies:
        yield offer(Done, "C-7.6c", "repair nothing more", choice_slot("army", armies))


def repairs_done(draft: Draft, seat: Seat, command: Done) -> None:
    """C-7.6c: the army is ready."""
    draft.change(ended=(*top_step(draft, Repairs).ended, command.army))


class Repairs(TeamMenu, frozen=True, tag="repairs"):
    """C-7.6c: all players of a team repair what they want."""

    menu: ClassVar = (Action(Repair, repair, repair_offers, refuse_repair),)
    anytime: ClassVar = (Action(Done, repairs_done, no_repair_offers),)

    def context(self, table: Table, seat: Seat) -> tuple[Army, ...]:
        """The armies of the seat that are not done."""
        return self.active(table, seat)

    def asks(self, table: Table) -> Prompts:
        """Every player of the team who can repair something."""
        return tuple(
            Prompt(seat, (), "C-7.6c", "What do you repair?", {"what": "repairs"})
            for seat in self.asked_seats(table)
        )

    def resume(self, draft: Draft) -> None:
        """The team is done."""
        draft.finish()


def end_round(draft: Draft) -> None:
    """C-3.0a, C-5.1c: what lasted for the round is over: smoke, planes, marks."""
    for hex_ in sorted(smoked(draft.table)):
        for piece in list(pieces_at(draft.table, hex_, "smoke")):
            take_token(draft, piece.id, rule="C-5.1c")
    for token in (*planes(draft.table), *shelters(draft.table)):
        take_token(draft, token, rule="C-8.1c")
    draft.expire_marks("round", rule="C-3.0a")


STEPS = (Repairs,)
