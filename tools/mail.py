"""Play by mail: with files alone, or with a mailbox, a port and a relay."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from wardiary.tools.context import (
    BadInput,
    MatchName,
    Store,
    command_group,
    find_match,
    open_matches,
    role_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wardiary.adapters.mail.answering import Taken
    from wardiary.adapters.mail.settings import MailSettings
    from wardiary.adapters.matches import Matches

Config = Annotated[
    str,
    Parameter(
        name="--config",
        env_var="WARDIARY_MAIL",
        help="A TOML file; what can be in it is in docs/hosting-mail.md.",
        show_default=False,
    ),
]
Folder = Annotated[
    str,
    Parameter(help="A Maildir for what is to be sent; it is printed unless given."),
]

mail = command_group("mail", "Play by mail: addresses, notices and answers.")


@mail.command
def address(
    match: MatchName,
    seat: str = "",
    new: str = "",
    /,
    *,
    forget: bool = False,
    digest: Annotated[
        int | None, Parameter(help="One mail a day, at this hour of the seat's time; -1: at once.")
    ] = None,
    zone: Annotated[str, Parameter(help="The seat's time zone, such as Europe/Rome.")] = "",
    channel: Annotated[
        tuple[str, ...], Parameter(help="Another way to tell of a mail, as apprise writes it.")
    ] = (),
    store: Store = "",
) -> None:
    """Say where the mails of a seat go and how it wants them, or list those of a match.

    All of it is kept beside the diary, never in it; --forget erases it.
    """
    from wardiary.adapters.mail.sent import SentMailBox

    matches = open_matches(store)
    match_id = find_match(matches, match)
    box = SentMailBox(matches.store)
    if seat:
        _require_seat(matches, match_id, seat)
    if new or forget:
        box.set_address(match_id, seat, "" if forget else new)
    if digest is not None or zone or channel:
        _set_wishes(matches, match_id, seat, digest, zone, channel)
    for known in matches.history(match_id).table.seats:
        if seat in ("", known):
            print(f"{known}  {box.address(match_id, known) or 'no address'}")


def _set_wishes(
    matches: Matches,
    match: str,
    seat: str,
    digest: int | None,
    zone: str,
    channel: tuple[str, ...],
) -> None:
    from wardiary.adapters.mail.preferences import Preferences, Wishes

    if not seat:
        raise BadInput("say which seat wants its mails so")
    wishes = Wishes(matches.store)
    before = wishes.of(match, seat)
    hour = before.digest if digest is None else None if digest < 0 else digest
    wanted = Preferences(digest=hour, zone=zone or before.zone, channels=channel or before.channels)
    wishes.set(match, seat, wanted)


@mail.command
def write(
    match: Annotated[str, Parameter(help="The match; all notices that are due if not given.")] = "",
    /,
    *,
    seat: Annotated[str, Parameter(help="The seat; all that are asked unless given.")] = "",
    to: Folder = "",
    config: Config = "",
    store: Store = "",
) -> None:
    """Write notices: what happened, the table, and what may be ordered.

    Without a match it is all that is due: what has been written before is not written again. With
    one it is its notices as of now, the same mails as long as nothing changes.
    """
    from wardiary.adapters.mail.notices import NoticeWriter
    from wardiary.adapters.mail.outgoing import Outgoing
    from wardiary.adapters.mail.sent import SentMailBox

    matches, settings = open_matches(store), _settings(config)
    if not match:
        _write_due(matches, settings, to)
        return
    match_id = find_match(matches, match)
    box = SentMailBox(matches.store)
    if seat:
        _require_seat(matches, match_id, seat)
    asked = [seat] if seat else [prompt.seat for prompt in matches.prompts(match_id)]
    seats = [each for each in asked if seat or box.address(match_id, each)]
    writer, outgoing = NoticeWriter(matches, box, settings), Outgoing(matches.store)
    for each in seats:
        written = writer.write(match_id, each)
        _hand_out(written.message.as_bytes(), to)
        outgoing.handed_out(written.notice.message_id)
    if not seats:
        print("nobody who is asked has a mail address", file=sys.stderr)


def _write_due(matches: Matches, settings: MailSettings, to: str) -> None:
    """Empty the outbox: into a Maildir, by the relay of the settings, or onto the terminal."""
    from wardiary.adapters.mail.outgoing import Letter
    from wardiary.adapters.mail.sending import MaildirSender, Sender, sender_of
    from wardiary.adapters.mail.worker import MailWorker

    class Printer:
        def send(self, letter: Letter) -> None:
            _hand_out(letter.raw, "")

        def close(self) -> None:
            sys.stdout.flush()

    has_way = settings.relay is not None or settings.outgoing
    sender: Sender = MaildirSender(to) if to else sender_of(settings) if has_way else Printer()
    _log_errors_only()
    MailWorker(matches, settings, sender).run_until_empty()
    sender.close()


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

    One line says what became of each message; the same message again changes nothing. With a relay
    in the settings, and no Maildir named, `mail serve` or `mail write` sends the answers.
    """
    from wardiary.adapters.mail.inbox import Inbox
    from wardiary.adapters.mail.receiving import hand_over

    matches, settings = open_matches(store), _settings(config)
    aside = bool(to) or not (settings.relay or settings.outgoing)
    _log_errors_only()
    inbox = Inbox(matches, settings, posts=not aside)
    for raw in _messages(source):
        taken = hand_over(inbox, raw)
        print(f"{taken.verdict.kind}: {taken.verdict.why or _done(taken)}", file=sys.stderr)
        if aside and taken.message is not None:
            _hand_out(taken.message.as_bytes(), to)


@mail.command
def serve(
    *,
    config: Config = "",
    json_log: Annotated[
        bool, Parameter(env_var="WARDIARY_JSON_LOG", help="Log one JSON object a line.")
    ] = False,
    store: Store = "",
) -> int:
    """Receive, answer and send, by all the ways that the settings name, until it is stopped.

    Any number may run beside one another and beside `wardiary serve`.
    """
    import signal

    from wardiary.adapters.mail.service import MailService
    from wardiary.adapters.web.serving import to_log

    to_log(json=json_log)
    service = MailService(open_matches(store), _settings(config))
    try:
        service.start()
    except OSError as error:
        raise BadInput(f"cannot listen: {error}") from error
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: service.halt())
    print(f"wardiary answers mails to {service.settings.address}", flush=True)
    is_well = service.wait()
    service.stop()
    return 0 if is_well else 1


@mail.command
def check(
    *,
    to: Annotated[str, Parameter(help="Where the test mail goes; to yourself unless given.")] = "",
    wait: Annotated[float, Parameter(help="Seconds to wait until it has come back.")] = 60.0,
    config: Config = "",
    store: Store = "",
) -> int:
    """Tell what is missing in the settings, and send a test mail to oneself.

    Where the mailbox is ours, it says how the mail server signs what it finds about a sender.
    """
    import os
    from datetime import UTC, datetime

    from wardiary.adapters.mail.checking import check_servers, check_settings, send_to_oneself

    settings = _settings(config)
    findings = []
    for finding in (*check_settings(settings), *check_servers(settings)):
        findings.append(finding)
        _print_finding(*finding)
    if all(finding.is_well for finding in findings) and (settings.relay or settings.outgoing):
        secret = os.urandom(8).hex()
        for finding in send_to_oneself(
            settings, to or settings.address, datetime.now(UTC), secret, wait
        ):
            findings.append(finding)
            _print_finding(*finding)
    return 0 if all(finding.is_well for finding in findings) else 1


def _log_errors_only() -> None:
    """A command says itself what it did; what the service would log is no news then."""
    import logging

    import structlog

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


def _print_finding(is_well: bool, text: str) -> None:
    print(f"{'ok     ' if is_well else 'missing'}  {text}", flush=True)


def _done(taken: Taken) -> str:
    orders = taken.verdict.orders
    return f"{taken.done} of {len(orders)} order{'s' if len(orders) != 1 else ''} done"


def _require_seat(matches: Matches, match: str, seat: str) -> None:
    table = matches.history(match).table
    if role_at(table, seat) not in table.seats:
        raise BadInput(f"{seat} is not a seat to play; there are: {', '.join(table.seats)}")


def _settings(config: str) -> MailSettings:
    """The settings of a file and the environment, or those for playing with files alone."""
    from wardiary.adapters.mail.settings import read_settings

    return read_settings(config)


def _messages(source: str) -> Iterator[bytes]:
    """The messages of a pipe, a file, or the new ones of a Maildir, which are then seen."""
    from wardiary.adapters.mail.receiving import new_messages

    path = Path(source)
    if source == "-":
        yield sys.stdin.buffer.read()
    elif path.is_dir():
        if not (path / "new").is_dir():
            raise BadInput(f"{source} is no Maildir: it has no folder named new")
        yield from new_messages(path)
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
