"""8 Deployment Phase (C), the Bridge's free use, reinforcement of the besieged, and airdrops."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions import lacks, pay, touch
from wardiary.domain.games.combat_soldiers.airborne import airborne_side, cannot_serve, grounded
from wardiary.domain.games.combat_soldiers.attack import attack_offers
from wardiary.domain.games.combat_soldiers.board_state import (
    Group,
    Refusal,
    SeatBoard,
    board_of,
    controls,
    group,
    hand,
    holding,
    is_group,
    offer,
    owner_of,
    refuse,
    side_of,
    single,
    used_this_turn,
)
from wardiary.domain.games.combat_soldiers.commands import (
    Add,
    Airdrop,
    Attack,
    Deploy,
    Reinforce,
)
from wardiary.domain.games.combat_soldiers.components import End, scenario_of
from wardiary.domain.games.combat_soldiers.declaration import attack, check_attack
from wardiary.domain.games.combat_soldiers.groups import (
    arrange,
    cannot_join,
    ends_of,
    free_zone,
    in_command,
)
from wardiary.domain.games.combat_soldiers.losses import from_hand
from wardiary.domain.games.combat_soldiers.supports import offensive_side
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

NEW = "new"


def free_by_bridge(table: Table, seat: Seat, side: str) -> bool:
    """13.5.2.1-a: one deployment or withdrawal a Turn of the Bridge's side is free."""
    # Ruling: CS-Q49 one use in all, and the first that fits is the free one.
    return (
        side_of(table, "bridge") == side
        and not used_this_turn(table, "used/bridge")
        and controls(table, seat, "bridge")
    )


def pay_or_cross(draft: Draft, seat: Seat, side: str, *, rule: str) -> None:
    """8.0-a, 6.3-a: one action, or the Bridge."""
    if free_by_bridge(draft.table, seat, side):
        draft.track("used/bridge", draft.table.turn, rule="13.5.2.1-a")
    else:
        pay(draft, 1, side, rule=rule)


def cannot_field(table: Table, end: End) -> Refusal:
    """17.2.1: armor of one side only."""
    wanted = scenario_of(table).armor
    if end.role == "armor" and wanted not in {"", end.side}:
        return ("17.2.1", "armor is deployed as German only")
    return None


def cannot_start(end: End) -> Refusal:
    """4.2-b: a leader does not start a group."""
    return ("4.2-b", "a leader is placed with units") if end.role == "leader" else None


def hand_ends(table: Table, seat: Seat) -> Iterator[tuple[PieceId, End]]:
    """The cards in hand with each end that they could show."""
    for card in table.zone(hand(seat)):
        for end in ends_of(table, card):
            yield card, end


def deploy_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """8.0-a, 4.3.1: a first card of a new group or of a reinforcement, also of an objective."""
    groups = [found for found in board.mine if not found.siege]
    able = {
        side: free_by_bridge(table, seat, side) or lacks(table, seat, 1, side) is None
        for side in ("us", "german")
    }
    fitting: dict[tuple[str, Zone], list[PieceId]] = {}
    for card, end in hand_ends(table, seat):
        if not able[end.side] or cannot_field(table, end):
            continue
        if cannot_start(end) is None:
            fitting.setdefault((end.face, NEW), []).append(card)
        for found in groups:
            if cannot_join(table, found, end) is None:
                fitting.setdefault((end.face, found.zone), []).append(card)
    for (face, place), cards in fitting.items():
        yield offer(
            "deploy",
            "8.0-a",
            "Deploy a group" if place == NEW else "Reinforce a group",
            choice_slot("card", cards),
            fixed_slot("face", face),
            fixed_slot("place", place),
        )


def reinforce_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.2-b4: a besieged group, by a Major Offensive and an action."""
    cards = holding(table, seat, "major-offensive")
    if not cards:
        return
    for found in board.mine:
        if not found.siege or not offensive_side(table, found.side):
            continue
        if lacks(table, seat, 1, found.side):
            continue
        for card, end in hand_ends(table, seat):
            if cannot_join(table, found, end) is None and cannot_field(table, end) is None:
                yield offer(
                    "reinforce",
                    "7.3.2-b4",
                    f"Reinforce with {end.name}",
                    choice_slot("offensive", cards),
                    fixed_slot("card", card),
                    fixed_slot("face", end.face),
                    fixed_slot("group", found.zone),
                )


def end_named(table: Table, seat: Seat, card: PieceId, face: str) -> End:
    """The end of a card in hand; raises Illegal when it has none such."""
    if card not in table.zone(hand(seat)):
        refuse(("4.2-a", f"you do not hold {card}"))
    for end in ends_of(table, card):
        if end.face == face:
            return end
    raise_no_end(card, face)
    raise AssertionError


def raise_no_end(card: PieceId, face: str) -> None:
    """1.1.1.1-b: a card shows only the ends it has."""
    refuse(("1.1.1.1-b", f"{card} has no end {face}"))


def check_deploy(table: Table, seat: Seat, command: Deploy) -> None:
    """Why a deployment is refused."""
    end = end_named(table, seat, command.card, command.face)
    refuse(cannot_field(table, end))
    if command.place == NEW:
        refuse(cannot_start(end))
    else:
        refuse(cannot_reinforce(table, seat, command.place, end))
    if not free_by_bridge(table, seat, end.side):
        refuse(lacks(table, seat, 1, end.side, rule="8.0-a"))


def cannot_reinforce(table: Table, seat: Seat, zone: Zone, end: End) -> Refusal:
    """8.0-b, 7.3.1.3-b4: why a group takes no reinforcement."""
    if not is_group(zone) or owner_of(zone) != seat or not table.zone(zone):
        return ("4.2-a", f"{zone} is no group of yours")
    found = group(table, zone)
    # Ruling: CS-Q18 in phase C only a Major Offensive reaches a besieged group.
    if found.siege:
        return ("7.3.1.3-b4", "a besieged group is reinforced by a Major Offensive only")
    return cannot_join(table, found, end)


def deploy(draft: Draft, seat: Seat, command: Deploy) -> None:
    """8.0-a: one action whatever the number of cards; more may follow."""
    zone = free_zone(draft.table, seat) if command.place == NEW else command.place
    (end,) = [end for end in ends_of(draft.table, command.card) if end.face == command.face]
    pay_or_cross(draft, seat, end.side, rule="8.0-a")
    touch(draft, zone, rule="3.4-b")
    field(draft, command.card, command.face, zone)
    draft.begin(Deploying(seat, zone))


def field(draft: Draft, card: PieceId, face: str, zone: Zone) -> None:
    """4.1, 4.2-a: a card comes down with its end up."""
    draft.move(card, zone, rule="4.2-a")
    draft.turn(card, face, rule="4.1")


def check_reinforce(table: Table, seat: Seat, command: Reinforce) -> None:
    """Why a reinforcement by Major Offensive is refused."""
    found = group(table, command.group)
    if not found.siege:
        refuse(("7.3.2-b4", "only a besieged group needs that"))
    if not offensive_side(table, found.side):
        refuse(cannot_serve(table))
    end = end_named(table, seat, command.card, command.face)
    refuse(cannot_field(table, end))
    refuse(cannot_join(table, found, end))


def reinforce(draft: Draft, seat: Seat, command: Reinforce) -> None:
    """7.3.2-b4: the card and one action; more cards may follow."""
    found = group(draft.table, command.group)
    pay(draft, 1, found.side, rule="7.3.2-b4")
    touch(draft, found.zone, rule="3.4-b")
    from_hand(draft, command.offensive, rule="7.3.2-b4")
    field(draft, command.card, command.face, found.zone)
    draft.begin(Deploying(seat, found.zone))


class Deploying(Step, frozen=True, tag="deploying"):
    """8.0-a: further cards into the same group, until it is done."""

    seat: Seat
    zone: Zone
    drop: bool = False

    def prompts(self, table: Table) -> Prompts:
        """Every card in hand that still fits."""
        found = group(table, self.zone)
        fitting: dict[str, list[PieceId]] = {}
        for card, end in hand_ends(table, self.seat):
            if self._cannot_add(table, found, end) is None:
                fitting.setdefault(end.face, []).append(card)
        offers = [
            offer(
                "add", "8.0-a", "Add a card", choice_slot("card", cards), fixed_slot("face", face)
            )
            for face, cards in fitting.items()
        ]
        done = single("done", "8.0-a", "The group is complete")
        return (Prompt(self.seat, (done, *offers), "8.0-a", f"More cards into {self.zone}?"),)

    def _cannot_add(self, table: Table, found: Group, end: End) -> Refusal:
        if self.drop and end.role == "armor":
            return ("7.3.3-b1", "armor is not dropped")
        return cannot_field(table, end) or cannot_join(table, found, end)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Why a card does not fit."""
        if isinstance(command, Add):
            end = end_named(table, seat, command.card, command.face)
            refuse(self._cannot_add(table, group(table, self.zone), end))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Add a card, or close the group."""
        if isinstance(command, Add):
            field(draft, command.card, command.face, self.zone)
            return
        draft.finish()
        in_command(draft, self.zone)
        if self.drop:
            draft.track(f"dropped/{self.zone}", draft.table.turn, rule="7.3.3-b2")
            draft.begin(DropAttack(seat, self.zone))
        arrange(draft, self.zone)


# 7.3.3-b1, -b2 The drop.


def airdrop_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.3-b1: in phase B, a new infantry group of the airborne side."""
    cards = holding(table, seat, "airborne")
    side = airborne_side(table)
    if not cards or grounded(table, side) or lacks(table, seat, 1, side):
        return
    for card, end in hand_ends(table, seat):
        if end.role == "infantry" and end.side == side:
            yield offer(
                "airdrop",
                "7.3.3-b1",
                f"Drop {end.name}",
                choice_slot("airborne", cards),
                fixed_slot("card", card),
                fixed_slot("face", end.face),
            )


def check_airdrop(table: Table, seat: Seat, command: Airdrop) -> None:
    """Why a drop is refused."""
    end = end_named(table, seat, command.card, command.face)
    refuse(grounded(table, end.side))
    if end.role != "infantry":
        refuse(("7.3.3-b1", "an infantry group is dropped"))
    refuse(lacks(table, seat, 1, end.side, rule="7.3.3-b1"))


def airdrop(draft: Draft, seat: Seat, command: Airdrop) -> None:
    """7.3.3-b1: one action, and the card."""
    zone = free_zone(draft.table, seat)
    pay(draft, 1, airborne_side(draft.table), rule="7.3.3-b1")
    touch(draft, zone, rule="3.4-b")
    from_hand(draft, command.airborne, rule="7.3.3-b1")
    field(draft, command.card, command.face, zone)
    draft.begin(Deploying(seat, zone, drop=True))


class DropAttack(Step, frozen=True, tag="drop-attack"):
    """7.3.3-b2: the group attacks at once and free, or not at all."""

    seat: Seat
    zone: Zone

    def prompts(self, table: Table) -> Prompts:
        """Its attacks."""
        offers = attack_offers(
            table, self.seat, board_of(table, self.seat), only=group(table, self.zone)
        )
        stay = single("pass", "7.3.3-b2", "No attack")
        return (Prompt(self.seat, (stay, *offers), "7.3.3-b2", "Attack from the air?"),)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Why an attack is refused."""
        if isinstance(command, Attack):
            check_attack(table, seat, command)

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Attack, or stay."""
        draft.finish()
        if isinstance(command, Attack):
            attack(draft, seat, command)
        else:
            draft.track(f"attacked/{self.zone}", draft.table.turn, rule="7.3.3-b2")
