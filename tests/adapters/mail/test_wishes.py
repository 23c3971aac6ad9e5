"""One mail a day, other channels, and signatures: as a seat and a host wish."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from msgspec.structs import replace

from tests.adapters.mail.test_clocks import DAY, HOUR, MINUTE, START, Timed
from tests.adapters.mail.test_play import SETTINGS
from tests.adapters.mail.test_sending import Sender, worker_of
from tests.mail_servers import Relay
from wardiary.adapters.mail.outgoing import Letter
from wardiary.adapters.mail.preferences import Preferences, Wishes
from wardiary.adapters.mail.sending import RelaySender, signed
from wardiary.adapters.mail.sent import MailRefused
from wardiary.adapters.mail.settings import MailSettings, MailSettingsError, Signing
from wardiary.adapters.mail.settings import Relay as RelaySettings
from wardiary.adapters.mail.worker import next_digest

ROME = Preferences(digest=7, zone="Europe/Rome")


@pytest.fixture
def club() -> Timed:
    return Timed()


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-03-02 05:59", "2026-03-02 06:00"),
        ("2026-03-02 06:00", "2026-03-03 06:00"),
        ("2026-03-28 07:00", "2026-03-29 05:00"),  # The clocks are put on in this night,
        ("2026-10-24 06:00", "2026-10-25 06:00"),  # and put back in this one.
    ],
)
def test_a_digest_is_due_at_the_readers_hour_in_the_readers_zone(now: str, due: str):
    assert next_digest(ROME, at(now), "UTC") == at(due)


def test_a_digest_without_a_zone_is_due_at_the_hosts_hour():
    assert next_digest(Preferences(digest=7), at("2026-03-02 06:30"), "UTC") == at(
        "2026-03-02 07:00"
    )
    host = "America/New_York"
    assert next_digest(Preferences(digest=7), at("2026-03-02 06:30"), host) == at(
        "2026-03-02 12:00"
    )


def test_who_wants_one_mail_a_day_gets_one_at_that_hour_about_all_of_it(club: Timed):
    """The other seat is written to at once; START is noon UTC."""
    Wishes(club.matches.store).set(club.match, "us", ROME)
    sender = Sender()
    worker = worker_of(club, sender)
    worker.run_until_empty()
    for seat in ("us", "german"):
        club.matches.command(club.match, seat, club.bid(seat))
        worker.run_until_empty()
    to_us = [letter for letter in sender.sent if letter.seat == "us"]
    to_german = [letter for letter in sender.sent if letter.seat == "german"]
    due = next_digest(ROME, worker._now(), "UTC")
    club.now = round(due.timestamp() * 1000) - MINUTE
    worker.run_until_empty()
    early = [letter for letter in sender.sent if letter.seat == "us"]
    club.now += MINUTE
    worker.run_until_empty()
    club.now += HOUR
    worker.run_until_empty()
    digests = [letter for letter in sender.sent if letter.seat == "us"]

    assert due == datetime.fromtimestamp((START + 18 * HOUR) / 1000, UTC)
    assert (to_us, early, len(digests)) == ([], [], 1)
    assert to_german
    assert club.now < START + DAY


def test_a_digest_at_no_hour_is_refused(club: Timed):
    for hour in (-1, 24):
        with pytest.raises(MailRefused, match="hours go from 0 to 23"):
            Wishes(club.matches.store).set(club.match, "us", Preferences(digest=hour))
    with pytest.raises(MailRefused, match="is no time zone"):
        Wishes(club.matches.store).set(club.match, "us", Preferences(zone="Mars/Olympus"))


# Other channels

OF_APPRISE = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated:DeprecationWarning")


class Hook:
    """A web hook: what was posted to it, and how it answers."""

    def __init__(self) -> None:
        self.posted, self.status = list[bytes](), 200
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                hook.posted.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(hook.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"json://mira:secret@127.0.0.1:{self.server.server_port}/hook"


@pytest.fixture
def hook() -> Iterator[Hook]:
    hook = Hook()
    Thread(target=hook.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield hook
    hook.server.shutdown()
    hook.server.server_close()


@OF_APPRISE
def test_a_channel_is_told_of_a_mail_and_nothing_of_the_table(club: Timed, hook: Hook):
    Wishes(club.matches.store).set(club.match, "us", Preferences(channels=(hook.address,)))
    worker = worker_of(club, Sender(), replace(SETTINGS, page="https://play.example"))
    worker.run_until_empty()
    worker.run_until_empty()

    (posted,) = hook.posted
    assert b"US has a mail from wardiary." in posted
    assert f"https://play.example/m/{club.match}".encode() in posted
    assert b"hand" not in posted and b"bid" not in posted  # noqa: PT018


@OF_APPRISE
def test_a_channel_that_does_not_take_it_is_tried_again_and_keeps_back_no_mail(
    club: Timed,
    hook: Hook,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
):
    """The address of a channel holds a password, which is in no log, though it be no address."""
    hook.status = 503
    channels = (hook.address, "no-such://mira:secret@host")
    Wishes(club.matches.store).set(club.match, "us", Preferences(channels=channels))
    sender = Sender()
    worker = worker_of(club, sender)
    worker.run_until_empty()
    sent, first = len(sender.sent), len(hook.posted)
    hook.status = 200
    club.now += MINUTE
    worker.run_until_empty()

    assert sent == len(sender.sent) == 2
    assert len(hook.posted) == first + 1
    assert "secret" not in "".join(capfd.readouterr())
    assert "secret" not in caplog.text


# Signatures


@pytest.fixture(scope="module")
def key() -> RSAPrivateKey:
    return generate_private_key(65537, 2048)


@pytest.fixture
def signing(key: RSAPrivateKey, tmp_path: Path) -> MailSettings:
    file = tmp_path / "dkim.pem"
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    file.write_bytes(pem)
    return replace(SETTINGS, dkim=Signing(selector="mail", key_file=str(file)))


def is_signed(raw: bytes, key: RSAPrivateKey) -> bool:
    """What a receiver finds that has our key from the DNS."""
    from base64 import b64encode

    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    asked = list[bytes]()

    def dns(name: bytes, timeout: int = 5) -> bytes:
        asked.append(name)
        return b"v=DKIM1; k=rsa; p=" + b64encode(public)

    found: bool = dkim.verify(raw, dnsfunc=dns)
    assert asked in ([b"mail._domainkey.play.example."], [])
    return found


def test_a_notice_arrives_signed_and_the_signature_covers_what_matters(
    club: Timed, relay: Relay, signing: MailSettings, key: RSAPrivateKey
):
    """Over a real relay, as HTML with a picture and all."""
    taken = list[bytes]()
    handle = relay.handle_DATA

    async def keeping(server: object, session: object, envelope: object) -> str:
        taken.append(envelope.original_content)  # type: ignore[attr-defined]
        return await handle(server, session, envelope)

    relay.handle_DATA = keeping  # type: ignore[method-assign]
    place = RelaySettings(host="127.0.0.1", port=relay.port, security="none")
    sender = RelaySender(signing, place)
    message = club.writer.write(club.match, "us").message
    message_id, to = str(message["Message-ID"]), str(message["To"])
    sender.send(Letter(message_id, to, message.as_bytes(), club.match, "us"))
    sender.close()
    (raw,) = taken

    assert is_signed(raw, key)
    for old, new in (
        (b"You are asked", b"You are askew"),
        (b"Reply-To: wardiary+", b"Reply-To: evil+"),
        (b"Subject: [", b"Subject: ["[:-1] + b"x["),
        (b"From: wardiary@", b"From: warden@"),
    ):
        if old in raw:
            assert not is_signed(raw.replace(old, new), key), old
    assert not is_signed(message.as_bytes(), key)


def test_a_key_that_is_none_is_told_by_its_file_and_no_mail_leaves_without_a_signature(
    signing: MailSettings, tmp_path: Path
):
    assert signing.dkim is not None
    file = Path(signing.dkim.key_file)
    file.write_text("no key")
    with pytest.raises(MailSettingsError, match="cannot sign with"):
        signed(b"From: a@b\r\n\r\nc\r\n", signing)
    file.unlink()
    with pytest.raises(MailSettingsError, match="cannot read"):
        signed(b"From: a@b\r\n\r\nc\r\n", signing)
