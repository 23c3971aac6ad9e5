"""Verdicts: the results of audits, what was audited, and the fault that was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from wardiary.domain.diary.archive_lines import EntryHash
from wardiary.domain.diary.codec import decode, kind_of
from wardiary.domain.diary.history import MATCH_OPENERS
from wardiary.domain.diary.rows import Row
from wardiary.domain.packs import PackError, unseal_pack
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.errors import ImpossibleEvent, WardiaryError
from wardiary.domain.table.pieces import Seat

# What reading or folding a forged event may raise.
IMPOSSIBLE = (
    ImpossibleEvent,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)

VerdictName = Literal["EXACT", "DIFFERS", "TAMPERED", "DAMAGED", "UNPROVEN"]

EXIT_CODES: Mapping[VerdictName, int] = {
    "EXACT": 0,
    "DIFFERS": 1,
    "TAMPERED": 4,
    "DAMAGED": 5,
    "UNPROVEN": 6,
}
"""Exit codes of an audit program; 2 and 3 are for bad input and for its own failures."""
BY_SEVERITY: Sequence[VerdictName] = ("TAMPERED", "DAMAGED", "DIFFERS", "UNPROVEN", "EXACT")


class Subject(msgspec.Struct, frozen=True):
    """What was audited: a match with its game, scenario and seats, and how far it has come.

    `winners` and `reason` are those of a match that has `ended`; a draw has no winners.
    """

    match: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    seats: tuple[Seat, ...]
    position: int
    ended: bool
    winners: tuple[Seat, ...] = ()
    reason: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """The result of an audit: EXACT, or the first fault, with its rule and a sentence.

    DIFFERS: the record is complete, but the rules give something else. TAMPERED: the record is not
    what was stored. DAMAGED: it is not complete, as after a bad transfer. UNPROVEN: nothing is
    wrong with what could be judged, but not everything could. `notes` say what could not be judged,
    or what other rules would give; `about` is the audited match, where that can still be read.
    """

    verdict: VerdictName
    position: int
    rule: str
    detail: str
    notes: tuple[str, ...] = ()
    about: Subject | None = None


class Fault(WardiaryError):
    """The first thing that is wrong in a record.

    `entry` is the entry to examine, when only that is known; `after` a position up to which
    everything is known to be right. `newer` says that only a later release can judge it.
    """

    def __init__(
        self,
        position: int,
        rule: str,
        detail: str,
        entry: EntryHash | None = None,
        after: int = 0,
        *,
        newer: bool = False,
    ) -> None:
        super().__init__(detail)
        self.position = position
        self.rule = rule
        self.detail = detail
        self.entry = entry
        self.after = after
        self.newer = newer


def tampered_verdict(fault: Fault) -> Verdict:
    """The verdict TAMPERED for a fault, or UNPROVEN where only a later release can judge it."""
    return Verdict(
        "UNPROVEN" if fault.newer else "TAMPERED", fault.position, fault.rule, fault.detail
    )


def most_serious(verdicts: Iterable[Verdict]) -> VerdictName:
    """The most serious name among some verdicts."""
    names = {verdict.verdict for verdict in verdicts}
    return next((name for name in BY_SEVERITY if name in names), "EXACT")


def subject_of(rows: Sequence[Row], pack: bytes, game: Game | None = None) -> Subject | None:
    """The match of some rows, as far as they can be read; None when even the first cannot."""
    opener = _event_of(rows[0]) if rows else None
    if not isinstance(opener, e.MatchOpened):
        return None
    openers = (row for row in reversed(rows) if kind_of(row) in MATCH_OPENERS)
    last = _event_of(next(openers, rows[0]))
    match = last.match if isinstance(last, (e.MatchOpened, e.BranchOpened)) else opener.match
    ends = (_event_of(row) for row in reversed(rows) if kind_of(row) == "match-ended")
    end = next(ends, None)
    ended = isinstance(end, e.MatchEnded)
    return Subject(
        match,
        opener.game,
        game.title if game else opener.game,
        opener.scenario,
        _scenario_title(opener, pack, game),
        opener.seats,
        rows[-1].position,
        ended,
        end.winners if isinstance(end, e.MatchEnded) else (),
        end.reason if isinstance(end, e.MatchEnded) else "",
    )


def _event_of(row: Row) -> e.AnyEvent | None:
    try:
        return decode(row.state)
    except (msgspec.MsgspecError, RecursionError):
        return None


def _scenario_title(opener: e.MatchOpened, pack: bytes, game: Game | None) -> str:
    if game is None:
        return opener.scenario
    try:
        cards = game.scenarios(game.read_pack(unseal_pack(pack)))
    except (PackError, *IMPOSSIBLE):
        return opener.scenario
    return next((card.title for card in cards if card.id == opener.scenario), opener.scenario)
