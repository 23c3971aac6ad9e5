"""What a table remembers: answers that still hold, and no others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wardiary.domain.diary.codec import digest
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, fold, working_copy
from wardiary.domain.table.memory import ANYTHING, PIECES, Scope, remembered
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table


def outside(zone: Zone) -> bool:
    """Whether a zone is not the hand."""
    return zone != "hand"


COUNTERS = Scope(outside)
PLACES = Scope(outside, places=True)
RULE = "1"
ASKED: list[tuple[object, ...]] = []


def question(scope: Scope, name: str):
    """A question with this scope, which notes each time that it is worked out."""

    @remembered(scope)
    def ask(table: Table, zone: Zone) -> tuple[str, ...]:
        ASKED.append((name, zone))
        return table.zone(zone)

    return ask


QUESTIONS = {
    "anything": question(ANYTHING, "anything"),
    "pieces": question(PIECES, "pieces"),
    "counters": question(COUNTERS, "counters"),
    "places": question(PLACES, "places"),
}


@pytest.fixture
def table() -> Table:
    """Two squads on the map and a card in hand; all questions were asked of it."""
    placed = [
        e.PiecesPlaced(pieces=("a", "b"), kind="squad", zone="A1", rule=RULE),
        e.PiecesPlaced(pieces=("card",), kind="card", zone="hand", rule=RULE),
        e.PiecesPlaced(pieces=("old",), kind="card", zone="discards", rule=RULE),
    ]
    table = fold(Table(seats=("red", "blue")), placed)
    ask_all(table)
    return table


def ask_all(table: Table) -> set[str]:
    """Ask everything; gives the questions that had to be worked out."""
    ASKED.clear()
    for ask in QUESTIONS.values():
        assert table.zone("A1") == ask(table, "A1")
    return {str(name) for name, _ in ASKED}


MOVED = {"pieces": ("a",), "rule": RULE}
CHANGES = {
    "a piece comes to another place": (e.PiecesMoved(to="B1", **MOVED), set(QUESTIONS)),
    "a piece goes to a zone outside": (e.PiecesMoved(to="hand", **MOVED), set(QUESTIONS)),
    "new pieces": (
        e.PiecesPlaced(pieces=("c",), kind="squad", zone="B1", rule=RULE),
        set(QUESTIONS),
    ),
    "a piece outside the scope moves": (
        e.PiecesMoved(pieces=("card",), to="hand", rule=RULE),
        {"anything", "pieces"},
    ),
    "a pile outside is shuffled": (
        e.PileShuffled(zone="hand", order=("card",), rule=RULE),
        {"anything", "pieces"},
    ),
    "a piece is flipped": (
        e.PieceTurned(piece="a", face="broken", rule=RULE),
        {"anything", "pieces", "counters"},
    ),
    "a piece is marked": (
        e.MarkSet(piece="a", mark="hit", value=1, rule=RULE),
        {"anything", "pieces", "counters"},
    ),
    "a piece outside is marked": (
        e.MarkSet(piece="card", mark="hit", value=1, rule=RULE),
        {"anything", "pieces"},
    ),
    "a track": (e.TrackSet(track="score", value=1, rule=RULE), {"anything"}),
    "a phase": (e.PhaseEntered(round=1, turn=1, phase="end", rule=RULE), {"anything"}),
    "a holder": (e.SeatClaimed(seat="red", holder="bot", rule=RULE), {"anything"}),
    "a piece is shown": (e.PiecesShown(pieces=("card",), to=("red",), rule=RULE), {"anything"}),
    "the end": (e.MatchEnded(winners=(), reason="", scores={}, rule=RULE), {"anything"}),
    "other steps": (e.EntryClosed(steps=Table().steps, rule=RULE), set()),
    "a total": (e.TotalComputed(what="", items=(), total=0, rule=RULE), set()),
    "a table cleared": (e.TableCleared(rule=RULE), set(QUESTIONS)),
    "cards dealt again": (e.Redealt(zones={"hand": ("card",)}, rule=RULE), set(QUESTIONS)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_an_answer_is_kept_until_what_it_depends_on_changes(table: Table, change: str):
    """14.5: an event says what cannot be answered as before."""
    event, asked_again = CHANGES[change]

    assert asked_again == ask_all(evolve(table, event))
    assert set() == ask_all(table)


@pytest.mark.parametrize("change", CHANGES)
def test_what_a_later_table_is_asked_first_does_not_answer_for_the_one_before(
    table: Table, change: str
):
    """14.5: after a refused command the earlier table is asked again."""
    event, asked_again = CHANGES[change]
    before = replace(table)
    assert not before.memory
    ask_all(evolve(before, event))

    assert asked_again <= ask_all(before)


def test_a_question_is_worked_out_once_for_each_of_its_words(table: Table):
    """14.5."""
    ASKED.clear()
    for zone in ("B1", "C1", "B1"):
        QUESTIONS["places"](table, zone)
    assert [("places", "B1"), ("places", "C1")] == ASKED


def test_a_question_takes_its_words_by_place_alone(table: Table):
    """14.5: by name, two questions would have one answer."""
    with pytest.raises(TypeError):
        QUESTIONS["places"](table, zone="A1")


def test_what_is_asked_of_a_copy_counts_for_the_table_as_long_as_they_are_the_same(table: Table):
    """14.5."""
    copy = working_copy(table)
    QUESTIONS["places"](copy, "B1")
    ASKED.clear()
    QUESTIONS["places"](table, "B1")

    assert [] == ASKED


def test_a_table_made_of_another_remembers_nothing(table: Table):
    """14.5: such as what a seat sees of it."""
    other = replace(table, zones={**table.zones, "A1": ("a",)}, pieces=table.pieces)

    assert set(QUESTIONS) == ask_all(other)
    assert set() == ask_all(table)


def test_memory_is_no_part_of_what_a_table_is(table: Table):
    """14.5: neither for comparisons nor for the digest."""
    forgetful = replace(table)

    assert table.memory
    assert not forgetful.memory
    assert forgetful == table
    assert digest(forgetful) == digest(table)
