"""What a seat can be asked: the material of which standing answers are made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import monotonic

from wardiary.adapters.web.schemas.play import Askable, FactSeen, SlotSeen, StandingChoices
from wardiary.domain.diary.history import History
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.pieces import Seat
from wardiary.projections.labels import capital
from wardiary.projections.naming import Names
from wardiary.projections.offers import verb_text

LOOKED_BACK, SECONDS = 400, 0.5
"""So many entries are looked at, and not for longer than that."""
VALUES = 24


def asked_so_far(game: Game, line: History, seat: Seat, begin: int) -> tuple[Askable, ...]:
    """The questions that a seat was asked after a position, the latest first, each once.

    Only its own prompts are looked at: they hold nothing that it has not seen.
    """
    prompts_by_seat: dict[str, list[Prompt]] = {}
    until = monotonic() + SECONDS
    ends = (end for end in reversed(line.ends) if end > begin)
    for end in islice(ends, LOOKED_BACK):
        for prompt in game.prompts(line.table_at(end)):
            if prompt.seat == seat:
                prompts_by_seat.setdefault(prompt.rule, []).append(prompt)
        if monotonic() > until:
            break
    names = Names(game, line.table, seat)
    return tuple(_askable(prompts, names) for prompts in prompts_by_seat.values())


def choices(game: Game, line: History, seat: Seat, begin: int) -> StandingChoices:
    """What a seat's standing answers can be made of, and what all of it is called."""
    questions = asked_so_far(game, line, seat, begin)
    names = Names(game, line.table, seat)
    facts = (fact.values for asked in questions for fact in asked.facts)
    slots = (slot.values for asked in questions for slot in asked.slots)
    words = {value for some in (*facts, *slots) for value in some if isinstance(value, str)}
    return StandingChoices(
        questions,
        tuple(sorted(game.verbs)),
        {verb: capital(verb_text(names, verb)) for verb in game.verbs},
        {word: names.of(word) for word in sorted(words)},
    )


def _askable(prompts: list[Prompt], names: Names) -> Askable:
    verbs = dict.fromkeys(offer.verb for prompt in prompts for offer in prompt.offers)
    seen: dict[str, dict[str | int, None]] = {}
    for prompt in prompts:
        for facts in (prompt.facts, *(offer.facts for offer in prompt.offers)):
            for fact, value in facts.items():
                seen.setdefault(fact, {})[value] = None
    had = tuple(FactSeen(fact, tuple(islice(values, VALUES))) for fact, values in seen.items())
    question = capital(names.text(prompts[0].question))
    return Askable(prompts[0].rule, question, tuple(verbs), had, tuple(_slots(prompts)))


def _slots(prompts: list[Prompt]) -> Iterator[SlotSeen]:
    """The slots of all answers that ever had a choice, with their candidates."""
    seen: dict[tuple[str, str], dict[str | int, None]] = {}
    for prompt in prompts:
        for offer in prompt.offers:
            for slot in offer.slots:
                candidates = seen.setdefault((offer.verb, slot.name), {})
                candidates.update(dict.fromkeys(slot.candidates))
    for (verb, name), candidates in seen.items():
        if len(candidates) > 1:
            yield SlotSeen(verb, name, tuple(islice(candidates, VALUES)))
