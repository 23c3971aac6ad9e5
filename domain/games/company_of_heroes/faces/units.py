"""Faces of units: their figures, their dice against each kind of damage, and their upgrades."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.components.dice import DiceSheet
from wardiary.domain.games.company_of_heroes.components.effects import UnitUpgrade
from wardiary.domain.games.company_of_heroes.components.names import (
    DAMAGE_TYPES,
    RESOURCES,
    TYPE_LETTERS,
    DamageType,
    Resistance,
)
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.games.company_of_heroes.components.units import Attack, UnitCard, Upgrade
from wardiary.domain.games.company_of_heroes.faces.texts import (
    ABILITIES,
    MOUNTS,
    UPGRADES,
    bonus_words,
    matrix_words,
    plain,
)
from wardiary.domain.play.faces import Component, Face, Figure, Text

FACINGS = {
    "1": "up the map",
    "2": "up and right",
    "3": "down and right",
    "4": "down the map",
    "5": "down and left",
    "6": "up and left",
}
"""C-4.1.3e: the directions in which a unit may face, clockwise from the top of the map."""
ARROWS = {"1": "↑", "2": "↗", "3": "↘", "4": "↓", "5": "↙", "6": "↖"}
"""C-4.1.3e: the same as they are drawn on a counter."""

LETTERS = {unit_type: letter for letter, unit_type in TYPE_LETTERS.items()}
DEFENDERS: dict[Resistance, str] = {
    "hit": "None of its own",
    "roll": "A die each",
    "frontal": "In front only",
    "immune": "Immune",
}


def unit(pack: CompanyOfHeroesPack, card: UnitCard) -> Component:
    """C-2.3a, C-7.4d: a unit, and in which direction it faces where it has a front."""
    names = ("", *FACINGS) if has_front(card) else ("",)
    figures, texts = tuple(_figures(pack, card)), tuple(_texts(pack, card))
    faces = (
        Face(
            name,
            f"{card.name} {ARROWS[name]}" if name else card.name,
            family=card.faction,
            symbol=symbol(card),
            subtitle=_subtitle(card, name),
            figures=figures,
            texts=texts,
        )
        for name in names
    )
    return Component(card.kind, "counter", tuple(faces), pack.limit(card))


def has_front(card: UnitCard) -> bool:
    """C-4.1.3e, C-4.1.7a: whether a unit can face in a direction."""
    return card.type in ("heavy-vehicle", "emplacement") or card.has("weapon-team")


def symbol(card: UnitCard) -> str:
    """The name of its picture."""
    if card.has("machine-gun"):
        return "machine-gun-nest" if card.type == "emplacement" else "mg"
    if card.has("weapon-team"):
        first = card.damage[0].type if card.damage else ""
        return "antitank" if first == "AP" else "mortar"
    return {
        "infantry": "squad",
        "light-vehicle": "light-vehicle",
        "heavy-vehicle": "armor",
        "emplacement": "emplacement",
    }[card.type]


def _subtitle(card: UnitCard, facing: str) -> str:
    words = plain(card.type)
    if card.infantry:
        words = "regular infantry" if card.regular_infantry else "weapon team"
    return f"{words}, facing {FACINGS[facing]}" if facing else words


def _figures(pack: CompanyOfHeroesPack, card: UnitCard) -> Iterator[Figure]:
    heart = f"Damage it takes before it is destroyed; heart {LETTERS[card.type]}."
    yield Figure("Health", card.health, heart, "C-2.3a")
    yield from _damage_figures(pack, card)
    reach = f"{card.least_range}-{card.range}" if card.least_range else card.range
    yield Figure("Range", reach, "The distance in hexes at which it fires.", "C-5.1a")
    yield Figure("Sight", card.sight, "How far it sees, for its whole team.", "C-5.1a")
    meaning = "Defense dice in every damage phase, besides all others."
    yield Figure("Defense", 0, meaning, "C-5.6a")
    yield from _resistance_figures(pack.dice, card)
    yield Figure("Tier", card.tier or "commander", "The building it comes from.", "C-2.2d")
    for resource in RESOURCES:
        if amount := card.cost.of(resource):
            yield Figure(resource.capitalize(), amount, "What it costs.", "C-7.4d")
    for upgrade in card.upgrades:
        yield _upgrade_figure(upgrade)


def _damage_figures(pack: CompanyOfHeroesPack, card: UnitCard) -> Iterator[Figure]:
    """C-5.0.1c: its damage dice; 0 of a type that it can only have by an upgrade."""
    printed = {attack.type: attack for attack in card.damage}
    possible = {attack.type for attack in possible_damage(pack, card)}
    for damage in DAMAGE_TYPES:
        if damage in printed:
            yield _damage_figure(printed[damage])
        elif damage in possible:
            meaning = "Damage dice, with an upgrade."
            yield Figure(damage_name(damage), 0, meaning, "C-7.4d")


def possible_damage(pack: CompanyOfHeroesPack, card: UnitCard) -> Iterator[Attack]:
    """The damage that upgrades of its board and of commanders can give a unit."""
    for upgrade in card.upgrades:
        for option in upgrade.options:
            yield from option.damage
            if "close-range-firepower" in option.abilities:
                yield Attack("AI", 1, reach=1)
    for commander in pack.commanders.values():
        for tier in commander.tiers:
            effect = tier.effect
            if isinstance(effect, UnitUpgrade) and effect.unit == card.kind:
                yield from effect.bonus.damage


def damage_name(damage: DamageType) -> str:
    """The name of the figure of a damage type."""
    return f"{damage} damage"


DAMAGE_MEANINGS = {
    "AI": ("Dice against infantry; nothing against heavy vehicles.", "C-5.2a"),
    "AP": ("Dice against armor; infantry and emplacements resist.", "C-5.2a"),
    "HE": ("Dice that miss, hit or do two damage; vehicles resist.", "C-5.3a"),
    "Flame": ("Damage that no defense die stops; not against heavy vehicles.", "C-5.2a"),
}


def _damage_figure(attack: Attack) -> Figure:
    meaning, rule = DAMAGE_MEANINGS[attack.type]
    notes = [MOUNTS[attack.mount], "indirect" if attack.indirect else ""]
    notes += [f"at range {attack.reach}" if attack.reach else ""]
    note = ", ".join(filter(None, notes))
    return Figure(damage_name(attack.type), attack.dice, meaning, rule, note)


def _resistance_figures(dice: DiceSheet, card: UnitCard) -> Iterator[Figure]:
    """C-5.5a, C-10.4a: its defense dice against each type of damage, also on ice."""
    cells = dice.resistance.get(card.type, {})
    for damage, cell in cells.items():
        words = matrix_words(damage, cell, dice.static.frontal_armor)
        meaning = f"Its defense dice against {damage} damage."
        rule = "C-5.7a" if cell == "frontal" else "C-5.5a"
        yield Figure(f"Against {damage}", words, meaning, rule)
    checks = dice.ice.get(card.type, {})
    if any(checks.values()):
        shown = ", ".join(f"{damage} {number}" for damage, number in checks.items())
        meaning = "Dice it rolls when hit on ice; one red and it sinks."
        yield Figure("On ice", shown, meaning, "C-10.4a")


def _upgrade_figure(upgrade: Upgrade) -> Figure:
    given = " or ".join(bonus_words(option) for option in upgrade.options)
    meaning = f"Once, for {upgrade.price} {UPGRADES[upgrade.name]}."
    return Figure(f"{UPGRADES[upgrade.name].capitalize()} upgrade".replace("Xp", "XP"), given,
                  meaning, "C-7.4d")  # fmt: skip


def _texts(pack: CompanyOfHeroesPack, card: UnitCard) -> Iterator[Text]:
    for ability in dict.fromkeys(card.abilities):
        text = ABILITIES[ability]
        times = card.count(ability)
        yield Text(f"{times} times: {text.text}", text.rule) if times > 1 else text
    if card.damage and card.damage[0].indirect:
        yield Text("Indirect HE passes over buildings and smoke.", "C-5.3b")
    if card.chassis != card.kind:
        name = plain(card.chassis.removeprefix(f"{card.faction}-")).capitalize()
        yield Text(f"Vehicles of the chassis {name} share one limit.", "C-7.4c")
