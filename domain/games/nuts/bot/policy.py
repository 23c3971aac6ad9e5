"""A sensible bot: it scores every offer by the open table and its own hand, and takes the best.

Germans look for the cheapest way off the board, clear it where they are strong enough, and run.
Americans stand in the way, in every column, and strike where they are clearly stronger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wardiary.domain.games.kit.bots import Scores, ScoringBot, score_each
from wardiary.domain.games.kit.choices import Choose, Decline
from wardiary.domain.games.nuts.board import (
    AMERICAN,
    EXIT,
    GERMAN,
    SPACE_OF,
    card_of,
    near,
    units_of,
)
from wardiary.domain.games.nuts.bot.cards import play_card
from wardiary.domain.games.nuts.bot.evaluation import Evaluation, left
from wardiary.domain.games.nuts.commands import (
    COMMANDS,
    Advance,
    Attack,
    AttackTogether,
    Blitz,
    Bypass,
    Done,
    EnterTown,
    Force,
    LeaveTown,
    Move,
    Pass,
    Pick,
    Place,
    PlayCard,
)
from wardiary.domain.play.prompts import Offer, Prompt, Slot
from wardiary.domain.table.pieces import PieceId, Zone

MOST = 60
"""So many ways to take up one offer are looked at."""
ENOUGH, CLEARLY = 0.3, 0.6
"""The share of what clears a space from which Germans and Americans attack it."""


def groups(slot: Slot) -> Iterable[tuple[PieceId, ...]]:
    """Some fillings of a slot for units: all of them, and each alone where that is allowed."""
    units = [str(unit) for unit in slot.candidates]
    yield tuple(units[: slot.most])
    if slot.least <= 1 < len(units):
        yield from ((unit,) for unit in units)


# Set-up


def pick(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """The strongest gun, and the strongest others."""
    slots = {slot.name: slot for slot in offer.slots}
    gun = str(slots["gun"].candidates[0])
    others = sorted(map(str, slots["others"].candidates), key=lambda unit: -_fame(evaluation, unit))
    yield evaluation.strength(gun), Pick(gun, tuple(others[:4]))


def _fame(evaluation: Evaluation, unit: PieceId) -> float:
    """Tanks and whole divisions before all others; one gun is enough."""
    card = card_of(evaluation.view, unit)
    return evaluation.strength(unit) + 2 * card.mech - 3 * bool(card.gun)


# Reinforcements


def place(evaluation: Evaluation, command: Place) -> float:
    """Everything enters: Germans where their way is short, Americans where they are needed."""
    if evaluation.side == GERMAN:
        return 50 - evaluation.distance(f"{command.to[0]}0")
    return 50 + need(evaluation, command.to)


def need(evaluation: Evaluation, space: Zone) -> float:
    """How much Americans are wanted in a space: before the Germans, where few stand."""
    column, row = space[0], int(space[1])
    behind = sum(evaluation.hold[f"{column}{r}"] for r in range(max(0, row - 1), 6))
    ahead = row - evaluation.deepest[column]
    urgent = 4.0 if 0 < ahead <= 2 else 1.0 if ahead > 2 else -2.0
    return urgent + 0.3 * evaluation.threat[space] - 0.4 * behind + 0.2 * row


def force(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Fight the way in where that is likely to succeed."""
    yield from score_each(Force, _force, groups, MOST)(evaluation, prompt, offer)


def _force(evaluation: Evaluation, command: Force) -> float:
    return 20 * (evaluation.fight(command.to, command.units).share - ENOUGH)


# Movement


def move(evaluation: Evaluation, command: Move) -> float:
    """Germans: nearer to the exit. Americans: where they are needed more."""
    if evaluation.side == GERMAN:
        return sum(_german_move(evaluation, unit, command.to) for unit in command.units) - 0.5
    return _american_move(evaluation, command)


def _german_move(evaluation: Evaluation, unit: PieceId, to: Zone) -> float:
    view, here = evaluation.view, evaluation.view.zone_of(unit)
    card = card_of(view, unit)
    if to == EXIT:
        return 100.0
    gain = evaluation.distance(here) - evaluation.distance(to)
    space = SPACE_OF.get(here, "")
    if card.mech:
        tired = view.mark(unit, "moved") and to not in evaluation.front
        fights = bool(view.mark(unit, "moved")) and space in evaluation.front
        return gain - 0.3 * bool(tired) - 0.8 * fights
    # Legs that stand before the enemy fight; others follow.
    stays = space in evaluation.front
    return 0.5 * gain - (2.0 if stays else 0.0) + (0.3 if to in evaluation.front else 0.0)


def _american_move(evaluation: Evaluation, command: Move) -> float:
    """Only where a space keeps what it needs, and not away from before the Germans."""
    view = evaluation.view
    unit = command.units[0]
    here = SPACE_OF.get(view.zone_of(unit), "")
    if not here or len(command.units) > 1:
        return -1.0
    alone = len(units_of(view, AMERICAN, here)) == 1
    before = 0 < int(here[1]) - evaluation.deepest[here[0]] <= 2
    if alone and before and not _guarded(evaluation, here):
        return -1.0
    return need(evaluation, command.to) - need(evaluation, here) - 1.5


def _guarded(evaluation: Evaluation, space: Zone) -> bool:
    """Whether others stand behind a space in its column."""
    column, row = space[0], int(space[1])
    return any(evaluation.hold[f"{column}{r}"] for r in range(row + 1, 6))


def bypass(evaluation: Evaluation, command: Bypass) -> float:
    """As a move, from before the enemy to behind him."""
    gain = evaluation.distance(evaluation.view.zone_of(command.units[0]))
    return len(command.units) * (gain - evaluation.distance(command.to)) + 1.0


def enter_town(evaluation: Evaluation, command: EnterTown) -> float:
    """Americans: one unit inside lets the town take hits; the others stand in the way."""
    if evaluation.side == GERMAN or len(command.units) > 1:
        return -1.0
    view = evaluation.view
    space = SPACE_OF[view.zone_of(command.units[0])]
    outside, all_units = view.zone(space), units_of(view, AMERICAN, space)
    if len(outside) < len(all_units) or len(outside) < 2:
        return -1.0
    card = card_of(view, command.units[0])
    return 1.0 + 0.1 * (not card.mech) + 0.01 * card.cohesion


def leave_town(evaluation: Evaluation, command: LeaveTown) -> float:
    """Who is alone in a space stands in the way outside."""
    view = evaluation.view
    space = SPACE_OF[view.zone_of(command.units[0])]
    outside = view.zone(space)
    if outside:
        return -1.0
    inside = view.zone(view.zone_of(command.units[0]))
    return 1.0 if len(command.units) == 1 and len(inside) >= 1 else -1.0


# Combat


def attack(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """With the strongest that may attack together, where it is worth it."""
    slots = {slot.name: slot for slot in offer.slots}
    extra = tuple(map(str, slots["extra"].candidates[: slots["extra"].least]))
    units = _strongest(evaluation, slots["units"])
    for target in map(str, slots["to"].candidates):
        yield _attack(evaluation, target, (*units, *extra)), Attack(target, units, extra)


def _strongest(evaluation: Evaluation, slot: Slot) -> tuple[PieceId, ...]:
    units = sorted(map(str, slot.candidates), key=lambda unit: -evaluation.strength(unit))
    return tuple(units[: slot.most])


def _attack(evaluation: Evaluation, target: Zone, units: tuple[PieceId, ...]) -> float:
    fight = evaluation.fight(target, units)
    enough = ENOUGH if evaluation.side == GERMAN else CLEARLY
    value = 10 * (fight.share - enough) + 0.4 * (fight.attack - fight.defence)
    if evaluation.side == GERMAN:
        # What bars the way to the exit is worth more than what does not.
        here = SPACE_OF.get(evaluation.view.zone_of(units[0]), "")
        if here and evaluation.distance(target) < evaluation.distance(here):
            value += 2.0
    return value


def attack_together(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """As an attack, with all of them."""
    slots = {slot.name: slot for slot in offer.slots}
    target = str(slots["to"].candidates[0])
    parts = [_strongest(evaluation, slots[name]) for name in ("units", "second", "third")]
    units = tuple(unit for part in parts for unit in part)
    yield _attack(evaluation, target, units) + 0.5, AttackTogether(target, *parts)


def blitz(evaluation: Evaluation, command: Blitz) -> float:
    """Off the board, or well ahead of where the unit was."""
    if evaluation.side == AMERICAN:
        return -1.0
    here = evaluation.view.zone_of(command.unit)
    gain = evaluation.distance(here) - evaluation.distance(command.to)
    return 100.0 if command.to == EXIT else gain - 1.5


def advance(evaluation: Evaluation, command: Advance) -> float:
    """Germans take what they won; Americans leave nobody out of line for it."""
    if evaluation.side == AMERICAN or command.layer == "inside":
        return -1.0
    return sum(_german_move(evaluation, unit, _target(evaluation, command)) + 1.0
               for unit in command.units)  # fmt: skip


def _target(evaluation: Evaluation, command: Advance) -> Zone:
    """The space advanced into is not in the command: any next door to the unit that is free."""
    here = SPACE_OF.get(evaluation.view.zone_of(command.units[0]), "")
    if not here:
        return f"{evaluation.view.zone_of(command.units[0])[0]}0"
    return min(near(evaluation.view, here), key=evaluation.distance)


# Questions


def choose(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """By what is asked."""
    judge = QUESTIONS.get(str(prompt.facts.get("what", "")), _any)
    for slot in offer.slots:
        for candidate in map(str, slot.candidates):
            yield judge(evaluation, candidate), Choose(candidate)


def _any(evaluation: Evaluation, chosen: str) -> float:
    return 0.5


def _hit(evaluation: Evaluation, unit: PieceId) -> float:
    """Who stands it, and rather the weak."""
    stands = left(evaluation.view, unit) > 1
    return 10.0 * stands - evaluation.strength(unit) + left(evaluation.view, unit)


def _assault(evaluation: Evaluation, chosen: str) -> float:
    return 1.0 if chosen == "assault" else 0.0


def _commit(evaluation: Evaluation, chosen: str) -> float:
    return 1.0 if chosen == "commit" else 0.0


def _surrender(evaluation: Evaluation, unit: PieceId) -> float:
    view = evaluation.view
    return -float(view.mark(unit, "hit")) * 0 + card_of(view, unit).cohesion


def _follow(evaluation: Evaluation, unit: PieceId) -> float:
    return 1.0


QUESTIONS: dict[str, Callable[[Evaluation, str], float]] = {
    "next-hit": _hit,
    "type-of-attack": _assault,
    "commit-armor": _commit,
    "surrender": _surrender,
    "follow": _follow,
}


def decline(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Checks are rolled in the order shown; else only rather than something bad."""
    yield (1.0 if prompt.facts.get("what") == "check-next" else 0.0), Decline()


def nothing(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Iterator[tuple[float, Done]]:
    """Going on, when nothing is better."""
    yield 0.0, Done()


def let_pass(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Iterator[tuple[float, Pass]]:
    """Playing no card."""
    yield 0.0, Pass()


policy = ScoringBot(
    Evaluation,
    {
        Pick: pick,
        Place: score_each(Place, place),
        Force: force,
        Move: score_each(Move, move, groups, MOST),
        Bypass: score_each(Bypass, bypass, groups, MOST),
        EnterTown: score_each(EnterTown, enter_town, groups, MOST),
        LeaveTown: score_each(LeaveTown, leave_town, groups, MOST),
        Attack: attack,
        AttackTogether: attack_together,
        Blitz: score_each(Blitz, blitz),
        Advance: score_each(Advance, advance, groups, MOST),
        PlayCard: play_card,
        Choose: choose,
        Decline: decline,
        Done: nothing,
        Pass: let_pass,
    },
    COMMANDS,
)
