"""3.1 to 3.6 The phases of a Turn: what each has on offer, and which are passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wardiary.domain.games.combat_soldiers.actions.hand_capacity import room_in_hand
from wardiary.domain.games.combat_soldiers.actions.spending import free_by_bridge, most_actions
from wardiary.domain.games.combat_soldiers.attacks.armor import PickOff, series_offers
from wardiary.domain.games.combat_soldiers.attacks.attack import Attack, attack_offers
from wardiary.domain.games.combat_soldiers.attacks.declaration import (
    attack,
    check_attack,
    check_pick_off,
    pick_off,
)
from wardiary.domain.games.combat_soldiers.attacks.surprise import (
    SurpriseAttack,
    check_surprise,
    surprise,
    surprise_offers,
)
from wardiary.domain.games.combat_soldiers.components.zones import DAMAGE, GARRISON_LOST, hand
from wardiary.domain.games.combat_soldiers.groups.group import Group, SeatBoard
from wardiary.domain.games.combat_soldiers.markers.antitank import (
    BuyAntitank,
    antitank_offers,
    buy,
    check_buy,
)
from wardiary.domain.games.combat_soldiers.markers.entrenching import (
    Entrench,
    check_entrench,
    entrench,
    entrench_offers,
)
from wardiary.domain.games.combat_soldiers.markers.interdiction import (
    ClearInterdiction,
    Interdict,
    check_interdict,
    clear_interdiction,
    interdict,
    interdict_offers,
)
from wardiary.domain.games.combat_soldiers.phases.airdrop import (
    Airdrop,
    airdrop,
    airdrop_offers,
    check_airdrop,
)
from wardiary.domain.games.combat_soldiers.phases.deployment import (
    Deploy,
    check_deploy,
    deploy,
    deploy_offers,
)
from wardiary.domain.games.combat_soldiers.phases.discards import (
    Discard,
    Repair,
    check_discard,
    check_repair,
    discard_cards,
    discard_offers,
    repair,
    repair_offers,
)
from wardiary.domain.games.combat_soldiers.phases.drawing import (
    Draw,
    UseBarracks,
    UseCitie,
    cannot_use_barracks,
    check_barracks,
    check_citie,
    check_draw,
    draw,
    draw_offers,
    use_barracks,
    use_citie,
)
from wardiary.domain.games.combat_soldiers.phases.reinforcement import (
    Reinforce,
    check_reinforce,
    reinforce,
    reinforce_offers,
)
from wardiary.domain.games.combat_soldiers.phases.rest import (
    Exchange,
    Garrison,
    Shift,
    check_exchange,
    check_garrison,
    check_shift,
    exchange,
    garrison_offers,
    restore_garrison,
    shift,
    shift_offers,
)
from wardiary.domain.games.combat_soldiers.phases.withdrawal import (
    Withdraw,
    check_withdraw,
    withdraw,
    withdraw_offers,
)
from wardiary.domain.games.combat_soldiers.special_battles.barrages import (
    Bombard,
    bombard,
    bombard_offers,
    check_bombard,
)
from wardiary.domain.games.combat_soldiers.special_battles.intelligence import (
    Inquire,
    check_inquire,
    inquire,
    inquire_offers,
)
from wardiary.domain.games.combat_soldiers.special_battles.no_retreat import (
    NoRetreat,
    check_no_retreat,
    holdout_offers,
    no_retreat,
)
from wardiary.domain.games.combat_soldiers.special_battles.partisans import (
    Infiltrate,
    infiltrate,
    infiltrate_offers,
)
from wardiary.domain.games.combat_soldiers.special_battles.recon import (
    Recon,
    check_recon,
    recon,
    recon_offers,
)
from wardiary.domain.games.combat_soldiers.special_battles.relief import (
    Relieve,
    check_relieve,
    relieve,
    relieve_offers,
)
from wardiary.domain.games.combat_soldiers.special_battles.sappers import Sap, sap, sap_offers
from wardiary.domain.games.combat_soldiers.special_battles.snipers import (
    Snipe,
    check_snipe,
    snipe,
    snipe_offers,
)
from wardiary.domain.games.combat_soldiers.special_battles.supply import (
    AirSupply,
    LiftSiege,
    Supply,
    air_supply,
    air_supply_offers,
    check_air_supply,
    check_lift,
    check_supply,
    lift,
    lift_offers,
    supply,
    supply_offers,
)
from wardiary.domain.games.combat_soldiers.special_battles.surround import (
    Surround,
    check_surround,
    surround,
    surround_offers,
)
from wardiary.domain.games.kit.refusals import Refusal
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table


class Go(Command, frozen=True, tag="go"):
    """3.0: go on to a later phase."""

    phase: str


class EndTurn(Command, frozen=True, tag="end-turn"):
    """3.0: end the own Turn."""


PHASES = "ABCDEF"


Offers = Callable[[Table, Seat, SeatBoard], Iterator[Offer]]


Check = Callable[[Table, Seat, Any], None]


Effect = Callable[[Draft, Seat, Any], None]


# 3.1-a to 3.6-b: what each phase has on offer; reorganising happened as the Turn began.
MENUS: dict[str, tuple[Offers, ...]] = {
    "A": (withdraw_offers, entrench_offers, interdict_offers),
    "B": (
        attack_offers,
        series_offers,
        surprise_offers,
        surround_offers,
        snipe_offers,
        bombard_offers,
        sap_offers,
        airdrop_offers,
        relieve_offers,
        air_supply_offers,
        lift_offers,
        inquire_offers,
        infiltrate_offers,
    ),
    "C": (deploy_offers, supply_offers, reinforce_offers),
    "D": (shift_offers, garrison_offers),
    "E": (discard_offers, repair_offers),
    "F": (draw_offers,),
}


ANYTIME: tuple[Offers, ...] = (antitank_offers, recon_offers, holdout_offers)


PLAYS: dict[type[Command], tuple[str, Effect, Check | None]] = {
    Withdraw: ("A", withdraw, check_withdraw),
    Entrench: ("A", entrench, check_entrench),
    Interdict: ("A", interdict, check_interdict),
    ClearInterdiction: ("A", clear_interdiction, None),
    Attack: ("B", attack, check_attack),
    PickOff: ("B", pick_off, check_pick_off),
    SurpriseAttack: ("B", surprise, check_surprise),
    Surround: ("B", surround, check_surround),
    Snipe: ("B", snipe, check_snipe),
    Bombard: ("B", bombard, check_bombard),
    Sap: ("B", sap, None),
    Airdrop: ("B", airdrop, check_airdrop),
    Relieve: ("B", relieve, check_relieve),
    AirSupply: ("B", air_supply, check_air_supply),
    LiftSiege: ("B", lift, check_lift),
    Inquire: ("B", inquire, check_inquire),
    Infiltrate: ("B", infiltrate, None),
    Deploy: ("C", deploy, check_deploy),
    Supply: ("C", supply, check_supply),
    Reinforce: ("C", reinforce, check_reinforce),
    Shift: ("D", shift, check_shift),
    Exchange: ("D", exchange, check_exchange),
    Garrison: ("D", restore_garrison, check_garrison),
    Discard: ("E", discard_cards, check_discard),
    Repair: ("E", repair, check_repair),
    UseBarracks: ("F", use_barracks, check_barracks),
    UseCitie: ("F", use_citie, check_citie),
    Draw: ("F", draw, check_draw),
    BuyAntitank: (PHASES, buy, check_buy),
    Recon: (PHASES, recon, check_recon),
    NoRetreat: (PHASES, no_retreat, check_no_retreat),
}


def idle_phase(table: Table, seat: Seat, groups: list[Group], phase: str) -> Refusal:
    """Why a phase can hold nothing for a seat, going by what everyone sees; None when it may.

    Only public facts may leave a phase out, else its absence would tell of a hand.
    """
    match phase:
        case "C":
            free = any(free_by_bridge(table, seat, side) for side in ("us", "german"))
            if not table.zone(hand(seat)):
                return ("3.3", "you hold no card to deploy")
            return None if free else no_actions_left(table, seat)
        case "D":
            lost = any(g.objective and table.mark(g.objective, GARRISON_LOST) for g in groups)
            if len(groups) < 2 and not lost:
                return ("3.4-a", "you have no second group to shift to, and no garrison is lost")
            return no_actions_left(table, seat)
        case "E":
            damaged = any(g.objective and table.mark(g.objective, DAMAGE) for g in groups)
            if not table.zone(hand(seat)) and not damaged:
                return ("3.5-a", "you have no card to discard, and nothing to repair")
            return no_actions_left(table, seat)
        case "F":
            if room_in_hand(table, seat) < 1:
                return ("11.1-a", "the hand is full")
            return (
                None if cannot_use_barracks(table, seat) is None else no_actions_left(table, seat)
            )
        case _:
            return None


def no_actions_left(table: Table, seat: Seat) -> Refusal:
    """3.0-a: whether a seat has no action left for anything."""
    return None if most_actions(table, seat) > 0 else ("3.0-a", "you have no actions left")


def cannot_go_to(phase: str, wanted: str) -> tuple[str, str] | None:
    """3.0-c: phases follow the alphabet."""
    if wanted not in PHASES or PHASES.index(wanted) <= PHASES.index(phase):
        return ("3.0-c", f"after phase {phase} there is no going to {wanted}")
    return None
