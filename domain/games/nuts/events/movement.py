"""4.2, 9, 17: event cards of the movement phases: roads closed, bridges blown, ways around."""

from __future__ import annotations

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    ENTRY,
    GERMAN,
    TERRAIN,
    Side,
    card_of,
    columns_of,
    has_enemies,
    near,
    pack_of,
    seat_of,
    side_of,
    take_control,
    terrain_card,
    title_of_piece,
    units_of,
)
from wardiary.domain.games.nuts.events.common import (
    ANYWHERE,
    AREA,
    NOWHERE,
    discard,
    divisions,
    in_area,
    lay_on_space,
    lay_on_table,
    numbers_of,
    on_table,
    spaces_with,
    units_in_area,
)
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

BRIDGE_ROWS = "2345"
"""17: the Our in row 1 cannot be blown (5.1), and nothing of row 1 is."""


def moves(moment: Moment, side: Side) -> bool:
    """Whether it is the phase of a side."""
    return side_of(moment.phasing) == side


# Mud and Fuel Shortage


def german_tanks(table: Table, moment: Moment) -> list[PieceId]:
    """The mechanized German units of the card's area, those waiting behind row 0 included."""
    columns = [
        column for column in columns_of(table, moment.phasing) if f"{column}0" in AREA[moment.half]
    ]
    units = [*units_in_area(table, moment, GERMAN)]
    for column in columns:
        units += table.zone(ENTRY[column])
    return [unit for unit in units if card_of(table, unit).mech]


def mud_targets(table: Table, moment: Moment) -> tuple[str, ...]:
    """17: the whole area, as the German movement phase begins."""
    possible = moves(moment, GERMAN) and not on_table(table, moment, "mud")
    return ANYWHERE if possible and german_tanks(table, moment) else NOWHERE


def make_mud(draft: Draft, played: Played) -> None:
    """17: mechanized units, those that enter included, move less in this phase."""
    lay_on_table(draft, played.card, rule="N-17.Mud")


def fuelled_divisions(table: Table, moment: Moment) -> tuple[str, ...]:
    """17: the German divisions with mechanized units on the table."""
    return divisions(table, german_tanks(table, moment)) if moves(moment, GERMAN) else NOWHERE


def drain(draft: Draft, played: Played) -> None:
    """17: all units of the division, wherever they are; the card shows which."""
    lay_on_table(draft, played.card, rule="N-17.FuelShortage")
    draft.turn(played.card, played.on, rule="N-17.FuelShortage")


# Commandos


def led_astray(table: Table, moment: Moment) -> tuple[str, ...]:
    """The spaces of Americans who are about to move."""
    return tuple(spaces_with(table, moment, AMERICAN)) if moves(moment, AMERICAN) else NOWHERE


def mislead(draft: Draft, played: Played) -> None:
    """Each unit that starts in the space needs its roll, or stays there in this phase."""
    table = draft.table
    card = numbers_of(table, "commandos")
    discard(draft, played.card, rule="N-4.2a")
    seat = seat_of(table, played.moment.phasing)
    for unit in units_of(table, AMERICAN, played.on):
        purpose = f"commandos mislead {title_of_piece(table, unit)}"
        (die,) = draft.roll(seat, purpose, rule="N-4.2a")
        if die < card.hits_on:
            draft.mark(unit, "halted", rule="N-4.2a")


# Bridge Demolition


def bridges(table: Table, moment: Moment) -> tuple[str, ...]:
    """17: towns with a bridge that still stands and no Germans, whether or not a river is there.

    While units step forward, only the bridge before them.
    """
    # Ruling: N-17.BridgeDemolition in the Germans' movement phase it is played as the phase begins,
    # or on the space that they are about to enter.
    if moment.tag == "step":
        candidates: tuple[Zone, ...] = (moment.space,) if in_area(moment, moment.space) else ()
    else:
        candidates = AREA[moment.half]
    if moves(moment, GERMAN) == (moment.tag == "draw"):
        return NOWHERE
    return tuple(space for space in candidates if can_be_blown(table, space))


def can_be_blown(table: Table, space: Zone) -> bool:
    """Whether a bridge is there to blow."""
    if not table.zones.get(TERRAIN[space]) or space[1] not in BRIDGE_ROWS:
        return False
    town = terrain_card(table, space, "town")
    if not town or table.mark(town, "blown") or units_of(table, GERMAN, space):
        return False
    return bool(pack_of(table).terrain[table.pieces[town].kind].bridge)


def blow(draft: Draft, played: Played) -> None:
    """17: a roll; the bridge is blown for the rest of the game."""
    table = draft.table
    most = numbers_of(table, "bridge-demolition").up_to
    seat = seat_of(table, played.moment.player)
    discard(draft, played.card, rule="N-17.BridgeDemolition")
    purpose = f"demolition of the bridge in {played.on}"
    (die,) = draft.roll(seat, purpose, rule="N-17.BridgeDemolition")
    if die <= most:
        town = terrain_card(table, played.on, "town")
        draft.mark(town, "blown", rule="N-17.BridgeDemolition")


# Engineer Combat Group


def roadblocks(table: Table, moment: Moment) -> tuple[str, ...]:
    """17: the space that Germans are about to enter, while none of them is there."""
    possible = moves(moment, GERMAN) and in_area(moment, moment.space)
    return (moment.space,) if possible and not units_of(table, GERMAN, moment.space) else NOWHERE


def block(draft: Draft, played: Played) -> None:
    """17, N-Q11: the card is a unit there; who was about to enter is stopped by it."""
    draft.move(played.card, played.on, rule="N-17.EngineerCombatGroup")
    take_control(draft, played.on, AMERICAN)


# Bypass Route


def bypass_starts(table: Table, moment: Moment) -> tuple[str, ...]:
    """9.5: spaces of mechanized Germans that have not moved, next to Americans."""
    return tuple(
        space
        for space in spaces_with(table, moment, GERMAN)
        if any(can_still_move(table, unit) for unit in units_of(table, GERMAN, space))
        and any(has_enemies(table, GERMAN, other) for other in near(table, space))
    )


def can_still_move(table: Table, unit: PieceId) -> bool:
    """9.2, 12.3, N-17.BypassRoutes: a mechanized unit with both of its spaces left."""
    hindered = any(
        table.mark(unit, mark) for mark in ("moved", "halted", "out-of-supply", "sideways")
    )
    return card_of(table, unit).mech and not hindered


def open_route(draft: Draft, played: Played) -> None:
    """9.5: a stack may go around an enemy from there in this phase."""
    lay_on_space(draft, played.card, played.on, rule="N-9.5a")


RULES = (
    EventRule("mud", "N-17.Mud", ("movement",), mud_targets, make_mud),
    EventRule("fuel-shortage", "N-17.FuelShortage", ("movement",), fuelled_divisions, drain),
    EventRule("commandos", "N-4.2a", ("movement",), led_astray, mislead),
    EventRule(
        "bridge-demolition", "N-17.BridgeDemolition", ("draw", "movement", "step"), bridges, blow
    ),
    EventRule("engineer-combat-group", "N-17.EngineerCombatGroup", ("step",), roadblocks, block),
    EventRule("bypass-route", "N-17.BypassRoutes", ("move",), bypass_starts, open_route),
)
