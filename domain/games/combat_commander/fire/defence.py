"""An attack is resolved: its roll, its effects on weapons and fortifications, the defence.

Fire (O20.3.3, O20.3.4), artillery impact (O18.2.3.2) and mines (F103.2) all end here.
"""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import (
    could_hold,
    is_defender,
)
from wardiary.domain.games.combat_commander.cards.playing import play_cards
from wardiary.domain.games.combat_commander.cards.rolls import roll
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.fire.attack import MOVING, OpenAttack
from wardiary.domain.games.combat_commander.fire.concealment import CONCEALMENT
from wardiary.domain.games.combat_commander.fire.hidden_fortifications import (
    HIDDEN_ENTRENCHMENTS,
    HIDDEN_PILLBOX,
    hexes_for_foxholes,
    hexes_for_pillbox,
)
from wardiary.domain.games.combat_commander.fortifications.construction import (
    remove_fortification,
)
from wardiary.domain.games.combat_commander.morale.demoralise import (
    demoralise,
    is_on_map,
    remaining_units,
    suppress,
)
from wardiary.domain.games.combat_commander.table.commands import Defend
from wardiary.domain.games.combat_commander.table.zones import WEAPONS_BOX, enemy_of
from wardiary.domain.games.combat_commander.terrain.cover import cover
from wardiary.domain.games.combat_commander.units.numbers import morale, morale_items
from wardiary.domain.games.combat_commander.weapons.effects import (
    break_weapon,
    lose_weapon,
)
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_card
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def defend_offers(table: Table, seat: Seat, attack: Attack) -> Iterator[Offer]:
    """O20.3.4: each unit that still has to roll."""
    del seat
    for unit in attack.waiting(table):
        unit_morale = morale(table, unit, attack.shot)
        facts: dict[str, str | int] = {
            "unit": unit,
            "morale": unit_morale,
            "needs": attack.total - unit_morale + 1,
            "moving": table.mark(unit, MOVING),
        }
        slots = (fixed_slot("unit", unit),)
        yield Offer("defend", slots, "O20.3.4", f"{unit} rolls", facts=facts)


def defend(draft: Draft, seat: Seat, command: Defend) -> None:
    """O20.3.4: that unit rolls next."""
    del seat
    draft.change(unit=command.unit)


class Attack(OpenAttack, frozen=True, tag="attack"):
    """The attack roll, then a defence roll for each unit, all before anything else is announced."""

    menu = (
        Action(Defend, defend, defend_offers),
        play_cards(CONCEALMENT, HIDDEN_ENTRENCHMENTS, HIDDEN_PILLBOX),
    )

    # The attack roll

    def resume(self, draft: Draft) -> None:
        """The attack roll and its effects, then the defence of one unit after another."""
        if self.stage == "roll":
            draft.change(stage="rolled")
            facts: dict[str, str | int] = {"hex": self.hexes[0], "firepower": self.firepower}
            roll(draft, self.seat, self.kind, weapons=self.weapons, facts=facts)
        elif self.stage == "rolled":
            draft.change(stage="wear")
            self._attack_total(draft)
        elif self.stage == "wear":
            self._wear_out_weapons(draft)
        elif self.rolled:
            draft.change(rolled=(), unit="")
            self._result(draft)
        elif self.unit:
            self._defend(draft)
        else:
            self._next(draft)

    def _attack_total(self, draft: Draft) -> None:
        items = [
            ("firepower", self.firepower, "O20.3.3"),
            ("roll", sum(self.rolled), "1.9"),
        ]
        wooded = map_of(draft.table).terrain[self.hexes[0]].name == "woods"
        if self.shells and wooded:
            items.append(("airburst", 2, "T99"))
        total = draft.total(f"attack total {self.hexes[0]}", items, rule="O20.3.3")
        draft.track("attack-total", total, rule="4.1.2")
        draft.change(total=total)
        if sum(self.rolled) in self.destroys:
            # Ruling: AMB-25, the sum of the dice is compared, not the attack total.
            remove_fortification(draft, self.hexes[0], rule="O18.2.3.3")

    def _wear_out_weapons(self, draft: Draft) -> None:
        """A41: a double breaks a machine gun or mortar for each card; 11.6: used up."""
        if self.sustained and self.rolled[0] == self.rolled[1]:
            draft.change(sustained=self.sustained - 1)
            weapons = tuple(weapon for weapon in self.weapons if can_wear_out(draft.table, weapon))
            ask(draft, WearOut(self.seat, weapons))
            return
        draft.change(stage="defend", rolled=())
        for weapon in self.weapons:
            is_lost = draft.table.zone_of(weapon) == WEAPONS_BOX
            if weapon_card(draft.table, weapon).is_single_use and not is_lost:
                lose_weapon(draft, weapon, rule="11.6")

    # The defence

    def waiting(self, table: Table) -> tuple[PieceId, ...]:
        """The units that still have to roll, of the inactive player first."""
        there = remaining_units(table, self.units)
        # Mines follow the units they attack; all others must still be in the hex.
        if self.kind != "mines":
            there = tuple(unit for unit in there if table.pieces[unit].zone in self.hexes)
        inactive = enemy_of(table.seat)
        ttargets = tuple(unit for unit in there if table.pieces[unit].owner == inactive)
        return ttargets or there

    def _next(self, draft: Draft) -> None:
        waiting = self.waiting(draft.table)
        if waiting:
            draft.change(unit=waiting[0])
        else:
            draft.finish()

    def asks(self, table: Table) -> Prompts:
        """The owner says who rolls next, and may play cards before (A29, A35.1, A35.3)."""
        if self.stage != "defend" or self.unit or self.rolled:
            return ()
        waiting = self.waiting(table)
        if not waiting:
            return ()
        owner = table.pieces[waiting[0]].owner
        if len(waiting) == 1 and not self._may_be_answered(table, owner):
            return ()
        here = table.zone_of(waiting[0])
        weakest = min(morale(table, unit, self.shot) for unit in waiting)
        facts: dict[str, str | int] = {
            "window": "before-defence",
            "hex": here,
            "against": self.total,
            "units": len(waiting),
            "needs": self.total - weakest + 1,
            "cover": cover(table, here, self.shot),
        }
        question = f"defence in {here} against {self.total}"
        return (Prompt(owner, (), "O20.3.4", question, facts),)

    def _may_be_answered(self, table: Table, owner: Seat) -> bool:
        """Whether some hand could hold a card for this moment."""
        if self.kind == "mines":
            # Cover is void against mines, and their hex has a fortification: no card helps.
            return False
        if could_hold(table, owner, "concealment"):
            return True
        return (
            is_defender(table, owner)
            and could_hold(table, owner, "hidden-entrenchments", "hidden-pillbox")
            and bool(hexes_for_foxholes(table, self) or hexes_for_pillbox(table, self))
        )

    def _defend(self, draft: Draft) -> None:
        # The morale counts as it is when the dice fall; a trigger of this very roll comes too late.
        items = morale_items(draft.table, self.unit, self.shot)
        unit_morale = draft.total(f"morale {self.unit}", items, rule="O20.3.4")
        draft.change(morale=unit_morale)
        facts: dict[str, str | int] = {
            "unit": self.unit,
            "hex": draft.table.zone_of(self.unit),
            "moving": draft.table.mark(self.unit, MOVING),
        }
        owner = draft.table.pieces[self.unit].owner
        roll(draft, owner, "defence", facts=facts, base=unit_morale, against=self.total)

    def _result(self, draft: Draft) -> None:
        """O20.3.4: lower demoralised; equal suppressed, if moving demoralised; higher nothing."""
        items = (("morale", self.morale, "O20.3.4"), ("roll", sum(self.rolled), "1.9"))
        total = draft.total(f"defence total {self.unit}", items, rule="O20.3.4")
        targets = remaining_units(draft.table, (self.unit,))
        left = tuple(
            unit for unit in remaining_units(draft.table, self.units) if unit not in targets
        )
        draft.change(units=left)
        for unit in targets:
            # Ruling: AMB-15, a unit activated for the open move order counts as moving.
            if total == self.total and not draft.table.mark(unit, MOVING):
                suppress(draft, unit, rule="O20.3.4")
        if total < self.total:
            demoralise(draft, targets, rule="O20.3.4")
        elif total == self.total:
            movers = tuple(unit for unit in targets if draft.table.mark(unit, MOVING))
            demoralise(draft, movers, rule="O20.3.4")


def can_wear_out(table: Table, weapon: PieceId) -> bool:
    """A41: a machine gun or mortar that is still there."""
    kind = weapon_card(table, weapon).type
    return kind in ("mg", "mortar") and is_on_map(table, weapon)


class WearOut(ListedChoice, frozen=True, tag="wear-out"):
    """A41: which weapon breaks after sustained fire."""

    question = "which weapon was fired too hard?"
    rule = "A41"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It breaks."""
        break_weapon(draft, chosen, rule="A41")


STEPS: tuple[type[Step], ...] = (Attack, WearOut)
