"""What is read of a message: who sent it, whether that is true, and when it came."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP

import msgspec
import pytest

from tests.adapters.mail.builders import (
    ALL,
    MIRA,
    RULES,
    SERVER,
    US,
    Sent,
    judged,
    notice,
    why_no_order,
)
from wardiary.adapters.mail.message import LARGEST, Bounce, read_message
from wardiary.adapters.mail.verdict import judge

RECEIVED = f"from a.example by {SERVER} with ESMTPS; Tue, 3 Mar 2026 21:40:12 +0000"
PASS = f"{SERVER}; dmarc=pass header.from=example.net"


def mail(text: str = "PASS", **headers: str) -> EmailMessage:
    """A message of the seat, with other header fields where they are given (without: "")."""
    fields = {
        "Received": RECEIVED,
        "Authentication_Results": PASS,
        "From": f"Mira <{MIRA}>",
        "To": US.reply_address,
        "Subject": "Re: [G7 T5 US] Your turn",
        "Message_ID": "<one@example.net>",
    }
    message = EmailMessage(policy=SMTP)
    for name, value in (fields | headers).items():
        if value:
            message[name.replace("_", "-")] = value
    message.set_content(text)
    return message


def verdict_of(text: str = "PASS", **headers: str):
    return judged(mail(text, **headers).as_bytes())


def test_an_answer_from_the_holders_address_is_executed():
    assert (verdict_of().kind, verdict_of().orders) == ("EXECUTE", ("PASS",))
    assert verdict_of().received == datetime(2026, 3, 3, 21, 40, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        ("dmarc=none; spf=pass smtp.mailfrom=bounce.example.net", "EXECUTE"),
        ("dmarc=none; dkim=pass header.d=example.net", "EXECUTE"),
        ("dmarc=none; spf=pass smtp.mailfrom=notexample.net", "REJECT"),
        ("dmarc=none; dkim=pass header.d=example.net.evil.example", "REJECT"),
        ("dmarc=fail; dkim=pass header.d=example.net", "REJECT"),
        ("dmarc=none (dkim=pass header.d=example.net)", "REJECT"),
        ("none", "REJECT"),
    ],
)
def test_a_sender_is_believed_by_dmarc_or_a_result_for_its_own_domain(found: str, kind: str):
    """ML-21."""
    assert verdict_of(Authentication_Results=f"{SERVER}; {found}").kind == kind


@pytest.mark.parametrize("results", ["", "other.example; dmarc=pass header.from=example.net"])
def test_without_a_finding_of_our_own_server_a_sender_is_believed_only_where_a_club_says_so(
    results: str,
):
    """ML-21: a group without such a server relies on both addresses."""
    raw = mail(Authentication_Results=results).as_bytes()
    trusting = msgspec.structs.replace(RULES, must_be_authentic=False)

    assert judged(raw).kind == "REJECT"
    assert judged(raw, rules=trusting).kind == "EXECUTE"


def test_several_senders_are_none():
    assert verdict_of(From=f"{MIRA}, b@example.net").kind == "HOLD"


@pytest.mark.parametrize(
    "mark",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated (rejected)"},
        {"Precedence": "bulk"},
        {"X_Autoreply": "yes"},
        {"List_Id": "<list.example.net>"},
        {"Return_Path": "<>"},
    ],
)
def test_what_a_machine_wrote_is_left_alone(mark: dict[str, str]):
    """ML-17: from the seat's own address, too."""
    verdict = verdict_of(**mark)

    assert (verdict.kind, verdict.tell) == ("IGNORE", "nobody")


def test_outlook_asks_machines_not_to_answer_in_what_people_write():
    answered = {"In_Reply_To": US.message_id, "X_Auto_Response_Suppress": "All"}

    assert verdict_of(**answered).kind == "EXECUTE"
    assert verdict_of(Auto_Submitted="no").kind == "EXECUTE"


def report() -> EmailMessage:
    """A report that a mail of ours did not arrive."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = "MAILER-DAEMON@mout.example.net", US.reply_address
    mail["Content-Type"] = 'multipart/report; report-type=delivery-status; boundary="R"'
    body = (
        "--R\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n"
        "--R\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mout.example.net\r\n\r\n"
        f"Final-Recipient: rfc822; {MIRA}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
        "--R\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        f"From: wardiary@play.example\r\nMessage-ID: {US.message_id}\r\n\r\n--R--\r\n"
    )
    mail.set_payload(body)
    return mail


def test_a_report_names_the_address_and_the_mail_that_did_not_arrive():
    """RFC 3464."""
    verdict = judged(report().as_bytes())

    assert (verdict.kind, verdict.tell) == ("BOUNCE", "nobody")
    assert verdict.bounce == Bounce(MIRA, US.message_id, "5.1.1")


def test_the_same_message_again_gets_the_first_answer():
    raw = mail().as_bytes()
    verdict = judge(
        raw, Sent(ALL, {f"{MIRA} <one@example.net>": "You passed."}), why_no_order, RULES
    )

    assert (verdict.kind, verdict.why) == ("DUPLICATE", "You passed.")


def test_a_message_that_answers_nothing_of_ours_is_left_alone():
    assert verdict_of(To="info@play.example", Subject="Hello").kind == "IGNORE"


def test_a_subject_alone_names_no_question():
    """ML-37: the thread is missing as well."""
    verdict = verdict_of(To="wardiary@play.example")

    assert (verdict.kind, verdict.tell) == ("HOLD", "sender")
    assert "Answer the mail itself" in verdict.why


def test_a_message_whose_time_is_unknown_waits_where_there_is_a_deadline():
    """ML-39: what others wrote into it does not count."""
    forged = "from a.example by mx.evil.example; Tue, 3 Mar 2026 21:40:12 +0000"
    raw = mail(Received=forged).as_bytes()
    open_end = msgspec.structs.replace(US, deadline=None)
    in_time = datetime(2026, 3, 4, tzinfo=UTC)

    assert judged(raw).kind == "HOLD"
    assert judged(raw, open_end).kind == "EXECUTE"
    assert judge(raw, Sent(ALL), why_no_order, RULES, received=in_time).kind == "EXECUTE"


def test_a_message_that_is_too_large_or_has_too_many_parts_is_not_read():
    large = mail("x" * 2000).as_bytes() + b"y" * LARGEST
    nested = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (level, level)
        for level in range(5000)
    )

    for raw in (large, nested):
        verdict = judged(raw)
        assert (verdict.kind, verdict.tell) == ("REJECT", "nobody")


@pytest.mark.parametrize("raw", [b"", b"\0\xff\xfe", b"PASS", b"From: \r\nTo: \r\n\r\nPASS"])
def test_bytes_that_are_no_message_order_nothing(raw: bytes):
    assert judged(raw).kind in {"IGNORE", "REJECT"}


def test_lines_that_a_program_broke_are_joined():
    """RFC 3676, and a plain break inside an order."""
    flowed = mail()
    flowed.set_content("PLAY Rifleman-A2 \nMOVE 7B\n")
    flowed.replace_header("Content-Type", "text/plain; charset=utf-8; format=flowed")

    assert judged(flowed.as_bytes()).orders == ("PLAY Rifleman-A2 MOVE 7B",)
    assert verdict_of("PLAY Rifleman-A2 MOVE\n7B").orders == ("PLAY Rifleman-A2 MOVE 7B",)


def test_an_order_that_could_end_or_go_on_in_the_next_line_waits():
    verdict = verdict_of("ACTIVATE Lt-Hill MOVE K8\nK7")

    assert verdict.kind == "HOLD"
    assert "it could end with its first line or go on" in verdict.why


@pytest.mark.parametrize("line", ["- PASS", "* PASS", "1. PASS", "2) pass", '"PASS"', "*PASS*"])
def test_bullets_numbers_and_quotation_marks_around_an_order_do_not_matter(line: str):
    assert [order.upper() for order in verdict_of(line).orders] == ["PASS"]


def test_an_order_that_is_only_in_the_html_is_found():
    both = mail("This message is in HTML.")
    both.add_alternative("<p>PASS</p>", subtype="html")

    assert judged(both.as_bytes()).orders == ("PASS",)


@pytest.mark.parametrize(
    "style", ["display: none", "COLOR:#FFF", "font-size:0", "visibility:hidden", "opacity: 0"]
)
def test_html_that_cannot_be_seen_never_orders(style: str):
    """ML-09."""
    html = mail()
    html.set_content(f'<p>PASS</p><div style="{style}">RESIGN</div>', subtype="html")
    verdict = judged(html.as_bytes())

    assert verdict.orders == ("PASS",)
    assert '"RESIGN"' in verdict.why


def test_the_deadline_has_the_grace_that_a_club_gives():
    """ML-39."""
    late = "Received"
    raw = mail(**{late: f"from a by {SERVER}; Fri, 6 Mar 2026 20:02:00 +0000"}).as_bytes()
    graceful = msgspec.structs.replace(RULES, grace=timedelta(minutes=5))

    assert judged(raw).kind == "LATE"
    assert judged(raw, rules=graceful).kind == "EXECUTE"


def test_addresses_are_compared_without_their_case():
    assert verdict_of(From=MIRA.upper(), To=US.reply_address.upper()).kind == "EXECUTE"
    assert judged(mail().as_bytes(), notice(holder=MIRA.title())).kind == "EXECUTE"


def test_a_message_shows_where_it_stands_in_a_thread():
    message = read_message(mail(References=f"<a@b> {US.message_id}").as_bytes(), SERVER)

    assert message.thread == ("<a@b>", US.message_id)
