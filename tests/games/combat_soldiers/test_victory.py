"""5 How to win: points of objectives and casualties, and who wins."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.combat_soldiers.situations import three_seats_with_a_unit
from tests.games.combat_soldiers.table import Match, files
from wardiary.domain.games.combat_soldiers.components.cards import Pack
from wardiary.domain.games.combat_soldiers.components.pack import read_pack
from wardiary.domain.games.combat_soldiers.sequence.rounds import gather
from wardiary.domain.games.combat_soldiers.victory.scoring import (
    casualty_items,
    objective_items,
    scores,
    winner,
)
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

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


def end_match(match: Match, *, seat: str = "a", turn: int = 7) -> Match:
    """End the match with a seat's Turn by a sudden-death die of ten; all pass."""
    match.draw_pile().track("sudden-death", 10).turn(seat, "F", turn)
    return match.resolve(seat, "end-turn", dice=(10,))


def scores_at_the_end(match: Match) -> dict[str, int]:
    """The points of the seats after such an end."""
    result = end_match(match).table.result
    assert result is not None
    return dict(result.scores)


def winners_and_rule(match: Match) -> tuple[tuple[str, ...], str]:
    """Who won the match, and the rule of its last event."""
    assert match.table.result is not None
    (event,) = match.events_of(e.MatchEnded)
    return match.table.result.winners, event.rule


def invented() -> Pack:
    pack_files = files()
    lines = pack_files["objectives.toml"].decode().splitlines()
    name = ""
    for number, line in enumerate(lines):
        if line.startswith("id = "):
            name = line.split('"')[1]
        if line.startswith("vp = "):
            lines[number] = f"vp = {INVENTED[name]}"
    return read_pack(pack_files | {"objectives.toml": "\n".join(lines).encode()})


def with_invented_points() -> Match:
    match = Match()
    match.table = replace(match.table, pack=invented())
    return match


def points_of(match: Match, seat: str) -> int:
    items = [*objective_items(match.table, seat), *casualty_items(match.table, seat)]
    return sum(value for _, value, _ in items)


def barracks_with_picks(**picks: str) -> Match:
    """Ann has the US Barracks (six points), perhaps with picks."""
    match = Match().group("a-g1", "us", "barracks")
    return match.pick("a", **picks) if picks else match


# 5.1 Winning.


def test_the_match_is_won_with_the_most_points():
    """5.1-a"""
    match = (
        three_seats_with_a_unit()
        .group("b-g1", "us", "river", "s4-s4-1")
        .group("c-g1", "us", "bridge", "s4-s4-2")
    )

    assert (("b",), "5.1-a") == winners_and_rule(end_match(match))


def test_the_winner_is_the_seat_with_the_highest_score():
    """5.1-a"""
    match = Match().track("score/a", 31).track("score/b", 28).track("score/c", 30)

    assert "a" == winner(match.table)


@pytest.mark.parametrize("mark", ["damage", "garrison-lost"])
def test_marks_on_an_objective_end_with_the_round(mark: str):
    """V10, 5.1-b"""
    match = Match().group("a-g1", "us", "barracks").mark("barracks", mark).change(gather)

    assert (0, "deck") == (match.table.mark("barracks", mark), match.zone_of("barracks"))


def test_two_rounds_add_up_and_only_the_scores_remain_between_them():
    """5.1-b, 12.2: groups and casualties are removed, and eight cards dealt again."""
    match = Match(rounds=2)
    for number, seat in enumerate("abc", 1):
        match.group(f"{seat}-g9", "us", f"s2-s2-{number}")
    match.group("a-g1", "us", "barracks", "s4-s4-1").hold("b", "pike-harms")
    match.group("b-g8", "german", "m10-stug-iii-g").put("a-casualties", "m10-stug-iii-g")
    match.draw_pile().track("sudden-death", 10).turn("a", "F", 7)
    before = match.when("a", "end-turn", dice=(10, 9, 5, 4)).table

    assert (6 + 5, 0, 0, 2) == (*(before.track(f"score/{seat}") for seat in "abc"), before.round)
    assert 0 == before.track("sudden-death")
    assert not [zone for zone in before.zones if zone[1:3] == "-g" and before.zones[zone]]
    assert () == before.zone("a-casualties")
    assert [8, 8, 8] == [len(before.zone(f"{seat}-hand")) for seat in "abc"]


def test_worked_example_position_b_is_won_by_the_latest_turn():
    """5.1-b, 5.3, part 6 position B: all three have 177, and Eli took the last Turn."""
    match = with_invented_points()
    match.group("a-g1", "us", "pherddorf").mark("pherddorf", "damage", 2)
    match.group("a-g2", "us", "crossroads", "steeple").group("a-g3", "us", "citie")
    match.group("b-g1", "german", "bridge").group("b-g2", "us", "river")
    match.group("c-g1", "us", "hill-205").group("c-g2", "us", "forest")
    match.group("b-g3", "german", "l5-l5").siege("b-g3", "a-g3", isolation=2)
    match.pick("a", pherddorf="us", steeple="german", crossroads="us", bridge="german")
    match.pick("b", river="us", pherddorf="german")
    match.pick("c", hill_205="us", crossroads="german", barracks="us")
    dead = {
        "a": ("r2-r2-1",),
        "b": ("l4-l4-1", "l4-l4-2", "l4-l4-3", "l4-l4-4", "r4-l4-1", "r4-l4-2", "r4-l4-3"),
        "c": ("r3-r3-1",),
    }
    for seat, cards in dead.items():
        for number, card in enumerate(cards):
            match.group(f"{seat}-g{20 + number}", "us", card)
        match.put(f"{seat}-casualties", *cards)
    assert [167, 57, 57] == [points_of(match, seat) for seat in "abc"]
    for seat, score in (("a", 10), ("b", 120), ("c", 120)):
        match.track(f"score/{seat}", score)

    match.draw_pile().track("sudden-death", 5).turn("b", "F", number=11)
    for seat, turn in (("a", 10), ("b", 11), ("c", 9)):
        match.track(f"last-turn/{seat}", turn)
    # The siege would grow at the end of the besieged seat's Turn, not of this one.
    match.resolve("b", "end-turn", dice=(5,))

    assert match.table.result is not None
    assert (("b",), {"a": 177, "b": 177, "c": 177}) == (
        match.table.result.winners,
        match.table.result.scores,
    )
    assert "5.3" in match.rules_cited()


# 5.2 Counting points.


def test_every_selection_sheet_is_shown_at_the_end():
    """5.2, 2.5-d, 1.4"""
    match = end_match(three_seats_with_a_unit().pick("a", hill_205="us").pick("b", river="german"))
    shown = [event for event in match.events_of(e.PiecesShown) if event.rule == "5.2"]

    assert {"a-hill-205-us", "b-river-german"} <= {
        piece for event in shown for piece in event.pieces
    }
    assert {("a", "b", "c")} == {event.to for event in shown}


def test_every_casualty_pile_is_shown_at_the_end():
    """5.2.2"""
    match = three_seats_with_a_unit().group("b-g1", "us", "r3-r3-1").put("a-casualties", "r3-r3-1")
    shown = [event for event in end_match(match).events_of(e.PiecesShown) if event.pieces]

    assert ["5.2.2"] == [event.rule for event in shown]
    assert [(("r3-r3-1",), ("a", "b", "c"))] == [(event.pieces, event.to) for event in shown]


def test_picks_are_shown_and_points_counted_when_the_round_ends():
    """5.2, 12.2"""
    match = (
        Match().group("a-g1", "us", "barracks").pick("a", barracks="us").pick("b", barracks="us")
    )
    match.draw_pile().track("sudden-death", 5).turn("a", "F").resolve("a", "end-turn", dice=(5,))
    opened = {piece for event in match.events_of(e.PiecesShown) for piece in event.pieces}

    assert {"a-barracks-us", "b-barracks-us"} == opened
    assert {"a": 24, "b": -6, "c": 0} == scores(match.table)
    assert match.table.result is not None
    assert (("a",), {"a": 24, "b": -6, "c": 0}) == (
        match.table.result.winners,
        match.table.result.scores,
    )


def test_worked_example_position_a_scores_as_printed():
    """5.2, part 6 position A: Ann 98, Bo 54, Cy 21."""
    match = with_invented_points()
    match.group("a-g1", "us", "river").group("a-g2", "us", "bridge").mark("bridge", "damage", 2)
    match.group("b-g1", "german", "pherddorf", "steeple").group("b-g2", "german", "crossroads")
    match.group("c-g1", "us", "forest").mark("forest", "damage", 4)
    match.group("c-g2", "german", "hill-205").group("a-g3", "us", "l5-l5")
    match.siege("a-g3", "b-g2", isolation=1)
    match.pick("a", river="us", bridge="german", crossroads="us")
    match.pick("b", crossroads="german", pherddorf="us", forest="us")
    match.pick("c", forest="us", hill_205="german", river="german", citie="us")
    # Casualties of 3 + 2 + 4, 5 + 1 and 12.
    for seat, cards in (
        ("a", ("r3-r3-1", "r2-r2-1", "r4-r4-1")),
        ("b", ("r4b-r4p-1", "teague-kranz")),
        ("c", ("l4-l4-1", "l4-l4-2", "l4-l4-3")),
    ):
        match.group(f"{seat}-g9", "us", *cards).put(f"{seat}-casualties", *cards)

    assert [98, 54, 21] == [points_of(match, seat) for seat in "abc"]


@pytest.mark.parametrize(
    ("noted", "held", "points"),
    [("us", "us", 20), ("us", "german", 10), ("", "us", 5)],
    ids=["as-noted", "other-side", "not-noted"],
)
def test_an_objective_scores_by_its_holders_pick_at_the_end(noted: str, held: str, points: int):
    """5.2.1, 5.2.1.1-b1, 5.2.1.1-b2, 5.2.1.1-b3: Hill 205, five points."""
    match = three_seats_with_a_unit().group("a-g1", held, "hill-205", "s4-s4-1")
    if noted:
        match.pick("a", hill_205=noted)

    assert points == scores_at_the_end(match)["a"]


@pytest.mark.parametrize(
    ("picks", "points"),
    [({"barracks": "us"}, 24), ({"barracks": "german"}, 12), ({}, 6)],
)
def test_an_objective_counts_four_times_twice_or_once_by_the_pick(
    picks: dict[str, str], points: int
):
    """5.2.1.1-b1, 5.2.1.1-b2, 5.2.1.1-b3, 5.2.1, 1.1.3-b3, 5.2.1.3-b4"""
    assert points == points_of(barracks_with_picks(**picks), "a")


@pytest.mark.parametrize(("holder", "points"), [("b", -5), ("", 0)], ids=["another", "nobody"])
def test_a_pick_that_another_seat_holds_costs_its_points_once(holder: str, points: int):
    """5.2.1.1-b4: on either side; it costs nothing where nobody has it."""
    match = three_seats_with_a_unit().pick("a", hill_205="us")
    if holder:
        match.group(f"{holder}-g1", "german", "hill-205", "s4-s4-1")

    assert points == scores_at_the_end(match)["a"]


def test_damage_lowers_a_penalty_and_links_do_not_raise_it():
    """5.2.1.1-b4, 5.2.1.2: CS-Q28; Bob's River and Bridge, the River damaged by three."""
    match = (
        three_seats_with_a_unit()
        .group("b-g1", "us", "river", "s4-s4-1")
        .group("b-g2", "us", "bridge", "s4-s4-2")
    )
    match.mark("river", "damage", 3).pick("a", river="us")

    assert -4 == scores_at_the_end(match)["a"]


def test_a_pick_that_nobody_holds_costs_nothing():
    """5.2.1.1-b4: Bob has the Barracks, nobody the River."""
    match = Match().group("b-g1", "us", "barracks").pick("a", barracks="us", river="german")

    assert -6 == points_of(match, "a")


@pytest.mark.parametrize(("damage", "points"), [(2, (5 - 3) * 4), (5, 0)])
def test_damage_and_isolation_lower_an_objectives_score_to_zero_at_least(damage: int, points: int):
    """5.2.1.2, 7.3.1.3-b2: Hill 205 is held as picked, with isolation one at the end."""
    match = (
        three_seats_with_a_unit()
        .group("a-g1", "us", "hill-205", "s4-s4-1")
        .mark("hill-205", "damage", damage)
    )
    match.group("b-g1", "german", "l5-l5").siege("b-g1", "a-g1").pick("a", hill_205="us")

    assert points == scores_at_the_end(match)["a"]


def test_damage_and_isolation_lower_the_value_before_it_is_multiplied():
    """5.2.1.2, 7.3.1.3-b2: (6 - 2 - 1) x 4, and nothing for damage seven."""
    match = (
        barracks_with_picks(barracks="us")
        .mark("barracks", "damage", 2)
        .group("b-g1", "german", "l5-l5")
    )
    match.siege("b-g1", "a-g1", isolation=1)
    assert 12 == points_of(match, "a")
    match.mark("barracks", "damage", 7)

    assert 0 == points_of(match, "a")


def test_three_tan_objectives_of_a_side_score_three_more_each():
    """5.2.1.3, 5.2.1.3-b1: Citie six, Crossroads four, Steeple two: 9+7+5 = 21."""
    match = three_seats_with_a_unit().group("a-g1", "us", "citie", "s4-s4-1")
    match.group("a-g2", "us", "crossroads", "steeple", "s4-s4-2")

    assert 21 == scores_at_the_end(match)["a"]


def test_tan_objectives_of_different_sides_score_their_printed_points():
    """5.2.1.3: CS-Q26."""
    match = three_seats_with_a_unit().group("a-g1", "us", "citie", "s4-s4-1")
    match.group("a-g2", "german", "crossroads", "s4-s4-2")

    assert 6 + 4 == scores_at_the_end(match)["a"]


def test_tan_objectives_of_two_sides_do_not_link():
    """5.2.1.3, 5.2.1.3-b1: CS-Q26."""
    match = Match().group("a-g1", "us", "pherddorf").group("a-g2", "german", "crossroads")

    assert 5 + 4 == points_of(match, "a")


def test_four_tan_objectives_add_four_each_and_double():
    """5.2.1.3-b1, 5.2.1.3-c: (5+4)+(4+4)+(6+4)+(2+4) = 33, twice."""
    match = three_seats_with_a_unit().group("a-g1", "us", "citie", "s4-s4-1")
    match.group("a-g2", "us", "crossroads", "steeple", "s4-s4-2")
    match.group("a-g3", "us", "pherddorf", "s4-s4-3")

    assert 66 == scores_at_the_end(match)["a"]


def test_three_linked_tan_objectives_with_invented_points_add_three_each():
    """5.2.1.3-b1, 5.2.1.3: nine and seven and six."""
    match = with_invented_points()
    match.group("a-g1", "us", "pherddorf").group("a-g2", "us", "crossroads", "steeple")

    assert 9 + 7 + 6 == points_of(match, "a")


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [("river", "bridge", (9 + 7) * 2), ("forest", "hill-205", (6 + 7) * 2)],
)
def test_the_blue_and_the_white_pair_add_two_each_and_double(first: str, second: str, points: int):
    """5.2.1.3-b2, 5.2.1.3-b3, 5.2.1.3-c"""
    match = (
        three_seats_with_a_unit()
        .group("a-g1", "us", first, "s4-s4-1")
        .group("a-g2", "us", second, "s4-s4-2")
    )

    assert points == scores_at_the_end(match)["a"]


def test_a_pair_held_on_different_sides_neither_links_nor_doubles():
    """5.2.1.3-b2, 5.2.1.3-c"""
    match = (
        three_seats_with_a_unit()
        .group("a-g1", "us", "river", "s4-s4-1")
        .group("a-g2", "german", "bridge", "s4-s4-2")
    )

    assert 7 + 5 == scores_at_the_end(match)["a"]


def test_river_and_bridge_link_and_double():
    """5.2.1.3-b2, 5.2.1.3-c: (9 + 7) x 2."""
    match = Match().group("a-g1", "us", "river").group("a-g2", "us", "bridge")

    assert 32 == points_of(match, "a")


def test_forest_and_hill_link_and_double():
    """5.2.1.3-b3, 5.2.1.3-c: (4 + 2 + 5 + 2) x 2."""
    match = Match().group("a-g1", "german", "forest").group("a-g2", "german", "hill-205")

    assert 26 == points_of(match, "a")


def test_the_barracks_score_six_without_any_link():
    """5.2.1.3-b4: six, never linked, never doubled."""
    assert (
        6
        == scores_at_the_end(three_seats_with_a_unit().group("a-g1", "us", "barracks", "s4-s4-1"))[
            "a"
        ]
    )


def test_an_incomplete_colour_does_not_double():
    """5.2.1.3-c: CS-Q29, three of four tan."""
    match = (
        Match()
        .group("a-g1", "us", "pherddorf")
        .group("a-g2", "us", "crossroads")
        .group("a-g3", "us", "citie")
    )

    assert (5 + 3) + (4 + 3) + (6 + 3) == points_of(match, "a")


def test_the_casualties_of_a_battle_score_their_printed_points():
    """5.2.2, 1.1.3-b4: S3 (3), S2 (2) and a Sergeant (1) beaten in one battle: six."""
    match = three_seats_with_a_unit().group("a-g1", "us", "l5-l5", "s4-s4-1", "dunne-rathke")
    match.group("b-g1", "german", "s3-s3-1", "r2-r2-1", "novak-thoma")
    match.resolve("a", "attack a-g1 b-g1", dice=(10, 1)).when("a", "rest l5-l5")
    match.when("a", "arrange s4-s4-1")
    assert 3 == len(match.pieces_in("a-casualties"))

    assert 6 == scores_at_the_end(match)["a"]


def test_others_see_how_many_casualties_a_seat_has_but_not_which():
    """5.2.2, 1.1.3-b4: three, two and two, CS-Q22; the others see how many cards there are."""
    match = Match().group("b-g1", "us", "r3-r3-1", "r2-r2-1").group("b-g2", "us", "s2-s2-1")
    match.put("a-casualties", "r3-r3-1", "r2-r2-1", "s2-s2-1")

    assert 7 == points_of(match, "a")
    assert 3 == len(view(match.table, "b").zone("a-casualties"))


# 5.3 Ties.


@pytest.mark.parametrize(("last", "winner"), [("c", "c"), ("b", "a")])
def test_the_latest_turn_breaks_a_tie_at_the_end(last: str, winner: str):
    """5.3: CS-Q59; Ann and Cy tie; Turns went ... A, B, C, and the round ends with C's or B's."""
    match = (
        three_seats_with_a_unit()
        .group("a-g1", "us", "barracks", "s4-s4-1")
        .group("c-g1", "us", "citie", "s4-s4-2")
    )
    turns = {"c": (5, 6, 7), "b": (5, 6, 4)}[last]
    for seat, turn in zip("abc", turns, strict=True):
        match.track(f"last-turn/{seat}", turn)

    assert ((winner,), "5.3") == winners_and_rule(end_match(match, seat=last, turn=max(turns)))


def test_a_tied_score_goes_to_the_seat_with_the_latest_turn():
    """5.3: CS-Q59."""
    match = Match().track("score/a", 9).track("score/b", 7).track("score/c", 9)
    for seat, turn in (("a", 7), ("b", 8), ("c", 6)):
        match.track(f"last-turn/{seat}", turn)
    assert "a" == winner(match.table)
    match.track("last-turn/c", 9)

    assert "c" == winner(match.table)
