from __future__ import annotations

from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    hex_of,
    marks,
    pack_with,
    turn,
)
from wardiary.domain.table import events as e

GUN = {"us-mg-team-1": ("F3", {"face": 4})}
"""It looks down the map: F4, then E5 to G5 ..."""


def crossing(where: str, to: str, **more: object):
    """Grenadiers go from one hex to the next while a machine gun at F3 looks down."""
    units = GUN | {"wehrmacht-grenadiers-1": where} | more
    return turn(units, team="wehrmacht").when("wehrmacht", f"move wehrmacht-grenadiers-1 {to}")


def lost(match: object, unit: str = "wehrmacht-grenadiers-1") -> int:
    """The health that a unit has lost."""
    return marks(match, unit).get("damage", 0)


def test_infantry_that_enters_the_arc_of_a_machine_gun_loses_one_health():
    """C-4.1.4a, worked example 5: into the arc 1, out of it 0; there is no pin."""
    match = crossing("F5", "F4")
    match.then(
        e.TrackSet(track="cp/wehrmacht", value=2, rule="C-4.1.1d"),
        e.MarkSet(
            piece="wehrmacht-grenadiers-1", mark="cp", value=1, until="maneuver", rule="C-4.1.1d"
        ),
        e.PiecesMoved(pieces=("wehrmacht-grenadiers-1",), to="F4", rule="C-4.1.1d"),
        e.MarkSet(piece="wehrmacht-grenadiers-1", mark="damage", value=1, rule="C-4.1.4a"),
    )
    assert "pinned" not in marks(match, "wehrmacht-grenadiers-1")

    match.when("wehrmacht", "move wehrmacht-grenadiers-1 G4")
    assert lost(match) == 1


def test_every_entry_counts_and_every_gun():
    """C-4.1.4b."""
    second = {"us-mg-team-2": ("G3", {"face": 5})}
    match = crossing("F5", "F4", **second)

    assert lost(match) == 2


def test_the_arc_is_one_hex_then_three_then_five():
    """C-4.1.3e: 2d - 1 hexes at distance d."""
    from wardiary.domain.games.company_of_heroes.terrain.field import field_of

    field = field_of(turn(GUN).table)
    by_distance: dict[int, set[str]] = {}
    for hex_ in field.arc("F3", 4):
        by_distance.setdefault(field.distance("F3", hex_), set()).add(hex_)
    assert by_distance[1] == {"F4"}
    assert by_distance[2] == {"E5", "F5", "G5"}
    assert by_distance[3] == {"D5", "E6", "F6", "G6", "H5"}


def test_overwatch_belongs_to_the_full_game():
    """C-4.1.4a."""
    units = GUN | {"wehrmacht-grenadiers-1": "F5"}
    match = turn(units, team="wehrmacht", mission=FIRST_GAME)
    match.when("wehrmacht", "move wehrmacht-grenadiers-1 F4")

    assert lost(match) == 0


def test_a_packed_gun_watches_nothing():
    """C-4.1.4a."""
    units = {"us-mg-team-1": ("F3", {"packed": 1}), "wehrmacht-grenadiers-1": "F5"}
    match = turn(units, team="wehrmacht").when("wehrmacht", "move wehrmacht-grenadiers-1 F4")

    assert lost(match) == 0


def test_vehicles_and_those_who_board_them_are_safe_from_overwatch():
    """C-4.1.4c."""
    units = GUN | {
        "wehrmacht-kubelwagen-1": "F5",
        "wehrmacht-grenadiers-1": ("F5", {"host": "wehrmacht-kubelwagen-1"}),
        "wehrmacht-grenadiers-2": "G6",
    }
    match = turn(units, team="wehrmacht")
    match.when("wehrmacht", "board wehrmacht-grenadiers-2 wehrmacht-kubelwagen-1").then_illegal(
        "C-4.1.2q"
    )
    match.when("wehrmacht", "move wehrmacht-kubelwagen-1 F4")
    assert lost(match, "wehrmacht-kubelwagen-1") == lost(match) == 0
    match.when("wehrmacht", "leave wehrmacht-grenadiers-1 E5")
    assert lost(match) == 1

    units = GUN | {"wehrmacht-kubelwagen-1": "F4", "wehrmacht-grenadiers-2": "G4"}
    match = turn(units, team="wehrmacht")
    match.when("wehrmacht", "board wehrmacht-grenadiers-2 wehrmacht-kubelwagen-1")
    assert lost(match, "wehrmacht-grenadiers-2") == 0


def test_entering_a_building_triggers_no_overwatch():
    """C-4.1.4c, C-R9: a destroyed building counts too."""
    match = crossing("F5", "G5")

    assert lost(match) == 0


def test_buildings_block_overwatch_and_cover_does_not():
    """C-4.1.4d."""
    units = {"us-mg-team-1": ("G4", {"face": 4}), "wehrmacht-grenadiers-1": "F6"}
    match = turn(units, team="wehrmacht").when("wehrmacht", "move wehrmacht-grenadiers-1 G6")
    assert lost(match) == 0

    units = {"us-mg-team-1": ("F3", {"face": 4}), "wehrmacht-grenadiers-1": "E5"}
    bags = {"sandbags-1": ("sandbags", "F4", "wehrmacht", "6")}
    match = turn(units, team="wehrmacht", pieces=bags)
    match.when("wehrmacht", "move wehrmacht-grenadiers-1 F4")
    assert lost(match) == 1


def test_camouflaged_infantry_must_be_spotted():
    """C-4.1.4d: from a hex away it is seen by nobody, from beside it it is."""
    units = GUN | {"wehrmacht-pak-40-team-1": ("F6", {"packed": 1, "upgrade-camouflage": 1})}
    match = turn(units, team="wehrmacht").when("wehrmacht", "move wehrmacht-pak-40-team-1 F5")
    assert lost(match, "wehrmacht-pak-40-team-1") == 0

    match.when("wehrmacht", "move wehrmacht-pak-40-team-1 F4")
    assert lost(match, "wehrmacht-pak-40-team-1") == 1


def test_a_gun_needs_a_spotter_beyond_its_sight():
    """C-R48: range 3, sight 2."""
    assert lost(crossing("F7", "F6")) == 0
    assert lost(crossing("F7", "F6", **{"us-riflemen-1": "G5"})) == 1


def test_a_unit_killed_by_overwatch_gives_a_victory_point_and_no_xp():
    """C-4.1.4f, C-R28: one point whatever the number of guns."""
    units = GUN | {"us-mg-team-2": ("G3", {"face": 5}), "us-mg-team-3": ("E3", {"face": 3})}
    units |= {"wehrmacht-grenadiers-1": ("F5", {"damage": 2}), "wehrmacht-grenadiers-2": "A12"}
    match = turn(units, team="wehrmacht").when("wehrmacht", "move wehrmacht-grenadiers-1 F4")

    assert hex_of(match, "wehrmacht-grenadiers-1") == "wehrmacht-lost"
    assert match.table.track("vp/us") == 1
    assert match.table.track("xp/wehrmacht") == 0


def test_heroic_sacrifice_gives_no_point_for_overwatch():
    """C-4.1.4f."""
    heroes = pack_with("wehrmacht-grenadiers", also=("heroic-sacrifice",))
    units = GUN | {"wehrmacht-grenadiers-1": ("F5", {"damage": 3}), "wehrmacht-grenadiers-2": "A12"}
    match = turn(units, team="wehrmacht", values=heroes)
    match.when("wehrmacht", "move wehrmacht-grenadiers-1 F4")

    assert hex_of(match, "wehrmacht-grenadiers-1") == "wehrmacht-lost"
    assert match.table.track("vp/us") == 0


def test_assaulting_a_machine_gun_triggers_it_from_any_side():
    """C-4.1.4e, C-6.6: also in a building, where only the gun that is assaulted fires."""
    units = GUN | {"wehrmacht-grenadiers-1": ("F2", {"damage": 1})}
    match = turn(units, team="wehrmacht").when("wehrmacht", "assault wehrmacht-grenadiers-1 F3 -")
    assert lost(match) == 2
    assert marks(match, "wehrmacht-grenadiers-1")["assault"] == 1

    units = {"us-mg-team-1": ("E4", {"face": 1}), "us-mg-team-2": ("F2", {"face": 5})}
    units |= {"wehrmacht-grenadiers-1": "E5"}
    match = turn(units, team="wehrmacht").when("wehrmacht", "assault wehrmacht-grenadiers-1 E4 -")
    assert lost(match) == 1


def test_who_is_killed_on_the_way_begins_no_assault():
    """C-R17."""
    units = GUN | {"wehrmacht-grenadiers-1": ("F2", {"damage": 3}), "wehrmacht-grenadiers-2": "A12"}
    match = turn(units, team="wehrmacht").when("wehrmacht", "assault wehrmacht-grenadiers-1 F3 -")

    assert hex_of(match, "wehrmacht-grenadiers-1") == "wehrmacht-lost"
    assert "assault" not in marks(match, "wehrmacht-grenadiers-1")
