"""What is printed on components and spaces, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from tests.adapters.web.players import Caller
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.web.app import create_app
from wardiary.domain.games import registry

SCENARIOS = {
    "undaunted": ("la-raye", ("us", "german")),
    "combat-commander": ("cc-h1", ("axis", "allies")),
    "combat-soldiers": ("free-form", ("a", "b")),
    "nuts": ("south", ("german", "american")),
    "company-of-heroes": ("coh-m2", ("us", "wehrmacht")),
}


@pytest.fixture
def club() -> Iterator[TestClient[Any]]:
    """A service with all registered games."""
    with TestClient(create_app(open_store("memory:"))) as client:
        yield client


def opened(client: TestClient[Any], game: str) -> tuple[str, str]:
    """A match with one seat open: its address, and the key of the person who opened it."""
    scenario, seats = SCENARIOS[game]
    body = {"game": game, "scenario": scenario, "seats": {seats[0]: "me", seats[1]: "bot"}}
    answer = client.post("/api/v1/matches", json=body)
    assert 201 == answer.status_code, answer.text
    return f"/api/v1/matches/{answer.json()['match']}", answer.json()["keys"][seats[0]]


@pytest.mark.parametrize("game", SCENARIOS)
def test_a_match_gives_what_its_components_and_spaces_print(club: TestClient[Any], game: str):
    path, key = opened(club, game)

    answer = Caller(club, key).get(f"{path}/components")

    rules = registry.game(game)
    printed = rules.faces.components(rules.read_pack(registry.packaged(game)))
    assert 200 == answer.status_code
    assert msgspec.json.decode(msgspec.json.encode(printed)) == answer.json()["components"]
    board = Caller(club, key).get(f"{path}/view").json()
    spaces = {space["zone"] for space in board["spaces"]}
    assert spaces <= answer.json()["spaces"].keys()


def test_components_may_be_asked_for_by_kind_and_without_spaces(club: TestClient[Any]):
    path, key = opened(club, "undaunted")
    every = Caller(club, key).get(f"{path}/components").json()

    answer = Caller(club, key).get(f"{path}/components", kinds="sniper,no-such-kind,mortar")
    short = Caller(club, key).get(f"{path}/components", kinds="sniper", spaces="false")
    much = Caller(club, key).get(f"{path}/components", kinds="x" * 10_001)

    kinds = ("sniper", "mortar")
    assert {kind: every["components"][kind] for kind in kinds} == answer.json()["components"]
    assert every["spaces"] == answer.json()["spaces"]
    assert ["sniper"] == list(short.json()["components"])
    assert {} == short.json()["spaces"]
    assert 400 == much.status_code


def test_what_a_match_prints_is_for_those_who_may_look_at_it(club: TestClient[Any]):
    path, _ = opened(club, "undaunted")

    assert Caller(club).get(f"{path}/components").status_code in (401, 403, 404)


def test_a_board_tells_present_values_and_who_controls_a_space(club: TestClient[Any]):
    path, key = opened(club, "undaunted")

    board = Caller(club, key).get(f"{path}/view").json()

    counters = [p for space in board["spaces"] for p in space["stack"]["pieces"] if p["values"]]
    assert {"Defence"} == {value["name"] for piece in counters for value in piece["values"]}
    assert {"german", ""} <= {space["stack"]["control"] for space in board["spaces"]}
