"""O16.4 How a melee may end: both strengths, and how likely either side wins."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wardiary.domain.games.combat_commander.cards.rolls import Roll
from wardiary.domain.games.combat_commander.fire.forecast import expected as of_fire
from wardiary.domain.games.combat_commander.fire.forecast import sums
from wardiary.domain.games.combat_commander.orders.melee import Melee
from wardiary.domain.games.combat_commander.terrain.fortifications import wins_ties
from wardiary.domain.play.forecast import Forecast, Foreseen, Likelihood, contest, total_of
from wardiary.domain.table.table import Table

BEFORE_ROLLS = ("ambush-inactive", "ambush-active", "strengths", "rolls")


def expected(foreseen: Foreseen) -> Forecast:
    """What is known before the rolls of a melee, of a fire and of anything else."""
    fought = [step for step in foreseen.steps[-2:] if isinstance(step, Melee)]
    above = foreseen.steps[-1] if foreseen.steps else None
    if fought and isinstance(above, (Melee, Roll)):
        return of_melee(foreseen.after, fought[-1])
    return of_fire(foreseen)


def of_melee(table: Table, melee: Melee) -> Forecast:
    """O16.4.2, O16.4.3: each side adds a roll to its strength, and the lower total loses.

    As its units are now: an ambush may still change them. A total that is rolled already counts as
    it is.
    """
    if melee.stage not in BEFORE_ROLLS:
        return Forecast()
    inactive, active = melee.sides(table)
    totals = tuple(
        total_of(f"melee {melee.hex} {seat}", melee.strength_items(table, seat), "O16.4.1")
        for seat in (inactive, active)
    )
    strengths = melee.strengths or tuple(total.total for total in totals)
    theirs: Mapping[int, int] = sums(table, inactive)
    if melee.totals:
        theirs = {melee.totals[0] - strengths[0]: 1}
    ours = sums(table, active)
    lead = strengths[1] - strengths[0]
    win = contest(f"{active} win the melee", "O16.4.3", ours, theirs, lead)
    lose = contest(f"{inactive} win the melee", "O16.4.3", theirs, ours, -lead)
    even = win.of - win.ways - lose.ways
    if wins_ties(table, melee.hex, active):
        win = replace(win, ways=win.ways + even)
    elif wins_ties(table, melee.hex, inactive):
        lose = replace(lose, ways=lose.ways + even)
    elif even:
        return Forecast(
            totals, (win, lose, Likelihood("both sides are lost", even, win.of, "O16.4.3"))
        )
    return Forecast(totals, (win, lose))
