"""For newcomers: what one wants, what a round is, and what one gets wrong at first."""

from __future__ import annotations

from wardiary.domain.play.faces import Text
from wardiary.domain.play.guide import FirstMatch, Guide

AIM = (
    Text(
        "Hold the control points with a star: each gives your team a victory point every round. "
        "A destroyed enemy unit gives one as well.",
        "C-2.2a",
    ),
    Text(
        "The match ends in the supply phase in which a team has enough points; three more go to "
        "the team that holds more of those points then, and the most points win.",
        "C-7.3a",
    ),
)
TURN = (
    Text(
        "Maneuver: the teams take turns. In each you have 3 command points; one moves a unit one "
        "hex, sets up a weapon or builds, and a unit takes at most 3 a round.",
        "C-4.1a",
    ),
    Text(
        "Damage: machine guns choose targets and pin them, units neutralize enemy points, then "
        "every unit puts all its dice on one target in sight and range.",
        "C-5.0a",
    ),
    Text(
        "All damage is rolled and applied at once, so a unit that is destroyed still does its own.",
        "C-5.0.3b",
    ),
    Text(
        "Supply: infantry captures the points it stands on, incomes come in, the end is checked, "
        "and the teams buy in turn: units, upgrades, buildings, commander tiers.",
        "C-7.0a",
    ),
    Text(
        "At last retreats and pins end, infantry recovers, and wrenches repair.",
        "C-7.6a",
    ),
)
MISTAKES = (
    Text("Weapons fire only when set up, and move only when packed up.", "C-4.1.2o"),
    Text("A unit must stand on a point to capture it, but need not stay.", "C-7.1d"),
    Text("Rifles do nothing to tanks: bring armor piercing dice.", "C-5.2b"),
    Text("Sight is 2: guns that reach farther need a friend who sees the target.", "C-5.1a"),
    Text("Command points that you do not spend in a turn are lost.", "C-4.1a"),
)
HINTS = {
    "C-2.3b": "Start within three hexes of control points, spread over the whole width.",
    "C-4.1a": "Walk infantry onto control points first; fire comes later by itself.",
    "C-4.0.1b": "Few turns are good when you are in place already, many when you are not.",
    "C-5.0.1c": "Several units on one target destroy it; every new target gives an XP.",
    "C-7.4a": "Early on, more infantry and the second building; upgrades for what is in the fight.",
    "C-7.6c": "A repair costs nothing.",
    "C-8.2a": "A commander cannot be changed: look what its first two tiers do for your units.",
}
GUIDE = Guide(
    AIM,
    TURN,
    MISTAKES,
    FirstMatch(
        "coh-m1",
        ("us", "wehrmacht"),
        "us",
        "The first game leaves out assaults, retreats, arcs and commanders.",
    ),
    HINTS,
)
