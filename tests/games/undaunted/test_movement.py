from __future__ import annotations

import pytest

from tests.games.undaunted.builders import (
    altered_pack,
    candidates,
    moves_of,
    piece_moved,
    turn,
    verbs,
)
from wardiary.domain.table import events as e

FOGS = tuple(f"us-fog-of-war-{number}" for number in range(2, 9))
RIFLES = "us-riflemen-a-3"  # Keeps the US from being beyond all hope.
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


def test_move_goes_as_far_as_the_card_prints():
    """U-MOVE-1."""
    match = riflemen_turn()

    assert candidates(match.then_asks("us"), "move", "path") == {"", "2B"}
    match.when("us", "move us-riflemen-a-1 2B,17B").then_illegal("U-MOVE-1")
    match.when("us", "move us-riflemen-a-1 5B").then_illegal("U-MOVE-1")
    match.when("us", "move us-riflemen-a-1 -").then(
        piece_moved("us-riflemen-a-1", "us-play", "U-TURN-1")
    )


def test_each_tile_entered_must_be_scouted_or_controlled():
    """U-MOVE-2."""
    riflemen_turn().when("us", "move us-riflemen-a-1 13B").then_illegal("U-MOVE-2")

    match = riflemen_turn(at={"us-control-3": "13B"}, faces={"us-control-3": "controlled"})
    match.when("us", "move us-riflemen-a-1 13B").then(
        piece_moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        piece_moved("us-riflemen-a", "13B", "U-MOVE-1"),
    )


def test_an_enemy_marker_does_not_let_a_unit_enter_a_tile():
    """U-MOVE-2."""
    match = riflemen_turn(at={"us-riflemen-a": "13B"})

    match.when("us", "move us-riflemen-a-1 8A").then_illegal("U-MOVE-2")


def test_a_tile_that_is_left_need_not_be_marked():
    """U-MOVE-2; U-Q03."""
    match = riflemen_turn(at={"us-riflemen-a": "13B"})

    assert candidates(match.then_asks("us"), "move", "path") == {"", "17B", "2B"}


def test_moving_the_mortar_takes_its_target_marker_off_the_board():
    """U-MOVE-3, U-TARG-3."""
    match = mortar_turn("us-mortar-1").when("us", "move us-mortar-1 9B")

    match.then(
        piece_moved("us-mortar-1", "us-play", "U-TURN-1"),
        piece_moved("us-mortar", "9B", "U-MOVE-1"),
        piece_moved("us-target", "us-reserve", "U-MOVE-3"),
    )


def test_a_mortar_that_stays_keeps_its_target_marker():
    """U-MOVE-3; U-Q09: up to one tile may be none."""
    match = mortar_turn("us-mortar-1").when("us", "move us-mortar-1 -")

    assert match.table.zone_of("us-target") == "13A"


# Guide


def test_guide_moves_any_friendly_counter():
    """U-GUIDE-1."""
    match = guide_turn()

    counters = candidates(match.then_asks("us"), "guide", "counter")
    assert counters == {
        "us-riflemen-a", "us-riflemen-b", "us-scouts-a", "us-scouts-b", "us-machine-gunners-a",
        "us-mortar", "us-sniper",
    }  # fmt: skip
    match.when("us", "guide us-platoon-guide-1 us-scouts-b 9B").then(
        piece_moved("us-platoon-guide-1", "us-play", "U-TURN-1"),
        piece_moved("us-scouts-b", "9B", "U-GUIDE-1"),
    )


def test_enemy_counters_and_far_tiles_cannot_be_guided():
    """U-GUIDE-1; U-Q18."""
    match = guide_turn()

    match.when("us", "guide us-platoon-guide-1 german-scouts-a 15B").then_illegal("U-GUIDE-1")
    match.when("us", "guide us-platoon-guide-1 us-scouts-b 18A,9B").then_illegal("U-GUIDE-1")


def test_a_guided_counter_enters_only_marked_tiles():
    """U-GUIDE-2."""
    guide_turn().when("us", "guide us-platoon-guide-1 us-scouts-b 6A").then_illegal("U-GUIDE-2")


def test_guiding_the_mortar_takes_its_target_marker_off_the_board():
    """U-GUIDE-3, U-TARG-3."""
    match = mortar_turn("us-platoon-guide-1")

    match.when("us", "guide us-platoon-guide-1 us-mortar 3B").then(
        piece_moved("us-platoon-guide-1", "us-play", "U-TURN-1"),
        piece_moved("us-mortar", "3B", "U-GUIDE-1"),
        piece_moved("us-target", "us-reserve", "U-GUIDE-3"),
    )


def test_guiding_another_counter_or_nowhere_leaves_the_target_marker():
    """U-GUIDE-3."""
    for order in ("us-scouts-b 9B", "us-mortar -"):
        match = mortar_turn("us-platoon-guide-1")
        match.when("us", f"guide us-platoon-guide-1 {order}")

        assert match.table.zone_of("us-target") == "13A"


def test_a_suppressed_counter_cannot_be_guided():
    """U-GUIDE-4."""
    match = guide_turn(faces={"us-scouts-b": "suppressed"})

    assert "us-scouts-b" not in candidates(match.then_asks("us"), "guide", "counter")
    match.when("us", "guide us-platoon-guide-1 us-scouts-b 9B").then_illegal("U-GUIDE-4")
    assert match.table.piece("us-scouts-b").face == "suppressed"


# Scout


def test_scout_goes_up_to_two_tiles_whatever_is_on_them():
    """U-SCOUT-1."""
    match = scouts_turn()
    paths = candidates(match.then_asks("us"), "scout", "path")

    assert {"", "12B", "12B,5B", "12B,17B"} < paths
    match.when("us", "scout us-scouts-a-1 5B").then_illegal("U-SCOUT-1")
    match.when("us", "scout us-scouts-a-1 12B,8A,3B").then_illegal("U-SCOUT-1")


def test_each_tile_entered_without_a_friendly_marker_is_scouted_and_brings_fog_of_war():
    """U-SCOUT-2, U-SCOUT-3; U-Q02."""
    match = scouts_turn().when("us", "scout us-scouts-a-1 13B,3B")

    match.then(
        piece_moved("us-scouts-a-1", "us-play", "U-TURN-1"),
        piece_moved("us-scouts-a", "13B", "U-SCOUT-1"),
        piece_moved("us-control-3", "13B", "U-SCOUT-2"),
        piece_moved("us-scouts-a", "3B", "U-SCOUT-1"),
        piece_moved("us-control-4", "3B", "U-SCOUT-2"),
        piece_moved(("us-fog-of-war-2", "us-fog-of-war-3"), "us-discard", "U-SCOUT-3"),
    )
    assert match.table.piece("us-control-3").face == "scouted"


def test_a_tile_with_a_friendly_marker_is_not_scouted_again():
    """U-SCOUT-2."""
    match = scouts_turn().when("us", "scout us-scouts-a-1 2B,17B")

    assert moves_of(match)[1:] == [
        (("us-scouts-a",), "2B", "U-SCOUT-1"),
        (("us-scouts-a",), "17B", "U-SCOUT-1"),
    ]


def test_when_the_supply_has_too_little_fog_of_war_all_of_it_comes():
    """U-SCOUT-4."""
    match = turn(cards={"us-hand": ("us-scouts-a-1", REST), "us-supply": ("us-fog-of-war-2",)})
    match.when("us", "scout us-scouts-a-1 13B,3B")

    assert moves_of(match)[-1] == (("us-fog-of-war-2",), "us-discard", "U-SCOUT-4")
    assert match.table.zone_of("us-control-4") == "3B"


def test_scouts_bring_fog_of_war_for_each_marker_they_place_while_there_is_any():
    """UN-07: U-SCOUT-2, U-SCOUT-4: enemy markers do not matter."""
    match = turn(
        cards={"us-hand": ("us-scouts-a-1", REST), "us-supply": (*FOGS[:1], RIFLES)},
        at={"us-scouts-a": "12B"},
    )
    match.when("us", "scout us-scouts-a-1 8A,5B")

    match.then(
        piece_moved("us-scouts-a-1", "us-play", "U-TURN-1"),
        piece_moved("us-scouts-a", "8A", "U-SCOUT-1"),
        piece_moved("us-control-3", "8A", "U-SCOUT-2"),
        piece_moved("us-scouts-a", "5B", "U-SCOUT-1"),
        piece_moved("us-control-4", "5B", "U-SCOUT-2"),
        piece_moved(FOGS[:1], "us-discard", "U-SCOUT-4"),
    )
    assert match.table.piece("german-control-2").face == "controlled"


def test_scouts_leave_a_controlled_tile_as_it_is():
    """UN-07: U-SCOUT-2, U-SCOUT-3."""
    match = turn(
        cards={"us-hand": ("us-scouts-a-1", REST), "us-supply": (*FOGS[:1], RIFLES)},
        faces={"us-control-2": "controlled"},
    )
    match.when("us", "scout us-scouts-a-1 2B,16B")

    assert moves_of(match)[-2:] == [
        (("us-control-3",), "16B", "U-SCOUT-2"),
        (FOGS[:1], "us-discard", "U-SCOUT-3"),
    ]
    assert match.table.piece("us-control-2").face == "controlled"


# Stalk


def test_stalk_enters_any_tile_and_places_no_marker():
    """U-STALK-1."""
    match = turn(scenario="signal-hill", cards={"us-hand": ("us-sniper-1", REST)})

    assert candidates(match.then_asks("us"), "stalk", "path") == {"", "18A", "9B", "6A"}
    match.when("us", "stalk us-sniper-1 15B").then_illegal("U-STALK-1")
    match.when("us", "stalk us-sniper-1 6A").then(
        piece_moved("us-sniper-1", "us-play", "U-TURN-1"),
        piece_moved("us-sniper", "6A", "U-STALK-1"),
    )


def test_scouts_leave_the_target_marker_of_their_mortar():
    """U-SCOUT-1, U-TARG-3."""
    match = turn(
        scenario="signal-hill",
        cards={"us-hand": ("us-scouts-a-1", REST)},
        at={"us-target": "13A"},
    )
    tile = max(candidates(match.then_asks("us"), "scout", "path"), key=len)
    match.when("us", f"scout us-scouts-a-1 {tile}")

    assert match.table.zone_of("us-scouts-a") in tile
    assert match.table.zone_of("us-target") == "13A"


def test_a_sniper_that_stalks_leaves_the_target_marker_of_its_mortar():
    """U-STALK-1, U-TARG-3."""
    match = turn(
        scenario="signal-hill",
        cards={"us-hand": ("us-sniper-1", REST)},
        at={"us-target": "13A"},
    )
    match.when("us", "stalk us-sniper-1 6A")

    assert match.table.zone_of("us-target") == "13A"


def test_each_movement_is_offered_by_the_cards_that_print_it():
    """U-TURN-5."""
    assert "scout" not in verbs(riflemen_turn().then_asks("us"))
    assert "move" not in verbs(scouts_turn().then_asks("us"))


# Cards with other printed values, as in packs of owners


def test_a_longer_move_stops_where_the_marked_tiles_end():
    """U-MOVE-1, U-MOVE-2: two tiles, 2B scouted and 13B not."""
    values = altered_pack(('"move 1", "attack 1"', '"move 2", "attack 1"'))
    match = riflemen_turn(values=values)

    assert candidates(match.then_asks("us"), "move", "path") == {"", "2B", "2B,17B"}
    match.when("us", "move us-riflemen-a-1 2B,13B").then_illegal("U-MOVE-2")
    match.when("us", "move us-riflemen-a-1 2B,17B")
    assert moves_of(match)[1:] == [
        (("us-riflemen-a",), "2B", "U-MOVE-1"),
        (("us-riflemen-a",), "17B", "U-MOVE-1"),
    ]


@pytest.mark.parametrize("verb", ["scout", "stalk"])
def test_a_mortar_that_scouts_or_stalks_loses_its_target_marker_too(verb: str):
    """U-TARG-3, U-MOVE-3."""
    values = altered_pack(('"move 1", "blast 2"', f'"{verb} 1", "blast 2"'))
    match = turn(
        scenario="signal-hill",
        values=values,
        cards={"us-hand": ("us-mortar-1", "us-mortar-2", REST)},
        at={"us-target": "13A"},
    )
    match.when("us", f"{verb} us-mortar-1 -")
    assert match.table.zone_of("us-target") == "13A"

    match.when("us", f"{verb} us-mortar-2 9B")
    assert moves_of(match)[-1] == (("us-target",), "us-reserve", "U-MOVE-3")


def test_eighteen_markers_are_enough_for_every_tile_and_a_nineteenth_is_impossible():
    """U-COMP-2."""
    match = scouts_turn(at={f"us-control-{number}": "11B" for number in range(3, 19)})

    with pytest.raises(AssertionError, match="all 18"):
        match.when("us", "scout us-scouts-a-1 13B")


def test_an_action_of_more_dice_than_there_are_rolls_them_all():
    """U-COMP-4, U-ATK-8; U-Q26."""
    values = altered_pack(('"move 1", "attack 1"', '"move 1", "attack 5"'))
    match = riflemen_turn(values=values)
    match.when("us", "attack us-riflemen-a-1 german-scouts-a", dice=(1, 2, 3, 4, 5))

    assert len(match.happened(e.DiceRolled)[0].faces) == 5
