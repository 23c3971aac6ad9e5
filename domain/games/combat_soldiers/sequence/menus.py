"""3.1 to 3.6 The phases of a Turn: what each has on its menu, and which can be left out."""

from __future__ import annotations

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import free_by_bridge, most_actions
from wardiary.domain.games.combat_soldiers.attacks.declaration import ATTACK, PICK_OFF
from wardiary.domain.games.combat_soldiers.attacks.surprise import SURPRISE_ATTACK
from wardiary.domain.games.combat_soldiers.components.pack_files import SIDES
from wardiary.domain.games.combat_soldiers.components.zones import DAMAGE, GARRISON_LOST, hand
from wardiary.domain.games.combat_soldiers.groups.group import SeatBoard, group_zones
from wardiary.domain.games.combat_soldiers.markers.antitank import BUY_ANTITANK
from wardiary.domain.games.combat_soldiers.markers.entrenching import ENTRENCH
from wardiary.domain.games.combat_soldiers.markers.interdiction import (
    CLEAR_INTERDICTION,
    INTERDICT,
)
from wardiary.domain.games.combat_soldiers.phases.airdrop import AIRDROP
from wardiary.domain.games.combat_soldiers.phases.deployment import DEPLOY
from wardiary.domain.games.combat_soldiers.phases.discards import DISCARD_CARDS, REPAIR
from wardiary.domain.games.combat_soldiers.phases.drawing import (
    DRAW,
    USE_BARRACKS,
    USE_CITIE,
    cannot_use_barracks,
)
from wardiary.domain.games.combat_soldiers.phases.reinforcement import REINFORCE
from wardiary.domain.games.combat_soldiers.phases.rest import EXCHANGE, RESTORE_GARRISON, SHIFT
from wardiary.domain.games.combat_soldiers.phases.withdrawal import WITHDRAW
from wardiary.domain.games.combat_soldiers.special_battles.barrages import BOMBARD
from wardiary.domain.games.combat_soldiers.special_battles.intelligence import INQUIRE
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import NO_RETREAT
from wardiary.domain.games.combat_soldiers.special_battles.partisans import INFILTRATE
from wardiary.domain.games.combat_soldiers.special_battles.recon import RECON
from wardiary.domain.games.combat_soldiers.special_battles.relief import RELIEVE
from wardiary.domain.games.combat_soldiers.special_battles.sappers import SAP
from wardiary.domain.games.combat_soldiers.special_battles.snipers import SNIPE
from wardiary.domain.games.combat_soldiers.special_battles.supply import (
    AIR_SUPPLY,
    LIFT_SIEGE,
    SUPPLY,
)
from wardiary.domain.games.combat_soldiers.special_battles.surround import SURROUND
from wardiary.domain.games.combat_soldiers.victory.scoring import held_objectives
from wardiary.domain.games.kit.menus import Action
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.commands import Command
from wardiary.domain.table.memory import ANYTHING, remembered
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

PHASES = "ABCDEF"
PHASE_TITLES = {
    "A": "Reorganize/Withdrawal Phase (A)",
    "B": "Attack Phase (B)",
    "C": "Deployment Phase (C)",
    "D": "Rest/Refit Phase (D)",
    "E": "Discard/Repair Phase (E)",
    "F": "Draw Phase (F)",
}

Play = Action[SeatBoard]

MENUS: dict[str, tuple[Play, ...]] = {
    "A": (WITHDRAW, ENTRENCH, CLEAR_INTERDICTION, INTERDICT),
    "B": (
        ATTACK,
        PICK_OFF,
        SURPRISE_ATTACK,
        SURROUND,
        SNIPE,
        BOMBARD,
        SAP,
        AIRDROP,
        RELIEVE,
        AIR_SUPPLY,
        LIFT_SIEGE,
        INQUIRE,
        INFILTRATE,
    ),
    "C": (DEPLOY, SUPPLY, REINFORCE),
    "D": (SHIFT, EXCHANGE, RESTORE_GARRISON),
    "E": (DISCARD_CARDS, REPAIR),
    "F": (USE_BARRACKS, USE_CITIE, DRAW),
}
"""3.1-a to 3.6-b: reorganising is no action of phase A, since it happens as the Turn begins."""

ANYTIME: tuple[Play, ...] = (BUY_ANTITANK, RECON, NO_RETREAT)
"""15.0, 7.3.11-a, 14.3.2: what the active seat may do in every phase."""

_PHASES_OF: dict[type[Command], str] = {
    action.command: phase for phase, menu in MENUS.items() for action in menu
} | {action.command: PHASES for action in ANYTIME}


def phases_of(command: Command) -> str:
    """The letters of the phases that a command belongs to; "" for one that is on no menu."""
    return _PHASES_OF.get(type(command), "")


def cannot_go_to(phase: str, later: str) -> Refusal:
    """3.0-c: phases follow the alphabet."""
    if later not in PHASES or PHASES.index(later) <= PHASES.index(phase):
        return ("3.0-c", f"after phase {phase} you cannot go to {later}")
    return None


@remembered(ANYTHING)
def nothing_to_do(table: Table, seat: Seat, phase: str) -> Refusal:
    """Why a seat can do nothing in a phase, by what everyone sees; None when it perhaps can.

    Only public facts may leave a phase out: otherwise others could tell from its absence what the
    seat holds.
    """
    match phase:
        case "C":
            return nothing_to_deploy(table, seat)
        case "D":
            return nothing_to_refit(table, seat)
        case "E":
            return nothing_to_discard(table, seat)
        case "F":
            return nothing_to_draw(table, seat)
        case _:
            return None


def nothing_to_deploy(table: Table, seat: Seat) -> Refusal:
    """3.3, 13.5.2.1-a: no card in hand, or neither an action nor the Bridge."""
    if not table.zone(hand(seat)):
        return ("3.3", "you hold no card to deploy")
    if any(free_by_bridge(table, seat, side) for side in SIDES):
        return None
    return no_actions_left(table, seat)


def nothing_to_refit(table: Table, seat: Seat) -> Refusal:
    """3.4-a, 3.4-c: only one group and no lost garrison, or no action."""
    several_groups = sum(1 for _ in group_zones(table, seat)) > 1
    if not several_groups and not holds_objective_with(table, seat, GARRISON_LOST):
        return ("3.4-a", "you have no second group to shift to, and no garrison is lost")
    return no_actions_left(table, seat)


def nothing_to_discard(table: Table, seat: Seat) -> Refusal:
    """3.5-a, 3.5-b: no card and no damaged objective, or no action."""
    if not table.zone(hand(seat)) and not holds_objective_with(table, seat, DAMAGE):
        return ("3.5-a", "you have no card to discard, and nothing to repair")
    return no_actions_left(table, seat)


def nothing_to_draw(table: Table, seat: Seat) -> Refusal:
    """11.1-a, 13.5.2.9: no room in hand, or neither an action nor the Barracks."""
    if room_in_hand(table, seat) < 1:
        return ("11.1-a", "the hand is full")
    if cannot_use_barracks(table, seat) is None:
        return None
    return no_actions_left(table, seat)


def holds_objective_with(table: Table, seat: Seat, mark: str) -> bool:
    """Whether a seat holds an objective with a mark."""
    return any(table.mark(objective, mark) for objective in held_objectives(table, seat))


def no_actions_left(table: Table, seat: Seat) -> Refusal:
    """3.0-a: why a seat can spend no action on anything."""
    return None if most_actions(table, seat) > 0 else ("3.0-a", "you have no actions left")
