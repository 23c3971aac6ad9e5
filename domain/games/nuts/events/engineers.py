"""17 Armored Engineers: a bridge where there is none, as long as they live."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.nuts.board import (
    EVENTS,
    GERMAN,
    PLACE,
    has_river,
    near,
    seat_of,
    units_of,
)
from wardiary.domain.games.nuts.crossing import ENGINEERS, engineers_at
from wardiary.domain.games.nuts.events.common import AREA
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table

RULE = "N-17.ArmoredEngineers"


def formations(table: Table, space: Zone) -> tuple[Zone, ...]:
    """17: the German formations that engineers in a space may belong to."""
    return tuple(other for other in (space, *near(table, space)) if units_of(table, GERMAN, other))


def rivers(table: Table, moment: Moment) -> tuple[str, ...]:
    """Spaces with a river other than the Our, in or beside which Germans are."""
    # Ruling: R-62 the space itself may be the enemy's.
    return tuple(
        space
        for space in AREA[moment.half]
        if has_river(table, space) and not engineers_at(table, space) and formations(table, space)
    )


def build_bridge(draft: Draft, played: Played) -> None:
    """17: the card stays there; the German says to which formation it belongs."""
    draft.move(played.card, EVENTS[played.on], rule=RULE)
    seat = seat_of(draft.table, played.moment.player)
    ask(draft, AttachEngineers(seat, formations(draft.table, played.on), played.card))


class AttachEngineers(ListedChoice, frozen=True, tag="attach-engineers"):
    """17, R-53: the owner names the formation when the card is played."""

    question = "Which formation do the engineers belong to?"
    rule = RULE

    card: PieceId

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """They take hits along with it."""
        draft.mark(self.card, "attached", PLACE[chosen] + 1, rule=RULE)


RULES = tuple(EventRule(kind, RULE, ("move",), rivers, build_bridge) for kind in ENGINEERS)
