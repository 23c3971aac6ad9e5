"""12 End of a round: sudden death, and the loss of every objective."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.cards import OBJECTIVES, scenario_of, sheet_of
from wardiary.domain.games.combat_soldiers.components.zones import DECK, is_group
from wardiary.domain.games.combat_soldiers.groups.objectives import side_of
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

SUDDEN_DEATH = "sudden-death"
ROUND_OVER = "round-over"


class RoundOver(Step, frozen=True, tag="round-over"):
    """12.2: everything that was going on ends; the bottom step counts the points."""

    def resume(self, draft: Draft) -> None:
        """Close everything above the round itself."""
        while len(draft.steps) > 1:
            draft.finish()


def all_objectives_taken(table: Table) -> bool:
    """12.3: whether every objective in play is held by the attackers' side."""
    side = scenario_of(table).ends_when_all
    if not side:
        return False
    # Ruling: CS-Q30 those in play count, and there must be one.
    in_play = [objective for objective in OBJECTIVES if is_group(table.zone_of(objective))]
    sides = {side_of(table, objective) for objective in in_play}
    return sides == {side}


def check_objectives(draft: Draft) -> bool:
    """12.3: after each change of control; says whether the round is over."""
    if not all_objectives_taken(draft.table):
        return False
    if scenario_of(draft.table).ends_when_all == "german":
        draft.track(ROUND_OVER, 1, rule="17.2.5")
    else:
        draft.track(ROUND_OVER, 1, rule="17.3.4")
    draft.begin(RoundOver())
    return True


def check_draw_pile(draft: Draft) -> None:
    """12.1-a, 1.2-b4: sudden death begins as soon as the draw pile is empty."""
    if not draft.table.zone(DECK) and not draft.table.track(SUDDEN_DEATH):
        draft.track(SUDDEN_DEATH, sheet_of(draft.table).sudden_death[-1], rule="12.1-a")


def roll_for_end(draft: Draft, seat: Seat) -> bool:
    """12.1-b: at the space or above, the round ends; else the marker drops, not below five."""
    space = draft.table.track(SUDDEN_DEATH)
    if not space:
        return False
    (face,) = draft.roll(seat, "sudden death", rule="12.1-b", high=10)
    if face >= space:
        draft.track(ROUND_OVER, 1, rule="12.1-b")
        return True
    draft.track(SUDDEN_DEATH, max(sheet_of(draft.table).sudden_death[0], space - 1), rule="12.1-b")
    return False
