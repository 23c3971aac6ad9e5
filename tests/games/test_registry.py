"""What every registered game must keep, whatever it is."""

from __future__ import annotations

import pytest

from wardiary.domain.games import registry
from wardiary.domain.play.table_commands import TABLE_RULES, TABLE_VERBS


@pytest.mark.parametrize("name", registry.names())
def test_a_games_words_are_not_those_of_the_table(name: str):
    """A verb or rule of both would be judged as the wrong one."""
    game = registry.game(name)

    assert set(game.verbs) & set(TABLE_VERBS) == set()
    assert set(game.rules) & set(TABLE_RULES) == set()


@pytest.mark.parametrize("name", registry.names())
def test_a_games_name_is_the_one_it_is_listed_under(name: str):
    assert registry.game(name).name == name
