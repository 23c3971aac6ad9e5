"""The sensible bot: it scores every offer by what its own seat knows, and takes the best.

It never uses anything hidden: hands and decks of the other seat do not occur here. It never gives
weapons up, hands them over, or shells with smoke.
"""

from __future__ import annotations

from typing import Any

from wardiary.domain.games.combat_commander.bot.choices import choice_score
from wardiary.domain.games.combat_commander.bot.evaluation import SeatEvaluation
from wardiary.domain.games.combat_commander.setup.scenario import COMMANDS as SETUP_COMMANDS
from wardiary.domain.games.combat_commander.setup.scenario import DeployRest
from wardiary.domain.games.combat_commander.table.commands import (
    COMMANDS,
    Activate,
    Advance,
    Defend,
    Discard,
    Done,
    EndTurn,
    FireAt,
    GiveOrder,
    Group,
    Hold,
    Join,
    Leave,
    Pass,
    Play,
    Shoot,
    Spot,
    StepTo,
    Stop,
    Void,
    Watch,
)
from wardiary.domain.games.kit.bots import Scores, ScoringBot, fillings, score_each
from wardiary.domain.games.kit.choices import Choose, Decline
from wardiary.domain.play.prompts import Offer, Prompt, Slot


def all_of(slot: Slot) -> tuple[tuple[Any, ...], ...]:
    """A slot for several things filled with all of them."""
    return (slot.candidates,)


# The turn


def discard_scores(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Worse than any useful order; the least useful cards."""
    del prompt
    (slot,) = offer.slots
    cards = tuple(str(card) for card in slot.candidates)
    yield 0.5, Discard(evaluation.least_useful(cards, slot.most))


def activation_scores(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Scores:
    """By the order; a leader takes all others along."""
    order = str(prompt.facts.get("order", ""))
    for command in fillings(offer, Activate, all_of):
        units = (command.head, *command.others)
        yield evaluation.activation_worth(order, units), command


# Fire


def fire_scores(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Scores:
    """By the firepower of the base with all counters that could join."""
    del prompt
    joining = int(offer.facts.get("elements", 1)) - 1
    for command in fillings(offer, FireAt):
        firepower = evaluation.firepower(command.base, command.hex) + joining
        yield 2 + evaluation.fire_worth(firepower, command.hex), command


def watch_scores(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Scores:
    """By the best fire at the hex just entered, with the first card and all others."""
    target = str(prompt.facts.get("hex", ""))
    first_card = offer.slots[0].candidates[0]
    for command in fillings(offer, Watch, all_of):
        if command.card == first_card:
            units = (command.head, *command.others)
            yield evaluation.best_fire_worth(units, target), command


def defend_score(evaluation: SeatEvaluation, command: Defend) -> float:
    """O20.3.4: leaders last, so that the others have their command."""
    return 3 if evaluation.is_leader(command.unit) else 4


# Movement


def group_score(evaluation: SeatEvaluation, command: Group) -> float:
    """All units of a hex together, those farthest from a goal first."""
    return 3 + evaluation.distance_to_goal(command.units[0]) / 100


def step_scores(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Scores:
    """By what the step is worth."""
    here = str(prompt.facts.get("hex", ""))
    for command in fillings(offer, StepTo):
        yield 5 + evaluation.step_worth(here, command.hex), command


def leave_score(evaluation: SeatEvaluation, command: Leave) -> float:
    """Only with units that the seat can spare."""
    return 6 if evaluation.may_spare(command.unit) else -5


def advance_score(evaluation: SeatEvaluation, command: Advance) -> float:
    """By what the advance is worth."""
    return 2 + evaluation.advance_worth(command.unit, command.hex)


def spot_score(evaluation: SeatEvaluation, command: Spot) -> float:
    """Shells, where they hit the enemy."""
    return evaluation.barrage_worth(command.hex) if command.shells == "shells" else -100


# Cards and choices


def void_scores(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Scores:
    """9.1: when the roll matters."""
    del offer
    yield (5 if evaluation.would_void(prompt.facts) else 0), Void()


def play_scores(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Scores:
    """By what the action is worth here."""
    for command in fillings(offer, Play):
        yield evaluation.action_worth(command.card, command.at, prompt.facts), command


def choose_scores(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Scores:
    """By the question."""
    question = str(prompt.facts.get("what", ""))
    for command in fillings(offer, Choose):
        yield choice_score(evaluation, question, command.this), command


policy = ScoringBot(
    SeatEvaluation,
    {
        Activate: activation_scores,
        Advance: score_each(Advance, advance_score),
        Choose: choose_scores,
        Decline: score_each(Decline, lambda evaluation, command: 0),
        Defend: score_each(Defend, defend_score),
        DeployRest: score_each(DeployRest, lambda evaluation, command: 1),
        Discard: discard_scores,
        Done: score_each(Done, lambda evaluation, command: 2),
        EndTurn: score_each(EndTurn, lambda evaluation, command: 0.6),
        FireAt: fire_scores,
        GiveOrder: score_each(
            GiveOrder, lambda evaluation, command: evaluation.order_worth_of(command.card)
        ),
        Group: score_each(Group, group_score, all_of),
        Hold: score_each(Hold, lambda evaluation, command: 1),
        Join: score_each(Join, lambda evaluation, command: 50, all_of),
        Leave: score_each(Leave, leave_score),
        Pass: score_each(Pass, lambda evaluation, command: 4),
        Play: play_scores,
        Shoot: score_each(Shoot, lambda evaluation, command: 10),
        Spot: score_each(Spot, spot_score),
        StepTo: step_scores,
        Stop: score_each(Stop, lambda evaluation, command: 5),
        Void: void_scores,
        Watch: watch_scores,
    },
    (*COMMANDS, *SETUP_COMMANDS),
)
