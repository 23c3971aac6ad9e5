"""What a seat of two teams of two may not know changes nothing that it gets."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.company_of_heroes.content import PACK
from tests.games.company_of_heroes.situations import FULL_GAME, GAME, PURIST, TWO_EACH
from tests.projections.noninterference import (
    assert_blind,
    assert_blind_next,
    assert_blind_what_if,
    elsewhere,
    play,
    roles,
)
from wardiary.domain.play.commands import verb_of
from wardiary.domain.play.game import Opening
from wardiary.tools.hidden_swaps import choose_swaps, swap_pieces

POSITIONS = 500
"""For each mission of the full game; a thousand together."""
A_MATCH = 250
"""So many commands take a random match well into its second or third round."""
UNSEEN = ("aim", "aim-gun")


@pytest.mark.parametrize("mission", [FULL_GAME, PURIST])
def test_targets_chosen_unseen_tell_the_other_team_nothing(mission: str):
    """C-5.0a, SL-01: four seats in two teams; also commanders and operations cards."""
    settings = GAME.resolve_settings({"assignment": "sealed", "commanders": "tournament"})
    opening = Opening(mission, TWO_EACH, settings)
    looked, unseen = 0, 0
    for number in range(20):
        rng = Random(f"{mission} {number}")
        for table, seat, command in play(GAME, PACK, opening, rng, A_MATCH):
            role = rng.choice(roles(table))
            swaps = choose_swaps(table, role, rng)
            other = swap_pieces(table, swaps)
            assert_blind(GAME, table, other, role, drawn=looked % 50 == 0)
            assert_blind_next(GAME, table, swaps, seat, command, role)
            if role in table.seats and looked % 10 == 0:
                assert_blind_what_if(GAME, table, elsewhere(table, role, rng), role, rng)
            looked += 1
            unseen += verb_of(type(command)) in UNSEEN
        if looked >= POSITIONS:
            break
    assert looked >= POSITIONS
    assert unseen
