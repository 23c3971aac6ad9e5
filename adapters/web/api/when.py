"""Times as callers write them: milliseconds since 1970, or ISO 8601 with its zone."""

from __future__ import annotations

from datetime import datetime

from wardiary.adapters.web.api.problems import Refused

MOST = 2**53


def when(value: str | int | None) -> int | None:
    """A time in milliseconds; None stays None. Raises Refused (400) for what is no time.

    A time without a zone is refused: sender and service may be in different ones.
    """
    if value is None or isinstance(value, int):
        return _checked(value)
    if value.isdecimal() and value.isascii():
        return _checked(int(value) if len(value) < 20 else MOST + 1)
    try:
        moment = datetime.fromisoformat(
            value.replace(" ", "+")
        )  # A bare + in an address is a blank.
    except ValueError:
        raise _refused() from None
    if moment.tzinfo is None:
        raise Refused(400, "time: name the zone as well, as in 2026-05-01T12:00Z or +02:00")
    return _checked(int(moment.timestamp() * 1000))


def _checked(moment: int | None) -> int | None:
    if moment is not None and not 0 <= moment <= MOST:
        raise _refused()
    return moment


def _refused() -> Refused:
    why = "time: a time such as 2026-05-01T12:00Z, or milliseconds since 1970"
    return Refused(400, why)
