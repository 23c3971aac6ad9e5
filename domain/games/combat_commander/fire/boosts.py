"""Actions that add 2 to a fire before its roll (A27, A30, A34, A37, A41)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, is_defender, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction
from wardiary.domain.games.combat_commander.components.names import ActionName
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.attack import MOVING
from wardiary.domain.games.combat_commander.fire.fire_group import FireGroup
from wardiary.domain.games.combat_commander.table.commands import Play
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.units.units import unit_card, units_in
from wardiary.domain.games.combat_commander.weapons.weapons import is_weapon, weapon_card
from wardiary.domain.games.kit.menus import top_step
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

Condition = Callable[[Table, FireGroup], bool]


def _weapons(table: Table, fire: FireGroup) -> list[PieceId]:
    return [element for element in fire.group if is_weapon(table, element)]


def may_bore_sight(table: Table, fire: FireGroup) -> bool:
    """A27: the defender's weapon of 5 firepower or more."""
    is_heavy = any(weapon_card(table, weapon).firepower >= 5 for weapon in _weapons(table, fire))
    return is_defender(table, fire.seat) and is_heavy


def may_crossfire(table: Table, fire: FireGroup) -> bool:
    """A30: a moving unit in a target hex."""
    enemy = enemy_of(fire.seat)
    units = [unit for hex_label in fire.hexes for unit in units_in(table, hex_label, enemy)]
    return any(table.mark(unit, MOVING) for unit in units)


def may_throw_grenades(table: Table, fire: FireGroup) -> bool:
    """A34: a firer next to a target."""
    grid = map_of(table).grid
    return any(
        grid.adjacent(table.zone_of(element), target)
        for element in fire.group
        for target in fire.hexes
    )


def may_use_marksmen(table: Table, fire: FireGroup) -> bool:
    """A37: a squad or team of the nation that the card names, which is that of the deck."""
    return any(
        not is_weapon(table, element) and not unit_card(table, element).is_leader
        for element in fire.group
    )


def may_sustain(table: Table, fire: FireGroup) -> bool:
    """A41: a machine gun or mortar."""
    return any(
        weapon_card(table, weapon).type in ("mg", "mortar") for weapon in _weapons(table, fire)
    )


def _boost_offers(
    table: Table, fire: FireGroup, action: ActionName, rule: str, is_possible: Condition
) -> Iterator[Offer]:
    cards = cards_for(table, fire.seat, action)
    if cards and is_possible(table, fire):
        slots = (choice_slot("card", cards), fixed_slot("at", ""))
        label = action.replace("-", " ")
        yield Offer("play", slots, rule, label, facts={"action": action})


def _boost(action: ActionName, rule: str, is_possible: Condition) -> CardAction:
    """A card that adds 2 to the fire while its condition holds."""

    def offers(table: Table, seat: Seat, fire: FireGroup) -> Iterator[Offer]:
        del seat
        return _boost_offers(table, fire, action, rule, is_possible)

    def carry_out(draft: Draft, seat: Seat, command: Play) -> None:
        fire = top_step(draft, FireGroup)
        play(draft, seat, command.card, rule=rule)
        draft.change(played=(*fire.played, rule))

    return CardAction(action, offers, carry_out)


FIRE_BOOSTS = (
    _boost("bore-sighting", "A27", may_bore_sight),
    _boost("crossfire", "A30", may_crossfire),
    _boost("hand-grenades", "A34", may_throw_grenades),
    _boost("marksmanship", "A37", may_use_marksmen),
    _boost("sustained-fire", "A41", may_sustain),
)


def boosting_cards(table: Table, seat: Seat) -> int:
    """10.3.2.1: how many cards in a hand could raise a fire."""
    return sum(len(cards_for(table, seat, boost.action)) for boost in FIRE_BOOSTS)
