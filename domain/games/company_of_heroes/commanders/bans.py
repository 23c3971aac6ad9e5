"""C-8.2a: in tournaments every player bans one of an opponent's commanders."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.commanders.commands import Ban
from wardiary.domain.games.company_of_heroes.table.armies import (
    Army,
    armies_of,
    enemy_of,
    seat_of,
    team_of,
)
from wardiary.domain.games.company_of_heroes.table.zones import COMMANDERS_OUT, commander_hand
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

QUESTION = "Which commander of your opponent do you ban?"


def banner(table: Table, army: Army) -> Seat:
    """C-8.2a: who bans a commander of an army: the player of the enemy's army with its number."""
    team = team_of(army)
    return seat_of(table.seats, f"{enemy_of(team)}{army.removeprefix(team)}")


class BanCommanders(Step, frozen=True, tag="ban-commanders"):
    """C-8.2a: all players ban at once; `waiting` are the armies that have lost none yet."""

    waiting: tuple[Army, ...]

    def prompts(self, table: Table) -> Prompts:
        """Everybody who has still to ban a commander."""
        return tuple(
            Prompt(seat, offers, "C-8.2a", QUESTION, {"what": "ban"})
            for seat in table.seats
            if (offers := tuple(self._offers(table, seat)))
        )

    def _offers(self, table: Table, seat: Seat) -> Iterator[Offer]:
        for army in self.waiting:
            if banner(table, army) == seat:
                cards = choice_slot("card", table.zone(commander_hand(army)))
                yield offer(Ban, "C-8.2a", "ban a commander", cards, army=army)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """C-8.2a: one of those that the opponent drew."""
        if isinstance(command, Ban):
            due = command.army in self.waiting and banner(table, command.army) == seat
            refuse_unless(due, "C-8.2a", f"you ban no commander of {command.army} now")
            drawn = command.card in table.zone(commander_hand(command.army))
            refuse_unless(drawn, "C-8.2a", f"{command.card} is not among those drawn")

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """C-8.2a: the commander is out of the match."""
        assert isinstance(command, Ban)
        draft.move(command.card, COMMANDERS_OUT, rule="C-8.2a")
        draft.change(waiting=tuple(army for army in self.waiting if army != command.army))

    def resume(self, draft: Draft) -> None:
        """C-8.2a: everybody has banned one."""
        draft.finish()


def begin_bans(draft: Draft) -> None:
    """C-8.2a: the commanders that an army drew are shown to the one who bans one of them."""
    table = draft.table
    armies = armies_of(table.seats)
    for army in armies:
        hand = table.zone(commander_hand(army))
        draft.show(hand, (banner(table, army),), rule="C-8.2a")
    draft.begin(BanCommanders(armies))


STEPS = (BanCommanders,)
