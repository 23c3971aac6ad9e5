from __future__ import annotations

import pytest

from tests.games.undaunted.desk import candidates, lying, moved, moves, said, turn, turned
from wardiary.domain.table import events as e

REST = "us-fog-of-war-1"
FOGS = tuple(f"us-fog-of-war-{number}" for number in range(2, 9))


def us_turn(*hand: str, **given: object):
    return turn(cards={"us-hand": (*hand, REST)}, **given)


def leader_turn(*play: str):
    return turn(cards={"us-hand": ("us-squad-leader-a-1", REST), "us-play": play})


# Bolster


def test_bolster_takes_up_to_so_many_supply_cards():
    """U-BOLS-1."""
    game = us_turn("us-platoon-sergeant-1")

    game.when("us", "bolster us-platoon-sergeant-1 us-scouts-a-3,us-riflemen-b-3").then(
        moved("us-platoon-sergeant-1", "us-play", "U-TURN-1"),
        moved(("us-scouts-a-3", "us-riflemen-b-3"), "us-discard", "U-BOLS-1"),
    )


def test_bolster_takes_no_more_and_nothing_from_elsewhere():
    """U-BOLS-1."""
    game = us_turn("us-squad-leader-a-1")
    three = "us-riflemen-a-3,us-riflemen-a-4,us-riflemen-a-5"

    game.when("us", f"bolster us-squad-leader-a-1 {three}").then_illegal("U-BOLS-1")
    game.when("us", "bolster us-squad-leader-a-1 us-riflemen-a-1").then_illegal("U-BOLS-1")
    twice = "us-riflemen-a-3,us-riflemen-a-3"
    game.when("us", f"bolster us-squad-leader-a-1 {twice}").then_illegal("U-BOLS-1")
    assert game.when("us", "bolster us-squad-leader-a-1 -").refused is None


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
    game = turn(cards={"us-hand": ("us-platoon-sergeant-1", REST), "us-supply": supply})
    (offer,) = (each for each in game.then_asks("us").offers if each.verb == "bolster")
    (slot,) = (each for each in offer.slots if each.name == "cards")

    assert (0, most, set(supply)) == (slot.least, slot.most, set(slot.candidates))


def test_bolster_takes_nothing_from_the_supply_of_the_opponent():
    """V12, U-BOLS-1"""
    game = us_turn("us-platoon-sergeant-1")
    card = game.table.zone("german-supply")[0]

    game.when("us", f"bolster us-platoon-sergeant-1 {card}").then_illegal("U-BOLS-1")


def test_bolster_of_no_card_leaves_the_supply_as_it_is():
    """V12, U-BOLS-1"""
    game = us_turn("us-platoon-sergeant-1")
    before = game.table.zone("us-supply")
    game.when("us", "bolster us-platoon-sergeant-1 -")

    assert (before, ()) == (game.table.zone("us-supply"), game.table.zone("us-discard"))


def test_where_a_squad_is_printed_only_its_cards_qualify():
    """U-BOLS-2, U-CARD-4, U-CARD-6."""
    game = us_turn("us-squad-leader-a-1")

    assert candidates(game.then_asks("us"), "bolster", "cards") == {
        "us-riflemen-a-3", "us-riflemen-a-4", "us-riflemen-a-5", "us-scouts-a-3",
    }  # fmt: skip
    game.when("us", "bolster us-squad-leader-a-1 us-scouts-b-3").then_illegal("U-BOLS-2")
    game.when("us", "bolster us-squad-leader-a-1 us-fog-of-war-2").then_illegal("U-BOLS-2")


def test_fog_of_war_may_be_bolstered_without_a_squad():
    """U-BOLS-1; U-Q29."""
    game = us_turn("us-platoon-sergeant-1")

    assert game.when("us", f"bolster us-platoon-sergeant-1 {FOGS[0]}").refused is None


# Command


def test_command_draws_cards_that_may_be_played():
    """U-CMD-1."""
    game = turn(
        cards={
            "us-hand": ("us-platoon-sergeant-1", REST),
            "us-deck": ("us-riflemen-a-1", "us-riflemen-a-2", "us-riflemen-b-1"),
        }
    )
    game.when("us", "command us-platoon-sergeant-1 2").then(
        moved("us-platoon-sergeant-1", "us-play", "U-TURN-1"),
        moved(("us-riflemen-a-1", "us-riflemen-a-2"), "us-hand", "U-CMD-1"),
    )
    assert game.when("us", "move us-riflemen-a-1 2B").refused is None


def test_command_may_draw_fewer_but_not_more():
    """U-CMD-1; U-Q09."""
    game = us_turn("us-platoon-sergeant-1")

    assert candidates(game.then_asks("us"), "command", "number") == {0, 1, 2}
    game.when("us", "command us-platoon-sergeant-1 3").then_illegal("U-CMD-1")
    game.when("us", "command us-platoon-sergeant-1 0")
    assert len(moves(game)) == 1


def test_an_empty_deck_is_refilled_in_mid_draw():
    """U-CMD-2."""
    game = turn(
        cards={
            "us-hand": ("us-platoon-sergeant-1", REST),
            "us-deck": ("us-riflemen-a-1",),
            "us-discard": FOGS[:4],
        }
    )
    order = tuple(reversed(FOGS[:4]))
    game.when("us", "command us-platoon-sergeant-1 2", orders=(order,)).then(
        moved("us-platoon-sergeant-1", "us-play", "U-TURN-1"),
        moved("us-riflemen-a-1", "us-hand", "U-CMD-1"),
        moved(FOGS[:4], "us-deck", "U-DRAW-2"),
        e.PileShuffled(zone="us-deck", order=order, rule="U-DRAW-2"),
        moved(FOGS[3], "us-hand", "U-CMD-1"),
    )
    assert game.table.zone("us-deck") == order[1:]


# Conceal


def test_conceal_burdens_the_opponent_with_a_fog_of_war():
    """U-CONC-1."""
    game = us_turn("us-scouts-a-1").when("us", "conceal us-scouts-a-1")

    assert moves(game)[1] == (("german-fog-of-war-1",), "german-discard", "U-CONC-1")


def test_conceal_does_nothing_when_none_is_left():
    """U-CONC-2."""
    game = turn(cards={"us-hand": ("us-scouts-a-1", REST), "german-supply": ()})

    game.when("us", "conceal us-scouts-a-1").then(moved("us-scouts-a-1", "us-play", "U-TURN-1"))


# Control


def test_control_turns_the_own_marker_and_counts_the_points():
    """U-CTRL-1, U-OBJ-1."""
    game = us_turn("us-riflemen-a-1", at={"us-riflemen-a": "2B"})

    game.when("us", "control us-riflemen-a-1").then(
        moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        turned("us-control-2", "controlled", "U-CTRL-1"),
        e.TrackSet(track="points/us", value=1, rule="U-OBJ-1"),
    )


def test_an_enemy_marker_is_turned_back_to_scouted():
    """U-CTRL-2."""
    away = {f"german-{kind}": "8A" for kind in ("riflemen-a", "riflemen-b", "scouts-a", "scouts-b")}
    game = us_turn("us-riflemen-a-1", at={**away, "us-riflemen-a": "5B", "us-control-3": "5B"})

    game.when("us", "control us-riflemen-a-1").then(
        moved("us-riflemen-a-1", "us-play", "U-TURN-1"),
        turned("german-control-2", "scouted", "U-CTRL-2"),
        turned("us-control-3", "controlled", "U-CTRL-1"),
        e.TrackSet(track="points/us", value=2, rule="U-OBJ-1"),
        e.TrackSet(track="points/german", value=0, rule="U-OBJ-1"),
    )


def test_no_control_with_an_enemy_counter_on_the_tile_even_a_suppressed_one():
    """U-CTRL-3."""
    game = us_turn(
        "us-riflemen-a-1",
        at={"us-riflemen-a": "2B", "german-scouts-a": "2B"},
        faces={"german-scouts-a": "suppressed"},
    )
    assert "control" not in said(game.then_asks("us"))
    game.when("us", "control us-riflemen-a-1").then_illegal("U-CTRL-3")


def test_no_control_without_an_own_marker_to_turn():
    """U-CTRL-4."""
    game = us_turn("us-riflemen-a-1", at={"us-riflemen-a": "13B"})

    assert "control" not in said(game.then_asks("us"))
    game.when("us", "control us-riflemen-a-1").then_illegal("U-CTRL-4")


def test_controlling_what_one_controls_does_nothing():
    """U-CTRL-1; U-Q24."""
    game = us_turn(
        "us-riflemen-a-1", at={"us-riflemen-a": "2B"}, faces={"us-control-2": "controlled"}
    )

    game.when("us", "control us-riflemen-a-1").then(moved("us-riflemen-a-1", "us-play", "U-TURN-1"))


def test_a_unit_off_the_board_may_take_control_where_it_enters():
    """U-SPAWN-1, U-CTRL-1."""
    game = us_turn("us-riflemen-a-1", at={"us-riflemen-a": "us-reserve"})
    game.when("us", "control us-riflemen-a-1")

    assert game.table.piece("us-control-1").face == "controlled"


# Inspire


def test_inspire_returns_a_played_card_to_the_hand():
    """U-INSP-1."""
    game = leader_turn("us-riflemen-a-1", "us-scouts-a-1")

    game.when("us", "inspire us-squad-leader-a-1 us-riflemen-a-1").then(
        moved("us-squad-leader-a-1", "us-play", "U-TURN-1"),
        moved("us-riflemen-a-1", "us-hand", "U-INSP-1"),
    )
    assert game.when("us", "move us-riflemen-a-1 2B").refused is None
    assert game.table.knows("german", "us-riflemen-a-1")


def test_an_inspired_card_stays_known_to_the_opponent():
    """U-INSP-1: back in secrecy, but both saw it."""
    game = leader_turn("us-riflemen-a-1")
    game.when("us", "inspire us-squad-leader-a-1 us-riflemen-a-1")

    assert game.table.zone_of("us-riflemen-a-1") == "us-hand"
    assert game.table.knows("german", "us-riflemen-a-1")


def test_inspire_takes_no_more_than_printed_and_only_what_was_played():
    """U-INSP-1."""
    game = leader_turn("us-riflemen-a-1", "us-scouts-a-1")

    both = "us-riflemen-a-1,us-scouts-a-1"
    game.when("us", f"inspire us-squad-leader-a-1 {both}").then_illegal("U-INSP-1")
    game.when("us", "inspire us-squad-leader-a-1 us-scouts-a-2").then_illegal("U-INSP-1")


def test_inspire_does_not_return_itself():
    """U-INSP-1; U-Q08."""
    game = leader_turn("us-riflemen-a-1")

    assert candidates(game.then_asks("us"), "inspire", "cards") == {"us-riflemen-a-1"}
    own = "us-squad-leader-a-1"
    game.when("us", f"inspire {own} {own}").then_illegal("U-INSP-1")


def test_inspire_of_a_squad_returns_only_that_squad():
    """U-INSP-2, U-CARD-4, U-CARD-6."""
    game = leader_turn("us-riflemen-b-1", "us-sniper-1", "us-platoon-guide-1")

    assert candidates(game.then_asks("us"), "inspire", "cards") == set()
    for card in ("us-riflemen-b-1", "us-sniper-1", "us-platoon-guide-1"):
        game.when("us", f"inspire us-squad-leader-a-1 {card}").then_illegal("U-INSP-2")


# Recon


def test_recon_removes_a_fog_of_war_from_the_game_and_draws_a_card():
    """U-RECON-1, U-FOG-2, U-FOGC-2."""
    game = turn(
        cards={
            "us-hand": ("us-scouts-a-1", REST),
            "us-deck": ("us-riflemen-a-1", "us-riflemen-a-2", "us-riflemen-b-1"),
        }
    )
    game.when("us", f"recon us-scouts-a-1 {REST}").then(
        moved("us-scouts-a-1", "us-play", "U-TURN-1"),
        moved(REST, "us-removed", "U-RECON-1"),
        moved("us-riflemen-a-1", "us-hand", "U-RECON-1"),
    )
    assert game.when("us", "move us-riflemen-a-1 2B").refused is None


def test_recon_with_an_empty_deck_shuffles_the_discard_pile_first():
    """U-RECON-2."""
    game = turn(cards={"us-hand": ("us-scouts-a-1", REST), "us-discard": FOGS[:4]})
    game.when("us", f"recon us-scouts-a-1 {REST}")

    (shuffled,) = game.happened(e.PileShuffled)
    assert len(shuffled.order) == 4
    assert lying(game.table, "us-hand") == {shuffled.order[0]}


def test_recon_needs_fog_of_war_in_hand():
    """U-RECON-3."""
    game = turn(cards={"us-hand": ("us-scouts-a-1", "us-riflemen-a-1")})

    assert "recon" not in said(game.then_asks("us"))
    game.when("us", f"recon us-scouts-a-1 {FOGS[0]}").then_illegal("U-RECON-3")


def test_recon_removes_only_fog_of_war_in_hand():
    """U-RECON-1."""
    game = us_turn("us-scouts-a-1", "us-riflemen-a-1")

    game.when("us", f"recon us-scouts-a-1 {FOGS[0]}").then_illegal("U-RECON-1")
    game.when("us", "recon us-scouts-a-1 us-riflemen-a-1").then_illegal("U-RECON-1")


# Target


def mortar_turn(**given: object):
    return us_turn("us-mortar-1", scenario="signal-hill", **given)


def test_a_target_is_three_or_more_tiles_away():
    """U-TARG-1."""
    game = mortar_turn()

    assert candidates(game.then_asks("us"), "target", "tile") == {
        "10B", "11A", "13A", "15B", "12A", "5B", "14A", "17A",
    }  # fmt: skip
    game.when("us", "target us-mortar-1 16A").then_illegal("U-TARG-1")
    game.when("us", "target us-mortar-1 1A").then_illegal("U-TARG-1")
    game.when("us", "target us-mortar-1 15B").then(
        moved("us-mortar-1", "us-play", "U-TURN-1"),
        moved("us-target", "15B", "U-TARG-1"),
    )


def test_a_target_on_the_board_is_moved_to_another_tile():
    """U-TARG-2; U-Q15."""
    game = mortar_turn(at={"us-target": "15B"})

    game.when("us", "target us-mortar-1 15B").then_illegal("U-TARG-2")
    game.when("us", "target us-mortar-1 14A")
    assert moves(game)[1] == (("us-target",), "14A", "U-TARG-2")


def test_a_mortar_off_the_board_aims_from_where_it_enters():
    """U-SPAWN-2, U-TARG-1: from 3B, not from where it fell."""
    game = mortar_turn(at={"us-mortar": "us-reserve"})

    tiles = candidates(game.then_asks("us"), "target", "tile")
    assert "8B" in tiles
    game.when("us", "target us-mortar-1 8B")
    assert game.table.zone_of("us-mortar") == "3B"


def test_a_fallen_mortars_target_marker_stays_unless_set_otherwise():
    """U-TARG-3; U-Q14."""
    for setting, zone in (("stays", "14A"), ("lifted", "us-reserve")):
        game = turn(
            "german",
            scenario="signal-hill",
            cards={"german-hand": ("german-riflemen-a-1", "german-fog-of-war-1")},
            at={"us-target": "14A", "us-mortar": "15B"},
            target_marker=setting,
        )
        game.when("german", "attack german-riflemen-a-1 us-mortar", dice=(0,))

        assert game.table.zone_of("us-mortar") == "us-reserve"
        assert game.table.zone_of("us-target") == zone
