"""Why something that one might expect to be possible is not, as data."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from wardiary.domain.play.commands import Illegal


class WhyNot(msgspec.Struct, frozen=True):
    """Why something that one might expect to be possible is not: what, which rule, and why."""

    what: str
    rule: str
    why: str


def tried(what: str, judge: Callable[[], object]) -> tuple[WhyNot, ...]:
    """The refusal that a judge of a command raises, as data; none where it raises nothing."""
    try:
        judge()
    except Illegal as illegal:
        return (WhyNot(what, illegal.rule, illegal.why),)
    return ()
