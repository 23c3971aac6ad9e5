"""For newcomers: what one wants, what a turn is, and what one gets wrong at first."""

from __future__ import annotations

from wardiary.domain.play.faces import Text
from wardiary.domain.play.guide import FirstMatch, Guide

AIM = (
    Text(
        "The Germans want to lead three mechanized units off row 5 (six with both sets) before "
        "their deck is used up; else the Americans win.",
        "N-13.0a",
    ),
    Text("The German deck is the clock: three cards a turn, so fifteen turns.", "N-6.0c"),
)
TURN = (
    Text("Supply: units that no line joins to their edge take a hit.", "N-12.3c"),
    Text("Cohesion: every unit with hits rolls; it loses all hits, or is lost.", "N-7.0a"),
    Text("Draw: three cards for Germans, up to seven for Americans; then units enter.", "N-8.1a"),
    Text("Movement: legs go one space, tanks two, never diagonally.", "N-9.0a"),
    Text(
        "Combat: artillery, then armor, then infantry; each side rolls as many dice as it has "
        "strength, and both fire before losses are removed.",
        "N-10.3m",
    ),
    Text("Then the other side has the same four phases.", "N-6.0a"),
)
MISTAKES = (
    Text("Leg units move or attack; tanks may do both if they move one space only.", "N-3.3b"),
    Text(
        "Four units attack together, or all units of two divisions; three of one division add "
        "a die to armor and to infantry.",
        "N-10.1c",
    ),
    Text("Tanks cross a river only by a bridge in a free town, or engineers.", "N-9.2b"),
    Text("All units of a space must have one hit before any takes a second.", "N-11a"),
    Text(
        "Units inside a town are safe behind it, but can be surrounded there: then only those "
        "who surround them may attack them, and they cannot leave.",
        "N-9.4b",
    ),
)
HINTS = {
    "N-5.0c": "Take the three units of a strong division and one gun for each column.",
    "N-10.3e": "An assault gives armor and infantry their fire; a bombardment risks only guns.",
    "N-10.3h": "Held back, your armor does not fire, but the enemy's armor has only half its dice.",
    "N-11c": "A unit with as many hits as its cohesion is destroyed: spread them first.",
    "N-9.3b": "A unit that goes through no longer fires as infantry and may end out of supply.",
}
GUIDE = Guide(
    AIM,
    TURN,
    MISTAKES,
    FirstMatch(
        "south",
        ("german", "american"),
        "german",
        "The South has fewer rivers at first, and the attacker sets the pace.",
    ),
    HINTS,
)
