from __future__ import annotations

import socket
from collections import Counter
from contextlib import ExitStack

import httpx
import pytest
from litestar import Litestar

from tests.adapters.web.players import (
    Caller,
    Player,
    Watcher,
    new_match,
    seated,
    served,
    wait_until,
)
from wardiary.adapters.web.api.places import Places
from wardiary.adapters.web.api.problems import Refused
from wardiary.adapters.web.runtime import FEEDS_EACH, STATE


@pytest.fixture
def base(app: Litestar):
    """The address of the application, really served."""
    with served(app) as address:
        yield address


@pytest.fixture
def http(base: str):
    """A client over the network."""
    with httpx.Client(base_url=base, timeout=20) as client:
        yield client


def test_feed_entries_arrive_as_each_role_may_see_them(base: str, http: httpx.Client):
    match, (red, blue) = seated(http, public=True)
    with (
        Watcher(base, match, red.key) as mine,
        Watcher(base, match, blue.key) as theirs,
        Watcher(base, match) as strangers,
    ):
        last = red.play().json()["position"]
        heard = [watcher.upto(last)[-1] for watcher in (mine, theirs, strangers)]

    commands = [entry["events"][0]["command"]["do"] for entry in heard]
    assert ["bid", "sealed", "sealed"] == commands
    assert [[], ["blue"], []] == [
        [prompt["seat"] for prompt in entry["prompts"]] for entry in heard
    ]
    assert [["blue"]] * 3 == [entry["asked"] for entry in heard]


def test_a_feed_goes_on_after_the_last_id_without_gap_or_double(base: str, http: httpx.Client):
    match, (red, blue) = seated(http)
    with Watcher(base, match, red.key) as first:
        first.upto(red.play().json()["position"])
    seen = first.ids[-1]
    for player in (blue, red, blue):
        if player.prompts()["prompts"]:
            player.play()
    head = red.prompts()["position"]

    with Watcher(base, match, red.key, after=seen) as second:
        missed = second.upto(head)

    ends = [moment[0] for moment in red.get(f"{red.path}/timeline", after=seen).json()["entries"]]
    assert ends == [entry["position"] for entry in missed]


def test_the_session_header_of_the_browser_counts_before_the_address(base: str, http: httpx.Client):
    _match, (red, _) = seated(http)
    start = red.prompts()["position"]
    head = red.play().json()["position"]
    headers = {**red.headers, "Last-Event-ID": str(start)}
    url = f"{base}{red.path}/feed?after=0"

    with httpx.stream("GET", url, headers=headers, timeout=20) as feed:
        ids = (line for line in feed.iter_lines() if line.startswith("id:"))
        first = next(ids)

    assert f"id: {head}" == first


def test_a_feed_without_a_last_id_sends_no_history(base: str, http: httpx.Client):
    match, (red, blue) = seated(http)
    red.play()

    with Watcher(base, match, blue.key) as watcher:
        last = blue.play().json()["position"]
        heard = watcher.upto(last)

    assert heard[0]["first"] == red.prompts()["position"] - (last - heard[0]["first"])


def test_a_feed_without_events_leaves_them_out(base: str, http: httpx.Client):
    match, (red, _) = seated(http)
    with Watcher(base, match, red.key, lean="true") as watcher:
        (entry,) = watcher.upto(red.play().json()["position"])

    assert "events" not in entry
    assert ["T2"] == [
        sentence["rule"] for sentence in entry["log"] if sentence["tag"] == "pieces-moved"
    ]
    assert ["blue"] == entry["asked"]


def test_a_nonsense_id_is_refused(base: str, http: httpx.Client):
    _, (red, _) = seated(http)

    answer = http.get(f"{red.path}/feed", headers={**red.headers, "Last-Event-ID": "abc"})

    assert 400 == answer.status_code


def test_a_revoked_key_ends_its_feed(base: str, http: httpx.Client):
    opened = new_match(http, {"red": "open", "blue": "me"})
    director = Caller(http, opened["director"])
    token = {"token": opened["invitations"]["red"]}
    key = http.post("/api/v1/invitations/claim", json=token).json()["key"]
    red = Player(http, opened["match"], key)
    blue = Player(http, opened["match"], opened["keys"]["blue"])

    with Watcher(base, opened["match"], key) as watcher:
        red.play()
        watcher.upto(red.prompts()["position"])
        director.post(f"{red.path}/invitations", {"seat": "red"})
        blue.play()
        wait_until(watcher.closed.is_set)

    assert blue.prompts()["position"] not in watcher.ids


def test_the_service_stops_though_feeds_are_open(app: Litestar):
    """`served` fails if it does not."""
    with served(app) as base, httpx.Client(base_url=base, timeout=20) as http:
        match, (red, _) = seated(http)
        watcher = Watcher(base, match, red.key)
        watcher.__enter__()
    watcher.__exit__()


def test_the_worker_goes_on_with_bots_that_need_more_time(
    base: str, http: httpx.Client, app: Litestar, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("wardiary.adapters.web.service.PLAY_ON_COMMANDS", 1)
    opened = new_match(http, {"red": "bot", "blue": "bot"}, public=True)
    path = f"/api/v1/matches/{opened['match']}"

    wait_until(lambda: http.get(path).json()["open"])


def test_of_many_feeds_opened_at_once_only_the_allowed_number_is_accepted(
    app: Litestar, base: str, http: httpx.Client
):
    """8.10a: all are asked for before the first is answered."""
    _, (red, _) = seated(http)
    request = (
        f"GET {red.path}/feed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {red.key}\r\n\r\n"
    ).encode()
    place = httpx.URL(base)
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection((place.host, place.port), timeout=20))
            for _ in range(3 * FEEDS_EACH)
        ]
        for connection in opened:
            connection.sendall(request)
        answers = Counter(connection.recv(12) for connection in opened)

        assert {b"HTTP/1.1 200": FEEDS_EACH, b"HTTP/1.1 429": 2 * FEEDS_EACH} == answers
        assert FEEDS_EACH == app.state[STATE].places.taken
    wait_until(lambda: not app.state[STATE].places.taken)


def test_a_feed_that_never_started_frees_its_place():
    """8.10a: its caller had gone before the first message."""
    places = Places(1)
    place = places.take("one")
    with pytest.raises(Refused):
        places.take("one")

    del place

    places.take("one").leave()
    assert 0 == places.taken


def test_the_feed_of_a_branch_ends_when_it_is_thrown_away(base: str, http: httpx.Client):
    """A13: at once, with the reason."""
    _, (red, _) = seated(http)
    opened = red.post(f"{red.path}/branches", {"at": red.prompts()["position"]}).json()
    path = f"/api/v1/matches/{opened['match']}"
    director = {"Authorization": f"Bearer {opened['director']}"}

    with http.stream("GET", f"{path}/feed", headers=director) as feed:
        lines = feed.iter_lines()
        assert ": wardiary" == next(lines)
        assert 204 == http.delete(path, headers=director).status_code
        heard = list(lines)

    assert 'data: {"why":"this branch was discarded"}' in heard
