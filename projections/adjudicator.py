"""The judge: a recorded entry decided again, or judged as far as any rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

import msgspec

from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import encode
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.match.command_handler import (
    CommandEnvelope,
    MakeChance,
    SealedEntry,
    branch_chance,
    handle,
    open_branch,
    open_match,
    opening_chance,
    opening_event,
    seeded_chance,
)
from wardiary.domain.packs import PackError, pack_digest, unseal_pack
from wardiary.domain.play.chance import Chance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Prompts
from wardiary.domain.play.resigning import SETTING
from wardiary.domain.play.steps import Step
from wardiary.domain.play.table_commands import (
    TABLE_RULES,
    AdoptRules,
    MakeRuling,
    Resign,
    decode_table_command,
    is_table_command,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.table import Table
from wardiary.projections.any_rules import AnyRules, Draw, lowest_faces
from wardiary.projections.audit import chain, extend
from wardiary.projections.comparison import command_of, compare
from wardiary.projections.record import Record, event_at
from wardiary.projections.recorded_chance import RecordedChance
from wardiary.projections.verdicts import IMPOSSIBLE, Fault

CHANCE = (e.DiceRolled, e.PileShuffled, e.Redealt)
UNKNOWN = Secrets(bytes(32), bytes(32))
"""Stands in where secrets are not known; nothing that is compared depends on it."""


class Unproven(msgspec.Struct, frozen=True):
    """An entry that other rules have brought about, so that it could not be decided again."""

    position: int
    version: str
    why: str


class GameWithoutSteps(Game):
    """A game whose open questions are not looked at, since other rules have asked them."""

    def steps_of(self, raw: bytes | msgspec.Raw) -> list[Step]:
        """None that could be read."""
        return []


class Adjudicator:
    """Decides entries again, one after the other, on the line that the recorded facts make."""

    def __init__(self, record: Record, game: Game, known: Mapping[str, Secrets]) -> None:
        """`known` are the secrets whose commitments were opened."""
        self._record = record
        self._game = game
        self._games = {old: replace(game, version=old) for old in game.former_versions}
        self._games[game.version] = game
        self._known = known
        self._rules = {*game.rules, *TABLE_RULES}
        self._line = History()
        self._asked: Prompts | None = None
        self._pack: object = None
        self._stepless = GameWithoutSteps(**{f.name: getattr(game, f.name) for f in fields(Game)})
        self._any_rules: AnyRules | None = None
        self.taken: dict[str, int] = {}
        self.foreign: Counter[str] = Counter()
        self.unproven: list[Unproven] = []

    def prepare(self) -> None:
        """Read the pack; raises Fault when the game should be able to, and cannot."""
        try:
            self._pack = self._game.read_pack(unseal_pack(self._record.pack))
        except (PackError, *IMPOSSIBLE) as error:
            opener = event_at(self._record.rows[0])
            if isinstance(opener, e.MatchOpened) and opener.version in self._games:
                why = f"{self._game.name} cannot read the pack: {error}"
                raise Fault(1, "Diary/Pack", why) from None
        self._line = History(pack=self._pack)

    @property
    def drawn(self) -> tuple[int, int]:
        """Of entries that were not decided again: draws that the seed bears out, and others."""
        return (self._any_rules.drawn, self._any_rules.unjudged) if self._any_rules else (0, 0)

    def entry(self, first: int, last: int, prev: bytes) -> None:
        """Judge one entry and fold it; raises Fault at the first row that is not as it must be."""
        rows = self._record.rows[first - 1 : last]
        events = [event_at(row) for row in rows]
        version = self._version(events[0])
        if version in self._games:
            self._asked = self._decided(self._games[version], rows, events, prev)
        else:
            self.foreign[version] += 1
            self._asked = self._under(version, rows, events, prev)
        extend(self._line, rows)

    def _decided(
        self, game: Game, rows: Sequence[Row], events: Sequence[e.AnyEvent], prev: bytes
    ) -> Prompts:
        """Decide an entry again; raises Fault where it comes to something else."""
        self._cited(events, rows[0].position)
        again = self._decide_again(game, events, prev)
        compare(rows, again.rows, self._game)
        return again.prompts

    def _under(
        self, version: str, rows: Sequence[Row], events: Sequence[e.AnyEvent], prev: bytes
    ) -> Prompts | None:
        """Judge an entry that was played under rules that this program does not have.

        The table's own acts are the same under any rules. What a game brought about may still be
        what this program's rules say, and is proved then; else it is judged as far as can be.
        """
        if _is_tables_own(self._line.table, events[0]):
            self._decided(replace(self._stepless, version=version), rows, events, prev)
            return None
        try:
            return self._decided(replace(self._game, version=version), rows, events, prev)
        except Fault as fault:
            self._any().entry(
                self._line.table, events, rows[0].position, self._draw(events[0], prev)
            )
            why = f"recorded under rules {version}; {self._game.version} says [{fault.rule}]"
            self.unproven.append(Unproven(fault.position, version, f"{why} {fault.detail}"))
            return None

    def _any(self) -> AnyRules:
        if self._any_rules is None:
            self._any_rules = AnyRules(self._lows())
        return self._any_rules

    def _lows(self) -> dict[int, int]:
        """The lowest faces of the dice, from all entries whose chance is known."""
        match, known = "", []
        for entry in chain(self._record):
            events = [event_at(row) for row in self._record.rows[entry.first - 1 : entry.last]]
            opener = events[0]
            match = opener.match if isinstance(opener, (e.MatchOpened, e.BranchOpened)) else match
            draw = self._drawing(opener, match, entry.prev)
            if draw is not None:
                known.append((draw, events))
        return lowest_faces(known)

    def _draw(self, opener: e.AnyEvent, prev: bytes) -> Draw | None:
        match = opener.match if isinstance(opener, e.MatchOpened) else self._line.table.match
        draw = self._drawing(opener, match, prev)
        if draw is None:
            self.taken.setdefault(match, 0)
        return draw

    def _drawing(self, opener: e.AnyEvent, match: str, prev: bytes) -> Draw | None:
        """The chance of an entry from its beginning, where the seed of its match is known."""
        if match not in self._known:
            return None
        make = seeded_chance(self._known[match])
        match opener:
            case e.MatchOpened():
                return lambda: opening_chance(make, opener)
            case e.BranchOpened():
                return lambda: branch_chance(make, opener)
            case e.CommandAccepted():
                return lambda: make(match, prev, bytes(opener.command))
            case _:
                return None

    def _version(self, opener: e.AnyEvent) -> str:
        """The rules version that an entry was decided under."""
        if isinstance(opener, e.MatchOpened):
            return opener.version
        # Not what the entry says of itself: a forger could excuse any entry by another version.
        return self._line.table.version

    def _cited(self, events: Sequence[e.AnyEvent], first: int) -> None:
        for position, event in enumerate(events, first):
            items = event.items if isinstance(event, e.TotalComputed) else ()
            for rule in (event.rule, *(item.rule for item in items)):
                if rule not in self._rules:
                    raise Fault(position, rule, f"{self._game.title} has no rule {rule!r}")

    def _decide_again(self, game: Game, events: Sequence[e.AnyEvent], prev: bytes) -> SealedEntry:
        opener, first = events[0], self._line.head + 1
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
            return known, seeded_chance(known)
        draws = [
            event
            for event in events
            if isinstance(event, (e.DiceRolled, e.PileShuffled, e.Redealt))
        ]
        self.taken[match] = self.taken.get(match, 0) + len(draws)
        recorded = RecordedChance(self._line.table, events)
        return UNKNOWN, lambda _match, _prev, _command: recorded

    def _open(self, game: Game, opener: e.MatchOpened, events: Sequence[e.AnyEvent]) -> SealedEntry:
        settings = game.resolve_settings(opener.settings)
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
    ) -> SealedEntry:
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
            make_chance=make,
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
    ) -> SealedEntry:
        secrets, make = self._chance(self._line.table.match, events)
        command = command_of(game, opener.command)
        if isinstance(command, AdoptRules):
            # What there was to adopt was the version of the program that took the command.
            game = replace(game, version=command.version)
        order = CommandEnvelope(opener.seat, command, opener.id, opener.time, opener.by)

        def as_stored(match: str, prev: bytes, _: bytes) -> Chance:
            # Chance hangs on the command as it was stored, whatever its words are called today.
            return make(match, prev, bytes(opener.command))

        return handle(
            game, self._line, prev, order, secrets, make_chance=as_stored, known_prompts=self._asked
        )


def _is_tables_own(table: Table, opener: e.AnyEvent) -> bool:
    """Whether an entry is brought about by the table alone, whatever the rules of the game.

    After a ruling the game goes on, and so it does when a seat resigns and the others play on.
    """
    if isinstance(opener, e.BranchOpened):
        return True
    if not isinstance(opener, e.CommandAccepted) or not is_table_command(opener.command):
        return False
    try:
        said = decode_table_command(opener.command)
    except Illegal:
        return True
    goes_on = isinstance(said, MakeRuling) or (
        isinstance(said, Resign) and SETTING in table.settings
    )
    return not goes_on
