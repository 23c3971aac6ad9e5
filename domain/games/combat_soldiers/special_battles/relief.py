"""7.3.3-b3 The joint attack of a besieged group and its relief."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, mark_acted, pay
from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.attacks.aftermath import Aftermath
from wardiary.domain.games.combat_soldiers.attacks.targets import (
    Force,
    Part,
    cannot_attack,
    cannot_be_attacked,
    cannot_hurt_armor,
    clash_of,
    find_force,
    find_group,
    find_part,
    forces_of,
    parts_of,
)
from wardiary.domain.games.combat_soldiers.battles.battle import begin_battle
from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.battles.totals import is_hopeless
from wardiary.domain.games.combat_soldiers.components.cards import end_of
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, used_this_turn
from wardiary.domain.games.combat_soldiers.groups.command import arrange, turn_surplus_sideways
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_form_group
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.leaving import clean_up_group
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played, remove_markers
from wardiary.domain.games.combat_soldiers.groups.sieges import besieger_of, lift_siege
from wardiary.domain.games.combat_soldiers.special_battles.airborne import airborne_side, cannot_fly
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


class Relieve(Command, frozen=True, tag="relieve"):
    """7.3.3: a besieged group and another attack the besieger together."""

    says = "relieve {force} with {helper}: attack {target}, by {airborne}"
    airborne: str
    force: str
    helper: str
    target: str


class Join(Command, frozen=True, tag="join"):
    """7.3.1.3: after a joint attack, bring the relief into the besieged group."""

    says = "bring the relief into the besieged group"


def relieve_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.3-b3: a besieged group and another one against the besieger, for an action."""
    cards = hand_cards_with(table, seat, "airborne")
    side = airborne_side(table)
    if not cards or cannot_fly(table, side) or cannot_afford(table, seat, 1, side):
        return
    groups = [group for group in board.mine if group.side == side and group.is_maneuver]
    for besieged in groups:
        for helper in groups:
            if besieged.siege and cannot_join_relief(table, seat, besieged, helper) is None:
                yield from joint_attacks(table, besieged, helper, cards)


def cannot_join_relief(table: Table, seat: Seat, besieged: Group, helper: Group) -> Refusal:
    """7.3.3-b3: why two groups do not attack together; both must be able to attack the besieger."""
    if not besieged.siege:
        return ("7.3.3-b3", "one of the two groups is besieged")
    if helper.zone == besieged.zone or helper.siege:
        return ("7.3.3-b3", "the other group comes from outside")
    besieger = besieger_of(table, besieged)
    for group in (besieged, helper):
        refusal = cannot_attack(table, seat, group) or cannot_be_attacked(table, group, besieger)
        refusal = refusal or cannot_hurt_armor(table, group, besieger, "")
        if refusal:
            return refusal
    return None


def joint_attacks(
    table: Table, besieged: Group, helper: Group, cards: tuple[str, ...]
) -> Iterator[Offer]:
    """7.3.3-b3, 7.1.2-b: a force of each group, and the parts that both together can beat."""
    besieger = besieger_of(table, besieged)
    for force, second in product(forces_of(besieged), forces_of(helper)):
        parts = [
            part.name
            for part in parts_of(besieger)
            if not is_hopeless(table, relief_clash(besieged, force, helper, second, besieger, part))
        ]
        if parts:
            slots = (choice_slot("airborne", cards), choice_slot("target", parts))
            names = {"force": force.name, "helper": second.name}
            yield offer(Relieve, "7.3.3-b3", "Joint attack", *slots, **names)


def relief_clash(
    besieged: Group, force: Force, helper: Group, second: Force, target: Group, part: Part
) -> Clash:
    """7.3.3-b3: the units of the relief are not halved, those of the besieged are."""
    return replace(
        clash_of(besieged, force, target, part),
        helper=helper.zone,
        helper_units=second.units,
        helper_leader=second.leader,
    )


def refuse_relieve(table: Table, seat: Seat, command: Relieve, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids a joint attack."""
    besieged, helper = find_group(table, command.force), find_group(table, command.helper)
    refuse(cannot_fly(table, besieged.side))
    refuse(cannot_join_relief(table, seat, besieged, helper))


def relieve(draft: Draft, seat: Seat, command: Relieve) -> None:
    """7.3.3-b3: one action for both groups."""
    table = draft.table
    besieged, force = find_force(table, command.force)
    helper, second = find_force(table, command.helper)
    besieger, part = find_part(table, command.target)
    assert force is not None
    assert second is not None
    assert part is not None
    clash = relief_clash(besieged, force, helper, second, besieger, part)
    pay(draft, 1, besieged.side, rule="7.3.3-b3")
    discard_played(draft, command.airborne, rule="7.3.3-b3")
    for zone in (besieged.zone, helper.zone):
        mark_acted(draft, zone, rule="3.4-b")
        draft.track(f"attacked/{zone}", table.turn, rule="7.1-a")
    if helper.besieging and helper.besieging != besieged.siege:
        lift_siege(draft, helper.besieging, rule="7.3.1.1-c")
    draft.begin(ReliefMayJoin(seat, besieged.zone, helper.zone))
    for zone, units in ((helper.zone, clash.helper_units), (besieged.zone, clash.units)):
        draft.begin(Aftermath(seat, zone, units, helper=True))
    begin_battle(draft, clash)


RELIEVE = Action[SeatBoard](Relieve, relieve, relieve_offers, refuse_relieve)


class ReliefMayJoin(Step, frozen=True, tag="joining"):
    """7.3.1.3-b4: after the joint attack the relief may join the besieged, if they fit together."""

    seat: Seat
    besieged: Zone
    helper: Zone

    def prompts(self, table: Table) -> Prompts:
        """Join or stay apart; nothing when they do not fit or the attack was cancelled."""
        besieged, helper = group_at(table, self.besieged), group_at(table, self.helper)
        ends = [end_of(table, unit) for unit in (*besieged.units, *helper.units)]
        eliminated = not besieged.troops or not helper.troops
        if eliminated or cannot_form_group(ends, objective=False):
            return ()
        if used_this_turn(table, f"barred/{self.besieged}"):
            return ()
        # Ruling: CS-Q18 this is what 7.3.1.3 calls reinforcement by Airborne.
        offers = (offer(Pass, "7.3.1.3-b4", "Stay apart"), offer(Join, "7.3.1.3-b4", "Join"))
        return (Prompt(self.seat, offers, "7.3.1.3-b4", "Do the two groups join?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """The relief moves over, without its markers."""
        draft.finish()
        if isinstance(command, Join):
            before = group_at(draft.table, self.helper)
            remove_markers(draft, before.units)
            draft.move(before.units, self.besieged, rule="7.3.1.3-b4")
            clean_up_group(draft, before, rule="7.3.1.3-b4")
            turn_surplus_sideways(draft, self.besieged)
            arrange(draft, self.besieged)

    def resume(self, draft: Draft) -> None:
        """They stay apart."""
        draft.finish()
