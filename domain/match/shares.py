"""Shares in the dice: each seat seals one when it is claimed, and opens it when all are sealed.

The host's seed is committed to before, so that neither the host nor a seat can choose its part
knowing the others'. With the last share the table is set up by dice that hang on all of them.
"""

from __future__ import annotations

import re

from wardiary.domain.diary.history import History
from wardiary.domain.diary.said import SaidLine, seal_of_share
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import (
    SEATS_SHARE,
    SHARES_SETTING,
    Outcome,
    check_seat,
    close_entry,
    set_up_again,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.table_commands import BOTS, ClaimSeat, OpenShare
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

_SEAL = re.compile(r"[0-9a-f]{64}")
SHORTEST, LONGEST = 32, 128
"""Numbers of characters of a share."""


def is_shared(table: Table) -> bool:
    """Whether the seats add shares to the dice of a match."""
    return table.settings.get(SHARES_SETTING) == SEATS_SHARE


def awaits_shares(history: History) -> bool:
    """Whether the table is only set up once every seat has opened its share."""
    return is_shared(history.table) and not history.said.dealt


def check_seal(history: History, command: ClaimSeat) -> None:
    """Raise Illegal for a seal that is none, or that comes when shares are open already."""
    if not command.seal:
        return
    if not _SEAL.fullmatch(command.seal):
        raise Illegal("Table/Shares", "a sealed share is a SHA-256: 64 lower hex digits")
    if not awaits_shares(history):
        raise Illegal("Table/Shares", "this match takes no shares in its dice, or has them all")
    if history.said.shares:
        first = next(iter(history.said.shares))
        raise Illegal("Table/Shares", f"{first} has opened a share; no other can be sealed now")


def open_share(
    game: Game, history: History, draft: Draft, seat: Seat, command: OpenShare
) -> Outcome:
    """A seat opens its share; with the last one the table is set up. Raises Illegal."""
    check_seat(draft.table, seat)
    said = history.said
    if not awaits_shares(history):
        raise Illegal("Table/Shares", "this match takes no shares in its dice, or has them all")
    unsealed = [other for other in _sharing(draft.table) if other not in said.seals]
    if unsealed:
        why = f"no share is opened before all are sealed; {' and '.join(unsealed)} must be claimed"
        raise Illegal("Table/Shares", f"{why} with a seal")
    share = command.share
    if not SHORTEST <= len(share) <= LONGEST or not share.isascii() or not share.isalnum():
        raise Illegal("Table/Shares", f"a share is {SHORTEST} to {LONGEST} letters and digits")
    if seat in said.shares:
        raise Illegal("Table/Shares", f"the share of {seat} is open already")
    if seal_of_share(draft.table.match, seat, share) != said.seals.get(seat):
        raise Illegal("Table/Shares", f"this is not the share that {seat} has sealed")
    opened = e.ShareOpened(seat=seat, share=share, rule="Table/Shares")
    if _is_last(said, draft.table, seat):
        draft.record(opened)
        return set_up_again(game, draft, _opening(draft.table))
    return close_entry(game, draft, lambda: draft.record(opened))


def all_shares_open(history: History, table: Table) -> bool:
    """Whether a claim leaves no share to wait for, since bots hold the other seats."""
    return awaits_shares(history) and _is_last(history.said, table, "")


def deal(game: Game, draft: Draft) -> Outcome:
    """Set up the table after a claim that leaves no share to wait for."""
    return set_up_again(game, draft, _opening(draft.table))


def _sharing(table: Table) -> list[Seat]:
    """The seats that must add a share: all but those of bots, which the host runs."""
    return [seat for seat in table.seats if table.holders.get(seat) not in BOTS]


def _is_last(said: SaidLine, table: Table, seat: Seat) -> bool:
    return all(other == seat or other in said.shares for other in _sharing(table))


def _opening(table: Table) -> Opening:
    return Opening(table.scenario, table.seats, table.settings)
