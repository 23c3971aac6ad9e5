"""Names of matches and people: beside the log, changed and taken away at will, and who may."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from tests.adapters.web.players import PAGE, Caller, Player, claim, new_match
from wardiary.adapters.matches import Matches

INVITED = {"red": "me", "blue": "open"}


def summary(caller: Player) -> dict[str, Any]:
    result: dict[str, Any] = caller.get(caller.path).json()
    return result


def host_and_guest(client: TestClient[Any], **more: Any) -> tuple[Player, Player, dict[str, Any]]:
    opened = new_match(client, INVITED, **more)
    token = opened["invitations"]["blue"]
    body = {"token": token, "known_as": "Bea"}
    key = client.post("/api/v1/invitations/claim", json=body).json()["key"]
    host = Player(client, opened["match"], opened["keys"]["red"])
    return host, Player(client, opened["match"], key), opened


def test_a_match_and_its_people_bear_the_names_they_were_given(client: TestClient[Any]):
    host, guest, _ = host_and_guest(client, name="Our third try", known_as="Ann")

    for caller in (host, guest):
        told = summary(caller)
        assert ("Our third try", {"red": "Ann", "blue": "Bea"}) == (told["name"], told["people"])
    listed = host.get("/api/v1/matches").json()["matches"][0]
    assert ("Our third try", {"red": "Ann", "blue": "Bea"}) == (listed["name"], listed["people"])


def test_names_are_in_no_event_and_no_archive(client: TestClient[Any], matches: Matches):
    host, _, opened = host_and_guest(client, name="Zwickmühle", known_as="Annabel")

    archive = host.get(f"{host.path}/archive").text
    rows = b"".join(row.state for row in matches.history(opened["match"]).rows)

    assert not [name for name in ("Zwickm", "Annabel", "Bea") if name in archive]
    assert not [name for name in (b"Zwickm", b"Annabel", b"Bea") if name in rows]


def test_a_name_can_be_changed_and_taken_away_by_whose_it_is_alone(client: TestClient[Any]):
    host, guest, opened = host_and_guest(client, known_as="Ann")

    guest.post(f"{guest.path}/people", {"seat": "blue", "name": "Beatrix"})
    assert "Beatrix" == summary(host)["people"]["blue"]
    assert 403 == guest.post(f"{guest.path}/people", {"seat": "red", "name": "Anna"}).status_code
    guest.post(f"{guest.path}/people", {"seat": "blue", "name": ""})

    assert {"red": "Ann"} == summary(host)["people"]
    assert 403 == guest.post(f"{guest.path}/name", {"name": "Mine"}).status_code
    director = Caller(client, opened["director"])
    assert 200 == director.post(f"{host.path}/name", {"name": "Ours"}).status_code
    assert "Ours" == summary(guest)["name"]


def test_a_seat_that_changes_hands_forgets_the_name_of_who_held_it(client: TestClient[Any]):
    host, _, opened = host_and_guest(client, known_as="Ann")
    director = Caller(client, opened["director"])

    token = director.post(f"{host.path}/invitations", {"seat": "blue"}).json()["token"]
    assert {"red": "Ann"} == summary(host)["people"]
    claim(client, token)

    assert {"red": "Ann"} == summary(host)["people"]


def test_names_that_would_move_the_cursor_are_refused(client: TestClient[Any]):
    host, guest, _ = host_and_guest(client)

    for name in ("a\nb", "\x1b[2J", "\u202eevil", "x" * 41):
        answer = guest.post(f"{guest.path}/people", {"seat": "blue", "name": name})
        assert 400 <= answer.status_code < 500, name
    assert {"blue": "Bea"} == summary(host)["people"]


def test_an_invitation_says_who_invites_to_what(client: TestClient[Any]):
    opened = new_match(client, INVITED, name="Rematch", known_as="Ann")
    body = {"token": opened["invitations"]["blue"]}

    shown = client.post("/api/v1/invitations/look", json=body, headers=PAGE).json()

    assert ("Rematch", "Ann", "blue") == (shown["name"], shown["host"], shown["seat"])
    assert shown["scenario"]
    assert isinstance(shown["about"], str)


def test_a_summary_says_since_when_each_seat_is_asked_and_what_happened_last(
    client: TestClient[Any],
):
    host, guest, _ = host_and_guest(client)
    before = summary(host)
    asked = before["waiting_for"][0]
    player = host if asked == "red" else guest
    player.play()
    after = summary(host)

    assert set(before["since"]) == set(before["waiting_for"])
    assert set(after["since"]) == set(after["waiting_for"])
    assert before["latest"]
    assert after["latest"] != before["latest"]
    assert after["latest_at"] >= before["latest_at"] > 0
    for seat in after["waiting_for"]:
        assert 0 < after["since"][seat] <= after["latest_at"]
