"""9: who may still move, and from where to where."""

from __future__ import annotations

from wardiary.domain.games.kit.refusals import Refusal, refuse_unless
from wardiary.domain.games.nuts.board import (
    EXIT,
    GERMAN,
    PLACE,
    SPACE_OF,
    TABLE_EVENTS,
    card_of,
    commands_unit,
    enemies_outside,
    event_cards,
    half_of_space,
    is_encircled,
    near,
    pack_of,
)
from wardiary.domain.games.nuts.crossing import can_cross
from wardiary.domain.games.nuts.values import is_fuelless
from wardiary.domain.games.nuts.windows import ArmyPhase
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

MECH_STEPS, LEG_STEPS = 2, 1
LAST_ROW = frozenset(f"{column}5" for column in "ABCDEF")


def steps_allowed(table: Table, unit: PieceId) -> int:
    """9.1, 9.2, 12.3, 17: how many spaces a unit may move in this turn."""
    card = card_of(table, unit)
    if card.fixed:
        return 0
    if not card.mech or table.mark(unit, "out-of-supply"):
        return LEG_STEPS
    if card.side == GERMAN and is_slowed(table, unit):
        return LEG_STEPS
    return MECH_STEPS


def is_slowed(table: Table, unit: PieceId) -> bool:
    """17: whether Mud or a Fuel Shortage holds a German mechanized unit back."""
    if not table.zones.get(TABLE_EVENTS):
        return False
    space = table.pieces[unit].zone[:1] + "0"
    half_of = pack_of(table).half_of
    mud = event_cards(table, TABLE_EVENTS, "mud")
    return any(half_of[card] == half_of_space(space) for card in mud) or is_fuelless(table, unit)


def cannot_move(table: Table, unit: PieceId) -> Refusal:
    """9.0: why a unit cannot take another step; None when it can."""
    card, marks = card_of(table, unit), table.pieces[unit].marks
    if card.fixed:
        return "N-17.EngineerCombatGroup", f"{card.title} never moves"
    if marks.get("halted"):
        return "N-9.0a", f"{card.title} has been stopped in this phase"
    if marks.get("sideways"):
        return "N-8.2d", f"{card.title} has fought in this turn already"
    steps = marks.get("moved", 0)
    if steps >= steps_allowed(table, unit):
        rule = "N-9.2a" if card.mech else "N-9.1a"
        if marks.get("out-of-supply") and card.mech:
            rule = "N-12.3b"
        return rule, f"{card.title} cannot move any farther in this turn"
    if is_encircled(table, unit):
        return "N-9.4d", "encircled units cannot leave their space"
    return None


def cannot_step(table: Table, side: str, mech: bool, here: Zone, to: Zone) -> Refusal:
    """N-9.0a, N-9.1b, N-9.2c.

    Why units of a kind may not go from one place to another; None when they may.
    """
    if to == EXIT:
        if side == GERMAN and mech and here in LAST_ROW:
            return None
        return "N-3.0c", "only German mechanized units leave the board, from row 5"
    if to not in destinations(table, here):
        return "N-9.0a", f"{to} is not beside {here}"
    if enemies_outside(table, side, to):
        return "N-9.0b", f"the enemy is in {to}"
    if mech and not can_cross(table, side, to):
        return "N-9.2b", f"the river in {to} has neither a bridge in a free town nor engineers"
    return None


def destinations(table: Table, here: Zone) -> tuple[Zone, ...]:
    """N-9.0a, N-8.2a, N-Q2: the spaces a step may lead to."""
    return near(table, here) if here in PLACE else (f"{here[0]}0",)


def refuse_unit(table: Table, unit: PieceId, phase: ArmyPhase) -> Zone:
    """9.0: a unit that the army commands; gives its place."""
    refuse_unless(
        commands_unit(table, phase.army, unit),
        "N-9.0a",
        f"{unit} is no unit on the board that you command",
    )
    zone = table.pieces[unit].zone
    return SPACE_OF.get(zone, zone)
