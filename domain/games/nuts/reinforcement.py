"""8 Draw and reinforcements: cards drawn, units that enter, and those that force their way in."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.kit.menus import Action, close_menu
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse, refuse_unless
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    ASIDE,
    ENTRY,
    GERMAN,
    PLACE,
    Army,
    card_of,
    columns_of,
    controller,
    deck,
    discards,
    hand,
    happened_now,
    has_enemies,
    near,
    place_terrain,
    remember,
    seat_of,
    side_of,
    take_control,
    title_of_piece,
)
from wardiary.domain.games.nuts.combat.battle import begin_battle
from wardiary.domain.games.nuts.combat.limits import attack_forms, cannot_join
from wardiary.domain.games.nuts.commands import Done, Force, Place
from wardiary.domain.games.nuts.supply import is_friendly, supplied_spaces
from wardiary.domain.games.nuts.windows import (
    ArmyPhase,
    cards_in,
    must_play,
)
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, several_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

GERMAN_DRAW, AMERICAN_HAND, AMERICAN_DRAW = 3, 7, 2


# The draw


def cards_to_draw(table: Table, army: Army) -> int:
    """8.1: three for Germans; Americans fill up to seven, but draw two at least."""
    # Ruling: R-6 the hand is counted before the draw.
    if side_of(army) == GERMAN:
        return GERMAN_DRAW
    return max(AMERICAN_HAND - len(table.zone(hand(army))), AMERICAN_DRAW)


def draw_cards(draft: Draft, army: Army) -> None:
    """8.1: cards into the hand, as many as there are; terrain goes to its space at once."""
    # Ruling: R-38 an American deck may run out; the game goes on.
    rule = "N-8.1a" if side_of(army) == GERMAN else "N-8.1b"
    draft.draw(deck(army), hand(army), cards_to_draw(draft.table, army), rule=rule)
    place_terrain(draft, army)


def reform_units(draft: Draft, army: Army) -> None:
    """15.4: in the first turn, American infantry lost to German attacks may come back on a 1."""
    table = draft.table
    for unit in table.zone(discards(army)):
        if not table.mark(unit, "reforming"):
            continue
        draft.mark(unit, "reforming", 0, rule="N-15.4a")
        purpose = f"{title_of_piece(table, unit)} reforms"
        (face,) = draft.roll(seat_of(table, army), purpose, rule="N-15.4a")
        space = reform_space(table, unit)
        if face == 1 and space:
            draft.move(unit, space, rule="N-15.4a")
            take_control(draft, space, AMERICAN)


def reform_space(table: Table, unit: PieceId) -> Zone:
    """15.4: one space behind where it was set up, or two if Germans are there; "" for neither."""
    # Ruling: R-37 with Germans in both the unit is lost.
    first = card_of(table, unit).entry[0]
    spaces = tuple(f"{first[0]}{int(first[1]) + step}" for step in (1, 2))
    return next((s for s in spaces if s in PLACE and not has_enemies(table, AMERICAN, s)), "")


# Where units may enter


class Entries:
    """What the draw phase looks at again and again: who may enter where, and the reason if not."""

    def __init__(self, table: Table, army: Army) -> None:
        """For one army in its draw phase."""
        self.table = table
        self.army = army
        self.side = side_of(army)
        self._supplied: frozenset[Zone] | None = None

    @property
    def supplied(self) -> frozenset[Zone]:
        """The spaces in which the side's units would be in supply."""
        if self._supplied is None:
            self._supplied = supplied_spaces(self.table, self.side)
        return self._supplied

    def units(self) -> list[PieceId]:
        """Units of the hand, and those that still wait beside the board."""
        table = self.table
        units = [u for u in table.zones.get(hand(self.army), ()) if _is_unit(table, u)]
        if self.side == AMERICAN:
            waiting = table.zones.get(ASIDE, ())
            return units + [u for u in waiting if table.pieces[u].back == self.army]
        return units

    def stuck(self) -> list[PieceId]:
        """8.2: Germans that wait behind a space of row 0 that the enemy holds."""
        table = self.table
        return [
            unit
            for column in columns_of(table, self.army)
            if has_enemies(table, GERMAN, f"{column}0")
            for unit in table.zones.get(ENTRY[column], ())
            if not table.mark(unit, "sideways")
        ]

    def places(self, unit: PieceId) -> tuple[Zone, ...]:
        """All places where a unit may be put now."""
        if self.side == AMERICAN:
            candidates = self._american_candidates(unit)
            return tuple(space for space in candidates if self.why_not(unit, space) is None)
        return tuple(
            ENTRY[column]
            for column in columns_of(self.table, self.army)
            if self.why_not(unit, ENTRY[column]) is None
        )

    def _american_candidates(self, unit: PieceId) -> list[Zone]:
        printed = card_of(self.table, unit).entry
        beside = [
            space for place in printed for space in near(self.table, place) if space[0] == place[0]
        ]
        return list(dict.fromkeys((*printed, *beside)))

    def why_not(self, unit: PieceId, to: Zone) -> Refusal:
        """Why a unit may not be put in a place; None when it may."""
        return self._why_not_german(unit, to) if self.side == GERMAN else self._american(unit, to)

    def _why_not_german(self, unit: PieceId, to: Zone) -> Refusal:
        """N-8.2a, N-8.2b, N-8.2c, N-8.2e.

        Behind the printed columns; behind others, one card a turn, if those are held.
        """
        # Ruling: R-34 one card a turn in all.
        table, column = self.table, to[:1]
        if to not in ENTRY.values() or column not in columns_of(table, self.army):
            return "N-8.2a", f"{to} is not behind one of your columns"
        here = table.pieces[unit].zone
        if here == to:
            return "N-8.2a", "the unit is there already"
        printed = card_of(table, unit).entry
        if here == hand(self.army):
            if column in printed:
                return None
            if not all(has_enemies(table, GERMAN, f"{letter}0") for letter in printed):
                return "N-8.2c", f"it enters behind {' or '.join(printed)}: no enemy is there"
        if has_enemies(table, GERMAN, f"{column}0"):
            return "N-8.2c", f"the enemy is in {column}0"
        if table.track(f"alternate/{self.army}") == table.round:
            return "N-8.2c", "one card has entered by another column in this turn"
        return None

    def _american(self, unit: PieceId, to: Zone) -> Refusal:
        """N-8.3a, N-8.3b, N-8.3c, N-8.3h.

        Printed spaces first, in supply; others in the column only if those are held.
        """
        table = self.table
        printed = card_of(table, unit).entry
        if table.mark(unit, "sideways"):
            return "N-8.3d", "the unit has tried to force its way in this turn"
        if to not in self._american_candidates(unit):
            return "N-8.3a", f"it enters at {' or '.join(printed)}"
        if has_enemies(table, AMERICAN, to):
            return "N-8.3a", f"the enemy is in {to}"
        if happened_now(table, to, "entered"):
            return "N-8.3f", f"a unit has entered at {to} in this turn"
        if to not in self.supplied:
            return "N-8.3e", f"{to} is out of supply"
        free = [space for space in printed if self._is_free(space)]
        if to in printed:
            # An empty space under enemy control is open only when no printed space is free.
            if to in free or not free:
                return None
            return "N-8.3a", f"{to} is under enemy control, and {free[0]} is free"
        # Ruling: R-35 one row up or down in the same column.
        if free:
            return "N-8.3b", f"the printed space {free[0]} is free"
        if not is_friendly(table, AMERICAN, to):
            return "N-8.3b", f"{to} is not friendly"
        return None

    def _is_free(self, space: Zone) -> bool:
        table = self.table
        return not has_enemies(table, AMERICAN, space) and controller(table, space) == AMERICAN

    def why_not_force(self, unit: PieceId, to: Zone) -> Refusal:
        """Why a unit may not fight its way into a space."""
        table = self.table
        if not has_enemies(table, self.side, to):
            rule = "N-8.2d" if self.side == GERMAN else "N-8.3d"
            return rule, f"there is no enemy in {to}"
        if self.side == GERMAN:
            if to[1] != "0" or unit not in table.zone(ENTRY[to[0]]):
                return "N-8.2d", f"the unit does not wait behind {to}"
            if table.mark(unit, "sideways"):
                return "N-10.1d", "the unit has attacked in this turn"
            return None
        return self._why_not_force_american(unit, to)

    def _why_not_force_american(self, unit: PieceId, to: Zone) -> Refusal:
        table = self.table
        printed = card_of(table, unit).entry
        if to not in printed:
            return "N-8.3d", f"it enters at {' or '.join(printed)}"
        if any(self._is_free(space) for space in printed):
            return "N-8.3d", "a printed space is free"
        if happened_now(table, to, "forced") or table.mark(unit, "sideways"):
            return "N-8.3d", f"a unit has tried to force {to} in this turn"
        if happened_now(table, to, "entered"):
            return "N-8.3f", f"a unit has entered at {to} in this turn"
        if to not in self.supplied:
            return "N-8.3d", f"even a unit that won {to} would be out of supply there"
        return None


def _is_unit(table: Table, card: PieceId) -> bool:
    kind = table.pieces[card].kind
    return kind in table.pack.units and kind not in table.pack.events


# The menu


def place_offers(table: Table, seat: Seat, entries: Entries) -> Iterator[Offer]:
    """8.2, 8.3: each unit with its places."""
    stuck = entries.stuck() if entries.side == GERMAN else []
    for unit in (*entries.units(), *stuck):
        if places := entries.places(unit):
            rule = "N-8.2a" if entries.side == GERMAN else "N-8.3a"
            label = f"{title_of_piece(table, unit)} enters"
            yield offer(Place, rule, label, choice_slot("to", places), unit=unit)


def refuse_place(table: Table, seat: Seat, command: Place, entries: Entries) -> None:
    """8.2, 8.3: a unit of the hand, where it may enter."""
    stuck = entries.stuck() if entries.side == GERMAN else []
    ready = command.unit in (*entries.units(), *stuck)
    refuse_unless(ready, "N-8.1e", f"{command.unit} is no unit that can enter now")
    refuse(entries.why_not(command.unit, command.to))


def place(draft: Draft, seat: Seat, command: Place) -> None:
    """N-8.2a, N-8.3g, N-Q21: behind row 0; 8.3: in its space, outside a town."""
    table, unit, to = draft.table, command.unit, command.to
    side, army = card_of(table, unit).side, table.pieces[unit].back
    if side == GERMAN:
        regular = to[:1] in card_of(table, unit).entry and table.zone_of(unit) == hand(army)
        draft.move(unit, to, rule="N-8.2a" if regular else "N-8.2c")
        if not regular:
            draft.track(f"alternate/{army}", table.round, rule="N-8.2c")
        return
    draft.move(unit, to, rule="N-8.3a")
    remember(draft, to, "entered", rule="N-8.3f")
    take_control(draft, to, AMERICAN)


def force_offers(table: Table, seat: Seat, entries: Entries) -> Iterator[Offer]:
    """8.2, 8.3: Germans behind a held space of row 0; one American for each held space."""
    if entries.side == AMERICAN:
        for unit in entries.units():
            spaces = card_of(table, unit).entry
            for to in spaces:
                if entries.why_not_force(unit, to) is None:
                    label = f"{title_of_piece(table, unit)} forces its way into {to}"
                    slot = several_slot("units", (unit,), 1, 1)
                    yield offer(Force, "N-8.3d", label, slot, to=to)
        return
    for column in columns_of(table, entries.army):
        to = f"{column}0"
        if not has_enemies(table, GERMAN, to):
            continue
        units = [u for u in table.zone(ENTRY[column]) if not table.mark(u, "sideways")]
        for candidates, least, most in attack_forms(table, units):
            slot = several_slot("units", candidates, least, most)
            yield offer(Force, "N-8.2d", f"Force your way into {to}", slot, to=to)


def refuse_force(table: Table, seat: Seat, command: Force, entries: Entries) -> None:
    """8.2, 8.3: each unit may, and all of them together."""
    refuse_unless(command.to in PLACE, "N-8.3d", f"{command.to} is no space")
    for unit in command.units:
        ready = entries.side == GERMAN or unit in entries.units()
        refuse_unless(ready, "N-8.3d", f"{unit} is no unit that can enter now")
        refuse(entries.why_not_force(unit, command.to))
    if entries.side == AMERICAN:
        refuse_unless(len(command.units) == 1, "N-8.3d", "a single unit may force its way")
    else:
        refuse(cannot_join(table, command.units))


def force(draft: Draft, seat: Seat, command: Force) -> None:
    """8.2, 8.3: the fight takes place at once, from beside the board."""
    # Ruling: R-33 in the draw phase, since the units neither move nor attack afterwards.
    table, units = draft.table, command.units
    army = table.pieces[units[0]].back
    if side_of(army) == AMERICAN:
        remember(draft, command.to, "forced", rule="N-8.3d")
        draft.move(units, ASIDE, rule="N-8.3d")
    begin_battle(draft, army, command.to, units, forced=True)


def done_offers(table: Table, seat: Seat, entries: Entries) -> Iterator[Offer]:
    """8.1: unless weather has to be played first."""
    if not must_play(table, entries.army, "draw"):
        yield offer(Done, "N-8.1e", "No more reinforcements")


def refuse_done(table: Table, seat: Seat, command: Command, entries: Entries) -> None:
    """4.2, 8.1: a card that changes the weather is out before the movement phase."""
    # Ruling: R-7 the owner chooses the moment within the draw phase.
    forced = must_play(table, entries.army, "draw")
    refuse_unless(not forced, "N-4.2b", "the weather card in your hand must be played first")


class DrawPhase(ArmyPhase, frozen=True, tag="draw-phase"):
    """6.0, 8: draw, then units and cards in any order."""

    menu = (
        Action(Place, place, place_offers, refuse_place),
        Action(Force, force, force_offers, refuse_force),
        cards_in("draw"),
        Action(Done, close_menu, done_offers, refuse_done),
    )

    drawn: bool = False

    def context(self, table: Table, seat: Seat) -> Entries:
        """Who may enter where."""
        return Entries(table, self.army)

    def asks(self, table: Table) -> Prompts:
        """The army's seat, once its cards are drawn."""
        if not self.drawn:
            return ()
        seat = seat_of(table, self.army)
        return (Prompt(seat, (), "N-8.1e", "Draw phase: reinforcements and cards"),)

    def resume(self, draft: Draft) -> None:
        """8.1: draw; in the first turn lost American infantry may come back."""
        draft.change(drawn=True)
        draw_cards(draft, self.army)
        if side_of(self.army) == AMERICAN and draft.table.round == 1:
            reform_units(draft, self.army)
