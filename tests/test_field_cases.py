"""What went wrong at other tables, tried on a whole game over a real store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.matches import Matches
from wardiary.adapters.store import NotRecorded
from wardiary.domain.diary.codec import digest
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.prompts import Offer
from wardiary.domain.play.uniform import any_command, fill
from wardiary.domain.table import events as e
from wardiary.tools.simulate import drawn_from, seconds_from

START_MS = 1_700_000_000_000


def opened(url: str = "memory:", seed: int = 1) -> tuple[Matches, str]:
    """A match of two people, the same for the same seed."""
    desk = open_store(url, clock=seconds_from(START_MS), entropy=drawn_from(seed, 0))
    return desk, desk.new_match("undaunted", "la-raye", holders={"us": "human", "german": "human"})


def luck(desk: Matches, bound: int) -> int:
    return int.from_bytes(desk.entropy(8), "big") % bound


def play(desk: Matches, match: str, commands: int) -> None:
    """Some commands at random."""
    for _ in range(commands):
        prompt = desk.prompts(match)[0]
        verbs = desk.game_of(match).verbs
        desk.command(match, prompt.seat, any_command(prompt, verbs, lambda n: luck(desk, n)))


def play_until_offered(desk: Matches, match: str, seat: str, verb: str) -> Offer:
    """Play at random until a seat may say a verb."""
    for _ in range(500):
        for prompt in desk.prompts(match, seat):
            for offer in prompt.offers:
                if offer.verb == verb:
                    return offer
        play(desk, match, 1)
    raise AssertionError(f"{seat} was never offered {verb}")


def taken_up(desk: Matches, match: str, offer: Offer) -> Command:
    return fill(offer, desk.game_of(match).verbs, lambda n: n - 1)


def test_an_undo_past_cards_that_were_drawn_needs_consent_and_fresh_shuffles():
    """UB-01."""
    desk, match = opened()
    offer = play_until_offered(desk, match, "us", "command")
    before = desk.line(match).head
    desk.command(match, "us", taken_up(desk, match, offer))
    after = desk.line(match).table

    desk.rewind(match, "us", before)

    asked = desk.line(match).head
    assert desk.line(match).table.zones == after.zones  # Asked for, not done.
    desk.command(match, "german", "agree-rewind")
    granted = [event for _, event in desk.line(match).events(asked)]
    assert any(isinstance(event, e.Rewound) for event in granted)
    shuffled = {event.zone for event in granted if isinstance(event, e.PileShuffled)}
    assert "us-deck" in shuffled
    assert len(desk.line(match).table.pieces) == len(desk.line(match).table_at(before).pieces)
    assert desk.audit(match).verdict == "EXACT"


@pytest.mark.parametrize(
    ("game", "scenario"), [("undaunted", "la-raye"), ("combat-commander", "cc-h1")]
)
def test_an_undo_lands_where_an_order_ended_with_the_questions_asked_then(game: str, scenario: str):
    """UB-03: also in the middle of nested procedures; no piece is left in between."""
    desk = open_store("memory:", clock=seconds_from(START_MS), entropy=drawn_from(3, 0))
    for back in range(1, 40, 7):
        match = desk.new_match(game, scenario)
        asked = {}
        for _ in range(60):
            asked[desk.line(match).head] = desk.prompts(match)
            play(desk, match, 1)
        to = desk.line(match).ends[-back - 1]
        before = desk.line(match).table_at(to)

        desk.command(match, "director", f"ask-rewind {to}")
        for seat in before.seats:
            desk.command(match, seat, "agree-rewind")

        after = desk.line(match).table
        assert asked[to] == desk.prompts(match)
        assert before.pieces == after.pieces
        assert {zone: sorted(of) for zone, of in before.zones.items()} == {
            zone: sorted(of) for zone, of in after.zones.items()
        }
        assert desk.audit(match).verdict == "EXACT"


def test_nobody_takes_back_what_another_has_done():
    """UB-09."""
    desk, match = opened()
    offer = play_until_offered(desk, match, "us", "hunker")
    before = desk.line(match).head
    desk.command(match, "us", taken_up(desk, match, offer))
    head = desk.head(match)

    with pytest.raises(Illegal, match="not yours but us's"):
        desk.rewind(match, "german", before)

    assert head == desk.head(match)


def test_a_seats_what_if_tells_nothing_of_the_real_deck():
    """UB-07: of 200 branches, the top five cards agree with the real ones as often as by chance."""
    desk, match = opened()
    head = desk.line(match).head
    real = desk.line(match).table.zone("us-deck")
    agreeing = 0
    for _ in range(200):
        branch = desk.branch(match, head, seat="us")
        dealt = desk.line(branch).table.zone("us-deck")
        agreeing += sum(one == other for one, other in zip(dealt[:5], real, strict=False))

    by_chance = 200 * 5 / len(real)
    assert 0.7 * by_chance < agreeing < 1.3 * by_chance
    bundle = desk.export(branch, "us").decode()
    assert ",".join(f'\\"{card}\\"' for card in real) not in bundle


def test_what_was_offered_is_offered_again_after_a_restart(tmp_path: Path):
    """RA-09: also where a draw has shuffled the discard pile in its middle."""
    store = str(tmp_path / "matches.db")
    desk, match = opened(store)
    for _ in range(40):
        play(desk, match, 3)
        restarted = open_store(store)

        assert desk.prompts(match) == restarted.prompts(match)
        assert digest(desk.line(match).table) == digest(restarted.line(match).table)
        restarted.store.close()
    shuffles = [
        event for _, event in desk.line(match).events() if isinstance(event, e.PileShuffled)
    ]
    assert len(shuffles) > 2
    desk.store.close()


def test_nothing_is_shown_that_is_not_on_the_disk(tmp_path: Path):
    """SL-09: the draw was decided but could not be stored; nobody has seen its cards."""
    file = tmp_path / "matches.db"
    desk, match = opened(f"{file}?timeout=0.1")
    offer = play_until_offered(desk, match, "us", "command")
    command = taken_up(desk, match, offer)
    before, seen = desk.head(match), desk.view(match, "us")
    held = sqlite3.connect(file, isolation_level=None)
    held.execute("BEGIN IMMEDIATE")

    with pytest.raises(NotRecorded, match="locked"):
        desk.command(match, "us", command)

    assert (before, seen) == (desk.head(match), desk.view(match, "us"))
    held.execute("ROLLBACK")
    held.close()
    answer = desk.command(match, "us", command)
    assert answer.first == before[0] + 1
    assert desk.audit(match).verdict == "EXACT"
    desk.store.close()
