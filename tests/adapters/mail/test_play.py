"""Matches played by answering mails: notices, orders in sequence, answers, and what stops them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from itertools import count
from random import Random
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup

from tests.adapters.mail.test_answers import ATTRIBUTIONS
from tests.test_tampering import sealed_again
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.mail.answering import MailTaker, Taken
from wardiary.adapters.mail.forms import order_forms
from wardiary.adapters.mail.heads import countersign_quoted
from wardiary.adapters.mail.notices import WIDTH, NoticeWriter
from wardiary.adapters.mail.sent import MailRefused, SentMailBox
from wardiary.adapters.mail.settings import MailSettings
from wardiary.adapters.matches import Matches
from wardiary.adapters.signatures import SigningKey
from wardiary.domain.games.registry import GAMES
from wardiary.domain.play.commands import to_text
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.play.table_commands import ClaimSeat
from wardiary.domain.table import events as e
from wardiary.projections.adjudication import audit_file
from wardiary.projections.board import Board, board
from wardiary.projections.naming import Names
from wardiary.tools.simulate import seeded_entropy, ticking_clock
from wardiary.tools.verifier import verify

SETTINGS = MailSettings(address="wardiary@play.example", server="mx1.play.example")
ADDRESSES = {"us": "mira@example.net", "german": "jonas@ferro.example"}


class Club:
    """A match whose seats are played by mail."""

    def __init__(self, scenario: str = "la-raye", seed: int = 5) -> None:
        clock, entropy = ticking_clock(1_772_570_000_000), seeded_entropy(seed, 0)
        self.matches: Matches = open_store("memory:", clock=clock, entropy=entropy)
        holders = dict.fromkeys(ADDRESSES, "human")
        self.match = self.matches.new_match("undaunted", scenario, holders=holders)
        self.box = SentMailBox(self.matches.store)
        for seat, address in ADDRESSES.items():
            self.box.set_address(self.match, seat, address)
        self.writer = NoticeWriter(self.matches, self.box, SETTINGS)
        self.taker = MailTaker(self.matches, self.box, SETTINGS)
        self.sent = 0

    def asked(self) -> Prompt:
        return self.matches.prompts(self.match)[0]

    def command(self, rng: Random) -> str:
        """A random command of the first seat that is asked, as text."""
        verbs = self.matches.game_of(self.match).verbs
        return to_text(random_command(self.asked(), verbs, rng.randrange))

    def answer(self, seat: str, *orders: str, quote: str = "> ", **headers: str) -> bytes:
        """The answer of a seat to its present notice, with the notice below."""
        notice = self.writer.write(self.match, seat).notice
        self.sent += 1
        mail = EmailMessage(policy=SMTP)
        fields = {
            "Received": "from a by mx1.play.example; Tue, 3 Mar 2026 21:40:12 +0000",
            "Authentication-Results": "mx1.play.example; dmarc=pass header.from=example.net",
            "From": ADDRESSES[seat],
            "To": notice.reply_address,
            "In-Reply-To": notice.message_id,
            "Message-ID": f"<{self.sent}@example.net>",
            "Subject": f"Re: [{notice.title}]",
        }
        for name, value in (fields | headers).items():
            mail[name] = value
        quoted = "\n".join(quote + line for line in notice.text.splitlines())
        mail.set_content("\n".join([*orders, "", ATTRIBUTIONS[0], "", quoted]))
        return mail.as_bytes()

    def order(self, seat: str, *orders: str) -> Taken:
        return self.taker.take(self.answer(seat, *orders))

    def says(self, taken: Taken) -> str:
        """The text of the answer to a message."""
        assert taken.message is not None
        mail = message_from_bytes(taken.message.as_bytes(), policy=default)
        return " ".join(mail.get_content().split())

    def acts(self) -> list[e.Event]:
        """What happened, without who said when."""
        history = self.matches.history(self.match)
        events = [event for _, event in history.events(0, history.head)]
        return [event for event in events if not isinstance(event, e.MatchOpened)]


def first_bids(club: Club, rng: Random) -> None:
    """Play until a seat acts on its turn."""
    while "bid" in {offer.verb for offer in club.asked().offers}:
        club.order(club.asked().seat, club.command(rng))


def test_a_whole_match_is_played_by_mails_and_equals_one_played_by_commands():
    """Issue 13: the same events, whatever mail program repeats the notices."""
    club, other = Club(), Club()
    rng = Random(7)
    bound = 2000
    while bound and club.matches.history(club.match).table.result is None:
        bound -= 1
        seat, line = club.asked().seat, club.command(rng)
        raw = club.answer(seat, line, quote=rng.choice(["> ", "", "| "]))
        taken = club.taker.take(raw)
        assert (taken.verdict.kind, taken.verdict.orders) == ("EXECUTE", (line,)), club.says(taken)
        assert taken.done == 1
        other.matches.command(other.match, seat, line)

    assert bound
    theirs, ours = (each.matches.history(each.match).table for each in (other, club))
    assert (ours.result, ours.pieces, ours.tracks) == (theirs.result, theirs.pieces, theirs.tracks)
    said = [(type(event), event.rule) for event in club.acts()]
    assert said == [(type(event), event.rule) for event in other.acts()]


def test_a_notice_is_the_same_until_something_changes():
    """Issue 13.1: sending it again does no harm."""
    club = Club()
    seat = club.asked().seat
    first, second = (club.writer.write(club.match, seat).notice for _ in range(2))
    club.order(seat, club.command(Random(1)))

    assert first == second
    assert club.writer.write(club.match, seat).notice.message_id != first.message_id


def test_a_notice_has_every_offer_its_head_and_no_line_that_programs_break():
    club = Club()
    seat = club.asked().seat
    text = club.writer.write(club.match, seat).notice.text
    names = Names(club.matches.game_of(club.match), club.matches.view(club.match, seat), seat)

    lines = text.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert {form.line for form in order_forms(names, club.asked())} <= set(lines)
    assert club.matches.head(club.match)[1] in lines


def test_a_notice_has_the_same_content_as_html_with_the_board_drawn():
    """Issue 13.1: every word of the text is in the HTML, which shows a picture that comes along."""
    club = Club()
    seat = club.asked().seat
    notice = club.writer.write(club.match, seat)
    mail = message_from_bytes(notice.message.as_bytes(), policy=default)
    html = mail.get_body(("html",)).get_content()
    (picture,) = [part for part in mail.walk() if part.get_content_type() == "image/svg+xml"]
    words = " ".join(BeautifulSoup(html, "html.parser").get_text(" ").split())
    drawn = " ".join(ET.fromstring(picture.get_content()).itertext())
    hand = [
        piece
        for stack in board_of(club, seat).rows[0].stacks
        for piece in stack.pieces
        if stack.zone == f"{seat}-hand"
    ]

    assert words == " ".join(notice.notice.text.split())
    assert f"cid:{picture['Content-ID'].strip('<>')}" in html
    assert hand
    assert all(piece.prints in drawn for piece in hand)
    assert {space.stack.name for space in board_of(club, seat).spaces} <= set(drawn.split())


def board_of(club: Club, seat: str) -> Board:
    return board(club.matches.view(club.match, seat), club.matches.game_of(club.match))


def test_a_notice_is_written_again_in_the_same_bytes():
    club = Club()
    seat = club.asked().seat
    first, second = (club.writer.write(club.match, seat).message.as_bytes() for _ in range(2))

    assert first == second


def test_nothing_that_a_seat_may_not_know_is_in_its_mail():
    """The other hand differs, the mail does not."""
    club = Club()
    hidden = [
        piece.id
        for piece in club.matches.history(club.match).table.pieces.values()
        if piece.zone == "german-hand"
    ]
    mail = club.writer.write(club.match, "us").message.as_string()

    assert hidden
    assert not [piece for piece in hidden if piece in mail]


def test_several_orders_run_in_sequence_and_stop_at_a_die():
    """Issue 13.2: unless the next line says then."""
    club, rng = Club(), Random(3)
    first_bids(club, rng)
    for seed in range(300):
        lines, seat = [offer.verb for offer in club.asked().offers], club.asked().seat
        if "attack" in lines:
            break
        club.order(seat, club.command(Random(seed)))
    attack = next(
        line
        for line in (club.command(Random(seed)) for seed in range(1000))
        if line.startswith("attack")
    )
    end = next(offer.verb for offer in club.asked().offers if not offer.slots)
    taken = club.order(seat, attack, end)

    assert (taken.verdict.kind, taken.done) == ("EXECUTE", 1)
    assert f"Not done: {end}, because dice were rolled" in club.says(taken)


def test_an_order_marked_with_then_runs_whatever_happened():
    club, rng = Club(), Random(3)
    first_bids(club, rng)
    seat = club.asked().seat
    line = club.command(Random(1))
    taken = club.order(seat, line, "then resign")

    assert taken.done == 2
    result = club.matches.history(club.match).table.result
    assert result is not None


def test_the_same_message_again_changes_nothing_and_gets_the_same_answer():
    """CD-01, ML-23: also after the worker was killed before it could write its answer down."""
    club = Club()
    seat = club.asked().seat
    raw = club.answer(seat, club.command(Random(1)))
    first = club.taker.take(raw)
    head = club.matches.history(club.match).head
    again = club.taker.take(raw)
    for drawer in ("mail-answers", "mail-notices"):
        for key, _ in club.matches.store.items(drawer):
            if drawer == "mail-answers":
                club.matches.store.delete(drawer, key)
    club.box.keep(first.verdict.notice)  # As it was before it was answered.
    cut_short = club.taker.take(raw)

    assert (again.verdict.kind, cut_short.verdict.kind) == ("DUPLICATE", "EXECUTE")
    assert club.matches.history(club.match).head == head
    assert first.message.as_bytes() == cut_short.message.as_bytes()
    assert club.says(again) == club.says(first)


class Killed(BaseException):
    """The worker ends here."""


@pytest.mark.parametrize("write", ["put", "append"])
@pytest.mark.parametrize("late", [False, True])
def test_a_worker_killed_at_any_write_goes_on_with_what_it_had_understood(write: str, late: bool):
    """Orders in words mean nothing, or something else, once they have run: what was done is said
    in the same words however often the worker is killed.
    """
    told, heads = set[str](), set[int]()
    for fatal in range(1, 30):
        club = Club()
        raw = club.answer(club.asked().seat, in_words(club))
        with killed_at(club, write, fatal, late=late), suppress(Killed):
            club.taker.take(raw)
            break
        again = MailTaker(club.matches, club.box, SETTINGS).take(raw)
        told.add(club.says(again))
        heads.add(club.matches.history(club.match).head)

    assert fatal > 1
    assert len(told) == len(heads) == 1
    assert all("Done: bid" in text for text in told)


def in_words(club: Club) -> str:
    """An order in the words of the notice."""
    seat = club.asked().seat
    view = club.matches.view(club.match, seat)
    names = Names(club.matches.game_of(club.match), view, seat)
    said = Counter(form.says for form in order_forms(names, club.asked()))
    return next(says for says, number in said.items() if number == 1)


@contextmanager
def killed_at(club: Club, write: str, fatal: int, *, late: bool) -> Iterator[None]:
    """Have a worker end before or after one of its writes."""
    store, steps = club.matches.store, count(1)
    work = getattr(store, write)

    def watched(*words: object, **named: object) -> object:
        is_fatal = next(steps) == fatal
        if is_fatal and not late:
            raise Killed
        result = work(*words, **named)
        if is_fatal:
            raise Killed
        return result

    setattr(store, write, watched)
    yield
    setattr(store, write, work)


def test_what_was_said_to_one_seat_is_never_said_to_another_who_knows_the_id_of_its_message():
    """ML-23: a player who was sent a copy repeats the id in an answer of his own."""
    club = Club()
    seat = club.asked().seat
    other = next(name for name in ADDRESSES if name != seat)
    line = club.command(Random(1))
    raw = club.answer(seat, line)
    club.taker.take(raw)
    message_id = message_from_bytes(raw)["Message-ID"]
    taken = club.taker.take(club.answer(other, "thanks for the copy", **{"Message-ID": message_id}))

    assert taken.verdict.kind != "DUPLICATE"
    assert line.partition(" ")[2] not in club.says(taken)


def test_an_answer_to_an_older_notice_does_not_run_on_a_changed_table():
    club = Club()
    seat = club.asked().seat
    line = club.command(Random(1))
    raw = club.answer(seat, line)
    club.matches.command(club.match, seat, line)
    other = club.asked().seat
    club.matches.command(club.match, other, club.command(Random(2)))
    taken = club.taker.take(raw)

    assert taken.done == 0
    assert "the table has changed since the mail that you answered" in club.says(taken)


def test_an_order_that_the_rules_refuse_is_answered_with_its_form():
    club = Club()
    seat = club.asked().seat
    taken = club.order(seat, "bid us-nobody-1")

    assert (taken.verdict.kind, taken.done) == ("EXECUTE", 0)
    assert f"it is written: bid {seat}-" in club.says(taken)


def test_orders_are_read_without_regard_to_case():
    club = Club()
    seat = club.asked().seat
    taken = club.order(seat, club.command(Random(1)).upper())

    assert taken.done == 1


def test_an_answer_never_goes_to_a_foreign_address():
    """ML-27."""
    club = Club()
    seat = club.asked().seat
    raw = club.answer(seat, club.command(Random(1)), From="friend@elsewhere.example")
    taken = club.taker.take(raw)

    assert (taken.verdict.kind, taken.done) == ("HOLD", 0)
    assert taken.message["To"] == ADDRESSES[seat]


def test_an_address_is_kept_outside_the_diary_and_can_be_erased():
    club = Club()
    rows = b"".join(row.state for row in club.matches.store.rows(club.match))
    club.box.set_address(club.match, "us", "")

    assert b"mira@example.net" not in rows
    with pytest.raises(MailRefused, match="US has no mail address"):
        club.writer.write(club.match, "us")
    with pytest.raises(MailRefused, match="is no mail address"):
        club.box.set_address(club.match, "us", "mira@example.net\nBcc: all@example.net")


# Heads


def test_an_answer_that_quotes_the_head_countersigns_it_for_its_seat():
    """Issue 15.4: kept beside the match, exported, and held against the record by every audit."""
    club = Club()
    seat, line = club.asked().seat, club.command(Random(7))
    notice = club.writer.write(club.match, seat).notice
    position, head = club.matches.head(club.match)
    assert head in notice.text

    club.taker.take(club.answer(seat, line, quote=">> "))

    data = club.matches.export(club.match)
    (seen,) = [line for line in data.splitlines() if b'"is":"seen"' in line]
    assert json.loads(seen) | {"position": position, "head": head, "seat": seat} == json.loads(seen)
    verdict = club.matches.audit(club.match)
    assert verdict.verdict == "EXACT"
    assert f"heads were countersigned by {seat} at {position}" in verdict.detail
    assert verify(data)[0] == "EXACT"
    rewritten = sealed_again(data.replace(seen, seen.replace(head.encode(), b"ab" * 32)))
    assert audit_file(rewritten, GAMES).rule == verify(rewritten)[2] == "Diary/Head"


def test_an_answer_without_the_hash_countersigns_nothing():
    club = Club()
    seat, line = club.asked().seat, club.command(Random(7))
    _, head = club.matches.head(club.match)
    assert club.taker.take(club.answer(seat, line).replace(head.encode(), b"")).done == 1

    assert b'"is":"seen"' not in club.matches.export(club.match)


def test_who_quotes_another_head_than_the_record_has_is_told_that_it_was_rewritten():
    club = Club()
    seat, line = club.asked().seat, club.command(Random(7))
    club.writer.write(club.match, seat)
    _, head = club.matches.head(club.match)
    raw = club.answer(seat, line).replace(head.encode(), b"ab" * 32)

    taken = club.taker.take(raw)

    assert taken.done == 1
    assert "Keep the mail that you answered: the head at" in club.says(taken)
    assert "it was rewritten" in club.says(taken)
    assert b'"is":"seen"' not in club.matches.export(club.match)


def test_the_head_of_a_seat_with_a_key_is_countersigned_by_its_key_alone():
    club = Club()
    seat, line = club.asked().seat, club.command(Random(7))
    raw = club.answer(seat, line)
    notice = club.writer.write(club.match, seat).notice
    key = SigningKey(b"5" * 32)
    club.matches.command(club.match, seat, ClaimSeat(seat, "human", key=key.public))

    assert countersign_quoted(club.matches, notice, raw, SETTINGS.server) == ""
    assert b'"is":"seen"' not in club.matches.export(club.match)
