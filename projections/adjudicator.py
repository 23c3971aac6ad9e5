"""Decides recorded entries again, or judges them as far as is possible without their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

import msgspec

from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import encode
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.diary.said import Said, SaidLine, opening_state
from wardiary.domain.diary.signing import CheckSignature
from wardiary.domain.match.command_handler import (
    Answered,
    ChanceSource,
    CommandEnvelope,
    MakeChance,
    SealedEntry,
    branch_chance,
    handle,
    open_branch,
    open_match,
    opening_chance,
    opening_event,
    ordered_shares,
    seeded_chance,
    shares_drawn,
)
from wardiary.domain.packs import PackError, pack_digest, unseal_pack
from wardiary.domain.play.chance import Chance, NeedsShares
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
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.any_rules import AnyRules, Draw, lowest_faces
from wardiary.projections.audit import chain, extend
from wardiary.projections.comparison import command_of, compare
from wardiary.projections.record import Record, event_at
from wardiary.projections.recorded_chance import RecordedChance
from wardiary.projections.verdicts import IMPOSSIBLE, Fault

CHANCE = (e.DiceRolled, e.PileShuffled, e.Redealt)
UNKNOWN = Secrets(bytes(32), bytes(32))
"""Used where secrets are not known; nothing that is compared depends on it."""


class Unproven(msgspec.Struct, frozen=True):
    """An entry that could not be decided again, since it was played under other rules."""

    position: int
    version: str
    why: str


class GameWithoutSteps(Game):
    """A game whose open steps are not read, since they belong to other rules."""

    def steps_of(self, raw: bytes | msgspec.Raw) -> list[Step]:
        """No steps."""
        return []


class Adjudicator:
    """Decides entries again, one after the other, on the history of the recorded events."""

    def __init__(
        self,
        record: Record,
        game: Game,
        known: Mapping[str, Secrets],
        check: CheckSignature | None = None,
    ) -> None:
        """`known` are the secrets whose commitments were opened; without `check` signatures are
        counted, but not checked.
        """
        self._check = check
        self._record = record
        self._game = game
        self._games = {old: replace(game, version=old) for old in game.former_versions}
        self._games[game.version] = game
        self._known = known
        self._rules = {*game.rules, *TABLE_RULES}
        self._history = History()
        self._prompts: Prompts | None = None
        self._pack: object = None
        self._stepless = GameWithoutSteps(**{f.name: getattr(game, f.name) for f in fields(Game)})
        self._any_rules: AnyRules | None = None
        self.taken: dict[str, int] = {}
        self.signed: Counter[str] = Counter()
        self.unsigned: Counter[str] = Counter()
        self.foreign: Counter[str] = Counter()
        self.unproven: list[Unproven] = []

    def prepare(self) -> None:
        """Read the pack; raises Fault when the game cannot, though it has the match's rules."""
        try:
            self._pack = self._game.read_pack(unseal_pack(self._record.pack))
        except (PackError, *IMPOSSIBLE) as error:
            opener = event_at(self._record.rows[0])
            if isinstance(opener, e.MatchOpened) and opener.version in self._games:
                why = f"{self._game.name} cannot read the pack: {error}"
                raise Fault(1, "Diary/Pack", why) from None
        self._history = History(pack=self._pack)

    @property
    def match(self) -> str:
        """The match at the end of what was judged so far."""
        return self._history.table.match

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys that its seats have named."""
        return self._history.said.keys

    @property
    def drawn(self) -> tuple[int, int]:
        """Of entries not decided again: how many draws the seed confirms, and how many others."""
        return (self._any_rules.drawn, self._any_rules.unjudged) if self._any_rules else (0, 0)

    def entry(self, first: int, last: int, prev: bytes) -> None:
        """Judge one entry and fold it; raises Fault at the first wrong row."""
        rows = self._record.rows[first - 1 : last]
        events = [event_at(row) for row in rows]
        version = self._version(events[0])
        if version in self._games:
            self._prompts = self._decided(self._games[version], rows, events, prev)
        else:
            self.foreign[version] += 1
            self._prompts = self._judge_foreign(version, rows, events, prev)
        self._count_signature(events[0])
        extend(self._history, rows)

    def _decided(
        self, game: Game, rows: Sequence[Row], events: Sequence[e.AnyEvent], prev: bytes
    ) -> Prompts:
        """Decide an entry again and give the prompts after it; raises Fault where it differs."""
        self._check_citations(events, rows[0].position)
        decided = self._decide_again(game, events, prev)
        compare(rows, decided.rows, self._game)
        return decided.prompts

    def _judge_foreign(
        self, version: str, rows: Sequence[Row], events: Sequence[e.AnyEvent], prev: bytes
    ) -> Prompts | None:
        """Judge an entry that was played under rules that this program does not have.

        Table commands are the same under any rules. Other entries are proved if this program's
        rules give the same events; otherwise they are judged as far as possible.
        """
        if _is_independent_of_rules(self._history.table, events[0]):
            self._decided(replace(self._stepless, version=version), rows, events, prev)
            return None
        try:
            return self._decided(replace(self._game, version=version), rows, events, prev)
        except Fault as fault:
            self._any_rules_judge().entry(
                self._history.table, events, rows[0].position, self._draw_of(events, prev)
            )
            why = f"recorded under rules {version}; {self._game.version} says [{fault.rule}]"
            self.unproven.append(Unproven(fault.position, version, f"{why} {fault.detail}"))
            return None

    def _any_rules_judge(self) -> AnyRules:
        if self._any_rules is None:
            self._any_rules = AnyRules(self._lowest_faces())
        return self._any_rules

    def _lowest_faces(self) -> dict[int, int]:
        """The lowest faces of the dice, from all entries whose chance is known."""
        match, known, said = "", [], SaidLine()
        for entry in chain(self._record):
            events = [event_at(row) for row in self._record.rows[entry.first - 1 : entry.last]]
            opener = events[0]
            match = opener.match if isinstance(opener, (e.MatchOpened, e.BranchOpened)) else match
            draw = self._entry_chance(events, match, entry.prev, said.state)
            if draw is not None:
                known.append((draw, events))
            for position, event in enumerate(events, entry.first):
                said.note(position, event)
        return lowest_faces(known)

    def _draw_of(self, events: Sequence[e.AnyEvent], prev: bytes) -> Draw | None:
        opener = events[0]
        match = opener.match if isinstance(opener, e.MatchOpened) else self._history.table.match
        draw = self._entry_chance(events, match, prev, self._history.said.state)
        if draw is None:
            self.taken.setdefault(match, 0)
        return draw

    def _entry_chance(
        self, events: Sequence[e.AnyEvent], match: str, prev: bytes, said: Said | None
    ) -> Draw | None:
        """Makes the chance of an entry, where the seed of its match is known.

        `said` is what was said before the entry.
        """
        if match not in self._known:
            return None
        opener, make_chance = events[0], seeded_chance(self._known[match])
        answered = _answers_in(events, UNKNOWN)
        shares = answered.shares if answered else {}
        match opener:
            case e.MatchOpened():
                return lambda: opening_chance(make_chance, opener, shares)
            case e.BranchOpened():
                return lambda: branch_chance(make_chance, opener, self._seats())
            case e.CommandAccepted():
                command = bytes(opener.command)
                spoken = said.spoken(opener.seat, command) if said else None
                source = ChanceSource(match, prev, command, spoken, ordered_shares(shares))
                return lambda: make_chance(source)
            case _:
                return None

    def _seats(self) -> tuple[Seat, ...]:
        opener = event_at(self._record.rows[0])
        return opener.seats if isinstance(opener, e.MatchOpened) else ()

    def _version(self, opener: e.AnyEvent) -> str:
        """The rules version that an entry was decided under."""
        if isinstance(opener, e.MatchOpened):
            return opener.version
        # Not the version that the entry states: a forger could excuse any entry with that.
        return self._history.table.version

    def _check_citations(self, events: Sequence[e.AnyEvent], first: int) -> None:
        for position, event in enumerate(events, first):
            items = event.items if isinstance(event, e.TotalComputed) else ()
            for rule in (event.rule, *(item.rule for item in items)):
                if rule not in self._rules:
                    raise Fault(position, rule, f"{self._game.title} has no rule {rule!r}")

    def _decide_again(self, game: Game, events: Sequence[e.AnyEvent], prev: bytes) -> SealedEntry:
        opener, first = events[0], self._history.head + 1
        try:
            match opener:
                case e.MatchOpened():
                    return self._decide_opening(game, opener, events)
                case e.BranchOpened():
                    return self._decide_branch(game, opener, events, prev)
                case e.CommandAccepted():
                    return self._decide_command(game, opener, events, prev)
                case _:
                    raise Fault(first, "Diary/Entry", "it cannot open an entry")
        except Illegal as illegal:
            raise Fault(first, illegal.rule, f"the command is illegal: {illegal.why}") from None
        except NeedsShares as needed:
            raise Fault(first, "Table/Keepers", f"it draws, but {needed}") from None
        except IMPOSSIBLE as error:
            raise Fault(first, opener.rule, f"it cannot be decided again: {error}") from None

    def _chance_of(self, match: str, events: Sequence[e.AnyEvent]) -> tuple[Secrets, MakeChance]:
        known = self._known.get(match)
        if known is not None:
            return known, seeded_chance(known)
        draws = [
            event
            for event in events
            if isinstance(event, (e.DiceRolled, e.PileShuffled, e.Redealt))
        ]
        self.taken[match] = self.taken.get(match, 0) + len(draws)
        recorded = RecordedChance(self._history.table, events)
        return UNKNOWN, lambda _source: recorded

    def _decide_opening(
        self, game: Game, opener: e.MatchOpened, events: Sequence[e.AnyEvent]
    ) -> SealedEntry:
        settings = game.resolve_settings(opener.settings)
        secrets, make_chance = self._chance_of(opener.match, events)
        opened = opening_event(
            game,
            self._pack,
            Opening(opener.scenario, opener.seats, settings),
            match=opener.match,
            digest=pack_digest(self._record.pack),
            secrets=secrets,
            time=opener.time,
            chance=opener.chance,
            number=opener.opening,
            keepers=opener.keepers,
        )
        opened = msgspec.structs.replace(opened, commitment=opener.commitment)
        drawn = self._drawn_at_opening(opened, secrets, events)
        chance = opening_chance(make_chance, opened, drawn.shares if drawn else None)
        return open_match(game, Table(pack=self._pack), opened, secrets, chance, drawn)

    def _drawn_at_opening(
        self, opened: e.MatchOpened, secrets: Secrets, events: Sequence[e.AnyEvent]
    ) -> e.SharesDrawn | None:
        answered, said = _answers_in(events, secrets), opening_state(opened, opened.seats)
        if answered is None or said is None:
            return None
        return shares_drawn(opened.keepers, 1, said.at_opening(), secrets, answered)

    def _decide_branch(
        self, game: Game, opener: e.BranchOpened, events: Sequence[e.AnyEvent], prev: bytes
    ) -> SealedEntry:
        secrets, make_chance = self._chance_of(opener.match, events)
        decided = open_branch(
            game,
            self._history,
            self._history.head,
            prev,
            match=opener.match,
            secrets=secrets,
            time=opener.time,
            dealt=opener.dealt,
            forced=opener.forced,
            make_chance=make_chance,
            old_deal=any(isinstance(event, e.Redealt) and not event.seat for event in events),
            chance=opener.chance,
        )
        if secrets is not UNKNOWN:
            return decided
        opened = decided.events[0]
        assert isinstance(opened, e.BranchOpened)
        opened = msgspec.structs.replace(opened, commitment=opener.commitment)
        row = msgspec.structs.replace(decided.rows[0], state=encode(opened))
        return msgspec.structs.replace(decided, rows=(row, *decided.rows[1:]))

    def _decide_command(
        self, game: Game, opener: e.CommandAccepted, events: Sequence[e.AnyEvent], prev: bytes
    ) -> SealedEntry:
        secrets, make_chance = self._chance_of(self._history.table.match, events)
        command = command_of(game, opener.command)
        if isinstance(command, AdoptRules):
            # The version to adopt was that of the program that took the command.
            game = replace(game, version=command.version)
        signature = "" if opener.signature is msgspec.UNSET else str(opener.signature)
        envelope = CommandEnvelope(
            opener.seat, command, opener.id, opener.time, opener.by, signature
        )

        stored, said = bytes(opener.command), self._history.said.state

        def as_stored(source: ChanceSource) -> Chance:
            # Chance depends on the command as stored, not on today's names.
            spoken = said.spoken(opener.seat, stored) if said else None
            return make_chance(msgspec.structs.replace(source, command=stored, spoken=spoken))

        return handle(
            game,
            self._history,
            prev,
            envelope,
            secrets,
            make_chance=as_stored,
            known_prompts=self._prompts,
            check=self._check,
            answered=_answers_in(events, secrets),
            running=self._clocks_in(events) if isinstance(game, GameWithoutSteps) else None,
        )

    def _clocks_in(self, events: Sequence[e.AnyEvent]) -> tuple[Seat, ...]:
        """The seats whose clocks run after an entry, as it was recorded."""
        clocks = self._history.clocks
        before = clocks.running if clocks else ()
        return next((event.seats for event in events if isinstance(event, e.ClocksRun)), before)

    def _count_signature(self, opener: e.AnyEvent) -> None:
        """Count the orders of seats, by whether they were signed."""
        if isinstance(opener, e.CommandAccepted) and opener.seat in self._history.table.seats:
            counter = self.unsigned if opener.signature is msgspec.UNSET else self.signed
            counter[opener.seat] += 1


def _answers_in(events: Sequence[e.AnyEvent], secrets: Secrets) -> Answered | None:
    """The recorded answers of co-keepers; what they were asked by is checked with the salt."""
    drawn = events[1] if len(events) > 1 else None
    if not isinstance(drawn, e.SharesDrawn):
        return None
    return Answered(drawn.shares, drawn.request if secrets is UNKNOWN else "")


def _is_independent_of_rules(table: Table, opener: e.AnyEvent) -> bool:
    """Whether an entry is the same whatever the rules of the game.

    After a ruling the game goes on by its rules, as when a seat resigns and the others play on.
    """
    if isinstance(opener, e.BranchOpened):
        return True
    if not isinstance(opener, e.CommandAccepted) or not is_table_command(opener.command):
        return False
    try:
        command = decode_table_command(opener.command)
    except Illegal:
        return True
    play_goes_on = isinstance(command, MakeRuling) or (
        isinstance(command, Resign) and SETTING in table.settings
    )
    return not play_goes_on
