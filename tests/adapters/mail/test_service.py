"""The mail service with real servers: what comes in, what leaves, and what does not arrive."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from random import Random

import pytest

from tests.adapters.mail.hosting import ADDRESS, ANSWER, Host, hosting, text_of, until, with_limits
from tests.mail_servers import PROVIDER, MailboxServer, Relay, answer
from wardiary.adapters.mail.outgoing import Outgoing
from wardiary.adapters.mail.worker import MailWorker
from wardiary.adapters.store import OutboxMessage
from wardiary.domain.play.commands import to_text
from wardiary.domain.play.random_commands import random_command

MIRA, JONAS = "mira@example.net", "jonas@ferro.example"
SEATS = {"us": MIRA, "german": JONAS}


def opened(host: Host) -> str:
    return host.open("undaunted", "la-raye", **SEATS)


def command(host: Host, match: str, seat: str, rng: Random) -> str:
    """A random command of a seat, as text."""
    (prompt,) = host.matches.prompts(match, seat)
    verbs = host.matches.game_of(match).verbs
    return to_text(random_command(prompt, verbs, rng.randrange))


@pytest.mark.parametrize("way", ["port", "mailbox"])
def test_a_turn_goes_through_real_servers(relay: Relay, mailbox: MailboxServer, way: str):
    """Issue 13.2: notices by SMTP, answers by LMTP or from an IMAP mailbox."""
    with hosting(relay, mailbox if way == "mailbox" else None) as host:
        match = opened(host)
        notices = {seat: host.notice(match, seat) for seat in SEATS}
        for seat, notice in notices.items():
            said = host.answer(notice, command(host, match, seat, Random(1)))
            assert "EXECUTE" in said["Subject"]
            assert text_of(said).startswith("Done: bid ")
            assert (said["To"], said["Auto-Submitted"]) == (SEATS[seat], ANSWER)
        asked = host.matches.current(match).waiting_for[0]
        after = host.notice(match, asked)

    assert after["Message-ID"] not in {notice["Message-ID"] for notice in notices.values()}
    assert "What happened since your last mail" in text_of(after)


def test_both_seats_may_answer_what_they_were_asked_at_the_same_time(relay: Relay):
    """A sealed bid of the other seat changes nothing for an answer that is on its way."""
    with hosting(relay) as host:
        match = opened(host)
        first, second = (host.notice(match, seat) for seat in SEATS)
        orders = [command(host, match, seat, Random(1)) for seat in SEATS]
        host.answer(first, orders[0])
        said = host.answer(second, orders[1])

    assert "EXECUTE" in said["Subject"]
    assert text_of(said).startswith(f"Done: {orders[1]}")


def test_a_notice_is_sent_once_by_its_message_id(relay: Relay):
    """Issue 13.1: however often workers look."""
    with hosting(relay) as host:
        match = opened(host)
        host.notice(match, "us")
        other = MailWorker(host.matches, host.settings, host.service.worker.sender, name="other")
        host.box.set_address(match, "us", MIRA)
        until(lambda: other.run_once() == 0)
        ids = [mail["Message-ID"] for mail in relay.mails()]

    assert len(ids) == len(set(ids)) == 2


def test_a_message_delivered_twice_is_answered_in_the_same_words(relay: Relay):
    with hosting(relay) as host:
        match = opened(host)
        notice = host.notice(match, "us")
        raw = answer(notice, command(host, match, "us", Random(1)), number=7001)
        for _ in range(3):
            host.deliver(raw, notice["Reply-To"])
        until(lambda: len(answers(relay, f"<7001.{MIRA}>")) == 3)
        head = host.matches.history(match).head
        said = answers(relay, f"<7001.{MIRA}>")

    assert len({(mail["Subject"], text_of(mail)) for mail in said}) == 1
    assert len({mail["Message-ID"] for mail in said}) == 3
    assert host.matches.history(match).head == head


def answers(relay: Relay, message_id: str) -> list[EmailMessage]:
    return [mail for mail in relay.mails() if mail["In-Reply-To"] == message_id]


def test_a_mail_that_the_relay_takes_later_is_tried_again_with_back_off(relay: Relay):
    with hosting(relay) as host:
        relay.refuses = lambda address: "451 4.2.1 later" if address == MIRA else ""
        match = opened(host)
        host.notice(match, "german")
        store = host.matches.store
        until(lambda: bool(waiting(host)))
        relay.refuses = lambda address: ""
        assert not relay.mails(MIRA)
        later = host.matches.clock() + 29_000
        assert not [each for each in store.lease_outbox("probe", 9, 1, later) if is_to_mira(each)]
        due = store.lease_outbox("probe", 9, 1, later + 2_000)
        (parcel,) = [each for each in due if is_to_mira(each)]
        store.postpone_outbox(parcel.id, 0)
        host.notice(match, "us")

    assert parcel.attempts >= 2


def is_to_mira(parcel: OutboxMessage) -> bool:
    return b'"to":"%s"' % MIRA.encode() in parcel.payload


def waiting(host: Host) -> list[str]:
    """The seats whose notice was tried and postponed."""
    return [""] if host.service.metrics.unsent.labels("later")._value.get() else []


def test_a_mail_that_is_refused_for_good_is_told_to_the_director_and_not_to_the_diary(
    relay: Relay,
):
    with hosting(relay) as host:
        relay.refuses = lambda address: "550 5.1.1 no such user" if address == MIRA else ""
        match = opened(host)
        report = relay.wait_for(lambda mail: "did not arrive" in mail["Subject"])
        failure = Outgoing(host.matches.store).failure(match, "us")
        rows = b"".join(row.state for row in host.matches.store.rows(match))

    assert report["To"] == "host@play.example"
    assert "A mail to US" in report["Subject"]
    assert MIRA not in report.as_string()
    assert failure is not None
    assert failure.status == "5.1.1"
    assert b"5.1.1" not in rows


BOUNCE = """\
From: mailer-daemon@example.net
To: {address}
Subject: Undelivered Mail Returned to Sender
Message-ID: <bounce-{number}@example.net>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

It could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; example.net

Final-Recipient: rfc822; {recipient}
Action: failed
Status: {status}

--b
Content-Type: text/rfc822-headers

Message-ID: {message_id}
--b--
"""


def bounce(notice: EmailMessage, number: int, status: str = "5.1.1") -> bytes:
    return BOUNCE.format(
        address=ADDRESS,
        number=number,
        recipient=notice["To"],
        status=status,
        message_id=notice["Message-ID"],
    ).replace("\n", "\r\n").encode()  # fmt: skip


def test_a_bounce_is_noted_and_after_three_nothing_more_is_sent(relay: Relay):
    """Issue 13.1: RFC 3464. The same report twice counts once; an answer makes all well."""
    with hosting(relay) as host:
        match = opened(host)
        outgoing = Outgoing(host.matches.store)
        notice = host.notice(match, "us")
        host.deliver(bounce(notice, 1), ADDRESS)
        host.deliver(bounce(notice, 1), ADDRESS)
        once = outgoing.failure(match, "us")
        for number in (2, 3):
            host.deliver(bounce(notice, number, f"5.2.{number}"), ADDRESS)
        thrice = outgoing.failure(match, "us")
        order = command(host, match, "us", Random(1))
        host.matches.command(match, "us", order)
        german = host.matches.prompts(match, "german")
        host.matches.command(match, "german", command(host, match, "german", Random(2)))
        until(lambda: not host.matches.store.lease_outbox("probe", 9, 1, host.matches.clock()))
        silent = len(relay.mails(MIRA))
        said = host.answer(notice, "hello again")

    assert german
    assert [failure and failure.in_a_row for failure in (once, thrice)] == [1, 3]
    assert thrice.is_final
    assert silent == 1
    assert outgoing.failure(match, "us") is None
    assert said["To"] == MIRA


def test_a_bounce_of_a_mail_that_we_never_sent_changes_nothing(relay: Relay):
    with hosting(relay) as host:
        match = opened(host)
        notice = host.notice(match, "us")
        forged = bounce(notice, 1).replace(notice["Message-ID"].encode(), b"<other@play.example>")
        host.deliver(forged, ADDRESS)

        assert Outgoing(host.matches.store).failure(match, "us") is None


def test_a_flood_from_a_stranger_does_not_flood_the_seat(relay: Relay):
    """Issue 13.7."""
    with hosting(relay, change=with_limits(warnings_a_day=3)) as host:
        match = opened(host)
        notice = host.notice(match, "us")
        order = command(host, match, "us", Random(1))
        for number in range(900, 912):
            raw = answer(notice, order, number=number, From=f"x{number}@evil.example")
            host.deliver(raw, notice["Reply-To"])
        last = host.answer(notice, order)
        warnings = [mail for mail in relay.mails(MIRA) if "not yours" in text_of(mail)]

    assert "EXECUTE" in last["Subject"]
    assert len(warnings) == 3
    assert not relay.mails("x901@evil.example")


def test_a_sender_has_a_limit_of_messages_a_day(relay: Relay):
    with hosting(relay, change=with_limits(messages_a_day=4)) as host:
        match = opened(host)
        notice = host.notice(match, "us")
        for number in range(6):
            host.deliver(answer(notice, "hello", number=950 + number), notice["Reply-To"])
        until(lambda: len(relay.mails(MIRA)) == 6)
        counted = host.service.metrics.limited.labels("messages")._value.get()
        last = relay.mails(MIRA)[-1]

    assert counted == 2
    assert len(relay.mails(MIRA)) == 6  # The notice, four answers, and one word on the limit.
    assert "More than 4 messages came from your address today" in text_of(last)


def test_the_port_takes_only_what_is_for_us(relay: Relay):
    with hosting(relay) as host:
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            host.deliver(b"From: a@b\r\n\r\n", "else@play.example")
        with pytest.raises((smtplib.SMTPSenderRefused, smtplib.SMTPDataError)):
            host.deliver(b"From: a@b\r\n\r\n" + b"x" * 6_000_000, ADDRESS)


def test_a_message_of_thousands_of_layers_is_refused_before_it_is_taken_apart(relay: Relay):
    raw = b"From: %s\r\nMIME-Version: 1.0\r\n" % MIRA.encode()
    for layer in range(3000):
        raw += b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (layer, layer)
    with hosting(relay) as host:
        host.deliver(raw, ADDRESS)
        refused = host.service.metrics.messages.labels("REJECT")._value.get()

    assert refused == 1


def test_no_address_and_no_secret_is_in_the_log(relay: Relay, capfd: pytest.CaptureFixture[str]):
    with hosting(relay) as host:
        match = opened(host)
        notice = host.notice(match, "us")
        host.answer(notice, command(host, match, "us", Random(1)))
        host.deliver(bounce(notice, 1), ADDRESS)
    said = "".join(capfd.readouterr())

    assert "m***@e***.net" in said
    assert MIRA not in said
    assert notice["Reply-To"] not in said


def test_a_forged_message_orders_nothing(relay: Relay):
    with hosting(relay) as host:
        match = opened(host)
        notice = host.notice(match, "us")
        found = f"{PROVIDER}; dmarc=fail header.from=example.net"
        order = command(host, match, "us", Random(1))
        said = host.answer(notice, order, Authentication_Results=found)

    assert "REJECT" in said["Subject"]


def test_a_host_is_stopped_and_started_and_goes_on(relay: Relay, tmp_path: Path):
    store = f"sqlite:///{tmp_path}/matches.db"
    with hosting(relay, store=store) as host:
        match = opened(host)
        notice = host.notice(match, "us")
        order = command(host, match, "us", Random(1))
    with hosting(relay, store=store) as again:
        said = again.answer(notice, order)
        head = again.matches.history(match).head

    assert "EXECUTE" in said["Subject"]
    assert head > 0


def test_mail_without_a_message_id_is_known_by_its_bytes(relay: Relay):
    """Two such messages of one seat are two orders, and one of them twice is one."""
    with hosting(relay) as host:
        match = opened(host)
        notice = host.notice(match, "us")
        mail = EmailMessage(policy=SMTP)
        mail["Authentication-Results"] = f"{PROVIDER}; dmarc=pass"
        mail["From"], mail["To"] = MIRA, notice["Reply-To"]
        mail.set_content(command(host, match, "us", Random(1)))
        raw = mail.as_bytes()
        assert b"essage-ID" not in raw
        host.deliver(raw, notice["Reply-To"])
        head = host.matches.history(match).head
        host.deliver(raw, notice["Reply-To"])
        until(lambda: len(relay.mails(MIRA)) >= 3)

    assert host.matches.history(match).head == head
    kinds = [mail["Subject"].split()[-1] for mail in relay.mails(MIRA) if mail["In-Reply-To"]]
    assert kinds.count("EXECUTE") == 2
