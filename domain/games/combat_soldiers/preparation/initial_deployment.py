"""2.6 Initial deployment: groups laid face down, then turned up."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import End, card_of, end_of
from wardiary.domain.games.combat_soldiers.components.zones import group_zone, hand, laid_zone
from wardiary.domain.games.combat_soldiers.groups.command import arrange, turn_surplus_sideways
from wardiary.domain.games.combat_soldiers.groups.forming import (
    cannot_form_group,
    cannot_join,
    card_family,
    ends_of,
)
from wardiary.domain.games.combat_soldiers.groups.group import TARGETS, Group, group_at
from wardiary.domain.games.combat_soldiers.groups.objectives import COMPANIONS, objective_sides
from wardiary.domain.games.combat_soldiers.preparation.setting_up import LAID
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.games.kit.simultaneous import Simultaneous, seat_is_ready
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, choice_slot
from wardiary.domain.table.events import PieceTurned
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Lay(Command, frozen=True, tag="lay"):
    """2.6.1: lay a card face down as the initial deployment."""

    says = "lay {card|face} in {place}"
    sealed = True
    card: str
    face: str
    place: str


class Ready(Command, frozen=True, tag="ready"):
    """2.6.1: the initial deployment is complete."""

    says = "finish the initial deployment"


class InitialDeployment(Simultaneous, frozen=True, tag="laying"):
    """2.6.1: all seats lay groups face down: every objective in hand, and other cards at will."""

    def prompt_of(self, table: Table, seat: Seat) -> Prompt:
        """Every card that the seat can lay."""
        return Prompt(seat, tuple(lay_offers(table, seat)), "2.6.1-a", "Lay your groups")

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """2.6.1: raise Illegal with the rule that forbids laying a card, or being ready."""
        if isinstance(command, Lay) and command.card in table.zone(hand(seat)):
            refuse(cannot_lay(table, seat, command))
        elif not isinstance(command, Lay) and must_lay(table, seat):
            refuse(("2.6.1-a", "every objective in hand is laid"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Lay a card, or be ready."""
        if isinstance(command, Lay):
            draft.move(command.card, command.place, rule="2.6.1-a")
            # Recorded whether it turns the card or not, so that nobody can tell which end is up.
            draft.record(PieceTurned(piece=command.card, face=command.face, rule="2.6.1-b"))
        else:
            seat_is_ready(draft, seat)

    def all_ready(self, draft: Draft) -> None:
        """2.6.2: the round goes on with the groups turned up."""


def laid_zones(table: Table, seat: Seat) -> list[Zone]:
    """The groups a seat has laid so far."""
    return [laid_zone(seat, number) for number in LAID if table.zone(laid_zone(seat, number))]


def must_lay(table: Table, seat: Seat) -> list[PieceId]:
    """2.6.1-a: objectives still in hand; the Steeple only when it has a companion."""
    return [
        card
        for card in table.zone(hand(seat))
        if card_family(table, card) == "objective"
        and (card != "steeple" or companion_zones(table, seat))
    ]


def companion_zones(table: Table, seat: Seat) -> list[Zone]:
    """13.5.2.5-a: where the Steeple can be laid."""
    return [
        zone for zone in laid_zones(table, seat) if group_at(table, zone).objective in COMPANIONS
    ]


def lay_offers(table: Table, seat: Seat) -> list[Offer]:
    """2.6.1: for each side and place the cards that can be laid there."""
    empty = [laid_zone(seat, number) for number in LAID if not table.zone(laid_zone(seat, number))]
    groups = [group_at(table, zone) for zone in laid_zones(table, seat)]
    cards_by_place: dict[tuple[str, Zone], list[PieceId]] = {}
    for card in table.zone(hand(seat)):
        if card_family(table, card) == "objective":
            places = objective_places(table, card, groups, empty[:1])
        else:
            places = unit_places(table, card, groups, empty[:1])
        for face_and_place in places:
            cards_by_place.setdefault(face_and_place, []).append(card)
    offers = [] if must_lay(table, seat) else [offer(Ready, "2.6.1-a", "All is laid")]
    for (face, place), cards in cards_by_place.items():
        slot = choice_slot("card", cards)
        offers.append(offer(Lay, "2.6.1-b", "Lay a card", slot, face=face, place=place))
    return offers


def unit_places(
    table: Table, card: PieceId, groups: list[Group], new: list[Zone]
) -> list[tuple[str, Zone]]:
    """2.6.1-b: the ends of infantry and leaders, each with the groups that it may lie in."""
    places: list[tuple[str, Zone]] = []
    for end in ends_of(table, card):
        # Ruling: CS-Q05 no armor at the start.
        if end.role == "armor":
            continue
        zones = [] if end.role == "leader" else list(new)
        zones += [group.zone for group in groups if cannot_join(table, group, end) is None]
        places += [(end.face, zone) for zone in zones]
    return places


def objective_places(
    table: Table, card: PieceId, groups: list[Group], new: list[Zone]
) -> list[tuple[str, Zone]]:
    """2.6.2, CS-Q08b: the sides of an objective, each with the groups that it may lie in."""
    places: list[tuple[str, Zone]] = []
    for side in objective_sides(table):
        own_side = [group for group in groups if group.side == side]
        if card == "steeple":
            zones = [group.zone for group in own_side if group.objective in COMPANIONS]
        else:
            zones = new + [group.zone for group in own_side if can_take_objective(table, group)]
        places += [(side, zone) for zone in zones]
    return places


def can_take_objective(table: Table, group: Group) -> bool:
    """4.3.2: whether an objective fits into a laid group."""
    ends = [end_of(table, unit) for unit in group.units]
    return not group.objective and cannot_form_group(ends, objective=True) is None


def cannot_lay(table: Table, seat: Seat, command: Lay) -> Refusal:
    """2.6.1, 2.6.2: why a card cannot be laid like this."""
    if command.place not in [laid_zone(seat, number) for number in LAID]:
        # Checked before anything else: a reason must not show what another seat has laid.
        return ("2.6.1-a", f"{command.place!r} is no place where you can lay a group")
    card = card_of(table, command.card)
    if card.family == "armor":
        return ("2.6.1-b", "armor is not laid at the start")
    if card.family == "objective":
        if command.face not in objective_sides(table):
            return ("2.6.2", "the scenario sets the side of objectives")
        group = group_at(table, command.place)
        if group.side not in {"", command.face}:
            return ("2.6.2", "an objective is of its group's side")
        return None
    end = card.ends.get(command.face)
    if end is None:
        return ("2.6.1-b", "the card has no such end")
    group = group_at(table, command.place)
    if group.objective and end.side != group.side:
        return ("2.6.2", "an objective is of its group's side")
    return cannot_join(table, group, end)


def reveal(draft: Draft) -> None:
    """2.6.2: everything laid is turned up at once."""
    for seat in draft.table.seats:
        for number, zone in enumerate(laid_zones(draft.table, seat), 1):
            return_misfits(draft, seat, zone)
            place = group_zone(seat, number)
            draft.move(draft.table.zone(zone), place, rule="2.6.2")
            turn_surplus_sideways(draft, place)
            arrange(draft, place)


def return_misfits(draft: Draft, seat: Seat, zone: Zone) -> None:
    """2.6.1-b: cards that are no part of a legal group go back to hand.

    Laying refuses such cards; only a what-if that deals unseen cards can lead to them.
    """
    table = draft.table
    faces = {card: table.pieces[card].face for card in table.zone(zone)}
    objective = next((card for card in faces if card in TARGETS and faces[card]), "")
    ends: list[End] = []
    for card, face in faces.items():
        if card == objective or (card == "steeple" and objective in COMPANIONS):
            continue
        end = card_of(table, card).ends.get(face)
        if end is not None and face_side(faces, objective) in {"", end.side}:
            if cannot_form_group([*ends, end], objective=bool(objective)) is None:
                ends.append(end)
                continue
        draft.turn(card, "", rule="2.6.1-b")
        draft.move(card, hand(seat), rule="2.6.1-b")


def face_side(faces: dict[PieceId, str], objective: PieceId) -> str:
    """The side of a laid objective; "" without one."""
    return faces.get(objective, "")
