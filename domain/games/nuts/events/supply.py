"""12.3, 17: Air-Dropped Supplies, Malmedy Massacre and Reconstitution."""

from __future__ import annotations

from collections import defaultdict

from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    GERMAN,
    SPACES,
    discards,
    happened_now,
    has_enemies,
    near,
    seat_of,
    side_of,
    take_control,
    units_of,
)
from wardiary.domain.games.nuts.events.common import (
    ANYWHERE,
    NOWHERE,
    discard,
    in_area,
    lay_on_table,
    numbers_of,
    on_table,
    spaces_with,
    units_in_area,
)
from wardiary.domain.games.nuts.events.weather import is_fair
from wardiary.domain.games.nuts.supply import is_friendly, is_out_of_supply, supplied_spaces
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

RECONSTITUTION = "N-17.Reconstitution"
FAILED = "failed"
"""The mark of units that failed their check in this turn: the number of their space, from 1."""


# Air-Dropped Supplies


def cut_off(table: Table, moment: Moment) -> tuple[str, ...]:
    """12.3: in its own supply phase, the spaces of a side's units out of supply.

    Planes of the Americans need fair weather.
    """
    side = side_of(moment.player)
    if moment.player != moment.phasing or (side != GERMAN and not is_fair(table)):
        return NOWHERE
    return tuple(
        space
        for space in spaces_with(table, moment, side)
        if any(is_out_of_supply(table, unit) for unit in units_of(table, side, space))
    )


def drop_supplies(draft: Draft, played: Played) -> None:
    """12.3: the units are in supply until their next supply phase; hits of battles stay."""
    discard(draft, played.card, rule="N-12.3e")
    for unit in units_of(draft.table, side_of(played.moment.player), played.on):
        draft.mark(unit, "out-of-supply", 0, rule="N-12.3e")


# Malmedy Massacre


def embittered(table: Table, moment: Moment) -> tuple[str, ...]:
    """17, Q7: the American supply phase, with units that will have to check."""
    if side_of(moment.phasing) != AMERICAN or on_table(table, moment, "malmedy-massacre"):
        return NOWHERE
    units = units_in_area(table, moment, AMERICAN)
    checks = any(table.mark(unit, "hit") or is_out_of_supply(table, unit) for unit in units)
    return ANYWHERE if checks else NOWHERE


def embitter(draft: Draft, played: Played) -> None:
    """17, Q7: every check of this phase is easier."""
    lay_on_table(draft, played.card, rule="N-17.MalmedyMassacre")


# Reconstitution


def lost_together(table: Table, moment: Moment) -> tuple[str, ...]:
    """17: units that failed their checks in this turn, two or more of three or more in a space."""
    failed: dict[int, list[PieceId]] = defaultdict(list)
    for unit in table.zones.get(discards(moment.player), ()):
        if place := table.mark(unit, FAILED):
            failed[place].append(unit)
    least = numbers_of(table, "reconstitution").least
    return tuple(
        unit
        for place, units in failed.items()
        if len(units) >= least
        and in_area(moment, SPACES[place - 1])
        and stood_there(table, SPACES[place - 1], len(units)) > least
        for unit in units
    )


def stood_there(table: Table, space: Zone, lost: int) -> int:
    """17: the units that were in a space before the checks; one may have entered since (8.3)."""
    entered = happened_now(table, space, "entered")
    return len(units_of(table, AMERICAN, space)) - entered + lost


def refuges(table: Table, space: Zone) -> tuple[Zone, ...]:
    """17: the space itself, else the nearest ones: friendly, supplied and without enemies."""
    # Ruling: N-17.Reconstitution no unit returns where it would be out of supply (Q33).
    supplied = supplied_spaces(table, AMERICAN)
    seen, ring = {space}, [space]
    while ring:
        fit = [here for here in ring if here in supplied and is_open(table, here)]
        if fit:
            return tuple(sorted(fit))
        ring = [there for there in dict.fromkeys(s for here in ring for s in near(table, here))
                if there not in seen]  # fmt: skip
        seen.update(ring)
    return ()


def is_open(table: Table, space: Zone) -> bool:
    """Whether Americans can return to a space: it is friendly, and no enemy is in it."""
    return is_friendly(table, AMERICAN, space) and not has_enemies(table, AMERICAN, space)


def reconstitute(draft: Draft, played: Played) -> None:
    """17: one of the units comes back without hits."""
    table, unit = draft.table, played.on
    space = SPACES[table.mark(unit, FAILED) - 1]
    discard(draft, played.card, rule=RECONSTITUTION)
    seat = seat_of(table, played.moment.player)
    ask(draft, ReturnTo(seat, refuges(table, space), unit))


class ReturnTo(ListedChoice, frozen=True, tag="return-to"):
    """17: where the unit comes back, if several spaces are equally near."""

    question = "To which space does the unit return?"
    rule = RECONSTITUTION

    unit: PieceId

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It stands there as if nothing had happened."""
        draft.mark(self.unit, FAILED, 0, rule=RECONSTITUTION)
        draft.move(self.unit, chosen, rule=RECONSTITUTION)
        take_control(draft, chosen, AMERICAN)


RULES = (
    EventRule("air-dropped-supplies", "N-12.3e", ("supply",), cut_off, drop_supplies),
    EventRule("malmedy-massacre", "N-17.MalmedyMassacre", ("supply",), embittered, embitter),
    EventRule("reconstitution", RECONSTITUTION, ("draw",), lost_together, reconstitute),
)
