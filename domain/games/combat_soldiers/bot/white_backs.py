"""What the bot does with white-backed cards: objectives as they are drawn, and random events."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.bot.evaluation import Evaluation
from wardiary.domain.games.combat_soldiers.components.cards import printed_objective
from wardiary.domain.games.combat_soldiers.groups.group import (
    group_at,
    groups_of,
    strength,
    victory_points,
)
from wardiary.domain.games.combat_soldiers.white_backs.mines import Victim
from wardiary.domain.games.combat_soldiers.white_backs.objectives import ALONE, Place
from wardiary.domain.games.combat_soldiers.white_backs.random_events import (
    Demolish,
    Inflict,
    PassOn,
)
from wardiary.domain.games.kit.bots import Scores, fillings
from wardiary.domain.play.prompts import Offer, Prompt


def place(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """On the side wanted, and with a group."""
    side = evaluation.wanted_side(str(prompt.facts["objective"]))
    for command in fillings(offer, Place):
        yield 5.0 * (command.side == side) + (command.group != ALONE), command


def inflict(evaluation: Evaluation, command: Inflict) -> float:
    """Many points of others, few of the seat's own."""
    group = group_at(evaluation.view, command.group)
    points = float(evaluation.points_of(group.units))
    return -points if group.owner == evaluation.seat else points


def pass_on(evaluation: Evaluation, command: PassOn) -> float:
    """To the other seat that has most on the table."""
    if command.seat == evaluation.seat:
        return -1.0
    return float(len(groups_of(evaluation.view, command.seat)))


def victim(evaluation: Evaluation, command: Victim) -> float:
    """A strong unit with few points."""
    view = evaluation.view
    return float(2 * strength(view, command.unit) - victory_points(view, command.unit))


def demolish(evaluation: Evaluation, command: Demolish) -> float:
    """The objective with most points."""
    return float(printed_objective(evaluation.view, command.objective).vp)
