"""7.3.11, 14.3.1 Recon takes over bare objectives, at any time."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import most_actions
from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.battles.capture import take_over
from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES, Card, under_version_1
from wardiary.domain.games.combat_soldiers.components.pack_files import SIDES
from wardiary.domain.games.combat_soldiers.components.zones import (
    GROUPS,
    hand_cards_with,
    is_group,
    join_units,
    owner_of,
    seats_after,
)
from wardiary.domain.games.combat_soldiers.groups.group import (
    SeatBoard,
    board_of,
    group_at,
    group_with,
)
from wardiary.domain.games.combat_soldiers.groups.objectives import is_bare
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played
from wardiary.domain.games.combat_soldiers.victory.ending import check_objectives
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Candidate, Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.memory import remembered
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Recon(Command, frozen=True, tag="recon"):
    """7.3.11: take over a bare objective, for either side."""

    says = "take over {objective} for {side} with {card}"
    card: str
    objective: str
    side: str


def recon_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.11-a: a bare objective of another seat, for either side."""
    cards = hand_cards_with(table, seat, "recon")
    if not cards:
        return
    targets = [group.objective for group in board.others if is_bare(group)]
    if targets:
        yield offer(
            Recon,
            "7.3.11-a",
            "Recon",
            choice_slot("card", cards),
            choice_slot("objective", targets),
            # Ruling: CS-Q45 either side, also where a scenario fixes newly drawn objectives.
            choice_slot("side", SIDES),
        )


def refuse_recon(table: Table, seat: Seat, command: Recon, board: SeatBoard) -> None:
    """14.3.1: raise Illegal with the rule that forbids Recon."""
    piece = table.pieces.get(command.objective)
    if piece is None or not is_group(piece.zone):
        refuse(("14.3.1-a", "there is no such objective on the table"))
    else:
        group = group_at(table, piece.zone)
        if group.owner == seat:
            refuse(("14.3.1-b", "Recon is never played on an objective of yours"))
        if not is_bare(group):
            refuse(("14.3.1-a", "units occupy this objective"))
        if command.objective != group.objective:
            refuse(("13.5.2.5-e", "the Steeple goes with its companion"))


def recon(draft: Draft, seat: Seat, command: Recon) -> None:
    """7.3.11: the seat holds the objective at once; another Recon may follow."""
    # Ruling: CS-Q25 the Steeple goes with it, the garrison is restored, damage stays, a siege ends.
    discard_played(draft, command.card, rule="7.3.11-a")
    group = group_with(draft.table, command.objective)
    take_over(draft, group, seat, command.side, rule="7.3.11-a")
    moment = "" if under_version_1(draft.table) else "recon"
    draft.begin(ReconWindow(seats_after(draft.table.seats, seat), moment))
    check_objectives(draft)


RECON = Action[SeatBoard](Recon, recon, recon_offers, refuse_recon)


@remembered(GROUPS)
def bare_objectives(table: Table) -> tuple[str, ...]:
    """All objectives that Recon could take, each with its owner ("a:bridge")."""
    return tuple(
        f"{owner_of(table.zone_of(objective))}:{objective}"
        for objective in OBJECTIVES
        if objective != "steeple" and objective_is_bare(table, objective)
    )


def objective_is_bare(table: Table, objective: PieceId) -> bool:
    """7.3.11-a: on the table, with neither infantry nor leader."""
    zone = table.zone_of(objective)
    cards: dict[str, Card] = table.pack.cards
    return is_group(zone) and not any(
        (card := cards.get(table.pieces[piece].kind)) is not None and card.ends
        for piece in table.zones[zone]
    )


class ReconWindow(Step, frozen=True, tag="recon-window", omit_defaults=True):
    """RW6, RW7: every seat that could take a bare objective is asked, whatever it holds.

    `moment` is "recon" after another Recon, "turn-end" at the end of a Turn, else "" between
    Actions.
    """

    waiting: tuple[Seat, ...]
    moment: str = ""

    def prompts(self, table: Table) -> Prompts:
        """The next seat for whom there is a bare objective."""
        for seat in self.waiting:
            board = board_of(table, seat)
            if objectives := [group.objective for group in board.others if is_bare(group)]:
                offers = (offer(Pass, "7.3.11-a", "Pass"), *recon_offers(table, seat, board))
                facts = self._facts(table, objectives)
                return (Prompt(seat, offers, "7.3.11-a", "Play Recon?", facts),)
        return ()

    def _facts(self, table: Table, objectives: list[PieceId]) -> dict[str, Candidate]:
        """What a standing answer may look at: when it is, whose Turn, and what could be taken."""
        return {
            "window": "recon",
            "moment": self.moment or "action",
            "active": table.seat,
            "actions": most_actions(table, table.seat),
            "objectives": join_units(objectives),
        }

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """14.3.1: raise Illegal with the rule that forbids Recon."""
        if isinstance(command, Recon):
            refuse_recon(table, seat, command, board_of(table, seat))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Take the objective, and ask everyone again (7.3.11-b); or pass."""
        if isinstance(command, Recon):
            draft.finish()
            recon(draft, seat, command)
        else:
            place = self.waiting.index(seat)
            draft.change(waiting=self.waiting[place + 1 :])

    def resume(self, draft: Draft) -> None:
        """All have passed on what is bare now; the Turn below need not ask about it again."""
        draft.finish()
        if not under_version_1(draft.table):
            draft.change(bare=bare_objectives(draft.table))
