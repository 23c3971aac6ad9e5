from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.adapters.web.players import Caller, Player, claim, new_match, seated
from wardiary.adapters.bot_players import BotPlayers


def test_a_match_is_played_to_its_end_by_the_offers_alone(client: TestClient[Any]):
    match, players = seated(client)

    for _ in range(60):
        asked = [player for player in players if player.prompts()["prompts"]]
        if not asked:
            break
        assert asked[0].play().status_code == 200

    summary = players[0].get(f"/api/v1/matches/{match}").json()
    assert summary["over"]
    assert summary["open"]
    assert len(summary["winners"]) == 1


def test_a_bot_replies_before_the_answer(client: TestClient[Any]):
    opened = new_match(client, {"red": "me", "blue": "bot"})
    red = Player(client, opened["match"], opened["keys"]["red"])
    before = red.prompts()["position"]

    given_values = red.play().json()

    assert given_values["first"] == before + 1
    assert [prompt["seat"] for prompt in given_values["prompts"]] == ["red"]


def test_a_bot_that_fails_does_not_undo_what_was_recorded(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
):
    opened = new_match(client, {"red": "me", "blue": "bot"})
    red = Player(client, opened["match"], opened["keys"]["red"])
    words = red.words()
    monkeypatch.setattr(BotPlayers, "choose", lambda *_: 1 / 0)

    first, again = red.command(words, "k1"), red.command(words, "k1")

    assert (200, 200) == (first.status_code, again.status_code)
    assert first.json()["last"] == again.json()["last"]


def test_the_same_id_gives_the_first_answer_and_does_nothing(client: TestClient[Any]):
    """CD-01."""
    _, (red, blue) = seated(client)
    words = red.words()

    first = red.command(words, "k1").json()
    blue.play()
    again = red.command(words, "k1").json()

    assert (first["first"], first["last"], first["events"]) == (
        again["first"],
        again["last"],
        again["events"],
    )


def test_an_id_of_another_command_is_answered_409(client: TestClient[Any]):
    """W2."""
    _, (red, _blue) = seated(client)
    words = red.words()
    first = red.command(words, "k1").json()

    taken = red.command("resign", "k1")

    assert (409, "This command id is taken") == (taken.status_code, taken.json()["title"])
    assert first["first"] == taken.json()["position"]
    assert f"taken by another command, '{words}'" in taken.json()["detail"]
    assert not red.get(red.path).json()["over"]


def test_ids_of_commands_are_each_seats_own(client: TestClient[Any]):
    """CD-01: nobody uses up, or finds out, the ids of another."""
    _, (red, blue) = seated(client)
    red.command(red.words(), "k1")

    taken = blue.command(blue.words(), "k1")

    assert 200 == taken.status_code


def test_a_stale_command_is_answered_with_what_happened_since(client: TestClient[Any]):
    _, (red, blue) = seated(client)
    at = blue.prompts()["position"]
    red.play()

    stale = blue.command(blue.words(), expected=at)

    problem = stale.json()
    assert stale.status_code == 409
    assert stale.headers["content-type"] == "application/problem+json"
    assert problem["position"] == blue.prompts()["position"]
    kinds = [item["event"]["event"] for item in problem["happened"]]
    assert kinds == ["command-accepted", "pieces-moved", "entry-closed"]
    assert {"do": "sealed"} == problem["happened"][0]["event"]["command"]


def test_a_refused_command_cites_the_rule_and_records_nothing(client: TestClient[Any]):
    """CD-03."""
    _, (red, blue) = seated(client)
    red.play()
    at = red.prompts()["position"]

    again = red.command("bid card-1")
    foreign = blue.command("bid nothing")

    assert (422, "Table/Turn", at) == (
        again.status_code,
        again.json()["rule"],
        again.json()["position"],
    )
    assert (422, "T2") == (foreign.status_code, foreign.json()["rule"])
    assert at == red.prompts()["position"]


def test_a_command_may_be_text_or_an_object(client: TestClient[Any]):
    _, (red, blue) = seated(client)
    card = blue.words().split()[1]

    assert red.play().status_code == 200
    assert blue.command({"do": "bid", "card": card}).status_code == 200


def test_only_own_offers_are_shown(client: TestClient[Any]):
    _match, (red, blue) = seated(client)

    visible = [red.prompts()["prompts"], blue.prompts()["prompts"]]

    assert [["red"], ["blue"]] == [[prompt["seat"] for prompt in event] for event in visible]
    assert ["red", "blue"] == red.prompts()["waiting_for"]


def test_a_rewind_needs_the_other_seat(client: TestClient[Any]):
    """W3: the same in the summary and with the prompts."""
    _match, (red, blue) = seated(client)
    at = red.prompts()["position"]
    red.play()
    blue.play()

    asked = red.post(f"{red.path}/rewind", {"to": at})
    summary = blue.get(red.path).json()
    prompts = blue.prompts()
    agreed = blue.post(f"{blue.path}/rewind/agree")

    assert (200, 200) == (asked.status_code, agreed.status_code)
    waiting = summary["rewind"]
    assert (at, "red", ["red"], ["blue"]) == tuple(
        waiting[name] for name in ("to", "asked", "agreed", "waiting")
    )
    assert "1 action of Red, 1 action of Blue" in waiting["between"]
    assert "blue" in summary["waiting_for"]
    assert (prompts["waiting_for"], prompts["rewind"]["to"]) == (summary["waiting_for"], at)
    assert blue.get(red.path).json()["rewind"] is None
    events = [event["event"] for event in agreed.json()["events"]]
    assert "rewound" in events


def test_an_answer_to_a_question_that_is_over_is_refused(client: TestClient[Any]):
    """W10: the prompt carries the number of its question; a late answer gets 409."""
    _, (red, blue) = seated(client)
    window = red.prompts()["prompts"][0]["window"]
    words = red.words()
    sent = {"command": words, "window": window, "seat": "red"}
    first = red.post(f"{red.path}/commands", {**sent, "id": "k1"})
    blue.play()
    late = red.post(f"{red.path}/commands", {**sent, "id": "k2", "command": red.words()})

    assert (200, 409) == (first.status_code, late.status_code)
    assert f"the question of #{window} is over" in late.text
    assert window < red.prompts()["prompts"][0]["window"]


def test_the_options_say_beforehand_what_a_rewind_needs(client: TestClient[Any]):
    """W6: one's own latest acts, each with who must agree and why."""
    _, (red, blue) = seated(client)
    at = red.prompts()["position"]
    red.play()
    free = red.get(f"{red.path}/take-backs").json()
    blue.play()
    bound = red.get(f"{red.path}/take-backs").json()

    assert {"seat": "red", "acts": [{"to": at, "consent": [], "why": ""}]} == free
    assert [(at, ["blue"], "blue acted after it")] == [
        (action["to"], action["consent"], action["why"]) for action in bound["acts"]
    ]


def test_a_rewind_can_be_refused(client: TestClient[Any]):
    _, (red, blue) = seated(client)
    at = red.prompts()["position"]
    red.play()
    blue.play()
    red.post(f"{red.path}/rewind", {"to": at})

    assert blue.post(f"{blue.path}/rewind/refuse").status_code == 200
    assert blue.get(red.path).json()["rewind"] is None


def test_what_a_rewind_took_back_stays_in_the_log_and_is_marked(client: TestClient[Any]):
    _, (red, blue) = seated(client)
    at = red.prompts()["position"]
    red.play()
    blue.play()
    red.post(f"{red.path}/rewind", {"to": at})
    blue.post(f"{blue.path}/rewind/agree")

    log = red.get(f"{red.path}/log", after=at, limit=1000).json()["sentences"]
    live = red.get(f"{red.path}/log", after=at, limit=1000, undone="false").json()["sentences"]

    assert any(sentence["undone"] for sentence in log)
    assert [sentence for sentence in log if not sentence["undone"]] == live
    timeline = red.get(f"{red.path}/timeline").json()
    assert at + 1 == timeline["undone"][0][0]


def test_a_resignation_ends_the_match_and_opens_its_secrets(client: TestClient[Any]):
    _match, (red, blue) = seated(client)

    red.post(f"{red.path}/resign")

    summary = blue.get(blue.path).json()
    assert (["blue"], True) == (summary["winners"], summary["open"])
    assert blue.get(f"{blue.path}/audit").json()["scope"] == "all"
    assert blue.get(f"{blue.path}/audit").json()["verdict"] == "EXACT"


def test_a_match_that_needs_consent_is_disclosed_only_when_all_agree(client: TestClient[Any]):
    """SL-05."""
    _, (red, blue) = seated(client, disclosure="consent")
    red.post(f"{red.path}/resign")
    closed = red.get(f"{red.path}/view", **{"as": "blue"}).status_code

    first = red.post(f"{red.path}/disclosure").json()
    second = blue.post(f"{blue.path}/disclosure").json()

    assert (403, False, True) == (closed, first["open"], second["open"])
    assert red.get(f"{red.path}/view", **{"as": "blue"}).status_code == 200
    log = red.get(f"{red.path}/log", last=1).json()["sentences"]
    assert "seed-revealed" in [sentence["tag"] for sentence in log]


def test_nobody_can_open_a_match_by_a_command(client: TestClient[Any]):
    _, (red, _) = seated(client, disclosure="consent")
    red.post(f"{red.path}/resign")

    assert red.command("disclose").status_code == 403


def test_a_name_never_gets_into_the_diary(client: TestClient[Any]):
    _, (red, _) = seated(client)

    assert red.command("claim red Hugo").status_code == 403
    assert red.command({"do": "claim", "seat": "red", "holder": "a@b.example"}).status_code == 403
    assert red.command("claim red bot").status_code == 200


def test_standing_answers_are_given_and_nobody_else_sees_them(client: TestClient[Any]):
    _, (red, blue) = seated(client)
    cards = next(offer["slots"][0]["candidates"] for offer in red.prompts()["prompts"][0]["offers"])
    answers = [{"verb": "bid", "slots": {"card": cards}}]

    put = client.put(f"{red.path}/standing", json={"answers": answers}, headers=red.headers)

    assert put.status_code == 200
    assert red.prompts()["prompts"] == []
    assert red.get(f"{red.path}/standing").json()["answers"][0]["verb"] == "bid"
    assert blue.get(f"{blue.path}/standing").json()["answers"] == []
    visible = blue.get(f"{blue.path}/events", after=blue.prompts()["position"] - 3).json()["events"]
    assert ("", "") == (visible[0]["event"]["by"], visible[0]["event"]["id"])


def test_a_paused_match_takes_no_commands_and_no_bot_plays(client: TestClient[Any]):
    opened = new_match(client, {"red": "me", "blue": "bot"})
    red = Player(client, opened["match"], opened["keys"]["red"])
    director = Caller(client, opened["director"])
    director.post(f"{red.path}/pause")

    paused = red.play()
    director.post(f"{red.path}/resume")

    assert 423 == paused.status_code
    assert 200 == red.play().status_code


def test_only_the_director_pauses_rules_and_invites(client: TestClient[Any]):
    _, (red, _) = seated(client)

    refused = [
        red.post(f"{red.path}/pause").status_code,
        red.post(f"{red.path}/resume").status_code,
        red.post(f"{red.path}/rulings", {"reason": "because"}).status_code,
        red.post(f"{red.path}/invitations", {"seat": "blue"}).status_code,
    ]

    assert [403] * 4 == refused


def test_a_ruling_corrects_the_table_with_a_public_reason(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "open"})
    director = Caller(client, opened["director"])
    path = f"/api/v1/matches/{opened['match']}"
    correction = {"event": "track-set", "track": "points/red", "value": 1, "rule": "Table/Ruling"}

    ruled = director.post(f"{path}/rulings", {"reason": "miscounted", "corrections": [correction]})

    assert ruled.status_code == 200, ruled.text
    assert director.get(f"{path}/scores").json()["now"]["seats"]["red"] == {"points": 1}
    blue = Player(client, opened["match"], claim(client, opened["invitations"]["blue"]))
    log = " ".join(sentence["text"] for sentence in blue.get(f"{path}/log").json()["sentences"])
    assert "miscounted" in log


def test_a_replaced_player_is_out_at_once_and_the_new_one_plays_on(client: TestClient[Any]):
    opened = new_match(client, {"red": "open", "blue": "bot"})
    director = Caller(client, opened["director"])
    old = Player(client, opened["match"], claim(client, opened["invitations"]["red"]))
    old.post(f"{old.path}/standing")

    invited = director.post(f"{old.path}/invitations", {"seat": "red"}).json()

    assert 401 == old.get(f"{old.path}/prompts").status_code
    new = Player(client, opened["match"], claim(client, invited["token"]))
    assert 200 == new.play().status_code


def test_who_is_not_asked_anything_has_no_previews_and_no_error(client: TestClient[Any]):
    """A page may ask while its question is answered, and while the match ends."""
    _, (red, blue) = seated(client)
    command = red.prompts()["prompts"][0]["offers"][0]
    asked = {"commands": [], "seat": "red"}
    assert 200 == red.post(f"{red.path}/previews", asked).status_code
    blue.post(f"{blue.path}/resign")

    answer = red.post(f"{red.path}/previews", {"commands": [{"do": command["verb"]}]})

    assert (200, []) == (answer.status_code, answer.json()["previews"])
    assert 409 == red.get(f"{red.path}/hint").status_code
