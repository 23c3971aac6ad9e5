"""Company of Heroes as the kernel sees it."""

from __future__ import annotations

from wardiary.domain.games.company_of_heroes import sequence
from wardiary.domain.games.company_of_heroes.bot.policy import policy
from wardiary.domain.games.company_of_heroes.commanders import bans, tiers
from wardiary.domain.games.company_of_heroes.commanders import commands as of_commanders
from wardiary.domain.games.company_of_heroes.commands import COMMANDS
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.games.company_of_heroes.damage import abilities, assigning, removing, sealed
from wardiary.domain.games.company_of_heroes.damage.advice import forecast, why_not
from wardiary.domain.games.company_of_heroes.damage.reach import in_sight
from wardiary.domain.games.company_of_heroes.faces.faces import FACES
from wardiary.domain.games.company_of_heroes.guide import GUIDE
from wardiary.domain.games.company_of_heroes.layout import (
    layout,
    title_in_pack,
    title_of,
    track_title,
    zone_title,
)
from wardiary.domain.games.company_of_heroes.maneuver import operations, retreats, turn
from wardiary.domain.games.company_of_heroes.pack.reader import read_pack
from wardiary.domain.games.company_of_heroes.rulebook import RULES
from wardiary.domain.games.company_of_heroes.setup import deployment, setting_up
from wardiary.domain.games.company_of_heroes.supply import purchases, recovery
from wardiary.domain.games.company_of_heroes.supply.ending import standing
from wardiary.domain.games.company_of_heroes.table import turns, zones
from wardiary.domain.games.company_of_heroes.table.armies import SEATINGS, seats_of_team
from wardiary.domain.games.kit.choices import Choose
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening, ScenarioInfo, Setting
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat, Visibility, Zone
from wardiary.domain.table.table import Table

CHAPTERS = (
    *(sequence, setting_up, deployment, operations, turn, retreats),
    *(abilities, assigning, sealed, removing, purchases, recovery, tiers, bans),
)
STEPS: tuple[type[Step], ...] = tuple(step for chapter in CHAPTERS for step in chapter.STEPS)

SETTINGS = (
    Setting("length", "short", ("short", "medium", "long"), "how long the game is", "C-2.2g"),
    Setting(
        "bonus",
        "points",
        ("points", "income"),
        "whether the bonus at the end goes by victory points on the map, or by their income",
        "C-2.2h",
    ),
    Setting(
        "order",
        "roll",
        ("roll", "chosen"),
        "who goes first: the winner of the roll, or as the winner chooses",
        "C-4.0e",
    ),
    Setting(
        "commanders",
        "drawn",
        ("drawn", "tournament"),
        "tournament: one commander more is drawn, and an opponent bans one of them",
        "C-8.2a",
    ),
    Setting(
        "spawn",
        "fixed",
        ("fixed", "advancing"),
        "advancing: spawn areas grow by a hex in two rounds that depend on the length",
        "C-12c",
    ),
    Setting(
        turns.MANEUVER,
        "in-turns",
        ("in-turns", turns.REAL_TIME),
        "real-time: both teams spend the CP of all their turns at once, one at a time",
        "C-12a",
        added=True,
    ),
    Setting(
        "cover",
        "printed",
        ("printed", "built"),
        "built: printed cover counts where infantry has taken it, and can be destroyed",
        "C-10.3a",
        added=True,
    ),
    Setting(
        "assignment",
        "in-turn-order",
        ("in-turn-order", "sealed"),
        "whether targets are chosen in turn order, or by all at once and unseen",
        "C-5.0a",
    ),
    Setting("winter", "off", ("off", "on"), "whether water is ice", "C-10.4a"),
    Setting(
        "buildings",
        "standard",
        ("standard", "sturdy"),
        "how much damage buildings and bunkers take",
        "C-12c",
    ),
)


def set_up(draft: Draft, opening: Opening) -> None:
    """C-2.2, C-3.0a: lay everything out; rounds follow deployment."""
    draft.begin(sequence.Round())
    setting_up.lay_out(draft)
    if setting_up.is_tournament(draft.table):
        bans.begin_bans(draft)


def scenarios(pack: CompanyOfHeroesPack) -> tuple[ScenarioInfo, ...]:
    """C-2.1a: the missions, each for one or two players a side."""
    return tuple(
        ScenarioInfo(mission.id, mission.name, SEATINGS, mission.about)
        for mission in pack.missions.values()
    )


def visibility(_: CompanyOfHeroesPack, opening: Opening) -> dict[Zone, Visibility]:
    """C-4.0.1b, C-8.2a: who may look into which zone."""
    sealed_aims = opening.settings.get(sealed.ASSIGNMENT) == sealed.SEALED
    return zones.visibility(opening.seats, sealed=sealed_aims)


def sides(table: Table) -> tuple[tuple[Seat, ...], ...]:
    """C-2.2k: the players of a team win together."""
    return tuple(seats_of_team(table.seats, team) for team in ("us", "wehrmacht"))


def losses(table: Table, seat: Seat) -> int:
    """How many pieces a seat has lost."""
    return len(table.zone(zones.lost(seat)))


GAME = Game(
    name="company-of-heroes",
    title="Company of Heroes, 2nd edition",
    version="1",
    rules=RULES,
    commands=(*COMMANDS, *of_commanders.COMMANDS, Choose),
    steps=STEPS,
    read_pack=read_pack,
    scenarios=scenarios,
    visibility=visibility,
    set_up=set_up,
    losses=losses,
    in_sight=in_sight,
    standing=standing,
    standing_title="Victory points",
    policy=policy,
    layout=layout,
    title_of=title_of,
    settings=SETTINGS,
    sides=sides,
    facts=("what", "cp"),
    title_in_pack=title_in_pack,
    track_title=track_title,
    zone_title=zone_title,
    faces=FACES,
    guide=GUIDE,
    forecast=forecast,
    why_not=why_not,
)
