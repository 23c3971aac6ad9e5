"""The game that docs/adding-a-game.md builds is the toy game of the tests, and can be proved."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.toy import TOY
from wardiary.domain.games import registry
from wardiary.domain.play.game import Game
from wardiary.tools.cli import main

TUTORIAL = Path(__file__).resolve().parent.parent / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLAIN = ["--scenario", "plain", "-n", "2", "--bots", "random,bot", "--seed", "4"]


@pytest.fixture
def tutorial(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The `GAME` of the tutorial's Python, run in order as one module."""
    module = ModuleType("toy_game")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec("\n\n".join(BLOCK.findall(TUTORIAL.read_text("utf-8"))), vars(module))
    game = module.GAME
    assert isinstance(game, Game)
    return game


def archives(game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The archives of matches played by bots with this game registered; each must be proved."""
    monkeypatch.setattr(registry, "names", lambda: ("toy",))
    monkeypatch.setattr(registry, "game", lambda _: game)
    monkeypatch.setattr(registry, "packaged", lambda _: {})
    assert main(["simulate", "toy", *PLAIN, "--archives", str(folder)]) == 0
    return [path.read_bytes() for path in sorted(folder.glob("*.jsonl"))]


def test_the_tutorials_game_is_played_at_random_to_its_end_and_audited(
    tutorial: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    played = archives(tutorial, tmp_path, monkeypatch)

    printed = capsys.readouterr().out
    assert "replayed exactly 2, audited EXACT 2" in printed
    assert "stuck 0, bounded 0" in printed
    assert all(rb"\"event\":\"match-ended\"" in archive for archive in played)


def test_the_tutorials_game_plays_byte_for_byte_like_the_toy_game(
    tutorial: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from_tutorial = archives(tutorial, tmp_path / "tutorial", monkeypatch)
    from_toy = archives(TOY, tmp_path / "toy", monkeypatch)

    assert len(from_toy) == 2
    assert from_tutorial == from_toy


def test_the_tutorials_game_has_the_rules_and_settings_of_the_toy_game(tutorial: Game):
    assert (tutorial.rules, tutorial.settings) == (TOY.rules, TOY.settings)
