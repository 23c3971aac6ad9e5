from __future__ import annotations

from collections import Counter

import pytest

from tests.games.undaunted.builders import GAME, SEATS, opened_match, pack, pieces_in
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.game import Opening


def test_any_scenario_may_be_chosen_and_has_two_sides():
    """U-SETUP-1, U-SETUP-5."""
    cards = GAME.scenarios(pack())

    assert [card.id for card in cards] == [
        "la-raye",
        "sunken-lane",
        "signal-hill",
        "critical-intelligence",
    ]
    assert {card.seats for card in cards} == {(SEATS,)}


def test_twelve_tiles_are_on_the_board_and_six_stay_in_the_box():
    """U-SETUP-2, U-COMP-4."""
    table = opened_match().table
    tiles = [piece for piece in table.pieces.values() if piece.kind == "tile"]

    assert Counter(tile.zone == "box" for tile in tiles) == {False: 12, True: 6}
    assert table.piece("tile-17").zone == "17B"
    assert table.piece("tile-17").face == "B"


def test_six_objectives_are_on_tiles_and_eight_stay_in_the_box():
    """U-SETUP-3."""
    pieces = opened_match().table.pieces.values()
    objectives = [piece for piece in pieces if piece.kind.startswith("objective")]

    assert Counter(piece.zone == "box" for piece in objectives) == {False: 6, True: 8}
    assert [piece.kind for piece in objectives if piece.zone == "13B"] == ["objective-2"]


def test_the_radio_is_used_in_critical_intelligence_only():
    """U-SETUP-4."""
    assert opened_match().table.zone_of("radio") == "box"
    assert opened_match("critical-intelligence").table.zone_of("radio") == "16B"


def test_counters_and_markers_go_where_the_scenario_says_the_right_side_up():
    """U-SETUP-6, U-CNTR-1."""
    table = opened_match().table

    assert table.piece("us-riflemen-a").zone == "17B"
    assert table.piece("us-riflemen-a").face == "ready"
    assert table.piece("us-control-1").zone == "17B"
    assert table.piece("us-control-1").face == "scouted"
    assert table.piece("german-control-2").zone == "5B"
    assert table.piece("german-control-2").face == "controlled"
    assert table.piece("german-spawn-all").zone == "5B"
    assert table.zone_of("us-sniper") == "box"


def test_each_side_has_its_markers_and_counters():
    """U-COMP-2, U-COMP-3."""
    pieces = [
        piece for piece in opened_match("signal-hill").table.pieces.values() if piece.owner == "us"
    ]
    kinds = Counter("counter" if "counter" in piece.kind else piece.kind for piece in pieces)

    assert (kinds["counter"], kinds["control-marker"]) == (11, 18)
    assert (kinds["target-marker"], kinds["spawn-marker"]) == (1, 4)


def test_the_scenario_names_the_first_holder_of_the_initiative():
    """U-SETUP-7."""
    assert opened_match().table.zone_of("initiative") == "german-reserve"
    assert opened_match("signal-hill").table.zone_of("initiative") == "us-reserve"


def test_the_starting_cards_are_shuffled_into_a_face_down_deck():
    """U-SETUP-8, U-CARD-2."""
    match = opened_match()

    assert len(match.table.zone("us-deck")) == 11 - 4
    assert not match.table.can_see("us", "us-deck")
    assert not match.table.can_see("german", "us-deck")


def test_the_supply_is_open_and_sorted_by_title():
    """U-SETUP-9, U-CARD-2."""
    table = opened_match().table
    titles = [table.pieces[card].kind for card in table.zone("us-supply")]

    assert Counter(titles) == {
        "fog-of-war": 8, "riflemen-a": 3, "riflemen-b": 3, "scouts-a": 1, "scouts-b": 1,
    }  # fmt: skip
    assert titles == sorted(titles)
    assert table.can_see("german", "us-supply")


def test_all_other_cards_stay_in_the_box():
    """U-SETUP-10, U-COMP-1."""
    table = opened_match().table
    cards = [
        piece for piece in table.pieces.values() if piece.owner == "us" and piece.id[-1].isdigit()
    ]
    cards = [card for card in cards if card.kind in pack().values.cards]

    assert len(cards) == 54
    assert sum(card.zone == "box" for card in cards) == 54 - 11 - 16


def test_hands_bids_and_removed_cards_are_seen_by_their_owner_only():
    """U-CAS-7, U-INIT-1."""
    table = opened_match().table

    for zone in ("us-hand", "us-bid", "us-removed", "us-discard"):
        assert table.can_see("us", zone)
        assert not table.can_see("german", zone)
    assert opened_match(discard_pile="open").table.can_see("german", "us-discard")


def test_unknown_settings_are_refused():
    with pytest.raises(Illegal):
        GAME.resolve_settings({"mortar_blast": 3})


def test_the_layout_shows_every_tile_with_its_cover_and_worth():
    """U-TILE-2, U-OBJ-1."""
    layout = GAME.layout(opened_match("critical-intelligence").table)
    notes = layout.notes

    assert layout.shape == "brick"
    assert len(layout.spaces) == 16
    assert ("14B", 1.5, 0.0) in layout.spaces
    assert notes["16B"] == "cover 2; 3 points for the US"
    assert notes["13B"] == "cover 1; 2 points; German enter: squad A"
    assert ("US hand", ("us-hand",)) in layout.rows
    assert [zones for title, zones in layout.rows if title.startswith("German")] == [
        (f"german-{zone}",)
        for zone in ("hand", "play", "deck", "discard", "supply", "removed", "reserve")
    ]
    assert GAME.layout(opened_match("signal-hill").table).notes["2A"] == "hill 3/1; 2 points"


def test_kinds_of_pieces_have_titles_for_people():
    assert GAME.title_of("counter-machine-gunners-b") == "Machine Gunners B"
    assert GAME.title_of("fog-of-war") == "Fog of War"
    assert GAME.title_of("objective-1") == "Objective, 1 point"
    assert GAME.title_of("objective-3") == "Objective, 3 points"


def test_both_sides_points_are_counted_from_the_start():
    """U-OBJ-1."""
    table = opened_match().table

    assert (table.track("points/us"), table.track("points/german")) == (0, 2)


@pytest.mark.parametrize("scenario", sorted(pack().fields))
def test_setting_up_cites_known_rules_and_deals_four_cards_each(scenario: str):
    """U-ROUND-1, U-DRAW-1."""
    match = opened_match(scenario)

    assert match.table.phase == "initiative"
    assert match.table.round == 1
    assert {seat: len(pieces_in(match.table, f"{seat}-hand")) for seat in SEATS} == {
        "us": 4,
        "german": 4,
    }
    hidden = GAME.visibility(pack(), Opening(scenario, SEATS, GAME.resolve_settings({})))
    assert set(hidden) == {
        f"{seat}-{zone}" for seat in SEATS for zone in ("deck", "hand", "bid", "removed", "discard")
    }
