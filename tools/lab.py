"""`wardiary odds` and `wardiary review`: the what-if lab on the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from wardiary.tools.context import (
    At,
    BadInput,
    Json,
    SourceName,
    Store,
    open_source,
    position_at,
    print_result,
    progress,
    screen,
    write_file,
)

if TYPE_CHECKING:
    from wardiary.adapters.lab.workers import Cluster, Processes
    from wardiary.domain.play.game import Game
    from wardiary.domain.table.table import Table
    from wardiary.projections.lab.comparison import Comparison
    from wardiary.projections.lab.odds import Odds
    from wardiary.projections.lab.review import Review
    from wardiary.projections.lab.rollouts import OneProcess, Plan

T = TypeVar("T")
Seat = Annotated[
    str, Parameter(name="--seat", help="For whom; required while the match is played.")
]
AsSeen = Annotated[
    bool,
    Parameter(name="--as-seen", help="Of a finished match: only from what the seat knew then."),
]
Players = Annotated[
    str, Parameter(help="Who plays on: `bot`, or `random`, which is faster and means less.")
]
Seed = Annotated[int, Parameter(help="The same seed gives the same numbers, with any workers.")]
ProcessNumber = Annotated[
    int, Parameter(name="--processes", help="How many play at once; 0 for all processors.")
]
Scheduler = Annotated[
    str,
    Parameter(
        help="Play on a Dask cluster: the address of its scheduler, tcp://HOST:PORT. It must be "
        "one that you trust: it gets the table, and what it sends back is run here."
    ),
]


def odds(
    match: SourceName,
    /,
    *,
    at: At = None,
    seat: Seat = "",
    as_seen: AsSeen = False,
    orders: Annotated[bool, Parameter(help="Compare all orders on offer at that moment.")] = False,
    players: Players = "bot",
    width: Annotated[
        float, Parameter(help="Go on until the range is this narrow, in percentage points.")
    ] = 10.0,
    most: Annotated[int, Parameter(help="Games at most, for each order with --orders.")] = 1000,
    seed: Seed = 0,
    processes: ProcessNumber = 1,
    scheduler: Scheduler = "",
    json: Json = False,
    store: Store = "",
) -> None:
    """Tell how likely each seat is to win from a moment on.

    With --orders, also which order is best there. The moment is played on many times, in memory.
    Ctrl-C stops with what there is.
    """
    _check(width=width, most=most, processes=processes)
    matches, match_id = open_source(match, store)
    game, history = matches.game_of(match_id), matches.history(match_id)
    position = position_at(history.head, at)
    table = history.table_at(position)
    plan = _plan(game, history.table, table, seat, players, seed, as_seen=as_seen, orders=orders)
    with _workers(processes, scheduler) as workers:
        if orders:
            compared = _last(_comparisons(plan, most, workers), -(-most // 8), "comparing orders")
            document: object = compared
        else:
            from wardiary.projections.lab.odds import sampled_odds

            steps = sampled_odds(plan, width=width / 100, most=most, workers=workers)
            result = _last(steps, -(-most // 8), "playing on")
            document = result
    if json:
        print_result({"match": match_id, "position": position, "seed": seed, "odds": document})
    elif orders:
        _print_comparison(compared)
    else:
        _print_odds(result)


def _comparisons(
    plan: Plan, most: int, workers: OneProcess | Processes | Cluster
) -> Iterator[Comparison]:
    from wardiary.domain.play.prompts import prompt_for
    from wardiary.projections.lab.comparison import compared_orders

    asked = plan.game.prompts(plan.table)
    prompt = prompt_for(asked, plan.seat)
    if prompt is None:
        others = ", ".join(one.seat for one in asked) or "nobody"
        raise BadInput(f"{plan.seat} is not asked anything at this moment; asked: {others}")
    return compared_orders(plan, prompt, number=most, workers=workers)


def review(
    match: SourceName,
    /,
    *,
    seat: Seat = "",
    as_seen: AsSeen = False,
    output: Annotated[
        str, Parameter(name=("-o", "--output"), help="The report as a page of HTML, in one file.")
    ] = "",
    players: Players = "bot",
    sample: Annotated[int, Parameter(help="Games for each moment of the curve.")] = 64,
    points: Annotated[int, Parameter(help="Moments that the curve begins with.")] = 24,
    turns: Annotated[int, Parameter(help="Turning points to look for.")] = 5,
    seed: Seed = 0,
    processes: ProcessNumber = 1,
    scheduler: Scheduler = "",
    json: Json = False,
    store: Store = "",
) -> None:
    """Show how the chances went over a match, and where it turned.

    Each turning point is split into what dice and cards did, and what the order did.
    Without --seat it is reviewed for the winner. Ctrl-C stops with what there is.
    """
    from wardiary.projections.lab.review import Reviewer

    _check(sample=sample, points=points, processes=processes)
    if output and Path(output).suffix not in {".html", ".htm"}:
        raise BadInput(f"--output writes a page; name it {Path(output).stem}.html")
    matches, match_id = open_source(match, store)
    game, history = matches.game_of(match_id), matches.history(match_id)
    plan = _plan(game, history.table, history.table, seat, players, seed, as_seen=as_seen)
    with _workers(processes, scheduler) as workers:
        reviewer = Reviewer(
            game,
            history,
            plan.seat,
            plan.eyes,
            sample,
            points,
            turns,
            lambda other: replace(other, players=plan.players),
            str(seed),
            workers,
        )
        result = _last(reviewer.work(), reviewer.steps, "reviewing")
    if output:
        from wardiary.adapters.lab.review_page import as_page

        title = f"Review of {game.title}: {game.scenario_title(history.table)}"
        write_file(output, as_page(result, title).encode())
    if json:
        print_result(result)
    else:
        _print_review(result, output)


def _check(**numbers: float) -> None:
    for name, number in numbers.items():
        if number < (0 if name == "processes" else 1):
            raise BadInput(f"--{name} must be at least {0 if name == 'processes' else 1}")


def _plan(
    game: Game,
    head: Table,
    table: Table,
    seat: str,
    players: str,
    seed: int,
    *,
    as_seen: bool,
    orders: bool = False,
) -> Plan:
    """What is asked, from what the asker may know: of a running match, what one seat knows."""
    from wardiary.projections.lab.rollouts import plan_for
    from wardiary.projections.lab.worlds import HANDS

    if seat and seat not in table.seats:
        raise BadInput(f"no seat {seat!r} here; there are: {', '.join(head.seats)}")
    if head.result is None and not seat:
        raise BadInput(
            "the match is not over, so it can only be looked at with what one seat knows; give "
            f"--seat with one of: {', '.join(head.seats)}"
        )
    if as_seen and not seat:
        raise BadInput("--as-seen needs --seat: whose knowledge?")
    if table.version not in (game.version, *game.former_versions):
        raise BadInput(
            f"it was played under rules {table.version}, this program has {game.version}"
        )
    winners = head.result.winners if head.result else ()
    asked = game.prompts(table) if orders else ()
    chosen = seat or next((one.seat for one in asked), next(iter(winners), head.seats[0]))
    eyes = seat if head.result is None or as_seen else HANDS
    return plan_for(table, chosen, game=game, players=players, eyes=eyes, seed=seed)


@contextmanager
def _workers(processes: int, scheduler: str) -> Iterator[OneProcess | Processes | Cluster]:
    from wardiary.adapters.lab.workers import workers_for
    from wardiary.projections.lab.rollouts import OneProcess

    workers = workers_for(processes, scheduler)
    try:
        yield workers
    finally:
        if not isinstance(workers, OneProcess):
            workers.close()


def _last(steps: Iterator[T], total: int, title: str) -> T:
    """The last of some results, with a progress bar; on Ctrl-C the last that there is."""
    result: T | None = None
    with progress() as bar:
        task = bar.add_task(title, total=total)
        try:
            for step in steps:
                result = step
                bar.advance(task)
        except KeyboardInterrupt:
            if result is None:
                raise
            print("wardiary: stopped; this is what there is so far", file=sys.stderr)
    if result is None:
        raise BadInput("there is nothing to play on")
    return result


def _print_odds(odds: Odds) -> None:
    from wardiary.adapters.lab.review_page import percent
    from wardiary.projections.labels import seat_name

    for seat, chance in odds.seats.items():
        print(
            f"{seat_name(seat)} wins {percent(chance.share)} "
            f"(between {percent(chance.low)} and {percent(chance.high)})"
        )
    if odds.nobody:
        print(f"nobody won {odds.nobody} of {odds.number}")
    print(f"{odds.number} games were played on from here. {odds.basis}")


def _print_comparison(compared: Comparison) -> None:
    from rich.table import Table as Grid

    from wardiary.adapters.lab.review_page import percent

    grid = Grid("", "order", "wins", "range", "behind the best", "games", box=None)
    for order in compared.orders:
        behind = f"{100 * order.behind:.0f}" if not order.tied else "cannot be told apart"
        grid.add_row(
            "=" if order.tied else "",
            order.text,
            percent(order.value),
            f"{percent(order.low)} to {percent(order.high)}",
            behind,
            str(order.number),
        )
    screen().print(grid)
    if compared.left_out:
        print(f"{compared.left_out} more orders were not tried")
    print(
        "Orders marked = are as good as the best one, as far as these games can tell. "
        + compared.basis
    )


def _print_review(review: Review, output: str) -> None:
    from wardiary.adapters.lab.review_page import in_words, percent
    from wardiary.projections.labels import seat_name

    print(f"Chances of {seat_name(review.seat)}:")
    for moment in review.curve:
        chance = moment.seats[review.seat]
        bar = "█" * round(30 * chance.share)
        print(f"{moment.position:>6}  {bar:<30} {percent(chance.share)}")
    for number, turn in enumerate(review.turns, 1):
        print(f"\n{number}. At position {turn.position}: {turn.says}")
        print(f"   before {in_words(turn.before)}, after {in_words(turn.after)}")
        for text in turn.texts:
            print(f"   - {text}")
        print(f"   Try another order: wardiary branch {review.match[:12]} --at {turn.branch_at}")
    if not review.turns:
        print("\nNo single order changed the chances more than chance.")
    print(f"\n{review.rollouts} games were played. {review.basis}")
    if output:
        print(f"written to {output}")
