"""Why a group or card cannot do what one would expect of it in its seat's Turn."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.attacks.attack import cannot_pay_for_attack
from wardiary.domain.games.combat_soldiers.attacks.targets import (
    cannot_attack,
    cannot_be_attacked,
)
from wardiary.domain.games.combat_soldiers.components.zones import hand, is_group
from wardiary.domain.games.combat_soldiers.groups.forming import ends_of
from wardiary.domain.games.combat_soldiers.groups.group import (
    Group,
    group_at,
    group_title,
    groups_of,
)
from wardiary.domain.games.combat_soldiers.markers.antitank import cannot_buy
from wardiary.domain.games.combat_soldiers.markers.entrenching import cannot_entrench
from wardiary.domain.games.combat_soldiers.phases.rest import cannot_take_part
from wardiary.domain.games.combat_soldiers.sequence.menus import nothing_to_deploy
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.why_not import WhyNot
from wardiary.domain.table.pieces import Seat, Zone
from wardiary.domain.table.table import Table


def why_not(table: Table, seat: Seat, token: str) -> tuple[WhyNot, ...]:
    """7.1, 8.0, 3.4: of a group or a unit in it, and of a card in hand."""
    if table.seat != seat:
        return ()
    if token in table.zone(hand(seat)):
        return tuple(_card(table, seat, token))
    zone: Zone = table.zone_of(token) if token in table.pieces else token
    if not is_group(zone) or not table.zone(zone):
        return ()
    group = group_at(table, zone)
    return tuple(_mine(table, seat, group) if group.owner == seat else _theirs(table, seat, group))


def _card(table: Table, seat: Seat, card: str) -> Iterator[WhyNot]:
    if any(ends_of(table, card)):
        yield from _said("deploy it", nothing_to_deploy(table, seat))


def _mine(table: Table, seat: Seat, group: Group) -> Iterator[WhyNot]:
    cannot = cannot_attack(table, seat, group) or cannot_pay_for_attack(table, seat, group)
    yield from _said("attack", cannot)
    yield from _said("shift or exchange units", cannot_take_part(table, group))
    yield from _said("entrench", cannot_entrench(table, group))
    yield from _said("buy an antitank marker", cannot_buy(table, seat, group))


def _theirs(table: Table, seat: Seat, target: Group) -> Iterator[WhyNot]:
    """Each group of the seat that may attack, but not this one."""
    for group in groups_of(table, seat):
        if cannot_attack(table, seat, group) is None:
            what = f"be attacked by {group_title(table, group.zone)}"
            yield from _said(what, cannot_be_attacked(table, group, target))


def _said(what: str, refusal: Refusal) -> Iterator[WhyNot]:
    if refusal is not None:
        yield WhyNot(what, *refusal)
