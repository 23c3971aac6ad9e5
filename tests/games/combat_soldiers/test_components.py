"""1 Game components: what is printed on cards and markers, and what it does in play."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.combat_soldiers.cards import MAJOR_OFFENSIVE, MEDIC_BARRAGE, SHERMAN
from tests.games.combat_soldiers.dealing import INFANTRY
from tests.games.combat_soldiers.random_play import SeededRng
from tests.games.combat_soldiers.situations import (
    battle,
    besieging_group,
    drawing,
    groups_of_both_sides,
    two_groups_each,
)
from tests.games.combat_soldiers.table import Match, files, open_match, pack
from wardiary.domain.games.combat_soldiers.components.cards import end_of
from wardiary.domain.games.combat_soldiers.components.pack import read_pack
from wardiary.domain.games.combat_soldiers.components.titles import title_of
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.groups.group import group_at
from wardiary.domain.games.combat_soldiers.rulebook import RULES
from wardiary.domain.packs import PackError
from wardiary.domain.play.table_commands import TABLE_VERBS
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view


def changed_files(name: str, old: str, new: str) -> dict[str, bytes]:
    """The pack's files with a text replaced in one of them."""
    pack_files = files()
    text = pack_files[name].decode()
    assert old in text
    return {**pack_files, name: text.replace(old, new, 1).encode()}


def all_entrenched_markers_of_a_value_used(value: int) -> Match:
    """Six groups of Bob's have all markers of a value; Ann has two groups."""
    match = Match().group("a-g1", "us", "s2-s2-1").group("a-g2", "us", "s2-s2-2")
    others = (*INFANTRY, "r4-r4-1", "r4-r4-2")
    for number, unit in enumerate(others, start=1):
        match.group(f"b-g{number}", "german", unit).mark(unit, "entrenched", value)
    return match.turn("a", "A")


def offered_points(match: Match) -> dict[tuple[str | int, ...], set[str | int]]:
    """The units that Ann is offered to entrench, by the points."""
    return {
        slots["points"]: set(slots["unit"])
        for offer in match.offers("a", "entrench")
        for slots in [{slot.name: slot.candidates for slot in offer.slots}]
    }


# 1.0 The box.


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("table.toml", "[dice]\nnumber = 2\nsides = 10\n", ""),
        ("table.toml", "sides = 10", "sides = 6"),
        ("table.toml", '"1" = 4, "2" = 4, "3" = 3, "4" = 1', '"1" = 4, "5" = 1'),
        ("table.toml", '"4" = 1', '"5" = 1'),
        ("table.toml", '"1" = 6, "2" = 6', '"1" = 6, "3" = 6'),
        ("table.toml", '"2" = 6', '"3" = 6'),
        ("table.toml", "[5, 6, 7, 8, 9, 10]", "[4, 6, 7, 8, 9, 10]"),
        ("table.toml", "[5, 6, 7, 8, 9, 10]", "[4, 5, 6, 7, 8, 9, 10]"),
        ("deck.toml", "infantry = [", "vehicle = []\ninfantry = ["),
        ("deck.toml", "armor = [", "vehicle = [ { us = 'Jeep', copies = 1 } ]\n\narmor = ["),
        ("deck.toml", 'uses = ["partisan"]', 'uses = ["parade"]'),
        ("deck.toml", "german_modifier = 2", "german_modifier = 4"),
        ("deck.toml", "us_modifier = 3", "us_modifier = 4"),
        ("deck.toml", "us_modifier = -1", "us_modifier = -2"),
        ("deck.toml", "us_rating = 3", "us_rating = 4"),
        ("deck.toml", 'us = "R3b"', 'us = "R3p"'),
        ("deck.toml", 'us = "R3b"', 'us = "X3"'),
        ("objectives.toml", "garrison = 1", "garrison = 4"),
        ("objectives.toml", "garrison = 3", "garrison = 4"),
        ("objectives.toml", 'id = "river"', 'id = "lake"'),
        ("scenarios.toml", "surrounded = 2", "surrounded = 5"),
    ],
    ids=[
        "no-dice",
        "six-sided-dice",
        "antitank-markers-of-1-and-5-only",
        "an-antitank-marker-of-5",
        "entrenched-markers-of-1-and-3",
        "an-entrenched-marker-of-3",
        "a-track-without-5",
        "a-track-from-4",
        "an-empty-family-of-vehicles",
        "a-vehicle",
        "an-unknown-use",
        "a-german-modifier-of-4",
        "a-us-modifier-of-4",
        "a-modifier-of-minus-2",
        "a-rating-of-4",
        "a-us-panzerfaust",
        "an-unknown-arm",
        "a-garrison-of-4-for-1",
        "a-garrison-of-4-for-3",
        "an-unknown-objective",
        "five-surrounded-cards",
    ],
)
def test_a_pack_that_contradicts_the_rules_is_refused(name: str, old: str, new: str):
    """1.0, 1.1.1, 1.1.1.1-c, 1.1.3-b1, 1.1.3-b2, 1.2-b1, 1.2-b5, 1.3, 13.5.1.1, 20.1, Track"""
    with pytest.raises(PackError):
        read_pack(changed_files(name, old, new))


# 1.1 Cards.


def test_a_deck_of_127_cards_is_refused():
    """1.1: the message counts them."""
    with pytest.raises(PackError, match="127 of 128"):
        read_pack(
            changed_files("deck.toml", "german_vp = 3, copies = 4", "german_vp = 3, copies = 3")
        )


def test_the_deck_has_exactly_128_cards():
    """1.1: 127 are refused, and the message says so."""
    with pytest.raises(PackError, match="127 of 128"):
        read_pack(
            changed_files("deck.toml", "german_vp = 3, copies = 2 }", "german_vp = 3, copies = 1 }")
        )

    assert 128 == sum(card.copies for card in pack().cards.values())


def test_a_deck_of_128_cards_with_an_event_in_place_of_a_tactical_card_is_refused():
    """1.1: each family has its number."""
    deck = changed_files("deck.toml", "attack = 0, copies = 1", "attack = 0, copies = 2")
    before = deck["deck.toml"]
    deck["deck.toml"] = before.replace(
        b'"major-offensive"], copies = 3', b'"major-offensive"], copies = 2'
    )
    assert deck["deck.toml"] != before

    with pytest.raises(PackError, match="cards by family"):
        read_pack(deck)


def test_setting_up_places_128_cards():
    """1.1: 128 pieces with their backs."""
    placed = [
        event
        for event in open_match(2, "free-form", SeededRng(1)).events
        if isinstance(event, e.PiecesPlaced) and event.rule == "1.1"
    ]

    assert 128 == sum(len(event.pieces) for event in placed)


def test_kinds_of_cards_have_readable_titles():
    """1.1.1"""
    assert "Hill 205" == title_of("hill-205")
    assert "US R3b / German R3" == title_of("r3b-r3")
    assert "Hill 205 for the US" == title_of("pick-hill-205-us")
    assert "M18 / Tiger II" == title_of("m18-tiger-ii")
    assert "Brown / Keller" == title_of("brown-keller")
    assert "Recon / No Retreat!" == title_of("recon-no-retreat")
    assert "FFE +2 / AT Weapon +3 (US only)" == title_of("ffe-2-at-3-us")
    cards = pack().cards
    assert "FFE +3 / AT Weapon +2" == cards["ffe-3-at-2-german"].title
    assert "Recon / Sappers" == cards["recon-sappers"].title


def test_a_card_with_two_ends_is_titled_by_both():
    """8.11b, 1.1.1: also without a pack."""
    cards = read_pack(files()).cards

    assert 41 == sum(len(card.ends) == 2 for card in cards.values())
    for kind, card in cards.items():
        if card.family in ("infantry", "leader", "armor"):
            assert len(title_of(kind).split(" / ")) == len(card.ends) == 2, kind
    for kind in ("friendly-fire", "hill-205", "citie", "besieged", "major-offensive"):
        assert "/" not in title_of(kind)


def test_a_two_ended_card_counts_as_the_end_that_is_up():
    """1.1.1.1-a, 4.1: a card of US R3 and German L3 deployed German end up is a German L3."""
    match = Match(phase="C").hold("a", "r3-l3-1").when("a", "deploy r3-l3-1 german new")
    end = end_of(match.table, "r3-l3-1")

    assert ("german", "L", 3) == (end.side, end.arm, end.strength)
    assert "german" == group_at(match.table, "a-g1").side


def test_most_infantry_has_an_end_for_each_side_and_four_pair_with_a_leader():
    """1.1.1.1-a, 1.1.1.1-b, 1.1.1.2, 1.1.1.3"""
    infantry = [card for card in pack().cards.values() if card.family == "infantry"]
    mixed = [card for card in infantry if {"leader"} & {e.role for e in card.ends.values()}]

    assert 4 == len(mixed)
    assert {("us", "german")} == {tuple(c.ends) for c in infantry if c not in mixed}
    assert {"us", "us-leader"} == set(pack().cards["r3-halloran"].ends)


def test_a_card_with_two_us_ends_stays_out_of_german_groups():
    """1.1.1.1-b: as US infantry and as US leader it is accepted."""
    for words in ("r3-halloran us new", "r3-halloran us-leader a-g2"):
        match = Match(phase="C").hold("a", "r3-halloran").group("a-g1", "german", "s3-s3-1")
        match.group("a-g2", "us", "s3-s3-2")
        match.when("a", "deploy r3-halloran us a-g1").then_illegal("2.1.2-b")
        match.when("a", "deploy r3-halloran us-leader a-g1").then_illegal("2.1.2-b")
        assert match.when("a", f"deploy {words}").refused is None


def test_a_card_with_two_us_ends_is_never_deployed_as_german():
    """1.1.1.1-b: two US ends never serve the Germans."""
    match = groups_of_both_sides().hold("a", "r3-halloran").turn("a", "C")
    match.when("a", "deploy r3-halloran german new").then_illegal("1.1.1.1-b")
    match.when("a", "deploy r3-halloran us-leader a-g2").then_illegal("2.1.2-b")
    match.when("a", "deploy r3-halloran us new")

    assert match.refused is None


@pytest.mark.parametrize(("attacker", "defence"), [(SHERMAN, 3 + 3), ("s4-s4-1", 3)])
def test_a_panzerfaust_counts_against_armored_groups_only(attacker: str, defence: int):
    """1.1.1.1-c"""
    match = Match().group("a-g1", "us", attacker).group("b-g1", "german", "s3b-s3p-1")
    match.resolve("a", f"attack {attacker} b-g1", dice=(3, 4))

    assert defence + 4 == match.total("defence")


def test_a_leader_of_rating_two_leaves_the_third_unit_sideways():
    """1.1.1.2, 1.1.3-b2: exactly two units upright; all three under a leader of three."""
    for leader, sideways in (("pike-harms", 1), ("cole-moritz", 0)):
        match = Match(phase="C").hold("a", "s3-s3-1", "r4-r4-1", "l5-l5", leader)
        match.when("a", "deploy s3-s3-1 us new")
        for card in ("r4-r4-1", "l5-l5", leader):
            match.when("a", f"add {card} us")
        match.when("a", "done")
        assert sideways == sum(match.sideways("s3-s3-1", "r4-r4-1", "l5-l5"))


def test_us_armor_is_deployed_in_free_form_only():
    """1.1.1.3, 17.2.1"""
    free = Match(phase="C").hold("a", SHERMAN)
    assert free.when("a", f"deploy {SHERMAN} us new").refused is None
    bound = Match(phase="C", scenario="counter-offensive").hold("a", SHERMAN)
    bound.when("a", f"deploy {SHERMAN} us new").then_illegal("17.2.1")

    assert bound.when("a", f"deploy {SHERMAN} german new").refused is None


def test_a_random_event_is_resolved_before_anything_else_and_ends_the_turn():
    """1.1.1.4, 11.1-b: friendly fire is the second of four cards."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1")
    match.on_top("s2-s2-1", "friendly-fire", "s2-s2-2", "s2-s2-3").when("a", "draw")
    assert ("c",) == match.seats_asked()
    assert match.when("a", "end-turn").refused is not None
    match.when("c", "inflict a-g1", dice=(1, 10))

    assert ("b", ("s2-s2-1",)) == (match.table.seat, match.pieces_in("a-hand"))


def test_a_drawn_objective_gets_its_side_before_the_turn_can_end():
    """1.1.1.5, 17.1: Hill 205 in free form."""
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").on_top("hill-205").when("a", "draw")
    assert {"us", "german"} == match.candidates("a", "place", "side")
    assert match.when("a", "end-turn").refused is not None
    match.when("a", "place german alone")

    assert ("a", "german") == (match.zone_of("hill-205")[0], match.table.piece("hill-205").face)


def test_the_drawer_chooses_the_side_of_an_objective_in_free_form():
    """1.1.1.5, 17.1, 4.3, 13.5: either side in free form."""
    match = drawing("hill-205").when("a", "draw")
    assert {"us", "german"} == match.candidates("a", "place", "side")
    match.when("a", "place german alone")

    assert ("a-g1", "german") == (match.zone_of("hill-205"), match.table.piece("hill-205").face)


def test_a_major_offensive_that_doubled_a_unit_gives_no_second_attack():
    """1.1.1.6-a: what doubled a unit cannot bring a second attack."""
    match = Match().group("a-g1", "us", "s4-s4-1").group("b-g1", "german", "l5-l5")
    match.hold("a", MAJOR_OFFENSIVE)
    match.resolve(
        "a", "attack s4-s4-1 b-g1", dice=(1, 4), a_support=f"double {MAJOR_OFFENSIVE} s4-s4-1"
    )

    assert (9, 9) == (match.total("attack"), match.total("defence"))
    assert not match.offers("a", "attack-again")
    assert match.when("a", f"attack-again {MAJOR_OFFENSIVE} s4-s4-1 b-g1").refused is not None


def test_a_used_tactical_card_goes_on_top_of_the_discard_pile():
    """1.1.1.6-c: FFE after the battle; Surrounded and partisans stay on the table."""
    match = Match().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    match.discard_pile("s2-s2-1", "s2-s2-2").hold("a", "ffe-2-at-2", "surrounded-1", "partisan")
    match.group("b-g2", "german", "forest", "s2-s2-3").group("a-g2", "us", "s4-s4-1")
    match.resolve("a", "attack s3-s3-1 b-g1 ffe-2-at-2", dice=(3, 4))
    assert ("ffe-2-at-2",) == match.pieces_in("discard-top")
    match.when("a", "rest s3-s3-1").when("a", "surround surrounded-1 a-g2 b-g1")

    assert "markers" == match.zone_of("surrounded-1")
    assert ("ffe-2-at-2",) == match.pieces_in("discard-top")


def test_seats_see_the_back_of_the_top_card_and_nothing_else_of_the_draw_pile():
    """1.1.2: CS-Q58."""
    match = Match().on_top("weather", "s2-s2-1")
    for seat in "abc":
        top, second = view(match.table, seat).zone("deck")[:2]
        visible = view(match.table, seat).pieces
        assert ("hidden", "white", "") == (
            visible[top].kind,
            visible[top].back,
            visible[second].back,
        )


def test_only_objectives_and_random_events_have_white_backs():
    """1.1.2, 13.0, 13.5, 1.1.1.4"""
    white = Counter(card.family for card in pack().cards.values() if card.back == "white")
    copies = sum(card.copies for card in pack().cards.values() if card.back == "white")

    assert {"objective": 9, "event": 4} == dict(white)
    assert 16 == copies


def test_the_back_of_the_top_card_is_visible_unless_a_setting_hides_it():
    """1.1.2: CS-Q58."""
    by_default = open_match(3, "free-form", SeededRng(1)).table.visibility_of("deck")
    hidden = open_match(3, "free-form", SeededRng(1), **{"show-backs": False}).table.visibility_of(
        "deck"
    )

    assert ("nobody", "top") == (by_default.who, by_default.backs)
    assert "none" == hidden.backs


def test_a_white_back_never_enters_the_hand():
    """1.1.2.1: capacity eight, hand five, then green and Mines!: hand six."""
    hand = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1", "l3-l3-2")
    match = Match(phase="F").group("a-g1", "us", "s3-s3-1").group("a-g2", "german", "s3-s3-2")
    match.hold("a", *hand).on_top("l3-l3-3", "mines-1", "l3-l3-4").when("a", "draw")
    assert "mines-1" not in match.pieces_in("a-hand")
    match.when("c", "inflict a-g1", dice=(1, 10))

    assert (6, "a-g1") == (len(match.pieces_in("a-hand")), match.zone_of("mines-1"))


def test_a_green_card_is_refused_in_another_seats_turn_without_a_window():
    """1.1.2.2: no window is open in Bob's Turn, so Ann's sniper is refused."""
    match = Match(active="b").group("b-g1", "us", "s3-s3-1", "pike-harms")
    match.hold("a", "sniper-cover-1", "s2-s2-1")

    assert match.when("a", "snipe sniper-cover-1 pike-harms").refused is not None


def test_a_sniper_waits_for_its_turn_and_cover_for_a_sniper():
    """1.1.2.2: another player's Turn without a window."""
    match = two_groups_each().hold("c", "sniper-cover-1").turn("b")
    match.when("c", "snipe sniper-cover-1 pike-harms")
    assert match.refused is not None
    match.turn("c")

    match.when("c", "cover sniper-cover-1").then_illegal("1.1.2.2")


def test_printed_modifiers_run_from_minus_one_to_three_and_garrisons_to_three():
    """1.1.3-b1, 13.5.1.1"""
    modifiers = {end.modifier for card in pack().cards.values() for end in card.ends.values()}
    garrisons = {objective.garrison for objective in pack().objectives.values()}

    assert {-1, 0, 1, 2, 3} == modifiers
    assert {0, 1, 2, 3} == garrisons


def test_an_eliminated_unit_scores_the_points_of_the_end_that_was_up():
    """1.1.3-b4, 5.2.2: the end that was up counts, as do the points of a leader."""
    match = Match().group("a-g1", "us", "s4-s4-1").group("b-g1", "us", "r2-r2-1")
    match.group("b-g2", "german", "r3-s2-1").resolve("a", "attack s4-s4-1 b-g2", dice=(5, 3))
    (card,) = match.pieces_in("a-casualties")

    assert 2 == end_of(match.table, card).vp


def test_a_card_is_played_in_its_phase_for_its_printed_actions():
    """1.1.3-b5: B0 with none left is played, B1 is not, C1 not in phase B."""
    match = Match().group("a-g1", "us", "s4-s4-1").group("b-g1", "german", "s3-s3-1", "pike-harms")
    match.hold("a", "medic-barrage-1", "sniper-cover-1", "s2-s2-1")
    match.when("a", "deploy s2-s2-1 us new").then_illegal("3.0-c")
    match.track("actions/other", 2)
    match.when("a", "snipe sniper-cover-1 pike-harms").then_illegal("3.0-a")
    match.resolve("a", "bombard medic-barrage-1 s3-s3-1", dice=(1, 9))

    assert match.refused is None


def test_a_card_that_costs_no_action_is_played_with_none_left():
    """1.1.3-b5: B0 with nothing left, B1 refused."""
    match = groups_of_both_sides().hold("a", "medic-barrage-1", "sniper-cover-1")
    match.group("b-g2", "us", "s4-s4-1", "pike-harms").track("actions/other", 2)
    match.when("a", "snipe sniper-cover-1 pike-harms").then_illegal("3.0-a")
    match.resolve("a", "bombard medic-barrage-1 r2-r2-1", dice=(1, 9))

    assert match.refused is None


def test_a_whole_garrison_keeps_an_objective_without_units():
    """1.1.3-b6, 7.2.2.4.1-a: Crossroads (garrison two) loses by two and is kept."""
    match = battle(("l5-l5",), ("crossroads",)).resolve("a", "attack l5-l5 b-g1", dice=(4, 3))
    assert 2 == match.total("attack") - match.total("defence")

    assert ("b-g1", 1) == (
        match.zone_of("crossroads"),
        match.table.mark("crossroads", "garrison-lost"),
    )


def test_the_mines_factor_never_enters_a_total():
    """1.1.3-b7: mines count only as -2 in the total of the mined group."""
    match = Match().group("a-g1", "us", "s4-s4-1").group("b-g1", "german", "l5-l5")
    match.put("a-g1", "mines-1").resolve("a", "attack s4-s4-1 b-g1", dice=(5, 2))

    assert {"7.2.2.1.1": 4, "7.2.3.1": -2, "7.2.2.1.4": 5} == match.items("attack")


# 1.2 Markers.


def test_twelve_antitank_markers_and_two_pairs_of_siege_markers_are_set_up():
    """1.2-b1, 1.2-b8, 1.2-b9"""
    table = Match().table

    assert 12 == len(table.zone("antitank-stock"))
    assert {"besieged-a", "besieging-a", "besieged-b", "besieging-b"} == set(table.zone("markers"))


def test_a_control_marker_shows_the_captors_side():
    """1.2-b2: a US objective captured by a German group shows German."""
    match = Match().group("a-g1", "german", "l5-l5").group("b-g1", "us", "crossroads")
    match.mark("crossroads", "garrison-lost").resolve("a", "attack l5-l5 b-g1", dice=(5, 1))
    turned = [event for event in match.events_of(e.PieceTurned) if event.piece == "crossroads"]

    assert [("german", "4.3")] == [(event.face, event.rule) for event in turned]


def test_damage_to_an_objective_adds_up_in_one_marker():
    """1.2-b3, 7.3.10.2-b: two and then three on a factor of six make five."""
    match = (
        battle(("s4-s4-1",), ("hill-205",)).mark("hill-205", "damage", 2).hold("a", MEDIC_BARRAGE)
    )
    match.resolve("a", f"bombard {MEDIC_BARRAGE} hill-205", dice=(6, 3))

    assert 5 == match.table.mark("hill-205", "damage")


def test_entrenched_markers_are_not_offered_when_all_of_a_value_are_used():
    """1.2-b5, 16.1-a: six of each value; a unit without a marker gets 1, a unit with 1 gets 2."""
    both = {"s2-s2-1", "s2-s2-2"}
    assert {(2,): both} == offered_points(all_entrenched_markers_of_a_value_used(1))
    assert {(1,): both} == offered_points(all_entrenched_markers_of_a_value_used(2))
    deeper = offered_points(
        all_entrenched_markers_of_a_value_used(1).mark("s2-s2-1", "entrenched", 1)
    )
    assert {(1,): {"s2-s2-1"}, (2,): {"s2-s2-2"}} == deeper
    assert {(1,): {"s2-s2-2"}} == offered_points(
        all_entrenched_markers_of_a_value_used(2).mark("s2-s2-1", "entrenched", 1)
    )


def test_entrenching_is_refused_when_all_markers_of_the_value_are_used():
    """1.2-b5: all of 1, then all of 2."""
    match = all_entrenched_markers_of_a_value_used(1)
    match.when("a", "entrench s2-s2-1 1").then_illegal("1.2-b5", "marker of 1")
    assert match.when("a", "entrench s2-s2-1 2").refused is None

    match = all_entrenched_markers_of_a_value_used(2)
    match.when("a", "entrench s2-s2-1 2").then_illegal("1.2-b5", "marker of 2")
    assert match.when("a", "entrench s2-s2-1 1").refused is None


def test_isolation_can_rise_above_six():
    """1.2-b7, 14.3.2: seven, with No Retreat! on a strong group."""
    match = (
        Match(phase="F").group("a-g1", "us", "l5-l5", "s4-s4-1").group("b-g1", "german", "r2-r2-1")
    )
    match.siege("b-g1", "a-g1", isolation=6).put("a-g1", "recon-no-retreat-1")
    match.resolve("a", "end-turn")

    assert 7 == match.table.mark("besieged-a", "isolation")


def test_the_second_siege_gets_the_second_pair_of_markers():
    """1.2-b8, 1.2-b9: it gets the other letter, and a third siege is refused."""
    match = besieging_group("s3-s3-1").group("a-g2", "us", "s4-s4-1").group("a-g3", "us", "s2-s2-1")
    match.group("b-g2", "german", "r2-r2-1").group("b-g3", "german", "r2-r2-2")
    match.hold("a", "surrounded-2", "surrounded-3")
    match.when("a", "surround surrounded-2 a-g2 b-g2")
    assert ("b-g2", "a-g2") == (match.zone_of("besieged-b"), match.zone_of("besieging-b"))

    match.when("a", "surround surrounded-3 a-g3 b-g3").then_illegal("1.2-b8")


def test_a_third_siege_is_refused_because_there_are_two_pairs_of_markers():
    """1.2-b8"""
    match = two_groups_each().group("b-g3", "german", "r4-r4-2").group("a-g3", "us", "l3-l3-1")
    match.siege("a-g1", "b-g1").siege("a-g2", "b-g2", card="surrounded-2").hold("a", "surrounded-3")

    match.when("a", "surround surrounded-3 a-g3 b-g3").then_illegal("1.2-b8")


def test_interdiction_is_refused_while_its_option_is_off():
    """1.2-b10, 6.5-a, 18.0"""
    match = Match(phase="A").group("a-g1", "us", "s4-s4-1").group("b-g1", "us", "forest", "s2-s2-1")

    match.when("a", "interdict forest").then_illegal("18.0")


def test_a_seventh_interdiction_marker_is_refused():
    """1.2-b10, 6.5-a: with six in use there is no seventh."""
    objectives = ("forest", "bridge", "river", "barracks", "citie", "hill-205", "crossroads")
    match = Match(phase="A", interdiction=True).group("a-g1", "us", "s4-s4-1")
    for number, objective in enumerate(objectives, 1):
        match.group(f"b-g{number}", "us", objective)
    for objective in objectives[:6]:
        match.mark(objective, "interdicted")

    match.when("a", "interdict crossroads").then_illegal("1.2-b10")


# 1.3 Dice.


def test_battles_are_rolled_with_ten_sided_dice():
    """1.3, 7.2.2.1.4: faces run from one to ten."""
    match = battle(("l5-l5",), ("r3-r3-1",)).resolve("a", "attack l5-l5 b-g1", dice=(10, 10))

    assert {"d10"} == {event.pool.removeprefix("1") for event in match.events_of(e.DiceRolled)}


# 1.4 The selection sheet.


def test_a_selection_sheet_is_its_owners_secret():
    """1.4, 2.5-d: Bob sees neither Ann's picks nor how many lines are blank."""
    match = Match().pick("a", river="us", bridge="german")
    bobs_view = view(match.table, "b")

    assert not [piece for piece in bobs_view.pieces if piece.startswith(("a-river", "a-bridge"))]
    assert ["a-river-us", "a-bridge-german"] == list(view(match.table, "a").zone("a-sheet"))


# 1.5 The rulebook.


def test_the_rulebook_has_350_rules_and_no_verb_belongs_to_the_table():
    """1.5: the number of rows of the rules."""
    assert 350 == len(RULES)
    assert not set(GAME.verbs) & set(TABLE_VERBS)
