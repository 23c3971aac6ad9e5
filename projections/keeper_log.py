"""A keeper's log held against a record: what it was asked, and what the record holds of that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from wardiary.domain.diary.history import History
from wardiary.domain.table import events as e

SHARE, OPEN = "share", "open"
PEEKED = "another order"
"""What a keeper says when it is asked for a second order at a place."""


class AskedLine(msgspec.Struct, frozen=True):
    """A request as a keeper has noted it; `answered` says whether it gave what was asked for."""

    what: str
    place: int = 0
    request: str = ""
    answered: bool = True
    why: str = ""
    time: int = 0


class KeeperLog(msgspec.Struct, frozen=True):
    """The log of a keeper for one match, as `wardiary keeper log --json` and the page write it."""

    keeper: str
    match: str
    asked: tuple[AskedLine, ...]


class Finding(msgspec.Struct, frozen=True):
    """Something that log and record do not say alike; not `proved` where it may be harmless yet."""

    position: int
    why: str
    proved: bool = True


def read_log(data: bytes) -> KeeperLog:
    """The log in a file; raises ValueError for what is none."""
    return msgspec.json.decode(data, type=KeeperLog)


def hold_against(history: History, log: KeeperLog) -> list[Finding]:
    """What a keeper's log shows that the record of its match does not hold, and the other way.

    A request that it has answered, and that no entry of the record was drawn with, was peeking: the
    host has seen what an order would bring, and did not give it.
    """
    drawn = {
        event.place: (at, event) for at, event in _drawn(history) if log.keeper in event.shares
    }
    if log.match != history.table.match:
        why = f"this log is of the match {log.match[:12]}, the record of {history.table.match[:12]}"
        return [Finding(0, why)]
    if not drawn and not any(line.what == SHARE for line in log.asked):
        return []
    return sorted(
        (*_peeking(history, log, drawn), *_unasked(log, drawn)),
        key=lambda found: (not found.proved, found.position),
    )


def _drawn(history: History) -> Iterator[tuple[int, e.SharesDrawn]]:
    for at, event in history.events():
        if isinstance(event, e.SharesDrawn):
            yield at, event


Drawn = dict[int, tuple[int, e.SharesDrawn]]


def _peeking(history: History, log: KeeperLog, drawn: Drawn) -> Iterator[Finding]:
    asked = dict.fromkeys(
        (line.place, line.request, line.answered)
        for line in log.asked
        if line.what == SHARE and (line.answered or PEEKED in line.why)
    )
    for place, request, answered in asked:
        at, event = drawn.get(place, (history.head, None))
        if event is not None and event.request == request:
            continue
        said = f"{log.keeper} was asked for another order at place {place}"
        if not answered:
            yield Finding(
                at, f"{said} than the record holds, and refused it: somebody tried to peek"
            )
        elif event is not None:
            yield Finding(at, f"{said}, and answered it: what it would bring was known beforehand")
        elif place <= max(drawn, default=0) or history.table.result is not None:
            why = (
                f"{log.keeper} has answered an order at place {place} that the record does not hold"
            )
            yield Finding(at, why)
        else:
            why = f"{log.keeper} has answered place {place}, and no such order is recorded yet"
            yield Finding(at, f"{why}: one that waits, or peeking", proved=False)


def _unasked(log: KeeperLog, drawn: Drawn) -> Iterator[Finding]:
    answered = {line.place for line in log.asked if line.what == SHARE and line.answered}
    opened = next((n for n, line in enumerate(log.asked) if line.what == OPEN), len(log.asked))
    for place, (at, _) in drawn.items():
        if place not in answered:
            early = " since it opened its seed" if opened < len(log.asked) else ""
            yield Finding(at, f"{log.keeper} has never answered place {place}{early}")


def as_detail(findings: Sequence[Finding]) -> str:
    """The findings in one sentence."""
    return "; ".join(found.why for found in findings)
