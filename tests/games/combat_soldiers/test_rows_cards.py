"""1 Components, row by row: what is printed on cards and markers, and what it does at the table."""

from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field, files
from wardiary.domain.games.combat_soldiers.components.cards import end_of
from wardiary.domain.games.combat_soldiers.components.pack import read_pack
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.packs import PackError
from wardiary.domain.table import events as e
from wardiary.projections.redaction import view

SHERMAN = "m4a3-sherman-panzer-iv-h"


def changed(name: str, old: str, new: str) -> dict[str, bytes]:
    """The pack's files with one text replaced."""
    found = files()
    text = found[name].decode()
    assert old in text
    return {**found, name: text.replace(old, new, 1).encode()}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("table.toml", "[dice]\nnumber = 2\nsides = 10\n", ""),
        ("table.toml", '"4" = 1', '"5" = 1'),
        ("table.toml", '"2" = 6', '"3" = 6'),
        ("table.toml", "sides = 10", "sides = 6"),
        ("table.toml", "[5, 6, 7, 8, 9, 10]", "[4, 5, 6, 7, 8, 9, 10]"),
        ("objectives.toml", "garrison = 3", "garrison = 4"),
        ("deck.toml", "us_modifier = 3", "us_modifier = 4"),
        ("deck.toml", "us_modifier = -1", "us_modifier = -2"),
        ("deck.toml", "us_rating = 3", "us_rating = 4"),
        ("deck.toml", "armor = [", "vehicle = [ { us = 'Jeep', copies = 1 } ]\n\narmor = ["),
        ("deck.toml", 'us = "R3b"', 'us = "X3"'),
    ],
    ids=[
        "no-dice",
        "antitank-five",
        "entrenched-three",
        "six-sided",
        "track-of-four",
        "garrison-of-four",
        "modifier-of-four",
        "modifier-of-minus-two",
        "rating-of-four",
        "a-vehicle",
        "an-unknown-arm",
    ],
)
def test_a_manifest_against_the_rules_is_refused(name: str, old: str, new: str):
    """1.0, 1.1.1, 1.1.3-b1, 1.1.3-b2, 1.2-b1, 1.2-b5, 1.3, 13.5.1.1, Track"""
    with pytest.raises(PackError):
        read_pack(changed(name, old, new))


def test_127_cards_are_refused():
    """1.1: the message counts them."""
    with pytest.raises(PackError, match="127 of 128"):
        read_pack(changed("deck.toml", "german_vp = 3, copies = 4", "german_vp = 3, copies = 3"))


def test_the_end_that_is_up_is_the_unit():
    """1.1.1.1-a, 4.1: a card of US R3 and German L3 laid German end up is a German L3."""
    field = Field(phase="C").hold("a", "r3-l3-1").when("a", "deploy r3-l3-1 german new")
    end = end_of(field.table, "r3-l3-1")

    assert ("german", "L", 3) == (end.side, end.arm, end.strength)
    assert "german" == group(field.table, "a-g1").side


def test_a_card_with_two_us_ends_stays_out_of_german_groups():
    """1.1.1.1-b: as US infantry and as US leader it is accepted."""
    for words in ("r3-halloran us new", "r3-halloran us-leader a-g2"):
        field = Field(phase="C").hold("a", "r3-halloran").group("a-g1", "german", "s3-s3-1")
        field.group("a-g2", "us", "s3-s3-2")
        field.when("a", "deploy r3-halloran us a-g1").then_illegal("2.1.2-b")
        field.when("a", "deploy r3-halloran us-leader a-g1").then_illegal("2.1.2-b")
        assert field.when("a", f"deploy {words}").refused is None


@pytest.mark.parametrize(("attacker", "defence"), [(SHERMAN, 3 + 3), ("s4-s4-1", 3)])
def test_a_panzerfaust_counts_against_armored_groups_only(attacker: str, defence: int):
    """1.1.1.1-c"""
    field = Field().group("a-g1", "us", attacker).group("b-g1", "german", "s3b-s3p-1")
    field.fight("a", f"attack {attacker} b-g1", dice=(3, 4))

    assert defence + 4 == field.total("defence")


def test_a_leader_of_two_leaves_the_third_unit_sideways():
    """1.1.1.2, 1.1.3-b2: exactly two units upright; all three under a leader of three."""
    for leader, sideways in (("pike-harms", 1), ("cole-moritz", 0)):
        field = Field(phase="C").hold("a", "s3-s3-1", "r4-r4-1", "l5-l5", leader)
        field.when("a", "deploy s3-s3-1 us new")
        for card in ("r4-r4-1", "l5-l5", leader):
            field.when("a", f"add {card} us")
        field.when("a", "done")
        assert sideways == sum(field.sideways("s3-s3-1", "r4-r4-1", "l5-l5"))


def test_us_armor_is_deployed_in_free_form_only():
    """1.1.1.3, 17.2.1"""
    free = Field(phase="C").hold("a", SHERMAN)
    assert free.when("a", f"deploy {SHERMAN} us new").refused is None
    bound = Field(phase="C", scenario="counter-offensive").hold("a", SHERMAN)
    bound.when("a", f"deploy {SHERMAN} us new").then_illegal("17.2.1")

    assert bound.when("a", f"deploy {SHERMAN} german new").refused is None


def test_a_random_event_is_resolved_before_anything_else_and_ends_the_turn():
    """1.1.1.4, 11.1-b: friendly fire is the second of four cards."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1")
    field.on_top("s2-s2-1", "friendly-fire", "s2-s2-2", "s2-s2-3").when("a", "draw")
    assert ("c",) == field.asked()
    assert field.when("a", "end-turn").refused is not None
    field.when("c", "inflict a-g1", dice=(1, 10))

    assert ("b", ("s2-s2-1",)) == (field.table.seat, field.zone("a-hand"))


def test_a_drawn_objective_gets_its_side_before_play_goes_on():
    """1.1.1.5, 17.1: Hill 205 in free form."""
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").on_top("hill-205").when("a", "draw")
    assert {"us", "german"} == field.candidates("a", "place", "side")
    assert field.when("a", "end-turn").refused is not None
    field.when("a", "place german alone")

    assert ("a", "german") == (field.where("hill-205")[0], field.table.piece("hill-205").face)


def test_a_used_card_lies_on_top_of_the_discard_pile():
    """1.1.1.6-c: FFE after the battle; Surrounded and partisans stay on the table."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("b-g1", "german", "r4-r4-1")
    field.discards("s2-s2-1", "s2-s2-2").hold("a", "ffe-2-at-2", "surrounded-1", "partisan")
    field.group("b-g2", "german", "forest", "s2-s2-3").group("a-g2", "us", "s4-s4-1")
    field.fight("a", "attack s3-s3-1 b-g1 ffe-2-at-2", dice=(3, 4))
    assert ("ffe-2-at-2",) == field.zone("discard-top")
    field.when("a", "rest s3-s3-1").when("a", "surround surrounded-1 a-g2 b-g1")

    assert "markers" == field.where("surrounded-1")
    assert ("ffe-2-at-2",) == field.zone("discard-top")


def test_only_the_colour_of_the_next_card_shows():
    """1.1.2: CS-Q58."""
    field = Field().on_top("weather", "s2-s2-1")
    for seat in "abc":
        top, second = view(field.table, seat).zone("deck")[:2]
        seen = view(field.table, seat).pieces
        assert ("hidden", "white", "") == (seen[top].kind, seen[top].back, seen[second].back)


def test_a_white_back_never_enters_the_hand():
    """1.1.2.1: capacity eight, hand five, then green and Mines!: hand six."""
    hand = ("s2-s2-1", "s2-s2-2", "s2-s2-3", "l3-l3-1", "l3-l3-2")
    field = Field(phase="F").group("a-g1", "us", "s3-s3-1").group("a-g2", "german", "s3-s3-2")
    field.hold("a", *hand).on_top("l3-l3-3", "mines-1", "l3-l3-4").when("a", "draw")
    assert "mines-1" not in field.zone("a-hand")
    field.when("c", "inflict a-g1", dice=(1, 10))

    assert (6, "a-g1") == (len(field.zone("a-hand")), field.where("mines-1"))


def test_a_green_card_waits_for_the_own_turn_or_its_cue():
    """1.1.2.2: no window is open in Bob's Turn, so Ann's sniper is refused."""
    field = Field(active="b").group("b-g1", "us", "s3-s3-1", "pike-harms")
    field.hold("a", "sniper-cover-1", "s2-s2-1")

    assert field.when("a", "snipe sniper-cover-1 pike-harms").refused is not None


def test_eliminating_a_unit_brings_its_printed_points():
    """1.1.3-b4, 5.2.2: the end that was up counts, as do the points of a leader."""
    field = Field().group("a-g1", "us", "s4-s4-1").group("b-g1", "us", "r2-r2-1")
    field.group("b-g2", "german", "r3-s2-1").fight("a", "attack s4-s4-1 b-g2", dice=(5, 3))
    (card,) = field.zone("a-casualties")

    assert 2 == end_of(field.table, card).vp


def test_a_play_belongs_to_its_phase_and_costs_its_actions():
    """1.1.3-b5: B0 with none left is played, B1 is not, C1 not in phase B."""
    field = Field().group("a-g1", "us", "s4-s4-1").group("b-g1", "german", "s3-s3-1", "pike-harms")
    field.hold("a", "medic-barrage-1", "sniper-cover-1", "s2-s2-1")
    field.when("a", "deploy s2-s2-1 us new").then_illegal("3.0-c")
    field.track("actions/other", 2)
    field.when("a", "snipe sniper-cover-1 pike-harms").then_illegal("3.0-a")
    field.fight("a", "bombard medic-barrage-1 s3-s3-1", dice=(1, 9))

    assert field.refused is None


def test_the_mines_factor_never_enters_a_total():
    """1.1.3-b7: the mined group's totals know the -2 only."""
    field = Field().group("a-g1", "us", "s4-s4-1").group("b-g1", "german", "l5-l5")
    field.put("a-g1", "mines-1").fight("a", "attack s4-s4-1 b-g1", dice=(5, 2))

    assert {"7.2.2.1.1": 4, "7.2.3.1": -2, "7.2.2.1.4": 5} == field.items("attack")


def test_isolation_beyond_six_is_shown():
    """1.2-b7, 14.3.2: seven, with No Retreat! on a strong group."""
    field = (
        Field(phase="F").group("a-g1", "us", "l5-l5", "s4-s4-1").group("b-g1", "german", "r2-r2-1")
    )
    field.siege("b-g1", "a-g1", isolation=6).put("a-g1", "recon-no-retreat-1")
    field.fight("a", "end-turn")

    assert 7 == field.table.mark("besieged-a", "isolation")


def test_interdiction_needs_its_option():
    """1.2-b10, 6.5-a, 18.0"""
    field = Field(phase="A").group("a-g1", "us", "s4-s4-1").group("b-g1", "us", "forest", "s2-s2-1")

    field.when("a", "interdict forest").then_illegal("18.0")


def test_interdiction_markers_run_out():
    """1.2-b10, 6.5-a: with six in use there is no seventh."""
    held = ("forest", "bridge", "river", "barracks", "citie", "hill-205", "crossroads")
    field = Field(phase="A", interdiction=True).group("a-g1", "us", "s4-s4-1")
    for number, one in enumerate(held, 1):
        field.group(f"b-g{number}", "us", one)
    for one in held[:6]:
        field.mark(one, "interdicted")

    field.when("a", "interdict crossroads").then_illegal("1.2-b10")


def test_a_selection_sheet_is_its_owners_secret():
    """1.4, 2.5-d: Bob sees neither what Ann noted nor how many lines are filled with blanks."""
    field = Field().pick("a", river="us", bridge="german")
    seen = view(field.table, "b")

    assert not [piece for piece in seen.pieces if piece.startswith(("a-river", "a-bridge"))]
    assert ["a-river-us", "a-bridge-german"] == list(view(field.table, "a").zone("a-sheet"))


def test_a_control_marker_shows_the_captors_side():
    """1.2-b2: a US objective captured by a German group shows German."""
    field = Field().group("a-g1", "german", "l5-l5").group("b-g1", "us", "crossroads")
    field.mark("crossroads", "garrison-lost").fight("a", "attack l5-l5 b-g1", dice=(5, 1))
    turned = [one for one in field.happened(e.PieceTurned) if one.piece == "crossroads"]

    assert [("german", "4.3")] == [(one.face, one.rule) for one in turned]
