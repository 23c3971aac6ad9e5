"""Melee: both sides in one hex, ambushes, and a roll each (O16.4, A25, A38)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.cards.cards import cards_for, could_hold, play
from wardiary.domain.games.combat_commander.cards.refusals import refuse_play
from wardiary.domain.games.combat_commander.cards.rolls import Faces, roll
from wardiary.domain.games.combat_commander.components.printed import ActionName, scenario_of
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise, standing_for
from wardiary.domain.games.combat_commander.table.choices import choose, effect
from wardiary.domain.games.combat_commander.table.commands import Pass, Play
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.fortifications import holds_the_works
from wardiary.domain.games.combat_commander.units.units import (
    contested_hexes,
    melee_items,
    units_in,
)
from wardiary.domain.games.combat_commander.victory.scoring import score
from wardiary.domain.games.combat_commander.victory.victory import eliminate
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def begin_melees(draft: Draft, pending: tuple[Zone, ...] = ()) -> None:
    """O16.4: at the end of an order or trigger, wherever it has brought both sides together.

    `pending` are hexes that were contested before a trigger broke in: their melee is being fought,
    or waits for the end of the order.
    """
    draft.begin(Melees(pending))


class Melees(Step, frozen=True, tag="melees"):
    """O16.4: one melee after the other, in the order the active player wants."""

    pending: tuple[Zone, ...] = ()

    def resume(self, draft: Draft) -> None:
        """The next one, if any hex is still contested."""
        # Ruling: AMB-47, the active player orders them even inside the other's trigger.
        contested = contested_hexes(draft.table)
        hexes = tuple(hex_label for hex_label in contested if hex_label not in self.pending)
        if hexes:
            choose(draft, draft.table.seat, "melee", hexes, rule="O16.4")
        else:
            draft.finish()


@effect("melee")
def begin_melee(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """O16.4: fight in that hex now."""
    del seat, about
    draft.begin(Melee(chosen))


class Melee(Step, frozen=True, tag="melee"):
    """O16.4: ambushes, inactive player first; then both roll, inactive player first."""

    hex: Zone
    stage: str = "ambush-inactive"
    fighters: tuple[PieceId, ...] = ()
    strengths: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    rolled: Faces = ()

    def _asked(self, table: Table) -> Seat:
        if self.stage == "no-quarter":
            return table.pieces[units_in(table, self.hex)[0]].owner
        return enemy_of(table.seat) if self.stage == "ambush-inactive" else table.seat

    def _action(self) -> ActionName:
        return "no-quarter" if self.stage == "no-quarter" else "ambush"

    def prompts(self, table: Table) -> Prompts:
        """A25, A38: whoever could play a card now."""
        if self.stage not in ("ambush-inactive", "ambush-active", "no-quarter"):
            return ()
        if not self._open(table):
            return ()
        seat = self._asked(table)
        if not could_hold(table, seat, self._action()):
            return ()
        rule = "A38" if self.stage == "no-quarter" else "A25"
        facts: dict[str, str | int] = {"window": self._action(), "hex": self.hex}
        offers = [Offer("pass", (), rule, facts=facts)]
        offers += [
            Offer(
                "play",
                (fixed_slot("card", card), fixed_slot("at", self.hex)),
                rule,
                self._action(),
                "",
                facts,
            )
            for card in cards_for(table, seat, self._action())
        ]
        return (Prompt(seat, tuple(offers), rule, f"melee in {self.hex}", facts),)

    def _open(self, table: Table) -> bool:
        if self.stage != "no-quarter":
            return self.hex in contested_hexes(table)
        there = units_in(table, self.hex)
        return bool(there) and gives_no_quarter(table, table.pieces[there[0]].owner)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """A25, A38: a card that has no place at this moment."""
        refuse_play(table, seat, command, (self._action(),))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Play a card, or let the melee go on."""
        if isinstance(command, Pass):
            draft.change(stage=_NEXT[self.stage])
            return
        assert isinstance(command, Play)
        if self.stage == "no-quarter":
            play(draft, seat, command.card, rule="A38")
            score(draft, seat, 2, rule="A38")
            return
        play(draft, seat, command.card, rule="A25")
        victims = units_in(draft.table, self.hex, enemy_of(seat))
        choose(draft, enemy_of(seat), "ambushed", victims, rule="A25")

    def resume(self, draft: Draft) -> None:
        """On to the next part; a side that is gone has lost."""
        if self.stage == "end":
            draft.finish()
        elif self.stage == "no-quarter":
            draft.change(stage="end")
        elif self.hex not in contested_hexes(draft.table):
            draft.change(stage="no-quarter")
        elif self.stage in ("ambush-inactive", "ambush-active"):
            draft.change(stage=_NEXT[self.stage])
        elif self.stage == "strengths":
            self._total_strengths(draft)
        else:
            self._roll(draft)

    def _sides(self, table: Table) -> tuple[Seat, Seat]:
        return enemy_of(table.seat), table.seat

    def _total_strengths(self, draft: Draft) -> None:
        # Ruling: AMB-47, who is in the hex now takes part.
        strengths = []
        for seat in self._sides(draft.table):
            units = units_in(draft.table, self.hex, seat)
            items = [item for unit in units for item in melee_items(draft.table, unit)]
            if draft.table.settings.get("melee_command") == "ignored":
                items = [item for item in items if item[2] != "3.3.1.2"]
            strengths.append(draft.total(f"melee {self.hex} {seat}", items, rule="O16.4.1"))
        draft.change(
            stage="rolls",
            fighters=units_in(draft.table, self.hex),
            strengths=tuple(strengths),
        )

    def _roll(self, draft: Draft) -> None:
        turn = len(self.totals)
        if self.rolled:
            self._add_up(draft, turn)
        elif turn < 2:
            seat = self._sides(draft.table)[turn]
            against = self.totals[0] if turn else None
            facts: dict[str, str | int] = {"hex": self.hex}
            base = self.strengths[turn]
            roll(draft, seat, "melee", facts=facts, base=base, against=against)
        else:
            draft.change(stage="no-quarter")
            self._settle(draft)

    def _add_up(self, draft: Draft, turn: int) -> None:
        seat = self._sides(draft.table)[turn]
        items = (
            ("melee firepower", self.strengths[turn], "O16.4.1"),
            ("roll", sum(self.rolled), "1.9"),
        )
        total = draft.total(f"melee total {self.hex} {seat}", items, rule="O16.4.2")
        draft.change(totals=(*self.totals, total), rolled=())

    def _settle(self, draft: Draft) -> None:
        inactive, active = self._sides(draft.table)
        losers = self._losers(draft.table, inactive, active)
        lost = [
            unit
            for unit in standing_for(draft.table, self.fighters)
            if draft.table.pieces[unit].owner in losers
            and draft.table.pieces[unit].zone == self.hex
        ]
        eliminate(draft, lost, rule="O16.4.3")

    def _losers(self, table: Table, inactive: Seat, active: Seat) -> tuple[Seat, ...]:
        theirs, ours = self.totals
        if theirs != ours:
            return (inactive,) if theirs < ours else (active,)
        for seat in (inactive, active):
            if holds_the_works(table, self.hex, seat):
                return (enemy_of(seat),)
        return (inactive, active)


_NEXT = {
    "ambush-inactive": "ambush-active",
    "ambush-active": "strengths",
    "no-quarter": "end",
}


@effect("ambushed")
def ambush(draft: Draft, seat: Seat, chosen: str, about: tuple[str, ...]) -> None:
    """A25: the one its owner has chosen is demoralised."""
    del seat, about
    demoralise(draft, (chosen,), rule="A25")


def gives_no_quarter(table: Table, seat: Seat) -> bool:
    """A38: Germans against Russians, and Russians against anybody."""
    # Ruling: AMB-01, nations are content; with others this action never arises.
    sheet = scenario_of(table)
    nation, other = sheet.force(seat).nation, sheet.force(enemy_of(seat)).nation
    return nation == "russia" or (nation == "germany" and other == "russia")


STEPS: tuple[type[Step], ...] = (Melees, Melee)
