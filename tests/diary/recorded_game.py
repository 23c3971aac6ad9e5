"""A stretch of a real game as it would be kept, played by the random player."""

from __future__ import annotations

import random
from collections.abc import Mapping

from wardiary.domain.diary.archive_writing import write_full
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.history import History
from wardiary.domain.games import registry
from wardiary.domain.match.command_handler import (
    CommandEnvelope,
    handle,
    open_match,
    opening_chance,
    opening_event,
    seeded_chance,
)
from wardiary.domain.packs import pack_digest, seal_pack, unseal_pack
from wardiary.domain.play.chance import DERIVATION
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.game import Opening
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table.table import Table

MATCH = "d" * 32
SECRETS = Secrets(bytes(range(64, 96)), bytes(range(96, 128)))


class RecordedGame:
    """A match of a registered game: its line, pack, and the hash of its last entry."""

    def __init__(
        self,
        name: str,
        *,
        scenario: int = 0,
        commands: int = 5_000,
        seed: int = 1,
        chance: int = DERIVATION,
    ) -> None:
        self.game = registry.game(name)
        self.sealed = seal_pack(registry.packaged(name))
        pack = self.game.read_pack(unseal_pack(self.sealed))
        card = self.game.scenarios(pack)[scenario]
        opened = opening_event(
            self.game,
            pack,
            Opening(card.id, card.seats[0], self.game.resolve_settings({})),
            match=MATCH,
            digest=pack_digest(self.sealed),
            secrets=SECRETS,
            time=1_000,
            chance=chance,
        )
        chance = opening_chance(seeded_chance(SECRETS), opened)
        entry = open_match(self.game, Table(pack=pack), opened, SECRETS, chance)
        self.line = History(entry.rows, pack)
        draw = random.Random(seed)
        for number in range(commands):
            if not entry.prompts:
                break
            prompt = draw.choice(entry.prompts)
            command = random_command(prompt, self.game.verbs, draw.randrange)
            order = CommandEnvelope(prompt.seat, command, f"id-{number}", 2_000 + number)
            try:
                entry = handle(
                    self.game, self.line, entry.head, order, SECRETS, known_prompts=entry.prompts
                )
            except Illegal:
                continue  # A constraint between slots, which offers alone do not show.
            self.line.extend(entry.rows)
        self.head = entry.head

    @property
    def secrets(self) -> Mapping[str, Secrets]:
        return {MATCH: SECRETS}

    def archive(self, *, opened: bool = True) -> bytes:
        seeds = {MATCH: SECRETS.seed} if opened else {}
        salts = {MATCH: SECRETS.salt}
        return b"".join(write_full(self.line, pack=self.sealed, salts=salts, seeds=seeds))
