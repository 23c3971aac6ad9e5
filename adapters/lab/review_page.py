"""A review as one page of HTML, with nothing from elsewhere in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from wardiary.projections.lab.odds import Chance
from wardiary.projections.lab.review import Moment, Review, Turn
from wardiary.projections.labels import listing, seat_name

WIDTH, HEIGHT, MARGIN = 880, 320, 48
COLOURS = ("#1f5fa8", "#b3452c", "#2f7d4f", "#7a4fa3", "#8a6d1c", "#3f6b73")
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1a1a1a; background: #fff; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border: 1px solid #bbb; }
.note { color: #444; }
"""


def as_page(review: Review, title: str) -> str:
    """The review as an HTML document."""
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_summary(review))}</p>",
        "<h2>Chances over the match</h2>",
        chart(review),
        "<h2>Turning points</h2>",
        *map(_turn, review.turns),
        "" if review.turns else "<p>No single order changed the chances more than chance.</p>",
        "<h2>The numbers</h2>",
        _curve(review),
        "<h2>What they rest on</h2>",
        f'<p class="note">{escape(review.basis)}</p>',
        f'<p class="note">{escape(_made_from(review))}</p>',
    ]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    body = "\n".join(part for part in parts if part)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def percent(share: float) -> str:
    """A share in per cent, without false precision."""
    return f"{100 * share:.0f} %"


def in_words(chance: Chance) -> str:
    """A chance with its range: "62 % (55 % to 69 %, of 200 games)"."""
    return (
        f"{percent(chance.share)} ({percent(chance.low)} to {percent(chance.high)}, "
        f"of {chance.number} games)"
    )


def _summary(review: Review) -> str:
    who = f"Looked at for {seat_name(review.seat)}."
    if review.winners is None:
        return f"{who} The match is not over."
    winners = listing([seat_name(seat) for seat in review.winners])
    return f"{who} Won by {winners}." if review.winners else f"{who} Nobody won."


def _made_from(review: Review) -> str:
    part = "" if review.whole else " It was stopped before it was whole."
    return (
        f"{review.rollouts} games were played for this review, with seed {review.seed}, "
        f"under rules {review.version}.{part}"
    )


def chart(review: Review) -> str:
    """The curve of every seat as a drawing, with bands for the ranges and marks for the turns."""
    if not review.curve:
        return ""
    span = review.curve[0].position, review.curve[-1].position
    seats = list(review.curve[-1].seats)
    parts = [
        *_grid(),
        *(
            part
            for seat, colour in zip(seats, COLOURS * len(seats), strict=False)
            for part in _line(review.curve, seat, colour, span)
        ),
        *_marks(review.turns, span),
        *_legend(seats),
    ]
    label = "Chance of every seat to win, from the beginning to the end of the match"
    return (
        f'<svg role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"{''.join(parts)}</svg>"
    )


Span = tuple[int, int]
"""The first and the last position of a chart."""


def _x(position: int, span: Span) -> float:
    first, last = span
    return round(MARGIN + (WIDTH - 2 * MARGIN) * (position - first) / max(1, last - first), 1)


def _y(share: float) -> float:
    return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * share, 1)


def _grid() -> Iterator[str]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _y(share)
        yield f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" stroke="#ddd"/>'
        yield f'<text x="4" y="{y + 4}" font-size="12">{percent(share)}</text>'


def _line(curve: Sequence[Moment], seat: str, colour: str, span: Span) -> Iterator[str]:
    points = [(_x(moment.position, span), moment.seats[seat]) for moment in curve]
    line = " ".join(f"{x},{_y(chance.share)}" for x, chance in points)
    upper = [f"{x},{_y(chance.high)}" for x, chance in points]
    lower = [f"{x},{_y(chance.low)}" for x, chance in reversed(points)]
    yield f'<polygon points="{" ".join(upper + lower)}" fill="{colour}" opacity=".15"/>'
    yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _marks(turns: Sequence[Turn], span: Span) -> Iterator[str]:
    for number, turn in enumerate(turns, 1):
        x, y = _x(turn.position, span), _y(turn.after.share)
        yield f'<circle cx="{x}" cy="{y}" r="9" fill="#fff" stroke="#1a1a1a"/>'
        yield f'<text x="{x}" y="{y + 4}" font-size="12" text-anchor="middle">{number}</text>'


def _legend(seats: Sequence[str]) -> Iterator[str]:
    for number, (seat, colour) in enumerate(zip(seats, COLOURS * len(seats), strict=False)):
        x = MARGIN + 130 * number
        yield f'<rect x="{x}" y="12" width="14" height="14" fill="{colour}"/>'
        yield f'<text x="{x + 20}" y="24" font-size="14">{escape(seat_name(seat))}</text>'


def _turn(turn: Turn) -> str:
    lines = "".join(f"<li>{escape(text)}</li>" for text in turn.texts)
    chances = f"Before: {in_words(turn.before)}. After: {in_words(turn.after)}."
    return (
        f"<h3>At position {turn.position}</h3><p>{escape(turn.says)}</p>"
        f'<p class="note">{escape(chances)}</p><ul>{lines}</ul>'
    )


def _curve(review: Review) -> str:
    seats = list(review.curve[-1].seats) if review.curve else []
    head = "".join(f"<th>{escape(seat_name(seat))}</th>" for seat in seats)
    rows = "".join(
        f"<tr><td>{moment.position}</td><td>{moment.round or moment.turn}</td>"
        + "".join(f"<td>{in_words(moment.seats[seat])}</td>" for seat in seats)
        + "</tr>"
        for moment in review.curve
    )
    return f"<table><tr><th>position</th><th>round</th>{head}</tr>{rows}</table>"
