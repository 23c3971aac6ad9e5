"""7.2.2.5, 7.3.2 After an attack: a second one, the next unit, or a unit turned sideways."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.attacks.announcing import with_announced_card
from wardiary.domain.games.combat_soldiers.attacks.armor import (
    next_victims,
    possible_victims,
    refuse_victim,
    series_clash,
)
from wardiary.domain.games.combat_soldiers.attacks.attack import (
    Attack,
    possible_attacks,
    record_attack,
)
from wardiary.domain.games.combat_soldiers.attacks.targets import (
    cannot_attack,
    clash_of,
    find_force,
    find_group,
    find_part,
)
from wardiary.domain.games.combat_soldiers.battles.battle import begin_battle
from wardiary.domain.games.combat_soldiers.battles.clash import offensive_cannot_serve
from wardiary.domain.games.combat_soldiers.battles.losses import still_in_group
from wardiary.domain.games.combat_soldiers.components.cards import under_version_1
from wardiary.domain.games.combat_soldiers.components.zones import (
    BATTLE,
    SIDEWAYS,
    hand_cards_with,
    is_group,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.groups.command import arrange
from wardiary.domain.games.combat_soldiers.groups.group import Group, board_of, group_at
from wardiary.domain.games.kit.menus import Action, Menu, close_menu, no_offers, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class AttackAgain(Command, frozen=True, tag="attack-again"):
    """7.3.2: attack a second time by a Major Offensive."""

    says = "attack {target} again with {force} by {offensive}[, with {card}]"
    offensive: str
    force: str
    target: str
    card: str = ""


class PickOffAgain(Command, frozen=True, tag="pick-off-again"):
    """7.3.2, 7.3.9.2: attack single units a second time, by a Major Offensive."""

    says = "pick off {victim} again with {group} by {offensive}"
    offensive: str
    group: str
    victim: str


class Press(Command, frozen=True, tag="press"):
    """7.3.9.2: go on with the next unit of the same group."""

    says = "go on to attack {victim}"
    victim: str


class Rest(Command, frozen=True, tag="rest"):
    """7.2.2.5: the attacking unit that is turned sideways."""

    says = "turn {unit} sideways"
    unit: str


# An attack opens with its aftermath below the battle.


def open_attack(draft: Draft, force_name: str, target_name: str, card: PieceId) -> None:
    """Begin the battle of an attack, with the card announced for it."""
    group, force = find_force(draft.table, force_name)
    target, part = find_part(draft.table, target_name)
    assert force is not None
    assert part is not None
    clash = with_announced_card(draft.table, clash_of(group, force, target, part), card, target)
    record_attack(draft, group, target.zone)
    if card:
        draft.move(card, BATTLE, rule="7.2.2.1.3")
    draft.begin(Aftermath(group.owner, group.zone, force.units))
    begin_battle(draft, clash)


def begin_series(draft: Draft, group: Group, victim: PieceId) -> None:
    """7.3.9.2-a: begin the first battle of armor against single units."""
    target = draft.table.zone_of(victim)
    record_attack(draft, group, target)
    draft.begin(Aftermath(group.owner, group.zone, (group.armor,), series=target, victim=victim))
    begin_battle(draft, series_clash(group, group_at(draft.table, target), victim))


# 7.3.9.2-b The next unit of a series.


def press_offers(table: Table, seat: Seat, step: Aftermath) -> Iterator[Offer]:
    """7.3.9.2-b: while each unit was eliminated and nothing stopped the series."""
    if not step.series or not step.may_go_on(table):
        return
    group, target = group_at(table, step.group), group_at(table, step.series)
    if victims := next_victims(table, group, target, step.victim):
        yield offer(Press, "7.3.9.2-b", "Next unit", choice_slot("victim", victims))


def press(draft: Draft, seat: Seat, command: Press) -> None:
    """7.3.9.2-b: the next battle, at no further cost."""
    step = top_step(draft, Aftermath)
    draft.change(victim=command.victim, fought=True)
    group, target = group_at(draft.table, step.group), group_at(draft.table, step.series)
    begin_battle(draft, series_clash(group, target, command.victim))


# 7.3.2-b1 A second attack by a Major Offensive.


def second_attack_offers(table: Table, seat: Seat, step: Aftermath) -> Iterator[Offer]:
    """7.3.2-b1: every attack of the group, also on single units, for each Major Offensive held."""
    group = group_at(table, step.group)
    if step.again or not step.may_go_on(table) or offensive_cannot_serve(table, group.side):
        return
    if cannot_attack(table, seat, group, again=True):
        return
    others = board_of(table, seat).others
    for offensive in hand_cards_with(table, seat, "major-offensive"):
        yield from _attack_again_offers(table, seat, group, others, offensive)
        for victims in possible_victims(table, group, others):
            slot = choice_slot("victim", victims)
            values = {"offensive": offensive, "group": group.zone}
            yield offer(PickOffAgain, "7.3.2-b1", "Pick off again", slot, **values)


def _attack_again_offers(
    table: Table, seat: Seat, group: Group, others: list[Group], offensive: PieceId
) -> Iterator[Offer]:
    for force, card, parts in possible_attacks(table, seat, group, others):
        slot = choice_slot("target", parts)
        values = {"offensive": offensive, "force": force, "card": card}
        yield offer(AttackAgain, "7.3.2-b1", "Attack again", slot, **values)


def refuse_second_attack(
    table: Table, seat: Seat, command: AttackAgain | PickOffAgain, step: Aftermath
) -> None:
    """Raise Illegal with the rule that forbids a second attack."""
    group = group_at(table, step.group)
    refuse(cannot_attack(table, seat, group, again=True))
    if step.again or step.helper:
        refuse(("7.3.2-b1", "a group attacks a second time by the card, and never after that"))
    refuse(offensive_cannot_serve(table, group.side))
    if isinstance(command, PickOffAgain):
        refuse_victim(table, group, command.victim)


def refuse_again(table: Table, seat: Seat, command: AttackAgain | PickOffAgain) -> None:
    """7.3.2-b1, 7.3.5-c: raise Illegal for a second attack where no first one has just ended."""
    name = command.force if isinstance(command, AttackAgain) else command.group
    refuse(cannot_attack(table, seat, find_group(table, name), again=True))
    refuse(("7.3.2-b1", "a Major Offensive follows its group's attack at once"))


def attack_again(draft: Draft, seat: Seat, command: AttackAgain) -> None:
    """7.3.2-b1: the card, and the attack."""
    first = top_step(draft, Aftermath)
    draft.finish()
    draft.move(command.offensive, BATTLE, rule="7.3.2-b1")
    open_attack(draft, command.force, command.target, command.card)
    join_attacks(draft, first)


def pick_off_again(draft: Draft, seat: Seat, command: PickOffAgain) -> None:
    """7.3.2-b1, 7.3.9.2: the card, and a new series."""
    first = top_step(draft, Aftermath)
    draft.finish()
    draft.move(command.offensive, BATTLE, rule="7.3.2-b1")
    draft.track(f"stopped/{first.group}", 0, rule="7.3.2-b1")
    begin_series(draft, group_at(draft.table, first.group), command.victim)
    join_attacks(draft, first)


def join_attacks(draft: Draft, first: Aftermath) -> None:
    """7.2.2.5-c: the units of both attacks count, and there is no third."""
    battle = draft.finish()
    second = top_step(draft, Aftermath)
    units = tuple(dict.fromkeys((*first.units, *second.units)))
    draft.change(units=units, again=True, fought=True)
    draft.begin(battle)


# 7.2.2.5-a A unit is turned sideways.


def rest_offers(table: Table, seat: Seat, step: Aftermath) -> Iterator[Offer]:
    """7.2.2.5-b: the units of which one is turned sideways."""
    for unit in units_to_turn_sideways(table, step):
        yield offer(Rest, "7.2.2.5-a", "Out of command", unit=unit)


def rest(draft: Draft, seat: Seat, command: Rest) -> None:
    """7.2.2.5-a: the unit is out of command, and the group rearranges."""
    step = top_step(draft, Aftermath)
    draft.finish()
    draft.mark(command.unit, SIDEWAYS, 1, rule="7.2.2.5-a")
    arrange(draft, step.group)


def stop_offers(table: Table, seat: Seat, step: Aftermath) -> Iterator[Offer]:
    """7.2.2.5-e: no unit is turned sideways where none can be."""
    if not units_to_turn_sideways(table, step):
        yield offer(Pass, "7.2.2.5-a", "Done")


def units_to_turn_sideways(table: Table, step: Aftermath) -> tuple[PieceId, ...]:
    """7.2.2.5-b: an attacking unit that is still upright; else another one of the group.

    All units in command have attacked, also one turned up for it (13.5.2.6), save in a series. The
    same holds for a group without a leader, which counts when a leader joins it later.
    """
    group = group_at(table, step.group)
    if not step.survivors(table) or (not group.leader and under_version_1(table)):
        return ()
    upright = group.upright(table)
    if group.leader and not step.series:
        return upright
    return tuple(unit for unit in step.units if unit in upright) or upright


class Aftermath(Menu, frozen=True, tag="aftermath"):
    """7.2.2.5, 7.3.2-b1, 7.3.9.2-b: attack the next unit, attack again, or turn a unit sideways.

    The active seat is asked whenever a unit of the group is left, whatever it holds. `units` have
    attacked; `series` is the group attacked unit by unit, and `victim` the last of them; `again`
    marks the second attack, `helper` a group of a joint attack, and `fought` one that went on after
    its first battle.
    """

    menu = (
        Action(Press, press, press_offers),
        Action(AttackAgain, attack_again, second_attack_offers, refuse_second_attack),
        Action(PickOffAgain, pick_off_again, no_offers, refuse_second_attack),
        Action(Rest, rest, rest_offers),
        Action(Pass, close_menu, stop_offers),
    )

    seat: Seat
    group: Zone
    units: tuple[PieceId, ...]
    series: Zone = ""
    victim: PieceId = ""
    again: bool = False
    fought: bool = False
    helper: bool = False

    def asks(self, table: Table) -> Prompts:
        """The active seat, while the group has anything to decide."""
        barred = self.is_barred(table)
        if not group_at(table, self.group).troops or (barred and not self.fought):
            return ()
        # Those who did not attack yet may still do so in a second attack.
        if not self.survivors(table) and (barred or self.again or self.helper):
            return ()
        return (Prompt(self.seat, (), "7.2.2.5-a", "How does the group go on?"),)

    def is_barred(self, table: Table) -> bool:
        """7.3.5-c: whether an attack of the group was cancelled this Turn."""
        return used_this_turn(table, f"barred/{self.group}")

    def may_go_on(self, table: Table) -> bool:
        """Whether the group may attack once more, if the cards and the target allow it."""
        return not self.is_barred(table) and not self.helper

    def survivors(self, table: Table) -> tuple[PieceId, ...]:
        """7.2.2.5-a: the attackers that are left, also those that now hold an objective."""
        if under_version_1(table):
            return still_in_group(table, self.units, self.group)
        return tuple(unit for unit in self.units if is_group(table.zone_of(unit)))

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """7.1-d: raise Illegal for another attack, or for a second one that is forbidden."""
        if isinstance(command, Attack):
            refuse(cannot_attack(table, seat, find_group(table, command.force)))
            refuse(("7.1-d", f"first say how {self.group} goes on after its attack"))
        super().refuse(table, seat, command)

    def resume(self, draft: Draft) -> None:
        """7.2.2.5-e: no unit is left, or the only attack was cancelled."""
        draft.finish()
