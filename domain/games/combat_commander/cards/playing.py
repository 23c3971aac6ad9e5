"""Playing cards: for actions in the windows that take them, and why a card is refused (1.6, A24).

What no rule offers may not be done: rules are read by the letter (G-literal).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from wardiary.domain.games.combat_commander.cards.cards import card_of
from wardiary.domain.games.combat_commander.components.names import ActionName
from wardiary.domain.games.combat_commander.table.commands import (
    Discard,
    EndTurn,
    GiveOrder,
    Play,
    Watch,
)
from wardiary.domain.games.combat_commander.table.zones import hand
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

ACTION_RULES: dict[ActionName, tuple[str, str]] = {
    "ambush": ("A25", "an ambush is played at the start of a melee"),
    "assault-fire": ("A26", "no moving unit with boxed firepower has a target"),
    "bore-sighting": ("A27", "only a defender's weapon of 5 firepower or more is sighted"),
    "command-confusion": ("A28", "command confusion is no action"),
    "concealment": ("A29", "concealment is played before a defence roll"),
    "crossfire": ("A30", "crossfire is played on fire at moving units"),
    "demolition": ("A31", "demolition is played after the opponent has discarded"),
    "dig-in": ("A32", "dig in is played at the end of an advance of time"),
    "hand-grenades": ("A34", "no firer is next to the target"),
    "hidden-entrenchments": (
        "A35.1",
        "only a defender may play it, before a defence roll, where the hex takes foxholes",
    ),
    "hidden-mines": ("A35.2", "only a defender may play it, at a hex just entered that takes it"),
    "hidden-pillbox": (
        "A35.3",
        "only a defender may play it, on an objective, before a defence roll",
    ),
    "hidden-unit": ("A35.4", "only a defender may play it, after the opponent has discarded"),
    "hidden-wire": ("A35.5", "only a defender may play it, at a hex just entered that takes it"),
    "light-wounds": ("A36", "light wounds are played on a squad about to be demoralised"),
    "marksmanship": ("A37", "no squad or team fires"),
    "no-quarter": ("A38", "only Russians give no quarter, and Germans against them"),
    "smoke-grenades": ("A39", "no moving unit with boxed movement is next to that hex"),
    "spray-fire": ("A40", "not all firers have boxed range, or the second hex is no target"),
    "sustained-fire": ("A41", "no machine gun or mortar fires"),
}


class CardAction(NamedTuple):
    """An action printed on cards: the offers of the cards in hand, and what playing one does."""

    action: ActionName
    offers: Callable[[Table, Seat, Any], Iterable[Offer]]
    carry_out: Callable[[Draft, Seat, Play], None]


def play_cards(*card_actions: CardAction) -> Action[Any]:
    """The entry of a menu that takes cards for some actions, each declared in its own chapter.

    An action whose condition does not hold is refused under its own rule.
    """
    by_action = {card_action.action: card_action for card_action in card_actions}

    def offers(table: Table, seat: Seat, menu: CombatMenu) -> Iterator[Offer]:
        for card_action in card_actions:
            yield from card_action.offers(table, seat, menu)

    def refuse(table: Table, seat: Seat, command: Play, menu: CombatMenu) -> None:
        refuse_card(table, seat, command)
        action = card_of(table, command.card).action
        if action not in by_action or not any(by_action[action].offers(table, seat, menu)):
            raise Illegal(*ACTION_RULES[action])

    def carry_out(draft: Draft, seat: Seat, command: Play) -> None:
        by_action[card_of(draft.table, command.card).action].carry_out(draft, seat, command)

    return Action(Play, carry_out, offers, refuse)


def refuse_card(table: Table, seat: Seat, command: Command) -> None:
    """O14.1, A24.1: a card that is not in the hand."""
    if not isinstance(command, Play | GiveOrder | Watch):
        return
    if command.card not in table.zone(hand(seat)):
        rule = "O14.1" if isinstance(command, GiveOrder) else "A24.1"
        raise Illegal(rule, f"{command.card} is not in your hand")


def refuse_another_order(command: Command) -> None:
    """O14.2: an order is finished before anything else is announced."""
    if isinstance(command, GiveOrder | EndTurn | Discard):
        raise Illegal("O14.2", "the order that was given has to be finished first")


class OrderMenu(CombatMenu, frozen=True):
    """A menu within an order: the order is finished before anything else is announced (O14.2)."""

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """O14.2: another order, a discard, or the end of the turn; then what the actions refuse."""
        refuse_another_order(command)
        super().refuse(table, seat, command)
