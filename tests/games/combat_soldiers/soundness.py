"""What must hold of every table of Combat Soldiers between two commands."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import end_of, sheet_of
from wardiary.domain.games.combat_soldiers.components.zones import DAMAGE
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_form_group
from wardiary.domain.games.combat_soldiers.groups.group import Group, all_groups, rating_of
from wardiary.domain.table.table import Table

AT_REST = ("deck", "discard", "discard-top", "box", "aside")


def assert_sound(table: Table, *, settled: bool) -> None:
    """Groups are legal, markers come in pairs, and cards off the table carry nothing.

    `settled` says that no battle, deployment or placement is half done.
    """
    groups = all_groups(table)
    for found in groups:
        assert_legal(table, found, settled=settled)
    sieges = sorted(found.siege for found in groups if found.siege)
    assert sieges == sorted(found.besieging for found in groups if found.besieging)
    assert len(table.zone("antitank-stock")) == 12 - sum(len(found.markers) for found in groups)
    for piece in table.pieces.values():
        if piece.zone in AT_REST or piece.zone.endswith("-hand"):
            assert not piece.marks, piece
            assert piece.face == "" or piece.id not in table.pack.cards or piece.zone == "box", (
                piece
            )
        if piece.kind.startswith("antitank") and piece.host:
            assert piece.zone == table.zone_of(piece.host)
    assert 0 <= table.track("sudden-death") <= max(sheet_of(table).sudden_death)


def assert_legal(table: Table, found: Group, *, settled: bool) -> None:
    """4: composition and command."""
    ends = [end_of(table, unit) for unit in found.units]
    assert cannot_form_group(ends, objective=bool(found.objective)) is None, found
    if settled and found.leader:
        assert len(found.commanded) <= rating_of(table, found.leader), found
    if found.objective:
        printed = table.pack.objectives[found.objective]
        assert found.side == table.pieces[found.objective].face
        assert 0 <= table.mark(found.objective, DAMAGE) <= printed.defence
        assert not found.mines
        assert not found.besieging
    else:
        assert not found.steeple
        assert found.troops, found
    assert len(found.markers) <= 1
    dug = [unit for unit in found.troops if table.mark(unit, "entrenched")]
    assert len(dug) <= 1
