"""The register of Combat Soldiers: what the kernel needs to know of it."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.attacks.aftermath import Aftermath
from wardiary.domain.games.combat_soldiers.battles.battle import Battle
from wardiary.domain.games.combat_soldiers.battles.capture import Occupying
from wardiary.domain.games.combat_soldiers.battles.overrun import Overrun
from wardiary.domain.games.combat_soldiers.battles.spoils import Spoils
from wardiary.domain.games.combat_soldiers.bot.policy import sensible_bot
from wardiary.domain.games.combat_soldiers.commands import COMMANDS
from wardiary.domain.games.combat_soldiers.components.cards import VERSION_1
from wardiary.domain.games.combat_soldiers.components.pack import read_pack
from wardiary.domain.games.combat_soldiers.components.titles import title_in_pack, title_of
from wardiary.domain.games.combat_soldiers.faces.faces import FACES
from wardiary.domain.games.combat_soldiers.groups.command import Arranging
from wardiary.domain.games.combat_soldiers.layout import layout, track_title
from wardiary.domain.games.combat_soldiers.markers.antitank import Mounting
from wardiary.domain.games.combat_soldiers.options import SETTINGS
from wardiary.domain.games.combat_soldiers.phases.deployment import Deploying
from wardiary.domain.games.combat_soldiers.phases.discards import Excess
from wardiary.domain.games.combat_soldiers.preparation.dealing import Misdealing
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import Laying
from wardiary.domain.games.combat_soldiers.preparation.picks import Selecting
from wardiary.domain.games.combat_soldiers.preparation.setting_up import scenarios, visibility
from wardiary.domain.games.combat_soldiers.rulebook import RULES
from wardiary.domain.games.combat_soldiers.sequence.rounds import Round, set_up
from wardiary.domain.games.combat_soldiers.sequence.turn import Turn
from wardiary.domain.games.combat_soldiers.special_battles.airborne import DropAttack
from wardiary.domain.games.combat_soldiers.special_battles.intelligence import Disclosure
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import LastStand
from wardiary.domain.games.combat_soldiers.special_battles.partisans import Upkeep
from wardiary.domain.games.combat_soldiers.special_battles.recon import ReconWindow
from wardiary.domain.games.combat_soldiers.special_battles.relief import Joining
from wardiary.domain.games.combat_soldiers.special_battles.snipers import SniperShot
from wardiary.domain.games.combat_soldiers.victory.ending import RoundOver
from wardiary.domain.games.combat_soldiers.victory.resignation import sides
from wardiary.domain.games.combat_soldiers.white_backs.mines import Mined, Minefields
from wardiary.domain.games.combat_soldiers.white_backs.objectives import Placing, Stacking
from wardiary.domain.games.combat_soldiers.white_backs.random_events import Demolition, Inflicting
from wardiary.domain.play.game import Game

STEPS = (
    Round,
    Misdealing,
    Selecting,
    Laying,
    Turn,
    Arranging,
    Battle,
    Spoils,
    Aftermath,
    Placing,
    Stacking,
    Occupying,
    Overrun,
    Inflicting,
    Mined,
    Minefields,
    Demolition,
    SniperShot,
    Disclosure,
    Upkeep,
    ReconWindow,
    LastStand,
    Deploying,
    DropAttack,
    Joining,
    Mounting,
    Excess,
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
    settings=SETTINGS,
    sides=sides,
    faces=FACES,
)
