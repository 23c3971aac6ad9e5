"""A short guide to Combat Commander: Mediterranean for newcomers, in our own words."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.table.zones import SEATS
from wardiary.domain.play.faces import Text
from wardiary.domain.play.guide import FirstMatch, Guide

GUIDE = Guide(
    aim=(
        Text(
            "The side with more victory points at the end wins: from units eliminated, objectives "
            "held, and units that leave over the enemy's edge.",
            "7",
        ),
        Text("A side that loses as many units as its surrender level has lost at once.", "4.2"),
        Text(
            "Nobody knows when time runs out: once the time marker reaches sudden death, each "
            "advance may be the last.",
            "6.2.2",
        ),
    ),
    turn=(
        Text(
            "Give orders by playing cards, as many as your orders allow, one after the other.",
            "5.1",
        ),
        Text(
            "Each order activates units: one, or a leader and all within his command radius.",
            "3.3.1.1",
        ),
        Text("A unit takes part in one order a turn.", "O14.1"),
        Text("Instead of orders you may discard cards you do not want.", "5.3"),
        Text(
            "While the enemy moves you may shoot at each hex entered, by playing a Fire card.",
            "A33.1",
        ),
        Text("At the end of your turn you fill your hand again.", "5.4"),
        Text("Dice are read off the top card of your deck.", "1.9"),
    ),
    mistakes=(
        Text(
            "Moving in the open in sight of the enemy: every hex entered can be shot at.",
            "O21.3",
        ),
        Text(
            "Activating units one by one. A leader activates a whole platoon with one card.",
            "O14.1",
        ),
        Text(
            "Firing with single units: of a group, each further one adds 1 to the best firepower.",
            "O20.3.1.2",
        ),
        Text(
            "Leaving demoralised units alone: demoralised again, they are eliminated. Play Recover "
            "while you can.",
            "3.2.4",
        ),
        Text(
            "Keeping cards that do not serve. A turn spent on discarding is often a good turn.",
            "5.3",
        ),
    ),
    first=FirstMatch(
        "cc-h1",
        SEATS,
        "allies",
        "It is small: few units a side and no artillery.",
    ),
    hints={
        "5.1": "Look at what your units can do now: fire at what is in sight and in little cover; "
        "move those who are out of sight; recover the demoralised. Without a good order discard.",
        "O20.3": "The best target is in little cover, has no leader, and is moving.",
        "O20.3.3": "Add further units first if you can: each adds 1.",
        "9.1": "Void a roll only when much depends on it: the other player has the initiative "
        "then, and can do the same to you.",
        "O15": "Keep Fire, Move and Recover; discard what you cannot use this turn or the next.",
    },
)
