from __future__ import annotations

import pytest

from tests.games.undaunted.builders import (
    Scenario,
    candidates,
    moves_of,
    piece_moved,
    piece_turned,
    pieces_in,
    turn,
    verbs,
)
from wardiary.domain.table import events as e

REST = "us-fog-of-war-1"
FOGS = tuple(f"us-fog-of-war-{number}" for number in range(2, 9))


def us_turn(*hand: str, **given: object):
    return turn(cards={"us-hand": (*hand, REST)}, **given)


def leader_turn(*play: str):
    return turn(cards={"us-hand": ("us-squad-leader-a-1", REST), "us-play": play})


# Bolster


def test_bolster_takes_the_cards_named_from_the_supply():
    """U-BOLS-1."""
    match = us_turn("us-platoon-sergeant-1")

    match.when("us", "bolster us-platoon-sergeant-1 us-scouts-a-3,us-riflemen-b-3").then(
        piece_moved("us-platoon-sergeant-1", "us-play", "U-TURN-1"),
        piece_moved(("us-scouts-a-3", "us-riflemen-b-3"), "us-discard", "U-BOLS-1"),
    )


def test_bolster_takes_no_more_cards_than_printed_and_only_from_the_supply():
    """U-BOLS-1."""
    match = us_turn("us-squad-leader-a-1")
    three = "us-riflemen-a-3,us-riflemen-a-4,us-riflemen-a-5"

    match.when("us", f"bolster us-squad-leader-a-1 {three}").then_illegal("U-BOLS-1")
    match.when("us", "bolster us-squad-leader-a-1 us-riflemen-a-1").then_illegal("U-BOLS-1")
    twice = "us-riflemen-a-3,us-riflemen-a-3"
    match.when("us", f"bolster us-squad-leader-a-1 {twice}").then_illegal("U-BOLS-1")
    assert match.when("us", "bolster us-squad-leader-a-1 -").refused is None


@pytest.mark.parametrize(
    ("supply", "most"),
    [
        ((), 0),
        (("us-scouts-a-3",), 1),
        (("us-scouts-a-3", "us-scouts-b-3"), 2),
        (("us-scouts-a-3", "us-scouts-b-3", "us-riflemen-a-3"), 3),
        (("us-scouts-a-3", "us-scouts-b-3", "us-riflemen-a-3", "us-riflemen-b-3"), 3),
    ],
)
def test_bolster_offers_from_no_card_to_the_printed_number(supply: tuple[str, ...], most: int):
    """V12, U-BOLS-1: the sergeant's Bolster 3, or fewer where the supply holds fewer."""
    match = turn(cards={"us-hand": ("us-platoon-sergeant-1", REST), "us-supply": supply})
    (offer,) = (offer for offer in match.then_asks("us").offers if offer.verb == "bolster")
    (slot,) = (slot for slot in offer.slots if slot.name == "cards")

    assert (0, most, set(supply)) == (slot.least, slot.most, set(slot.candidates))


def test_bolster_takes_nothing_from_the_supply_of_the_opponent():
    """V12, U-BOLS-1"""
    match = us_turn("us-platoon-sergeant-1")
    card = match.table.zone("german-supply")[0]

    match.when("us", f"bolster us-platoon-sergeant-1 {card}").then_illegal("U-BOLS-1")


def test_bolster_of_no_card_leaves_the_supply_as_it_is():
    """V12, U-BOLS-1"""
    match = us_turn("us-platoon-sergeant-1")
    before = match.table.zone("us-supply")
    match.when("us", "bolster us-platoon-sergeant-1 -")

    assert (before, ()) == (match.table.zone("us-supply"), match.table.zone("us-discard"))


def test_where_a_squad_is_printed_only_its_cards_qualify():
    """U-BOLS-2, U-CARD-4, U-CARD-6."""
    match = us_turn("us-squad-leader-a-1")

    assert candidates(match.then_asks("us"), "bolster", "cards") == {
        "us-riflemen-a-3", "us-riflemen-a-4", "us-riflemen-a-5", "us-scouts-a-3",
    }  # fmt: skip
    match.when("us", "bolster us-squad-leader-a-1 us-scouts-b-3").then_illegal("U-BOLS-2")
    match.when("us", "bolster us-squad-leader-a-1 us-fog-of-war-2").then_illegal("U-BOLS-2")


def test_fog_of_war_may_be_bolstered_without_a_squad():
    """U-BOLS-1; U-Q29."""
    match = us_turn("us-platoon-sergeant-1")

    assert match.when("us", f"bolster us-platoon-sergeant-1 {FOGS[0]}").refused is None


# Command


def test_command_draws_cards_that_may_be_played():
    """U-CMD-1."""
    match = turn(
        cards={
            "us-hand": ("us-platoon-sergeant-1", REST),
            "us-deck": ("us-riflemen-a-1", "us-riflemen-a-2", "us-riflemen-b-1"),
        }
    )
    match.when("us", "command us-platoon-sergeant-1 2").then(
        piece_moved("us-platoon-sergeant-1", "us-play", "U-TURN-1"),
        piece_moved(("us-riflemen-a-1", "us-riflemen-a-2"), "us-hand", "U-CMD-1"),
    )
    assert match.when("us", "move us-riflemen-a-1 2B").refused is None


def test_command_may_draw_fewer_but_not_more():
    """U-CMD-1; U-Q09."""
    match = us_turn("us-platoon-sergeant-1")

    assert candidates(match.then_asks("us"), "command", "number") == {0, 1, 2}
    match.when("us", "command us-platoon-sergeant-1 3").then_illegal("U-CMD-1")
    match.when("us", "command us-platoon-sergeant-1 0")
    assert len(moves_of(match)) == 1


def test_an_empty_deck_is_renewed_in_the_middle_of_a_draw():
    """U-CMD-2."""
    match = turn(
        cards={
            "us-hand": ("us-platoon-sergeant-1", REST),
            "us-deck": ("us-riflemen-a-1",),
            "us-discard": FOGS[:4],
        }
    )
    order = tuple(reversed(FOGS[:4]))
    match.when("us", "command us-platoon-sergeant-1 2", orders=(order,)).then(
        piece_moved("us-platoon-sergeant-1", "us-play", "U-TURN-1"),
        piece_moved("us-riflemen-a-1", "us-hand", "U-CMD-1"),
        piece_moved(FOGS[:4], "us-deck", "U-DRAW-2"),
        e.PileShuffled(zone="us-deck", order=order, rule="U-DRAW-2"),
        piece_moved(FOGS[3], "us-hand", "U-CMD-1"),
    )
    assert match.table.zone("us-deck") == order[1:]


def test_a_draw_records_how_many_cards_are_missing_when_both_piles_are_used_up():
    """UN-09: U-CMD-2, U-DRAW-2; U-Q05."""
    match = turn(cards={"us-hand": ("us-platoon-sergeant-1", REST), "us-discard": FOGS[:1]})
    match.when("us", "command us-platoon-sergeant-1 2")

    match.then(
        piece_moved("us-platoon-sergeant-1", "us-play", "U-TURN-1"),
        piece_moved(FOGS[:1], "us-deck", "U-DRAW-2"),
        e.PileShuffled(zone="us-deck", order=FOGS[:1], rule="U-DRAW-2"),
        piece_moved(FOGS[:1], "us-hand", "U-CMD-1"),
        e.TotalComputed(
            what="cards drawn by us",
            items=(e.Item("asked for", 2, "U-CMD-1"), e.Item("no more cards", -1, "U-DRAW-2")),
            total=1,
            rule="U-DRAW-2",
        ),
    )


# Conceal


def test_conceal_puts_a_fog_of_war_into_the_opponents_discard_pile():
    """U-CONC-1."""
    match = us_turn("us-scouts-a-1").when("us", "conceal us-scouts-a-1")

    assert moves_of(match)[1] == (("german-fog-of-war-1",), "german-discard", "U-CONC-1")


def test_conceal_does_nothing_when_the_opponents_supply_has_no_fog_of_war():
    """U-CONC-2."""
    match = turn(cards={"us-hand": ("us-scouts-a-1", REST), "german-supply": ()})

    match.when("us", "conceal us-scouts-a-1").then(
        piece_moved("us-scouts-a-1", "us-play", "U-TURN-1")
    )


# Control


def test_control_turns_the_seats_marker_and_counts_the_points():
    """U-CTRL-1, U-OBJ-1."""
    match = us_turn("us-riflemen-a-1", at={"us-riflemen-a": "2B"})

    match.when("us", "control us-riflemen-a-1").then(
        piece_moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        piece_turned("us-control-2", "controlled", "U-CTRL-1"),
        e.TrackSet(track="points/us", value=1, rule="U-OBJ-1"),
    )


def test_an_enemy_marker_is_turned_back_to_scouted():
    """U-CTRL-2."""
    away = {f"german-{kind}": "8A" for kind in ("riflemen-a", "riflemen-b", "scouts-a", "scouts-b")}
    match = us_turn("us-riflemen-a-1", at={**away, "us-riflemen-a": "5B", "us-control-3": "5B"})

    match.when("us", "control us-riflemen-a-1").then(
        piece_moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        piece_turned("german-control-2", "scouted", "U-CTRL-2"),
        piece_turned("us-control-3", "controlled", "U-CTRL-1"),
        e.TrackSet(track="points/us", value=2, rule="U-OBJ-1"),
        e.TrackSet(track="points/german", value=0, rule="U-OBJ-1"),
    )


def test_control_is_not_offered_with_an_enemy_counter_on_the_tile_even_a_suppressed_one():
    """U-CTRL-3."""
    match = us_turn(
        "us-riflemen-a-1",
        at={"us-riflemen-a": "2B", "german-scouts-a": "2B"},
        faces={"german-scouts-a": "suppressed"},
    )
    assert "control" not in verbs(match.then_asks("us"))
    match.when("us", "control us-riflemen-a-1").then_illegal("U-CTRL-3")


def test_control_is_not_offered_without_a_friendly_marker_on_the_tile():
    """U-CTRL-4."""
    match = us_turn("us-riflemen-a-1", at={"us-riflemen-a": "13B"})

    assert "control" not in verbs(match.then_asks("us"))
    match.when("us", "control us-riflemen-a-1").then_illegal("U-CTRL-4")


def test_controlling_a_controlled_tile_again_does_nothing():
    """U-CTRL-1; U-Q24."""
    match = us_turn(
        "us-riflemen-a-1", at={"us-riflemen-a": "2B"}, faces={"us-control-2": "controlled"}
    )

    match.when("us", "control us-riflemen-a-1").then(
        piece_moved("us-riflemen-a-1", "us-play", "U-TURN-1")
    )


def test_a_unit_off_the_board_may_take_control_where_it_enters():
    """U-SPAWN-1, U-CTRL-1."""
    match = us_turn("us-riflemen-a-1", at={"us-riflemen-a": "us-reserve"})
    match.when("us", "control us-riflemen-a-1")

    assert match.table.piece("us-control-1").face == "controlled"


def control_turn(**given: object) -> Scenario:
    return turn(cards={"us-hand": ("us-riflemen-a-1", REST)}, **given)


def test_control_is_refused_on_a_tile_with_an_enemy_counter():
    """UN-03 (a): U-CTRL-3."""
    match = control_turn(at={"german-scouts-a": "17B"})

    assert "control" not in verbs(match.then_asks("us"))
    match.when("us", "control us-riflemen-a-1").then_illegal("U-CTRL-3")


def test_control_turns_the_enemys_marker_back_and_both_sides_points_change():
    """UN-03 (b): U-CTRL-1, U-CTRL-2, U-OBJ-1."""
    match = control_turn(
        at={"us-riflemen-a": "2B", "german-control-3": "2B"},
        faces={"german-control-3": "controlled"},
    )
    before = {seat: match.table.track(f"points/{seat}") for seat in ("us", "german")}
    match.when("us", "control us-riflemen-a-1")

    assert before == {"us": 0, "german": 3}
    assert match.happened(e.PieceTurned) == (
        piece_turned("german-control-3", "scouted", "U-CTRL-2"),
        piece_turned("us-control-2", "controlled", "U-CTRL-1"),
    )
    assert [(event.track, event.value) for event in match.happened(e.TrackSet)] == [
        ("points/us", 1),
        ("points/german", 2),
    ]


def test_control_is_refused_without_a_friendly_marker_on_the_tile():
    """UN-03 (c): U-CTRL-4."""
    match = control_turn(at={"us-riflemen-a": "12B"})

    match.when("us", "control us-riflemen-a-1").then_illegal("U-CTRL-4")


# Inspire


def test_inspire_returns_a_played_card_to_the_hand():
    """U-INSP-1."""
    match = leader_turn("us-riflemen-a-1", "us-scouts-a-1")

    match.when("us", "inspire us-squad-leader-a-1 us-riflemen-a-1").then(
        piece_moved("us-squad-leader-a-1", "us-play", "U-TURN-1"),
        piece_moved("us-riflemen-a-1", "us-hand", "U-INSP-1"),
    )
    assert match.when("us", "move us-riflemen-a-1 2B").refused is None
    assert match.table.knows("german", "us-riflemen-a-1")


def test_an_inspired_card_stays_known_to_the_opponent():
    """U-INSP-1: it is in a hidden hand again, but both have seen it."""
    match = leader_turn("us-riflemen-a-1")
    match.when("us", "inspire us-squad-leader-a-1 us-riflemen-a-1")

    assert match.table.zone_of("us-riflemen-a-1") == "us-hand"
    assert match.table.knows("german", "us-riflemen-a-1")


def test_inspire_takes_no_more_cards_than_printed_and_only_cards_that_were_played():
    """U-INSP-1."""
    match = leader_turn("us-riflemen-a-1", "us-scouts-a-1")

    both = "us-riflemen-a-1,us-scouts-a-1"
    match.when("us", f"inspire us-squad-leader-a-1 {both}").then_illegal("U-INSP-1")
    match.when("us", "inspire us-squad-leader-a-1 us-scouts-a-2").then_illegal("U-INSP-1")


def test_inspire_does_not_return_itself():
    """U-INSP-1; U-Q08."""
    match = leader_turn("us-riflemen-a-1")

    assert candidates(match.then_asks("us"), "inspire", "cards") == {"us-riflemen-a-1"}
    leader = "us-squad-leader-a-1"
    match.when("us", f"inspire {leader} {leader}").then_illegal("U-INSP-1")


def test_inspire_of_a_squad_returns_only_that_squad():
    """U-INSP-2, U-CARD-4, U-CARD-6."""
    match = leader_turn("us-riflemen-b-1", "us-sniper-1", "us-platoon-guide-1")

    assert candidates(match.then_asks("us"), "inspire", "cards") == set()
    for card in ("us-riflemen-b-1", "us-sniper-1", "us-platoon-guide-1"):
        match.when("us", f"inspire us-squad-leader-a-1 {card}").then_illegal("U-INSP-2")


# Recon


def test_recon_removes_a_fog_of_war_from_the_game_and_draws_a_card():
    """U-RECON-1, U-FOG-2, U-FOGC-2."""
    match = turn(
        cards={
            "us-hand": ("us-scouts-a-1", REST),
            "us-deck": ("us-riflemen-a-1", "us-riflemen-a-2", "us-riflemen-b-1"),
        }
    )
    match.when("us", f"recon us-scouts-a-1 {REST}").then(
        piece_moved("us-scouts-a-1", "us-play", "U-TURN-1"),
        piece_moved(REST, "us-removed", "U-RECON-1"),
        piece_moved("us-riflemen-a-1", "us-hand", "U-RECON-1"),
    )
    assert match.when("us", "move us-riflemen-a-1 2B").refused is None


def test_recon_with_an_empty_deck_shuffles_the_discard_pile_first():
    """U-RECON-2."""
    match = turn(cards={"us-hand": ("us-scouts-a-1", REST), "us-discard": FOGS[:4]})
    match.when("us", f"recon us-scouts-a-1 {REST}")

    (shuffled,) = match.happened(e.PileShuffled)
    assert len(shuffled.order) == 4
    assert pieces_in(match.table, "us-hand") == {shuffled.order[0]}


def test_recon_needs_fog_of_war_in_hand():
    """U-RECON-3."""
    match = turn(cards={"us-hand": ("us-scouts-a-1", "us-riflemen-a-1")})

    assert "recon" not in verbs(match.then_asks("us"))
    match.when("us", f"recon us-scouts-a-1 {FOGS[0]}").then_illegal("U-RECON-3")


def test_recon_removes_only_fog_of_war_in_hand():
    """U-RECON-1."""
    match = us_turn("us-scouts-a-1", "us-riflemen-a-1")

    match.when("us", f"recon us-scouts-a-1 {FOGS[0]}").then_illegal("U-RECON-1")
    match.when("us", "recon us-scouts-a-1 us-riflemen-a-1").then_illegal("U-RECON-1")


# Target


def mortar_turn(**given: object):
    return us_turn("us-mortar-1", scenario="signal-hill", **given)


def test_a_target_is_three_or_more_tiles_away():
    """U-TARG-1."""
    match = mortar_turn()

    assert candidates(match.then_asks("us"), "target", "tile") == {
        "10B", "11A", "13A", "15B", "12A", "5B", "14A", "17A",
    }  # fmt: skip
    match.when("us", "target us-mortar-1 16A").then_illegal("U-TARG-1")
    match.when("us", "target us-mortar-1 1A").then_illegal("U-TARG-1")
    match.when("us", "target us-mortar-1 15B").then(
        piece_moved("us-mortar-1", "us-play", "U-TURN-1"),
        piece_moved("us-target", "15B", "U-TARG-1"),
    )


def test_a_target_on_the_board_is_moved_to_another_tile():
    """U-TARG-2; U-Q15."""
    match = mortar_turn(at={"us-target": "15B"})

    match.when("us", "target us-mortar-1 15B").then_illegal("U-TARG-2")
    match.when("us", "target us-mortar-1 14A")
    assert moves_of(match)[1] == (("us-target",), "14A", "U-TARG-2")


def test_a_mortar_off_the_board_aims_from_where_it_enters():
    """U-SPAWN-2, U-TARG-1: from its spawn marker on 3B."""
    match = mortar_turn(at={"us-mortar": "us-reserve"})

    tiles = candidates(match.then_asks("us"), "target", "tile")
    assert "8B" in tiles
    match.when("us", "target us-mortar-1 8B")
    assert match.table.zone_of("us-mortar") == "3B"


def test_a_fallen_mortars_target_marker_stays_unless_set_otherwise():
    """U-TARG-3; U-Q14."""
    for setting, zone in (("stays", "14A"), ("lifted", "us-reserve")):
        match = turn(
            "german",
            scenario="signal-hill",
            cards={"german-hand": ("german-riflemen-a-1", "german-fog-of-war-1")},
            at={"us-target": "14A", "us-mortar": "15B"},
            target_marker=setting,
        )
        match.when("german", "attack german-riflemen-a-1 us-mortar", dice=(0,))

        assert match.table.zone_of("us-mortar") == "us-reserve"
        assert match.table.zone_of("us-target") == zone
