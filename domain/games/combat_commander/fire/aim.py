"""A fire being made up: who joins, which cards are played, then the roll (O20.3, A27 to A41)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.cards import card_of, cards_for, is_defender, play
from wardiary.domain.games.combat_commander.cards.refusals import refuse_play
from wardiary.domain.games.combat_commander.components.printed import ActionName, map_of
from wardiary.domain.games.combat_commander.fire.defence import MOVING, Attack
from wardiary.domain.games.combat_commander.fire.refusals import refuse_join
from wardiary.domain.games.combat_commander.fire.targets import (
    Items,
    Sky,
    can_reach,
    fire_items,
    has_boxed,
    is_artillery,
    joinable,
)
from wardiary.domain.games.combat_commander.table.commands import Hold, Join, Play, Shoot
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.units.units import total, unit_card, units_in
from wardiary.domain.games.combat_commander.weapons.effects import weapons_may_go
from wardiary.domain.games.combat_commander.weapons.weapons import is_weapon, weapon_card
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import (
    Offer,
    Prompt,
    Prompts,
    choice_slot,
    fixed_slot,
    several_slot,
)
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

BOOSTS: dict[ActionName, str] = {
    "bore-sighting": "A27",
    "crossfire": "A30",
    "hand-grenades": "A34",
    "marksmanship": "A37",
    "sustained-fire": "A41",
}
"""Actions that add 2 to a fire before its roll."""


@weapons_may_go
class Aim(Step, frozen=True, tag="aim"):
    """O20.3.1: a fire being made up: who joins, which cards are played, then the roll.

    `played` are the rules of the actions that add 2; once a card is played nobody joins any more.
    """

    seat: Seat
    hexes: tuple[Zone, ...]
    group: tuple[PieceId, ...]
    pool: tuple[PieceId, ...]
    played: tuple[str, ...] = ()

    def _items(self, table: Table) -> Items:
        boosts = tuple((_named(rule), 2, rule) for rule in self.played if rule != "A40")
        return (*fire_items(table, self.group, self.hexes), *boosts)

    def prompts(self, table: Table) -> Prompts:
        """Join, play, shoot; a fire below 1 is not made (10.3.2.1)."""
        strength = total(self._items(table))
        facts: dict[str, str | int] = {
            "hex": self.hexes[0],
            "firepower": strength,
            "window": "before-fire",
        }
        offers: list[Offer] = []
        if strength >= 1:
            label = f"roll with {strength} firepower"
            offers.append(Offer("shoot", (), "O20.3.3", label, facts=facts))
        else:
            offers.append(Offer("hold", (), "10.3.2.1", "do not fire", facts=facts))
        if not self.played and (more := joinable(table, self.group, self.pool, self.hexes)):
            offers.append(Offer("join", (several_slot("elements", more, least=1),), "O20.3.1"))
        offers += self._plays(table)
        question = f"fire at {' and '.join(self.hexes)} with {strength}"
        return (Prompt(self.seat, tuple(offers), "O20.3.3", question, facts),)

    def _plays(self, table: Table) -> list[Offer]:
        offers = []
        for action, rule in BOOSTS.items():
            cards = cards_for(table, self.seat, action)
            if cards and allows(table, self.seat, action, self.group, self.hexes):
                slots = (choice_slot("card", cards), fixed_slot("at", ""))
                offers.append(Offer("play", slots, rule, action, facts={"action": action}))
        cards = cards_for(table, self.seat, "spray-fire")
        seconds = self._second_hexes(table) if cards else ()
        if seconds:
            slots = (choice_slot("card", cards), choice_slot("at", seconds))
            facts: dict[str, str | int] = {"action": "spray-fire"}
            offers.append(Offer("play", slots, "A40", "spray fire", facts=facts))
        return offers

    def _second_hexes(self, table: Table) -> tuple[Zone, ...]:
        """A40: a hex next to the target, with an enemy, in range and sight of all."""
        boxed = all(has_boxed(table, element, "range") for element in self.group)
        if len(self.hexes) > 1 or not boxed or is_artillery(table, self.group[0]):
            return ()
        sky = Sky.over(table)
        return tuple(
            neighbour
            for neighbour in map_of(table).grid.neighbours(self.hexes[0])
            if units_in(table, neighbour, enemy_of(self.seat))
            and all(can_reach(table, sky, element, neighbour) for element in self.group)
        )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """O20.3.1, 10.3.2.1, A27 to A41: who cannot join, what cannot be played, too weak."""
        refuse_join(table, command, self.group, self.hexes)
        allowed = [offer.label for offer in self._plays(table)]
        refuse_play(table, seat, command, [label.replace(" ", "-") for label in allowed])
        if isinstance(command, Shoot) and total(self._items(table)) < 1:
            raise Illegal("10.3.2.1", "a fire of less than 1 firepower is not made")

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Join, play, hold or shoot."""
        if isinstance(command, Join):
            draft.change(group=(*self.group, *command.elements))
        elif isinstance(command, Play):
            self._play(draft, seat, command)
        elif isinstance(command, Hold):
            draft.finish()
        else:
            assert isinstance(command, Shoot)
            self._shoot(draft)

    def _play(self, draft: Draft, seat: Seat, command: Play) -> None:
        action = card_of(draft.table, command.card).action
        if action == "spray-fire":
            play(draft, seat, command.card, rule="A40")
            draft.change(hexes=(*self.hexes, command.at), played=(*self.played, "A40"))
            return
        _play_boost(draft, seat, command.card)
        draft.change(played=(*self.played, BOOSTS[action]))

    def _shoot(self, draft: Draft) -> None:
        table = draft.table
        strength = draft.total(f"firepower {self.hexes[0]}", self._items(table), rule="O20.3.1.2")
        weapons = tuple(element for element in self.group if is_weapon(table, element))
        void = any(weapon_card(table, weapon).voids_cover for weapon in weapons)
        enemies = enemy_of(self.seat)
        attack = Attack(
            seat=self.seat,
            kind="fire",
            hexes=self.hexes,
            firepower=strength,
            units=tuple(unit for hex_ in self.hexes for unit in units_in(table, hex_, enemies)),
            origins=tuple(dict.fromkeys(table.zone_of(element) for element in self.group)),
            shells=is_mortar_fire(table, self.group[0]),
            no_cover="11.6" if void else "",
            weapons=weapons,
            sustained=self.played.count("A41"),
        )
        draft.finish()
        spend(draft, self.group)
        draft.begin(attack)


def spend(draft: Draft, elements: tuple[PieceId, ...]) -> None:
    """O20.3: these have fired; the step below remembers it."""
    fired: tuple[PieceId, ...] = getattr(draft.top, "fired", ())
    draft.change(fired=fired + elements)


def is_mortar_fire(table: Table, element: PieceId) -> bool:
    """T99, F101 to F105: mortars and artillery shells come from above."""
    # Ruling: AMB-26, all weapons with a white bar are artillery (11.5).
    return is_artillery(table, element)


def _named(rule: str) -> str:
    return next(str(action) for action, its in BOOSTS.items() if its == rule)


def _play_boost(draft: Draft, seat: Seat, card: PieceId) -> None:
    """The card goes to the discards under the rule of its action."""
    match card_of(draft.table, card).action:
        case "bore-sighting":
            play(draft, seat, card, rule="A27")
        case "crossfire":
            play(draft, seat, card, rule="A30")
        case "hand-grenades":
            play(draft, seat, card, rule="A34")
        case "marksmanship":
            play(draft, seat, card, rule="A37")
        case _:
            play(draft, seat, card, rule="A41")


def allows(
    table: Table,
    seat: Seat,
    action: ActionName,
    group: tuple[PieceId, ...],
    hexes: tuple[Zone, ...],
) -> bool:
    """Whether an action that strengthens a fire may be played on this one."""
    weapons = [element for element in group if is_weapon(table, element)]
    if action == "bore-sighting":
        strong = any(weapon_card(table, weapon).firepower >= 5 for weapon in weapons)
        return is_defender(table, seat) and strong
    if action == "crossfire":
        enemies = [unit for hex_ in hexes for unit in units_in(table, hex_, enemy_of(seat))]
        return any(table.mark(enemy, MOVING) for enemy in enemies)
    if action == "hand-grenades":
        grid = map_of(table).grid
        return any(
            grid.adjacent(table.zone_of(element), target) for element in group for target in hexes
        )
    if action == "marksmanship":
        return any(_is_marksman(table, element) for element in group)
    return any(weapon_card(table, weapon).type in ("mg", "mortar") for weapon in weapons)


def _is_marksman(table: Table, element: PieceId) -> bool:
    """A37: a squad or team of the nation that the card names, which is the deck's own."""
    return not is_weapon(table, element) and not unit_card(table, element).is_leader


STEPS: tuple[type[Step], ...] = (Aim,)
