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


TITLED_BY_PACKS = ("infantry", "leader", "armor", "event", "objective")


def title_in_pack(pack: Pack, kind: str) -> str:
    """What a pack prints on a card; tactical cards and markers are named by the rules."""
    if kind in pack.cards:
        card = pack.cards[kind]
        return card.title if card.family in TITLED_BY_PACKS else ""
    objective, _, side = kind.removeprefix("pick-").rpartition("-")
    if kind.startswith("pick-") and objective in pack.objectives:
        return f"{pack.objectives[objective].name} for the {'US' if side == 'us' else 'Germans'}"
    return ""


NAMES = {
    "citie": "Citie' Du Cheval",
    "mines": "Mines!",
    "hill-205": "Hill 205",
    "friendly-fire": "Friendly Fire",
}


PAIR = re.compile(r"([lsr][1-9][bp]?)-([lsr][1-9][bp]?)")
MIXED = re.compile(r"([lsr][1-9][bp]?)-([a-z]+)")
TANKS = re.compile(r"(m\d.*?)-((?:panzer|panther|tiger|stug|jagdpanzer|sdkfz)-.*)")
LEADERS = re.compile(r"([a-z]+)-([a-z]+)")
SHELL = re.compile(r"ffe-(\d)-at-(\d)(?:-(us|german))?")


def title_of(kind: str) -> str:
    """A kind of piece for people: both ends of a card, in the printed order."""
    if pair := PAIR.fullmatch(kind):
        return f"US {pair[1].capitalize()} / German {pair[2].capitalize()}"
    if shell := SHELL.fullmatch(kind):
        bound = f" ({shell[3].upper() if shell[3] == 'us' else 'German'} only)" if shell[3] else ""
        return f"FFE +{shell[1]} / AT Weapon +{shell[2]}{bound}"
    uses = [use for use in TITLES if re.search(rf"(^|-){use}($|-)", kind)]
    if uses and sum(map(len, uses)) + len(uses) - 1 == len(kind):
        return " / ".join(TITLES[use] for use in sorted(uses, key=kind.index))
    if kind.startswith("pick-"):
        objective, _, side = kind.removeprefix("pick-").rpartition("-")
        return f"{title_of(objective)} for the {'US' if side == 'us' else 'Germans'}"
    if kind in NAMES:
        return NAMES[kind]
    ends = MIXED.fullmatch(kind) or TANKS.fullmatch(kind) or LEADERS.fullmatch(kind)
    return " / ".join(map(_words, ends.groups())) if ends else _words(kind)


def _words(kind: str) -> str:
    """The words of a kind with capital letters, numerals such as III and tank codes among them."""
    words = kind.replace("-", " ").title().replace("Stug", "StuG").replace("Sdkfz", "SdKfz")
    return re.sub(r"\b(Ii+|Iv)\b", lambda numeral: numeral[0].upper(), words)
