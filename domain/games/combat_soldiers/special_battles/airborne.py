"""7.3.3 Airborne: the side it serves, and the attack of a group that was dropped."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.spending import Pass
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack, attack_offers
from wardiary.domain.games.combat_soldiers.attacks.declaration import attack, check_attack
from wardiary.domain.games.combat_soldiers.components.cards import scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import weather_is_out
from wardiary.domain.games.combat_soldiers.groups.group import board_of, group_at
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
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


def cannot_serve(table: Table) -> Refusal:
    """17.2.2, 17.3.1: a Major Offensive serves one side in these scenarios."""
    rule = "17.2.2" if scenario_of(table).rule == "17.2" else "17.3.1"
    return (rule, "a Major Offensive serves the other side here")


class DropAttack(Step, frozen=True, tag="drop-attack"):
    """7.3.3-b2: the group attacks at once and free, or not at all."""

    seat: Seat
    zone: Zone

    def prompts(self, table: Table) -> Prompts:
        """Its attacks."""
        offers = attack_offers(
            table, self.seat, board_of(table, self.seat), only=group_at(table, self.zone)
        )
        stay = offer(Pass, "7.3.3-b2", "No attack")
        return (Prompt(self.seat, (stay, *offers), "7.3.3-b2", "Attack from the air?"),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Why an attack is refused."""
        if isinstance(command, Attack):
            check_attack(table, seat, command)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Attack, or stay."""
        draft.finish()
        if isinstance(command, Attack):
            attack(draft, seat, command)
        else:
            draft.track(f"attacked/{self.zone}", draft.table.turn, rule="7.3.3-b2")
