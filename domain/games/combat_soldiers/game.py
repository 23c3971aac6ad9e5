"""The register of Combat Soldiers: what the kernel needs to know of it."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.airborne import Joining
from wardiary.domain.games.combat_soldiers.antitank import Mounting
from wardiary.domain.games.combat_soldiers.battle import Battle
from wardiary.domain.games.combat_soldiers.board_state import FIRST
from wardiary.domain.games.combat_soldiers.bot import policy
from wardiary.domain.games.combat_soldiers.commands import COMMANDS
from wardiary.domain.games.combat_soldiers.components import read_pack, title_in_pack, title_of
from wardiary.domain.games.combat_soldiers.declaration import Aftermath
from wardiary.domain.games.combat_soldiers.deployment import Deploying, DropAttack
from wardiary.domain.games.combat_soldiers.ending import RoundOver
from wardiary.domain.games.combat_soldiers.groups import Arranging
from wardiary.domain.games.combat_soldiers.layout import layout
from wardiary.domain.games.combat_soldiers.losses import Spoils
from wardiary.domain.games.combat_soldiers.objectives import Occupying, Placing, Stacking
from wardiary.domain.games.combat_soldiers.options import SETTINGS, Overrun
from wardiary.domain.games.combat_soldiers.random_events import (
    Demolition,
    Inflicting,
    Mined,
    Minefields,
)
from wardiary.domain.games.combat_soldiers.reactions import LastStand, ReconWindow
from wardiary.domain.games.combat_soldiers.resignation import sides
from wardiary.domain.games.combat_soldiers.rest import Excess
from wardiary.domain.games.combat_soldiers.rounds import Round, set_up
from wardiary.domain.games.combat_soldiers.rulebook import RULES
from wardiary.domain.games.combat_soldiers.scenario import (
    Laying,
    Misdealing,
    Selecting,
    scenarios,
    visibility,
)
from wardiary.domain.games.combat_soldiers.tactical import Disclosure, SniperShot, Upkeep
from wardiary.domain.games.combat_soldiers.turn import Turn
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
    former_versions=(FIRST,),
    rules=RULES,
    commands=COMMANDS,
    steps=STEPS,
    read_pack=read_pack,
    scenarios=scenarios,
    visibility=visibility,
    set_up=set_up,
    policy=policy,
    layout=layout,
    title_of=title_of,
    facts=(
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
        "objectives",
    ),
    title_in_pack=title_in_pack,
    settings=SETTINGS,
    sides=sides,
)
