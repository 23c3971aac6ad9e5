"""What the bot does in battles: supports, cards in windows, losses, captures."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.battles.battle import CancelAttack
from wardiary.domain.games.combat_soldiers.battles.capture import Occupy
from wardiary.domain.games.combat_soldiers.battles.counterattack import (
    Counter,
    Strike,
    counterattack_clash,
)
from wardiary.domain.games.combat_soldiers.battles.losses import Lose
from wardiary.domain.games.combat_soldiers.battles.spoils import Keep, Medic
from wardiary.domain.games.combat_soldiers.battles.supports import AtWeapon, Double, Ffe
from wardiary.domain.games.combat_soldiers.bot.evaluation import Evaluation
from wardiary.domain.games.combat_soldiers.components.zones import owner_of, split_units
from wardiary.domain.games.combat_soldiers.groups.command import Arrange
from wardiary.domain.games.combat_soldiers.groups.group import group_at, strength
from wardiary.domain.games.combat_soldiers.special_battles.snipers import Cover
from wardiary.domain.games.kit.bots import Scores, fillings
from wardiary.domain.play.prompts import Offer, Prompt


def support(evaluation: Evaluation, command: Ffe | AtWeapon) -> float:
    """Cards for a battle that is open."""
    battle = evaluation.battle
    if battle is None:
        return 1.0
    margin = evaluation.margin(battle.clash)
    if evaluation.seat != battle.clash.attacker:
        return 1.0 if margin > -4 else -1.0
    return 0.8 if margin < 4 else -1.0


def double(evaluation: Evaluation, command: Double) -> float:
    """The strongest unit of a battle that is close."""
    battle = evaluation.battle
    if battle is None:
        return 1.0
    close = -3 < evaluation.margin(battle.clash) < 3
    return 0.1 * strength(evaluation.view, command.unit) if close else -1.0


def counterattack(evaluation: Evaluation, command: Counter) -> float:
    """Strike back unless the attack is weak."""
    return 1.0 if is_defender_with_margin(evaluation, above=-3) else -1.0


def cancel(evaluation: Evaluation, command: CancelAttack) -> float:
    """Cancel an attack that is likely to win."""
    return 1.0 if is_defender_with_margin(evaluation, above=1) else -1.0


def is_defender_with_margin(evaluation: Evaluation, *, above: int) -> bool:
    """Whether the seat is attacked, and the attack is ahead by more than this."""
    battle = evaluation.battle
    if battle is None or battle.clash.defender != evaluation.seat:
        return False
    return evaluation.margin(battle.clash) > above


def strike(evaluation: Evaluation, command: Strike) -> float:
    """The counterattack that pays most."""
    battle = evaluation.battle
    assert battle is not None
    strikers = group_at(evaluation.view, battle.clash.target)
    part = split_units(command.part)
    clash = counterattack_clash(evaluation.view, battle.clash, strikers, command.unit, part)
    return evaluation.expected(clash)


def lose(evaluation: Evaluation, command: Lose) -> float:
    """As few points as possible."""
    return -float(evaluation.points_of(split_units(command.units)))


def occupy(evaluation: Evaluation, command: Occupy) -> float:
    """One infantry unit stays as a guard; the leader goes on, unless nobody else is left."""
    units = split_units(command.units)
    return float(sum(2 if strength(evaluation.view, unit) > 1 else -1 for unit in units))


def keep(evaluation: Evaluation, command: Keep) -> float:
    """As many points as possible."""
    return float(evaluation.points_of(split_units(command.cards)))


def medic(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """Against another seat that wins many points."""
    points = prompt.facts.get("points", 0)
    worth_it = isinstance(points, int) and points >= 4
    score = 1.0 if worth_it and prompt.facts.get("winner") != evaluation.seat else -1.0
    for command in fillings(offer, Medic):
        yield score, command


def cover(evaluation: Evaluation, prompt: Prompt, offer: Offer) -> Scores:
    """For a leader of the seat."""
    leader = str(prompt.facts.get("leader", ""))
    is_mine = owner_of(evaluation.view.pieces[leader].zone) == evaluation.seat
    for command in fillings(offer, Cover):
        yield 1.0 if is_mine else -1.0, command


def arrange(evaluation: Evaluation, command: Arrange) -> float:
    """The strongest units are in command."""
    return float(evaluation.strength_of(split_units(command.units)))
