"""The board that players see, and the names of printed things."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.builders import DEPLOYMENT, PACK, before_deployment
from wardiary.domain.games.combat_commander.components.map_sheet import MapSheet
from wardiary.domain.games.combat_commander.table.layout import title_of


def test_the_layout_shows_every_hex_once():
    table = before_deployment("cc-h1").table
    drawn = DEPLOYMENT.layout(table)

    assert [space[0] for space in drawn.spaces] == list(PACK.maps["CC-MAP-1"].grid)
    assert drawn.notes["G5"] == "building, objective 3"
    assert drawn.notes["I4"] == "open, road"


def test_the_text_for_a_map_is_composed_only_once_for_all_boards(monkeypatch: pytest.MonkeyPatch):
    """8.11b: at each step of the replay a board is drawn, and its map is the same."""
    first = DEPLOYMENT.layout(before_deployment("cc-h1").table)
    worded: list[str] = []
    monkeypatch.setattr(MapSheet, "sides_of", lambda sheet, label: worded.append(label))

    again = DEPLOYMENT.layout(before_deployment("cc-h1").table)

    assert worded == []
    assert (again.notes, again.spaces) == (first.notes, first.spaces)


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("germany-elite-rifle", "Germany elite rifle"), ("america-50-cal-mg", "America 50-cal MG"),
        ("objective-3-worth-3", "Objective 3 worth 3"), ("radio-105mm", "Radio 105 mm"),
        ("special-exit-doubled", "Special exit doubled"), ("foxholes", "Foxholes"),
        (PACK.decks["germany"][0].kind,
         "Rout / concealment / suppressing fire / A3 / 5-2 Event!"),
    ],
)  # fmt: skip
def test_printed_things_have_names_for_people(kind: str, title: str):
    assert title_of(kind) == title
