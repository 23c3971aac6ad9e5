"""The application: matches opened, played, looked at, branched and audited over one store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from threading import RLock
from uuid import UUID

import msgspec

from wardiary.adapters import archives, discarding
from wardiary.adapters.match_cache import CachedMatch, MatchCache
from wardiary.adapters.store import (
    DiaryStore,
    DuplicateCommand,
    MatchDamaged,
    PositionConflict,
    StoreError,
    WriteFailed,
)
from wardiary.adapters.store.entry import command_key
from wardiary.adapters.whole import Opener, opener_of, part_of
from wardiary.domain.diary.archive import read
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import ENCODER
from wardiary.domain.diary.family import archives_of, write_family
from wardiary.domain.diary.history import History
from wardiary.domain.errors import WardiaryError
from wardiary.domain.games import registry
from wardiary.domain.match.command_handler import (
    CommandEnvelope,
    handle,
    open_branch,
    open_match,
    opening_chance,
    opening_event,
    seeded_chance,
)
from wardiary.domain.match.rewind_options import RewindRequest, pending_request
from wardiary.domain.match.table_talk import changes_nothing, only_talk_since
from wardiary.domain.packs import pack_digest, refuse_controls_in_pack, seal_pack
from wardiary.domain.play.commands import (
    Command,
    Illegal,
    from_text,
    refuse_controls,
    to_text,
)
from wardiary.domain.play.decide import check_seat
from wardiary.domain.play.game import Game, Opening, ScenarioInfo
from wardiary.domain.play.pausing import is_paused
from wardiary.domain.play.prompts import Prompts, prompt_for
from wardiary.domain.play.resigning import stand_in, table_settings
from wardiary.domain.play.standing import StandingAnswer, answer_for, check_answerable
from wardiary.domain.play.table_commands import (
    HOST,
    TABLE_COMMANDS,
    TABLE_VERBS,
    ClaimSeat,
    Disclose,
    MakeRuling,
    Pause,
    Resume,
    check_holder,
    decode_table_command,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.events import Scalar
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.clock import Asked
from wardiary.projections.redaction import DIRECTOR, SPECTATOR, redact_entry, view
from wardiary.projections.verdicts import Verdict

RETRIES = 8
_STANDING = msgspec.json.Decoder(list[StandingAnswer])
PAUSED = "paused"


class StalePosition(WardiaryError):
    """A command was written for a position that is no longer the head of its line."""

    def __init__(self, match: str, expected: int, head: int) -> None:
        """Say what the command was built on, and where the line stands."""
        super().__init__(
            f"built on #{expected}, the line of {match} is at #{head}: "
            f"the position changed at #{expected + 1}; look at it and send again on #{head}, "
            f"or try it in a branch that leaves at #{expected}"
        )
        self.match, self.expected, self.head = match, expected, head


class StaleWindow(StalePosition):
    """A command answers a question that is no longer asked."""

    def __init__(self, match: str, window: int, now: int, head: int) -> None:
        """Say which question was meant, and since when another one is asked, if any is."""
        super().__init__(match, window, head)
        since = f"what is asked now was asked at #{now}" if now else "nothing is asked of you now"
        self.args = (f"the question of #{window} is over; {since}; look at it and answer that",)


class CommandIdTaken(WardiaryError):
    """A command came under an id that its seat has given to another command already."""

    def __init__(self, match: str, command_id: str, taken_by: str, position: int) -> None:
        """Say which command has the id, and where it stands."""
        super().__init__(
            f"the id {command_id!r} is taken by another command, {taken_by!r} at #{position}; "
            "nothing was done: give a new command an id of its own"
        )
        self.match, self.command_id, self.position = match, command_id, position


class LostRaces(StalePosition):
    """A command that others were quicker than, as often as it was tried; nothing is recorded."""

    def __init__(self, match: str, expected: int, head: int) -> None:
        """Say so, and what to do."""
        super().__init__(match, expected, head)
        why = f"not recorded: {RETRIES} times another command was stored before it could be"
        self.args = (f"{why}; {match} stands at #{head} now, look at it and send yours again",)


class StandingDamaged(StoreError):
    """The standing answers that a seat has left cannot be read."""

    def __init__(self, match: str, seat: Seat) -> None:
        """Say whose, and what to do."""
        super().__init__(
            f"match {match[:12]} is damaged: the standing answers of {seat} cannot be read; "
            f"`wardiary stand {match[:8]} {seat} --clear` takes them back"
        )


class MatchIsPaused(Illegal):
    """A seat's command while the match is paused; nothing is recorded."""

    def __init__(self) -> None:
        """Say so."""
        why = "the match is paused until the host or the director resumes it"
        super().__init__("Table/Break", why)


class CurrentState(msgspec.Struct, frozen=True):
    """A line at one moment: the table at its head (not a view), what is asked there, and the rewind
    that waits for consent.
    """

    table: Table
    prompts: Prompts
    rewind: RewindRequest | None = None

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Every seat whose answer the match waits for: to a prompt, or to a request to go back."""
        consenting = self.rewind.waiting if self.rewind else ()
        return tuple(dict.fromkeys((*(prompt.seat for prompt in self.prompts), *consenting)))


class CommandResult(msgspec.Struct, frozen=True):
    """What a seat hears of its command: where its entry stands, and what of it the seat may see."""

    match: str
    first: int
    last: int
    events: tuple[e.Event, ...]


class Matches:
    """Everything that can be done with matches. Safe to call from any thread.

    `clock` gives integer milliseconds, `entropy` secret random bytes. Roles for looking are the
    name of a seat, "" for a spectator, and "director". Raises Illegal for what the rules refuse,
    StoreError for what could not be recorded, StalePosition for what was written for another
    position.
    """

    def __init__(
        self, store: DiaryStore, clock: Callable[[], int], entropy: Callable[[int], bytes]
    ) -> None:
        """Work over an open store."""
        self.store = store
        self.clock = clock
        self.entropy = entropy
        self._cache = MatchCache(store)
        self._lock = RLock()

    # Opening

    def new_match(
        self,
        game: str,
        scenario: str,
        *,
        seats: Sequence[Seat] = (),
        settings: Mapping[str, Scalar] | None = None,
        holders: Mapping[Seat, str] | None = None,
        pack: Mapping[str, bytes] | None = None,
    ) -> str:
        """Open a match and give its id (32 hex digits).

        `seats` defaults to the scenario's first seating, `settings` to the game's defaults,
        `holders` says who holds a seat ("human", "bot", "bot:random"; others stay open), `pack`
        the files of an owner's pack (the shipped one unless given). Raises Illegal, PackError.
        """
        rules = registry.game(game)
        refuse_controls_in_pack(pack or {})
        sealed = seal_pack(registry.packaged(game) if pack is None else pack)
        digest = pack_digest(sealed)
        content = self._cache.content(rules, digest, sealed)
        card = _scenario(rules, content, scenario)
        seated = tuple(seats) or card.seats[0]
        agreed = {**table_settings(seated), **(settings or {})}
        opening = Opening(card.id, seated, rules.resolve_settings(agreed))
        _check_holders(opening.seats, holders or {})
        match, secrets = self._new_secrets()
        opened = opening_event(
            rules,
            content,
            opening,
            match=match,
            digest=digest,
            secrets=secrets,
            time=self.clock(),
        )
        chance = opening_chance(seeded_chance(secrets), opened)
        entry = open_match(rules, Table(pack=content), opened, secrets, chance)
        self.store.open_match(
            match, entry.rows, seed=secrets.seed, salt=secrets.salt, packs={digest: sealed}
        )
        live = CachedMatch(rules, History(pack=content), [(match, 1)], entry.head)
        live.secrets = secrets
        live.apply_entry(entry)
        with self._lock:
            self._cache.put(match, live)
        for seat, holder in (holders or {}).items():
            if holder:
                self.command(match, HOST, ClaimSeat(seat, holder))
        return match

    def _new_secrets(self) -> tuple[str, Secrets]:
        match = UUID(bytes=self.entropy(16), version=4).hex
        return match, Secrets(self.entropy(32), self.entropy(32))

    # Lines

    def history(self, match: str) -> History:
        """The line of a match from its first row to its head, as stored now."""
        with self._lock:
            return self._cache.get(match).history

    def game_of(self, match: str) -> Game:
        """The game a match is played with."""
        with self._lock:
            return self._cache.get(match, fresh=False).game

    def secrets(self, match: str) -> Secrets:
        """Seed and salt of a match, for proving it; raises MatchDamaged when they are lost."""
        with self._lock:
            return self._cache.secrets(match)

    def damage(self, match: str) -> MatchDamaged | None:
        """What is damaged of a match; its line ends before that. Raises it if nothing is whole."""
        with self._lock:
            return self._cache.get(match).damage

    def refuse_damaged(self, match: str) -> None:
        """Raise MatchDamaged where a match can be looked at, but not played on."""
        if damage := self.damage(match):
            raise damage

    def opener(self, match: str) -> Opener | None:
        """How a match or branch was opened; None when that is damaged."""
        return opener_of(self.store, match)

    def origins(self, match: str) -> list[tuple[str, int]]:
        """The matches whose rows make up a line, each with the first position that is its own."""
        with self._lock:
            return list(self._cache.get(match, fresh=False).origins)

    # Playing

    def command(
        self,
        match: str,
        seat: Seat,
        command: Command | str | bytes,
        *,
        command_id: str = "",
        expected: int | None = None,
        window: int | None = None,
        by: str = "",
    ) -> CommandResult:
        """Give a seat's command: a Command, its line of text, or its JSON.

        The same command with the same `command_id` from the same seat again gives the first answer
        and does nothing; another command with it is refused (CommandIdTaken). With `expected` the
        command is refused (StalePosition) if what the seat sees or is asked has changed since that
        position; claims and the like change nothing of that. With `window` it answers the question
        of that number (see `window`) and no later one (StaleWindow). Raises Illegal when the rules
        refuse, or when nothing would change; nothing is then recorded. When this returns, the entry
        is on the disk.
        """
        with self._lock:
            if told := self._find_receipt(match, seat, command, command_id):
                return told
            refused: Exception | None = None
            for _ in range(RETRIES):
                try:
                    return self._submit(match, seat, command, command_id, (expected, window), by)
                except PositionConflict as conflict:
                    refused = conflict
                except (DuplicateCommand, Illegal, StalePosition) as final:
                    refused = final
                    break
            assert refused is not None
            # Another process may have stored this very command a moment ago.
            told = self._find_receipt(match, seat, command, command_id)
            if told is not None:
                return told
            if isinstance(refused, PositionConflict):
                raise LostRaces(match, refused.expected, refused.actual)
            raise refused

    def _find_receipt(
        self, match: str, seat: Seat, said: Command | str | bytes, command_id: str
    ) -> CommandResult | None:
        """The answer that this very command was given before; raises CommandIdTaken."""
        stored = self.store.command(match, command_key(seat, command_id)) if command_id else None
        if stored is None:
            return None
        live = self._cache.get(match)
        if stored[1] > live.history.head:
            raise live.damage or MatchDamaged(
                match, stored[0], "the row is missing", live.history.head
            )
        opener = live.history.event(stored[0])
        assert isinstance(opener, e.CommandAccepted)
        if ENCODER.encode(parse_command(live.game, said)) != bytes(opener.command):
            taken_by = to_text(parse_command(live.game, bytes(opener.command)))
            raise CommandIdTaken(match, command_id, taken_by, stored[0])
        return self._result(match, live.history, seat, stored[0], stored[1])

    def _submit(
        self,
        match: str,
        seat: Seat,
        said: Command | str | bytes,
        command_id: str,
        built_on: tuple[int | None, int | None],
        by: str,
    ) -> CommandResult:
        live = self._cache.get(match)
        line = live.history
        if live.damage is not None:
            raise live.damage
        if seat in line.table.seats and self.paused(match):
            raise MatchIsPaused
        _refuse_stale(match, live, seat, *built_on)
        refuse_controls(command_id, "the command's id")
        order = CommandEnvelope(seat, parse_command(live.game, said), command_id, self.clock(), by)
        refuse_controls(order.command, "the command")
        if isinstance(order.command, Disclose):
            self._refuse_early(match)
        secrets = self._cache.secrets(match)
        entry = handle(live.game, line, live.head, order, secrets, known_prompts=live.prompts)
        if isinstance(order.command, TABLE_COMMANDS) and changes_nothing(line.table, entry.events):
            said = (
                "the ruling"
                if isinstance(order.command, MakeRuling)
                else repr(to_text(order.command))
            )
            why = f"{said} changes nothing at the table as it stands"
            raise Illegal(entry.events[-2].rule, f"{why}, so it is not recorded")
        key = command_key(seat, command_id)
        self.store.append(match, entry.rows, expected=line.head, command_id=key)
        before = line.table
        live.apply_entry(entry)
        self._cache.count_growth(live, before.position)
        return self._result(match, line, seat, before.position + 1, line.head, before)

    def _result(
        self,
        match: str,
        line: History,
        seat: Seat,
        first: int,
        last: int,
        before: Table | None = None,
    ) -> CommandResult:
        events = [event for _, event in line.events(first - 1, last)]
        role = seat if seat in line.table.seats else DIRECTOR
        shown = redact_entry(before or line.table_at(first - 1), events, role)
        return CommandResult(match, first, last, tuple(shown))

    def disclose(self, match: str) -> CommandResult:
        """Open seed and salt of a match that has ended; raises Illegal while it runs."""
        return self.command(match, HOST, Disclose())

    def _refuse_early(self, match: str) -> None:
        """An exact branch holds the real cards of its parent, and opens no sooner than that."""
        opener = self.history(match).event(self.origins(match)[-1][1])
        if isinstance(opener, e.BranchOpened) and opener.dealt == "exact":
            if self.history(opener.parent).table.result is None:
                why = (
                    f"match {opener.parent} still runs, and this branch of it holds its real cards"
                )
                raise Illegal("Table/Disclosure", why)
            self._refuse_early(opener.parent)

    # Pausing

    def pause(self, match: str, by: Seat = HOST) -> None:
        """Pause a match, as its host or director: no seat's command is taken until `resume`.

        It is an entry of the diary; nothing is done when the match is paused already.
        """
        self.refuse_damaged(match)
        with self._lock:
            if not is_paused(self._cache.get(match).history.table):
                self.command(match, by, Pause())
            self.store.delete(PAUSED, match)

    def resume(self, match: str, by: Seat = HOST) -> None:
        """Take commands again; nothing is done when the match is not paused."""
        self.refuse_damaged(match)
        with self._lock:
            if is_paused(self._cache.get(match).history.table):
                self.command(match, by, Resume())
            self.store.delete(PAUSED, match)

    def paused(self, match: str) -> bool:
        """Whether the match is paused, be it by an earlier version that kept pauses elsewhere."""
        with self._lock:
            if is_paused(self._cache.get(match).history.table):
                return True
        return self.store.get(PAUSED, match) is not None

    # Looking

    def current(self, match: str) -> CurrentState:
        """The table at the head and what is asked there, both of the same moment."""
        with self._lock:
            live = self._cache.get(match)
            return CurrentState(live.history.table, live.prompts, pending_request(live.history))

    def prompts(self, match: str, seat: Seat | None = None) -> Prompts:
        """What is asked now: of one seat, or of all (for the host only)."""
        with self._lock:
            asked = self._cache.get(match).prompts
        if seat is None:
            return asked
        own = prompt_for(asked, seat)
        return (own,) if own else ()

    def window(self, match: str, seat: Seat) -> int:
        """The number of the question that a seat is asked: the position since which it is asked
        just this; 0 when it is not asked. What others answer meanwhile does not change it.
        """
        with self._lock:
            return self._cache.get(match).window(seat)

    def view(self, match: str, role: Seat, at: int | None = None) -> Table:
        """The table as a role sees it, at the head or as of then."""
        with self._lock:
            line = self._cache.get(match).history
            _check_role(line.table, role)
            table = line.table if at is None else line.table_at(at)
        return view(table, role)

    def events(
        self, match: str, role: Seat, after: int = 0, upto: int | None = None
    ) -> Iterator[tuple[int, e.Event]]:
        """What happened as a role may see it: entry by entry, each event with its entry's end."""
        with self._lock:
            line = self._cache.get(match).history
        _check_role(line.table, role)
        for entry in line.entries(after, upto):
            events = [event for _, event in line.events(entry.first - 1, entry.last)]
            for event in redact_entry(line.table_at(entry.first - 1), events, role):
                yield entry.last, event

    def asked(self, match: str) -> Asked:
        """Who was asked something at the end of each entry, for reading the clock."""
        with self._lock:
            live = self._cache.get(match)
        return live.seats_asked

    # Proving

    def head(self, match: str) -> tuple[int, str]:
        """Where a line ends: its last position, and the hash of its last entry in hex.

        Whoever notes the hash elsewhere can have an audit hold the record against it.
        """
        with self._lock:
            live = self._cache.get(match)
            self._cache.secrets(match)  # Without its salt there is no hash to give.
            return live.history.head, live.head.hex()

    def audit(
        self,
        match: str,
        *,
        heads: Sequence[bytes] = (),
        watch: Callable[[int], None] | None = None,
    ) -> Verdict:
        """Check a line as stored: chain, secrets, every die, citation and decision.

        The verdict is EXACT, or says the first position, rule and difference (see Verdict).
        `heads` are hashes of entries as noted elsewhere while they were the last; `watch` is told
        each position done.
        """
        return archives.audit_match(self.store, match, heads, watch)

    def unproven(self, match: str) -> str:
        """Why a match was once taken in though not all of it could be proved; "" if none was."""
        with self._lock:
            origins = self._cache.get(match, fresh=False).origins
        kept = (self.store.get(archives.UNPROVEN, origin) for origin, _ in origins)
        return next((why.decode() for why in kept if why is not None), "")

    def export(self, match: str, seat: Seat | None = None, *, secrets: bool = False) -> bytes:
        """A line as one self-contained archive file, for auditing without any store.

        With `seat` (or "" for a spectator) what that role may know; else all of it, with the seeds
        of matches that have ended, and with `secrets` those of running ones too, so that another
        store can take the match in. Raises ArchiveError for a seat that is none.
        """
        return b"".join(archives.export_archive(self, match, seat, secrets))

    def family(self, match: str) -> list[str]:
        """The match that a line begins with and all branches that grow from it, parents first."""
        root = self.origins(match)[0][0]
        openers = {child: self.opener(child) for child in self.store.matches()}
        found = [root]
        for known in found:
            found += [
                child
                for child, opener in openers.items()
                if isinstance(opener, e.BranchOpened) and opener.parent == known
            ]
        return found

    def runs(self, match: str) -> bool:
        """Whether a match, or one that it branches from, has not ended, so that it has secrets."""
        return any(not self._is_over(origin) for origin, _ in self.origins(match))

    def _is_over(self, match: str) -> bool:
        part = part_of(self.store, match)
        return self.history(match).table.result is not None or (part is not None and part.over)

    def export_family(self, match: str, *, secrets: bool = False) -> bytes:
        """A match with all that it branches from and that branches from it, each an archive."""
        family = self.family(match)
        return b"".join(write_family(family, [self.export(one, secrets=secrets) for one in family]))

    def import_archive(self, data: bytes, *, unproven: bool = False) -> str:
        """Take the matches of a full archive into the store; gives the id of the line's match, or
        of the first one of a family.

        Raises ArchiveError when the archive is not exact, lacks secrets, or contradicts the store;
        what the store holds already stays as it is. With `unproven` one that could not all be
        judged is taken in too, and marked so for ever.
        """
        files = archives_of(data)
        for file in files:
            read(file)  # All of a family is whole before any of it is stored.
        taken = [archives.import_archive(self.store, file, unproven=unproven) for file in files]
        with self._lock:
            for match in {one for archive in taken for one in archive.by_match()}:
                self._cache.forget(match)
        return taken[0].match

    # Branches and rewinds

    def branch(
        self,
        match: str,
        at: int,
        *,
        seat: Seat | None = None,
        forced: Sequence[int] = (),
    ) -> str:
        """Open a branch after position `at`, where an entry must close; gives its id.

        With `seat` every card that the seat cannot know is dealt anew; else the branch is exact,
        which is for directors and for matches that have ended. `forced` lays down its first dice.
        """
        with self._lock:
            live = self._cache.get(match)
            if seat is not None:
                check_seat(live.history.table, seat)
            child, secrets = self._new_secrets()
            if not live.history.is_end(at):
                head = b""
            else:
                head = live.history.hash_at(at, self._cache.secrets(live.owner_of(at)).salt)
            entry = open_branch(
                live.game,
                live.history,
                at,
                head,
                match=child,
                secrets=secrets,
                time=self.clock(),
                dealt="exact" if seat is None else seat,
                forced=tuple(forced),
            )
            self.store.open_match(
                child, entry.rows, seed=secrets.seed, salt=secrets.salt, parent=match
            )
            origins = [*live.origins_upto(at), (child, at + 1)]
            grown = CachedMatch(live.game, live.history.upto(at), origins, entry.head)
            grown.secrets = secrets
            grown.apply_entry(entry)
            self._cache.put(child, grown)
        return child

    def branches(self, match: str) -> list[tuple[str, int]]:
        """The branches opened directly from a match, each with the position it leaves after."""
        openers = ((child, self.opener(child)) for child in self.store.matches())
        return [
            (child, opener.at)
            for child, opener in openers
            if isinstance(opener, e.BranchOpened) and opener.parent == match
        ]

    def discard(self, match: str) -> str:
        """Throw a branch away on which no other branch rests; gives the id of its parent.

        All that is stored of it goes, in one step; its parent keeps every row. Raises Illegal for
        a match that is no branch or that has branches, UnknownMatch.
        """
        with self._lock:
            for _ in range(RETRIES):
                opened = self.store.last_opened()
                opener = discarding.opener_to_discard(self, match)
                kept = discarding.kept_of(self.store, match)
                if self.store.remove(match, kept, opened=opened):
                    self._cache.forget(match)
                    return opener.parent
        raise WriteFailed("other matches were opened all the time", self.store.where)

    def rewind(self, match: str, seat: Seat, to: int) -> CommandResult:
        """Ask for the table to be put back; granted at once or once every seat agrees."""
        return self.command(match, seat, f"ask-rewind {to}")

    # Standing answers

    def leave_standing_answers(
        self, match: str, seat: Seat, answers: Iterable[StandingAnswer]
    ) -> None:
        """Leave a seat's standing answers, in place of those it left before."""
        left = list(answers)
        refuse_controls(left, "the standing answer")
        check_answerable(left, self.game_of(match))
        self.refuse_damaged(match)
        self.store.put(archives.STANDING, f"{match}/{seat}", msgspec.json.encode(left))

    def standing_answers(self, match: str, seat: Seat) -> list[StandingAnswer]:
        """The standing answers that a seat has left; raises StandingDamaged."""
        kept = self.store.get(archives.STANDING, f"{match}/{seat}")
        try:
            return _STANDING.decode(kept) if kept else []
        except (msgspec.MsgspecError, ValueError):
            raise StandingDamaged(match, seat) from None

    def give_standing_answer(
        self, match: str, now: CurrentState | None = None
    ) -> CommandResult | None:
        """Give the next standing answer that is due; None when none is.

        `now` may be how the line stands, when that is known; it is refused if that has changed.
        """
        now = now or self.current(match)
        due = self._due_answer(match, now)
        if due is None:
            return None
        at = now.table.position
        return self.command(match, due[0], due[1], by="standing", expected=at)

    def _due_answer(self, match: str, now: CurrentState) -> tuple[Seat, Command] | None:
        for prompt in now.prompts:
            try:
                answers = self.standing_answers(match, prompt.seat)
            except StandingDamaged:
                continue  # The seat is asked itself, and told when it looks at what it has left.
            if not answers or stand_in(now.table, prompt.seat):
                continue
            seen = view(now.table, prompt.seat)
            answer = answer_for(answers, prompt, seen, self.game_of(match).verbs)
            if answer is not None:
                return prompt.seat, answer
        return None


def _scenario(game: Game, content: object, named: str) -> ScenarioInfo:
    card = game.scenario(content, named)
    if card is None:
        known = ", ".join(scenario.id for scenario in game.scenarios(content))
        raise Illegal("Table/Scenario", f"there is no scenario {named!r}; there are: {known}")
    return card


def _refuse_stale(
    match: str, live: CachedMatch, seat: Seat, expected: int | None, window: int | None
) -> None:
    """Raise StalePosition for what was said of another table, or in answer to another question."""
    line = live.history
    if expected not in (None, line.head) and not only_talk_since(line, seat, expected):
        raise StalePosition(match, expected, line.head)
    if window is not None and window != (now := live.window(seat)):
        raise StaleWindow(match, window, now, line.head)


def _check_role(table: Table, role: Seat) -> None:
    if role not in (SPECTATOR, DIRECTOR):
        check_seat(table, role)


def _check_holders(seats: Sequence[Seat], holders: Mapping[Seat, str]) -> None:
    for seat, holder in holders.items():
        if seat not in seats:
            raise Illegal("Table/Seats", f"no seat {seat!r}; seats are {', '.join(seats)}")
        check_holder(holder)


def parse_command(game: Game, said: Command | str | bytes) -> Command:
    """A command given as text, as JSON, or as itself; raises Illegal when it is none."""
    if isinstance(said, Command):
        return said
    if isinstance(said, str):
        return from_text(said, {**TABLE_VERBS, **game.verbs})
    try:
        verb = msgspec.json.decode(said, type=_Verb).do
    except msgspec.DecodeError as error:
        raise Illegal("Table/Words", f"this is not a command: {error}") from None
    return decode_table_command(said) if verb in TABLE_VERBS else game.decode_command(said)


class _Verb(msgspec.Struct):
    do: str
