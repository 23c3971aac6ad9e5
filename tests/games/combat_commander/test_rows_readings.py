"""The readings of unclear passages that other tests leave out, each held to its number."""

from typing import Any

import pytest

from tests.games.combat_commander.battle import (
    EXAMPLE,
    Battle,
    battle,
    chit,
    radio,
    sheet,
    smoke,
    unit,
    weapon,
    work,
)
from tests.games.combat_commander.shipped import PACK, changed
from wardiary.domain.games.combat_commander.components.terrain_chart import FORTIFICATIONS
from wardiary.domain.games.combat_commander.pack.reader import read_pack
from wardiary.domain.games.combat_commander.terrain.terrain import retreat_hexes, sight_line
from wardiary.domain.packs import PackError
from wardiary.domain.table import events as e


def rifle(at: str, name: str = "axis-a", **more: Any) -> e.Event:
    return unit(name, "germany-rifle", at, **more)


def us(at: str, name: str = "allies-a", **more: Any) -> e.Event:
    return unit(name, "america-line", at, **more)


def order_of_events(table: Battle) -> list[str]:
    """Tracks that moved and things that were rolled or read, in order."""
    return [
        event.track if isinstance(event, e.TrackSet) else event.pool
        for event in table.events
        if isinstance(event, e.TrackSet | e.DiceRolled)
    ]


@pytest.mark.parametrize("event", ["dust", "shell-shock"])
def test_a_random_hex_on_the_last_card_waits_for_time(event: str):
    """AMB-06, 1.8, 6.1.2: the hex is E5 as read, but time moves first; its Time! adds nothing."""
    table = battle(rifle("K3"), axis_deck=("hex:E5",), short=("axis",))
    table.read(event, dice=(7,) if event == "dust" else ())

    assert order_of_events(table)[:2] == ["time", "random hex"]
    assert table.table.track("time") == 1


def test_a_drift_card_that_is_the_last_brings_time_on_before_the_round_moves():
    """AMB-06, O18.2.2.1: accuracy, time, drift."""
    table = battle(
        radio("axis"),
        unit("axis-sgt", "germany-sergeant-x", "E3"),
        axis=("artillery-request",),
        axis_deck=("6-4", "4-1"),
        short=("axis",),
    )
    table.order("artillery-request")
    table.say("axis", "spot E8 shells")

    assert order_of_events(table) == ["card", "time", "directions"]


def test_an_event_card_that_is_the_last_brings_time_on_before_it_is_carried_out():
    """AMB-06, 1.9.1.1: time, then the surrender marker of Elan."""
    table = battle(
        rifle("E5"),
        us("E7"),
        axis=("fire",),
        axis_deck=("1-6 event", "event:elan"),
        short=("axis",),
        allies_deck=("6-5",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E7 axis-a"), ("axis", "shoot"))

    moved = [one for one in order_of_events(table) if one in ("time", "surrender-axis")]
    assert moved == ["time", "surrender-axis"]


def test_a_single_smoke_on_the_map_goes_unasked():
    """AMB-07, AMB-12, 6.1.2-e: with one there is no choice; with none nothing happens."""
    table = battle(smoke(3, "C3"))
    table.time_passes("allies")

    assert table.zone("smoke-3") == "smoke-cup"
    # It was the Allies' deck that ran out, so theirs is shuffled anew, and only theirs.
    assert [one.zone for one in table.happened(e.PileShuffled)] == ["deck-allies"]


def test_sudden_death_threatens_at_every_later_advance():
    """AMB-08, 6.2.2: marker on 5, time goes to 8: there is a roll, compared with 8."""
    table = battle(time=7, sudden_death=5, axis_deck=("4-4 sniper",))
    table.time_passes().let_stand()

    assert [one.purpose for one in table.happened(e.DiceRolled)] == ["sudden-death"]
    assert table.table.result is None
    assert table.table.track("time") == 8


def test_time_cannot_leave_its_track():
    """AMB-11, 6.1.1: a scenario that begins beyond the last space is no scenario."""
    with pytest.raises(PackError):
        read_pack(changed("scenarios.toml", "sudden_death = 6", "sudden_death = 60"))


def test_handing_a_weapon_over_is_no_entry_that_could_be_fired_at():
    """AMB-16, A33.1: in full view of the enemy; he is not asked."""
    table = battle(
        rifle("E5"),
        weapon("axis-mg", "germany-light-mg", "E5", "axis-a"),
        rifle("E5", "axis-b"),
        us("E7"),
        axis=("move",),
        allies=("fire",),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "hand-over axis-mg axis-b"))

    table.asks("axis", "O21")


def test_a_lone_unit_demoralised_on_the_way_stops():
    """AMB-18, O21.2: one hex of movement would be left on the other side; it may not be used."""
    table = battle(
        rifle("E5"),
        us("E9"),
        axis=("move",),
        axis_deck=("2-1",),
        allies=("fire",),
        allies_deck=("6-5",),
    ).order("move", "axis-a")
    table.commands(("axis", "group axis-a"), ("axis", "step E6"))
    card = table.candidates("watch", "card")[0]
    table.commands(
        ("allies", f"watch {card} allies-a -"), ("allies", "fire E6 allies-a"), ("allies", "shoot")
    )

    assert table.face("axis-a") == "demoralised"
    assert table.offer("step") is None
    table.when("axis", "group axis-a").then_illegal("O21.2")


@pytest.mark.parametrize(
    ("kind", "fire", "airburst"),
    [("germany-light-mortar", 6, 2), ("germany-ig-18-gun", 10, 2)],
)
def test_guns_with_a_white_bar_burst_in_the_trees_as_mortars_do(
    kind: str, fire: int, airburst: int
):
    """AMB-26, T99: 10 or 6, a roll of 3, and 2."""
    table = battle(
        rifle("E3"),
        weapon("axis-gun", kind, "E3", "axis-a"),
        us("E8"),
        on=sheet(terrain={"E8": "w"}),
        axis=("fire",),
        axis_deck=("6-4", "2-1"),
        allies_deck=("6-5",),
    ).order("fire", "axis-a")
    table.commands(("axis", "fire E8 axis-gun"), ("axis", "shoot"))

    assert table.reckoned("attack total E8") == fire + 3 + airburst


def test_height_counts_for_mortars_but_not_for_batteries_and_mines():
    """AMB-27, T88.2: a mortar downhill 6 + 1; a battery at the same hex 10; mines uphill 6."""
    hill = sheet(hills={"1": ["E3"]})
    mortar = battle(
        rifle("E3"),
        weapon("axis-gun", "germany-light-mortar", "E3", "axis-a"),
        us("E8"),
        on=hill,
        axis=("fire",),
        axis_deck=("6-4",),
    ).order("fire", "axis-a")
    mortar.say("axis", "fire E8 axis-gun")
    battery = battle(
        radio("axis"),
        unit("axis-sgt", "germany-sergeant-x", "E3"),
        us("E8"),
        on=hill,
        axis=("artillery-request",),
        axis_deck=("6-4", "4-1", "2-1"),
        allies_deck=("6-5",),
    ).order("artillery-request")
    battery.say("axis", "spot E8 shells")
    mined = battle(
        rifle("E4"),
        work("mines", "E3"),
        on=hill,
        axis=("move",),
        axis_deck=("6-5",),
        allies_deck=("1-2",),
    ).order("move", "axis-a")
    mined.commands(("axis", "group axis-a"), ("axis", "step E3"))

    assert mortar.asks("axis", "O20.3.3").facts["firepower"] == 7
    assert battery.reckoned("impact E8") == 10
    assert mined.reckoned("attack total E3") == 6 + 3


def test_there_are_six_fortifications_and_wire_is_the_sixth():
    """AMB-32, F100.1."""
    assert set(FORTIFICATIONS) == {"foxholes", "trench", "mines", "bunker", "pillbox", "wire"}


def test_the_special_markers_have_no_secret_side():
    """AMB-35, 7.3.2, 7.3.3: drawn as a secret one they are open at once, and R with them."""
    open_only = {chit.letter for chit in PACK.chits.values() if not chit.has_secret_side}
    specials = {chit.letter for chit in PACK.chits.values() if chit.special}

    assert specials < open_only
    assert open_only == {"R", "V", "W", "X"}
    assert len(PACK.chits) == 22


def test_a_legal_hex_must_be_taken_in_a_retreat():
    """AMB-50, O23.3.5: one of the three nearer hexes is free: the enemy's and the water are not."""
    table = battle(rifle("F5", face="demoralised"), us("E6"), on=sheet(terrain={"F6": "~"}))

    assert retreat_hexes(table.table, "axis", "F5") == ("G6",)


def test_a_retreat_uses_a_main_bridge_by_its_ends_only():
    """AMB-56, T80.1: along the road on to it, and not from beside it."""
    bridge = sheet(
        terrain={"E6": "=", "D5": "~", "F5": "~", "D6": "~", "F6": "~"},
        roads=[["E5", "E6", "E7"]],
    )
    along = battle(rifle("E5", face="demoralised"), on=bridge)
    aside = battle(
        rifle("D5", face="demoralised"),
        on=sheet(terrain={"E6": "=", "D6": "~", "C6": "~"}, roads=[["E5", "E6", "E7"]]),
    )

    assert retreat_hexes(along.table, "axis", "E5") == ("E6",)
    assert "E6" not in retreat_hexes(aside.table, "axis", "D5")


def test_a_leader_cannot_bring_another_leader_along_and_radii_do_not_chain():
    """AMB-61, 3.3.1.1: sergeant-x in K8, radius 1; a leader beside him, a squad beyond that one."""
    table = battle(
        unit("axis-one", "germany-sergeant-x", "K8"),
        unit("axis-two", "germany-sergeant-x", "K7"),
        rifle("K6"),
        rifle("K7", "axis-b"),
        axis=("move",),
    ).order("move")

    table.when("axis", "activate axis-one axis-two").then_illegal("3.3.1.1")
    table.when("axis", "activate axis-one axis-a").then_illegal("3.3.1.1")
    table.say("axis", "activate axis-one axis-b")
    assert table.refused is None


def test_there_are_always_enough_teams():
    """AMB-63, A36, E52: twenty squads deployed, forty teams."""
    squads = [rifle(f"{c}{n}", f"axis-{c.lower()}{n}") for c in "BCDEFGHIJK" for n in (3, 6)]
    table = battle(*squads)
    for _ in squads:
        table.read("deploy")
        squad = next(
            candidate
            for candidate in table.candidates("choose", "this")
            if table.table.pieces[candidate].kind == "germany-rifle"
        )
        table.say("axis", f"choose {squad}")

    teams = [
        piece
        for piece in table.table.pieces.values()
        if piece.kind == "germany-line-team" and piece.zone != "box"
    ]
    assert len(teams) == 40


def test_crests_lie_between_hexes_of_different_level():
    """AMB-22, AMB-23, T88.3: B and B' of the printed examples: seen from level 2, not from 1."""
    from_one = battle(on=EXAMPLE).table
    higher = sheet(
        terrain={"K6": "w", "J8": "w", "L8": "w", "M5": "w"},
        hills={"1": ["K6", "K7", "K8", "J8"], "2": ["J6", "J7", "J9"]},
    )

    assert not sight_line(from_one, "J9", "L6").clear
    assert sight_line(battle(on=higher).table, "J9", "L6").clear


def test_printed_terrain_beside_a_line_counts_if_both_hexes_have_it():
    """AMB-24, 10.1: L5 to K7 runs beside the woods of K6: clear; smoke beside it hinders."""
    clear = sight_line(battle(on=EXAMPLE).table, "L5", "K7")
    smoky = sight_line(battle(smoke(9, "L6"), on=EXAMPLE).table, "L5", "K7")

    assert (clear.clear, clear.hindrance) == (True, 0)
    assert (smoky.clear, smoky.hindrance) == (True, 5)


def test_an_objective_marker_is_asked_for_by_its_own_letter():
    """AMB-55, 7.3.2: the attitude and the event of one name are two things in the pack."""
    assert "reconnaissance" in {card.event for card in PACK.decks["germany"]}
    assert PACK.scenarios["cc-h1"].axis.attitude == "reconnaissance"
    assert chit("K", "chit-cup").kind == "objective-3-worth-3"
