"""7.3.2-b3, 7.3.3-b4, 18.2.1 Supply of besieged groups, and sieges lifted by cards."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, pay
from wardiary.domain.games.combat_soldiers.battles.clash import offensive_cannot_serve
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import ISOLATION, hand_cards_with
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.groups.piles import discard, discard_played
from wardiary.domain.games.combat_soldiers.groups.sieges import isolation, lift_siege, marker
from wardiary.domain.games.combat_soldiers.special_battles.airborne import cannot_fly
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Supply(Command, frozen=True, tag="supply"):
    """7.3.2: take a besieged group's isolation off by a Major Offensive."""

    says = "supply {group} with {card}"
    card: str
    group: str


class AirSupply(Command, frozen=True, tag="air-supply"):
    """7.3.3: take the isolation off a besieged group."""

    says = "supply {group} by air with {card}"
    card: str
    group: str


class LiftSiege(Command, frozen=True, tag="lift-siege"):
    """18.2.1: Major Offensive and Airborne together lift a siege."""

    says = "lift the siege of {group} with {offensive} and {airborne}"
    offensive: str
    airborne: str
    group: str


def cannot_supply(table: Table, group: Group) -> Refusal:
    """7.3.2-b3: why a Major Offensive cannot supply a group."""
    if not group.siege or not isolation(table, group):
        return ("7.3.2-b3", "only an isolated group is supplied")
    return offensive_cannot_serve(table, group.side)


def cannot_air_supply(table: Table, group: Group) -> Refusal:
    """7.3.3-b4, 17.2.6: why Airborne cannot supply a group."""
    if not scenario_of(table).airborne_supply:
        return ("17.2.6", "there is no airborne supply in this scenario")
    if refusal := cannot_fly(table, group.side):
        return refusal
    if not group.siege or not isolation(table, group):
        return ("7.3.3-b4", "only an isolated group is supplied")
    return None


def supply_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.2-b3: in phase C, for an action, any isolated group (cards may help other seats)."""
    cards = hand_cards_with(table, seat, "major-offensive")
    for group in board.all if cards else ():
        if cannot_supply(table, group) or cannot_afford(table, seat, 1, group.side):
            continue
        yield offer(Supply, "7.3.2-b3", "Supply", choice_slot("card", cards), group=group.zone)


def air_supply_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.3-b4: in phase B, for an action."""
    cards = hand_cards_with(table, seat, "airborne")
    for group in board.all if cards else ():
        if cannot_air_supply(table, group) or cannot_afford(table, seat, 1, group.side):
            continue
        slot = choice_slot("card", cards)
        yield offer(AirSupply, "7.3.3-b4", "Supply by air", slot, group=group.zone)


def refuse_supply(table: Table, seat: Seat, command: Supply, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the supply."""
    refuse(cannot_supply(table, group_at(table, command.group)))


def refuse_air_supply(table: Table, seat: Seat, command: AirSupply, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids supply by air."""
    refuse(cannot_air_supply(table, group_at(table, command.group)))


def supply(draft: Draft, seat: Seat, command: Supply) -> None:
    """7.3.1.2-d: isolation is off, the siege goes on."""
    group = group_at(draft.table, command.group)
    pay(draft, 1, group.side, rule="7.3.2-b3")
    discard_played(draft, command.card, rule="7.3.2-b3")
    draft.mark(marker("besieged", group.siege), ISOLATION, 0, rule="7.3.2-b3")


SUPPLY = Action[SeatBoard](Supply, supply, supply_offers, refuse_supply)


def air_supply(draft: Draft, seat: Seat, command: AirSupply) -> None:
    """7.3.3-b4: the same by air."""
    group = group_at(draft.table, command.group)
    pay(draft, 1, group.side, rule="7.3.3-b4")
    discard_played(draft, command.card, rule="7.3.3-b4")
    draft.mark(marker("besieged", group.siege), ISOLATION, 0, rule="7.3.3-b4")


AIR_SUPPLY = Action[SeatBoard](AirSupply, air_supply, air_supply_offers, refuse_air_supply)


def cannot_lift(table: Table, group: Group) -> Refusal:
    """18.2.1: why no siege is lifted; both cards must serve the side of the group."""
    if not table.settings["alternate-plays"]:
        return ("18.0", "combined card plays were not agreed on")
    if not group.siege:
        return ("18.2.1", "there is no siege to lift")
    return offensive_cannot_serve(table, group.side) or cannot_fly(table, group.side)


def lift_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """18.2.1: Major Offensive and Airborne together, free."""
    if not table.settings["alternate-plays"]:
        return
    offensives = hand_cards_with(table, seat, "major-offensive")
    airborne = hand_cards_with(table, seat, "airborne")
    slots = (choice_slot("offensive", offensives), choice_slot("airborne", airborne))
    for group in board.all if offensives and airborne else ():
        if cannot_lift(table, group) is None:
            yield offer(LiftSiege, "18.2.1", "Lift the siege", *slots, group=group.zone)


def refuse_lift(table: Table, seat: Seat, command: LiftSiege, board: SeatBoard) -> None:
    """Raise Illegal with the rule by which cards do not lift the siege."""
    refuse(cannot_lift(table, group_at(table, command.group)))


def lift(draft: Draft, seat: Seat, command: LiftSiege) -> None:
    """18.2.1: the Surrounded card and both cards are discarded."""
    lift_siege(draft, group_at(draft.table, command.group).siege, rule="18.2.1")
    discard(draft, (command.offensive, command.airborne), rule="18.2.1")


LIFT_SIEGE = Action[SeatBoard](LiftSiege, lift, lift_offers, refuse_lift)
