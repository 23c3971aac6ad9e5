"""7.3.1 Sieges: their markers and cards, isolation, and when a group gives up."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import sheet_of
from wardiary.domain.games.combat_soldiers.components.zones import ISOLATION, MARKERS
from wardiary.domain.games.combat_soldiers.groups.group import Group, group_at, strength
from wardiary.domain.games.combat_soldiers.groups.objectives import defence_factor
from wardiary.domain.games.combat_soldiers.groups.piles import discard
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId, Zone
from wardiary.domain.table.table import Table


def marker(kind: str, letter: str) -> PieceId:
    """A siege marker by its kind ("besieged" or "besieging") and letter."""
    return f"{kind}-{letter}"


def isolation(table: Table, group: Group) -> int:
    """7.3.1.2: the isolation number of a besieged group."""
    return table.mark(marker("besieged", group.siege), ISOLATION) if group.siege else 0


def besieger_zone(table: Table, letter: str) -> Zone:
    """The zone of the group that keeps up a siege."""
    return table.zone_of(marker("besieging", letter))


def besieged_zone(table: Table, letter: str) -> Zone:
    """The zone of the group that suffers a siege."""
    return table.zone_of(marker("besieged", letter))


def besieger_of(table: Table, group: Group) -> Group:
    """The group that besieges another."""
    return group_at(table, besieger_zone(table, group.siege))


def free_letters(table: Table) -> tuple[str, ...]:
    """1.2-b8: the pairs of siege markers that are not in use."""
    return tuple(
        letter
        for letter in sheet_of(table).markers.sieges
        if table.zone_of(marker("besieged", letter)) == MARKERS
    )


def begin_siege(draft: Draft, card: PieceId, besieger: Group, besieged: Group) -> None:
    """7.3.1.1: put the Surrounded card and a pair of markers in place."""
    letter = free_letters(draft.table)[0]
    draft.move(marker("besieged", letter), besieged.zone, rule="1.2-b9")
    draft.move(marker("besieging", letter), besieger.zone, rule="1.2-b9")
    draft.move(card, MARKERS, host=marker("besieged", letter), rule="7.3.1.1-a")


def siege_card(table: Table, letter: str) -> PieceId:
    """The Surrounded card of a siege."""
    host = marker("besieged", letter)
    return next(piece for piece in table.zone(MARKERS) if table.pieces[piece].host == host)


def lift_siege(draft: Draft, letter: str, *, rule: str, keep: bool = False) -> None:
    """7.3.1.1-c: the markers go back, isolation is off, the card is discarded.

    With `keep` the Surrounded card stays among the markers, for the seat that takes it back (18.1).
    """
    table = draft.table
    card = siege_card(table, letter)
    no_retreat = group_at(table, besieged_zone(table, letter)).no_retreat
    draft.mark(marker("besieged", letter), ISOLATION, 0, rule=rule)
    draft.move((marker("besieged", letter), marker("besieging", letter)), MARKERS, rule=rule)
    if no_retreat:
        discard(draft, (no_retreat,), rule="1.1.1.6-c")
    if not keep:
        discard(draft, (card,), rule=rule)


def lift_sieges(draft: Draft, group: Group, *, rule: str) -> None:
    """Lift the siege that a group suffers and the one that it keeps up."""
    for letter in (group.siege, group.besieging):
        if letter:
            lift_siege(draft, letter, rule=rule)


def increase_isolation(draft: Draft, group: Group) -> None:
    """7.3.1.2-b: one step more at the end of the owner's Turn."""
    number = isolation(draft.table, group)
    draft.mark(marker("besieged", group.siege), ISOLATION, number + 1, rule="7.3.1.2-b")


def surrender_number(table: Table, group: Group) -> int:
    """The isolation at which a group surrenders: 14.3.2 with No Retreat!, else a set number."""
    if group.no_retreat:
        total = sum(strength(table, unit) for unit in group.troops)
        return total + (defence_factor(table, group) if group.objective else 0)
    # Ruling: CS-Q02 the rules print no surrender number; the pack or a setting gives it.
    setting = table.setting("surrender")
    return int(sheet_of(table).surrender if setting == "pack" else setting)


def surrenders(table: Table, group: Group) -> bool:
    """CS-Q02: at the number or beyond, since losses can push the number down."""
    return bool(group.siege) and isolation(table, group) >= surrender_number(table, group)
