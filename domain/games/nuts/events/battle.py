"""4.2, 10, 17: event cards that are played on a battle before it is fought, or during it."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.nuts.board import (
    AMERICAN,
    GERMAN,
    card_of,
    near,
    seat_of,
    side_of,
    space_of,
    units_of,
)
from wardiary.domain.games.nuts.combat.hits import hit_space
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
)
from wardiary.domain.games.nuts.events.weather import is_fair
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def attacked_americans(table: Table, moment: Moment) -> tuple[PieceId, ...]:
    """The American units that Germans attack in the card's area; none in an American attack."""
    if side_of(moment.phasing) != GERMAN or not in_area(moment, moment.space):
        return ()
    return units_of(table, AMERICAN, moment.space)


# Air Strike


def strike_targets(table: Table, moment: Moment) -> tuple[str, ...]:
    """In fair weather, the German spaces of the battle: the one attacked, or those that attack."""
    if not is_fair(table):
        return NOWHERE
    if side_of(moment.phasing) == GERMAN:
        spaces: Iterable[Zone] = (space_of(table, unit) for unit in moment.units)
    else:
        spaces = (moment.space,)
    return tuple(
        space
        for space in dict.fromkeys(spaces)
        if space and in_area(moment, space) and units_of(table, GERMAN, space)
    )


def strike(draft: Draft, played: Played) -> None:
    """Q7: dice, and hits as any others; the strike itself checks no cohesion."""
    card = numbers_of(draft.table, "air-strike")
    seat = seat_of(draft.table, played.moment.player)
    discard(draft, played.card, rule="N-4.2a")
    dice = draft.roll(seat, f"air strike on {played.on}", rule="N-Q7", dice=card.dice)
    hits = sum(die >= card.hits_on for die in dice)
    hit_space(draft, played.on, GERMAN, hits)


# Ammo Shortage


def shortage_targets(table: Table, moment: Moment) -> tuple[str, ...]:
    """The space that the Germans attack."""
    return (moment.space,) if attacked_americans(table, moment) else NOWHERE


def run_short(draft: Draft, played: Played) -> None:
    """16.1: the card stays on the space for this battle, and lowers every value there."""
    lay_on_space(draft, played.card, played.on, rule="N-4.2a")


# Rearguard Forces


def rearguard_targets(table: Table, moment: Moment) -> tuple[str, ...]:
    """The American units in the space that is attacked, on either side."""
    if not in_area(moment, moment.space):
        return NOWHERE
    return units_of(table, AMERICAN, moment.space)


def reinforce(draft: Draft, played: Played) -> None:
    """16.1, 16.2: the card stays with the unit until it is gone from the space."""
    lay_on_space(draft, played.card, played.moment.space, rule="N-4.2a", host=played.on)


# Boundary Confusion


def confused_divisions(table: Table, moment: Moment) -> tuple[str, ...]:
    """Q15: the divisions in the attacked space, where there are enough of them."""
    there = divisions(table, attacked_americans(table, moment))
    return there if len(there) >= numbers_of(table, "boundary-confusion").least else NOWHERE


def confuse(draft: Draft, played: Played) -> None:
    """17: the division named is silent until the combat phase ends, and the card goes with it."""
    lay_on_table(draft, played.card, rule="N-17.BoundaryConfusion")
    for unit in units_of(draft.table, AMERICAN, played.moment.space):
        if card_of(draft.table, unit).division_slug == played.on:
            draft.mark(unit, "silent", rule="N-17.BoundaryConfusion")


# Coordinated Attack


def coordination(table: Table, moment: Moment) -> tuple[str, ...]:
    """10.1: somewhere in the card's area the Germans are next to Americans from two spaces."""
    if on_table(table, moment, "coordinated-attack"):
        return NOWHERE
    for space in AREA[moment.half]:
        if units_of(table, AMERICAN, space):
            if sum(bool(units_of(table, GERMAN, other)) for other in near(table, space)) > 1:
                return ANYWHERE
    return NOWHERE


def coordinate(draft: Draft, played: Played) -> None:
    """10.1: the next attack may join spaces."""
    lay_on_table(draft, played.card, rule="N-10.1e")


# Screamin' Meemies


def rockets(table: Table, moment: Moment) -> list[PieceId]:
    """17: the Nebelwerfers of an attack."""
    return [unit for unit in moment.units if card_of(table, unit).gun == "rocket"]


def meemies_targets(table: Table, moment: Moment) -> tuple[str, ...]:
    """17: a space that Germans attack with Nebelwerfers."""
    german = side_of(moment.phasing) == GERMAN and in_area(moment, moment.space)
    return (moment.space,) if german and rockets(table, moment) else NOWHERE


def scream(draft: Draft, played: Played) -> None:
    """17: each Nebelwerfer of the attack fires several times its value."""
    times = numbers_of(draft.table, "screamin-meemies").times
    discard(draft, played.card, rule="N-17.ScreaminMeemies")
    for unit in rockets(draft.table, played.moment):
        draft.mark(unit, "doubled", times, rule="N-17.ScreaminMeemies")


RULES = (
    EventRule("air-strike", "N-Q7", ("declared",), strike_targets, strike),
    EventRule("ammo-shortage", "N-4.2a", ("declared",), shortage_targets, run_short),
    EventRule("rearguard-forces", "N-4.2a", ("declared", "fire"), rearguard_targets, reinforce),
    EventRule(
        "boundary-confusion", "N-17.BoundaryConfusion", ("declared",), confused_divisions, confuse
    ),
    EventRule("coordinated-attack", "N-10.1e", ("combat",), coordination, coordinate),
    EventRule("screamin-meemies", "N-17.ScreaminMeemies", ("declared",), meemies_targets, scream),
)
