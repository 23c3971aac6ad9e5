"""A fire is prepared: counters join, actions are played, then the roll (O20.3.1, O20.3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.playing import play_cards
from wardiary.domain.games.combat_commander.fire.boosts import FIRE_BOOSTS
from wardiary.domain.games.combat_commander.fire.defence import Attack
from wardiary.domain.games.combat_commander.fire.fire_group import FireGroup
from wardiary.domain.games.combat_commander.fire.refusals import refuse_join
from wardiary.domain.games.combat_commander.fire.spray_fire import SPRAY_FIRE
from wardiary.domain.games.combat_commander.fire.targets import is_artillery, joinable
from wardiary.domain.games.combat_commander.table.commands import Hold, Join, Shoot
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.units.units import units_in
from wardiary.domain.games.combat_commander.weapons.weapons import is_weapon, weapon_card
from wardiary.domain.games.kit.menus import Action, close_menu, top_step
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, several_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def shoot_offers(table: Table, seat: Seat, aim: Aim) -> Iterator[Offer]:
    """O20.3.3, 10.3.2.1: to roll; a fire below 1 is not made."""
    del seat
    facts = aim.facts(table)
    if int(facts["firepower"]) >= 1:
        label = f"roll with {facts['firepower']} firepower"
        yield Offer("shoot", (), "O20.3.3", label, facts=facts)
    else:
        yield Offer("hold", (), "10.3.2.1", "do not fire", facts=facts)


def refuse_shoot(table: Table, seat: Seat, command: Shoot, aim: Aim) -> None:
    """10.3.2.1: too weak."""
    del seat, command
    why = "a fire of less than 1 firepower is not made"
    refuse_unless(aim.firepower(table) >= 1, "10.3.2.1", why)


def shoot(draft: Draft, seat: Seat, command: Shoot) -> None:
    """O20.3.3: the attack begins."""
    del seat, command
    aim = top_step(draft, Aim)
    table = draft.table
    firepower = draft.total(f"firepower {aim.hexes[0]}", aim.items(table), rule="O20.3.1.2")
    attack = attack_of(table, aim, firepower)
    draft.finish()
    remember_fired(draft, aim.group)
    draft.begin(attack)


def attack_of(table: Table, aim: FireGroup, firepower: int) -> Attack:
    """O20.3.3: the attack that a fire becomes."""
    weapons = tuple(element for element in aim.group if is_weapon(table, element))
    voids_cover = any(weapon_card(table, weapon).voids_cover for weapon in weapons)
    enemies = enemy_of(aim.seat)
    return Attack(
        seat=aim.seat,
        kind="fire",
        hexes=aim.hexes,
        firepower=firepower,
        units=tuple(
            unit for hex_label in aim.hexes for unit in units_in(table, hex_label, enemies)
        ),
        origins=tuple(dict.fromkeys(table.zone_of(element) for element in aim.group)),
        shells=is_mortar_fire(table, aim.group[0]),
        no_cover="11.6" if voids_cover else "",
        weapons=weapons,
        sustained=aim.played.count("A41"),
    )


def join_offers(table: Table, seat: Seat, aim: Aim) -> Iterator[Offer]:
    """O20.3.1: which counters may still join, before any action is played."""
    del seat
    if not aim.played and (more := joinable(table, aim.group, aim.pool, aim.hexes)):
        yield Offer("join", (several_slot("elements", more, least=1),), "O20.3.1")


def refuse_joining(table: Table, seat: Seat, command: Join, aim: Aim) -> None:
    """O20.3.1, F106.3: which counters cannot join."""
    del seat
    refuse_join(table, command, aim.group, aim.hexes)


def join(draft: Draft, seat: Seat, command: Join) -> None:
    """O20.3.1: they fire with the base."""
    del seat
    aim = top_step(draft, Aim)
    draft.change(group=(*aim.group, *command.elements))


class Aim(FireGroup, frozen=True, tag="aim"):
    """O20.3.1: counters join, actions are played, then the roll."""

    menu = (
        Action(Shoot, shoot, shoot_offers, refuse_shoot),
        Action(Hold, close_menu),
        Action(Join, join, join_offers, refuse_joining),
        play_cards(*FIRE_BOOSTS, SPRAY_FIRE),
    )

    def asks(self, table: Table) -> Prompts:
        """The player who fires."""
        facts = self.facts(table)
        question = f"fire at {' and '.join(self.hexes)} with {facts['firepower']}"
        return (Prompt(self.seat, (), "O20.3.3", question, facts),)

    def facts(self, table: Table) -> dict[str, str | int]:
        """What standing answers may look at."""
        return {
            "hex": self.hexes[0],
            "firepower": self.firepower(table),
            "window": "before-fire",
        }


def remember_fired(draft: Draft, elements: tuple[PieceId, ...]) -> None:
    """O20.3: some counters have fired; the step below remembers it."""
    fired: tuple[PieceId, ...] = getattr(draft.top, "fired", ())
    draft.change(fired=fired + elements)


def is_mortar_fire(table: Table, element: PieceId) -> bool:
    """T99, F101 to F105: mortars and artillery shells come from above."""
    # Ruling: AMB-26, all weapons with a white bar are artillery (11.5).
    return is_artillery(table, element)


STEPS: tuple[type[Step], ...] = (Aim,)
