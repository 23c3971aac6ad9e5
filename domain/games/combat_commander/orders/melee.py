"""Melee: both sides in a hex, ambushes, and a roll for each side (O16.4, A25, A38)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, could_hold, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction, play_cards
from wardiary.domain.games.combat_commander.cards.rolls import Faces, roll
from wardiary.domain.games.combat_commander.components.names import ActionName
from wardiary.domain.games.combat_commander.components.printed import scenario_of
from wardiary.domain.games.combat_commander.morale.demoralise import demoralise, remaining_units
from wardiary.domain.games.combat_commander.table.commands import Pass, Play
from wardiary.domain.games.combat_commander.table.zones import enemy_of
from wardiary.domain.games.combat_commander.terrain.fortifications import wins_ties
from wardiary.domain.games.combat_commander.units.numbers import melee_items
from wardiary.domain.games.combat_commander.units.units import contested_hexes, units_in
from wardiary.domain.games.combat_commander.victory.casualties import eliminate
from wardiary.domain.games.combat_commander.victory.scoring import score
from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.kit.menus import Action, Menu, top_step
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
    """O16.4: one melee after the other, in the order that the active player chooses."""

    pending: tuple[Zone, ...] = ()

    def resume(self, draft: Draft) -> None:
        """The next one, if any hex is still contested."""
        # Ruling: AMB-47, the active player orders them even in a trigger of the opponent.
        contested = contested_hexes(draft.table)
        hexes = tuple(hex_label for hex_label in contested if hex_label not in self.pending)
        if hexes:
            ask(draft, NextMelee(draft.table.seat, hexes))
        else:
            draft.finish()


class NextMelee(ListedChoice, frozen=True, tag="next-melee"):
    """O16.4: which melee is fought next."""

    question = "which melee is fought next?"
    rule = "O16.4"
    name = "melee"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is fought now."""
        draft.begin(Melee(chosen))


def ambush_offers(table: Table, seat: Seat, melee: Melee) -> Iterator[Offer]:
    """A25: any card, before the rolls."""
    if melee.action == "ambush":
        for card in cards_for(table, seat, "ambush"):
            slots = (fixed_slot("card", card), fixed_slot("at", melee.hex))
            yield Offer("play", slots, "A25", "ambush", facts=melee.facts)


def ambush(draft: Draft, seat: Seat, command: Play) -> None:
    """A25: an enemy in the melee is demoralised."""
    melee = top_step(draft, Melee)
    play(draft, seat, command.card, rule="A25")
    victims = units_in(draft.table, melee.hex, enemy_of(seat))
    ask(draft, Ambushed(enemy_of(seat), victims))


AMBUSH = CardAction("ambush", ambush_offers, ambush)


class Ambushed(ListedChoice, frozen=True, tag="ambushed"):
    """A25: which unit is caught in the ambush."""

    question = "which of your units is caught in the ambush?"
    rule = "A25"

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It is demoralised."""
        demoralise(draft, (chosen,), rule="A25")


def gives_no_quarter(table: Table, seat: Seat) -> bool:
    """A38: Germans against Russians, and Russians against anybody."""
    # Ruling: AMB-01, nations are content; with others this action never arises.
    sheet = scenario_of(table)
    nation, other = sheet.force(seat).nation, sheet.force(enemy_of(seat)).nation
    return nation == "russia" or (nation == "germany" and other == "russia")


def no_quarter_offers(table: Table, seat: Seat, melee: Melee) -> Iterator[Offer]:
    """A38: any card, after a melee survived."""
    if melee.action == "no-quarter":
        for card in cards_for(table, seat, "no-quarter"):
            slots = (fixed_slot("card", card), fixed_slot("at", melee.hex))
            yield Offer("play", slots, "A38", "no quarter", facts=melee.facts)


def give_no_quarter(draft: Draft, seat: Seat, command: Play) -> None:
    """A38: 2 victory points."""
    play(draft, seat, command.card, rule="A38")
    score(draft, seat, 2, rule="A38")


NO_QUARTER = CardAction("no-quarter", no_quarter_offers, give_no_quarter)


_NEXT = {
    "ambush-inactive": "ambush-active",
    "ambush-active": "strengths",
    "no-quarter": "end",
}


def pass_offers(table: Table, seat: Seat, melee: Melee) -> Iterator[Offer]:
    """To play no card."""
    del table, seat
    yield Offer("pass", (), melee.action_rule, facts=melee.facts)


def go_on(draft: Draft, seat: Seat, command: Pass) -> None:
    """The next part of the melee."""
    del seat, command
    draft.change(stage=_NEXT[top_step(draft, Melee).stage])


class Melee(Menu, frozen=True, tag="melee"):
    """O16.4: ambushes, inactive player first; then both roll, inactive player first."""

    menu = (Action(Pass, go_on, pass_offers), play_cards(AMBUSH, NO_QUARTER))

    hex: Zone
    stage: str = "ambush-inactive"
    fighters: tuple[PieceId, ...] = ()
    strengths: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    rolled: Faces = ()

    def asks(self, table: Table) -> Prompts:
        """A25, A38: the player who could hold a card for this stage."""
        if self.stage not in _NEXT or not self._is_open(table):
            return ()
        seat = self._chooser(table)
        if not could_hold(table, seat, self.action):
            return ()
        question = f"melee in {self.hex}"
        return (Prompt(seat, (), self.action_rule, question, self.facts),)

    @property
    def action(self) -> ActionName:
        """The action that this stage takes."""
        return "no-quarter" if self.stage == "no-quarter" else "ambush"

    @property
    def action_rule(self) -> str:
        """The rule of that action."""
        return "A38" if self.stage == "no-quarter" else "A25"

    @property
    def facts(self) -> dict[str, str | int]:
        """What standing answers may look at."""
        return {"window": self.action, "hex": self.hex}

    def _chooser(self, table: Table) -> Seat:
        if self.stage == "no-quarter":
            return table.pieces[units_in(table, self.hex)[0]].owner
        return enemy_of(table.seat) if self.stage == "ambush-inactive" else table.seat

    def _is_open(self, table: Table) -> bool:
        if self.stage != "no-quarter":
            return self.hex in contested_hexes(table)
        winners = units_in(table, self.hex)
        return bool(winners) and gives_no_quarter(table, table.pieces[winners[0]].owner)

    def resume(self, draft: Draft) -> None:
        """On to the next part; a side without units has lost."""
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

    def sides(self, table: Table) -> tuple[Seat, Seat]:
        """O16.4: both sides in the order of their rolls, inactive player first."""
        return enemy_of(table.seat), table.seat

    def strength_items(self, table: Table, seat: Seat) -> list[tuple[str, int, str]]:
        """O16.4.1: what a side's units have in the melee, item by item."""
        units = units_in(table, self.hex, seat)
        items = [item for unit in units for item in melee_items(table, unit)]
        if table.settings.get("melee_command") == "ignored":
            items = [item for item in items if item[2] != "3.3.1.2"]
        return items

    def _total_strengths(self, draft: Draft) -> None:
        # Ruling: AMB-47, the units in the hex now take part.
        strengths = []
        for seat in self.sides(draft.table):
            items = self.strength_items(draft.table, seat)
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
            seat = self.sides(draft.table)[turn]
            against = self.totals[0] if turn else None
            facts: dict[str, str | int] = {"hex": self.hex}
            base = self.strengths[turn]
            roll(draft, seat, "melee", facts=facts, base=base, against=against)
        else:
            draft.change(stage="no-quarter")
            self._settle(draft)

    def _add_up(self, draft: Draft, turn: int) -> None:
        seat = self.sides(draft.table)[turn]
        items = (
            ("melee firepower", self.strengths[turn], "O16.4.1"),
            ("roll", sum(self.rolled), "1.9"),
        )
        total = draft.total(f"melee total {self.hex} {seat}", items, rule="O16.4.2")
        draft.change(totals=(*self.totals, total), rolled=())

    def _settle(self, draft: Draft) -> None:
        inactive, active = self.sides(draft.table)
        losers = self._losers(draft.table, inactive, active)
        losses = [
            unit
            for unit in remaining_units(draft.table, self.fighters)
            if draft.table.pieces[unit].owner in losers
            and draft.table.pieces[unit].zone == self.hex
        ]
        eliminate(draft, losses, rule="O16.4.3")

    def _losers(self, table: Table, inactive: Seat, active: Seat) -> tuple[Seat, ...]:
        theirs, ours = self.totals
        if theirs != ours:
            return (inactive,) if theirs < ours else (active,)
        for seat in (inactive, active):
            if wins_ties(table, self.hex, seat):
                return (enemy_of(seat),)
        return (inactive, active)


STEPS: tuple[type[Step], ...] = (Melees, Melee, NextMelee, Ambushed)
