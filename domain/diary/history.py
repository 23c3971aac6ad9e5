"""History: all rows of a match from the first, those of its parents before its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from wardiary.domain.clocks.clocks import Clocks
from wardiary.domain.diary.chain import GENESIS, entry_hash, leaf, salt_at
from wardiary.domain.diary.clock_line import ClockLine
from wardiary.domain.diary.codec import decode, kind_of
from wardiary.domain.diary.rows import Row
from wardiary.domain.diary.said import SaidLine
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import ImpossibleEvent
from wardiary.domain.table.evolve import apply, evolve, table_after_rewind, working_copy
from wardiary.domain.table.table import Table

MATCH_OPENERS = ("match-opened", "branch-opened")
OPENERS = (*MATCH_OPENERS, "command-accepted")
CLOSERS = ("entry-closed", "match-ended")
SNAPSHOT_STRIDE = 256
RECENT_TABLES = 4
"""How many tables, of those last asked for, are kept too, so that readers need not fold again."""


class EntrySpan(msgspec.Struct, frozen=True):
    """The positions of one entry, both included."""

    first: int
    last: int


class History:
    """Rows from position 1 without a gap, and the table after each of them.

    A table is kept every SNAPSHOT_STRIDE events, after every rewind, and for the last few requests,
    so any position is a short fold away. Rows that a rewind has undone stay, and `is_undone` says
    which they are.
    """

    def __init__(self, rows: Iterable[Row] = (), pack: Any = None) -> None:
        """Fold the rows; `pack` is the printed content that rules code reads from the tables."""
        self.rows: list[Row] = []
        self.ends: list[int] = []
        self._pack = pack
        self._snapshots: list[Table] = [Table(pack=pack)]
        self._table = self._snapshots[0]
        self._recent: tuple[Table, ...] = ()
        self._undone_spans: list[tuple[int, int]] = []
        self._rewinds: list[tuple[int, int]] = []
        self._openings: list[int] = []
        self.said = SaidLine()
        self.clock_line = ClockLine()
        self.extend(rows)

    def extend(self, rows: Iterable[Row]) -> None:
        """Add more rows; raises ImpossibleEvent on a gap or an event that cannot happen."""
        table = working_copy(self._table)
        for row in rows:
            table = self._apply_row(table, row)
            self.rows.append(row)
            kind = kind_of(row)
            if kind in CLOSERS:
                self.ends.append(row.position)
            elif kind in MATCH_OPENERS:
                self._openings.append(row.position)
            if row.position % SNAPSHOT_STRIDE == 0:
                self._snapshots.append(table)
                table = working_copy(table)
        self._table = table

    def _apply_row(self, table: Table, row: Row) -> Table:
        event = decode(row.state)
        if isinstance(event, e.Rewound):
            if row.position != table.position + 1 or not 0 < event.to < row.position:
                raise ImpossibleEvent(f"a rewind at {row.position} to {event.to} is not possible")
            self._rewinds.append((row.position, event.to))
            self._undone_spans = self._undone_at(row.position)
            earlier = table_after_rewind(self.table_at(event.to), table)
            # A snapshot here, so that no fold goes through a rewind: many would take for ever.
            self._snapshots.append(earlier)
            self._note(row.position, event)
            return working_copy(earlier)
        apply(table, event, row.position)
        self._note(row.position, event)
        return table

    def _note(self, position: int, event: e.AnyEvent) -> None:
        self.said.note(position, event)
        self.clock_line.note(position, event)

    def _undone_at(self, position: int) -> list[tuple[int, int]]:
        """The spans of rows that are undone on the table after a position.

        These are the spans of the table that the last rewind went back to (which may itself be
        undone), and all rows between the two.
        """
        spans: list[tuple[int, int]] = []
        positions = [at for at, _ in self._rewinds]
        while number := bisect_right(positions, position):
            at, to = self._rewinds[number - 1]
            spans.append((to + 1, at - 1))
            position = to
        return spans[::-1]

    @property
    def head(self) -> int:
        """The position of the last row; 0 when there are none."""
        return self._table.position

    @property
    def clocks(self) -> Clocks | None:
        """The clocks at the head; None where none were agreed on."""
        return self.clock_line.clocks

    @property
    def table(self) -> Table:
        """The table at the head."""
        return self._table

    def table_at(self, position: int) -> Table:
        """The table after a position from 0 to the head; raises IndexError outside."""
        if position == self._table.position:
            return self._table
        # A rewind is folded while rows are still being added, so the rows say where the history
        # ends.
        if not 0 <= position <= len(self.rows):
            end = len(self.rows)
            raise IndexError(f"there is no position {position}; the match ends at {end}")
        nearest = self._nearest(position)
        if nearest.position == position:
            return nearest
        table = working_copy(nearest)
        for row in self.rows[nearest.position : position]:
            apply(table, decode(row.state), row.position)
        # One assignment, so that threads that read the same history need no lock.
        self._recent = (table, *self._recent[: RECENT_TABLES - 1])
        return table

    def _nearest(self, position: int) -> Table:
        """The last table that is kept up to a position; there is no rewind between the two."""
        snapshot = self._snapshots[bisect_right(self._snapshots, position, key=_position_of) - 1]
        recent = [table for table in self._recent if table.position <= position]
        return max([snapshot, *recent], key=_position_of)

    def tables_of(self, entry: EntrySpan, before: Table | None = None) -> list[Table]:
        """The table before an entry and after each of its rows; `before` is the first, if known."""
        tables = [self.table_at(entry.first - 1) if before is None else before]
        for position, event in self.events(entry.first - 1, entry.last):
            is_rewind = isinstance(event, e.Rewound)
            tables.append(
                self.table_at(position) if is_rewind else evolve(tables[-1], event, position)
            )
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
        """The entries entirely after one position and up to another."""
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
        """Whether an entry closes here, so that a branch or a rewind may start from it."""
        place = bisect_left(self.ends, position)
        return place < len(self.ends) and self.ends[place] == position

    def is_undone(self, position: int) -> bool:
        """Whether a later rewind has taken this row back."""
        return any(first <= position <= last for first, last in self._undone_spans)

    def undone_at(self, position: int) -> int:
        """The position of the rewind that took a row back; raises LookupError when none did."""
        for first, last in self._undone_spans:
            if first <= position <= last:
                return last + 1
        raise LookupError(f"position {position} was not taken back")

    @property
    def undone_spans(self) -> tuple[tuple[int, int], ...]:
        """What is undone at the head: the first and last position of each span."""
        return tuple(self._undone_spans)

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
            raise IndexError("nothing had happened in this match by then")
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
        counts no turns); raises IndexError when the match never had one.
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
        raise IndexError(f"this match has no turn {turn}")

    def upto(self, position: int) -> History:
        """The history up to a position; it shares the snapshots, so nothing is folded again."""
        earlier = History(pack=self._pack)
        earlier.rows = self.rows[:position]
        earlier.ends = self.ends[: bisect_right(self.ends, position)]
        earlier._snapshots = self._snapshots[
            : bisect_right(self._snapshots, position, key=_position_of)
        ]
        earlier._openings = [first for first in self._openings if first <= position]
        earlier._rewinds = [(at, to) for at, to in self._rewinds if at <= position]
        earlier._undone_spans = earlier._undone_at(position)
        earlier.said = self.said.upto(position)
        earlier.clock_line = self.clock_line.upto(position)
        earlier._table = self.table_at(position)
        return earlier

    def hash_before(self, entry: EntrySpan) -> bytes:
        """The hash of the entry before this one, as this entry states it."""
        opener = self.event(entry.first)
        if isinstance(opener, e.CommandAccepted):
            return bytes.fromhex(opener.prev)
        if isinstance(opener, e.BranchOpened):
            return bytes.fromhex(opener.head)
        return GENESIS

    def hash_at(self, end: int, salt: bytes) -> bytes:
        """The hash of the entry that closes at a position, from the salt of its match."""
        entry = self.entry_of(end)
        rows = self.rows[entry.first - 1 : entry.last]
        leaf_hashes = [leaf(salt_at(salt, row.position), row.state) for row in rows]
        return entry_hash(self.hash_before(entry), leaf_hashes)


def _position_of(table: Table) -> int:
    return table.position
