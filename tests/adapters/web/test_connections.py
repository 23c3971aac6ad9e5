"""Connections of those who begin a request and leave it there."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from litestar import Litestar

from tests.adapters.web.players import served

HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.fixture
def base(app: Litestar, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The application, which waits half a second for a head and one for a body."""
    monkeypatch.setattr("wardiary.adapters.web.connections.HEAD_SECONDS", 0.5)
    monkeypatch.setattr("wardiary.adapters.web.connections.BODY_SECONDS", 1.0)
    with served(app) as address:
        yield address


@contextlib.contextmanager
def connected(base: str) -> Iterator[socket.socket]:
    """A bare connection."""
    place = urlsplit(base)
    with socket.create_connection((place.hostname, place.port), timeout=10) as opened:
        yield opened


def drip(connection: socket.socket, begun: bytes, drops: bytes) -> float:
    """Send something, then byte by byte the rest; the seconds until the other side has closed."""
    began = time.monotonic()
    with contextlib.suppress(ConnectionError):
        connection.sendall(begun)
        for drop in drops:
            connection.sendall(bytes([drop]))
            time.sleep(0.05)
            assert time.monotonic() - began < 8
    with contextlib.suppress(ConnectionError):
        assert b"" == connection.recv(1000)
    return time.monotonic() - began


def assert_healthy(connection: socket.socket) -> None:
    """A whole request is answered."""
    connection.sendall(HEAD + b"\r\n")
    answer = b""
    while not answer.endswith(b"\r\n\r\nok"):
        part = connection.recv(10_000)
        assert part, answer
        answer += part


def test_a_connection_with_unfinished_headers_is_closed(base: str):
    """8.10a."""
    with connected(base) as connection:
        assert 0.4 < drip(connection, HEAD, b"") < 3


def test_a_connection_with_slow_headers_is_closed(base: str):
    """8.10a: each byte comes in time, and yet the head never comes."""
    with connected(base) as connection:
        assert 0.4 < drip(connection, HEAD, b"X-Slow: " + b"a" * 200) < 4


def test_a_connection_that_sends_nothing_is_closed(base: str):
    """8.10a."""
    with connected(base) as connection:
        assert 0.4 < drip(connection, b"", b"") < 3


@pytest.mark.parametrize("drops", [b"", b"a" * 200])
def test_a_connection_whose_body_is_missing_or_too_slow_is_closed(
    base: str, drops: bytes, capsys: pytest.CaptureFixture[str]
):
    """8.10a: and it is no fault of the service's."""
    with connected(base) as connection:
        assert 0.9 < drip(connection, POST + b"Content-Length: 5000\r\n\r\n{", drops) < 5
    time.sleep(0.1)
    assert "status=400" in capsys.readouterr().out


def test_a_connection_with_an_unfinished_second_request_is_closed_as_well(base: str):
    """8.10a: the connection was good for one request, and is idle for longer than a head may take.

    What it sends then must come in time again.
    """
    with connected(base) as connection:
        assert_healthy(connection)
        time.sleep(1.2)
        assert_healthy(connection)
        assert 0.4 < drip(connection, HEAD, b"") < 3


def test_many_half_sent_requests_leave_the_service_to_the_others(base: str):
    """8.10a."""
    with contextlib.ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(connected(base)).sendall(HEAD)
        assert 200 == httpx.get(f"{base}/healthz", timeout=20).status_code


def test_an_answer_that_takes_longer_than_a_body_is_not_cut_off(base: str):
    """8.10a: only what the caller has to send is timed."""
    with httpx.Client(base_url=base, timeout=httpx.Timeout(20, read=2.5)) as http:
        opened = http.post("/api/v1/matches", json={
            "game": "toy", "scenario": "plain", "seats": {"red": "open", "blue": "open"},
            "public": True,
        }).json()  # fmt: skip
        began = time.monotonic()
        feed = http.stream("GET", f"/api/v1/matches/{opened['match']}/feed")
        with contextlib.suppress(httpx.ReadTimeout), feed as answer:
            for _ in answer.iter_raw():
                pass
        assert time.monotonic() - began > 2


def test_a_request_that_says_its_length_in_two_ways_is_refused(base: str):
    """8.10a: a proxy may take it for two."""
    body = b"0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
    lengths = b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n" % len(body)
    with connected(base) as connection:
        connection.sendall(POST + lengths + body)
        answer = b""
        with contextlib.suppress(ConnectionError):
            while part := connection.recv(10_000):
                answer += part

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"not both" in answer
    assert 1 == answer.count(b"HTTP/1.1 ")
