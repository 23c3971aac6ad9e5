"""C-10.1a, C-10.2a, C-12e: bunkers, buildings of several hexes, the lookout tower."""

from __future__ import annotations

import pytest

from tests.games.company_of_heroes.situations import (
    Placed,
    altered_pack,
    battle,
    candidates,
    damage_of,
    defence_dice,
    firing,
    hex_of,
    resolved,
    targets,
    turn,
)
from wardiary.domain.games.company_of_heroes.table.ground import building_health
from wardiary.domain.games.company_of_heroes.table.spotting import seen_by
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.company_of_heroes.terrain.lines import is_clear
from wardiary.domain.packs import PackError

GRENADIERS = "wehrmacht-grenadiers-1"
MAP = "map-sorrel-brook.toml"
BUILDINGS = 'buildings = ["B4", "D9", "E4", "G9", "H3", "J8"]'
BUNKER = altered_pack(MAP, (BUILDINGS, BUILDINGS + '\nbunkers = ["B2"]'))
JOINED = altered_pack(MAP, ('"B4", "D9"', '"B2", "B3", "B4", "D9"'))


def test_infantry_in_a_bunker_has_one_ap_more_to_the_outside():
    """C-10.1a: 1 AI and 1 AP out of it, 1 AI at who assaults it."""
    units = {"us-riflemen-1": "B2", GRENADIERS: "B1"}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, "R", values=BUNKER)
    assert (defence_dice(match, GRENADIERS), damage_of(match, GRENADIERS)) == (1, 2)

    units = {"us-riflemen-1": "B2", GRENADIERS: ("B2", {"assault": 1})}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, values=BUNKER)
    assert damage_of(match, GRENADIERS) == 1


def test_a_bunker_has_four_health_and_no_more_ap_once_destroyed():
    """C-10.1a, C-12c: six in the sturdy variant."""
    units = {"us-mortar-team-1": ("D2", {"face": 6}), "us-riflemen-1": "C2"}
    units["us-mortar-team-1"] = ("B5", {"face": 1})
    units["us-riflemen-1"] = "B3"
    match = resolved(units, {"us-mortar-team-1": "B2"}, "G", values=BUNKER)
    assert match.table.pieces["building-B2"].face == "intact"
    assert match.table.mark("building-B2", "damage") == 2

    assert building_health(match.table, "B2") == 4
    sturdy = battle({}, values=BUNKER, buildings="sturdy")
    assert building_health(sturdy.table, "B2") == 6


def test_there_is_no_cover_between_units_in_one_building():
    """C-10.2a: none against each other, three dice against the outside."""
    units = {"us-riflemen-1": "B2", GRENADIERS: "B3"}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, values=JOINED)
    assert (defence_dice(match, GRENADIERS), damage_of(match, GRENADIERS)) == (0, 1)

    units = {"us-riflemen-1": "A3", GRENADIERS: "B3"}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, "RRR", values=JOINED)
    assert defence_dice(match, GRENADIERS) == 3


def test_one_sees_through_a_building_from_within_and_not_past_it():
    """C-10.2a: its outline counts, not its hexes; a destroyed hex stands alone."""
    field = field_of(battle({}, values=JOINED).table)
    whole: frozenset[str] = frozenset()
    assert is_clear(field, "B2", "B4", whole)
    assert is_clear(field, "B1", "B3", whole)
    assert not is_clear(field, "B1", "B5", whole)
    assert not is_clear(field, "B1", "B4", frozenset({"B3"}))


def test_both_teams_may_be_in_one_building():
    """C-10.2a."""
    units = {"us-riflemen-1": "B2", GRENADIERS: "B4"}
    match = firing(units, values=JOINED)

    assert targets(match.then_asks("us"), "us-riflemen-1") == {GRENADIERS}


# The lookout tower

CATHEDRAL = '\ncathedral = ["F2", "F4", "G3", "G4"]\ntower = ["F3"]'
TOWER = altered_pack(MAP, (BUILDINGS, BUILDINGS + CATHEDRAL))


def test_one_enters_the_tower_through_the_cathedral():
    """C-12e: it is beside the four hexes that it stands over, and no others."""
    match = turn({"us-riflemen-1": "E3"}, values=TOWER)
    match.when("us", "move us-riflemen-1 F3").then_illegal("C-4.1.1d")
    match.when("us", "move us-riflemen-1 F2").when("us", "move us-riflemen-1 F3")
    assert hex_of(match, "us-riflemen-1") == "F3"

    ways = candidates(match.then_asks("us"), "move", "path", unit="us-riflemen-1")
    assert ways == {"F2", "F4", "G3", "G4"}
    assert field_of(match.table).neighbours("E4") == ("E3", "F4", "E5", "D4", "D3")


def test_the_tower_gives_four_more_sight_over_all_buildings():
    """C-12e: base sight 2 sees 6."""
    match = battle({"us-riflemen-1": "F3", "us-riflemen-2": "F4"}, values=TOWER)
    high, low = (seen_by(match.table, f"us-riflemen-{number}") for number in (1, 2))

    assert {"F9", "G9", "C3"} <= high
    assert not {"F10", "G10"} & high
    assert "F6" in low
    assert not {"F7", "F9"} & low


def test_in_the_tower_there_is_cover_even_from_units_in_the_cathedral():
    """C-12e: three dice against a neighbour inside, and none in an assault."""
    units: dict[str, Placed] = {"us-riflemen-1": "F4", GRENADIERS: "F3"}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, "RRR", values=TOWER)
    assert (defence_dice(match, GRENADIERS), damage_of(match, GRENADIERS)) == (3, 1)

    units = {"us-riflemen-1": ("F3", {"assault": 1}), GRENADIERS: "F3"}
    match = resolved(units, {"us-riflemen-1": GRENADIERS}, values=TOWER)
    assert (defence_dice(match, GRENADIERS), damage_of(match, GRENADIERS)) == (0, 1)


def test_two_damage_destroy_the_tower_and_nobody_enters_it_again():
    """C-12e: who was in it leaves, and its point is neutral."""
    units: dict[str, Placed] = {
        "us-mortar-team-1": ("F6", {"face": 1}),
        "us-riflemen-1": "G2",
        GRENADIERS: "F3",
    }
    flags = {"F3": "wehrmacht"}
    dice = "G" + "RRR"
    match = resolved(
        units, {"us-mortar-team-1": GRENADIERS}, dice, values=TOWER, flags=flags
    )  # fmt: skip
    assert match.table.pieces["building-F3"].face == "destroyed"
    assert match.table.pieces["point-F3"].face == ""
    assert match.table.track("munitions-income/wehrmacht") == 1

    left = turn(
        {"us-riflemen-1": "F2", GRENADIERS: "F5"},
        values=TOWER,
    ).given(lambda draft: draft.turn("building-F3", "destroyed", rule="C-5.6.1d"))
    left.when("us", "move us-riflemen-1 F3").then_illegal("C-12e")
    assert "F3" not in candidates(left.then_asks("us"), "move", "path", unit="us-riflemen-1")


def test_the_cathedral_below_stands_whatever_hits_it():
    """C-10.2a, C-12e: the tower is the only part that can be destroyed."""
    match = battle({}, values=TOWER)

    assert building_health(match.table, "F3") == 2
    assert building_health(match.table, "F4") == 0


def test_a_tower_beside_fewer_than_four_hexes_of_a_cathedral_is_refused():
    """C-12e."""
    short = '\ncathedral = ["F2", "F4", "G3"]\ntower = ["F3"]'
    with pytest.raises(PackError, match=r"tower\[0\].*four hexes of the cathedral"):
        altered_pack(MAP, (BUILDINGS, BUILDINGS + short))
