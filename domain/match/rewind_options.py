"""Taking back: where the table may go back to, and whether that needs consent, and why.

Nothing here changes anything: `take_back` says beforehand what a request would meet with, and
`rewinds` acts on the same answer. `request` is what is asked for now.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wardiary.domain.diary.history import History
from wardiary.domain.play import table_commands as c
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.resigning import playing
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

TARGET, SINCE, ASKER = "rewind/to", "rewind/since", "rewind/asker"
"""The tracks on which a request to go back is kept."""
FRIENDLY = ("take-back", "friendly")
"""The setting, and its value, by which a card that was seen does not hinder a take-back."""
REVEALED_BY = {
    "dice": "dice were rolled",
    "a shuffle": "a pile was shuffled",
    "cards": "a card was seen",
    "a rewind": "the table went back",
}


class RewindOption(msgspec.Struct, frozen=True):
    """What asking to go back to a position would meet with.

    `consent` are the seats that would have to agree, none when it is done at once; `why` says why
    they are asked; `redo` is set when the position was itself taken back.
    """

    to: int
    consent: tuple[Seat, ...] = ()
    why: str = ""
    redo: bool = False


class RewindRequest(msgspec.Struct, frozen=True):
    """A rewind that waits for consent: the position to go back to, who asked, who agrees, and whose
    answer is waited for.
    """

    to: int
    asker: Seat
    agreed: tuple[Seat, ...]
    waiting: tuple[Seat, ...] = ()


def pending_request(line: History) -> RewindRequest | None:
    """The rewind that is asked for now; None when none is, or when play has gone on since."""
    table = line.table
    to, since = table.track(TARGET), table.track(SINCE)
    # A table gone back to a moment when something else was asked for does not ask for that again.
    lapsed = line.last_rewind > since or any(acting_seats(line, since))
    if not to or table.result is not None or lapsed:
        return None
    asker = table.track(ASKER)
    agreed = tuple(seat for seat in table.seats if table.track(agreed_track(seat)))
    waiting = tuple(seat for seat in playing(table) if seat not in agreed)
    return RewindRequest(to, table.seats[asker - 1] if asker else c.DIRECTOR, agreed, waiting)


def agreed_track(seat: Seat) -> str:
    """The track that says whether a seat agrees to the rewind asked for."""
    return f"rewind/agreed/{seat}"


def rewind_option(line: History, seat: Seat, to: int) -> RewindOption:
    """What a seat's (or the director's) request to go back to a position would meet with.

    Raises Illegal when the table cannot go back there at all, or not for this seat.
    """
    if line.table.result is not None:
        raise Illegal("Table/Ended", "the match is over; a branch can try something else")
    if to < line.first_own_position:
        # What lies before a branch holds the real cards, which its own deal must not tell.
        raise Illegal(
            "Table/Rewind", f"this line's own play begins only at {line.first_own_position}"
        )
    if not line.is_end(to) or to >= line.head:
        raise Illegal("Table/Rewind", f"the table cannot go back to {to}: no entry ends there")
    others = tuple(one for one in playing(line.table) if one != seat)
    if line.is_undone(to):
        _refuse_redo(line, seat, to)
        return RewindOption(
            to, others, "it was taken back, so every seat must agree to return", True
        )
    doers = list(acting_seats(line, to))
    _refuse_others(seat, to, doers)
    why = _why_consent(line, seat, to, doers)
    return RewindOption(to, others if why else (), why)


def rewind_options(line: History, seat: Seat, most: int = 8) -> list[RewindOption]:
    """For the latest acts of a seat, newest first: what taking each of them back would meet with.

    Acts that the seat cannot take back are left out; at most `most` are looked at.
    """
    found: list[RewindOption] = []
    for number in range(len(line.ends) - 1, 0, -1):
        entry = line.entry_number(number)
        opener = line.event(entry.first)
        if not isinstance(opener, e.CommandAccepted) or opener.seat != seat:
            continue
        if line.is_undone(entry.last) or not is_play(opener):
            continue
        try:
            found.append(rewind_option(line, seat, entry.first - 1))
        except Illegal:
            return found
        if len(found) == most:
            break
    return found


def _refuse_redo(line: History, seat: Seat, to: int) -> None:
    """What was taken back can be returned to while nothing was played since."""
    back = line.undone_at(to)
    if any(acting_seats(line, back)):
        raise Illegal(
            "Table/Rewind",
            f"position {to} was taken back, and play has gone on since; a branch can go on from "
            f"there: wardiary branch {line.table.match} --at {to}",
        )
    rewound = line.event(back)
    assert isinstance(rewound, e.Rewound)
    if c.DIRECTOR in (rewound.asked, *acting_seats(line, rewound.to, undone_by=back)) and (
        seat != c.DIRECTOR
    ):
        raise Illegal("Table/Ruling", f"only the director may return to {to}")


def _refuse_others(seat: Seat, to: int, doers: list[Seat]) -> None:
    if seat == c.DIRECTOR:
        return
    if c.DIRECTOR in doers:
        why = f"the director ruled after {to}; only the director may take the table back past that"
        raise Illegal("Table/Ruling", why)
    if not doers or doers[0] != seat:
        whose = doers[0] if doers else "nobody"
        raise Illegal("Table/Rewind", f"the first act after {to} is not yours but {whose}'s")


def _why_consent(line: History, seat: Seat, to: int, doers: list[Seat]) -> str:
    """Why every seat must agree; "" when it crosses nothing but the asker's own plain acts."""
    if seat == c.DIRECTOR:
        return "the director asks for it"
    others = list(dict.fromkeys(doer for doer in doers if doer != seat))
    if others:
        return f"{' and '.join(others)} acted after it"
    setting, friendly = FRIENDLY
    cards = line.table.settings.get(setting) != friendly
    learnt = first_disclosure(line, to) if cards else chance_revealed(line, to)
    return f"{REVEALED_BY[learnt[1]]} at {learnt[0]}" if learnt else ""


def acting_seats(line: History, after: int, undone_by: int = 0) -> Iterator[Seat]:
    """Who has acted since a position: seats by what they played, the director by ruling.

    What else is said at a table (claims, requests, consents) is no act, and what was undone none;
    with `undone_by` the acts that the rewind at that position has taken back.
    """
    for entry in line.entries(after, undone_by or None):
        opener = line.event(entry.first)
        if isinstance(opener, e.CommandAccepted) and is_play(opener):
            if undone_by or not line.is_undone(entry.last):
                yield opener.seat


def is_play(opener: e.CommandAccepted) -> bool:
    """Whether a command is an act: one of the game, or a ruling."""
    try:
        return isinstance(c.decode_table_command(opener.command), c.MakeRuling)
    except Illegal:
        return True


def first_disclosure(line: History, after: int, upto: int | None = None) -> tuple[int, str] | None:
    """The first event after a position that told somebody something, and what; None if none did."""
    table = line.table_at(after)
    for position, event in line.events(after, upto):
        if chance := _chance(event):
            return position, chance
        later = evolve(table, event, position)
        if isinstance(event, (e.PiecesMoved, e.PiecesShown)) and _discloses(
            table, later, event.pieces
        ):
            return position, "cards"
        table = later
    return None


def chance_revealed(line: History, after: int) -> tuple[int, str] | None:
    """The first die, shuffle or rewind after a position; cards that were seen do not count."""
    told = ((position, _chance(event)) for position, event in line.events(after))
    return next(((position, what) for position, what in told if what), None)


def _chance(event: e.Event) -> str:
    match event:
        case e.DiceRolled():
            return "dice"
        case e.PileShuffled():
            return "a shuffle"
        case e.Rewound():
            return "a rewind"
        case _:
            return ""


def _discloses(before: Table, after: Table, pieces: tuple[str, ...]) -> bool:
    return any(
        after.knows(seat, piece) and not before.knows(seat, piece)
        for piece in pieces
        for seat in after.seats
    )
