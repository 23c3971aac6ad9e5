"""Units are demoralised, suppressed, rallied or lightly wounded (3.2, 13, A36)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, could_hold, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction, play_cards
from wardiary.domain.games.combat_commander.components.printed import map_of, pack_of, scenario_of
from wardiary.domain.games.combat_commander.table.commands import Pass, Play
from wardiary.domain.games.combat_commander.table.zones import BOX, enemy_of
from wardiary.domain.games.combat_commander.units.units import (
    DEMORALISED,
    NORMAL,
    is_demoralised,
    unit_card,
)
from wardiary.domain.games.combat_commander.victory.casualties import eliminate, remove_unit_markers
from wardiary.domain.games.combat_commander.victory.scoring import score
from wardiary.domain.games.combat_commander.weapons.effects import hand_weapon
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of
from wardiary.domain.games.kit.choices import Decline, ListedChoice
from wardiary.domain.games.kit.menus import Action, Menu, top_step
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def is_on_map(table: Table, unit: PieceId) -> bool:
    """Whether a unit is on the map."""
    return table.pieces[unit].zone in map_of(table).grid


def remaining_units(table: Table, units: Iterable[PieceId]) -> tuple[PieceId, ...]:
    """Those of some units still on the map; teams count for the squad they replaced (E52.2)."""
    # Ruling: AMB-53, what was pending for a squad is pending for its teams.
    remaining: list[PieceId] = []
    for unit in units:
        teams = [team for team in (f"{unit}-a", f"{unit}-b") if team in table.pieces]
        remaining += [piece for piece in (unit, *teams) if is_on_map(table, piece)]
    return tuple(dict.fromkeys(remaining))


def suppress(draft: Draft, unit: PieceId, *, rule: str) -> None:
    """13.1: a suppressed marker; a second one changes nothing (8.1.1)."""
    draft.mark(unit, "suppressed", 1, rule=rule)


def rally(draft: Draft, unit: PieceId, *, rule: str) -> None:
    """3.2.5: a demoralised unit turns to its normal side."""
    draft.turn(unit, NORMAL, rule=rule)


def light_wounds_offers(table: Table, seat: Seat, menu: Demoralising) -> Iterator[Offer]:
    """A36: any card of the owner."""
    facts = menu.facts(table)
    for card in cards_for(table, seat, "light-wounds"):
        slots = (fixed_slot("card", card), fixed_slot("at", menu.waiting[0]))
        yield Offer("play", slots, "A36", "light wounds", facts=facts)


def play_light_wounds(draft: Draft, seat: Seat, command: Play) -> None:
    """A36: a team takes the place of the squad."""
    unit, _ = next_unit(draft)
    play(draft, seat, command.card, rule="A36")
    take_light_wounds(draft, unit)


LIGHT_WOUNDS = CardAction("light-wounds", light_wounds_offers, play_light_wounds)


def no_light_wounds_offers(table: Table, seat: Seat, menu: Demoralising) -> Iterator[Offer]:
    """To play no card."""
    del seat
    facts = menu.facts(table)
    yield Offer("pass", (), "A36", label=f"{menu.waiting[0]} takes no light wounds", facts=facts)


def take_no_light_wounds(draft: Draft, seat: Seat, command: Pass) -> None:
    """The squad is demoralised."""
    del seat, command
    unit, step = next_unit(draft)
    step.demoralise_unit(draft, unit)


def next_unit(draft: Draft) -> tuple[PieceId, Demoralising]:
    """The unit that was asked about, no longer waiting, and the open step before that."""
    step = top_step(draft, Demoralising)
    draft.change(waiting=step.waiting[1:], asking=False)
    return step.waiting[0], step


class Demoralising(Menu, frozen=True, tag="demoralising"):
    """3.2.4, A36: units are demoralised one by one; for a squad its owner may take light wounds.

    `lost` are the units that are eliminated by it, all together at the end.
    """

    menu = (Action(Pass, take_no_light_wounds, no_light_wounds_offers), play_cards(LIGHT_WOUNDS))

    waiting: tuple[PieceId, ...]
    rule: str
    lost: tuple[PieceId, ...] = ()
    asking: bool = False

    def asks(self, table: Table) -> Prompts:
        """A36: the owner of a squad that is about to be demoralised."""
        if not self.asking:
            return ()
        unit = self.waiting[0]
        question = f"{unit} is about to be demoralised"
        return (Prompt(table.pieces[unit].owner, (), "A36", question, self.facts(table)),)

    def facts(self, table: Table) -> dict[str, str | int]:
        """What standing answers may look at."""
        unit = self.waiting[0]
        return {
            "window": "light-wounds",
            "unit": unit,
            "hex": table.zone_of(unit),
            "eliminated": int(is_demoralised(table, unit)),
        }

    def resume(self, draft: Draft) -> None:
        """The next unit; at the end those eliminated go together."""
        # Only the first is dealt with here: teams may come in the place of later squads.
        waiting = remaining_units(draft.table, self.waiting)
        if not waiting:
            draft.finish()
            eliminate(draft, self.lost, rule="3.2.4")
            return
        unit = waiting[0]
        if may_take_light_wounds(draft.table, unit):
            draft.change(waiting=waiting, asking=True)
        else:
            draft.change(waiting=waiting[1:])
            self.demoralise_unit(draft, unit)

    def demoralise_unit(self, draft: Draft, unit: PieceId) -> None:
        """3.2.2, 3.2.4: a unit is turned over; one that was demoralised already is eliminated."""
        if is_demoralised(draft.table, unit):
            step = top_step(draft, Demoralising)
            draft.change(lost=(*step.lost, unit))
        else:
            draft.turn(unit, DEMORALISED, rule=self.rule)


def demoralise(draft: Draft, units: Iterable[PieceId], *, rule: str) -> None:
    """3.2.4: units are demoralised, by a step on top of the open steps."""
    waiting = tuple(units)
    if waiting:
        draft.begin(Demoralising(waiting, rule))


def may_take_light_wounds(table: Table, unit: PieceId) -> bool:
    """A36: a squad whose owner could hold the card, and for which there is a team."""
    # Ruling: AMB-60, whatever the cause, as long as the result is to demoralise.
    owner = table.pieces[unit].owner
    return unit_card(table, unit).type == "squad" and could_hold(table, owner, "light-wounds")


def take_light_wounds(draft: Draft, squad: PieceId) -> None:
    """A36: the opponent gains a point, and a team takes the place of the squad."""
    # Ruling: AMB-54, AMB-63, the team is of the quality of the whole force; there are enough.
    score(draft, enemy_of(draft.table.pieces[squad].owner), 1, rule="A36")
    replace_squad(draft, squad, ("-a",), rule="A36")


def replace_squad(
    draft: Draft, squad: PieceId, endings: tuple[str, ...], *, rule: str
) -> tuple[PieceId, ...]:
    """A36, E52.2, 4.3.1: teams of the force's quality; the first gets weapon and markers."""
    piece = draft.table.pieces[squad]
    force = scenario_of(draft.table).force(piece.owner)
    kind = pack_of(draft.table).team_of(force.nation, force.quality).id
    teams = tuple(f"{squad}{ending}" for ending in endings)
    for team in teams:
        draft.place(team, kind, piece.zone, owner=piece.owner, face=piece.face, rule=rule)
        for mark, value in piece.marks.items():
            if team == teams[0] or mark not in ("suppressed", "veteran"):
                draft.mark(team, mark, value, until=piece.until.get(mark, ""), rule=rule)
    if weapon := weapon_of(draft.table, squad):
        hand_weapon(draft, weapon, teams[0], rule=rule)
    remove_unit_markers(draft, squad, rule=rule)
    draft.move(squad, BOX, rule=rule)
    return teams


class DeploySquad(ListedChoice, frozen=True):
    """E52.1, 8.2: which squad is deployed, if any."""

    question = "which squad becomes two teams?"
    name = "deploy"
    decline = Decline

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """E52.2: two teams take its place."""
        replace_squad(draft, chosen, ("-a", "-b"), rule="E52.2")


STEPS: tuple[type[Step], ...] = (Demoralising,)
