"""Finished games of all four scenarios still fold, verify and end as they did."""

import pytest

from tests.games.combat_commander.recordings.record import SCENARIOS, digests, kept
from wardiary.domain.diary.archive import read
from wardiary.projections.audit import record_of, verify


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_recorded_game_folds_to_the_same_tables(scenario: str):
    """VM-05: entry by entry."""
    archive, lines = kept(scenario)

    assert lines == digests(archive)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_recorded_game_is_judged_as_it_was_played(scenario: str):
    """VM-07: every command decided again gives the very events."""
    archive, _ = kept(scenario)

    assert verify(record_of(read(archive))).verdict == "EXACT"
