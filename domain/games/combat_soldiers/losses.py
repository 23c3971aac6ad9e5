"""7.2.2.4 Losses: who is liable, what each pays, and which choices the loser has."""

from __future__ import annotations

from collections.abc import Sequence

from wardiary.domain.games.combat_soldiers.board_state import (
    FALLEN,
    GARRISON_LOST,
    TALLIED,
    casualties,
    holding,
    joined,
    parted,
    points,
    single,
    strength,
)
from wardiary.domain.games.combat_soldiers.commands import Keep, Medic
from wardiary.domain.games.combat_soldiers.components import printed
from wardiary.domain.games.combat_soldiers.groups import eliminate, subsets
from wardiary.domain.games.combat_soldiers.piles import discard, lay_flat
from wardiary.domain.games.combat_soldiers.totals import Clash
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def present(table: Table, units: Sequence[PieceId], *zones: str) -> tuple[PieceId, ...]:
    """Those of some units that still lie in their group."""
    return tuple(unit for unit in units if unit and table.zone_of(unit) in zones)


def liable(table: Table, clash: Clash, loser: str) -> tuple[PieceId, ...]:
    """7.1.3-c, 7.2.2.4: who may be lost: the units in the battle and a leader who led them."""
    if loser == "attacker":
        leaders = (clash.leader, clash.helper_leader) if clash.leader_exposed else ()
        return present(table, (*clash.striking, *leaders), clash.group, clash.helper)
    chief = (clash.chief,) if clash.chief_exposed else ()
    return present(table, (*clash.targets, *chief), clash.target)


def garrison(table: Table, objective: PieceId) -> int:
    """7.2.2.4.1-a, 7.2.2.4.1-d: what the garrison can pay; nothing once it is marked as lost."""
    return 0 if table.mark(objective, GARRISON_LOST) else printed(table, objective).garrison


def choices(table: Table, units: Sequence[PieceId], owed: int) -> list[tuple[PieceId, ...]]:
    """7.2.2.4, 7.2.2.4.2, 7.2.2.4.5: the parts that pay enough, and hold nobody to spare.

    When all together cannot pay, all are lost.
    """
    paying = {unit: strength(table, unit) for unit in units}
    if sum(paying.values()) <= owed:
        return [tuple(units)]
    # Ruling: CS-Q14 a choice is minimal, since own units are never sacrificed at will.
    return [
        part
        for part in subsets(units)
        if (total := sum(paying[unit] for unit in part)) >= owed
        and total - min(paying[unit] for unit in part) < owed
    ]


def use_garrison(draft: Draft, objective: PieceId, owed: int) -> int:
    """13.5.1.1-b1: the garrison pays first, and is gone whole; gives what is still owed."""
    able = garrison(draft.table, objective)
    if owed and able:
        draft.mark(objective, GARRISON_LOST, 1, rule="7.2.2.4.1-b")
    return max(0, owed - able)


def take_losses(draft: Draft, units: Sequence[PieceId], *, rule: str) -> None:
    """Eliminate units, group by group (a joint attack has two)."""
    zones = dict.fromkeys(draft.table.zone_of(unit) for unit in units)
    for zone in zones:
        own = [unit for unit in units if draft.table.zone_of(unit) == zone]
        eliminate(draft, own, scored=True, rule=rule)


def score_fallen(draft: Draft, winner: Seat, *, rule: str) -> None:
    """5.2.2: the fallen go to the winner's pile; 19.0: or are tallied at once."""
    fallen = draft.table.zone(FALLEN)
    if not fallen:
        return
    if draft.table.setting("dealer-record"):
        total = sum(points(draft.table, card) for card in fallen)
        draft.track(f"vp/{winner}", draft.table.track(f"vp/{winner}") + total, rule="19.0")
        draft.move(fallen, TALLIED, rule="19.0")
    else:
        draft.move(fallen, casualties(winner), rule=rule)


class Spoils(Step, frozen=True, tag="spoils"):
    """14.1.1: right after a battle any seat may play Medic!; the winner then keeps half."""

    winner: Seat
    waiting: tuple[Seat, ...]
    halved: bool = False

    def prompts(self, table: Table) -> Prompts:
        """The next seat of the window, or the winner who must choose."""
        if self.halved:
            offers = tuple(
                single("keep", "14.1.1-b", "Keep", cards=joined(kept)) for kept in affordable(table)
            )
            return (Prompt(self.winner, offers, "14.1.1-b", "What do you keep?"),)
        if not self.waiting:
            return ()
        seat = self.waiting[0]
        offers = tuple(
            single("medic", "14.1.1-a", "Medic!", card=card)
            for card in holding(table, seat, "medic")
        )
        total = sum(points(table, card) for card in table.zone(FALLEN))
        return (
            Prompt(
                seat,
                (single("pass", "14.1.1-a", "Pass"), *offers),
                "14.1.1-a",
                f"{self.winner} wins {total} points: play Medic!?",
                {"window": "medic", "winner": self.winner, "points": total},
            ),
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Pass on, halve, or settle what is kept."""
        match command:
            case Medic(card=card):
                from_hand(draft, card, rule="14.1.1-a")
                draft.change(halved=True, waiting=())
            case Keep(cards=cards):
                kept = parted(cards)
                lost = [card for card in draft.table.zone(FALLEN) if card not in kept]
                draft.finish()
                discard_fallen(draft, lost)
                score_fallen(draft, self.winner, rule="14.1.1-b")
            case _:
                draft.change(waiting=self.waiting[1:])

    def resume(self, draft: Draft) -> None:
        """Nobody plays Medic!: all points stand."""
        draft.finish()
        score_fallen(draft, self.winner, rule="7.2.2.4")


def affordable(table: Table) -> list[tuple[PieceId, ...]]:
    """14.1.1-b: the cards worth at most half of the total, rounded down."""
    fallen = table.zone(FALLEN)
    cap = sum(points(table, card) for card in fallen) // 2
    # Ruling: CS-Q60 the winner keeps any such part, also none.
    return [part for part in subsets(fallen, 0) if sum(points(table, card) for card in part) <= cap]


def discard_fallen(draft: Draft, cards: Sequence[PieceId]) -> None:
    """14.1.1-b: what is not kept goes to the discard pile."""
    lay_flat(draft, cards)
    discard(draft, cards, rule="14.1.1-b")


def from_hand(draft: Draft, card: PieceId, *, rule: str) -> None:
    """1.1.1.6-c: a card played for its effect goes to the discard pile."""
    discard(draft, (card,), rule=rule)


def begin_spoils(draft: Draft, winner: Seat, order: tuple[Seat, ...]) -> None:
    """Open the Medic! window when the winner has points to lose, else settle at once."""
    if any(points(draft.table, card) for card in draft.table.zone(FALLEN)):
        draft.begin(Spoils(winner, order))
    else:
        score_fallen(draft, winner, rule="7.2.2.4")
