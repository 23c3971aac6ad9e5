"""Draws: where the dice, shuffles and choices of a rollout come from."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256

from wardiary.domain.play.chance import SeededChance

DOMAIN = b"wardiary lab 1\0"


def seeded_draws(seed: str, number: int, purpose: str) -> SeededChance:
    """The draws of one rollout for one purpose: they depend on these three and on nothing else.

    So it does not matter which process plays a rollout, or when; and two plans with one seed meet
    the same dice as long as they go the same way.
    """
    key = sha256(DOMAIN + seed.encode()).digest()
    return SeededChance(key, "", number.to_bytes(8, "big"), purpose.encode())


class EveryDraw:
    """Draws that are not left to chance: asked again and again, they take every course once.

    `advance` goes on to the next course, `weight` is how likely the present one is.
    """

    def __init__(self) -> None:
        self._course: list[tuple[int, int]] = []
        self._asked = 0

    @property
    def weight(self) -> Fraction:
        """How likely the course is that was taken."""
        product = 1
        for _, bound in self._course:
            product *= bound
        return Fraction(1, product)

    def begin(self) -> None:
        """Take the course from its beginning."""
        self._asked = 0

    def advance(self) -> bool:
        """Go on to the next course; False when every one was taken."""
        while self._course:
            chosen, bound = self._course.pop()
            if chosen + 1 < bound:
                self._course.append((chosen + 1, bound))
                return True
        return False

    def below(self, bound: int) -> int:
        """The next number of the course; 0 where it is drawn for the first time."""
        if bound == 1:
            return 0
        if self._asked == len(self._course):
            self._course.append((0, bound))
        chosen, _ = self._course[self._asked]
        self._asked += 1
        return chosen

    def roll(self, low: int, high: int) -> int:
        """One face from `low` to `high`."""
        return low + self.below(high - low + 1)

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """Any order of the pile, drawn place by place."""
        remaining, order = list(pile), []
        while remaining:
            order.append(remaining.pop(self.below(len(remaining))))
        return tuple(order)
