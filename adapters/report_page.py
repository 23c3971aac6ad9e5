"""An auditor's report as one page of HTML, with nothing from elsewhere in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape

from wardiary.projections.guarantees import MEASURES
from wardiary.projections.report import Report

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border: 1px solid #bbb; }
code { overflow-wrap: anywhere; }
.verdict { font-size: 1.4rem; font-weight: 600; }
"""


def as_page(report: Report) -> str:
    """The report as an HTML document."""
    title = f"Audit of {report.about.title if report.about else report.source}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="verdict">{escape(report.verdict)}</p>',
        f"<p>{escape(_place(report))}{escape(report.detail)}</p>",
        _list(report.notes),
        _section("Identity", _table(("what", "value"), report.identity.items())),
        _section("Checked", _list(report.checked)),
        _section("Not checked", _list(report.not_checked)),
        _section("Seats", _seats(report)),
        _section("Rulings, rewinds, takeovers and changes", _moments(report)),
        _section("What is proved and what is not", _proved(report)),
    ]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    body = "\n".join(part for part in parts if part)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n{body}\n</body></html>\n'


def _place(report: Report) -> str:
    if report.verdict == "EXACT":
        return ""
    rule = f" [{report.rule}]" if report.rule else ""
    return f"At position {report.position}{rule}: "


def _seats(report: Report) -> str:
    rows = (
        (one.seat, one.holder, f"{one.luck:+g}", one.answers, one.time, one.key or "none")
        for one in report.seats
    )
    return _table(("seat", "held by", "luck", "answers", "time taken", "key"), rows)


def _moments(report: Report) -> str:
    rows = ((one.position, _time(one.time), one.text, one.rule) for one in report.moments)
    return _table(("position", "time (UTC)", "what", "rule"), rows) or "<p>None.</p>"


def _proved(report: Report) -> str:
    rows = (
        (one.act, one.who, one.outcome, _taken(one.measure, taken=one.measure_taken))
        for one in report.proved
    )
    measures = [f"{name}: {text}" for name, text in MEASURES.items()]
    return _table(("what", "by whom", "outcome", "here"), rows) + _list(measures)


def _taken(measure: str, *, taken: bool) -> str:
    if not measure:
        return ""
    return f"with {measure}" if taken else f"without {measure}"


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _section(title: str, content: str) -> str:
    return f"<h2>{escape(title)}</h2>\n{content}" if content else ""


def _list(items: Iterable[str]) -> str:
    lines = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<ul>{lines}</ul>" if lines else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    body = "".join(f"<tr>{_cells(row, 'td')}</tr>" for row in rows)
    return f"<table><tr>{_cells(head, 'th')}</tr>{body}</table>" if body else ""


def _cells(values: Sequence[object], tag: str) -> str:
    return "".join(f"<{tag}>{escape(str(value))}</{tag}>" for value in values)
