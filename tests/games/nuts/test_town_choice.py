"""4.31, 10.2: inside a town or outside."""

from __future__ import annotations

import pytest

from tests.games.nuts.playing import Play
from tests.games.nuts.table import hits, position

NEB_18, ID_8, ID_22 = "sg-u15", "sa-u06", "sa-u07"


@pytest.mark.parametrize(
    ("outside", "inside", "marked"),
    [
        ("", f"{ID_8} {ID_22}", [0, 0]),  # Only sixes hit a town.
        (ID_22, ID_8, [1, 1]),  # Fives hit; the town takes one of three for both.
        (f"{ID_8} {ID_22}", "", [2, 1]),  # Nothing takes hits for those outside.
    ],
)
def test_units_inside_and_outside_share_what_the_town_does(
    outside: str, inside: str, marked: list[int]
):
    """N-Q24, N-4.31j, N-4.31k: three fives of the artillery."""
    places = {"A1": NEB_18, "A2": outside, "A2-town": inside}
    run = Play(position(places, terrain="sg-t1"), (5, 5, 5, 1))
    run.do(f"attack A2 {NEB_18} -", "choose bombardment")
    while run.offers("choose"):
        run.do(f"choose {ID_8}")

    assert hits(run.table, ID_8, ID_22) == marked
