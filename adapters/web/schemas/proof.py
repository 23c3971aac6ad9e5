"""Verdicts of audits."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wardiary.projections.verdicts import Subject


class HeadOut(msgspec.Struct, frozen=True):
    """Where a line ends: its last position, and the hash of its last entry.

    An order of a seat with a key is signed on this hash; noted elsewhere, it binds the host.
    """

    match: str
    position: int
    head: str


class HeadSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A head that a seat has seen, signed where the seat has a key."""

    position: Annotated[int, Meta(ge=1, le=2**53)]
    head: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    signature: Annotated[str, Meta(pattern="^([0-9a-f]{128})?$")] = ""
    seat: str = ""


class VerdictOut(msgspec.Struct, frozen=True):
    """What an audit found (see the README for its verdicts), where, by which rule, and why.

    `about` says what was audited, and how it ended or how far it has come.
    """

    scope: Literal["all", "seat"]
    verdict: str
    position: int
    rule: str
    detail: str
    notes: tuple[str, ...]
    head: str
    about: Subject | None = None
