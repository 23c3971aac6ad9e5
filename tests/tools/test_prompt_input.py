from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.toy import TOY
from wardiary.domain.games.registry import game
from wardiary.domain.play.prompts import Offer, Prompt, Slot, choice_slot, fixed_slot, several_slot
from wardiary.domain.table.pieces import Piece
from wardiary.domain.table.table import Table
from wardiary.projections.naming import Names
from wardiary.tools.context import BadInput
from wardiary.tools.prompt_input import (
    PromptReader,
    menu,
    menu_as_text,
    numbered,
    offer_text,
)

UNDAUNTED = game("undaunted")
BOLSTER = Offer(
    "bolster", (fixed_slot("card", "c1"), several_slot("cards", ("a", "b", "c"), 0, 2)), "U-BOLS-1"
)
ATTACK = Offer(
    "attack", (fixed_slot("card", "c1"), choice_slot("target", ("g1", "g2"))), "U-ATK-2", "Shoot"
)
PROMPT = Prompt("us", (BOLSTER, ATTACK, Offer("pass", (), "U-TURN-2")), "U-TURN-1")


def picker(typed: Iterable[str] = (), printed: list[str] | None = None) -> PromptReader:
    """A reader that gets these typed words, and prints into a list."""
    words = iter(typed)
    table = Table(pieces={"g1": Piece("g1", "counter-riflemen-a", "5B", "german")})
    names = Names(UNDAUNTED, table, "us")
    return PromptReader(
        UNDAUNTED, names, lambda _: next(words), ([] if printed is None else printed).append
    )


def test_an_offer_is_written_with_its_open_slots_in_capitals():
    assert offer_text(ATTACK) == "attack c1 TARGET(2)  -- Shoot [U-ATK-2]"
    assert list(menu_as_text(PROMPT))[2] == "pass [U-TURN-2]"


def test_an_offer_on_the_menu_is_in_plain_words_with_what_it_leaves_open():
    """Issue 10.3: no ids."""
    names = Names(UNDAUNTED, Table(seats=("us", "german")), "us")

    assert list(numbered(menu(PROMPT, names))) == [
        "  1  Bolster with c1: take cards, cards (3) [U-BOLS-1]",
        "  2  Shoot, target (2) [U-ATK-2]",
        "  3  End the turn [U-TURN-2]",
    ]


@pytest.mark.parametrize(
    ("slot", "written"),
    [
        (fixed_slot("card", "c1"), "c1"),
        (several_slot("cards", ()), "-"),
        (several_slot("cards", ("a",), 1, 1), "a"),
        (several_slot("cards", ("a",)), "CARDS(1)"),
        (Slot("number", (1, 2, 3)), "NUMBER(3)"),
    ],
)
def test_a_slot_with_one_way_to_fill_it_is_filled(slot: Slot, written: str):
    assert offer_text(Offer("x", (slot,), "R")) == f"x {written} [R]"


def test_typing_a_number_chooses_an_offer_and_asks_for_its_slots():
    command = picker(["2"]).command(PROMPT, "2")

    assert command == UNDAUNTED.command("attack c1 g2")


@pytest.mark.parametrize(
    ("typed", "text"),
    [("", "bolster c1 -"), ("3 1", "bolster c1 c,a"), ("b,a", "bolster c1 b,a")],
)
def test_several_candidates_are_named_in_order_or_none(typed: str, text: str):
    assert picker([typed]).command(PROMPT, "1") == UNDAUNTED.command(text)


def test_a_candidate_that_is_a_piece_is_listed_with_its_title():
    printed: list[str] = []
    words = picker(["g1"])
    words.say = printed.append

    words.command(PROMPT, "2")

    assert printed[0] == "     1  German Riflemen A"


@pytest.mark.parametrize(("typed", "answer"), [("4", ""), ("0", ""), ("2", "7"), ("2", "g9")])
def test_a_token_that_is_not_there_is_refused(typed: str, answer: str):
    with pytest.raises(BadInput):
        picker([answer]).command(PROMPT, typed)


def test_a_candidate_that_is_a_number_is_named_by_itself():
    """Else typing 2 of 4, 3, 2 would mean another one than it says."""
    prompt = Prompt(
        "us",
        (Offer("command", (fixed_slot("card", "c"), choice_slot("number", (4, 3, 2))), "R"),),
        "R",
    )

    assert picker(["2"]).command(prompt, "1") == UNDAUNTED.command("command c 2")


def test_other_typed_text_is_returned_unchanged():
    assert picker().command(PROMPT, "attack c1 g1") == "attack c1 g1"
    assert TOY.command("bid x").card == "x"


@pytest.mark.parametrize("typed", ["stay", "1", "-", ""])
def test_stay_is_accepted_as_a_path(typed: str):
    """C6: not an empty line."""
    move = Offer(
        "move", (fixed_slot("card", "c1"), choice_slot("path", ("", "5B", "5B,6B"))), "U-MOVE-1"
    )
    printed: list[str] = []

    command = picker([typed], printed).fill_slots(move)

    assert UNDAUNTED.command("move c1 -") == command
    assert "     1  stay" in printed


def test_none_is_accepted_as_an_empty_answer():
    """C6: where a candidate is to name none, and where several may be named or none."""
    strike = Offer(
        "attack", (fixed_slot("card", "c1"), choice_slot("target", ("", "g2"))), "U-ATK-2"
    )

    assert UNDAUNTED.command("attack c1 -") == picker(["none"]).fill_slots(strike)
    assert UNDAUNTED.command("bolster c1 -") == picker(["none"]).command(PROMPT, "1")
