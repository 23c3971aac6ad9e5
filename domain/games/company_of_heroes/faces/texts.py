"""Words for what is printed: abilities, damage, costs, and what commanders do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import singledispatch

from wardiary.domain.games.company_of_heroes.components import effects
from wardiary.domain.games.company_of_heroes.components.names import (
    RESOURCES,
    Ability,
    DamageType,
    Mount,
)
from wardiary.domain.games.company_of_heroes.components.units import Attack, Bonus, Cost, UnitCard
from wardiary.domain.play.faces import Text

Units = Mapping[str, UnitCard]

ABILITIES: Mapping[Ability, Text] = {
    "weapon-team": Text("Weapon team: it moves packed up and fires set up.", "C-4.1.2o"),
    "machine-gun": Text("Set up, it fires first and pins infantry.", "C-4.1.3a"),
    "packed": Text("It spawns packed up; setting up costs a CP.", "C-4.1.1e"),
    "no-set-up-in-buildings": Text("It cannot set up in a building.", "C-4.1.2p"),
    "overwatch": Text("Overwatch: infantry that enters its arc loses 1 health.", "C-4.1.4a"),
    "speed": Text("Speed die: one free action a round, before any CP.", "C-4.1.5a"),
    "slow": Text("Slow: one CP a round less.", "C-4.1.2n"),
    "capture": Text("It captures control points.", "C-4.1.5b"),
    "capture-toggle": Text("For a CP it gives up firing to capture, or back.", "C-4.1.6b"),
    "transport": Text("It carries one infantry unit.", "C-4.1.2q"),
    "reinforce": Text("Infantry of your team beside it regains 1 health in Supply.", "C-7.6b"),
    "retreat-point": Text("Infantry may retreat to the hexes beside it.", "C-4.2a"),
    "wrench": Text("Wrench: it repairs, and builds defenses and emplacements.", "C-4.1.2a"),
    "camouflage": Text("Camouflage: only enemies beside it or with spotters see it.", "C-5.1b"),
    "spots-camouflage": Text("It sees camouflaged units.", "C-5.1b"),
    "close-range-firepower": Text("Close range: +1 AI at range 1 and in assaults.", "C-5.2c"),
    "splash": Text("Splash: its HE also hits every hex beside the target.", "C-5.3.1a"),
    "smoke": Text("Once a round it lays smoke on a hex beside it.", "C-5.1c"),
    "heroic-sacrifice": Text("The enemy gets no victory point for it.", "C-5.0.3c"),
}
"""What each icon of a unit means."""

MOUNTS: Mapping[Mount, str] = {"": "", "turret": "turret", "fixed": "fixed gun"}


def damage_words(attack: Attack) -> str:
    """Damage dice in words: "2 AP", "1 Flame at range 1"."""
    words = [f"{attack.dice} {attack.type}"]
    words += [f"by {MOUNTS[attack.mount]}"] if attack.mount else []
    words += ["indirect"] if attack.indirect else []
    words += [f"at range {attack.reach}"] if attack.reach else []
    return " ".join(words)


def damages_words(attacks: Iterable[Attack]) -> str:
    """Several kinds of damage dice: "2 HE and 1 Flame"."""
    return listed(map(damage_words, attacks))


def cost_words(cost: Cost) -> str:
    """A price in words: "3 manpower and 1 fuel", or "nothing"."""
    amounts = ((resource, cost.of(resource)) for resource in RESOURCES)
    return listed(f"{amount} {resource}" for resource, amount in amounts if amount) or "nothing"


def listed(words: Iterable[str]) -> str:
    """Words as a list: "a, b and c"."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def bonus_words(bonus: Bonus) -> str:
    """What an upgrade gives, in words that say every part of it."""
    words = [
        f"{attack.dice} {attack.type}{f' at range {attack.reach}' if attack.reach else ''}"
        for attack in bonus.damage
    ]
    numbers = {
        "health": bonus.health,
        "range": bonus.range,
        "sight": bonus.sight,
        "defense": bonus.defense,
    }
    words += [f"{number} {name}" for name, number in numbers.items() if number]
    given = [f"+{word}" for word in words]
    given += [plain(ability) for ability in bonus.abilities]
    given += [f"no longer {plain(ability)}" for ability in bonus.loses]
    return listed(given) or "nothing"


def plain(word: str) -> str:
    """A word of the pack for people: "close range firepower"."""
    return word.replace("-", " ")


def title(units: Units, kind: str) -> str:
    """The title of a unit, or its kind where it is not known."""
    return units[kind].name if kind in units else kind


GROUPS: Mapping[str, Callable[[UnitCard], bool]] = {
    "infantry": lambda unit: unit.infantry,
    "regular infantry": lambda unit: unit.regular_infantry,
    "vehicles": lambda unit: unit.vehicle,
    "heavy vehicles": lambda unit: unit.type == "heavy-vehicle",
    "light vehicles": lambda unit: unit.type == "light-vehicle",
}


def titles(units: Units, kinds: frozenset[str]) -> str:
    """A word for all units of a type, else the titles of units in the order of their boards."""
    factions = {units[kind].faction for kind in kinds if kind in units}
    for group, belongs in GROUPS.items():
        members = {u.kind for u in units.values() if u.faction in factions and belongs(u)}
        if len(kinds) > 1 and kinds == members:
            return f"your {group}"
    order = list(units)
    known = sorted(kinds, key=lambda kind: (kind not in units, kind in units and order.index(kind)))
    return listed(title(units, kind) for kind in known)


# What commanders do


@singledispatch
def effect_text(effect: effects.Effect, units: Units) -> Text:
    """What a tier of a commander does, in our own words."""
    raise TypeError(f"no words for {effect!r}")


@effect_text.register
def _discount(effect: effects.Discount, units: Units) -> Text:
    often = "once a round" if effect.once else "each"
    least = f", but at least {effect.least}" if effect.least else ""
    words = f"{effect.amount} {effect.resource} less {often}{least}"
    return Text(f"{titles(units, effect.units)}: {words}.", "C-8.1f")


@effect_text.register
def _free_unit(effect: effects.FreeUnit, units: Units) -> Text:
    more = "; more may be bought" if effect.more else ""
    return Text(f"One {title(units, effect.unit)} spawns free{more}.", "C-8.1g")


@effect_text.register
def _call_in(effect: effects.CallIn, units: Units) -> Text:
    return Text(f"{title(units, effect.unit)} may be bought.", "C-8.1c")


@effect_text.register
def _alternate(effect: effects.Alternate, units: Units) -> Text:
    unit, other = title(units, effect.unit), title(units, effect.spawns_as)
    return Text(f"{unit} may spawn as {other} for {cost_words(effect.cost)} more.", "C-8.1d")


@effect_text.register
def _unit_upgrade(effect: effects.UnitUpgrade, units: Units) -> Text:
    given, price = bonus_words(effect.bonus), cost_words(effect.cost)
    words = f"A unit of {title(units, effect.unit)} may have for {price}, once: {given}."
    return Text(words, "C-8.1d")


@effect_text.register
def _upgrade_price(effect: effects.UpgradePrice, units: Units) -> Text:
    unit, upgrade = title(units, effect.unit), UPGRADES[effect.upgrade]
    price = f"{effect.price} {upgrade}"
    return Text(f"The {upgrade} upgrade of {unit} costs {price}.", "C-8.1f")


UPGRADES = {"xp": "XP", "munitions": "munitions"}


def _first(command_points: int, cost: Cost) -> str:
    return f"With your very first {command_points} CP and {cost_words(cost)}"


@effect_text.register
def _barrage(effect: effects.Barrage, units: Units) -> Text:
    hexes = "one hex" if effect.hexes == 1 else f"each of {effect.hexes} hexes in a line"
    near = f" within {effect.within} of {titles(units, effect.of)}" if effect.within else ""
    damage = damages_words(effect.damage)
    first = _first(effect.command_points, effect.cost)
    return Text(f"{first}: {damage} on {hexes}{near} in this damage phase.", "C-8.1b")


@effect_text.register
def _recon_plane(effect: effects.ReconPlane, units: Units) -> Text:
    first = _first(effect.command_points, effect.cost)
    seen = f"a hex and all within {effect.radius} of it, camouflage included"
    return Text(f"{first}: your team sees {seen}, this round.", "C-8.1e")


@effect_text.register
def _hasty_cover(effect: effects.HastyCover, units: Units) -> Text:
    first = _first(effect.command_points, effect.cost)
    near = f"within {effect.radius} of a hex"
    whom = titles(units, effect.units)
    words = f"{first}: {whom} {near} have {effect.cover} cover in this damage phase."
    return Text(words, "C-8.1e")


@effect_text.register
def _sight(effect: effects.Sight, units: Units) -> Text:
    where = " in buildings" if effect.in_buildings else ""
    return Text(f"{titles(units, effect.units)}: +{effect.amount} sight{where}.", "C-8.1a")


@effect_text.register
def _defense(effect: effects.Defense, units: Units) -> Text:
    dice = number_of(effect.dice, "defense die", "defense dice")
    return Text(f"{titles(units, effect.units)}: {dice} more.", "C-8.1a")


@effect_text.register
def _abilities(effect: effects.GivenAbilities, units: Units) -> Text:
    given = listed(map(plain, effect.abilities))
    when = " while set up" if effect.set_up else ""
    return Text(f"{titles(units, effect.units)}: {given}{when}.", "C-8.1a")


@effect_text.register
def _wrenches(effect: effects.Wrenches, units: Units) -> Text:
    return Text(f"{titles(units, effect.units)}: {effect.number} wrenches.", "C-8.1a")


@effect_text.register
def _sandbags(effect: effects.Sandbags, units: Units) -> Text:
    words = f"Your sandbags go only when {effect.health} damage is assigned to their hex."
    return Text(words, "C-8.1a")


@effect_text.register
def _repair(effect: effects.Repair, units: Units) -> Text:
    words = f"A repair of {titles(units, effect.units)} restores {effect.health} health."
    return Text(words, "C-8.1a")


@effect_text.register
def _spawn_reinforce(effect: effects.SpawnReinforce, units: Units) -> Text:
    words = f"Infantry in the spawn area regains {effect.health} health in Supply."
    return Text(words, "C-8.1a")


@effect_text.register
def _exchange(effect: effects.Exchange, units: Units) -> Text:
    words = f"Once a round: pay {cost_words(effect.cost)} for {cost_words(effect.gains)}."
    return Text(words, "C-8.1c")


@effect_text.register
def _substitute(effect: effects.Substitute, units: Units) -> Text:
    instead = f"{cost_words(effect.cost)} in place of {cost_words(effect.in_place_of)}"
    return Text(f"Once a round you may pay {instead} in a purchase.", "C-8.1c")


@effect_text.register
def _income(effect: effects.Income, units: Units) -> Text:
    words = f"Your {effect.resource} income counts {effect.amount} higher."
    return Text(words, "C-8.1a")


@effect_text.register
def _double_move(effect: effects.DoubleMove, units: Units) -> Text:
    hexes = number_of(effect.hexes, "hex", "hexes")
    words = f"{titles(units, effect.units)}: the first CP of a round moves up to {hexes}."
    return Text(words, "C-8.1c")


@effect_text.register
def _dismount(effect: effects.Dismount, units: Units) -> Text:
    hexes = number_of(effect.hexes, "hex", "hexes")
    words = f"{titles(units, effect.units)}: {hexes} without CP after leaving a transport."
    return Text(words, "C-8.1a")


@effect_text.register
def _field_defenses(effect: effects.FieldDefenses, units: Units) -> Text:
    kinds = " or ".join(map(plain, effect.kinds))
    beside = f"on a hex beside {titles(units, effect.units)}"
    words = f"Once a round, for {cost_words(effect.cost)}: {kinds} {beside}."
    return Text(words, "C-8.1c")


@effect_text.register
def _frontal_armor(effect: effects.FrontalArmor, units: Units) -> Text:
    words = f"Frontal armor of {titles(units, effect.units)}: {effect.dice} dice."
    return Text(words, "C-8.1a")


@effect_text.register
def _defensive_smoke(effect: effects.DefensiveSmoke, units: Units) -> Text:
    dice = number_of(effect.dice, "defense die", "defense dice")
    when = f"At the start of Damage, for {cost_words(effect.cost)} each"
    return Text(f"{when}: {dice} more for {titles(units, effect.units)}.", "C-8.1a")


@effect_text.register
def _extra_damage(effect: effects.ExtraDamage, units: Units) -> Text:
    damage = damages_words(effect.damage)
    when = f"At the start of Damage, for {cost_words(effect.cost)} each"
    return Text(f"{when}: {damage} more by {titles(units, effect.units)}.", "C-8.1a")


@effect_text.register
def _close_range(effect: effects.CloseRangeBeside, units: Units) -> Text:
    whom, beside = titles(units, effect.units), title(units, effect.beside)
    return Text(f"{whom} beside {beside}: close range firepower.", "C-8.1a")


def number_of(number: int, one: str, several: str) -> str:
    """A number of things: "1 hex", "2 hexes"."""
    return f"{number} {one if number == 1 else several}"


def matrix_words(damage: DamageType, cell: str, frontal: int) -> str:
    """A cell of the matrix in words."""
    return {
        "hit": "no defense",
        "roll": "a die for each HE that hits" if damage == "HE" else "a die for each",
        "frontal": f"{frontal} dice in front",
        "immune": "immune",
    }[cell]
