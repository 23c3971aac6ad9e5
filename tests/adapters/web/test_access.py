from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.adapters.web.players import PAGE, Caller, Player, claim, new_match, seated
from wardiary.adapters.matches import Matches
from wardiary.adapters.web.app import Options, create_app
from wardiary.adapters.web.auth.keys import CARDS, INVITATIONS, KEYS, SESSIONS
from wardiary.adapters.web.auth.security import RateLimits


def test_an_invitation_works_once(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "bot"})
    token = opened["invitations"]["red"]
    claim(client, token)

    again = client.post("/api/v1/invitations/claim", json={"token": token})

    assert again.status_code == 404


def test_of_many_who_claim_at_once_one_gets_the_seat(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "bot"})
    statuses: list[int] = []

    def try_it() -> None:
        answer = client.post(
            "/api/v1/invitations/claim", json={"token": opened["invitations"]["red"]}
        )
        statuses.append(answer.status_code)

    threads = [threading.Thread(target=try_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [200, *[404] * 7] == sorted(statuses)


def test_a_newer_invitation_replaces_the_older_one(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "bot"})
    director = Caller(client, opened["director"])
    path = f"/api/v1/matches/{opened['match']}"
    director.post(f"{path}/invitations", {"seat": "red"})

    late = client.post("/api/v1/invitations/claim", json={"token": opened["invitations"]["red"]})

    assert late.status_code == 404


def test_several_seats_are_invited_again_at_once(client: TestClient[Any]):
    """None of the invitations is lost by another."""
    opened = new_match(client, {"red": "open", "blue": "open"})
    director = Caller(client, opened["director"])
    path = f"/api/v1/matches/{opened['match']}/invitations"
    tokens: list[str] = []

    def invite(seat: str) -> None:
        tokens.append(director.post(path, {"seat": seat}).json()["token"])

    threads = [threading.Thread(target=invite, args=(seat,)) for seat in ("red", "blue")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert all(claim(client, token) for token in tokens)


def test_a_match_that_is_not_public_does_not_exist_for_strangers(client: TestClient[Any]):
    match, _ = seated(client)
    path = f"/api/v1/matches/{match}"

    answers = {client.get(f"{path}{more}").status_code for more in ("", "/view", "/log", "/feed")}

    assert {404} == answers
    assert [] == client.get("/api/v1/matches").json()["matches"]


def test_anyone_watches_a_public_match_and_sees_what_all_seats_see(client: TestClient[Any]):
    match, _ = seated(client, public=True)
    path = f"/api/v1/matches/{match}"

    board = client.get(f"{path}/view").json()

    stacks = {stack["zone"]: stack for row in board["rows"] for stack in row["stacks"]}
    assert (3, 3) == (stacks["red-hand"]["hidden"], stacks["blue-hand"]["hidden"])
    assert [match] == [entry["match"] for entry in client.get("/api/v1/matches").json()["matches"]]


@pytest.mark.parametrize("role", ["blue", "director"])
def test_nobody_can_look_as_another_seat_while_the_match_runs(client: TestClient[Any], role: str):
    """SL-05."""
    _, (red, _) = seated(client)

    paths = ["view", "text", "events", "log", "archive", "feed"]
    answers = [red.get(f"{red.path}/{path}", **{"as": role}).status_code for path in paths]

    assert [403] * len(paths) == answers


def test_a_director_who_plays_does_not_see_the_other_hands(client: TestClient[Any]):
    opened = new_match(client, {"red": "me", "blue": "open"})
    director = Caller(client, opened["director"])
    path = f"/api/v1/matches/{opened['match']}"

    assert 403 == director.get(f"{path}/view", **{"as": "director"}).status_code
    board = director.get(f"{path}/view").json()
    stacks = {stack["zone"]: stack for row in board["rows"] for stack in row["stacks"]}
    assert 3 == stacks["red-hand"]["hidden"] == stacks["blue-hand"]["hidden"]


def test_a_director_who_does_not_play_sees_everything(client: TestClient[Any]):
    """8.4d: if the match was opened so."""
    opened = new_match(client, {"red": "open", "blue": "open"}, settings={"director": "watches"})
    director = Caller(client, opened["director"])

    board = director.get(f"/api/v1/matches/{opened['match']}/view").json()

    assert all(not stack["hidden"] for row in board["rows"] for stack in row["stacks"])


def test_a_revoked_key_opens_nothing(client: TestClient[Any]):
    _, (red, _) = seated(client)

    gone = client.delete("/api/v1/key", headers=red.headers)

    assert 204 == gone.status_code
    assert 401 == red.get(red.path).status_code
    assert 401 == client.delete("/api/v1/key", headers=red.headers).status_code


def test_an_invented_key_is_refused(client: TestClient[Any]):
    match, _ = seated(client, public=True)

    answer = Caller(client, "nonsense").get(f"/api/v1/matches/{match}")

    assert 401 == answer.status_code
    assert "nonsense" not in answer.text


def test_a_key_opens_its_own_match_only(client: TestClient[Any]):
    _, (red, _) = seated(client)
    other, _ = seated(client)

    assert 404 == red.get(f"/api/v1/matches/{other}/view").status_code


def test_a_page_gets_its_seats_by_its_cookie(client: TestClient[Any]):
    body = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "bot"}}

    opened = client.post("/api/v1/matches", json=body, headers=PAGE)

    cookie = opened.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    summary = client.get(f"/api/v1/matches/{opened.json()['match']}").json()
    assert ["red", "director"] == summary["yours"]
    assert ["red", "spectator"] == summary["view_as"]


def test_a_program_is_not_given_a_cookie(client: TestClient[Any]):
    body = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "bot"}}

    assert "set-cookie" not in client.post("/api/v1/matches", json=body).headers


def test_the_cookie_is_secure_over_https(app: Litestar):
    body = {"game": "toy", "scenario": "plain"}
    with TestClient(app, base_url="https://testserver.local") as client:
        cookie = client.post("/api/v1/matches", json=body, headers=PAGE).headers["set-cookie"]

    assert "Secure" in cookie.split("; ")


def test_another_site_cannot_make_a_browser_send_commands(client: TestClient[Any]):
    body = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "bot"}}
    match = client.post("/api/v1/matches", json=body, headers=PAGE).json()["match"]

    forged = client.post(f"/api/v1/matches/{match}/resign", json={})

    assert 403 == forged.status_code
    assert not client.get(f"/api/v1/matches/{match}").json()["over"]


def test_an_ended_session_has_no_access(client: TestClient[Any]):
    body = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "bot"}}
    match = client.post("/api/v1/matches", json=body, headers=PAGE).json()["match"]
    before = dict(client.cookies)

    client.delete("/api/v1/session", headers=PAGE)

    client.cookies.update(before)
    assert 404 == client.get(f"/api/v1/matches/{match}").status_code


def test_a_key_revoked_elsewhere_leaves_the_session(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "bot"})
    token = {"token": opened["invitations"]["red"]}
    key = client.post("/api/v1/invitations/claim", json=token, headers=PAGE).json()["key"]
    path = f"/api/v1/matches/{opened['match']}"
    assert ["red"] == client.get(path).json()["yours"]

    client.delete("/api/v1/key", headers={"Authorization": f"Bearer {key}"})

    assert 404 == client.get(path).status_code


def test_only_the_hash_of_a_key_is_stored(client: TestClient[Any], matches: Matches):
    opened = new_match(client, {"red": "open", "blue": "me"})
    body = {"token": opened["invitations"]["red"]}
    claimed = client.post("/api/v1/invitations/claim", json=body, headers=PAGE)
    session = claimed.headers["set-cookie"].split("=")[1].split(";")[0]
    secrets = [opened["director"], *opened["keys"].values(), claimed.json()["key"], session]

    drawers = [name for name in matches.store.collections() if "session" in name]
    stored = b"".join(
        key.encode() + value
        for drawer in (KEYS, INVITATIONS, SESSIONS, CARDS, *drawers)
        for key, value in matches.store.items(drawer)
    )

    assert not [secret for secret in secrets if secret.encode() in stored]
    assert not [secret for secret in secrets if secret in "".join(drawers)]


def test_a_get_request_changes_nothing(client: TestClient[Any], matches: Matches):
    match, (red, _) = seated(client)
    before = matches.history(match).head, _kept(matches)

    for path in ("", "/prompts", "/view", "/log", "/timeline", "/audit", "/branches", "/standing"):
        assert 200 == red.get(f"{red.path}{path}").status_code

    assert before == (matches.history(match).head, _kept(matches))


def _kept(matches: Matches) -> dict[str, list[tuple[str, bytes]]]:
    drawers = set(matches.store.collections()) - {"keeper"}
    return {drawer: matches.store.items(drawer) for drawer in drawers}


def test_too_large_a_request_is_refused(client: TestClient[Any]):
    _, (red, _) = seated(client)

    assert 413 == red.command("bid " + "x" * 70_000).status_code


def test_a_caller_who_asks_too_often_has_to_wait():
    rates = RateLimits(per_second=2, burst=3)

    at_once = [rates.allows("one", 0.0) for _ in range(5)]
    other = rates.allows("two", 0.0)
    later = [rates.allows("one", 1.0) for _ in range(3)]

    assert [True, True, True, False, False] == at_once
    assert other
    assert [True, True, False] == later


def test_a_caller_over_the_limit_is_told_how_long_to_wait(matches: Matches):
    with TestClient(create_app(matches, Options(rate=0.01))) as client:
        last = client.get("/api/v1/games")

    assert (429, "1") == (last.status_code, last.headers["retry-after"])
    assert "application/problem+json" == last.headers["content-type"]


def test_expensive_requests_are_limited_more(matches: Matches):
    with TestClient(create_app(matches, Options(rate=2))) as client:
        body = {"game": "toy", "scenario": "plain"}
        statuses = [client.post("/api/v1/matches", json=body).status_code for _ in range(5)]
        others = client.get("/api/v1/games").status_code

    assert {201, 429} == set(statuses)
    assert 200 == others


def test_every_response_has_the_security_headers(client: TestClient[Any]):
    expected = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
    }
    for path in ("/", "/api/v1/games", "/nowhere", "/api/v1/matches/x", "/healthz"):
        headers = client.get(path).headers
        assert expected == {name: headers[name] for name in expected}
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "no-store" == client.get("/api/v1/games").headers["cache-control"]


def test_an_internal_error_shows_nothing_but_its_number(
    client: TestClient[Any], matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(matches, "current", lambda match: 1 / 0)
    _, players = seated_quietly(client, matches)

    answer = client.get(f"{players.path}/prompts", headers=players.headers)

    assert 500 == answer.status_code
    assert "division" not in answer.text


def seated_quietly(client: TestClient[Any], matches: Matches) -> tuple[str, Player]:
    """A seat taken without asking the service to play on."""
    from wardiary.adapters.web.auth.keys import Keyring, MatchSettings

    match = matches.new_match("toy", "plain")
    keyring = Keyring(matches.store, matches.clock, matches.entropy)
    keyring.save_match_settings(match, MatchSettings())
    return match, Player(client, match, keyring.issue(match, "seat", "red"))


def test_an_administrator_sees_all_matches_and_can_invite_again(
    client: TestClient[Any], matches: Matches
):
    from wardiary.adapters.web.auth.keys import Keyring

    match, (red, _) = seated(client)
    keyring = Keyring(matches.store, matches.clock, matches.entropy)
    chief = Caller(client, keyring.issue("", "administrator"))

    listed = chief.get("/api/v1/matches").json()["matches"]
    invited = chief.post(f"{red.path}/invitations", {"seat": "red"})

    assert [match] == [entry["match"] for entry in listed]
    assert 200 == Player(client, match, claim(client, invited.json()["token"])).play().status_code
    assert 403 == chief.get(f"{red.path}/view", **{"as": "blue"}).status_code


def test_the_administrators_key_is_not_a_seat(client: TestClient[Any], matches: Matches):
    from wardiary.adapters.web.auth.keys import Keyring

    match, (red, _) = seated(client)
    keyring = Keyring(matches.store, matches.clock, matches.entropy)
    chief = Player(client, match, keyring.issue("", "administrator"))

    assert 403 == chief.command(red.words()).status_code


def test_what_is_wrong_with_a_request_is_named_without_its_value(client: TestClient[Any]):
    answer = client.post("/api/v1/invitations/claim", json={"token": 17, "secret": "abracadabra"})

    assert 400 == answer.status_code
    assert "abracadabra" not in answer.text
    assert msgspec.json.decode(answer.content)["type"].startswith("/problems/")
