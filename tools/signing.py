"""Keys of seats: made, named, used to sign orders and heads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.tools.context import (
    BadInput,
    MatchName,
    Store,
    find_match,
    open_matches,
    role_at,
    write_file,
)

if TYPE_CHECKING:
    from wardiary.adapters.matches import Matches
    from wardiary.adapters.signatures import SigningKey
    from wardiary.domain.play.commands import Command

SignWith = Annotated[
    str,
    Parameter(
        name="--sign",
        env_var="WARDIARY_SIGN_KEY",
        help="The file of your key, where your seat has named one; heads are countersigned too.",
        show_default=False,
    ),
]
SeatHeld = Annotated[str, Parameter(help="Your seat.")]


def sign_key(file: Annotated[str, Parameter(help="The file to write it to.")], /) -> None:
    """Make a key to sign orders with.

    Keep the file to yourself, and a copy of it: without it your seat gives no more orders, until
    all others agree to another key (`change-key SEAT KEY`).
    """
    from secrets import token_bytes

    from wardiary.adapters.signatures import SigningKey

    path = Path(file).expanduser()
    if path.exists():
        raise BadInput(f"{path} is there already; a key is never written over another")
    key = SigningKey(token_bytes(32))
    write_file(str(path), key.text.encode(), private=True)
    print(f"{key.public}  the public key of {path}")


def claim(match: MatchName, seat: SeatHeld, /, *, sign: SignWith = "", store: Store = "") -> None:
    """Take a seat as a person, and name the key that signs its orders from now on."""
    from wardiary.domain.play.table_commands import HUMAN, ClaimSeat

    matches = open_matches(store)
    match_id = find_match(matches, match)
    role_at(matches.history(match_id).table, seat)
    key = _key(sign).public if sign else ""
    command = ClaimSeat(seat, HUMAN, key=key)
    signature = signature_of(matches, match_id, seat, command, sign)
    matches.command(match_id, seat, command, signature=signature)
    print(f"{seat} is yours" + (f"; its orders are signed with the key {key}" if key else ""))


def countersign(
    match: MatchName, seat: SeatHeld, /, *, sign: SignWith = "", store: Store = ""
) -> None:
    """Note that your seat has seen the last entry, so that nobody can rewrite it unnoticed."""
    matches = open_matches(store)
    match_id = find_match(matches, match)
    role_at(matches.history(match_id).table, seat)
    position, head = matches.head(match_id)
    matches.countersign(
        match_id, seat, position, head, _head_signature(matches, match_id, seat, sign)
    )
    print(f"{head}  position {position} of {match_id}, seen by {seat}")


def signature_of(
    matches: Matches, match: str, seat: str, command: Command | str | bytes, file: str
) -> str:
    """The signature of a seat's key over its next command; "" where it has named none."""
    if not file or seat not in matches.history(match).said.keys:
        return ""
    return _key(file).sign(matches.order_to_sign(match, seat, command))


def countersign_last(matches: Matches, match: str, seat: str, file: str) -> None:
    """Countersign the head for a seat that has a key here."""
    if file and seat in matches.history(match).said.keys:
        position, head = matches.head(match)
        signature = _head_signature(matches, match, seat, file)
        matches.countersign(match, seat, position, head, signature)


def _head_signature(matches: Matches, match: str, seat: str, file: str) -> str:
    from wardiary.domain.diary.signing import head_message

    if seat not in matches.history(match).said.keys:
        return ""
    if not file:
        raise BadInput(f"{seat} has a key; say with --sign in which file it is")
    position, head = matches.head(match)
    return _key(file).sign(head_message(match, seat, position, bytes.fromhex(head)))


def _key(file: str) -> SigningKey:
    from wardiary.adapters.signatures import NoKey, read_key

    try:
        return read_key(Path(file).expanduser())
    except OSError as error:
        raise BadInput(f"cannot read the key {file}: {error.strerror}") from None
    except NoKey as error:
        raise BadInput(str(error)) from None
