"""What somebody may try who means ill, and what comes of it."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.adapters.web.players import (
    PAGE,
    Caller,
    Player,
    Watcher,
    claim,
    new_match,
    seated,
    served,
)
from wardiary.adapters.matches import Matches
from wardiary.adapters.web import page
from wardiary.adapters.web.app import Options, create_app
from wardiary.adapters.web.auth.keys import Keyring
from wardiary.adapters.web.runtime import FEEDS_EACH, STATE

ODD_METHODS = ("FOOBAR", "X1", "X2", "SECRET-WORD")
LONG_AGO = "9" * 20


def test_a_director_who_sees_everything_takes_no_seat_by_invitation(client: TestClient[Any]):
    """8.4d: and the invitation is not used up by trying."""
    body = {"game": "toy", "scenario": "plain", "settings": {"director": "watches"}}
    opened = client.post("/api/v1/matches", json=body, headers=PAGE).json()
    path = f"/api/v1/matches/{opened['match']}"
    assert 200 == client.get(f"{path}/view?as=director").status_code

    token = {"token": opened["invitations"]["red"]}
    refused = client.post("/api/v1/invitations/claim", json=token, headers=PAGE)

    assert (403, "Table/Director") == (refused.status_code, refused.json()["rule"])
    assert ["director"] == client.get(path).json()["yours"]
    client.cookies.clear()
    assert claim(client, opened["invitations"]["red"])


def test_a_player_cannot_be_a_director_who_sees_everything(client: TestClient[Any]):
    """8.4d: a match that is to have such a director is not opened for one who plays."""
    body = {
        "game": "toy", "scenario": "plain", "seats": {"red": "me"},
        "settings": {"director": "watches"},
    }  # fmt: skip

    refused = client.post("/api/v1/matches", json=body)

    assert (422, "Table/Director") == (refused.status_code, refused.json()["rule"])


@pytest.mark.parametrize("mine", ["me", "open"])
def test_a_host_sees_no_card_by_his_directors_key(
    client: TestClient[Any], matches: Matches, mine: str
):
    """8.4d: he claims his seat without the key, and keeps the key: it opens no eyes."""
    opened = new_match(client, {"red": mine, "blue": "open"})
    match = opened["match"]
    if mine == "open":
        Player(client, match, claim(client, opened["invitations"]["red"]))
    director, path = Caller(client, opened["director"]), f"/api/v1/matches/{match}"

    for place in ("view", "text", "events", "log", "archive", "feed"):
        assert 403 == director.get(f"{path}/{place}", **{"as": "director"}).status_code
    for place in ("view", "text", "prompts"):
        given_values = director.get(f"{path}/{place}").text
        assert not [
            card for card in matches.history(match).table.zone("red-hand") if card in given_values
        ]
    assert 403 == director.post(f"{path}/branches", {}).status_code
    assert [200, 200, 201] == [
        director.post(f"{path}/pause").status_code,
        director.post(f"{path}/resume").status_code,
        director.post(f"{path}/invitations", {"seat": "blue"}).status_code,
    ]


def test_a_director_may_see_everything_and_play_where_every_seat_is_told_so(
    client: TestClient[Any],
):
    """8.4d: by a setting in the first event."""
    opened = new_match(client, {"red": "me", "blue": "open"}, settings={"director": "plays"})
    director, path = Caller(client, opened["director"]), f"/api/v1/matches/{opened['match']}"
    blue = Player(client, opened["match"], claim(client, opened["invitations"]["blue"]))

    assert 200 == director.get(f"{path}/view", **{"as": "director"}).status_code
    assert "plays" == blue.get(path).json()["settings"]["director"]
    answer = blue.get(f"{path}/keys").json()
    assert ["red"] == answer["director_plays"]
    assert "sees everything, and may play as well" in answer["sentences"][0]
    assert "The director plays red." == answer["sentences"][1]


def playing_director(client: TestClient[Any]) -> tuple[str, Caller]:
    """A match of a director who plays red, and the director."""
    opened = new_match(client, {"red": "me", "blue": "open"})
    return opened["match"], Caller(client, opened["director"])


@pytest.mark.parametrize("zone", ["blue-hand", "red-hand", "deck"])
@pytest.mark.parametrize("to", ["blue-hand", "nowhere"])
def test_a_director_who_plays_cannot_find_hidden_pieces_by_ruling_on_them(
    client: TestClient[Any], matches: Matches, zone: str, to: str
):
    """Whether it would be done or refused, the answer is the same, and nothing is recorded."""
    match, director = playing_director(client)
    line = matches.history(match)
    piece, head = line.table.zone(zone)[0], line.head
    correction = {"event": "pieces-moved", "pieces": [piece], "to": to, "rule": ""}

    answer = director.post(
        f"/api/v1/matches/{match}/rulings", {"reason": "a slip", "corrections": [correction]}
    )

    assert (403, head) == (answer.status_code, matches.history(match).head)
    assert "a director who plays may rule only on what their seat can see" in answer.text


def test_a_director_who_plays_cannot_have_hidden_pieces_shown_to_their_own_seat(
    client: TestClient[Any], matches: Matches
):
    match, director = playing_director(client)
    table = matches.history(match).table
    correction = {
        "event": "pieces-shown",
        "pieces": table.zone("blue-hand"),
        "to": ["red"],
        "rule": "",
    }
    words = {"do": "rule", "reason": "let me see", "corrections": [correction]}

    answer = director.post(f"/api/v1/matches/{match}/commands", {"command": words, "id": "1"})

    assert 403 == answer.status_code
    assert not matches.history(match).table.knows("red", table.zone("blue-hand")[0])


@pytest.mark.parametrize("place", [1, 99])
def test_a_director_who_plays_cannot_inspect(client: TestClient[Any], place: int):
    match, director = playing_director(client)
    command = {"command": f"inspect blue-hand {place}", "id": "1"}

    answer = director.post(f"/api/v1/matches/{match}/commands", command)

    assert 403 == answer.status_code
    assert "holds" not in answer.text


def test_a_director_who_plays_rules_on_what_all_can_see(client: TestClient[Any], matches: Matches):
    match, director = playing_director(client)
    correction = {"event": "track-set", "track": "score/red", "value": 1, "rule": ""}

    answer = director.post(
        f"/api/v1/matches/{match}/rulings", {"reason": "so", "corrections": [correction]}
    )

    assert (200, 1) == (answer.status_code, matches.history(match).table.track("score/red"))


def ended_by_consent(client: TestClient[Any]) -> tuple[Caller, Player, Player, str]:
    """A match to be opened by consent that has ended: its director, red, blue, and its path."""
    opened = new_match(client, {"red": "open", "blue": "open"}, disclosure="consent")
    red, blue = (
        Player(client, opened["match"], claim(client, opened["invitations"][seat]))
        for seat in ("red", "blue")
    )
    blue.post(f"{blue.path}/resign")
    return Caller(client, opened["director"]), red, blue, red.path


def test_who_has_played_is_not_replaced_to_have_the_match_opened(client: TestClient[Any]):
    director, red, _, path = ended_by_consent(client)
    red.post(f"{path}/disclosure")

    invited = director.post(f"{path}/invitations", {"seat": "blue"})
    after = red.post(f"{path}/disclosure").json()

    assert 403 == invited.status_code
    assert {"open": False, "consents": ["red"]} == after


def test_a_match_is_not_opened_while_the_seat_of_a_person_stands_empty(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "open"}, disclosure="consent")
    red, blue = (
        Player(client, opened["match"], claim(client, opened["invitations"][seat]))
        for seat in ("red", "blue")
    )
    director = Caller(client, opened["director"])
    director.post(f"{blue.path}/invitations", {"seat": "blue"})
    red.post(f"{red.path}/resign")

    consent = red.post(f"{red.path}/disclosure").json()

    assert {"open": False, "consents": ["red"]} == consent


def test_consent_of_a_seat_ends_with_its_holder(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "open"}, disclosure="consent")
    blue = Player(client, opened["match"], claim(client, opened["invitations"]["blue"]))
    blue.post(f"{blue.path}/disclosure")
    director = Caller(client, opened["director"])
    assert ["blue"] == director.get(blue.path).json()["consents"]

    token = director.post(f"{blue.path}/invitations", {"seat": "blue"}).json()["token"]
    claim(client, token)

    assert [] == director.get(blue.path).json()["consents"]


def test_of_invitations_made_at_once_for_one_seat_only_one_is_valid(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "bot"})
    director = Caller(client, opened["director"])
    path = f"/api/v1/matches/{opened['match']}/invitations"
    tokens: list[str] = []

    def invite() -> None:
        tokens.append(director.post(path, {"seat": "red"}).json()["token"])

    threads = [threading.Thread(target=invite) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    claims = [
        client.post("/api/v1/invitations/claim", json={"token": token}).status_code
        for token in tokens
    ]
    assert {200: 1, 404: 7} == Counter(claims)


def test_made_up_methods_are_counted_as_one(client: TestClient[Any]):
    """Else anyone could fill the memory with figures, and the figures with words."""
    for method in ODD_METHODS:
        client.request(method, "/api/v1/games")

    figures = client.get("/metrics").text

    assert 'wardiary_requests_total{method="other",route="none",status="405"} 4.0' in figures
    assert not [method for method in ODD_METHODS if method in figures]


@pytest.mark.parametrize("path", ["/api/v1/matches/", "/api/v1//matches", "/api/v1/matches//"])
def test_slashes_do_not_avoid_the_limit_for_expensive_requests(matches: Matches, path: str):
    body = {"game": "toy", "scenario": "plain"}
    with TestClient(create_app(matches, Options(rate=2))) as client:
        statuses = {client.post(path, json=body).status_code for _ in range(6)}

    assert 429 in statuses


@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ('{"a":', "}")])
def test_a_body_nested_too_deep_is_refused(client: TestClient[Any], opens: str, closes: str):
    _, (red, _) = seated(client)
    deep = opens * 9000 + "1" + closes * 9000
    body = f'{{"command":{{"do":"bid","card":{deep}}},"id":"1"}}'
    headers = {**red.headers, "content-type": "application/json"}

    answer = client.post(f"{red.path}/commands", content=body.encode(), headers=headers)

    assert (400, "this is nested too deep") == (answer.status_code, answer.json()["detail"])


def test_recursion_of_our_own_stays_a_fault(
    client: TestClient[Any], matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    def endless(match: str) -> Any:
        return endless(match)

    _, (red, _) = seated(client)
    monkeypatch.setattr(matches, "current", endless)

    assert 500 == red.get(f"{red.path}/prompts").status_code


@pytest.mark.parametrize(
    "name", ["a" * 300 + ".js", "a%00.js", "%2e%2e/app.py", "a/" * 90 + "b.js"]
)
def test_odd_file_names_cause_no_internal_error(client: TestClient[Any], name: str):
    assert 404 == client.get(f"/page/{name}").status_code


def test_command_ids_hold_no_signs_that_a_store_cannot_keep(client: TestClient[Any]):
    _, (red, _) = seated(client)

    assert 400 == red.command(red.words(), "a\0b").status_code
    assert 200 == red.command(red.words(), "Zug 1 – é").status_code


@pytest.mark.parametrize("match", ["%00", "é" * 40, "x", "A" * 32])
def test_the_store_is_not_asked_for_an_id_that_cannot_be_a_match(
    client: TestClient[Any], match: str
):
    assert 404 == client.get(f"/api/v1/matches/{match}").status_code


def test_made_up_sessions_do_not_multiply_feeds(app: Litestar):
    with served(app) as base, httpx.Client(base_url=base, timeout=20) as client:
        match, _ = seated(client, public=True)
        held = [app.state[STATE].places.take("127.0.0.1") for _ in range(FEEDS_EACH)]

        refused = Caller(client, cookie="wardiary=made-up").get(f"/api/v1/matches/{match}/feed")

    assert (429, FEEDS_EACH) == (refused.status_code, len(held))


def test_a_last_id_beyond_the_head_goes_on_from_the_head(app: Litestar):
    with served(app) as base, httpx.Client(base_url=base, timeout=20) as client:
        match, (red, _) = seated(client)
        feed = Watcher(base, match, red.key)
        feed.ids.append(int(LONG_AGO))
        with feed:
            last = red.play().json()["position"]
            assert last == feed.upto(last)[-1]["position"]


def test_over_https_no_other_host_can_have_set_the_session(app: Litestar):
    """Otherwise the owner of a neighbouring name could make a browser claim seats into a session
    that is known to both.
    """
    body = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "bot"}}
    with TestClient(app, base_url="https://testserver.local") as client:
        opened = client.post("/api/v1/matches", json=body, headers=PAGE)
        cookie = opened.headers["set-cookie"]
        path = f"/api/v1/matches/{opened.json()['match']}"
        session = cookie.partition("=")[2].partition(";")[0]
        response = client.get(path).status_code
        unmarked = client.post(f"{path}/resign", json={}).status_code
        client.cookies.clear()
        planted = client.get(path, headers={"Cookie": f"wardiary={session}"}).status_code

    assert cookie.startswith("__Host-wardiary=")
    assert {"Secure", "Path=/"} <= set(cookie.split("; "))
    assert (200, 403, 404) == (response, unmarked, planted)


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Basic eDp5", "x"])
def test_a_header_without_a_key_does_not_replace_the_mark_of_a_page(
    client: TestClient[Any], header: str
):
    body = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "bot"}}
    match = client.post("/api/v1/matches", json=body, headers=PAGE).json()["match"]

    forged = client.post(
        f"/api/v1/matches/{match}/resign", json={}, headers={"Authorization": header}
    )

    assert 401 == forged.status_code
    assert not client.get(f"/api/v1/matches/{match}").json()["over"]


@pytest.mark.parametrize("query", ["log?limit=1000", "log?last=1000", "events?limit=1000&after=1"])
def test_large_requests_count_more_towards_the_limit(matches: Matches, query: str):
    """A thousand entries cost ten requests, which is all of this burst."""
    with TestClient(create_app(matches, Options(rate=2))) as client:
        match, _ = seated(client, public=True)
        key = Keyring(matches.store, matches.clock, matches.entropy).issue(match, "director")
        reader = Caller(client, key)
        path = f"/api/v1/matches/{match}"
        statuses = [
            client.get(f"{path}/{query}", headers=reader.headers).status_code for _ in range(2)
        ]

    assert [200, 429] == statuses


@pytest.mark.parametrize(("what", "refused"), [("scores", True), ("board", False)])
def test_what_is_computed_over_a_whole_line_counts_more_towards_the_limit(
    matches: Matches, what: str, *, refused: bool
):
    """Four of them are more than a burst of ten requests."""
    with TestClient(create_app(matches, Options(rate=2))) as client:
        match, _ = seated(client, public=True)
        key = Keyring(matches.store, matches.clock, matches.entropy).issue(match, "director")
        reader = Caller(client, key)
        path = f"/api/v1/matches/{match}/{what}"
        statuses = {client.get(path, headers=reader.headers).status_code for _ in range(4)}

    assert (429 in statuses) is refused


def test_a_page_may_be_loaded_again_and_again(matches: Matches):
    """Its many files hardly count: three loads at once leave the seat most of its burst."""
    files = [path.name for path in Path(page.__path__[0]).iterdir() if path.suffix == ".js"]
    with TestClient(create_app(matches)) as client:
        _, (player, *_) = seated(client)
        statuses = {
            client.get(f"/page/{name}", headers=player.headers).status_code
            for _ in range(3)
            for name in files
        }

    assert {200} == statuses
