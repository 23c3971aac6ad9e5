from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.games.undaunted.builders import (
    altered_pack,
    candidates,
    dice_rolled,
    moves_of,
    piece_moved,
    piece_turned,
    total_defences,
    turn,
    verbs,
)
from wardiary.domain.games.undaunted.combat import hits
from wardiary.domain.table import events as e

RIFLEMAN = ("german-riflemen-a-1",)
PLAYED = ("us-riflemen-a-1", "us-riflemen-a-2", "us-riflemen-a-3")
REST = "us-fog-of-war-1"
TARGET = "german-riflemen-a"


def attack_turn(**given: object):
    """US Riflemen A on 17B may shoot at German Riflemen A on 5B: 4 + 1 + 2."""
    cards = {"us-hand": ("us-riflemen-a-1", REST), **dict(given.pop("cards", {}))}
    return turn(cards=cards, **given)


def hill_turn(*hand: str, **given: object):
    return turn(scenario="signal-hill", cards={"us-hand": (*hand, REST)}, **given)


def enemy_with(**zones: tuple[str, ...]):
    """An attack on German Riflemen A, whose cards are in these zones."""
    cards = {f"german-{zone}": pieces_in for zone, pieces_in in zones.items()}
    return attack_turn(cards={"german-hand": ("german-scouts-a-1",), **cards})


# Target, total defence, dice, result


def test_an_attack_is_target_defence_dice_and_result_in_this_order():
    """U-ATK-1, U-ATK-5, U-ATK-8, U-CNTR-2, U-TILE-2."""
    match = enemy_with(hand=("german-riflemen-a-1",))

    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(7,)).then(
        piece_moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
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
        dice_rolled("us", f"attack {TARGET} against 7", 7),
        piece_moved("german-riflemen-a-1", "german-removed", "U-CAS-2"),
    )


def test_any_enemy_counter_on_the_board_may_be_attacked_however_far():
    """U-ATK-2."""
    match = attack_turn(at={"us-riflemen-a": "6A", "german-riflemen-a": "4B"})

    assert candidates(match.then_asks("us"), "attack", "target") == {
        "german-riflemen-a", "german-riflemen-b", "german-scouts-a", "german-scouts-b",
    }  # fmt: skip
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(1,))
    assert total_defences(match) == [4 + 0 + 4]


@pytest.mark.parametrize("target", ["us-scouts-a", "german-sniper", "german-riflemen-a-1", "5B"])
def test_friendly_counters_and_those_off_the_board_cannot_be_attacked(target: str):
    """U-ATK-2."""
    attack_turn().when("us", f"attack us-riflemen-a-1 {target}").then_illegal("U-ATK-2")


def test_without_an_enemy_on_the_board_there_is_no_attack():
    """U-ATK-2."""
    off = {f"german-{kind}": "german-reserve" for kind in ("riflemen-a", "riflemen-b", "scouts-a",
                                                           "scouts-b")}  # fmt: skip

    assert "attack" not in verbs(attack_turn(at=off).then_asks("us"))


@pytest.mark.parametrize(("tile", "distance"), [("17B", 0), ("12B", 1), ("5B", 2), ("11B", 3)])
def test_range_does_not_count_the_tile_of_the_attacker(tile: str, distance: int):
    """U-ATK-6; U-Q28: enemies may share a tile."""
    match = attack_turn(at={TARGET: tile})
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(1,))

    (total,) = match.happened(e.TotalComputed)
    assert total.items[2] == e.Item("range", distance, "U-ATK-6")


def test_as_many_dice_are_rolled_as_the_action_says():
    """U-ATK-8."""
    match = hill_turn("us-sniper-1")
    match.when("us", f"attack us-sniper-1 {TARGET}", dice=(1, 2, 3))

    assert match.happened(e.DiceRolled)[0].faces == (1, 2, 3)


@pytest.mark.parametrize(
    ("faces", "defence", "hit"),
    [((2, 6), 6, True), ((5, 5), 6, False), ((4,), 4, True), ((3,), 4, False), ((9, 9), 10, False)],
)
def test_one_die_at_or_above_total_defence_is_enough(
    faces: tuple[int, ...], defence: int, hit: bool
):
    """U-ATK-9, U-CNTR-2."""
    assert hits(faces, defence) == hit


def test_a_second_successful_die_changes_nothing():
    """U-ATK-10, U-CAS-6."""
    cards = {
        "us-hand": ("us-sniper-1", REST),
        "german-hand": ("german-riflemen-a-1", "german-riflemen-a-2"),
    }
    match = turn(scenario="signal-hill", cards=cards)
    match.when("us", f"attack us-sniper-1 {TARGET}", dice=(9, 9, 9))

    assert moves_of(match)[1:] == [(("german-riflemen-a-1",), "german-removed", "U-CAS-2")]


def test_a_die_that_shows_0_always_succeeds():
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
    match = enemy_with(hand=("german-riflemen-b-1", "german-scouts-a-1", "german-riflemen-a-2"))
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(0,))

    assert moves_of(match)[-1] == (("german-riflemen-a-2",), "german-removed", "U-CAS-2")
    assert not match.table.can_see("us", "german-removed")


def test_a_casualty_comes_from_the_hand_first():
    """U-CAS-2; U-Q27: even before that hand had its turn."""
    match = enemy_with(
        hand=("german-riflemen-a-1",),
        discard=("german-riflemen-a-2",),
        deck=("german-riflemen-a-3",),
    )
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,))

    assert match.table.zone("german-removed") == ("german-riflemen-a-1",)


def test_a_casualty_comes_from_the_discard_pile_when_the_hand_has_none():
    """U-CAS-3."""
    match = enemy_with(
        discard=("german-riflemen-a-2", "german-riflemen-a-4"), deck=("german-riflemen-a-3",)
    )
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,))

    assert moves_of(match)[-1] == (("german-riflemen-a-2",), "german-removed", "U-CAS-3")
    assert match.happened(e.PileShuffled) == ()


def test_a_casualty_comes_from_the_deck_last_which_is_then_shuffled():
    """U-CAS-4."""
    deck = ("german-scouts-b-2", "german-riflemen-a-3", "german-riflemen-a-4")
    order = ("german-riflemen-a-4", "german-scouts-b-2")
    match = enemy_with(deck=deck)
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,), orders=(order,))

    assert match.events[-3:-1] == (
        piece_moved("german-riflemen-a-3", "german-removed", "U-CAS-4"),
        e.PileShuffled(zone="german-deck", order=order, rule="U-CAS-4"),
    )


def test_a_unit_without_a_card_loses_its_counter_and_the_deck_is_not_shuffled():
    """U-CAS-5; U-Q22, U-Q31."""
    match = enemy_with(deck=("german-scouts-b-2",))
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,))

    assert moves_of(match)[-1] == ((TARGET,), "german-reserve", "U-CAS-5")
    assert match.happened(e.PileShuffled) == ()
    assert match.table.piece("german-control-2").face == "controlled"


def test_a_miss_costs_nothing():
    """U-ATK-9."""
    match = enemy_with(hand=("german-riflemen-a-1",))
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(6,))

    assert len(moves_of(match)) == 1


def test_removed_cards_are_seen_by_their_owner_only():
    """U-CAS-7."""
    match = enemy_with(hand=("german-riflemen-a-1",))
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(9,))

    assert match.table.knows("german", "german-riflemen-a-1")
    assert not match.table.knows("us", "german-riflemen-a-1")


def test_a_unit_off_the_board_returns_ready_with_a_later_card():
    """U-REMV-1, U-REMV-2; U-Q13."""
    cards = {
        "us-hand": ("us-riflemen-a-1", REST),
        "german-hand": ("german-scouts-a-1", "german-platoon-sergeant-1"),
    }
    match = turn(cards=cards, at={TARGET: "4B"}, faces={TARGET: "suppressed"})
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(0,)).when("us", "pass")
    match.when("german", "bolster german-platoon-sergeant-1 german-riflemen-a-3")
    match.when("german", "scout german-scouts-a-1 -")
    match.when("us", f"bid {REST}").when("german", "bid german-platoon-sergeant-1")
    match.when("german", "move german-riflemen-a-3 -").then(
        piece_moved("german-riflemen-a-3", "german-play", "U-TURN-1"),
        piece_moved(TARGET, "5B", "U-SPAWN-1"),
        piece_turned(TARGET, "ready", "U-SPAWN-1"),
    )


@pytest.mark.parametrize(
    ("defence", "faces", "hit"),
    [(9, (9, 9, 0), True), (9, (8, 7, 1), False), (14, (0,), True)],
)
def test_one_casualty_at_most_and_zero_always_hits(defence: int, faces: tuple[int, ...], hit: bool):
    """UN-05: U-ATK-9, U-ATK-10, U-ATK-11."""
    assert hits(faces, defence) == hit


@pytest.mark.parametrize(
    ("dice", "lost"), [((9, 9, 0), RIFLEMAN), ((8, 7, 1), ()), ((8, 0, 1), RIFLEMAN)]
)
def test_two_hits_cost_one_card_and_a_miss_costs_none(dice: tuple[int, ...], lost: tuple[str, ...]):
    """UN-05, V4: U-CAS-6: base 4, cover 2 and range 3 make 9."""
    match = turn(
        scenario="signal-hill",
        cards={
            "us-hand": ("us-sniper-1", REST),
            "german-hand": ("german-riflemen-a-1", "german-riflemen-a-2"),
        },
        at={"us-sniper": "18A", "german-riflemen-a": "15B"},
    )
    match.when("us", "attack us-sniper-1 german-riflemen-a", dice=dice)

    assert total_defences(match) == [4 + 2 + 3]
    assert match.table.zone("german-removed") == lost


def test_a_blast_on_friendly_riflemen_whose_cards_were_all_played_costs_the_counter():
    """UN-01: U-CAS-5, U-REMV-2: the play area is not in the list; the unit may come back."""
    match = turn(
        scenario="signal-hill",
        cards={
            "us-hand": ("us-mortar-1", "us-squad-leader-a-1"),
            "us-play": PLAYED,
        },
        at={"us-target": "16A", "us-riflemen-a": "16A"},
    )
    match.when("us", "blast us-mortar-1 us-riflemen-a", dice=(9, 1))

    assert moves_of(match)[-1] == (("us-riflemen-a",), "us-reserve", "U-CAS-5")
    assert set(PLAYED) < set(match.table.zone("us-play"))

    match.when("us", "inspire us-squad-leader-a-1 us-riflemen-a-1")
    match.when("us", "move us-riflemen-a-1 -")
    assert match.table.zone_of("us-riflemen-a") == "18A"


# Suppress


def test_a_successful_suppress_turns_the_counter_and_costs_no_card():
    """U-SUPR-1."""
    match = hill_turn("us-machine-gunners-a-1")
    match.when("us", f"suppress us-machine-gunners-a-1 {TARGET}", dice=(1, 2, 0, 3)).then(
        piece_moved("us-machine-gunners-a-1", "us-play", "U-TURN-1"),
        match.events[1],
        dice_rolled("us", f"suppress {TARGET} against 8", 1, 2, 0, 3),
        piece_turned(TARGET, "suppressed", "U-SUPR-1"),
    )


def test_suppress_leaves_a_suppressed_counter_suppressed():
    """U-SUPR-2; U-Q23."""
    match = hill_turn("us-machine-gunners-a-1", faces={TARGET: "suppressed"})
    match.when("us", f"suppress us-machine-gunners-a-1 {TARGET}", dice=(9, 9, 9, 9))

    assert match.happened(e.PieceTurned) == ()
    assert match.table.piece(TARGET).face == "suppressed"


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
    match = hill_turn("us-riflemen-a-1", at={"us-riflemen-a": shooter, TARGET: "16A"})
    match.when("us", f"attack us-riflemen-a-1 {TARGET}", dice=(1,))

    assert total_defences(match) == [total]
    assert match.happened(e.TotalComputed)[0].items[1].rule == rule


def test_total_defence_on_a_hill_against_a_shot_from_a_hill_and_against_blast():
    """UN-05, V4: U-HILL-2, U-ATK-7: 4 + 1 + 2 from hill to hill; 4 + 1 by Blast."""
    match = turn(
        scenario="signal-hill",
        values=altered_pack((' "8B",', ""), ('"16A"]\n', '"16A", "8B"]\n')),
        cards={"us-hand": ("us-mortar-1", "us-riflemen-a-1", REST)},
        at={"us-riflemen-a": "2A", "german-riflemen-a": "8B", "us-target": "8B"},
    )
    match.when("us", "attack us-riflemen-a-1 german-riflemen-a", dice=(1,))
    assert total_defences(match) == [4 + 1 + 2]

    match.when("us", "blast us-mortar-1 german-riflemen-a", dice=(1, 1))
    assert total_defences(match) == [4 + 1]


# Blast


def blast_turn(tile: str = "16A", *counters: str, **given: object):
    on_tile = dict.fromkeys(counters, tile)
    return hill_turn("us-mortar-1", at={"us-target": tile, **on_tile}, **given)


def test_blast_attacks_each_counter_on_the_tile_friendly_ones_too():
    """U-ATK-3; U-Q16: in the order that the acting seat names."""
    match = blast_turn("16A", TARGET, "german-scouts-a", "us-riflemen-a")
    order = f"us-riflemen-a,german-scouts-a,{TARGET}"
    match.when("us", f"blast us-mortar-1 {order}", dice=(1, 1, 2, 2, 3, 3))

    assert [event.purpose.split()[1] for event in match.happened(e.DiceRolled)] == order.split(",")
    assert len(total_defences(match)) == 3


def test_blast_must_name_each_counter_once():
    """U-ATK-3."""
    match = blast_turn("16A", TARGET, "german-scouts-a")

    match.when("us", f"blast us-mortar-1 {TARGET}").then_illegal("U-ATK-3")
    match.when("us", f"blast us-mortar-1 {TARGET},{TARGET}").then_illegal("U-ATK-3")


def test_blast_needs_a_target_marker_on_the_board():
    """U-ATK-4."""
    match = hill_turn("us-mortar-1")

    assert "blast" not in verbs(match.then_asks("us"))
    match.when("us", "blast us-mortar-1 -").then_illegal("U-ATK-4")


def test_an_empty_tile_may_be_blasted_without_effect():
    """U-ATK-3; U-Q09."""
    match = blast_turn("16A").when("us", "blast us-mortar-1 -")

    match.then(piece_moved("us-mortar-1", "us-play", "U-TURN-1"))


def test_blast_adds_no_range_and_the_lower_cover_of_a_hill():
    """U-ATK-7, U-HILL-2."""
    match = blast_turn("16A", TARGET)
    match.when("us", f"blast us-mortar-1 {TARGET}", dice=(1, 1))
    assert total_defences(match) == [4 + 1]

    match = blast_turn("12A", TARGET)
    match.when("us", f"blast us-mortar-1 {TARGET}", dice=(1, 1))
    assert total_defences(match) == [4 + 1]


@pytest.mark.parametrize(("setting", "dice"), [(0, 2), (1, 1), (2, 2)])
def test_the_dice_of_a_blast_may_be_set_for_the_match(setting: int, dice: int):
    """U-ATK-8."""
    match = blast_turn("16A", TARGET, mortar_blast=setting)
    match.when("us", f"blast us-mortar-1 {TARGET}", dice=(1,) * dice)

    assert len(match.happened(e.DiceRolled)[0].faces) == dice


def test_the_owner_of_a_counter_removes_a_card_even_after_a_friendly_blast():
    """U-CAS-1, U-ATK-3; U-Q17."""
    match = turn(
        scenario="signal-hill",
        cards={"us-hand": ("us-mortar-1", "us-riflemen-a-1", REST)},
        at={"us-target": "16A", "us-riflemen-a": "16A"},
    )
    match.when("us", "blast us-mortar-1 us-riflemen-a", dice=(1, 9))

    assert moves_of(match)[-1] == (("us-riflemen-a-1",), "us-removed", "U-CAS-2")
