"""What a request to go back is about: what lies between, as a role may know it, in words."""

from __future__ import annotations

import msgspec

from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.match.rewind_options import is_play
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.labels import listing, seat_name
from wardiary.projections.redaction import knows, redact_entry


class Between(msgspec.Struct, frozen=True):
    """What a rewind to a position would take back, or return to when `redo` is set.

    Dice rolled, piles shuffled, cards that the role got to know, and how often each seat (or the
    director, by ruling) has acted.
    """

    rolls: int = 0
    shuffles: int = 0
    cards: int = 0
    acts: dict[Seat, int] = {}
    redo: bool = False

    def as_text(self) -> str:
        """In words: "2 acts of German, 1 roll and 3 cards that were seen"."""
        parts = [f"{_number(n, 'act')} of {seat_name(seat)}" for seat, n in self.acts.items()]
        counted = ((self.rolls, "roll"), (self.shuffles, "shuffle"))
        parts += [_number(number, what) for number, what in counted if number]
        if self.cards:
            parts.append(f"{_number(self.cards, 'card')} that became known")
        return listing(parts)


def between(history: History, to: int, role: Seat) -> Between:
    """What lies between a position and the head, counted from what a role is told of it.

    For a position that was taken back: what would come back, up to there.
    """
    redo = history.is_undone(to)
    after, upto = (_rewound_to(history, to), to) if redo else (to, history.head)
    found = Between(redo=redo)
    for entry in history.entries(after, upto):
        if redo or not history.is_undone(entry.last):
            found = _and(found, history, entry, role)
    return found


def _rewound_to(history: History, position: int) -> int:
    rewound = history.event(history.undone_at(position))
    assert isinstance(rewound, e.Rewound)
    return rewound.to


def _and(found: Between, history: History, entry: EntrySpan, role: Seat) -> Between:
    events = [event for _, event in history.events(entry.first - 1, entry.last)]
    shown = list(redact_entry(history.table_at(entry.first - 1), events, role))
    acts = dict(found.acts)
    opener = events[0]
    if isinstance(opener, e.CommandAccepted) and is_play(opener):
        acts[opener.seat] = acts.get(opener.seat, 0) + 1
    return Between(
        found.rolls + sum(isinstance(one, e.DiceRolled) for one in shown),
        found.shuffles + sum(isinstance(one, e.PileShuffled) for one in shown),
        found.cards + _learnt(history, entry, events, role),
        acts,
        found.redo,
    )


def _learnt(history: History, entry: EntrySpan, events: list[e.AnyEvent], role: Seat) -> int:
    """How many pieces a role can tell after an entry that it could not tell before."""
    before, after = history.table_at(entry.first - 1), history.table_at(entry.last)
    moved = {
        piece
        for event in events
        if isinstance(event, (e.PiecesMoved, e.PiecesShown))
        for piece in event.pieces
    }
    return sum(
        knows(after, role, piece) and not knows(before, role, piece)
        for piece in moved & before.pieces.keys()
    )


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
