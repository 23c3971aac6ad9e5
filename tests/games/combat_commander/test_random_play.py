"""Random play to the end: no dead end, no piece gained or lost, and every total computed twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.combat_commander import independent_totals as second
from tests.games.combat_commander.builders import PACK
from tests.games.combat_commander.independent_points import PointsByType, PointsByUnit
from tests.projections.noninterference import answer, blank_table
from wardiary.domain.diary.codec import decode, encode
from wardiary.domain.games.combat_commander.bot.policy import policy
from wardiary.domain.games.combat_commander.components.printed import HAND_SIZE, map_of, scenario_of
from wardiary.domain.games.combat_commander.game import GAME
from wardiary.domain.games.combat_commander.orders.turn import Turn
from wardiary.domain.games.combat_commander.table.zones import SEATS, deck, discards, hand
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table
from wardiary.projections.redaction import view

MOST_COMMANDS = 20_000
SCENARIOS = sorted(PACK.scenarios)
KNOWN_RULES = {*GAME.rules, *TABLE_RULES}
SILHOUETTES = {"squad": 4, "team": 2, "leader": 1, "hero": 1}
WORKS = {"foxholes", "trench", "mines", "bunker", "pillbox", "wire"}
SIDE = {1: "axis", -1: "allies"}


def opened(scenario: str, secret: bytes) -> tuple[Outcome, SeededChance]:
    """A match just opened, and the chance that belongs to a secret of 32 bytes."""
    chance = SeededChance(secret, "0" * 32, bytes(32), b"")
    opening = Opening(scenario, SEATS, GAME.resolve_settings({}))
    return set_up_table(GAME, blank_table(GAME, PACK, opening), opening, chance), chance


def random_play(
    outcome: Outcome,
    chance: SeededChance,
    rng: Random,
    choose: Callable[[Table, Prompt], Command] | None = None,
) -> Iterator[tuple[Table, Prompt, Outcome]]:
    """Play until the match has ended: the table before a command, the question, and the outcome.

    Commands are picked at random from the offers, or by `choose`.
    """
    for _ in range(MOST_COMMANDS):
        before = outcome.table
        if before.result is not None:
            return
        prompt = rng.choice(outcome.prompts)
        command = choose(before, prompt) if choose else answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, before, prompt.seat, command, chance, outcome.prompts)
        yield before, prompt, outcome
    raise AssertionError(f"no end after {MOST_COMMANDS} commands")


# After every event


def check(table: Table, event: e.Event, kinds: Counter[str]) -> None:
    """What must hold after every single event."""
    assert event.rule in KNOWN_RULES, event
    assert decode(encode(event)) == event
    if isinstance(event, e.PiecesPlaced):
        kinds.update({event.kind: len(event.pieces)})
    if isinstance(event, e.PiecesMoved | e.PileShuffled):
        for seat in SEATS:
            piles = (deck(seat), hand(seat), discards(seat))
            assert sum(len(table.zone(pile)) for pile in piles) == 72


@given(st.sampled_from(SCENARIOS), st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_random_play_ends_and_keeps_all_pieces(scenario: str, seed: int):
    """SL-02: every offer filled at random is accepted (G-literal), 72 cards, all counters there."""
    first, chance = opened(scenario, Random(seed).randbytes(32))
    kinds = Counter(piece.kind for piece in first.table.pieces.values())
    for before, _, outcome in random_play(first, chance, Random(seed)):
        table = before
        for event in outcome.events:
            table = evolve(table, event)
            check(table, event, kinds)
        assert table == outcome.table

    last = outcome.table
    assert last.result is not None
    assert kinds == Counter(piece.kind for piece in last.pieces.values())
    assert sorted(piece for zone in last.zones.values() for piece in zone) == sorted(last.pieces)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_bot_plays_to_the_end_from_the_view_of_its_seat(scenario: str):
    """Its commands are always on offer, although it sees hidden pieces as such only."""
    rng = Random(scenario)

    def bot(table: Table, prompt: Prompt) -> Command:
        return policy(view(table, prompt.seat), prompt, rng.randrange)

    first, chance = opened(scenario, Random(7).randbytes(32))
    *_, (_, _, outcome) = random_play(first, chance, rng, bot)

    assert outcome.table.result is not None


def test_open_steps_are_stored_and_read_again():
    """Every question is asked from the steps as stored; their fields survive encoding."""
    outcome, chance = opened("cc-h3", Random(3).randbytes(32))
    rng = Random(3)
    for _ in range(400):
        if outcome.table.result is not None:
            break
        steps = GAME.open_steps(outcome.table)
        assert msgspec.json.encode(steps, order="sorted") == bytes(outcome.table.steps)
        prompt = rng.choice(outcome.prompts)
        assert GAME.prompts(outcome.table) == outcome.prompts
        command = answer(GAME, rng.choice(prompt.offers), rng)
        outcome = decide(GAME, outcome.table, prompt.seat, command, chance)


# At the start of every turn


def units_at(table: Table, zone: str) -> list[str]:
    return [piece for piece in table.zone(zone) if table.pieces[piece].kind in table.pack.units]


def hexes_are_in_order(table: Table) -> None:
    """8.1, 8.2, T79, T89, F100.3: what may be together in a hex."""
    sheet, pieces = map_of(table), table.pieces
    for label in sheet.grid:
        here = [pieces[piece] for piece in table.zone(label)]
        works = [piece for piece in here if piece.kind in WORKS]
        clouds = [
            piece for piece in here if piece.id.startswith("smoke-") and piece.face == "smoke"
        ]
        fires = [piece for piece in here if piece.id.startswith("smoke-") and piece.face == "blaze"]
        units = units_at(table, label)
        assert max(len(works), len(clouds), len(fires)) <= 1, label
        if sheet.is_wet(label):
            assert not works, label
            assert not clouds, label
            assert not fires, label
        if fires:
            assert not works, label
            assert not clouds, label
            assert not units, label
        owners = {pieces[unit].owner for unit in units}
        assert len(owners) <= 1, label  # O16.4: a melee would have been fought.
        assert sum(SILHOUETTES[table.pack.units[pieces[unit].kind].type] for unit in units) <= 7, (
            label
        )


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
    """1.1, 4.2, 5.4, 7.3.1: a full hand after a player's turn, nobody beaten, objectives taken."""
    sheet = scenario_of(table)
    if passed:
        size = HAND_SIZE[sheet.force(passed).attitude]
        assert len(table.zone(f"hand-{passed}")) == size
    for seat in SEATS:
        assert len(table.zone(f"casualties-{seat}")) < table.track(f"surrender-{seat}")
        assert table.zone(f"deck-{seat}"), seat  # An empty deck would have been shuffled.
    for number, hexes in map_of(table).objectives.items():
        there = [unit for hex_label in hexes for unit in units_at(table, hex_label)]
        owners = {table.pieces[unit].owner for unit in there}
        if len(owners) == 1:
            assert SIDE.get(table.track(f"control-{number}"), "") == owners.pop()


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_limits_marks_and_control_hold_at_the_start_of_every_turn(scenario: str, seed: int):
    """O14.1-a, 8.1, 8.2, 11.2, 13.3, O16.4: marks of the last turn gone, limits kept."""
    rng = Random(f"{scenario} always {seed}")
    first, chance = opened(scenario, rng.randbytes(32))
    turns, passed, last = 0, "", -1
    for table, _, _ in random_play(first, chance, rng):
        steps = GAME.open_steps(table)
        if len(steps) == 1 and isinstance(steps[0], Turn) and table.turn != last:
            hexes_are_in_order(table)
            counters_are_in_order(table)
            sides_are_in_order(table, passed)
            turns, passed, last = turns + 1, table.seat, table.turn

    assert turns > 3


# Points and totals, computed twice


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_victory_points_equal_a_count_by_the_points_of_units(scenario: str, seed: int):
    """7, 7.1, 7.2.1, 7.3.3, 6.1.2, A36, A38, E45, E49: at every turn and at the end."""
    first, chance = opened(scenario, Random(seed).randbytes(32))
    second_count = PointsByUnit(first.table)
    for _, _, outcome in random_play(first, chance, Random(seed)):
        for event in outcome.events:
            second_count.count(event)
            if isinstance(event, e.PhaseEntered) and event.phase == "turn":
                second_count.count_advances(ended=False)
                assert second_count.points == second_count.table.track("vp")
    result = outcome.table.result
    assert result is not None
    # 6.1.2, 7.3.2: both end the match in an advance of time, before the defender's point.
    in_an_advance = result.reason == "sudden death" or "all five objectives" in result.reason
    second_count.count_advances(ended=second_count.advances > 0 and in_an_advance)

    assert second_count.points == result.scores["axis"]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_victory_points_equal_a_count_by_the_types_of_units(scenario: str, seed: int):
    """4.1.1, 6.1.2, 7.1, 7.2.1, 7.3.3, A36, A38, E45, E49: whenever a turn is asked for."""
    rng = Random(f"{scenario} {seed}")
    first, chance = opened(scenario, rng.randbytes(32))
    second_count = None
    for before, prompt, outcome in random_play(first, chance, rng):
        if prompt.rule == "5":
            second_count = second_count or PointsByType(before)
            assert second_count.points == before.track("vp")
        table = before
        for event in outcome.events:
            if second_count is not None:
                second_count.count(table, event)
            table = evolve(table, event)

    assert outcome.table.result is not None
    assert second_count is not None
    assert second_count.points == outcome.table.track("vp")


def compare(table: Table, event: e.TotalComputed, seen: Counter[str]) -> None:
    """Compare a total with an independent computation."""
    what, _, rest = event.what.partition(" ")
    if what == "firepower" and seen.pop("spray", 0):
        return  # The total does not name its second hex.
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


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [1, 2])
def test_totals_in_random_games_equal_an_independent_computation(scenario: str, seed: int):
    """3.1.1, 3.1.4, 3.3.1.2, 3.3.1.3, 13.2, E44.1, F106.1, O16.4.1, O20.3.1.2, O21.1, T78.3."""
    rng = Random(f"{scenario} again {seed}")
    first, chance = opened(scenario, rng.randbytes(32))
    seen: Counter[str] = Counter()
    cost = 0
    for before, _, outcome in random_play(first, chance, rng):
        table = before
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
