"""C-3.0a: the round, stage by stage. This step is always open below all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wardiary.domain.games.company_of_heroes.commanders.tiers import place_owed_units
from wardiary.domain.games.company_of_heroes.components.pack import mission_of
from wardiary.domain.games.company_of_heroes.damage.abilities import DamageStart
from wardiary.domain.games.company_of_heroes.damage.assigning import (
    Aim,
    Assignment,
    MachineGuns,
)
from wardiary.domain.games.company_of_heroes.damage.pins import lift_pins, pin_targets
from wardiary.domain.games.company_of_heroes.damage.pool import assigned, rewarded
from wardiary.domain.games.company_of_heroes.damage.removing import (
    clear_strikes,
    damage_buildings,
    destroy_buildings,
    force_retreat,
    losers_of_assaults,
    remove_defences,
    remove_destroyed,
    win_assaults,
)
from wardiary.domain.games.company_of_heroes.damage.resolving import (
    apply_damage,
    check_ice,
    resolve_unit,
    roll_he,
)
from wardiary.domain.games.company_of_heroes.damage.sealed import begin_sealed, is_sealed
from wardiary.domain.games.company_of_heroes.maneuver.operations import (
    Operations,
    draw_operation,
    reveal_operation,
)
from wardiary.domain.games.company_of_heroes.maneuver.turn import (
    FinalRetreats,
    RetreatsGoOn,
    begin_real_time,
    begin_turn,
)
from wardiary.domain.games.company_of_heroes.supply.control import neutralise_points, step_1
from wardiary.domain.games.company_of_heroes.supply.ending import check_end, collect_incomes
from wardiary.domain.games.company_of_heroes.supply.purchases import Purchasing
from wardiary.domain.games.company_of_heroes.supply.recovery import (
    Repairs,
    end_round,
    finish_retreats,
    reinforce,
    remove_pins,
)
from wardiary.domain.games.company_of_heroes.table.armies import (
    Team,
    add,
    armies_of,
    first_team,
    stock_track,
    turn_order,
)
from wardiary.domain.games.company_of_heroes.table.turns import is_real_time, turns_of_round
from wardiary.domain.games.company_of_heroes.table.units import units_at
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Zone


class Round(Step, frozen=True, tag="round"):
    """What comes next: `stage`, and in it the place in turn order; `turn` counts the turns.

    `aims` are the targets chosen in this damage phase; `leaving` are units that must still leave
    their hexes.
    """

    stage: str = "begin"
    place: int = 0
    turn: int = 0
    aims: tuple[Aim, ...] = ()
    leaving: tuple[PieceId, ...] = ()

    def resume(self, draft: Draft) -> None:
        """Carry out the stage; it says which one follows."""
        STAGES[self.stage](draft, self)

    def team(self, draft: Draft) -> Team | None:
        """The team at this place in turn order; None when both have had theirs."""
        order = turn_order(draft.table)
        return order[self.place] if self.place < len(order) else None


def begin(draft: Draft, now: Round) -> None:
    """C-4.0c, C-4.0.1b: a new round; in the full game an operations card is drawn."""
    round_ = draft.table.round + 1
    draft.change(stage="turns", place=0, turn=1, aims=(), leaving=())
    if mission_of(draft.table).operations:
        draft.enter("operations", rule="C-4.0.1b", round=round_, turn=0)
        draw_operation(draft)
        draft.begin(Operations(first_team(draft.table)))
    else:
        draft.enter("maneuver", rule="C-3.0a", round=round_, turn=0)


def turns(draft: Draft, now: Round) -> None:
    """C-4.1a: the teams take turns until each has had as many as this round has.

    C-12a: in real time they have all of them at once.
    """
    team = now.team(draft)
    if is_real_time(draft.table):
        real_time(draft, now)
    elif team is not None:
        draft.change(place=now.place + 1)
        begin_turn(draft, team, now.turn)
    elif now.turn < turns_of_round(draft.table):
        draft.change(place=0, turn=now.turn + 1)
    else:
        draft.change(stage="retreats", place=0)
        if mission_of(draft.table).operations:
            reveal_operation(draft)
        if mission_of(draft.table).full:
            draft.enter("retreats", rule="C-4.0.1e")


def real_time(draft: Draft, now: Round) -> None:
    """C-12a: all turns of both teams at once, and then the last retreats."""
    if now.place == 0:
        draft.change(place=1)
        begin_real_time(draft, first_team(draft.table))
    else:
        draft.change(stage="retreats", place=0)
        draft.enter("retreats", rule="C-4.0.1e")


def retreats(draft: Draft, now: Round) -> None:
    """C-4.0.1e, C-4.1c: the last retreats in turn order; then all CP cubes leave the map."""
    team = now.team(draft)
    if team is not None and mission_of(draft.table).full:
        draft.change(place=now.place + 1)
        draft.begin(FinalRetreats(team))
        draft.begin(RetreatsGoOn(team))
        return
    draft.expire_marks("maneuver", rule="C-4.1c")
    draft.enter("damage.start", rule="C-5.0a")
    draft.change(stage="abilities", place=0)


def abilities(draft: Draft, now: Round) -> None:
    """C-8.1a: commander abilities of the start of the damage phase, in turn order."""
    team = now.team(draft)
    if team is not None:
        draft.change(place=now.place + 1)
        draft.begin(DamageStart(team))
    else:
        draft.enter("damage.1", rule="C-5.0a")
        draft.change(stage="machine-guns", place=0)


def machine_guns(draft: Draft, now: Round) -> None:
    """C-5.0.1a: machine guns choose, in turn order; then all pins are placed."""
    # Ruling: C-R5 in turn order, unless the match is set otherwise.
    team = now.team(draft)
    if team is not None and is_sealed(draft.table):
        draft.change(place=len(turn_order(draft.table)))
        begin_sealed(draft, guns=True)
        return
    if team is not None:
        draft.change(place=now.place + 1)
        draft.begin(MachineGuns(team, (), now.aims))
        return
    pin_targets(draft, now.aims)
    draft.enter("damage.2", rule="C-5.0a")
    # Ruling: C-R6 neutralising comes before assigning, as the title of the step says.
    for first_or_second in turn_order(draft.table):
        neutralise_points(draft, first_or_second, rule="C-5.0.1b")
    draft.change(stage="assignment", place=0)


def assignment(draft: Draft, now: Round) -> None:
    """C-5.0.1c, C-5.0.1d: all other units choose, in turn order; then XP."""
    team = now.team(draft)
    if team is not None and is_sealed(draft.table):
        draft.change(place=len(turn_order(draft.table)))
        begin_sealed(draft, guns=False)
        return
    if team is not None:
        draft.change(place=now.place + 1)
        draft.begin(Assignment(team, (), now.aims))
        return
    draft.change(stage="resolution", place=0)


def resolution(draft: Draft, now: Round) -> None:
    """C-5.0.1d, C-5.0.3: XP, then all dice, all damage, and what is destroyed leaves."""
    pools = assigned(draft.table, now.aims)
    for army in armies_of(draft.table.seats):
        add(
            draft,
            stock_track("xp", army),
            1 + len(rewarded(draft.table, pools, army)),
            rule="C-5.0.1d",
        )
    draft.enter("damage.3", rule="C-5.0a")
    sunk = check_ice(draft, pools)
    roll_he(draft, pools)
    damage = {
        unit: resolve_unit(draft, unit, dice)
        for unit, dice in pools.units.items()
        if unit not in sunk
    }
    draft.enter("damage.4", rule="C-5.0a")
    for unit, points in damage.items():
        apply_damage(draft, unit, points)
    fallen = damage_buildings(draft, pools)
    draft.enter("damage.5", rule="C-5.0a")
    remove_destroyed(draft, pools, sunk)
    remove_defences(draft, pools)
    destroy_buildings(draft, fallen)
    clear_strikes(draft)
    lift_pins(draft, now.aims)
    win_assaults(draft)
    leaving = must_leave(draft, fallen)
    draft.change(stage="leaving", leaving=leaving, aims=())


def must_leave(draft: Draft, fallen: list[Zone]) -> tuple[PieceId, ...]:
    """C-5.6.1d, C-6.0d: units of destroyed buildings, then units whose assault failed."""
    out = [unit for hex_ in fallen for unit in units_at(draft.table, hex_)]
    losers = losers_of_assaults(draft.table)
    return tuple(dict.fromkeys((*out, *losers)))


def leaving(draft: Draft, now: Round) -> None:
    """C-6.0d: one after another; then the assaults of this round are over."""
    if now.leaving:
        unit, *rest = now.leaving
        draft.change(leaving=tuple(rest))
        force_retreat(draft, unit)
        return
    supply(draft)


def supply(draft: Draft) -> None:
    """C-7.0a: steps 1 to 3, then purchases."""
    draft.enter("supply.1", rule="C-7.0a")
    step_1(draft)
    draft.enter("supply.2", rule="C-7.0a")
    collect_incomes(draft)
    draft.enter("supply.3", rule="C-7.0a")
    check_end(draft)
    draft.enter("supply.4", rule="C-7.0a")
    draft.change(stage="recovery", place=0)
    draft.begin(Purchasing(first_team(draft.table)))
    place_owed_units(draft)


def recovery(draft: Draft, now: Round) -> None:
    """C-7.6a: retreats and pins end, reinforcement, then repairs in turn order."""
    draft.enter("supply.5", rule="C-7.0a")
    finish_retreats(draft)
    remove_pins(draft)
    reinforce(draft)
    draft.change(stage="repairs", place=0)


def repairs(draft: Draft, now: Round) -> None:
    """C-7.6c: each team in turn order; then the round is over."""
    team = now.team(draft)
    if team is not None:
        draft.change(place=now.place + 1)
        draft.begin(Repairs(team))
    else:
        end_round(draft)
        draft.change(stage="begin", place=0)


STAGES: Mapping[str, Callable[[Draft, Round], None]] = {
    "begin": begin,
    "turns": turns,
    "retreats": retreats,
    "abilities": abilities,
    "machine-guns": machine_guns,
    "assignment": assignment,
    "resolution": resolution,
    "leaving": leaving,
    "recovery": recovery,
    "repairs": repairs,
}
STEPS = (Round,)
