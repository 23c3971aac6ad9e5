"""An attack that is being resolved: its roll, what it does to weapons and works, the defence.

Fire (O20.3.3, O20.3.4), artillery impact (O18.2.3.2) and mines (F103.2) all end here.
"""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.cards import (
    cards_for,
    could_hold,
    is_defender,
    play,
)
from wardiary.domain.games.combat_commander.cards.refusals import refuse_play
from wardiary.domain.games.combat_commander.cards.rolls import Faces, roll
from wardiary.domain.games.combat_commander.components.printed import ActionName, map_of
from wardiary.domain.games.combat_commander.fortifications.construction import (
    may_fortify,
    place_fortification,
    remove_fortification,
)
from wardiary.domain.games.combat_commander.morale.demoralise import (
    demoralise,
    is_on_map,
    standing_for,
    suppress,
)
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.commands import Defend, Play
from wardiary.domain.games.combat_commander.table.zones import WEAPONS_BOX, enemy_of
from wardiary.domain.games.combat_commander.terrain.terrain import Shot, cover
from wardiary.domain.games.combat_commander.units.units import morale, morale_items
from wardiary.domain.games.combat_commander.weapons.effects import (
    break_weapon,
    lose_weapon,
    weapons_may_go,
)
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_card
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

MOVING = "moving"

HIDDEN_WORKS: tuple[tuple[ActionName, str, str], ...] = (
    ("hidden-entrenchments", "foxholes", "A35.1"),
    ("hidden-pillbox", "pillbox", "A35.3"),
)


@weapons_may_go
class Attack(Step, frozen=True, tag="attack"):
    """The attack roll, then a defence roll for each unit, all before anything else is announced.

    `units` are those in the hexes when the attack was made; `concealed` lowers the total for
    rolls not yet made.
    """

    seat: Seat
    kind: str
    hexes: tuple[Zone, ...]
    firepower: int
    units: tuple[PieceId, ...]
    origins: tuple[Zone, ...] = ()
    shells: bool = False
    no_cover: str = ""
    weapons: tuple[PieceId, ...] = ()
    sustained: int = 0
    destroys: tuple[int, ...] = ()
    stage: str = "roll"
    rolled: Faces = ()
    total: int = 0
    unit: PieceId = ""
    morale: int = 0

    @property
    def shot(self) -> Shot:
        """How the hex is attacked, as far as cover asks."""
        return Shot(self.origins, self.shells, self.no_cover)

    # The attack roll

    def resume(self, draft: Draft) -> None:
        """The attack roll and what it brings about, then the defence of one unit after another."""
        if self.stage == "roll":
            draft.change(stage="rolled")
            facts: dict[str, str | int] = {"hex": self.hexes[0], "firepower": self.firepower}
            roll(draft, self.seat, self.kind, weapons=self.weapons, facts=facts)
        elif self.stage == "rolled":
            draft.change(stage="wear")
            self._attack_total(draft)
        elif self.stage == "wear":
            self._wear(draft)
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

    def _wear(self, draft: Draft) -> None:
        """A41: a double breaks a machine gun or mortar for each card; 11.6: used up."""
        if self.sustained and self.rolled[0] == self.rolled[1]:
            draft.change(sustained=self.sustained - 1)
            worn = tuple(weapon for weapon in self.weapons if wears_out(draft.table, weapon))
            choose(draft, self.seat, "wear-out", worn, rule="A41")
            return
        draft.change(stage="defend", rolled=())
        for weapon in self.weapons:
            lost = draft.table.zone_of(weapon) == WEAPONS_BOX
            if weapon_card(draft.table, weapon).is_single_use and not lost:
                lose_weapon(draft, weapon, rule="11.6")

    # The defence

    def _waiting(self, table: Table) -> tuple[PieceId, ...]:
        """Those still to roll, of the inactive player first (only shells hit both sides)."""
        there = standing_for(table, self.units)
        # Mines follow whom they attack; all others must still be in the hex.
        if self.kind != "mines":
            there = tuple(unit for unit in there if table.pieces[unit].zone in self.hexes)
        inactive = enemy_of(table.seat)
        theirs = tuple(unit for unit in there if table.pieces[unit].owner == inactive)
        return theirs or there

    def _next(self, draft: Draft) -> None:
        waiting = self._waiting(draft.table)
        if waiting:
            draft.change(unit=waiting[0])
        else:
            draft.finish()

    def prompts(self, table: Table) -> Prompts:
        """The owner says who rolls next, and may play cards before (A29, A35.1, A35.3)."""
        if self.stage != "defend" or self.unit or self.rolled:
            return ()
        waiting = self._waiting(table)
        if not waiting:
            return ()
        owner = table.pieces[waiting[0]].owner
        if len(waiting) == 1 and not self._window(table, owner):
            return ()
        offers = tuple(self._defend_offer(table, unit) for unit in waiting)
        plays = tuple(self._plays(table, owner))
        facts: dict[str, str | int] = {
            "window": "before-defence",
            "hex": table.pieces[waiting[0]].zone,
            "against": self.total,
            "units": len(waiting),
            "needs": max(int(offer.facts["needs"]) for offer in offers),
            "cover": cover(table, table.pieces[waiting[0]].zone, self.shot),
        }
        question = f"defence in {facts['hex']} against {self.total}"
        return (Prompt(owner, offers + plays, "O20.3.4", question, facts),)

    def _window(self, table: Table, owner: Seat) -> bool:
        """Whether some hand could hold a card for this moment."""
        if self.kind == "mines":
            # Cover is void against mines, and their hex has a fortification: no card helps.
            return False
        if could_hold(table, owner, "concealment"):
            return True
        return (
            is_defender(table, owner)
            and could_hold(table, owner, "hidden-entrenchments", "hidden-pillbox")
            and bool(self._open_for(table, "foxholes") or self._open_for(table, "pillbox"))
        )

    def _open_for(self, table: Table, kind: str) -> tuple[Zone, ...]:
        sheet = map_of(table)
        if kind == "foxholes":
            # A35.1: not into a building.
            return tuple(
                hex_label
                for hex_label in self.hexes
                if sheet.terrain[hex_label].name != "building"
                and may_fortify(table, hex_label, "foxholes")
            )
        return tuple(
            hex_label
            for hex_label in self.hexes
            if hex_label in sheet.objective_at and may_fortify(table, hex_label, "pillbox")
        )

    def _defend_offer(self, table: Table, unit: PieceId) -> Offer:
        strength = morale(table, unit, self.shot)
        facts: dict[str, str | int] = {
            "unit": unit,
            "morale": strength,
            "needs": self.total - strength + 1,
            "moving": table.mark(unit, MOVING),
        }
        return Offer("defend", (fixed_slot("unit", unit),), "O20.3.4", f"{unit} rolls", facts=facts)

    def _plays(self, table: Table, owner: Seat) -> list[Offer]:
        if self.kind == "mines":
            return []
        offers = [
            self._play_offer(card, self.hexes, "A29", "concealment")
            for card in cards_for(table, owner, "concealment")
        ]
        if not is_defender(table, owner):
            return offers
        for action, kind, rule in HIDDEN_WORKS:
            hexes = self._open_for(table, kind)
            offers += [
                self._play_offer(card, hexes, rule, action)
                for card in (cards_for(table, owner, action) if hexes else ())
            ]
        return offers

    def _play_offer(
        self, card: PieceId, hexes: tuple[Zone, ...], rule: str, action: ActionName
    ) -> Offer:
        slots = (fixed_slot("card", card), choice_slot("at", hexes))
        return Offer("play", slots, rule, action, facts={"action": action})

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """A29, A35.1, A35.3: a card that has no place before a defence roll."""
        allowed = [offer.label for offer in self._plays(table, seat)]
        refuse_play(table, seat, command, allowed)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """A card, or the next unit's roll."""
        if isinstance(command, Defend):
            draft.change(unit=command.unit)
            return
        assert isinstance(command, Play)
        if command.card in cards_for(draft.table, seat, "concealment"):
            play(draft, seat, command.card, rule="A29")
            self._conceal(draft, command.at)
        elif command.card in cards_for(draft.table, seat, "hidden-pillbox"):
            play(draft, seat, command.card, rule="A35.3")
            place_fortification(draft, "pillbox", command.at, rule="A35.3")
        else:
            play(draft, seat, command.card, rule="A35.1")
            place_fortification(draft, "foxholes", command.at, rule="A35.1")

    def _conceal(self, draft: Draft, hex_label: Zone) -> None:
        # Ruling: AMB-41, literal: cover below 0 raises the total; only for rolls not yet made.
        worth = cover(draft.table, hex_label, self.shot)
        items = (("attack total", self.total, "O20.3.3"), ("concealment", -worth, "A29"))
        total = draft.total(f"attack total {hex_label}", items, rule="A29")
        draft.track("attack-total", total, rule="4.1.2")
        draft.change(total=total)

    def _defend(self, draft: Draft) -> None:
        # The morale counts as it is when the dice fall; a trigger of this very roll comes too late.
        items = morale_items(draft.table, self.unit, self.shot)
        strength = draft.total(f"morale {self.unit}", items, rule="O20.3.4")
        draft.change(morale=strength)
        facts: dict[str, str | int] = {
            "unit": self.unit,
            "hex": draft.table.zone_of(self.unit),
            "moving": draft.table.mark(self.unit, MOVING),
        }
        owner = draft.table.pieces[self.unit].owner
        roll(draft, owner, "defence", facts=facts, base=strength, against=self.total)

    def _result(self, draft: Draft) -> None:
        """O20.3.4: lower demoralised; equal suppressed, if moving demoralised; higher nothing."""
        items = (("morale", self.morale, "O20.3.4"), ("roll", sum(self.rolled), "1.9"))
        total = draft.total(f"defence total {self.unit}", items, rule="O20.3.4")
        heirs = standing_for(draft.table, (self.unit,))
        left = tuple(unit for unit in standing_for(draft.table, self.units) if unit not in heirs)
        draft.change(units=left)
        for heir in heirs:
            # Ruling: AMB-15, whoever is activated for the open move order counts as moving.
            if total == self.total and not draft.table.mark(heir, MOVING):
                suppress(draft, heir, rule="O20.3.4")
        if total < self.total:
            demoralise(draft, heirs, rule="O20.3.4")
        elif total == self.total:
            moving = tuple(heir for heir in heirs if draft.table.mark(heir, MOVING))
            demoralise(draft, moving, rule="O20.3.4")


def wears_out(table: Table, weapon: PieceId) -> bool:
    """A41: a machine gun or mortar that is still there."""
    kind = weapon_card(table, weapon).type
    return kind in ("mg", "mortar") and is_on_map(table, weapon)


@effect("wear-out")
def wear_out(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """A41: sustained fire was too much for it."""
    del seat, about
    break_weapon(draft, chosen, rule="A41")


STEPS: tuple[type[Step], ...] = (Attack,)
