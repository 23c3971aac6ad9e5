"""Play by mail without a server: notices written as files, answers taken from files or a pipe."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from wardiary.tools.context import (
    BadInput,
    MatchName,
    Store,
    find_match,
    open_matches,
    role_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wardiary.adapters.mail.answering import MailTaker, Taken
    from wardiary.adapters.mail.notices import MailSettings
    from wardiary.adapters.matches import Matches

Config = Annotated[
    str,
    Parameter(
        name="--config",
        env_var="WARDIARY_MAIL",
        help="A TOML file with: address, server, must_be_authentic, grace_minutes.",
        show_default=False,
    ),
]
Folder = Annotated[
    str,
    Parameter(help="A Maildir for what is to be sent; it is printed unless given."),
]

mail = App(
    name="mail",
    help="Play by mail: addresses, notices and answers.",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), consume_multiple=True, show_default=False),
)


@mail.command
def address(
    match: MatchName, seat: str = "", new: str = "", /, *, forget: bool = False, store: Store = ""
) -> None:
    """Say where the mails of a seat go, or list the addresses of a match.

    They are kept beside the diary, never in it; --forget erases one.
    """
    from wardiary.adapters.mail.sent import SentMailBox

    matches = open_matches(store)
    match_id = find_match(matches, match)
    box = SentMailBox(matches.store)
    if seat:
        _require_seat(matches, match_id, seat)
    if new or forget:
        box.set_address(match_id, seat, "" if forget else new)
    for known in matches.history(match_id).table.seats:
        if seat in ("", known):
            print(f"{known}  {box.address(match_id, known) or 'no address'}")


@mail.command
def write(
    match: MatchName,
    /,
    *,
    seat: Annotated[str, Parameter(help="The seat; all that are asked unless given.")] = "",
    to: Folder = "",
    config: Config = "",
    store: Store = "",
) -> None:
    """Write the notices of a match: what happened, the table, and what may be ordered.

    As long as nothing changes it is the same mail, so sending it again does no harm.
    """
    from wardiary.adapters.mail.notices import NoticeWriter
    from wardiary.adapters.mail.sent import SentMailBox

    matches = open_matches(store)
    match_id = find_match(matches, match)
    box = SentMailBox(matches.store)
    if seat:
        _require_seat(matches, match_id, seat)
    asked = [seat] if seat else [prompt.seat for prompt in matches.prompts(match_id)]
    seats = [each for each in asked if seat or box.address(match_id, each)]
    writer = NoticeWriter(matches, box, _settings(config))
    for each in seats:
        _hand_out(writer.write(match_id, each).message.as_bytes(), to)
    if not seats:
        print("nobody who is asked has a mail address", file=sys.stderr)


@mail.command
def take(
    source: Annotated[
        str,
        Parameter(
            help="A message, a Maildir with new ones, or - for a pipe.", allow_leading_hyphen=True
        ),
    ],
    /,
    *,
    to: Folder = "",
    config: Config = "",
    store: Store = "",
) -> None:
    """Take answers: judge each, carry out its orders, and write the answer to it.

    One line says what became of each message; the same message again changes nothing.
    """
    from wardiary.adapters.mail.answering import MailTaker
    from wardiary.adapters.mail.sent import SentMailBox

    matches = open_matches(store)
    taker = MailTaker(matches, SentMailBox(matches.store), _settings(config))
    for raw in _messages(source):
        taken = _take(taker, raw)
        print(f"{taken.verdict.kind}: {taken.verdict.why or _done(taken)}", file=sys.stderr)
        if taken.message is not None:
            _hand_out(taken.message.as_bytes(), to)


def _take(taker: MailTaker, raw: bytes) -> Taken:
    from datetime import UTC, datetime

    # A message without a trace of our own server was handed over just now.
    now = datetime.fromtimestamp(taker.matches.clock() / 1000, UTC)
    return taker.take(raw, received=None if _is_traced(raw, taker.settings) else now)


def _is_traced(raw: bytes, settings: MailSettings) -> bool:
    from wardiary.adapters.mail.message import UnreadableMail, read_message

    try:
        return read_message(raw, settings.server).received is not None
    except UnreadableMail:
        return False


def _done(taken: Taken) -> str:
    orders = taken.verdict.orders
    return f"{taken.done} of {len(orders)} order{'s' if len(orders) != 1 else ''} done"


def _require_seat(matches: Matches, match: str, seat: str) -> None:
    table = matches.history(match).table
    if role_at(table, seat) not in table.seats:
        raise BadInput(f"{seat} is not a seat to play; there are: {', '.join(table.seats)}")


def _settings(config: str) -> MailSettings:
    """The settings of a TOML file, or those for playing with files alone."""
    import msgspec

    from wardiary.adapters.mail.notices import MailSettings

    if not config:
        return MailSettings(must_be_authentic=False)
    try:
        return msgspec.toml.decode(Path(config).read_bytes(), type=MailSettings)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"{config}: {error}") from None


def _messages(source: str) -> Iterator[bytes]:
    """The messages of a pipe, a file, or the new ones of a Maildir, which are then seen."""
    from mailbox import Maildir

    path = Path(source)
    if source == "-":
        yield sys.stdin.buffer.read()
    elif path.is_dir():
        if not (path / "new").is_dir():
            raise BadInput(f"{source} is no Maildir: it has no folder named new")
        box = Maildir(path, create=False)
        for key in sorted(box.keys()):
            message = box.get_message(key)
            if message.get_subdir() == "new":
                yield box.get_bytes(key)
                message.set_subdir("cur")
                message.add_flag("S")
                box[key] = message
    else:
        yield path.read_bytes()


def _hand_out(message: bytes, folder: str) -> None:
    """Print a message, or put it into a Maildir."""
    from mailbox import Maildir

    if folder:
        Maildir(folder, create=True).add(message)
    else:
        sys.stdout.buffer.write(message)
        sys.stdout.buffer.flush()
