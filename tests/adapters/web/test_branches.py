from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from tests.adapters.web.players import Caller, Player, new_match, seated
from wardiary.adapters.matches import Matches
from wardiary.domain.diary.archive import read


def finished(client: TestClient[Any], **more: Any) -> tuple[str, list[Player]]:
    """A match that red has won."""
    match, players = seated(client, **more)
    players[0].play()
    players[1].play()
    players[1].post(f"{players[1].path}/resign")
    return match, players


def test_a_seats_what_if_is_dealt_again_and_bots_play_the_other_seats(client: TestClient[Any]):
    match, (red, _) = seated(client)
    red.play()
    at = red.prompts()["position"]

    branched = red.post(f"{red.path}/branches", {"at": at})

    opened = branched.json()
    assert (201, match, at, "red") == (
        branched.status_code,
        opened["parent"],
        opened["at"],
        opened["dealt"],
    )
    assert ["red"] == list(opened["keys"])
    child = Player(client, opened["match"], opened["keys"]["red"])
    assert {"red": "human", "blue": "bot"} == child.get(child.path).json()["seats"]
    assert 200 == child.play().status_code


def test_the_past_of_a_what_if_is_seen_only_by_the_seat_it_is_dealt_for(client: TestClient[Any]):
    """Otherwise a guest in the other seat could read there what the real seat holds."""
    _, (red, _) = seated(client)
    at = red.prompts()["position"]
    opened = red.post(f"{red.path}/branches", {"at": at}).json()
    director = Caller(client, opened["director"])
    path = f"/api/v1/matches/{opened['match']}"
    token = director.post(f"{path}/invitations", {"seat": "blue"}).json()["token"]
    key = client.post("/api/v1/invitations/claim", json={"token": token}).json()["key"]
    blue = Player(client, opened["match"], key)

    assert 403 == blue.get(f"{path}/view", at=at).status_code
    assert 403 == blue.get(f"{path}/archive").status_code
    assert at < min(event["position"] for event in blue.get(f"{path}/events").json()["events"])
    assert at < min(event["position"] for event in blue.get(f"{path}/log").json()["sentences"])
    assert 200 == blue.get(f"{path}/view").status_code
    branch_player = Player(client, opened["match"], opened["keys"]["red"])
    assert 200 == branch_player.get(f"{path}/view", at=at).status_code


def test_a_what_if_cannot_be_rewound_to_the_real_cards(client: TestClient[Any]):
    _, (red, _) = seated(client)
    start = red.prompts()["position"]
    red.play()
    at = red.prompts()["position"]
    opened = red.post(f"{red.path}/branches", {"at": at}).json()
    child = Player(client, opened["match"], opened["keys"]["red"])

    by_address = child.post(f"{child.path}/rewind", {"to": start})
    by_command = child.command(f"ask-rewind {start}")

    assert (422, 422) == (by_address.status_code, by_command.status_code)


def test_a_finished_what_if_does_not_disclose_its_parent(client: TestClient[Any]):
    _, (red, _) = seated(client)
    at = red.prompts()["position"]
    opened = red.post(f"{red.path}/branches", {"at": at}).json()
    child = Player(client, opened["match"], opened["keys"]["red"])

    child.post(f"{child.path}/resign")

    summary = child.get(child.path).json()
    assert (True, False) == (summary["over"], summary["open"])
    assert 403 == child.get(f"{child.path}/view", at=at, **{"as": "blue"}).status_code


def test_a_spectator_cannot_branch_a_running_match(client: TestClient[Any]):
    match, _ = seated(client, public=True)

    answer = client.post(f"/api/v1/matches/{match}/branches", json={})

    assert 403 == answer.status_code


def test_an_ended_match_branches_exactly_and_gives_every_seat(client: TestClient[Any]):
    match, (red, _) = finished(client)
    ends = [moment[0] for moment in red.get(f"{red.path}/timeline").json()["entries"]]

    opened = red.post(f"{red.path}/branches", {"at": ends[4], "forced": [6, 6]}).json()

    assert ("exact", {"red", "blue"}) == (opened["dealt"], set(opened["keys"]))
    child = Player(client, opened["match"], opened["keys"]["blue"])
    assert child.get(child.path).json()["parent"] == match


def test_a_branch_begins_at_a_turn_or_a_time_as_well(client: TestClient[Any]):
    _, (red, _) = finished(client)
    entries = red.get(f"{red.path}/timeline").json()["entries"]

    by_turn = red.post(f"{red.path}/branches", {"turn": 1})
    by_time = red.post(f"{red.path}/branches", {"time": entries[-1][1]})
    never = red.post(f"{red.path}/branches", {"turn": 99})
    both = red.post(f"{red.path}/branches", {"turn": 1, "at": 13})
    between = red.post(f"{red.path}/branches", {"at": entries[0][0] - 1})

    assert [201, 201, 404, 400, 422] == [
        item.status_code for item in (by_turn, by_time, never, both, between)
    ]


def test_the_tree_shows_the_branches_a_caller_may_know_of(client: TestClient[Any]):
    match, (red, blue) = seated(client)
    at = red.prompts()["position"]
    opened = red.post(f"{red.path}/branches", {"at": at}).json()

    session = Caller(client, opened["keys"]["red"])
    tree = session.get(f"/api/v1/matches/{opened['match']}/branches").json()

    assert match == tree["root"]
    assert [(opened["match"], match, at)] == [
        (branch["match"], branch["parent"], branch["at"]) for branch in tree["branches"]
    ]
    assert [] == blue.get(f"{blue.path}/branches").json()["branches"]


def test_two_lines_are_compared(client: TestClient[Any]):
    match, (red, _) = finished(client)
    ends = [moment[0] for moment in red.get(f"{red.path}/timeline").json()["entries"]]
    opened = red.post(f"{red.path}/branches", {"at": ends[3]}).json()
    body = {"X-Wardiary": "1"}
    session = client.post("/api/v1/matches", json={"game": "toy", "scenario": "plain"})
    assert session.status_code == 201, body

    other = Caller(client, opened["keys"]["red"])
    unseen = other.get(f"/api/v1/matches/{opened['match']}/difference/{match}")

    assert 404 == unseen.status_code


def test_a_page_compares_its_match_with_its_branch(client: TestClient[Any]):
    page = {"X-Wardiary": "1"}
    body = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "bot"}}
    match = client.post("/api/v1/matches", json=body, headers=page).json()["match"]
    path = f"/api/v1/matches/{match}"
    at = client.get(f"{path}/prompts").json()["position"]
    branch = client.post(f"{path}/branches", json={"at": at}, headers=page).json()["match"]

    difference = client.get(f"{path}/difference/{branch}").json()

    assert (at, match, branch) == (
        difference["common"],
        difference["left"]["match"],
        difference["right"]["match"],
    )


def test_a_seats_archive_is_audited_anywhere(client: TestClient[Any]):
    _, (red, _) = seated(client)
    red.play()

    archive = red.get(f"{red.path}/archive")

    told = read(archive.content)
    assert ("seat", "red") == (told.kind, told.role)
    audit = red.get(f"{red.path}/audit").json()
    assert ("seat", "EXACT") == (audit["scope"], audit["verdict"])


def test_an_open_matchs_archive_is_whole(client: TestClient[Any]):
    match, (red, _) = finished(client)

    archive = read(red.get(f"{red.path}/archive", **{"as": "director"}).content)

    assert "full" == archive.kind
    assert match in archive.secrets


def test_a_director_who_does_not_play_audits_everything(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "open"}, settings={"director": "watches"})
    director = Caller(client, opened["director"])

    audit = director.get(f"/api/v1/matches/{opened['match']}/audit").json()

    assert ("all", "EXACT") == (audit["scope"], audit["verdict"])


def test_the_opener_of_a_branch_of_a_finished_match_plays_the_requested_seat(
    client: TestClient[Any],
):
    """P2: bots take the other seats, as the page says."""
    _, (red, _) = finished(client)

    opened = red.post(f"{red.path}/branches", {"at": 7, "seat": "blue"}).json()

    child = Player(client, opened["match"], opened["keys"]["blue"])
    assert ["blue"] == list(opened["keys"])
    visible = child.get(child.path).json()
    assert {"red": "bot", "blue": "human"} == visible["seats"]
    assert "blue" == visible["view_as"][0]
    assert 422 == red.post(f"{red.path}/branches", {"seat": "green"}).status_code


def test_a_what_if_is_not_dealt_for_a_seat_of_somebody_else(client: TestClient[Any]):
    """P2."""
    _, (red, _) = seated(client)

    assert 403 == red.post(f"{red.path}/branches", {"seat": "blue"}).status_code


def test_the_list_of_branches_shows_name_players_and_result(client: TestClient[Any]):
    """P8."""
    _, (red, _) = seated(client)
    wanted = {"name": "Hold the ridge"}
    opened = client.post(
        f"{red.path}/branches", json=wanted, headers={**red.headers}
    ).json()  # fmt: skip
    child = Player(client, opened["match"], opened["keys"]["red"])
    child.post(f"{child.path}/resign")

    (visible,) = child.get(f"{child.path}/branches").json()["branches"]

    assert ("Hold the ridge", ["blue"], True) == (
        visible["name"],
        visible["winners"],
        visible["over"],
    )
    assert {"red": "human", "blue": "bot"} == visible["seats"]
    assert visible["reason"]
    assert "Hold the ridge" == child.get(child.path).json()["name"]


def test_a_name_may_not_contain_characters_that_move_the_cursor(client: TestClient[Any]):
    """P8, X1."""
    _, (red, _) = seated(client)

    for name in ("a\nb", "a\x1b[2J", "a\u202eb", "a" * 81):
        assert 400 == red.post(f"{red.path}/branches", {"name": name}).status_code


def test_a_match_that_was_imported_unproven_is_marked_everywhere(
    client: TestClient[Any], matches: Matches
):
    """8.5: in the list, alone, in its branches, and in an audit, which says what was audited."""
    new = {"game": "toy", "scenario": "plain", "seats": {"red": "me"}, "public": True}
    made = client.post("/api/v1/matches", json=new).json()
    match, headers = made["match"], {"Authorization": f"Bearer {made['keys']['red']}"}
    before = client.get(f"/api/v1/matches/{match}").json()
    matches.store.put("unproven", match, b"played under rules 0.9")

    (listed,) = client.get("/api/v1/matches").json()["matches"]
    alone = client.get(f"/api/v1/matches/{match}").json()
    branch = client.post(f"/api/v1/matches/{match}/branches", json={}, headers=headers).json()
    audited = client.get(f"/api/v1/matches/{match}/audit", headers=headers).json()

    assert "" == before["unproven"]
    assert ["played under rules 0.9"] * 2 == [listed["unproven"], alone["unproven"]]
    assert "played under rules 0.9" == matches.unproven(branch["match"])
    assert ("EXACT", "Toy", "Plain") == (
        audited["verdict"],
        audited["about"]["title"],
        audited["about"]["scenario_title"],
    )
    assert any("was once imported unproven" in note for note in audited["notes"])


def test_only_the_opener_of_a_branch_can_discard_it(client: TestClient[Any]):
    """A13: it vanishes from lists; another seat cannot, and a match that is not a branch stays."""
    match, (red, blue) = seated(client, public=True)
    at = red.prompts()["position"]
    opened = red.post(f"{red.path}/branches", {"at": at}).json()
    path = f"/api/v1/matches/{opened['match']}"
    owner = {"Authorization": f"Bearer {opened['keys']['red']}"}

    by_another = client.delete(path, headers={"Authorization": f"Bearer {blue.key}"})
    of_a_match = client.delete(red.path, headers={"Authorization": f"Bearer {red.key}"})
    by_owner = client.delete(path, headers=owner)
    again = client.delete(path, headers=owner)

    assert [404, 422, 204, 401] == [
        item.status_code for item in (by_another, of_a_match, by_owner, again)
    ]
    assert "is not a branch" in of_a_match.json()["detail"]
    assert [] == red.get(f"{red.path}/branches").json()["branches"]
    assert [match] == [item["match"] for item in client.get("/api/v1/matches").json()["matches"]]


def test_a_branch_that_has_branches_is_not_discarded(client: TestClient[Any]):
    """A13: the refusal names what rests on it."""
    _, (red, _) = seated(client)
    opened = red.post(f"{red.path}/branches", {"at": red.prompts()["position"]}).json()
    child = Player(client, opened["match"], opened["director"])
    ends = [moment[0] for moment in child.get(f"{child.path}/timeline").json()["entries"]]
    branch_player = Player(client, opened["match"], opened["keys"]["red"])
    leaf = branch_player.post(f"{child.path}/branches", {"at": ends[-1]}).json()["match"]

    refused = client.delete(child.path, headers={"Authorization": f"Bearer {child.key}"})

    assert 422 == refused.status_code
    assert leaf[:12] in refused.json()["detail"]
