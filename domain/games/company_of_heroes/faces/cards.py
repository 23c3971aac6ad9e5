"""Faces of commander cards, operations cards and building boards."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.company_of_heroes.components.commanders import CommanderCard
from wardiary.domain.games.company_of_heroes.components.missions import OperationCard
from wardiary.domain.games.company_of_heroes.components.names import FACTION_NAMES
from wardiary.domain.games.company_of_heroes.components.pack import CompanyOfHeroesPack
from wardiary.domain.games.company_of_heroes.faces.texts import (
    cost_words,
    effect_text,
    listed,
)
from wardiary.domain.play.faces import Component, Face, Figure, Text

TIERS = (1, 2, 3)


def commander(pack: CompanyOfHeroesPack, card: CommanderCard) -> Component:
    """C-8.0a: a commander with its tiers."""
    return Component(
        card.kind,
        "card",
        (
            Face(
                "",
                card.name,
                family=card.faction,
                symbol="commander",
                subtitle=f"{FACTION_NAMES[card.faction]} commander",
                figures=tuple(_tier_figures(card)),
                texts=tuple(
                    Text(f"Tier {number}: {text.text}", text.rule)
                    for number, tier in enumerate(card.tiers, start=1)
                    for text in (effect_text(tier.effect, pack.units),)
                ),
            ),
        ),
        1,
        back=card.faction,
    )


def _tier_figures(card: CommanderCard) -> Iterator[Figure]:
    for number, tier in enumerate(card.tiers, start=1):
        needs = f"building {tier.needs_tier}" if tier.needs_tier else ""
        yield Figure(f"Tier {number}", tier.xp, "XP that unlock it.", "C-8.0a", needs)


def operation(card: OperationCard) -> Component:
    """C-4.0.1b: an operations card."""
    figures = (
        Figure("Top", card.top, "Turns of the round if the top is taken.", "C-4.0.1b"),
        Figure("Bottom", card.bottom, "Turns of the round if the bottom is taken.", "C-4.0.1b"),
    )
    title = f"Operation {card.top} or {card.bottom}"
    face = Face("", title, symbol="operation", subtitle="operations card", figures=figures)
    return Component(card.kind, "card", (face,), card.stock)


def building_boards(pack: CompanyOfHeroesPack) -> Iterator[Component]:
    """C-2.2d, C-7.4d: the boards of the tiers, with what each faction finds on them."""
    for tier in TIERS:
        up = Text("Its units may be bought.", "C-2.2d")
        units = (
            Text(f"{FACTION_NAMES[faction]}: {names}.", "C-7.4d")
            for faction in pack.numbers.tiers
            if (names := listed(unit.name for unit in pack.board(faction, tier)))
        )
        costs = (
            Text(f"{FACTION_NAMES[faction]}: for {cost_words(tiers[tier])}.", "C-7.4d")
            for faction, tiers in pack.numbers.tiers.items()
            if tier in tiers
        )
        title, symbol = f"Building, tier {tier}", "building-board"
        yield Component(
            f"tier-{tier}",
            "card",
            (
                Face("up", title, symbol=symbol, subtitle="face up", texts=(up, *units)),
                Face("down", title, symbol=symbol, subtitle="face down", texts=tuple(costs)),
            ),
        )
