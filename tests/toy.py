"""A tiny game for the kernel's own tests: two seats bid in secret, the higher card wins a point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from wardiary.domain.games.kit.bots import ScoringBot, score_each
from wardiary.domain.games.kit.piles import shuffle_back
from wardiary.domain.games.kit.simultaneous import SecretChoice
from wardiary.domain.games.kit.zones import SeatZone, hidden_zones
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Layout, Opening, ScenarioInfo, Setting
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Visibility
from wardiary.domain.table.table import Table

SEATS = ("red", "blue")
RULES = {
    "T1": "Shuffle and deal three cards.",
    "T2": "Both bid a card in secret.",
    "T3": "The higher card, plus a die, wins a point.",
    "T4": "Two points win.",
}


class Bid(Command, frozen=True, tag="bid"):
    """Bid one card of your hand."""

    says = "bid {card}"
    sealed = True
    card: str


hand = SeatZone("{}-hand", "hand", "owner")
bid = SeatZone("{}-bid", "bid", "owner")


class Bidding(SecretChoice, frozen=True, tag="bidding"):
    """T2: every seat that has not bid is asked."""

    question = "Which card do you bid?"
    rule = "T2"
    command = Bid

    def options(self, table: Table, seat: str) -> tuple[str, ...]:
        """The seat's hand."""
        return table.zone(hand(seat))

    def zone_for(self, seat: str) -> str:
        """A zone that only the seat sees."""
        return bid(seat)

    def all_ready(self, draft: Draft) -> None:
        """T3: open both bids, roll, and score."""
        strength = {}
        for seat in SEATS:
            (card,) = draft.table.zone(bid(seat))
            draft.move(card, "discard", rule="T3")
            (face,) = draft.roll(seat, "bid", rule="T3")
            items = (("card", number(card), "T3"), ("die", face, "T3"))
            strength[seat] = draft.total(f"bid {seat}", items, rule="T3")
        score(draft, max(SEATS, key=lambda seat: strength[seat]))


def number(card: str) -> int:
    """The number on a card."""
    return int(card.split("-")[1])


def score(draft: Draft, seat: str) -> None:
    """T4: a point; two points win; without cards the deck is dealt again."""
    draft.track(f"points/{seat}", draft.table.track(f"points/{seat}") + 1, rule="T3")
    points = {name: draft.table.track(f"points/{name}") for name in SEATS}
    if points[seat] >= draft.table.setting("target"):
        draft.end_match((seat,), "enough points", points, rule="T4")
    if not draft.table.zone("red-hand"):
        deal(draft)
    draft.begin(Bidding(SEATS))


def deal(draft: Draft) -> None:
    """T1: all cards back, shuffled, three cards each."""
    shuffle_back(draft, *map(hand, SEATS), "discard", into="deck", rule="T1")
    for seat in SEATS:
        draft.draw("deck", hand(seat), 3, rule="T1")
    draft.enter("bid", rule="T1", round=draft.table.round + 1)


def set_up(draft: Draft, opening: Opening) -> None:
    """T1: ten cards."""
    draft.place([f"card-{n}" for n in range(10)], "card", "deck", rule="T1")
    deal(draft)
    draft.begin(Bidding(opening.seats))


def visibility(_: object, opening: Opening) -> dict[str, Visibility]:
    """Hands and bids are their owner's; nobody sees the deck."""
    return {"deck": Visibility("nobody", ordered=True)} | hidden_zones((hand, bid), opening.seats)


def read_pack(files: Mapping[str, bytes]) -> dict[str, int]:
    """This game has no printed values."""
    return dict.fromkeys(files, 0)


def worth(view: Table, command: Bid) -> float:
    """Bid the highest card."""
    return number(command.card)


policy = ScoringBot(lambda view, seat: view, {Bid: score_each(Bid, worth)}, (Bid,))

TOY = Game(
    name="toy",
    title="Toy",
    version="1",
    rules=RULES,
    commands=(Bid,),
    steps=(Bidding,),
    read_pack=read_pack,
    scenarios=lambda _: (ScenarioInfo("plain", "Plain", (SEATS,)),),
    visibility=visibility,
    set_up=set_up,
    policy=policy,
    layout=lambda _: Layout(),
    title_of=lambda kind: kind,
    settings=(Setting("target", 2, (1, 2, 3), "points needed", "T4"),),
)


class Draw(Command, frozen=True, tag="draw"):
    """Take the top card of the deck."""


class Roll(Command, frozen=True, tag="roll"):
    """Roll a die that decides nothing."""


class Idling(Step, frozen=True, tag="idling"):
    """Both seats are asked for ever, to draw or to roll."""

    def prompts(self, table: Table) -> Prompts:
        """The same for both."""
        offers = (Offer("draw", (), "T1"), Offer("roll", (), "T3"))
        return tuple(Prompt(seat, offers, "T1") for seat in SEATS)

    def answer(self, draft: Draft, seat: str, command: Command) -> None:
        """Draw a card, or roll."""
        if isinstance(command, Draw):
            draft.draw("deck", hand(seat), 1, rule="T1")
        else:
            draft.roll(seat, "nothing", rule="T3")


def draws() -> Game:
    """The toy with nothing to do but to draw and to roll."""

    def begin(draft: Draft, opening: Opening) -> None:
        set_up(draft, opening)
        draft.finish()
        draft.begin(Idling())

    return replace(TOY, commands=(Draw, Roll), steps=(Idling,), set_up=begin)


class Nod(Command, frozen=True, tag="nod"):
    """Do nothing that shows anything."""


class Turns(Step, frozen=True, tag="turns"):
    """Each seat nods twice, one seat after the other."""

    def prompts(self, table: Table) -> Prompts:
        """The seat whose turn it is."""
        seat = SEATS[table.track("nods") // 2 % 2]
        return (Prompt(seat, (Offer("nod", (), "T2"),), "T2"),)

    def answer(self, draft: Draft, seat: str, command: Command) -> None:
        """Count it."""
        draft.track("nods", draft.table.track("nods") + 1, rule="T2")


def turns() -> Game:
    """The toy with nothing to do but to nod, in turns."""

    def begin(draft: Draft, opening: Opening) -> None:
        set_up(draft, opening)
        draft.finish()
        draft.begin(Turns())

    return replace(TOY, commands=(Nod,), steps=(Turns,), set_up=begin)
