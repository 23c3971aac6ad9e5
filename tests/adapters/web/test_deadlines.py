"""Clocks over HTTP: agreed on when a match is opened, told to everybody, moved by the seats."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.adapters.web.players import Caller, claim, new_match, seated
from wardiary.adapters.mail.sent import SentMailBox
from wardiary.adapters.matches import Matches
from wardiary.domain.clocks.durations import DAY
from wardiary.domain.play.standing import StandingAnswer

CLOCK = {"clock": "5d", "vacation": "21d", "late": "pass"}


def test_deadlines_are_agreed_on_and_told_over_http(client: TestClient[Any]):
    _, (red, blue) = seated(client, settings=CLOCK)
    told = red.get(f"{red.path}/deadlines").json()
    before = told["deadlines"]["seats"]["red"]["deadline"]

    assert ("5d a move", "pass", "UTC") == tuple(
        told["deadlines"][name] for name in ("clock", "late", "zone")
    )
    assert told["deadlines"]["seats"].keys() == {"red", "blue"}
    assert before == red.get(red.path).json()["deadlines"]["red"]
    assert 200 == red.command("vacation 7d").status_code
    after = blue.get(f"{blue.path}/deadlines").json()["deadlines"]["seats"]["red"]
    assert ("vacation", before + 7 * DAY) == (after["state"], after["deadline"])


def test_a_clock_that_means_nothing_is_refused_with_what_is_right(client: TestClient[Any]):
    body = {
        "game": "toy",
        "scenario": "plain",
        "seats": {"red": "open", "blue": "bot"},
        "settings": {"clock": "soon"},
    }
    refused = client.post("/api/v1/matches", json=body)

    assert 422 == refused.status_code
    assert "5d a move" in refused.text


@pytest.mark.parametrize("words", ["miss-deadline blue", "grant-time red 9d"])
def test_no_seat_calls_another_late_or_grants_itself_time(client: TestClient[Any], words: str):
    _, (red, _) = seated(client, settings=CLOCK)

    assert 422 == red.command(words).status_code


def test_who_is_invited_to_a_seat_inherits_nothing_of_the_player_before(
    client: TestClient[Any], matches: Matches
):
    """Issue 13.5: keys, mail addresses and standing answers of the old holder are gone."""
    opened = new_match(client, {"red": "open", "blue": "open"}, settings=CLOCK)
    match = opened["match"]
    old = Caller(client, claim(client, opened["invitations"]["red"]))
    box = SentMailBox(matches.store)
    box.set_address(match, "red", "mira@example.net")
    matches.leave_standing_answers(match, "red", [StandingAnswer("bid", late=True)])
    director = Caller(client, opened["director"])
    invited = director.post(f"/api/v1/matches/{match}/invitations", {"seat": "red"}).json()
    new = Caller(client, claim(client, invited["token"]))

    body = {"command": "vacation 7d", "id": "1"}
    refused = old.post(f"/api/v1/matches/{match}/commands", body)
    assert refused.status_code in (401, 403)
    assert "" == box.address(match, "red")
    assert [] == matches.standing_answers(match, "red")
    assert new.post(f"/api/v1/matches/{match}/commands", body).status_code == 200
