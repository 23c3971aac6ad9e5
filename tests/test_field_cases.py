"""What went wrong at other tables, tried on a whole game over a real store."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path

import msgspec
import pytest

from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.matches import Matches
from wardiary.adapters.store import WriteFailed
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.codec import decode, digest, encode
from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.prompts import Offer
from wardiary.domain.play.random_commands import fill, random_command
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.table import Table
from wardiary.projections.narrative import narrate
from wardiary.projections.redaction import view
from wardiary.tools.simulate import seeded_entropy, ticking_clock

START_MS = 1_700_000_000_000


def opened(url: str = "memory:", seed: int = 1) -> tuple[Matches, str]:
    """A match of two people, the same for the same seed."""
    matches = open_store(url, clock=ticking_clock(START_MS), entropy=seeded_entropy(seed, 0))
    return matches, matches.new_match(
        "undaunted", "la-raye", holders={"us": "human", "german": "human"}
    )


def luck(matches: Matches, bound: int) -> int:
    return int.from_bytes(matches.entropy(8), "big") % bound


def play(matches: Matches, match: str, commands: int) -> None:
    """Some commands at random."""
    for _ in range(commands):
        prompt = matches.prompts(match)[0]
        verbs = matches.game_of(match).verbs
        matches.command(
            match, prompt.seat, random_command(prompt, verbs, lambda n: luck(matches, n))
        )


def play_until_offered(matches: Matches, match: str, seat: str, verb: str) -> Offer:
    """Play at random until a seat may say a verb."""
    for _ in range(500):
        for prompt in matches.prompts(match, seat):
            for offer in prompt.offers:
                if offer.verb == verb:
                    return offer
        play(matches, match, 1)
    raise AssertionError(f"{seat} was never offered {verb}")


def taken_up(matches: Matches, match: str, offer: Offer) -> Command:
    return fill(offer, matches.game_of(match).verbs, lambda n: n - 1)


def test_a_rewind_past_drawn_cards_needs_consent_and_shuffles_again():
    """UB-01."""
    matches, match = opened()
    offer = play_until_offered(matches, match, "us", "command")
    before = matches.history(match).head
    matches.command(match, "us", taken_up(matches, match, offer))
    after = matches.history(match).table

    matches.rewind(match, "us", before)

    asked = matches.history(match).head
    assert matches.history(match).table.zones == after.zones  # Asked for, not done.
    matches.command(match, "german", "agree-rewind")
    granted = [event for _, event in matches.history(match).events(asked)]
    assert any(isinstance(event, e.Rewound) for event in granted)
    shuffled = {event.zone for event in granted if isinstance(event, e.PileShuffled)}
    assert "us-deck" in shuffled
    assert len(matches.history(match).table.pieces) == len(
        matches.history(match).table_at(before).pieces
    )
    assert matches.audit(match).verdict == "EXACT"


@pytest.mark.parametrize(
    ("game", "scenario"), [("undaunted", "la-raye"), ("combat-commander", "cc-h1")]
)
def test_a_rewind_goes_to_the_end_of_an_entry_with_its_questions(game: str, scenario: str):
    """UB-03: also in the middle of nested procedures; no piece is left in between."""
    matches = open_store("memory:", clock=ticking_clock(START_MS), entropy=seeded_entropy(3, 0))
    for back in range(1, 40, 7):
        match = matches.new_match(game, scenario)
        asked = {}
        for _ in range(60):
            asked[matches.history(match).head] = matches.prompts(match)
            play(matches, match, 1)
        to = matches.history(match).ends[-back - 1]
        before = matches.history(match).table_at(to)

        matches.command(match, "director", f"ask-rewind {to}")
        for seat in before.seats:
            matches.command(match, seat, "agree-rewind")

        after = matches.history(match).table
        assert asked[to] == matches.prompts(match)
        assert before.pieces == after.pieces
        assert {zone: sorted(of) for zone, of in before.zones.items()} == {
            zone: sorted(of) for zone, of in after.zones.items()
        }
        assert matches.audit(match).verdict == "EXACT"


def test_nobody_can_undo_what_another_seat_has_done():
    """UB-09."""
    matches, match = opened()
    offer = play_until_offered(matches, match, "us", "hunker")
    before = matches.history(match).head
    matches.command(match, "us", taken_up(matches, match, offer))
    head = matches.head(match)

    with pytest.raises(Illegal, match="not yours but us's"):
        matches.rewind(match, "german", before)

    assert head == matches.head(match)


def test_a_seats_what_if_reveals_nothing_of_the_real_deck():
    """UB-07: of 200 branches, the top five cards agree with the real ones as often as by chance."""
    matches, match = opened()
    head = matches.history(match).head
    real = matches.history(match).table.zone("us-deck")
    agreeing = 0
    for _ in range(200):
        branch = matches.branch(match, head, seat="us")
        dealt = matches.history(branch).table.zone("us-deck")
        agreeing += sum(first == other for first, other in zip(dealt[:5], real, strict=False))

    by_chance = 200 * 5 / len(real)
    assert 0.7 * by_chance < agreeing < 1.3 * by_chance
    bundle = matches.export(branch, "us").decode()
    assert ",".join(f'\\"{card}\\"' for card in real) not in bundle


def test_the_same_offers_are_there_after_a_restart(tmp_path: Path):
    """RA-09: also where a draw has shuffled the discard pile in its middle."""
    store = str(tmp_path / "matches.db")
    matches, match = opened(store)
    for _ in range(40):
        play(matches, match, 3)
        restarted = open_store(store)

        assert matches.prompts(match) == restarted.prompts(match)
        assert digest(matches.history(match).table) == digest(restarted.history(match).table)
        restarted.store.close()
    shuffles = [
        event for _, event in matches.history(match).events() if isinstance(event, e.PileShuffled)
    ]
    assert len(shuffles) > 2
    matches.store.close()


def test_nothing_is_shown_that_is_not_on_the_disk(tmp_path: Path):
    """SL-09: the draw was decided but could not be stored; nobody has seen its cards."""
    file = tmp_path / "matches.db"
    matches, match = opened(f"{file}?timeout=0.1")
    offer = play_until_offered(matches, match, "us", "command")
    command = taken_up(matches, match, offer)
    before, seen = matches.head(match), matches.view(match, "us")
    held = sqlite3.connect(file, isolation_level=None)
    held.execute("BEGIN IMMEDIATE")

    with pytest.raises(WriteFailed, match="locked"):
        matches.command(match, "us", command)

    assert (before, seen) == (matches.head(match), matches.view(match, "us"))
    held.execute("ROLLBACK")
    held.close()
    answer = matches.command(match, "us", command)
    assert answer.first == before[0] + 1
    assert matches.audit(match).verdict == "EXACT"
    matches.store.close()


def test_an_answer_that_was_lost_on_the_way_is_fetched_again_unchanged(tmp_path: Path):
    """RA-05: nothing is rolled again, and nothing is stored by it."""
    store = str(tmp_path / "matches.db")
    matches, match = opened(store)
    play(matches, match, 30)
    lost = matches.history(match).ends[-9]
    head = matches.head(match)
    first = fetched(matches, match, lost)
    matches.store.close()

    again = open_store(store)

    assert first == fetched(again, match, lost)
    assert head == again.head(match)
    again.store.close()


def fetched(matches: Matches, match: str, after: int) -> list[bytes]:
    """All that the US seat can ask for after a position, with the digests it can prove it by."""
    events = [encode(event) for _, event in matches.events(match, "us", after)]
    return [*events, matches.export(match, "us")]


def test_a_client_that_lost_its_answer_takes_the_stored_one(tmp_path: Path):
    """CD-05: an order that needs dice, sent again by a client that never heard of it."""
    store = str(tmp_path / "matches.db")
    matches, match = opened(store)
    offer = play_until_offered(matches, match, "us", "attack")
    order = taken_up(matches, match, offer)
    before = matches.history(match).head
    matches.command(match, "us", order, command_id="k-17")
    matches.store.close()
    restarted = open_store(store)

    answers = [restarted.command(match, "us", order, command_id="k-17") for _ in range(2)]

    assert answers[0] == answers[1]
    assert (before + 1, restarted.history(match).head) == (answers[0].first, answers[0].last)
    assert any(isinstance(event, e.DiceRolled) for event in answers[0].events)
    events = [event for _, event in restarted.events(match, "us", before)]
    assert events == list(answers[0].events)
    restarted.store.close()


def test_no_table_is_stored_that_a_new_release_could_fail_to_read(tmp_path: Path):
    """VM-03: there are no stored snapshots; opening a match folds its events."""
    file = tmp_path / "matches.db"
    matches, match = opened(str(file))
    play(matches, match, 100)
    folded = digest(matches.history(match).table)
    matches.store.close()

    with closing(sqlite3.connect(file)) as database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        assert not any("snapshot" in name for name in tables)
        rows = database.execute("SELECT state FROM stored_events ORDER BY originator_version")
        table = fold(Table(), [decode(state) for (state,) in rows])
    assert folded == digest(table)


def test_nothing_a_seat_gets_names_a_card_that_it_cannot_see():
    """SL-01: views, events, sentences, prompts, archives, and archives of its what-ifs."""
    matches, match = opened(seed=5)
    setup = matches.history(match).head
    play(matches, match, 120)
    start = matches.history(match).ends[-1]
    play(matches, match, 1)
    matches.rewind(match, "director", start)
    branch = matches.branch(match, matches.history(match).head, seat="us")
    play(matches, branch, 20)
    for line, seat in product((match, branch), ("us", "german", "")):
        if (line, seat) == (branch, "german"):
            continue  # Its own past is not dealt again: that seat is a bot's, or the host's.
        known = {
            entry.last: {piece for table in tables for piece in table.pieces}
            for entry, tables in seen(matches.history(line), seat)
        }
        for at, text in given_to(matches, line, seat, setup):
            named = cards_in(text) & matches.history(line).table.pieces.keys()
            assert named <= known[at], (line == branch, seat, at, text)


def seen(history: History, seat: str) -> Iterator[tuple[EntrySpan, list[Table]]]:
    """Each entry with what a role could see of the table before it and after each of its rows."""
    for entry in history.entries():
        yield entry, [view(table, seat) for table in history.tables_of(entry)]


def given_to(matches: Matches, match: str, seat: str, after: int) -> Iterator[tuple[int, str]]:
    """All that a role is given of a line after its set-up, by the end of the entry it is of."""
    line, game = matches.history(match), matches.game_of(match)
    for at, event in matches.events(match, seat, after):
        yield at, encode(event).decode()
    for sentence in narrate(game, line, seat, after):
        yield line.entry_of(sentence.position).last, sentence.as_text()
    for at in line.ends[1:]:
        yield at, msgspec.json.encode(matches.view(match, seat, at).zones).decode()
    yield line.head, repr(matches.prompts(match, seat) if seat else ())
    archive = read(matches.export(match, seat))
    for row in archive.rows[after:]:
        yield line.entry_of(row.position).last, row.state.decode()


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"(?:us|german)-[a-z-]+-\d+", text))
