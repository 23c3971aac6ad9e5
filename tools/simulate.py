"""`wardiary simulate`: many matches of bots, each of them replayed and audited."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from msgspec.structs import replace

from wardiary.tools.context import BadInput, Json, print_result, progress, write_file
from wardiary.tools.refold import fold_again

BOTS = {"bot": "bot", "random": "bot:random", "strong": "bot:strong"}
START_MS = 1_767_225_600_000
"""Simulated matches begin on 1 January 2026; every command takes a second."""
BOUND = 20_000
SAMPLES = 48
PARALLEL_FROM = 4
"""From how many matches on more processes are worth starting."""


class Plan(msgspec.Struct, frozen=True):
    """What to simulate; it and a match's number determine everything about that match."""

    game: str
    scenarios: tuple[str, ...]
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    bound: int
    archives: str = ""
    samples: int = SAMPLES

    def scenario(self, number: int) -> str:
        """The scenario of a match: the scenarios take turns."""
        return self.scenarios[number % len(self.scenarios)]

    def holders(self, number: int, seats: Sequence[str]) -> dict[str, str]:
        """The bot of each seat: the bots rotate by one after each round of scenarios."""
        moved = number // len(self.scenarios)
        return {
            seat: BOTS[self.bots[(place + moved) % len(self.bots)]]
            for place, seat in enumerate(seats)
        }


class SimulatedMatch(msgspec.Struct, frozen=True):
    """One simulated match: its result, and whether it was proved."""

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
        Parameter(
            help="`random`, `bot`, `strong`, or several with commas; they rotate over seats."
        ),
    ] = "random",
    seed: Annotated[
        int | None, Parameter(help="The same seed plays the same matches, whatever the machine.")
    ] = None,
    bound: Annotated[
        int, Parameter(help="Commands after which a match counts as bounded; 20000 unless given.")
    ] = BOUND,
    samples: Annotated[
        int, Parameter(help="Rollouts that a strong bot has for an order.")
    ] = SAMPLES,
    processes: Annotated[int, Parameter(help="How many work at once; 2 unless given.")] = 2,
    archives: Annotated[str, Parameter(help="Folder for an archive of every match.")] = "",
    json: Json = False,
) -> int:
    """Let bots play many matches and prove each of them.

    Each match is opened, played, replayed from its stored rows to the same digest, and audited:
    every hash, die, citation and decision. Exit code 1 unless all of them are exact and none stuck.
    """
    chosen_seed = int.from_bytes(os.urandom(4), "big") if seed is None else seed
    plan = _plan(game, scenario, seats, bots, chosen_seed, bound, archives)
    plan = replace(plan, samples=samples)
    if number < 1 or processes < 1 or samples < 1:
        raise BadInput("-n, --processes and --samples must be at least 1")
    began, played = perf_counter(), []
    with progress() as bar:
        task = bar.add_task(f"simulating {game}", total=number)
        for match in _play_all(plan, number, processes):
            played.append(match)
            bar.advance(task)
    seconds = perf_counter() - began
    _report(plan, played, seconds, json=json)
    good = all(match.replayed and match.audited and match.ended != "stuck" for match in played)
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
        found_id = next((name for name in known if same_id(name, scenario)), None)
        if found_id is None:
            raise BadInput(f"there is no scenario {scenario!r}; there are: {', '.join(known)}")
        scenario = found_id
    for card in cards:
        if seats and seats not in card.seats and scenario in ("", card.id):
            known_seats = "; ".join(" ".join(seating) for seating in card.seats)
            raise BadInput(
                f"{card.id} is played by the seats: {known_seats}; not {' '.join(seats)}"
            )
    policies = tuple(name.strip() for name in bots.split(",") if name.strip())
    if not policies or not set(policies) <= set(BOTS):
        raise BadInput(f"--bots {bots!r} must name some of: {', '.join(BOTS)}")
    if archives:
        try:
            Path(archives).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"cannot make the folder {archives}: {error.strerror}") from None
    chosen = (scenario,) if scenario else tuple(known)
    return Plan(game, chosen, seats, policies, seed, bound, archives)


def _play_all(plan: Plan, number: int, processes: int) -> Iterator[SimulatedMatch]:
    """Every match in order, played by several processes where that is faster."""
    if processes == 1 or number < PARALLEL_FROM:
        yield from map(partial(play_one, plan), range(number))
        return
    from wardiary.adapters.child_processes import process_pool

    pool = process_pool(processes)
    try:
        yield from pool.map(partial(play_one, plan), range(number), chunksize=2)
    finally:
        pool.shutdown(cancel_futures=True)


def play_one(plan: Plan, number: int) -> SimulatedMatch:
    """Open, play and prove one match. An error becomes its detail, and it counts as stuck."""
    try:
        return _play_and_prove(plan, number)
    except Exception as error:  # noqa: BLE001 (One bad match must not hide the others.)
        what = f"{type(error).__name__}: {error}"
        return SimulatedMatch(number, plan.scenario(number), detail=f"match {number}: {what}")


def _play_and_prove(plan: Plan, number: int) -> SimulatedMatch:
    from wardiary.adapters.bootstrap import open_store
    from wardiary.adapters.bot_players import BotPlayers
    from wardiary.projections.lab.strong import Thinking

    scenario = plan.scenario(number)
    matches = open_store(
        "memory:", clock=ticking_clock(START_MS), entropy=seeded_entropy(plan.seed, number)
    )
    match = matches.new_match(plan.game, scenario, seats=plan.seats)
    holders = plan.holders(number, matches.history(match).table.seats)
    for seat, holder in holders.items():
        matches.command(match, "host", f"claim {seat} {holder}")
    bots = BotPlayers(matches, lambda: Thinking(plan.samples))
    commands = len(bots.play_on(match, plan.bound))
    result = matches.history(match).table.result
    if result is not None:
        matches.disclose(match)
    verdict = matches.audit(match)
    if plan.archives:
        write_file(f"{plan.archives}/{number:05}-{match}.jsonl", matches.export(match))
    ended = "won" if result else "bounded" if commands >= plan.bound else "stuck"
    return SimulatedMatch(
        number,
        scenario,
        matches.history(match).head,
        commands,
        ended,
        result.winners if result else (),
        holders,
        fold_again(matches, match),
        verdict.verdict == "EXACT",
        "" if verdict.verdict == "EXACT" else f"match {number}: {verdict.detail}",
    )


def ticking_clock(start: int) -> Callable[[], int]:
    """A clock that advances by a second each time it is read."""
    ticks = count(start, 1000)
    return lambda: next(ticks)


def seeded_entropy(seed: int, number: int) -> Callable[[int], bytes]:
    """Entropy determined by a seed and a match's number: SHA-256 over both and a counter."""
    blocks = count()

    def draw(size: int) -> bytes:
        drawn = b""
        while len(drawn) < size:
            drawn += sha256(f"wardiary simulate {seed} {number} {next(blocks)}".encode()).digest()
        return drawn[:size]

    return draw


def _report(plan: Plan, played: list[SimulatedMatch], seconds: float, *, json: bool) -> None:
    document = summary(plan.game, played, seconds)
    for match in played:
        if match.detail:
            print(match.detail, file=sys.stderr)
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
    print(f"won by seat: {_counts_text(document['winners'])}")
    if len(set(plan.bots)) > 1:
        print(f"won by bot: {_counts_text(_by_bot(played))}")


def summary(game: str, played: Sequence[SimulatedMatch], seconds: float) -> dict[str, Any]:
    """The result of a simulation for scripts; `winners` also counts draws and bounded matches."""
    events = sum(match.events for match in played)
    return {
        "game": game,
        "matches": len(played),
        "events": events,
        "commands": sum(match.commands for match in played),
        "events_per_second": round(events / seconds) if seconds else 0,
        "replayed_exact": sum(match.replayed for match in played),
        "audited_exact": sum(match.audited for match in played),
        "stuck": sum(match.ended == "stuck" for match in played),
        "bounded": sum(match.ended == "bounded" for match in played),
        "winners": dict(sorted(_winners(played).items())),
    }


def _winners(played: Sequence[SimulatedMatch]) -> Counter[str]:
    wins: Counter[str] = Counter()
    for match in played:
        if match.ended == "bounded":
            wins["bounded"] += 1
        elif match.ended == "won":
            wins.update(match.winners or ("draw",))
    return wins


def _by_bot(played: Sequence[SimulatedMatch]) -> Counter[str]:
    return Counter(
        match.holders[seat].partition(":")[2] or "bot" for match in played for seat in match.winners
    )


def _counts_text(wins: dict[str, int] | Counter[str]) -> str:
    return ", ".join(f"{who} {number}" for who, number in sorted(wins.items())) or "none"
