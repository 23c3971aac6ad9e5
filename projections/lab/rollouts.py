"""Rollouts: a table played to its end many times, each time with dice and cards of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypedDict, Unpack

import msgspec
from msgspec.structs import replace

from wardiary.domain.games import registry
from wardiary.domain.play.commands import Command
from wardiary.domain.play.game import Game
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table
from wardiary.projections.lab.draws import seeded_draws
from wardiary.projections.lab.measures import WIN, Measure, check_measure, measured
from wardiary.projections.lab.playing import BOT, NotPlayable, Numbers, Player, Playout, players_of
from wardiary.projections.lab.worlds import TRUTH, check_eyes, world

BOUND = 20_000
"""Commands after which a rollout is given up."""
SHARE = 8
"""Rollouts that one worker plays at a time."""
WON, STOPPED, BOUNDED = "won", "stopped", "bounded"


class Rollout(msgspec.Struct, frozen=True):
    """One rollout: its number, what was measured, who won, how it ended, and how long it took.

    It ended "won" (the match was over), "stopped" (by a condition) or "bounded" (given up).
    """

    number: int
    value: float
    winners: tuple[Seat, ...]
    ended: str
    commands: int


Stop = Callable[[Table], bool]


@dataclass(frozen=True)
class Plan:
    """What is rolled out. It and a rollout's number determine everything about that rollout.

    `seat` is whose value is measured, `eyes` say what is known (see worlds.py), `command` is given
    by `by` before anybody else acts, `dice` are the first results to fall, `stop` ends a rollout
    early. For the eyes of a seat `table` is not the one given, but one that could be it.
    """

    game: Game
    table: Table
    seat: Seat
    players: Mapping[Seat, Player] = field(default_factory=dict)
    eyes: str = TRUTH
    by: Seat = ""
    command: Command | None = None
    dice: tuple[int, ...] = ()
    stop: Stop | None = None
    measure: Measure = WIN
    seed: str = "0"
    bound: int = BOUND

    def __post_init__(self) -> None:
        """Raise for a seat, player, measure or eyes that there are not.

        For the eyes of a seat the table is dealt here already: a plan holds nothing that its eyes
        do not know, wherever it is sent. What is dealt for each rollout does not depend on this.
        """
        check_eyes(self.table, self.eyes)
        check_measure(self.game, self.measure)
        if self.seat not in self.table.seats:
            seats = ", ".join(self.table.seats)
            raise NotPlayable(f"no seat {self.seat!r} at this table; there are: {seats}")
        object.__setattr__(self, "players", players_of(self.table, self.players))
        if self.dice:
            object.__setattr__(self, "table", replace(self.table, forced=tuple(self.dice)))
            object.__setattr__(self, "dice", ())
        if self.eyes in self.table.seats:
            dealt = world(self.table, self.eyes, seeded_draws(self.seed, 0, "plan"))
            object.__setattr__(self, "table", dealt)

    def __getstate__(self) -> dict[str, Any]:
        """For another process: the game by its name, and nothing that the table remembers."""
        name = self.game.name
        known = name in registry.names() and registry.game(name) is self.game
        return {**self.__dict__, "game": name if known else self.game, "table": replace(self.table)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the game from this process."""
        game = state["game"]
        state["game"] = registry.game(game) if isinstance(game, str) else game
        self.__dict__.update(state)


class Workers(Protocol):
    """Who plays rollouts: this process, several processes, or a cluster."""

    def play(self, shares: Iterable[tuple[Plan, Sequence[int]]]) -> Iterator[tuple[Rollout, ...]]:
        """The rollouts of a plan with each share of numbers, in the order of the shares.

        Shares are taken up some time before their results are asked for, and may be for nothing.
        """
        ...


class OneProcess:
    """Plays rollouts here and now, one after another."""

    def play(self, shares: Iterable[tuple[Plan, Sequence[int]]]) -> Iterator[tuple[Rollout, ...]]:
        """As `Workers.play`; no share is taken up before the one before it is done."""
        for plan, numbers in shares:
            yield play_share(plan, numbers)


def play_share(plan: Plan, numbers: Sequence[int]) -> tuple[Rollout, ...]:
    """The rollouts of these numbers."""
    return tuple(map(partial(roll_out, plan), numbers))


def roll_out(plan: Plan, number: int) -> Rollout:
    """The rollout of one number; raises NotPlayable where nobody finds an accepted answer."""
    table = world(plan.table, plan.eyes, seeded_draws(plan.seed, number, "deal"))
    playout = Playout(plan.game, table, seeded_draws(plan.seed, number, "dice"))
    minds = {seat: seeded_draws(plan.seed, number, f"mind {seat}") for seat in plan.players}
    return play_out(plan, playout, minds, number)


def play_out(
    plan: Plan, playout: Playout, minds: Mapping[Seat, Numbers], number: int = 0
) -> Rollout:
    """Play one playout to its end; `minds` are what the players draw their choices from."""
    if plan.command is not None:
        playout.play(plan.by, plan.command)
    ended = BOUNDED
    for _ in range(plan.bound):
        if not playout.prompts:
            ended = WON
            break
        if plan.stop is not None and plan.stop(playout.table):
            ended = STOPPED
            break
        prompt = playout.prompts[0]
        playout.answer(prompt, plan.players[prompt.seat], minds[prompt.seat])
    table = playout.table
    return Rollout(
        number,
        measured(plan.measure, plan.game, table, plan.seat),
        table.result.winners if table.result else (),
        ended,
        playout.commands,
    )


def shares(plan: Plan, first: int, number: int) -> Iterator[tuple[Plan, range]]:
    """The numbers of some rollouts in shares for workers."""
    for begin in range(first, first + number, SHARE):
        yield plan, range(begin, min(begin + SHARE, first + number))


class Rollouts(msgspec.Struct, frozen=True):
    """Many rollouts of one plan, in the order of their numbers."""

    all: tuple[Rollout, ...]

    @property
    def values(self) -> list[float]:
        """What was measured."""
        return [rollout.value for rollout in self.all]

    @property
    def mean(self) -> float:
        """The mean of what was measured."""
        return sum(self.values) / len(self.all)

    @property
    def winners(self) -> dict[Seat, int]:
        """How often each seat was among the winners."""
        return dict(sorted(Counter(s for rollout in self.all for s in rollout.winners).items()))


class PlanOptions(TypedDict, total=False):
    """What may be said of a plan; `plan_for` says what holds otherwise."""

    game: Game | None
    players: Player | Mapping[Seat, Player]
    eyes: str
    command: Command | str | None
    by: Seat
    dice: Sequence[int]
    stop: Stop | None
    measure: Measure
    seed: int | str
    bound: int


def rollout(
    table: Table,
    number: int,
    *,
    seat: Seat = "",
    workers: Workers | None = None,
    **options: Unpack[PlanOptions],
) -> Rollouts:
    """Play a table on to its end `number` times, and measure each end for a seat.

    `players` say who plays: "bot", "random", a function, or one of these for each seat. `eyes` say
    what is known: "exact" plays the table as it is, a seat's name deals again what that seat does
    not know, "hands" shuffles only the piles. `command` is given first, by the seat `by`; that
    is `seat` if it is asked, unless given. `dice` are the first results to fall. `stop` is asked
    after every command. `measure` is "win", "score", "losses" or a function of the table. The same
    `seed` gives the same rollouts, whatever the `workers`. `game` is needed only for one that is
    not registered. Raises Illegal, NotPlayable.
    """
    plan = plan_for(table, seat, **options)
    played = (workers or OneProcess()).play(shares(plan, 0, number))
    return Rollouts(tuple(result for share in played for result in share))


def plan_for(
    table: Table,
    seat: Seat = "",
    *,
    game: Game | None = None,
    players: Player | Mapping[Seat, Player] = BOT,
    eyes: str = TRUTH,
    command: Command | str | None = None,
    by: Seat = "",
    dice: Sequence[int] = (),
    stop: Stop | None = None,
    measure: Measure = WIN,
    seed: int | str = 0,
    bound: int = BOUND,
) -> Plan:
    """The plan of `rollout`; without a seat it is measured for the one that is asked first."""
    rules = game or registry.game(table.game)
    asked = rules.prompts(table)
    chosen = seat or (asked[0].seat if asked else table.seats[0])
    said = rules.command(command) if isinstance(command, str) else command
    giver = chosen if not asked or any(p.seat == chosen for p in asked) else asked[0].seat
    return Plan(
        rules,
        table,
        chosen,
        players_of(table, players),
        eyes,
        by or giver,
        said,
        tuple(dice),
        stop,
        measure,
        str(seed),
        bound,
    )
