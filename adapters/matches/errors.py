"""What can come of a command besides a refusal by the rules: it came late, twice, or in a pause."""

from __future__ import annotations

from wardiary.adapters.store import StoreError
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.errors import WardiaryError
from wardiary.domain.table.pieces import Seat

RETRIES = 8
"""So often a command is tried that other processes are quicker than."""


class StalePosition(WardiaryError):
    """A command was written for a position that is no longer the head of its line."""

    def __init__(self, match: str, expected: int, head: int) -> None:
        """Say which position the command was based on, and that of the match."""
        super().__init__(
            f"built on #{expected}, the line of {match} is at #{head}: "
            f"the position changed at #{expected + 1}; look at it and send again on #{head}, "
            f"or try it in a branch that leaves at #{expected}"
        )
        self.match, self.expected, self.head = match, expected, head


class StaleWindow(StalePosition):
    """A command answers a question that is no longer asked."""

    def __init__(self, match: str, window: int, now: int, head: int) -> None:
        """Say which question was meant, and since when another one is asked, if any is."""
        super().__init__(match, window, head)
        since = f"what is asked now was asked at #{now}" if now else "nothing is asked of you now"
        self.args = (f"the question of #{window} is over; {since}; look at it and answer that",)


class CommandIdTaken(WardiaryError):
    """A command came under an id that its seat has given to another command already."""

    def __init__(self, match: str, command_id: str, taken_by: str, position: int) -> None:
        """Say which command has the id, and its position."""
        super().__init__(
            f"the id {command_id!r} is taken by another command, {taken_by!r} at #{position}; "
            "nothing was done: give a new command an id of its own"
        )
        self.match, self.command_id, self.position = match, command_id, position


class LostRaces(StalePosition):
    """A command that others were quicker than, as often as it was tried; nothing is recorded."""

    def __init__(self, match: str, expected: int, head: int) -> None:
        """Say so, and what to do."""
        super().__init__(match, expected, head)
        why = f"not recorded: {RETRIES} times another command was stored before it could be"
        self.args = (f"{why}; {match} is at #{head} now, look at it and send yours again",)


class StandingDamaged(StoreError):
    """The standing answers that a seat has left cannot be read."""

    def __init__(self, match: str, seat: Seat) -> None:
        """Say whose, and what to do."""
        super().__init__(
            f"match {match[:12]} is damaged: the standing answers of {seat} cannot be read; "
            f"`wardiary stand {match[:8]} {seat} --clear` takes them back"
        )


class MatchIsPaused(Illegal):
    """A seat's command while the match is paused; nothing is recorded."""

    def __init__(self) -> None:
        """Say so."""
        why = "the match is paused until the host or the director resumes it"
        super().__init__("Table/Break", why)
