"""Refusals: the rule that forbids a command, and one sentence for the player."""

from __future__ import annotations

from wardiary.domain.play.commands import Illegal

Refusal = tuple[str, str] | None
"""The rule and the sentence; None where nothing forbids it.

A question such as `cannot_draw(table, seat)` that gives a Refusal serves both to leave an offer out
and to say why.
"""


def refuse(refusal: Refusal) -> None:
    """Raise Illegal for a refusal."""
    if refusal is not None:
        raise Illegal(*refusal)


def refuse_unless(condition: object, rule: str, why: str) -> None:
    """Raise Illegal under a rule unless a condition holds."""
    if not condition:
        raise Illegal(rule, why)
