"""Reviews of matches, and orders compared."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wardiary.domain.table.pieces import Seat
from wardiary.projections.lab.comparison import Comparison
from wardiary.projections.lab.review import Review

State = Literal["none", "waiting", "working", "stopped", "done", "failed"]


class ReviewIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A review to be made: for a seat of the caller's, and how closely."""

    seat: Annotated[str, Meta(max_length=100)] = ""
    thorough: bool = False


class OrdersIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment whose orders are to be compared."""

    at: Annotated[int, Meta(ge=1, le=2**53)]
    seat: Annotated[str, Meta(max_length=100)] = ""


class ReviewOut(msgspec.Struct, frozen=True):
    """How a review stands, and what was found so far; `why` says why it could not be made.

    `step` of `steps` are done. It was made for `seat`, from what `eyes` know: those of a seat, or
    "hands" where every hand is open.
    """

    state: State
    step: int
    steps: int
    thorough: bool
    why: str
    seat: Seat
    eyes: str
    review: Review | None


class OrdersOut(msgspec.Struct, frozen=True):
    """How the comparison of the orders at a position stands, and what was found so far."""

    state: State
    step: int
    steps: int
    why: str
    at: int
    orders: Comparison | None
