"""7.3.10 Barrages, and the mines and engineers that are resolved like them."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.spending import cannot_afford, pay
from wardiary.domain.games.combat_soldiers.battles.spoils import settle_points
from wardiary.domain.games.combat_soldiers.components.cards import (
    card_of,
    end_of,
    printed_objective,
)
from wardiary.domain.games.combat_soldiers.components.zones import (
    DAMAGE,
    all_seats_clockwise,
    hand,
    hand_cards_with,
    is_group,
    owner_of,
    used_this_turn,
    weather_is_out,
)
from wardiary.domain.games.combat_soldiers.groups.command import arrange
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard, card_title, group_with
from wardiary.domain.games.combat_soldiers.groups.leaving import eliminate
from wardiary.domain.games.combat_soldiers.groups.objectives import (
    controls,
    defence_factor,
    side_of,
)
from wardiary.domain.games.combat_soldiers.groups.piles import discard_played
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.games.kit.refusals import Refusal, refuse
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table

HILL = "hill-205"


class Bombard(Command, frozen=True, tag="bombard"):
    """7.3.10: a barrage, with a card or Hill 205, on a unit or objective."""

    says = "bombard {target} with {card}"
    card: str
    target: str


Items = list[tuple[str, int, str]]


def unit_items(table: Table, unit: PieceId) -> Items:
    """7.3.10.1: what a unit defends itself with, without its die."""
    group, end = group_with(table, unit), end_of(table, unit)
    items = [(end.name, end.strength, "7.3.10.1")]
    if unit in group.commanded:
        leader = end_of(table, group.leader)
        items.append((leader.name, leader.modifier, "7.3.10.1"))
    return items


def objective_items(table: Table, objective: PieceId) -> Items:
    """7.3.10.2: what an objective is defended with, without the die."""
    # Ruling: CS-Q43 the Steeple adds to its companion here too; the companion takes the damage.
    factor = defence_factor(table, group_with(table, objective))
    return [(card_title(table, objective), factor, "7.3.10.2-a")]


def shell_unit(draft: Draft, seat: Seat, name: str, factor: int, unit: PieceId) -> bool:
    """7.3.10.1: factor and die against strength, leader if in command, and die.

    No battle modifiers apply, and the attacking side risks nothing (7.3.10-c). Says whether the
    unit is eliminated.
    """
    owner = group_with(draft.table, unit).owner
    (attack_face,) = draft.roll(seat, name, rule="7.3.10.1", high=10)
    attack_items = [(name, factor, "7.3.10.1"), ("die", attack_face, "7.3.10.1")]
    attack = draft.total(name, attack_items, rule="7.3.10.1")
    items = unit_items(draft.table, unit)
    (defence_face,) = draft.roll(owner, "defence", rule="7.3.10.1", high=10)
    defence = draft.total("defence", [*items, ("die", defence_face, "7.3.10.1")], rule="7.3.10.1")
    return attack > defence


def shell_objective(draft: Draft, seat: Seat, name: str, factor: int, objective: PieceId) -> None:
    """7.3.10.2: factor and die against defence factor and die; the excess becomes damage."""
    owner = group_with(draft.table, objective).owner
    (attack_face,) = draft.roll(seat, name, rule="7.3.10.2-a", high=10)
    attack_items = [(name, factor, "7.3.10.2-a"), ("die", attack_face, "7.3.10.2-a")]
    attack = draft.total(name, attack_items, rule="7.3.10.2-a")
    (defence_face,) = draft.roll(owner, "defence", rule="7.3.10.2-a", high=10)
    items = objective_items(draft.table, objective)
    defence_items = [*items, ("die", defence_face, "7.3.10.2-a")]
    defence = draft.total("defence", defence_items, rule="7.3.10.2-a")
    if attack > defence:
        damage = draft.table.mark(objective, DAMAGE) + attack - defence
        most = printed_objective(draft.table, objective).defence
        draft.mark(objective, DAMAGE, min(damage, most), rule="7.3.10.2-b")


def bombard_offers(table: Table, seat: Seat, board: SeatBoard) -> Iterator[Offer]:
    """7.3.10-a: a Barrage card (14.1.2), or the guns of Hill 205 (13.5.2.8)."""
    if weather_is_out(table):
        return
    sources = hand_cards_with(table, seat, "barrage")
    if cannot_fire_hill(table, seat) is None:
        sources = (*sources, HILL)
    targets = barrage_targets(board)
    for source in sources if targets else ():
        yield offer(Bombard, "7.3.10-b", "Barrage", choice_slot("target", targets), card=source)


def cannot_fire_hill(table: Table, seat: Seat) -> Refusal:
    """13.5.2.8, 3.0-d: why the guns of Hill 205 cannot fire."""
    hill = table.pieces.get(HILL)
    if hill is None or owner_of(hill.zone) != seat or not is_group(hill.zone):
        return ("7.3.8.1-b", "you do not hold Hill 205")
    if not controls(table, seat, HILL):
        return ("13.5.1-b", "Hill 205 is cut off, damaged or silenced")
    if used_this_turn(table, "used/hill-205"):
        return ("7.3.8.1-b", "a capability works once a Turn")
    cost = printed_objective(table, HILL).cost(side_of(table, HILL))
    return cannot_afford(table, seat, cost, rule="3.0-d")


def barrage_targets(board: SeatBoard) -> list[PieceId]:
    """7.3.10-b: one infantry, armor or objective of another seat; no leaders (4.4.5-a)."""
    targets: list[PieceId] = []
    for group in board.others:
        targets += group.troops
        if group.objective:
            targets.append(group.objective)
    return targets


def refuse_bombard(table: Table, seat: Seat, command: Bombard, board: SeatBoard) -> None:
    """Raise Illegal with the rule that forbids the barrage."""
    if weather_is_out(table):
        refuse(("13.1-b", "the weather is too bad for barrages"))
    if command.card == HILL:
        refuse(cannot_fire_hill(table, seat))
    elif command.card not in table.zone(hand(seat)):
        refuse(("14.1.2", "you do not hold that card"))
    target = table.pieces.get(command.target)
    if target is not None and target.face and is_group(target.zone):
        if command.target != "steeple" and card_of(table, command.target).ends:
            if end_of(table, command.target).role == "leader":
                refuse(("4.4.5-a", "only a sniper singles out a leader"))


def barrage_factor(table: Table, card: PieceId) -> int:
    """14.1.2, 13.5.2.8: the factor of a barrage card, or of the guns of Hill 205."""
    return printed_objective(table, HILL).attack if card == HILL else card_of(table, card).attack


def pay_for_barrage(draft: Draft, card: PieceId) -> int:
    """3.0-d, 14.1.2: the actions of Hill 205, or the card; gives the factor of the attack."""
    factor = barrage_factor(draft.table, card)
    if card != HILL:
        discard_played(draft, card, rule="14.1.2")
        return factor
    hill = printed_objective(draft.table, HILL)
    draft.track("used/hill-205", draft.table.turn, rule="7.3.8.1-b")
    pay(draft, hill.cost(side_of(draft.table, HILL)), "", rule="3.0-d")
    return factor


def bombard(draft: Draft, seat: Seat, command: Bombard) -> None:
    """7.3.10: one target; a unit eliminated scores for the seat that fired."""
    factor = pay_for_barrage(draft, command.card)
    if card_of(draft.table, command.target).family == "objective":
        shell_objective(draft, seat, "barrage", factor, command.target)
        return
    zone = draft.table.zone_of(command.target)
    eliminated = shell_unit(draft, seat, "barrage", factor, command.target)
    if eliminated:
        eliminate(draft, (command.target,), scored=True, rule="7.3.10.1")
    arrange(draft, zone)
    if eliminated:
        settle_points(draft, seat, all_seats_clockwise(draft.table))


BOMBARD = Action[SeatBoard](Bombard, bombard, bombard_offers, refuse_bombard)
