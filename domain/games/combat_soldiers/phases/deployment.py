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
from wardiary.domain.games.combat_soldiers.components.pack_files import SIDES
from wardiary.domain.games.combat_soldiers.components.zones import hand, is_group, owner_of
from wardiary.domain.games.combat_soldiers.groups.command import arrange, turn_surplus_sideways
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_join, ends_of, free_zone
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard, group_at, group_title
from wardiary.domain.games.combat_soldiers.special_battles.airborne import DropAttack
from wardiary.domain.games.kit.menus import Action, Menu, top_step
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

NEW = "new"


class Deploy(Command, frozen=True, tag="deploy"):
    """8.0: deploy a card with its end up; "new" starts a group."""

    says = "deploy {card|face} in {place}"
    card: str
    face: str
    place: str


class Add(Command, frozen=True, tag="add"):
    """8.0: one more card into the group being deployed."""

    says = "add {card|face} to the group"
    card: str
    face: str


class Done(Command, frozen=True, tag="done"):
    """8.0: the group is deployed."""

    says = "finish the group"


def cannot_field(table: Table, end: End) -> Refusal:
    """17.2.1: why armor of this side is not deployed in the scenario."""
    side = scenario_of(table).armor
    if end.role == "armor" and side not in {"", end.side}:
        return ("17.2.1", "armor is deployed as German only")
    return None


def cannot_start(end: End) -> Refusal:
    """4.2-b: why a card does not start a group: a leader needs units."""
    return ("4.2-b", "a leader is placed with units") if end.role == "leader" else None


def hand_ends(table: Table, seat: Seat) -> Iterator[tuple[PieceId, End]]:
    """The cards in hand with each end that they could show."""
    for card in table.zone(hand(seat)):
        for end in ends_of(table, card):
            yield card, end


def deploy_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """8.0-a, 4.3.1: a first card of a new group or of a reinforcement, also of an objective."""
    groups = [group for group in board.mine if not group.siege]
    can_pay: dict[str, bool] = {
        side: free_by_bridge(table, seat, side) or cannot_afford(table, seat, 1, side) is None
        for side in SIDES
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
    """The end of a card in hand; raises Illegal when it has no such end, or is not in hand."""
    if card not in table.zone(hand(seat)):
        refuse(("4.2-a", f"you do not hold {card}"))
    for end in ends_of(table, card):
        if end.face == face:
            return end
    raise Illegal("1.1.1.1-b", f"{card} has no end {face}")


def refuse_deploy(table: Table, seat: Seat, command: Deploy, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the deployment."""
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
    end = find_end(draft.table, seat, command.card, command.face)
    pay_or_use_bridge(draft, seat, end.side, rule="8.0-a")
    mark_acted(draft, zone, rule="3.4-b")
    put_into_group(draft, command.card, command.face, zone)
    draft.begin(Deployment(seat, zone))


DEPLOY = Action[SeatBoard](Deploy, deploy, deploy_offers, refuse_deploy)


def put_into_group(draft: Draft, card: PieceId, face: str, zone: Zone) -> None:
    """4.1, 4.2-a: a card is put on the table with its end up."""
    draft.move(card, zone, rule="4.2-a")
    draft.turn(card, face, rule="4.1")


# 8.0-a Further cards into the same group.


def done_offers(table: Table, seat: Seat, step: Deployment) -> Iterator[Offer]:
    """8.0-a: the group may be complete after any card."""
    yield offer(Done, "8.0-a", "The group is complete")


def complete(draft: Draft, seat: Seat, command: Done) -> None:
    """4.4.2, 7.3.3-b2: units beyond the rating are turned, and a dropped group may attack."""
    step = top_step(draft, Deployment)
    draft.finish()
    turn_surplus_sideways(draft, step.zone)
    if step.drop:
        draft.track(f"dropped/{step.zone}", draft.table.turn, rule="7.3.3-b2")
        draft.begin(DropAttack(seat, step.zone))
    arrange(draft, step.zone)


def cannot_add(table: Table, step: Deployment, end: End) -> Refusal:
    """8.0-a, 7.3.3-b1: why a card with this end up does not come into the group."""
    if step.drop and end.role == "armor":
        return ("7.3.3-b1", "armor is not dropped")
    return cannot_field(table, end) or cannot_join(table, group_at(table, step.zone), end)


def add_offers(table: Table, seat: Seat, step: Deployment) -> Iterator[Offer]:
    """8.0-a: every card in hand that still fits."""
    cards_by_face: dict[str, list[PieceId]] = {}
    for card, end in hand_ends(table, seat):
        if cannot_add(table, step, end) is None:
            cards_by_face.setdefault(end.face, []).append(card)
    for face, cards in cards_by_face.items():
        yield offer(Add, "8.0-a", "Add a card", choice_slot("card", cards), face=face)


def refuse_add(table: Table, seat: Seat, command: Add, step: Deployment) -> None:
    """Raise Illegal with the rule by which a card does not fit."""
    refuse(cannot_add(table, step, find_end(table, seat, command.card, command.face)))


def add(draft: Draft, seat: Seat, command: Add) -> None:
    """8.0-a: the card joins the group."""
    put_into_group(draft, command.card, command.face, top_step(draft, Deployment).zone)


class Deployment(Menu, frozen=True, tag="deploying"):
    """8.0-a: further cards come into the same group, until it is complete.

    `drop` marks a group that Airborne dropped (7.3.3-b1).
    """

    menu = (Action(Done, complete, done_offers), Action(Add, add, add_offers, refuse_add))

    seat: Seat
    zone: Zone
    drop: bool = False

    def asks(self, table: Table) -> Prompts:
        """The seat that deploys."""
        return (
            Prompt(self.seat, (), "8.0-a", f"More cards into {group_title(table, self.zone)}?"),
        )
