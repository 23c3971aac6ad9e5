"""8 Deployment Phase (C)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import (
    cannot_afford,
    free_by_bridge,
    mark_acted,
    pay_or_use_bridge,
)
from wardiary.domain.games.combat_soldiers.components.cards import End, scenario_of
from wardiary.domain.games.combat_soldiers.components.zones import hand, is_group, owner_of
from wardiary.domain.games.combat_soldiers.groups.command import arrange, turn_surplus_sideways
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_join, ends_of, free_zone
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard, group_at
from wardiary.domain.games.combat_soldiers.special_battles.airborne import DropAttack
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

NEW = "new"


class Deploy(Command, frozen=True, tag="deploy"):
    """8.0: deploy a card with its end up; "new" starts a group."""

    card: str
    face: str
    place: str


class Add(Command, frozen=True, tag="add"):
    """8.0: one more card into the group being deployed."""

    card: str
    face: str


class Done(Command, frozen=True, tag="done"):
    """8.0: the group is deployed."""


def cannot_field(table: Table, end: End) -> Refusal:
    """17.2.1: armor of one side only."""
    side = scenario_of(table).armor
    if end.role == "armor" and side not in {"", end.side}:
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
    groups = [group for group in board.mine if not group.siege]
    can_pay = {
        side: free_by_bridge(table, seat, side) or cannot_afford(table, seat, 1, side) is None
        for side in ("us", "german")
    }
    cards_by_place: dict[tuple[str, Zone], list[PieceId]] = {}
    for card, end in hand_ends(table, seat):
        if not can_pay[end.side] or cannot_field(table, end):
            continue
        if cannot_start(end) is None:
            cards_by_place.setdefault((end.face, NEW), []).append(card)
        for group in groups:
            if cannot_join(table, group, end) is None:
                cards_by_place.setdefault((end.face, group.zone), []).append(card)
    for (face, place), cards in cards_by_place.items():
        yield offer(
            Deploy,
            "8.0-a",
            "Deploy a group" if place == NEW else "Reinforce a group",
            choice_slot("card", cards),
            face=face,
            place=place,
        )


def find_end(table: Table, seat: Seat, card: PieceId, face: str) -> End:
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
    end = find_end(table, seat, command.card, command.face)
    refuse(cannot_field(table, end))
    if command.place == NEW:
        refuse(cannot_start(end))
    else:
        refuse(cannot_reinforce(table, seat, command.place, end))
    if not free_by_bridge(table, seat, end.side):
        refuse(cannot_afford(table, seat, 1, end.side, rule="8.0-a"))


def cannot_reinforce(table: Table, seat: Seat, zone: Zone, end: End) -> Refusal:
    """8.0-b, 7.3.1.3-b4: why a group takes no reinforcement."""
    if not is_group(zone) or owner_of(zone) != seat or not table.zone(zone):
        return ("4.2-a", f"{zone} is no group of yours")
    group = group_at(table, zone)
    # Ruling: CS-Q18 in phase C only a Major Offensive reaches a besieged group.
    if group.siege:
        return ("7.3.1.3-b4", "a besieged group is reinforced by a Major Offensive only")
    return cannot_join(table, group, end)


def deploy(draft: Draft, seat: Seat, command: Deploy) -> None:
    """8.0-a: one action whatever the number of cards; more may follow."""
    zone = free_zone(draft.table, seat) if command.place == NEW else command.place
    (end,) = [end for end in ends_of(draft.table, command.card) if end.face == command.face]
    pay_or_use_bridge(draft, seat, end.side, rule="8.0-a")
    mark_acted(draft, zone, rule="3.4-b")
    put_into_group(draft, command.card, command.face, zone)
    draft.begin(Deploying(seat, zone))


def put_into_group(draft: Draft, card: PieceId, face: str, zone: Zone) -> None:
    """4.1, 4.2-a: a card comes down with its end up."""
    draft.move(card, zone, rule="4.2-a")
    draft.turn(card, face, rule="4.1")


class Deploying(Step, frozen=True, tag="deploying"):
    """8.0-a: further cards into the same group, until it is done."""

    seat: Seat
    zone: Zone
    drop: bool = False

    def prompts(self, table: Table) -> Prompts:
        """Every card in hand that still fits."""
        group = group_at(table, self.zone)
        cards_by_face: dict[str, list[PieceId]] = {}
        for card, end in hand_ends(table, self.seat):
            if self._cannot_add(table, group, end) is None:
                cards_by_face.setdefault(end.face, []).append(card)
        offers = [
            offer(Add, "8.0-a", "Add a card", choice_slot("card", cards), face=face)
            for face, cards in cards_by_face.items()
        ]
        done = offer(Done, "8.0-a", "The group is complete")
        return (Prompt(self.seat, (done, *offers), "8.0-a", f"More cards into {self.zone}?"),)

    def _cannot_add(self, table: Table, group: Group, end: End) -> Refusal:
        if self.drop and end.role == "armor":
            return ("7.3.3-b1", "armor is not dropped")
        return cannot_field(table, end) or cannot_join(table, group, end)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """Why a card does not fit."""
        if isinstance(command, Add):
            end = find_end(table, seat, command.card, command.face)
            refuse(self._cannot_add(table, group_at(table, self.zone), end))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Add a card, or close the group."""
        if isinstance(command, Add):
            put_into_group(draft, command.card, command.face, self.zone)
            return
        draft.finish()
        turn_surplus_sideways(draft, self.zone)
        if self.drop:
            draft.track(f"dropped/{self.zone}", draft.table.turn, rule="7.3.3-b2")
            draft.begin(DropAttack(seat, self.zone))
        arrange(draft, self.zone)
