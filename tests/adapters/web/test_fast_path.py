"""The fast path answers as the framework does, whatever is sent."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.adapters.web.players import PAGE, Player, new_match, seated
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.web import fast_path

JSON = {"Content-Type": "application/json"}
OPEN, PLAYED = "prompts", "commands"


class Both:
    """Sends each request twice: with the fast path, and with the framework alone."""

    def __init__(self, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
        self.client, self.monkeypatch = client, monkeypatch

    def send(self, method: str, path: str, **sent: Any) -> tuple[int, dict[str, str], bytes]:
        """The answer, which is the same both times."""
        fast = self._send(method, path, **sent)
        with self.monkeypatch.context() as patch:
            patch.setattr(fast_path, "ROUTES", {})
            slow = self._send(method, path, **sent)
        assert slow == fast
        return fast

    def _send(self, method: str, path: str, **sent: Any) -> tuple[int, dict[str, str], bytes]:
        answer = self.client.request(method, path, **sent)
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        # What is packed differs by the time that gzip writes into it.
        if "content-encoding" in headers:
            del headers["content-length"]
        return answer.status_code, headers, answer.content


@pytest.fixture
def both(client: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> Both:
    """Requests of which both answers are compared."""
    return Both(client, monkeypatch)


@pytest.fixture
def red(client: TestClient[Any]) -> Player:
    """A player who is asked something."""
    _, (red, _blue) = seated(client)
    return red


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Authorization": "Bearer {key}"}, 200),
        ({"authorization": "bearer  {key} "}, 200),
        ({"Authorization": "Bearer nonsense"}, 401),
        ({"Authorization": "Basic {key}"}, 401),
        ({"Authorization": "Bearer"}, 401),
        ({}, 404),
        ({"Cookie": "wardiary=nonsense"}, 404),
        ({"Authorization": "Bearer {key}", "Accept-Encoding": "gzip, deflate"}, 200),
        ({"Authorization": "Bearer {key}", "Accept-Encoding": "identity"}, 200),
    ],
)
def test_prompts_are_the_same(both: Both, red: Player, headers: dict[str, str], status: int):
    """9.6."""
    sent = {name: value.replace("{key}", red.key) for name, value in headers.items()}

    assert status == both.send("GET", f"{red.path}/{OPEN}", headers=sent)[0]


def test_a_session_is_known_by_its_cookie(both: Both, client: TestClient[Any]):
    """9.6: as the page sends it."""
    client.headers.update(PAGE)
    opened = new_match(client, {"red": "me", "blue": "bot"})
    path = f"/api/v1/matches/{opened['match']}/{OPEN}"

    status, _, body = both.send("GET", path)

    assert (200, True) == (status, b'"seat":"red"' in body)


@pytest.mark.parametrize(
    "path",
    [
        "{match}/prompts/",
        "{match}//prompts",
        "{match}/prompts?seat=red",
        "{match}/prompts%2F",
        "0123456789abcdef0123456789abcdef/prompts",
        "ABC/prompts",
        "/prompts",
        "{match}/prompt",
    ],
)
def test_other_addresses_are_the_same(both: Both, red: Player, path: str):
    """9.6."""
    both.send("GET", f"/api/v1/matches/{path.replace('{match}', red.match)}", headers=red.headers)


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "POST", "DELETE"])
def test_other_methods_are_the_same(both: Both, red: Player, method: str):
    """9.6."""
    both.send(method, f"{red.path}/{OPEN}", headers=red.headers)


@pytest.mark.parametrize(
    ("body", "more", "status"),
    [
        (b'{"command": "resign now", "id": "k"}', {}, 422),
        (b'{"command": "nonsense", "id": "k"}', {}, 422),
        (b'{"command": {"do": "nonsense"}, "id": "k"}', {}, 422),
        (b'{"command": "disclose", "id": "k"}', {}, 403),
        (b'{"command": "resign", "id": "k", "seat": "blue"}', {}, 403),
        (b'{"command": "resign", "id": "k", "expected": 1}', {}, 409),
        (b'{"command": "resign", "id": "k", "window": 1}', {}, 409),
        (b'{"command": "resign", "id": ""}', {}, 400),
        (b'{"command": "resign", "id": "k", "more": 1}', {}, 400),
        (b'{"command": 7, "id": "k"}', {}, 400),
        (b'{"command": "resign"}', {}, 400),
        (b'{"command": "resign", "id": "\xff"}', {}, 400),
        (b"[" * 30_000, {}, 400),
        (b"", {}, 400),
        (b"nonsense", {}, 400),
        (b'{"command": "resign", "id": "' + b"k" * 70_000 + b'"}', {}, 413),
        (b'{"command": "resign now", "id": "k"}', {"Content-Type": "text/plain"}, 422),
        (b'{"command": "resign now", "id": "k"}', {"Content-Type": "Application/JSON"}, 422),
        (b'{"command": "resign now", "id": "k"}', {"Accept-Encoding": "gzip"}, 422),
    ],
)
def test_refusals_are_the_same(
    both: Both, red: Player, body: bytes, more: dict[str, str], status: int
):
    """9.6: with the same sentence, rule and position."""
    sent = {**JSON, **red.headers, **more}
    sent.setdefault("Accept-Encoding", "identity")  # Refusals are not packed here.

    assert status == both.send("POST", f"{red.path}/{PLAYED}", headers=sent, content=body)[0]


def test_a_command_is_answered_the_same_and_given_once(both: Both, red: Player):
    """9.6, CD-01: the second time as its receipt."""
    body = {"command": red.words(), "id": "k1"}

    status, headers, _ = both.send("POST", f"{red.path}/{PLAYED}", headers=red.headers, json=body)

    assert (200, "application/json") == (status, headers["content-type"])


def test_a_body_in_parts_is_answered_the_same(both: Both, red: Player):
    """9.6: without its length beforehand."""
    body = f'{{"command": "{red.words()}", "id": "k1"}}'.encode()
    sent = {**JSON, **red.headers}

    class Parts:
        def __iter__(self) -> Iterator[bytes]:
            yield from (body[:9], body[9:])

    assert 200 == both.send("POST", f"{red.path}/{PLAYED}", headers=sent, content=Parts())[0]


def test_a_long_answer_is_packed_for_those_who_can_unpack_it(red: Player):
    """9.6."""
    sent = {**red.headers, "Accept-Encoding": "gzip"}
    with red.client.stream("GET", f"{red.path}/{OPEN}", headers=sent) as answer:
        packed = b"".join(answer.iter_raw())

    plain = red.get(f"{red.path}/{OPEN}")
    if len(plain.content) < fast_path.GZIP_FROM:
        assert plain.content == packed
    else:
        assert ("gzip", "Accept-Encoding") == (
            answer.headers["content-encoding"],
            answer.headers["vary"],
        )
        assert plain.content == gzip.decompress(packed)


def test_a_fault_is_noted_and_tells_nothing(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
):
    """9.6: as elsewhere."""
    opened = new_match(client, {"red": "me", "blue": "bot"})
    red = Player(client, opened["match"], opened["keys"]["red"])
    monkeypatch.setattr(BotPlayers, "play_on", lambda *_, **__: None)
    monkeypatch.setattr(type(client.app.fast_path.run.service), "access", lambda *_: 1 / 0)

    answer = red.get(f"{red.path}/{OPEN}")

    assert (500, "application/problem+json") == (
        answer.status_code,
        answer.headers["content-type"],
    )
    assert "ZeroDivision" not in answer.text
