"""Units, from the text of units.toml."""

import re
from collections.abc import Mapping

import msgspec

from wardiary.domain.games.company_of_heroes.components.names import (
    DAMAGE_TYPES,
    FACTIONS,
    TYPE_LETTERS,
    Ability,
    Faction,
    Mount,
)
from wardiary.domain.games.company_of_heroes.components.units import (
    Attack,
    Bonus,
    UnitCard,
    Upgrade,
    UpgradeName,
)
from wardiary.domain.games.company_of_heroes.pack.files import UnitFile, UpgradeFile
from wardiary.domain.packs import PackError, expect, read_toml

UNITS = "units.toml"
ATTACK = re.compile(r"(AI|AP|HE|Flame) ([1-9])( turret| fixed)?( indirect)?")
RANGE = re.compile(r"(\d)-(\d)")
ADDED = re.compile(r"\+([1-9]) (\w+)")
UPGRADE_ABILITIES: Mapping[str, Ability] = {
    "splash": "splash",
    "camouflage": "camouflage",
    "spots camouflage": "spots-camouflage",
    "close-range-firepower": "close-range-firepower",
    "smoke": "smoke",
    "reinforce": "reinforce",
}
UPGRADES: tuple[UpgradeName, ...] = ("xp", "munitions")


def read_units(files: Mapping[str, bytes]) -> dict[str, UnitCard]:
    """All units by kind; raises PackError with the place that is wrong."""
    file = read_toml(files, UNITS, dict[Faction, dict[str, UnitFile]])
    for faction in FACTIONS:
        expect(file.get(faction), f"{UNITS}: {faction}", "no units", "units of the faction")
    units = {
        f"{faction}-{name}": _unit(f"{UNITS}: {faction}.{name}", faction, name, unit)
        for faction, rows in file.items()
        for name, unit in rows.items()
    }
    for faction in FACTIONS:
        first = [u for u in units.values() if (u.faction, u.tier, u.infantry) == (faction, 1, True)]
        expect(first, f"{UNITS}: {faction}", "no infantry of tier 1", "infantry to start with")
    return units


def _unit(where: str, faction: Faction, name: str, file: UnitFile) -> UnitCard:
    expect(file.type in TYPE_LETTERS, f"{where}.type", file.type, "one of G, Y, R and P")
    kind = f"{faction}-{name}"
    match = RANGE.fullmatch(file.range)
    if match is None or int(match[1]) > int(match[2]):
        raise PackError(f"{where}.range", file.range, 'a range such as "0-2"')
    damage = tuple(
        _attack(f"{where}.damage[{index}]", text) for index, text in enumerate(file.damage)
    )
    types = [attack.type for attack in damage]
    expect(len(set(types)) == len(types), f"{where}.damage", file.damage, "each type once")
    upgrades = ((slot, getattr(file, slot)) for slot in UPGRADES)
    return UnitCard(
        kind=kind,
        faction=faction,
        label=file.label,
        name=file.name,
        tier=file.tier,
        type=TYPE_LETTERS[file.type],
        health=file.health,
        least_range=int(match[1]),
        range=int(match[2]),
        sight=file.sight,
        damage=damage,
        abilities=tuple(file.abilities),
        cost=file.cost,
        upgrades=tuple(
            _upgrade(f"{where}.{slot}", slot, upgrade, damage)
            for slot, upgrade in upgrades
            if upgrade is not None
        ),
        chassis=f"{faction}-{file.chassis}" if file.chassis else kind,
    )


def _attack(where: str, text: str) -> Attack:
    match = ATTACK.fullmatch(text)
    if match is None:
        raise PackError(where, text, 'damage such as "AI 1", "AP 2 turret" or "HE 1 indirect"')
    mount: Mount = "turret" if match[3] == " turret" else "fixed" if match[3] else ""
    (kind,) = (name for name in DAMAGE_TYPES if name == match[1])
    return Attack(kind, int(match[2]), mount, indirect=bool(match[4]))


def _upgrade(
    where: str, name: UpgradeName, file: UpgradeFile, damage: tuple[Attack, ...]
) -> Upgrade:
    expect(file.gives, f"{where}.gives", file.gives, "what the upgrade gives")
    return Upgrade(
        name,
        file.cost,
        tuple(
            _bonus(f"{where}.gives[{index}]", text, damage) for index, text in enumerate(file.gives)
        ),
    )


def _bonus(where: str, text: str, damage: tuple[Attack, ...]) -> Bonus:
    """A bonus in words: "+1 AP", "+1 sight, +1 range", "splash"."""
    bonus = Bonus(re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-"), text)
    for part in text.split(", "):
        bonus = _with_part(where, bonus, part, damage)
    return bonus


def _with_part(where: str, bonus: Bonus, part: str, damage: tuple[Attack, ...]) -> Bonus:
    if part in UPGRADE_ABILITIES:
        abilities = (*bonus.abilities, UPGRADE_ABILITIES[part])
        return msgspec.structs.replace(bonus, abilities=abilities)
    match = ADDED.fullmatch(part)
    if match is not None and match[2] in ("health", "range", "sight", "defense"):
        return msgspec.structs.replace(bonus, **{match[2]: int(match[1])})
    for kind in DAMAGE_TYPES:
        if match is not None and match[2] == kind:
            attack = _like(damage, Attack(kind, int(match[1])))
            return msgspec.structs.replace(bonus, damage=(*bonus.damage, attack))
    expected = 'words such as "+1 AP", "+1 sight, +1 range" or "splash"'
    raise PackError(where, part, expected)


def _like(damage: tuple[Attack, ...], added: Attack) -> Attack:
    """13.0: more damage of a type is turreted, fixed or indirect as the printed dice are.

    Damage of another type comes from the gun that the unit has.
    """
    for attack in damage:
        if attack.type == added.type:
            return msgspec.structs.replace(attack, dice=added.dice)
    mount = damage[0].mount if damage else ""
    return msgspec.structs.replace(added, mount=mount)
