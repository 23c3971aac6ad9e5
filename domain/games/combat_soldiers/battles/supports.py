"""7.2.3 Possible battle modifiers: what attacker and defender may add before the dice."""

from __future__ import annotations

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.battles.clash import (
    Clash,
    armor_attacks,
    armor_is_attacked,
    can_land_amphibiously,
    serves_side,
)
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of
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

    card: str


class Double(Command, frozen=True, tag="double"):
    """7.3.2: double one attacking unit."""

    card: str
    unit: str


class AtWeapon(Command, frozen=True, tag="at-weapon"):
    """14.2.2: add an AT weapon to the battle."""

    card: str


class Amphibious(Command, frozen=True, tag="amphibious"):
    """7.2.3.3: cross the River with an amphibious assault."""

    card: str


class TurnUp(Command, frozen=True, tag="turn-up"):
    """13.5.2.6: bring a unit into command by the Crossroads."""

    unit: str


class UseForest(Command, frozen=True, tag="use-forest"):
    """13.5.2.7: defend in the Forest."""


def support_offers(table: Table, clash: Clash, seat: Seat) -> list[Offer]:
    """7.2.3: what a side of the battle may add to it now."""
    attackers, defenders = group_at(table, clash.group), group_at(table, clash.target)
    if seat == clash.attacker:
        offers = attacker_offers(table, clash, attackers, defenders)
        if seat not in clash.turned_up and clash.leader:
            offers += turn_up_offers(table, seat, attackers)
        return offers
    offers = defender_offers(table, clash, attackers, defenders)
    if seat not in clash.turned_up and clash.chief and clash.chief_exposed:
        offers += turn_up_offers(table, seat, defenders)
    return offers


def attacker_offers(table: Table, clash: Clash, attackers: Group, defenders: Group) -> list[Offer]:
    """FFE, a doubling Major Offensive, an AT weapon, an amphibious assault."""
    seat, bad_weather = clash.attacker, weather_is_out(table)
    offers: list[Offer] = []
    if not clash.ffe and not bad_weather and not attackers.siege:
        offers += [
            offer(Ffe, "7.2.3.2", "Fire for effect", card=card)
            for card in hand_cards_with(table, seat, "ffe")
        ]
    if not clash.doubled and offensive_side(table, attackers.side):
        offers += [
            offer(
                Double, "7.3.2-b2", "Double a unit", choice_slot("unit", clash.striking), card=card
            )
            for card in hand_cards_with(table, seat, "major-offensive")
        ]
    if not clash.attack_weapon and armor_is_attacked(clash, defenders) and not bad_weather:
        offers += [
            offer(AtWeapon, "7.2.3.6-c", "AT weapon", card=card)
            for card in hand_cards_with(table, seat, "at-weapon")
            if serves_side(table, card, attackers.side)
        ]
    if not clash.amphibious and can_land_amphibiously(table, attackers, defenders):
        offers += [
            offer(Amphibious, "7.2.3.3-b", "Amphibious assault", card=card)
            for card in hand_cards_with(table, seat, "amphibious")
        ]
    return offers


def offensive_side(table: Table, side: str) -> bool:
    """17.2.2, 17.3.1: whether a Major Offensive may serve this side."""
    return scenario_of(table).major_offensive in {"", side}


def defender_offers(table: Table, clash: Clash, attackers: Group, defenders: Group) -> list[Offer]:
    """14.2.2-a: an AT weapon against armor; the Forest against infantry."""
    seat = clash.defender
    offers: list[Offer] = []
    if may_use_at(table, clash, attackers):
        offers += [
            offer(AtWeapon, "7.2.3.6-b", "AT weapon", card=card)
            for card in hand_cards_with(table, seat, "at-weapon")
            if serves_side(table, card, defenders.side)
        ]
    if may_use_forest(table, clash, attackers, defenders):
        offers.append(offer(UseForest, "13.5.2.7", "Defend in the Forest"))
    return offers


def may_use_at(table: Table, clash: Clash, attackers: Group) -> bool:
    """7.2.3.6-b: an AT weapon in defence needs attacking armor and clear weather."""
    return (
        not clash.defence_weapon
        and armor_attacks(table, clash, attackers)
        and not weather_is_out(table)
    )


def may_use_forest(table: Table, clash: Clash, attackers: Group, defenders: Group) -> bool:
    """13.5.2.7: once a Turn, for the Forest holder's groups of its side, against infantry."""
    return (
        not attackers.armor
        and not clash.forest
        and side_of(table, "forest") == defenders.side
        and not used_this_turn(table, "used/forest")
        and controls(table, clash.defender, "forest")
    )


def turn_up_offers(table: Table, seat: Seat, group: Group) -> list[Offer]:
    """13.5.2.6: the Crossroads bring one unit back into command."""
    if not may_turn_up(table, seat, group):
        return []
    return [
        offer(TurnUp, "13.5.2.6", "Back into command", unit=unit) for unit in group.out_of_command
    ]


def may_turn_up(table: Table, seat: Seat, group: Group) -> bool:
    """13.5.2.6, 7.2.2.5-d: own Crossroads of the group's side, room in the leader's rating."""
    return (
        bool(group.leader and group.out_of_command)
        and len(group.commanded) < rating_of(table, group.leader)
        and side_of(table, "crossroads") == group.side
        and controls(table, seat, "crossroads")
    )


def defender_can_support(table: Table, clash: Clash) -> bool:
    """Whether the defender could have anything to add, going by what everyone sees."""
    attackers, defenders = group_at(table, clash.group), group_at(table, clash.target)
    return (
        may_use_at(table, clash, attackers)
        or may_use_forest(table, clash, attackers, defenders)
        or (
            clash.defender not in clash.turned_up
            and bool(clash.chief)
            and clash.chief_exposed
            and may_turn_up(table, clash.defender, defenders)
        )
    )


def attacker_can_support(table: Table, clash: Clash) -> bool:
    """Whether the attacker could have anything to add, going by what everyone sees."""
    attackers, defenders = group_at(table, clash.group), group_at(table, clash.target)
    bad_weather = weather_is_out(table)
    return (
        (not clash.ffe and not bad_weather and not attackers.siege)
        or (not clash.doubled and offensive_side(table, attackers.side))
        or (not clash.attack_weapon and armor_is_attacked(clash, defenders) and not bad_weather)
        or (not clash.amphibious and can_land_amphibiously(table, attackers, defenders))
        or (
            clash.attacker not in clash.turned_up
            and bool(clash.leader)
            and may_turn_up(table, clash.attacker, attackers)
        )
    )


def cannot_support(table: Table, clash: Clash, seat: Seat, command: Command) -> Refusal:
    """Why a support is refused, where a rule says more than that it is not on offer."""
    attackers, defenders = group_at(table, clash.group), group_at(table, clash.target)
    bad_weather = weather_is_out(table)
    match command:
        case Ffe() | Amphibious() if bad_weather:
            return ("13.1-b", "the weather is too bad for that")
        case Ffe() if clash.ffe:
            return ("14.2.1", "one fire for effect an attack")
        case Ffe() if attackers.siege or seat != clash.attacker:
            return ("7.2.3.2", "fire for effect serves the active player's unbesieged groups")
        case Double() if not offensive_side(table, attackers.side):
            rule = "17.2.2" if scenario_of(table).rule == "17.2" else "17.3.1"
            return (rule, "a Major Offensive does not serve this side here")
        case AtWeapon(card=card) if card in hand_cards_with(table, seat, "at-weapon"):
            return cannot_use_at(table, clash, attackers, defenders, seat, card)
    return None


def cannot_use_at(
    table: Table, clash: Clash, attackers: Group, defenders: Group, seat: Seat, card: PieceId
) -> Refusal:
    """7.2.3.6, 14.2.2: why an AT weapon does not count in this battle."""
    if weather_is_out(table):
        return ("13.1-c", "the weather stops antitank modifiers")
    side = attackers.side if seat == clash.attacker else defenders.side
    if not serves_side(table, card, side):
        return ("14.2.2-b", "this AT weapon serves the other side")
    if seat == clash.attacker and not armor_is_attacked(clash, defenders):
        return ("7.2.3.6-c", "the group attacked holds no armor")
    if seat == clash.defender and not armor_attacks(table, clash, attackers):
        return ("7.2.3.6-b", "no armor attacks")
    return None


def supported(draft: Draft, clash: Clash, seat: Seat, command: Command) -> Clash:
    """The battle with a card or capability added to it; the same one after a pass."""
    match command:
        case Ffe(card=card):
            draft.move(card, BATTLE, rule="7.2.3.2")
            return replace(clash, ffe=card)
        case Double(card=card, unit=unit):
            draft.move(card, BATTLE, rule="7.3.2-b2")
            return replace(clash, doubled=unit)
        case AtWeapon(card=card) if seat == clash.attacker:
            draft.move(card, BATTLE, rule="7.2.3.6-c")
            return replace(clash, attack_weapon=card)
        case AtWeapon(card=card):
            draft.move(card, BATTLE, rule="7.2.3.6-b")
            if clash.series:
                draft.track(f"stopped/{clash.group}", draft.table.turn, rule="7.3.9.2-a")
            return replace(clash, defence_weapon=card)
        case Amphibious(card=card):
            draft.move(card, BATTLE, rule="7.2.3.3-b")
            return replace(clash, amphibious=True)
        case TurnUp(unit=unit):
            return turn_up(draft, clash, seat, unit)
        case UseForest():
            draft.track("used/forest", draft.table.turn, rule="13.5.2.7")
            return replace(clash, forest=True)
        case _:
            return clash


def turn_up(draft: Draft, clash: Clash, seat: Seat, unit: PieceId) -> Clash:
    """13.5.2.6: the unit is in command again, and so in the battle."""
    draft.mark(unit, SIDEWAYS, 0, rule="13.5.2.6")
    clash = replace(clash, turned_up=(*clash.turned_up, seat))
    if seat == clash.attacker:
        draft.mark(unit, ENTRENCHED, 0, rule="16.3")
        return replace(clash, units=(*clash.units, unit))
    if unit in clash.targets:
        return clash
    return replace(clash, targets=(*clash.targets, unit))
