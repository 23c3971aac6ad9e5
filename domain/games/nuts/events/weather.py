"""3.3, 4.2, 17: Foul Weather, Weather Clears and Patton's Prayer."""

from __future__ import annotations

from wardiary.domain.games.nuts.board import TABLE_EVENTS, event_cards
from wardiary.domain.games.nuts.events.common import ANYWHERE, NOWHERE, discard, lay_on_table
from wardiary.domain.games.nuts.windows import EventRule, Moment, Played
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.table import Table

WEATHER = "weather"
FOUL, FAIR = 0, 1
PRAYER = "pattons-prayer"


def is_fair(table: Table) -> bool:
    """3.3: whether the last weather card cleared the sky; a match begins in foul weather (5.0)."""
    return table.track(WEATHER) == FAIR


def when_fair(table: Table, moment: Moment) -> tuple[str, ...]:
    """N-4.2c, N-8.1d: Foul Weather would change the weather, and no prayer forbids it."""
    # Ruling: N-17.PattonsPrayer weather is that of the whole table, and so is the prayer (14.2).
    prayed = event_cards(table, TABLE_EVENTS, PRAYER)
    return ANYWHERE if is_fair(table) and not prayed else NOWHERE


def when_foul(table: Table, moment: Moment) -> tuple[str, ...]:
    """N-4.2c, N-5.0j: Weather Clears would change the weather."""
    return NOWHERE if is_fair(table) else ANYWHERE


def always(table: Table, moment: Moment) -> tuple[str, ...]:
    """17: the prayer may be said at any time of its phase."""
    return ANYWHERE


def make_foul(draft: Draft, played: Played) -> None:
    """3.3: foul until a card clears the weather."""
    discard(draft, played.card, rule="N-4.2b")
    draft.track(WEATHER, FOUL, rule="N-3.3m")


def make_fair(draft: Draft, played: Played) -> None:
    """3.3, N-Q10: fair until the next Foul Weather."""
    discard(draft, played.card, rule="N-4.2b")
    draft.track(WEATHER, FAIR, rule="N-3.3m")


def pray(draft: Draft, played: Played) -> None:
    """17: fair, and it stays so over the next German turn, while the card is on the table."""
    lay_on_table(draft, played.card, rule="N-17.PattonsPrayer")
    draft.track(WEATHER, FAIR, rule="N-17.PattonsPrayer")


RULES = (
    EventRule("foul-weather", "N-4.2b", ("draw",), when_fair, make_foul, must=True),
    EventRule("weather-clears", "N-4.2b", ("draw",), when_foul, make_fair, must=True),
    EventRule(PRAYER, "N-17.PattonsPrayer", ("draw",), always, pray),
)
