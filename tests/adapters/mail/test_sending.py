"""What leaves: a relay that refuses us, parcels that cannot be read, and whom nothing is sent."""

from __future__ import annotations

import socketserver
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from msgspec.structs import replace

from tests.adapters.mail.test_clocks import DAY, HOUR, START, Timed
from tests.adapters.mail.test_play import ADDRESSES, SETTINGS, Club
from wardiary.adapters.mail.outgoing import GIVEN_UP, Failure, Letter, Outgoing
from wardiary.adapters.mail.reports import failure_report
from wardiary.adapters.mail.sending import NotSent, Refused, RelayAway, RelaySender
from wardiary.adapters.mail.settings import Limits, MailSettings
from wardiary.adapters.mail.settings import Relay as RelaySettings
from wardiary.adapters.mail.worker import SETTLED_SECONDS, MailWorker
from wardiary.adapters.matches.following import FOLLOWED, unfollow
from wardiary.adapters.store import UnknownPack


@pytest.fixture
def club() -> Timed:
    return Timed()


LETTER = Letter("<1@play.example>", "mira@example.net", b"Subject: x\r\n\r\nx\r\n", "0" * 32, "us")


@contextmanager
def refusing(command: str, answer: str) -> Iterator[RelaySender]:
    """A relay that answers one command so, and what sends by it."""

    class Session(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("CONNECT", "220 relay.example")
            data = False
            for line in self.rfile:
                word = line.strip().decode().upper()
                if data and word != ".":
                    continue
                verb, data = ("DOT" if data else word.split(":")[0].split(" ")[0]), word == "DATA"
                if verb == "QUIT":
                    return
                extended = "250-relay.example\r\n250 AUTH PLAIN" if verb == "EHLO" else "250 ok"
                known = {"DATA": "354 go on", "AUTH": "235 welcome"}
                self.say(verb, known.get(verb, extended))

        def say(self, verb: str, text: str) -> None:
            words = answer if verb in command.split() else text
            self.wfile.write(f"{words}\r\n".encode())

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Session) as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        port = server.server_address[1]
        user = "mira" if command == "AUTH" else ""
        relay = RelaySettings(host="127.0.0.1", port=port, security="none", user=user)
        sender = RelaySender(SETTINGS, relay)
        try:
            yield sender
        finally:
            sender.close()
            server.shutdown()


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("CONNECT", "554 no service for you"),
        ("EHLO HELO", "550 who are you?"),
        ("AUTH", "535 5.7.8 wrong password"),
        ("AUTH", "500 5.5.1 what?"),
        ("MAIL", "553 5.7.1 this is not your address"),
        ("RCPT", "530 5.7.0 who are you?"),
        ("RCPT", "554 5.7.1 relay access denied"),
    ],
)
def test_a_relay_that_refuses_us_says_nothing_of_an_address(command: str, answer: str):
    with refusing(command, answer) as sender, pytest.raises(RelayAway):
        sender.send(LETTER)


@pytest.mark.parametrize(
    ("command", "answer", "status"),
    [("RCPT", "550 5.1.1 no such user", "5.1.1"), ("DOT", "552 5.3.4 too large", "5.3.4")],
)
def test_a_relay_that_refuses_an_address_or_a_mail_says_so_for_good(
    command: str, answer: str, status: str
):
    with refusing(command, answer) as sender, pytest.raises(Refused) as refused:
        sender.send(LETTER)

    assert refused.value.status == status


class Sender:
    """Takes mails, or says why not."""

    def __init__(self, error: NotSent | None = None) -> None:
        self.error, self.sent = error, list[Letter]()

    def send(self, letter: Letter) -> None:
        if self.error is not None:
            raise self.error
        self.sent.append(letter)

    def close(self) -> None:
        pass


def worker_of(club: Club, sender: Sender, settings: MailSettings = SETTINGS) -> MailWorker:
    return MailWorker(club.matches, settings, sender)


@pytest.mark.parametrize(("error", "in_a_row"), [(RelayAway("we"), 0), (NotSent("full"), 1)])
def test_an_address_is_not_at_fault_when_the_relay_was_away_all_the_time(
    error: NotSent, in_a_row: int
):
    """The director is told of both; only what is the address's own counts against it."""
    club = Club()
    settings = replace(SETTINGS, limits=Limits(tries=1), director="host@play.example")
    worker_of(club, Sender(error), settings).run_until_empty()
    failure = Outgoing(club.matches.store).failure(club.match, "us")
    waiting = [key for key, _ in club.matches.store.items("outbox") if "<failure." in key]

    assert failure is not None
    assert (failure.in_a_row, failure.status == GIVEN_UP) == (in_a_row, not in_a_row)
    assert len(waiting) == len(ADDRESSES)


@pytest.mark.parametrize("status", ["", "2.0.0", "4.2.2"])
def test_a_report_without_a_permanent_status_counts_against_no_address(status: str):
    club = Club()
    outgoing, at = Outgoing(club.matches.store), club.taker._now()
    failure = outgoing.failed(club.match, "us", Failure(at, status, "it came back", message_id="1"))

    assert failure.in_a_row == 0
    settings = replace(SETTINGS, director="host@play.example")
    assert failure_report(settings, club.match, "us", failure) is None


def left(club: Club) -> list[bytes]:
    """What is in the outbox still, now or later."""
    store, later = club.matches.store, club.matches.clock() + 10**10
    return [parcel.payload for parcel in store.lease_outbox("probe", 99, 1, later)]


def test_a_parcel_of_a_later_release_is_left_for_it():
    """A worker of an older release may run beside it for a while."""
    club = Club()
    later = b'{"type":"carrier-pigeon","match":"a"}'
    club.matches.store.add_to_outbox(later)
    worker_of(club, Sender()).run_until_empty()

    assert later in left(club)


def test_a_store_error_of_one_match_keeps_back_no_other():
    club, sender = Club(), Sender()
    bad, worker = club.match, worker_of(club, sender)
    club.match = club.matches.new_match("undaunted", "la-raye")
    club.box.set_address(club.match, "german", ADDRESSES["german"])
    write = worker._write

    def failing(match: str, seat: str) -> None:
        if match == bad:
            raise UnknownPack("digest", "the store")
        write(match, seat)

    worker._write = failing  # type: ignore[method-assign]
    worker.run_until_empty()

    assert [letter.match for letter in sender.sent] == [club.match]
    assert any(bad.encode() in payload for payload in left(club)), "it is tried again"


def test_two_workers_never_have_one_name():
    """Hosts in containers often have one name, and processes of one number."""
    club = Club()

    assert worker_of(club, Sender()).name != worker_of(club, Sender()).name


def test_nobody_is_reminded_at_an_address_that_does_not_work(club: Timed):
    sender = Sender()
    worker = worker_of(club, sender)
    worker.run_until_empty()
    outgoing, at = Outgoing(club.matches.store), worker._now()
    for number in range(3):
        failure = Failure(at, "5.1.1", "it came back", message_id=str(number))
        outgoing.failed(club.match, "us", failure)
    club.now = START + 5 * DAY - 2 * HOUR
    worker.run_until_empty()

    assert Counter(letter.seat for letter in sender.sent) == {"us": 1, "german": 3}


def test_an_answer_to_a_reminder_names_the_notice(club: Timed):
    """As some mail programs answer the address of the sender, whatever Reply-To says."""
    reminder = club.writer.reminder(club.match, "us", START + 5 * DAY, 2 * HOUR)
    plain = {"To": SETTINGS.address, "Subject": "Re: your mail"}
    thread = f"{reminder['References']} {reminder['Message-ID']}"
    answers = {"In-Reply-To": str(reminder["Message-ID"]), "References": thread}
    raw = club.answer("us", club.bid("us"), Received=club.trace(), **plain, **answers)

    assert club.taker.take(raw).verdict.kind == "EXECUTE"


def test_an_entry_that_was_being_stored_when_somebody_began_to_follow_is_noticed(club: Timed):
    """It left no note of its own, as nobody followed the match when it began."""
    sender = Sender()
    worker = worker_of(club, sender)
    worker.run_until_empty()
    unfollow(club.matches.store, club.match)
    for seat in ADDRESSES:
        club.matches.command(club.match, seat, club.bid(seat))
    club.matches.store.put(FOLLOWED, club.match, b"1")
    worker.run_until_empty()
    before = len(sender.sent)
    club.now += SETTLED_SECONDS * 1000
    worker.run_until_empty()

    assert before == len(ADDRESSES)
    assert len(sender.sent) == before + 1
    assert sender.sent[-1].seat == club.asked().seat
