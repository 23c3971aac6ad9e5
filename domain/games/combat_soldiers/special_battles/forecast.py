"""7.3.6, 7.3.10 How likely snipers and barrages are to succeed, before their dice."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.battles.forecast import DIE
from wardiary.domain.games.combat_soldiers.battles.forecast import expected as of_battles
from wardiary.domain.games.combat_soldiers.components.cards import card_of
from wardiary.domain.games.combat_soldiers.groups.group import rating_of
from wardiary.domain.games.combat_soldiers.special_battles.barrages import (
    Bombard,
    barrage_factor,
    objective_items,
    unit_items,
)
from wardiary.domain.games.combat_soldiers.special_battles.snipers import (
    NEEDED,
    Snipe,
    SniperShot,
)
from wardiary.domain.play.forecast import (
    Forecast,
    Foreseen,
    Likelihood,
    contest,
    of_dice,
    total_of,
)
from wardiary.domain.table.pieces import PieceId
from wardiary.domain.table.table import Table


def expected(foreseen: Foreseen) -> Forecast:
    """What is known before the dice of battles, of barrages and of snipers."""
    command = foreseen.command
    if isinstance(command, Bombard):
        return of_barrage(foreseen.before, command)
    if isinstance(command, Snipe):
        plain, covered = of_sniper(foreseen.before, command.leader)
        return Forecast((), (plain, covered))
    shot = next((step for step in reversed(foreseen.steps) if isinstance(step, SniperShot)), None)
    if shot is not None:
        plain, covered = of_sniper(foreseen.after, shot.leader)
        return Forecast((), (covered if shot.covered else plain,))
    return of_battles(foreseen)


def of_barrage(table: Table, command: Bombard) -> Forecast:
    """7.3.10.1, 7.3.10.2: a die on each side; a unit falls, or an objective is damaged."""
    factor, target = barrage_factor(table, command.card), command.target
    is_objective = card_of(table, target).family == "objective"
    rule = "7.3.10.2-a" if is_objective else "7.3.10.1"
    items = objective_items(table, target) if is_objective else unit_items(table, target)
    attack = total_of("barrage", [("barrage", factor, rule)], rule)
    defence = total_of("defence", items, rule)
    what = f"{target} is damaged" if is_objective else f"{target} is eliminated"
    lead = attack.total - defence.total
    return Forecast((attack, defence), (contest(what, rule, DIE, DIE, lead),))


def of_sniper(table: Table, leader: PieceId) -> tuple[Likelihood, Likelihood]:
    """7.3.6, 7.3.7: one die against the rating, and with Cover! the lower of two."""
    needed = rating_of(table, leader) + NEEDED

    def likelihood(what: str, rule: str, dice: int) -> Likelihood:
        return of_dice(what, rule, dice, 1, 10, lambda faces: min(faces) >= needed)

    return (
        likelihood(f"{leader} falls", "7.3.6", 1),
        likelihood(f"{leader} falls if Cover! is played", "7.3.7", 2),
    )
