"""Deadlines, standing answers and substitutes by mail."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime

import msgspec
import pytest

from tests.adapters.mail.test_play import ADDRESSES, SETTINGS, Club
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.mail.answering import MailTaker
from wardiary.adapters.mail.notices import WIDTH, NoticeWriter
from wardiary.adapters.mail.outgoing import DECODER, Letter, ReminderDue
from wardiary.adapters.mail.preferences import Preferences, Wishes
from wardiary.adapters.mail.sending import Sender
from wardiary.adapters.mail.sent import SentMailBox
from wardiary.adapters.mail.worker import MailWorker
from wardiary.domain.clocks.durations import DAY, HOUR, MINUTE
from wardiary.tools.simulate import seeded_entropy

START = int(datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp() * 1000)


class Timed(Club):
    """A match by mail with a clock, whose time is set by the test."""

    def __init__(self, late: str = "forfeit", **settings: str) -> None:
        self.now = START
        self.matches = open_store("memory:", clock=lambda: self.now, entropy=seeded_entropy(5, 0))
        holders = dict.fromkeys(ADDRESSES, "human")
        wanted = {"clock": "5d a move", "late": late, **settings}
        self.match = self.matches.new_match(
            "undaunted", "la-raye", holders=holders, settings=wanted
        )
        self.box = SentMailBox(self.matches.store)
        for seat, address in ADDRESSES.items():
            self.box.set_address(self.match, seat, address)
        self.writer = NoticeWriter(self.matches, self.box, SETTINGS)
        self.taker = MailTaker(self.matches, self.box, SETTINGS)
        self.sent = 0

    def text(self, seat: str) -> str:
        return self.writer.write(self.match, seat).notice.text

    def trace(self) -> str:
        """What our mail server writes now."""
        shown = format_datetime(datetime.fromtimestamp(self.now / 1000, UTC))
        return f"from a by mx1.play.example; {shown}"

    def bid(self, seat: str) -> str:
        (prompt,) = self.matches.prompts(self.match, seat)
        return f"bid {prompt.offers[0].slots[0].candidates[0]}"


@pytest.fixture
def club() -> Timed:
    return Timed()


def test_a_notice_tells_the_deadline_in_the_readers_zone(club: Timed):
    Wishes(club.matches.store).set(club.match, "us", Preferences(zone="America/New_York"))

    assert "answer by Sat 7 Mar 2026 07:00 EST (5d left)" in " ".join(club.text("us").split())
    german = " ".join(club.text("german").split())
    assert "answer by Sat 7 Mar 2026 12:00 UTC (5d left)" in german
    assert "If it passes: the match is lost." in german
    # Where a player reads his mails is told to nobody else.
    assert "America" not in german and "EST" not in german  # noqa: PT018
    assert all(len(line) <= WIDTH for line in club.text("us").splitlines())


def test_an_order_after_the_deadline_is_late_by_our_clock(club: Timed):
    line = club.bid("us")
    club.now = START + 5 * DAY + MINUTE
    raw = club.answer("us", line, Received=club.trace())
    taken = club.taker.take(raw)

    assert "LATE" == taken.verdict.kind
    assert 0 == taken.done


def test_an_order_that_came_in_time_is_in_time_however_late_it_is_read(club: Timed):
    club.now = START + 5 * DAY - MINUTE
    raw = club.answer("us", club.bid("us"), Received=club.trace())
    club.now = START + 5 * DAY + HOUR
    taken = club.taker.take(raw)

    assert ("EXECUTE", 1) == (taken.verdict.kind, taken.done), club.says(taken)
    history = club.matches.history(club.match)
    assert START + 5 * DAY - MINUTE == history.time_of(history.entry_of(history.head))


def test_a_pause_moves_the_deadline_of_a_mail_that_was_sent_before(club: Timed):
    club.text("us")
    club.now = START + DAY
    club.matches.pause(club.match)
    club.now = START + 4 * DAY
    club.matches.resume(club.match)
    club.now = START + 7 * DAY
    raw = club.answer("us", club.bid("us"), Received=club.trace())

    assert "EXECUTE" == club.taker.take(raw).verdict.kind


def test_a_vacation_is_ordered_by_mail():
    club = Timed(vacation="21d")
    taken = club.taker.take(club.answer("us", "vacation 7d", Received=club.trace()))

    assert 1 == taken.done, club.says(taken)
    assert "on vacation until Mon 9 Mar 2026 12:00 UTC" in club.text("us")


# Standing answers


def test_a_turn_of_reactions_is_left_in_one_mail_and_told_to_nobody_else():
    """Issue 13.3: sealed; only the sender is told what stands."""
    club = Timed("pass")
    before = club.text("german")
    taken = club.taker.take(
        club.answer(
            "us",
            "stand pass, when asked U-TURN-1, until round 3",
            "Stand hunker, whenever it is possible, when it is late",
            club.bid("us"),
            Received=club.trace(),
        )
    )

    assert ("EXECUTE", 3) == (taken.verdict.kind, taken.done), club.says(taken)
    said = club.says(taken)
    assert "Answered for you from now on:" in said
    assert "pass, when asked U-TURN-1, until round 3" in said
    assert "hunker, whenever it is possible, when it is late" in said
    assert 2 == len(club.matches.standing_answers(club.match, "us"))
    for text in (before, club.text("german")):
        assert "hunker" not in text.replace("hunker down", "")
    events = [msgspec.json.encode(event) for _, event in club.matches.events(club.match, "german")]
    assert not any(b"stand" in event for event in events)


def test_an_unclear_standing_answer_holds_the_whole_mail(club: Timed):
    line = club.bid("us")
    taken = club.taker.take(
        club.answer("us", line, "stand pass, when the moon is full", Received=club.trace())
    )

    assert ("HOLD", 0) == (taken.verdict.kind, taken.done)
    assert "is not understood" in club.says(taken)
    assert [] == club.matches.standing_answers(club.match, "us")


def test_all_standing_answers_are_withdrawn_by_mail(club: Timed):
    club.taker.take(club.answer("us", "stand pass", Received=club.trace()))
    assert 1 == len(club.matches.standing_answers(club.match, "us"))
    raw = club.answer("us", "stand nothing", Received=club.trace())
    club.box.keep(
        msgspec.structs.replace(club.writer.write(club.match, "us").notice, answered=None)
    )
    taken = club.taker.take(raw)

    assert "You have left no standing answers." in club.says(taken)
    assert [] == club.matches.standing_answers(club.match, "us")


# Reminders


class Relay(Sender):
    """Takes every mail."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []

    def send(self, letter: Letter) -> None:
        self.letters.append(letter)

    def close(self) -> None:
        pass


def worked(club: Timed) -> tuple[MailWorker, Relay]:
    relay = Relay()
    return MailWorker(club.matches, SETTINGS, relay, name="w"), relay


def test_reminders_come_a_day_and_two_hours_before_and_each_once(club: Timed):
    """TD-03."""
    worker, relay = worked(club)
    worker.run_until_empty()
    relay.letters.clear()
    subjects = []
    for hours in (95, 96, 97, 117, 118, 119):
        club.now = START + hours * HOUR + 1
        worker.run_until_empty()
        worker.run_until_empty()
        subjects.append([letter.raw.count(b"Reminder:") > 0 for letter in relay.letters])
        relay.letters.clear()

    assert [[], [True, True], [], [], [True, True], []] == subjects


def test_who_has_answered_is_not_reminded(club: Timed):
    worker, relay = worked(club)
    worker.run_until_empty()
    club.matches.command(club.match, "us", club.bid("us"))
    worker.run_until_empty()
    relay.letters.clear()
    club.now = START + 96 * HOUR + 1
    worker.run_until_empty()

    assert ["jonas@ferro.example"] == [letter.to for letter in relay.letters]


def test_a_reminder_is_answered_like_the_notice(club: Timed):
    message = club.writer.reminder(club.match, "us", START + 5 * DAY, 2 * HOUR)
    again = club.writer.reminder(club.match, "us", START + 5 * DAY, 2 * HOUR)
    notice = club.writer.write(club.match, "us").notice

    assert message["Message-ID"] == again["Message-ID"] != notice.message_id
    assert notice.reply_address == message["Reply-To"]
    assert str(message["Subject"]).startswith(f"[{notice.title}] Reminder: answer by")
    assert isinstance(
        DECODER.decode(msgspec.json.encode(ReminderDue("m", "us", 1, 2))), ReminderDue
    )


# Substitutes


def test_mails_of_the_player_before_order_nothing_for_a_substitute(club: Timed):
    """Issue 13.5: addresses of the old holder open nothing from then on."""
    raw = club.answer("us", club.bid("us"), Received=club.trace())
    head = club.matches.history(club.match).head
    club.box.set_address(club.match, "us", "sub@example.org")
    taken = club.taker.take(raw)

    assert "EXECUTE" != taken.verdict.kind
    assert head == club.matches.history(club.match).head
    assert taken.message is None or "sub@example.org" not in taken.message.as_string()
