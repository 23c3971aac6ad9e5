"""A toy match as a service would keep it, for the tests of archives and audits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import msgspec

from tests.toy import SEATS, TOY, Bid, set_up, visibility
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import ENCODER
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.match.command_handler import (
    CommandEnvelope,
    SealedEntry,
    handle,
    open_branch,
    open_match,
    opening_chance,
    opening_event,
    seal_entry,
    seeded_chance,
)
from wardiary.domain.packs import pack_digest, seal_pack
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command
from wardiary.domain.play.decide import run_steps
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Visibility
from wardiary.domain.table.table import Table

SECRETS = Secrets(bytes(range(13, 45)), bytes(range(32, 64)))
PACK = seal_pack({"toy.toml": b"cards = 10\n"})
SALTS = {"a" * 32: SECRETS.salt}


def _looks_with_shade(pack: object, opening: Opening) -> dict[str, Visibility]:
    shades = {zone: Visibility("owner", "red", count=False) for zone in ("red-shade", "red-woods")}
    return visibility(pack, opening) | shades


def _set_up_a_scout(draft: Draft, opening: Opening) -> None:
    draft.place("scout", "scout", "red-shade", rule="T1")
    set_up(draft, opening)


SHADY = replace(TOY, visibility=_looks_with_shade, set_up=_set_up_a_scout)


class ToyMatch:
    """A match of the toy game: its line, the hash of its last entry, and its secrets."""

    def __init__(
        self,
        target: int = 3,
        secrets: Secrets = SECRETS,
        *,
        secret_track: bool = False,
        game: Game = TOY,
    ) -> None:
        self.game: Game = SHADY if secret_track else game
        self.id = "a" * 32
        self.secrets = secrets
        self.all_secrets: dict[str, Secrets] = {self.id: secrets}
        self.line = History()
        opening = Opening("plain", SEATS, TOY.resolve_settings({"target": target}))
        event = opening_event(
            self.game,
            None,
            opening,
            match=self.id,
            digest=pack_digest(PACK),
            secrets=secrets,
            time=1,
        )
        chance = opening_chance(seeded_chance(secrets), event)
        self.took(open_match(self.game, Table(), event, secrets, chance))

    @property
    def salts(self) -> Mapping[str, bytes]:
        return {match: secrets.salt for match, secrets in self.all_secrets.items()}

    def took(self, entry: SealedEntry) -> SealedEntry:
        self.line.extend(entry.rows)
        self.head = entry.head
        return entry

    def give(self, seat: str, command: Command) -> SealedEntry:
        order = CommandEnvelope(seat, command, f"id-{self.line.head}", 1000 + self.line.head)
        return self.took(handle(self.game, self.line, self.head, order, self.secrets))

    def bid_both(self) -> None:
        for seat in SEATS:
            if self.line.table.result is None:
                self.give(seat, Bid(self.line.table.zone(f"{seat}-hand")[0]))

    def play_out(self) -> ToyMatch:
        while self.line.table.result is None:
            self.bid_both()
        return self

    def branch(
        self, at: int, match: str, *, dealt: str = "exact", forced: tuple[int, ...] = ()
    ) -> ToyMatch:
        """A match that leaves this one after a position."""
        branch = ToyMatch.__new__(ToyMatch)
        branch.game, branch.id = self.game, match
        branch.secrets = Secrets(match.encode("ascii"), match.encode("ascii")[::-1])
        branch.all_secrets = self.all_secrets | {match: branch.secrets}
        branch.line = History(self.line.rows[:at])
        entry = open_branch(
            self.game,
            branch.line,
            at,
            self.line.hash_at(at, self.secrets.salt),
            match=match,
            secrets=branch.secrets,
            time=5,
            dealt=dealt,
            forced=forced,
        )
        branch.took(entry)
        return branch

    def unseen_swap(self, seat: str) -> dict[str, str]:
        """Names for two cards that a seat has never seen, exchanged."""
        other = next(one for one in SEATS if one != seat)
        one, two = self.line.table.zone(f"{other}-hand")[0], self.line.table.zone("deck")[0]
        return {one: two, two: one}

    def rename(self, names: Mapping[str, str]) -> None:
        """The match as it would be had other cards come out of the shuffle."""

        def other(row: Row) -> Row:
            if row.tag == "pieces-placed":
                return row
            text = re.sub(
                r"card-\d", lambda card: names.get(card.group(), card.group()), row.state.decode()
            )
            return msgspec.structs.replace(row, state=text.encode())

        self.line = History([other(row) for row in self.line.rows])

    def sneak(self, seat: str) -> None:
        """An entry in which a piece moves where the other seat must not notice."""
        accepted = e.CommandAccepted(
            seat=seat,
            command=msgspec.Raw(ENCODER.encode({"do": "sneak"})),
            id="s",
            time=9,
            version="1",
            prev=self.head.hex(),
            sealed=True,
            rule="Table/Command",
        )
        table = self.line.table
        chance = SeededChance(self.secrets.seed, self.id, self.head, b"")
        draft = Draft(evolve(table, accepted), chance, self.game.open_steps(table))
        outcome = run_steps(draft, lambda: draft.move("scout", "red-woods", rule="T1"))
        self.took(
            seal_entry(
                self.head,
                self.line.head + 1,
                (accepted, *outcome.events),
                outcome,
                self.secrets.salt,
            )
        )
