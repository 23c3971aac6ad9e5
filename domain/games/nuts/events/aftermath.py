"""16.2 Mass Surrender: after a battle one of the defenders checks its cohesion."""

from __future__ import annotations

from wardiary.domain.games.kit.choices import ListedChoice, ask
from wardiary.domain.games.nuts.board import AMERICAN, army_at, pack_of, seat_of, units_of
from wardiary.domain.games.nuts.cohesion import check
from wardiary.domain.games.nuts.events.battle import attacked_americans
from wardiary.domain.games.nuts.events.common import NOWHERE, discard, numbers_of
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.table import Table


def survivors(table: Table, moment: Moment) -> tuple[str, ...]:
    """16.2: the space of a German attack that left Americans in it."""
    return (moment.space,) if attacked_americans(table, moment) else NOWHERE


def call_to_surrender(draft: Draft, played: Played) -> None:
    """16.2: the American says who checks; a Blitz makes it harder."""
    table, space = draft.table, played.on
    discard(draft, played.card, rule="N-7.0f")
    loss = numbers_of(table, "mass-surrender").loss if played.moment.blitzed else 0
    seat = seat_of(table, army_at(table, AMERICAN, space))
    ask(draft, Surrender(seat, units_of(table, AMERICAN, space), loss))


class Surrender(ListedChoice, frozen=True, tag="surrender"):
    """7.0, 16.2: which unit checks its cohesion at once."""

    question = "Mass Surrender: which unit checks its cohesion?"
    rule = "N-7.0f"

    loss: int

    def carry_out(self, draft: Draft, chosen: str) -> None:
        """It checks as in the cohesion phase."""
        # Ruling: N-7.0f it is a check like any other: who passes it loses its hits (7.0).
        title = pack_of(draft.table).events["mass-surrender"].title
        extra = [(title, -self.loss, "N-7.0f")] if self.loss else []
        check(draft, chosen, extra, rule="N-7.0f")


RULES = (EventRule("mass-surrender", "N-7.0f", ("combat-end",), survivors, call_to_surrender),)
