"""3.2, 4.2: when event cards are asked for, one at a time and the phasing seat first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from msgspec import structs

from wardiary.domain.games.kit.menus import Action, Menu, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.games.nuts.board import (
    Army,
    armies,
    deck,
    hand,
    other_side,
    pack_of,
    seat_of,
    side_of,
    title_of_piece,
)
from wardiary.domain.games.nuts.commands import Pass, PlayCard
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Moment(NamedTuple):
    """When an event card may be played, and by which army.

    `half` is the set of the card (14.2), `space` what is attacked or about to be entered, `units`
    who attacks or enters, `blitzed` who made a blitz move in this battle.
    """

    tag: str
    phasing: Army
    player: Army
    half: str
    space: Zone = ""
    units: tuple[PieceId, ...] = ()
    blitzed: tuple[PieceId, ...] = ()


class Played(NamedTuple):
    """An event card that is being played."""

    card: PieceId
    on: str
    moment: Moment


class EventRule(NamedTuple):
    """How an event card works.

    `moments` are the tags at which it may be played by one of `sides`. `targets` says from public
    things what it could be played on then: empty, when it cannot be played. `play` carries it out
    and moves the card.
    """

    kind: str
    rule: str
    moments: tuple[str, ...]
    targets: Callable[[Table, Moment], tuple[str, ...]]
    play: Callable[[Draft, Played], None]
    must: bool = False


TABLE_TARGET = "table"
"""The word for a card that is not played on anything in particular."""

Rules = dict[str, EventRule]
_RULES: Rules = {}
_BY_TAG: dict[str, tuple[EventRule, ...]] = {}


def register(rules: Iterable[EventRule]) -> None:
    """Make event cards known; done once, when the game is put together."""
    for rule in rules:
        _RULES[rule.kind] = rule
        for tag in rule.moments:
            _BY_TAG[tag] = (*(r for r in _BY_TAG.get(tag, ()) if r.kind != rule.kind), rule)


def rule_of(table: Table, card: PieceId) -> EventRule | None:
    """The event rule of a piece; None for units and terrain."""
    return _RULES.get(table.pieces[card].kind)


def could_play(table: Table, moment: Moment) -> bool:
    """Whether an army could hold a card for this moment, as far as everybody can know."""
    army = moment.player
    hidden = (hand(army), deck(army))
    if not table.zones.get(hidden[0]):
        return False
    pack, pieces = pack_of(table), table.pieces
    for rule in _BY_TAG.get(moment.tag, ()):
        halves = set()
        for card in pack.cards_of[rule.kind]:
            piece = pieces.get(card)
            if piece is not None and piece.zone in hidden:
                halves.add(pack.half_of[card])
        if any(rule.targets(table, moment._replace(half=half)) for half in halves):
            return True
    return False


def card_offers(table: Table, moment: Moment) -> Iterator[Offer]:
    """4.2: the event cards of a hand that may be played now, each with what it may be played on."""
    known: dict[tuple[str, str], tuple[str, ...]] = {}
    half_of = pack_of(table).half_of
    rules = {rule.kind: rule for rule in _BY_TAG.get(moment.tag, ())}
    if not rules:
        return
    for card in table.zones.get(hand(moment.player), ()):
        rule = rules.get(table.pieces[card].kind)
        if rule is None:
            continue
        key = (rule.kind, half_of[card])
        if key not in known:
            known[key] = rule.targets(table, moment._replace(half=half_of[card]))
        if known[key]:
            label = f"Play {title_of_piece(table, card)}"
            yield offer(PlayCard, rule.rule, label, choice_slot("on", known[key]), card=card)


def must_play(table: Table, army: Army, tag: str) -> bool:
    """3.3, 4.2: whether the army holds a card that has to be played now."""
    half_of = pack_of(table).half_of
    for card in table.zones.get(hand(army), ()):
        rule = _RULES.get(table.pieces[card].kind)
        if rule is not None and rule.must and tag in rule.moments:
            if rule.targets(table, Moment(tag, army, army, half_of[card])):
                return True
    return False


def refuse_card(table: Table, command: PlayCard, moment: Moment) -> None:
    """4.2: a card of the hand, at its time, on what it may be played on."""
    held = command.card in table.zones.get(hand(moment.player), ())
    refuse_unless(held, "N-4.2a", f"{command.card} is not in your hand")
    rule = rule_of(table, command.card)
    if rule is None:
        raise Illegal("N-4.2a", f"{command.card} is no event card")
    title = title_of_piece(table, command.card)
    refuse_unless(moment.tag in rule.moments, rule.rule, f"{title} cannot be played at this point")
    targets = rule.targets(table, moment._replace(half=pack_of(table).half_of[command.card]))
    why = f"{title} can be played on: {', '.join(targets)}" if targets else (
        f"nothing is there that {title} could be played on"
    )  # fmt: skip
    refuse_unless(command.on in targets, rule.rule, why)


def resolve_card(draft: Draft, command: PlayCard, moment: Moment) -> None:
    """N-3.2c: the card is resolved completely; its own questions come before anything else."""
    rule = rule_of(draft.table, command.card)
    assert rule is not None, command
    half = pack_of(draft.table).half_of[command.card]
    rule.play(draft, Played(command.card, command.on, moment._replace(half=half)))


class ArmyPhase(Menu, frozen=True):
    """A phase in which an army acts: it draws, moves or attacks."""

    army: Army


class OfArmy(Protocol):
    """What the actions of an army's phase look at."""

    @property
    def army(self) -> Army:
        """Whose phase it is."""
        ...


def cards_in(phase: str) -> Action[OfArmy]:
    """4.2: event cards on the menu of an army's phase; one is resolved at once."""

    def at(army: Army) -> Moment:
        return Moment(phase, army, army, "")

    def offers(table: Table, seat: Seat, acting: OfArmy) -> Iterator[Offer]:
        return card_offers(table, at(acting.army))

    def refuse_it(table: Table, seat: Seat, command: PlayCard, acting: OfArmy) -> None:
        refuse_card(table, command, at(acting.army))

    def play(draft: Draft, seat: Seat, command: PlayCard) -> None:
        resolve_card(draft, command, at(top_step(draft, ArmyPhase).army))

    return Action(PlayCard, play, offers, refuse_it)


# Windows


def window_play_offers(table: Table, seat: Seat, window: Window) -> Iterable[Offer]:
    """The cards that fit this window."""
    return card_offers(table, window.moment())


def refuse_window_play(table: Table, seat: Seat, command: PlayCard, window: Window) -> None:
    """As any card."""
    refuse_card(table, command, window.moment())


def play_in_window(draft: Draft, seat: Seat, command: PlayCard) -> None:
    """3.2: the card is resolved; then the phasing seat is asked again."""
    window = top_step(draft, Window)
    draft.change(waiting=window.asked)
    resolve_card(draft, command, window.moment())


def pass_offers(table: Table, seat: Seat, window: Window) -> Iterator[Offer]:
    """Nobody has to play."""
    yield offer(Pass, "N-3.2a", "Play no card now")


def pass_window(draft: Draft, seat: Seat, command: Pass) -> None:
    """The next one is asked."""
    draft.change(waiting=top_step(draft, Window).waiting[1:])


class Window(Menu, frozen=True, tag="window"):
    """N-3.2a, N-3.2b, N-6.0b.

    Armies that could hold a card for a moment are asked in turn, until all have passed.

    `asked` are all of them in order, the phasing one first; `waiting` who still has to pass.
    """

    menu = (
        Action(PlayCard, play_in_window, window_play_offers, refuse_window_play),
        Action(Pass, pass_window, pass_offers),
    )

    at: str
    phasing: Army
    asked: tuple[Army, ...]
    waiting: tuple[Army, ...]
    space: Zone = ""
    units: tuple[PieceId, ...] = ()
    blitzed: tuple[PieceId, ...] = ()

    def moment(self) -> Moment:
        """The moment of the army that is asked.

        As a movement phase begins, its own side may play first what is otherwise on its menu.
        """
        army = self.waiting[0]
        first = self.at == "movement" and army == self.phasing
        tag = "move" if first else self.at
        return Moment(tag, self.phasing, army, "", self.space, self.units, self.blitzed)

    def asks(self, table: Table) -> Prompts:
        """The first army that could hold a card, whether it does or not."""
        if not self.waiting or not could_play(table, self.moment()):
            return ()
        seat = seat_of(table, self.waiting[0])
        question = QUESTIONS[self.at].format(space=self.space)
        return (Prompt(seat, (), "N-3.2a", question, {"window": self.at}),)

    def resume(self, draft: Draft) -> None:
        """Skip who cannot hold a card; close when all have passed in a row."""
        waiting = self.waiting
        while waiting:
            window = structs.replace(self, waiting=waiting)
            if could_play(draft.table, window.moment()):
                draft.change(waiting=waiting)
                return
            waiting = waiting[1:]
        draft.finish()


QUESTIONS = {
    "supply": "Supply is worked out. Do you play a card before hits and checks?",
    "movement": "The movement phase begins. Do you play a card?",
    "step": "Units are about to enter {space}. Do you play a card?",
    "declared": "{space} is attacked. Do you play a card before the first fire?",
    "fire": "Between two fires at {space}: do you play a card?",
    "combat-end": "The combat at {space} is over. Do you play a card?",
}


def open_window(
    draft: Draft,
    tag: str,
    phasing: Army,
    *,
    others_only: bool = False,
    space: Zone = "",
    units: tuple[PieceId, ...] = (),
    blitzed: tuple[PieceId, ...] = (),
) -> None:
    """3.2: ask for cards, if anybody could hold one that fits."""
    if tag not in _BY_TAG:
        return
    table = draft.table
    side = other_side(side_of(phasing))
    others = tuple(army for army in armies(table) if army != phasing)
    asked = tuple(army for army in others if side_of(army) == side)
    if not others_only:
        asked = (phasing, *others)
    window = Window(tag, phasing, asked, asked, space, units, blitzed)
    able = [
        place
        for place in range(len(asked))
        if could_play(table, structs.replace(window, waiting=asked[place:]).moment())
    ]
    if tag == "movement" and able == [0]:
        # The phasing side has the whole phase for its cards.
        return
    if able:
        draft.begin(structs.replace(window, waiting=asked[able[0] :]))
