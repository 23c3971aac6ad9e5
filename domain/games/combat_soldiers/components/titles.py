"""What cards and markers are called when they are shown to people."""

from __future__ import annotations

import re

from wardiary.domain.games.combat_soldiers.components.cards import Pack

TITLES = {
    "major-offensive": "Major Offensive",
    "counterattack": "Counterattack",
    "intelligence": "Intelligence",
    "medic": "Medic!",
    "barrage": "Barrage",
    "airborne": "Airborne",
    "amphibious": "Amphibious Assault",
    "recon": "Recon",
    "no-retreat": "No Retreat!",
    "sappers": "Sappers",
    "sniper": "Sniper!",
    "cover": "Cover!",
    "ffe": "FFE",
    "at-weapon": "AT Weapon",
    "surrounded": "Surrounded",
    "partisan": "Partisan or Kommando",
}


NATIONS = {"us": "US", "german": "Germans"}
ADJECTIVES = {"us": "US", "german": "German"}
TITLED_BY_PACKS = ("infantry", "leader", "armor", "event", "objective")


def title_in_pack(pack: Pack, kind: str) -> str:
    """What a pack prints on a card; tactical cards and markers are named by the rules."""
    if kind in pack.cards:
        card = pack.cards[kind]
        return card.title if card.family in TITLED_BY_PACKS else ""
    objective, _, side = kind.removeprefix("pick-").rpartition("-")
    if kind.startswith("pick-") and objective in pack.objectives:
        return f"{pack.objectives[objective].name} for the {NATIONS[side]}"
    return ""


NAMES = {
    "citie": "Citie' Du Cheval",
    "mines": "Mines!",
    "hill-205": "Hill 205",
    "friendly-fire": "Friendly Fire",
}


INFANTRY = re.compile(r"([lsr][1-9][bp]?)-([lsr][1-9][bp]?)")
MIXED = re.compile(r"([lsr][1-9][bp]?)-([a-z]+)")
TANKS = re.compile(r"(m\d.*?)-((?:panzer|panther|tiger|stug|jagdpanzer|sdkfz)-.*)")
LEADERS = re.compile(r"([a-z]+)-([a-z]+)")
FFE_CARD = re.compile(r"ffe-(\d)-at-(\d)(?:-(us|german))?")


def title_of(kind: str) -> str:
    """A kind of piece for people: both ends of a card, in the printed order."""
    if codes := INFANTRY.fullmatch(kind):
        return f"US {codes[1].capitalize()} / German {codes[2].capitalize()}"
    if ffe := FFE_CARD.fullmatch(kind):
        only = f" ({ADJECTIVES[ffe[3]]} only)" if ffe[3] else ""
        return f"FFE +{ffe[1]} / AT Weapon +{ffe[2]}{only}"
    uses = [use for use in TITLES if re.search(rf"(^|-){use}($|-)", kind)]
    if uses and sum(map(len, uses)) + len(uses) - 1 == len(kind):
        return " / ".join(TITLES[use] for use in sorted(uses, key=kind.index))
    if kind.startswith("pick-"):
        objective, _, side = kind.removeprefix("pick-").rpartition("-")
        return f"{title_of(objective)} for the {NATIONS[side]}"
    if kind in NAMES:
        return NAMES[kind]
    ends = MIXED.fullmatch(kind) or TANKS.fullmatch(kind) or LEADERS.fullmatch(kind)
    return " / ".join(map(_words, ends.groups())) if ends else _words(kind)


def _words(kind: str) -> str:
    """A kind as a title: "m18-tiger-ii" is "M18 Tiger II"."""
    words = kind.replace("-", " ").title().replace("Stug", "StuG").replace("Sdkfz", "SdKfz")
    return re.sub(r"\b(Ii+|Iv)\b", lambda numeral: numeral[0].upper(), words)
