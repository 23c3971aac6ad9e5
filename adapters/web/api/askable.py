"""What a seat can be asked: the material of which standing answers are made."""

from __future__ import annotations

from itertools import islice
from time import monotonic

from wardiary.adapters.web.schemas.play import Askable, FactSeen
from wardiary.domain.diary.history import History
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.pieces import Seat

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
    return tuple(_askable(prompts) for prompts in prompts_by_seat.values())


def _askable(prompts: list[Prompt]) -> Askable:
    verbs = dict.fromkeys(offer.verb for prompt in prompts for offer in prompt.offers)
    seen: dict[str, dict[str | int, None]] = {}
    for prompt in prompts:
        for facts in (prompt.facts, *(offer.facts for offer in prompt.offers)):
            for fact, value in facts.items():
                seen.setdefault(fact, {})[value] = None
    had = tuple(FactSeen(fact, tuple(islice(values, VALUES))) for fact, values in seen.items())
    return Askable(prompts[0].rule, prompts[0].question, tuple(verbs), had)
