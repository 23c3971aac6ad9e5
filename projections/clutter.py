"""The board without what readers do not need."""

from __future__ import annotations

from msgspec.structs import replace

from wardiary.projections.board import BESIDE, Board, ZoneRow


def without_clutter(position: Board) -> Board:
    """The board without what readers do not need.

    That is: pieces that are the spaces themselves (one of their kind in every space), empty zones
    beside the board, and zones that are not in the game's layout, such as the box.
    """
    ground = _printed_ground(position)
    spaces = tuple(
        replace(
            space,
            stack=replace(
                space.stack,
                pieces=tuple(piece for piece in space.stack.pieces if piece.kind not in ground),
            ),
        )
        for space in position.spaces
    )
    stacks = (stack for row in position.rows if row.title != BESIDE for stack in row.stacks)
    beside = ZoneRow(BESIDE, tuple(stack for stack in stacks if stack.count != 0))
    return replace(position, spaces=spaces, rows=(beside,) if beside.stacks else ())


def _printed_ground(position: Board) -> set[str]:
    """The kinds of which exactly one piece is in every space."""
    kinds = [[piece.kind for piece in space.stack.pieces] for space in position.spaces]
    everywhere = set(kinds[0]).intersection(*kinds[1:]) if kinds else set()
    return {
        kind for kind in everywhere if all(kinds_there.count(kind) == 1 for kinds_there in kinds)
    }
