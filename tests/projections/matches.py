"""Toy matches for the projections' tests, kept as the service would keep them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.toy import SEATS, TOY, Bid
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.history import History
from wardiary.domain.match.command_handler import (
    CommandEnvelope,
    SealedEntry,
    handle,
    open_branch,
    open_match,
    opening_chance,
    opening_event,
    seeded_chance,
)
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.table.events import Scalar
from wardiary.domain.table.table import Table

SECRETS = Secrets(bytes(range(32)), bytes(range(32, 64)))


class Match:
    """A toy match: its line and its head hash."""

    def __init__(
        self,
        seed: int = 0,
        target: int = 3,
        game: Game = TOY,
        settings: Mapping[str, Scalar] | None = None,
        opened: int = 1000,
    ) -> None:
        self.secrets = Secrets(bytes([seed]) * 32, bytes(range(32, 64)))
        self.game = game
        self.head = b""
        self.line = History()
        opening = Opening(
            "plain", SEATS, game.resolve_settings({"target": target, **(settings or {})})
        )
        event = opening_event(
            game, None, opening, match="a" * 32, digest="", secrets=self.secrets, time=opened
        )
        chance = opening_chance(seeded_chance(self.secrets), event)
        self.took(open_match(game, Table(), event, self.secrets, chance))

    def took(self, entry: SealedEntry) -> SealedEntry:
        """Take up an entry's rows."""
        self.line.extend(entry.rows)
        self.head = entry.head
        return entry

    def give(self, seat: str, command: object, time: int = 0, by: str = "") -> SealedEntry:
        """One command of a seat, maybe given by somebody for it."""
        at = time or 2000 + self.line.head * 1000
        order = CommandEnvelope(seat, command, f"id-{self.line.head}", at, by)
        return self.took(handle(self.game, self.line, self.head, order, self.secrets))

    def bid_both(self, place: int = 0) -> None:
        """Both seats bid the card at a place of their hand."""
        for seat in SEATS:
            self.give(seat, Bid(self.line.table.zone(f"{seat}-hand")[place]))

    def copy(self) -> Match:
        """The same match, to try something with."""
        other = object.__new__(Match)
        other.secrets, other.game, other.head = self.secrets, self.game, self.head
        other.line = History(self.line.rows)
        return other

    def branch(self, at: int, *, dealt: str = "exact", forced: tuple[int, ...] = ()) -> Match:
        """A branch of this match, as a match of its own."""
        other = object.__new__(Match)
        other.secrets = Secrets(b"s" * 32, b"t" * 32)
        other.game = TOY
        entry = open_branch(
            TOY,
            self.line,
            at,
            self.line.hash_at(at, self.secrets.salt),
            match="b" * 32,
            secrets=other.secrets,
            time=9000,
            dealt=dealt,
            forced=forced,
        )
        other.line = History(self.line.rows[:at])
        other.took(entry)
        return other
