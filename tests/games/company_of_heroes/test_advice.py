"""How likely fire hurts, told before it is ordered, and why a unit cannot act."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.company_of_heroes.commanders import FORTIFICATION, led
from tests.games.company_of_heroes.situations import (
    FULL_GAME,
    Placed,
    battle,
    damage_of,
    firing,
    go_on,
    turn,
)
from tests.scenario import Scenario
from wardiary.domain.games.company_of_heroes.damage.advice import (
    chosen_aims,
    forecast,
    why_not,
)
from wardiary.domain.games.company_of_heroes.damage.assigning import Aim
from wardiary.domain.games.company_of_heroes.game import GAME
from wardiary.domain.games.company_of_heroes.sequence import Round
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.forecast import Foreseen
from wardiary.domain.play.previews import preview
from wardiary.projections.redaction import view

RIFLES, SECOND, SQUAD = "us-riflemen-1", "us-riflemen-2", "wehrmacht-grenadiers-1"


def told(match: Scenario, command: str, seat: str = "us") -> dict[str, tuple[int, int]]:
    """What is said of a command, as ways out of all results."""
    foreseen = Foreseen(match.table, match.table, (), seat, GAME.command(command))
    return {each.what: (each.ways, each.of) for each in forecast(foreseen).likelihoods}


def test_ai_on_infantry_in_the_open_always_hurts():
    """C-5.5a."""
    match = firing({RIFLES: "F8", SQUAD: "F10"})

    assert told(match, f"fire {RIFLES} {SQUAD}") == {
        "Grenadiers: at least 1 damage": (1, 1),
        "Grenadiers: destroyed": (0, 1),
    }


def test_dice_that_the_target_resists_are_weighed():
    """C-5.5b: a defence die succeeds on four faces of six."""
    units: dict[str, Placed] = {
        RIFLES: ("F8", {"upgrade-1-ap": 1}),
        SQUAD: ("F10", {"damage": 2}),
    }

    assert told(firing(units), f"fire {RIFLES} {SQUAD}") == {
        "Grenadiers: at least 1 damage": (6, 6),
        "Grenadiers: destroyed": (2, 6),
    }


def test_aims_chosen_before_count_as_well():
    """C-5.0.3a: two squads on one target."""
    match = firing({RIFLES: "F8", SECOND: "E9", SQUAD: ("F10", {"damage": 2})})

    match.when("us", f"fire {SECOND} {SQUAD}")
    assert chosen_aims(match.table) == (Aim(SECOND, SQUAD),)
    assert told(match, f"fire {RIFLES} {SQUAD}")["Grenadiers: destroyed"] == (1, 1)


def test_cover_is_in_the_odds():
    """C-5.6.2a, C-5.6.1a: heavy cover on F5, a building in E4."""
    behind = firing({RIFLES: "F7", SQUAD: "F5"})
    inside = firing({RIFLES: "F4", SQUAD: "E4"})

    assert told(behind, f"fire {RIFLES} {SQUAD}")["Grenadiers: at least 1 damage"] == (4, 36)
    assert told(inside, f"fire {RIFLES} {SQUAD}")["Grenadiers: at least 1 damage"] == (8, 216)


def test_a_commander_s_defense_is_in_the_odds():
    """C-8.1a: a bunker resists 1 AI with a die, and has another one."""
    units: dict[str, Placed] = {RIFLES: "F8", "wehrmacht-mg-bunker-1": "F10"}
    plain, fortified = firing(units), led(firing(units), "wehrmacht", FORTIFICATION, 2)
    command = f"fire {RIFLES} wehrmacht-mg-bunker-1"

    assert told(plain, command)["MG Bunker: at least 1 damage"] == (2, 6)
    assert told(fortified, command)["MG Bunker: at least 1 damage"] == (4, 36)


def test_immune_targets_take_nothing():
    """C-5.2b."""
    match = firing({RIFLES: "F8", "wehrmacht-tiger-1": "F10"})

    assert told(match, f"fire {RIFLES} wehrmacht-tiger-1") == {"Tiger: destroyed": (0, 1)}


HE_UNITS: dict[str, Placed] = {
    "us-mortar-team-1": ("F7", {"face": "4"}),
    "us-mortar-team-2": ("E8", {"face": "4"}),
    RIFLES: "F9",
    "wehrmacht-kubelwagen-1": "F10",
}


def test_the_odds_of_he_are_those_of_all_rolls():
    """C-5.3a, C-5.5b: two HE on a light vehicle, against rolling every combination out."""
    match = firing(HE_UNITS)
    match.when("us", "fire us-mortar-team-1 wehrmacht-kubelwagen-1")
    said = told(match, "fire us-mortar-team-2 wehrmacht-kubelwagen-1")
    aims = tuple(Aim(f"us-mortar-team-{number}", "wehrmacht-kubelwagen-1") for number in (1, 2))

    def aimed(draft: Draft) -> None:
        draft.finish()
        draft.change(stage="resolution", aims=aims)

    ways = {1: 0, 2: 0}
    for he in product("GBR", repeat=2):
        defences = sum(colour != "R" for colour in he)
        for defence in product("GR", repeat=defences):
            resolved = go_on(firing(HE_UNITS).given(aimed), "".join((*he, *defence)))
            weight = 2**2 * 2 ** defence.count("R") * 4 ** defence.count("G")
            rest = 6 ** (2 - defences)
            for least in ways:
                if damage_of(resolved, "wehrmacht-kubelwagen-1") >= least:
                    ways[least] += weight * rest

    assert said == {
        "Kubelwagen: at least 1 damage": (ways[1], 6**4),
        "Kubelwagen: destroyed": (ways[2], 6**4),
    }


def test_a_preview_of_fire_says_how_likely_it_hurts():
    """C-5.0.3b: what clients show before the order is given."""
    match = firing({RIFLES: "F8", SQUAD: "F10"})

    seen, said = view(match.table, "us"), GAME.command(f"fire {RIFLES} {SQUAD}")
    shown = preview(GAME, seen, "us", said, match.then_asks("us"))
    assert [(each.what, each.total) for each in shown.totals] == [(f"damage to {SQUAD}", 1)]
    assert [(each.what, each.percent) for each in shown.likelihoods] == [
        ("Grenadiers: at least 1 damage", 100),
        ("Grenadiers: destroyed", 0),
    ]


def test_commands_without_dice_have_no_odds():
    match = turn({RIFLES: "F3"})

    assert told(match, f"move {RIFLES} F4") == {}
    assert told(firing({RIFLES: "F8"}), f"fire {RIFLES} E8") == {}


@pytest.mark.parametrize(
    ("placed", "rule", "what"),
    [
        (("F3", {"cp": 3}), "C-4.1.1c", "It cannot act"),
        (("F3", {"retreating": 1}), "C-4.2e", "It cannot act"),
        (("F3", {"assault": 1}), "C-6.0b", "It cannot act"),
    ],
)
def test_a_unit_says_why_it_cannot_act_in_maneuver(placed: Placed, rule: str, what: str):
    match = turn({RIFLES: placed, SECOND: "F4"})

    (reason,) = why_not(match.table, "us", RIFLES)
    assert (reason.rule, reason.what) == (rule, what)
    assert why_not(match.table, "us", SECOND) == ()


def test_a_weapon_that_is_set_up_says_why_it_cannot_move():
    """C-4.1.2o."""
    match = turn({"us-mg-team-1": ("F3", {"face": "4"})})

    (reason,) = why_not(match.table, "us", "us-mg-team-1")
    assert (reason.rule, reason.what) == ("C-4.1.2o", "It cannot move")


def test_a_unit_says_why_it_does_not_fire():
    """C-4.1.3c, C-5.1a; a unit of the enemy says nothing."""
    match = firing({RIFLES: ("F8", {"pinned": 1}), SECOND: "A2", SQUAD: "F10"})

    (pinned,), (far,) = (why_not(match.table, "us", unit) for unit in (RIFLES, SECOND))
    assert (pinned.rule, far.rule) == ("C-4.1.3c", "C-5.1a")
    assert why_not(match.table, "us", SQUAD) == ()
    assert why_not(match.table, "us", "F10") == ()
    assert match.table.scenario == FULL_GAME


def unseen(units: dict[str, Placed]) -> Scenario:
    """Step 2 of a damage phase in which targets are chosen unseen."""
    match = battle(units, Round("machine-guns", 2, 1), phase="damage.1", assignment="sealed")
    return go_on(match)


def test_targets_chosen_unseen_are_in_the_forecasts_of_their_own_team_only():
    """C-5.0a."""
    match = unseen({RIFLES: "F8", SECOND: "E9", SQUAD: ("F10", {"damage": 2})})
    match.when("us", f"aim {SECOND} {SQUAD}")

    assert chosen_aims(view(match.table, "us")) == (Aim(SECOND, SQUAD),)
    assert chosen_aims(view(match.table, "wehrmacht")) == ()
    assert told(match, f"aim {RIFLES} {SQUAD}")["Grenadiers: destroyed"] == (1, 1)
