"""Non-interference: what a role may not know changes nothing of what it gets.

`permuted` swaps what a role cannot tell apart; `assert_blind` holds everything the role is given at
two such tables side by side; `assert_blind_next` plays the same command at both and holds what the
role is told of it, up to the event by which it learns something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import digest
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.games import registry
from wardiary.domain.match.command_handler import CommandEnvelope, SealedEntry, handle, open_branch
from wardiary.domain.match.rewind_options import acting_seats, pending_request
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command, Illegal, verb_of
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Offer, Prompt, Slot, prompt_for
from wardiary.domain.play.table_commands import TABLE_RULES, AgreeRewind, AskRewind
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import PieceId, Seat
from wardiary.domain.table.table import Table
from wardiary.projections.ascii_board import draw
from wardiary.projections.board import as_text, board
from wardiary.projections.naming import Names
from wardiary.projections.narrative import sentence_for
from wardiary.projections.offers import offer_labels
from wardiary.projections.redaction import SPECTATOR, can_see, view
from wardiary.tools.hidden_swaps import (
    ENCODER,
    choose_swaps,
    common_length,
    events_before_learning,
    outcome_of,
    redacted_bytes,
    swap_in_command,
    swap_pieces,
    visible_facts,
)
from wardiary.tools.position_checks import blank_table

# Two tables that a role cannot tell apart


def permuted(table: Table, role: Seat, rng: Random) -> Table:
    """A table that differs only in the places of unknown pieces."""
    return swap_pieces(table, choose_swaps(table, role, rng))


def elsewhere(table: Table, role: Seat, rng: Random) -> Table:
    """As `permuted`; and hidden moves have left unordered zones in another order, and others with
    no knowledge of the pieces that lie hidden.
    """
    other = permuted(table, role, rng)
    zones = dict(other.zones)
    for zone, look in other.visibility.items():
        if zone in zones and not look.ordered and not can_see(other, role, zone):
            zones[zone] = tuple(rng.sample(zones[zone], len(zones[zone])))
    own_part = {
        zone: {piece: (role,) for piece, seats in known.items() if role in seats}
        for zone, known in other.known.items()
    }
    known = {zone: pieces for zone, pieces in own_part.items() if pieces}
    return replace(other, zones=zones, known=known)


# What a role is given


def channels(game: Game, table: Table, role: Seat, *, drawn: bool = True) -> dict[str, bytes]:
    """Everything that leaves for a role at a table, by the name of the channel.

    Board, text and drawing are made from the view alone, so they need not be looked at each time.
    """
    seen = view(table, role)
    given_values = {"view": visible_facts(seen)}
    if drawn:
        position_board = board(seen, game)
        given_values["board"] = ENCODER.encode(position_board)
        given_values["text"] = as_text(position_board).encode()
        given_values["drawing"] = draw(position_board).encode()
    prompts = game.prompts(table)
    # Whose clocks run is in the log for all, and with it who is asked.
    given_values["asked"] = " ".join(prompt.seat for prompt in prompts).encode()
    prompt = prompt_for(prompts, role) if role in table.seats else None
    if role in table.seats:
        given_values["prompt"] = ENCODER.encode(prompt)
    if prompt is not None and drawn:
        names = Names(game, table, role)
        words = (names.text(prompt.question), offer_labels(names, prompt), names.of_prompt(prompt))
        given_values["words"] = ENCODER.encode(words)
    return given_values


def assert_blind(game: Game, table: Table, other: Table, role: Seat, *, drawn: bool = True) -> None:
    """Both tables give the role the same bytes in every channel."""
    left, right = (channels(game, piece, role, drawn=drawn) for piece in (table, other))
    for channel, given_values in left.items():
        assert given_values == right[channel], f"{channel} of {role or 'spectator'}"


def assert_blind_next(
    game: Game,
    table: Table,
    swaps: dict[PieceId, PieceId],
    seat: Seat,
    command: Command,
    role: Seat,
) -> None:
    """A role sees the same of a command at both tables, until play shows a difference.

    Another seat's command may be legal at one table only; the role's own must be legal at both.
    Rules may look at hidden cards (a casualty comes from the hand, else from the deck), and what
    they do then is seen by all. But never may only one of the tables stop to ask somebody.
    """
    other = swap_pieces(table, swaps)
    left = outcome_of(game, table, seat, command)
    said = command if seat == role else swap_in_command(command, swaps)
    try:
        right = outcome_of(game, other, seat, said)
    except Illegal:
        assert seat != role, f"{command} is legal at one table only"
        return
    who = f"{role or 'spectator'} after {command} of {seat}"
    number = common_length(
        events_before_learning(left, table, role),
        events_before_learning(right, other, role),
        table,
        other,
        role,
        who,
    )
    result = [
        told_next(game, start, outcome.events[:number], role)
        for outcome, start in ((left, table), (right, other))
    ]
    for one, another in zip(*result, strict=True):
        assert one == another, f"{who}: {one} | {another}"


class HistoryFromTable(History):
    """A history of which only the table at its end is known, before rows are added to it."""

    def __init__(self, table: Table) -> None:
        """Begin at this table, as if an entry had just closed."""
        super().__init__(pack=table.pack)
        self.rows = [Row(n + 1, "none", b"") for n in range(table.position)]
        self.ends = [table.position]
        self._snapshots = [table]
        self._table = table


class WhatIf:
    """A branch that a seat opens at a table, knowing the branch's secrets."""

    def __init__(self, game: Game, history: History, seat: Seat, *, number: int = 0) -> None:
        """`number` makes another branch: the secrets, the id and the time follow from it."""
        self.game, self.seat, self.line = game, seat, history
        self.secrets = Secrets(bytes([number % 256]) * 32, bytes([1]) * 32)
        # The parent's head is a hash over leaves with secret salts: any value fits any world.
        entry = open_branch(
            game, history, history.head, bytes([2]) * 32, match=f"{number + 1:032x}",
            secrets=self.secrets, time=number, dealt=seat,
        )  # fmt: skip
        self.opened = history.head
        self._add(entry)

    def _add(self, entry: SealedEntry) -> None:
        self.line.extend(entry.rows)
        self.head, self.asked = entry.head, entry.prompts

    @property
    def rows(self) -> list[bytes]:
        """The branch's own rows."""
        return [row.state for row in self.line.rows[self.opened :]]

    def give(self, seat: Seat, command: Command) -> None:
        """Give a command in the branch; raises Illegal."""
        order = CommandEnvelope(seat, command, f"id-{self.line.head}", self.line.head)
        self._add(handle(self.game, self.line, self.head, order, self.secrets))

    def answer(self, rng: Random) -> tuple[Seat, Command] | None:
        """Give any answer to what is asked; None when nothing is, or none of some is accepted."""
        for _ in range(20 if self.asked else 0):
            prompt = rng.choice(self.asked)
            command = answer(self.game, rng.choice(prompt.offers), rng)
            try:
                self.give(prompt.seat, command)
            except Illegal:
                continue
            return prompt.seat, command
        return None


def assert_blind_what_if(
    game: Game, table: Table, other: Table, seat: Seat, rng: Random, *, commands: int = 3
) -> None:
    """8.4: a what-if is the very same, wherever the pieces unknown to its seat truly are.

    Its rows byte for byte, and the table with all that any seat sees of it: so nobody who looks at
    it through every seat's eyes, with its seed and salt open, can tell anything of the real cards.
    It stays so when it is played on, put back, and branched for another seat.
    """
    left, right = (WhatIf(game, HistoryFromTable(piece), seat) for piece in (table, other))
    _assert_same(left, right, seat)
    for _ in range(commands):
        given_values = left.answer(rng)
        if given_values is None:
            break
        right.give(*given_values)
        _assert_same(left, right, seat)
    _assert_same_after_rewind(left, right, seat)
    further = rng.choice(table.seats)
    twigs = [WhatIf(game, piece.line, further, number=1) for piece in (left, right)]
    given_values = twigs[0].answer(rng)
    if given_values is not None:
        twigs[1].give(*given_values)
    _assert_same(*twigs, seat)


def _assert_same_after_rewind(left: WhatIf, right: WhatIf, seat: Seat) -> None:
    ends = [end for end in left.line.ends if end > left.opened]
    if left.line.table.result is not None or len(ends) < 2:
        return
    doer = next(iter(acting_seats(left.line, ends[-2])), None)
    if doer is None:
        return
    for whatif in (left, right):
        whatif.give(doer, AskRewind(ends[-2]))
    for other in left.line.table.seats:
        if pending_request(left.line) is not None and other != doer:
            for whatif in (left, right):
                whatif.give(other, AgreeRewind())
    _assert_same(left, right, seat)


def _assert_same(left: WhatIf, right: WhatIf, seat: Seat) -> None:
    for row, another in zip(left.rows, right.rows, strict=True):
        assert row == another, f"a row of what {seat} may know: {row!r} | {another!r}"
    assert digest(left.line.table) == digest(right.line.table), f"the what-if of {seat}"


def told_next(game: Game, table: Table, events: Sequence[e.Event], role: Seat) -> list[object]:
    """What a role is sent of events: the redacted bytes, and the sentences."""
    redacted: list[object] = list(redacted_bytes(table, events, role))
    return redacted + [sentence.as_text() for sentence in sentence_for(game, table, events, role)]


# Random play


def openings(game: Game) -> list[tuple[Any, Opening]]:
    """Every scenario of a registered game with every way to seat it."""
    pack = game.read_pack(registry.packaged(game.name))
    return [
        (pack, Opening(card.id, seats, game.resolve_settings({})))
        for card in game.scenarios(pack)
        for seats in card.seats
    ]


def play(
    game: Game, pack: Any, opening: Opening, rng: Random, commands: int
) -> Iterator[tuple[Table, Seat, Command]]:
    """Random play: each table with the command given there next; ends with the match."""
    chance = SeededChance(rng.randbytes(32), "1" * 32, bytes(32), b"")
    outcome = set_up_table(game, blank_table(game, pack, opening), opening, chance)
    for _ in range(commands):
        if not outcome.prompts:
            return
        table = outcome.table
        prompt = rng.choice(outcome.prompts)
        command, outcome = tried(game, table, prompt, rng, chance)
        yield table, prompt.seat, command


def tried(
    game: Game, table: Table, prompt: Prompt, rng: Random, chance: SeededChance
) -> tuple[Command, Outcome]:
    """A random answer that the rules accept, with its outcome."""
    for _ in range(200):
        command = answer(game, rng.choice(prompt.offers), rng)
        try:
            return command, decide(game, table, prompt.seat, command, chance)
        except Illegal:
            continue
    raise AssertionError(f"no answer of 200 to {prompt} is accepted")


def answer(game: Game, offer: Offer, rng: Random) -> Command:
    """A random filling of an offer."""
    kind = game.verbs[offer.verb]
    command = kind(**{slot.name: _filled(slot, rng) for slot in offer.slots})
    assert verb_of(command) == offer.verb
    return command


def _filled(slot: Slot, rng: Random) -> Any:
    if not slot.many:
        return rng.choice(slot.candidates)
    most = slot.most if slot.repeatable else min(slot.most, len(slot.candidates))
    number = rng.randint(slot.least, max(slot.least, min(most, slot.least + 3)))
    return tuple(
        rng.choices(slot.candidates, k=number)
        if slot.repeatable
        else rng.sample(slot.candidates, number)
    )


def roles(table: Table) -> tuple[Seat, ...]:
    """Everyone from whom something is hidden."""
    return (*table.seats, SPECTATOR)


# Words that no offer made


def any_words(game: Game, table: Table, rng: Random) -> Command:
    """A command of the game with whatever in its slots: pieces, zones, faces and numbers."""
    kind = rng.choice(list(game.verbs.values()))
    names = [*table.pieces, *table.zones, "", "nowhere", *(p.face for p in table.pieces.values())]
    fields = {
        field.name: _any_word(str(field.type), names, rng) for field in msgspec.structs.fields(kind)
    }
    return kind(**fields)


def _any_word(kind: str, names: list[str], rng: Random) -> Any:
    if kind == str(int):
        return rng.randint(-2, 20)
    if kind == str(str):
        return rng.choice(names)
    if kind == str(tuple[str, ...]):
        return tuple(rng.choices(names, k=rng.randint(0, 3)))
    raise AssertionError(f"commands hold words, numbers and lists of words, not {kind}")


def mixed_words(game: Game, table: Table, prompt: Prompt, rng: Random) -> Command:
    """An offer taken up, but for one slot that holds something else."""
    command = answer(game, rng.choice(prompt.offers), rng)
    other = any_words(game, table, rng)
    fields = msgspec.structs.asdict(command)
    if not fields:
        return other
    name = rng.choice(sorted(fields))
    kinds = {field.name: str(field.type) for field in msgspec.structs.fields(type(command))}
    names = [*table.pieces, *table.zones, "", "nowhere"]
    return type(command)(**{**fields, name: _any_word(kinds[name], names, rng)})


def refusal(game: Game, table: Table, seat: Seat, command: Command) -> tuple[str, str] | None:
    """Why a command is refused, None when it is taken; anything else that is raised is a fault."""
    try:
        outcome_of(game, table, seat, command)
    except Illegal as illegal:
        return illegal.rule, illegal.why
    return None


def assert_blind_refusal(
    game: Game, table: Table, other: Table, seat: Seat, command: Command
) -> None:
    """A refusal of a hidden piece is the same wherever the piece is."""
    left, right = (refusal(game, piece, seat, command) for piece in (table, other))
    assert left == right, f"{seat} says {command}"
    assert left is None or left[0] in {*game.rules, *TABLE_RULES}, f"{command}: {left}"
