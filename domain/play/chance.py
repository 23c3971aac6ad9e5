"""Chance: the only source of dice and shuffles. README.md here describes it byte for byte."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Protocol

DOMAIN = b"wardiary chance 1\0"
WORD = 1 << 64


class Chance(Protocol):
    """A source of die faces and of shuffled orders."""

    def roll(self, low: int, high: int) -> int:
        """One face from `low` to `high`, both included."""
        ...

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """The pile in a new order, top first."""
        ...


class SeededChance:
    """Draws from a secret seed and the command, so none is known before the command is given."""

    def __init__(self, seed: bytes, match: str, prev: bytes, command: bytes) -> None:
        """`seed` and `prev` are 32 bytes, `match` 32 hex digits, `command` its canonical bytes."""
        self._seed = seed
        self._label = DOMAIN + match.encode("ascii") + prev + sha256(command).digest()
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            message = self._label + self._block.to_bytes(8, "big")
            block = hmac.digest(self._seed, message, "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[i : i + 8], "big") for i in (24, 16, 8, 0)]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, all equally likely (rejection sampling)."""
        limit = WORD - WORD % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def roll(self, low: int, high: int) -> int:
        """One face from `low` to `high`."""
        return low + self.below(high - low + 1)

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """Fisher and Yates from the end: place i changes with a place from 0 to i."""
        order = list(pile)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)


class ScriptedChance:
    """Results set beforehand, for tests and for judging recorded events again.

    `faces` and `orders` are given out one by one. With no order left a pile stays as it is, unless
    `strict`. A face out of range or missing raises ValueError.
    """

    def __init__(
        self,
        faces: Sequence[int] = (),
        orders: Sequence[Sequence[str]] = (),
        *,
        strict: bool = False,
    ) -> None:
        """Faces and orders in the sequence in which they will be asked for."""
        self._faces = list(faces)
        self._orders = [tuple(order) for order in orders]
        self._strict = strict

    def roll(self, low: int, high: int) -> int:
        """The next face of the script."""
        if not self._faces:
            raise ValueError("the script has no face left for this roll")
        face = self._faces.pop(0)
        if not low <= face <= high:
            raise ValueError(f"the script has face {face}, the die goes from {low} to {high}")
        return face

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """The next order of the script."""
        if self._orders:
            order = self._orders.pop(0)
            if sorted(order) != sorted(pile):
                raise ValueError("the next order of the script is for another pile")
            return order
        if self._strict:
            raise ValueError("the script has no order left for this shuffle")
        return tuple(pile)

    @property
    def used_up(self) -> bool:
        """Whether every scripted face and order was asked for."""
        return not self._faces and not self._orders
