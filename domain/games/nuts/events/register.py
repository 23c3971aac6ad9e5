"""4.2, 17: all event cards by kind."""

from __future__ import annotations

from wardiary.domain.games.nuts.events import (
    aftermath,
    battle,
    bugout,
    drop,
    engineers,
    generals,
    movement,
    supply,
    weather,
)
from wardiary.domain.games.nuts.windows import EventRule

EVENTS: dict[str, EventRule] = {
    rule.kind: rule
    for chapter in (
        weather, supply, generals, movement, bugout, engineers, battle, aftermath, drop,
    )
    for rule in chapter.RULES
}  # fmt: skip
STEPS = (
    aftermath.Surrender,
    bugout.Follow,
    engineers.AttachEngineers,
    supply.ReturnTo,
)
"""The questions that event cards ask."""
