"""3.0 Actions: how many a seat has, what Pherddorf and the Bridge add, and how they are spent."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.components.zones import used_this_turn
from wardiary.domain.games.combat_soldiers.groups.objectives import controls, side_of
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.draft import Draft
from wardiary.domain.table.memory import ANYTHING, remembered
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

ACTIONS = 2


US, GERMAN, OTHER = SPENT = ("actions/us", "actions/german", "actions/other")


def actions_spent(table: Table) -> int:
    """The actions spent this Turn."""
    tracks = table.tracks
    return tracks.get(US, 0) + tracks.get(GERMAN, 0) + tracks.get(OTHER, 0)


@remembered(ANYTHING)
def actions_left(table: Table, seat: Seat, side: str = "") -> int:
    """3.0-a, 3.0-b: how many actions the active seat has left for a side, or for anything else.

    13.5.2.3: the action of Pherddorf is only for groups and units of its side.
    """
    spent = actions_spent(table)
    if not controls(table, seat, "pherddorf"):
        return max(0, ACTIONS - spent)
    pherddorf_side = side_of(table, "pherddorf")
    if side == pherddorf_side:
        return ACTIONS + 1 - spent
    # Ruling: CS-Q48 never more than two on anything but Pherddorf's side, in whatever order.
    spent_elsewhere = spent - table.tracks.get(f"actions/{pherddorf_side}", 0)
    return max(0, min(ACTIONS + 1 - spent, ACTIONS - spent_elsewhere))


def most_actions(table: Table, seat: Seat) -> int:
    """The actions left for the side that has more of them."""
    return max(actions_left(table, seat, "us"), actions_left(table, seat, "german"))


def actions_in_words(number: int) -> str:
    """So many actions, as one says it."""
    return "1 action" if number == 1 else f"{number} actions"


def cannot_afford(
    table: Table, seat: Seat, cost: int, side: str = "", *, rule: str = "3.0-a"
) -> Refusal:
    """Why a seat cannot pay so many actions for a side's groups ("" for anything else)."""
    if cost <= 0 or actions_left(table, seat, side) >= cost:
        return None
    if actions_left(table, seat, side_of(table, "pherddorf")) >= cost:
        return ("13.5.2.3", "the action of Pherddorf serves groups of its own side only")
    return (rule, "you do not have enough actions left")


def reset_actions(draft: Draft) -> None:
    """3.0-a: no action is spent as a Turn begins."""
    for track in SPENT:
        draft.track(track, 0, rule="3.0-a")


def pay(draft: Draft, cost: int, side: str, *, rule: str) -> None:
    """Spend actions for a side's groups ("" for anything else)."""
    if cost > 0:
        track = f"actions/{side or 'other'}"
        draft.track(track, draft.table.track(track) + cost, rule=rule)


def mark_acted(draft: Draft, zone: str, *, rule: str) -> None:
    """3.4-b: the group of this zone was used for an action this Turn."""
    draft.track(f"acted/{zone}", draft.table.turn, rule=rule)


def free_by_bridge(table: Table, seat: Seat, side: str) -> bool:
    """13.5.2.1-a: one deployment or withdrawal a Turn of the Bridge's side is free."""
    # Ruling: CS-Q49 one use in all; the first deployment or withdrawal that fits is free.
    return (
        side_of(table, "bridge") == side
        and not used_this_turn(table, "used/bridge")
        and controls(table, seat, "bridge")
    )


def pay_or_use_bridge(draft: Draft, seat: Seat, side: str, *, rule: str) -> None:
    """8.0-a, 6.3-a: one action, or the Bridge."""
    if free_by_bridge(draft.table, seat, side):
        draft.track("used/bridge", draft.table.turn, rule="13.5.2.1-a")
    else:
        pay(draft, 1, side, rule=rule)
