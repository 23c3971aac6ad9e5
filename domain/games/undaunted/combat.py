"""Combat: Attack, Suppress and Blast in four steps, casualties, and the cover of hills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from wardiary.domain.games.kit.refusals import refuse_unless
from wardiary.domain.games.undaunted.board import (
    counter_of,
    counters_on,
    counters_on_board,
    deck,
    discards,
    field_of,
    hand,
    kind_of_counter,
    opponent,
    removed,
    reserve,
    target_marker,
)
from wardiary.domain.games.undaunted.card_use import CardUse, SlotFilling, card_action, use_of
from wardiary.domain.games.undaunted.commands import Attack, Blast, Suppress
from wardiary.domain.games.undaunted.components import MORTAR, SUPPRESSED
from wardiary.domain.games.undaunted.victory import check_victory
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.forecast import Forecast, Foreseen, of_dice, total_of
from wardiary.domain.play.prompts import choice_slot, several_slot
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table

Item = tuple[str, int, str]


# Total defence


def base_defence(table: Table, counter: PieceId) -> Item:
    """U-CNTR-2: the number printed on the counter."""
    printed = field_of(table).cards[kind_of_counter(table, counter)]
    return ("base defence", printed.defence, "U-CNTR-2")


def cover(table: Table, counter: PieceId, shooter_tile: Zone, *, blast: bool) -> Item:
    """U-TILE-2, U-HILL-1 to U-HILL-3: the tile's number; on a hill 1 or 3."""
    field, tile = field_of(table), table.zone_of(counter)
    if tile not in field.hills:
        return ("cover", field.cover[tile], "U-TILE-2")
    if blast or shooter_tile in field.hills:
        return ("cover of the hill", 1, "U-HILL-2")
    return ("cover of the hill", 3, "U-HILL-3")


def range_bonus(table: Table, counter: PieceId, shooter_tile: Zone) -> Item:
    """U-ATK-6: the distance in tiles."""
    distance = field_of(table).range_tiles[shooter_tile][table.zone_of(counter)]
    return ("range", distance, "U-ATK-6")


def total_defence(
    table: Table, counter: PieceId, shooter_tile: Zone, *, blast: bool
) -> tuple[Item, ...]:
    """U-ATK-5: base defence, cover and range; U-ATK-7: no range against Blast."""
    items = (
        base_defence(table, counter),
        cover(table, counter, shooter_tile, blast=blast),
    )
    return items if blast else (*items, range_bonus(table, counter, shooter_tile))


# Dice


def hits(faces: Sequence[int], defence: int) -> bool:
    """U-ATK-9, U-ATK-10: a single die is enough, more change nothing; U-ATK-11: a 0 always hits."""
    # Ruling: U-Q19 the face 0 counts as success in play, whatever the defence.
    return any(face == 0 or face >= defence for face in faces)


def dice_of(use: CardUse) -> int:
    """U-ATK-8: as many dice as the action says; the mortar's blast may be set for the match."""
    # Ruling: U-Q26 more than four dice are rolled all the same.
    chosen = int(use.table.setting("mortar_blast")) if use.action.verb == "blast" else 0
    return chosen or use.action.value


def expected(foreseen: Foreseen) -> Forecast:
    """U-ATK-5, U-ATK-8: how likely each shot of a command hits, which the seat may know."""
    table, seat, command = foreseen.after, foreseen.seat, foreseen.command
    if not isinstance(command, (Attack, Suppress, Blast)):
        return Forecast()
    use = use_of(table, seat, command)
    blast = isinstance(command, Blast)
    targets = command.order if isinstance(command, Blast) else (command.target,)
    totals = [
        total_of(
            f"total defence of {target}",
            total_defence(table, target, use.tile, blast=blast),
            "U-ATK-5",
        )
        for target in targets
    ]
    likelihoods = tuple(
        of_dice(
            f"{target} is hit",
            "U-ATK-9",
            dice_of(use),
            0,
            9,
            partial(hits, defence=defence.total),
        )
        for target, defence in zip(targets, totals, strict=True)
    )
    return Forecast(tuple(totals[1:]), likelihoods)


def shoot(draft: Draft, use: CardUse, target: PieceId) -> bool:
    """U-ATK-1: with the target chosen, total defence, dice, and whether it is hit."""
    blast = use.action.verb == "blast"
    items = total_defence(draft.table, target, use.tile, blast=blast)
    defence = draft.total(f"total defence of {target}", items, rule="U-ATK-5")
    faces = draft.roll(
        use.seat,
        f"{use.action.verb} {target} against {defence}",
        rule="U-ATK-8",
        dice=dice_of(use),
        low=0,
        high=9,
    )
    return hits(faces, defence)


# Casualties


def card_of(table: Table, kind: str, zone: Zone) -> PieceId | None:
    """The first card of a unit in a zone; which one it is means nothing (U-CARD-3)."""
    pieces = table.pieces
    return next((card for card in table.zone(zone) if pieces[card].kind == kind), None)


def inflict_casualty(draft: Draft, counter: PieceId) -> None:
    """U-CAS-1, U-CAS-6: the owner loses one card of the unit: hand, discards, deck, else counter.

    The play area is not in the list, so a unit whose cards were all played loses its counter.
    """
    # Ruling: U-Q17 the owner of the counter removes, even after a shot of the same side;
    # U-Q27 also from a hand that has not had its turn.
    owner = draft.table.pieces[counter].owner
    kind = kind_of_counter(draft.table, counter)
    if card := card_of(draft.table, kind, hand(owner)):
        draft.move(card, removed(owner), rule="U-CAS-2")
    elif card := card_of(draft.table, kind, discards(owner)):
        draft.move(card, removed(owner), rule="U-CAS-3")
    elif card := card_of(draft.table, kind, deck(owner)):
        draft.move(card, removed(owner), rule="U-CAS-4")
        draft.shuffle(deck(owner), rule="U-CAS-4")
    else:
        # Ruling: U-Q22 a deck searched in vain is not shuffled.
        take_off_board(draft, owner, counter)


def take_off_board(draft: Draft, owner: Seat, counter: PieceId) -> None:
    """U-CAS-5: the counter goes; control markers on its tile stay as they are."""
    # Ruling: U-Q31 nothing else on the tile changes.
    draft.move(counter, reserve(owner), rule="U-CAS-5")
    # Ruling: U-Q14 the target marker of a fallen mortar stays, unless the match is set otherwise.
    if counter == counter_of(owner, MORTAR) and draft.table.setting("target_marker") == "lifted":
        if draft.table.zone_of(target_marker(owner)) != reserve(owner):
            draft.move(target_marker(owner), reserve(owner), rule="U-TARG-3")


# Attack and Suppress


def attack_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-ATK-2: any enemy counter on the board, even a suppressed one."""
    # Ruling: U-Q23 a suppressed counter may be suppressed again, without effect.
    if enemies := counters_on_board(use.table, opponent(use.seat)):
        yield (choice_slot("target", enemies),)


def refuse_attack(use: CardUse, command: Attack | Suppress) -> None:
    """U-ATK-2: only an enemy counter on the board."""
    enemies = counters_on_board(use.table, opponent(use.seat))
    why = f"{command.target} is no enemy counter on the board"
    refuse_unless(command.target in enemies, "U-ATK-2", why)


def attack(draft: Draft, use: CardUse, command: Attack) -> None:
    """U-ATK-1, U-CAS-1: a hit costs the unit a card."""
    if shoot(draft, use, command.target):
        inflict_casualty(draft, command.target)


def suppress(draft: Draft, use: CardUse, command: Suppress) -> None:
    """U-SUPR-1: no card is lost; U-SUPR-2: once suppressed, nothing happens."""
    if shoot(draft, use, command.target):
        draft.turn(command.target, SUPPRESSED, rule="U-SUPR-1")


# Blast


def counters_blasted(use: CardUse) -> list[PieceId]:
    """U-ATK-3: all counters on the target marker's tile, those of the acting seat too."""
    tile = use.table.zone_of(target_marker(use.seat))
    return counters_on(use.table, tile) if tile in use.field.cover else []


def blast_options(use: CardUse) -> Iterable[SlotFilling]:
    """U-ATK-3, U-ATK-4: the acting seat names the order, once a marker is on the board."""
    # Ruling: U-Q09 an empty tile may be blasted, without effect.
    if use.table.zone_of(target_marker(use.seat)) in use.field.cover:
        counters = counters_blasted(use)
        yield (several_slot("order", counters, len(counters), len(counters)),)


def refuse_blast(use: CardUse, command: Blast) -> None:
    """U-ATK-3, U-ATK-4: with the marker on the board, each counter on its tile once."""
    tile = use.table.zone_of(target_marker(use.seat))
    refuse_unless(tile in use.field.cover, "U-ATK-4", "your target marker is not on the board")
    counters = counters_blasted(use)
    all_named = sorted(command.order) == sorted(counters)
    refuse_unless(all_named, "U-ATK-3", f"name each counter on {tile} once: {', '.join(counters)}")


def blast(draft: Draft, use: CardUse, command: Blast) -> None:
    """U-ATK-3: a separate attack on each counter, in the order named."""
    # Ruling: U-Q16 whether the match ends is checked after each single attack.
    for counter in command.order:
        if shoot(draft, use, counter):
            inflict_casualty(draft, counter)
            check_victory(draft, use.seat)


COMBAT = (
    card_action(Attack, "U-ATK-2", attack_options, refuse_attack, attack),
    card_action(Suppress, "U-ATK-2", attack_options, refuse_attack, suppress),
    card_action(Blast, "U-ATK-3", blast_options, refuse_blast, blast),
)
