from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.combat_soldiers.table import Field, files
from wardiary.domain.games.combat_soldiers.components.cards import Pack
from wardiary.domain.games.combat_soldiers.components.pack import read_pack
from wardiary.domain.games.combat_soldiers.victory.scoring import (
    casualty_items,
    objective_items,
    totals,
    winner,
)
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

# The matrix invents its own printed points for the two worked positions.
INVENTED = {
    "river": 7,
    "bridge": 5,
    "pherddorf": 6,
    "crossroads": 4,
    "citie": 5,
    "steeple": 3,
    "forest": 3,
    "hill-205": 4,
    "barracks": 4,
}


def invented() -> Pack:
    found = files()
    lines = found["objectives.toml"].decode().splitlines()
    name = ""
    for number, line in enumerate(lines):
        if line.startswith("id = "):
            name = line.split('"')[1]
        if line.startswith("vp = "):
            lines[number] = f"vp = {INVENTED[name]}"
    return read_pack(found | {"objectives.toml": "\n".join(lines).encode()})


def with_invented_points() -> Field:
    field = Field()
    field.table = replace(field.table, pack=invented())
    return field


def counted(field: Field, seat: str) -> int:
    items = [*objective_items(field.table, seat), *casualty_items(field.table, seat)]
    return sum(value for _, value, _ in items)


def held(**picks: str) -> Field:
    """Ann holds the US Barracks (six points) and may have noted something."""
    field = Field().group("a-g1", "us", "barracks")
    return field.pick("a", **picks) if picks else field


@pytest.mark.parametrize(
    ("picks", "points"),
    [({"barracks": "us"}, 24), ({"barracks": "german"}, 12), ({}, 6)],
)
def test_an_objective_counts_four_times_twice_or_once(picks: dict[str, str], points: int):
    """5.2.1.1-b1, 5.2.1.1-b2, 5.2.1.1-b3, 5.2.1, 1.1.3-b3, 5.2.1.3-b4"""
    assert points == counted(held(**picks), "a")


def test_a_pick_that_another_player_holds_counts_against():
    """5.2.1.1-b4: but not one that nobody holds."""
    field = Field().group("b-g1", "us", "barracks").pick("a", barracks="us", river="german")

    assert -6 == counted(field, "a")


def test_damage_and_isolation_lower_the_base_never_below_zero():
    """5.2.1.2, 7.3.1.3-b2: (6 - 2 - 1) x 4, and nothing for damage seven."""
    field = held(barracks="us").mark("barracks", "damage", 2).group("b-g1", "german", "l5-l5")
    field.siege("b-g1", "a-g1", isolation=1)
    assert 12 == counted(field, "a")
    field.mark("barracks", "damage", 7)

    assert 0 == counted(field, "a")


def test_three_tan_objectives_of_one_side_add_three_each():
    """5.2.1.3-b1, 5.2.1.3: nine and seven and six."""
    field = with_invented_points()
    field.group("a-g1", "us", "pherddorf").group("a-g2", "us", "crossroads", "steeple")

    assert 9 + 7 + 6 == counted(field, "a")


def test_tan_objectives_of_two_sides_do_not_link():
    """5.2.1.3, 5.2.1.3-b1: CS-Q26."""
    field = Field().group("a-g1", "us", "pherddorf").group("a-g2", "german", "crossroads")

    assert 5 + 4 == counted(field, "a")


def test_river_and_bridge_link_and_double():
    """5.2.1.3-b2, 5.2.1.3-c: (9 + 7) x 2."""
    field = Field().group("a-g1", "us", "river").group("a-g2", "us", "bridge")

    assert 32 == counted(field, "a")


def test_forest_and_hill_link_and_double():
    """5.2.1.3-b3, 5.2.1.3-c: (4 + 2 + 5 + 2) x 2."""
    field = Field().group("a-g1", "german", "forest").group("a-g2", "german", "hill-205")

    assert 26 == counted(field, "a")


def test_a_colour_of_which_a_member_is_missing_does_not_double():
    """5.2.1.3-c: CS-Q29, three of four tan."""
    field = (
        Field()
        .group("a-g1", "us", "pherddorf")
        .group("a-g2", "us", "crossroads")
        .group("a-g3", "us", "citie")
    )

    assert (5 + 3) + (4 + 3) + (6 + 3) == counted(field, "a")


def test_the_casualty_pile_counts_its_printed_points():
    """5.2.2, 1.1.3-b4: three, two and two, CS-Q22; the others see how many cards there are."""
    field = Field().group("b-g1", "us", "r3-r3-1", "r2-r2-1").group("b-g2", "us", "s2-s2-1")
    field.put("a-casualties", "r3-r3-1", "r2-r2-1", "s2-s2-1")

    assert 7 == counted(field, "a")
    assert 3 == len(view(field.table, "b").zone("a-casualties"))


def test_the_most_points_win():
    """5.1-a"""
    field = Field().track("score/a", 31).track("score/b", 28).track("score/c", 30)

    assert "a" == winner(field.table)


def test_a_tie_goes_to_the_latest_turn():
    """5.3: CS-Q59."""
    field = Field().track("score/a", 9).track("score/b", 7).track("score/c", 9)
    for seat, turn in (("a", 7), ("b", 8), ("c", 6)):
        field.track(f"last-turn/{seat}", turn)
    assert "a" == winner(field.table)
    field.track("last-turn/c", 9)

    assert "c" == winner(field.table)


def test_all_sheets_and_piles_are_opened_when_points_are_counted():
    """5.2, 12.2"""
    field = (
        Field().group("a-g1", "us", "barracks").pick("a", barracks="us").pick("b", barracks="us")
    )
    field.pile().track("sudden-death", 5).turn("a", "F").fight("a", "end-turn", dice=(5,))
    opened = {piece for event in field.happened(e.PiecesShown) for piece in event.pieces}

    assert {"a-barracks-us", "b-barracks-us"} == opened
    assert {"a": 24, "b": -6, "c": 0} == totals(field.table)
    assert field.table.result is not None
    assert (("a",), {"a": 24, "b": -6, "c": 0}) == (
        field.table.result.winners,
        field.table.result.scores,
    )


def test_position_a_of_the_worked_examples():
    """5.2, part 6 position A: Ann 98, Bo 54, Cy 21."""
    field = with_invented_points()
    field.group("a-g1", "us", "river").group("a-g2", "us", "bridge").mark("bridge", "damage", 2)
    field.group("b-g1", "german", "pherddorf", "steeple").group("b-g2", "german", "crossroads")
    field.group("c-g1", "us", "forest").mark("forest", "damage", 4)
    field.group("c-g2", "german", "hill-205").group("a-g3", "us", "l5-l5")
    field.siege("a-g3", "b-g2", isolation=1)
    field.pick("a", river="us", bridge="german", crossroads="us")
    field.pick("b", crossroads="german", pherddorf="us", forest="us")
    field.pick("c", forest="us", hill_205="german", river="german", citie="us")
    # Casualties of 3 + 2 + 4, 5 + 1 and 12.
    for seat, cards in (
        ("a", ("r3-r3-1", "r2-r2-1", "r4-r4-1")),
        ("b", ("r4b-r4p-1", "teague-kranz")),
        ("c", ("l4-l4-1", "l4-l4-2", "l4-l4-3")),
    ):
        field.group(f"{seat}-g9", "us", *cards).put(f"{seat}-casualties", *cards)

    assert [98, 54, 21] == [counted(field, seat) for seat in "abc"]


def test_position_b_of_the_worked_examples():
    """5.1-b, 5.3, part 6 position B: all three have 177, and Eli took the last Turn."""
    field = with_invented_points()
    field.group("a-g1", "us", "pherddorf").mark("pherddorf", "damage", 2)
    field.group("a-g2", "us", "crossroads", "steeple").group("a-g3", "us", "citie")
    field.group("b-g1", "german", "bridge").group("b-g2", "us", "river")
    field.group("c-g1", "us", "hill-205").group("c-g2", "us", "forest")
    field.group("b-g3", "german", "l5-l5").siege("b-g3", "a-g3", isolation=2)
    field.pick("a", pherddorf="us", steeple="german", crossroads="us", bridge="german")
    field.pick("b", river="us", pherddorf="german")
    field.pick("c", hill_205="us", crossroads="german", barracks="us")
    dead = {
        "a": ("r2-r2-1",),
        "b": ("l4-l4-1", "l4-l4-2", "l4-l4-3", "l4-l4-4", "r4-l4-1", "r4-l4-2", "r4-l4-3"),
        "c": ("r3-r3-1",),
    }
    for seat, cards in dead.items():
        for number, card in enumerate(cards):
            field.group(f"{seat}-g{20 + number}", "us", card)
        field.put(f"{seat}-casualties", *cards)
    assert [167, 57, 57] == [counted(field, seat) for seat in "abc"]
    for seat, score in (("a", 10), ("b", 120), ("c", 120)):
        field.track(f"score/{seat}", score)

    field.pile().track("sudden-death", 5).turn("b", "F", number=11)
    for seat, turn in (("a", 10), ("b", 11), ("c", 9)):
        field.track(f"last-turn/{seat}", turn)
    # The siege would grow at the end of the besieged seat's Turn, not of this one.
    field.fight("b", "end-turn", dice=(5,))

    assert field.table.result is not None
    assert (("b",), {"a": 177, "b": 177, "c": 177}) == (
        field.table.result.winners,
        field.table.result.scores,
    )
    assert "5.3" in field.rules()
