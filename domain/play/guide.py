"""A short guide to a game in our own words, for those who play it for the first time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from wardiary.domain.play.faces import Text
from wardiary.domain.table.pieces import Seat


class FirstMatch(msgspec.Struct, frozen=True):
    """The match that a newcomer begins with: a scenario, the seats of it, and their own seat.

    Bots play the other seats. `why` says in a sentence why this one is a good beginning.
    """

    scenario: str
    seats: tuple[Seat, ...]
    seat: Seat
    why: str


@dataclass(frozen=True)
class Guide:
    """What a newcomer reads before the first match, and what helps during it.

    `aim` says what one wants, `turn` what happens in a turn in its order, and `mistakes` the five
    things that newcomers get wrong. `hints` are advice for a question, by the question's rule, for
    the first matches. Each text cites its rule.
    """

    aim: tuple[Text, ...]
    turn: tuple[Text, ...]
    mistakes: tuple[Text, ...]
    first: FirstMatch
    hints: Mapping[str, str] = field(default_factory=dict)
