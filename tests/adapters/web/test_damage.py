"""Damage in one match, seen over HTTP: the others are well, and it is no "fault in wardiary"."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.web.app import Options, create_app
from wardiary.adapters.web.auth.keys import hashed

NEW = {"game": "toy", "scenario": "plain", "seats": {"red": "me", "blue": "open"}, "public": True}


class Served:
    """A store with two matches, served again after something was done to it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        with self.client() as client:
            self.hurt, self.key = self.opened(client)
            self.well, self.well_key = self.opened(client)
            for match, key in ((self.hurt, self.key), (self.well, self.well_key)):
                assert 200 == self.bid(client, match, key).status_code
            self.head = client.get(f"/api/v1/matches/{self.hurt}").json()["position"]

    def client(self) -> TestClient[Any]:
        return TestClient(create_app(open_store(str(self.file)), Options(rate=0)))

    def opened(self, client: TestClient[Any]) -> tuple[str, str]:
        made = client.post("/api/v1/matches", json=NEW).json()
        return made["match"], made["keys"]["red"]

    def bid(self, client: TestClient[Any], match: str, key: str) -> Any:
        headers = {"Authorization": f"Bearer {key}"}
        asked = client.get(f"/api/v1/matches/{match}/prompts", headers=headers).json()
        card = (
            asked["prompts"][0]["offers"][0]["slots"][0]["candidates"][0]
            if asked["prompts"]
            else "x"
        )
        body = {"id": f"{match[:6]}-{card}", "command": f"bid {card}"}
        return client.post(f"/api/v1/matches/{match}/commands", json=body, headers=headers)

    def hurt_by(self, statement: str) -> None:
        with closing(sqlite3.connect(self.file)) as database, database:
            database.execute(statement.format(hurt=self.hurt, head=self.head))


@pytest.fixture
def served(toys: None, tmp_path: Path) -> Iterator[Served]:
    """The store of the tests here."""
    return Served(tmp_path / "m.db")


def test_a_damaged_match_is_listed_with_its_position_beside_the_others(served: Served):
    """A5"""
    served.hurt_by(
        "DELETE FROM stored_events WHERE originator_id = '{hurt}' AND originator_version = {head}"
    )

    with served.client() as client:
        listed = {
            entry["match"]: entry for entry in client.get("/api/v1/matches").json()["matches"]
        }
        assert f"damaged at position {served.head}" in listed[served.hurt]["damage"]
        assert "" == listed[served.well]["damage"]
        assert 200 == client.get(f"/api/v1/matches/{served.hurt}/view").status_code
        refused = served.bid(client, served.hurt, served.key)
        assert (410, "This match is damaged") == (refused.status_code, refused.json()["title"])
        assert f"damaged at position {served.head}" in refused.json()["detail"]
        assert 200 == client.get(f"/api/v1/matches/{served.well}/log").status_code


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM stored_events WHERE originator_id = '{hurt}'",
        "UPDATE stored_events SET state = X'00' WHERE originator_id = '{hurt}'",
        "DELETE FROM entries WHERE match_id = '{hurt}'",
        "UPDATE kept SET value = X'00' WHERE drawer = 'cards' AND key = '{hurt}'",
        "UPDATE kept SET value = 'no card' WHERE drawer = 'cards' AND key = '{hurt}'",
        "UPDATE kept SET value = X'00' WHERE drawer = 'keeper'",
    ],
)
def test_other_matches_are_listed_and_played_whatever_is_damaged(served: Served, statement: str):
    """A5"""
    served.hurt_by(statement)

    with served.client() as client:
        listed = client.get("/api/v1/matches")
        assert 200 == listed.status_code
        assert served.well in [entry["match"] for entry in listed.json()["matches"]]
        headers = {"Authorization": f"Bearer {served.key}"}
        response = client.get("/api/v1/matches", headers=headers).json()["matches"]
        damage = {entry["match"]: entry["damage"] for entry in response}[served.hurt]
        assert ("keeper" in statement) == (damage == "")
        for path in ("", "/view", "/log", "/prompts", "/archive", "/audit", "/branches"):
            answer = client.get(f"/api/v1/matches/{served.hurt}{path}", headers=headers)
            assert answer.status_code in (200, 410), (path, answer.text)
            assert "fault" not in answer.text


def test_a_damaged_key_opens_nothing_and_stops_nobody(served: Served):
    """A5"""
    served.hurt_by(f"UPDATE kept SET value = X'00' WHERE key = '{hashed(served.key)}'")

    with served.client() as client:
        headers = {"Authorization": f"Bearer {served.key}"}
        assert 401 == client.get("/api/v1/matches", headers=headers).status_code
        assert 2 == len(client.get("/api/v1/matches").json()["matches"])


def test_a_seat_whose_number_is_damaged_is_closed_to_its_key_until_it_is_invited_again(
    served: Served,
):
    """A5"""
    served.hurt_by("INSERT INTO kept VALUES ('seats {hurt}', 'red', 'many')")

    with served.client() as client:
        headers = {"Authorization": f"Bearer {served.key}"}
        assert 401 == client.get("/api/v1/matches", headers=headers).status_code
