"""C5: the drawing has everything that a choice needs, however narrow it is."""

from __future__ import annotations

import re
from functools import cache

import pytest

from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.domain.games import registry
from wardiary.projections.ascii_board import draw
from wardiary.projections.board import Board, board, piece_text
from wardiary.projections.clutter import without_clutter
from wardiary.projections.labels import plain
from wardiary.tools.simulate import seeded_entropy, ticking_clock

WIDTHS = (120, 80, 60, 40)
PLAYED = [
    (game, scenario.id)
    for game, rules in registry.GAMES.items()
    for scenario in rules.scenarios(rules.read_pack(registry.packaged(game)))
]


@cache
def played(game: str, scenario: str) -> Board:
    """A board in the middle of a match, seen by its first seat."""
    matches = open_store("memory:", clock=ticking_clock(0), entropy=seeded_entropy(5, 1))
    match = matches.new_match(game, scenario)
    seats = matches.history(match).table.seats
    for seat in seats:
        matches.command(match, "host", f"claim {seat} bot")
    BotPlayers(matches).play_on(match, 60)
    return without_clutter(board(matches.view(match, seats[0]), matches.game_of(match)))


def lines_of(drawn: str) -> list[str]:
    """The lines of a drawing, those that were folded in one again."""
    return re.sub(r"\n    (?=\S)", " ", drawn).splitlines()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("game", "scenario"), PLAYED)
def test_no_line_is_wider_than_the_terminal_and_none_is_left_out(
    game: str, scenario: str, width: int
):
    """C5: no "(+3 lines)"."""
    drawn = draw(played(game, scenario), width)

    assert max(map(len, drawn.splitlines())) <= width
    assert "lines)" not in drawn


@pytest.mark.parametrize("width", [60, 40])
@pytest.mark.parametrize(("game", "scenario"), PLAYED)
def test_every_space_is_listed_with_its_printed_note_and_its_pieces(
    game: str, scenario: str, width: int
):
    """C5: objectives, values, ways, hexsides and stacked pieces, of empty spaces too."""
    position_board = played(game, scenario)
    lines = lines_of(draw(position_board, width))

    for space in position_board.spaces:
        (result,) = [line for line in lines if tells_of(line, space.stack.name)]
        assert space.note in result
        assert all(piece_text(piece).lower() in result.lower() for piece in space.stack.pieces)
        assert all(f"{plain(name)} {n}" in result.lower() for name, n in space.tracks.items() if n)
    assert set(position_board.goals) <= set(lines)


def tells_of(line: str, space: str) -> bool:
    """Whether a line of the list is about a space: its own line, or that of empty ones alike."""
    if line.startswith("Empty"):
        return space in re.split(r", |: ", line.removesuffix("."))
    return line.startswith((f"{space} (", f"{space}: "))


@pytest.mark.parametrize(("game", "scenario"), [one for one in PLAYED if played(*one).spaces])
def test_victory_goals_are_listed(game: str, scenario: str):
    """C5: the goals are beside the board."""
    assert played(game, scenario).goals
