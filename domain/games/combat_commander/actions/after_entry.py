"""O21.6: the actions of the inactive player when units have entered a hex."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.actions.entry import Entry
from wardiary.domain.games.combat_commander.actions.hidden_mines_and_wire import (
    HIDDEN_MINES,
    HIDDEN_WIRE,
    could_hide_something,
)
from wardiary.domain.games.combat_commander.actions.opportunity_fire import (
    OPPORTUNITY_FIRE,
    WATCH,
    could_fire,
    in_reach,
)
from wardiary.domain.games.combat_commander.cards.playing import play_cards
from wardiary.domain.games.combat_commander.components.printed import map_of
from wardiary.domain.games.combat_commander.table.commands import Pass
from wardiary.domain.games.combat_commander.table.places import occupied_hexes
from wardiary.domain.games.kit.menus import Action, close_menu
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def pass_offers(table: Table, seat: Seat, entry: Entry) -> Iterator[Offer]:
    """To do nothing more about this entry."""
    del table, seat, entry
    yield Offer("pass", (), "O21.6", "let them go on")


class AfterEntry(Entry, frozen=True, tag="after-entry"):
    """O21.3, O21.6, A24.2: after an entry the inactive player acts first, as often as he likes."""

    menu = (
        Action(Pass, close_menu, pass_offers),
        WATCH,
        OPPORTUNITY_FIRE,
        play_cards(HIDDEN_MINES, HIDDEN_WIRE),
    )

    def asks(self, table: Table) -> Prompts:
        """The inactive player, whenever some hand could hold something for this moment."""
        arrived, reach = self.arrived(table), in_reach(table, self)
        could_act = could_fire(table, self.seat, reach) or could_hide_something(table, self)
        if not arrived or not could_act:
            return ()
        facts: dict[str, str | int] = {
            "window": "after-entry",
            "hex": self.hex,
            "units": len(arrived),
            "firers": len(reach),
            "distance": self._distance(table),
        }
        question = f"{', '.join(arrived)} entered {self.hex}"
        return (Prompt(self.seat, (), "O21.6", question, facts),)

    def _distance(self, table: Table) -> int:
        """How far the nearest unit of this seat is, for answers such as "only when adjacent"."""
        grid, occupied = map_of(table).grid, occupied_hexes(table, self.seat)
        return min((grid.distance(hex_label, self.hex) for hex_label in occupied), default=0)

    def resume(self, draft: Draft) -> None:
        """Nothing could be done here."""
        draft.finish()


STEPS: tuple[type[Step], ...] = (AfterEntry,)
