"""Every byte that reaches a role, held against what it may know: words written on hidden cards.

Each card in a hand bears a word that only its owner may read until the card is shown. The roles ask
for everything that can be asked, at every position, in errors and in the live feed, and none of
their bytes may hold a word before its card was theirs to see.
"""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
import structlog
from litestar import Litestar
from litestar.testing import TestClient

from tests.adapters.web.players import Caller, Player, Watcher, seated, served, wait_until
from tests.toy import SEATS
from wardiary.adapters.matches import Matches
from wardiary.adapters.web.app import Options, create_app
from wardiary.adapters.web.runtime import STATE
from wardiary.domain.table.table import Table

WORD = re.compile(r"zzq-\d+-\d+-qzz")
ROLES = (*SEATS, "")


class Ear:
    """Everything that one role was ever sent."""

    def __init__(self, role: str, caller: Caller) -> None:
        self.role, self.caller = role, caller
        self.words: set[str] = set()
        self.known: set[str] = set()

    def hear(self, text: str) -> None:
        """Take in the bytes of an answer."""
        self.words |= set(WORD.findall(text))

    def learn(self, table: Table) -> None:
        """What the role may read on the table now."""
        for piece in table.pieces.values():
            if self._knows(table, piece.id):
                self.known |= set(WORD.findall(piece.face))

    def _knows(self, table: Table, piece: str) -> bool:
        if self.role:
            return table.knows(self.role, piece)
        return all(table.knows(seat, piece) for seat in table.seats)


@pytest.fixture
def log() -> list[dict[str, Any]]:
    """What the service writes into its log at the default level."""
    with structlog.testing.capture_logs() as lines:
        yield lines


@pytest.fixture(params=["store", "redis"])
def app(matches: Matches, request: pytest.FixtureRequest) -> Litestar:
    """The application with feeds from its store, and with feeds from Redis."""
    redis = request.getfixturevalue("empty_valkey") if request.param == "redis" else ""
    return create_app(matches, Options(rate=0, redis=redis))


def ask_everything(ear: Ear, path: str, head: int) -> None:
    """Every address that a caller can ask, with every pair of eyes it may try."""
    asked = [
        "", "/prompts", "/view", "/text", "/events", "/log", "/timeline", "/scores", "/dice",
        "/clock", "/branches", "/archive", "/audit", "/standing", "/events?limit=1000",
        "/log?limit=1000&undone=false", f"/difference/{path.rpartition('/')[2]}",
        "/rules/T2", "/rules/none", "/nowhere",
    ]  # fmt: skip
    for role in (*SEATS, "spectator", "director"):
        asked += [
            f"/view?as={role}",
            f"/log?as={role}",
            f"/events?as={role}",
            f"/archive?as={role}",
        ]
    for at in range(max(1, head - 12), head + 2):
        asked += [f"/view?at={at}", f"/text?at={at}"]
    for more in asked:
        ear.hear(ear.caller.get(f"{path}{more}").text)
    ear.hear(ear.caller.get("/api/v1/matches").text)


def provoke_everything(ear: Ear, path: str, head: int) -> None:
    """Every error that a caller can cause."""
    tries: list[tuple[str, dict[str, Any]]] = [
        ("/rewind", {"to": 1}),
        ("/rewind/agree", {}),
        ("/rulings", {"reason": "x", "corrections": []}),
        ("/pause", {}),
        ("/invitations", {"seat": "blue"}),
        ("/branches", {"at": head - 1}),
    ]
    for number, words in enumerate(
        ["bid card-0", "bid nothing", "bid", "nonsense", "rule x", "disclose", "ask-rewind 1"]
    ):
        command = {"command": words, "id": f"wrong-{ear.role}-{head}-{number}"}
        # At a position long gone, so that nothing is recorded.
        tries.append(("/commands", {**command, "expected": 1}))
    for more, body in tries:
        ear.hear(ear.caller.post(f"{path}{more}", body).text)


def test_no_role_gets_a_word_before_it_may_know_it(
    app: Litestar, matches: Matches, log: list[dict[str, Any]]
):
    """SL-01."""
    with served(app) as base, httpx.Client(base_url=base, timeout=20) as http:
        source = "redis" if app.state[STATE].redis_health else "store"
        wait_until(lambda: http.get("/readyz").json()["feed"] == source)
        match, players = seated(http, game="canary", public=True)
        path = f"/api/v1/matches/{match}"
        callers = [*players, Caller(http)]
        ears = [Ear(role, caller) for role, caller in zip(ROLES, callers, strict=True)]
        feeds = [Watcher(base, match, caller.key, after=0) for caller in callers]
        for feed in feeds:
            feed.__enter__()
        for turn in range(40):
            now = matches.current(match)
            for ear, feed in zip(ears, feeds, strict=True):
                for position in range(1, now.table.position + 1):
                    ear.learn(matches.history(match).table_at(position))
                if turn < 4:
                    ask_everything(ear, path, now.table.position)
                    provoke_everything(ear, path, now.table.position)
                feed.upto(matches.history(match).head)
                ear.hear("\n".join(feed.raw))
                assert set() == ear.words - ear.known
            asked = [player for player in players if player.prompts()["prompts"]]
            if now.table.result is not None or turn > 6 or not asked:
                break
            play(asked[0], ears[players.index(asked[0])])
        metrics, ready = http.get("/metrics").text, http.get("/readyz").text
        for feed in feeds:
            feed.__exit__()

    assert ears[0].words, "the owner reads its own words"
    assert [{source}] * len(feeds) == [set(feed.sources) for feed in feeds]
    assert [] == WORD.findall(f"{log}{metrics}{ready}")


def play(player: Player, ear: Ear) -> None:
    """Play, and collect the responses."""
    answer = player.play()
    assert answer.status_code == 200, answer.text
    ear.hear(answer.text)


def test_log_lines_and_metrics_contain_no_key_and_no_query(
    app: Litestar, log: list[dict[str, Any]]
):
    with served(app) as base, httpx.Client(base_url=base, timeout=20) as http:
        match, (red, _) = seated(http)
        red.get(f"{red.path}/view", at="12")
        red.play()
        metrics = http.get("/metrics").text

    result = f"{log}{metrics}"
    assert red.key not in result
    assert match not in result
    assert "at=12" not in result
    assert "/api/v1/matches/{match}/view" in result


def test_two_matches_that_differ_in_a_hand_look_the_same_to_the_other_seat(
    client: TestClient[Any], matches: Matches
):
    """What blue holds changes no byte, no size and no order of what red is sent."""
    _match, (red, blue) = seated(client, game="canary")
    before = [red.get(f"{red.path}{more}").text for more in ("/prompts", "/scores", "/branches")]

    blue.play()
    cards = blue.prompts()["position"]
    sent = red.get(f"{red.path}/events", after=cards - 3).json()["events"]

    assert before[2] == red.get(f"{red.path}/branches").text
    assert {"do": "sealed"} == sent[0]["event"]["command"]
    assert ["?"] == sent[1]["event"]["pieces"]
