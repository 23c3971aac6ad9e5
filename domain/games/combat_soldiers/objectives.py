"""13.5 Objective cards: placing, joining, capture and occupation, the Steeple's companion."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.board_state import (
    GARRISON_LOST,
    SIDEWAYS,
    Group,
    first_rules,
    group,
    groups_of,
    joined,
    parted,
    single,
)
from wardiary.domain.games.combat_soldiers.commands import Occupy, Place, Stack
from wardiary.domain.games.combat_soldiers.components import end_of, scenario_of
from wardiary.domain.games.combat_soldiers.ending import check_objectives
from wardiary.domain.games.combat_soldiers.groups import can_stand, free_zone, misfit, subsets
from wardiary.domain.games.combat_soldiers.piles import discard, strip
from wardiary.domain.games.combat_soldiers.sieges import lift_siege, lift_sieges, tidy
from wardiary.domain.games.combat_soldiers.totals import Clash
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

COMPANIONS = ("pherddorf", "crossroads", "citie")
ALONE = "alone"


def sides_for(table: Table) -> tuple[str, ...]:
    """17.1, 17.2, 17.3: the sides that a newly drawn objective may take."""
    fixed = scenario_of(table).objectives
    return (fixed,) if fixed else ("us", "german")


def can_be_joined(table: Table, found: Group) -> bool:
    """4.3.2: a maneuver group small enough to occupy, and not cut off."""
    ends = [end_of(table, unit) for unit in found.units]
    return found.maneuver and not found.siege and misfit(ends, objective=True) is None


class Placing(Step, frozen=True, tag="placing"):
    """4.3, 4.3.2: a drawn objective gets a side, and may join a small group of that side."""

    seat: Seat
    objective: PieceId

    def prompts(self, table: Table) -> Prompts:
        """Each side with the groups of it; nothing when there is no choice."""
        offers = self._offers(table)
        if len(offers) == 1 and offers[0].slots[1].candidates == (ALONE,):
            return ()
        return (Prompt(self.seat, offers, "1.1.1.5", f"Where does {self.objective} go?"),)

    def _offers(self, table: Table) -> tuple[Offer, ...]:
        groups = [found for found in groups_of(table, self.seat) if can_be_joined(table, found)]
        return tuple(
            Offer(
                "place",
                (
                    fixed_slot("side", side),
                    choice_slot("group", [ALONE, *(g.zone for g in groups if g.side == side)]),
                ),
                "4.3.2",
                f"Hold it for the {side} side",
            )
            for side in sides_for(table)
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Lay it out."""
        assert isinstance(command, Place)
        draft.finish()
        lay_objective(draft, seat, self.objective, command.side, command.group)

    def resume(self, draft: Draft) -> None:
        """There is only one way."""
        draft.finish()
        lay_objective(draft, self.seat, self.objective, sides_for(draft.table)[0], ALONE)


def lay_objective(draft: Draft, seat: Seat, objective: PieceId, side: str, place: str) -> None:
    """4.3: the control marker shows its side; joining a group makes that an occupation group."""
    if place == ALONE:
        draft.move(objective, free_zone(draft.table, seat), rule="1.1.1.5")
        draft.turn(objective, side, rule="4.3")
    else:
        joined_group = group(draft.table, place)
        draft.move(objective, place, rule="4.3.2")
        draft.turn(objective, side, rule="4.3")
        # Ruling: CS-Q36 mines are left without a maneuver group; a besieger ceases to be one.
        discard(draft, joined_group.mines, rule="4.3.2")
        if first_rules(draft.table):
            for unit in joined_group.troops:
                draft.mark(unit, SIDEWAYS, 0, rule="4.3.2")
        if joined_group.besieging:
            lift_siege(draft, joined_group.besieging, rule="4.3.2")
    check_objectives(draft)


def companions(table: Table, seat: Seat) -> tuple[PieceId, ...]:
    """13.5.2.5-a: the tan objectives of a seat that the Steeple can stand on."""
    return tuple(
        found.objective for found in groups_of(table, seat) if found.objective in COMPANIONS
    )


class Stacking(Step, frozen=True, tag="stacking"):
    """13.5.2.5: the drawer says on which of his tan objectives the Steeple stands."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """His tan objectives; nothing when there is but one."""
        able = companions(table, self.seat)
        if len(able) < 2:
            return ()
        offers = tuple(
            single("stack", "13.5.2.5-a", "Stand on", objective=objective) for objective in able
        )
        return (Prompt(self.seat, offers, "13.5.2.5-a", "Where does the Steeple stand?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Stack it."""
        assert isinstance(command, Stack)
        draft.finish()
        stack_steeple(draft, command.objective)

    def resume(self, draft: Draft) -> None:
        """On the only one."""
        draft.finish()
        stack_steeple(draft, companions(draft.table, self.seat)[0])


def stack_steeple(draft: Draft, companion: PieceId) -> None:
    """13.5.2.5-a: with its companion, on its side."""
    held = draft.table.piece(companion)
    draft.move("steeple", held.zone, rule="13.5.2.5-a")
    draft.turn("steeple", held.face, rule="13.5.2.5-a")
    check_objectives(draft)


def take_over(draft: Draft, found: Group, seat: Seat, side: str, *, rule: str) -> Zone:
    """7.3.8.2-c: an objective comes before another seat, its garrison whole; gives its new place.

    The Steeple shares its fate (13.5.2.5-e); sieges and partisans end; damage stays.
    """
    lift_sieges(draft, found, rule="7.3.1.1-c")
    if found.partisan:
        discard(draft, (found.partisan,), rule="7.3.12-b")
    zone = free_zone(draft.table, seat)
    stack = (found.objective, "steeple") if found.steeple else (found.objective,)
    draft.move(stack, zone, rule=rule)
    for objective in stack:
        draft.mark(objective, GARRISON_LOST, 0, rule="13.5.1.1-b4")
        draft.turn(objective, side, rule="4.3")
    return zone


def begin_capture(draft: Draft, clash: Clash) -> None:
    """7.3.8.2: the objective changes hands and sides; the captor may leave an occupation."""
    beaten = group(draft.table, clash.target)
    side = "german" if beaten.side == "us" else "us"
    zone = take_over(draft, beaten, clash.attacker, side, rule="7.3.8.2-c")
    if not check_objectives(draft):
        draft.begin(Occupying(clash.attacker, clash.group, zone))


class Occupying(Step, frozen=True, tag="occupying"):
    """7.3.8.2-b: the captor may leave one infantry and/or the leader with the objective."""

    seat: Seat
    captor: Zone
    objective: Zone

    def prompts(self, table: Table) -> Prompts:
        """Every legal occupation, also none."""
        captor = group(table, self.captor)
        offers = tuple(
            single("occupy", "7.3.8.2-b", "Leave", units=joined(part))
            for part in occupations(table, captor)
        )
        return (Prompt(self.seat, offers, "7.3.8.2-b", "Who occupies the objective?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Move them over; mines stay behind (13.2-g)."""
        assert isinstance(command, Occupy)
        draft.finish()
        units = parted(command.units)
        if not units:
            return
        before = group(draft.table, self.captor)
        strip(draft, units)
        # Ruling: CS-Q46 the new occupation stands upright.
        for unit in units:
            draft.mark(unit, SIDEWAYS, 0, rule="7.3.8.2-b")
        draft.move(units, self.objective, rule="7.3.8.2-b")
        tidy(draft, before, rule="13.2-g")


def occupations(table: Table, captor: Group) -> list[tuple[PieceId, ...]]:
    """4.3.3: parts of the captor that fit an objective and leave a group behind, or nobody."""
    able = [unit for unit in captor.units if end_of(table, unit).role != "armor"]
    return [
        part
        for part in subsets(able, 0)
        if can_stand(table, captor, part)
        and misfit([end_of(table, unit) for unit in part], objective=True) is None
    ]
