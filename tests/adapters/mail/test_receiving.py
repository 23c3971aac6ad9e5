"""What comes in, one by one: a message that cannot be seen to keeps back no other."""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from imaplib import IMAP4
from pathlib import Path
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tests.adapters.mail.test_play import ADDRESSES, SETTINGS, Club
from wardiary.adapters.mail import receiving as ways
from wardiary.adapters.mail import verdict as verdicts
from wardiary.adapters.mail.answering import Taken
from wardiary.adapters.mail.inbox import Inbox
from wardiary.adapters.mail.message import Message, read_head, read_message
from wardiary.adapters.mail.receiving import (
    PortHandler,
    Receiving,
    take_new,
    take_unseen,
)
from wardiary.adapters.mail.settings import Limits, Listen
from wardiary.adapters.matches import CommandIdTaken
from wardiary.adapters.store import MatchDamaged, UnknownPack, WriteFailed

FORGED = {"Authentication-Results": "mx1.play.example; dmarc=fail header.from=example.net"}


FEW = 5
"""Messages a day, where the limit is no matter."""


def inbox_of(club: Club, messages_a_day: int = 200) -> Inbox:
    return Inbox(club.matches, replace(SETTINGS, limits=Limits(messages_a_day=messages_a_day)))


def test_forged_messages_cost_the_player_whose_name_they_bear_nothing():
    """200 of them, before the one that he writes himself."""
    club = Club()
    inbox, seat = inbox_of(club), club.asked().seat
    for _ in range(200):
        inbox.receive(club.answer(seat, "resign", **FORGED))
    own = inbox.receive(club.answer(seat, club.command(Random(1))))

    assert (own.verdict.kind, own.done) == ("EXECUTE", 1)


def test_a_forger_is_limited_as_well():
    club = Club()
    inbox, seat = inbox_of(club, FEW), club.asked().seat
    why = [inbox.receive(club.answer(seat, "hello", **FORGED)).verdict.why for _ in range(FEW + 1)]

    assert "does not come from where your mails come from" in why[-2]
    assert "too many messages" in why[-1]


def test_a_player_beyond_the_limit_is_told_once_and_may_write_the_next_day():
    club = Club()
    inbox, seat = inbox_of(club, FEW), club.asked().seat
    order = club.command(Random(1))
    told = [inbox.receive(club.answer(seat, "hello")).message for _ in range(FEW + 2)][-2:]
    clock = club.matches.clock
    club.matches.clock = lambda: clock() + 86_400_000
    inbox.receive(club.answer(seat, "hello"))
    counted = [key for key, _ in club.matches.store.items("mail-counts")]
    next_day = inbox.receive(club.answer(seat, order))

    assert told[1] is None
    assert told[0]["To"] == ADDRESSES[seat]
    assert "was not read,\nand nothing was done" in told[0].get_content()
    assert len(counted) == 1, "the counts of the day before are forgotten"
    assert (next_day.verdict.kind, next_day.done) == ("EXECUTE", 1)


def is_read(club: Club, raw: bytes, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether a message is taken apart when it is received."""
    read = list[bytes]()
    whole = verdicts.read_message

    def reading(raw: bytes, server: str) -> Message:
        read.append(raw)
        return whole(raw, server)

    monkeypatch.setattr(verdicts, "read_message", reading)
    inbox_of(club).receive(raw)
    return bool(read)


def test_what_answers_nothing_of_ours_is_not_taken_apart(monkeypatch: pytest.MonkeyPatch):
    """Anybody may send such a message; a report that a mail of ours came back has no such mark."""
    club = Club()
    seat = club.asked().seat
    elsewhere = {"To": "wardiary@play.example", "In-Reply-To": "<a@b>", "Subject": "Hello"}
    from_elsewhere = club.answer(seat, "resign", **elsewhere)

    assert not is_read(club, from_elsewhere, monkeypatch)
    assert is_read(club, from_elsewhere.replace(b"text/plain", b"multipart/report"), monkeypatch)
    assert is_read(club, club.answer(seat, "resign"), monkeypatch)


def test_of_what_strangers_send_to_a_seat_only_so_much_a_day_is_read(
    monkeypatch: pytest.MonkeyPatch,
):
    """Each under another address; the seat's own messages are read all the same."""
    club = Club()
    seat, most = club.asked().seat, Limits().strangers_a_day
    sent = [club.answer(seat, "hello", From=f"{number}@a.example") for number in range(most + 1)]
    read = [is_read(club, raw, monkeypatch) for raw in sent]

    assert read == [True] * most + [False]
    assert is_read(club, club.answer(seat, "hello"), monkeypatch)


@pytest.mark.parametrize("name", ["To", "From", "Cc", "References", "Subject", "Received"])
@pytest.mark.parametrize("unit", ["<a@b> ", "a@b, ", "(", '"', "=?utf-8?q?a?= "])
def test_a_field_of_the_header_is_not_read_beyond_a_length(name: str, unit: str):
    """The library takes minutes over 200,000 characters of addresses."""
    line = unit * (900 // len(unit))
    raw = f"{name}: {line}{f'{chr(13)}{chr(10)} {line}' * 200}\r\n\r\nx\r\n".encode()
    began = time.process_time()
    read_head(raw, "mx")

    assert time.process_time() - began < 5


POISON = {
    "half a character": b"Content-Type: text/plain; charset=unicode_escape\r\n\r\nbid \\ud800\r\n",
    "half a character in UTF-7": b"Content-Type: text/plain; charset=utf-7\r\n\r\nbid +2AA- x\r\n",
    "NUL in the text": b"\r\nbid \x00\r\n",
    "half a character in the subject": b"Subject: =?unicode_escape?q?=5Cud800?=\r\n\r\nbid\r\n",
    "NUL in the subject": b"Subject: [aaaaaaaa u\x00s 4]\r\n\r\nbid\r\n",
    "NUL in the thread": b"References: <a\x00b@c> <" + b"x" * 2000 + b"@c>\r\n\r\nbid\r\n",
    "NUL in an address": b"Cc: a\x00b@play.example, <\x07@play.example>\r\n\r\nbid\r\n",
}


@pytest.mark.parametrize("kind", POISON)
def test_no_character_of_a_message_stops_what_takes_it(kind: str):
    """Halves of characters and controls reach neither the store nor an answer."""
    club = Club()
    seat = club.asked().seat
    notice = club.writer.write(club.match, seat).notice
    head = (
        "Authentication-Results: mx1.play.example; dmarc=pass\r\n"
        f"From: {ADDRESSES[seat]}\r\nTo: {notice.reply_address}\r\nMessage-ID: <1@a\x00b>\r\n"
    )
    raw = head.encode() + POISON[kind]
    taken = inbox_of(club).receive(raw)

    assert (taken.done, taken.verdict.kind in {"EXECUTE", "HOLD", "REJECT"}) == (0, True)
    assert not {"\x00", "\x07"} & {*taken.verdict.message_id, *taken.verdict.why}


def test_ids_and_addresses_of_a_message_are_whole_or_left_out():
    raw = b"References: <a\x00b@c> <ok@c>\r\nTo: a\x00b@c, ok@c\r\nSubject: a\x00b\r\n\r\nx\r\n"
    message = read_message(raw, "mx")

    assert (message.thread, message.recipients, message.subject) == (("<ok@c>",), ("ok@c",), "ab")


DAMAGE = [
    MatchDamaged("a" * 32, 3, "it is damaged"),
    UnknownPack("digest", "the store"),
    CommandIdTaken("a" * 32, "mail-1", "pass", 3),
    RuntimeError("of this match"),
]


def damaged(inbox: Inbox, match: str, error: Exception) -> None:
    """Have everything that is asked of one match fail."""
    take = inbox.taker.take

    def failing(raw: bytes, received: datetime | None = None) -> Taken:
        recipients = read_message(raw, SETTINGS.server).recipients
        notices = [inbox.box.to_address(address) for address in recipients]
        if any(notice and notice.match == match for notice in notices):
            raise error
        return take(raw, received)

    inbox.taker.take = failing  # type: ignore[method-assign]


class Two:
    """A damaged match and a whole one, and the answer of a seat in each."""

    def __init__(self, error: Exception) -> None:
        self.club = Club()
        self.inbox, self.bad = inbox_of(self.club), self.club.match
        self.answers = [self.answer()]
        self.club.match = self.club.matches.new_match("undaunted", "la-raye")
        for seat, address in ADDRESSES.items():
            self.club.box.set_address(self.club.match, seat, address)
        self.answers.append(self.answer())
        self.take = self.inbox.taker.take
        damaged(self.inbox, self.bad, error)
        self.now = 0.0
        self.receiving = Receiving(self.inbox, clock=lambda: self.now)
        self.before = self.heads()

    def answer(self) -> bytes:
        return self.club.answer(self.club.asked().seat, self.club.command(Random(1)))

    def heads(self) -> list[int]:
        """Where the damaged match and the whole one stand."""
        return [self.club.matches.history(each).head for each in (self.bad, self.club.match)]

    def moved(self) -> list[bool]:
        return [now > before for now, before in zip(self.heads(), self.before, strict=True)]


@pytest.mark.parametrize("error", DAMAGE, ids=lambda error: type(error).__name__)
def test_a_damaged_match_keeps_back_no_message_of_another(error: Exception, tmp_path: Path):
    """Its own message stays new, is tried again after a while, and is taken when all is well."""
    two, new = Two(error), tmp_path / "new"
    for folder in ("new", "cur", "tmp"):
        (tmp_path / folder).mkdir()
    for number, raw in enumerate(two.answers):
        (new / f"{number}.mail").write_bytes(raw)
    take_new(str(tmp_path), two.receiving, Event())
    left, moved = [file.name for file in new.iterdir()], two.moved()
    two.inbox.taker.take = two.take  # type: ignore[method-assign]
    take_new(str(tmp_path), two.receiving, Event())
    at_once = two.moved()
    two.now += ways.AGAIN_SECONDS
    take_new(str(tmp_path), two.receiving, Event())

    assert (left, moved, at_once) == (["0.mail"], [False, True], [False, True])
    assert two.moved() == [True, True]
    assert not [*new.iterdir()]


def test_a_message_is_tried_again_after_twice_as_long_each_time():
    two = Two(RuntimeError("again"))
    waits = []
    for _ in range(16):
        assert not two.receiving.take("7", two.answers[0])
        began = two.now
        while not two.receiving.is_due("7"):
            two.now += ways.AGAIN_SECONDS
        waits.append(two.now - began)

    assert waits[:4] == [5, 10, 20, 40]
    assert waits[-1] == ways.LONGEST_WAIT


def test_a_store_that_is_away_stops_all_until_it_is_back():
    two = Two(WriteFailed("disk full", "the store"))
    with pytest.raises(WriteFailed):
        two.receiving.take("7", two.answers[0])

    assert two.receiving.is_due("7")


class Box:
    """A mailbox that gives its messages, refuses them, or has them no more."""

    def __init__(self, **messages: bytes | str | None) -> None:
        self.messages, self.flagged = messages, list[str]()
        self.client = SimpleNamespace(uid=self.fetch)

    def uids(self, _: str) -> list[str]:
        return list(self.messages)

    def flag(self, uid: str, *_: object) -> None:
        self.flagged.append(uid)

    def fetch(self, _: str, uid: str, what: str) -> tuple[str, list[Any]]:
        """What imaplib gives: for a message that is gone, OK and nothing."""
        message = self.messages[uid]
        if isinstance(message, str):
            return message, [b"[UNAVAILABLE] not now"]
        if message is None:
            return "OK", [None]
        size = b"%d (RFC822.SIZE %d)" % (1, len(message))
        return "OK", [(b"1 (BODY[] {9}", message), b")"] if "BODY" in what else [size]


def test_a_message_that_the_mailbox_does_not_give_stays_unseen_and_keeps_back_no_other():
    two = Two(RuntimeError("of this match"))
    box = Box(refused="NO", gone=None, damaged=two.answers[0], whole=two.answers[1])
    take_unseen(box, two.receiving, Event())  # type: ignore[arg-type]

    assert box.flagged == ["whole"]
    assert two.moved() == [False, True]
    assert [uid for uid in box.messages if not two.receiving.is_due(uid)] == ["refused", "damaged"]


def test_a_mailbox_that_has_gone_is_opened_again():
    two = Two(RuntimeError())
    box = Box(first=two.answers[1])

    def broken(*_: str) -> tuple[str, list[Any]]:
        raise IMAP4.abort("connection lost")

    box.client.uid = broken
    with pytest.raises(IMAP4.abort):
        take_unseen(box, two.receiving, Event())  # type: ignore[arg-type]

    assert not box.flagged
    assert two.receiving.is_due("first")


def test_nothing_more_is_taken_when_it_is_to_stop(tmp_path: Path):
    two, stopping = Two(RuntimeError()), Event()
    stopping.set()
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "1.mail").write_bytes(two.answers[1])
    box = Box(first=two.answers[1])
    take_unseen(box, two.receiving, stopping)  # type: ignore[arg-type]
    take_new(str(tmp_path), two.receiving, stopping)

    assert not box.flagged
    assert two.moved() == [False, False]


@pytest.mark.parametrize("error", DAMAGE, ids=lambda error: type(error).__name__)
def test_a_mail_server_is_told_to_try_again_and_nothing_of_the_match(error: Exception):
    two = Two(error)
    handler = PortHandler(two.inbox, Listen())
    envelope = SimpleNamespace(rcpt_tos=["wardiary@play.example"], original_content=two.answers[0])
    said = asyncio.run(handler.handle_DATA(None, None, envelope))  # type: ignore[arg-type]

    assert said == "451 4.3.0 try again later"
