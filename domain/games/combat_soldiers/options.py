"""18 General optional rules: what the players may agree on before play, and the overrun."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.board_state import (
    Group,
    besieger_zone,
    hand,
    owner_of,
    single,
)
from wardiary.domain.games.combat_soldiers.capacity import room
from wardiary.domain.games.combat_soldiers.commands import Retrieve
from wardiary.domain.games.combat_soldiers.piles import discard
from wardiary.domain.games.combat_soldiers.sieges import lift_siege, siege_card
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Setting
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

SETTINGS = (
    Setting("rounds", 1, (1, 2, 3), "how many rounds are played", "5.1-b"),
    Setting("overrun", False, (False, True), "a besieger may take Surrounded back", "18.1"),
    Setting("alternate-plays", False, (False, True), "cards combine", "18.2"),
    Setting("surprise-attacks", False, (False, True), "attackers may change sides", "18.3"),
    Setting("interdiction", False, (False, True), "interdiction markers", "18.4"),
    Setting("dealer-record", False, (False, True), "the dealer tallies eliminations", "19.0"),
    Setting(
        "surrender",
        "pack",
        ("pack", 2, 3, 4, 5, 6),
        "isolation at which a besieged group gives up (CS-Q02)",
        "7.3.1.1-c",
    ),
    Setting(
        "siege-halving",
        "unit",
        ("unit", "group"),
        "a siege halves each unit or the group's sum (CS-Q09)",
        "7.3.1.2-a",
    ),
    Setting("show-backs", True, (True, False), "the colour of the next card shows", "1.1.2"),
)


def overrun(draft: Draft, beaten: Group) -> None:
    """18.1: a besieged group wiped out beyond what it could pay frees the Surrounded card."""
    if not draft.table.setting("overrun") or not beaten.siege:
        return
    owner = owner_of(besieger_zone(draft.table, beaten.siege))
    card = siege_card(draft.table, beaten.siege)
    lift_siege(draft, beaten.siege, rule="18.1", keep=True)
    draft.begin(Overrun(owner, card))


class Overrun(Step, frozen=True, tag="overrun"):
    """18.1: the besieger's owner takes the Surrounded card back, if the hand has room for it."""

    owner: Seat
    card: PieceId

    def prompts(self, table: Table) -> Prompts:
        """Take it or leave it."""
        if room(table, self.owner) < 1:
            return ()
        offers = (
            single("retrieve", "18.1", "Take Surrounded back"),
            single("pass", "18.1", "Leave it"),
        )
        return (Prompt(self.owner, offers, "18.1", "Take the Surrounded card back?"),)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Into hand, or discarded."""
        draft.finish()
        if isinstance(command, Retrieve):
            draft.move(self.card, hand(self.owner), rule="18.1")
        else:
            discard(draft, (self.card,), rule="18.1")

    def resume(self, draft: Draft) -> None:
        """The hand is full."""
        draft.finish()
        discard(draft, (self.card,), rule="18.1")
