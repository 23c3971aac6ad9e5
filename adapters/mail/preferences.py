"""How a seat wants its mails; kept beside the addresses and erased with them."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from wardiary.adapters.mail.sent import WISHES, MailRefused
from wardiary.adapters.store import DiaryStore
from wardiary.domain.table.pieces import Seat

LAST_HOUR = 23


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat wants: one mail a day at an hour (`digest`), its time zone, other channels.

    `channels` are addresses as apprise reads them, such as "ntfy://topic": each is told in a line
    that a mail has come.
    """

    digest: int | None = None
    zone: str = ""
    channels: tuple[str, ...] = ()


class Wishes:
    """The preferences of one store's seats."""

    def __init__(self, store: DiaryStore) -> None:
        self.store = store

    def of(self, match: str, seat: Seat) -> Preferences:
        """How a seat wants its mails."""
        stored = self.store.get(WISHES, f"{match}/{seat}")
        return msgspec.json.decode(stored, type=Preferences) if stored else Preferences()

    def set(self, match: str, seat: Seat, wanted: Preferences) -> None:
        """Remember how a seat wants its mails. Raises MailRefused."""
        if wanted.digest is not None and not 0 <= wanted.digest <= LAST_HOUR:
            raise MailRefused(f"there is no hour {wanted.digest}; hours go from 0 to {LAST_HOUR}")
        try:
            ZoneInfo(wanted.zone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            why = f"{wanted.zone!r} is no time zone, such as Europe/Rome"
            raise MailRefused(why) from None
        self.store.put(WISHES, f"{match}/{seat}", msgspec.json.encode(wanted))

    def forget(self, match: str, seat: Seat) -> None:
        """Erase how a seat wants its mails."""
        self.store.delete(WISHES, f"{match}/{seat}")
