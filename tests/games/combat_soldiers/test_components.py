from __future__ import annotations

from collections import Counter

import pytest

from tests.games.combat_soldiers.table import Field, Tape, files, open_match, pack
from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES
from wardiary.domain.games.combat_soldiers.components.pack import read_pack
from wardiary.domain.games.combat_soldiers.components.titles import title_of
from wardiary.domain.games.combat_soldiers.game import GAME
from wardiary.domain.games.combat_soldiers.rulebook import RULES
from wardiary.domain.packs import PackError
from wardiary.domain.play.table_commands import TABLE_VERBS
from wardiary.domain.table import events as e


def changed(name: str, old: str, new: str) -> dict[str, bytes]:
    found = files()
    text = found[name].decode()
    assert old in text
    return found | {name: text.replace(old, new, 1).encode()}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("table.toml", "[dice]\nnumber = 2\nsides = 10\n", ""),
        ("table.toml", "sides = 10", "sides = 6"),
        ("table.toml", '"1" = 4, "2" = 4, "3" = 3, "4" = 1', '"1" = 4, "5" = 1'),
        ("table.toml", '"1" = 6, "2" = 6', '"1" = 6, "3" = 6'),
        ("table.toml", "[5, 6, 7, 8, 9, 10]", "[4, 6, 7, 8, 9, 10]"),
        ("deck.toml", "infantry = [", "vehicle = []\ninfantry = ["),
        ("deck.toml", 'uses = ["partisan"]', 'uses = ["parade"]'),
        ("deck.toml", "german_modifier = 2", "german_modifier = 4"),
        ("deck.toml", "us_rating = 3", "us_rating = 4"),
        ("deck.toml", 'us = "R3b"', 'us = "R3p"'),
        ("deck.toml", 'us = "R3b"', 'us = "X3"'),
        ("objectives.toml", "garrison = 1", "garrison = 4"),
        ("objectives.toml", 'id = "river"', 'id = "lake"'),
        ("scenarios.toml", "surrounded = 2", "surrounded = 5"),
    ],
)
def test_a_pack_that_contradicts_the_rules_is_refused(name: str, old: str, new: str):
    """1.0, 1.1.1, 1.2-b1, 1.2-b5, 1.3, Track, 1.1.3-b1, 1.1.3-b2, 1.1.1.1-c, 13.5.1.1, 20.1"""
    with pytest.raises(PackError):
        read_pack(changed(name, old, new))


def test_the_deck_has_exactly_128_cards():
    """1.1: 127 are refused, and the message says so."""
    with pytest.raises(PackError, match="127 of 128"):
        read_pack(
            changed("deck.toml", "german_vp = 3, copies = 2 }", "german_vp = 3, copies = 1 }")
        )

    assert 128 == sum(card.copies for card in pack().cards.values())


def test_a_modifier_of_minus_one_and_a_garrison_of_three_are_printed():
    """1.1.3-b1, 13.5.1.1"""
    modifiers = {end.modifier for card in pack().cards.values() for end in card.ends.values()}
    garrisons = {objective.garrison for objective in pack().objectives.values()}

    assert {-1, 0, 1, 2, 3} == modifiers
    assert {0, 1, 2, 3} == garrisons


def test_white_backs_are_the_objectives_and_the_random_events():
    """1.1.2, 13.0, 13.5, 1.1.1.4"""
    white = Counter(card.family for card in pack().cards.values() if card.back == "white")
    copies = sum(card.copies for card in pack().cards.values() if card.back == "white")

    assert {"objective": 9, "event": 4} == dict(white)
    assert 16 == copies


def test_the_objectives_are_linked_by_their_colours():
    """13.5.1-a, 1.1.1.5, 1.1.3-b3"""
    colours = Counter(objective.colour for objective in pack().objectives.values())

    assert {"tan": 4, "blue": 2, "white": 2, "red": 1} == dict(colours)
    assert set(OBJECTIVES) == set(pack().objectives)


def test_most_infantry_has_an_end_for_each_side_and_a_few_pair_with_a_leader():
    """1.1.1.1-a, 1.1.1.1-b, 1.1.1.2, 1.1.1.3"""
    infantry = [card for card in pack().cards.values() if card.family == "infantry"]
    mixed = [card for card in infantry if {"leader"} & {e.role for e in card.ends.values()}]

    assert 4 == len(mixed)
    assert {("us", "german")} == {tuple(c.ends) for c in infantry if c not in mixed}
    assert {"us", "us-leader"} == set(pack().cards["r3-halloran"].ends)


def test_tactical_cards_pair_their_ends_as_the_rules_tell():
    """14.1, 14.2, 14.3, 1.1.1.6-a"""
    uses = {card.uses for card in pack().cards.values() if card.family == "tactical"}
    national = [card.at_side for card in pack().cards.values() if card.at_side]

    assert {("medic", "barrage"), ("ffe", "at-weapon"), ("recon", "no-retreat")} <= uses
    assert ("recon", "sappers") in uses
    assert ["us", "german"] == national


def test_the_table_holds_the_markers_that_are_drawn_or_paired():
    """1.2-b1, 1.2-b8, 1.2-b9"""
    table = Field().table

    assert 12 == len(table.zone("antitank-stock"))
    assert {"besieged-a", "besieging-a", "besieged-b", "besieging-b"} == set(table.zone("markers"))


def test_the_colour_of_the_next_card_shows_unless_the_table_hides_it():
    """1.1.2: CS-Q58."""
    shown = open_match(3, "free-form", Tape(1)).table.visibility_of("deck")
    hidden = open_match(3, "free-form", Tape(1), **{"show-backs": False}).table.visibility_of(
        "deck"
    )

    assert ("nobody", "top") == (shown.who, shown.backs)
    assert "none" == hidden.backs


def test_every_matrix_row_is_in_the_rulebook_and_no_verb_belongs_to_the_table():
    """1.5: the ids the code cites are all there."""
    assert 350 == len(RULES)
    assert not set(GAME.verbs) & set(TABLE_VERBS)


def test_placing_the_deck_is_recorded_once_a_kind():
    """1.1: 128 pieces with their backs."""
    placed = [
        event
        for event in open_match(2, "free-form", Tape(1)).events
        if isinstance(event, e.PiecesPlaced) and event.rule == "1.1"
    ]

    assert 128 == sum(len(event.pieces) for event in placed)


def test_kinds_have_names_for_people():
    """1.1.1"""
    assert "Hill 205" == title_of("hill-205")
    assert "US R3b / German R3" == title_of("r3b-r3")
    assert "Hill 205 for the US" == title_of("pick-hill-205-us")
    assert "M18 / Tiger II" == title_of("m18-tiger-ii")
    assert "Brown / Keller" == title_of("brown-keller")
    assert "Recon / No Retreat!" == title_of("recon-no-retreat")
    assert "FFE +2 / AT Weapon +3 (US only)" == title_of("ffe-2-at-3-us")


def test_every_card_of_two_ends_is_named_by_both():
    """8.11b: also where no pack is at hand."""
    cards = read_pack(files()).cards

    assert 41 == sum(len(card.ends) == 2 for card in cards.values())
    for kind, card in cards.items():
        if card.family in ("infantry", "leader", "armor"):
            assert len(title_of(kind).split(" / ")) == len(card.ends) == 2, kind
    for kind in ("friendly-fire", "hill-205", "citie", "besieged", "major-offensive"):
        assert "/" not in title_of(kind)
