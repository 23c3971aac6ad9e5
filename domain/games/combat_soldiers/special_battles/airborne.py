"""7.3.3 Airborne: the side it serves, and the attack of a group that was dropped."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack, attack_offers_of
from wardiary.domain.games.combat_soldiers.attacks.declaration import attack, refuse_attack
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import weather_is_out
from wardiary.domain.games.combat_soldiers.groups.group import board_of, group_at
from wardiary.domain.games.kit.menus import Action, Menu, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def airborne_side(table: Table) -> str:
    """7.3.3-a, 17.2.6: the side that Airborne serves."""
    return scenario_of(table).airborne


def cannot_fly(table: Table, side: str) -> Refusal:
    """7.3.3-a, 13.1-b: why Airborne does not serve a side now."""
    if weather_is_out(table):
        return ("13.1-b", "the weather is too bad to fly")
    if side != airborne_side(table):
        rule = "17.2.6" if scenario_of(table).rule == "17.2" else "7.3.3-a"
        return (rule, "Airborne serves the other side only")
    return None


# 7.3.3-b2 The attack of a dropped group.


def drop_attack_offers(table: Table, seat: Seat, step: DropAttack) -> Iterator[Offer]:
    """7.3.3-b2: the attacks of the dropped group."""
    yield from attack_offers_of(table, seat, group_at(table, step.zone), board_of(table, seat))


def attack_from_the_air(draft: Draft, seat: Seat, command: Attack) -> None:
    """7.3.3-b2: an attack at once, which costs nothing."""
    draft.finish()
    attack(draft, seat, command)


def stay_offers(table: Table, seat: Seat, step: DropAttack) -> Iterator[Offer]:
    """7.3.3-b2: not to attack is always possible."""
    yield offer(Pass, "7.3.3-b2", "No attack")


def stay(draft: Draft, seat: Seat, command: Pass) -> None:
    """7.3.3-b2: the group does not attack this Turn."""
    zone = top_step(draft, DropAttack).zone
    draft.finish()
    draft.track(f"attacked/{zone}", draft.table.turn, rule="7.3.3-b2")


class DropAttack(Menu, frozen=True, tag="drop-attack"):
    """7.3.3-b2: a dropped group attacks at once and free, or not at all this Turn."""

    menu = (
        Action(Pass, stay, stay_offers),
        Action(Attack, attack_from_the_air, drop_attack_offers, refuse_attack),
    )

    seat: Seat
    zone: Zone

    def asks(self, table: Table) -> Prompts:
        """The seat that dropped the group."""
        return (Prompt(self.seat, (), "7.3.3-b2", "Attack from the air?"),)
