"""Menus: steps that offer several actions, each declared in the chapter it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import structs

from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

Context = TypeVar("Context")
S = TypeVar("S", bound=Step)


def no_offers(table: Table, seat: Seat, context: object) -> Iterable[Offer]:
    """For an action that the offers of another one include."""
    return ()


def never_refused(table: Table, seat: Seat, command: Command, context: object) -> None:
    """For an action of which the offers say all."""


def top_step(draft: Draft, kind: type[S]) -> S:
    """The step on top, which must be of this kind: for an action, the menu it is on."""
    step = draft.top
    assert isinstance(step, kind), f"{step!r} is no {kind.__name__}"
    return step


def close_menu(draft: Draft, seat: Seat, command: Command) -> None:
    """For an action that only ends the step, such as a pass."""
    draft.finish()


class Action(NamedTuple, Generic[Context]):
    """A command on a menu: what it does, when and with what it is offered, and why it is refused.

    `carry_out` may look at the menu itself with `top_step`. `refuse` raises Illegal with the exact
    rule; where it does not, the kernel refuses what is not offered. `context` is what the menu
    gives to all its actions: the step itself, unless it says otherwise.
    """

    command: type[Command]
    carry_out: Callable[[Draft, Seat, Any], None]
    offers: Callable[[Table, Seat, Context], Iterable[Offer]] = no_offers
    refuse: Callable[[Table, Seat, Any, Context], None] = never_refused


class Menu(Step, frozen=True):
    """A step that offers its actions to the seats it asks.

    Nobody is asked for the sake of the actions in `anytime` alone: they are offered along with
    those of `menu`.
    """

    menu: ClassVar[tuple[Action[Any], ...]] = ()
    anytime: ClassVar[tuple[Action[Any], ...]] = ()

    def asks(self, table: Table) -> Prompts:
        """Who is asked, under which rule, with which question and facts; offers are added."""
        raise NotImplementedError

    def context(self, table: Table, seat: Seat) -> Any:
        """What offers and refusals of all actions look at, worked out once for a seat."""
        return self

    def actions(self, table: Table) -> tuple[Action[Any], ...]:
        """The actions on the menu now, in the order of their offers."""
        return self.menu

    def offers(self, table: Table, seat: Seat) -> tuple[Offer, ...]:
        """Everything that a seat may do now; empty when there is nothing but `anytime`."""
        context = self.context(table, seat)
        offers = _offers(self.actions(table), table, seat, context)
        return (*offers, *_offers(self.anytime, table, seat, context)) if offers else ()

    def action_for(self, command: Command) -> Action[Any] | None:
        """The action of a command, whether it is possible now or not; None for another step's."""
        kind = type(command)
        for actions in (self.menu, self.anytime):
            for action in actions:
                if action.command is kind:
                    return action
        return None

    def prompts(self, table: Table) -> Prompts:
        """A prompt with its offers for each seat that may do anything."""
        prompts = []
        for asked in self.asks(table):
            offers = (*asked.offers, *self.offers(table, asked.seat))
            if offers:
                prompts.append(structs.replace(asked, offers=offers))
        return tuple(prompts)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Raise Illegal where the action of a command says so."""
        if action := self.action_for(command):
            action.refuse(table, seat, command, self.context(table, seat))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Carry out the action of a command that is among the offers."""
        action = self.action_for(command)
        assert action is not None, command
        action.carry_out(draft, seat, command)


def _offers(
    actions: Iterable[Action[Any]], table: Table, seat: Seat, context: object
) -> list[Offer]:
    offers: list[Offer] = []
    for action in actions:
        if action.offers is not no_offers:
            offers.extend(action.offers(table, seat, context))
    return offers
