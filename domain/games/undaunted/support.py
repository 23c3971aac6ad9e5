"""Support: Bolster, Command, Conceal, Control, Inspire, Recon, Target, and drawing cards."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.undaunted.board import (
    ActionSpec,
    CardUse,
    SlotFilling,
    controls,
    counters_on,
    deck,
    discards,
    fog_in,
    hand,
    marker_on,
    other,
    play_area,
    refuse_unless,
    removed,
    reserve,
    supply,
    target_marker,
)
from wardiary.domain.games.undaunted.commands import (
    Bolster,
    Control,
    DrawMore,
    Inspire,
    Recon,
    Target,
)
from wardiary.domain.games.undaunted.components import CONTROLLED, FOG, SCOUTED
from wardiary.domain.games.undaunted.victory import count_points
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import choice_slot, several_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone

TARGET_DISTANCE = 3
NO_SLOTS: SlotFilling = ()


# Drawing


def draw_cards(draft: Draft, seat: Seat, number: int, rule: str) -> None:
    """U-DRAW-2, U-DRAW-3, U-DRAW-4: draw, shuffling discards in only when a card is needed."""
    drawn = draft.draw(deck(seat), hand(seat), number, rule=rule)
    missing = number - len(drawn)
    if missing and draft.table.zone(discards(seat)):
        draft.move(draft.table.zone(discards(seat)), deck(seat), rule="U-DRAW-2")
        draft.shuffle(deck(seat), rule="U-DRAW-2")
        missing -= len(draft.draw(deck(seat), hand(seat), missing, rule=rule))
    if missing:
        # Ruling: U-Q05 with deck and discard pile used up, what exists is drawn; it is said aloud.
        items = (("asked for", number, rule), ("no more cards", -missing, "U-DRAW-2"))
        draft.total(f"cards drawn by {seat}", items, rule="U-DRAW-2")


# Bolster


def bolster_cards(use: CardUse) -> list[PieceId]:
    """U-BOLS-1, U-BOLS-2: the supply, or what of it belongs to the printed squad."""
    # Ruling: U-Q29 Fog of War may be bolstered, unless a squad is printed.
    return of_squad(use, supply(use.seat))


def of_squad(use: CardUse, zone: Zone) -> list[PieceId]:
    """The cards in a zone that an action may take; Sniper, Mortar and the like have no squad."""
    lying, pieces = use.table.zone(zone), use.table.pieces
    if not use.action.squad_only:
        return list(lying)
    cards, squad = use.field.cards, use.card.squad
    return [card for card in lying if cards[pieces[card].kind].squad == squad]


def bolster_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-BOLS-1: up to so many, none included."""
    cards = bolster_cards(use)
    yield (several_slot("cards", cards, 0, min(use.action.value, len(cards))),)


def bolster_refuse(use: CardUse, command: Command) -> None:
    """U-BOLS-1, U-BOLS-2."""
    assert isinstance(command, Bolster)
    refuse_many(use, command.cards, "U-BOLS-1")
    for card in command.cards:
        lies = card in use.table.zone(supply(use.seat))
        refuse_unless(lies, "U-BOLS-1", f"{card} is not in your supply")
        why = f"{card} is not of squad {use.card.squad.upper()}"
        refuse_unless(card in bolster_cards(use), "U-BOLS-2", why)


def refuse_many(use: CardUse, cards: tuple[str, ...], rule: str) -> None:
    """Up to as many cards as printed, each once."""
    limit = use.action.value
    fits = len(cards) <= limit and len(set(cards)) == len(cards)
    refuse_unless(fits, rule, f"name up to {limit} different cards")


def bolster_act(draft: Draft, use: CardUse, command: Command) -> None:
    """U-BOLS-1."""
    assert isinstance(command, Bolster)
    draft.move(command.cards, discards(use.seat), rule="U-BOLS-1")


# Command


def command_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-CMD-1: from none to as many as printed."""
    yield (choice_slot("number", range(use.action.value, -1, -1)),)


def command_refuse(use: CardUse, command: Command) -> None:
    """U-CMD-1."""
    assert isinstance(command, DrawMore)
    limit = use.action.value
    fits = 0 <= command.number <= limit
    refuse_unless(fits, "U-CMD-1", f"draw from 0 to {limit} cards")


def command_act(draft: Draft, use: CardUse, command: Command) -> None:
    """U-CMD-1, U-CMD-2: what was drawn may be played this turn."""
    assert isinstance(command, DrawMore)
    if command.number:
        draw_cards(draft, use.seat, command.number, rule="U-CMD-1")


# Conceal


def plain_options(use: CardUse) -> Iterable[SlotFilling]:
    """An action without anything to choose."""
    yield NO_SLOTS


def refuse_nothing(use: CardUse, command: Command) -> None:
    """An action that is never refused."""


def conceal_act(draft: Draft, use: CardUse, command: Command) -> None:
    """U-CONC-1; U-CONC-2: without Fog of War in the opponent's supply nothing happens."""
    fog = fog_in(draft.table, supply(other(use.seat)))
    draft.move(fog[:1], discards(other(use.seat)), rule="U-CONC-1")


# Control


def control_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-CTRL-3, U-CTRL-4: with an own marker on the tile and no enemy counter."""
    # Ruling: U-Q24 controlling a tile that one controls already is allowed and does nothing.
    if marker_on(use.table, use.tile, use.seat) is not None:
        if not counters_on(use.table, use.tile, other(use.seat)):
            yield NO_SLOTS


def control_refuse(use: CardUse, command: Command) -> None:
    """U-CTRL-3, U-CTRL-4."""
    assert isinstance(command, Control)
    enemies = counters_on(use.table, use.tile, other(use.seat))
    refuse_unless(not enemies, "U-CTRL-3", f"an enemy counter is on {use.tile}")
    marker = marker_on(use.table, use.tile, use.seat)
    refuse_unless(marker, "U-CTRL-4", f"you have no control marker on {use.tile} to turn")


def control_act(draft: Draft, use: CardUse, command: Command) -> None:
    """U-CTRL-1, U-CTRL-2: one marker turns up and the opponent's back; then points are counted.

    The opponent's comes first, so that the turn which wins the match is its very last event.
    """
    enemy = other(use.seat)
    if controls(draft.table, use.tile, enemy):
        marker = marker_on(draft.table, use.tile, enemy)
        assert marker is not None
        draft.turn(marker, SCOUTED, rule="U-CTRL-2")
    own = marker_on(draft.table, use.tile, use.seat)
    assert own is not None
    draft.turn(own, CONTROLLED, rule="U-CTRL-1")
    count_points(draft)


# Inspire


def inspire_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-INSP-1, U-INSP-2: up to so many cards played before, none included."""
    # Ruling: U-Q08 the card does not return itself; it is not yet in the play area when it chooses.
    cards = of_squad(use, play_area(use.seat))
    yield (several_slot("cards", cards, 0, min(use.action.value, len(cards))),)


def inspire_refuse(use: CardUse, command: Command) -> None:
    """U-INSP-1, U-INSP-2."""
    assert isinstance(command, Inspire)
    refuse_many(use, command.cards, "U-INSP-1")
    for card in command.cards:
        lies = card in use.table.zone(play_area(use.seat))
        refuse_unless(lies, "U-INSP-1", f"{card} is not in your play area")
        why = f"{card} is not of squad {use.card.squad.upper()}"
        refuse_unless(card in of_squad(use, play_area(use.seat)), "U-INSP-2", why)


def inspire_act(draft: Draft, use: CardUse, command: Command) -> None:
    """U-INSP-1: both sides saw them, and they may be played again."""
    assert isinstance(command, Inspire)
    draft.move(command.cards, hand(use.seat), rule="U-INSP-1")


# Recon


def recon_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-RECON-3: with Fog of War in hand."""
    if fog := fog_in(use.table, hand(use.seat)):
        yield (choice_slot("fog", fog),)


def recon_refuse(use: CardUse, command: Command) -> None:
    """U-RECON-1, U-RECON-3."""
    assert isinstance(command, Recon)
    fog = fog_in(use.table, hand(use.seat))
    refuse_unless(fog, "U-RECON-3", "you have no Fog of War in hand")
    refuse_unless(command.fog in fog, "U-RECON-1", f"{command.fog} is no Fog of War in your hand")


def recon_act(draft: Draft, use: CardUse, command: Command) -> None:
    """U-RECON-1, U-RECON-2, U-FOG-2: this alone takes Fog of War out of the game."""
    assert isinstance(command, Recon)
    assert draft.table.pieces[command.fog].kind == FOG
    draft.move(command.fog, removed(use.seat), rule="U-RECON-1")
    draw_cards(draft, use.seat, 1, rule="U-RECON-1")


# Target


def target_tiles(use: CardUse) -> list[Zone]:
    """U-TARG-1, U-TARG-2: three or more tiles away, and not where the marker lies already."""
    # Ruling: U-Q15 the distance counts only when the marker is laid down or moved.
    lies = use.table.zone_of(target_marker(use.seat))
    distances = use.field.range_tiles[use.tile]
    return [
        tile for tile, distance in distances.items() if distance >= TARGET_DISTANCE and tile != lies
    ]


def target_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-TARG-1, U-TARG-2."""
    if tiles := target_tiles(use):
        yield (choice_slot("tile", tiles),)


def target_refuse(use: CardUse, command: Command) -> None:
    """U-TARG-1, U-TARG-2."""
    assert isinstance(command, Target)
    distances = use.field.range_tiles[use.tile]
    far = distances.get(command.tile, 0) >= TARGET_DISTANCE
    why = f"{command.tile} is not {TARGET_DISTANCE} tiles or more from {use.tile}"
    refuse_unless(far, "U-TARG-1", why)
    moved = command.tile in target_tiles(use)
    refuse_unless(moved, "U-TARG-2", f"your target marker is on {command.tile} already")


def target_act(draft: Draft, use: CardUse, command: Command) -> None:
    """U-TARG-1, U-TARG-2."""
    assert isinstance(command, Target)
    marker = target_marker(use.seat)
    if draft.table.zone_of(marker) == reserve(use.seat):
        draft.move(marker, command.tile, rule="U-TARG-1")
    else:
        draft.move(marker, command.tile, rule="U-TARG-2")


SUPPORT_RULES: dict[str, ActionSpec] = {
    "bolster": ActionSpec("U-BOLS-1", bolster_options, bolster_refuse, bolster_act),
    "command": ActionSpec("U-CMD-1", command_options, command_refuse, command_act),
    "conceal": ActionSpec("U-CONC-1", plain_options, refuse_nothing, conceal_act),
    "control": ActionSpec("U-CTRL-1", control_options, control_refuse, control_act),
    "inspire": ActionSpec("U-INSP-1", inspire_options, inspire_refuse, inspire_act),
    "recon": ActionSpec("U-RECON-1", recon_options, recon_refuse, recon_act),
    "target": ActionSpec("U-TARG-1", target_options, target_refuse, target_act),
}
