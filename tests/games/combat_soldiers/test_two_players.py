"""20 The game for two players."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.dealing import deal_match, play_to_turns, submit
from wardiary.domain.games.combat_soldiers.preparation.picks import next_entries
from wardiary.domain.play.commands import Illegal
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view


def random_events_in_play(table: Table) -> int:
    return sum(
        table.zone_of(card) in {"deck", "aside", "a-hand", "b-hand"}
        for card in ("engineers", "weather", "friendly-fire")
    )


def test_two_players_leave_sixteen_cards_out_and_get_four_objectives_each():
    """20.0, 20.1, 20.2: CS-Q39 sets the Weather aside too."""
    table = deal_match(2).table

    assert 16 == len(table.zone("box"))
    assert [4, 4] == [len(table.zone(f"{seat}-objectives")) for seat in "ab"]
    assert 5 == len(table.zone("aside"))
    assert 128 - 16 - 8 - 5 == len(table.zone("deck"))


def test_two_players_pick_one_objective_for_each_side():
    """20.2.1: US first, then German, of the four objectives dealt to them."""
    outcome = deal_match(2)
    mine = outcome.table.zone("a-objectives")
    assert {f"a-{objective}-us" for objective in mine} == set(next_entries(outcome.table, "a"))
    outcome = submit(outcome, "a", f"note a-{mine[0]}-us")
    with pytest.raises(Illegal) as refused:
        submit(outcome, "a", f"note a-{mine[1]}-us")
    assert "2.5-b" == refused.value.rule
    outcome = submit(outcome, "a", f"note a-{mine[1]}-german")

    assert ["b"] == [prompt.seat for prompt in outcome.prompts]


def test_two_players_play_with_106_cards_and_four_picked_objectives():
    """20.2.2, 20.3, 20.3.1, 20.3.2: nobody sees which event it is."""
    outcome = play_to_turns(deal_match(2))
    table = outcome.table
    out = {"box", "box-unseen", "a-unused", "b-unused"}
    in_play = [p for p in table.pieces.values() if p.kind in table.pack.cards and p.zone not in out]

    assert 106 == len(in_play)
    assert 4 == sum(p.kind in table.pack.objectives for p in in_play)
    assert 2 == sum(p.kind == "mines" for p in in_play)
    assert 1 == random_events_in_play(table)
    assert 2 == len(table.zone("box-unseen"))
    for card in table.zone("box-unseen"):
        assert card not in view(table, "a").pieces
    for card in table.zone("b-unused"):
        assert card not in view(table, "a").pieces
