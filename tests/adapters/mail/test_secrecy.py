"""Nothing that a seat may not know is in a mail to it, over random play of every game."""

from __future__ import annotations

import os
from random import Random

import pytest

from tests.projections.noninterference import openings, permuted, play
from wardiary.adapters.mail.drawing import draw_board
from wardiary.adapters.mail.notices import WIDTH, _asked
from wardiary.adapters.mail.reading import OrderReader
from wardiary.domain.games import registry
from wardiary.domain.play.game import Game
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.ascii_board import draw
from wardiary.projections.board import board
from wardiary.projections.clutter import without_clutter
from wardiary.projections.naming import Names
from wardiary.projections.redaction import view

POSITIONS = int(os.environ.get("WARDIARY_MAIL_POSITIONS", "200")) // len(registry.names())
"""For each game; the sentences of a notice are looked at with the log's."""


def mailed(game: Game, table: Table, seat: Seat) -> list[str]:
    """What a notice to a seat says of a table, and how a line that is no order is answered."""
    seen = view(table, seat)
    shown, names = without_clutter(board(seen, game)), Names(game, seen, seat)
    prompt = prompt_for(game.prompts(table), seat)
    said = [draw(shown, WIDTH), draw_board(shown)]
    if prompt is not None:
        reader, offer = OrderReader(names, prompt), prompt.offers[0]
        wrong = f"{offer.verb} something else"
        said += [*_asked(names, prompt), str(reader.why_not(wrong)), reader.nearest(wrong)]
    return said


@pytest.mark.parametrize("name", registry.names())
def test_what_a_seat_may_not_know_changes_nothing_of_its_mails(name: str):
    """Issue 13: SL-01, over random play, the picture and the answers to bad orders too."""
    game, looked = registry.game(name), 0
    ways = openings(game)
    share = max(5, POSITIONS // len(ways))
    for number in range(10 * len(ways)):
        rng = Random(number)
        pack, opening = ways[number % len(ways)]
        for table, asked, _ in play(game, pack, opening, rng, share):
            seat = asked if rng.random() < 0.5 else rng.choice(table.seats)
            assert mailed(game, table, seat) == mailed(game, permuted(table, seat, rng), seat)
            looked += 1
            if looked == POSITIONS:
                return
    raise AssertionError(f"only {looked} positions were reached")


def test_the_mails_of_two_seats_differ():
    """Else the test above would say nothing."""
    game = registry.game("undaunted")
    pack, opening = openings(game)[0]
    table, _, _ = next(play(game, pack, opening, Random(1), 1))
    us, german = (mailed(game, table, seat) for seat in table.seats)

    assert us != german
