"""7.1, 7.3.9.2: attacks declared, repeated and pressed, and what they cost a group."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions import lacks, pay, touch
from wardiary.domain.games.combat_soldiers.attack import (
    announced,
    armed,
    attack_cost,
    attack_offers,
    attack_refusal,
    cannot_attack,
    cannot_be_attacked,
    clash_of,
    force_named,
    group_meant,
    part_named,
)
from wardiary.domain.games.combat_soldiers.battle import begin_battle
from wardiary.domain.games.combat_soldiers.board_state import (
    BATTLE,
    SIDEWAYS,
    Group,
    Refusal,
    SeatBoard,
    besieged_zone,
    board_of,
    first_rules,
    group,
    hand,
    holding,
    is_group,
    offer,
    other_side,
    refuse,
    single,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.commands import (
    Attack,
    AttackAgain,
    PickOff,
    PickOffAgain,
    Press,
    Rest,
    SurpriseAttack,
)
from wardiary.domain.games.combat_soldiers.components import scenario_of
from wardiary.domain.games.combat_soldiers.groups import arrange, in_command, misfit
from wardiary.domain.games.combat_soldiers.losses import present
from wardiary.domain.games.combat_soldiers.piles import strip
from wardiary.domain.games.combat_soldiers.sieges import lift_siege
from wardiary.domain.games.combat_soldiers.supports import offensive_side
from wardiary.domain.games.combat_soldiers.totals import Clash, hopeless
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.events import PieceTurned
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def check_attack(table: Table, seat: Seat, command: Attack) -> None:
    """Why an attack is refused, by its rule."""
    own = group_meant(table, command.force)
    refuse(cannot_attack(table, seat, own))
    if command.card and command.card not in table.zone(hand(seat)):
        refuse(("7.2.2.1.3", "you do not hold that card"))
    refuse(attack_refusal(table, seat, command.force, command.target, command.card))
    refuse(lacks(table, seat, attack_cost(table, own), own.side, rule="7.1-a"))


def attack(draft: Draft, seat: Seat, command: Attack) -> None:
    """7.1-a: one action; the battle is settled before anything else."""
    own = group_meant(draft.table, command.force)
    pay(draft, attack_cost(draft.table, own), own.side, rule="7.1-a")
    open_attack(draft, command.force, command.target, command.card)


def open_attack(draft: Draft, force_name: str, target_name: str, card: PieceId) -> None:
    """Lay announced support down, and begin the battle with what follows it below."""
    own, force = force_named(draft.table, force_name)
    target, part = part_named(draft.table, target_name)
    assert force is not None
    assert part is not None
    clash = announced(draft.table, clash_of(own, force, target, part), card, target)
    commit(draft, own, target.zone)
    if card:
        draft.move(card, BATTLE, rule="7.2.2.1.3")
    draft.begin(Aftermath(own.owner, own.zone, force.units))
    begin_battle(draft, clash)


def commit(draft: Draft, own: Group, zone: Zone) -> None:
    """7.1-a, 7.3.1.1-c: the group has attacked; a siege it keeps up elsewhere ends."""
    touch(draft, own.zone, rule="3.4-b")
    draft.track(f"attacked/{own.zone}", draft.table.turn, rule="7.1-a")
    # Ruling: CS-Q52 attacking the besieged does not break the siege, attacking elsewhere does.
    if own.besieging and besieged_zone(draft.table, own.besieging) != zone:
        lift_siege(draft, own.besieging, rule="7.3.1.1-c")


# 7.3.9.2 Armor against single infantry units.


def series_offers(
    table: Table,
    seat: Seat,
    board: SeatBoard,
    *,
    only: Group | None = None,
    offensive: PieceId = "",
) -> Iterator[Offer]:
    """7.3.9.2-a: each unit of an unarmed infantry group; with a Major Offensive, of one group."""
    for own in [only] if only else board.mine:
        if not own.armor or cannot_attack(table, seat, own, again=bool(offensive)):
            continue
        if not offensive and lacks(table, seat, attack_cost(table, own), own.side):
            continue
        for target in board.others:
            if cannot_pick_off(table, own, target):
                continue
            if able := victims(table, own, target):
                slots = (fixed_slot("group", own.zone), choice_slot("victim", able))
                if offensive:
                    again = (fixed_slot("offensive", offensive), *slots)
                    yield Offer("pick-off-again", again, "7.3.2-b1", "Pick off again")
                else:
                    yield Offer("pick-off", slots, "7.3.9.2-a", "Pick off")


def cannot_pick_off(table: Table, own: Group, target: Group) -> Refusal:
    """7.3.9.2-a: an infantry maneuver group without tank weapon, marker or armor."""
    if refusal := cannot_be_attacked(table, own, target):
        return refusal
    if not target.maneuver or target.armor:
        return ("7.3.9.2-a", "only units of an infantry maneuver group are picked off")
    if armed(table, target) or target.markers:
        return ("7.3.9.2-a", "the group can fight armor")
    return None


def series_clash(own: Group, target: Group, victim: PieceId) -> Clash:
    """7.3.9.2-c: both leaders' modifiers count, and no leader can be the target."""
    return Clash(
        attacker=own.owner,
        group=own.zone,
        units=(own.armor,),
        leader=own.leader if own.armor in own.commanded else "",
        defender=target.owner,
        target=target.zone,
        targets=(victim,),
        # Ruling: CS-Q50 a leader helps only those in command.
        chief=target.leader if victim in target.commanded else "",
        chief_exposed=False,
        series=True,
    )


def victims(table: Table, own: Group, target: Group) -> list[PieceId]:
    """7.1.2-b: the units that the armor can hope to beat."""
    return [unit for unit in target.troops if not hopeless(table, series_clash(own, target, unit))]


def check_pick_off(table: Table, seat: Seat, command: PickOff) -> None:
    """Why a single attack is refused."""
    own = group_meant(table, command.group)
    refuse(cannot_attack(table, seat, own))
    check_victim(table, own, command.victim)
    refuse(lacks(table, seat, attack_cost(table, own), own.side, rule="7.1-a"))


def check_victim(table: Table, own: Group, victim: PieceId) -> None:
    """Why a group does not pick off this unit."""
    if not own.armor:
        refuse(("7.3.9.2-a", "only armor attacks units one at a time"))
    held = table.pieces.get(victim)
    if held is None or not is_group(held.zone):
        refuse(("7.1-c", f"there is no unit {victim} on the table"))
    else:
        target = group(table, held.zone)
        refuse(cannot_pick_off(table, own, target))
        if victim == target.leader:
            refuse(("7.3.9.2-c", "leaders are never the target"))


def pick_off(draft: Draft, seat: Seat, command: PickOff) -> None:
    """7.3.9.2-b: one action for the whole series."""
    own = group(draft.table, command.group)
    pay(draft, attack_cost(draft.table, own), own.side, rule="7.3.9.2-b")
    begin_series(draft, own, command.victim)


def begin_series(draft: Draft, own: Group, victim: PieceId) -> None:
    """7.3.9.2-a: the first battle of a series, with what follows it below."""
    target = group(draft.table, draft.table.zone_of(victim))
    commit(draft, own, target.zone)
    draft.begin(Aftermath(own.owner, own.zone, (own.armor,), series=target.zone, victim=victim))
    begin_battle(draft, series_clash(own, target, victim))


# 7.2.2.5 After the attack.


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
        own = group(table, self.group)
        barred = used_this_turn(table, f"barred/{self.group}")
        alive = survivors_of(table, self.units, self.group)
        if not own.troops or (barred and not self.fought):
            return ()
        # Those who did not attack yet may still do so in a second attack.
        if not alive and (barred or self.again or self.helper):
            return ()
        offers: list[Offer] = []
        if not barred and not self.helper:
            offers += self._presses(table, own)
            offers += self._again(table, own)
        offers += [
            single("rest", "7.2.2.5-a", "Out of command", unit=unit)
            for unit in (tiring(table, own, self.units, self.series) if alive else ())
        ] or [single("pass", "7.2.2.5-a", "Done")]
        return (Prompt(self.seat, tuple(offers), "7.2.2.5-a", "How does the group go on?"),)

    def _presses(self, table: Table, own: Group) -> list[Offer]:
        if not self.series or not own.armor or not self._killed(table):
            return []
        if used_this_turn(table, f"stopped/{self.group}"):
            return []
        target = group(table, self.series)
        if not target.troops or cannot_pick_off(table, own, target):
            return []
        able = victims(table, own, target)
        return (
            [offer("press", "7.3.9.2-b", "Next unit", choice_slot("victim", able))] if able else []
        )

    def _killed(self, table: Table) -> bool:
        return table.zone_of(self.victim) != self.series

    def _again(self, table: Table, own: Group) -> list[Offer]:
        if self.again or not offensive_side(table, own.side):
            return []
        board = board_of(table, self.seat)
        offers: list[Offer] = []
        for card in holding(table, self.seat, "major-offensive"):
            offers += attack_offers(
                table, self.seat, board, verb="attack-again", only=own, offensive=card
            )
            offers += series_offers(table, self.seat, board, only=own, offensive=card)
        return offers

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Why a second attack is refused."""
        if isinstance(command, AttackAgain | PickOffAgain):
            own = group(table, self.group)
            refuse(cannot_attack(table, seat, own, again=True))
            if self.again or self.helper:
                refuse(
                    ("7.3.2-b1", "a group attacks a second time by the card, and never after that")
                )
            if not offensive_side(table, own.side):
                rule = "17.2.2" if scenario_of(table).rule == "17.2" else "17.3.1"
                refuse((rule, "a Major Offensive serves the other side here"))
            if isinstance(command, PickOffAgain):
                check_victim(table, own, command.victim)
        elif isinstance(command, Attack):
            refuse(cannot_attack(table, seat, group_meant(table, command.force)))
            refuse(("7.1-d", f"first say how {self.group} goes on after its attack"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Go on, or rest."""
        own = group(draft.table, self.group)
        match command:
            case Rest(unit=unit):
                draft.finish()
                draft.mark(unit, SIDEWAYS, 1, rule="7.2.2.5-a")
                arrange(draft, self.group)
            case Press(victim=victim):
                draft.change(victim=victim, fought=True)
                target = group(draft.table, self.series)
                begin_battle(draft, series_clash(own, target, victim))
            case AttackAgain():
                draft.finish()
                draft.move(command.offensive, BATTLE, rule="7.3.2-b1")
                open_attack(draft, command.force, command.target, command.card)
                self._second(draft)
            case PickOffAgain(offensive=offensive, victim=victim):
                draft.finish()
                draft.move(offensive, BATTLE, rule="7.3.2-b1")
                draft.track(f"stopped/{self.group}", 0, rule="7.3.2-b1")
                begin_series(draft, own, victim)
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
    if first_rules(table):
        return present(table, units, zone)
    return tuple(unit for unit in units if is_group(table.zone_of(unit)))


def check_again(table: Table, seat: Seat, command: AttackAgain | PickOffAgain) -> None:
    """7.3.2-b1, 7.3.5-c: why no second attack is declared where no first one has just ended."""
    name = command.force if isinstance(command, AttackAgain) else command.group
    refuse(cannot_attack(table, seat, group_meant(table, name), again=True))
    refuse(("7.3.2-b1", "a Major Offensive follows its group's attack at once"))


def tiring(
    table: Table, own: Group, units: tuple[PieceId, ...], series: Zone
) -> tuple[PieceId, ...]:
    """7.2.2.5-b: an attacking unit that is still upright; else another one of the group.

    All units in command have attacked, also one turned up for it (13.5.2.6), save in a series. A
    group without a leader tires as well, which shows when a leader joins it before it recovers.
    """
    if not own.leader and first_rules(table):
        return ()
    upright = own.upright(table)
    attackers = tuple(unit for unit in units if unit in upright)
    return upright if own.leader and not series else attackers or upright


# 18.3 Surprise attacks.


def turned(table: Table, own: Group) -> Table | None:
    """18.3: the table with a group's cards turned to the other side, if all of them can be."""
    side = other_side(own.side)
    ends = []
    facts = []
    for unit in own.units:
        card = table.pack.cards[table.pieces[unit].kind]
        end = next((end for end in card.ends.values() if end.side == side), None)
        if end is None or (end.role == "armor" and scenario_of(table).armor not in {"", side}):
            return None
        ends.append(end)
        facts.append(PieceTurned(piece=unit, face=end.face, rule="18.3"))
    if misfit(ends, objective=False):
        return None
    return fold(table, facts)


def surprise_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """18.3: attacks that a group could make as the other side."""
    if not table.settings["surprise-attacks"]:
        return
    for own in board.mine:
        if cannot_surprise(table, seat, own):
            continue
        after = turned(table, own)
        if after is None:
            continue
        for found in attack_offers(
            after, seat, board, verb="surprise-attack", only=group(after, own.zone)
        ):
            # An announced support comes in the battle itself here.
            if found.slots[-1].candidates == ("",):
                yield Offer("surprise-attack", found.slots[:-1], "18.3", "Surprise attack")


def cannot_surprise(table: Table, seat: Seat, own: Group) -> Refusal:
    """18.3: the option, and every card of the group must have the other side."""
    if not table.settings["surprise-attacks"]:
        return ("18.0", "surprise attacks were not agreed on")
    if own.owner != seat or not own.maneuver or own.siege or own.besieging or own.mines:
        # Ruling: a siege or mines bind a group to its side, so it cannot change it.
        return ("18.3", "this group cannot change its side")
    if turned(table, own) is None:
        return ("18.3", "not every card of the group can be turned")
    return None


def check_surprise(table: Table, seat: Seat, command: SurpriseAttack) -> None:
    """Why a surprise attack is refused."""
    own = group_meant(table, command.force)
    refuse(cannot_surprise(table, seat, own))
    refuse(cannot_attack(table, seat, own))


def surprise(draft: Draft, seat: Seat, command: SurpriseAttack) -> None:
    """18.3: turn the cards, then attack."""
    own = group_meant(draft.table, command.force)
    after = turned(draft.table, own)
    assert after is not None
    if (leader := group(after, own.zone).leader) in own.troops:
        # Ruling: markers lie with infantry and armor, so a unit turned leader loses them.
        strip(draft, (leader,))
        draft.mark(leader, SIDEWAYS, 0, rule="18.3")
    for unit in own.units:
        draft.turn(unit, after.pieces[unit].face, rule="18.3")
    in_command(draft, own.zone)
    own = group(draft.table, own.zone)
    pay(draft, attack_cost(draft.table, own), own.side, rule="7.1-a")
    open_attack(draft, command.force, command.target, "")
