"""A table in the middle of a turn: pieces where a test wants them, cards stacked as it needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec

from tests.games.combat_commander.builders import sheet, smoke, unit, weapon, work
from tests.games.combat_commander.shipped import PACK
from tests.scenario import Scenario
from wardiary.domain.games.combat_commander.cards.rolls import INTERRUPTIONS
from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.games.combat_commander.components.printed import Card
from wardiary.domain.games.combat_commander.events.triggers import Trigger
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.orders.turn import Turn
from wardiary.domain.games.combat_commander.setup.scenario import visibility
from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.play.chance import ScriptedChance
from wardiary.domain.play.decide import run_steps
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, fold
from wardiary.domain.table.table import Table

__all__ = ["Battle", "battle", "sheet", "smoke", "unit", "weapon", "work"]

OPEN = sheet()
"""Open ground everywhere; objectives 1 to 5 in A1 to A5."""

EXAMPLE = sheet(
    terrain={"K6": "w", "J8": "w", "L8": "w", "M5": "w", "N7": "o", "N8": "o"},
    hills={"1": ["K6", "K7", "K8", "J8", "J9"], "2": ["J6", "J7"]},
    roads=[["M4", "M5", "M6", "M7", "M8", "M9"]],
)
"""The one map on which all printed diagrams hold."""


class Battle(Scenario):
    """A scenario whose dice stand on cards; rolls stand unless a test wants them voided."""

    def say(
        self, seat: str, text: str, *, dice: tuple[int, ...] = (), stand: bool = True
    ) -> Battle:
        """One command; with `stand` every roll it leads to is let stand. All events are kept."""
        self.when(seat, text, dice=dice)
        if stand and self.refused is None:
            self.let_stand()
        return self

    def let_stand(self) -> Battle:
        """Nobody voids what was rolled."""
        events = self.events
        while (prompt := self.asked()) and prompt.rule == "9.1":
            self.when(prompt.seat, "pass")
            assert self.refused is None
            events = events + self.events
        self.events = events
        return self

    def asked(self) -> Prompt | None:
        """The one who is asked now."""
        prompts = self.game.prompts(self.table)
        return prompts[0] if prompts else None

    def asks(self, seat: str, rule: str) -> Prompt:
        """Exactly this seat is asked, under this rule."""
        prompt = self.asked()
        assert prompt is not None, self.table.result
        assert (prompt.seat, prompt.rule) == (seat, rule)
        return prompt

    def offer(self, verb: str, rule: str = "") -> Offer | None:
        """The first offer of a verb (and rule) to whoever is asked."""
        prompt = self.asked()
        offers = prompt.offers if prompt else ()
        return next((o for o in offers if o.verb == verb and rule in ("", o.rule)), None)

    def candidates(self, verb: str, slot: str, rule: str = "") -> tuple[Any, ...]:
        """The candidates of a slot, over all offers of a verb."""
        prompt = self.asked()
        offers = prompt.offers if prompt else ()
        return tuple(
            candidate
            for offer in offers
            if offer.verb == verb and rule in ("", offer.rule)
            for each in offer.slots
            if each.name == slot
            for candidate in each.candidates
        )

    def reckoned(self, what: str) -> int:
        """The total last reckoned under a name."""
        return [each.total for each in self.happened(e.TotalComputed) if each.what == what][-1]

    def items(self, what: str) -> dict[str, int]:
        """The items last reckoned under a name."""
        last = [each for each in self.happened(e.TotalComputed) if each.what == what][-1]
        return {item.name: item.value for item in last.items}

    def vp(self) -> int:
        """Where the victory marker stands, counted for the Axis."""
        return self.table.track("vp")

    def face(self, piece: str) -> str:
        return self.table.pieces[piece].face

    def zone(self, piece: str) -> str:
        return self.table.pieces[piece].zone

    def act(self, deed: Any, *, dice: tuple[int, ...] = ()) -> Battle:
        """Let a deed happen on the table, as a rule would do it, and settle what follows."""
        chance = ScriptedChance(dice)
        draft = Draft(self.table, chance, self.game.open_steps(self.table))
        outcome = run_steps(draft, lambda: deed(draft))
        assert chance.used_up
        self.table, self.events, self.refused = outcome.table, outcome.events, None
        return self

    def commands(self, *lines: tuple[str, str]) -> Battle:
        """Several commands; their events are kept together."""
        events: tuple[e.Event, ...] = ()
        for seat, text in lines:
            self.say(seat, text)
            assert self.refused is None, self.refused
            events += self.events
        self.events = events
        return self

    def order(self, name: str, head: str = "", others: str = "-") -> Battle:
        """The active player gives an order from his hand, and activates whom he names."""
        seat = self.table.seat
        hand = self.table.zone(f"hand-{seat}")
        card = next(one for one in hand if self._printed(one).order == name)
        self.say(seat, f"order {card}")
        if head and self.refused is None:
            self.say(seat, f"activate {head} {others}")
        return self

    def play(self, action: str, at: str = "-", *, dice: tuple[int, ...] = ()) -> Battle:
        """Whoever is asked plays a card of his hand for its action."""
        prompt = self.asked()
        assert prompt is not None
        hand = self.table.zone(f"hand-{prompt.seat}")
        card = next(one for one in hand if self._printed(one).action == action)
        return self.say(prompt.seat, f"play {card} {at}", dice=dice)

    def _printed(self, piece: str) -> Card:
        card: Card = self.table.pack.cards[self.table.pieces[piece].kind]
        return card

    def time_passes(self, seat: str = "axis") -> Battle:
        """Time advances on this seat's account."""
        return self.act(lambda draft: INTERRUPTIONS["time"](draft, seat))

    def read(self, name: str, seat: str = "axis", *, dice: tuple[int, ...] = ()) -> Battle:
        """A seat reads an event, inside a trigger as always."""

        def trigger(draft: Draft) -> None:
            draft.begin(Trigger(seat, "event", "act", name))

        return self.act(trigger, dice=dice)


def _pick(cards: list[Card], wanted: str) -> Card:
    """The first card that fits: "4-1", "1-6 event", "event:medic", "hex:C2", "fire", "ambush"."""
    what, _, trigger = wanted.partition(" ")
    kind, _, name = what.partition(":")
    for card in cards:
        if kind == "event" and card.event == name:
            return card
        if kind == "hex" and card.hex == name:
            return card
        if "-" in kind and kind[0].isdigit():
            dice = f"{card.white}-{card.red}" == kind
            if dice and card.trigger == trigger:
                return card
        elif kind not in ("event", "hex") and kind in (card.order, card.action):
            return card
    raise AssertionError(f"the deck has no card {wanted!r} left")


def _cards(
    seat: str, nation: str, deck: Iterable[str], hand: Iterable[str], *, only: bool
) -> list[e.Event]:
    left = list(PACK.decks[nation])
    stacked, held = [], []
    for wanted, pile in (*((w, held) for w in hand), *((w, stacked) for w in deck)):
        card = _pick(left, wanted)
        left.remove(card)
        pile.append(card)
    rest = [] if only else left
    events: list[e.Event] = [
        e.PiecesPlaced(pieces=(c.id,), kind=c.kind, zone=zone, owner=seat, rule="1.2")
        for zone, cards in ((f"deck-{seat}", stacked + rest), (f"hand-{seat}", held))
        for c in cards
    ]
    if only:
        events += [
            e.PiecesPlaced(
                pieces=(c.id,), kind=c.kind, zone=f"discard-{seat}", owner=seat, rule="1.2"
            )
            for c in left
        ]
    return events


def battle(
    *placed: e.Event,
    on: MapSheet = OPEN,
    scenario: str = "cc-h1",
    active: str = "axis",
    initiative: str = "allies",
    axis: tuple[str, ...] = (),
    allies: tuple[str, ...] = (),
    axis_deck: tuple[str, ...] = (),
    allies_deck: tuple[str, ...] = (),
    short: tuple[str, ...] = (),
    attitudes: dict[str, str] | None = None,
    guards: bool = True,
    settings: dict[str, str] | None = None,
    **tracks: int,
) -> Battle:
    """A battle in which the active player may give orders.

    Hands and the tops of decks are named as `_pick` says; a seat in `short` has no more cards in
    its deck than named. `guards` puts a unit of each side far away, so that nobody's last unit is
    at stake. Names of tracks are written with "_".
    """
    drawn = PACK.scenarios[scenario]
    for seat, attitude in (attitudes or {}).items():
        force = msgspec.structs.replace(drawn.force(seat), attitude=attitude)
        drawn = msgspec.structs.replace(drawn, **{seat: force})
    pack = replace(
        PACK,
        maps={drawn.map: on},
        scenarios={**PACK.scenarios, scenario: drawn},
    )
    opening = Opening(scenario, SEATS, {})
    table = evolve(
        Table(pack=pack),
        e.MatchOpened(
            match="0" * 32,
            game=GAME.name,
            version=GAME.version,
            scenario=scenario,
            settings=GAME.resolve_settings(settings or {}),
            seats=SEATS,
            visibility=visibility(pack, opening),
            pack="",
            commitment="",
            time=0,
            rule="Table/Open",
        ),
    )
    decks, hands = {"axis": axis_deck, "allies": allies_deck}, {"axis": axis, "allies": allies}
    events: list[e.Event] = []
    for seat in SEATS:
        nation = drawn.force(seat).nation
        events += _cards(seat, nation, decks[seat], hands[seat], only=seat in short)
        for name in ("hero", "private"):
            events.append(
                e.PiecesPlaced(
                    pieces=(f"{seat}-{name}",),
                    kind=f"{nation}-{name}",
                    zone="box",
                    owner=seat,
                    face="normal",
                    rule="E58.1",
                )
            )
    events += _box(placed)
    start = {"time": 0, "sudden-death": 9, "surrender-axis": 9, "surrender-allies": 9, "vp": 0}
    start |= {name.replace("_", "-"): value for name, value in tracks.items()}
    events += [e.TrackSet(track=name, value=value, rule="4.1") for name, value in start.items()]
    events.append(
        e.PiecesPlaced(
            pieces=("initiative",), kind="initiative", zone=f"initiative-{initiative}", rule="9"
        )
    )
    events.append(e.PhaseEntered(round=1, turn=1, phase="turn", seat=active, rule="5"))
    table = fold(table, (*events, *placed))
    if guards:
        far = (unit("axis-conscript-9", "germany-conscript", "A10"),)
        table = fold(table, (*far, unit("allies-green-9", "america-green", "O1")))
    steps = msgspec.json.encode([Turn(active, "orders")])
    table = evolve(table, e.EntryClosed(steps=msgspec.Raw(steps), rule="Table/Pause"))
    return Battle(GAME, table)


def _box(placed: tuple[e.Event, ...]) -> list[e.Event]:
    """Smoke and objective markers, works and the spotting round that are not on the map."""
    there = {one for each in placed if isinstance(each, e.PiecesPlaced) for one in each.pieces}
    events: list[e.Event] = []
    for number, value in enumerate(PACK.markers.smoke, start=1):
        if f"smoke-{number}" not in there:
            events.append(
                e.PiecesPlaced(
                    pieces=(f"smoke-{number}",),
                    kind=f"smoke-{value}",
                    zone="smoke-cup",
                    face="smoke",
                    rule="T94",
                )
            )
    for letter, chit in PACK.chits.items():
        if f"chit-{letter.lower()}" not in there:
            piece = (f"chit-{letter.lower()}",)
            events.append(
                e.PiecesPlaced(pieces=piece, kind=chit.kind, zone="chit-cup", rule="7.3.2")
            )
    for kind, number in PACK.markers.fortifications.items():
        taken = sum(one.startswith(f"{kind}-") for one in there)
        pieces = tuple(f"{kind}-{each}" for each in range(1, number - taken + 1))
        if pieces:
            events.append(e.PiecesPlaced(pieces=pieces, kind=kind, zone="box", rule="F100.1"))
    round_ = e.PiecesPlaced(
        pieces=("spotting-round",), kind="spotting-round", zone="box", rule="O18.2.1"
    )
    return [*events, round_]


def chit(letter: str, zone: str) -> e.PiecesPlaced:
    """An objective marker somewhere."""
    return e.PiecesPlaced(
        pieces=(f"chit-{letter.lower()}",), kind=PACK.chits[letter].kind, zone=zone, rule="7.3.2"
    )


def radio(seat: str, kind: str = "radio-105mm", face: str = "working") -> e.PiecesPlaced:
    """A radio in its owner's artillery box."""
    return e.PiecesPlaced(
        pieces=(f"{seat}-radio-1",),
        kind=kind,
        zone=f"artillery-{seat}",
        owner=seat,
        face=face,
        rule="12",
    )
