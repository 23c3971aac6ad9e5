"""Pieces of text that several files of a pack share: numbers, names, radios, support elements."""

import re
from collections.abc import Mapping
from typing import Any, get_args

from wardiary.domain.games.combat_commander.components.printed import (
    CombatCommanderPack,
    Element,
    RadioCard,
)
from wardiary.domain.games.combat_commander.pack.files import RadioFile
from wardiary.domain.packs import PackError

YEARS = (1939, 1945)


def number_in(where: str, text: str, least: int, most: int) -> int:
    """A number within its bounds."""
    if not re.fullmatch(r"-?\d+", text) or not least <= int(text) <= most:
        raise PackError(where, text, f"a number from {least} to {most}")
    return int(text)


def one_of(where: str, text: str, kind: Any) -> Any:
    """One of the words that a type allows."""
    choices = get_args(kind)
    if text not in choices:
        raise PackError(where, text, f"one of {', '.join(map(str, choices))}")
    return text


def rows_between(text: str) -> range:
    """Rows or numbers as "3-7", both included."""
    first, last = text.split("-")
    return range(int(first), int(last) + 1)


def known_name(where: str, name: str, among: Mapping[str, object]) -> str:
    """A name that something in the pack has."""
    if name not in among:
        raise PackError(where, name, "a name that the pack knows")
    return name


class Calibres:
    """Radios are made by calibre: "radio-105mm" takes the numbers of its band, "105-114"."""

    def __init__(self, file: dict[str, RadioFile]) -> None:
        self.bands = [(self._band(text), radio) for text, radio in file.items()]

    def _band(self, text: str) -> range:
        if not re.fullmatch(r"\d+-\d+", text):
            raise PackError(f"weapons.toml: radios.{text}", text, 'calibres such as "105-114"')
        return rows_between(text)

    def radio(self, where: str, name: str) -> RadioCard:
        """A radio by its name, with the numbers of its band."""
        match = re.fullmatch(r"radio-(\d+)mm", name)
        calibre = int(match[1]) if match else 0
        for band, file in self.bands:
            if calibre in band:
                return RadioCard(name, calibre, file.firepower, tuple(file.destroys), file.smoke)
        raise PackError(where, name, 'a radio such as "radio-105mm", of a calibre in weapons.toml')


def element(
    pack: CombatCommanderPack, calibres: Calibres, where: str, nation: str, text: str
) -> Element:
    """A unit with or without weapon, or a radio, with its cost and years."""
    match = re.fullmatch(r"(\S+) (\d+)(?: (\d{4})-(\d{4}))?", text)
    if match is None:
        raise PackError(where, text, '"unit+weapon cost" or "unit+weapon cost 1942-1945"')
    first, last = int(match[3] or YEARS[0]), int(match[4] or YEARS[1])
    if match[1].startswith("radio-"):
        radio = calibres.radio(where, match[1])
        pack.radios[radio.id] = radio
        return Element("", "", radio.id, int(match[2]), first, last)
    unit, _, weapon = match[1].partition("+")
    return Element(
        known_name(where, f"{nation}-{unit}", pack.units),
        known_name(where, f"{nation}-{weapon}", pack.weapons) if weapon else "",
        "",
        int(match[2]),
        first,
        last,
    )
