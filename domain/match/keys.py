"""Keys of seats: named at the claim, changed by the old key or by consent; orders are signed."""

from __future__ import annotations

import re

import msgspec

from wardiary.domain.diary.archive_lines import SeenLine
from wardiary.domain.diary.history import History
from wardiary.domain.diary.said import verb_of
from wardiary.domain.diary.signing import CheckSignature, head_message, order_message
from wardiary.domain.match.commands_given import commands_given
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.decide import check_seat
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.resigning import playing
from wardiary.domain.play.table_commands import (
    LATE,
    RESIGNED,
    ChangeKey,
    ClaimSeat,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat

_KEY = re.compile(r"[0-9a-f]{64}")
SHOWN = 16
"""How many digits of a key name it in a track or a sentence."""


def check_order(
    history: History,
    seat: Seat,
    by: str,
    prev: bytes,
    command: bytes,
    signature: str,
    check: CheckSignature | None,
) -> None:
    """Raise Illegal for an order of a seat with a key that is not signed by it at this place.

    Without `check` a signature is taken as right, so that the rest can be judged.
    """
    key = history.said.keys.get(seat)
    if key is None:
        if signature:
            raise Illegal("Table/Keys", f"{seat} has named no key that it could have signed with")
        return
    if by in RESIGNED or (by == LATE and verb_of(command) == "resign"):
        return
    if by:
        why = f"{seat} has a key, so nothing is ordered for it without its signature"
        raise Illegal("Table/Keys", why)
    if not signature:
        raise Illegal("Table/Keys", f"an order of {seat} must be signed with its key {key[:SHOWN]}")
    message = order_message(history.table.match, seat, prev, command)
    if check is not None and not check(key, message, signature):
        why = f"the signature is not that of {seat}'s key over this order here; sign it again"
        raise Illegal("Table/Keys", f"{why} on the head {prev.hex()}")


def check_seen(history: History, salt: bytes, line: SeenLine, check: CheckSignature) -> None:
    """Raise Illegal for a head that a match did not have there, or that its seat has not signed."""
    at, key = line.position, history.said.keys.get(line.seat)
    if not history.first_own_position <= at or not history.is_end(at):
        raise Illegal("Table/Heads", f"no entry of this match ends at position {at}")
    head = history.hash_at(at, salt)
    if head.hex() != line.head:
        why = f"the head at {at} is {head.hex()}; if you noted {line.head}, it was rewritten"
        raise Illegal("Table/Heads", why)
    if key is None and line.signature:
        raise Illegal("Table/Keys", f"{line.seat} has named no key that it could have signed with")
    message = head_message(line.match, line.seat, at, head)
    if key is not None and not check(key, message, line.signature):
        raise Illegal("Table/Keys", f"this is not a signature of {line.seat}'s key over the head")


def check_named(history: History, command: ClaimSeat) -> None:
    """Raise Illegal for a claim that names what is no key, or another one than the seat has."""
    if not command.key:
        return
    _check_key(command.key)
    if history.said.keys.get(command.seat, command.key) != command.key:
        why = f"{command.seat} has a key; another is named with change-key, by it or by consent"
        raise Illegal("Table/Keys", why)


def change_key(history: History, draft: Draft, seat: Seat, command: ChangeKey) -> None:
    """Name another key: at once by the seat itself, else when all others have agreed."""
    table = draft.table
    check_seat(table, command.seat)
    check_seat(table, seat)
    _check_key(command.key)
    old = history.said.keys.get(command.seat)
    if old == command.key:
        raise Illegal("Table/Keys", f"this is the key of {command.seat} already")
    named = e.KeyNamed(seat=command.seat, key=command.key, rule="Table/Keys")
    if seat == command.seat:
        if old is None:
            raise Illegal("Table/Keys", f"{seat} has no key yet; name it with the claim")
        draft.record(named)
        return
    others = [other for other in playing(table) if other != command.seat]
    tracks = {other: f"key/{command.seat}/{command.key[:SHOWN]}/{other}" for other in others}
    draft.track(tracks[seat], 1, rule="Table/Keys")
    if all(draft.table.track(track) for track in tracks.values()):
        for track in tracks.values():
            draft.track(track, 0, rule="Table/Keys")
        draft.record(named)


class KeyAgreement(msgspec.Struct, frozen=True):
    """Another key for a seat, named by others: who has agreed to it, and who has still to."""

    seat: Seat
    key: str
    agreed: tuple[Seat, ...]
    missing: tuple[Seat, ...]


def key_agreements(history: History) -> list[KeyAgreement]:
    """The keys that some seats have agreed to for another one, and others have still to."""
    table, found = history.table, []
    for command in _keys_proposed(history):
        others = [other for other in playing(table) if other != command.seat]
        mark = f"key/{command.seat}/{command.key[:SHOWN]}"
        agreed = tuple(other for other in others if table.track(f"{mark}/{other}"))
        missing = tuple(other for other in others if other not in agreed)
        if agreed:
            found.append(KeyAgreement(command.seat, command.key, agreed, missing))
    return found


def _keys_proposed(history: History) -> dict[ChangeKey, None]:
    """The keys that others have named for a seat, each once."""
    if not any(track.startswith("key/") for track in history.table.tracks):
        return {}
    given = commands_given(history, ChangeKey)
    return {command: None for seat, command in given if command.seat != seat}


def _check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise Illegal("Table/Keys", "a public key is 64 lower hex digits (Ed25519)")
