"""The audit of a seat's copy of a record: every row is proved, or rightly redacted.

A row that the seat could see comes with its salt and fits its leaf. Only a row with something
redacted may come without, and what is redacted must be what the seat could not see there: that is
checked by folding what the seat saw.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wardiary.domain.play.game import Game
from wardiary.domain.play.table_commands import DIRECTOR, HOST, TABLE_RULES, TABLE_VERBS
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import HIDDEN, PieceId, Seat
from wardiary.domain.table.table import Table
from wardiary.projections.any_rules import check_event
from wardiary.projections.audit import chain, noted_positions, secrets_of
from wardiary.projections.record import Record, event_at
from wardiary.projections.redaction import SEALED, SPECTATOR, can_see
from wardiary.projections.seat_fold import next_seen
from wardiary.projections.verdicts import IMPOSSIBLE, Fault, Verdict, tampered_verdict

_WORDS = msgspec.json.Decoder(dict[str, object])
NO_HEAD_NOTE = "no noted head was given: only a head proves that this is the match you played"
NOT_DECIDED_NOTE = "dice and commands were not decided again: that needs the full archive"


def judge_copy(record: Record, role: Seat, game: Game, *, heads: Sequence[bytes] = ()) -> Verdict:
    """The verdict on the copy of one role, a seat's name or "" for a spectator.

    EXACT says that every row the role could see is the one that was stored. Where rows come without
    leaves, or were played under rules that this program does not have, the verdict is UNPROVEN.
    """
    reader = _CopyReader(record, role, game)
    try:
        entries = chain(record, heads)
        secrets_of(record)
        reader.read()
    except Fault as fault:
        return tampered_verdict(fault)
    noted, notes = (
        noted_positions(entries, heads),
        [NOT_DECIDED_NOTE] if heads else [NOT_DECIDED_NOTE, NO_HEAD_NOTE],
    )
    proved, rows = sum(map(bool, record.salts)), len(record.rows)
    if not record.leaves:
        detail = f"{len(entries)} entries are linked by their hashes only: no row has a leaf"
        return Verdict("UNPROVEN", rows, "Diary/Leaf", detail + noted, tuple(notes))
    who, struck = role or "a spectator", rows - proved
    detail = (
        f"{len(entries)} entries form one chain; {proved} of {rows} rows are proved as stored, "
        f"{struck} are leaves only, with what {who} could not see redacted"
    )
    if reader.differs:
        at, rule, why = reader.differs
        return Verdict("DIFFERS", at, rule, why, tuple(notes))
    if reader.foreign:
        at, version = reader.foreign
        detail += f"; from {at} on it was played under rules {version}, which are not known here"
        return Verdict("UNPROVEN", at, "Table/Version", detail + noted, tuple(notes))
    return Verdict("EXACT", rows, "", detail + noted, tuple(notes))


class _CopyReader:
    """Folds the rows that a role saw, and judges each of them on the table before it."""

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
        """Read every row; raises Fault at one that is wrongly redacted or impossible."""
        before: e.AnyEvent | None = None
        for row, salt in zip(self._record.rows, self._record.salts, strict=True):
            event = event_at(row)
            if self._record.leaves and not salt:
                why = why_visible(self._seen, before, event, self._role, self._game)
                if why:
                    raise Fault(row.position, "Diary/Leaf", f"{why}, yet its salt is missing")
            self._judge(event, row.position)
            self._fold(event, row.position)
            before = event

    def _judge(self, event: e.AnyEvent, position: int) -> None:
        """Check an event against the rules; remember the first difference."""
        version = self._seen.version
        if isinstance(event, (e.MatchOpened, e.BranchOpened)):
            version = event.version
        if version != self._game.version and self.foreign is None:
            self.foreign = position, version
        if self.differs is not None:
            return
        try:
            check_event(self._seen, event, position)
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


def why_visible(
    seen: Table, before: e.AnyEvent | None, event: e.AnyEvent, role: Seat, game: Game
) -> str:
    """Why a role could see all of an event that comes without proof; "" when it could not.

    `seen` is the table as the role saw it, `before` the event before.
    """
    match event:
        case e.CommandAccepted():
            return _why_command_visible(seen, event, role, game)
        case e.PiecesMoved():
            return _why_move_visible(seen, event, role)
        case e.PileShuffled():
            hidden = not event.order and not can_see(seen, role, event.zone)
            return "" if hidden else f"the order of {event.zone} can be seen"
        case e.Redealt():
            dealt = isinstance(before, e.BranchOpened) and before.dealt != "exact"
            hidden = dealt and not any(can_see(seen, role, zone) for zone in event.zones)
            return "" if hidden and event.zones else "the dealt cards can be seen"
        case e.PiecesShown():
            stated = role in event.to or (role == SPECTATOR and {*event.to} >= {*seen.seats})
            return (
                _why_pieces_visible(seen, event.pieces, role)
                if not stated
                else "the pieces were shown to it"
            )
        case e.PiecesInspected():
            hidden = {*event.pieces} == {HIDDEN} and event.zone in seen.visibility
            return "" if hidden else "nothing of this inspection is redacted"
        case e.PieceTurned():
            return _why_pieces_visible(seen, (event.piece,), role) or (
                event.face and "its face is given"
            )
        case e.MarkSet():
            stated = bool(event.mark or event.value or event.until)
            return (
                _why_pieces_visible(seen, (event.piece,), role)
                or (stated and "its mark is given")
                or ""
            )
        case _:
            return f"every seat sees {e.tag_of(event)}"


def _why_command_visible(seen: Table, event: e.CommandAccepted, role: Seat, game: Game) -> str:
    """Why a command without proof is wrong: only its id and secret parts may be redacted."""
    if event.seat == role != SPECTATOR:
        return "it is the seat's own command"
    if event.id or event.by:
        return "nothing of this command is redacted"
    if event.seat not in (*seen.seats, HOST, DIRECTOR):
        return f"{event.seat!r} has no seat here"
    if event.version != seen.version or event.rule != "Table/Command":
        return f"a command here cannot have rules {event.version} and cite {event.rule!r}"
    if event.sealed or event.command == SEALED:
        sealed = event.sealed and event.command == SEALED
        return "" if sealed else "a command is either sealed or visible"
    return _why_words_wrong(seen, event, game) if event.version == game.version else ""


def _why_words_wrong(seen: Table, event: e.CommandAccepted, game: Game) -> str:
    try:
        words = _WORDS.decode(event.command)
    except msgspec.MsgspecError:
        return "it is not a command"
    upcast = game.verbs | TABLE_VERBS
    kind = upcast.get(str(words.get("do")))
    if kind is None and not game.command_upcasts:
        return f"there is no command {words.get('do')!r}"
    if kind is not None and kind.sealed:
        return "a command of this kind is sealed"
    return ""


def _why_move_visible(seen: Table, event: e.PiecesMoved, role: Seat) -> str:
    """Why a move without proof is wrong: only pieces that leave the role's sight may be unnamed."""
    if can_see(seen, role, event.to) and HIDDEN in (*event.pieces,):
        return f"what comes to {event.to} can be seen"
    if HIDDEN in event.pieces:
        named = [piece for piece in event.pieces if piece != HIDDEN]
        if [*named, *event.pieces[len(named) :]] != list(event.pieces) or named != sorted(named):
            return "redacted pieces must come after the named ones, which must be sorted"
        return _why_pieces_visible(seen, event.pieces, role)
    if event.host == HIDDEN:
        return _why_pieces_visible(seen, (HIDDEN,), role)
    below_top = (
        event.at == 0 and seen.visibility_of(event.to).ordered and not can_see(seen, role, event.to)
    )
    return "" if below_top else "nothing of this move is redacted"


def _why_pieces_visible(seen: Table, pieces: tuple[PieceId, ...], role: Seat) -> str:
    """Why these pieces cannot be redacted: all are named, or more are redacted than are unseen."""
    struck = pieces.count(HIDDEN)
    if not struck:
        return "every piece is named"
    unseen = sum(len(seen.zone(zone)) for zone in seen.visibility if not can_see(seen, role, zone))
    return "" if struck <= unseen else f"only {unseen} pieces are unseen"
