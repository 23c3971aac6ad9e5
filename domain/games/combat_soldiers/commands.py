"""Everything a player may say. A part of a group is written as unit ids joined by "+"."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.windows import Pass
from wardiary.domain.games.combat_soldiers.attacks.aftermath import (
    AttackAgain,
    PickOffAgain,
    Press,
    Rest,
)
from wardiary.domain.games.combat_soldiers.attacks.armor import PickOff
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack
from wardiary.domain.games.combat_soldiers.attacks.surprise import SurpriseAttack
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
from wardiary.domain.games.combat_soldiers.groups.command import Arrange
from wardiary.domain.games.combat_soldiers.markers.antitank import BuyAntitank, PutAntitank
from wardiary.domain.games.combat_soldiers.markers.entrenching import Entrench
from wardiary.domain.games.combat_soldiers.markers.interdiction import ClearInterdiction, Interdict
from wardiary.domain.games.combat_soldiers.phases.airdrop import Airdrop
from wardiary.domain.games.combat_soldiers.phases.deployment import Add, Deploy, Done
from wardiary.domain.games.combat_soldiers.phases.discards import Discard, Repair
from wardiary.domain.games.combat_soldiers.phases.drawing import Draw, UseBarracks, UseCitie
from wardiary.domain.games.combat_soldiers.phases.reinforcement import Reinforce
from wardiary.domain.games.combat_soldiers.phases.rest import Exchange, Garrison, Shift
from wardiary.domain.games.combat_soldiers.phases.withdrawal import Withdraw
from wardiary.domain.games.combat_soldiers.preparation.dealing import Misdeal
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import Lay, Ready
from wardiary.domain.games.combat_soldiers.preparation.picks import Note
from wardiary.domain.games.combat_soldiers.sequence.turn import EndTurn, Go
from wardiary.domain.games.combat_soldiers.special_battles.barrages import Bombard
from wardiary.domain.games.combat_soldiers.special_battles.intelligence import Disclose, Inquire
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import NoRetreat
from wardiary.domain.games.combat_soldiers.special_battles.partisans import (
    DropPartisans,
    Infiltrate,
    PayPartisans,
    RecallPartisans,
)
from wardiary.domain.games.combat_soldiers.special_battles.recon import Recon
from wardiary.domain.games.combat_soldiers.special_battles.relief import Join, Relieve
from wardiary.domain.games.combat_soldiers.special_battles.sappers import Sap
from wardiary.domain.games.combat_soldiers.special_battles.snipers import Cover, Snipe
from wardiary.domain.games.combat_soldiers.special_battles.supply import (
    AirSupply,
    LiftSiege,
    Supply,
)
from wardiary.domain.games.combat_soldiers.special_battles.surround import Surround
from wardiary.domain.games.combat_soldiers.white_backs.mines import Detonate, Victim
from wardiary.domain.games.combat_soldiers.white_backs.objectives import Place, Stack
from wardiary.domain.games.combat_soldiers.white_backs.random_events import (
    Demolish,
    Inflict,
    PassOn,
)
from wardiary.domain.play.commands import Command

COMMANDS: tuple[type[Command], ...] = (
    Pass,
    Misdeal,
    Note,
    Lay,
    Ready,
    Go,
    EndTurn,
    Arrange,
    Withdraw,
    Entrench,
    Interdict,
    ClearInterdiction,
    Attack,
    AttackAgain,
    SurpriseAttack,
    PickOff,
    PickOffAgain,
    Press,
    Surround,
    Snipe,
    Bombard,
    Sap,
    Airdrop,
    Relieve,
    Join,
    AirSupply,
    LiftSiege,
    Inquire,
    Disclose,
    Infiltrate,
    PayPartisans,
    DropPartisans,
    RecallPartisans,
    Ffe,
    Double,
    AtWeapon,
    Amphibious,
    TurnUp,
    UseForest,
    Counter,
    Strike,
    CancelAttack,
    Lose,
    Occupy,
    Medic,
    Keep,
    Retrieve,
    Rest,
    Cover,
    Deploy,
    Add,
    Done,
    Supply,
    Reinforce,
    Shift,
    Exchange,
    Garrison,
    Discard,
    Repair,
    UseBarracks,
    UseCitie,
    Draw,
    BuyAntitank,
    PutAntitank,
    Recon,
    NoRetreat,
    Place,
    Stack,
    Inflict,
    PassOn,
    Victim,
    Detonate,
    Demolish,
)
