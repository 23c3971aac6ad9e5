"""Branches: opened from any past position, and discarded."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.adapters.matches.cache import CachedMatch
from wardiary.adapters.matches.discarding import branches_of, kept_of, opener_to_discard
from wardiary.adapters.matches.errors import RETRIES
from wardiary.adapters.matches.lines import Lines
from wardiary.adapters.store import WriteFailed
from wardiary.domain.match.command_handler import open_branch
from wardiary.domain.play.decide import check_seat
from wardiary.domain.table.pieces import Seat


class Branching(Lines):
    """Branches of matches."""

    def branch(
        self,
        match: str,
        at: int,
        *,
        seat: Seat | None = None,
        forced: Sequence[int] = (),
    ) -> str:
        """Open a branch after position `at`, where an entry must close; gives its id.

        With `seat` every card that the seat cannot know is dealt again; else the branch is exact,
        which is for directors and for matches that have ended. `forced` fixes its first dice.
        """
        with self._cache.lock_of(match):
            live = self._cache.get(match)
            if seat is not None:
                check_seat(live.history.table, seat)
            child, secrets = self.new_secrets()
            if not live.history.is_end(at):
                head = b""
            else:
                head = live.history.hash_at(at, self._cache.secrets(live.owner_of(at)).salt)
            entry = open_branch(
                live.game,
                live.history,
                at,
                head,
                match=child,
                secrets=secrets,
                time=self.clock(),
                dealt="exact" if seat is None else seat,
                forced=tuple(forced),
            )
            self.store.open_match(
                child, entry.rows, seed=secrets.seed, salt=secrets.salt, parent=match
            )
            origins = [*live.origins_upto(at), (child, at + 1)]
            grown = CachedMatch(live.game, live.history.upto(at), origins, entry.head)
            grown.secrets = secrets
            grown.apply_entry(entry)
            self._cache.put(child, grown)
        return child

    def branches(self, match: str) -> list[tuple[str, int]]:
        """The branches opened directly from a match, each with the position it leaves after."""
        return branches_of(self.store, match)

    def discard(self, match: str) -> str:
        """Throw a branch away on which no other branch rests; gives the id of its parent.

        All that is stored of it goes, in one step; its parent keeps every row. Raises Illegal for
        a match that is not a branch or has branches, UnknownMatch.
        """
        with self._cache.lock_of(match):
            for _ in range(RETRIES):
                opened = self.store.last_opened()
                opener = opener_to_discard(self.store, match)
                stored_keys = kept_of(self.store, match)
                if self.store.remove(match, stored_keys, opened=opened):
                    self._cache.forget(match)
                    return opener.parent
        raise WriteFailed("other matches were opened all the time", self.store.where)
