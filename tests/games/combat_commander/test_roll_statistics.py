"""P10: a roll is read off a card, and its luck is measured against the deck it came from."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.combat_commander.builders import PACK
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.bot_players import BotPlayers
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.projections.dice import dice, luck, rolls


@pytest.mark.parametrize("nation", sorted(PACK.decks))
def test_the_odds_of_a_roll_are_those_of_the_whole_deck(nation: str):
    """P10, 1.9: every number is on 24 of a deck's 144 dice."""
    assert Counter(face for card in PACK.decks[nation] for face in (card.white, card.red)) == (
        dict.fromkeys(range(1, 7), 24)
    )


def test_the_rolls_of_a_whole_match_are_compared_with_the_decks():
    """P10: no roll is missing, and the luck of a seat is its results less 3.5 for each die."""
    matches = open_store("memory:")
    holders = {"axis": "bot", "allies": "bot"}
    match = matches.new_match("combat-commander", "cc-h1", holders=holders)
    BotPlayers(matches).play_on(match)
    line = matches.history(match)
    rolled = [roll for _, roll in rolls(line) if roll.pool == "card"]
    counted = dice(line, odds=GAME.odds)

    (card,) = [die for die in counted.all if die.die == "card"]
    assert card.rolls == 2 * len(rolled) > 100
    assert card.expected == pytest.approx(card.rolls / 6)
    assert card.degrees == 5
    assert card.p is not None
    for seat, points in luck(line, odds=GAME.odds).items():
        results = [face for roll in rolled if roll.seat == seat for face in roll.faces]
        assert points[-1].luck == pytest.approx(sum(results) - 3.5 * len(results))
    assert set(luck(line, odds=GAME.odds)) == {"axis", "allies"}
