"""NUTS! as the kernel sees it: scenarios, hidden zones, settings."""

from __future__ import annotations

from wardiary.domain.games.nuts.advice import expected, why_not
from wardiary.domain.games.nuts.board import TANDEM, armies_at, deck, hand, side_of
from wardiary.domain.games.nuts.bot.policy import policy
from wardiary.domain.games.nuts.cohesion import CheckNext, SupplyPhase
from wardiary.domain.games.nuts.combat.advance import AfterCombat, StepOut
from wardiary.domain.games.nuts.combat.battle import Battle, CommitArmor, EndOfFire, TypeOfAttack
from wardiary.domain.games.nuts.combat.blitz import BlitzMove
from wardiary.domain.games.nuts.combat.declaration import CombatPhase
from wardiary.domain.games.nuts.combat.hits import NextHit, Removal
from wardiary.domain.games.nuts.commands import COMMANDS
from wardiary.domain.games.nuts.components import Pack
from wardiary.domain.games.nuts.events.register import EVENTS
from wardiary.domain.games.nuts.events.register import STEPS as EVENT_STEPS
from wardiary.domain.games.nuts.faces.faces import FACES
from wardiary.domain.games.nuts.guide import GUIDE
from wardiary.domain.games.nuts.layout import (
    layout,
    title_in_pack,
    title_of,
    track_title,
    zone_title,
)
from wardiary.domain.games.nuts.movement.phase import MovementPhase
from wardiary.domain.games.nuts.movement.steps import Entering, HeroGoes
from wardiary.domain.games.nuts.pack import read_pack
from wardiary.domain.games.nuts.reinforcement import DrawPhase
from wardiary.domain.games.nuts.rulebook import RULES
from wardiary.domain.games.nuts.sequence import Sequence
from wardiary.domain.games.nuts.setup import Hands, Picks, TownChoice, set_up
from wardiary.domain.games.nuts.victory import losses, sides, standing
from wardiary.domain.games.nuts.windows import Window, register
from wardiary.domain.play.game import Game, Opening, ScenarioInfo, Setting
from wardiary.domain.table.pieces import Visibility, Zone

register(EVENTS.values())

TWO = ("german", "american")
SEATINGS = {
    TANDEM: (
        TWO,
        ("german-south", "american-south", "german-north", "american-north"),
        ("german", "american-south", "american-north"),
        ("german-south", "american", "german-north"),
    )
}
"""14.0: who may sit at the table in tandem."""

STEPS = (
    Sequence,
    TownChoice,
    Picks,
    Hands,
    SupplyPhase,
    CheckNext,
    DrawPhase,
    MovementPhase,
    Entering,
    HeroGoes,
    CombatPhase,
    Battle,
    TypeOfAttack,
    CommitArmor,
    EndOfFire,
    NextHit,
    Removal,
    BlitzMove,
    AfterCombat,
    StepOut,
    Window,
    *EVENT_STEPS,
)

SETTINGS = (
    Setting(
        "turn_limit",
        0,
        (0, 15, 30),
        "turns after which the game ends though the German deck is not out; 0: it never does",
        "N-14.5a",
    ),
)


def scenarios(pack: Pack) -> tuple[ScenarioInfo, ...]:
    """2.0, 14.0: either set by itself, or both side by side."""
    return tuple(
        ScenarioInfo(scenario.id, scenario.title, SEATINGS.get(scenario.id, (TWO,)), scenario.about)
        for scenario in pack.scenarios.values()
    )


def visibility(_: Pack, opening: Opening) -> dict[Zone, Visibility]:
    """1.0, 14.4: hands are their owner's, and partners do not see them; decks are nobody's."""
    # Ruling: R-39 discards are open, and so is how many cards are in a hand or a deck. So are the
    # units that the Germans pick from: they are all that the card lists show as no reserves.
    hidden: dict[Zone, Visibility] = {}
    for army in armies_at(opening.scenario, opening.seats):
        seat = army if army in opening.seats else side_of(army)
        hidden[hand(army)] = Visibility("owner", seat)
        hidden[deck(army)] = Visibility("nobody", seat, ordered=True)
    return hidden


GAME = Game(
    name="nuts",
    title="NUTS! The Battle of the Bulge",
    version="1",
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
    settings=SETTINGS,
    sides=sides,
    title_in_pack=title_in_pack,
    track_title=track_title,
    zone_title=zone_title,
    facts=("what", "window", "column"),
    faces=FACES,
    guide=GUIDE,
    forecast=expected,
    why_not=why_not,
    losses=losses,
    standing=standing,
    standing_title="Units off the board",
)
