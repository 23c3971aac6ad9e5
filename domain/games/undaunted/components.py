"""Components: the printed cards, counters and tiles, read from `values.toml` and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from wardiary.domain.packs import expect, read_toml

SEATS = ("us", "german")
VALUES = "values.toml"
FOG = "fog-of-war"
RIFLEMEN = "riflemen"
MORTAR = "mortar"
READY, SUPPRESSED = "ready", "suppressed"
SCOUTED, CONTROLLED = "scouted", "controlled"
HILL_COVER = 3

MOVEMENT = ("move", "guide", "scout", "stalk")
NUMBERED = (*MOVEMENT, "bolster", "command", "inspire", "attack", "suppress", "blast")
PLAIN = ("conceal", "control", "recon", "target")
SQUAD_LIMITED = ("bolster", "inspire")
MORTAR_ONLY = ("blast", "target")
WITHOUT_COUNTER = ("guide", "bolster", "command", "conceal", "inspire", "recon")
FARTHEST = 4  # Tiles that an action may go at most, so that all its paths can be listed.

Squad = Literal["a", "b", "c"]
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]


# Ruling: U-Q01 every printed number comes from the pack, none from the code.
class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One title as printed: `stock` cards a side (of each squad, if any); counters if defended."""

    title: str
    stock: Positive
    initiative: Count
    actions: tuple[str, ...]
    defence: Count = 0
    squads: tuple[Squad, ...] = ()


class PrintedMarkers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many markers there are: control a side, spawn by side, objectives by their points."""

    control: Positive
    spawn: dict[str, Count]
    objectives: dict[str, Count]


class PrintedValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `values.toml`."""

    markers: PrintedMarkers
    cards: dict[str, PrintedCard]
    covers: dict[Literal["0", "1", "2", "3", "hill"], tuple[str, ...]]


class Action(msgspec.Struct, frozen=True):
    """U-ACT-1: a printed action, its number, and whether it is limited to the card's squad."""

    verb: str
    value: int
    squad_only: bool
    label: str


class Card(msgspec.Struct, frozen=True):
    """What all cards of one title and squad print (U-CARD-3), and their counter's defence.

    U-CARD-1: a combat card has a `defence`, a command card has none, Fog of War no actions either.
    """

    kind: str
    name: str
    title: str
    squad: str
    stock: int
    initiative: int
    defence: int
    actions: dict[str, Action]

    @property
    def combat(self) -> bool:
        """U-UNIT-2, U-CARD-5: whether a counter of the same title and squad belongs to it."""
        return self.defence > 0


class Values(msgspec.Struct, frozen=True):
    """The components of both sides, ready for use: cards by kind, covers by tile face, markers."""

    cards: dict[str, Card]
    covers: dict[str, int]
    hills: frozenset[str]
    markers: PrintedMarkers


def read_values(files: Mapping[str, bytes]) -> Values:
    """The printed values of a pack; raises PackError where a file cannot be those of this game."""
    printed = read_toml(files, VALUES, PrintedValues)
    cards = {
        card.kind: card for name, title in printed.cards.items() for card in _cards(name, title)
    }
    _check_cards(cards)
    _check_markers(printed.markers)
    covers = {
        tile: HILL_COVER if cover == "hill" else int(cover)
        for cover, tiles in printed.covers.items()
        for tile in tiles
    }
    _check_tiles([tile for tiles in printed.covers.values() for tile in tiles])
    return Values(cards, covers, frozenset(printed.covers.get("hill", ())), printed.markers)


def _cards(name: str, printed: PrintedCard) -> list[Card]:
    """U-CARD-4, U-CARD-6: a title without squads is one kind, another is a kind for each squad."""
    where = f"{VALUES}: cards.{name}"
    actions = {}
    for number, text in enumerate(printed.actions):
        action = _action(text, f"{where}.actions[{number}]", printed)
        actions[action.verb] = action
    has_actions = bool(printed.actions) or name == FOG
    expect(has_actions, f"{where}.actions", (), f"an action: only {FOG} has none")
    harmless = name != FOG or not (printed.actions or printed.defence)
    expect(harmless, where, "actions or a defence", "none of them (U-FOGC-1)")
    return [_card(name, printed, squad, actions) for squad in printed.squads or ("",)]


def _card(name: str, printed: PrintedCard, squad: str, actions: dict[str, Action]) -> Card:
    title = f"{printed.title} {squad.upper()}".rstrip()
    return Card(
        kind=f"{name}-{squad}" if squad else name,
        name=name,
        title=title,
        squad=squad,
        stock=printed.stock,
        initiative=printed.initiative,
        defence=printed.defence,
        actions={
            verb: replace(action, label=f"{title}: {_words(action, squad)}")
            for verb, action in actions.items()
        },
    )


def _words(action: Action, squad: str) -> str:
    """A printed action for people: "bolster 2 (squad A)"."""
    return action.label.replace(" squad", f" (squad {squad.upper()})")


def _action(text: str, where: str, printed: PrintedCard) -> Action:
    verb, *rest = text.split() or [""]
    squad_only = rest[-1:] == ["squad"]
    numbers = rest[:-1] if squad_only else rest
    well_formed = (
        (verb in PLAIN and not rest)
        or (verb in NUMBERED and len(numbers) == 1 and _is_count(numbers[0]))
    ) and (not squad_only or (verb in SQUAD_LIMITED and bool(printed.squads)))
    examples = 'an action such as "attack 2", "recon" or "bolster 1 squad"'
    expect(well_formed, where, text, examples)
    near = verb not in MOVEMENT or int(numbers[0]) <= FARTHEST
    expect(near, where, text, f"at most {FARTHEST} tiles")
    of_mortar = where.startswith(f"{VALUES}: cards.{MORTAR}.")
    expect(verb not in MORTAR_ONLY or of_mortar, where, text, "an action that is not the mortar's")
    possible = bool(printed.defence) or verb in WITHOUT_COUNTER
    expect(possible, where, text, "an action that needs no counter, or a defence")
    return Action(verb, int(numbers[0]) if numbers else 1, squad_only, text)


def _is_count(word: str) -> bool:
    return word.isdecimal() and int(word) > 0


def _check_cards(cards: dict[str, Card]) -> None:
    """U-COMP-1, U-COMP-2, U-UNIT-1: 54 cards and 11 counters a side, three to five cards a unit."""
    where = f"{VALUES}: cards"
    names = {card.name for card in cards.values()}
    for name in (RIFLEMEN, FOG):
        expect(name in names, f"{where}.{name}", "nothing", "the card that the rules speak of")
    for card in cards.values():
        fits = not card.combat or 3 <= card.stock <= 5
        expect(fits, f"{where}.{card.name}.stock", card.stock, "3 to 5 cards a unit")
    total = sum(card.stock for card in cards.values())
    expect(total == 54, where, f"{total} cards a side", "54 cards a side")
    counters = sum(card.combat for card in cards.values())
    expect(counters == 11, where, f"{counters} counters a side", "11 counters a side")


def _check_markers(markers: PrintedMarkers) -> None:
    """U-COMP-2 to U-COMP-4: 18 control markers a side, 4 and 5 spawn markers, 14 objectives."""
    where = f"{VALUES}: markers"
    expect(markers.control == 18, f"{where}.control", markers.control, "18 a side")
    spawn_markers = {"us": 4, "german": 5}
    expect(markers.spawn == spawn_markers, f"{where}.spawn", markers.spawn, "us 4 and german 5")
    for points in markers.objectives:
        expect(points.isdecimal(), f"{where}.objectives.{points}", points, "a number of points")
    total = sum(markers.objectives.values())
    expect(total == 14, f"{where}.objectives", f"{total} markers", "14 markers")


def _check_tiles(tiles: list[str]) -> None:
    """U-COMP-4, U-TILE-1: 18 tiles, each with a cover on its A and on its B side."""
    where = f"{VALUES}: covers"
    known = {f"{number}{side}" for number in range(1, 19) for side in "AB"}
    for tile in tiles:
        expect(tile in known, where, tile, "a tile from 1A to 18B")
        expect(tiles.count(tile) == 1, where, f"{tile} twice", "each tile once")
    missing = ", ".join(sorted(known - set(tiles))[:1])
    expect(not missing, where, f"no {missing}", "a cover for each side of 18 tiles")
