"""Faces of unit cards, objectives, events, tactical cards and markers (1.1, 1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.components.cards import WHITE, Card, End, Pack
from wardiary.domain.games.combat_soldiers.components.pack_files import Objective
from wardiary.domain.games.combat_soldiers.components.titles import TITLES
from wardiary.domain.games.combat_soldiers.faces.texts import EVENTS, OBJECTIVES, USES
from wardiary.domain.play.faces import Component, Face, Figure, Shape, Text

SIDE_NAMES = {"us": "US", "german": "German"}
SYMBOLS = {"citie": "town", "hill-205": "hill", "pherddorf": "village", "steeple": "church"}
"""The pictures of objectives that are not called by what they are."""
POINTS = "Victory points for the seat that eliminates it."
ARMS = Text("With one L, one S and one R in command, a group has +2.", "7.2.3.5")


def components_of(pack: Pack) -> Iterator[Component]:
    """Every card and marker of a pack."""
    for card in pack.cards.values():
        if card.ends:
            yield unit_card(card)
        elif card.family == "event":
            yield event(card)
        elif card.uses:
            yield tactical(card)
    for printed in pack.objectives.values():
        yield objective(printed)
    yield from markers(pack)
    yield from marks(pack)


# Units


def unit_card(card: Card) -> Component:
    """1.1.1.1-a, 1.1.1.3: a card with two ends, of which the one that is up counts."""
    whole = Face(
        "",
        card.title,
        symbol=card.family,
        subtitle=card.family,
        figures=tuple(_whole(end) for end in card.ends.values()),
        texts=(Text("Deployed, it shows one of its ends; only that end counts.", "1.1.1.1-a"),),
    )
    ends = (_end(end) for end in card.ends.values())
    shape: Shape = "vehicle" if card.family == "armor" else "card"
    return Component(card.kind, shape, (whole, *ends), card.copies, card.back)


def _whole(end: End) -> Figure:
    """An end in a line, for a card in hand that still has both."""
    numbers = ", ".join(f"{figure.name.lower()} {figure.value}" for figure in _figures(end))
    meaning = f"What it is in a {SIDE_NAMES.get(end.side, end.side)} group."
    return Figure(end.name, numbers, meaning, "1.1.1.1-a")


def _end(end: End) -> Face:
    return Face(
        end.face,
        end.name,
        family=end.side,
        symbol=end.role if end.role != "infantry" else f"infantry-{end.arm.lower()}",
        subtitle=end.role,
        figures=tuple(_figures(end)),
        texts=(ARMS,) if end.arm else (),
    )


def _figures(end: End) -> Iterator[Figure]:
    """1.1.1.1-c, 1.1.1.2, 1.1.1.3: the numbers of an end."""
    if end.role == "infantry":
        yield Figure("Type", end.arm, "One of three types of infantry.", "1.1.1.1-c")
        strength = "Added in attack and defence."
        yield Figure("Strength", end.strength, strength, "7.2.2.1.1")
        if end.tank_weapon:
            weapon = "Added in defence against armor; lets infantry attack armor."
            yield Figure("Tank weapon", end.tank_weapon, weapon, "7.2.3.6-a")
    elif end.role == "armor":
        against = "Attack against groups with armor."
        yield Figure("Against armor", end.versus_armor, against, "7.3.9.5")
        rest = "Attack against all other groups."
        yield Figure("Against others", end.versus_others, rest, "7.3.9.5")
        yield Figure("Defence", end.strength, "Added in defence.", "7.2.2.2.2")
    else:
        rating = "So many units of its group are in command."
        yield Figure("Rating", end.rating, rating, "1.1.3-b2")
        modifier = "Added to the battles of its group."
        yield Figure("Modifier", end.modifier, modifier, "1.1.3-b1")
    yield Figure("Points", end.vp, POINTS, "1.1.3-b4")


# Objectives


def objective(printed: Objective) -> Component:
    """13.5.1-a: an objective; its faces differ by the side that holds it (1.2-b2)."""
    faces = (
        Face(
            side,
            printed.name,
            family=side,
            symbol=SYMBOLS.get(printed.id, printed.id),
            subtitle=f"{printed.colour} objective",
            figures=tuple(_objective_figures(printed)),
            texts=OBJECTIVES[printed.id],
        )
        for side in ("", *SIDE_NAMES)
    )
    return Component(printed.id, "card", tuple(faces), 1, WHITE)


def _objective_figures(printed: Objective) -> Iterator[Figure]:
    points = "Victory points for the seat that holds it at the end."
    yield Figure("Points", printed.vp, points, "1.1.3-b3")
    garrison = "Battle losses that it takes before the units there."
    yield Figure("Garrison", printed.garrison, garrison, "1.1.3-b6")
    yield Figure("Defence", printed.defence, "Added in the defence of its group.", "7.2.2.2.1")
    if printed.phase:
        phase = "The phases in which its capability is used."
        yield Figure("Phase", printed.phase, phase, "1.1.3-b5")
        for side, name in SIDE_NAMES.items():
            cost = "Actions that its capability costs this side."
            yield Figure(f"Cost for the {name} side", printed.cost(side), cost, "3.0-d")
    if printed.bonus:
        yield Figure("Bonus", printed.bonus, "What its capability adds.", "13.5.2.7")
    if printed.attack:
        yield Figure("Barrage", printed.attack, "The factor of its barrage.", "13.5.2.8")


# Events and tactical cards


def event(card: Card) -> Component:
    """1.1.1.4: a random event."""
    attack = Figure("Attack", card.attack, "The factor of its attacks.", "1.1.3-b7")
    face = Face(
        "",
        card.title,
        symbol=card.kind,
        subtitle=f"random {card.family}",
        figures=(attack,) if card.attack else (),
        texts=(EVENTS[card.kind],),
    )
    return Component(card.kind, "card", (face,), card.copies, card.back)


def tactical(card: Card) -> Component:
    """1.1.1.6-a: a tactical card and each of its uses, of which a play gives one."""
    face = Face(
        "",
        card.title,
        family=card.at_side,
        symbol=card.uses[0],
        subtitle=f"{card.family} card",
        figures=tuple(_tactical_figures(card)),
        texts=tuple(_tactical_texts(card)),
    )
    return Component(card.kind, "card", (face,), card.copies, card.back)


def _tactical_figures(card: Card) -> Iterator[Figure]:
    if card.attack:
        yield Figure("Barrage", card.attack, "The factor of its barrage.", "14.1.2")
    if card.ffe:
        yield Figure("FFE", card.ffe, "Added to an attack or defence.", "14.2.1")
    if card.at_weapon:
        yield Figure("AT Weapon", card.at_weapon, "Added to an attack on armor.", "14.2.2-a")


def _tactical_texts(card: Card) -> Iterator[Text]:
    for use in card.uses:
        yield Text(f"{TITLES[use]}: {USES[use].text}", USES[use].rule)
    if card.at_side:
        yield Text(
            f"The AT Weapon is for {SIDE_NAMES.get(card.at_side, card.at_side)} units only.",
            "14.2.2-b",
        )


# Markers and entries


def markers(pack: Pack) -> Iterator[Component]:
    """1.2, 1.4: antitank and siege markers, and the entries of the selection sheets."""
    for number, count in pack.sheet.markers.antitank.items():
        meaning = "Added in its unit's defence against armor."
        figure = Figure("Antitank", int(number), meaning, "15.2")
        face = Face("", f"Antitank +{number}", symbol="antitank", figures=(figure,))
        yield Component(f"antitank-{number}", "marker", (face,), count)
    held = Text("The group is besieged: it cannot withdraw, and its isolation grows.", "7.3.1.2-b")
    keeps = Text("The group keeps up a siege and does not attack otherwise.", "7.3.1.1-b")
    for kind, title, text in (
        ("besieged", "Surrounded", held),
        ("besieging", "Surrounding", keeps),
    ):
        faces = tuple(
            Face(letter, f"{title} {letter.upper()}", symbol=kind, texts=(text,))
            for letter in pack.sheet.markers.sieges
        )
        yield Component(kind, "marker", faces, 1)
    for printed in pack.objectives.values():
        for side in SIDE_NAMES:
            yield _entry(printed, side)
    blank = Face("", "Empty entry", symbol="entry", subtitle="selection sheet")
    yield Component("blank", "marker", (blank,))


def _entry(printed: Objective, side: str) -> Component:
    scores = Text("It scores if the objective is held on this side at the end.", "2.5-b")
    kind = f"pick-{printed.id}-{side}"
    title = f"{printed.name} for the {'US' if side == 'us' else 'Germans'}"
    face = Face("", title, family=side, symbol="entry", subtitle="selection sheet", texts=(scores,))
    return Component(kind, "marker", (face,), 1)


def marks(pack: Pack) -> Iterator[Component]:
    """1.2-b3, 1.2-b5 to 1.2-b7, 1.2-b10, 4.4.2: markers with a number that are put on cards."""
    stock = pack.sheet.markers
    for name, title, number, text in (
        ("sideways", "Out of command", 0, Text("It neither attacks nor supports.", "4.4.2")),
        (
            "entrenched",
            "Entrenched",
            sum(stock.entrenched.values()),
            Text("Its number is added in the defence of its unit.", "16.2"),
        ),
        (
            "damage",
            "Damage",
            0,
            Text("Taken from the defence; the capability is off.", "7.3.10.2-b"),
        ),
        (
            "garrison-lost",
            "Garrison lost",
            0,
            Text("It takes no losses until it is restored.", "13.5.1.1-b1"),
        ),
        (
            "isolation",
            "Isolation",
            0,
            Text("Taken from every total of the besieged group.", "7.3.1.2-c"),
        ),
        (
            "interdicted",
            "Interdiction",
            stock.interdiction,
            Text("The capability of the objective is off.", "13.5.1-b"),
        ),
    ):
        face = Face("", title, symbol=name, texts=(text,))
        yield Component(name, "marker", (face,), number)
