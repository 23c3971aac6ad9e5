"""4 Faces of unit cards, terrain cards and event cards, from the pack."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.nuts.components import (
    EventCard,
    Pack,
    TerrainCard,
    UnitCard,
)
from wardiary.domain.games.nuts.events.register import EVENTS
from wardiary.domain.play.faces import Component, Face, Figure, Text

SIDE_NAMES = {"german": "German", "american": "American"}
HALF_NAMES = {"south": "South", "north": "North"}
PHASES: dict[str, str] = {
    f"{side}-{phase}": f"{name} {phase}"
    for side, name in SIDE_NAMES.items()
    for phase in ("supply", "draw", "movement", "combat")
}
SYMBOLS = {
    "foul-weather": "weather",
    "weather-clears": "fair-weather",
    "pattons-prayer": "prayer",
    "air-strike": "air-strike",
    "ammo-shortage": "ammo-shortage",
    "rearguard-forces": "rearguard",
    "boundary-confusion": "command-confusion",
    "mass-surrender": "surrounded",
    "bugout-confusion": "rout",
    "bypass-route": "bypass",
    "coordinated-attack": "counterattack",
    "famous-general": "general",
    "truly-famous-general": "general",
    "armored-engineers": "engineers",
    "ss-armored-engineers": "engineers",
    "screamin-meemies": "rocket-salvo",
    "air-dropped-supplies": "air-drop",
    "commandos": "partisan",
    "bridge-demolition": "charge",
    "engineer-combat-group": "engineers",
    "fuel-shortage": "fuel-shortage",
    "mud": "mud",
    "malmedy-massacre": "massacre",
    "reconstitution": "recover",
    "van-der-heydte-drop": "airborne",
}
"""The pictures of event cards."""


def components_of(pack: Pack) -> Iterator[Component]:
    """Every card of a pack; an event that acts as a unit is one component with both."""
    for kind, event in pack.events.items():
        yield event_component(event, pack.units.get(kind), pack)
    for kind, unit in pack.units.items():
        if kind not in pack.events:
            yield Component(kind, "counter", (unit_face(unit),), 1)
    for terrain in pack.terrain.values():
        yield Component(terrain.kind, "tile", (terrain_face(terrain),), 1)


# Units


def unit_face(card: UnitCard) -> Face:
    """4.1: what a combat card prints."""
    return Face(
        "",
        card.title,
        family=card.side,
        symbol=unit_symbol(card),
        subtitle=unit_subtitle(card),
        figures=tuple(unit_figures(card)),
        texts=tuple(unit_texts(card)),
    )


def unit_symbol(card: UnitCard) -> str:
    """4.1: the symbol of its arm; tanks where armor is more than infantry."""
    if card.gun:
        return "rocket-regiment" if card.gun == "rocket" else "artillery-regiment"
    if card.independent:
        return "armor-battalion"
    if card.mech:
        return "armor-regiment" if card.armor > card.infantry else "mechanized-regiment"
    return "infantry-regiment"


def unit_subtitle(card: UnitCard) -> str:
    """The kind of unit in a few words, with its set."""
    words = [HALF_NAMES.get(card.half, ""), SIDE_NAMES[card.side]]
    words += ["independent"] if card.independent else []
    arm = {"artillery": "artillery", "rocket": "Nebelwerfer"}.get(card.gun, "unit")
    words += ["mechanized" if card.mech else "leg", arm]
    return " ".join(word for word in words if word)


def unit_figures(card: UnitCard) -> Iterator[Figure]:
    """4.1: the four values that are in every corner of the card, then division and entry."""
    yield Figure("Infantry", card.infantry, "Dice in the infantry fire, hits on 6.", "N-10.3k")
    yield Figure("Armor", card.armor, "Dice in the armor fire, hits on 5 and 6.", "N-10.3i")
    guns = "Dice in the artillery fire, which comes first."
    yield Figure("Artillery", card.artillery, guns, "N-10.3f")
    cohesion = "So many hits destroy it, and a check must roll no more than this."
    yield Figure("Cohesion", card.cohesion, cohesion, "N-7.0b")
    if card.kills:
        kills = "So many hits destroy it, whatever its cohesion."
        yield Figure("Hits to destroy", card.kills, kills, "N-11e")
    if card.division:
        division = "Units of one division add dice together and may attack in any number."
        yield Figure("Division", card.division, division, "N-10.3b")
    if card.entry:
        yield Figure("Entry", " or ".join(card.entry), "Where it enters the game.", "N-4.1a")


def unit_texts(card: UnitCard) -> Iterator[Text]:
    """4.1, 3.3: what its symbols mean."""
    if card.mech:
        yield Text("Moves two spaces, or one and attacks.", "N-3.3b")
    elif not card.fixed:
        yield Text("Moves one space or attacks.", "N-3.3c")
    if card.gun == "rocket":
        yield Text("Nebelwerfer: it does not answer artillery fire.", "N-10.3g")
    if card.independent:
        yield Text("It takes hits after all others.", "N-11e")
    if card.fixed:
        yield Text("Never moves.", "N-17.EngineerCombatGroup")
    if card.at_start:
        yield Text("On the board at the start.", "N-5.0b")
    if card.reserve:
        yield Text("A reserve: it cannot be among the first units.", "N-5.0d")


# Terrain


TERRAIN = {
    "town": (
        Text(
            "Units may stand inside or outside. Artillery hits on 6 if all are inside.", "N-4.31k"
        ),
        Text("With enemies around it, those inside are encircled.", "N-3.3g"),
    ),
    "river": (
        Text(
            "Infantry that attacks it has half its dice, but not from right behind it.", "N-4.31a"
        ),
        Text("Mechanized units need a bridge in a town without enemies, or engineers.", "N-9.2b"),
    ),
    "forest": (Text("German artillery hits on 6 only.", "N-4.31d"),),
    "ridge": (
        Text("Armor that attacks it has half its dice, and each gun one die less.", "N-4.31e"),
        Text("Its defenders have twice their armor dice, and +1 cohesion.", "N-4.31g"),
    ),
}
OUR = Text("It counts as bridged all game, and helps no defender.", "N-5.1a")


def terrain_face(card: TerrainCard) -> Face:
    """4.3: what a terrain card prints."""
    half = HALF_NAMES[card.half]
    return Face(
        "",
        card.title,
        symbol=card.type,
        subtitle=f"{card.type} of the {half}, in the {SIDE_NAMES[card.side]} deck",
        figures=tuple(terrain_figures(card)),
        texts=(OUR,) if card.our else TERRAIN[card.type],
    )


def terrain_figures(card: TerrainCard) -> Iterator[Figure]:
    """4.3, 4.31: its space, and what a town does for units in it."""
    if card.soak:
        soak = "Hits that the town takes in a battle before the units, while one is inside."
        yield Figure("Takes hits", card.soak, soak, "N-4.31j")
    if card.bonus:
        who = "leg units inside" if card.legs_only else "units inside"
        yield Figure("Cohesion", f"+{card.bonus}", f"Added for {who}.", "N-4.31i")
    if card.bridge:
        bridge = "Mechanized units cross here while it stands and no enemy is in the town."
        yield Figure("Bridge", "yes", bridge, "N-4.31n")
    yield Figure("Space", card.space, "Where the card is put when it is drawn.", "N-4.3a")


# Events


def event_component(event: EventCard, unit: UnitCard | None, pack: Pack) -> Component:
    """4.2: an event card. Fuel Shortage has a face for each division that it may be played on."""
    usual = event_face(event, unit)
    faces = [usual]
    if event.kind == "fuel-shortage":
        faces += [
            Face(name, usual.title, usual.family, usual.symbol, title, usual.figures, usual.texts)
            for name, title in tank_divisions(pack).items()
        ]
    number = len(pack.cards_of.get(event.kind, ()))
    return Component(event.kind, "counter" if unit else "card", tuple(faces), number)


def tank_divisions(pack: Pack) -> dict[str, str]:
    """Q15: the German divisions with mechanized units, as words and as printed."""
    german = (card for card in pack.units.values() if card.side == "german" and card.mech)
    return {card.division_slug: card.division or card.title for card in german}


def event_face(event: EventCard, unit: UnitCard | None) -> Face:
    """4.2: its text, its numbers and its phases; and the values of the unit that it becomes."""
    rule = EVENTS[event.kind].rule if event.kind in EVENTS else "N-4.2a"
    texts = [Text(event.text, rule)]
    if event.must:
        texts.append(Text("It must be played as soon as it changes anything.", "N-3.3k"))
    figures = [*event_figures(event)]
    if unit:
        named = {figure.name for figure in figures}
        figures = [*(f for f in unit_figures(unit) if f.name not in named), *figures]
        texts += unit_texts(unit)
    return Face(
        "",
        event.title,
        family=event.sides[0] if len(event.sides) == 1 else "",
        symbol=SYMBOLS.get(event.kind, "command-confusion"),
        subtitle="event",
        figures=tuple(figures),
        texts=tuple(texts),
    )


NUMBERS = {
    "dice": ("Dice", "Rolled for it."),
    "infantry": ("More infantry", "Added to a unit's infantry."),
    "armor": ("More armor", "Added to a unit's armor."),
    "cohesion": ("More cohesion", "Added to a unit's cohesion."),
    "loss": ("Less", "Taken off the values that it acts on."),
    "hits_on": ("Succeeds from", "The lowest roll that succeeds."),
    "up_to": ("Succeeds up to", "The highest roll that succeeds."),
    "least": ("At least", "So many must there be."),
    "most": ("At most", "So many units."),
    "spaces": ("Spaces", "So many may join an attack."),
    "steps": ("Moves", "Spaces that the units may move."),
    "times": ("Times", "So often is a value rolled."),
}
"""What the numbers of an event card are called, and what they mean."""


def event_figures(event: EventCard) -> Iterator[Figure]:
    """4.2: the numbers of its effect, its phases and who may have it."""
    for field, (name, meaning) in NUMBERS.items():
        if value := getattr(event, field):
            yield Figure(name, value, meaning, "N-4.2a")
    sides = " or ".join(SIDE_NAMES[side] for side in event.sides)
    yield Figure("Side", sides, "Who has such cards.", "N-4.2a")
    when = (
        "any" if len(event.when) == len(PHASES) else ", ".join(map(PHASES.__getitem__, event.when))
    )
    yield Figure("Phase", when, "When it may be played.", "N-4.2a")
