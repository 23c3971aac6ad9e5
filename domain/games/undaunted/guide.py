"""A short guide to Undaunted: Normandy for newcomers, in our own words."""

from __future__ import annotations

from wardiary.domain.games.undaunted.components import SEATS
from wardiary.domain.play.faces import Text
from wardiary.domain.play.guide import FirstMatch, Guide

GUIDE = Guide(
    aim=(
        Text(
            "Most scenarios are won by the side that controls tiles worth enough objective points, "
            "at the very moment it does.",
            "U-OBJ-1",
        ),
        Text(
            "In some you win by pinning the enemy: no Riflemen counter of theirs is left on the "
            "board.",
            "U-PIN-1",
        ),
        Text(
            "Your deck is your platoon. Each card of a unit lets it act, and is also one of its "
            "lives.",
            "U-CAS-1",
        ),
    ),
    turn=(
        Text("Both draw four cards.", "U-DRAW-1"),
        Text(
            "Both put one card aside unseen; the higher initiative acts first. That card is lost "
            "for this round.",
            "U-INIT-2",
        ),
        Text(
            "Play your other cards one by one, each for one of its actions: move, attack, scout, "
            "bolster and so on.",
            "U-TURN-5",
        ),
        Text(
            "Scouts open the way: other units enter only tiles that your side has scouted.",
            "U-MOVE-2",
        ),
        Text(
            "Riflemen take control of tiles, which is what counts for points.",
            "U-CTRL-1",
        ),
        Text("When you stop, all your cards are discarded, played or not.", "U-TURN-3"),
    ),
    mistakes=(
        Text(
            "Bidding the best card every round: it cannot act then. Bid Fog of War when you hold "
            "one.",
            "U-INIT-5",
        ),
        Text(
            "Shooting from far away. Each tile of range is one more that a die must reach; look at "
            "the chance before you shoot.",
            "U-ATK-6",
        ),
        Text(
            "Never bolstering. Leaders take cards from the supply into your discards; without them "
            "your units die out.",
            "U-BOLS-1",
        ),
        Text(
            "Taking a scouted tile for a controlled one: only controlled tiles score.",
            "U-OBJ-2",
        ),
        Text(
            "Wanting to act with a suppressed unit: its next card only turns it ready.",
            "U-SUPP-2",
        ),
    ),
    first=FirstMatch(
        "la-raye",
        SEATS,
        "us",
        "La Raye has two squads a side and no special units, and takes about half an hour.",
    ),
    hints={
        "U-INIT-1": "Bid a Fog of War if you hold one: it is of no other use. Bid high when acting "
        "first would take or save a tile.",
        "U-TURN-1": "First what brings more cards (Command, Bolster), then Scouts, then the "
        "units that move where they scouted, and control with Riflemen. Shoot at counters that "
        "are close and in little cover.",
    },
)
