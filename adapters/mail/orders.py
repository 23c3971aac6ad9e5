"""The orders among the lines that a sender wrote."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from wardiary.adapters.mail.answers import Written, bare

IsOrder = Callable[[str], str | None]


class OrderLines(msgspec.Struct, frozen=True):
    """The orders in sequence, the lines that look like orders and are none, and unseen lines."""

    orders: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


def read_orders(written: Sequence[Written], is_order: IsOrder) -> OrderLines:
    """The orders of an answer. All of it is read: one unclear line makes the whole unclear.

    `is_order` gives "" for an order, why it is none for a line that looks like one, else None.
    """
    orders: list[str] = []
    unclear: list[str] = []
    seen = [line for line in written if not line.hidden]
    place = 0
    while place < len(seen):
        text, lines, why = _order_at(seen, place, is_order)
        place += lines
        if why is None:
            continue
        if any(each.doubtful for each in seen[place - lines : place]):
            unclear.append(f'"{text}" may be left over from the mail that you answer')
        elif why:
            unclear.append(f'"{text}": {why}')
        else:
            orders.append(text)
    hidden = [line.text for line in written if line.hidden and line.text]
    return OrderLines(tuple(orders), tuple(unclear), tuple(hidden))


def _order_at(
    lines: Sequence[Written], place: int, is_order: IsOrder
) -> tuple[str, int, str | None]:
    """The order that begins at a line, how many lines it takes, and what `is_order` says.

    A mail program may have broken a long order in two. Where both readings are orders, it is not
    clear which was meant.
    """
    text = bare(lines[place].text)
    why = is_order(text)
    after = lines[place + 1].text if place + 1 < len(lines) else ""
    if not after or is_order(bare(after)) is not None:
        return text, 1, why
    joined = f"{text} {after}"
    if is_order(joined) != "":
        return text, 1, why
    if why == "":
        return joined, 2, "it could end with its first line or go on"
    return joined, 2, ""
