"""5.2.2, 14.1.1 Points won by eliminations, and Medic! against them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wardiary.domain.games.combat_soldiers.actions.windows import card_window
from wardiary.domain.games.combat_soldiers.components.zones import (
    FALLEN,
    TALLIED,
    casualty_pile,
    join_units,
    split_units,
)
from wardiary.domain.games.combat_soldiers.groups.forming import subsets
from wardiary.domain.games.combat_soldiers.groups.group import victory_points
from wardiary.domain.games.combat_soldiers.groups.piles import clear_units, discard, discard_played
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Medic(Command, frozen=True, tag="medic"):
    """14.1.1: halve the points of the battle."""

    says = "play {card} to halve the points"
    card: str


class Keep(Command, frozen=True, tag="keep"):
    """14.1.1: the eliminated units that the winner scores; "none" for no unit."""

    says = "score {cards}"
    cards: str


def points_of(table: Table, cards: Iterable[PieceId]) -> int:
    """5.2.2: the printed victory points of some units."""
    return sum(victory_points(table, card) for card in cards)


def score_fallen(draft: Draft, winner: Seat, *, rule: str) -> None:
    """5.2.2: eliminated units go to the winner's pile; 19.0: or are tallied at once."""
    fallen = draft.table.zone(FALLEN)
    if not fallen:
        return
    if draft.table.setting("dealer-record"):
        total = points_of(draft.table, fallen)
        draft.track(f"vp/{winner}", draft.table.track(f"vp/{winner}") + total, rule="19.0")
        draft.move(fallen, TALLIED, rule="19.0")
    else:
        draft.move(fallen, casualty_pile(winner), rule=rule)


class PointsWon(Step, frozen=True, tag="spoils"):
    """14.1.1: right after a battle any seat may play Medic!; the winner then keeps half."""

    winner: Seat
    waiting: tuple[Seat, ...]
    halved: bool = False

    def prompts(self, table: Table) -> Prompts:
        """The next seat of the window, or the winner who must choose."""
        if self.halved:
            return (self._keep_prompt(table),)
        return (self._medic_prompt(table, self.waiting[0]),) if self.waiting else ()

    def _keep_prompt(self, table: Table) -> Prompt:
        cards = choice_slot("cards", [join_units(part) for part in keepable_cards(table)])
        offers = (offer(Keep, "14.1.1-b", "Keep", cards),)
        return Prompt(self.winner, offers, "14.1.1-b", "What do you keep?")

    def _medic_prompt(self, table: Table, seat: Seat) -> Prompt:
        total = points_of(table, table.zone(FALLEN))
        return card_window(
            table,
            seat,
            Medic,
            "medic",
            "14.1.1-a",
            "Medic!",
            f"{self.winner.upper()} wins {total} points: play Medic!?",
            window="medic",
            winner=self.winner,
            points=total,
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Pass, halve the points, or settle what the winner keeps."""
        match command:
            case Medic(card=card):
                discard_played(draft, card, rule="14.1.1-a")
                draft.change(halved=True, waiting=())
            case Keep(cards=cards):
                kept_cards = split_units(cards)
                lost_cards = [card for card in draft.table.zone(FALLEN) if card not in kept_cards]
                draft.finish()
                discard_fallen(draft, lost_cards)
                score_fallen(draft, self.winner, rule="14.1.1-b")
            case _:
                draft.change(waiting=self.waiting[1:])

    def resume(self, draft: Draft) -> None:
        """No seat plays Medic!: the winner scores all points."""
        draft.finish()
        score_fallen(draft, self.winner, rule="7.2.2.4")


def keepable_cards(table: Table) -> list[tuple[PieceId, ...]]:
    """14.1.1-b: the cards worth at most half of the total, rounded down."""
    fallen = table.zone(FALLEN)
    most = points_of(table, fallen) // 2
    # Ruling: CS-Q60 the winner keeps any such part, also none.
    return [part for part in subsets(fallen, 0) if points_of(table, part) <= most]


def discard_fallen(draft: Draft, cards: Sequence[PieceId]) -> None:
    """14.1.1-b: what is not kept goes to the discard pile."""
    clear_units(draft, cards)
    discard(draft, cards, rule="14.1.1-b")


def settle_points(draft: Draft, winner: Seat, order: tuple[Seat, ...]) -> None:
    """Open the Medic! window when the winner has points to lose, else settle at once."""
    if points_of(draft.table, draft.table.zone(FALLEN)):
        draft.begin(PointsWon(winner, order))
    else:
        score_fallen(draft, winner, rule="7.2.2.4")
