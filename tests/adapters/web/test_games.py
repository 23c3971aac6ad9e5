"""Every registered game over the service, by offers, views and layouts alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.adapters.web.players import Player
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.web.app import Options, create_app
from wardiary.domain.games import registry
from wardiary.tools.load import words_for

PLAYED = 12


@pytest.fixture
def client() -> Iterator[TestClient[Any]]:
    """The service with the games that it is shipped with."""
    matches = open_store("memory:")
    with TestClient(create_app(matches, Options(rate=0))) as opened:
        yield opened
    matches.store.close()


@pytest.mark.parametrize("name", registry.names())
def test_a_game_is_played_against_a_bot(client: TestClient[Any], name: str):
    games = {game["name"]: game for game in client.get("/api/v1/games").json()["games"]}
    scenario = games[name]["scenarios"][0]
    first, *others = scenario["seatings"][0]
    seats = {first: "me", **dict.fromkeys(others, "bot")}
    body = {"game": name, "scenario": scenario["id"], "seats": seats}
    opened = client.post("/api/v1/matches", json=body).json()
    player = Player(client, opened["match"], opened["keys"][first])
    rng, taken = random.Random(1), 0

    for _ in range(PLAYED):
        prompts = player.prompts()["prompts"]
        if prompts:
            taken += player.command(words_for(prompts[0], rng)).status_code == 200

    assert taken > PLAYED // 2
    for more in ("", "/view", "/text", "/log", "/timeline", "/scores", "/dice", "/clock"):
        assert 200 == player.get(f"{player.path}{more}").status_code
    board = player.get(f"{player.path}/view").json()
    assert board["spaces"] or board["rows"]
    audit = player.get(f"{player.path}/audit").json()
    assert ("seat", "EXACT") == (audit["scope"], audit["verdict"])


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_that_the_log_cites_is_explained(client: TestClient[Any], name: str):
    games = {game["name"]: game for game in client.get("/api/v1/games").json()["games"]}
    scenario = games[name]["scenarios"][0]
    seats = dict.fromkeys(scenario["seatings"][0], "bot:random")
    body = {"game": name, "scenario": scenario["id"], "seats": seats, "public": True}
    match = client.post("/api/v1/matches", json=body).json()["match"]

    log = client.get(f"/api/v1/matches/{match}/log").json()["sentences"]

    for rule in {sentence["rule"] for sentence in log}:
        answer = client.get(f"/api/v1/matches/{match}/rules/{rule}")
        assert (200, rule) == (answer.status_code, answer.json()["id"])
