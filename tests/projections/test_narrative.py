from __future__ import annotations

import pytest

from tests.projections.matches import Match
from tests.toy import TOY, Bid
from wardiary.domain.play.table_commands import (
    AgreeRewind,
    AskRewind,
    ClaimSeat,
    Disclose,
    InspectPiece,
    MakeRuling,
    RefuseRewind,
    Resign,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import Visibility
from wardiary.domain.table.table import Table
from wardiary.projections.event_text import _TEXT_OF
from wardiary.projections.narrative import narrate, sentence_for
from wardiary.projections.redaction import DIRECTOR, SPECTATOR


def texts(match: Match, role: str, after: int = 0) -> list[str]:
    return [sentence.as_text() for sentence in narrate(TOY, match.line, role, after)]


def test_the_opening_names_only_settings_that_are_not_the_usual_ones():
    """P7"""
    assert texts(Match(target=2), "red")[0] == (
        "Toy, plain, is opened for Red and Blue. [Table/Open]"
    )


def test_the_log_of_a_match_begins_with_its_opening():
    match = Match(target=3)

    sentences = texts(match, "red")

    assert sentences[0] == "Toy, plain, is opened for Red and Blue, with target 3. [Table/Open]"
    assert sentences[1] == "Card (x10) placed in deck. [T1]"
    assert sentences[2] == "Deck is shuffled. [T1]"
    assert sentences[3] == "Card (x3) go from deck to Red hand. [T1]"
    assert sentences[4] == "3 cards go from deck to Blue hand. [T1]"
    assert sentences[5] == "Round 1, bid. [T1]"


def test_a_sealed_choice_is_shown_to_its_own_seat_only():
    match = Match()
    card = match.line.table.zone("red-hand")[0]
    before = match.line.head
    match.give("red", Bid(card))

    assert texts(match, "red", before) == [
        "Red: bid card. [Table/Command]",
        "Red moves card from Red hand to Red bid. [T2]",
    ]
    for role in ("blue", SPECTATOR):
        assert texts(match, role, before) == [
            "Red makes a sealed choice. [Table/Command]",
            "Red moves a card from Red hand to Red bid. [T2]",
        ]


def test_dice_name_their_purpose_and_totals_their_items():
    match = Match()
    match.bid_both()

    sentences = texts(match, SPECTATOR)

    (roll,) = [sentence for sentence in sentences if sentence.startswith("Red rolls")]
    assert roll.endswith(" (1d6) for bid. [T3]")
    (total,) = [sentence for sentence in sentences if sentence.startswith("Bid Red:")]
    assert " = card " in total
    assert "(T3), die " in total
    assert any(sentence.startswith("Points of ") and " is 1." in sentence for sentence in sentences)


def test_what_a_rewind_took_back_stays_and_is_marked():
    match = Match()
    start = match.line.head
    match.bid_both()
    match.give("red", AskRewind(start))
    match.give("blue", AgreeRewind())

    sentences = list(narrate(TOY, match.line, "blue"))

    assert {True} == {sentence.undone for sentence in sentences if "sealed" in sentence.text}
    assert any(
        "The table goes back to position" in sentence.text and not sentence.undone
        for sentence in sentences
    )
    assert "agreed by Red and Blue" in " ".join(sentence.text for sentence in sentences)
    asked = next(
        sentence
        for sentence in sentences
        if sentence.text.startswith("The table is asked to go back")
    )
    assert asked.as_text().startswith("(undone) ")


def test_rulings_refusals_claims_the_end_and_disclosure_are_in_the_log():
    match = Match()
    match.give("red", ClaimSeat("red", "bot"))
    match.give(
        "director", MakeRuling("misread", (e.TrackSet(track="points/red", value=1, rule="x"),))
    )
    start = match.line.head
    match.give("director", InspectPiece("red-hand", 1))
    match.bid_both()
    match.give("red", AskRewind(start))
    match.give("blue", RefuseRewind())
    match.give("red", Resign())
    match.give("host", Disclose())

    text = " ".join(texts(match, "blue"))

    assert "The seat of Red is held by bot. [Table/Claim]" in text
    assert "Director: rule misread pieces" not in text
    assert "The director rules: misread. [Table/Ruling]" in text
    assert "Points of Red is 1. [Table/Ruling]" in text
    assert "The director inspects a card of Red hand. [Table/Inspection]" in text
    assert "The request to go back is refused. [Table/Rewind]" in text
    assert "The match is over. Blue won: Red resigned. [Table/Resign]" in text
    assert "Seed and salt are opened" in text


def test_the_log_of_a_branch_says_where_it_starts_and_which_dice_were_set():
    match = Match()
    branch = match.branch(match.line.head, dealt="red", forced=(6, 1))
    branch.bid_both()

    text = " ".join(texts(branch, "red", match.line.head))

    assert "dealt from what Red knows; first dice set to 6, 1. [Table/Branch]" in text
    assert "are dealt again. [Table/What-if]" in text
    assert "Red rolls 6 (1d6) for bid (set for this what-if). [T3]" in text


def test_every_kind_of_event_has_a_sentence():
    assert set(e.AnyEvent.__args__) == set(_TEXT_OF)


def test_sentence_numbers_go_on_where_the_part_before_ended():
    match = Match()
    start = match.line.head
    match.bid_both()
    whole = list(narrate(TOY, match.line, "red"))

    later = list(narrate(TOY, match.line, "red", start))

    assert [sentence.number for sentence in whole] == list(range(1, len(whole) + 1))
    assert whole[-len(later) :] == later
    assert later == list(narrate(TOY, match.line, "red", start, first=later[0].number))
    assert {sentence.tag for sentence in narrate(TOY, match.line, "red", pauses=True)} > {
        "entry-closed"
    }


def camouflaged() -> Table:
    """Two secret zones whose number only their owner knows, with a unit in one."""
    looks = {
        "ambush-1": Visibility("owner", "red", count=False),
        "ambush-2": Visibility("owner", "red", count=False),
    }
    opened = e.MatchOpened(
        match="", game="toy", version="1", scenario="", settings={}, seats=("red", "blue"),
        visibility=looks, pack="", commitment="", time=0, rule="Table/Open",
    )  # fmt: skip
    placed = e.PiecesPlaced(pieces=("tank-1",), kind="tank", zone="17B", owner="red", rule="x")
    shuffled = e.PiecesMoved(pieces=("tank-1",), to="ambush-1", rule="x")
    hidden = evolve(evolve(evolve(Table(), opened), placed), shuffled)
    return forgotten(hidden)


def forgotten(table: Table) -> Table:
    """The table with blue's memory of the tank gone, as after a night of moves."""
    from msgspec.structs import replace

    return replace(table, known={})


MOVES = (
    e.PiecesMoved(pieces=("tank-1",), to="ambush-2", rule="5.1"),
    e.MarkSet(piece="tank-1", mark="dug-in", value=1, rule="5.1"),
    e.PiecesMoved(pieces=("tank-1",), to="ambush-1", rule="5.1"),
    e.TrackSet(track="time", value=1, rule="1"),
)


@pytest.mark.parametrize("role", ["blue", SPECTATOR])
def test_hidden_events_leave_neither_a_sentence_nor_a_gap_in_a_roles_log(role: str):
    """SL-07: an unseen unit moves twice."""
    sentences = sentence_for(TOY, camouflaged(), MOVES, role)

    assert ["Time is 1."] == [sentence.text for sentence in sentences]
    assert [1] == [sentence.number for sentence in sentences]
    assert [camouflaged().position + 1] == [sentence.position for sentence in sentences]


def test_the_owner_and_the_director_see_the_whole_command():
    for role in ("red", DIRECTOR):
        sentences = [sentence.text for sentence in sentence_for(TOY, camouflaged(), MOVES, role)]

        assert sentences[0].endswith("Red tank goes from ambush 1 to ambush 2.")
        assert sentences[1] == "Red tank in ambush 2 is now dug in."
        assert len(sentences) == 4


def test_a_piece_that_leaves_a_hidden_zone_does_not_reveal_its_place_there():
    seen = e.PiecesMoved(pieces=("tank-1",), to="17B", rule="5.2")

    (sentences,) = sentence_for(TOY, camouflaged(), [seen], "blue")

    assert sentences.text == "Red tank goes to 17B."


def test_control_characters_of_an_old_record_are_shown_escaped():
    """X1: they forge no line of the log and speak to no terminal."""
    match = Match()
    before = match.line.head
    match.give(DIRECTOR, MakeRuling("fine\n  7  Blue resigns.\x1b[2J"))

    sentences = texts(match, SPECTATOR, before)

    assert sentences[1] == r"The director rules: fine\n  7  Blue resigns.\x1b[2J. [Table/Ruling]"
    assert all(sentence.isprintable() for sentence in sentences)
