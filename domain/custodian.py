"""The table's own commands judged: seats, rewinds by consent, rulings, resignation, disclosure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from wardiary.domain.diary.line import Line
from wardiary.domain.play import custody as c
from wardiary.domain.play.chance import Chance
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, settle
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import Impossible, evolve, working_copy
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

TARGET, SINCE, ASKER = "rewind/to", "rewind/since", "rewind/asker"
BOUND_DEEDS = (e.PiecesMoved, e.PieceTurned, e.MarkSet, e.TrackSet, e.PiecesShown)


class Sealed(Protocol):
    """The secrets that a disclosure opens."""

    @property
    def seed(self) -> bytes:
        """32 bytes."""
        ...

    @property
    def salt(self) -> bytes:
        """32 bytes."""
        ...


def judge_custody(
    game: Game,
    line: Line,
    table: Table,
    seat: Seat,
    command: Command,
    chance: Chance,
    secrets: Sealed,
) -> Outcome:
    """What a command of the table brings about; `table` stands after the accepted command.

    Raises Illegal when it may not be given.
    """
    draft = Draft(table, chance, game.open_steps(table))
    match command:
        case c.Claim():
            return _closed(game, draft, lambda: _claim(draft, seat, command))
        case c.AskRewind():
            return _ask(game, line, draft, seat, command.to)
        case c.AgreeRewind():
            return _agree(game, line, draft, seat)
        case c.RefuseRewind():
            return _closed(game, draft, lambda: _refuse(draft, seat))
        case c.Rule():
            return _ruling(draft, seat, command)
        case c.Resign():
            return settle(draft, lambda: _resign(draft, seat))
        case c.Disclose():
            return _closed(game, draft, lambda: _disclose(draft, secrets))
        case c.Adopt():
            return _closed(game, draft, lambda: _adopt(game, draft, seat, command))
        case _:
            raise Illegal("Table/Words", "this is no command of the table")


def _closed(game: Game, draft: Draft, deed: Callable[[], None]) -> Outcome:
    """Do a deed that leaves the open steps as they are, and close the entry."""
    deed()
    draft.record(e.Paused(steps=draft.table.steps, rule="Table/Pause"))
    return Outcome(tuple(draft.events), draft.table, game.prompts(draft.table))


def _seated(table: Table, seat: Seat) -> None:
    if seat not in table.seats:
        raise Illegal(
            "Table/Seats", f"{seat!r} has no seat here; seats are {', '.join(table.seats)}"
        )


def _claim(draft: Draft, seat: Seat, command: c.Claim) -> None:
    _seated(draft.table, command.seat)
    if seat not in (c.HOST, c.DIRECTOR, command.seat):
        raise Illegal("Table/Claim", f"{seat} cannot give away the seat of {command.seat}")
    draft.record(e.SeatClaimed(seat=command.seat, holder=command.holder, rule="Table/Claim"))


def _resign(draft: Draft, seat: Seat) -> None:
    _seated(draft.table, seat)
    if draft.table.result is not None:
        raise Illegal("Table/Ended", "the match is over already")
    others = [one for one in draft.table.seats if one != seat]
    draft.win(others, f"{seat} resigned", {}, rule="Table/Resign")


def _disclose(draft: Draft, secrets: Sealed) -> None:
    if draft.table.result is None:
        raise Illegal(
            "Table/Disclosure", "the match still runs; its secrets open once it has ended"
        )
    draft.record(
        e.SeedRevealed(seed=secrets.seed.hex(), salt=secrets.salt.hex(), rule="Table/Disclosure")
    )


def _adopt(game: Game, draft: Draft, seat: Seat, command: c.Adopt) -> None:
    """Every seat says yes to the newer version; the entry that completes it carries it."""
    _seated(draft.table, seat)
    if command.version != game.version:
        raise Illegal("Table/Version", f"the version to adopt is {game.version}")
    if draft.table.version == game.version:
        raise Illegal("Table/Version", f"the match is played under {game.version} already")
    track = f"adopt/{game.version}/{seat}"
    draft.track(track, 1, rule="Table/Version")
    missing = [
        one for one in draft.table.seats if not draft.table.track(f"adopt/{game.version}/{one}")
    ]
    if not missing:
        draft.record(e.RulesAdopted(version=game.version, rule="Table/Version"))


def _ruling(draft: Draft, seat: Seat, command: c.Rule) -> Outcome:
    if seat != c.DIRECTOR:
        raise Illegal("Table/Ruling", "only the director may correct the table")
    if not command.reason.strip():
        raise Illegal("Table/Ruling", "a ruling needs its reason in words")

    def deed() -> None:
        draft.record(e.Ruled(reason=command.reason, rule="Table/Ruling"))
        for event in command.deeds:
            if not isinstance(event, BOUND_DEEDS):
                raise Illegal("Table/Ruling", f"a ruling cannot hold {e.tag_of(event)}")
            try:
                draft.record(replace(event, rule="Table/Ruling"))
            except (Impossible, KeyError, ValueError) as error:
                raise Illegal("Table/Ruling", f"the table has no such piece: {error}") from None

    return settle(draft, deed)


def _ask(game: Game, line: Line, draft: Draft, seat: Seat, to: int) -> Outcome:
    """Granted at once when it crosses nothing but the asker's own plain acts; else it is asked."""
    if seat != c.DIRECTOR:
        _seated(draft.table, seat)
    if not line.is_end(to) or line.undone(to) or to >= line.head:
        raise Illegal("Table/Rewind", f"the table cannot go back to {to}: no entry ends there")
    doers = [doer for doer, _ in _acts(line, to)]
    if seat != c.DIRECTOR and (not doers or doers[0] != seat):
        whose = doers[0] if doers else "nobody"
        raise Illegal("Table/Rewind", f"the first act after {to} is not yours but {whose}'s")
    if seat != c.DIRECTOR and set(doers) == {seat} and what_was_learnt(line, to) is None:
        return _rewind(game, line, draft, to, seat, ())
    asker = draft.table.seats.index(seat) + 1 if seat in draft.table.seats else 0

    def deed() -> None:
        draft.track(TARGET, to, rule="Table/Rewind")
        draft.track(SINCE, line.head, rule="Table/Rewind")
        draft.track(ASKER, asker, rule="Table/Rewind")
        for one in draft.table.seats:
            draft.track(f"rewind/agreed/{one}", int(one == seat), rule="Table/Rewind")

    return _closed(game, draft, deed)


def _agree(game: Game, line: Line, draft: Draft, seat: Seat) -> Outcome:
    _seated(draft.table, seat)
    to = draft.table.track(TARGET)
    if not to:
        raise Illegal("Table/Rewind", "nobody has asked for a rewind")
    if _acts(line, draft.table.track(SINCE)):
        raise Illegal("Table/Rewind", "play went on since the rewind was asked for; ask again")
    agreed = [
        one for one in draft.table.seats if one == seat or draft.table.track(f"rewind/agreed/{one}")
    ]
    if len(agreed) == len(draft.table.seats):
        asker = draft.table.track(ASKER)
        who = draft.table.seats[asker - 1] if asker else c.DIRECTOR
        return _rewind(game, line, draft, to, who, tuple(agreed))
    return _closed(
        game, draft, lambda: draft.track(f"rewind/agreed/{seat}", 1, rule="Table/Rewind")
    )


def _refuse(draft: Draft, seat: Seat) -> None:
    _seated(draft.table, seat)
    if not draft.table.track(TARGET):
        raise Illegal("Table/Rewind", "nobody has asked for a rewind")
    draft.track(TARGET, 0, rule="Table/Rewind")


def _rewind(
    game: Game, line: Line, draft: Draft, to: int, asked: Seat, agreed: tuple[Seat, ...]
) -> Outcome:
    """Put the table back; what was learnt on the way is made worthless by fresh shuffles."""
    event = e.Rewound(to=to, asked=asked, agreed=agreed, rule="Table/Rewind")
    position = draft.table.position + 1
    back = Draft(replace(working_copy(line.table_at(to)), position=position), draft.chance)
    if agreed:
        for zone, look in sorted(back.table.looks.items()):
            if look.ordered and look.who == "nobody" and len(back.table.zone(zone)) > 1:
                back.shuffle(zone, rule="Table/Rewind")
    back.record(e.Paused(steps=back.table.steps, rule="Table/Pause"))
    return Outcome((event, *back.events), back.table, game.prompts(back.table))


def _acts(line: Line, after: int) -> list[tuple[Seat, int]]:
    """Who acted after a position, and where each act closes; custody commands do not count."""
    acts = []
    for entry in line.entries(after):
        opener = line.event(entry.first)
        if isinstance(opener, e.CommandAccepted) and not _is_custody(opener):
            if not line.undone(entry.last):
                acts.append((opener.seat, entry.last))
    return acts


def _is_custody(opener: e.CommandAccepted) -> bool:
    try:
        c.decode_custody(opener.command)
    except Illegal:
        return False
    return True


def what_was_learnt(line: Line, after: int) -> tuple[int, str] | None:
    """The first event after a position that told somebody something, and what; None if none did."""
    table = line.table_at(after)
    for position, event in line.events(after):
        if isinstance(event, (e.DiceRolled, e.PileShuffled)):
            return position, "dice" if isinstance(event, e.DiceRolled) else "a shuffle"
        if isinstance(event, e.Rewound):
            return position, "a rewind"
        later = evolve(table, event, position)
        if isinstance(event, (e.PiecesMoved, e.PiecesShown)):
            for piece in event.pieces:
                if any(
                    later.knows(seat, piece) and not table.knows(seat, piece)
                    for seat in later.seats
                ):
                    return position, "cards"
        table = later
    return None
