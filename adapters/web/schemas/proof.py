"""Verdicts of audits."""

from __future__ import annotations

from typing import Literal

import msgspec

from wardiary.projections.verdicts import Subject


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
