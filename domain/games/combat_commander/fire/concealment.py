"""A29: concealment, played before a defence roll."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_commander.cards.cards import cards_for, play
from wardiary.domain.games.combat_commander.cards.playing import CardAction
from wardiary.domain.games.combat_commander.fire.attack import OpenAttack
from wardiary.domain.games.combat_commander.table.commands import Play
from wardiary.domain.games.combat_commander.terrain.cover import cover
from wardiary.domain.games.kit.menus import top_step
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, choice_slot, fixed_slot
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


def concealment_offers(table: Table, seat: Seat, attack: OpenAttack) -> Iterator[Offer]:
    """A29: each card, at each hex under attack; mines void all cover."""
    if attack.kind == "mines":
        return
    for card in cards_for(table, seat, "concealment"):
        slots = (fixed_slot("card", card), choice_slot("at", attack.hexes))
        facts: dict[str, str | int] = {"action": "concealment"}
        yield Offer("play", slots, "A29", "concealment", facts=facts)


def conceal(draft: Draft, seat: Seat, command: Play) -> None:
    """A29: the attack total is lowered by the cover of the hex."""
    attack = top_step(draft, OpenAttack)
    play(draft, seat, command.card, rule="A29")
    # Ruling: AMB-41, literal: cover below 0 raises the total; only for rolls not yet made.
    cover_value = cover(draft.table, command.at, attack.shot)
    items = (("attack total", attack.total, "O20.3.3"), ("concealment", -cover_value, "A29"))
    total = draft.total(f"attack total {command.at}", items, rule="A29")
    draft.track("attack-total", total, rule="4.1.2")
    draft.change(total=total)


CONCEALMENT = CardAction("concealment", concealment_offers, conceal)
