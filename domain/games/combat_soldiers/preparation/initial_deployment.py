"""2.6 Initial deployment: groups laid face down, then turned up."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import End, card_of
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
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts, choice_slot, fixed_slot
from wardiary.domain.play.steps import Step
from wardiary.domain.table.events import PieceTurned
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table


class Lay(Command, frozen=True, tag="lay"):
    """2.6.1: lay a card face down as the initial deployment."""

    sealed = True
    card: str
    face: str
    place: str


class Ready(Command, frozen=True, tag="ready"):
    """2.6.1: the initial deployment lies."""


class Laying(Step, frozen=True, tag="laying"):
    """2.6.1: all lay groups face down at once: every objective in hand, and what they like."""

    waiting: tuple[Seat, ...]

    def prompts(self, table: Table) -> Prompts:
        """Every card that can be laid, for every seat that is not ready."""
        return tuple(
            Prompt(seat, tuple(lay_offers(table, seat)), "2.6.1-a", "Lay your groups")
            for seat in self.waiting
        )

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """2.6.1: why a card is not laid so."""
        if isinstance(command, Lay) and command.card in table.zone(hand(seat)):
            refuse(cannot_lay(table, seat, command))
        elif not isinstance(command, Lay) and must_lay(table, seat):
            refuse(("2.6.1-a", "every objective in hand is laid"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Lay a card, or be ready."""
        if isinstance(command, Lay):
            draft.move(command.card, command.place, rule="2.6.1-a")
            # Recorded however the card lay, so that nobody can tell how it did.
            draft.record(PieceTurned(piece=command.card, face=command.face, rule="2.6.1-b"))
        else:
            draft.change(
                waiting=tuple(waiting_seat for waiting_seat in self.waiting if waiting_seat != seat)
            )

    def resume(self, draft: Draft) -> None:
        """All are ready."""
        draft.finish()


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
    zones = laid_zones(table, seat)
    new = [laid_zone(seat, number) for number in LAID if not table.zone(laid_zone(seat, number))][
        :1
    ]
    groups = [group_at(table, zone) for zone in zones]
    cards_by_place: dict[tuple[str, Zone], list[PieceId]] = {}
    for card in table.zone(hand(seat)):
        if card_family(table, card) == "objective":
            places = objective_places(table, seat, card, groups, new)
        else:
            places = [
                (end.face, place)
                for end in ends_of(table, card)
                for place in unit_places(table, end, groups, new)
            ]
        for way in places:
            cards_by_place.setdefault(way, []).append(card)
    offers = [] if must_lay(table, seat) else [offer(Ready, "2.6.1-a", "All is laid")]
    for (face, place), cards in cards_by_place.items():
        slots = (choice_slot("card", cards), fixed_slot("face", face), fixed_slot("place", place))
        offers.append(offer(Lay, "2.6.1-b", "Lay a card", *slots))
    return offers


def unit_places(table: Table, end: End, groups: list[Group], new: list[Zone]) -> list[Zone]:
    """2.6.1-b: infantry and leaders, in legal groups."""
    # Ruling: CS-Q05 no armor at the start.
    if end.role == "armor":
        return []
    places = [] if end.role == "leader" else list(new)
    return places + [group.zone for group in groups if cannot_join(table, group, end) is None]


def objective_places(
    table: Table, seat: Seat, card: PieceId, groups: list[Group], new: list[Zone]
) -> list[tuple[str, Zone]]:
    """2.6.2, CS-Q08b: the side of an objective is part of what is laid."""
    places: list[tuple[str, Zone]] = []
    for side in objective_sides(table):
        if card == "steeple":
            zones = [
                zone for zone in companion_zones(table, seat) if group_at(table, zone).side == side
            ]
        else:
            zones = new + [
                group.zone
                for group in groups
                if group.side == side and can_take_objective(table, group)
            ]
        places += [(side, zone) for zone in zones]
    return places


def can_take_objective(table: Table, group: Group) -> bool:
    """4.3.2: whether an objective fits into a laid group."""
    ends = [
        end for unit in group.units for end in [card_of(table, unit).ends[face_of(table, unit)]]
    ]
    return not group.objective and cannot_form_group(ends, objective=True) is None


def face_of(table: Table, piece: PieceId) -> str:
    """The end that is up."""
    return table.pieces[piece].face


def cannot_lay(table: Table, seat: Seat, command: Lay) -> Refusal:
    """2.6.1, 2.6.2: why a card cannot be laid like this."""
    if command.place not in [laid_zone(seat, number) for number in LAID]:
        # Asked before anything else: what another seat has laid must not show in a reason.
        return ("2.6.1-a", f"{command.place!r} is no place of yours to lay a group")
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
    """2.6.1-b: what is no part of a legal group goes back to hand.

    Laying refuses such cards; only a what-if deal of unseen cards can bring them about.
    """
    table = draft.table
    faces = {card: face_of(table, card) for card in table.zone(zone)}
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
