"""Keep matches that are proved in every way: run `tests/recordings/proved.py` as a module.

Every seat adds a share to the dice and signs its orders, two co-keepers answer each draw, one of
them is replaced, a key is changed, an act is taken back by consent, and heads are countersigned.
"""

from __future__ import annotations

import gzip
from hashlib import sha256
from importlib.metadata import version
from itertools import count
from pathlib import Path

from tests.recordings.record import HERE, digests
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.keepers import KeeperBook
from wardiary.adapters.matches import Matches
from wardiary.adapters.signatures import SigningKey
from wardiary.adapters.store import connect
from wardiary.domain.diary.said import seal_of_share
from wardiary.domain.diary.signing import head_message
from wardiary.domain.play.commands import Command
from wardiary.domain.play.table_commands import (
    AgreeRewind,
    AskRewind,
    ChangeKey,
    ClaimSeat,
    OpenShare,
    ReplaceKeeper,
)

PROVED = (("undaunted", "la-raye"), ("nuts", "tandem"), ("company-of-heroes", "coh-m1"))
ORDERS = 10_000


def secret(*words: object) -> bytes:
    """Bytes that are always the same, so that a match can be played again."""
    return sha256(repr(words).encode()).digest()


class ProvedMatch:
    """A match in which everything is proved that can be."""

    def __init__(
        self, game: str, scenario: str, seats: tuple[str, ...] = (), **settings: str
    ) -> None:
        """Open it, with shares of all seats and two co-keepers; every seat names a key."""
        clock, draws = count(1_700_000_000_000, 1_000), count()
        self.tick = lambda: next(clock)
        self.matches = Matches(
            connect("memory:"), self.tick, lambda size: secret(game, next(draws))[:size]
        )
        self.keepers = {name: self.keeper(name) for name in ("club", "friend")}
        self.id = self.matches.new_match(
            game, scenario, seats=seats, settings={"seed": "seats", **settings},
            keepers=list(self.keepers.values()),
        )  # fmt: skip
        self.seats = self.matches.history(self.id).table.seats
        self.keys = {seat: SigningKey(secret("key", seat)) for seat in self.seats}
        shares = {seat: secret("share", seat).hex() for seat in self.seats}
        for seat in self.seats:
            seal = seal_of_share(self.id, seat, shares[seat])
            claim = ClaimSeat(seat, "human", seal, self.keys[seat].public)
            self.matches.command(self.id, seat, claim)
        for seat in self.seats:
            self.give(seat, OpenShare(shares[seat]))

    def keeper(self, name: str) -> KeeperBook:
        """A co-keeper with a seed of its own."""
        return KeeperBook(name, connect("memory:"), self.tick, lambda size: secret(name)[:size])

    def give(self, seat: str, command: Command) -> None:
        """A signed order."""
        message = self.matches.order_to_sign(self.id, seat, command)
        signature = self.keys[seat].sign(message)
        self.matches.command(self.id, seat, command, signature=signature)

    def play(self, orders: int = ORDERS) -> ProvedMatch:
        """What the sensible bots would order, signed, until the match has ended."""
        bots = BotPlayers(self.matches)
        for _ in range(orders):
            now = self.matches.current(self.id)
            if now.table.result is not None:
                break
            prompt = now.prompts[0]
            chosen = bots.choose(self.matches.game_of(self.id), now.table, prompt, "bot")
            self.give(prompt.seat, chosen)
        return self

    def countersign(self) -> None:
        """Every seat has seen the head."""
        position, head = self.matches.head(self.id)
        for seat in self.seats:
            message = head_message(self.id, seat, position, bytes.fromhex(head))
            signature = self.keys[seat].sign(message)
            self.matches.countersign(self.id, seat, position, head, signature)

    def change_key(self, seat: str) -> None:
        """By the old key."""
        other = SigningKey(secret("other key", seat))
        self.give(seat, ChangeKey(seat, other.public))
        self.keys[seat] = other

    def take_back(self) -> None:
        """An order is given, and taken back by consent; then another place follows."""
        at = self.matches.head(self.id)[0]
        self.play(4)
        first, *others = self.seats
        self.give(first, AskRewind(at))
        for seat in others:
            if self.matches.current(self.id).rewind:
                self.give(seat, AgreeRewind(at))

    def replace_keeper(self) -> None:
        """By consent of all seats."""
        third = self.keeper("third")
        agreed = ReplaceKeeper("friend", "third", self.matches.engage(self.id, third))
        for seat in self.seats:
            self.give(seat, agreed)
        del self.matches._keepers[self.id]["friend"]  # It is lost, and tells no seed.

    def archive(self) -> bytes:
        """All of it, with the seeds that are open."""
        return self.matches.export(self.id)


def played(game: str, scenario: str, seats: tuple[str, ...] = ()) -> ProvedMatch:
    """A whole match in which each of these things happens."""
    match = ProvedMatch(game, scenario, seats).play(6)
    match.countersign()
    match.take_back()
    match.play(4)
    match.replace_keeper()
    match.change_key(match.seats[0])
    match.play()
    match.matches.disclose(match.id)
    match.countersign()
    return match


def keep(game: str, scenario: str) -> Path:
    """Write a proved match and its digests for this release; raises FileExistsError."""
    match = played(game, scenario)
    stem = f"{game}-{scenario}-proved-{len(match.seats)}-{version('wardiary')}"
    path, data = HERE / f"{stem}.jsonl.gz", match.archive()
    with path.open("xb") as file:
        file.write(gzip.compress(data, mtime=0))
    (HERE / f"{stem}.digests").write_text(digests(data))
    return path


if __name__ == "__main__":
    for game, scenario in PROVED:
        print(keep(game, scenario))
