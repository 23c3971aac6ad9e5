"""An auditor's report: what a record is, its verdict, what was checked, what is worth a look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from wardiary.domain.clocks.durations import duration_text
from wardiary.domain.diary.history import History
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.clock import asked_seats, clock, span
from wardiary.projections.dice import luck
from wardiary.projections.guarantees import ACTS, GUARANTEES, PEOPLE
from wardiary.projections.labels import seat_name
from wardiary.projections.verdicts import Subject, Verdict


class Moment(msgspec.Struct, frozen=True):
    """Something that an auditor looks at: where, when (ms), by which rule, and what it was."""

    position: int
    time: int
    rule: str
    text: str


class SeatReport(msgspec.Struct, frozen=True):
    """What is said of one seat: who holds it, its key, its luck, and the time it took."""

    seat: Seat
    holder: str
    key: str
    luck: float
    answers: int
    time: str


class Cell(msgspec.Struct, frozen=True):
    """One cell of the table of what is proved, as it is for this record."""

    who: str
    act: str
    outcome: str
    measure: str
    measure_taken: bool


class Report(msgspec.Struct, frozen=True):
    """The whole report. `identity` are names and hashes of the record; empty parts could not be
    read from it.
    """

    source: str
    verdict: str
    position: int
    rule: str
    detail: str
    notes: tuple[str, ...]
    about: Subject | None
    identity: dict[str, str]
    checked: tuple[str, ...]
    not_checked: tuple[str, ...]
    seats: tuple[SeatReport, ...]
    moments: tuple[Moment, ...]
    proved: tuple[Cell, ...]


def make_report(
    source: str,
    verdict: Verdict,
    game: Game | None = None,
    history: History | None = None,
    *,
    head: str = "",
    heads: Sequence[bytes] = (),
    seen: Sequence[str] = (),
) -> Report:
    """The report on a record with its verdict; without a history only on the verdict.

    `head` is the last head, `heads` are those that were noted elsewhere, `seen` the seats that have
    countersigned one.
    """
    taken = _measures(history, heads, seen)
    return Report(
        source,
        verdict.verdict,
        verdict.position,
        verdict.rule,
        verdict.detail,
        verdict.notes,
        verdict.about,
        _identity(history, head) if history else {},
        _checked(verdict),
        _not_checked(verdict, heads, seen),
        tuple(_seats(game, history)) if game and history else (),
        tuple(_moments(history)) if history else (),
        tuple(
            Cell(PEOPLE[cell.who], ACTS[cell.act], cell.text, cell.measure, cell.measure in taken)
            for cell in GUARANTEES
        ),
    )


def _measures(history: History | None, heads: Sequence[bytes], seen: Sequence[str]) -> set[str]:
    taken = {"heads"} if heads or seen else set()
    if history is not None:
        taken |= {"shares"} if history.said.dealt else set()
        taken |= {"keepers"} if history.said.keepers else set()
        taken |= {"keys"} if set(history.table.seats) <= history.said.keys.keys() else set()
    return taken


def _identity(history: History, head: str) -> dict[str, str]:
    opened, opener = history.event(1), history.said.opener
    assert isinstance(opened, e.MatchOpened)
    identity = {
        "match": history.table.match,
        "game": f"{opened.game}, rules {history.table.version}",
        "scenario": opened.scenario,
        "pack": opened.pack,
        "derivation of dice": str(opener.chance if opener else 1),
        "commitment": opener.commitment if opener else "",
        "head": head,
    }
    if opened.opening:
        identity["opening of this scenario in its store"] = str(opened.opening)
    return {name: value for name, value in identity.items() if value}


def _checked(verdict: Verdict) -> tuple[str, ...]:
    """What was checked before the verdict was reached; all of it where the record is exact."""
    if verdict.verdict != "EXACT":
        return (f"everything up to position {max(0, verdict.position - 1)}",)
    return (
        "the form of every row, and that none is missing or one too many",
        "the chain of hashes, every leaf and every salt that is known",
        "the commitments to seeds and salts that are open",
        "every citation of a rule, every order and everything that follows from it",
        *(text for text in verdict.detail.split("; ") if text),
    )


def _not_checked(verdict: Verdict, heads: Sequence[bytes], seen: Sequence[str]) -> tuple[str, ...]:
    missing = list(verdict.notes)
    if not heads and not seen:
        why = "no head was noted or countersigned"
        missing.append(f"{why}: times, ids and the end are the host's word")
    if verdict.verdict != "EXACT":
        missing.append(f"what comes after position {verdict.position}")
    return tuple(missing)


def _seats(game: Game, history: History) -> Iterator[SeatReport]:
    points = luck(history, history.head, game.odds)
    times = clock(history, asked_seats(game, history))
    table = history.table
    for seat in table.seats:
        line, own = points.get(seat, ()), times.seats.get(seat)
        yield SeatReport(
            seat_name(seat),
            table.holders.get(seat, "") or "open",
            history.said.keys.get(seat, ""),
            line[-1].luck if line else 0.0,
            own.answers if own else 0,
            span(own.total) if own else "",
        )


def _moments(history: History) -> Iterator[Moment]:
    """Rulings, rewinds, takeovers, changes of rules and keys, pauses: each with its rule."""
    held: dict[Seat, str] = {}
    for entry in history.entries():
        time = history.time_of(entry)
        for position, event in history.events(entry.first - 1, entry.last):
            text = _moment_text(event, held)
            if isinstance(event, e.SeatClaimed):
                held[event.seat] = event.holder
            if text:
                yield Moment(position, time, event.rule, text)


def _moment_text(event: e.AnyEvent, held: Mapping[Seat, str]) -> str:
    match event:
        case e.Ruled():
            return f"the director ruled: {event.reason}"
        case e.Rewound():
            agreed = f", agreed by {' and '.join(map(seat_name, event.agreed))}"
            who = f"{seat_name(event.asked)} took the table back to position {event.to}"
            return who + (agreed if event.agreed else ", alone")
        case e.SeatClaimed() if event.seat in held:
            before, after = held[event.seat] or "nobody", event.holder or "nobody"
            return f"the seat of {seat_name(event.seat)} went from {before} to {after}"
        case e.SeatResigned():
            return f"{seat_name(event.seat)} resigned"
        case e.RulesAdopted():
            return f"all seats adopted the rules {event.version}"
        case e.KeyNamed():
            return f"{seat_name(event.seat)} signs with another key: {event.key}"
        case e.PiecesInspected():
            return f"the director looked at a hidden piece of {event.zone}"
        case e.MatchPaused() | e.MatchResumed():
            return f"the match {'was paused' if isinstance(event, e.MatchPaused) else 'went on'}"
        case e.TableCleared():
            return "all shares were open; the table was set up"
        case _:
            return _time_text(event)


def _time_text(event: e.AnyEvent) -> str:
    match event:
        case e.DeadlineMissed():
            return f"{seat_name(event.seat)} missed its deadline, which brings: {event.brings}"
        case e.TimeGranted():
            more = duration_text(event.length)
            return f"{seat_name(event.seat)} was granted {more} more by {', '.join(event.by)}"
        case _:
            return ""
