"""What is true of every legal table of Combat Soldiers between two commands."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import end_of, sheet_of
from wardiary.domain.games.combat_soldiers.components.zones import DAMAGE
from wardiary.domain.games.combat_soldiers.groups.forming import cannot_form_group
from wardiary.domain.games.combat_soldiers.groups.group import Group, all_groups, rating_of
from wardiary.domain.table.table import Table

AT_REST = ("deck", "discard", "discard-top", "box", "aside")


def assert_sound(table: Table, *, settled: bool) -> None:
    """Groups are legal, markers come in pairs, and cards off the table have no marks.

    `settled` says that no battle, deployment or placement is half done.
    """
    groups = all_groups(table)
    for group in groups:
        assert_legal(table, group, settled=settled)
    sieges = sorted(group.siege for group in groups if group.siege)
    assert sieges == sorted(group.besieging for group in groups if group.besieging)
    assert len(table.zone("antitank-stock")) == 12 - sum(len(group.markers) for group in groups)
    for piece in table.pieces.values():
        if piece.zone in AT_REST or piece.zone.endswith("-hand"):
            assert not piece.marks, piece
            assert piece.face == "" or piece.id not in table.pack.cards or piece.zone == "box", (
                piece
            )
        if piece.kind.startswith("antitank") and piece.host:
            assert piece.zone == table.zone_of(piece.host)
    assert 0 <= table.track("sudden-death") <= max(sheet_of(table).sudden_death)


def assert_legal(table: Table, group: Group, *, settled: bool) -> None:
    """4: composition and command."""
    ends = [end_of(table, unit) for unit in group.units]
    assert cannot_form_group(ends, objective=bool(group.objective)) is None, group
    if settled and group.leader:
        assert len(group.commanded) <= rating_of(table, group.leader), group
    if group.objective:
        printed = table.pack.objectives[group.objective]
        assert group.side == table.pieces[group.objective].face
        assert 0 <= table.mark(group.objective, DAMAGE) <= printed.defence
        assert not group.mines
        assert not group.besieging
    else:
        assert not group.steeple
        assert group.troops, group
    assert len(group.markers) <= 1
    entrenched = [unit for unit in group.troops if table.mark(unit, "entrenched")]
    assert len(entrenched) <= 1
