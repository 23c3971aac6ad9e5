"""A line of play: a match's rows from the first, those of its parents before its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from wardiary.domain.diary.chain import GENESIS, entry_hash, leaf, salt_at
from wardiary.domain.diary.codec import decode, kind_of
from wardiary.domain.diary.rows import Row
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import (
    ImpossibleEvent,
    apply,
    evolve,
    table_after_rewind,
    working_copy,
)
from wardiary.domain.table.table import Table

MATCH_OPENERS = ("match-opened", "branch-opened")
OPENERS = (*MATCH_OPENERS, "command-accepted")
CLOSERS = ("entry-closed", "match-ended")
SNAPSHOT_STRIDE = 256
RECENT_TABLES = 4
"""Tables last asked for that a line keeps besides, so that what reads on folds only what is new."""


class EntrySpan(msgspec.Struct, frozen=True):
    """The positions of one entry, both included."""

    first: int
    last: int


class History:
    """Rows from position 1 without a gap, and every table they have made.

    A table is kept every STRIDE events and after every rewind, and so are the few asked for last,
    so any position is a short fold away. Rows that a rewind has undone stay, and `undone` tells
    which they are.
    """

    def __init__(self, rows: Iterable[Row] = (), pack: Any = None) -> None:
        """Fold the rows; `pack` is the printed content for the tables, if rules are to be asked."""
        self.rows: list[Row] = []
        self.ends: list[int] = []
        self._pack = pack
        self._kept: list[Table] = [Table(pack=pack)]
        self._table = self._kept[0]
        self._recent: tuple[Table, ...] = ()
        self._dead: list[tuple[int, int]] = []
        self._rewinds: list[tuple[int, int]] = []
        self._openings: list[int] = []
        self.extend(rows)

    def extend(self, rows: Iterable[Row]) -> None:
        """Take up more rows; raises Impossible on a gap or an event no table could have seen."""
        table = working_copy(self._table)
        for row in rows:
            table = self._step(table, row)
            self.rows.append(row)
            kind = kind_of(row)
            if kind in CLOSERS:
                self.ends.append(row.position)
            elif kind in MATCH_OPENERS:
                self._openings.append(row.position)
            if row.position % SNAPSHOT_STRIDE == 0:
                self._kept.append(table)
                table = working_copy(table)
        self._table = table

    def _step(self, table: Table, row: Row) -> Table:
        event = decode(row.state)
        if isinstance(event, e.Rewound):
            if row.position != table.position + 1 or not 0 < event.to < row.position:
                raise ImpossibleEvent(f"rewind at {row.position} to {event.to} fits no line")
            self._rewinds.append((row.position, event.to))
            self._dead = self._dead_at(row.position)
            back = table_after_rewind(self.table_at(event.to), table)
            # Kept, so that no fold has to go through a rewind: through many it would take for ever.
            self._kept.append(back)
            return working_copy(back)
        apply(table, event, row.position)
        return table

    def _dead_at(self, position: int) -> list[tuple[int, int]]:
        """The stretches that are taken back on the table after a position.

        Those of the table that the last rewind went back to, which may itself have been taken back,
        and all that lies between the two.
        """
        dead: list[tuple[int, int]] = []
        places = [where for where, _ in self._rewinds]
        while number := bisect_right(places, position):
            where, to = self._rewinds[number - 1]
            dead.append((to + 1, where - 1))
            position = to
        return dead[::-1]

    @property
    def head(self) -> int:
        """The position of the last row; 0 on an empty line."""
        return self._table.position

    @property
    def table(self) -> Table:
        """The table at the head."""
        return self._table

    def table_at(self, position: int) -> Table:
        """The table after a position from 0 to the head; raises IndexError outside."""
        if position == self._table.position:
            return self._table
        # A rewind is folded while its line is still being read, so the rows say where it ends.
        if not 0 <= position <= len(self.rows):
            end = len(self.rows)
            raise IndexError(f"position {position} is not on this line, which ends at {end}")
        nearest = self._nearest(position)
        if nearest.position == position:
            return nearest
        table = working_copy(nearest)
        for row in self.rows[nearest.position : position]:
            apply(table, decode(row.state), row.position)
        # One assignment, so that threads that read the same line need no lock.
        self._recent = (table, *self._recent[: RECENT_TABLES - 1])
        return table

    def _nearest(self, position: int) -> Table:
        """The last table that is kept up to a position; no rewind is between the two."""
        kept = self._kept[bisect_right(self._kept, position, key=_position_of) - 1]
        recent = [table for table in self._recent if table.position <= position]
        return max([kept, *recent], key=_position_of)

    def tables_of(self, entry: EntrySpan, before: Table | None = None) -> list[Table]:
        """The table before an entry and after each of its rows; `before` if it is known already."""
        tables = [self.table_at(entry.first - 1) if before is None else before]
        for position, event in self.events(entry.first - 1, entry.last):
            back = isinstance(event, e.Rewound)
            tables.append(self.table_at(position) if back else evolve(tables[-1], event, position))
        return tables

    @property
    def first_own_position(self) -> int:
        """Where the match at the head begins: at 1, or where its branch was opened."""
        return self._openings[-1] if self._openings else 1

    def event(self, position: int) -> e.AnyEvent:
        """The event at a position from 1 to the head."""
        return decode(self.rows[position - 1].state)

    def events(self, after: int = 0, upto: int | None = None) -> Iterator[tuple[int, e.AnyEvent]]:
        """Positions and events after one position, up to another (the head unless given)."""
        for row in self.rows[after : self.head if upto is None else upto]:
            yield row.position, decode(row.state)

    def entries(self, after: int = 0, upto: int | None = None) -> Iterator[EntrySpan]:
        """The entries that lie wholly after one position and up to another."""
        last = self.head if upto is None else upto
        for number in range(bisect_right(self.ends, after), bisect_right(self.ends, last)):
            yield self.entry_number(number)

    def entry_number(self, number: int) -> EntrySpan:
        """The n-th entry, counted from 0."""
        return EntrySpan(self.ends[number - 1] + 1 if number else 1, self.ends[number])

    def entry_of(self, position: int) -> EntrySpan:
        """The entry that a position belongs to."""
        return self.entry_number(bisect_left(self.ends, position))

    def is_end(self, position: int) -> bool:
        """Whether an entry closes here, so that a branch or a rewind may stand on it."""
        place = bisect_left(self.ends, position)
        return place < len(self.ends) and self.ends[place] == position

    def is_undone(self, position: int) -> bool:
        """Whether a later rewind has taken this row back."""
        return any(first <= position <= last for first, last in self._dead)

    def undone_at(self, position: int) -> int:
        """The position of the rewind that took a row back; raises LookupError when none did."""
        for first, last in self._dead:
            if first <= position <= last:
                return last + 1
        raise LookupError(f"position {position} was not taken back")

    @property
    def undone_stretches(self) -> tuple[tuple[int, int], ...]:
        """What is taken back at the head: the first and last position of each stretch."""
        return tuple(self._dead)

    @property
    def last_rewind(self) -> int:
        """The position of the last rewind; 0 when there was none."""
        return self._rewinds[-1][0] if self._rewinds else 0

    def time_of(self, entry: EntrySpan) -> int:
        """When an entry was recorded, in milliseconds."""
        opener = self.event(entry.first)
        assert isinstance(opener, (e.MatchOpened, e.BranchOpened, e.CommandAccepted))
        return opener.time

    def end_at_time(self, time: int) -> int:
        """The end of the last entry recorded by a time (ms); raises IndexError when none was."""
        if not self.ends or self.time_of(self.entry_number(0)) > time:
            raise IndexError("nothing had happened on this line by then")
        low, high = 0, len(self.ends) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.time_of(self.entry_number(middle)) <= time:
                low = middle
            else:
                high = middle - 1
        return self.ends[low]

    def end_at_turn(self, turn: int) -> int:
        """The end of the first entry that leaves the table in a turn (or in a round, where a game
        counts no turns); raises IndexError when the line never was there.
        """
        reached = 0
        for row in self.rows:
            kind = kind_of(row)
            if kind == "phase-entered":
                entered = decode(row.state)
                assert isinstance(entered, e.PhaseEntered)
                reached = entered.turn or entered.round
            elif kind in CLOSERS and reached == turn and not self.is_undone(row.position):
                return row.position
        raise IndexError(f"this line has no turn {turn}")

    def upto(self, position: int) -> History:
        """The line as it stood at a position, sharing what is kept; nothing is folded again."""
        short = History(pack=self._pack)
        short.rows = self.rows[:position]
        short.ends = self.ends[: bisect_right(self.ends, position)]
        short._kept = self._kept[: bisect_right(self._kept, position, key=_position_of)]
        short._openings = [first for first in self._openings if first <= position]
        short._rewinds = [(where, to) for where, to in self._rewinds if where <= position]
        short._dead = short._dead_at(position)
        short._table = self.table_at(position)
        return short

    def hash_before(self, entry: EntrySpan) -> bytes:
        """The hash of the entry before one, as the entry itself states it."""
        opener = self.event(entry.first)
        if isinstance(opener, e.CommandAccepted):
            return bytes.fromhex(opener.prev)
        if isinstance(opener, e.BranchOpened):
            return bytes.fromhex(opener.head)
        return GENESIS

    def hash_at(self, end: int, salt: bytes) -> bytes:
        """The hash of the entry that closes at a position, with the salt of the match it is in."""
        entry = self.entry_of(end)
        rows = self.rows[entry.first - 1 : entry.last]
        of = [leaf(salt_at(salt, row.position), row.state) for row in rows]
        return entry_hash(self.hash_before(entry), of)


def _position_of(table: Table) -> int:
    return table.position
