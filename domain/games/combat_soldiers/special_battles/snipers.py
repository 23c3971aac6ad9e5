"""7.3.6 Sniper!, 7.3.7 Cover!, 13.5.2.5-d the Steeple."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, pay
from wardiary.domain.games.combat_soldiers.actions.windows import card_window
from wardiary.domain.games.combat_soldiers.battles.spoils import score_fallen
from wardiary.domain.games.combat_soldiers.components.cards import printed_objective
from wardiary.domain.games.combat_soldiers.components.zones import (
    hand_cards_with,
    is_group,
    owner_of,
    seats_after,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.groups.group import (
    SeatBoard,
    card_title,
    group_at,
    rating_of,
)
from wardiary.domain.games.combat_soldiers.groups.leaving import eliminate
from wardiary.domain.games.combat_soldiers.groups.objectives import controls, side_of
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

STEEPLE = "steeple"
NEEDED = 6
"""7.3.6: how much the die must be above a leader's rating."""


class Snipe(Command, frozen=True, tag="snipe"):
    """7.3.6: shoot at a leader, with a card or the Steeple."""

    says = "shoot at {leader} with {card}"
    card: str
    leader: str


class Cover(Command, frozen=True, tag="cover"):
    """7.3.7: have the sniper roll two dice, of which the lower counts."""

    says = "play {card} for cover"
    card: str


def snipe_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.6, 13.5.2.5-d: a card at any opposing leader, the Steeple at one of the other side."""
    cards = hand_cards_with(table, seat, "sniper") if cannot_afford(table, seat, 1) is None else ()
    steeple = cannot_use_steeple(table, seat) is None
    if not cards and not steeple:
        return
    groups = [group for group in board.others if group.leader]
    leaders = [group.leader for group in groups]
    if cards and leaders:
        yield offer(
            Snipe, "7.3.6", "Sniper!", choice_slot("card", cards), choice_slot("leader", leaders)
        )
    steeple_side = side_of(table, STEEPLE)
    targets = [group.leader for group in groups if group.side != steeple_side]
    if steeple and targets:
        yield offer(Snipe, "13.5.2.5-d", "Sniper!", choice_slot("leader", targets), card=STEEPLE)


def cannot_use_steeple(table: Table, seat: Seat) -> Refusal:
    """13.5.2.5-d: once a Turn for an action, while its companion works."""
    steeple = table.pieces.get(STEEPLE)
    if steeple is None or not is_group(steeple.zone) or owner_of(steeple.zone) != seat:
        return ("7.3.8.1-b", "you do not hold the Steeple")
    if not controls(table, seat, STEEPLE):
        return ("13.5.2.5-e", "the Steeple is silenced with its companion")
    if used_this_turn(table, "used/steeple"):
        return ("7.3.8.1-b", "a capability works once a Turn")
    return cannot_afford(table, seat, steeple_cost(table))


def steeple_cost(table: Table) -> int:
    """3.0-d: the actions that a shot from the Steeple costs its holder."""
    return printed_objective(table, STEEPLE).cost(side_of(table, STEEPLE))


def refuse_snipe(table: Table, seat: Seat, command: Snipe, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the sniper."""
    if command.card == STEEPLE:
        refuse(cannot_use_steeple(table, seat))
        target = table.pieces.get(command.leader)
        if target is not None and is_group(target.zone):
            if group_at(table, target.zone).side == side_of(table, STEEPLE):
                refuse(("13.5.2.5-d", "the Steeple shoots at leaders of the opposite side"))
    else:
        refuse(cannot_afford(table, seat, 1))


def snipe(draft: Draft, seat: Seat, command: Snipe) -> None:
    """7.3.6: one action; then the inactive seats may play Cover!."""
    if command.card == STEEPLE:
        draft.track("used/steeple", draft.table.turn, rule="7.3.8.1-b")
        pay(draft, steeple_cost(draft.table), "", rule="13.5.2.5-d")
    else:
        pay(draft, 1, "", rule="7.3.6")
        discard_played(draft, command.card, rule="7.3.6")
    draft.begin(SniperShot(seat, command.leader, seats_after(draft.table.seats, seat)))


SNIPE = Action[SeatBoard](Snipe, snipe, snipe_offers, refuse_snipe)


class SniperShot(Step, frozen=True, tag="sniper-shot"):
    """7.3.7: each inactive seat may play Cover!; then one die, or two of which the lower counts."""

    seat: Seat
    leader: PieceId
    waiting: tuple[Seat, ...]
    covered: bool = False

    def prompts(self, table: Table) -> Prompts:
        """The next seat of the window."""
        if not self.waiting:
            return ()
        question = f"A sniper aims at {card_title(table, self.leader)}: play Cover!?"
        prompt = card_window(
            table,
            self.waiting[0],
            Cover,
            "cover",
            "7.3.7",
            "Cover!",
            question,
            window="cover",
            leader=self.leader,
        )
        return (prompt,)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """A card, after which no other seat is asked; or a pass."""
        # Ruling: CS-Q64 any seat but the active one may cover.
        if isinstance(command, Cover):
            discard_played(draft, command.card, rule="7.3.7")
            draft.change(waiting=(), covered=True)
        else:
            draft.change(waiting=self.waiting[1:])

    def resume(self, draft: Draft) -> None:
        """7.3.6: six or more above the rating eliminates the leader."""
        if self.covered:
            faces = draft.roll(self.seat, "sniper", rule="7.3.7", dice=2, high=10)
        else:
            faces = draft.roll(self.seat, "sniper", rule="7.3.6", dice=1, high=10)
        draft.finish()
        if min(faces) - rating_of(draft.table, self.leader) >= NEEDED:
            eliminate(draft, (self.leader,), scored=True, rule="7.3.6")
            score_fallen(draft, self.seat, rule="7.3.6")
