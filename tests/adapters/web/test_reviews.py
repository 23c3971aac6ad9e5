"""Reviews over HTTP: who may have what reviewed, what is kept, and when it is made again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace as replace_game
from threading import Event
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.adapters.web.players import Caller, Player, seated, wait_until
from tests.toy import TOY
from wardiary.adapters.lab import reviews
from wardiary.adapters.lab.reviews import COLLECTION, Depth
from wardiary.adapters.matches import Matches
from wardiary.adapters.web.runtime import STATE
from wardiary.adapters.web.workers import review_worker
from wardiary.projections.lab.rollouts import OneProcess

ANSWERED = ("done", "stopped", "failed")


class Here(OneProcess):
    """Rollouts in the worker's own thread; the toy game is known in no other process."""

    ended = closed = 0

    def close(self) -> None:
        self.closed += 1

    def end(self) -> None:
        self.ended += 1


class Held(Here):
    """Plays nothing until it is told to."""

    def __init__(self) -> None:
        self.go = Event()

    def play(self, shares: Any) -> Iterator[Any]:
        for result in super().play(shares):
            assert self.go.wait(10)
            yield result

    def end(self) -> None:
        self.go.set()


@pytest.fixture(autouse=True)
def crew(app: Litestar, monkeypatch: pytest.MonkeyPatch) -> Here:
    monkeypatch.setattr(reviews, "QUICK", Depth(8, 4, 1))
    monkeypatch.setattr(reviews, "THOROUGH", Depth(16, 6, 2))
    made = Here()
    use(app, made)
    return made


def use(app: Litestar, made: Here) -> None:
    app.state[STATE].review_worker.new_crew = lambda: made


def played_out(client: TestClient[Any], **more: Any) -> tuple[str, list[Player]]:
    """A match in which both have bid before blue gave up."""
    match, players = seated(client, **more)
    for _ in range(1):
        for player in players:
            if player.prompts()["prompts"]:
                player.play()
    players[1].post(f"{players[1].path}/resign")
    return match, players


def made(player: Caller, path: str, **body: Any) -> dict[str, Any]:
    """A review that was asked for, once it is there."""
    asked = player.post(path, body)
    assert 202 == asked.status_code, asked.text
    query = {name: value for name, value in body.items() if name == "at"}
    wait_until(lambda: player.get(path, **query).json()["state"] in ANSWERED)
    return player.get(path, **query).json()


def what_if(red: Player) -> Player:
    """A what-if of a running match, in which its seat has played on."""
    opened = red.post(f"{red.path}/branches", {"at": red.prompts()["position"]}).json()
    child = Player(red.client, opened["match"], opened["keys"]["red"])
    plays(child)
    return child


def plays(player: Player) -> None:
    """Play, once bots have answered."""
    wait_until(lambda: player.prompts()["prompts"])
    player.play()


def test_a_match_that_is_over_is_reviewed_in_the_background(client: TestClient[Any]):
    match, (red, blue) = played_out(client)
    path = f"{red.path}/review"
    assert "none" == red.get(path).json()["state"]

    answer = made(red, path)

    assert ("done", "red", "hands", "") == tuple(
        answer[name] for name in ("state", "seat", "eyes", "why")
    )
    review = answer["review"]
    assert (match, ["red"], True) == (review["match"], review["winners"], review["whole"])
    assert 1.0 == review["curve"][-1]["seats"]["red"]["share"]
    assert answer == blue.get(path).json(), "all are told the same once it is open"


def test_what_was_reviewed_is_kept_and_not_made_again(
    client: TestClient[Any], matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    _, (red, _) = played_out(client)
    first = made(red, f"{red.path}/review")
    monkeypatch.setattr(reviews, "Reviewer", None)

    again = red.post(f"{red.path}/review", {})

    assert (202, first) == (again.status_code, again.json())
    assert 1 == len(matches.store.items(COLLECTION))


def test_a_closer_look_is_made_after_a_quick_one_and_takes_its_place(client: TestClient[Any]):
    _, (red, _) = played_out(client)
    quick = made(red, f"{red.path}/review")

    close = made(red, f"{red.path}/review", thorough=True)

    assert (False, True) == (quick["thorough"], close["thorough"])
    assert close["review"]["rollouts"] > quick["review"]["rollouts"]


def test_a_review_is_not_shown_any_more_once_the_rules_have_changed(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
):
    _, (red, _) = played_out(client)
    made(red, f"{red.path}/review")
    changed = replace_game(TOY, version="99", former_versions=(TOY.version,))
    monkeypatch.setattr(Matches, "game_of", lambda matches, match: changed)

    assert "none" == red.get(f"{red.path}/review").json()["state"]
    assert "99" == made(red, f"{red.path}/review")["review"]["version"]


def test_a_match_that_is_being_played_is_not_reviewed(client: TestClient[Any]):
    """14.2: neither for its players, who have what-ifs for that, nor for strangers."""
    _, (red, _) = seated(client, public=True)
    red.play()
    stranger = Caller(client)

    assert [403] * 4 == [
        caller.post(f"{red.path}/{path}", body).status_code
        for caller in (red, stranger)
        for path, body in (("review", {}), ("review/orders", {"at": red.prompts()["position"]}))
    ]
    assert "a what-if of it can be" in red.get(f"{red.path}/review").json()["detail"]


def test_a_what_if_is_reviewed_from_its_beginning_with_the_eyes_of_its_seat(
    client: TestClient[Any],
):
    _, (red, _) = seated(client)
    child = what_if(red)

    answer = made(child, f"{child.path}/review")

    assert ("done", "red", "red") == (answer["state"], answer["seat"], answer["eyes"])
    began = red.prompts()["position"]
    assert all(moment["position"] > began for moment in answer["review"]["curve"])
    assert "What Red does not know is dealt again" in answer["review"]["basis"]
    child.post(f"{child.path}/resign")
    assert "none" == child.get(f"{child.path}/review").json()["state"], "it has gone on"


def test_a_review_of_a_what_if_is_for_the_eyes_of_its_seat_alone(client: TestClient[Any]):
    _, (red, blue) = seated(client)
    child = what_if(red)
    made(child, f"{child.path}/review")

    refused = child.get(f"{child.path}/review", **{"as": "blue"})

    assert 403 == refused.status_code
    assert 404 == blue.get(f"{child.path}/review").status_code


def test_a_match_that_is_over_but_not_open_is_reviewed_with_what_each_seat_knows(
    client: TestClient[Any],
):
    _, (red, blue) = played_out(client, disclosure="consent")

    eyes = [made(player, f"{player.path}/review")["eyes"] for player in (red, blue)]

    assert ["red", "blue"] == eyes


def test_a_stranger_reads_the_review_of_an_open_match_but_has_none_made(client: TestClient[Any]):
    _, (red, _) = played_out(client, public=True)
    stranger = Caller(client)

    assert 403 == stranger.post(f"{red.path}/review", {}).status_code
    assert 403 == stranger.post(f"{red.path}/review/stop", {}).status_code
    made(red, f"{red.path}/review")
    assert "done" == stranger.get(f"{red.path}/review").json()["state"]


def test_the_orders_at_a_moment_are_compared(client: TestClient[Any]):
    _, (red, _) = seated(client)
    at = red.prompts()["position"]
    orders = len(red.prompts()["prompts"][0]["offers"][0]["slots"][0]["candidates"])
    red.play()
    red.post(f"{red.path}/resign")

    answer = made(red, f"{red.path}/review/orders", at=at)

    assert ("done", at, "red") == (answer["state"], answer["at"], answer["orders"]["seat"])
    ranked = answer["orders"]["orders"]
    assert orders == len(ranked)
    assert ranked[0]["tied"]
    assert all(one["command"].startswith("bid ") for one in ranked)
    blue = red.get(f"{red.path}/review/orders", at=at, **{"as": "blue"}).json()
    assert "none" == blue["state"], "each seat has orders of its own"


@pytest.mark.parametrize(("at", "status"), [(1, 404), (10_000, 404)])
def test_orders_are_compared_only_where_an_entry_ends(
    client: TestClient[Any], at: int, status: int
):
    _, (red, _) = played_out(client)

    assert status == red.post(f"{red.path}/review/orders", {"at": at}).status_code


def test_where_nobody_is_asked_anything_no_orders_are_compared(client: TestClient[Any]):
    _, (red, _) = played_out(client)
    end = red.get(red.path).json()["position"]

    assert 409 == red.get(f"{red.path}/review/orders", at=end).status_code


def test_a_review_that_is_stopped_keeps_what_it_has(
    client: TestClient[Any], app: Litestar, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(review_worker, "KEPT_EVERY", 0.0)
    slow = Slow()
    use(app, slow)
    _, (red, _) = played_out(client)
    path = f"{red.path}/review"
    red.post(path, {})
    wait_until(lambda: red.get(path).json()["step"] >= 2)

    red.post(f"{path}/stop", {})
    wait_until(lambda: red.get(path).json()["state"] == "stopped")
    stopped = red.get(path).json()

    assert not stopped["review"]["whole"]
    assert 2 <= len(stopped["review"]["curve"]) <= stopped["step"]
    slow.pause = 0.0
    assert "done" == made(red, path)["state"], "and it can be gone on with"


class Slow(Here):
    """Takes its time."""

    pause = 0.05

    def play(self, shares: Any) -> Iterator[Any]:
        for result in super().play(shares):
            time.sleep(self.pause)
            yield result


def test_while_one_review_is_made_others_wait_and_too_many_are_refused(
    client: TestClient[Any], app: Litestar, monkeypatch: pytest.MonkeyPatch
):
    held = Held()
    use(app, held)
    monkeypatch.setattr(review_worker, "MOST_WAITING", 2)
    callers = [played_out(client)[1][0] for _ in range(3)]
    asked = [red.post(f"{red.path}/review", {}) for red in callers]
    first, second, _ = callers

    assert [202, 202, 429] == [answer.status_code for answer in asked]
    wait_until(lambda: first.get(f"{first.path}/review").json()["state"] == "working")
    assert "waiting" == second.get(f"{second.path}/review").json()["state"]
    held.go.set()
    wait_until(lambda: second.get(f"{second.path}/review").json()["state"] == "done")


def test_one_match_does_not_fill_what_waits(
    client: TestClient[Any], app: Litestar, monkeypatch: pytest.MonkeyPatch
):
    """Its moments would keep all others waiting."""
    held = Held()
    use(app, held)
    monkeypatch.setattr(review_worker, "MOST_OF_A_MATCH", 1)
    (_, (red, _)), (_, (other, _)) = played_out(client), played_out(client)
    red.post(f"{red.path}/review", {})
    (at, *_) = red.get(f"{red.path}/timeline").json()["entries"][0]

    refused = red.post(f"{red.path}/review/orders", {"at": at})

    assert (429, True) == (refused.status_code, "of this match" in refused.json()["detail"])
    assert 202 == other.post(f"{other.path}/review", {}).status_code
    held.go.set()


def test_a_closer_look_takes_the_place_of_a_quick_one_that_is_under_way(
    client: TestClient[Any], app: Litestar
):
    held = Held()
    use(app, held)
    _, (red, _) = played_out(client)
    path = f"{red.path}/review"
    red.post(path, {})
    wait_until(lambda: red.get(path).json()["state"] == "working")

    red.post(path, {"thorough": True})
    held.go.set()

    wait_until(lambda: red.get(path).json()["state"] == "done")
    assert red.get(path).json()["thorough"]


def test_an_error_of_the_program_is_told_to_who_waits(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
):
    """Without its text, which may be secret; others go on."""

    def broken(*_: object, **__: object) -> None:
        raise KeyError("blue-hand-7")

    _, (red, _) = played_out(client)
    monkeypatch.setattr(reviews, "Reviewer", broken)

    answer = made(red, f"{red.path}/review")

    assert "failed" == answer["state"]
    assert "an error of the program" in answer["why"]
    assert "blue-hand" not in answer["why"]


def test_a_review_that_cannot_be_made_says_why(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
):
    def nothing(*_: object, **__: object) -> None:
        raise reviews.NotPlayable("nothing has been played yet")

    _, (red, _) = played_out(client)
    monkeypatch.setattr(reviews, "Reviewer", nothing)

    answer = made(red, f"{red.path}/review")

    assert ("failed", "nothing has been played yet") == (answer["state"], answer["why"])


def test_who_plays_is_let_go_of_when_nothing_is_to_do_and_ended_with_the_service(
    app: Litestar, crew: Here
):
    with TestClient(app) as client:
        _, (red, _) = played_out(client)
        made(red, f"{red.path}/review")
        wait_until(lambda: crew.closed == 1)
        held = Held()
        use(app, held)
        red.post(f"{red.path}/review", {"thorough": True})
        wait_until(lambda: red.get(f"{red.path}/review").json()["state"] == "working")

    assert held.go.is_set()


def test_while_who_plays_is_let_go_of_callers_are_answered(client: TestClient[Any], app: Litestar):
    """14.3: a share that is not wanted any more keeps nobody waiting."""
    slow = SlowToClose()
    use(app, slow)
    _, (red, _) = played_out(client)
    made(red, f"{red.path}/review")
    assert slow.closing.wait(10)

    assert 200 == red.get(f"{red.path}/review").status_code
    assert not slow.go.is_set(), "it was answered before"
    slow.go.set()


class SlowToClose(Here):
    """Waits long before it lets go."""

    def __init__(self) -> None:
        self.closing, self.go = Event(), Event()

    def close(self) -> None:
        self.closing.set()
        self.go.wait(10)
