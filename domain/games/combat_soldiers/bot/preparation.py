"""How the bot prepares: picks of objectives and the initial deployment."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.bot.evaluation import Evaluation
from wardiary.domain.games.combat_soldiers.components.cards import printed_objective
from wardiary.domain.games.combat_soldiers.preparation.initial_deployment import Lay
from wardiary.domain.games.combat_soldiers.preparation.picks import Note
from wardiary.domain.games.combat_soldiers.preparation.two_player import pick_of


def note(evaluation: Evaluation, command: Note) -> float:
    """Objectives in hand first, then those with many points; a blank is worth a little."""
    view = evaluation.view
    objective = pick_of(view, command.entry)
    if not objective:
        return 3.0
    zone = view.pieces[objective].zone if objective in view.pieces else ""
    in_hand = zone.startswith(f"{evaluation.seat}-")
    return printed_objective(view, objective).vp * (3.0 if in_hand else 0.6)


def lay(evaluation: Evaluation, command: Lay) -> float:
    """Objectives on the side picked, a guard for each, and everything else as well."""
    view = evaluation.view
    card = view.pack.cards[view.pieces[command.card].kind]
    if card.family == "objective":
        return 20.0 + (command.face == evaluation.wanted_side(command.card))
    return 1.0 + evaluation.deployment_worth(card.ends[command.face], command.place)
