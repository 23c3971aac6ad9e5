"""Support: Bolster, Command, Conceal, Control, Inspire, Recon, Target, and drawing cards."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary.domain.games.kit.piles import draw_renewing
from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.games.undaunted.board import (
    controls,
    counters_on,
    deck,
    discards,
    fog_in,
    hand,
    marker_on,
    opponent,
    play_area,
    removed,
    reserve,
    supply,
    target_marker,
)
from wardiary.domain.games.undaunted.card_use import CardUse, SlotFilling, card_action
from wardiary.domain.games.undaunted.commands import (
    Bolster,
    Conceal,
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
    drawn = draw_renewing(
        draft, deck(seat), discards(seat), hand(seat), number, rule=rule, renewed="U-DRAW-2"
    )
    if drawn < number:
        # Ruling: U-Q05 with deck and discard pile used up, what there is is drawn, and recorded.
        items = (("asked for", number, rule), ("no more cards", drawn - number, "U-DRAW-2"))
        draft.total(f"cards drawn by {seat}", items, rule="U-DRAW-2")


# Bolster


def bolster_cards(use: CardUse) -> list[PieceId]:
    """U-BOLS-1, U-BOLS-2: the supply, or what of it belongs to the printed squad."""
    # Ruling: U-Q29 Fog of War may be bolstered, unless a squad is printed.
    return of_squad(use, supply(use.seat))


def of_squad(use: CardUse, zone: Zone) -> list[PieceId]:
    """The cards in a zone that an action may take; Sniper, Mortar and the like have no squad."""
    cards, pieces = use.field.cards, use.table.pieces
    return [
        card
        for card in use.table.zone(zone)
        if not use.action.squad_only or cards[pieces[card].kind].squad == use.card.squad
    ]


def bolster_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-BOLS-1: from none to as many as printed."""
    cards = bolster_cards(use)
    yield (several_slot("cards", cards, 0, min(use.action.value, len(cards))),)


def refuse_bolster(use: CardUse, command: Bolster) -> None:
    """U-BOLS-1, U-BOLS-2: cards of the supply and, where it is printed, of the squad."""
    refuse_too_many(use, command.cards, "U-BOLS-1")
    for card in command.cards:
        in_supply = card in use.table.zone(supply(use.seat))
        refuse_unless(in_supply, "U-BOLS-1", f"{card} is not in your supply")
        refuse_unless(card in bolster_cards(use), "U-BOLS-2", not_of_squad(use, card))


def refuse_too_many(use: CardUse, cards: tuple[PieceId, ...], rule: str) -> None:
    """Up to as many cards as printed, each once."""
    limit = use.action.value
    fits = len(cards) <= limit and len(set(cards)) == len(cards)
    refuse_unless(fits, rule, f"name up to {limit} different cards")


def not_of_squad(use: CardUse, card: PieceId) -> str:
    """Why a card of another squad, or of none, is refused."""
    return f"{card} is not of squad {use.card.squad.upper()}"


def bolster(draft: Draft, use: CardUse, command: Bolster) -> None:
    """U-BOLS-1: the cards go to the discard pile."""
    draft.move(command.cards, discards(use.seat), rule="U-BOLS-1")


# Command


def draw_more_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-CMD-1: from none to as many as printed."""
    yield (choice_slot("number", range(use.action.value, -1, -1)),)


def refuse_draw_more(use: CardUse, command: DrawMore) -> None:
    """U-CMD-1: no more cards than printed."""
    limit = use.action.value
    fits = 0 <= command.number <= limit
    refuse_unless(fits, "U-CMD-1", f"draw from 0 to {limit} cards")


def draw_more(draft: Draft, use: CardUse, command: DrawMore) -> None:
    """U-CMD-1, U-CMD-2: what was drawn may be played this turn."""
    if command.number:
        draw_cards(draft, use.seat, command.number, rule="U-CMD-1")


# Conceal


def no_choice(use: CardUse) -> Iterable[SlotFilling]:
    """An action without anything to choose."""
    yield NO_SLOTS


def refuse_nothing(use: CardUse, command: Command) -> None:
    """An action that is never refused."""


def conceal(draft: Draft, use: CardUse, command: Conceal) -> None:
    """U-CONC-1; U-CONC-2: without Fog of War in the opponent's supply nothing happens."""
    fog = fog_in(draft.table, supply(opponent(use.seat)))
    draft.move(fog[:1], discards(opponent(use.seat)), rule="U-CONC-1")


# Control


def control_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-CTRL-3, U-CTRL-4: with a marker of this seat on the tile and no enemy counter."""
    # Ruling: U-Q24 controlling a tile that is controlled already is allowed and does nothing.
    if marker_on(use.table, use.tile, use.seat) is not None:
        if not counters_on(use.table, use.tile, opponent(use.seat)):
            yield NO_SLOTS


def refuse_control(use: CardUse, command: Control) -> None:
    """U-CTRL-3, U-CTRL-4: no enemy counter on the tile, and a marker of this seat."""
    enemies = counters_on(use.table, use.tile, opponent(use.seat))
    refuse_unless(not enemies, "U-CTRL-3", f"an enemy counter is on {use.tile}")
    marker = marker_on(use.table, use.tile, use.seat)
    refuse_unless(marker, "U-CTRL-4", f"you have no control marker on {use.tile} to turn")


def control(draft: Draft, use: CardUse, command: Control) -> None:
    """U-CTRL-1, U-CTRL-2: the marker turns to controlled, the opponent's back; points are counted.

    The opponent's comes first, so that the turn which wins the match is its very last event.
    """
    enemy = opponent(use.seat)
    if controls(draft.table, use.tile, enemy):
        enemy_marker = marker_on(draft.table, use.tile, enemy)
        assert enemy_marker is not None
        draft.turn(enemy_marker, SCOUTED, rule="U-CTRL-2")
    marker = marker_on(draft.table, use.tile, use.seat)
    assert marker is not None
    draft.turn(marker, CONTROLLED, rule="U-CTRL-1")
    count_points(draft)


# Inspire


def inspire_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-INSP-1, U-INSP-2: from none to as many as printed of the cards played before."""
    # Ruling: U-Q08 the card does not return itself; it is not yet in the play area when it chooses.
    cards = of_squad(use, play_area(use.seat))
    yield (several_slot("cards", cards, 0, min(use.action.value, len(cards))),)


def refuse_inspire(use: CardUse, command: Inspire) -> None:
    """U-INSP-1, U-INSP-2: cards that were played and, where it is printed, of the squad."""
    refuse_too_many(use, command.cards, "U-INSP-1")
    for card in command.cards:
        was_played = card in use.table.zone(play_area(use.seat))
        refuse_unless(was_played, "U-INSP-1", f"{card} is not in your play area")
        of_this_squad = card in of_squad(use, play_area(use.seat))
        refuse_unless(of_this_squad, "U-INSP-2", not_of_squad(use, card))


def inspire(draft: Draft, use: CardUse, command: Inspire) -> None:
    """U-INSP-1: they may be played again, and the opponent knows them."""
    draft.move(command.cards, hand(use.seat), rule="U-INSP-1")


# Recon


def recon_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-RECON-3: with Fog of War in hand."""
    if fog := fog_in(use.table, hand(use.seat)):
        yield (choice_slot("fog", fog),)


def refuse_recon(use: CardUse, command: Recon) -> None:
    """U-RECON-1, U-RECON-3: a Fog of War in hand."""
    fog = fog_in(use.table, hand(use.seat))
    refuse_unless(fog, "U-RECON-3", "you have no Fog of War in hand")
    refuse_unless(command.fog in fog, "U-RECON-1", f"{command.fog} is no Fog of War in your hand")


def recon(draft: Draft, use: CardUse, command: Recon) -> None:
    """U-RECON-1, U-RECON-2, U-FOG-2: this alone takes Fog of War out of the game."""
    assert draft.table.pieces[command.fog].kind == FOG
    draft.move(command.fog, removed(use.seat), rule="U-RECON-1")
    draw_cards(draft, use.seat, 1, rule="U-RECON-1")


# Target


def target_tiles(use: CardUse) -> list[Zone]:
    """U-TARG-1, U-TARG-2: three or more tiles away, and not where the marker is already."""
    # Ruling: U-Q15 the distance counts only when the marker is placed or moved.
    here = use.table.zone_of(target_marker(use.seat))
    distances = use.field.range_tiles[use.tile]
    return [
        tile for tile, distance in distances.items() if distance >= TARGET_DISTANCE and tile != here
    ]


def target_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-TARG-1, U-TARG-2: any tile that is far enough, but for that of the marker."""
    if tiles := target_tiles(use):
        yield (choice_slot("tile", tiles),)


def refuse_target(use: CardUse, command: Target) -> None:
    """U-TARG-1, U-TARG-2: far enough, and another tile than now."""
    distances = use.field.range_tiles[use.tile]
    far = distances.get(command.tile, 0) >= TARGET_DISTANCE
    why = f"{command.tile} is not {TARGET_DISTANCE} tiles or more from {use.tile}"
    refuse_unless(far, "U-TARG-1", why)
    moved = command.tile in target_tiles(use)
    refuse_unless(moved, "U-TARG-2", f"your target marker is on {command.tile} already")


def target(draft: Draft, use: CardUse, command: Target) -> None:
    """U-TARG-1, U-TARG-2: the marker is placed, or moved."""
    marker = target_marker(use.seat)
    if draft.table.zone_of(marker) == reserve(use.seat):
        draft.move(marker, command.tile, rule="U-TARG-1")
    else:
        draft.move(marker, command.tile, rule="U-TARG-2")


SUPPORT = (
    card_action(Bolster, "U-BOLS-1", bolster_options, refuse_bolster, bolster),
    card_action(DrawMore, "U-CMD-1", draw_more_options, refuse_draw_more, draw_more),
    card_action(Conceal, "U-CONC-1", no_choice, refuse_nothing, conceal),
    card_action(Control, "U-CTRL-1", control_options, refuse_control, control),
    card_action(Inspire, "U-INSP-1", inspire_options, refuse_inspire, inspire),
    card_action(Recon, "U-RECON-1", recon_options, refuse_recon, recon),
    card_action(Target, "U-TARG-1", target_options, refuse_target, target),
)
