"""Questions with one answer: a seat chooses one of some public things, or none where it may.

A question is a class of steps: its tag, its text, its rule, and what follows from the choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from msgspec import Raw, Struct, json, structs

from wardiary.domain.play.commands import Command, Illegal, verb_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Candidate, Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.domain.table.upcasts import Shape, Upcast


class Choose(Command, frozen=True, tag="choose"):
    """Choose one of the things you are asked about."""

    says = "choose {this}"
    this: str


class Decline(Command, frozen=True, tag="decline"):
    """Choose none of the things you are asked about."""

    says = "choose none of them"


class Choice(Step, frozen=True):
    """A seat chooses one of the `options` that the table has now; a question subclasses this.

    `command` has one slot, for what is chosen; with a `decline` command the seat may choose
    nothing. A choice without options is skipped. A forced one, of a single option that cannot be
    declined, is carried out at once unless the question `asks_when_forced`. Bots and standing
    answers know the question by the fact `what`: its name, or else its tag.
    """

    question: ClassVar[str]
    rule: ClassVar[str]
    name: ClassVar[str] = ""
    label: ClassVar[str] = ""
    command: ClassVar[type[Command]] = Choose
    decline: ClassVar[type[Command] | None] = None
    decline_label: ClassVar[str] = "none of them"
    asks_when_forced: ClassVar[bool] = False

    def chooser(self, table: Table) -> Seat:
        """The seat that is asked."""
        raise NotImplementedError

    def options(self, table: Table) -> Sequence[str]:
        """What may be chosen: ids that the seat may know."""
        raise NotImplementedError

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """What follows from the choice; this step is closed already."""
        raise NotImplementedError

    def declined(self, draft: Draft) -> None:
        """What follows when the seat chose nothing; nothing does unless a question says so."""

    def skipped(self, draft: Draft) -> None:
        """What follows when there was nothing to choose; nothing does unless a question says so."""

    def question_at(self, table: Table) -> str:
        """The text of the question, where it depends on the table."""
        return self.question

    def facts(self, table: Table) -> dict[str, Candidate]:
        """What bots and standing answers may look at."""
        return {"what": self.question_name()}

    @classmethod
    def question_name(cls) -> str:
        """The name of the question."""
        return cls.name or str(cls.__struct_config__.tag)

    def must_ask(self, options: Sequence[str]) -> bool:
        """Whether the seat has anything to decide."""
        optional = self.decline is not None or self.asks_when_forced
        return bool(options) if optional else len(options) > 1

    def prompts(self, table: Table) -> Prompts:
        """The options, and to decline where that is allowed."""
        options = self.options(table)
        if not self.must_ask(options):
            return ()
        question, (slot,) = self.question_at(table), self.command.__struct_fields__
        slots = (choice_slot(slot, options),)
        offers = [Offer(verb_of(self.command), slots, self.rule, self.label or question)]
        if self.decline is not None:
            offers.append(Offer(verb_of(self.decline), (), self.rule, self.decline_label))
        seat, facts = self.chooser(table), self.facts(table)
        return (Prompt(seat, tuple(offers), self.rule, question, facts),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Raise Illegal for a choice that is none of the options."""
        if isinstance(command, self.command):
            chosen, options = self._chosen(command), self.options(table)
            if chosen not in options:
                why = f"{chosen} cannot be chosen; these can: {', '.join(options)}"
                raise Illegal(self.rule, why)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Carry out what was chosen."""
        draft.finish()
        if isinstance(command, self.command):
            self.carry_out(draft, self._chosen(command))
        else:
            self.declined(draft)

    def resume(self, draft: Draft) -> None:
        """Carry out the only option, or skip the question."""
        draft.finish()
        options = self.options(draft.table)
        if options:
            self.carry_out(draft, options[0])
        else:
            self.skipped(draft)

    def _chosen(self, command: Command) -> str:
        (slot,) = self.command.__struct_fields__
        return str(getattr(command, slot))


class SeatChoice(Choice, frozen=True):
    """A choice of a seat that was known when it was opened."""

    seat: Seat

    def chooser(self, table: Table) -> Seat:
        """The seat that is asked."""
        return self.seat


class ListedChoice(SeatChoice, frozen=True):
    """A choice among things that were listed when it was opened."""

    of: tuple[str, ...]

    def options(self, table: Table) -> Sequence[str]:
        """The things listed."""
        return self.of


def ask(draft: Draft, choice: Choice) -> None:
    """Open a choice, or settle it here and now when there is nothing to decide.

    Of what a `ListedChoice` lists several times, only the first counts.
    """
    if isinstance(choice, ListedChoice):
        choice = structs.replace(choice, of=tuple(dict.fromkeys(choice.of)))
    draft.begin(choice)
    if not choice.must_ask(choice.options(draft.table)):
        choice.resume(draft)


class _NamedChoice(Struct):
    """The fields by which a stored step named its question."""

    what: str
    rule: str
    about: tuple[Raw, ...]


def named_choices(tag: str, choices: Iterable[type[ListedChoice]]) -> Upcast:
    """Reads stored steps of one `tag`, which named their question in a field `what`.

    Each becomes the choice of that name and rule; the ids in its field `about` go, in their order,
    to the fields that the choice has beyond `seat` and `of`. A step that no choice fits stays as
    it is, and is refused as any other that the game does not have.
    """
    by_name = {(choice.question_name(), choice.rule): choice for choice in choices}

    def reshape(shape: Shape) -> Shape:
        stored = json.decode(json.encode(shape), type=_NamedChoice)
        choice = by_name.get((stored.what, stored.rule))
        if choice is None:
            return shape
        own_fields = choice.__struct_fields__[len(ListedChoice.__struct_fields__) :]
        if len(own_fields) != len(stored.about):
            return shape
        step = Raw(json.encode(choice.__struct_config__.tag))
        about = dict(zip(own_fields, stored.about, strict=True))
        return {"step": step, "seat": shape["seat"], "of": shape["of"], **about}

    return Upcast(reshape={tag: reshape})
