"""Windows: the number of a question to a seat, so that an answer can say which question it means.

What others do meanwhile does not end a window; the seat's own action, a ruling, a rewind or another
question does.
"""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.diary.history import History
from wardiary.domain.match.rewind_options import is_play
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompts, prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat


def window(game: Game, history: History, seat: Seat, prompts: Prompts) -> int:
    """The end of the entry after which a seat was first asked its present question; 0 without one.

    `prompts` are those at the head of the history.
    """
    prompt = prompt_for(prompts, seat)
    if prompt is None:
        return 0
    for number in range(len(history.ends) - 1, -1, -1):
        entry = history.entry_number(number)
        events = [event for _, event in history.events(entry.first - 1, entry.last)]
        if number == 0 or closes(events, seat):
            return entry.last
        opener = events[0]
        if isinstance(opener, e.CommandAccepted) and is_play(opener):
            before = game.prompts(history.table_at(entry.first - 1))
            if prompt_for(before, seat) != prompt:
                return entry.last
    return history.head


def closes(events: Iterable[e.Event], seat: Seat) -> bool:
    """Whether an entry ends a seat's window, even if the seat is asked the same after it."""
    for event in events:
        match event:
            case e.CommandAccepted() if event.seat == seat and is_play(event):
                return True
            case e.Rewound() | e.Ruled() | e.BranchOpened() | e.MatchOpened() | e.RulesAdopted():
                return True
            case _:
                pass
    return False
