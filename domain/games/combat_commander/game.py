"""Combat Commander as the kernel sees it."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.actions import hidden_actions, opportunity_fire
from wardiary.domain.games.combat_commander.bot.policy import policy
from wardiary.domain.games.combat_commander.cards import cards, rolls
from wardiary.domain.games.combat_commander.components.printed import pack_of
from wardiary.domain.games.combat_commander.events import index, triggers
from wardiary.domain.games.combat_commander.faces.faces import FACES
from wardiary.domain.games.combat_commander.fire import aim, defence, fire_order
from wardiary.domain.games.combat_commander.morale import demoralise
from wardiary.domain.games.combat_commander.movement import entering, leaving
from wardiary.domain.games.combat_commander.orders import (
    activation,
    advance,
    artillery,
    melee,
    move,
    recover,
    rout,
    turn,
)
from wardiary.domain.games.combat_commander.pack.reader import read_pack
from wardiary.domain.games.combat_commander.rulebook import RULES
from wardiary.domain.games.combat_commander.setup import scenario
from wardiary.domain.games.combat_commander.table import choices, commands
from wardiary.domain.games.combat_commander.table.layout import layout, title_of, track_title
from wardiary.domain.games.combat_commander.time import time_track
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening, Setting
from wardiary.domain.play.steps import Step

CHAPTERS = (
    activation,
    advance,
    aim,
    artillery,
    choices,
    defence,
    demoralise,
    entering,
    fire_order,
    hidden_actions,
    index,
    leaving,
    melee,
    move,
    opportunity_fire,
    recover,
    rolls,
    rout,
    scenario,
    time_track,
    triggers,
    turn,
)


def set_up(draft: Draft, opening: Opening) -> None:
    """Everything is laid out; both seats deploy, then the first turn begins (5)."""
    first = pack_of(draft.table).scenarios[opening.scenario].first_turn
    draft.begin(turn.Turn(first))
    scenario.lay_out(draft, opening)


SETTINGS = (
    Setting(
        "melee_command",
        "counts",
        ("counts", "ignored"),
        "whether a leader's command adds to the firepower of others in a melee",
        "O16.4.1",
    ),
    Setting(
        "deploy_event",
        "active",
        ("active", "reader"),
        "who deploys a squad by the event: the player whose turn it is, or who reads it (AMB-28)",
        "E52.1",
    ),
)

STEPS: tuple[type[Step], ...] = tuple(step for chapter in CHAPTERS for step in chapter.STEPS)

FACTS = (
    *("window", "hex", "unit", "units", "order", "action", "what", "about-1", "about-2", "about-3"),
    *("firepower", "elements", "firers", "distance", "moving", "morale", "cover", "needs"),
    *("roller", "own", "purpose", "white", "red", "roll", "trigger", "total", "against", "margin"),
    *("spent", "left", "orders-left", "time", "eliminated"),
)
"""What prompts and offers tell, for standing answers to look at."""

GAME = Game(
    name="combat-commander",
    title="Combat Commander: Mediterranean",
    version="1",
    rules=RULES,
    commands=(*commands.COMMANDS, *scenario.COMMANDS),
    steps=STEPS,
    read_pack=read_pack,
    scenarios=scenario.scenarios,
    visibility=scenario.visibility,
    set_up=set_up,
    policy=policy,
    layout=layout,
    title_of=title_of,
    track_title=track_title,
    facts=FACTS,
    settings=SETTINGS,
    odds=cards.odds,
    faces=FACES,
)
