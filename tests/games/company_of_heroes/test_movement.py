"""Command points, movement of legs, wheels and tracks, transports, setting up."""

from __future__ import annotations

from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    TWO_EACH,
    altered_pack,
    candidates,
    firing,
    hex_of,
    marks,
    supplied,
    targets,
    turn,
    verbs,
)
from wardiary.domain.table import events as e

# Command points


def test_a_turn_has_three_cp_and_what_is_left_is_lost():
    """C-4.1a."""
    match = turn({"us-riflemen-1": "F3", "wehrmacht-grenadiers-1": "F11"}, cp=3)
    match.when("us", "move us-riflemen-1 F2")
    assert match.table.track("cp/us") == 2

    match.when("us", "end us")
    assert match.table.track("cp/us") == 0
    assert match.table.seat == "wehrmacht"
    assert match.table.track("cp/wehrmacht") == 3


def test_teammates_spend_their_own_cp_in_the_same_turn():
    """C-4.1b, C-2.2k."""
    match = turn({"us-riflemen-1": "F3", "us-2-riflemen-1": "I3"}, seats=TWO_EACH)

    match.when("us", "move us-riflemen-1 F2")
    match.when("us", "move us-2-riflemen-1 I2").then_illegal("C-4.1a")
    match.when("us-2", "move us-2-riflemen-1 I2")
    assert [match.table.track(f"cp/{army}") for army in ("us", "us-2")] == [2, 2]


def test_a_turn_goes_on_until_every_teammate_has_ended():
    """C-4.1b."""
    units = {"us-riflemen-1": "F3", "us-2-riflemen-1": "I3", "wehrmacht-grenadiers-1": "F11"}
    match = turn(units, seats=TWO_EACH)

    match.when("us", "end us").then_does_not_ask("us")
    match.then_asks("us-2")
    match.when("us-2", "end us-2").then_asks("wehrmacht")


def test_three_cp_a_round_on_a_unit_over_all_turns():
    """C-4.1.1c, worked example 3: two in one turn, one in a later turn, then it is locked."""
    match = turn({"us-riflemen-1": ("F3", {"cp": 2}), "us-riflemen-2": "A1"})
    match.when("us", "move us-riflemen-1 F2").then(
        e.TrackSet(track="cp/us", value=2, rule="C-4.1.1d"),
        e.MarkSet(piece="us-riflemen-1", mark="cp", value=3, until="maneuver", rule="C-4.1.1d"),
        e.PiecesMoved(pieces=("us-riflemen-1",), to="F2", rule="C-4.1.1d"),
    )

    match.when("us", "move us-riflemen-1 F1").then_illegal("C-4.1.1c")


def test_the_cp_of_a_turn_limit_all_units_together():
    """C-4.1a: three CP, on one unit or on several."""
    match = turn({"us-riflemen-1": "F3", "us-riflemen-2": "A1"}, cp=1)
    match.when("us", "move us-riflemen-1 F2")

    match.when("us", "move us-riflemen-2 A2").then_illegal("C-4.1a")


def test_cp_cubes_leave_the_map_at_the_end_of_maneuver():
    """C-4.1c."""
    units = {"us-riflemen-1": ("A1", {}), "wehrmacht-grenadiers-1": "A12"}
    match = turn(units, mission=FIRST_GAME, number=4, second=True)
    match.when("us", "move us-riflemen-1 A2")
    match.when("us", "end us")

    assert match.table.phase in ("damage.2", "supply.4")
    assert "cp" not in marks(match, "us-riflemen-1") or marks(match, "us-riflemen-1")["cp"] == 0


def test_the_first_game_has_four_turns_for_each_team():
    """C-4.0d: twelve CP for each player."""
    units = {"us-riflemen-1": "A1", "wehrmacht-grenadiers-1": "A12"}
    match = turn(units, mission=FIRST_GAME)
    turns = []
    while match.table.phase == "maneuver":
        turns.append((match.table.turn, match.table.seat))
        match.when(match.table.seat, f"end {match.table.seat}")

    assert turns == [(n, seat) for n in (1, 2, 3, 4) for seat in ("us", "wehrmacht")]


def test_the_teams_go_first_in_alternate_rounds():
    """C-4.0c."""
    from wardiary.domain.games.company_of_heroes.table.armies import first_team

    first = [first_team(turn({}, begins="wehrmacht", round=number).table) for number in (1, 2, 3)]
    assert first == ["wehrmacht", "us", "wehrmacht"]


# On foot


def test_a_cp_moves_a_unit_one_hex():
    """C-4.1.1d."""
    match = turn({"us-riflemen-1": "F3"})

    match.when("us", "move us-riflemen-1 F5").then_illegal("C-4.1.1d")
    assert candidates(match.then_asks("us"), "move", "path") == {"F2", "G3", "G4", "F4", "E4", "E3"}


def test_units_pass_through_others_but_do_not_stop_on_them():
    """C-4.1f, C-4.1g: allies and enemies; the whole way is paid at once."""
    for other in ("us-mortar-team-1", "wehrmacht-grenadiers-1"):
        match = turn({"us-riflemen-1": "F2", other: "F3"})
        match.when("us", "move us-riflemen-1 F3").then_illegal("C-4.1f")
        match.when("us", "move us-riflemen-1 F3,F4")

        assert hex_of(match, "us-riflemen-1") == "F4"
        assert match.table.track("cp/us") == 1


def test_passing_through_a_unit_needs_the_cp_for_the_whole_way():
    """C-4.1f."""
    match = turn({"us-riflemen-1": "F2", "us-mortar-team-1": "F3"}, cp=1)

    match.when("us", "move us-riflemen-1 F3,F4").then_illegal("C-4.1a")


def test_no_unit_crosses_a_red_line_or_enters_water():
    """C-4.1d, C-4.1e: nothing is spent; the red line does not stop sight."""
    match = turn({"us-riflemen-1": "D4", "wehrmacht-grenadiers-1": "A12"})

    match.when("us", "move us-riflemen-1 E4").then_illegal("C-4.1d")
    match.when("us", "move us-riflemen-1 D6").then_illegal("C-4.1.1d")
    match = turn({"us-riflemen-1": "D5", "wehrmacht-grenadiers-1": "A12"})
    match.when("us", "move us-riflemen-1 D6").then_illegal("C-4.1e")
    assert match.table.track("cp/us") == 3

    across = {"us-riflemen-1": "I5", "wehrmacht-grenadiers-1": "J5"}
    assert targets(firing(across).then_asks("us"), "us-riflemen-1") == {"wehrmacht-grenadiers-1"}


def test_only_infantry_enters_buildings():
    """C-4.1.1b, worked example 3: a CP in, a CP out."""
    match = turn({"us-riflemen-1": "B3", "us-jeep-1": "A4"})
    match.when("us", "move us-riflemen-1 B4")
    match.when("us", "move us-riflemen-1 B5")
    assert match.table.track("cp/us") == 1

    match.when("us", "move us-jeep-1 B4").then_illegal("C-4.1.1b")


def test_destroyed_buildings_are_entered_by_infantry_too():
    """C-4.1.1b."""
    match = turn({"us-riflemen-1": "G4", "us-jeep-1": "F4"})

    match.when("us", "move us-jeep-1 G5").then_illegal("C-4.1.1b")
    match.when("us", "move us-riflemen-1 G5")
    assert hex_of(match, "us-riflemen-1") == "G5"


# Light vehicles


def test_a_speed_die_is_a_free_action_before_any_cp():
    """C-4.1.5a, worked example 6: four hexes for three CP."""
    match = turn({"us-jeep-1": "A1", "us-riflemen-1": "F3"})
    for hex_ in ("A2", "A3", "A4", "A5"):
        match.when("us", f"move us-jeep-1 {hex_}")
        assert match.refused is None

    assert hex_of(match, "us-jeep-1") == "A5"
    assert match.table.track("cp/us") == 0
    assert marks(match, "us-jeep-1") == {"speed-spent": 1, "cp": 3}


def test_a_speed_die_works_without_any_cp_left():
    """C-4.1.5a: it counts towards no limit."""
    match = turn({"us-jeep-1": "A1", "us-riflemen-1": "F3"}, cp=0)

    match.when("us", "move us-jeep-1 A2")
    assert hex_of(match, "us-jeep-1") == "A2"


def test_a_speed_die_is_lost_once_a_cp_was_spent():
    """C-4.1.5a: after a CP there is no free action."""
    match = turn({"us-jeep-1": ("A1", {"cp": 1}), "us-riflemen-1": "F3"}, cp=3)

    match.when("us", "move us-jeep-1 A2")
    assert match.table.track("cp/us") == 2


def test_a_transport_moves_with_its_passengers_for_its_own_cp():
    """C-4.1.5b, C-4.1.2q."""
    match = turn({"us-jeep-1": "A1", "us-riflemen-1": ("A1", {"host": "us-jeep-1"})})
    match.when("us", "move us-jeep-1 A2")

    assert hex_of(match, "us-riflemen-1") == "A2"
    assert match.table.pieces["us-riflemen-1"].host == "us-jeep-1"
    assert match.table.track("cp/us") == 3


# Transports


def test_boarding_costs_the_infantry_one_cp():
    """C-4.1.2q."""
    match = turn({"us-jeep-1": "A2", "us-riflemen-1": "A1"})
    match.when("us", "board us-riflemen-1 us-jeep-1")

    assert marks(match, "us-riflemen-1")["cp"] == 1
    assert "cp" not in marks(match, "us-jeep-1")
    assert match.table.pieces["us-riflemen-1"].host == "us-jeep-1"


def test_only_transports_of_the_same_army_beside_the_unit_with_room_are_boarded():
    """C-4.1.2q."""
    units = {
        "us-jeep-1": "A2", "us-riflemen-1": "A1", "us-riflemen-2": ("A2", {"host": "us-jeep-1"}),
        "us-2-jeep-1": "B1", "us-jeep-2": "F3", "us-greyhound-1": "B2",
    }  # fmt: skip
    match = turn(units, seats=TWO_EACH)
    for transport in ("us-jeep-1", "us-2-jeep-1", "us-jeep-2", "us-greyhound-1"):
        match.when("us", f"board us-riflemen-1 {transport}").then_illegal("C-4.1.2q")


def test_passengers_get_out_onto_an_empty_hex_for_one_cp():
    """C-4.1.2q."""
    units = {
        "us-jeep-1": "B2", "us-riflemen-1": ("B2", {"host": "us-jeep-1"}), "us-mortar-team-1": "B3",
    }  # fmt: skip
    match = turn(units)
    match.when("us", "leave us-riflemen-1 B3").then_illegal("C-4.1g")
    match.when("us", "move us-riflemen-1 B1").then_illegal("C-4.1.2q")
    match.when("us", "leave us-riflemen-1 B1")

    assert hex_of(match, "us-riflemen-1") == "B1"
    assert match.table.pieces["us-riflemen-1"].host == ""
    assert marks(match, "us-riflemen-1")["cp"] == 1


# Setting up


def test_weapons_move_packed_up_and_fire_set_up():
    """C-4.1.2o, C-4.1.1e."""
    units = {"us-mg-team-1": ("F3", {"packed": 1}), "wehrmacht-grenadiers-1": "F4"}
    firing(units, guns=False).then_does_not_ask("us")

    match = turn(units)
    match.when("us", "set-up us-mg-team-1 4")
    assert marks(match, "us-mg-team-1") == {"cp": 1, "packed": 0} or marks(
        match, "us-mg-team-1"
    ) == {"cp": 1}
    match.when("us", "move us-mg-team-1 F2").then_illegal("C-4.1.2o")
    match.when("us", "pack-up us-mg-team-1")
    match.when("us", "move us-mg-team-1 F2")
    assert match.table.track("cp/us") == 0
    assert match.table.pieces["us-mg-team-1"].face == ""


def test_an_at_gun_moves_two_hexes_and_sets_up_with_its_three_cp():
    """C-4.1.3f, worked example 4: turning it later costs two CP."""
    match = turn({"us-at-gun-team-1": ("F1", {"packed": 1})})
    for command in ("move us-at-gun-team-1 F2", "move us-at-gun-team-1 F3"):
        match.when("us", command)
    match.when("us", "set-up us-at-gun-team-1 4")
    assert match.table.pieces["us-at-gun-team-1"].face == "4"
    assert match.table.track("cp/us") == 0

    match = turn({"us-at-gun-team-1": ("F3", {"face": 4})}, cp=2)
    match.when("us", "set-up us-at-gun-team-1 3").then_illegal("C-4.1.2o")
    match.when("us", "pack-up us-at-gun-team-1").when("us", "set-up us-at-gun-team-1 3")
    assert match.table.pieces["us-at-gun-team-1"].face == "3"
    assert match.table.track("cp/us") == 0


def test_there_are_no_facings_in_the_first_game():
    """C-4.1.3d."""
    match = turn({"us-mg-team-1": ("F3", {"packed": 1})}, mission=FIRST_GAME)

    match.when("us", "set-up us-mg-team-1 4").then_illegal("C-4.1.3f")
    match.when("us", "set-up us-mg-team-1 -")
    assert match.table.pieces["us-mg-team-1"].face == ""


def test_mortars_are_not_set_up_in_buildings_but_machine_guns_are():
    """C-4.1.2p."""
    units = {"us-mortar-team-1": ("B4", {"packed": 1}), "us-mg-team-1": ("E4", {"packed": 1})}
    match = turn(units)

    match.when("us", "set-up us-mortar-team-1 4").then_illegal("C-4.1.2p")
    match.when("us", "set-up us-mg-team-1 4")
    assert match.refused is None


def test_nothing_is_set_up_in_a_transport():
    """C-4.1.2q."""
    units = {"us-jeep-1": "B2", "us-mg-team-1": ("B2", {"host": "us-jeep-1", "packed": 1})}

    turn(units).when("us", "set-up us-mg-team-1 4").then_illegal("C-4.1.2q")


def test_emplacements_never_move():
    """C-4.1.2k."""
    match = turn({"us-50-cal-nest-1": ("F3", {"packed": 1})})

    match.when("us", "move us-50-cal-nest-1 F4").then_illegal("C-4.1.2k")
    match.when("us", "set-up us-50-cal-nest-1 4")
    assert match.refused is None


def test_a_slow_unit_takes_two_cp_a_round():
    """C-4.1.2n."""
    match = turn({"us-priest-1": ("F3", {"cp": 2}), "us-riflemen-1": "A1"})

    match.when("us", "drive us-priest-1 F2 1").then_illegal("C-4.1.2n")


def test_a_doubly_slow_unit_takes_one_cp_a_round():
    """C-4.1.2n."""
    twice = altered_pack("units.toml", ('abilities = ["slow"]', 'abilities = ["slow", "slow"]'))
    unit = next(kind for kind, card in twice.units.items() if card.count("slow") == 2)
    name = unit.partition("-")[2]
    team = unit.partition("-")[0]
    other = {f"{team}-mortar-team-1": "A12"}
    match = turn({f"{team}-{name}-1": ("F3", {"cp": 1})} | other, team=team, values=twice)

    match.when(team, f"drive {team}-{name}-1 F2 1").then_illegal("C-4.1.2n")


def test_some_vehicles_give_up_firing_to_capture():
    """C-4.1.6b."""
    printed = 'abilities = ["slow"]'
    values = altered_pack("units.toml", (printed, 'abilities = ["capture-toggle"]'))
    kind = next(kind for kind, card in values.units.items() if card.has("capture-toggle"))
    team, _, name = kind.partition("-")
    unit = f"{team}-{name}-1"
    match = turn({unit: "F6"}, team=team, values=values)
    match.when(team, f"toggle {unit}")
    assert marks(match, unit) == {"cp": 1, "toggled": 1}

    captured = supplied({unit: ("F6", {"toggled": 1})}, values=values)
    assert captured.table.pieces["point-F6"].face == team
    fires = firing(
        {unit: ("F6", {"toggled": 1}), "wehrmacht-grenadiers-1": "F3"}, team=team, values=values
    )
    fires.then_does_not_ask(team)
    assert supplied({unit: "F6"}, values=values).table.pieces["point-F6"].face == ""


# Heavy vehicles


def test_heavy_vehicles_move_like_others_in_the_first_game():
    """C-4.1.6a."""
    match = turn({"us-sherman-1": ("F3", {"face": ""})}, mission=FIRST_GAME)

    match.when("us", "move us-sherman-1 G3")
    assert hex_of(match, "us-sherman-1") == "G3"


def test_a_heavy_vehicle_moves_forward_or_back_and_turns_by_one_side():
    """C-4.1.7a: not sideways, and not by two sides."""
    match = turn({"us-sherman-1": ("F3", {"face": 1})})
    reached = {
        (path, facing)
        for path in ("F2", "F4", "G3", "G4", "E3", "E4")
        for facing in candidates(match.then_asks("us"), "drive", "facing", path=path)
    }
    assert reached == {
        ("F2", "6"), ("F2", "1"), ("F2", "2"), ("F4", "6"), ("F4", "1"), ("F4", "2"),
        ("G3", "2"), ("E4", "2"), ("G4", "6"), ("E3", "6"),
    } - {("E4", "2")}  # A building is in E4.  # fmt: skip

    match.when("us", "drive us-sherman-1 G3 1").then_illegal("C-4.1.7a")
    match.when("us", "drive us-sherman-1 F2 3").then_illegal("C-4.1.7a")
    match.when("us", "move us-sherman-1 F2").then_illegal("C-4.1.7a")
    match.when("us", "drive us-sherman-1 G3 2")
    assert (hex_of(match, "us-sherman-1"), match.table.pieces["us-sherman-1"].face) == ("G3", "2")


def test_a_heavy_vehicle_turns_in_place_by_one_side():
    """C-4.1.7a."""
    match = turn({"us-sherman-1": ("F3", {"face": 1})})

    match.when("us", "turn us-sherman-1 3").then_illegal("C-4.1.7a")
    match.when("us", "turn us-sherman-1 6").when("us", "turn us-sherman-1 5")
    assert match.table.pieces["us-sherman-1"].face == "5"
    assert match.table.track("cp/us") == 1


def test_a_heavy_vehicle_drives_through_a_unit_for_two_cp():
    """C-4.1f, C-4.1.7a."""
    match = turn({"us-sherman-1": ("F1", {"face": 4}), "us-riflemen-1": "F2"})
    match.when("us", "drive us-sherman-1 F2 4").then_illegal("C-4.1f")
    match.when("us", "drive us-sherman-1 F2,F3 4")

    assert hex_of(match, "us-sherman-1") == "F3"
    assert match.table.track("cp/us") == 1


def test_a_unit_of_another_army_is_not_moved():
    """C-4.1a."""
    match = turn({"us-riflemen-1": "F3", "wehrmacht-grenadiers-1": "F11"})

    match.when("us", "move wehrmacht-grenadiers-1 F10").then_illegal("C-4.1a")
    match.when("us", "move point-F6 F10").then_illegal("C-4.1a")
    assert "move" in verbs(match.then_asks("us"))


def test_the_other_team_waits():
    """C-4.1a."""
    turn({"us-riflemen-1": "F3"}).when("wehrmacht", "end wehrmacht").then_illegal("Table/Turn")
