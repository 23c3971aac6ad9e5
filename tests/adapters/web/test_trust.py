"""What guests are told: who could see more than they, and how many openings were discarded."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from tests.adapters.web.players import PAGE, Caller, Player, claim, new_match, seated
from wardiary.adapters.matches import Matches
from wardiary.adapters.web.auth.keys import Keyring, MatchSettings
from wardiary.adapters.web.auth.trust import operators_card, trust

OPEN = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "open"}}


def open_by_page(client: TestClient[Any], **more: Any) -> dict[str, Any]:
    return client.post("/api/v1/matches", json={**OPEN, **more}, headers=PAGE).json()


def look(client: TestClient[Any], token: str) -> Any:
    return client.post("/api/v1/invitations/look", json={"token": token}, headers=PAGE)


def test_keys_that_open_more_than_a_seat_are_listed_to_every_seat(
    client: TestClient[Any], matches: Matches
):
    """8.4d: what they open and when they were made, never the key or its hash."""
    keyring = Keyring(matches.store, matches.clock, matches.entropy)
    chief = keyring.issue("", "administrator")
    opened = new_match(client, {"red": "open", "blue": "open"}, settings={"director": "watches"})
    new_match(client, {"red": "open", "blue": "open"})
    blue = Player(client, opened["match"], claim(client, opened["invitations"]["blue"]))

    answer = blue.get(f"{blue.path}/keys")

    keys = answer.json()["keys"]
    visible = {(key["opens"], key["sees_all"]) for key in keys}
    assert {("administrator", False), ("director", True)} == visible
    assert 2 == len(keys)
    assert all(key["made"] > 0 for key in keys)
    assert not [one for one in (chief, opened["director"]) if one in answer.text]
    assert 404 == client.get(f"{blue.path}/keys").status_code


def test_a_revoked_directors_key_is_not_listed_any_more(client: TestClient[Any]):
    """8.4d."""
    match, (red, _) = seated(client)
    opened = new_match(client, {"red": "open", "blue": "open"})
    blue = Player(client, opened["match"], claim(client, opened["invitations"]["blue"]))
    before = blue.get(f"{blue.path}/keys").json()["keys"]
    client.delete("/api/v1/key", headers=Caller(client, opened["director"]).headers)

    assert (1, 0) == (len(before), len(blue.get(f"{blue.path}/keys").json()["keys"]))
    assert 1 == len(red.get(f"/api/v1/matches/{match}/keys").json()["keys"])


def test_the_guest_sees_how_many_openings_were_discarded(client: TestClient[Any]):
    """8.4d: before he takes the seat, and at the match; also those opened later and left."""
    openings = [open_by_page(client) for _ in range(4)]
    taken = openings[2]
    client.cookies.clear()

    visible = look(client, taken["invitations"]["blue"]).json()
    blue = Player(client, taken["match"], claim(client, taken["invitations"]["blue"]))
    answer = blue.get(f"{blue.path}/keys").json()

    sentence = "The host opened this scenario 3 times more without playing it."
    assert (taken["match"], "blue", False) == (visible["match"], visible["seat"], visible["yours"])
    for event in (visible["trust"], answer):
        assert (3, 0) == (event["thrown_away"], event["thrown_away_unknown"])
        assert sentence in event["sentences"]


def test_callers_without_an_address_are_counted_together(client: TestClient[Any]):
    """8.4d: who comes without a session each time cannot make the count stay at nought."""
    for _ in range(2):
        client.post("/api/v1/matches", json=OPEN)
        open_by_page(client)
        client.cookies.clear()
    last = open_by_page(client)

    answer = look(client, last["invitations"]["blue"]).json()["trust"]

    assert (0, 4) == (answer["thrown_away"], answer["thrown_away_unknown"])
    assert "opened this scenario 4 times more within a day" in answer["sentences"][-1]


def test_played_matches_and_those_of_others_do_not_count_as_discarded_openings(
    client: TestClient[Any], matches: Matches
):
    """8.4d: beyond set-up is where more than one seat has acted."""
    host = open_by_page(client)
    red = Player(client, host["match"], host["keys"]["red"])
    red.play()
    half = open_by_page(client)
    assert 1 == client.get(f"/api/v1/matches/{half['match']}/keys").json()["thrown_away"]
    token = {"token": host["invitations"]["blue"]}
    key = client.post("/api/v1/invitations/claim", json=token, headers=PAGE).json()["key"]
    Player(client, host["match"], key).play()
    stranger = Keyring(matches.store, matches.clock, matches.entropy)
    assert 0 == client.get(f"/api/v1/matches/{half['match']}/keys").json()["thrown_away"]
    assert [half["match"]] == [entry for entry, _ in stranger.openings("toy", "plain")]

    client.cookies.clear()
    known = new_match(client, {"red": "open", "blue": "open"})
    guest = claim(client, known["invitations"]["blue"])
    body = {**OPEN, "seats": {"red": "open", "blue": "open"}}
    mine = client.post(
        "/api/v1/matches", json=body, headers={"Authorization": f"Bearer {guest}"}
    ).json()
    answer = look(client, mine["invitations"]["red"]).json()["trust"]
    assert 0 == answer["thrown_away"]


def test_matches_opened_at_the_command_line_belong_to_the_operator(matches: Matches):
    """8.4d."""
    keyring = Keyring(matches.store, matches.clock, matches.entropy)
    left = [matches.new_match("toy", "plain") for _ in range(3)]
    served = matches.new_match("toy", "plain")
    keyring.save_match_settings(served, MatchSettings())
    played = matches.new_match("toy", "plain")
    for seat in ("red", "blue"):
        (prompt,) = matches.prompts(played, seat)
        matches.command(played, seat, f"bid {prompt.offers[0].slots[0].candidates[0]}")

    keyring.save_match_settings(left[1], operators_card(matches, keyring, left[1], public=False))

    assert 2 == trust(matches, keyring, left[1]).thrown_away


# Invited and arrived


def test_an_invited_seat_is_shown_as_open_until_somebody_arrives(
    client: TestClient[Any], matches: Matches
):
    """W7: for host and opponent, in the summary, the lobby and the log."""
    opened = new_match(client, {"red": "me", "blue": "open"})
    red = Player(client, opened["match"], opened["keys"]["red"])
    summaries = [red.get(red.path).json(), red.get("/api/v1/matches").json()["matches"][0]]

    for summary in summaries:
        assert "open" == summary["seats"]["blue"]
        assert list(summary["invited"]) == ["blue"]
    assert "takes the seat of Blue" not in red.get(f"{red.path}/log").text
    claim(client, opened["invitations"]["blue"])

    after = red.get(red.path).json()
    assert ("human", {}) == (after["seats"]["blue"], after["invited"])
    assert "A person takes the seat of Blue" in red.get(f"{red.path}/log").text

    director = Caller(client, opened["director"])
    director.post(f"{red.path}/invitations", {"seat": "blue"})
    again = red.get(red.path).json()
    assert ("open", ["blue"]) == (again["seats"]["blue"], list(again["invited"]))
    assert "The seat of Blue is free" in red.get(f"{red.path}/log").text


def test_a_used_invitation_link_says_that_the_seat_was_taken_with_it(client: TestClient[Any]):
    """W9: by the same browser, or with the key; the key is not shown a second time."""
    opened = new_match(client, {"red": "open", "blue": "open"})
    token = {"token": opened["invitations"]["red"]}
    first = client.post("/api/v1/invitations/claim", json=token, headers=PAGE).json()

    again = client.post("/api/v1/invitations/claim", json=token, headers=PAGE).json()
    seen = look(client, token["token"]).json()
    client.cookies.clear()
    by_key = Caller(client, first["key"]).post("/api/v1/invitations/claim", token).json()

    result = {"match": opened["match"], "seat": "red", "key": "", "again": True}
    assert result == again == by_key
    assert seen["yours"]
    assert "red" == seen["seat"]


def test_a_used_link_tells_a_stranger_nothing(client: TestClient[Any]):
    """W9: it looks as if it had never been made, also to the other seat and the host."""
    opened = new_match(client, {"red": "open", "blue": "open"})
    token = {"token": opened["invitations"]["red"]}
    first = Caller(client, claim(client, token["token"]))
    blue = Caller(client, claim(client, opened["invitations"]["blue"]))
    director = Caller(client, opened["director"])
    stranger = Caller(client)
    never = {"token": "a" * 43}

    for path in ("/api/v1/invitations/claim", "/api/v1/invitations/look"):
        unmade = stranger.post(path, never)
        for caller in (stranger, blue, director):
            answer = caller.post(path, token)
            assert (404, unmade.text) == (answer.status_code, answer.text)
    director.post(f"/api/v1/matches/{opened['match']}/invitations", {"seat": "red"})
    assert 401 == first.post("/api/v1/invitations/claim", token).status_code
