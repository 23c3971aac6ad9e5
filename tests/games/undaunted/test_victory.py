from __future__ import annotations

import pytest

from tests.games.undaunted.builders import Scenario, moves_of, turn
from wardiary.domain.table import events as e

REST = "us-fog-of-war-1"


def ended(match: Scenario) -> tuple[tuple[str, ...], str]:
    """Who won by the last command, and by which rule."""
    (end,) = match.happened(e.MatchEnded)
    assert match.events[-1] == end
    assert match.table.result is not None
    return end.winners, end.rule


def goes_on(match: Scenario) -> bool:
    """Whether the match goes on after the last command."""
    return match.happened(e.MatchEnded) == () and match.table.result is None


def marker_positions(seat: str, *tiles: str) -> tuple[dict[str, str], dict[str, str]]:
    """Zones and faces of a seat's markers, from the 11th on, that control some tiles."""
    pieces = [f"{seat}-control-{number}" for number in range(11, 11 + len(tiles))]
    return dict(zip(pieces, tiles, strict=True)), dict.fromkeys(pieces, "controlled")


def controlled_tiles(
    us: tuple[str, ...] = (), german: tuple[str, ...] = ()
) -> dict[str, dict[str, str]]:
    """La Raye with these tiles controlled: worth 1 are 2B, 16B; worth 2 are 7A, 13B, 6A, 5B."""
    us_at, us_faces = marker_positions("us", *us)
    german_at, german_faces = marker_positions("german", *german)
    return {
        "at": {
            "us-control-2": "us-reserve",
            "german-control-2": "german-reserve",
            **us_at,
            **german_at,
        },
        "faces": {"german-control-2": "scouted", **us_faces, **german_faces},
    }


# Conditions


def test_each_side_has_a_condition_of_its_own():
    """U-END-1."""
    match = turn(scenario="critical-intelligence")
    field = match.table.pack.fields["critical-intelligence"]

    assert field.goal == {"us": 5, "german": 0}


@pytest.mark.parametrize(
    ("tiles", "tile", "wins"),
    [
        (("13B", "6A"), "2B", False),
        (("13B", "6A", "16B"), "2B", True),
        (("13B", "6A", "16B"), "7A", True),
    ],
)
def test_the_points_of_controlled_tiles_must_reach_or_pass_the_number(
    tiles: tuple[str, ...], tile: str, wins: bool
):
    """U-OBJ-1: 5, 6 and 7 against 6."""
    pieces = controlled_tiles(us=tiles)
    pieces["at"] |= {"us-control-3": tile, "us-riflemen-a": tile}
    match = turn(cards={"us-hand": ("us-riflemen-a-1", REST)}, **pieces)
    match.when("us", "control us-riflemen-a-1")

    assert goes_on(match) != wins
    if wins:
        assert ended(match) == (("us",), "U-OBJ-1")


def test_scouted_tiles_do_not_count():
    """U-OBJ-2."""
    pieces = controlled_tiles(us=("13B", "6A", "16B"))
    pieces["at"] |= {"us-control-3": "2B", "us-riflemen-a": "2B"}
    pieces["faces"] |= {"us-control-12": "scouted"}
    match = turn(cards={"us-hand": ("us-riflemen-a-1", REST)}, **pieces)
    match.when("us", "control us-riflemen-a-1")

    assert goes_on(match)
    assert match.table.track("points/us") == 4


def test_the_match_ends_at_the_very_event():
    """U-END-2: the winning card is the first of three; nothing after it is accepted."""
    pieces = controlled_tiles(us=("13B", "6A", "16B"))
    pieces["at"] |= {"us-control-3": "2B", "us-riflemen-a": "2B"}
    hand = ("us-riflemen-a-1", "us-riflemen-a-2", "us-scouts-a-1")
    match = turn(cards={"us-hand": hand}, **pieces)
    match.when("us", "control us-riflemen-a-1")

    assert ended(match)[0] == ("us",)
    assert match.table.zone("us-hand") == hand[1:]
    match.when("us", "pass").then_illegal("Table/Ended")


def test_a_tile_may_count_for_one_side_only():
    """U-OBJ-1, U-SETUP-4: the radio counts 3 for the US, nothing for the Germans."""
    match = turn(
        scenario="critical-intelligence",
        cards={"us-hand": ("us-riflemen-a-1", REST)},
        at={"us-control-11": "16B", "us-riflemen-a": "16B", "german-riflemen-a": "13B"},
    )
    assert match.table.track("points/german") == 2
    match.when("us", "control us-riflemen-a-1")

    assert match.table.track("points/us") == 3


# Pinned


def pinned_turn(*, dice: tuple[int, ...], initiative: str = "us", **pieces: dict[str, str]):
    """US Riflemen shoot at the last German Riflemen, a unit without a card to lose."""
    at = {"german-riflemen-b": "german-reserve", **pieces.pop("at", {})}
    match = turn(
        cards={"us-hand": ("us-riflemen-a-1", REST)}, at=at, initiative=initiative, **pieces
    )
    return match.when("us", "attack us-riflemen-a-1 german-riflemen-a", dice=dice)


def test_a_side_without_riflemen_on_the_board_is_pinned_but_that_alone_ends_nothing():
    """U-PIN-1."""
    match = pinned_turn(dice=(0,))

    assert moves_of(match)[-1][0] == ("german-riflemen-a",)
    assert goes_on(match)


def test_a_seat_that_had_to_pin_the_enemy_wins_when_the_enemy_is_pinned():
    """U-PIN-2."""
    match = turn(
        "german",
        scenario="critical-intelligence",
        cards={"german-hand": ("german-riflemen-a-1", "german-fog-of-war-1")},
        at={"us-riflemen-b": "us-reserve"},
    )
    match.when("german", "attack german-riflemen-a-1 us-riflemen-a", dice=(0,))

    assert ended(match) == (("german",), "U-PIN-2")


@pytest.mark.parametrize(
    ("us", "german", "initiative", "winner", "rule"),
    [
        (("7A",), ("2B",), "german", "us", "U-PIN-3"),
        (("2B",), ("7A",), "us", "german", "U-PIN-3"),
        (("2B",), ("16B",), "german", "german", "U-PIN-4"),
        (("2B",), ("16B",), "us", "us", "U-PIN-4"),
    ],
)
def test_with_both_pinned_points_decide_and_then_the_initiative(
    us: tuple[str, ...], german: tuple[str, ...], initiative: str, winner: str, rule: str
):
    """U-PIN-3, U-PIN-4."""
    pieces = controlled_tiles(us=us, german=german)
    off = {"us-riflemen-a": "us-reserve", "us-riflemen-b": "us-reserve"}
    pieces["at"] |= {**off, "german-riflemen-b": "german-reserve"}
    match = turn(cards={"us-hand": ("us-scouts-a-1", REST)}, initiative=initiative, **pieces)
    match.when("us", "attack us-scouts-a-1 german-riflemen-a", dice=(0,))

    assert ended(match) == ((winner,), rule)


def test_a_side_that_starts_without_riflemen_is_not_pinned_before_the_first_card_action():
    """U-PIN-1; U-Q21: hunkering down and rallying are no actions, so they end nothing."""
    off = {f"{seat}-riflemen-{squad}": f"{seat}-reserve"
           for seat in ("us", "german") for squad in "ab"}  # fmt: skip
    match = turn(
        cards={"us-hand": ("us-scouts-a-1", "us-scouts-b-1", "us-scouts-b-2", REST)},
        at=off,
        faces={"us-scouts-b": "suppressed"},
    )
    assert goes_on(match.when("us", "rally us-scouts-b-1"))
    assert goes_on(match.when("us", "hunker us-scouts-b-2"))

    match.when("us", "scout us-scouts-a-1 -")

    assert ended(match)[1] in {"U-PIN-3", "U-PIN-4"}


# Beyond all hope


def turn_without_us_hope(us: tuple[str, ...], german: tuple[str, ...], **more: object):
    """A turn in which every US card with Control is removed or in the box."""
    pieces = controlled_tiles(us=us, german=german)
    pieces["at"] |= {"us-riflemen-a-1": "us-removed", **dict(more.pop("at", {}))}
    return turn(
        more.pop("seat", "us"),
        cards={
            "us-hand": ("us-scouts-a-1", REST),
            "us-supply": ("us-scouts-a-3",),
            **dict(more.pop("cards", {})),
        },
        **pieces,
        **more,
    )


def test_a_side_without_any_card_that_controls_is_beyond_all_hope():
    """U-HOPE-1, U-HOPE-3; U-Q20: 1 against 3 of 6, so the German seat wins at once."""
    match = turn_without_us_hope(("2B",), ("7A", "16B"))
    match.when("us", "scout us-scouts-a-1 -")

    assert ended(match) == (("german",), "U-HOPE-3")


@pytest.mark.parametrize("card", ["us-riflemen-b-1", "us-riflemen-b-5"])
def test_one_card_that_controls_in_the_supply_is_hope_enough(card: str):
    """U-HOPE-1; U-Q20."""
    match = turn_without_us_hope(("2B",), ("7A", "16B"), cards={"us-supply": (card,)})

    assert goes_on(match.when("us", "scout us-scouts-a-1 -"))


@pytest.mark.parametrize("zone", ["hand", "deck", "discard", "play", "bid", "supply"])
def test_one_card_that_controls_anywhere_in_the_game_is_hope_enough(zone: str):
    """V8: U-HOPE-1: only cards that are removed or in the box give no hope."""
    cards = {f"us-{zone}": ("us-riflemen-b-1",)}
    if zone == "hand":
        cards = {"us-hand": ("us-scouts-a-1", REST, "us-riflemen-b-1")}
    match = turn_without_us_hope(("2B",), ("7A", "16B"), cards=cards)
    match.when("us", "scout us-scouts-a-1 -")

    assert f"us-{zone}" == match.table.zone_of("us-riflemen-b-1")
    assert goes_on(match)


@pytest.mark.parametrize("zone", ["us-removed", "box"])
def test_a_card_out_of_the_game_gives_no_hope(zone: str):
    """V8: U-HOPE-1"""
    match = turn_without_us_hope(("2B",), ("7A", "16B"), at={"us-riflemen-b-1": zone})
    match.when("us", "scout us-scouts-a-1 -")

    assert ended(match) == (("german",), "U-HOPE-3")


def test_the_casualty_that_ends_all_hope_ends_the_match():
    """U-HOPE-3, U-END-2: the last Riflemen card is lost."""
    cards = {
        "us-hand": ("us-riflemen-a-2",),
        "german-hand": ("german-riflemen-a-1", "german-fog-of-war-1"),
    }
    match = turn_without_us_hope(("2B",), ("7A",), seat="german", cards=cards)
    match.when("german", "attack german-riflemen-a-1 us-riflemen-a", dice=(0,))

    assert moves_of(match)[-1] == (("us-riflemen-a-2",), "us-removed", "U-CAS-2")
    assert ended(match) == (("german",), "U-HOPE-3")


def test_a_seat_that_must_pin_wins_at_once_when_the_enemy_is_beyond_all_hope():
    """U-HOPE-2."""
    match = turn(
        scenario="critical-intelligence",
        cards={"us-hand": ("us-scouts-a-1", REST), "us-supply": ("us-scouts-a-3",)},
    )
    match.when("us", "scout us-scouts-a-1 -")

    assert ended(match) == (("german",), "U-HOPE-2")


def test_with_equal_points_play_goes_on_until_the_opponent_holds_more():
    """U-HOPE-4: 2 against 2; the German seat takes another tile."""
    match = turn_without_us_hope(
        ("13B",),
        ("7A",),
        seat="german",
        at={"german-riflemen-a": "16B", "german-control-3": "16B"},
        cards={"german-hand": ("german-riflemen-a-1", "german-scouts-a-1")},
    )
    assert goes_on(match.when("german", "scout german-scouts-a-1 -"))

    match.when("german", "control german-riflemen-a-1")

    assert ended(match) == (("german",), "U-HOPE-3")


def test_with_equal_points_the_match_ends_when_the_opponent_is_pinned_as_well():
    """U-HOPE-4, U-PIN-4: at 2 against 2 the holder of the initiative marker wins."""
    match = turn_without_us_hope(
        ("13B",), ("7A",), at={"german-riflemen-b": "german-reserve"}, initiative="german"
    )
    match.when("us", "attack us-scouts-a-1 german-riflemen-a", dice=(0,))

    assert ended(match) == (("german",), "U-PIN-4")


def test_a_side_without_a_card_that_controls_is_beyond_hope_one_point_short():
    """U-HOPE-1, U-PIN-3: 5 of 6 against an opponent without Riflemen; both are pinned."""
    off = {"german-riflemen-a": "german-reserve", "german-riflemen-b": "german-reserve"}
    match = turn_without_us_hope(("2B", "13B", "6A"), ("7A",), at=off)
    assert 5 == match.table.track("points/us")
    match.when("us", "scout us-scouts-a-1 -")

    assert ended(match) == (("us",), "U-PIN-3")


def test_a_seat_that_must_pin_is_never_beyond_hope():
    """U-HOPE-1: it needs no points."""
    match = turn(
        "german",
        scenario="critical-intelligence",
        cards={
            "german-hand": ("german-scouts-a-1", "german-fog-of-war-1"),
            "german-supply": ("german-scouts-a-3",),
        },
    )
    assert goes_on(match.when("german", "scout german-scouts-a-1 -"))


def test_when_neither_side_can_ever_act_again_both_count_as_pinned():
    """U-HOPE-1, U-PIN-3: one card left must be bid, and Fog of War is never played."""
    match = turn(
        last=True,
        cards={
            "us-hand": ("us-scouts-a-1",),
            "german-hand": ("german-fog-of-war-1", "german-fog-of-war-2"),
        },
    )
    match.when("us", "pass")

    assert ended(match) == (("german",), "U-PIN-3")


# Worked positions


def test_a_control_that_reaches_the_points_wins_before_the_turn_is_over():
    """U-OBJ-1, U-CTRL-2, U-END-2: 1 + 2 and 3 more are 6 of 6; the German marker turns back."""
    pieces = controlled_tiles(us=("2B", "16B", "6A"), german=("13B", "7A"))
    pieces["at"] |= {"us-control-3": "13B", "us-riflemen-a": "13B"}
    hand = ("us-scouts-a-1", "us-riflemen-a-1", "us-scouts-b-1")
    match = turn(cards={"us-hand": hand}, **pieces)
    assert (match.table.track("points/us"), match.table.track("points/german")) == (4, 4)

    assert goes_on(match.when("us", "scout us-scouts-a-1 -"))
    match.when("us", "control us-riflemen-a-1")

    assert ended(match) == (("us",), "U-OBJ-1")
    assert match.happened(e.MatchEnded)[0].scores == {"us": 6, "german": 2}
    assert match.table.piece("german-control-11").face == "scouted"
    assert match.table.zone("us-hand") == ("us-scouts-b-1",)


def both_under_fire(**given: object):
    """The last Riflemen of both sides are on 12A with the US target marker, without cards."""
    return turn(
        scenario="signal-hill",
        cards={"us-hand": ("us-mortar-1", REST)},
        at={
            "us-target": "12A",
            "us-riflemen-b": "12A",
            "german-riflemen-a": "12A",
            "us-riflemen-a": "us-reserve",
            "german-riflemen-b": "german-reserve",
        },
        initiative="german",
        **given,
    )


def test_a_blast_that_pins_only_one_of_the_sides_does_not_end_the_match():
    """U-ATK-3, U-PIN-4; U-Q16: the friendly counter falls first; the attack on the other misses."""
    match = both_under_fire()
    match.when("us", "blast us-mortar-1 us-riflemen-b,german-riflemen-a", dice=(3, 6, 1, 4))

    assert match.table.zone_of("us-riflemen-b") == "us-reserve"
    assert goes_on(match)


@pytest.mark.parametrize("order", ["us-riflemen-b,german-riflemen-a",
                                   "german-riflemen-a,us-riflemen-b"])  # fmt: skip
def test_when_a_blast_pins_both_sides_the_holder_of_the_initiative_marker_wins(order: str):
    """U-PIN-4, U-ATK-3."""
    match = both_under_fire()
    match.when("us", f"blast us-mortar-1 {order}", dice=(3, 6, 5, 2))

    assert ended(match) == (("german",), "U-PIN-4")


def test_a_blast_ends_the_match_after_the_attack_that_wins_it():
    """U-END-2, U-ATK-3; U-Q25: no dice are rolled for the counter named next."""
    pieces = controlled_tiles(us=("2B",), german=("7A", "16B"))
    pieces["at"] |= {
        "us-target": "3B",
        "us-riflemen-a": "3B",
        "us-scouts-a": "3B",
        "us-mortar": "17B",
        "us-mortar-1": "us-hand",
        "us-riflemen-a-2": "us-hand",
    }
    cards = {"us-hand": ("us-scouts-a-1", REST), "us-supply": ("us-scouts-a-3",)}
    match = turn(cards=cards, **pieces)
    match.when("us", "blast us-mortar-1 us-riflemen-a,us-scouts-a", dice=(1, 0))

    assert len(match.happened(e.DiceRolled)) == 1
    assert ended(match) == (("german",), "U-HOPE-3")


def test_a_side_without_hope_loses_to_the_first_lead():
    """U-HOPE-3, U-HOPE-4: 1 against 1 goes on; a tile worth 2 makes it 3 against 1 of 6."""
    match = turn_without_us_hope(
        ("2B",),
        ("16B",),
        seat="german",
        at={"german-riflemen-a": "7A", "german-control-3": "7A"},
        cards={"german-hand": ("german-riflemen-a-1", "german-scouts-a-1")},
    )
    assert goes_on(match.when("german", "scout german-scouts-a-1 -"))

    match.when("german", "control german-riflemen-a-1")

    assert ended(match) == (("german",), "U-HOPE-3")
    assert match.happened(e.MatchEnded)[0].scores == {"us": 1, "german": 3}
