"""Lines: the histories of matches as stored now, each under the lock of its match."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from wardiary.adapters.keepers import Keeper
from wardiary.adapters.matches.cache import MatchCache
from wardiary.adapters.store import DiaryStore, MatchDamaged
from wardiary.adapters.whole import Opener, opener_of
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.history import History
from wardiary.domain.play.game import Game


class Lines:
    """What everything else is built on: the store, the lines held in memory, clock and entropy."""

    def __init__(
        self, store: DiaryStore, clock: Callable[[], int], entropy: Callable[[int], bytes]
    ) -> None:
        """Work over an open store; `clock` gives milliseconds, `entropy` secret random bytes."""
        self.store = store
        self.clock = clock
        self.entropy = entropy
        self._cache = MatchCache(store)
        self._keepers: dict[str, dict[str, Keeper]] = {}

    def new_secrets(self) -> tuple[str, Secrets]:
        """A random id for a new match, and its seed and salt."""
        match = UUID(bytes=self.entropy(16), version=4).hex
        return match, Secrets(self.entropy(32), self.entropy(32))

    def history(self, match: str, *, fresh: bool = True) -> History:
        """The line of a match from its first row to its head, as stored now.

        What was stored by another process since it was read last is missing if it is not `fresh`.
        """
        with self._cache.lock_of(match):
            return self._cache.get(match, fresh=fresh).history

    def game_of(self, match: str) -> Game:
        """The game a match is played with."""
        with self._cache.lock_of(match):
            return self._cache.get(match, fresh=False).game

    def secrets(self, match: str) -> Secrets:
        """Seed and salt of a match, for proving it; raises MatchDamaged when they are lost."""
        with self._cache.lock_of(match):
            return self._cache.secrets(match)

    def damage(self, match: str) -> MatchDamaged | None:
        """What is damaged of a match; its line ends before that. Raises it if nothing is whole."""
        with self._cache.lock_of(match):
            return self._cache.get(match).damage

    def refuse_damaged(self, match: str) -> None:
        """Raise MatchDamaged where a match can be looked at, but not played on."""
        if damage := self.damage(match):
            raise damage

    def opener(self, match: str) -> Opener | None:
        """How a match or branch was opened; None when that is damaged."""
        return opener_of(self.store, match)

    def origins(self, match: str) -> list[tuple[str, int]]:
        """The matches whose rows make up a line, each with the first position that is its own."""
        with self._cache.lock_of(match):
            return list(self._cache.get(match, fresh=False).origins)
