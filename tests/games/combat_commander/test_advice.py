"""Why a unit, weapon or card cannot do what one would expect of it, told without trying."""

from __future__ import annotations

import pytest

from tests.games.combat_commander.battle import Battle
from tests.games.combat_commander.builders import light_mg, line_squad, rifle_squad, unit
from tests.games.combat_commander.openings import battle
from wardiary.domain.games.combat_commander.game import GAME

NO_NEED = {"recover": "O22.2"}


def reasons(match: Battle, token: str, seat: str = "axis") -> dict[str, str]:
    """What a thing cannot do, with the rule."""
    return {reason.what: reason.rule for reason in GAME.why_not(match.table, seat, token)}


def test_a_unit_that_was_activated_is_not_activated_again():
    """O14.1: what it could do else is told no more; the other unit lacks the card just played."""
    match = battle(
        rifle_squad("E5"), rifle_squad("E3", "axis-b"), line_squad("E8"),
        axis=("move", "fire", "advance"),
    )  # fmt: skip
    assert NO_NEED == reasons(match, "axis-a") == reasons(match, "axis-b")
    match.order("move", "axis-a").move("axis-a", "E6", end=True)

    assert {"be activated": "O14.1"} == reasons(match, "axis-a")
    assert {"move": "O14.1"} | NO_NEED == reasons(match, "axis-b")
    assert {} == reasons(match, "allies-a")


def test_a_unit_without_an_enemy_in_range_cannot_fire():
    """O20.1: 15 hexes away, nor with the machine gun it has."""
    match = battle(rifle_squad("A5"), light_mg("A5"), line_squad("O8"), axis=("fire",))

    lacking = {"move": "O14.1", "advance": "O14.1", "fire": "O20.1"}
    assert lacking | NO_NEED == reasons(match, "axis-a")


@pytest.mark.parametrize("state", [{"face": "demoralised"}, {"suppressed": 1}])
def test_a_unit_in_a_poor_state_may_recover_and_its_weapon_is_silent(state: dict[str, object]):
    """O22.2, 11.1."""
    match = battle(
        unit("axis-a", "germany-rifle", "E5", **state), light_mg("E5"), line_squad("E8"),
        axis=("fire", "move", "advance"),
    )  # fmt: skip

    assert "recover" not in reasons(match, "axis-a")
    assert {"fire": "11.1"} == reasons(match, "axis-mg")


def test_a_card_tells_why_its_order_cannot_be_given():
    """O23.1, O22.1: nobody is demoralised or suppressed; to others a card tells nothing."""
    match = battle(rifle_squad("E5"), line_squad("E8"), axis=("fire", "rout", "recover"))
    told = {card: reasons(match, card) for card in match.table.zone("hand-axis")}

    assert [{}, {"order: rout": "O23.1"}, {"order: recover": "O22.1"}] == list(told.values())
    assert [{}, {}, {}] == [reasons(match, card, "allies") for card in told]
