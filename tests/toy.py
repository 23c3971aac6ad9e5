"""A tiny game for the kernel's own tests: two seats bid secretly, the higher card wins a point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Layout, Opening, Rng, ScenarioInfo, Setting
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
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

    sealed = True
    card: str


class Bidding(Step, frozen=True, tag="bidding"):
    """T2: whoever has not bid yet is asked."""

    waiting: tuple[str, ...]

    def prompts(self, table: Table) -> Prompts:
        """A prompt for each seat that has not bid."""
        return tuple(
            Prompt(
                seat,
                (Offer("bid", (choice_slot("card", table.zone(f"{seat}-hand")),), "T2"),),
                "T2",
            )
            for seat in self.waiting
        )

    def refuse(self, table: Table, seat: str, command: Command) -> None:
        """A card must come from the own hand."""
        if isinstance(command, Bid) and command.card not in table.zone(f"{seat}-hand"):
            raise Illegal("T2", f"{command.card} is not in your hand")

    def answer(self, draft: Draft, seat: str, command: Command) -> None:
        """Lay the card aside, unseen."""
        assert isinstance(command, Bid)
        draft.move(command.card, f"{seat}-bid", rule="T2")
        draft.change(waiting=tuple(one for one in self.waiting if one != seat))

    def resume(self, draft: Draft) -> None:
        """Open both bids, roll, and score."""
        draft.finish()
        strength = {}
        for seat in SEATS:
            (card,) = draft.table.zone(f"{seat}-bid")
            draft.move(card, "discard", rule="T3")
            (face,) = draft.roll(seat, "bid", rule="T3")
            items = (("card", int(card.split("-")[1]), "T3"), ("die", face, "T3"))
            strength[seat] = draft.total(f"bid {seat}", items, rule="T3")
        winner = max(SEATS, key=lambda seat: strength[seat])
        score(draft, winner)


def score(draft: Draft, seat: str) -> None:
    """T4: a point; two points win; without cards the deck is dealt again."""
    draft.track(f"points/{seat}", draft.table.track(f"points/{seat}") + 1, rule="T3")
    points = {one: draft.table.track(f"points/{one}") for one in SEATS}
    if points[seat] >= draft.table.setting("target"):
        draft.end_match((seat,), "enough points", points, rule="T4")
    if not draft.table.zone("red-hand"):
        deal(draft)
    draft.begin(Bidding(SEATS))


def deal(draft: Draft) -> None:
    """T1: everything back, shuffled, three cards each."""
    for seat in SEATS:
        draft.move(draft.table.zone(f"{seat}-hand"), "deck", rule="T1")
    draft.move(draft.table.zone("discard"), "deck", rule="T1")
    draft.shuffle("deck", rule="T1")
    for seat in SEATS:
        draft.draw("deck", f"{seat}-hand", 3, rule="T1")
    draft.enter("bid", rule="T1", round=draft.table.round + 1)


def set_up(draft: Draft, opening: Opening) -> None:
    """T1: ten cards."""
    draft.place([f"card-{n}" for n in range(10)], "card", "deck", rule="T1")
    deal(draft)
    draft.begin(Bidding(opening.seats))


def visibility(_: object, opening: Opening) -> dict[str, Visibility]:
    """Hands and bids are the owner's, the deck is nobody's."""
    hidden = {"deck": Visibility("nobody", ordered=True)}
    for seat in opening.seats:
        hidden[f"{seat}-hand"] = Visibility("owner", seat)
        hidden[f"{seat}-bid"] = Visibility("owner", seat)
    return hidden


def read_pack(files: Mapping[str, bytes]) -> dict[str, int]:
    """The toy's pack is empty."""
    return dict.fromkeys(files, 0)


def policy(table: Table, prompt: Prompt, luck: Rng) -> Command:
    """Bid the highest card."""
    del table, luck
    return Bid(max(str(card) for card in prompt.offers[0].slots[0].candidates))


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
            draft.draw("deck", f"{seat}-hand", 1, rule="T1")
        else:
            draft.roll(seat, "nothing", rule="T3")


def draws() -> Game:
    """The toy with nothing to do but to draw and to roll."""

    def begin(draft: Draft, opening: Opening) -> None:
        set_up(draft, opening)
        draft.finish()
        draft.begin(Idling())

    return replace(TOY, commands=(Draw, Roll), steps=(Idling,), set_up=begin)
