"""Firepower, morale and melee strength in random games, reckoned a second time (3, 13, O20)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.games.combat_commander import independent_totals as second
from tests.games.combat_commander.shipped import PACK
from tests.projections.noninterference import answer, blank_table
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.decide import decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table

BOUND = 20_000


def compare(table: Table, event: e.TotalComputed, seen: Counter[str]) -> None:
    """One total against the second reckoning of it."""
    what, _, rest = event.what.partition(" ")
    if what == "firepower" and seen.pop("spray", 0):
        return  # Its second hex is not told by the total.
    if what == "firepower":
        seen["firepower"] += 1
        assert second.fire(table, event) == event.total, event
    elif what == "melee" and not rest.startswith("total"):
        seen["melee"] += 1
        hex_label, seat = rest.split()
        assert second.melee(table, hex_label, seat) == event.total, event
    elif what == "morale":
        bare, here = second.bare_morale(table, rest), table.pieces[rest].zone
        if event.rule in ("O22.3", "O23.2", "E50"):
            seen["rally"] += 1
            assert bare + second.plain_cover(table, here) == event.total, event
        else:
            seen["defence"] += 1
            assert event.total - bare in second.covers(table, here), event


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
@pytest.mark.parametrize("seed", [1, 2])
def test_totals_of_random_games_are_what_the_counters_say(scenario: str, seed: int):
    """3.1.1, 3.1.4, 3.3.1.2, 3.3.1.3, 13.2, E44.1, F106.1, O16.4.1, O20.3.1.2, O21.1, T78.3."""
    rng = Random(f"{scenario} again {seed}")
    chance = SeededChance(rng.randbytes(32), "0" * 32, bytes(32), b"")
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    outcome = set_up_table(GAME, blank_table(GAME, PACK, opening), opening, chance)
    seen: Counter[str] = Counter()
    cost = 0
    for _ in range(BOUND):
        table = outcome.table
        if table.result is not None:
            break
        prompt = rng.choice(outcome.prompts)
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, table, prompt.seat, command, chance, outcome.prompts)
        for event in outcome.events:
            if isinstance(event, e.TotalComputed):
                compare(table, event, seen)
                cost = event.items[-1].value if event.what == "movement points" else cost
            elif isinstance(event, e.PiecesMoved) and event.rule == "O21.1":
                seen["step"] += 1
                assert second.step_cost(table, table.zone_of(event.pieces[0]), event.to) == cost
            elif isinstance(event, e.PiecesMoved) and event.rule == "A40":
                seen["spray"] = 1
            table = evolve(table, event)

    assert outcome.table.result is not None
    assert min(seen["firepower"], seen["defence"], seen["step"]) > 0
