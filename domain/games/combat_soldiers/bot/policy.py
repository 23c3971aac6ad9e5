"""A sensible bot: it scores every offer by the open table and its own hand, and takes the best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.attacks.aftermath import (
    AttackAgain,
    PickOffAgain,
    Press,
    Rest,
)
from wardiary.domain.games.combat_soldiers.attacks.armor import PickOff
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack
from wardiary.domain.games.combat_soldiers.battles.battle import CancelAttack
from wardiary.domain.games.combat_soldiers.battles.capture import Occupy
from wardiary.domain.games.combat_soldiers.battles.counterattack import Counter, Strike
from wardiary.domain.games.combat_soldiers.battles.losses import Lose
from wardiary.domain.games.combat_soldiers.battles.overrun import Retrieve
from wardiary.domain.games.combat_soldiers.battles.spoils import Keep, Medic
from wardiary.domain.games.combat_soldiers.battles.supports import (
    Amphibious,
    AtWeapon,
    Double,
    Ffe,
    TurnUp,
    UseForest,
)
from wardiary.domain.games.combat_soldiers.bot import battles, preparation, turns, white_backs
from wardiary.domain.games.combat_soldiers.bot.evaluation import Evaluation
from wardiary.domain.games.combat_soldiers.groups.command import Arrange
from wardiary.domain.games.combat_soldiers.phases.airdrop import Airdrop
from wardiary.domain.games.combat_soldiers.phases.deployment import Add, Deploy, Done
from wardiary.domain.games.combat_soldiers.phases.discards import Discard, Repair
from wardiary.domain.games.combat_soldiers.phases.drawing import Draw, UseBarracks
from wardiary.domain.games.combat_soldiers.phases.rest import Garrison
from wardiary.domain.games.combat_soldiers.preparation.dealing import Misdeal
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import Lay
from wardiary.domain.games.combat_soldiers.preparation.picks import Note
from wardiary.domain.games.combat_soldiers.sequence.turn import EndTurn, Go
from wardiary.domain.games.combat_soldiers.special_battles.barrages import Bombard
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import NoRetreat
from wardiary.domain.games.combat_soldiers.special_battles.recon import Recon
from wardiary.domain.games.combat_soldiers.special_battles.sappers import Sap
from wardiary.domain.games.combat_soldiers.special_battles.snipers import Cover, Snipe
from wardiary.domain.games.combat_soldiers.special_battles.supply import (
    AirSupply,
    LiftSiege,
    Supply,
)
from wardiary.domain.games.combat_soldiers.special_battles.surround import Surround
from wardiary.domain.games.combat_soldiers.white_backs.mines import Victim
from wardiary.domain.games.combat_soldiers.white_backs.objectives import Place
from wardiary.domain.games.combat_soldiers.white_backs.random_events import (
    Demolish,
    Inflict,
    PassOn,
)
from wardiary.domain.games.kit.bots import Scores, ScoringBot, score_each
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Offer, Prompt

C = TypeVar("C", bound=Command)
Scorer = Callable[[Evaluation, Prompt, Offer], Scores]

MOST = 400
"""So many ways to take up one offer are looked at."""


def always(evaluation: Evaluation, command: Command) -> float:
    """What is good in itself."""
    return 1.0


def indifferent(evaluation: Evaluation, command: Command) -> float:
    """Passing and going on."""
    return 0.0


def seldom(evaluation: Evaluation, command: Command) -> float:
    """What is worse than passing."""
    return -1.0


def each(command: type[C], score: Callable[[Evaluation, C], float]) -> Scorer:
    """A scorer for every way to take up an offer of a command, within reason."""
    return score_each(command, score, most=MOST)


SCORERS: Mapping[type[Command], Scorer] = {
    **{command: each(command, indifferent) for command in (Pass, Done, EndTurn)},
    **{
        command: each(command, always)
        for command in (
            Misdeal,
            Airdrop,
            Garrison,
            Repair,
            UseBarracks,
            Retrieve,
            Amphibious,
            TurnUp,
            UseForest,
        )
    },
    Note: each(Note, preparation.note),
    Lay: each(Lay, preparation.lay),
    Go: each(Go, turns.go),
    Attack: each(Attack, turns.attack),
    AttackAgain: each(AttackAgain, turns.attack_again),
    PickOff: each(PickOff, turns.pick_off),
    PickOffAgain: each(PickOffAgain, turns.pick_off),
    Press: each(Press, turns.press),
    Rest: each(Rest, turns.rest),
    Surround: each(Surround, turns.surround),
    Snipe: each(Snipe, turns.snipe),
    Bombard: each(Bombard, turns.bombard),
    Sap: each(Sap, turns.sap),
    Supply: each(Supply, turns.help_own_group),
    AirSupply: each(AirSupply, turns.help_own_group),
    LiftSiege: each(LiftSiege, turns.help_own_group),
    NoRetreat: each(NoRetreat, turns.help_own_group),
    Recon: each(Recon, turns.recon),
    Deploy: each(Deploy, turns.deploy),
    Add: each(Add, turns.add),
    Draw: each(Draw, turns.draw),
    Discard: turns.discard,
    Ffe: each(Ffe, battles.support),
    AtWeapon: each(AtWeapon, battles.support),
    Double: each(Double, battles.double),
    Counter: each(Counter, battles.counterattack),
    CancelAttack: each(CancelAttack, battles.cancel),
    Strike: each(Strike, battles.strike),
    Lose: each(Lose, battles.lose),
    Occupy: each(Occupy, battles.occupy),
    Keep: each(Keep, battles.keep),
    Medic: battles.medic,
    Cover: battles.cover,
    Arrange: each(Arrange, battles.arrange),
    Place: white_backs.place,
    Inflict: each(Inflict, white_backs.inflict),
    PassOn: each(PassOn, white_backs.pass_on),
    Victim: each(Victim, white_backs.victim),
    Demolish: each(Demolish, white_backs.demolish),
}


def sensible_bot(commands: Iterable[type[Command]]) -> ScoringBot[Evaluation]:
    """The bot of the game, which has these commands; those without a scorer it seldom gives."""
    commands = tuple(commands)
    scorers = {command: each(command, seldom) for command in commands} | dict(SCORERS)
    return ScoringBot(Evaluation, scorers, commands)
