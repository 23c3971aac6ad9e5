from __future__ import annotations

import pytest

from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.domain.table.pieces import Piece
from wardiary.domain.table.table import Table
from wardiary.tools.refold import fold_again, is_whole

PIECES = {"a": Piece("a", "card", "hand"), "b": Piece("b", "card", "deck")}


def test_a_match_with_a_rewind_and_its_branch_fold_again_to_the_same():
    matches = open_store("memory:")
    match = matches.new_match("undaunted", "la-raye", holders={"us": "human", "german": "bot"})
    start = matches.history(match).head
    (prompt,) = matches.prompts(match, "us")
    matches.command(match, "us", f"bid {prompt.offers[0].slots[0].candidates[0]}")
    matches.rewind(match, "us", start)
    BotPlayers(matches).play_on(match)
    branch = matches.branch(match, start, seat="us")

    assert fold_again(matches, match)
    assert fold_again(matches, branch)


@pytest.mark.parametrize(
    ("zones", "pieces", "whole"),
    [
        ({"hand": ("a",), "deck": ("b",)}, 2, True),
        ({"hand": ("a",), "deck": ("b",)}, 3, False),
        ({"hand": ("a", "a"), "deck": ("b",)}, 2, False),
        ({"hand": ("a",)}, 2, False),
        ({"hand": ("b",), "deck": ("a",)}, 2, False),
    ],
)
def test_a_piece_lost_doubled_or_elsewhere_is_noticed(
    zones: dict[str, tuple[str, ...]], pieces: int, whole: bool
):
    assert is_whole(Table(pieces=PIECES, zones=zones), pieces) == whole
