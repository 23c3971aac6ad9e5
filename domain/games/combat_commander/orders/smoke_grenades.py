"""A39: smoke grenades, thrown by units with boxed movement that are activated to move."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.attack import MOVING
from wardiary.domain.games.combat_commander.table.commands import Play
from wardiary.domain.games.combat_commander.table.places import units_on_map
from wardiary.domain.games.combat_commander.terrain.smoke import lay_smoke, takes_smoke
from wardiary.domain.games.combat_commander.units.units import is_boxed
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def smoke_places(table: Table, seat: Seat) -> tuple[Zone, ...]:
    """A39: in or next to the hex of a unit with boxed movement that is activated to move."""
    grid, hexes = map_of(table).grid, dict[Zone, None]()
    for unit in units_on_map(table, seat):
        if table.mark(unit, MOVING) and is_boxed(table, unit, "movement"):
            here = table.pieces[unit].zone
            hexes.update(dict.fromkeys((here, *grid.neighbours(here))))
    return tuple(hex_label for hex_label in hexes if takes_smoke(table, hex_label))


def smoke_grenades_offers(table: Table, seat: Seat, menu: CombatMenu) -> Iterator[Offer]:
    """A39: any card, in any of those hexes."""
    del menu
    cards = cards_for(table, seat, "smoke-grenades")
    if cards and (hexes := smoke_places(table, seat)):
        slots = (choice_slot("card", cards), choice_slot("at", hexes))
        facts: dict[str, str | int] = {"action": "smoke-grenades"}
        yield Offer("play", slots, "A39", "smoke grenades", facts=facts)


def throw_smoke(draft: Draft, seat: Seat, command: Play) -> None:
    """A39: smoke is placed."""
    draft.change(settled=False)
    play(draft, seat, command.card, rule="A39")
    lay_smoke(draft, seat, command.at, rule="A39")


SMOKE_GRENADES = CardAction("smoke-grenades", smoke_grenades_offers, throw_smoke)
