"""What games remember of a table is what they would work out again."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from wardiary.domain.diary.chain import Secrets
from wardiary.domain.games import registry
from wardiary.domain.match.command_handler import opening_event
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import to_text
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Opening
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.memory import Memory
from wardiary.domain.table.table import Table

COMMANDS = 250
SEED = bytes(32)


def scenarios() -> Iterator[tuple[str, str]]:
    """Every game with each of its scenarios."""
    for name in registry.names():
        game = registry.game(name)
        for card in game.scenarios(game.read_pack(registry.packaged(name))):
            yield name, card.id


def chance(number: int) -> SeededChance:
    """The chance of the n-th command."""
    return SeededChance(SEED, "0" * 32, bytes(32), str(number).encode())


@pytest.mark.parametrize(("name", "scenario"), list(scenarios()))
def test_what_is_remembered_changes_no_decision_and_no_prompt(
    name: str, scenario: str, monkeypatch: pytest.MonkeyPatch
):
    """14.5: each command is judged twice, once on a table that forgets all at every change."""
    game = registry.game(name)
    content = game.read_pack(registry.packaged(name))
    card = next(card for card in game.scenarios(content) if card.id == scenario)
    opening = Opening(scenario, card.seats[-1], game.resolve_settings({}))
    secrets = Secrets(SEED, SEED)
    opened = opening_event(
        game, content, opening, match="0" * 32, digest="", secrets=secrets, time=0
    )
    now = set_up_table(game, evolve(Table(pack=content), opened), opening, chance(0))
    rng = random.Random(f"{name} {scenario}")
    for number in range(1, COMMANDS):
        if not now.prompts:
            break
        prompt = rng.choice(now.prompts)
        command = random_command(prompt, game.verbs, rng.randrange)
        remembering = decide(game, now.table, prompt.seat, command, chance(number), now.prompts)
        with monkeypatch.context() as patch:
            for change in ("after_moves", "after_change"):
                patch.setattr(Memory, change, lambda memory, *zones: Memory())
            bare = replace(now.table)
            forgetful = decide(game, bare, prompt.seat, command, chance(number))
        assert_same(forgetful, remembering, f"after {to_text(command)!r}, command {number}")
        now = remembering


def assert_same(expected: Outcome, actual: Outcome, when: str) -> None:
    """Two outcomes are the same, in the order of their events."""
    assert expected.events == actual.events, when
    assert expected.prompts == actual.prompts, when
    assert expected.table == actual.table, when
