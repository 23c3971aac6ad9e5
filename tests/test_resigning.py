"""Seats that give up: the others play on, and the last side left wins."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace as changed

from tests.projections.noninterference import assert_blind, permuted, roles
from tests.toy import TOY, Bidding
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.adapters.deadlines import act_on_deadlines
from wardiary.adapters.matches import Matches
from wardiary.adapters.signatures import SigningKey, is_signed
from wardiary.domain.games import registry
from wardiary.domain.games.combat_soldiers.game import GAME as SOLDIERS
from wardiary.domain.games.combat_soldiers.victory.scoring import winner
from wardiary.domain.games.registry import GAMES
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening, ScenarioInfo
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.play.resigning import playing, stand_in
from wardiary.domain.play.table_commands import ClaimSeat
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table
from wardiary.projections.adjudication import audit_file
from wardiary.tools.verifier import verify

FOUR = ("red", "blue", "green", "gold")
CARDS = 128


def store() -> Matches:
    number = count(1)
    entropy = lambda size: b"".join(next(number).to_bytes(2, "big") for _ in range(size))[:size]
    return open_store("memory:", clock=lambda: 1_700_000_000_000, entropy=entropy)


def soldiers(seats: int, **settings: str) -> tuple[Matches, str]:
    matches = store()
    holders = dict.fromkeys("abcdef"[:seats], "human")
    agreed = {name.replace("_", "-"): value for name, value in settings.items()}
    return matches, matches.new_match(
        "combat-soldiers", "free-form", seats=tuple(holders), holders=holders, settings=agreed
    )


def test_a_seat_that_resigns_leaves_the_others_playing():
    """W1: three seats of Combat Soldiers; nothing is won and nothing is opened."""
    matches, match = soldiers(3)

    result = matches.command(match, "b", "resign")

    assert e.SeatResigned(seat="b", holder="resigned:bot", rule="Table/Resign") in result.events
    table = matches.current(match).table
    assert table.result is None
    assert ("a", "c") == playing(table)
    assert {"a", "b", "c"} == {prompt.seat for prompt in matches.current(match).prompts}
    assert all(piece.startswith("?") for piece in matches.view(match, "a").zone("b-hand"))
    with pytest.raises(Illegal, match="the match still runs"):
        matches.disclose(match)


def test_the_last_side_left_wins_and_only_then_is_the_match_over():
    """W1."""
    matches, match = soldiers(3)
    matches.command(match, "b", "resign")
    matches.command(match, "a", "resign")

    table = matches.current(match).table
    assert table.result is not None
    assert (("c",), "a resigned, and no other side is left") == (
        table.result.winners,
        table.result.reason,
    )
    assert "EXACT" == matches.audit(match).verdict


def test_a_bot_plays_on_for_a_seat_that_resigned_and_nobody_else_does():
    """W1: neither who gave up, nor a new holder, nor the director where a bot was agreed on."""
    matches, match = soldiers(3)
    matches.command(match, "b", "resign")

    for by in ("", "director", "standing"):
        with pytest.raises(Illegal, match="b has resigned; a bot plays its pieces"):
            matches.command(match, "b", "pass", by=by)
    with pytest.raises(Illegal, match="b has resigned; nobody can take that seat"):
        matches.command(match, "host", "claim b human")
    with pytest.raises(Illegal, match="a has not resigned"):
        matches.command(match, "a", "pass", by="bot")
    assert 1 == len(BotPlayers(matches).play_on(match))
    assert "b" not in {prompt.seat for prompt in matches.current(match).prompts}


def test_the_director_plays_on_where_that_was_agreed_at_the_start():
    """W1: a bot then leaves the seat alone."""
    matches, match = soldiers(3, resigned_seat="director")
    matches.command(match, "b", "resign")

    assert [] == BotPlayers(matches).play_on(match)
    with pytest.raises(Illegal, match="b has resigned; the director plays its pieces"):
        matches.command(match, "b", "pass")
    matches.command(match, "b", "pass", by="director")
    assert "b" not in {prompt.seat for prompt in matches.current(match).prompts}
    assert "EXACT" == matches.audit(match).verdict


def test_an_unknown_setting_is_refused_with_the_list_of_settings():
    matches, _ = soldiers(3)
    with pytest.raises(Illegal, match="it can be: bot, director"):
        matches.new_match("undaunted", "la-raye", settings={"resigned-seat": "nobody"})
    with pytest.raises(Illegal, match="resigned-seat"):
        matches.new_match("undaunted", "la-raye", settings={"resign": "bot"})


def test_with_two_seats_a_resignation_ends_the_match_at_once():
    """W1: what was recorded before stays as it was decided."""
    matches, match = soldiers(2)
    matches.command(match, "a", "resign")

    result = matches.current(match).table.result
    assert result is not None
    assert (("b",), "a resigned") == (result.winners, result.reason)
    assert "resigned-seat" not in matches.current(match).table.settings


def test_a_record_from_before_the_setting_is_judged_as_it_was_decided(
    monkeypatch: pytest.MonkeyPatch,
):
    """W1: three seats, nothing settled: all others win at once, and the audit says EXACT."""
    monkeypatch.setattr("wardiary.adapters.matches.opening.table_settings", lambda seats: {})
    matches, match = soldiers(3)
    matches.command(match, "b", "resign")

    result = matches.current(match).table.result
    assert result is not None
    assert (("a", "c"), "b resigned") == (result.winners, result.reason)
    matches.disclose(match)
    assert "EXACT" == matches.audit(match).verdict


def test_a_resignation_stays_when_the_table_goes_back():
    """W1: nor is the consent of who gave up needed any more."""
    matches, match = soldiers(3)
    start = matches.history(match).head
    matches.command(match, "a", "pass")
    matches.command(match, "b", "resign")
    matches.command(match, "c", "pass")
    matches.command(match, "a", f"ask-rewind {start}")
    matches.command(match, "c", "agree-rewind")

    assert matches.history(match).is_undone(start + 1)
    assert "bot" == stand_in(matches.current(match).table, "b")


def test_a_resigned_seat_cannot_win_by_points():
    """W1: 5.1-a among those who still play."""
    matches, match = soldiers(3)
    matches.command(match, "b", "resign")
    table = matches.current(match).table
    scored = changed(table, tracks={**table.tracks, "score/a": 4, "score/b": 30, "score/c": 9})

    assert "c" == winner(scored)


# Sides of several seats


def teams(table: Table) -> tuple[tuple[str, ...], ...]:
    return (("red", "green"), ("blue", "gold"))


def four() -> Game:
    """The toy's questions asked of four seats, two against two; nothing more is played."""

    def set_up(draft: Draft, opening: Opening) -> None:
        for number, seat in enumerate(opening.seats):
            draft.place([f"card-{number}"], "card", f"{seat}-hand", rule="T1")
        draft.begin(Bidding(opening.seats))

    cards = (ScenarioInfo("plain", "Plain", (FOUR,)),)
    return replace(TOY, scenarios=lambda _: cards, set_up=set_up, sides=teams)


def test_a_side_of_two_seats_wins_together(monkeypatch: pytest.MonkeyPatch):
    """W1: sides, not only seats, win; a partner who gave up earlier wins with its side."""
    monkeypatch.setattr(registry, "game", lambda name: four())
    monkeypatch.setattr(registry, "packaged", lambda name: {})
    matches = store()
    match = matches.new_match("toy", "plain", holders=dict.fromkeys(FOUR, "human"))

    for seat in ("gold", "red"):
        matches.command(match, seat, "resign")
        assert matches.current(match).table.result is None
    matches.command(match, "blue", "resign")

    result = matches.current(match).table.result
    assert result is not None
    assert ("red", "green") == result.winners


# Whole games


def cards_of(table: Table) -> list[str]:
    return sorted(piece.id for piece in table.pieces.values())


@pytest.mark.parametrize(("seats", "seed"), [(3, 1), (3, 2), (3, 3), (6, 4), (6, 5)])
def test_games_with_resignations_at_any_moment_come_to_their_end(seats: int, seed: int):
    """W1: no dead end, no piece lost, nothing hidden revealed, and audited EXACT."""
    rng = Random(seed)
    matches, match = soldiers(seats)
    robots, game = BotPlayers(matches), matches.game_of(match)
    leaves = sorted(rng.sample(range(300), seats - 1 - seed % 2))
    pieces = cards_of(matches.current(match).table)
    for number in range(2_500):
        now = matches.current(match)
        if now.table.result is not None:
            break
        if leaves and number >= leaves[0]:
            leaves.pop(0)
            matches.command(match, rng.choice(playing(now.table)), "resign")
            after = matches.current(match).table
            for role in roles(after):
                assert_blind(SOLDIERS, after, permuted(after, role, rng), role, drawn=False)
            continue
        assert now.prompts, "nobody is asked, and the match is not over"
        prompt = rng.choice(now.prompts)
        if stand_in(now.table, prompt.seat):
            assert robots.play_on(match, 1)
        else:
            command = fitting(matches, match, prompt, game, rng)
            assert command, f"no answer to {prompt} is accepted"
    table = matches.current(match).table
    assert pieces == cards_of(table)
    assert len(pieces) == sum(len(pieces_in_zone) for pieces_in_zone in table.zones.values())
    if table.result is not None:
        assert not set(table.result.winners) - set(playing(table))
        matches.disclose(match)
    assert "EXACT" == matches.audit(match).verdict


def fitting(matches: Matches, match: str, prompt: Prompt, game: Game, rng: Random) -> bool:
    """Whether one of many random answers was taken."""
    for _ in range(200):
        try:
            command = random_command(prompt, game.verbs, rng.randrange)
            matches.command(match, prompt.seat, command)
        except Illegal:
            continue
        return True
    return False


@pytest.mark.parametrize("late", [False, True])
def test_a_bot_plays_on_for_a_seat_with_a_key_and_both_who_check_find_that_right(late: bool):
    """It resigns by a signed order, or a missed deadline costs it the match."""
    day, now = 86_400_000, [1_700_000_000_000]
    matches, key = open_store("memory:", clock=lambda: now[0]), SigningKey(bytes([1]) * 32)
    holders = dict.fromkeys("abc", "human")
    agreed = {"clock": "1d", "late": "forfeit", "vacation": "9d"} if late else {}
    match = matches.new_match(
        "combat-soldiers", "free-form", seats=tuple(holders), holders=holders, settings=agreed
    )
    matches.command(match, "b", ClaimSeat("b", "human", key=key.public))
    for away in "ac" if late else "":
        matches.command(match, away, "vacation 7d")
    now[0] += 2 * day
    if late:
        act_on_deadlines(matches, match)
    else:
        signature = key.sign(matches.order_to_sign(match, "b", "resign"))
        matches.command(match, "b", "resign", signature=signature)
    BotPlayers(matches).play_on(match, 3)

    data = matches.export(match)

    assert b'"by":"late"' in data.replace(b"\\", b"") or not late
    assert b'"by":"bot"' in data.replace(b"\\", b"") or late
    assert verify(data)[0] == audit_file(data, GAMES, check=is_signed).verdict == "EXACT"
