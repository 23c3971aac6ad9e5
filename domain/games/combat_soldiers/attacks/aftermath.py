"""7.2.2.5, 7.3.2 After an attack: a second one, the next unit, or a unit turned sideways."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.spending import Pass, mark_acted
from wardiary.domain.games.combat_soldiers.attacks.announcing import with_announced_card
from wardiary.domain.games.combat_soldiers.attacks.armor import (
    beatable_victims,
    cannot_pick_off,
    check_victim,
    series_clash,
    series_offers,
)
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack, attack_offers
from wardiary.domain.games.combat_soldiers.attacks.targets import (
    cannot_attack,
    clash_of,
    find_force,
    find_group,
    find_part,
)
from wardiary.domain.games.combat_soldiers.battles.battle import begin_battle
from wardiary.domain.games.combat_soldiers.battles.losses import still_in_group
from wardiary.domain.games.combat_soldiers.battles.supports import offensive_side
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of, under_version_1
from wardiary.domain.games.combat_soldiers.components.zones import (
    BATTLE,
    SIDEWAYS,
    hand_cards_with,
    is_group,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.groups.command import arrange
from wardiary.domain.games.combat_soldiers.groups.group import Group, board_of, group_at
from wardiary.domain.games.combat_soldiers.groups.sieges import besieged_zone, lift_siege
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class AttackAgain(Command, frozen=True, tag="attack-again"):
    """7.3.2: attack a second time by a Major Offensive."""

    offensive: str
    force: str
    target: str
    card: str = ""


class PickOffAgain(Command, frozen=True, tag="pick-off-again"):
    """7.3.2, 7.3.9.2: do so in a second attack, by a Major Offensive."""

    offensive: str
    group: str
    victim: str


class Press(Command, frozen=True, tag="press"):
    """7.3.9.2: go on with the next unit of the same group."""

    victim: str


class Rest(Command, frozen=True, tag="rest"):
    """7.2.2.5: the attacking unit that lies out of command now."""

    unit: str


def open_attack(draft: Draft, force_name: str, target_name: str, card: PieceId) -> None:
    """Lay announced support down, and begin the battle with what follows it below."""
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


def record_attack(draft: Draft, group: Group, target: Zone) -> None:
    """7.1-a, 7.3.1.1-c: the group has attacked; a siege it keeps up elsewhere ends."""
    mark_acted(draft, group.zone, rule="3.4-b")
    draft.track(f"attacked/{group.zone}", draft.table.turn, rule="7.1-a")
    # Ruling: CS-Q52 attacking the besieged does not break the siege, attacking elsewhere does.
    if group.besieging and besieged_zone(draft.table, group.besieging) != target:
        lift_siege(draft, group.besieging, rule="7.3.1.1-c")


def begin_series(draft: Draft, group: Group, victim: PieceId) -> None:
    """7.3.9.2-a: the first battle of a series, with what follows it below."""
    target = group_at(draft.table, draft.table.zone_of(victim))
    record_attack(draft, group, target.zone)
    draft.begin(
        Aftermath(group.owner, group.zone, (group.armor,), series=target.zone, victim=victim)
    )
    begin_battle(draft, series_clash(group, target, victim))


class Aftermath(Step, frozen=True, tag="aftermath"):
    """7.2.2.5, 7.3.2-b1, 7.3.9.2-b: press on, attack again, or turn one attacking unit sideways.

    The active seat is asked whenever a unit of the group is left, whatever it holds.
    """

    seat: Seat
    group: Zone
    units: tuple[PieceId, ...]
    series: Zone = ""
    victim: PieceId = ""
    again: bool = False
    fought: bool = False
    helper: bool = False

    def prompts(self, table: Table) -> Prompts:
        """How the group ends its attacks."""
        group = group_at(table, self.group)
        barred = used_this_turn(table, f"barred/{self.group}")
        survivors = survivors_of(table, self.units, self.group)
        if not group.troops or (barred and not self.fought):
            return ()
        # Those who did not attack yet may still do so in a second attack.
        if not survivors and (barred or self.again or self.helper):
            return ()
        offers: list[Offer] = []
        if not barred and not self.helper:
            offers += self._presses(table, group)
            offers += self._again(table, group)
        offers += [
            offer(Rest, "7.2.2.5-a", "Out of command", unit=unit)
            for unit in (
                units_to_turn_sideways(table, group, self.units, self.series) if survivors else ()
            )
        ] or [offer(Pass, "7.2.2.5-a", "Done")]
        return (Prompt(self.seat, tuple(offers), "7.2.2.5-a", "How does the group go on?"),)

    def _presses(self, table: Table, group: Group) -> list[Offer]:
        if not self.series or not group.armor or not self._killed(table):
            return []
        if used_this_turn(table, f"stopped/{self.group}"):
            return []
        target = group_at(table, self.series)
        if not target.troops or cannot_pick_off(table, group, target):
            return []
        units = beatable_victims(table, group, target)
        return (
            [offer(Press, "7.3.9.2-b", "Next unit", choice_slot("victim", units))] if units else []
        )

    def _killed(self, table: Table) -> bool:
        return table.zone_of(self.victim) != self.series

    def _again(self, table: Table, group: Group) -> list[Offer]:
        if self.again or not offensive_side(table, group.side):
            return []
        board = board_of(table, self.seat)
        offers: list[Offer] = []
        for card in hand_cards_with(table, self.seat, "major-offensive"):
            offers += attack_offers(
                table, self.seat, board, verb="attack-again", only=group, offensive=card
            )
            offers += series_offers(table, self.seat, board, only=group, offensive=card)
        return offers

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Why a second attack is refused."""
        if isinstance(command, AttackAgain | PickOffAgain):
            group = group_at(table, self.group)
            refuse(cannot_attack(table, seat, group, again=True))
            if self.again or self.helper:
                refuse(
                    ("7.3.2-b1", "a group attacks a second time by the card, and never after that")
                )
            if not offensive_side(table, group.side):
                rule = "17.2.2" if scenario_of(table).rule == "17.2" else "17.3.1"
                refuse((rule, "a Major Offensive serves the other side here"))
            if isinstance(command, PickOffAgain):
                check_victim(table, group, command.victim)
        elif isinstance(command, Attack):
            refuse(cannot_attack(table, seat, find_group(table, command.force)))
            refuse(("7.1-d", f"first say how {self.group} goes on after its attack"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Go on, or rest."""
        group = group_at(draft.table, self.group)
        match command:
            case Rest(unit=unit):
                draft.finish()
                draft.mark(unit, SIDEWAYS, 1, rule="7.2.2.5-a")
                arrange(draft, self.group)
            case Press(victim=victim):
                draft.change(victim=victim, fought=True)
                target = group_at(draft.table, self.series)
                begin_battle(draft, series_clash(group, target, victim))
            case AttackAgain():
                draft.finish()
                draft.move(command.offensive, BATTLE, rule="7.3.2-b1")
                open_attack(draft, command.force, command.target, command.card)
                self._second(draft)
            case PickOffAgain(offensive=offensive, victim=victim):
                draft.finish()
                draft.move(offensive, BATTLE, rule="7.3.2-b1")
                draft.track(f"stopped/{self.group}", 0, rule="7.3.2-b1")
                begin_series(draft, group, victim)
                self._second(draft)
            case _:
                draft.finish()

    def _second(self, draft: Draft) -> None:
        """7.2.2.5-c: the units of both attacks count, and there is no third."""
        battle = draft.finish()
        below = draft.top
        assert isinstance(below, Aftermath)
        units = tuple(dict.fromkeys((*self.units, *below.units)))
        draft.change(units=units, again=True, fought=True)
        draft.begin(battle)

    def resume(self, draft: Draft) -> None:
        """7.2.2.5-e: nobody is left, or the only attack was cancelled."""
        draft.finish()


def survivors_of(table: Table, units: tuple[PieceId, ...], zone: Zone) -> tuple[PieceId, ...]:
    """7.2.2.5-a: the attackers that were not eliminated, also those that now hold an objective."""
    if under_version_1(table):
        return still_in_group(table, units, zone)
    return tuple(unit for unit in units if is_group(table.zone_of(unit)))


def check_again(table: Table, seat: Seat, command: AttackAgain | PickOffAgain) -> None:
    """7.3.2-b1, 7.3.5-c: why no second attack is declared where no first one has just ended."""
    name = command.force if isinstance(command, AttackAgain) else command.group
    refuse(cannot_attack(table, seat, find_group(table, name), again=True))
    refuse(("7.3.2-b1", "a Major Offensive follows its group's attack at once"))


def units_to_turn_sideways(
    table: Table, group: Group, units: tuple[PieceId, ...], series: Zone
) -> tuple[PieceId, ...]:
    """7.2.2.5-b: an attacking unit that is still upright; else another one of the group.

    All units in command have attacked, also one turned up for it (13.5.2.6), save in a series. A
    group without a leader tires as well, which shows when a leader joins it before it recovers.
    """
    if not group.leader and under_version_1(table):
        return ()
    upright_units = group.upright(table)
    attackers = tuple(unit for unit in units if unit in upright_units)
    return upright_units if group.leader and not series else attackers or upright_units
