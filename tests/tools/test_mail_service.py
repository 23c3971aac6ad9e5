"""The mail service and its check at the command line, with real servers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.adapters.mail.hosting import ADDRESS, settings_for, toml
from tests.mail_servers import PROVIDER, SECRET, MailboxServer, Relay
from tests.tools.conftest import Run


@pytest.fixture
def looping(relay: Relay, mailbox: MailboxServer) -> Relay:
    """A relay whose mails to the host come back into its mailbox, as a provider's do."""
    found = f"Authentication-Results: {PROVIDER}; dmarc=pass header.from=play.example\r\n"
    take = relay.handle_DATA

    async def deliver(server, session, envelope) -> str:  # noqa: ANN001
        if ADDRESS in envelope.rcpt_tos:
            mailbox.deliver(found.encode() + envelope.original_content)
        return await take(server, session, envelope)

    relay.handle_DATA = deliver  # type: ignore[method-assign]
    return relay


def test_check_sends_a_mail_to_oneself_and_sees_it_come_back(
    wardiary: Run,
    looping: Relay,
    mailbox: MailboxServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """Issue 13.6."""
    monkeypatch.setenv("WARDIARY_IMAP_PASSWORD", SECRET)
    config = toml(settings_for(looping, mailbox), tmp_path / "mail.toml")
    said = wardiary("mail", "check", "--config", str(config), "--wait", "20")
    other = replace(settings_for(looping, mailbox), server="mx9.play.example")
    wrong = wardiary("mail", "check", "--config", str(toml(other, config)), "--wait", "20")

    assert said.code == 0, said.out
    assert "it has come back into the mailbox" in said.out
    assert "it finds your own address authentic: pass" in said.out
    assert wrong.code == 1
    assert f"signs what it finds as {PROVIDER}; server says mx9.play.example" in wrong.out


def test_check_names_what_is_missing_and_never_a_password(
    wardiary: Run,
    relay: Relay,
    mailbox: MailboxServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    settings = settings_for(relay, mailbox)
    config = toml(settings, tmp_path / "mail.toml")
    none = wardiary("mail", "check", "--config", str(config))
    monkeypatch.setenv("WARDIARY_IMAP_PASSWORD", "a-wrong-word")
    wrong = wardiary("mail", "check", "--config", str(config))

    assert (none.code, wrong.code) == (1, 1)
    assert "[mailbox] has a user and no password: set WARDIARY_IMAP_PASSWORD" in none.out
    assert "user or password is wrong" in wrong.out
    assert "a-wrong-word" not in wrong.out + wrong.err


def test_settings_can_be_in_the_environment(wardiary: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WARDIARY_MAIL_ADDRESS", "us@play.example")
    monkeypatch.setenv("WARDIARY_MAIL_RELAY_HOST", "127.0.0.1")
    monkeypatch.setenv("WARDIARY_MAIL_RELAY_PORT", "1")
    monkeypatch.setenv("WARDIARY_MAIL_RELAY_SECURITY", "none")
    said = wardiary("mail", "check")

    assert said.code == 1
    assert "missing  the relay 127.0.0.1:1: nobody listens there" in said.out


def test_serve_runs_until_it_is_stopped(wardiary: Run, relay: Relay, tmp_path: Path):
    wardiary("new", "undaunted", "--scenario", "la-raye")
    wardiary("mail", "address", "last", "us", "mira@example.net")
    config = toml(settings_for(relay), tmp_path / "mail.toml")
    words = [sys.executable, "-m", "wardiary.tools.front", "mail", "serve", "--config", str(config)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ}) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"wardiary answers mails to {ADDRESS}\n"
            relay.wait_for(lambda mail: "US" in mail["Subject"], "mira@example.net")
            process.send_signal(signal.SIGTERM)
            code = process.wait(30)
        finally:
            process.kill()

    assert code == 0


def test_serve_without_a_way_in_or_out_says_so(wardiary: Run, tmp_path: Path):
    wardiary("new", "undaunted", "--scenario", "la-raye")
    config = tmp_path / "mail.toml"
    config.write_text('address = "us@play.example"\n')
    said = wardiary("mail", "serve", "--config", str(config))

    assert said.code == 2
    assert "says where messages come from" in said.err
