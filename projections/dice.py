"""Dice: rolled against expected, by die and by seat, and how luck went over time.

For dice that are printed on cards, or the like, the game says what to expect (`Game.odds`).

Every recorded roll counts, also one that a rewind undid later. Results that a what-if has fixed are
counted separately, and so are random picks, whose range changes from one to the next.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from wardiary.domain.diary.codec import decode, kind_of
from wardiary.domain.diary.history import History
from wardiary.domain.play.game import Odds, no_odds
from wardiary.domain.table import events as e
from wardiary.domain.table.pieces import Seat
from wardiary.projections.labels import seat_name

POOL = re.compile(r"^\d*d(\d+)$")
LIMITS = (
    "A test like this can find a die that is badly off after many rolls. It cannot prove that a "
    "die is good, cannot see a seat that chose when to roll, and says nothing of single results: "
    "those are proved by the seed, once it is opened."
)
UNLIKELY = 0.01
ENOUGH = 5
"""A chi-square test needs at least so many expected rolls of every face."""


class Die(msgspec.Struct, frozen=True):
    """How often each face of a die came up, compared with a fair die.

    `p` is the probability that a fair die differs at least as much; None (like chi-square and
    degrees) where the faces of the pool are not known or nothing was rolled. `expected` is how
    often each face was expected, or the rarest face if they differ. `text` says all this.
    """

    die: str
    counts: dict[int, int]
    rolls: int
    expected: float | None
    chi_square: float | None
    degrees: int | None
    p: float | None
    text: str


class Dice(msgspec.Struct, frozen=True):
    """All dice of a match: together, by seat, random picks, and those fixed by what-ifs."""

    all: tuple[Die, ...]
    seats: dict[Seat, tuple[Die, ...]]
    picks: int
    forced: dict[str, dict[int, int]]
    undone: int
    limits: str


class LuckPoint(msgspec.Struct, frozen=True):
    """A seat's luck after a roll: the sum of its results so far, less the expected sum."""

    position: int
    luck: float


class _DieCount:
    """The results of one die, and how often each face was expected (if that is known)."""

    def __init__(self) -> None:
        self.faces: Counter[int] = Counter()
        self.expected: dict[int, float] = {}

    def add(self, roll: e.DiceRolled, odds: Mapping[int, int] | None) -> None:
        self.faces.update(roll.faces)
        for face, weight in (odds or {}).items():
            share = len(roll.faces) * weight / sum((odds or {}).values())
            self.expected[face] = self.expected.get(face, 0.0) + share


_DieCounts = dict[str, _DieCount]


def dice(history: History, upto: int | None = None, odds: Odds = no_odds) -> Dice:
    """Count the dice of a history up to a position; `odds` are those of its game."""
    overall: _DieCounts = {}
    seats: dict[Seat, _DieCounts] = {}
    forced: dict[str, Counter[int]] = {}
    picks = undone = 0
    table = history.table
    for position, roll in rolls(history, upto):
        die = die_of(roll.pool)
        if die is None:
            picks += 1
            continue
        if roll.forced:
            forced.setdefault(die, Counter()).update(roll.faces)
            continue
        undone += history.is_undone(position)
        roll_odds = odds(table, roll.seat, roll.pool)
        for counted in (overall, seats.setdefault(roll.seat, {})):
            counted.setdefault(die, _DieCount()).add(roll, roll_odds)
    lows = {die: _lowest_face(counted.faces) for die, counted in overall.items()}
    return Dice(
        all=_compare_all(overall, lows),
        seats={
            seat: _compare_all(dice_of_seat, lows) for seat, dice_of_seat in sorted(seats.items())
        },
        picks=picks,
        forced={die: dict(sorted(counts.items())) for die, counts in sorted(forced.items())},
        undone=undone,
        limits=LIMITS,
    )


def rolls(history: History, upto: int | None = None) -> Iterator[tuple[int, e.DiceRolled]]:
    """Every recorded roll of a history with its position."""
    for row in history.rows[: history.head if upto is None else upto]:
        if kind_of(row) == "dice-rolled":
            event = decode(row.state)
            assert isinstance(event, e.DiceRolled)
            yield row.position, event


def die_of(pool: str) -> str | None:
    """The single die of a pool: "d10" for "3d10"; a pool of another name is its own die.

    A random pick ("1 of 7") is not a die: None.
    """
    if pool.startswith("1 of "):
        return None
    match = POOL.match(pool)
    return f"d{match[1]}" if match else pool


def _lowest_face(counts: Counter[int]) -> int:
    """The lowest face of a die: 0 where a 0 came up, else 1."""
    return 0 if counts[0] else 1


def _compare_all(counted: _DieCounts, lows: Mapping[str, int]) -> tuple[Die, ...]:
    return tuple(_die(die, count, lows[die]) for die, count in sorted(counted.items()))


def _die(die: str, count: _DieCount, low: int) -> Die:
    counts, expected = count.faces, count.expected
    if expected and set(counts) <= set(expected):
        return compare(die, {face: counts[face] for face in sorted(expected)}, expected)
    match = POOL.match(die)
    if not match or not set(counts) <= set(range(low, low + int(match[1]))):
        total = sum(counts.values())
        text = f"{die}: {total} results; the expected ones are not known"
        return Die(die, dict(sorted(counts.items())), total, None, None, None, None, text)
    return compare(die, {face: counts[face] for face in range(low, low + int(match[1]))})


def compare(
    die: str, counts: Mapping[int, int], expected: Mapping[int, float] | None = None
) -> Die:
    """Compare the counts of all faces of a die (those never rolled too) with what is expected.

    Without `expected` every face is as likely as any other.
    """
    total, sides = sum(counts.values()), len(counts)
    if total == 0 or sides < 2:
        text = f"{die}: nothing to compare"
        return Die(die, dict(counts), total, None, None, None, None, text)
    expected_counts = expected or dict.fromkeys(counts, total / sides)
    rarest = min(expected_counts.values())
    chi_square = sum(
        (count - expected_counts[face]) ** 2 / expected_counts[face]
        for face, count in counts.items()
    )
    p = upper_gamma((sides - 1) / 2, chi_square / 2)
    text = (
        f"{die}: {total} results, chi-square {chi_square:.3f}, {sides - 1} degrees of freedom, "
        f"p = {p:.3f}: {_verdict(p, rarest)}"
    )
    return Die(die, dict(counts), total, rarest, chi_square, sides - 1, p, text)


def _verdict(p: float, expected: float) -> str:
    if expected < ENOUGH:
        return "too few results to tell"
    if p < UNLIKELY:
        return "a fair die differs so much less than once in a hundred times; worth a closer look"
    return "no evidence of bias"


def as_text(result: Dice) -> str:
    """The dice as lines of text: all, each seat, fixed results, and what this cannot prove."""
    lines = [die.text for die in result.all] or ["No dice were rolled."]
    for seat, seat_dice in result.seats.items():
        lines += [f"{seat_name(seat) if seat else 'The table'}, {die.text}" for die in seat_dice]
    if result.picks:
        lines.append(f"Random picks, not tested: {result.picks}")
    for die, counts in result.forced.items():
        faces = ", ".join(f"{face} (x{n})" for face, n in counts.items())
        lines.append(f"Set for a what-if, not counted: {die} {faces}")
    if result.undone:
        lines.append(f"Rolls undone by a rewind, counted all the same: {result.undone}")
    return "\n".join([*lines, result.limits]) + "\n"


def luck(
    history: History, upto: int | None = None, odds: Odds = no_odds
) -> dict[Seat, tuple[LuckPoint, ...]]:
    """For each seat its results less the expected ones, summed up roll by roll.

    Rolls that were undone, results that were fixed, and random picks do not count: this is the luck
    of the game as it was played. More is not better in every game; it only says how high the rolls
    were. `odds` are those of the game.
    """
    played = [
        (position, roll)
        for position, roll in rolls(history, upto)
        if not roll.forced and not history.is_undone(position)
    ]
    means = _means(roll for _, roll in played)
    table = history.table
    points: dict[Seat, list[LuckPoint]] = {}
    for position, roll in played:
        roll_odds = odds(table, roll.seat, roll.pool)
        mean = _mean(roll_odds) if roll_odds else means.get(die_of(roll.pool) or "")
        if mean is not None:
            points_of_seat = points.setdefault(roll.seat, [])
            before = points_of_seat[-1].luck if points_of_seat else 0.0
            points_of_seat.append(
                LuckPoint(position, before + sum(roll.faces) - mean * len(roll.faces))
            )
    return {seat: tuple(points_of_seat) for seat, points_of_seat in sorted(points.items())}


def _mean(odds: Mapping[int, int]) -> float:
    return sum(face * weight for face, weight in odds.items()) / sum(odds.values())


def _means(played: Iterable[e.DiceRolled]) -> dict[str, float]:
    faces: dict[str, Counter[int]] = {}
    for roll in played:
        die = die_of(roll.pool)
        if die is not None:
            faces.setdefault(die, Counter()).update(roll.faces)
    means = {}
    for die, counts in faces.items():
        match = POOL.match(die)
        if match:
            means[die] = _lowest_face(counts) + (int(match[1]) - 1) / 2
    return means


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): the tail of a chi-square.

    It uses a series for small x, otherwise Lentz's continued fraction; both converge within the
    bound for every a and x that dice can give.
    """
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, 10_000):
        term *= x / (a + n)
        total += term
        if term < total * 1e-16:
            return total
    raise ArithmeticError(f"the series for Q({a}, {x}) does not converge")


def _fraction(a: float, x: float) -> float:
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    result = d
    for n in range(1, 10_000):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        result *= d * c
        if abs(d * c - 1) < 1e-15:
            return result
    raise ArithmeticError(f"the fraction for Q({a}, {x}) does not converge")
