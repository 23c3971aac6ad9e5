"""Faces of Destiny cards (1.5 to 1.9)."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.components.printed import Card
from wardiary.domain.games.combat_commander.faces.texts import (
    ACTION_MEANINGS,
    EVENT_MEANINGS,
    ORDER_MEANINGS,
    TRIGGER_MEANINGS,
)
from wardiary.domain.play.faces import Component, Face, Figure


def destiny_card(card: Card) -> Component:
    """1.5 to 1.9: order, action, event, random hex, dice and trigger of a card."""
    face = Face(
        "",
        named(card.order),
        family=card.nation,
        symbol=card.order,
        subtitle=named(card.action),
        figures=tuple(_figures(card)),
    )
    return Component(card.kind, "card", (face,), 1)


def named(word: str) -> str:
    """An order, action or event as it is called: "artillery-request" is Artillery request."""
    return {"kia": "KIA", "medic": "Medic!"}.get(word, word.replace("-", " ").capitalize())


def _figures(card: Card) -> Iterator[Figure]:
    yield _part("Order", card.order, ORDER_MEANINGS[card.order])
    yield _part("Action", card.action, ACTION_MEANINGS[card.action])
    yield _part("Event", card.event, EVENT_MEANINGS[card.event])
    yield Figure("Random hex", card.hex, "The hex when a random one is asked for.", "1.8")
    yield Figure("White die", card.white, "The first die when this card is a roll.", "1.9")
    yield Figure("Red die", card.red, "The second die when this card is a roll.", "1.9")
    if card.trigger:
        rule, meaning = TRIGGER_MEANINGS[card.trigger]
        yield Figure("Trigger", f"{card.trigger.capitalize()}!", meaning, rule)


def _part(name: str, word: str, meaning: tuple[str, str]) -> Figure:
    rule, text = meaning
    return Figure(name, named(word), text, rule)
