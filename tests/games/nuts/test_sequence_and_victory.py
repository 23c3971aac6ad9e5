"""6, 13 The sequence of play, the end of the game, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.nuts.table import Run, position
from tests.scenario import Scenario
from wardiary.domain.table import events as e

VG_986, TWO_PZ, THREE_PZ, PZ_304 = "sg-u01", "sg-u18", "sg-u19", "sg-u20"
ID_8, ID_22, CCR_9 = "sa-u06", "sa-u07", "sa-u10"


def finish_turn(match: Scenario) -> Scenario:
    """Nobody does anything more in this turn."""
    turn = match.table.round
    while match.table.result is None and match.table.round == turn:
        (prompt,) = match.game.prompts(match.table)
        verbs = {offer.verb for offer in prompt.offers}
        match.when(prompt.seat, "done" if "done" in verbs else "pass")
        assert match.refused is None
    return match


def test_a_turn_has_eight_phases_in_their_order() -> None:
    """N-6.0a, N-6.0b: four German, then four American ones."""
    match = position(
        {"A0": VG_986, "A5": ID_8}, phase="drawn", decks={"german": "sg-u30 sg-u31", "american": ""}
    )
    phases = []
    while match.table.result is None and len(phases) < 9:
        (prompt,) = match.game.prompts(match.table)
        match.when(prompt.seat, "done")
        phases += [(p.seat, p.phase) for p in match.happened(e.PhaseEntered)]

    assert phases == [
        ("german", "movement"),
        ("german", "combat"),
        ("american", "supply"),
        ("american", "draw"),
        ("american", "movement"),
        ("american", "combat"),
        ("german", "supply"),
        ("german", "draw"),
        ("german", "movement"),
    ]
    assert match.table.round == 4


def test_marks_of_a_turn_come_off_at_its_end() -> None:
    """N-10.1d: who attacked or moved may do so again in the next turn."""
    match = position(
        {"A0": VG_986, "A5": ID_8},
        army="american",
        decks={"german": "sg-u30"},
        marks={VG_986: {"sideways": 1, "moved": 1}, ID_8: {"moved": 1}},
    )
    finish_turn(match)

    assert match.table.pieces[VG_986].marks == match.table.pieces[ID_8].marks == {}


def ending(exited: int, cards: str, **more: Any) -> Scenario:
    """The last phase of a turn, with so many units off the board and a deck."""
    match = position(
        {"A0": VG_986, "A5": ID_8},
        army="american",
        tracks={"exited": exited},
        decks={"german": cards},
        **more,
    )
    return match.when("american", "done")


@pytest.mark.parametrize(
    ("exited", "cards", "winners"),
    [
        (3, "sg-u30", ("german",)),
        (3, "", ("german",)),
        (4, "sg-u30", ("german",)),
        (2, "", ("american",)),
        (0, "", ("american",)),
    ],
)
def test_three_exits_win_for_the_germans_all_else_for_the_americans(
    exited: int, cards: str, winners: tuple[str, ...]
) -> None:
    """N-13.0a, N-6.0c, N-6.0d."""
    result = ending(exited, cards).table.result

    assert result is not None
    assert result.winners == winners
    assert result.scores == {"german": exited, "american": 0}


def test_with_two_exits_and_cards_left_the_game_goes_on() -> None:
    """N-6.0d."""
    match = ending(2, "sg-u30")

    assert match.table.result is None
    assert match.table.round == 4


def test_a_limit_of_turns_may_be_agreed_on() -> None:
    """N-14.5a: else the deck decides."""
    match = position(
        {"A0": VG_986, "A5": ID_8}, army="american", decks={"german": "sg-u30"}, turn=15
    )
    match.table.settings["turn_limit"] = 15
    match.when("american", "done")
    match.table.settings["turn_limit"] = 0

    assert match.table.result is not None


def test_position_one_of_the_end_of_the_game() -> None:
    """N-13.0a, N-13.0c, N-6.0d: a move and a blitz move off the board; then the Americans play on.

    The third unit leaves in the attack on row 5; the second six is declined.
    """
    match = position(
        {
            "C5": TWO_PZ,
            "A4": f"{THREE_PZ} {PZ_304} {VG_986}",
            "A5-town": ID_8,
            "A5": ID_22,
        },
        phase="movement",
        turn=12,
        terrain="sg-t9",
        german="A0 A1 A2 A3 C4 C3 C2 C1",
        tracks={"exited": 1},
        decks={"german": "sg-u30 sg-u31"},
        values={
            THREE_PZ: {"armor": 2, "artillery": 0, "division": ""},
            PZ_304: {"armor": 1, "division": ""},
            ID_8: {"cohesion": 9},
            ID_22: {"cohesion": 9},
        },
    )
    match.when("german", f"move exit {TWO_PZ}").when("german", "done")
    assert match.table.track("exited") == 2

    run = Run(match, (6, 6, 2), (1,) * 4, (1,) * 4, (1,) * 5, (1,))
    run.do(f"attack A5 {THREE_PZ},{PZ_304},{VG_986} -", "choose assault", "choose commit")
    while run.offers("choose"):
        run.do(f"choose {run.prompt().offers[0].slots[0].candidates[0]}")
    run.do(f"blitz {THREE_PZ} exit", "decline").pass_cards()
    assert run.table.track("exited") == 3
    assert run.table.result is None
    run.do("done")
    assert (run.table.seat, run.table.phase) == ("american", "draw")
    run.do("done", "done", "done").over()
    assert run.table.result is not None
    assert run.table.result.winners == ("german",)
    assert run.table.round == 12


def test_with_no_six_nobody_leaves() -> None:
    """N-9.3b: 5, 5, 2; leg units never leave."""
    match = position(
        {"A4": f"{THREE_PZ} {VG_986}", "A5": ID_8},
        terrain="sg-t9",
        tracks={"exited": 2},
        values={THREE_PZ: {"armor": 3, "artillery": 0}, ID_8: {"cohesion": 9, "armor": 0}},
    )
    run = Run(match, (5, 5, 2), (1,) * 4, (1, 1))
    run.do(f"attack A5 {THREE_PZ},{VG_986} -", "choose assault", "choose commit").pass_cards()

    assert run.over().table.track("exited") == 2


@pytest.mark.parametrize(("space", "winners"), [("B5", ("german",)), ("B4", ("american",))])
def test_position_two_of_the_end_of_the_game(space: str, winners: tuple[str, ...]) -> None:
    """N-13.0a, N-12.3b: out of supply one step is left: off the board from B5, not from B4."""
    match = position(
        {space: TWO_PZ, "A0": VG_986, "A5": ID_8, "C5": ID_22},
        phase="movement",
        turn=15,
        marks={TWO_PZ: {"out-of-supply": 1}},
        tracks={"exited": 2},
    )
    if space == "B4":
        match.when("german", f"move B5 {TWO_PZ}")
        match.when("german", f"move exit {TWO_PZ}").then_illegal("N-12.3b")
    else:
        match.when("german", f"move exit {TWO_PZ}")
    finish_turn(match)

    assert match.table.result is not None
    assert match.table.result.winners == winners


def test_a_deck_of_ten_cards_has_seven_left_after_the_draw() -> None:
    """N-8.1a: as in the first position of the end."""
    cards = " ".join(f"sg-u{number}" for number in range(30, 40))
    match = position({"A0": VG_986, "A5": ID_8}, phase="draw", turn=12, decks={"german": cards})

    assert len(match.table.zone("german-deck")) == 7
    assert len(match.table.zone("german-hand")) == 3
    assert CCR_9 in match.table.pieces
