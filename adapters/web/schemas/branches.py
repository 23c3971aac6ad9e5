"""Branches and their tree."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from wardiary.adapters.web.schemas.shared import PRINTABLE, MatchId, Position
from wardiary.domain.table.pieces import Seat


class BranchIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to branch: after a position, at a turn, or at a time; and its first dice.

    `seat` is the one to play in it, and bots hold the others; without it, the caller's own seat, or
    every seat of a branch that is exact. `name` is what it is to be called.
    """

    at: int | None = None
    turn: int | None = None
    time: int | Annotated[str, Meta(max_length=40, description="ISO 8601 with its zone")] | None = (
        None
    )
    forced: Annotated[tuple[int, ...], Meta(max_length=100)] = ()
    seat: Annotated[str, Meta(max_length=100)] = ""
    name: Annotated[str, Meta(max_length=80, pattern=PRINTABLE)] = ""


class BranchCreated(msgspec.Struct, frozen=True):
    """A branch just opened, with the keys to it."""

    match: MatchId
    parent: MatchId
    at: Position
    dealt: str
    keys: dict[Seat, str]
    director: str


class BranchOut(msgspec.Struct, frozen=True):
    """A branch in the tree around a match; `yours` when the caller may go there.

    `name` is what its opener called it, `seats` who holds each; `winners` and `reason` tell how it
    ended, once it has.
    """

    match: MatchId
    parent: str
    at: int
    head: int
    over: bool
    dealt: str
    yours: bool
    name: str
    seats: dict[Seat, str]
    winners: tuple[Seat, ...]
    reason: str


class BranchTree(msgspec.Struct, frozen=True):
    """The branches around a match, parents before children."""

    root: MatchId
    branches: tuple[BranchOut, ...]
