"""What seats and spectators do not see: the column on secrets of the rows."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import chit, rifle_squad, smoke
from tests.games.combat_commander.openings import battle
from wardiary.domain.diary.codec import encode
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import SPECTATOR, redact, view


def seen(before: Table, table: Battle, role: str = SPECTATOR) -> str:
    """All events of the last command as a role sees them, in a single text."""
    texts = []
    for event in table.events:
        after = evolve(before, event)
        if (known := redact(before, event, after, role)) is not None:
            texts.append(encode(known).decode())
        before = after
    return "\n".join(texts)


@pytest.mark.parametrize("answer", ["choose", "decline"])
def test_a_spectator_of_an_interrogation_sees_only_the_discarded_card(answer: str):
    """E61: the hand is shown to the reader alone; other viewers see only the discarded card."""
    table = battle(allies=("fire", "move", "rout"))
    before, cards = table.table, table.table.zone("hand-allies")
    table.read("interrogation")
    events = seen(before, table)
    before = table.table
    table.say("axis", f"choose {cards[1]}" if answer == "choose" else "decline")
    events += seen(before, table)

    named = [card for card in cards if card in events]
    assert named == ([cards[1]] if answer == "choose" else [])
    assert not {*cards} & {*view(table.table, SPECTATOR).zone("hand-allies")}
    left = table.table.zone("hand-allies")
    assert {*left} == {*view(table.table, "axis").zone("hand-allies")}


def test_a_spectator_sees_no_hand_and_no_deck_but_both_discard_piles():
    """1.2: hands for their owner, decks for nobody, the discards in their order for everybody."""
    table = battle(axis=("fire", "move"), allies=("fire",), allies_deck=("4-1",), short=("allies",))
    shown = view(table.table, SPECTATOR)

    for zone in ("hand-axis", "hand-allies", "deck-axis", "deck-allies"):
        assert len(shown.zone(zone)) == len(table.table.zone(zone)) > 0
        assert not {*shown.zone(zone)} & {*table.table.zone(zone)}
    assert shown.zone("discard-allies") == table.table.zone("discard-allies") != ()


@pytest.mark.parametrize("role", [SPECTATOR, "allies"])
def test_a_secret_objective_is_counted_but_not_named_for_others(role: str):
    """4.3.3, 7.3.3-a, E65: only its owner sees which marker was drawn.

    Others see that there is another.
    """
    table = battle(chit("A", "objectives-axis"))
    before = table.table
    table.read("mission-objective", dice=(1,))

    (drawn,) = {*table.table.zone("objectives-axis")} - {*before.zone("objectives-axis")}
    assert drawn in seen(before, table, "axis")
    assert drawn not in seen(before, table, role)
    assert len(view(table.table, role).zone("objectives-axis")) == 2
    assert "chit-a" not in view(table.table, role).zone("objectives-axis")


def test_an_objective_opened_by_reconnaissance_is_seen_by_all_and_other_secrets_by_nobody():
    """E67: revealed to all."""
    table = battle(chit("A", "objectives-allies"), chit("B", "objectives-allies"))
    table.read("reconnaissance")
    before = table.table
    table.say("allies", "choose chit-a")

    assert "chit-a" in seen(before, table)
    assert "chit-b" not in seen(before, table)


def test_nobody_sees_the_markers_left_in_the_cups():
    """T94, E53, 7.3.2: smoke and objective markers that nobody has drawn."""
    table = battle(smoke(7, "K5")).table

    for role in (SPECTATOR, "axis", "allies"):
        for cup in ("smoke-cup", "chit-cup"):
            assert not {*view(table, role).zone(cup)} & {*table.zone(cup)}
    assert view(table, SPECTATOR).zone("K5") == ("smoke-7",)


def test_the_order_of_a_reshuffled_deck_is_hidden_from_everybody():
    """1.4, 6.1.2: the new order is hidden from all."""
    table = battle(rifle_squad("E5"))
    before = table.table
    table.time_passes()

    assert table.happened(e.PileShuffled)
    for role in (SPECTATOR, "axis", "allies"):
        events = seen(before, table, role)
        assert not [card for card in table.table.zone("deck-axis") if card in events]
