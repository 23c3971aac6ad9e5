from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.games.undaunted.desk import candidates, moved, moves, rolled, said, totals, turn, turned
from wardiary.domain.games.undaunted.combat import hits
from wardiary.domain.table import events as e

REST = "us-fog-of-war-1"
TARGET = "german-riflemen-a"


def attack_turn(**given: object):
    """US Riflemen A on 17B may shoot at German Riflemen A on 5B: 4 + 1 + 2."""
    cards = {"us-hand": ("us-riflemen-a-1", REST), **dict(given.pop("cards", {}))}
    return turn(cards=cards, **given)


def hill_turn(*hand: str, **given: object):
    return turn(scenario="signal-hill", cards={"us-hand": (*hand, REST)}, **given)


def enemy_with(**zones: tuple[str, ...]):
    """An attack on German Riflemen A, whose cards lie in these zones."""
    cards = {f"german-{zone}": lying for zone, lying in zones.items()}
    return attack_turn(cards={"german-hand": ("german-scouts-a-1",), **cards})


# Target, total defence, dice, result


def test_an_attack_is_target_defence_dice_and_result_in_this_order():
    """U-ATK-1, U-ATK-5, U-ATK-8, U-CNTR-2, U-TILE-2."""
    game = enemy_with(hand=("german-riflemen-a-1",))

    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(7,)).then(
        moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        e.TotalComputed(
            what=f"total defence of {TARGET}",
            items=(
                e.Item("base defence", 4, "U-CNTR-2"),
                e.Item("cover", 1, "U-TILE-2"),
                e.Item("range", 2, "U-ATK-6"),
            ),
            total=7,
            rule="U-ATK-5",
        ),
        rolled("us", f"attack {TARGET} against 7", 7),
        moved("german-riflemen-a-1", "german-removed", "U-CAS-2"),
    )


def test_any_enemy_counter_on_the_board_may_be_chosen_however_far():
    """U-ATK-2."""
    game = attack_turn(at={"us-riflemen-a": "6A", "german-riflemen-a": "4B"})

    assert candidates(game.then_asks("us"), "attack", "target") == {
        "german-riflemen-a", "german-riflemen-b", "german-scouts-a", "german-scouts-b",
    }  # fmt: skip
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(1,))
    assert totals(game) == [4 + 0 + 4]


@pytest.mark.parametrize("target", ["us-scouts-a", "german-sniper", "german-riflemen-a-1", "5B"])
def test_own_counters_and_those_off_the_board_cannot_be_chosen(target: str):
    """U-ATK-2."""
    attack_turn().when("us", f"attack us-riflemen-a-1 {target}").then_illegal("U-ATK-2")


def test_without_an_enemy_on_the_board_there_is_no_attack():
    """U-ATK-2."""
    off = {f"german-{kind}": "german-reserve" for kind in ("riflemen-a", "riflemen-b", "scouts-a",
                                                           "scouts-b")}  # fmt: skip

    assert "attack" not in said(attack_turn(at=off).then_asks("us"))


@pytest.mark.parametrize(("tile", "distance"), [("17B", 0), ("12B", 1), ("5B", 2), ("11B", 3)])
def test_range_does_not_count_the_attackers_own_tile(tile: str, distance: int):
    """U-ATK-6; U-Q28: enemies may share a tile."""
    game = attack_turn(at={TARGET: tile})
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(1,))

    (reckoned,) = game.happened(e.TotalComputed)
    assert reckoned.items[2] == e.Item("range", distance, "U-ATK-6")


def test_as_many_dice_are_rolled_as_the_action_says():
    """U-ATK-8."""
    game = hill_turn("us-sniper-1")
    game.when("us", f"attack us-sniper-1 {TARGET}", dice=(1, 2, 3))

    assert game.happened(e.DiceRolled)[0].faces == (1, 2, 3)


@pytest.mark.parametrize(
    ("faces", "defence", "hit"),
    [((2, 6), 6, True), ((5, 5), 6, False), ((4,), 4, True), ((3,), 4, False), ((9, 9), 10, False)],
)
def test_one_die_at_or_above_total_defence_is_enough(
    faces: tuple[int, ...], defence: int, hit: bool
):
    """U-ATK-9, U-CNTR-2."""
    assert hits(faces, defence) == hit


def test_more_successful_dice_change_nothing():
    """U-ATK-10, U-CAS-6."""
    cards = {
        "us-hand": ("us-sniper-1", REST),
        "german-hand": ("german-riflemen-a-1", "german-riflemen-a-2"),
    }
    game = turn(scenario="signal-hill", cards=cards)
    game.when("us", f"attack us-sniper-1 {TARGET}", dice=(9, 9, 9))

    assert moves(game)[1:] == [(("german-riflemen-a-1",), "german-removed", "U-CAS-2")]


def test_a_zero_always_succeeds():
    """U-ATK-11; U-Q19."""
    assert hits((0,), 12)


@pytest.mark.parametrize(
    ("defence", "chances"),
    [
        (5, ("6/10", "84/100", "936/1000", "9744/10000")),
        (6, ("5/10", "75/100", "875/1000", "9375/10000")),
        (8, ("3/10", "51/100", "657/1000", "7599/10000")),
        (9, ("2/10", "36/100", "488/1000", "5904/10000")),
        (10, ("1/10", "19/100", "271/1000", "3439/10000")),
        (14, ("1/10", "19/100", "271/1000", "3439/10000")),
    ],
)
def test_the_chance_to_hit_by_counting_every_roll(defence: int, chances: tuple[str, ...]):
    """U-ATK-9, U-ATK-11."""
    for dice, chance in enumerate(chances, start=1):
        rolls = list(product(range(10), repeat=dice))

        assert Fraction(chance) == Fraction(sum(hits(roll, defence) for roll in rolls), len(rolls))


# Casualties


def test_a_casualty_is_a_card_of_the_hit_unit_only():
    """U-CAS-1, U-UNIT-2, U-CARD-3: which card of the unit it is means nothing."""
    game = enemy_with(hand=("german-riflemen-b-1", "german-scouts-a-1", "german-riflemen-a-2"))
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(0,))

    assert moves(game)[-1] == (("german-riflemen-a-2",), "german-removed", "U-CAS-2")
    assert not game.table.can_see("us", "german-removed")


def test_it_comes_from_the_hand_if_one_is_there():
    """U-CAS-2; U-Q27: even before that hand had its turn."""
    game = enemy_with(
        hand=("german-riflemen-a-1",),
        discard=("german-riflemen-a-2",),
        deck=("german-riflemen-a-3",),
    )
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,))

    assert game.table.zone("german-removed") == ("german-riflemen-a-1",)


def test_else_from_the_discard_pile():
    """U-CAS-3."""
    game = enemy_with(
        discard=("german-riflemen-a-2", "german-riflemen-a-4"), deck=("german-riflemen-a-3",)
    )
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,))

    assert moves(game)[-1] == (("german-riflemen-a-2",), "german-removed", "U-CAS-3")
    assert game.happened(e.PileShuffled) == ()


def test_else_from_the_deck_which_is_then_shuffled():
    """U-CAS-4."""
    deck = ("german-scouts-b-2", "german-riflemen-a-3", "german-riflemen-a-4")
    order = ("german-riflemen-a-4", "german-scouts-b-2")
    game = enemy_with(deck=deck)
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,), orders=(order,))

    assert game.events[-3:-1] == (
        moved("german-riflemen-a-3", "german-removed", "U-CAS-4"),
        e.PileShuffled(zone="german-deck", order=order, rule="U-CAS-4"),
    )


def test_else_the_counter_leaves_the_board_and_the_deck_is_not_shuffled():
    """U-CAS-5; U-Q22, U-Q31."""
    game = enemy_with(deck=("german-scouts-b-2",))
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,))

    assert moves(game)[-1] == ((TARGET,), "german-reserve", "U-CAS-5")
    assert game.happened(e.PileShuffled) == ()
    assert game.table.piece("german-control-2").face == "controlled"


def test_a_miss_costs_nothing():
    """U-ATK-9."""
    game = enemy_with(hand=("german-riflemen-a-1",))
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(6,))

    assert len(moves(game)) == 1


def test_removed_cards_are_seen_by_their_owner_only():
    """U-CAS-7."""
    game = enemy_with(hand=("german-riflemen-a-1",))
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,))

    assert game.table.knows("german", "german-riflemen-a-1")
    assert not game.table.knows("us", "german-riflemen-a-1")


def test_a_unit_returns_ready_with_a_later_card():
    """U-REMV-1, U-REMV-2; U-Q13."""
    cards = {
        "us-hand": ("us-riflemen-a-1", REST),
        "german-hand": ("german-scouts-a-1", "german-platoon-sergeant-1"),
    }
    game = turn(cards=cards, at={TARGET: "4B"}, faces={TARGET: "suppressed"})
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(0,)).when("us", "pass")
    game.when("german", "bolster german-platoon-sergeant-1 german-riflemen-a-3")
    game.when("german", "scout german-scouts-a-1 -")
    game.when("us", f"bid {REST}").when("german", "bid german-platoon-sergeant-1")
    game.when("german", "move german-riflemen-a-3 -").then(
        moved("german-riflemen-a-3", "german-play", "U-TURN-1"),
        moved(TARGET, "5B", "U-SPAWN-1"),
        turned(TARGET, "ready", "U-SPAWN-1"),
    )


# Suppress


def test_a_successful_suppress_turns_the_counter_and_costs_no_card():
    """U-SUPR-1."""
    game = hill_turn("us-machine-gunners-a-1")
    game.when("us", f"suppress us-machine-gunners-a-1 {TARGET}", dice=(1, 2, 0, 3)).then(
        moved("us-machine-gunners-a-1", "us-play", "U-TURN-1"),
        game.events[1],
        rolled("us", f"suppress {TARGET} against 8", 1, 2, 0, 3),
        turned(TARGET, "suppressed", "U-SUPR-1"),
    )


def test_a_suppressed_counter_stays_so():
    """U-SUPR-2; U-Q23."""
    game = hill_turn("us-machine-gunners-a-1", faces={TARGET: "suppressed"})
    game.when("us", f"suppress us-machine-gunners-a-1 {TARGET}", dice=(9, 9, 9, 9))

    assert game.happened(e.PieceTurned) == ()
    assert game.table.piece(TARGET).face == "suppressed"


# Hills


@pytest.mark.parametrize(
    ("shooter", "total", "rule"),
    [
        ("2A", 4 + 1 + 1, "U-HILL-2"),
        ("16A", 4 + 1 + 0, "U-HILL-2"),
        ("1B", 4 + 3 + 1, "U-HILL-3"),
        ("18A", 4 + 3 + 2, "U-HILL-3"),
    ],
)
def test_a_hill_covers_less_against_a_counter_on_a_hill(shooter: str, total: int, rule: str):
    """U-HILL-1, U-HILL-2, U-HILL-3."""
    game = hill_turn("us-riflemen-a-1", at={"us-riflemen-a": shooter, TARGET: "16A"})
    game.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(1,))

    assert totals(game) == [total]
    assert game.happened(e.TotalComputed)[0].items[1].rule == rule


# Blast


def blast_turn(tile: str = "16A", *counters: str, **given: object):
    on_tile = dict.fromkeys(counters, tile)
    return hill_turn("us-mortar-1", at={"us-target": tile, **on_tile}, **given)


def test_blast_attacks_each_counter_on_the_tile_own_ones_too():
    """U-ATK-3; U-Q16: in the order that the acting seat names."""
    game = blast_turn("16A", TARGET, "german-scouts-a", "us-riflemen-a")
    order = f"us-riflemen-a,german-scouts-a,{TARGET}"
    game.when("us", f"blast us-mortar-1 {order}", dice=(1, 1, 2, 2, 3, 3))

    assert [one.purpose.split()[1] for one in game.happened(e.DiceRolled)] == order.split(",")
    assert len(totals(game)) == 3


def test_blast_must_name_each_counter_once():
    """U-ATK-3."""
    game = blast_turn("16A", TARGET, "german-scouts-a")

    game.when("us", f"blast us-mortar-1 {TARGET}").then_illegal("U-ATK-3")
    game.when("us", f"blast us-mortar-1 {TARGET},{TARGET}").then_illegal("U-ATK-3")


def test_blast_needs_a_target_marker_on_the_board():
    """U-ATK-4."""
    game = hill_turn("us-mortar-1")

    assert "blast" not in said(game.then_asks("us"))
    game.when("us", "blast us-mortar-1 -").then_illegal("U-ATK-4")


def test_an_empty_tile_may_be_blasted_without_effect():
    """U-ATK-3; U-Q09."""
    game = blast_turn("16A").when("us", "blast us-mortar-1 -")

    game.then(moved("us-mortar-1", "us-play", "U-TURN-1"))


def test_blast_knows_no_range_and_the_lower_cover_of_hills():
    """U-ATK-7, U-HILL-2."""
    game = blast_turn("16A", TARGET)
    game.when("us", f"blast us-mortar-1 {TARGET}", dice=(1, 1))
    assert totals(game) == [4 + 1]

    game = blast_turn("12A", TARGET)
    game.when("us", f"blast us-mortar-1 {TARGET}", dice=(1, 1))
    assert totals(game) == [4 + 1]


@pytest.mark.parametrize(("setting", "dice"), [(0, 2), (1, 1), (2, 2)])
def test_the_dice_of_a_blast_may_be_set_for_the_match(setting: int, dice: int):
    """U-ATK-8."""
    game = blast_turn("16A", TARGET, mortar_blast=setting)
    game.when("us", f"blast us-mortar-1 {TARGET}", dice=(1,) * dice)

    assert len(game.happened(e.DiceRolled)[0].faces) == dice


def test_the_owner_of_a_counter_removes_even_after_the_own_blast():
    """U-CAS-1, U-ATK-3; U-Q17."""
    game = turn(
        scenario="signal-hill",
        cards={"us-hand": ("us-mortar-1", "us-riflemen-a-1", REST)},
        at={"us-target": "16A", "us-riflemen-a": "16A"},
    )
    game.when("us", "blast us-mortar-1 us-riflemen-a", dice=(1, 9))

    assert moves(game)[-1] == (("us-riflemen-a-1",), "us-removed", "U-CAS-2")
