"""What must hold at the start of every turn, whatever happened before: limits, marks, control."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.combat_commander.shipped import PACK
from tests.projections.noninterference import answer, blank_table
from wardiary.domain.games.combat_commander.components.printed import (
    HAND_SIZE,
    CombatCommanderPack,
    map_of,
    scenario_of,
)
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.orders.turn import Turn
from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.decide import decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.table.table import Table

BOUND = 20_000
MEN = {"squad": 4, "team": 2, "leader": 1, "hero": 1}
WORKS = {"foxholes", "trench", "mines", "bunker", "pillbox", "wire"}
SIDE = {1: "axis", -1: "allies"}


def units_at(table: Table, zone: str) -> list[str]:
    return [piece for piece in table.zone(zone) if table.pieces[piece].kind in table.pack.units]


def hexes_are_in_order(table: Table) -> None:
    """8.1, 8.2, T79, T89, F100.3: what may lie and stand together in a hex."""
    sheet, pieces = map_of(table), table.pieces
    for each in sheet.grid:
        lying = [pieces[piece] for piece in table.zone(each)]
        works = [piece for piece in lying if piece.kind in WORKS]
        clouds = [
            piece for piece in lying if piece.id.startswith("smoke-") and piece.face == "smoke"
        ]
        fires = [
            piece for piece in lying if piece.id.startswith("smoke-") and piece.face == "blaze"
        ]
        units = units_at(table, each)
        assert max(len(works), len(clouds), len(fires)) <= 1, each
        if sheet.is_wet(each):
            assert not works, each
            assert not clouds, each
            assert not fires, each
        if fires:
            assert not works, each
            assert not clouds, each
            assert not units, each
        owners = {pieces[unit].owner for unit in units}
        assert len(owners) <= 1, each  # O16.4: a melee would have been fought.
        assert sum(MEN[table.pack.units[pieces[unit].kind].type] for unit in units) <= 7, each


def counters_are_in_order(table: Table) -> None:
    """8.1.1, 11.2, 11.3, 13.3, E44.1: who carries what, and who may be marked."""
    grid, pieces = map_of(table).grid, table.pieces
    carried: set[str] = set()
    for piece in pieces.values():
        if piece.kind in table.pack.weapons:
            if piece.zone in grid or piece.zone.startswith("time-"):
                assert pieces[piece.host].zone == piece.zone, piece
                assert piece.host not in carried, piece
                carried.add(piece.host)
            if piece.zone.startswith("time-"):
                assert piece.face == "working", piece
        if piece.kind in table.pack.units:
            assert set(piece.marks) <= {"suppressed", "veteran"}, piece
            assert all(value in (0, 1) for value in piece.marks.values()), piece
            if piece.zone not in grid:
                assert not any(piece.marks.values()), piece
            if piece.zone.startswith("time-"):
                assert piece.face == "normal", piece
            hero = table.pack.units[piece.kind].type == "hero"
            assert not (hero and piece.zone.startswith(("time-", "casualties-"))), piece
    for seat in SEATS:
        assert len(table.zone(f"artillery-{seat}")) <= 1


def sides_are_in_order(table: Table, passed: str) -> None:
    """1.1, 4.2, 5.4, 7.3.1: a full hand after the own turn, nobody beaten, objectives taken."""
    sheet = scenario_of(table)
    if passed:
        size = HAND_SIZE[sheet.force(passed).attitude]
        assert len(table.zone(f"hand-{passed}")) == size
    for seat in SEATS:
        assert len(table.zone(f"casualties-{seat}")) < table.track(f"surrender-{seat}")
        assert table.zone(f"deck-{seat}"), seat  # An empty deck would have been shuffled.
    for number, hexes in map_of(table).objectives.items():
        there = [unit for hex_label in hexes for unit in units_at(table, hex_label)]
        owners = {table.pieces[one].owner for one in there}
        if len(owners) == 1:
            assert SIDE.get(table.track(f"control-{number}"), "") == owners.pop()


@pytest.mark.parametrize("scenario", sorted(PACK.scenarios))
@pytest.mark.parametrize("seed", [1, 2])
def test_every_turn_begins_with_everything_in_order(scenario: str, seed: int):
    """O14.1-a, 8.1, 8.2, 11.2, 13.3, O16.4: marks of the last turn gone, limits kept."""
    rng = Random(f"{scenario} always {seed}")
    chance = SeededChance(rng.randbytes(32), "0" * 32, bytes(32), b"")
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    pack: CombatCommanderPack = PACK
    outcome = set_up_table(GAME, blank_table(GAME, pack, opening), opening, chance)
    turns, passed, last = 0, "", -1
    for _ in range(BOUND):
        table = outcome.table
        if table.result is not None:
            break
        steps = GAME.open_steps(table)
        if len(steps) == 1 and isinstance(steps[0], Turn) and table.turn != last:
            hexes_are_in_order(table)
            counters_are_in_order(table)
            sides_are_in_order(table, passed)
            turns, passed, last = turns + 1, table.seat, table.turn
        prompt = rng.choice(outcome.prompts)
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, table, prompt.seat, command, chance, outcome.prompts)

    assert outcome.table.result is not None
    assert turns > 3
