"""The sensible bot: it sees what its seat sees, scores every way to use a card, takes the best.

It scouts the way to objectives, brings Riflemen there, takes control, shoots where dice are likely
to hit, strengthens its deck in between, and bids what it can spare.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from wardiary.domain.games.kit.bots import Scores, ScoringBot, score_each
from wardiary.domain.games.undaunted.board import (
    controls,
    fog_in,
    is_suppressed,
    supply,
    target_marker,
)
from wardiary.domain.games.undaunted.combat import total_defence
from wardiary.domain.games.undaunted.commands import (
    COMMANDS,
    Attack,
    Bid,
    Blast,
    Bolster,
    Conceal,
    Control,
    DrawMore,
    Guide,
    Hunker,
    Inspire,
    Move,
    Pass,
    Rally,
    Recon,
    Scout,
    Stalk,
    Suppress,
    Target,
)
from wardiary.domain.games.undaunted.components import RIFLEMEN
from wardiary.domain.games.undaunted.evaluation import Evaluation, chance_to_hit
from wardiary.domain.games.undaunted.movement import tiles_of
from wardiary.domain.games.undaunted.victory import points_track
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table.pieces import PieceId, Zone

WIN = 10_000.0
Scorer = Callable[[Evaluation, Prompt, Offer], Scores]


# Bidding


def bid(evaluation: Evaluation, command: Bid) -> float:
    """Bid what can be spared, and rather a high number than a low one."""
    card = evaluation.card(command.card)
    return 0.3 * card.initiative - evaluation.use(card)


# Moving


def end_of(path: str, start: Zone) -> Zone:
    """The last tile of a path."""
    return (start, *tiles_of(path))[-1]


def move(evaluation: Evaluation, command: Move | Stalk) -> float:
    """Bring Riflemen to what is worth having; others seldom gain by moving."""
    card = evaluation.card(command.card)
    tile = evaluation.tile_of(card)
    return evaluation.approach(card, tile, end_of(command.path, tile))


def guide(evaluation: Evaluation, command: Guide) -> float:
    """As moving, for any counter."""
    tile = evaluation.view.zone_of(command.counter)
    card = evaluation.card_of_counter(command.counter)
    return evaluation.approach(card, tile, end_of(command.path, tile))


def scout(evaluation: Evaluation, command: Scout) -> float:
    """Mark aims and the way to them; each marker costs a Fog of War while there is any."""
    tile = evaluation.tile_of(evaluation.card(command.card))
    path = tiles_of(command.path)
    new = set(path) - evaluation.marked
    fog = len(fog_in(evaluation.view, supply(evaluation.seat)))
    value = sum(evaluation.mark_value(there) for there in new) - 4.0 * min(len(new), fog)
    return value + 0.5 * evaluation.field.cover[end_of(command.path, tile)] - 0.1 * len(path)


# Support


def control(evaluation: Evaluation, command: Control) -> float:
    """Points before all else, most of all those that win."""
    tile = evaluation.tile_of(evaluation.card(command.card))
    value = -1.0
    if tile in evaluation.aims:
        value = 60.0 * evaluation.worth[tile]
        points = evaluation.view.track(points_track(evaluation.seat)) + evaluation.worth[tile]
        value += WIN if evaluation.goal and points >= evaluation.goal else 0.0
    if controls(evaluation.view, tile, evaluation.enemy):
        value += 30.0 * evaluation.field.points[evaluation.enemy].get(tile, 0)
    return value


def bolster(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Riflemen first, then what shoots or scouts, as long as the deck is not bloated."""
    card, cards = offer.slots
    demands = [(evaluation.demand(evaluation.card(str(c))), str(c)) for c in cards.candidates]
    wanted = [pair for pair in sorted(demands, reverse=True) if pair[0] > 0][: cards.most]
    value = sum(demand for demand, _ in wanted)
    yield value, Bolster(str(card.candidates[0]), tuple(name for _, name in wanted))


def draw_more(evaluation: Evaluation, command: DrawMore) -> float:
    """Every card more is a chance more."""
    return 6.5 * command.number


def inspire(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Play the best again; worth little before anything was played."""
    card, cards = offer.slots
    for chosen in combinations(map(str, cards.candidates), cards.most):
        value = sum(2.0 + evaluation.use(evaluation.card(name)) for name in chosen)
        yield value, Inspire(str(card.candidates[0]), chosen)


def recon(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """A card for nothing and a cleaner deck; all Fog of War is alike."""
    card, fog = (str(slot.candidates[0]) for slot in offer.slots)
    yield 14.0, Recon(card, fog)


def conceal(evaluation: Evaluation, command: Conceal) -> float:
    """Better than a poor shot."""
    return 4.0 if fog_in(evaluation.view, supply(evaluation.enemy)) else -1.0


def target(evaluation: Evaluation, command: Target) -> float:
    """Aim where most enemies are and none of this seat's counters."""
    now = evaluation.view.zone_of(target_marker(evaluation.seat))
    gain = evaluation.enemies_less_friends(command.tile) - evaluation.enemies_less_friends(now)
    return 4.0 * gain


# Combat


def hit_value(
    evaluation: Evaluation, counter: PieceId, tile: Zone, dice: int, blast: bool
) -> float:
    """The prize of a hit by its chance."""
    items = total_defence(evaluation.view, counter, tile, blast=blast)
    chance = chance_to_hit(sum(value for _, value, _ in items), dice)
    return chance * evaluation.prize(counter)


def attack(evaluation: Evaluation, command: Attack) -> float:
    """The likely hit on the unit that matters most."""
    card = evaluation.card(command.card)
    dice = card.actions["attack"].value
    return hit_value(evaluation, command.target, evaluation.tile_of(card), dice, blast=False)


def suppress(evaluation: Evaluation, command: Suppress) -> float:
    """Worth less than an attack, and nothing on a counter that is suppressed already."""
    if is_suppressed(evaluation.view, command.target):
        return -1.0
    card = evaluation.card(command.card)
    dice, tile = card.actions["suppress"].value, evaluation.tile_of(card)
    return 0.6 * hit_value(evaluation, command.target, tile, dice, blast=False)


def blast(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Enemies first, and only where they outweigh this seat's counters."""
    slot, order = offer.slots
    card = str(slot.candidates[0])
    counters = sorted(map(str, order.candidates), key=lambda counter: -evaluation.prize(counter))
    printed = evaluation.card(card).actions["blast"].value
    dice = int(evaluation.view.setting("mortar_blast")) or printed
    value = -1.0
    for counter in counters:
        tile = evaluation.view.zone_of(counter)
        value += hit_value(evaluation, counter, tile, dice, blast=True)
    yield value, Blast(card, tuple(counters))


# The rest


def rally(evaluation: Evaluation, command: Rally) -> float:
    """A suppressed unit is of no use."""
    return 15.0 if evaluation.card(command.card).name == RIFLEMEN else 9.0


def hunker(evaluation: Evaluation, command: Hunker) -> float:
    """Hardly ever."""
    return -30.0


def pass_turn(evaluation: Evaluation, command: Pass) -> float:
    """When nothing else helps."""
    return 0.0


SCORERS: dict[type[Command], Scorer] = {
    Bid: score_each(Bid, bid),
    Move: score_each(Move, move),
    Scout: score_each(Scout, scout),
    Stalk: score_each(Stalk, move),
    Guide: score_each(Guide, guide),
    Bolster: bolster,
    DrawMore: score_each(DrawMore, draw_more),
    Conceal: score_each(Conceal, conceal),
    Control: score_each(Control, control),
    Inspire: inspire,
    Recon: recon,
    Target: score_each(Target, target),
    Attack: score_each(Attack, attack),
    Suppress: score_each(Suppress, suppress),
    Blast: blast,
    Rally: score_each(Rally, rally),
    Hunker: score_each(Hunker, hunker),
    Pass: score_each(Pass, pass_turn),
}

policy = ScoringBot(Evaluation, SCORERS, COMMANDS)
