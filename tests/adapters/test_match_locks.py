"""Commands of one match one after another, and no match kept waiting for another one."""

from __future__ import annotations

import gc
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.toy import TOY, Bid
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.matches import Matches, StalePosition, cache, submission
from wardiary.adapters.store import StoreError
from wardiary.domain.games import registry
from wardiary.domain.play.commands import Illegal

SECONDS = 20
"""How long a thread is waited for: one that is still there then waits for ever."""


@pytest.fixture
def matches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Matches:
    """The toy game over a SQLite file."""
    monkeypatch.setattr(registry, "game", lambda name: TOY)
    monkeypatch.setattr(registry, "packaged", lambda name: {})
    return open_store(str(tmp_path / "club.db"))


def run_together(*works: Callable[[], Any]) -> list[Any]:
    """Do things at the same time in threads of their own; gives what came of each."""
    results: list[Any] = [None] * len(works)

    def keep(place: int, work: Callable[[], Any]) -> None:
        try:
            results[place] = work()
        except Exception as error:  # noqa: BLE001 (The test looks at it.)
            results[place] = error

    threads = [
        threading.Thread(target=keep, args=(place, work), daemon=True)
        for place, work in enumerate(works)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert not any(thread.is_alive() for thread in threads), "a thread waits for ever"
    return results


def bid(matches: Matches, match: str, seat: str = "red") -> Callable[[], Any]:
    """A seat's first bid, to be given."""
    card = matches.view(match, seat).zone(f"{seat}-hand")[0]
    return lambda: matches.command(match, seat, Bid(card), command_id=f"{seat}-1")


def test_two_commands_of_one_match_are_never_carried_out_at_once(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    """9.6: with one lock a match the second is judged on the table that the first has left."""
    judge, inside, most = submission.handle, Counter[str](), 0

    def judge_slowly(game: Any, line: Any, *words: Any, **named: Any) -> Any:
        nonlocal most
        match = line.table.match
        inside[match] += 1
        most = max(most, inside[match])
        time.sleep(0.05)
        try:
            return judge(game, line, *words, **named)
        finally:
            inside[match] -= 1

    match = matches.new_match("toy", "plain")
    monkeypatch.setattr(submission, "handle", judge_slowly)

    red, blue = run_together(bid(matches, match, "red"), bid(matches, match, "blue"))

    assert 1 == most
    assert red.last + 1 == blue.first or blue.last + 1 == red.first
    assert "EXACT" == matches.audit(match).verdict


def test_commands_of_two_matches_are_carried_out_at_the_same_time(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
):
    """9.6: each waits inside for the other, so with one lock for both neither would come out."""
    judge, both_inside = submission.handle, threading.Barrier(2, timeout=SECONDS / 2)

    def judge_together(*words: Any, **named: Any) -> Any:
        both_inside.wait()
        return judge(*words, **named)

    works = [bid(matches, matches.new_match("toy", "plain")) for _ in range(2)]
    monkeypatch.setattr(submission, "handle", judge_together)

    assert all(answer.first for answer in run_together(*works))


@pytest.mark.parametrize("slow_part", ["judging", "loading"])
def test_a_slow_match_keeps_no_other_waiting(
    matches: Matches, monkeypatch: pytest.MonkeyPatch, slow_part: str
):
    """9.6: whether it is slow to judge a command or to be read from the store."""
    slow, quick = (matches.new_match("toy", "plain") for _ in range(2))
    work, quick_work = bid(matches, slow), bid(matches, quick)
    began, goes_on = threading.Event(), threading.Event()
    home, name = (submission, "handle") if slow_part == "judging" else (cache, "folded")
    real = getattr(home, name)

    def wait_if_slow(*words: Any, **named: Any) -> Any:
        line = words[1] if slow_part == "judging" else None
        if (line.table.match if line else words[1]) == slow:
            began.set()
            assert goes_on.wait(SECONDS)
        return real(*words, **named)

    monkeypatch.setattr(home, name, wait_if_slow)
    matches._cache.forget(slow)
    waiting = threading.Thread(target=work, daemon=True)
    waiting.start()
    assert began.wait(SECONDS)

    try:
        (answer,) = run_together(quick_work)
        assert answer.first
        assert matches.current(quick).prompts
        assert matches.new_match("toy", "plain")
        assert matches.branch(quick, answer.last)
    finally:
        goes_on.set()
        waiting.join(SECONDS)
    assert matches.history(slow).head > answer.first - 1


def test_the_same_command_sent_twice_at_once_is_recorded_once(matches: Matches):
    """9.6: both are answered alike."""
    match = matches.new_match("toy", "plain")
    give = bid(matches, match)

    first, second = run_together(give, give)

    assert first == second
    assert first.last == matches.history(match).head


def test_two_commands_built_on_one_position_are_not_both_recorded(matches: Matches):
    """9.6: whichever comes second is told that the position has changed."""
    match = matches.new_match("toy", "plain")
    cards = matches.view(match, "red").zone("red-hand")
    head = matches.history(match).head

    answers = run_together(
        *(
            lambda card=card: matches.command(match, "red", Bid(card), expected=head)
            for card in cards[:2]
        )
    )

    assert 1 == sum(isinstance(answer, StalePosition) for answer in answers)


def test_families_branched_discarded_and_sent_at_once_come_to_rest(matches: Matches):
    """9.6: what takes the locks of a branch and of the match it grew from takes them in one order.

    The rows of all that is left are one chain.
    """
    root = matches.new_match("toy", "plain", holders={"red": "bot", "blue": "bot"})
    BotPlayers(matches).play_on(root, bound=2)
    at = matches.history(root).head
    until = time.monotonic() + 1.5

    effects: list[Callable[[str], object]] = [
        lambda match: matches.branch(match, at),
        lambda match: matches.branch(match, at, seat="red"),
        matches.discard,
        matches.disclose,
        lambda match: matches.export_family(match, secrets=True),
        lambda match: matches.import_archive(matches.export(match, secrets=True)),
        lambda match: BotPlayers(matches).play_on(match, bound=1),
        matches._cache.forget,
    ]

    def play(seed: int) -> None:
        rng = random.Random(seed)
        while time.monotonic() < until:
            # What another thread has just changed or discarded is refused.
            with suppress(Illegal, StoreError, StalePosition):
                rng.choice(effects)(rng.choice(matches.family(root)))

    assert [None] * 4 == run_together(*(lambda seed=seed: play(seed) for seed in range(4)))
    for match in matches.family(root):
        assert "EXACT" == matches.audit(match).verdict


def test_a_store_closed_meanwhile_keeps_every_command_that_was_answered(
    matches: Matches, tmp_path: Path
):
    """9.6: who is not answered is told, and nothing is stored in part."""
    opened = [matches.new_match("toy", "plain") for _ in range(8)]
    works = [bid(matches, match) for match in opened]

    *answers, _ = run_together(*works, matches.store.close)

    again = open_store(str(tmp_path / "club.db"))
    for match, answer in zip(opened, answers, strict=True):
        if isinstance(answer, Exception):
            assert isinstance(answer, StoreError), answer
        else:
            assert answer.last <= again.history(match).head
        assert "EXACT" == again.audit(match).verdict


def test_a_lock_is_gone_when_its_match_is_no_longer_held_in_memory(matches: Matches):
    """9.6: however many matches there are."""
    for _ in range(20):
        matches.new_match("toy", "plain")
    held = set(matches._cache.cached)

    assert set(matches._cache._locks._locks) <= held
    matches._cache.cached.clear()
    gc.collect()
    assert not matches._cache._locks._locks
