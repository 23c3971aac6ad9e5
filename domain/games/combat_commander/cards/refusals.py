"""Why a card cannot be played for an action, with the very rule (O14.2, A24 to A41).

What no rule offers may not be done: rules are read by the letter (G-literal).
"""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.combat_commander.cards.cards import card_of
from wardiary.domain.games.combat_commander.components.printed import ActionName
from wardiary.domain.games.combat_commander.table.commands import (
    Discard,
    EndTurn,
    GiveOrder,
    Play,
    Watch,
)
from wardiary.domain.games.combat_commander.table.zones import hand
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

ACTION_RULES: dict[ActionName, tuple[str, str]] = {
    "ambush": ("A25", "an ambush is for the start of a melee"),
    "assault-fire": ("A26", "no moving unit with boxed firepower has a target"),
    "bore-sighting": ("A27", "only a defender's weapon of 5 firepower or more is sighted"),
    "command-confusion": ("A28", "command confusion is no action"),
    "concealment": ("A29", "concealment is for the time before a defence roll"),
    "crossfire": ("A30", "crossfire is for fire at moving units"),
    "demolition": ("A31", "demolition is for the time after a discard"),
    "dig-in": ("A32", "digging in is for the end of an advance of time"),
    "hand-grenades": ("A34", "no firer is next to the target"),
    "hidden-entrenchments": ("A35.1", "only a defender may, before a defence roll, where it fits"),
    "hidden-mines": ("A35.2", "only a defender may, where somebody has entered and it fits"),
    "hidden-pillbox": ("A35.3", "only a defender may, on an objective, before a defence roll"),
    "hidden-unit": ("A35.4", "only a defender may, after a discard"),
    "hidden-wire": ("A35.5", "only a defender may, where somebody has entered and it fits"),
    "light-wounds": ("A36", "light wounds are for a squad about to be demoralised"),
    "marksmanship": ("A37", "no squad or team fires"),
    "no-quarter": ("A38", "no quarter is given by Russians, or Germans against them"),
    "smoke-grenades": ("A39", "no moving unit with boxed movement is next to that hex"),
    "spray-fire": ("A40", "not all firers have boxed range, or the second hex is no target"),
    "sustained-fire": ("A41", "no machine gun or mortar fires"),
}


def refuse_card(table: Table, seat: Seat, command: Command) -> None:
    """O14.1, A24.1: a card is not in the hand, or has no place here."""
    if not isinstance(command, Play | GiveOrder | Watch):
        return
    if command.card not in table.zone(hand(seat)):
        rule = "O14.1" if isinstance(command, GiveOrder) else "A24.1"
        raise Illegal(rule, f"{command.card} is not in your hand")


def refuse_play(table: Table, seat: Seat, command: Command, allowed: Iterable[str]) -> None:
    """An action whose condition does not hold is refused under its own rule."""
    refuse_card(table, seat, command)
    if isinstance(command, Play):
        action = card_of(table, command.card).action
        if action not in allowed:
            raise Illegal(*ACTION_RULES[action])


def refuse_another_order(command: Command) -> None:
    """O14.2: an order is finished before anything else is announced."""
    if isinstance(command, GiveOrder | EndTurn | Discard):
        raise Illegal("O14.2", "the order that was given has to be finished first")
