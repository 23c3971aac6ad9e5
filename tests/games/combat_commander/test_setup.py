"""Set-up: what a scenario brings to the table, and how both sides deploy."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.games.combat_commander.builders import (
    DEPLOYMENT,
    PACK,
    before_deployment,
    content_with,
    sheet,
    unit,
)
from tests.scenario import Scenario, opened
from wardiary.domain.games.combat_commander.pack.reader import read_pack
from wardiary.domain.games.combat_commander.pack.setup_zone import setup_hexes
from wardiary.domain.games.combat_commander.rulebook import RULES
from wardiary.domain.games.combat_commander.setup.deployment import sensible_deployment, set_up_zone
from wardiary.domain.games.combat_commander.setup.scenario import DeployRest, SetUp
from wardiary.domain.games.combat_commander.table.places import occupied_hexes, units_on_map
from wardiary.domain.games.combat_commander.units.stacking import overstacked_hexes
from wardiary.domain.games.combat_commander.weapons.weapons import weapon_of, weapons_in_play
from wardiary.domain.packs import PackError
from wardiary.domain.play.prompts import matching_offer


def test_set_up_zones_are_given_as_rows_columns_and_hexes():
    hexes = setup_hexes(sheet(), ("rows 9-10", "columns A-B", "E5"))

    assert len(hexes) == 30 + 20 - 4 + 1
    assert {"E5", "A1", "O10"} <= hexes
    with pytest.raises(PackError, match="zone"):
        setup_hexes(sheet(), ("Z9",))


NAMES = ("cc-h1", "cc-h2", "cc-h3", "cc-h4")


SEATS = ("axis", "allies")


@pytest.mark.parametrize("name", NAMES)
def test_the_set_up_places_all_cards_markers_and_fortifications(name: str):
    """72 cards a deck, 22 objective markers, 20 smoke counters, all fortifications of the box."""
    table = before_deployment(name).table
    kinds = Counter(piece.kind for piece in table.pieces.values())

    assert {seat: len(table.zone(f"deck-{seat}")) for seat in SEATS} == {"axis": 72, "allies": 72}
    assert sum(piece.id.startswith("chit-") for piece in table.pieces.values()) == 22
    assert sum(number for kind, number in kinds.items() if kind.startswith("smoke-")) == 20
    assert {
        kind: kinds[kind] for kind in PACK.markers.fortifications
    } == PACK.markers.fortifications
    assert all(len(table.zone(f"objectives-{seat}")) <= 1 for seat in SEATS)


def deployed(name: str) -> Scenario:
    table = before_deployment(name)
    first = PACK.scenarios[name].setup_first
    for seat in (first, "allies" if first == "axis" else "axis"):
        table.when(seat, DeployRest())
        assert table.refused is None, table.refused
    return table


@pytest.mark.parametrize("name", NAMES)
def test_the_rest_of_a_force_is_set_up_within_its_zone_and_the_stacking_limit(name: str):
    """8.2, 11.2, F100.3"""
    table = deployed(name).table
    sheet = PACK.scenarios[name]

    for seat in SEATS:
        force = sheet.force(seat)
        zone = set(set_up_zone(table, seat))
        assert not table.zone(f"reserve-{seat}")
        assert len(units_on_map(table, seat)) == sum(force.units.values())
        assert len(weapons_in_play(table, seat)) == sum(force.weapons.values())
        assert set(occupied_hexes(table, seat)) <= zone
        assert overstacked_hexes(table, seat) == ()
    placed = Counter(
        piece.kind for piece in table.pieces.values() if piece.zone in PACK.maps[sheet.map].grid
    )
    wanted = Counter(sheet.axis.fortifications) + Counter(sheet.allies.fortifications)
    assert Counter({kind: placed[kind] for kind in wanted}) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_hands_are_dealt_by_attitude_when_both_are_deployed(name: str):
    """1.1"""
    table = deployed(name).table
    sizes = {"attacker": 6, "reconnaissance": 5, "defender": 4}

    for seat in SEATS:
        assert len(table.zone(f"hand-{seat}")) == sizes[PACK.scenarios[name].force(seat).attitude]


@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_the_set_up_cites_a_rule_of_the_book(name: str):
    table = before_deployment(name)
    events = table.when(PACK.scenarios[name].setup_first, DeployRest()).events

    assert {event.rule for event in events} <= {*RULES, "Table/Pause", "Table/Command"}


def test_tracks_begin_where_the_scenario_says():
    """4.1.1, 4.2, 6.1.1, 6.2.1, 7.3.1"""
    tracks = before_deployment("cc-h2").table.tracks

    assert tracks == {
        "vp": 10, "time": 0, "sudden-death": 7, "surrender-axis": 9, "surrender-allies": 9,
        **{f"control-{number}": 1 for number in range(1, 6)},
    }  # fmt: skip


def test_a_general_marker_drawn_at_the_start_scores_for_the_controller():
    """7.3.3: marker A, objective 1 = 1, drawn with all objectives in Allied hands."""
    table = before_deployment("cc-h4").table

    assert table.zone("objectives-open") == ("chit-s", "chit-a")
    assert table.track("vp") == -8 - 1


def test_a_marker_without_secret_side_that_is_drawn_as_secret_is_open():
    """7.3.3: every marker drawn is either secret with a secret side or open."""
    table = before_deployment("cc-h1").table

    for seat in SEATS:
        for piece in table.zone(f"objectives-{seat}"):
            assert PACK.chits[piece[-1].upper()].has_secret_side
    assert table.zone("objectives-open") == ("chit-a", "chit-b")


def test_the_seats_set_up_in_the_order_of_the_scenario():
    table = before_deployment("cc-h1")

    table.then_does_not_ask("axis").then_asks("allies")
    table.when("allies", DeployRest()).then_asks("axis")


def test_a_piece_may_be_set_up_only_in_its_owners_zone():
    table = before_deployment("cc-h1")
    prompt = table.then_asks("allies")

    assert matching_offer(prompt, SetUp("allies-line-1", "E2")) is not None
    assert matching_offer(prompt, SetUp("allies-line-1", "E3")) is None
    assert matching_offer(prompt, SetUp("axis-rifle-1", "E2")) is None


def test_a_unit_that_would_overstack_a_hex_is_not_offered_there_in_set_up():
    """8.2"""
    table = before_deployment("cc-h1").when("allies", "set-up allies-line-1 E2")

    assert matching_offer(table.then_asks("allies"), SetUp("allies-line-2", "E2")) is None
    assert (
        matching_offer(table.then_asks("allies"), SetUp("allies-weapon-team-1", "E2")) is not None
    )


def test_a_weapon_is_set_up_with_the_unit_that_carries_it():
    """11.2: given in reserve, it comes along; a second weapon is refused."""
    table = before_deployment("cc-h1")
    table.when("allies", "set-up allies-medium-mg-1 allies-line-1")
    table.when("allies", "set-up allies-medium-mg-2 allies-line-1").then_illegal("Glossary")
    table.when("allies", "set-up allies-medium-mg-1 allies-line-2").then_illegal("Glossary")
    table.when("allies", "set-up allies-line-1 E2")

    assert weapon_of(table.table, "allies-line-1") == "allies-medium-mg-1"
    assert table.table.zone_of("allies-medium-mg-1") == "E2"


def test_a_hex_takes_only_one_fortification_in_set_up():
    """8.1.3"""
    table = before_deployment("cc-h2").when("axis", "set-up foxholes-1 E5")

    assert matching_offer(table.then_asks("axis"), SetUp("wire-1", "E5")) is None


def test_a_radio_begins_in_its_artillery_box():
    """12"""
    table = before_deployment("cc-h2").table

    assert table.zone("artillery-allies") == ("allies-radio-1",)
    assert table.pieces["allies-radio-1"].kind == "radio-88mm"


@pytest.mark.parametrize("name", NAMES)
def test_any_random_set_up_ends_with_all_pieces_on_the_map(name: str):
    """Pieces set up one by one at random; every offer taken up is accepted."""
    dice = random.Random(name)
    table = before_deployment(name)
    while "deploying" in bytes(table.table.steps).decode():
        (prompt,) = DEPLOYMENT.prompts(table.table)
        offer = dice.choice(prompt.offers[1:])
        piece, at = (slot.candidates for slot in offer.slots)
        table.when(prompt.seat, SetUp(str(piece[0]), str(dice.choice(at))))
        assert table.refused is None, table.refused

    assert not table.table.zone("reserve-axis")
    assert not table.table.zone("reserve-allies")
    assert not overstacked_hexes(table.table, "axis")


def test_the_bot_deploys_into_full_hexes_where_no_roomy_one_is_left():
    """8.2: every hex of the zone holds five soldiers, so a team goes where seven just fit."""
    match = before_deployment("cc-h1")
    (prompt,) = DEPLOYMENT.prompts(match.table)
    seat, reserve = prompt.seat, f"reserve-{prompt.seat}"
    squads = [
        piece
        for piece in match.table.zone(reserve)
        if (card := PACK.units.get(match.table.pieces[piece].kind)) and card.type == "squad"
    ]
    match.given(lambda draft: draft.move(squads, f"casualties-{seat}", rule="7.3"))
    for number, hex_label in enumerate(set_up_zone(match.table, seat)):
        match.given(
            unit(f"{seat}-squad-of-{number}", match.table.pieces[squads[0]].kind, hex_label),
            unit(f"{seat}-hero-of-{number}", "america-hero", hex_label),
        )

    deployed = dict(sensible_deployment(match.table, seat))

    teams = [piece for piece in deployed if match.table.pieces[piece].kind.endswith("weapon-team")]
    assert teams
    assert {deployed[team] for team in teams} <= set(set_up_zone(match.table, seat))


def test_reinforcements_wait_on_the_time_track():
    """6.1.2: units with their weapons, and radios, as the scenario says."""
    late = 'reinforcements = { 4 = ["rifle", "weapon-team+light-mg"], 6 = ["radio-75mm"] }'
    files = content_with("scenarios.toml", 'nation = "germany"', f'nation = "germany"\n{late}')
    table = opened(DEPLOYMENT, read_pack(files), "cc-h1", ("axis", "allies")).table

    kinds = [table.pieces[piece].kind for piece in table.zone("time-4")]
    assert kinds == ["germany-rifle", "germany-weapon-team", "germany-light-mg"]
    _, team, gun = table.zone("time-4")
    assert table.pieces[gun].host == team
    assert [table.pieces[piece].kind for piece in table.zone("time-6")] == ["radio-75mm"]


def test_reinforcements_cannot_be_set_to_arrive_at_the_start():
    """6.1.2: a space that time has not reached yet."""
    late = 'reinforcements = { 0 = ["rifle"] }'
    files = content_with("scenarios.toml", 'nation = "germany"', f'nation = "germany"\n{late}')

    with pytest.raises(PackError, match="a space from 1 to 13"):
        read_pack(files)
