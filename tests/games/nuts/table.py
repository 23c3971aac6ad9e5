"""Positions to play from: who stands where, in which phase, with which cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from tests.games.nuts.test_components import pack as printed_pack
from tests.scenario import Scenario, opened
from wardiary.domain.games.nuts.board import (
    EVENTS,
    MARKER,
    SPACE_OF,
    TERRAIN,
    armies,
    deck,
    discards,
    hand,
    home,
    pool,
    seat_of,
)
from wardiary.domain.games.nuts.cohesion import SupplyPhase
from wardiary.domain.games.nuts.combat.declaration import CombatPhase
from wardiary.domain.games.nuts.components import Pack
from wardiary.domain.games.nuts.game import GAME
from wardiary.domain.games.nuts.movement.phase import MovementPhase
from wardiary.domain.games.nuts.reinforcement import DrawPhase
from wardiary.domain.games.nuts.sequence import PHASES, Sequence
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.decide import decide, run_steps
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table

TWO = ("german", "american")
FOUR = ("german-south", "american-south", "german-north", "american-north")
RULE = "N-5.0e"


@cache
def start(scenario: str = "south", seats: tuple[str, ...] = TWO) -> Table:
    """A match just set up, all decks in the order of the pack."""
    return opened(GAME, printed_pack(), scenario, seats).table


def changed_pack(units: Mapping[str, Mapping[str, Any]]) -> Pack:
    """The printed pack with other values on some units."""
    pack = printed_pack()
    cards = {kind: replace(pack.units[kind], **values) for kind, values in units.items()}
    return replace(pack, units={**pack.units, **cards})


class Setup(NamedTuple):
    """What a position asks for beyond its units."""

    places: Mapping[str, str]
    terrain: str
    cards: Mapping[str, str]
    control: Mapping[str, str]
    marks: Mapping[str, Mapping[str, int]]
    tracks: Mapping[str, int]
    attached: Mapping[str, str]

    def arrange(self, draft: Draft) -> None:
        """Clear the board, and put everything where it is wanted."""
        self.clear(draft)
        for card in self.terrain.split():
            draft.move(card, TERRAIN[draft.table.pack.terrain[card].space], rule=RULE)
        for zone, pieces in self.places.items():
            for piece in pieces.split():
                draft.move(piece, zone, rule=RULE)
                self.control_of(draft, piece, zone)
        for zone, cards in self.cards.items():
            draft.move(cards.split(), zone, rule=RULE)
        self.set_markers(draft)

    def set_markers(self, draft: Draft) -> None:
        """Cards on units, control, marks and tracks."""
        for card, unit in self.attached.items():
            space = SPACE_OF[draft.table.zone_of(unit)]
            draft.move(card, EVENTS[space], host=unit, rule=RULE)
        for side, spaces in self.control.items():
            for space in spaces.split():
                draft.turn(MARKER[space], side, rule=RULE)
        for piece, marks in self.marks.items():
            for mark, value in marks.items():
                draft.mark(piece, mark, value, rule=RULE)
        for track, value in self.tracks.items():
            draft.track(track, value, rule=RULE)

    def clear(self, draft: Draft) -> None:
        """All cards that are not wanted are discarded."""
        table = draft.table
        placed = {piece for pieces in self.places.values() for piece in pieces.split()}
        for army in armies(table):
            for zone in (hand(army), deck(army), pool(army)):
                draft.move(table.zone(zone), discards(army), rule=RULE)
        for zone in [zone for zone in table.zones if zone in SPACE_OF]:
            for piece in table.zone(zone):
                if piece not in placed:
                    draft.move(piece, discards(home(table, piece)), rule=RULE)

    def control_of(self, draft: Draft, piece: str, zone: str) -> None:
        """Who stands in a space controls it; besieged units do not."""
        table = draft.table
        besieged = zone.endswith("-town") and table.zone(SPACE_OF[zone])
        if zone in SPACE_OF and piece in table.pack.units and not besieged:
            card = table.pack.units[table.pieces[piece].kind]
            draft.turn(MARKER[SPACE_OF[zone]], card.side, rule=RULE)


def position(
    places: Mapping[str, str] | None = None,
    *,
    army: str = "german",
    phase: str = "combat",
    turn: int = 3,
    terrain: str = "",
    hands: Mapping[str, str] | None = None,
    decks: Mapping[str, str] | None = None,
    german: str = "",
    american: str = "",
    marks: Mapping[str, Mapping[str, int]] | None = None,
    tracks: Mapping[str, int] | None = None,
    attached: Mapping[str, str] | None = None,
    values: Mapping[str, Mapping[str, Any]] | None = None,
    scenario: str = "south",
    seats: tuple[str, ...] = TWO,
    dice: Iterable[int] = (),
) -> Scenario:
    """A table in a phase of an army; `dice` are for what happens before anybody is asked.

    `places` are zones with units or cards, such as {"B2-town": "sa-u06 sa-u07"}; all other units
    are discarded. `terrain` are terrain cards beyond those of row 1, which go to their spaces.
    `hands` and `decks` are what armies hold and draw, the top first (else nothing). `german` and
    `american` are spaces that a side controls beyond those it stands in and those of the start.
    `attached` are event cards with the units they are on.
    """
    table = start(scenario, seats)
    if values:
        table = replace(table, pack=changed_pack(values))
    cards = {hand(owner): held for owner, held in (hands or {}).items()}
    cards |= {deck(owner): held for owner, held in (decks or {}).items()}
    control = {"german": german, "american": american}
    setup = Setup(places or {}, terrain, cards, control, marks or {}, tracks or {}, attached or {})
    match = Scenario(GAME, table).given(setup.arrange, partial(begin, army, phase, turn))
    chance = ScriptedChance(list(dice))
    draft = Draft(match.table, chance, GAME.open_steps(match.table))
    outcome = run_steps(draft, lambda: None)
    assert chance.used_up, "there are dice left"
    match.table, match.events = outcome.table, outcome.events
    return match


def begin(army: str, phase: str, turn: int, draft: Draft) -> None:
    """The phase of an army, with nothing done in it yet; "drawn" is a draw phase after the draw."""
    order = armies(draft.table)
    name = "draw" if phase == "drawn" else phase
    begun = order.index(army) * len(PHASES) + PHASES.index(name) + 1
    draft.enter(name, seat_of(draft.table, army), round=turn, turn=2 * turn, rule="N-6.0a")
    steps: dict[str, Any] = {
        "supply": SupplyPhase(army),
        "draw": DrawPhase(army),
        "drawn": DrawPhase(army, True),
        "movement": MovementPhase(army, True),
        "combat": CombatPhase(army),
    }
    draft.steps[:] = [Sequence(begun), steps[phase]]


class Run:
    """Commands one after the other with one line of dice; nobody plays cards unless told to."""

    def __init__(self, match: Scenario, *dice: Iterable[int]) -> None:
        """`dice` are the faces of all rolls to come, roll by roll."""
        self.match = match
        self.chance = ScriptedChance([face for faces in dice for face in faces])
        self.events: list[e.Event] = []

    @property
    def table(self) -> Table:
        """The table now."""
        return self.match.table

    def prompt(self) -> Prompt:
        """The question that is open now."""
        (prompt,) = self.match.game.prompts(self.table)
        return prompt

    def do(self, *commands: str) -> Run:
        """Each of them by the seat that is asked; passes that come before it are given."""
        for command in commands:
            if not command.startswith(("play ", "pass")):
                self.pass_cards()
            self._give(command)
        return self

    def pass_cards(self) -> Run:
        """Nobody plays a card, as long as cards are asked for."""
        while self.table.result is None and self.offers("pass"):
            self._give("pass")
        return self

    def offers(self, verb: str) -> bool:
        """Whether the open question offers a command."""
        return any(offer.verb == verb for offer in self.prompt().offers)

    def _give(self, command: str) -> None:
        seat = self.prompt().seat
        said = self.match.game.command(command)
        outcome = decide(self.match.game, self.table, seat, said, self.chance)
        self.match.table = outcome.table
        self.events += outcome.events

    def over(self) -> Run:
        """All dice have been rolled."""
        assert self.chance.used_up, "the script has dice left"
        return self

    def rolls(self) -> list[tuple[int, ...]]:
        """All dice so far, roll by roll."""
        return [event.faces for event in self.events if isinstance(event, e.DiceRolled)]

    def totals(self) -> list[int]:
        """All totals so far."""
        return [event.total for event in self.events if isinstance(event, e.TotalComputed)]


def hits(table: Table, *units: str) -> list[int]:
    """The hits on units; -1 for one that is discarded."""
    return [
        -1 if table.zone_of(unit).endswith("-discard") else table.mark(unit, "hit")
        for unit in units
    ]


def offered(match: Scenario, seat: str, verb: str, slot: str) -> set[str]:
    """What a seat could put into a slot of a command now, over all offers of it."""
    prompts = [p for p in match.game.prompts(match.table) if p.seat == seat]
    return {
        str(candidate)
        for prompt in prompts
        for offer in prompt.offers
        if offer.verb == verb
        for one in offer.slots
        if one.name == slot
        for candidate in one.candidates
    }
