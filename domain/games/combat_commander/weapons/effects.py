"""Effects on weapons and radios: they break, are repaired, lost or handed over (11, O17)."""

from __future__ import annotations

from wardiary.domain.games.combat_commander.table.zones import BOX, WEAPONS_BOX
from wardiary.domain.games.combat_commander.weapons.weapons import (
    BROKEN,
    WORKING,
    is_broken,
    lost_by,
    repaired_by,
)
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.pieces import PieceId


def break_weapon(draft: Draft, weapon: PieceId, *, rule: str) -> None:
    """11.4, G-broken: a weapon breaks; a broken weapon is lost; a lost one stays lost."""
    if draft.table.zone_of(weapon) == WEAPONS_BOX:
        return
    if is_broken(draft.table, weapon):
        lose_weapon(draft, weapon, rule="11.4")
    else:
        draft.turn(weapon, BROKEN, rule=rule)


def lose_weapon(draft: Draft, weapon: PieceId, *, rule: str) -> None:
    """4.2: an eliminated weapon goes to the box in the middle of the casualty track."""
    # Ruling: AMB-49, it stays broken or working as it was.
    draft.move(weapon, WEAPONS_BOX, rule=rule)


def repair(draft: Draft, piece: PieceId, *, rule: str) -> None:
    """A weapon or radio works again."""
    draft.turn(piece, WORKING, rule=rule)


def break_radio(draft: Draft, radio: PieceId) -> None:
    """O17: a radio breaks; a broken radio is out of the game."""
    if is_broken(draft.table, radio):
        draft.move(radio, BOX, rule="O17")
    else:
        draft.turn(radio, BROKEN, rule="O17")


def check_broken_weapons(draft: Draft, row: int) -> None:
    """11.4: the row of a random hex repairs broken weapons or eliminates them."""
    fixed, eliminated = repaired_by(draft.table, row), lost_by(draft.table, row)
    for weapon in fixed:
        repair(draft, weapon, rule="11.4")
    for weapon in eliminated:
        lose_weapon(draft, weapon, rule="11.4")


def hand_weapon(draft: Draft, weapon: PieceId, to: PieceId, *, rule: str) -> None:
    """11.2: a weapon is now carried by another unit."""
    draft.move(weapon, draft.table.zone_of(to), host=to, rule=rule)
