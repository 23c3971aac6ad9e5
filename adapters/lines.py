"""Lines held in memory: each match as it was last read or written, and no more than fit."""

from __future__ import annotations

from collections import OrderedDict

from wardiary.adapters.store import DiaryStore
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import decode
from wardiary.domain.diary.line import Line
from wardiary.domain.diary.packs import unseal_pack
from wardiary.domain.games import registry
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import Prompts
from wardiary.domain.referee import Entry
from wardiary.domain.table import events as e

KEPT_ROWS = 1_000_000
"""Rows of all the lines held in memory together, some 400 bytes each with what they fold to."""


class Live:
    """A line as it is held in memory, with what is needed to go on from its head."""

    def __init__(self, game: Game, line: Line, origins: list[tuple[str, int]], head: bytes) -> None:
        """`origins` tell from which position on each match of the line owns the rows."""
        self.game = game
        self.line = line
        self.origins = origins
        self.head = head
        self.asked: Prompts = game.prompts(line.table)
        self.secrets: Secrets | None = None

    def took(self, entry: Entry) -> None:
        """Take up an entry that has just been stored."""
        self.line.extend(entry.rows)
        self.head = entry.head
        self.asked = entry.asked

    def origins_upto(self, position: int) -> list[tuple[str, int]]:
        """The origins of the rows up to a position."""
        return [origin for origin in self.origins if origin[1] <= position]

    def owner_of(self, position: int) -> str:
        """The match whose own row stands at a position."""
        return next(match for match, first in reversed(self.origins) if first <= position)


class Lines:
    """The lines of a store, loaded when asked for and caught up with what others have appended.

    Not safe for threads by itself: its owner holds a lock around every call.
    """

    def __init__(self, store: DiaryStore) -> None:
        """Hold lines of one store."""
        self.store = store
        self.held: OrderedDict[str, Live] = OrderedDict()
        self.rows = 0
        self._packs: dict[tuple[str, str], object] = {}

    def live(self, match: str, *, fresh: bool = True) -> Live:
        """A line as stored now, or as last held where it need not be `fresh`."""
        live = self.held.get(match)
        if live is None:
            live = self._load(match)
            self.keep(match, live)
        elif fresh:
            self._catch_up(match, live)
        self.held.move_to_end(match)
        return live

    def keep(self, match: str, live: Live) -> None:
        """Hold a line in memory, and let go of those not asked for the longest time."""
        self.held[match] = live
        self.rows += live.line.head
        while self.rows > KEPT_ROWS and len(self.held) > 1:
            _, oldest = self.held.popitem(last=False)
            self.rows -= oldest.line.head

    def grew(self, live: Live, before: int) -> None:
        """Count the rows that a line has taken up since it stood at a position."""
        if self.held.get(live.line.table.match) is live:
            self.rows += live.line.head - before

    def secrets(self, match: str) -> Secrets:
        """A match's seed and salt, which never change."""
        live = self.live(match, fresh=False)
        if live.secrets is None:
            live.secrets = Secrets(*self.store.secrets(match))
        return live.secrets

    def content(self, game: Game, digest: str, sealed: bytes | None = None) -> object:
        """The typed content of a pack, read once."""
        key = (game.name, digest)
        if key not in self._packs:
            files = unseal_pack(self.store.pack(digest) if sealed is None else sealed)
            self._packs[key] = game.read_pack(files)
        return self._packs[key]

    def _load(self, match: str) -> Live:
        rows = self.store.rows(match)
        opener = decode(rows[0].state)
        if isinstance(opener, e.BranchOpened):
            parent = self.live(opener.parent)
            game, line = parent.game, parent.line.upto(opener.at)
            origins = [*parent.origins_upto(opener.at), (match, rows[0].position)]
        else:
            assert isinstance(opener, e.MatchOpened)
            game = registry.game(opener.game)
            line, origins = Line(pack=self.content(game, opener.pack)), [(match, 1)]
        line.extend(rows)
        return Live(game, line, origins, line.hash_at(line.head, self.store.secrets(match)[1]))

    def _catch_up(self, match: str, live: Live) -> None:
        """Another process may have appended meanwhile."""
        before = live.line.head
        if self.store.head(match) == before:
            return
        live.line.extend(self.store.rows(match, after=before))
        self.grew(live, before)
        live.head = live.line.hash_at(live.line.head, self.store.secrets(match)[1])
        live.asked = live.game.prompts(live.line.table)
