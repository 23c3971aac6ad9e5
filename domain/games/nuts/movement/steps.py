"""9: one step of units, on the board and off it, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.kit.choices import Decline, ListedChoice, ask
from wardiary.domain.games.kit.menus import top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse, refuse_unless
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    ENTRY,
    EVENTS,
    EXIT,
    GERMAN,
    PLACE,
    SPACE_OF,
    Army,
    army_at,
    card_of,
    columns_of,
    enemies_outside,
    event_cards,
    has_enemies,
    pack_of,
    relocate,
    seat_of,
    side_of,
    spaces_of,
    take_control,
    units_of,
)
from wardiary.domain.games.nuts.commands import (
    Move,
)
from wardiary.domain.games.nuts.crossing import can_cross
from wardiary.domain.games.nuts.movement.ready import (
    LAST_ROW,
    LEG_STEPS,
    cannot_move,
    cannot_step,
    destinations,
    refuse_unit,
)
from wardiary.domain.games.nuts.victory import exit_board
from wardiary.domain.games.nuts.windows import (
    ArmyPhase,
    open_window,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, several_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


def move_offers(table: Table, seat: Seat, phase: ArmyPhase) -> Iterator[Offer]:
    """9.0: from each place, those that can go to the same spaces together."""
    side, cards, pieces = side_of(phase.army), pack_of(table).units, table.pieces
    for here, units in movers(table, phase.army).items():
        legs, tanks = ways_from(table, side, here)
        on_foot = [unit for unit in units if not cards[pieces[unit].kind].mech]
        if legs == tanks or len(on_foot) == len(units):
            groups = [(legs, units)]
        else:
            groups = [(legs, on_foot), (tanks, [u for u in units if u not in on_foot])]
        label = f"Move from {here}" if here in PLACE else f"Enter the board in {here[0]}0"
        for spaces, able in groups:
            if spaces and able:
                slot = several_slot("units", able, 1)
                yield offer(Move, "N-9.0a", label, choice_slot("to", spaces), slot)


def ways_from(table: Table, side: str, here: Zone) -> tuple[tuple[Zone, ...], tuple[Zone, ...]]:
    """9.0: where leg units and where mechanized units may step from a place (as `cannot_step`)."""
    legs = tuple(to for to in destinations(table, here) if not enemies_outside(table, side, to))
    tanks = tuple(to for to in legs if can_cross(table, side, to))
    return legs, (*tanks, EXIT) if side == GERMAN and here in LAST_ROW else tanks


def movers(table: Table, army: Army) -> dict[Zone, list[PieceId]]:
    """9.0: by place, the units that can take another step."""
    side = side_of(army)
    places: dict[Zone, list[PieceId]] = {}
    for space in spaces_of(table, army):
        units = units_of(table, side, space)
        able = [unit for unit in units if cannot_move(table, unit) is None]
        if able:
            places[space] = able
    if side == GERMAN:
        for column in columns_of(table, army):
            waiting = table.zones.get(ENTRY[column], ())
            able = [unit for unit in waiting if cannot_move(table, unit) is None]
            if able:
                places[ENTRY[column]] = able
    return places


def refuse_move(table: Table, seat: Seat, command: Move, phase: ArmyPhase) -> None:
    """9.0: each unit can move, from one place, to that space."""
    places = set()
    for unit in command.units:
        here = refuse_unit(table, unit, phase)
        refuse(cannot_move(table, unit))
        refuse(cannot_step(table, side_of(phase.army), card_of(table, unit).mech, here, command.to))
        places.add(here)
    refuse_unless(len(places) == 1, "N-9.0a", "name units of one place")


def move(draft: Draft, seat: Seat, command: Move) -> None:
    """9.0: the step is announced; the enemy may have a card for it."""
    army, to = top_step(draft, ArmyPhase).army, command.to
    if to == EXIT:
        exit_board(draft, command.units)
        return
    draft.begin(Entering(army, command.units, to))
    if not units_of(draft.table, side_of(army), to):
        open_window(draft, "step", army, others_only=True, space=to, units=command.units)


class Entering(Step, frozen=True, tag="entering"):
    """9.0: units that are about to enter a space, once the enemy has had a chance to stop them."""

    army: Army
    units: tuple[PieceId, ...]
    to: Zone

    def resume(self, draft: Draft) -> None:
        """They enter, if they still can."""
        draft.finish()
        enter_space(draft, self.units, self.to)


def enter_space(draft: Draft, units: tuple[PieceId, ...], to: Zone) -> None:
    """9.0, 9.4: units enter a space outside its town, and take control.

    Who cannot enter any longer stays; an Engineer Combat Group has stopped it for good (17).
    """
    table = draft.table
    side = card_of(table, units[0]).side
    here = table.pieces[units[0]].zone
    place = SPACE_OF.get(here, here)
    able = tuple(
        u
        for u in units
        if cannot_step(table, side, card_of(table, u).mech, place, to) is None
        and not table.mark(u, "halted")
    )
    if able:
        for unit in able:
            draft.mark(unit, "moved", table.mark(unit, "moved") + 1, rule="N-9.0a")
        staying = go_with_hero(draft, place, able, to) if side == AMERICAN else ()
        relocate(draft, able, to, rule="N-9.4a" if has_enemies(table, side, to) else "N-9.0a")
        take_control(draft, to, side)
        for hero in staying:
            seat = seat_of(table, army_at(table, side, to))
            ask(draft, HeroGoes(seat, (to,), hero))
    stopped = enemies_outside(table, side, to)
    if stopped:
        for unit in units:
            halt(draft, unit)


def go_with_hero(
    draft: Draft, here: Zone, units: tuple[PieceId, ...], to: Zone
) -> tuple[PieceId, ...]:
    """16.2: a Truly Famous General goes along when all leave; gives those to be asked about."""
    table = draft.table
    if here not in PLACE:
        return ()
    heroes = tuple(
        hero
        for hero in event_cards(table, EVENTS[here], "truly-famous-general")
        if not table.mark(hero, "halted")
    )
    if not set(units_of(table, AMERICAN, here)) <= set(units):
        return heroes
    for hero in heroes:
        take_hero(draft, hero, to)
    return ()


def take_hero(draft: Draft, hero: PieceId, to: Zone) -> None:
    """16.2: he goes one space, once in a phase."""
    draft.move(hero, EVENTS[to], rule="N-4.2a")
    draft.mark(hero, "halted", 1, rule="N-4.2a")


class HeroGoes(ListedChoice, frozen=True, tag="hero-goes"):
    """16.2: whether the Truly Famous General goes along with units that leave his space."""

    question = "Does the Truly Famous General go along?"
    rule = "N-4.2a"
    decline = Decline
    decline_label = "he stays"

    hero: PieceId

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """He goes."""
        take_hero(draft, self.hero, chosen)


def halt(draft: Draft, unit: PieceId) -> None:
    """17, Q11: a unit that was stopped moves no more; a leg unit has spent its move."""
    draft.mark(unit, "halted", 1, rule="N-17.EngineerCombatGroup")
    if not card_of(draft.table, unit).mech:
        draft.mark(unit, "moved", LEG_STEPS, rule="N-17.EngineerCombatGroup")
