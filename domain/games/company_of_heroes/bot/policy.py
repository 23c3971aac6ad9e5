"""The bot's scores: infantry takes points, guns set up near them, and fire is concentrated."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wardiary.domain.games.company_of_heroes.bot.boldness import (
    assault,
    board,
    fortify,
    take_cover,
    walls,
)
from wardiary.domain.games.company_of_heroes.bot.evaluation import Evaluation
from wardiary.domain.games.company_of_heroes.commanders.commands import (
    COMMANDS as OF_COMMANDERS,
)
from wardiary.domain.games.company_of_heroes.commanders.commands import (
    BuildDefense,
    ClaimUnit,
    CommanderUpgrade,
    Exchange,
    LaySmoke,
    Substitute,
    Tactic,
    UseAbility,
)
from wardiary.domain.games.company_of_heroes.commands import (
    COMMANDS,
    Aimed,
    AimedGun,
    Assault,
    Board,
    Build,
    Buy,
    ChooseCommander,
    CommanderTier,
    Deploy,
    Done,
    Drive,
    End,
    Fire,
    FireGun,
    Fortify,
    FortifyPassing,
    Leave,
    Move,
    Operation,
    PackUp,
    Pass,
    Repair,
    Retreat,
    SetUp,
    TakeCover,
    Toggle,
    Trade,
    Turn,
    Unlock,
    Upgrade,
)
from wardiary.domain.games.company_of_heroes.components.effects import Barrage
from wardiary.domain.games.company_of_heroes.components.pack import pack_of
from wardiary.domain.games.company_of_heroes.components.units import Attack
from wardiary.domain.games.company_of_heroes.damage.targets import attacks_at
from wardiary.domain.games.company_of_heroes.setup.spawning import facing_across
from wardiary.domain.games.company_of_heroes.table.armies import enemy_of, team_of
from wardiary.domain.games.company_of_heroes.table.passives import tier_of
from wardiary.domain.games.company_of_heroes.table.units import health, profile, units_at
from wardiary.domain.games.company_of_heroes.table.zones import OPERATION
from wardiary.domain.games.kit.bots import Scores, ScoringBot, score_each
from wardiary.domain.games.kit.choices import Choose
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Offer, Prompt
from wardiary.domain.table.pieces import PieceId, Zone

NEVER = -5.0
NEAR = 3
"""An enemy so near makes a weapon worth setting up."""


def never(evaluation: Evaluation, command: Command) -> float:
    """Only where nothing else is offered."""
    return NEVER


def last(evaluation: Evaluation, command: Command) -> float:
    """When nothing better is left."""
    return 0.0


# Setting up


def deploy(evaluation: Evaluation, command: Deploy) -> float:
    """Each unit near a point that no other is near."""
    taken = [evaluation.hex(unit) for unit in evaluation.own]
    value = 0.0
    for point, worth in evaluation.wanted.items():
        way = evaluation.way(command.hex, point)
        if all(evaluation.way(hex_, point) > way for hex_ in taken):
            value += worth / (1 + way) ** 2
    regular = pack_of(evaluation.view).units[command.kind].regular_infantry
    return 100.0 * value + (5.0 if regular else 0.0)


def operation(evaluation: Evaluation, command: Operation) -> float:
    """The half with more turns: who moves with a plan gains by each."""
    for piece in evaluation.view.zone(OPERATION):
        card = pack_of(evaluation.view).operations.get(evaluation.view.pieces[piece].kind)
        if card is not None:
            return float(card.top if command.half == "top" else card.bottom)
    return 0.0


# Maneuver


def arrive(evaluation: Evaluation, unit: PieceId, there: Zone, spent: int) -> float:
    """What it is worth to a unit to be in a hex."""
    here = evaluation.hex(unit)
    value = 4.0 * evaluation.progress(unit, here, there) - 0.1 * spent
    if evaluation.card(unit).infantry and there in evaluation.field.buildings:
        value += 0.5
    return value


def move(evaluation: Evaluation, command: Move | Leave) -> float:
    """Nearer to the point it goes for."""
    path = command.path.split(",")
    return arrive(evaluation, command.unit, path[-1], len(path))


def leave(evaluation: Evaluation, command: Leave) -> float:
    """Out of the transport, on the way to a point."""
    return 2.0 + 0.1 * move(evaluation, command)


def drive(evaluation: Evaluation, command: Drive) -> float:
    """Nearer to its aim, and facing the enemy there."""
    path = command.path.split(",")
    value = arrive(evaluation, command.unit, path[-1], len(path))
    return value + 0.2 * faced(evaluation, path[-1], command.facing)


def turn(evaluation: Evaluation, command: Turn) -> float:
    """Towards more of the enemy than before."""
    here = evaluation.hex(command.unit)
    now = faced(evaluation, here, evaluation.view.pieces[command.unit].face)
    return 0.3 * (faced(evaluation, here, command.facing) - now) - 0.1


def faced(evaluation: Evaluation, here: Zone, facing: str) -> float:
    """How many of the nearer enemies are in an arc; without any, whether it is across the map."""
    if not facing.isdecimal():
        return 0.0
    arc = evaluation.field.arc(here, int(facing))
    near = [hex_ for hex_ in evaluation.enemy_hexes if evaluation.field.distance(here, hex_) <= 6]
    if near:
        return float(sum(hex_ in arc for hex_ in near))
    return 0.5 * (int(facing) == facing_across(evaluation.view, evaluation.team))


def set_up(evaluation: Evaluation, command: SetUp) -> float:
    """When it has arrived, or the enemy is near."""
    unit = command.unit
    here = evaluation.hex(unit)
    reach = profile(evaluation.view, unit).range
    aim = evaluation.aims.get(unit, here)
    arrived = evaluation.way(here, aim) <= 1 or evaluation.card(unit).type == "emplacement"
    value = 3.0 if evaluation.nearest_enemy(here) <= max(reach, NEAR) else 0.0
    value += 1.0 if arrived else -1.0
    return value + 0.5 * faced(evaluation, here, command.facing)


def pack_up(evaluation: Evaluation, command: PackUp) -> float:
    """When the enemy is gone and the way to its aim is long."""
    here = evaluation.hex(command.unit)
    aim = evaluation.aims.get(command.unit, here)
    far_from_enemy = evaluation.nearest_enemy(here) > 5
    return 1.0 if far_from_enemy and evaluation.way(here, aim) > 3 else NEVER


def retreat(evaluation: Evaluation, command: Retreat) -> float:
    """A last figure goes back, unless it takes a point."""
    unit, here = command.unit, evaluation.hex(command.unit)
    weak = health(evaluation.view, unit) <= 1 and evaluation.card(unit).health > 2
    threatened = evaluation.nearest_enemy(here) <= 2
    return 1.0 if weak and threatened and here not in evaluation.wanted else NEVER


def choose(evaluation: Evaluation, command: Choose) -> float:
    """A hex: as near to its spawn area as possible."""
    if command.this not in evaluation.field.hexes:
        return 0.0
    spawn = evaluation.field.sheet.spawn[0 if evaluation.team == "us" else 1]
    return -float(min(evaluation.field.distance(command.this, hex_) for hex_ in spawn))


def tactic(evaluation: Evaluation, command: Tactic) -> float:
    """A barrage on enemies that stand where it falls, with no friends there."""
    effect = tier_of(evaluation.view, command.army, command.tier)
    if not isinstance(effect, Barrage):
        return NEVER
    value = sum(
        _hit(evaluation, unit, effect.damage)
        for hex_ in command.hexes.split(",")
        for unit in units_at(evaluation.view, hex_)
    )
    return 2.0 * value - 2.0 * effect.command_points


def _hit(evaluation: Evaluation, unit: PieceId, damage: Iterable[Attack]) -> float:
    dealt = min(evaluation.dealt(damage, unit), health(evaluation.view, unit))
    owner = team_of(evaluation.view.pieces[unit].owner)
    return dealt if owner == enemy_of(evaluation.team) else -2.0 * dealt


# Damage


def fire(evaluation: Evaluation, command: Fire | Aimed) -> float:
    """Where it hurts most."""
    dice = _dice(evaluation, command.unit, command.target)
    return 1.0 + evaluation.worth_of_fire(dice, command.target)


def fire_gun(evaluation: Evaluation, command: FireGun | AimedGun) -> float:
    """One type of dice on its best target."""
    dice = _dice(evaluation, command.unit, command.target)
    own = [attack for attack in dice if attack.type == command.damage]
    return 1.0 + evaluation.worth_of_fire(own, command.target)


def _dice(evaluation: Evaluation, unit: PieceId, target: str) -> tuple[Attack, ...]:
    pieces = evaluation.view.pieces
    hex_ = pieces[target].zone if target in pieces else target
    return attacks_at(evaluation.view, unit, hex_)


def use_ability(evaluation: Evaluation, command: UseAbility) -> float:
    """For units that are in the fight."""
    near = evaluation.nearest_enemy(evaluation.hex(command.unit)) <= 2
    return 1.0 if near else NEVER


# Supply


def buy(evaluation: Evaluation, command: Buy) -> float:
    """What is worth most, as near as possible to a point that is still to be had."""
    value = evaluation.unit_worth(command.army, command.kind)
    place = command.place
    if place not in evaluation.field.hexes:
        return NEVER
    ways = (
        worth / (2 + evaluation.way(place, point)) for point, worth in evaluation.wanted.items()
    )
    facing = command.facing == str(facing_across(evaluation.view, evaluation.team))
    return value + max(ways, default=0.0) + 0.1 * facing


def claim(evaluation: Evaluation, command: ClaimUnit) -> float:
    """A free unit, facing the enemy."""
    return 50.0 + (command.facing == str(facing_across(evaluation.view, evaluation.team)))


def build(evaluation: Evaluation, command: Build) -> float:
    """An emplacement beside a point in the middle of the map."""
    beside = any(
        evaluation.field.distance(command.hex, hex_) <= 1 and "victory" in kinds
        for hex_, kinds in evaluation.field.sheet.points.items()
    )
    return evaluation.unit_worth(command.army, command.kind) if beside else NEVER


def unlock(evaluation: Evaluation, command: Unlock) -> float:
    """Once there is infantry enough to hold the points."""
    infantry = sum(evaluation.card(unit).infantry for unit in evaluation.own)
    return 24.0 if infantry >= 5 else 8.0


def upgrade(evaluation: Evaluation, command: Upgrade | CommanderUpgrade) -> float:
    """For units that are well and near the enemy."""
    unit = command.unit
    near = 10 - min(10, evaluation.nearest_enemy(evaluation.hex(unit)))
    return 8.0 + health(evaluation.view, unit) + 0.5 * near


def commander_tier(evaluation: Evaluation, command: CommanderTier) -> float:
    """XP left for upgrades is worth about as much."""
    return 11.0


def exchange(evaluation: Evaluation, command: Exchange) -> float:
    """Munitions that nothing is bought with."""
    return 2.0 if evaluation.stock("munitions", command.army) > 3 else NEVER


def trade(evaluation: Evaluation, command: Trade) -> float:
    """What is scarce."""
    return 5.0 - evaluation.stock(command.resource, command.army)


def repair(evaluation: Evaluation, command: Repair) -> float:
    """It costs nothing."""
    return 1.0


def choose_commander(evaluation: Evaluation, command: ChooseCommander) -> float:
    """The one whose first tiers cost least, as soon as the first can be paid."""
    card = pack_of(evaluation.view).commanders.get(evaluation.view.pieces[command.card].kind)
    if card is None or evaluation.stock("xp", command.army) < card.tiers[0].xp:
        return NEVER
    return 12.0 - 0.1 * sum(tier.xp + tier.needs_tier for tier in card.tiers)


Scorer = Callable[[Evaluation, Prompt, Offer], Scores]
SCORERS: dict[type[Command], Scorer] = {
    Deploy: score_each(Deploy, deploy),
    Operation: score_each(Operation, operation),
    Move: score_each(Move, move),
    Leave: score_each(Leave, leave),
    Drive: score_each(Drive, drive),
    Turn: score_each(Turn, turn),
    SetUp: score_each(SetUp, set_up),
    PackUp: score_each(PackUp, pack_up),
    Retreat: score_each(Retreat, retreat),
    Choose: score_each(Choose, choose),
    Tactic: score_each(Tactic, tactic),
    Fire: score_each(Fire, fire),
    FireGun: score_each(FireGun, fire_gun),
    Aimed: score_each(Aimed, fire),
    AimedGun: score_each(AimedGun, fire_gun),
    UseAbility: score_each(UseAbility, use_ability),
    Buy: score_each(Buy, buy),
    ClaimUnit: score_each(ClaimUnit, claim),
    Build: score_each(Build, build),
    Unlock: score_each(Unlock, unlock),
    Upgrade: score_each(Upgrade, upgrade),
    CommanderUpgrade: score_each(CommanderUpgrade, upgrade),
    CommanderTier: score_each(CommanderTier, commander_tier),
    Exchange: score_each(Exchange, exchange),
    Trade: score_each(Trade, trade),
    Repair: score_each(Repair, repair),
    ChooseCommander: score_each(ChooseCommander, choose_commander),
    Assault: score_each(Assault, assault),
    Board: score_each(Board, board),
    Toggle: score_each(Toggle, never),
    Fortify: score_each(Fortify, fortify, walls),
    TakeCover: score_each(TakeCover, take_cover),
    FortifyPassing: score_each(FortifyPassing, never, most=1),
    LaySmoke: score_each(LaySmoke, never, most=1),
    Substitute: score_each(Substitute, never),
    BuildDefense: score_each(BuildDefense, never, most=1),
    End: score_each(End, last),
    Done: score_each(Done, last),
    Pass: score_each(Pass, last),
}


policy = ScoringBot(Evaluation, SCORERS, (*COMMANDS, *OF_COMMANDERS, Choose))
