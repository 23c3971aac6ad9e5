"""Queries: what is asked, what a role sees and what happened, at the head or before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from wardiary.adapters.matches.lines import Lines
from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import RewindRequest, pending_request
from wardiary.domain.play.decide import check_seat
from wardiary.domain.play.prompts import Prompts, prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.clock import Asked
from wardiary.projections.redaction import DIRECTOR, SPECTATOR, redact_entry, view


class CurrentState(msgspec.Struct, frozen=True):
    """A line at one moment: its history, the table at the head (not a view), what is asked there,
    and the rewind that waits for consent.

    `windows` holds the numbers of the questions of the seats that were asked for.
    """

    history: History
    table: Table
    prompts: Prompts
    rewind: RewindRequest | None = None
    windows: Mapping[Seat, int] = {}

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Every seat whose answer the match waits for: to a prompt, or to a request to go back."""
        consenting = self.rewind.waiting if self.rewind else ()
        return tuple(dict.fromkeys((*(prompt.seat for prompt in self.prompts), *consenting)))


class Queries(Lines):
    """Looking at matches."""

    def current(
        self, match: str, windows_of: Sequence[Seat] = (), *, fresh: bool = True
    ) -> CurrentState:
        """The table at the head and what is asked there, all of the same moment.

        Whether it need be `fresh` see `history`.
        """
        with self._cache.lock_of(match):
            live = self._cache.get(match, fresh=fresh)
            line = live.history
            windows = {seat: live.window(seat) for seat in windows_of}
            return CurrentState(line, line.table, live.prompts, pending_request(line), windows)

    def prompts(self, match: str, seat: Seat | None = None) -> Prompts:
        """What is asked now: of one seat, or of all (for the host only)."""
        with self._cache.lock_of(match):
            all_prompts = self._cache.get(match).prompts
        if seat is None:
            return all_prompts
        prompt = prompt_for(all_prompts, seat)
        return (prompt,) if prompt else ()

    def window(self, match: str, seat: Seat) -> int:
        """The number of the question that a seat is asked: the position since which it is asked
        just this; 0 when it is not asked. What others answer meanwhile does not change it.
        """
        with self._cache.lock_of(match):
            return self._cache.get(match).window(seat)

    def view(self, match: str, role: Seat, at: int | None = None) -> Table:
        """The table as a role sees it, at the head or as of then."""
        with self._cache.lock_of(match):
            line = self._cache.get(match).history
            _check_role(line.table, role)
            table = line.table if at is None else line.table_at(at)
        return view(table, role)

    def events(
        self, match: str, role: Seat, after: int = 0, upto: int | None = None
    ) -> Iterator[tuple[int, e.Event]]:
        """What happened as a role may see it: entry by entry, each event with its entry's end."""
        with self._cache.lock_of(match):
            line = self._cache.get(match).history
        _check_role(line.table, role)
        for entry in line.entries(after, upto):
            events = [event for _, event in line.events(entry.first - 1, entry.last)]
            for event in redact_entry(line.table_at(entry.first - 1), events, role):
                yield entry.last, event

    def asked(self, match: str) -> Asked:
        """Who was asked something at the end of each entry, for reading the clock."""
        with self._cache.lock_of(match):
            live = self._cache.get(match)
        return live.seats_asked


def _check_role(table: Table, role: Seat) -> None:
    if role not in (SPECTATOR, DIRECTOR):
        check_seat(table, role)
