"""1 A pack read from its files: every card is made of its row, and all are counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from wardiary.domain.games.combat_soldiers.components.cards import (
    GREEN,
    OBJECTIVES,
    WHITE,
    Card,
    End,
    Pack,
)
from wardiary.domain.games.combat_soldiers.components.pack_files import (
    Objective,
    PrintedArmor,
    PrintedDeck,
    PrintedInfantry,
    PrintedLeader,
    PrintedMixed,
    PrintedObjectives,
    PrintedScenarios,
    PrintedTactical,
    TableSheet,
    TwoPlayer,
)
from wardiary.domain.games.combat_soldiers.components.titles import TITLES
from wardiary.domain.packs import PackError, expect, read_toml

CARDS = 128
FAMILIES = {
    "infantry": 65,
    "leader": 10,
    "armor": 6,
    "objective": 9,
    "event": 7,
    "tactical": 31,
}


CODE = re.compile(r"([LSR])([1-9])([bp]?)")
TANK_WEAPON = {"": 0, "b": 2, "p": 3}


def read_pack(files: Mapping[str, bytes]) -> Pack:
    """The pack's files as typed content; raises PackError with the place of the first mistake."""
    deck = read_toml(files, "deck.toml", PrintedDeck)
    objectives = read_toml(files, "objectives.toml", PrintedObjectives).objective
    scenarios = read_toml(files, "scenarios.toml", PrintedScenarios)
    sheet = read_toml(files, "table.toml", TableSheet)
    cards = {card.kind: card for card in _cards(deck, objectives)}
    _check_numbers(cards.values())
    ids = [objective.id for objective in objectives]
    expect(sorted(ids) == sorted(OBJECTIVES), "objectives.toml", ids, "the nine objectives")
    _check_two_player(cards, scenarios.two_player)
    return Pack(
        cards,
        {objective.id: objective for objective in objectives},
        sheet,
        {scenario.id: scenario for scenario in scenarios.scenario},
        scenarios.two_player,
    )


def _check_numbers(cards: Iterable[Card]) -> None:
    """1.1: 128 cards, so many of each family."""
    numbers = Counter[str]()
    for card in cards:
        numbers[card.family] += card.copies
    total = sum(numbers.values())
    expect(total == CARDS, "deck.toml", f"{total} of {CARDS} cards", f"{CARDS} cards")
    expect(dict(numbers) == FAMILIES, "deck.toml", dict(numbers), f"cards by family {FAMILIES}")


def _check_two_player(cards: Mapping[str, Card], rules: TwoPlayer) -> None:
    """20.1: the cards that are removed must exist."""
    for kind, number in rules.remove.items():
        exists = kind in cards and cards[kind].copies >= number
        where = f"scenarios.toml: two_player.remove.{kind}"
        expect(exists, where, number, "a kind with so many copies")


def slug(words: str, fallback: str = "") -> str:
    """A printed name as part of an id; `fallback` where it has no Latin letters."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or fallback


def _cards(deck: PrintedDeck, objectives: Iterable[Objective]) -> Iterator[Card]:
    """1.1.1: every kind of card, family by family."""
    for index, row in enumerate(deck.infantry):
        yield _infantry_card(f"deck.toml: infantry[{index}]", row)
    for index, mixed in enumerate(deck.infantry_leader):
        yield _mixed_card(f"deck.toml: infantry_leader[{index}]", mixed, f"mixed-{index}")
    for index, leader in enumerate(deck.leader):
        yield _leader_card(leader, f"leader-{index}")
    for index, tank in enumerate(deck.armor):
        yield _armor_card(tank, f"armor-{index}")
    for objective in objectives:
        yield Card(objective.id, "objective", objective.name, WHITE, 1)
    for event in deck.event:
        yield Card(slug(event.name), "event", event.name, WHITE, event.copies, attack=event.attack)
    for tactical in deck.tactical:
        yield _tactical_card(tactical)


def _unit(kind: str, family: str, ends: tuple[End, ...], copies: int) -> Card:
    title = " / ".join(end.name for end in ends)
    return Card(kind, family, title, GREEN, copies, {end.face: end for end in ends})


def _infantry_card(where: str, row: PrintedInfantry) -> Card:
    ends = (
        _infantry(where, row.us, "us", row.us_vp),
        _infantry(where, row.german, "german", row.german_vp),
    )
    return _unit(f"{slug(row.us)}-{slug(row.german)}", "infantry", ends, row.copies)


def _infantry(where: str, code: str, side: str, vp: int) -> End:
    match = CODE.fullmatch(code)
    weapon = match[3] if match else ""
    # A bazooka is American, a panzerfaust German (1.1.1.1-c).
    if match is None or (weapon and weapon != ("b" if side == "us" else "p")):
        raise PackError(where, code, "L, S or R, a strength, and b (US) or p (German) if armed")
    name = f"{'US' if side == 'us' else 'German'} {code}"
    return End(side, side, "infantry", name, vp, match[1], int(match[2]), TANK_WEAPON[weapon])


def _mixed_card(where: str, row: PrintedMixed, fallback: str) -> Card:
    infantry = _infantry(where, row.infantry, row.side, row.infantry_vp)
    face = row.leader_side if row.leader_side != row.side else f"{row.leader_side}-leader"
    leader = _leader(face, row.leader_side, row.leader, row.leader_vp, row.modifier, row.rating)
    kind = f"{slug(row.infantry)}-{slug(row.leader.split()[-1], fallback)}"
    return _unit(kind, "infantry", (infantry, leader), 1)


def _leader_card(row: PrintedLeader, fallback: str) -> Card:
    ends = (
        _leader("us", "us", row.us, row.us_vp, row.us_modifier, row.us_rating),
        _leader(
            "german", "german", row.german, row.german_vp, row.german_modifier, row.german_rating
        ),
    )
    kind = f"{slug(row.us.split()[-1], fallback)}-{slug(row.german.split()[-1], fallback)}"
    return _unit(kind, "leader", ends, 1)


def _leader(face: str, side: str, name: str, vp: int, modifier: int, rating: int) -> End:
    return End(face, side, "leader", name, vp, modifier=modifier, rating=rating)


def _armor_card(row: PrintedArmor, fallback: str) -> Card:
    ends = (_tank(row.us, "us", *row.us_factors), _tank(row.german, "german", *row.german_factors))
    kind = f"{slug(row.us, fallback)}-{slug(row.german, fallback)}"
    return _unit(kind, "armor", ends, 1)


def _tank(name: str, side: str, versus_armor: int, versus_others: int, defence: int) -> End:
    return End(
        side,
        side,
        "armor",
        name,
        defence,
        strength=defence,
        versus_armor=versus_armor,
        versus_others=versus_others,
    )


def _tactical_card(row: PrintedTactical) -> Card:
    kind = "-".join(row.uses)
    if row.ffe:
        kind = f"ffe-{row.ffe}-at-{row.at_weapon}" + (f"-{row.at_side}" if row.at_side else "")
    return Card(
        kind,
        "tactical",
        " / ".join(_use_title(use, row) for use in row.uses),
        GREEN,
        row.copies,
        uses=row.uses,
        attack=row.barrage,
        ffe=row.ffe,
        at_weapon=row.at_weapon,
        at_side=row.at_side,
    )


def _use_title(use: str, row: PrintedTactical) -> str:
    number = {"ffe": row.ffe, "at-weapon": row.at_weapon}.get(use, 0)
    return f"{TITLES[use]} +{number}" if number else TITLES[use]
