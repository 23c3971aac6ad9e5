"""7.2.3 Possible battle modifiers: what attacker and defender may add before the dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.battles.clash import (
    Clash,
    armor_attacks,
    armor_is_attacked,
    can_land_amphibiously,
    offensive_cannot_serve,
    serves_side,
)
from wardiary.domain.games.combat_soldiers.components.zones import (
    BATTLE,
    ENTRENCHED,
    SIDEWAYS,
    hand_cards_with,
    used_this_turn,
    weather_is_out,
)
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at, rating_of
from wardiary.domain.games.combat_soldiers.groups.objectives import controls, side_of
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Ffe(Command, frozen=True, tag="ffe"):
    """7.2.3.2: add fire for effect to the battle."""

    says = "add {card} as fire for effect"
    card: str


class Double(Command, frozen=True, tag="double"):
    """7.3.2: double one attacking unit."""

    says = "double {unit} with {card}"
    card: str
    unit: str


class AtWeapon(Command, frozen=True, tag="at-weapon"):
    """14.2.2: add an AT weapon to the battle."""

    says = "add {card} as an AT weapon"
    card: str


class Amphibious(Command, frozen=True, tag="amphibious"):
    """7.2.3.3: cross the River with an amphibious assault."""

    says = "cross the River with {card}"
    card: str


class TurnUp(Command, frozen=True, tag="turn-up"):
    """13.5.2.6: bring a unit into command by the Crossroads."""

    says = "bring {unit} into command"
    unit: str


class UseForest(Command, frozen=True, tag="use-forest"):
    """13.5.2.7: defend in the Forest."""

    says = "defend in the Forest"


class Sides(NamedTuple):
    """A battle and its two groups as they are now."""

    clash: Clash
    attackers: Group
    defenders: Group


def sides_of(table: Table, clash: Clash) -> Sides:
    """A battle with its groups."""
    return Sides(clash, group_at(table, clash.group), group_at(table, clash.target))


# What either side could add, going by what everyone sees.


def may_use_ffe(table: Table, sides: Sides) -> bool:
    """7.2.3.2, 13.1-b: once an attack, in fair weather, never for a besieged group."""
    return not sides.clash.ffe and not weather_is_out(table) and not sides.attackers.siege


def may_double(table: Table, sides: Sides) -> bool:
    """7.3.2-b2: once an attack, for the side that Major Offensives serve."""
    return not sides.clash.doubled and not offensive_cannot_serve(table, sides.attackers.side)


def may_attack_with_at(table: Table, sides: Sides) -> bool:
    """7.2.3.6-c, 13.1-c: against armor, in fair weather."""
    against_armor = armor_is_attacked(sides.clash, sides.defenders)
    return not sides.clash.attack_weapon and against_armor and not weather_is_out(table)


def may_land(table: Table, sides: Sides) -> bool:
    """7.2.3.3-b: where an amphibious assault would help."""
    attackers, defenders = sides.attackers, sides.defenders
    return not sides.clash.amphibious and can_land_amphibiously(table, attackers, defenders)


def may_defend_with_at(table: Table, sides: Sides) -> bool:
    """7.2.3.6-b, 13.1-c: against attacking armor, in fair weather."""
    armor = armor_attacks(table, sides.clash, sides.attackers)
    return not sides.clash.defence_weapon and armor and not weather_is_out(table)


def may_use_forest(table: Table, sides: Sides) -> bool:
    """13.5.2.7: once a Turn, for the Forest holder's groups of its side, against infantry."""
    return (
        not sides.attackers.armor
        and not sides.clash.forest
        and side_of(table, "forest") == sides.defenders.side
        and not used_this_turn(table, "used/forest")
        and controls(table, sides.clash.defender, "forest")
    )


def may_turn_up(table: Table, seat: Seat, sides: Sides) -> bool:
    """13.5.2.6, 7.2.2.5-d: the seat's Crossroads of the group's side, room in the rating.

    Once a battle for each side, where a leader takes part in it.
    """
    clash, group = sides.clash, group_of(sides, seat)
    led = clash.leader if seat == clash.attacker else clash.chief and clash.chief_exposed
    return (
        seat not in clash.turned_up
        and bool(led)
        and bool(group.leader and group.out_of_command)
        and len(group.commanded) < rating_of(table, group.leader)
        and side_of(table, "crossroads") == group.side
        and controls(table, seat, "crossroads")
    )


def group_of(sides: Sides, seat: Seat) -> Group:
    """The group of one side of a battle."""
    return sides.attackers if seat == sides.clash.attacker else sides.defenders


ATTACKER_SUPPORTS = (may_use_ffe, may_double, may_attack_with_at, may_land)
DEFENDER_SUPPORTS = (may_defend_with_at, may_use_forest)


def can_support(table: Table, clash: Clash, seat: Seat) -> bool:
    """Whether a seat could have anything to add, going by what everyone sees."""
    sides = sides_of(table, clash)
    supports = ATTACKER_SUPPORTS if seat == clash.attacker else DEFENDER_SUPPORTS
    return any(may(table, sides) for may in supports) or may_turn_up(table, seat, sides)


# Offers.


def support_offers(table: Table, clash: Clash, seat: Seat) -> list[Offer]:
    """7.2.3: what a side of the battle may add to it now."""
    sides = sides_of(table, clash)
    side_offers = attacker_offers if seat == clash.attacker else defender_offers
    offers = list(side_offers(table, sides))
    if may_turn_up(table, seat, sides):
        units = group_of(sides, seat).out_of_command
        offers += [offer(TurnUp, "13.5.2.6", "Back into command", unit=unit) for unit in units]
    return offers


def attacker_offers(table: Table, sides: Sides) -> Iterator[Offer]:
    """FFE, a doubling Major Offensive, an AT weapon, an amphibious assault."""
    seat, side = sides.clash.attacker, sides.attackers.side
    if may_use_ffe(table, sides):
        for card in hand_cards_with(table, seat, "ffe"):
            yield offer(Ffe, "7.2.3.2", "Fire for effect", card=card)
    if may_double(table, sides):
        units = choice_slot("unit", sides.clash.striking)
        for card in hand_cards_with(table, seat, "major-offensive"):
            yield offer(Double, "7.3.2-b2", "Double a unit", units, card=card)
    if may_attack_with_at(table, sides):
        for card in at_weapons(table, seat, side):
            yield offer(AtWeapon, "7.2.3.6-c", "AT weapon", card=card)
    if may_land(table, sides):
        for card in hand_cards_with(table, seat, "amphibious"):
            yield offer(Amphibious, "7.2.3.3-b", "Amphibious assault", card=card)


def defender_offers(table: Table, sides: Sides) -> Iterator[Offer]:
    """14.2.2-a: an AT weapon against armor; the Forest against infantry."""
    if may_defend_with_at(table, sides):
        for card in at_weapons(table, sides.clash.defender, sides.defenders.side):
            yield offer(AtWeapon, "7.2.3.6-b", "AT weapon", card=card)
    if may_use_forest(table, sides):
        yield offer(UseForest, "13.5.2.7", "Defend in the Forest")


def at_weapons(table: Table, seat: Seat, side: str) -> list[PieceId]:
    """14.2.2-b: the AT weapons in hand that serve a side."""
    cards = hand_cards_with(table, seat, "at-weapon")
    return [card for card in cards if serves_side(table, card, side)]


# Refusals.


def cannot_support(table: Table, clash: Clash, seat: Seat, command: Command) -> Refusal:
    """Why a support is refused, where a rule says more than that it is not on offer."""
    sides = sides_of(table, clash)
    match command:
        case Ffe() | Amphibious() if weather_is_out(table):
            return ("13.1-b", "the weather is too bad for that")
        case Ffe() if clash.ffe:
            return ("14.2.1", "one fire for effect an attack")
        case Ffe() if sides.attackers.siege or seat != clash.attacker:
            return ("7.2.3.2", "fire for effect serves the active player's unbesieged groups")
        case Double():
            return offensive_cannot_serve(table, sides.attackers.side)
        case AtWeapon(card=card) if card in hand_cards_with(table, seat, "at-weapon"):
            return cannot_use_at(table, sides, seat, card)
    return None


def cannot_use_at(table: Table, sides: Sides, seat: Seat, card: PieceId) -> Refusal:
    """7.2.3.6, 14.2.2: why an AT weapon does not count in this battle."""
    if weather_is_out(table):
        return ("13.1-c", "the weather stops antitank modifiers")
    if not serves_side(table, card, group_of(sides, seat).side):
        return ("14.2.2-b", "this AT weapon serves the other side")
    clash = sides.clash
    if seat == clash.attacker and not armor_is_attacked(clash, sides.defenders):
        return ("7.2.3.6-c", "the group attacked holds no armor")
    if seat == clash.defender and not armor_attacks(table, clash, sides.attackers):
        return ("7.2.3.6-b", "no armor attacks")
    return None


# Effects.


def with_support(draft: Draft, clash: Clash, seat: Seat, command: Command) -> Clash:
    """The battle with a card or capability added to it; the same one after a pass."""
    match command:
        case Ffe(card=card):
            draft.move(card, BATTLE, rule="7.2.3.2")
            return replace(clash, ffe=card)
        case Double(card=card, unit=unit):
            draft.move(card, BATTLE, rule="7.3.2-b2")
            return replace(clash, doubled=unit)
        case AtWeapon(card=card):
            return with_at_weapon(draft, clash, seat, card)
        case Amphibious(card=card):
            draft.move(card, BATTLE, rule="7.2.3.3-b")
            return replace(clash, amphibious=True)
        case TurnUp(unit=unit):
            return with_unit_turned_up(draft, clash, seat, unit)
        case UseForest():
            draft.track("used/forest", draft.table.turn, rule="13.5.2.7")
            return replace(clash, forest=True)
        case _:
            return clash


def with_at_weapon(draft: Draft, clash: Clash, seat: Seat, card: PieceId) -> Clash:
    """7.2.3.6-b, 7.2.3.6-c: in defence it also ends a series of armor after this battle."""
    if seat == clash.attacker:
        draft.move(card, BATTLE, rule="7.2.3.6-c")
        return replace(clash, attack_weapon=card)
    draft.move(card, BATTLE, rule="7.2.3.6-b")
    if clash.series:
        draft.track(f"stopped/{clash.group}", draft.table.turn, rule="7.3.9.2-a")
    return replace(clash, defence_weapon=card)


def with_unit_turned_up(draft: Draft, clash: Clash, seat: Seat, unit: PieceId) -> Clash:
    """13.5.2.6: the unit is in command again, and so in the battle."""
    draft.mark(unit, SIDEWAYS, 0, rule="13.5.2.6")
    clash = replace(clash, turned_up=(*clash.turned_up, seat))
    if seat == clash.attacker:
        draft.mark(unit, ENTRENCHED, 0, rule="16.3")
        return replace(clash, units=(*clash.units, unit))
    if unit in clash.targets:
        return clash
    return replace(clash, targets=(*clash.targets, unit))
