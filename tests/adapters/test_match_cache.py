"""How many lines are held in memory, pauses, and several who play on at once."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.toy import TOY, Bid
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.matches import Matches, MatchIsPaused
from wardiary.adapters.matches import cache as held
from wardiary.domain.diary.codec import digest
from wardiary.domain.games import registry
from wardiary.domain.match.windows import window
from wardiary.domain.table import events as e


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch) -> Matches:
    """The toy game over a store in memory."""
    monkeypatch.setattr(registry, "game", lambda name: TOY)
    monkeypatch.setattr(registry, "packaged", lambda name: {})
    return open_store("memory:")


def test_matches_beyond_the_cache_limit_are_dropped_and_read_again_unchanged(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(held, "CACHED_ROWS", 100)
    opened = [matches.new_match("toy", "plain", holders={"red": "bot"}) for _ in range(30)]
    before = {match: digest(matches.history(match).table) for match in opened}

    assert len(matches._cache.cached) < 15
    assert before == {match: digest(matches.history(match).table) for match in opened}


def test_rows_that_a_test_only_plays_through_count_as_covered(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(held, "CACHED_ROWS", 60)
    first, second = (matches.new_match("toy", "plain") for _ in range(2))
    for match in (first, second):
        for seat in ("red", "blue"):
            card = matches.view(match, seat).zone(f"{seat}-hand")[0]
            matches.command(match, seat, Bid(card))

    matches.new_match("toy", "plain")

    assert sum(live.history.head for live in matches._cache.cached.values()) == matches._cache.rows
    assert matches._cache.rows <= 60


def test_a_paused_match_takes_no_seats_command(matches: Matches):
    match = matches.new_match("toy", "plain", holders={"blue": "bot"})
    card = matches.view(match, "red").zone("red-hand")[0]
    matches.pause(match)

    with pytest.raises(MatchIsPaused):
        matches.command(match, "red", Bid(card))
    assert [] == BotPlayers(matches).play_on(match)
    matches.resume(match)
    assert matches.command(match, "red", Bid(card)).first


def test_a_pause_is_in_the_log(matches: Matches):
    """T1: it is an entry, said once however often it is asked for, and audited with the rest."""
    match = matches.new_match("toy", "plain")
    for _ in range(2):
        matches.pause(match)
    assert matches.paused(match)
    for _ in range(2):
        matches.resume(match)

    tags = [e.tag_of(event) for _, event in matches.history(match).events()]
    assert (1, 1) == (tags.count("match-paused"), tags.count("match-resumed"))
    assert not matches.paused(match)
    assert "EXACT" == matches.audit(match).verdict


def test_a_pause_of_an_earlier_version_is_honoured_until_it_is_resumed(matches: Matches):
    """T1: it was kept beside the diary."""
    match = matches.new_match("toy", "plain")
    matches.store.put("paused", match, b"")
    card = matches.view(match, "red").zone("red-hand")[0]

    assert matches.paused(match)
    with pytest.raises(MatchIsPaused):
        matches.command(match, "red", Bid(card))
    matches.resume(match)
    assert matches.command(match, "red", Bid(card)).first


def test_several_bot_workers_at_once_play_a_match_only_once(matches: Matches):
    match = matches.new_match("toy", "plain", holders={"red": "bot", "blue": "bot"})
    others = [Matches(matches.store, matches.clock, matches.entropy) for _ in range(4)]
    failed: list[Exception] = []

    def play(left: Matches) -> None:
        try:
            BotPlayers(left).play_on(match)
        except Exception as error:  # noqa: BLE001 (Looked at below.)
            failed.append(error)

    threads = [threading.Thread(target=play, args=(other,)) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [] == failed
    assert matches.history(match).table.result is not None
    assert "EXACT" == matches.audit(match).verdict


def test_rows_that_other_processes_append_are_read_while_a_match_is_loaded(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    """CD-01: else the loaded match would never reach the head, and each command lose its race."""
    match = matches.new_match("toy", "plain")
    card = matches.view(match, "red").zone("red-hand")[0]
    late = Matches(matches.store, matches.clock, matches.entropy)

    def fold_while_others_play(*arguments: Any) -> Any:
        folded = lines_folded(*arguments)
        matches.command(match, "red", Bid(card))
        monkeypatch.setattr(held, "folded", lines_folded)
        return folded

    lines_folded = held.folded
    monkeypatch.setattr(held, "folded", fold_while_others_play)
    late.history(match)

    assert matches.head(match) == late.head(match)


def test_the_number_of_a_question_is_what_the_line_says_it_is(matches: Matches):
    """9.6: kept from entry to entry, it is the same as if it were looked for in the whole line."""
    match = matches.new_match("toy", "plain", holders={"red": "bot", "blue": "bot"})
    seats = ("red", "blue")
    while matches.current(match, seats).table.result is None:
        BotPlayers(matches).play_on(match, bound=1)
        now = matches.current(match, seats)
        for seat in seats:
            assert now.windows[seat] == window(TOY, now.history, seat, now.prompts)
