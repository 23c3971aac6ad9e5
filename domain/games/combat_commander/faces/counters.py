"""Faces of units, weapons, radios, fortifications and markers (3, 7.3.2, 11, 12, F100)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.components.printed import (
    Chit,
    CombatCommanderPack,
    Numbers,
    RadioCard,
    UnitCard,
    WeaponCard,
)
from wardiary.domain.games.combat_commander.components.terrain_chart import (
    FORTIFICATIONS,
    Fortification,
)
from wardiary.domain.games.combat_commander.table.layout import title_of
from wardiary.domain.play.faces import Component, Face, Figure, Text

NUMBERS = (
    ("firepower", "3.1.1", "Strength in fire and melee."),
    ("range", "3.1.2", "The greatest distance in hexes at which it fires."),
    ("movement", "3.1.3", "Movement points in a move order."),
    ("morale", "3.1.4", "Strength in defence, rally and rout; cover is added."),
)
BOXED_MEANINGS = {
    "firepower": Text("Boxed firepower: assault fire, and +1 in a melee.", "3.1.6"),
    "range": Text("Boxed range: spray fire.", "A40"),
    "movement": Text("Boxed movement: smoke grenades.", "A39"),
}


def boxed(name: str, names: tuple[str, ...]) -> str:
    """How a number is printed."""
    return "boxed" if name in names else ""


# Units


def unit(card: UnitCard) -> Component:
    """3.1, 3.2.1: both sides of a unit."""
    sides = (("normal", card.normal), ("demoralised", card.demoralised))
    return Component(card.id, "counter", tuple(_side(card, *side) for side in sides))


def _side(card: UnitCard, name: str, numbers: Numbers) -> Face:
    words = [card.type] + ([name] if name == "demoralised" else [])
    return Face(
        name,
        title_of(card.name),
        family=card.nation,
        symbol=card.type,
        subtitle=", ".join(words),
        figures=tuple(_unit_figures(card, numbers)),
        texts=tuple(_unit_texts(card, name, numbers)),
    )


def _unit_figures(card: UnitCard, numbers: Numbers) -> Iterator[Figure]:
    for name, rule, meaning in NUMBERS:
        value = getattr(numbers, name)
        yield Figure(name.capitalize(), value, meaning, rule, boxed(name, numbers.boxed))
    if card.is_leader:
        meaning = "Added to squads and teams in his hex, and how far he activates others."
        yield Figure("Command", numbers.command, meaning, "3.1.5")
    yield Figure("Men", card.silhouettes, "A hex holds seven of a side.", "8.2")
    worth = "Victory points for the enemy when it is eliminated, for its owner when it exits."
    yield Figure("Points", card.points, worth, "7.1")


def _unit_texts(card: UnitCard, name: str, numbers: Numbers) -> Iterator[Text]:
    yield from (BOXED_MEANINGS[number] for number in numbers.boxed if number in BOXED_MEANINGS)
    if card.type == "hero":
        yield Text("It may be activated again and again in one turn.", "E58.1")
    if name == "demoralised":
        yield Text("It cannot use its weapon.", "3.2.3")
        yield Text("If it is demoralised again, it is eliminated.", "3.2.4")


# Weapons and radios


def weapon(card: WeaponCard) -> Component:
    """11: both sides of a weapon."""
    shared = {"title": title_of(card.name), "family": card.nation, "symbol": card.type}
    working = Face(
        "working",
        **shared,
        subtitle=card.type,
        figures=(*_weapon_figures(card), _burden(card)),
        texts=tuple(_weapon_texts(card)),
    )
    broken = Face(
        "broken",
        **shared,
        subtitle=f"{card.type}, broken",
        figures=(_burden(card), *_rows(card)),
        texts=(Text("It cannot fire; if it breaks again, it is lost.", "11.4"),),
    )
    return Component(card.id, "counter", (working, broken))


def _weapon_figures(card: WeaponCard) -> Iterator[Figure]:
    firepower = "Strength in fire; leaders add to it unless it is artillery."
    yield Figure("Firepower", card.firepower, firepower, "11.1", boxed("firepower", card.boxed))
    reach = card.most if card.least == 1 else f"{card.least}-{card.most}"
    meaning = "The distances in hexes at which it fires."
    yield Figure("Range", reach, meaning, "O20.2.2", boxed("range", card.boxed))


def _burden(card: WeaponCard) -> Figure:
    return Figure("Movement", card.movement, "Added to its carrier's movement.", "3.1.3")


def _rows(card: WeaponCard) -> Iterator[Figure]:
    yield Figure("Repaired", _span(card.fix), "Rows of a random hex that repair it.", "11.4")
    yield Figure("Lost", _span(card.lost), "Rows of a random hex that eliminate it.", "11.4")


def _span(rows: range) -> str:
    return f"{rows.start}-{rows.stop - 1}"


def _weapon_texts(card: WeaponCard) -> Iterator[Text]:
    yield Text("It fires while its carrier is neither demoralised nor suppressed.", "11.1")
    if card.artillery:
        yield Text("Artillery: it aims first, fires alone, and never in reaction.", "11.5")
    if card.smoke:
        yield Text("It can fire smoke shells.", "O20.2.1")
    if card.voids_cover:
        yield Text("The target has no cover.", "11.6")
    if card.is_single_use:
        yield Text("It is used up by its roll.", "11.6")
    yield from (BOXED_MEANINGS[number] for number in card.boxed if number in BOXED_MEANINGS)


def radio(card: RadioCard) -> Component:
    """12, O18: both sides of a radio."""
    title = f"Radio, {card.calibre} mm"
    smoke = (Text("It can lay a smoke barrage.", "O18.2.3.1"),) if card.smoke else ()
    working = Face("working", title, symbol="radio", figures=tuple(_radio(card)), texts=smoke)
    lost = Text("It calls no fire until battery access repairs it.", "O18.1")
    broken = Face("broken", title, symbol="radio", subtitle="broken", texts=(lost,))
    return Component(card.id, "counter", (working, broken))


def _radio(card: RadioCard) -> Iterator[Figure]:
    yield Figure("Firepower", card.firepower, "Strength of an impact in each hex.", "O18.2.3.2")
    rolls = ", ".join(map(str, card.destroys))
    yield Figure("Destroys", rolls, "Impact rolls that destroy a fortification.", "O18.2.3.3")


# Fortifications


def fortification(printed: Fortification, number: int, mines: int) -> Component:
    """F101 to F106: a fortification; `mines` is the firepower of mines."""
    face = Face(
        "",
        title_of(printed.name),
        symbol=printed.name,
        subtitle="fortification",
        figures=tuple(_fortification_figures(printed, mines)),
        texts=tuple(_fortification_texts(printed)),
    )
    return Component(printed.name, "marker", (face,), number)


def _fortification_figures(printed: Fortification, mines: int) -> Iterator[Figure]:
    if printed.cover is not None and printed.shell_cover is not None:
        yield Figure("Cover", printed.cover, "Cover of the units in its hex.", printed.rule)
        meaning = "Cover against mortars and artillery."
        yield Figure("Against shells", printed.shell_cover, meaning, printed.rule)
    if printed.name == "mines":
        meaning = "Attacks units that enter or leave, against morale without cover."
        yield Figure("Firepower", mines, meaning, "F103.2")


def _fortification_texts(printed: Fortification) -> Iterator[Text]:
    if printed.holds_ties:
        yield Text("Its holder wins a tied melee.", printed.rule)
    if printed.name == "trench":
        yield Text("From trench to trench costs 1 and is out of sight.", "F105.2")
    if printed.name == "wire":
        yield Text("-1 firepower, range and morale.", "F106.1")
        yield Text("Entering or leaving takes the rest of the movement.", "F106.2")
        yield Text("No weapon fires from it, and no group with others outside.", "F106.3")


# Markers


def chit(printed: Chit) -> Component:
    """7.3.2: an objective marker."""
    texts = list(_chit_texts(printed))
    if printed.special is not None:
        face = Face("", "Objective, special", symbol="objective", texts=tuple(texts))
        return Component(printed.kind, "marker", (face,), 1)
    which = f"Objective {printed.objective}" if printed.objective else "Every objective"
    meaning = "Victory points for the side that controls it; markers add up."
    points = Figure("Points", printed.value, meaning, "7.3.2")
    face = Face("", which, symbol="objective", figures=(points,), texts=tuple(texts))
    return Component(printed.kind, "marker", (face,), 1)


SPECIALS = {
    "all-five": "Who controls all five objectives wins before a sudden death roll.",
    "exit-doubled": "Units that exit score twice their points.",
    "elimination-doubled": "Eliminated units score twice their points.",
}


def _chit_texts(printed: Chit) -> Iterator[Text]:
    if printed.special is not None:
        yield Text(SPECIALS[printed.special], "7.3.2")
    if not printed.has_secret_side:
        yield Text("It is open as soon as it is drawn.", "7.3.3")


def markers(pack: CombatCommanderPack) -> Iterator[Component]:
    """8.1.4, 8.1.5, 9, O18.2.1: smoke and blazes, the initiative, the spotting round."""
    smoke = pack.markers.smoke
    for value in dict.fromkeys(smoke):
        yield _smoke(value, smoke.count(value))
    void = Text("Its holder may void the last roll, and hands it over.", "9.1")
    ties = Text("Its holder wins ties that the rules leave open.", "9.2")
    initiative = Face("", "Initiative", symbol="initiative", texts=(void, ties))
    yield Component("initiative", "card", (initiative,), 1)
    aim = Text("The hex that artillery aims at; it drifts before the impact.", "O18.2.1")
    spotting = Face("", "Spotting round", symbol="spotting", texts=(aim,))
    yield Component("spotting-round", "marker", (spotting,), 1)


def _smoke(value: int, number: int) -> Component:
    meaning = "Hindrance of every line into, out of and through its hex."
    hindrance = Figure("Hindrance", value, meaning, "T94")
    fire = Text("Nobody may enter, and no line passes.", "T79")
    return Component(
        f"smoke-{value}",
        "marker",
        (
            Face("smoke", f"Smoke {value}", symbol="smoke", figures=(hindrance,)),
            Face("blaze", "Blaze", symbol="blaze", texts=(fire,)),
        ),
        number,
    )


MARKS = (
    ("suppressed", "Suppressed", "13.2", "1 less of everything but command; it uses no weapon."),
    ("veteran", "Veteran", "E44.1", "1 more of everything but command."),
    ("activated", "Activated", "O14.1", "It has taken part in an order this turn."),
    ("op-fire", "Opportunity fire", "A33.3", "It was activated for opportunity fire this turn."),
    ("watching", "Watching", "A33.2", "It may fire again at units that move in this order."),
    ("moving", "Moving", "O21", "It moves in this order; crossfire adds 2 against it."),
    ("holder", "Holder", "F101", "1: held by the Axis, 2: held by the Allies."),
)
"""The markers that are placed on pieces: mark, title, rule and meaning."""


def marks() -> Iterator[Component]:
    """13, E44.1, O14.1, A33: the markers that are placed on pieces."""
    for name, title, rule, meaning in MARKS:
        face = Face("", title, symbol=name, texts=(Text(meaning, rule),))
        yield Component(name, "marker", (face,))


def counters(pack: CombatCommanderPack, mines: int) -> Iterator[Component]:
    """Every counter and marker of a pack; mines of this firepower."""
    yield from map(unit, pack.units.values())
    yield from map(weapon, pack.weapons.values())
    yield from map(radio, pack.radios.values())
    for name, printed in FORTIFICATIONS.items():
        yield fortification(printed, pack.markers.fortifications.get(printed.name, 0), mines)
        assert name == printed.name
    yield from map(chit, pack.chits.values())
    yield from markers(pack)
    yield from marks()
