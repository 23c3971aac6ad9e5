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
from wardiary.domain.play.table_commands import ClaimSeat

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


def test_what_seats_wish_about_time_is_told_to_all(client: TestClient[Any]):
    _, (red, blue) = seated(client, settings=CLOCK)
    red.command("pause")
    told = blue.get(f"{blue.path}/deadlines").json()

    assert ["red"] == told["wishes"]["pause"]
    assert {"red": ["blue"], "blue": ["red"]} == told["wishes"]["grantors"]
    assert 21 * DAY == told["budget"]
    assert "Each seat has 5 days for each answer." == told["sentences"][0]
    blue.command("pause")
    assert blue.get(blue.path).json()["paused"]
    assert ["red", "blue"] == blue.get(f"{blue.path}/deadlines").json()["wishes"]["pause"]


def test_an_agreement_is_read_in_plain_words_before_the_match_is_opened(client: TestClient[Any]):
    wanted = {
        "clock": "mon, thu 20:00 at least 12h",
        "clock-zone": "Europe/Berlin",
        "days-off": "2026-12-24, sat",
        "quiet-hours": "22:00-07:00",
        "late": "bot",
        "vacation": "21d",
    }
    told = client.post("/api/v1/agreements", json={"settings": wanted}).json()

    assert told["sentences"] == [
        "Answers are due on Monday and Thursday at 20:00, and leave at least 12 hours.",
        "No clock runs on Saturdays and 24 Dec 2026.",
        "No clock runs from 22:00 to 7:00.",
        "Clocks go by Europe/Berlin.",
        "After a missed deadline a bot plays on.",
        "Each seat may stop its clock for 21 days of vacation a year.",
        "A seat is reminded 1 day and 2 hours before its deadline.",
    ]
    assert told["example"] > 0
    refused = client.post("/api/v1/agreements", json={"settings": {"clock": "soon"}})
    assert 422 == refused.status_code
    assert "5d a move" in refused.text
    none = client.post("/api/v1/agreements", json={}).json()
    assert (0, 1) == (none["example"], len(none["sentences"]))


def test_only_a_director_decides_what_becomes_of_a_late_seat(
    client: TestClient[Any], matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    opened = new_match(
        client, {"red": "open", "blue": "open"}, settings={"clock": "1d", "late": "director"}
    )
    match, path = opened["match"], f"/api/v1/matches/{opened['match']}/deadlines/decision"
    red, _ = (Caller(client, claim(client, opened["invitations"][s])) for s in ("red", "blue"))
    director = Caller(client, opened["director"])
    bot = {"seat": "red", "brings": "bot"}

    assert 403 == red.post(path, {"seat": "blue", "brings": "forfeit"}).status_code
    early = director.post(path, bot)
    assert (422, True) == (early.status_code, "has not passed" in early.text)
    now = matches.clock() + 2 * DAY
    monkeypatch.setattr(matches, "clock", lambda: now)
    assert "bot" == director.post(path, bot).json()["seats"]["red"]
    over = director.post(path, {"seat": "blue", "brings": "forfeit"}).json()

    assert (True, ["red"]) == (over["over"], over["winners"])
    assert 422 == director.post(path, bot).status_code
    done = red.get(f"/api/v1/matches/{match}/in-name?seat=red").json()["done"]
    assert [("by the director", 2)] == [(one["by"], len(done)) for one in done[:1]]


def test_a_director_who_plays_does_not_decide_a_tie(
    client: TestClient[Any], matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    opened = new_match(
        client, {"red": "me", "blue": "open"}, settings={"clock": "1d", "late": "forfeit"}
    )
    claim(client, opened["invitations"]["blue"])
    now = matches.clock() + 2 * DAY
    monkeypatch.setattr(matches, "clock", lambda: now)

    answer = Caller(client, opened["director"]).post(
        f"/api/v1/matches/{opened['match']}/deadlines/decision",
        {"seat": "blue", "brings": "forfeit"},
    )

    assert (403, True) == (answer.status_code, "who plays" in answer.text)
    assert matches.history(opened["match"]).table.result is None


def test_what_a_player_says_while_a_bot_holds_the_seat_is_not_the_bots(
    client: TestClient[Any], matches: Matches
):
    match, (red, _) = seated(client, settings=CLOCK)
    for holder in ("bot", "human"):
        matches.command(match, "red", ClaimSeat("red", holder))

    assert [] == red.get(f"{red.path}/in-name").json()["done"]


def test_a_director_who_plays_grants_itself_no_time(client: TestClient[Any]):
    opened = new_match(client, {"red": "me", "blue": "open"}, settings=CLOCK)
    claim(client, opened["invitations"]["blue"])
    director = Caller(client, opened["director"])
    answers = [
        director.post(
            f"/api/v1/matches/{opened['match']}/commands",
            {"command": f"grant-time {seat} 24h", "id": seat, "seat": "director"},
        )
        for seat in ("red", "blue")
    ]

    assert [403, 200] == [answer.status_code for answer in answers]
    assert "by opponents alone" in answers[0].text


def test_a_seat_alone_reads_what_was_done_in_its_name(client: TestClient[Any], matches: Matches):
    _, (red, blue) = seated(client, settings=CLOCK)
    card = matches.view(red.match, "red").zone("red-hand")[0]
    answers = [StandingAnswer("bid", slots={"card": (card,)})]
    matches.leave_standing_answers(red.match, "red", answers)
    blue.command(f"bid {matches.view(red.match, 'blue').zone('blue-hand')[0]}")
    done = red.get(f"{red.path}/in-name").json()

    assert "red" == done["seat"]
    assert ["by the answer that was left for it"] == [one["by"] for one in done["done"]]
    assert "standing answer" in done["done"][0]["text"]
    assert [] == blue.get(f"{blue.path}/in-name").json()["done"]
    assert 403 == blue.get(f"{blue.path}/in-name", seat="red").status_code
