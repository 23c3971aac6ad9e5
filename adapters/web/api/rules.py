"""A rule on demand: its text, its chapter, and where it was used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardiary.adapters.web.schemas.looking import Heading
from wardiary.domain.table.events import Event

SEPARATORS = ".-/"
FEW = 12


def chapter_of(rule: str, rules: Mapping[str, str]) -> tuple[Heading, ...]:
    """The headings over a rule, the widest first."""
    over: list[Heading] = []
    stem = _stem(rule)
    while stem:
        for name in (stem, f"{stem}.0"):
            if name in rules and name != rule:
                over.insert(0, Heading(name, rules[name]))
                break
        stem = _stem(stem)
    return tuple(over)


def beside(rule: str, rules: Mapping[str, str]) -> tuple[Heading, ...]:
    """The rules next to this one in its part of the rulebook, in order."""
    stem = _stem(rule)
    part = [name for name in rules if _stem(name) == stem] if stem else [rule]
    place = part.index(rule)
    begin = max(0, min(place - FEW // 2, len(part) - FEW - 1))
    return tuple(
        Heading(rule_id, rules[rule_id])
        for rule_id in part[begin : begin + FEW + 1]
        if rule_id != rule
    )


def used(rule: str, events: Iterable[tuple[int, Event]]) -> list[int]:
    """Where a rule was cited, of the events given."""
    return [position for position, event in events if event.rule == rule]


def _stem(rule: str) -> str:
    """A rule's id without its last part; "" when it has but one."""
    last = max(rule.rfind(sign) for sign in SEPARATORS)
    return rule[:last] if last > 0 else ""
