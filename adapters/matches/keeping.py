"""Matches with co-keepers: which are asked for them, and the orders that wait for one."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping

import msgspec

from wardiary.adapters.keepers import HttpKeeper, Keeper, KeeperAway, KeeperRefused
from wardiary.adapters.matches.lines import Lines
from wardiary.domain.match.command_handler import Answered
from wardiary.domain.play.chance import NeedsShares
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.pieces import Seat

ADDRESSES, WAITING = "keepers", "waiting"
"""The collections of the addresses of keepers, and of the orders that wait, by match."""

_SHARE = re.compile(r"[0-9a-f]{64}")


class WaitingOrder(msgspec.Struct, frozen=True):
    """An order that waits for a keeper: whose, the command as JSON, its id, and for which."""

    seat: Seat
    command: str
    id: str
    by: str
    signature: str
    keeper: str


class Keeping(Lines):
    """The co-keepers of matches."""

    def use_keepers(self, match: str, keepers: Iterable[Keeper]) -> None:
        """Ask these keepers for a match from now on; those at addresses are remembered."""
        known = self._keepers.setdefault(match, {})
        known |= {keeper.name: keeper for keeper in keepers}
        urls = {name: one.url for name, one in known.items() if isinstance(one, HttpKeeper)}
        self.store.put(ADDRESSES, match, msgspec.json.encode(urls))

    def waiting(self, match: str) -> WaitingOrder | None:
        """The order that waits for a keeper, if one does; giving it again tries again."""
        kept = self.store.get(WAITING, match)
        return None if kept is None else msgspec.json.decode(kept, type=WaitingOrder)

    def _keeper(self, match: str, name: str) -> Keeper:
        known = self._keepers.setdefault(match, {})
        if name not in known:
            kept = self.store.get(ADDRESSES, match)
            urls = msgspec.json.decode(kept, type=dict[str, str]) if kept else {}
            if name not in urls:
                raise KeeperAway(name, "nobody has said where it is")
            known[name] = HttpKeeper(name, urls[name])
        return known[name]

    def _ask_keepers(self, match: str, keepers: Iterable[str], needed: NeedsShares) -> Answered:
        """Every keeper's answer; raises KeeperAway, and Illegal when one refuses."""
        shares = {}
        for name in sorted(keepers):
            keeper = self._keeper(match, name)
            try:
                shares[name] = keeper.share(match, needed.place, needed.request)
            except KeeperRefused as refused:
                raise Illegal("Table/Keepers", str(refused)) from None
            if not _SHARE.fullmatch(shares[name]):
                raise KeeperAway(name, "its answer is no share")
        return Answered(shares)

    def _commitments(self, match: str, keepers: Iterable[Keeper]) -> Mapping[str, str]:
        return {keeper.name: keeper.commit(match) for keeper in keepers}

    def _keeper_seeds(self, match: str, keepers: Iterable[str]) -> dict[str, str]:
        """The seeds that keepers tell; those that are away tell none."""
        seeds = {}
        for name in keepers:
            with contextlib.suppress(KeeperAway, KeeperRefused):
                seeds[name] = self._keeper(match, name).open(match)
        return seeds
