"""Notices: the news since a seat's last one, the table as it sees it, and what it may order."""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from html import escape
from textwrap import wrap

import msgspec
from msgspec.structs import replace

from wardiary.adapters.mail.clocks import deadline_lines, deadline_of
from wardiary.adapters.mail.drawing import draw_board
from wardiary.adapters.mail.forms import ANYWAY, STAND, OrderForm, order_forms
from wardiary.adapters.mail.freshness import still_stands
from wardiary.adapters.mail.preferences import Wishes
from wardiary.adapters.mail.sent import MailRefused, SentMailBox
from wardiary.adapters.mail.settings import MailSettings
from wardiary.adapters.mail.verdict import Notice
from wardiary.adapters.matches import Matches
from wardiary.domain.play.prompts import Prompt
from wardiary.domain.table.pieces import Seat
from wardiary.projections.ascii_board import draw
from wardiary.projections.board import board
from wardiary.projections.clutter import without_clutter
from wardiary.projections.deadlines import deadline_text
from wardiary.projections.labels import seat_name
from wardiary.projections.naming import Names
from wardiary.projections.narrative import narrate

WIDTH = 76
"""Characters of a line: mail programs break longer ones."""
BOARD = "The table as you see it:"
HEAD = "Keep this line: position"
MOST_NEWS = 60
"""Sentences of news in one mail; the log has all of them."""


class Mail(msgspec.Struct, frozen=True):
    """A notice to a seat, and the message to send."""

    notice: Notice
    message: EmailMessage


class NoticeWriter:
    """Writes the notices of one host's matches."""

    def __init__(self, matches: Matches, sent: SentMailBox, settings: MailSettings) -> None:
        self.matches, self.sent, self.settings = matches, sent, settings
        self.wishes = Wishes(matches.store)

    def write(self, match: str, seat: Seat) -> Mail:
        """The notice for a seat as of now: the very same as before where nothing has changed.

        Raises MailRefused where the seat has no address.
        """
        address = self.sent.address(match, seat)
        if not address:
            raise MailRefused(f"{seat_name(seat)} has no mail address in match {match[:8]}")
        last = self.sent.latest(match, seat)
        if last and last.holder == address and self._is_current(last):
            return Mail(last, self._message(last))
        notice = self._new(match, seat, address, last.position if last else 0)
        self.sent.keep(notice)
        return Mail(notice, self._message(notice))

    def reminder(self, match: str, seat: Seat, deadline: int, before: int) -> EmailMessage:
        """A word that a deadline (ms) is near, above the notice as it stands; answered like it.

        Raises MailRefused.
        """
        mail = self.write(match, seat)
        clocks, now = self.matches.history(match).clocks, self.matches.clock()
        said = deadline_text(clocks, seat, now, self.wishes.of(match, seat).zone) if clocks else ""
        reminded = replace(mail.notice, text=f"Reminder: {said}.\n\n{mail.notice.text}")
        message = self._message(reminded)
        del message["Subject"], message["Message-ID"]
        message["Subject"] = f"[{mail.notice.title}] Reminder: {said}"
        name = sha256(f"reminder {match}/{seat} {deadline} {before}".encode()).hexdigest()[:32]
        message["Message-ID"] = f"<{name}@{self.settings.domain}>"
        # An answer repeats these, and so names the notice though it answers this mail.
        message.replace_header("In-Reply-To", mail.notice.message_id)
        message.replace_header("References", f"{message['References']} {mail.notice.message_id}")
        return message

    def _is_current(self, notice: Notice) -> bool:
        due = deadline_of(self.matches, notice.match, notice.seat)
        return notice.deadline == due and still_stands(self.matches, notice) is not None

    def _now(self, match: str, seat: Seat) -> tuple[int, int]:
        return self.matches.history(match).head, self.matches.window(match, seat)

    def _new(self, match: str, seat: Seat, address: str, since: int) -> Notice:
        secret = b32encode(self.matches.entropy(15)).decode().lower()
        box, _, domain = self.settings.address.partition("@")
        head, window = self._now(match, seat)
        return Notice(
            message_id=f"<{match[:8]}.{head}.{secret[:10]}@{domain}>",
            reply_address=f"{box}+{secret}@{domain}",
            match=match,
            seat=seat,
            title=f"{match[:8]} {seat} {head}",
            holder=address,
            text="\n".join(self._lines(match, seat, since)) + "\n",
            position=head,
            window=window,
            deadline=deadline_of(self.matches, match, seat),
            written=datetime.fromtimestamp(self.matches.clock() / 1000, UTC),
        )

    def _lines(self, match: str, seat: Seat, since: int) -> Iterator[str]:
        game, view = self.matches.game_of(match), self.matches.view(match, seat)
        table_board = board(view, game)
        prompts = self.matches.prompts(match, seat)
        yield from wrap(f"{table_board.title}, {table_board.scenario}: {seat_name(seat)}.", WIDTH)
        yield from self._news(match, seat, since)
        names = Names(game, view, seat)
        for prompt in prompts:
            yield from _asked(names, prompt)
        if not prompts:
            yield from ("", _not_asked(view.result is not None))
        zone = self.wishes.of(match, seat).zone
        yield from deadline_lines(self.matches, match, seat, zone)
        yield from ("", BOARD, "")
        yield from draw(without_clutter(table_board), WIDTH).splitlines()
        position, head = self.matches.head(match)
        yield from ("", f"{HEAD} {position} has the hash", head)
        if self.settings.page:
            yield from ("", "The table on the page:", f"{self.settings.page.rstrip('/')}/m/{match}")

    def _news(self, match: str, seat: Seat, since: int) -> Iterator[str]:
        history = self.matches.history(match)
        game = self.matches.game_of(match)
        opened = next(entry.last for entry in history.entries())
        sentences = narrate(game, history, seat, max(since, opened))
        news = [sentence.as_text() for sentence in sentences]
        if not news:
            return
        since_when = "your last mail" if since else "the match was set up"
        yield from ("", f"What happened since {since_when}:", "")
        if len(news) > MOST_NEWS:
            yield f"({len(news) - MOST_NEWS} sentences before these are in the log.)"
        for text in news[-MOST_NEWS:]:
            yield from wrap(text, WIDTH, initial_indent="* ", subsequent_indent="  ")

    def _message(self, notice: Notice) -> EmailMessage:
        """The notice as plain text and HTML of one content, with the board drawn."""
        message = EmailMessage(policy=SMTP)
        message["From"] = self.settings.address
        message["To"] = notice.holder
        message["Reply-To"] = notice.reply_address
        message["Subject"] = f"[{notice.title}] {notice.text.partition(chr(10))[0]}"
        message["Message-ID"] = notice.message_id
        if notice.written is not None:
            message["Date"] = format_datetime(notice.written)
        thread = f"<{notice.match[:16]}.{notice.seat}@{self.settings.domain}>"
        message["References"] = message["In-Reply-To"] = thread
        message["List-Id"] = f"<{notice.match}.{self.settings.address.replace('@', '.')}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(notice.text, cte="quoted-printable")
        self._add_html(message, notice)
        return message

    def _add_html(self, message: EmailMessage, notice: Notice) -> None:
        """The same once more as HTML. As long as nothing changes it is the same in every byte."""
        key = notice.message_id.strip("<>").partition("@")[0]
        picture = f"<board.{key}@{self.settings.domain}>"
        page = html_of(notice, picture.strip("<>"), self.settings.page)
        message.add_alternative(page, subtype="html", cte="quoted-printable")
        html = message.get_payload(1)
        assert isinstance(html, EmailMessage)
        view = self.matches.view(notice.match, notice.seat, notice.position)
        drawn = draw_board(without_clutter(board(view, self.matches.game_of(notice.match))))
        html.add_related(
            drawn.encode(), "image", "svg+xml", cid=picture, filename="board.svg",
            disposition="inline", cte="base64",
        )  # fmt: skip
        message.set_boundary(f"=_text.{key}")
        html.set_boundary(f"=_board.{key}")


def html_of(notice: Notice, picture: str, page: str) -> str:
    """A notice as HTML: its words as they are, and the picture before the drawing in letters."""
    before, mark, rest = notice.text.partition(f"\n{BOARD}\n")
    drawing, kept, after = rest.partition(f"\n{HEAD}")
    image = f'<img src="cid:{picture}" alt="The board; it is drawn in letters below." width="900">'
    parts = [_words(before)]
    if mark:
        parts += [f"<p>{BOARD}</p><p>{image}</p>", _words(drawing, letters=True)]
    last = _words(kept + after)
    if page:
        link = escape(f"{page.rstrip('/')}/m/{notice.match}")
        last = last.replace(link, f'<a href="{link}">{link}</a>')
    parts.append(last)
    style = "font-family:sans-serif;font-size:15px;line-height:1.4;max-width:60em"
    return f'<html><body><div style="{style}">{"".join(parts)}</div></body></html>'


def _words(text: str, *, letters: bool = False) -> str:
    kind = "monospace;font-size:12px" if letters else "inherit"
    style = f"white-space:pre-wrap;font-family:{kind};margin:0 0 1em"
    return f'<pre style="{style}">{escape(text)}</pre>'


def _not_asked(is_over: bool) -> str:
    return "The match is over." if is_over else "You are asked nothing now."


def _asked(names: Names, prompt: Prompt) -> Iterator[str]:
    """A question with everything that may be ordered."""
    question = names.text(prompt.question) or "What do you do?"
    yield from ("", *wrap(f"You are asked: {question} [{prompt.rule}]", WIDTH), "")
    yield from wrap(
        "Answer this mail. Write each order on a line of its own, as below; several orders run "
        "one after the other, and stop where something happens that you could not know (write "
        f'"{ANYWAY}" before an order that you want anyway, and "{STAND}" before one that you leave '
        "for later questions).",
        WIDTH,
    )
    for form in order_forms(names, prompt):
        yield from _form(form)


def _form(form: OrderForm) -> Iterator[str]:
    yield from ("", form.line)
    yield from _indented(f"({form.says}) [{form.rule}]")
    for name, choices in form.choices:
        yield from _indented(f"{name}: {'; '.join(choices)}")


def _indented(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")
