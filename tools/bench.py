"""The benchmark: every figure is a ratio or a rate measured in this one run.

`make bench` prints a table and writes `build/bench.json`. Nothing here is a test: machines differ,
ratios within one run much less.
"""

from __future__ import annotations

import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from uuid import UUID, uuid4

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.lab.workers import Processes
from wardiary.adapters.store import connect
from wardiary.domain.diary.chain import GENESIS, Secrets, entry_hash, leaf, salt_at
from wardiary.domain.diary.codec import DECODER
from wardiary.domain.diary.history import History
from wardiary.domain.diary.rows import Row
from wardiary.domain.games import registry
from wardiary.domain.match.command_handler import (
    CommandEnvelope,
    handle,
    open_match,
    opening_chance,
    opening_event,
    seeded_chance,
)
from wardiary.domain.play.game import Game, Opening
from wardiary.domain.play.random_commands import random_command
from wardiary.domain.table.evolve import fold
from wardiary.domain.table.table import Table
from wardiary.projections.lab.rollouts import OneProcess, Workers, plan_for, shares

LENGTH = 10_000
ENTRY = 8
TARGETS = {
    "fold / decode alone": (">=", 0.30),
    "fold / stock aggregate rebuild": (">=", 8.0),
    "verify chain / decode alone": (">=", 0.15),
    "append / raw sqlite3": ("<=", 2.0),
    "append at entry 10,000 / at entry 100": ("<=", 1.3),
    "seek in 10,000 events / fold them all": ("<=", 0.1),
    "open a branch at 10,000 events / at 100": ("<=", 2.0),
    "stored bytes an event": ("<=", 160.0),
    "memory of a loaded match, MB": ("<=", 50.0),
    "random game with its proof / fold it": ("<=", 20.0),
    "rollout / the same game stored": ("<=", 0.6),
    "rollouts in 2 processes / in one": (">=", 1.5),
    "wardiary games / python -c pass": ("<=", 4.0),
    "wardiary matches / python -c pass": ("<=", 4.0),
}


def best(work: Callable[[], object], runs: int = 7) -> float:
    """The least time of several runs, in seconds: what disturbs a run only ever adds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def paired(works: Sequence[Callable[[], object]], runs: int = 15) -> list[float]:
    """The least time of each work, measured in turn, so that a busy machine slows all equally."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(runs):
        for work, own in zip(works, times, strict=True):
            start = time.perf_counter()
            work()
            own.append(time.perf_counter() - start)
    return [min(own) for own in times]


def middle(work: Callable[[], object], runs: int) -> float:
    """The median time of many runs, in seconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def random_game(game: Game, content: object, scenario: str, seed: int) -> History:
    """A whole random game as its line, chained and encoded as it would be stored."""
    dice = random.Random(seed)  # noqa: S311  # Bench games must be the same in every run.
    secrets = Secrets(dice.randbytes(32), dice.randbytes(32))
    card = next(card for card in game.scenarios(content) if card.id == scenario)
    opening = Opening(scenario, card.seats[0], game.resolve_settings({}))
    opened = opening_event(
        game, content, opening, match=f"{seed:032x}", digest="", secrets=secrets, time=0
    )
    chance = opening_chance(seeded_chance(secrets), opened)
    entry = open_match(game, Table(pack=content), opened, secrets, chance)
    line = History(entry.rows, pack=content)
    for number in range(20_000):
        if not entry.prompts:
            break
        prompt = entry.prompts[dice.randrange(len(entry.prompts))]
        command = random_command(prompt, game.verbs, dice.randrange)
        order = CommandEnvelope(prompt.seat, command, "", number)
        entry = handle(game, line, entry.head, order, secrets, known_prompts=entry.prompts)
        line.extend(entry.rows)
    return line


def long_rows(lines: Sequence[History]) -> list[bytes]:
    """About LENGTH stored events of whole games, end to end."""
    states: list[bytes] = []
    for line in lines:
        states += [row.state for row in line.rows]
    return states


class Position(Aggregate):
    """The same facts as a stock aggregate would hold them."""

    @event("Happened")
    def happen(self, what: str, body: dict[str, object]) -> None:
        """Keep the last fact of each kind."""
        self.facts = {**getattr(self, "facts", {}), what: body}


def stock_rebuild(states: Sequence[bytes]) -> float:
    """Seconds an event for the stock library to rebuild an aggregate of these facts."""
    app: Application[UUID] = Application()
    position = Position()
    for state in states:
        body = json.loads(state)
        position.happen(body.pop("event"), body)
    app.save(position)
    return best(lambda: app.repository.get(position.id), 3) / len(states)


def reading(lines: Sequence[History]) -> dict[str, float]:
    """Fold, verification and the stock library, all against decoding alone."""
    states = long_rows(lines)
    contents = [(line.table_at(0), [row.state for row in line.rows]) for line in lines]

    def decoding() -> object:
        return [DECODER.decode(state) for state in states]

    def folding() -> None:
        for blank, own in contents:
            fold(blank, map(DECODER.decode, own))

    salt = bytes(32)

    def verifying() -> None:
        prev, hashes = GENESIS, []
        for position, state in enumerate(states, 1):
            hashes.append(leaf(salt_at(salt, position), state))
            if len(hashes) == ENTRY:
                prev, hashes = entry_hash(prev, hashes), []

    decoded, folded, verified = paired((decoding, folding, verifying))
    return {
        "fold / decode alone": decoded / folded,
        "fold / stock aggregate rebuild": stock_rebuild(states[:3000]) / (folded / len(states)),
        "verify chain / decode alone": decoded / verified,
        "events folded a second": len(states) / folded,
        "stored bytes an event": sum(map(len, states)) / len(states),
    }


def appending(states: Sequence[bytes], folder: Path) -> dict[str, float]:
    """An entry of eight events into the store against raw sqlite3, and early against late."""
    entries = [states[n : n + ENTRY] for n in range(0, len(states) - ENTRY, ENTRY)]
    raw = sqlite3.connect(folder / "raw.db", isolation_level=None)
    raw.execute("PRAGMA journal_mode=WAL")
    raw.execute("PRAGMA synchronous=FULL")
    raw.execute("CREATE TABLE e (id TEXT, n INTEGER, tag TEXT, s BLOB, PRIMARY KEY (id, n))")
    store, match, place = connect(str(folder / "ours.db")), uuid4().hex, 0
    store.open_match(match, [Row(1, "entry-closed", b"{}")], seed=bytes(32), salt=bytes(32))
    ours, theirs, count = [], [], 10_050
    for number in range(count):
        entry = entries[number % len(entries)]
        if number % 20 == 0:
            start = time.perf_counter()
            raw.execute("BEGIN IMMEDIATE")
            rows = [(match, place + k, "pieces-moved", state) for k, state in enumerate(entry)]
            raw.executemany("INSERT INTO e VALUES (?,?,?,?)", rows)
            raw.execute("COMMIT")
            theirs.append(time.perf_counter() - start)
        new = [Row(place + 2 + k, "pieces-moved", state) for k, state in enumerate(entry)]
        start = time.perf_counter()
        store.append(match, new, expected=place + 1)
        ours.append(time.perf_counter() - start)
        place += len(entry)
    early, late = median(ours[50:250]), median(ours[-200:])
    return {
        "append / raw sqlite3": median(ours) / median(theirs),
        "append at entry 10,000 / at entry 100": late / early,
        "entries stored a second": 1 / median(ours),
    }


def travelling(folder: Path) -> dict[str, float]:
    """Seeking, branching and memory in a match of LENGTH events, over a real store."""
    matches = open_store(str(folder / "long.db?synchronous=normal"))
    game = registry.names()[0]
    scenario = registry.game(game).scenarios(
        registry.game(game).read_pack(registry.packaged(game))
    )[0]
    match = matches.new_match(game, scenario.id)
    line = matches.history(match)
    filler = line.rows[-1]
    while line.head < LENGTH:
        rows = [Row(line.head + 1 + k, filler.tag, filler.state) for k in range(ENTRY)]
        matches.store.append(match, rows, expected=line.head)
        line.extend(rows)
    places = [random.Random(n).randrange(1, LENGTH) for n in range(200)]  # noqa: S311  # As above.
    # In three rounds, since a table that was asked for just before is still at hand.
    rounds = [[middle(partial(line.table_at, at), 1) for at in places] for _ in range(3)]
    seek = max(map(median, zip(*rounds, strict=True)))
    all_folded = best(lambda: fold(line.table_at(0), (event for _, event in line.events())), 3)
    fresh = open_store(str(folder / "long.db?synchronous=normal"))
    tracemalloc.start()
    fresh.history(match)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    rows_before = len(fresh.store.rows(match))
    branches = [
        lambda at=at: fresh.branch(match, at)
        for at in (fresh.history(match).ends[-2], fresh.history(match).ends[2])
    ]
    late, early = paired(branches, 30)
    assert len(fresh.store.rows(match)) == rows_before
    return {
        "seek in 10,000 events / fold them all": seek / all_folded,
        "open a branch at 10,000 events / at 100": late / early,
        "memory of a loaded match, MB": held / 1e6,
    }


def games(seconds: float = 3.0) -> tuple[list[History], dict[str, float]]:
    """Random games of the first game with their proofs, against folding what they recorded."""
    name = registry.names()[0]
    game = registry.game(name)
    content = game.read_pack(registry.packaged(name))
    scenarios = [card.id for card in game.scenarios(content)]
    lines: list[History] = []
    start = time.perf_counter()
    while time.perf_counter() - start < seconds or len(lines) < 2 * len(scenarios):
        scenario = scenarios[len(lines) % len(scenarios)]
        lines.append(random_game(game, content, scenario, len(lines)))
    took = (time.perf_counter() - start) / len(lines)
    some = lines[: 2 * len(scenarios)]
    folded = best(lambda: [History(line.rows, pack=content) for line in some], 3) / len(some)
    figures = {"random game with its proof / fold it": took / folded}
    return lines, figures | lab(took)


def lab(took: float, number: int = 64) -> dict[str, float]:
    """Random rollouts of the first game, against its games with their proofs (seconds each)."""
    name = registry.names()[0]
    game = registry.game(name)
    content = game.read_pack(registry.packaged(name))
    scenarios = [card.id for card in game.scenarios(content)]
    lines = [random_game(game, content, scenario, 1) for scenario in scenarios]
    plans = [plan_for(line.table_at(line.ends[0]), players="random") for line in lines]

    def rolling(workers: Workers) -> float:
        shares_of_all = [share for plan in plans for share in shares(plan, 0, number)]
        start = time.perf_counter()
        for _ in workers.play(shares_of_all):
            pass
        return (time.perf_counter() - start) / (number * len(plans))

    alone = min(rolling(OneProcess()) for _ in range(2))
    with Processes(2) as workers:
        rolling(workers)  # The processes start, and read the content.
        together = min(rolling(workers) for _ in range(2))
    return {
        "rollout / the same game stored": alone / took,
        "rollouts in 2 processes / in one": alone / together,
        "rollouts a second": 1 / alone,
    }


def processor_seconds(words: Sequence[str], runs: int = 5) -> float:
    """The least processor time of a program of its own: clocks depend on what else is running."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def starting(folder: Path) -> dict[str, float]:
    """Listings at the command line against Python itself."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # Nobody compiles all modules at each start.
    store = str(folder / "start.db")
    matches = open_store(store)
    matches.new_match(registry.names()[0], scenario_of(registry.names()[0]))
    matches.store.close()
    python = processor_seconds(["-c", "pass"])
    front = ["-m", "wardiary.tools.front"]
    return {
        "wardiary games / python -c pass": processor_seconds([*front, "games"]) / python,
        "wardiary matches / python -c pass": processor_seconds(
            [*front, "matches", "--store", store]
        )
        / python,
    }


def scenario_of(name: str) -> str:
    """The first scenario of a game."""
    game = registry.game(name)
    return game.scenarios(game.read_pack(registry.packaged(name)))[0].id


def main() -> None:
    """Measure everything, print it beside what is to be reached, and write the JSON."""
    lines, figures = games()
    some = lines[: max(1, LENGTH // max(line.head for line in lines) + 1)]
    figures |= reading(some)
    with tempfile.TemporaryDirectory() as folder:
        figures |= appending(long_rows(some), Path(folder))
        figures |= travelling(Path(folder))
        figures |= starting(Path(folder))
    for name, value in figures.items():
        sign, target = TARGETS.get(name, ("", 0.0))
        reached = value >= target if sign == ">=" else value <= target
        goal = f"{sign} {target:g}  {'reached' if reached else 'MISSED'}" if sign else ""
        print(f"{name:42} {value:12.3f}  {goal}")
    out = Path("build/bench.json")
    out.parent.mkdir(exist_ok=True)
    out.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    print(f"written to {out}")


if __name__ == "__main__":
    main()
