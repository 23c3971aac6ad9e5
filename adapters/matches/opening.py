"""Opening matches: the game, its pack, the seats and who holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardiary.adapters.keepers import Keeper
from wardiary.adapters.matches.cache import CachedMatch
from wardiary.adapters.matches.submission import Submission
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.history import History
from wardiary.domain.diary.keeping import request_of
from wardiary.domain.diary.said import opening_state
from wardiary.domain.games import registry
from wardiary.domain.match.command_handler import (
    SealedEntry,
    open_match,
    opening_chance,
    opening_event,
    seeded_chance,
    shares_drawn,
)
from wardiary.domain.match.keepers import check_opened_with
from wardiary.domain.packs import pack_digest, refuse_controls_in_pack, seal_pack
from wardiary.domain.play.chance import NeedsShares, UnansweredChance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.game import Game, Opening, ScenarioInfo
from wardiary.domain.play.resigning import table_settings
from wardiary.domain.play.table_commands import HOST, ClaimSeat, check_holder
from wardiary.domain.table.events import MatchOpened, Scalar
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

OPENINGS = "openings"
"""The collection that counts openings, by game and scenario."""
NUMBERED = ("openings", "numbered")
"""The setting, and its value, by which openings are counted."""


class MatchOpening(Submission):
    """New matches."""

    def new_match(
        self,
        game: str,
        scenario: str,
        *,
        seats: Sequence[Seat] = (),
        settings: Mapping[str, Scalar] | None = None,
        holders: Mapping[Seat, str] | None = None,
        pack: Mapping[str, bytes] | None = None,
        keepers: Sequence[Keeper] = (),
    ) -> str:
        """Open a match and give its id (32 hex digits).

        `seats` defaults to the scenario's first seating, `settings` to the game's defaults,
        `holders` says who holds a seat ("human", or one of `BOTS`; others stay open), `pack`
        the files of an owner's pack (the shipped one unless given). `keepers` are co-keepers, each
        of which commits to a seed of its own now and adds a share to every draw. Raises Illegal,
        PackError, KeeperAway.
        """
        rules = registry.game(game)
        refuse_controls_in_pack(pack or {})
        sealed = seal_pack(registry.packaged(game) if pack is None else pack)
        digest = pack_digest(sealed)
        content = self._cache.content(rules, digest, sealed)
        card = _scenario(rules, content, scenario)
        seated = tuple(seats) or card.seats[0]
        agreed = {**table_settings(seated), **(settings or {})}
        opening = Opening(card.id, seated, rules.resolve_settings(agreed))
        _check_holders(opening.seats, holders or {})
        match, secrets = self.new_secrets()
        numbered = opening.settings.get(NUMBERED[0]) == NUMBERED[1]
        opened = opening_event(
            rules,
            content,
            opening,
            match=match,
            digest=digest,
            secrets=secrets,
            time=self.clock(),
            number=self._count_opening(game, card.id) if numbered else 0,
            keepers=self._commitments(match, keepers, secrets.salt),
        )
        for name, commitment in opened.keepers.items():
            check_opened_with(name, commitment)
        if keepers:
            self.use_keepers(match, keepers)
        entry = self._first_entry(rules, Table(pack=content), opened, secrets)
        self.store.open_match(
            match, entry.rows, seed=secrets.seed, salt=secrets.salt, packs={digest: sealed}
        )
        live = CachedMatch(rules, History(pack=content), [(match, 1)], entry.head)
        live.secrets = secrets
        live.apply_entry(entry)
        self._cache.put(match, live)
        for seat, holder in (holders or {}).items():
            if holder:
                self.command(match, HOST, ClaimSeat(seat, holder))
        return match

    def _first_entry(
        self, rules: Game, table: Table, opened: MatchOpened, secrets: Secrets
    ) -> SealedEntry:
        """The first entry, with the shares of the co-keepers where it draws."""
        make = seeded_chance(secrets)
        said = opening_state(opened, opened.seats)
        if not opened.keepers or said is None:
            return open_match(rules, table, opened, secrets, opening_chance(make, opened))
        spoken = said.at_opening()
        unanswered = UnansweredChance(1, request_of(secrets.salt, spoken.shared))
        try:
            return open_match(rules, table, opened, secrets, unanswered)
        except NeedsShares as needed:
            answered = self._ask_keepers(opened.match, opened.keepers, needed, secrets.salt)
        drawn = shares_drawn(opened.keepers, 1, spoken, secrets, answered)
        chance = opening_chance(make, opened, answered.shares)
        return open_match(rules, table, opened, secrets, chance, drawn)

    def _count_opening(self, game: str, scenario: str) -> int:
        """The number of this opening of a scenario in this store; none is given twice."""
        key = f"{game}/{scenario}"
        number = int(self.store.get(OPENINGS, key) or b"0") + 1
        while not self.store.add(OPENINGS, f"{key}#{number}", b""):
            number += 1  # Another process has just taken it.
        self.store.put(OPENINGS, key, str(number).encode())
        return number


def _scenario(game: Game, content: object, scenario_id: str) -> ScenarioInfo:
    card = game.scenario(content, scenario_id)
    if card is None:
        known = ", ".join(scenario.id for scenario in game.scenarios(content))
        raise Illegal("Table/Scenario", f"there is no scenario {scenario_id!r}; there are: {known}")
    return card


def _check_holders(seats: Sequence[Seat], holders: Mapping[Seat, str]) -> None:
    for seat, holder in holders.items():
        if seat not in seats:
            raise Illegal("Table/Seats", f"no seat {seat!r}; seats are {', '.join(seats)}")
        check_holder(holder)
