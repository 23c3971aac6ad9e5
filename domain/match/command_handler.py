"""The command handler: from a command to the entry that the diary stores, without I/O.

It opens matches and branches, judges commands of the game and of the table, and closes each entry
with its hash.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from wardiary.domain.diary.chain import GENESIS, Secrets, commitment, entry_hash, leaves
from wardiary.domain.diary.codec import ENCODER, row_of
from wardiary.domain.diary.history import History
from wardiary.domain.diary.keeping import request_of
from wardiary.domain.diary.rows import Row
from wardiary.domain.diary.said import Spoken, asked_of_branch, asked_of_match, opening_state
from wardiary.domain.diary.signing import CheckSignature
from wardiary.domain.match.keys import check_order
from wardiary.domain.match.table_command_handler import handle_table_command
from wardiary.domain.match.timing import Given, check_agreement, check_in_time, with_clocks
from wardiary.domain.match.whatif import redeal_as_0_1_0, redeal_for
from wardiary.domain.play.chance import (
    DERIVATION,
    Chance,
    SaidChance,
    SeededChance,
    UnansweredChance,
)
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.pausing import check_not_paused
from wardiary.domain.play.prompts import Prompts
from wardiary.domain.play.resigning import check_not_resigned
from wardiary.domain.play.table_commands import DIRECTOR, HOST, TABLE_COMMANDS
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve, fold
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class SealedEntry(msgspec.Struct, frozen=True):
    """A closed entry: its rows, the table after it, what is asked then, and the new head hash."""

    rows: tuple[Row, ...]
    table: Table
    prompts: Prompts
    head: bytes

    @property
    def events(self) -> tuple[e.AnyEvent, ...]:
        """The entry's events, its opener first."""
        from wardiary.domain.diary.codec import decode

        return tuple(decode(row.state) for row in self.rows)


class CommandEnvelope(msgspec.Struct, frozen=True):
    """A command as the handler gets it: its seat, id and time (ms), and `by` whom it was given.

    `signature` is that of the seat's key, where it has named one.
    """

    seat: str
    command: Command
    id: str
    time: int
    by: str = ""
    signature: str = ""


class ChanceSource(msgspec.Struct, frozen=True):
    """What the chance of an entry is made from, beside the seed.

    `spoken` is what was said, None in matches of the first derivation, whose dice hang on `prev`,
    the hash of the entry before, and on the `command`.
    """

    match: str
    prev: bytes
    command: bytes
    spoken: Spoken | None = None
    shares: tuple[bytes, ...] = ()


class Answered(msgspec.Struct, frozen=True):
    """The answers of the co-keepers, by name; `request` is computed unless it is given."""

    shares: dict[str, str]
    request: str = ""


MakeChance = Callable[[ChanceSource], Chance]
"""Makes the chance of an entry."""


def seeded_chance(secrets: Secrets) -> MakeChance:
    """Chance from a match's own seed, by the derivation that the match was opened with."""

    def make(source: ChanceSource) -> Chance:
        if source.spoken is None:
            return SeededChance(secrets.seed, source.match, source.prev, source.command)
        spoken = source.spoken
        return SaidChance(secrets.seed, source.match, spoken.shared, spoken.seats, source.shares)

    return make


def open_match(
    game: Game,
    table: Table,
    opened: e.MatchOpened,
    secrets: Secrets,
    chance: Chance,
    drawn: e.SharesDrawn | None = None,
) -> SealedEntry:
    """The first entry of a match. `table` is empty except for its pack. Raises Illegal.

    `drawn` are the answers of the co-keepers, which `chance` has taken up.
    """
    opening = Opening(opened.scenario, opened.seats, opened.settings)
    before = fold(table, (opened, drawn) if drawn else (opened,))
    outcome = set_up_table(game, before, opening, chance)
    _check_drawn(drawn, chance)
    events = (opened, *((drawn,) if drawn else ()), *outcome.events)
    return seal_entry(GENESIS, 1, events, outcome, secrets.salt)


def _check_drawn(drawn: e.SharesDrawn | None, chance: Chance) -> None:
    """Raise Illegal where keepers have answered though nothing was drawn."""
    if drawn is not None and isinstance(chance, SaidChance) and not chance.used:
        raise Illegal("Table/Keepers", "nothing was drawn, so no keeper may have answered")


def shares_drawn(
    keepers: Mapping[str, str], place: int, spoken: Spoken, secrets: Secrets, answered: Answered
) -> e.SharesDrawn:
    """The answers of the co-keepers as they are recorded; raises Illegal for those of others."""
    if answered.shares.keys() != keepers.keys():
        raise Illegal("Table/Keepers", f"every keeper must answer: {', '.join(keepers)}")
    return e.SharesDrawn(
        place=place,
        request=answered.request or request_of(secrets.salt, spoken.shared),
        shares=answered.shares,
        rule="Table/Keepers",
    )


def ordered_shares(shares: Mapping[str, str]) -> tuple[bytes, ...]:
    """The shares as chance takes them up, in the order of the keepers' names."""
    return tuple(bytes.fromhex(shares[name]) for name in sorted(shares))


def opening_event(
    game: Game,
    pack: object,
    opening: Opening,
    *,
    match: str,
    digest: str,
    secrets: Secrets,
    time: int,
    chance: int = DERIVATION,
    number: int = 0,
    keepers: Mapping[str, str] | None = None,
) -> e.MatchOpened:
    """The first event of a match; raises Illegal on an unknown scenario or seat.

    `chance` is the derivation of its dice, `number` that of the opening where they are counted,
    `keepers` what its co-keepers have committed to, by name.
    """
    cards = {card.id: card for card in game.scenarios(pack)}
    if opening.scenario not in cards:
        raise Illegal(
            "Table/Scenario",
            f"there is no scenario {opening.scenario!r}; there are: {', '.join(cards)}",
        )
    reserved = {HOST, DIRECTOR, "", "exact"}.intersection(opening.seats)
    if reserved:
        raise Illegal("Table/Seats", f"a seat cannot be called {min(reserved)!r}")
    check_agreement(opening, time)
    seatings = cards[opening.scenario].seats
    if opening.seats not in seatings:
        known_seats = "; ".join(" ".join(seats) for seats in seatings)
        raise Illegal("Table/Seats", f"{opening.scenario} is played by the seats: {known_seats}")
    return e.MatchOpened(
        match=match,
        game=game.name,
        version=game.version,
        scenario=opening.scenario,
        settings=opening.settings,
        seats=opening.seats,
        visibility=game.visibility(pack, opening),
        pack=digest,
        commitment=commitment(match, secrets.seed, secrets.salt),
        time=time,
        chance=known_derivation(chance),
        opening=number,
        keepers=dict(keepers or {}),
        rule="Table/Open",
    )


def known_derivation(number: int) -> int:
    """The number of a derivation of chance; raises Illegal for one that there is not."""
    if not 1 <= number <= DERIVATION:
        raise Illegal("Table/Open", f"there is no derivation {number} of dice from a seed")
    return number


def opening_chance(
    make_chance: MakeChance, opened: e.MatchOpened, shares: Mapping[str, str] | None = None
) -> Chance:
    """The chance that sets up a match; it depends on what was asked for, not on the time.

    `shares` are the answers of its co-keepers.
    """
    said = opening_state(opened, opened.seats)
    return make_chance(
        ChanceSource(
            opened.match,
            GENESIS,
            ENCODER.encode(asked_of_match(opened)),
            said.at_opening() if said else None,
            ordered_shares(shares or {}),
        )
    )


def handle(
    game: Game,
    history: History,
    prev: bytes,
    envelope: CommandEnvelope,
    secrets: Secrets,
    *,
    make_chance: MakeChance | None = None,
    known_prompts: Prompts | None = None,
    check: CheckSignature | None = None,
    answered: Answered | None = None,
    running: tuple[Seat, ...] | None = None,
) -> SealedEntry:
    """Judge one command at the head of a history; raises Illegal, and then nothing has happened.

    `prev` is the hash of the last entry. `make_chance` gives the chance (by default from the
    match's seed), `known_prompts` are the prompts of the head where they were computed already;
    without `check` signatures are not checked. `answered` are the answers of the co-keepers; where
    they are needed and not given, NeedsShares says what to ask. `running` are the seats on the
    clock after it, where the game's rules are not here to say it.
    """
    table = history.table
    given = Given(envelope.time, envelope.by)
    check_not_paused(table, envelope.seat, envelope.command)
    check_not_resigned(table, envelope.seat, envelope.by)
    check_in_time(game, history, envelope.seat, envelope.command, given)
    raw = ENCODER.encode(envelope.command)
    check_order(history, envelope.seat, envelope.by, prev, raw, envelope.signature, check)
    said = history.said.state
    source = ChanceSource(table.match, prev, raw, said.spoken(envelope.seat, raw) if said else None)
    chance, drawn = _chance_of_entry(history, source, secrets, make_chance, answered)
    is_table_command = isinstance(envelope.command, TABLE_COMMANDS)
    if not is_table_command and table.version != game.version:
        raise Illegal(
            "Table/Version",
            f"this match is played under rules {table.version}, this program has {game.version}: "
            "every seat must first adopt them",
        )
    accepted = e.CommandAccepted(
        seat=envelope.seat,
        command=msgspec.Raw(raw),
        id=envelope.id,
        time=envelope.time,
        version=table.version,
        prev=prev.hex(),
        sealed=envelope.command.sealed,
        by=envelope.by,
        signature=envelope.signature or msgspec.UNSET,
        rule="Table/Command",
    )
    table_before = fold(table, (accepted, drawn) if drawn else (accepted,))
    if is_table_command:
        outcome = handle_table_command(
            game, history, table_before, envelope.seat, envelope.command, chance, secrets, given
        )
    else:
        outcome = decide(game, table_before, envelope.seat, envelope.command, chance, known_prompts)
    _check_drawn(drawn, chance)
    outcome = with_clocks(history, outcome, running)
    events = (accepted, *((drawn,) if drawn else ()), *outcome.events)
    return seal_entry(prev, history.head + 1, events, outcome, secrets.salt)


def _chance_of_entry(
    history: History,
    source: ChanceSource,
    secrets: Secrets,
    make_chance: MakeChance | None,
    answered: Answered | None,
) -> tuple[Chance, e.SharesDrawn | None]:
    """The chance of a command's entry, and the keepers' answers in it, if any are needed."""
    make, keepers, spoken = (
        make_chance or seeded_chance(secrets),
        history.said.keepers,
        source.spoken,
    )
    if not keepers or spoken is None:
        if answered is not None:
            raise Illegal("Table/Keepers", "this match has no co-keepers that could have answered")
        return make(source), None
    place = history.said.places + 1
    if answered is None:
        return UnansweredChance(place, request_of(secrets.salt, spoken.shared)), None
    drawn = shares_drawn(keepers, place, spoken, secrets, answered)
    return make(replace(source, shares=ordered_shares(answered.shares))), drawn


def open_branch(
    game: Game,
    history: History,
    at: int,
    head: bytes,
    *,
    match: str,
    secrets: Secrets,
    time: int,
    dealt: str = "exact",
    forced: tuple[int, ...] = (),
    make_chance: MakeChance | None = None,
    old_deal: bool = False,
    chance: int = DERIVATION,
) -> SealedEntry:
    """The first entry of a branch after position `at`, where an entry of `history` must close.

    `head` is the hash of that entry. In a branch `dealt` for a seat every card that the seat cannot
    know is dealt again; "exact" keeps them. `forced` fixes the first die results. `old_deal`
    deals as 0.1.0 did, to judge what was recorded then. `chance` is the derivation of its dice.
    """
    if not history.is_end(at):
        raise Illegal("Table/Branch", f"no entry ends at {at}; {_nearest_ends(history, at)}")
    parent = history.table_at(at)
    if dealt not in ("exact", *parent.seats):
        seats = ", ".join(parent.seats)
        raise Illegal("Table/What-if", f"no seat {dealt!r} to deal for; seats are {seats}")
    opened = e.BranchOpened(
        match=match,
        parent=parent.match,
        at=at,
        head=head.hex(),
        dealt=dealt,
        forced=forced,
        commitment=commitment(match, secrets.seed, secrets.salt),
        version=parent.version,
        time=time,
        chance=known_derivation(chance),
        rule="Table/Branch",
    )
    draft = Draft(
        evolve(parent, opened),
        branch_chance(make_chance or seeded_chance(secrets), opened, parent.seats),
    )
    if dealt != "exact":
        (redeal_as_0_1_0 if old_deal else redeal_for)(draft, dealt)
    draft.record(e.EntryClosed(steps=parent.steps, rule="Table/Pause"))
    outcome = Outcome(tuple(draft.events), draft.table, game.prompts(draft.table))
    return seal_entry(head, at + 1, (opened, *outcome.events), outcome, secrets.salt)


def branch_chance(make_chance: MakeChance, opened: e.BranchOpened, seats: Sequence[Seat]) -> Chance:
    """The chance that deals the cards of a branch; it depends on its place and seat."""
    command = ENCODER.encode(asked_of_branch(opened))
    said = opening_state(opened, seats)
    source = ChanceSource(
        opened.match, bytes.fromhex(opened.head), command, said.at_opening() if said else None
    )
    return make_chance(source)


def seal_entry(
    prev: bytes, first: int, events: Sequence[e.Event], outcome: Outcome, salt: bytes
) -> SealedEntry:
    """Give an entry its rows and its hash."""
    rows = tuple(row_of(first + n, event) for n, event in enumerate(events))
    return SealedEntry(rows, outcome.table, outcome.prompts, entry_hash(prev, leaves(salt, rows)))


def _nearest_ends(history: History, at: int) -> str:
    before = [end for end in history.ends if end < at][-1:]
    after = [end for end in history.ends if end > at][:1]
    places = " and ".join(str(end) for end in before + after)
    return f"the nearest entries end at {places}" if places else "there are no entries"
