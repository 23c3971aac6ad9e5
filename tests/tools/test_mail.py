"""Play by mail with files alone: no server, no port."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from mailbox import Maildir
from pathlib import Path

import pytest

from tests.tools.conftest import Run


@pytest.fixture
def club(wardiary: Run) -> Run:
    """A match of two people whose addresses are known."""
    wardiary("new", "undaunted", "--scenario", "la-raye")
    wardiary("mail", "address", "last", "us", "mira@example.net")
    wardiary("mail", "address", "last", "german", "jonas@example.net")
    return wardiary


def sent(folder: Path) -> list[EmailMessage]:
    return [
        message_from_bytes(Maildir(folder).get_bytes(key), policy=default)
        for key in sorted(Maildir(folder).keys())
    ]


def answer(notice: EmailMessage, line: str) -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = notice["To"], notice["Reply-To"]
    mail["Message-ID"], mail["In-Reply-To"] = "<one@example.net>", notice["Message-ID"]
    mail.set_content(line)
    return mail.as_bytes()


def text(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return part.get_content()


def test_a_turn_is_played_with_files(club: Run, tmp_path: Path):
    """Issue 13.6: notices into a Maildir, an answer from one, and the answer to it."""
    out, inbox = tmp_path / "out", tmp_path / "in"
    club("mail", "write", "last", "--to", str(out))
    (notice,) = [mail for mail in sent(out) if mail["To"] == "mira@example.net"]
    line = next(line for line in text(notice).splitlines() if line.startswith("bid "))
    Maildir(inbox, create=True).add(answer(notice, line))

    taken = club("mail", "take", str(inbox), "--to", str(tmp_path / "replies"))
    again = club("mail", "take", str(inbox), "--to", str(tmp_path / "replies"))

    assert taken.err == "EXECUTE: 1 of 1 order done\n"
    (reply,) = sent(tmp_path / "replies")
    assert text(reply).startswith(f"Done: {line}")
    assert again.err == ""
    assert "US" in club("log", "last").out


def test_a_notice_and_an_answer_go_through_pipes_as_well(club: Run, tmp_path: Path):
    notice = message_from_bytes(
        club("mail", "write", "last", "--seat", "us").out.encode(), policy=default
    )
    file = tmp_path / "answer.eml"
    file.write_bytes(answer(notice, "nothing to order"))

    assert club("mail", "take", str(file)).err.startswith("HOLD: No order was found")


def test_a_seat_without_an_address_and_a_bad_address_are_refused(wardiary: Run):
    wardiary("new", "undaunted", "--scenario", "la-raye")
    no_address = wardiary("mail", "write", "last", "--seat", "us")
    bad = wardiary("mail", "address", "last", "us", "mira")

    assert (no_address.code, bad.code) == (2, 2)
    assert "US has no mail address" in no_address.err
    assert "'mira' is no mail address, such as mira@example.net" in bad.err
    assert "us  no address" in wardiary("mail", "address", "last").out


def test_an_address_can_be_forgotten(club: Run):
    club("mail", "address", "last", "us", "--forget")

    assert club("mail", "address", "last").out == "us  no address\ngerman  jonas@example.net\n"


def test_a_wrong_configuration_names_its_file_and_field(club: Run, tmp_path: Path):
    config = tmp_path / "mail.toml"
    config.write_text('adress = "wardiary@play.example"\n')
    result = club("mail", "write", "last", "--config", str(config))

    assert result.code == 2
    assert "mail.toml" in result.err
    assert "adress" in result.err


def test_a_folder_that_is_no_maildir_is_refused(club: Run, tmp_path: Path):
    assert "is no Maildir" in club("mail", "take", str(tmp_path)).err
