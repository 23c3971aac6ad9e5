"""9 Movement: steps, towns, bypasses, the exit, and what stops units on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wardiary.domain.games.kit.choices import Decline, ListedChoice, ask
from wardiary.domain.games.kit.menus import Action, Menu, close_menu, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    ENTRY,
    EVENTS,
    EXIT,
    GERMAN,
    PLACE,
    SPACE_OF,
    TABLE_EVENTS,
    TOWN,
    Army,
    army_at,
    card_of,
    columns_of,
    commands_unit,
    discards,
    enemies_outside,
    event_cards,
    half_of_space,
    has_enemies,
    is_contested,
    is_encircled,
    is_inside,
    near,
    pack_of,
    relocate,
    seat_of,
    side_of,
    spaces_of,
    take_control,
    terrain_card,
    units_of,
)
from wardiary.domain.games.nuts.commands import (
    Bypass,
    Done,
    EnterTown,
    LeaveTown,
    Move,
    PlayCard,
)
from wardiary.domain.games.nuts.crossing import can_cross
from wardiary.domain.games.nuts.values import is_fuelless
from wardiary.domain.games.nuts.victory import exit_board
from wardiary.domain.games.nuts.windows import (
    Moment,
    card_offers,
    open_window,
    refuse_card,
    resolve_card,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, several_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

MECH_STEPS, LEG_STEPS = 2, 1
LAST_ROW = frozenset(f"{column}5" for column in "ABCDEF")
BYPASSERS = 4


# Who may still move


def steps_allowed(table: Table, unit: PieceId) -> int:
    """9.1, 9.2, 12.3, 17: how many spaces a unit may move in this turn."""
    card = card_of(table, unit)
    if card.fixed:
        return 0
    if not card.mech or table.mark(unit, "out-of-supply"):
        return LEG_STEPS
    if card.side == GERMAN and is_slowed(table, unit):
        return LEG_STEPS
    return MECH_STEPS


def is_slowed(table: Table, unit: PieceId) -> bool:
    """17: whether Mud or a Fuel Shortage holds a German mechanized unit back."""
    if not table.zones.get(TABLE_EVENTS):
        return False
    space = table.pieces[unit].zone[:1] + "0"
    half_of = pack_of(table).half_of
    mud = event_cards(table, TABLE_EVENTS, "mud")
    return any(half_of[card] == half_of_space(space) for card in mud) or is_fuelless(table, unit)


def cannot_move(table: Table, unit: PieceId) -> Refusal:
    """9.0: why a unit cannot take another step; None when it can."""
    card, marks = card_of(table, unit), table.pieces[unit].marks
    if card.fixed:
        return "N-17.EngineerCombatGroup", f"{card.title} never moves"
    if marks.get("halted"):
        return "N-9.0a", f"{card.title} has been stopped in this phase"
    if marks.get("sideways"):
        return "N-8.2d", f"{card.title} has fought in this turn already"
    steps = marks.get("moved", 0)
    if steps >= steps_allowed(table, unit):
        rule = "N-9.2a" if card.mech else "N-9.1a"
        if marks.get("out-of-supply") and card.mech:
            rule = "N-12.3b"
        return rule, f"{card.title} cannot move any farther in this turn"
    if is_encircled(table, unit):
        return "N-9.4d", "encircled units cannot leave their space"
    return None


def cannot_step(table: Table, side: str, mech: bool, here: Zone, to: Zone) -> Refusal:
    """N-9.0a, N-9.1b, N-9.2c.

    Why units of a kind may not go from one place to another; None when they may.
    """
    if to == EXIT:
        if side == GERMAN and mech and here in LAST_ROW:
            return None
        return "N-3.0c", "only German mechanized units leave the board, from row 5"
    if to not in destinations(table, here):
        return "N-9.0a", f"{to} is not beside {here}"
    if enemies_outside(table, side, to):
        return "N-9.0b", f"the enemy is in {to}"
    if mech and not can_cross(table, side, to):
        return "N-9.2b", f"the river in {to} has neither a bridge in a free town nor engineers"
    return None


def destinations(table: Table, here: Zone) -> tuple[Zone, ...]:
    """N-9.0a, N-8.2a, N-Q2: the spaces a step may lead to."""
    return near(table, here) if here in PLACE else (f"{here[0]}0",)


# Moving


def move_offers(table: Table, seat: Seat, phase: MovementPhase) -> Iterator[Offer]:
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


def refuse_move(table: Table, seat: Seat, command: Move, phase: MovementPhase) -> None:
    """9.0: each unit can move, from one place, to that space."""
    places = set()
    for unit in command.units:
        here = refuse_unit(table, unit, phase)
        refuse(cannot_move(table, unit))
        refuse(cannot_step(table, side_of(phase.army), card_of(table, unit).mech, here, command.to))
        places.add(here)
    refuse_unless(len(places) == 1, "N-9.0a", "name units of one place")


def refuse_unit(table: Table, unit: PieceId, phase: MovementPhase) -> Zone:
    """9.0: a unit that the army commands; gives its place."""
    refuse_unless(
        commands_unit(table, phase.army, unit),
        "N-9.0a",
        f"{unit} is no unit on the board that you command",
    )
    zone = table.pieces[unit].zone
    return SPACE_OF.get(zone, zone)


def move(draft: Draft, seat: Seat, command: Move) -> None:
    """9.0: the step is announced; the enemy may have a card for it."""
    army, to = top_step(draft, MovementPhase).army, command.to
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


# Towns


def shift_offers(table: Table, seat: Seat, phase: MovementPhase) -> Iterator[Offer]:
    """9.6: units go in or out of a town; costs nothing."""
    side = side_of(phase.army)
    for space in spaces_of(table, phase.army):
        units = units_of(table, side, space)
        if units and can_shift(table, space):
            outside = [u for u in units if not is_inside(table, u) and can_be_shifted(table, u)]
            inside = [u for u in units if is_inside(table, u) and can_be_shifted(table, u)]
            if outside:
                slot = several_slot("units", outside, 1)
                yield offer(EnterTown, "N-9.6a", f"Go into the town in {space}", slot)
            if inside:
                slot = several_slot("units", inside, 1)
                yield offer(LeaveTown, "N-9.6a", f"Come out of the town in {space}", slot)


def can_shift(table: Table, space: Zone) -> bool:
    """9.6, 9.4: whether a space has a town that no enemy besieges or holds."""
    return bool(terrain_card(table, space, "town")) and not is_contested(table, space)


def can_be_shifted(table: Table, unit: PieceId) -> bool:
    """17: cards that never move stay where they were played."""
    return not card_of(table, unit).fixed


def refuse_shift(
    table: Table, seat: Seat, command: EnterTown | LeaveTown, phase: MovementPhase
) -> None:
    """9.6: units of one space with a town, on the other side of the card."""
    going_in = isinstance(command, EnterTown)
    places = set()
    for unit in command.units:
        here = refuse_unit(table, unit, phase)
        town = here in PLACE and terrain_card(table, here, "town")
        refuse_unless(town, "N-9.6a", f"there is no town in {here}")
        refuse_unless(can_shift(table, here), "N-9.4d", f"the town in {here} is besieged")
        there = is_inside(table, unit) == going_in
        refuse_unless(not there, "N-9.6a", f"{unit} is there already")
        places.add(here)
    refuse_unless(len(places) == 1, "N-9.6a", "name units of one space")


def shift(draft: Draft, seat: Seat, command: EnterTown | LeaveTown) -> None:
    """9.6: under the card, or above it."""
    space = SPACE_OF[draft.table.pieces[command.units[0]].zone]
    zone = TOWN[space] if isinstance(command, EnterTown) else space
    draft.move(command.units, zone, rule="N-9.6a")


# Bypass


def bypass_cards(table: Table, side: str) -> list[tuple[Zone, PieceId]]:
    """9.5: the spaces with a Bypass Route, and the cards."""
    cards = []
    for card in pack_of(table).cards_of.get("bypass-route", ()):
        piece = table.pieces.get(card)
        if piece and piece.zone.endswith("-events") and side_of(piece.owner) == side:
            cards.append((piece.zone.removesuffix("-events"), card))
    return cards


def bypassers(table: Table, side: str, space: Zone) -> list[PieceId]:
    """9.5: mechanized units of a space that can still move two spaces."""
    return [unit for unit in units_of(table, side, space) if cannot_bypass(table, unit) is None]


def cannot_bypass(table: Table, unit: PieceId) -> Refusal:
    """9.5: why a unit cannot bypass; None when it can."""
    if not card_of(table, unit).mech:
        return "N-9.5a", "only mechanized units bypass"
    blocked = cannot_move(table, unit)
    if blocked is None and steps_allowed(table, unit) - table.mark(unit, "moved") < MECH_STEPS:
        return "N-9.5a", "a bypass takes two spaces"
    return blocked


def bypass_ways(table: Table, side: str, here: Zone) -> list[tuple[Zone, Zone]]:
    """9.5: over which space and to which one a bypass may lead."""
    ways = []
    for over in near(table, here):
        ends = (*near(table, over), *((EXIT,) if side == GERMAN and over[1] == "5" else ()))
        ways += [(over, to) for to in ends if cannot_go_around(table, side, here, over, to) is None]
    return ways


def cannot_go_around(table: Table, side: str, here: Zone, over: Zone, to: Zone) -> Refusal:
    """9.5: why a bypass cannot lead there; None when it can."""
    # Ruling: R-32 the end is beside the space that is gone around, and not the start.
    if over not in near(table, here) or not has_enemies(table, side, over):
        return "N-9.5a", f"there is no enemy to go around in {over}"
    if not can_cross(table, side, over):
        return "N-9.5b", f"the river in {over} cannot be crossed"
    if to == EXIT:
        return None if side == GERMAN and over[1] == "5" else ("N-3.0c", "the exit is not there")
    if to == here or to not in near(table, over):
        return "N-9.5c", f"{to} is not beyond {over}"
    if enemies_outside(table, side, to):
        return "N-9.5c", f"the enemy is in {to}"
    if not can_cross(table, side, to):
        return "N-9.2b", f"the river in {to} cannot be crossed"
    return None


def bypass_offers(table: Table, seat: Seat, phase: MovementPhase) -> Iterator[Offer]:
    """9.5: from a space with a Bypass Route."""
    side = side_of(phase.army)
    for space, _ in bypass_cards(table, side):
        units = bypassers(table, side, space)
        for over, to in bypass_ways(table, side, space) if units else ():
            slot = several_slot("units", units, 1, min(BYPASSERS, len(units)))
            yield offer(Bypass, "N-9.5a", f"Bypass {over}", slot, over=over, to=to)


def refuse_bypass(table: Table, seat: Seat, command: Bypass, phase: MovementPhase) -> None:
    """9.5: a card, mechanized units, and a way."""
    side = side_of(phase.army)
    spaces = [space for space, _ in bypass_cards(table, side)]
    for unit in command.units:
        here = refuse_unit(table, unit, phase)
        refuse(cannot_bypass(table, unit))
        refuse_unless(here in spaces, "N-9.5a", f"there is no Bypass Route in {here}")
        refuse(cannot_go_around(table, side, here, command.over, command.to))
    few = len(command.units) <= BYPASSERS
    refuse_unless(few, "N-9.5a", f"at most {BYPASSERS} units bypass together")


def bypass(draft: Draft, seat: Seat, command: Bypass) -> None:
    """9.5: they go around; the card is used up."""
    table, units, to = draft.table, command.units, command.to
    side, here = card_of(table, units[0]).side, SPACE_OF[table.pieces[units[0]].zone]
    card = next(card for space, card in bypass_cards(table, side) if space == here)
    draft.move(card, discards(table.pieces[card].back), rule="N-9.5a")
    if to == EXIT:
        exit_board(draft, units)
        return
    for unit in units:
        draft.mark(unit, "moved", MECH_STEPS, rule="N-9.5a")
    relocate(draft, units, to, rule="N-9.5c")
    take_control(draft, to, side)


# The phase


def play_offers(table: Table, seat: Seat, phase: MovementPhase) -> Iterable[Offer]:
    """4.2: event cards for the movement phase."""
    return card_offers(table, Moment("move", phase.army, phase.army, ""))


def refuse_play(table: Table, seat: Seat, command: PlayCard, phase: MovementPhase) -> None:
    """4.2: as any card."""
    refuse_card(table, command, Moment("move", phase.army, phase.army, ""))


def play(draft: Draft, seat: Seat, command: PlayCard) -> None:
    """4.2: it is resolved at once."""
    army = top_step(draft, MovementPhase).army
    resolve_card(draft, command, Moment("move", army, army, ""))


def done_offers(table: Table, seat: Seat, phase: MovementPhase) -> Iterator[Offer]:
    """9.0: nobody has to move."""
    yield offer(Done, "N-9.0a", "No more moves")


class MovementPhase(Menu, frozen=True, tag="movement-phase"):
    """6.0, 9: units move one step at a time, in any order."""

    menu = (
        Action(Move, move, move_offers, refuse_move),
        Action(EnterTown, shift, shift_offers, refuse_shift),
        Action(LeaveTown, shift, refuse=refuse_shift),
        Action(Bypass, bypass, bypass_offers, refuse_bypass),
        Action(PlayCard, play, play_offers, refuse_play),
        Action(Done, close_menu, done_offers),
    )

    army: Army
    begun: bool = False

    def asks(self, table: Table) -> Prompts:
        """The army's seat, once the enemy's cards for the start of the phase are out."""
        if not self.begun:
            return ()
        seat = seat_of(table, self.army)
        return (Prompt(seat, (), "N-9.0a", "Movement phase: which units move?"),)

    def resume(self, draft: Draft) -> None:
        """17, N-3.2b: the enemy may play what acts on the whole phase; but this side goes first."""
        draft.change(begun=True)
        open_window(draft, "movement", self.army)
