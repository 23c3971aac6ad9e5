"""Many matches played by bots, each one replayed and audited before it counts."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import count
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from wardiary.tools.context import BadInput, Json, print_result, progress, written
from wardiary.tools.refold import fold_again

BOTS = {"bot": "bot", "random": "bot:random"}
START_MS = 1_767_225_600_000
"""Simulated matches begin on 1 January 2026; every command takes a second."""
BOUND = 20_000
FEW = 4
"""Matches from which on further processes are worth their start."""


class Plan(msgspec.Struct, frozen=True):
    """What to simulate; with a match's number it decides everything about that match."""

    game: str
    scenarios: tuple[str, ...]
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    bound: int
    archives: str = ""

    def scenario(self, number: int) -> str:
        """The scenarios take turns."""
        return self.scenarios[number % len(self.scenarios)]

    def holders(self, number: int, seats: Sequence[str]) -> dict[str, str]:
        """The bots go round the seats, moved on by one after each round of scenarios."""
        moved = number // len(self.scenarios)
        return {
            seat: BOTS[self.bots[(place + moved) % len(self.bots)]]
            for place, seat in enumerate(seats)
        }


class SimulatedMatch(msgspec.Struct, frozen=True):
    """One simulated match: how it went, and whether it could be proved."""

    number: int
    scenario: str
    events: int = 0
    commands: int = 0
    ended: str = "stuck"
    winners: tuple[str, ...] = ()
    holders: dict[str, str] = {}
    replayed: bool = False
    audited: bool = False
    detail: str = ""


def simulate(
    game: Annotated[str, Parameter(help="The game's name.")],
    /,
    *,
    number: Annotated[
        int, Parameter(name=("-n", "--number"), help="Matches; 100 unless given.")
    ] = 100,
    scenario: Annotated[str, Parameter(help="Only this one; else all of the game in turn.")] = "",
    seats: Annotated[
        tuple[str, ...], Parameter(help="The seating; the scenario's first unless given.")
    ] = (),
    bots: Annotated[
        str,
        Parameter(help="`random`, `bot` or several with commas: they go round the seats."),
    ] = "random",
    seed: Annotated[
        int | None, Parameter(help="The same seed plays the same matches, whatever the machine.")
    ] = None,
    bound: Annotated[
        int, Parameter(help="Commands after which a match counts as bounded; 20000 unless given.")
    ] = BOUND,
    processes: Annotated[int, Parameter(help="How many work at once; 2 unless given.")] = 2,
    archives: Annotated[str, Parameter(help="Folder for an archive of every match.")] = "",
    json: Json = False,
) -> int:
    """Let bots play many matches and prove each of them.

    Each match is opened, played, folded again from its stored rows to the same digest, and audited:
    every hash, die, citation and decision. Exit code 1 unless all of them are exact and none stuck.
    """
    drawn = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    plan = _plan(game, scenario, seats, bots, drawn, bound, archives)
    if number < 1 or processes < 1:
        raise BadInput("-n and --processes must be at least 1")
    began, played = perf_counter(), []
    with progress() as bar:
        task = bar.add_task(f"simulating {game}", total=number)
        for one in _all(plan, number, processes):
            played.append(one)
            bar.advance(task)
    seconds = perf_counter() - began
    _report(plan, played, seconds, json=json)
    good = all(one.replayed and one.audited and one.ended != "stuck" for one in played)
    return 0 if good else 1


def _plan(
    game: str,
    scenario: str,
    seats: tuple[str, ...],
    bots: str,
    seed: int,
    bound: int,
    archives: str,
) -> Plan:
    from wardiary.domain.games import registry
    from wardiary.domain.table.text import same_id

    rules = registry.game(game)
    cards = rules.scenarios(rules.read_pack(registry.packaged(game)))
    known = [card.id for card in cards]
    if scenario:
        named = next((one for one in known if same_id(one, scenario)), None)
        if named is None:
            raise BadInput(f"there is no scenario {scenario!r}; there are: {', '.join(known)}")
        scenario = named
    for card in cards:
        if seats and seats not in card.seats and scenario in ("", card.id):
            ways = "; ".join(" ".join(seating) for seating in card.seats)
            raise BadInput(f"{card.id} is played by the seats: {ways}; not {' '.join(seats)}")
    policies = tuple(one.strip() for one in bots.split(",") if one.strip())
    if not policies or not set(policies) <= set(BOTS):
        raise BadInput(f"--bots {bots!r} must name some of: {', '.join(BOTS)}")
    if archives:
        try:
            Path(archives).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"cannot make the folder {archives}: {error.strerror}") from None
    chosen = (scenario,) if scenario else tuple(known)
    return Plan(game, chosen, seats, policies, seed, bound, archives)


def _all(plan: Plan, number: int, processes: int) -> Iterator[SimulatedMatch]:
    """Every match in the order of its number, by as many processes as are worth it."""
    if processes == 1 or number < FEW:
        yield from map(partial(play_one, plan), range(number))
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(processes, get_context("spawn"), _work_for_parent)
    try:
        yield from pool.map(partial(play_one, plan), range(number), chunksize=2)
    finally:
        pool.shutdown(cancel_futures=True)


def _work_for_parent() -> None:
    """Leave Ctrl-C to the process that was started, and end when that one ends in any way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def play_one(plan: Plan, number: int) -> SimulatedMatch:
    """Open, play and prove one match. Whatever goes wrong is its detail, and it counts as stuck."""
    try:
        return _played(plan, number)
    except Exception as error:  # noqa: BLE001 (One bad match must not hide the others.)
        what = f"{type(error).__name__}: {error}"
        return SimulatedMatch(number, plan.scenario(number), detail=f"match {number}: {what}")


def _played(plan: Plan, number: int) -> SimulatedMatch:
    from wardiary.adapters.bootstrap import open_store
    from wardiary.adapters.bot_players import BotPlayers

    scenario = plan.scenario(number)
    desk = open_store(
        "memory:", clock=seconds_from(START_MS), entropy=drawn_from(plan.seed, number)
    )
    match = desk.new_match(plan.game, scenario, seats=plan.seats)
    holders = plan.holders(number, desk.history(match).table.seats)
    for seat, holder in holders.items():
        desk.command(match, "host", f"claim {seat} {holder}")
    commands = len(BotPlayers(desk).play_on(match, plan.bound))
    result = desk.history(match).table.result
    if result is not None:
        desk.disclose(match)
    verdict = desk.audit(match)
    if plan.archives:
        written(f"{plan.archives}/{number:05}-{match}.jsonl", desk.export(match))
    ended = "won" if result else "bounded" if commands >= plan.bound else "stuck"
    return SimulatedMatch(
        number,
        scenario,
        desk.history(match).head,
        commands,
        ended,
        result.winners if result else (),
        holders,
        fold_again(desk, match),
        verdict.verdict == "EXACT",
        "" if verdict.verdict == "EXACT" else f"match {number}: {verdict.detail}",
    )


def seconds_from(start: int) -> Callable[[], int]:
    """A clock that moves on by a second each time it is asked."""
    ticks = count(start, 1000)
    return lambda: next(ticks)


def drawn_from(seed: int, number: int) -> Callable[[int], bytes]:
    """Entropy that a seed and a match's number decide: SHA-256 over both and a counter."""
    blocks = count()

    def draw(size: int) -> bytes:
        drawn = b""
        while len(drawn) < size:
            drawn += sha256(f"wardiary simulate {seed} {number} {next(blocks)}".encode()).digest()
        return drawn[:size]

    return draw


def _report(plan: Plan, played: list[SimulatedMatch], seconds: float, *, json: bool) -> None:
    document = summary(plan.game, played, seconds)
    for one in played:
        if one.detail:
            print(one.detail, file=sys.stderr)
    if json:
        print_result(document)
        return
    print(
        f"{document['matches']} matches of {plan.game} (seed {plan.seed}), "
        f"{document['commands']} commands, {document['events']} events, "
        f"{document['events_per_second']} events a second played and proved"
    )
    print(
        f"replayed exactly {document['replayed_exact']}, audited EXACT {document['audited_exact']}"
    )
    print(f"stuck {document['stuck']}, bounded {document['bounded']}")
    print(f"won by seat: {_counted(document['winners'])}")
    if len(set(plan.bots)) > 1:
        print(f"won by bot: {_counted(_by_bot(played))}")


def summary(game: str, played: Sequence[SimulatedMatch], seconds: float) -> dict[str, Any]:
    """What scripts read of a simulation; `winners` also counts draws and bounded matches."""
    events = sum(one.events for one in played)
    return {
        "game": game,
        "matches": len(played),
        "events": events,
        "commands": sum(one.commands for one in played),
        "events_per_second": round(events / seconds) if seconds else 0,
        "replayed_exact": sum(one.replayed for one in played),
        "audited_exact": sum(one.audited for one in played),
        "stuck": sum(one.ended == "stuck" for one in played),
        "bounded": sum(one.ended == "bounded" for one in played),
        "winners": dict(sorted(_winners(played).items())),
    }


def _winners(played: Sequence[SimulatedMatch]) -> Counter[str]:
    won: Counter[str] = Counter()
    for one in played:
        if one.ended == "bounded":
            won["bounded"] += 1
        elif one.ended == "won":
            won.update(one.winners or ("draw",))
    return won


def _by_bot(played: Sequence[SimulatedMatch]) -> Counter[str]:
    return Counter(
        one.holders[seat].partition(":")[2] or "bot" for one in played for seat in one.winners
    )


def _counted(wins: dict[str, int] | Counter[str]) -> str:
    return ", ".join(f"{who} {number}" for who, number in sorted(wins.items())) or "none"
