"""Answers of many mail programs, also damaged on their way: only what was written runs."""

from __future__ import annotations

from collections import Counter
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from random import Random
from textwrap import wrap

import pytest

from tests.adapters.mail.builders import (
    MIRA,
    RULES,
    SERVER,
    US,
    Sent,
    judged,
    notice,
    why_no_order,
)
from wardiary.adapters.mail.verdict import Notice, judge

NOTICE = (
    "Game G7, round 5. United States to play.\n"
    "Since your last turn the Germans took the mill and lost a scout on the road to it [U-ATK-1].\n"
    "Your hand: Rifleman-A2 (attack 1, move 1), Scout-B1 (recon), Platoon-Sergeant (command 2).\n"
    "What you can do:\n"
    "PLAY Rifleman-A1 ATTACK GE-Rifleman-B\n"
    "PLAY Rifleman-A2 MOVE 7B\n"
    "PLAY Scout-B1 RECON\n"
    "HUNKER Scout-B1\n"
    "PASS\n"
    "Answer this mail with one order a line. The deadline is Friday, 20:00.\n"
    "To stop the match write\n"
    "RESIGN\n"
)
SENT = notice(text=NOTICE)
OFFERS = ["PLAY Rifleman-A2 MOVE 7B", "PLAY Scout-B1 RECON", "HUNKER Scout-B1", "PASS"]
UNPRINTED = ["PLAY Rifleman-A2 MOVE 9A", "BID Fog-of-War", "HUNKER Rifleman-A2"]
ATTRIBUTIONS = [
    "On Tue, Mar 3, 2026 at 9:14 PM War Diary <g7+us.t05.q7x2@play.example>\nwrote:",
    "Am 03.03.26 um 22:14 schrieb War Diary:",
    "Le mar. 3 mars 2026 à 22:14, War Diary a écrit :",
    "2026年3月3日(火) 22:14 War Diary:",
    "-----Original Message-----\nFrom: War Diary\nSent: Tuesday\nSubject: [G7 T5 US] Your turn\n",
    "________________________________\nVon: War Diary\nGesendet: Dienstag\nAn: Mira\n",
]
GREETINGS = ["", "Hi,", "Nice roll last round!", "Hallo zusammen, hier mein Zug:"]
GOODBYES = ["", "Mira", "-- \nMira\nPASS it on", "Sent from my iPhone", "Von meinem Handy gesendet"]


def quoted(rng: Random) -> str:
    """The notice as a program repeats it: marked or not, its lines broken again or not."""
    mark = rng.choice(["> ", ">", ">> ", "| ", ""])
    width = rng.choice([0, 60, 72])
    lines = NOTICE.splitlines()
    if width:
        lines = [part for line in lines for part in wrap(line, width)]
    return "\n".join(mark + line for line in lines)


def answer(rng: Random, orders: list[str]) -> str:
    """An answer as it leaves a mail program."""
    own = "\n".join(rng.choice(["{}", "{}", "- {}", "{}\n"]).format(order) for order in orders)
    top = "\n\n".join(filter(None, [rng.choice(GREETINGS), own]))
    bottom = rng.choice(GOODBYES)
    again = quoted(rng)
    repeated = f"{rng.choice(ATTRIBUTIONS)}\n\n{again}"
    on_top = again.startswith("Game")
    if bottom.startswith("-- "):
        above = rng.random() < 0.3 and not on_top
        return "\n\n".join([repeated, top, bottom] if above else [top, bottom])
    parts = [top, bottom, repeated] if rng.random() < 0.7 or on_top else [repeated, top, bottom]
    return "\n\n".join(filter(None, parts))


def message(rng: Random, text: str) -> bytes:
    """The text as a message from the seat's own address, plain or as HTML or both."""
    mail = EmailMessage(policy=SMTP)
    mail["Received"] = f"from a.example by {SERVER}; Tue, 3 Mar 2026 21:40:12 +0000"
    mail["Authentication-Results"] = f"{SERVER}; dmarc=pass header.from=example.net"
    mail["From"], mail["To"], mail["Subject"] = MIRA, US.reply_address, "Re: [G7 T5 US] Your turn"
    kind = rng.choice(["plain", "plain", "html", "both"])
    html = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.splitlines())
    if kind != "html":
        charset = rng.choice(["utf-8", "utf-8", "utf-7"])
        mail.set_content(text, charset=charset, cte=rng.choice(["base64", "quoted-printable"]))
    if kind == "html":
        mail.set_content(html, subtype="html")
    elif kind == "both":
        mail.add_alternative(html, subtype="html")
    return mail.as_bytes()


def damaged(rng: Random, text: str, orders: list[str]) -> str:
    """The text after programs and people were at it; what they wrote, they wrote whole."""
    lines = text.split("\n")
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(lines))
        match rng.randrange(6):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, lines[place])
            case 2:
                lines[place] = lines[place].lstrip("> ")
            case 3:
                lines[place] = "> " + lines[place]
            case 4 if not any(order in lines[place] for order in orders):
                lines[place] = lines[place][: rng.randint(0, len(lines[place]))]
            case _:
                lines = lines[: place + 1]
        lines = lines or [""]
    return "\n".join(lines)


def chosen(rng: Random) -> list[str]:
    return rng.sample(OFFERS + UNPRINTED, rng.randint(0, 3))


def test_an_answer_of_any_mail_program_is_read_as_it_was_written():
    """ML-01 to ML-33: exactly these orders run; an answer without any is asked about."""
    for seed in range(500):
        rng = Random(seed)
        orders = chosen(rng)
        verdict = judged(message(rng, answer(rng, orders)), SENT)

        assert (seed, verdict.kind) == (seed, "EXECUTE" if orders else "HOLD")
        assert (seed, list(verdict.orders)) == (seed, orders)


def test_no_damage_on_the_way_makes_an_order_run_that_was_not_written():
    """ML-01 to ML-33: lines lost, doubled, cut, marked or without their marks."""
    kinds = Counter[str]()
    for seed in range(1000):
        rng = Random(seed)
        orders = chosen(rng)
        verdict = judged(message(rng, damaged(rng, answer(rng, orders), orders)), SENT)
        kinds[verdict.kind] += 1

        foreign = set(verdict.orders) - set(orders) if verdict.kind == "EXECUTE" else set()
        assert (seed, foreign) == (seed, set())
    assert kinds["EXECUTE"] > 500


@pytest.mark.parametrize(
    "line",
    [
        "PASS since your last turn the Germans took the mill",
        "Answer this mail with one order PASS",
        "PLAY since your last turn the Germans Scout-B1 RECON",
    ],
)
def test_a_line_that_is_an_order_only_without_what_it_repeats_is_asked_about(line: str):
    """Nobody wrote what is left of it."""
    verdict = judged(message(Random(1), f"{line}\n"), SENT)

    assert (verdict.kind, verdict.orders) == ("HOLD", ())
    assert "may be left over from the mail that you answer" in verdict.why


SAID = {"seize the mill with scouts B", "burn the mill with scouts B and pass the turn"}


def says(_: Notice, line: str) -> str | None:
    """Orders in words, beside the others."""
    return "" if line in SAID else why_no_order(_, line)


def test_an_order_in_words_that_the_notice_has_too_is_whole_or_repeated_but_never_cut():
    """Alone, in two lines, among others; an unmarked repetition of the notice orders nothing."""
    news = "At dawn they seize the mill with scouts B and burn the mill with scouts B and pass the"
    sent = Sent([notice(text=f"{NOTICE}{news}\nturn.\n")])
    first, second = "seize the mill with scouts B", "burn the mill with scouts B and pass the turn"
    repeated = f"At dawn they\n{first}\nand\n{second}.\n"
    for text, orders in (
        (first, [first]),
        (f"Hi,\n\n{first}\n{second}\n\nMira", [first, second]),
        (f"- {second[:18]}\n{second[19:]}", [second]),
        (f"PASS\n\nwrote:\n{repeated}", ["PASS"]),
        (repeated, []),
    ):
        verdict = judge(message(Random(1), f"{text}\n"), sent, says, RULES)

        assert list(verdict.orders) == orders, (text, verdict.why)
        assert verdict.kind == ("EXECUTE" if orders else "HOLD")
