"""Rewind options: where the table may go back to, and whether that needs consent, and why.

Nothing here changes anything: `rewind_option` says beforehand what a request needs, and `rewinds`
acts on the same answer. `pending_request` is the request that is open now.
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

REWIND_TO, REQUESTED_AT, REQUESTED_BY = "rewind/to", "rewind/since", "rewind/asker"
"""The tracks that hold a request for a rewind."""
FRIENDLY_SETTING = ("take-back", "friendly")
"""The setting and its value with which a rewind past a card that was seen needs no consent."""
CONSENT_REASONS = {
    "dice": "dice were rolled",
    "a shuffle": "a pile was shuffled",
    "cards": "a card was seen",
    "a rewind": "the table went back",
}


class RewindOption(msgspec.Struct, frozen=True):
    """What a rewind to a position needs.

    `consent` are the seats that have to agree, none when it is done at once; `why` says why
    they are asked; `redo` is set when the position itself was undone by a rewind.
    """

    to: int
    consent: tuple[Seat, ...] = ()
    why: str = ""
    redo: bool = False


class RewindRequest(msgspec.Struct, frozen=True):
    """A rewind that waits for consent: the position to go back to, who asked, who agreed, and who
    has not answered.
    """

    to: int
    asker: Seat
    agreed: tuple[Seat, ...]
    waiting: tuple[Seat, ...] = ()


def pending_request(history: History) -> RewindRequest | None:
    """The rewind that is asked for now; None without one, or when play has gone on since."""
    table = history.table
    to, since = table.track(REWIND_TO), table.track(REQUESTED_AT)
    if not to or table.result is not None:
        return None
    # After a rewind to a position where another request was open, that request is not open again.
    if history.last_rewind > since or any(acting_seats(history, since)):
        return None
    asker = table.track(REQUESTED_BY)
    agreed = tuple(seat for seat in table.seats if table.track(agreed_track(seat)))
    waiting = tuple(seat for seat in playing(table) if seat not in agreed)
    return RewindRequest(to, table.seats[asker - 1] if asker else c.DIRECTOR, agreed, waiting)


def agreed_track(seat: Seat) -> str:
    """The track that says whether a seat agrees to the requested rewind."""
    return f"rewind/agreed/{seat}"


def rewind_option(history: History, seat: Seat, to: int) -> RewindOption:
    """What a rewind to a position needs if this seat (or the director) asks for it.

    Raises Illegal when the table cannot go back there at all, or not for this seat.
    """
    if history.table.result is not None:
        raise Illegal("Table/Ended", "the match is over; a branch can try something else")
    if to < history.first_own_position:
        # Positions before a branch hold the real cards, which its own deal must not reveal.
        start = history.first_own_position
        raise Illegal("Table/Rewind", f"this match began at {start}; before that is its parent")
    if to < history.said.dealt:
        why = f"the table was set up at {history.said.dealt}; before that nothing was dealt"
        raise Illegal("Table/Rewind", why)
    if not history.is_end(to) or to >= history.head:
        raise Illegal("Table/Rewind", f"the table cannot go back to {to}: no entry ends there")
    consent = tuple(player for player in playing(history.table) if player != seat)
    if history.is_undone(to):
        _refuse_redo(history, seat, to)
        return RewindOption(
            to, consent, "it was undone by a rewind, so every seat must agree to return to it", True
        )
    actors = list(acting_seats(history, to))
    _refuse_others(seat, to, actors)
    why = _why_consent(history, seat, to, actors)
    return RewindOption(to, consent if why else (), why)


def rewind_options(history: History, seat: Seat, most: int = 8) -> list[RewindOption]:
    """What a rewind of each of a seat's latest actions needs, newest first.

    Actions that the seat cannot take back are left out; gives at most `most`.
    """
    options: list[RewindOption] = []
    for number in range(len(history.ends) - 1, 0, -1):
        entry = history.entry_number(number)
        opener = history.event(entry.first)
        if not isinstance(opener, e.CommandAccepted) or opener.seat != seat:
            continue
        if history.is_undone(entry.last) or not is_play(opener):
            continue
        try:
            options.append(rewind_option(history, seat, entry.first - 1))
        except Illegal:
            return options
        if len(options) == most:
            break
    return options


def _refuse_redo(history: History, seat: Seat, to: int) -> None:
    """Raise Illegal if play has gone on since the rewind, or if only the director may return."""
    undone_at = history.undone_at(to)
    if any(acting_seats(history, undone_at)):
        raise Illegal(
            "Table/Rewind",
            f"position {to} was undone by a rewind, and play has gone on since; a branch can go on "
            f"from there: wardiary branch {history.table.match} --at {to}",
        )
    rewound = history.event(undone_at)
    assert isinstance(rewound, e.Rewound)
    if c.DIRECTOR in (rewound.asked, *acting_seats(history, rewound.to, undone_by=undone_at)) and (
        seat != c.DIRECTOR
    ):
        raise Illegal("Table/Ruling", f"only the director may return to {to}")


def _refuse_others(seat: Seat, to: int, actors: list[Seat]) -> None:
    if seat == c.DIRECTOR:
        return
    if c.DIRECTOR in actors:
        why = f"the director ruled after {to}; only the director may take the table back past that"
        raise Illegal("Table/Ruling", why)
    if not actors or actors[0] != seat:
        actor = actors[0] if actors else "nobody"
        raise Illegal("Table/Rewind", f"the first action after {to} is not yours but {actor}'s")


def _why_consent(history: History, seat: Seat, to: int, actors: list[Seat]) -> str:
    """Why every seat must agree; "" when it only undoes the seat's own actions and no reveal."""
    if seat == c.DIRECTOR:
        return "the director asks for it"
    others = list(dict.fromkeys(actor for actor in actors if actor != seat))
    if others:
        return f"{' and '.join(others)} acted after it"
    setting, friendly = FRIENDLY_SETTING
    cards_count = history.table.settings.get(setting) != friendly
    reveal = first_disclosure(history, to) if cards_count else chance_revealed(history, to)
    return f"{CONSENT_REASONS[reveal[1]]} at {reveal[0]}" if reveal else ""


def acting_seats(history: History, after: int, undone_by: int = 0) -> Iterator[Seat]:
    """Who has acted since a position: seats that played, the director by a ruling.

    Claims, requests and consents are not actions, and undone actions do not count; with `undone_by`
    these are the actions that the rewind at that position has undone.
    """
    for entry in history.entries(after, undone_by or None):
        opener = history.event(entry.first)
        if isinstance(opener, e.CommandAccepted) and is_play(opener):
            if undone_by or not history.is_undone(entry.last):
                yield opener.seat


def is_play(opener: e.CommandAccepted) -> bool:
    """Whether a command is an action: one of the game, or a ruling."""
    try:
        return isinstance(c.decode_table_command(opener.command), c.MakeRuling)
    except Illegal:
        return True


def first_disclosure(
    history: History, after: int, upto: int | None = None
) -> tuple[int, str] | None:
    """The first event after a position that revealed something, and what; None if none did."""
    table = history.table_at(after)
    for position, event in history.events(after, upto):
        if chance := _chance_event(event):
            return position, chance
        after_event = evolve(table, event, position)
        if isinstance(event, (e.PiecesMoved, e.PiecesShown)) and _anyone_learns(
            table, after_event, event.pieces
        ):
            return position, "cards"
        table = after_event
    return None


def chance_revealed(history: History, after: int) -> tuple[int, str] | None:
    """The first die roll, shuffle or rewind after a position; cards that were seen do not count."""
    reveals = ((position, _chance_event(event)) for position, event in history.events(after))
    return next(((position, what) for position, what in reveals if what), None)


def _chance_event(event: e.Event) -> str:
    match event:
        case e.DiceRolled():
            return "dice"
        case e.PileShuffled():
            return "a shuffle"
        case e.Rewound():
            return "a rewind"
        case _:
            return ""


def _anyone_learns(before: Table, after: Table, pieces: tuple[str, ...]) -> bool:
    return any(
        after.knows(seat, piece) and not before.knows(seat, piece)
        for piece in pieces
        for seat in after.seats
    )
