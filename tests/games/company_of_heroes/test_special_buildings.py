"""C-10.1a, C-10.2a, C-12e: bunkers, buildings of several hexes, the lookout tower."""

from __future__ import annotations

from tests.games.company_of_heroes.situations import (
    altered_pack,
    battle,
    damage_of,
    defence_dice,
    firing,
    resolved,
    targets,
)
from wardiary.domain.games.company_of_heroes.terrain.field import field_of
from wardiary.domain.games.company_of_heroes.terrain.lines import is_clear

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

    from wardiary.domain.games.company_of_heroes.table.ground import building_health

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
