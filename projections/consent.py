"""What a requested rewind would undo, as far as a role may know it, in words."""

from __future__ import annotations

import msgspec

from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.match.rewind_options import is_play
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.labels import listing, seat_name
from wardiary.projections.redaction import knows, redact_entry


class Between(msgspec.Struct, frozen=True):
    """What a rewind to a position would undo, or bring back when `redo` is set.

    These are rolls, shuffles, cards that the role got to know, and how often each seat (or the
    director, by a ruling) has acted.
    """

    rolls: int = 0
    shuffles: int = 0
    cards: int = 0
    acts: dict[Seat, int] = {}
    redo: bool = False

    def as_text(self) -> str:
        """In words: "2 actions of German, 1 roll and 3 cards that became known"."""
        parts = [f"{_counted(n, 'action')} of {seat_name(seat)}" for seat, n in self.acts.items()]
        counted = ((self.rolls, "roll"), (self.shuffles, "shuffle"))
        parts += [_counted(number, what) for number, what in counted if number]
        if self.cards:
            parts.append(f"{_counted(self.cards, 'card')} that became known")
        return listing(parts)


def between(history: History, to: int, role: Seat) -> Between:
    """What is between a position and the head, counted from what a role may see.

    For a position that was undone: what a return to it would bring back.
    """
    redo = history.is_undone(to)
    after, upto = (_rewound_to(history, to), to) if redo else (to, history.head)
    counts = Between(redo=redo)
    for entry in history.entries(after, upto):
        if redo or not history.is_undone(entry.last):
            counts = _add_entry(counts, history, entry, role)
    return counts


def _rewound_to(history: History, position: int) -> int:
    rewound = history.event(history.undone_at(position))
    assert isinstance(rewound, e.Rewound)
    return rewound.to


def _add_entry(counts: Between, history: History, entry: EntrySpan, role: Seat) -> Between:
    events = [event for _, event in history.events(entry.first - 1, entry.last)]
    visible = list(redact_entry(history.table_at(entry.first - 1), events, role))
    acts = dict(counts.acts)
    opener = events[0]
    if isinstance(opener, e.CommandAccepted) and is_play(opener):
        acts[opener.seat] = acts.get(opener.seat, 0) + 1
    return Between(
        counts.rolls + sum(isinstance(event, e.DiceRolled) for event in visible),
        counts.shuffles + sum(isinstance(event, e.PileShuffled) for event in visible),
        counts.cards + _pieces_learnt(history, entry, events, role),
        acts,
        counts.redo,
    )


def _pieces_learnt(history: History, entry: EntrySpan, events: list[e.AnyEvent], role: Seat) -> int:
    """How many pieces a role knows after an entry that it did not know before."""
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


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
