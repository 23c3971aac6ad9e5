"""Disputes and failures known from elsewhere, played here."""

from __future__ import annotations

import random

import msgspec
import pytest

from tests.games.undaunted.desk import (
    Scenario,
    altered_pack,
    match,
    moved,
    moves,
    said,
    totals,
    turn,
    turned,
)
from wardiary.domain.games.undaunted.combat import hits
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import fold

REST = "us-fog-of-war-1"
FOGS = tuple(f"us-fog-of-war-{number}" for number in range(2, 9))
RIFLES = "us-riflemen-a-3"  # Keeps the US from being beyond all hope.
RIFLEMAN = ("german-riflemen-a-1",)
PLAYED = ("us-riflemen-a-1", "us-riflemen-a-2", "us-riflemen-a-3")


def test_a_blast_on_own_riflemen_whose_cards_were_all_played_costs_the_counter():
    """UN-01: U-CAS-5, U-REMV-2: the play area is not in the list; the unit may come back."""
    game = turn(
        scenario="signal-hill",
        cards={
            "us-hand": ("us-mortar-1", "us-squad-leader-a-1"),
            "us-play": PLAYED,
        },
        at={"us-target": "16A", "us-riflemen-a": "16A"},
    )
    game.when("us", "blast us-mortar-1 us-riflemen-a", dice=(9, 1))

    assert moves(game)[-1] == (("us-riflemen-a",), "us-reserve", "U-CAS-5")
    assert set(PLAYED) < set(game.table.zone("us-play"))

    game.when("us", "inspire us-squad-leader-a-1 us-riflemen-a-1")
    game.when("us", "move us-riflemen-a-1 -")
    assert game.table.zone_of("us-riflemen-a") == "18A"


def control_turn(**given: object) -> Scenario:
    return turn(cards={"us-hand": ("us-riflemen-a-1", REST)}, **given)


def test_control_is_refused_beside_an_enemy_counter():
    """UN-03 (a): U-CTRL-3."""
    game = control_turn(at={"german-scouts-a": "17B"})

    assert "control" not in said(game.then_asks("us"))
    game.when("us", "control us-riflemen-a-1").then_illegal("U-CTRL-3")


def test_control_turns_the_enemys_marker_back_and_points_move():
    """UN-03 (b): U-CTRL-1, U-CTRL-2, U-OBJ-1."""
    game = control_turn(
        at={"us-riflemen-a": "2B", "german-control-3": "2B"},
        faces={"german-control-3": "controlled"},
    )
    before = {seat: game.table.track(f"points/{seat}") for seat in ("us", "german")}
    game.when("us", "control us-riflemen-a-1")

    assert before == {"us": 0, "german": 3}
    assert game.happened(e.PieceTurned) == (
        turned("german-control-3", "scouted", "U-CTRL-2"),
        turned("us-control-2", "controlled", "U-CTRL-1"),
    )
    assert [(one.track, one.value) for one in game.happened(e.TrackSet)] == [
        ("points/us", 1),
        ("points/german", 2),
    ]


def test_control_is_refused_without_an_own_marker():
    """UN-03 (c): U-CTRL-4."""
    game = control_turn(at={"us-riflemen-a": "12B"})

    game.when("us", "control us-riflemen-a-1").then_illegal("U-CTRL-4")


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
def test_two_hits_kill_one_man_and_none_kills_nobody(dice: tuple[int, ...], lost: tuple[str, ...]):
    """UN-05, V4: U-CAS-6: base 4, cover 2 and range 3 make 9."""
    game = turn(
        scenario="signal-hill",
        cards={
            "us-hand": ("us-sniper-1", REST),
            "german-hand": ("german-riflemen-a-1", "german-riflemen-a-2"),
        },
        at={"us-sniper": "18A", "german-riflemen-a": "15B"},
    )
    game.when("us", "attack us-sniper-1 german-riflemen-a", dice=dice)

    assert totals(game) == [4 + 2 + 3]
    assert game.table.zone("german-removed") == lost


def test_from_hill_to_hill_two_tiles_away_and_by_blast():
    """UN-05, V4: U-HILL-2, U-ATK-7: 4 + 1 + 2 from hill to hill; 4 + 1 by Blast."""
    game = turn(
        scenario="signal-hill",
        values=altered_pack((' "8B",', ""), ('"16A"]\n', '"16A", "8B"]\n')),
        cards={"us-hand": ("us-mortar-1", "us-riflemen-a-1", REST)},
        at={"us-riflemen-a": "2A", "german-riflemen-a": "8B", "us-target": "8B"},
    )
    game.when("us", "attack us-riflemen-a-1 german-riflemen-a", dice=(1,))
    assert totals(game) == [4 + 1 + 2]

    game.when("us", "blast us-mortar-1 german-riflemen-a", dice=(1, 1))
    assert totals(game) == [4 + 1]


def test_fog_comes_for_own_markers_newly_placed_as_far_as_there_is_any():
    """UN-07: U-SCOUT-2, U-SCOUT-4: enemy markers do not matter."""
    game = turn(
        cards={"us-hand": ("us-scouts-a-1", REST), "us-supply": (*FOGS[:1], RIFLES)},
        at={"us-scouts-a": "12B"},
    )
    game.when("us", "scout us-scouts-a-1 8A,5B")

    game.then(
        moved("us-scouts-a-1", "us-play", "U-TURN-1"),
        moved("us-scouts-a", "8A", "U-SCOUT-1"),
        moved("us-control-3", "8A", "U-SCOUT-2"),
        moved("us-scouts-a", "5B", "U-SCOUT-1"),
        moved("us-control-4", "5B", "U-SCOUT-2"),
        moved(FOGS[:1], "us-discard", "U-SCOUT-4"),
    )
    assert game.table.piece("german-control-2").face == "controlled"


def test_a_controlled_tile_is_left_alone_by_scouts():
    """UN-07: U-SCOUT-2, U-SCOUT-3."""
    game = turn(
        cards={"us-hand": ("us-scouts-a-1", REST), "us-supply": (*FOGS[:1], RIFLES)},
        faces={"us-control-2": "controlled"},
    )
    game.when("us", "scout us-scouts-a-1 2B,16B")

    assert moves(game)[-2:] == [
        (("us-control-3",), "16B", "U-SCOUT-2"),
        (FOGS[:1], "us-discard", "U-SCOUT-3"),
    ]
    assert game.table.piece("us-control-2").face == "controlled"


def test_the_deck_runs_out_in_the_middle_of_drawing_four():
    """UN-09: U-DRAW-2, U-DRAW-4: 2, then the shuffled discard pile, then 2 more."""
    game = turn(
        "german",
        last=True,
        cards={"us-hand": (), "us-deck": FOGS[:2], "us-discard": FOGS[2:7]},
    )
    order = tuple(reversed(FOGS[2:7]))
    game.when("german", "pass", orders=(order,))

    assert game.table.zone("us-hand") == (*FOGS[:2], *order[:2])
    assert e.PileShuffled(zone="us-deck", order=order, rule="U-DRAW-2") in game.events


def test_no_more_cards_is_said_when_both_piles_are_used_up():
    """UN-09: U-CMD-2, U-DRAW-2; U-Q05."""
    game = turn(cards={"us-hand": ("us-platoon-sergeant-1", REST), "us-discard": FOGS[:1]})
    game.when("us", "command us-platoon-sergeant-1 2")

    game.then(
        moved("us-platoon-sergeant-1", "us-play", "U-TURN-1"),
        moved(FOGS[:1], "us-deck", "U-DRAW-2"),
        e.PileShuffled(zone="us-deck", order=FOGS[:1], rule="U-DRAW-2"),
        moved(FOGS[:1], "us-hand", "U-CMD-1"),
        e.TotalComputed(
            what="cards drawn by us",
            items=(e.Item("asked for", 2, "U-CMD-1"), e.Item("no more cards", -1, "U-DRAW-2")),
            total=1,
            rule="U-DRAW-2",
        ),
    )


def test_replaying_draws_nothing_and_gives_the_same_table(monkeypatch: pytest.MonkeyPatch):
    """RD-01, RD-07: a shuffle and a die are stored as what came of them."""
    game = match()
    start, events = game.table, []
    for seat in ("us", "german"):
        game.when(seat, f"bid {game.table.zone(f'{seat}-hand')[0]}")
        events += game.events
    for name in ("random", "shuffle", "randint"):
        monkeypatch.setattr(random, name, None)

    digests = {msgspec.json.encode(fold(start, events).zones) for _ in range(2)}

    assert digests == {msgspec.json.encode(game.table.zones)}
    assert fold(fold(start, events[:3]), events[3:]) == game.table
