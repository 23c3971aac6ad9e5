"""Lines held in memory: each match as it was last read or written, and no more than fit."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock, RLock

from wardiary.adapters.matches.locks import MatchLocks
from wardiary.adapters.store import DiaryStore, MatchDamaged, UnknownMatch, UnknownPack
from wardiary.adapters.whole import folded, pack_of, stored
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.games import registry
from wardiary.domain.match.command_handler import SealedEntry
from wardiary.domain.match.rewind_options import is_play
from wardiary.domain.match.windows import window
from wardiary.domain.packs import PackError, unseal_pack
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompts, prompt_for
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.verdicts import IMPOSSIBLE

CLOSING = ("rewound", "ruled", "rules-adopted")
"""Kinds of events after which every question counts as a new one."""
CACHED_ROWS = 1_000_000
"""Rows of all the lines held in memory together, some 400 bytes each with what they fold to."""


class CachedMatch:
    """A line as it is held in memory, with what is needed to go on from its head."""

    def __init__(
        self,
        game: Game,
        line: History,
        origins: list[tuple[str, int]],
        head: bytes,
        damage: MatchDamaged | None = None,
    ) -> None:
        """`origins` tell from which position on each match of the line owns the rows.

        With `damage` the line ends before it, and nothing may be added. `head` is empty where the
        match's salt is lost, so that no hash can be computed.
        """
        self.game = game
        self.history = line
        self.origins = origins
        self.head = head
        self.damage = damage
        self.counted = 0
        """How many of its rows are counted among those held in memory."""
        self.stored = line.head
        """The last position in the store, beyond the line's head only where that is damaged."""
        self.prompts: Prompts = game.prompts(line.table)
        self.secrets: Secrets | None = None
        self.lock: RLock | None = None
        """The lock of its match, which lasts as long as the line is held in memory."""
        self._seats_asked: dict[int, tuple[Seat, ...]] = {}
        self._windows: dict[Seat, tuple[int, int]] = {}

    def apply_entry(self, entry: SealedEntry) -> None:
        """Take up an entry that has just been stored."""
        self.history.extend(entry.rows)
        self._carry_windows(entry)
        self.head, self.stored = entry.head, self.history.head
        self.prompts = entry.prompts
        self._seats_asked[self.history.head] = tuple(prompt.seat for prompt in entry.prompts)

    def seats_asked(self, end: int) -> tuple[Seat, ...]:
        """Who was asked at the end of an entry; the rules are asked once for each."""
        if end not in self._seats_asked:
            prompts = self.game.prompts(self.history.table_at(end))
            self._seats_asked[end] = tuple(prompt.seat for prompt in prompts)
        return self._seats_asked[end]

    def window(self, seat: Seat) -> int:
        """Since which position a seat is asked what it is asked now; 0 when it is not asked."""
        head, since = self._windows.get(seat, (-1, 0))
        if head != self.history.head:
            head, since = self.history.head, window(self.game, self.history, seat, self.prompts)
            self._windows[seat] = head, since
        return since

    def _carry_windows(self, entry: SealedEntry) -> None:
        """The windows of seats after an entry, where they follow from those before it.

        The others are looked for in the line when they are asked for.
        """
        opener = self.history.event(entry.rows[0].position)
        last = self.history.head
        before = entry.rows[0].position - 1
        windows, self._windows = self._windows, {}
        if not isinstance(opener, e.CommandAccepted) or not is_play(opener):
            return
        if any(kind_of(row) in CLOSING for row in entry.rows):
            return
        for seat, (head, since) in windows.items():
            prompt = prompt_for(entry.prompts, seat)
            same = seat != opener.seat and prompt == prompt_for(self.prompts, seat)
            if head == before:
                self._windows[seat] = last, (since if same else last) if prompt else 0

    def origins_upto(self, position: int) -> list[tuple[str, int]]:
        """The origins of the rows up to a position."""
        return [origin for origin in self.origins if origin[1] <= position]

    def owner_of(self, position: int) -> str:
        """The match that the row at a position belongs to."""
        return next(match for match, first in reversed(self.origins) if first <= position)


class MatchCache:
    """The lines of a store, loaded when asked for and caught up with what others have appended.

    Safe to call from any thread; who asks for a line, or adds to it, holds the lock of its match.
    """

    def __init__(self, store: DiaryStore) -> None:
        """Hold lines of one store."""
        self.store = store
        self.cached: OrderedDict[str, CachedMatch] = OrderedDict()
        self.rows = 0
        self._locks = MatchLocks()
        self._counting = Lock()
        self._packs: dict[tuple[str, str], object] = {}
        self._lost_packs: set[str] = set()

    def lock_of(self, match: str) -> RLock:
        """The lock of a match, to be held while its line is read or added to."""
        return self._locks.of(match)

    def get(self, match: str, *, fresh: bool = True) -> CachedMatch:
        """A line as stored now, or as it was last read where it need not be `fresh`."""
        live = self.cached.get(match)
        if live is None:
            live = self._held(match)
        elif fresh:
            live = self._catch_up(match, live)
        with self._counting:
            if match in self.cached:
                self.cached.move_to_end(match)
        return live

    def put(self, match: str, live: CachedMatch) -> None:
        """Hold a line in memory, and let go of those not asked for the longest time."""
        with self._counting:
            self._let_go(match)
            self.cached[match] = live
            live.lock = self._locks.of(match)
            live.counted = live.history.head
            self.rows += live.counted
            while self.rows > CACHED_ROWS and len(self.cached) > 1:
                self._let_go(next(iter(self.cached)))

    def count_growth(self, match: str, live: CachedMatch) -> None:
        """Count the rows that a line has taken up since they were counted last."""
        with self._counting:
            if self.cached.get(match) is live:
                self.rows += live.history.head - live.counted
                live.counted = live.history.head

    def _let_go(self, match: str) -> None:
        live = self.cached.pop(match, None)
        if live is not None:
            self.rows -= live.counted

    def secrets(self, match: str) -> Secrets:
        """A match's seed and salt, which never change; raises MatchDamaged when they are lost."""
        live = self.get(match, fresh=False)
        if live.secrets is None:
            raise live.damage or MatchDamaged(match, 1, "its seed and salt are missing")
        return live.secrets

    def pack(self, game: str, digest: str) -> bytes:
        """The sealed pack of a match, from the store or as it is shipped; raises UnknownPack."""
        return pack_of(self.store, game, digest)[0]

    def content(self, game: Game, digest: str, sealed: bytes | None = None) -> object:
        """The typed content of a pack, read once."""
        key = (game.name, digest)
        if key not in self._packs:
            whole = True
            if sealed is None:
                sealed, whole = pack_of(self.store, game.name, digest)
            self._packs[key] = game.read_pack(unseal_pack(sealed))
            if not whole:
                self._lost_packs.add(digest)
        return self._packs[key]

    def _load(self, match: str) -> CachedMatch:
        last = self._last(match)  # Before the rows are read: what is appended meanwhile is later.
        whole = stored(self.store, match)
        opener = whole.opener
        if isinstance(opener, e.BranchOpened):
            game, line, origins = self._parent(match, opener, whole.rows[0].position)
        else:
            game = registry.game(opener.game)
            line, origins = self._new_line(match, game, opener), [(match, 1)]
        line, damage = folded(line, match, whole.rows)
        # What no table could have seen comes before whatever else is wrong further on.
        damage = damage or whole.damage or self._without_pack(match, line)
        salt = whole.secrets.salt if whole.secrets else None
        live = CachedMatch(
            game, line, origins, line.hash_at(line.head, salt) if salt else b"", damage
        )
        live.secrets, live.stored = whole.secrets, last
        return live

    def _parent(
        self, match: str, opener: e.BranchOpened, first: int
    ) -> tuple[Game, History, list[tuple[str, int]]]:
        """The line that a branch goes on from; raises MatchDamaged when it is not whole so far."""
        try:
            with self.lock_of(opener.parent):
                parent = self.get(opener.parent)
        except (MatchDamaged, UnknownMatch) as error:
            why = f"what it branches from cannot be read: {error}"
            raise MatchDamaged(match, first, why) from None
        if not parent.history.is_end(opener.at):
            why = f"what it branches from is whole only up to {parent.history.head}"
            raise MatchDamaged(match, first, why)
        origins = [*parent.origins_upto(opener.at), (match, first)]
        return parent.game, parent.history.upto(opener.at), origins

    def _new_line(self, match: str, game: Game, opener: e.MatchOpened) -> History:
        try:
            return History(pack=self.content(game, opener.pack))
        except (UnknownPack, PackError) as error:
            why = f"the pack that it was opened with cannot be read: {error}"
            raise MatchDamaged(match, 1, why) from None

    def _without_pack(self, match: str, line: History) -> MatchDamaged | None:
        """The damage of a match whose pack is lost, though the shipped one is used instead."""
        opened = line.event(1)
        assert isinstance(opened, e.MatchOpened)
        if opened.pack not in self._lost_packs:
            return None
        why = "the pack that it was opened with is missing or damaged"
        return MatchDamaged(match, 1, why, line.head)

    def _catch_up(self, match: str, live: CachedMatch) -> CachedMatch:
        """Another process may have appended meanwhile."""
        before, head = live.history.head, self._last(match)
        if head == live.stored:
            return live
        try:
            if head < before or live.damage:
                raise IndexError(f"the store ends at {head}")
            live.history.extend(self.store.rows(match, after=before))
        except IMPOSSIBLE:
            # Rows are gone, or are none: what is whole is looked for from the first row on.
            self.forget(match)
            return self._held(match)
        self.count_growth(match, live)
        live.stored = head
        live.head = live.history.hash_at(live.history.head, self.secrets(match).salt)
        live.prompts = live.game.prompts(live.history.table)
        return live

    def _last(self, match: str) -> int:
        """The last position in the store, 0 when all rows are gone."""
        try:
            return self.store.head(match)
        except UnknownMatch:
            return 0

    def _held(self, match: str) -> CachedMatch:
        live = self._load(match)
        self.put(match, live)
        return live

    def forget(self, match: str) -> None:
        """Read a match from the store again when it is asked for next."""
        with self._counting:
            self._let_go(match)
