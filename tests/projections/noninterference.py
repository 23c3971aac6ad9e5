"""Non-interference: what a role may not know changes nothing of what it gets.

`permuted` swaps what a role cannot tell apart; `assert_blind` holds everything the role is given at
two such tables side by side; `assert_blind_next` plays the same command at both and holds what the
role is told of it, up to the event by which it learns something.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from wardiary.domain.command_handler import CommandEnvelope, SealedEntry, handle, open_branch
from wardiary.domain.diary.chain import Secrets
from wardiary.domain.diary.codec import digest, encode
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.games import registry
from wardiary.domain.play.chance import SeededChance
from wardiary.domain.play.commands import Command, Illegal, verb_of
from wardiary.domain.play.decide import Outcome, decide, set_up_table
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.prompts import Offer, Prompt, Slot, prompt_for
from wardiary.domain.play.table_commands import TABLE_RULES, AgreeRewind, AskRewind
from wardiary.domain.rewind_options import acting_seats, pending_request
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import evolve
from wardiary.domain.table.pieces import PieceId, Seat, Zone
from wardiary.domain.table.table import Table
from wardiary.projections.ascii_board import draw
from wardiary.projections.board import as_text, board
from wardiary.projections.narrative import sentence_for
from wardiary.projections.redaction import SPECTATOR, can_see, knows, redact, view

ENCODER = msgspec.json.Encoder(order="sorted")
SEED = bytes(range(32))


# Two tables that a role cannot tell apart


def unknown_groups(table: Table, role: Seat) -> dict[tuple[Seat, str], list[PieceId]]:
    """The pieces a role cannot tell, by what it does know of them: their owner and their back."""
    groups: dict[tuple[Seat, str], list[PieceId]] = defaultdict(list)
    for zone in sorted(table.visibility):
        if not can_see(table, role, zone):
            for piece in table.zone(zone):
                if not knows(table, role, piece):
                    held = table.pieces[piece]
                    groups[held.owner, held.back].append(piece)
    return groups


def renaming(table: Table, role: Seat, rng: Random) -> dict[PieceId, PieceId]:
    """Which piece lies where which lay, for every piece the role cannot tell."""
    swaps = {}
    for group in unknown_groups(table, role).values():
        others = list(group)
        rng.shuffle(others)
        swaps.update(zip(group, others, strict=True))
    return swaps


def permuted(table: Table, role: Seat, rng: Random) -> Table:
    """A table that differs only in which of its unknown pieces lies where."""
    return renamed(table, renaming(table, role, rng))


def renamed(table: Table, swaps: dict[PieceId, PieceId]) -> Table:
    """The table with pieces put in each other's places.

    What others know of a place goes along, and what shows of it: face, marks and host.
    """
    zones: dict[Zone, tuple[PieceId, ...]] = {
        zone: tuple(swaps.get(piece, piece) for piece in lying)
        for zone, lying in table.zones.items()
    }
    pieces = {}
    for place in table.pieces.values():
        comes = table.pieces[swaps.get(place.id, place.id)]
        host = swaps.get(place.host, place.host)
        pieces[comes.id] = replace(
            place, id=comes.id, kind=comes.kind, owner=comes.owner, back=comes.back, host=host
        )
    pieces = {piece: pieces[piece] for piece in table.pieces}
    known = {
        zone: {swaps.get(piece, piece): seats for piece, seats in own.items()}
        for zone, own in table.known.items()
    }
    names = {piece: swaps.get(piece, piece) for piece in table.pieces}
    steps = msgspec.Raw(ENCODER.encode(_said(msgspec.json.decode(table.steps), names)))
    return replace(table, zones=zones, pieces=pieces, known=known, steps=steps)


def elsewhere(table: Table, role: Seat, rng: Random) -> Table:
    """As `permuted`; and hidden moves have left unordered zones in another order, and others with
    no knowledge of the pieces that lie hidden.
    """
    other = permuted(table, role, rng)
    zones = dict(other.zones)
    for zone, look in other.visibility.items():
        if zone in zones and not look.ordered and not can_see(other, role, zone):
            zones[zone] = tuple(rng.sample(zones[zone], len(zones[zone])))
    own = {
        zone: {piece: (role,) for piece, seats in known.items() if role in seats}
        for zone, known in other.known.items()
    }
    known = {zone: pieces for zone, pieces in own.items() if pieces}
    return replace(other, zones=zones, known=known)


def _said(words: Any, names: dict[PieceId, PieceId]) -> Any:
    """The fields of open steps as they stand at the other table: a step must name no secret."""
    if isinstance(words, dict):
        # A field may have the name of a piece; a dictionary by pieces has no other keys.
        by_piece = names.keys() >= words.keys()
        return {
            names[name] if by_piece else name: _said(word, names) for name, word in words.items()
        }
    if isinstance(words, list):
        return [_said(word, names) for word in words]
    return names.get(words, words) if isinstance(words, str) else words


# What a role is given


def channels(game: Game, table: Table, role: Seat, *, drawn: bool = True) -> dict[str, bytes]:
    """Everything that leaves for a role at a table, by the name of the channel.

    Board, text and drawing are made from the view alone, so they need not be looked at each time.
    """
    seen = view(table, role)
    given = {"view": _facts(seen)}
    if drawn:
        shown = board(seen, game)
        given["board"] = ENCODER.encode(shown)
        given["text"] = as_text(shown).encode()
        given["drawing"] = draw(shown).encode()
    if role in table.seats:
        given["prompt"] = ENCODER.encode(prompt_for(game.prompts(table), role))
    return given


def _facts(seen: Table) -> bytes:
    return ENCODER.encode(
        {name: getattr(seen, name) for name in seen.__struct_fields__ if name != "pack"}
    )


def assert_blind(game: Game, table: Table, other: Table, role: Seat, *, drawn: bool = True) -> None:
    """Both tables give the role the same bytes in every channel."""
    left, right = (channels(game, one, role, drawn=drawn) for one in (table, other))
    for channel, given in left.items():
        assert given == right[channel], f"{channel} of {role or 'spectator'}"


def assert_blind_next(
    game: Game,
    table: Table,
    swaps: dict[PieceId, PieceId],
    seat: Seat,
    command: Command,
    role: Seat,
) -> None:
    """The same command at both tables tells the role the same, until play shows a difference.

    Another seat's command may be legal at one table only; the role's own must be legal at both.
    Rules may look at hidden cards (a casualty comes from the hand, else from the deck), and what
    they do then is seen by all. But never may only one of the tables stop to ask somebody.
    """
    other = renamed(table, swaps)
    left = outcome_of(game, table, seat, command)
    said = command if seat == role else translated(command, swaps)
    try:
        right = outcome_of(game, other, seat, said)
    except Illegal:
        assert seat != role, f"{command} is legal at one table only"
        return
    who = f"{role or 'spectator'} after {command} of {seat}"
    number = alike(
        unlearnt(left, table, role), unlearnt(right, other, role), table, other, role, who
    )
    told = [
        told_next(game, start, outcome.events[:number], role)
        for outcome, start in ((left, table), (right, other))
    ]
    for one, another in zip(*told, strict=True):
        assert one == another, f"{who}: {one} | {another}"


class Standing(History):
    """A line of which only the table it stands at is known; what is added to it is all there."""

    def __init__(self, table: Table) -> None:
        """Begin where the table stands, as if an entry had just closed."""
        super().__init__(pack=table.pack)
        self.rows = [Row(n + 1, "none", b"") for n in range(table.position)]
        self.ends = [table.position]
        self._kept = [table]
        self._table = table


class WhatIf:
    """A branch that a seat opens where a table stands, with the branch's secrets in its hands."""

    def __init__(self, game: Game, line: History, seat: Seat, *, number: int = 0) -> None:
        """`number` makes another branch: the secrets, the id and the time follow from it."""
        self.game, self.seat, self.line = game, seat, line
        self.secrets = Secrets(bytes([number % 256]) * 32, bytes([1]) * 32)
        # The parent's head is a hash over leaves with secret salts: any value fits any world.
        entry = open_branch(
            game, line, line.head, bytes([2]) * 32, match=f"{number + 1:032x}",
            secrets=self.secrets, time=number, dealt=seat,
        )  # fmt: skip
        self.opened = line.head
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
    left, right = (WhatIf(game, Standing(one), seat) for one in (table, other))
    _assert_same(left, right, seat)
    for _ in range(commands):
        given = left.answer(rng)
        if given is None:
            break
        right.give(*given)
        _assert_same(left, right, seat)
    _assert_same_after_rewind(left, right, seat)
    further = rng.choice(table.seats)
    twigs = [WhatIf(game, one.line, further, number=1) for one in (left, right)]
    given = twigs[0].answer(rng)
    if given is not None:
        twigs[1].give(*given)
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


def alike(
    left: list[e.Event], right: list[e.Event], table: Table, other: Table, role: Seat, who: str
) -> int:
    """How many events both tables share until play shows the role a difference."""
    for number, (one, another) in enumerate(zip(left, right, strict=False)):
        table, other = evolve(table, one), evolve(other, another)
        if _facts(view(table, role)) != _facts(view(other, role)):
            stops = {type(one), type(another)}
            assert e.EntryClosed not in stops or len(stops) == 1, f"{who}: asked at one table only"
            return number
    return min(len(left), len(right))


def told_next(game: Game, table: Table, events: Sequence[e.Event], role: Seat) -> list[object]:
    """What a role is sent of events: the redacted bytes, and the sentences."""
    shown: list[object] = list(_redacted(table, events, role))
    return shown + [one.as_text() for one in sentence_for(game, table, events, role)]


def outcome_of(game: Game, table: Table, seat: Seat, command: Command) -> Outcome:
    """What a command brings about, opener first, with dice that depend on nothing hidden."""
    accepted = e.CommandAccepted(
        seat=seat,
        command=msgspec.Raw(ENCODER.encode(command)),
        id="secret-id",
        time=0,
        version=game.version,
        prev="",
        sealed=command.sealed,
        rule="Table/Command",
    )
    chance = SeededChance(SEED, "0" * 32, bytes(32), str(table.position).encode())
    outcome = decide(game, evolve(table, accepted), seat, command, chance)
    return Outcome((accepted, *outcome.events), outcome.table, outcome.prompts)


def unlearnt(outcome: Outcome, table: Table, role: Seat) -> list[e.Event]:
    """The events before the first one by which the role can tell a piece that it could not.

    The end of a match tells something too: rules may look at hidden cards to find that it is over.
    """
    unknown = {piece for group in unknown_groups(table, role).values() for piece in group}
    events = []
    for event in outcome.events:
        table = evolve(table, event)
        if table.result is not None or any(knows(table, role, piece) for piece in unknown):
            break
        events.append(event)
    return events


def _redacted(table: Table, events: Sequence[e.Event], role: Seat) -> list[bytes]:
    tables = [table]
    for event in events:
        tables.append(evolve(tables[-1], event))
    shown = [
        redact(tables[n], event, tables[n + 1], role, end=tables[-1])
        for n, event in enumerate(events)
    ]
    return [encode(one) for one in shown if one is not None]


def translated(command: Command, swaps: dict[PieceId, PieceId]) -> Command:
    """The command as it is said at the other table."""

    def word(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(word(one) for one in value)
        return swaps.get(value, value) if isinstance(value, str) else value

    fields = {name: word(getattr(command, name)) for name in command.__struct_fields__}
    return type(command)(**fields)


# Random play


def blank(game: Game, pack: Any, opening: Opening) -> Table:
    """A table that has only been opened."""
    opened = e.MatchOpened(
        match="0" * 32,
        game=game.name,
        version=game.version,
        scenario=opening.scenario,
        settings=opening.settings,
        seats=opening.seats,
        visibility=game.visibility(pack, opening),
        pack="",
        commitment="",
        time=0,
        rule="Table/Open",
    )
    return evolve(Table(pack=pack), opened)


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
    outcome = set_up_table(game, blank(game, pack, opening), opening, chance)
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
    """A random answer that the rules accept, and what it brings about."""
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
    said = answer(game, rng.choice(prompt.offers), rng)
    other = any_words(game, table, rng)
    fields = msgspec.structs.asdict(said)
    if not fields:
        return other
    name = rng.choice(sorted(fields))
    kinds = {field.name: str(field.type) for field in msgspec.structs.fields(type(said))}
    names = [*table.pieces, *table.zones, "", "nowhere"]
    return type(said)(**{**fields, name: _any_word(kinds[name], names, rng)})


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
    """A seat that names what it cannot see hears the same wherever that lies."""
    left, right = (refusal(game, one, seat, command) for one in (table, other))
    assert left == right, f"{seat} says {command}"
    assert left is None or left[0] in {*game.rules, *TABLE_RULES}, f"{command}: {left}"
