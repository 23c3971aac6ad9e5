"""Heads that an answer quotes: its seat has seen them, so they are countersigned for it."""

from __future__ import annotations

import re

from wardiary.adapters.mail.message import UnreadableMail, read_message
from wardiary.adapters.mail.verdict import Notice
from wardiary.adapters.matches import Matches
from wardiary.domain.play.commands import Illegal

_HEAD = re.compile(r"position (\d+) has the hash ([0-9a-f]{64})(?![0-9a-f])", re.IGNORECASE)
"""The line of a notice, however a mail program has broken it."""


def quoted_head(raw: bytes, server: str, position: int) -> str:
    """The head at a position that a message quotes; "" where it quotes none."""
    try:
        message = read_message(raw, server)
    except UnreadableMail:
        return ""
    for lines in (message.plain, message.html):
        text = " ".join(" ".join(line.text for line in lines).split())
        for at, head in _HEAD.findall(text):
            if int(at) == position:
                return str(head).lower()
    return ""


def countersign_quoted(matches: Matches, notice: Notice, raw: bytes, server: str) -> str:
    """Keep the head that an answer quotes beside the match, as one that its seat has seen.

    Gives what its sender is told: "" unless the match has another head there by now. Seats with a
    key countersign with it, which no mail can do.
    """
    head = quoted_head(raw, server, notice.position)
    if not head:
        return ""
    try:
        matches.countersign(notice.match, notice.seat, notice.position, head)
    except Illegal as illegal:
        if illegal.rule == "Table/Heads":
            return f"Keep the mail that you answered: {illegal.why}."
    return ""
