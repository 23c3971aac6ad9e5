"""Co-keepers of a match: replaced by consent, and their seeds opened when it has ended."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from wardiary.domain.diary.codec import kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.diary.keeping import keeper_commitment
from wardiary.domain.match.commands_given import commands_given
from wardiary.domain.match.shares import awaits_shares
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import check_seat
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.resigning import playing
from wardiary.domain.play.table_commands import (
    DIRECTOR,
    HOST,
    ClaimSeat,
    OpenKeeper,
    ReplaceKeeper,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat

_HASH = re.compile(r"[0-9a-f]{64}")
OWN = "seat-"
"""How the name of a seat's own keeper begins."""
_NUMBER = re.compile(r"-[0-9]+$")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


def check_opened_with(name: str, commitment: str) -> None:
    """Raise Illegal for a keeper that a match cannot be opened with."""
    if name.startswith(OWN):
        raise Illegal("Table/Keepers", f"{name!r} would be a seat's own keeper, named by its claim")
    check_keeper(name, commitment)


def own_keeper(seat: Seat) -> str:
    """What a seat that keeps a part of the dice itself is called as a keeper."""
    return f"{OWN}{seat}"


def seat_that_keeps(name: str, seats: Sequence[Seat]) -> Seat | None:
    """The seat whose own keeper this is; None for one that is somewhere else.

    A later one of the same seat bears a number: seat-red-2.
    """
    seat = name.removeprefix(OWN)
    if seat == name:
        return None
    return next((one for one in (seat, _NUMBER.sub("", seat)) if one in seats), None)


def check_own(history: History, seat: Seat, command: ClaimSeat) -> None:
    """Raise Illegal for a seat that cannot keep a part of the dice itself.

    It can where all seats add shares to the dice, as long as none of them is open: later, somebody
    who knows all other seeds could choose one by which the dice suit. Only the seat itself names
    its keeper, and once: else the host could name another one, whose seed he knows.
    """
    if not command.keeper:
        return
    own = own_keeper(command.seat)
    if seat != command.seat:
        raise Illegal("Table/Keepers", f"only {command.seat} itself names its own keeper")
    if history.said.committed.get(own, command.keeper) != command.keeper:
        why = f"{own} has committed already; another keeper is agreed to with replace-keeper"
        raise Illegal("Table/Keepers", why)
    if not awaits_shares(history) or history.said.shares:
        why = "a seat becomes its own keeper as it seals its share in the dice, before any is open"
        raise Illegal("Table/Keepers", why)
    check_keeper(own, command.keeper)


def with_own(history: History, command: ClaimSeat) -> e.KeepersNamed:
    """The keepers of a match with that of a seat which is claimed."""
    named = history.said.keepers | {own_keeper(command.seat): command.keeper}
    return e.KeepersNamed(keepers=named, rule="Table/Keepers")


def check_keeper(name: str, commitment: str) -> None:
    """Raise Illegal for a name or commitment that is none."""
    if not _NAME.fullmatch(name):
        raise Illegal("Table/Keepers", f"a keeper's name is a small word, not {name[:40]!r}")
    if not _HASH.fullmatch(commitment):
        raise Illegal("Table/Keepers", f"keeper {name} has not committed to a seed")


def replace_keeper(history: History, draft: Draft, seat: Seat, command: ReplaceKeeper) -> None:
    """Agree to another keeper in place of one that is lost; the last seat to agree names it."""
    check_seat(draft.table, seat)
    check_keeper(command.name, command.commitment)
    keepers = history.said.keepers
    if command.keeper not in keepers:
        known = ", ".join(keepers) or "none"
        raise Illegal("Table/Keepers", f"no keeper {command.keeper!r} here; there are: {known}")
    if command.name in history.said.committed:
        why = f"{command.name} is or was a keeper of this match; call the new one something else"
        raise Illegal("Table/Keepers", why)
    if command.name.startswith(OWN) and not seat_that_keeps(command.name, draft.table.seats):
        raise Illegal("Table/Keepers", f"{command.name!r} is the keeper of no seat here")
    players = playing(draft.table)
    draft.track(_mark(command, seat), 1, rule="Table/Keepers")
    if all(draft.table.track(_mark(command, player)) for player in players):
        remaining = {name: seed for name, seed in keepers.items() if name != command.keeper}
        named = remaining | {command.name: command.commitment}
        draft.record(e.KeepersNamed(keepers=named, rule="Table/Keepers"))


def _mark(command: ReplaceKeeper, seat: Seat) -> str:
    """The track that says that a seat has agreed to another keeper."""
    return f"key/keeper/{command.keeper}/{command.name}/{command.commitment[:16]}/{seat}"


def open_keeper(history: History, draft: Draft, seat: Seat, command: OpenKeeper) -> None:
    """The host opens what a keeper has told of its seed, once the match has ended.

    One that was replaced may tell it too: its shares are in the dice up to then.
    """
    if seat not in {HOST, DIRECTOR}:
        raise Illegal("Table/Keepers", "the host opens the seeds of keepers, when they tell them")
    if draft.table.result is None:
        raise Illegal("Table/Keepers", "the match still runs; its keepers' seeds open at its end")
    committed = history.said.committed.get(command.keeper)
    if not _HASH.fullmatch(command.seed) or committed != keeper_commitment(
        draft.table.match, command.keeper, bytes.fromhex(command.seed)
    ):
        raise Illegal("Table/Keepers", f"this is not the seed that {command.keeper} committed to")
    draft.record(e.KeeperOpened(keeper=command.keeper, seed=command.seed, rule="Table/Keepers"))


def opened_keepers(history: History) -> set[str]:
    """The keepers of a match whose seeds are open."""
    rows = history.rows[history.first_own_position - 1 :]
    events = (history.event(row.position) for row in rows if kind_of(row) == "keeper-opened")
    return {event.keeper for event in events if isinstance(event, e.KeeperOpened)}


class KeeperAgreement(msgspec.Struct, frozen=True):
    """Another keeper in place of one: who has agreed to it, and who has still to."""

    keeper: str
    name: str
    commitment: str
    agreed: tuple[Seat, ...]
    missing: tuple[Seat, ...]


def keeper_agreements(history: History) -> list[KeeperAgreement]:
    """The keepers that some seats have agreed to, and others have still to."""
    table, said, found = history.table, history.said, []
    for command in _keepers_proposed(history):
        agreed = tuple(seat for seat in playing(table) if table.track(_mark(command, seat)))
        missing = tuple(seat for seat in playing(table) if seat not in agreed)
        if command.keeper in said.keepers and command.name not in said.committed and agreed:
            one = KeeperAgreement(command.keeper, command.name, command.commitment, agreed, missing)
            found.append(one)
    return found


def _keepers_proposed(history: History) -> dict[ReplaceKeeper, None]:
    """The keepers that seats have named in place of others, each once."""
    if not any(track.startswith("key/keeper/") for track in history.table.tracks):
        return {}
    return {command: None for _, command in commands_given(history, ReplaceKeeper)}
