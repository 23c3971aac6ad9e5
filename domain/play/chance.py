"""Chance: the only source of dice and shuffles. README.md here describes it byte for byte."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Protocol

from wardiary.domain.table.errors import WardiaryError

DOMAIN = b"wardiary chance 1\0"
SAID_DOMAIN = b"wardiary chance 2\0"
SHARES_DOMAIN = b"wardiary shares 2\0"
WORD = 1 << 64
DERIVATION = 2
"""The number of the derivation that new matches get their dice by; 1 is that of older ones."""


class NeedsShares(WardiaryError):
    """An entry draws, and the co-keepers have not been asked yet: by which request, at a place."""

    def __init__(self, place: int, request: str) -> None:
        """`place` counts the answers of keepers along the match, `request` is 64 hex digits."""
        super().__init__(f"the co-keepers must first answer place {place}")
        self.place, self.request = place, request


class Chance(Protocol):
    """A source of die faces and of shuffled orders."""

    def roll(self, low: int, high: int) -> int:
        """One face from `low` to `high`, both included."""
        ...

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """The pile in a new order, top first."""
        ...


class _Stream:
    """Numbers from the blocks of a key and a label, which both derivations draw alike."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self._key = key
        self._label = label
        self._block = 0
        self._words: list[int] = []

    @property
    def begun(self) -> bool:
        """Whether any block was made."""
        return self._block > 0

    def _word(self) -> int:
        if not self._words:
            message = self._label + self._block.to_bytes(8, "big")
            block = hmac.digest(self._key, message, "sha256")
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


class SeededChance(_Stream):
    """The first derivation: from a secret seed, the entry before, and the command."""

    def __init__(self, seed: bytes, match: str, prev: bytes, command: bytes) -> None:
        """`seed` and `prev` are 32 bytes, `match` 32 hex digits, `command` its canonical bytes."""
        super().__init__(seed, DOMAIN + match.encode("ascii") + prev + sha256(command).digest())


class SaidChance(_Stream):
    """The second derivation: from seeds and what was said, in which nothing can be chosen."""

    def __init__(
        self,
        seed: bytes,
        match: str,
        shared: bytes,
        seats: Mapping[str, bytes] | None = None,
        shares: Sequence[bytes] = (),
    ) -> None:
        """`shared` and `seats` are hashes of what was said (diary/said.py): for all, and for seats.

        `shares` are those of the co-keepers, in the order of their names.
        """
        message = SHARES_DOMAIN + b"".join(shares)
        key = hmac.digest(seed, message, "sha256") if shares else seed
        begin = SAID_DOMAIN + match.encode("ascii")
        super().__init__(key, begin + shared)
        self._seats = {seat: _Stream(key, begin + said) for seat, said in (seats or {}).items()}

    @property
    def used(self) -> bool:
        """Whether anything was drawn."""
        return any(stream.begun for stream in (self, *self._seats.values()))

    def of(self, seat: str) -> Chance:
        """The chance that a seat's rolls come from in this entry."""
        return self._seats.get(seat, self)


def chance_of(chance: Chance, seat: str) -> Chance:
    """The chance that a seat's rolls come from; only the second derivation tells them apart."""
    return chance.of(seat) if isinstance(chance, SaidChance) else chance


class UnansweredChance:
    """Stands for the chance of an entry until the co-keepers have answered: raises NeedsShares."""

    def __init__(self, place: int, request: str) -> None:
        """What the keepers are to be asked, should anything be drawn."""
        self._needed = NeedsShares(place, request)

    def roll(self, low: int, high: int) -> int:
        """No face yet."""
        raise self._needed

    def shuffle(self, pile: Sequence[str]) -> tuple[str, ...]:
        """No order yet, unless there is only one."""
        if len(pile) > 1:
            raise self._needed
        return tuple(pile)


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
