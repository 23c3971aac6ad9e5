"""Long texts from strangers: no answer and no line of the log repeats more than a line of one."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from litestar.testing import TestClient
from structlog.testing import capture_logs

from tests.adapters.web.players import PAGE, seated
from wardiary.adapters.sentences import LONGEST_SENTENCE

MOST_BYTES, IN_A_BODY, IN_AN_ADDRESS = 100_000, 60_000, 20_000
TEXTS = {
    "prose": "some plain words of prose ",
    "a word": "y",
    "digits": "7",
    "newlines": "line\n",
    "quotes": "it's 'so' \"or\" `so` ",
    "controls": "\x1b[2J \x07\x7f ",
}
BODIES = {
    "matches": ("game", "scenario"),
    "invitations/claim": ("token",),
    "invitations/look": ("token",),
    "matches/{match}/invitations": ("seat",),
    "matches/{match}/commands": ("command", "id", "seat"),
    "matches/{match}/rewind": ("to", "seat"),
    "matches/{match}/rewind/agree": ("to", "seat"),
    "matches/{match}/rewind/refuse": ("seat",),
    "matches/{match}/resign": ("seat",),
    "matches/{match}/rulings": ("reason", "corrections"),
    "matches/{match}/pause": ("seat",),
    "matches/{match}/branches": ("at", "time", "seat", "name"),
}
REST = {
    "matches": {"game": "toy", "scenario": "plain"},
    "matches/{match}/commands": {"command": "resign", "id": "1"},
    "matches/{match}/rulings": {"reason": "so"},
}
QUERIES = {
    "matches": ("offset", "limit"),
    **{
        f"matches/{{match}}/{view}": ("as", "at", "time", "after", "limit", "last", "undone")
        for view in ("view", "text", "events", "log", "timeline", "scores", "dice", "clock", "feed")
    },
    "matches/{match}/archive": ("as", "at"),
    "matches/{match}/prompts": ("seat",),
    "matches/{match}/take-backs": ("seat",),
    "matches/{match}/standing": ("seat",),
    "matches/{match}/components": ("as", "at"),
}
PLACES = (
    "{text}", "matches/{text}", "matches/{text}/view", "matches/{match}/{text}",
    "matches/{match}/rules/{text}", "matches/{match}/difference/{text}",
)  # fmt: skip


def of_length(text: str, length: int) -> str:
    return (TEXTS[text] * (length // len(TEXTS[text]) + 1))[:length]


def long_strings(value: Any) -> list[str]:
    """The strings of a document that are longer than a sentence may be."""
    if isinstance(value, str):
        return [value] if len(value) > LONGEST_SENTENCE or "\n" in value or "\x1b" in value else []
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in long_strings(part)]
    return (
        [text for item in value for text in long_strings(item)] if isinstance(value, list) else []
    )


def check(answer: Any, what: str) -> None:
    assert 400 <= answer.status_code < 500, (what, answer.status_code)
    assert not long_strings(answer.json()), what
    assert len(answer.content) <= 3 * LONGEST_SENTENCE, what


@pytest.mark.parametrize("text", TEXTS)
def test_no_problem_repeats_more_than_a_line_of_a_body(client: TestClient[Any], text: str):
    """8.10c: as a value of every field, as the name of a field, and as the whole body."""
    match, (red, _) = seated(client)
    with capture_logs() as logs:
        for route, fields in BODIES.items():
            address = "/api/v1/" + route.format(match=match)
            sent = of_length(text, IN_A_BODY)
            bodies = [
                *(REST.get(route, {}) | {field: sent} for field in fields),
                REST.get(route, {}) | {sent: 1},
                sent,
            ]
            for body in bodies:
                answer = client.post(address, json=body, headers={**red.headers, **PAGE})
                if answer.status_code >= 400:
                    check(answer, f"{route} {str(body)[:60]!r}")
            check(
                client.post(address, content=of_length(text, MOST_BYTES), headers=red.headers),
                route,
            )
    assert not [line for line in logs if long_strings(line) or len(str(line)) > 500]


@pytest.mark.parametrize("text", TEXTS)
def test_no_problem_repeats_more_than_a_line_of_a_standing_answer(
    client: TestClient[Any], text: str
):
    """8.10c"""
    match, (red, _) = seated(client)
    sent = of_length(text, IN_A_BODY // 2)
    for answer in ({"do": sent}, {"do": "bid", "rule": sent}, {"do": "bid", sent: 1}, sent):
        body = {"answers": [answer]}
        check(
            client.put(f"/api/v1/matches/{match}/standing", json=body, headers=red.headers),
            str(answer)[:40],
        )


@pytest.mark.parametrize("text", TEXTS)
def test_no_problem_repeats_more_than_a_line_of_an_address(client: TestClient[Any], text: str):
    """8.10c: in the path, in every parameter and in a header."""
    match, (red, _) = seated(client)
    sent = of_length(text, IN_AN_ADDRESS)
    with capture_logs() as logs:
        for place in PLACES:
            path = place.format(match=match, text=quote(sent, safe=""))
            check(client.get(f"/api/v1/{path}", headers=red.headers), place)
        for route, names in QUERIES.items():
            address = "/api/v1/" + route.format(match=match)
            for name in names:
                if route.endswith("feed") and name not in ("as", "after"):
                    continue  # A feed does not ask for it, and would go on for ever.
                answer = client.get(address, params={name: sent}, headers=red.headers)
                if answer.status_code >= 400:
                    check(answer, f"{route} {name}")
        key = {"Authorization": f"Bearer {sent}".replace("\n", " ").encode("ascii", "replace")}
        check(client.get(f"/api/v1/matches/{match}/view", headers=key), "a key")
    assert not [line for line in logs if long_strings(line) or len(str(line)) > 500]
