"""17 Bugout Confusion: a shaken unit may run, and tanks follow."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import Decline, ListedChoice, ask
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    GERMAN,
    PLACE,
    Army,
    army_at,
    card_of,
    destroy,
    enemies_outside,
    happened_now,
    is_encircled,
    near,
    relocate,
    seat_of,
    space_of,
    take_control,
    title_of_piece,
    units_of,
)
from wardiary.domain.games.nuts.crossing import can_cross
from wardiary.domain.games.nuts.events.common import discard, units_in_area
from wardiary.domain.games.nuts.values import cohesion_items
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

RULE = "N-17.BugoutConfusion"


def shaken(table: Table, moment: Moment) -> tuple[str, ...]:
    """Americans with a hit, or in a space where one was lost in this turn."""
    return tuple(
        unit
        for unit in units_in_area(table, moment, AMERICAN)
        if table.mark(unit, "hit") or happened_now(table, space_of(table, unit), "lost")
    )


def way_back(table: Table, unit: PieceId) -> Zone:
    """The space behind a unit, if it can go there; "" if not."""
    here = space_of(table, unit)
    there = f"{here[0]}{int(here[1]) + 1}"
    card = card_of(table, unit)
    if there not in PLACE or card.fixed or is_encircled(table, unit):
        return ""
    if enemies_outside(table, AMERICAN, there):
        return ""
    return there if not card.mech or can_cross(table, AMERICAN, there) else ""


def panic(draft: Draft, played: Played) -> None:
    """A roll above its cohesion makes the unit run; it is lost where it cannot."""
    table, unit = draft.table, played.on
    here, title = space_of(table, unit), title_of_piece(table, unit)
    discard(draft, played.card, rule=RULE)
    cohesion = draft.total(f"cohesion of {title}", cohesion_items(table, unit), rule=RULE)
    seat = seat_of(table, army_at(table, AMERICAN, here))
    (die,) = draft.roll(seat, f"bugout of {title}", rule=RULE)
    if die <= cohesion:
        return
    there = way_back(table, unit)
    if there:
        relocate(draft, (unit,), there, rule=RULE)
        take_control(draft, there, AMERICAN)
    else:
        destroy(draft, (unit,), rule=RULE)
    follow(draft, played.moment.player, here)


def follow(draft: Draft, army: Army, space: Zone) -> None:
    """Into a space without Americans, tanks next to it may go as they like."""
    units = pursuers(draft.table, space)
    if units and not units_of(draft.table, AMERICAN, space):
        ask(draft, Follow(seat_of(draft.table, army), units, army, space))


def pursuers(table: Table, space: Zone) -> tuple[PieceId, ...]:
    """17: mechanized Germans next to a space who can cross its river."""
    if not can_cross(table, GERMAN, space):
        return ()
    return tuple(
        unit
        for other in near(table, space)
        for unit in units_of(table, GERMAN, other)
        if card_of(table, unit).mech and not is_encircled(table, unit)
    )


class Follow(ListedChoice, frozen=True, tag="follow"):
    """17: which tanks go into the space that was left, one by one and for free."""

    question = "Which unit enters the space that the Americans left?"
    rule = RULE
    decline = Decline
    decline_label = "no more units"

    army: Army
    space: Zone

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It enters without counting a space, and the next one may follow."""
        relocate(draft, (chosen,), self.space, rule=RULE)
        take_control(draft, self.space, GERMAN)
        follow(draft, self.army, self.space)


RULES = (EventRule("bugout-confusion", RULE, ("move",), shaken, panic),)
