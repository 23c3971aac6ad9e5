"""O15: the actions of a player whose opponent has discarded (A31, A35.4)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.actions.demolition import DEMOLITION, demolishable
from wardiary.domain.games.combat_commander.actions.hidden_unit import HIDDEN_UNIT, may_hide_a_unit
from wardiary.domain.games.combat_commander.cards.cards import could_hold
from wardiary.domain.games.combat_commander.cards.playing import play_cards
from wardiary.domain.games.combat_commander.table.commands import Pass
from wardiary.domain.games.combat_commander.weapons.giving_up import CombatMenu
from wardiary.domain.games.kit.menus import Action, close_menu
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def pass_offers(table: Table, seat: Seat, menu: CombatMenu) -> Iterator[Offer]:
    """To play no more cards."""
    del table, seat, menu
    yield Offer("pass", (), "O15", facts={"window": "after-discard"})


class AfterDiscard(CombatMenu, frozen=True, tag="after-discard"):
    """A31, A35.4: the player who did not pass plays as many actions as he likes."""

    menu = (Action(Pass, close_menu, pass_offers), play_cards(DEMOLITION, HIDDEN_UNIT))

    seat: Seat

    def asks(self, table: Table) -> Prompts:
        """The seat, whenever some hand could hold a card for this moment."""
        may_demolish = demolishable(table, self.seat) and could_hold(table, self.seat, "demolition")
        may_hide = may_hide_a_unit(table, self.seat) and could_hold(table, self.seat, "hidden-unit")
        if not (may_demolish or may_hide):
            return ()
        facts: dict[str, str | int] = {"window": "after-discard"}
        return (Prompt(self.seat, (), "O15", "your opponent has discarded", facts),)

    def resume(self, draft: Draft) -> None:
        """Nothing could be done."""
        draft.finish()


STEPS: tuple[type[Step], ...] = (AfterDiscard,)
