"""7.2.2.1.3, 7.1.2-b Cards announced with an attack, and attacks that are hopeless."""

from __future__ import annotations

from msgspec.structs import replace

from wardiary.domain.games.combat_soldiers.attacks.targets import (
    Force,
    Part,
    cannot_hurt_armor,
    clash_of,
    parts_of,
)
from wardiary.domain.games.combat_soldiers.battles.clash import (
    Clash,
    can_land_amphibiously,
    serves_side,
)
from wardiary.domain.games.combat_soldiers.battles.totals import (
    at_value,
    best_attack,
    ffe_value,
    worst_defence,
)
from wardiary.domain.games.combat_soldiers.components.cards import card_of, end_of
from wardiary.domain.games.combat_soldiers.components.zones import hand_cards_with, weather_is_out
from wardiary.domain.games.combat_soldiers.groups.group import Group
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


def announceable_cards(table: Table, seat: Seat, group: Group, target: Group) -> list[PieceId]:
    """Cards in hand that may support this attack at once."""
    cards: list[PieceId] = []
    if not weather_is_out(table) and not group.siege:
        cards += hand_cards_with(table, seat, "ffe")
    if target.armor:
        cards += [
            card
            for card in hand_cards_with(table, seat, "at-weapon")
            if card not in cards and serves_side(table, card, group.side)
        ]
    if can_land_amphibiously(table, group, target):
        cards += hand_cards_with(table, seat, "amphibious")
    return cards


def with_announced_card(table: Table, clash: Clash, card: PieceId, target: Group) -> Clash:
    """The battle with a support announced; a card with two fitting ends serves as AT weapon."""
    if not card:
        return clash
    uses = card_of(table, card).uses
    if "amphibious" in uses:
        return replace(clash, amphibious=True)
    if target.armor and serves_attackers(table, clash, card):
        return replace(clash, attack_weapon=card)
    return replace(clash, ffe=card)


def serves_attackers(table: Table, clash: Clash, card: PieceId) -> bool:
    """14.2.2-b: whether an AT weapon serves the attacking side."""
    return serves_side(table, card, end_of(table, clash.units[0]).side)


def best_attacks(
    table: Table, clash: Clash, cards: list[PieceId], target: Group
) -> dict[PieceId, int]:
    """7.1.2-b: attack totals with a ten, by the card announced; "" is for none."""
    without_card = best_attack(table, clash)
    totals: dict[PieceId, int] = {"": without_card}
    for card in cards:
        with_card = with_announced_card(table, clash, card, target)
        if with_card.amphibious:
            totals[card] = best_attack(table, with_card)
        elif with_card.ffe:
            totals[card] = without_card + ffe_value(table, card)
        else:
            totals[card] = without_card + (0 if weather_is_out(table) else at_value(table, card))
    return totals


def beatable_parts(
    table: Table, seat: Seat, group: Group, force: Force, targets: list[Group]
) -> dict[PieceId, list[str]]:
    """7.1.2-b: by announced card ("" for none), the parts that a force can hope to beat."""
    by_card: dict[PieceId, list[str]] = {}
    for target in targets:
        parts = parts_of(target)
        cards = announceable_cards(table, seat, group, target)
        clash = clash_of(group, force, target, parts[0])
        defences = [(part.name, _worst_defence_of(table, clash, part)) for part in parts]
        for card, highest in best_attacks(table, clash, cards, target).items():
            beatable = [name for name, lowest in defences if highest > lowest]
            if beatable and cannot_hurt_armor(table, group, target, card) is None:
                by_card.setdefault(card, []).extend(beatable)
    return by_card


def _worst_defence_of(table: Table, clash: Clash, part: Part) -> int:
    return worst_defence(table, replace(clash, targets=part.units, chief=part.chief))


def cannot_announce(table: Table, group: Group, card: PieceId) -> Refusal:
    """Why a card cannot support an attack of this group."""
    uses = card_of(table, card).uses
    if weather_is_out(table) and {"ffe", "amphibious"} & set(uses):
        return ("13.1-b", "the weather is too bad for that")
    if "ffe" in uses and group.siege:
        return ("7.2.3.2", "fire for effect never serves a surrounded group")
    return ("7.2.2.1.3", "that card does not support this attack")
