"""The register of Combat Soldiers: what the kernel needs to know of it."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.attacks.aftermath import Aftermath
from wardiary.domain.games.combat_soldiers.battles.battle import Battle
from wardiary.domain.games.combat_soldiers.battles.capture import Occupation
from wardiary.domain.games.combat_soldiers.battles.overrun import Overrun
from wardiary.domain.games.combat_soldiers.battles.spoils import PointsWon
from wardiary.domain.games.combat_soldiers.bot.policy import sensible_bot
from wardiary.domain.games.combat_soldiers.commands import COMMANDS
from wardiary.domain.games.combat_soldiers.components.cards import VERSION_1
from wardiary.domain.games.combat_soldiers.components.pack import read_pack
from wardiary.domain.games.combat_soldiers.components.titles import title_in_pack, title_of
from wardiary.domain.games.combat_soldiers.faces.faces import FACES
from wardiary.domain.games.combat_soldiers.groups.command import Arrangement
from wardiary.domain.games.combat_soldiers.guide import GUIDE
from wardiary.domain.games.combat_soldiers.layout import layout, track_title, word_title
from wardiary.domain.games.combat_soldiers.markers.antitank import AntitankPlacement
from wardiary.domain.games.combat_soldiers.options import SETTINGS
from wardiary.domain.games.combat_soldiers.phases.deployment import Deployment
from wardiary.domain.games.combat_soldiers.phases.discards import ExcessDiscard
from wardiary.domain.games.combat_soldiers.preparation.dealing import MisdealCall
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import InitialDeployment
from wardiary.domain.games.combat_soldiers.preparation.picks import ObjectiveSelection
from wardiary.domain.games.combat_soldiers.preparation.setting_up import scenarios, visibility
from wardiary.domain.games.combat_soldiers.rulebook import RULES
from wardiary.domain.games.combat_soldiers.sequence.rounds import Round, set_up
from wardiary.domain.games.combat_soldiers.sequence.turn import Turn
from wardiary.domain.games.combat_soldiers.sequence.why_not import why_not
from wardiary.domain.games.combat_soldiers.special_battles.airborne import DropAttack
from wardiary.domain.games.combat_soldiers.special_battles.forecast import expected
from wardiary.domain.games.combat_soldiers.special_battles.intelligence import Disclosure
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import NoRetreatWindow
from wardiary.domain.games.combat_soldiers.special_battles.partisans import PartisanUpkeep
from wardiary.domain.games.combat_soldiers.special_battles.recon import ReconWindow
from wardiary.domain.games.combat_soldiers.special_battles.relief import ReliefMayJoin
from wardiary.domain.games.combat_soldiers.special_battles.snipers import SniperShot
from wardiary.domain.games.combat_soldiers.victory.ending import RoundOver
from wardiary.domain.games.combat_soldiers.victory.resignation import sides
from wardiary.domain.games.combat_soldiers.victory.scoring import standing
from wardiary.domain.games.combat_soldiers.white_backs.mines import MineAttack, Minefields
from wardiary.domain.games.combat_soldiers.white_backs.objectives import (
    ObjectivePlacement,
    SteeplePlacement,
)
from wardiary.domain.games.combat_soldiers.white_backs.random_events import Demolition, GroupToHit
from wardiary.domain.play.game import Game

STEPS = (
    Round,
    MisdealCall,
    ObjectiveSelection,
    InitialDeployment,
    Turn,
    Arrangement,
    Battle,
    PointsWon,
    Aftermath,
    ObjectivePlacement,
    SteeplePlacement,
    Occupation,
    Overrun,
    GroupToHit,
    MineAttack,
    Minefields,
    Demolition,
    SniperShot,
    Disclosure,
    PartisanUpkeep,
    ReconWindow,
    NoRetreatWindow,
    Deployment,
    DropAttack,
    ReliefMayJoin,
    AntitankPlacement,
    ExcessDiscard,
    RoundOver,
)

GAME = Game(
    name="combat-soldiers",
    title="Combat Soldiers: In the Battle of the Bulge",
    version="2",
    former_versions=(VERSION_1,),
    rules=RULES,
    commands=COMMANDS,
    steps=STEPS,
    read_pack=read_pack,
    scenarios=scenarios,
    visibility=visibility,
    set_up=set_up,
    policy=sensible_bot(COMMANDS),
    layout=layout,
    title_of=title_of,
    facts=(
        "what",
        "window",
        "phase",
        "actions",
        "group",
        "target",
        "leader",
        "points",
        "winner",
        "moment",
        "active",
        "objective",
        "objectives",
    ),
    title_in_pack=title_in_pack,
    track_title=track_title,
    zone_title=word_title,
    settings=SETTINGS,
    sides=sides,
    faces=FACES,
    guide=GUIDE,
    forecast=expected,
    why_not=why_not,
    standing=standing,
    standing_title="Victory points of objectives held and earlier rounds",
)
