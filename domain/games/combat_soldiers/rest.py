"""9 Rest/Refit Phase (D) and 10 Discard/Repair Phase (E)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions import lacks, pay, touch
from wardiary.domain.games.combat_soldiers.board_state import (
    DAMAGE,
    GARRISON_LOST,
    Group,
    Refusal,
    SeatBoard,
    group,
    hand,
    is_group,
    offer,
    owner_of,
    refuse,
    single,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.capacity import room
from wardiary.domain.games.combat_soldiers.commands import (
    Discard,
    Exchange,
    Garrison,
    Repair,
    Shift,
)
from wardiary.domain.games.combat_soldiers.components import end_of, printed
from wardiary.domain.games.combat_soldiers.groups import (
    can_stand,
    cannot_join,
    in_command,
    misfit,
)
from wardiary.domain.games.combat_soldiers.piles import discard, strip
from wardiary.domain.games.combat_soldiers.sieges import tidy
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import (
    Offer,
    Prompt,
    Prompts,
    choice_slot,
    fixed_slot,
    several_slot,
)
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

DISCARDS = 4


# 3.4-a, 9.1 Shift and exchange.


def shift_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """9.1: one unit to another idle group of its side, or one for one."""
    able = [found for found in board.mine if cannot_trade(table, found) is None]
    for own in able:
        if not own.units or lacks(table, seat, 1, own.side):
            continue
        for unit in own.units:
            targets = [
                other.zone for other in able if cannot_shift(table, own, unit, other) is None
            ]
            if targets:
                yield offer(
                    "shift", "9.1", "Shift", fixed_slot("unit", unit), choice_slot("group", targets)
                )
            others = [
                partner
                for other in able
                if own.zone < other.zone
                for partner in other.units
                if cannot_exchange(table, own, unit, other, partner) is None
            ]
            if others:
                yield offer(
                    "exchange",
                    "3.4-a",
                    "Exchange",
                    fixed_slot("unit", unit),
                    choice_slot("other", others),
                )


def cannot_trade(table: Table, found: Group) -> Refusal:
    """3.4-b: a group that acted this Turn takes no part, nor does a besieged one."""
    if used_this_turn(table, f"acted/{found.zone}"):
        return ("3.4-b", f"{found.zone} was used for another action this Turn")
    # Ruling: shifting into or out of a siege would be reinforcement or withdrawal.
    return ("7.3.1.3-b4", "a besieged group is cut off") if found.siege else None


def cannot_shift(table: Table, own: Group, unit: PieceId, other: Group) -> Refusal:
    """9.1: the unit must fit there, and leave a legal group here."""
    if unit not in own.units:
        return ("9.1", f"{unit} is no unit")
    if own.zone == other.zone:
        return ("9.1", "a unit shifts to another group")
    if own.side != other.side:
        return ("3.4-a", "both groups are of one nationality")
    if not can_stand(table, own, (unit,)):
        return ("4.4.5-b", "a leader does not stay alone")
    return cannot_join(table, other, end_of(table, unit))


def cannot_exchange(
    table: Table, own: Group, unit: PieceId, other: Group, partner: PieceId
) -> Refusal:
    """3.4-a: one for one, both groups legal afterwards."""
    if unit not in own.units or partner not in other.units:
        return ("3.4-a", "only units are exchanged")
    if own.side != other.side:
        return ("3.4-a", "both groups are of one nationality")
    mine = [end_of(table, one) for one in (*own.units, partner) if one != unit]
    theirs = [end_of(table, one) for one in (*other.units, unit) if one != partner]
    return misfit(mine, objective=bool(own.objective)) or misfit(
        theirs, objective=bool(other.objective)
    )


def own_group_with(table: Table, seat: Seat, unit: PieceId) -> Group:
    """The own group of a unit; raises Illegal when there is none."""
    held = table.pieces.get(unit)
    if held is None or not is_group(held.zone) or owner_of(held.zone) != seat:
        refuse(("9.1", f"{unit} is no unit of yours on the table"))
        raise AssertionError
    return group(table, held.zone)


def check_shift(table: Table, seat: Seat, command: Shift) -> None:
    """Why a shift is refused."""
    own = own_group_with(table, seat, command.unit)
    other = group(table, command.group)
    refuse(cannot_trade(table, own))
    refuse(cannot_trade(table, other))
    refuse(cannot_shift(table, own, command.unit, other))
    refuse(lacks(table, seat, 1, own.side))


def check_exchange(table: Table, seat: Seat, command: Exchange) -> None:
    """Why an exchange is refused."""
    own = own_group_with(table, seat, command.unit)
    other = own_group_with(table, seat, command.other)
    refuse(cannot_trade(table, own))
    refuse(cannot_trade(table, other))
    refuse(cannot_exchange(table, own, command.unit, other, command.other))


def shift(draft: Draft, seat: Seat, command: Shift) -> None:
    """9.1: markers stay behind (15.3, 16.3)."""
    before = group(draft.table, draft.table.zone_of(command.unit))
    pay(draft, 1, before.side, rule="9.1")
    for zone in (before.zone, command.group):
        touch(draft, zone, rule="3.4-b")
    strip(draft, (command.unit,))
    draft.move(command.unit, command.group, rule="9.1")
    tidy(draft, before, rule="9.1")
    for zone in (before.zone, command.group):
        in_command(draft, zone)


def exchange(draft: Draft, seat: Seat, command: Exchange) -> None:
    """3.4-a: one for one, for one action."""
    # Ruling: CS-Q17 both forms cost one action, under the condition of 3.4.
    own = group(draft.table, draft.table.zone_of(command.unit))
    other = group(draft.table, draft.table.zone_of(command.other))
    pay(draft, 1, own.side, rule="3.4-a")
    for zone in (own.zone, other.zone):
        touch(draft, zone, rule="3.4-b")
    strip(draft, (command.unit, command.other))
    draft.move(command.unit, other.zone, rule="3.4-a")
    draft.move(command.other, own.zone, rule="3.4-a")
    for before in (own, other):
        tidy(draft, before, rule="3.4-a")
        in_command(draft, before.zone)


# 9.2 Garrisons.


def garrison_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """9.2: one action a garrison."""
    for found in board.mine:
        if found.objective and table.mark(found.objective, GARRISON_LOST):
            if lacks(table, seat, 1, found.side) is None:
                yield single("garrison", "9.2", "Restore the garrison", objective=found.objective)


def check_garrison(table: Table, seat: Seat, command: Garrison) -> None:
    """Why a garrison is not restored."""
    found = own_group_with(table, seat, command.objective)
    if not table.mark(command.objective, GARRISON_LOST):
        refuse(("13.5.1.1-b3", "its garrison is whole"))
    refuse(lacks(table, seat, 1, found.side, rule="9.2"))


def restore_garrison(draft: Draft, seat: Seat, command: Garrison) -> None:
    """9.2: the marker goes."""
    zone = draft.table.zone_of(command.objective)
    pay(draft, 1, group(draft.table, zone).side, rule="9.2")
    touch(draft, zone, rule="3.4-b")
    draft.mark(command.objective, GARRISON_LOST, 0, rule="13.5.1.1-b2")


# 10.1 Discards, 11.3-b the hand limit.


def discard_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """10.1: up to four cards for one action."""
    cards = table.zone(hand(seat))
    if cards and lacks(table, seat, 1) is None:
        most = min(DISCARDS, len(cards))
        yield offer("discard", "10.1", "Discard", several_slot("cards", cards, 1, most))


def check_discard(table: Table, seat: Seat, command: Discard) -> None:
    """Why a discard is refused."""
    if len(command.cards) > DISCARDS:
        refuse(("3.5-a", "four cards at most"))
    if any(card not in table.zone(hand(seat)) for card in command.cards):
        refuse(("10.1", "you discard from your own hand"))
    refuse(lacks(table, seat, 1))


def discard_cards(draft: Draft, seat: Seat, command: Discard) -> None:
    """10.1: only the last card shows."""
    pay(draft, 1, "", rule="10.1")
    discard(draft, command.cards, rule="10.1")


class Excess(Step, frozen=True, tag="excess"):
    """11.3-b: cards above capacity are discarded at the end of the own Turn."""

    seat: Seat

    def prompts(self, table: Table) -> Prompts:
        """Exactly as many as there are too many."""
        over = -room(table, self.seat)
        if over <= 0:
            return ()
        cards = table.zone(hand(self.seat))
        return (
            Prompt(
                self.seat,
                (offer("discard", "11.3-b", "Discard", several_slot("cards", cards, over, over)),),
                "11.3-b",
                f"Discard {over} cards",
            ),
        )

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """They go, the last one on top."""
        assert isinstance(command, Discard)
        draft.finish()
        discard(draft, command.cards, rule="11.3-b")

    def resume(self, draft: Draft) -> None:
        """The hand is within its limit."""
        draft.finish()


# 10.2 Repairs.


def repair_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """10.2: one action an attempt, on an own objective."""
    if lacks(table, seat, 1):
        return
    for found in board.mine:
        if found.objective and table.mark(found.objective, DAMAGE):
            yield single("repair", "10.2", "Repair", objective=found.objective)


def check_repair(table: Table, seat: Seat, command: Repair) -> None:
    """Why a repair is refused."""
    own_group_with(table, seat, command.objective)
    if command.objective not in table.pack.objectives:
        refuse(("10.2", "only an objective is repaired"))
    if not table.mark(command.objective, DAMAGE):
        refuse(("10.2", f"{printed(table, command.objective).name} is not damaged"))
    refuse(lacks(table, seat, 1))


def repair(draft: Draft, seat: Seat, command: Repair) -> None:
    """10.2: half of a die, rounded down; what is too much is lost."""
    pay(draft, 1, "", rule="3.5-b")
    (face,) = draft.roll(seat, "repair", rule="10.2", high=10)
    damage = draft.table.mark(command.objective, DAMAGE)
    draft.mark(command.objective, DAMAGE, max(0, damage - face // 2), rule="10.2")
