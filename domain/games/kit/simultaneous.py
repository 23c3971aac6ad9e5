"""Questions to several seats at once, and secret choices that are revealed together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from wardiary.domain.games.kit.menus import top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Simultaneous(Step, frozen=True):
    """All seats in `waiting` are asked at once; each is asked until it is ready.

    `answer` says `seat_is_ready(draft, seat)` when a seat has answered all.
    """

    waiting: tuple[Seat, ...]

    def prompt_of(self, table: Table, seat: Seat) -> Prompt:
        """What one of the seats is asked."""
        raise NotImplementedError

    def all_ready(self, draft: Draft) -> None:
        """What follows when no seat is asked any more; this step is closed already."""
        raise NotImplementedError

    def prompts(self, table: Table) -> Prompts:
        """A prompt for each seat that is not ready."""
        return tuple(self.prompt_of(table, seat) for seat in self.waiting)

    def resume(self, draft: Draft) -> None:
        """Go on: all are ready."""
        draft.finish()
        self.all_ready(draft)


def seat_is_ready(draft: Draft, seat: Seat) -> None:
    """The top step, which is simultaneous, asks this seat no more."""
    waiting = top_step(draft, Simultaneous).waiting
    draft.change(waiting=tuple(other for other in waiting if other != seat))


class SecretChoice(Simultaneous, frozen=True):
    """Each seat puts one card aside unseen; a question subclasses this.

    `command` has one slot, for the card, and should be `sealed`. The zone that a card is put into
    must be one that only its owner may look into.
    """

    question: ClassVar[str]
    rule: ClassVar[str]
    label: ClassVar[str] = ""
    command: ClassVar[type[Command]]

    def options(self, table: Table, seat: Seat) -> Sequence[PieceId]:
        """What a seat may choose from, such as its hand."""
        raise NotImplementedError

    def zone_for(self, seat: Seat) -> Zone:
        """Where the card is until all are revealed."""
        raise NotImplementedError

    def prompt_of(self, table: Table, seat: Seat) -> Prompt:
        """Any of its cards."""
        (slot,) = self.command.__struct_fields__
        cards = choice_slot(slot, self.options(table, seat))
        choose = offer(self.command, self.rule, self.label, cards)
        return Prompt(seat, (choose,), self.rule, self.question)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Raise Illegal for a card that the seat cannot choose."""
        if isinstance(command, self.command):
            card = self._card(command)
            if card not in self.options(table, seat):
                raise Illegal(self.rule, f"{card} is not among the cards you can choose")

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Put the card aside."""
        draft.move(self._card(command), self.zone_for(seat), rule=self.rule)
        seat_is_ready(draft, seat)

    def _card(self, command: Command) -> PieceId:
        (slot,) = self.command.__struct_fields__
        return str(getattr(command, slot))
