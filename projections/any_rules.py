"""What can be judged of an entry whichever rules brought it about.

An entry may have been played under rules that this program does not have. Its events must still
fold, keep every piece, add up, end where a match ends and come from those who may act; and its dice
and shuffles are those that an open seed gives. Faults are named "Diary/Chance", "Diary/Total",
"Diary/Pieces", "Diary/Event", or by the table's own rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from wardiary.domain.play.chance import Chance
from wardiary.domain.play.commands import Illegal
from wardiary.domain.play.pausing import check_not_paused
from wardiary.domain.play.resigning import SETTING, check_not_resigned
from wardiary.domain.play.table_commands import (
    DIRECTOR,
    HOST,
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
"""The chance of one entry from its beginning, as often as it is asked for."""

TABLES_OWN = (
    e.SeatClaimed,
    e.SeatResigned,
    e.MatchPaused,
    e.MatchResumed,
    e.Ruled,
    e.PiecesInspected,
    e.Rewound,
    e.RulesAdopted,
    e.SeedRevealed,
    e.Redealt,
)
"""Events that no game brings about, whatever its rules."""
WAYS = ("", "standing", *RESIGNED)
_DICE = re.compile(r"(\d+)d(\d+)")
_PICK = re.compile(r"1 of (\d+)")
_WORDS = msgspec.json.Decoder(dict[str, object])
_STEPS = msgspec.json.Decoder(list[dict[str, object]])


class AnyRules:
    """Judges entries by what holds at every table; counts the draws that the seed bears out."""

    def __init__(self, lows: Mapping[int, int]) -> None:
        """`lows` is the lowest face of dice by their number of sides, 1 unless given."""
        self._lows = lows
        self.drawn = 0
        self.unjudged = 0

    def entry(
        self, table: Table, events: Sequence[e.AnyEvent], first: int, draw: Draw | None
    ) -> None:
        """Judge one entry that a game brought about; raises Fault.

        `table` is the one before it, `draw` its chance where the seed is known.
        """
        _opened(table, events, first)
        told = len(_must(table, events[0]))
        draws = _Draws(draw, self._lows) if draw else None
        after = working_copy(table)
        for position, event in enumerate(events, first):
            if position > first and isinstance(event, TABLES_OWN) and position - first > told:
                why = f"{e.tag_of(event)} is the table's own, and no rule of a game brings it about"
                raise Fault(position, event.rule, why)
            stands(after, event, position)
            if draws is not None and isinstance(event, (e.DiceRolled, e.PileShuffled)):
                draws.judge(after, event, position)
            try:
                apply(after, event, position)
            except IMPOSSIBLE as error:
                why = f"no such thing can happen: {error}"
                raise Fault(position, "Diary/Event", why) from None
        if not keeps_pieces(after):
            why = "a piece lies nowhere, or in two places at once"
            raise Fault(first, "Diary/Pieces", why)
        if draws is not None:
            self.drawn += draws.judged
            self.unjudged += draws.unjudged


def keeps_pieces(table: Table) -> bool:
    """Whether every piece lies once, and where it says."""
    lying = [piece for zone in table.zones.values() for piece in zone]
    return len(lying) == len(table.pieces) and all(
        table.pieces[piece].zone == zone for zone, of in table.zones.items() for piece in of
    )


def _opened(table: Table, events: Sequence[e.AnyEvent], first: int) -> None:
    """The opener is one that could have been taken at this table."""
    opener = events[0]
    if isinstance(opener, e.MatchOpened):
        named = set(opener.seats)
        if not named or len(named) < len(opener.seats) or named & {HOST, DIRECTOR, "", "exact"}:
            raise Fault(first, "Table/Seats", f"no match has the seats {opener.seats}")
        if opener.rule != "Table/Open":
            raise Fault(first, "Table/Open", f"a match is not opened by {opener.rule!r}")
        return
    assert isinstance(opener, e.CommandAccepted)
    if opener.version != table.version:
        why = f"it says rules {opener.version}, in force are {table.version}"
        raise Fault(first, "Table/Version", why)
    if opener.rule != "Table/Command" or opener.by not in WAYS:
        raise Fault(
            first, "Table/Command", f"no command is taken by {opener.rule!r}, {opener.by!r}"
        )
    if table.result is not None:
        raise Fault(first, "Table/Ended", f"the match is over: {table.result.reason}")
    try:
        check_not_paused(table, opener.seat)
        check_not_resigned(table, opener.seat, opener.by)
    except Illegal as illegal:
        raise Fault(first, illegal.rule, f"the command is illegal: {illegal.why}") from None
    _said(table, events, first)


def _said(table: Table, events: Sequence[e.AnyEvent], first: int) -> None:
    """The command has the shape of one, and comes from a seat, or as a ruling from the director."""
    opener = events[0]
    assert isinstance(opener, e.CommandAccepted)
    try:
        words = _WORDS.decode(opener.command)
    except msgspec.MsgspecError as error:
        raise Fault(first, "Table/Words", f"this is no command: {error}") from None
    if is_table_command(opener.command):
        _ruled(table, events, first)
        return
    if opener.seat not in table.seats:
        raise Fault(first, "Table/Seats", f"{opener.seat!r} has no seat here")
    for name, value in words.items():
        of = value if isinstance(value, list) else [value]
        if not all(isinstance(one, (str, int)) for one in of):
            raise Fault(first, "Table/Words", f"no command says {name} {value!r}")


def _ruled(table: Table, events: Sequence[e.AnyEvent], first: int) -> None:
    """What the table itself does for a ruling or a seat that resigns comes first, as it was said.

    A ruling begins with its reason and its corrections, as the director gave them.
    """
    opener = events[0]
    assert isinstance(opener, e.CommandAccepted)
    said = decode_table_command(opener.command)
    if isinstance(said, MakeRuling) and opener.seat != DIRECTOR:
        raise Fault(first, "Table/Ruling", "only the director may correct the table")
    for offset, must in enumerate(_must(table, opener), 1):
        if offset >= len(events) or events[offset] != must:
            why = f"the command says {e.tag_of(must)}, which does not stand here as it was given"
            raise Fault(first + offset, must.rule, why)


def _must(table: Table, opener: e.AnyEvent) -> list[e.Event]:
    """The events after the opener that are the table's own."""
    if not isinstance(opener, e.CommandAccepted) or not is_table_command(opener.command):
        return []
    said = decode_table_command(opener.command)
    if isinstance(said, Resign):
        holder = RESIGNED.get(str(table.settings.get(SETTING)), "")
        return [e.SeatResigned(seat=opener.seat, holder=holder, rule="Table/Resign")]
    if not isinstance(said, MakeRuling):
        return []
    ruled = e.Ruled(reason=said.reason, rule="Table/Ruling")
    corrections = (
        msgspec.structs.replace(event, rule="Table/Ruling") for event in said.corrections
    )
    return [ruled, *corrections]


def stands(table: Table, event: e.AnyEvent, position: int) -> None:
    """An event that holds no contradiction in itself, or with the seats at the table."""
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
                raise Fault(position, "Table/Pause", f"no steps are open so: {error}") from None
        case _:
            pass


# Chance


def sides_of(event: e.DiceRolled) -> int | None:
    """How many faces each die of a roll has, or a pick has pieces; None when its name tells not.

    Results of another name may have come from cards, which draw nothing from the seed.
    """
    if pick := _PICK.fullmatch(event.pool):
        return int(pick[1]) if len(event.faces) == 1 else None
    dice = _DICE.fullmatch(event.pool)
    return int(dice[2]) if dice and int(dice[1]) == len(event.faces) and int(dice[2]) else None


class _Draws:
    """The draws of one entry, taken in the order of the record from the entry's chance.

    Which words of the stream a result of an unknown name has used cannot be known without its
    rules: none or one a face, so both are gone on from.
    """

    def __init__(self, draw: Draw, lows: Mapping[int, int]) -> None:
        self._draw = draw
        self._lows = lows
        self._used = {0}
        self.judged = 0
        self.unjudged = 0

    def judge(self, table: Table, event: e.DiceRolled | e.PileShuffled, position: int) -> None:
        """Raise Fault unless the seed brings about what is recorded."""
        if isinstance(event, e.PileShuffled):
            lying = table.zone(event.zone)
            self._expect(
                position, len(lying) - 1, event.order, lambda chance: chance.shuffle(lying)
            )
            return
        faces, sides = event.faces[_laid_down(table, event, position) :], sides_of(event)
        if sides is None:
            self.unjudged += 1
            self._used |= {used + len(faces) for used in self._used}
            return
        low = 1 if _PICK.fullmatch(event.pool) else self._lows.get(sides, 1)
        high = low + sides - 1
        self._expect(
            position,
            len(faces),
            faces,
            lambda chance: tuple(chance.roll(low, high) for _ in faces),
        )

    def _expect(
        self, position: int, words: int, recorded: object, drawn: Callable[[Chance], object]
    ) -> None:
        first = drawn(self._from(min(self._used)))
        fitting = {used for used in self._used if drawn(self._from(used)) == recorded}
        if not fitting:
            why = f"recorded is {recorded!r}, the open seed brings about {first!r}"
            raise Fault(position, "Diary/Chance", why)
        self._used = {used + max(words, 0) for used in fitting}
        self.judged += 1

    def _from(self, used: int) -> Chance:
        chance = self._draw()
        for _ in range(used):
            chance.roll(0, 0)
        return chance


def _laid_down(table: Table, event: e.DiceRolled, position: int) -> int:
    """How many faces a what-if laid down for this roll; raises Fault where it laid down others."""
    laid = table.forced[: len(event.faces)]
    if not event.forced:
        if laid and sides_of(event) is not None:
            raise Fault(position, "Table/What-if", f"{laid} was laid down for this roll")
        return 0
    if not laid or event.faces[: len(laid)] != laid:
        raise Fault(position, "Table/What-if", f"what was laid down for this roll is {laid}")
    return len(laid)


def lowest_faces(entries: Sequence[tuple[Draw, Sequence[e.AnyEvent]]]) -> dict[int, int]:
    """The lowest face of dice by their number of sides, 0 or 1: what explains most of the rolls.

    `entries` are those whose chance is known, each with its events, in order.
    """
    votes: Counter[tuple[int, int]] = Counter()
    for sides, low in _low_of_each_roll(entries):
        if low not in (0, 1):
            break  # All that comes after a forged row hangs on another hash, and tells nothing.
        votes[sides, low] += 1
    return {sides: int(votes[sides, 1] >= votes[sides, 0]) for sides, _ in votes}


def _low_of_each_roll(
    entries: Sequence[tuple[Draw, Sequence[e.AnyEvent]]],
) -> Iterator[tuple[int, int]]:
    """For each die its number of sides, and the lowest face that its draw would make it have."""
    for draw, events in entries:
        chance = draw()
        for event in events:
            if isinstance(event, e.PileShuffled):
                chance.shuffle(event.order)
            elif isinstance(event, e.DiceRolled):
                sides = None if event.forced else sides_of(event)
                if sides is None:
                    break
                for face in event.faces:
                    yield sides, face - chance.roll(0, sides - 1)
