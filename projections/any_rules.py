"""Judges what must hold in an entry under any rules.

An entry may have been played under rules that this program does not have. Its events must still
fold, keep every piece, have correct totals, end where the match ends and come from those who may
act; and its dice and shuffles must be those of an opened seed. Faults cite "Diary/Chance",
"Diary/Total", "Diary/Pieces", "Diary/Event", or a rule of the table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from wardiary.domain.play.chance import Chance, chance_of
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.pausing import check_not_paused
from wardiary.domain.play.resigning import SETTING, check_not_resigned
from wardiary.domain.play.table_commands import (
    DIRECTOR,
    HOST,
    LATE,
    RESIGNED,
    TABLE_RULES,
    MakeRuling,
    Resign,
    decode_table_command,
    is_table_command,
)
from wardiary.domain.table import events as e
from wardiary.domain.table.evolve import apply, working_copy
from wardiary.domain.table.table import Table
from wardiary.projections.verdicts import IMPOSSIBLE, Fault

Draw = Callable[[], Chance]
"""Makes the chance of one entry, from its beginning each time."""

TABLE_EVENTS = (
    e.SeatClaimed,
    e.ShareOpened,
    e.TableCleared,
    e.KeyNamed,
    e.KeepersNamed,
    e.KeeperOpened,
    e.SeatResigned,
    e.MatchPaused,
    e.MatchResumed,
    e.DeadlineMissed,
    e.TimeGranted,
    e.VacationTaken,
    e.VacationEnded,
    e.Ruled,
    e.PiecesInspected,
    e.Rewound,
    e.RulesAdopted,
    e.SeedRevealed,
    e.Redealt,
)
"""Events that never come from the rules of a game."""
COMMAND_SOURCES = ("", "standing", LATE, *RESIGNED)
_DICE = re.compile(r"(\d+)d(\d+)")
_PICK = re.compile(r"1 of (\d+)")
_FIELDS = msgspec.json.Decoder(dict[str, object])
_STEPS = msgspec.json.Decoder(list[dict[str, object]])


class AnyRules:
    """Judges entries by what holds in every game; counts the draws that the seed confirms."""

    def __init__(self, lowest: Mapping[int, int]) -> None:
        """`lows` is the lowest face of dice by their number of sides, 1 unless given."""
        self._lows = lowest
        self.drawn = 0
        self.unjudged = 0

    def entry(
        self, table: Table, events: Sequence[e.AnyEvent], first: int, draw: Draw | None
    ) -> None:
        """Judge one entry of a game; raises Fault.

        `table` is the one before it, `draw` its chance where the seed is known.
        """
        _check_opener(table, events, first)
        required = len(_required_events(table, events[0]))
        draws = _Draws(draw, self._lows) if draw else None
        after = working_copy(table)
        for position, event in enumerate(events, first):
            if position > first and isinstance(event, TABLE_EVENTS) and position - first > required:
                why = f"{e.tag_of(event)} never comes from a rule of a game"
                raise Fault(position, event.rule, why)
            check_event(after, event, position)
            if draws is not None and isinstance(event, (e.DiceRolled, e.PileShuffled)):
                draws.judge(after, event, position)
            try:
                apply(after, event, position)
            except IMPOSSIBLE as error:
                why = f"no such thing can happen: {error}"
                raise Fault(position, "Diary/Event", why) from None
        if not keeps_pieces(after):
            why = "a piece is nowhere, or in two places at once"
            raise Fault(first, "Diary/Pieces", why)
        if draws is not None:
            self.drawn += draws.judged
            self.unjudged += draws.unjudged


def keeps_pieces(table: Table) -> bool:
    """Whether every piece is in exactly one place, and that is its zone."""
    placed = [piece for zone in table.zones.values() for piece in zone]
    return len(placed) == len(table.pieces) and all(
        table.pieces[piece].zone == zone for zone, order in table.zones.items() for piece in order
    )


def _check_opener(table: Table, events: Sequence[e.AnyEvent], first: int) -> None:
    """Raise Fault unless the entry could open like this at this table."""
    opener = events[0]
    if isinstance(opener, e.MatchOpened):
        seats = set(opener.seats)
        if not seats or len(seats) < len(opener.seats) or seats & {HOST, DIRECTOR, "", "exact"}:
            raise Fault(first, "Table/Seats", f"no match can have the seats {opener.seats}")
        if opener.rule != "Table/Open":
            raise Fault(first, "Table/Open", f"a match is not opened by {opener.rule!r}")
        return
    assert isinstance(opener, e.CommandAccepted)
    if opener.version != table.version:
        why = f"it states rules {opener.version}, but {table.version} are in force"
        raise Fault(first, "Table/Version", why)
    if opener.rule != "Table/Command" or opener.by not in COMMAND_SOURCES:
        raise Fault(
            first, "Table/Command", f"no command is accepted by {opener.rule!r}, {opener.by!r}"
        )
    if table.result is not None:
        raise Fault(first, "Table/Ended", f"the match is over: {table.result.reason}")
    try:
        check_not_paused(table, opener.seat)
        check_not_resigned(table, opener.seat, opener.by)
    except Illegal as illegal:
        raise Fault(first, illegal.rule, f"the command is illegal: {illegal.why}") from None
    _check_command(table, events, first)


def _check_command(table: Table, events: Sequence[e.AnyEvent], first: int) -> None:
    """Raise Fault unless the command has a possible form and sender."""
    opener = events[0]
    assert isinstance(opener, e.CommandAccepted)
    try:
        fields = _FIELDS.decode(opener.command)
    except msgspec.MsgspecError as error:
        raise Fault(first, "Table/Words", f"this is not a command: {error}") from None
    if is_table_command(opener.command):
        _check_table_command(table, events, first)
        return
    if opener.seat not in table.seats:
        raise Fault(first, "Table/Seats", f"{opener.seat!r} has no seat here")
    for name, value in fields.items():
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(item, (str, int)) for item in items):
            raise Fault(first, "Table/Words", f"no command has {name} {value!r}")


def _check_table_command(table: Table, events: Sequence[e.AnyEvent], first: int) -> None:
    """Raise Fault unless a ruling or resignation is followed by the events it requires.

    A ruling begins with its reason and its corrections, as the director gave them.
    """
    opener = events[0]
    assert isinstance(opener, e.CommandAccepted)
    command = decode_table_command(opener.command)
    if isinstance(command, MakeRuling) and opener.seat != DIRECTOR:
        raise Fault(first, "Table/Ruling", "only the director may correct the table")
    for offset, required in enumerate(_required_events(table, opener), 1):
        if offset >= len(events) or events[offset] != required:
            why = f"the command requires {e.tag_of(required)} here, as it was given"
            raise Fault(first + offset, required.rule, why)


def _required_events(table: Table, opener: e.AnyEvent) -> list[e.Event]:
    """The events that must follow the first one of a ruling or resignation."""
    if not isinstance(opener, e.CommandAccepted) or not is_table_command(opener.command):
        return []
    command = decode_table_command(opener.command)
    if isinstance(command, Resign):
        holder = RESIGNED.get(str(table.settings.get(SETTING)), "")
        return [e.SeatResigned(seat=opener.seat, holder=holder, rule="Table/Resign")]
    if not isinstance(command, MakeRuling):
        return []
    ruled = e.Ruled(reason=command.reason, rule="Table/Ruling")
    corrections = (
        msgspec.structs.replace(event, rule="Table/Ruling") for event in command.corrections
    )
    return [ruled, *corrections]


def check_event(table: Table, event: e.AnyEvent, position: int) -> None:
    """Raise Fault for an event that contradicts itself or the seats at the table."""
    if event.rule.startswith("Table/") and event.rule not in TABLE_RULES:
        raise Fault(position, event.rule, f"the table has no rule {event.rule!r}")
    match event:
        case e.TotalComputed():
            total = sum(item.value for item in event.items)
            if total != event.total:
                why = f"the items of {event.what!r} add up to {total}, not {event.total}"
                raise Fault(position, "Diary/Total", why)
        case e.MatchEnded():
            if len(set(event.winners)) < len(event.winners) or set(event.winners) - {*table.seats}:
                raise Fault(position, "Table/Seats", f"{event.winners} are not seats here")
        case e.PiecesShown():
            if set(event.to) - {*table.seats}:
                raise Fault(position, "Table/Seats", f"{event.to} are not seats here")
        case e.EntryClosed():
            try:
                _STEPS.decode(event.steps)
            except msgspec.MsgspecError as error:
                raise Fault(
                    position, "Table/Pause", f"open steps cannot be like this: {error}"
                ) from None
        case _:
            pass


# Chance


def sides_of(event: e.DiceRolled) -> int | None:
    """How many faces each die of a roll has, or how many pieces a pick; None if its pool has no
    such name.

    Results of other pools may have come from cards, which draw nothing from the seed.
    """
    if pick := _PICK.fullmatch(event.pool):
        return int(pick[1]) if len(event.faces) == 1 else None
    dice = _DICE.fullmatch(event.pool)
    return int(dice[2]) if dice and int(dice[1]) == len(event.faces) and int(dice[2]) else None


class _Draws:
    """The draws of one entry, compared in recorded order with the entry's chance.

    How many numbers a result of an unknown pool has used cannot be known without its rules: none or
    one for each face, so both are tried.
    """

    def __init__(self, draw: Draw, lowest: Mapping[int, int]) -> None:
        self._draw = draw
        self._lows = lowest
        self._used: dict[str, set[int]] = {}
        self.judged = 0
        self.unjudged = 0

    def judge(self, table: Table, event: e.DiceRolled | e.PileShuffled, position: int) -> None:
        """Raise Fault unless the seed gives the recorded result."""
        if isinstance(event, e.PileShuffled):
            pieces = table.zone(event.zone)
            self._compare(
                position, "", len(pieces) - 1, event.order, lambda chance: chance.shuffle(pieces)
            )
            return
        faces, sides = event.faces[_forced_count(table, event, position) :], sides_of(event)
        if sides is None:
            self.unjudged += 1
            stream = self._stream(event.seat)
            self._used[stream] = {
                used + more for used in self._used_of(stream) for more in (0, len(faces))
            }
            return
        low = 1 if _PICK.fullmatch(event.pool) else self._lows.get(sides, 1)
        high = low + sides - 1
        self._compare(
            position,
            event.seat,
            len(faces),
            faces,
            lambda chance: tuple(chance.roll(low, high) for _ in faces),
        )

    def _compare(
        self,
        position: int,
        seat: str,
        numbers: int,
        recorded: object,
        drawn: Callable[[Chance], object],
    ) -> None:
        stream = self._stream(seat)
        before = self._used_of(stream)
        first = drawn(self._chance_after(stream, min(before)))
        agreeing = {used for used in before if drawn(self._chance_after(stream, used)) == recorded}
        if not agreeing:
            why = f"recorded is {recorded!r}, the opened seed gives {first!r}"
            raise Fault(position, "Diary/Chance", why)
        self._used[stream] = {used + max(numbers, 0) for used in agreeing}
        self.judged += 1

    def _stream(self, seat: str) -> str:
        """The name of the stream that a seat's rolls come from: the seat, or "" for that of all."""
        chance = self._draw()
        return "" if chance_of(chance, seat) is chance else seat

    def _used_of(self, stream: str) -> set[int]:
        return self._used.get(stream, {0})

    def _chance_after(self, stream: str, used: int) -> Chance:
        chance = chance_of(self._draw(), stream)
        for _ in range(used):
            chance.roll(0, 0)
        return chance


def _forced_count(table: Table, event: e.DiceRolled, position: int) -> int:
    """How many faces of a roll a what-if has fixed; raises Fault where it fixed other ones."""
    forced_faces = table.forced[: len(event.faces)]
    if not event.forced:
        if forced_faces and sides_of(event) is not None:
            raise Fault(position, "Table/What-if", f"{forced_faces} was set for this roll")
        return 0
    if not forced_faces or event.faces[: len(forced_faces)] != forced_faces:
        raise Fault(position, "Table/What-if", f"the results set for this roll are {forced_faces}")
    return len(forced_faces)


def lowest_faces(entries: Sequence[tuple[Draw, Sequence[e.AnyEvent]]]) -> dict[int, int]:
    """The lowest face of dice by number of sides, 0 or 1, whichever explains more of the rolls.

    `entries` are those whose chance is known, each with its events, in order.
    """
    votes: Counter[tuple[int, int]] = Counter()
    for sides, low in _lowest_face_of_rolls(entries):
        if low not in (0, 1):
            break  # Everything after a forged row depends on another hash, and proves nothing.
        votes[sides, low] += 1
    return {sides: int(votes[sides, 1] >= votes[sides, 0]) for sides, _ in votes}


def _lowest_face_of_rolls(
    entries: Sequence[tuple[Draw, Sequence[e.AnyEvent]]],
) -> Iterator[tuple[int, int]]:
    """For each die its number of sides, and the lowest face that would explain its result."""
    for draw, events in entries:
        chance = draw()
        for event in events:
            if isinstance(event, e.PileShuffled):
                chance.shuffle(event.order)
            elif isinstance(event, e.DiceRolled):
                sides = None if event.forced else sides_of(event)
                if sides is None:
                    break
                rolled = chance_of(chance, event.seat)
                for face in event.faces:
                    yield sides, face - rolled.roll(0, sides - 1)
