"""The names that are printed on cards and counters."""

from typing import Literal, get_args

OrderName = Literal[
    "advance",
    "artillery-denied",
    "artillery-request",
    "command-confusion",
    "fire",
    "move",
    "recover",
    "rout",
]
ActionName = Literal[
    "ambush",
    "assault-fire",
    "bore-sighting",
    "command-confusion",
    "concealment",
    "crossfire",
    "demolition",
    "dig-in",
    "hand-grenades",
    "hidden-entrenchments",
    "hidden-mines",
    "hidden-pillbox",
    "hidden-unit",
    "hidden-wire",
    "light-wounds",
    "marksmanship",
    "no-quarter",
    "smoke-grenades",
    "spray-fire",
    "sustained-fire",
]
EventName = Literal[
    "air-support",
    "battle-harden",
    "battlefield-integrity",
    "blaze",
    "booby-trap",
    "breeze",
    "command-control",
    "commissar",
    "cower",
    "deploy",
    "dust",
    "elan",
    "entrench",
    "field-promotion",
    "fog-of-war",
    "hero",
    "infiltration",
    "interdiction",
    "interrogation",
    "kia",
    "malfunction",
    "medic",
    "mission-objective",
    "prisoners-of-war",
    "reconnaissance",
    "reinforcements",
    "rubble",
    "sappers",
    "scrounge",
    "shell-shock",
    "shellholes",
    "strategic-objective",
    "suppressing-fire",
    "walking-wounded",
    "white-phosphorus",
]
Trigger = Literal["", "event", "jammed", "sniper", "time"]
Attitude = Literal["attacker", "reconnaissance", "defender"]
Quality = Literal["green", "line", "elite"]
UnitType = Literal["squad", "team", "leader", "hero"]
WeaponClass = Literal["mg", "mortar", "gun", "flamethrower", "charge", "molotov"]
Special = Literal["all-five", "exit-doubled", "elimination-doubled"]

ORDERS: tuple[OrderName, ...] = get_args(OrderName)
ACTIONS: tuple[ActionName, ...] = get_args(ActionName)
EVENTS: tuple[EventName, ...] = get_args(EventName)
