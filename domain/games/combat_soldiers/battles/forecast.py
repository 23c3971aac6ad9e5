"""7.2.2 Both totals of a battle before the dice, and how likely either side wins."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.battles.battle import Battle
from wardiary.domain.games.combat_soldiers.battles.clash import Clash
from wardiary.domain.games.combat_soldiers.battles.totals import attack_items, defence_items
from wardiary.domain.play.forecast import Forecast, Foreseen, Likelihood, contest, total_of
from wardiary.domain.table.table import Table

DIE = dict.fromkeys(range(1, 11), 1)
BEFORE_DICE = ("support", "counter", "intelligence", "dice")


def expected(foreseen: Foreseen) -> Forecast:
    """7.2.2: the totals without their dice, as they are with what has been played so far."""
    battle = next((step for step in reversed(foreseen.steps) if isinstance(step, Battle)), None)
    if battle is None or battle.stage not in BEFORE_DICE:
        return Forecast()
    return of_clash(foreseen.after, battle.clash)


def of_clash(table: Table, clash: Clash) -> Forecast:
    """7.2.2.3: one die each is added, and the lower total loses the difference."""
    attack = total_of("attack", attack_items(table, clash), "7.2.2.1")
    defence = total_of("defence", defence_items(table, clash), "7.2.2.2")
    lead = attack.total - defence.total
    wins = contest("the attack wins", "7.2.2.3.2", DIE, DIE, lead)
    fails = contest("the attacker loses", "7.2.2.3.2", DIE, DIE, -lead)
    even = wins.of - wins.ways - fails.ways
    return Forecast(
        (attack, defence), (wins, fails, Likelihood("both are even", even, wins.of, "7.2.2.3.1"))
    )
