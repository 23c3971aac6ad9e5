"""7.3.4 Counterattack: which unit may strike back before a battle, and with which totals."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary.domain.games.combat_soldiers.actions.windows import card_window
from wardiary.domain.games.combat_soldiers.battles.clash import (
    Clash,
    attack_title,
    bridge_is_open,
    has_tank_weapon,
    is_behind_river,
)
from wardiary.domain.games.combat_soldiers.battles.totals import is_hopeless
from wardiary.domain.games.combat_soldiers.components.zones import join_units
from wardiary.domain.games.combat_soldiers.groups.forming import subsets
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at
from wardiary.domain.games.kit.offers import offer
from wardiary.domain.play.commands import Command
from wardiary.domain.play.prompts import Prompt, choice_slot
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table


class Counter(Command, frozen=True, tag="counterattack"):
    """7.3.4: play Counterattack."""

    says = "play {card} to counterattack"
    card: str


class Strike(Command, frozen=True, tag="strike"):
    """7.3.4: the unit that counterattacks, and the attackers it strikes."""

    says = "counterattack with {unit} against {part}"
    unit: str
    part: str


def counterattack_prompt(table: Table, clash: Clash, seat: Seat) -> Prompt:
    """7.3.4-a: every seat may supply the card."""
    return card_window(
        table,
        seat,
        Counter,
        "counterattack",
        "7.3.4-a",
        "Counterattack",
        f"{attack_title(table, clash)}: play Counterattack?",
        window="counterattack",
        group=clash.group,
        target=clash.target,
    )


def possible_strikes(table: Table, clash: Clash) -> Iterator[tuple[PieceId, tuple[PieceId, ...]]]:
    """7.3.4-b: the defending units and the parts of the attackers they have a chance to beat."""
    strikers = group_at(table, clash.target)
    # Ruling: units that are not attacked take no part in this battle (7.1.3-c, 7.3.1.1-d).
    for unit in clash.targets:
        for part in (*subsets(clash.units), *subsets(clash.helper_units)):
            if can_strike(table, clash, strikers, unit, part):
                yield unit, part


def strikes_by_unit(table: Table, clash: Clash) -> dict[PieceId, list[str]]:
    """7.3.4-b: the possible strikes by unit, with the names of the parts."""
    group: dict[PieceId, list[str]] = {}
    for unit, part in possible_strikes(table, clash):
        group.setdefault(unit, []).append(join_units(part))
    return group


def can_strike(
    table: Table, clash: Clash, strikers: Group, unit: PieceId, part: tuple[PieceId, ...]
) -> bool:
    """7.3.9.1, 7.3.9.3, 7.1.2-b: whether a unit could strike back at a part of the attackers."""
    nested = counterattack_clash(table, clash, strikers, unit, part)
    struck = group_at(table, nested.target)
    # Ruling: CS-Q65 infantry needs a tank weapon against armor here as well.
    if struck.armor in part and unit != strikers.armor:
        if not has_tank_weapon(table, strikers) and not clash.defence_weapon:
            return False
    if unit == strikers.armor and is_behind_river(table, struck):
        if not bridge_is_open(table, strikers.owner, strikers.side):
            return False
    return not is_hopeless(table, nested)


def counterattack_clash(
    table: Table, clash: Clash, strikers: Group, unit: PieceId, part: tuple[PieceId, ...]
) -> Clash:
    """7.3.4-b: roles and modifiers reversed; supports already played stay with their side."""
    zone = table.zone_of(part[0])
    leader = clash.leader if zone == clash.group else clash.helper_leader
    fighting = clash.units if zone == clash.group else clash.helper_units
    led = unit in strikers.commanded
    return Clash(
        attacker=clash.defender,
        group=clash.target,
        units=(unit,),
        leader=strikers.leader if led else "",
        leader_exposed=False,
        defender=clash.attacker,
        target=zone,
        targets=part,
        chief=leader,
        chief_exposed=len(part) == len(fighting),
        counter=True,
        # Ruling: CS-Q12 the FFE of the active player counts for its group here too.
        ffe=clash.ffe,
        ffe_defends=bool(clash.ffe),
        attack_weapon=clash.defence_weapon,
        defence_weapon=clash.attack_weapon,
    )


def strike_prompt(table: Table, clash: Clash) -> Prompt:
    """7.3.4-b: the defender picks one unit and the attackers that it strikes."""
    offers = tuple(
        offer(Strike, "7.3.4-b", "Counterattack", choice_slot("part", parts), unit=unit)
        for unit, parts in strikes_by_unit(table, clash).items()
    )
    return Prompt(
        clash.defender, offers, "7.3.4-b", "Which unit strikes back, and at which attackers?"
    )
