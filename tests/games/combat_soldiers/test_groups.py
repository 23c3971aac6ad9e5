from __future__ import annotations

import pytest

from tests.games.combat_soldiers.table import Field
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_join, ends_of
from wardiary.domain.games.combat_soldiers.groups.group import group
from wardiary.domain.games.combat_soldiers.groups.objectives import bare
from wardiary.domain.games.combat_soldiers.layout import layout


@pytest.mark.parametrize(
    ("cards", "card", "rule"),
    [
        (("s3-s3-1", "r3-r3-1", "l3-l3-1"), "s2-s2-1", "4.2.1"),
        (("s3-s3-1", "pike-harms"), "brown-keller", "4.2.1"),
        (("m10-stug-iii-g", "s3-s3-1"), "s2-s2-1", "4.2.2"),
        (("m10-stug-iii-g",), "m36-jagdpanzer-iv", "4.2.2"),
        (("forest", "s3-s3-1"), "s2-s2-1", "4.2.3-a"),
        (("forest",), "m10-stug-iii-g", "4.3.3"),
    ],
)
def test_a_group_has_its_limits(cards: tuple[str, ...], card: str, rule: str):
    """4.2.1, 4.2.2, 4.2.3-a, 4.3.3, 2.1.2-b"""
    field = Field().group("a-g1", "us", *cards)
    refusal = cannot_join(field.table, group(field.table, "a-g1"), ends_of(field.table, card)[0])

    assert refusal is not None
    assert rule == refusal[0]


def test_three_infantry_and_a_leader_or_armor_with_one_of_each_are_groups():
    """4.2.1, 4.2.2: an armored group is a maneuver group too."""
    field = Field().group("a-g1", "us", "s3-s3-1", "r3-r3-1", "l3-l3-1")
    field.group("a-g2", "us", "m10-stug-iii-g", "s2-s2-1")
    leader = ends_of(field.table, "brown-keller")[0]
    for zone in ("a-g1", "a-g2"):
        found = group(field.table, zone)
        assert cannot_join(field.table, found, leader) is None
        assert found.maneuver


def test_one_nationality_a_group():
    """2.1.2-b, 4.1"""
    field = Field().group("a-g1", "us", "s3-s3-1").hold("a", "r3-r3-1").turn("a", "C")

    field.when("a", "deploy r3-r3-1 german a-g1").then_illegal("2.1.2-b")


def test_one_seat_fields_both_nationalities():
    """2.1.1: a group's side is its own, whoever owns it."""
    field = Field().group("a-g1", "us", "s3-s3-1").group("a-g2", "german", "r3-r3-1")

    assert ["us", "german"] == [group(field.table, zone).side for zone in ("a-g1", "a-g2")]


def test_an_objective_alone_is_a_group():
    """2.1.2-a, 4.2.3-a"""
    found = group(Field().group("a-g1", "german", "forest").table, "a-g1")

    assert ("forest", "german", True) == (found.objective, found.side, bare(found))


@pytest.mark.parametrize(("leader", "sideways"), [("brown-keller", 0), ("ames-vogler", 1)])
def test_a_leader_commands_up_to_its_rating(leader: str, sideways: int):
    """4.4.2, 4.4.6, 1.1.1.2, 1.1.3-b2: rating three and rating two with three units."""
    cards = ("s3-s3-1", "r4-r4-1", "l5-l5")
    field = Field().hold("a", *cards, leader).turn("a", "C").when("a", "deploy s3-s3-1 us new")
    for card in (*cards[1:], leader):
        field.when("a", f"add {card} us")
    field.when("a", "done")

    assert sideways == sum(field.sideways(*cards))
    assert 3 - sideways == len(group(field.table, "a-g1").commanded)


def test_after_deployment_the_owner_says_who_is_in_command():
    """4.4.3"""
    field = Field().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler").hold("a", "l5-l5")
    field.turn("a", "C").when("a", "deploy l5-l5 us a-g1").when("a", "done")
    field.when("a", "arrange r4-r4-1+l5-l5")

    assert [True, False, False] == field.sideways("s3-s3-1", "r4-r4-1", "l5-l5")


def test_rearranging_changes_who_lies_sideways_never_how_many():
    """4.4.3: CS-Q32."""
    field = Field().group("a-g1", "us", "s3-s3-1", "r4-r4-1", "ames-vogler").hold("a", "l5-l5")
    field.turn("a", "C").when("a", "deploy l5-l5 us a-g1").when("a", "done")

    assert all(
        str(candidate).count("+") == 1 for candidate in field.candidates("a", "arrange", "units")
    )


def test_a_group_shows_its_state_beside_the_board():
    """4.4.1: a display, no more."""
    field = (
        Field()
        .group("a-g1", "us", "forest")
        .group("b-g1", "german", "s3-s3-1")
        .siege("b-g1", "a-g1")
    )
    notes = layout(field.table).notes

    assert notes["a-g1"].startswith("us, forest (defence 5), surrounded A")
    assert notes["b-g1"] == "german, surrounding A"
