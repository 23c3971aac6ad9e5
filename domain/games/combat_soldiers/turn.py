"""3 Sequence of play: one Turn, its six phases with their menus, and what ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wardiary.domain.games.combat_soldiers import commands as c
from wardiary.domain.games.combat_soldiers.actions import most_actions, new_actions
from wardiary.domain.games.combat_soldiers.airborne import (
    air_supply,
    air_supply_offers,
    check_air_supply,
    check_lift,
    check_relieve,
    check_supply,
    lift,
    lift_offers,
    relieve,
    relieve_offers,
    supply,
    supply_offers,
)
from wardiary.domain.games.combat_soldiers.antitank import antitank_offers, buy, check_buy
from wardiary.domain.games.combat_soldiers.attack import attack_offers
from wardiary.domain.games.combat_soldiers.barrages import bombard, bombard_offers, check_bombard
from wardiary.domain.games.combat_soldiers.board_state import (
    DAMAGE,
    GARRISON_LOST,
    TALLIED,
    Group,
    Refusal,
    SeatBoard,
    after,
    board_of,
    first_rules,
    group,
    groups_of,
    hand,
    other_side,
    refuse,
    single,
)
from wardiary.domain.games.combat_soldiers.capacity import room
from wardiary.domain.games.combat_soldiers.declaration import (
    attack,
    check_again,
    check_attack,
    check_pick_off,
    check_surprise,
    pick_off,
    series_offers,
    surprise,
    surprise_offers,
)
from wardiary.domain.games.combat_soldiers.deployment import (
    airdrop,
    airdrop_offers,
    check_airdrop,
    check_deploy,
    check_reinforce,
    deploy,
    deploy_offers,
    free_by_bridge,
    reinforce,
    reinforce_offers,
)
from wardiary.domain.games.combat_soldiers.drawing import (
    cannot_use_barracks,
    check_barracks,
    check_citie,
    check_draw,
    draw,
    draw_offers,
    use_barracks,
    use_citie,
)
from wardiary.domain.games.combat_soldiers.ending import check_objectives, roll_for_end
from wardiary.domain.games.combat_soldiers.groups import arrange, eliminate, reorganise
from wardiary.domain.games.combat_soldiers.losses import score_fallen
from wardiary.domain.games.combat_soldiers.objectives import Occupying, take_over
from wardiary.domain.games.combat_soldiers.piles import discard, lay_flat
from wardiary.domain.games.combat_soldiers.random_events import (
    Minefields,
    live_mines,
    roll_for_weather,
)
from wardiary.domain.games.combat_soldiers.reactions import (
    LastStand,
    ReconWindow,
    bare_objectives,
    check_no_retreat,
    check_recon,
    giving_up,
    holdout_offers,
    no_retreat,
    recon,
    recon_offers,
)
from wardiary.domain.games.combat_soldiers.rest import (
    Excess,
    check_discard,
    check_exchange,
    check_garrison,
    check_repair,
    check_shift,
    discard_cards,
    discard_offers,
    exchange,
    garrison_offers,
    repair,
    repair_offers,
    restore_garrison,
    shift,
    shift_offers,
)
from wardiary.domain.games.combat_soldiers.sieges import besieger_of, isolate
from wardiary.domain.games.combat_soldiers.tactical import (
    Upkeep,
    check_inquire,
    check_snipe,
    check_surround,
    infiltrate,
    infiltrate_offers,
    inquire,
    inquire_offers,
    own_partisans,
    sap,
    sap_offers,
    snipe,
    snipe_offers,
    surround,
    surround_offers,
)
from wardiary.domain.games.combat_soldiers.withdrawal import (
    check_entrench,
    check_interdict,
    check_withdraw,
    clear_interdiction,
    entrench,
    entrench_offers,
    interdict,
    interdict_offers,
    withdraw,
    withdraw_offers,
)
from wardiary.domain.play.commands import Command
from wardiary.domain.play.draft import Draft
from wardiary.domain.play.prompts import Offer, Prompt, Prompts
from wardiary.domain.play.steps import Step
from wardiary.domain.table.pieces import Seat
from wardiary.domain.table.table import Table

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
    c.Withdraw: ("A", withdraw, check_withdraw),
    c.Entrench: ("A", entrench, check_entrench),
    c.Interdict: ("A", interdict, check_interdict),
    c.ClearInterdiction: ("A", clear_interdiction, None),
    c.Attack: ("B", attack, check_attack),
    c.PickOff: ("B", pick_off, check_pick_off),
    c.SurpriseAttack: ("B", surprise, check_surprise),
    c.Surround: ("B", surround, check_surround),
    c.Snipe: ("B", snipe, check_snipe),
    c.Bombard: ("B", bombard, check_bombard),
    c.Sap: ("B", sap, None),
    c.Airdrop: ("B", airdrop, check_airdrop),
    c.Relieve: ("B", relieve, check_relieve),
    c.AirSupply: ("B", air_supply, check_air_supply),
    c.LiftSiege: ("B", lift, check_lift),
    c.Inquire: ("B", inquire, check_inquire),
    c.Infiltrate: ("B", infiltrate, None),
    c.Deploy: ("C", deploy, check_deploy),
    c.Supply: ("C", supply, check_supply),
    c.Reinforce: ("C", reinforce, check_reinforce),
    c.Shift: ("D", shift, check_shift),
    c.Exchange: ("D", exchange, check_exchange),
    c.Garrison: ("D", restore_garrison, check_garrison),
    c.Discard: ("E", discard_cards, check_discard),
    c.Repair: ("E", repair, check_repair),
    c.UseBarracks: ("F", use_barracks, check_barracks),
    c.UseCitie: ("F", use_citie, check_citie),
    c.Draw: ("F", draw, check_draw),
    c.BuyAntitank: (PHASES, buy, check_buy),
    c.Recon: (PHASES, recon, check_recon),
    c.NoRetreat: (PHASES, no_retreat, check_no_retreat),
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
            return None if free else spent_out(table, seat)
        case "D":
            lost = any(g.objective and table.mark(g.objective, GARRISON_LOST) for g in groups)
            if len(groups) < 2 and not lost:
                return ("3.4-a", "you have no second group to shift to, and no garrison is lost")
            return spent_out(table, seat)
        case "E":
            damaged = any(g.objective and table.mark(g.objective, DAMAGE) for g in groups)
            if not table.zone(hand(seat)) and not damaged:
                return ("3.5-a", "you have no card to discard, and nothing to repair")
            return spent_out(table, seat)
        case "F":
            if room(table, seat) < 1:
                return ("11.1-a", "the hand is full")
            return None if cannot_use_barracks(table, seat) is None else spent_out(table, seat)
        case _:
            return None


def spent_out(table: Table, seat: Seat) -> Refusal:
    """3.0-a: whether a seat has no action left for anything."""
    return None if most_actions(table, seat) > 0 else ("3.0-a", "you have no actions left")


class Turn(Step, frozen=True, tag="turn"):
    """One Turn: `phase` is a letter or "end"; `duty` counts what comes before the menu, or what
    ends the Turn; `goal` is the phase to go to after the duties of phase B; `bare` are the
    objectives open to Recon, with their owners, that everyone was asked about since the last
    Action.
    """

    seat: Seat
    phase: str = "A"
    duty: int = 0
    goal: str = ""
    bare: tuple[str, ...] = ()

    def prompts(self, table: Table) -> Prompts:
        """The menu of the phase, once its duties are done."""
        if self.phase == "end" or self.goal or not self.duty or self._newly_bare(table):
            return ()
        board = board_of(table, self.seat)
        offers = [
            single("go", "3.0-c", f"Phase {phase}", phase=phase)
            for phase in self._later(table, board.mine)
        ] or [single("end-turn", "3.0-e", "End the Turn")]
        for menu in (*MENUS[self.phase], *ANYTIME):
            offers += menu(table, self.seat, board)
        left = most_actions(table, self.seat)
        question = f"Phase {self.phase}: {left} actions left"
        return (
            Prompt(
                self.seat, tuple(offers), "3.0-c", question, {"phase": self.phase, "actions": left}
            ),
        )

    def _later(self, table: Table, groups: list[Group]) -> list[str]:
        later = PHASES[PHASES.index(self.phase) + 1 :]
        return [phase for phase in later if idle_phase(table, self.seat, groups, phase) is None]

    def _newly_bare(self, table: Table) -> bool:
        return not set(bare_objectives(table)) <= set(self.bare)

    def refuse(self, table: Table, seat: Seat, command: Command) -> None:
        """The rule behind a refusal that the offers do not explain."""
        match command:
            case c.Go(phase=phase):
                refuse(backwards(self.phase, phase))
                refuse(idle_phase(table, seat, groups_of(table, seat), phase))
            case c.EndTurn():
                self._refuse_end(table)
            case c.AttackAgain() | c.PickOffAgain():
                check_again(table, seat, command)
            case _ if type(command) in PLAYS:
                self._refuse_play(table, seat, command)
            case _:
                refuse(("1.1.2.2", "that is played only in answer to another play"))

    def _refuse_end(self, table: Table) -> None:
        if later := self._later(table, groups_of(table, self.seat)):
            refuse(("3.0-c", f"phase {later[-1]} comes first"))

    def _refuse_play(self, table: Table, seat: Seat, command: Command) -> None:
        phase, _, check = PLAYS[type(command)]
        if phase[-1] < self.phase:
            refuse(("3.0-c", f"that belongs to phase {phase}, this is phase {self.phase}"))
        # What could not be done in its phase either is refused by the rule that says so.
        if check is not None:
            check(table, seat, command)
        if self.phase not in phase:
            refuse(("3.0-c", f"that belongs to phase {phase}, this is phase {self.phase}"))

    def answer(self, draft: Draft, seat: Seat, command: Command) -> None:
        """Play it, or go on."""
        match command:
            case c.Go(phase=phase):
                # The duties of the attack phase cannot be passed over.
                goal = phase if self.phase == "A" and phase != "B" else ""
                draft.change(phase="B" if goal else phase, goal=goal, duty=0)
            case c.EndTurn():
                draft.change(phase="end", duty=0)
            case _:
                self._ask_again(draft)
                PLAYS[type(command)][1](draft, seat, command)

    def _ask_again(self, draft: Draft) -> None:
        """14.3.1, 7.3.11-a: Recon comes at any time, so every Action is a moment to ask about it.

        Under version 1 of the rules only objectives that become bare are asked about.
        """
        first = first_rules(draft.table)
        draft.change(bare=bare_objectives(draft.table) if first else ())

    def resume(self, draft: Draft) -> None:
        """What begins a phase, what ends the Turn, and the question about a bare objective."""
        if self.phase == "end":
            self._end(draft)
        elif not self.duty:
            self._begin_phase(draft)
        elif self.goal:
            draft.change(phase=self.goal, goal="", duty=0)
        else:
            draft.change(bare=bare_objectives(draft.table))
            draft.begin(ReconWindow(after(draft.table.seats, self.seat)))

    def _begin_phase(self, draft: Draft) -> None:
        draft.change(duty=1)
        if self.phase == "A":
            begin_turn(draft, self.seat)
            draft.change(bare=bare_objectives(draft.table))
            if not groups_of(draft.table, self.seat):
                draft.change(phase="B", duty=0)
                return
            start_reorganised(draft, self.seat)
            return
        if not self.goal:
            draft.enter(self.phase, self.seat, rule="3.0-c")
        if self.phase == "B":
            if own_partisans(draft.table, self.seat):
                if not first_rules(draft.table):
                    self._ask_again(draft)
                draft.begin(Upkeep(self.seat))
            if live_mines(draft.table, self.seat):
                draft.begin(Minefields(self.seat))

    def _end(self, draft: Draft) -> None:
        """CS-Q41: hand, isolation, surrender, Recon, sudden death, in this order."""
        draft.change(duty=self.duty + 1)
        seat, table = self.seat, draft.table
        match self.duty:
            case 0 if room(table, seat) < 0:
                draft.begin(Excess(seat))
            case 1:
                for found in groups_of(table, seat):
                    if found.siege:
                        isolate(draft, found)
            case 2 if any(not found.no_retreat for found in giving_up(table, seat)):
                draft.begin(LastStand(seat, (*after(table.seats, seat), seat)))
            case 3 if groups := giving_up(table, seat):
                # One at a time: a surrender may end the round.
                draft.change(duty=3)
                surrender(draft, groups[0])
            case 4 if bare_objectives(table):
                draft.begin(self._last_window(table))
            case 5:
                end_turn(draft, seat)
            case _:
                # This duty is nothing to do today.
                return

    def _last_window(self, table: Table) -> ReconWindow:
        """RW6, RW7: the others at the end of the Turn, and its seat about what fell bare in it."""
        others = after(table.seats, self.seat)
        if first_rules(table):
            return ReconWindow(others)
        fresh = set(bare_objectives(table)) - set(self.bare)
        missed = any(not entry.startswith(f"{self.seat}:") for entry in fresh)
        return ReconWindow((*others, self.seat) if missed else others, "turn-end")


def backwards(phase: str, wanted: str) -> tuple[str, str] | None:
    """3.0-c: phases follow the alphabet."""
    if wanted not in PHASES or PHASES.index(wanted) <= PHASES.index(phase):
        return ("3.0-c", f"after phase {phase} there is no going to {wanted}")
    return None


def begin_turn(draft: Draft, seat: Seat) -> None:
    """3.0-a: a new Turn begins with phase A."""
    turn = draft.table.turn + 1
    draft.enter("A", seat, rule="3.0-a", turn=turn)
    draft.track(f"last-turn/{seat}", turn, rule="3.0-a")
    new_actions(draft)
    roll_for_weather(draft, seat)


def start_reorganised(draft: Draft, seat: Seat) -> None:
    """4.4.4, 6.2: every own group is reorganised free."""
    for found in groups_of(draft.table, seat):
        reorganise(draft, found.zone)
        arrange(draft, found.zone)


def surrender(draft: Draft, found: Group) -> None:
    """CS-Q02: the units go to the besieger's pile, an objective is captured by the besieger."""
    besieger = besieger_of(draft.table, found)
    if found.units:
        eliminate(draft, found.units, scored=True, rule="7.3.1.1-c")
        score_fallen(draft, besieger.owner, rule="7.3.1.1-c")
    if found.objective:
        left = group(draft.table, found.zone)
        side = other_side(found.side)
        zone = take_over(draft, left, besieger.owner, side, rule="7.3.8.2-c")
        if not check_objectives(draft):
            draft.begin(Occupying(besieger.owner, besieger.zone, zone))


def end_turn(draft: Draft, seat: Seat) -> None:
    """12.1-b, 19.0: sudden death is rolled for, and tallied units go to the discard pile."""
    draft.finish()
    tallied = draft.table.zone(TALLIED)
    lay_flat(draft, tallied)
    discard(draft, tallied, rule="19.0")
    roll_for_end(draft, seat)
