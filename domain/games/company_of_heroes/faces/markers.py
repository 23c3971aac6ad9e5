"""Faces of what stands on the map besides units, and of the marks on pieces."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.components.effects import UnitUpgrade
from wardiary.domain.games.company_of_heroes.components.names import FACTION_NAMES, FACTIONS
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.games.company_of_heroes.components.units import Bonus
from wardiary.domain.games.company_of_heroes.faces.texts import bonus_words
from wardiary.domain.games.company_of_heroes.faces.units import FACINGS
from wardiary.domain.play.faces import Component, Face, Figure, Text

UPGRADE = "upgrade-"
SIDES = {side: f"{FACINGS[side]}, and {FACINGS[str(int(side) % 6 + 1)]}" for side in FACINGS}

MARKS = (
    ("damage", "Damage", "C-5.0.3b", "Health that is lost."),
    ("cp", "CP spent", "C-4.1.1c", "Command points spent on it this round."),
    ("speed-spent", "Speed spent", "C-4.1.5a", "Its free action of the round is used."),
    ("packed", "Packed up", "C-4.1.2o", "It may move, and cannot fire until it is set up."),
    ("toggled", "Capturing", "C-4.1.6b", "It captures, and does not fire."),
    ("pinned", "Pinned", "C-4.1.3c", "It does not fire, neutralize or capture this round."),
    ("retreating", "Retreating", "C-4.2e", "It does nothing but defend itself."),
    ("retreated", "Retreat moved", "C-4.2c", "It has made its retreat move of the round."),
    ("assault", "Assaulting", "C-6.0a", "It fights in the hex of its enemy."),
    ("spawned", "New", "C-4.1.2l", "It came this round; it builds no emplacement yet."),
    ("bought-xp", "XP upgrade", "C-7.4d", "Its upgrade for XP is bought."),
    ("bought-munitions", "Munitions upgrade", "C-7.4d", "Its upgrade for munitions is bought."),
    ("bought-commander", "Commander upgrade", "C-8.1d", "Its upgrade of a commander is bought."),
    ("boosted", "More damage", "C-8.1c", "Its commander adds damage in this phase."),
    ("screened", "Screened", "C-8.1c", "Its commander adds defense dice in this phase."),
    ("smoke-used", "Smoke used", "C-8.1c", "It has laid its smoke of this round."),
    ("built", "Built", "C-4.1.2l", "Emplacements that it has built this round."),
    ("repairs", "Repaired", "C-7.6c", "Repairs that it has made this round."),
    ("ruined", "In ruins", "C-7.2b", "Its building fell this round: nobody captures it yet."),
    ("ai", "AI dice", "C-8.1b", "AI damage that the strike assigns."),
    ("ap", "AP dice", "C-8.1b", "AP damage that the strike assigns."),
    ("he", "HE dice", "C-8.1b", "HE damage that the strike assigns."),
    ("flame", "Flame dice", "C-8.1b", "Flame damage that the strike assigns."),
    ("cover", "Cover dice", "C-5.6b", "Defense dice that it gives to infantry of its owner."),
    ("radius", "Radius", "C-8.1e", "How many hexes around it are affected."),
)
"""The marks on pieces: mark, title, rule and meaning."""


def marks(pack: CompanyOfHeroesPack) -> Iterator[Component]:
    """C-13a: status dice, damage and CP, and one mark for each upgrade that a unit can have."""
    for name, title, rule, meaning in MARKS:
        face = Face("", title, symbol=name, texts=(Text(meaning, rule),))
        yield Component(name, "marker", (face,))
    for bonus_id, bonus in bonuses(pack).items():
        text = Text(f"Bought: {bonus_words(bonus)}.", "C-7.4d")
        face = Face("", f"Upgrade: {bonus.title}", symbol="upgrade", texts=(text,))
        yield Component(f"{UPGRADE}{bonus_id}", "marker", (face,))


def bonuses(pack: CompanyOfHeroesPack) -> dict[str, Bonus]:
    """Every upgrade that units can have, by its id."""
    options = [
        option
        for unit in pack.units.values()
        for upgrade in unit.upgrades
        for option in upgrade.options
    ]
    tiers = (tier for commander in pack.commanders.values() for tier in commander.tiers)
    options += [tier.effect.bonus for tier in tiers if isinstance(tier.effect, UnitUpgrade)]
    return {option.id: option for option in options}


def tokens(pack: CompanyOfHeroesPack) -> Iterator[Component]:
    """C-1.1a: control points, buildings, field defenses, bases, and what commanders send."""
    yield _point()
    yield from _buildings(pack)
    yield from _field_defenses(pack)
    aside = Text("Put aside, it stands for a target that is chosen unseen.", "C-5.0a")
    yield _marker("chip", "Chip", aside)
    home = Text("An end of the spawn area of this team.", "C-2.2j")
    yield _marker("base", "Base", home)
    hit = Text("In the damage phase every unit in this hex is hit, friends too.", "C-8.1b")
    yield _marker("strike", "Strike", hit)
    smoke = (
        Text("Who is inside fires at neighbours only, and only they fire at him.", "C-5.1c"),
        Text("Lines do not pass.", "C-5.1c"),
    )
    yield _marker("smoke", "Smoke", *smoke)
    plane = Text("Its team sees all around, camouflage included.", "C-5.1b")
    yield _marker("recon", "Recon plane", plane)
    shelter = Text("Infantry of its owner around it has cover.", "C-8.1e")
    yield _marker("shelter", "Hasty cover", shelter)


def _point() -> Component:
    income = Text("It raises the income of every player of the team.", "C-7.1c")
    neutral = Face("", "Control point", symbol="objective", subtitle="no flag")
    flags = (
        Face(
            team,
            "Control point",
            family=team,
            symbol="controlled",
            subtitle=f"flag of the {FACTION_NAMES[team]}",
            texts=(income,),
        )
        for team in FACTIONS
    )
    return Component("point", "marker", (neutral, *flags))


def _buildings(pack: CompanyOfHeroesPack) -> Iterator[Component]:
    health, static = pack.dice.health, pack.dice.static
    dice = Figure("Defense dice", static.building, "Of infantry inside.", "C-5.6.1a")
    ruin = Figure("Defense dice", static.destroyed_building, "Of infantry inside.", "C-5.6.1a")
    cells = pack.dice.resistance.get("building", {})
    hurt = " and ".join(damage for damage, cell in cells.items() if cell == "hit")
    only = Text(f"It is damaged by {hurt}, also of attacks on whom it shelters.", "C-5.6.1c")
    first = Text("In the first game it is indestructible.", "C-5.6.1b")
    guns = Text("Infantry inside has 1 AP more against units outside.", "C-10.1a")
    for kind, points, sturdy, rule, texts in (
        ("building", health.building, health.sturdy_building, "C-5.6.1c", (only, first)),
        ("bunker", health.bunker, health.sturdy_bunker, "C-10.1a", (guns, only)),
        ("tower", health.tower, health.tower, "C-12e", (only,)),
    ):
        note = f"{sturdy} if sturdier" if sturdy != points else ""
        figure = Figure("Health", points, "Damage that destroys it.", rule, note)
        intact = Face("intact", kind.capitalize(), symbol=kind, figures=(figure, dice), texts=texts)
        yield Component(kind, "marker", (intact, _ruin(kind, ruin)))
    stands = Text("It is indestructible.", "C-10.2a")
    yield Component(
        "cathedral",
        "marker",
        (
            Face("intact", "Cathedral", symbol="cathedral", figures=(dice,), texts=(stands,)),
            _ruin("cathedral", ruin),
        ),
    )


def _ruin(kind: str, dice: Figure) -> Face:
    title = f"{kind.capitalize()}, destroyed"
    entered = Text("Infantry may enter it; it blocks sight.", "C-5.6.2b")
    return Face("destroyed", title, symbol="ruin", figures=(dice,), texts=(entered,))


def _field_defenses(pack: CompanyOfHeroesPack) -> Iterator[Component]:
    limit = pack.dice.health.field_defense
    health = Figure("Health", limit, "Damage dice on its hex that remove it.", "C-4.1.2d")
    cover = Figure("Cover", pack.dice.static.heavy_cover, "Dice against fire over it.", "C-4.1.2f")
    crushed = Text("A heavy vehicle that moves in removes it.", "C-4.1.2g")
    yield Component(
        "sandbags",
        "marker",
        tuple(
            Face(
                side,
                "Sandbags",
                symbol="sandbags",
                subtitle=f"cover {words}",
                figures=(health, cover),
                texts=(crushed,),
            )
            for side, words in SIDES.items()
        ),
    )
    taken = Text("The cover that is printed on this hex counts.", "C-10.3a")
    face = Face("", "Cover", symbol="sandbags", figures=(health,), texts=(taken, crushed))
    yield Component("wall", "marker", (face,))
    gone = Text("The cover that was printed on this hex is destroyed for good.", "C-10.3a")
    yield Component("cover-gone", "marker", (Face("", "No cover", symbol="ruin", texts=(gone,)),))
    wire = Text("No infantry enters.", "C-4.1.2h")
    face = Face("", "Barbed wire", symbol="wire", figures=(health,), texts=(wire, crushed))
    yield Component("barbed-wire", "marker", (face,))
    trap = Text("No vehicle enters.", "C-4.1.2i")
    face = Face("", "Tank trap", symbol="tank-trap", figures=(health,), texts=(trap,))
    yield Component("tank-trap", "marker", (face,))


def _marker(kind: str, title: str, *texts: Text) -> Component:
    return Component(kind, "marker", (Face("", title, symbol=kind, texts=texts),))
