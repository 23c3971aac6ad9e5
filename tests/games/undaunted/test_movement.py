from __future__ import annotations

import pytest

from tests.games.undaunted.desk import altered_pack, candidates, moved, moves, said, turn
from wardiary.domain.table import events as e

REST = "us-fog-of-war-1"


def riflemen_turn(**given: object):
    return turn(cards={"us-hand": ("us-riflemen-a-1", REST)}, **given)


def scouts_turn(**given: object):
    return turn(cards={"us-hand": ("us-scouts-a-1", REST)}, **given)


def guide_turn(**given: object):
    return turn(
        scenario="signal-hill",
        cards={"us-hand": ("us-platoon-guide-1", REST)},
        **given,
    )


def mortar_turn(*hand: str, target: str = "13A"):
    """Signal Hill: the US mortar on 18A, its target marker on the board."""
    return turn(
        scenario="signal-hill",
        cards={"us-hand": (*hand, REST)},
        at={"us-target": target},
    )


# Move


def test_move_goes_up_to_so_many_tiles():
    """U-MOVE-1."""
    game = riflemen_turn()

    assert candidates(game.then_asks("us"), "move", "path") == {"", "2B"}
    game.when("us", "move us-riflemen-a-1 2B,17B").then_illegal("U-MOVE-1")
    game.when("us", "move us-riflemen-a-1 5B").then_illegal("U-MOVE-1")
    game.when("us", "move us-riflemen-a-1 -").then(moved("us-riflemen-a-1", "us-play", "U-TURN-1"))


def test_each_tile_entered_must_be_scouted_or_controlled():
    """U-MOVE-2."""
    riflemen_turn().when("us", "move us-riflemen-a-1 13B").then_illegal("U-MOVE-2")

    game = riflemen_turn(at={"us-control-3": "13B"}, faces={"us-control-3": "controlled"})
    game.when("us", "move us-riflemen-a-1 13B").then(
        moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        moved("us-riflemen-a", "13B", "U-MOVE-1"),
    )


def test_an_enemy_marker_is_no_reason_to_enter():
    """U-MOVE-2."""
    game = riflemen_turn(at={"us-riflemen-a": "13B"})

    game.when("us", "move us-riflemen-a-1 8A").then_illegal("U-MOVE-2")


def test_a_tile_that_is_left_need_not_be_marked():
    """U-MOVE-2; U-Q03."""
    game = riflemen_turn(at={"us-riflemen-a": "13B"})

    assert candidates(game.then_asks("us"), "move", "path") == {"", "17B", "2B"}


def test_moving_the_mortar_takes_its_target_marker_off_the_board():
    """U-MOVE-3, U-TARG-3."""
    game = mortar_turn("us-mortar-1").when("us", "move us-mortar-1 9B")

    game.then(
        moved("us-mortar-1", "us-play", "U-TURN-1"),
        moved("us-mortar", "9B", "U-MOVE-1"),
        moved("us-target", "us-reserve", "U-MOVE-3"),
    )


def test_a_mortar_that_stays_keeps_its_target_marker():
    """U-MOVE-3; U-Q09: up to one tile may be none."""
    game = mortar_turn("us-mortar-1").when("us", "move us-mortar-1 -")

    assert game.table.zone_of("us-target") == "13A"


# Guide


def test_guide_moves_any_own_counter():
    """U-GUIDE-1."""
    game = guide_turn()

    counters = candidates(game.then_asks("us"), "guide", "counter")
    assert counters == {
        "us-riflemen-a", "us-riflemen-b", "us-scouts-a", "us-scouts-b", "us-machine-gunners-a",
        "us-mortar", "us-sniper",
    }  # fmt: skip
    game.when("us", "guide us-platoon-guide-1 us-scouts-b 9B").then(
        moved("us-platoon-guide-1", "us-play", "U-TURN-1"),
        moved("us-scouts-b", "9B", "U-GUIDE-1"),
    )


def test_enemy_counters_and_far_tiles_cannot_be_guided():
    """U-GUIDE-1; U-Q18."""
    game = guide_turn()

    game.when("us", "guide us-platoon-guide-1 german-scouts-a 15B").then_illegal("U-GUIDE-1")
    game.when("us", "guide us-platoon-guide-1 us-scouts-b 18A,9B").then_illegal("U-GUIDE-1")


def test_a_guided_counter_enters_only_marked_tiles():
    """U-GUIDE-2."""
    guide_turn().when("us", "guide us-platoon-guide-1 us-scouts-b 6A").then_illegal("U-GUIDE-2")


def test_guiding_the_mortar_takes_its_target_marker_off_the_board():
    """U-GUIDE-3, U-TARG-3."""
    game = mortar_turn("us-platoon-guide-1")

    game.when("us", "guide us-platoon-guide-1 us-mortar 3B").then(
        moved("us-platoon-guide-1", "us-play", "U-TURN-1"),
        moved("us-mortar", "3B", "U-GUIDE-1"),
        moved("us-target", "us-reserve", "U-GUIDE-3"),
    )


def test_guiding_another_counter_or_nowhere_leaves_the_target_marker():
    """U-GUIDE-3."""
    for said_path in ("us-scouts-b 9B", "us-mortar -"):
        game = mortar_turn("us-platoon-guide-1")
        game.when("us", f"guide us-platoon-guide-1 {said_path}")

        assert game.table.zone_of("us-target") == "13A"


def test_a_suppressed_counter_cannot_be_guided():
    """U-GUIDE-4."""
    game = guide_turn(faces={"us-scouts-b": "suppressed"})

    assert "us-scouts-b" not in candidates(game.then_asks("us"), "guide", "counter")
    game.when("us", "guide us-platoon-guide-1 us-scouts-b 9B").then_illegal("U-GUIDE-4")
    assert game.table.piece("us-scouts-b").face == "suppressed"


# Scout


def test_scout_goes_up_to_two_tiles_whatever_lies_there():
    """U-SCOUT-1."""
    game = scouts_turn()
    paths = candidates(game.then_asks("us"), "scout", "path")

    assert {"", "12B", "12B,5B", "12B,17B"} < paths
    game.when("us", "scout us-scouts-a-1 5B").then_illegal("U-SCOUT-1")
    game.when("us", "scout us-scouts-a-1 12B,8A,3B").then_illegal("U-SCOUT-1")


def test_each_tile_entered_without_an_own_marker_is_scouted_and_brings_fog():
    """U-SCOUT-2, U-SCOUT-3; U-Q02."""
    game = scouts_turn().when("us", "scout us-scouts-a-1 13B,3B")

    game.then(
        moved("us-scouts-a-1", "us-play", "U-TURN-1"),
        moved("us-scouts-a", "13B", "U-SCOUT-1"),
        moved("us-control-3", "13B", "U-SCOUT-2"),
        moved("us-scouts-a", "3B", "U-SCOUT-1"),
        moved("us-control-4", "3B", "U-SCOUT-2"),
        moved(("us-fog-of-war-2", "us-fog-of-war-3"), "us-discard", "U-SCOUT-3"),
    )
    assert game.table.piece("us-control-3").face == "scouted"


def test_a_tile_with_an_own_marker_is_not_scouted_again():
    """U-SCOUT-2."""
    game = scouts_turn().when("us", "scout us-scouts-a-1 2B,17B")

    assert moves(game)[1:] == [
        (("us-scouts-a",), "2B", "U-SCOUT-1"),
        (("us-scouts-a",), "17B", "U-SCOUT-1"),
    ]


def test_with_too_little_fog_all_that_is_left_comes():
    """U-SCOUT-4."""
    game = turn(cards={"us-hand": ("us-scouts-a-1", REST), "us-supply": ("us-fog-of-war-2",)})
    game.when("us", "scout us-scouts-a-1 13B,3B")

    assert moves(game)[-1] == (("us-fog-of-war-2",), "us-discard", "U-SCOUT-4")
    assert game.table.zone_of("us-control-4") == "3B"


# Stalk


def test_stalk_ignores_markers_and_leaves_none():
    """U-STALK-1."""
    game = turn(scenario="signal-hill", cards={"us-hand": ("us-sniper-1", REST)})

    assert candidates(game.then_asks("us"), "stalk", "path") == {"", "18A", "9B", "6A"}
    game.when("us", "stalk us-sniper-1 15B").then_illegal("U-STALK-1")
    game.when("us", "stalk us-sniper-1 6A").then(
        moved("us-sniper-1", "us-play", "U-TURN-1"),
        moved("us-sniper", "6A", "U-STALK-1"),
    )


def test_each_movement_is_offered_by_the_cards_that_print_it():
    """U-TURN-5."""
    assert "scout" not in said(riflemen_turn().then_asks("us"))
    assert "move" not in said(scouts_turn().then_asks("us"))


# Cards printed otherwise, as an owner's own pack may have them


def test_a_longer_move_stops_where_the_marked_tiles_end():
    """U-MOVE-1, U-MOVE-2: two tiles, 2B scouted and 13B not."""
    values = altered_pack(('"move 1", "attack 1"', '"move 2", "attack 1"'))
    game = riflemen_turn(values=values)

    assert candidates(game.then_asks("us"), "move", "path") == {"", "2B", "2B,17B"}
    game.when("us", "move us-riflemen-a-1 2B,13B").then_illegal("U-MOVE-2")
    game.when("us", "move us-riflemen-a-1 2B,17B")
    assert moves(game)[1:] == [
        (("us-riflemen-a",), "2B", "U-MOVE-1"),
        (("us-riflemen-a",), "17B", "U-MOVE-1"),
    ]


@pytest.mark.parametrize("verb", ["scout", "stalk"])
def test_a_mortar_that_scouts_or_stalks_loses_its_target_marker_too(verb: str):
    """U-TARG-3, U-MOVE-3."""
    values = altered_pack(('"move 1", "blast 2"', f'"{verb} 1", "blast 2"'))
    game = turn(
        scenario="signal-hill",
        values=values,
        cards={"us-hand": ("us-mortar-1", "us-mortar-2", REST)},
        at={"us-target": "13A"},
    )
    game.when("us", f"{verb} us-mortar-1 -")
    assert game.table.zone_of("us-target") == "13A"

    game.when("us", f"{verb} us-mortar-2 9B")
    assert moves(game)[-1] == (("us-target",), "us-reserve", "U-MOVE-3")


def test_eighteen_markers_are_enough_for_every_tile_and_a_nineteenth_is_impossible():
    """U-COMP-2."""
    game = scouts_turn(at={f"us-control-{number}": "11B" for number in range(3, 19)})

    with pytest.raises(AssertionError, match="all 18"):
        game.when("us", "scout us-scouts-a-1 13B")


def test_an_action_of_more_dice_than_there_are_rolls_them_all():
    """U-COMP-4, U-ATK-8; U-Q26."""
    values = altered_pack(('"move 1", "attack 1"', '"move 1", "attack 5"'))
    game = riflemen_turn(values=values)
    game.when("us", "attack us-riflemen-a-1 german-scouts-a", dice=(1, 2, 3, 4, 5))

    assert len(game.happened(e.DiceRolled)[0].faces) == 5
