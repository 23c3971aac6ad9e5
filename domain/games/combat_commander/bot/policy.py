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
    Choose,
    Decline,
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
    seen = SeatEvaluation(table, prompt.seat)
    best: list[Command] = []
    most = float("-inf")
    for offer in prompt.offers:
        for weight, command in _WEIGHERS.get(offer.verb, _nothing)(seen, prompt, offer):
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


def _nothing(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    """What the bot never does: give weapons up, hand them over, shell smoke."""
    del seen, prompt, offer
    return ()


def _deploy(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt, offer
    yield 1, DeployRest()


# The turn


def _order(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    for card in _slot(offer, "card"):
        yield seen.order_worth(seen.order_of(card)), GiveOrder(card)


def _discard(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    """Worse than any useful order; throws away what is least useful."""
    del prompt
    (slot,) = offer.slots
    yield 0.5, Discard(seen.least_useful(_slot(offer, "cards"), slot.most))


def _end_turn(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt, offer
    yield 0.6, EndTurn()


def _activate(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    order = str(prompt.facts.get("order", ""))
    others = _slot(offer, "others")
    for head in _slot(offer, "head"):
        units = (head, *others)
        yield seen.activation_worth(order, units), Activate(head, others)


# Fire


def _fire(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    (target,) = _slot(offer, "hex")
    help_ = int(offer.facts.get("elements", 1)) - 1
    for base in _slot(offer, "base"):
        strength = seen.strength(base, target)
        yield 2 + seen.fire_worth(strength + help_, target), FireAt(target, base)


def _join(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt
    yield 50, Join(_slot(offer, "elements"))


def _shoot(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt, offer
    yield 10, Shoot()


def _hold(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt, offer
    yield 1, Hold()


def _watch(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    target = str(prompt.facts.get("hex", ""))
    card = _slot(offer, "card")[0]
    others = _slot(offer, "others")
    for head in _slot(offer, "head"):
        worth = seen.volley_worth((head, *others), target)
        yield worth, Watch(card, head, others)


# Movement


def _group(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    units = _slot(offer, "units")
    yield 3 + seen.distance_to_goal(units[0]) / 100, Group(units)


def _step(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    here = str(prompt.facts.get("hex", ""))
    for there in _slot(offer, "hex"):
        yield 5 + seen.step_worth(here, there), StepTo(there)


def _stop(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt, offer
    yield 5, Stop()


def _done(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt, offer
    yield 2, Done()


def _leave(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    for unit in _slot(offer, "unit"):
        yield (6 if seen.may_spare(unit) else -5), Leave(unit)


def _advance(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    for unit in _slot(offer, "unit"):
        for there in _slot(offer, "hex"):
            yield 2 + seen.advance_worth(unit, there), Advance(unit, there)


def _spot(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del prompt
    for there in _slot(offer, "hex"):
        yield seen.barrage_worth(there), Spot(there, "shells")


# Answers


def _pass(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt, offer
    yield 4, Pass()


def _void(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del offer
    yield (5 if seen.would_void(prompt.facts) else 0), Void()


def _play(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    for card in _slot(offer, "card"):
        for at in _slot(offer, "at"):
            yield seen.action_worth(card, at, prompt.facts), Play(card, at)


def _defend(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    """O20.3.4: leaders last, so that the others have their command."""
    del prompt
    for unit in _slot(offer, "unit"):
        yield (3 if seen.is_leader(unit) else 4), Defend(unit)


def _choose(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    what = str(prompt.facts.get("what", ""))
    for this in _slot(offer, "this"):
        yield choose_one(seen, what, this), Choose(this)


def _decline(seen: SeatEvaluation, prompt: Prompt, offer: Offer) -> Iterable[Weighed]:
    del seen, prompt, offer
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
