"""Tracks are shown to players by labels of the tabletop."""

from __future__ import annotations

import gzip
from collections import Counter

import pytest

from tests.recordings.record import HERE
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.history import History
from wardiary.domain.games import registry
from wardiary.domain.table.table import Table
from wardiary.projections.labels import track_labels

RECORDINGS = {
    "undaunted": "undaunted-la-raye-2-0.1.0",
    "combat-commander": "combat-commander-cc-h1-2-0.1.0",
    "combat-soldiers": "combat-soldiers-free-form-3-0.1.0",
    "nuts": "nuts-tandem-4-0.1.0",
    "company-of-heroes": "company-of-heroes-coh-m3-2-0.1.0",
}
"""A match of each game in which most tracks were used."""


def last_table(game: str) -> Table:
    """The table at the end of a recorded match."""
    data = gzip.decompress((HERE / f"{RECORDINGS[game]}.jsonl.gz").read_bytes())
    return History(read(data).stored()).table


@pytest.mark.parametrize("name", registry.names())
def test_every_track_of_a_played_match_has_a_label_of_its_own(name: str):
    labels = track_labels(registry.game(name), last_table(name))

    assert labels
    assert [label for label, number in Counter(labels.values()).items() if number > 1] == []
    assert [label for label in labels.values() if "/" in label or not label[0].isupper()] == []


def test_the_objective_points_of_a_side_are_called_so():
    labels = track_labels(registry.game("undaunted"), last_table("undaunted"))

    assert labels == {
        "points/german": "German objective points",
        "points/us": "US objective points",
    }
