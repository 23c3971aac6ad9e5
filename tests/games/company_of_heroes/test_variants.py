"""Variants: tournaments (C-8.2a), spawn areas that advance, real time, cover that is built."""

from __future__ import annotations

import pytest

from tests.games.company_of_heroes.commanders import ARTILLERY, led
from tests.games.company_of_heroes.situations import (
    FIRST_GAME,
    TWO_EACH,
    Placed,
    battle,
    buying,
    candidates,
    defence_dice,
    go_on,
    hex_of,
    laid_out,
    marks,
    resolved,
    turn,
    verbs,
)
from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.commanders.tactics import cannot_use_tactic
from wardiary.domain.games.company_of_heroes.game import GAME
from wardiary.domain.games.company_of_heroes.maneuver.turn import RealTime
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.games.company_of_heroes.setup.spawning import spawn_area
from wardiary.domain.games.company_of_heroes.table.ground import cover_on_side
from wardiary.domain.games.company_of_heroes.table.turns import cp_of_turn
from wardiary.domain.play.draft import Draft
from wardiary.projections.redaction import view

# Tournaments


def test_in_a_tournament_four_commanders_are_drawn_and_the_opponent_bans_one():
    """C-8.2a: both players at once, before anything is deployed."""
    match = laid_out(commanders="tournament")
    ours, theirs = match.table.zone("us-commanders"), match.table.zone("wehrmacht-commanders")
    assert (len(ours), len(theirs)) == (4, 4)
    assert verbs(match.then_asks("us")) == verbs(match.then_asks("wehrmacht")) == {"ban"}

    match.when("us", f"ban us {ours[0]}").then_illegal("C-8.2a")
    match.when("us", f"ban wehrmacht {ours[0]}").then_illegal("C-8.2a")
    match.when("us", f"ban wehrmacht {theirs[1]}")
    assert match.table.zone("commanders-out") == (theirs[1],)
    match.when("wehrmacht", f"ban us {ours[2]}")
    assert len(match.table.zone("us-commanders")) == len(match.table.zone("wehrmacht-commanders"))
    assert len(match.table.zone("us-commanders")) == 3
    assert verbs(match.then_asks("wehrmacht")) == {"deploy"}


def test_who_bans_sees_what_was_drawn_and_nobody_else_does():
    """C-8.2a: a teammate's opponent does not."""
    match = laid_out(seats=TWO_EACH, commanders="tournament")
    hand = match.table.zone("us-2-commanders")

    assert set(hand) <= view(match.table, "wehrmacht-2").pieces.keys()
    assert not set(hand) & view(match.table, "wehrmacht").pieces.keys()


def test_teammates_draw_as_many_as_their_deck_allows():
    """C-8.2a: six commanders for two players: three each, of which one is banned."""
    match = laid_out(seats=TWO_EACH, commanders="tournament")

    assert len(match.table.zone("us-commanders")) == 3
    for seat, army in zip(TWO_EACH, ("wehrmacht", "wehrmacht-2", "us", "us-2"), strict=True):
        match.when(seat, f"ban {army} {match.table.zone(f'{army}-commanders')[0]}")
        assert match.refused is None
    assert len(match.table.zone("us-2-commanders")) == 2


def test_one_player_bans_for_both_of_the_armies_that_he_fields():
    """C-8.2a, C-11.0a."""
    match = laid_out(seats=("us", "us-2", "wehrmacht"), commanders="tournament")

    banned = candidates(match.then_asks("wehrmacht"), "ban", "army")
    assert banned == {"us", "us-2"}


def test_the_first_game_has_nothing_to_ban():
    """C-8.2a."""
    match = laid_out(mission=FIRST_GAME, commanders="tournament")

    assert verbs(match.then_asks("wehrmacht")) == {"deploy"}


# Advancing spawn areas


@pytest.mark.parametrize(
    ("length", "round_", "hexes"),
    [
        ("short", 1, 11),
        ("short", 2, 22),
        ("short", 3, 22),
        ("short", 4, 33),
        ("medium", 2, 11),
        ("medium", 3, 22),
        ("medium", 5, 33),
        ("long", 5, 22),
        ("long", 6, 33),
    ],
)
def test_spawn_areas_grow_by_a_hex_in_two_rounds_of_the_length(
    length: str, round_: int, hexes: int
):
    """C-12c: from the purchases of that round on."""
    given = {"spawn": "advancing", "length": length, "round": round_}
    match = battle({}, phase="supply.4", **given)
    earlier = battle({}, phase="supply.3", **given)

    assert len(spawn_area(match.table, "us")) == hexes
    assert len(spawn_area(match.table, "wehrmacht")) == hexes
    assert len(spawn_area(earlier.table, "us")) <= hexes


def test_spawn_areas_do_not_grow_unless_the_match_is_set_so():
    """C-2.4a."""
    match = battle({}, phase="supply.4", round=6)

    assert len(spawn_area(match.table, "us")) == 11


def test_units_are_bought_in_the_grown_area():
    """C-12c, C-7.4e."""
    match = buying({}, spawn="advancing", round=2)

    places = candidates(match.then_asks("us"), "buy", "place", kind="us-riflemen")
    assert {"A1", "A2", "F2"} <= places
    assert "F3" not in places


def test_the_grown_area_reinforces():
    """C-12c, C-7.6b."""
    units: dict[str, Placed] = {"us-riflemen-1": ("F2", {"damage": 2})}

    def healed(spawn: str) -> int:
        step = Round("recovery", 0, 1)
        match = go_on(battle(units, step, phase="supply.4", round=2, spawn=spawn))
        return marks(match, "us-riflemen-1")["damage"]

    assert (healed("fixed"), healed("advancing")) == (2, 1)


# Real time


def real_time(half: str = "bottom") -> Scenario:
    """A match in real time in its first maneuver: the US went first and took a half of a card."""
    match = laid_out(maneuver="real-time")
    for seat in ("wehrmacht", "us"):
        for number in range(3):
            kind = candidates(match.then_asks(seat), "deploy", "kind")
            match.when(seat, f"deploy {seat} {min(map(str, kind))} {AREAS[seat][number]}")
            assert match.refused is None
    return match.when("us", f"operation {half}")


AREAS = {"us": ("E1", "F1", "G1"), "wehrmacht": ("E12", "F11", "G12")}


def test_in_real_time_the_number_of_turns_is_revealed_and_both_teams_spend_all_cp_at_once():
    """C-12a: three for each turn of the card."""
    match = real_time()
    (card,) = match.table.zone("operations-discard")
    printed = match.table.pack.operations[match.table.pieces[card].kind]

    assert match.table.track("cp/us") == match.table.track("cp/wehrmacht") == 3 * printed.bottom
    assert "move" in verbs(match.then_asks("us"))
    assert "move" in verbs(match.then_asks("wehrmacht"))


def test_in_real_time_cp_are_placed_one_at_a_time_and_who_is_first_has_the_hex():
    """C-12a: a unit cannot pass through another one; most 3 CP on it as ever."""
    units: dict[str, Placed] = {
        "us-riflemen-1": "F4",
        "us-riflemen-2": "F5",
        "wehrmacht-grenadiers-1": "G6",
    }
    step = RealTime("us")
    match = battle(
        units, Round("turns", 1, 1), step, maneuver="real-time",
        tracks={"cp/us": 12, "cp/wehrmacht": 12},
    )  # fmt: skip
    match.when("us", "move us-riflemen-1 F5,F6").then_illegal("C-12a")
    match.when("us", "move us-riflemen-2 F6")
    match.when("wehrmacht", "move wehrmacht-grenadiers-1 F6").then_illegal("C-4.1f")
    match.when("wehrmacht", "move wehrmacht-grenadiers-1 G5")

    assert match.table.track("cp/us") == match.table.track("cp/wehrmacht") == 11


def test_in_real_time_maneuver_ends_when_all_have_and_the_last_retreats_follow():
    """C-12a: one of them may end before the other."""
    units: dict[str, Placed] = {"us-riflemen-1": "F4", "wehrmacht-grenadiers-1": "G7"}
    match = battle(
        units, Round("turns", 1, 1), RealTime("us"), maneuver="real-time",
        tracks={"cp/us": 6, "cp/wehrmacht": 6},
    )  # fmt: skip
    match.when("wehrmacht", "end wehrmacht")
    assert verbs(match.then_asks("us")) >= {"move", "end"}
    match.when("us", "end us")

    assert match.table.phase == "retreats"
    assert verbs(match.then_asks("us")) == {"retreat", "end"}
    assert match.table.track("cp/us") == match.table.track("cp/wehrmacht") == 0


def test_in_real_time_a_tactic_is_paid_with_the_very_first_cp_of_the_round():
    """C-8.1e, C-12a."""
    match = led(real_time(), "us", ARTILLERY, 2)
    match.given(under_the_card_of_a_round_before)
    assert cp_of_turn(match.table) == match.table.track("cp/us")
    assert cannot_use_tactic(match.table, "us", 2) is None

    units = [unit for unit in match.table.pieces if unit.startswith("us-") and can_go(match, unit)]
    match.when("us", f"move {units[0]} {can_go(match, units[0])}")

    refused = cannot_use_tactic(match.table, "us", 2)
    assert refused is not None
    assert (refused[0], "very first CP" in refused[1]) == ("C-8.1e", True)


def under_the_card_of_a_round_before(draft: Draft) -> None:
    """The card of this round comes on the discards after an older one; there are munitions."""
    (card,) = draft.table.zone("operations-discard")
    draft.move(draft.table.zone("operations")[0], "operations-discard", rule="C-4.0.1e")
    draft.move(card, "operation", rule="C-4.0.1e")
    draft.move(card, "operations-discard", rule="C-4.0.1e")
    draft.track("munitions/us", 4, rule="C-2.2e")


def can_go(match: Scenario, unit: str) -> str:
    """A step of a unit, if it is offered one."""
    for offer in match.then_asks("us").offers:
        slots = {slot.name: slot.candidates for slot in offer.slots}
        if offer.verb == "move" and slots["unit"] == (unit,):
            return str(slots["path"][0])
    return ""


# Cover that is built


def test_in_cover_that_is_built_a_printed_line_counts_once_infantry_has_taken_it():
    """C-10.3a: for no CP and without a wrench."""
    units: dict[str, Placed] = {"us-mortar-team-1": "F6", "us-riflemen-1": "E3"}
    match = turn(units, cp=1, cover="built")
    assert cover_on_side(match.table, "F6", 1) == 0
    match.when("us", "take-cover us-riflemen-1").then_illegal("C-10.3a")
    match.when("us", "take-cover us-mortar-team-1")

    assert match.table.track("cp/us") == 1
    assert hex_of(match, "wall-1") == "F6"
    assert cover_on_side(match.table, "F6", 1) == cover_on_side(match.table, "F6", 4) == 2
    assert cover_on_side(match.table, "F5", 4) == 0
    match.when("us", "take-cover us-mortar-team-1").then_illegal("C-10.3a")


def test_cover_is_taken_after_the_last_cp_and_not_where_the_match_is_not_set_so():
    """C-10.3a."""
    match = turn({"us-riflemen-1": "F5"}, cp=1, cover="built")
    match.when("us", "move us-riflemen-1 F6")
    assert "take-cover" in verbs(match.then_asks("us"))

    match = turn({"us-riflemen-1": "F6"})
    match.when("us", "take-cover us-riflemen-1").then_illegal("C-10.3a")
    assert cover_on_side(match.table, "F6", 1) == 2


@pytest.mark.parametrize(("hits", "defence"), [("GB", "RR"), ("RR", "")])
def test_two_dice_destroy_cover_that_was_built_and_it_is_gone_for_good(hits: str, defence: str):
    """C-10.3a, C-4.1.2d: misses count."""
    units: dict[str, Placed] = {
        "us-riflemen-1": ("F6", {}),
        "wehrmacht-mortar-team-1": ("F9", {"face": 1}),
        "wehrmacht-mortar-team-2": ("E9", {"face": 1}),
    }
    aims = {f"wehrmacht-mortar-team-{number}": "us-riflemen-1" for number in (1, 2)}
    walls = {"wall-1": ("wall", "F6", "us", "")}
    match = resolved(units, aims, hits + defence, pieces=walls, cover="built")
    assert defence_dice(match, "us-riflemen-1") == len(defence)
    assert hex_of(match, "wall-1") == "box"
    assert hex_of(match, "cover-gone-1") == "F6"
    assert cover_on_side(match.table, "F6", 1) == 0

    gone = {"cover-gone-1": ("cover-gone", "F6", "us", "")}
    match = turn({"us-riflemen-1": "F6"}, pieces=gone, cover="built")
    match.when("us", "take-cover us-riflemen-1").then_illegal("C-10.3a")


def test_a_heavy_vehicle_that_moves_in_crushes_cover_that_was_built():
    """C-10.3a, C-4.1.2g."""
    walls = {"wall-1": ("wall", "F6", "us", "")}
    match = turn({"us-sherman-1": ("F5", {"face": 4})}, pieces=walls, cover="built")
    match.when("us", "drive us-sherman-1 F6 4")

    assert hex_of(match, "wall-1") == "box"
    assert hex_of(match, "cover-gone-1") == "F6"


def test_passengers_and_infantry_in_retreat_or_in_an_assault_take_no_cover():
    """C-10.3a, C-4.2e, C-4.1.2c."""
    units: dict[str, Placed] = {
        "us-jeep-1": "F6",
        "us-riflemen-1": ("F6", {"host": "us-jeep-1"}),
        "us-riflemen-2": ("F4", {"retreating": 1}),
        "us-riflemen-3": "H4",
        "wehrmacht-grenadiers-1": ("H4", {"assault": 1}),
    }
    match = turn(units, cover="built")
    match.when("us", "take-cover us-riflemen-1").then_illegal("C-10.3a")
    match.when("us", "take-cover us-riflemen-2").then_illegal("C-4.2e")
    match.when("us", "take-cover us-riflemen-3").then_illegal("C-4.1.2c")
    match.when("us", "take-cover wehrmacht-grenadiers-1").then_illegal("C-10.3a")


def test_a_setting_that_was_added_later_is_recorded_only_where_somebody_asks_for_it():
    """VM-01: matches that were opened before it are judged as they were."""
    assert not {"maneuver", "cover"} & GAME.resolve_settings({}).keys()
    assert GAME.resolve_settings({"cover": "built"})["cover"] == "built"
    assert GAME.resolve_settings({"cover": "printed"})["cover"] == "printed"
