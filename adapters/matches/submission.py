"""Submission: a seat's command judged, stored and answered."""

from __future__ import annotations

import contextlib

import msgspec
from msgspec.structs import replace

from wardiary.adapters.keepers import KeeperAway
from wardiary.adapters.matches.cache import CachedMatch
from wardiary.adapters.matches.errors import (
    RETRIES,
    CommandIdTaken,
    LostRaces,
    MatchIsPaused,
    StalePosition,
    StaleWindow,
)
from wardiary.adapters.matches.following import notes
from wardiary.adapters.matches.keeping import WAITING, Keeping, NothingAsked, WaitingOrder
from wardiary.adapters.matches.parsing import parse_command
from wardiary.adapters.signatures import is_signed
from wardiary.adapters.store import DuplicateCommand, MatchDamaged, PositionConflict
from wardiary.adapters.store.entry import command_key
from wardiary.domain.clocks.agreement import LONGEST
from wardiary.domain.clocks.durations import MINUTE, SECOND, duration_text
from wardiary.domain.diary.codec import ENCODER
from wardiary.domain.diary.history import History
from wardiary.domain.diary.signing import order_message
from wardiary.domain.match.command_handler import (
    Answered,
    CommandEnvelope,
    SealedEntry,
    handle,
)
from wardiary.domain.match.keepers import opened_keepers
from wardiary.domain.match.table_talk import (
    changes_nothing,
    lets_orders_stand,
    only_talk_since,
    order_stands_since,
)
from wardiary.domain.play.chance import NeedsShares
from wardiary.domain.play.commands import Command, Illegal, refuse_controls, to_text
from wardiary.domain.play.pausing import is_paused, is_stopped
from wardiary.domain.play.table_commands import (
    HOST,
    TABLE_COMMANDS,
    Disclose,
    GrantTime,
    MakeRuling,
    OpenKeeper,
    Pause,
    Resume,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import DIRECTOR, redact_entry

PAUSED = "paused"
"""Where a version before this one kept the pauses of matches."""


class CommandResult(msgspec.Struct, frozen=True):
    """The answer to a command: where its entry is, and what of it the seat may see."""

    match: str
    first: int
    last: int
    events: tuple[e.Event, ...]


class Submitted(msgspec.Struct, frozen=True):
    """A command as it came: whose and under which id, and the position or question it is about."""

    match: str
    seat: Seat
    command: Command
    id: str = ""
    expected: int | None = None
    window: int | None = None
    by: str = ""
    signature: str = ""
    received: int = 0


class Submission(Keeping):
    """Commands of seats and of the host. Those of one match are carried out one after another."""

    def command(
        self,
        match: str,
        seat: Seat,
        command: Command | str | bytes,
        *,
        command_id: str = "",
        expected: int | None = None,
        window: int | None = None,
        by: str = "",
        signature: str = "",
        received: int = 0,
        fresh: bool = True,
    ) -> CommandResult:
        """Give a seat's command: a Command, its line of text, or its JSON.

        The same command with the same `command_id` from the same seat again gives the first answer
        and does nothing; another command with it is refused (CommandIdTaken). With `expected` the
        command is refused (StalePosition) if what the seat sees or is asked has changed since that
        position; claims and the like change nothing of that. With `window` it answers the question
        of that number (see `window`) and no later one (StaleWindow). Commands of a seat with a
        key need its `signature` (see `order_to_sign`). It counts as given when it was `received`
        (ms; now unless said), never before the last entry. Raises Illegal when the rules refuse,
        or when nothing would change; nothing is then recorded. When this returns, the entry
        is on the disk. The line need not be `fresh` when it was read just now: nothing is stored
        after another head than the one it was judged at.
        """
        parsed = parse_command(self.game_of(match), command)
        refuse_controls(command_id, "the command's id")
        refuse_controls(parsed, "the command")
        submitted = Submitted(
            match, seat, parsed, command_id, expected, window, by, signature, received
        )
        with self._cache.lock_of(match):
            if command_id and self._cache.get(match, fresh=fresh).history.said.keepers:
                # Keepers are not asked a second time for what is recorded already.
                if given := self._find_receipt(submitted):
                    return given
            try:
                return self._submit(submitted, fresh=fresh)
            except (DuplicateCommand, MatchDamaged, Illegal, StalePosition):
                # This very command may have been recorded before, here or by another process.
                receipt = self._find_receipt(submitted)
                if receipt is None:
                    raise
                return receipt

    def receipt(
        self, match: str, seat: Seat, command: Command, command_id: str
    ) -> CommandResult | None:
        """The answer that a command of this id was given; None while it is not recorded.

        Raises CommandIdTaken.
        """
        with self._cache.lock_of(match):
            return self._find_receipt(Submitted(match, seat, command, command_id))

    def _submit(self, submitted: Submitted, *, fresh: bool) -> CommandResult:
        """Judge and store a command, again while other processes are quicker."""
        for _ in range(RETRIES):
            try:
                return self._submit_once(submitted, fresh=fresh)
            except PositionConflict as conflict:
                lost, fresh = conflict, True
        raise LostRaces(submitted.match, lost.expected, lost.actual)

    def _submit_once(self, submitted: Submitted, *, fresh: bool) -> CommandResult:
        live = self._cache.get(submitted.match, fresh=fresh)
        line, before = live.history, live.history.table
        if live.damage is not None:
            raise live.damage
        if self._keeps_out(submitted, live):
            raise MatchIsPaused
        waiting = self._waiting_now(submitted, live)
        _refuse_stale(submitted, live, waiting)
        entry = self._judge_or_wait(submitted, live, waiting)
        key = command_key(submitted.seat, submitted.id)
        match, rows = submitted.match, entry.rows
        last, by = rows[-1].position, submitted.seat
        sent_on = notes(self.store, match, last, by, submitted.id, self.clock)
        self.store.append(match, rows, expected=line.head, command_id=key, outbox=sent_on)
        live.apply_entry(entry)
        self._cache.count_growth(submitted.match, live)
        result = _result(submitted, line, before, line.head)
        if waiting is not None and _is_it(waiting, submitted):
            self._give_time_back(match, waiting, last)
        if _is_it(waiting, submitted) or any(row.tag == "shares-drawn" for row in rows):
            self.store.delete(WAITING, match)
        return result

    def _give_time_back(self, match: str, order: WaitingOrder, last: int) -> None:
        """Grant all who are asked the time for which an order waited, unless that was done.

        It is recorded with the time at which it was given, from which their clocks run; `last` is
        the end of its entry.
        """
        line = self._cache.get(match).history
        stood = self.clock() - line.time_of(line.entry_of(last))
        if line.clocks is None or stood < MINUTE or order.holds_itself_back(line.table.seats):
            return
        granted = {at.seat for _, at in line.events(last) if isinstance(at, e.TimeGranted)}
        for seat in line.clocks.running:
            if seat not in granted:
                length = duration_text(min(stood + SECOND, LONGEST))
                self.command(match, DIRECTOR, GrantTime(seat, length))

    def _waiting_now(self, submitted: Submitted, live: CachedMatch) -> WaitingOrder | None:
        """The order that waits for a keeper; raises Illegal for another order of a seat."""
        waiting = self.waiting(submitted.match) if live.history.said.keepers else None
        if waiting is None or _is_it(waiting, submitted):
            return waiting
        if isinstance(submitted.command, TABLE_COMMANDS):
            return waiting
        why = f"an order of {waiting.seat} waits for the keeper {waiting.keeper}"
        raise Illegal("Table/Keepers", f"{why}; it must be given again first")

    def _judge_or_wait(
        self, submitted: Submitted, live: CachedMatch, waiting: WaitingOrder | None
    ) -> SealedEntry:
        """The entry of a command; where a keeper is away the order is noted as waiting for it.

        Keepers have answered for an order that waits, or may have: nothing overtakes it by which it
        would ask them for something else.
        """
        try:
            entry = self._judge(submitted, live, waiting)
        except Illegal as illegal:
            is_over = live.history.table.result is not None
            if _is_it(waiting, submitted) and (is_over or not illegal.rule.startswith("Table/")):
                self.store.delete(WAITING, submitted.match)  # The rules refuse it by now.
            raise
        if waiting and not _is_it(waiting, submitted):
            if not lets_orders_stand(live.history.table, entry.events):
                raise waiting.goes_before("what changes the table")
        return entry

    def retry_waiting(self, match: str) -> CommandResult | None:
        """Give the order again that waits for a keeper; None when none does, or another process
        has given it. Raises KeeperAway, Illegal, and StalePosition: then it waits no more.
        """
        order = self.waiting(match)
        if order is None:
            return None
        try:
            result = self.command(
                match,
                order.seat,
                order.command.encode(),
                command_id=order.id,
                expected=order.at or None,
                by=order.by,
                signature=order.signature,
            )
        except StalePosition:
            self._wait_no_more(match, order)
            raise
        # It was recorded just before a crash.
        self._give_time_back(match, order, result.last)
        self._wait_no_more(match, order)
        return result

    def _judge(
        self, submitted: Submitted, live: CachedMatch, waiting: WaitingOrder | None
    ) -> SealedEntry:
        """The entry that a command makes; raises Illegal when the rules refuse it."""
        command, line = submitted.command, live.history
        if isinstance(command, Disclose):
            self._refuse_early(submitted.match)
        envelope = CommandEnvelope(
            submitted.seat,
            command,
            submitted.id,
            self._time_of(submitted, line, waiting),
            submitted.by,
            submitted.signature,
        )
        secrets = self._cache.secrets(submitted.match)

        def judge(answered: Answered | None = None) -> SealedEntry:
            return handle(
                live.game,
                line,
                live.head,
                envelope,
                secrets,
                known_prompts=live.prompts,
                check=is_signed,
                answered=answered,
            )

        try:
            entry = judge()
        except NeedsShares as needed:
            entry = judge(self._ask_for(submitted, live, envelope.time, needed))
        if isinstance(command, TABLE_COMMANDS) and changes_nothing(line.table, entry.events):
            name = "the ruling" if isinstance(command, MakeRuling) else repr(to_text(command))
            why = f"{name} changes nothing at the present table, so it is not recorded"
            raise Illegal(entry.events[-2].rule, why)
        return entry

    def _ask_for(
        self,
        submitted: Submitted,
        live: CachedMatch,
        time: int,
        needed: NeedsShares,
    ) -> Answered:
        """The keepers' answers for an order, which is noted before they are asked.

        So whatever becomes of this process, no other order asks them for the same place. Raises
        KeeperAway, and Illegal where one refuses or another order waits.
        """
        line, match = live.history, submitted.match
        order = WaitingOrder(
            submitted.seat,
            ENCODER.encode(submitted.command).decode(),
            submitted.id or f"waited-{line.head}",
            submitted.by,
            submitted.signature,
            min(line.said.keepers),
            line.head,
            time,
        )
        is_new = self.store.add(WAITING, match, msgspec.json.encode(order))
        noted = order if is_new else self.waiting(match)
        if noted is not None and not _is_it(noted, submitted):
            raise noted.goes_before("what needs dice")
        try:
            return self._ask_keepers(match, line.said.keepers, needed, self.secrets(match).salt)
        except KeeperAway as away:
            order = replace(order, keeper=away.name)
            self.store.put(WAITING, match, msgspec.json.encode(order))
            raise
        except NothingAsked:
            if is_new:
                self.store.delete(WAITING, match)
            raise

    def _time_of(self, submitted: Submitted, line: History, waiting: WaitingOrder | None) -> int:
        """When an order counts as given: when it was received, within what is possible.

        While an order waits for a keeper, time stands at the moment that it was given at, so that
        nobody is late for dice that somebody else holds back; those of a seat's own keeper do not.
        """
        now, received = self.clock(), submitted.received
        if waiting is not None:
            received = 0 if waiting.holds_itself_back(line.table.seats) else waiting.time
        return min(now, max(received, line.clock_line.now)) if received else now

    def order_to_sign(self, match: str, seat: Seat, command: Command | str | bytes) -> bytes:
        """What a seat signs of a command before it gives it: the bytes of the order at this place.

        When another command comes in between, the order is refused and must be signed again.
        """
        raw = ENCODER.encode(parse_command(self.game_of(match), command))
        with self._cache.lock_of(match):
            return order_message(match, seat, self._cache.get(match).head, raw)

    def _find_receipt(self, submitted: Submitted) -> CommandResult | None:
        """The answer that this very command was given before; raises CommandIdTaken."""
        match, command_id = submitted.match, submitted.id
        key = command_key(submitted.seat, command_id)
        positions = self.store.command(match, key) if command_id else None
        if positions is None:
            return None
        live, (first, last) = self._cache.get(match), positions
        line = live.history
        if last > line.head:
            raise live.damage or MatchDamaged(match, first, "the row is missing", line.head)
        opener = line.event(first)
        assert isinstance(opener, e.CommandAccepted)
        if ENCODER.encode(submitted.command) != bytes(opener.command):
            taken_by = to_text(parse_command(live.game, bytes(opener.command)))
            raise CommandIdTaken(match, command_id, taken_by, first)
        return _result(submitted, line, line.table_at(first - 1), last)

    def disclose(self, match: str) -> CommandResult:
        """Open seed and salt of a match that has ended, and the seeds that its keepers tell.

        Raises Illegal while it runs.
        """
        result = self.command(match, HOST, Disclose())
        self.open_keepers(match)
        return result

    def open_keepers(self, match: str) -> tuple[str, ...]:
        """Ask every keeper that a match has had for its seed, those that were replaced too.

        Gives the names of those that have told none so far; they can be asked again. Raises Illegal
        while the match runs.
        """
        line = self.history(match)
        if line.table.result is None:
            raise Illegal("Table/Keepers", "the match still runs; its keepers are asked at its end")
        lacking = [name for name in line.said.committed if name not in opened_keepers(line)]
        for name, seed in self._keeper_seeds(match, lacking).items():
            with contextlib.suppress(Illegal):  # It has told another seed than it committed to.
                self.command(match, HOST, OpenKeeper(name, seed))
        opened = opened_keepers(self.history(match))
        return tuple(name for name in lacking if name not in opened)

    def _refuse_early(self, match: str) -> None:
        """An exact branch holds the real cards of its parent, and opens no sooner than that."""
        opener = self.history(match).event(self.origins(match)[-1][1])
        if isinstance(opener, e.BranchOpened) and opener.dealt == "exact":
            if self.history(opener.parent).table.result is None:
                why = (
                    f"match {opener.parent} still runs, and this branch of it holds its real cards"
                )
                raise Illegal("Table/Disclosure", why)
            self._refuse_early(opener.parent)

    # Pausing

    def pause(self, match: str, by: Seat = HOST) -> None:
        """Pause a match, as its host or director: no seat's command is taken until `resume`.

        It is an entry of the diary; nothing is done when the match is paused already.
        """
        self.refuse_damaged(match)
        with self._cache.lock_of(match):
            if not is_paused(self._cache.get(match).history.table):
                self.command(match, by, Pause())
            self.store.delete(PAUSED, match)

    def resume(self, match: str, by: Seat = HOST) -> None:
        """Take commands again; nothing is done when the match is not paused."""
        self.refuse_damaged(match)
        with self._cache.lock_of(match):
            if is_paused(self._cache.get(match).history.table):
                self.command(match, by, Resume())
            self.store.delete(PAUSED, match)

    def paused(self, match: str) -> bool:
        """Whether the match is paused, be it by an earlier version that kept pauses elsewhere."""
        with self._cache.lock_of(match):
            return self._is_paused(match, self._cache.get(match))

    def _keeps_out(self, submitted: Submitted, live: CachedMatch) -> bool:
        """Whether a pause keeps a command from being taken."""
        table = live.history.table
        if not self._is_paused(submitted.match, live) or submitted.seat not in table.seats:
            return False
        return not is_paused(table) or is_stopped(table, submitted.seat, submitted.command)

    def _is_paused(self, match: str, live: CachedMatch) -> bool:
        return is_paused(live.history.table) or self.store.get(PAUSED, match) is not None

    def rewind(self, match: str, seat: Seat, to: int) -> CommandResult:
        """Ask for the table to be put back; granted at once or once every seat agrees."""
        return self.command(match, seat, f"ask-rewind {to}")


def _is_it(waiting: WaitingOrder | None, submitted: Submitted) -> bool:
    if waiting is None or waiting.seat != submitted.seat:
        return False
    return ENCODER.encode(submitted.command).decode() == waiting.command


def _refuse_stale(submitted: Submitted, live: CachedMatch, waiting: WaitingOrder | None) -> None:
    """Raise StalePosition for what was said of another table, or in answer to another question.

    An order that waits stays what it is, also when its seat is held by another meanwhile.
    """
    line, expected = live.history, submitted.expected
    if expected not in (None, line.head):
        if _is_it(waiting, submitted):
            stands = order_stands_since(line, expected)
        else:
            stands = only_talk_since(line, submitted.seat, expected)
        if not stands:
            raise StalePosition(submitted.match, expected, line.head)
    window = submitted.window
    if window is not None and window != (now := live.window(submitted.seat)):
        raise StaleWindow(submitted.match, window, now, line.head)


def _result(submitted: Submitted, line: History, before: Table, last: int) -> CommandResult:
    """What the seat is answered: what it may see of the entry that follows a table."""
    events = [event for _, event in line.events(before.position, last)]
    role = submitted.seat if submitted.seat in line.table.seats else DIRECTOR
    visible = redact_entry(before, events, role)
    return CommandResult(submitted.match, before.position + 1, last, tuple(visible))
