"""5 Preparing for play: terrain, first units, the Germans' choice, decks and hands."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.kit.menus import Action, Menu, close_menu
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    CONTROL,
    GERMAN,
    HALVES,
    MARKER,
    TANDEM,
    TERRAIN,
    TOWN,
    Army,
    armies,
    card_of,
    columns_of,
    deck,
    hand,
    pack_of,
    place_terrain,
    pool,
    seat_of,
    side_of,
    spaces_in_play,
    spaces_of,
    terrain_card,
    units_of,
)
from wardiary.domain.games.nuts.commands import Done, EnterTown, LeaveTown, Pick
from wardiary.domain.games.nuts.sequence import Sequence
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, several_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

HAND = {GERMAN: 13, AMERICAN: 7}
PICKS = 5


def halves_of(scenario: str) -> tuple[str, ...]:
    """2.0: the sets that are played with."""
    return tuple(HALVES) if scenario == TANDEM else (scenario,)


def army_of_card(table: Table, side: str, half: str) -> Army:
    """14.0, 14.5: whose deck a card belongs to."""
    split = f"{side}-{half}"
    return split if split in armies(table) else side


def set_up(draft: Draft, opening: Opening) -> None:
    """5.0: put everything on the table, and ask for what is to be chosen."""
    for space in spaces_in_play(draft.table):
        side = GERMAN if space[1] == "0" else AMERICAN
        draft.place(MARKER[space], "control", CONTROL[space], face=side, rule="N-3.3d")
    for half in halves_of(opening.scenario):
        place_cards(draft, half)
    draft.track("weather", 0, rule="N-5.0i")
    draft.track("exited", 0, rule="N-13.0a")
    draft.begin(Sequence())
    draft.begin(Hands())
    for army in reversed(armies(draft.table)):
        if side_of(army) == GERMAN:
            for column in reversed(columns_of(draft.table, army)):
                draft.begin(Picks(army, column))
    for army in reversed(armies(draft.table)):
        if side_of(army) == AMERICAN and town_spaces(draft.table, army):
            draft.begin(TownChoice(army))


def place_cards(draft: Draft, half: str) -> None:
    """N-5.0a, N-4.3b, N-Q13/18.

    Row-1 terrain and American first units to their spaces, all else into pool or deck.
    """
    pack = pack_of(draft.table)
    cards = pack.sets[half]
    for kind in cards.terrain:
        terrain = pack.terrain[kind]
        first = terrain.space[1] == "1"
        army = army_of_card(draft.table, terrain.side, half)
        zone = TERRAIN[terrain.space] if first else deck(army)
        put(draft, kind, kind, zone, army, rule="N-5.0a" if first else "N-5.0e")
    for kind in cards.units:
        unit = pack.units[kind]
        army = army_of_card(draft.table, unit.side, half)
        if unit.at_start:
            put(draft, kind, kind, unit.entry[0], army, rule="N-5.0b")
        elif unit.side == GERMAN and not unit.reserve:
            put(draft, kind, kind, pool(army), army, rule="N-5.0c")
        else:
            put(draft, kind, kind, deck(army), army, rule="N-5.0e")
    for card, kind in cards.events.items():
        army = army_of_card(draft.table, cards.event_sides[card], half)
        put(draft, card, kind, deck(army), army, rule="N-5.0e")


def put(draft: Draft, card: PieceId, kind: str, zone: Zone, army: Army, *, rule: str) -> None:
    """A card of an army's deck comes to the table."""
    draft.place(card, kind, zone, owner=seat_of(draft.table, army), back=army, rule=rule)


# Americans in or out of towns


def town_spaces(table: Table, army: Army) -> list[Zone]:
    """5.0: spaces with a town card and units of the army."""
    side = side_of(army)
    return [
        space
        for space in spaces_of(table, army)
        if terrain_card(table, space, "town") and units_of(table, side, space)
    ]


def enter_offers(table: Table, seat: Seat, step: TownChoice) -> Iterator[Offer]:
    """5.0: any of those outside a town."""
    for space in town_spaces(table, step.army):
        if outside := table.zone(space):
            slot = several_slot("units", outside, 1)
            yield offer(EnterTown, "N-5.0b", f"Go into the town in {space}", slot)


def leave_offers(table: Table, seat: Seat, step: TownChoice) -> Iterator[Offer]:
    """5.0: any of those inside a town."""
    for space in town_spaces(table, step.army):
        if inside := table.zone(TOWN[space]):
            slot = several_slot("units", inside, 1)
            yield offer(LeaveTown, "N-5.0b", f"Come out of the town in {space}", slot)


def enter_town(draft: Draft, seat: Seat, command: EnterTown) -> None:
    """5.0: they are under the card."""
    space = draft.table.zone_of(command.units[0])
    draft.move(command.units, TOWN[space], rule="N-5.0b")


def leave_town(draft: Draft, seat: Seat, command: LeaveTown) -> None:
    """5.0: they are above the card."""
    zone = draft.table.zone_of(command.units[0])
    draft.move(command.units, zone.removesuffix("-town"), rule="N-5.0b")


def done_offers(table: Table, seat: Seat, step: TownChoice) -> Iterator[Offer]:
    """5.0: as many as wanted."""
    yield offer(Done, "N-5.0b", "All units are placed")


class TownChoice(Menu, frozen=True, tag="town-choice"):
    """5.0: the Americans decide who starts inside a town."""

    menu = (
        Action(EnterTown, enter_town, enter_offers),
        Action(LeaveTown, leave_town, leave_offers),
        Action(Done, close_menu, done_offers),
    )

    army: Army

    def asks(self, table: Table) -> Prompts:
        """The American seat."""
        seat = seat_of(table, self.army)
        return (Prompt(seat, (), "N-5.0b", "Which of your first units start inside a town?"),)


# The Germans' choice


def candidates(table: Table, army: Army, column: str) -> tuple[PieceId, ...]:
    """5.0: the units of the pool with the column's letter."""
    return tuple(unit for unit in table.zone(pool(army)) if column in card_of(table, unit).entry)


class Picks(Step, frozen=True, tag="picks"):
    """5.0: five units for the space of row 0 of a column, one of them a gun."""

    army: Army
    column: str

    def prompts(self, table: Table) -> Prompts:
        """For each gun, the others that may go with it."""
        units = candidates(table, self.army, self.column)
        offers = tuple(
            offer(
                Pick,
                "N-5.0c",
                "Pick a gun and four other units",
                several_slot("others", [u for u in units if u != gun], PICKS - 1, PICKS - 1),
                gun=gun,
            )
            for gun in units
            if card_of(table, gun).gun
        )
        seat = seat_of(table, self.army)
        question = f"Which five units start in {self.column}0?"
        return (Prompt(seat, offers, "N-5.0c", question, {"column": self.column}),)

    def refuse(self, table: Table, seat: Seat, command: object) -> None:
        """Say what is wrong with a pick."""
        if not isinstance(command, Pick):
            return
        named = (command.gun, *command.others)
        whole = len(set(named)) == PICKS and len(named) == PICKS
        refuse_unless(whole, "N-5.0c", f"pick five different units, not {len(set(named))}")
        units = candidates(table, self.army, self.column)
        for unit in named:
            piece = table.pieces.get(unit)
            card = table.pack.units.get(piece.kind) if piece else None
            if card is not None and card.reserve:
                refuse_unless(False, "N-5.0d", f"{card.title} is a reserve and enters later")
            fits = unit in units
            refuse_unless(fits, "N-5.0c", f"{unit} cannot start in column {self.column}")
        is_gun = card_of(table, command.gun).gun
        refuse_unless(is_gun, "N-5.0c", "one of the five must be artillery or rocket artillery")

    def answer(self, draft: Draft, seat: Seat, command: object) -> None:
        """They stand in row 0, open to all."""
        assert isinstance(command, Pick)
        draft.move((command.gun, *command.others), f"{self.column}0", rule="N-5.0c")
        draft.finish()


# Decks and hands


class Hands(Step, frozen=True, tag="hands"):
    """N-5.0e, N-5.0h.

    Shuffle what is left into decks, draw the first hands, begin with the Germans.
    """

    def resume(self, draft: Draft) -> None:
        """All at once; nobody has anything to decide."""
        draft.finish()
        for army in armies(draft.table):
            draft.move(draft.table.zone(pool(army)), deck(army), rule="N-5.0e")
            draft.shuffle(deck(army), rule="N-5.0e")
        for army in sorted(armies(draft.table), key=lambda army: side_of(army) == GERMAN):
            if side_of(army) == AMERICAN:
                draw_american_hand(draft, army)
            else:
                draft.draw(deck(army), hand(army), HAND[GERMAN], rule="N-5.0g")
                place_terrain(draft, army)


def draw_american_hand(draft: Draft, army: Army) -> None:
    """5.0: terrain is placed and replaced, until seven cards are left in hand."""
    while (missing := HAND[AMERICAN] - len(draft.table.zone(hand(army)))) > 0:
        if not draft.draw(deck(army), hand(army), missing, rule="N-5.0f"):
            return
        place_terrain(draft, army)
