"""7.1 Attack declaration: who may attack whom, with which units, and what is offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.actions import lacks
from wardiary.domain.games.combat_soldiers.board_state import (
    Group,
    Refusal,
    SeatBoard,
    besieger_zone,
    group,
    holding,
    is_group,
    joined,
    refuse,
    used_this_turn,
    weather_out,
)
from wardiary.domain.games.combat_soldiers.components import card_of, end_of, scenario_of
from wardiary.domain.games.combat_soldiers.groups import subsets
from wardiary.domain.games.combat_soldiers.totals import (
    Clash,
    at_value,
    attack_items,
    behind_river,
    bridge_open,
    defence_items,
    ffe_value,
)
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Force(NamedTuple):
    """Units that attack together: their name in a command, and who leads them."""

    name: str
    units: tuple[PieceId, ...]
    leader: PieceId


class Part(NamedTuple):
    """Units that are attacked together: their name in a command, and who leads them."""

    name: str
    units: tuple[PieceId, ...]
    chief: PieceId


def forces(found: Group) -> list[Force]:
    """7.1.2-a, 7.2.1-a: all commanded units together, or one unit out of command."""
    each = [Force(unit, (unit,), "") for unit in found.idle]
    if found.commanded:
        return [Force(found.zone, found.commanded, found.leader), *each]
    return each


def parts(found: Group) -> list[Part]:
    """7.1.3-b1, 7.1.3-b2, 7.1.3-b3, 7.2.1-b: the parts of a group that an attacker may name."""
    # Ruling: CS-Q71 an occupation group is attacked whole.
    if found.objective:
        return [Part(found.zone, found.troops, found.leader)]
    named = [
        Part(joined(units), units, "")
        for units in subsets(found.idle)
        if found.leader or len(units) < len(found.troops)
    ]
    if not found.leader:
        return [Part(found.zone, found.troops, ""), *named]
    if found.commanded:
        named.insert(0, Part(found.zone, found.troops, found.leader))
        if found.idle:
            named.insert(1, Part(f"{found.zone}:commanded", found.commanded, found.leader))
    return named


def force_named(table: Table, name: str) -> tuple[Group, Force | None]:
    """The group and the force that a command means; raises Illegal when there is no such group."""
    found = group_meant(table, name)
    return found, next((force for force in forces(found) if force.name == name), None)


def part_named(table: Table, name: str) -> tuple[Group, Part | None]:
    """The group and the part that a command means; raises Illegal when there is no such group."""
    found = group_meant(table, name)
    return found, next((part for part in parts(found) if part.name == name), None)


def group_meant(table: Table, name: str) -> Group:
    """The group that a force or target belongs to: named itself, or by a unit of it."""
    first = name.partition(":")[0].partition("+")[0]
    zone = first if is_group(first) or first not in table.pieces else table.zone_of(first)
    if not is_group(zone) or not table.zone(zone):
        refuse(("7.1-c", f"there is no group {name} on the table"))
    return group(table, zone)


def clash_of(own: Group, force: Force, target: Group, part: Part) -> Clash:
    """The battle that such an attack leads to."""
    return Clash(
        attacker=own.owner,
        group=own.zone,
        units=force.units,
        leader=force.leader,
        defender=target.owner,
        target=target.zone,
        targets=part.units,
        chief=part.chief,
    )


def armed(table: Table, found: Group) -> bool:
    """7.3.9.1: whether a group carries a bazooka or panzerfaust."""
    return any(end_of(table, unit).tank_weapon for unit in found.troops)


def cannot_attack(table: Table, seat: Seat, own: Group, *, again: bool = False) -> Refusal:
    """Why a group may not attack at all."""
    if own.owner != seat:
        return ("7.1-c", "you attack with your own groups")
    if own.objective:
        # 7.3.8.1-a: whoever lies with an objective occupies it.
        return ("4.2.3-b", "an occupation group does not attack")
    if used_this_turn(table, f"barred/{own.zone}"):
        return ("7.3.5-c", "after a cancelled attack the group may not attack again this Turn")
    if used_this_turn(table, f"besieging/{own.zone}"):
        return ("7.3.1.1-b", "a group that surrounds does not attack otherwise this Turn")
    if not again and used_this_turn(table, f"attacked/{own.zone}"):
        return ("7.1-a", "a group attacks once a Turn")
    return None


def cannot_be_attacked(table: Table, own: Group, target: Group) -> Refusal:
    """Why a group may not attack this other one, however often it was attacked (7.1-b)."""
    if target.owner == own.owner:
        return ("7.1.1", "own groups are never attacked")
    if target.side == own.side:
        return ("7.1.1", "only groups of the opposite nationality are attacked")
    if own.siege and besieger_zone(table, own.siege) != target.zone:
        return ("7.3.1.3-b5", "a besieged group attacks only its besieger")
    if own.armor and behind_river(table, target) and not bridge_open(table, own.owner, own.side):
        return ("7.2.3.3-c", "armor does not cross the River without an own, sound Bridge")
    return None


def cannot_hurt_armor(table: Table, own: Group, target: Group, card: PieceId) -> Refusal:
    """7.3.9.1: infantry needs a tank weapon against an armored group."""
    if not target.armor or own.armor or armed(table, own):
        return None
    if card and "at-weapon" in card_of(table, card).uses and fits_side(table, card, own.side):
        return None
    return ("7.3.9.1", "infantry attacks armor only with a bazooka, panzerfaust or AT Weapon")


def attack_cost(table: Table, own: Group) -> int:
    """7.1-a: one action; 7.3.3-b2: a group dropped this Turn attacks free."""
    return 0 if used_this_turn(table, f"dropped/{own.zone}") else 1


def fits_side(table: Table, card: PieceId, side: str) -> bool:
    """14.2.2-b: two AT weapons serve one side only."""
    at_side = card_of(table, card).at_side
    return not at_side or at_side == side


def announceable(table: Table, seat: Seat, own: Group, target: Group) -> list[PieceId]:
    """Cards in hand that may support this attack at once."""
    weather = weather_out(table)
    cards: list[PieceId] = []
    if not weather and not own.siege:
        cards += holding(table, seat, "ffe")
    if target.armor:
        cards += [
            card
            for card in holding(table, seat, "at-weapon")
            if card not in cards and fits_side(table, card, own.side)
        ]
    if can_land(table, own, target):
        cards += holding(table, seat, "amphibious")
    return cards


def can_land(table: Table, own: Group, target: Group) -> bool:
    """7.2.3.3-b: whether an amphibious assault would help infantry across the River."""
    scenario = scenario_of(table)
    # Ruling: CS-Q62 the scenario's side binds both ends of the card.
    bound = scenario.airborne_removed and scenario.airborne != own.side
    return (
        not weather_out(table)
        and not own.armor
        and not bound
        and behind_river(table, target)
        and not bridge_open(table, own.owner, own.side)
    )


def announced(table: Table, clash: Clash, card: PieceId, target: Group) -> Clash:
    """The battle with a support announced; a card with two fitting ends serves as AT weapon."""
    if not card:
        return clash
    uses = card_of(table, card).uses
    if "amphibious" in uses:
        return replace(clash, amphibious=True)
    if target.armor and not weather_out(table) and fits_own_side(table, clash, card):
        return replace(clash, attack_weapon=card)
    if target.armor and weather_out(table):
        return replace(clash, attack_weapon=card)
    return replace(clash, ffe=card)


def fits_own_side(table: Table, clash: Clash, card: PieceId) -> bool:
    """14.2.2-b for the attacking units of a battle."""
    return fits_side(table, card, end_of(table, clash.units[0]).side)


class Chance(NamedTuple):
    """What an attack can reach at best, without and with each card that could be announced."""

    bare: int
    with_card: dict[PieceId, int]


def best_of(table: Table, clash: Clash, cards: list[PieceId], target: Group) -> Chance:
    """7.1.2-b: attack totals with a ten."""
    bare = sum(value for _, value, _ in attack_items(table, clash)) + 10
    best: dict[PieceId, int] = {}
    for card in cards:
        with_card = announced(table, clash, card, target)
        if with_card.amphibious:
            best[card] = sum(value for _, value, _ in attack_items(table, with_card)) + 10
        elif with_card.ffe:
            best[card] = bare + ffe_value(table, card)
        else:
            best[card] = bare + (0 if weather_out(table) else at_value(table, card))
    return Chance(bare, best)


def attack_offers(
    table: Table,
    seat: Seat,
    board: SeatBoard,
    *,
    verb: str = "attack",
    only: Group | None = None,
    offensive: PieceId = "",
) -> Iterator[Offer]:
    """Every attack that a seat may declare; with a Major Offensive, only of one group again."""
    for own in [only] if only else board.mine:
        if cannot_attack(table, seat, own, again=bool(offensive)):
            continue
        if not offensive and lacks(table, seat, attack_cost(table, own), own.side):
            continue
        targets = [found for found in board.others if cannot_be_attacked(table, own, found) is None]
        for force in forces(own) if targets else ():
            for card, able in reachable(table, seat, own, force, targets).items():
                slots = (
                    fixed_slot("force", force.name),
                    choice_slot("target", able),
                    fixed_slot("card", card),
                )
                if offensive:
                    again = (fixed_slot("offensive", offensive), *slots)
                    yield Offer(verb, again, "7.3.2-b1", "Attack again")
                else:
                    yield Offer(verb, slots, "7.1-a", "Attack")


def reachable(
    table: Table, seat: Seat, own: Group, force: Force, targets: list[Group]
) -> dict[PieceId, list[str]]:
    """7.1.2-b: by announced card ("" for none), the parts that a force can hope to beat."""
    able: dict[PieceId, list[str]] = {}
    for target in targets:
        named = parts(target)
        cards = announceable(table, seat, own, target)
        clash = clash_of(own, force, target, named[0])
        best = best_of(table, clash, cards, target)
        worst = [(part.name, _worst(table, clash, part)) for part in named]
        for card in ("", *cards):
            if cannot_hurt_armor(table, own, target, card):
                continue
            reach = best.with_card[card] if card else best.bare
            beatable = [name for name, least in worst if reach > least]
            if beatable:
                able.setdefault(card, []).extend(beatable)
    return able


def _worst(table: Table, clash: Clash, part: Part) -> int:
    against = replace(clash, targets=part.units, chief=part.chief)
    return sum(value for _, value, _ in defence_items(table, against)) + 1


def attack_refusal(
    table: Table, seat: Seat, force_name: str, target_name: str, card: str
) -> Refusal:
    """Why this very attack may not be declared, actions aside; None when it may."""
    own, force = force_named(table, force_name)
    target, part = part_named(table, target_name)
    if refusal := cannot_be_attacked(table, own, target):
        return refusal
    if force is None:
        return ("7.1.2-a", "attack with all commanded units, or with one unit out of command")
    if part is None:
        return cannot_name(target, target_name)
    if refusal := cannot_hurt_armor(table, own, target, card):
        return refusal
    if card and card not in announceable(table, seat, own, target):
        return support_refusal(table, own, card)
    clash = announced(table, clash_of(own, force, target, part), card, target)
    best = sum(value for _, value, _ in attack_items(table, clash)) + 10
    worst = sum(value for _, value, _ in defence_items(table, clash)) + 1
    if best <= worst:
        return ("7.1.2-b", f"at best {best} against at least {worst}: the attack is hopeless")
    return None


def cannot_name(target: Group, name: str) -> Refusal:
    """7.1.3: why such a target cannot be named."""
    if target.leader and name == target.leader:
        return ("4.4.5-a", "only a sniper singles out a leader")
    return ("7.1.3-b2", "name the whole group, its commanded units, or units out of command")


def support_refusal(table: Table, own: Group, card: PieceId) -> Refusal:
    """Why a card cannot support an attack of this group."""
    found = table.pack.cards.get(table.pieces[card].kind) if card in table.pieces else None
    if found is not None and weather_out(table) and {"ffe", "amphibious"} & set(found.uses):
        return ("13.1-b", "the weather is too bad for that")
    if found is not None and "ffe" in found.uses and own.siege:
        return ("7.2.3.2", "fire for effect never serves a surrounded group")
    return ("7.2.2.1.3", "that card does not support this attack")
