"""7.3.2, 7.3.3, 18.2.1 Major Offensive and Airborne: joint attacks, supply, lifted sieges."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.actions import lacks, pay, touch
from wardiary.domain.games.combat_soldiers.attack import (
    Force,
    Part,
    cannot_attack,
    cannot_be_attacked,
    cannot_hurt_armor,
    clash_of,
    force_named,
    forces,
    group_meant,
    part_named,
    parts,
)
from wardiary.domain.games.combat_soldiers.battle import begin_battle
from wardiary.domain.games.combat_soldiers.board_state import (
    ISOLATION,
    Group,
    Refusal,
    SeatBoard,
    group,
    holding,
    isolation,
    marker,
    offer,
    refuse,
    single,
    used_this_turn,
    weather_out,
)
from wardiary.domain.games.combat_soldiers.commands import (
    AirSupply,
    Join,
    LiftSiege,
    Relieve,
    Supply,
)
from wardiary.domain.games.combat_soldiers.components import end_of, scenario_of
from wardiary.domain.games.combat_soldiers.declaration import Aftermath
from wardiary.domain.games.combat_soldiers.groups import arrange, in_command, misfit
from wardiary.domain.games.combat_soldiers.losses import from_hand
from wardiary.domain.games.combat_soldiers.piles import discard, strip
from wardiary.domain.games.combat_soldiers.sieges import besieger_of, lift_siege, tidy
from wardiary.domain.games.combat_soldiers.supports import offensive_side
from wardiary.domain.games.combat_soldiers.totals import Clash, hopeless
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def airborne_side(table: Table) -> str:
    """7.3.3-a, 17.2.6: the side that Airborne serves."""
    return scenario_of(table).airborne


def grounded(table: Table, side: str) -> Refusal:
    """7.3.3-a, 13.1-b: why Airborne does not serve a side now."""
    if weather_out(table):
        return ("13.1-b", "the weather is too bad to fly")
    if side != airborne_side(table):
        rule = "17.2.6" if scenario_of(table).rule == "17.2" else "7.3.3-a"
        return (rule, "Airborne serves the other side only")
    return None


# 7.3.3-b3 The joint attack.


def relieve_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.3-b3: a besieged group and another one against the besieger, for an action."""
    cards = holding(table, seat, "airborne")
    side = airborne_side(table)
    if not cards or grounded(table, side) or lacks(table, seat, 1, side):
        return
    own = [found for found in board.mine if found.side == side and found.maneuver]
    for besieged in own:
        for helper in own:
            if besieged.siege and cannot_join_relief(table, seat, besieged, helper) is None:
                yield from _relief(table, besieged, helper, cards)


def cannot_join_relief(table: Table, seat: Seat, besieged: Group, helper: Group) -> Refusal:
    """7.3.3-b3: two groups that could both attack the besieger."""
    if not besieged.siege:
        return ("7.3.3-b3", "one of the two groups is besieged")
    if helper.zone == besieged.zone or helper.siege:
        return ("7.3.3-b3", "the other group comes from outside")
    besieger = besieger_of(table, besieged)
    for own in (besieged, helper):
        refusal = cannot_attack(table, seat, own) or cannot_be_attacked(table, own, besieger)
        refusal = refusal or cannot_hurt_armor(table, own, besieger, "")
        if refusal:
            return refusal
    return None


def _relief(
    table: Table, besieged: Group, helper: Group, cards: tuple[str, ...]
) -> Iterator[Offer]:
    besieger = besieger_of(table, besieged)
    for force in forces(besieged):
        for second in forces(helper):
            able = [
                part.name
                for part in parts(besieger)
                if not hopeless(
                    table, relief_clash(besieged, force, helper, second, besieger, part)
                )
            ]
            if able:
                yield offer(
                    "relieve",
                    "7.3.3-b3",
                    "Joint attack",
                    choice_slot("airborne", cards),
                    fixed_slot("force", force.name),
                    fixed_slot("helper", second.name),
                    choice_slot("target", able),
                )


def relief_clash(
    besieged: Group, force: Force, helper: Group, second: Force, target: Group, part: Part
) -> Clash:
    """7.3.3-b3: the relief part is not halved, the besieged part is."""
    return replace(
        clash_of(besieged, force, target, part),
        helper=helper.zone,
        helper_units=second.units,
        helper_leader=second.leader,
    )


def check_relieve(table: Table, seat: Seat, command: Relieve) -> None:
    """Why a joint attack is refused."""
    besieged, helper = group_meant(table, command.force), group_meant(table, command.helper)
    refuse(grounded(table, besieged.side))
    refuse(cannot_join_relief(table, seat, besieged, helper))


def relieve(draft: Draft, seat: Seat, command: Relieve) -> None:
    """7.3.3-b3: one action for both groups."""
    table = draft.table
    besieged, force = force_named(table, command.force)
    helper, second = force_named(table, command.helper)
    besieger, part = part_named(table, command.target)
    assert force is not None
    assert second is not None
    assert part is not None
    clash = relief_clash(besieged, force, helper, second, besieger, part)
    pay(draft, 1, besieged.side, rule="7.3.3-b3")
    from_hand(draft, command.airborne, rule="7.3.3-b3")
    for zone in (besieged.zone, helper.zone):
        touch(draft, zone, rule="3.4-b")
        draft.track(f"attacked/{zone}", table.turn, rule="7.1-a")
    if helper.besieging and helper.besieging != besieged.siege:
        lift_siege(draft, helper.besieging, rule="7.3.1.1-c")
    draft.begin(Joining(seat, besieged.zone, helper.zone))
    for zone, units in ((helper.zone, clash.helper_units), (besieged.zone, clash.units)):
        draft.begin(Aftermath(seat, zone, units, helper=True))
    begin_battle(draft, clash)


class Joining(Step, frozen=True, tag="joining"):
    """7.3.1.3-b4: after the joint attack the relief may join the besieged, if they fit together."""

    seat: Seat
    besieged: Zone
    helper: Zone

    def prompts(self, table: Table) -> Prompts:
        """Join or stay apart; nothing when they do not fit or the attack was cancelled."""
        own, other = group(table, self.besieged), group(table, self.helper)
        ends = [end_of(table, unit) for unit in (*own.units, *other.units)]
        apart = not own.troops or not other.troops or misfit(ends, objective=False)
        if apart or used_this_turn(table, f"barred/{self.besieged}"):
            return ()
        # Ruling: CS-Q18 this is the reinforcement by Airborne that 7.3.1.3 speaks of.
        offers = (single("pass", "7.3.1.3-b4", "Stay apart"), single("join", "7.3.1.3-b4", "Join"))
        return (Prompt(self.seat, offers, "7.3.1.3-b4", "Do the two groups join?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """The relief shifts over, without its markers."""
        draft.finish()
        if isinstance(command, Join):
            before = group(draft.table, self.helper)
            strip(draft, before.units)
            draft.move(before.units, self.besieged, rule="7.3.1.3-b4")
            tidy(draft, before, rule="7.3.1.3-b4")
            in_command(draft, self.besieged)
            arrange(draft, self.besieged)

    def resume(self, draft: Draft) -> None:
        """They stay apart."""
        draft.finish()


# 7.3.2-b3, 7.3.3-b4, 18.2.1 Supply and relief by cards alone.


def cannot_supply(table: Table, found: Group) -> Refusal:
    """7.3.2-b3: why a Major Offensive cannot supply a group."""
    if not found.siege or not isolation(table, found):
        return ("7.3.2-b3", "only an isolated group is supplied")
    if not offensive_side(table, found.side):
        return cannot_serve(table)
    return None


def cannot_serve(table: Table) -> Refusal:
    """17.2.2, 17.3.1: a Major Offensive serves one side in these scenarios."""
    rule = "17.2.2" if scenario_of(table).rule == "17.2" else "17.3.1"
    return (rule, "a Major Offensive serves the other side here")


def cannot_air_supply(table: Table, found: Group) -> Refusal:
    """7.3.3-b4, 17.2.6: why Airborne cannot supply a group."""
    if not scenario_of(table).airborne_supply:
        return ("17.2.6", "there is no airborne supply in this scenario")
    if refusal := grounded(table, found.side):
        return refusal
    if not found.siege or not isolation(table, found):
        return ("7.3.3-b4", "only an isolated group is supplied")
    return None


def supply_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.2-b3: in phase C, for an action, any isolated group (own cards may help others)."""
    cards = holding(table, seat, "major-offensive")
    if cards:
        for found in board.everyone:
            if found.siege and cannot_supply(table, found) is None:
                if lacks(table, seat, 1, found.side) is None:
                    yield offer(
                        "supply",
                        "7.3.2-b3",
                        "Supply",
                        choice_slot("card", cards),
                        fixed_slot("group", found.zone),
                    )


def air_supply_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.3-b4: in phase B, for an action."""
    cards = holding(table, seat, "airborne")
    if cards:
        for found in board.everyone:
            if found.siege and cannot_air_supply(table, found) is None:
                if lacks(table, seat, 1, found.side) is None:
                    yield offer(
                        "air-supply",
                        "7.3.3-b4",
                        "Supply by air",
                        choice_slot("card", cards),
                        fixed_slot("group", found.zone),
                    )


def check_supply(table: Table, seat: Seat, command: Supply) -> None:
    """Why supply is refused."""
    refuse(cannot_supply(table, group(table, command.group)))


def check_air_supply(table: Table, seat: Seat, command: AirSupply) -> None:
    """Why airborne supply is refused."""
    refuse(cannot_air_supply(table, group(table, command.group)))


def supply(draft: Draft, seat: Seat, command: Supply) -> None:
    """7.3.1.2-d: isolation is off, the siege goes on."""
    found = group(draft.table, command.group)
    pay(draft, 1, found.side, rule="7.3.2-b3")
    from_hand(draft, command.card, rule="7.3.2-b3")
    draft.mark(marker("besieged", found.siege), ISOLATION, 0, rule="7.3.2-b3")


def air_supply(draft: Draft, seat: Seat, command: AirSupply) -> None:
    """7.3.3-b4: the same by air."""
    found = group(draft.table, command.group)
    pay(draft, 1, found.side, rule="7.3.3-b4")
    from_hand(draft, command.card, rule="7.3.3-b4")
    draft.mark(marker("besieged", found.siege), ISOLATION, 0, rule="7.3.3-b4")


def cannot_lift(table: Table, found: Group) -> Refusal:
    """18.2.1: both cards must be able to serve the group."""
    if not table.settings["alternate-plays"]:
        return ("18.0", "combined card plays were not agreed on")
    if not found.siege:
        return ("18.2.1", "there is no siege to lift")
    if not offensive_side(table, found.side):
        return cannot_serve(table)
    return grounded(table, found.side)


def lift_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """18.2.1: Major Offensive and Airborne together, free."""
    if not table.settings["alternate-plays"]:
        return
    offensives = holding(table, seat, "major-offensive")
    airborne = holding(table, seat, "airborne")
    if offensives and airborne:
        for found in board.everyone:
            if found.siege and cannot_lift(table, found) is None:
                yield offer(
                    "lift-siege",
                    "18.2.1",
                    "Lift the siege",
                    choice_slot("offensive", offensives),
                    choice_slot("airborne", airborne),
                    fixed_slot("group", found.zone),
                )


def check_lift(table: Table, seat: Seat, command: LiftSiege) -> None:
    """Why a siege is not lifted by cards."""
    refuse(cannot_lift(table, group(table, command.group)))


def lift(draft: Draft, seat: Seat, command: LiftSiege) -> None:
    """18.2.1: the Surrounded card goes, and both cards."""
    lift_siege(draft, group(draft.table, command.group).siege, rule="18.2.1")
    discard(draft, (command.offensive, command.airborne), rule="18.2.1")
