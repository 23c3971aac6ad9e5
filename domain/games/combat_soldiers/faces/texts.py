"""What tactical cards, objectives, events and markers do, in our own words with their rules."""

from __future__ import annotations

from collections.abc import Mapping

from wardiary.domain.play.faces import Text

USES: Mapping[str, Text] = {
    "major-offensive": Text(
        "Double one unit in an attack, or attack a second time this turn.", "7.3.2-b1"
    ),
    "counterattack": Text(
        "Before a battle, one defending unit strikes back at attackers first.", "7.3.4-b"
    ),
    "intelligence": Text(
        "Cancel an attack on your maneuver group, or see a secret pick.", "7.3.5-b1"
    ),
    "medic": Text(
        "After any battle, halve the points that its winner takes.",
        "14.1.1-a",
    ),
    "barrage": Text(
        "In your attack phase, at no cost, shell one unit or objective.",
        "14.1.2",
    ),
    "airborne": Text(
        "Drop a group that attacks at once, or relieve or supply a besieged one.", "7.3.3-a"
    ),
    "amphibious": Text(
        "Your infantry attacks across the River at full strength.",
        "7.2.3.3-b",
    ),
    "recon": Text(
        "Take an objective that has neither infantry nor leader.",
        "14.3.1-a",
    ),
    "no-retreat": Text(
        "A besieged group holds out until its isolation reaches its strength.", "14.3.2"
    ),
    "sappers": Text(
        "In an attack phase, remove one Mines! at no cost.",
        "14.3.3",
    ),
    "sniper": Text(
        "Shoot at a leader: the die must exceed its rating by 6.",
        "7.3.6",
    ),
    "cover": Text(
        "A sniper rolls twice and uses the lower die.",
        "7.3.7",
    ),
    "ffe": Text(
        "Add this to your attack or defence in your own turn.",
        "14.2.1",
    ),
    "at-weapon": Text(
        "Add this when you attack armor; in defence against armor it adds 3.", "14.2.2-a"
    ),
    "surrounded": Text(
        "Besiege a group: it cannot withdraw and weakens turn by turn.",
        "7.3.1",
    ),
    "partisan": Text(
        "Infiltrate an objective: its capability is off.",
        "7.3.12-a",
    ),
}

OBJECTIVES: Mapping[str, tuple[Text, ...]] = {
    "bridge": (
        Text(
            "Once a turn, one deployment or withdrawal of its side is free.",
            "13.5.2.1-a",
        ),
        Text(
            "Its owner's attacks of its side cross the River unhindered.",
            "13.5.2.1-b",
        ),
    ),
    "river": (
        Text(
            "Attacks on its owner's groups of its side count half.",
            "13.5.2.2",
        ),
    ),
    "pherddorf": (
        Text(
            "One more action a turn, for groups and units of its side.",
            "13.5.2.3",
        ),
    ),
    "citie": (
        Text(
            "Take the topmost Major Offensive, armor or Airborne card of the discards.",
            "13.5.2.4-a",
        ),
    ),
    "steeple": (
        Text(
            "It stands on another tan objective and adds its defence there.",
            "13.5.2.5-c",
        ),
        Text(
            "One sniper shot a turn at a leader of the other side.",
            "13.5.2.5-d",
        ),
    ),
    "crossroads": (
        Text(
            "Before a battle of its side, one unit out of command may be turned up.",
            "13.5.2.6",
        ),
    ),
    "forest": (
        Text(
            "Once a turn its bonus is added in a defence against infantry.",
            "13.5.2.7",
        ),
    ),
    "hill-205": (Text("It fires a barrage in the attack phase.", "13.5.2.8"),),
    "barracks": (
        Text(
            "Take a card of the discards before the draw.",
            "13.5.2.9",
        ),
    ),
}

EVENTS: Mapping[str, Text] = {
    "mines": Text(
        "It attacks a maneuver group turn by turn, and weighs on its battles.",
        "13.2-d",
    ),
    "engineers": Text(
        "They attack an objective of another seat and may damage it.",
        "13.4",
    ),
    "friendly-fire": Text(
        "It attacks every unit of one of your groups, and its objective.", "13.3-b"
    ),
    "weather": Text(
        "No airborne, amphibious or artillery support while it lasts.",
        "13.1-b",
    ),
}
