"""Timelines: where each entry of a line ends, and when, kept up as the line grows."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

import msgspec

from wardiary.adapters.matches import Matches
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat

KEPT = 256
Moment = tuple[int, int, Seat, int, int]


class _CachedTimeline(msgspec.Struct):
    """A timeline so far: its moments, and the round and turn at its end."""

    moments: list[Moment]
    position: int = 0
    round: int = 0
    turn: int = 0


class Timelines:
    """The timelines of the matches looked at last; reading one again costs only what is new."""

    def __init__(self, matches: Matches) -> None:
        """Of the matches of one application."""
        self.matches = matches
        self._kept: OrderedDict[str, _CachedTimeline] = OrderedDict()
        self._lock = Lock()

    def of(self, match: str) -> list[Moment]:
        """Position, time, seat, round and turn at the end of every entry."""
        line = self.matches.history(match)
        with self._lock:
            grown = self._kept.pop(match, None) or _CachedTimeline([])
            self._grow(grown, line)
            self._kept[match] = grown
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return list(grown.moments)

    def _grow(self, grown: _CachedTimeline, line: History) -> None:
        for entry in line.entries(grown.position):
            opener = line.event(entry.first)
            for row in line.rows[entry.first - 1 : entry.last]:
                if kind_of(row) == "phase-entered":
                    entered = line.event(row.position)
                    assert isinstance(entered, e.PhaseEntered)
                    grown.round, grown.turn = entered.round, entered.turn
                elif kind_of(row) == "rewound":
                    back = line.table_at(row.position)
                    grown.round, grown.turn = back.round, back.turn
            seat = opener.seat if isinstance(opener, e.CommandAccepted) else ""
            moment = (entry.last, line.time_of(entry), seat, grown.round, grown.turn)
            grown.moments.append(moment)
            grown.position = entry.last
