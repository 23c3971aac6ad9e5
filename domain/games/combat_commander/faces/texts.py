"""What each order, action and event of a Destiny card means, in our own words."""

from __future__ import annotations

from collections.abc import Mapping

from wardiary.domain.games.combat_commander.components.names import (
    ActionName,
    EventName,
    OrderName,
    Trigger,
)

Meaning = tuple[str, str]
"""A rule, and what it means in a sentence."""

ORDER_MEANINGS: Mapping[OrderName, Meaning] = {
    "advance": ("O16", "Units go one hex without being fired at; onto the enemy is a melee."),
    "artillery-denied": ("O17", "The enemy's radio breaks; a broken one is lost."),
    "artillery-request": ("O18", "Repair your radio, or let a leader call fire down on the map."),
    "command-confusion": ("O19", "This card gives no order."),
    "fire": ("O20", "Units and weapons fire at a hex; also played against a move of the enemy."),
    "move": ("O21", "Units spend movement points hex by hex, under the enemy's fire."),
    "recover": ("O22", "Your suppression goes, and each demoralised unit of yours may rally."),
    "rout": ("O23", "Each demoralised unit of one player rolls, and may have to retreat."),
}

ACTION_MEANINGS: Mapping[ActionName, Meaning] = {
    "ambush": ("A25", "Before a melee, the enemy demoralises one of his units in it."),
    "assault-fire": ("A26", "Units with boxed firepower fire once while they move."),
    "bore-sighting": ("A27", "+2 when a weapon of firepower 5 or more fires; defender only."),
    "command-confusion": ("A28", "This card has no action."),
    "concealment": ("A29", "Lowers an attack on your units by the cover of their hex."),
    "crossfire": ("A30", "+2 when you fire at moving units."),
    "demolition": ("A31", "When the enemy passes, remove a fortification next to your men."),
    "dig-in": ("A32", "When time has advanced, put foxholes where a unit of yours is."),
    "hand-grenades": ("A34", "+2 when one of the firers is adjacent to the target."),
    "hidden-entrenchments": ("A35.1", "Foxholes for your units before they defend; defender only."),
    "hidden-mines": ("A35.2", "Mines where the enemy has just entered; defender only."),
    "hidden-pillbox": ("A35.3", "A pillbox on an objective under attack; defender only."),
    "hidden-unit": ("A35.4", "A unit of the support table when the enemy passes; defender only."),
    "hidden-wire": ("A35.5", "Wire where the enemy has just entered; defender only."),
    "light-wounds": ("A36", "A squad becomes a team instead of being demoralised; costs a point."),
    "marksmanship": ("A37", "+2 when a squad or team of this nation fires."),
    "no-quarter": ("A38", "2 points for a melee that a unit of yours has survived."),
    "smoke-grenades": ("A39", "A moving unit with boxed movement throws smoke here or next to it."),
    "spray-fire": ("A40", "Boxed range: fire at two adjacent hexes with one roll."),
    "sustained-fire": ("A41", "+2 with a machine gun or mortar; a double breaks a weapon."),
}

EVENT_MEANINGS: Mapping[EventName, Meaning] = {
    "air-support": ("E43", "You may demoralise all units in a random hex, or the nearest ones."),
    "battle-harden": ("E44", "One of your units becomes a veteran."),
    "battlefield-integrity": ("E45", "A point for each enemy unit on the casualty track."),
    "blaze": ("E46", "A random hex burns; units there must leave it."),
    "booby-trap": ("E47", "Mines in a random hex."),
    "breeze": ("E48", "All smoke goes, and every fire spreads one hex downwind."),
    "command-control": ("E49", "A point for each objective that you control."),
    "commissar": ("E50", "A demoralised Russian rolls: he rallies or is shot."),
    "cower": ("E51", "Your squads outside every leader's command are suppressed."),
    "deploy": ("E52.1", "The active player may make two teams of a squad."),
    "dust": ("E53", "Smoke in a random hex."),
    "elan": ("E54", "Your surrender marker moves up one space."),
    "entrench": ("E55", "You may put foxholes where a unit of yours is."),
    "field-promotion": ("E56", "Your private may come to a hex with a demoralised unit of yours."),
    "fog-of-war": ("E57", "Each player loses a card drawn by chance from the hand."),
    "hero": ("E58", "Your hero comes to a friendly hex and may rally one unit there."),
    "infiltration": ("E59", "A unit of the support table appears in or next to a random hex."),
    "interdiction": ("E60", "A unit of either side in cover below 1 is suppressed."),
    "interrogation": ("E61", "You see the enemy's hand and may discard one card of it."),
    "kia": ("E62", "A demoralised unit of either side is eliminated."),
    "malfunction": ("E63", "The working weapon nearest to a random hex breaks."),
    "medic": ("E64", "A demoralised unit of either side rallies."),
    "mission-objective": ("E65", "You draw a secret objective marker."),
    "prisoners-of-war": ("E66", "A demoralised unit of yours next to an enemy is eliminated."),
    "reconnaissance": ("E67", "The enemy opens one of his secret objective markers."),
    "reinforcements": ("E68", "Something of the support table comes in at your edge."),
    "rubble": ("E69", "The pack says what it does to a random hex."),
    "sappers": ("E70", "You may remove mines or wire from a hex."),
    "scrounge": ("E71", "You may give an eliminated weapon to a unit without one."),
    "shell-shock": ("E72", "The unit nearest to a random hex is demoralised."),
    "shellholes": ("E73", "The pack says what it does to a random hex."),
    "strategic-objective": ("E74", "An objective marker is drawn and is open."),
    "suppressing-fire": ("E75", "An enemy in range and sight of your machine gun is suppressed."),
    "walking-wounded": ("E76", "An eliminated unit comes back demoralised near a random hex."),
    "white-phosphorus": ("E77", "Smoke next to a squad of yours; units in it are demoralised."),
}

TRIGGER_MEANINGS: Mapping[Trigger, Meaning] = {
    "event": ("1.9.1.1", "In a roll: turn the next card up and carry out its event."),
    "jammed": ("1.9.1.2", "In a fire roll: every weapon that fires breaks."),
    "sniper": ("1.9.1.3", "In a roll: a unit in or next to a random hex may be demoralised."),
    "time": ("1.9.1.4", "In a roll: time advances."),
}
