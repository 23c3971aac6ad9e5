"""Review: how the chances went over a match, where it turned, and whether by luck or decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import msgspec

from wardiary.domain.diary.history import EntrySpan, History
from wardiary.domain.play.commands import Command, Illegal
from wardiary.domain.play.game import Game
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.lab.odds import Chance, basis, odds_from
from wardiary.projections.lab.playing import NotPlayable
from wardiary.projections.lab.rollouts import OneProcess, Plan, Rollout, Workers, shares
from wardiary.projections.lab.statistics import Interval, paired_difference
from wardiary.projections.lab.worlds import HANDS
from wardiary.projections.labels import seat_name
from wardiary.projections.narrative import sentence_for
from wardiary.projections.redaction import DIRECTOR

POINTS, SAMPLE, TURNS = 24, 64, 5
CLOSER = 4
"""A turning point is looked at with so many times the sample of the curve."""


class Moment(msgspec.Struct, frozen=True):
    """The chances after an entry, in the middle of a match or at its end."""

    position: int
    round: int
    turn: int
    seats: dict[Seat, Chance]


class Turn(msgspec.Struct, frozen=True):
    """A turning point: one entry by which the chance of a seat changed.

    `change` is in shares of 1, with an interval. `decision` is what the order was worth against
    what its player would have done on average, `luck` what dice and draws made of it against what
    was to be expected; both are None where the two cannot be told apart from what is known.
    """

    position: int
    branch_at: int
    by: Seat
    texts: tuple[str, ...]
    before: Chance
    after: Chance
    change: float
    low: float
    high: float
    decision: float | None
    luck: float | None
    says: str


class Review(msgspec.Struct, frozen=True):
    """A review of a match for one seat: the curve, its turning points, and what they rest on.

    `rollouts` is how many games were played for it, `whole` whether it was carried to its end.
    """

    match: str
    seat: Seat
    winners: tuple[Seat, ...] | None
    curve: tuple[Moment, ...]
    turns: tuple[Turn, ...]
    rollouts: int
    whole: bool
    basis: str
    seed: str
    version: str


@dataclass
class Reviewer:
    """Reviews a match step by step; what there is so far is there at any time.

    `eyes` are HANDS for a match that is over, else the seat for which it is reviewed. The curve is
    begun with `points` moments, then the steepest pieces of it are halved until they are single
    entries; the `turns` steepest of these are looked at more closely. Nothing is looked at but what
    comes `after` a position.
    """

    game: Game
    history: History
    seat: Seat
    eyes: str = HANDS
    sample: int = SAMPLE
    points: int = POINTS
    turns: int = TURNS
    plan_of: Callable[[Plan], Plan] = lambda plan: plan
    seed: str = "0"
    workers: Workers = field(default_factory=OneProcess)
    after: int = 0

    def __post_init__(self) -> None:
        """Find the moments that can be looked at: the ends of entries that still count."""
        history = self.history
        self.ends = [
            end
            for end in history.ends
            if end > self.after
            and not history.is_undone(end)
            and self._is_play(history.table_at(end))
        ]
        if not self.ends:
            raise NotPlayable("nothing has been played yet")
        self._taken: dict[int, tuple[Rollout, ...]] = {}
        self._turns: list[Turn] = []
        self._rollouts = 0
        self._whole = False

    def _is_play(self, table: Table) -> bool:
        return table.result is not None or bool(self.game.open_steps(table))

    @property
    def steps(self) -> int:
        """About how many steps there are to do."""
        halvings = max(1, len(self.ends) // max(1, self.points)).bit_length()
        return min(len(self.ends), self.points + self.turns * halvings) + self.turns

    def work(self) -> Iterator[Review]:
        """Carry the review out; after every step there is what was found so far."""
        for place in self._first_places():
            self._look_at(place)
            yield self.review()
        for _ in range(self.turns * len(self.ends).bit_length()):
            middle = self._steepest_middle()
            if middle is None:
                break
            self._look_at(middle)
            yield self.review()
        for place in self._steepest_entries():
            turn = self._turn_at(place)
            if turn is not None:
                self._turns.append(turn)
            yield self.review()
        self._whole = True
        yield self.review()

    def review(self) -> Review:
        """What there is so far."""
        tables = {place: self.history.table_at(self.ends[place]) for place in sorted(self._taken)}
        curve = [
            Moment(
                self.ends[place], table.round, table.turn,
                odds_from(self._plan(table), self._taken[place]).seats,
            )
            for place, table in tables.items()
        ]  # fmt: skip
        table = self.history.table
        return Review(
            table.match,
            self.seat,
            table.result.winners if table.result else None,
            tuple(curve),
            tuple(sorted(self._turns, key=lambda turn: -abs(turn.change))),
            self._rollouts,
            self._whole,
            basis(self._plan(table)),
            self.seed,
            self.game.version,
        )

    # The curve

    def _first_places(self) -> list[int]:
        last = len(self.ends) - 1
        number = min(last, max(1, self.points - 1))
        return sorted({round(step * last / max(1, number)) for step in range(number + 1)})

    def _plan(self, table: Table) -> Plan:
        plan = Plan(self.game, table, self.seat, eyes=self.eyes, seed=self.seed)
        return self.plan_of(plan)

    def _look_at(self, place: int) -> None:
        plan = self._plan(self.history.table_at(self.ends[place]))
        self._taken[place] = self._roll(plan, 0, self.sample)

    def _roll(self, plan: Plan, first: int, number: int) -> tuple[Rollout, ...]:
        played = self.workers.play(shares(plan, first, number))
        results = tuple(rollout for share in played for rollout in share)
        self._rollouts += len(results)
        return results

    def _value(self, place: int) -> float:
        return _share(self._taken[place], self.seat)

    def _steepest_middle(self) -> int | None:
        """The middle of the steepest piece of the curve that is longer than an entry."""
        places = sorted(self._taken)
        pieces = [
            (abs(self._value(right) - self._value(left)), left, right)
            for left, right in pairwise(places)
        ]
        steepest = sorted(pieces, key=lambda piece: (-piece[0], piece[1]))[: self.turns]
        longer = [piece for piece in steepest if piece[2] - piece[1] > 1 and piece[0] > 0]
        return (longer[0][1] + longer[0][2]) // 2 if longer else None

    def _steepest_entries(self) -> list[int]:
        """Places of the entries by which the chance seems to have changed most."""
        places = [place for place in sorted(self._taken) if place - 1 in self._taken]
        places.sort(key=lambda place: (-abs(self._value(place) - self._value(place - 1)), place))
        return [
            place for place in places[: self.turns] if self._value(place) != self._value(place - 1)
        ]

    # Turning points

    def _closely(self, table: Table) -> tuple[Rollout, ...]:
        """Other rollouts than those of the curve: what was picked for being steep looks steeper
        than it is.
        """
        return self._roll(self._plan(table), self.sample, self.sample * CLOSER)

    def _turn_at(self, place: int) -> Turn | None:
        """The turning point at a place; None where it only looked like one."""
        history = self.history
        entry = history.entry_of(self.ends[place])
        before = history.table_at(self.ends[place - 1])
        earlier, later = self._closely(before), self._closely(history.table_at(self.ends[place]))
        interval = _difference(later, earlier, self.seat)
        if interval.holds(0):
            return None
        events = [event for _, event in history.events(entry.first - 1, entry.last)]
        by, order = self._order_of(events)
        change = _share(later, self.seat) - _share(earlier, self.seat)
        by_chance = any(map(_is_chance, events)) or _draws_unseen(before, events)
        luck = self._luck(before, by, order, _share(later, self.seat), by_chance=by_chance)
        decision = None if luck is None else change - luck
        return Turn(
            self.ends[place],
            self.ends[place - 1],
            by,
            self._texts(entry, events),
            odds_from(self._plan(before), earlier).seats[self.seat],
            odds_from(self._plan(before), later).seats[self.seat],
            change,
            interval.low,
            interval.high,
            decision,
            luck,
            _says(self.seat, by, change, decision, luck, by_chance=by_chance),
        )

    def _order_of(self, events: Sequence[e.AnyEvent]) -> tuple[Seat, Command | None]:
        """Who gave the order of an entry, and which; None for what is no order of the game."""
        opener = events[0]
        if not isinstance(opener, e.CommandAccepted):
            return "", None
        try:
            return opener.seat, self.game.decode_command(opener.command)
        except Illegal:  # A command of the table, such as a claim.
            return opener.seat, None

    def _luck(
        self,
        before: Table,
        by: Seat,
        order: Command | None,
        outcome: float,
        *,
        by_chance: bool,
    ) -> float | None:
        """What chance made of an order: its outcome against the same order with other dice.

        What another seat did with cards that are dealt again cannot be done again: None. It may
        be 0 by chance as well, so it does not say whether any was in the order.
        """
        if order is None or (self.eyes in self.history.table.seats and by != self.eyes):
            return None
        if not by_chance:
            return 0.0
        plan = replace(self._plan(before), by=by, command=order)
        try:
            expected = self._roll(plan, self.sample, self.sample * CLOSER)
        except (Illegal, NotPlayable):
            return None
        return outcome - _share(expected, self.seat)

    def _texts(self, entry: EntrySpan, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
        role = DIRECTOR if self.eyes not in self.history.table.seats else self.eyes
        before = self.history.table_at(entry.first - 1)
        shown = [event for event in events if not isinstance(event, e.EntryClosed)]
        return tuple(one.text for one in sentence_for(self.game, before, shown, role))


def _share(taken: Sequence[Rollout], seat: Seat) -> float:
    return sum(seat in rollout.winners for rollout in taken) / len(taken)


def _difference(later: Sequence[Rollout], earlier: Sequence[Rollout], seat: Seat) -> Interval:
    return paired_difference(
        [
            float(seat in after.winners) - float(seat in before.winners)
            for after, before in zip(later, earlier, strict=False)
        ]
    )


def _is_chance(event: e.AnyEvent) -> bool:
    return isinstance(event, (e.DiceRolled, e.PileShuffled))


def _draws_unseen(before: Table, events: Sequence[e.AnyEvent]) -> bool:
    """Whether pieces come out of a pile into which nobody sees."""
    return any(
        isinstance(event, e.PiecesMoved)
        and any(
            piece in before.pieces
            and before.visibility_of(before.pieces[piece].zone).who == "nobody"
            for piece in event.pieces
        )
        for event in events
    )


def points(change: float) -> str:
    """A change in percentage points, with its sign."""
    return f"{100 * change:+.0f} points"


def _says(
    seat: Seat,
    by: Seat,
    change: float,
    decision: float | None,
    luck: float | None,
    *,
    by_chance: bool,
) -> str:
    """A turning point in plain words."""
    name = seat_name(seat)
    verb = "rose" if change > 0 else "fell"
    opening = f"{name}'s chance {verb} by {100 * abs(change):.0f} points"
    if decision is None or luck is None:
        return f"{opening}. What others chose and how their dice fell cannot be told apart here."
    if not by_chance:
        return (
            f"{opening}, all of it by the order of {seat_name(by)}: no die and no card had a say."
        )
    return (
        f"{opening}: {points(luck)} by how dice and cards fell, against what was to be expected, "
        f"and {points(decision)} by the order of {seat_name(by)}, against what the bot would have "
        "done on average."
    )
