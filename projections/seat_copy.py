"""The audit of a seat's copy of a record: every row proved, or rightly struck out.

A row that the seat could see comes with its salt and fits its leaf. Only a row with something
struck out may come without, and what is struck out must be what the seat could not see there: that
is found by folding what it saw, never believed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import DIRECTOR, HOST, TABLE_RULES, TABLE_VERBS
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import HIDDEN, PieceId, Seat
from wardiary.domain.table.table import Table
from wardiary.projections.any_rules import stands
from wardiary.projections.audit import chain, secrets_of, where_noted
from wardiary.projections.record import Record, event_at
from wardiary.projections.redaction import SEALED, SPECTATOR, can_see
from wardiary.projections.seat_fold import next_seen
from wardiary.projections.verdicts import IMPOSSIBLE, Fault, Verdict, tampered_verdict

_WORDS = msgspec.json.Decoder(dict[str, object])
NO_HEAD = "no noted head was given: only against one is it proved that this is the line you played"
NOT_DECIDED = "dice and commands were not judged again: that takes the full archive"


def judge_copy(record: Record, role: Seat, game: Game, *, heads: Sequence[bytes] = ()) -> Verdict:
    """The verdict on the copy of one role, a seat's name or "" for a spectator.

    EXACT says that every row the role could see is the one that was stored. Where rows stand
    without leaves, or under rules that this program does not have, the verdict is UNPROVEN.
    """
    reader = _Reader(record, role, game)
    try:
        entries = chain(record, heads)
        secrets_of(record)
        reader.read()
    except Fault as fault:
        return tampered_verdict(fault)
    where, notes = where_noted(entries, heads), [NOT_DECIDED] if heads else [NOT_DECIDED, NO_HEAD]
    whole, rows = sum(map(bool, record.salts)), len(record.rows)
    if not record.leaves:
        detail = f"{len(entries)} entries are linked by their hashes alone: no row has a leaf"
        return Verdict("UNPROVEN", rows, "Diary/Leaf", detail + where, tuple(notes))
    who, left = role or "a spectator", rows - whole
    detail = (
        f"{len(entries)} entries make one chain; {whole} of {rows} rows are proved as stored, "
        f"{left} are leaves only, with what {who} could not see struck out"
    )
    if reader.differs:
        at, rule, why = reader.differs
        return Verdict("DIFFERS", at, rule, why, tuple(notes))
    if reader.foreign:
        at, version = reader.foreign
        detail += f"; from {at} on it was played under rules {version}, which are not known here"
        return Verdict("UNPROVEN", at, "Table/Version", detail + where, tuple(notes))
    return Verdict("EXACT", rows, "", detail + where, tuple(notes))


class _Reader:
    """What a role was shown, folded row by row, each row judged on the table it came to."""

    def __init__(self, record: Record, role: Seat, game: Game) -> None:
        self._record = record
        self._role = role
        self._game = game
        self._rules = {*game.rules, *TABLE_RULES}
        self._seen = Table()
        self._kept: dict[int, Table] = {}
        self.foreign: tuple[int, str] | None = None
        self.differs: tuple[int, str, str] | None = None

    def read(self) -> None:
        """Read every row; raises Fault at one that is not rightly struck out, or cannot be."""
        before: e.AnyEvent | None = None
        for row, salt in zip(self._record.rows, self._record.salts, strict=True):
            event = event_at(row)
            if self._record.leaves and not salt:
                why = struck_wrongly(self._seen, before, event, self._role, self._game)
                if why:
                    raise Fault(row.position, "Diary/Leaf", f"{why}, yet its salt is missing")
            self._judge(event, row.position)
            self._fold(event, row.position)
            before = event

    def _judge(self, event: e.AnyEvent, position: int) -> None:
        """Hold an event against the rules; the first difference is kept."""
        version = self._seen.version
        if isinstance(event, (e.MatchOpened, e.BranchOpened)):
            version = event.version
        if version != self._game.version and self.foreign is None:
            self.foreign = position, version
        if self.differs is not None:
            return
        try:
            stands(self._seen, event, position)
        except Fault as fault:
            self.differs = position, fault.rule, fault.detail
        if version == self._game.version and event.rule not in self._rules:
            self.differs = position, event.rule, f"{self._game.title} has no rule {event.rule!r}"

    def _fold(self, event: e.AnyEvent, position: int) -> None:
        try:
            self._seen = next_seen(self._seen, event, self._kept)
        except IMPOSSIBLE as error:
            if self._record.leaves:
                why = f"no such thing can happen: {error}"
                raise Fault(position, "Diary/Event", why) from None


def struck_wrongly(
    seen: Table, before: e.AnyEvent | None, event: e.AnyEvent, role: Seat, game: Game
) -> str:
    """Why a role could see all of an event that it is shown without proof; "" when it could not.

    `seen` is the table as the role saw it, `before` the event before.
    """
    match event:
        case e.CommandAccepted():
            return _command(seen, event, role, game)
        case e.PiecesMoved():
            return _moved(seen, event, role)
        case e.PileShuffled():
            hidden = not event.order and not can_see(seen, role, event.zone)
            return "" if hidden else f"the order of {event.zone} can be seen"
        case e.Redealt():
            dealt = isinstance(before, e.BranchOpened) and before.dealt != "exact"
            hidden = dealt and not any(can_see(seen, role, zone) for zone in event.zones)
            return "" if hidden and event.zones else "what was dealt there can be seen"
        case e.PiecesShown():
            told = role in event.to or (role == SPECTATOR and {*event.to} >= {*seen.seats})
            return _named(seen, event.pieces, role) if not told else "the pieces were shown to it"
        case e.PiecesInspected():
            hidden = {*event.pieces} == {HIDDEN} and event.zone in seen.visibility
            return "" if hidden else "nothing of this inspection is struck out"
        case e.PieceTurned():
            return _named(seen, (event.piece,), role) or (event.face and "its face is told")
        case e.MarkSet():
            told = bool(event.mark or event.value or event.until)
            return _named(seen, (event.piece,), role) or (told and "its mark is told") or ""
        case _:
            return f"every seat sees {e.tag_of(event)}"


def _command(seen: Table, event: e.CommandAccepted, role: Seat, game: Game) -> str:
    """Of another's command a role never learns its id, and of a sealed one not its words."""
    if event.seat == role != SPECTATOR:
        return "it is the seat's own command"
    if event.id or event.by:
        return "nothing of this command is struck out"
    if event.seat not in (*seen.seats, HOST, DIRECTOR):
        return f"{event.seat!r} has no seat here"
    if event.version != seen.version or event.rule != "Table/Command":
        return f"rules {event.version} and {event.rule!r} are not those of a command here"
    if event.sealed or event.command == SEALED:
        sealed = event.sealed and event.command == SEALED
        return "" if sealed else "a command is sealed, or its words can be seen"
    return _words(seen, event, game) if event.version == game.version else ""


def _words(seen: Table, event: e.CommandAccepted, game: Game) -> str:
    try:
        words = _WORDS.decode(event.command)
    except msgspec.MsgspecError:
        return "its words are no command"
    upcast = game.verbs | TABLE_VERBS
    kind = upcast.get(str(words.get("do")))
    if kind is None and not game.command_upcasts:
        return f"there is no command {words.get('do')!r}"
    if kind is not None and kind.sealed:
        return "a command of this kind is sealed"
    return ""


def _moved(seen: Table, event: e.PiecesMoved, role: Seat) -> str:
    """A piece goes unnamed only into a zone that the role cannot look into."""
    if can_see(seen, role, event.to) and HIDDEN in (*event.pieces,):
        return f"what comes to {event.to} can be seen"
    if HIDDEN in event.pieces:
        named = [piece for piece in event.pieces if piece != HIDDEN]
        if [*named, *event.pieces[len(named) :]] != list(event.pieces) or named != sorted(named):
            return "what is struck out stands after the names, and these are sorted"
        return _named(seen, event.pieces, role)
    if event.host == HIDDEN:
        return _named(seen, (HIDDEN,), role)
    under = (
        event.at == 0 and seen.visibility_of(event.to).ordered and not can_see(seen, role, event.to)
    )
    return "" if under else "nothing of this move is struck out"


def _named(seen: Table, pieces: tuple[PieceId, ...], role: Seat) -> str:
    """Some of the pieces are struck out, and so many does the role not see."""
    struck = pieces.count(HIDDEN)
    if not struck:
        return "every piece is named"
    unseen = sum(len(seen.zone(zone)) for zone in seen.visibility if not can_see(seen, role, zone))
    return "" if struck <= unseen else f"only {unseen} pieces lie unseen"
