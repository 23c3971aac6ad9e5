"""Standing answers: what a seat has decided beforehand to answer when it is asked.

They are secret: kept outside the log, seen by nobody else, and applied when the prompt comes up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.prompts import Candidate, Offer, Prompt, Slot
from wardiary.domain.table.table import Table

if TYPE_CHECKING:
    from wardiary.domain.play.game import Game

MANY, NEAREST = 40, 8
"""A refusal lists up to MANY known names; of more than that, only the NEAREST few."""
Comparison = Literal["is", "is-not", "at-least", "at-most"]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on a fact of the prompt or offer, such as firepower at-least 8."""

    fact: str
    how: Comparison
    value: Candidate

    def holds(self, facts: Mapping[str, Candidate]) -> bool:
        """Whether the fact is given and the comparison true; words have only `is` and `is-not`."""
        if self.fact not in facts:
            return False
        fact = facts[self.fact]
        if self.how == "is":
            return str(fact) == str(self.value)
        if self.how == "is-not":
            return str(fact) != str(self.value)
        if isinstance(fact, str) or isinstance(self.value, str):
            return False
        return fact >= self.value if self.how == "at-least" else fact <= self.value


class StandingAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give a command of this verb whenever it is offered and the conditions hold.

    `rule` limits it to prompts of one rule ("" for any), `slots` prefers candidates for slots,
    and it expires after `until_turn` or `until_round` (0: it stays until it is withdrawn). One that
    is only for when the seat is `late` waits until its deadline has passed.
    """

    verb: str
    rule: str = ""
    when: tuple[Condition, ...] = ()
    slots: dict[str, tuple[Candidate, ...]] = {}
    until_turn: int = 0
    until_round: int = 0
    late: bool = False


def check_answerable(answers: Iterable[StandingAnswer], game: Game) -> None:
    """Raise Illegal for an answer that could never be given in a game.

    That is one with a verb, rule, fact or slot that the game does not have.
    """
    for answer in answers:
        _refuse_unknown("command", answer.verb, game.verbs)
        if answer.rule:
            _refuse_unknown("rule", answer.rule, game.rules)
        for condition in answer.when:
            _refuse_unknown("fact", condition.fact, game.facts)
        for slot in answer.slots:
            _refuse_unknown(
                f"slot of {answer.verb}", slot, game.verbs[answer.verb].__struct_fields__
            )


def _refuse_unknown(what: str, name: str, known: Iterable[str]) -> None:
    names = sorted(known)
    if name in names:
        return
    if len(names) > MANY:
        near = get_close_matches(name, names, NEAREST, 0)
        known_names = f"of {len(names)} the nearest are: {', '.join(near)}"
    else:
        known_names = f"there are:  {', '.join(names) or 'none'}"
    raise Illegal("Table/Standing", f"there is no {what} {name!r}; {known_names}")


def answer_for(
    answers: Iterable[StandingAnswer],
    prompt: Prompt,
    table: Table,
    verbs: Mapping[str, type[Command]],
    *,
    late: bool = False,
) -> Command | None:
    """The command that the first fitting standing answer gives to a prompt; None if none fits.

    `late` says whether the deadline of the question has passed.
    """
    for answer in answers:
        if answer.late and not late:
            continue
        if _has_expired(answer, table) or answer.rule not in ("", prompt.rule):
            continue
        for offer in prompt.offers:
            if offer.verb != answer.verb:
                continue
            facts = {**prompt.facts, **offer.facts}
            if all(condition.holds(facts) for condition in answer.when):
                filled = _fill_slots(offer, answer)
                if filled is not None:
                    return msgspec.convert({"do": offer.verb, **filled}, verbs[offer.verb])
    return None


def _has_expired(answer: StandingAnswer, table: Table) -> bool:
    over_turn = bool(answer.until_turn) and table.turn > answer.until_turn
    return over_turn or (bool(answer.until_round) and table.round > answer.until_round)


def _fill_slots(offer: Offer, answer: StandingAnswer) -> dict[str, Any] | None:
    filled: dict[str, Any] = {}
    for slot in offer.slots:
        wanted = answer.slots.get(slot.name)
        value = _value(slot, wanted)
        if value is None:
            return None
        filled[slot.name] = value
    return filled


def _value(slot: Slot, wanted: tuple[Candidate, ...] | None) -> Any:
    fitting = (
        slot.candidates
        if wanted is None
        else tuple(candidate for candidate in wanted if candidate in slot.candidates)
    )
    if slot.many:
        chosen = fitting[: slot.least] if wanted is None else fitting[: slot.most]
        return chosen if len(chosen) >= slot.least else None
    return fitting[0] if fitting else None
