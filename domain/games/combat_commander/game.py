"""Combat Commander as the kernel sees it."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.actions import after_discard, after_entry, hidden_unit
from wardiary.domain.games.combat_commander.bot.policy import policy
from wardiary.domain.games.combat_commander.cards import cards, rolls
from wardiary.domain.games.combat_commander.components.printed import pack_of
from wardiary.domain.games.combat_commander.events import (
    arrivals,
    at_hexes,
    fires,
    for_cards,
    for_units,
    promotions,
    triggers,
)
from wardiary.domain.games.combat_commander.faces.faces import FACES
from wardiary.domain.games.combat_commander.fire import aim, defence, firing
from wardiary.domain.games.combat_commander.fire.reach import in_sight
from wardiary.domain.games.combat_commander.guide import GUIDE
from wardiary.domain.games.combat_commander.morale import demoralise
from wardiary.domain.games.combat_commander.movement import entering, leaving, placing
from wardiary.domain.games.combat_commander.orders import (
    advance,
    artillery_request,
    assault_fire,
    fire,
    giving_orders,
    melee,
    move,
    recover,
    rout,
    stacking,
    turn,
)
from wardiary.domain.games.combat_commander.orders.melee_forecast import expected
from wardiary.domain.games.combat_commander.orders.why_not import why_not
from wardiary.domain.games.combat_commander.pack.reader import read_pack
from wardiary.domain.games.combat_commander.rulebook import RULES
from wardiary.domain.games.combat_commander.setup import scenario
from wardiary.domain.games.combat_commander.table import commands
from wardiary.domain.games.combat_commander.table.layout import (
    layout,
    title_in_pack,
    title_of,
    track_title,
    word_title,
)
from wardiary.domain.games.combat_commander.table.zones import casualties
from wardiary.domain.games.combat_commander.time import digging_in, time_track
from wardiary.domain.games.combat_commander.upcasts import step_upcasts
from wardiary.domain.games.combat_commander.victory.end_of_game import scores
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening, Setting
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

CHAPTERS = (
    *(rolls, demoralise, placing, entering, leaving, scenario),
    *(defence, aim, firing, after_discard, after_entry, hidden_unit),
    *(turn, giving_orders, stacking, fire, move, assault_fire, advance, recover, rout),
    *(
        artillery_request,
        melee,
        arrivals,
        at_hexes,
        fires,
        for_cards,
        for_units,
        promotions,
        triggers,
    ),
    *(time_track, digging_in),
)


def set_up(draft: Draft, opening: Opening) -> None:
    """Everything is laid out; both seats deploy, then the first turn begins (5)."""
    first = pack_of(draft.table).scenarios[opening.scenario].first_turn
    draft.begin(turn.Turn(first))
    scenario.set_up_scenario(draft, opening)


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
    *("window", "hex", "unit", "units", "order", "action", "what", "subject"),
    *("firepower", "elements", "firers", "distance", "moving", "morale", "cover", "needs"),
    *("roller", "own", "purpose", "white", "red", "roll", "trigger", "total", "against", "margin"),
    *("spent", "left", "orders-left", "time", "eliminated"),
)
"""The facts of prompts and offers that standing answers may look at."""


def losses(table: Table, seat: Seat) -> int:
    """How many pieces a seat has lost."""
    return len(table.zone(casualties(seat)))


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
    losses=losses,
    in_sight=in_sight,
    standing=scores,
    standing_title="Victory points ahead of the enemy",
    policy=policy,
    layout=layout,
    title_of=title_of,
    title_in_pack=title_in_pack,
    track_title=track_title,
    zone_title=word_title,
    facts=FACTS,
    settings=SETTINGS,
    odds=cards.odds,
    faces=FACES,
    guide=GUIDE,
    forecast=expected,
    why_not=why_not,
    step_upcasts=step_upcasts(STEPS),
)
