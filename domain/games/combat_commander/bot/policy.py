"""The sensible bot: it weighs every offer by what it sees from its own seat, and takes the best.

Each kind of decision has a function from (what is seen, an offer's filling) to a number; ties are
broken by luck. The bot never asks for anything hidden: hands and decks of the other seat do not
occur here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wardiary.domain.games.combat_commander.bot.choices import choose_one
from wardiary.domain.games.combat_commander.bot.evaluation import SeatEvaluation
from wardiary.domain.games.combat_commander.setup.scenario import COMMANDS as SET_UP
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
from wardiary.domain.games.kit.choices import Choose, Decline
from wardiary.domain.play.commands import Command, verb_of
from wardiary.domain.play.game import Rng
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table.table import Table

Weighed = tuple[float, Command]
_VERBS = {verb_of(kind): kind for kind in (*COMMANDS, *SET_UP)}
Weigher = Callable[[SeatEvaluation, Prompt, Offer], Iterable[Weighed]]


def policy(table: Table, prompt: Prompt, luck: Rng) -> Command:
    """The command with the greatest weight among those the prompt offers."""
    evaluation = SeatEvaluation(table, prompt.seat)
    best: list[Command] = []
    most = float("-inf")
    for offer in prompt.offers:
        for weight, command in _WEIGHERS.get(offer.verb, _nothing)(evaluation, prompt, offer):
            if weight > most:
                most, best = weight, [command]
            elif weight == most:
                best.append(command)
    if not best:
        return random_command(prompt, _VERBS, luck)
    return best[luck(len(best))]


def _slot(offer: Offer, name: str) -> tuple[str, ...]:
    return tuple(
        str(candidate) for slot in offer.slots if slot.name == name for candidate in slot.candidates
    )


def _nothing(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    """What the bot never does: give weapons up, hand them over, shell smoke."""
    del evaluation, prompt, offer
    return ()


def _deploy(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt, offer
    yield 1, DeployRest()


# The turn


def _order(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    for card in _slot(offer, "card"):
        yield evaluation.order_worth(evaluation.order_of(card)), GiveOrder(card)


def _discard(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    """Worse than any useful order; throws away what is least useful."""
    del prompt
    (slot,) = offer.slots
    yield 0.5, Discard(evaluation.least_useful(_slot(offer, "cards"), slot.most))


def _end_turn(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt, offer
    yield 0.6, EndTurn()


def _activate(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    order = str(prompt.facts.get("order", ""))
    others = _slot(offer, "others")
    for head in _slot(offer, "head"):
        units = (head, *others)
        yield evaluation.activation_worth(order, units), Activate(head, others)


# Fire


def _fire(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    (target,) = _slot(offer, "hex")
    help_ = int(offer.facts.get("elements", 1)) - 1
    for base in _slot(offer, "base"):
        strength = evaluation.strength(base, target)
        yield 2 + evaluation.fire_worth(strength + help_, target), FireAt(target, base)


def _join(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt
    yield 50, Join(_slot(offer, "elements"))


def _shoot(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt, offer
    yield 10, Shoot()


def _hold(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt, offer
    yield 1, Hold()


def _watch(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    target = str(prompt.facts.get("hex", ""))
    card = _slot(offer, "card")[0]
    others = _slot(offer, "others")
    for head in _slot(offer, "head"):
        worth = evaluation.volley_worth((head, *others), target)
        yield worth, Watch(card, head, others)


# Movement


def _group(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    units = _slot(offer, "units")
    yield 3 + evaluation.distance_to_goal(units[0]) / 100, Group(units)


def _step(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    here = str(prompt.facts.get("hex", ""))
    for there in _slot(offer, "hex"):
        yield 5 + evaluation.step_worth(here, there), StepTo(there)


def _stop(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt, offer
    yield 5, Stop()


def _done(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt, offer
    yield 2, Done()


def _leave(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    for unit in _slot(offer, "unit"):
        yield (6 if evaluation.may_spare(unit) else -5), Leave(unit)


def _advance(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    for unit in _slot(offer, "unit"):
        for there in _slot(offer, "hex"):
            yield 2 + evaluation.advance_worth(unit, there), Advance(unit, there)


def _spot(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    for there in _slot(offer, "hex"):
        yield evaluation.barrage_worth(there), Spot(there, "shells")


# Answers


def _pass(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt, offer
    yield 4, Pass()


def _void(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del offer
    yield (5 if evaluation.would_void(prompt.facts) else 0), Void()


def _play(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    for card in _slot(offer, "card"):
        for at in _slot(offer, "at"):
            yield evaluation.action_worth(card, at, prompt.facts), Play(card, at)


def _defend(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    """O20.3.4: leaders last, so that the others have their command."""
    del prompt
    for unit in _slot(offer, "unit"):
        yield (3 if evaluation.is_leader(unit) else 4), Defend(unit)


def _choose(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    what = str(prompt.facts.get("what", ""))
    for this in _slot(offer, "this"):
        yield choose_one(evaluation, what, this), Choose(this)


def _decline(evaluation: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del evaluation, prompt, offer
    yield 0, Decline()


_WEIGHERS: dict[str, Weigher] = {
    "activate": _activate,
    "advance": _advance,
    "choose": _choose,
    "decline": _decline,
    "defend": _defend,
    "deploy-rest": _deploy,
    "discard": _discard,
    "done": _done,
    "end-turn": _end_turn,
    "fire": _fire,
    "group": _group,
    "hold": _hold,
    "join": _join,
    "leave": _leave,
    "order": _order,
    "pass": _pass,
    "play": _play,
    "shoot": _shoot,
    "spot": _spot,
    "step": _step,
    "stop": _stop,
    "void": _void,
    "watch": _watch,
}
