"""18, 19 General optional rules: what the players may agree on before play."""

from __future__ import annotations

from wardiary.domain.play.game import Setting

SETTINGS = (
    Setting("rounds", 1, (1, 2, 3), "how many rounds are played", "5.1-b"),
    Setting("overrun", False, (False, True), "a besieger may take Surrounded back", "18.1"),
    Setting("alternate-plays", False, (False, True), "two cards may be played together", "18.2"),
    Setting("surprise-attacks", False, (False, True), "attacking groups may change sides", "18.3"),
    Setting("interdiction", False, (False, True), "markers that interdict objectives", "18.4"),
    Setting("dealer-record", False, (False, True), "the dealer tallies eliminations", "19.0"),
    Setting(
        "surrender",
        "pack",
        ("pack", 2, 3, 4, 5, 6),
        "isolation at which a besieged group surrenders (CS-Q02)",
        "7.3.1.1-c",
    ),
    Setting(
        "siege-halving",
        "unit",
        ("unit", "group"),
        "a siege halves each unit or the group's sum (CS-Q09)",
        "7.3.1.2-a",
    ),
    Setting(
        "show-backs",
        True,
        (True, False),
        "everyone sees the colour of the next card's back",
        "1.1.2",
    ),
)
