"""What the bot does in its Turn: attacks, special battles, deployments, draws and discards."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import actions_left
from wardiary.domain.games.combat_soldiers.attacks.aftermath import (
    AttackAgain,
    PickOffAgain,
    Press,
    Rest,
)
from wardiary.domain.games.combat_soldiers.attacks.armor import PickOff
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack
from wardiary.domain.games.combat_soldiers.attacks.targets import find_group
from wardiary.domain.games.combat_soldiers.bot.evaluation import (
    DIFFERENCES,
    Evaluation,
    needs_units,
)
from wardiary.domain.games.combat_soldiers.components.cards import end_of, printed_objective
from wardiary.domain.games.combat_soldiers.groups.group import group_at, group_with, strength
from wardiary.domain.games.combat_soldiers.phases.deployment import Add, Deploy
from wardiary.domain.games.combat_soldiers.phases.discards import Discard
from wardiary.domain.games.combat_soldiers.phases.drawing import Draw
from wardiary.domain.games.combat_soldiers.sequence.turn import Go
from wardiary.domain.games.combat_soldiers.special_battles.barrages import HILL, Bombard
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import NoRetreat
from wardiary.domain.games.combat_soldiers.special_battles.recon import Recon
from wardiary.domain.games.combat_soldiers.special_battles.sappers import Sap
from wardiary.domain.games.combat_soldiers.special_battles.snipers import Snipe
from wardiary.domain.games.combat_soldiers.special_battles.supply import (
    AirSupply,
    LiftSiege,
    Supply,
)
from wardiary.domain.games.combat_soldiers.special_battles.surround import Surround
from wardiary.domain.games.kit.bots import Scores
from wardiary.domain.play.prompts import Offer, Prompt


def go(evaluation: Evaluation, command: Go) -> float:
    """One phase after the other."""
    return -0.01 * (ord(command.phase) - ord("A"))


def attack(evaluation: Evaluation, command: Attack) -> float:
    """Attack when it pays; a group that keeps up a siege rather stays."""
    besieging = find_group(evaluation.view, command.force).besieging
    worth = evaluation.attack_worth(command.force, command.target, command.card)
    return worth - (3.0 if besieging else 0.9)


def attack_again(evaluation: Evaluation, command: AttackAgain) -> float:
    """Attack a second time when it pays."""
    return evaluation.attack_worth(command.force, command.target, command.card) - 1.0


def pick_off(evaluation: Evaluation, command: PickOff | PickOffAgain) -> float:
    """Attack a single unit when it pays."""
    group = group_at(evaluation.view, command.group)
    return evaluation.pick_off_worth(group, command.victim) - 0.6


def press(evaluation: Evaluation, command: Press) -> float:
    """The next unit costs nothing."""
    group = next(group for group in evaluation.groups if group.armor)
    return evaluation.pick_off_worth(group, command.victim) + 0.3


def rest(evaluation: Evaluation, command: Rest) -> float:
    """The weakest unit is turned sideways."""
    return -0.01 * strength(evaluation.view, command.unit)


def surround(evaluation: Evaluation, command: Surround) -> float:
    """A siege of an objective or of many points."""
    target = group_at(evaluation.view, command.target)
    prize = evaluation.worth(target.objective) if target.objective else 0.0
    return 0.15 * (prize + evaluation.points_of(target.units)) - 0.5


def snipe(evaluation: Evaluation, command: Snipe) -> float:
    """Three in ten for a leader of rating two, two in ten for one of rating three."""
    end = end_of(evaluation.view, command.leader)
    return (0.3 if end.rating == 2 else 0.2) * (end.vp + 1) - 0.7


def bombard(evaluation: Evaluation, command: Bombard) -> float:
    """Objectives with many points, and weak units; a card costs no action, Hill 205 does."""
    view = evaluation.view
    cost = -0.7 if command.card == HILL else 0.3
    objective = group_with(view, command.target).objective
    if command.target == objective:
        return 0.15 * printed_objective(view, objective).vp + cost
    defence = strength(view, command.target)
    kills = sum(times for difference, times in DIFFERENCES if 4 + difference > defence)
    return kills / 100 * evaluation.points_of((command.target,)) + cost


def sap(evaluation: Evaluation, command: Sap) -> float:
    """Clear mines of the seat's own groups."""
    return 4.0 if evaluation.is_mine(evaluation.view.pieces[command.mines].zone) else -1.0


def help_own_group(
    evaluation: Evaluation, command: Supply | AirSupply | LiftSiege | NoRetreat
) -> float:
    """Cards that help a besieged group are played on groups of the seat."""
    return 3.0 if evaluation.is_mine(command.group) else -1.0


def recon(evaluation: Evaluation, command: Recon) -> float:
    """An objective that brings points, on the side wanted."""
    side = evaluation.wanted_side(command.objective)
    return evaluation.worth(command.objective) + (command.side == side)


def deploy(evaluation: Evaluation, command: Deploy) -> float:
    """Guards first; else a new group when the hand is full of units, keeping an action to draw."""
    view, seat = evaluation.view, evaluation.seat
    end = evaluation.end(command.card, command.face)
    if command.place in view.zones and needs_units(group_at(view, command.place)):
        return 6.0 + end.strength
    sides = {group.side for group in evaluation.groups}
    new_side = 3.0 if len(sides) < 2 and end.side not in sides else 0.0
    can_spare_action = actions_left(view, seat, end.side) > 1 or room_in_hand(view, seat) < 2
    crowded = 0.4 * evaluation.unit_cards_in_hand() - 1.0 if can_spare_action else -4.0
    return new_side + evaluation.deployment_worth(end, command.place) + crowded


def add(evaluation: Evaluation, command: Add) -> float:
    """Strong units and good leaders."""
    end = evaluation.end(command.card, command.face)
    return 0.5 + 0.2 * end.strength + end.modifier + end.rating


def draw(evaluation: Evaluation, command: Draw) -> float:
    """The more room there is, the better."""
    return 0.5 + room_in_hand(evaluation.view, evaluation.seat)


def discard(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Only when there are too many cards: those worth least."""
    (slot,) = offer.slots
    cards = sorted(map(str, slot.candidates), key=evaluation.card_worth)
    forced = len(prompt.offers) == 1
    yield 1.0 if forced else -1.0, Discard(tuple(cards[: max(slot.least, 1)]))
