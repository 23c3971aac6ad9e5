"""Whole matches of every game, played by pointing alone, by keys alone, and on a phone.

The games with short matches are played from their beginning to their end. Of the others (hundreds
of commands a seat) the beginning and the end are: bots play a match out, and its last commands are
played once more in a branch. `WARDIARY_WHOLE_MATCHES=yes` plays all of all of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.web.page.conftest import Visit
from tests.adapters.web.page.test_play import GAMES
from tests.adapters.web.page.visitor import Service, Visitor
from wardiary.domain.games import registry

ROBOT = (Path(__file__).parent / "robot.js").read_text(encoding="utf-8")
SHORT = ("undaunted",)
"""Games with so few commands a match that every one is played from its beginning."""
ALL = os.environ.get("WARDIARY_WHOLE_MATCHES") == "yes"
FIRST, LAST = 10, 12
"""Commands of the seat that are played at the beginning and at the end of a long match."""
MOST = 20_000
PLAYED_OUT_SECONDS = 200
AT_REST = 80
"""Points, or presses of Enter, after which a command must have been recorded."""
WALK = 0.1
"""What a key that only leads somewhere counts for."""
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
WAYS: dict[str, dict[str, Any]] = {"pointing": {}, "keys": {}, "phone": PHONE}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service without a limit of requests: the robot asks after every key where the match is."""
    started = Service(tmp_path_factory.mktemp("service"), "--rate", "0")
    started.start()
    yield started
    started.stop()


class Robot:
    """A visitor who looks for what can be done and does it, one way only."""

    def __init__(self, player: Visitor, way: str) -> None:
        self.player, self.way = player, way
        player.page.evaluate("localStorage['wardiary-ask-first'] = 'no'")
        player.page.evaluate(ROBOT)
        player.page.evaluate("robot.start(7)")
        self.done: list[str] = []

    def act(self) -> bool:
        """Point at one thing, or press one key; gives False once the match is over."""
        page = self.player.page
        said = page.evaluate("robot.key()" if self.way == "keys" else "robot.point()")
        assert "stuck" not in said, (said["stuck"], self.done[-12:])
        if "over" in said:
            return False
        self.done.append(f"{said.get('key', '')} {said['what']}")
        if self.way == "keys":
            page.keyboard.press(said["key"])
        elif self.way == "phone":
            page.touchscreen.tap(said["x"], said["y"])
        else:
            page.mouse.click(said["x"], said["y"])
        return True

    def play(self, commands: int) -> int:
        """Play until so many commands are recorded or the match is over; gives how many were."""
        result, idle, before = 0, 0.0, self.player.position
        while result < commands and self.act():
            position = self.player.position
            is_walk = self.done[-1].split(" ", 1)[0] not in ("", "Enter")
            idle = 0 if position > before else idle + (WALK if is_walk else 1)
            assert idle < AT_REST, self.done[-12:]
            result, before = result + (position > before), position
        return result


def call(player: Visitor, path: str, body: Any = None) -> Any:
    """Ask the service as the player's browser does, or do something where there is a body."""
    page, url = player.page.request, f"{player.url}/api/v1/matches{path}"
    said = {"X-Wardiary": "1", "Origin": player.url}
    answer = page.get(url) if body is None else page.post(url, data=body, headers=said)
    assert answer.ok, answer.text()
    return answer.json()


@pytest.fixture(scope="module")
def over() -> dict[str, str]:
    """The matches that bots have played to their end, by game."""
    return {}


def played_out(player: Visitor, like: dict[str, Any]) -> str:
    """A match with the game, scenario and seats of another, which bots play to its end."""
    opened = {"game": like["game"], "scenario": like["scenario"], "public": True}
    match = str(call(player, "", {**opened, "seats": dict.fromkeys(like["seats"], "bot")})["match"])
    until = time.monotonic() + PLAYED_OUT_SECONDS
    while not call(player, f"/{match}")["over"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    return match


def ends_of(player: Visitor, match: str, seat: str) -> list[int]:
    """The positions after which a seat gave its commands."""
    entries: list[Any] = []
    more = True
    while more:
        after = entries[-1][0] if entries else 0
        page = call(player, f"/{match}/timeline?after={after}")
        entries, more = [*entries, *page["entries"]], page["more"]
    starts = [0, *(end for end, *_ in entries)]
    return [start for start, (_, _, who, *_) in zip(starts, entries, strict=False) if who == seat]


def near_the_end(player: Visitor, match: str, commands: int) -> None:
    """Sit down in a branch of a match that is over, so many of a seat's commands before its end."""
    seat = next(iter(call(player, f"/{match}")["seats"]))
    at = ends_of(player, match, seat)[-commands:][0]
    branch = call(player, f"/{match}/branches", {"at": at, "seat": seat})["match"]
    player.page.goto(f"{player.url}/m/{branch}#as={seat}")
    player.sits_down()


@pytest.mark.parametrize("way", WAYS)
@GAMES
def test_a_match_is_played_to_its_end(visit: Visit, over: dict[str, str], game: int, way: str):
    """Issue 10.8: by pointing alone, by keys alone, and with a thumb on a phone."""
    name = registry.names()[game]
    player = visit(**WAYS[way]).open_match(game)
    is_whole = ALL or name in SHORT
    started = time.monotonic()

    played = Robot(player, way).play(MOST if is_whole else FIRST)
    if not is_whole:
        like = call(player, player.path)
        player.page.goto("about:blank")
        if name not in over:
            over[name] = played_out(player, like)
        near_the_end(player, over[name], LAST)
        played += Robot(player, way).play(MOST)
    print(f"{name} by {way}: {played} commands, {time.monotonic() - started:.0f} s")

    assert player.count(".result")
