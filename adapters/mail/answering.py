"""Messages taken: judged, carried out, and answered at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from textwrap import wrap

import msgspec
from msgspec.structs import replace

from wardiary.adapters.mail.clocks import OnTheClock
from wardiary.adapters.mail.forms import is_standing, is_wanted_anyway
from wardiary.adapters.mail.freshness import still_stands
from wardiary.adapters.mail.heads import countersign_quoted
from wardiary.adapters.mail.message import read_head
from wardiary.adapters.mail.notices import WIDTH, NoticeWriter
from wardiary.adapters.mail.reading import OrderReader
from wardiary.adapters.mail.sent import Begun, Said, SentMailBox
from wardiary.adapters.mail.settings import MailSettings
from wardiary.adapters.mail.verdict import Answered, Notice, Rules, Verdict, judge
from wardiary.adapters.matches import Matches, StalePosition
from wardiary.adapters.matches.following import BY_MAIL
from wardiary.domain.play.commands import Illegal, from_text, to_text
from wardiary.domain.play.prompts import prompt_for
from wardiary.domain.play.standing import StandingAnswer
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import is_hidden
from wardiary.domain.table.table import Table
from wardiary.projections.naming import Names
from wardiary.projections.narrative import narrate
from wardiary.projections.standing_words import standing_text

CHANCE = (e.DiceRolled, e.PileShuffled)


class Taken(msgspec.Struct, frozen=True):
    """What became of a message: the verdict, how many orders ran, and the mail to send, if any."""

    verdict: Verdict
    done: int = 0
    message: EmailMessage | None = None


class _Run(msgspec.Struct):
    """Orders that run one after the other: those done, and why the rest did not run.

    `last` is the position after the last one, `news` what it brought that nobody could know.
    """

    last: int
    done: list[str] = []
    news: str = ""
    why_not: str = ""
    rest: tuple[str, ...] = ()


class MailTaker:
    """Takes messages for the matches of one store. The same message again changes nothing."""

    def __init__(self, matches: Matches, sent: SentMailBox, settings: MailSettings) -> None:
        self.matches, self.sent, self.settings = matches, sent, settings
        self.writer = NoticeWriter(matches, sent, settings)
        self._last_reader: tuple[tuple[str, str, int], OrderReader] | None = None
        self.rules = Rules(
            server=settings.server,
            must_be_authentic=settings.must_be_authentic,
            grace=timedelta(minutes=settings.grace_minutes),
        )

    def take(self, raw: bytes, received: datetime | None = None) -> Taken:
        """Judge a message, carry out its orders, and say what was done.

        `received` is when it came, by our own clock; without it, what our own server wrote.
        """
        raw = with_id(raw)
        verdict = self._judged(raw, received)
        if verdict.kind == "EXECUTE":
            return self._executed(verdict, raw)
        said = self.sent.said(verdict.sender, verdict.message_id)
        if verdict.tell != "sender":
            said = None
        elif said is None:
            said = Said(verdict.kind, verdict.why)
        else:
            said = replace(said, times=said.times + 1)
            if verdict.notice is not None:  # A worker may have been killed before it was noted.
                self._note_answered(verdict.notice, said)
        if said is not None:
            self.sent.say(verdict.sender, verdict.message_id, said)
        said = said or Said(verdict.kind, verdict.why)
        return Taken(verdict, message=self._reply(verdict, said, self._now()))

    def _judged(self, raw: bytes, received: datetime | None) -> Verdict:
        """The verdict on a message. Orders that a killed worker had begun are the same once more,
        whatever their lines mean now and however late it is.
        """
        sent = OnTheClock(self.matches, self.sent)
        verdict = judge(raw, sent, self._why_no_order, self.rules, received)
        notice, message_id = verdict.notice, verdict.message_id
        if notice is None or verdict.tell != "sender":
            return verdict
        begun = self.sent.begun(notice, message_id)
        if begun is None or self.sent.said(verdict.sender, message_id) is not None:
            return verdict
        return replace(verdict, kind="EXECUTE", why=begun.why, orders=begun.orders, unclear=())

    def _executed(self, verdict: Verdict, raw: bytes) -> Taken:
        notice = verdict.notice
        assert notice is not None, "an order that runs answers a notice"
        begun = self.sent.begun(notice, verdict.message_id)
        if begun is None:
            begun = Begun(verdict.received or self._now(), verdict.orders, verdict.why)
            self.sent.begin(notice, verdict.message_id, begun)
        run = self._carry_out(notice, verdict, begun)
        orders = verdict.orders if run.done else ()
        rewritten = countersign_quoted(self.matches, notice, raw, self.settings.server)
        text = "\n".join(filter(None, (self._answer(notice, verdict, run), rewritten)))
        said = Said(verdict.kind, text, at=begun.at, orders=orders)
        self.sent.say(verdict.sender, verdict.message_id, said)
        self._note_answered(notice, said)
        return Taken(verdict, len(run.done), self._reply(verdict, said, begun.at))

    def _note_answered(self, notice: Notice, said: Said) -> None:
        """The notice has its answer, if that did something."""
        if said.orders and said.at is not None and notice.answered is None:
            answered = Answered(said.at, said.orders, said.text)
            self.sent.keep_answered(replace(notice, answered=answered))

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.matches.clock() / 1000, UTC)

    def _why_no_order(self, notice: Notice, line: str) -> str | None:
        return self._reader(notice).why_not(line)

    def _reader(self, notice: Notice) -> OrderReader:
        """What reads the lines of an answer to a notice, as the match stands now."""
        place = (notice.match, notice.seat, self.matches.history(notice.match).head)
        if self._last_reader is None or self._last_reader[0] != place:
            self._last_reader = place, self._new_reader(notice)
        return self._last_reader[1]

    def _new_reader(self, notice: Notice) -> OrderReader:
        prompts = self.matches.prompts(notice.match, notice.seat)
        view = self.matches.view(notice.match, notice.seat)
        names = Names(self.matches.game_of(notice.match), view, notice.seat)
        return OrderReader(names, prompt_for(prompts, notice.seat))

    # Orders

    def _carry_out(self, notice: Notice, verdict: Verdict, begun: Begun) -> _Run:
        """Run the orders in sequence; stop at the first that is refused or may have become wrong.

        Each has an id of its own made of the message's, and what it is understood as is kept, so
        that a run that was cut short goes on where it ended.
        """
        run = _Run(still_stands(self.matches, notice) or notice.position)
        for number, line in enumerate(begun.orders):
            if run.news and not is_wanted_anyway(line):
                run.why_not = run.news
            else:
                try:
                    begun = self._understood(notice, verdict.message_id, begun, number)
                    self._run_one(run, notice, verdict.message_id, begun, number)
                except (Illegal, StalePosition) as refused:
                    run.why_not = self._refusal(notice, line, refused)
            if run.why_not:
                run.rest = begun.orders[number:]
                break
        return run

    def _understood(self, notice: Notice, message_id: str, begun: Begun, number: int) -> Begun:
        """Keep what an order is understood as, unless that was kept before. Raises Illegal."""
        if number < len(begun.understood):
            return begun
        reader, line = self._reader(notice), begun.orders[number]
        if is_standing(line):
            meant = msgspec.json.encode(reader.standing(line)).decode()
        else:
            meant = to_text(reader.command(line))
        begun = replace(begun, understood=(*begun.understood, meant))
        self.sent.begin(notice, message_id, begun)
        return begun

    def _run_one(
        self, run: _Run, notice: Notice, message_id: str, begun: Begun, number: int
    ) -> None:
        match, seat = notice.match, notice.seat
        line, understood = begun.orders[number], begun.understood[number]
        if is_standing(line):
            self._leave_standing(notice, understood)
            run.done.append(line)
            return
        key = sha256(f"{message_id} {number}".encode()).hexdigest()
        command = from_text(understood, self._reader(notice).verbs)
        result = self.matches.command(
            match,
            seat,
            command,
            command_id=f"{BY_MAIL}{key[:32]}",
            expected=None if is_wanted_anyway(line) else run.last,
            received=_ms(begun.at),
        )
        before = self.matches.view(match, seat, result.first - 1)
        after = self.matches.view(match, seat, result.last)
        run.news = _news(before, after, result.events)
        run.last = result.last
        is_typed_so = understood.casefold() in line.casefold()
        run.done.append(line if is_typed_so else f"{line} (understood as: {understood})")

    def _leave_standing(self, notice: Notice, understood: str) -> None:
        """Add a standing answer to those of the seat, or withdraw them all."""
        match, seat = notice.match, notice.seat
        answer = msgspec.json.decode(understood, type=StandingAnswer | None)
        kept = [] if answer is None else self.matches.standing_answers(match, seat)
        if answer is not None and answer not in kept:
            kept.append(answer)
        self.matches.leave_standing_answers(match, seat, kept)

    def _refusal(self, notice: Notice, line: str, refused: Illegal | StalePosition) -> str:
        if isinstance(refused, StalePosition):
            return "the table has changed since the mail that you answered"
        nearest = self._reader(notice).nearest(line)
        return f"{refused}" + (f"; it is written: {nearest}" if nearest else "")

    # Answers

    def _answer(self, notice: Notice, verdict: Verdict, run: _Run) -> str:
        """What was understood, what was done, and what was not and why."""
        lines = [f"Done: {line}" for line in run.done]
        if any(is_standing(line) for line in run.done):
            lines += self._standing(notice)
        if run.rest:
            lines.append(f"Not done: {'; '.join(run.rest)}, because {run.why_not}.")
        if verdict.why:
            lines.append(verdict.why)
        return "\n".join([*lines, *self._happened(notice, run)] if run.done else lines)

    def _standing(self, notice: Notice) -> list[str]:
        """What is answered for the seat from now on. Only its holder is ever told."""
        kept = self.matches.standing_answers(notice.match, notice.seat)
        if not kept:
            return ["You have left no standing answers."]
        return ["Answered for you from now on:", *(f"* {standing_text(one)}" for one in kept)]

    def _happened(self, notice: Notice, run: _Run) -> Iterator[str]:
        history = self.matches.history(notice.match)
        game = self.matches.game_of(notice.match)
        for sentence in narrate(game, history, notice.seat, notice.position, run.last):
            yield f"* {sentence.as_text()}"

    def answer(self, verdict: Verdict) -> EmailMessage | None:
        """The mail that says a verdict, for one that is given without reading the message."""
        return self._reply(verdict, Said(verdict.kind, verdict.why), self._now())

    def _reply(self, verdict: Verdict, said: Said, at: datetime) -> EmailMessage | None:
        """The answer to whom the verdict says, or none. It never goes to a foreign address.

        What is said once more is said in the same words, in a mail of its own.
        """
        notice = verdict.notice
        if verdict.tell == "nobody" or not (notice or verdict.sender):
            return None
        message = EmailMessage(policy=SMTP)
        message["From"] = self.settings.address
        message["To"] = notice.holder if notice else verdict.sender
        message["Subject"] = f"Re: [{notice.title}] {said.kind}" if notice else "Your order"
        again = f" {said.times}" if said.times > 1 else ""
        name = f"answer {verdict.message_id} {message['To']}{again}"
        key = sha256(name.encode()).hexdigest()[:32]
        message["Message-ID"] = f"<{key}@{self.settings.domain}>"
        message["Date"] = format_datetime(at)
        if verdict.message_id:
            message["In-Reply-To"] = message["References"] = verdict.message_id
        message["Auto-Submitted"] = "auto-replied"
        wrapped = [part for line in said.text.splitlines() for part in wrap(line, WIDTH) or [""]]
        message.set_content("\n".join(wrapped) + "\n", cte="quoted-printable")
        return message


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


def with_id(raw: bytes) -> bytes:
    """The message, with an id made of its bytes where it has none: each is known by its id."""
    if read_head(raw, "").message_id:
        return raw
    return b"Message-ID: <%s@without-id.invalid>\r\n" % sha256(raw).hexdigest().encode() + raw


def _news(before: Table, after: Table, events: tuple[e.Event, ...]) -> str:
    """What an order brought that its sender could not know when it was written; "" for nothing."""
    if after.result is not None:
        return "the match is over"
    if any(isinstance(event, CHANCE) for event in events):
        return "dice were rolled or cards shuffled meanwhile"
    unknown = {piece for piece in after.pieces if not is_hidden(piece)} - before.pieces.keys()
    if unknown:
        return "you now see pieces that you did not see before"
    return ""
