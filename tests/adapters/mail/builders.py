"""What was sent in the cases, and what an order looks like there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from wardiary.adapters.mail.verdict import Answered, Notice, Rules, Verdict, judge

MESSAGES = Path(__file__).with_name("messages")
SERVER = "mx1.play.example"
RULES = Rules(server=SERVER)
MIRA, JONAS = "mira.castell@example.net", "jonas@ferro.example"
UNIT = r'"?[a-zà-ü]+-[\w-]+"?'
SPACE = r"[A-Z]?\d+[A-Z]?"
ORDER = re.compile(
    rf"play {UNIT} (?:move {SPACE}(?:--{SPACE})*|recon|attack {UNIT})"
    rf"|hunker {UNIT}|bid {UNIT}|remove {UNIT}|draw (?:yes|no)"
    rf"|activate {UNIT} move {SPACE}(?: {SPACE})*(?: - stop)?|pass|resign",
    re.IGNORECASE,
)
VERBS = {"play", "hunker", "bid", "remove", "draw", "activate", "pass", "resign"}
HAND = "Your hand: Rifleman-A2, Scout-B1, Platoon-Sergeant."
EXAMPLES = "An order looks like this:\nPLAY Rifleman-A1 ATTACK GE-Rifleman-B\nPASS"


def why_no_order(_: Notice, line: str) -> str | None:
    """The orders of the cases: "" for one, a reason for what only begins like one."""
    if line.casefold().split()[:1] and line.casefold().split()[0].strip(",.") in VERBS:
        return "" if ORDER.fullmatch(line) else "it is no order"
    return None


def turn_text(side: str) -> str:
    return (
        f"Game G7, round 5. {side} to play.\n==== write your orders above this line ====\n"
        f"{HAND}\nDeadline: Fri 6 Mar 2026 20:00 UTC.\n{EXAMPLES}\n"
    )


BID_TEXT = (
    "Game G7, round 5. United States to bid.\n"
    "Your hand: Rifleman-A2, Scout-B1, Platoon-Sergeant, Fog-of-War.\n"
    "An order looks like this:\nBID Platoon-Sergeant\nPASS\n"
)
THREE_TEXT = (
    "Game G7, round 5. Three answers are due from Germany.\n"
    "1) Secret bid, e.g. BID Platoon-Sergeant\n\n"
    "2) Your Riflemen B lost a man and you hold no such card.\n"
    "   The discard pile has Rifleman-B1 and Rifleman-B3. Write REMOVE and a card.\n\n"
    f"3) Do you offer a draw? DRAW YES or DRAW NO\n\n{EXAMPLES}\n"
)


def notice(
    title: str = "G7 T5 US",
    text: str = turn_text("United States"),
    token: str = "q7x2",
    holder: str = MIRA,
    answered: Answered | None = None,
) -> Notice:
    match, turn, seat = title.lower().replace(" t", " t0").split()
    return Notice(
        message_id=f"<{turn}.{match}.{seat}@play.example>",
        reply_address=f"{match}+{seat}.{turn}.{token}@play.example",
        match=match,
        seat=seat,
        title=title,
        holder=holder,
        text=text,
        deadline=datetime(2026, 3, 6, 20, tzinfo=UTC),
        answered=answered,
    )


class Sent:
    """The mails sent in a case, and the messages that were answered."""

    def __init__(self, notices: Iterable[Notice], answers: dict[str, str] | None = None) -> None:
        self.notices, self.answers = tuple(notices), answers or {}

    def to_address(self, address: str) -> Notice | None:
        return self._find(lambda notice: notice.reply_address == address)

    def with_id(self, message_id: str) -> Notice | None:
        return self._find(lambda notice: notice.message_id == message_id)

    def titled(self, subject: str) -> Notice | None:
        return self._find(lambda notice: f"[{notice.title}]" in subject)

    def first_answer(self, sender: str, message_id: str) -> str | None:
        return self.answers.get(f"{sender} {message_id}")

    def _find(self, fits: Callable[[Notice], bool]) -> Notice | None:
        return next(filter(fits, self.notices), None)


US = notice()
GERMAN = notice("G7 T5 GE", turn_text("Germany"), "m4k9", JONAS)
ALL = (
    US,
    GERMAN,
    notice("G9 T2 GE", turn_text("Germany"), "h3h3", MIRA),
    notice("G21 T2 AX", "Game G21. Axis to play.", "z1z1", JONAS),
)


def judged(raw: bytes, *notices: Notice, rules: Rules = RULES, **answers: str) -> Verdict:
    return judge(raw, Sent(notices or ALL, answers), why_no_order, rules)


def case(name: str, *notices: Notice) -> Verdict:
    return judged((MESSAGES / f"{name}.eml").read_bytes(), *notices)
