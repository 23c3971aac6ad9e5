"""Standing answers: left by a seat for later questions, and given when they are due."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wardiary.adapters.archives import STANDING
from wardiary.adapters.matches.errors import StandingDamaged
from wardiary.adapters.matches.queries import CurrentState, Queries
from wardiary.adapters.matches.submission import CommandResult, Submission
from wardiary.domain.match.timing import brings
from wardiary.domain.play.commands import Command, Illegal, refuse_controls
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.resigning import stand_in
from wardiary.domain.play.standing import StandingAnswer, answer_for, check_answerable
from wardiary.domain.table.pieces import Seat
from wardiary.projections.redaction import view

_STANDING = msgspec.json.Decoder(list[StandingAnswer])


class StandingAnswers(Queries, Submission):
    """Standing answers of seats."""

    def leave_standing_answers(
        self, match: str, seat: Seat, answers: Iterable[StandingAnswer]
    ) -> None:
        """Leave a seat's standing answers, in place of those it left before."""
        left = list(answers)
        refuse_controls(left, "the standing answer")
        check_answerable(left, self.game_of(match))
        self._refuse_never_given(match, seat, left)
        self.refuse_damaged(match)
        self.store.put(STANDING, f"{match}/{seat}", msgspec.json.encode(left))

    def _refuse_never_given(self, match: str, seat: Seat, left: list[StandingAnswer]) -> None:
        """Raise Illegal for answers after a deadline where a missed one brings something else."""
        what = brings(self.history(match), seat) or "nothing, as there is no clock"
        if what != "pass" and any(answer.late for answer in left):
            why = f"an answer for after the deadline is never given: what that brings is {what}"
            raise Illegal("Table/Standing", why)

    def standing_answers(self, match: str, seat: Seat) -> list[StandingAnswer]:
        """The standing answers that a seat has left; raises StandingDamaged."""
        stored = self.store.get(STANDING, f"{match}/{seat}")
        try:
            return _STANDING.decode(stored) if stored else []
        except (msgspec.MsgspecError, ValueError):
            raise StandingDamaged(match, seat) from None

    def give_standing_answer(
        self, match: str, now: CurrentState | None = None
    ) -> CommandResult | None:
        """Give the next standing answer that is due; None when none is.

        `now` may be the present state of the match, when that is known; it is refused if that has
        changed.
        """
        now = now or self.current(match)
        for prompt in now.prompts:
            if prompt.seat in now.history.said.keys:
                continue  # Nothing is ordered for a seat that signs its orders, but by itself.
            answer = self.standing_answer_to(match, prompt, now)
            if answer is not None:
                at = now.table.position
                return self.command(match, prompt.seat, answer, by="standing", expected=at)
        return None

    def standing_answer_to(self, match: str, prompt: Prompt, now: CurrentState) -> Command | None:
        """What a seat's standing answers say to a question, if any is for it."""
        try:
            answers = self.standing_answers(match, prompt.seat)
        except StandingDamaged:
            return None  # The seat is asked itself, and sees this when it lists its answers.
        if not answers or stand_in(now.table, prompt.seat):
            return None
        seen = view(now.table, prompt.seat)
        return answer_for(answers, prompt, seen, self.game_of(match).verbs)
