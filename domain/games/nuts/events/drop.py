"""17 Van der Heydte Drop: paratroopers in F2, or among those who attack it."""

from __future__ import annotations

from wardiary.domain.games.nuts.board import (
    GERMAN,
    TOWN,
    card_of,
    enemies_outside,
    has_enemies,
    pack_of,
    seat_of,
    side_of,
    take_control,
    units_of,
)
from wardiary.domain.games.nuts.events.common import NOWHERE, discard, in_area, numbers_of
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import Zone
from wardiary.domain.table.table import Table

KIND, RULE = "van-der-heydte-drop", "N-17.VanDerHeydte"
JOINED = "joined"
"""The mark of paratroopers who attack F2 beyond the limit, until the battle is over."""


def drop_zone(table: Table) -> Zone:
    """17: the space printed on the card."""
    return pack_of(table).units[KIND].entry[0]


def landing(table: Table, moment: Moment) -> tuple[str, ...]:
    """17, Q29, Q30: the drop zone at any time; while the enemy holds it, when Germans attack it."""
    # Ruling: N-17.VanDerHeydte any time is: in every phase, before supply hits, as movement begins,
    # on the Germans' own menus, and when an attack is declared.
    zone = drop_zone(table)
    if not in_area(moment, zone):
        return NOWHERE
    if not is_held(table, zone) or (
        moment.tag == "declared" and moment.space == zone and side_of(moment.phasing) == GERMAN
    ):
        return (zone,)
    return NOWHERE


def is_held(table: Table, zone: Zone) -> bool:
    """Whether only the enemy is in a space."""
    return has_enemies(table, GERMAN, zone) and not units_of(table, GERMAN, zone)


def jump(draft: Draft, played: Played) -> None:
    """17: a roll; they land, join the attack on the drop zone, or are lost."""
    table, zone = draft.table, played.on
    seat = seat_of(table, played.moment.player)
    most = numbers_of(table, KIND).up_to
    draft.show(played.card, table.seats, rule=RULE)
    (die,) = draft.roll(seat, f"drop of {card_of(table, played.card).title}", rule=RULE)
    if die > most:
        discard(draft, played.card, rule=RULE)
    elif is_held(table, zone):
        # Q30: they are with the attackers, and stay there if the space is not cleared.
        draft.move(played.card, table.zone_of(played.moment.units[0]), rule="N-Q29/30")
        draft.mark(played.card, JOINED, rule="N-Q29/30")
    else:
        # Ruling: N-17.VanDerHeydte where Germans hold the town, encircled, they land among them.
        # the space stays in the control of those who encircle it.
        encircled = enemies_outside(table, GERMAN, zone)
        draft.move(played.card, TOWN[zone] if encircled else zone, rule=RULE)
        if not encircled:
            take_control(draft, zone, GERMAN)


RULES = (
    EventRule(
        KIND, RULE, ("supply", "draw", "movement", "move", "combat", "declared"), landing, jump
    ),
)
