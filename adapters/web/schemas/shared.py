"""What several parts of the API share: ids, positions, and events as they are sent."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

MatchId = Annotated[str, Meta(examples=["5f0c1d2e3a4b4c5d8e6f7a8b9c0d1e2f"])]
Position = Annotated[int, Meta(description="a position on the line", examples=[48])]
Wanted = Annotated[
    Literal["me", "bot", "bot:strong", "bot:random", "open"],
    Meta(description="who will hold the seat: the caller, a bot, or a guest by invitation"),
]
PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$"
"""Text that a person gives and others read: nothing in it moves the cursor or turns the line."""
EventObject = dict[str, Any]
"""An event as the caller may see it: its kind under "event", its rule, and its own fields."""
