"""The application: matches opened, played, looked at, branched and audited over one store.

`Matches` is the one facade; each of its parts is in a module of its own: `opening`, `submission`,
`queries`, `standing`, `branching` and `records`, over `lines`, the histories held in memory.
"""

from __future__ import annotations

from wardiary.adapters.matches.branching import Branching
from wardiary.adapters.matches.errors import (
    CommandIdTaken,
    LostRaces,
    MatchIsPaused,
    StalePosition,
    StaleWindow,
    StandingDamaged,
)
from wardiary.adapters.matches.opening import MatchOpening
from wardiary.adapters.matches.parsing import parse_command
from wardiary.adapters.matches.queries import CurrentState
from wardiary.adapters.matches.records import Records
from wardiary.adapters.matches.submission import CommandResult

__all__ = [
    "CommandIdTaken",
    "CommandResult",
    "CurrentState",
    "LostRaces",
    "MatchIsPaused",
    "Matches",
    "StalePosition",
    "StaleWindow",
    "StandingDamaged",
    "parse_command",
]


class Matches(MatchOpening, Branching, Records):
    """Everything that can be done with matches. Safe to call from any thread.

    `clock` gives integer milliseconds, `entropy` secret random bytes. Roles for looking are the
    name of a seat, "" for a spectator, and "director". Raises Illegal for what the rules refuse,
    StoreError for what could not be recorded, StalePosition for what was written for another
    position. Commands of one match are carried out one after another; what one match does keeps no
    other waiting.
    """
