"""Owners' packs with a slip in them: told as one, or played."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.projections.noninterference import play
from wardiary.domain.games import registry
from wardiary.domain.packs import PackError
from wardiary.domain.play.game import Opening

NUMBERS = ("0", "-1", "1", "99", "1000000000", "²")
WORDS = ('""', '"zzz"', '"a b"', '"é"', '"../x"', '"1A"', '"attack ²"')
SLIPS = 120


@pytest.mark.parametrize("name", registry.names())
def test_a_pack_with_a_slip_is_refused_as_such_or_can_be_played(name: str):
    game = registry.game(name)
    good = dict(registry.packaged(name))
    refused = 0
    for number in range(SLIPS):
        rng = Random(number)
        try:
            pack = game.read_pack(spoilt(good, rng))
        except PackError as error:
            refused += 1
            places = [file for file in good if file in error.where]
        else:
            card = rng.choice(game.scenarios(pack))
            opening = Opening(card.id, card.seats[0], game.resolve_settings({}))
            assert len(list(play(game, pack, opening, rng, 3))) == 3
            continue
        assert places, number

    assert 0 < refused < SLIPS


def spoilt(files: dict[str, bytes], rng: Random) -> dict[str, bytes]:
    """The files with one line lost, twice, changed, or in the place of another."""
    file = rng.choice(sorted(files))
    lines = files[file].decode().split("\n")
    told = [n for n, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    at, other = rng.choice(told), rng.choice(told)
    match rng.randrange(5):
        case 0:
            lines.pop(at)
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at] = re.sub(r"\d+", lambda _: rng.choice(NUMBERS), lines[at], count=1)
        case 3:
            lines[at] = re.sub(r'"[^"]*"', lambda _: rng.choice(WORDS), lines[at], count=1)
        case _:
            lines[at], lines[other] = lines[other], lines[at]
    return {**files, file: "\n".join(lines).encode()}
