"""Windows: since when a seat is asked this very question, so that an answer can say which it means.

What others say or answer meanwhile does not end a window; the seat's own act, a ruling, a rewind,
or another question does.
"""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import is_play
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompts, prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat


def window(game: Game, line: History, seat: Seat, asked: Prompts) -> int:
    """The end of the entry that asked a seat what it is asked now; 0 when it is asked nothing.

    `asked` are the prompts at the head of the line.
    """
    prompt = prompt_for(asked, seat)
    if prompt is None:
        return 0
    for number in range(len(line.ends) - 1, -1, -1):
        entry = line.entry_number(number)
        events = [event for _, event in line.events(entry.first - 1, entry.last)]
        if number == 0 or closes(events, seat):
            return entry.last
        opener = events[0]
        if isinstance(opener, e.CommandAccepted) and is_play(opener):
            before = game.prompts(line.table_at(entry.first - 1))
            if prompt_for(before, seat) != prompt:
                return entry.last
    return line.head


def closes(events: Iterable[e.Event], seat: Seat) -> bool:
    """Whether an entry ends a seat's window, whatever it is asked after it."""
    for event in events:
        match event:
            case e.CommandAccepted() if event.seat == seat and is_play(event):
                return True
            case e.Rewound() | e.Ruled() | e.BranchOpened() | e.MatchOpened() | e.RulesAdopted():
                return True
            case _:
                pass
    return False
