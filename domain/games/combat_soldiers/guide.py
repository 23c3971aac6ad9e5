"""A short guide to Combat Soldiers for newcomers, in our own words."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.preparation.setting_up import SEATS
from wardiary.domain.play.faces import Text
from wardiary.domain.play.guide import FirstMatch, Guide

GUIDE = Guide(
    aim=(
        Text("The most victory points at the end of the round win.", "5.1-a"),
        Text(
            "Objectives score for who holds them: four times their value if you picked them in "
            "secret and hold them on the side you picked.",
            "5.2.1.1-b1",
        ),
        Text("Units that you eliminate score as well.", "5.2.2"),
    ),
    turn=(
        Text("You have two actions, spent over the phases A to F in their order.", "3.0-a"),
        Text("A: regroup for nothing, or take units back into hand.", "3.1-a"),
        Text(
            "B: attack other players' groups of the other nationality, an action for each attack.",
            "7.1-a",
        ),
        Text("C: put new groups on the table from your hand, either end of a card up.", "8.0-a"),
        Text("D: shift or exchange units between groups, or restore a garrison.", "3.4-a"),
        Text("E: discard what you do not need, or repair an objective.", "3.5-a"),
        Text("F: draw up to your hand's capacity; a white back ends the turn.", "3.6-a"),
    ),
    mistakes=(
        Text(
            "Attacking without a leader: then only one unit attacks, and a group of three is "
            "wasted.",
            "7.2.1-a",
        ),
        Text(
            "Forgetting that each card has two ends. You may field US and German groups side by "
            "side.",
            "2.1.1",
        ),
        Text(
            "Attacking at even odds: both roll one die, and the lower total loses the difference "
            "in strength.",
            "7.2.2.3.2",
        ),
        Text(
            "Holding objectives on the wrong side: a pick counts twice then instead of four times.",
            "5.2.1.1-b2",
        ),
        Text(
            "Going on to a later phase too soon: there is no way back this turn.",
            "3.0-c",
        ),
    ),
    first=FirstMatch(
        "free-form",
        SEATS[:2],
        SEATS[0],
        "For two players, and neither side is bound to a nationality.",
    ),
    hints={
        "2.5-a": "Pick objectives of one colour: together they are worth more.",
        "2.6.1-a": "Lay infantry and a leader with your objectives; bare ones fall to a Recon.",
        "3.0-c": "Attack first if the preview shows better totals than the enemy's; then deploy; "
        "then draw. A turn without a good attack is best spent on deploying.",
        "7.2.3": "Add a support where it makes the difference, and keep it where you win anyway.",
        "11.1-a": "Drawing ends with a white back, and with it your turn: do all else before.",
    },
)
