"""Adjudication: every recorded command decided again, and the first difference with its rule.

Facts stand for ever, so a difference under *other* rules is a note; under the same rules it means
that the record, or the program, is not what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import msgspec

from wardiary.domain.diary.archive import parse
from wardiary.domain.diary.archive_lines import Archive, ArchiveError
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import encode
from wardiary.domain.diary.line import Line
from wardiary.domain.diary.packs import PackError, pack_digest, unseal_pack
from wardiary.domain.diary.rows import Row
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.custody import CUSTODY_VERBS, TABLE_RULES, Adopt, decode_custody
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Prompts
from wardiary.domain.referee import (
    Entry,
    MakeChance,
    Order,
    open_branch,
    open_match,
    opening_chance,
    opening_event,
    seeded,
    take,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table
from wardiary.projections.audit import (
    IMPOSSIBLE,
    Fault,
    Record,
    Verdict,
    chain,
    event_at,
    extend,
    record_of,
    secrets_of,
    tampered,
    upto,
)
from wardiary.projections.recorded import RecordedChance
from wardiary.projections.seen import fold_seen

Watch = Callable[[int], None]
UNKNOWN = Secrets(bytes(32), bytes(32))
"""Stands in where secrets are not known; nothing that is compared depends on it."""


def audit_file(
    data: bytes,
    games: Mapping[str, Game],
    *,
    head: bytes | None = None,
    watch: Watch | None = None,
) -> Verdict:
    """The verdict on an archive file. Raises LookupError when its game is not among `games`."""
    try:
        archive = parse(data)
    except ArchiveError as error:
        return Verdict("TAMPERED", error.position, "Diary/Archive", str(error))
    verdict = adjudicate_archive(archive, games[archive.game], head=head, watch=watch)
    return msgspec.structs.replace(verdict, notes=(*archive.notes, *verdict.notes))


def adjudicate_archive(
    archive: Archive, game: Game, *, head: bytes | None = None, watch: Watch | None = None
) -> Verdict:
    """The verdict on an archive: of a seat's, as far as that seat may know."""
    judge = adjudicate if archive.kind == "full" else _judge_seen
    verdict = judge(record_of(archive), game, head=head, watch=watch)
    if archive.whole or verdict.verdict == "TAMPERED":
        return verdict
    if verdict.verdict == "DIFFERS":
        return msgspec.structs.replace(verdict, verdict="TAMPERED")
    why = "some byte before the seal was changed, though the rows are whole"
    return Verdict("TAMPERED", verdict.position, "Diary/Seal", why)


def adjudicate(
    record: Record, game: Game, *, head: bytes | None = None, watch: Watch | None = None
) -> Verdict:
    """The verdict on a record: chain, secrets, citations, and every command decided again.

    Chance comes from a match's seed where it is known, else the recorded results are taken.
    `head` is the last entry's hash as noted elsewhere; `watch` is told each position that is done.
    """
    try:
        entries = chain(record, head)
        known = secrets_of(record)
    except Fault as fault:
        return tampered(_narrowed(record, game, fault))
    judge = Judge(record, game, known)
    try:
        judge.prepare()
        for entry in entries:
            judge.entry(entry.first, entry.last, entry.prev)
            if watch is not None:
                watch(entry.last)
    except Fault as fault:
        notes = judge.notes + _on_dice(record.rows[fault.position - 1], known)
        return Verdict("DIFFERS", fault.position, fault.rule, fault.detail, tuple(notes))
    detail = f"{len(record.rows)} events in {len(entries)} entries, every command decided again"
    return Verdict("EXACT", len(record.rows), "", detail, tuple(judge.all_notes()))


def _on_dice(row: Row, known: Mapping[str, Secrets]) -> list[str]:
    if not known or row.tag not in ("dice-rolled", "pile-shuffled", "redealt"):
        return []
    return [
        "dice hang on all before them: an earlier time, command id or seat may be the forged one"
    ]


def _narrowed(record: Record, game: Game, fault: Fault) -> Fault:
    """A fault searched for its row, where the hashes alone tell no more than an entry.

    The rules bring about every row of an entry but its opener: if the rest is as they say, the
    opener was changed.
    """
    if fault.entry is None:
        return fault
    first, last = fault.entry.first, fault.entry.last
    # Against a head noted elsewhere a whole chain may have been forged, so all of it is searched.
    start = 1 if fault.rule == "Diary/Head" else first
    judge = Judge(record, game, record.secrets)
    try:
        judge.prepare()
        for entry in chain(upto(record, last), checked=first - 1):
            judge.entry(entry.first, entry.last, entry.prev)
    except Fault as closer:
        if start <= closer.position <= last:
            detail = f"{fault.detail}; {closer.detail}"
            return Fault(closer.position, fault.rule, detail)
    return fault


class Judge:
    """Decides entries again, one after the other, on the line that the recorded facts make."""

    def __init__(self, record: Record, game: Game, known: Mapping[str, Secrets]) -> None:
        """`known` are the secrets whose commitments were opened."""
        self._record = record
        self._game = game
        self._known = known
        self._rules = {*game.rules, *TABLE_RULES}
        self._line = Line()
        self._asked: Prompts | None = None
        self._pack: object = None
        self._taken: list[str] = []
        self.notes: list[str] = []

    def prepare(self) -> None:
        """Read the pack; raises Fault when the game cannot."""
        try:
            self._pack = self._game.read_pack(unseal_pack(self._record.pack))
        except (PackError, *IMPOSSIBLE) as error:
            raise Fault(
                1, "Diary/Pack", f"{self._game.name} cannot read the pack: {error}"
            ) from None
        self._line = Line(pack=self._pack)

    def all_notes(self) -> list[str]:
        """What could not be judged, and what other rules would say."""
        unseeded = [
            f"no seed is known for match {match}: its dice and shuffles are taken as recorded"
            for match in self._taken
        ]
        return unseeded + self.notes

    def entry(self, first: int, last: int, prev: bytes) -> None:
        """Judge one entry and fold it; raises Fault at the first row that is not as it must be."""
        rows = self._record.rows[first - 1 : last]
        events = [event_at(row) for row in rows]
        version = self._version(events[0])
        try:
            self._cited(events, first)
            again = self._again(events, prev, version)
            _compare(rows, again.rows)
        except Fault as fault:
            if version == self._game.version:
                raise
            self.notes.append(
                f"{fault.position}: legal under {version}, not under {self._game.version} "
                f"({fault.rule}: {fault.detail})"
            )
            self._asked = None
        else:
            self._asked = again.asked
        extend(self._line, rows)

    def _version(self, opener: e.AnyEvent) -> str:
        """The rules version that an entry was decided under."""
        if isinstance(opener, e.MatchOpened):
            return opener.version
        # Not what the entry says of itself: a forger could excuse any entry by another version.
        return self._line.table.version

    def _cited(self, events: Sequence[e.AnyEvent], first: int) -> None:
        for position, event in enumerate(events, first):
            items = event.items if isinstance(event, e.Reckoned) else ()
            for rule in (event.rule, *(item.rule for item in items)):
                if rule not in self._rules:
                    raise Fault(position, rule, f"{self._game.title} has no rule {rule!r}")

    def _again(self, events: Sequence[e.AnyEvent], prev: bytes, version: str) -> Entry:
        opener, first = events[0], self._line.head + 1
        # The rules in force are asked in the name of the version that was played.
        game = self._game if version == self._game.version else replace(self._game, version=version)
        try:
            match opener:
                case e.MatchOpened():
                    return self._open(game, opener, events)
                case e.BranchOpened():
                    return self._branch(game, opener, events, prev)
                case e.CommandAccepted():
                    return self._take(game, opener, events, prev)
                case _:
                    raise Fault(first, "Diary/Entry", "it opens no entry")
        except Illegal as illegal:
            raise Fault(first, illegal.rule, f"the command is illegal: {illegal.why}") from None
        except IMPOSSIBLE as error:
            raise Fault(first, opener.rule, f"it cannot be decided again: {error}") from None

    def _chance(self, match: str, events: Sequence[e.AnyEvent]) -> tuple[Secrets, MakeChance]:
        known = self._known.get(match)
        if known is not None:
            return known, seeded(known)
        if match not in self._taken:
            self._taken.append(match)
        recorded = RecordedChance(self._line.table, events)
        return UNKNOWN, lambda _match, _prev, _command: recorded

    def _open(self, game: Game, opener: e.MatchOpened, events: Sequence[e.AnyEvent]) -> Entry:
        settings = game.settled(opener.settings)
        secrets, make = self._chance(opener.match, events)
        opened = opening_event(
            game,
            self._pack,
            Opening(opener.scenario, opener.seats, settings),
            match=opener.match,
            digest=pack_digest(self._record.pack),
            secrets=secrets,
            time=opener.time,
        )
        opened = msgspec.structs.replace(opened, commitment=opener.commitment)
        chance = opening_chance(make, opened)
        return open_match(game, Table(pack=self._pack), opened, secrets, chance)

    def _branch(
        self, game: Game, opener: e.BranchOpened, events: Sequence[e.AnyEvent], prev: bytes
    ) -> Entry:
        secrets, make = self._chance(opener.match, events)
        again = open_branch(
            game,
            self._line,
            self._line.head,
            prev,
            match=opener.match,
            secrets=secrets,
            time=opener.time,
            dealt=opener.dealt,
            forced=opener.forced,
            make=make,
            old_deal=any(isinstance(event, e.Redealt) and not event.seat for event in events),
        )
        if secrets is not UNKNOWN:
            return again
        opened = again.events[0]
        assert isinstance(opened, e.BranchOpened)
        opened = msgspec.structs.replace(opened, commitment=opener.commitment)
        row = msgspec.structs.replace(again.rows[0], state=encode(opened))
        return msgspec.structs.replace(again, rows=(row, *again.rows[1:]))

    def _take(
        self, game: Game, opener: e.CommandAccepted, events: Sequence[e.AnyEvent], prev: bytes
    ) -> Entry:
        secrets, make = self._chance(self._line.table.match, events)
        command = command_of(game, opener.command)
        if isinstance(command, Adopt):
            # What there was to adopt was the version of the program that took the command.
            game = replace(game, version=command.version)
        order = Order(opener.seat, command, opener.id, opener.time, opener.by)
        return take(game, self._line, prev, order, secrets, make=make, asked=self._asked)


class _Verb(msgspec.Struct):
    do: str


def command_of(game: Game, raw: msgspec.Raw) -> Command:
    """The command of the game or of the table that was recorded; raises Illegal."""
    if msgspec.json.decode(raw, type=_Verb).do in CUSTODY_VERBS:
        return decode_custody(raw)
    return game.decode_command(raw)


def _compare(rows: Sequence[Row], again: Sequence[Row]) -> None:
    for recorded, decided in zip(rows, again, strict=False):
        if recorded.state != decided.state:
            event = event_at(decided)
            raise Fault(recorded.position, event.rule, _difference(event_at(recorded), event))
        if recorded.tag != decided.tag:
            why = f"it is kept as {recorded.tag}, but is {decided.tag}"
            raise Fault(recorded.position, "Diary/Event", why)
    if len(rows) > len(again):
        row = rows[len(again)]
        why = f"the rules end the entry before this {row.tag}"
        raise Fault(row.position, event_at(row).rule, why)
    if len(rows) < len(again):
        decided = again[len(rows)]
        why = f"the rules go on with {decided.tag}"
        raise Fault(rows[-1].position, event_at(decided).rule, why)


def _difference(recorded: e.AnyEvent, decided: e.AnyEvent) -> str:
    if type(recorded) is not type(decided):
        return f"recorded is {e.tag_of(recorded)}, the rules bring about {e.tag_of(decided)}"
    for name in recorded.__struct_fields__:
        was, now = getattr(recorded, name), getattr(decided, name)
        if was != now:
            was, now = (bytes(one) if isinstance(one, msgspec.Raw) else one for one in (was, now))
            return f"{e.tag_of(recorded)} has {name} {was!r}, the rules bring about {now!r}"
    return f"{e.tag_of(recorded)} is not written in the canonical form"


# A seat's archive


def _judge_seen(
    record: Record, game: Game, *, head: bytes | None = None, watch: Watch | None = None
) -> Verdict:
    """What can be said of a seat's archive: its chain, its citations, what the fold shows."""
    rules = {*game.rules, *TABLE_RULES}
    try:
        entries = chain(record, head)
        events = [event_at(row) for row in record.rows]
    except Fault as fault:
        return tampered(fault)
    for position, event in enumerate(events, 1):
        if event.rule not in rules and _under(events, position) == game.version:
            why = f"{game.title} has no rule {event.rule!r}"
            return Verdict("DIFFERS", position, event.rule, why)
    whole = sum(map(bool, record.salts))
    notes = [f"{len(events) - whole} of {len(events)} rows are redacted or not provable by a leaf"]
    folded = fold_seen(events).position
    if folded < len(events):
        notes.append(f"what the seat sees could be followed up to {folded}")
    notes.append("dice and commands were not judged again: that takes the full archive")
    detail = f"{len(entries)} entries make one chain; {whole} rows are proven to be as stored"
    return Verdict("EXACT", len(events), "", detail, tuple(notes))


def _under(events: Sequence[e.AnyEvent], position: int) -> str:
    """The rules version in force at a position."""
    for event in reversed(events[:position]):
        if isinstance(event, (e.MatchOpened, e.BranchOpened, e.CommandAccepted)):
            return event.version
    return ""
