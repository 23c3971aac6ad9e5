"""The command handler: takes a command and gives the entry that the diary stores. Pure.

It is the one place that sees play, chance and the diary together: it opens matches and branches,
judges commands of the game and of the table, and closes each entry with its hash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from wardiary.domain.diary.chain import GENESIS, Secrets, commitment, entry_hash, leaves
from wardiary.domain.diary.codec import ENCODER, row_of
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.match.table_command_handler import handle_table_command
from wardiary.domain.match.whatif import redeal_as_0_1_0, redeal_for
from wardiary.domain.play.chance import Chance, SeededChance
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.pausing import check_not_paused
from wardiary.domain.play.prompts import Prompts
from wardiary.domain.play.resigning import check_not_resigned
from wardiary.domain.play.table_commands import DIRECTOR, HOST, TABLE_COMMANDS
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
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
    """A command as the handler gets it: whose, what, under which id, when (ms), and how."""

    seat: str
    command: Command
    id: str
    time: int
    by: str = ""


MakeChance = Callable[[str, bytes, bytes], Chance]
"""From a match id, the hash of the entry before and a command's bytes to its chance."""


def seeded_chance(secrets: Secrets) -> MakeChance:
    """Chance from a match's own seed."""
    return lambda match, prev, command: SeededChance(secrets.seed, match, prev, command)


def open_match(
    game: Game, table: Table, opened: e.MatchOpened, secrets: Secrets, chance: Chance
) -> SealedEntry:
    """The first entry of a match. `table` is blank but for its pack; raises Illegal."""
    opening = Opening(opened.scenario, opened.seats, opened.settings)
    outcome = set_up_table(game, evolve(table, opened), opening, chance)
    return seal_entry(GENESIS, 1, (opened, *outcome.events), outcome, secrets.salt)


def opening_event(
    game: Game,
    pack: object,
    opening: Opening,
    *,
    match: str,
    digest: str,
    secrets: Secrets,
    time: int,
) -> e.MatchOpened:
    """The opener of a match's first entry; raises Illegal on an unknown scenario or seat."""
    cards = {card.id: card for card in game.scenarios(pack)}
    if opening.scenario not in cards:
        raise Illegal(
            "Table/Scenario",
            f"there is no scenario {opening.scenario!r}; there are: {', '.join(cards)}",
        )
    reserved = {HOST, DIRECTOR, "", "exact"}.intersection(opening.seats)
    if reserved:
        raise Illegal("Table/Seats", f"a seat cannot be called {min(reserved)!r}")
    seatings = cards[opening.scenario].seats
    if opening.seats not in seatings:
        ways = "; ".join(" ".join(seats) for seats in seatings)
        raise Illegal("Table/Seats", f"{opening.scenario} is played by the seats: {ways}")
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
        rule="Table/Open",
    )


def opening_chance(make: MakeChance, opened: e.MatchOpened) -> Chance:
    """The chance that sets up a match; its command is what was asked for, without the time."""
    asked = {
        "game": opened.game,
        "scenario": opened.scenario,
        "seats": opened.seats,
        "settings": opened.settings,
    }
    return make(opened.match, GENESIS, ENCODER.encode(asked))


def handle(
    game: Game,
    line: History,
    prev: bytes,
    order: CommandEnvelope,
    secrets: Secrets,
    *,
    make: MakeChance | None = None,
    known_prompts: Prompts | None = None,
) -> SealedEntry:
    """Judge one command at the head of a line; raises Illegal, and then nothing has happened.

    `prev` is the hash of the line's last entry. `make` gives the chance (from the match's own seed
    unless given), `asked` the prompts of the head when they are known already.
    """
    table = line.table
    check_not_paused(table, order.seat)
    check_not_resigned(table, order.seat, order.by)
    raw = ENCODER.encode(order.command)
    chance = (make or seeded_chance(secrets))(table.match, prev, raw)
    of_table = isinstance(order.command, TABLE_COMMANDS)
    if not of_table and table.version != game.version:
        raise Illegal(
            "Table/Version",
            f"this match is played under rules {table.version}, this program has {game.version}: "
            "every seat must first adopt them",
        )
    accepted = e.CommandAccepted(
        seat=order.seat,
        command=msgspec.Raw(raw),
        id=order.id,
        time=order.time,
        version=table.version,
        prev=prev.hex(),
        sealed=order.command.sealed,
        by=order.by,
        rule="Table/Command",
    )
    opened = evolve(table, accepted)
    if of_table:
        outcome = handle_table_command(
            game, line, opened, order.seat, order.command, chance, secrets
        )
    else:
        outcome = decide(game, opened, order.seat, order.command, chance, known_prompts)
    return seal_entry(prev, line.head + 1, (accepted, *outcome.events), outcome, secrets.salt)


def open_branch(
    game: Game,
    line: History,
    at: int,
    head: bytes,
    *,
    match: str,
    secrets: Secrets,
    time: int,
    dealt: str = "exact",
    forced: tuple[int, ...] = (),
    make: MakeChance | None = None,
    old_deal: bool = False,
) -> SealedEntry:
    """The first entry of a branch after position `at`, where an entry of `line` must close.

    `head` is the hash of that entry. A branch `dealt` for a seat gets every card that the seat
    cannot know dealt again; "exact" keeps them. `forced` fixes the first die results. `old_deal`
    deals as 0.1.0 did, to judge what was recorded then.
    """
    if not line.is_end(at):
        raise Illegal("Table/Branch", f"no entry ends at {at}; {_nearest(line, at)}")
    parent = line.table_at(at)
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
        rule="Table/Branch",
    )
    draft = Draft(evolve(parent, opened), branch_chance(make or seeded_chance(secrets), opened))
    if dealt != "exact":
        (redeal_as_0_1_0 if old_deal else redeal_for)(draft, dealt)
    draft.record(e.EntryClosed(steps=parent.steps, rule="Table/Pause"))
    outcome = Outcome(tuple(draft.events), draft.table, game.prompts(draft.table))
    return seal_entry(head, at + 1, (opened, *outcome.events), outcome, secrets.salt)


def branch_chance(make: MakeChance, opened: e.BranchOpened) -> Chance:
    """The chance that deals a branch again; its command names the place and the seat."""
    asked = {"at": opened.at, "dealt": opened.dealt, "parent": opened.parent}
    return make(opened.match, bytes.fromhex(opened.head), ENCODER.encode(asked))


def seal_entry(
    prev: bytes, first: int, events: Sequence[e.Event], outcome: Outcome, salt: bytes
) -> SealedEntry:
    """Give an entry its rows and its hash."""
    rows = tuple(row_of(first + n, event) for n, event in enumerate(events))
    return SealedEntry(rows, outcome.table, outcome.prompts, entry_hash(prev, leaves(salt, rows)))


def _nearest(line: History, at: int) -> str:
    before = [end for end in line.ends if end < at][-1:]
    after = [end for end in line.ends if end > at][:1]
    places = " and ".join(str(end) for end in before + after)
    return f"the nearest entries end at {places}" if places else "the line is empty"
