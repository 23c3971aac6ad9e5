"""Components: cards, objectives, markers and scenarios, from TOML to typed printed values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from wardiary.domain.packs import PackError, read_toml
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table

Side = Literal["us", "german"]
SIDES: tuple[Side, Side] = ("us", "german")
CARDS = 128
FAMILIES = {
    "infantry": 65,
    "leader": 10,
    "armor": 6,
    "objective": 9,
    "event": 7,
    "tactical": 31,
}
WHITE, GREEN = "white", "green"
OBJECTIVES = (
    "bridge",
    "river",
    "pherddorf",
    "citie",
    "steeple",
    "crossroads",
    "forest",
    "hill-205",
    "barracks",
)

Count = Annotated[int, msgspec.Meta(ge=0)]
Name = Annotated[str, msgspec.Meta(pattern=r"[A-Za-z0-9]\S*$")]
"""What a card is called; the last word makes its id."""
Copies = Annotated[int, msgspec.Meta(ge=1)]
# 1.1.3-b1, 1.1.3-b2: what a leader may print.
Modifier = Annotated[int, msgspec.Meta(ge=-1, le=3)]
Rating = Annotated[int, msgspec.Meta(ge=2, le=3)]
# 13.5.1.1: from none to three.
Garrison = Annotated[int, msgspec.Meta(ge=0, le=3)]
Cost = Annotated[int, msgspec.Meta(ge=0, le=2)]
CODE = re.compile(r"([LSR])([1-9])([bp]?)")
TANK_WEAPON = {"": 0, "b": 2, "p": 3}


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something printed in a pack file."""


class PrintedInfantry(Printed, frozen=True):
    """1.1.1.1-a, 1.1.1.1-c: infantry of two nations; the codes are type, strength, tank weapon."""

    us: Name
    us_vp: Count
    german: Name
    german_vp: Count
    copies: Copies


class PrintedMixed(Printed, frozen=True):
    """Infantry on one end, a leader on the other (1.1.1.1-b)."""

    side: Side
    infantry: Name
    infantry_vp: Count
    leader_side: Side
    leader: Name
    modifier: Modifier
    rating: Rating
    leader_vp: Count


class PrintedLeader(Printed, frozen=True):
    """A two-nation leader card (1.1.1.2)."""

    us: Name
    us_modifier: Modifier
    us_rating: Rating
    us_vp: Count
    german: Name
    german_modifier: Modifier
    german_rating: Rating
    german_vp: Count


class PrintedArmor(Printed, frozen=True):
    """A two-nation armor card: factors against armor, against others, in defence (1.1.1.3)."""

    us: Name
    us_factors: tuple[Copies, Copies, Copies]
    german: Name
    german_factors: tuple[Copies, Copies, Copies]


class PrintedEvent(Printed, frozen=True):
    """A random event (1.1.1.4)."""

    name: Literal["Mines!", "Engineers", "Friendly Fire", "Weather"]
    attack: Count
    copies: Copies


Use = Literal[
    "major-offensive",
    "counterattack",
    "intelligence",
    "medic",
    "barrage",
    "airborne",
    "amphibious",
    "recon",
    "no-retreat",
    "sappers",
    "sniper",
    "cover",
    "ffe",
    "at-weapon",
    "surrounded",
    "partisan",
]


class PrintedTactical(Printed, frozen=True):
    """1.1.1.6-a, 14.1, 14.2, 14.3: a tactical card, of whose uses a play gives one."""

    uses: tuple[Use, ...]
    copies: Copies
    barrage: Count = 0
    ffe: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    at_weapon: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    at_side: Literal["", "us", "german"] = ""


class PrintedDeck(Printed, frozen=True):
    """The file deck.toml; a kind of card that the rules do not know is refused."""

    infantry: tuple[PrintedInfantry, ...]
    infantry_leader: tuple[PrintedMixed, ...]
    leader: tuple[PrintedLeader, ...]
    armor: tuple[PrintedArmor, ...]
    event: tuple[PrintedEvent, ...]
    tactical: tuple[PrintedTactical, ...]


class Objective(Printed, frozen=True):
    """13.5.1-a: an objective as printed: points, garrison, defence (1.1.3-b3, 1.1.3-b4, 1.1.3-b6).

    The phase letters and the cost by the side that holds it tell of its capability (1.1.3-b5).
    """

    id: str
    name: str
    colour: Literal["tan", "blue", "white", "red"]
    vp: Count
    garrison: Garrison
    defence: Annotated[int, msgspec.Meta(ge=1, le=8)]
    phase: str = ""
    cost_us: Cost = 0
    cost_german: Cost = 0
    bonus: Count = 0
    attack: Count = 0

    def cost(self, side: str) -> int:
        """3.0-d: the actions that its capability costs."""
        return self.cost_us if side == "us" else self.cost_german


class PrintedObjectives(Printed, frozen=True):
    """The file objectives.toml."""

    objective: tuple[Objective, ...]


class Dice(Printed, frozen=True):
    """1.3: two ten-sided dice."""

    number: Literal[2]
    sides: Literal[10]


class Capacity(Printed, frozen=True):
    """11.3: hand capacity, and what a usable objective adds to it (2.6.3 speaks of nine)."""

    one_side: Copies
    both_sides: Copies
    bonus: dict[str, Count] = {}


class Markers(Printed, frozen=True):
    """1.2: the markers whose number matters."""

    antitank: dict[Literal["1", "2", "3", "4"], Count]
    entrenched: dict[Literal["1", "2"], Count]
    sieges: tuple[Literal["a", "b"], ...]
    interdiction: Count


class TableSheet(Printed, frozen=True):
    """Track, 1.2, 1.3: the file table.toml: dice, markers, capacity, the surrender number."""

    sudden_death: tuple[Annotated[int, msgspec.Meta(ge=5, le=10)], ...]
    surrender: Copies
    dice: Dice
    capacity: Capacity
    markers: Markers


class Scenario(Printed, frozen=True):
    """17.0: a scenario; an empty side means that either will do."""

    id: str
    name: str
    rule: str
    about: str
    objectives: Literal["", "us", "german"] = ""
    armor: Literal["", "us", "german"] = ""
    major_offensive: Literal["", "us", "german"] = ""
    entrenched: Literal["", "us", "german"] = ""
    mines: Literal["", "us", "german"] = ""
    weather: bool = False
    airborne_removed: Count = 0
    airborne: Literal["us", "german"] = "us"
    airborne_supply: bool = True
    ends_when_all: Literal["", "us", "german"] = ""
    ends_rule: str = ""
    second_round: str = ""


class TwoPlayer(Printed, frozen=True):
    """20.1: how many of each kind stay out, and how many objectives each seat is dealt."""

    objectives_dealt: Copies
    remove: dict[str, Copies]


class PrintedScenarios(Printed, frozen=True):
    """The file scenarios.toml."""

    scenario: tuple[Scenario, ...]
    two_player: TwoPlayer


class End(msgspec.Struct, frozen=True, gc=False):
    """One end of a unit card; `strength` is an infantry's, or an armor's defence factor."""

    face: str
    side: str
    role: Literal["infantry", "armor", "leader"]
    name: str
    vp: int
    arm: str = ""
    strength: int = 0
    tank_weapon: int = 0
    versus_armor: int = 0
    versus_rest: int = 0
    modifier: int = 0
    rating: int = 0


class Card(msgspec.Struct, frozen=True, gc=False):
    """1.1.1: a kind of card: its family, title, back, and its ends by face or its uses."""

    kind: str
    family: str
    title: str
    back: str
    copies: int
    ends: dict[str, End] = {}
    uses: tuple[str, ...] = ()
    attack: int = 0
    ffe: int = 0
    at_weapon: int = 0
    at_side: str = ""

    def pieces(self) -> tuple[PieceId, ...]:
        """The ids of its copies."""
        if self.copies == 1:
            return (self.kind,)
        return tuple(f"{self.kind}-{number}" for number in range(1, self.copies + 1))


class Pack(msgspec.Struct, frozen=True):
    """All printed content of the game."""

    cards: dict[str, Card]
    objectives: dict[str, Objective]
    sheet: TableSheet
    scenarios: dict[str, Scenario]
    two_player: TwoPlayer


def read_pack(files: Mapping[str, bytes]) -> Pack:
    """The pack's files as typed content; raises PackError with the place of the first mistake."""
    deck = read_toml(files, "deck.toml", PrintedDeck)
    objectives = read_toml(files, "objectives.toml", PrintedObjectives).objective
    scenarios = read_toml(files, "scenarios.toml", PrintedScenarios)
    sheet = read_toml(files, "table.toml", TableSheet)
    cards = {card.kind: card for card in _cards(deck, objectives)}
    _count(cards.values())
    if sorted(objective.id for objective in objectives) != sorted(OBJECTIVES):
        raise PackError(
            "objectives.toml", [objective.id for objective in objectives], "the nine objectives"
        )
    _check_two_player(cards, scenarios.two_player)
    return Pack(
        cards,
        {objective.id: objective for objective in objectives},
        sheet,
        {one.id: one for one in scenarios.scenario},
        scenarios.two_player,
    )


def _count(cards: Iterable[Card]) -> None:
    """1.1: 128 cards, so many of each family."""
    found = Counter[str]()
    for card in cards:
        found[card.family] += card.copies
    if sum(found.values()) != CARDS:
        raise PackError("deck.toml", f"{sum(found.values())} of {CARDS} cards", f"{CARDS} cards")
    if dict(found) != FAMILIES:
        raise PackError("deck.toml", dict(found), f"cards by family {FAMILIES}")


def _check_two_player(cards: Mapping[str, Card], rules: TwoPlayer) -> None:
    for kind, number in rules.remove.items():
        if kind not in cards or cards[kind].copies < number:
            raise PackError(
                f"scenarios.toml: two_player.remove.{kind}", number, "a kind with so many copies"
            )


def slug(words: str, spare: str = "") -> str:
    """A printed name as part of an id; `spare` where it is written in another script."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or spare


def _cards(deck: PrintedDeck, objectives: Iterable[Objective]) -> Iterator[Card]:
    for index, row in enumerate(deck.infantry):
        where = f"deck.toml: infantry[{index}]"
        ends = (
            _infantry(where, row.us, "us", row.us_vp),
            _infantry(where, row.german, "german", row.german_vp),
        )
        yield _unit(f"{slug(row.us)}-{slug(row.german)}", "infantry", ends, row.copies)
    for index, mixed in enumerate(deck.infantry_leader):
        yield _mixed(f"deck.toml: infantry_leader[{index}]", mixed, f"mixed-{index}")
    for index, one in enumerate(deck.leader):
        yield _leader(one, f"leader-{index}")
    for index, tank in enumerate(deck.armor):
        ends = (
            _tank(tank.us, "us", *tank.us_factors),
            _tank(tank.german, "german", *tank.german_factors),
        )
        spare = f"armor-{index}"
        yield _unit(f"{slug(tank.us, spare)}-{slug(tank.german, spare)}", "armor", ends, 1)
    for printed in objectives:
        yield Card(printed.id, "objective", printed.name, WHITE, 1)
    for event in deck.event:
        yield Card(slug(event.name), "event", event.name, WHITE, event.copies, attack=event.attack)
    for play in deck.tactical:
        yield _tactical(play)


def _unit(kind: str, family: str, ends: tuple[End, ...], copies: int) -> Card:
    title = " / ".join(end.name for end in ends)
    return Card(kind, family, title, GREEN, copies, {end.face: end for end in ends})


def _infantry(where: str, code: str, side: str, vp: int) -> End:
    match = CODE.fullmatch(code)
    weapon = match[3] if match else ""
    # A bazooka is American, a panzerfaust German (1.1.1.1-c).
    if match is None or (weapon and weapon != ("b" if side == "us" else "p")):
        raise PackError(where, code, "L, S or R, a strength, and b (US) or p (German) if armed")
    name = f"{'US' if side == 'us' else 'German'} {code}"
    return End(side, side, "infantry", name, vp, match[1], int(match[2]), TANK_WEAPON[weapon])


def _mixed(where: str, row: PrintedMixed, spare: str) -> Card:
    infantry = _infantry(where, row.infantry, row.side, row.infantry_vp)
    face = row.leader_side if row.leader_side != row.side else f"{row.leader_side}-leader"
    leader = End(
        face,
        row.leader_side,
        "leader",
        row.leader,
        row.leader_vp,
        modifier=row.modifier,
        rating=row.rating,
    )
    kind = f"{slug(row.infantry)}-{slug(row.leader.split()[-1], spare)}"
    return _unit(kind, "infantry", (infantry, leader), 1)


def _leader(row: PrintedLeader, spare: str) -> Card:
    kind = f"{slug(row.us.split()[-1], spare)}-{slug(row.german.split()[-1], spare)}"
    us = End(
        "us", "us", "leader", row.us, row.us_vp, modifier=row.us_modifier, rating=row.us_rating
    )
    german = End(
        "german",
        "german",
        "leader",
        row.german,
        row.german_vp,
        modifier=row.german_modifier,
        rating=row.german_rating,
    )
    return _unit(kind, "leader", (us, german), 1)


def _tank(name: str, side: str, versus_armor: int, versus_rest: int, defence: int) -> End:
    return End(
        side,
        side,
        "armor",
        name,
        defence,
        strength=defence,
        versus_armor=versus_armor,
        versus_rest=versus_rest,
    )


def _tactical(row: PrintedTactical) -> Card:
    kind = "-".join(row.uses)
    if row.ffe:
        kind = f"ffe-{row.ffe}-at-{row.at_weapon}" + (f"-{row.at_side}" if row.at_side else "")
    return Card(
        kind,
        "tactical",
        " / ".join(_titled(use, row) for use in row.uses),
        GREEN,
        row.copies,
        uses=row.uses,
        attack=row.barrage,
        ffe=row.ffe,
        at_weapon=row.at_weapon,
        at_side=row.at_side,
    )


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


def _titled(use: str, row: PrintedTactical) -> str:
    number = {"ffe": row.ffe, "at-weapon": row.at_weapon}.get(use, 0)
    return f"{TITLES[use]} +{number}" if number else TITLES[use]


def card_of(table: Table, piece: PieceId) -> Card:
    """The printed card of a piece; raises KeyError when the piece is a marker."""
    cards: dict[str, Card] = table.pack.cards
    return cards[table.pieces[piece].kind]


def end_of(table: Table, unit: PieceId) -> End:
    """The end of a unit that is up."""
    held = table.pieces[unit]
    ends: dict[str, End] = table.pack.cards[held.kind].ends
    return ends[held.face]


def printed(table: Table, objective: PieceId) -> Objective:
    """An objective as printed."""
    found: Objective = table.pack.objectives[objective]
    return found


def sheet_of(table: Table) -> TableSheet:
    """The printed table sheet of this match."""
    sheet: TableSheet = table.pack.sheet
    return sheet


def scenario_of(table: Table) -> Scenario:
    """The scenario of this round: 17.3.5 has the offensive follow the counter-offensive."""
    scenarios: dict[str, Scenario] = table.pack.scenarios
    first = scenarios[table.scenario]
    if first.second_round and table.round >= 2 and table.setting("rounds") == 2:
        return scenarios[first.second_round]
    return first


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
