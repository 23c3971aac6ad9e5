"""Looking back by time, and at a rule."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.adapters.web.players import Caller, new_match, seated
from wardiary.domain.diary.history import History
from wardiary.domain.table.table import Table


def iso(ms: int, zone: timezone = UTC) -> str:
    """A time as people write it."""
    return datetime.fromtimestamp(ms / 1000, zone).isoformat(timespec="milliseconds")


def test_a_board_is_asked_for_by_time_as_a_clock_or_as_milliseconds(client: TestClient[Any]):
    """T4."""
    _, (red, blue) = seated(client)
    red.play()
    then = red.get(f"{red.path}/timeline").json()["entries"][-1]
    blue.play()
    east = timezone(timedelta(hours=5, minutes=30))

    seen = [
        red.get(f"{red.path}/view", time=time).json()["position"]
        for time in (then[1], str(then[1]), iso(then[1]), iso(then[1], east))
    ]

    # Later entries of the same millisecond belong to it as well.
    ends = [
        moment
        for moment in red.get(f"{red.path}/timeline").json()["entries"]
        if moment[1] <= then[1]
    ]
    assert [ends[-1][0]] * 4 == seen


@pytest.mark.parametrize("time", ["2026-05-01T12:00", "2026-05-01", "noon", "-5", "9" * 30])
def test_a_wrong_time_or_time_zone_is_refused_by_name(client: TestClient[Any], time: str):
    """T4, T3: which zone was meant is not guessed."""
    _, (red, _) = seated(client)

    answer = red.get(f"{red.path}/view", time=time)

    assert 400 == answer.status_code
    assert answer.json()["detail"].startswith("time: ")


@pytest.mark.parametrize(
    ("path", "query", "name"),
    [
        ("view", {"as": "x" * 101}, "as"),
        ("view", {"at": "soon"}, "at"),
        ("log", {"undone": "perhaps"}, "undone"),
        ("events", {"limit": 0}, "limit"),
    ],
)
def test_an_error_names_what_the_caller_sent(
    client: TestClient[Any], path: str, query: dict[str, Any], name: str
):
    """T4: not what the handler calls it."""
    _, (red, _) = seated(client)

    answer = red.get(f"{red.path}/{path}", **query)

    assert 400 == answer.status_code
    assert answer.json()["detail"].startswith(f"{name}: ")


def test_an_error_names_the_header_or_the_body(client: TestClient[Any]):
    """T4."""
    match, (red, _) = seated(client)
    red.headers["Last-Event-ID"] = "x" * 30
    by_header = red.get(f"/api/v1/matches/{match}/feed")
    by_body = red.post(f"{red.path}/branches", {"tim": 5})

    assert by_header.json()["detail"].startswith("Last-Event-ID: ")
    assert by_body.json()["detail"].startswith("the body: ")


def test_a_rule_is_shown_with_the_positions_where_it_was_used(client: TestClient[Any]):
    """P9."""
    _, (red, blue) = seated(client)
    red.play()
    blue.play()

    result = red.get(f"{red.path}/rules/T2").json()

    cited = [
        event["position"]
        for event in red.get(f"{red.path}/events", limit=1000).json()["events"]
        if event["event"]["rule"] == "T2"
    ]
    assert result["uses"] == len(cited) > 0
    assert len(result["used"]) == result["uses"]
    assert set(result["used"]) <= set(range(1, red.prompts()["position"] + 1))


def test_the_uses_of_a_rule_are_shown_as_far_as_the_caller_may_see(client: TestClient[Any]):
    """P9: never more places than the events that the same eyes are sent."""
    opened = new_match(client, {"red": "me", "blue": "bot"}, game="canary", public=True)
    path = f"/api/v1/matches/{opened['match']}"
    for caller in (Caller(client), Caller(client, opened["keys"]["red"])):
        events = caller.get(f"{path}/events", limit=1000).json()["events"]
        for rule in {event["event"]["rule"] for event in events}:
            result = caller.get(f"{path}/rules/{rule}")
            if result.status_code == 200:
                seen = sum(event["event"]["rule"] == rule for event in events)
                assert result.json()["uses"] == seen


def test_a_rule_is_shown_in_its_chapter():
    """P9: by the number it is printed under; where there is none, by its neighbours."""
    from wardiary.adapters.web.api.rules import beside, chapter_of

    printed = {"13.0": "Cards", "13.5": "Tactical cards", "13.5.2-a": "Rain", "13.5.2-b": "Snow"}
    named = {"U-PIN-1": "Pinned", "U-PIN-2": "Pinned units wait", "U-MOVE-1": "Moving"}

    assert ["13.0", "13.5"] == [heading.id for heading in chapter_of("13.5.2-a", printed)]
    assert ["13.5.2-b"] == [heading.id for heading in beside("13.5.2-a", printed)]
    assert [] == list(chapter_of("U-PIN-2", named))
    assert ["U-PIN-1"] == [heading.id for heading in beside("U-PIN-2", named)]


def test_standing_answers_are_offered_from_what_the_seat_itself_was_asked(client: TestClient[Any]):
    """P6."""
    _, (red, blue) = seated(client)
    asked = red.prompts()["prompts"][0]

    response = red.get(f"{red.path}/standing/choices").json()
    refused = blue.get(f"{red.path}/standing/choices", seat="red")

    assert asked["rule"] in [question["rule"] for question in response["questions"]]
    assert {offer["verb"] for offer in asked["offers"]} <= set(response["verbs"])
    assert 403 == refused.status_code


def test_a_page_of_the_log_folds_one_table_and_has_the_sentences_of_each_entry(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
):
    """8.11b: the replay reads the log around each moment that it rests at."""
    _, (red, blue) = seated(client)
    for _ in range(2):
        red.play()
        blue.play()
    ends = [moment[0] for moment in red.get(f"{red.path}/timeline").json()["entries"]]
    alone = [
        sentence
        for end in (0, *ends[:-1])
        for sentence in red.get(f"{red.path}/log", after=end, limit=1).json()["sentences"]
    ]
    looked_up: list[int] = []
    table_at = History.table_at

    def counting(history: History, position: int) -> Table:
        looked_up.append(position)
        return table_at(history, position)

    monkeypatch.setattr(History, "table_at", counting)
    page = red.get(f"{red.path}/log", limit=1000).json()["sentences"]

    assert alone == page
    assert len({sentence["position"] for sentence in page}) > 6
    assert [0] == looked_up
