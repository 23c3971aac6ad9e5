"""The mail worker is killed at any moment: nothing is lost, run twice, or answered otherwise."""

from __future__ import annotations

import contextlib
import smtplib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from msgspec.structs import replace

from tests.adapters.mail.hosting import settings_for, text_of, toml, until
from tests.mail_servers import Relay, answer
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.mail.forms import order_forms
from wardiary.adapters.mail.outgoing import Letter
from wardiary.adapters.mail.sent import SentMailBox
from wardiary.adapters.mail.settings import Limits, MailSettings
from wardiary.adapters.mail.worker import MailWorker
from wardiary.adapters.matches import Matches
from wardiary.domain.diary.codec import kind_of
from wardiary.domain.play.commands import to_text
from wardiary.domain.play.random_commands import random_command
from wardiary.projections.naming import Names

PROGRAM = Path(__file__).with_name("killed_service.py")
ROOT = Path(__file__).resolve().parents[3]
SEATS = {"us": "mira@example.net", "german": "jonas@ferro.example"}
ORDERS, KILLS = 6, 14


class Killed:
    """A host whose service is killed at random steps, and players whose mail server insists."""

    def __init__(self, folder: Path, relay: Relay) -> None:
        settings = replace(settings_for(relay), limits=Limits(lease_seconds=1))
        self.settings: MailSettings = settings
        self.file = toml(settings, folder / "mail.toml")
        self.store = f"sqlite:///{folder}/matches.db"
        self.relay, self.process = relay, None
        self.kills = 0

    @contextmanager
    def matches(self) -> Iterator[Matches]:
        """The store, looked at from beside."""
        matches = open_store(self.store)
        try:
            yield matches
        finally:
            matches.store.close()

    def start(self, fatal: int) -> None:
        """Start the service; it will end at a step, unless that is 0."""
        words = [sys.executable, str(PROGRAM), str(self.file), self.store, str(fatal)]
        with (Path(self.file).parent / "log").open("ab") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=log, cwd=ROOT)

    def stop(self) -> None:
        """Stop what runs."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def go_on_until(self, true: Callable[[], bool], rng: Random, message: bytes, to: str) -> None:
        """Deliver a message as often as it takes, with the service killed again and again."""
        end, delivered = time.monotonic() + 120, False
        while not true():
            assert time.monotonic() < end, "it did not come about"
            if self.process is None or self.process.poll() is not None:
                self.kills += self.process is not None
                self.start(rng.randint(1, 24) if self.kills < KILLS else 0)
            with contextlib.suppress(OSError, smtplib.SMTPException):
                if message and not delivered:
                    self._deliver(message, to)
                    delivered = True
            time.sleep(0.1)

    def _deliver(self, message: bytes, to: str) -> None:
        assert self.settings.listen is not None
        with smtplib.LMTP("127.0.0.1", self.settings.listen.port, timeout=20) as server:
            server.sendmail("mx@play.example", [to], message)


@pytest.mark.parametrize("seed", [13, 14])
def test_a_worker_that_is_killed_loses_nothing_and_does_nothing_twice(
    relay: Relay, tmp_path: Path, seed: int
):
    """Issue 13: SIGKILL before and after any write to the store and any mail to the relay."""
    rng, host = Random(seed), Killed(tmp_path, relay)
    with host.matches() as matches:
        match = matches.new_match("undaunted", "la-raye", holders=dict.fromkeys(SEATS, "human"))
        box = SentMailBox(matches.store)
        for seat, address in SEATS.items():
            box.set_address(match, seat, address)
        try:
            given = [one_order(host, matches, box, match, number, rng) for number in range(ORDERS)]
        finally:
            host.stop()
        history = matches.history(match)
        accepted = [row for row in history.rows if kind_of(row) == "command-accepted"]

    assert host.kills >= KILLS // 2
    commands = [history.event(row.position) for row in accepted]
    played = [bytes(each.command) for each in commands if each.seat in SEATS]
    assert len(played) == ORDERS
    for number in range(ORDERS):
        said = [mail for seat in SEATS.values() for mail in answers(relay, f"<{number}.{seat}>")]
        assert {(mail["Subject"].split()[-1], text_of(mail)) for mail in said} == {
            ("EXECUTE", text_of(said[0]))
        }
        assert " ".join(text_of(said[0]).split()).startswith(f"Done: {given[number]}")


def one_order(
    host: Killed, matches: Matches, box: SentMailBox, match: str, number: int, rng: Random
) -> str:
    """Let the seat that is asked answer its notice; gives its order."""
    relay, seat = host.relay, matches.prompts(match)[0].seat
    window = matches.window(match, seat)
    host.go_on_until(lambda: noticed(box, relay, match, seat, window), rng, b"", "")
    notice = newest(box, relay, match, seat)
    assert notice is not None
    line = in_ids(matches, match, seat, rng) if number % 2 else in_words(matches, match, seat, rng)
    raw, message_id = answer(notice, line, number=number), f"<{number}.{SEATS[seat]}>"
    host.go_on_until(lambda: bool(answers(relay, message_id)), rng, raw, str(notice["Reply-To"]))
    return line


def in_ids(matches: Matches, match: str, seat: str, rng: Random) -> str:
    """A random order as the line of a notice has it."""
    verbs = matches.game_of(match).verbs
    return to_text(random_command(matches.prompts(match, seat)[0], verbs, rng.randrange))


def in_words(matches: Matches, match: str, seat: str, rng: Random) -> str:
    """A random order in the words beside its line, which may mean nothing once it has run."""
    names = Names(matches.game_of(match), matches.view(match, seat), seat)
    prompt = matches.prompts(match, seat)[0]
    forms = [form for form in order_forms(names, prompt) if not form.choices]
    said = Counter(form.says for form in forms)
    return rng.choice([says for says, number in said.items() if number == 1])


def answers(relay: Relay, message_id: str) -> list[EmailMessage]:
    return [mail for mail in relay.mails() if mail["In-Reply-To"] == message_id]


def noticed(box: SentMailBox, relay: Relay, match: str, seat: str, window: int) -> bool:
    latest = box.latest(match, seat)
    return bool(latest and latest.window == window and newest(box, relay, match, seat))


def newest(box: SentMailBox, relay: Relay, match: str, seat: str) -> EmailMessage | None:
    """The last notice to a seat, if it has been sent."""
    latest = box.latest(match, seat)
    assert latest is not None
    sent = [mail for mail in relay.mails() if str(mail["Message-ID"]).strip() == latest.message_id]
    return sent[0] if sent else None


class Counting:
    """Counts what is sent, slowly, so that two workers would meet."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def send(self, letter: Letter) -> None:
        """Take a mail."""
        time.sleep(0.02)
        self.ids.append(letter.message_id)

    def close(self) -> None:
        """Nothing is open."""


def test_two_workers_never_send_one_mail_twice(relay: Relay, tmp_path: Path):
    """Issue 13.7: each leases what it sends."""
    store, sender = f"sqlite:///{tmp_path}/matches.db", Counting()
    stores = [open_store(store) for _ in range(3)]
    for _ in range(8):
        match = stores[0].new_match("undaunted", "la-raye", holders=dict.fromkeys(SEATS, "human"))
        for seat, address in SEATS.items():
            SentMailBox(stores[0].store).set_address(match, seat, address)
    workers = [
        MailWorker(matches, settings_for(relay), sender, name=f"w{number}")
        for number, matches in enumerate(stores)
    ]
    threads = [Thread(target=worker.run_until_empty) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: sum(worker.run_until_empty() for worker in workers) == 0)
    for matches in stores:
        matches.store.close()

    assert len(sender.ids) == len(set(sender.ids)) == 16
