"""What the recordings of NUTS! have in them."""

from __future__ import annotations

import gzip

import msgspec

from tests.games.nuts.test_components import pack
from tests.recordings.record import HERE
from wardiary.domain.diary.archive import read


def test_every_event_card_is_played_in_the_recorded_matches() -> None:
    """N-4.2a: the recordings of South, North, tandem, three and four seats have all kinds."""
    kind_of = {card: kind for cards in pack().sets.values() for card, kind in cards.events.items()}
    played = set()
    for path in HERE.glob("nuts-*.jsonl.gz"):
        for row in read(gzip.decompress(path.read_bytes())).stored():
            if row.tag == "command-accepted":
                command = msgspec.json.decode(row.state)["command"]
                if command["do"] == "play":
                    played.add(kind_of[command["card"]])

    assert played == set(kind_of.values())
