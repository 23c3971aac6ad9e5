"""A40: spray fire at two adjacent hexes with one roll."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.fire_group import FireGroup
from wardiary.domain.games.combat_commander.fire.targets import (
    SightNow,
    can_reach,
    has_boxed,
    is_artillery,
)
from wardiary.domain.games.combat_commander.table.commands import Play
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.units.units import units_in
from wardiary.domain.games.kit.menus import top_step
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def second_hexes(table: Table, fire: FireGroup) -> tuple[Zone, ...]:
    """A40: a hex next to the target, with an enemy, in range and sight of all."""
    all_boxed = all(has_boxed(table, element, "range") for element in fire.group)
    if len(fire.hexes) > 1 or not all_boxed or is_artillery(table, fire.group[0]):
        return ()
    sight_now = SightNow.at(table)
    return tuple(
        neighbour
        for neighbour in map_of(table).grid.neighbours(fire.hexes[0])
        if units_in(table, neighbour, enemy_of(fire.seat))
        and all(can_reach(table, sight_now, element, neighbour) for element in fire.group)
    )


def spray_fire_offers(table: Table, seat: Seat, fire: FireGroup) -> Iterator[Offer]:
    """A40: any card, at each possible second hex."""
    cards = cards_for(table, seat, "spray-fire")
    if cards and (hexes := second_hexes(table, fire)):
        slots = (choice_slot("card", cards), choice_slot("at", hexes))
        facts: dict[str, str | int] = {"action": "spray-fire"}
        yield Offer("play", slots, "A40", "spray fire", facts=facts)


def spray(draft: Draft, seat: Seat, command: Play) -> None:
    """A40: the second hex is fired at as well."""
    fire = top_step(draft, FireGroup)
    play(draft, seat, command.card, rule="A40")
    draft.change(hexes=(*fire.hexes, command.at), played=(*fire.played, "A40"))


SPRAY_FIRE = CardAction("spray-fire", spray_fire_offers, spray)
