"""C-8.1a: what commanders may do at the start of the damage phase."""

from __future__ import annotations

from typing import ClassVar

from wardiary.domain.games.company_of_heroes.commanders.actions import DAMAGE_ACTIONS
from wardiary.domain.games.company_of_heroes.commands import Done
from wardiary.domain.games.company_of_heroes.maneuver.turn import TeamMenu
from wardiary.domain.games.company_of_heroes.table.armies import Army
from wardiary.domain.games.kit.menus import Action, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def nothing_more_offers(table: Table, seat: Seat, armies: tuple[Army, ...]) -> tuple[Offer, ...]:
    """C-8.1a: to use nothing more."""
    if not armies:
        return ()
    return (offer(Done, "C-8.1a", "use nothing more", choice_slot("army", armies)),)


def nothing_more(draft: Draft, seat: Seat, command: Done) -> None:
    """C-8.1a: the army is ready."""
    draft.change(ended=(*top_step(draft, DamageStart).ended, command.army))


class DamageStart(TeamMenu, frozen=True, tag="damage-start"):
    """C-8.1a: all players of a team use abilities before any target is chosen."""

    menu: ClassVar = DAMAGE_ACTIONS
    anytime: ClassVar = (Action(Done, nothing_more, nothing_more_offers),)

    def context(self, table: Table, seat: Seat) -> tuple[Army, ...]:
        """The armies of the seat that are not done."""
        return self.active(table, seat)

    def asks(self, table: Table) -> Prompts:
        """Every player of the team who can use one."""
        return tuple(
            Prompt(seat, (), "C-8.1a", "Which abilities do you use?", {"what": "damage-start"})
            for seat in self.asked_seats(table)
        )

    def resume(self, draft: Draft) -> None:
        """The team is done."""
        draft.finish()


STEPS = (DamageStart,)
