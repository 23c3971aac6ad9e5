"""Matches with co-keepers: which are asked for them, and the orders that wait for one."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable

import msgspec

from wardiary.adapters.keepers import HttpKeeper, Keeper, KeeperAway, KeeperRefused
from wardiary.adapters.matches.lines import Lines
from wardiary.adapters.seat_keepers import SeatKeeper
from wardiary.domain.diary.keeping import keeper_token, lock_of
from wardiary.domain.match.command_handler import Answered
from wardiary.domain.match.keepers import OWN, seat_that_keeps
from wardiary.domain.play.chance import NeedsShares
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.pieces import Seat

ADDRESSES, WAITING = "keepers", "waiting"
"""The collections of the addresses of keepers, and of the orders that wait, by match."""

_SHARE = re.compile(r"[0-9a-f]{64}")


class WaitingOrder(msgspec.Struct, frozen=True):
    """An order that waits for a keeper: whose, the command as JSON, its id, and for which keeper.

    `at` is the position of the table that it was given at, `time` when (ms).
    """

    seat: Seat
    command: str
    id: str
    by: str
    signature: str
    keeper: str
    at: int = 0
    time: int = 0

    def holds_itself_back(self, seats: Iterable[Seat]) -> bool:
        """Whether it waits for its own seat alone, which keeps a part of the dice itself."""
        return seat_that_keeps(self.keeper, tuple(seats)) == self.seat

    def goes_before(self, what: str) -> Illegal:
        """What refuses something that would ask the keepers for the place of this order."""
        why = f"an order of {self.seat} waits for dice; {what} must wait too"
        return Illegal("Table/Keepers", why)


class NothingAsked(Illegal):
    """A keeper refuses, and no other one has been asked for the place."""


class Keeping(Lines):
    """The co-keepers of matches."""

    def use_keepers(self, match: str, keepers: Iterable[Keeper]) -> None:
        """Ask these keepers for a match from now on; those at addresses are remembered."""
        known = self._keepers.setdefault(match, {})
        known |= {keeper.name: keeper for keeper in keepers}
        urls = {name: one.url for name, one in known.items() if isinstance(one, HttpKeeper)}
        self.store.put(ADDRESSES, match, msgspec.json.encode(self._addresses(match) | urls))

    def engage(self, match: str, keeper: Keeper) -> str:
        """Have another keeper commit itself to a match, and ask it from now on where it is named.

        Gives its commitment, to be agreed to with replace-keeper. Raises Illegal.
        """
        name = keeper.name
        if name in self.history(match).said.committed:
            raise Illegal("Table/Keepers", f"{name} is or was a keeper of this match already")
        try:
            made = self._commitments(match, [keeper], self.secrets(match).salt)
        except KeeperAway:
            why = f"the keeper {name} does not answer, so it cannot replace another"
            raise Illegal("Table/Keepers", why) from None
        self.use_keepers(match, [keeper])
        return made[name]

    def waiting(self, match: str) -> WaitingOrder | None:
        """The order that waits for a keeper, if one does; giving it again tries again."""
        kept = self.store.get(WAITING, match)
        return None if kept is None else msgspec.json.decode(kept, type=WaitingOrder)

    def seat_keepers(self, match: str, seat: Seat) -> list[SeatKeeper]:
        """The keepers of a match that are, or were, a seat's own."""
        line = self.history(match)
        return [
            SeatKeeper(name, self.store)
            for name in line.said.committed
            if seat_that_keeps(name, line.table.seats) == seat
        ]

    def _wait_no_more(self, match: str, order: WaitingOrder) -> None:
        if self.waiting(match) == order:
            self.store.delete(WAITING, match)

    def waiting_matches(self) -> list[str]:
        """The matches in which an order waits for a keeper."""
        return [match for match, _ in self.store.items(WAITING)]

    def _keeper(self, match: str, name: str) -> Keeper:
        known = self._keepers.setdefault(match, {})
        if name.startswith(OWN):
            return SeatKeeper(name, self.store)
        if name not in known:
            urls = self._addresses(match)
            if name not in urls:
                raise KeeperAway(name, "nobody has said where it is")
            known[name] = HttpKeeper(name, urls[name])
        return known[name]

    def _addresses(self, match: str) -> dict[str, str]:
        kept = self.store.get(ADDRESSES, match)
        return msgspec.json.decode(kept, type=dict[str, str]) if kept else {}

    def _ask_keepers(
        self, match: str, keepers: Iterable[str], needed: NeedsShares, salt: bytes
    ) -> Answered:
        """Every keeper's answer; raises KeeperAway, and Illegal when one refuses: NothingAsked
        where none before it can have answered.

        All are asked also where one is away, so that the order waits for that one alone.
        """
        shares, away = {}, None
        for name in sorted(keepers):
            try:
                token = keeper_token(salt, match, name)
                shares[name] = self._share(match, name, needed, token)
            except KeeperRefused as refused:
                kind = Illegal if shares or away else NothingAsked
                why = f"{refused}; all seats together can name another (replace-keeper)"
                raise kind("Table/Keepers", why) from None
            except KeeperAway as error:
                away = away or error
        if away is not None:
            raise away
        return Answered(shares)

    def _share(self, match: str, name: str, needed: NeedsShares, token: str) -> str:
        share = self._keeper(match, name).share(match, needed.place, needed.request, token)
        if not _SHARE.fullmatch(share):
            raise KeeperAway(name, "its answer is no share")
        return share

    def _commitments(self, match: str, keepers: Iterable[Keeper], salt: bytes) -> dict[str, str]:
        try:
            return {
                keeper.name: keeper.commit(match, lock_of(keeper_token(salt, match, keeper.name)))
                for keeper in keepers
            }
        except KeeperRefused as refused:
            raise Illegal("Table/Keepers", str(refused)) from None

    def _keeper_seeds(self, match: str, keepers: Iterable[str]) -> dict[str, str]:
        """The seeds that keepers tell; those that are away tell none."""
        seeds, salt = {}, self.secrets(match).salt
        for name in keepers:
            with contextlib.suppress(KeeperAway, KeeperRefused):
                token = keeper_token(salt, match, name)
                seeds[name] = self._keeper(match, name).open(match, token)
        return seeds
