"""Random matches over all sets and seatings: they end, keep every card, and stay sound."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.nuts.table import FOUR, TWO
from tests.games.nuts.test_components import pack
from tests.scenario import opened
from wardiary.domain.games.nuts.board import SPACES, TOWN, board_units, spaces_in_play
from wardiary.domain.games.nuts.game import GAME
from wardiary.domain.games.nuts.rulebook import RULES
from wardiary.domain.play.decide import Outcome, decide
from wardiary.domain.play.random_commands import fill, random_command
from wardiary.domain.play.table_commands import TABLE_RULES
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.table import Table

CITABLE = RULES.keys() | TABLE_RULES.keys()
THREE = ("german-south", "american", "german-north")
OTHER_THREE = ("german", "american-south", "american-north")
SEATINGS = [
    ("south", TWO, 1),
    ("north", TWO, 2),
    ("tandem", TWO, 3),
    ("tandem", FOUR, 4),
    ("tandem", THREE, 5),
    ("tandem", OTHER_THREE, 6),
]
MARKS = {
    "hit", "out-of-supply", "moved", "sideways", "halted", "silent", "doubled", "joined", "doomed",
    "blown", "soaked", "attached", "failed", "reforming", "entered", "forced", "lost",
}  # fmt: skip


class SeededDice:
    """Dice and shuffles of a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def roll(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def shuffle(self, pile: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.random.sample(pile, len(pile)))


def cards_of(table: Table) -> int:
    """All cards, counted zone by zone; markers of control are no cards."""
    pieces = [piece for zone in table.zones.values() for piece in zone]
    assert len(pieces) == len(set(pieces)) == len(table.pieces)
    return sum(table.pieces[piece].kind != "control" for piece in pieces)


def side_of_unit(table: Table, unit: str) -> str:
    return str(table.pack.units[table.pieces[unit].kind].side)


def assert_sound(table: Table) -> None:
    """Every space holds units of one side outside and of one side inside, and known marks only."""
    for space in SPACES:
        for zone in (space, TOWN[space]):
            sides = {side_of_unit(table, unit) for unit in table.zone(zone)}
            assert len(sides) <= 1, (zone, sides)
        if table.zone(TOWN[space]):
            kinds = [table.pieces[card].kind for card in table.zone(f"{space}-terrain")]
            assert any(table.pack.terrain[kind].type == "town" for kind in kinds)
    for piece in table.pieces.values():
        assert piece.marks.keys() <= MARKS
        if piece.zone.endswith(("-hand", "-deck")):
            assert not piece.marks
        if piece.host:
            assert table.zone_of(piece.host) in (*SPACES, *TOWN.values())
    assert table.track("exited") == len(table.zone("exit"))
    assert all(table.pack.units[table.pieces[unit].kind].mech for unit in table.zone("exit"))


def assert_result_is_right(table: Table) -> None:
    """13.0, counted again from the table alone."""
    assert table.result is not None
    needed = 6 if table.scenario == "tandem" else 3
    side = "german" if len(table.zone("exit")) >= needed else "american"
    assert {seat.partition("-")[0] for seat in table.result.winners} == {side}
    decks = [zone for zone in table.zones if zone.startswith("german") and zone.endswith("deck")]
    assert side == "german" or not any(table.zone(zone) for zone in decks)


@pytest.mark.parametrize(("scenario", "seats", "seed"), SEATINGS)
def test_random_matches_end_and_keep_every_card(
    scenario: str, seats: tuple[str, ...], seed: int
) -> None:
    """N-2.0a, N-3.3e, N-13.0a: 150 cards of a set at every event, and each event cites a rule."""
    match = opened(GAME, pack(), scenario, seats)
    rng, chance = Random(seed), SeededDice(seed)
    table, prompts = match.table, GAME.prompts(match.table)
    cards = cards_of(table)
    assert cards == (300 if scenario == "tandem" else 150)
    for _ in range(6000):
        prompt = rng.choice(prompts)
        command = random_command(prompt, GAME.verbs, rng.randrange)
        outcome = decide(GAME, table, prompt.seat, command, chance, prompts)
        for event in outcome.events:
            assert event.rule in CITABLE
            if isinstance(event, e.PiecesMoved):
                table = evolve(table, event)
                assert cards_of(table) == cards
        table, prompts = outcome.table, outcome.prompts
        assert_sound(table)
        if table.result is not None:
            break
    assert_result_is_right(table)


def test_every_offer_can_be_taken_up() -> None:
    """N-6.0b: whatever is offered is accepted, with any filling of its slots."""
    match = opened(GAME, pack(), "south", TWO)
    rng, chance = Random(7), SeededDice(7)
    table, prompts, tried = match.table, GAME.prompts(match.table), 0
    while table.result is None and tried < 1500:
        outcomes: list[Outcome] = []
        for offer in prompts[0].offers:
            command = fill(offer, GAME.verbs, rng.randrange)
            outcomes.append(decide(GAME, table, prompts[0].seat, command, chance, prompts))
            tried += 1
        chosen = rng.choice(outcomes)
        table, prompts = chosen.table, chosen.prompts
    assert tried >= 1500


def test_units_are_commanded_by_one_army_each() -> None:
    """N-14.1a: every unit on the board belongs to exactly one army."""
    match = opened(GAME, pack(), "tandem", FOUR)
    rng, chance = Random(8), SeededDice(8)
    table, prompts = match.table, GAME.prompts(match.table)
    for _ in range(400):
        command = random_command(prompts[0], GAME.verbs, rng.randrange)
        outcome = decide(GAME, table, prompts[0].seat, command, chance, prompts)
        table, prompts = outcome.table, outcome.prompts
    commanded = [unit for army in FOUR for unit in board_units(table, army)]
    on_board = [
        unit for space in spaces_in_play(table) for zone in (space, TOWN[space])
        for unit in table.zone(zone)
    ]  # fmt: skip
    assert set(on_board) <= set(commanded)
    assert len(commanded) == len(set(commanded))
